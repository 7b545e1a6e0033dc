"""What is put onto a card on request, where it covers only the picture: a QR code, a stamp of version and slot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import segno

from carddb.catalog import Card, Printing
from carddb.layout.boxes import Box, Group, Path, rectangle
from carddb.layout.card import CardPlacer, traits_of
from carddb.layout.shapes import rounded
from carddb.layout.sheets.labels import Letterer
from carddb.layout.template import ArtElement, Traits
from carddb.layout.units import size_um

Rectangle = tuple[int, int, int, int]
"""left, top, right, bottom in micrometres."""

MODULE_UM = 300
"""Side of a module of the code: three and a half dots at 300 dpi. Source: house choice."""

QUIET = 3
"""White modules around the code. Source: house choice; ISO/IEC 18004 asks for 4, readers are content with 2."""

MOST_CHARACTERS = 60
"""Longest text of a code, so that it stays about a centimetre wide. Source: house choice."""

STAMP_SIZE = size_um(5)

EDGE_UM = 700
"""Distance from the edge of the picture. Source: house choice."""

QR_FIELDS = ("ruleset", "code", "uid", "version", "set", "number", "release")
"""What a pattern for the code may name in braces."""

QR_PATTERN = "{ruleset}/{code}@{version}"
"""What a code says unless it is told otherwise: enough to find the card, in 25 characters or so."""

_FIELD = re.compile(r"\{([^{}]*)\}")


def pattern_problem(pattern: str) -> str:
    """Return what is wrong with the pattern of a code, in one sentence, or ""."""
    unknown = [name for name in _FIELD.findall(pattern) if name not in QR_FIELDS]
    if unknown:
        return f"The code cannot name {{{unknown[0]}}}; it knows {', '.join(f'{{{n}}}' for n in QR_FIELDS)}."
    if not pattern.strip():
        return "The pattern of the code is empty."
    return ""


def fill_pattern(pattern: str, card: Card, printing: Printing | None, ruleset: str, release: str) -> str:
    """Return a pattern with the values of a card."""
    values = {
        "ruleset": ruleset, "code": card.code, "uid": card.uid, "version": str(card.version), "release": release,
        "set": printing.card_set if printing else "", "number": printing.number if printing else "",
    }  # fmt: skip
    return _FIELD.sub(lambda match: values[match[1]], pattern)


@lru_cache(maxsize=256)
def qr_code(text: str, module: int) -> tuple[int, tuple[Box, ...]]:
    """Return the side of a QR code with its quiet zone, and its boxes from 0, 0 on."""
    rows = segno.make(text, error="m", micro=False, boost_error=False).matrix
    pieces = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end]:
                end += 1
            if end > x:
                left, top = (x + QUIET) * module, (y + QUIET) * module
                pieces.append(rectangle(left, top, (end - x) * module, module))
            x = max(end, x) + 1
    side = (len(rows) + 2 * QUIET) * module
    return side, (Path(rectangle(0, 0, side, side), "#ffffff"), Path(" ".join(pieces), "#000000"))


def stamp_text(card: Card, placer: CardPlacer, printing: Printing | None, release: str) -> str:
    """Return version and slot as stamped: "v3 · EMB 012", with the release before it."""
    shown = printing or (card.printings[0] if card.printings else None)
    slot = placer.field("{set} {number}", card, shown) if shown and shown.number else card.code
    return " · ".join(part for part in (release, f"v{card.version}", slot) if part)


class Stamper:
    """Puts stamps and codes onto the cards of one job.

    scale: that of the cards in their slots; stamps keep their size.
    """

    def __init__(
        self, placer: CardPlacer, letterer: Letterer, *, scale: float, stamp: bool, qr: str, release: str
    ) -> None:
        self._placer = placer
        self._letterer = letterer
        self._scale = scale
        self._stamp = stamp
        self._qr = qr
        self._release = release
        self._spots: dict[tuple[Traits, int, int, int], Rectangle] = {}

    def too_long(self, card: Card, printing: Printing | None) -> str:
        """Return the text of a card's code when it is too long for a small code, else ""."""
        text = self._qr and fill_pattern(self._qr, card, printing, self._placer.catalog.ruleset.code, self._release)
        return text if len(text) > MOST_CHARACTERS else ""

    def boxes(self, card: Card, printing: Printing | None) -> tuple[Box, ...]:
        """Return what is put onto a card, in its coordinates."""
        shown = printing or (card.printings[0] if card.printings else Printing("", "", "", "", "", ""))
        traits = traits_of(card, shown)
        out: list[Box] = []
        if self._qr:
            text = fill_pattern(self._qr, card, printing, self._placer.catalog.ruleset.code, self._release)
            side, drawn = qr_code(text, round(MODULE_UM / self._scale))
            x, y, _, _ = self._spot(traits, side, side, place=0)
            out.append(Group(drawn, (1.0, 0.0, 0.0, 1.0, float(x), float(y))))
        if self._stamp:
            text = stamp_text(card, self._placer, printing, self._release)
            size = round(STAMP_SIZE / self._scale)
            width, height = self._letterer.width(text, size) + size, round(size * 1.5)
            x, y, _, _ = self._spot(traits, width, height, place=1)
            tab = rounded(x, y, width, height, size // 3, size // 3, "round", frozenset(("tl", "tr", "br", "bl")))
            out.append(Path(tab, "#ffffff", "#333333", 60))
            out += self._letterer.line(text, x + size // 2, y + round(size * 1.1), size, "#111111")
        return tuple(out)

    def _spot(self, traits: Traits, width: int, height: int, *, place: int) -> Rectangle:
        key = (traits, width, height, place)
        if key not in self._spots:
            art, taken = picture_and_obstacles(self._placer, traits)
            if place and self._qr:
                taken = [
                    *taken,
                    *(spot for other, spot in self._spots.items() if other[0] == traits and not other[3]),
                ]
            self._spots[key] = free_spot(art, taken, width, height)
        return self._spots[key]


def picture_and_obstacles(placer: CardPlacer, traits: Traits) -> tuple[Rectangle, list[Rectangle]]:
    """Return the largest picture of a card, and what is drawn over it; without a picture, the card's safe zone."""
    w, h = placer.width_um, placer.height_um
    art: Rectangle = (3_000, 3_000, w - 3_000, h - 3_000)
    later: list[Rectangle] = []
    found = 0
    for element in placer.template.front:
        if not element.condition.holds(traits):
            continue
        x, y, width, height = element.frame.place(w, h)
        if isinstance(element, ArtElement) and width * height > found:
            art, found, later = (x, y, x + width, y + height), width * height, []
        else:
            later.append((x, y, x + width, y + height))
    frames = [
        r
        for r in later
        if not (r[0] <= art[0] + 1500 and r[1] <= art[1] + 1500 and r[2] >= art[2] - 1500 and r[3] >= art[3] - 1500)
    ]
    return art, frames


def free_spot(art: Rectangle, taken: Sequence[Rectangle], width: int, height: int) -> Rectangle:
    """Return a place in the picture that nothing stands on: low and at the right if it can be had."""
    left, top, right, bottom = art[0] + EDGE_UM, art[1] + EDGE_UM, art[2] - EDGE_UM, art[3] - EDGE_UM
    corner = (right - width, bottom - height, right, bottom)
    for y in range(bottom - height, top - 1, -500):
        for x in range(right - width, left - 1, -500):
            if not any(x < r[2] and r[0] < x + width and y < r[3] and r[1] < y + height for r in taken):
                return (x, y, x + width, y + height)
    return corner
