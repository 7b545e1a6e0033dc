"""Checks across all cards: names that can be mixed up, and one meaning in two wordings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from carddb.catalog import Card
from carddb.rules.context import Context
from carddb.rules.finding import Where
from carddb.rules.registry import Fault, check
from carddb.wording.effects import CreateToken
from carddb.wording.folding import fold
from carddb.wording.printer import Unwritable, print_ability

_SHORTEST = 5


@check("catalog.name_near", scope="catalog", severity="warning")
def names_differ_by_more_than_a_letter(context: Context) -> Iterator[Fault]:
    """No two cards have long names that differ in a single letter; digits count as a difference."""
    names: dict[str, Card] = {}
    gaps: dict[str, str] = {}
    shorter: dict[str, str] = {}
    for card in context.catalog.cards:
        name = fold(card.name)
        if name in names or len(name) < _SHORTEST:
            continue
        parts = [(name[:at], name[at + 1 :]) for at, letter in enumerate(name) if not letter.isdigit()]
        with_gap, without = [f"{a}\0{b}" for a, b in parts], [a + b for a, b in parts]
        found = [shorter.get(name), *map(gaps.get, with_gap), *(one for one in without if one in names)]
        other = next((names[one] for one in found if one is not None), None)
        if other is not None:
            message = f'The name "{card.name}" is one letter away from "{other.name}" ({other.code}).'
            hint = "Correct it if it is a slip; else a player may take one for the other."
            place = Where("card", card.code, card.name, "name")
            yield Fault(message, actual=card.name, allowed="a name of its own", hint=hint, where=place)
        names[name] = card
        gaps.update(dict.fromkeys(with_gap, name))
        shorter.update(dict.fromkeys(without, name))


@check("catalog.name_is_wording", scope="catalog", severity="warning")
def names_are_no_wording(context: Context) -> Iterator[Fault]:
    """The name of a card does not consist of words that texts use for something else."""
    if not context.is_worded:
        return
    for card in context.catalog.cards:
        written = context.words.names.write(card.name)
        if written != card.name and all(word.casefold() in context.words.known_words for word in card.name.split()):
            message = f'The name "{card.name}" can be taken for other words; texts write it in quotes: {written}.'
            place = Where("card", card.code, card.name, "name")
            yield Fault(message, actual=card.name, allowed=written, hint="Rename it to do without.", where=place)


@check("catalog.worded_twice", scope="catalog", severity="info")
def one_meaning_has_one_wording(context: Context) -> Iterator[Fault]:
    """The same ability is worded in the same way on every card."""
    wordings: dict[Any, dict[str, Card]] = defaultdict(dict)
    places: dict[tuple[Any, str], tuple[str, tuple[int, int]]] = {}
    seen: set[str] = set()
    for card in context.catalog.cards:
        for field, text, reading in context.readings(card):
            for ability, (start, end) in zip(reading.abilities, reading.places, strict=True):
                line = text[start:end]
                if line not in seen:
                    seen.add(line)
                    wordings[ability][line] = card
                    places[ability, line] = (field, (start, end))
    for ability, cards in wordings.items():
        if len(cards) < 2:
            continue
        try:
            best = print_ability(ability, context.words)
        except Unwritable:
            best = next(iter(cards))
        other = next(line for line in cards if line != best)
        for line, card in cards.items():
            if line != best:
                field, span = places[ability, line]
                twin = best if best in cards else next((one for one in cards if one != line), other)
                message = f'"{line}" on {card.name} says the same as "{twin}" on {cards[twin].name}.'
                hint = f'The canonical wording is "{best}"; `carddb wording --fix` applies it.'
                place = Where("card", card.code, card.name, field, span=span)
                yield Fault(message, actual=line, allowed=best, hint=hint, where=place)


@check("catalog.token_plays", scope="catalog", severity="warning")
def what_is_created_is_a_token(context: Context) -> Iterator[Fault]:
    """What a text creates as a token is a card that can never be in a deck."""
    by_name: dict[str, list[Card]] = defaultdict(list)
    for card in context.catalog.cards:
        by_name[card.name].append(card)
    barred = [
        context.fits(rule.where) for rule in context.catalog.deck_rules if rule.kind == "count" and rule.max == 0
    ]
    for card in context.catalog.cards:
        for field, _, reading in context.readings(card):
            for span in reading.spans:
                made = by_name.get(span.node.name, []) if isinstance(span.node, CreateToken) else []
                if made and not any(_is_token(one, context, barred) for one in made):
                    message = f"{card.name} creates {made[0].name}, which is no token but a card of a deck."
                    place = Where("card", card.code, card.name, field, span=(span.start, span.end))
                    yield Fault(message, actual=made[0].name, allowed="a token", where=place)


def _is_token(card: Card, context: Context, barred: list[Any]) -> bool:
    card_type = context.catalog.card_types.get(card.type)
    return bool(card_type and not card_type.in_deck) or any(fits and fits(card) for fits in barred)
