"""Compositions of placeholder art, one a hand: stone and lamplight, woodcut, engraved light, and a plain one."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random

from carddb.layout.art.pen import (
    box,
    curve,
    disc,
    joined,
    line,
    mixed,
    poly,
    rays,
    ring,
    ring_points,
    rune_strokes,
    star,
)
from carddb.layout.art.scene import NEAR, VARIANTS, Composer, Scene, drawn_sigil, moved, near_skyline, placed
from carddb.layout.art.scenery import hill, skyline
from carddb.layout.boxes import Box, FormUse, Gradient, Group, Path, make_form

# ------------------------------------------------------------------ stone and lamplight

LAMP = "#ffd48a"
SOOT = "#120d0c"


def stone(scene: Scene) -> list[Box]:
    """Compose a stage of stone in lamplight, seen from the dark."""
    r, h = scene.r, scene.height
    boxes: list[Box] = [
        _stone_ground(h, scene.first, scene.second, scene.region, scene.other_region, r.randrange(VARIANTS)),
        _stone_stage(h, scene.first, scene.region, r.randrange(NEAR)),
    ]
    matrix = placed(scene, room=0.82, base=0.955, spread=90)
    figure = scene.figure
    boxes += [
        Path(figure.body, mixed(scene.first, LAMP, 0.72), matrix=moved(matrix, r.choice((-7, 7)), -6)),
        Path(figure.body, mixed(scene.first, SOOT, 0.88), matrix=matrix),
    ]
    if figure.lines:
        boxes.append(Path(figure.lines, None, mixed(scene.second, LAMP, 0.25), 9, matrix))
    if figure.light:
        boxes.append(Path(figure.light, LAMP, matrix=matrix))
    boxes += _lamps(r, h)
    boxes.append(
        Path(joined(star(r.uniform(40, 960), r.uniform(0.1, 0.8) * h, 9, 4, 4) for _ in range(7)), LAMP + "b0")
    )
    return boxes


@lru_cache(maxsize=256)
def _stone_ground(h: int, first: str, second: str, region: str, other: str, variant: int) -> FormUse:
    r = Random(f"stone {first} {second} {region} {variant}")
    x, y = (300, 500, 700, 500)[variant], h * (0.5, 0.42, 0.5, 0.62)[variant]
    sky = Gradient(
        (0, 0),
        (0, h),
        ((0, mixed(first, SOOT, 0.66)), (0.55, mixed(first, SOOT, 0.1)), (0.9, mixed(first, LAMP, 0.6))),
    )
    boxes: list[Box] = [Path(box(0, 0, 1000, h), sky)]
    if second != first:
        half = Gradient(
            (0, 0),
            (0, h),
            ((0, mixed(second, SOOT, 0.66)), (0.55, mixed(second, SOOT, 0.1)), (0.9, mixed(second, LAMP, 0.6))),
        )
        boxes.append(Path(poly((560, 0), (1000, 0), (1000, h), (440, h)), half))
    boxes += [
        Path(disc(x, y, size), f"{LAMP}{alpha}")
        for size, alpha in ((h * 0.62, "1c"), (h * 0.46, "24"), (h * 0.31, "30"), (h * 0.17, "50"))
    ]
    if variant % 2:
        boxes.append(Path(rays(x, y, h * 0.2, h * 1.2, 14, 60, r.uniform(0, 20)), LAMP + "1a"))
    far = skyline(region, r, h * 0.84, h * 0.56)
    boxes.append(Path(far.body, mixed(first, "#5a3d2c", 0.3) + "90"))
    if second != first:
        across = skyline(other, r, h * 0.84, h * 0.56)
        boxes.append(
            Group(
                (Path(across.body, mixed(second, SOOT, 0.35)),), clip=poly((560, 0), (1000, 0), (1000, h), (440, h))
            )
        )
    return FormUse(make_form(tuple(boxes), (0, 0, 1000, h)), 0, 0)


@lru_cache(maxsize=256)
def _stone_stage(h: int, first: str, region: str, variant: int) -> FormUse:
    r = Random(f"stage {first} {region} {variant}")
    near = near_skyline(region, variant, round(h * 0.88), round(h * 0.34))
    boxes = (
        Path(near.body, mixed(first, SOOT, 0.6)),
        Path(near.lights, LAMP),
        Path(_floor(r, h), mixed(first, SOOT, 0.8)),
        Path(
            joined(disc(r.uniform(30, 970), r.uniform(0.1, 0.85) * h, r.uniform(2.5, 5)) for _ in range(14)),
            LAMP + "b0",
        ),
    )
    return FormUse(make_form(boxes, (-100, 0, 1100, h + 20)), 0, 0)


def _floor(r: Random, h: int) -> str:
    top = h * 0.87
    kind = r.randrange(3)
    if kind == 0:
        return joined(
            [
                box(-5, top, 1005, h + 5),
                *[
                    box(120 + i * 60, top - 16 * i - 16, 880 - i * 60, top - 16 * i + 2)
                    for i in range(r.randint(1, 3))
                ],
            ]
        )
    if kind == 1:
        return hill(r, top + 14, 22, h + 5)[0]
    blocks, x = [], -30.0
    while x < 1000:
        wide = r.uniform(70, 170)
        blocks.append(box(x, top + r.uniform(-16, 14), x + wide - 5, h + 5))
        x += wide
    return joined([box(-5, top + 22, 1005, h + 5), *blocks])


def _lamps(r: Random, h: int) -> list[Box]:
    boxes: list[Box] = []
    for side in r.sample((90, 180, 820, 910), r.randint(1, 2)):
        x, y = side + r.uniform(-30, 30), h * r.uniform(0.16, 0.34)
        boxes += [
            Path(
                joined(
                    (
                        box(x - 2.5, -5, x + 2.5, y - 20),
                        poly((x - 26, y), (x, y - 34), (x + 26, y)),
                        box(x - 22, y + 46, x + 22, y + 58),
                    )
                ),
                SOOT,
            ),
            Path(disc(x, y + 22, 74), LAMP + "38"),
            Path(joined((box(x - 16, y + 2, x + 16, y + 46),)), "#fff0cc"),
        ]
    return boxes


# ------------------------------------------------------------------ woodcut

INK = "#241b14"
PAPER = "#f1e6cc"


def woodcut(scene: Scene) -> list[Box]:
    """Compose a woodcut: ink on warm paper, one or two inks of colour, white-line highlights."""
    r, h = scene.r, scene.height
    boxes: list[Box] = [
        _woodcut_ground(h, scene.first, scene.second, scene.sigil, r.randrange(VARIANTS)),
        _woodcut_hills(h, scene.first, scene.second, scene.region, r.randrange(NEAR)),
    ]
    matrix = placed(scene, room=0.84, base=0.965, spread=70)
    figure = scene.figure
    boxes += [Path(figure.body, INK, PAPER, 26, matrix), Path(figure.body, INK, matrix=matrix)]
    if figure.lines:
        boxes += [Path(figure.lines, None, PAPER, 11, matrix)]
    if figure.light:
        boxes.append(Path(figure.light, mixed(scene.first, "#ffe9b0", 0.62), INK, 7, matrix))
    boxes.append(Path(_grass(r, h), INK))
    return boxes


@lru_cache(maxsize=256)
def _woodcut_ground(h: int, first: str, second: str, sigil: str, variant: int) -> FormUse:
    r = Random(f"woodcut {first} {second} {variant}")
    spot = mixed(first, PAPER, 0.42)
    x, y = ((210, 0.3), (790, 0.3), (500, 0.42), (790, 0.26))[variant]
    y *= h
    size = h * (0.2, 0.2, 0.36, 0.22)[variant]
    boxes: list[Box] = [Path(box(0, 0, 1000, h), PAPER)]
    strokes = []
    if variant == 2:
        boxes.append(Path(rays(x, y, size + 18, 1200, 28, 66, 4), mixed(first, PAPER, 0.66)))
    else:
        row = 26.0
        while row < h * 0.8:
            at = -r.uniform(0, 300)
            while at < 1000:
                wide = r.uniform(180, 430)
                thick = r.uniform(5, 9) * (1.25 - row / h)
                strokes.append(
                    poly((at, row), (at + wide * 0.5, row - thick), (at + wide, row), (at + wide * 0.5, row + thick))
                )
                at += wide + r.uniform(10, 70)
            row += 25
        boxes += [Path(joined(strokes), mixed(second, INK, 0.25)), Path(disc(x, y, size + 34), PAPER)]
        boxes.append(Path(rays(x, y, size + 10, size + 64, 24, 22), spot))
    boxes += [Path(disc(x, y, size), spot, INK, 7), drawn_sigil(sigil, x, y, size * 1.1, PAPER)]
    return FormUse(make_form(tuple(boxes), (0, 0, 1000, h)), 0, 0)


@lru_cache(maxsize=256)
def _woodcut_hills(h: int, first: str, second: str, region: str, variant: int) -> FormUse:
    r = Random(f"hills {first} {second} {region} {variant}")
    base = h * r.choice((0.7, 0.74, 0.78))
    far = near_skyline(region, variant, round(base + 30), round(h * 0.38))
    boxes: list[Box] = [Path(far.body, mixed(second, PAPER, 0.41), INK, 5), Path(far.lights, PAPER)]
    for row, (fill, y) in enumerate(((mixed(first, PAPER, 0.16), base), (PAPER, h * 0.86))):
        d, ridge = hill(r, y, 26, h + 20)
        boxes += [Path(d, fill, INK, 8), Path(_hatching(r, ridge, h, row), None, INK, 5)]
    return FormUse(make_form(tuple(boxes), (-100, 0, 1100, h + 40)), 0, 0)


def _hatching(r: Random, ridge: list[tuple[float, float]], h: int, row: int) -> str:
    """Return lines that follow a hill a little below its ridge, broken here and there."""
    out = []
    for i in range(1, 4 - row):
        cut = r.randrange(1, 4)
        lower = [(x, y + i * (24 + i * 6)) for x, y in ridge]
        out += (
            [curve([(x + 40, y) for x, y in lower[: cut + 1]]), curve(lower[cut + 1 :] or lower[-2:])]
            if cut < 4
            else [curve(lower)]
        )
    return joined(out)


def _grass(r: Random, h: int) -> str:
    out = []
    for _ in range(9):
        x, y = r.uniform(20, 980), h * r.uniform(0.93, 1.0)
        out += [poly((x + dx, y), (x + dx * 2.2, y - r.uniform(30, 56)), (x + dx + 9, y)) for dx in (-14, 0, 14)]
    return joined(out)


# ------------------------------------------------------------------ engraved light

NIGHT = "#070a16"
GLEAM = "#eaf6ff"


def glyph(scene: Scene) -> list[Box]:
    """Compose luminous lines on the night: circles, a figure of light, an inscription that only this card has."""
    r, h = scene.r, scene.height
    glow, bright = mixed(scene.first, "#ffffff", 0.42), mixed(scene.first, GLEAM, 0.82)
    other = mixed(scene.second, "#ffffff", 0.42)
    boxes: list[Box] = [_glyph_ground(h, scene.first, scene.second, scene.region, r.randrange(VARIANTS))]
    x, y, size = 500, h * 0.52, h * 0.45
    boxes += [
        Path(_circles(r, x, y, size), None, other + "d0", 4),
        Path(_inscription(r, x, y, size), None, bright + "e0", 5),
    ]
    stars = [(r.uniform(30, 970), r.uniform(20, h * 0.6)) for _ in range(6)]
    boxes += [
        Path(line(*sorted(stars)[:4]), None, glow + "70", 2.5),
        Path(joined(star(a, b, 12, 3, 4) for a, b in stars), GLEAM),
    ]
    matrix = placed(scene, room=0.8, base=0.925, spread=30)
    figure = scene.figure
    boxes += [
        Path(figure.body, None, glow + "30", 54, matrix),
        Path(figure.body, None, glow + "68", 24, matrix),
        Path(figure.body, bright, bright, 11, matrix),
        Path(figure.body, mixed(scene.first, NIGHT, 0.82), matrix=matrix),
    ]
    if figure.lines:
        boxes.append(Path(figure.lines, None, glow + "c0", 7, matrix))
    if figure.light:
        boxes += [Path(figure.light, None, glow + "70", 26, matrix), Path(figure.light, GLEAM, matrix=matrix)]
    return boxes


@lru_cache(maxsize=256)
def _glyph_ground(h: int, first: str, second: str, region: str, variant: int) -> FormUse:
    r = Random(f"glyph {first} {second} {variant}")
    sky = Gradient(
        (500, h * 0.55),
        (500, h * 0.55),
        ((0, mixed(first, NIGHT, 0.35)), (0.55, mixed(second, NIGHT, 0.7)), (1, NIGHT)),
        (0, 720),
    )
    boxes: list[Box] = [Path(box(0, 0, 1000, h), sky)]
    glow = mixed(second, "#ffffff", 0.35)
    if variant == 0:
        boxes.append(Path(rays(500, h * 0.55, h * 0.3, 900, 24, 30, 3), glow + "1e"))
    elif variant == 1:
        grid = [line((i * 100, h), (500 + (i - 5) * 34, h * 0.62)) for i in range(-6, 17)] + [
            line((0, h * (0.62 + 0.38 * t * t)), (1000, h * (0.62 + 0.38 * t * t))) for t in (0, 0.3, 0.5, 0.7, 0.86)
        ]
        boxes.append(Path(joined(grid), None, glow + "55", 2.5))
    elif variant == 2:
        boxes.append(
            Path(
                joined(
                    line(*ring_points(500, h * 0.52, h * f, 6, a), ring_points(500, h * 0.52, h * f, 6, a)[0])
                    for f, a in ((0.6, 0), (0.72, 30), (0.86, 0))
                ),
                None,
                glow + "48",
                3,
            )
        )
    else:
        boxes.append(
            Path(
                joined(
                    curve([(0, h * f), (260, h * (f - 0.1)), (620, h * (f + 0.08)), (1000, h * (f - 0.06))])
                    for f in (0.2, 0.3, 0.42, 0.56, 0.72)
                ),
                None,
                glow + "50",
                3,
            )
        )
    far = skyline(region, r, h * 0.99, h * 0.36)
    boxes += [Path(far.body, None, glow + "80", 6), Path(far.body, mixed(first, NIGHT, 0.86)), Path(far.lights, glow)]
    boxes.append(
        Path(
            joined(disc(r.uniform(0, 1000), r.uniform(0, h * 0.7), r.uniform(1.5, 4)) for _ in range(40)), "#ffffffa0"
        )
    )
    return FormUse(make_form(tuple(boxes), (0, 0, 1000, h)), 0, 0)


def _circles(r: Random, x: float, y: float, size: float) -> str:
    sides, turn = r.choice((3, 4, 5, 6, 7, 8)), r.uniform(0, 90)
    corners = ring_points(x, y, size * 0.86, sides, turn)
    skip = 2 if sides >= 5 else 1
    lines = [line(corners[i], corners[(i + skip) % sides]) for i in range(sides)]
    knots = [disc(a, b, 13) for a, b in corners]
    return joined([disc(x, y, size), disc(x, y, size * 0.86), *lines, *knots])


def _inscription(r: Random, x: float, y: float, size: float) -> str:
    out = []
    for a, b in ring_points(x, y, size * 0.93, r.choice((9, 10, 11, 12)), r.uniform(0, 30)):
        angle = math.atan2(b - y, a - x) + math.pi / 2
        cos, sin = math.cos(angle), math.sin(angle)
        for stroke in rune_strokes(r, 0, 0, size * 0.1)[:3]:
            out.append(line(*[(a + u * cos - v * sin, b + u * sin + v * cos) for u, v in stroke]))
    return joined(out)


# ------------------------------------------------------------------ plain


def plain(scene: Scene) -> list[Box]:
    """Compose hills under a coloured sky, for rulesets without a hand of their own."""
    r, h = scene.r, scene.height
    sky = Gradient(
        (0, 0), (0, h), ((0, mixed(scene.first, "#ffffff", 0.5)), (0.8, mixed(scene.second, "#fff6e0", 0.86)))
    )
    boxes: list[Box] = [Path(box(0, 0, 1000, h), sky)]
    x, y = r.choice((220, 500, 780)), h * r.uniform(0.26, 0.42)
    boxes += [Path(disc(x, y, h * 0.2), "#fff8e6"), Path(ring(x, y, h * 0.25, 6, 40), "#fff8e6b0")]
    if scene.sigil:
        boxes.append(drawn_sigil(scene.sigil, x, y, h * 0.22, mixed(scene.first, "#ffffff", 0.45)))
    far = near_skyline(scene.region, r.randrange(NEAR), round(h * 0.8), round(h * 0.4))
    boxes += [Path(far.body, mixed(scene.first, "#ffffff", 0.45)), Path(far.lights, "#fff8e6")]
    for amount, level in ((0.25, 0.76), (0.0, 0.88)):
        boxes.append(Path(hill(r, h * level, 26, h + 10)[0], mixed(scene.second, "#ffffff", amount)))
    matrix = placed(scene, room=0.8, base=0.955, spread=90)
    figure = scene.figure
    boxes += [
        Path(figure.body, mixed(scene.first, "#ffffff", 0.8), mixed(scene.first, "#ffffff", 0.8), 20, matrix),
        Path(figure.body, mixed(scene.first, "#101014", 0.65), matrix=matrix),
    ]
    if figure.lines:
        boxes.append(Path(figure.lines, None, mixed(scene.first, "#ffffff", 0.35), 9, matrix))
    if figure.light:
        boxes.append(Path(figure.light, "#fff4d6", matrix=matrix))
    return boxes


STYLES: dict[str, Composer] = {"plain": plain, "stone": stone, "woodcut": woodcut, "glyph": glyph}
"""Hands that a template may name as the ``style`` of its art."""
