"""The gallery of templates: cards at their shortest and longest, sheets and booklets as miniatures, on A4 pages.

What is shown is handed in; here it only gets its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from carddb.layout.booklet.pages import BookletPage
from carddb.layout.boxes import Box, FormUse, Group, Measure, Path, PlacedCard, TextRun, rectangle
from carddb.layout.sheets.grid import Cell, Sheet
from carddb.layout.sheets.marks import cut_marks
from carddb.layout.units import size_um

PAPER_UM = (210_000, 297_000)
MARGIN_UM = 15_000
GAP_UM = 5_000
REGULAR, BOLD = "alegreya-sans +lnum", "alegreya-sans bold +lnum"
INK, GREY, LINE, SHADE, CARD = "#1f1d1a", "#6a665f", "#b9c0c6", "#eef1f3", "#ffffff"
TITLE, NAME, NOTE = size_um(22), size_um(11), size_um(7.5)
SHEET_UM = (56_000, 58_000)
PER_ROW = 3


class Shown(NamedTuple):
    """A card in the gallery with the words below it, a line each."""

    card: PlacedCard
    label: str
    notes: tuple[str, ...] = ()


class Row(NamedTuple):
    """One template: its name, its sizes in words, and pictures of it."""

    name: str
    sizes: str
    cards: tuple[Shown, ...] = ()
    sheet: Sheet | None = None
    pages: tuple[BookletPage, ...] = ()


class GalleryPage(NamedTuple):
    """A page with everything in its place; ``title`` is that of the chapter that begins here, or ""."""

    boxes: tuple[Box, ...]
    title: str


class Gallery:
    """Fills pages with templates of all kinds."""

    def __init__(self, measure: Measure) -> None:
        self._measure = measure
        self._pages: list[GalleryPage] = []
        self._boxes: list[Box] = []
        self._title = ""
        self._y = 0

    def pages(self, chapters: Iterable[tuple[str, Sequence[Row]]]) -> list[GalleryPage]:
        """Return the pages of chapters, each of which begins a page."""
        for title, rows in chapters:
            self._begin(title)
            if any(row.sheet for row in rows):
                self._sheets(rows)
            for row in rows:
                if row.cards or row.pages:
                    self._row(row)
        self._end()
        return self._pages

    def _begin(self, title: str) -> None:
        self._end()
        self._title = title
        self._write(title, MARGIN_UM, MARGIN_UM + TITLE, TITLE, BOLD)
        self._y = MARGIN_UM + TITLE + 9_000

    def _end(self) -> None:
        if self._boxes:
            number = str(len(self._pages) + 1)
            self._write(number, PAPER_UM[0] - MARGIN_UM, PAPER_UM[1] - 8_000, NOTE, BOLD, GREY)
            self._pages.append(GalleryPage(tuple(self._boxes), self._title))
        self._boxes, self._title, self._y = [], "", MARGIN_UM + 4_000

    def _room(self, height: int) -> None:
        if self._y + height > PAPER_UM[1] - MARGIN_UM and self._y > MARGIN_UM + 4_000:
            self._end()

    def _write(
        self, text: str, x: int, y: int, size: int, font: str = REGULAR, color: str = INK, *, room: int = 0
    ) -> None:
        """Write a line; what is longer than ``room`` is set smaller."""
        widths = self._measure.widths(font)
        words = text.split(" ")
        width = sum(abs(widths[w]) for w in words) + widths[" "] * (len(words) - 1)
        if room and width * size / 1000 > room:
            size = int(room * 1000 / width)
        self._boxes.append(TextRun(x, y, font, size, color, text))

    def _head(self, row: Row) -> None:
        y = self._y
        width = PAPER_UM[0] - 2 * MARGIN_UM
        self._boxes.append(Path(rectangle(MARGIN_UM, y, width, 200), LINE))
        self._write(row.name, MARGIN_UM, y + 6_000, NAME, BOLD)
        self._write(row.sizes, MARGIN_UM, y + 10_500, NOTE, REGULAR, GREY, room=width)
        self._y = y + 14_000

    def _row(self, row: Row) -> None:
        width = PAPER_UM[0] - 2 * MARGIN_UM
        count = max(len(row.cards), len(row.pages), 4)
        gap = GAP_UM if row.cards else 0
        own = (width - (count - 1) * GAP_UM) * 22 // (25 * count)
        tallest = max(
            [own * s.card.height_um // s.card.width_um + 4_000 * (1 + len(s.notes)) for s in row.cards]
            + [own * p.height // p.width for p in row.pages]
        )
        self._room(tallest + 15_000)
        self._head(row)
        x = MARGIN_UM
        for shown in row.cards:
            self._card(shown, x, own)
            x += own + gap
        for number, page in enumerate(row.pages):
            self._page(page, x, own)
            x += own + (GAP_UM if number % 2 == 0 else 300)
        self._y += tallest + 5_000

    def _card(self, shown: Shown, x: int, width: int) -> None:
        card = shown.card
        scale = width / card.width_um
        clip = rectangle(0, 0, card.width_um, card.height_um)
        place = (scale, 0.0, 0.0, scale, float(x), float(self._y))
        edge = Path(clip, None, LINE, 150)
        self._boxes.append(Group((Group(card.boxes, clip=clip), edge), place))
        y = self._y + round(card.height_um * scale) + 4_000
        self._write(shown.label, x, y, NOTE, BOLD, room=width)
        for note in shown.notes:
            y += 3_600
            self._write(note, x, y, NOTE, REGULAR, GREY, room=width)

    def _page(self, page: BookletPage, x: int, width: int) -> None:
        scale = width / page.width
        clip = rectangle(0, 0, page.width, page.height)
        place = (scale, 0.0, 0.0, scale, float(x), float(self._y))
        self._boxes.append(
            Group((Path(clip, CARD), Group(page.boxes, clip=clip), Path(clip, None, LINE, 400)), place)
        )

    def _sheets(self, rows: Sequence[Row]) -> None:
        wide, high = SHEET_UM
        gap = (PAPER_UM[0] - 2 * MARGIN_UM - PER_ROW * wide) // (PER_ROW - 1)
        for first in range(0, len(rows), PER_ROW):
            self._room(high + 18_000)
            for place, row in enumerate(rows[first : first + PER_ROW]):
                x = MARGIN_UM + place * (wide + gap)
                self._write(row.name, x, self._y + 3_000, NAME * 9 // 10, BOLD, room=wide)
                self._write(row.sizes, x, self._y + 6_800, NOTE, REGULAR, GREY, room=wide)
                if row.sheet is not None:
                    self._sheet(row.sheet, x, self._y + 9_000)
            self._y += high + 17_000

    def _sheet(self, sheet: Sheet, x: int, y: int) -> None:
        scale = min(SHEET_UM[0] / sheet.width, SHEET_UM[1] / sheet.height)
        boxes: list[Box] = [Path(rectangle(0, 0, sheet.width, sheet.height), CARD, LINE, round(200 / scale))]
        for cell in sheet.printed:
            boxes.append(self._slot(sheet, cell, round(150 / scale), is_back=cell not in sheet.cells))
        marks = cut_marks(sheet, "none")
        boxes += [FormUse(marks, 0, 0)] if marks.boxes else []
        self._boxes.append(Group(tuple(boxes), (scale, 0.0, 0.0, scale, float(x), float(y))))

    def _slot(self, sheet: Sheet, cell: Cell, width: int, *, is_back: bool) -> Path:
        left, top = sheet.corner(cell)
        fill = LINE if is_back else SHADE
        return Path(rectangle(left, top, sheet.card_width, sheet.card_height), fill, GREY, width)
