"""Typed words are compared with many spellings: the most alike is found, or none."""

from __future__ import annotations

import pytest

from carddb.wording.near import Near

WORDS = Near(["attack", "attacks", "attach", "creature", "Beasts", "a", "of"])
PATTERNS = Near(["deal … damage to …", "draw … cards", "give … to …"], by_words=True)


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("attaks", "attacks"),
        ("craeture", "creature"),
        ("beats", "Beasts"),
        ("beasts", "Beasts"),
        ("xylophone", ""),
        ("", ""),
        ("attack" * 10_000, ""),
        ("שלום", ""),
    ],
)
def test_nearest_word_is_found_or_none(typed: str, nearest: str) -> None:
    assert WORDS.find(typed, 0.7) == nearest


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [("deal 2 damage onto it", "deal … damage to …"), ("draw seven", "draw … cards"), ("sing a song", "")],
)
def test_nearest_pattern_shares_words(typed: str, nearest: str) -> None:
    assert PATTERNS.find(typed, 0.45) == nearest


def test_nothing_is_near_in_an_empty_list() -> None:
    assert Near([]).find("attack", 0.0) == ""
