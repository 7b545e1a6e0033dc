"""The reader of the search language: words, "phrases", keys, minus, or, parentheses. Nothing is matched here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from carddb.catalog import Catalog
from carddb.search.keys import NUMBERED_KEYS, Term, fold_needle, read_term
from carddb.search.query import Either, Every, Node, Not, Query, QueryError, Text

LONGEST = 1000
"""Most characters of a query."""
DEEPEST = 30
"""Most parentheses and minus signs inside each other."""
MOST_TERMS = 100
"""Most words and conditions of a query."""

_SPACE = re.compile(r"\s+")
_QUOTED = re.compile(r'"([^"]*)"')
_APOSTROPHES = re.compile(r"'([^'\"]*)'(?=[\s()]|$)")
_KEY = re.compile(r"([^\W\d]\w*)(!=|<=|>=|:|=|<|>)")
_BOUND = re.compile(r'(?:!=|<=|>=|=|<|>)[^\s()"]*')
_BARE = re.compile(r'[^\s()"]+')
_CLOSING = {"“": '"', "”": '"', "„": '"'}


@dataclass(frozen=True, slots=True)
class _Token:
    kind: Literal["(", ")", "-", "or", "and", "term", "word", "end"]
    span: tuple[int, int]
    text: str = ""
    operator: str = ""
    value: str = ""
    bound: str = ""


def parse(text: str, catalog: Catalog) -> Query:
    """Read a query in the words of one ruleset; an empty one means all cards.

    A phrase stands in quotation marks or, as shells like it, between apostrophes.

    Raises: QueryError that names the place and the remedy.
    """
    if len(text) > LONGEST:
        raise QueryError(
            f"The query has {len(text)} characters; at most {LONGEST} are allowed, so shorten it.",
            (LONGEST, len(text)),
        )
    tokens = _split(text)
    terms = [token for token in tokens if token.kind in ("term", "word")]
    if len(terms) > MOST_TERMS:
        raise QueryError(
            f"The query has {len(terms)} conditions; at most {MOST_TERMS} are allowed.", terms[MOST_TERMS].span
        )
    if tokens[0].kind == "end":
        return Query(text, None)
    reader = _Reader(tokens, catalog)
    root = reader.read_either(0)
    if reader.token.kind != "end":
        raise QueryError("A closing parenthesis has no opening one; take it out.", reader.token.span)
    return Query(text, root)


def _split(text: str) -> list[_Token]:
    text = "".join(_CLOSING.get(char, char) for char in text)
    tokens: list[_Token] = []
    at = 0
    while at < len(text):
        if match := _SPACE.match(text, at):
            at = match.end()
            continue
        token = _next_token(text, at)
        tokens.append(token)
        at = token.span[1]
    return [*tokens, _Token("end", (len(text), len(text)))]


def _next_token(text: str, at: int) -> _Token:
    char = text[at]
    if char == "(":
        return _Token("(", (at, at + 1))
    if char == ")":
        return _Token(")", (at, at + 1))
    if char == "-" and at + 1 < len(text) and not text[at + 1].isspace() and text[at + 1] != ")":
        return _Token("-", (at, at + 1))
    if char == '"' or _APOSTROPHES.match(text, at):
        value, end = _read_value(text, at)
        return _Token("word", (at, end), value)
    if key := _KEY.match(text, at):
        value, end = _read_value(text, key.end())
        bound = ""
        if key[1].lower() in NUMBERED_KEYS:
            value, bound, end = _read_bound(text, key.end(), value, end)
        return _Token("term", (at, end), key[1], key[2], value, bound)
    match = _BARE.match(text, at)
    assert match is not None
    if match[0].lower() == "or":
        return _Token("or", match.span())
    if match[0].lower() == "and":
        return _Token("and", match.span())
    return _Token("word", match.span(), match[0])


def _read_value(text: str, at: int) -> tuple[str, int]:
    if text[at : at + 1] == '"':
        quoted = _QUOTED.match(text, at)
        if quoted is None:
            raise QueryError("A quotation mark is never closed; add the second one.", (at, len(text)))
        return quoted[1], quoted.end()
    if apostrophes := _APOSTROPHES.match(text, at):
        return apostrophes[1], apostrophes.end()
    if text[at : at + 1] == "(":
        raise QueryError(
            "A parenthesis cannot stand right behind a key; write (type:a or type:b), or put it in quotation marks.",
            (at, at + 1),
        )
    bare = _BARE.match(text, at)
    return (bare[0], bare.end()) if bare else ("", at)


def _read_bound(text: str, start: int, value: str, end: int) -> tuple[str, str, int]:
    """Split what follows a keyword off, as in poison>2 or "poison">2."""
    if text[start : start + 1] in ('"', "'") and end > start + len(value):
        bound = _BOUND.match(text, end)
        return (value, bound[0], bound.end()) if bound else (value, "", end)
    found = _BOUND.search(value)
    return (value[: found.start()], value[found.start() :], end) if found else (value, "", end)


class _Reader:
    """Reads tokens by recursive descent: either -> every -> not -> term."""

    def __init__(self, tokens: list[_Token], catalog: Catalog) -> None:
        self._tokens = tokens
        self._at = 0
        self._catalog = catalog

    @property
    def token(self) -> _Token:
        """The token to be read next."""
        return self._tokens[self._at]

    def _take(self) -> _Token:
        token = self.token
        self._at += 1
        return token

    def read_either(self, depth: int) -> Node:
        """Read parts joined by ``or``."""
        parts = [self._read_every(depth)]
        while self.token.kind == "or":
            self._take()
            parts.append(self._read_every(depth))
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def _read_every(self, depth: int) -> Node:
        parts = [self._read_not(depth)]
        while self.token.kind not in ("or", ")", "end"):
            if self.token.kind == "and":
                self._take()
            parts.append(self._read_not(depth))
        return parts[0] if len(parts) == 1 else Every(tuple(parts))

    def _read_not(self, depth: int) -> Node:
        if depth > DEEPEST:
            raise QueryError(
                f"Parentheses and minus signs go more than {DEEPEST} deep; write the query flatter.", self.token.span
            )
        token = self._take() if self.token.kind != "end" else self.token
        if token.kind == "-":
            return Not(self._read_not(depth + 1))
        if token.kind == "(":
            inner = self.read_either(depth + 1)
            if self.token.kind != ")":
                raise QueryError("A parenthesis is never closed; add the second one.", token.span)
            self._take()
            return inner
        if token.kind == "term":
            return read_term(Term(token.text, token.operator, token.value, token.span, token.bound), self._catalog)
        if token.kind == "word":
            return Text("any", fold_needle(token.text, token.span))
        raise QueryError(_MISSING[token.kind], token.span)


_MISSING = {
    "or": '"or" needs a condition on both sides; put it in quotation marks to find the word.',
    "and": '"and" needs a condition on both sides; put it in quotation marks to find the word.',
    ")": "A condition is missing before the closing parenthesis.",
    "end": "The query ends where a condition should follow.",
}
