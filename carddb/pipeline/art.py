"""The art store: originals under the hash of their content, never overwritten; what is known of each beside it.

Nothing is deleted but by ``sweep_art``, which takes only what no card and no release names, after an age limit.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlmodel import select

from carddb.catalog import Card, Catalog
from carddb.catalog.read import list_rulesets
from carddb.edit import EditError, editing
from carddb.edit import documents as d
from carddb.edit.convert import card_document
from carddb.layout.pictures import Picture, PictureError, inspect_picture
from carddb.models import Release
from carddb.pdf.scaled import DERIVED
from carddb.pipeline.art_store import ART, STORED, art_name, hash_of, store_art
from carddb.pipeline.project import Project, UsageError
from carddb.rules import Finding, Where
from carddb.wording.folding import fold

DAYS = 30
"""How old an unused file must be before it is swept. Source: house choice."""


@dataclass(frozen=True, slots=True)
class Match:
    """A file and the card that it was found to belong to; ``how`` says by what. Without a card it is why not."""

    file: Path
    card: Card | None
    printing: int
    how: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A picture of a card as ``carddb art list`` shows it. problem: why it cannot be used, "" when it can."""

    card: str
    name: str
    art: str
    picture: Picture | None
    problem: str


def match_files(catalog: Catalog, files: Iterable[Path]) -> list[Match]:
    """Return for each file the card that its name says: a code, a name however written, or a collector number."""
    by_word: dict[str, set[tuple[str, int, str]]] = {}
    for card in catalog.cards:
        words = [(card.code, 0, "code"), (card.name, 0, "name")]
        words += [(p.number, i, "number") for i, p in enumerate(card.printings)]
        words += [(f"{p.card_set}-{p.number}", i, "set and number") for i, p in enumerate(card.printings)]
        for word, index, how in words:
            by_word.setdefault(_word(word), set()).add((card.code, index, how))
    return [_match(catalog, file, by_word) for file in files]


def _match(catalog: Catalog, file: Path, by_word: Mapping[str, set[tuple[str, int, str]]]) -> Match:
    found = by_word.get(_word(file.stem), set())
    places = {(code, index) for code, index, _ in found}
    if not places:
        return Match(file, None, 0, "no card has this code, name or number")
    if len(places) > 1:
        return Match(file, None, 0, f"it fits {', '.join(sorted({code for code, _ in places}))}; use the code")
    code, index = places.pop()
    card = catalog.card_by_code[code]
    if not card.printings:
        return Match(file, None, 0, f"{card.name} has no printing; give it a set and number first")
    return Match(file, card, index, sorted(how for _, _, how in found)[0])


def _word(text: str) -> str:
    return re.sub(r"[\W_]+", "", fold(text))


def list_files(paths: Sequence[Path]) -> list[Path]:
    """Return the files named, and those in the folders named, in order. Raises: UsageError for a missing one."""
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += sorted(p for p in path.iterdir() if p.is_file() and not p.name.startswith("."))
        elif path.is_file():
            files.append(path)
        else:
            raise UsageError(f"There is no file or folder {path}.")
    if not files:
        raise UsageError("There is no file in what was named.")
    return files


def add_art(
    project: Project,
    ruleset: str,
    paths: Sequence[Path],
    *,
    author: str,
    credit: str = "",
    licence: str = "",
    dry_run: bool = False,
) -> list[Match]:
    """Store pictures and give them to the cards that their names say; all of them or none.

    Raises: EditError that names every file that fits no card or cannot be printed; UsageError.
    """
    catalog = project.catalog(ruleset)
    matches = match_files(catalog, list_files(paths))
    bad = [_finding(match.file, f"{match.file.name}: {match.how}.") for match in matches if match.card is None]
    seen: dict[tuple[str, int], Path] = {}
    for match in matches:
        if match.card is None:
            continue
        first = seen.setdefault((match.card.code, match.printing), match.file)
        if first != match.file:
            bad.append(_finding(match.file, f"{first.name} and {match.file.name} both belong to {match.card.name}."))
        try:
            art_name(match.file)
        except PictureError as error:
            bad.append(_finding(match.file, f"{error}."))
    if bad:
        raise EditError(bad)
    if dry_run:
        return matches
    changed: dict[str, d.CardDocument] = {}
    for match in matches:
        assert match.card is not None
        art = store_art(project.files / ART, match.file, author=author, credit=credit, licence=licence)
        document = changed.get(match.card.code) or card_document(match.card)
        printings = list(document.printings)
        printings[match.printing] = printings[match.printing].model_copy(update={"art": art.name})
        changed[match.card.code] = document.model_copy(update={"printings": printings})
    cards = catalog.card_by_code
    rows = [(cards[code].id, document, cards[code].version) for code, document in changed.items()]
    with editing(project.engine, author) as editor:
        editor.save_cards(ruleset, changed=rows, note="art")
    return matches


def _finding(file: Path, message: str) -> Finding:
    return Finding("art.file", "error", message, Where("file", file=str(file)))


def list_art(project: Project, ruleset: str) -> list[Listed]:
    """Return the art of every printing of a ruleset that names one."""
    rows = []
    for card in project.catalog(ruleset).cards:
        for printing in card.printings:
            if printing.art:
                rows.append(_listed(project.files / ART, card, printing.art))
    return rows


def _listed(folder: Path, card: Card, name: str) -> Listed:
    try:
        return Listed(card.code, card.name, name, inspect_picture(folder / name), "")
    except PictureError as error:
        return Listed(card.code, card.name, name, None, str(error))


def check_art(project: Project, ruleset: str) -> list[Finding]:
    """Return what is wrong with the art of a ruleset: missing, changed on the disk, damaged."""
    found = []
    for row in list_art(project, ruleset):
        file, problem = project.files / ART / row.art, row.problem
        if not problem and STORED.fullmatch(row.art) and hash_of(file) != row.art[:40]:
            problem = f"{row.art} is not what was stored; put the original back from a backup"
        if problem:
            where = Where("card", code=row.card, name=row.name, field="art")
            found.append(Finding("art.stored", "error", f"{problem}.", where, ruleset=ruleset))
    return found


def sweep_art(project: Project, *, days: int = DAYS, dry_run: bool = False) -> list[Path]:
    """Delete stored pictures that no card and no release names and that are older than this; return them.

    Only files under a hash name are touched, and scaled copies, which are made again when needed.
    """
    used = {p.art for code in list_all(project) for c in project.catalog(code).cards for p in c.printings}
    folder, limit = project.files / ART, time.time() - days * 86_400
    frozen = _frozen_names(project)
    orphans = [
        file
        for file in sorted(folder.glob("*"))
        if STORED.fullmatch(file.name) and file.suffix != ".json" and file.name not in used | frozen
        and file.stat().st_mtime < limit
    ]  # fmt: skip
    if not dry_run:
        for file in orphans:
            file.with_suffix(".json").unlink(missing_ok=True)
            file.unlink(missing_ok=True)
        for kept in sorted((folder / DERIVED).glob("*")):
            if kept.stat().st_mtime < limit:
                kept.unlink(missing_ok=True)
    return orphans


def list_all(project: Project) -> list[str]:
    """Return the codes of all rulesets."""
    with project.reading() as session:
        return list(list_rulesets(session))


def _frozen_names(project: Project) -> set[str]:
    """Return every stored name that stands in a release."""
    import zlib

    with project.reading() as session:
        contents = session.exec(select(Release.content))
        return {name for content in contents for name in STORED.findall(zlib.decompress(content).decode("utf-8"))}
