"""All that is wrong between the entries of a whole ruleset document, found before anything is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from carddb.catalog import Bound
from carddb.edit import documents as d
from carddb.edit.cards import stat_problem
from carddb.edit.problems import nearest, problem
from carddb.edit.registry import NOUNS
from carddb.rules import Finding

Declared = Mapping[str, set[str]]
"""Codes by kind that the files declare, entries with problems of their own included."""


def document_problems(document: d.CatalogDocument, declared: Declared | None = None) -> list[Finding]:
    """Return every double code, dangling reference, number out of range and clash inside a document."""
    return _References(document, declared or {}).problems()


class _References:
    def __init__(self, document: d.CatalogDocument, declared: Declared) -> None:
        self.document = document
        self.known: dict[str, set[str]] = {
            kind: {entry.code for entry in getattr(document, noun.plural)} | declared.get(kind, set())
            for kind, noun in NOUNS.items()
        }
        self.known["card"] = {card.code for card in document.cards} | declared.get("card", set())
        self.bad: list[Finding] = []

    def problems(self) -> list[Finding]:
        document = self.document
        for kind, noun in NOUNS.items():
            if kind not in ("stat", "text"):
                self.unique(kind, [entry.code for entry in getattr(document, noun.plural)])
        self.unique("card", [card.code for card in document.cards])
        self.unique("deck", [deck.code for deck in document.decks])
        with_uid: dict[str, Sequence[Any]] = {
            "card": document.cards,
            "deck": document.decks,
            "card_set": document.card_sets,
        }
        for kind, entries in with_uid.items():
            self.unique(kind, [entry.uid for entry in entries if entry.uid], field="uid")
        printings = [p.uid for card in document.cards for p in card.printings if p.uid]
        self.unique("printing", printings, field="uid")
        self.vocabulary()
        for card in document.cards:
            self.card(card)
        self.numbers()
        for deck in document.decks:
            for code in deck.cards:
                self.reference("deck", deck.code, f"cards.{code}", code, "card")
        return self.bad

    def unique(self, kind: str, values: Sequence[str], field: str = "code") -> None:
        for value, times in Counter(values).items():
            if times > 1:
                self.bad.append(
                    problem(field, f"{field} {value!r} stands there {times} times", kind=kind, code=value)
                )

    def reference(self, kind: str, code: str, field: str, to: str, to_kind: str) -> None:
        if to and to not in self.known[to_kind]:
            thing = to_kind.replace("_", " ")
            message = f"{field}: there is no {thing} {to!r}"
            self.bad.append(problem(field, message, kind=kind, code=code, hint=nearest(to, self.known[to_kind])))

    def bound(self, kind: str, code: str, field: str, value: str) -> None:
        if value and not value.lstrip("-").isdigit():
            self.reference(kind, code, field, value, "parameter")

    def types(self, kind: str, code: str, types: Iterable[str]) -> None:
        for card_type in types:
            if card_type != "*":
                self.reference(kind, code, "types", card_type, "card_type")

    def vocabulary(self) -> None:
        document = self.document
        for card_type in document.card_types:
            for field in ("affinities_min", "affinities_max"):
                self.bound("card_type", card_type.code, field, getattr(card_type, field))
        pairs: Counter[tuple[str, str, str]] = Counter()
        per_type: dict[str, Sequence[Any]] = {"stat": document.stats, "text": document.texts}
        all_types = [card_type.code for card_type in document.card_types]
        for kind, entries in per_type.items():
            for entry in entries:
                self.types(kind, entry.code, entry.types)
                types = all_types if "*" in entry.types else entry.types
                pairs.update((kind, entry.code, t) for t in types)
        for (kind, code, type_code), times in pairs.items():
            if times > 1:
                message = f"{code!r} is defined {times} times for the card type {type_code!r}"
                self.bad.append(problem("types", message, kind=kind, code=code))
        for stat in document.stats:
            for field in ("min", "max"):
                self.bound("stat", stat.code, field, getattr(stat, field))
            self.reference("stat", stat.code, "unless", stat.unless, "flag")
        for role in document.roles:
            self.types("role", role.code, role.types)
        for flag in document.flags:
            self.types("flag", flag.code, flag.types)
        names: Counter[str] = Counter()
        for keyword in document.keywords:
            names.update({keyword.name, *keyword.aliases})
            for argument in keyword.arguments:
                for field in ("min", "max"):
                    self.bound("keyword", keyword.code, f"argument.{field}", getattr(argument, field))
        for keyword in document.keywords:
            twice = [name for name in (keyword.name, *keyword.aliases) if names[name] > 1]
            if twice:
                message = f"the name {twice[0]!r} belongs to two keywords"
                self.bad.append(problem("name", message, kind="keyword", code=keyword.code))
        for rule in document.rules:
            self.reference("rule", rule.code, "section", rule.section, "section")
        for deck_rule in document.deck_rules:
            for field in ("min", "max"):
                self.bound("deck_rule", deck_rule.code, field, getattr(deck_rule, field))
            if deck_rule.severity not in ("error", "warning", "info"):
                self.reference("deck_rule", deck_rule.code, "severity", deck_rule.severity, "parameter")

    def card(self, card: d.CardDocument) -> None:
        self.reference("card", card.code, "type", card.type, "card_type")
        self.reference("card", card.code, "rarity", card.rarity, "rarity")
        for field, kind in (("affinities", "affinity"), ("roles", "role"), ("flags", "flag")):
            for code in getattr(card, field):
                self.reference("card", card.code, field, code, kind)
        for link in card.links:
            self.reference("card", card.code, "links", link.to, "card")
        for printing in card.printings:
            self.reference("card", card.code, "printings.set", printing.card_set, "card_set")
        if card.type not in self.known["card_type"]:
            return
        stats = {s.code: s for s in self.document.stats if card.type in s.types or "*" in s.types}
        for code, printed in card.stats.items():
            if code not in stats:
                if code not in self.known["stat"] or any(s.code == code for s in self.document.stats):
                    message = f"stats.{code}: a {card.type} has no such number"
                    hint = nearest(code, stats)
                    self.bad.append(problem(f"stats.{code}", message, code=card.code, hint=hint))
                continue
            wrong = stat_problem(stats[code], printed, self.number)
            if wrong:
                self.bad.append(problem(f"stats.{code}", f"stats.{code}: {wrong}", code=card.code))
        own = {t.code for t in self.document.texts if t.box == "own" and (card.type in t.types or "*" in t.types)}
        for code in card.texts:
            if code not in own and (
                code not in self.known["text"] or any(t.code == code for t in self.document.texts)
            ):
                message = f"texts.{code}: a {card.type} has no such text box"
                self.bad.append(problem(f"texts.{code}", message, code=card.code, hint=nearest(code, own)))

    def number(self, bound: Bound) -> int | None:
        if not isinstance(bound, str):
            return bound
        value: Any = next((p.value for p in self.document.parameters if p.code == bound), None)
        return value if isinstance(value, int) else None

    def numbers(self) -> None:
        owners: dict[tuple[str, str], str] = {}
        for card in self.document.cards:
            for printing in card.printings:
                key = (printing.card_set, printing.number)
                if key in owners:
                    message = (
                        f"number {printing.number} of set {printing.card_set!r} already belongs to {owners[key]!r}"
                    )
                    self.bad.append(problem("printings.number", message, code=card.code))
                owners[key] = card.code
