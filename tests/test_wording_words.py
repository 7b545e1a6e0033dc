"""A ruleset's words are data: a new ruleset, new names, words that collide."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support import by_code, make_card, make_catalog, make_keyword, make_type
from wording_support import RULESETS, shipped, shipped_words, texts_of

from carddb.catalog import Phrase, Role, Zone
from carddb.wording.complete import complete
from carddb.wording.describe import Description, describe
from carddb.wording.names import Names
from carddb.wording.printer import Unwritable, print_ability
from carddb.wording.reader import read_text
from carddb.wording.registry import all_forms, read_pattern
from carddb.wording.words import Words


def phrase(code: str, pattern: str = "", kind: str = "") -> Phrase:
    return Phrase(code, kind or all_forms()[code].kind, pattern, "")


def zone(code: str, name: str) -> Zone:
    return Zone(code, name, "", "player", "pile", "up", None, None, 0, 0, 1, 1, "")


FOURTH = Words(
    make_catalog(
        [make_card("Ink Fish")],
        card_types=by_code([make_type("boat", name="Boat", plural="Boats")]),
        roles=by_code([Role("wet", "Wet", "", ("boat",))]),
        zones=by_code([zone("sea", "Deep Sea")]),
        keywords=by_code([make_keyword("Leaky", numbers=1)]),
        phrases=by_code(
            [
                phrase("this", "this boat"),
                phrase("attacks", "whenever <who> rams"),
                phrase("damage", "inflict <amount> wound|wounds on <to>"),
                phrase("would_be_destroyed", "<who> would sink"),
                phrase("return_to", "<what> drift|drifts to <zone>"),
                phrase("once_per_turn"),
                phrase("damage_equal", "inflict wounds on <to> equal to <amount:amount>"),
                phrase("number_of"),
                phrase("half_up"),
                phrase("pay"),
            ]
        ),
    )
)


@pytest.mark.parametrize(
    "line",
    [
        "Leaky 3",
        "Whenever this boat rams, inflict 1 wound on your opponent. Once per turn.",
        "Whenever another Wet or Boat you control rams, inflict 2 wounds on each enemy Boat with Leaky 2.",
        "If this boat would sink, this boat drift to the Deep Sea instead.",
        "Inflict wounds on each player equal to half the number of Boats you control, rounded up.",
    ],
)
def test_a_fourth_ruleset_words_its_texts_its_own_way(line: str) -> None:
    reading = read_text(line, FOURTH)
    assert reading.problems == ()
    assert [print_ability(ability, FOURTH) for ability in reading.abilities] == [line]


def test_rows_that_fit_no_phrase_are_faults() -> None:
    rows = by_code([phrase("this"), replace(phrase("draw"), code="dance"), phrase("draw", "draw <n> cards")])
    words = Words(make_catalog(phrases=rows))
    assert [fault.code for fault in words.faults] == ["dance", "draw"]
    assert "'amount'" not in words.faults[0].message
    assert "it has amount, each" in words.faults[1].message


def test_a_tree_that_the_ruleset_cannot_say_is_not_written() -> None:
    (ability,) = read_text("Draw 1 card.", shipped_words("soulhold")).abilities
    with pytest.raises(Unwritable, match="no phrase for Draw"):
        print_ability(ability, FOURTH)


@pytest.mark.parametrize("code", sorted(all_forms()))
def test_patterns_of_the_registry_can_be_read(code: str) -> None:
    assert read_pattern(all_forms()[code], all_forms()[code].pattern)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Draw a Card", '"Draw a Card"'),
        ("Stone Golem", "Stone Golem"),
        ("Stone", "Stone"),
        ("Stone Draw", '"Stone Draw"'),
        ("draw Stone", '"draw Stone"'),
        ('Say "Hi"', '"Say ""Hi"""'),
        ("Life of Brian", "Life of Brian"),
    ],
)
def test_a_name_is_quoted_where_other_words_could_spell_it(name: str, written: str) -> None:
    names = Names([name, "Stone Golem", "Stone"], frozenset(("draw", "a", "card", "life", "of")))
    assert names.write(name) == written


def test_names_that_change_are_read_anew_and_others_are_not() -> None:
    catalog = shipped("soulhold")
    words = Words(catalog)
    kept = read_text("Draw 1 card.", words)
    broken = read_text("While Old Bramble is in your graveyard, this gets +4 Power.", words)
    later = words.for_catalog(replace(catalog, cards=(*catalog.cards, make_card("Old Bramble"))))
    assert broken.problems
    assert read_text("Draw 1 card.", later) is kept
    assert not read_text("While Old Bramble is in your graveyard, this gets +4 Power.", later).problems
    assert read_text("While Old Bramble is in your graveyard, this gets +4 Power.", words) is broken
    assert later.for_catalog(catalog).names.write("Old Bramble") == '"Old Bramble"'


def test_words_of_the_same_catalog_are_the_same() -> None:
    words = Words(shipped("soulhold"))
    assert words.for_catalog(shipped("soulhold")) is words


@pytest.mark.parametrize(
    ("text", "suggested"),
    [
        ("", "When"),
        ("When this ", "attacks"),
        ("Deal 2 damage to an enemy crea", "creature"),
        ("Deal 2 damage to a creature ", "you control"),
        ("Give this +1 ", "Attack"),
        ("Give this +1 Attack ", "for good"),
        ("Pay 2 {bo", "{bond}"),
        ("Roam, ", "Farshot"),
        ("Draw 1 card and ", "discard"),
        ("Roam\ndra", "Draw"),
    ],
)
def test_what_may_come_next_is_suggested(text: str, suggested: str) -> None:
    found = complete(text, len(text), shipped_words("summoners_vault"))
    assert suggested in [suggestion.text for suggestion in found]
    assert {text[: s.start] + s.text for s in found if s.text == suggested} != {text}


def test_nothing_is_suggested_behind_words_that_are_not_understood() -> None:
    assert complete("Dance and ", 10, shipped_words("summoners_vault")) == ()


def test_names_of_cards_are_suggested() -> None:
    found = complete("Create 2 Ice", 12, shipped_words("glyphs_of_legends"))
    assert [(s.text, s.kind, s.start, s.end) for s in found] == [("Ice Effigy", "name", 9, 12)]


def test_names_are_finished_behind_their_first_words() -> None:
    words = shipped_words("glyphs_of_legends")
    assert ("Ice Effigy", 9) in [(s.text, s.start) for s in complete("Create 2 Ice Eff", 16, words)]
    assert ("Ice Effigy", 9) in [(s.text, s.start) for s in complete("Create 2 Ice ", 13, words)]


@pytest.mark.parametrize("before", ["Destroy an enemy ", "Destroy a ", "Each ", "Destroy another "])
def test_no_plural_is_suggested_behind_a_word_for_one(before: str) -> None:
    found = {s.text for s in complete(before, len(before), shipped_words("summoners_vault"))}
    assert "creature" in found
    assert not {"creatures", "cards", "Beasts"} & found


def test_suggestions_are_capped_and_the_most_used_come_first() -> None:
    words = shipped_words("summoners_vault")
    for card, text in texts_of(shipped("summoners_vault")):
        read_text(text, words, card.name)
    found = [s.text for s in complete("When this ", 10, words)]
    assert found.index("attacks") < found.index("damages")
    assert len(complete("Destroy ", 8, words, most=3)) == 3


def test_an_ability_is_described_in_parts() -> None:
    words = shipped_words("glyphs_of_legends")
    line = "When this attacks, if a Zone Card is active, you may pay 1 {mana} to give +300 ATK to this."
    (ability,) = read_text(line, words).abilities
    assert describe(ability, words) == Description(
        "triggered", "when this attacks", "a Zone Card is active", "pay 1 {mana}", "give +300 ATK to this", "this"
    )


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_shipped_ability_can_be_described(ruleset: str) -> None:
    words = shipped_words(ruleset)
    for card in shipped(ruleset).cards:
        for ability in read_text(card.rules, words, card.name).abilities:
            assert describe(ability, words).effect
