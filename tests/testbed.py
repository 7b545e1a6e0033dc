"""A small ruleset as documents, for tests that write to a database; a test names only what matters to it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, select
from sqlmodel import Session

from carddb import models
from carddb.catalog import Catalog
from carddb.catalog.read import read_catalog
from carddb.edit import documents as d
from carddb.edit import editing
from carddb.edit.load import LoadReport, load_document

CODE = "testbed"
SQUARE = "M10 10 L90 10 L90 90 L10 90 Z"


def card(name: str = "Stone Golem", **fields: Any) -> d.CardDocument:
    code = fields.pop("code", "_".join(name.lower().split()))
    plain = {"type": "creature", "rarity": "common", "stats": {"cost": 3, "attack": 2}}
    return d.CardDocument.model_validate({"code": code, "name": name, **plain, **fields})


def printing(number: str = "001", **fields: Any) -> d.PrintingDocument:
    return d.PrintingDocument.model_validate({"set": "core", "number": number, **fields})


def deck(cards: dict[str, int], **fields: Any) -> d.DeckDocument:
    return d.DeckDocument.model_validate({"code": "rush", "name": "Rush", "cards": cards, **fields})


def keyword(name: str, **fields: Any) -> d.KeywordDocument:
    return d.KeywordDocument.model_validate({"code": name.lower(), "name": name, **fields})


def document(**fields: Any) -> d.CatalogDocument:
    """Return the ruleset "Testbed": creatures and spells, two colours, two keywords; cards as given."""
    plain: dict[str, Any] = {
        "ruleset": {"code": CODE, "name": "Testbed", "prefix": "T", "uid": "testbed00", "introduction": "Hello."},
        "parameters": [
            {"code": "deck_max", "type": "int", "value": 40, "min": 1, "max": 100, "rule": "T-DECK-1"},
            {"code": "cost_max", "type": "limit", "value": 9},
        ],
        "sections": [{"code": "deck", "name": "Decks", "text": "About decks."}, {"code": "card", "name": "Cards"}],
        "rules": [
            {
                "code": "T-DECK-1",
                "section": "deck",
                "title": "Size",
                "kinds": ["DECK"],
                "text": "At most {deck_max}.",
            },
            {"code": "T-CARD-1", "section": "card", "title": "Cost", "kinds": ["CARD"], "text": "A card has a cost."},
        ],
        "rulings": [
            {
                "code": "T-GAP-1",
                "title": "Size",
                "issue": "Not said.",
                "chosen": "forty",
                "why": "Custom.",
                "parameters": ["deck_max"],
                "readings": [{"code": "forty", "text": "Forty.", "sets": {"deck_max": 40}}],
            }
        ],
        "zones": [{"code": "pile", "name": "Pile", "columns": "deck_max"}],
        "phases": [{"code": "draw", "name": "Draw", "steps": ["Draw a card."]}],
        "card_types": [{"code": "creature", "name": "Creature"}, {"code": "spell", "name": "Spell"}],
        "stats": [
            {"code": "cost", "name": "Cost", "short": "C", "min": 0, "max": "cost_max", "variable": True},
            {"code": "attack", "name": "Attack", "short": "ATK", "types": ["creature"], "min": 0, "max": 20},
        ],
        "texts": [{"code": "bonus", "name": "Bonus", "types": ["creature"]}],
        "roles": [{"code": "beast", "name": "Beast"}, {"code": "titan", "name": "Titan"}],
        "affinities": [
            {"code": "red", "name": "Red", "color": "#8c2f1f", "sigil": SQUARE},
            {"code": "blue", "name": "Blue", "color": "#1f3c8c", "sigil": SQUARE},
        ],
        "rarities": [{"code": "common", "name": "Common"}, {"code": "rare", "name": "Rare"}],
        "flags": [{"code": "legendary", "name": "Legendary"}],
        "symbols": [{"code": "mana", "name": "Mana", "path": SQUARE}],
        "keywords": [keyword("Swift"), keyword("Poison", aliases=["Wither"], arguments=[{"code": "n", "min": 1}])],
        "phrases": [{"code": "on_attack", "kind": "trigger", "pattern": "When this attacks,"}],
        "card_sets": [{"code": "core", "name": "Core", "uid": "testbedcore"}, {"code": "promo", "name": "Promo"}],
        "deck_rules": [{"code": "size", "kind": "size", "max": "deck_max", "rule": "T-DECK-1"}],
        "scenarios": [{"code": "first", "name": "First", "steps": [{"text": "Look.", "rules": ["T-CARD-1"]}]}],
    }
    return d.CatalogDocument.model_validate({**plain, **fields})


def load(engine: Engine, whole: d.CatalogDocument | None = None, **options: Any) -> LoadReport:
    with editing(engine, "loader") as editor:
        return load_document(editor, whole or document(), **options)


def catalog(engine: Engine, code: str = CODE) -> Catalog:
    with Session(engine) as session:
        return read_catalog(session, code)


def card_id(engine: Engine, code: str) -> int:
    return next(c.id for c in catalog(engine).cards if c.code == code)


def rows(engine: Engine, model: Any, **where: Any) -> list[Any]:
    """Return the rows of a table, oldest first."""
    table = model.__table__
    query = select(table).order_by(table.c.id)
    for name, value in where.items():
        query = query.where(table.c[name] == value)
    with engine.connect() as connection:
        return list(connection.execute(query))


def one(engine: Engine, model: Any, **where: Any) -> Any:
    """Return the only row that fits."""
    (row,) = rows(engine, model, **where)
    return row


def history(engine: Engine, kind: str = "card") -> list[Any]:
    return rows(engine, models.Revision, kind=kind)
