"""Every trigger and effect of the registry is whole: phrases, meaning, arguments with kinds and ranges, rulesets."""

from __future__ import annotations

from dataclasses import fields

import pytest
from wording_support import RULESETS, shipped, shipped_words

from carddb.wording.phrasebook import GAPS, read_phrasebook
from carddb.wording.registry import Form, all_forms, slots_of

FORMS = {code: form for code, form in all_forms().items() if form.kind in ("trigger", "effect", "payment")}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_phrase_has_a_meaning_and_arguments_with_kinds_and_ranges(form: Form) -> None:
    assert form.text.endswith(".")
    assert form.node.__doc__
    slots = slots_of(form.node)
    assert {one.name for one in fields(form.node)} == {*slots, *form.fixed}
    for slot in slots.values():
        assert slot.kind in GAPS
        assert slot.kind not in ("number", "amount") or slot.low is not None


def test_phrase_is_known_by_a_ruleset() -> None:
    known = {code for ruleset in RULESETS for code in shipped_words(ruleset).forms}
    assert set(FORMS) - known == set()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_known_phrase_has_an_example_of_the_catalog(ruleset: str) -> None:
    groups = read_phrasebook(shipped(ruleset), shipped_words(ruleset))
    assert [entry.code for group in groups for entry in group.entries if entry.example is None] == []
