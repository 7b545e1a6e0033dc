"""Placed boxes become PDF operators; one transformation a page turns micrometres (y down) into points (y up).

Everything was decided by layout; what is here only writes it down.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path as FilePath

from carddb.layout.boxes import (
    Box,
    Fill,
    Form,
    FormUse,
    Gradient,
    Group,
    Image,
    Mark,
    Matrix,
    Path,
    TextRun,
)
from carddb.pdf.images import Known, add_image
from carddb.pdf.writer import Document, text_string

POINTS_PER_UM = 72 / 25400


class Painter:
    """Turns boxes into content streams of one document; forms and pictures are written once each."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._forms: dict[str, int] = {}
        self._images: dict[tuple[str, int], int] = {}
        self._image_of_content: Known = {}
        self._marks: dict[tuple[object, ...], tuple[str, str]] = {}

    def page(
        self, boxes: Sequence[Box], width_um: int, height_um: int, *, trim_um: int = 0,
        links: Sequence[tuple[int, int, int, int, int]] = (),
        tagged: Sequence[tuple[int, int, str, int]] | None = None, scale: float = 1.0,
    ) -> None:  # fmt: skip
        """Add a page of this size.

        trim_um: how far the finished page lies inside the sheet, on every side.
        links: left, top, right, bottom and the page that is led to, counted from 1.
        scale: of everything, the page's size too.
        tagged: first, last, tag and number of each stretch of boxes that means something; the rest is ornament.
        """
        unit = POINTS_PER_UM * scale
        width, height, inset = (v * unit for v in (width_um, height_um, trim_um))
        stream = _Stream(self, [f"{unit:.12f} 0 0 -{unit:.12f} 0 {height:.6g} cm\n"])
        if tagged is None:
            stream.draw(boxes)
        else:
            stream.draw_tagged(boxes, tagged)
        self._document.add_page(
            width, height, stream.content(), stream.objects,
            trim=(inset, inset, width - inset, height - inset) if trim_um else None,
            links=[(_area(link[:4], height, unit), link[4] - 1) for link in links], is_tagged=tagged is not None,
        )  # fmt: skip

    def form(self, form: Form) -> int:
        """Return the object of a form, written when first asked for."""
        number = self._forms.get(form.key)
        if number is None:
            stream = _Stream(self, [])
            stream.draw(form.boxes)
            left, top, right, bottom = form.bbox
            entries = {
                "Type": "/XObject", "Subtype": "/Form", "BBox": f"[{left} {top} {right} {bottom}]",
                "Resources": self._document.resources(stream.objects),
            }  # fmt: skip
            number = self._forms[form.key] = self._document.add_stream(entries, stream.content())
        return number

    def image(self, file: str, width_um: int = 0) -> int:
        """Return the object of a picture printed this wide (0: as it is), written once for equal content.

        Raises: PictureError when the file is missing or no picture.
        """
        number = self._images.get((file, width_um))
        if number is None:
            number = add_image(self._document, FilePath(file), self._image_of_content, width_um)
            self._images[file, width_um] = number
        return number

    def encoder(self, font: str) -> tuple[str, dict[str, str]]:
        """Return resource name and word table of a font."""
        return self._document.encoder(font)

    def opacity(self, value: float) -> str:
        """Return the resource name of an opacity."""
        return self._document.opacity(value)

    def shading(self, gradient: Gradient) -> str:
        """Return the resource name of a gradient's shading."""
        (x0, y0), (x1, y1) = gradient.start, gradient.end
        kind, ends = 2, f"{x0:g} {y0:g} {x1:g} {y1:g}"
        if gradient.radii is not None:
            kind, ends = 3, f"{x0:g} {y0:g} {gradient.radii[0]:g} {x1:g} {y1:g} {gradient.radii[1]:g}"
        return self._document.shading(
            f"<</ShadingType {kind}/ColorSpace/DeviceRGB/Coords[{ends}]/Extend[true true]"
            f"/Function {_stops(gradient.stops)}>>"
        )

    def mark(self, mark: Mark) -> tuple[str, str]:
        """Return the operators before and after the position of a mark's hidden text."""
        key = (mark.actual, mark.font, mark.size, mark.width)
        found = self._marks.get(key)
        if found is None:
            name, words = self._document.encoder(mark.font)
            widths = self._document.fonts.widths(mark.font)
            hidden = mark.actual if widths[mark.actual] > 0 else "x"
            stretch = 100_000 * mark.width / (widths[hidden] * mark.size)
            span = f"/Span<</ActualText {text_string(mark.actual)}>>BDC q BT "
            before = f"{span}/{name} {mark.size} Tf 3 Tr 0 Tc {_number(stretch)} Tz 1 0 0 -1 "
            after = f" Tm[({words[hidden]})]TJ ET Q\n"
            found = self._marks[key] = (before, after)
        return found


def _area(area: tuple[int, int, int, int], height: float, unit: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = (v * unit for v in area)
    return left, height - bottom, right, height - top


class _Stream:
    """One content stream on its way: operators so far, objects placed, and what the graphics state holds."""

    def __init__(self, painter: Painter, out: list[str]) -> None:
        self._painter = painter
        self._out = out
        self.objects: dict[str, int] = {}
        self._font: tuple[str, int] = ("", 0)
        self._fill = self._stroke = ""
        self._spacing = 0
        self._in_text = False

    def content(self) -> bytes:
        """Return the finished operators."""
        self._end_text()
        return "".join(self._out).encode("latin-1")

    def draw(self, boxes: Sequence[Box]) -> None:
        """Write boxes in their order."""
        for box in boxes:
            if type(box) is TextRun:
                self._text(box)
                continue
            self._end_text()
            if type(box) is FormUse:
                self._use(box.form, box.x, box.y, box.scale)
            elif type(box) is Path:
                self._path(box)
            elif type(box) is Mark:
                self._mark(box)
            elif type(box) is Group:
                self._group(box)
            elif type(box) is Image:
                name = self._place("I", self._painter.image(box.file, box.width))
                self._out.append(f"q {box.width} 0 0 {-box.height} {box.x} {box.y + box.height} cm /{name} Do Q\n")
        self._end_text()

    def draw_tagged(self, boxes: Sequence[Box], tagged: Sequence[tuple[int, int, str, int]]) -> None:
        """Write boxes, each stretch marked with what it means and what lies between them as ornament."""
        place = 0
        for first, last, tag, number in tagged:
            self._ornament(boxes[place:first])
            self._out.append(f"/{tag}<</MCID {number}>>BDC\n")
            self.draw(boxes[first:last])
            self._out.append("EMC\n")
            place = last
        self._ornament(boxes[place:])

    def _ornament(self, boxes: Sequence[Box]) -> None:
        if boxes:
            self._out.append("/Artifact BMC\n")
            self.draw(boxes)
            self._out.append("EMC\n")

    def _end_text(self) -> None:
        if self._in_text:
            self._out.append("ET\n")
            self._in_text = False

    def _text(self, run: TextRun) -> None:
        x, y, font, size, color, text, spacing, outline, _outline_um, word_space = run
        out = self._out
        if outline:
            self._end_text()
            self._outlined(run)
            return
        if not self._in_text:
            out.append("BT\n")
            self._in_text = True
        name, words = self._painter.encoder(font)
        if self._font != (name, size):
            self._font = (name, size)
            out.append(f"/{name} {size} Tf\n")
        if self._fill != color:
            self._fill = color
            out.append(color_operands(color) + " rg\n")
        if self._spacing != spacing:
            self._spacing = spacing
            out.append(f"{spacing} Tc\n")
        gap = f"\0 ){-word_space}(" if word_space else "\0 "
        shown = gap.join([words[word] for word in text.split(" ")])
        if " " in text:
            words[" "]
        out.append(f"1 0 0 -1 {x} {y} Tm[({shown})]TJ\n")

    def _outlined(self, run: TextRun) -> None:
        name, words = self._painter.encoder(run.font)
        gap = f"\0 ){-run.word_space}(" if run.word_space else "\0 "
        shown = gap.join([words[word] for word in run.text.split(" ")])
        if " " in run.text:
            words[" "]
        self._out.append(
            f"q {color_operands(run.outline)} RG {color_operands(run.color)} rg {run.outline_um} w 1 j BT "
            f"/{name} {run.size} Tf {run.spacing} Tc 2 Tr 1 0 0 -1 {run.x} {run.y} Tm[({shown})]TJ ET Q\n"
        )

    def _place(self, prefix: str, number: int) -> str:
        name = f"{prefix}{number}"
        self.objects[name] = number
        return name

    def _use(self, form: Form, x: int, y: int, scale: float) -> None:
        name = self._place("X", self._painter.form(form))
        if x == y == 0 and scale == 1:
            self._out.append(f"/{name} Do\n")
        else:
            s = _number(scale)
            self._out.append(f"q {s} 0 0 {s} {x} {y} cm /{name} Do Q\n")

    def _mark(self, mark: Mark) -> None:
        before, after = self._painter.mark(mark)
        self._out.append(f"{before}{mark.x} {mark.y}{after}")
        self._use(mark.form, mark.form_x, mark.form_y, mark.scale)
        self._out.append("EMC\n")

    def _group(self, group: Group) -> None:
        self._out.append("q\n")
        kept = self._font, self._fill, self._stroke, self._spacing
        if group.matrix is not None:
            self._out.append(_cm(group.matrix))
        if group.clip:
            self._out.append(path_operators(group.clip) + "W n\n")
        if group.opacity < 1:
            self._out.append(f"/{self._painter.opacity(group.opacity)} gs\n")
        self.draw(group.boxes)
        self._out.append("Q\n")
        self._font, self._fill, self._stroke, self._spacing = kept

    def _path(self, path: Path) -> None:
        fill, stroke = path.fill, path.stroke
        gradient = isinstance(fill, Gradient)
        opacity = min(_opacity(fill), _opacity(stroke))
        isolated = path.matrix is not None or gradient or opacity < 1
        kept = self._fill, self._stroke
        out = self._out
        if isolated:
            out.append("q\n")
        if opacity < 1:
            out.append(f"/{self._painter.opacity(opacity)} gs\n")
        if path.matrix is not None:
            out.append(_cm(path.matrix))
        operators = path_operators(path.d)
        if isinstance(fill, Gradient):
            rule = "W* n" if path.even_odd else "W n"
            out.append(f"q {operators}{rule} /{self._painter.shading(fill)} sh Q\n")
            fill = None
        if isinstance(fill, str) and fill and self._fill != fill:
            self._fill = fill
            out.append(color_operands(fill) + " rg\n")
        if stroke:
            if self._stroke != stroke:
                self._stroke = stroke
                out.append(color_operands(stroke) + " RG\n")
            out.append(f"{_number(path.stroke_width)} w\n")
        if fill or stroke:
            end = ("B" if stroke else "f") if fill else "S"
            out.append(f"{operators}{end}{'*' if path.even_odd and fill else ''}\n")
        if isolated:
            out.append("Q\n")
            self._fill, self._stroke = kept


def _opacity(fill: Fill | None) -> float:
    return int(fill[7:9], 16) / 255 if isinstance(fill, str) and len(fill) == 9 else 1.0


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.4f}".rstrip("0").rstrip(".")


def _cm(matrix: Matrix) -> str:
    return " ".join([f"{v:.6f}".rstrip("0").rstrip(".") for v in matrix]) + " cm\n"


@lru_cache(maxsize=4096)
def color_operands(color: str) -> str:
    """Return "r g b" of "#rrggbb" in the range 0 to 1."""
    return " ".join(f"{int(color[i : i + 2], 16) / 255:.4g}" for i in (1, 3, 5))


def _stops(stops: tuple[tuple[float, str], ...]) -> str:
    pairs = list(itertools.pairwise(stops))
    pieces = [
        f"<</FunctionType 2/Domain[0 1]/C0[{color_operands(a[1])}]/C1[{color_operands(b[1])}]/N 1>>" for a, b in pairs
    ]
    bounds = " ".join(f"{offset:g}" for offset, _ in stops[1:-1])
    encode = " ".join(["0 1"] * len(pieces))
    return f"<</FunctionType 3/Domain[0 1]/Functions[{''.join(pieces)}]/Bounds[{bounds}]/Encode[{encode}]>>"


_PIECE = re.compile(r"([MLCQZ])([^MLCQZ]*)")


@lru_cache(maxsize=1024)
def path_operators(d: str) -> str:
    """Return PDF path operators of path data with absolute M L C Q Z.

    The way layout itself writes paths ("M0 0 L5 5 Z": one space, one point a letter) takes a short cut.
    Raises: ValueError for path data that holds anything else.
    """
    return "".join([_subpath(piece) for piece in d.split("M")[1:]])


def _subpath(piece: str) -> str:
    body = piece.rstrip()
    end = ""
    if body.endswith(" Z"):
        body, end = body[:-2], "h "
    lines, curves = body.count("L"), body.count("C")
    if body.count(" ") != 1 + 2 * lines + 6 * curves or "Q" in body:
        return _any_path("M" + piece)
    if not curves:
        start, *rest = body.split(" L")
        return f"{start} m {' l '.join(rest)} l {end}" if rest else f"{start} m {end}"
    if not lines:
        start, *rest = body.split(" C")
        return f"{start} m {' c '.join(rest)} c {end}"
    start, *rest = body.replace(" L", "|l").replace(" C", "|c").split("|")
    return f"{start} m {' '.join([f'{r[1:]} {r[0]}' for r in rest])} {end}"


@lru_cache(maxsize=2048)
def _any_path(d: str) -> str:
    out: list[str] = []
    x = y = 0.0
    for letter, rest in _PIECE.findall(d):
        numbers = rest.replace(",", " ").split()
        if letter == "Z":
            out.append("h ")
            continue
        step = {"M": 2, "L": 2, "Q": 4, "C": 6}[letter]
        if not numbers or len(numbers) % step:
            raise ValueError(f"path data {letter} with {len(numbers)} numbers")
        for i in range(0, len(numbers), step):
            points = numbers[i : i + step]
            if letter == "Q":
                cx, cy, ex, ey = map(float, points)
                handles = (x + 2 * (cx - x) / 3, y + 2 * (cy - y) / 3, ex + 2 * (cx - ex) / 3, ey + 2 * (cy - ey) / 3)
                points = [_number(v) for v in (*handles, ex, ey)]
            x, y = float(points[-2]), float(points[-1])
            operator = {"M": "m" if i == 0 else "l", "L": "l"}.get(letter, "c")
            out.append(f"{' '.join(points)} {operator} ")
    return "".join(out)
