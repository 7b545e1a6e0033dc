"""Strips of a booklet poured into pages: what stays together, where a page may end, what lies behind a panel.

A strip is never taken apart; it knows its height and its boxes, measured from its own top left corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from carddb.layout.booklet_text import Link
from carddb.layout.boxes import Box, FormUse, Group, Image, Mark, Path, TextRun


class Note(NamedTuple):
    """Words in the outer margin beside a strip; kind: rule or ruling; ``target`` is the anchor it leads to."""

    text: str
    kind: str = "rule"
    target: str = ""


class PageRef(NamedTuple):
    """The page number of an anchor, set when all pages are known; right edge, baseline and look."""

    right: int
    baseline: int
    target: str
    font: str
    size: int
    color: str


class Panel(NamedTuple):
    """A ground behind strips: equal panels on one page share one. kind: example, figure or plain."""

    id: str
    kind: str


class Outline(NamedTuple):
    """A bookmark: level 0 is a chapter."""

    level: int
    title: str


class Strip(NamedTuple):
    """A piece of a page.

    keep: no page break behind it. gap: free space above it, left out at the top of a page.
    wide: it reaches over the outer margin too. snap: it starts on the grid of half lines.
    text: its words, for the index; head: the running head from here on.
    """

    height: int
    boxes: tuple[Box, ...] = ()
    keep: bool = False
    gap: int = 0
    note: Note | None = None
    anchors: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    refs: tuple[PageRef, ...] = ()
    panel: Panel | None = None
    wide: bool = False
    snap: bool = False
    text: str = ""
    head: str = ""
    outline: Outline | None = None
    new_page: bool = False


class Placed(NamedTuple):
    """A strip on its page; y from the top of the text area, column counted from 0."""

    strip: Strip
    y: int
    column: int = 0


def together(strips: Sequence[Strip]) -> list[Strip]:
    """Return strips that no page break may part."""
    return [strip._replace(keep=True) for strip in strips[:-1]] + list(strips[-1:])


def guarded(strips: Sequence[Strip]) -> list[Strip]:
    """Return the lines of a paragraph so that neither its first nor its last line stands alone."""
    last = len(strips) - 2
    return [s._replace(keep=s.keep or i == 0 or i == last) if i <= last else s for i, s in enumerate(strips)]


def pour(strips: Iterable[Strip], depth: int, grid: int, *, columns: int = 1) -> list[list[Placed]]:
    """Distribute strips over pages of this depth, column by column.

    A break that nothing allows is made all the same, so a chain of kept strips that is longer than a page prints.
    """
    rows = list(strips)
    frames: list[list[Placed]] = []
    start = 0
    while start < len(rows):
        frame, end = _fill(rows, start, depth, grid)
        frames.append(frame)
        start = end
        if start < len(rows) and rows[start].new_page:
            frames += [[]] * (-len(frames) % columns)
    pages = []
    for first in range(0, len(frames), columns):
        row = frames[first : first + columns]
        pages.append([p._replace(column=c) for c, frame in enumerate(row) for p in frame])
    return pages


def _fill(rows: Sequence[Strip], start: int, depth: int, grid: int) -> tuple[list[Placed], int]:
    frame: list[Placed] = []
    y = 0
    place = start
    while place < len(rows):
        strip = rows[place]
        if frame and strip.new_page:
            return frame, place
        top = y + (strip.gap if frame else 0)
        if strip.snap:
            top += -top % grid
        if frame and top + strip.height > depth:
            end = place
            while end > start and rows[end - 1].keep:
                end -= 1
            if end == start:
                end = place
            return frame[: end - start], end
        frame.append(Placed(strip, top))
        y = top + strip.height
        place += 1
    return frame, place


def panels(page: Sequence[Placed]) -> list[tuple[Panel, int, int, bool]]:
    """Return the grounds of a page: panel, top, bottom, whether its strips are wide."""
    out: list[tuple[Panel, int, int, bool]] = []
    for placed in page:
        panel = placed.strip.panel
        if panel is None:
            continue
        bottom = placed.y + placed.strip.height
        if out and out[-1][0] == panel:
            out[-1] = (panel, out[-1][1], bottom, out[-1][3])
        else:
            out.append((panel, placed.y, bottom, placed.strip.wide))
    return out


def moved(box: Box, dx: int, dy: int) -> Box:
    """Return a box at another place."""
    if isinstance(box, Mark):
        return box._replace(x=box.x + dx, y=box.y + dy, form_x=box.form_x + dx, form_y=box.form_y + dy)
    if isinstance(box, TextRun | FormUse | Image):
        return box._replace(x=box.x + dx, y=box.y + dy)
    a, b, c, d, e, f = box.matrix or (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    matrix = (a, b, c, d, e + dx, f + dy)
    return box._replace(matrix=matrix) if isinstance(box, Path | Group) else box


def in_panel(strips: Sequence[Strip], panel: Panel, padding: int) -> list[Strip]:
    """Return strips on a common ground, with some of it above and below them."""
    if not strips:
        return []
    head = Strip(padding, keep=True, gap=strips[0].gap, panel=panel, wide=strips[0].wide, snap=True)
    body = [s._replace(panel=panel) for s in strips]
    body[0] = body[0]._replace(gap=0)
    body[-1] = body[-1]._replace(keep=True)
    return [head, *body, Strip(padding, panel=panel, wide=strips[0].wide)]

