"""Strips of a booklet poured into pages: what stays together, where a page may end, what lies behind a panel.

A strip is never taken apart; it knows its height and its boxes, measured from its own top left corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from carddb.layout.booklet.structure import Element
from carddb.layout.booklet.text import Link
from carddb.layout.boxes import Box, FormUse, Group, Image, Mark, Path, TextRun


class Note(NamedTuple):
    """Words in the outer margin beside a strip, a line for each line of ``text``.

    kind: rule, ruling (with a mark before it), or mark (``text`` is path data); target: the anchor that its first
    line leads to, "rule:" for those of the rules that the lines name.
    """

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
    text: its words, for the index; head: the running head from here on, which begins a chapter.
    floats: name of a figure that may move down to the next page while the text before it goes on.
    element: what it means; parts: several meanings, each with the number of its boxes, in their order.
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
    floats: str = ""
    element: Element | None = None
    parts: tuple[tuple[Element, int], ...] = ()

    @property
    def elements(self) -> tuple[Element, ...]:
        """Return what it shows, in order."""
        if self.parts:
            return tuple(element for element, _ in self.parts)
        return () if self.element is None else (self.element,)


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


def floating(strips: Sequence[Strip], name: str, depth: int) -> list[Strip]:
    """Return a figure that stays in one piece and may move to the next page, unless it is longer than that."""
    if sum(s.height + s.gap for s in strips) > depth:
        return list(strips)
    return [s._replace(floats=name) for s in together(strips)]


def pour(strips: Iterable[Strip], depth: int, grid: int, *, columns: int = 1) -> list[list[Placed]]:
    """Distribute strips over pages of this depth, column by column.

    A break that nothing allows is made all the same, so a chain of kept strips that is longer than a page prints.
    """
    rest = list(strips)
    rest.reverse()
    frames: list[list[Placed]] = []
    while rest:
        frame = _Frame(rest, depth, grid)
        frame.fill()
        frames += [frame.placed] if frame.placed else []
        if rest and rest[-1].new_page:
            frames += [[]] * (-len(frames) % columns)
    pages = []
    for first in range(0, len(frames), columns):
        row = frames[first : first + columns]
        pages.append([p._replace(column=c) for c, frame in enumerate(row) for p in frame])
    return pages


SHORT_PAGE = 0.34
"""A chapter's last page that is filled less than this is avoided by closer gaps. Source: house choice."""

SQUEEZES = (0.85, 0.7, 0.55, 0.45)
"""Parts of the gaps that are left when a chapter is set closer."""


def pour_chapters(strips: Sequence[Strip], depth: int, grid: int) -> list[list[Placed]]:
    """Pour a booklet's body; when its last page would hold a few lines only, the last chapters are set closer."""
    pages = pour(strips, depth, grid)
    if len(pages) < 2 or _filled(pages[-1]) > depth * SHORT_PAGE:
        return pages
    starts = [n for n, strip in enumerate(strips) if strip.head]
    for share in SQUEEZES:
        for start in reversed(starts[-3:]):
            closer = [s._replace(gap=round(s.gap * share)) if n > start else s for n, s in enumerate(strips)]
            tried = pour(closer, depth, grid)
            if len(tried) < len(pages):
                return tried
    return pages


def _filled(page: Sequence[Placed]) -> int:
    return max(p.y + p.strip.height for p in page)


class _Frame:
    """One column being filled; ``rest`` holds what is still to be placed, the next strip last."""

    def __init__(self, rest: list[Strip], depth: int, grid: int) -> None:
        self.placed: list[Placed] = []
        self._rest = rest
        self._depth = depth
        self._grid = grid
        self._y = 0
        self._later: list[Strip] = []

    def fill(self) -> None:
        """Place strips until the column is full, and put back what goes to the next one."""
        while self._rest:
            strip = self._rest[-1]
            if not self.placed and _is_space(strip):
                self._rest.pop()
                continue
            if self.placed and (strip.new_page or (strip.head and self._later)):
                break
            top = self._top(strip)
            if self.placed and strip.floats and top + self._block() > self._depth:
                self._defer(strip.floats)
                continue
            if self.placed and top + strip.height > self._depth:
                self._put_back()
                break
            self.placed.append(Placed(self._rest.pop(), top))
            self._y = top + strip.height
        self._rest += reversed(self._later)

    def _top(self, strip: Strip) -> int:
        top = self._y + (strip.gap if self.placed else 0)
        return top + -top % self._grid if strip.snap else top

    def _block(self) -> int:
        """Return the height of the figure that comes next."""
        name, height = self._rest[-1].floats, 0
        if self.placed and self.placed[-1].strip.floats == name:
            return 0
        for strip in reversed(self._rest):
            if strip.floats != name:
                break
            height += strip.height + (strip.gap if height else 0)
        return height

    def _defer(self, name: str) -> None:
        while self._rest and self._rest[-1].floats == name:
            self._later.append(self._rest.pop())

    def _put_back(self) -> None:
        """Take back strips until a break is allowed, unless that would leave the column empty."""
        end = len(self.placed)
        while end and self.placed[end - 1].strip.keep:
            end -= 1
        if end == 0:
            return
        for placed in reversed(self.placed[end:]):
            self._rest.append(placed.strip)
        del self.placed[end:]


def _is_space(strip: Strip) -> bool:
    return not strip.boxes and strip.note is None and strip.panel is None and not strip.anchors


OVERHANG_UM = 1_400
"""How far a ground reaches beyond its text where it goes on over the page. Source: house choice."""


def panels(page: Sequence[Placed]) -> list[tuple[Panel, int, int, bool]]:
    """Return the grounds of a page: panel, top, bottom, whether its strips are wide."""
    out: list[tuple[Panel, int, int, bool]] = []
    for placed in page:
        panel = placed.strip.panel
        if panel is None:
            continue
        bottom = placed.y + placed.strip.height
        goes_on = OVERHANG_UM if placed.strip.boxes else 0
        if out and out[-1][0] == panel:
            out[-1] = (panel, out[-1][1], bottom + goes_on, out[-1][3])
        else:
            out.append((panel, placed.y - goes_on, bottom + goes_on, placed.strip.wide))
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
    adopt(strips, Element("example" if panel.kind == "example" else "group"))
    head = Strip(padding, keep=True, gap=strips[0].gap, panel=panel, wide=strips[0].wide, snap=True)
    body = [s._replace(panel=panel) for s in strips]
    body[0] = body[0]._replace(gap=0)
    body[-1] = body[-1]._replace(keep=True)
    return [head, *body, Strip(padding, panel=panel, wide=strips[0].wide), Strip(padding * 2)]


def adopt(strips: Iterable[Strip], parent: Element) -> None:
    """Put everything that strips show into an element."""
    for strip in strips:
        for element in strip.elements:
            if (root := element.root) is not parent:
                root.parent = parent


def kept_at_start(strips: Sequence[Strip], height: int) -> list[Strip]:
    """Return strips whose first ones, up to a height, stay together: a heading never stands alone."""
    out = list(strips)
    used = 0
    for place, strip in enumerate(out):
        if used >= height or strip.floats:
            break
        out[place] = strip._replace(keep=True)
        used += strip.height + strip.gap
    return out
