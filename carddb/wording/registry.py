"""The one registry of rules text: each phrase with its words, its arguments and the node that it stands for.

A pattern is literal words and <argument> slots; "card|cards" is singular or plural of the argument before it, and
what stands in [brackets] may be missing; <argument:kind> narrows or widens what may stand there. The words here are
defaults: a ruleset's phrase rows name the codes that it knows and may word them differently. The defaults and the
words in ``also`` are then read too, and printed in the ruleset's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from itertools import chain
from typing import Any, TypeVar, cast, dataclass_transform

from carddb.wording.loose import LOOSELY
from carddb.wording.tree import Node


@dataclass(frozen=True, slots=True)
class Slot:
    """What may stand for an argument. low and high: sensible numbers (judged by the checks, not by the reader)."""

    kind: str
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """Literal words of a pattern; ``plural`` is used when the argument before it is plural."""

    singular: str
    plural: str = ""


@dataclass(frozen=True, slots=True)
class Hole:
    """An argument of a pattern."""

    name: str
    kind: str


Pattern = tuple[Word | Hole, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """One wording of an entry: ``fixed`` are the arguments that these words already say.

    pays: it may stand as a cost. opens: a condition that stands without "if" or "while". also: other words that
    designers use for it; they are read, never printed.
    """

    code: str
    kind: str
    node: type[Any]
    pattern: str
    text: str
    fixed: Mapping[str, Any] = field(default_factory=dict)
    pays: bool = False
    opens: bool = False
    also: tuple[str, ...] = ()


FORMS: dict[str, Form] = {}

_N = TypeVar("_N", bound=type)
_PIECE = re.compile(r"<([a-z_]+)(?::([a-z]+))?>|\[|\]|[^<>\[\]]+")
WORD = re.compile(r"\{[a-z0-9_]+\}|\d+|[^\W\d_]+(?:['’\-][^\W\d_]+)*(?:\|[^\W\d_]+(?:['’\-][^\W\d_]+)*)?|\S")


def slot(kind: str, low: int | None = None, high: int | None = None, *, default: Any = MISSING) -> Any:
    """Declare an argument of an entry; ``kind`` names what may stand there."""
    metadata = {"slot": Slot(kind, low, high)}
    return field(metadata=metadata) if default is MISSING else field(default=default, metadata=metadata)


@dataclass_transform(frozen_default=True, field_specifiers=(slot,))
def entry(*forms: Form) -> Callable[[_N], _N]:
    """Register the wordings of a node class; the first that fits a node prints it."""

    def register(node: _N) -> _N:
        frozen: Any = dataclass(frozen=True, slots=True)(node)
        for form in forms:
            add_form(frozen, form)
        return cast(_N, frozen)

    return register


def add_form(node: type[Any], form: Form) -> None:
    """Add one wording.

    Raises: ValueError when the code is taken or the pattern has an unknown argument.
    """
    if form.code in FORMS:
        raise ValueError(f"phrase {form.code!r} is registered twice")
    kind = form.kind or node.kind
    whole = Form(
        form.code, kind, node, form.pattern, form.text, form.fixed, form.pays, form.opens, LOOSELY.get(form.code, ())
    )
    for pattern in (whole.pattern, *whole.also):
        read_pattern(whole, pattern)
    FORMS[form.code] = whole


def form(
    code: str,
    pattern: str,
    text: str,
    kind: str = "",
    pays: bool = False,
    opens: bool = False,
    **fixed: Any,
) -> Form:
    """Describe one wording for ``entry``."""
    return Form(code, kind, Node, pattern, text, fixed, pays, opens)


def slots_of(node: type[Any]) -> Mapping[str, Slot]:
    """Return the arguments of a node class by name, in order."""
    return {f.name: f.metadata["slot"] for f in fields(node) if "slot" in f.metadata}


def read_pattern(owner: Form, pattern: str) -> tuple[Pattern, ...]:
    """Return a pattern as the sequences of words and holes that it allows, the fullest first.

    Raises: ValueError for brackets that do not close and for arguments that the entry does not have.
    """
    groups: list[list[Word | Hole]] = [[]]
    optional: list[bool] = [False]
    for match in _PIECE.finditer(pattern):
        if match[1]:
            groups[-1].append(_hole(owner, match[1], match[2]))
        elif match[0] in "[]":
            if (match[0] == "[") == optional[-1]:
                raise ValueError(f"brackets of {pattern!r} do not pair")
            groups.append([])
            optional.append(match[0] == "[")
        else:
            groups[-1].extend(_words(match[0]))
    if optional[-1]:
        raise ValueError(f"brackets of {pattern!r} do not pair")
    found: list[list[list[Word | Hole]]] = [[]]
    for group, may_miss in zip(groups, optional, strict=True):
        found = [*([*one, group] for one in found), *(found if may_miss else ())]
    return tuple(tuple(chain.from_iterable(one)) for one in found)


def _hole(owner: Form, name: str, kind: str | None) -> Hole:
    slots = slots_of(owner.node)
    if name not in slots:
        raise ValueError(f"{owner.code!r} has no argument {name!r}; it has {', '.join(slots) or 'none'}")
    return Hole(name, kind or slots[name].kind)


def _words(text: str) -> list[Word]:
    words = []
    for match in WORD.finditer(text):
        singular, bar, plural = match[0].partition("|")
        words.append(Word(singular, plural) if bar and singular and plural else Word(match[0]))
    return words


def all_forms() -> Mapping[str, Form]:
    """Return every registered wording by code."""
    from carddb.wording import effects, events, statics  # noqa: F401  (importing registers)

    return FORMS
