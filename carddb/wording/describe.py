"""An ability in four parts for people: what starts it, when it holds, what it does, and to what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from carddb.wording.printer import Printer
from carddb.wording.tree import (
    Ability,
    Activated,
    Clause,
    KeywordLine,
    Lasting,
    Named,
    OneShot,
    Pile,
    PlayerRef,
    Reference,
    Replacement,
    Things,
    Triggered,
)
from carddb.wording.words import Words


@dataclass(frozen=True, slots=True)
class Description:
    """An ability in words; parts that it does not have are empty. ``kind``: the name of its kind of ability."""

    kind: str
    trigger: str
    condition: str
    cost: str
    effect: str
    target: str


def describe(ability: Ability, words: Words) -> Description:
    """Return an ability in parts, each in the ruleset's own words.

    Raises: Unwritable when the ruleset lacks a phrase or word that the tree needs.
    """
    printer = Printer(words)
    if isinstance(ability, KeywordLine):
        return Description("keywords", "", "", "", ", ".join(printer.keyword(k) for k in ability.keywords), "")
    if isinstance(ability, Lasting):
        condition = _list(printer, ability.conditions)
        return Description(
            "lasting", "", condition, "", _list(printer, ability.statics), _targets(printer, ability.statics)
        )
    if isinstance(ability, Replacement):
        event, effects = printer.node(ability.event), ability.effects
        return Description("replacement", event, "", "", _list(printer, effects), _targets(printer, effects))
    trigger = printer.node(ability.trigger) if isinstance(ability, Triggered) else ""
    costs = ability.costs if isinstance(ability, Activated) else ()
    kind = {Triggered: "triggered", Activated: "activated", OneShot: "order"}[type(ability)]
    clauses = ability.clauses
    effects = tuple(effect for clause in clauses for effect in clause.effects)
    return Description(
        kind,
        trigger,
        "; ".join(_list(printer, clause.conditions) for clause in clauses if clause.conditions),
        "; ".join(
            part for part in (_costs(printer, costs), *(_costs(printer, clause.costs) for clause in clauses)) if part
        ),
        "; ".join(_doing(printer, clause) for clause in clauses),
        _targets(printer, effects),
    )


def _doing(printer: Printer, clause: Clause) -> str:
    effects = _list(printer, clause.effects)
    return f"{effects} {printer.node(clause.duration)}" if clause.duration is not None else effects


def _list(printer: Printer, nodes: tuple[Any, ...]) -> str:
    return ", ".join(printer.node(node) for node in nodes)


def _costs(printer: Printer, nodes: tuple[Any, ...]) -> str:
    return ", ".join(printer.node(node, as_cost=True) for node in nodes)


def _targets(printer: Printer, nodes: tuple[Any, ...]) -> str:
    found = dict.fromkeys(printer.selector(one) for node in nodes for one in _selectors(node))
    return ", ".join(found)


def _selectors(node: Any) -> Iterator[Any]:
    if isinstance(node, Reference | Named | PlayerRef | Things | Pile):
        yield node
    elif is_dataclass(node):
        for one in fields(node):
            yield from _selectors(getattr(node, one.name))
