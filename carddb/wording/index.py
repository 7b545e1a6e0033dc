"""What a card's texts use: keywords it has, grants, removes or speaks of, what they name, effects and triggers.

It falls out of the reading of the texts; words that were not understood still give their keywords and names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from carddb.catalog import CardUse, UseKind
from carddb.models.card import USE_CODE
from carddb.wording.effects import GiveKeywords, RemoveKeywords
from carddb.wording.folding import fold
from carddb.wording.lexer import tokenize
from carddb.wording.reader import NOTHING, REMEMBERED, Span, read_text
from carddb.wording.registry import slots_of
from carddb.wording.statics import HaveKeywords
from carddb.wording.tree import KeywordUse, Named, Node, Noun, Number, Variable
from carddb.wording.words import Words

_RELATION: dict[type[Any], UseKind] = {GiveKeywords: "grants", HaveKeywords: "grants", RemoveKeywords: "removes"}
_KIND_OF_PHRASE: dict[str, UseKind] = {
    "effect": "effect",
    "payment": "effect",
    "static": "effect",
    "trigger": "trigger",
}


def uses_of(texts: Iterable[str], words: Words, own_name: str = "") -> tuple[CardUse, ...]:
    """Return what a card's texts use, each once, in order of appearance; own_name as for read_text."""
    found: dict[CardUse, None] = {}
    for text in texts:
        key = (text, own_name if own_name and own_name in text else "")
        known = words.uses.get(key)
        if known is None:
            if len(words.uses) >= REMEMBERED:
                words.uses.clear()
            known = words.uses[key] = tuple(dict.fromkeys(_uses_of_text(text, words, own_name)))
        found.update(dict.fromkeys(known))
    return tuple(found)


def card_code(name: str) -> str:
    """Return the code by which a named card is found in the index."""
    return f"card:{fold(name)}"[:USE_CODE]


def _uses_of_text(text: str, words: Words, own_name: str) -> Iterator[CardUse]:
    if text.strip() == NOTHING:
        return
    reading = read_text(text, words, own_name)
    broken = _lines_at(text, [problem.start for problem in reading.problems])
    for span in reading.spans:
        yield from _uses_of_span(span)
    for line in broken:
        yield from _uses_of_words(line, words)


def _lines_at(text: str, places: Sequence[int]) -> list[str]:
    lines = {}
    for place in places:
        start = text.rfind("\n", 0, place) + 1
        end = text.find("\n", place)
        lines[start] = text[start : end if end >= 0 else len(text)]
    return list(lines.values())


def _uses_of_span(span: Span) -> Iterator[CardUse]:
    if isinstance(span.node, KeywordUse):
        yield _keyword("has", span.node)
        return
    kind = _KIND_OF_PHRASE.get(span.kind)
    if kind is not None:
        yield CardUse(kind, span.code)
    yield from _references(span.node)


def _references(node: Any) -> Iterator[CardUse]:
    """Yield the keywords, names, types and roles inside a node of the tree."""
    if isinstance(node, KeywordUse):
        yield _keyword("refers", node)
    elif isinstance(node, Named):
        yield CardUse("refers", card_code(node.name))
    elif isinstance(node, Noun):
        if node.kind != "card":
            yield CardUse("refers", f"{node.kind}:{node.code}")
    elif isinstance(node, tuple):
        for part in node:
            yield from _references(part)
    elif is_dataclass(node) and not isinstance(node, type):
        slots = slots_of(type(node)) if isinstance(node, Node) else {}
        for one in fields(node):
            value = getattr(node, one.name)
            kind = slots[one.name].kind if one.name in slots else ""
            if kind == "name":
                yield CardUse("refers", card_code(value))
            elif kind == "keywords":
                yield from (_keyword(_RELATION.get(type(node), "refers"), use) for use in value)
            else:
                yield from _references(value)


def _uses_of_words(line: str, words: Words) -> Iterator[CardUse]:
    """Yield the keywords and names of a line that was not understood."""
    tokens = tokenize(line)
    at = 0
    while at < len(tokens):
        following = at + 1
        for terminal, value, end in words.terms_at(tokens, at):
            if terminal == "KEYWORD":
                yield _keyword("refers", value)
            elif terminal == "NAME":
                yield CardUse("refers", card_code(value))
            else:
                continue
            following = end
            break
        at = following


def _keyword(kind: UseKind, use: KeywordUse) -> CardUse:
    code = f"keyword:{use.keyword}" if kind == "refers" else use.keyword
    return CardUse(kind, code, tuple(_argument(number) for number in use.arguments))


def _argument(number: Number | Variable) -> int | str:
    return number.value if isinstance(number, Number) else "X"
