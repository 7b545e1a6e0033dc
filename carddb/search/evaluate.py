"""The evaluation of a query on a catalog; carddb.search.sql must find the same, and a test asserts it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property

from carddb.catalog import Card, Catalog
from carddb.search.keys import compare
from carddb.search.query import Among, Either, Every, Neutral, Node, Not, Number, Numbered, Query, Stat, Text
from carddb.wording.folding import fold, search_text


def select(query: Query, catalog: Catalog) -> tuple[Card, ...]:
    """Return the cards that a query finds, in the order of the catalog."""
    if query.root is None:
        return catalog.cards
    fits = predicate(query, catalog)
    return tuple(card for card in catalog.cards if fits(card))


def matches(query: Query, card: Card, catalog: Catalog) -> bool:
    """Return whether a query finds a card."""
    return predicate(query, catalog)(card)


def predicate(query: Query, catalog: Catalog) -> Callable[[Card], bool]:
    """Return a function that tells whether a query finds a card; cheaper than matches() for many cards."""
    root = query.root
    if root is None:
        return lambda card: True
    return lambda card: _holds(root, _View(card, catalog))


class _View:
    """A card with the folded texts that only some queries need."""

    def __init__(self, card: Card, catalog: Catalog) -> None:
        self.card = card
        self.catalog = catalog

    @cached_property
    def folded(self) -> str:
        card = self.card
        return search_text(card.name, self.catalog.type_line(card), card.rules, card.texts.values())

    def codes(self, field: str) -> frozenset[str]:
        """Return the codes that the card has in a field of Among."""
        card = self.card
        match field:
            case "type":
                return frozenset((card.type,))
            case "affinity":
                return frozenset(card.affinities)
            case "rarity":
                return frozenset((card.rarity,))
            case "role":
                return frozenset(card.roles)
            case "keyword":
                return frozenset(found.keyword for found in card.keywords)
            case "set":
                return frozenset(printing.card_set for printing in card.printings)
            case "flag":
                return frozenset(card.flags)
            case "status":
                return frozenset((card.status,))
            case "has" | "grants" | "removes" | "refers" | "effect" | "trigger":
                return frozenset(use.code for use in card.uses if use.kind == field)
        return frozenset()

    def is_in_deck(self, codes: frozenset[str]) -> bool:
        """Return whether one of these decks holds the card."""
        decks = (self.catalog.decks[code] for code in codes if code in self.catalog.decks)
        return any(entry.card == self.card.code for deck in decks for entry in deck.entries)


def _holds(node: Node, view: _View) -> bool:
    match node:
        case Every(parts):
            return all(_holds(part, view) for part in parts)
        case Either(parts):
            return any(_holds(part, view) for part in parts)
        case Not(part):
            return not _holds(part, view)
        case Text():
            return _holds_text(node, view)
        case Among("deck", codes):
            return view.is_in_deck(codes)
        case Among(field, codes):
            return not codes.isdisjoint(view.codes(field))
        case Numbered():
            return _holds_numbered(node, view.card)
        case Neutral():
            return not view.card.affinities
        case Stat():
            return _holds_stat(node, view.card)
        case Number():
            return any(_holds_number(node, printing.number) for printing in view.card.printings)


def _holds_text(node: Text, view: _View) -> bool:
    if node.field == "any":
        return node.needle in view.folded
    if node.field == "text":
        lines = view.folded.split("\n")[2:]
        return any(node.needle == line if node.is_whole else node.needle in line for line in lines)
    folded = fold(view.card.name) if node.field == "name" else view.card.code
    return node.needle == folded if node.is_whole else node.needle in folded


def _holds_numbered(node: Numbered, card: Card) -> bool:
    if node.field == "keyword":
        found: list[int | str] = [n for k in card.keywords if k.keyword in node.codes for n in k.arguments]
    else:
        found = [n for use in card.uses if use.kind == node.field and use.code in node.codes for n in use.arguments]
    return any(isinstance(n, int) and compare(n, node.comparison, node.number) for n in found)


def _holds_stat(node: Stat, card: Card) -> bool:
    value = card.stats.get(node.stat)
    if value is None:
        return False
    if node.number is None or value.number is None:
        return (node.number == value.number) == (node.comparison == "=") and node.comparison in ("=", "!=")
    return compare(value.number, node.comparison, node.number)


def _holds_number(node: Number, printed: str) -> bool:
    if isinstance(node.value, str):
        return printed == node.value
    first = re.search(r"\d{1,9}", printed)
    return first is not None and compare(int(first[0]), node.comparison, node.value)
