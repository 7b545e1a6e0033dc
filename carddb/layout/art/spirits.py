"""Spirits, elementals, stone giants and living thorns as silhouettes, drawn anew for each card."""

from __future__ import annotations

import math
from random import Random

from carddb.layout.art.figure import Figure
from carddb.layout.art.pen import Point, blob, box, disc, joined, limb, line, poly, ring_points, star


def ghost(r: Random, kind: str = "") -> Figure:
    """Return a spirit: a floating drop with a torn hem and hollow eyes, or a mask in a train of smoke."""
    if r.random() < 0.4:
        return _smoke(r)
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


def elemental(r: Random, kind: str = "") -> Figure:
    """Return a body of one stuff: flames around a core, a whirl, or crystals."""
    form = r.choice(("flames", "whirl", "crystal"))
    if form == "whirl":
        return _whirl(r)
    if form == "crystal":
        return _crystal(r)
    tongues = r.choice((5, 6, 7))
    points: list[Point] = []
    for i in range(tongues):
        t = i / (tongues - 1)
        x = 180 + 640 * t
        height = 180 + 420 * abs(t - r.uniform(0.35, 0.65)) + r.uniform(-50, 50)
        points += [(x - 30, min(height + 230, 760)), (x + r.uniform(-50, 70), height)]
    body = blob(*points, (900, 640), (760, 900), (500, 990), (240, 900), (110, 640), soft=0.8)
    ex, ey = 500 + r.uniform(-40, 40), 640
    light = [
        poly((ex - 130, ey - 30), (ex - 40, ey + 10), (ex - 110, ey + 40)),
        poly((ex + 130, ey - 30), (ex + 40, ey + 10), (ex + 110, ey + 40)),
        blob((ex, ey + 90), (ex + 60, ey + 170), (ex, ey + 230), (ex - 60, ey + 170)),
    ]
    light += [disc(r.uniform(120, 880), r.uniform(120, 330), r.uniform(12, 24)) for _ in range(3)]
    cuts = joined(line((500 + x, 960), (500 + x * 1.6, 760)) for x in (-160, -60, 60, 160))
    return Figure(body, joined(light), cuts, 900, 900)


def giant(r: Random, kind: str = "") -> Figure:
    """Return a titan or golem: of blocks, of boulders, or grown out of a gate."""
    form = r.choice(("blocks", "blocks", "boulders", "gate"))
    if form == "boulders":
        return _boulders(r)
    if form == "gate":
        return _gate(r)
    wide, head = r.uniform(300, 370), r.uniform(60, 85)
    top = 1000 - r.uniform(860, 940)
    neck = top + head * 1.6
    parts = [
        poly(
            (500 - wide, neck + 40),
            (500 - wide * 0.6, neck - 30),
            (500 + wide * 0.6, neck - 30),
            (500 + wide, neck + 40),
            (500 + wide * 0.72, 640),
            (500 + 170, 720),
            (500 - 170, 720),
            (500 - wide * 0.72, 640),
        ),
        poly(
            (500 - head, neck),
            (500 - head, top + 30),
            (500 - head + 30, top),
            (500 + head - 30, top),
            (500 + head, top + 30),
            (500 + head, neck),
        ),
        poly((330, 690), (480, 690), (460, 1000), (270, 1000)),
        poly((520, 690), (670, 690), (730, 1000), (540, 1000)),
    ]
    for side in (-1, 1):
        reach = r.uniform(0, 90)
        elbow: Point = (500 + side * (wide + 40), neck + 300)
        fist: Point = (500 + side * (wide + 10), 800 - reach)
        parts += [
            limb(500 + side * wide * 0.86, neck + 60, *elbow, 170, 120),
            limb(*elbow, *fist, 130, 100),
            poly(
                *[
                    (fist[0] + dx, fist[1] + dy)
                    for dx, dy in ((-70, -30), (-40, -70), (50, -65), (75, 10), (45, 70), (-50, 65))
                ]
            ),
        ]
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


def _whirl(r: Random) -> Figure:
    lean, turns = r.uniform(-70, 70), r.choice((5, 6, 7))
    parts, cuts = [], []
    for i in range(turns):
        t = i / (turns - 1)
        wide, y, x = 60 + 370 * t, 960 - 720 * t, 500 + lean * (t - 0.4)
        parts.append(
            blob(
                (x - wide, y),
                (x - wide * 0.5, y - 46),
                (x + wide * 0.6, y - 60),
                (x + wide, y - 10),
                (x + wide * 0.5, y + 58),
                (x - wide * 0.6, y + 50),
            )
        )
        parts.append(
            poly((x - wide * 0.7, y), (x + wide * 0.7, y), (x + wide * 0.5, y + 130), (x - wide * 0.4, y + 130))
            if i
            else poly((x - 60, y), (x + 60, y), (x, y + 40))
        )
        cuts.append(line((x - wide * 0.8, y + 10), (x + wide * 0.3, y + 34)))
    ey = 960 - 720 * 0.72
    light = [poly((420, ey - 36), (480, ey), (410, ey + 18)), poly((600, ey - 36), (540, ey), (610, ey + 18))]
    light += [disc(r.uniform(100, 900), r.uniform(140, 860), r.uniform(9, 20)) for _ in range(5)]
    return Figure(joined(parts), joined(light), joined(cuts), 900, 860)


def _crystal(r: Random) -> Figure:
    parts, light, cuts = [], [], []
    for x, lean, tall in (
        (500, r.uniform(-60, 60), 880),
        (330, -130, r.uniform(520, 680)),
        (680, 140, r.uniform(500, 660)),
        (210, -190, r.uniform(280, 400)),
        (800, 190, r.uniform(260, 400)),
    ):
        wide = 60 + tall * 0.09
        top, tip = 1000 - tall * 0.78, 1000 - tall
        parts.append(
            poly(
                (x - wide * 0.7, 1000),
                (x + lean * 0.75 - wide, top),
                (x + lean, tip),
                (x + lean * 0.75 + wide, top),
                (x + wide * 0.7, 1000),
            )
        )
        cuts.append(line((x + lean, tip + 10), (x + lean * 0.7, top + 40), (x, 990)))
        light.append(
            poly(
                (x + lean * 0.75 - wide * 0.6, top + 10),
                (x + lean, tip + 40),
                (x + lean * 0.75 - wide * 0.1, top + 30),
                (x + lean * 0.4 - wide * 0.3, 1000 - tall * 0.42),
            )
        )
    light.append(star(500, 640, 90, 34, r.choice((4, 6, 8))))
    return Figure(joined(parts), joined(light), joined(cuts), 900, 920)


def _boulders(r: Random) -> Figure:
    def rock(x: float, y: float, size: float) -> str:
        return poly(
            *[
                (x + (a - x) * r.uniform(0.86, 1.08), y + (b - y) * r.uniform(0.86, 1.08))
                for a, b in ring_points(x, y, size, r.choice((7, 8, 9)))
            ]
        )

    wide = r.uniform(0, 40)
    parts = [
        rock(500, 500, 230),
        rock(500, 240, 105),
        rock(400, 740, 120),
        rock(600, 740, 120),
        rock(370, 900, 105),
        rock(630, 900, 105),
        box(280, 960, 460, 1000),
        box(540, 960, 720, 1000),
    ]
    for side in (-1, 1):
        lift = r.uniform(-260, 60)
        parts += [
            rock(500 + side * (260 + wide), 400, 120),
            rock(500 + side * (350 + wide), 540 + lift * 0.5, 100),
            rock(500 + side * (390 + wide), 700 + lift, 118),
        ]
    light = [
        disc(466, 226, 15),
        disc(540, 226, 15),
        star(500, 500, r.uniform(90, 120), 40, r.choice((3, 4, 5, 6, 8)), r.uniform(0, 90)),
    ]
    cuts = joined(
        (line((360, 600), (430, 640), (520, 610)), line((600, 380), (640, 450)), line((350, 720), (420, 700)))
    )
    return Figure(joined(parts), joined(light), cuts, 960, 900)


def _gate(r: Random) -> Figure:
    tall, merlons = r.uniform(0, 70), r.choice((3, 4, 5))
    parts = [
        box(230, 170 - tall + 70, 770, 760),
        poly((230, 740), (410, 740), (390, 1000), (200, 1000)),
        poly((590, 740), (770, 740), (800, 1000), (610, 1000)),
        *[
            box(
                230 + i * (540 - 70) / (merlons - 1),
                110 - tall + 70,
                300 + i * (540 - 70) / (merlons - 1),
                180 - tall + 70,
            )
            for i in range(merlons)
        ],
    ]
    for side in (-1, 1):
        reach = r.uniform(-60, 120)
        parts += [
            box(500 + side * 270 - 70, 300, 500 + side * 270 + 70, 420),
            limb(500 + side * 320, 360, 500 + side * 420, 620, 130, 110),
            limb(500 + side * 420, 600, 500 + side * (400 + reach * 0.2), 860 - reach, 120, 150),
        ]
    light = [
        box(350, 330, 430, 370),
        box(570, 330, 650, 370),
        poly((420, 760), (420, 600), (500, 530), (580, 600), (580, 760)),
    ]
    cuts = joined(
        [line((250, y), (750, y)) for y in (440, 500)]
        + [line((x, 440), (x, 500)) for x in (330, 460, 610)]
        + [line((350, y), (400, y)) for y in (600, 660)]
    )
    return Figure(joined(parts), joined(light), cuts, 960, 930)


def _smoke(r: Random) -> Figure:
    sway, tall = r.uniform(-90, 90), r.uniform(0, 60)
    parts = [
        blob(
            (500 + sway, 100),
            (640 + sway, 170),
            (660 + sway, 330),
            (600, 470),
            (720, 560 - tall),
            (760, 700),
            (620, 780),
            (560, 900),
            (380 - sway * 0.5, 990),
            (430, 860),
            (330, 790),
            (250, 640),
            (330, 500 - tall),
            (400, 460),
            (340 + sway, 330),
            (360 + sway, 170),
        ),
        blob((720, 540), (860, 480 - tall), (930, 330 - tall), (900, 560), (760, 650)),
        blob((280, 560), (150, 520 - tall), (60, 380 - tall), (110, 600), (250, 660)),
    ]
    x = 500 + sway
    mask = r.choice((0, 1))
    light = (
        [poly((x - 110, 190), (x - 20, 250), (x - 100, 290)), poly((x + 110, 190), (x + 20, 250), (x + 100, 290))]
        if mask
        else [disc(x - 60, 250, 28, 44), disc(x + 62, 250, 28, 44)]
    )
    light += [
        disc(500, 620, 40 + tall * 0.4),
        *[disc(r.uniform(120, 880), r.uniform(140, 420), r.uniform(10, 20)) for _ in range(3)],
    ]
    cuts = joined((line((420, 560), (400, 700), (460, 820)), line((590, 540), (620, 680), (540, 800))))
    return Figure(joined(parts), joined(light), cuts, 880, 920)
