"""Spells, runes, snares and plain emblems as silhouettes, drawn anew for each card."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from carddb.layout.art.figure import Figure
from carddb.layout.art.pen import (
    arc,
    blob,
    box,
    disc,
    hollow,
    joined,
    limb,
    line,
    poly,
    rays,
    ring,
    ring_points,
    rune_strokes,
    star,
)


def spell(r: Random) -> Figure:
    """Return a burst of power: one of eight."""
    kind = r.choice(("hand", "comet", "sun", "bolts", "spiral", "wave", "orb", "shards"))
    count = r.choice((8, 10, 12, 16))
    if kind == "hand":
        body = [
            blob(
                (360, 1000),
                (340, 800),
                (300, 620),
                (340, 600),
                (400, 690),
                (640, 690),
                (700, 600),
                (740, 620),
                (660, 820),
                (640, 1000),
            ),
            *[
                limb(x, 720, x + (x - 500) * 0.5, top, 70, 50)
                for x, top in ((400, 500), (467, 450), (535, 450), (600, 500))
            ],
        ]
        light = [
            blob((500, 480), (390, 350), (450, 240), (490, 60), (560, 200), (620, 330)),
            rays(500, 300, 250, 420, count, 26, 0),
        ]
    elif kind == "comet":
        steep = r.uniform(-120, 120)
        body = [
            disc(660, 640, 150),
            *[
                limb(640 + dx, 640 + dy, 60 + dx * 2 + r.uniform(-40, 60), 140 + steep + dy * 2, 130, 8)
                for dx, dy in ((-60, 60), (0, 0), (60, -60))
            ],
        ]
        light = [
            star(670, 640, 130, 54, r.choice((5, 6, 8))),
            *[disc(r.uniform(100, 860), r.uniform(120, 420), r.uniform(10, 24)) for _ in range(5)],
        ]
    elif kind == "sun":
        body = [disc(500, 560, 190), rays(500, 560, 200, 430, count, 90)]
        light = [ring(500, 560, 140, 24), star(500, 560, 96, 36, r.choice((3, 4, 5, 6)))]
    elif kind == "bolts":
        lean = r.uniform(-80, 80)
        body = [
            poly(
                (430 + lean, 100),
                (640 + lean, 100),
                (530, 430),
                (690, 430),
                (360 - lean, 1000),
                (450, 580),
                (300, 580),
            ),
            rays(500, 520, 330, 450, count, 44, 11),
        ]
        light = [
            poly(
                (470 + lean, 150),
                (560 + lean, 150),
                (460, 480),
                (570, 480),
                (440 - lean * 0.5, 760),
                (490, 530),
                (390, 530),
            )
        ]
    elif kind == "spiral":
        arms = r.choice((3, 5, 6))
        body = [
            *[
                arc(500 + 190 * cos(a), 560 + 190 * sin(a), 210, a * 180 / pi + 180, a * 180 / pi + 20, 120)
                for a in (i * 2 * pi / arms for i in range(arms))
            ],
            disc(500, 560, 120),
        ]
        light = [disc(500, 560, 66), *[disc(x, y, 16) for x, y in ring_points(500, 560, 400, count, 7)]]
    elif kind == "wave":
        body = [
            blob(
                (60, 940),
                (150, 560),
                (420, 260),
                (740, 220),
                (900, 400),
                (860, 560),
                (760, 560),
                (790, 430),
                (680, 370),
                (560, 480),
                (600, 760),
                (940, 940),
                (500, 1000),
            ),
        ]
        light = [
            blob((180, 900), (260, 620), (450, 400), (400, 640), (430, 860)),
            *[disc(x, y, 22) for x, y in ((820, 640), (700, 620), (900, 700), (760, 730))],
        ]
    elif kind == "orb":
        body = [disc(500, 520, 300), poly((320, 820), (680, 820), (760, 1000), (240, 1000))]
        light = [
            ring(500, 520, 250, 16, 32),
            star(500, 520, 190, 60, r.choice((4, 5, 6, 7, 8)), r.uniform(0, 90)),
            disc(390, 390, 34),
        ]
    else:
        body, light = [], []
        for x, y in ring_points(500, 560, 250, r.choice((5, 6, 7)), r.uniform(0, 60)):
            dx, dy = (x - 500) / 250, (y - 560) / 250
            body.append(
                poly(
                    (500 + dx * 90, 560 + dy * 90),
                    (x - dy * 80, y + dx * 80),
                    (500 + dx * 430, 560 + dy * 430),
                    (x + dy * 80, y - dx * 80),
                )
            )
            light.append(
                poly((500 + dx * 150, 560 + dy * 150), (x - dy * 30, y + dx * 30), (500 + dx * 360, 560 + dy * 360))
            )
        body.append(disc(500, 560, 60))
    return Figure(joined(body), joined(light), "", 900, 900)


def rune(r: Random) -> Figure:
    """Return a stone with a cut rune: slab, obelisk, disc or tablet."""
    tilt, kind = r.uniform(-40, 40), r.choice(("slab", "obelisk", "disc", "tablet"))
    x, y, size = 500 + tilt * 0.5, 520.0, r.uniform(270, 330)
    foot = [poly((150, 1000), (210, 900), (300, 1000)), poly((700, 1000), (800, 920), (880, 1000))]
    if kind == "slab":
        body = [
            poly((270, 1000), (250 + tilt, 380), (350 + tilt, 150), (560 + tilt, 80), (710 + tilt, 230), (750, 1000))
        ]
    elif kind == "obelisk":
        body = [poly((330, 940), (380, 230), (500, 60), (620, 230), (670, 940)), box(260, 930, 740, 1000)]
        x, y, size = 500, 540, 300
    elif kind == "disc":
        body = [
            poly(*ring_points(500, 520, 370, r.choice((6, 8, 10, 24)))),
            poly((320, 820), (680, 820), (760, 1000), (240, 1000)),
        ]
        x, y = 500, 510
    else:
        body = [
            poly((240, 140), (760, 180 + tilt), (740, 900), (600, 960), (560, 890), (250, 930)),
            box(200, 940, 800, 1000),
        ]
        x, y = 490, 540
    strokes = rune_strokes(r, x, y, size)
    light = [limb(*a, *b, 38, 30) for a, b in strokes]
    if kind == "disc":
        light.append(ring(500, 520, 320, 14, 30))
    elif kind == "tablet":
        light += [disc(300, 220, 16), disc(700, 240 + tilt, 16), disc(300, 860, 16)]
    cuts = joined((line((300 + tilt, 330), (400 + tilt, 240)), line((640, 700), (690, 640))))
    return Figure(joined([*body, *foot]), joined(light), cuts, 760, 950)


def snare(r: Random) -> Figure:
    """Return a trap: an eye in jaws, a web, a falling gate or a noose of thorns."""
    kind = r.choice(("jaws", "web", "gate", "thorns"))
    if kind == "jaws":
        return _jaws(r)
    if kind == "web":
        spokes = r.choice((7, 8, 9, 10))
        turn = r.uniform(0, 40)
        body = [limb(500, 560, x, y, 16, 22) for x, y in ring_points(500, 560, 470, spokes, turn)]
        for radius in (140, 240, 340, 430):
            corners = ring_points(500, 560, radius, spokes, turn)
            body += [limb(*a, *b, 15, 15) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]
        sx, sy = ring_points(500, 560, r.uniform(120, 260), 1, r.uniform(0, 360))[0]
        body += [disc(sx, sy, 74, 90), disc(sx, sy - 100, 46)]
        body += [
            limb(sx, sy - 20, sx + side * 150, sy + reach, 18, 8)
            for side in (-1, 1)
            for reach in (-190, -80, 40, 150)
        ]
        light = [disc(sx - 16, sy - 110, 10), disc(sx + 18, sy - 110, 10), star(sx, sy, 44, 16, 4)]
        return Figure(joined(body), joined(light), "", 940, 960)
    if kind == "gate":
        bars = r.choice((4, 5, 6))
        drop = r.uniform(0, 140)
        xs = [180 + 640 * i / (bars - 1) for i in range(bars)]
        body = [box(60, 120, 150, 1000), box(850, 120, 940, 1000), box(40, 60, 960, 190)]
        body += [
            poly((x - 28, 190), (x + 28, 190), (x + 28, 700 + drop), (x, 800 + drop), (x - 28, 700 + drop))
            for x in xs
        ]
        body += [box(150, y, 850, y + 40) for y in (310, 520)]
        light = [
            star(500, 125, 54, 20, 4),
            *[poly((x - 12, 720 + drop), (x + 12, 720 + drop), (x, 790 + drop)) for x in xs],
        ]
        return Figure(joined(body), joined(light), "", 940, 950)
    body = [ring(500, 560, 390, 70, 28), ring(500, 560, 250, 46, 24)]
    count = r.choice((9, 11, 13))
    turn = r.uniform(0, 30)
    body += [
        poly(
            (x - (y - 560) * 0.1, y + (x - 500) * 0.1),
            (500 + (x - 500) * 0.72, 560 + (y - 560) * 0.72),
            (x + (y - 560) * 0.1, y - (x - 500) * 0.1),
        )
        for x, y in ring_points(500, 560, 350, count, turn)
    ]
    body += [star(x, y, 56, 22, 4) for x, y in ring_points(500, 560, 410, count, turn + 14)]
    light = [
        star(500, 560, 130, 46, r.choice((3, 4, 5, 6)), r.uniform(0, 90)),
        *[disc(x, y, 14) for x, y in ring_points(500, 560, 356, count, turn + 14)],
    ]
    return Figure(joined(body), joined(light), "", 900, 960)


def _jaws(r: Random) -> Figure:
    teeth = r.choice((5, 7, 9))
    step = 720 / teeth
    open_by = r.uniform(-30, 40)
    upper = [
        poly(
            (140 + i * step, 330 - open_by),
            (140 + (i + 1) * step, 330 - open_by),
            (140 + (i + 0.5) * step, 500 - open_by - 60 * abs(i - teeth // 2) / teeth),
        )
        for i in range(teeth)
    ]
    lower = [
        poly(
            (140 + i * step, 780 + open_by),
            (140 + (i + 1) * step, 780 + open_by),
            (140 + (i + 0.5) * step, 610 + open_by + 60 * abs(i - teeth // 2) / teeth),
        )
        for i in range(teeth)
    ]
    o = open_by
    body = [
        blob(
            (90, 560),
            (130, 330 - o),
            (500, 190 - o),
            (870, 330 - o),
            (910, 560),
            (860, 350 - o),
            (500, 330 - o),
            (140, 350 - o),
            soft=0.7,
        ),
        blob(
            (90, 560),
            (130, 790 + o),
            (500, 930 + o),
            (870, 790 + o),
            (910, 560),
            (860, 770 + o),
            (500, 790 + o),
            (140, 770 + o),
            soft=0.7,
        ),
        *upper,
        *lower,
    ]
    if r.random() < 0.6:
        almond = poly((300, 556), (400, 500), (500, 480), (600, 500), (700, 556), (600, 612), (500, 632), (400, 612))
        light = [hollow(almond, poly(*ring_points(500, 556, r.uniform(44, 64), 12)))]
    else:
        light = [star(500, 556, 120, 44, r.choice((4, 5, 6, 8)), r.uniform(0, 90))]
    return Figure(joined(body), joined(light), "", 860, 860)


def totem(r: Random) -> Figure:
    """Return an emblem for what has no drawing of its own: nested polygons with a star."""
    sides, inner = r.choice((3, 4, 5, 6, 8)), r.choice((3, 4, 5, 6, 8))
    body = [poly(*ring_points(500, 560, 390, sides)), *[disc(x, y, 50) for x, y in ring_points(500, 560, 400, sides)]]
    light = [
        hollow(poly(*ring_points(500, 560, 260, inner, 90)), poly(*ring_points(500, 560, 220, inner, 90))),
        star(500, 560, 140, 52, r.choice((3, 4, 5, 6, 7, 8)), r.uniform(0, 90)),
    ]
    return Figure(joined(body), joined(light), "", 880, 900)
