"""What every writer needs of the database: rows by code, locks, versions, clashes. No noun is known here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import bindparam, func, insert, select, update
from sqlalchemy import delete as sql_delete
from sqlmodel import Session, SQLModel

from carddb import models
from carddb.edit import documents as d
from carddb.edit.history import revision_rows
from carddb.edit.lexicon import Lexicon, vocabulary_of
from carddb.edit.problems import Conflict, problem
from carddb.edit.words import Words, read_words
from carddb.rules import Finding

FEW = 500
"""Up to so many ids or codes a query names them; for more it reads the whole table of the ruleset."""


def table_of(model: type[SQLModel]) -> Any:
    """Return the table of a model."""
    return model.__table__  # type: ignore[attr-defined]


class Store:
    """The base of the writers: one session, one author, the words of each ruleset read once."""

    def __init__(self, session: Session, author: str) -> None:
        self.session = session
        self.author = author
        self.has_written = False
        self._words: dict[str, Words] = {}
        self._lexicons: dict[str, Lexicon] = {}
        self._derived_from: dict[str, object] = {}
        self._put_off: dict[object, Callable[[], None]] | None = None

    def words(self, ruleset: str) -> Words:
        """Return the words of a ruleset. Raises: LookupError when there is no such ruleset."""
        if ruleset not in self._words:
            words = self._words[ruleset] = read_words(self.session, ruleset, keep=not self.has_written)
            if ruleset not in self._derived_from:
                _ = words.catalog  # the cards are derived from what stands there now, before anything changes
        return self._words[ruleset]

    def forget_words(self, ruleset: str | None = None) -> None:
        """Read the words of a ruleset (or of all) again when they are needed next."""
        if ruleset is None:
            self._words.clear()
            self._lexicons.clear()
        elif ruleset in self._words:
            words = self._words.pop(ruleset)
            if ruleset not in self._derived_from:
                self._derived_from[ruleset] = vocabulary_of(words.catalog)

    @contextmanager
    def putting_off(self) -> Iterator[None]:
        """Do what follows from changes of the vocabulary once, at the end, instead of after each change."""
        self._put_off = {}
        yield
        waiting, self._put_off = self._put_off, None
        for action in waiting.values():
            action()

    def follow_up(self, name: object, action: Callable[[], None]) -> None:
        """Do something that follows from a change: now, or once at the end of ``putting_off``."""
        if self._put_off is None:
            action()
        else:
            self._put_off[name] = action

    # rows

    def execute(self, statement: Any) -> Any:
        """Run a statement."""
        return self.session.execute(statement)

    def insert(self, model: type[SQLModel], rows: Sequence[dict[str, Any]]) -> None:
        """Insert rows that all have the same columns."""
        if rows:
            self.has_written = True
            self.session.connection().execute(insert(table_of(model)), rows)

    def delete(self, model: type[SQLModel], column: str, values: Iterable[Any]) -> None:
        """Delete the rows whose column has one of the values."""
        rows = [{"given": value} for value in values]
        if rows:
            self.has_written = True
            table = table_of(model)
            self.session.connection().execute(sql_delete(table).where(table.c[column] == bindparam("given")), rows)

    def change(self, model: type[SQLModel], rows: Sequence[tuple[int, dict[str, Any]]]) -> None:
        """Set columns of rows, given as (id, columns) with the same columns each."""
        if rows:
            self.has_written = True
            table = table_of(model)
            values = {name: bindparam(f"new_{name}", type_=table.c[name].type) for name in rows[0][1]}
            statement = update(table).where(table.c.id == bindparam("row_id")).values(**values)
            given = [{"row_id": i, **{f"new_{n}": v for n, v in columns.items()}} for i, columns in rows]
            self.session.connection().execute(statement, given)

    def locked(self, model: type[SQLModel], ids: Collection[int], kind: str) -> dict[int, Any]:
        """Return rows by id, held until the end of the transaction so that nobody changes them in between.

        Raises: LookupError when one of them is gone.
        """
        table = table_of(model)
        found: dict[int, Any] = {}
        wanted = sorted(set(ids))
        for start in range(0, len(wanted), FEW):
            some = wanted[start : start + FEW]
            query = select(table).where(table.c.id.in_(some)).order_by(table.c.id).with_for_update()
            found |= {row.id: row for row in self.execute(query)}
        if len(found) < len(wanted):
            raise LookupError(f"This {kind} does not exist any more.")
        return found

    def ruleset_code(self, ruleset_id: int) -> str:
        """Return the code of a ruleset."""
        table = table_of(models.Ruleset)
        code: str = self.execute(select(table.c.code).where(table.c.id == ruleset_id)).scalar_one()
        return code

    def ids_by_code(
        self, model: type[SQLModel], ruleset_id: int, codes: Collection[str] | None = None
    ) -> dict[str, int]:
        """Return ids by code, of the given codes or of all (with more codes asked, of all)."""
        table = table_of(model)
        query = select(table.c.code, table.c.id).where(table.c.ruleset_id == ruleset_id)
        if codes is not None and len(codes) <= FEW:
            query = query.where(table.c.code.in_(codes))
        return dict(self.session.execute(query).all())

    def next_position(self, model: type[SQLModel], ruleset_id: int) -> int:
        """Return the position after the last row."""
        table = table_of(model)
        query = select(func.coalesce(func.max(table.c.position) + 1, 0)).where(table.c.ruleset_id == ruleset_id)
        return int(self.session.execute(query).scalar_one())

    # clashes

    def code_clashes(
        self, model: type[SQLModel], ruleset_id: int, codes: Sequence[str], kind: str, leaving: Collection[int] = ()
    ) -> list[Finding]:
        """Return a finding for each code that is taken; rows in ``leaving`` give up theirs."""
        stored = {code for code, i in self.ids_by_code(model, ruleset_id, codes).items() if i not in leaving}
        bad, seen = [], set()
        for code in codes:
            if code in stored or code in seen:
                thing = kind.replace("_", " ")
                message = f"Another {thing} already has the code {code!r}; choose another code."
                bad.append(problem("code", message, kind=kind, code=code))
            seen.add(code)
        return bad

    def uid_clashes(
        self, model: type[SQLModel], uids: Sequence[tuple[str, str]], kind: str, leaving: Collection[int] = ()
    ) -> list[Finding]:
        """Return a finding for each identity, given as (uid, code), that something else has; "" is none."""
        table = table_of(model)
        given = [(uid, code) for uid, code in uids if uid]
        query = select(table.c.uid, table.c.card_id if model is models.Printing else table.c.id)
        if len(given) <= FEW:
            query = query.where(table.c.uid.in_([uid for uid, _ in given]))
        taken = {uid for uid, i in self.execute(query) if i not in leaving} if given else set()
        bad = []
        for uid, code in given:
            if uid in taken:
                thing = kind.replace("_", " ")
                message = f"Another {thing} already has the uid {uid!r}; a copy needs its own, so leave uid out."
                bad.append(problem("uid", message, kind="card" if kind == "printing" else kind, code=code))
            taken.add(uid)
        return bad

    def compare_version(self, kind: str, name: str, stored: int, given: int, current: d.Document) -> None:
        """Raise Conflict when something was read at another version than the stored one."""
        if stored != given:
            raise Conflict(kind, name, stored, current.model_dump(by_alias=True, mode="json"))

    def remember(self, ruleset_id: int, kind: str, changes: Iterable[dict[str, Any]], note: str) -> None:
        """Add revisions in the same transaction; see history.revision_rows."""
        self.insert(models.Revision, revision_rows(self.author, ruleset_id, kind, changes, note))
