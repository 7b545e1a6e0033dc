"""The words that texts of a ruleset are read with, the names of all its cards among them.

Building them for many cards takes a second, so they are kept between sessions; the history tells what changed since.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import func, select
from sqlmodel import Session

from carddb import models
from carddb.catalog import Catalog
from carddb.wording.layers import Layered
from carddb.wording.names import Names
from carddb.wording.words import Words

_MANY = 200
"""With more changes than this since the last look all names are read again."""

Stamp = tuple[int, int, str]
"""How many revisions a ruleset has, number and time of the last: equal stamps mean equal names."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words with names; ``times``: how many cards have each name; ``vocabulary``: what else they are made from."""

    words: Words
    times: Layered[str, int]
    vocabulary: object

    def with_names(self, added: Iterable[str], removed: Iterable[str] = ()) -> Lexicon:
        """Return the words after cards got names and others lost theirs; itself when no name came or went."""
        change = Counter(added)
        change.subtract(Counter(removed))
        moved = {name: number for name, number in change.items() if number}
        if not moved:
            return self
        times = self.times.copy()
        for name, number in moved.items():
            left = (times.get(name) or 0) + number
            if left > 0:
                times.put(name, left)
            else:
                times.drop(name)
        came = [name for name in moved if name in times and name not in self.times]
        went = [name for name in moved if name not in times and name in self.times]
        if not came and not went:
            return replace(self, times=times)
        names = self.words.names.copy()
        for name in went:
            names.remove(name)
        for name in came:
            names.add(name)
        return Lexicon(self.words.with_names(names, (*came, *went)), times, self.vocabulary)

    def with_vocabulary(self, catalog: Catalog) -> Lexicon:
        """Return the same names among the words of a catalog; itself when those are the same."""
        vocabulary = vocabulary_of(catalog)
        if vocabulary == self.vocabulary:
            return self
        words = Words(replace(catalog, cards=()))
        words.names = self.words.names.copy(words.known_words)
        return Lexicon(words, self.times, vocabulary)


def vocabulary_of(catalog: Catalog) -> object:
    """Return all that the reading of texts depends on, but for the names of cards."""
    return (
        [(p.code, p.kind, p.pattern) for p in catalog.phrases.values()],
        [(t.code, t.name, t.plural) for t in catalog.card_types.values()],
        [(n.code, n.name) for nouns in _named(catalog) for n in nouns.values()],
        [(s.code, s.name) for s in catalog.stats],
        list(catalog.symbols),
        [(k.code, k.name, k.aliases, len(k.arguments)) for k in catalog.keywords.values()],
    )


def read_lexicon(session: Session, catalog: Catalog, *, keep: bool) -> Lexicon:
    """Return the words of a catalog (its cards are not needed) with the names of all cards in the database.

    keep: False when the session has written: what it sees may never be committed, so nobody else may get it.
    """
    kept = _kept.setdefault(session.get_bind().engine.pool, {})
    stamp = _stamp(session, catalog.ruleset.id)
    known = kept.get(catalog.ruleset.uid)
    if known is None:
        lexicon = _build(session, catalog)
    else:
        lexicon = known[1] if known[0] == stamp else _catch_up(session, catalog, known, stamp)
        lexicon = lexicon.with_vocabulary(catalog)
    if keep:
        kept[catalog.ruleset.uid] = (stamp, lexicon)
    return lexicon


_Kept = tuple[Stamp, Lexicon]
_kept: WeakKeyDictionary[Any, dict[str, _Kept]] = WeakKeyDictionary()
"""The words of each ruleset by its uid, for each database that is open. They are values: threads may share them."""


def _named(catalog: Catalog) -> Iterable[Any]:
    return (catalog.roles, catalog.zones, catalog.phases, catalog.flags)


def _stamp(session: Session, ruleset_id: int) -> Stamp:
    table: Any = models.Revision.__table__  # type: ignore[attr-defined]
    query = select(func.count(), func.coalesce(func.max(table.c.id), 0)).where(table.c.ruleset_id == ruleset_id)
    number, last = session.execute(query).one()
    at = session.execute(select(table.c.at).where(table.c.id == last)).scalar_one_or_none()
    return number, last, str(at)


def _build(session: Session, catalog: Catalog) -> Lexicon:
    times = Counter(_names(session, catalog.ruleset.id))
    words = Words(replace(catalog, cards=()))
    words.names = Names(times, words.known_words)
    return Lexicon(words, Layered(times), vocabulary_of(catalog))


def _catch_up(session: Session, catalog: Catalog, known: _Kept, stamp: Stamp) -> Lexicon:
    (number, last, _), lexicon = known
    if 0 < stamp[0] - number <= _MANY:
        table: Any = models.Revision.__table__  # type: ignore[attr-defined]
        query = select(table.c.kind, table.c.before, table.c.after)
        rows = session.execute(query.where(table.c.ruleset_id == catalog.ruleset.id, table.c.id > last)).all()
        if len(rows) == stamp[0] - number:  # else somebody's older numbers were committed later
            cards = [row for row in rows if row.kind == "card"]
            return lexicon.with_names(
                [row.after["name"] for row in cards if row.after], [row.before["name"] for row in cards if row.before]
            )
    times = Counter(_names(session, catalog.ruleset.id))
    before = Counter(dict(lexicon.times.items()))
    return lexicon.with_names((times - before).elements(), (before - times).elements())


def _names(session: Session, ruleset_id: int) -> list[str]:
    table: Any = models.Card.__table__  # type: ignore[attr-defined]
    return list(session.scalars(select(table.c.name).where(table.c.ruleset_id == ruleset_id)))
