"""A card that is being typed, as the checks and the layout see a card; nothing is stored."""

from __future__ import annotations

import re

from carddb.catalog import Card, CardKeyword, Catalog, Link, Printing, StatValue
from carddb.edit import documents as d
from carddb.wording.index import uses_of
from carddb.wording.markup import Vocabulary
from carddb.wording.words import Words

_NUMBER = re.compile(r"-?\d{1,9}")


def draft_card(document: d.CardDocument, catalog: Catalog, words: Words, card_id: int = 0) -> Card:
    """Return a document as the card that saving it would make; codes that the ruleset does not have are left out.

    words: those of the ruleset with the names of its cards.
    """
    return Card(
        id=card_id,
        uid=document.uid or "0" * 16,
        code=document.code,
        name=document.name,
        type=document.type,
        affinities=tuple(code for code in catalog.affinities if code in document.affinities),
        rarity=document.rarity if document.rarity in catalog.rarities else "",
        roles=tuple(code for code in catalog.roles if code in document.roles),
        flags=tuple(code for code in catalog.flags if code in document.flags),
        stats={
            code: StatValue(document.stats[code], _number(document.stats[code]))
            for code in catalog.stats_of_type.get(document.type, {})
            if code in document.stats
        },
        rules=document.rules,
        texts={
            text.code: document.texts[text.code]
            for text in catalog.texts_of_type.get(document.type, ())
            if text.code in document.texts
        },
        status=document.status,
        version=document.version,
        keywords=_keywords(document, catalog),
        links=tuple(Link(link.kind, link.to) for link in document.links),
        printings=tuple(
            Printing(p.uid, p.card_set, p.number, p.flavor, p.artist, p.art, p.art_focus, p.art_crop)
            for p in document.printings
            if p.card_set in catalog.card_sets
        ),
        uses=uses_of((document.rules, *document.texts.values()), words, document.name),
    )


def _number(printed: str) -> int | None:
    return int(printed) if _NUMBER.fullmatch(printed) else None


def _keywords(document: d.CardDocument, catalog: Catalog) -> tuple[CardKeyword, ...]:
    found: dict[tuple[str, tuple[int, ...]], bool] = {}
    vocabulary = Vocabulary.of(catalog)
    for text in (document.rules, *document.texts.values()):
        for line in vocabulary.read(text):
            for token in line.tokens:
                if token.kind == "keyword":
                    key = (token.code, token.arguments)
                    found[key] = found.get(key, False) or line.is_keywords
    return tuple(CardKeyword(code, numbers, own) for (code, numbers), own in found.items())
