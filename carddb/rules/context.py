"""A catalog with everything the checks look up in it again and again, prepared once. No check lives here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from carddb.catalog import Bound, Card, Catalog, ParameterValue
from carddb.rules.finding import LONGEST_NAME, SEVERITIES, Severity
from carddb.search import QueryError, parse, predicate
from carddb.wording.markup import Line, Vocabulary
from carddb.wording.phrases import PhraseBook

Predicate = Callable[[Card], bool]


class Context:
    """What checks need of a catalog; made once, used for all its cards and decks."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self._predicates: dict[str, Predicate | None] = {}
        self._last: tuple[Card | None, list[tuple[str, Line]]] = (None, [])

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Return the keywords and symbols of the ruleset."""
        return Vocabulary.of(self.catalog)

    @cached_property
    def phrases(self) -> PhraseBook:
        """Return the house vocabulary of the ruleset."""
        return PhraseBook.of(self.catalog)

    @cached_property
    def parameter_values(self) -> Mapping[str, ParameterValue]:
        """Return the parameter values in force."""
        return {code: parameter.value for code, parameter in self.catalog.parameters.items()}

    @cached_property
    def long_names(self) -> tuple[str, ...]:
        """Return the names of cards and decks that messages shorten, the longest first."""
        named = (*self.catalog.cards, *self.catalog.decks.values())
        return tuple(sorted({n.name for n in named if len(n.name) > LONGEST_NAME}, key=len, reverse=True))

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
