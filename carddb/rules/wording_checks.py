"""Checks of rules text as words: what is not understood, and the reasons for it that have a name of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from carddb.catalog import Card
from carddb.rules.context import Context
from carddb.rules.finding import Where
from carddb.rules.registry import Fault, check
from carddb.wording.build import Misplaced
from carddb.wording.reader import LineReader, Problem
from carddb.wording.registry import all_forms
from carddb.wording.suggest import SLOT_NAMES
from carddb.wording.tree import KeywordLine, OneShot

_LIMIT = re.compile(r"\b(?:once|twice|thrice|\w+ times)\b(?! (?:per|each|a|every) turn)", re.IGNORECASE)
_NO_TRIGGER = re.compile(r"(?:when(?:ever)?|at)\b[^,.]{0,12}?(?=,)|,", re.IGNORECASE)
_NUMBERS = frozenset((SLOT_NAMES["number"], SLOT_NAMES["amount"], SLOT_NAMES["changes"]))


@dataclass(frozen=True, slots=True)
class _Trouble:
    """A line that is not understood: what it is called, its field, and the place in the text."""

    code: str
    field: str
    line: str
    problem: Problem
    span: tuple[int, int]
    words: str
    more: str = ""


def _troubles(card: Card, context: Context) -> Iterator[_Trouble]:
    for field, text, reading in context.readings(card):
        for problem in reading.problems:
            start = text.rfind("\n", 0, problem.start) + 1
            end = text.find("\n", problem.start)
            line = text[start : end if end >= 0 else len(text)]
            yield _named(card, context, field, line, start, problem)


def _named(card: Card, context: Context, field: str, line: str, start: int, problem: Problem) -> _Trouble:
    """Return a problem under the most telling name that fits it."""

    def trouble(code: str, at: tuple[int, int], more: str = "") -> _Trouble:
        span = (start + at[0], start + at[1])
        return _Trouble(code, field, line, problem, span, line[at[0] : at[1]], more)

    place = (problem.start - start, problem.end - start)
    stated = _own_stat(card, line, context)
    if stated is not None:
        return trouble(*stated)
    if limit := _LIMIT.search(line):
        return trouble("card.limit_without_turn", limit.span())
    if first := _NO_TRIGGER.match(line):
        return trouble("card.trigger_missing", (first.start(), max(first.end(), 1)))
    if _marked_without_trigger(line, problem, context):
        return trouble("card.trap_without_condition", place)
    foreign = _foreign(line, card, context)
    if foreign is not None:
        kind, at, pattern = foreign
        return trouble("card.trigger_unknown" if kind == "trigger" else "card.phrase_foreign", at, pattern)
    wanted = set(problem.expected)
    if SLOT_NAMES["name"] in wanted:
        return trouble("card.name_unknown", place)
    if SLOT_NAMES["resource"] in wanted:
        return trouble("card.resource_unknown", place)
    if wanted and wanted <= _NUMBERS:
        return trouble("card.amount_missing", place)
    return trouble("card.not_understood", place)


def _own_stat(card: Card, line: str, context: Context) -> tuple[str, tuple[int, int]] | None:
    """Return where a line states a number that is printed on the card anyway, and whether it is the same one."""
    again = None
    for stat in context.catalog.stats_of_type.get(card.type, {}).values():
        value = card.stats.get(stat.code)
        if value is None:
            continue
        names = "|".join(re.escape(name) for name in (stat.name, stat.short) if name)
        number = r"(?P<{}>\d+|X)"
        form = (
            r"(?:^|[,;.] ?|\b(?:this|it) (?:has|is|costs) )"
            rf"(?P<stated>(?:{number.format('a')} (?:{names})|(?:{names}):? {number.format('b')}))(?!\w)"
        )
        for found in re.finditer(form, line, re.IGNORECASE):
            if (found["a"] or found["b"]).upper() != value.printed.upper():
                return "card.stats_differ", found.span("stated")
            again = again or found.span("stated")
    return ("card.stats_again", again) if again else None


def _marked_without_trigger(line: str, problem: Problem, context: Context) -> bool:
    marks = (known.pattern for known in context.words.forms.values() if known.form.kind == "mark")
    return "a trigger" in problem.expected and any(line.casefold().startswith(mark.casefold()) for mark in marks)


def _foreign(line: str, card: Card, context: Context) -> tuple[str, tuple[int, int], str] | None:
    """Return a phrase of the line that cards know in general, but this ruleset does not: kind, place, pattern."""
    known = context.words.forms
    reader = LineReader(line, context.all_words, card.name if card.name in line else "")
    try:
        while reader.at < len(reader.tokens) and reader.step():
            pass
    except Misplaced:
        return None
    is_understood = bool(reader.tokens) and reader.at == len(reader.tokens)
    for span in reader.spans if is_understood else ():
        if span.code not in known and span.kind != "keyword":
            return span.kind, (span.start, span.end), all_forms()[span.code].pattern
    return None


def _called(code: str, card: Card, context: Context) -> Iterator[_Trouble]:
    if context.is_worded:
        troubles = context.once("troubles", card, lambda: list(_troubles(card, context)))
        yield from (trouble for trouble in troubles if trouble.code == code)


def _fault(trouble: _Trouble, message: str, allowed: object = None, hint: str = "") -> Fault:
    return Fault(message, trouble.field, actual=trouble.words, allowed=allowed, hint=hint, span=trouble.span)


@check("card.not_understood", scope="card", severity="info")
def texts_are_understood(card: Card, context: Context) -> Iterator[Fault]:
    """Every line of a card's texts is understood; what is not still prints, but is not played."""
    for trouble in _called("card.not_understood", card, context):
        problem = trouble.problem
        message = f'In "{_short(trouble.line)}" on {card.name}: {_sentence(problem.message)} It is not played.'
        yield _fault(trouble, message, list(problem.expected), problem.hint)


@check("card.stats_again", scope="card", severity="warning")
def texts_do_not_repeat_the_numbers(card: Card, context: Context) -> Iterator[Fault]:
    """A text does not state the numbers that are printed on the card anyway."""
    for trouble in _called("card.stats_again", card, context):
        message = f'The text of {card.name} says "{trouble.words}", which is printed on the card already.'
        yield _fault(trouble, message, hint="Leave it out; the number on the card is the only one.")


@check("card.stats_differ", scope="card", severity="warning")
def texts_do_not_contradict_the_numbers(card: Card, context: Context) -> Iterator[Fault]:
    """A text does not state other numbers for the card than those that are printed on it."""
    for trouble in _called("card.stats_differ", card, context):
        message = f'The text of {card.name} says "{trouble.words}", but another number is printed on the card.'
        yield _fault(trouble, message, hint="Correct the one that is wrong, and leave it out of the text.")


@check("card.limit_without_turn", scope="card", severity="warning")
def limits_say_in_what(card: Card, context: Context) -> Iterator[Fault]:
    """A limit says for how long it counts."""
    for trouble in _called("card.limit_without_turn", card, context):
        message = f'"{trouble.words}" on {card.name} does not say in what time; a limit is one per turn.'
        yield _fault(trouble, message, "per turn", f'Write "{trouble.words} per turn" as a sentence of its own.')


@check("card.trigger_missing", scope="card", severity="warning")
def triggered_abilities_have_a_trigger(card: Card, context: Context) -> Iterator[Fault]:
    """A line that begins as a triggered ability names the event."""
    for trouble in _called("card.trigger_missing", card, context):
        message = f'"{_short(trouble.line)}" on {card.name} names no event before the comma.'
        yield _fault(trouble, message, "a trigger", _some(context, "trigger"))


@check("card.trap_without_condition", scope="card", severity="warning")
def traps_have_a_condition(card: Card, context: Context) -> Iterator[Fault]:
    """What lies in wait names the event that it waits for."""
    for trouble in _called("card.trap_without_condition", card, context):
        message = f'"{_short(trouble.line)}" on {card.name} lies in wait, but does not say for what.'
        yield _fault(trouble, message, "a trigger", _some(context, "trigger"))


@check("card.phrase_foreign", scope="card", severity="warning")
def phrases_are_of_the_ruleset(card: Card, context: Context) -> Iterator[Fault]:
    """A card uses only phrases that its ruleset knows."""
    for trouble in _called("card.phrase_foreign", card, context):
        message = f'"{trouble.words}" on {card.name} is no phrase of {context.catalog.ruleset.name}.'
        yield _fault(trouble, message, hint=f'To allow it, add a phrase row for "{trouble.more}".')


@check("card.name_unknown", scope="card", severity="warning")
def named_cards_exist(card: Card, context: Context) -> Iterator[Fault]:
    """A card that a text names exists."""
    for trouble in _called("card.name_unknown", card, context):
        message = f'The text of {card.name} names "{trouble.words}"; there is no card or token of this name.'
        near = trouble.problem.nearest
        hint = f"Did you mean {near}?" if near in context.words.names else "Create it, or correct the name."
        yield _fault(trouble, message, "the name of a card", hint)


@check("card.resource_unknown", scope="card", severity="warning")
def resources_exist(card: Card, context: Context) -> Iterator[Fault]:
    """What a text pays, gains or loses is a resource of the ruleset."""
    for trouble in _called("card.resource_unknown", card, context):
        allowed = list(context.words.resources)
        message = (
            f'"{trouble.words}" on {card.name} is no resource; the resources are {", ".join(allowed) or "none"}.'
        )
        yield _fault(trouble, message, allowed)


@check("card.amount_missing", scope="card", severity="warning")
def effects_have_their_amount(card: Card, context: Context) -> Iterator[Fault]:
    """An effect says how much or how many."""
    for trouble in _called("card.amount_missing", card, context):
        message = f'"{_short(trouble.line)}" on {card.name} does not say how much before "{trouble.words}".'
        yield _fault(trouble, message, "a number", "Write a number, or X.")


@check("card.trigger_unknown", scope="card", severity="warning")
def triggers_are_fired_by_the_ruleset(card: Card, context: Context) -> Iterator[Fault]:
    """An ability waits for an event that the ruleset has."""
    for trouble in _called("card.trigger_unknown", card, context):
        message = f'"{trouble.words}" on {card.name} never happens in {context.catalog.ruleset.name}.'
        yield _fault(trouble, message, "a trigger of the ruleset", _some(context, "trigger"))


@check("card.opening", scope="card")
def lines_say_when_and_what(card: Card, context: Context) -> Iterator[Fault]:
    """Where the ruleset demands it, every line says first when it works and then what it does.

    A text that its type requires is carried out when the card is played: it may begin with an order at once.
    """
    demands = {d.code: d for d in context.catalog.texts_of_type.get(card.type, ()) if d.opens_with_phrase}
    fields = {"rules" if demand.box == "rules" else f"texts.{code}": demand for code, demand in demands.items()}
    for field, text, reading in context.readings(card) if fields else ():
        if field not in fields or fields[field].required:
            continue
        for ability, (start, end) in zip(reading.abilities, reading.places, strict=True):
            if isinstance(ability, OneShot):
                message = f'"{text[start:end]}" on {card.name} does not begin by saying when it works.'
                hint = "Begin with a trigger, or with what it holds for."
                rule = fields[field].rule
                yield Fault(message, field, rule, text[start:end], "a trigger first", hint, span=(start, end))
        for problem in reading.problems:
            if not any(letter.isalnum() for letter in problem.words):
                first = text.rfind("\n", 0, problem.start) + 1
                line = text[first : problem.end].strip()
                message = f'"{line}" on {card.name} says when it works, but not what it does.'
                hint = f"Go on with {' or '.join(problem.expected[:3])}."
                span = (first, problem.end)
                yield Fault(message, field, fields[field].rule, line, "an effect", hint, span=span)


@check("phrase.unusable", scope="catalog")
def phrase_rows_can_be_used(context: Context) -> Iterator[Fault]:
    """A phrase row of the ruleset names a phrase that can be read, or a thing of the ruleset."""
    for fault in context.words.faults if context.is_worded else ():
        yield Fault(fault.message, where=Where("phrase", fault.code), hint="`carddb wording` lists what there is.")


@check("catalog.trap_condition", scope="catalog", severity="warning")
def cards_of_a_type_wait_alike(context: Context) -> Iterator[Fault]:
    """Where the cards of a type lie in wait for an event, every card of the type names its event."""
    waiting: dict[str, list[bool]] = {}
    plain: list[Card] = []
    for card in context.catalog.cards:
        abilities = [ability for _, _, reading in context.readings(card) for ability in reading.abilities]
        waits = any(getattr(ability, "mark", "") for ability in abilities)
        waiting.setdefault(card.type, []).append(waits)
        if not waits and any(not isinstance(ability, KeywordLine) for ability in abilities):
            plain.append(card)
    for card in plain:
        if sum(waiting[card.type]) * 2 > len(waiting[card.type]):
            name = (
                context.catalog.card_types[card.type].name if card.type in context.catalog.card_types else card.type
            )
            message = f"{card.name} does not say what it waits for; nearly every {name} does."
            mark = next(k.pattern for k in context.words.forms.values() if k.form.kind == "mark")
            place = Where("card", card.code, card.name, "rules")
            yield Fault(message, allowed=f"{mark} and a trigger", hint=_some(context, "trigger"), where=place)


@check("catalog.phrase_unused", scope="catalog", severity="info")
def phrases_are_used(context: Context) -> Iterator[Fault]:
    """A trigger, effect or lasting phrase of the ruleset stands on a card."""
    if not context.catalog.cards or not context.is_worded:
        return
    readings = (reading for card in context.catalog.cards for _, _, reading in context.readings(card))
    used = {span.code for reading in readings for span in reading.spans}
    for code, known in context.words.forms.items():
        if code not in used and known.form.kind in ("trigger", "effect", "static", "payment", "condition"):
            yield Fault(f'No card uses the phrase "{known.pattern}".', where=Where("phrase", code))


def _some(context: Context, kind: str) -> str:
    patterns = [known.pattern for known in context.words.forms.values() if known.form.kind == kind]
    return f"For instance: {'; '.join(patterns[:3])}." if patterns else ""


def _short(line: str) -> str:
    return line if len(line) <= 90 else line[:87] + "..."


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
