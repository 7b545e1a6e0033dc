"""Renaming a thing and every text that names it: what would change, what would not and why. Writing is edit's."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import or_, select

from carddb import models
from carddb.catalog import Card
from carddb.catalog.read import read_cards
from carddb.edit import Editor, editing
from carddb.edit import documents as d
from carddb.edit.convert import catalog_document
from carddb.edit.registry import NOUNS
from carddb.edit.renaming import RenamePlan
from carddb.pipeline.project import Project, UsageError
from carddb.wording.folding import fold
from carddb.wording.reader import read_text

KINDS: Mapping[str, str] = {
    "card": "card",
    "token": "card",
    "keyword": "keyword",
    "type": "card_type",
    "role": "role",
    "marker": "flag",
    "zone": "zone",
    "phase": "phase",
    "affinity": "affinity",
}
"""The kinds of things that can be renamed, as people call them, with the editor's word for each."""

_PROSE = ("sections", "rules", "rulings", "zones", "phases", "keywords", "scenarios", "card_types", "roles", "flags")
_CARDS: Any = models.Card.__table__  # type: ignore[attr-defined]
_PRINTINGS: Any = models.Printing.__table__  # type: ignore[attr-defined]
_DECKS: Any = models.Deck.__table__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Mention:
    """A line that holds the old name and is left as it is.

    kind, code, name: of what the line belongs to; field: its place there; span: (first, last + 1) of the old name.
    """

    kind: str
    code: str
    name: str
    field: str
    text: str
    span: tuple[int, int]
    why: str


@dataclass(frozen=True, slots=True)
class Renaming:
    """A renaming as it would be, or as it was done."""

    plan: RenamePlan
    mentions: tuple[Mention, ...]

    @property
    def digest(self) -> str:
        """Return what changes when another text, another version or another name is part of the plan."""
        plan = self.plan
        told = (plan.kind, plan.thing_id, plan.after, plan.texts, plan.words, repr(plan.document))
        return hashlib.sha256(repr(told).encode()).hexdigest()[:20]

    def as_json(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        texts = [
            {"card": t.code, "name": t.name, "field": t.field, "before": t.before, "after": t.after}
            for t in self.plan.texts
        ]
        untouched = [
            {"kind": m.kind, "code": m.code, "name": m.name, "field": m.field, "text": m.text, "why": m.why}
            for m in self.mentions
        ]
        return {"before": self.plan.before, "after": self.plan.after, "texts": texts, "untouched": untouched}


def plan_renaming(editor: Editor, kind: str, thing_id: int, name: str, *, plural: str = "") -> Renaming:
    """Return what a new name would change and what it would leave; see Editor.rename_plan for what it raises."""
    plan = editor.rename_plan(kind, thing_id, name, plural=plural)
    return Renaming(plan, tuple(_Mentions(editor, plan).all()))


def rename(
    project: Project,
    ruleset: str,
    kind: str,
    code: str,
    name: str,
    *,
    author: str,
    plural: str = "",
    dry: bool = False,
) -> Renaming:
    """Rename a thing, named by a word of KINDS and its code, and every text that names it, in one go.

    dry: only tell what would change.
    Raises: UsageError for an unknown ruleset, kind or code; EditError when the name cannot be one.
    """
    (ruleset,) = project.rulesets([ruleset])
    if kind not in KINDS:
        raise UsageError(f"A {kind} cannot be renamed; kinds are {', '.join(KINDS)}.")
    with editing(project.engine, author) as editor:
        thing_id, version = _find(editor, ruleset, kind, code)
        found = plan_renaming(editor, KINDS[kind], thing_id, name, plural=plural)
        if not dry and found.plan.before != found.plan.after:
            editor.rename(KINDS[kind], thing_id, name, version, plural=plural)
    return found


def _find(editor: Editor, ruleset: str, kind: str, code: str) -> tuple[int, int]:
    table: Any = (models.Card if KINDS[kind] == "card" else NOUNS[KINDS[kind]].model).__table__  # type: ignore[attr-defined]
    mine = table.c.ruleset_id == editor.words(ruleset).ruleset_id
    row = editor.execute(select(table.c.id, table.c.version).where(mine, table.c.code == code)).first()
    if row is None:
        known = list(editor.session.scalars(select(table.c.code).where(mine).order_by(table.c.id).limit(12)))
        listed = (
            f"codes are {', '.join(known)}" if len(known) < 12 else f"'carddb find' shows cards; {known[0]} is one"
        )
        raise UsageError(f"There is no {kind} {code!r} in {ruleset}; {listed}.")
    return row.id, row.version


class _Mentions:
    """Looks for lines that hold the old name and are not changed."""

    def __init__(self, editor: Editor, plan: RenamePlan) -> None:
        self.editor = editor
        self.plan = plan
        self.ruleset = self._ruleset()
        self.ruleset_id = editor.words(self.ruleset).ruleset_id
        self.name = _word(plan.before)

    def _ruleset(self) -> str:
        model = models.Card if self.plan.kind == "card" else NOUNS[self.plan.kind].model
        table: Any = model.__table__  # type: ignore[attr-defined]
        row = self.editor.execute(select(table.c.ruleset_id).where(table.c.id == self.plan.thing_id)).one()
        return self.editor.ruleset_code(row.ruleset_id)

    def all(self) -> Iterator[Mention]:
        """Yield mentions in rules texts, then in prose."""
        if self.plan.before == self.plan.after:
            return
        changed = {(text.card_id, text.field): text.after for text in self.plan.texts}
        words = {fold(self.plan.before)} - {""}
        longer = self._longer_names()
        for card in self._cards(self.editor.cards_saying(self.ruleset, words)):
            for field, text in {"rules": card.rules, **card.texts}.items():
                for line in changed.get((card.id, field), text).split("\n"):
                    for found in self.name.finditer(line):
                        if self._is_new_name(line, found):
                            continue
                        why = self._why(card, line, found, longer)
                        yield Mention("card", card.code, card.name, field, line, found.span(), why)
        yield from self._prose()

    def _cards(self, ids: list[int]) -> tuple[Card, ...]:
        return read_cards(self.editor.session, self.ruleset_id, ids) if ids else ()

    def _is_new_name(self, line: str, found: re.Match[str]) -> bool:
        """Return whether the old name only stands there as a part of the new one."""
        return any(
            new.start() <= found.start() and found.end() <= new.end() for new in _word(self.plan.after).finditer(line)
        )

    def _longer_names(self) -> list[str]:
        """Return the names of other cards that hold the old name."""
        mine = _CARDS.c.ruleset_id == self.ruleset_id
        same = _CARDS.c.name_key.contains(fold(self.plan.before), autoescape=True)
        names = self.editor.session.scalars(select(_CARDS.c.name).where(mine, same))
        return [name for name in names if fold(name) != fold(self.plan.before)]

    def _why(self, card: Card, line: str, found: re.Match[str], longer: list[str]) -> str:
        for name in longer:
            for whole in _word(name).finditer(line):
                if whole.start() <= found.start() and found.end() <= whole.end():
                    return f"It is part of the name {name}."
        if self.plan.keeps:
            return f"Another card is still called {self.plan.before}."
        words = self.editor.lexicon(self.ruleset).words
        if not read_text(line, words, card.name).is_understood:
            return "This line is not understood, so only the name in its very letters is changed there."
        return f"Here these words do not name the {self.plan.kind.replace('_', ' ')}."

    def _prose(self) -> Iterator[Mention]:
        """Yield mentions in flavor texts, decks and the rulebook, in the very letters of the name."""
        name, why = self.plan.before, "Prose is for people; change it by hand where it should change."
        exact = re.compile(self.name.pattern)
        flavored = select(_PRINTINGS.c.card_id, _PRINTINGS.c.flavor).where(
            _PRINTINGS.c.ruleset_id == self.ruleset_id, _PRINTINGS.c.flavor.contains(name, autoescape=True)
        )
        rows = self.editor.execute(flavored).all()
        cards = {card.id: card for card in self._cards([row.card_id for row in rows])}
        for row in rows:
            card = cards[row.card_id]
            yield from _lines(exact, "card", card.code, card.name, "flavor", row.flavor, why)
        held = or_(_DECKS.c.name.contains(name, autoescape=True), _DECKS.c.text.contains(name, autoescape=True))
        for deck in self.editor.execute(select(_DECKS).where(_DECKS.c.ruleset_id == self.ruleset_id, held)):
            yield from _lines(exact, "deck", deck.code, deck.name, "name", deck.name, why)
            yield from _lines(exact, "deck", deck.code, deck.name, "text", deck.text, why)
        book = catalog_document(replace(self.editor.words(self.ruleset).catalog, cards=(), decks={}))
        for plural in _PROSE:
            kind = next(noun.kind for noun in NOUNS.values() if noun.plural == plural)
            for document in getattr(book, plural):
                shown = getattr(document, "name", "") or getattr(document, "title", "") or document.code
                if (kind, shown) == (self.plan.kind, self.plan.before):
                    continue
                for field, text in _texts(document):
                    yield from _lines(exact, kind, document.code, shown, field, text, why)


def _texts(document: d.Document) -> Iterator[tuple[str, str]]:
    for field in ("name", "title", "text", "reminder", "issue", "why"):
        value = getattr(document, field, None)
        if isinstance(value, str):
            yield field, value
    for reading in getattr(document, "readings", ()):
        yield f"reading {reading.code}", reading.text


def _lines(
    pattern: re.Pattern[str], kind: str, code: str, name: str, field: str, text: str, why: str
) -> Iterator[Mention]:
    for line in text.split("\n"):
        found = pattern.search(line)
        if found:
            yield Mention(kind, code, name, field, line, found.span(), why)


def _word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)


__all__ = ["KINDS", "Mention", "Renaming", "plan_renaming", "rename"]
