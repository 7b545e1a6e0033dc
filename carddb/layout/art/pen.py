"""Outlines for placeholder art: polygons, blobs, discs and limbs in whole numbers, all turning the same way.

Equal turning matters: parts of one path may overlap, and the nonzero rule then fills their union.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from random import Random

Point = tuple[float, float]


def _turned(points: Sequence[Point]) -> Sequence[Point]:
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True))
    return points if area >= 0 else points[::-1]


def poly(*points: Point) -> str:
    """Return a closed polygon."""
    row = _turned(points)
    return "M" + " L".join([f"{x:.0f} {y:.0f}" for x, y in row]) + " Z"


def blob(*points: Point, soft: float = 1.0) -> str:
    """Return a closed smooth outline through points; soft: 0 is a polygon, 1 is round."""
    row = _turned(points)
    n, s = len(row), soft / 6
    out = [f"M{row[0][0]:.0f} {row[0][1]:.0f}"]
    for i in range(n):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = row[i - 1], row[i], row[(i + 1) % n], row[(i + 2) % n]
        out.append(
            f"C{bx + (cx - ax) * s:.0f} {by + (cy - ay) * s:.0f} {cx - (dx - bx) * s:.0f} {cy - (dy - by) * s:.0f}"
            f" {cx:.0f} {cy:.0f}"
        )
    return " ".join(out) + " Z"


def curve(points: Sequence[Point]) -> str:
    """Return an open smooth line through points."""
    row = [points[0], *points, points[-1]]
    out = [f"M{points[0][0]:.0f} {points[0][1]:.0f}"]
    for i in range(1, len(row) - 2):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = row[i - 1 : i + 3]
        out.append(
            f"C{bx + (cx - ax) / 6:.0f} {by + (cy - ay) / 6:.0f} {cx - (dx - bx) / 6:.0f} {cy - (dy - by) / 6:.0f}"
            f" {cx:.0f} {cy:.0f}"
        )
    return " ".join(out)


def line(*points: Point) -> str:
    """Return an open broken line."""
    return "M" + " L".join([f"{x:.0f} {y:.0f}" for x, y in points])


def disc(x: float, y: float, rx: float, ry: float | None = None) -> str:
    """Return an ellipse."""
    ry = rx if ry is None else ry
    kx, ky = rx * 0.5523, ry * 0.5523
    return (
        f"M{x - rx:.0f} {y:.0f} C{x - rx:.0f} {y - ky:.0f} {x - kx:.0f} {y - ry:.0f} {x:.0f} {y - ry:.0f} "
        f"C{x + kx:.0f} {y - ry:.0f} {x + rx:.0f} {y - ky:.0f} {x + rx:.0f} {y:.0f} "
        f"C{x + rx:.0f} {y + ky:.0f} {x + kx:.0f} {y + ry:.0f} {x:.0f} {y + ry:.0f} "
        f"C{x - kx:.0f} {y + ry:.0f} {x - rx:.0f} {y + ky:.0f} {x - rx:.0f} {y:.0f} Z"
    )


def box(left: float, top: float, right: float, bottom: float) -> str:
    """Return an upright rectangle."""
    return poly((left, top), (right, top), (right, bottom), (left, bottom))


def limb(x1: float, y1: float, x2: float, y2: float, w1: float, w2: float) -> str:
    """Return a tapering bar from one point to another; w1 and w2 are its widths at the ends."""
    length = math.hypot(x2 - x1, y2 - y1) or 1
    nx, ny = -(y2 - y1) / length / 2, (x2 - x1) / length / 2
    return poly(
        (x1 + nx * w1, y1 + ny * w1),
        (x2 + nx * w2, y2 + ny * w2),
        (x2 - nx * w2, y2 - ny * w2),
        (x1 - nx * w1, y1 - ny * w1),
    )


def star(x: float, y: float, outer: float, inner: float, tips: int, turn: float = -90) -> str:
    """Return a star; ``turn`` is the direction of its first tip in degrees."""
    points = []
    for i in range(tips * 2):
        angle = math.radians(turn + i * 180 / tips)
        radius = inner if i % 2 else outer
        points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return poly(*points)


def ring_points(x: float, y: float, radius: float, count: int, turn: float = -90) -> list[Point]:
    """Return points evenly spread on a circle."""
    angles = [math.radians(turn + i * 360 / count) for i in range(count)]
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


def rays(x: float, y: float, inner: float, outer: float, count: int, width: float, turn: float = -90) -> str:
    """Return wedges that point away from a centre; ``width`` is each one's foot."""
    out = []
    for i in range(count):
        angle = math.radians(turn + i * 360 / count)
        cos, sin = math.cos(angle), math.sin(angle)
        fx, fy, nx, ny = x + inner * cos, y + inner * sin, -sin * width / 2, cos * width / 2
        out.append(poly((fx + nx, fy + ny), (x + outer * cos, y + outer * sin), (fx - nx, fy - ny)))
    return " ".join(out)


def hollow(outer: str, inner: str) -> str:
    """Return an outline with a hole; ``inner`` is a polygon made by ``poly``, turned round here."""
    numbers = inner.replace("M", "").replace("Z", "").split("L")
    return f"{outer} M{' L'.join(n.strip() for n in reversed(numbers))} Z"


def ring(x: float, y: float, radius: float, width: float, sides: int = 24) -> str:
    """Return a ring of even width."""
    return hollow(poly(*ring_points(x, y, radius, sides)), poly(*ring_points(x, y, radius - width, sides)))


def arc(x: float, y: float, radius: float, start: float, end: float, width: float, steps: int = 10) -> str:
    """Return a band along a circle between two directions in degrees, thinning to nothing at its end."""
    outer, inner = [], []
    for i in range(steps + 1):
        angle = math.radians(start + (end - start) * i / steps)
        half = width / 2 * (1 - i / steps)
        outer.append((x + (radius + half) * math.cos(angle), y + (radius + half) * math.sin(angle)))
        inner.append((x + (radius - half) * math.cos(angle), y + (radius - half) * math.sin(angle)))
    return poly(*outer, *inner[::-1])


def rune_strokes(r: Random, x: float, y: float, height: float) -> list[tuple[Point, Point]]:
    """Return the strokes of a rune: a stave and two to four twigs, centred on a point."""
    half, wide = height / 2, height * 0.36
    strokes: list[tuple[Point, Point]] = [((x, y - half), (x, y + half))]
    for _ in range(r.randint(2, 4)):
        start, side = y + half * r.choice((-1, -0.5, 0, 0.5)), r.choice((-1, 1))
        strokes.append(((x, start), (x + side * wide, start + half * r.choice((-0.5, 0.5)))))
    return strokes


def joined(parts: Iterable[str]) -> str:
    """Return parts as one path."""
    return " ".join(parts)


def mixed(color: str, other: str, amount: float) -> str:
    """Return a colour between two of "#rrggbb"; amount: 0 is the first, 1 the second."""
    pairs = zip(bytes.fromhex(color[1:7]), bytes.fromhex(other[1:7]), strict=True)
    return "#" + "".join([f"{round(a + (b - a) * amount):02x}" for a, b in pairs])
