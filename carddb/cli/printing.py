"""The commands of the print shop: sheets, printers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from carddb.cli.commands import FILE, QueryCommand, QueryWord, author, carddb, print_result, project_of
from carddb.cli.show import out, print_findings, print_table, progress_on_terminal

if TYPE_CHECKING:
    from carddb.layout.sheet import Backs
    from carddb.layout.sheets.inks import Ink
    from carddb.layout.sheets.windows import Sticker
    from carddb.pdf.booklets import Layout


class Numbers(click.ParamType[tuple[int, ...]]):
    """Whole numbers with commas between them: 1,2,9."""

    name = "numbers"

    def convert(
        self, value: str | tuple[int, ...], param: click.Parameter | None, context: click.Context | None
    ) -> tuple[int, ...]:
        """Return the numbers."""
        if isinstance(value, tuple):
            return value
        parts = [part.strip() for part in value.split(",")]
        if not all(part.isascii() and part.isdigit() for part in parts):
            self.fail(f"{value!r} is not a list of cells such as 1,2,9.", param, context)
        return tuple(int(part) for part in parts)


@carddb.command(cls=QueryCommand)
@click.argument("ruleset")
@click.argument("query", nargs=-1, type=QueryWord())
@click.option("--deck", metavar="CODE-or-FILE", help="Print a deck with its quantities.")
@click.option(
    "--copies", type=click.IntRange(1, 999), default=1, show_default=True, help="Print everything so often."
)
@click.option(
    "--sheet", metavar="NAME", default="a4-poker63", show_default=True, help="Sheet template; see 'carddb templates'."
)
@click.option("--skip", type=Numbers(), default=(), metavar="1,2", help="Cells that stay empty, in reading order.")
@click.option(
    "--backs",
    type=click.Choice(["none", "long", "short"]),
    default="none",
    show_default=True,
    help="Backs, and the edge the printer flips on.",
)
@click.option("--printer", metavar="NAME", default="", help="Move the backs into place; see 'carddb printers'.")
@click.option(
    "--ink",
    type=click.Choice(["full", "low", "grey"]),
    default="full",
    show_default=True,
    help="Save ink (pale line art), or print in black only.",
)
@click.option(
    "--sticker",
    type=click.Choice(["none", "rules", "face"]),
    default="none",
    show_default=True,
    help="Stickers for old cards: the rules text, or the whole face a little smaller.",
)
@click.option("--stamp", is_flag=True, help="Stamp version and slot onto the picture.")
@click.option(
    "--qr",
    is_flag=False,
    flag_value="{ruleset}/{code}@{version}",
    default="",
    metavar="PATTERN",
    help="A QR code on the picture; PATTERN may name {ruleset} {code} {uid} {version} {set} {number} {release}.",
)
@click.option("--release", metavar="NAME", default="", help="Print this frozen release instead of the working state.")
@click.option("--changed-since", metavar="NAME", default="", help="Only what differs on paper from this release.")
@click.option("--pages-per-file", type=click.IntRange(1), metavar="N", help="Begin a new file after N pages.")
@click.option("-o", "--output", required=True, type=FILE)
@click.pass_context
def sheets(
    context: click.Context,
    ruleset: str,
    query: tuple[str, ...],
    deck: str | None,
    copies: int,
    sheet: str,
    skip: tuple[int, ...],
    backs: Backs,
    printer: str,
    ink: Ink,
    sticker: Sticker,
    stamp: bool,
    qr: str,
    release: str,
    changed_since: str,
    pages_per_file: int | None,
    output: Path,
) -> int:
    """Print card sheets as PDF."""
    from carddb.pipeline.printing import Wish
    from carddb.pipeline.prints import print_and_record

    project = project_of(context)
    wish = Wish(
        copies=copies, skip=skip, ink=ink, printer=printer, sticker=sticker, stamp=stamp, qr=qr,
        pages_per_file=pages_per_file or 0,
    )  # fmt: skip
    with progress_on_terminal() as progress:
        result = print_and_record(
            project,
            ruleset,
            output,
            query=" ".join(query),
            deck=deck,
            sheet=sheet,
            backs=backs,
            wish=wish,
            author=author(),
            release=release,
            changed_since=changed_since,
            progress=progress,
        )
    return print_result(result)


@carddb.command()
@click.option("--calibrate", is_flag=True, help="Print two pages that tell how far the backs lie off.")
@click.option(
    "--paper",
    type=click.Choice(["A4", "A3", "letter", "legal", "tabloid"]),
    default="A4",
    show_default=True,
    help="Paper of the calibration print.",
)
@click.option("--edge", type=click.Choice(["long", "short"]), default="long", show_default=True)
@click.option("--printer", metavar="NAME", default="", help="Make up for this printer's readings, to see them at 0.")
@click.option("-o", "--output", type=FILE, help="The PDF of the calibration print.")
def printers(calibrate: bool, paper: str, edge: Backs, printer: str, output: Path | None) -> int:
    """List the printers whose backs are moved into place, or measure one."""
    from carddb.pipeline.printing import list_printers, print_calibration
    from carddb.pipeline.project import UsageError

    if calibrate:
        if output is None:
            raise UsageError("Name the PDF to write: carddb printers --calibrate -o test.pdf")
        return print_result(print_calibration(output, paper=paper, edge=edge, printer=printer))
    if output is not None or printer:
        raise UsageError("Say --calibrate to print; alone, the command lists the printers.")
    print_table(("printer", "long edge", "short edge", "what it is"), list_printers())
    out.print("A printer is a file in print_templates/printers/; carddb printers --calibrate measures one.")
    return 0


@carddb.command()
@click.argument("ruleset")
@click.option(
    "--layout",
    type=click.Choice(["pages", "fold"]),
    default="pages",
    show_default=True,
    help="Reading pages, or imposed for folding.",
)
@click.option(
    "--paper",
    default="a5",
    show_default=True,
    metavar="NAME",
    help="a5, half-letter, a6, the one folded sheet mini or mini-letter, or card for quick-reference cards.",
)
@click.option("--release", metavar="NAME", default="", help="A frozen release instead of the working state.")
@click.option("-o", "--output", required=True, type=FILE)
@click.pass_context
def booklet(context: click.Context, ruleset: str, layout: Layout, paper: str, release: str, output: Path) -> int:
    """Print the rule booklet as PDF, or write it as an HTML page (-o FILE.html)."""
    from carddb.pipeline.booklets import print_booklet_of
    from carddb.pipeline.releases import open_state

    with open_state(project_of(context), ruleset, release) as state, progress_on_terminal() as progress:
        result = print_booklet_of(state.catalog, state.files, output, layout=layout, paper=paper, progress=progress)
        result.findings.extend(state.findings)
    return print_result(result)


@carddb.command()
@click.option("--copy", "name", metavar="NAME", help="Copy a template into ./print_templates, to edit it.")
@click.option("--gallery", is_flag=True, help="Print every template with cards that try it.")
@click.option("-o", "--output", type=FILE, help="The PDF of the gallery.")
@click.pass_context
def templates(context: click.Context, name: str | None, gallery: bool, output: Path | None) -> int:
    """List the print templates with their sizes and problems, copy one, or print a gallery of them."""
    from carddb.pipeline.project import UsageError
    from carddb.pipeline.templates import copy_template, print_gallery, read_templates

    if name is not None:
        out.print(f"{copy_template(name, Path.cwd())}: edit it; it is used from now on.", markup=False)
        return 0
    if gallery:
        if output is None:
            raise UsageError("Name the PDF to write: carddb templates --gallery -o gallery.pdf")
        project = project_of(context)
        with progress_on_terminal() as progress:
            catalogs = [project.catalog(code) for code in project.rulesets()]
            result = print_gallery(catalogs, project.files, output, progress=progress)
        return print_result(result)
    if output is not None:
        raise UsageError("Say --gallery to print the templates; alone, the command lists them.")
    rows, findings = read_templates()
    head = ("template", "mm", "inch", "px at 300 dpi", "what it is")
    lines = [(row.name, row.mm, row.inch, row.pixels, row.text) for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *lines, strict=True)]
    kind = ""
    for row, line in zip(rows, lines, strict=True):
        if row.kind != kind:
            kind = row.kind
            out.print(f"\n{kind} templates", style="bold")
            out.print(_columns(head, widths), markup=False, soft_wrap=True)
        out.print(_columns(line, widths), markup=False, soft_wrap=True)
    if findings:
        print_findings(findings, "text", {})
    return int(bool(findings))


def _columns(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Return cells side by side; what is long goes on over the edge, and no name is cut."""
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()
