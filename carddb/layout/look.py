"""The look of a card: what its template draws for its traits, made once and shared by all cards that look alike.

Static elements in a row become one form; texts and art stay between them, to be filled in for each card.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

from carddb.catalog import Catalog
from carddb.layout import shapes
from carddb.layout.art.place import NEUTRAL
from carddb.layout.boxes import Box, Fill, FormUse, Gradient, Group, Path, make_form
from carddb.layout.colors import Palette
from carddb.layout.template import (
    FIELD_OF,
    ArtElement,
    Choice,
    Element,
    GradientPaint,
    GridElement,
    Paint,
    ShapeElement,
    SymbolElement,
    Template,
    TextElement,
    TextPart,
    Traits,
)


class TextSlot(NamedTuple):
    """A text element in its place, with the colours of this look."""

    element: TextElement
    x: int
    y: int
    width: int
    height: int
    parts: tuple[TextPart, ...]


class ArtSlot(NamedTuple):
    """The place of the picture, the path that clips it, the hand of a placeholder and its hue without an affinity."""

    x: int
    y: int
    width: int
    height: int
    clip: str
    style: str
    neutral: str


Segment = FormUse | TextSlot | ArtSlot


class Looks:
    """The looks of one template for one ruleset and card size, made as they are asked for."""

    def __init__(self, template: Template, catalog: Catalog, width_um: int, height_um: int) -> None:
        self._template = template
        self._catalog = catalog
        self.width_um = width_um
        self.height_um = height_um
        self._palette = Palette(template.colors, {a.code: a.color for a in catalog.affinities.values()})
        self._relevant = relevant_traits(template)
        self._seen: dict[Traits, Traits] = {}
        self._front: dict[Traits, tuple[Segment, ...]] = {}
        self._back: dict[Traits, tuple[Segment, ...]] = {}

    def front(self, traits: Traits) -> tuple[Segment, ...]:
        """Return what to draw on the front, bottom first."""
        traits = self._reduced(traits)
        found = self._front.get(traits)
        if found is None:
            found = self._front[traits] = self._segments(self._template.front, traits)
        return found

    def back(self, traits: Traits) -> tuple[Segment, ...]:
        """Return what to draw on the back, bottom first."""
        traits = self._reduced(traits)
        found = self._back.get(traits)
        if found is None:
            found = self._back[traits] = self._segments(self._template.back, traits)
        return found

    def _reduced(self, traits: Traits) -> Traits:
        """Return the traits without those that the template never asks for, so that more cards share a look."""
        found = self._seen.get(traits)
        if found is None:
            wanted = self._relevant
            rows: dict[str, object] = {}
            for name, value in traits._asdict().items():
                if name == "affinities" or ("*", name) in wanted:
                    rows[name] = value
                elif isinstance(value, str):
                    rows[name] = value if any(key == name for key, _ in wanted) else ""
                else:
                    rows[name] = tuple(v for v in value if (name, v) in wanted)
            found = self._seen[traits] = Traits(**rows)  # type: ignore[arg-type]
        return found

    def color(self, expression: str, traits: Traits) -> str:
        """Return a colour of the template for a card."""
        return self._palette.resolve(expression, traits)

    def _segments(self, elements: tuple[Element, ...], traits: Traits) -> tuple[Segment, ...]:
        out: list[Segment] = []
        still: list[Box] = []
        for element in elements:
            if not element.condition.holds(traits):
                continue
            x, y, width, height = element.frame.place(self.width_um, self.height_um)
            if isinstance(element, TextElement | ArtElement):
                self._close(out, still)
                out.append(self._slot(element, traits, x, y, width, height))
            elif width > 0 and height >= 0:
                still += self._still(element, traits, x, y, width, height)
        self._close(out, still)
        return tuple(out)

    def _close(self, out: list[Segment], still: list[Box]) -> None:
        if still:
            bleed = self._template.bleed_um
            bbox = (-bleed, -bleed, self.width_um + bleed, self.height_um + bleed)
            out.append(FormUse(make_form(tuple(still), bbox), 0, 0))
            still.clear()

    def _slot(
        self, element: TextElement | ArtElement, traits: Traits, x: int, y: int, width: int, height: int
    ) -> TextSlot | ArtSlot:
        if isinstance(element, ArtElement):
            if element.clip:
                d = self._value(element.clip, traits)
                clip = shapes.fitted_path(d, element.box, x, y, width, height, "stretch")
            else:
                corners = frozenset(("tl", "tr", "br", "bl"))
                clip = shapes.rounded(x, y, width, height, element.radius, element.radius, "round", corners)
            neutral = self.color("neutral", traits)[:7] if "neutral" in self._template.colors else NEUTRAL
            return ArtSlot(x, y, width, height, clip, element.style, neutral)
        parts = []
        for part in element.parts:
            colors = {n: self.color(v, traits) for n in ("color", "separator", "outline") if (v := getattr(part, n))}
            parts.append(replace(part, **colors))  # type: ignore[arg-type]
        return TextSlot(element, x, y, width, height, tuple(parts))

    def _still(self, element: Element, traits: Traits, x: int, y: int, width: int, height: int) -> list[Box]:
        if isinstance(element, ShapeElement):
            return self._shape(element, traits, x, y, width, height)
        if isinstance(element, SymbolElement):
            return self._symbol(element, traits, x, y, width, height)
        assert isinstance(element, GridElement)
        return self._grid(element, traits, x, y, width, height)

    def _value(self, text: str, traits: Traits) -> str:
        """Return a text, or what its @table says for the card ("" when the table is silent)."""
        if not text.startswith("@"):
            return text
        name, _, place = text[1:].partition(":")
        choice: Choice = self._template.tables[name]
        return choice.pick(traits, int(place or 1)) or ""

    def _shape(self, element: ShapeElement, traits: Traits, x: int, y: int, width: int, height: int) -> list[Box]:
        if element.shape == "rect":
            r = element.radius
            d = shapes.rounded(x, y, width, height, r, r, element.corner, element.corners)
        elif element.shape == "ellipse":
            d = shapes.ellipse(x, y, width, height)
        elif element.shape == "line":
            d = f"M{x} {y} L{x + width} {y + height}"
        else:
            own = self._value(element.d, traits)
            if not own:
                return []
            d = shapes.fitted_path(own, element.box, x, y, width, height, element.fit)
        stroke = self.color(element.stroke, traits) if element.stroke else None
        boxes = self._filled(d, element.fill, traits, (x, y, width, height), element.even_odd)
        if stroke:
            boxes.append(Path(d, None, stroke, element.stroke_width))
        return _with_opacity(boxes, element.opacity)

    def _filled(
        self, d: str, paint: Paint | None, traits: Traits, frame: tuple[int, int, int, int], even_odd: bool
    ) -> list[Box]:
        if paint is None:
            return []
        x, y, width, height = frame
        if isinstance(paint, str):
            return [Path(d, self.color(paint, traits), even_odd=even_odd)]
        if isinstance(paint, GradientPaint):
            return [Path(d, self._gradient(paint, traits, frame), even_odd=even_odd)]
        pattern = self._template.patterns.get(self._value(paint.pattern, traits))
        if pattern is None or not pattern.d:
            return []
        size = paint.size or pattern.size
        tiles = shapes.tiled(pattern.d, pattern.box, size, x, y, width, height)
        color = self.color(paint.color, traits)
        line = round(pattern.stroke_width * size / pattern.box[0])
        inner = Path(tiles, None, color, line) if line else Path(tiles, color)
        return [Group((inner,), clip=d)]

    def _gradient(self, paint: GradientPaint, traits: Traits, frame: tuple[int, int, int, int]) -> Fill:
        x, y, width, height = frame
        stops = tuple((offset, self.color(color, traits)[:7]) for offset, color in paint.stops)
        if paint.kind == "radial":
            centre = (x + width * paint.center[0], y + height * paint.center[1])
            return Gradient(centre, centre, stops, (0, round(math.hypot(width, height) / 2)))
        start, end = shapes.gradient_ends(paint.angle, x, y, width, height)
        return Gradient(start, end, stops)

    def _symbol(self, element: SymbolElement, traits: Traits, x: int, y: int, width: int, height: int) -> list[Box]:
        kind, _, name = element.source.partition(":")
        d = own_color = ""
        if kind == "affinity":
            place = int(name or 1)
            if place <= len(traits.affinities):
                affinity = self._catalog.affinities.get(traits.affinities[place - 1])
                d, own_color = (affinity.sigil, affinity.color) if affinity else ("", "")
        elif kind == "rarity":
            rarity = self._catalog.rarities.get(traits.rarity)
            d = rarity.mark if rarity else ""
        elif kind == "symbol":
            symbol = self._catalog.symbols.get(name)
            d, own_color = (symbol.path, symbol.color) if symbol else ("", "")
        if not d:
            return []
        d = shapes.fitted_path(d, (100, 100), x, y, width, height, "contain")
        fill = self.color(element.color, traits) if element.color else own_color or "#000000"
        stroke = self.color(element.stroke, traits) if element.stroke else None
        return _with_opacity([Path(d, fill, stroke, element.stroke_width)], element.opacity)

    def _role_name(self, code: str) -> str:
        role = self._catalog.roles.get(code)
        return role.name if role else code

    def _grid(self, element: GridElement, traits: Traits, x: int, y: int, width: int, height: int) -> list[Box]:
        cell_width = (width - (element.columns - 1) * element.gap) / element.columns
        cell_height = (height - (element.rows - 1) * element.gap) / element.rows
        on, off = self.color(element.on, traits), self.color(element.off, traits)
        stroke = self.color(element.stroke, traits) if element.stroke else None
        boxes: list[Box] = []
        for row in range(element.rows):
            parameter = self._catalog.parameters.get(f"{element.parameter}.{row + 1}")
            allowed = parameter.value if parameter and isinstance(parameter.value, tuple) else ()
            roles = {r.casefold() for code in traits.roles for r in (code, self._role_name(code))}
            lit = any(str(role).casefold() in roles for role in allowed)
            cells = " ".join(
                shapes.rounded(
                    x + column * (cell_width + element.gap), y + row * (cell_height + element.gap), cell_width,
                    cell_height, element.radius, element.radius, "round", frozenset(("tl", "tr", "br", "bl")),
                )
                for column in range(element.columns)
            )  # fmt: skip
            boxes.append(Path(cells, on if lit else off, stroke, element.stroke_width))
        return boxes


def relevant_traits(template: Template) -> frozenset[tuple[str, str]]:
    """Return what decides a template's looks: (trait, value), or ("*", trait) where every value may matter."""
    out: set[tuple[str, str]] = set()
    for element in (*template.front, *template.back):
        for key, values in (*element.condition.when, *element.condition.unless):
            out |= {(FIELD_OF.get(key, key), value) for value in values}
        if isinstance(element, GridElement):
            out.add(("*", "roles"))
        elif isinstance(element, SymbolElement) and element.source == "rarity":
            out.add(("*", "rarity"))
    choices = (*template.tables.values(), *(c for c in template.colors.values() if isinstance(c, Choice)))
    for choice in choices:
        name = FIELD_OF.get(choice.by, choice.by)
        if name in ("rarity", "type"):
            out.add(("*", name))
        else:
            out |= {(name, code) for code in choice.values}
    return frozenset(out)


def _with_opacity(boxes: list[Box], opacity: float) -> list[Box]:
    return boxes if opacity == 1 or not boxes else [Group(tuple(boxes), opacity=opacity)]
