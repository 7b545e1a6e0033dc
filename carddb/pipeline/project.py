"""A project: its database and its folder of files, made ready when it is empty."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, make_url
from sqlalchemy.exc import DatabaseError as DriverError
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from carddb.catalog import Catalog
from carddb.catalog.read import list_rulesets, read_catalog
from carddb.edit import EditError, editing
from carddb.edit import documents as d
from carddb.edit.load import LoadReport, load_document
from carddb.exchange.folder import list_folders, read_folder
from carddb.exchange.json import read_export
from carddb.models.database import DatabaseError, database_url, open_engine, reading, schema_age, upgrade
from carddb.pipeline.art_store import ART, take_folder_art
from carddb.resources import resource
from carddb.rules import Finding

Progress = Callable[[str, int, int], None]

DATABASE = "carddb.db"
FILES = "carddb_files"


class UsageError(Exception):
    """The user asked for something that cannot be done; one sentence that names the thing and the remedy."""


@dataclass(frozen=True)
class Project:
    """An opened project. ``files`` holds art, backups and the key of the admin's cookies."""

    url: str
    files: Path
    engine: Engine

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a session for reading."""
        with reading(self.engine) as session:
            yield session

    def catalog(self, ruleset: str) -> Catalog:
        """Read a ruleset. Raises: UsageError when there is none of that code."""
        with self.reading() as session:
            try:
                return read_catalog(session, ruleset)
            except LookupError as error:
                raise UsageError(str(error)) from None

    def rulesets(self, wanted: Sequence[str] = ()) -> list[str]:
        """Return the wanted codes, all when none is named. Raises: UsageError for an unknown one."""
        with self.reading() as session:
            known = list_rulesets(session)
        for code in wanted:
            if code not in known:
                listed = ", ".join(known) or "none yet; load a data folder first"
                raise UsageError(f"There is no ruleset {code!r}; known: {listed}.")
        return list(wanted) or known


def open_project(
    database: str | None, *, create: bool = False, fill: bool = True, progress: Progress | None = None
) -> Project:
    """Open the project of the current folder.

    Args:
        database: an address or file; None takes CARDDB_DATABASE_URL, else ./carddb.db.
        create: make or migrate the database; otherwise it must be there and up to date.
        fill: when ``create``, load the bundled rulesets into a database without any.
        progress: told what is done while setting up.

    Raises: UsageError when the database is missing, too old, too new or cannot be reached.
    """
    text = database or os.environ.get("CARDDB_DATABASE_URL") or DATABASE
    try:
        url = database_url(text)
    except DatabaseError as error:
        raise UsageError(str(error)) from None
    parsed = make_url(url)
    name = parsed.render_as_string(hide_password=True)
    is_file = parsed.drivername == "sqlite" and parsed.database not in (None, "", ":memory:")
    files = Path(str(parsed.database)).parent / FILES if is_file else Path.cwd() / FILES
    if is_file and Path(str(parsed.database)).is_dir():
        raise UsageError(f"{parsed.database} is a folder, not a database file.")
    if is_file and not create and not Path(str(parsed.database)).is_file():
        raise UsageError(f"There is no database {parsed.database}; 'carddb up' or 'carddb build' sets one up.")
    if is_file and not Path(str(parsed.database)).parent.is_dir():
        raise UsageError(f"The folder {Path(str(parsed.database)).parent} does not exist; make it first.")
    engine = open_engine(url)
    try:
        _make_ready(url, name, engine, create, files if fill else None, progress)
    except DatabaseError as error:
        raise UsageError(f"{name}: {error}") from None
    except OperationalError as error:
        reason = str(error.orig).strip().splitlines()[0]
        raise UsageError(f"The database {name} cannot be used: {reason}.") from None
    except DriverError as error:
        reason = str(error.orig).strip().splitlines()[0]
        raise UsageError(f"{name} is no carddb database: {reason}.") from None
    return Project(url, files, engine)


def _make_ready(
    url: str, name: str, engine: Engine, create: bool, files: Path | None, progress: Progress | None
) -> None:
    """Bring a database up to date. files: the project's files when bundled rulesets are to be loaded."""
    age = schema_age(engine)
    if age == "unknown":
        raise UsageError(f"The database {name} was made by a newer carddb; install that version.")
    if age != "current":
        if not create:
            before = "was made by an older carddb" if age == "older" else "holds nothing of carddb yet"
            remedy = "'carddb db upgrade' brings it up ('carddb db backup FILE' first)"
            raise UsageError(f"The database {name} {before}; {remedy}.")
        upgrade(url)
    if create and files is not None:
        with reading(engine) as session:
            is_empty = not list_rulesets(session)
        if is_empty:
            load_folders(engine, [resource("data")], author="carddb", files=files / ART, progress=progress)


def load_folders(
    engine: Engine,
    roots: Sequence[Path],
    *,
    author: str,
    files: Path | None = None,
    prune: bool = False,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> list[LoadReport]:
    """Load data folders, JSON exports, or folders of them; all of them or nothing.

    files: the art store that pictures of data folders go into.
    Raises: EditError with the problems of all folders; UsageError when a folder holds no data.
    """
    documents: list[d.CatalogDocument] = []
    bad: list[Finding] = []
    for root in roots:
        if not root.exists():
            raise UsageError(f"There is no folder {root}.")
        exports = sorted(p.parent for p in (*root.glob("manifest.json"), *root.glob("*/manifest.json")))
        folders = list_folders(root)
        if not folders and not exports:
            raise UsageError(
                f"{root} holds no data: neither a ruleset.toml nor a manifest.json is in it or below it."
            )
        for folder in folders:
            outcome = read_folder(folder)
            bad += outcome.findings
            if outcome.document:
                bad += take_folder_art(None if dry_run else files, folder, outcome.document, author=author)
                documents.append(outcome.document)
        for folder in exports:
            document, problems = read_export(folder)
            bad += problems
            documents += [document] if document else []
    if bad:
        raise EditError(bad)
    reports = []
    try:
        with editing(engine, author) as editor:
            for document in documents:
                reports.append(load_document(editor, document, prune=prune, progress=progress))
            if dry_run:
                raise _OnlyTrying
    except _OnlyTrying:
        pass
    return reports


class _OnlyTrying(Exception):
    pass
