"""Checks of a single card against its type's definitions. What they demand is data; no ruleset is named here."""

from __future__ import annotations

import re
from collections.abc import Iterator

from carddb.catalog import Card, StatDef, StatValue
from carddb.rules.context import Context
from carddb.rules.registry import Fault, check


def _name_of_type(card: Card, context: Context) -> str:
    card_type = context.catalog.card_types.get(card.type)
    return card_type.name if card_type else card.type


@check("card.type_unknown", scope="card")
def type_is_known(card: Card, context: Context) -> Iterator[Fault]:
    """A card has a type that the ruleset defines."""
    if card.type not in context.catalog.card_types:
        yield Fault(
            f'The card type "{card.type}" is not defined.',
            "type",
            actual=card.type,
            allowed=list(context.catalog.card_types),
        )


@check("card.rarity_missing", scope="card")
def rarity_is_stated(card: Card, context: Context) -> Iterator[Fault]:
    """A card has one of the ruleset's rarities."""
    if context.catalog.rarities and card.rarity not in context.catalog.rarities:
        names = [rarity.name for rarity in context.catalog.rarities.values()]
        said = f'The rarity "{card.rarity}" is not defined' if card.rarity else f"{card.name} has no rarity"
        yield Fault(f"{said}; it is one of {', '.join(names)}.", "rarity", actual=card.rarity, allowed=names)


@check("card.stat_missing", scope="card")
def required_stats_are_there(card: Card, context: Context) -> Iterator[Fault]:
    """A card has every number that its type demands."""
    for stat in context.catalog.stats_of_type.get(card.type, {}).values():
        if stat.required and stat.code not in card.stats and not (stat.unless and stat.unless in card.flags):
            message = f"{card.name} has no {stat.name}; every {_name_of_type(card, context)} needs one."
            yield Fault(message, f"stats.{stat.code}", stat.rule, actual=None, allowed=_range(stat, context))


@check("card.stat_foreign", scope="card")
def stats_belong_to_the_type(card: Card, context: Context) -> Iterator[Fault]:
    """A card has only numbers that its type defines."""
    defined = context.catalog.stats_of_type.get(card.type, {})
    for code, value in card.stats.items():
        if code not in defined and card.type in context.catalog.card_types:
            known = ", ".join(stat.name for stat in defined.values()) or "none"
            message = f'{card.name} has the number "{code}", but a {_name_of_type(card, context)} has only: {known}.'
            yield Fault(message, f"stats.{code}", actual=value.printed, allowed=list(defined))


def _defined(card: Card, context: Context) -> Iterator[tuple[StatDef, StatValue]]:
    defined = context.catalog.stats_of_type.get(card.type, {})
    return ((defined[code], value) for code, value in card.stats.items() if code in defined)


def _range(stat: StatDef, context: Context) -> str:
    return _between(context.number(stat.min), context.number(stat.max)) or "a number"


def _between(low: int | None, high: int | None) -> str:
    if low is not None and low == high:
        return f"exactly {low}"
    words = [f"at least {low}" if low is not None else "", f"at most {high}" if high is not None else ""]
    return " and ".join(filter(None, words))


@check("card.stat_range", scope="card")
def stats_are_in_range(card: Card, context: Context) -> Iterator[Fault]:
    """A card's numbers lie within the range that their definition gives."""
    for stat, value in _defined(card, context):
        low, high = context.number(stat.min), context.number(stat.max)
        number = value.number
        if number is not None and ((low is not None and number < low) or (high is not None and number > high)):
            allowed = _range(stat, context)
            yield Fault(
                f"{stat.name} of {card.name} is {value.printed}; it must be {allowed}.",
                f"stats.{stat.code}",
                stat.rule,
                actual=number,
                allowed=allowed,
                parameters=context.used(stat.min, stat.max),
            )


@check("card.stat_not_a_number", scope="card")
def stats_are_numbers(card: Card, context: Context) -> Iterator[Fault]:
    """A card's numbers are whole numbers, or X where the definition allows it."""
    for stat, value in _defined(card, context):
        if value.number is None and not (stat.variable and value.printed.upper() == "X"):
            allowed = "a whole number or X" if stat.variable else "a whole number"
            message = f'{stat.name} of {card.name} is "{value.printed}"; it must be {allowed}.'
            yield Fault(message, f"stats.{stat.code}", stat.rule, actual=value.printed, allowed=allowed)


@check("card.stat_low", scope="card", severity="warning")
def stats_are_not_unusually_low(card: Card, context: Context) -> Iterator[Fault]:
    """A card's numbers are not below the value from which a definition warns."""
    for stat, value in _defined(card, context):
        if stat.warn_below is not None and value.number is not None and value.number < stat.warn_below:
            message = f"{stat.name} of {card.name} is {value.printed}; below {stat.warn_below} is unusual."
            yield Fault(
                message,
                f"stats.{stat.code}",
                stat.rule,
                actual=value.number,
                allowed=f"at least {stat.warn_below}",
            )


@check("card.text_missing", scope="card")
def required_texts_are_there(card: Card, context: Context) -> Iterator[Fault]:
    """A card states every text that its type demands; the word none is a statement."""
    for demand in context.catalog.texts_of_type.get(card.type, ()):
        text = card.rules if demand.box == "rules" else card.texts.get(demand.code, "")
        if demand.required and not text.strip():
            field = "rules" if demand.box == "rules" else f"texts.{demand.code}"
            hint = "" if demand.box == "rules" else 'Write "none" if it has none.'
            yield Fault(f"{card.name} does not state its {demand.name}.", field, demand.rule, hint=hint)


@check("card.text_foreign", scope="card")
def texts_belong_to_the_type(card: Card, context: Context) -> Iterator[Fault]:
    """A card fills only text boxes that its type has."""
    own = {demand.code for demand in context.catalog.texts_of_type.get(card.type, ()) if demand.box == "own"}
    for code in card.texts:
        if code not in own and card.type in context.catalog.card_types:
            message = (
                f'{card.name} fills the text box "{code}", which a {_name_of_type(card, context)} does not have.'
            )
            yield Fault(message, f"texts.{code}", actual=code, allowed=sorted(own))


@check("card.affinity_count", scope="card")
def affinities_are_as_many_as_the_type_allows(card: Card, context: Context) -> Iterator[Fault]:
    """A card has as many affinities as its type allows."""
    card_type = context.catalog.card_types.get(card.type)
    if card_type is None:
        return
    low, high = context.number(card_type.affinities_min), context.number(card_type.affinities_max)
    count = len(card.affinities)
    if (low is None or count >= low) and (high is None or count <= high):
        return
    allowed = _between(low, high)
    yield Fault(
        f"{card.name} has {count} affinities; a {card_type.name} has {allowed}.",
        "affinities",
        card_type.affinities_rule,
        actual=count,
        allowed=allowed,
        parameters=context.used(card_type.affinities_min, card_type.affinities_max),
    )


@check("card.role_missing", scope="card")
def roles_are_stated(card: Card, context: Context) -> Iterator[Fault]:
    """A card has at least as many roles as its type demands."""
    card_type = context.catalog.card_types.get(card.type)
    if card_type and card_type.roles_min is not None and len(card.roles) < card_type.roles_min:
        message = f"{card.name} has {len(card.roles)} roles; a {card_type.name} has at least {card_type.roles_min}."
        allowed = f"at least {card_type.roles_min}"
        yield Fault(message, "roles", card_type.roles_rule, actual=len(card.roles), allowed=allowed)


@check("card.role_elsewhere", scope="card")
def roles_belong_to_the_type(card: Card, context: Context) -> Iterator[Fault]:
    """A card has only roles that its type may carry."""
    card_type = context.catalog.card_types.get(card.type)
    for code in card.roles:
        role = context.catalog.roles.get(code)
        if role and card_type and card.type not in role.types and "*" not in role.types:
            message = f"{card.name} is a {card_type.name}; the role {role.name} belongs on other types."
            yield Fault(message, "roles", card_type.roles_rule, actual=role.name, allowed=list(role.types))


@check("card.flag_elsewhere", scope="card")
def flags_belong_to_the_type(card: Card, context: Context) -> Iterator[Fault]:
    """A card carries only markers that belong on its type."""
    for code in card.flags:
        flag = context.catalog.flags.get(code)
        if flag and card.type not in flag.types and "*" not in flag.types:
            names = [context.catalog.card_types[t].name for t in flag.types if t in context.catalog.card_types]
            kind = _name_of_type(card, context)
            message = f"{card.name} is a {kind}; the marker {flag.name} belongs on: {', '.join(names)}."
            severity = context.severity(flag.severity_elsewhere)
            yield Fault(message, "flags", flag.rule, actual=flag.name, allowed=names, severity=severity)


_GIVING = re.compile(r"(?:\b(?:gives?|gains?|gets?)|(?<!that )(?<!which )(?<!who )\b(?:has|have)) $", re.IGNORECASE)
_NUMBERS_BEHIND = re.compile(r"(?: (?:\d+|X)(?![^\W_]))+(?=[,.]| (?:and|to|from)\b|$)")
_LISTED = re.compile(r"(?: (?:\d+|X))*(?:,| and|, and) ")


@check("card.keyword_number", scope="card")
def keywords_have_their_numbers(card: Card, context: Context) -> Iterator[Fault]:
    """A keyword that a card has or gives has all its numbers; a text that only speaks of it may leave them out."""
    for field, line in context.lines(card):
        is_given = False
        before = previous = ""
        for at, token in enumerate(line.tokens):
            if token.kind == "keyword":
                keyword = context.catalog.keywords[token.code]
                wanted = len(keyword.arguments)
                following = line.tokens[at + 1].text if at + 1 < len(line.tokens) else ""
                extra = _NUMBERS_BEHIND.match(following)
                has = len(token.arguments) + (len(extra[0].split()) if extra else 0)
                is_listed = is_given and previous == "keyword" and bool(_LISTED.fullmatch(before))
                is_given = line.is_keywords or has > 0 or is_listed or bool(_GIVING.search(before))
                if has != wanted and is_given:
                    message = (
                        f"{token.text} on {card.name} has {has} numbers; {keyword.name} is written with {wanted}."
                    )
                    yield Fault(message, field, keyword.rule, actual=has, allowed=wanted)
            previous = line.tokens[at - 1].kind if at else ""
            before = token.text


@check("card.keyword_range", scope="card")
def keyword_numbers_are_in_range(card: Card, context: Context) -> Iterator[Fault]:
    """The numbers of a keyword lie within the range that it gives."""
    for field, line in context.lines(card):
        for token in line.tokens:
            if token.kind != "keyword":
                continue
            keyword = context.catalog.keywords[token.code]
            for slot, number in zip(keyword.arguments, token.arguments, strict=False):
                low, high = context.number(slot.min), context.number(slot.max)
                if (low is not None and number < low) or (high is not None and number > high):
                    allowed = _between(low, high)
                    yield Fault(
                        f"{token.text} on {card.name} is out of range; the number of {keyword.name} is {allowed}.",
                        field,
                        keyword.rule,
                        actual=number,
                        allowed=allowed,
                        parameters=context.used(slot.min, slot.max),
                    )


@check("card.symbol_unknown", scope="card")
def symbols_are_known(card: Card, context: Context) -> Iterator[Fault]:
    """A card's texts use only symbols that the ruleset draws."""
    for field, text in (("rules", card.rules), *((f"texts.{code}", text) for code, text in card.texts.items())):
        for found in context.vocabulary.unknown_symbols(text):
            known = ", ".join(f"{{{code}}}" for code in context.catalog.symbols)
            message = f"{found} on {card.name} is no symbol; the symbols are {known or 'none yet'}."
            yield Fault(message, field, actual=found, allowed=list(context.catalog.symbols))


@check("card.brace", scope="card")
def braces_hold_a_symbol(card: Card, context: Context) -> Iterator[Fault]:
    """The braces of a card's texts are closed and hold the code of a symbol."""
    for field, text in (("rules", card.rules), *((f"texts.{code}", text) for code, text in card.texts.items())):
        for first, last in context.vocabulary.loose_braces(text):
            words = text[first:last] if last - first <= 30 else text[first : first + 29] + "…"
            message = f'The brace at "{words}" on {card.name} is not part of a symbol.'
            hint = "A symbol is written {code}, with both braces, in small letters."
            yield Fault(message, field, actual=text[first:last], hint=hint, span=(first, last))
