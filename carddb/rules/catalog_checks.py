"""Checks of a catalog as a whole: names, keywords, collector numbers, links, clashing definitions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from carddb.catalog import Bound, Card
from carddb.rules.context import Context
from carddb.rules.finding import SEVERITIES, Where
from carddb.rules.registry import Fault, check
from carddb.search import MEANINGS, QueryError, parse
from carddb.wording.folding import fold
from carddb.wording.rulebook import plain, read_references

_TERM = r"[A-Z][\w'’\-]*(?: [A-Z][\w'’\-]*)*"
_KEYWORD_LINE = re.compile(rf"{_TERM}(?: \d+)*(?:, {_TERM}(?: \d+)*)*")
_CAPITALISED = re.compile(r"[A-Z][\w'’\-]*")
_CAPITALISED_INSIDE = re.compile(r"(?<=[\w,] )([A-Z][\w'’\-]*)")
_KEYWORD_USE = re.compile(rf"(?<=[a-z,] )({_TERM}) \d+")


@check("catalog.name_clash", scope="catalog", severity="warning")
def names_differ(context: Context) -> Iterator[Fault]:
    """No two cards have names that differ only in case, accents, ligatures or apostrophes."""
    same: dict[str, list[Card]] = defaultdict(list)
    for card in context.catalog.cards:
        same[fold(card.name)].append(card)
    for cards in same.values():
        for card in cards[1:]:
            message = f'The name "{card.name}" can be confused with "{cards[0].name}" ({cards[0].code}).'
            place = Where("card", card.code, card.name, "name")
            yield Fault(message, actual=card.name, allowed="a name of its own", where=place)


@check("catalog.keyword_undefined", scope="catalog", severity="warning")
def keywords_are_defined(context: Context) -> Iterator[Fault]:
    """What stands where keywords stand is a keyword."""
    if not context.catalog.keywords:
        return
    known = {fold(name) for name in _names(context)}
    for card in context.catalog.cards:
        for field, line in context.lines(card):
            for word in _keyword_like(line.text):
                if fold(word) not in known:
                    message = f'"{word}" on {card.name} looks like a keyword, but none of this name is defined.'
                    hint = "Define it as a keyword, or write it in small letters."
                    yield Fault(message, actual=word, hint=hint, where=Where("card", card.code, card.name, field))


def _keyword_like(line: str) -> Iterator[str]:
    """Return what looks like a keyword: on a line of such words only, or before a number within a sentence."""
    if _KEYWORD_LINE.fullmatch(line):
        for part in line.split(", "):
            yield re.sub(r"(?: \d+)+$", "", part)
    else:
        yield from (match[1] for match in _KEYWORD_USE.finditer(line))


def _names(context: Context) -> Iterator[str]:
    """Return every name of the ruleset that a text may write with a capital letter."""
    catalog = context.catalog
    for keyword in catalog.keywords.values():
        yield from (keyword.name, *keyword.aliases)
    for card_type in catalog.card_types.values():
        yield from (card_type.name, card_type.plural)
    named: tuple[Mapping[str, Any], ...] = (
        catalog.roles,
        catalog.affinities,
        catalog.rarities,
        catalog.flags,
        catalog.zones,
        catalog.phases,
    )
    for things in named:
        yield from (thing.name for thing in things.values())
    yield from (name for stat in catalog.stats for name in (stat.name, stat.short))
    yield from (card.name for card in catalog.cards)


@check("catalog.word_unknown", scope="catalog", severity="warning")
def capitalised_words_are_names(context: Context) -> Iterator[Fault]:
    """A word with a capital inside a sentence belongs to a name of the ruleset, or the rulebook uses it."""
    if not context.catalog.rules:
        return
    known = {fold(word) for text in _known_texts(context) for word in _CAPITALISED.findall(text)}
    for card in context.catalog.cards:
        for field, line in context.lines(card):
            for match in _CAPITALISED_INSIDE.finditer(line.text):
                word = fold(re.sub(r"['’]s$", "", match[1]))
                if word not in known and word.removesuffix("s") not in known and word != "x":
                    message = f'"{match[1]}" on {card.name} is written like a name, but the ruleset does not know it.'
                    hint = "Correct the spelling, define it, or write it in small letters."
                    place = Where("card", card.code, card.name, field, span=match.span(1))
                    yield Fault(message, actual=match[1], hint=hint, where=place)


def _known_texts(context: Context) -> Iterator[str]:
    """Return the names of the ruleset, its phrases and the texts of its rulebook."""
    catalog = context.catalog
    yield from _names(context)
    yield from (phrase.pattern for phrase in catalog.phrases.values())
    yield from (plain(rule.text, catalog) for rule in catalog.rules.values())


@check("catalog.keyword_unused", scope="catalog", severity="warning")
def keywords_are_used(context: Context) -> Iterator[Fault]:
    """A keyword that is defined stands on a card."""
    used = {found.keyword for card in context.catalog.cards for found in card.keywords}
    for keyword in context.catalog.keywords.values() if context.catalog.cards else ():
        if keyword.code not in used:
            yield Fault(
                f"No card uses the keyword {keyword.name}.", where=Where("keyword", keyword.code, keyword.name)
            )


@check("catalog.type_unused", scope="catalog", severity="info")
def types_have_cards(context: Context) -> Iterator[Fault]:
    """A card type has cards."""
    used = {card.type for card in context.catalog.cards}
    for card_type in context.catalog.card_types.values() if used else ():
        if card_type.code not in used:
            yield Fault(
                f"There is no {card_type.name} yet.", where=Where("card_type", card_type.code, card_type.name)
            )


@check("catalog.art_missing", scope="catalog", severity="info")
def printings_have_art(context: Context) -> Iterator[Fault]:
    """A printing has art; until then a drawn placeholder stands in."""
    bare = [card for card in context.catalog.cards if any(not printing.art for printing in card.printings)]
    if bare:
        names = ", ".join(card.name for card in bare[:3])
        more = f" and {len(bare) - 3} more" if len(bare) > 3 else ""
        message = f"{len(bare)} cards have no art yet and print with a placeholder: {names}{more}."
        yield Fault(message, actual=len(bare), allowed=0)


@check("card_set.numbers", scope="catalog", severity="warning")
def collector_numbers_have_no_gap(context: Context) -> Iterator[Fault]:
    """The collector numbers of a set run from 1 without a gap, each used once."""
    numbers: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for card in context.catalog.cards:
        for printing in card.printings:
            if re.fullmatch(r"[0-9]{1,9}", printing.number):
                numbers[printing.card_set][int(printing.number)].append(card.name)
    for code, used in numbers.items():
        card_set = context.catalog.card_sets.get(code)
        place = Where("card_set", code, card_set.name if card_set else "", "number")
        count = sum(len(names) for names in used.values())
        missing = [n for n in range(1, min(max(used), count + len(used)) + 1) if n not in used]
        if missing:
            shown = ", ".join(str(n) for n in missing[:10]) + (" ..." if len(missing) > 10 else "")
            yield Fault(f"These collector numbers are not used: {shown}.", actual=missing[:10], where=place)
        for number, names in used.items():
            if len(names) > 1:
                message = f"The collector number {number} is used by {' and '.join(names)}."
                yield Fault(message, actual=number, severity="error", where=place)


@check("card_set.size", scope="catalog", severity="warning")
def sets_hold_what_they_state(context: Context) -> Iterator[Fault]:
    """A set has as many printings as it states."""
    counted: dict[str, int] = defaultdict(int)
    for card in context.catalog.cards:
        for printing in card.printings:
            counted[printing.card_set] += 1
    for card_set in context.catalog.card_sets.values():
        if card_set.size is not None and counted[card_set.code] != card_set.size:
            yield Fault(
                f"The set {card_set.name} states {card_set.size} numbers and has {counted[card_set.code]}.",
                actual=counted[card_set.code],
                allowed=card_set.size,
                where=Where("card_set", card_set.code, card_set.name, "size"),
            )


@check("card.link_unknown", scope="catalog")
def links_lead_to_cards(context: Context) -> Iterator[Fault]:
    """A link of a card leads to a card."""
    for card in context.catalog.cards:
        for link in card.links:
            if link.to not in context.catalog.card_by_code:
                message = f'{card.name} is linked to "{link.to}", which does not exist.'
                yield Fault(message, actual=link.to, where=Where("card", card.code, card.name, "links"))


@check("card.token_unmade", scope="catalog", severity="warning")
def tokens_are_made_by_a_card(context: Context) -> Iterator[Fault]:
    """A card that can never be in a deck is made by another card."""
    made = {link.to for card in context.catalog.cards for link in card.links}
    barred = [
        context.fits(rule.where) for rule in context.catalog.deck_rules if rule.kind == "count" and rule.max == 0
    ]
    for card in context.catalog.cards:
        card_type = context.catalog.card_types.get(card.type)
        is_barred = any(fits and fits(card) for fits in barred) or bool(card_type and not card_type.in_deck)
        if is_barred and card.code not in made:
            message = f"{card.name} can never be in a deck, and no card is linked to it as what makes it."
            yield Fault(message, where=Where("card", card.code, card.name, "links"))


@check("stat.name_taken", scope="catalog")
def stats_can_be_searched(context: Context) -> Iterator[Fault]:
    """A number's code and short name are no search key and belong to no other number."""
    owner: dict[str, str] = {}
    for stat in context.catalog.stats:
        for name in dict.fromkeys((stat.code, stat.short.lower())):
            place = Where("stat", stat.code, stat.name, "short" if name != stat.code else "code")
            if name in MEANINGS:
                yield Fault(f'"{name}" of {stat.name} is a key of the search language already.', where=place)
            elif owner.setdefault(name, stat.code) != stat.code:
                yield Fault(f'"{name}" of {stat.name} already stands for "{owner[name]}".', where=place)


@check("definition.parameter_unknown", scope="catalog")
def definitions_use_known_parameters(context: Context) -> Iterator[Fault]:
    """Limits in definitions are numbers or parameters that exist."""
    catalog = context.catalog
    bounds: list[tuple[Where, Bound]] = []
    for stat in catalog.stats:
        bounds += [(Where("stat", stat.code, stat.name), bound) for bound in (stat.min, stat.max)]
    for keyword in catalog.keywords.values():
        for slot in keyword.arguments:
            bounds += [(Where("keyword", keyword.code, keyword.name), bound) for bound in (slot.min, slot.max)]
    for card_type in catalog.card_types.values():
        place = Where("card_type", card_type.code, card_type.name)
        bounds += [(place, bound) for bound in (card_type.affinities_min, card_type.affinities_max)]
    for zone in catalog.zones.values():
        bounds += [(Where("zone", zone.code, zone.name), bound) for bound in (zone.rows, zone.columns)]
    for rule in catalog.deck_rules:
        place = Where("deck_rule", rule.code)
        bounds += [(place, bound) for bound in (rule.min, rule.max)]
        severity = rule.severity if rule.severity not in SEVERITIES else None
        bounds.append((place, severity))
        bounds += [(place, rule.options[key]) for key in _PARAMETER_OPTIONS if rule.options.get(key)]
    for place, bound in dict.fromkeys(bounds):
        if isinstance(bound, str) and not bound.isdigit() and bound not in catalog.parameters:
            name = place.name or place.code
            yield Fault(f'"{name}" uses the unknown parameter "{bound}".', actual=bound, where=place)


_PARAMETER_OPTIONS = ("counts_if", "opens", "opened_max", "chain", "match")
_QUERY_OPTIONS = ("uncounted", "leader", "opener")


@check("deck_rule.query", scope="catalog")
def deck_rules_have_readable_queries(context: Context) -> Iterator[Fault]:
    """The queries of a deck rule can be read."""
    for rule in context.catalog.deck_rules:
        queries = {"where": rule.where, **{key: rule.options.get(key, "") for key in _QUERY_OPTIONS}}
        for field, query in queries.items():
            try:
                parse(query, context.catalog)
            except QueryError as error:
                place = Where("deck_rule", rule.code, field=field, span=error.span)
                yield Fault(f'The query "{query}" cannot be read: {error}', rule=rule.rule, actual=query, where=place)


@check("deck_rule.idle", scope="catalog")
def deck_rules_demand_something(context: Context) -> Iterator[Fault]:
    """A deck rule states what its kind needs, so that a deck can break it."""
    for rule in context.catalog.deck_rules:
        options = rule.options
        needs = {
            "size": "a min or a max" if rule.min is None and rule.max is None else "",
            "count": "a min or a max" if rule.min is None and rule.max is None else "",
            "copies": "a max" if rule.max is None else 'by = "name"' if options.get("by", "name") != "name" else "",
            "affinity": "" if options.get("leader") else "a leader",
        }
        if needs.get(rule.kind):
            message = f'The deck rule "{rule.code}" of kind {rule.kind} needs {needs[rule.kind]}.'
            yield Fault(message, rule=rule.rule, where=Where("deck_rule", rule.code))


@check("keyword.reminder", scope="catalog")
def reminders_name_their_numbers(context: Context) -> Iterator[Fault]:
    """A reminder text names each number of its keyword, and nothing that is neither that nor a parameter."""
    for keyword in context.catalog.keywords.values():
        codes = {slot.code for slot in keyword.arguments}
        references = read_references(keyword.reminder)
        named = {r.code for r in references if r.kind == "parameter"}
        named -= {*context.catalog.symbols, *context.catalog.parameters}
        place = Where("keyword", keyword.code, keyword.name, "reminder")
        for code in sorted(named - codes):
            message = f"The reminder text of {keyword.name} names {{{code}}}, neither a number of it nor a parameter."
            yield Fault(message, rule=keyword.rule, actual=code, allowed=sorted(codes), where=place)
        for code in sorted(codes - named) if keyword.reminder else ():
            message = f"The reminder text of {keyword.name} leaves out its number {{{code}}}."
            yield Fault(message, rule=keyword.rule, severity="warning", where=place)


@check("scenario.card_unknown", scope="catalog")
def scenarios_show_known_cards(context: Context) -> Iterator[Fault]:
    """A figure shows only cards that exist."""
    for scenario in context.catalog.scenarios.values():
        for at, step in enumerate(scenario.steps):
            slots = [slot for row in step.rows for slot in row.cards]
            for code in (code for slot in slots for code in (slot.card, *slot.attached) if code):
                if code not in context.catalog.card_by_code:
                    place = Where("scenario", scenario.code, scenario.name, f"steps[{at + 1}]")
                    yield Fault(
                        f'The figure shows the card "{code}", which does not exist.', actual=code, where=place
                    )


@check("zone.overlap", scope="catalog", severity="warning")
def zones_do_not_overlap(context: Context) -> Iterator[Fault]:
    """No zone covers another on the battlefield diagram."""
    zones = list(context.catalog.zones.values())
    for at, one in enumerate(zones):
        for other in zones[at + 1 :]:
            wide = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
            high = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
            if wide > 0.01 and high > 0.01 and "hand" not in (one.kind, other.kind) and one.owner == other.owner:
                message = f"{one.name} and {other.name} overlap on the battlefield diagram."
                yield Fault(message, where=Where("zone", other.code, other.name))
