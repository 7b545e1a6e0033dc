"""Booklet pages imposed on sheets for folding and stapling through the fold (saddle stitch).

Sheets lie in each other, so the first and the last page share the outermost sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from carddb.layout.boxes import Box, Group, Path, rectangle

MARK_UM = 3_500
"""Length of a fold mark at the edge of the paper. Source: house choice."""

A4_UM = (297_000, 210_000)
"""The sheet, lying. Source: ISO 216."""

LETTER_UM = (279_400, 215_900)
"""The sheet, lying. Source: ANSI Y14.1."""

MINI = ((5, 4, 3, 2), (6, 7, 8, 1))
"""Pages of a mini booklet on its sheet: the upper row stands on its head."""

_SLACK_UM = 1_000


class Page(NamedTuple):
    """A page to impose."""

    boxes: tuple[Box, ...]
    width: int
    height: int


class FoldSheet(NamedTuple):
    """One side of a sheet; left and right are page numbers from 1, None for a blank page."""

    boxes: tuple[Box, ...]
    width: int
    height: int
    left: int | None
    right: int | None


def imposition_order(count: int) -> list[tuple[int | None, int | None]]:
    """Return left and right page of each side, front and back of the outermost sheet first.

    Page numbers beyond ``count`` are None: the booklet is filled with blank pages at its end.
    """
    total = max(-(-count // 4) * 4, 4)

    def page(number: int) -> int | None:
        return number if number <= count else None

    sides = []
    for sheet in range(total // 4):
        first, last = 2 * sheet + 1, total - 2 * sheet
        sides.append((page(last), page(first)))
        sides.append((page(first + 1), page(last - 1)))
    return sides


def impose(pages: Sequence[Page]) -> list[FoldSheet]:
    """Return the sides of the sheets in print order: front, back, front, back.

    Two pages meet in the fold; A4 or Letter is taken where they fill it, else paper of just their size.
    Raises: ValueError for no pages, or pages of different sizes.
    """
    if not pages or len({(p.width, p.height) for p in pages}) != 1:
        raise ValueError("imposition takes one or more pages of one size")
    width, height = pages[0].width, pages[0].height
    paper_width, paper_height = _paper(2 * width, height)
    fold, top = paper_width / 2, (paper_height - height) // 2
    sheets = []
    for side, (left, right) in enumerate(imposition_order(len(pages))):
        boxes: list[Box] = []
        for number, x in ((left, fold - width), (right, fold)):
            if number is not None:
                place = (1.0, 0.0, 0.0, 1.0, float(x), float(top))
                boxes.append(Group(pages[number - 1].boxes, place, clip=rectangle(0, 0, width, height)))
        if side % 2 == 0:
            boxes.append(_fold_marks(fold, paper_height))
        sheets.append(FoldSheet(tuple(boxes), paper_width, paper_height, left, right))
    return sheets


def _paper(width: int, height: int) -> tuple[int, int]:
    for paper in (A4_UM, LETTER_UM):
        if all(0 <= a - b <= _SLACK_UM for a, b in zip(paper, (width, height), strict=True)):
            return paper
    return width, height


def two_up(sheets: Sequence[FoldSheet]) -> list[FoldSheet]:
    """Return small sheets two on one of A4, above each other, to be cut apart; others as they are.

    The lower halves, in their order, go into the upper ones. Both sides are printed with the paper turned over
    its long edge.
    """
    width, height = sheets[0].width, sheets[0].height
    tall, wide = A4_UM
    if not (0 <= wide - width <= _SLACK_UM and 0 <= tall - 2 * height <= 2 * _SLACK_UM):
        return list(sheets)
    leaves = [sheets[n : n + 2] for n in range(0, len(sheets), 2)]
    upper = -(-len(leaves) // 2)
    x, y = float((wide - width) // 2), float((tall - 2 * height) // 2)
    out = []
    for number in range(upper):
        for side in (0, 1):
            top = leaves[number][side]
            boxes: list[Box] = [Group(top.boxes, (1.0, 0.0, 0.0, 1.0, x, y))]
            if number + upper < len(leaves):
                low = leaves[number + upper][side]
                boxes.append(Group(low.boxes, (1.0, 0.0, 0.0, 1.0, x, y + height)))
            if side == 0:
                boxes.append(_cut(0, tall // 2, wide, tall // 2))
            out.append(FoldSheet(tuple(boxes), wide, tall, top.left, top.right))
    return out


def impose_mini(pages: Sequence[Page]) -> FoldSheet:
    """Return the one side of a sheet that carries a booklet of eight pages, with the cut in the middle.

    Raises: ValueError for another number of pages.
    """
    if len(pages) != sum(map(len, MINI)):
        raise ValueError(f"a mini booklet has 8 pages, not {len(pages)}")
    width, height = pages[0].width, pages[0].height
    paper_width, paper_height = _paper(4 * width, 2 * height)
    left, top = (paper_width - 4 * width) / 2, (paper_height - 2 * height) / 2
    boxes: list[Box] = []
    for row, numbers in enumerate(MINI):
        for column, number in enumerate(numbers):
            x, y = left + column * width, top + row * height
            place = (1.0, 0.0, 0.0, 1.0, x, y) if row else (-1.0, 0.0, 0.0, -1.0, x + width, y + height)
            boxes.append(Group(pages[number - 1].boxes, place, clip=rectangle(0, 0, width, height)))
    middle = round(top + height)
    boxes.append(_cut(round(left + width), middle, round(left + 3 * width), middle))
    boxes += [_fold_marks(left + column * width, paper_height) for column in (1, 2, 3)]
    return FoldSheet(tuple(boxes), paper_width, paper_height, None, None)


def _cut(x0: int, y0: int, x1: int, y1: int) -> Path:
    """Return a dashed line to cut along."""
    step = 3_000
    count = max((x1 - x0) // step, 1)
    d = " ".join(f"M{x0 + n * step} {y0} L{min(x0 + n * step + step // 2, x1)} {y1}" for n in range(count))
    return Path(d, None, "#7f7f7f", 200)


def _fold_marks(x: float, height: int) -> Path:
    step = MARK_UM / 5
    dashes = [
        f"M{x:g} {y + k * step:g} L{x:g} {y + k * step + step / 2:g}" for y in (0, height - MARK_UM) for k in range(5)
    ]
    return Path(" ".join(dashes), None, "#7f7f7f", 200)
