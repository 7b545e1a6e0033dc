"""What a print shop would find on a placed card: type too small, things too near the cut, art too coarse, and so on.

Pure checks on boxes and pictures' headers; nothing is drawn or opened here but those headers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from carddb.catalog import Card, Catalog, Printing
from carddb.layout.boxes import Box, FormUse, Gradient, Group, Mark, Matrix, Measure, Path, PlacedCard, TextRun
from carddb.layout.card import CardPlacer, traits_of
from carddb.layout.look import Looks, TextSlot
from carddb.layout.shapes import path_bounds
from carddb.layout.template import TextElement, Traits
from carddb.layout.units import millimetres, points, size_um
from carddb.rules.finding import Finding, Severity, Where

GOOD_DPI, LEAST_DPI = 300, 200
"""Below the first, art looks soft; below the second, a print shop would refuse it. Source: print services' guides."""

BADGE_UM = 24_000
"""Largest side of a shape that counts as a badge when words stand on it. Source: house choice."""

SLACK_UM = 200
"""How far the safe line may be touched: less than a cutting machine can place. Source: house choice."""

Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom in micrometres."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What is asked of a card: safe zone inside the cut, smallest type, and the scale that it is printed at."""

    safe: int = 3_000
    min_text: int = size_um(4.5)
    scale: float = 1.0
    needs_backs: bool = True
    name: str = ""


class Piece(NamedTuple):
    """Something on a card with its bounds. size: of type, in micrometres as printed; 0 for shapes."""

    text: str
    bounds: Bounds
    size: float


def pieces(boxes: Iterable[Box], measure: Measure) -> Iterator[Piece]:
    """Yield words and shapes of a card; shapes that are cut by a clip are left out, for they are pictures."""
    yield from _pieces(boxes, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), measure, clipped=False)


def _pieces(boxes: Iterable[Box], matrix: Matrix, measure: Measure, *, clipped: bool) -> Iterator[Piece]:
    for box in boxes:
        if isinstance(box, TextRun):
            if box.text.strip():
                width = _width(box, measure)
                bounds = (box.x, box.y - 0.7 * box.size, box.x + width, box.y + 0.05 * box.size)
                yield Piece(box.text, _through(matrix, bounds), box.size * _scale(matrix))
        elif isinstance(box, Mark):
            bounds = (box.x, box.y - 0.7 * box.size, box.x + box.width, box.y)
            yield Piece(box.actual, _through(matrix, bounds), box.size * _scale(matrix))
        elif isinstance(box, Path):
            if not clipped and box.d.strip():
                inner = matrix if box.matrix is None else _times(matrix, box.matrix)
                yield Piece("", _through(inner, path_bounds(box.d)), 0)
        elif isinstance(box, Group):
            inner = matrix if box.matrix is None else _times(matrix, box.matrix)
            yield from _pieces(box.boxes, inner, measure, clipped=clipped or bool(box.clip))
        elif isinstance(box, FormUse):
            inner = _times(matrix, (box.scale, 0.0, 0.0, box.scale, float(box.x), float(box.y)))
            yield from _pieces(box.form.boxes, inner, measure, clipped=clipped)


def _width(run: TextRun, measure: Measure) -> float:
    widths = measure.widths(run.font)
    words = run.text.split(" ")
    total = sum(abs(widths[word]) for word in words if word) + (len(words) - 1) * (abs(widths[" "]) + run.word_space)
    return total * run.size / 1000 + run.spacing * len(run.text)


def _times(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def _through(matrix: Matrix, bounds: Bounds) -> Bounds:
    a, b, c, d, e, f = matrix
    left, top, right, bottom = bounds
    corners = [(x, y) for x in (left, right) for y in (top, bottom)]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def _scale(matrix: Matrix) -> float:
    return float(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5)


class Inspector:
    """Looks at the cards of one placer."""

    def __init__(
        self, placer: CardPlacer, measure: Measure, limits: Limits, notices: Callable[[str], Sequence[str]]
    ) -> None:
        """Take what is asked for. notices: what there is to say about an art file's colours, by its name."""
        self._placer = placer
        self._measure = measure
        self._limits = limits
        self._notices = notices

    def card(self, card: Card, printing: Printing | None, placed: PlacedCard) -> list[Finding]:
        """Return everything about a front, its layout's own findings first."""
        found = [_as_printed(finding) for finding in placed.findings]
        add = _reporter(found, card, self._placer.catalog)
        self._words(placed, add)
        self._art(card, printing, add)
        return found

    def back(self, card: Card, back: PlacedCard) -> list[Finding]:
        """Return whether a card lacks its back."""
        found: list[Finding] = []
        if self._limits.needs_backs and not back.boxes:
            add = _reporter(found, card, self._placer.catalog)
            add(
                "print.no_back", "error", "", f"{card.name} has no back: its template draws none.",
                "Give the template a back, or name one in print_templates/backs/.",
            )  # fmt: skip
        return found

    def _words(self, placed: PlacedCard, add: Reporter) -> None:
        limits = self._limits
        everything = list(pieces(placed.boxes, self._measure))
        words = [piece for piece in everything if piece.size]
        shapes = [p for p in everything if not p.size and _is_small(p.bounds)]
        small = [p for p in words if p.size * limits.scale < limits.min_text - 5]
        if small:
            least = min(small, key=lambda piece: piece.size)
            add(
                "print.text_small", "error", "",
                f"{_quoted(least.text)} on {placed.name} is {points(round(least.size * limits.scale)):.1f} pt, "
                f"and {points(limits.min_text):.1f} pt is the smallest that prints legibly.",
                "Shorten the text, or give the template more room.",
            )  # fmt: skip
        safe = limits.safe / limits.scale
        near = [(gap, p) for p in words if (gap := _gap(p.bounds, placed)) < safe - SLACK_UM]
        if near:
            gap, piece = min(near, key=lambda pair: pair[0])
            add("print.unsafe_text", "error", "", _near_text(_quoted(piece.text), placed, gap, limits),
                "Move it inwards in the template.")  # fmt: skip
        badges = [
            (gap, word, shape)
            for shape in shapes
            if (gap := _gap(shape.bounds, placed)) < safe - SLACK_UM
            for word in words
            if _is_on(word.bounds, shape.bounds)
        ]
        if badges:
            gap, word, _ = min(badges, key=lambda row: row[0])
            add("print.unsafe_badge", "warning", "",
                _near_text(f"The badge of {_quoted(word.text)}", placed, gap, limits),
                "Move it inwards in the template, or let its colour run over the cut.")  # fmt: skip

    def _art(self, card: Card, printing: Printing | None, add: Reporter) -> None:
        shown = printing or (card.printings[0] if card.printings else None)
        if shown is None or not shown.art:
            add("print.art_missing", "info", "art", f"{card.name} has no art; its placeholder is printed.", "")
            return
        dpi = self._placer.art_dpi(card, printing)
        if dpi is None:
            return
        dpi = round(dpi / self._limits.scale)
        if dpi < GOOD_DPI:
            severity: Severity = "error" if dpi < LEAST_DPI else "warning"
            message = f"The art of {card.name} is printed at {dpi} dpi, not {GOOD_DPI}."
            add("print.art_coarse", severity, "art", message,
                "Use a larger picture, or show more of it.")  # fmt: skip
        for notice in self._notices(shown.art):
            add("print.art_colour", "warning", "art", f"The art of {card.name}: {notice}.", "Save it as sRGB.")


Reporter = Callable[[str, Severity, str, str, str], None]


def _reporter(found: list[Finding], card: Card, catalog: Catalog) -> Reporter:
    def add(code: str, severity: Severity, field: str, message: str, hint: str) -> None:
        where = Where("card", code=card.code, name=card.name, field=field)
        found.append(Finding(code, severity, message, where, ruleset=catalog.ruleset.code, hint=hint))

    return add


def _as_printed(finding: Finding) -> Finding:
    """Return a finding of the layout as a print shop weighs it."""
    if finding.code == "layout.art":
        return replace(finding, code="print.art_missing", severity="error")
    if finding.code == "layout.overflow" and finding.where.field == "name":
        return replace(finding, code="print.name_shortened")
    return finding


def _quoted(text: str) -> str:
    text = " ".join(text.split())
    return f"“{text if len(text) <= 28 else text[:27].rstrip() + '…'}”"


def _near_text(thing: str, placed: PlacedCard, gap: float, limits: Limits) -> str:
    gap *= limits.scale
    place = f"{millimetres(round(gap))} mm from the cut" if gap > 0 else "on the cut"
    return f"{thing} on {placed.name} is {place}, and {millimetres(limits.safe)} mm must be free."


def _gap(bounds: Bounds, placed: PlacedCard) -> float:
    left, top, right, bottom = bounds
    return min(left, top, placed.width_um - right, placed.height_um - bottom)


def _is_small(bounds: Bounds) -> bool:
    return bounds[2] - bounds[0] <= BADGE_UM and bounds[3] - bounds[1] <= BADGE_UM


def _is_on(word: Bounds, shape: Bounds) -> bool:
    x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
    return shape[0] <= x <= shape[2] and shape[1] <= y <= shape[3] and word[2] - word[0] <= shape[2] - shape[0]


def colour_alone(placer: CardPlacer, cards: Sequence[Card]) -> list[Finding]:
    """Return the affinities and rarities that a template tells apart by nothing but colour.

    Two of them are compared on the look of a real card; words that name them count as a mark.
    """
    catalog, template = placer.catalog, placer.template
    looks = Looks(template, catalog, placer.width_um, placer.height_um)
    fields = " ".join(part.field for e in template.front if isinstance(e, TextElement) for part in e.parts)
    found: list[Finding] = []
    for kind, known in (("affinity", catalog.affinities), ("rarity", catalog.rarities)):
        used = [code for code in known if any(code in (*c.affinities, c.rarity) for c in cards)]
        sample = next((c for c in cards if (c.affinities if kind == "affinity" else c.rarity)), None)
        if sample is None or kind in fields or len(used) < 2:
            continue
        traits = traits_of(sample, sample.printings[0] if sample.printings else Printing("", "", "", "", "", ""))
        shapes: dict[str, tuple[str, str]] = {}
        alike: list[str] = []
        for code in used:
            given = traits._replace(affinities=(code,)) if kind == "affinity" else traits._replace(rarity=code)
            outline, colours = _outline(looks, given)
            same = shapes.setdefault(outline, (code, colours))
            if same[0] != code and same[1] != colours:
                alike.append(f"{known[same[0]].name} and {known[code].name}")
        if alike:
            message = f"The template {template.name!r} tells {'; '.join(alike)} apart by colour alone."
            hint = f'Add a symbol or a pattern by {kind}, such as kind = "symbol", source = "{kind}".'
            where = Where("template", code=template.name)
            found.append(
                Finding("print.colour_alone", "warning", message, where, ruleset=catalog.ruleset.code, hint=hint)
            )
    return found


def _outline(looks: Looks, traits: Traits) -> tuple[str, str]:
    """Return what a look draws without its colours, and its colours."""
    outlines: list[str] = []
    colours: list[str] = []

    def walk(boxes: Iterable[Box]) -> None:
        for box in boxes:
            if isinstance(box, Path):
                fill = box.fill
                is_gradient = isinstance(fill, Gradient)
                outlines.append(f"{box.d} {box.matrix} {is_gradient or bool(fill)} {bool(box.stroke)}")
                colours.append(f"{fill} {box.stroke}")
            elif isinstance(box, Group):
                outlines.append(f"{box.matrix} {box.clip}")
                walk(box.boxes)
            elif isinstance(box, FormUse):
                outlines.append(f"{box.x} {box.y} {box.scale}")
                walk(box.form.boxes)

    for segment in looks.front(traits):
        if isinstance(segment, FormUse):
            walk((segment,))
        elif isinstance(segment, TextSlot):
            colours.append(str([part.color for part in segment.parts]))
    return repr(outlines), repr(colours)
