"""Placeholder art: a vector picture made from a card's affinity, type and uid, the same every time."""

from __future__ import annotations

from carddb.catalog import Card, Catalog
from carddb.layout.boxes import Box, Gradient, Path, rectangle
from carddb.layout.shapes import fitted_path


def place_art(card: Card, catalog: Catalog, width_um: int, height_um: int) -> tuple[Box, ...]:
    """Return the placeholder picture of a card for a rectangle at the origin; it may reach beyond it."""
    affinity = catalog.affinities.get(card.affinities[0]) if card.affinities else None
    color = affinity.color if affinity else "#777777"
    sky = Gradient((0, 0), (0, height_um), ((0, "#f2e8d0"), (1, color)))
    boxes: list[Box] = [Path(rectangle(0, 0, width_um, height_um), sky)]
    if affinity:
        size = height_um * 6 // 10
        d = fitted_path(affinity.sigil, (100, 100), (width_um - size) // 2, (height_um - size) // 2, size, size, "contain")
        boxes.append(Path(d, "#ffffffb0"))
    return tuple(boxes)
