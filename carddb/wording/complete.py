"""What may be typed next in a rules text: words of the ruleset's phrases, its terms, keywords and names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from carddb.wording.grammar import JOINTS, WORDS
from carddb.wording.reader import LONGEST_LINE, LineReader
from carddb.wording.suggest import KINDS, fitting_steps, kinds_at
from carddb.wording.words import Step, Words

_SPELLED = {
    "ZONE": "zone",
    "STAT": "stat",
    "STATE": "state",
    "FLAG": "flag",
    "PLACE": "place",
    "REFERENCE": "reference",
}
_NAMED = {"stat": "stat", "row": "row", "phase": "phase"}
_NUMBERS = ("1", "2", "3")
_LONGEST_NAME = 8
_NAMES = 10
_LINES_COUNTED = 2000
_ONE = frozenset(("a", "an", "any", "another", "each", "every"))
_BEFORE_NOUNS = frozenset(("OTHER", "ENEMY", "STATE", "FLAG", "RANDOM"))


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Words that may stand from ``start`` to ``end`` of the text; kind: phrase, word, term, keyword or name."""

    text: str
    kind: str
    start: int
    end: int


def complete(text: str, position: int, words: Words, own_name: str = "", *, most: int = 40) -> tuple[Suggestion, ...]:
    """Return what may be typed at a position of a text; what stands half typed before it is replaced.

    Returns: at most so many suggestions, begun names and then the most used words first; none where the words before
    the position are not understood.
    """
    line_start = text.rfind("\n", 0, position) + 1
    typed = text[line_start:position]
    if len(typed) > LONGEST_LINE:
        return ()
    begun = typed[_word_start(typed) :]
    reader = LineReader(typed[: len(typed) - len(begun)], words, own_name)
    capital = not typed[: len(typed) - len(begun)].strip()
    start = position - len(begun)
    found: dict[str, Suggestion] = {s.text: s for s in _begun_names(typed, line_start, words, own_name)}
    for said, kind in _candidates(reader, begun):
        shown = said[:1].upper() + said[1:] if capital and kind != "name" else said
        if said.casefold().startswith(begun.casefold()) and said.casefold() != begun.casefold():
            found.setdefault(shown, Suggestion(shown, kind, start, position))
    uses = _uses(words)
    ordered = sorted(found.values(), key=lambda s: (s.start == start, -min(uses[w] for w in s.text.split() or [""])))
    return tuple(ordered[:most])


def _begun_names(typed: str, line_start: int, words: Words, own_name: str) -> Iterator[Suggestion]:
    """Yield the names of which several words are typed, where a name may stand."""
    starts = [at for at in range(1, len(typed)) if typed[at - 1] == " " and typed[at].isalnum()][-_LONGEST_NAME:]
    for start in starts:
        if " " not in typed[start:]:
            continue
        names = [name for name in words.names.starting_with(typed[start:], _NAMES) if name != typed[start:]]
        if names and any(
            kind == "name" for _, kind in _candidates(LineReader(typed[:start], words, own_name), names[0])
        ):
            end = line_start + len(typed)
            yield from (Suggestion(words.names.write(name), "name", line_start + start, end) for name in names)


def _uses(words: Words) -> Counter[str]:
    """Return how often each word stands in the lines that were read last."""
    size = len(words.lines).bit_length()
    some = islice(tuple(words.lines), _LINES_COUNTED)
    counted: Counter[str] = words.compared(
        ("uses", size), lambda: Counter(word.strip(",.:") for line, _ in some for word in line.split())
    )
    return counted


def _candidates(reader: LineReader, begun: str) -> Iterator[tuple[str, str]]:
    end = len(reader.tokens)
    accepted: frozenset[str] = frozenset()
    while reader.at < end:
        before = reader.sentence.choices()
        if not reader.step():
            break
        accepted = kinds_at(before)
    reader.matcher.matches_at(end)
    if reader.at == end:
        accepted_now = reader.sentence.accepts()
        yield from ((word, "word") for word, terminal in JOINTS.items() if terminal in accepted_now)
        starts = [(end, kinds_at(accepted_now)), *([(reader.before, accepted)] if end else [])]
        if "KEYWORD" in accepted_now:
            yield from _keywords(reader.words)
    else:
        starts = [(reader.at, kinds_at(reader.sentence.accepts()))]
    for start, kinds in starts:
        for step in fitting_steps(reader, end, start, kinds):
            yield from _after(step, kinds, reader.words, begun)
        if kinds & KINDS:
            for one in reader.matcher.wanted.get(end, ()):
                if one.start == start and one.step is None and one.kinds & kinds:
                    yield from _terms(one.terminals, reader.words, begun, is_one=_is_one(reader, end))


def _after(step: Step, kinds: frozenset[str], words: Words, begun: str) -> Iterator[tuple[str, str]]:
    for word, following in step.words.items():
        if not following.kinds() & kinds:
            continue
        said = [word]
        while len(following.words) == 1 and not following.holes and not following.ends:
            word, following = next(iter(following.words.items()))
            said.append(word)
        yield _joined(said), "phrase"
    for (kind, _), following in step.holes.items():
        if not following.kinds() & kinds:
            continue
        if kind in ("number", "amount"):
            yield from ((number, "term") for number in _NUMBERS)
        elif kind == "name":
            yield from _names(words, begun)
        elif kind == "resource":
            yield from ((spelled, "term") for spelled in words.resources)
        elif kind in _NAMED:
            yield from ((pair[0], "term") for (of, _), pair in words.spelling.items() if of == _NAMED[kind])


def _is_one(reader: LineReader, end: int) -> bool:
    """Tell whether the word for a card that comes next is singular: behind "an" or "each", and adjectives."""
    at = end - 1
    while at >= 0 and any(terminal in _BEFORE_NOUNS for terminal, _, _ in reader.matcher.terms_at(at)):
        at -= 1
    return at >= 0 and reader.tokens[at].folded in _ONE


def _terms(terminals: frozenset[str], words: Words, begun: str, *, is_one: bool) -> Iterator[tuple[str, str]]:
    for word, terminal in WORDS.items():
        if terminal in terminals and not (is_one and word == "cards"):
            yield word, "word"
    if "KEYWORD" in terminals:
        yield from _keywords(words)
    for (of, _), pair in words.spelling.items():
        if any(terminal in terminals and of == kind for terminal, kind in _SPELLED.items()):
            yield pair[0], "term"
        elif of in ("type", "role") and "NOUN" in terminals:
            yield from ((word, "term") for word in dict.fromkeys(pair[:1] if is_one else pair))
    if "SIGNED" in terminals:
        yield "+1", "term"
    if "NUMBER" in terminals:
        yield from ((number, "term") for number in _NUMBERS)
    if "NAME" in terminals:
        yield from _names(words, begun)


def _keywords(words: Words) -> Iterator[tuple[str, str]]:
    for keyword in words.keywords.values():
        yield from ((name, "keyword") for name in (keyword.name, *keyword.aliases))


def _names(words: Words, begun: str) -> Iterator[tuple[str, str]]:
    if begun:
        yield from ((words.names.write(name), "name") for name in words.names.starting_with(begun, 10))


def _joined(said: list[str]) -> str:
    return " ".join(said).replace(" ,", ",").replace(" :", ":").replace(" .", ".")


def _word_start(typed: str) -> int:
    start = len(typed)
    while start and (typed[start - 1].isalnum() or typed[start - 1] in "'’-{+"):
        start -= 1
    return start
