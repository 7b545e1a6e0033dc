"""The guard of the one write path: a session or connection that edit.py did not open cannot change the catalog."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, TextClause, UpdateBase, event
from sqlalchemy.orm import Session as AnySession
from sqlmodel import Session, SQLModel

_OPEN = "carddb.edit"
_WRITING = re.compile(r"\s*(?:insert\s+into|update|delete\s+from|replace\s+into)\s+\W?(\w+)", re.IGNORECASE)


class UnguardedWrite(RuntimeError):
    """Code tried to write catalog rows without carddb.edit; this is a mistake in the program."""


def guarded_tables() -> set[str]:
    """Return the names of all tables that only carddb.edit may change."""
    return set(SQLModel.metadata.tables)


@event.listens_for(AnySession, "before_flush")
def _refuse_flush(session: AnySession, _context: Any, _instances: Any) -> None:
    if session.info.get(_OPEN):
        return
    for instance in (*session.new, *session.dirty, *session.deleted):
        if isinstance(instance, SQLModel) and (instance not in session.dirty or session.is_modified(instance)):
            raise UnguardedWrite(f"{type(instance).__name__} may only be changed through carddb.edit")


@event.listens_for(Engine, "before_execute")
def _refuse_statement(connection: Connection, statement: Any, *_rest: Any) -> None:
    if isinstance(statement, UpdateBase):
        table = getattr(getattr(statement, "table", None), "name", "")
    elif isinstance(statement, TextClause):
        found = _WRITING.match(statement.text)
        table = found[1].lower() if found else ""
    else:
        return
    if table in guarded_tables() and not connection.get_execution_options().get(_OPEN):
        raise UnguardedWrite(f"table {table} may only be changed through carddb.edit")


@contextmanager
def write_session(engine: Engine) -> Iterator[Session]:
    """Open a session that may write: it holds the writers' lock from its first statement, and commits at the end."""
    with Session(engine.execution_options(**{"write": True, _OPEN: True})) as session:
        session.info[_OPEN] = True
        with session.begin():
            yield session
