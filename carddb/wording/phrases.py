"""Lines of rules text read as phrases of the house vocabulary, so that a check can say which words it does not know.

A pattern is literal words; <n> stands for a number or X, any other <...> for a run of words within a sentence.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from carddb.catalog import Catalog, Phrase
from carddb.wording.markup import Vocabulary

_TOKEN = re.compile(r"\{[a-z0-9_]+\}|\d+|[^\W\d_]+(?:['’\-][^\W\d_]+)*|\S")
_PIECE = re.compile(r"<([^<>]*)>|[^<]+|<")
_JOINING = frozenset((",", ".", ";", "and", "then"))
_SENTENCE_ENDS = frozenset((".", ":"))
_LONGEST_SLOT = 14
_UNKNOWN_COST = 100
_NUMBER, _WORDS = "<n>", "<...>"


@dataclass(frozen=True, slots=True)
class FoundPhrase:
    """A phrase found in a line; span: (first, last + 1) character."""

    code: str
    kind: str
    span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class LineReading:
    """What a line of rules text is made of, in order; ``unknown`` are the runs of words that no phrase knows."""

    phrases: tuple[FoundPhrase, ...]
    unknown: tuple[tuple[int, int], ...]


class PhraseBook:
    """The phrases of a ruleset, ready to read lines; the same line is read only once."""

    def __init__(self, phrases: Iterable[Phrase], vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._by_first: dict[str, list[_Pattern]] = defaultdict(list)
        for phrase in phrases:
            pattern = _Pattern(phrase.code, phrase.kind, _pattern_tokens(phrase.pattern))
            if pattern.tokens:
                self._by_first[pattern.tokens[0]].append(pattern)
        self._read: dict[str, LineReading] = {}

    @classmethod
    def of(cls, catalog: Catalog) -> PhraseBook:
        """Return the phrase book of a catalog."""
        return cls(catalog.phrases.values(), Vocabulary.of(catalog))

    def read(self, line: str) -> LineReading:
        """Read one line, with as few unknown words as possible."""
        if line not in self._read:
            self._read[line] = self._read_line(line)
        return self._read[line]

    def _read_line(self, line: str) -> LineReading:
        matches = list(_TOKEN.finditer(line))
        words = [match[0].casefold() for match in matches]
        keywords = self._keyword_ends(line, [match.start() for match in matches])
        best: list[_Step] = [_Step(0, len(words), None)] * (len(words) + 1)
        present = frozenset(words)
        for at in range(len(words) - 1, -1, -1):
            free = words[at] in _JOINING
            steps = [_Step(best[at + 1].cost + (0 if free else _UNKNOWN_COST), at + 1, None, is_unknown=not free)]
            if at in keywords:
                steps.append(_Step(best[keywords[at]].cost, keywords[at], None))
            for pattern in self._candidates(words[at]):
                if pattern.literals <= present:
                    for end, cost in pattern.ends(words, at):
                        steps.append(_Step(best[end].cost + cost, end, pattern))
            best[at] = min(steps, key=lambda step: (step.cost, step.pattern is None, -step.end))
        return _reading(best, matches)

    def _candidates(self, word: str) -> Iterator[_Pattern]:
        yield from self._by_first.get(word, ())
        yield from self._by_first.get(_WORDS, ())
        if word.isdigit() or word == "x":
            yield from self._by_first.get(_NUMBER, ())

    def _keyword_ends(self, line: str, starts: list[int]) -> dict[int, int]:
        """Return for each token that begins a keyword the token behind that keyword and its numbers."""
        ends: dict[int, int] = {}
        place = 0
        for token in self._vocabulary.read(line)[0].tokens:
            if token.kind == "keyword":
                inside = [i for i, start in enumerate(starts) if place <= start < place + len(token.text)]
                if inside:
                    ends[inside[0]] = inside[-1] + 1
            place += len(token.text)
        return ends


@dataclass(frozen=True, slots=True)
class _Step:
    cost: int
    end: int
    pattern: _Pattern | None
    is_unknown: bool = False


class _Pattern:
    def __init__(self, code: str, kind: str, tokens: tuple[str, ...]) -> None:
        self.code = code
        self.kind = kind
        self.tokens = tokens
        self.literals = frozenset(token for token in tokens if token not in (_NUMBER, _WORDS))

    def ends(self, words: list[str], at: int) -> list[tuple[int, int]]:
        """Return where the pattern may end when it starts at a word, each with the words in its slots."""
        places = {at: 0}
        for token in self.tokens:
            following: dict[int, int] = {}
            for place, cost in places.items():
                for end in _token_ends(token, words, place):
                    total = cost + (end - place if token == _WORDS else 0)
                    following[end] = min(total, following.get(end, total))
            places = following
            if not places:
                break
        return list(places.items())


def _token_ends(token: str, words: list[str], place: int) -> Iterator[int]:
    if place >= len(words):
        return
    if token == _WORDS:
        for end in range(place, min(place + _LONGEST_SLOT, len(words))):
            if words[end] in _SENTENCE_ENDS:
                return
            yield end + 1
    elif words[place] == token or (token == _NUMBER and (words[place].isdigit() or words[place] == "x")):
        yield place + 1


def _pattern_tokens(pattern: str) -> tuple[str, ...]:
    tokens: list[str] = []
    for piece in _PIECE.finditer(pattern):
        if piece[1] is not None:
            tokens.append(_NUMBER if piece[1].strip() in ("n", "x") else _WORDS)
        else:
            tokens.extend(match[0].casefold() for match in _TOKEN.finditer(piece[0]))
    return tuple(tokens)


def _reading(best: list[_Step], matches: list[re.Match[str]]) -> LineReading:
    phrases: list[FoundPhrase] = []
    unknown: list[tuple[int, int]] = []
    at = 0
    while at < len(matches):
        step = best[at]
        span = (matches[at].start(), matches[step.end - 1].end())
        if step.pattern is not None:
            phrases.append(FoundPhrase(step.pattern.code, step.pattern.kind, span))
        elif step.is_unknown and unknown and at and unknown[-1][1] == matches[at - 1].end():
            unknown[-1] = (unknown[-1][0], span[1])
        elif step.is_unknown:
            unknown.append(span)
        at = step.end
    return LineReading(tuple(phrases), tuple(unknown))
