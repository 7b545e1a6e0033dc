"""What a page is made of once everything has its place: paths, runs of text, symbols, pictures, groups.

Lengths are micrometres, the origin is the top left corner, y grows downwards. No content is decided from here on.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import NamedTuple, Protocol

from carddb.rules.finding import Finding

Matrix = tuple[float, float, float, float, float, float]
"""a b c d e f, as in SVG and PDF: x' = a x + c y + e, y' = b x + d y + f."""


class Gradient(NamedTuple):
    """A fill that runs from one circle or point to another, in the coordinates of its path.

    radii: None for a linear gradient, else the two radii. stops: (0..1, colour), rising.
    """

    start: tuple[float, float]
    end: tuple[float, float]
    stops: tuple[tuple[float, str], ...]
    radii: tuple[float, float] | None = None


Fill = str | Gradient
"""A colour ("#rrggbb", or "#rrggbbaa" with opacity) or a gradient."""


class Path(NamedTuple):
    """An outline. ``d`` is SVG path data of absolute M L C Q Z; ``matrix`` brings it to micrometres.

    stroke_width: in the units of ``d``.
    """

    d: str
    fill: Fill | None = None
    stroke: str | None = None
    stroke_width: float = 0
    matrix: Matrix | None = None
    even_odd: bool = False


class TextRun(NamedTuple):
    """Words of one style on one line; y is the baseline, size and spacing are micrometres.

    outline: colour of a thin stroke around the letters ("" for none), outline_um its width.
    word_space: what each space is wider than the font's own, in thousandths of the size.
    """

    x: int
    y: int
    font: str
    size: int
    color: str
    text: str
    spacing: int = 0
    outline: str = ""
    outline_um: int = 0
    word_space: int = 0


class Form(NamedTuple):
    """Boxes that are drawn once and placed often; equal boxes have an equal key. bbox: left, top, right, bottom."""

    key: str
    boxes: tuple[Box, ...]
    bbox: tuple[int, int, int, int]


class FormUse(NamedTuple):
    """A form placed at x, y (its own origin goes there), scaled."""

    form: Form
    x: int
    y: int
    scale: float = 1.0


class Mark(NamedTuple):
    """A picture that stands for text: drawn as ``form``, read out and copied as ``actual``.

    x, y: left end of its baseline; width: the space it takes in the line; font and size carry the hidden text.
    """

    x: int
    y: int
    width: int
    font: str
    size: int
    actual: str
    form: Form
    form_x: int
    form_y: int
    scale: float


class Image(NamedTuple):
    """A picture file stretched to a rectangle."""

    x: int
    y: int
    width: int
    height: int
    file: str


class Group(NamedTuple):
    """Boxes with a common transformation, clip (path data, in the group's own coordinates) or opacity."""

    boxes: tuple[Box, ...]
    matrix: Matrix | None = None
    clip: str = ""
    opacity: float = 1.0


Box = Path | TextRun | FormUse | Mark | Image | Group


class PlacedCard(NamedTuple):
    """One face of a card with everything in its place; the origin is the top left corner of the trimmed card."""

    uid: str
    name: str
    width_um: int
    height_um: int
    bleed_um: int
    boxes: tuple[Box, ...]
    findings: tuple[Finding, ...] = ()


class FontMetrics(NamedTuple):
    """Heights of a font in thousandths of its size; descent is negative."""

    ascent: float
    descent: float
    cap_height: float


class Measure(Protocol):
    """What layout must know about fonts; ``carddb.pdf.fonts.FontBook`` is the real one."""

    def problem(self, font: str) -> str:
        """Return why a font cannot be used, in one sentence, or ""."""

    def widths(self, font: str) -> Mapping[str, float]:
        """Return word -> width in thousandths of the size; negative when the font lacks a character of the word."""

    def covers(self, font: str, character: str) -> bool:
        """Return whether the font can draw a character by itself."""

    def metrics(self, font: str) -> FontMetrics:
        """Return the heights of a font."""

    def fallback(self, font: str, character: str = "") -> str:
        """Return the font that steps in for characters that ``font`` lacks; for one of them, that of its script."""


def make_form(boxes: tuple[Box, ...], bbox: tuple[int, int, int, int]) -> Form:
    """Return a form whose key is made from its content."""
    return Form(blake2b(repr((boxes, bbox)).encode(), digest_size=12).hexdigest(), boxes, bbox)


def rectangle(x: float, y: float, width: float, height: float) -> str:
    """Return the path data of a rectangle."""
    right, bottom = x + width, y + height
    return f"M{x} {y} L{right} {y} L{right} {bottom} L{x} {bottom} Z"
