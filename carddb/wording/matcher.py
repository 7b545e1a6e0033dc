"""Finds the phrases of a ruleset in a line: words of patterns against tokens, descriptions through the grammar.

It remembers the furthest place it got to, and what could have stood there.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import MISSING, dataclass, fields
from typing import Any

from carddb.wording.build import Contradiction
from carddb.wording.grammar import SAME_WORDS, Elsewhere, Fed, Sentence, first_terminals
from carddb.wording.lexer import tokenize
from carddb.wording.tree import Number, Resource, Variable
from carddb.wording.words import KnownForm, Step, Words

_DEPTH = 6
_LONGEST_DESCRIPTION = 40
"""Tokens of the longest description that is read, so that a line of nothing but adjectives has an answer soon."""

_NUMBERS = ("NUMBER", "X", "A")
_TERMINAL_OF = {"resource": "RESOURCE", "stat": "STAT", "row": "ROW", "phase": "PHASE", "name": "NAME"}
_DESCRIBED = frozenset(("selector", "things", "cards", "zone", "changes", "keywords"))


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a phrase that began at token ``start`` wanted next: a step of patterns, or terminals of the grammar.

    kinds: those of the phrases that it could have become.
    """

    start: int
    kinds: frozenset[str]
    step: Step | None
    terminals: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Match:
    """A phrase found at a token; ``end``: the token behind it."""

    known: KnownForm
    node: Any
    end: int


class Matcher:
    """Reads phrases of one line. own_name: the card's own name, which means "this"."""

    def __init__(self, line: str, words: Words, own_name: str = "") -> None:
        self.tokens = tokenize(line)
        self.words = words
        self._own = tuple(t.text for t in tokenize(own_name)) if "this" in words.forms else ()
        self._matches: dict[int, tuple[Match, ...]] = {}
        self._slots: dict[tuple[str, int], tuple[tuple[Any, int], ...]] = {}
        self._terms: dict[int, tuple[tuple[str, Any, int], ...]] = {}
        self._depth = 0
        self._start = 0
        self._kinds: frozenset[str] = frozenset()
        self.wanted: dict[int, list[Wanted]] = {}
        """What could have stood at a token, as far as reading got there."""

    def matches_at(self, at: int) -> tuple[Match, ...]:
        """Return the phrases that begin at a token, the longest first."""
        if at not in self._matches:
            outer, self._start = self._start, at
            found = [
                Match(known, node, end)
                for first in (self.words.first, self.words.loose)
                for known, values, end in self._walk(first, at, {}, is_loose=first is self.words.loose)
                if (node := _make(known, values)) is not None
            ]
            self._start = outer
            self._matches[at] = tuple(sorted(found, key=lambda match: -match.end))
        return self._matches[at]

    def terms_at(self, at: int) -> tuple[tuple[str, Any, int], ...]:
        """Return what the words at a token may mean, the longest first."""
        if at not in self._terms:
            found = tuple(self.words.terms_at(self.tokens, at))
            end = at + len(self._own)
            if self._own and tuple(t.text for t in self.tokens[at:end]) == self._own:
                found = (("REFERENCE", "this", end), *found)
            self._terms[at] = found
        return self._terms[at]

    def slot(self, kind: str, at: int) -> tuple[tuple[Any, int], ...]:
        """Return what may fill an argument from a token on, the longest first, each with the token behind."""
        key = (kind, at)
        if key not in self._slots:
            self._slots[key] = tuple(self._read_slot(kind, at))
        return self._slots[key]

    def _walk(
        self, step: Step, at: int, values: dict[str, Any], *, is_loose: bool
    ) -> Iterator[tuple[KnownForm, dict[str, Any], int]]:
        for known in step.ends:
            yield known, values, at
        if (step.words or step.holes) and not is_loose:
            self.wanted.setdefault(at, []).append(Wanted(self._start, step.kinds(), step))
        said = self.tokens[at].folded if at < len(self.tokens) else ""
        word = step.words.get(said) or step.words.get(SAME_WORDS.get(said, ""))
        if word is not None:
            yield from self._walk(word, at + 1, values, is_loose=is_loose)
        kinds = step.hole_kinds()
        for (kind, name), following in step.holes.items():
            self._kinds = kinds
            for value, end in self.slot(kind, at):
                yield from self._walk(following, end, {**values, name: value}, is_loose=is_loose)

    def _read_slot(self, kind: str, at: int) -> Iterator[tuple[Any, int]]:
        if kind in _DESCRIBED:
            yield from self._describe(kind, at)
            return
        if at >= len(self.tokens):
            return
        if kind in ("number", "amount"):
            for terminal, value, end in self.terms_at(at):
                if terminal in _NUMBERS:
                    yield (Variable() if terminal == "X" else Number(value if terminal == "NUMBER" else 1)), end
                    return
        if kind == "amount" and self._depth < _DEPTH:
            self._depth += 1
            yield from ((m.node, m.end) for m in self.matches_at(at) if m.known.form.kind == "amount")
            self._depth -= 1
        wanted = _TERMINAL_OF.get(kind)
        for terminal, value, end in self.terms_at(at):
            if terminal == wanted:
                yield (Resource(*value) if kind == "resource" else value), end
                return

    def _describe(self, kind: str, at: int) -> Iterator[tuple[Any, int]]:
        beginnings = first_terminals(kind)
        if self._acceptable(at, beginnings) is None:
            self.wanted.setdefault(at, []).append(Wanted(self._start, self._kinds, None, beginnings))
            return
        sentence = Sentence(kind)
        fed: list[Fed] = []
        ends: list[tuple[int, int]] = []
        place = at
        try:
            while len(fed) < _LONGEST_DESCRIPTION:
                choices = sentence.choices()
                if "$END" in choices and fed:
                    ends.append((len(fed), place))
                token = self._acceptable(place, choices)
                if token is None:
                    self.wanted.setdefault(place, []).append(
                        Wanted(self._start, self._kinds, None, frozenset(choices))
                    )
                    if ends and ends[-1][1] == place:
                        yield from self._finished(sentence, ends.pop()[1])
                    break
                fed.append(token[0])
                place = token[1]
                sentence.feed(token[0])
        except (Contradiction, Elsewhere):
            pass
        for count, end in reversed(ends):
            value = self._value(kind, fed[:count])
            if value is not None:
                yield value, end

    def _finished(self, sentence: Sentence, end: int) -> Iterator[tuple[Any, int]]:
        try:
            yield sentence.finish(), end
        except (Contradiction, Elsewhere):
            return

    def _acceptable(self, at: int, choices: Container[str]) -> tuple[Fed, int] | None:
        if at < len(self.tokens):
            for terminal, value, end in self.terms_at(at):
                if terminal in choices:
                    return Fed(terminal, value), end
        return None

    def _value(self, kind: str, fed: list[Fed]) -> Any:
        sentence = Sentence(kind)
        try:
            for token in fed:
                sentence.feed(token)
            return sentence.finish()
        except (Contradiction, Elsewhere):
            return None


def _make(known: KnownForm, values: dict[str, Any]) -> Any:
    """Return the node of a wording with these arguments; None when one is missing."""
    given = {**known.form.fixed, **values}
    for one in fields(known.form.node):
        if one.name not in given and one.default is MISSING:
            return None
    return known.form.node(**given)
