"""Reads rules text: abilities as trees with their places, and what was not understood, line by line.

A line that cannot be read takes nothing from the others; wrong text is a Problem, never an exception.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from carddb.wording.build import Contradiction, Misplaced, Phrased
from carddb.wording.grammar import JOINTS, TERMINALS, Elsewhere, Fed, Sentence
from carddb.wording.matcher import Match, Matcher
from carddb.wording.tree import Ability
from carddb.wording.words import Words

LONGEST_LINE = 2000
LONGEST_TEXT = 20_000
NOTHING = "none"
REMEMBERED = 200_000


@dataclass(frozen=True, slots=True)
class Problem:
    """Words that were not understood: their place in the text, what could stand there, and the nearest phrase."""

    start: int
    end: int
    words: str
    expected: tuple[str, ...]
    nearest: str
    reason: str = ""
    foreign: str = ""
    """Words of other games that stand there; ``nearest`` is what this one says."""

    @property
    def hint(self) -> str:
        """Return what could be written instead, as a sentence; "" if nothing comes near."""
        if self.foreign:
            return f"This game does not say “{self.foreign}” here; it says “{self.nearest}”."
        return f"The nearest that is known: “{self.nearest}”." if self.nearest else ""

    @property
    def message(self) -> str:
        """Return the problem as one sentence."""
        if self.reason:
            return f"{self.reason} {self.words!r}"
        what = f"{self.words!r} is not understood" if self.words else "The line ends too early"
        return f"{what}; expected {' or '.join(self.expected)}." if self.expected else f"{what}."


@dataclass(frozen=True, slots=True)
class Span:
    """A phrase that was understood, with its place in the text."""

    start: int
    end: int
    code: str
    kind: str
    node: Any


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says. ``places``: (start, end) of each ability."""

    abilities: tuple[Ability, ...]
    places: tuple[tuple[int, int], ...]
    problems: tuple[Problem, ...]
    spans: tuple[Span, ...]

    @property
    def is_understood(self) -> bool:
        """Tell whether every line was understood."""
        return not self.problems


def read_text(text: str, words: Words, own_name: str = "") -> Reading:
    """Return what a text says in the words of a ruleset; the same text is read only once.

    own_name: the card's own name, which stands for "this" in its text.
    """
    own_name = own_name if own_name and own_name in text else ""
    key = (text, own_name)
    known = words.readings.get(key)
    if known is None:
        if len(words.readings) >= REMEMBERED:
            words.readings.clear()
        known = words.readings[key] = _read_text(text, words, own_name)
    return known


def _read_text(text: str, words: Words, own_name: str) -> Reading:
    if text.strip() == NOTHING:
        return Reading((), (), (), ())
    if len(text) > LONGEST_TEXT:
        reason = f"A text may have {LONGEST_TEXT} characters; this one has {len(text)}, and was not read:"
        return Reading((), (), (Problem(0, len(text), text[:40], (), "", reason),), ())
    found: list[Reading] = []
    start = 0
    for line in text.split("\n"):
        if line.strip():
            found.append(_shift(_read_line(line, words, own_name), start))
        start += len(line) + 1
    return Reading(
        tuple(a for r in found for a in r.abilities),
        tuple(p for r in found for p in r.places),
        tuple(p for r in found for p in r.problems),
        tuple(s for r in found for s in r.spans),
    )


def _read_line(line: str, words: Words, own_name: str) -> Reading:
    key = (line, own_name if own_name in line else "")
    known = words.lines.get(key)
    if known is None:
        if len(words.lines) >= REMEMBERED:
            words.lines.clear()
        known = words.lines[key] = LineReader(line, words, key[1]).read()
    return known


def _shift(reading: Reading, by: int) -> Reading:
    if not by:
        return reading
    return Reading(
        reading.abilities,
        tuple((start + by, end + by) for start, end in reading.places),
        tuple(replace(p, start=p.start + by, end=p.end + by) for p in reading.problems),
        tuple(replace(s, start=s.start + by, end=s.end + by) for s in reading.spans),
    )


class LineReader:
    """Reads one line."""

    def __init__(self, line: str, words: Words, own_name: str = "") -> None:
        self.line = line
        self.words = words
        self.matcher = Matcher(line if len(line) <= LONGEST_LINE else "", words, own_name)
        self.tokens = self.matcher.tokens
        self.sentence = Sentence("line")
        self.spans: list[Span] = []
        self.at = 0
        self.before = 0
        """The token at which the last phrase began."""

    def read(self) -> Reading:
        """Return what the line says, or why it says nothing."""
        if len(self.line) > LONGEST_LINE:
            reason = f"A line may have {LONGEST_LINE} characters; this one has {len(self.line)}, and was not read:"
            problem = Problem(0, len(self.line), self.line[:40], (), "", reason)
            return Reading((), (), (problem,), ())
        try:
            while self.at < len(self.tokens):
                if not self.step():
                    return self._failed(self.problem())
            ability = self._finish()
        except Misplaced as wrong:
            start, end = wrong.phrase.span
            problem = Problem(start, end, self.line[start:end], (), "", str(wrong))
            return self._failed(problem)
        if ability is None:
            return self._failed(self.problem())
        place = (self.tokens[0].start, self.tokens[-1].end)
        return Reading((ability,), (place,), (), tuple(self.spans))

    def step(self) -> bool:
        """Read one phrase or joint on; False when nothing fits."""
        choices = self.sentence.choices()
        best: tuple[int, str, Any] | None = None
        token = self.tokens[self.at]
        joint = JOINTS.get(token.folded)
        if joint in choices:
            best = (self.at + 1, joint or "", None)
        if "KEYWORD" in choices:
            for terminal, value, end in self.matcher.terms_at(self.at):
                if terminal == "KEYWORD" and (best is None or end > best[0]):
                    best = (end, terminal, value)
        for match in self.matcher.matches_at(self.at):
            terminal = _terminal(match.known.form)
            is_longer = best is None or match.end > best[0]
            if terminal in choices and (is_longer or self._decides(match, best)):
                span = (token.start, self.tokens[match.end - 1].end)
                best = (match.end, terminal, Phrased(match.known.form, match.node, span))
        if best is None:
            return False
        end, terminal, value = best
        try:
            self.sentence.feed(Fed(terminal, value))
        except Elsewhere:
            return False
        if isinstance(value, Phrased):
            self.spans.append(Span(*value.span, value.form.code, value.form.kind, value.node))
        elif terminal == "KEYWORD":
            self.spans.append(Span(token.start, self.tokens[end - 1].end, value.keyword, "keyword", value))
        self.before, self.at = self.at, end
        return True

    def _decides(self, match: Match, best: tuple[int, str, Any] | None) -> bool:
        """Tell whether words that may be an order or may last are the one, and what was found is the other.

        Other games say "gets" for both; a duration behind it makes an order of it.
        """
        if best is None or match.end != best[0]:
            return False
        kinds = (match.known.form.kind, best[1])
        if kinds == ("static", "ACTION"):
            return not self._is_for_some_time(match.end)
        return kinds == ("effect", "STATIC") and self._is_for_some_time(match.end)

    def _is_for_some_time(self, at: int) -> bool:
        return any(match.known.form.kind == "duration" for match in self.matcher.matches_at(at))

    def problem(self) -> Problem:
        """Return what is wrong at the place where reading stopped."""
        from carddb.wording.suggest import explain

        return explain(self)

    def _finish(self) -> Ability | None:
        if "$END" not in self.sentence.choices() and "STOP" in self.sentence.choices():
            self.sentence.feed(Fed("STOP", None))
        try:
            ability: Ability = self.sentence.finish()
        except (Elsewhere, Contradiction):
            return None
        return ability

    def _failed(self, problem: Problem) -> Reading:
        return Reading((), (), (problem,), (*self.spans, *self._rest()))

    def _rest(self) -> list[Span]:
        """Return the phrases that are understood behind the place where reading stopped."""
        found: list[Span] = []
        at = self.at
        while at < len(self.tokens):
            matches = [m for m in self.matcher.matches_at(at) if m.known.form.kind in TERMINALS]
            if not matches or matches[0].end <= at + 1:
                at += 1
                continue
            match = matches[0]
            span = (self.tokens[at].start, self.tokens[match.end - 1].end)
            found.append(Span(*span, match.known.form.code, match.known.form.kind, match.node))
            at = match.end
        return found


def _terminal(form: Any) -> str:
    if form.kind == "condition" and form.opens:
        return "OPENER"
    return TERMINALS.get(form.kind, "")
