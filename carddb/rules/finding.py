"""What a check returns: a finding is a value, never an exception. No check lives here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Severity = Literal["error", "warning", "info"]

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
"""Severities from the gravest to the mildest."""


LONGEST_NAME = 40
"""Longest name that a message writes out, in characters."""


def shorten(name: str) -> str:
    """Return a name as a message writes it: a very long one ends in an ellipsis."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"


@dataclass(frozen=True, slots=True)
class Where:
    """The place of a finding; of these fields, what applies.

    kind: what it is about ("card", "deck", "rule", "parameter", "file", "template", ...).
    entry: the place inside a file, such as ``card[3].stats.atk``; span: (first, last + 1) character of the field.
    """

    kind: str
    code: str = ""
    name: str = ""
    field: str = ""
    file: str = ""
    entry: str = ""
    row: int | None = None
    column: int | None = None
    span: tuple[int, int] | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the fields that apply, ready for JSON."""
        pairs = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in pairs.items() if value not in ("", None)}

    def label(self) -> str:
        """Return the place in words for a line of text."""
        thing = f"{self.kind.replace('_', ' ')} {shorten(self.name or self.code)}".strip()
        line = f"line {self.row}" if self.row else ""
        place = " ".join(part for part in (self.file, line, "" if line and self.code else self.entry) if part)
        inside = "" if self.file else self.field
        parts = [part for part in (place, "" if self.kind == "file" else thing, inside) if part]
        return ": ".join(parts) or self.kind


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of a check.

    code: what was checked ("deck.size"); rule: the rulebook id behind it or "".
    message: one sentence with the actual and the allowed value; hint: what to do.
    """

    code: str
    severity: Severity
    message: str
    where: Where = field(default_factory=lambda: Where("ruleset"))
    rule: str = ""
    ruleset: str = ""
    actual: Any = None
    allowed: Any = None
    hint: str = ""
    parameters: tuple[tuple[str, Any], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the finding in the shape that ``carddb check --format json`` prints."""
        return {
            "code": self.code,
            "rule": self.rule or None,
            "severity": self.severity,
            "ruleset": self.ruleset or None,
            "where": self.where.as_json(),
            "message": self.message,
            "actual": self.actual,
            "allowed": self.allowed,
            "hint": self.hint,
            "parameters": dict(self.parameters),
        }


def worst(findings: list[Finding]) -> Severity | None:
    """Return the gravest severity among the findings, or None when there are none."""
    return next((level for level in SEVERITIES if any(f.severity == level for f in findings)), None)
