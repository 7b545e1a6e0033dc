"""Quick-reference cards: the turn, what may be done in it, and the keywords, in the size of a card for each player.

They go on a sheet like cards, so many of each as there are players.
"""

from __future__ import annotations

from collections.abc import Sequence

from carddb.layout.booklet.blocks import Bench
from carddb.layout.booklet.cover import turn_in_short
from carddb.layout.booklet.flow import Placed, Strip, pour
from carddb.layout.booklet.imposition import FoldSheet, Page
from carddb.layout.booklet.pages import BookletPage, Pager
from carddb.layout.booklet.reference import lay_reminders
from carddb.layout.booklet.structure import Element
from carddb.layout.booklet.text import text_run
from carddb.layout.boxes import Box, FormUse, Group, rectangle
from carddb.layout.sheets.grid import Sheet
from carddb.layout.sheets.marks import cut_marks

SHARES = (1.0, 0.95, 0.9, 0.85)
"""Sizes that are tried for the turn. Source: house choice."""


def lay_aids(bench: Bench) -> list[BookletPage]:
    """Return the cards; a part that is too long for one goes on over the next."""
    parts = (
        ("A turn", _turn(bench)),
        ("Keywords", lay_reminders(bench)),
    )
    rows: list[tuple[str, list[Placed]]] = []
    for title, strips in parts:
        if strips:
            head = _head(bench, title)
            rows += [(title, page) for page in pour([*head, *strips], bench.template.depth, 1)]
    pager = Pager(bench, {})
    return [pager.page(page, 2 * number + 1, title) for number, (title, page) in enumerate(rows)]


def _turn(bench: Bench) -> list[Strip]:
    """Return the turn, a little smaller where it then stands on one card."""
    room = bench.template.depth - sum(strip.height for strip in _head(bench, "A turn"))
    tried = [turn_in_short(bench, bench.column, share, ink="page") for share in SHARES]
    return next((strips for strips in tried if sum(s.height + s.gap for s in strips) <= room), tried[0])


def _head(bench: Bench, title: str) -> list[Strip]:
    style = bench.style("heading", face="heading", color="accent")
    strips = bench.paragraph([text_run(title)], style, keep=True)
    for strip in strips:
        if isinstance(strip.element, Element):
            strip.element.kind = "h1"
    return [*strips, Strip(bench.line // 3, keep=True)]


def sheets_of_aids(pages: Sequence[Page], sheet: Sheet, copies: int) -> list[FoldSheet]:
    """Return sheets with every card so many times, all of one card after another."""
    wanted = [page for page in pages for _ in range(copies)]
    marks = cut_marks(sheet)
    out = []
    for first in range(0, len(wanted), sheet.slots):
        boxes: list[Box] = [FormUse(marks, 0, 0)] if marks.boxes else []
        for cell, page in zip(sheet.cells, wanted[first : first + sheet.slots], strict=False):
            x, y = sheet.corner(cell)
            place = (1.0, 0.0, 0.0, 1.0, float(x), float(y))
            boxes.append(Group(page.boxes, place, clip=rectangle(0, 0, page.width, page.height)))
        out.append(FoldSheet(tuple(boxes), sheet.width, sheet.height, None, None))
    return out
