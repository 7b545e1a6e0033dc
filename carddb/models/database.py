"""Opening the database safely, SQLite and PostgreSQL alike; and bringing its schema up to date."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import URL, Engine, create_engine, event, inspect, make_url
from sqlalchemy.exc import ArgumentError
from sqlmodel import Session

from carddb.resources import resource


class DatabaseError(Exception):
    """The database cannot be used; the message names it and the remedy."""


def database_url(text: str) -> str:
    """Return an absolute SQLAlchemy address for what a user typed: an address or the path of a SQLite file.

    Raises: DatabaseError when it is neither.
    """
    if "://" not in text:
        path = str(Path(text).expanduser().resolve())
        return URL.create("sqlite", database=path).render_as_string(hide_password=False)
    try:
        url = make_url(text)
    except ArgumentError:
        raise DatabaseError(
            f"{text!r} is no database address; write a file name or postgresql+psycopg://..."
        ) from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg"):
        raise DatabaseError(f"{url.drivername} is not supported; use a SQLite file or postgresql+psycopg://...")
    if url.drivername == "sqlite" and url.database and url.database != ":memory:":
        url = url.set(database=str(Path(url.database).resolve()))
    return url.render_as_string(hide_password=False)


def open_engine(url: str) -> Engine:
    """Return an engine for a database address.

    SQLite: full sync and foreign keys on; the write-ahead log was switched on for good by the first upgrade.
    Connections opened with the execution option
    ``write=True`` begin at once as writers (BEGIN IMMEDIATE), all others as readers.
    Source: https://www.sqlite.org/lang_transaction.html
    """
    engine = create_engine(database_url(url))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("busy_timeout=15000", "foreign_keys=ON", "synchronous=FULL"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Any) -> None:
    is_writer = connection.get_execution_options().get("write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writer else "BEGIN")


@contextmanager
def reading(engine: Engine) -> Iterator[Session]:
    """Open a session for reading; it never takes the writers' lock."""
    with Session(engine) as session:
        yield session


def upgrade(url: str, revision: str = "head") -> None:
    """Bring a database to a schema revision; safe to run again after being killed at any point.

    Raises: DatabaseError when the database holds something else than carddb's tables.
    """
    from alembic import command

    engine = open_engine(url)
    try:
        tables = set(inspect(engine).get_table_names())
    finally:
        engine.dispose()
    if tables and "alembic_version" not in tables:
        listed = ", ".join(sorted(tables)[:3])
        raise DatabaseError(f"This is no carddb database: it holds other tables ({listed}); name another one.")

    command.upgrade(alembic_config(url), revision)


def alembic_config(url: str) -> Any:
    """Return the Alembic configuration for a database address; there is no ini file."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(resource("migrations")).replace("%", "%%"))
    config.attributes["url"] = database_url(url)
    return config


SchemaAge = Literal["empty", "older", "current", "unknown"]
"""How a schema stands to the newest that this carddb knows; "unknown": that of a newer carddb."""


def schema_age(engine: Engine) -> SchemaAge:
    """Return how old the schema of a database is."""
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    script = ScriptDirectory(str(resource("migrations")))
    with engine.connect() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
    if found is None:
        return "empty"
    if found == script.get_current_head():
        return "current"
    return "older" if found in {step.revision for step in script.walk_revisions()} else "unknown"


def is_current(engine: Engine) -> bool:
    """Return whether the schema is the newest that this carddb knows."""
    return schema_age(engine) == "current"
