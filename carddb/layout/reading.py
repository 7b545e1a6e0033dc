"""Typed reading of one TOML table: every wrong value is reported, every unknown key too."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from carddb.layout.units import LengthError, length_um

Report = Callable[[str, str], None]
"""Called with the place in the file and one sentence."""

_PATH = re.compile(r"\s*M(?:[\sMLCQZ,.\d+-]|e-?\d)*", re.ASCII)


class Table:
    """A table whose values are taken one by one; ``done`` reports what nobody asked for."""

    def __init__(self, values: Mapping[str, Any], entry: str, report: Report) -> None:
        self._values = values
        self._entry = entry
        self._report = report
        self._taken: set[str] = set()

    def wrong(self, key: str, message: str) -> None:
        """Report a value."""
        self._report(f"{self._entry}.{key}", message)

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def raw(self, key: str, default: Any = None) -> Any:
        """Return a value unchecked."""
        self._taken.add(key)
        return self._values.get(key, default)

    def text(self, key: str, default: str) -> str:
        """Return a text."""
        value = self.raw(key, default)
        if not isinstance(value, str):
            self.wrong(key, f"{value!r} must be a text.")
            return default
        return value

    def word(self, key: str, default: str, allowed: tuple[str, ...]) -> str:
        """Return one of the allowed words."""
        value = self.text(key, default)
        if value not in allowed:
            self.wrong(key, f"{value!r} is not one of {', '.join(allowed)}.")
            return default
        return value

    def flag(self, key: str, default: bool) -> bool:
        """Return true or false."""
        value = self.raw(key, default)
        if not isinstance(value, bool):
            self.wrong(key, f"{value!r} must be true or false.")
            return default
        return value

    def number(self, key: str, default: float, *, low: float = 0, high: float = 1e6) -> float:
        """Return a number within a range."""
        value = self.raw(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            self.wrong(key, f"{value!r} must be a number.")
            return default
        if not low <= value <= high:
            self.wrong(key, f"{value!r} is not between {low:g} and {high:g}.")
            return default
        return value

    def whole(self, key: str, default: int, *, low: int = 0, high: int = 10_000) -> int:
        """Return a whole number within a range."""
        value = self.number(key, default, low=low, high=high)
        if not isinstance(value, int):
            self.wrong(key, f"{value!r} must be a whole number.")
            return default
        return value

    def length(self, key: str, default: int, *, zero: bool = False, negative: bool = False) -> int:
        """Return a length in micrometres."""
        return default if (value := self.maybe_length(key, zero=zero, negative=negative)) is None else value

    def maybe_length(self, key: str, *, zero: bool = False, negative: bool = False) -> int | None:
        """Return a length in micrometres, or None when it is not stated or wrong."""
        value = self.raw(key)
        if value is None:
            return None
        try:
            return length_um(value, allow_zero=zero, allow_negative=negative)
        except LengthError as error:
            self.wrong(key, f"{error}.")
            return None

    def pair(self, key: str, default: tuple[float, float]) -> tuple[float, float]:
        """Return two positive numbers."""
        value = self.raw(key, list(default))
        good = isinstance(value, list) and len(value) == 2 and all(type(v) in (int, float) and v > 0 for v in value)
        if not good:
            self.wrong(key, f"{value!r} must be two positive numbers, such as [100, 100].")
            return default
        return value[0], value[1]

    def words(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return a text or a list of texts as a tuple."""
        value = self.raw(key, list(default))
        found = [value] if isinstance(value, str | int) and not isinstance(value, bool) else value
        if not isinstance(found, list) or not all(isinstance(v, str | int) for v in found):
            self.wrong(key, f"{value!r} must be a text or a list of texts.")
            return default
        return tuple(str(v) for v in found)

    def path(self, key: str) -> str:
        """Return path data with absolute M L C Q Z, or "" when it is not stated."""
        value = self.text(key, "")
        if value and not value.startswith("@") and not is_path(value):
            self.wrong(key, "Path data may hold only absolute M L C Q Z and numbers, and begins with M.")
            return ""
        return value

    def table(self, key: str) -> Table:
        """Return a table inside this one."""
        value = self.raw(key, {})
        if not isinstance(value, dict):
            self.wrong(key, f"{value!r} must be a table.")
            value = {}
        return Table(value, f"{self._entry}.{key}", self._report)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def done(self) -> None:
        """Report the keys that nobody asked for."""
        for key in self._values.keys() - self._taken:
            self.wrong(key, f"{key!r} means nothing here; known: {', '.join(sorted(self._taken))}.")


def is_path(d: str) -> bool:
    """Return whether path data can be drawn: absolute M L C Q Z with the right count of numbers."""
    if not _PATH.fullmatch(d):
        return False
    for letter, rest in re.findall(r"([MLCQZ])([^MLCQZ]*)", d):
        numbers = rest.replace(",", " ").split()
        try:
            finite = all(math.isfinite(float(n)) for n in numbers)
        except ValueError:
            return False
        step = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}[letter]
        if not finite or (len(numbers) if step == 0 else not numbers or len(numbers) % step):
            return False
    return True
