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

_REVISION: Any = models.Revision.__table__  # type: ignore[attr-defined]

_MANY = 200
"""With more changes than this since the last look all names are read again."""

Stamp = tuple[int, int, str]
"""How many revisions a ruleset has, number and time of the last: equal stamps mean equal names.

SQLite has one writer at a time, so that no revision comes before another that was seen: they need not be counted.
"""


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
    if not _has_one_writer(session) and _stamp(session, catalog.ruleset.id) != stamp:
        return _build(session, catalog)  # somebody committed while it was read; the next one keeps it
    if keep:
        kept[catalog.ruleset.uid] = (stamp, lexicon)
    return lexicon


_Kept = tuple[Stamp, Lexicon]
_kept: WeakKeyDictionary[Any, dict[str, _Kept]] = WeakKeyDictionary()
"""The words of each ruleset by its uid, for each database that is open. They are values: threads may share them."""


def _named(catalog: Catalog) -> Iterable[Any]:
    return (catalog.roles, catalog.zones, catalog.phases, catalog.flags)


def _stamp(session: Session, ruleset_id: int) -> Stamp:
    own = _REVISION.c.ruleset_id == ruleset_id
    last = session.execute(select(func.coalesce(func.max(_REVISION.c.id), 0)).where(own)).scalar_one()
    number = 0
    if not _has_one_writer(session):
        number = session.execute(select(func.count()).where(own, _REVISION.c.id <= last)).scalar_one()
    return number, last, _time(session, last)


def _time(session: Session, revision_id: int) -> str:
    """Return when a revision was made, or "None"."""
    return str(session.execute(select(_REVISION.c.at).where(_REVISION.c.id == revision_id)).scalar_one_or_none())


def _has_one_writer(session: Session) -> bool:
    return session.get_bind().dialect.name == "sqlite"


def _build(session: Session, catalog: Catalog) -> Lexicon:
    times = Counter(_names(session, catalog.ruleset.id))
    words = Words(replace(catalog, cards=()))
    words.names = Names(times, words.known_words)
    return Lexicon(words, Layered(times), vocabulary_of(catalog))


def _catch_up(session: Session, catalog: Catalog, known: _Kept, stamp: Stamp) -> Lexicon:
    (number, last, at), lexicon = known
    if _time(session, last) == at:  # else it is another database by now
        c = _REVISION.c
        query = select(c.kind, c.before, c.after).where(c.ruleset_id == catalog.ruleset.id, c.id > last)
        rows = session.execute(query.where(c.id <= stamp[1]).limit(_MANY + 1)).all()
        is_whole = _has_one_writer(session) or len(rows) == stamp[0] - number  # else older ones were committed later
        if len(rows) <= _MANY and is_whole:
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
