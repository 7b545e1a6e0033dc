"""What the database remembers of card texts: derived when a card is saved, and again when words or names change."""

from __future__ import annotations

from typing import Any

import pytest
import testbed as t
from sqlalchemy import Engine
from sqlmodel import Session

from carddb import models
from carddb.catalog.read import read_catalog
from carddb.edit import EditError, editing
from carddb.edit import documents as d
from carddb.edit.convert import card_document
from carddb.edit.lexicon import read_lexicon

PHRASES = [
    {"code": "this", "kind": "reference", "pattern": "this"},
    {"code": "destroyed", "kind": "trigger", "pattern": "when <who> is destroyed"},
    {"code": "destroy", "kind": "effect"},
    {"code": "draw", "kind": "effect"},
    {"code": "give_keywords", "kind": "effect"},
    {"code": "creature", "kind": "type", "pattern": "creature|creatures"},
]
GOLEM = t.card("Stone Golem", rules="Swift\nWhen this is destroyed, draw 1 card.")
WOLF = t.card("Grey Wolf", rules="Destroy Stone Golem.", texts={"bonus": "Give Poison 2 to a creature."})
STOCK = t.document(cards=[GOLEM, WOLF], phrases=PHRASES)


def uses(engine: Engine, code: str) -> list[tuple[Any, ...]]:
    return [(use.kind, use.code, *use.arguments) for use in t.catalog(engine).card_by_code[code].uses]


def stored(editor: Any, code: str) -> tuple[int, d.CardDocument]:
    card = read_catalog(editor.session, t.CODE).card_by_code[code]
    return card.id, card_document(card)


def save(engine: Engine, code: str, **fields: Any) -> None:
    with editing(engine, "Ada") as editor:
        card_id, document = stored(editor, code)
        editor.update_card(card_id, document.model_copy(update=fields), document.version)


def test_loading_derives_what_texts_use(world: Engine) -> None:
    assert uses(world, "stone_golem") == [("has", "swift"), ("trigger", "destroyed"), ("effect", "draw")]
    assert uses(world, "grey_wolf") == [
        ("effect", "destroy"),
        ("refers", "card:stone golem"),
        ("effect", "give_keywords"),
        ("refers", "type:creature"),
        ("grants", "poison", 2),
    ]


def test_saving_derives_again(world: Engine) -> None:
    save(world, "stone_golem", rules="Draw 2 cards.")
    assert uses(world, "stone_golem") == [("effect", "draw")]
    assert {row.ruleset_id for row in t.rows(world, models.CardUse)} == {t.catalog(world).ruleset.id}


def test_deleting_a_card_deletes_its_uses(world: Engine) -> None:
    with editing(world, "Ada") as editor:
        card_id, _ = stored(editor, "grey_wolf")
        editor.delete_card(card_id, 1)
    assert {row.card_id for row in t.rows(world, models.CardUse)} == {t.card_id(world, "stone_golem")}


def test_card_that_is_named_before_it_exists_is_found_when_it_comes(world: Engine) -> None:
    save(world, "grey_wolf", rules="Destroy Clay Golem.")
    assert ("refers", "card:clay golem") not in uses(world, "grey_wolf")
    with editing(world, "Ada") as editor:
        editor.create_cards(t.CODE, [t.card("Clay Golem")])
    assert ("refers", "card:clay golem") in uses(world, "grey_wolf")


def test_card_that_is_named_and_goes_is_no_card_any_more(world: Engine) -> None:
    with editing(world, "Ada") as editor:
        editor.delete_card(t.card_id(world, "stone_golem"), 1)
    assert ("refers", "card:stone golem") not in uses(world, "grey_wolf")


def test_two_cards_of_one_name_keep_it_until_the_last_is_gone(world: Engine) -> None:
    with editing(world, "Ada") as editor:
        editor.create_cards(t.CODE, [t.card("Stone Golem", code="other_golem")])
    save(world, "stone_golem", name="Clay Golem")
    assert ("refers", "card:stone golem") in uses(world, "grey_wolf")
    save(world, "other_golem", name="Mud Golem")
    assert ("refers", "card:stone golem") not in uses(world, "grey_wolf")


def test_name_that_may_run_into_a_new_one_is_looked_at_again(world: Engine) -> None:
    save(world, "stone_golem", name="Draw Golem", rules="")
    save(world, "grey_wolf", rules="Destroy Draw Golem.", texts={})
    assert ("refers", "card:draw golem") in uses(world, "grey_wolf")
    with editing(world, "Ada") as editor:
        editor.create_cards(t.CODE, [t.card("Golem Guard")])
    assert ("refers", "card:draw golem") not in uses(world, "grey_wolf")


def test_change_of_the_vocabulary_derives_again(world: Engine) -> None:
    catalog = t.catalog(world)
    row = t.one(world, models.Phrase, code="destroy")
    for version, pattern in enumerate(("crush <what>", "smash <what>"), 1):
        document = d.PhraseDocument(code="destroy", kind="effect", pattern=pattern)
        with editing(world, "Ada") as editor:
            editor.update_row("phrase", row.id, document, version)
        if version == 1:
            assert ("effect", "destroy") in uses(world, "grey_wolf")
            save(world, "grey_wolf", rules="Crush Stone Golem.", texts={})
            assert ("effect", "destroy") in uses(world, "grey_wolf")
    assert ("effect", "destroy") not in uses(world, "grey_wolf")
    assert catalog.card_by_code["stone_golem"].uses == t.catalog(world).card_by_code["stone_golem"].uses


def test_names_of_cards_that_were_refused_are_forgotten(world: Engine) -> None:
    save(world, "grey_wolf", rules="Destroy Clay Golem.", texts={})
    with editing(world, "Ada") as editor:
        with pytest.raises(EditError):
            editor.create_cards(t.CODE, [t.card("Clay Golem", type="nonsense")])
        card_id, document = stored(editor, "grey_wolf")
        editor.update_card(card_id, document.model_copy(update={"rules": "Destroy Clay Golem!"}), document.version)
    assert ("refers", "card:clay golem") not in uses(world, "grey_wolf")


def test_words_are_kept_between_sessions_and_follow_the_history(world: Engine) -> None:
    def words() -> Any:
        with Session(world) as session:
            return read_lexicon(session, read_catalog(session, t.CODE, cards=(), decks=False), keep=True).words

    first = words()
    assert words() is first
    save(world, "stone_golem", rules="")
    assert words() is first
    save(world, "stone_golem", name="Clay Golem")
    assert "Clay Golem" in words().names
    assert "Stone Golem" not in words().names
    assert "Stone Golem" in first.names


def write_and_fail(engine: Engine) -> None:
    with editing(engine, "Ada") as editor:
        editor.create_cards(t.CODE, [t.card("Clay Golem")])
        editor.forget_words()
        editor.create_cards(t.CODE, [t.card("Mud Golem"), t.card("Mud Golem")])


def test_what_a_session_wrote_and_took_back_is_not_kept(world: Engine) -> None:
    with pytest.raises(EditError):
        write_and_fail(world)
    with Session(world) as session:
        names = read_lexicon(session, read_catalog(session, t.CODE, cards=(), decks=False), keep=True).words.names
    assert "Clay Golem" not in names
    assert "Mud Golem" not in names


def test_many_names_at_once_look_at_all_texts(world: Engine) -> None:
    save(world, "grey_wolf", rules="Destroy Golem Seventy.", texts={})
    with editing(world, "Ada") as editor:
        cards = [t.card(f"Golem {number}") for number in range(70)]
        editor.create_cards(t.CODE, [*cards, t.card("Golem Seventy")])
    assert ("refers", "card:golem seventy") in uses(world, "grey_wolf")


def test_words_that_change_and_change_back_leave_everything_as_it_was(world: Engine) -> None:
    row = t.one(world, models.Phrase, code="destroy")
    other = d.PhraseDocument(code="destroy", kind="effect", pattern="crush <what>")
    before = t.catalog(world).card_by_code["grey_wolf"].uses
    with editing(world, "Ada") as editor:
        stored_row = editor.row_document("phrase", row.id)
        editor.update_row("phrase", row.id, other, 1)
        editor.update_row("phrase", row.id, stored_row, 2)
    assert t.catalog(world).card_by_code["grey_wolf"].uses == before


def test_new_names_are_found_although_only_a_text_of_help_changed_with_them(world: Engine) -> None:
    save(world, "grey_wolf", rules="Destroy Golem Seventy.", texts={})
    row = t.one(world, models.Phrase, code="destroy")
    with editing(world, "Ada") as editor, editor.putting_off():
        helped = editor.row_document("phrase", row.id).model_copy(update={"text": "It is gone."})
        editor.update_row("phrase", row.id, helped, 1)
        editor.create_cards(t.CODE, [*(t.card(f"Golem {n}") for n in range(70)), t.card("Golem Seventy")])
    assert ("refers", "card:golem seventy") in uses(world, "grey_wolf")
