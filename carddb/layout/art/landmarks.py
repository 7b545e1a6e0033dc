"""Altars and places as silhouettes, drawn anew for each card."""

from __future__ import annotations

from random import Random

from carddb.layout.art.figure import Figure
from carddb.layout.art.pen import blob, box, disc, joined, limb, line, poly, ring, star


def altar(r: Random) -> Figure:
    """Return a stepped altar with a flame: table, pillar, hearth, tree or three bowls; often between posts."""
    steps, tall = r.randint(2, 4), r.uniform(470, 560)
    body = [box(500 - 400 + i * 60, 1000 - (i + 1) * 56, 500 + 400 - i * 60, 1000 - i * 56) for i in range(steps)]
    top = 1000 - steps * 56
    form = r.choice(("table", "pillar", "hearth", "tree", "bowls"))
    if form == "table":
        body += [box(330, top - 180, 670, top), box(280, top - 230, 720, top - 170)]
    elif form == "pillar":
        body += [
            box(430, top - 220, 570, top),
            poly((360, top - 290), (640, top - 290), (580, top - 210), (420, top - 210)),
        ]
    elif form == "tree":
        body += [
            blob(
                (380, top),
                (440, top - 120),
                (400, top - 230),
                (500, top - 200),
                (600, top - 230),
                (560, top - 120),
                (620, top),
            ),
            *[
                limb(500 + s * 60, top - 190, 500 + s * reach, top - high, 40, 14)
                for s in (-1, 1)
                for reach, high in ((210, 300), (130, 380))
            ],
        ]
    elif form == "bowls":
        for x, high in ((500, 230), (310, 130), (690, 130)):
            body += [
                box(x - 26, top - high, x + 26, top),
                poly(
                    (x - 100, top - high - 70),
                    (x + 100, top - high - 70),
                    (x + 50, top - high + 6),
                    (x - 50, top - high + 6),
                ),
            ]
    else:
        body += [blob((320, top), (330, top - 260), (500, top - 320), (670, top - 260), (680, top), soft=0.6)]
    post = form != "bowls" and r.random() < 0.6
    if post:
        for x in (150, 850):
            body += [
                box(x - 36, tall - 160, x + 36, 1000),
                box(x - 62, tall - 190, x + 62, tall - 150),
                poly((x - 50, tall - 190), (x, tall - 260), (x + 50, tall - 190)),
            ]
    base = top - {"hearth": 320, "pillar": 290, "bowls": 295}.get(form, 225)
    light = [
        blob((500, base), (420, base - 70), (480, base - 150), (500, base - 270), (560, base - 140), (580, base - 60))
    ]
    if post:
        light += [disc(x, tall - 60, 22, 40) for x in (150, 850)]
    if form == "bowls":
        light += [blob((x, top - 195), (x - 44, top - 235), (x, top - 350), (x + 44, top - 235)) for x in (310, 690)]
    elif form == "tree":
        tips = [(500 + s * reach, top - high - 34) for s in (-1, 1) for reach, high in ((210, 300), (130, 380))]
        light += [disc(x, y, 22, 30) for x, y in tips]
    elif form == "hearth":
        light.append(blob((420, top), (430, top - 150), (500, top - 200), (570, top - 150), (580, top), soft=0.6))
    cuts = joined(
        line((520 - 400 + i * 60, 1000 - (i + 1) * 56 + 28), (480 + 400 - i * 60, 1000 - (i + 1) * 56 + 28))
        for i in range(steps)
    )
    return Figure(joined(body), joined(light), cuts, 860, int(1000 - base + 300))


def place(r: Random) -> Figure:
    """Return a landmark: a gate, stones, a tower, a bridge, an island or stairs."""
    kind = r.choice(("gate", "stones", "tower", "bridge", "island", "stairs"))
    body: list[str]
    if kind == "gate":
        lift = r.uniform(-40, 40)
        body = [
            box(120, 320, 290, 1000),
            box(710, 320, 880, 1000),
            box(70, 220, 930, 330),
            poly((70, 220), (500, 60 + lift), (930, 220)),
        ]
        light = [
            star(500, 170, 50, 20, r.choice((4, 5, 6))),
            *[box(x, y, x + 30, y + 90) for x in (190, 780) for y in (420, 620)],
        ]
    elif kind == "stones":
        tops = [r.uniform(330, 560) for _ in range(4)]
        body = [
            poly((x - w, 1000), (x - w * 0.8, top + 40), (x + w * 0.2, top), (x + w * 0.9, top + 60), (x + w, 1000))
            for x, w, top in zip((120, 320, 680, 880), (70, 80, 80, 70), tops, strict=True)
        ]
        body.append(poly((240, 350), (760, 320), (780, 420), (230, 440)))
        light = [disc(500, 640, 70), ring(500, 640, 120, 12)]
    elif kind == "tower":
        lean = r.uniform(-50, 50)
        body = [
            poly((360, 1000), (400 + lean, 300), (600 + lean, 300), (640, 1000)),
            box(360 + lean, 210, 640 + lean, 310),
            *[box(360 + lean + i * 80, 150, 400 + lean + i * 80, 220) for i in range(4)],
            box(640, 640, 900, 1000),
            poly((620, 640), (770, r.uniform(440, 540)), (920, 640)),
            poly((100, 1000), (180, 800), (360, 760), (400, 1000)),
        ]
        light = [
            box(478 + lean, 400, 522 + lean, 500),
            box(478 + lean / 2, 600, 522 + lean / 2, 700),
            box(740, 720, 800, 820),
        ]
    elif kind == "bridge":
        body = [
            blob((40, 620), (500, 440), (960, 620), (960, 720), (500, 560), (40, 720), soft=0.8),
            *[limb(x, y, x, 1000, 70, 90) for x, y in ((120, 640), (360, 560), (640, 560), (880, 640))],
        ]
        light = [disc(x, y, 24) for x, y in ((120, 540), (360, 430), (640, 430), (880, 540))]
    elif kind == "island":
        body = [
            poly((120, 600), (880, 600), (700, 800), (560, 980), (470, 860), (300, 790)),
            poly((360, 600), (400, 360), (600, 360), (640, 600)),
            poly((340, 370), (500, 140), (660, 370)),
            limb(200, 610, 210, 470, 24, 16),
            disc(212, 420, 80),
            disc(780, 510, 60),
            limb(780, 610, 780, 520, 20, 16),
        ]
        light = [
            poly((460, 600), (460, 480), (500, 430), (540, 480), (540, 600)),
            *[disc(r.uniform(120, 880), r.uniform(840, 980), 12) for _ in range(4)],
        ]
    else:
        steps = r.choice((6, 7, 8))
        wide = 760 / steps
        body = [box(110 + i * wide, 960 - i * (640 / steps), 900, 1000 - i * (640 / steps)) for i in range(steps)]
        body += [box(110 + i * wide, 980 - i * (640 / steps), 900, 1000) for i in range(steps)]
        body += [poly((720, 330), (720, 140), (810, 60), (900, 140), (900, 330))]
        light = [
            poly((770, 330), (770, 190), (810, 140), (850, 190), (850, 330)),
            *[
                box(130 + i * wide, 974 - i * (640 / steps), 110 + (i + 1) * wide, 982 - i * (640 / steps))
                for i in range(steps)
            ],
        ]
    return Figure(joined(body), joined(light), "", 960, 940)
