"""The schema goes up and down on both databases, equals the models, and survives being killed on its way."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import inspect, make_url, text

from carddb.models.database import DatabaseError, alembic_config, is_current, open_engine, upgrade


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Return the address of a database without any table."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.db'}"
        return
    server = request.getfixturevalue("postgres")
    admin = open_engine(server).execution_options(isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text("DROP DATABASE IF EXISTS carddb_empty WITH (FORCE)"))
        connection.execute(text("CREATE DATABASE carddb_empty TEMPLATE template0 ENCODING 'UTF8'"))
    admin.dispose()
    yield make_url(server).set(database="carddb_empty").render_as_string(hide_password=False)


def tables(url: str) -> set[str]:
    engine = open_engine(url)
    names = set(inspect(engine).get_table_names())
    engine.dispose()
    return names


def test_schema_goes_up_matches_the_models_down_and_up_again(empty: str) -> None:
    config = alembic_config(empty)
    command.upgrade(config, "head")
    command.check(config)
    assert {"ruleset", "card", "printing", "revision", "user_account"} <= tables(empty)
    command.downgrade(config, "base")
    assert tables(empty) == {"alembic_version"}
    command.upgrade(config, "head")
    command.check(config)


def test_upgrade_of_a_current_database_changes_nothing(empty: str) -> None:
    upgrade(empty)
    before = tables(empty)
    upgrade(empty)
    assert tables(empty) == before


def test_every_revision_can_be_reached_alone(empty: str) -> None:
    config = alembic_config(empty)
    command.upgrade(config, "0001_catalog")
    command.upgrade(config, "+1")
    command.downgrade(config, "-1")
    command.upgrade(config, "head")
    command.check(config)


def test_current_schema_is_told_from_an_old_one(empty: str) -> None:
    engine = open_engine(empty)
    assert not is_current(engine)
    upgrade(empty, "0001_catalog")
    assert not is_current(engine)
    upgrade(empty)
    assert is_current(engine)
    engine.dispose()


def test_upgrade_keeps_cards_and_indexes_them(tmp_path: Path) -> None:
    url = str(tmp_path / "old.db")
    upgrade(url, "0001_catalog")
    old = sqlite3.connect(url)
    old.execute(
        "INSERT INTO ruleset (id, uid, code, name, prefix, tagline, description, credits, language, content_version,"
        " card_template, players, introduction) VALUES (1,'u','t','T','T','','','','en','0.1.0','base',2,'')"
    )
    old.execute(
        "INSERT INTO card_type VALUES (1, 1, 1, 'creature', 0, 'Creature', '', '', 1, '', '', '', '', NULL, '')"
    )
    old.execute(
        "INSERT INTO card (id, ruleset_id, code, uid, name, name_key, card_type_id, rules, search_text, status)"
        " VALUES (7, 1, 'golem', 'c', 'Golem', 'golem', 1, '', 'stone golem', 'playtest')"
    )
    old.commit()
    old.close()
    upgrade(url)
    new = sqlite3.connect(url)
    assert new.execute("SELECT rowid FROM card_fts WHERE card_fts MATCH '\"ne gol\"'").fetchall() == [(7,)]
    new.close()


KILLED = """
import os, signal, sys
from sqlalchemy import Engine, event
from carddb.models.database import upgrade

folder, points = sys.argv[1], [int(point) for point in sys.argv[2:]]
for point in points:
    child = os.fork()
    if not child:
        seen = 0

        @event.listens_for(Engine, "after_cursor_execute")
        def die(*_):
            global seen
            seen += 1
            if seen == point:
                os.kill(os.getpid(), signal.SIGKILL)

        upgrade(f"{folder}/{point}.db")
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Runs upgrades, each in a process of its own that kills itself after a number of statements."""


def test_killed_upgrade_of_sqlite_is_done_by_running_it_again(tmp_path: Path) -> None:
    points = [1, 2, 3, 5, 9, 20, 35, 50, 65, 75, 78, 80, 81]
    ends = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path), *map(str, points)], capture_output=True, text=True, check=True
    ).stdout.split()
    assert [int(end) for end in ends] == [-signal.SIGKILL] * len(points)
    for point in points:
        path = tmp_path / f"{point}.db"
        upgrade(str(path))
        checked = sqlite3.connect(path)
        assert checked.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        checked.close()
        engine = open_engine(str(path))
        assert is_current(engine)
        engine.dispose()
    command.check(alembic_config(str(path)))


def test_failing_migration_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "clash.db"
    blocked = sqlite3.connect(path)
    blocked.execute("CREATE TABLE printing (id INTEGER)")
    blocked.commit()
    with pytest.raises(DatabaseError, match="no carddb database"):
        upgrade(str(path))
    with pytest.raises(Exception, match="already exists"):
        command.upgrade(alembic_config(str(path)), "head")
    assert blocked.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall() == [("printing",)]
    blocked.execute("DROP TABLE printing")
    blocked.commit()
    blocked.close()
    upgrade(str(path))


def test_two_upgrades_at_once_both_end_well(tmp_path: Path) -> None:
    script = "import sys; from carddb.models.database import upgrade; upgrade(sys.argv[1])"
    children = [subprocess.Popen([sys.executable, "-c", script, str(tmp_path / "shared.db")]) for _ in range(2)]
    assert [child.wait() for child in children] == [0, 0]
