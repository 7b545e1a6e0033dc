"""Dragons as silhouettes, drawn anew for each card."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

from carddb.layout.art.figure import Figure
from carddb.layout.art.pen import Point, blob, disc, joined, limb, line, poly


def dragon(r: Random, kind: str = "") -> Figure:
    """Return a dragon: standing, coiled, or with spread wings."""
    pose = r.choice(("standing", "coiled", "spread"))
    if pose == "coiled":
        return _coiled(r)
    if pose == "spread":
        return _spread(r)
    lift, bend = r.uniform(-60, 40), r.uniform(-40, 40)
    parts = [
        blob((300, 700), (450, 620), (620, 640), (700, 760), (640, 880), (430, 890), (300, 830)),
        blob(
            (590, 650),
            (690, 520 + bend),
            (640, 400 + bend),
            (670, 280),
            (760, 240),
            (750, 300),
            (730, 390 + bend),
            (790, 520 + bend),
            (720, 740),
        ),
        poly((650, 280), (700, 215), (800, 215), (940, 300), (930, 335), (800, 345), (700, 330)),
        poly((700, 230), (610, 130), (740, 210)),
        poly((740, 222), (690, 110), (790, 214)),
        blob((330, 720), (180, 780), (60, 900), (20, 990), (110, 960), (220, 890), (340, 850)),
        poly((30, 1000), (0, 900), (100, 930)),
    ]
    tips: list[Point] = [(80, 180 + lift), (240, 90 + lift), (400, 70 + lift)]
    web: list[Point] = []
    for i, tip in enumerate(tips):
        web += [tip, (tip[0] + 120, tip[1] + 230 - i * 20)]
    parts.append(poly((560, 660), (430, 660), (150, 560 + lift), *web, (560, 420 + lift)))
    for x in (390, 600):
        parts += [
            limb(x, 820, x + 40, 985, 110, 54),
            poly((x - 10, 975), (x + 80, 975), (x + 120, 1000), (x - 20, 1000)),
        ]
    parts += [
        poly(
            (680 + i * 14, 480 - i * 90 + bend),
            (620 + i * 18, 450 - i * 92 + bend),
            (690 + i * 10, 420 - i * 84 + bend),
        )
        for i in range(3)
    ]
    cuts = joined(
        [line((540, 600), (x, y + 30)) for x, y in tips]
        + [line((430 + i * 55, 720), (450 + i * 55, 860)) for i in range(4)]
    )
    return Figure(joined(parts), disc(790, 268, 13), cuts, 980, 930)


def _coiled(r: Random) -> Figure:
    bend, side = r.uniform(-40, 40), r.choice((0, 1))
    spine: list[Point] = [
        (120, 960),
        (300, 880),
        (560, 930),
        (790, 860),
        (760, 690),
        (520, 660),
        (300, 620),
        (270, 450),
        (430, 360 + bend),
        (640, 330 + bend),
        (700, 220),
    ]
    widths = [16, 66, 104, 132, 142, 146, 142, 128, 114, 98, 86]
    parts = [_body(spine, widths)]
    parts += [
        poly((650, 250), (690, 140), (800, 130), (950, 190), (930, 240), (800, 260), (700, 270)),
        poly((690, 150), (600, 40), (740, 130)),
        poly((740, 130), (700, 10), (790, 128)),
    ]
    parts += [
        poly((x - 26, y - w / 2 + 8), (x + 4, y - w / 2 - 54), (x + 30, y - w / 2 + 8))
        for (x, y), w in zip(spine[4:9], widths[4:9], strict=True)
    ]
    if side:
        parts.append(
            poly(
                (560, 360 + bend),
                (380, 340 + bend),
                (150, 120),
                (190, 240),
                (60, 230),
                (140, 330),
                (30, 380),
                (200, 420),
                (330, 420 + bend),
            )
        )
    else:
        parts += [
            poly((60 + i * 40, 990 - i * 10), (20 + i * 46, 900 - i * 12), (110 + i * 40, 960 - i * 10))
            for i in range(3)
        ]
    cuts = joined(
        line((x - 10, y - w / 3), (x + 10, y + w / 3)) for (x, y), w in zip(spine[2:9], widths[2:9], strict=True)
    )
    return Figure(joined(parts), disc(800, 178, 13), cuts, 960, 960)


def _body(spine: list[Point], widths: list[int]) -> str:
    """Return a smooth band along a spine, as wide at each point as stated."""
    left: list[Point] = []
    right: list[Point] = []
    for i, (x, y) in enumerate(spine):
        (ax, ay), (bx, by) = spine[max(i - 1, 0)], spine[min(i + 1, len(spine) - 1)]
        length = math.hypot(bx - ax, by - ay)
        nx, ny = (ay - by) / length * widths[i] / 2, (bx - ax) / length * widths[i] / 2
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return blob(*left, *right[::-1], soft=0.9)


def _spread(r: Random) -> Figure:
    lift, span = r.uniform(-50, 60), r.uniform(400, 470)
    parts = [
        blob((500, 330), (580, 430), (590, 640), (540, 800), (460, 800), (410, 640), (420, 430)),
        blob((460, 360), (450, 260), (470, 180), (530, 180), (550, 260), (540, 360)),
        poly((440, 190), (455, 110), (545, 110), (560, 190), (500, 270)),
        poly((450, 120), (380, 20), (490, 100)),
        poly((550, 120), (620, 20), (510, 100)),
        blob(
            (470, 770),
            (440, 900),
            (520, 960),
            (700, 930),
            (820, 990),
            (690, 980),
            (540, 1000),
            (420, 960),
            (410, 850),
        ),
    ]
    lights = [poly((466, 160), (488, 172), (470, 184)), poly((534, 160), (512, 172), (530, 184))]
    for side in (-1, 1):
        tips: list[Point] = [
            (500 + side * span, 330 + lift),
            (500 + side * span * 0.86, 560 + lift),
            (500 + side * span * 0.6, 700 + lift * 0.5),
            (500 + side * 120, 690),
        ]
        web: list[Point] = []
        for a, c in pairwise(tips):
            web += [a, ((a[0] + c[0]) / 2 - side * 46, (a[1] + c[1]) / 2 - 60)]
        parts.append(poly((500 + side * 50, 420), (500 + side * span * 0.5, 140 + lift), *web, tips[-1]))
        parts += [
            limb(500 + side * 60, 760, 500 + side * 120, 930, 70, 30),
            poly((500 + side * 90, 920), (500 + side * 190, 960), (500 + side * 100, 965)),
        ]
    cuts = joined(
        [
            line((500 + side * span * 0.5, 170 + lift), (500 + side * span * f, y + lift))
            for side in (-1, 1)
            for f, y in ((0.8, 520), (0.56, 640))
        ]
        + [line((450, y), (550, y)) for y in (470, 530, 590, 650)]
    )
    return Figure(joined(parts), joined(lights), cuts, 960, 990)
