"""Checks of a deck list. The demands are the catalog's deck rules: size, count, copies and affinity."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

from carddb.catalog import Card, Deck, DeckRule, ParameterValue
from carddb.rules.context import Context
from carddb.rules.registry import Fault, check
from carddb.wording.folding import fold
from carddb.wording.rulebook import plain, show_value

PLACEHOLDERS: Mapping[str, tuple[str, ...]] = {
    "size": ("min", "max", "range", "actual"),
    "count": ("min", "max", "range", "actual"),
    "copies": ("max", "range", "actual", "name"),
    "affinity": ("name", "actual", "allowed", "match"),
}
"""What the message of a kind of deck rule may name besides the parameters; ``range`` puts min and max into words."""

Entries = list[tuple[Card, int]]


@check("deck.card_unknown", scope="deck")
def cards_are_known(deck: Deck, context: Context) -> Iterator[Fault]:
    """A deck holds only cards of its ruleset."""
    for entry in deck.entries:
        if entry.card not in context.catalog.card_by_code:
            yield Fault(f'There is no card "{entry.card}".', f"cards.{entry.card}", actual=entry.card)


@check("deck.quantity", scope="deck")
def quantities_are_positive(deck: Deck, context: Context) -> Iterator[Fault]:
    """A deck holds each of its cards at least once."""
    for entry in deck.entries:
        if entry.quantity < 1:
            message = f'The card "{entry.card}" is listed {entry.quantity} times; at least 1 is needed.'
            yield Fault(message, f"cards.{entry.card}", actual=entry.quantity, allowed="at least 1")


@check("deck.card_twice", scope="deck")
def entries_are_listed_once(deck: Deck, context: Context) -> Iterator[Fault]:
    """A deck lists a card on one line, with its quantity."""
    seen: set[str] = set()
    for entry in deck.entries:
        if entry.card in seen:
            yield Fault(f'The card "{entry.card}" is listed twice; add the quantities.', f"cards.{entry.card}")
        seen.add(entry.card)


@check("deck.type_outside", scope="deck")
def types_may_be_in_a_deck(deck: Deck, context: Context) -> Iterator[Fault]:
    """A deck holds no card whose type is never part of a deck."""
    for card, quantity in _entries(deck, context):
        card_type = context.catalog.card_types.get(card.type)
        if card_type and not card_type.in_deck:
            message = f"{card.name} is a {card_type.name}; those are never part of a deck."
            yield Fault(message, f"cards.{card.code}", card_type.rule, actual=quantity, allowed=0)


@check("deck.size", scope="deck")
def size_is_within_limits(deck: Deck, context: Context) -> Iterator[Fault]:
    """A deck holds as many cards as the ruleset allows."""
    for rule, fits in _rules(context, "size"):
        entries = _entries(deck, context)
        uncounted = context.fits(rule.options.get("uncounted", "")) if rule.options.get("uncounted") else None
        switch = rule.options.get("counts_if", "")
        if uncounted and not context.parameter_values.get(switch, False):
            entries = [(card, quantity) for card, quantity in entries if not uncounted(card)]
        size = sum(quantity for card, quantity in entries if fits(card))
        if not rule.where:
            size += sum(max(e.quantity, 0) for e in deck.entries if e.card not in context.catalog.card_by_code)
        yield from _within(rule, size, context, f"A deck holds {{range}} cards; this one has {size}.", switch)


@check("deck.count", scope="deck")
def kinds_of_cards_are_within_limits(deck: Deck, context: Context) -> Iterator[Fault]:
    """A deck holds as many cards of a kind as the ruleset allows."""
    for rule, fits in _rules(context, "count"):
        count = sum(quantity for card, quantity in _entries(deck, context) if fits(card))
        yield from _within(rule, count, context, f"A deck holds {{range}} of these; this one has {count}.")


@check("deck.copies", scope="deck")
def copies_are_within_limits(deck: Deck, context: Context) -> Iterator[Fault]:
    """A deck holds no card of one name more often than the ruleset allows."""
    for rule, fits in _rules(context, "copies"):
        limit = context.number(rule.max)
        copies: dict[str, int] = {}
        first: dict[str, Card] = {}
        for card, quantity in _entries(deck, context):
            if fits(card):
                name = fold(card.name)
                first.setdefault(name, card)
                copies[name] = copies.get(name, 0) + quantity
        for name, count in copies.items():
            if limit is not None and count > limit:
                card = first[name]
                values: dict[str, ParameterValue] = {
                    "max": limit,
                    "range": range_words(None, limit),
                    "actual": count,
                    "name": card.name,
                }
                yield Fault(
                    _message(rule, "{name} is in the deck {actual} times; {range} are allowed.", values, context),
                    f"cards.{card.code}",
                    rule.rule,
                    actual=count,
                    allowed=limit,
                    severity=context.severity(rule.severity),
                    parameters=context.used(rule.max, rule.severity),
                )


@check("deck.affinity", scope="deck")
def affinities_fit_the_leader(deck: Deck, context: Context) -> Iterator[Fault]:
    """A deck's cards share an affinity with its leader, or with one that an opening card of the deck adds."""
    for rule, fits in _rules(context, "affinity"):
        match = context.parameter_values.get(rule.options.get("match", ""), "opened")
        leaders = _led_by(rule, deck, context)
        if not leaders or match == "no":
            continue
        opened = frozenset() if match == "summoner" else _opened(rule, deck, context, leaders)
        allowed = leaders | opened
        for card, _ in _entries(deck, context):
            if fits(card) and card.affinities and allowed.isdisjoint(card.affinities):
                yield _affinity_fault(rule, card, allowed, context)


def _affinity_fault(rule: DeckRule, card: Card, allowed: frozenset[str], context: Context) -> Fault:
    options = rule.options
    names = [affinity.name for code, affinity in context.catalog.affinities.items() if code in allowed]
    own = [affinity.name for code, affinity in context.catalog.affinities.items() if code in card.affinities]
    values: dict[str, ParameterValue] = {
        "name": card.name,
        "actual": " and ".join(own),
        "allowed": " or ".join(names),
    }
    match = context.catalog.parameters.get(options.get("match", ""))
    if match:
        values["match"] = show_value(match)
    used = [options.get(key, "") for key in ("opens", "opened_max", "chain", "match")]
    return Fault(
        _message(rule, "{name} is {actual}; this deck may hold {allowed} cards.", values, context),
        f"cards.{card.code}",
        rule.rule,
        actual=own,
        allowed=names,
        severity=context.severity(rule.severity),
        parameters=context.used(*used, rule.severity),
    )


def _led_by(rule: DeckRule, deck: Deck, context: Context) -> frozenset[str]:
    is_leader = context.fits(rule.options.get("leader", ""))
    if is_leader is None or not rule.options.get("leader"):
        return frozenset()
    return frozenset(a for card, _ in _entries(deck, context) if is_leader(card) for a in card.affinities)


def _opened(rule: DeckRule, deck: Deck, context: Context, leaders: frozenset[str]) -> frozenset[str]:
    """Return the affinities that a deck's openers add; of too many, those that leave the fewest cards outside."""
    is_opener = context.fits(rule.options.get("opener", "")) if rule.options.get("opener") else None
    if is_opener is None or not context.parameter_values.get(rule.options.get("opens", ""), True):
        return frozenset()
    entries = _entries(deck, context)
    openers = [frozenset(card.affinities) for card, _ in entries if is_opener(card)]
    is_chain = bool(context.parameter_values.get(rule.options.get("chain", ""), False))
    reachable = _reach(leaders, openers, is_chain, None)
    most = rule.options.get("opened_max", "")
    limit = int(most) if most.isdigit() else context.number(most or None)
    if limit is None or len(reachable) <= limit:
        return reachable
    groups = [frozenset(group) for group in combinations(sorted(reachable), limit)]
    possible = [group for group in groups if _reach(leaders, openers, is_chain, group) == group]

    def left_outside(group: frozenset[str]) -> int:
        inside = leaders | group
        return sum(quantity for card, quantity in entries if card.affinities and inside.isdisjoint(card.affinities))

    return min(possible, key=left_outside, default=frozenset())


def _reach(
    leaders: frozenset[str], openers: list[frozenset[str]], is_chain: bool, only: frozenset[str] | None
) -> frozenset[str]:
    """Return what the openers add to the leaders' affinities, of these only; again and again if they chain."""
    opened: frozenset[str] = frozenset()
    while True:
        base = leaders | opened if is_chain else leaders
        found = frozenset(a for opener in openers if not base.isdisjoint(opener) for a in opener) - leaders
        found = found if only is None else found & only
        if found <= opened or not is_chain:
            return opened | found
        opened |= found


def _entries(deck: Deck, context: Context) -> Entries:
    known = context.catalog.card_by_code
    return [(known[e.card], e.quantity) for e in deck.entries if e.card in known and e.quantity > 0]


def _rules(context: Context, kind: str) -> Iterator[tuple[DeckRule, Callable[[Card], bool]]]:
    for rule in context.catalog.deck_rules:
        fits = context.fits(rule.where) if rule.kind == kind else None
        if fits is not None:
            yield rule, fits


def _within(rule: DeckRule, actual: int, context: Context, otherwise: str, *used: str) -> Iterator[Fault]:
    low, high = context.number(rule.min), context.number(rule.max)
    if (low is None or actual >= low) and (high is None or actual <= high):
        return
    values: dict[str, ParameterValue] = {
        "min": 0 if low is None else low,
        "max": "none" if high is None else high,
        "range": range_words(low, high),
        "actual": actual,
    }
    yield Fault(
        _message(rule, otherwise, values, context),
        "cards",
        rule.rule,
        actual=actual,
        allowed={"min": low, "max": high},
        severity=context.severity(rule.severity),
        parameters=context.used(rule.min, rule.max, *filter(None, used), rule.severity),
    )


def range_words(low: int | None, high: int | None) -> str:
    """Return how many a deck may hold, in words: "40 to 60", "exactly 60", "at most 3", "at least 10"."""
    if high is None:
        return f"at least {low or 0}"
    if low == high:
        return f"exactly {high}"
    return f"{low} to {high}" if low else f"at most {high}"


def _message(rule: DeckRule, otherwise: str, values: dict[str, ParameterValue], context: Context) -> str:
    known: dict[str, Any] = dict(values)
    return plain(rule.message or otherwise, context.catalog, known)
