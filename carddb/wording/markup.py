"""The inline markup of card texts: {symbol} and keywords; everything else prints as typed.

User text never reaches another markup parser; tags, ampersands and paths are plain words here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from carddb.catalog import Catalog, Keyword
from carddb.wording.rulebook import plain


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of a line; ``text`` is exactly what was typed, ``code`` names the symbol or keyword."""

    kind: Literal["text", "symbol", "keyword"]
    text: str
    code: str = ""
    arguments: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One typed line; ``is_keywords``: it holds nothing but keywords and commas."""

    tokens: tuple[Token, ...]
    is_keywords: bool

    @property
    def text(self) -> str:
        """Return the line as typed."""
        return "".join(token.text for token in self.tokens)


class Vocabulary:
    """The words of a ruleset that mean something inside a card's text; built once, used for every card."""

    def __init__(self, keywords: Iterable[Keyword], symbols: Iterable[str]) -> None:
        self.keywords: Mapping[str, Keyword] = {k.code: k for k in keywords}
        self._code_of = {name: k.code for k in self.keywords.values() for name in (k.name, *k.aliases)}
        self._symbols = frozenset(symbols)
        names = sorted(self._code_of, key=lambda name: (-len(name), name))
        words = "|".join(re.escape(name) for name in names)
        pattern = r"(?P<symbol>\{[a-z0-9_]+\})"
        if words:
            pattern += rf"|(?<![^\W_])(?P<keyword>{words})(?![^\W_])(?P<numbers>(?: \d+)*)"
        self._pattern = re.compile(pattern)

    @classmethod
    def of(cls, catalog: Catalog) -> Vocabulary:
        """Return the vocabulary of a catalog; reminder texts say what the parameters and readings in force say."""
        return cls([_in_force(keyword, catalog) for keyword in catalog.keywords.values()], catalog.symbols)

    def read(self, text: str) -> tuple[Line, ...]:
        """Split a card's text into lines of tokens; joining the tokens gives the text back."""
        return tuple(self._read_line(line) for line in text.split("\n"))

    def unknown_symbols(self, text: str) -> list[str]:
        """Return the {words} of a text that name no symbol, as typed."""
        return [m[0] for m in re.finditer(r"\{([a-z0-9_]+)\}", text) if m[1] not in self._symbols]

    def loose_braces(self, text: str) -> list[tuple[int, int]]:
        """Return where the braces of a text are that open nothing, close nothing or hold no code."""
        return [m.span() for m in re.finditer(r"\{[a-z0-9_]+\}|(\{[^{}\n]*\}?|\})", text) if m[1]]

    def _read_line(self, line: str) -> Line:
        tokens: list[Token] = []
        end = 0
        for match in self._pattern.finditer(line):
            token = self._token(match)
            if token is None:
                continue
            if match.start() > end:
                tokens.append(Token("text", line[end : match.start()]))
            tokens.append(token)
            end = match.start() + len(token.text)
        if end < len(line):
            tokens.append(Token("text", line[end:]))
        rest = "".join(t.text for t in tokens if t.kind != "keyword")
        is_keywords = any(t.kind == "keyword" for t in tokens) and not rest.strip(", ")
        return Line(tuple(tokens), is_keywords)

    def _token(self, match: re.Match[str]) -> Token | None:
        if match["symbol"]:
            code = match["symbol"][1:-1]
            return Token("symbol", match["symbol"], code) if code in self._symbols else None
        code = self._code_of[match["keyword"]]
        wanted = len(self.keywords[code].arguments)
        numbers = match["numbers"].split()[:wanted]
        text = match["keyword"] + "".join(f" {n}" for n in numbers)
        return Token("keyword", text, code, tuple(int(n) for n in numbers))


def _in_force(keyword: Keyword, catalog: Catalog) -> Keyword:
    """Return a keyword whose reminder text has the parameters filled in; its own numbers and symbols stay."""
    if "{" not in keyword.reminder:
        return keyword
    kept = {code: "{" + code + "}" for code in (*[a.code for a in keyword.arguments], *catalog.symbols)}
    return replace(keyword, reminder=plain(keyword.reminder, catalog, kept))


def reminder_text(keyword: Keyword, arguments: tuple[int, ...]) -> str:
    """Return a keyword's reminder text with its numbers filled in, without brackets; "" if it has none."""
    text = keyword.reminder
    for slot, number in zip(keyword.arguments, arguments, strict=False):
        text = text.replace("{" + slot.code + "}", str(number))
    return text
