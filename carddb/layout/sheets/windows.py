"""What of a card stands in a slot: the whole card at its size, or a sticker that covers an old card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from carddb.layout.boxes import Box, Form, FormUse, Group, Matrix, PlacedCard, rectangle
from carddb.layout.sheets.grid import Reach, Sheet
from carddb.layout.template import Template, TextElement
from carddb.layout.units import millimetres, points
from carddb.rules.finding import Finding, Where

Sticker = Literal["none", "face", "rules"]

NEAR_UM = 3_000
"""A card up to this much larger than its template is laid out at that size, not scaled. Source: house choice."""

SCALES = (0.5, 2.0)
"""Smallest and largest scale that is printed. Source: house choice: below half, rules text is under 3.1 pt."""

STICKER_EDGE_UM = 2_000
"""How much smaller than the card a sticker of the whole face is on every side. Source: house choice."""

STICKER_GUTTER = (2_000, 5_000)
"""Least room beside and below a sticker, for the knife and for its name. Source: house choice."""

RULES_EDGE_UM = 600
"""How far a rules sticker reaches beyond the box of the rules text. Source: house choice."""


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a card that a slot shows: from x, y of the card on, scaled.

    card_width, card_height: the size the card is laid out at.
    """

    card_width: int
    card_height: int
    scale: float = 1.0
    x: int = 0
    y: int = 0

    def matrix(self, left: int, top: int, width: int, height: int, *, turned: bool) -> Matrix:
        """Return the transformation into a slot; ``turned`` by half a turn."""
        s = self.scale
        if turned:
            return (-s, 0.0, 0.0, -s, left + width + self.x * s, top + height + self.y * s)
        return (s, 0.0, 0.0, s, left - self.x * s, top - self.y * s)

    def clip(self, width: int, height: int, reach: Reach) -> str:
        """Return the outline of what is shown, in the card's own coordinates."""
        s = self.scale
        x, y = self.x - reach.left / s, self.y - reach.top / s
        w, h = (width + reach.left + reach.right) / s, (height + reach.top + reach.bottom) / s
        return rectangle(*(round(v) for v in (x, y, w, h)))


def window_for(template: Template, sheet: Sheet) -> tuple[Window, list[Finding]]:
    """Return how cards of a template get to the size of a sheet's slots.

    Near its own size a card is laid out at the new size. Otherwise all of it is scaled, and what the other
    proportions leave over goes to the parts that the template lets grow; a finding says so.
    """
    width, height, own_width, own_height = sheet.card_width, sheet.card_height, template.width_um, template.height_um
    if 0 <= width - own_width <= NEAR_UM and 0 <= height - own_height <= NEAR_UM:
        return Window(width, height), []
    scale = min(width / own_width, height / own_height)
    window = Window(round(width / scale), round(height / scale), scale)
    designed = f"{millimetres(own_width)} x {millimetres(own_height)} mm"
    wanted = f"{millimetres(width)} x {millimetres(height)} mm"
    where = Where("sheet", code=sheet.name)
    low, high = SCALES
    if not low <= scale <= high:
        message = f"Cards designed for {designed} cannot be printed at {wanted}: "
        message += f"{scale:.0%} is not between {low:.0%} and {high:.0%}."
        return window, [
            Finding("sheet.scale", "error", message, where, hint="Choose another sheet or card template.")
        ]
    least = min((p.smallest for e in template.front if isinstance(e, TextElement) for p in e.parts), default=0)
    message = f"Cards designed for {designed} are printed at {scale:.0%} to fit {wanted}"
    message += f"; text may be as small as {points(round(least * scale)):.1f} pt."
    severity = "warning" if scale < 1 else "info"
    hint = "A card template of this size would not need that."
    return window, [Finding("sheet.scaled", severity, message, where, hint=hint)]  # type: ignore[arg-type]


def sticker_for(kind: Sticker, template: Template, sheet: Sheet) -> tuple[Sheet, Window, list[Finding]]:
    """Return the sheet with slots for stickers, and what of a card stands on one."""
    width, height = template.width_um, template.height_um
    where = Where("sheet", code=sheet.name)
    if kind == "face":
        slot_width = width - 2 * STICKER_EDGE_UM
        window = Window(width, height, slot_width / width)
        slot_height = round(height * window.scale)
    else:
        frames = [e.frame.place(width, height) for e in template.front if isinstance(e, TextElement) and _is_rules(e)]
        if not frames:
            message = f"The card template {template.name!r} has no box for rules text, so there is nothing to stick."
            return sheet, Window(width, height), [Finding("sheet.sticker", "error", message, where)]
        left = max(min(x for x, _, _, _ in frames) - RULES_EDGE_UM, 0)
        top = max(min(y for _, y, _, _ in frames) - RULES_EDGE_UM, 0)
        right = min(max(x + w for x, _, w, _ in frames) + RULES_EDGE_UM, width)
        bottom = min(max(y + h for _, y, _, h in frames) + RULES_EDGE_UM, height)
        window = Window(width, height, 1.0, left, top)
        slot_width, slot_height = right - left, bottom - top
    spaced = Sheet(
        name=sheet.name, title=sheet.title, width=sheet.width, height=sheet.height, card_width=slot_width,
        card_height=slot_height, gutter_x=max(sheet.gutter_x, STICKER_GUTTER[0]),
        gutter_y=max(sheet.gutter_y, STICKER_GUTTER[1]), margins=sheet.margins, orientation="auto", skip=sheet.skip,
        marks=sheet.marks, mark_length=sheet.mark_length, label=sheet.label,
    ).with_grid()  # fmt: skip
    problems: list[Finding] = []
    spaced.check(lambda key, text: problems.append(Finding("sheet.sticker", "error", text, where)))
    return spaced, window, problems


def _is_rules(element: TextElement) -> bool:
    return any(part.field.split(":")[0] in ("rules", "text", "texts") for part in element.parts)


def extended(placed: PlacedCard, form: Form, wanted: int) -> tuple[Box, ...]:
    """Return a card whose edges go on as far as ``wanted``: what its own bleed lacks is its edge, mirrored."""
    own, w, h = placed.bleed_um, placed.width_um, placed.height_um
    more = wanted - own
    if more <= 0:
        return (FormUse(form, 0, 0),)
    out: list[Box] = []
    # Per axis: scale, shift, and the strip of the card that is mirrored over its edge.
    axes = []
    for size in (w, h):
        edge = size + own
        axes.append(
            [(1.0, 0.0, -own, size + 2 * own), (-1.0, -2.0 * own, -own, more), (-1.0, 2.0 * edge, edge - more, more)]
        )
    for sx, dx, x, width in axes[0]:
        for sy, dy, y, height in axes[1]:
            out.append(Group((FormUse(form, 0, 0),), (sx, 0.0, 0.0, sy, dx, dy), clip=rectangle(x, y, width, height)))
    return tuple(out)
