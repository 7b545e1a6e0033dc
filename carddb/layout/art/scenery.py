"""What stands behind a figure in placeholder art: skylines of a region, hills, stars. Fields are 1000 wide."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from carddb.layout.art.pen import Point, blob, box, disc, joined, limb, poly


class Skyline(NamedTuple):
    """Buildings or plants that stand on ``base``; ``lights`` are their windows and sparks."""

    body: str
    lights: str


def _towers(r: Random, base: float, tall: float) -> Skyline:
    body, lights, x = [], [], -30.0
    while x < 1000:
        wide, top = r.uniform(60, 130), base - tall * r.uniform(0.45, 1)
        body.append(box(x, top, x + wide, base))
        if r.random() < 0.5:
            body.append(poly((x - 14, top), (x + wide / 2, top - wide * r.uniform(0.8, 1.6)), (x + wide + 14, top)))
        else:
            body += [
                box(x - 8 + i * (wide - 6) / 3, top - 26, x + 14 + i * (wide - 6) / 3, top + 4) for i in range(4)
            ]
        if r.random() < 0.6:
            lights.append(box(x + wide * 0.42, top + 40, x + wide * 0.58, top + 74))
        x += wide + r.uniform(6, 70)
    return Skyline(joined(body), joined(lights))


def _columns(r: Random, base: float, tall: float) -> Skyline:
    body, lights, x = [], [], -20.0
    while x < 1000:
        wide, top = r.uniform(42, 58), base - tall * r.uniform(0.35, 1)
        body += [box(x, top, x + wide, base), box(x - 14, base - 24, x + wide + 14, base)]
        if r.random() < 0.6:
            body += [box(x - 16, top - 22, x + wide + 16, top)]
            if r.random() < 0.45:
                body.append(box(x - 16, top - 60, x + wide + 130, top - 20))
        else:
            body.append(
                poly(
                    (x, top + 2),
                    (x + wide * 0.3, top - 40),
                    (x + wide * 0.6, top - 6),
                    (x + wide, top - 24),
                    (x + wide, top + 2),
                )
            )
        if r.random() < 0.5:
            lights.append(disc(x + wide / 2, top - 74, 8))
        x += wide + r.uniform(50, 130)
    return Skyline(joined(body), joined(lights))


def _walls(r: Random, base: float, tall: float) -> Skyline:
    body, lights, x = [], [], -60.0
    while x < 1000:
        wide, rows = r.uniform(120, 220), r.randint(2, 4)
        high = tall * 0.9 / 4
        for row in range(rows):
            left = x + row * r.uniform(0, 26)
            body.append(
                poly(
                    (left, base - row * high),
                    (left, base - (row + 1) * high + 8),
                    (left + wide - row * 36, base - (row + 1) * high + 8 + r.uniform(-8, 8)),
                    (left + wide - row * 30, base - row * high),
                )
            )
        if r.random() < 0.5:
            lights.append(box(x + wide * 0.4, base - rows * high + 40, x + wide * 0.5, base - rows * high + 84))
        x += wide + 10
    return Skyline(joined(body), joined(lights))


def _arches(r: Random, base: float, tall: float) -> Skyline:
    body, lights, x = [], [], -80.0
    step, top = r.uniform(150, 210), base - tall * r.uniform(0.6, 0.85)
    body.append(box(-10, top - 34, 1010, top + 20))
    while x < 1060:
        body += [
            box(x - 24, top, x + 24, base),
            poly((x - 24, top), (x + 24, top), (x + step * 0.42, top + 16), (x + 24, top + step * 0.5)),
            poly((x + 24, top), (x - 24, top), (x - step * 0.42, top + 16), (x - 24, top + step * 0.5)),
        ]
        if r.random() < 0.6:
            lights.append(disc(x + step / 2, top + step * 0.5, 12, 18))
        x += step
    return Skyline(joined(body), joined(lights))


def _spires(r: Random, base: float, tall: float) -> Skyline:
    body, lights, x = [], [], -30.0
    while x < 1000:
        wide, top = r.uniform(46, 120), base - tall * r.uniform(0.35, 0.8)
        tip = top - wide * r.uniform(1.0, 2.4)
        body.append(poly((x, base), (x, top), (x + wide / 2, tip), (x + wide, top), (x + wide, base)))
        if wide > 70:
            lights.append(
                poly(
                    (x + wide * 0.36, top + 90),
                    (x + wide * 0.36, top + 30),
                    (x + wide / 2, top),
                    (x + wide * 0.64, top + 30),
                    (x + wide * 0.64, top + 90),
                )
            )
        x += wide + r.uniform(-6, 50)
    return Skyline(joined(body), joined(lights))


def _cranes(r: Random, base: float, tall: float) -> Skyline:
    body, lights, x = [], [], 0.0
    while x < 1000:
        wide, top = r.uniform(50, 90), base - tall * r.uniform(0.4, 0.95)
        if r.random() < 0.5:
            body += [
                poly((x, base), (x + 10, top), (x + wide - 10, top), (x + wide, base)),
                box(x, top - 18, x + wide, top + 4),
            ]
            lights += [disc(x + wide / 2 + r.uniform(-20, 40), top - 40 - i * 34, 9 - i * 2) for i in range(3)]
        else:
            side = r.choice((-1, 1))
            tip: Point = (x + side * r.uniform(130, 210), top - 30)
            body += [
                limb(x, base, x, top, 30, 20),
                limb(x, top + 20, *tip, 24, 10),
                limb(x, top + 130, x + (tip[0] - x) * 0.5, top, 10, 10),
                limb(tip[0], tip[1], tip[0], tip[1] + 130, 6, 6),
                box(tip[0] - 24, tip[1] + 130, tip[0] + 24, tip[1] + 160),
            ]
        x += wide + r.uniform(50, 150)
    body.append(box(-10, base - 40, 1010, base))
    return Skyline(joined(body), joined(lights))


def _trees(r: Random, base: float, tall: float) -> Skyline:
    body, lights, x = [], [], 0.0
    while x < 1020:
        size, top = r.uniform(60, 110), base - tall * r.uniform(0.35, 0.8)
        body += [
            limb(x, base, x + r.uniform(-12, 12), top, 30, 18),
            blob(
                (x - size, top + 20),
                (x - size * 0.7, top - size * 0.7),
                (x, top - size),
                (x + size * 0.75, top - size * 0.6),
                (x + size, top + 24),
                (x + size * 0.4, top + 60),
                (x - size * 0.4, top + 56),
            ),
        ]
        lights += [disc(x + r.uniform(-0.6, 0.6) * size, top + r.uniform(-0.6, 0.3) * size, 9) for _ in range(3)]
        x += size * r.uniform(1.3, 2.6)
    return Skyline(joined(body), joined(lights))


def _waves(r: Random, base: float, tall: float) -> Skyline:
    body, lights = [], []
    for row in range(3):
        y, step = base - tall * (0.62 - row * 0.26), r.uniform(130, 190)
        x = -r.uniform(0, step)
        points: list[str] = [f"M-20 {base:.0f} L-20 {y:.0f}"]
        while x < 1000:
            points.append(f"Q{x + step * 0.5:.0f} {y - tall * 0.26:.0f} {x + step:.0f} {y:.0f}")
            x += step
        points.append(f"L{x:.0f} {base:.0f} Z")
        body.append(" ".join(points))
        lights += [disc(r.uniform(40, 960), y - tall * 0.25, 7) for _ in range(2)]
    return Skyline(joined(body), joined(lights))


def _houses(r: Random, base: float, tall: float) -> Skyline:
    body, lights, x = [], [], -20.0
    while x < 1000:
        wide, top = r.uniform(110, 180), base - tall * r.uniform(0.3, 0.5)
        roof = top - wide * r.uniform(0.5, 0.8)
        chimney = x + wide * r.choice((0.2, 0.7))
        body += [
            box(x, top, x + wide, base),
            poly((x - 22, top + 6), (x + wide / 2, roof), (x + wide + 22, top + 6)),
            box(chimney, roof - 6, chimney + 26, top),
        ]
        lights += [
            box(x + wide * 0.22, top + 24, x + wide * 0.36, top + 54),
            box(x + wide * 0.6, top + 24, x + wide * 0.74, top + 54),
        ]
        x += wide + r.uniform(20, 110)
    return Skyline(joined(body), joined(lights))


def _graves(r: Random, base: float, tall: float) -> Skyline:
    body, lights, x = [], [], 20.0
    while x < 1000:
        wide, high = r.uniform(50, 90), tall * r.uniform(0.25, 0.5)
        lean = r.uniform(-16, 16)
        if r.random() < 0.7:
            body.append(
                blob(
                    (x, base),
                    (x + lean, base - high),
                    (x + wide / 2 + lean, base - high - wide * 0.4),
                    (x + wide + lean, base - high),
                    (x + wide, base),
                    soft=0.5,
                )
            )
        else:
            body += [
                limb(x, base, x + lean, base - high * 2, 22, 16),
                limb(x + lean, base - high * 1.5, x + 80, base - high * 2.1, 14, 6),
                limb(x + lean, base - high * 1.2, x - 90, base - high * 1.7, 14, 6),
            ]
        lights.append(disc(x + r.uniform(-40, 90), base - high - r.uniform(70, 190), r.uniform(6, 12)))
        x += wide + r.uniform(50, 140)
    return Skyline(joined(body), joined(lights))


_Maker = Callable[[Random, float, float], Skyline]

KINDS: dict[str, _Maker] = {
    "towers": _towers,
    "columns": _columns,
    "walls": _walls,
    "arches": _arches,
    "spires": _spires,
    "cranes": _cranes,
    "trees": _trees,
    "waves": _waves,
    "houses": _houses,
    "graves": _graves,
}
"""Kind of region -> its skyline."""

WORDS: dict[str, tuple[str, ...]] = {
    "cranes": ("crane", "foundr", "harbour", "chimney", "forge", "baking", "oven", "burn"),
    "columns": ("column", "temple", "ruin", "garden"),
    "trees": ("orchard", "forest", "wood", "planted", "thorn", "tree"),
    "towers": ("tower", "bell", "castle", "hall"),
    "waves": ("water", "sea", "tide", "river", "lake"),
    "graves": ("dead", "died", "grave", "hollow", "scrape"),
    "walls": ("wall", "stone", "quarr", "cut an arm"),
    "spires": ("window", "librar", "light", "spire", "wind", "air"),
    "arches": ("shaft", "well", "vault", "bridge"),
    "houses": ("house", "village", "roof"),
}
"""Kind of region -> words in the description of an affinity that call for it; the earliest word decides."""


def region_kind(code: str, text: str) -> str:
    """Return which skyline an affinity has: by the words that describe it, else by its code."""
    if not code:
        return "houses"
    low = text.lower()
    found = [(low.find(word), kind) for kind, words in WORDS.items() for word in words if word in low]
    return min(found)[1] if found else Random(f"region {code}").choice(sorted(KINDS))


def skyline(kind: str, r: Random, base: float, tall: float) -> Skyline:
    """Return a skyline of a kind that stands on ``base`` and is at most about ``tall`` high."""
    return KINDS[kind](r, base, tall)


def hill(r: Random, y: float, rise: float, bottom: float) -> tuple[str, list[Point]]:
    """Return a hill across the field down to ``bottom``, and the points of its ridge."""
    ridge: list[Point] = [(-20 + i * 208, y + r.uniform(-rise, rise)) for i in range(6)]
    row = [ridge[0], *ridge, ridge[-1]]
    out = [f"M-20 {bottom:.0f} L{ridge[0][0]:.0f} {ridge[0][1]:.0f}"]
    for i in range(1, len(row) - 2):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = row[i - 1 : i + 3]
        first = f"{bx + (cx - ax) / 6:.0f} {by + (cy - ay) / 6:.0f}"
        out.append(f"C{first} {cx - (dx - bx) / 6:.0f} {cy - (dy - by) / 6:.0f} {cx:.0f} {cy:.0f}")
    return " ".join(out) + f" L1020 {bottom:.0f} Z", ridge
