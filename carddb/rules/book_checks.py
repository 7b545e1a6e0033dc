"""Checks of the rulebook: what its texts name, numbers that should be parameters, rulings and parameter values."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from carddb.catalog import Parameter, ParameterValue
from carddb.rules.context import Context
from carddb.rules.decks import PLACEHOLDERS
from carddb.rules.finding import Where
from carddb.rules.registry import Fault, check
from carddb.wording.rulebook import read_problems, read_references


@dataclass(frozen=True, slots=True)
class _BookText:
    """A text with rulebook markup; ``is_rule``: numbers in it must be parameters or marked constants."""

    text: str
    where: Where
    is_rule: bool
    own: Collection[str] = ()
    """Names that are filled in besides the parameters."""


def _book_texts(context: Context) -> Iterator[_BookText]:
    catalog = context.catalog
    yield _BookText(catalog.ruleset.introduction, Where("ruleset", catalog.ruleset.code, field="introduction"), True)
    yield _BookText(catalog.ruleset.design, Where("ruleset", catalog.ruleset.code, field="design"), True)
    for section in catalog.sections.values():
        yield _BookText(section.text, Where("section", section.code, section.name, "text"), True)
    for rule in catalog.rules.values():
        yield _BookText(rule.text, Where("rule", rule.code, rule.title, "text"), True)
    for phase in catalog.phases.values():
        yield _BookText(phase.text, Where("phase", phase.code, phase.name, "text"), True)
        for at, step in enumerate(phase.steps):
            yield _BookText(step, Where("phase", phase.code, phase.name, f"steps[{at + 1}]"), True)
    for zone in catalog.zones.values():
        yield _BookText(zone.text, Where("zone", zone.code, zone.name, "text"), True)
    for keyword in catalog.keywords.values():
        yield _BookText(keyword.text, Where("keyword", keyword.code, keyword.name, "text"), False)
    for ruling in catalog.rulings.values():
        yield _BookText(ruling.issue, Where("ruling", ruling.code, ruling.title, "issue"), False)
        yield _BookText(ruling.why, Where("ruling", ruling.code, ruling.title, "why"), False)
        for reading in ruling.readings:
            place = Where("ruling", ruling.code, ruling.title, f"reading.{reading.code}")
            yield _BookText(reading.text, place, False)
    for scenario in catalog.scenarios.values():
        yield _BookText(scenario.text, Where("scenario", scenario.code, scenario.name, "text"), False)
        for at, scene in enumerate(scenario.steps):
            yield _BookText(scene.text, Where("scenario", scenario.code, scenario.name, f"steps[{at + 1}]"), False)
    for deck_rule in catalog.deck_rules:
        place = Where("deck_rule", deck_rule.code, field="message")
        yield _BookText(deck_rule.message, place, False, PLACEHOLDERS[deck_rule.kind])


def _at(where: Where, span: tuple[int, int]) -> Where:
    return Where(where.kind, where.code, where.name, where.field, span=span)


@check("book.digit", scope="catalog", severity="warning")
def numbers_are_parameters(context: Context) -> Iterator[Fault]:
    """A rule's text writes a number as {parameter}, or as {=3} where it can never change."""
    for book in _book_texts(context):
        for problem in read_problems(book.text) if book.is_rule else ():
            if problem.kind == "digit":
                yield Fault(problem.message, where=_at(book.where, problem.span))


@check("book.syntax", scope="catalog")
def braces_are_in_order(context: Context) -> Iterator[Fault]:
    """The braces of a rulebook text are closed and hold something that can be printed."""
    for book in _book_texts(context):
        for problem in read_problems(book.text):
            if problem.kind == "syntax":
                yield Fault(problem.message, where=_at(book.where, problem.span))


@check("book.reference", scope="catalog")
def texts_name_known_things(context: Context) -> Iterator[Fault]:
    """A rulebook text names only parameters, cards, keywords, symbols and rules that exist."""
    catalog = context.catalog
    known = {
        "parameter": catalog.parameters,
        "card": catalog.card_by_code,
        "keyword": catalog.keywords,
        "symbol": catalog.symbols,
        "rule": catalog.rules,
    }
    for book in _book_texts(context):
        for reference in read_references(book.text):
            is_own = reference.kind == "parameter" and reference.code in book.own
            if not is_own and reference.code not in known[reference.kind]:
                message = f'The text names the {reference.kind} "{reference.code}", which does not exist.'
                yield Fault(message, actual=reference.code, where=_at(book.where, reference.span))


@check("book.citation", scope="catalog")
def rules_cite_known_gaps_and_parameters(context: Context) -> Iterator[Fault]:
    """A rule or ruling lists only rulings and parameters that exist."""
    catalog = context.catalog
    for rule in catalog.rules.values():
        place = Where("rule", rule.code, rule.title)
        for gap in rule.gaps:
            if gap not in catalog.rulings:
                yield Fault(f"{rule.code} cites {gap}, for which there is no ruling.", actual=gap, where=place)
        for code in rule.parameters:
            if code not in catalog.parameters:
                yield Fault(f'{rule.code} lists the unknown parameter "{code}".', actual=code, where=place)
    for ruling in catalog.rulings.values():
        place = Where("ruling", ruling.code, ruling.title)
        for code in ruling.parameters:
            if code not in catalog.parameters:
                yield Fault(f'{ruling.code} lists the unknown parameter "{code}".', actual=code, where=place)


@check("book.prefix", scope="catalog", severity="warning")
def ids_begin_with_the_prefix(context: Context) -> Iterator[Fault]:
    """The ids of rules and rulings begin with the prefix of their ruleset."""
    catalog = context.catalog
    prefix = f"{catalog.ruleset.prefix}-"
    for noun, codes in (("rule", catalog.rules), ("ruling", catalog.rulings)):
        other = [code for code in codes if not code.startswith(prefix)]
        if other:
            more = f" and {len(other) - 3} more" if len(other) > 3 else ""
            message = (
                f"The prefix is {catalog.ruleset.prefix}, but not of every {noun}: {', '.join(other[:3])}{more}."
            )
            hint = f"Write ids such as {prefix}{other[0].partition('-')[2]}, or correct the prefix."
            yield Fault(message, "prefix", actual=other, allowed=prefix, hint=hint)


@check("book.rule_unknown", scope="catalog")
def definitions_cite_known_rules(context: Context) -> Iterator[Fault]:
    """Types, numbers, texts, markers, keywords, parameters and deck rules cite only rules that exist."""
    catalog = context.catalog
    cited: list[tuple[str, str, str, str]] = []
    for card_type in catalog.card_types.values():
        for rule in (card_type.rule, card_type.affinities_rule, card_type.roles_rule):
            cited.append(("card_type", card_type.code, card_type.name, rule))
    cited += [("stat", s.code, s.name, s.rule) for s in catalog.stats]
    cited += [("text", t.code, t.name, t.rule) for t in catalog.texts]
    cited += [("flag", f.code, f.name, f.rule) for f in catalog.flags.values()]
    cited += [("keyword", k.code, k.name, k.rule) for k in catalog.keywords.values()]
    cited += [("parameter", p.code, "", p.rule) for p in catalog.parameters.values()]
    cited += [("deck_rule", d.code, "", d.rule) for d in catalog.deck_rules]
    for scenario in catalog.scenarios.values():
        rules = (*scenario.rules, *(rule for step in scenario.steps for rule in step.rules))
        cited += [("scenario", scenario.code, scenario.name, rule) for rule in rules]
    for kind, code, name, rule in dict.fromkeys(cited):
        if rule and rule not in catalog.rules:
            message = f'The {kind.replace("_", " ")} "{name or code}" cites {rule}, which is no rule.'
            yield Fault(message, actual=rule, where=Where(kind, code, name, "rule"))


@check("parameter.value", scope="catalog")
def parameter_values_fit(context: Context) -> Iterator[Fault]:
    """A parameter's value has its type, lies in its range or is one of its choices."""
    for parameter in context.catalog.parameters.values():
        allowed = describe_allowed(parameter)
        if not is_allowed(parameter, parameter.value):
            yield Fault(
                f"{parameter.code} is {parameter.value!r}; it must be {allowed}.",
                rule=parameter.rule,
                actual=parameter.value,
                allowed=allowed,
                where=Where("parameter", parameter.code, field="value"),
            )


def is_allowed(parameter: Parameter, value: ParameterValue) -> bool:
    """Return whether a parameter may have a value."""
    match parameter.type:
        case "bool":
            return isinstance(value, bool)
        case "int" | "limit":
            if parameter.type == "limit" and value == "none":
                return True
            if not isinstance(value, int) or isinstance(value, bool):
                return False
            is_low = parameter.min is not None and value < parameter.min
            return not is_low and not (parameter.max is not None and value > parameter.max)
        case "list":
            return isinstance(value, tuple)
        case "severity":
            return value in ("error", "warning", "info")
    return value in [choice.value for choice in parameter.choices]


def describe_allowed(parameter: Parameter) -> str:
    """Return the values that a parameter may have, in words."""
    match parameter.type:
        case "bool":
            return "true or false"
        case "list":
            return "a list of words"
        case "severity":
            return "error, warning or info"
        case "choice":
            return "one of " + ", ".join(choice.value for choice in parameter.choices)
    low, high = parameter.min, parameter.max
    words = [f"of at least {low}" if low is not None else "", f"of at most {high}" if high is not None else ""]
    number = " ".join(filter(None, ("a whole number", " and ".join(filter(None, words)))))
    return number + (" or none" if parameter.type == "limit" else "")


@check("parameter.unused", scope="catalog", severity="warning")
def parameters_are_used(context: Context) -> Iterator[Fault]:
    """A parameter is used by a rule, a definition or a deck rule."""
    catalog = context.catalog
    used = {code for rule in catalog.rules.values() for code in rule.parameters}
    used |= {r.code for book in _book_texts(context) for r in read_references(book.text) if r.kind == "parameter"}
    for stat in catalog.stats:
        used |= {str(stat.min), str(stat.max)}
    for deck_rule in catalog.deck_rules:
        used |= {str(deck_rule.min), str(deck_rule.max), deck_rule.severity, *deck_rule.options.values()}
    for card_type in catalog.card_types.values():
        used |= {str(card_type.affinities_min), str(card_type.affinities_max)}
    for code in catalog.parameters:
        if code not in used:
            yield Fault(f'No rule uses the parameter "{code}".', where=Where("parameter", code))


@check("ruling.chosen", scope="catalog")
def chosen_readings_exist(context: Context) -> Iterator[Fault]:
    """A ruling chooses one of its readings."""
    for ruling in context.catalog.rulings.values():
        codes = [reading.code for reading in ruling.readings]
        if ruling.chosen not in codes:
            message = f'{ruling.code} chooses "{ruling.chosen}", but its readings are: {", ".join(codes)}.'
            place = Where("ruling", ruling.code, ruling.title, "chosen")
            yield Fault(message, actual=ruling.chosen, allowed=codes, where=place)


@check("ruling.reading", scope="catalog")
def readings_set_known_parameters(context: Context) -> Iterator[Fault]:
    """A reading sets only parameters that exist, to values that they may have."""
    for ruling in context.catalog.rulings.values():
        for reading in ruling.readings:
            place = Where("ruling", ruling.code, ruling.title, f"reading.{reading.code}")
            for code, value in reading.sets.items():
                parameter = context.catalog.parameters.get(code)
                if parameter is None:
                    yield Fault(f'{ruling.code} sets the unknown parameter "{code}".', actual=code, where=place)
                elif not is_allowed(parameter, value):
                    allowed = describe_allowed(parameter)
                    message = f"{ruling.code} sets {code} to {value!r}; it must be {allowed}."
                    yield Fault(message, actual=value, allowed=allowed, where=place)


@check("ruling.in_force", scope="catalog", severity="warning")
def chosen_readings_are_in_force(context: Context) -> Iterator[Fault]:
    """The parameters in force have the values that the chosen reading of each ruling sets."""
    values = context.parameter_values
    for ruling in context.catalog.rulings.values():
        for reading in ruling.readings:
            for code, value in reading.sets.items() if reading.code == ruling.chosen else ():
                if code in values and values[code] != value:
                    yield Fault(
                        f'{ruling.code} chooses "{reading.code}", which sets {code} to {value!r}; '
                        f"in force is {values[code]!r}.",
                        actual=values[code],
                        allowed=value,
                        parameters=context.used(code),
                        where=Where("ruling", ruling.code, ruling.title, "chosen"),
                    )


@check("ruling.open_points", scope="catalog", severity="info")
def open_points_are_counted(context: Context) -> Iterator[Fault]:
    """Where the original is silent, unclear or contradicts itself, a ruling decides; this counts the rulings."""
    rulings = context.catalog.rulings
    if rulings:
        readings = [
            (ruling, next((x for x in ruling.readings if x.code != ruling.chosen), None))
            for ruling in rulings.values()
        ]
        others = [f"{ruling.code}={other.code}" for ruling, other in readings if other]
        yield Fault(
            f"{len(rulings)} points that the original leaves open or contradicts itself on are decided by rulings; "
            f"{len(others)} of them have another reading to try.",
            actual=len(rulings),
            hint=f"Try another reading with --set {others[0]}." if others else "",
        )
