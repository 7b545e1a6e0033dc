"""Hypothesis strategies for every tree that a ruleset's vocabulary can say."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st

from carddb.wording import tree as t
from carddb.wording.effects import CreateToken
from carddb.wording.registry import slots_of
from carddb.wording.words import Words

NUMBERS = st.integers(0, 9999)
ODD_NAMES = (
    "Draw a Card", "Destroy", "Beast", "Beasts you control", "this", "moth", "X", "7", ",", ".", "If you do", "and",
    'Say "Hi"', '"', '""', "{mana}", "+2 Attack", "Wolf", "Wolf of the First Line", "Wolf of the", "to Wolf", "Swift",
    "Poison 300", "Æther’s Gate", "Æther's Gate", "שלום", "狼", "O'", "a", "The", "Old Bram, Who Fell In", "none",
    "Unit 7", "each enemy creature", "Draw 1 card.", "Trap:", "put", "Life", "Energy 2", "é", "Ünder your deck",
)  # fmt: skip

numbers = st.builds(t.Number, NUMBERS) | st.just(t.Variable())


class Trees:
    """Strategies over the words of one ruleset; names of cards may be anything."""

    def __init__(self, words: Words) -> None:
        self.words = words
        mixed = st.lists(st.sampled_from([*sorted(words.known_words - {""}), *ODD_NAMES]), min_size=1, max_size=4)
        anything = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), max_size=12)
        self.names = st.sampled_from(ODD_NAMES) | (mixed.map(" ".join) | anything).map(_tidy).filter(bool)

    def codes(self, kind: str) -> list[str]:
        return sorted(code for of, code in self.words.spelling if of == kind)

    def has(self, *codes: str) -> bool:
        return all(code in self.words.forms for code in codes)

    @cache  # noqa: B019 - one instance for each ruleset
    def abilities(self) -> st.SearchStrategy[Any]:
        kinds = [self.orders(), self.triggered(), self.lasting_effects()]
        if self.words.keywords:
            kinds.append(st.builds(t.KeywordLine, _some(self.keyword())))
        if self.nodes("static"):
            kinds.append(self.lasting())
        if self.costs():
            kinds.append(st.builds(t.Activated, _some(st.sampled_from(self.costs())).flatmap(_each), self.clauses()))
        if self.nodes("event"):
            kinds.append(st.builds(t.Replacement, self.node("event"), _some(self.effect())))
        return st.one_of(kinds)

    @cache  # noqa: B019 - one instance for each ruleset
    def orders(self) -> st.SearchStrategy[Any]:
        return st.builds(t.OneShot, self.clauses())

    @cache  # noqa: B019 - one instance for each ruleset
    def triggered(self) -> st.SearchStrategy[Any]:
        marks = st.sampled_from(
            ["", *(code for code, known in self.words.forms.items() if known.form.kind == "mark")]
        )
        limits = st.none() | self.node("limit") if self.nodes("limit") else st.none()
        return st.builds(t.Triggered, self.node("trigger"), self.clauses(), limits, marks)

    @cache  # noqa: B019 - one instance for each ruleset
    def lasting(self) -> st.SearchStrategy[Any]:
        return st.builds(t.Lasting, _some(self.node("static")), self.openings(0))

    @cache  # noqa: B019 - one instance for each ruleset
    def lasting_effects(self) -> st.SearchStrategy[Any]:
        return st.builds(t.Lasting, _some(self.effect()), self.openings(1))

    @cache  # noqa: B019
    def openings(self, least: int) -> st.SearchStrategy[Any]:
        def ordered(conditions: list[Any]) -> tuple[Any, ...]:
            return tuple(sorted(conditions, key=self.opens))

        return st.lists(self.node("condition"), min_size=least, max_size=2).map(ordered)

    def opens(self, condition: Any) -> bool:
        return any(known.form.opens for known in self.words.by_node[type(condition)])

    @cache  # noqa: B019 - one instance for each ruleset
    def clauses(self) -> st.SearchStrategy[Any]:
        conditions = self.node("condition").filter(lambda one: not self.opens(one))
        costs = st.just(())
        if self.has("may") and self.costs():
            costs = st.just(()) | _some(st.sampled_from(self.costs())).flatmap(_each)
        durations = st.none() | self.node("duration") if self.nodes("duration") else st.none()
        clause = st.builds(
            t.Clause,
            _some(self.effect()),
            st.lists(conditions, max_size=2).map(tuple),
            costs,
            durations,
        )
        return _some(clause)

    @cache  # noqa: B019
    def costs(self) -> list[st.SearchStrategy[Any]]:
        return [self.form(known) for known in self.words.forms.values() if known.form.pays]

    def nodes(self, kind: str) -> list[Any]:
        return [known for known in self.words.forms.values() if known.form.kind == kind]

    @cache  # noqa: B019
    def node(self, kind: str) -> st.SearchStrategy[Any]:
        return st.one_of([self.form(known) for known in self.nodes(kind)])

    def effect(self) -> st.SearchStrategy[Any]:
        return self.node("effect")

    def form(self, known: Any) -> st.SearchStrategy[Any]:
        form = known.form
        holes = {p.name: p.kind for pattern in known.patterns for p in pattern if hasattr(p, "kind")}
        chosen: dict[str, Any] = {}
        for one in fields(form.node):
            if one.name in form.fixed:
                chosen[one.name] = st.just(form.fixed[one.name])
            elif one.name in holes:
                chosen[one.name] = self.slot(holes[one.name])
                if one.default is not MISSING:
                    chosen[one.name] |= st.just(one.default)
        assert set(slots_of(form.node)) >= set(holes)
        return st.builds(form.node, **chosen)

    @cache  # noqa: B019
    def slot(self, kind: str) -> st.SearchStrategy[Any]:
        if kind == "number":
            return numbers
        if kind == "amount":
            return self.amounts()
        if kind in ("zone", "stat", "row", "phase"):
            code = st.sampled_from(self.codes(kind))
            return code if kind != "zone" else self.zone()
        return {
            "selector": self.selector,
            "things": self.things,
            "cards": lambda: self.filter(("any", "own", "enemy")),
            "changes": lambda: _some(self.change()),
            "keywords": lambda: _some(self.keyword()),
            "resource": self.resource,
            "name": lambda: self.names,
        }[kind]()

    @cache  # noqa: B019 - one instance for each ruleset
    def amounts(self) -> st.SearchStrategy[Any]:
        plain: st.SearchStrategy[Any] = numbers
        deep = [known for known in self.nodes("amount") if "of" in slots_of(known.form.node)]
        for known in self.nodes("amount"):
            if known not in deep:
                plain |= self.form(known)
        for known in deep:
            plain |= st.builds(known.form.node, up=st.just(known.form.fixed["up"]), of=plain)
        return plain

    @cache  # noqa: B019 - one instance for each ruleset
    def zone(self) -> st.SearchStrategy[Any]:
        owners = st.sampled_from(["you", "opponent", "owner", "none"])
        return st.builds(t.ZoneRef, st.sampled_from(self.codes("zone")), owners)

    @cache  # noqa: B019 - one instance for each ruleset
    def resource(self) -> st.SearchStrategy[Any]:
        words = [t.Resource("word", code) for code in self.codes("resource")]
        symbols = [t.Resource("symbol", code) for code in sorted(self.words.resource_symbols)]
        return st.sampled_from(symbols + words)

    @cache  # noqa: B019 - one instance for each ruleset
    def keyword(self) -> st.SearchStrategy[Any]:
        def numbered(named: tuple[str, str]) -> st.SearchStrategy[Any]:
            count = len(self.words.keywords[named[0]].arguments)
            return st.builds(t.KeywordUse, st.just(named[0]), st.just(named[1]), st.tuples(*[numbers] * count))

        pairs = [(k.code, name) for k in self.words.keywords.values() for name in (k.name, *k.aliases)]
        return st.sampled_from(pairs).flatmap(numbered)

    @cache  # noqa: B019 - one instance for each ruleset
    def change(self) -> st.SearchStrategy[Any]:
        return st.builds(t.Change, st.sampled_from(self.codes("stat")), st.sampled_from([1, -1]), numbers)

    @cache  # noqa: B019 - one instance for each ruleset
    def selector(self) -> st.SearchStrategy[Any]:
        kinds = [
            st.sampled_from([t.PlayerRef("opponent"), t.PlayerRef("each")]),
            st.builds(t.Pile, st.sampled_from(["top", "bottom"]), st.none() | numbers, self.zone()),
            self.things(),
            st.builds(t.Named, self.names),
        ]
        if self.codes("reference"):
            kinds.append(st.builds(t.Reference, st.sampled_from(self.codes("reference"))))
        return st.one_of(kinds)

    @cache  # noqa: B019 - one instance for each ruleset
    def things(self) -> st.SearchStrategy[Any]:
        plain = st.sampled_from(["one", "each", "all", "no"]).map(t.Quantity)
        counted = st.builds(t.Quantity, st.sampled_from(["exactly", "up_to", "at_least", "at_most"]), NUMBERS)
        random = st.builds(t.Quantity, st.just("random"), st.integers(1, 9))
        anyone = st.builds(t.Things, plain | counted | random, self.filter(("any", "own", "enemy")))
        the = st.builds(t.Things, st.just(t.Quantity("the")), self.filter(("any", "own", "enemy"), singular=True))
        return anyone | the

    @cache  # noqa: B019
    def filter(self, sides: tuple[str, ...], *, singular: bool = False) -> st.SearchStrategy[Any]:
        nouns = [t.Noun("card", "card")]
        for kind in ("type", "role"):
            for code in self.codes(kind):
                one, many = self.words.spelling[kind, code]
                if one != many or not singular:
                    nouns.append(t.Noun(kind, code))  # type: ignore[arg-type]
        states, flags, places = self.codes("state"), self.codes("flag"), self.codes("place")
        return st.builds(
            t.Filter,
            _some(st.sampled_from(nouns)),
            st.booleans(),
            st.sampled_from(sides),
            _few(states),
            _few(flags),
            st.none() | self.zone(),
            st.sampled_from(["", *places]),
            st.none() | st.builds(t.StatBound, numbers, st.sampled_from(self.codes("stat")), st.booleans()),
            st.none() | self.keyword() if self.words.keywords else st.none(),
        )


def _tidy(name: str) -> str:
    return " ".join(name.split())


def names_in(node: Any) -> set[str]:
    """Return the names of cards and tokens that a tree speaks of."""
    if isinstance(node, tuple):
        return {name for one in node for name in names_in(one)}
    if not is_dataclass(node):
        return set()
    found = {name for one in fields(node) for name in names_in(getattr(node, one.name))}
    if isinstance(node, t.Named | CreateToken):
        found.add(node.name)
    return found


def _some(one: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(one, min_size=1, max_size=3).map(tuple)


def _few(codes: list[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(codes), max_size=2, unique=True).map(tuple) if codes else st.just(())


def _each(strategies: tuple[st.SearchStrategy[Any], ...]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.tuples(*strategies)
