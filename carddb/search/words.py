"""The search keys that look at what texts use: which names each value may have. Reading a term is keys.py's work."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from carddb.catalog import Catalog, Keyword
from carddb.search.query import UseField
from carddb.wording.folding import fold
from carddb.wording.index import card_code
from carddb.wording.registry import all_forms

Named = Iterator[tuple[str, tuple[str, ...]]]
"""Codes with all the names they are known by; the first name is the one shown."""


@dataclass(frozen=True, slots=True)
class WordKey:
    """A key on what texts use. named: the values there are, for an operator and a value as typed."""

    field: UseField
    noun: str
    meaning: str
    named: Callable[[Catalog, str, str], Named]


def word_examples(catalog: Catalog) -> dict[str, str]:
    """Return an example of each key that has a value in the ruleset."""
    found = {}
    for name, key in WORD_KEYS.items():
        value = next((shown[0] for _, shown in key.named(catalog, "=", "")), "")
        if value:
            found[name] = f"{name}:{value.lower()}" if re.fullmatch(r"\w+", value) else f'{name}:"{value}"'
    return found


def _keywords(catalog: Catalog, operator: str, value: str) -> Named:
    return ((k.code, _names_of(k)) for k in catalog.keywords.values())


def _names_of(keyword: Keyword) -> tuple[str, ...]:
    return (keyword.name, *keyword.aliases)


def _referred(catalog: Catalog, operator: str, value: str) -> Named:
    """Yield keywords, types, roles and cards; of many cards only those that are called so, if there are any."""
    wanted = fold(value)
    words: list[tuple[str, tuple[str, ...]]] = [
        *((f"keyword:{k.code}", _names_of(k)) for k in catalog.keywords.values()),
        *((f"type:{t.code}", (t.name, t.plural or t.name)) for t in catalog.card_types.values()),
        *((f"role:{r.code}", (r.name,)) for r in catalog.roles.values()),
    ]
    words = [(code, (*shown, code.partition(":")[2])) for code, shown in words]
    yield from words
    if (
        not catalog.cards
    ):  # it may have been read without cards: then a value that is nothing else is taken for a name
        if not any(wanted in fold(name) for _, shown in words for name in shown):
            yield card_code(value), (value,)
        return
    cards = {card_code(card.name): card.name for card in catalog.cards}
    exact = card_code(value)
    if exact in cards:
        yield exact, (cards[exact],)
    elif not any(wanted == fold(name) for _, shown in words for name in shown):
        yield from ((code, (name,)) for code, name in cards.items())


def _phrases(kinds: frozenset[str]) -> Callable[[Catalog, str, str], Named]:
    """Return the phrases of some kinds; with ":" each goes by the code of the first wording of the same thing too."""

    def named(catalog: Catalog, operator: str, value: str) -> Named:
        first: dict[type[Any], str] = {}
        for form in all_forms().values():
            first.setdefault(form.node, form.code)
        patterns: dict[str, str] = defaultdict(str)
        patterns.update({p.code: p.pattern for p in catalog.phrases.values()})
        for code in patterns:
            known = all_forms().get(code)
            if known is not None and known.kind in kinds:
                same = (first[known.node],) if operator == ":" else ()
                yield code, (code, code.replace("_", " "), *same, patterns[code] or known.pattern)

    return named


WORD_KEYS: Mapping[str, WordKey] = {
    "kw": WordKey("has", "keyword", "a keyword that the card has", _keywords),
    "grants": WordKey("grants", "keyword", "a keyword that its text gives to a card", _keywords),
    "removes": WordKey("removes", "keyword", "a keyword that its text takes away", _keywords),
    "refers": WordKey(
        "refers",
        "keyword, card type, role or card",
        "a keyword, card type, role or card by name that its text speaks of",
        _referred,
    ),
    "effect": WordKey(
        "effect",
        "effect",
        "an effect that its text uses: its code, or words of its phrase; = means this very wording",
        _phrases(frozenset(("effect", "payment", "static"))),
    ),
    "trigger": WordKey(
        "trigger",
        "trigger",
        "a trigger that its text uses: its code, or words of its phrase; = means this very wording",
        _phrases(frozenset(("trigger",))),
    ),
}
"""The keys on what a card's texts use, which is derived when the card is saved."""
