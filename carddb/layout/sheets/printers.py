"""Printers that put backs beside their fronts: what the calibration print said, and the move that makes up for it."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from carddb.layout.boxes import Matrix
from carddb.layout.reading import Table
from carddb.layout.sheets.grid import Flip, Sheet
from carddb.layout.template_file import FORMAT, find_template, list_templates, template_folders
from carddb.rules.finding import Finding, Where

ARM_UM = 60_000
"""Distance of the scales L and R of the calibration print from the middle of the paper. Source: house choice."""

MOST_UM = 10_000
"""Largest reading that is believed. Source: house choice."""

MOST_SLOPE_UM = 5_000
"""Largest difference of L and R: about two degrees. Source: house choice."""


@dataclass(frozen=True, slots=True)
class Readings:
    """What the scales of the calibration print read: X in the middle, L and R at the sides, in micrometres."""

    x: int = 0
    left: int = 0
    right: int = 0

    @property
    def y(self) -> int:
        """Return how far the back lies too low in the middle of the paper."""
        return (self.left + self.right) // 2

    @property
    def degrees(self) -> float:
        """Return how far the back is turned clockwise, looking at the front."""
        return math.degrees(math.asin((self.right - self.left) / (2 * ARM_UM)))


@dataclass(frozen=True, slots=True)
class Printer:
    """A named printer with its readings for paper turned over the long and the short edge."""

    name: str
    title: str
    long: Readings
    short: Readings

    def correction(self, sheet: Sheet, flip: Flip) -> Matrix | None:
        """Return the move of a back page that puts it behind its front, or None when none is needed."""
        readings = {"long": self.long, "short": self.short}.get(flip, Readings())
        if readings == Readings():
            return None
        # Seen from the back, one axis runs the other way, and so does a turn.
        dx, dy = (readings.x, -readings.y) if sheet.mirrors_columns(flip) else (-readings.x, readings.y)
        turn = math.radians(readings.degrees)
        cos, sin = math.cos(turn), math.sin(turn)
        cx, cy = sheet.width / 2, sheet.height / 2
        return (cos, sin, -sin, cos, cx - cos * cx + sin * cy + dx, cy - sin * cx - cos * cy + dy)


def load_printer(name: str, *, folders: Sequence[Path] | None = None) -> tuple[Printer | None, list[Finding]]:
    """Read a printer.

    Returns: the printer, or None when a finding is an error; and all findings.
    """
    findings: list[Finding] = []

    def report(entry: str, message: str) -> None:
        where = Where("template", code=name, file=f"printers/{name}.toml", entry=entry)
        findings.append(Finding("template.value", "error", message, where))

    places = tuple(folders or template_folders())
    path = find_template("printers", name, places)
    if path is None:
        report("", f"There is no printer {name!r}; known: {', '.join(list_templates('printers', places))}.")
        return None, findings
    try:
        raw = tomllib.loads(path.read_bytes().decode("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        report("", f"The printer cannot be read: {error}.")
        return None, findings
    table = Table(raw, "printer", report)
    if table.raw("format") != FORMAT:
        report("format", f"The printer does not say format = {FORMAT}.")
    printer = Printer(name, table.text("title", name), _readings(table, "long"), _readings(table, "short"))
    table.done()
    return (None if findings else printer), findings


def _readings(table: Table, edge: str) -> Readings:
    own = table.table(edge)
    values = {key: own.length(key, 0, zero=True, negative=True) for key in ("x", "left", "right")}
    own.done()
    for key, value in values.items():
        if abs(value) > MOST_UM:
            own.wrong(key, "A back that lies more than 10 mm off is another fault: look at the print dialog first.")
    if abs(values["right"] - values["left"]) > MOST_SLOPE_UM:
        own.wrong("right", "left and right differ by more than 5 mm; the paper went in askew, so print it again.")
    return Readings(**values)
