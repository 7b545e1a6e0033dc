"""A sheet of paper and its slots, computed from whole micrometres: margins, gutters, bleed, fold, skipped cells.

Nothing is read or drawn here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

from carddb.layout.units import millimetres

Flip = Literal["none", "long", "short"]
"""A front, or a back for paper that is turned over its long or its short edge."""

PAPERS = {
    "A3": (297_000, 420_000),
    "A4": (210_000, 297_000),
    "A5": (148_000, 210_000),
    "letter": (215_900, 279_400),
    "legal": (215_900, 355_600),
    "tabloid": (279_400, 431_800),
}
"""Paper sizes in micrometres, upright. Source: ISO 216, ANSI Y14.1."""

CARDS = {
    "poker63": (63_000, 88_000),
    "poker": (63_500, 88_900),
    "bridge": (57_150, 88_900),
    "tarot": (69_850, 120_650),
    "mini": (44_450, 63_500),
    "square": (69_850, 69_850),
    "japanese": (59_000, 86_000),
}
"""Card sizes in micrometres. Source: what card printers offer; the two poker sizes are half a millimetre apart."""


class Cell(NamedTuple):
    """A place of the grid, counted from 0."""

    row: int
    column: int


class Reach(NamedTuple):
    """How far something may go beyond the four edges of a card, in micrometres."""

    left: int
    top: int
    right: int
    bottom: int


MARGINS = Reach(5_000, 5_000, 5_000, 5_000)
"""Margins where none are stated: what most printers cannot print on. Source: house choice."""


@dataclass(frozen=True)
class Sheet:
    """A sheet of paper with slots for cards, lengths in micrometres.

    asked: columns and rows that the file states, 0 where they are computed from the paper.
    orientation: auto, portrait or landscape. is_full_bleed: the bleed must fit between the cards, untrimmed.
    fold: the right half carries the backs, to be folded behind the left half; fold_gutter: the room between them.
    skip: cells that stay empty, counted from 1 in reading order. marks: none, ticks, lines or crosses.
    """

    name: str
    title: str
    width: int
    height: int
    card_width: int
    card_height: int
    gutter_x: int = 0
    gutter_y: int = 0
    margins: Reach = MARGINS
    asked: tuple[int, int] = (0, 0)
    orientation: str = "auto"
    bleed: int = 0
    is_full_bleed: bool = False
    fold: bool = False
    fold_gutter: int = 0
    skip: frozenset[int] = frozenset()
    marks: str = "ticks"
    mark_length: int = 4_000
    label: bool = True
    columns: int = 0
    rows: int = 0

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Return the cells that fronts are printed in, in reading order."""
        columns = self.columns // 2 if self.fold else self.columns
        every = [Cell(row, column) for row in range(self.rows) for column in range(columns)]
        return tuple(cell for number, cell in enumerate(every, start=1) if number not in self.skip)

    @property
    def slots(self) -> int:
        """Return how many cards a sheet holds."""
        return len(self.cells)

    @cached_property
    def printed(self) -> tuple[Cell, ...]:
        """Return all cells that something is printed in: with a fold, those of the backs too."""
        return (*self.cells, *(self.partner(cell) for cell in self.cells)) if self.fold else self.cells

    def partner(self, cell: Cell) -> Cell:
        """Return the cell that lies behind this one when the sheet is folded."""
        return Cell(cell.row, self.columns - 1 - cell.column)

    @property
    def block(self) -> tuple[int, int]:
        """Return width and height of all cards together."""
        width = self.columns * self.card_width + sum(self._gap(c) for c in range(self.columns - 1))
        return width, self.rows * self.card_height + max(self.rows - 1, 0) * self.gutter_y

    @property
    def origin(self) -> tuple[int, int]:
        """Return the top left corner of the first cell; the block stands in the middle between the margins."""
        m, (width, height) = self.margins, self.block
        return (
            m.left + (self.width - m.left - m.right - width) // 2,
            m.top + (self.height - m.top - m.bottom - height) // 2,
        )

    @property
    def fold_x(self) -> int:
        """Return where the sheet is folded."""
        half = self.columns // 2
        return self.corner(Cell(0, half))[0] - self.fold_gutter // 2

    def _gap(self, column: int) -> int:
        """Return the room between a column and the next."""
        return self.fold_gutter if self.fold and column == self.columns // 2 - 1 else self.gutter_x

    def corner(self, cell: Cell, flip: Flip = "none") -> tuple[int, int]:
        """Return the top left corner of a cell's card; for backs, where that card's back must stand."""
        left, top = self.origin
        x = left + cell.column * self.card_width + sum(self._gap(c) for c in range(cell.column))
        y = top + cell.row * (self.card_height + self.gutter_y)
        if flip == "none":
            return x, y
        if self.mirrors_columns(flip):
            return self.width - x - self.card_width, y
        return x, self.height - y - self.card_height

    def mirrors_columns(self, flip: Flip) -> bool:
        """Return whether turning the paper over this edge swaps left and right; else it swaps top and bottom."""
        return (flip == "long") == (self.height >= self.width)

    def reach(self, cell: Cell) -> Reach:
        """Return how far a card may bleed: on the outside all of it, between cards at most half the gutter."""

        def inner(gutter: int) -> int:
            return min(self.bleed, gutter // 2)

        return Reach(
            self.bleed if cell.column == 0 else inner(self._gap(cell.column - 1)),
            self.bleed if cell.row == 0 else inner(self.gutter_y),
            self.bleed if cell.column == self.columns - 1 else inner(self._gap(cell.column)),
            self.bleed if cell.row == self.rows - 1 else inner(self.gutter_y),
        )

    def with_grid(self) -> Sheet:
        """Return the sheet with its columns and rows; of two orientations the one that holds more, portrait first."""
        short, long = sorted((self.width, self.height))
        sizes = {"portrait": [(short, long)], "landscape": [(long, short)]}
        tried = sizes.get(self.orientation, [(short, long), (long, short)])
        found = [self._on(width, height) for width, height in tried]
        return max(found, key=lambda sheet: sheet.columns * sheet.rows * (not sheet.is_too_large))

    def _on(self, width: int, height: int) -> Sheet:
        m = self.margins
        room_x, room_y = width - m.left - m.right, height - m.top - m.bottom
        if self.fold:
            columns = 2 * _count((room_x - self.fold_gutter) // 2, self.card_width, self.gutter_x)
        else:
            columns = _count(room_x, self.card_width, self.gutter_x)
        rows = _count(room_y, self.card_height, self.gutter_y)
        return replace(self, width=width, height=height, columns=self.asked[0] or columns, rows=self.asked[1] or rows)

    @property
    def is_too_large(self) -> bool:
        """Return whether the cards do not fit between the edges of the paper."""
        width, height = self.block
        return width > self.width or height > self.height

    def for_cards(self, width: int, height: int) -> Sheet:
        """Return the same paper with slots of another size, as many as fit."""
        return replace(self, card_width=width, card_height=height, asked=(0, 0)).with_grid()

    def check(self, report: Callable[[str, str], None]) -> None:
        """Report everything that makes the sheet unusable: (key, one sentence)."""
        card = f"{millimetres(self.card_width)} x {millimetres(self.card_height)} mm"
        if self.columns * self.rows < 1:
            fold = " and its back beside it" if self.fold else ""
            report("columns", f"Not one card of {card}{fold} fits between the margins of the paper.")
            return
        if self.fold and self.columns % 2:
            report("columns", f"A fold needs an even number of columns, and {self.columns} were asked for.")
        for word, count, block, whole in (
            ("columns", self.columns, self.block[0], self.width),
            ("rows", self.rows, self.block[1], self.height),
        ):
            if block > whole:
                side = "wider" if word == "columns" else "higher"
                report(word, f"{count} {word} of cards are {side} than the paper.")
        every = self.rows * (self.columns // 2 if self.fold else self.columns)
        for number in sorted(n for n in self.skip if not 1 <= n <= every):
            report("skip", f"There is no cell {number}; the cells are 1 to {every}.")
        if not self.cells:
            report("skip", "Every cell is skipped; nothing could be printed.")
        left, top = self.origin
        right, bottom = self.width - left - self.block[0], self.height - top - self.block[1]
        if not self.is_too_large and min(left, top, right, bottom) < self.bleed:
            report("bleed", "The bleed reaches over the edge of the paper.")
        for key, gutter, count in (("gutter_x", self.gutter_x, self.columns), ("gutter_y", self.gutter_y, self.rows)):
            if self.is_full_bleed and count > 1 and gutter < 2 * self.bleed:
                need = millimetres(2 * self.bleed)
                report(key, f'A full bleed needs {need} mm between the cards; or state bleed_between = "trimmed".')


def _count(room: int, size: int, gutter: int) -> int:
    return max((room + gutter) // (size + gutter), 0)
