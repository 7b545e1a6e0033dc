"""Keeping the database: upgrade, backup, restore, check."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from sqlalchemy import make_url

from carddb.models.database import DatabaseError, database_url, is_current, upgrade
from carddb.pipeline.project import DATABASE, Project, UsageError

NOT_SQLITE = "This database is a PostgreSQL server's; use pg_dump and pg_restore, which know how to copy it."


def _address(database: str | None) -> str:
    try:
        return database_url(database or os.environ.get("CARDDB_DATABASE_URL") or DATABASE)
    except DatabaseError as error:
        raise UsageError(str(error)) from None


def _file(url: str) -> Path:
    parsed = make_url(url)
    if parsed.drivername != "sqlite":
        raise UsageError(NOT_SQLITE)
    return Path(str(parsed.database))


def upgrade_database(database: str | None) -> str:
    """Bring the schema of a database up to date. Returns: the revision it is at."""
    from alembic.script import ScriptDirectory
    from alembic.util.exc import CommandError

    from carddb.resources import resource

    url = _address(database)
    try:
        upgrade(url)
    except CommandError:
        raise UsageError("The database was made by a newer carddb; install that version.") from None
    except DatabaseError as error:
        raise UsageError(str(error)) from None
    return str(ScriptDirectory(str(resource("migrations"))).get_current_head())


def backup(database: str | None, file: Path) -> None:
    """Copy a SQLite database of any age while it is in use, check the copy, and put it in place in one step.

    Raises: UsageError when the database is no SQLite file or the target exists.
    """
    source = _file(_address(database))
    if not source.is_file():
        raise UsageError(f"There is no database {source}.")
    if file.exists():
        raise UsageError(f"{file} is already there; name a new file.")
    if not file.resolve().parent.is_dir():
        raise UsageError(f"The folder {file.resolve().parent} does not exist; make it first.")
    partial = file.with_name(f".{file.name}.part")
    partial.unlink(missing_ok=True)
    try:
        with sqlite3.connect(source) as live, sqlite3.connect(partial) as copy:
            live.backup(copy)
        copy.close()
        live.close()
        problems = _sqlite_problems(partial)
        if problems:
            raise UsageError(f"The database is damaged: {problems[0]}")
        with partial.open("rb+") as written:
            os.fsync(written.fileno())
        os.replace(partial, file)
    finally:
        partial.unlink(missing_ok=True)


def restore(database: str | None, file: Path) -> Path | None:
    """Put a checked backup in the place of the database.

    Returns: where the former database was moved to, None if there was none.
    Raises: UsageError when the file is no whole carddb database.
    """
    target = _file(_address(database))
    if not file.is_file():
        raise UsageError(f"There is no file {file}.")
    problems = _sqlite_problems(file)
    if problems:
        raise UsageError(f"{file} is no whole carddb database: {problems[0]}")
    partial = target.with_name(f".{target.name}.part")
    partial.unlink(missing_ok=True)
    with sqlite3.connect(file) as source, sqlite3.connect(partial) as copy:
        source.backup(copy)
    copy.close()
    source.close()
    kept = _set_aside(target) if target.exists() else None
    for ending in ("-wal", "-shm"):
        Path(f"{target}{ending}").unlink(missing_ok=True)
    os.replace(partial, target)
    return kept


def _set_aside(database: Path) -> Path:
    """Copy a database, its write-ahead log included, to a free name beside it. Returns: that name."""
    number = 1
    while (kept := database.with_name(f"{database.name}.before-restore-{number}")).exists():
        number += 1
    with sqlite3.connect(database) as live, sqlite3.connect(kept) as copy:
        live.backup(copy)
    copy.close()
    live.close()
    return kept


def check_database(project: Project) -> list[str]:
    """Return what is wrong with the database, as sentences."""
    problems = [] if is_current(project.engine) else ["The schema is not the newest; run 'carddb db upgrade'."]
    if make_url(project.url).drivername == "sqlite":
        problems += _sqlite_problems(_file(project.url))
    return problems


def _sqlite_problems(file: Path) -> list[str]:
    try:
        connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        try:
            found = [row[0] for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
            found += [
                f"table {row[0]}: row {row[1]} points to nothing"
                for row in connection.execute("PRAGMA foreign_key_check")
            ]
            if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'ruleset'").fetchone():
                found.append("it has no table of rulesets.")
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        return [f"{error}."]
    return found
