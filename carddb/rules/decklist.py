"""Deck lists as people type them, "3 Stone Golem" a line: read into a deck, and written back."""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from dataclasses import dataclass

from carddb.catalog import Card, Catalog, Deck, DeckEntry
from carddb.rules.finding import Finding, Where
from carddb.wording.folding import fold

_LINE = re.compile(r"(?:(\d{1,6})\s*[x×]?\s+|[x×]\s*(\d{1,6})\s+)?(\S.*)", re.IGNORECASE)
_MOST = 500
_LONGEST = 100_000


@dataclass(frozen=True, slots=True)
class DeckList:
    """What a list was read as: the deck of all lines that could be read, and what is wrong with the others."""

    deck: Deck
    findings: tuple[Finding, ...]


def read_deck_list(text: str, catalog: Catalog, *, name: str = "Deck list", code: str = "deck_list") -> DeckList:
    """Read a plain list: a quantity and a card's name or code on each line; # begins a comment.

    A line without a quantity counts as one card; the same card on several lines is added up.
    """
    reader = _Reader(catalog, name)
    if len(text) > _LONGEST:
        reader.fault(0, f"The list has {len(text):,} characters; at most {_LONGEST:,} are read.", text[:40])
        text = ""
    for number, line in enumerate(text.splitlines(), start=1):
        reader.read_line(number, line)
    entries = tuple(DeckEntry(card, quantity) for card, quantity in reader.quantities.items())
    return DeckList(Deck("", code, name, "", "", entries), tuple(reader.findings))


def write_deck_list(deck: Deck, catalog: Catalog) -> str:
    """Return a deck as a list that read_deck_list reads back; a name that two cards share is written as code."""
    shared = _by_name(catalog)
    lines = []
    for entry in deck.entries:
        card = catalog.card_by_code.get(entry.card)
        is_clear = card is not None and len(shared[fold(card.name)]) == 1 and "#" not in card.name
        lines.append(f"{entry.quantity} {card.name if card and is_clear else entry.card}\n")
    return "".join(lines)


def _by_name(catalog: Catalog) -> dict[str, list[Card]]:
    names: dict[str, list[Card]] = defaultdict(list)
    for card in catalog.cards:
        names[fold(card.name)].append(card)
    return names


class _Reader:
    def __init__(self, catalog: Catalog, name: str) -> None:
        self.catalog = catalog
        self.name = name
        self.by_name = _by_name(catalog)
        self.quantities: dict[str, int] = {}
        self.findings: list[Finding] = []

    def fault(self, row: int, message: str, actual: str, hint: str = "") -> None:
        where = Where("file", name=self.name, row=row or None)
        ruleset = self.catalog.ruleset.code
        self.findings.append(
            Finding("decklist.line", "error", message, where, ruleset=ruleset, actual=actual, hint=hint)
        )

    def read_line(self, number: int, line: str) -> None:
        text = line.lstrip("\ufeff").split("#", 1)[0].strip()
        match = _LINE.fullmatch(text)
        if not match:
            return
        typed = match[1] or match[2]
        card = self.find(number, match[3].strip())
        if card is None:
            return
        quantity = int(typed) if typed else 1
        if not 1 <= quantity <= _MOST:
            self.fault(number, f"Line {number}: {quantity} is no quantity; write 1 to {_MOST}.", text)
            return
        total = self.quantities.get(card.code, 0) + quantity
        if total > _MOST:
            self.fault(number, f"Line {number}: {card.name} would be in the deck {total} times.", text)
            return
        self.quantities[card.code] = total

    def find(self, number: int, name: str) -> Card | None:
        if name in self.catalog.card_by_code:
            return self.catalog.card_by_code[name]
        found = self.by_name.get(fold(name), [])
        if len(found) > 1:
            codes = ", ".join(card.code for card in found)
            self.fault(
                number, f'Line {number}: "{name}" is the name of several cards; write the code: {codes}.', name
            )
        elif not found:
            near = difflib.get_close_matches(fold(name), list(self.by_name), n=2, cutoff=0.6)
            hint = f"Did you mean {' or '.join(self.by_name[key][0].name for key in near)}?" if near else ""
            self.fault(number, f'Line {number}: there is no card "{name}".', name, hint)
        return found[0] if len(found) == 1 else None
