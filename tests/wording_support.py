"""The shipped rulesets as the wording language sees them: their catalogs and their words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from support import RULESETS, shipped

from carddb.catalog import Card, Catalog
from carddb.wording.words import Words

__all__ = ["RULESETS", "shipped", "shipped_words", "texts_of"]


@cache
def shipped_words(ruleset: str) -> Words:
    return Words(shipped(ruleset))


def texts_of(catalog: Catalog) -> Iterator[tuple[Card, str]]:
    for card in catalog.cards:
        for text in (card.rules, *card.texts.values()):
            if text.strip():
                yield card, text
