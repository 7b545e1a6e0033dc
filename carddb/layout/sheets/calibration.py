"""The calibration print: two pages whose lines, held against the light, cross where the reading stands.

The front draws slanted lines, the back straight ones; eight to one, so that a tenth of a millimetre can be read.
"""

from __future__ import annotations

from collections.abc import Sequence

from carddb.layout.boxes import Box, Group, Measure, Path
from carddb.layout.sheets.grid import PAPERS, Flip, Sheet
from carddb.layout.sheets.labels import Letterer
from carddb.layout.sheets.printers import ARM_UM, Printer
from carddb.layout.units import millimetres, size_um

GAIN = 8
"""How much farther the crossing moves than the back. Source: house choice."""

MOST_UM = 4_000
"""Largest reading of a scale. Source: backs land 3 to 4 mm off on real printers."""

STEP_UM = 100

LINE_UM = 100

FONT = "noto-sans"

BODY, SMALL = size_um(9), size_um(6)

INK, BLUE = "#000000", "#1f4e9c"


def paper_sheet(paper: str) -> Sheet:
    """Return an upright sheet of a paper."""
    width, height = PAPERS[paper]
    return Sheet(paper, paper, width, height, width, height)


def calibration_pages(
    paper: str, flip: Flip, measure: Measure, printer: Printer | None = None
) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    """Return the front and the back of a calibration print; with a printer, its readings are already made up for."""
    sheet = paper_sheet(paper)
    letterer = Letterer(measure, FONT)
    front: list[Box] = []
    back: list[Box] = []
    cx, cy = sheet.width // 2, sheet.height // 2
    places = {"X": (cx, cy), "L": (cx - ARM_UM, cy), "R": (cx + ARM_UM, cy)}
    for name, (x, y) in places.items():
        front += _scale(letterer, x, y, is_flat=name == "X", name=name)
        back += _partner(sheet, x, y, is_flat=name == "X", flip=flip)
    edge = f"the {flip} edge"
    front += _words(letterer, sheet, _FRONT, edge)
    turn = printer.correction(sheet, flip) if printer else None
    told = f"Back, for paper turned over {edge}"
    if printer:
        told += f" · made up for the readings of {printer.name}"
    back += letterer.line(told, cx - letterer.width(told, SMALL) // 2, 15_000, SMALL, BLUE)
    return tuple(front), ((Group(tuple(back), turn),) if turn else tuple(back))


def _scale(letterer: Letterer, x: int, y: int, *, is_flat: bool, name: str) -> list[Box]:
    """Return a slanted line of the front with its readings: upright for X, lying for the others."""
    out: list[Box] = []
    pieces = []
    most = MOST_UM // STEP_UM
    for n in range(-most, most + 1):
        across, along = n * STEP_UM, n * STEP_UM * GAIN
        length = 3_000 if n % 5 == 0 else 1_600
        if is_flat:
            px, py = x + across, y + along
            pieces.append(f"M{px} {py} L{px + length} {py}")
        else:
            px, py = x + along, y + across
            pieces.append(f"M{px} {py} L{px} {py - length}")
        if n % 5 == 0:
            text = millimetres(across).replace("-", "−")
            wide = letterer.width(text, SMALL)
            spot = (px + 3_600, py + SMALL // 3) if is_flat else (px - wide // 2, py - 3_600)
            out += letterer.line(text, *spot, SMALL, INK)
    ends = (MOST_UM, MOST_UM * GAIN) if is_flat else (MOST_UM * GAIN, MOST_UM)
    pieces.append(f"M{x - ends[0]} {y - ends[1]} L{x + ends[0]} {y + ends[1]}")
    head = (x - 2_000, y - MOST_UM * GAIN - 5_000) if is_flat else (x - 2_000, y - 14_000)
    return [Path(" ".join(pieces), None, INK, LINE_UM), *out, *letterer.line(name, *head, size_um(16), INK)]


def _partner(sheet: Sheet, x: int, y: int, *, is_flat: bool, flip: Flip) -> list[Box]:
    """Return the straight line of the back that crosses a slanted one at 0 when nothing is off."""
    half = MOST_UM * GAIN + 3_000
    ends = ((x, y - half), (x, y + half)) if is_flat else ((x - half, y), (x + half, y))
    (a, b), (c, d) = (_mirrored(sheet, end, flip) for end in ends)
    return [Path(f"M{a} {b} L{c} {d}", None, BLUE, LINE_UM)]


def _mirrored(sheet: Sheet, point: tuple[int, int], flip: Flip) -> tuple[int, int]:
    x, y = point
    return (sheet.width - x, y) if sheet.mirrors_columns(flip) else (x, sheet.height - y)


_FRONT = (
    "Printer calibration",
    "1  Print these two pages on both sides of one sheet, turned over {edge}, at 100 % (no fitting, no scaling).",
    "2  Hold the sheet against the light, this side towards you: blue lines of the back cross the black ones.",
    "3  The number where a blue line crosses the slanted line is the reading of that scale, in mm.",
    "4  Write the readings into print_templates/printers/NAME.toml (carddb templates --copy printers/my-printer)",
    '       [{flip}]     x = "… mm"     left = "… mm"     right = "… mm"          from the scales X, L and R',
    "5  carddb printers --calibrate --printer NAME prints this again, made up for: all three must now read 0.",
)


def _words(letterer: Letterer, sheet: Sheet, lines: Sequence[str], edge: str) -> list[Box]:
    out: list[Box] = []
    left, y = 18_000, 22_000
    for number, line in enumerate(lines):
        size = size_um(16) if number == 0 else BODY
        text = line.format(edge=edge, flip=edge.split()[1])
        fitted = min(size, size * (sheet.width - 2 * left) // max(letterer.width(text, size), 1))
        indent = left + (6_000 if text.startswith(" ") else 0)
        out += letterer.line(text.strip(), indent, y, fitted, INK)
        y += 10_000 if number == 0 else 6_000
    return out
