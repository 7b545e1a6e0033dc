"""The guard of the one write path: a session that edit.py did not open cannot change the catalog."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.orm import ORMExecuteState
from sqlalchemy.orm import Session as AnySession
from sqlmodel import Session, SQLModel

_OPEN = "carddb.edit"


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


@event.listens_for(AnySession, "do_orm_execute")
def _refuse_statement(state: ORMExecuteState) -> None:
    if state.session.info.get(_OPEN) or not (state.is_insert or state.is_update or state.is_delete):
        return
    table = getattr(getattr(state.statement, "table", None), "name", "")
    if table in guarded_tables():
        raise UnguardedWrite(f"table {table} may only be changed through carddb.edit")


@contextmanager
def write_session(engine: Engine) -> Iterator[Session]:
    """Open a session that may write: it holds the writers' lock from its first statement, and commits at the end."""
    with Session(engine.execution_options(write=True)) as session:
        session.info[_OPEN] = True
        with session.begin():
            yield session
