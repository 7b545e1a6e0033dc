"""The vocabulary of a ruleset is kept between editing sessions, and never outlives a change of it by anybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import testbed as t
from sqlalchemy import Engine

from carddb import models
from carddb.edit import EditError, editing
from carddb.edit import documents as d
from carddb.edit.words import Words
from carddb.models.database import open_engine

STOCK = t.document(cards=[t.card("Stone Golem")])
GIANT = d.RoleDocument(code="giant", name="Giant")


@pytest.fixture
def somebody_else(world: Engine) -> Iterator[Engine]:
    """Return an engine of another process on the same database."""
    engine = open_engine(world.url.render_as_string(hide_password=False))
    yield engine
    engine.dispose()


def words(engine: Engine) -> Words:
    with editing(engine, "Ada") as editor:
        return editor.words(t.CODE)


def roles(engine: Engine) -> list[str]:
    return list(words(engine).catalog.roles)


def change(engine: Engine, write: Callable[..., object]) -> None:
    with editing(engine, "Bob") as editor:
        write(editor)


def test_words_are_read_once_for_all_sessions(world: Engine) -> None:
    first = words(world)
    change(world, lambda editor: editor.create_cards(t.CODE, [t.card("Clay Golem")]))
    assert words(world) is first


def test_new_row_of_somebody_else_is_known_at_once(world: Engine, somebody_else: Engine) -> None:
    assert "giant" not in roles(world)
    change(somebody_else, lambda editor: editor.create_rows("role", t.CODE, [GIANT]))
    assert "giant" in roles(world)
    assert words(world).role["giant"] == t.one(world, models.Role, code="giant").id


def test_deleted_and_added_row_is_not_taken_for_the_old_one(world: Engine, somebody_else: Engine) -> None:
    change(world, lambda editor: editor.create_rows("role", t.CODE, [GIANT]))
    before = words(world)
    row = t.one(world, models.Role, code="giant")
    change(somebody_else, lambda editor: editor.delete_row("role", row.id, row.version))
    change(
        somebody_else, lambda editor: editor.create_rows("role", t.CODE, [d.RoleDocument(code="ogre", name="Ogre")])
    )
    assert "giant" in before.role
    assert set(words(world).role) == {*before.role, "ogre"} - {"giant"}


def test_new_order_of_somebody_else_is_known_at_once(world: Engine, somebody_else: Engine) -> None:
    before = roles(world)
    turned = list(reversed(before))
    change(somebody_else, lambda editor: editor.set_positions(t.CODE, "role", [(code,) for code in turned]))
    assert before != turned
    assert roles(world) == turned


def test_same_order_leaves_no_trace(world: Engine) -> None:
    first = words(world)
    change(world, lambda editor: editor.set_positions(t.CODE, "role", [(code,) for code in first.catalog.roles]))
    assert words(world) is first


def add_and_refuse(engine: Engine) -> None:
    with editing(engine, "Ada") as editor:
        editor.create_rows("role", t.CODE, [GIANT])
        assert "giant" in editor.words(t.CODE).role
        raise EditError([])


def test_row_that_was_taken_back_is_not_kept(world: Engine) -> None:
    with pytest.raises(EditError):
        add_and_refuse(world)
    assert "giant" not in words(world).role


def test_ruleset_that_was_made_anew_has_its_own_words(world: Engine) -> None:
    before = words(world)
    change(world, lambda editor: editor.delete_ruleset(before.ruleset_id, 1))
    t.load(world, STOCK)
    assert words(world) is not before
    assert words(world).ruleset_id == t.catalog(world).ruleset.id
