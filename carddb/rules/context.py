"""A catalog with everything the checks look up in it again and again, prepared once. No check lives here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

from carddb.catalog import Bound, Card, Catalog, ParameterValue, Phrase
from carddb.rules.finding import LONGEST_NAME, SEVERITIES, Severity
from carddb.search import QueryError, parse, predicate
from carddb.wording.markup import Line, Vocabulary
from carddb.wording.reader import NOTHING, Reading, read_text
from carddb.wording.registry import all_forms
from carddb.wording.words import Words

Predicate = Callable[[Card], bool]
T = TypeVar("T")


class Context:
    """What checks need of a catalog; made once, used for all its cards and decks."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self._predicates: dict[str, Predicate | None] = {}
        self._known: dict[str, tuple[Card, Any]] = {}
        self._last: tuple[Card | None, list[tuple[str, Line]]] = (None, [])

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Return the keywords and symbols of the ruleset."""
        return Vocabulary.of(self.catalog)

    @cached_property
    def words(self) -> Words:
        """Return the words of the ruleset, which read its cards' texts."""
        return Words(self.catalog)

    @cached_property
    def all_words(self) -> Words:
        """Return the words of the ruleset with every phrase that any ruleset could know."""
        own = self.catalog.phrases
        more = {f"+{code}": Phrase(code, form.kind, "", "") for code, form in all_forms().items() if code not in own}
        return Words(replace(self.catalog, phrases={**own, **more}))

    @cached_property
    def is_worded(self) -> bool:
        """Tell whether the ruleset says how cards speak of themselves; without that no text can be read."""
        return any(phrase.kind == "reference" for phrase in self.catalog.phrases.values())

    @cached_property
    def fighters(self) -> frozenset[str]:
        """Return the types that fight: they have more numbers than the plainest type that has any."""
        counts = {code: len(self.catalog.stats_of_type.get(code, ())) for code in self.catalog.card_types}
        least = min((count for count in counts.values() if count), default=0)
        found = frozenset(code for code, count in counts.items() if count > least)
        return found or frozenset(counts)

    @cached_property
    def leaders(self) -> frozenset[str]:
        """Return the types of the cards that stand for a player: the leaders of the deck rules."""
        queries = {rule.options["leader"] for rule in self.catalog.deck_rules if rule.options.get("leader")}
        return frozenset(code for query in queries for code in self.catalog.card_types if f"type:{code}" == query)

    def readings(self, card: Card) -> Iterator[tuple[str, str, Reading]]:
        """Yield each text of a card: the name of its field, the text, and what it says."""
        for field, text in (("rules", card.rules), *((f"texts.{code}", text) for code, text in card.texts.items())):
            if self.is_worded and text.strip() and text.strip() != NOTHING:
                yield field, text, read_text(text, self.words, card.name)

    @cached_property
    def parameter_values(self) -> Mapping[str, ParameterValue]:
        """Return the parameter values in force."""
        return {code: parameter.value for code, parameter in self.catalog.parameters.items()}

    @cached_property
    def long_names(self) -> tuple[str, ...]:
        """Return the names of cards and decks that messages shorten, the longest first."""
        names = {card.name for card in self.catalog.cards} | {deck.name for deck in self.catalog.decks.values()}
        return tuple(sorted((name for name in names if len(name) > LONGEST_NAME), key=lambda n: (-len(n), n)))

    def lines(self, card: Card) -> list[tuple[str, Line]]:
        """Return the lines of all texts of a card, each with the name of its field; empty lines are left out."""
        if self._last[0] is not card:
            texts = {"rules": card.rules, **{f"texts.{code}": text for code, text in card.texts.items()}}
            lines = [
                (field, line)
                for field, text in texts.items()
                if text.strip() and text.strip() != "none"
                for line in self.vocabulary.read(text)
                if line.text.strip()
            ]
            self._last = (card, lines)
        return self._last[1]

    def once(self, what: str, card: Card, work: Callable[[], T]) -> T:
        """Return what several checks in a row want to know of the same card, worked out by the first of them."""
        known = self._known.get(what)
        if known is None or known[0] is not card:
            known = self._known[what] = (card, work())
        found: T = known[1]
        return found

    def number(self, bound: Bound) -> int | None:
        """Return the number of a bound, None for no limit or an unknown parameter (catalog checks report those)."""
        if isinstance(bound, str) and bound not in self.catalog.parameters:
            return None
        return self.catalog.number(bound)

    def used(self, *bounds: Bound) -> tuple[tuple[str, Any], ...]:
        """Return the parameters among some bounds with their values, for a finding."""
        codes = dict.fromkeys(bound for bound in bounds if isinstance(bound, str))
        return tuple((code, self.parameter_values[code]) for code in codes if code in self.parameter_values)

    def severity(self, word: str) -> Severity:
        """Return the severity that a word or a parameter stands for; an unknown one counts as an error."""
        value = self.parameter_values.get(word, word)
        return next((level for level in SEVERITIES if level == value), "error")

    def fits(self, query: str) -> Predicate | None:
        """Return what tells whether a card fits a query, or None when it cannot be read (a catalog check says so)."""
        if query not in self._predicates:
            try:
                self._predicates[query] = predicate(parse(query, self.catalog), self.catalog)
            except QueryError:
                self._predicates[query] = None
        return self._predicates[query]
