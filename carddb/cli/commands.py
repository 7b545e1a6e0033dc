"""The commands of the daily work: up, build, load, dump, check, find, sheets, booklet, export, templates, wording."""

from __future__ import annotations

import getpass
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from carddb import __version__
from carddb.cli.show import (
    err,
    out,
    print_findings,
    print_json,
    print_table,
    print_worded,
    progress_on_terminal,
    summary,
)

if TYPE_CHECKING:
    from carddb.pipeline.project import Project
    from carddb.rules import Finding

# Stages are imported inside the commands: the program answers at once, and loads only what a command uses.

FOLDER = click.Path(path_type=Path, file_okay=False)
FILE = click.Path(path_type=Path, dir_okay=False)
FORMATS = click.Choice(["text", "json", "sarif"])


class QueryWord(click.ParamType[str]):
    """A word of a search, which may begin with a minus."""

    name = "query"

    def convert(self, value: str, _param: click.Parameter | None, _context: click.Context | None) -> str:
        """Return the word as typed."""
        return value.removeprefix(MINUS)


MINUS = "\0"
"""Hides the minus of a query's word from the reading of options."""


class QueryCommand(click.Command):
    """A command that takes a query: -type:spell is a word of it, and no option."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; only the options of this command are options."""
        options = {name for param in self.get_params(context) for name in param.opts}
        hidden = [f"{MINUS}{a}" if a[:1] == "-" and a[:2] != "--" and a not in options else a for a in args]
        return super().parse_args(context, hidden)


def author() -> str:
    """Return the name under which the command line writes history."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "command line"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="carddb")
@click.option("--db", "database", metavar="URL", help="Database file or address; ./carddb.db by default.")
@click.pass_context
def carddb(context: click.Context, database: str | None) -> None:
    """The card database and content pipeline for people who design trading card games."""
    context.obj = database


def project_of(context: click.Context, *, create: bool = False, fill: bool = True) -> Project:
    """Open the project of a command."""
    from carddb.pipeline.project import open_project

    with progress_on_terminal() as progress:
        return open_project(context.obj, create=create, fill=fill, progress=progress)


@carddb.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--open", "open_browser", is_flag=True, help="Open the browser.")
@click.pass_context
def up(context: click.Context, host: str, port: int, open_browser: bool) -> None:
    """Set up what is missing and serve the admin."""
    project = project_of(context, create=True)
    from admin.serve import serve

    serve(project.engine, project.files, host=host, port=port, open_browser=open_browser)


@carddb.command()
@click.argument("rulesets", nargs=-1, metavar="[RULESET]...")
@click.option("-o", "--output", required=True, type=FOLDER, help="Folder to write into.")
@click.pass_context
def build(context: click.Context, rulesets: tuple[str, ...], output: Path) -> int:
    """Check, print and export: sheets, booklets and JSON of each ruleset."""
    from carddb.pipeline.build import build_all

    project = project_of(context, create=True)
    with progress_on_terminal() as progress:
        results = build_all(project, project.rulesets(rulesets), output, progress=progress)
    status = 0
    for result in results:
        out.print(f"[bold]{result.name}[/]: {summary(result.findings)}")
        for line in result.lines:
            out.print(f"  {line}", markup=False)
        shown = [f for f in result.findings if f.severity != "info"]
        if shown:
            print_findings(shown, "text", {})
        status |= int(is_failing(result.findings, "error"))
    return status


@carddb.command()
@click.argument("folders", nargs=-1, type=FOLDER, metavar="[FOLDER]...")
@click.option("--dry-run", is_flag=True, help="Only tell what would change.")
@click.option("--prune", is_flag=True, help="Delete what the folder does not name, instead of keeping it.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print it.")
@click.pass_context
def load(context: click.Context, folders: tuple[Path, ...], dry_run: bool, prune: bool, form: str) -> int:
    """Load data folders (or JSON exports) into the database; the bundled ones when none is named.

    Of many problems of one kind the first 20 are printed; --format json has all of them.
    """
    from carddb.edit import EditError
    from carddb.pipeline.project import load_folders
    from carddb.resources import resource

    project = project_of(context, create=True, fill=False)
    roots = list(folders) or [resource("data")]
    with progress_on_terminal() as progress:
        try:
            loaded = load_folders(
                project.engine,
                roots,
                author=author(),
                files=project.files / "art",
                prune=prune,
                dry_run=dry_run,
                progress=progress,
            )
        except EditError as error:
            if form != "json":
                raise
            print_findings(error.findings, "json", {"folders": [str(root) for root in roots]})
            return 2
    if form == "json":
        print_json({"dry_run": dry_run, "loaded": [asdict(report) for report in loaded]})
        return 0
    verb = "would be" if dry_run else "were"
    for report in loaded:
        counts = f"{len(report.created)} new, {len(report.updated)} changed, {len(report.deleted)} deleted"
        out.print(
            f"{report.ruleset}: {counts} entries {verb} written."
            if report.is_change
            else f"{report.ruleset}: nothing differs."
        )
        for word, names in (
            ("changed", report.updated),
            ("deleted", report.deleted),
            ("kept, not in the folder", report.kept),
        ):
            for name in names[:20]:
                out.print(f"  {word}: {name}", markup=False)
            if len(names) > 20:
                out.print(f"  {word}: and {len(names) - 20} more")
    return 0


@carddb.command()
@click.argument("ruleset")
@click.option("-o", "--output", required=True, type=FOLDER, help="Folder to write into.")
@click.pass_context
def dump(context: click.Context, ruleset: str, output: Path) -> None:
    """Write a ruleset as a data folder that load reads back."""
    from carddb.edit.convert import catalog_document
    from carddb.exchange.folder import write_folder
    from carddb.pipeline.art_store import ART, give_folder_art

    project = project_of(context)
    catalog = project.catalog(ruleset)
    files = write_folder(catalog_document(catalog), output)
    files += give_folder_art(project.files / ART, output, catalog)
    out.print(f"{len(files)} files in {output}", markup=False)


@carddb.command()
@click.argument("ruleset", required=False)
@click.option(
    "--deck", metavar="CODE-or-FILE", help="Check only this deck: a code or a plain list, '3 Stone Golem' a line."
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="Try a parameter value or a reading (SV-GAP-1=strict_60).",
)
@click.option("--deploy", is_flag=True, help="Check the project instead: schema, files, sign-in.")
@click.option("--format", "form", type=FORMATS, default="text", show_default=True)
@click.option("--fail-on", type=click.Choice(["error", "warning", "never"]), default="error", show_default=True)
@click.option("--quiet", is_flag=True, help="Leave the notes out.")
@click.pass_context
def check(
    context: click.Context,
    ruleset: str | None,
    deck: str | None,
    settings: tuple[str, ...],
    deploy: bool,
    form: str,
    fail_on: str,
    quiet: bool,
) -> int:
    """Check cards, decks and rulebook; print findings."""
    from carddb.pipeline.check import check_deploy, check_project

    project = project_of(context)
    found = check_deploy(project) if deploy else check_project(project, ruleset, deck=deck, settings=settings)
    shown = [f for f in found if not (quiet and f.severity == "info")]
    print_findings(shown, form, {"ruleset": ruleset, "deck": deck, "set": list(settings)})
    return int(is_failing(found, fail_on))


@carddb.command(cls=QueryCommand)
@click.argument("query", nargs=-1, type=QueryWord())
@click.option("--ruleset", metavar="R", help="Look only into this ruleset.")
@click.option("--format", "form", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True)
@click.pass_context
def find(context: click.Context, query: tuple[str, ...], ruleset: str | None, form: str) -> None:
    """Search cards: carddb find 'type:creature cost<=2 "draw 1 card"'."""
    from carddb.pipeline.find import find_cards, rows_of, write_csv

    project = project_of(context)
    hits = find_cards(project, " ".join(query), ruleset)
    if form == "json":
        print_json([{**card, "ruleset": code} for code, cards in hits.items() for card in cards.as_json()])
    elif form == "csv":
        write_csv(hits)
    else:
        titles, rows, numbers = rows_of(hits)
        if rows:
            print_table(titles, rows, numbers)
        number = sum(len(cards.cards) for cards in hits.values())
        out.print(f"{number} card{'' if number == 1 else 's'}.")
        if ruleset is None and (silent := [code for code in project.rulesets([]) if code not in hits]):
            err.print(f"Not searched, since the query has no meaning there: {', '.join(silent)}.", style="dim")


def is_failing(findings: Sequence[Finding], fail_on: str) -> bool:
    """Return whether findings make a command fail."""
    from carddb.pipeline import findings as reports

    return reports.is_failing(findings, fail_on)


def print_result(result: Any) -> int:
    """Print what was made and what was found on the way. Returns: the exit status."""
    shown = [f for f in result.findings if f.severity != "info"]
    if shown:
        print_findings(shown, "text", {})
    out.print(f"{result.path}: {result.text}", markup=False)
    return int(is_failing(result.findings, "error"))


@carddb.command(cls=QueryCommand)
@click.argument("form", metavar="FORMAT", required=False)
@click.argument("ruleset", required=False)
@click.argument("query", nargs=-1, type=QueryWord())
@click.option("--deck", metavar="CODE-or-FILE", help="Only the cards of a deck.")
@click.option("--release", metavar="NAME", default="", help="A frozen release instead of the working state.")
@click.option("--list", "list_formats", is_flag=True, help="Name the formats and what each cannot express.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Where to write.")
@click.pass_context
def export(
    context: click.Context,
    form: str | None,
    ruleset: str | None,
    query: tuple[str, ...],
    deck: str | None,
    release: str,
    list_formats: bool,
    output: Path | None,
) -> None:
    """Export a ruleset: carddb export json soulhold -o out."""
    from carddb.exchange.registry import FORMATS as formats
    from carddb.pipeline.find import choose_cards
    from carddb.pipeline.project import UsageError
    from carddb.pipeline.releases import open_state

    if list_formats:
        print_table(("format", "writes", "cannot express"), [(f.name, f.text, f.cannot) for f in formats.values()])
        return
    if form is None or form not in formats:
        raise UsageError(f"There is no format {form!r}; known: {', '.join(formats)}.")
    if ruleset is None or output is None:
        raise UsageError("Name the ruleset and where to write: carddb export json soulhold -o out.")
    with open_state(project_of(context), ruleset, release) as state:
        catalog = state.catalog
    text = " ".join(query)
    chosen = [card for card, _ in choose_cards(catalog, text, deck)] if text or deck else None
    if chosen is not None and not chosen:
        raise UsageError("No card matches; nothing was written.")
    files = formats[form].write(catalog, output, chosen)
    number = len(catalog.cards if chosen is None else chosen)
    out.print(f"{len(files)} files with {number} cards in {output}", markup=False)


@carddb.command()
@click.argument("ruleset", required=False)
@click.option("--fix", is_flag=True, help="Apply the canonical wording, a revision for each card.")
@click.option("--guide", is_flag=True, help="Write the guide to the ruleset's wording, a page of HTML.")
@click.option("-o", "--output", metavar="FILE.html", type=click.Path(path_type=Path), help="Where the guide goes.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--fail-on", type=click.Choice(["error", "warning", "never"]), default="error", show_default=True)
@click.pass_context
def wording(
    context: click.Context, ruleset: str | None, fix: bool, guide: bool, output: Path | None, form: str, fail_on: str
) -> int:
    """List texts that are not understood, or not in canonical wording; or write the guide to the wording."""
    if guide or output is not None:
        return _write_guide(context, ruleset, output, fix=fix)
    from carddb.pipeline.wording import fix_wording, report_wording

    project = project_of(context)
    report = fix_wording(project, ruleset, author()) if fix else report_wording(project, ruleset)
    if form == "json":
        print_json(report.as_json())
    else:
        for card in report.fixed:
            out.print(f"canonical now: {card}", markup=False)
        for text in report.texts:
            print_worded(text)
        out.print(f"{report.read} texts read. {summary(report.findings())}")
    return int(is_failing(report.findings(), fail_on))


def _write_guide(context: click.Context, ruleset: str | None, output: Path | None, *, fix: bool) -> int:
    """Write the guide to the wording of a ruleset."""
    from carddb.pipeline.project import UsageError
    from carddb.pipeline.wording_guide import write_guide

    if ruleset is None or output is None or fix:
        raise UsageError("The guide is of one ruleset and goes to a file: wording RULESET --guide -o FILE.html")
    write_guide(project_of(context).catalog(ruleset), output)
    out.print(f"The guide to the wording is in {output}", markup=False)
    return 0
