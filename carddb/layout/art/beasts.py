"""Beasts, birds and moths as silhouettes, drawn anew for each card; they look to the right."""

from __future__ import annotations

from random import Random

from carddb.layout.art.figure import Figure
from carddb.layout.art.pen import Point, blob, curve, disc, joined, limb, line, poly

BEASTS: dict[str, dict[str, float | str]] = {
    "hound": {"leg": 300, "bulk": 150, "neck": 150, "muzzle": 130, "ears": "sharp", "tail": "up"},
    "cat": {"leg": 230, "bulk": 130, "neck": 120, "muzzle": 60, "ears": "sharp", "tail": "long"},
    "ox": {"leg": 270, "bulk": 230, "neck": 60, "muzzle": 120, "ears": "horns", "tail": "tuft"},
    "stag": {"leg": 380, "bulk": 140, "neck": 260, "muzzle": 110, "ears": "antlers", "tail": "stub"},
    "boar": {"leg": 190, "bulk": 230, "neck": 10, "muzzle": 150, "ears": "tusks", "tail": "stub"},
    "bear": {"leg": 230, "bulk": 250, "neck": 60, "muzzle": 90, "ears": "round", "tail": "stub"},
    "hare": {"leg": 170, "bulk": 160, "neck": 130, "muzzle": 50, "ears": "tall", "tail": "stub"},
    "goat": {"leg": 310, "bulk": 150, "neck": 210, "muzzle": 100, "ears": "curled", "tail": "stub"},
    "lizard": {"leg": 130, "bulk": 130, "neck": 40, "muzzle": 150, "ears": "crest", "tail": "long"},
}
"""Builds of four-legged beasts, in parts of the field."""


def beast(r: Random, kind: str = "") -> Figure:
    """Return a four-legged beast of a kind in BEASTS, or of any."""
    build = BEASTS.get(kind) or BEASTS[r.choice(sorted(BEASTS))]
    leg, bulk, neck, muzzle = (float(build[k]) * r.uniform(0.9, 1.1) for k in ("leg", "bulk", "neck", "muzzle"))
    belly = 1000 - leg
    back = belly - bulk * 1.25
    hump = r.uniform(-10, 50)
    head_x, head_y = 745 + r.uniform(-20, 30), back - neck + 60
    parts = [
        blob(
            (215, back + 50),
            (360, back + 10),
            (520, back - hump / 2),
            (660, back - hump),
            (735, back + 70),
            (700, belly - 5),
            (560, belly + 15),
            (400, belly - 15),
            (270, belly + 5),
            (205, belly - bulk * 0.4),
        ),
        blob(
            (610, back - hump + 20),
            (head_x - 60, head_y - 30),
            (head_x + 30, head_y + 20),
            (745, back + 120),
            (660, back + 150),
        ),
        blob(
            (head_x - 60, head_y - 45),
            (head_x + 25, head_y - 55),
            (head_x + 60 + muzzle * 0.5, head_y - 12),
            (head_x + 55 + muzzle, head_y + 22),
            (head_x + 40 + muzzle, head_y + 55),
            (head_x + 20, head_y + 62),
            (head_x - 60, head_y + 50),
        ),
    ]
    stride = r.uniform(10, 60)
    for x, step, thick in ((265, -stride, 92), (345, stride * 0.6, 80), (610, -stride * 0.5, 78), (690, stride, 72)):
        knee_x, knee_y = x + step * 0.3 + 12, belly + leg * 0.45
        parts += [
            limb(x, belly - 50, knee_x, knee_y, thick, thick * 0.55),
            limb(knee_x, knee_y - 12, x + step, 985, thick * 0.55, 32),
            poly((x + step - 20, 975), (x + step + 22, 972), (x + step + 48, 1000), (x + step - 22, 1000)),
        ]
    parts += _tail(str(build["tail"]), 220, back + 70, r)
    parts += _ears(str(build["ears"]), head_x, head_y, muzzle, r)
    if r.random() < 0.35:
        parts += [
            poly((x - 26, back + 22), (x + 4, back - r.uniform(40, 75)), (x + 26, back + 22))
            for x in range(330, 640, 62)
        ]
    cuts = joined(line((x, belly - 20), (x + 26, belly - bulk * 0.6)) for x in range(430, 600, 42))
    eye = disc(head_x + 22, head_y - 14, 11)
    return Figure(joined(parts), eye, cuts, 900, int(1000 - head_y + 130))


def _tail(kind: str, x: float, y: float, r: Random) -> list[str]:
    lift = r.uniform(-40, 40)
    if kind == "up":
        return [
            blob(
                (x + 40, y),
                (x - 70, y - 90),
                (x - 110, y - 210 + lift),
                (x - 60, y - 150),
                (x - 20, y - 60),
                (x + 50, y + 50),
            )
        ]
    if kind == "long":
        return [
            blob(
                (x + 40, y - 10),
                (x - 90, y + 60),
                (x - 160, y + 190),
                (x - 110, y + 290 + lift),
                (x - 60, y + 300),
                (x - 95, y + 200),
                (x - 40, y + 110),
                (x + 40, y + 60),
            )
        ]
    if kind == "tuft":
        return [
            limb(x + 20, y + 20, x - 60, y + 230, 34, 18),
            blob((x - 80, y + 210), (x - 40, y + 220), (x - 55, y + 330), (x - 95, y + 300)),
        ]
    return [blob((x + 30, y - 30), (x - 45, y - 40), (x - 20, y + 50), (x + 30, y + 50))]


def _ears(kind: str, x: float, y: float, muzzle: float, r: Random) -> list[str]:
    top = y - 45
    if kind == "horns":
        return [
            blob(
                (x - 30, top + 10),
                (x - 60, top - 60),
                (x - 20, top - 130),
                (x + 40, top - 150),
                (x - 5, top - 100),
                (x + 10, top),
            ),
            blob((x + 10, top + 5), (x + 50, top - 50), (x + 110, top - 90), (x + 70, top - 25), (x + 40, top + 15)),
        ]
    if kind == "antlers":
        spread = r.uniform(0.8, 1.15)
        out = []
        for side in (-1, 1):
            tip: Point = (x + side * 130 * spread - 20, top - 230)
            out.append(limb(x - 10, top + 15, *tip, 26, 10))
            for part in (0.35, 0.6, 0.85):
                px, py = x - 10 + (tip[0] - x + 10) * part, top + 15 + (tip[1] - top - 15) * part
                out.append(limb(px, py, px + 70 * (1.2 - part) + side * 10, py - 90, 16, 7))
        return out
    if kind == "tusks":
        return [
            poly((x - 50, top), (x - 20, top - 60), (x + 15, top)),
            blob(
                (x + muzzle, y + 30), (x + muzzle + 25, y + 10), (x + muzzle + 55, y - 55), (x + muzzle + 45, y + 40)
            ),
        ]
    if kind == "round":
        return [disc(x - 40, top - 5, 30), disc(x + 15, top - 10, 26)]
    if kind == "tall":
        return [
            blob((x - 50, top + 10), (x - 75, top - 120), (x - 50, top - 210), (x - 20, top - 110), (x - 10, top)),
            blob((x - 10, top + 5), (x + 5, top - 110), (x + 40, top - 190), (x + 45, top - 90), (x + 25, top + 5)),
        ]
    if kind == "curled":
        return [
            blob(
                (x - 20, top + 10),
                (x - 40, top - 80),
                (x - 130, top - 110),
                (x - 180, top - 40),
                (x - 150, top + 20),
                (x - 140, top - 40),
                (x - 100, top - 60),
                (x - 60, top - 30),
                (x - 50, top + 20),
            ),
            poly((x + muzzle - 10, y + 45), (x + muzzle + 30, y + 45), (x + muzzle, y + 130)),
        ]
    if kind == "crest":
        return [
            poly((x - 70 + i * 34, top + 18), (x - 70 + i * 30, top - 60 + i * 12), (x - 40 + i * 34, top + 14))
            for i in range(3)
        ]
    return [
        poly((x - 60, top + 25), (x - 45, top - 85), (x - 2, top)),
        poly((x - 10, top + 10), (x + 22, top - 75), (x + 42, top + 12)),
    ]


def winged(r: Random, kind: str = "") -> Figure:
    """Return a flier with raised wings; kind: bird, moth or "" for either."""
    if kind == "moth" or (not kind and r.random() < 0.12):
        return _moth(r)
    pose = r.choice(("raised", "raised", "perched", "gliding"))
    if pose == "perched":
        return _perched(r)
    if pose == "gliding":
        return _gliding(r)
    feathers, lift, span = r.randint(4, 6), r.uniform(0.4, 1.0), r.uniform(390, 470)
    parts = [
        blob((500, 350), (560, 420), (555, 600), (500, 720), (445, 600), (440, 420)),
        disc(505, 330, 58),
        poly((545, 300), (625, 335), (545, 352)),
        poly((470, 660), (530, 660), (590, 860), (545, 830), (500, 890), (455, 830), (410, 860)),
    ]
    for side in (-1, 1):
        tip_y = 420 - lift * 330
        shoulder: Point = (500 + side * 40, 400)
        elbow: Point = (500 + side * span * 0.52, tip_y + 30)
        tip: Point = (500 + side * span, tip_y + 60)
        edge: list[Point] = [tip]
        for i in range(feathers):
            t = (i + 1) / (feathers + 1)
            base_x, base_y = tip[0] + (shoulder[0] - tip[0]) * t, tip[1] + (600 - tip[1]) * t
            reach = 190 - 90 * t
            edge += [(base_x + side * 36, base_y + reach), (base_x - side * 8, base_y + reach * 0.45)]
        parts.append(poly(shoulder, elbow, *edge, (500 + side * 40, 610)))
    if r.random() < 0.6:
        parts += [poly((480, 290), (455 - 30 * i, 215 + 22 * i), (500, 285)) for i in range(3)]
    cuts = joined(
        line((500 + side * (90 + i * 62), 470 - i * 20), (500 + side * (150 + i * 66), 560 - i * 26))
        for side in (-1, 1)
        for i in range(4)
    )
    return Figure(joined(parts), disc(522, 320, 11), cuts, 940, 900)


def _moth(r: Random) -> Figure:
    wide = r.uniform(0.9, 1.1)
    parts = [blob((500, 330), (545, 420), (535, 640), (500, 760), (465, 640), (455, 420)), disc(500, 310, 46)]
    spots = []
    for side in (-1, 1):
        s = side * wide
        parts += [
            blob(
                (500 + s * 20, 420),
                (500 + s * 200, 210),
                (500 + s * 430, 190),
                (500 + s * 440, 330),
                (500 + s * 330, 510),
                (500 + s * 110, 560),
            ),
            blob(
                (500 + s * 20, 540),
                (500 + s * 220, 520),
                (500 + s * 330, 640),
                (500 + s * 250, 830),
                (500 + s * 120, 760),
            ),
            limb(500 + s * 12, 300, 500 + s * 130, 150, 12, 6),
            disc(500 + s * 130, 150, 16),
        ]
        spots += [disc(500 + s * 320, 320, 44), disc(500 + s * 220, 660, 34)]
    return Figure(joined(parts), joined(spots), "", 940, 880)


def _perched(r: Random) -> Figure:
    neck, tail, beak = r.uniform(0, 190), r.uniform(-40, 60), r.uniform(60, 150)
    hx, hy = 640 + neck * 0.15, 300 - neck * 0.5
    parts = [
        blob((580, 380), (690, 470), (660, 660), (500, 760), (340, 730), (250, 650), (330, 560), (450, 440)),
        limb(630, 480, hx, hy, 150, 100),
        disc(hx, hy, 72),
        poly((hx + 40, hy - 36), (hx + 60 + beak, hy + 10), (hx + 44, hy + 30)),
        poly((340, 600), (80, 800 + tail), (110, 880 + tail), (200, 860 + tail), (420, 740)),
        limb(500, 740, 520, 880, 26, 18),
        limb(560, 730, 590, 880, 26, 18),
        blob((180, 900), (480, 872), (860, 896), (940, 940), (820, 950), (480, 930), (200, 950)),
        limb(300, 930, 240, 1000, 46, 60),
    ]
    if r.random() < 0.6:
        parts += [
            poly((hx - 20, hy - 60), (hx - 90 - i * 26, hy - 110 + i * 40), (hx - 40, hy - 30)) for i in range(3)
        ]
    else:
        parts += [
            poly((hx - 50, hy - 50), (hx - 40, hy - 130), (hx, hy - 60)),
            poly((hx + 6, hy - 62), (hx + 40, hy - 126), (hx + 44, hy - 44)),
        ]
    cuts = joined(
        curve([(560 - i * 20, 480 + i * 50), (460 - i * 30, 590 + i * 30), (330 - i * 20, 640 + i * 26)])
        for i in range(3)
    )
    return Figure(joined(parts), disc(hx + 20, hy - 14, 13), cuts, 900, int(1000 - hy + 140))


def _gliding(r: Random) -> Figure:
    tilt, feathers, crest = r.uniform(-60, 60), r.randint(4, 6), r.random() < 0.5
    parts = [
        blob((250, 560), (420, 500), (640, 500), (790, 540), (700, 610), (480, 640), (320, 620)),
        disc(800, 520, 58),
        poly((840, 492), (950, 530), (842, 550)),
        poly((300, 560), (60, 500 + tilt), (90, 600), (50, 680 - tilt), (320, 620)),
    ]
    if crest:
        parts += [poly((780, 470), (700 - i * 30, 410 + i * 34), (770, 500)) for i in range(3)]
    for top, spread in ((130 + tilt, 1.0), (840 + tilt * 0.5, 0.8)):
        up = -1 if top < 500 else 1
        edge: list[Point] = []
        for i in range(feathers):
            x = 470 - 330 * spread * i / (feathers - 1)
            edge += [(x + 40, 560 + (top - 560) * (0.95 - 0.07 * i)), (x + 30, 560 + (top - 560) * (0.72 - 0.08 * i))]
        parts.append(poly((640, 540), (620, 560 + (top - 560) * 0.7), (540, top + up * 10), *edge, (360, 570)))
    cuts = joined(line((600 - i * 60, 540 - i * 8), (560 - i * 76, 330 + i * 40)) for i in range(4))
    return Figure(joined(parts), disc(818, 506, 12), cuts, 920, 900)
