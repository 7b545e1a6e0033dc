"""Findings as reports: collected for a ruleset, filtered, and written as JSON or SARIF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from carddb import __version__
from carddb.catalog import Catalog
from carddb.edit import EditError
from carddb.pipeline.printing import Shop
from carddb.rules import SEVERITIES, Finding, Severity
from carddb.rules.registry import check_catalog

SARIF_LEVEL = {"error": "error", "warning": "warning", "info": "note"}


def all_findings(catalog: Catalog, files: Path, *, open_shop: Callable[[], Shop] | None = None) -> list[Finding]:
    """Return what the rule checks and the print templates say about a whole catalog, the gravest first.

    Args:
        catalog: the ruleset.
        files: the project's folder of files, for its own templates, fonts and art.
        open_shop: gives the catalog's shop, where cards are printed too.
    """
    try:
        printed = (open_shop() if open_shop else Shop(catalog, files)).findings()
    except EditError as error:
        printed = error.findings
    named = [finding if finding.ruleset else replace(finding, ruleset=catalog.ruleset.code) for finding in printed]
    return sort_findings([*check_catalog(catalog), *named])


def sort_findings(findings: Sequence[Finding]) -> list[Finding]:
    """Return findings by severity, keeping their order within one severity."""
    return sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity))


def is_failing(findings: Sequence[Finding], fail_on: str) -> bool:
    """Return whether a finding is at or above a severity ("never" is above all)."""
    if fail_on == "never":
        return False
    limit: Severity = "warning" if fail_on == "warning" else "error"
    return any(SEVERITIES.index(f.severity) <= SEVERITIES.index(limit) for f in findings)


def as_json(findings: Sequence[Finding], meta: dict[str, Any]) -> dict[str, Any]:
    """Return the document that ``check --format json`` prints."""
    counts = {level: sum(f.severity == level for f in findings) for level in SEVERITIES}
    head = {"carddb": __version__, "format": 1, "counts": counts, **meta}
    return {"meta": head, "findings": [finding.as_json() for finding in findings]}


def as_sarif(findings: Sequence[Finding]) -> dict[str, Any]:
    """Return the findings in SARIF 2.1.0, which code hosts show beside a change."""
    rules = sorted({finding.rule or finding.code for finding in findings})
    results = []
    for finding in findings:
        where = finding.where
        logical = ".".join(part for part in (finding.ruleset, where.kind, where.code, where.field) if part)
        location: dict[str, Any] = {"logicalLocations": [{"fullyQualifiedName": logical}]}
        if where.file:
            region = {"region": {"startLine": where.row}} if where.row else {}
            location["physicalLocation"] = {"artifactLocation": {"uri": where.file}, **region}
        results.append(
            {
                "ruleId": finding.rule or finding.code,
                "level": SARIF_LEVEL[finding.severity],
                "message": {"text": " ".join(part for part in (finding.message, finding.hint) if part)},
                "locations": [location],
            }
        )
    driver = {"name": "carddb", "version": __version__, "rules": [{"id": rule} for rule in rules]}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }
