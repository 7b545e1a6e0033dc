"""Lines of rules text read as phrases of the house vocabulary."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import make_keyword

from carddb.catalog import Phrase
from carddb.wording.markup import Vocabulary
from carddb.wording.phrases import PhraseBook

PATTERNS = {
    "attack": ("trigger", "When this attacks,"),
    "deal": ("effect", "Deal <n> damage to <target>"),
    "draw": ("effect", "draw <n> <cards>"),
    "gain": ("effect", "gain <n> {mana}"),
    "boost": ("static", "<who> has +<n> Attack and -<n> Life"),
    "turn": ("duration", "this turn"),
    "gate": ("condition", "if you're face-down,"),
}
BOOK = PhraseBook(
    [Phrase(code, kind, pattern, "") for code, (kind, pattern) in PATTERNS.items()],
    Vocabulary([make_keyword("Poison", numbers=1)], ["mana"]),
)


@pytest.mark.parametrize(
    ("line", "phrases", "unknown"),
    [
        ("When this attacks, draw 1 card.", ["attack", "draw"], []),
        ("when THIS attacks, DEAL X damage to a foe.", ["attack", "deal"], []),
        ("Deal 3 damage to another creature this turn.", ["deal", "turn"], []),
        ("Draw 2 cards and gain 1 {mana}.", ["draw", "gain"], []),
        ("Each ally has +2 Attack and -1 Life.", ["boost"], []),
        ("If you're face-down, draw 1 card.", ["gate", "draw"], []),
        ("Poison 300, draw 1 card.", ["draw"], []),
        ("Dance wildly, then draw 1 card.", ["draw"], ["Dance wildly"]),
        ("Draw 1 card or sing.", ["draw"], []),
        ("Deal many damage to a foe.", [], ["Deal many damage to a foe"]),
        ("Gain 1 {gold}.", [], ["Gain 1 {gold}"]),
        ("", [], []),
    ],
)
def test_line_is_read(line: str, phrases: list[str], unknown: list[str]) -> None:
    reading = BOOK.read(line)
    assert [phrase.code for phrase in reading.phrases] == phrases
    assert [line[slice(*span)] for span in reading.unknown] == unknown


def test_slot_does_not_reach_into_the_next_sentence() -> None:
    reading = BOOK.read("Deal 1 damage to a foe. Sing a song.")
    assert [(phrase.code, phrase.span) for phrase in reading.phrases] == [("deal", (0, 22))]
    assert reading.unknown == ((24, 35),)


WORDS = ["deal", "3", "damage", "to", "a", ".", ",", "has", "+", "-", "Attack", "Life", "and", "Poison", "300", "x"]


@given(st.lists(st.sampled_from(WORDS), max_size=40))
def test_any_line_is_read_in_order_and_without_overlap(words: list[str]) -> None:
    line = " ".join(words)
    reading = BOOK.read(line)
    spans = sorted([*(phrase.span for phrase in reading.phrases), *reading.unknown])
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(spans))
