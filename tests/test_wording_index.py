"""The index of a card's texts: what they have, grant, remove and speak of, and the effects and triggers they use."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support import make_card
from wording_support import RULESETS, shipped

from carddb.catalog import CardUse, Phrase
from carddb.wording.index import card_code, uses_of
from carddb.wording.words import Words

SHIPPED = shipped("glyphs_of_legends")
GLYPHS = replace(
    SHIPPED,
    phrases={**SHIPPED.phrases, "remove_keywords": Phrase("remove_keywords", "effect", "", "")},
    cards=(make_card("Stone Golem"), make_card("Golem"), make_card("Wolf Pup")),
)
WORDS = Words(GLYPHS)


def uses(*texts: str, name: str = "") -> list[tuple[str, str, tuple[int | str, ...]]]:
    return [(use.kind, use.code, use.arguments) for use in uses_of(texts, WORDS, name)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Swift, Poison 300", [("has", "swift", ()), ("has", "poison", (300,))]),
        ("Give Poison 200 to a creature.", [("effect", "give_keywords", ()), ("grants", "poison", (200,))]),
        ("Remove Swift from a creature.", [("effect", "remove_keywords", ()), ("removes", "swift", ())]),
        ("Each creature you control has Swift.", [("effect", "have_keywords", ()), ("grants", "swift", ())]),
        ("Destroy a creature with Swift.", [("effect", "destroy", ()), ("refers", "keyword:swift", ())]),
        ("When this is destroyed, draw 1 card.", [("trigger", "destroyed", ()), ("effect", "draw", ())]),
        ("Destroy a Golem.", [("effect", "destroy", ()), ("refers", "role:golem", ())]),
        ("Destroy Stone Golem.", [("effect", "destroy", ()), ("refers", "card:stone golem", ())]),
        ('Destroy "Golem".', [("effect", "destroy", ()), ("refers", "card:golem", ())]),
        ("none", []),
        ("", []),
    ],
)
def test_text_is_indexed(text: str, found: list[tuple[str, str, tuple[int | str, ...]]]) -> None:
    assert [use for use in uses(text) if use[1] != "type:creature"] == found


def test_types_are_spoken_of() -> None:
    assert ("refers", "type:creature", ()) in uses("Destroy a creature.")


def test_each_use_stands_once_for_all_texts_of_a_card() -> None:
    assert uses("Draw 1 card.\nDraw 2 cards.", "Draw 1 card.") == [("effect", "draw", ())]


def test_same_keyword_with_other_numbers_is_another_use() -> None:
    text = "Give Poison 200 to a creature. Give Poison 300 to a creature."
    assert [use for use in uses(text) if use[0] == "grants"] == [
        ("grants", "poison", (200,)),
        ("grants", "poison", (300,)),
    ]


def test_own_name_is_no_other_card() -> None:
    assert uses("When Wolf Pup is destroyed, draw 1 card.", name="Wolf Pup") == uses(
        "When this is destroyed, draw 1 card."
    )


def test_line_that_is_not_understood_still_gives_its_keywords_names_and_phrases() -> None:
    found = uses("Swift\nFrobnicate Stone Golem with Poison 300.")
    assert found == [("has", "swift", ()), ("refers", "card:stone golem", ()), ("refers", "keyword:poison", (300,))]


def test_code_of_a_very_long_name_fits_its_column() -> None:
    assert len(card_code("ﷺ" * 240)) == 256


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_shipped_card_with_a_text_uses_something(ruleset: str) -> None:
    catalog = shipped(ruleset)
    words = Words(catalog)
    empty = [
        card.code
        for card in catalog.cards
        if (texts := [t for t in (card.rules, *card.texts.values()) if t.strip() not in ("", "none")])
        and not uses_of(texts, words, card.name)
    ]
    assert empty == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_shipped_cards_have_the_keywords_on_their_keyword_lines(ruleset: str) -> None:
    catalog = shipped(ruleset)
    words = Words(catalog)
    for card in catalog.cards:
        has = {use.code for use in uses_of((card.rules, *card.texts.values()), words, card.name) if use.kind == "has"}
        assert has == {k.keyword for k in card.keywords if k.is_own}, card.code


def test_use_without_numbers_is_plain() -> None:
    assert CardUse("has", "swift") == CardUse("has", "swift", ())
