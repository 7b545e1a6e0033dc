"""Placeholder art: a vector picture made from a card's affinity, type, role, name and uid, the same every time.

Any ruleset gets pictures: words that no drawing is known for get an emblem, regions that nobody described a skyline.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from carddb.catalog import Affinity, Card, Catalog
from carddb.layout.art.scene import Scene
from carddb.layout.art.scenery import region_kind
from carddb.layout.art.scenes import STYLES
from carddb.layout.art.subjects import subject_maker
from carddb.layout.boxes import Box, Group

NEUTRAL = "#7a6f60"
"""Hue of pictures of cards without an affinity. Source: house choice."""

NEUTRAL_SIGIL = "M50 6 L94 50 L50 94 L6 50 Z M50 30 L30 50 L50 70 L70 50 Z"
"""Mark of cards without an affinity: a lozenge in a lozenge."""


def place_art(
    card: Card, catalog: Catalog, width_um: int, height_um: int, style: str = "plain", neutral: str = NEUTRAL
) -> tuple[Box, ...]:
    """Return the placeholder picture of a card for a rectangle at the origin; it may reach beyond it.

    style: a key of ``scenes.STYLES``. neutral: the hue of cards without an affinity.
    """
    affinities = [catalog.affinities[code] for code in card.affinities if code in catalog.affinities]
    first, last = (affinities[0], affinities[-1]) if affinities else (None, None)
    r = Random(card.uid)
    make = subject_maker(card.roles[0] if card.roles else "", card.type, card.name)
    scene = Scene(
        round(1000 * height_um / width_um),
        r,
        first.color if first else neutral,
        last.color if last else neutral,
        _region(first),
        _region(last),
        first.sigil if first else NEUTRAL_SIGIL,
        make(r),
    )
    scale = round(width_um / 1000, 4)
    return (Group(tuple(STYLES[style](scene)), (scale, 0, 0, scale, 0, 0)),)


@lru_cache(maxsize=256)
def _region(affinity: Affinity | None) -> str:
    return region_kind(affinity.code, affinity.text) if affinity else region_kind("", "")
