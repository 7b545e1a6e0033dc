"""People and giants as silhouettes, drawn anew for each card."""

from __future__ import annotations

from random import Random

from carddb.layout.art.figure import Figure
from carddb.layout.art.pen import Point, blob, box, disc, joined, limb, line, poly, ring_points, star


def person(
    r: Random, *, shoulders: float = 150, hem: float = 230, head: float = 66, tall: float = 860, lean: float = 0
) -> tuple[list[str], Point, Point, Point]:
    """Return robe and head of a person; and where the head and the two hands are."""
    top = 1000 - tall
    neck = top + head * 2.1
    head_at: Point = (500 + lean, top + head)
    left, right = 500 - shoulders + lean * 0.8, 500 + shoulders + lean * 0.8
    fold = r.uniform(-25, 25)
    parts = [
        blob(
            (left + 20, neck + 25),
            (500 + lean, neck - 25),
            (right - 20, neck + 25),
            (right + 10, neck + 170),
            (500 + hem * 0.75, 800),
            (500 + hem, 995),
            (500 + fold, 985),
            (500 - hem, 995),
            (500 - hem * 0.75, 800),
            (left - 10, neck + 170),
            soft=0.8,
        ),
        disc(*head_at, head * 0.86, head),
    ]
    return parts, head_at, (left - 40, neck + 250), (right + 60, neck + 210)


def folds(r: Random) -> str:
    """Return the folds of a robe, as cuts."""
    shift = r.uniform(-15, 15)
    return joined(line((500 + x * 0.45 + shift, 560), (500 + x, 960)) for x in (-130, -50, 40, 120))


def robed(r: Random, kind: str = "") -> Figure:
    """Return a robed figure with a staff, a book or raised hands; kind: caster, scribe, summoner or shade."""
    parts, (hx, hy), left, right = person(r, hem=r.uniform(200, 270), shoulders=r.uniform(130, 165))
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
        _calls(r, hx, hy, parts, light)
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
    return Figure(joined(parts), joined(light), folds(r), 780, 960)


def _calls(r: Random, x: float, y: float, parts: list[str], light: list[str]) -> None:
    """Add how a summoner calls: both hands raised, a great lamp, or a circle held before the breast."""
    way = r.choice(("hands", "hands", "lamp", "circle"))
    if way == "hands":
        up = r.uniform(-60, 60)
        for side, lift in ((-1, up), (1, -up)):
            hand: Point = (500 + side * 330, y + 20 + lift)
            parts += [
                limb(500 + side * 110, y + 170, *hand, 110, 46),
                poly((500 + side * 120, y + 150), hand, (500 + side * 260, y + 330)),
            ]
            light.append(star(hand[0], hand[1] - 80, 62, 22, r.choice((4, 5, 6))))
    elif way == "lamp":
        lx, ly = 800 + r.uniform(-30, 30), y - r.uniform(0, 70)
        parts += [limb(590, y + 170, lx - 10, ly + 30, 110, 50), limb(410, y + 180, 330, y + 400, 100, 56)]
        parts += [
            limb(lx, ly + 20, lx, ly + 90, 12, 12),
            poly((lx - 76, ly + 120), (lx, ly + 70), (lx + 76, ly + 120)),
        ]
        parts += [box(lx - 66, ly + 300, lx + 66, ly + 322), box(lx - 6, ly + 120, lx + 6, ly + 300)]
        light += [box(lx - 54, ly + 126, lx - 10, ly + 296), box(lx + 10, ly + 126, lx + 54, ly + 296)]
    else:
        cy = y + 330
        parts += [limb(500 + s * 110, y + 180, 500 + s * 240, cy, 100, 60) for s in (-1, 1)]
        parts += [limb(500 + s * 240, cy - 20, 500 + s * 150, cy + 60, 60, 46) for s in (-1, 1)]
        light += [_ring(500, cy, 150, 18), star(500, cy, 96, 34, r.choice((4, 5, 6, 7, 8)), r.uniform(0, 90))]
        light += [disc(px, py, 14) for px, py in ring_points(500, cy, 190, 8, r.uniform(0, 40))]


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
        blob(
            (hx - 100, hy + 100),
            (hx - 95, hy - 30),
            (hx - 10, hy - 110),
            (hx + 85, hy - 10),
            (hx + 95, hy + 40),
            (hx + 40, hy + 110),
        ),
        limb(620, 900, 800, 985, 90, 44),
        limb(330, 880, 250, 990, 90, 60),
    ]
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


def fighter(r: Random, kind: str = "") -> Figure:
    """Return someone armed: helmet, weapon, shield; kind: knight gives lance and plume."""
    hx, hy = 500 + r.uniform(-15, 15), 230
    parts = [
        blob(
            (380, 340),
            (500, 300),
            (620, 340),
            (650, 470),
            (600, 640),
            (620, 760),
            (380, 760),
            (400, 640),
            (350, 470),
            soft=0.7,
        ),
        limb(440, 720, 380, 985, 130, 76),
        limb(570, 720, 640, 985, 130, 76),
        poly((330, 960), (430, 960), (430, 1000), (300, 1000)),
        poly((590, 960), (690, 960), (725, 1000), (590, 1000)),
        disc(hx, hy, 70, 80),
    ]
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
