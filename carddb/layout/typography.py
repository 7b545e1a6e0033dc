"""Typed characters to printed ones: curly quotes, dashes, composed accents; and which characters cannot be set."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_TAG = re.compile(r"</?[A-Za-z][^<>]*>")

_OPENS_AFTER = frozenset(' \t\n([{<-–—\u00a0\u2009\u202f"“‘„‚')

_ELIDED = re.compile(r"'(?=(?:tis|twas|twere|twill|em|til|cause|round|n)\b|\d\ds?\b)", re.IGNORECASE)

_IGNORED = re.compile("[\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]")


_QUOTES = {
    "de": "„“‚‘", "cs": "„“‚‘", "sk": "„“‚‘", "sl": "„“‚‘", "is": "„“‚‘", "bg": "„“‚‘", "lt": "„“‚‘",
    "pl": "„”‚’", "ro": "„”‚’", "hu": "„”‚’", "hr": "„”‚’",
    "fr": "«»‹›", "it": "«»“”", "es": "«»“”", "pt": "«»“”", "el": "«»“”", "ru": "«»„“", "uk": "«»„“",
    "da": "»«›‹", "sv": "””’’", "fi": "””’’",
}  # fmt: skip
"""Language -> how it opens and closes quotes, then quotes within quotes. Source: Unicode CLDR, delimiters."""

_ENGLISH_QUOTES = "“”‘’"


def quoted(line: str, language: str = "en") -> str:
    """Return a line with a language's quotes for straight ones, character by character; what looks like a tag stays.

    An apostrophe before a shortened word ('tis, '90s) stays an apostrophe.
    """
    if '"' not in line and "'" not in line:
        return line
    opening, closing, inner, inner_end = list(_QUOTES.get(language[:2].lower(), _ENGLISH_QUOTES))
    inside = False
    kept = [match.span() for match in _TAG.finditer(line)]
    elided = {match.start() for match in _ELIDED.finditer(line)}
    out = list(line)
    for place, character in enumerate(line):
        if character not in "\"'" or any(start <= place < end for start, end in kept):
            continue
        before = out[place - 1] if place else " "
        if before == ">" and any(end == place for _, end in kept):
            opens = line[place + 1 : place + 2].isalnum()
        else:
            opens = place not in elided and before in _OPENS_AFTER
        if character == '"':
            out[place] = opening if opens else closing
        elif opens:
            inside, out[place] = True, inner
        elif inside and not line[place + 1 : place + 2].isalnum():
            inside, out[place] = False, inner_end
        else:
            out[place] = "’"
    return "".join(out)


_DASH = re.compile(r"(?<!-)---?(?!-)")

_MINUS = re.compile(r"(?<![\w\-])-(?=\d)")


def dashed(text: str) -> str:
    """Return a text with an em dash for two or three hyphens in a row, and a minus sign before a number."""
    if "-" not in text:
        return text
    if "--" in text:
        text = _DASH.sub("—", text)
    return _MINUS.sub("−", text)


def clean(text: str) -> str:
    """Return a text as it can be set: accents composed, line ends unified, invisible marks left out."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\t" in text:
        text = text.replace("\t", " ")
    if text.isascii():
        return text
    return _IGNORED.sub("", unicodedata.normalize("NFC", text))


def needs_shaping(character: str) -> bool:
    """Return whether a character belongs to a script that runs right to left or joins its letters.

    Such text would print wrong letter by letter, whatever the font holds, so it is refused.
    """
    code = ord(character)
    if code < 0x0300:
        return False
    return (
        0x0590 <= code <= 0x109F
        or 0x1780 <= code <= 0x18AF
        or 0x1900 <= code <= 0x1AAF
        or 0xA800 <= code <= 0xABFF
        or unicodedata.combining(character) != 0
        or unicodedata.bidirectional(character) in ("R", "AL", "RLE", "RLO", "RLI")
    )


_SCRIPTS = (
    (0x0530, 0x058F, "noto-sans-armenian"), (0x10A0, 0x10FF, "noto-sans-georgian"),
    (0x1100, 0x11FF, "noto-sans-kr"), (0x1200, 0x139F, "noto-sans-ethiopic"), (0x13A0, 0x13FF, "noto-sans-cherokee"),
    (0x16A0, 0x16FF, "noto-sans-runic"), (0x2190, 0x2BFF, "noto-sans-symbols-2"), (0x3000, 0x30FF, "noto-sans-jp"),
    (0x3100, 0x312F, "noto-sans-tc"), (0x3130, 0x318F, "noto-sans-kr"), (0x31F0, 0x31FF, "noto-sans-jp"),
    (0x3400, 0x9FFF, "noto-sans-jp"), (0xAC00, 0xD7AF, "noto-sans-kr"), (0xF900, 0xFAFF, "noto-sans-jp"),
    (0xFF00, 0xFFEF, "noto-sans-jp"),
)  # fmt: skip
"""First and last number of a script's characters and the family that steps in for them. Source: Unicode blocks."""


def script_family(character: str) -> str:
    """Return the font family that steps in for a script beyond Latin, Greek and Cyrillic, or ""."""
    code = ord(character)
    return next((family for first, last, family in _SCRIPTS if first <= code <= last), "")


def reason_and_remedy(characters: Iterable[str]) -> tuple[str, str]:
    """Return why characters cannot be set, and what helps."""
    found = list(characters)
    if any(map(needs_shaping, found)):
        return (
            "its script runs right to left or joins letters, which is not supported",
            "Write it in Latin, Greek or Cyrillic letters.",
        )
    family = next(filter(None, map(script_family, found)), "")
    if not family:
        return "no font has it", "Write it in Latin, Greek or Cyrillic letters, or choose a font that has it."
    return (
        "no installed font has it",
        f"Put a TrueType font of this script into print_templates/fonts as {family}-400.ttf, or install it as "
        f"the package fontpkg-{family} where there is one.",
    )


def character_name(character: str) -> str:
    """Return a character with its number and name, for messages."""
    shown = f"{character} " if character.isprintable() else ""
    return f"{shown}U+{ord(character):04X} {unicodedata.name(character, '')}".strip()
