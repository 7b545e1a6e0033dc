"""Checks of the abilities of one card against each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from carddb.catalog import Card
from carddb.rules.context import Context
from carddb.rules.registry import Fault, check
from carddb.wording import effects as e
from carddb.wording import events as v
from carddb.wording import statics as s
from carddb.wording.tree import KeywordLine, Lasting, Triggered


@check("card.contradiction", scope="card", severity="warning")
def abilities_agree(card: Card, context: Context) -> Iterator[Fault]:
    """No two abilities of a card exclude or repeat each other."""
    seen: dict[Any, str] = {}
    for field, text, reading in context.readings(card):
        for ability, place in zip(reading.abilities, reading.places, strict=True):
            words = text[place[0] : place[1]]
            claims = dict(_claims(ability))
            key = next((key for key, opposite in claims.items() if opposite in seen), None)
            if key is not None:
                verb = "repeats" if claims[key] == key else "contradicts"
                message = f'"{words}" {verb} "{seen[claims[key]]}" on {card.name}.'
                yield Fault(message, field, "", words, "one of the two", "Take one of the two out.", span=place)
            for key in claims:
                seen.setdefault(key, words)


def _claims(ability: Any) -> Iterator[tuple[Any, Any]]:
    """Yield what an ability claims, each with the claim that it excludes: itself, where it may be said only once."""
    if isinstance(ability, KeywordLine):
        yield from ((("has", use.keyword), ("has", use.keyword)) for use in ability.keywords)
        return
    yield ("ability", ability), ("ability", ability)
    if isinstance(ability, Lasting) and not ability.conditions:
        for static in ability.statics:
            if isinstance(static, s.CannotAttack):
                yield ("no attack", static.who), ("attack", static.who)
            elif isinstance(static, s.Reach):
                yield ("attack", static.who), ("no attack", static.who)
            elif isinstance(static, s.HaveStats) and static.each is None:
                for change in static.changes:
                    yield (
                        ("stat", static.who, change.stat, change.sign),
                        ("stat", static.who, change.stat, -change.sign),
                    )
            elif isinstance(static, e.GiveKeywords | s.HaveKeywords | e.RemoveKeywords):
                removes = isinstance(static, e.RemoveKeywords)
                for use in static.keywords:
                    yield ("kw", static.who, use.keyword, removes), ("kw", static.who, use.keyword, not removes)
    elif isinstance(ability, Triggered) and isinstance(ability.trigger, v.Attacks):
        yield ("attack", ability.trigger.who), ("no attack", ability.trigger.who)
