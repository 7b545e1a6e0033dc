"""The whole pipeline: each ruleset checked, printed and exported into a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from carddb.edit import EditError
from carddb.exchange.json import write_export
from carddb.pdf.booklets import Layout
from carddb.pipeline.booklets import print_booklet_of
from carddb.pipeline.findings import all_findings, sort_findings
from carddb.pipeline.printing import Printed, print_catalog
from carddb.pipeline.project import Project
from carddb.rules import Finding

Progress = Callable[[str, int, int], None]

SHEETS = ("a4-poker63", "letter-poker635")
"""The sheets that a build prints: 63 x 88 mm on A4, 63.5 x 88.9 mm on Letter."""


@dataclass(slots=True)
class BuildResult:
    """What a build did for one ruleset: findings, and a line for each file or folder."""

    name: str
    findings: list[Finding] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)


def build_all(
    project: Project, rulesets: Sequence[str], output: Path, *, progress: Progress | None = None
) -> list[BuildResult]:
    """Check, print and export rulesets; what cannot be printed is a finding, and the rest is made all the same.

    Returns: one result a ruleset, in order. Each file is written whole or not at all.
    """
    return [_Build(project, code, output, progress or (lambda *_: None)).run() for code in rulesets]


class _Build:
    def __init__(self, project: Project, code: str, output: Path, progress: Progress) -> None:
        self.project = project
        self.catalog = project.catalog(code)
        self.folder = output / code
        self.output = output
        self.progress = progress
        self.result = BuildResult(self.catalog.ruleset.name)

    def run(self) -> BuildResult:
        name = self.catalog.ruleset.name
        self.progress(f"{name}: checks", 0, 1)
        found = all_findings(self.catalog, self.project.files)
        for sheet in SHEETS:
            self.make(lambda sheet=sheet: self.sheets(sheet))  # type: ignore[misc]
        for deck in self.catalog.decks:
            self.make(lambda deck=deck: self.deck(deck))  # type: ignore[misc]
        self.make(lambda: self.booklet("booklet.pdf", "pages"))
        self.make(lambda: self.booklet("booklet-fold.pdf", "fold"))
        self.progress(f"{name}: JSON", 0, 1)
        files = write_export(self.catalog, self.output / "json")
        cards = f"{len(self.catalog.cards)} cards, {len(self.catalog.decks)} decks"
        self.result.lines.append(f"{self.output / 'json' / self.catalog.ruleset.code}: {cards} in {len(files)} files")
        known = set(map(_key, found))
        found += [finding for finding in self.result.findings if _key(finding) not in known]
        self.result.findings = sort_findings(found)
        self.progress(f"{name}: done", 1, 1)
        return self.result

    def make(self, job: Callable[[], Printed]) -> None:
        """Do a part of the build; a template that cannot be used is a finding and stops only this part."""
        try:
            printed = job()
        except EditError as error:
            self.result.findings += [self._named(finding) for finding in error.findings]
            return
        self.result.findings += [self._named(finding) for finding in printed.findings]
        self.result.lines.append(f"{printed.path}: {printed.text}")

    def _named(self, finding: Finding) -> Finding:
        return finding if finding.ruleset else replace(finding, ruleset=self.catalog.ruleset.code)

    def sheets(self, sheet: str) -> Printed:
        path = self.folder / f"cards-{sheet}.pdf"
        return print_catalog(
            self.catalog, self.project.files, path, sheet=sheet, backs="long", progress=self.progress
        )

    def deck(self, deck: str) -> Printed:
        path = self.folder / "decks" / f"{deck}.pdf"
        return print_catalog(self.catalog, self.project.files, path, deck=deck, progress=self.progress)

    def booklet(self, name: str, layout: Layout) -> Printed:
        path = self.folder / name
        return print_booklet_of(self.catalog, self.project.files, path, layout=layout, progress=self.progress)


def _key(finding: Finding) -> tuple[object, ...]:
    return (finding.code, finding.where, finding.message)
