"""Rules text as a language: the shipped texts are read, and printed as they stand."""

from __future__ import annotations

import pytest
from wording_support import RULESETS, shipped, shipped_words, texts_of

from carddb.wording.printer import print_ability
from carddb.wording.reader import read_text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_phrase_rows_fit_the_registry(ruleset: str) -> None:
    assert shipped_words(ruleset).faults == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_shipped_text_is_understood(ruleset: str) -> None:
    words = shipped_words(ruleset)
    problems = {
        card.code: reading.problems
        for card, text in texts_of(shipped(ruleset))
        if (reading := read_text(text, words, card.name)).problems
    }
    assert problems == {}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_shipped_text_stands_in_its_canonical_wording(ruleset: str) -> None:
    words = shipped_words(ruleset)
    texts = [(card.name, text.strip()) for card, text in texts_of(shipped(ruleset)) if text.strip() != "none"]
    printed = [
        (name, "\n".join(print_ability(ability, words) for ability in read_text(text, words, name).abilities))
        for name, text in texts
    ]
    assert printed == texts
