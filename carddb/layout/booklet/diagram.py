"""The battlefield as a picture: the zones of both players, facing each other, drawn from the catalog's rows.

A zone's place counts in card slots from the top left of one player's half; the other half is the same, turned round.
"""

from __future__ import annotations

import math

from carddb.catalog import Bound, Catalog, Zone
from carddb.layout.booklet.blocks import CORNERS, Bench
from carddb.layout.booklet.template import NOBODY
from carddb.layout.booklet.text import text_run
from carddb.layout.boxes import Box, Group, Path
from carddb.layout.colors import Palette
from carddb.layout.shapes import rounded

ASPECT = 1.32
"""Height of a slot in parts of its width: a card with some air. Source: house choice."""

INSET = 0.06
"""Free space around a card inside its slot, in parts of the slot's width. Source: house choice."""

LARGEST_SLOT_UM = 12_500
"""A slot is never drawn wider. Source: house choice."""

HALVES_APART = 0.3
"""Space between the players' halves when they share no zone, in slots. Source: house choice."""

MOST_CELLS = 12
"""Most rows or columns that are drawn; a zone with more, or without a limit, is drawn as one area."""


def lay_battlefield(bench: Bench, width: int, depth: int) -> tuple[int, int, list[Box]]:
    """Return width, height and boxes of the battlefield, as large as fits into width and depth."""
    zones = list(bench.catalog.zones.values())
    if not zones:
        return 0, 0, []
    across = max(z.x + z.w for z in zones)
    left = min(z.x for z in zones)
    down = max(z.y + z.h for z in zones)
    shared = [z for z in zones if z.owner == "shared"]
    top = min(z.y for z in zones)
    # The other half is this one turned round a point: the middle of what both share, or of the gap between them.
    mirror = min(z.y for z in shared) + max(z.y + z.h for z in shared) if shared else 2 * top - HALVES_APART
    height_in_slots = 2 * down - mirror
    unit = min(width / (across - left), depth / (height_in_slots * ASPECT), LARGEST_SLOT_UM)
    step = unit * ASPECT
    start_x = -unit * left
    start_y = -(mirror - down) * step
    boxes: list[Box] = []
    middle = round(start_y + mirror / 2 * step)
    if not shared:
        edges = (round(start_x + left * unit), round(start_x + across * unit))
        boxes.append(Path(f"M{edges[0]} {middle} L{edges[1]} {middle}", None, bench.color("line"), 180))
    for zone in zones:
        own = (start_x + zone.x * unit, start_y + zone.y * step)
        boxes += _Zone(bench, zone, unit, step).draw(*own, is_enemy=False)
        if zone.owner != "shared":
            x = start_x + (across + left - zone.x - zone.w) * unit
            y = start_y + (mirror - zone.y - zone.h) * step
            boxes += _Zone(bench, zone, unit, step).draw(x, y, is_enemy=True)
    return round(unit * (across - left)), round(height_in_slots * step), boxes


def zone_size(catalog: Catalog, zone: Zone) -> tuple[int, int] | None:
    """Return rows and columns of a zone of slots, or None when there is no such number."""
    if zone.kind not in ("slots", "grid"):
        return None
    rows, columns = _count(catalog, zone.rows), _count(catalog, zone.columns)
    if rows is None or columns is None or not (0 < rows <= MOST_CELLS and 0 < columns <= MOST_CELLS):
        return None
    return rows, columns


def _count(catalog: Catalog, bound: Bound) -> int | None:
    if isinstance(bound, str) and bound not in catalog.parameters:
        return None
    return 1 if bound is None else catalog.number(bound)


class _Zone:
    def __init__(self, bench: Bench, zone: Zone, unit: float, step: float) -> None:
        self.bench = bench
        self.zone = zone
        self.unit = unit
        self.step = step

    def draw(self, x: float, y: float, *, is_enemy: bool) -> list[Box]:
        """Return a zone's ground, cards and name; the name stands upright on both halves."""
        zone = self.zone
        width, height = zone.w * self.unit, zone.h * self.step
        boxes: list[Box] = []
        size = zone_size(self.bench.catalog, zone)
        if size is not None:
            boxes += self._cells(x, y, width, height, *size)
        elif zone.kind == "hand":
            boxes += self._hand(x, y, width, height, is_enemy)
        elif zone.kind == "pile":
            boxes += self._pile(x, y, width, height)
        else:
            boxes += self._slot(x, y, width, height)
        return boxes + self._name(x, y, width, height)

    def _color(self, expression: str) -> str:
        return Palette(dict(self.bench.template.colors), {}).resolve(expression, NOBODY)

    def _rect(self, x: float, y: float, width: float, height: float, radius: float) -> str:
        return rounded(
            round(x), round(y), round(width), round(height), round(radius), round(radius), "round", CORNERS
        )

    def _slot(self, x: float, y: float, width: float, height: float) -> list[Box]:
        inset = INSET * self.unit
        d = self._rect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, self.unit * 0.07)
        return [Path(d, self._color("tint"), self._color("accent"), 220)]

    def _cells(self, x: float, y: float, width: float, height: float, rows: int, columns: int) -> list[Box]:
        inset = INSET * self.unit
        ground = self._rect(
            x + inset / 3, y + inset / 3, width - 2 * inset / 3, height - 2 * inset / 3, self.unit * 0.1
        )
        is_grid = self.zone.kind == "grid"
        boxes: list[Box] = [Path(ground, self._color("tint"), self._color("accent") if is_grid else None, 260)]
        cell_width, cell_height = width / columns, height / rows
        cells = []
        for row in range(rows):
            for column in range(columns):
                cells.append(
                    self._rect(
                        x + column * cell_width + inset, y + row * cell_height + inset, cell_width - 2 * inset,
                        cell_height - 2 * inset, self.unit * 0.06,
                    )
                )  # fmt: skip
        color = "accent" if is_grid else "line"
        return [*boxes, Path(" ".join(cells), self._color("paper"), self._color(color), 180)]

    def _card_size(self, width: float, height: float) -> tuple[float, float]:
        inset = INSET * self.unit
        wide = min(width - 2 * inset, (height - 2 * inset) * 63 / 88)
        return wide, wide * 88 / 63

    def _pile(self, x: float, y: float, width: float, height: float) -> list[Box]:
        wide, high = self._card_size(width, height)
        left, top = x + (width - wide) / 2, y + (height - high) / 2
        boxes: list[Box] = []
        for place in (2, 1, 0):
            offset = place * self.unit * 0.035
            boxes += self._card(left + offset - self.unit * 0.03, top - offset + self.unit * 0.03, wide, high)
        return boxes

    def _card(self, x: float, y: float, wide: float, high: float) -> list[Box]:
        is_down = self.zone.face in ("down", "hidden")
        d = self._rect(x, y, wide, high, self.unit * 0.07)
        fill = self._color("accent mix paper 35") if is_down else self._color("paper")
        boxes: list[Box] = [Path(d, fill, self._color("accent"), 200)]
        if is_down:
            edge = wide * 0.1
            inner = self._rect(x + edge, y + edge, wide - 2 * edge, high - 2 * edge, self.unit * 0.04)
            boxes.append(Path(inner, None, self._color("paper"), 160))
        return boxes

    def _hand(self, x: float, y: float, width: float, height: float, is_enemy: bool) -> list[Box]:
        wide, high = self._card_size(self.unit, height)
        count = 5
        boxes: list[Box] = []
        spread = min(width - wide, wide * 0.62 * (count - 1))
        for place in range(count):
            turn = (place - (count - 1) / 2) * 7 * (-1 if is_enemy else 1)
            left = x + (width - spread) / 2 + spread * place / (count - 1) - wide / 2
            lift = abs(turn) / 7 * high * 0.03 * (-1 if is_enemy else 1)
            cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            cx, cy = left + wide / 2, y + height / 2 + lift
            card = tuple(self._card(-wide / 2, -high / 2, wide, high))
            boxes.append(Group(card, (cos, sin, -sin, cos, cx, cy)))
        return boxes

    def _name(self, x: float, y: float, width: float, height: float) -> list[Box]:
        bench = self.bench
        words = self.zone.text_on_diagram or self.zone.name
        style = bench.style("note", face="label_bold", color="ink", align="center")
        room = round(max(width - 2 * INSET * self.unit, self.unit))
        set_words = bench.writer.words([text_run(words)], style)
        room = max(room, round(max((word.width for word in set_words), default=0)) + 1)
        boxes, high = bench.words(words, style, width=room)
        lines = bench.writer.lines(set_words, room)
        widest = max((line.width for line in lines), default=0)
        plate_width, plate_height = widest + 1_600, high + 500
        cx, cy = x + width / 2, y + height / 2
        plate = self._rect(cx - plate_width / 2, cy - plate_height / 2, plate_width, plate_height, 700)
        place = (1.0, 0.0, 0.0, 1.0, float(round(cx - room / 2)), float(round(cy - high / 2)))
        return [Path(plate, self._color("paper")), Group(tuple(boxes), place)]


def face_words(zone: Zone) -> str:
    """Return how cards lie in a zone, in two or three words."""
    return {
        "up": "face-up", "down": "face-down", "hidden": "only the owner looks", "mixed": "face-up and face-down",
    }.get(zone.face, "")  # fmt: skip
