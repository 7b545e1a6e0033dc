"""How the command line shows things: findings, tables, progress on stderr and only on a terminal."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from carddb.pipeline.wording import WordedText
    from carddb.rules import Finding


out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)

MOST_ALIKE = 20
"""Problems of one kind that are printed one by one. Source: house choice."""

_DIFFERING = re.compile(r"'[^']*'|\"[^\"]*\"|\d[\d,]*")

MARKS = {"error": "[bold red]E[/]", "warning": "[bold yellow]W[/]", "info": "[bold blue]i[/]"}


def print_json(document: Any) -> None:
    """Write one JSON document to stdout and nothing else."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True) + "\n")


def print_findings(findings: Sequence[Finding], form: str, meta: dict[str, Any]) -> None:
    """Print findings as text, JSON or SARIF."""
    from carddb.pipeline.findings import as_json, as_sarif

    if form == "json":
        print_json(as_json(findings, meta))
    elif form == "sarif":
        print_json(as_sarif(findings))
    else:
        for finding in findings:
            print_finding(finding)
        out.print(summary(findings))


def print_finding(finding: Finding, console: Console | None = None) -> None:
    """Print one finding on a line: mark, rule or code, place, sentence, hint."""
    place = ", ".join(part for part in (finding.ruleset, finding.where.label()) if part)
    label = finding.rule or finding.code
    hint = f" [dim]{escape(finding.hint)}[/]" if finding.hint else ""
    line = f"{MARKS[finding.severity]} [bold]{escape(label)}[/] {escape(place)}: {escape(finding.message)}{hint}"
    (console or out).print(line)


def print_problems(findings: Sequence[Finding], console: Console) -> None:
    """Print problems a line each; of those that say the same about many places, the first and how many more."""
    met: Counter[tuple[str, str, str]] = Counter()
    for finding in findings:
        kind = _kind(finding)
        met[kind] += 1
        if met[kind] <= MOST_ALIKE:
            print_finding(finding, console)
    for (code, file, sentence), number in met.items():
        if number > MOST_ALIKE:
            place = f" {file}" if file else ""
            console.print(f"  and {number - MOST_ALIKE} more {code}{place}: {sentence}", markup=False)


def _kind(finding: Finding) -> tuple[str, str, str]:
    """Return code, file and sentence of a finding without what differs from place to place."""
    sentence = finding.message.removeprefix(f"{finding.where.field} ") if finding.where.field else finding.message
    return finding.code, finding.where.file, _DIFFERING.sub("…", sentence.split(", not ")[0].split(". ")[0])


def print_worded(text: WordedText) -> None:
    """Print a text that is not understood or worded otherwise: its card and place, problems, typed and canonical."""
    place = "" if text.place == "rules" else f", {text.place}"
    out.print(f"[bold]{escape(text.card.name)}[/] ({text.ruleset}: {text.card.code}{place})")
    for problem in text.problems:
        nearest = f" [dim]Did you mean: {escape(problem.nearest)}[/]" if problem.nearest else ""
        out.print(
            f"  {MARKS['error']} characters {problem.start + 1} to {problem.end}: {escape(problem.message)}{nearest}"
        )
    if text.is_other:
        for typed in text.typed.split("\n"):
            out.print(f"  - {typed}", markup=False)
        for canonical in text.canonical.split("\n"):
            out.print(f"  + {canonical}", markup=False)


def summary(findings: Sequence[Finding]) -> str:
    """Return how many findings there are of each severity, in words."""
    words = []
    for level, word in (("error", "error"), ("warning", "warning"), ("info", "note")):
        number = sum(finding.severity == level for finding in findings)
        words.append(f"{number} {word}{'' if number == 1 else 's'}")
    return ", ".join(words) + "."


def print_table(titles: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[str] = ()) -> None:
    """Print a table; columns named in ``numbers`` are right-aligned."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in titles:
        table.add_column(title, justify="right" if title in numbers else "left")
    for row in rows:
        table.add_row(*(escape(cell) for cell in row))
    out.print(table)


@contextmanager
def progress_on_terminal() -> Iterator[Callable[[str, int, int], None]]:
    """Show progress on stderr while the block runs; on anything but a terminal nothing is shown."""
    if not err.is_terminal:
        yield lambda _text, _done, _all: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    with Progress(*columns, TimeElapsedColumn(), console=err, transient=True) as bar:
        task = bar.add_task("", total=1)
        yield lambda text, done, total: bar.update(
            task, description=escape(text), completed=done, total=max(total, 1)
        )
