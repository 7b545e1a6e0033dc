"""Frozen dataclasses of everything a ruleset holds, each thing named by its code.

No session, no SQL and no judgement here: a Catalog is a value that stages may pass around and compare.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

ParameterValue = int | bool | str | tuple[str, ...]
"""A parameter's value; "no limit" is the word ``none``."""

Bound = int | str | None
"""A limit: a number, the code of a parameter that holds it, or nothing."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One game's rules: its names, its world and the template its cards are printed with."""

    id: int
    uid: str
    code: str
    name: str
    prefix: str
    tagline: str
    description: str
    credits: str
    language: str
    content_version: str
    card_template: str
    players: int
    introduction: str
    version: int = 1
    design: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a parameter of type ``choice`` and the words that a rule prints for it."""

    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """A named number or choice; ``type`` is int, limit, bool, choice, list or severity."""

    code: str
    type: str
    value: ParameterValue
    min: int | None
    max: int | None
    unit: str
    description: str
    origin: str
    rule: str
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of the rulebook; ``text`` is its introduction in booklet markup."""

    code: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered sentence of the rulebook; ``text`` holds {parameter} placeholders."""

    code: str
    section: str
    title: str
    kinds: tuple[str, ...]
    severity: str
    origin: str
    gaps: tuple[str, ...]
    parameters: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a gap, with the parameter values that it sets."""

    code: str
    text: str
    sets: Mapping[str, ParameterValue]


@dataclass(frozen=True, slots=True)
class Ruling:
    """The chosen reading of a gap in the rules, and why it was chosen."""

    code: str
    title: str
    issue: str
    chosen: str
    why: str
    parameters: tuple[str, ...]
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Zone:
    """A place where cards lie; x, y, w, h place it on one player's half of the table, in card slots."""

    code: str
    name: str
    text: str
    owner: str
    kind: str
    face: str
    rows: Bound
    columns: Bound
    x: float
    y: float
    w: float
    h: float
    text_on_diagram: str


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a turn, in order; ``steps`` are the lines of the turn summary."""

    code: str
    name: str
    text: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardType:
    """A card type and what the rules demand of its cards beside stats and texts."""

    code: str
    name: str
    plural: str
    text: str
    in_deck: bool
    rule: str
    affinities_min: Bound
    affinities_max: Bound
    affinities_rule: str
    roles_min: int | None
    roles_rule: str


@dataclass(frozen=True, slots=True)
class StatDef:
    """One printed number of one card type: range, whether it must be there, whether X may stand in it.

    unless: code of a flag that lifts ``required`` (a token needs no cost), or "".
    """

    code: str
    card_type: str
    name: str
    short: str
    text: str
    required: bool
    min: Bound
    max: Bound
    variable: bool
    warn_below: int | None
    unless: str
    rule: str


@dataclass(frozen=True, slots=True)
class TextDef:
    """A further text box of one card type (box "own"), or a demand on its rules text (box "rules")."""

    code: str
    card_type: str
    name: str
    box: str
    required: bool
    opens_with_phrase: bool
    rule: str


@dataclass(frozen=True, slots=True)
class Role:
    """A role or subtype; ``types`` are the card types that may carry it."""

    code: str
    name: str
    text: str
    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Affinity:
    """A colour or faction: its hue, and the sigil that says the same without colour (SVG path, 100 x 100)."""

    code: str
    name: str
    text: str
    color: str
    sigil: str


@dataclass(frozen=True, slots=True)
class Rarity:
    """A rarity; the catalog lists them from the most common to the rarest."""

    code: str
    name: str
    text: str
    mark: str


@dataclass(frozen=True, slots=True)
class Flag:
    """A marker that the ruleset declares (legendary, permanent, token).

    demand: what it asks of texts, with its rule. "lasting": a card whose ability lasts or waits carries it;
    "bearer": a card that carries it is attached only to one that carries it too; "": nothing.
    """

    code: str
    name: str
    text: str
    types: tuple[str, ...]
    severity_elsewhere: str
    rule: str
    on_type_line: bool
    demand: str = ""
    demand_rule: str = ""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A picture in the running text, written {code} (SVG path, 100 x 100, y down)."""

    code: str
    name: str
    path: str
    color: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """A pattern of the house vocabulary of rules texts; <...> in it stands for any words."""

    code: str
    kind: str
    pattern: str
    text: str


@dataclass(frozen=True, slots=True)
class KeywordArgument:
    """A number that a keyword is printed with."""

    code: str
    min: Bound
    max: Bound
    unit: str


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword with its further names; ``reminder`` holds {argument} placeholders."""

    code: str
    name: str
    aliases: tuple[str, ...]
    reminder: str
    text: str
    rule: str
    arguments: tuple[KeywordArgument, ...]


@dataclass(frozen=True, slots=True)
class CardSet:
    """A card set; ``size`` is the stated number of collector numbers."""

    uid: str
    code: str
    name: str
    abbreviation: str
    text: str
    size: int | None


@dataclass(frozen=True, slots=True)
class DeckRule:
    """A demand on decks as data: kind is size, count, copies or affinity (see data/README.md)."""

    code: str
    rule: str
    kind: str
    where: str
    min: Bound
    max: Bound
    severity: str
    message: str
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class StatValue:
    """A number as printed ("X", "3") and what it counts as; ``number`` is None for X, which is not 0."""

    printed: str
    number: int | None


@dataclass(frozen=True, slots=True)
class CardKeyword:
    """A keyword found in a card's text. ``is_own``: the card has it; otherwise the text only speaks of it."""

    keyword: str
    arguments: tuple[int, ...]
    is_own: bool


UseKind = Literal["has", "grants", "removes", "refers", "effect", "trigger"]


@dataclass(frozen=True, slots=True)
class CardUse:
    """One thing that a card's texts use.

    code: a keyword for has, grants and removes; "keyword:poison", "card:stone golem" (folded), "type:creature" or
        "role:beast" for refers; a phrase of the wording language for effect and trigger.
    arguments: the numbers of a keyword; "X" where an X is printed.
    """

    kind: UseKind
    code: str
    arguments: tuple[int | str, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """A tie from one card to another; kind is token, face or companion."""

    kind: str
    to: str


@dataclass(frozen=True, slots=True)
class Printing:
    """A card in a set; the collector number is text.

    art_focus: "50 30", the point of the picture that stays in view, in percent from its left and top.
    art_crop: "10 0 90 100", the part of the picture that may be seen: left, top, right, bottom in percent.
    """

    uid: str
    card_set: str
    number: str
    flavor: str
    artist: str
    art: str
    art_focus: str = ""
    art_crop: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """What the rules know of a card, and its printings. ``uid`` never changes, ``code`` may."""

    id: int
    uid: str
    code: str
    name: str
    type: str
    affinities: tuple[str, ...]
    rarity: str
    roles: tuple[str, ...]
    flags: tuple[str, ...]
    stats: Mapping[str, StatValue]
    rules: str
    texts: Mapping[str, str]
    status: str
    version: int
    keywords: tuple[CardKeyword, ...]
    links: tuple[Link, ...]
    printings: tuple[Printing, ...]
    uses: tuple[CardUse, ...] = ()


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """A card of a deck and how many of it."""

    card: str
    quantity: int


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck list."""

    uid: str
    code: str
    name: str
    style: str
    text: str
    entries: tuple[DeckEntry, ...]


@dataclass(frozen=True, slots=True)
class ScenarioCard:
    """One slot of a figure: a card with what is attached to it, or an empty place with its words."""

    card: str
    attached: tuple[str, ...]
    note: str
    empty: str


@dataclass(frozen=True, slots=True)
class ScenarioRow:
    """A labelled row of cards in a figure."""

    label: str
    cards: tuple[ScenarioCard, ...]


@dataclass(frozen=True, slots=True)
class ScenarioStep:
    """One step of a worked example; verdict is legal, illegal or empty."""

    text: str
    verdict: str
    rules: tuple[str, ...]
    rows: tuple[ScenarioRow, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A position or a worked example, drawn in the booklet when ``in_booklet``."""

    code: str
    name: str
    text: str
    rules: tuple[str, ...]
    in_booklet: bool
    steps: tuple[ScenarioStep, ...]


def type_line(markers: Sequence[str], card_type: str, roles: Sequence[str]) -> str:
    """Return a type line from the names of its parts."""
    line = " ".join([*markers, card_type])
    return f"{line} – {' '.join(roles)}" if roles else line


@dataclass(frozen=True)
class Catalog:
    """Everything of one ruleset, in the order in which it is shown; mappings are keyed by code.

    ``cards`` and ``decks`` may be a part of the database's (see ``carddb.catalog.read``); all else is complete.
    """

    ruleset: Ruleset
    parameters: Mapping[str, Parameter]
    sections: Mapping[str, Section]
    rules: Mapping[str, Rule]
    rulings: Mapping[str, Ruling]
    zones: Mapping[str, Zone]
    phases: Mapping[str, Phase]
    card_types: Mapping[str, CardType]
    stats: tuple[StatDef, ...]
    texts: tuple[TextDef, ...]
    roles: Mapping[str, Role]
    affinities: Mapping[str, Affinity]
    rarities: Mapping[str, Rarity]
    flags: Mapping[str, Flag]
    symbols: Mapping[str, Symbol]
    keywords: Mapping[str, Keyword]
    phrases: Mapping[str, Phrase]
    card_sets: Mapping[str, CardSet]
    deck_rules: tuple[DeckRule, ...]
    cards: tuple[Card, ...]
    decks: Mapping[str, Deck]
    scenarios: Mapping[str, Scenario] = field(default_factory=dict)

    @cached_property
    def card_by_code(self) -> Mapping[str, Card]:
        """Return the cards keyed by code."""
        return {card.code: card for card in self.cards}

    @cached_property
    def stats_of_type(self) -> Mapping[str, Mapping[str, StatDef]]:
        """Return for each card type its stat definitions by code, in the order of the file."""
        return {t: {s.code: s for s in self.stats if s.card_type == t} for t in self.card_types}

    @cached_property
    def texts_of_type(self) -> Mapping[str, tuple[TextDef, ...]]:
        """Return for each card type its text boxes and demands on texts."""
        return {t: tuple(d for d in self.texts if d.card_type == t) for t in self.card_types}

    @cached_property
    def stat_names(self) -> Mapping[str, str]:
        """Return every code and short name of a stat, in small letters, with the code it stands for."""
        names = {stat.short.lower(): stat.code for stat in self.stats}
        names.update({stat.code: stat.code for stat in self.stats})
        return names

    def type_line(self, card: Card) -> str:
        """Return the type line as printed: markers, card type and roles, such as "Legendary Creature – Golem"."""
        return type_line(
            [self.flags[code].name for code in card.flags if self.flags[code].on_type_line],
            self.card_types[card.type].name,
            [self.roles[code].name for code in card.roles],
        )

    def number(self, bound: Bound) -> int | None:
        """Return the number that a bound stands for; None is "no limit".

        Raises: KeyError when the bound names a parameter that the ruleset does not have.
        """
        if bound is None or isinstance(bound, int):
            return bound
        value = self.parameters[bound].value
        return value if isinstance(value, int) else None
