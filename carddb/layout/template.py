"""Card templates: what a TOML file in ``print_templates/cards`` may say, as frozen values.

The language is described for designers at the top of ``print_templates/cards/base.toml``; template_file.py reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

TextSource = str
"""name, type_line, rules, flavor, stats, texts, stat:<code>, text:<code>, or a pattern with {fields}."""


class Traits(NamedTuple):
    """What of a card decides its look; cards with equal traits share one drawn frame."""

    type: str
    affinities: tuple[str, ...]
    rarity: str
    flags: tuple[str, ...]
    roles: tuple[str, ...]
    stats: tuple[str, ...]
    texts: tuple[str, ...]
    has: tuple[str, ...]


TRAIT_KEYS = ("type", "affinity", "affinities", "rarity", "flag", "role", "stat", "text", "has")
"""Keys of ``when`` and ``unless``."""


@dataclass(frozen=True, slots=True)
class Condition:
    """When an element is drawn: every row of ``when`` must name one of the card's traits, none of ``unless``."""

    when: tuple[tuple[str, frozenset[str]], ...] = ()
    unless: tuple[tuple[str, frozenset[str]], ...] = ()

    def holds(self, traits: Traits) -> bool:
        """Return whether a card with these traits gets the element."""
        return all(_meets(traits, key, wanted) for key, wanted in self.when) and not any(
            _meets(traits, key, wanted) for key, wanted in self.unless
        )


def _meets(traits: Traits, key: str, wanted: frozenset[str]) -> bool:
    if key == "affinities":
        return str(len(traits.affinities)) in wanted
    own: str | tuple[str, ...] = getattr(traits, FIELD_OF.get(key, key))
    return own in wanted if isinstance(own, str) else not wanted.isdisjoint(own)


FIELD_OF = {"affinity": "affinities", "flag": "flags", "role": "roles", "stat": "stats", "text": "texts"}
"""Key of a condition -> field of Traits, where they differ."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle tied to the edges of the card; None where another edge and the size decide."""

    left: int | None
    top: int | None
    right: int | None
    bottom: int | None
    width: int | None
    height: int | None

    def place(self, card_width: int, card_height: int) -> tuple[int, int, int, int]:
        """Return x, y, width and height on a card of this size; an unstated width or height is the card's."""
        x, width = _span(self.left, self.right, self.width, card_width)
        y, height = _span(self.top, self.bottom, self.height, card_height)
        return x, y, width, height


def _span(start: int | None, end: int | None, size: int | None, whole: int) -> tuple[int, int]:
    if size is None:
        first = start or 0
        return first, whole - (end or 0) - first
    if start is None and end is None:
        return (whole - size) // 2, size
    return (start if start is not None else whole - (end or 0) - size), size


@dataclass(frozen=True, slots=True)
class GradientPaint:
    """A gradient fill; angle in degrees (0 = left to right, 90 = top to bottom), stops as (offset, colour)."""

    kind: str
    angle: float
    center: tuple[float, float]
    stops: tuple[tuple[float, str], ...]


@dataclass(frozen=True, slots=True)
class PatternPaint:
    """A pattern fill: the name of a pattern (or @table) and the colour it is drawn with."""

    pattern: str
    color: str
    size: int | None


Paint = str | GradientPaint | PatternPaint


@dataclass(frozen=True, slots=True)
class Pattern:
    """A tile of path data that is repeated; ``stroke_width`` (units of ``d``) makes it lines instead of areas."""

    d: str
    box: tuple[float, float]
    size: int
    stroke_width: float


@dataclass(frozen=True, slots=True)
class ShapeElement:
    """A drawn shape; ``shape`` is rect, ellipse, line or path."""

    id: str
    frame: Frame
    condition: Condition
    shape: str
    d: str
    box: tuple[float, float]
    fit: str
    radius: int
    corner: str
    corners: frozenset[str]
    fill: Paint | None
    stroke: str
    stroke_width: int
    opacity: float
    even_odd: bool


@dataclass(frozen=True, slots=True)
class SymbolElement:
    """A path of the catalog; source is affinity, affinity:2, rarity, flag:.., symbol:.. (drawn in its colour)."""

    id: str
    frame: Frame
    condition: Condition
    source: str
    color: str
    stroke: str
    stroke_width: int
    opacity: float


@dataclass(frozen=True, slots=True)
class GridElement:
    """A small grid whose rows light up where ``<parameter>.<row>`` lists a role of the card."""

    id: str
    frame: Frame
    condition: Condition
    parameter: str
    rows: int
    columns: int
    gap: int
    radius: int
    on: str
    off: str
    stroke: str
    stroke_width: int


@dataclass(frozen=True, slots=True, eq=False)
class TextPart:
    """One flow of words inside a text element; sizes in micrometres. Compared as the object that it is.

    drop_below: the part is left out rather than that the box shrinks below this size; None = never left out.
    word_space: factor on the space of the font.
    """

    field: TextSource
    font: str
    bold: str
    italic: str
    size: int
    smallest: int
    color: str
    leading: float
    align: str
    spacing: int
    gap: int
    separator: str
    reminder: bool
    reminder_below: int | None
    drop_below: int | None
    symbol_scale: float
    outline: str
    outline_width: int
    word_space: float


@dataclass(frozen=True, slots=True)
class TextElement:
    """A box of words. lines: most lines, 0 = what fits; wrap_below: below this size a second line is taken."""

    id: str
    frame: Frame
    condition: Condition
    parts: tuple[TextPart, ...]
    step: int
    valign: str
    lines: int
    wrap_below: int | None
    rotate: int
    none: str


@dataclass(frozen=True, slots=True)
class ArtElement:
    """The place of the picture; ``clip`` is path data in ``box`` units, "" for the whole rectangle.

    style: the hand that draws placeholders.
    """

    id: str
    frame: Frame
    condition: Condition
    clip: str
    box: tuple[float, float]
    radius: int
    style: str


Element = ShapeElement | SymbolElement | GridElement | TextElement | ArtElement


@dataclass(frozen=True, slots=True)
class Template:
    """A card template, ready to lay out cards of any size near its own."""

    name: str
    width_um: int
    height_um: int
    bleed_um: int
    fonts: Mapping[str, str]
    colors: Mapping[str, str | Choice]
    tables: Mapping[str, Choice]
    patterns: Mapping[str, Pattern]
    front: tuple[Element, ...]
    back: tuple[Element, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that depends on the card: ``by`` is affinity, rarity, type, flag or role."""

    by: str
    values: Mapping[str, str]
    default: str | None

    def pick(self, traits: Traits, place: int = 1) -> str | None:
        """Return the value for a card; ``place`` counts its affinities from 1, the last one standing in."""
        if self.by == "affinity":
            own = traits.affinities[min(place, len(traits.affinities)) - 1] if traits.affinities else "neutral"
            return self.values.get(own, self.default)
        if self.by in ("rarity", "type"):
            return self.values.get(getattr(traits, self.by), self.default)
        carried = traits.flags if self.by == "flag" else traits.roles
        return next((value for code, value in self.values.items() if code in carried), self.default)
