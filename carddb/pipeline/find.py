"""Choosing cards: by search, by deck code, by a plain deck list; and showing what was found."""

from __future__ import annotations

import csv
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from carddb.catalog import Card, Catalog, Deck
from carddb.edit import EditError
from carddb.edit.convert import card_document
from carddb.edit.problems import nearest
from carddb.pipeline.project import Project, UsageError
from carddb.rules.decklist import read_deck_list
from carddb.search import QueryError, parse, select


@dataclass(frozen=True, slots=True)
class Hits:
    """The cards of one ruleset that a search found."""

    catalog: Catalog
    cards: tuple[Card, ...]

    def as_json(self) -> list[dict[str, Any]]:
        """Return the cards as an export writes them."""
        return [card_document(card).model_dump(by_alias=True, mode="json") for card in self.cards]


def search(catalog: Catalog, text: str) -> tuple[Card, ...]:
    """Return the cards that a query selects. Raises: UsageError with the place and the remedy."""
    try:
        return select(parse(text, catalog), catalog)
    except QueryError as error:
        raise UsageError(str(error)) from None


def find_cards(project: Project, text: str, ruleset: str | None) -> dict[str, Hits]:
    """Search one ruleset or all. A query that only some rulesets understand is asked of those.

    Raises: UsageError when no ruleset understands the query.
    """
    hits: dict[str, Hits] = {}
    refused: dict[str, list[str]] = {}
    for code in project.rulesets([ruleset] if ruleset else []):
        catalog = project.catalog(code)
        try:
            hits[code] = Hits(catalog, search(catalog, text))
        except UsageError as error:
            refused.setdefault(str(error), []).append(code)
    if refused and not hits:
        if len(refused) == 1:
            raise UsageError(*refused)
        raise UsageError(" ".join(f"{', '.join(codes)}: {message}" for message, codes in refused.items()))
    return hits


def find_deck(catalog: Catalog, name: str) -> Deck:
    """Return a deck of the catalog by its code, or one read from a plain list in a file.

    Raises: UsageError when there is neither; EditError with all problems of the list.
    """
    if name in catalog.decks:
        return catalog.decks[name]
    path = Path(name)
    if not path.is_file():
        known = nearest(name, catalog.decks)
        raise UsageError(f"There is no deck and no file {name!r} in {catalog.ruleset.code}. {known}")
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{name}: byte {error.start + 1} is not UTF-8 text; save the file as UTF-8.") from None
    listed = read_deck_list(text, catalog, name=path.stem)
    if listed.findings:
        raise EditError([replace(f, where=replace(f.where, file=name)) for f in listed.findings])
    return listed.deck


def choose_cards(catalog: Catalog, text: str, deck: str | None) -> list[tuple[Card, int]]:
    """Return the cards to print or export with their quantities, in the order of the deck or of the catalog."""
    chosen = {card.code for card in search(catalog, text)}
    if deck is None:
        return [(card, 1) for card in catalog.cards if card.code in chosen]
    entries = find_deck(catalog, deck).entries
    cards = catalog.card_by_code
    return [(cards[entry.card], entry.quantity) for entry in entries if entry.card in chosen]


def rows_of(hits: Mapping[str, Hits]) -> tuple[Sequence[str], list[list[str]], Sequence[str]]:
    """Return titles, rows and right-aligned titles of a table; stats by short name where the card has them."""
    shorts: dict[str, str] = {}
    for found in hits.values():
        shorts.update({stat.code: stat.short for stat in found.catalog.stats})
    used = [code for code in shorts if any(code in card.stats for found in hits.values() for card in found.cards)]
    titles = ["code", "name", "type", "affinity", "rarity", *(shorts[code] for code in used)]
    rows = []
    for found in hits.values():
        catalog = found.catalog
        for card in found.cards:
            affinities = ", ".join(catalog.affinities[code].name for code in card.affinities)
            rarity = catalog.rarities[card.rarity].name if card.rarity else ""
            stats = [card.stats[code].printed if code in card.stats else "" for code in used]
            rows.append([card.code, card.name, catalog.type_line(card), affinities, rarity, *stats])
    return titles, rows, [shorts[code] for code in used]


FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters that make a spreadsheet run a cell; such a cell is written with a quote before it."""


def write_csv(hits: Mapping[str, Hits]) -> None:
    """Write what was found to stdout as CSV; cells that a spreadsheet would run are quoted with an apostrophe."""
    titles, rows, _ = rows_of(hits)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(titles)
    for row in rows:
        writer.writerow([f"'{cell}" if cell.startswith(FORMULA) else cell for cell in row])
