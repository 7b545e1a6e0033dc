"""Lengths as people write them ("63mm", "0.125in", "8pt") and integer micrometres inside.

No floats survive in lengths: 3 x 63.5 mm is exactly 190500 micrometres.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal

MICROMETRES = {
    "mm": Decimal(1000),
    "cm": Decimal(10000),
    "in": Decimal(25400),
    "pt": Decimal(25400) / 72,
    "um": Decimal(1),
}
"""Micrometres of one unit; a point is 1/72 inch."""

LONGEST_UM = 5_000_000
"""Longest length that a file may hold: five metres. Source: house choice."""

_LENGTH = re.compile(r"\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+))\s*([a-z]+)\s*", re.ASCII)


class LengthError(ValueError):
    """A length that cannot be used; the message is one sentence."""


def length_um(text: object, *, allow_zero: bool = False, allow_negative: bool = False) -> int:
    """Return a length with a unit in micrometres.

    Raises: LengthError for a missing or unknown unit, something that is no number, and a sign or zero that is
        not allowed here.
    """
    match = _LENGTH.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise LengthError(f'{text!r} is not a length; write a number and a unit, such as "63mm"')
    number, unit = match.groups()
    if unit not in MICROMETRES:
        raise LengthError(f"{text!r} has the unknown unit {unit!r}; use {', '.join(MICROMETRES)}")
    value = int((Decimal(number) * MICROMETRES[unit]).quantize(Decimal(1), ROUND_HALF_UP))
    if abs(value) > LONGEST_UM:
        raise LengthError(f"{text!r} is longer than {LONGEST_UM // 1_000_000} m")
    if value < 0 and not allow_negative:
        raise LengthError(f"{text!r} is negative")
    if value == 0 and not allow_zero:
        raise LengthError(f"{text!r} is zero")
    return value


def size_um(points: float) -> int:
    """Return a type size in micrometres."""
    return round(points * 25400 / 72)


def points(length: int) -> float:
    """Return a length of micrometres in points, for messages about type sizes."""
    return length * 72 / 25400


def millimetres(length: int) -> str:
    """Return a length in millimetres as people write it: "63.5", "88"."""
    return f"{length / 1000:.3f}".rstrip("0").rstrip(".")
