"""The shipped rulesets as the wording language sees them: their catalogs, with the proposed phrase rows."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from support import shipped

from carddb.catalog import Card, Catalog, Phrase
from carddb.wording.registry import all_forms
from carddb.wording.words import Words

ROWS = Path(__file__).parent / "wording_rows"
RULESETS = ("glyphs_of_legends", "soulhold", "summoners_vault")


def phrase_rows(ruleset: str) -> dict[str, Phrase]:
    rows = tomllib.loads((ROWS / f"{ruleset}.toml").read_text(encoding="utf-8"))["phrase"]
    return {f"{row.get('kind', '')}:{row['code']}": _phrase(row) for row in rows}


def _phrase(row: dict[str, str]) -> Phrase:
    kind = row.get("kind") or all_forms()[row["code"]].kind
    return Phrase(row["code"], kind, row.get("pattern", ""), row.get("text", ""))


@cache
def wording_catalog(ruleset: str) -> Catalog:
    return replace(shipped(ruleset), phrases=phrase_rows(ruleset))


@cache
def shipped_words(ruleset: str) -> Words:
    return Words(wording_catalog(ruleset))


def texts_of(catalog: Catalog) -> Iterator[tuple[Card, str]]:
    for card in catalog.cards:
        for text in (card.rules, *card.texts.values()):
            if text.strip():
                yield card, text
