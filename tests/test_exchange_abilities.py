"""Rules text in an export: each line with its tree, trees that follow their schema, words that nobody understands."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from wording_support import RULESETS, shipped, shipped_words

from carddb.exchange.abilities import dump_node, read_lines, tree_schemas
from carddb.exchange.json import CardsFile, json_schema
from carddb.wording.events import Marker
from carddb.wording.reader import read_text
from carddb.wording.registry import all_forms


@cache
def validator() -> Draft202012Validator:
    schema = {"$ref": "#/$defs/LineOfText", "$defs": json_schema(CardsFile)["$defs"]}
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def lines_of(ruleset: str, rules: str) -> list[dict[str, Any]]:
    card = replace(shipped(ruleset).cards[0], rules=rules, texts={})
    return [json.loads(json.dumps(line)) for line in read_lines(card, shipped_words(ruleset))]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_line_of_every_card_has_its_tree(ruleset):
    words = shipped_words(ruleset)
    cards = shipped(ruleset).cards
    assert [(c.name, line["text"]) for c in cards for line in read_lines(c, words) if line["tree"] is None] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_span_of_a_line_cuts_it_out_of_its_text(ruleset):
    words = shipped_words(ruleset)
    for card in shipped(ruleset).cards:
        texts = {"rules": card.rules, **card.texts}
        for line in read_lines(card, words):
            assert texts[line["text_box"]][slice(*line["span"])] == line["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_tree_of_the_shipped_cards_follows_the_schema(ruleset):
    words = shipped_words(ruleset)
    lines = [line for card in shipped(ruleset).cards[::3] for line in read_lines(card, words)]
    plain = json.loads(json.dumps(lines))
    assert [error.message for line in plain for error in validator().iter_errors(line)] == []


NODES = {form.node for form in all_forms().values() if not issubclass(form.node, Marker)}


@pytest.mark.parametrize("node", sorted(NODES, key=lambda node: node.__name__))
def test_every_node_of_the_registry_has_a_schema_in_which_each_field_is_described(node):
    schema = tree_schemas()[node.__name__]
    assert schema["description"]
    assert set(schema["properties"]) - {"type"} == set(node.__dataclass_fields__)
    assert [name for name, part in schema["properties"].items() if not part["description"]] == []


def test_schema_refuses_an_effect_without_its_amount():
    line = lines_of("soulhold", "Gain 2 Life.")[0]
    assert validator().is_valid(line)
    del line["tree"]["clauses"][0]["effects"][0]["amount"]
    assert not validator().is_valid(line)


def test_tree_names_types_and_leaves_defaults_out():
    ability = read_text("Gain 2 Life.", shipped_words("soulhold")).abilities[0]
    assert dump_node(ability) == {
        "type": "OneShot",
        "clauses": [
            {
                "type": "Clause",
                "effects": [
                    {
                        "type": "Gain",
                        "player": "you",
                        "amount": {"type": "Number", "value": 2},
                        "resource": {"type": "Resource", "kind": "word", "code": "life"},
                    }
                ],
            }
        ],
    }


def test_line_that_is_not_understood_has_its_words_and_leaves_the_others_their_trees():
    good, bad, after = lines_of("soulhold", "Gain 2 Life.\nGain 2 flurbs.\n\nDraw 1 card.")[:3]
    assert (good["kind"], bad["kind"], after["kind"]) == ("order", None, "order")
    assert bad["tree"] is None
    assert [problem["words"] for problem in bad["not_understood"]] == ["flurbs"]
    assert good["not_understood"] == after["not_understood"] == []
    start, end = bad["not_understood"][0]["span"]
    assert "Gain 2 Life.\nGain 2 flurbs."[start:end] == "flurbs"


def test_line_that_ends_too_early_belongs_to_its_own_line():
    first, second = lines_of("soulhold", "Gain 2\nDraw 1 card.")
    assert first["tree"] is None
    assert len(first["not_understood"]) == 1
    assert second["kind"] == "order"


def test_text_that_says_none_has_no_lines():
    assert lines_of("soulhold", "none") == []


def test_names_of_nodes_and_of_documents_do_not_meet():
    documents = CardsFile.model_json_schema(mode="serialization")["$defs"]
    assert set(documents) & set(tree_schemas()) == set()
