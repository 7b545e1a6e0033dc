"""The list of cards: a search, an order and a page, in a fixed number of queries however many cards there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select

from admin import desk
from admin.desk import CARDS, RulesetLine
from carddb import models
from carddb.catalog import Card, Catalog, StatDef
from carddb.catalog.read import read_cards
from carddb.search import QueryError, parse, where

PAGE = 50
LAST_PAGE = 1_000_000
MOST_STATS = 8
"""Columns of numbers in the list; further stats show in the card."""

_PRINTINGS = models.Printing.__table__  # type: ignore[attr-defined]
_STATS = models.CardStat.__table__  # type: ignore[attr-defined]
_STAT_DEFS = models.StatDef.__table__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class CardPage:
    """One page of a search; ``error`` says why the query cannot be read, and then there are no cards."""

    cards: tuple[Card, ...]
    total: int
    page: int
    error: QueryError | None = None

    @property
    def pages(self) -> int:
        """Return how many pages there are, at least one."""
        return max(1, ceil(self.total / PAGE))

    @property
    def first(self) -> int:
        """Return the place of the first card shown, from 1."""
        return (self.page - 1) * PAGE + 1


def find_page(line: RulesetLine, text: str, *, sort: str, is_down: bool, page: int) -> CardPage:
    """Return one page of the cards that a query finds."""
    catalog = query_catalog(line, text)
    try:
        condition = where(parse(text, catalog), line.id, dialect=desk.desk().engine.dialect.name)
    except QueryError as error:
        return CardPage((), 0, 1, error)
    session = desk.session()
    if text.strip():
        total = int(session.execute(select(func.count()).select_from(CARDS).where(condition)).scalar_one())
    else:
        total = desk.count_cards(line)
    page = min(max(page, 1), max(1, ceil(total / PAGE)))
    query = _ordered(select(CARDS.c.id).where(condition), sort, is_down, catalog, line.id)
    ids = list(session.scalars(query.limit(PAGE).offset((page - 1) * PAGE)))
    by_id = {card.id: card for card in read_cards(session, line.id, ids)} if ids else {}
    return CardPage(tuple(by_id[i] for i in ids if i in by_id), total, page)


def query_catalog(line: RulesetLine, text: str) -> Catalog:
    """Return the words that a query may use; decks are read only when it names one."""
    catalog = desk.words(line)
    if "deck" not in text.lower():
        return catalog
    from dataclasses import replace

    from carddb.catalog import Deck

    decks = models.Deck.__table__  # type: ignore[attr-defined]
    rows = desk.session().execute(select(decks).where(decks.c.ruleset_id == line.id).order_by(decks.c.position))
    return replace(catalog, decks={r.code: Deck(r.uid, r.code, r.name, r.style, r.text, ()) for r in rows})


def sort_keys(catalog: Catalog) -> Mapping[str, str]:
    """Return what cards may be ordered by, with the words for it."""
    stats = {f"stat.{stat.code}": stat.name for stat in stat_columns(catalog)}
    return {"order": "ruleset order", "name": "name", "type": "type", "rarity": "rarity", "number": "number", **stats}


def stat_columns(catalog: Catalog) -> list[StatDef]:
    """Return the numbers that have a column of their own: each code once, those of most card types first."""
    by_code: dict[str, StatDef] = {}
    uses: dict[str, int] = {}
    for stat in catalog.stats:
        by_code.setdefault(stat.code, stat)
        uses[stat.code] = uses.get(stat.code, 0) + 1
    order = list(by_code)
    kept = sorted(order, key=lambda code: (-uses[code], order.index(code)))[:MOST_STATS]
    return [by_code[code] for code in order if code in kept]


def _ordered(query: Select[Any], sort: str, is_down: bool, catalog: Catalog, ruleset_id: int) -> Select[Any]:
    """Add the order; a sort that does not exist is the order of the ruleset."""
    keys: list[ColumnElement[Any]] = [CARDS.c.position]
    if sort == "name":
        keys = [CARDS.c.name_key]
    elif sort == "type":
        keys = [CARDS.c.card_type_id, CARDS.c.name_key]
    elif sort == "rarity":
        keys = [CARDS.c.rarity_id, CARDS.c.name_key]
    elif sort == "number":
        first = select(func.min(_PRINTINGS.c.number_order)).where(_PRINTINGS.c.card_id == CARDS.c.id)
        keys = [first.scalar_subquery(), CARDS.c.name_key]
    elif sort.startswith("stat.") and sort in sort_keys(catalog):
        ids = select(_STAT_DEFS.c.id).where(
            _STAT_DEFS.c.ruleset_id == ruleset_id, _STAT_DEFS.c.code == sort.removeprefix("stat.")
        )
        number = select(_STATS.c.number).where(_STATS.c.card_id == CARDS.c.id, _STATS.c.stat_def_id.in_(ids))
        value = number.limit(1).scalar_subquery()
        return query.order_by((value.desc() if is_down else value.asc()).nulls_last(), CARDS.c.name_key, CARDS.c.id)
    if is_down:
        return query.order_by(*(key.desc() for key in keys), CARDS.c.id.desc())
    return query.order_by(*keys, CARDS.c.id)
