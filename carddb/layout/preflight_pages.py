"""The preflight report on paper: a page of the job, the cards with remarks, and a page of proofs.

Good, warning and error are told apart by shape first, by colour only besides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from carddb.layout.boxes import Box, Form, FormUse, Image, Measure, Path, PlacedCard, rectangle
from carddb.layout.sheets.labels import Letterer
from carddb.layout.units import size_um
from carddb.rules.finding import Finding, Severity

WIDTH, HEIGHT = 210_000, 297_000
LEFT, RIGHT, TOP, BOTTOM = 20_000, 190_000, 24_000, 276_000

INK, SOFT, LINE = "#1d1d1f", "#62646a", "#d4d5d9"
GOOD, WARN, BAD = "#1f7a4d", "#a66a00", "#b3261e"
COLORS = {"": GOOD, "info": GOOD, "warning": WARN, "error": BAD}

CARD_UM = 17_000
"""Width of the small cards beside their remarks."""

PROOFS = 5
"""Cards on the page of proofs."""


class Row(NamedTuple):
    """A check on the first page: its title, what is good, the gravest severity ("" for none) and how many."""

    title: str
    text: str
    severity: str
    number: int
    example: str


class Report(NamedTuple):
    """What the pages show. proofs: rows of pictures, one for each way of seeing, and their aspect."""

    title: str
    target: str
    verdict: str
    severity: str
    summary: str
    rows: Sequence[Row]
    cards: Sequence[tuple[PlacedCard, Sequence[Finding]]]
    proofs: Sequence[tuple[str, Sequence[str]]]
    proof_titles: Sequence[str]
    aspect: float


def report_pages(report: Report, measure: Measure) -> list[tuple[Box, ...]]:
    """Return the boxes of the pages, A4."""
    return _Pages(report, measure).all()


class _Pages:
    def __init__(self, report: Report, measure: Measure) -> None:
        self.report = report
        self.bold = Letterer(measure, "alegreya-sans bold")
        self.text = Letterer(measure, "alegreya-sans")

    def all(self) -> list[tuple[Box, ...]]:
        bodies = [self._job(), *self._cards(), *([self._proofs()] if self.report.proofs else [])]
        return [(*body, *self._foot(number, len(bodies))) for number, body in enumerate(bodies, start=1)]

    def _foot(self, number: int, total: int) -> list[Box]:
        size = size_um(7.5)
        label = f"{self.report.title} · {self.report.target} · {number} of {total}"
        return [
            Path(rectangle(LEFT, 283_000, RIGHT - LEFT, 150), LINE),
            *self.text.line(label, LEFT, 288_000, size, SOFT),
        ]

    def _head(self, title: str, text: str) -> list[Box]:
        return [
            *self.bold.line(title, LEFT, TOP + 6_000, size_um(19), INK),
            *self.text.line(text, LEFT, TOP + 12_500, size_um(10), SOFT),
            Path(rectangle(LEFT, TOP + 17_000, RIGHT - LEFT, 350), INK),
        ]

    def _job(self) -> list[Box]:
        report = self.report
        out = self._head(f"Preflight: {report.title}", report.target)
        y = TOP + 26_000
        color = COLORS[report.severity]
        out.append(Path(rectangle(LEFT, y, RIGHT - LEFT, 24_000), color + "14"))
        out.append(Path(rectangle(LEFT, y, 1_600, 24_000), color))
        out += mark(report.severity, LEFT + 8_000, y + 7_000, 10_000)
        out += self.bold.line(report.verdict, LEFT + 24_000, y + 11_500, size_um(16), INK)
        out += self.text.line(report.summary, LEFT + 24_000, y + 18_000, size_um(10), SOFT)
        y += 38_000
        for row in report.rows:
            out += mark(row.severity, LEFT + 1_000, y - 3_900, 4_800)
            out += self.bold.line(row.title, LEFT + 10_000, y, size_um(10.5), INK)
            count = f"{row.number} found" if row.number else "good"
            out += self.text.line(count, LEFT + 46_000, y, size_um(10), COLORS[row.severity] if row.number else SOFT)
            words, size = self.text.fitted([row.example or row.text], RIGHT - LEFT - 66_000, (size_um(9.5),))
            out += self.text.line(words, LEFT + 66_000, y, size, SOFT)
            out.append(Path(rectangle(LEFT, y + 4_000, RIGHT - LEFT, 120), LINE))
            y += 12_500
        return out

    def _cards(self) -> Iterator[list[Box]]:
        rows = [(placed, found) for placed, found in self.report.cards if found]
        page: list[Box] = []
        y = BOTTOM
        for number, (placed, found) in enumerate(rows):
            scale = CARD_UM / placed.width_um
            lines = [(f, line) for f in found for line in self._wrapped(f"{f.message} {f.hint}".strip())]
            deep = max(round(placed.height_um * scale), 8_500 + 5_000 * len(lines)) + 6_000
            if y + deep > BOTTOM:
                if page:
                    yield page
                page = self._head("Cards with remarks", f"{len(rows)} of {len(self.report.cards)} cards")
                y = TOP + 25_000
            b = 0
            bbox = (-b, -b, placed.width_um, placed.height_um)
            page.append(FormUse(Form(f"preflight {number}", placed.boxes, bbox), LEFT, y, scale))
            page += self.bold.line(placed.name, LEFT + 24_000, y + 3_500, size_um(10.5), INK)
            at = y + 9_500
            told: Finding | None = None
            for finding, line in lines:
                if finding is not told:
                    page += mark(finding.severity, LEFT + 24_000, at - 3_000, 3_600)
                    told = finding
                page += self.text.line(line, LEFT + 30_000, at, size_um(9.5), INK)
                at += 5_000
            y += deep
        if page:
            yield page

    def _wrapped(self, text: str) -> list[str]:
        room, out = RIGHT - LEFT - 30_000, [""]
        for word in text.split():
            longer = f"{out[-1]} {word}".strip()
            if out[-1] and self.text.width(longer, size_um(9.5)) > room:
                out.append(word)
            else:
                out[-1] = longer
        return out

    def _proofs(self) -> list[Box]:
        report = self.report
        out = self._head("Proofs", "What is told by colour alone disappears in one of these columns.")
        columns = len(report.proof_titles)
        gap = 6_000
        high = (BOTTOM - TOP - 27_000) // max(len(report.proofs), PROOFS) - 5_000
        wide = min(round(high / report.aspect), (RIGHT - LEFT - (columns - 1) * gap) // columns)
        pitch = (RIGHT - LEFT - wide) // max(columns - 1, 1)
        for column, title in enumerate(report.proof_titles):
            out += self.bold.line(title, LEFT + column * pitch, TOP + 24_500, size_um(10), INK)
        for row, (_, files) in enumerate(report.proofs):
            y = TOP + 27_500 + row * (high + 5_000)
            for column, file in enumerate(files):
                out.append(Image(LEFT + column * pitch, y, wide, round(wide * report.aspect), file))
        return out


def mark(severity: Severity | str, x: int, y: int, size: int) -> list[Box]:
    """Return a mark of a size: a tick in a disc, a bar in a triangle or a cross in a square."""
    color = COLORS[severity]
    u = size / 10

    def at(*numbers: float) -> list[str]:
        return [f"{round(x + a * u)} {round(y + b * u)}" for a, b in zip(numbers[::2], numbers[1::2], strict=True)]

    def lines(*numbers: float) -> str:
        first, *rest = at(*numbers)
        return f"M{first} " + " ".join(f"L{point}" for point in rest)

    if severity == "error":
        cross = f"{lines(3, 3, 7, 7)} {lines(7, 3, 3, 7)}"
        return [Path(rectangle(x, y, size, size), color), Path(cross, None, "#ffffff", 1.3 * u)]
    if severity == "warning":
        bar = f"{lines(5, 3.6, 5, 6.6)} {lines(5, 7.4, 5, 8.4)}"
        return [Path(lines(5, 0.4, 10, 9.6, 0, 9.6) + " Z", color), Path(bar, None, "#ffffff", 1.1 * u)]
    k = 2.76
    a, b, c, d, e, f, g, h, i, j, m, n, p = at(
        5, 0, 5 + k, 0, 10, 5 - k, 10, 5, 10, 5 + k, 5 + k, 10, 5, 10, 5 - k, 10, 0, 5 + k, 0, 5, 0, 5 - k, 5 - k, 0,
        5, 0,
    )  # fmt: skip
    disc = f"M{a} C{b} {c} {d} C{e} {f} {g} C{h} {i} {j} C{m} {n} {p} Z"
    return [Path(disc, color), Path(lines(2.8, 5.2, 4.4, 6.8, 7.3, 3.4), None, "#ffffff", 1.2 * u)]
