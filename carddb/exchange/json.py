"""JSON out and in: a folder per ruleset with schemas and a manifest; the same catalog gives the same bytes.

load(export(x)) = x: what is derived (type line, numbers, keywords) stands beside what was typed and is ignored on
the way back.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from carddb import __version__
from carddb.catalog import Card, Catalog
from carddb.edit import documents as d
from carddb.edit.convert import card_document, catalog_document
from carddb.edit.problems import validation_findings
from carddb.edit.references import document_problems
from carddb.exchange.abilities import OnOneLine, read_lines, tree_schemas
from carddb.exchange.descriptions import describe
from carddb.exchange.files import write_files
from carddb.memory import building
from carddb.rules import Finding, Where
from carddb.wording.words import Words

FORMAT = 1
NAMES = ("ruleset", "keywords", "card_sets", "cards", "decks")
"""The files of an export, in order."""


class KeywordOfCard(BaseModel):
    """A keyword found in a card's text."""

    keyword: str
    arguments: list[int]
    is_own: bool


class WordsNotUnderstood(BaseModel):
    """Words of a line that are not understood."""

    words: str
    span: tuple[int, int]
    message: str


class LineOfText(BaseModel):
    """A line of a card's text with what it says."""

    text_box: str
    text: str
    span: tuple[int, int]
    kind: Literal["keywords", "triggered", "activated", "order", "lasting", "replacement"] | None
    tree: dict[str, Any] | None
    not_understood: list[WordsNotUnderstood]


class ExportedCard(d.CardDocument):
    """A card as typed, with what follows from it."""

    type_line: str
    numbers: dict[str, int | None]
    keywords: list[KeywordOfCard]
    abilities: list[LineOfText] = Field(default_factory=list)


class RulesetData(d.Document):
    """All of a ruleset but its keywords, card sets, cards and decks."""

    ruleset: d.RulesetDocument
    parameters: list[d.ParameterDocument]
    sections: list[d.SectionDocument]
    rules: list[d.RuleDocument]
    rulings: list[d.RulingDocument]
    zones: list[d.ZoneDocument]
    phases: list[d.PhaseDocument]
    card_types: list[d.CardTypeDocument]
    stats: list[d.StatDocument]
    texts: list[d.TextDefDocument]
    roles: list[d.RoleDocument]
    affinities: list[d.AffinityDocument]
    rarities: list[d.RarityDocument]
    flags: list[d.FlagDocument]
    symbols: list[d.SymbolDocument]
    phrases: list[d.PhraseDocument]
    deck_rules: list[d.DeckRuleDocument]
    scenarios: list[d.ScenarioDocument]


class Meta(BaseModel):
    """The head of every file."""

    model_config = ConfigDict(extra="forbid")

    carddb: str
    content: str
    content_version: str
    format: int
    records: int
    ruleset: str
    uid: str


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    meta: Meta


class RulesetFile(_File):
    """ruleset.json: the ruleset, its rulebook and its vocabulary."""

    data: RulesetData


class KeywordsFile(_File):
    """keywords.json: the keywords with their reminder texts."""

    data: list[d.KeywordDocument]


class CardSetsFile(_File):
    """card_sets.json: the card sets."""

    data: list[d.CardSetDocument]


class CardsFile(_File):
    """cards.json: the cards with their printings."""

    data: list[ExportedCard]


class DecksFile(_File):
    """decks.json: the deck lists."""

    data: list[d.DeckDocument]


class ManifestEntry(BaseModel):
    """One file of an export."""

    model_config = ConfigDict(extra="forbid")

    bytes: int = Field(ge=0)
    records: int = Field(ge=0)
    sha256: str


class Manifest(BaseModel):
    """manifest.json: what was exported, so that a reader can tell a whole export from half of one."""

    model_config = ConfigDict(extra="forbid")

    carddb: str
    content_version: str
    content_hash: str
    files: dict[str, ManifestEntry]
    format: int
    ruleset: str


FILES: Mapping[str, type[BaseModel]] = {
    "ruleset": RulesetFile,
    "keywords": KeywordsFile,
    "card_sets": CardSetsFile,
    "cards": CardsFile,
    "decks": DecksFile,
}


@building()
def export_files(
    catalog: Catalog, cards: Sequence[Card] | None = None, *, progress: Callable[[int, int], None] | None = None
) -> dict[str, bytes]:
    """Return the files of an export by their path inside its folder, in order of writing.

    Args:
        catalog: the ruleset.
        cards: the only cards to export, None for all; decks are then cut to what is left of them.
        progress: told the cards done and in all; whatever it raises ends the work.
    """
    chosen = catalog.cards if cards is None else cards
    document = catalog_document(replace(catalog, cards=()))
    codes = {card.code for card in chosen}
    words = Words(catalog)
    decks = [
        deck.model_copy(update={"cards": {code: n for code, n in deck.cards.items() if code in codes}})
        for deck in document.decks
    ]
    head = {name: _dump(getattr(document, name)) for name in RulesetData.model_fields if name != "ruleset"}
    data: dict[str, Any] = {
        "ruleset": {"ruleset": _dump(document.ruleset), **head},
        "keywords": _dump(document.keywords),
        "card_sets": _dump(document.card_sets),
        "cards": [_card(catalog, card, words) for card in _counted(chosen, progress)],
        "decks": _dump([deck for deck in decks if deck.cards or cards is None]),
    }
    files: dict[str, bytes] = {}
    entries: dict[str, dict[str, Any]] = {}
    for name in NAMES:
        records = len(data[name]) if isinstance(data[name], list) else 1
        meta = {
            "carddb": __version__,
            "content": name,
            "content_version": catalog.ruleset.content_version,
            "format": FORMAT,
            "records": records,
            "ruleset": catalog.ruleset.code,
            "uid": catalog.ruleset.uid,
        }
        files[f"{name}.json"] = _bytes({"meta": meta, "data": data[name]})
        entries[f"{name}.json"] = _entry(files[f"{name}.json"], records)
    models: dict[str, type[BaseModel]] = {**FILES, "manifest": Manifest}
    for name, model in models.items():
        path = f"schema/{name}.schema.json"
        files[path] = _bytes(json_schema(model))
        entries[path] = _entry(files[path], 1)
    everything = "".join(f"{path}:{entry['sha256']}\n" for path, entry in sorted(entries.items()))
    manifest = {
        "carddb": __version__,
        "content_hash": hashlib.sha256(everything.encode()).hexdigest(),
        "content_version": catalog.ruleset.content_version,
        "files": entries,
        "format": FORMAT,
        "ruleset": catalog.ruleset.code,
    }
    files["manifest.json"] = _bytes(manifest)
    return files


def _counted(cards: Sequence[Card], progress: Callable[[int, int], None] | None) -> Iterator[Card]:
    for done, card in enumerate(cards):
        if progress is not None:
            progress(done, len(cards))
        yield card


def write_export(catalog: Catalog, folder: Path, cards: Sequence[Card] | None = None) -> list[Path]:
    """Write an export into ``folder/<ruleset>/``, all of it or nothing. Returns: the files written."""
    return write_files(folder / catalog.ruleset.code, export_files(catalog, cards))


def json_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a file, with a description on every field."""
    schema = model.model_json_schema(by_alias=True, mode="serialization")
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
    describe(schema)
    if line := schema.get("$defs", {}).get("LineOfText"):
        tree = line["properties"]["tree"]
        line["properties"]["tree"] = {
            "anyOf": [{"$ref": "#/$defs/Ability"}, {"type": "null"}],
            "description": tree["description"],
        }
        schema["$defs"].update(tree_schemas())
    return schema


@building()
def read_export(folder: Path) -> tuple[d.CatalogDocument | None, list[Finding]]:
    """Read an export back. Returns: the document (None when a file is missing or broken) and all problems."""
    bad: list[Finding] = []
    parts: dict[str, Any] = {}
    for name, model in FILES.items():
        file = f"{name}.json"
        try:
            raw = json.loads((folder / file).read_bytes().decode("utf-8-sig"), parse_constant=_no_constant)
        except OSError as error:
            bad.append(_unreadable(file, f"the file cannot be read: {error.strerror}"))
            continue
        except (ValueError, RecursionError) as error:
            bad.append(_unreadable(file, f"is not valid JSON: {error}"))
            continue
        try:
            parts[name] = model.model_validate(raw)
        except ValidationError as error:
            bad += validation_findings(error, kind="file", file=file)
    if len(parts) < len(FILES):
        return None, bad
    head: RulesetData = parts["ruleset"].data
    cards = [d.CardDocument(**{n: getattr(c, n) for n in d.CardDocument.model_fields}) for c in parts["cards"].data]
    document = d.CatalogDocument.model_construct(
        None,
        **{name: getattr(head, name) for name in RulesetData.model_fields},
        keywords=parts["keywords"].data,
        card_sets=parts["card_sets"].data,
        cards=cards,
        decks=parts["decks"].data,
    )
    return document, bad + document_problems(document)


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is no JSON number")


def _unreadable(file: str, message: str) -> Finding:
    return Finding("file.unreadable", "error", message, Where("file", file=file))


def _dump(value: Any) -> Any:
    if isinstance(value, list):
        return [_dump(item) for item in value]
    return value.model_dump(by_alias=True, mode="json") if isinstance(value, BaseModel) else value


def _card(catalog: Catalog, card: Card, words: Words) -> dict[str, Any]:
    exported = card_document(card).model_dump(by_alias=True, mode="json")
    exported["type_line"] = catalog.type_line(card)
    exported["numbers"] = {code: value.number for code, value in card.stats.items()}
    exported["keywords"] = [
        {"keyword": k.keyword, "arguments": list(k.arguments), "is_own": k.is_own} for k in card.keywords
    ]
    exported["abilities"] = read_lines(card, words)
    return exported


_on_one_line = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode


def _bytes(value: Any) -> bytes:
    """Return the one written form of a value: UTF-8, keys sorted, two spaces, a newline at the end.

    What a line of a card's text says stands on one line, so that a changed text changes one line.
    """
    return (_written(value, "\n") + "\n").encode("utf-8")


def _written(value: Any, newline: str) -> str:
    deeper = newline + "  "
    if value and isinstance(value, dict) and not isinstance(value, OnOneLine):
        rows = [f"{_on_one_line(key)}: {_written(value[key], deeper)}" for key in sorted(value)]
        return f"{{{deeper}{f',{deeper}'.join(rows)}{newline}}}"
    if value and isinstance(value, list):
        return f"[{deeper}{f',{deeper}'.join(_written(part, deeper) for part in value)}{newline}]"
    return _on_one_line(value)


def _entry(content: bytes, records: int) -> dict[str, Any]:
    return {"bytes": len(content), "records": records, "sha256": hashlib.sha256(content).hexdigest()}
