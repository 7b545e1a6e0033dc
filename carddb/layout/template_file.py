"""Read card templates from TOML: inheritance, then every value checked, all problems as findings.

A folder of the project comes before the bundled templates; nothing is drawn or measured here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from carddb.layout import elements
from carddb.layout.boxes import Measure
from carddb.layout.reading import Table
from carddb.layout.template import Choice, Pattern, Template
from carddb.resources import resource
from carddb.rules.finding import Finding, Where

FORMAT = 1

DEEPEST = 8
"""Longest chain of ``extends``. Source: house choice."""


@dataclass
class _Merged:
    """A template file and those that it extends, the nearest last word."""

    tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    front: list[dict[str, Any]] = field(default_factory=list)
    back: list[dict[str, Any]] = field(default_factory=list)


def template_folders(project: Path | None = None) -> tuple[Path, ...]:
    """Return where templates are looked for: the project's own ``print_templates`` first, then the bundled."""
    bundled = resource("print_templates")
    own = (project or Path.cwd()) / "print_templates"
    return (own, bundled) if own.is_dir() and own.resolve() != bundled.resolve() else (bundled,)


def list_templates(kind: str, folders: Sequence[Path] | None = None) -> list[str]:
    """Return the names of all templates of a kind: cards, sheets or booklets."""
    found: Iterable[Path] = (
        file for folder in folders or template_folders() for file in (folder / kind).glob("*.toml")
    )
    return sorted({file.stem for file in found})


def find_template(kind: str, name: str, folders: Sequence[Path]) -> Path | None:
    """Return the file of a template, or None; the first folder that has it wins."""
    if not name or not all(c.isalnum() or c in "-_" for c in name):
        return None
    return next((f for folder in folders if (f := folder / kind / f"{name}.toml").is_file()), None)


def load_template(
    name: str, *, folders: Sequence[Path] | None = None, measure: Measure | None = None
) -> tuple[Template | None, list[Finding]]:
    """Read a card template.

    measure: given, the fonts that the template names are checked too.
    Returns: the template, or None when a finding is an error; and all findings.
    """
    findings: list[Finding] = []
    merged = _merge(name, tuple(folders or template_folders()), findings, seen=())
    if merged is None:
        return None, findings
    template = _read(name, merged, findings)
    if measure is not None and template is not None:
        for alias, font in template.fonts.items():
            problem = measure.problem(font)
            if problem:
                findings.append(
                    _finding("template.font", f"The font {alias!r} cannot be used: {problem}.", name, alias)
                )
    failed = any(finding.severity == "error" for finding in findings)
    return (None if failed else template), findings


def _finding(code: str, message: str, name: str, entry: str = "") -> Finding:
    return Finding(code, "error", message, Where("template", code=name, file=f"cards/{name}.toml", entry=entry))


def _merge(name: str, folders: tuple[Path, ...], findings: list[Finding], seen: tuple[str, ...]) -> _Merged | None:
    path = find_template("cards", name, folders)
    if name in seen or len(seen) > DEEPEST:
        findings.append(_finding("template.extends", f"The template {name!r} extends itself.", seen[0]))
        return None
    if path is None:
        known = ", ".join(list_templates("cards", folders))
        findings.append(_finding("template.unknown", f"There is no card template {name!r}; known: {known}.", name))
        return None
    try:
        raw = tomllib.loads(path.read_bytes().decode("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        findings.append(_finding("template.unreadable", f"The template cannot be read: {error}.", name))
        return None
    parent = raw.pop("extends", None)
    merged: _Merged | None = _Merged()
    if parent is not None and not isinstance(parent, str):
        findings.append(_finding("template.extends", f"{parent!r} is not the name of a template.", name, "extends"))
        return None
    if parent is not None:
        merged = _merge(parent, folders, findings, (*seen, name))
    if merged is None:
        return None
    if raw.pop("format", None) != FORMAT:
        findings.append(_finding("template.format", f"The template does not say format = {FORMAT}.", name))
    for key in ("card", "fonts", "colors", "tables", "patterns"):
        given = raw.pop(key, {})
        if isinstance(given, dict):
            merged.tables.setdefault(key, {}).update(given)
        else:
            findings.append(_finding("template.type", f"{key!r} must be a table.", name, key))
            merged.tables.setdefault(key, {})
    back = raw.pop("back", {})
    _merge_elements(merged.front, raw.pop("element", []), name, findings)
    _merge_elements(merged.back, back.get("element", []) if isinstance(back, dict) else back, name, findings)
    findings += [_finding("template.key", f"{key!r} is no part of a card template.", name, key) for key in raw]
    return merged


def _merge_elements(into: list[dict[str, Any]], given: object, name: str, findings: list[Finding]) -> None:
    if not isinstance(given, list) or not all(isinstance(entry, dict) for entry in given):
        findings.append(_finding("template.type", "Elements must be written as [[element]].", name))
        return
    for number, entry in enumerate(given, start=1):
        row = dict(entry)
        own_id = str(row.get("id", ""))
        place = f"element[{number}]" + (f" {own_id}" if own_id else "")
        if not own_id:
            findings.append(_finding("template.id", "An element has no id.", name, place))
            continue
        places = {str(old["id"]): index for index, old in enumerate(into)}
        anchor = row.pop("before", row.pop("after", None))
        offset = 1 if "after" in entry else 0
        if anchor is not None and (not isinstance(anchor, str) or anchor not in places or anchor == own_id):
            findings.append(
                _finding("template.anchor", f"There is no element {anchor!r} to stand beside.", name, place)
            )
            anchor = None
        remove = row.pop("remove", False)
        if own_id in places:
            old = into[places[own_id]]
            if remove:
                into.remove(old)
                continue
            row = old | row if "kind" not in row or row["kind"] == old.get("kind") else row
            if anchor is None:
                into[places[own_id]] = row
                continue
            into.remove(old)
            places = {str(kept["id"]): index for index, kept in enumerate(into)}
        elif remove:
            findings.append(_finding("template.anchor", f"There is no element {own_id!r} to remove.", name, place))
            continue
        into.insert(len(into) if anchor is None else places[anchor] + offset, row)


def _read(name: str, merged: _Merged, findings: list[Finding]) -> Template | None:
    def report(entry: str, message: str) -> None:
        findings.append(_finding("template.value", message, name, entry))

    card = Table(merged.tables["card"], "card", report)
    width, height = card.length("width", 63_000), card.length("height", 88_000)
    bleed = card.length("bleed", 3_000, zero=True)
    card.done()
    fonts = {k: v for k, v in merged.tables["fonts"].items() if isinstance(v, str)}
    for alias in merged.tables["fonts"].keys() - fonts.keys():
        report(f"fonts.{alias}", 'A font is a text such as "alegreya-sans bold".')
    colors: dict[str, str | Choice] = {}
    for key, value in merged.tables["colors"].items():
        colors[key] = value if isinstance(value, str) else _choice(value, f"colors.{key}", report)
    tables = {k: _choice(v, f"tables.{k}", report) for k, v in merged.tables["tables"].items()}
    patterns = {k: _pattern(v, f"patterns.{k}", report) for k, v in merged.tables["patterns"].items()}
    reader = elements.ElementReader(fonts, colors, tables, patterns, report)
    front = tuple(e for row in merged.front if (e := reader.read(row, "element")))
    back = tuple(e for row in merged.back if (e := reader.read(row, "back.element")))
    return Template(name, width, height, bleed, fonts, colors, tables, patterns, front, back)


def _choice(value: object, entry: str, report: Any) -> Choice:
    if not isinstance(value, dict):
        report(entry, 'It must be a table with "by" and one value for each code.')
        return Choice("type", {}, None)
    table = Table(value, entry, report)
    by = table.word("by", "affinity", ("affinity", "rarity", "type", "flag", "role"))
    default = table.text("default", "") if "default" in value else None
    rest = {k: table.text(k, "") for k in list(value) if k not in ("by", "default")}
    return Choice(by, rest, default)


def _pattern(value: object, entry: str, report: Any) -> Pattern:
    if not isinstance(value, dict):
        report(entry, "It must be a table with d, box and size.")
        return Pattern("", (1, 1), 1000, 0)
    table = Table(value, entry, report)
    pattern = Pattern(
        table.path("d"), table.pair("box", (10, 10)), table.length("size", 4_000), table.number("stroke_width", 0)
    )
    table.done()
    return pattern
