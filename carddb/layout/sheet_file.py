"""Sheets of paper from TOML: paper, card size, grid, margins, gutters, bleed, marks, fold and skipped cells."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

from carddb.layout.reading import Table
from carddb.layout.sheets.grid import CARDS, PAPERS, Reach, Sheet
from carddb.layout.template_file import FORMAT, find_template, list_templates, template_folders
from carddb.rules.finding import Finding, Where

__all__ = ["Sheet", "load_sheet"]


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
    sheet.check(report)
    return (None if findings else sheet), findings


def _read(name: str, table: Table) -> Sheet:
    width, height = _size(table, "paper", PAPERS, "A4", ("width", "height"))
    card_width, card_height = _size(table, "card", CARDS, "poker63", ("card_width", "card_height"))
    gutter = table.length("gutter", 0, zero=True)
    margin = table.length("margin", 5_000, zero=True)
    fold = table.flag("fold", False)
    return Sheet(
        name=name,
        title=table.text("title", name),
        width=width,
        height=height,
        card_width=card_width,
        card_height=card_height,
        gutter_x=table.length("gutter_x", gutter, zero=True),
        gutter_y=table.length("gutter_y", gutter, zero=True),
        margins=Reach(
            *(table.length(f"margin_{edge}", margin, zero=True) for edge in ("left", "top", "right", "bottom"))
        ),
        asked=(table.whole("columns", 0, high=100), table.whole("rows", 0, high=100)),
        orientation=table.word("orientation", "auto", ("auto", "portrait", "landscape")),
        bleed=table.length("bleed", 0, zero=True),
        is_full_bleed=table.word("bleed_between", "trimmed", ("trimmed", "full")) == "full",
        fold=fold,
        fold_gutter=table.length("fold_gutter", gutter, zero=True) if fold else 0,
        skip=_skipped(table),
        marks=table.word("marks", "ticks", ("none", "ticks", "lines", "crosses")),
        mark_length=table.length("mark_length", 4_000),
        label=table.flag("label", True),
    ).with_grid()


def _size(
    table: Table, key: str, known: dict[str, tuple[int, int]], default: str, own: tuple[str, str]
) -> tuple[int, int]:
    """Return the size that a name stands for, or with "custom" the two lengths of the file."""
    stated = key in table or not any(part in table for part in own)
    word = table.word(key, default, ("custom", *known)) if stated else "custom"
    if word != "custom":
        return known[word]
    for part in own:
        if part not in table:
            table.wrong(part, f'A custom {key} needs {own[0]} and {own[1]}, such as "63mm".')
    width, height = known[default]
    return table.length(own[0], width), table.length(own[1], height)


def _skipped(table: Table) -> frozenset[int]:
    given = table.raw("skip", [])
    if not isinstance(given, list) or not all(type(number) is int for number in given):
        table.wrong("skip", "skip must be a list of cells counted from 1, such as [1, 9].")
        return frozenset()
    return frozenset(given)
