"""What every composition of placeholder art is made of, and where its parts stand."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import NamedTuple

from carddb.layout.art.figure import Figure
from carddb.layout.art.scenery import Skyline, skyline
from carddb.layout.boxes import Box, Matrix, Path

VARIANTS = 4
"""How many different backgrounds a region has; they are drawn once and shared by its cards."""


class Scene(NamedTuple):
    """What a picture is made of; the field is 1000 wide and ``height`` high.

    first, second: hues of the first and the last affinity; regions: their kinds of skyline; sigil: path in 100 x 100.
    """

    height: int
    r: Random
    first: str
    second: str
    region: str
    other_region: str
    sigil: str
    figure: Figure


NEAR = 9
"""How many different near skylines a region has; kept, because they take longest to draw."""

Composer = Callable[[Scene], list[Box]]


def placed(scene: Scene, *, room: float, base: float, spread: float) -> Matrix:
    """Return where the figure stands: room is the part of the height it may take."""
    figure, r = scene.figure, scene.r
    scale = min(scene.height * room / figure.height, 880 / figure.width, 1.1)
    x = 500 + r.uniform(-spread, spread)
    turn = r.choice((-1, 1))
    return (
        round(turn * scale, 4),
        0,
        0,
        round(scale, 4),
        round(x - turn * 500 * scale),
        round(scene.height * base - 1000 * scale),
    )


@lru_cache(maxsize=512)
def near_skyline(region: str, variant: int, base: int, tall: int) -> Skyline:
    """Return one of the near skylines of a kind of region."""
    return skyline(region, Random(f"near {region} {variant}"), base, tall * (0.8 + 0.05 * variant))


def moved(matrix: Matrix, dx: float, dy: float) -> Matrix:
    """Return a placement shifted a little."""
    return (*matrix[:4], matrix[4] + dx, matrix[5] + dy)


def drawn_sigil(d: str, x: float, y: float, size: float, fill: str) -> Path:
    """Return a sigil (path in 100 x 100) centred on a point."""
    return Path(
        d, fill, matrix=(round(size / 100, 4), 0, 0, round(size / 100, 4), round(x - size / 2), round(y - size / 2))
    )
