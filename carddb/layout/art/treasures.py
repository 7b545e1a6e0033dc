"""Treasures and charms as silhouettes, drawn anew for each card."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from carddb.layout.art.figure import Figure
from carddb.layout.art.pen import blob, box, disc, hollow, joined, limb, line, poly, ring, ring_points, star

Maker = Callable[[Random], Figure]


def chalice(r: Random) -> Figure:
    """Return a cup."""
    wide = r.uniform(190, 260)
    body = [
        blob(
            (500 - wide, 180),
            (500 + wide, 180),
            (500 + wide * 0.9, 420),
            (560, 600),
            (440, 600),
            (500 - wide * 0.9, 420),
            soft=0.7,
        ),
        limb(500, 580, 500, 880, 90, 70),
        disc(500, 720, 78, 44),
        blob((300, 960), (500, 850), (700, 960), (680, 1000), (320, 1000), soft=0.7),
    ]
    if r.random() < 0.5:
        body += [ring(500 + s * (wide + 40), 320, 130, 34) for s in (-1, 1)]
    light = [star(500, 370, 96, 38, r.choice((4, 6, 8))), disc(500, 188, wide * 0.82, 34)]
    return Figure(joined(body), joined(light), line((500 - wide * 0.9, 300), (500 + wide * 0.9, 300)), 760, 860)


def blade(r: Random) -> Figure:
    """Return a sword that stands on its point."""
    wide, guard = r.uniform(46, 84), r.uniform(170, 250)
    body = [
        poly((500 - wide, 330), (500 + wide, 330), (500 + wide * 0.8, 860), (500, 1000), (500 - wide * 0.8, 860)),
        blob((500 - guard, 250), (500, 290), (500 + guard, 250), (500 + guard, 320), (500, 345), (500 - guard, 320)),
        limb(500, 300, 500, 110, 62, 52),
        disc(500, 80, 62),
    ]
    light = [poly((500, 390), (518, 430), (510, 850), (500, 900), (490, 850), (482, 430)), disc(500, 80, 30)]
    cuts = joined(line((472, y), (528, y - 14)) for y in (150, 185, 220, 255))
    return Figure(joined(body), joined(light), cuts, 560, 1000)


def lantern(r: Random) -> Figure:
    """Return a lit lantern."""
    wide, sides = r.uniform(150, 200), r.choice((0, 1))
    body = [
        poly((500 - wide - 40, 330), (500 - wide * 0.4, 190), (500 + wide * 0.4, 190), (500 + wide + 40, 330)),
        poly(
            (500 - wide, 330),
            (500 + wide, 330),
            (500 + wide * (0.8 + sides * 0.3), 870),
            (500 - wide * (0.8 + sides * 0.3), 870),
        ),
        box(500 - wide - 50, 870, 500 + wide + 50, 930),
        box(500 - wide, 930, 500 + wide, 1000),
        ring(500, 120, 96, 26),
    ]
    light = [
        poly((500 - wide + 40, 380), (500 - 22, 380), (500 - 22, 830), (500 - wide + 50, 830)),
        poly((500 + wide - 40, 380), (500 + 22, 380), (500 + 22, 830), (500 + wide - 50, 830)),
    ]
    return Figure(joined(body), joined(light), "", 620, 970)


def crown(r: Random) -> Figure:
    """Return a crown on a cushion."""
    tips = r.choice((3, 5, 7))
    points: list[tuple[float, float]] = [(180, 700)]
    for i in range(tips):
        x = 200 + 600 * i / (tips - 1)
        points += [(x + (i - (tips - 1) / 2) * 18, 300 + 40 * (i % 2)), (x + 300 / (tips - 1), 520)]
    points = [*points[:-1], (820, 700)]
    body = [
        poly(*points),
        box(180, 690, 820, 770),
        blob((110, 900), (300, 790), (700, 790), (890, 900), (700, 1000), (300, 1000)),
    ]
    body += [
        disc(200 + 600 * i / (tips - 1) + (i - (tips - 1) / 2) * 18, 290 + 40 * (i % 2), 34) for i in range(tips)
    ]
    light = [poly((x, 700), (x + 28, 730), (x, 760), (x - 28, 730)) for x in (290, 430, 570, 710)]
    return Figure(joined(body), joined(light), line((180, 900), (820, 900)), 820, 760)


def horn(r: Random) -> Figure:
    """Return a bent war horn on a stand."""
    body = [
        blob(
            (130, 480),
            (230, 380),
            (330, 560),
            (520, 700),
            (760, 690),
            (890, 560),
            (925, 600),
            (860, 820),
            (620, 930),
            (330, 810),
        ),
        disc(180, 440, 100, 134),
        poly((430, 880), (570, 900), (640, 1000), (360, 1000)),
    ]
    light = [
        disc(170, 440, 62, 98),
        poly((550, 690), (605, 696), (600, 930), (545, 925)),
        poly((716, 695), (762, 690), (790, 872), (742, 890)),
    ]
    return Figure(joined(body), joined(light), "", 880, 720)


def key(r: Random) -> Figure:
    """Return a large key."""
    teeth = r.randint(2, 4)
    body = [ring(500, 240, 190, 70, r.choice((4, 6, 8, 24))), limb(500, 400, 500, 1000, 74, 64)]
    body += [box(500, 730 + i * 80, 640 + (i * 37) % 70, 780 + i * 80) for i in range(teeth)]
    body += [box(430, 440, 570, 480), box(445, 510, 555, 540)]
    return Figure(joined(body), star(500, 240, 90, 34, 4), "", 460, 960)


def book(r: Random) -> Figure:
    """Return an upright book with a mark on it."""
    body = [poly((230, 180), (680, 120), (790, 170), (790, 930), (680, 990), (230, 940))]
    light = [poly((690, 150), (765, 185), (765, 915), (690, 955)), star(450, 540, 150, 56, r.choice((3, 4, 5, 6, 8)))]
    light += [
        poly((270, 230), (330, 222), (280, 300)),
        poly((630, 186), (630, 250), (570, 194)),
        poly((270, 890), (280, 820), (330, 897)),
        poly((630, 930), (565, 922), (630, 860)),
    ]
    return Figure(
        joined(body), joined(light), joined(line((706, y), (750, y + 14)) for y in range(220, 900, 60)), 640, 890
    )


def mirror(r: Random) -> Figure:
    """Return a standing mirror."""
    body = [
        disc(500, 420, 280, 360),
        limb(500, 760, 500, 930, 80, 80),
        blob((280, 980), (500, 880), (720, 980), (700, 1000), (300, 1000)),
        *[disc(x, y, 44) for x, y in ring_points(500, 420, 330, r.choice((4, 6, 8)))],
    ]
    light = [disc(500, 420, 210, 290)]
    return Figure(
        joined(body),
        joined(light),
        joined(line((400 + i * 80, 250 + i * 30), (330 + i * 80, 500 + i * 30)) for i in range(3)),
        760,
        960,
    )


def bell(r: Random) -> Figure:
    """Return a bell."""
    body = [
        blob(
            (500, 160),
            (640, 240),
            (690, 600),
            (830, 790),
            (820, 850),
            (180, 850),
            (170, 790),
            (310, 600),
            (360, 240),
            soft=0.8,
        ),
        ring(500, 110, 90, 34),
        disc(500, 880, 90, 100),
    ]
    light = [poly((320, 640), (680, 640), (700, 690), (300, 690)), star(500, 440, 110, 40, r.choice((4, 5, 6, 8)))]
    return Figure(joined(body), joined(light), line((230, 790), (770, 790)), 700, 960)


def vessel(r: Random) -> Figure:
    """Return a pot or flask with steam."""
    wide = r.uniform(230, 310)
    body = [
        blob(
            (500 - 90, 400),
            (500 + 90, 400),
            (500 + wide, 640),
            (500 + wide * 0.7, 960),
            (500 - wide * 0.7, 960),
            (500 - wide, 640),
            soft=0.9,
        ),
        box(390, 330, 610, 420),
        box(360, 310, 640, 352),
        box(500 - wide * 0.6, 950, 500 + wide * 0.6, 1000),
    ]
    light = [
        blob((470, 290), (420, 200), (500, 120), (470, 40), (560, 130), (500, 210), (530, 290)),
        disc(500, 680, 120),
    ]
    cuts = joined(line((500 - wide * 0.85, y), (500 + wide * 0.85, y)) for y in (520, 850))
    return Figure(joined(body), joined(light), cuts, 680, 960)


def shield(r: Random) -> Figure:
    """Return a shield with a device."""
    shape = r.choice(("heater", "round", "tower"))
    if shape == "heater":
        rim, inner = (
            poly((210, 150), (500, 90), (790, 150), (770, 560), (500, 980), (230, 560)),
            poly((262, 190), (500, 140), (738, 190), (720, 545), (500, 905), (280, 545)),
        )
    elif shape == "round":
        rim, inner = poly(*ring_points(500, 560, 400, 24)), poly(*ring_points(500, 560, 346, 24))
    else:
        rim, inner = (
            poly((260, 160), (380, 90), (620, 90), (740, 160), (740, 920), (620, 1000), (380, 1000), (260, 920)),
            poly((306, 184), (396, 134), (604, 134), (694, 184), (694, 896), (604, 956), (396, 956), (306, 896)),
        )
    device = r.choice(("star", "bars", "ring"))
    light = [hollow(inner, poly(*ring_points(500, 530, 200, 20)))] if shape == "round" else []
    if device == "star":
        light.append(star(500, 530, 170, 62, r.choice((4, 5, 6, 8))))
    elif device == "bars":
        light += [
            poly((300, y), (500, y + 110), (700, y), (700, y + 60), (500, y + 170), (300, y + 60)) for y in (330, 470)
        ]
    else:
        light += [ring(500, 530, 170, 40), disc(500, 530, 60)]
    return Figure(
        rim,
        joined(light),
        joined(line(*pair) for pair in (((280, 200), (260, 480)), ((720, 200), (740, 480)))),
        760,
        920,
    )


def chest(r: Random) -> Figure:
    """Return a chest, a little open."""
    lid = r.uniform(20, 130)
    body = [
        poly((150, 560), (850, 560), (820, 1000), (180, 1000)),
        blob(
            (150, 540),
            (150 - lid * 0.2, 420 - lid),
            (400, 330 - lid),
            (640, 330 - lid),
            (850 + lid * 0.2, 420 - lid),
            (850, 540 - lid * 0.4),
            soft=0.7,
        ),
    ]
    light = [poly((160, 550), (850, 545 - lid * 0.35), (840, 560), (160, 562)), box(450, 600, 550, 720)]
    light += [star(r.uniform(250, 750), 300 - lid - i * 60, 34, 12, 4) for i in range(3)]
    cuts = joined((line((270, 600), (285, 980)), line((730, 600), (715, 980)), line((190, 800), (810, 800))))
    return Figure(joined(body), joined(light), cuts, 800, 820)


def hammer(r: Random) -> Figure:
    """Return a hammer or mallet that stands on its head's shadow."""
    wide, tilt = r.uniform(230, 300), r.uniform(-60, 60)
    body = [
        limb(500, 980, 500 + tilt, 260, 80, 66),
        poly(
            (500 + tilt - wide, 150),
            (500 + tilt + wide - 60, 130),
            (500 + tilt + wide, 200),
            (500 + tilt + wide, 320),
            (500 + tilt + wide - 60, 390),
            (500 + tilt - wide, 370),
        ),
        blob((380, 1000), (430, 940), (570, 940), (620, 1000)),
    ]
    light = [
        box(500 + tilt - wide + 40, 180, 500 + tilt - wide + 80, 345),
        star(500 + tilt + 60, 260, 70, 26, r.choice((4, 6, 8))),
    ]
    cuts = joined(
        line((470 + tilt * t, y), (535 + tilt * t, y - 16)) for y, t in ((900, 0.1), (850, 0.17), (800, 0.24))
    )
    return Figure(joined(body), joined(light), cuts, 700, 900)


TREASURES: dict[str, Maker] = {
    "chalice": chalice,
    "blade": blade,
    "lantern": lantern,
    "crown": crown,
    "horn": horn,
    "key": key,
    "book": book,
    "mirror": mirror,
    "bell": bell,
    "vessel": vessel,
    "shield": shield,
    "chest": chest,
    "hammer": hammer,
}
"""Things that a relic or an artifact can be."""


def treasure(r: Random) -> Figure:
    """Return any of the treasures."""
    return TREASURES[r.choice(sorted(TREASURES))](r)


def charm(r: Random) -> Figure:
    """Return a charm: a pendant on a chain, a mask on a pole, or a sealed tablet."""
    form = r.choice(("pendant", "pendant", "mask", "tablet"))
    if form == "mask":
        return _mask(r)
    if form == "tablet":
        return _tablet(r)
    sides = r.choice((3, 4, 5, 6, 8, 24))
    turn = 90 if sides == 3 else r.choice((-90, 45))
    links = [ring(500 + s * (36 + i * 62), 330 - i * 66, 40, 16, 10) for s in (-1, 1) for i in range(5)]
    body = [poly(*ring_points(500, 670, 300, sides, turn)), ring(500, 380, 62, 24, 12), *links]
    inner = r.choice(("eye", "star", "rings"))
    light = [ring(500, 670, 236, 18, sides if sides > 6 else 24)] if sides > 4 else []
    if inner == "eye":
        light.append(
            hollow(
                poly((330, 670), (420, 600), (500, 576), (580, 600), (670, 670), (580, 740), (500, 764), (420, 740)),
                poly(*ring_points(500, 670, 62, 12)),
            )
        )
    elif inner == "star":
        light.append(star(500, 670, 180, 66, r.choice((4, 5, 6, 7))))
    else:
        light += [ring(500, 670, 150, 26), disc(500, 670, 60)]
    return Figure(joined(body), joined(light), "", 760, 960)


def _mask(r: Random) -> Figure:
    wide, mood = r.uniform(190, 240), r.uniform(-40, 40)
    body = [
        blob(
            (500 - wide, 260),
            (500, 180),
            (500 + wide, 260),
            (500 + wide * 0.9, 560),
            (500, 760),
            (500 - wide * 0.9, 560),
            soft=0.8,
        ),
        limb(500, 700, 500, 1000, 60, 50),
    ]
    feathers = r.choice((3, 5, 7))
    body += [
        limb(
            500 + (i - feathers // 2) * 70,
            250,
            500 + (i - feathers // 2) * 130,
            60 + abs(i - feathers // 2) * 34,
            60,
            14,
        )
        for i in range(feathers)
    ]
    light = [
        poly((500 + s * 150, 390 - mood), (500 + s * 50, 420), (500 + s * 60, 470), (500 + s * 140, 450))
        for s in (-1, 1)
    ]
    light += [
        poly((430, 590), (500, 570), (570, 590), (540, 640), (500, 650), (460, 640)),
        poly((490, 430), (510, 430), (524, 540), (476, 540)),
    ]
    light += [disc(500, 280, 30)]
    ribbons = [
        blob((470, 800), (400, 840), (390, 960), (430, 900), (480, 850)),
        blob((530, 800), (600, 850), (620, 970), (570, 900), (520, 850)),
    ]
    return Figure(joined([*body, *ribbons]), joined(light), "", 700, 960)


def _tablet(r: Random) -> Figure:
    tilt = r.uniform(-30, 30)
    body = [
        poly((260 + tilt, 160), (740 + tilt, 140), (760, 860), (240, 880)),
        *[limb(x, 860, x + r.uniform(-20, 20), 1000, 22, 14) for x in (300, 420, 580, 700)],
    ]
    light = [
        ring(500 + tilt * 0.5, 480, 180, 22, r.choice((4, 6, 8, 24))),
        star(500 + tilt * 0.5, 480, 120, 44, r.choice((3, 4, 5, 6))),
    ]
    light += [box(330, 740 + i * 44, 670 - i * 90, 756 + i * 44) for i in range(2)]
    return Figure(
        joined(body),
        joined(light),
        joined((line((300 + tilt, 210), (380 + tilt, 206)), line((620 + tilt, 196), (700 + tilt, 192)))),
        620,
        880,
    )
