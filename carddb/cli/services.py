"""The commands for print shops: service, preflight."""

from __future__ import annotations

from pathlib import Path

import click

from carddb.cli.commands import (
    FILE,
    FOLDER,
    QueryCommand,
    QueryWord,
    carddb,
    is_failing,
    print_result,
    project_of,
)
from carddb.cli.show import out, print_findings, print_json, print_table, progress_on_terminal


@carddb.command(cls=QueryCommand)
@click.argument("name", metavar="SERVICE", required=False)
@click.argument("ruleset", required=False)
@click.argument("query", nargs=-1, type=QueryWord())
@click.option("--deck", metavar="CODE-or-FILE", help="A deck with its quantities.")
@click.option("--copies", type=click.IntRange(1, 999), default=1, show_default=True, help="Everything so often.")
@click.option("--release", metavar="NAME", default="", help="A frozen release instead of the working state.")
@click.option("--list", "list_them", is_flag=True, help="Name the services, and what their files cannot express.")
@click.option("-o", "--output", type=FOLDER, help="The folder of the order.")
@click.pass_context
def service(
    context: click.Context,
    name: str | None,
    ruleset: str | None,
    query: tuple[str, ...],
    deck: str | None,
    copies: int,
    release: str,
    list_them: bool,
    output: Path | None,
) -> int:
    """Write an order for a print service: carddb service mpc soulhold -o order.

    The cards go through the preflight of that service first; its errors stop the order. The files are opened
    again and checked before the folder appears.
    """
    from carddb.pipeline.project import UsageError
    from carddb.pipeline.releases import open_state
    from carddb.pipeline.services import list_services, order_service

    if list_them:
        print_table(("service", "what it is", "files", "to know"), list_services())
        return 0
    if name is None or ruleset is None or output is None:
        raise UsageError("Name service, ruleset and folder: carddb service mpc soulhold -o order; see --list.")
    with open_state(project_of(context), ruleset, release) as state, progress_on_terminal() as progress:
        result = order_service(
            state.catalog,
            state.files,
            name,
            output,
            query=" ".join(query),
            deck=deck,
            copies=copies,
            progress=progress,
        )
        result.findings.extend(state.findings)
    return print_result(result)


@carddb.command(cls=QueryCommand)
@click.argument("ruleset")
@click.argument("query", nargs=-1, type=QueryWord())
@click.option("--deck", metavar="CODE-or-FILE", help="Only the cards of a deck.")
@click.option("--service", "name", metavar="NAME", default="", help="As this print service would print them.")
@click.option("--release", metavar="NAME", default="", help="A frozen release instead of the working state.")
@click.option("--format", "form", type=click.Choice(["text", "json", "pdf"]), default="text", show_default=True)
@click.option("-o", "--output", type=FILE, help="The PDF of the report, with proofs for eyes and greys.")
@click.pass_context
def preflight(
    context: click.Context,
    ruleset: str,
    query: tuple[str, ...],
    deck: str | None,
    name: str,
    release: str,
    form: str,
    output: Path | None,
) -> int:
    """Look at cards as a print shop would: type, safe zone, art, colours, backs, cards that look alike."""
    from carddb.pipeline.preflight import print_preflight, run_preflight
    from carddb.pipeline.project import UsageError
    from carddb.pipeline.releases import open_state

    if (form == "pdf") != (output is not None):
        raise UsageError("A report as PDF goes to a file: carddb preflight RULESET --format pdf -o report.pdf")
    with open_state(project_of(context), ruleset, release) as state, progress_on_terminal() as progress:
        looked = run_preflight(
            state.catalog,
            state.files,
            query=" ".join(query),
            deck=deck,
            service=name,
            progress=progress,
        )
        if output is not None:
            made = print_preflight(looked, output)
            out.print(f"{made.path}: {made.text}", markup=False)
        elif form == "json":
            print_json(looked.as_json())
        else:
            print_findings([f for f in looked.findings if f.severity != "info"], "text", {})
            out.print(looked.verdict, markup=False)
    return int(is_failing(looked.findings, "error"))
