"""The list of cards: a search, an order and a page, in a fixed number of queries however many cards there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import Any

from flask import abort
from sqlalchemy import ColumnElement, Select, func, select

from admin import desk
from admin.desk import CARDS, RulesetLine
from admin.safety import Sentence
from carddb import models
from carddb.catalog import Card, Catalog, Deck, StatDef
from carddb.catalog.read import read_cards
from carddb.search import Query, QueryError, parse, where

PAGE = 50
COUNTED = 200
"""Hits of a common query that are counted; a page then says "more than"."""
WALKED_SORTS = ("order", "name")
"""Orders that an index has, so that a walk along it meets the cards one after the other."""
SAMPLE = 1000
"""Cards that are asked to see whether a query is common."""
WALKED = 5000
"""Rulesets of up to this many cards are searched and counted in full."""
MOST_STATS = 8
"""Columns of numbers in the list; further stats show in the card."""

_PRINTINGS = models.Printing.__table__  # type: ignore[attr-defined]
_STATS = models.CardStat.__table__  # type: ignore[attr-defined]
_STAT_DEFS = models.StatDef.__table__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class CardPage:
    """One page of a search; ``error`` says why the query cannot be read, and then there are no cards.

    total: how many cards were found; with is_floor there are more, which were not counted.
    """

    cards: tuple[Card, ...]
    total: int
    page: int
    has_more: bool = False
    is_floor: bool = False
    error: QueryError | None = None

    @property
    def first(self) -> int:
        """Return the place of the first card shown, from 1."""
        return (self.page - 1) * PAGE + 1


def find_page(line: RulesetLine, text: str, *, sort: str, is_down: bool, page: int) -> CardPage:
    """Return one page of the cards that a query finds."""
    catalog = query_catalog(line, text)
    try:
        query = parse(text, catalog)
    except QueryError as error:
        return CardPage((), 0, 1, error=error)
    dialect = desk.desk().engine.dialect.name
    is_common = _is_common(line, query, dialect)
    is_walked = is_common and sort in WALKED_SORTS
    condition = where(query, line.id, dialect=dialect, is_common=is_walked)
    if sort == "number":
        found = _by_number(line, query, condition, is_down)
    elif sort.startswith("stat.") and sort in sort_keys(catalog):
        found = _by_stat(line, query, condition, sort.removeprefix("stat."), is_down)
    else:
        found = partial(_slice, _ordered(select(CARDS.c.id).where(condition), sort, is_down))
    if query.is_empty:
        total = desk.count_cards(line)
    elif is_common:
        total = _count(condition, COUNTED if is_walked else None)
    else:
        every = found(0, None)
        total, found = len(every), lambda start, number: every[start : start + (number or 0)]
    is_floor = is_walked and total > COUNTED
    total = COUNTED if is_floor else total
    last = max(1, ceil(total / PAGE))
    if page > last and not is_floor:
        abort(404, Sentence(f"There is no page {page}; the last one is {last}."))
    ids = found((page - 1) * PAGE, PAGE + 1)
    by_id = {card.id: card for card in read_cards(desk.session(), line.id, ids[:PAGE])} if ids else {}
    cards = tuple(by_id[i] for i in ids[:PAGE] if i in by_id)
    return CardPage(cards, total, page, has_more=len(ids) > PAGE, is_floor=is_floor)


def _slice(query: Select[Any], start: int, number: int | None) -> list[int]:
    return list(desk.session().scalars(query.limit(number).offset(start) if number else query))


def _count(condition: ColumnElement[bool], most: int | None) -> int:
    found = select(CARDS.c.id).where(condition)
    if most is not None:
        found = found.order_by(CARDS.c.position, CARDS.c.id).limit(most + 1)
    return int(desk.session().execute(select(func.count()).select_from(found.subquery())).scalar_one())


def _is_common(line: RulesetLine, query: Query, dialect: str) -> bool:
    """Return whether a good part of the first cards fits a query, so that walking along finds a page."""
    if query.is_empty or dialect != "sqlite" or desk.count_cards(line) <= WALKED:
        return False
    first = (
        select(CARDS.c.id).where(CARDS.c.ruleset_id == line.id).order_by(CARDS.c.position, CARDS.c.id).limit(SAMPLE)
    )
    fits = where(query, line.id, dialect=dialect, is_common=True)
    sample = first.subquery()
    tried = select(func.count()).select_from(sample.join(CARDS, CARDS.c.id == sample.c.id)).where(fits)
    return int(desk.session().execute(tried).scalar_one()) * 20 >= SAMPLE


def query_catalog(line: RulesetLine, text: str) -> Catalog:
    """Return the words that a query may use; decks are read only when it names one."""
    catalog = desk.words(line)
    if "deck" not in text.lower():
        return catalog
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


def _ordered(query: Select[Any], sort: str, is_down: bool) -> Select[Any]:
    """Add the order; a sort that does not exist is the order of the ruleset."""
    keys: list[ColumnElement[Any]] = [CARDS.c.position]
    if sort == "name":
        keys = [CARDS.c.name_key]
    elif sort == "type":
        keys = [CARDS.c.card_type_id, CARDS.c.name_key]
    elif sort == "rarity":
        keys = [CARDS.c.rarity_id, CARDS.c.name_key]
    if is_down:
        return query.order_by(*(key.desc() for key in keys), CARDS.c.id.desc())
    return query.order_by(*keys, CARDS.c.id)


def _by_number(
    line: RulesetLine, query: Query, condition: ColumnElement[bool], is_down: bool
) -> Callable[[int, int | None], list[int]]:
    """Return what finds ids ordered by collector number, that of a card's first printing; then cards without one."""
    other = _PRINTINGS.alias()
    before = (other.c.number_order < _PRINTINGS.c.number_order) | (
        (other.c.number_order == _PRINTINGS.c.number_order) & (other.c.id < _PRINTINGS.c.id)
    )
    is_first = ~select(other.c.id).where(other.c.card_id == _PRINTINGS.c.card_id, before).exists()
    has = (_PRINTINGS.c.ruleset_id == line.id) & _PRINTINGS.c.number_order.is_not(None) & is_first
    if not query.is_empty:
        has &= _PRINTINGS.c.card_id.in_(select(CARDS.c.id).where(condition))
    number, card = _PRINTINGS.c.number_order, _PRINTINGS.c.card_id
    order = (number.desc(), card.desc()) if is_down else (number, card)
    numbered = select(_PRINTINGS.c.card_id).where(_PRINTINGS.c.number_order.is_not(None))
    without = select(CARDS.c.id).where(condition, CARDS.c.id.not_in(numbered))
    return _with_rest(select(card).where(has).order_by(*order), select(func.count()).where(has), without)


def _by_stat(
    line: RulesetLine, query: Query, condition: ColumnElement[bool], stat: str, is_down: bool
) -> Callable[[int, int | None], list[int]]:
    """Return what finds ids ordered by a number: cards that have it, then those with X, then those without."""
    ids = select(_STAT_DEFS.c.id).where(_STAT_DEFS.c.ruleset_id == line.id, _STAT_DEFS.c.code == stat)
    has = _STATS.c.stat_def_id.in_(list(desk.session().scalars(ids)))
    if not query.is_empty:
        has &= _STATS.c.card_id.in_(select(CARDS.c.id).where(condition))
    order = (_STATS.c.number.desc() if is_down else _STATS.c.number.asc()).nulls_last()
    with_it = select(_STATS.c.card_id).where(has).order_by(order, _STATS.c.card_id)
    without = select(CARDS.c.id).where(condition, CARDS.c.id.not_in(select(_STATS.c.card_id).where(has)))
    return _with_rest(with_it, select(func.count()).select_from(_STATS).where(has), without)


def _with_rest(
    with_it: Select[Any], counted: Select[Any], without: Select[Any]
) -> Callable[[int, int | None], list[int]]:
    """Return what finds ids of one query, then those of another one in the order of the ruleset.

    counted: counts what the first one finds.
    """

    def find(start: int, number: int | None) -> list[int]:
        found = _slice(with_it, start, number)
        if number is None or len(found) < number:
            before = int(desk.session().execute(counted).scalar_one())
            rest = None if number is None else number - len(found)
            found += _slice(_ordered(without, "order", False), max(0, start - before), rest)
        return found

    return find
