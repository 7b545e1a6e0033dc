"""Renaming through texts: only what really names the thing changes, all of it together, with a revision each."""

from __future__ import annotations

from typing import Any

import pytest
import testbed as t
from sqlalchemy import Engine
from test_wording_store import PHRASES

from carddb import models
from carddb.edit import Conflict, EditError, editing
from carddb.edit.renaming import RenamePlan
from carddb.pipeline.renaming import plan_renaming

STOCK = t.document(
    cards=[
        t.card("Stone Golem", rules="Swift\nWhen this is destroyed, draw 1 card."),
        t.card("Golem", rules="Destroy Stone Golem.\nWhen Golem is destroyed, destroy Stone Golem."),
        t.card("Grey Wolf", rules='Destroy "Golem".\ndestroy stone golem', texts={"bonus": "Destroy Stone Golem!"}),
        t.card("Poisoner", rules="Poison 2, Swift\nGive Wither 1 to a creature.", roles=["beast"]),
        t.card("Hunter", rules="Destroy a Beast.\ndestroy a BEAST.\nBeast is no sentence, this beast"),
        t.card("Quiet One", rules="Draw 1 card."),
    ],
    phrases=PHRASES,
)
MODELS: dict[str, Any] = {
    "card": models.Card,
    "keyword": models.Keyword,
    "card_type": models.CardType,
    "role": models.Role,
    "affinity": models.Affinity,
}


def rename(engine: Engine, kind: str, code: str, name: str, version: int = 1, **options: str) -> RenamePlan:
    row = t.one(engine, MODELS[kind], code=code)
    with editing(engine, "Ada") as editor:
        return editor.rename(kind, row.id, name, version, **options)


def plan(engine: Engine, kind: str, code: str, name: str) -> RenamePlan:
    row = t.one(engine, MODELS[kind], code=code)
    with editing(engine, "Ada") as editor:
        return editor.rename_plan(kind, row.id, name)


def rules(engine: Engine, code: str) -> list[str]:
    return t.catalog(engine).card_by_code[code].rules.split("\n")


def test_plan_names_the_texts_before_and_after_and_writes_nothing(world: Engine) -> None:
    before = t.catalog(world)
    planned = plan(world, "card", "stone_golem", "Clay Golem")
    assert (planned.before, planned.after) == ("Stone Golem", "Clay Golem")
    assert [(c.code, c.field, c.before, c.after) for c in planned.texts] == [
        (
            "golem",
            "rules",
            "Destroy Stone Golem.\nWhen Golem is destroyed, destroy Stone Golem.",
            "Destroy Clay Golem.\nWhen Golem is destroyed, destroy Clay Golem.",
        ),
        ("grey_wolf", "bonus", "Destroy Stone Golem!", "Destroy Clay Golem!"),
    ]
    assert t.catalog(world) == before


def test_renaming_a_card_changes_it_and_all_texts_with_a_revision_each(world: Engine) -> None:
    before = len(t.history(world))
    rename(world, "card", "stone_golem", "Clay Golem")
    assert t.catalog(world).card_by_code["stone_golem"].name == "Clay Golem"
    assert rules(world, "golem") == ["Destroy Clay Golem.", "When Golem is destroyed, destroy Clay Golem."]
    assert t.catalog(world).card_by_code["grey_wolf"].texts["bonus"] == "Destroy Clay Golem!"
    rows = t.history(world)[before:]
    assert {row.code for row in rows} == {"stone_golem", "golem", "grey_wolf"}
    assert {row.note for row in rows} == {"Stone Golem is now called Clay Golem"}
    assert ("refers", "card:clay golem") in {(u.kind, u.code) for u in t.catalog(world).card_by_code["golem"].uses}


def test_name_inside_of_another_name_stays(world: Engine) -> None:
    rename(world, "card", "golem", "Boulder")
    assert rules(world, "golem") == ["Destroy Stone Golem.", "When Boulder is destroyed, destroy Stone Golem."]
    assert rules(world, "grey_wolf")[0] == "Destroy Boulder."


def test_name_that_could_be_misread_is_quoted(world: Engine) -> None:
    rename(world, "card", "stone_golem", "Draw")
    assert rules(world, "golem")[0] == 'Destroy "Draw".'


def test_texts_keep_a_name_that_another_card_still_has(world: Engine) -> None:
    with editing(world, "Ada") as editor:
        editor.create_cards(t.CODE, [t.card("Stone Golem", code="second")])
    done = rename(world, "card", "stone_golem", "Clay Golem")
    assert done.keeps
    assert done.texts == ()
    assert rules(world, "golem")[0] == "Destroy Stone Golem."


def test_keyword_changes_where_it_stands_under_this_name(world: Engine) -> None:
    rename(world, "keyword", "poison", "Venom")
    assert rules(world, "poisoner") == ["Venom 2, Swift", "Give Wither 1 to a creature."]
    assert t.one(world, models.Keyword, code="poison").name == "Venom"
    assert next((u.kind, u.code) for u in t.catalog(world).card_by_code["poisoner"].uses) == ("has", "poison")
    assert t.catalog(world).card_by_code["poisoner"].name == "Poisoner"


def test_type_changes_with_its_plural_its_row_of_words_and_the_article(world: Engine) -> None:
    rename(world, "card_type", "creature", "Ogre")
    catalog = t.catalog(world)
    assert catalog.phrases["creature"].pattern == "ogre|ogres"
    assert rules(world, "poisoner")[1] == "Give Wither 1 to an ogre."
    assert {u.code for u in catalog.card_by_code["poisoner"].uses} >= {"type:creature"}


def test_role_changes_in_canonical_and_other_wording_and_not_where_nothing_is_understood(world: Engine) -> None:
    rename(world, "role", "beast", "Imp")
    assert rules(world, "hunter") == ["Destroy an Imp.", "destroy an Imp.", "Imp is no sentence, this beast"]


def test_affinity_has_no_words_in_texts(world: Engine) -> None:
    assert rename(world, "affinity", "red", "Crimson").texts == ()
    assert t.one(world, models.Affinity, code="red").name == "Crimson"


def test_text_that_names_nothing_of_it_is_not_touched(world: Engine) -> None:
    rename(world, "card", "stone_golem", "Clay Golem")
    rename(world, "keyword", "poison", "Venom")
    rename(world, "role", "beast", "Imp")
    assert t.one(world, models.Card, code="quiet_one").version == 1


def test_renaming_at_an_old_version_is_a_conflict_and_writes_nothing(world: Engine) -> None:
    rename(world, "card", "stone_golem", "Clay Golem")
    with pytest.raises(Conflict):
        rename(world, "card", "stone_golem", "Mud Golem", version=1)
    assert rules(world, "golem")[0] == "Destroy Clay Golem."


def test_name_that_another_keyword_has_is_refused_and_no_text_changes(world: Engine) -> None:
    with pytest.raises(EditError, match="already belongs"):
        rename(world, "keyword", "poison", "Swift")
    assert rules(world, "poisoner")[0] == "Poison 2, Swift"


def test_empty_name_is_refused(world: Engine) -> None:
    with pytest.raises(EditError):
        plan(world, "card", "stone_golem", "")


def test_other_kinds_are_not_renamed_through_texts(world: Engine) -> None:
    with editing(world, "Ada") as editor, pytest.raises(ValueError, match="cannot be renamed"):
        editor.rename_plan("deck", 1, "x")


def mentions(engine: Engine, kind: str, code: str, name: str) -> list[tuple[str, str, str, str]]:
    row = t.one(engine, MODELS[kind], code=code)
    with editing(engine, "Ada") as editor:
        found = plan_renaming(editor, kind, row.id, name)
    return [(m.code, m.field, m.text[slice(*m.span)], m.why) for m in found.mentions]


def test_mentions_that_stay_come_with_their_reason(world: Engine) -> None:
    with editing(world, "Ada") as editor:
        spoken = t.card(
            "Teller", rules="Golem is dead, says the GOLEM.", printings=[t.printing("9", flavor="Ah, Golem.")]
        )
        editor.create_cards(t.CODE, [spoken])
    found = mentions(world, "card", "golem", "Boulder")
    assert ("golem", "rules", "Golem", "It is part of the name Stone Golem.") in found
    assert (
        "teller",
        "rules",
        "GOLEM",
        "This line is not understood, so only the name in its very letters is changed there.",
    ) in found
    assert ("teller", "flavor", "Golem", "Prose is for people; change it by hand where it should change.") in found
    assert not any("Boulder" in text for _, _, text, _ in found)


def test_name_that_another_card_keeps_is_a_mention_with_that_reason(world: Engine) -> None:
    with editing(world, "Ada") as editor:
        editor.create_cards(t.CODE, [t.card("Stone Golem", code="second")])
    found = mentions(world, "card", "stone_golem", "Clay Golem")
    assert ("golem", "rules", "Stone Golem", "Another card is still called Stone Golem.") in found


def test_new_name_that_holds_the_old_one_is_no_mention(world: Engine) -> None:
    found = mentions(world, "card", "stone_golem", "Old Stone Golem")
    assert [text for _, _, text, _ in found] == ["stone golem"]


def test_digest_of_a_plan_changes_with_a_text_of_it(world: Engine) -> None:
    row = t.one(world, models.Card, code="stone_golem")

    def digest() -> str:
        with editing(world, "Ada") as editor:
            return plan_renaming(editor, "card", row.id, "Clay Golem").digest

    first = digest()
    assert digest() == first
    wolf = t.one(world, models.Card, code="quiet_one")
    with editing(world, "Bea") as editor:
        document = t.card("Quiet One", rules="Destroy Stone Golem.", code="quiet_one")
        editor.update_card(wolf.id, document, 1)
    assert digest() != first
