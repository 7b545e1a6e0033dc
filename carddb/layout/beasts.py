"""Beasts, birds, moths and dragons as silhouettes, drawn anew for each card; they look to the right."""

from __future__ import annotations

from random import Random

from carddb.layout.figure import Figure
from carddb.layout.pen import Point, blob, disc, joined, limb, line, poly

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
        blob((215, back + 50), (360, back + 10), (520, back - hump / 2), (660, back - hump), (735, back + 70),
             (700, belly - 5), (560, belly + 15), (400, belly - 15), (270, belly + 5), (205, belly - bulk * 0.4)),
        blob((610, back - hump + 20), (head_x - 60, head_y - 30), (head_x + 30, head_y + 20), (745, back + 120),
             (660, back + 150)),
        blob((head_x - 60, head_y - 45), (head_x + 25, head_y - 55), (head_x + 60 + muzzle * 0.5, head_y - 12),
             (head_x + 55 + muzzle, head_y + 22), (head_x + 40 + muzzle, head_y + 55), (head_x + 20, head_y + 62),
             (head_x - 60, head_y + 50)),
    ]  # fmt: skip
    stride = r.uniform(10, 60)
    for x, step, thick in ((265, -stride, 92), (345, stride * 0.6, 80), (610, -stride * 0.5, 78), (690, stride, 72)):
        knee_x, knee_y = x + step * 0.3 + 12, belly + leg * 0.45
        parts += [limb(x, belly - 50, knee_x, knee_y, thick, thick * 0.55),
                  limb(knee_x, knee_y - 12, x + step, 985, thick * 0.55, 32),
                  poly((x + step - 20, 975), (x + step + 22, 972), (x + step + 48, 1000), (x + step - 22, 1000))]  # fmt: skip
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
        return [blob((x + 40, y - 10), (x - 90, y + 60), (x - 160, y + 190), (x - 110, y + 290 + lift), (x - 60, y + 300),
                     (x - 95, y + 200), (x - 40, y + 110), (x + 40, y + 60))]  # fmt: skip
    if kind == "tuft":
        return [
            limb(x + 20, y + 20, x - 60, y + 230, 34, 18),
            blob((x - 80, y + 210), (x - 40, y + 220), (x - 55, y + 330), (x - 95, y + 300)),
        ]
    return [blob((x + 30, y - 30), (x - 45, y - 40), (x - 20, y + 50), (x + 30, y + 50))]


def _ears(kind: str, x: float, y: float, muzzle: float, r: Random) -> list[str]:
    top = y - 45
    if kind == "horns":
        return [blob((x - 30, top + 10), (x - 60, top - 60), (x - 20, top - 130), (x + 40, top - 150), (x - 5, top - 100), (x + 10, top)),
                blob((x + 10, top + 5), (x + 50, top - 50), (x + 110, top - 90), (x + 70, top - 25), (x + 40, top + 15))]  # fmt: skip
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
        return [poly((x - 50, top), (x - 20, top - 60), (x + 15, top)),
                blob((x + muzzle, y + 30), (x + muzzle + 25, y + 10), (x + muzzle + 55, y - 55), (x + muzzle + 45, y + 40))]  # fmt: skip
    if kind == "round":
        return [disc(x - 40, top - 5, 30), disc(x + 15, top - 10, 26)]
    if kind == "tall":
        return [blob((x - 50, top + 10), (x - 75, top - 120), (x - 50, top - 210), (x - 20, top - 110), (x - 10, top)),
                blob((x - 10, top + 5), (x + 5, top - 110), (x + 40, top - 190), (x + 45, top - 90), (x + 25, top + 5))]  # fmt: skip
    if kind == "curled":
        return [blob((x - 20, top + 10), (x - 40, top - 80), (x - 130, top - 110), (x - 180, top - 40), (x - 150, top + 20),
                     (x - 140, top - 40), (x - 100, top - 60), (x - 60, top - 30), (x - 50, top + 20)),
                poly((x + muzzle - 10, y + 45), (x + muzzle + 30, y + 45), (x + muzzle, y + 130))]  # fmt: skip
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
        for side in (-1, 1) for i in range(4)
    )  # fmt: skip
    return Figure(joined(parts), disc(522, 320, 11), cuts, 940, 900)


def _moth(r: Random) -> Figure:
    wide = r.uniform(0.9, 1.1)
    parts = [blob((500, 330), (545, 420), (535, 640), (500, 760), (465, 640), (455, 420)), disc(500, 310, 46)]
    spots = []
    for side in (-1, 1):
        s = side * wide
        parts += [
            blob((500 + s * 20, 420), (500 + s * 200, 210), (500 + s * 430, 190), (500 + s * 440, 330), (500 + s * 330, 510), (500 + s * 110, 560)),
            blob((500 + s * 20, 540), (500 + s * 220, 520), (500 + s * 330, 640), (500 + s * 250, 830), (500 + s * 120, 760)),
            limb(500 + s * 12, 300, 500 + s * 130, 150, 12, 6), disc(500 + s * 130, 150, 16),
        ]  # fmt: skip
        spots += [disc(500 + s * 320, 320, 44), disc(500 + s * 220, 660, 34)]
    return Figure(joined(parts), joined(spots), "", 940, 880)


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
        blob((590, 650), (690, 520 + bend), (640, 400 + bend), (670, 280), (760, 240), (750, 300), (730, 390 + bend), (790, 520 + bend), (720, 740)),
        poly((650, 280), (700, 215), (800, 215), (940, 300), (930, 335), (800, 345), (700, 330)),
        poly((700, 230), (610, 130), (740, 210)), poly((740, 222), (690, 110), (790, 214)),
        blob((330, 720), (180, 780), (60, 900), (20, 990), (110, 960), (220, 890), (340, 850)),
        poly((30, 1000), (0, 900), (100, 930)),
    ]  # fmt: skip
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
    spine: list[Point] = [(120, 960), (300, 880), (560, 930), (790, 860), (760, 690), (520, 660), (300, 620), (270, 450), (430, 360 + bend), (640, 330 + bend), (700, 220)]
    widths = [16, 56, 84, 104, 112, 114, 110, 100, 90, 78, 70]
    parts = [limb(*a, *c, w1, w2) for a, c, w1, w2 in zip(spine, spine[1:], widths, widths[1:], strict=False)]
    parts += [disc(x, y, w / 2) for (x, y), w in zip(spine[1:], widths[1:], strict=True)]
    parts += [
        poly((650, 250), (690, 140), (800, 130), (950, 190), (930, 240), (800, 260), (700, 270)),
        poly((690, 150), (600, 40), (740, 130)), poly((740, 130), (700, 10), (790, 128)),
    ]  # fmt: skip
    parts += [poly((x - 26, y - w / 2 + 8), (x + 4, y - w / 2 - 54), (x + 30, y - w / 2 + 8)) for (x, y), w in zip(spine[4:9], widths[4:9], strict=True)]
    if side:
        parts.append(poly((560, 360 + bend), (380, 340 + bend), (150, 120), (190, 240), (60, 230), (140, 330), (30, 380), (200, 420), (330, 420 + bend)))
    else:
        parts += [poly((60 + i * 40, 990 - i * 10), (20 + i * 46, 900 - i * 12), (110 + i * 40, 960 - i * 10)) for i in range(3)]
    cuts = joined(line((x - 10, y - w / 3), (x + 10, y + w / 3)) for (x, y), w in zip(spine[2:9], widths[2:9], strict=True))
    return Figure(joined(parts), disc(800, 178, 13), cuts, 960, 960)


def _spread(r: Random) -> Figure:
    lift, span = r.uniform(-50, 60), r.uniform(400, 470)
    parts = [
        blob((500, 330), (580, 430), (590, 640), (540, 800), (460, 800), (410, 640), (420, 430)),
        blob((460, 360), (450, 260), (470, 180), (530, 180), (550, 260), (540, 360)),
        poly((440, 190), (455, 110), (545, 110), (560, 190), (500, 270)),
        poly((450, 120), (380, 20), (490, 100)), poly((550, 120), (620, 20), (510, 100)),
        blob((470, 770), (440, 900), (520, 960), (700, 930), (820, 990), (690, 980), (540, 1000), (420, 960), (410, 850)),
    ]  # fmt: skip
    lights = [poly((466, 160), (488, 172), (470, 184)), poly((534, 160), (512, 172), (530, 184))]
    for side in (-1, 1):
        tips: list[Point] = [(500 + side * span, 330 + lift), (500 + side * span * 0.86, 560 + lift), (500 + side * span * 0.6, 700 + lift * 0.5), (500 + side * 120, 690)]
        web: list[Point] = []
        for a, c in zip(tips, tips[1:], strict=False):
            web += [a, ((a[0] + c[0]) / 2 - side * 46, (a[1] + c[1]) / 2 - 60)]
        parts.append(poly((500 + side * 50, 420), (500 + side * span * 0.5, 140 + lift), *web, tips[-1]))
        parts += [limb(500 + side * 60, 760, 500 + side * 120, 930, 70, 30), poly((500 + side * 90, 920), (500 + side * 190, 960), (500 + side * 100, 965))]
    cuts = joined([line((500 + side * span * 0.5, 170 + lift), (500 + side * span * f, y + lift)) for side in (-1, 1) for f, y in ((0.8, 520), (0.56, 640))] + [line((450, y), (550, y)) for y in (470, 530, 590, 650)])
    return Figure(joined(parts), joined(lights), cuts, 960, 990)
