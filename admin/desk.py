"""What every page works with: the engine, the folder of files, and catalogs that are read only when they changed.

No page and no template here.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

from flask import abort, current_app, g
from flask_login import current_user
from sqlalchemy import Engine, func, select
from sqlmodel import Session

from carddb import models
from carddb.catalog import Catalog
from carddb.catalog.read import read_catalog
from carddb.edit import Editor, editing
from carddb.pipeline.project import Project

T = TypeVar("T")

KEPT_CARDS = 5000
"""A whole catalog with more cards than this is not kept in memory between requests."""

RULESETS = models.Ruleset.__table__  # type: ignore[attr-defined]
REVISIONS = models.Revision.__table__  # type: ignore[attr-defined]
CARDS = models.Card.__table__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class RulesetLine:
    """A ruleset as the navigation shows it. ``stamp`` grows with every change of anything in it."""

    id: int
    code: str
    name: str
    tagline: str
    version: int
    stamp: int


@dataclass
class Desk:
    """The admin's things that outlive a request."""

    engine: Engine
    files: Path
    _kept: dict[Hashable, tuple[Hashable, Any]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def keep(self, key: Hashable, stamp: Hashable, make: Callable[[], T]) -> T:
        """Return what ``make`` made the last time for this key and stamp, or make it."""
        with self._lock:
            kept = self._kept.get(key)
        if kept and kept[0] == stamp:
            return cast(T, kept[1])
        made = make()
        with self._lock:
            self._kept[key] = (stamp, made)
        return made

    def put(self, key: Hashable, stamp: Hashable, value: Any) -> None:
        """Keep a value for a key and stamp."""
        with self._lock:
            self._kept[key] = (stamp, value)

    def peek(self, key: Hashable, stamp: Hashable) -> Any:
        """Return what is kept for a key and stamp, or None."""
        with self._lock:
            kept = self._kept.get(key)
        return kept[1] if kept and kept[0] == stamp else None


def desk() -> Desk:
    """Return the desk of the app that serves this request."""
    return cast(Desk, current_app.extensions["carddb"])


def project() -> Project:
    """Return the project as the pipeline takes it."""
    at_desk = desk()
    return Project(str(at_desk.engine.url), at_desk.files, at_desk.engine)


def session() -> Session:
    """Return the reading session of this request; it is closed when the request ends."""
    if "session" not in g:
        g.session = Session(desk().engine)
    return cast(Session, g.session)


def close_session(_error: BaseException | None = None) -> None:
    """Close the reading session of this request."""
    for name in ("rulesets", "vocabulary"):
        g.pop(name, None)
    opened = g.pop("session", None)
    if opened is not None:
        opened.close()


@contextmanager
def edit() -> Iterator[Editor]:
    """Open an editor in the name of the person who is signed in."""
    with editing(desk().engine, current_user.name) as editor:
        yield editor


def list_rulesets() -> list[RulesetLine]:
    """Return all rulesets in the order in which they were added."""
    if "rulesets" not in g:
        newest = select(func.max(REVISIONS.c.id)).where(REVISIONS.c.ruleset_id == RULESETS.c.id).scalar_subquery()
        query = select(
            RULESETS.c.id, RULESETS.c.code, RULESETS.c.name, RULESETS.c.tagline, RULESETS.c.version, newest
        ).order_by(RULESETS.c.id)
        g.rulesets = [RulesetLine(*row[:5], row[5] or 0) for row in session().execute(query)]
    return cast(list[RulesetLine], g.rulesets)


def find_ruleset(code: str) -> RulesetLine:
    """Return a ruleset by its code; an unknown one ends the request with 404."""
    found = next((line for line in list_rulesets() if line.code == code), None)
    if found is None:
        abort(404)
    g.ruleset = found
    return found


def words(line: RulesetLine) -> Catalog:
    """Return the catalog of a ruleset without its cards and decks."""
    return vocabulary(line)[0]


def vocabulary(line: RulesetLine) -> tuple[Catalog, int]:
    """Return the catalog of a ruleset without its cards and decks, and the stamp of its last change.

    Saving a card or a deck changes nothing in it, so only other revisions make it be read again.
    """
    if g.get("vocabulary", (None,))[0] == line.code:
        return cast(tuple[Catalog, int], g.vocabulary[1:])
    catalog, stamp = _vocabulary(line)
    g.vocabulary = (line.code, catalog, stamp)
    return catalog, stamp


def _vocabulary(line: RulesetLine) -> tuple[Catalog, int]:
    at_desk = desk()
    kept = at_desk.peek(("words", line.code), line.id)
    if kept is None or (kept[2] != line.stamp and _has_new_words(line, kept[2])):
        read = read_catalog(session(), line.code, cards=(), decks=False)
        kept = (read, line.stamp, line.stamp)
    elif kept[2] != line.stamp:
        kept = (kept[0], kept[1], line.stamp)
    else:
        return kept[0], kept[1]
    at_desk.put(("words", line.code), line.id, kept)
    return kept[0], kept[1]


def _has_new_words(line: RulesetLine, seen: int) -> bool:
    newer = (REVISIONS.c.ruleset_id == line.id) & (REVISIONS.c.id > seen)
    query = select(REVISIONS.c.id).where(newer, REVISIONS.c.kind.not_in(("card", "deck"))).limit(1)
    return line.stamp < seen or session().execute(query).first() is not None


def catalog(line: RulesetLine) -> Catalog:
    """Return the whole catalog of a ruleset."""
    kept = desk().peek(("catalog", line.code), (line.id, line.stamp))
    if kept is not None:
        return cast(Catalog, kept)
    whole = read_catalog(session(), line.code)
    if len(whole.cards) <= KEPT_CARDS:
        desk().keep(("catalog", line.code), (line.id, line.stamp), lambda: whole)
    return whole


def count_cards(line: RulesetLine) -> int:
    """Return how many cards a ruleset has."""
    query = select(func.count()).select_from(CARDS).where(CARDS.c.ruleset_id == line.id)
    return desk().keep(
        ("count", line.code), (line.id, line.stamp), lambda: int(session().execute(query).scalar_one())
    )
