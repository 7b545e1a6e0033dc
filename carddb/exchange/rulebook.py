"""rulebook.md: the book of a ruleset, sections and numbered rules, read from Markdown and written back."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from carddb.edit import documents as d
from carddb.edit.problems import shown
from carddb.rules import Finding, Where

_SECTION = re.compile(r"##\s+([^\s:]+):\s+(.+)")
_RULE = re.compile(r"###\s+(\S+)\s+(.+)")
_LISTS = ("kinds", "gaps", "parameters")
_META = ("kinds", "severity", "origin", "gaps", "parameters")


class RulebookReading(NamedTuple):
    """A rulebook as raw entries; ``rows`` holds the line of each, by its place such as ``rule[3]``."""

    introduction: str
    sections: list[dict[str, Any]]
    rules: list[dict[str, Any]]
    rows: dict[str, int]


def read_rulebook(text: str, file: str, findings: list[Finding]) -> RulebookReading:
    """Split a rulebook into its introduction, sections and rules; problems go to ``findings``.

    The form: "# Title", an introduction, "## code: Section", its prose, "### RULE-ID Title",
    "> kinds: ...; origin: ...; gaps: ...; parameters: ...", the rule's text. A backslash before # or > at the start
    of a line makes it part of the text.
    """
    rows: dict[str, int] = {}
    introduction: list[str] = []
    sections: list[dict[str, Any]] = []
    rules: list[dict[str, Any]] = []
    target = introduction
    bodies: list[tuple[dict[str, Any], list[str]]] = []

    def complain(row: int, message: str) -> None:
        findings.append(Finding("file.syntax", "error", message, Where("file", file=file, row=row)))

    if not any(line.startswith("# ") for line in text.split("\n")):
        complain(1, "The book has no title; its first line is written '# Name of the game'.")
    for row, line in enumerate(text.split("\n"), start=1):
        if line.startswith("### "):
            found = _RULE.fullmatch(line.rstrip())
            if not found or not sections:
                complain(row, "A rule is written '### SH-RES-1 Title' and stands inside a section.")
                continue
            rows[f"rule[{len(rules) + 1}]"] = row
            rules.append({"code": found[1], "title": found[2], "section": sections[-1]["code"]})
            target = []
            bodies.append((rules[-1], target))
        elif line.startswith("## "):
            found = _SECTION.fullmatch(line.rstrip())
            if not found:
                complain(row, "A section is written '## code: Title'.")
                continue
            rows[f"section[{len(sections) + 1}]"] = row
            sections.append({"code": found[1], "name": found[2]})
            target = []
            bodies.append((sections[-1], target))
        elif line.startswith("# "):
            continue
        elif line.startswith("> ") and rules and target is bodies[-1][1] and not any(target):
            _read_meta(line[2:], rules[-1], row, complain)
        else:
            target.append(re.sub(r"^\\(?=[\\#>])", "", line))
    for entry, lines in bodies:
        entry["text"] = "\n".join(lines).strip()
    return RulebookReading("\n".join(introduction).strip(), sections, rules, rows)


def _read_meta(line: str, rule: dict[str, Any], row: int, complain: Any) -> None:
    for part in filter(None, (piece.strip() for piece in line.split(";"))):
        key, colon, value = part.partition(":")
        key, value = key.strip(), value.strip()
        if not colon or key not in _META:
            known = f"Known are {', '.join(_META)}, each followed by a colon."
            complain(row, f"{shown(part)} is not understood. {known}")
        elif key in rule:
            complain(row, f"{key} stands there twice.")
        elif key in _LISTS:
            rule[key] = [word.strip() for word in value.split(",") if word.strip()]
        else:
            rule[key] = value


def write_rulebook(document: d.CatalogDocument) -> str:
    """Return the Markdown of a ruleset's book; read_rulebook gives the same entries back."""
    parts = [f"# {document.ruleset.name}", _plain(document.ruleset.introduction)]
    for section in document.sections:
        parts += [f"## {section.code}: {section.name}", _plain(section.text)]
        for rule in document.rules:
            if rule.section != section.code:
                continue
            meta = [f"kinds: {', '.join(rule.kinds)}", f"origin: {rule.origin}"]
            if rule.severity != "error":
                meta.append(f"severity: {rule.severity}")
            if rule.gaps:
                meta.append(f"gaps: {', '.join(rule.gaps)}")
            if rule.parameters:
                meta.append(f"parameters: {', '.join(rule.parameters)}")
            parts.append(f"### {rule.code} {rule.title}\n> {'; '.join(meta)}\n{_plain(rule.text)}")
    return "\n\n".join(part for part in parts if part) + "\n"


def _plain(text: str) -> str:
    """Return a text whose lines are read as text, even those that look like a heading or a head of a rule."""
    return re.sub(r"^(?=[\\#>])", r"\\", text, flags=re.MULTILINE)
