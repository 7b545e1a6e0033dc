"""The markup of rulebook texts: placeholders, choices, bold and italic, blocks; and what is wrong with a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import by_code, make_card, make_catalog, make_parameter

from carddb.catalog import Choice
from carddb.wording.rulebook import Run, fill, plain, read_blocks, read_problems, read_references, show_value

CATALOG = make_catalog(
    [make_card("Stone Golem")],
    parameters=by_code(
        [
            make_parameter("deck_max", 60),
            make_parameter("altar_limit", "none", "limit"),
            make_parameter("hand_limit", 10, "limit"),
            make_parameter("draws", True),
            make_parameter("sleeps", False),
            make_parameter("rows", ("Beast", "Winged", "Titan"), "list"),
            make_parameter("one_row", ("Beast",), "list"),
            make_parameter("nobody", (), "list"),
            make_parameter("match", "summoner", choices=("opened", "summoner")),
            make_parameter("copies.Common", 4),
        ]
    ),
)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("", ""),
        ("Plain words.", "Plain words."),
        ("{deck_max} cards", "60 cards"),
        ("{copies.Common} copies", "4 copies"),
        ("{altar_limit}", "no limit"),
        ("{rows}; {one_row}; {nobody}.", "Beast, Winged and Titan; Beast; ."),
        ("{match}", "summoner"),
        ("{=3} rows", "3 rows"),
        ("{draws}, {sleeps}", "yes, no"),
        ("{?draws:draws|waits}", "draws"),
        ("{?sleeps:draws|waits}", "waits"),
        ("{?sleeps:draws}", ""),
        ("{?hand_limit:at most {hand_limit}|any number}", "at most 10"),
        ("{?altar_limit:at most {altar_limit}|any number}", "any number"),
        ("{?nobody:some|none}", "none"),
        ("{?match=summoner:the Summoner|nothing}", "the Summoner"),
        ("{?match=opened:the Summoner|nothing}", "nothing"),
        ("{?draws=true:{?sleeps:a|b{=1}}|c}", "b1"),
        ("{card:stone_golem} has {keyword:poison} for {symbol:mana} ({rule:T-CARD-1})", None),
        ("**Bold** and *italic*", "Bold and italic"),
        ("3 * 4 * 5", "3 * 4 * 5"),
        ("a lone *star", "a lone *star"),
        ("{boat} and {card:boat}", "{boat} and {card:boat}"),
        ("{?boat:a|b}", "{?boat:a|b}"),
        ("<b> & 0.1 <A <0.9 /etc/passwd", "<b> & 0.1 <A <0.9 /etc/passwd"),
    ],
)
def test_text_prints(text: str, printed: str | None) -> None:
    expected = "Stone Golem has Poison for Mana (T-CARD-1)" if printed is None else printed
    assert plain(text, CATALOG) == expected


def test_runs_keep_kind_code_and_style() -> None:
    assert fill("A **{deck_max} *big*** {symbol:mana}", CATALOG) == (
        Run("text", "A "),
        Run("parameter", "60", "deck_max", bold=True),
        Run("text", " ", bold=True),
        Run("text", "big", bold=True, italic=True),
        Run("text", " "),
        Run("symbol", "Mana", "mana"),
    )


def test_further_values_come_before_parameters() -> None:
    values = {"deck_max": 40, "actual": 41, "max": "none"}
    assert plain("{deck_max} {actual}{?max:!|}", CATALOG, values) == "40 41"


def test_choice_prints_its_words() -> None:
    parameter = make_parameter("who", "both")
    shown = show_value(type(parameter)(**{**_fields(parameter), "choices": (Choice("both", "both players"),)}))
    assert shown == "both players"


def _fields(parameter: object) -> dict[str, object]:
    return {name: getattr(parameter, name) for name in type(parameter).__slots__}  # type: ignore[attr-defined]


def test_blocks_are_paragraphs_and_bullets_with_wrapped_lines_joined() -> None:
    blocks = read_blocks("One\nline.\n\n- first\n  point\n- second\n\nLast.", CATALOG)
    assert [(block.kind, "".join(run.text for run in block.runs)) for block in blocks] == [
        ("paragraph", "One line."),
        ("bullet", "first point"),
        ("bullet", "second"),
        ("paragraph", "Last."),
    ]


def test_references_are_found_in_every_branch() -> None:
    found = read_references("{?draws:{card:a}|{rule:R-1}} {=3} {deck_max}")
    assert [(reference.kind, reference.code) for reference in found] == [
        ("parameter", "draws"),
        ("card", "a"),
        ("rule", "R-1"),
        ("parameter", "deck_max"),
    ]


@pytest.mark.parametrize(
    ("text", "kind", "span"),
    [
        ("Draw 12 cards.", "digit", (5, 7)),
        ("{?draws:2|two}", "digit", (8, 9)),
        ("{deck_max", "syntax", (0, 9)),
        ("deck} size", "syntax", (4, 5)),
        ("{?draws:a|b", "syntax", (0, 11)),
        ("{two words}", "syntax", (0, 11)),
        ("{}", "syntax", (0, 2)),
        ("{=}", "syntax", (0, 3)),
    ],
)
def test_problem_is_named_with_its_place(text: str, kind: str, span: tuple[int, int]) -> None:
    assert [(problem.kind, problem.span) for problem in read_problems(text)] == [(kind, span)]


def test_equal_parameters_are_told_from_unequal_ones() -> None:
    text = "{?low==high:exactly {low}|{low} to {high}} {?low==absent:a|b}"
    for high, expected in ((3, "exactly 3"), (4, "3 to 4")):
        catalog = make_catalog(parameters=by_code([make_parameter("low", 3), make_parameter("high", high)]))
        assert plain(text, catalog).startswith(expected + " {?low==absent")
    assert {r.code for r in read_references("{?low==high:x}")} == {"low", "high"}


def test_sound_text_has_no_problem() -> None:
    assert read_problems("{?draws:{=3}|{deck_max}} {rule:SV-DECK-1} **x**") == ()


def test_nesting_without_end_is_a_problem_and_not_a_crash() -> None:
    assert any("nested" in problem.message for problem in read_problems("{?draws:" * 5000))


@given(st.text("{}?:|=*ab1 \n-.", max_size=60))
def test_any_text_can_be_filled_split_and_examined(text: str) -> None:
    plain(text, CATALOG)
    read_blocks(text, CATALOG)
    for problem in read_problems(text):
        assert 0 <= problem.span[0] <= problem.span[1] <= len(text)
    for reference in read_references(text):
        assert reference.code in text[slice(*reference.span)]
