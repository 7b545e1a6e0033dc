"""Checks of what rules text says: effects that do nothing, targets that cannot be, triggers that never fire."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from carddb.catalog import Card, Flag
from carddb.rules.context import Context
from carddb.rules.finding import Severity
from carddb.rules.registry import Fault, check
from carddb.wording import effects as e
from carddb.wording import events as v
from carddb.wording import statics as s
from carddb.wording.reader import Span
from carddb.wording.registry import slots_of
from carddb.wording.tree import (
    Activated,
    Change,
    Filter,
    Lasting,
    Node,
    Noun,
    Number,
    Quantity,
    Reference,
    StatBound,
    Things,
    Triggered,
)

THIS = Reference("this")

BODIES: dict[type[Any], tuple[str, ...]] = {
    e.Damage: ("to",),
    e.Heal: ("who",),
    e.Prevent: ("to",),
    e.Freeze: ("what",),
    e.AttackAgain: ("who",),
    e.KeepFromAttacking: ("who",),
    e.Move: ("what",),
    e.Attach: ("to",),
    s.AttachTo: ("what",),
    s.IsAttached: ("to",),
    s.CannotAttack: ("who",),
    s.Reach: ("who",),
    s.AnyRow: ("who",),
    s.ReduceDamage: ("to",),
    v.Attacks: ("who",),
    v.Attacked: ("who",),
    v.TakesDamage: ("who",),
    v.Damages: ("who", "what"),
    v.Destroys: ("who",),
    v.Summoned: ("who",),
    v.Summons: ("what",),
    v.ComesOnto: ("to",),
    v.ClashEnds: ("who",),
    v.BreaksThrough: ("who",),
    v.WouldTakeDamage: ("who",),
}
"""Arguments that only a card can fill which fights: one with numbers of its own beside its cost."""

LEADERS = frozenset((e.Damage, e.Heal, e.Prevent, s.ReduceDamage, v.TakesDamage, v.Damages, v.WouldTakeDamage))
"""Of these, the ones that the card which stands for the player can fill as well."""


def _spans(card: Card, context: Context) -> list[tuple[str, str, Span, tuple[Any, ...]]]:
    """Return every understood phrase of a card: its field, its words, its place, and all nodes inside it."""
    return context.once(
        "spans",
        card,
        lambda: [
            (field, text[span.start : span.end], span, tuple(_parts(span.node)))
            for field, text, reading in context.readings(card)
            for span in reading.spans
        ],
    )


def _parts(value: Any) -> Iterator[Any]:
    """Yield a node and everything inside it."""
    if isinstance(value, tuple):
        for part in value:
            yield from _parts(part)
    elif names := _field_names(value.__class__):
        yield value
        for name in names:
            yield from _parts(getattr(value, name))


@cache
def _field_names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(one.name for one in fields(kind)) if is_dataclass(kind) else ()


def _is_nothing(part: Any) -> bool:
    if isinstance(part, Change):
        return part.amount == Number(0)
    if isinstance(part, Quantity):
        return part.kind in ("exactly", "up_to", "random") and part.number == 0
    if isinstance(part, Node):
        kind: Any = type(part)
        numbers = ((getattr(part, name), low) for name, low in _lows(kind))
        return any(isinstance(number, Number) and number.value < low for number, low in numbers)
    return False


@cache
def _lows(node: type[Any]) -> tuple[tuple[str, int], ...]:
    """Return the arguments of a node that have a least sensible number, with that number."""
    return tuple((name, slot.low) for name, slot in slots_of(node).items() if slot.low is not None)


@check("card.amount_zero", scope="card", severity="warning")
def effects_do_something(card: Card, context: Context) -> Iterator[Fault]:
    """No effect, cost or count is of nothing."""
    for field, words, span, parts in _spans(card, context):
        if any(_is_nothing(part) for part in parts):
            message = f'"{words}" on {card.name} never does anything: its number is 0.'
            yield Fault(message, field, actual=0, allowed="at least 1", span=(span.start, span.end))


@check("card.damage_self", scope="card", severity="warning")
def damage_is_aimed_at_others(card: Card, context: Context) -> Iterator[Fault]:
    """A card does not damage itself."""
    for field, words, span, _ in _spans(card, context):
        if isinstance(span.node, e.Damage) and span.node.to == THIS:
            message = f'"{words}" on {card.name} is aimed at the card itself.'
            hint = "Name another target, or make it a cost."
            yield Fault(message, field, actual="this", allowed="another card", hint=hint, span=(span.start, span.end))


def _types(value: Any, card: Card, context: Context) -> frozenset[str] | None:
    """Return the card types that a description can mean; None: any, or none that the text names."""
    if value == THIS:
        return frozenset((card.type,))
    if isinstance(value, Things):
        value = value.filter
    if not isinstance(value, Filter):
        return None
    found: set[str] = set()
    for noun in value.nouns:
        types = _types_of_noun(noun, context)
        if types is None:
            return None
        found |= types
    return frozenset(found)


def _types_of_noun(noun: Noun, context: Context) -> set[str] | None:
    if noun.kind == "type":
        return {noun.code}
    role = context.catalog.roles.get(noun.code)
    return set(role.types) if noun.kind == "role" and role and "*" not in role.types else None


def _name_types(types: frozenset[str], context: Context) -> str:
    known = context.catalog.card_types
    return " or ".join(sorted(known[code].name if code in known else code for code in types))


def _impossible(card: Card, context: Context, *, triggers: bool) -> Iterator[Fault]:
    for field, words, span, parts in _spans(card, context):
        if (span.kind == "trigger") != triggers:
            continue
        for part in parts:
            if type(part) not in BODIES:
                continue
            able = context.fighters | (context.leaders if type(part) in LEADERS else frozenset())
            for name in BODIES[type(part)]:
                types = _types(getattr(part, name), card, context)
                if types and not types & able:
                    what = _name_types(types, context)
                    end = "never happens" if triggers else "cannot be"
                    message = f'"{words}" on {card.name} {end}: no {what} can stand there.'
                    allowed = _name_types(able, context)
                    span_ = (span.start, span.end)
                    yield Fault(message, field, actual=what, allowed=allowed, hint=f"Name: {allowed}.", span=span_)


@check("card.target_impossible", scope="card", severity="warning")
def targets_can_exist(card: Card, context: Context) -> Iterator[Fault]:
    """What an effect is aimed at is a card that the effect can do something to."""
    yield from _impossible(card, context, triggers=False)


@check("card.trigger_never", scope="card", severity="warning")
def triggers_can_fire(card: Card, context: Context) -> Iterator[Fault]:
    """What a trigger waits for can happen to the cards that it names."""
    yield from _impossible(card, context, triggers=True)


def _stat_demands(part: Any) -> Iterator[tuple[Any, str]]:
    """Yield which cards must have which number for a part of a text to make sense."""
    if isinstance(part, e.GiveStats | s.HaveStats):
        yield from ((part.who, change.stat) for change in part.changes)
    elif isinstance(part, e.SwapStat):
        yield from ((part.one, part.stat), (part.other, part.stat))
    elif isinstance(part, e.StatOf | s.StatAtLeast | s.StatAtMost):
        yield part.who, part.stat
    elif isinstance(part, Filter) and isinstance(part.bound, StatBound):
        yield part, part.bound.stat


@check("card.target_stat", scope="card", severity="warning")
def targets_have_the_number(card: Card, context: Context) -> Iterator[Fault]:
    """A number that a text changes or asks for is one of the cards that it names."""
    for field, words, span, parts in _spans(card, context):
        for part in parts:
            for who, stat in _stat_demands(part):
                types = _types(who, card, context)
                able = {found.card_type for found in context.catalog.stats if found.code == stat}
                if types and not types & able:
                    what, number = _name_types(types, context), context.words.spell("stat", stat)
                    message = f'"{words}" on {card.name} cannot be: a {what} has no {number}.'
                    allowed = _name_types(frozenset(able), context)
                    hint = f"{number} is a number of: {allowed}."
                    yield Fault(message, field, "", what, allowed, hint, span=(span.start, span.end))


def _stays(ability: Any) -> bool:
    """Tell whether an ability needs its card to stay in play."""
    if isinstance(ability, Lasting):
        return not all(isinstance(static, s.AttachTo) for static in ability.statics)
    if isinstance(ability, Triggered):
        return not (
            isinstance(ability.trigger, v.Played | v.GetsAttached | v.Summoned) and ability.trigger.who == THIS
        )
    return isinstance(ability, Activated)


def _waits_for_the_other_turn(ability: Any) -> bool:
    """Tell whether an ability can only fire after its card's own first turn."""
    if not isinstance(ability, Triggered):
        return False
    trigger = ability.trigger
    if isinstance(trigger, v.StartOfTurn):
        return True
    if isinstance(trigger, v.Attacks | v.Summoned):
        return isinstance(trigger.who, Things) and trigger.who.filter.side == "enemy"
    return getattr(trigger, "player", "") == "opponent"


def _demanding(demand: str, context: Context) -> list[Flag]:
    return [flag for flag in context.catalog.flags.values() if flag.demand == demand]


@check("card.permanent_missing", scope="card", severity="info")
def lasting_cards_stay_in_play(card: Card, context: Context) -> Iterator[Fault]:
    """A card whose ability lasts or waits carries the marker that keeps it in play, where its type needs one."""
    needed = [flag for flag in _demanding("lasting", context) if card.type in flag.types]
    if not needed or any(flag.code in card.flags for flag in needed):
        return
    flag = needed[0]
    for field, text, reading in context.readings(card):
        for ability, (start, end) in zip(reading.abilities, reading.places, strict=True):
            if _stays(ability):
                is_dead = _waits_for_the_other_turn(ability)
                end_ = "can never happen" if is_dead else "ends with the turn"
                message = f'"{text[start:end]}" {end_}, for {card.name} is not {flag.name}.'
                hint = f"Mark it {flag.name} if it is to last."
                severity: Severity = "warning" if is_dead else "info"
                yield Fault(message, field, flag.demand_rule, "", flag.name, hint, severity, span=(start, end))


@check("card.legendary_bearer", scope="card", severity="warning")
def legendary_cards_go_onto_legendary_bearers(card: Card, context: Context) -> Iterator[Fault]:
    """A text does not attach a card to one without its marker, where the marker asks the bearer for the same."""
    for flag in _demanding("bearer", context):
        for field, words, span, _ in _spans(card, context):
            what, to = _attached(span.node)
            is_marked = _carries(what, flag.code, card)
            if is_marked and not _carries(to, flag.code, card) and (isinstance(to, Things) or to == THIS):
                message = f'"{words}" on {card.name}: what is {flag.name} goes only onto a card that is {flag.name}.'
                hint = f"Write {flag.name} before the word for the card that bears it."
                yield Fault(message, field, flag.demand_rule, words, flag.name, hint, span=(span.start, span.end))


def _attached(node: Any) -> tuple[Any, Any]:
    """Return what a phrase attaches, and to what; nothing and nothing for other phrases."""
    if isinstance(node, s.AttachTo):
        return THIS, node.what
    return (node.what, node.to) if isinstance(node, e.Attach) else (None, None)


def _carries(value: Any, flag: str, card: Card) -> bool:
    """Tell whether the cards that a description means carry a marker for sure."""
    return flag in card.flags if value == THIS else isinstance(value, Things) and flag in value.filter.flags
