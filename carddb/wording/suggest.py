"""What could stand at a place of a text, and what a word that is not understood may mean."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from carddb.wording.effects import GiveKeywords, GiveStats
from carddb.wording.field import own_word
from carddb.wording.grammar import JOINTS, NUMBER_WORDS, TERMINALS, WORDS
from carddb.wording.lexer import Token
from carddb.wording.near import Near
from carddb.wording.registry import Hole, all_forms
from carddb.wording.statics import HaveKeywords, HaveStats
from carddb.wording.words import KnownForm, Step, Words

if TYPE_CHECKING:
    from carddb.wording.reader import LineReader, Problem

_MOST_EXPECTED = 6
_NAMES_COMPARED = 200
_ALIKE = 0.7
_SOMEWHAT_ALIKE = 0.45
_ENDINGS = ("s", "es", "d", "ed", "ing")
_WAYS = {"more": "more", "less": "less", "fewer": "less"}

KIND_NAMES = {
    "TRIGGER": "a trigger",
    "CONDITION": "a condition",
    "ACTION": "an effect",
    "STATIC": "what lasts",
    "DURATION": "a duration",
    "EVENT": "what would happen",
    "LIMIT": "a limit",
    "KEYWORD": "a keyword",
}
"""Words for what a line wants next."""

SLOT_NAMES = {
    "selector": "a card or player",
    "things": "cards",
    "cards": "a kind of card",
    "number": "a number",
    "amount": "an amount",
    "changes": "a change such as +1",
    "keywords": "a keyword",
    "zone": "a zone",
    "resource": "a resource",
    "stat": "the name of a number",
    "row": "a row",
    "phase": "a phase",
    "name": "the name of a card",
}
"""Words for what a pattern wants next."""

TERM_NAMES = {
    "NOUN": "a kind of card",
    "NUMBER": "a number",
    "STAT": "the name of a number",
    "ZONE": "a zone",
    "KEYWORD": "a keyword",
    "SIGNED": "a change such as +1",
}
"""Words for what a description wants next; other terminals stand for their own words."""

KINDS = frozenset((*TERMINALS, "condition"))


def explain(reader: LineReader) -> Problem:
    """Return the problem at the place where a line could not be read on."""
    from carddb.wording.reader import Problem

    tokens = reader.tokens
    at = stopped_at(reader)
    end = min(at + 1, len(tokens))
    while end < len(tokens) and is_unknown(tokens[end], reader.words):
        end += 1
    start_char = tokens[at].start if at < len(tokens) else len(reader.line.rstrip())
    end_char = tokens[end - 1].end if end > at else start_char
    unknown = reader.line[start_char:end_char]
    fitting = tuple(expected_at(reader, at))
    expected = fitting[:_MOST_EXPECTED]
    foreign, own = own_word(tokens, at, reader.words, fitting)
    if foreign:
        return Problem(start_char, end_char, unknown, expected, own, foreign=foreign)
    return Problem(start_char, end_char, unknown, expected, _nearest(reader, at, unknown))


def stopped_at(reader: LineReader) -> int:
    """Return the token up to which the line could be read."""
    kinds = kinds_at(reader.sentence.accepts())
    wanted = [
        at
        for at, ones in reader.matcher.wanted.items()
        if any(
            one.start == reader.before != reader.at or (one.start == reader.at and one.kinds & kinds) for one in ones
        )
    ]
    return min(max([reader.at, *wanted]), len(reader.tokens))


def is_unknown(token: Token, words: Words) -> bool:
    """Tell whether a word means nothing in the ruleset, wherever it stands."""
    return token.kind in ("word", "quoted") and token.folded not in words.known_words


def expected_at(reader: LineReader, at: int) -> Iterator[str]:
    """Yield what could stand at a token, the most telling first, each once."""
    return iter(dict.fromkeys(_expected(reader, at)))


def fitting_steps(reader: LineReader, at: int, start: int, kinds: frozenset[str]) -> Iterator[Step]:
    """Yield the steps of patterns that began at ``start``, got to ``at``, and are of these kinds."""
    for one in reader.matcher.wanted.get(at, ()):
        if one.step is not None and one.start == start and kinds & one.kinds:
            yield one.step


def kinds_at(terminals: Container[str]) -> frozenset[str]:
    """Return the kinds of phrases that the grammar of a line takes here."""
    kinds = {kind for kind, terminal in TERMINALS.items() if terminal in terminals}
    return frozenset(kinds | ({"condition"} if "OPENER" in terminals else set()))


def _expected(reader: LineReader, at: int) -> Iterator[str]:
    accepted = reader.sentence.accepts()
    if at == reader.at:
        yield from (name for terminal, name in KIND_NAMES.items() if terminal in accepted)
        for known in reader.words.forms.values():
            if known.form.kind in ("mark", "may", "do") and TERMINALS[known.form.kind] in accepted:
                yield f"“{known.pattern}”"
        yield from (f"“{word}”" for word, terminal in JOINTS.items() if terminal in accepted)
        return
    start = reader.at if any(one.start == reader.at for one in reader.matcher.wanted.get(at, ())) else reader.before
    kinds = kinds_at(accepted) if start == reader.at else frozenset(KINDS)
    for step in fitting_steps(reader, at, start, kinds):
        yield from (SLOT_NAMES[kind] for (kind, _), later in step.holes.items() if later.kinds() & kinds)
        yield from (f"“{word}”" for word, later in step.words.items() if later.kinds() & kinds)
    for one in reader.matcher.wanted.get(at, ()):
        if one.start == start:
            yield from (name for terminal, name in TERM_NAMES.items() if terminal in one.terminals)
            yield from (f"“{word}”" for word, terminal in WORDS.items() if terminal in one.terminals)


def _nearest(reader: LineReader, at: int, unknown: str) -> str:
    """Return the word or name that an unknown one may be, or the pattern that comes nearest to what is said."""
    tokens, words = reader.tokens, reader.words
    if at < len(tokens) and len(unknown) > 2 and is_unknown(tokens[at], words):
        names = words.names.starting_with(unknown[:2], _NAMES_COMPARED)
        if near := Near(names).find(unknown, _ALIKE):
            return near
        near = near_words(words).find(tokens[at].text, _ALIKE)
        if is_other_form(near, tokens[at].text):
            begun = _begun(reader, at, kinds_at(reader.sentence.accepts()))
            return next((known.pattern for known in begun if near.casefold() in _bare(known).casefold().split()), "")
        if near and near[0].casefold() == unknown[0].casefold():
            return near
        if any(tokens[at].folded.removesuffix(ending) in _verbs(words) for ending in _ENDINGS):
            return ""
    if at < len(tokens):
        for keyword in words.keywords.values():
            for name in (keyword.name, *keyword.aliases):
                if name != tokens[at].text and name.casefold() == tokens[at].folded:
                    return name
        if again := _said_again(reader, at):
            return again
    kinds = kinds_at(reader.sentence.accepts())
    said = " ".join(token.folded for token in tokens[reader.at : reader.at + 12])
    begun = _begun(reader, at, kinds)
    if len(begun) == 1:
        return begun[0].pattern if has_same_sense(said, _bare(begun[0])) else ""
    patterns, near_patterns = _patterns(words, kinds)
    near = near_patterns.find(said, _SOMEWHAT_ALIKE)
    begins = near.split(" ", 1)[0].casefold()
    if begins != "…" and begins not in said.split():
        return ""
    return patterns.get(near, "") if has_same_sense(said, near) else ""


def _verbs(words: Words) -> frozenset[str]:
    """Return the words that effects of any game begin with, such as "draw"."""

    def collect() -> frozenset[str]:
        return frozenset(form.pattern.split(" ", 1)[0] for form in all_forms().values() if form.kind == "effect")

    found: frozenset[str] = words.compared("verbs", collect)
    return found


def is_other_form(word: str, other: str) -> bool:
    """Tell whether two words are forms of one verb or noun, such as "take" and "takes": then neither is a slip."""
    short, long = sorted((word.casefold(), other.casefold()), key=len)
    return bool(short) and any(long == short + ending for ending in _ENDINGS)


def has_same_sense(said: str, pattern: str) -> bool:
    """Tell whether a pattern compares the same way as what is said, and forbids the same."""
    ours, theirs = said.casefold().split(), pattern.casefold().split()
    ways = [{_WAYS[word] for word in words if word in _WAYS} for words in (ours, theirs)]
    if all(ways) and not ways[0] & ways[1]:
        return False
    forbidden = theirs[theirs.index("cannot") + 1 :][:1] if "cannot" in theirs else []
    return "cannot" not in ours or all(word in ours for word in forbidden)


def _said_again(reader: LineReader, at: int) -> str:
    """Return the pattern for a keyword behind a change of numbers, or the other way round: both say for whom."""
    node = type(reader.spans[-1].node) if reader.spans and at and reader.tokens[at - 1].folded == "and" else None
    terminals = {terminal for terminal, _, _ in reader.matcher.terms_at(at)}
    pairs: tuple[tuple[type[Any], type[Any]], ...] = ((GiveStats, GiveKeywords), (HaveStats, HaveKeywords))
    for numbers, keywords in pairs:
        for said, wanted, terminal in ((numbers, keywords, "KEYWORD"), (keywords, numbers, "SIGNED")):
            if node is said and terminal in terminals and reader.words.by_node[wanted]:
                return reader.words.by_node[wanted][0].pattern
    return ""


def _begun(reader: LineReader, at: int, kinds: frozenset[str]) -> list[KnownForm]:
    """Return the wordings that what is said up to a token can still become, beyond its first word."""
    steps = [
        (place, one.step)
        for place, ones in reader.matcher.wanted.items()
        for one in ones
        if reader.at < place <= at and one.start == reader.at and one.step is not None and one.kinds & kinds
    ]
    last = max((place for place, _ in steps), default=0)
    found = {known.form.code: known for place, step in steps if place == last for known in step.endings()}
    return [known for known in found.values() if known.form.kind in kinds]


def near_words(words: Words) -> Near:
    """Return every single word that means something in a ruleset, ready to be compared."""
    found: Near = words.compared("words", lambda: Near(_spellings(words)))
    return found


def _patterns(words: Words, kinds: frozenset[str]) -> tuple[Mapping[str, str], Near]:
    def collect() -> tuple[Mapping[str, str], Near]:
        patterns = {_bare(known): known.pattern for known in words.forms.values() if known.form.kind in kinds}
        return patterns, Near(patterns, by_words=True)

    found: tuple[Mapping[str, str], Near] = words.compared(kinds, collect)
    return found


def _spellings(words: Words) -> list[str]:
    found = {part for pair in words.spelling.values() for part in pair}
    found |= {name for keyword in words.keywords.values() for name in (keyword.name, *keyword.aliases)}
    for known in words.forms.values():
        for pattern in known.patterns:
            found |= {piece.singular for piece in pattern if not isinstance(piece, Hole)}
    return sorted(found | set(WORDS) | set(NUMBER_WORDS))


def _bare(known: KnownForm) -> str:
    return " ".join("…" if isinstance(piece, Hole) else piece.singular for piece in known.patterns[0])
