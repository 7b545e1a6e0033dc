"""Two or three versions of one thing, side by side: what was, what others made of it, what is being saved."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from carddb.exchange.toml import write_toml

Values = Mapping[str, Any]

HIDDEN = ("uid", "version")
"""Keys that people neither type nor compare."""

_WORDS = re.compile(r"\s+|[^\s\w]|\w+")
_NESTED = ("stats", "texts", "cards")
_LONGEST = 4000


@dataclass(frozen=True, slots=True)
class Change:
    """A field that differs: before and after as text, and as one text with both marked."""

    field: str
    before: str
    after: str
    marked: Markup


@dataclass(frozen=True, slots=True)
class Clash:
    """A field in three versions; ``who`` changed it: mine, theirs or both."""

    field: str
    base: str
    theirs: str
    mine: str
    who: str


def changes(before: Values | None, after: Values | None) -> list[Change]:
    """Return the fields that differ between two versions of a document; None is a thing that is not there."""
    old, new = _flat(before or {}), _flat(after or {})
    found = []
    for name in dict.fromkeys((*old, *new)):
        left, right = old.get(name, ""), new.get(name, "")
        if left != right:
            found.append(Change(name, left, right, _mark(left, right)))
    return found


def clashes(base: Values | None, theirs: Values, mine: Values) -> list[Clash]:
    """Return the fields in which mine and theirs differ; without a base everything counts as changed by both."""
    old = _flat(base) if base is not None else None
    left, right = _flat(theirs), _flat(mine)
    found = []
    for name in dict.fromkeys((*left, *right)):
        a, b = left.get(name, ""), right.get(name, "")
        if a == b:
            continue
        start = old.get(name, "") if old is not None else ""
        who = "both" if old is None or (a != start and b != start) else "theirs" if a != start else "mine"
        found.append(Clash(name, start, a, b, who))
    return found


def merged(base: Values, theirs: Values, mine: Values) -> dict[str, Any]:
    """Return mine, with theirs in every field that I left as it was."""
    result: dict[str, Any] = {}
    for name in dict.fromkeys((*mine, *theirs)):
        old, left, right = base.get(name), theirs.get(name), mine.get(name)
        if name in _NESTED and isinstance(left, Mapping) and isinstance(right, Mapping):
            inner = merged(old if isinstance(old, Mapping) else {}, left, right)
            result[name] = {key: value for key, value in inner.items() if value is not None}
        else:
            result[name] = left if right == old else right
    return result


def _flat(values: Values) -> dict[str, str]:
    return dict(_pairs(values))


def _pairs(values: Values) -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        if name in HIDDEN:
            continue
        if name in _NESTED and isinstance(value, Mapping):
            for key, inner in value.items():
                yield f"{name}.{key}", show(inner)
        elif show(value):
            yield name, show(value)


def show(value: Any) -> str:
    """Return a value of a document as text to compare."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        if value and all(isinstance(item, Mapping) for item in value):
            plain = [{k: v for k, v in item.items() if k not in HIDDEN and v not in ("", [], None)} for item in value]
            return "\n".join(_entry(item) for item in plain)
        return ", ".join(show(item) for item in value)
    if isinstance(value, Mapping):
        return _entry({k: v for k, v in value.items() if k not in HIDDEN})
    return str(value)


def _entry(item: Mapping[str, Any]) -> str:
    if all(isinstance(value, str | int | bool) for value in item.values()):
        return " · ".join(f"{key} {show(value)}" for key, value in item.items())
    return write_toml(dict(item)).strip()


def sides(before: str, after: str) -> tuple[Markup, Markup]:
    """Return two versions of a text, each with the words marked that the other does not have."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    left: list[Markup] = []
    right: list[Markup] = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            left.append(escape("".join(old[a:b])))
            right.append(escape("".join(new[c:d])))
            continue
        if b > a:
            left.append(Markup("<del>{}</del>").format("".join(old[a:b])))
        if d > c:
            right.append(Markup("<ins>{}</ins>").format("".join(new[c:d])))
    return Markup("").join(left), Markup("").join(right)


def _mark(before: str, after: str) -> Markup:
    if len(before) + len(after) > _LONGEST:
        return Markup("<del>{}</del> <ins>{}</ins>").format(before[:_LONGEST], after[:_LONGEST])
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    parts: list[Markup] = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            parts.append(escape("".join(old[a:b])))
            continue
        if b > a:
            parts.append(Markup("<del>{}</del>").format("".join(old[a:b])))
        if d > c:
            parts.append(Markup("<ins>{}</ins>").format("".join(new[c:d])))
    return Markup("").join(parts)
