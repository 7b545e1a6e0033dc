"""From the grammar's rules to the tree: one method for each rule, named as there.

A method that finds its parts contradictory raises Contradiction; the reader then takes a shorter description.
"""

# ruff: noqa: D102 - each method is described by the rule of its name

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carddb.wording.registry import Form
from carddb.wording.tree import (
    Activated,
    Change,
    Clause,
    Condition,
    Effect,
    Filter,
    KeywordLine,
    KeywordUse,
    Lasting,
    Limit,
    Named,
    Noun,
    Number,
    OneShot,
    Pile,
    PlayerRef,
    Quantity,
    Reference,
    Replacement,
    StatBound,
    Static,
    Things,
    Triggered,
    Variable,
    ZoneRef,
)

Children = Sequence[Any]


class Contradiction(Exception):
    """Parts of a description that exclude each other."""


class Misplaced(Exception):
    """A phrase that cannot stand where it stands."""

    def __init__(self, message: str, phrase: Phrased) -> None:
        super().__init__(message)
        self.phrase = phrase


class Phrased:
    """A phrase that was found in a line: the wording and the node it stands for."""

    __slots__ = ("form", "node", "span")

    def __init__(self, form: Form, node: Any, span: tuple[int, int]) -> None:
        self.form = form
        self.node = node
        self.span = span


class Build:
    """The callbacks of the grammar; tokens carry values of the tree already."""

    # descriptions

    def selector(self, c: Children) -> Any:
        return c[0]

    def reference(self, c: Children) -> Any:
        return Reference(c[0].value)

    def named(self, c: Children) -> Any:
        return Named(c[0].value)

    def opponent(self, c: Children) -> Any:
        return PlayerRef("opponent")

    def each_player(self, c: Children) -> Any:
        return PlayerRef("each")

    def end(self, c: Children) -> Any:
        return "top" if c[0].type == "TOP" else "bottom"

    def number(self, c: Children) -> Any:
        return Number(c[0].value) if c[0].type == "NUMBER" else Variable()

    def pile_one(self, c: Children) -> Any:
        return Pile(c[1], None, c[4])

    def pile_many(self, c: Children) -> Any:
        return Pile(c[1], c[2], c[5])

    def one(self, c: Children) -> Any:
        return Things(Quantity("one"), _filter(c[1]))

    def another(self, c: Children) -> Any:
        parts = c[1]
        if parts["other"]:
            raise Contradiction
        return Things(Quantity("one"), _filter({**parts, "other": True}))

    def each(self, c: Children) -> Any:
        return Things(Quantity("each"), _filter(c[1]))

    def no(self, c: Children) -> Any:
        return Things(Quantity("no"), _filter(c[1]))

    def all(self, c: Children) -> Any:
        return Things(Quantity("all"), _filter(c[-1]))

    def exactly(self, c: Children) -> Any:
        return Things(Quantity("exactly", c[0].value), _filter(c[1]))

    def up_to(self, c: Children) -> Any:
        return Things(Quantity("up_to", c[1].value), _filter(c[2]))

    def at_least(self, c: Children) -> Any:
        return Things(Quantity("at_least", c[0].value), _filter(c[2]))

    def at_most(self, c: Children) -> Any:
        return Things(Quantity("at_most", c[0].value), _filter(c[2]))

    def one_random(self, c: Children) -> Any:
        return Things(Quantity("random", 1), _filter(c[2]))

    def random(self, c: Children) -> Any:
        return Things(Quantity("random", c[0].value), _filter(c[2]))

    def yours(self, c: Children) -> Any:
        parts = c[1]
        if parts["side"] != "any":
            raise Contradiction
        quantity = Quantity("the" if parts["singular"] else "all")
        return Things(quantity, _filter({**parts, "side": "own"}))

    def the(self, c: Children) -> Any:
        if c[1]["side"] == "own":
            raise Contradiction
        return Things(Quantity("the"), _filter(c[1]))

    def cards(self, c: Children) -> Any:
        return _filter(c[0])

    def filter(self, c: Children) -> Any:
        parts: dict[str, Any] = {
            "other": False,
            "side": "any",
            "states": (),
            "flags": (),
            "zone": None,
            "place": "",
            "bound": None,
            "keyword": None,
        }
        for key, value in c:
            if key in ("states", "flags"):
                if value in parts[key]:
                    raise Contradiction
                parts[key] = (*parts[key], value)
            elif key in parts and parts[key] not in ("any", None, "", False):
                raise Contradiction
            else:
                parts[key] = value
        parts["singular"] = parts["nouns"][1]
        return parts

    def before(self, c: Children) -> Any:
        kind = c[0].type
        if kind == "OTHER":
            return "other", True
        if kind == "ENEMY":
            return "side", "enemy"
        return ("states" if kind == "STATE" else "flags"), c[0].value

    def nouns(self, c: Children) -> Any:
        tokens = [t for t in c if t.type != "OR"]
        singular = any(t.type == "NOUN" or (t.type == "CARD" and t.value == "card") for t in tokens)
        nouns = tuple(Noun("card", "card") if t.type == "CARD" else t.value for t in tokens)
        return "nouns", (nouns, singular)

    def own(self, c: Children) -> Any:
        return "side", "own"

    def theirs(self, c: Children) -> Any:
        return "side", "enemy"

    def lying(self, c: Children) -> Any:
        return "zone", c[1]

    def standing(self, c: Children) -> Any:
        return "place", c[0].value

    def with_at_most(self, c: Children) -> Any:
        return "bound", StatBound(c[1], c[2].value, False)

    def with_at_least(self, c: Children) -> Any:
        return "bound", StatBound(c[1], c[2].value, True)

    def with_keyword(self, c: Children) -> Any:
        return "keyword", c[1].value

    def your_zone(self, c: Children) -> Any:
        return ZoneRef(c[1].value, "you")

    def opponents_zone(self, c: Children) -> Any:
        return ZoneRef(c[1].value, "opponent")

    def owners_zone(self, c: Children) -> Any:
        return ZoneRef(c[1].value, "owner")

    def the_zone(self, c: Children) -> Any:
        return ZoneRef(c[-1].value, "none")

    def changes(self, c: Children) -> Any:
        return tuple(part for part in c if isinstance(part, Change))

    def change(self, c: Children) -> Any:
        sign, amount = c[0].value
        return Change(c[1].value, sign, amount)

    def keywords(self, c: Children) -> Any:
        return _keywords(c)

    # a line

    def line(self, c: Children) -> Any:
        return c[0]

    def keyword_line(self, c: Children) -> Any:
        return KeywordLine(_keywords(c))

    def triggered(self, c: Children) -> Any:
        mark = c[0].value.form.code if c[0].type == "MARK" else ""
        trigger = c[1 if mark else 0].value.node
        return Triggered(trigger, _clauses(c), _limit(c), mark)

    def activated(self, c: Children) -> Any:
        return Activated(_costs(c[0]), _clauses(c), _limit(c))

    def lasting(self, c: Children) -> Any:
        conditions = tuple(condition for part in c if isinstance(part, _Opening) for condition in part.conditions)
        done: tuple[Static | Effect, ...] = ()
        for part in c:
            if isinstance(part, _Actions):
                done = _effects(part)
            elif isinstance(part, tuple):
                done = part
        return Lasting(done, conditions)

    def opening(self, c: Children) -> Any:
        if c[0].type == "OPENER":
            return _Opening((c[0].value.node,))
        return _Opening(c[1])

    def statics(self, c: Children) -> Any:
        return tuple(t.value.node for t in c if t.type == "STATIC")

    def replaced(self, c: Children) -> Any:
        return Replacement(c[1].value.node, _effects(c[3]))

    def order(self, c: Children) -> Any:
        return OneShot(_clauses(c))

    def clause(self, c: Children) -> Any:
        conditions: tuple[Condition, ...] = ()
        costs: tuple[Effect, ...] = ()
        effects: tuple[Effect, ...] = ()
        duration = None
        for part in c:
            if isinstance(part, _Opening):
                conditions = part.conditions
            elif isinstance(part, _Paid):
                costs = _costs(part.actions)
            elif isinstance(part, _Actions):
                effects = _effects(part)
            elif part.type == "DURATION":
                duration = part.value.node
        return Clause(effects, conditions, costs, duration)

    def when(self, c: Children) -> Any:
        return _Opening(c[1])

    def paid(self, c: Children) -> Any:
        return _Paid(c[1])

    def conditions(self, c: Children) -> Any:
        return tuple(t.value.node for t in c if t.type == "CONDITION")

    def actions(self, c: Children) -> Any:
        return _Actions([t.value for t in c if t.type == "ACTION"])

    def limit(self, c: Children) -> Any:
        return c[0].value.node


class _Opening:
    def __init__(self, conditions: tuple[Condition, ...]) -> None:
        self.conditions = conditions


class _Actions:
    def __init__(self, phrases: list[Phrased]) -> None:
        self.phrases = phrases


class _Paid:
    def __init__(self, actions: _Actions) -> None:
        self.actions = actions


def _filter(parts: dict[str, Any]) -> Filter:
    chosen = {key: value for key, value in parts.items() if key not in ("nouns", "singular")}
    return Filter(parts["nouns"][0], **chosen)


def _keywords(c: Children) -> tuple[KeywordUse, ...]:
    return tuple(t.value for t in c if t.type == "KEYWORD")


def _clauses(c: Children) -> tuple[Clause, ...]:
    return tuple(part for part in c if isinstance(part, Clause))


def _limit(c: Children) -> Limit | None:
    return c[-1] if isinstance(c[-1], Limit) else None


def _costs(actions: _Actions) -> tuple[Effect, ...]:
    for phrase in actions.phrases:
        if not phrase.form.pays:
            raise Misplaced("This is no cost.", phrase)
    return tuple(phrase.node for phrase in actions.phrases)


def _effects(actions: _Actions) -> tuple[Effect, ...]:
    for phrase in actions.phrases:
        if phrase.form.kind == "payment":
            raise Misplaced("This is a cost, not an effect.", phrase)
    return tuple(phrase.node for phrase in actions.phrases)
