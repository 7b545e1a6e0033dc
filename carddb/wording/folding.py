"""One way to fold text for comparison and search, for names and for whole texts."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "þ": "th", "ł": "l", "đ": "d", "ı": "i", "ß": "ss"}
)
_QUOTES = dict.fromkeys(map(ord, "'’‘ʼ`´\"“”„«»"))


def fold(text: str) -> str:
    """Return text without case, accents, ligatures, quotes and doubled spaces, for comparing and searching.

    "Æther's  Gate" and "aethers gate" fold to the same text.
    """
    if text.isascii():
        return " ".join(text.casefold().translate(_QUOTES).split())
    bare = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    bare = "".join(c for c in bare if not unicodedata.combining(c))
    return " ".join(bare.casefold().translate(_LETTERS).translate(_QUOTES).split())


def search_text(name: str, type_line: str, rules: str, texts: Iterable[str]) -> str:
    """Return what bare words search in: a card's name, type line, rules text and further texts, each folded.

    The parts stand on lines of their own, so that a phrase never runs from one into the next.
    """
    return "\n".join(fold(part) for part in (name, type_line, rules, *texts))
