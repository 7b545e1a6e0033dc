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

    Two pages meet in the fold; A4 is taken where they fit on it, else paper of just their size.
    Raises: ValueError for no pages, or pages of different sizes.
    """
    if not pages or len({(p.width, p.height) for p in pages}) != 1:
        raise ValueError("imposition takes one or more pages of one size")
    width, height = pages[0].width, pages[0].height
    fits = all(0 <= a - b <= _SLACK_UM for a, b in zip(A4_UM, (2 * width, height), strict=True))
    paper_width, paper_height = A4_UM if fits else (2 * width, height)
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


def _fold_marks(x: float, height: int) -> Path:
    step = MARK_UM / 5
    dashes = [
        f"M{x:g} {y + k * step:g} L{x:g} {y + k * step + step / 2:g}" for y in (0, height - MARK_UM) for k in range(5)
    ]
    return Path(" ".join(dashes), None, "#7f7f7f", 200)
