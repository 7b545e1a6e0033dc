"""The tree that a query is read into, and the error of a query that cannot be read. Nothing is matched here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Comparison = Literal["=", "!=", "<", "<=", ">", ">="]
TextField = Literal["any", "name", "text", "code"]
UseField = Literal["has", "grants", "removes", "refers", "effect", "trigger"]
KeywordField = Literal["keyword", "has", "grants", "removes"]
SetField = Literal["type", "affinity", "rarity", "role", "keyword", "set", "deck", "flag", "status"] | UseField


class QueryError(ValueError):
    """A query cannot be read; the message names the place and the remedy.

    span: (first, last + 1) character of the query that the message is about.
    """

    def __init__(self, message: str, span: tuple[int, int]) -> None:
        super().__init__(message)
        self.span = span


@dataclass(frozen=True, slots=True)
class Every:
    """All parts hold."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """At least one part holds."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    part: Node


@dataclass(frozen=True, slots=True)
class Text:
    """A folded text contains the needle, or equals it when ``is_whole``; field "any" is the whole card."""

    field: TextField
    needle: str
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class Among:
    """The card has at least one of these codes in the field; ``words`` names them for people."""

    field: SetField
    codes: frozenset[str]
    words: str


@dataclass(frozen=True, slots=True)
class Numbered:
    """The card has one of these keywords with a number that compares; X is no number."""

    field: KeywordField
    codes: frozenset[str]
    words: str
    comparison: Comparison
    number: int


@dataclass(frozen=True, slots=True)
class Neutral:
    """The card has no affinity."""


@dataclass(frozen=True, slots=True)
class Stat:
    """A printed number compares; ``number`` is None for X. A card without the stat never matches."""

    stat: str
    comparison: Comparison
    number: int | None


@dataclass(frozen=True, slots=True)
class Number:
    """A collector number is exactly this text, or its first whole number compares with a whole number."""

    comparison: Comparison
    value: str | int


Node = Every | Either | Not | Text | Among | Numbered | Neutral | Stat | Number


@dataclass(frozen=True, slots=True)
class Query:
    """A query as typed and its tree; no tree means all cards."""

    text: str
    root: Node | None

    @property
    def is_empty(self) -> bool:
        """Return whether the query asks for all cards."""
        return self.root is None
