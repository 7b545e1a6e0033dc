"""Printing sheets of the working state or of a release, and the record of what was printed when."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import select

from carddb import models
from carddb.catalog import Catalog
from carddb.edit import EditError, editing
from carddb.edit.releases import add_print_job
from carddb.layout.sheet import Backs
from carddb.pdf.images import PictureError
from carddb.pdf.raster import page_png
from carddb.pdf.sheets import first_sheet_pdf
from carddb.pipeline.changes import Reprint, compared, face_of, reprint
from carddb.pipeline.find import choose_cards
from carddb.pipeline.printing import SHEET, Printed, Progress, Shop, Wish, print_catalog, told
from carddb.pipeline.project import Project, UsageError
from carddb.pipeline.releases import State, open_state, ruleset_uid
from carddb.rules import Finding, Where


@dataclass(frozen=True, slots=True)
class PrintRecord:
    """A sheet file that was written. items: uid, code, name, version, copies and face of each card."""

    number: int
    at: datetime
    author: str
    release: str
    selection: str
    sheet: str
    file: str
    cards: int
    content_hash: str
    items: tuple[dict[str, Any], ...]

    def as_json(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {name: getattr(self, name) for name in self.__slots__} | {"at": str(self.at), "items": [*self.items]}


@dataclass(frozen=True, slots=True)
class Choice:
    """Which cards are printed: those of a deck of a catalog, all when there is no deck; ``state`` is where from."""

    state: State
    catalog: Catalog
    deck: str | None
    again: Reprint | None = None


@contextmanager
def choosing(
    project: Project, ruleset: str, query: str, deck: str | None, *, release: str = "", changed_since: str = ""
) -> Iterator[Choice]:
    """Open what is printed; see ``print_and_record``. Raises: UsageError as ``compared`` and ``reprint`` do."""
    if not changed_since:
        with open_state(project, ruleset, release) as state:
            yield Choice(state, state.catalog, deck)
        return
    with compared(project, ruleset, changed_since, release) as changes:
        again = reprint(changes, query=query, deck=deck)
        yield Choice(changes.new, again.catalog, again.deck, again)


@dataclass(frozen=True, slots=True)
class Proof:
    """The first sheet as it would be printed: in words what the whole job is, and a picture of each side."""

    text: str
    pictures: tuple[bytes, ...]
    findings: tuple[Finding, ...]


def proof_sheet(choice: Choice, *, query: str, sheet: str, backs: Backs, wish: Wish, dpi: float = 72) -> Proof:
    """Draw the first sheet of what was chosen. Raises: UsageError or EditError when it cannot be printed."""
    shop = Shop(choice.catalog, choice.state.files)
    plan, notes = shop.plan_cards(query, choice.deck, sheet, backs, wish)
    problems = plan.problems()
    if problems:
        raise EditError(problems)
    try:
        data = first_sheet_pdf(plan, shop.fonts)
    except PictureError as error:
        raise UsageError(f"It cannot be printed: {error}. Put another file in its place.") from None
    pictures = tuple(page_png(data, side, dpi=dpi) for side in range(plan.sides))
    return Proof(told(plan), pictures, (*notes, *plan.notes(), *choice.state.findings))


def print_and_record(
    project: Project,
    ruleset: str,
    path: Path,
    *,
    author: str,
    query: str = "",
    deck: str | None = None,
    sheet: str = SHEET,
    backs: Backs = "none",
    wish: Wish | None = None,
    release: str = "",
    changed_since: str = "",
    called: str = "",
    progress: Progress | None = None,
) -> Printed:
    """Print the chosen cards of a ruleset on sheets, and remember that they were printed.

    release: the frozen state to print, "" for the working one. changed_since: only what differs from that release on
    paper, with the copies that are missing; see ``reprint``. called: the file's name in the record. For the rest
    see ``printing.print_sheets``.

    Raises: UsageError when there is nothing to print or a name is not known.
    """
    wish = wish or Wish()
    wish = replace(wish, release=wish.release or release)
    with choosing(project, ruleset, query, deck, release=release, changed_since=changed_since) as choice:
        state, again, catalog, chosen = choice.state, choice.again, choice.catalog, choice.deck
        printed = print_catalog(
            catalog, state.files, path, query=query, deck=chosen, sheet=sheet, backs=backs, wish=wish,
            progress=progress,
        )  # fmt: skip
        text = printed.text
        if changed_since:
            text += f", changed since {changed_since}"
        if again and again.removed:
            text += f"; take out of what is printed already: {', '.join(again.removed)}"
        notes = [*printed.findings, *state.findings]
        parts = [f"deck {deck}" if deck else "", query, f"changed since {changed_since}" if changed_since else ""]
        cards = [(card.code, number * wish.copies) for card, number in choose_cards(catalog, query, chosen)]
        try:
            record_print(
                project, state, author=author, selection=", ".join(filter(None, parts)) or "all cards", sheet=sheet,
                file=called or str(path), cards=cards,
            )  # fmt: skip
        except EditError as error:
            message = f"The file was printed, but the record of prints could not be written: {error}"
            notes.append(Finding("prints.unrecorded", "warning", message, Where("file", file=str(path))))
    return replace(printed, text=text, findings=notes)


def record_print(
    project: Project, state: State, *, author: str, selection: str, sheet: str, file: str,
    cards: Sequence[tuple[str, int]],
) -> None:  # fmt: skip
    """Remember that cards, given by code and number of copies, were printed. Raises: EditError when it cannot be."""
    placer = Shop(state.catalog, state.files).placer()
    items = []
    for code, copies in cards:
        card = state.catalog.card_by_code[code]
        items.append(
            {
                "uid": card.uid, "code": code, "name": card.name, "version": card.version, "copies": copies,
                "face": face_of(placer, card, state),
            }
        )  # fmt: skip
    digest = hashlib.sha256(repr([(i["uid"], i["copies"], i["face"]) for i in items]).encode()).hexdigest()
    with editing(project.engine, author) as editor:
        add_print_job(
            editor, state.catalog, selection=selection, file=file, items=items, sheet=sheet,
            release=state.release.name if state.release else "", cards=sum(number for _, number in cards),
            content_hash=digest,
        )  # fmt: skip


def list_prints(project: Project, ruleset: str) -> list[PrintRecord]:
    """Return what was printed of a ruleset, the newest first. Raises: UsageError for an unknown ruleset."""
    table = models.PrintJob.__table__  # type: ignore[attr-defined]
    with project.reading() as session:
        query = select(table).where(table.c.ruleset_uid == ruleset_uid(session, ruleset)).order_by(table.c.id.desc())
        return [
            PrintRecord(
                row.id, row.at if row.at.tzinfo else row.at.replace(tzinfo=UTC), row.author, row.release,
                row.selection, row.sheet, row.file, row.cards, row.content_hash, tuple(row.items),
            )
            for row in session.execute(query)
        ]  # fmt: skip
