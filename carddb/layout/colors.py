"""Colour expressions of templates: "#8c2f1f", "ink", "affinity darker 20", "paper mix affinity 15"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from carddb.layout.template import Choice, Traits

HEX = re.compile(r"#[0-9a-fA-F]{6}(?:[0-9a-fA-F]{2})?")

_AFFINITY = re.compile(r"affinity(?::([1-9]))?")


class ColorError(ValueError):
    """A colour expression that cannot be read; the message is one sentence."""


class Palette:
    """The colours of a template over those of a ruleset's affinities."""

    def __init__(self, colors: Mapping[str, str | Choice], affinities: Mapping[str, str]) -> None:
        self._colors = colors
        self._affinities = affinities

    def resolve(self, expression: str, traits: Traits, *, depth: int = 0) -> str:
        """Return "#rrggbb" or "#rrggbbaa" of an expression for a card.

        Raises: ColorError for an unknown name, operation or a name that refers to itself.
        """
        if depth > 8:
            raise ColorError(f"the colour {expression!r} refers to itself")
        words = expression.split()
        if not words:
            raise ColorError("a colour is empty")
        color = self._base(words[0], traits, depth)
        rest = words[1:]
        while rest:
            operation, *rest = rest
            if operation == "mix" and len(rest) >= 2:
                other, amount = self._base(rest[0], traits, depth), _percent(rest[1], expression)
                color, rest = _mix(color, other, amount), rest[2:]
            elif operation in ("lighter", "darker", "alpha") and rest:
                amount, rest = _percent(rest[0], expression), rest[1:]
                if operation == "alpha":
                    color = f"{color[:7]}{round(amount * 255):02x}"
                else:
                    color = _mix(color, "#ffffff" if operation == "lighter" else "#000000", amount)
            else:
                raise ColorError(
                    f"the colour {expression!r} has {operation!r} where lighter, darker, alpha or mix can stand"
                )
        return color

    def _base(self, word: str, traits: Traits, depth: int) -> str:
        if HEX.fullmatch(word):
            return word.lower()
        match = _AFFINITY.fullmatch(word)
        if match:
            own = traits.affinities
            code = own[min(int(match[1] or 1), len(own)) - 1] if own else ""
            found = self._affinities.get(code) or self._colors.get("neutral")
        else:
            found = self._colors.get(word)
        if isinstance(found, Choice):
            found = found.pick(traits)
        if found is None:
            raise ColorError(f"the colour {word!r} is not in the palette of the template")
        return self.resolve(found, traits, depth=depth + 1)


def _percent(word: str, expression: str) -> float:
    if not word.isdigit() or int(word) > 100:
        raise ColorError(f"the colour {expression!r} has {word!r} where a number from 0 to 100 must stand")
    return int(word) / 100


def _mix(color: str, other: str, amount: float) -> str:
    pairs = zip(channels(color), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * amount):02x}" for a, b in pairs) + color[7:]


def channels(color: str) -> tuple[int, int, int]:
    """Return red, green and blue of "#rrggbb", 0 to 255."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
