"""Every tree that a ruleset can say is printed so that reading gives the same tree again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from wording_support import RULESETS, shipped
from wording_trees import Trees, names_in

from carddb.catalog import Catalog, Phrase
from carddb.wording.names import Names
from carddb.wording.printer import print_ability
from carddb.wording.reader import read_text
from carddb.wording.registry import all_forms
from carddb.wording.words import TERM_KINDS, Words

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def everything() -> Catalog:
    """Return a ruleset that knows every phrase of the registry, in its default words."""
    catalog = shipped("summoners_vault")
    terms = {key: phrase for key, phrase in catalog.phrases.items() if phrase.kind in TERM_KINDS}
    forms = {code: Phrase(code, form.kind, "", "") for code, form in all_forms().items()}
    return replace(catalog, phrases={**terms, **forms})


WORDS = {ruleset: Words(shipped(ruleset)) for ruleset in RULESETS} | {"everything": Words(everything())}
TREES = {ruleset: Trees(words) for ruleset, words in WORDS.items()}


def with_names(words: Words, names: set[str]) -> Words:
    words.names = Names(sorted(names), words.known_words)
    words.readings.clear()
    words.lines.clear()
    return words


@pytest.mark.parametrize("ruleset", list(WORDS))
@given(data=st.data())
@settings(max_examples=120, deadline=None, suppress_health_check=SLOW)
def test_reading_what_was_printed_gives_the_same_tree(ruleset: str, data: Any) -> None:
    trees = TREES[ruleset]
    ability = data.draw(trees.abilities())
    others = data.draw(st.sets(trees.names, max_size=4))
    words = with_names(WORDS[ruleset], names_in(ability) | others)
    line = print_ability(ability, words)
    reading = read_text(line, words)
    assert (reading.abilities, reading.problems) == ((ability,), ()), line
