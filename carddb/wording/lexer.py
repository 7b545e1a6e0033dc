"""Text cut into tokens, each with its place; no word means anything yet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

_TOKEN = re.compile(
    r"""(?P<quoted>"(?:[^"\n]|"")*")"""
    r"|(?P<symbol>\{[a-z0-9_]+\})"
    r"|(?P<signed>[+\-−–](?:[0-9]{1,9}(?![^\W_])|X(?![^\W_])))"
    r"|(?P<number>[0-9]{1,9}(?![^\W_]))"
    r"|(?P<word>[^\W_]+(?:['’\-][^\W_]+)*)"
    r"|(?P<mark>\S)"
)
_SAME = {"whenever": "when"}
Kind = Literal["quoted", "symbol", "signed", "number", "word", "mark"]


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number, symbol, quoted name or single mark; ``folded`` is what literal words are compared with."""

    kind: Kind
    text: str
    folded: str
    start: int
    end: int


def tokenize(text: str) -> tuple[Token, ...]:
    """Return the tokens of a line; white space only parts them."""
    return tuple(
        Token(m.lastgroup, m[0], fold_word(m[0]), m.start(), m.end())  # type: ignore[arg-type]
        for m in _TOKEN.finditer(text)
    )


def fold_word(word: str) -> str:
    """Return a word as literal words are compared: without case, with a straight apostrophe, "whenever" as "when"."""
    folded = word.casefold().replace("’", "'")
    return _SAME.get(folded, folded)


def quote(name: str) -> str:
    """Return a name as it is written where it could be taken for other words."""
    return '"' + name.replace('"', '""') + '"'


def unquote(text: str) -> str:
    """Return the name within a quoted token."""
    return text[1:-1].replace('""', '"')
