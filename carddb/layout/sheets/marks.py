"""Cut marks: ticks, full lines or corner crosses, which stop before every card and its bleed."""

from __future__ import annotations

from collections.abc import Iterable

from carddb.layout.boxes import Form, Path, make_form
from carddb.layout.sheets.grid import Flip, Sheet

GAP_UM = 1_000
"""Distance of a tick from the bleed. Source: house choice."""

WIDTH_UM = 90
"""Width of a cut mark: a quarter point. Source: usual at print shops."""

Line = tuple[int, int, int, int]
Span = tuple[int, int]


def cut_marks(sheet: Sheet, flip: Flip = "none") -> Form:
    """Return the marks of a side, and the dashed line where the sheet is folded."""
    d = " ".join(f"M{a} {b} L{c} {e}" for a, b, c, e in mark_lines(sheet, flip))
    paths = [Path(d, None, "#000000", WIDTH_UM)] if d else []
    if sheet.fold:
        dashes = " ".join(f"M{sheet.fold_x} {y} L{sheet.fold_x} {y + 2_000}" for y in range(0, sheet.height, 4_000))
        paths.append(Path(dashes, None, "#888888", WIDTH_UM))
    return make_form(tuple(paths), (0, 0, sheet.width, sheet.height))


def mark_lines(sheet: Sheet, flip: Flip = "none") -> list[Line]:
    """Return the lines of the marks: x and y of their ends, none of them touching a card or its bleed."""
    if sheet.marks == "none":
        return []
    cards, taken = [], []
    for cell in sheet.printed:
        x, y = sheet.corner(cell, flip)
        reach = sheet.reach(cell)
        if flip != "none" and sheet.mirrors_columns(flip):
            reach = reach._replace(left=reach.right, right=reach.left)
        elif flip != "none":
            reach = reach._replace(top=reach.bottom, bottom=reach.top)
        right, bottom = x + sheet.card_width, y + sheet.card_height
        cards.append((x, y, right, bottom))
        taken.append((x - reach.left, y - reach.top, right + reach.right, bottom + reach.bottom))
    upright = [((c[0], c[2]), (c[1], c[3])) for c in cards], [((t[0], t[2]), (t[1], t[3])) for t in taken]
    lying = [(b, a) for a, b in upright[0]], [(b, a) for a, b in upright[1]]
    lines = [(at, start, at, end) for at, start, end in _along(sheet, *upright, sheet.height)]
    lines += [(start, at, end, at) for at, start, end in _along(sheet, *lying, sheet.width)]
    return lines


def _along(
    sheet: Sheet, cards: list[tuple[Span, Span]], taken: list[tuple[Span, Span]], whole: int
) -> Iterable[tuple[int, int, int]]:
    """Yield the pieces of the lines along one direction: where the line stands, its start and its end."""
    for at in sorted({edge for across, _ in cards for edge in across}):
        free = _free([along for across, along in taken if across[0] <= at <= across[1]], whole)
        if sheet.marks == "lines":
            wanted = free
        elif sheet.marks == "crosses":
            # An arm begins where the bleed ends.
            own = [along for (across, _), (_, along) in zip(cards, taken, strict=True) if at in across]
            arms = [(a - sheet.mark_length, a) for a, _ in own] + [(b, b + sheet.mark_length) for _, b in own]
            wanted = _both(free, arms)
        else:
            first, last = free[0], free[-1]
            wanted = [
                (first[1] - GAP_UM - sheet.mark_length, first[1] - GAP_UM),
                (last[0] + GAP_UM, last[0] + GAP_UM + sheet.mark_length),
            ]
        for start, end in wanted:
            start, end = max(start, 0), min(end, whole)
            if start < end:
                yield at, start, end


def _free(blocked: list[Span], whole: int) -> list[Span]:
    """Return what of a line is not blocked, the pieces at both ends always among it."""
    found: list[Span] = []
    position = 0
    for start, end in sorted(blocked):
        if start > position or not found:
            found.append((position, max(start, position)))
        position = max(position, end)
    return [*found, (position, whole)]


def _both(free: list[Span], arms: list[Span]) -> list[Span]:
    pieces = {(max(a, c), min(b, d)) for a, b in free for c, d in arms}
    return sorted((start, end) for start, end in pieces if start < end)
