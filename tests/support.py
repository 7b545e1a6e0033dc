"""Builders for tests: a small catalog, a card, a deck; a test names only the fields that matter to it."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from carddb.catalog import (
    Affinity,
    Card,
    CardSet,
    CardType,
    Catalog,
    Choice,
    Deck,
    DeckEntry,
    Flag,
    Keyword,
    KeywordArgument,
    Link,
    Parameter,
    Phrase,
    Printing,
    Rarity,
    Reading,
    Role,
    Rule,
    Ruleset,
    Ruling,
    Section,
    StatDef,
    StatValue,
    Symbol,
    TextDef,
)
from carddb.catalog.read import read_catalog
from carddb.edit.load import load_document
from carddb.edit.write import editing
from carddb.exchange.folder import read_folder
from carddb.models.database import open_engine, reading, upgrade

SQUARE = "M10 10 L90 10 L90 90 L10 90 Z"


def by_code(things: Iterable[Any]) -> dict[str, Any]:
    return {thing.code: thing for thing in things}


def make_parameter(code: str, value: Any, type: str = "", **fields: Any) -> Parameter:
    kind = "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "choice"
    choices = tuple(Choice(word, word) for word in fields.pop("choices", ()))
    defaults = {
        "min": None,
        "max": None,
        "unit": "",
        "description": code,
        "origin": "seed",
        "rule": "T-DECK-1",
    }
    return Parameter(code=code, type=type or kind, value=value, choices=choices, **{**defaults, **fields})


def make_rule(code: str, text: str = "Play fair.", **fields: Any) -> Rule:
    defaults: dict[str, Any] = {
        "section": "rules",
        "title": code,
        "kinds": ("TEXT",),
        "severity": "error",
        "origin": "S",
        "gaps": (),
        "parameters": (),
    }
    return Rule(code=code, text=text, **{**defaults, **fields})


def make_ruling(code: str, chosen: str = "plain", **fields: Any) -> Ruling:
    readings = fields.pop("readings", (Reading("plain", "As written.", {}),))
    defaults: dict[str, Any] = {"title": code, "issue": "Open.", "why": "Simplest.", "parameters": ()}
    return Ruling(code=code, chosen=chosen, readings=readings, **{**defaults, **fields})


def make_type(code: str, **fields: Any) -> CardType:
    defaults: dict[str, Any] = {
        "name": code.replace("_", " ").title(),
        "plural": code.title() + "s",
        "text": f"A {code}.",
        "in_deck": True,
        "rule": "T-CARD-1",
        "affinities_min": None,
        "affinities_max": None,
        "affinities_rule": "",
        "roles_min": None,
        "roles_rule": "",
    }
    return CardType(code=code, **{**defaults, **fields})


def make_stat(code: str, card_type: str = "creature", **fields: Any) -> StatDef:
    defaults: dict[str, Any] = {
        "name": code.title(),
        "short": code[:3].upper(),
        "text": f"The {code}.",
        "required": True,
        "min": 0,
        "max": 20,
        "variable": False,
        "warn_below": None,
        "unless": "",
        "rule": "T-CARD-2",
    }
    return StatDef(code=code, card_type=card_type, **{**defaults, **fields})


def make_text_def(code: str, card_type: str = "creature", **fields: Any) -> TextDef:
    defaults = {
        "name": code.title(),
        "box": "own",
        "required": True,
        "opens_with_phrase": False,
        "rule": "T-CARD-4",
    }
    return TextDef(code=code, card_type=card_type, **{**defaults, **fields})


def make_keyword(name: str, **fields: Any) -> Keyword:
    code = name.lower().replace(" ", "_")
    numbers = fields.pop("numbers", 0)
    arguments = tuple(KeywordArgument(f"n{i}" if i else "n", 1, 1000, "") for i in range(numbers))
    defaults: dict[str, Any] = {
        "aliases": (),
        "reminder": f"{name} does a thing.",
        "text": "",
        "rule": "T-KW-1",
    }
    return Keyword(code=code, name=name, **{**defaults, "arguments": arguments, **fields})


def make_card(name: str = "Stone Golem", **fields: Any) -> Card:
    """Return a card; stats are given as printed, ``cost=3`` or ``stats={"cost": "X"}``."""
    code = fields.pop("code", "") or "_".join(name.lower().replace("'", "").split())
    stats = dict(fields.pop("stats", {}))
    stats.update({key: fields.pop(key) for key in ("cost", "attack", "life") if key in fields})
    printed = {
        key: StatValue(str(value), int(value) if str(value).lstrip("-").isdigit() else None)
        for key, value in stats.items()
    }
    defaults: dict[str, Any] = {
        "id": 0,
        "uid": f"uid-{code}",
        "type": "creature",
        "affinities": (),
        "rarity": "common",
        "roles": (),
        "flags": (),
        "rules": "",
        "texts": {},
        "status": "playtest",
        "version": 1,
        "keywords": (),
        "links": (),
        "printings": (),
    }
    return Card(code=code, name=name, stats=printed, **{**defaults, **fields})


def make_printing(number: str = "001", **fields: Any) -> Printing:
    defaults = {"uid": f"uid-{number}", "card_set": "core", "flavor": "", "artist": "", "art": ""}
    return Printing(number=number, **{**defaults, **fields})


def make_deck(cards: Mapping[str, int] | None = None, **fields: Any) -> Deck:
    entries = tuple(DeckEntry(code, quantity) for code, quantity in (cards or {}).items())
    defaults = {"uid": "uid-deck", "code": "test_deck", "name": "Test deck", "style": "theme", "text": ""}
    return Deck(entries=entries, **{**defaults, **fields})


def make_catalog(cards: Iterable[Card] = (), **fields: Any) -> Catalog:
    """Return a small ruleset "Testbed" (prefix T): creatures, spells and tokens in two colours."""
    catalog = Catalog(
        ruleset=Ruleset(
            id=1,
            uid="uid-testbed",
            code="testbed",
            name="Testbed",
            prefix="T",
            tagline="A ruleset for tests.",
            description="Small on purpose.",
            credits="Nobody",
            language="en",
            content_version="0.1.0",
            card_template="testbed",
            players=2,
            introduction="",
        ),
        parameters={},
        sections=by_code([Section("rules", "Rules", "")]),
        rules=by_code([make_rule(code) for code in ("T-CARD-1", "T-CARD-2", "T-CARD-4", "T-DECK-1", "T-KW-1")]),
        rulings={},
        zones={},
        phases={},
        card_types=by_code([make_type("creature"), make_type("spell"), make_type("token", in_deck=False)]),
        stats=(
            make_stat("cost"),
            make_stat("attack"),
            make_stat("life", min=1),
            make_stat("cost", "spell", variable=True),
            make_stat("attack", "token"),
            make_stat("life", "token", min=1),
        ),
        texts=(),
        roles=by_code(
            [Role("beast", "Beast", "Runs.", ("creature",)), Role("titan", "Titan", "Big.", ("creature",))]
        ),
        affinities=by_code(
            [
                Affinity("red", "Red", "Hot.", "#8c2f1f", SQUARE),
                Affinity("blue", "Blue", "Wet.", "#1f3c8c", SQUARE),
            ]
        ),
        rarities=by_code([Rarity("common", "Common", "", SQUARE), Rarity("rare", "Rare", "", SQUARE)]),
        flags=by_code([Flag("legendary", "Legendary", "One only.", ("creature",), "warning", "T-CARD-1", True)]),
        symbols=by_code([Symbol("mana", "Mana", SQUARE, "")]),
        keywords=by_code([make_keyword("Swift"), make_keyword("Poison", numbers=1, aliases=("Wither",))]),
        phrases=by_code(
            [
                Phrase("on_attack", "trigger", "When this attacks,", "It fires on an attack."),
                Phrase("draw", "effect", "draw <n> cards", "Draw cards."),
                Phrase("deal", "effect", "deal <n> damage to <target>", "Deal damage."),
            ]
        ),
        card_sets=by_code([CardSet("uid-core", "core", "Core", "COR", "The first set.", None)]),
        deck_rules=(),
        cards=tuple(cards),
        decks={},
    )
    return replace(catalog, **fields)


def make_link(to: str, kind: str = "token") -> Link:
    return Link(kind, to)


DATA = Path(__file__).parent.parent / "data"
RULESETS = ("summoners_vault", "soulhold", "glyphs_of_legends")


def load_shipped(url: str, *rulesets: str) -> Engine:
    """Load shipped rulesets into a database that has the newest schema."""
    engine = open_engine(url)
    for ruleset in rulesets:
        found = read_folder(DATA / ruleset)
        assert found.document is not None, found.findings
        with editing(engine, "test") as editor:
            load_document(editor, found.document)
    return engine


@cache
def shipped_database() -> Engine:
    """Return a database with the three shipped rulesets, loaded once for all tests; read only."""
    path = Path(tempfile.mkdtemp(prefix="carddb-shipped-")) / "carddb.db"
    atexit.register(shutil.rmtree, path.parent, ignore_errors=True)
    upgrade(str(path))
    return load_shipped(str(path), *RULESETS)


@cache
def shipped(ruleset: str) -> Catalog:
    """Return the catalog of a shipped ruleset."""
    with reading(shipped_database()) as session:
        return read_catalog(session, ruleset)
