"""The translation of a query to SQL for lists of many cards. It must find what carddb.search.evaluate finds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, cast, column, exists, false, func, not_, or_, select, table, true
from sqlalchemy.dialects.postgresql import JSONPATH
from sqlmodel import SQLModel

from carddb import models
from carddb.search.query import Among, Either, Every, Neutral, Node, Not, Number, Numbered, Query, Stat, Text

_TRIGRAM = 3
"""Fewest characters that the trigram index of SQLite can look up."""

_FTS = table("card_fts", column("rowid"), column("card_fts"))


def where(query: Query, ruleset_id: int, *, dialect: str, is_common: bool = False) -> ColumnElement[bool]:
    """Return the condition on ``models.Card`` that holds for the cards of a ruleset which a query finds.

    Args:
        query: the query.
        ruleset_id: id of the ruleset.
        dialect: name of the database ("sqlite", "postgresql"); SQLite looks longer words up in its trigram table.
        is_common: True asks each card in turn instead of looking all hits up first: for the first page of a query
            that a good part of the cards fit.
    """
    own = _columns(models.Card).ruleset_id
    if query.root is None:
        mine: ColumnElement[bool] = own == ruleset_id
        return mine
    # the sum keeps SQLite from walking through all cards of the ruleset instead of those that were looked up
    mine = (own if is_common or dialect != "sqlite" or _has_own_index(query.root) else own + 0) == ruleset_id
    return and_(mine, _Translation(ruleset_id, dialect, is_common).of(query.root))


def _has_own_index(node: Node) -> bool:
    """Return whether cards are looked up by a column of their own that is indexed together with the ruleset."""
    parts = node.parts if isinstance(node, Every) else (node,)
    return any(isinstance(part, Text) and part.is_whole and part.field in ("name", "code") for part in parts) or all(
        isinstance(part, Among) and part.field == "type" for part in parts
    )


def _columns(model: type[SQLModel]) -> Any:
    return model.__table__.c  # type: ignore[attr-defined]


class _Translation:
    def __init__(self, ruleset_id: int, dialect: str, is_common: bool) -> None:
        self.ruleset_id = ruleset_id
        self.dialect = dialect
        self.is_common = is_common
        self.card = _columns(models.Card)

    def of(self, node: Node) -> ColumnElement[bool]:
        match node:
            case Every(parts):
                return and_(true(), *(self.of(part) for part in parts))
            case Either(parts):
                return or_(false(), *(self.of(part) for part in parts))
            case Not(part):
                return not_(self.of(part))
            case Text():
                return self.text(node)
            case Among():
                return self.among(node)
            case Numbered():
                return self.numbered(node)
            case Neutral():
                return not_(self.has(models.CardAffinity))
            case Stat():
                return self.stat(node)
            case Number():
                return self.number(node)

    def text(self, node: Text) -> ColumnElement[bool]:
        """Every part of search_text is a line: name, type line, then the texts (see folding.search_text)."""
        needle = _escape(node.needle)
        searched: ColumnElement[str] = self.card.search_text
        if node.field == "text" and node.is_whole:
            return (searched + "\n").like(f"%\n%\n{needle}\n%", escape="/")
        if node.field == "text":
            found = searched.like(f"%\n%\n%{needle}%", escape="/")
            return and_(self.indexed(node.needle), found) if self.is_indexed(node.needle) else found
        if node.field == "any":
            if self.is_indexed(node.needle):
                return self.indexed(node.needle)
            return searched.like(f"%{needle}%", escape="/")
        name = self.card.name_key if node.field == "name" else self.card.code
        if node.is_whole:
            equal: ColumnElement[bool] = name == node.needle
            return equal
        found = name.like(f"%{needle}%", escape="/")
        return (
            and_(self.indexed(node.needle), found) if node.field == "name" and self.is_indexed(node.needle) else found
        )

    def is_indexed(self, needle: str) -> bool:
        return self.dialect == "sqlite" and not self.is_common and len(needle) >= _TRIGRAM

    def indexed(self, needle: str) -> ColumnElement[bool]:
        quoted = '"' + needle.replace('"', '""') + '"'
        found: Select[Any] = select(_FTS.c.rowid).where(_FTS.c.card_fts.match(quoted))
        return self.is_one_of(self.card.id, found)

    def among(self, node: Among) -> ColumnElement[bool]:
        match node.field:
            case "type":
                type_id = self.card.card_type_id + 0 if self.is_common else self.card.card_type_id
                return self.is_one_of(type_id, self.ids(models.CardType, node.codes))
            case "rarity":
                is_it = self.is_one_of(self.card.rarity_id, self.ids(models.Rarity, node.codes))
                return and_(self.card.rarity_id.is_not(None), is_it)
            case "status":
                return self.is_one_of(self.card.status, sorted(node.codes))
            case "deck":
                return self.has(models.DeckEntry, self.ids(models.Deck, node.codes), "deck_id")
            case "affinity":
                return self.has(models.CardAffinity, self.ids(models.Affinity, node.codes), "affinity_id")
            case "role":
                return self.has(models.CardRole, self.ids(models.Role, node.codes), "role_id")
            case "keyword":
                return self.has(models.CardKeyword, self.ids(models.Keyword, node.codes), "keyword_id")
            case "set":
                return self.has(models.Printing, self.ids(models.CardSet, node.codes), "card_set_id")
            case "flag":
                return self.has(models.CardFlag, self.ids(models.Flag, node.codes), "flag_id")
            case "has" | "grants" | "removes" | "refers" | "effect" | "trigger":
                use = _columns(models.CardUse)
                return self.has(models.CardUse, fits=and_(use.kind == node.field, use.target.in_(sorted(node.codes))))

    def numbered(self, node: Numbered) -> ColumnElement[bool]:
        if node.field == "keyword":
            fits = self.has_number(_columns(models.CardKeyword).arguments, node)
            return self.has(models.CardKeyword, self.ids(models.Keyword, node.codes), "keyword_id", fits)
        use = _columns(models.CardUse)
        is_it = and_(use.kind == node.field, use.target.in_(sorted(node.codes)))
        return self.has(models.CardUse, fits=and_(is_it, self.has_number(use.arguments, node)))

    def has_number(self, arguments: Any, node: Numbered) -> ColumnElement[bool]:
        """Return whether a list of numbers, in which there may be an X, holds one that compares."""
        if self.dialect == "postgresql":
            path = f"$[*] ? (@ {_JSONPATH.get(node.comparison, node.comparison)} {node.number})"
            return func.jsonb_path_exists(arguments, cast(path, JSONPATH))
        held = func.json_each(arguments).table_valued("value", "type")
        return exists().where(held.c.type == "integer", _COMPARE[node.comparison](held.c.value, node.number))

    def stat(self, node: Stat) -> ColumnElement[bool]:
        number = _columns(models.CardStat).number
        if node.number is None:
            fits = number.is_(None) if node.comparison == "=" else number.is_not(None)
        elif node.comparison == "!=":
            fits = or_(number.is_(None), number != node.number)
        else:
            fits = _COMPARE[node.comparison](number, node.number)
        return self.has(models.CardStat, self.ids(models.StatDef, frozenset((node.stat,))), "stat_def_id", fits)

    def number(self, node: Number) -> ColumnElement[bool]:
        printing = _columns(models.Printing)
        if isinstance(node.value, str):
            return self.has(models.Printing, fits=printing.number == node.value)
        return self.has(models.Printing, fits=_COMPARE[node.comparison](printing.number_order, node.value))

    def ids(self, model: type[SQLModel], codes: frozenset[str]) -> Select[Any]:
        columns = _columns(model)
        return select(columns.id).where(columns.ruleset_id == self.ruleset_id, columns.code.in_(sorted(codes)))

    def has(
        self,
        model: type[SQLModel],
        ids: Select[Any] | None = None,
        name: str = "",
        fits: ColumnElement[bool] | None = None,
    ) -> ColumnElement[bool]:
        """Return whether the card has a row in a child table: one that names one of the ids and fits."""
        columns = _columns(model)
        own = (
            columns.ruleset_id + 0 if self.is_common else columns.ruleset_id
        )  # the sum: by the card, not the ruleset
        found = select(columns.card_id).where(own == self.ruleset_id)
        if ids is not None:
            found = found.where(columns[name].in_(ids))
        if fits is not None:
            found = found.where(fits)
        if self.is_common:
            return found.where(columns.card_id == self.card.id).correlate(models.Card.__table__).exists()  # type: ignore[attr-defined]
        return self.is_one_of(self.card.id, found)

    @staticmethod
    def is_one_of(left: Any, values: Any) -> ColumnElement[bool]:
        found: ColumnElement[bool] = left.in_(values)
        return found


def _escape(needle: str) -> str:
    """Return a needle whose %, _ and / are plain characters of a LIKE pattern."""
    return needle.replace("/", "//").replace("%", "/%").replace("_", "/_")


_JSONPATH = {"=": "=="}
"""Operators that JSON paths of PostgreSQL write otherwise."""

_COMPARE: dict[str, Callable[[Any, int], ColumnElement[bool]]] = {
    "=": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
