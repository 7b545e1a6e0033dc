"""The typed tree of rules text: what a card says, as frozen values that can be compared, printed and played.

Only the shared shapes stand here; every trigger, condition, effect and so on is one entry of the registry.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

Side = Literal["any", "own", "enemy"]
Owner = Literal["you", "opponent", "owner", "none"]
Player = Literal["you", "opponent", "each"]


class Node:
    """Anything that a phrase of the registry stands for; ``kind`` says where in a line it may stand."""

    __slots__ = ()
    kind: ClassVar[str] = ""


class Trigger(Node):
    """An event that starts an ability."""

    __slots__ = ()
    kind = "trigger"


class Condition(Node):
    """Something that holds or does not hold."""

    __slots__ = ()
    kind = "condition"


class Effect(Node):
    """Something that is done; entries that can also be paid say so in the registry."""

    __slots__ = ()
    kind = "effect"


class Static(Node):
    """Something that holds for as long as the card is in play."""

    __slots__ = ()
    kind = "static"


class Duration(Node):
    """How long an effect lasts."""

    __slots__ = ()
    kind = "duration"


class Limit(Node):
    """How often an ability may be used."""

    __slots__ = ()
    kind = "limit"


class Event(Node):
    """Something that would happen, and is replaced."""

    __slots__ = ()
    kind = "event"


class Computed(Node):
    """An amount that is worked out in play."""

    __slots__ = ()
    kind = "amount"


@dataclass(frozen=True, slots=True)
class Number:
    """A number as typed."""

    value: int


@dataclass(frozen=True, slots=True)
class Variable:
    """The X of a card."""


Amount = Number | Variable | Computed


@dataclass(frozen=True, slots=True)
class Noun:
    """A word for cards: kind is type, role or card (any card)."""

    kind: Literal["type", "role", "card"]
    code: str


@dataclass(frozen=True, slots=True)
class ZoneRef:
    """A zone and whose it is; "none": the text does not say."""

    zone: str
    owner: Owner


@dataclass(frozen=True, slots=True)
class KeywordUse:
    """A keyword with its numbers; ``name`` is the one of its names that is printed."""

    keyword: str
    name: str
    arguments: tuple[Number | Variable, ...] = ()


@dataclass(frozen=True, slots=True)
class StatBound:
    """A demand on a number of a card: at least or at most."""

    amount: Number | Variable
    stat: str
    at_least: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """Which cards are meant; ``nouns`` are joined by "or", everything else by "and"."""

    nouns: tuple[Noun, ...]
    other: bool = False
    side: Side = "any"
    states: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    zone: ZoneRef | None = None
    place: str = ""
    bound: StatBound | None = None
    keyword: KeywordUse | None = None


@dataclass(frozen=True, slots=True)
class Quantity:
    """How many: one, each, all (a bare plural), the, no, exactly, up_to, at_least, at_most, random."""

    kind: Literal["one", "each", "all", "the", "no", "exactly", "up_to", "at_least", "at_most", "random"]
    number: int = 0


@dataclass(frozen=True, slots=True)
class Reference:
    """A card that the text points at: this, that, attached, opposing ... (codes of the registry)."""

    code: str


@dataclass(frozen=True, slots=True)
class Named:
    """Cards of one name."""

    name: str


@dataclass(frozen=True, slots=True)
class PlayerRef:
    """A player as the object of an effect."""

    player: Player


@dataclass(frozen=True, slots=True)
class Things:
    """Cards chosen by a filter."""

    quantity: Quantity
    filter: Filter


@dataclass(frozen=True, slots=True)
class Pile:
    """The top or bottom cards of a zone; ``count`` None: one, without a number."""

    end: Literal["top", "bottom"]
    count: Number | Variable | None
    zone: ZoneRef


Selector = Reference | Named | PlayerRef | Things | Pile


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one number of a card."""

    stat: str
    sign: Literal[1, -1]
    amount: Number | Variable


@dataclass(frozen=True, slots=True)
class Resource:
    """What a player has: a symbol of the ruleset, or a word for it."""

    kind: Literal["symbol", "word"]
    code: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One sentence of doing: all conditions hold, the costs are paid (if wanted), the effects happen in order."""

    effects: tuple[Effect, ...]
    conditions: tuple[Condition, ...] = ()
    costs: tuple[Effect, ...] = ()
    duration: Duration | None = None


@dataclass(frozen=True, slots=True)
class KeywordLine:
    """Keywords that the card has."""

    keywords: tuple[KeywordUse, ...]


@dataclass(frozen=True, slots=True)
class Triggered:
    """An ability that an event starts; ``mark`` is the code of a marker before it ("Trap:"), or ""."""

    trigger: Trigger
    clauses: tuple[Clause, ...]
    limit: Limit | None = None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Activated:
    """An ability that its controller uses by paying."""

    costs: tuple[Effect, ...]
    clauses: tuple[Clause, ...]
    limit: Limit | None = None


@dataclass(frozen=True, slots=True)
class OneShot:
    """An order: what happens when the card is played, or when its text box is used."""

    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Lasting:
    """What holds while the card is in play and all conditions hold: statics, or effects that last."""

    statics: tuple[Static | Effect, ...]
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Replacement:
    """Something that happens instead of an event."""

    event: Event
    effects: tuple[Effect, ...]


Ability = KeywordLine | Triggered | Activated | OneShot | Lasting | Replacement
