"""The whole pipeline: each ruleset checked, printed and exported into a folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from carddb.edit import EditError
from carddb.exchange.json import write_export
from carddb.pdf.booklets import Layout
from carddb.pipeline.booklets import print_layouts
from carddb.pipeline.findings import all_findings, sort_findings
from carddb.pipeline.printing import Printed, Shop, print_catalog
from carddb.pipeline.project import Project
from carddb.rules import Finding

Progress = Callable[[str, int, int], None]

SHEETS = ("a4-poker63", "letter-poker635")
"""The sheets that a build prints: 63 x 88 mm on A4, 63.5 x 88.9 mm on Letter."""

BOOKLETS: Mapping[str, Layout] = {"booklet.pdf": "pages", "booklet-fold.pdf": "fold"}
"""The booklets that a build prints, by their files."""

REMEMBERED = 1000
"""Fronts of one size that a build keeps, as checks, sheets and decks show the same ones; more are placed again."""


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
        self.opened: Shop | None = None
        self.result = BuildResult(self.catalog.ruleset.name)

    def run(self) -> BuildResult:
        name = self.catalog.ruleset.name
        self.progress(f"{name}: checks", 0, 1)
        found = all_findings(self.catalog, self.project.files, open_shop=self.shop)
        for sheet in SHEETS:
            self.make(lambda sheet=sheet: [self.sheets(sheet)])  # type: ignore[misc]
        for deck in self.catalog.decks:
            self.make(lambda deck=deck: [self.deck(deck)])  # type: ignore[misc]
        self.make(self.booklets)
        self.progress(f"{name}: JSON", 0, 1)
        files = write_export(self.catalog, self.output / "json")
        cards = f"{len(self.catalog.cards)} cards, {len(self.catalog.decks)} decks"
        self.result.lines.append(f"{self.output / 'json' / self.catalog.ruleset.code}: {cards} in {len(files)} files")
        once = {_key(finding): finding for finding in reversed([*found, *self.result.findings])}
        self.result.findings = sort_findings(list(once.values())[::-1])
        self.progress(f"{name}: done", 1, 1)
        return self.result

    def shop(self) -> Shop:
        """Return the shop that prints everything. Raises: EditError with all problems of the card template."""
        if self.opened is None:
            self.opened = Shop(self.catalog, self.project.files, remembered=REMEMBERED)
        return self.opened

    def make(self, job: Callable[[], list[Printed]]) -> None:
        """Do a part of the build; a template that cannot be used is a finding and stops only this part."""
        try:
            made = job()
        except EditError as error:
            self.result.findings += [self._named(finding) for finding in error.findings]
            return
        for printed in made:
            self.result.findings += [self._named(finding) for finding in printed.findings]
            self.result.lines.append(f"{printed.path}: {printed.text}")

    def _named(self, finding: Finding) -> Finding:
        return finding if finding.ruleset else replace(finding, ruleset=self.catalog.ruleset.code)

    def sheets(self, sheet: str) -> Printed:
        path = self.folder / f"cards-{sheet}.pdf"
        files = self.project.files
        return print_catalog(
            self.catalog, files, path, sheet=sheet, backs="long", shop=self.shop(), progress=self.progress
        )

    def deck(self, deck: str) -> Printed:
        path = self.folder / "decks" / f"{deck}.pdf"
        files = self.project.files
        return print_catalog(self.catalog, files, path, deck=deck, shop=self.shop(), progress=self.progress)

    def booklets(self) -> list[Printed]:
        wanted = {self.folder / name: layout for name, layout in BOOKLETS.items()}
        return print_layouts(self.shop(), wanted, progress=self.progress)


def _key(finding: Finding) -> tuple[object, ...]:
    return (finding.code, finding.where, finding.message)
