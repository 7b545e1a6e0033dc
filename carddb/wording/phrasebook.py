"""The phrases that a ruleset knows, in groups, each with its meaning and a line of a real card.

What the booklet, the guide for designers and the help in the admin show; nothing here draws.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal

from carddb.catalog import Card, Catalog
from carddb.wording.reader import NOTHING, read_text
from carddb.wording.registry import slots_of
from carddb.wording.tree import Computed, Filter, Reference
from carddb.wording.words import KnownForm, Words

GROUPS: Mapping[str, tuple[str, str]] = {
    "trigger": ("Triggers", "An event that starts an ability; a comma follows it."),
    "condition": ("Conditions", "Opened by “if” before an effect, by “while” before what lasts."),
    "cost": ("Costs", "Paid before a colon, or after “you may”; without it nothing happens."),
    "effect": ("Effects", "What is done, in the order of the words."),
    "duration": ("Durations", "Behind an effect: how long it holds."),
    "static": ("What lasts", "Holds for as long as the card is in play."),
    "event": ("Events that are replaced", "Between “if” and the comma of a line that ends in “instead”."),
    "limit": ("Limits", "A sentence of its own behind an ability."),
    "amount": ("Amounts", "Worked out when the effect happens."),
    "mark": ("Words around an ability", "They open an ability or part it."),
    "reference": ("Words for a card", "They stand where a card is wanted."),
    "state": ("States", "Before the word for a card, to narrow it."),
    "place": ("Places", "Behind the word for a card, to narrow it."),
}
"""Kind of phrase -> its title and one sentence about it, in order."""

_GROUP_OF = {"payment": "cost", "may": "mark", "do": "mark"}

GAPS: Mapping[str, str] = {
    "selector": "card",
    "things": "cards",
    "cards": "kind of card",
    "number": "number",
    "amount": "amount",
    "changes": "change",
    "keywords": "keyword",
    "zone": "zone",
    "resource": "resource",
    "stat": "stat",
    "row": "row",
    "phase": "phase",
    "name": "name",
}
"""Kind of argument -> the word that stands for it in a shown pattern."""

_PIECE = re.compile(r"<([a-z_]+)(?::([a-z]+))?>|([\[\]])")
_CANDIDATES = 6


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a shown pattern: words, a gap, or a bracket around what may be left out."""

    kind: Literal["words", "gap", "bracket"]
    text: str


@dataclass(frozen=True, slots=True)
class Example:
    """A line of a card; from ``start`` to ``end`` stands the phrase (equal where its place is not known)."""

    card: str
    code: str
    line: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A phrase: its pattern, its meaning, how many cards print it, and the line of one of them."""

    code: str
    pieces: tuple[Piece, ...]
    text: str
    may_pay: bool
    cards: int
    example: Example | None

    @property
    def pattern(self) -> str:
        """Return the pattern as plain words, its gaps in angle brackets."""
        return "".join(f"<{p.text}>" if p.kind == "gap" else p.text for p in self.pieces)


@dataclass(frozen=True, slots=True)
class Group:
    """Phrases that may stand in the same place of a line."""

    kind: str
    title: str
    text: str
    entries: tuple[Entry, ...]


def read_phrasebook(catalog: Catalog, words: Words) -> tuple[Group, ...]:
    """Return the groups of phrases that the ruleset knows; a group without phrases is left out."""
    uses: dict[tuple[str, str], list[Example]] = defaultdict(list)
    for card in catalog.cards:
        for text in (card.rules, *card.texts.values()):
            for key, example in _examples(card, text, words):
                uses[key].append(example)
    taken: set[str] = set()
    entries: dict[str, list[Entry]] = defaultdict(list)
    for known in words.forms.values():
        group, code = _group(known), known.form.code
        only_pays = group != "cost" and known.form.pays and uses["cost", code] and not uses[group, code]
        if group in GROUPS and not only_pays:
            entries[group].append(_entry(known, uses[group, code], taken))
        if group != "cost" and known.form.pays and uses["cost", code]:
            entries["cost"].append(_entry(known, uses["cost", code], taken))
    return tuple(Group(kind, *GROUPS[kind], tuple(entries[kind])) for kind in GROUPS if entries[kind])


def show_pattern(known: KnownForm) -> tuple[Piece, ...]:
    """Return a pattern as it is shown to people."""
    slots = slots_of(known.form.node) if is_dataclass(known.form.node) else {}
    pattern = known.pattern.replace("[ ", " [")
    pieces: list[Piece] = []
    end = 0
    for match in _PIECE.finditer(pattern):
        if match.start() > end:
            pieces.append(_words(pattern[end : match.start()]))
        if match[3]:
            pieces.append(Piece("bracket", match[3]))
        else:
            kind = match[2] or slots[match[1]].kind
            pieces.append(Piece("gap", GAPS.get(kind, kind)))
        end = match.end()
    if end < len(pattern):
        pieces.append(_words(pattern[end:]))
    return tuple(pieces)


def _words(text: str) -> Piece:
    return Piece("words", text.replace("|", "/"))


def _group(known: KnownForm) -> str:
    return _GROUP_OF.get(known.form.kind, known.form.kind)


def _entry(known: KnownForm, uses: list[Example], taken: set[str]) -> Entry:
    """Return a phrase with its shortest line, of a card that is not shown yet where there is one."""
    short = sorted(uses, key=lambda e: (len(e.line), e.line, e.code))[:_CANDIDATES]
    example = next((e for e in short if e.code not in taken), short[0] if short else None)
    if example is not None:
        taken.add(example.code)
    pieces = show_pattern(known)
    return Entry(known.form.code, pieces, known.text, known.form.pays, len({e.code for e in uses}), example)


def _examples(card: Card, text: str, words: Words) -> Iterator[tuple[tuple[str, str], Example]]:
    """Yield what a text uses: (group, code of the phrase) with the line and the place in it."""
    if text.strip() == NOTHING:
        return
    for line in text.split("\n"):
        reading = read_text(line, words, card.name)
        if not reading.is_understood:
            continue
        paid = {id(node) for ability in reading.abilities for node in _costs(ability)}
        for span in reading.spans:
            known = words.forms.get(span.code)
            if known is not None:
                group = "cost" if id(span.node) in paid else _group(known)
                yield (group, span.code), Example(card.name, card.code, line, span.start, span.end)
        for kind, code in {key for ability in reading.abilities for key in _inner(ability, words)}:
            start, end = _place(line, words.forms[code])
            yield (kind, code), Example(card.name, card.code, line, start, end)


def _costs(value: Any) -> Iterator[Any]:
    yield from getattr(value, "costs", ())
    for clause in getattr(value, "clauses", ()):
        yield from clause.costs


def _inner(value: Any, words: Words) -> Iterator[tuple[str, str]]:
    """Yield the phrases inside of phrases: words for cards, states, places and amounts."""
    if isinstance(value, tuple):
        for part in value:
            yield from _inner(part, words)
        return
    if not is_dataclass(value) or isinstance(value, type):
        return
    if isinstance(value, Reference):
        yield "reference", value.code
    elif isinstance(value, Filter):
        yield from (("state", code) for code in value.states)
        if value.place:
            yield "place", value.place
    elif isinstance(value, Computed):
        for known in words.by_node.get(type(value), ()):
            if all(getattr(value, name) == fixed for name, fixed in known.form.fixed.items()):
                yield "amount", known.form.code
    for one in fields(value):
        yield from _inner(getattr(value, one.name), words)


def _place(line: str, known: KnownForm) -> tuple[int, int]:
    """Return where the words of a phrase without gaps stand in a line."""
    if "<" in known.pattern:
        return 0, 0
    found = re.search(rf"(?<!\w){re.escape(known.pattern)}(?!\w)", line, re.IGNORECASE)
    return found.span() if found else (0, 0)
