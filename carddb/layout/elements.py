"""Turn the [[element]] tables of a template into its elements, reporting every value that cannot be used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carddb.layout.art.scenes import STYLES
from carddb.layout.colors import ColorError, Palette
from carddb.layout.reading import Report, Table
from carddb.layout.template import (
    TRAIT_KEYS,
    ArtElement,
    Choice,
    Condition,
    Element,
    Frame,
    GradientPaint,
    GridElement,
    Paint,
    Pattern,
    PatternPaint,
    ShapeElement,
    SymbolElement,
    TextElement,
    TextPart,
    Traits,
)
from carddb.layout.units import size_um

KINDS = ("rect", "ellipse", "line", "path", "symbol", "grid", "text", "art")

CORNERS = ("tl", "tr", "br", "bl")

SMALLEST_RULES = size_um(6)
"""Rules text is never set smaller. Source: the art director's brief."""

_NOBODY = Traits("", (), "", (), (), (), (), ())


class ElementReader:
    """Reads elements against the fonts, colours, tables and patterns of their template."""

    def __init__(
        self,
        fonts: Mapping[str, str],
        colors: Mapping[str, str | Choice],
        tables: Mapping[str, Choice],
        patterns: Mapping[str, Pattern],
        report: Report,
    ) -> None:
        self._fonts = fonts
        self._tables = tables
        self._patterns = patterns
        self._report = report
        # Whatever an affinity's colour is, names and operations can be checked with a stand-in.
        first = {k: _any_value(v) for k, v in colors.items()}
        self._palette = Palette({"neutral": "#888888", **first}, {})

    def read(self, row: dict[str, Any], entry: str) -> Element | None:
        """Return an element, or None when its kind is unknown."""
        table = Table(row, f"{entry} {row.get('id', '')}".strip(), self._report)
        kind = table.word("kind", "", ("", *KINDS))
        if not kind:
            table.wrong("kind", f"An element needs a kind: {', '.join(KINDS)}.")
            return None
        own_id = table.text("id", "")
        head = (own_id, self._frame(table), self._condition(table))
        element: Element
        if kind == "text":
            element = self._text(table, *head)
        elif kind == "art":
            element = ArtElement(
                *head, table.path("clip"), table.pair("box", (100, 100)), table.length("radius", 0, zero=True),
                table.word("style", "plain", tuple(STYLES)),
            )  # fmt: skip
        elif kind == "symbol":
            element = SymbolElement(
                *head, table.text("source", "affinity"), self._color(table, "fill", ""),
                self._color(table, "stroke", ""), table.length("stroke_width", 0, zero=True),
                table.number("opacity", 1, high=1),
            )  # fmt: skip
        elif kind == "grid":
            element = GridElement(
                *head, table.text("parameter", "row_roles"), table.whole("rows", 3, low=1, high=12),
                table.whole("columns", 3, low=1, high=12), table.length("gap", 300, zero=True),
                table.length("radius", 0, zero=True), self._color(table, "on", "#000000"),
                self._color(table, "off", "#00000022"), self._color(table, "stroke", ""),
                table.length("stroke_width", 100, zero=True),
            )  # fmt: skip
        else:
            element = self._shape(table, kind, *head)
        table.done()
        return element

    def _shape(self, table: Table, kind: str, own_id: str, frame: Frame, condition: Condition) -> ShapeElement:
        d = table.path("d") if kind == "path" else ""
        if kind == "path" and not d:
            table.wrong("d", "A path needs its path data.")
        self._known(table, "d", d)
        return ShapeElement(
            own_id, frame, condition, kind, d, table.pair("box", (100, 100)),
            table.word("fit", "stretch", ("stretch", "contain")), table.length("radius", 0, zero=True),
            table.word("corner", "round", ("round", "cut", "notch")), self._corners(table), self._paint(table),
            self._color(table, "stroke", ""), table.length("stroke_width", 200, zero=True),
            table.number("opacity", 1, high=1), table.flag("even_odd", False),
        )  # fmt: skip

    def _corners(self, table: Table) -> frozenset[str]:
        found = table.words("corners", CORNERS)
        for name in set(found) - set(CORNERS):
            table.wrong("corners", f"{name!r} is not one of {', '.join(CORNERS)}.")
        return frozenset(found)

    def _frame(self, table: Table) -> Frame:
        edges = {}
        for edge, other in (("left", "x"), ("top", "y")):
            key = other if other in table else edge
            edges[edge] = table.maybe_length(key, zero=True, negative=True)
        for edge in ("right", "bottom"):
            edges[edge] = table.maybe_length(edge, zero=True, negative=True)
        line = table.raw("kind") == "line"
        width, height = table.maybe_length("w", zero=line), table.maybe_length("h", zero=line)
        for size, a, b, name in ((width, "left", "right", "w"), (height, "top", "bottom", "h")):
            if size is not None and edges[a] is not None and edges[b] is not None:
                table.wrong(name, f"{a}, {b} and {name} cannot all be stated; leave one out.")
        return Frame(edges["left"], edges["top"], edges["right"], edges["bottom"], width, height)

    def _condition(self, table: Table) -> Condition:
        rows: dict[str, tuple[tuple[str, frozenset[str]], ...]] = {}
        for name in ("when", "unless"):
            inner = table.table(name)
            for key in set(inner) - set(TRAIT_KEYS):
                inner.wrong(key, f"A condition knows only {', '.join(TRAIT_KEYS)}.")
            rows[name] = tuple((k, frozenset(inner.words(k))) for k in inner if k in TRAIT_KEYS)
        return Condition(rows["when"], rows["unless"])

    def _paint(self, table: Table) -> Paint | None:
        value = table.raw("fill")
        if value is None or isinstance(value, str):
            return self._color(table, "fill", "") or None
        inner = table.table("fill")
        if "gradient" in inner:
            paint: Paint = GradientPaint(
                inner.word("gradient", "linear", ("linear", "radial")), inner.number("angle", 90, low=-360, high=360),
                inner.pair("center", (0.5, 0.5)), self._stops(inner),
            )  # fmt: skip
        else:
            name = inner.text("pattern", "")
            if not name.startswith("@") and name not in self._patterns:
                inner.wrong("pattern", f"There is no pattern {name!r}; known: {', '.join(self._patterns)}.")
            self._known(inner, "pattern", name)
            paint = PatternPaint(name, self._color(inner, "color", "#000000"), inner.maybe_length("size"))
        inner.done()
        return paint

    def _stops(self, table: Table) -> tuple[tuple[float, str], ...]:
        given = table.raw("stops", [])
        if not isinstance(given, list) or len(given) < 2:
            table.wrong("stops", "A gradient needs at least two stops.")
            return ((0.0, "#000000"), (1.0, "#000000"))
        found: list[tuple[float, str]] = []
        for place, stop in enumerate(given):
            color, offset = stop if isinstance(stop, list) and len(stop) == 2 else (stop, place / (len(given) - 1))
            if not isinstance(color, str) or type(offset) not in (int, float) or not 0 <= offset <= 1:
                table.wrong("stops", f"{stop!r} must be a colour or [colour, offset from 0 to 1].")
                continue
            self._check_color(table, "stops", color)
            found.append((float(offset), color))
        if [o for o, _ in found] != sorted(o for o, _ in found):
            table.wrong("stops", "The offsets of a gradient must rise.")
        return tuple(found)

    def _color(self, table: Table, key: str, default: str) -> str:
        value = table.text(key, default)
        if value:
            self._check_color(table, key, value)
        return value

    def _check_color(self, table: Table, key: str, value: str) -> None:
        try:
            self._palette.resolve(value, _NOBODY)
        except ColorError as error:
            table.wrong(key, f"{str(error)[:1].upper()}{str(error)[1:]}.")

    def _known(self, table: Table, key: str, value: str) -> None:
        if value.startswith("@") and value[1:].split(":")[0] not in self._tables:
            table.wrong(key, f"There is no table {value[1:]!r}; known: {', '.join(self._tables)}.")

    def _text(self, table: Table, own_id: str, frame: Frame, condition: Condition) -> TextElement:
        style = {key: table.raw(key) for key in _STYLE if key in table}
        rows = table.raw("parts")
        if rows is None:
            rows = [{"field": table.text("field", "")}]
        if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
            table.wrong("parts", "parts must be a list of tables, each with a field.")
            rows = [{"field": "name"}]
        parts = tuple(
            self._part(Table(style | row, f"element {own_id}.parts[{n}]", self._report))
            for n, row in enumerate(rows, start=1)
        )
        return TextElement(
            own_id, frame, condition, parts, table.length("step", size_um(0.2)),
            table.word("valign", "middle", ("top", "middle", "bottom")), table.whole("lines", 0, high=200),
            table.maybe_length("wrap_below"), int(table.word("rotate", "0", ("0", "90", "180", "270"))),
            table.text("none", "None"),
        )  # fmt: skip

    def _part(self, table: Table) -> TextPart:
        source = table.text("field", "")
        if not source:
            table.wrong("field", "A text needs a field.")
        size = table.length("size", size_um(8))
        smallest = table.length("min", min(size, size_um(6)))
        if smallest > size:
            table.wrong("min", "The smallest size is larger than the size.")
        if smallest < SMALLEST_RULES and source.split(":")[0] in ("rules", "text", "texts", "flavor"):
            table.wrong("min", "Texts that are read in play are never smaller than 6pt.")
        font = self._font(table, "font", "text")
        part = TextPart(
            source, font, self._font(table, "bold", font), self._font(table, "italic", font), size, smallest,
            self._color(table, "color", "#000000"), table.number("leading", 1.2, low=0.8, high=3),
            table.word("align", "left", ("left", "center", "right")),
            table.length("spacing", 0, zero=True, negative=True), table.length("gap", 0, zero=True),
            self._color(table, "separator", ""), table.flag("reminder", True), table.maybe_length("reminder_below"),
            table.maybe_length("drop_below"), table.number("symbol_scale", 1.0, low=0.3, high=3),
            self._color(table, "outline", ""), table.length("outline_width", 0, zero=True),
            table.number("word_space", 1.0, low=0.5, high=2),
        )  # fmt: skip
        table.done()
        return part

    def _font(self, table: Table, key: str, default: str) -> str:
        name = table.text(key, default)
        first, _, rest = name.partition(" ")
        if first in self._fonts:
            return f"{self._fonts[first]} {rest}".strip()
        if name == default and key != "font":
            return default
        table.wrong(key, f"The font {first!r} is not named in [fonts]; known: {', '.join(self._fonts)}.")
        return next(iter(self._fonts.values()), "noto-sans")


_STYLE = (
    "font", "bold", "italic", "size", "min", "color", "leading", "align", "spacing", "symbol_scale",
    "outline", "outline_width", "reminder", "reminder_below", "word_space",
)  # fmt: skip


def _any_value(color: str | Choice) -> str:
    if isinstance(color, str):
        return color
    return color.default or next(iter(color.values.values()), "#888888")
