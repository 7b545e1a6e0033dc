"""Everyday folk, nobles and tricksters as silhouettes: a body, something on the head, something in hand, company."""

from __future__ import annotations

from random import Random

from carddb.layout.art.figure import Figure
from carddb.layout.art.pen import Point, blob, box, disc, joined, limb, poly, star
from carddb.layout.art.people import folds, person

Parts = tuple[list[str], list[str]]
"""Dark and bright outlines."""

HATS = {
    "folk": ("brim", "scarf", "cap", "bun", "straw", "hair"),
    "noble": ("crown", "coronet", "cone", "plume", "wig"),
    "trickster": ("jester", "mask", "hood", "fox", "tall"),
}
"""What each kind may wear."""

TOOLS = {
    "folk": ("broom", "fork", "lantern", "ladle", "staff", "basket", "nothing"),
    "noble": ("sceptre", "fan", "goblet", "scroll", "nothing"),
    "trickster": ("lantern", "staff", "cards", "coins", "knife"),
}
"""What each kind may hold."""


def villager(r: Random, kind: str = "folk") -> Figure:
    """Return someone in everyday clothes; kind: folk, noble or trickster."""
    tall, hem, shoulders = r.uniform(720, 850), r.uniform(150, 280), r.uniform(120, 180)
    dark, (hx, hy), left, right = person(
        r, hem=hem, shoulders=shoulders, head=r.uniform(66, 80), tall=tall, lean=r.uniform(-30, 30)
    )
    hat_dark, hat_light = _hat(r, r.choice(HATS[kind]), hx, hy)
    raised = r.random() < 0.4
    hand: Point = (right[0] + 40, hy - r.uniform(20, 90)) if raised else (right[0] + 40, right[1] + 50)
    tool_dark, tool_light = _tool(r, r.choice(TOOLS[kind]), *hand)
    other: Point = (left[0] + 30, right[1] + 170) if r.random() < 0.6 else (430, hy + 330)
    dark += [
        limb(590, hy + 165, hand[0] - 10, hand[1], 110, 56),
        disc(*hand, 40),
        limb(400, hy + 170, *other, 105, 56),
        *hat_dark,
        *tool_dark,
    ]
    light = [*hat_light, *tool_light]
    dress = r.choice(("apron", "sash", "folds", "buttons"))
    cuts = folds(r)
    if dress == "apron" and kind == "folk":
        light.append(poly((430, hy + 330), (570, hy + 330), (500 + hem * 0.6, 900), (500 - hem * 0.6, 900)))
    elif dress == "sash":
        light.append(poly((410, hy + 180), (450, hy + 160), (600, hy + 420), (570, hy + 450)))
    elif dress == "buttons":
        light += [disc(500, hy + 220 + i * 80, 13) for i in range(4)]
    if kind == "noble":
        dark += [poly((380, hy + 170), (620, hy + 170), (520 + hem * 1.1, 1000), (480 - hem * 1.1, 1000))]
        dark += [
            blob((350, hy + 170), (500, hy + 110), (650, hy + 170), (660, hy + 240), (500, hy + 280), (340, hy + 240))
        ]
        light += [disc(x, hy + 200 + (1 if x in (430, 570) else 18), 10) for x in (380, 430, 500, 570, 620)]
    more_dark, more_light = _company(r, kind)
    return Figure(joined([*dark, *more_dark]), joined([*light, *more_light]), cuts, 900, int(1000 - hy + 210))


def _hat(r: Random, hat: str, x: float, y: float) -> Parts:
    eyes = [poly((x + s * 58, y - 12), (x + s * 8, y - 2), (x + s * 44, y + 20)) for s in (-1, 1)]
    if hat == "brim":
        return [blob((x - 170, y - 26), (x, y - 70), (x + 170, y - 26), (x, y - 8)), disc(x, y - 58, 74, 66)], []
    if hat == "straw":
        return [blob((x - 200, y - 10), (x, y - 150), (x + 200, y - 10), (x, y - 40), soft=0.5)], [
            line_band(x, y - 56, 84)
        ]
    if hat == "scarf":
        wrap = blob((x - 88, y + 60), (x - 86, y - 50), (x, y - 104), (x + 86, y - 50), (x + 70, y + 60))
        return [wrap, poly((x - 60, y + 70), (x - 190, y + 120), (x - 90, y + 20))], []
    if hat == "cap":
        return [blob((x - 80, y - 20), (x - 60, y - 100), (x + 60, y - 100), (x + 150, y - 26), (x + 70, y - 24))], []
    if hat == "bun":
        return [disc(x - 30, y - 100, 44)], []
    if hat == "hair":
        return [
            blob(
                (x - 90, y + 160),
                (x - 96, y - 40),
                (x, y - 104),
                (x + 90, y - 50),
                (x + 60, y - 20),
                (x - 40, y - 30),
                (x - 60, y + 60),
            )
        ], []
    if hat == "crown":
        tips = [(x - 92, y - 170), (x - 40, y - 110), (x, y - 190), (x + 40, y - 110), (x + 92, y - 170)]
        return [poly((x - 70, y - 50), *tips, (x + 70, y - 50))], [disc(x + dx, y - 75, 12) for dx in (-40, 0, 40)]
    if hat == "coronet":
        rim = [
            poly((x - 74 + i * 37, y - 70), (x - 74 + i * 49, y - 150), (x - 37 + i * 37, y - 70)) for i in range(4)
        ]
        return [
            blob((x - 90, y + 120), (x - 92, y - 40), (x, y - 90), (x + 92, y - 40), (x + 90, y + 120), (x, y + 40)),
            box(x - 78, y - 96, x + 78, y - 56),
            *rim,
        ], [disc(x - 62 + i * 41, y - 130, 10) for i in range(4)]
    if hat == "cone":
        lean = r.choice((-1, 1))
        return [poly((x - 70, y - 30), (x - lean * 120, y - 260), (x + 70, y - 50))], [
            poly(
                (x - lean * 120, y - 256),
                (x - lean * 260, y - 60),
                (x - lean * 200, y + 120),
                (x - lean * 170, y - 60),
            )
        ]
    if hat == "plume":
        return [blob((x - 150, y - 30), (x, y - 80), (x + 150, y - 30), (x, y - 10)), disc(x, y - 60, 80, 60)], [
            blob((x + 40, y - 90), (x + 120, y - 190), (x + 230, y - 170), (x + 160, y - 120), (x + 80, y - 60))
        ]
    if hat == "wig":
        curls = [disc(x + s * 80, y - 40 + i * 60, 44) for s in (-1, 1) for i in range(3)]
        return [
            blob((x - 90, y - 20), (x - 60, y - 190), (x, y - 230), (x + 60, y - 190), (x + 90, y - 20)),
            *curls,
        ], [star(x, y - 150, 34, 14, 5)]
    if hat == "jester":
        dark, light = [], list(eyes)
        for tip, drop in ((-190, r.uniform(-20, 40)), (r.uniform(-40, 40), -190), (190, r.uniform(-20, 40))):
            dark.append(
                blob(
                    (x - 60 + tip * 0.2, y - 30),
                    (x + tip * 0.6, y - 130 + drop * 0.5),
                    (x + tip, y + drop),
                    (x + 60 + tip * 0.2, y - 10),
                    soft=0.8,
                )
            )
            light.append(disc(x + tip, y + drop, 24))
        return dark, light
    if hat == "mask":
        return [blob((x - 84, y - 30), (x, y - 110), (x + 84, y - 30), (x, y - 50))], [
            poly((x - 80, y - 30), (x + 80, y - 30), (x + 130, y + 40), (x + 20, y + 30), (x - 70, y + 20))
        ]
    if hat == "fox":
        ears = [poly((x + s * 20, y - 70), (x + s * 90, y - 190), (x + s * 96, y - 30)) for s in (-1, 1)]
        return [*ears, poly((x - 96, y - 40), (x + 96, y - 40), (x, y + 120))], [*eyes, disc(x, y + 96, 14)]
    if hat == "tall":
        return [
            box(x - 66, y - 210, x + 66, y - 40),
            blob((x - 140, y - 34), (x, y - 66), (x + 140, y - 34), (x, y - 18)),
        ], [box(x - 66, y - 100, x + 66, y - 74)]
    return [
        blob(
            (x - 92, y + 90), (x - 84, y - 40), (x + r.uniform(-60, 30), y - 140), (x + 84, y - 40), (x + 92, y + 90)
        )
    ], [disc(x - 20, y, 10), disc(x + 28, y, 10)]


def line_band(x: float, y: float, half: float) -> str:
    """Return the bright band of a hat."""
    return blob((x - half, y), (x, y - 24), (x + half, y), (x, y + 6))


def _tool(r: Random, tool: str, x: float, y: float) -> Parts:
    if tool == "nothing":
        return [], []
    if tool == "lantern":
        hook = [
            limb(x - 6, y, x + 60, y - 40, 18, 14),
            box(x + 12, y + 34, x + 112, y + 52),
            box(x + 12, y + 160, x + 112, y + 178),
            limb(x + 62, y - 40, x + 62, y + 40, 10, 10),
        ]
        return hook, [box(x + 24, y + 54, x + 100, y + 158)]
    if tool == "cards":
        return [], [
            poly(
                (x - 20, y),
                (x + 50 + i * 40, y - 150 + i * 30),
                (x + 110 + i * 36, y - 110 + i * 34),
                (x + 30, y + 30),
            )
            for i in range(3)
        ]
    if tool == "coins":
        return [], [disc(x + 20 + i * 26 * (-1) ** i, y - 70 - i * 62, 26) for i in range(4)]
    if tool == "knife":
        return [limb(x - 10, y + 30, x + 10, y - 20, 30, 26)], [
            poly((x - 16, y - 30), (x + 34, y - 40), (x + 70, y - 190))
        ]
    if tool == "basket":
        return [
            blob((x - 90, y + 60), (x + 90, y + 60), (x + 70, y + 170), (x - 70, y + 170), soft=0.5),
            limb(x - 70, y + 70, x, y, 12, 12),
            limb(x + 70, y + 70, x, y, 12, 12),
        ], [disc(x - 50 + i * 50, y + 56, 28) for i in range(3)]
    if tool == "fan":
        return [], [
            poly(
                (x, y + 20),
                (x - 20, y - 150),
                (x + 40, y - 170),
                (x + 100, y - 150),
                (x + 140, y - 100),
                (x + 150, y - 40),
            )
        ]
    if tool == "goblet":
        return [limb(x, y, x + 20, y - 60, 24, 20)], [
            blob((x - 40, y - 150), (x + 80, y - 150), (x + 60, y - 70), (x + 20, y - 50), (x - 20, y - 70), soft=0.6)
        ]
    if tool == "scroll":
        return [], [
            poly((x - 20, y - 40), (x + 120, y - 60), (x + 110, y + 190), (x - 10, y + 210)),
            disc(x + 50, y - 54, 78, 20),
        ]
    top = y - r.uniform(220, 320)
    pole = [limb(x - 24, 1000, x + 30, top, 24, 22)]
    if tool == "broom":
        return pole, [poly((x + 8, top + 20), (x + 52, top + 20), (x + 100, top - 150), (x - 36, top - 150))]
    if tool == "fork":
        return [
            *pole,
            box(x - 50, top - 10, x + 110, top + 14),
            *[limb(x + 30 + dx, top, x + 30 + dx, top - 140, 20, 8) for dx in (-70, 0, 70)],
        ], []
    if tool == "ladle":
        return [*pole, blob((x - 40, top - 90), (x + 30, top - 20), (x + 100, top - 90), (x + 30, top - 60))], []
    if tool == "sceptre":
        return pole, [star(x + 32, top - 50, 78, 34, r.choice((4, 5, 6, 8)))]
    return [*pole, disc(x + 32, top - 10, 44)], []


def _company(r: Random, kind: str) -> Parts:
    """Return what stands beside them: a hen, a barrel, a throne, a cat, or nothing."""
    what = r.choice(
        {
            "folk": ("hen", "barrel", "bucket", "", ""),
            "noble": ("throne", "throne", "cat", "", ""),
            "trickster": ("cat", "barrel", "", ""),
        }[kind]
    )
    x = r.uniform(120, 190)
    if what == "hen":
        return [
            blob((x - 80, 900), (x, 880), (x + 60, 800), (x + 90, 830), (x + 80, 920), (x, 975), (x - 60, 950)),
            poly((x + 84, 820), (x + 120, 836), (x + 84, 846)),
            limb(x, 960, x, 1000, 10, 8),
            limb(x + 30, 960, x + 30, 1000, 10, 8),
        ], [disc(x + 68, 826, 7)]
    if what == "barrel":
        return [
            blob((x - 70, 760), (x + 70, 760), (x + 90, 880), (x + 70, 1000), (x - 70, 1000), (x - 90, 880), soft=0.6)
        ], [box(x - 84, 810, x + 84, 824), box(x - 84, 930, x + 84, 944)]
    if what == "bucket":
        return [
            poly((x - 70, 860), (x + 70, 860), (x + 54, 1000), (x - 54, 1000)),
            limb(x - 60, 870, x - 10, 790, 10, 10),
            limb(x + 60, 870, x + 10, 790, 10, 10),
            box(x - 14, 784, x + 14, 796),
        ], [disc(x, 862, 62, 14)]
    if what == "throne":
        return [
            box(270, 420, 330, 1000),
            box(670, 420, 730, 1000),
            poly((270, 440), (270, 300), (300, 240), (330, 300), (330, 440)),
            poly((670, 440), (670, 300), (700, 240), (730, 300), (730, 440)),
        ], [disc(300, 330, 14), disc(700, 330, 14)]
    if what == "cat":
        return [
            blob((x - 60, 1000), (x - 50, 880), (x, 840), (x + 50, 880), (x + 60, 1000)),
            disc(x + 10, 810, 44),
            poly((x - 28, 790), (x - 20, 736), (x + 6, 770)),
            poly((x + 20, 770), (x + 46, 736), (x + 52, 792)),
            blob((x - 60, 990), (x - 130, 960), (x - 120, 860), (x - 100, 930), (x - 50, 960)),
        ], [disc(x, 808, 7), disc(x + 26, 808, 7)]
    return [], []
