"""The shipped games: every rule of the index is there, and the pools are rich, worded alike and free of findings."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from support import RULESETS, shipped

from carddb.catalog import Card, Catalog
from carddb.rules import check_catalog, check_deck
from carddb.wording.phrasebook import read_phrasebook
from carddb.wording.words import Words

INDEX = json.loads((Path(__file__).parent / "rules-index.json").read_text(encoding="utf-8"))
PHRASES = ("trigger", "condition", "cost", "effect", "duration", "static")
POOL = {"summoners_vault": 160, "soulhold": 90, "glyphs_of_legends": 160}

pytestmark = pytest.mark.parametrize("ruleset", RULESETS)


def of_game(kind: str, catalog: Catalog) -> list[dict[str, Any]]:
    return [entry for entry in INDEX[kind] if entry["game"] == catalog.ruleset.prefix]


def as_stored(value: Any) -> Any:
    """Return a value of the index as the catalog holds it."""
    return "none" if value is None else tuple(value) if isinstance(value, list) else value


def dotted(codes: list[str], catalog: Catalog) -> set[str]:
    """Return parameter names of the index as dotted rows; the name of a group stands for all of its rows."""
    names = {re.sub(r"\[(\w+)\]", r".\1", code) for code in codes}
    groups = {name for name in names if name not in catalog.parameters}
    return (names - groups) | {
        code for code in catalog.parameters for group in groups if code.startswith(f"{group}.")
    }


def defaults(ruleset: str) -> dict[str, Any]:
    rows: dict[str, Any] = {}
    for code, value in INDEX["parameters"][ruleset].items():
        parts = {f"{code}.{key}": part for key, part in value.items()} if isinstance(value, dict) else {code: value}
        rows.update({name: as_stored(part) for name, part in parts.items()})
    return rows


def test_rulebook_has_every_rule_of_the_index(ruleset: str) -> None:
    catalog = shipped(ruleset)
    expected = {
        r["id"]: (tuple(r["kinds"]), r["origin"], r["severity"], set(r["gaps"]), dotted(r["params"], catalog))
        for r in of_game("rules", catalog)
    }
    found = {
        rule.code: (rule.kinds, rule.origin, rule.severity, set(rule.gaps), set(rule.parameters))
        for rule in catalog.rules.values()
    }
    assert found == expected


def test_parameters_have_the_values_of_the_index(ruleset: str) -> None:
    catalog = shipped(ruleset)
    assert {code: parameter.value for code, parameter in catalog.parameters.items()} == defaults(ruleset)
    choices = {
        code: [choice.value for choice in parameter.choices]
        for code, parameter in catalog.parameters.items()
        if parameter.type == "choice"
    }
    assert choices == INDEX["choices"][ruleset]


def test_every_gap_of_the_index_has_a_ruling(ruleset: str) -> None:
    catalog = shipped(ruleset)
    expected = {gap["id"]: dotted(gap["params"], catalog) for gap in of_game("gaps", catalog)}
    assert {ruling.code: set(ruling.parameters) for ruling in catalog.rulings.values()} == expected
    for gap in of_game("gaps", catalog):
        readings = catalog.rulings[gap["id"]].readings
        assert len(readings) >= (2 if "/" in gap["readings"] else 1), gap["id"]


ENFORCED_ELSEWHERE = {
    "SV-TYPE-1",  # a card has one type, a column of its table
    "SV-DECK-7",  # the options of the rows of SV-DECK-6 and SV-DECK-8
    "SH-CARD-6",  # the check card.rarity_missing
}


def test_every_card_and_deck_rule_stands_at_the_definition_that_enforces_it(ruleset: str) -> None:
    catalog = shipped(ruleset)
    types = catalog.card_types.values()
    citing = [*types, *catalog.stats, *catalog.texts, *catalog.flags.values(), *catalog.keywords.values()]
    cited = {thing.rule for thing in (*citing, *catalog.deck_rules)}
    cited |= {rule for card_type in types for rule in (card_type.affinities_rule, card_type.roles_rule)}
    checked = {rule.code for rule in catalog.rules.values() if {"CARD", "DECK"} & set(rule.kinds)}
    assert checked - cited - ENFORCED_ELSEWHERE == set()


def test_rulings_set_only_their_own_parameters(ruleset: str) -> None:
    for ruling in shipped(ruleset).rulings.values():
        for reading in ruling.readings:
            assert set(reading.sets) <= set(ruling.parameters), ruling.code


def test_shipped_game_has_no_error_and_no_warning(ruleset: str) -> None:
    findings = check_catalog(shipped(ruleset))
    assert [(f.code, f.where.label(), f.message) for f in findings if f.severity != "info"] == []
    assert {f.code for f in findings} <= {"catalog.art_missing", "ruling.open_points", "card.permanent_missing"}


def test_pool_is_large_enough_and_uses_all_types_and_rarities(ruleset: str) -> None:
    catalog = shipped(ruleset)
    assert len(catalog.cards) >= POOL[ruleset]
    assert {card.type for card in catalog.cards} == set(catalog.card_types)
    assert {card.rarity for card in catalog.cards} == set(catalog.rarities)
    assert {role for card in catalog.cards for role in card.roles} == set(catalog.roles)
    assert {flag for card in catalog.cards for flag in card.flags} == set(catalog.flags)
    assert {affinity for card in catalog.cards for affinity in card.affinities} == set(catalog.affinities)
    assert any(not card.affinities for card in catalog.cards)


def texts(card: Card) -> str:
    return "\n".join(filter(None, (card.rules, *card.texts.values())))


def test_no_rules_text_occurs_on_more_than_six_cards(ruleset: str) -> None:
    catalog = shipped(ruleset)
    names = re.compile("|".join(sorted((re.escape(card.name) for card in catalog.cards), key=len, reverse=True)))
    masked = Counter(re.sub(r"\d+", "#", names.sub("@", card.rules)) for card in catalog.cards if card.rules)
    assert [(text, count) for text, count in masked.items() if count > 6] == []


def test_few_cards_have_no_rules_text(ruleset: str) -> None:
    cards = shipped(ruleset).cards
    assert sum(not card.rules for card in cards) <= 0.15 * len(cards)


def test_no_flavor_text_repeats(ruleset: str) -> None:
    printings = [printing for card in shipped(ruleset).cards for printing in card.printings]
    flavors = Counter(printing.flavor for printing in printings if printing.flavor)
    assert [flavor for flavor, count in flavors.items() if count > 1] == []
    assert len(flavors) >= len(printings) / 2


def test_every_keyword_stands_on_three_cards(ruleset: str) -> None:
    catalog = shipped(ruleset)
    used = Counter(code for card in catalog.cards for code in {found.keyword for found in card.keywords})
    assert [code for code in catalog.keywords if used[code] < 3] == []


def test_every_phrase_stands_on_three_cards(ruleset: str) -> None:
    catalog = shipped(ruleset)
    groups = [g for g in read_phrasebook(catalog, Words(catalog)) if g.kind in PHRASES]
    assert {g.kind for g in groups} >= {"trigger", "effect"}
    assert [(g.kind, entry.pattern) for g in groups for entry in g.entries if entry.cards < 3] == []


def test_game_draws_five_to_eight_symbols_and_writes_one_in_card_texts(ruleset: str) -> None:
    catalog = shipped(ruleset)
    written = "\n".join(texts(card) for card in catalog.cards)
    assert 5 <= len(catalog.symbols) <= 8
    assert any(f"{{{code}}}" in written for code in catalog.symbols)


def test_four_differently_minded_decks_are_legal(ruleset: str) -> None:
    catalog = shipped(ruleset)
    assert {"aggressive", "slow", "tricky", "theme"} <= {deck.style for deck in catalog.decks.values()}
    assert [f.message for deck in catalog.decks.values() for f in check_deck(deck, catalog)] == []


def test_booklet_has_a_worked_example_of_real_cards(ruleset: str) -> None:
    catalog = shipped(ruleset)
    shown = [scenario for scenario in catalog.scenarios.values() if scenario.in_booklet]
    assert any(slot.card for scenario in shown for step in scenario.steps for row in step.rows for slot in row.cards)
