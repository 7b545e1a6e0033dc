"""JSON out and in, TOML that people read, files written whole."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from carddb.catalog.read import read_catalog
from carddb.edit.convert import catalog_document
from carddb.exchange.json import FILES, NAMES, export_files, read_export, write_export
from carddb.models.database import reading
from carddb.pipeline.project import Project

RULESETS = ["glyphs_of_legends", "soulhold", "summoners_vault"]


@pytest.mark.parametrize("code", RULESETS)
def test_export_reads_back_as_the_same_catalog(shipped: Project, code: str, tmp_path: Path) -> None:
    catalog = shipped.catalog(code)
    write_export(catalog, tmp_path)
    document, problems = read_export(tmp_path / code)
    assert problems == []
    assert document == catalog_document(catalog)


@pytest.mark.parametrize("code", RULESETS)
def test_every_file_follows_its_schema(shipped: Project, code: str) -> None:
    files = export_files(shipped.catalog(code))
    for name in (*NAMES, "manifest"):
        schema = json.loads(files[f"schema/{name}.schema.json"])
        Draft202012Validator.check_schema(schema)
        Draft202012Validator(schema).validate(json.loads(files[f"{name}.json"]))


def test_schema_refuses_a_card_without_its_name(shipped: Project) -> None:
    files = export_files(shipped.catalog("soulhold"))
    cards = json.loads(files["cards.json"])
    del cards["data"][0]["name"]
    schema = json.loads(files["schema/cards.schema.json"])
    assert not Draft202012Validator(schema).is_valid(cards)


@pytest.mark.parametrize("name", [*FILES, "manifest"])
def test_schema_describes_every_field(shipped: Project, name: str) -> None:
    schema = json.loads(export_files(shipped.catalog("soulhold"))[f"schema/{name}.schema.json"])
    parts = [schema, *schema.get("$defs", {}).values()]
    nameless = [
        field for part in parts for field, x in part.get("properties", {}).items() if not x.get("description")
    ]
    assert nameless == []


@pytest.mark.parametrize("code", RULESETS)
def test_two_fresh_databases_export_the_same_bytes(shipped: Project, fresh_shipped: Project, code: str) -> None:
    assert export_files(shipped.catalog(code)) == export_files(fresh_shipped.catalog(code))


def test_manifest_counts_and_hashes_what_is_there(shipped: Project, tmp_path: Path) -> None:
    import hashlib

    write_export(shipped.catalog("soulhold"), tmp_path)
    folder = tmp_path / "soulhold"
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    listed = set(manifest["files"])
    there = {str(p.relative_to(folder)) for p in folder.rglob("*.json")} - {"manifest.json"}
    assert listed == there
    for path, entry in manifest["files"].items():
        raw = (folder / path).read_bytes()
        assert entry["bytes"] == len(raw)
        assert entry["sha256"] == hashlib.sha256(raw).hexdigest()
    assert manifest["files"]["cards.json"]["records"] == len(shipped.catalog("soulhold").cards)


def test_export_of_a_search_holds_only_its_cards_and_loads_no_dangling_deck(shipped: Project) -> None:
    catalog = shipped.catalog("soulhold")
    few = catalog.cards[:3]
    files = export_files(catalog, few)
    cards = json.loads(files["cards.json"])["data"]
    assert [card["code"] for card in cards] == [card.code for card in few]
    named = {code for deck in json.loads(files["decks.json"])["data"] for code in deck["cards"]}
    assert named <= {card.code for card in few}


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("cards.json", "{", "is not valid JSON"),
        ("cards.json", '{"meta": NaN, "data": []}', "NaN is no JSON number"),
        ("decks.json", "[" * 100_000, "is not valid JSON"),
        ("keywords.json", '{"data": []}', "meta is missing"),
    ],
)
def test_broken_export_is_named(shipped: Project, tmp_path: Path, file: str, text: str, told: str) -> None:
    write_export(shipped.catalog("soulhold"), tmp_path)
    (tmp_path / "soulhold" / file).write_text(text, encoding="utf-8")
    document, problems = read_export(tmp_path / "soulhold")
    assert document is None
    assert [p.where.file for p in problems] == [file]
    assert told in problems[0].message


def test_keywords_of_a_card_exist_in_the_glossary(shipped: Project) -> None:
    for code in RULESETS:
        with reading(shipped.engine) as session:
            catalog = read_catalog(session, code)
        assert {k.keyword for card in catalog.cards for k in card.keywords} <= set(catalog.keywords)
