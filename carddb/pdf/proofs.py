"""Proofs: cards as a colour-blind eye or a grey print shows them, and cards that look alike."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Literal

Vision = Literal["full", "deuteranopia", "protanopia", "grey"]

VISIONS: tuple[Vision, ...] = ("full", "deuteranopia", "protanopia", "grey")

_LINEAR = {
    "deuteranopia": (0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881),
    "protanopia": (0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
}
"""Linear RGB to what is seen. Source: Machado, Oliveira and Fernandes 2009, severity 1.0."""

GRID = (24, 32)
"""Points that two cards are compared in."""

BLOCK = 6
"""Pixels in one that two pictures are compared in. Source: measured; half a pixel costs 4 of 255, another card 9."""

ALIKE = 2.5
"""Mean difference, of 255, below which two cards look alike across a table. Source: house choice, see the tests."""


def seen(png: bytes, vision: Vision) -> bytes:
    """Return a picture as it is seen, as PNG."""
    from PIL import Image

    picture = Image.open(io.BytesIO(png)).convert("RGB")
    if vision == "grey":
        picture = picture.convert("L")
    elif vision != "full":
        picture = _through(picture, _LINEAR[vision])
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _through(picture: Any, matrix: Sequence[float]) -> Any:
    """Apply a matrix in linear light: the gamma goes out before it and comes back after it."""
    from PIL import Image

    linear = [round(255 * _to_linear(v / 255)) for v in range(256)] * 3
    coded = [round(255 * _to_coded(v / 255)) for v in range(256)] * 3
    a, b, c, d, e, f, g, h, i = matrix
    flat = picture.point(linear).convert("RGB", (a, b, c, 0, d, e, f, 0, g, h, i, 0))
    assert isinstance(flat, Image.Image)
    return flat.point(coded)


def _to_linear(v: float) -> float:
    return float(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4)


def _to_coded(v: float) -> float:
    return float(12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055)


def sketch(png: bytes) -> bytes:
    """Return what two cards are compared by: a coarse picture in three colours."""
    from PIL import Image

    picture = Image.open(io.BytesIO(png)).convert("RGB").resize(GRID, Image.Resampling.BOX)
    return bytes(picture.tobytes())


def difference(one: bytes, other: bytes) -> float:
    """Return how much two sketches differ, 0 to 255."""
    from PIL import Image, ImageChops, ImageStat

    first, second = (Image.frombytes("RGB", GRID, data) for data in (one, other))
    means = ImageStat.Stat(ImageChops.difference(first, second)).mean
    return float(sum(means) / len(means))


def alike(sketches: Sequence[bytes]) -> list[tuple[int, int, float]]:
    """Return the pairs of sketches that look alike, by their places, and how much they differ.

    Cards are sorted by their lightness first, so only neighbours are compared: pictures whose mean differs by more
    than the limit cannot differ by less.
    """
    order = sorted(range(len(sketches)), key=lambda place: sum(sketches[place]))
    means = [sum(sketches[place]) / max(len(sketches[place]), 1) for place in order]
    found: list[tuple[int, int, float]] = []
    for left, place in enumerate(order):
        for right in range(left + 1, len(order)):
            if means[right] - means[left] >= ALIKE:
                break
            gap = difference(sketches[place], sketches[order[right]])
            if gap < ALIKE:
                found.append((min(place, order[right]), max(place, order[right]), gap))
    return sorted(found)


def compare(one: bytes, other: bytes) -> float:
    """Return how much two PNG pictures of the same thing differ, 0 to 255, coarse enough to forgive half a pixel."""
    from PIL import Image, ImageChops, ImageStat

    first = Image.open(io.BytesIO(one)).convert("RGB")
    size = (max(first.width // BLOCK, 1), max(first.height // BLOCK, 1))
    second = Image.open(io.BytesIO(other)).convert("RGB")
    both = [picture.resize(size, Image.Resampling.BOX) for picture in (first, second)]
    means = ImageStat.Stat(ImageChops.difference(*both)).mean
    return float(sum(means) / len(means))
