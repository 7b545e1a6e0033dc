"""Outlines in micrometres: rectangles with corners, ellipses, scaled and tiled path data. No colours, no cards."""

from __future__ import annotations

import math
import re
from functools import lru_cache

_PIECE = re.compile(r"([MLCQZ])([^MLCQZ]*)")

_KAPPA = 0.5522847498
"""How far the handles of a quarter circle reach. Source: 4/3 (sqrt 2 - 1)."""


@lru_cache(maxsize=1024)
def scaled_path(d: str, scale_x: float, scale_y: float, x: float, y: float) -> str:
    """Return path data moved and scaled, with whole micrometres."""
    out: list[str] = []
    for letter, rest in _PIECE.findall(d):
        numbers = [float(n) for n in rest.replace(",", " ").split()]
        points = [round(n * scale_x + x) if i % 2 == 0 else round(n * scale_y + y) for i, n in enumerate(numbers)]
        step = {"C": 6, "Q": 4}.get(letter, 2)
        for i in range(0, len(points), step):
            out.append(("L" if letter == "M" and i else letter) + " ".join(map(str, points[i : i + step])))
        if not points:
            out.append(letter)
    return " ".join(out)


def path_bounds(d: str) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of all points of path data, handles of curves among them."""
    numbers = [float(n) for _, rest in _PIECE.findall(d) for n in rest.replace(",", " ").split()]
    return min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])


def fitted_path(d: str, box: tuple[float, float], x: int, y: int, width: int, height: int, fit: str) -> str:
    """Return path data of a ``box`` brought into a rectangle; fit is "stretch" or "contain" (centred)."""
    scale_x, scale_y = width / box[0], height / box[1]
    if fit == "contain":
        scale_x = scale_y = min(scale_x, scale_y)
    return scaled_path(d, scale_x, scale_y, x + (width - box[0] * scale_x) / 2, y + (height - box[1] * scale_y) / 2)


def ellipse(x: int, y: int, width: int, height: int) -> str:
    """Return the path data of an ellipse in a rectangle."""
    return rounded(x, y, width, height, width / 2, height / 2, "round", frozenset(("tl", "tr", "br", "bl")))


@lru_cache(maxsize=1024)
def rounded(
    x: float, y: float, width: float, height: float, rx: float, ry: float, style: str, corners: frozenset[str]
) -> str:
    """Return a rectangle whose named corners are round, cut or notched (rounded inwards)."""
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    right, bottom = x + width, y + height
    # Each corner: the point before it, the corner, the point after it, clockwise from the top left.
    turns = {
        "tl": ((x, y + ry), (x, y), (x + rx, y)),
        "tr": ((right - rx, y), (right, y), (right, y + ry)),
        "br": ((right, bottom - ry), (right, bottom), (right - rx, bottom)),
        "bl": ((x + rx, bottom), (x, bottom), (x, bottom - ry)),
    }
    out: list[str] = []
    for name, (before, corner, after) in turns.items():
        letter = "L" if out else "M"
        if name not in corners or rx == 0:
            out.append(letter + _points(corner))
        elif style == "cut":
            out.append(f"{letter}{_points(before)} L{_points(after)}")
        else:
            centre = (before[0] + after[0] - corner[0], before[1] + after[1] - corner[1])
            pull = corner if style == "round" else centre
            first = tuple(b + (p - b) * _KAPPA for b, p in zip(before, pull, strict=True))
            second = tuple(a + (p - a) * _KAPPA for a, p in zip(after, pull, strict=True))
            out.append(f"{letter}{_points(before)} C{_points(first)} {_points(second)} {_points(after)}")
    return " ".join(out) + " Z"


def _points(point: tuple[float, ...]) -> str:
    return f"{round(point[0])} {round(point[1])}"


@lru_cache(maxsize=256)
def tiled(d: str, box: tuple[float, float], size: int, x: int, y: int, width: int, height: int) -> str:
    """Return path data repeated so that tiles of this width cover a rectangle, centred in it."""
    scale = size / box[0]
    tile_height = box[1] * scale
    columns, rows = math.ceil(width / size), math.ceil(height / tile_height)
    left, top = x - (columns * size - width) / 2, y - (rows * tile_height - height) / 2
    return " ".join(
        scaled_path(d, scale, scale, left + c * size, top + r * tile_height)
        for r in range(rows)
        for c in range(columns)
    )


def gradient_ends(
    angle: float, x: float, y: float, width: float, height: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return start and end of a linear gradient that just covers a rectangle; 0 degrees runs to the right."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    reach = (abs(width * cos) + abs(height * sin)) / 2
    cx, cy = x + width / 2, y + height / 2
    return (
        (round(cx - cos * reach, 1), round(cy - sin * reach, 1)),
        (round(cx + cos * reach, 1), round(cy + sin * reach, 1)),
    )
