"""All that is wrong between the entries of a whole ruleset document, found before anything is written."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from carddb.catalog import Bound
from carddb.edit import documents as d
from carddb.edit.cards import stat_problem
from carddb.edit.problems import nearest, problem
from carddb.edit.registry import NOUNS
from carddb.rules import Finding
from carddb.rules.decks import PLACEHOLDERS
from carddb.wording.rulebook import read_references

Declared = Mapping[str, set[str]]
"""Codes by kind that the files declare, entries with problems of their own included."""

ANYTHING = "*"
"""Stands among the declared codes of a kind that could not be read: no code of it is called unknown then."""

MOST_INTO_NOTHING = 3
"""Most references to a kind of which nothing is there that are named one by one."""

RULE_FIELDS = ("rule", "affinities_rule", "roles_rule")
"""Fields of any entry that hold the id of the rule behind it."""


def document_problems(
    document: d.CatalogDocument,
    declared: Declared | None = None,
    *,
    has_cards: bool = True,
    broken: d.CatalogDocument | None = None,
) -> list[Finding]:
    """Return every double code, dangling reference, number out of range and clash inside a document.

    has_cards: False when the document leaves cards and decks out, so that nothing is said about codes of cards.
    broken: what could be read of entries with problems of their own; only their references are looked at.
    """
    found = _References(document, declared or {}, has_cards)
    found.codes()
    found.names()
    found.book()
    found.vocabulary()
    found.scenarios()
    if has_cards:
        found.cards()
    if broken is not None:
        found.references_of(broken)
    return [*found.bad, *found.folded()]


class _References:
    def __init__(self, document: d.CatalogDocument, declared: Declared, has_cards: bool) -> None:
        self.document = document
        self.entries = document
        self.is_broken = False
        self.has_cards = has_cards
        self.known: dict[str, set[str]] = {
            kind: {entry.code for entry in getattr(document, noun.plural)} | declared.get(kind, set())
            for kind, noun in NOUNS.items()
        }
        self.known["card"] = {card.code for card in document.cards} | declared.get("card", set())
        self.values = {p.code: p.value for p in document.parameters}
        self.bad: list[Finding] = []
        self.into_nothing: dict[str, list[Finding]] = defaultdict(list)

    def references_of(self, broken: d.CatalogDocument) -> None:
        """Look at the references of entries that are not part of the document."""
        other = _References(self.document, {}, self.has_cards)
        other.known, other.into_nothing = self.known, self.into_nothing
        other.entries = broken
        other.is_broken = True
        other.codes()
        other.book()
        other.vocabulary()
        other.scenarios()
        if self.has_cards:
            other.cards()
        self.bad += other.bad

    def folded(self) -> list[Finding]:
        """Return the references to kinds of which nothing is there: each, or many as one."""
        found = []
        for kind, dangling in self.into_nothing.items():
            if len(dangling) <= MOST_INTO_NOTHING:
                found += dangling
                continue
            noun = kind.replace("_", " ")
            first = dangling[0].where
            message = f"No {noun} could be read, and {len(dangling)} references lead to one."
            hint = f"The first is {first.field} of the {first.kind.replace('_', ' ')} {first.code}."
            found.append(problem("", message, kind=kind, hint=hint))
        return found

    def say(self, kind: str, code: str, field: str, message: str, hint: str = "") -> None:
        self.bad.append(problem(field, message, kind=kind, code=code, hint=hint))

    def unique(self, kind: str, pairs: Iterable[tuple[str, str]], field: str = "code") -> None:
        """Complain of each (value, code of its entry) that stands there more than once."""
        pairs = [] if self.is_broken else list(pairs)
        times = Counter(value for value, _ in pairs)
        for value, code in {value: code for value, code in pairs if times[value] > 1}.items():
            self.say(kind, code, field, f"The {field} {value!r} stands there {times[value]} times.")

    def refer(self, kind: str, code: str, field: str, to: str, to_kind: str) -> None:
        known = self.known[to_kind]
        if to and to not in known and ANYTHING not in known:
            message = f"There is no {to_kind.replace('_', ' ')} {to!r}."
            if known:
                self.say(kind, code, field, message, nearest(to, sorted(known)))
            else:
                self.into_nothing[to_kind].append(problem(field, message, kind=kind, code=code, hint=nearest(to, ())))

    def bounds(self, kind: str, entry: Any, *fields: str, inside: str = "") -> None:
        code = inside or entry.code
        for field in fields:
            value = getattr(entry, field)
            if value and not value.removeprefix("-").isdecimal():
                self.refer(kind, code, field, value, "parameter")
        low, high = (self.number(getattr(entry, f)) for f in fields[:2])
        if fields[0].endswith("min") and low is not None and high is not None and low > high:
            self.say(kind, code, fields[0], f"{fields[0]} is {low} and {fields[1]} is {high}; nothing lies between.")

    def number(self, bound: Bound) -> int | None:
        """Return the number that a bound stands for, None for no limit."""
        if isinstance(bound, str):
            bound = int(bound) if bound.removeprefix("-").isdecimal() else self.values.get(bound)  # type: ignore[assignment]
        return bound if isinstance(bound, int) and not isinstance(bound, bool) else None

    def types(self, kind: str, entry: Any) -> None:
        for card_type in entry.types:
            if card_type != "*":
                self.refer(kind, entry.code, "types", card_type, "card_type")

    def codes(self) -> None:
        document = self.entries
        for kind, noun in NOUNS.items():
            entries = getattr(document, noun.plural)
            if not noun.is_per_type:
                self.unique(kind, ((entry.code, entry.code) for entry in entries))
            for entry in entries:
                for field in RULE_FIELDS:
                    self.refer(kind, entry.code, field, getattr(entry, field, ""), "rule")
        self.unique("card", ((card.code, card.code) for card in document.cards))
        self.unique("deck", ((deck.code, deck.code) for deck in document.decks))
        with_uid: dict[str, Sequence[Any]] = {
            "card": document.cards,
            "deck": document.decks,
            "card_set": document.card_sets,
        }
        for kind, entries in with_uid.items():
            self.unique(kind, ((entry.uid, entry.code) for entry in entries if entry.uid), field="uid")
        printings = ((p.uid, card.code) for card in document.cards for p in card.printings if p.uid)
        self.unique("card", printings, field="printings.uid")

    def names(self) -> None:
        """Complain of names by which two things would be called."""
        names: Counter[str] = Counter()
        for keyword in self.document.keywords:
            names.update(name.casefold() for name in (keyword.name, *keyword.aliases))
            self.unique("keyword", ((a.code, keyword.code) for a in keyword.arguments), field="argument.code")
        for keyword in self.document.keywords:
            twice = [name for name in (keyword.name, *keyword.aliases) if names[name.casefold()] > 1]
            if twice:
                self.say("keyword", keyword.code, "name", f"The name {twice[0]!r} stands for two keywords.")
        shorts: dict[str, str] = {}
        for stat in self.document.stats:
            owner = shorts.setdefault(stat.short.lower(), stat.code)
            if owner != stat.code:
                self.say("stat", stat.code, "short", f"The short name {stat.short!r} already stands for {owner!r}.")

    def book(self) -> None:
        document = self.entries
        for rule in document.rules:
            self.refer("rule", rule.code, "section", rule.section, "section")
            for gap in rule.gaps:
                self.refer("rule", rule.code, "gaps", gap, "ruling")
            for parameter in rule.parameters:
                self.refer("rule", rule.code, "parameters", parameter, "parameter")
        parameters = {p.code: p for p in self.document.parameters}
        for ruling in document.rulings:
            for code in ruling.parameters:
                self.refer("ruling", ruling.code, "parameters", code, "parameter")
            for index, reading in enumerate(ruling.readings):
                for code, value in reading.sets.items():
                    field = f"reading[{index + 1}].sets.{code}"
                    self.refer("ruling", ruling.code, field, code, "parameter")
                    wrong = d.value_problem(parameters[code], value) if code in parameters else ""
                    if wrong:
                        self.say("ruling", ruling.code, field, f"{code}: {wrong}.")

    def vocabulary(self) -> None:
        document = self.entries
        for zone in document.zones:
            self.bounds("zone", zone, "rows", "columns")
        for card_type in document.card_types:
            self.bounds("card_type", card_type, "affinities_min", "affinities_max")
        for stat in document.stats:
            self.bounds("stat", stat, "min", "max")
            self.refer("stat", stat.code, "unless", stat.unless, "flag")
        for keyword in document.keywords:
            for argument in keyword.arguments:
                self.bounds("keyword", argument, "min", "max", inside=keyword.code)
        for deck_rule in document.deck_rules:
            self.bounds("deck_rule", deck_rule, "min", "max")
            if deck_rule.severity not in ("error", "warning", "info"):
                self.refer("deck_rule", deck_rule.code, "severity", deck_rule.severity, "parameter")
            self.message(deck_rule)
        for kind in ("stat", "text", "role", "flag"):
            for entry in getattr(document, NOUNS[kind].plural):
                self.types(kind, entry)
        if self.is_broken:
            return
        all_types = [card_type.code for card_type in document.card_types]
        for kind in ("stat", "text"):
            pairs: Counter[tuple[str, str]] = Counter()
            for entry in getattr(document, NOUNS[kind].plural):
                pairs.update((entry.code, t) for t in (all_types if "*" in entry.types else entry.types))
            for (code, type_code), times in pairs.items():
                if times > 1:
                    message = f"{code!r} is defined {times} times for the card type {type_code!r}."
                    self.say(kind, code, "types", message)

    def message(self, deck_rule: d.DeckRuleDocument) -> None:
        """Complain of what a message names and its kind of deck rule does not tell."""
        own = PLACEHOLDERS.get(deck_rule.kind, ())
        known = self.known["parameter"]
        for reference in read_references(deck_rule.message) if own and ANYTHING not in known else ():
            if reference.kind == "parameter" and reference.code not in own and reference.code not in known:
                message = f"A message of kind {deck_rule.kind} cannot name {{{reference.code}}}."
                hint = f"Here may stand {', '.join(f'{{{word}}}' for word in own)} or the code of a parameter."
                self.say("deck_rule", deck_rule.code, "message", message, hint)

    def scenarios(self) -> None:
        for scenario in self.entries.scenarios:
            for rule in scenario.rules:
                self.refer("scenario", scenario.code, "rules", rule, "rule")
            for index, step in enumerate(scenario.steps):
                for rule in step.rules:
                    self.refer("scenario", scenario.code, f"step[{index + 1}].rules", rule, "rule")
                for row_index, row in enumerate(step.rows if self.has_cards else ()):
                    for slot in row.cards:
                        field = f"step[{index + 1}].row[{row_index + 1}].cards"
                        for code in filter(None, (slot.card, *slot.attached)):
                            self.refer("scenario", scenario.code, field, code, "card")

    def cards(self) -> None:
        document = self.document
        types = [card_type.code for card_type in document.card_types]
        self.stats = {t: {s.code: s for s in document.stats if t in s.types or "*" in s.types} for t in types}
        self.texts = {
            t: {x.code for x in document.texts if x.box == "own" and (t in x.types or "*" in x.types)} for t in types
        }
        self.is_whole = {
            kind: {entry.code for entry in getattr(document, NOUNS[kind].plural)} == self.known[kind]
            for kind in ("stat", "text")
        }
        for card in self.entries.cards:
            self.card(card)
        if not self.is_broken:
            self.numbers()
        for deck in self.entries.decks:
            for code in deck.cards:
                self.refer("deck", deck.code, f"cards.{code}", code, "card")

    def card(self, card: d.CardDocument) -> None:
        self.refer("card", card.code, "type", card.type, "card_type")
        self.refer("card", card.code, "rarity", card.rarity, "rarity")
        for field, kind in (("affinities", "affinity"), ("roles", "role"), ("flags", "flag")):
            for code in getattr(card, field):
                self.refer("card", card.code, field, code, kind)
        for index, link in enumerate(card.links):
            self.refer("card", card.code, f"links[{index + 1}].to", link.to, "card")
        for index, printing in enumerate(card.printings):
            self.refer("card", card.code, f"printings[{index + 1}].set", printing.card_set, "card_set")
        if card.type not in self.stats:
            return
        stats, texts = self.stats[card.type], self.texts[card.type]
        for code, printed in card.stats.items():
            field = f"stats.{code}"
            wrong = stat_problem(stats[code], printed, self.number) if code in stats else ""
            if wrong:
                self.say("card", card.code, field, wrong)
            elif code not in stats and self.is_whole["stat"]:
                self.say("card", card.code, field, f"A {card.type} has no number {code!r}.", nearest(code, stats))
        for code in card.texts:
            if code not in texts and self.is_whole["text"]:
                field = f"texts.{code}"
                message = f"A {card.type} has no text box {code!r}."
                self.say("card", card.code, field, message, nearest(code, sorted(texts)))

    def numbers(self) -> None:
        owners: dict[tuple[str, str], str] = {}
        for card in self.document.cards:
            for index, printing in enumerate(card.printings):
                key = (printing.card_set, printing.number)
                if key in owners:
                    message = (
                        f"Number {printing.number} of set {printing.card_set!r} already belongs to {owners[key]!r}."
                    )
                    self.say("card", card.code, f"printings[{index + 1}].number", message)
                owners.setdefault(key, card.code)
