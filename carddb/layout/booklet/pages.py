"""Poured strips become pages: margins that mirror, notes in the outer one, running heads, page numbers, links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from carddb.layout.booklet.blocks import CORNERS, Bench
from carddb.layout.booklet.flow import Note, Panel, Placed, moved, panels
from carddb.layout.booklet.structure import Element, Span, spans_of
from carddb.layout.booklet.template import NOBODY
from carddb.layout.booklet.text import BASELINE, text_run
from carddb.layout.boxes import Box, FormUse, Group, Path, TextRun
from carddb.layout.look import Looks
from carddb.layout.shapes import fitted_path, rounded

HEAD_UM = 9_500
"""Distance of the running head above the text and of the page number from the foot. Source: house choice."""

MARK_UM = 9_000
"""Size of the picture beside a section's heading."""


class PageLink(NamedTuple):
    """A rectangle that leads to a page; ``page`` counts from 1."""

    left: int
    top: int
    right: int
    bottom: int
    page: int


class BookletPage(NamedTuple):
    """A page with everything in its place. kind: cover, contents, text, index, notes or back; text: its words.

    spans: which of the boxes show what; all others are ornament. scale: of everything, sizes too, on paper.
    """

    boxes: tuple[Box, ...]
    width: int
    height: int
    number: int
    kind: str
    links: tuple[PageLink, ...] = ()
    text: str = ""
    spans: tuple[Span, ...] = ()
    scale: float = 1.0

    @property
    def size_um(self) -> tuple[int, int]:
        """Return width and height on paper."""
        return round(self.width * self.scale), round(self.height * self.scale)


class Pager:
    """Makes the pages of one booklet. anchors: name -> page number, complete before the first page is made."""

    def __init__(self, bench: Bench, anchors: Mapping[str, int]) -> None:
        self.bench = bench
        self.template = bench.template
        self._anchors = anchors

    def drawn(self, kind: str, *, is_mirrored: bool = False) -> list[Box]:
        """Return what the template draws on a page of a kind; on left pages it is mirrored."""
        template = self.template
        own = template.drawn[kind]
        looks = Looks(own, self.bench.catalog, own.width_um, own.height_um)
        uses: list[Box] = [segment for segment in looks.front(NOBODY) if isinstance(segment, FormUse)]
        art = template.art
        if is_mirrored and uses:
            return [Group(tuple(uses), (-art, 0.0, 0.0, art, float(template.width), 0.0))]
        return uses if art == 1 or not uses else [Group(tuple(uses), (art, 0.0, 0.0, art, 0.0, 0.0))]

    def page(
        self, rows: Sequence[Placed], number: int, head: str, *, kind: str = "text", columns: int = 1
    ) -> BookletPage:
        """Return a page of text. head: the running head, columns: of equal width over text and margin."""
        template = self.template
        is_left = number % 2 == 0
        wide_x = template.note_edge if is_left else template.inner
        column_x = template.outer if is_left else template.inner
        gap = 5_000
        step = (self.bench.wide - gap * (columns - 1)) // columns + gap
        boxes = self.drawn("inside", is_mirrored=is_left)
        links: list[PageLink] = []
        spans: list[Span] = []
        for panel, top, bottom, is_wide in panels(rows):
            boxes += self._ground(panel, wide_x if is_wide else column_x, template.top + top, bottom - top, is_wide)
        for placed in rows:
            strip = placed.strip
            x = column_x if columns == 1 else wide_x + placed.column * step
            x = wide_x if strip.wide and columns == 1 else x
            y = template.top + placed.y
            first = len(boxes)
            boxes += [moved(box, x, y) for box in strip.boxes]
            for link in strip.links:
                self._link(links, link.target, x + link.left, y + link.top, x + link.right, y + link.bottom)
            for ref in strip.refs:
                target = self._anchors.get(ref.target, 0)
                width = round(self.bench.writer.width(str(target), ref.font, ref.size))
                boxes.append(
                    TextRun(x + ref.right - width, y + ref.baseline, ref.font, ref.size, ref.color, str(target))
                )
                self._link(links, ref.target, x, y, x + ref.right, y + strip.height)
            if strip.note is not None and template.has_notes:
                boxes += self._note(strip.note, y, strip.height, is_left, links)
            element = strip.element
            if element is None and (strip.text or (strip.note is not None and strip.note.kind != "mark")):
                element = Element("p", (text_run(strip.text or strip.note.text if strip.note else strip.text),))
            spans += spans_of(first, len(boxes) - first, element, strip.parts)
        boxes += self._furniture(number, head, is_left)
        words = " ".join(placed.strip.text for placed in rows if placed.strip.text)
        return BookletPage(
            tuple(boxes), template.width, template.height, number, kind, tuple(links), words, tuple(spans),
            template.scale,
        )  # fmt: skip

    def blank(
        self, boxes: Sequence[Box], number: int, kind: str, text: str = "", spans: Sequence[Span] = ()
    ) -> BookletPage:
        """Return a page that was drawn elsewhere."""
        size = (self.template.width, self.template.height)
        return BookletPage(tuple(boxes), *size, number, kind, (), text, tuple(spans), self.template.scale)

    def notes_page(self, number: int, head: str) -> BookletPage:
        """Return a page with faint lines to write on."""
        template, bench = self.template, self.bench
        is_left = number % 2 == 0
        x = template.note_edge if is_left else template.inner
        title = bench.style("heading", face="heading", color="accent")
        words, used = bench.words("Notes", title, x=x, y=template.top)
        step = bench.line * 2
        first = template.top + used + step
        lines = " ".join(f"M{x} {y} L{x + bench.wide} {y}" for y in range(first, template.top + template.depth, step))
        boxes = [*self.drawn("inside", is_mirrored=is_left), *words, Path(lines, None, bench.color("line"), 120)]
        return self.blank([*boxes, *self._furniture(number, head, is_left)], number, "notes")

    def _link(self, links: list[PageLink], target: str, left: int, top: int, right: int, bottom: int) -> None:
        page = self._anchors.get(target)
        if page is not None:
            links.append(PageLink(left, top, right, bottom, page))

    def _ground(self, panel: Panel, x: int, y: int, height: int, is_wide: bool) -> list[Box]:
        bench = self.bench
        width = bench.wide if is_wide else bench.column
        outline = rounded(x, y, width, height, 1_400, 1_400, "round", CORNERS)
        if panel.kind == "figure":
            return [Path(outline, None, bench.color("line"), 250)]
        boxes: list[Box] = [Path(outline, bench.color("tint"))]
        if panel.kind == "example":
            boxes.append(Group((bench.bar(x, y, 900, height, "accent"),), clip=outline))
        return boxes

    def _note(self, note: Note, y: int, height: int, is_left: bool, links: list[PageLink]) -> list[Box]:
        """Return words in the outer margin, on the baseline of the strip beside them."""
        bench, template = self.bench, self.template
        edge = template.outer - template.note_gap if is_left else template.inner + template.column + template.note_gap
        if note.kind == "mark":
            x = edge - MARK_UM if is_left else edge
            d = fitted_path(note.text, (100, 100), x, y + (height - MARK_UM) // 2, MARK_UM, MARK_UM, "contain")
            return [Path(d, bench.color("accent"), even_odd=False)]
        is_ruling = note.kind == "ruling"
        color = "accent" if is_ruling else "grey"
        style = bench.style("note", face="label", color=color)
        baseline = y + round(min(height, bench.line) * BASELINE)
        boxes: list[Box] = []
        for line in note.text.split("\n"):
            width = round(bench.writer.width(line, style.regular, style.size))
            mark = round(style.size * 0.95) if is_ruling else 0
            x = edge - width - mark if is_left else edge + mark
            words, _ = bench.set_runs([text_run(line)], style)
            boxes += [moved(b, x, baseline - round(style.leading * BASELINE)) for b in words]
            if is_ruling:
                boxes.append(self._diamond(edge, baseline, style.size, is_left))
            if note.target:
                target = f"rule:{line}" if note.target == "rule:" else note.target
                self._link(
                    links, target, min(x, edge - width), baseline - style.size, max(x + width, edge), baseline + 500
                )
            baseline += style.leading
        return boxes

    def _diamond(self, edge: int, baseline: int, size: int, is_left: bool) -> Path:
        r = round(size * 0.3)
        cx = edge - r if is_left else edge + r
        cy = baseline - round(size * 0.34)
        return Path(f"M{cx - r} {cy} L{cx} {cy - r} L{cx + r} {cy} L{cx} {cy + r} Z", self.bench.color("accent"))

    def _furniture(self, number: int, head: str, is_left: bool) -> list[Box]:
        bench, template = self.bench, self.template
        style = bench.style("note", face="label", color="grey")
        edge = template.note_edge if is_left else template.width - template.note_edge
        words = bench.catalog.ruleset.name if is_left else head
        boxes: list[Box] = []
        for text, y, face in (
            (words, template.top - HEAD_UM, style),
            (str(number), template.height - HEAD_UM, bench.style("small", face="label_bold", color="accent")),
        ):
            placed, _ = bench.set_runs([text_run(text)], face)
            width = round(bench.writer.width(text, face.regular, face.size))
            boxes += [moved(b, edge if is_left else edge - width, y - face.leading // 2) for b in placed]
        return boxes
