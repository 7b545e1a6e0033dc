"""Living things as silhouettes, drawn anew for each card: beasts, birds, people, spirits, giants, dragons.

A figure stands on y = 1000 in a field of 1000 x 1000, looks to the right, and varies with the random numbers given.
"""

from __future__ import annotations

import math
from random import Random
from typing import NamedTuple

from carddb.layout.pen import Point, blob, box, disc, joined, limb, line, poly, ring_points, star


class Figure(NamedTuple):
    """A silhouette: ``body`` is filled dark, ``light`` (eyes, flames, seams) is filled bright, ``lines`` are cuts in it.

    width, height: what it really takes of its field, centred on x = 500 and standing on y = 1000.
    """

    body: str
    light: str = ""
    lines: str = ""
    width: int = 800
    height: int = 900


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


def _person(
    r: Random, *, shoulders: float = 150, hem: float = 230, head: float = 66, tall: float = 860, lean: float = 0
) -> tuple[list[str], Point, Point, Point]:
    """Return robe and head of a person; and where the head and the two hands are."""
    top = 1000 - tall
    neck = top + head * 2.1
    head_at: Point = (500 + lean, top + head)
    left, right = 500 - shoulders + lean * 0.8, 500 + shoulders + lean * 0.8
    fold = r.uniform(-25, 25)
    parts = [
        blob((left + 20, neck + 25), (500 + lean, neck - 25), (right - 20, neck + 25), (right + 10, neck + 170),
             (500 + hem * 0.75, 800), (500 + hem, 995), (500 + fold, 985), (500 - hem, 995), (500 - hem * 0.75, 800),
             (left - 10, neck + 170), soft=0.8),
        disc(*head_at, head * 0.86, head),
    ]  # fmt: skip
    return parts, head_at, (left - 40, neck + 250), (right + 60, neck + 210)


def _folds(r: Random) -> str:
    shift = r.uniform(-15, 15)
    return joined(line((500 + x * 0.45 + shift, 560), (500 + x, 960)) for x in (-130, -50, 40, 120))


def robed(r: Random, kind: str = "") -> Figure:
    """Return a robed figure with a staff, a book or raised hands; kind: caster, scribe, summoner or shade."""
    parts, (hx, hy), left, right = _person(r, hem=r.uniform(200, 270), shoulders=r.uniform(130, 165))
    light = []
    hat = r.choice(("hood", "hood", "point", "horns", "halo"))
    if kind == "shade":
        hat = "hood"
    if kind == "summoner":
        hat = r.choice(("halo", "horns", "point", "crown"))
    if hat == "hood":
        parts.append(
            blob((hx - 92, hy + 90), (hx - 84, hy - 40), (hx, hy - 120), (hx + 84, hy - 40), (hx + 92, hy + 90))
        )
        light += [disc(hx - 22, hy + 4, 9), disc(hx + 28, hy + 4, 9)]
    elif hat == "point":
        tip = r.uniform(-70, 70)
        parts += [
            poly((hx - 64, hy - 30), (hx + tip, hy - 260), (hx + 64, hy - 30)),
            blob((hx - 130, hy - 10), (hx, hy - 50), (hx + 130, hy - 10), (hx, hy + 5)),
        ]
    elif hat == "horns":
        for side in (-1, 1):
            parts.append(
                blob(
                    (hx + side * 30, hy - 40),
                    (hx + side * 110, hy - 90),
                    (hx + side * 100, hy - 200),
                    (hx + side * 70, hy - 110),
                    (hx + side * 10, hy - 62),
                )
            )
        light += [disc(hx - 22, hy, 9), disc(hx + 26, hy, 9)]
    elif hat == "crown":
        parts.append(
            poly(
                (hx - 62, hy - 40),
                (hx - 84, hy - 150),
                (hx - 36, hy - 95),
                (hx, hy - 175),
                (hx + 36, hy - 95),
                (hx + 84, hy - 150),
                (hx + 62, hy - 40),
            )
        )
    else:
        light.append(_ring(hx, hy - 10, 128, 14))
    if kind == "summoner":
        up = r.uniform(-40, 40)
        for side, lift in ((-1, up), (1, -up)):
            hand: Point = (500 + side * 330, hy + 20 + lift)
            parts += [
                limb(500 + side * 110, hy + 170, *hand, 110, 46),
                poly((500 + side * 120, hy + 150), hand, (500 + side * 260, hy + 330)),
            ]
            light.append(star(hand[0], hand[1] - 80, 62, 22, 4))
    elif kind == "scribe" or (not kind and r.random() < 0.35):
        x, y = right[0] - 60, right[1] + 60
        parts += [
            limb(600, y - 90, x, y, 90, 50),
            poly((x - 110, y - 30), (x, y), (x + 110, y - 30), (x + 110, y + 60), (x, y + 95), (x - 110, y + 60)),
        ]
        light += [limb(x + 30, y - 40, x + 110, y - 260, 8, 46), line_block(x, y)]
    else:
        lean = r.uniform(-30, 40)
        top: Point = (right[0] + 30 + lean, hy - r.uniform(60, 130))
        parts += [
            limb(right[0] + 10, 1000, *top, 24, 20),
            limb(600, hy + 180, right[0] + 18, hy + 260, 110, 46),
            limb(400, hy + 180, left[0] + 10, hy + 370, 100, 50),
        ]
        head = r.choice(("orb", "moon", "flame", "star"))
        if head == "orb":
            light.append(disc(top[0], top[1] - 46, 46))
        elif head == "moon":
            light.append(
                blob(
                    (top[0] - 50, top[1]),
                    (top[0] - 70, top[1] - 70),
                    (top[0], top[1] - 130),
                    (top[0] - 30, top[1] - 70),
                    (top[0] + 10, top[1] - 10),
                )
            )
        elif head == "flame":
            light.append(
                blob((top[0], top[1]), (top[0] - 46, top[1] - 40), (top[0], top[1] - 140), (top[0] + 46, top[1] - 40))
            )
        else:
            light.append(star(top[0], top[1] - 50, 74, 26, 5))
    return Figure(joined(parts), joined(light), _folds(r), 780, 960)


def line_block(x: float, y: float) -> str:
    """Return two rows of writing on an open book at a point."""
    return joined(
        box(x + side * 55 - 34, y + dy - 4, x + side * 55 + 34, y + dy + 4) for side in (-1, 1) for dy in (12, 34)
    )


def _ring(x: float, y: float, radius: float, width: float) -> str:
    outer, inner = ring_points(x, y, radius, 20), ring_points(x, y, radius - width, 20)
    body = "M" + " L".join(f"{a:.0f} {b:.0f}" for a, b in outer) + " Z"
    return body + " M" + " L".join(f"{a:.0f} {b:.0f}" for a, b in reversed(inner)) + " Z"


def stalker(r: Random, kind: str = "") -> Figure:
    """Return a crouching, cloaked hunter with blades or a bow."""
    low = r.uniform(0, 60)
    hx, hy = 610, 400 + low
    ragged: list[Point] = []
    for i in range(7):
        ragged += [(720 - i * 80, 1000), (690 - i * 80, 930 + r.uniform(-40, 20))]
    parts = [
        poly((560, 430 + low), (700, 520 + low), (760, 720), *ragged, (170, 960), (250, 700), (380, 520 + low)),
        blob((hx - 100, hy + 100), (hx - 95, hy - 30), (hx - 10, hy - 110), (hx + 85, hy - 10), (hx + 95, hy + 40), (hx + 40, hy + 110)),
        limb(620, 900, 800, 985, 90, 44), limb(330, 880, 250, 990, 90, 60),
    ]  # fmt: skip
    light = [disc(hx + 40, hy + 10, 11)]
    if r.random() < 0.5:
        parts += [limb(640, 560 + low, 800, 640, 80, 44), limb(400, 560 + low, 260, 560, 80, 42)]
        light += [poly((795, 640), (830, 610), (985, 470 - low)), poly((262, 575), (225, 545), (60, 420 + low))]
    else:
        parts += [limb(640, 560 + low, 830, 560, 80, 40)]
        light += [
            blob(
                (800, 300),
                (900, 420),
                (920, 560),
                (900, 700),
                (800, 820),
                (880, 690),
                (893, 560),
                (880, 430),
                soft=0.9,
            ),
            limb(560, 560, 980, 560, 9, 9),
            poly((960, 535), (1010, 560), (960, 585)),
        ]
    cuts = joined(line((420 + i * 60, 560 + low), (330 + i * 75, 900)) for i in range(5))
    return Figure(joined(parts), joined(light), cuts, 900, int(720 - low))


def giant(r: Random, kind: str = "") -> Figure:
    """Return a titan or golem of stone blocks."""
    wide, head = r.uniform(300, 370), r.uniform(60, 85)
    top = 1000 - r.uniform(860, 940)
    neck = top + head * 1.6
    parts = [
        poly((500 - wide, neck + 40), (500 - wide * 0.6, neck - 30), (500 + wide * 0.6, neck - 30), (500 + wide, neck + 40),
             (500 + wide * 0.72, 640), (500 + 170, 720), (500 - 170, 720), (500 - wide * 0.72, 640)),
        poly((500 - head, neck), (500 - head, top + 30), (500 - head + 30, top), (500 + head - 30, top), (500 + head, top + 30), (500 + head, neck)),
        poly((330, 690), (480, 690), (460, 1000), (270, 1000)), poly((520, 690), (670, 690), (730, 1000), (540, 1000)),
    ]  # fmt: skip
    for side in (-1, 1):
        reach = r.uniform(0, 90)
        elbow: Point = (500 + side * (wide + 40), neck + 300)
        fist: Point = (500 + side * (wide + 10), 800 - reach)
        parts += [limb(500 + side * wide * 0.86, neck + 60, *elbow, 170, 120), limb(*elbow, *fist, 130, 100),
                  poly(*[(fist[0] + dx, fist[1] + dy) for dx, dy in ((-70, -30), (-40, -70), (50, -65), (75, 10), (45, 70), (-50, 65))])]  # fmt: skip
    style = r.choice(("horns", "spikes", "tower", "plain"))
    if style == "horns":
        parts += [
            poly((500 + s * head, top + 60), (500 + s * (head + 120), top - 20), (500 + s * (head - 20), top + 10))
            for s in (-1, 1)
        ]
    elif style == "spikes":
        parts += [
            poly(
                (500 + s * (wide - 40 - i * 70), neck + 30),
                (500 + s * (wide + 10 - i * 60), neck - 130 + i * 20),
                (500 + s * (wide - 100 - i * 60), neck),
            )
            for s in (-1, 1)
            for i in range(2)
        ]
    elif style == "tower":
        parts += [
            poly(
                (500 - wide + 10, neck + 20),
                (500 - wide + 10, neck - 120),
                (500 - wide + 70, neck - 180),
                (500 - wide + 130, neck - 120),
                (500 - wide + 130, neck + 20),
            )
        ]
    light = [
        poly((500 + s * 20, top + head * 0.8), (500 + s * 52, top + head * 0.65), (500 + s * 48, top + head * 0.98))
        for s in (-1, 1)
    ]
    light.append(star(500, neck + 190, r.uniform(48, 66), 24, r.choice((4, 5, 6, 8))))
    cuts = joined(
        (
            line((500 - wide * 0.8, neck + 120), (420, neck + 150), (430, 560)),
            line((500 + wide * 0.8, neck + 120), (590, neck + 160), (575, 640)),
            line((330, 820), (450, 800)),
            line((560, 860), (700, 850)),
        )
    )
    return Figure(joined(parts), joined(light), cuts, 960, int(1000 - top + 40))


def fighter(r: Random, kind: str = "") -> Figure:
    """Return someone armed: helmet, weapon, shield; kind: knight gives lance and plume."""
    hx, hy = 500 + r.uniform(-15, 15), 230
    parts = [
        blob((380, 340), (500, 300), (620, 340), (650, 470), (600, 640), (620, 760), (380, 760), (400, 640), (350, 470), soft=0.7),
        limb(440, 720, 380, 985, 130, 76), limb(570, 720, 640, 985, 130, 76),
        poly((330, 960), (430, 960), (430, 1000), (300, 1000)), poly((590, 960), (690, 960), (725, 1000), (590, 1000)),
        disc(hx, hy, 70, 80),
    ]  # fmt: skip
    helmet = "plume" if kind == "knight" else r.choice(("plume", "horns", "brim", "point"))
    if helmet == "plume":
        parts += [
            blob(
                (hx - 10, hy - 70),
                (hx - 60, hy - 150),
                (hx - 190, hy - 130),
                (hx - 230, hy - 10),
                (hx - 150, hy - 70),
                (hx - 70, hy - 40),
            )
        ]
    elif helmet == "horns":
        parts += [
            blob(
                (hx + s * 50, hy - 40),
                (hx + s * 130, hy - 70),
                (hx + s * 130, hy - 170),
                (hx + s * 90, hy - 100),
                (hx + s * 40, hy - 70),
            )
            for s in (-1, 1)
        ]
    elif helmet == "brim":
        parts += [blob((hx - 140, hy - 20), (hx, hy - 60), (hx + 140, hy - 20), (hx, hy)), disc(hx, hy - 45, 74, 60)]
    else:
        parts += [poly((hx - 66, hy - 30), (hx, hy - 190), (hx + 66, hy - 30))]
    light = [box(hx - 34, hy - 10, hx + 58, hy + 6)]
    weapon = "lance" if kind == "knight" and r.random() < 0.6 else r.choice(("sword", "axe", "hammer", "spear"))
    gx, gy = 740, 520
    parts += [limb(600, 390, gx - 20, gy + 20, 110, 60), disc(gx, gy, 42)]
    dx, dy = r.uniform(20, 120), -r.uniform(380, 470)
    if weapon == "sword":
        light += [limb(gx + 8, gy - 30, gx + dx, gy + dy, 52, 10)]
        parts += [limb(gx - 80, gy - 20, gx + 96, gy - 52, 26, 26), limb(gx, gy, gx - 20, gy + 100, 30, 30)]
    elif weapon in ("spear", "lance"):
        parts += [limb(gx - dx * 0.7, gy - dy * 0.9, gx + dx, gy + dy, 30 if weapon == "lance" else 20, 16)]
        light += [poly((gx + dx - 36, gy + dy + 20), (gx + dx + 8, gy + dy - 110), (gx + dx + 44, gy + dy + 20))]
        if weapon == "lance":
            light += [
                poly((gx + dx * 0.9, gy + dy * 0.85), (gx + dx + 170, gy + dy * 0.8), (gx + dx * 0.8, gy + dy * 0.62))
            ]
    else:
        tx, ty = gx + dx * 0.8, gy + dy * 0.9
        parts += [limb(gx - 30, gy + 150, tx, ty - 40, 28, 24)]
        light += (
            [
                blob(
                    (tx - 10, ty - 60),
                    (tx + 130, ty - 90),
                    (tx + 150, ty + 20),
                    (tx + 120, ty + 110),
                    (tx, ty + 50),
                    soft=0.6,
                )
            ]
            if weapon == "axe"
            else [box(tx - 110, ty - 70, tx + 110, ty + 40)]
        )
    if r.random() < 0.7:
        shield = r.choice((0, 1))
        body = (
            disc(330, 560, 150, 160)
            if shield
            else poly((200, 430), (330, 400), (460, 430), (450, 610), (330, 760), (210, 610))
        )
        parts.append(body)
        light.append(star(330, 565, 74, 26, r.choice((4, 5, 6, 8))))
    else:
        parts.append(limb(400, 390, 270, 620, 105, 60))
    cuts = joined(
        (
            line((420, 640), (590, 640)),
            line((500, 380), (500, 620)),
            line((420, 800), (400, 930)),
            line((590, 800), (620, 930)),
        )
    )
    return Figure(joined(parts), joined(light), cuts, 860, 940)


def villager(r: Random, kind: str = "") -> Figure:
    """Return someone in everyday clothes with a tool; kind: noble gives crown and sceptre, trickster cap and mask."""
    parts, (hx, hy), left, right = _person(
        r, hem=r.uniform(170, 240), shoulders=r.uniform(140, 170), head=76, tall=800
    )
    light = []
    if kind == "noble":
        parts += [poly((hx - 70, hy - 50), (hx - 92, hy - 170), (hx - 40, hy - 110), (hx, hy - 190), (hx + 40, hy - 110), (hx + 92, hy - 170), (hx + 70, hy - 50)),
                  poly((380, 420), (620, 420), (800, 1000), (200, 1000)), blob((370, 400), (500, 350), (630, 400), (640, 470), (500, 500), (360, 470))]  # fmt: skip
        light += [disc(hx + dx, hy - 75, 12) for dx in (-40, 0, 40)]
    elif kind == "trickster":
        for tip, drop in ((-190, 10), (0, -190), (190, 10)):
            x, y = hx + tip, hy + drop
            parts.append(
                blob(
                    (hx - 60 + tip * 0.2, hy - 30),
                    (hx + tip * 0.6, hy - 130 + drop * 0.5),
                    (x, y),
                    (hx + 60 + tip * 0.2, hy - 10),
                    soft=0.8,
                )
            )
            light.append(disc(x, y, 24))
        light += [
            poly((hx - 58, hy - 12), (hx - 8, hy - 2), (hx - 44, hy + 20)),
            poly((hx + 58, hy - 12), (hx + 8, hy - 2), (hx + 44, hy + 20)),
        ]
    else:
        hat = r.choice(("brim", "scarf", "cap", "bun"))
        if hat == "brim":
            parts += [
                blob((hx - 170, hy - 26), (hx, hy - 70), (hx + 170, hy - 26), (hx, hy - 8)),
                disc(hx, hy - 58, 74, 66),
            ]
        elif hat == "scarf":
            parts += [
                blob((hx - 88, hy + 60), (hx - 86, hy - 50), (hx, hy - 104), (hx + 86, hy - 50), (hx + 70, hy + 60)),
                poly((hx - 60, hy + 70), (hx - 190, hy + 120), (hx - 90, hy + 20)),
            ]
        elif hat == "cap":
            parts += [
                blob(
                    (hx - 80, hy - 20),
                    (hx - 60, hy - 100),
                    (hx + 60, hy - 100),
                    (hx + 150, hy - 26),
                    (hx + 70, hy - 24),
                )
            ]
        else:
            parts += [disc(hx - 30, hy - 100, 44)]
        light.append(poly((430, 560), (570, 560), (620, 900), (380, 900)))
    gx, gy = right[0] + 40, right[1] + 50
    parts += [
        limb(610, hy + 170, gx - 10, gy, 110, 56),
        disc(gx, gy, 40),
        limb(390, hy + 170, left[0] + 30, gy + 120, 105, 56),
    ]
    tool = (
        "sceptre"
        if kind == "noble"
        else r.choice(
            ("broom", "fork", "lantern", "ladle", "staff") if kind != "trickster" else ("lantern", "staff", "cards")
        )
    )
    if tool == "lantern":
        parts += [
            limb(gx - 6, gy, gx + 60, gy - 40, 18, 14),
            box(gx + 12, gy + 34, gx + 112, gy + 52),
            box(gx + 12, gy + 160, gx + 112, gy + 178),
            limb(gx + 62, gy - 40, gx + 62, gy + 40, 10, 10),
        ]
        light.append(box(gx + 24, gy + 54, gx + 100, gy + 158))
    elif tool == "cards":
        light += [
            poly(
                (gx - 20, gy),
                (gx + 50 + i * 40, gy - 150 + i * 30),
                (gx + 110 + i * 36, gy - 110 + i * 34),
                (gx + 30, gy + 30),
            )
            for i in range(3)
        ]
    else:
        top = gy - r.uniform(260, 360)
        parts += [limb(gx - 24, 1000, gx + 30, top, 24, 22)]
        if tool == "broom":
            light.append(poly((gx + 8, top + 20), (gx + 52, top + 20), (gx + 100, top - 150), (gx - 36, top - 150)))
        elif tool == "fork":
            parts += [
                box(gx - 50, top - 10, gx + 110, top + 14),
                *[limb(gx + 30 + dx, top, gx + 30 + dx, top - 140, 20, 8) for dx in (-70, 0, 70)],
            ]
        elif tool == "ladle":
            parts.append(blob((gx - 40, top - 90), (gx + 30, top - 20), (gx + 100, top - 90), (gx + 30, top - 60)))
        elif tool == "sceptre":
            light.append(star(gx + 32, top - 50, 78, 34, r.choice((4, 5, 6, 8))))
        else:
            parts.append(disc(gx + 32, top - 10, 44))
    return Figure(joined(parts), joined(light), _folds(r), 820, 920)


def ghost(r: Random, kind: str = "") -> Figure:
    """Return a spirit: a floating drop with a torn hem, hollow eyes and small lights."""
    lean, wide = r.uniform(-60, 60), r.uniform(210, 270)
    tails: list[Point] = []
    count = r.choice((3, 4, 5))
    for i in range(count):
        x = 500 + wide - (i + 0.5) * 2 * wide / count
        tails += [
            (x + wide / count * 0.9, 800),
            (x + lean * 0.6, 930 + r.uniform(-60, 60)),
            (x - wide / count * 0.6, 810),
        ]
    body = blob(
        (500 + lean, 120),
        (500 + wide * 0.75 + lean * 0.6, 260),
        (500 + wide, 560),
        *tails,
        (500 - wide, 560),
        (500 - wide * 0.75 + lean * 0.6, 260),
        soft=0.85,
    )
    ex, ey = 500 + lean * 0.7, r.uniform(330, 380)
    mood = r.choice((30, 46))
    light = [disc(ex - 72, ey, 34, mood), disc(ex + 78, ey, 34, mood)]
    if r.random() < 0.6:
        light.append(disc(ex + 4, ey + 120, 26, r.choice((16, 44))))
    parts = [
        body,
        limb(500 - wide * 0.8, 520, 500 - wide - 140, 640 + r.uniform(-160, 60), 110, 24),
        limb(500 + wide * 0.8, 520, 500 + wide + 140, 600 + r.uniform(-200, 60), 110, 24),
    ]
    light += [disc(500 + s * r.uniform(330, 440), r.uniform(180, 420), r.uniform(14, 26)) for s in (-1, 1)]
    cuts = joined(line((500 + x, 560), (500 + x * 1.15, 780)) for x in (-120, -40, 40, 120))
    return Figure(joined(parts), joined(light), cuts, 860, 920)


def dragon(r: Random, kind: str = "") -> Figure:
    """Return a dragon: a bent neck, a wing, a long tail."""
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


def elemental(r: Random, kind: str = "") -> Figure:
    """Return a body of flame or wave, tongues around a bright core."""
    tongues = r.choice((5, 6, 7))
    points: list[Point] = []
    for i in range(tongues):
        t = i / (tongues - 1)
        x = 180 + 640 * t
        height = 180 + 420 * abs(t - r.uniform(0.35, 0.65)) + r.uniform(-50, 50)
        points += [(x - 30, min(height + 230, 760)), (x + r.uniform(-50, 70), height)]
    body = blob(*points, (900, 640), (760, 900), (500, 990), (240, 900), (110, 640), soft=0.8)
    ex, ey = 500 + r.uniform(-40, 40), 640
    light = [poly((ex - 130, ey - 30), (ex - 40, ey + 10), (ex - 110, ey + 40)), poly((ex + 130, ey - 30), (ex + 40, ey + 10), (ex + 110, ey + 40)),
             blob((ex, ey + 90), (ex + 60, ey + 170), (ex, ey + 230), (ex - 60, ey + 170))]  # fmt: skip
    light += [disc(r.uniform(120, 880), r.uniform(120, 330), r.uniform(12, 24)) for _ in range(3)]
    cuts = joined(line((500 + x, 960), (500 + x * 1.6, 760)) for x in (-160, -60, 60, 160))
    return Figure(body, joined(light), cuts, 900, 900)


def briar(r: Random, kind: str = "") -> Figure:
    """Return a thorny growth: stems that fork, with thorns and a bud on each tip."""
    parts, light = [blob((380, 1000), (440, 860), (500, 830), (560, 860), (620, 1000), (500, 985))], []
    for base, lean in ((470, -1), (500, 0.15), (530, 1)):
        x, y, angle, thick = float(base), 880.0, -90 + lean * r.uniform(18, 34), 76.0
        for step in range(5):
            length = r.uniform(120, 170)
            nx, ny = x + length * math.cos(math.radians(angle)), y + length * math.sin(math.radians(angle))
            parts += [limb(x, y, nx, ny, thick, thick * 0.72), disc(nx, ny, thick * 0.38)]
            side = 1 if step % 2 else -1
            tx, ty = (x + nx) / 2, (y + ny) / 2
            parts.append(poly((tx - 20, ty + 16), (tx + side * (60 + thick * 0.4), ty - 34), (tx + 14, ty - 26)))
            x, y, thick = nx, ny, thick * 0.72
            angle += r.uniform(-38, 38) - lean * 8
        light.append(blob((x, y + 40), (x - 44, y - 10), (x, y - 80), (x + 44, y - 10)))
    return Figure(joined(parts), joined(light), "", 880, 930)
