"""What may be typed next in a rules text: words of the ruleset's phrases, its terms, keywords and names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Words that may stand from ``start`` to ``end`` of the text; kind: phrase, word, term, keyword or name."""

    text: str
    kind: str
    start: int
    end: int


def complete(text: str, position: int, words: Words, own_name: str = "", *, most: int = 40) -> tuple[Suggestion, ...]:
    """Return what may be typed at a position of a text; what stands half typed before it is replaced.

    Returns: at most so many suggestions; none where the words before the position are not understood.
    """
    line_start = text.rfind("\n", 0, position) + 1
    typed = text[line_start:position]
    if len(typed) > LONGEST_LINE:
        return ()
    begun = typed[_word_start(typed) :]
    reader = LineReader(typed[: len(typed) - len(begun)], words, own_name)
    capital = not typed[: len(typed) - len(begun)].strip()
    start = position - len(begun)
    found: dict[str, Suggestion] = {}
    for said, kind in _candidates(reader, begun):
        shown = said[:1].upper() + said[1:] if capital and kind != "name" else said
        if said.casefold().startswith(begun.casefold()) and said.casefold() != begun.casefold():
            found.setdefault(shown, Suggestion(shown, kind, start, position))
        if len(found) >= most:
            break
    return tuple(found.values())


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
                    yield from _terms(one.terminals, reader.words, begun)


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


def _terms(terminals: frozenset[str], words: Words, begun: str) -> Iterator[tuple[str, str]]:
    for word, terminal in WORDS.items():
        if terminal in terminals:
            yield word, "word"
    if "KEYWORD" in terminals:
        yield from _keywords(words)
    for (of, _), pair in words.spelling.items():
        if any(terminal in terminals and of == kind for terminal, kind in _SPELLED.items()):
            yield pair[0], "term"
        elif of in ("type", "role") and "NOUN" in terminals:
            yield from ((word, "term") for word in dict.fromkeys(pair))
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
