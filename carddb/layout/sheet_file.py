"""Sheets of paper from TOML: paper, card size, rows and columns, gutters, bleed and marks."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from carddb.layout.reading import Table
from carddb.layout.template_file import FORMAT, find_template, list_templates, template_folders
from carddb.rules.finding import Finding, Where

PAPERS = {
    "A3": (297_000, 420_000),
    "A4": (210_000, 297_000),
    "A5": (148_000, 210_000),
    "letter": (215_900, 279_400),
    "legal": (215_900, 355_600),
    "tabloid": (279_400, 431_800),
}
"""Paper sizes in micrometres, upright. Source: ISO 216, ANSI Y14.1."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of paper with slots for cards, lengths in micrometres."""

    name: str
    title: str
    width: int
    height: int
    card_width: int
    card_height: int
    rows: int
    columns: int
    gutter_x: int
    gutter_y: int
    bleed: int
    marks: bool
    mark_length: int
    label: bool

    @property
    def slots(self) -> int:
        """Return how many cards a sheet holds."""
        return self.rows * self.columns

    @property
    def origin(self) -> tuple[int, int]:
        """Return the top left corner of the first slot; the block of cards stands in the middle of the sheet."""
        return (
            (self.width - _span(self.columns, self.card_width, self.gutter_x)) // 2,
            (self.height - _span(self.rows, self.card_height, self.gutter_y)) // 2,
        )

    def bleeds(self, place: int, count: int, gutter: int) -> tuple[int, int]:
        """Return how far a card may bleed before and after it in its row or column of ``count`` slots."""
        inner = min(self.bleed, gutter // 2)
        return (self.bleed if place == 0 else inner, self.bleed if place == count - 1 else inner)


def _span(count: int, size: int, gutter: int) -> int:
    return count * size + (count - 1) * gutter


def load_sheet(name: str, *, folders: Sequence[Path] | None = None) -> tuple[Sheet | None, list[Finding]]:
    """Read a sheet.

    Returns: the sheet, or None when a finding is an error; and all findings.
    """
    findings: list[Finding] = []

    def report(entry: str, message: str) -> None:
        where = Where("template", code=name, file=f"sheets/{name}.toml", entry=entry)
        findings.append(Finding("template.value", "error", message, where))

    places = tuple(folders or template_folders())
    path = find_template("sheets", name, places)
    if path is None:
        known = ", ".join(list_templates("sheets", places))
        report("", f"There is no sheet {name!r}; known: {known}.")
        return None, findings
    try:
        raw = tomllib.loads(path.read_bytes().decode("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        report("", f"The sheet cannot be read: {error}.")
        return None, findings
    table = Table(raw, "sheet", report)
    if table.raw("format") != FORMAT:
        report("format", f"The sheet does not say format = {FORMAT}.")
    sheet = _read(name, table)
    table.done()
    _check(sheet, report)
    return (None if findings else sheet), findings


def _read(name: str, table: Table) -> Sheet:
    paper = table.word("paper", "A4", ("custom", *PAPERS))
    width, height = PAPERS.get(paper, (210_000, 297_000))
    if paper == "custom":
        width, height = table.length("width", width), table.length("height", height)
    if table.flag("landscape", False):
        width, height = height, width
    card_width, card_height = table.length("card_width", 63_000), table.length("card_height", 88_000)
    gutter = table.length("gutter", 0, zero=True)
    gutter_x, gutter_y = table.length("gutter_x", gutter, zero=True), table.length("gutter_y", gutter, zero=True)
    margin = table.length("margin", 5_000, zero=True)
    columns = table.whole("columns", (width - 2 * margin + gutter_x) // (card_width + gutter_x), high=100)
    rows = table.whole("rows", (height - 2 * margin + gutter_y) // (card_height + gutter_y), high=100)
    return Sheet(
        name, table.text("title", name), width, height, card_width, card_height, rows, columns, gutter_x, gutter_y,
        table.length("bleed", 0, zero=True), table.flag("marks", True), table.length("mark_length", 4_000),
        table.flag("label", True),
    )  # fmt: skip


def _check(sheet: Sheet, report: object) -> None:
    assert callable(report)
    if sheet.slots < 1:
        report("columns", "Not one card fits on the paper.")
    for word, count, size, gutter, whole in (
        ("columns", sheet.columns, sheet.card_width, sheet.gutter_x, sheet.width),
        ("rows", sheet.rows, sheet.card_height, sheet.gutter_y, sheet.height),
    ):
        if _span(count, size, gutter) > whole:
            report(word, f"{count} {word} of cards are wider than the paper.")
    if sheet.slots and min(sheet.origin) < sheet.bleed:
        report("bleed", "The bleed reaches over the edge of the paper.")
    if sheet.label and sheet.slots and sheet.origin[0] - sheet.bleed < 2 * 2_117:
        report("label", "The margin is too small for the page label; state label = false.")
