"""One way to fold text for comparison and search, for names and for whole texts."""

from __future__ import annotations

import unicodedata

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
