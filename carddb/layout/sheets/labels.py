"""Small lines of words around the cards: the page label and the names of stickers."""

from __future__ import annotations

from collections.abc import Sequence

from carddb.layout.boxes import Group, Measure, TextRun
from carddb.layout.sheets.grid import Cell, Flip, Sheet
from carddb.layout.sheets.marks import GAP_UM
from carddb.layout.text import Setter
from carddb.layout.units import size_um
from carddb.wording.markup import Vocabulary

SIZES = (size_um(6), size_um(5.5), size_um(5), size_um(4.5))
"""Sizes of a label, tried in order."""

GREY = "#555555"

EDGE_UM = 2_000
"""Nearest that a label comes to the edge of the paper. Source: house choice."""


class Letterer:
    """Sets single lines that must not be wider than their room."""

    def __init__(self, measure: Measure, font: str) -> None:
        self._setter = Setter(measure, Vocabulary((), ()))
        self._font = font

    def width(self, text: str, size: int) -> int:
        """Return the width of a text at a size, in micrometres."""
        words = self._setter.words(self._font)
        row = text.split(" ")
        return round(
            (sum(words[w].width for w in row) + (len(row) - 1) * self._setter.space(self._font)) * size / 1000
        )

    def line(self, text: str, x: int, y: int, size: int, color: str) -> tuple[TextRun, ...]:
        """Return the runs of a text from x on, y its baseline; letters that the font lacks come from the fallback."""
        words, space = self._setter.words(self._font), self._setter.space(self._font)
        out: list[TextRun] = []
        at = 0.0
        for word in text.split(" "):
            for piece in words[word].pieces:
                if piece.kind == "text":
                    out.append(TextRun(x + round(at * size / 1000), y, piece.font, size, color, piece.text))
                at += piece.width
            at += space
        return tuple(out)

    def fitted(
        self, parts: Sequence[str], room: int, sizes: Sequence[int] = SIZES, separator: str = " · "
    ) -> tuple[str, int]:
        """Return the parts joined, and the size they fit at; the last parts go first where there is no room."""
        kept = [part for part in parts if part]
        while kept:
            text = separator.join(kept)
            for size in sizes:
                if self.width(text, size) <= room:
                    return text, size
            if len(kept) == 1:
                break
            kept.pop()
        text = kept[0] if kept else ""
        while text and self.width(text + "…", sizes[-1]) > room:
            text = text[:-1]
        return (f"{text.rstrip()}…" if text else ""), sizes[-1]


def page_label(sheet: Sheet, flip: Flip, parts: Sequence[str], letterer: Letterer) -> tuple[Group, ...]:
    """Return the page label in a margin that has room for it, between the marks; at a side it reads upwards."""
    block_left, block_top = sheet.origin
    if flip != "none" and sheet.mirrors_columns(flip):
        block_left = sheet.width - block_left - sheet.block[0]
    elif flip != "none":
        block_top = sheet.height - block_top - sheet.block[1]
    b = sheet.bleed
    rooms = {
        "left": block_left - b,
        "bottom": sheet.height - block_top - sheet.block[1] - b,
        "right": sheet.width - block_left - sheet.block[0] - b,
        "top": block_top - b,
    }
    side = next((s for s in rooms if rooms[s] >= EDGE_UM + 2 * SIZES[0] + GAP_UM), max(rooms, key=rooms.__getitem__))
    if rooms[side] < EDGE_UM + SIZES[-1] + GAP_UM // 2:
        return ()
    upright = side in ("top", "bottom")
    middle = Cell(sheet.rows // 2, sheet.columns // 2)
    x, y = sheet.corner(middle, flip)
    # Full lines and ticks stand at the edges of the cards, so one card's side is free of them.
    room = (sheet.card_width if upright else sheet.card_height) - 2 * GAP_UM
    if sheet.marks == "none":
        room = sheet.block[0 if upright else 1]
    text, size = letterer.fitted(parts, room)
    width = letterer.width(text, size)
    if upright:
        left = x + (sheet.card_width - width) // 2 if sheet.marks != "none" else block_left
        base = max(rooms["top"] // 2 + size // 3, EDGE_UM + size)
        if side == "bottom":
            base = sheet.height - max(rooms["bottom"] // 2 - size // 3, EDGE_UM)
        return (Group(letterer.line(text, left, base, size, GREY)),)
    start = y + (sheet.card_height + width) // 2
    base = max(rooms["left"] // 2 + size // 3, EDGE_UM + size)
    if side == "right":
        base = sheet.width - max(rooms["right"] // 2 - size // 3, EDGE_UM)
    return (Group(letterer.line(text, 0, 0, size, GREY), (0.0, -1.0, 1.0, 0.0, float(base), float(start))),)


def has_room_for_label(sheet: Sheet) -> bool:
    """Return whether one of the margins is wide enough for the page label."""
    left, top = sheet.origin
    rooms = (left, top, sheet.width - left - sheet.block[0], sheet.height - top - sheet.block[1])
    return max(rooms) - sheet.bleed >= EDGE_UM + SIZES[-1] + GAP_UM // 2
