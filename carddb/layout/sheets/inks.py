"""Inks: the same boxes for a printer that is to save ink, or that has only black.

low: line art; areas become pale tints, lines and letters dark and thin, patterns are left out.
grey: every colour becomes the grey that is as light.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Literal

from carddb.layout.boxes import Box, Fill, Form, Gradient, Group, Image, Matrix, Path, TextRun
from carddb.layout.shapes import path_bounds

Ink = Literal["full", "low", "grey"]

Tone = Callable[[Image, Ink], str]
"""Returns the file of a picture in this ink."""

LARGE_UM2 = 400e6
"""From this area on, four square centimetres, a fill counts as a ground. Source: house choice."""

SMALL_UM2 = 80e6
"""Up to this area a pale shape on a dark ground gets a contour. Source: house choice."""

GROUND, SHAPE = 0.13, 0.38
"""How much of its darkness a ground and a shape keep when ink is saved. Source: house choice, judged on prints."""

HAIRLINE_UM = 120

BROADEST_UM = 260
"""Widest line when ink is saved."""

INK = "#1c1c1c"


class Inker:
    """Turns boxes into the same boxes in another ink; forms are turned once for each size they are used in."""

    def __init__(self, ink: Ink, tone: Tone) -> None:
        self._ink = ink
        self._tone = tone
        self._forms: dict[tuple[str, float], Form] = {}

    def boxes(self, boxes: Iterable[Box], scale: float = 1.0) -> tuple[Box, ...]:
        """Return boxes in the other ink; ``scale`` brings their units to micrometres."""
        return tuple(turned for box in boxes if (turned := self._box(box, scale)) is not None)

    def _box(self, box: Box, scale: float) -> Box | None:
        if isinstance(box, Path):
            return self._path(box, scale * _scale_of(box.matrix))
        if isinstance(box, TextRun):
            if self._ink == "grey":
                outline = _grey(box.outline) if box.outline else ""
                return box._replace(color=_grey(box.color), outline=outline)
            return box._replace(color=box.color if _light(box.color) < 0.35 else INK, outline="", outline_um=0)
        if isinstance(box, Group):
            if self._ink == "low" and box.clip and len(box.boxes) == 1 and _is_pattern(box.boxes[0]):
                return None
            return box._replace(boxes=self.boxes(box.boxes, scale * _scale_of(box.matrix)))
        if isinstance(box, Image):
            return box._replace(file=self._tone(box, self._ink))
        return box._replace(form=self._form(box.form, scale * box.scale))

    def _form(self, form: Form, scale: float) -> Form:
        size = round(scale, 4)
        found = self._forms.get((form.key, size))
        if found is None:
            found = Form(f"{form.key} {self._ink} {size}", self.boxes(form.boxes, size), form.bbox)
            self._forms[form.key, size] = found
        return found

    def _path(self, path: Path, scale: float) -> Path | None:
        if not path.d.strip():
            return None
        if self._ink == "grey":
            return path._replace(fill=_filled(path.fill, _grey), stroke=_grey(path.stroke) if path.stroke else None)
        left, top, right, bottom = path_bounds(path.d)
        area = (right - left) * (bottom - top) * scale * scale
        keep = GROUND if area >= LARGE_UM2 else SHAPE
        stroke, width = path.stroke, path.stroke_width
        if stroke:
            stroke, width = _dark(stroke), min(width, BROADEST_UM / (scale or 1))
        elif isinstance(path.fill, str) and area <= SMALL_UM2 and _light(path.fill) > 0.7:
            stroke, width = "#555555", HAIRLINE_UM / (scale or 1)
        return path._replace(
            fill=_filled(path.fill, lambda color: _tint(color, keep)), stroke=stroke, stroke_width=width
        )


def _scale_of(matrix: Matrix | None) -> float:
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])) if matrix else 1.0


def _is_pattern(box: Box) -> bool:
    return isinstance(box, Path) and box.d.count("M") > 12


def _filled(fill: Fill | None, change: Callable[[str], str]) -> Fill | None:
    if isinstance(fill, Gradient):
        return fill._replace(stops=tuple((offset, change(color)) for offset, color in fill.stops))
    return change(fill) if fill else fill


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _light(color: str) -> float:
    """Return how light a colour is, 0 to 1. Source: luma of Rec. 709."""
    red, green, blue = _channels(color)
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


@lru_cache(maxsize=4096)
def _grey(color: str) -> str:
    return "#" + f"{round(_light(color) * 255):02x}" * 3 + color[7:]


@lru_cache(maxsize=4096)
def _tint(color: str, keep: float) -> str:
    return "#" + "".join(f"{round(255 - (255 - v) * keep):02x}" for v in _channels(color)) + color[7:]


@lru_cache(maxsize=4096)
def _dark(color: str) -> str:
    factor = min(1.0, 0.3 / max(_light(color), 0.01))
    return "#" + "".join(f"{round(v * factor):02x}" for v in _channels(color)) + color[7:]
