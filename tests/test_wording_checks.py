"""Checks of rules texts in more than one case each; every check has its plain cases in test_rules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support import shipped
from wording_cases import CATALOG, FLAGS, says, spell, worded

from carddb.catalog import Phrase
from carddb.rules import check_card


def codes(text: str) -> set[str]:
    return {finding.code for finding in check_card(says(text), CATALOG)}


@pytest.mark.parametrize(
    "text",
    [
        "Give Poison to this.",
        "Give Swift and Poison to a Creature.",
        "Each Creature has Swift and Poison.",
        "When this attacks, give Poison to this.",
        "Give Poison 2 3 to a Creature.",
        "Give Swift 2 to a Creature.",
        "Swift, Poison",
        "Poison 3 4",
    ],
)
def test_keyword_with_a_number_too_few_or_too_many_is_an_error(text: str) -> None:
    assert "card.keyword_number" in codes(text)


@pytest.mark.parametrize(
    "text",
    [
        "Give Poison 2 to this.",
        "Give Poison X to this.",
        "Give Swift and Poison 3 to a Creature.",
        "Remove Poison from a Creature.",
        "Destroy a Creature with Poison.",
        "Swift, Poison 3",
    ],
)
def test_keyword_with_its_numbers_or_only_spoken_of_is_none(text: str) -> None:
    assert "card.keyword_number" not in codes(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Attack 2, Life 4.", "card.stats_again"),
        ("Attack 3.", "card.stats_differ"),
        ("Attack 2, Life 5.", "card.stats_differ"),
        ("This costs 1 Cost.", "card.stats_differ"),
    ],
)
def test_numbers_of_the_card_are_not_typed_into_its_text(text: str, code: str) -> None:
    assert codes(text) == {code}


def test_only_symbols_that_rows_name_are_resources() -> None:
    rows = {"mana": Phrase("mana", "resource", "{mana}", "")}
    symbols = {**CATALOG.symbols, "sword": replace(CATALOG.symbols["mana"], code="sword")}
    card = says("Gain 2 {sword}.")
    (finding,) = check_card(card, worded(card, phrases=rows, symbols=symbols))
    assert (finding.code, finding.allowed) == ("card.resource_unknown", ["{mana}", "Life Points"])
    assert check_card(card, worded(card, symbols=symbols)) == []


@pytest.mark.parametrize(
    ("ruleset", "code", "rule"),
    [
        ("summoners_vault", "card.permanent_missing", "SV-PLAY-4"),
        ("glyphs_of_legends", "card.legendary_bearer", "GL-KW-6"),
    ],
)
def test_markers_ask_in_the_name_of_their_rule(ruleset: str, code: str, rule: str) -> None:
    catalog = shipped(ruleset)
    text = {"summoners_vault": "Each creature has +1 Attack.", "glyphs_of_legends": "Attach this to a creature."}
    kind = {"summoners_vault": "spell", "glyphs_of_legends": "rune"}
    flags = {"summoners_vault": (), "glyphs_of_legends": ("legendary",)}
    model = next(card for card in catalog.cards if card.type == kind[ruleset])
    card = replace(model, rules=text[ruleset], flags=flags[ruleset])
    phrases = {**catalog.phrases, "attach": Phrase("attach", "effect", "", "")}
    found = {f.code: f.rule for f in check_card(card, replace(catalog, phrases=phrases))}
    assert found[code] == rule


def test_markers_of_any_name_may_ask() -> None:
    flags = {"steady": replace(FLAGS["permanent"], code="steady", name="Steady")}
    catalog = worded(flags=flags)
    (finding,) = check_card(spell("Each Creature has +1 Attack."), catalog)
    assert (finding.code, finding.rule, finding.allowed) == ("card.permanent_missing", "T-CARD-2", "Steady")
    assert check_card(spell("Each Creature has +1 Attack.", flags=("steady",)), catalog) == []
