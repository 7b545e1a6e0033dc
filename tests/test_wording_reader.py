"""What is not understood is said with its place, and takes nothing from the rest; any text has an answer."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wording_support import shipped_words

from carddb.wording.printer import print_ability
from carddb.wording.reader import LONGEST_TEXT, read_text
from carddb.wording.suggest import has_same_sense
from carddb.wording.words import Words

VAULT = shipped_words("summoners_vault")
GLYPHS = shipped_words("glyphs_of_legends")
SOULHOLD = shipped_words("soulhold")


@pytest.mark.parametrize(
    ("text", "unknown", "expected", "nearest"),
    [
        ("Deal 2 damage to a frobnicated creature.", "frobnicated", "a kind of card", "deal <amount> damage to <to>"),
        ("When this attaks, draw 1 card.", "attaks", "“attacks”", "attacks"),
        ("Draw 1 card and sing.", "sing", "an effect", ""),
        ("Each Beats you control has +1 Attack.", "Beats", "a kind of card", "Beasts"),
        ("Deal 2 damage.", ".", "“to”", "deal <amount> damage to <to>"),
        ("Draw 1 card and", "", "an effect", ""),
        ("Pay 2 {gold}: Draw 1 card.", "{gold}", "a resource", "pay <amount> <resource>"),
        ("Roam, Flying", "Flying", "a keyword", ""),
        ("Give this sweep 1 this turn.", "sweep", "a keyword", "Sweep"),
        ("Give this Sweep 1 2 this turn.", "2", "a duration", "this turn"),
        ("שלום", "שלום", "a trigger", ""),
    ],
)
def test_what_is_not_understood_is_named(text: str, unknown: str, expected: str, nearest: str) -> None:
    (problem,) = read_text(text, VAULT).problems
    assert (problem.words, text[problem.start : problem.end], problem.nearest) == (unknown, unknown, nearest)
    assert expected in problem.expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("If you have more Life than your opponent, draw 1 card.", SOULHOLD),
        ("When this wins a clash, your opponent discards 1 card.", SOULHOLD),
        ("If your Summoner would take damage, destroy this instead.", VAULT),
        ("This cannot be destroyed by Spells.", VAULT),
        ("When this is played, each player draws 1 card.", GLYPHS),
    ],
)
def test_nothing_is_suggested_that_means_something_else(text: str, words: Words) -> None:
    (problem,) = read_text(text, words).problems
    assert problem.hint == ""


@pytest.mark.parametrize(
    ("said", "pattern", "same"),
    [
        ("you have more life than they", "you have less … than …", False),
        ("you have fewer cards than they", "you have less … than …", True),
        ("you control 2 or more beasts", "you control …", True),
        ("this cannot be destroyed", "… cannot attack", False),
        ("this cannot attack now", "… cannot attack", True),
    ],
)
def test_a_suggestion_compares_and_forbids_the_same(said: str, pattern: str, same: bool) -> None:
    assert has_same_sense(said, pattern) is same


@pytest.mark.parametrize(
    ("text", "reason", "words"),
    [
        ("Draw 1 card: Deal 2 damage to an enemy creature.", "This is no cost.", "Draw 1 card"),
        ("Pay 2 {bond}.", "This is a cost, not an effect.", "Pay 2 {bond}"),
    ],
)
def test_a_phrase_in_the_wrong_place_is_named(text: str, reason: str, words: str) -> None:
    (problem,) = read_text(text, VAULT).problems
    assert (problem.reason, problem.words) == (reason, words)


def test_the_other_lines_stay_understood_and_places_count_from_the_start_of_the_text() -> None:
    text = "Roam\nWhen this attacks, dance.\nDraw 1 card."
    reading = read_text(text, VAULT)
    assert [print_ability(ability, VAULT) for ability in reading.abilities] == ["Roam", "Draw 1 card."]
    assert [text[start:end] for start, end in reading.places] == ["Roam", "Draw 1 card."]
    assert [text[problem.start : problem.end] for problem in reading.problems] == ["dance"]


def test_phrases_before_and_behind_unknown_words_are_still_found() -> None:
    reading = read_text("When this attacks, dance and draw 1 card.", VAULT)
    assert [span.code for span in reading.spans] == ["attacks", "draw"]


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("draw a card", "Draw 1 card."),
        ("Draw two card.", "Draw 2 cards."),
        ("draw 2 cards, then discard a card.", "Draw 2 cards and discard 1 card."),
        ("each beast you control has +1 attack.", "Each Beast you control has +1 Attack."),
        ("Destroy a enemy creature.", "Destroy an enemy creature."),
        ("Whenever this attacks, gain 1 life points.", "When this attacks, gain 1 Life Point."),
        ("Destroy any enemy creature.", "Destroy an enemy creature."),
        ("Each  Beasts you control have +1 Attack.", "Each Beast you control has +1 Attack."),
        ("Put the top 1 cards of your deck into your hand.", "Put the top 1 card of your deck into your hand."),
        ("If you control 3 or more Beast, draw 1 card.", "If you control 3 or more Beasts, draw 1 card."),
    ],
)
def test_loose_wording_is_understood_and_printed_canonically(typed: str, canonical: str) -> None:
    reading = read_text(typed, VAULT)
    assert reading.problems == ()
    assert "\n".join(print_ability(ability, VAULT) for ability in reading.abilities) == canonical


def test_a_cards_own_name_stands_for_this() -> None:
    words = shipped_words("glyphs_of_legends")
    (ability,) = read_text("When Old Verb attacks, draw 1 card.", words, "Old Verb").abilities
    assert print_ability(ability, words) == "When this attacks, draw 1 card."


def test_none_says_nothing() -> None:
    reading = read_text("none", VAULT)
    assert (reading.abilities, reading.problems) == ((), ())


@pytest.mark.parametrize("text", ["x" * 1_000_000, "(" * 100_000, "Draw 1 card.\n" * 80_000])
def test_a_text_without_end_is_one_problem(text: str) -> None:
    (problem,) = read_text(text, VAULT).problems
    assert f"{LONGEST_TEXT} characters" in problem.message


def test_a_line_without_end_is_one_problem() -> None:
    reading = read_text("Draw 1 card and " * 200 + "\nDraw 1 card.", shipped_words("soulhold"))
    assert [problem.start for problem in reading.problems] == [0]


PIECES = [
    "draw",
    "1",
    "card",
    "a",
    "creature",
    "or",
    "and",
    "half",
    "this",
    ",",
    ".",
    ":",
    '"',
    "(",
    "\n",
    "\u202e",
    "\0",
]


@given(st.text(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=120).map(" ".join))
@settings(max_examples=150, deadline=None)
def test_any_text_has_an_answer_and_problems_lie_inside_it(text: str) -> None:
    reading = read_text(text, VAULT)
    for problem in reading.problems:
        assert 0 <= problem.start <= problem.end <= len(text)
        assert text[problem.start : problem.end] == problem.words or problem.reason


@pytest.mark.parametrize(
    ("ruleset", "text", "printed"),
    [
        (VAULT, "Your opponent discards 1 card.", "Make your opponent discard 1 card."),
        (VAULT, "Give +2 Attack to this creature until end of turn.", "Give this +2 Attack this turn."),
        (VAULT, "At the beginning of your turn, you draw a card.", "At the start of your turn, draw 1 card."),
        (VAULT, "Deal 2 damage to target enemy creature.", "Deal 2 damage to an enemy creature."),
        (VAULT, "Give this Pierce this turn and draw 1 card.", "Give this Pierce this turn. Draw 1 card."),
        (VAULT, "Each other Beast you control gets +1 Attack.", "Each other Beast you control has +1 Attack."),
        (
            VAULT,
            "Each other Beast you control gets +1 Attack this turn.",
            "Give each other Beast you control +1 Attack this turn.",
        ),
        (GLYPHS, "Make your opponent discard 1 card.", "Your opponent discards 1 card."),
        (GLYPHS, "When this dies, it gets +300 ATK.", "When this is destroyed, give +300 ATK to that creature."),
        (GLYPHS, "Give +300 ATK to this this turn.", "Give +300 ATK to this until the end of the turn."),
        (
            SOULHOLD,
            "When this card is flipped, give +2 Power to this card.",
            "When this is flipped, this gets +2 Power.",
        ),
        (
            SOULHOLD,
            "When this is flipped, place this in their hand.",
            "When this is flipped, put this in its owner's hand.",
        ),
    ],
)
def test_words_that_designers_use_are_read_and_printed_in_those_of_the_ruleset(
    ruleset: Words, text: str, printed: str
) -> None:
    reading = read_text(text, ruleset)
    assert ([print_ability(ability, ruleset) for ability in reading.abilities], reading.problems) == ([printed], ())


@pytest.mark.parametrize(
    ("ruleset", "text", "foreign", "own"),
    [
        (VAULT, "When this is destroyed, put this into your graveyard.", "graveyard", "discard pile"),
        (GLYPHS, "Put this into your graveyard.", "graveyard", "Discard Pile"),
        (VAULT, "Tap this: Draw 1 card.", "Tap", "exhaust <what>"),
        (VAULT, "Gain 2 life.", "life", "Life Points"),
        (GLYPHS, "Exile an enemy creature.", "Exile", "Banish <what>"),
        (GLYPHS, "Destroy an enemy minion.", "minion", "creature"),
        (SOULHOLD, "When this is flipped, put it in your graveyard.", "it", "this"),
    ],
)
def test_word_of_another_game_is_answered_with_the_own_one(ruleset: Words, text: str, foreign: str, own: str) -> None:
    (problem,) = read_text(text, ruleset).problems
    assert (problem.foreign, problem.nearest) == (foreign, own)
    assert problem.hint == f"This game does not say “{foreign}” here; it says “{own}”."


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("This has +1 Attack and Pierce.", "<who> has|have <keywords>"),
        ("This has Pierce and +1 Attack.", "<who> has|have <changes>"),
        ("Give this +1 Attack and Pierce.", "give <who> <keywords>"),
    ],
)
def test_number_and_keyword_are_given_one_by_one(text: str, nearest: str) -> None:
    (problem,) = read_text(text, VAULT).problems
    assert problem.nearest == nearest


@pytest.mark.parametrize(
    "text", ["Give this Pierce this turn and.", "Draw 1 card this turn and", "This has Pierce this turn."]
)
def test_a_duration_in_the_middle_needs_something_behind_it_and_is_of_an_order(text: str) -> None:
    assert read_text(text, VAULT).problems


def test_other_words_that_say_more_than_the_ruleset_can_print_are_not_read() -> None:
    assert read_text("When this is flipped, gain 1 Life for each Folk you control.", SOULHOLD).problems
