"""Rules text as data: the typed tree of each line beside its words, and the schema of such trees.

A field that holds its default is left out; the schema names the default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from carddb.catalog import Card
from carddb.exchange.descriptions import describe_node
from carddb.wording.reader import NOTHING, Problem, read_text
from carddb.wording.registry import all_forms
from carddb.wording.tree import (
    Activated,
    Computed,
    Condition,
    Duration,
    Effect,
    Event,
    KeywordLine,
    Lasting,
    Limit,
    OneShot,
    Replacement,
    Static,
    Trigger,
    Triggered,
)
from carddb.wording.words import Words

KINDS: Mapping[type[Any], str] = {
    KeywordLine: "keywords",
    Triggered: "triggered",
    Activated: "activated",
    OneShot: "order",
    Lasting: "lasting",
    Replacement: "replacement",
}
"""Type of an ability -> its kind in an export."""

_FAMILIES = (Trigger, Condition, Effect, Static, Duration, Limit, Event, Computed)
_PLAIN = {int: "integer", str: "string", bool: "boolean", NoneType: "null"}


class OnOneLine(dict[str, Any]):
    """An object that is written on one line of a file."""


def read_lines(card: Card, words: Words) -> list[OnOneLine]:
    """Return what each line of a card's texts says, in order; blank lines and the text "none" say nothing."""
    boxes = {"rules": card.rules, **card.texts}
    return [line for box, text in boxes.items() if text.strip() != NOTHING for line in _lines(box, text, card, words)]


def _lines(box: str, text: str, card: Card, words: Words) -> list[OnOneLine]:
    reading = read_text(text, words, card.name)
    found = []
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        if line.strip():
            pairs = zip(reading.abilities, reading.places, strict=True)
            ability = next((a for a, place in pairs if start <= place[0] < end), None)
            entry = {
                "text_box": box,
                "text": line,
                "span": [start, end],
                "kind": KINDS[type(ability)] if ability is not None else None,
                "tree": dump_node(ability) if ability is not None else None,
                "not_understood": [_problem(p) for p in reading.problems if start <= p.start <= end],
            }
            found.append(OnOneLine(entry))
        start = end + 1
    return found


def _problem(problem: Problem) -> dict[str, Any]:
    return {"words": problem.words, "span": [problem.start, problem.end], "message": problem.message}


def dump_node(value: Any) -> Any:
    """Return a tree as plain data: a node is an object with its type and what differs from the defaults."""
    if isinstance(value, tuple):
        return [dump_node(part) for part in value]
    if not is_dataclass(value):
        return value
    shown = {"type": type(value).__name__}
    node: Any = type(value)
    for name, default in _defaults(node):
        held = getattr(value, name)
        if default is MISSING or held != default:
            shown[name] = dump_node(held)
    return shown


@cache
def _defaults(node: type[Any]) -> tuple[tuple[str, Any], ...]:
    """Return the names and the defaults of a node's fields."""
    return tuple((one.name, one.default) for one in fields(node))


@cache
def tree_schemas() -> Mapping[str, dict[str, Any]]:
    """Return the JSON Schema of every node by its name; "Ability" is the whole of a line."""
    registered = {form.node for form in all_forms().values() if issubclass(form.node, _FAMILIES)}
    found: dict[str, dict[str, Any]] = {
        "Ability": {"anyOf": [_schema(kind) for kind in KINDS], "description": "What a line says."}
    }
    for family in _FAMILIES:
        members = sorted((node for node in registered if issubclass(node, family)), key=lambda node: node.__name__)
        found[family.__name__] = {"anyOf": [_schema(node) for node in members], "description": _said(family)}
    waiting = [*KINDS, *registered]
    while waiting:
        node = waiting.pop()
        if node.__name__ in found:
            continue
        found[node.__name__] = _node_schema(node)
        waiting += [kind for hint in get_type_hints(node).values() for kind in _nodes(hint)]
    return {name: found[name] for name in sorted(found)}


def _node_schema(node: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(node)
    properties: dict[str, Any] = {"type": {"const": node.__name__, "description": "The type of this node."}}
    required = ["type"]
    for one in fields(node):
        part = {**_schema(hints[one.name]), "description": describe_node(node.__name__, one.name)}
        if one.default is MISSING:
            required.append(one.name)
        else:
            part["default"] = dump_node(one.default)
        properties[one.name] = part
    return {
        "type": "object",
        "description": _said(node),
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _said(node: type[Any]) -> str:
    return (node.__doc__ or "").split("\n")[0].replace("``", "")


def _schema(hint: Any) -> dict[str, Any]:
    """Return the schema of a field's type; nodes are referred to."""
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if get_origin(hint) is Literal:
        return {"enum": list(get_args(hint))}
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _schema(get_args(hint)[0])}
    if get_origin(hint) in (Union, UnionType):
        return {"anyOf": [_schema(part) for part in get_args(hint)]}
    return {"$ref": f"#/$defs/{hint.__name__}"}


def _nodes(hint: Any) -> list[type[Any]]:
    """Return the node classes that a type speaks of."""
    if get_args(hint) and get_origin(hint) is not Literal:
        return [node for part in get_args(hint) for node in _nodes(part)]
    return [hint] if isinstance(hint, type) and is_dataclass(hint) else []
