"""Placed boxes as SVG, for pages that show figures of a booklet; everything was decided by layout."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from html import escape

from carddb.layout.booklet.blocks import CARD_FORM
from carddb.layout.booklet.structure import Picture
from carddb.layout.boxes import Box, Fill, FormUse, Gradient, Group, Image, Mark, Measure, Path, TextRun

CardPicture = Callable[[str], bytes]
"""Code of a card -> a picture of it as PNG."""

ENLARGED = 1.35
"""Size of a figure on a screen, in parts of that on paper. Source: house choice."""

SERIFS = ("slab", "serif", "spectral", "cinzel", "marcellus", "garamond")


class SvgWriter:
    """Writes figures of one page; names inside of them are unique on it. cards: gives the pictures of cards."""

    def __init__(self, measure: Measure, cards: CardPicture) -> None:
        self._measure = measure
        self._cards = cards
        self._count = 0
        self._known: dict[str, str] = {}

    def figure(self, picture: Picture, alt: str) -> str:
        """Return a figure that is read out as ``alt``, no wider than its place."""
        width, height = _mm(picture.width), _mm(picture.height)
        shown = _mm(round(picture.width * ENLARGED))
        inner = "".join(self._box(box) for box in picture.boxes)
        label = f'role="img" aria-label="{escape(alt)}"' if alt else 'aria-hidden="true"'
        return (
            f'<svg {label} viewBox="0 0 {width} {height}" style="width:{shown}mm" xmlns="http://www.w3.org/2000/svg">'
            f'<g transform="scale(.001)">{inner}</g></svg>'
        )

    def _box(self, box: Box) -> str:
        if isinstance(box, TextRun):
            return self._text(box)
        if isinstance(box, Path):
            return self._path(box)
        if isinstance(box, Group):
            return self._group(box)
        if isinstance(box, FormUse):
            return self._use(box)
        if isinstance(box, Mark):
            return self._use(FormUse(box.form, box.form_x, box.form_y, box.scale))
        assert isinstance(box, Image)
        raise ValueError("a figure holds pictures of cards only")

    def _text(self, run: TextRun) -> str:
        widths = self._measure.widths(run.font)
        words = run.text.split(" ")
        width = sum(max(widths[word], 0) for word in words) + widths[" "] * (len(words) - 1)
        family, *traits = run.font.split(" ")
        kind = "serif" if any(word in family for word in SERIFS) else "sans-serif"
        weight = ' font-weight="700"' if {"bold", "semibold", "extrabold"} & set(traits) else ""
        slope = ' font-style="italic"' if "italic" in traits else ""
        length = f' textLength="{width * run.size / 1000:.0f}" lengthAdjust="spacingAndGlyphs"' if run.text else ""
        return (
            f'<text x="{run.x}" y="{run.y}" font-family="{kind}" font-size="{run.size}"{weight}{slope}'
            f' fill="{run.color}"{length}>{escape(run.text)}</text>'
        )

    def _path(self, path: Path) -> str:
        before, fill = self._fill(path.fill)
        stroke = f' stroke="{path.stroke}" stroke-width="{path.stroke_width:g}"' if path.stroke else ""
        rule = ' fill-rule="evenodd"' if path.even_odd else ""
        return f'{before}<path d="{path.d}" fill="{fill}"{stroke}{rule}{_matrix(path.matrix)}/>'

    def _fill(self, fill: Fill | None) -> tuple[str, str]:
        if not isinstance(fill, Gradient):
            return "", fill or "none"
        name = self._name("g")
        stops = "".join(f'<stop offset="{at:g}" stop-color="{color}"/>' for at, color in fill.stops)
        (x0, y0), (x1, y1) = fill.start, fill.end
        if fill.radii is None:
            kind, ends = "linearGradient", f'x1="{x0:g}" y1="{y0:g}" x2="{x1:g}" y2="{y1:g}"'
        else:
            kind, ends = "radialGradient", f'cx="{x1:g}" cy="{y1:g}" r="{fill.radii[1]:g}" fx="{x0:g}" fy="{y0:g}"'
        return f'<{kind} id="{name}" gradientUnits="userSpaceOnUse" {ends}>{stops}</{kind}>', f"url(#{name})"

    def _group(self, group: Group) -> str:
        inner = "".join(self._box(box) for box in group.boxes)
        opacity = f' opacity="{group.opacity:g}"' if group.opacity < 1 else ""
        if not group.clip:
            return f"<g{_matrix(group.matrix)}{opacity}>{inner}</g>"
        name = self._name("c")
        clip = f'<clipPath id="{name}"><path d="{group.clip}"/></clipPath>'
        return f'<g{_matrix(group.matrix)}{opacity}>{clip}<g clip-path="url(#{name})">{inner}</g></g>'

    def _use(self, use: FormUse) -> str:
        if use.form.key.startswith(CARD_FORM):
            return self._card(use)
        inner = "".join(self._box(box) for box in use.form.boxes)
        return f'<g transform="translate({use.x} {use.y}) scale({use.scale:.6g})">{inner}</g>'

    def _card(self, use: FormUse) -> str:
        """Return a card as a picture; one that was shown before is shown again from there."""
        code = use.form.key.rpartition("/")[2]
        left, top, right, bottom = use.form.bbox
        place = f'transform="translate({use.x} {use.y}) scale({use.scale:.6g})"'
        if code in self._known:
            return f'<use href="#{self._known[code]}" {place}/>'
        name = self._known[code] = self._name("card")
        data = b64encode(self._cards(code)).decode("ascii")
        return (
            f'<g {place}><image id="{name}" x="{left + 100}" y="{top + 100}" width="{right - left - 200}"'
            f' height="{bottom - top - 200}" href="data:image/png;base64,{data}"/></g>'
        )

    def _name(self, kind: str) -> str:
        self._count += 1
        return f"{kind}-{self._count}"


def svg_icon(boxes: Sequence[Box], size: int) -> str:
    """Return paths as a small ornament beside words."""
    inner = "".join(
        f'<path d="{box.d}" fill="{box.fill if isinstance(box.fill, str) else "currentColor"}"/>'
        for box in boxes
        if isinstance(box, Path)
    )
    return f'<svg class="mark" aria-hidden="true" viewBox="0 0 {size} {size}">{inner}</svg>'


def _mm(length: int) -> str:
    return f"{length / 1000:.3f}".rstrip("0").rstrip(".")


def _matrix(matrix: tuple[float, ...] | None) -> str:
    return "" if matrix is None else f' transform="matrix({" ".join(f"{v:.6g}" for v in matrix)})"'
