"""Things as silhouettes for placeholder art: treasures, spells, charms, runes, snares, altars, places.

The same field and the same ``Figure`` as in figures.py; SUBJECTS says which word of a ruleset calls for which drawing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from carddb.layout import figures
from carddb.layout.figures import Figure
from carddb.layout.pen import blob, box, disc, joined, limb, line, poly, rays, ring_points, star

Maker = Callable[[Random], Figure]


def hollow(outer: str, inner: str) -> str:
    """Return an outline with a hole: the inner polygon (made by ``poly`` or ``ring``) is turned round."""
    numbers = inner.replace("M", "").replace("Z", "").split("L")
    return f"{outer} M{' L'.join(n.strip() for n in reversed(numbers))} Z"


def ring(x: float, y: float, radius: float, width: float, sides: int = 24) -> str:
    """Return a ring of even width."""
    return hollow(poly(*ring_points(x, y, radius, sides)), poly(*ring_points(x, y, radius - width, sides)))


def chalice(r: Random) -> Figure:
    """Return a cup."""
    wide = r.uniform(190, 260)
    body = [
        blob((500 - wide, 180), (500 + wide, 180), (500 + wide * 0.9, 420), (560, 600), (440, 600), (500 - wide * 0.9, 420), soft=0.7),
        limb(500, 580, 500, 880, 90, 70), disc(500, 720, 78, 44), blob((300, 960), (500, 850), (700, 960), (680, 1000), (320, 1000), soft=0.7),
    ]  # fmt: skip
    if r.random() < 0.5:
        body += [ring(500 + s * (wide + 40), 320, 130, 34) for s in (-1, 1)]
    light = [star(500, 370, 96, 38, r.choice((4, 6, 8))), disc(500, 188, wide * 0.82, 34)]
    return Figure(joined(body), joined(light), line((500 - wide * 0.9, 300), (500 + wide * 0.9, 300)), 760, 860)


def blade(r: Random) -> Figure:
    """Return a sword that stands on its point."""
    wide, guard = r.uniform(46, 84), r.uniform(170, 250)
    body = [poly((500 - wide, 330), (500 + wide, 330), (500 + wide * 0.8, 860), (500, 1000), (500 - wide * 0.8, 860)),
            blob((500 - guard, 250), (500, 290), (500 + guard, 250), (500 + guard, 320), (500, 345), (500 - guard, 320)),
            limb(500, 300, 500, 110, 62, 52), disc(500, 80, 62)]  # fmt: skip
    light = [poly((500, 390), (518, 430), (510, 850), (500, 900), (490, 850), (482, 430)), disc(500, 80, 30)]
    cuts = joined(line((472, y), (528, y - 14)) for y in (150, 185, 220, 255))
    return Figure(joined(body), joined(light), cuts, 560, 1000)


def lantern(r: Random) -> Figure:
    """Return a lit lantern."""
    wide, sides = r.uniform(150, 200), r.choice((0, 1))
    body = [poly((500 - wide - 40, 330), (500 - wide * 0.4, 190), (500 + wide * 0.4, 190), (500 + wide + 40, 330)),
            poly((500 - wide, 330), (500 + wide, 330), (500 + wide * (0.8 + sides * 0.3), 870), (500 - wide * (0.8 + sides * 0.3), 870)),
            box(500 - wide - 50, 870, 500 + wide + 50, 930), box(500 - wide, 930, 500 + wide, 1000), ring(500, 120, 96, 26)]  # fmt: skip
    light = [poly((500 - wide + 40, 380), (500 - 22, 380), (500 - 22, 830), (500 - wide + 50, 830)),
             poly((500 + wide - 40, 380), (500 + 22, 380), (500 + 22, 830), (500 + wide - 50, 830))]  # fmt: skip
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
    """Return a bent war horn on a cord."""
    body = [blob((150, 330), (230, 250), (330, 420), (520, 560), (760, 560), (900, 440), (930, 480), (860, 680), (620, 790), (330, 660)),
            disc(190, 300, 96, 130)]  # fmt: skip
    light = [
        disc(180, 300, 60, 96),
        poly((560, 560), (610, 560), (600, 790), (550, 785)),
        poly((720, 565), (765, 560), (790, 730), (745, 750)),
    ]
    return Figure(joined(body), joined(light), "", 860, 600)


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
    body = [disc(500, 420, 280, 360), limb(500, 760, 500, 930, 80, 80), blob((280, 980), (500, 880), (720, 980), (700, 1000), (300, 1000)),
            *[disc(x, y, 44) for x, y in ring_points(500, 420, 330, r.choice((4, 6, 8)))]]  # fmt: skip
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
    body = [blob((500 - 90, 400), (500 + 90, 400), (500 + wide, 640), (500 + wide * 0.7, 960), (500 - wide * 0.7, 960), (500 - wide, 640), soft=0.9), box(390, 330, 610, 420), box(360, 310, 640, 352),
            box(500 - wide * 0.6, 950, 500 + wide * 0.6, 1000)]  # fmt: skip
    light = [
        blob((470, 290), (420, 200), (500, 120), (470, 40), (560, 130), (500, 210), (530, 290)),
        disc(500, 680, 120),
    ]
    cuts = joined(line((500 - wide * 0.85, y), (500 + wide * 0.85, y)) for y in (520, 850))
    return Figure(joined(body), joined(light), cuts, 680, 960)


TREASURES: dict[str, Maker] = {
    "chalice": chalice, "blade": blade, "lantern": lantern, "crown": crown, "horn": horn, "key": key, "book": book,
    "mirror": mirror, "bell": bell, "vessel": vessel,
}  # fmt: skip
"""Things that a relic or an artifact can be."""


def treasure(r: Random) -> Figure:
    """Return any of the treasures."""
    return TREASURES[r.choice(sorted(TREASURES))](r)


def charm(r: Random) -> Figure:
    """Return a pendant on a chain."""
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


def spell(r: Random) -> Figure:
    """Return a burst of power: a hand with a flame, a comet, a sun or crossing bolts."""
    kind = r.choice(("hand", "comet", "sun", "bolts", "spiral"))
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
        body = [
            disc(660, 640, 150),
            *[
                limb(640 + dx, 640 + dy, 60 + dx * 2 + r.uniform(-40, 60), 140 + dy * 2, 130, 8)
                for dx, dy in ((-60, 60), (0, 0), (60, -60))
            ],
        ]
        light = [
            star(670, 640, 130, 54, 8),
            *[disc(r.uniform(100, 860), r.uniform(120, 420), r.uniform(10, 24)) for _ in range(5)],
        ]
    elif kind == "sun":
        body = [disc(500, 560, 190), rays(500, 560, 200, 430, count, 90)]
        light = [ring(500, 560, 140, 24), star(500, 560, 96, 36, r.choice((3, 4, 5, 6)))]
    elif kind == "bolts":
        body = [
            poly((430, 100), (640, 100), (530, 430), (690, 430), (360, 1000), (450, 580), (300, 580)),
            rays(500, 520, 330, 450, count, 44, 11),
        ]
        light = [poly((470, 150), (560, 150), (460, 480), (570, 480), (440, 760), (490, 530), (390, 530))]
    else:
        arms = [
            blob(*[(500 + d * k * c, 560 + d * k * s) for d, k, c, s in arm]) for arm in _arms(r.choice((3, 5, 6)))
        ]
        body = [*arms, disc(500, 560, 130)]
        light = [disc(500, 560, 70), *[disc(x, y, 16) for x, y in ring_points(500, 560, 400, count, 7)]]
    return Figure(joined(body), joined(light), "", 900, 900)


def _arms(count: int) -> list[list[tuple[float, float, float, float]]]:
    from math import cos, pi, sin

    out = []
    for i in range(count):
        a = i * 2 * pi / count
        out.append(
            [
                (d, 1, cos(a + t), sin(a + t))
                for d, t in ((80, -0.5), (210, 0.1), (330, 0.75), (390, 1.5), (290, 1.1), (180, 0.9), (90, 0.9))
            ]
        )
    return out


def rune(r: Random) -> Figure:
    """Return a standing stone with a cut rune."""
    tilt = r.uniform(-40, 40)
    body = [
        poly((270, 1000), (250 + tilt, 380), (350 + tilt, 150), (560 + tilt, 80), (710 + tilt, 230), (750, 1000)),
        poly((150, 1000), (210, 900), (300, 1000)),
        poly((700, 1000), (800, 920), (880, 1000)),
    ]
    strokes = rune_strokes(r, 500 + tilt * 0.5, 520, 300)
    return Figure(
        joined(body),
        joined(limb(*a, *b, 38, 30) for a, b in strokes),
        line((300 + tilt, 330), (420 + tilt, 240)),
        760,
        950,
    )


def rune_strokes(
    r: Random, x: float, y: float, height: float
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return the strokes of a rune: a stave and two to four twigs, centred on a point."""
    half, wide = height / 2, height * 0.36
    strokes = [((x, y - half), (x, y + half))]
    for _ in range(r.randint(2, 4)):
        start, side = y + half * r.choice((-1, -0.5, 0, 0.5)), r.choice((-1, 1))
        strokes.append(((x, start), (x + side * wide, start + half * r.choice((-0.5, 0.5)))))
    return strokes


def snare(r: Random) -> Figure:
    """Return an eye in the jaws of a trap."""
    teeth = r.choice((5, 7, 9))
    step = 720 / teeth
    upper = [
        poly(
            (140 + i * step, 330),
            (140 + (i + 1) * step, 330),
            (140 + (i + 0.5) * step, 500 - 60 * abs(i - teeth // 2) / teeth),
        )
        for i in range(teeth)
    ]
    lower = [
        poly(
            (140 + i * step, 780),
            (140 + (i + 1) * step, 780),
            (140 + (i + 0.5) * step, 610 + 60 * abs(i - teeth // 2) / teeth),
        )
        for i in range(teeth)
    ]
    body = [blob((90, 560), (130, 330), (500, 190), (870, 330), (910, 560), (860, 350), (500, 330), (140, 350), soft=0.7), *upper, *lower,
            blob((90, 560), (130, 790), (500, 930), (870, 790), (910, 560), (860, 770), (500, 790), (140, 770), soft=0.7)]  # fmt: skip
    light = [
        hollow(
            poly((300, 556), (400, 500), (500, 480), (600, 500), (700, 556), (600, 612), (500, 632), (400, 612)),
            poly(*ring_points(500, 556, 56, 12)),
        )
    ]
    return Figure(joined(body), joined(light), "", 860, 820)


def altar(r: Random) -> Figure:
    """Return a stepped altar with a flame, between posts."""
    steps, tall = r.randint(2, 4), r.uniform(470, 560)
    body = [box(500 - 400 + i * 60, 1000 - (i + 1) * 56, 500 + 400 - i * 60, 1000 - i * 56) for i in range(steps)]
    top = 1000 - steps * 56
    form = r.choice(("table", "pillar", "hearth"))
    if form == "table":
        body += [box(330, top - 180, 670, top), box(280, top - 230, 720, top - 170)]
    elif form == "pillar":
        body += [
            box(430, top - 220, 570, top),
            poly((360, top - 290), (640, top - 290), (580, top - 210), (420, top - 210)),
        ]
    else:
        body += [blob((320, top), (330, top - 260), (500, top - 320), (670, top - 260), (680, top), soft=0.6)]
    post = r.choice((0, 1, 1))
    if post:
        for x in (150, 850):
            body += [
                box(x - 36, tall - 160, x + 36, 1000),
                box(x - 62, tall - 190, x + 62, tall - 150),
                poly((x - 50, tall - 190), (x, tall - 260), (x + 50, tall - 190)),
            ]
    base = top - (320 if form == "hearth" else 290 if form == "pillar" else 230)
    light = [
        blob((500, base), (420, base - 70), (480, base - 150), (500, base - 270), (560, base - 140), (580, base - 60))
    ]
    if post:
        light += [disc(x, tall - 60, 22, 40) for x in (150, 850)]
    if form == "hearth":
        light.append(blob((420, top), (430, top - 150), (500, top - 200), (570, top - 150), (580, top), soft=0.6))
    cuts = joined(
        line((520 - 400 + i * 60, 1000 - (i + 1) * 56 + 28), (480 + 400 - i * 60, 1000 - (i + 1) * 56 + 28))
        for i in range(steps)
    )
    return Figure(joined(body), joined(light), cuts, 860, int(1000 - base + 300))


def place(r: Random) -> Figure:
    """Return a landmark: a gate, a circle of stones or a tower."""
    kind = r.choice(("gate", "stones", "tower", "bridge"))
    if kind == "gate":
        body = [
            box(120, 320, 290, 1000),
            box(710, 320, 880, 1000),
            box(70, 220, 930, 330),
            poly((70, 220), (500, 60), (930, 220)),
        ]
        light = [
            star(500, 160, 56, 22, 4),
            *[box(190, y, 220, y + 90) for y in (420, 620)],
            *[box(780, y, 810, y + 90) for y in (420, 620)],
        ]
    elif kind == "stones":
        body = [poly((x - w, 1000), (x - w * 0.8, top + 40), (x + w * 0.2, top), (x + w * 0.9, top + 60), (x + w, 1000))
                for x, w, top in ((120, 70, r.uniform(420, 560)), (320, 80, r.uniform(330, 480)), (680, 80, r.uniform(330, 480)), (880, 70, r.uniform(420, 560)))] + [poly((240, 350), (760, 320), (780, 420), (230, 440))]  # fmt: skip
        light = [disc(500, 640, 70), ring(500, 640, 120, 12)]
    elif kind == "tower":
        body = [
            poly((360, 1000), (400, 300), (600, 300), (640, 1000)),
            box(360, 210, 640, 310),
            *[box(360 + i * 80, 150, 400 + i * 80, 220) for i in range(4)],
            box(640, 640, 900, 1000),
            poly((620, 640), (770, 500), (920, 640)),
        ]
        light = [box(478, 400, 522, 500), box(478, 600, 522, 700), box(740, 720, 800, 820)]
    else:
        body = [
            blob((40, 620), (500, 440), (960, 620), (960, 720), (500, 560), (40, 720), soft=0.8),
            *[limb(x, y, x, 1000, 70, 90) for x, y in ((120, 640), (360, 560), (640, 560), (880, 640))],
        ]
        light = [disc(x, y, 24) for x, y in ((120, 540), (360, 430), (640, 430), (880, 540))]
    return Figure(joined(body), joined(light), "", 960, 900)


def totem(r: Random) -> Figure:
    """Return an emblem for what has no drawing of its own: nested polygons with a star."""
    sides, inner = r.choice((3, 4, 5, 6, 8)), r.choice((3, 4, 5, 6, 8))
    body = [poly(*ring_points(500, 560, 390, sides)), *[disc(x, y, 50) for x, y in ring_points(500, 560, 400, sides)]]
    light = [
        hollow(poly(*ring_points(500, 560, 260, inner, 90)), poly(*ring_points(500, 560, 220, inner, 90))),
        star(500, 560, 140, 52, r.choice((3, 4, 5, 6, 7, 8)), r.uniform(0, 90)),
    ]
    return Figure(joined(body), joined(light), "", 880, 900)


SUBJECTS: dict[str, Maker] = {
    "beast": figures.beast, "animal": figures.beast, "creature": figures.beast,
    **{kind: partial(figures.beast, kind=kind) for kind in figures.BEASTS},
    "winged": figures.winged, "bird": partial(figures.winged, kind="bird"), "moth": partial(figures.winged, kind="moth"),
    "caster": partial(figures.robed, kind="caster"), "mage": figures.robed, "wizard": figures.robed,
    "scribe": partial(figures.robed, kind="scribe"), "summoner": partial(figures.robed, kind="summoner"),
    "shade": partial(figures.robed, kind="shade"), "stalker": figures.stalker, "hunter": figures.stalker,
    "titan": figures.giant, "giant": figures.giant, "golem": figures.giant, "warrior": figures.fighter,
    "soldier": figures.fighter, "knight": partial(figures.fighter, kind="knight"), "folk": figures.villager,
    "villager": figures.villager, "noble": partial(figures.villager, kind="noble"),
    "trickster": partial(figures.villager, kind="trickster"), "spirit": figures.ghost, "ghost": figures.ghost,
    "dragon": figures.dragon, "elemental": figures.elemental, "briar": figures.briar, "plant": figures.briar, "spell": spell,
    "magic": spell, "talisman": charm, "charm": charm, "relic": treasure, "artifact": treasure, "item": treasure,
    **TREASURES, "rune": rune, "trap": snare, "altar": altar, "place": place, "zone": place, "zone_card": place,
    "land": place,
}  # fmt: skip
"""Role, type or word of a name -> its drawing."""

HINTS: dict[str, str] = {
    "dog": "hound", "wolf": "hound", "fox": "hound", "whelp": "hound", "pup": "hound", "ratter": "cat", "kitten": "cat",
    "lynx": "cat", "lion": "cat", "bull": "ox", "cow": "ox", "bison": "ox", "ram": "goat", "deer": "stag", "hart": "stag",
    "elk": "stag", "pig": "boar", "hog": "boar", "sow": "boar", "rabbit": "hare", "newt": "lizard", "toad": "lizard",
    "drake": "dragon", "wyrm": "dragon", "serpent": "dragon", "gull": "bird", "owl": "bird", "crow": "bird",
    "raven": "bird", "heron": "bird", "hawk": "bird", "goose": "bird", "hen": "bird", "cock": "bird", "rooster": "bird",
    "swift": "bird", "wren": "bird", "magpie": "bird", "jackdaw": "bird", "cup": "chalice", "goblet": "chalice",
    "sword": "blade", "knife": "blade", "lamp": "lantern", "candle": "lantern", "pot": "vessel", "kettle": "vessel",
    "jar": "vessel", "cauldron": "vessel", "tome": "book", "ledger": "book", "codex": "book", "ghost": "ghost",
    "looking": "mirror", "bells": "bell", "horns": "horn", "hounds": "hound", "owls": "bird", "gulls": "bird",
}  # fmt: skip
"""Words of names that say what is in the picture -> the subject drawn; only where type or role leave it open."""

OPEN = ("beast", "winged", "relic", "artifact", "talisman", "creature", "magic", "spell")
"""Subjects that a word of the name may make more exact."""


def subject_maker(role: str, kind: str, name: str, r: Random) -> tuple[str, Maker]:
    """Return the drawing of a card by its role, else its type; words of its name make it more exact.

    A word that nobody knows gets one of the emblems, always the same one.
    """
    word = role if role in SUBJECTS else kind
    if word in OPEN:
        for part in reversed(name.lower().replace("'", " ").replace("-", " ").split()):
            hint = HINTS.get(part, part)
            if hint in SUBJECTS and (
                hint in figures.BEASTS or hint in TREASURES or hint in ("bird", "moth", "dragon")
            ):
                return hint, SUBJECTS[hint]
    if word in SUBJECTS:
        return word, SUBJECTS[word]
    spare = Random(f"subject {role or kind}").choice((totem, charm, treasure, spell, rune))
    return "", spare
