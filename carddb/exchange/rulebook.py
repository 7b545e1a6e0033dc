"""rulebook.md: the book of a ruleset, sections and numbered rules, read from Markdown and written back."""

from __future__ import annotations

import re
from typing import Any

from carddb.edit import documents as d
from carddb.rules import Finding, Where

_SECTION = re.compile(r"##\s+([^\s:]+):\s+(.+)")
_RULE = re.compile(r"###\s+(\S+)\s+(.+)")
_LISTS = ("kinds", "gaps", "parameters")
_META = ("kinds", "severity", "origin", "gaps", "parameters")


def read_rulebook(
    text: str, file: str, findings: list[Finding]
) -> tuple[str, list[dict[str, Any]], list[dict[str, Any]]]:
    """Split a rulebook into its introduction, sections and rules, as raw entries; problems go to ``findings``.

    The form: "# Title", an introduction, "## code: Section", its prose, "### RULE-ID Title",
    "> kinds: ...; origin: ...; gaps: ...; parameters: ...", the rule's text.
    """
    introduction: list[str] = []
    sections: list[dict[str, Any]] = []
    rules: list[dict[str, Any]] = []
    target = introduction
    bodies: list[tuple[dict[str, Any], list[str]]] = []

    def complain(row: int, message: str) -> None:
        findings.append(Finding("file.syntax", "error", f"line {row}: {message}", Where("file", file=file, row=row)))

    for row, line in enumerate(text.split("\n"), start=1):
        if line.startswith("### "):
            found = _RULE.fullmatch(line.rstrip())
            if not found or not sections:
                complain(row, "a rule is written '### SH-RES-1 Title' and stands inside a section")
                continue
            rules.append({"code": found[1], "title": found[2], "section": sections[-1]["code"]})
            target = []
            bodies.append((rules[-1], target))
        elif line.startswith("## "):
            found = _SECTION.fullmatch(line.rstrip())
            if not found:
                complain(row, "a section is written '## code: Title'")
                continue
            sections.append({"code": found[1], "name": found[2]})
            target = []
            bodies.append((sections[-1], target))
        elif line.startswith("# "):
            continue
        elif line.startswith("> ") and rules and target is bodies[-1][1] and not any(target):
            _read_meta(line[2:], rules[-1], row, complain)
        else:
            target.append(line)
    for entry, lines in bodies:
        entry["text"] = "\n".join(lines).strip()
    return "\n".join(introduction).strip(), sections, rules


def _read_meta(line: str, rule: dict[str, Any], row: int, complain: Any) -> None:
    for part in filter(None, (piece.strip() for piece in line.split(";"))):
        key, colon, value = part.partition(":")
        key, value = key.strip(), value.strip()
        if not colon or key not in _META:
            complain(row, f"{part!r} is not understood; known are {', '.join(_META)}, each followed by a colon")
        elif key in _LISTS:
            rule[key] = [word.strip() for word in value.split(",") if word.strip()]
        else:
            rule[key] = value


def write_rulebook(document: d.CatalogDocument) -> str:
    """Return the Markdown of a ruleset's book; read_rulebook gives the same entries back."""
    parts = [f"# {document.ruleset.name}", document.ruleset.introduction]
    for section in document.sections:
        parts += [f"## {section.code}: {section.name}", section.text]
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
            parts.append(f"### {rule.code} {rule.title}\n> {'; '.join(meta)}\n{rule.text}")
    return "\n\n".join(part for part in parts if part) + "\n"
