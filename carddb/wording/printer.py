"""The canonical wording of a tree in a ruleset's words; what the reader makes of it is the same tree again."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from carddb.wording.registry import Hole, Pattern, Word
from carddb.wording.tree import (
    Ability,
    Activated,
    Change,
    Clause,
    Computed,
    Filter,
    KeywordLine,
    KeywordUse,
    Lasting,
    Named,
    Node,
    Noun,
    Number,
    OneShot,
    Pile,
    PlayerRef,
    Quantity,
    Reference,
    Replacement,
    Resource,
    Things,
    Triggered,
    Variable,
    ZoneRef,
)
from carddb.wording.words import KnownForm, Words

_VOWELS = tuple("aeiouAEIOU")
_SOUNDS_LIKE_YOU = ("uni", "use", "eu", "one", "ewe")
_SILENT_H = ("hour", "honest", "heir", "honour", "honor")
_OWNERS = {"you": "your", "opponent": "your opponent's", "owner": "its owner's", "none": "the"}
_COUNTED = (Number, Variable, Computed, Reference, Named, PlayerRef, Things, Pile)
_TIGHT = (",", ".", ":", ";", ")", "!", "?")


class Unwritable(ValueError):
    """A tree that the ruleset has no words for."""


def print_ability(ability: Ability, words: Words) -> str:
    """Return an ability as one line.

    Raises: Unwritable when the ruleset lacks a phrase or word that the tree needs.
    """
    return Printer(words).ability(ability)


class Printer:
    """Prints trees in the words of one ruleset."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def ability(self, ability: Ability) -> str:
        """Return an ability as one line, with its capitals and its full stop."""
        if isinstance(ability, KeywordLine):
            return ", ".join(self.keyword(use) for use in ability.keywords)
        if isinstance(ability, Triggered):
            start = f"{self._capital(self._marker('mark', ability.mark))} " if ability.mark else ""
            trigger = self._capital(self.node(ability.trigger))
            return f"{start}{trigger}, {self._clauses(ability.clauses, inside=True)}{self._limit(ability)}"
        if isinstance(ability, Activated):
            costs = self._capital(self._joined(ability.costs, as_cost=True))
            return f"{costs}: {self._clauses(ability.clauses)}{self._limit(ability)}"
        if isinstance(ability, OneShot):
            return self._clauses(ability.clauses)
        if isinstance(ability, Replacement):
            return f"If {self.node(ability.event)}, {self._joined(ability.effects)} instead."
        return self._lasting(ability)

    def node(self, node: Node, *, as_cost: bool = False) -> str:
        """Return a node of the registry in the first wording that fits it."""
        for known in self._words.by_node.get(type(node), ()):
            if as_cost and not known.form.pays:
                continue
            for pattern in known.patterns:
                if _fits(known, pattern, node):
                    return self._fill(pattern, node)
        raise Unwritable(f"The ruleset has no phrase for {type(node).__name__}.")

    def selector(self, value: Any, *, counted: bool = False) -> str:
        """Return a description of cards or of a player; ``counted``: cards are counted, not chosen."""
        if isinstance(value, Reference):
            return self._spell("reference", value.code)
        if isinstance(value, Named):
            return self._name(value.name)
        if isinstance(value, PlayerRef):
            return "your opponent" if value.player == "opponent" else "each player"
        if isinstance(value, Pile):
            return self._pile(value)
        return self._things(value, counted)

    def keyword(self, use: KeywordUse) -> str:
        """Return a keyword with its numbers, under the name that the card prints."""
        return " ".join([use.name, *(self._number(number) for number in use.arguments)])

    def _clauses(self, clauses: tuple[Clause, ...], *, inside: bool = False) -> str:
        texts = [self._clause(clause) for clause in clauses]
        return " ".join(text if inside and not at else self._capital(text) for at, text in enumerate(texts))

    def _clause(self, clause: Clause) -> str:
        parts = []
        if clause.conditions:
            parts.append(f"if {' and '.join(self.node(c) for c in clause.conditions)},")
        if clause.costs:
            parts.append(self._marker("may"))
            parts.append(self._joined(clause.costs, as_cost=True) + _gap(self._marker("do")) + self._marker("do"))
        parts.append(self._joined(clause.effects))
        if clause.duration is not None:
            parts.append(self.node(clause.duration))
        return " ".join(parts) + "."

    def _lasting(self, ability: Lasting) -> str:
        opened: list[str] = []
        while_: list[str] = []
        for condition in ability.conditions:
            text = self.node(condition)
            if self._opens(condition):
                opened.append(f"{text},")
            else:
                while_.append(text)
        if while_:
            opened.insert(0, f"while {' and '.join(while_)},")
        return self._capital(" ".join([*opened, self._joined(ability.statics)]) + ".")

    def _opens(self, condition: Node) -> bool:
        known = self._words.by_node.get(type(condition), ())
        return any(one.form.opens for one in known)

    def _limit(self, ability: Triggered | Activated) -> str:
        return f" {self._capital(self.node(ability.limit))}." if ability.limit is not None else ""

    def _joined(self, nodes: tuple[Any, ...], *, as_cost: bool = False) -> str:
        return " and ".join(self.node(node, as_cost=as_cost) for node in nodes)

    def _marker(self, kind: str, code: str = "") -> str:
        for known in self._words.forms.values():
            if known.form.kind == kind and code in ("", known.form.code):
                return self._fill(known.patterns[0], None)
        raise Unwritable(f"The ruleset has no phrase for {code or kind!r}.")

    def _fill(self, pattern: Pattern, node: Any) -> str:
        text = ""
        plural = False
        before: Any = None
        for piece in pattern:
            gap = " " if text else ""
            if isinstance(piece, Word):
                word = piece.plural if plural and piece.plural else piece.singular
                gap = _gap(word) if text else ""
            else:
                value = getattr(node, piece.name)
                word = self._value(piece, value, is_one=before == Number(1))
                before = value
                plural = _is_plural(value) if isinstance(value, _COUNTED) else plural
            text += gap + word
        return text

    def _value(self, hole: Hole, value: Any, *, is_one: bool) -> str:
        if hole.kind in ("selector", "things"):
            return self.selector(value, counted=hole.kind == "things")
        if hole.kind == "cards":
            return self._cards(value)
        if hole.kind == "changes":
            return " and ".join(self._change(change) for change in value)
        if hole.kind == "keywords":
            return " and ".join(self.keyword(use) for use in value)
        if isinstance(value, ZoneRef):
            return self._zone(value)
        if isinstance(value, Resource):
            return self._spell("symbol" if value.kind == "symbol" else "resource", value.code, not is_one)
        if isinstance(value, Number | Variable):
            return self._number(value)
        if isinstance(value, Computed):
            return self.node(value)
        if hole.kind == "name":
            return self._name(value)
        return self._spell(hole.kind, value)

    def _things(self, things: Things, counted: bool) -> str:
        quantity, what = things.quantity, things.filter
        is_yours = what.side == "own" and quantity.kind in (("the",) if counted else ("all", "the"))
        plural = _is_plural(things)
        other = what.other and quantity.kind != "one"
        text = " ".join([*self._before(what, other, plural), *self._after(what, is_yours, counted)])
        return _determiner(quantity, text, what.other, is_yours) + text

    def _cards(self, what: Filter) -> str:
        return " ".join([*self._before(what, what.other, False), *self._after(what, False, True)])

    def _before(self, what: Filter, other: bool, plural: bool) -> list[str]:
        return [
            *(["other"] if other else []),
            *(self._spell("state", code) for code in what.states),
            *(["enemy"] if what.side == "enemy" else []),
            *(self._spell("flag", code) for code in what.flags),
            " or ".join(self._noun(noun, plural) for noun in what.nouns),
        ]

    def _after(self, what: Filter, is_yours: bool, counted: bool) -> list[str]:
        parts = []
        if what.side == "own" and not is_yours:
            parts.append("you control")
        if what.zone is not None:
            parts.append(f"{'in' if counted else 'from'} {self._zone(what.zone)}")
        if what.place:
            parts.append(self._spell("place", what.place))
        if what.bound is not None:
            words = "or more" if what.bound.at_least else "or less"
            parts.append(f"with {self._number(what.bound.amount)} {self._spell('stat', what.bound.stat)} {words}")
        if what.keyword is not None:
            parts.append(f"with {self.keyword(what.keyword)}")
        return parts

    def _noun(self, noun: Noun, plural: bool) -> str:
        if noun.kind == "card":
            return "cards" if plural else "card"
        return self._spell(noun.kind, noun.code, plural)

    def _pile(self, pile: Pile) -> str:
        count = f" {self._number(pile.count)}" if pile.count is not None else ""
        card = "cards" if pile.count is not None and pile.count != Number(1) else "card"
        return f"the {pile.end}{count} {card} of {self._zone(pile.zone)}"

    def _zone(self, zone: ZoneRef) -> str:
        return f"{_OWNERS[zone.owner]} {self._spell('zone', zone.zone)}"

    def _change(self, change: Change) -> str:
        sign = "+" if change.sign == 1 else "-"
        return f"{sign}{self._number(change.amount)} {self._spell('stat', change.stat)}"

    def _number(self, number: Number | Variable) -> str:
        return str(number.value) if isinstance(number, Number) else "X"

    def _name(self, name: str) -> str:
        return self._words.names.write(name)

    def _spell(self, kind: str, code: str, plural: bool = False) -> str:
        try:
            return self._words.spell(kind, code, plural=plural)
        except KeyError:
            raise Unwritable(f"The ruleset has no word for the {kind} {code!r}.") from None

    def _capital(self, text: str) -> str:
        """Return a text with a capital, unless it begins with a name, whose letters are its own."""
        return text if self._words.names.begins(text) else text[:1].upper() + text[1:]


def _fits(known: KnownForm, pattern: Pattern, node: Any) -> bool:
    holes = {piece.name: piece for piece in pattern if isinstance(piece, Hole)}
    for one in fields(node):
        value = getattr(node, one.name)
        if one.name in holes:
            if value is None or not _may_fill(holes[one.name].kind, value):
                return False
        elif one.name in known.form.fixed:
            if known.form.fixed[one.name] != value:
                return False
        elif value != one.default:
            return False
    return True


def _may_fill(kind: str, value: Any) -> bool:
    if kind == "number":
        return isinstance(value, Number | Variable)
    if kind == "things":
        return isinstance(value, Things)
    return True


def _is_plural(value: Any) -> bool:
    if isinstance(value, Number):
        return value.value != 1
    if isinstance(value, Variable | Computed):
        return True
    if isinstance(value, Things):
        quantity = value.quantity
        if quantity.kind in ("exactly", "up_to", "random"):
            return quantity.number != 1
        return quantity.kind in ("all", "at_least", "at_most")
    return False


def _determiner(quantity: Quantity, text: str, other: bool, is_yours: bool) -> str:
    kind, number = quantity.kind, quantity.number
    if kind == "one":
        return "another " if other else f"{article(text)} "
    if kind == "random":
        return "a random " if number == 1 else f"{number} random "
    if kind in ("all", "the"):
        return "your " if is_yours else "" if kind == "all" else "the "
    return {
        "each": "each ",
        "no": "no ",
        "exactly": f"{number} ",
        "up_to": f"up to {number} ",
        "at_least": f"{number} or more ",
        "at_most": f"{number} or less ",
    }[kind]


def article(text: str) -> str:
    """Return the article that a text wants: "an hour", "a unicorn"."""
    word = text.lower()
    if word.startswith(_SILENT_H):
        return "an"
    return "an" if text.startswith(_VOWELS) and not word.startswith(_SOUNDS_LIKE_YOU) else "a"


def _gap(word: str) -> str:
    return "" if word.startswith(_TIGHT) else " "
