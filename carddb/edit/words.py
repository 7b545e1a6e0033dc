"""The ids and words of one ruleset that a card is written with, read again only when its vocabulary changed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import func, select
from sqlmodel import Session, SQLModel

from carddb import models
from carddb.catalog import Catalog, StatDef, TextDef
from carddb.catalog.read import find_ruleset, read_catalog
from carddb.edit.documents import CardDocument
from carddb.edit.registry import NOUNS
from carddb.wording.markup import Vocabulary

_Stamp = tuple[object, ...]
_kept: WeakKeyDictionary[Any, dict[str, tuple[_Stamp, Words]]] = WeakKeyDictionary()
"""The words of each ruleset by its code, for each database that is open. They are values: threads may share them."""


def read_words(session: Session, ruleset: str, *, keep: bool) -> Words:
    """Return the words of a ruleset: those of the last time when the history holds no change of the vocabulary since.

    The history is asked in this very transaction, and before the words are read: they are never older than it says.

    Args:
        session: where to read from.
        ruleset: its code.
        keep: False when the session has written: what it sees may never be committed, so nothing is taken from
            what others read, and nothing is left for them.

    Raises: LookupError when there is no such ruleset.
    """
    if not keep:
        return Words(session, ruleset)
    kept = _kept.setdefault(session.get_bind().engine.pool, {})
    stamp = _stamp(session, ruleset)
    known = kept.get(ruleset)
    if known is None or known[0] != stamp:
        known = kept[ruleset] = (stamp, Words(session, ruleset).complete())
    return known[1]


def _stamp(session: Session, ruleset: str) -> _Stamp:
    """Return what tells two states of a vocabulary apart: the ruleset, and number, last and time of its changes."""
    head: Any = models.Ruleset.__table__  # type: ignore[attr-defined]
    table: Any = models.Revision.__table__  # type: ignore[attr-defined]
    row = session.execute(select(head.c.id, head.c.uid, head.c.version).where(head.c.code == ruleset)).first()
    if row is None:
        return ()
    # the sum keeps the database from walking through all changes of a ruleset: those of cards are many more
    changes = (table.c.ruleset_id + 0 == row.id) & table.c.kind.in_(("ruleset", *NOUNS))
    number, last = session.execute(select(func.count(), func.max(table.c.id)).where(changes)).one()
    at = session.execute(select(table.c.at).where(table.c.id == last)).scalar_one_or_none()
    return (*row, number, last, at)


class Words:
    """A ruleset's codes with their row ids, each table read when it is asked for."""

    def __init__(self, session: Session, ruleset: str) -> None:
        self.session = session
        self.ruleset = ruleset
        self.ruleset_id = find_ruleset(session, ruleset).id

    @cached_property
    def catalog(self) -> Catalog:
        """Return the ruleset without cards and decks."""
        return read_catalog(self.session, self.ruleset, cards=(), decks=False)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Return what markup is read with."""
        return Vocabulary.of(self.catalog)

    def complete(self) -> Words:
        """Read at once what is otherwise read when it is asked for, and let go of the session. Returns: itself."""
        for name, value in vars(Words).items():
            if isinstance(value, cached_property):
                getattr(self, name)
        del self.session
        return self

    def ids(self, model: type[SQLModel]) -> dict[str, int]:
        """Return id by code for a table of the ruleset."""
        table: Any = model.__table__  # type: ignore[attr-defined]
        rows = self.session.execute(select(table.c.code, table.c.id).where(table.c.ruleset_id == self.ruleset_id))
        return {row.code: row.id for row in rows}

    @cached_property
    def card_type(self) -> dict[str, int]:
        """Return id by code of the card types."""
        return self.ids(models.CardType)

    @cached_property
    def rarity(self) -> dict[str, int]:
        """Return id by code of the rarities."""
        return self.ids(models.Rarity)

    @cached_property
    def affinity(self) -> dict[str, int]:
        """Return id by code of the affinities."""
        return self.ids(models.Affinity)

    @cached_property
    def role(self) -> dict[str, int]:
        """Return id by code of the roles."""
        return self.ids(models.Role)

    @cached_property
    def flag(self) -> dict[str, int]:
        """Return id by code of the flags."""
        return self.ids(models.Flag)

    @cached_property
    def keyword(self) -> dict[str, int]:
        """Return id by code of the keywords."""
        return self.ids(models.Keyword)

    @cached_property
    def card_set(self) -> dict[str, int]:
        """Return id by code of the card sets."""
        return self.ids(models.CardSet)

    @cached_property
    def stat_ids(self) -> dict[tuple[int, str], int]:
        """Return the id of a stat's definition by (card type id, code)."""
        return self._per_type(models.StatDef)

    @cached_property
    def text_ids(self) -> dict[tuple[int, str], int]:
        """Return the id of a text box's definition by (card type id, code)."""
        return self._per_type(models.TextDef)

    def _per_type(self, model: type[SQLModel]) -> dict[tuple[int, str], int]:
        table: Any = model.__table__  # type: ignore[attr-defined]
        rows = self.session.execute(select(table).where(table.c.ruleset_id == self.ruleset_id))
        return {(row.card_type_id, row.code): row.id for row in rows}

    def in_order(self, document: CardDocument) -> CardDocument:
        """Return a card with its words in the order of the ruleset, each once; unknown words stand last."""
        catalog = self.catalog
        lists: dict[str, Iterable[str]] = {
            "affinities": catalog.affinities,
            "roles": catalog.roles,
            "flags": catalog.flags,
        }
        ordered: dict[str, Any] = {name: _sorted(getattr(document, name), known) for name, known in lists.items()}
        tables: dict[str, Iterable[str]] = {
            "stats": self.stats_of(document.type),
            "texts": self.own_texts_of(document.type),
        }
        for name, known in tables.items():
            values = getattr(document, name)
            ordered[name] = {code: values[code] for code in _sorted(values, known)}
        ordered["links"] = list({(link.kind, link.to): link for link in document.links}.values())
        return document.model_copy(update=ordered)

    def stats_of(self, card_type: str) -> dict[str, StatDef]:
        """Return the stat definitions of a card type by code."""
        return dict(self.catalog.stats_of_type.get(card_type, {}))

    def own_texts_of(self, card_type: str) -> dict[str, TextDef]:
        """Return the further text boxes of a card type by code."""
        return {t.code: t for t in self.catalog.texts_of_type.get(card_type, ()) if t.box == "own"}


def _sorted(codes: Iterable[str], known: Iterable[str]) -> list[str]:
    rank = {code: place for place, code in enumerate(known)}
    return sorted(codes, key=lambda code: rank.get(code, len(rank)))
