"""The commands around versions: release, releases, diff, prints."""

from __future__ import annotations

from pathlib import Path

import click
from rich.markup import escape

from carddb.cli.commands import FILE, author, carddb, print_result, project_of
from carddb.cli.show import out, print_json, print_table, progress_on_terminal

MARKED = {"same": "{}", "out": "[red strike]{}[/]", "in": "[bold green]{}[/]"}
TYPED = {"same": "{}", "out": "[-{}-]", "in": "{{+{}+}}"}
"""Marks where colours and strokes cannot be seen, as ``git diff --word-diff`` has them."""


@carddb.command()
@click.argument("ruleset")
@click.argument("name")
@click.option("--note", default="", metavar="TEXT", help="What this version is about.")
@click.pass_context
def release(context: click.Context, ruleset: str, name: str, note: str) -> None:
    """Freeze a playtest version: carddb release soulhold v0.3 --note 'for Friday'."""
    from carddb.pipeline.changes import compared
    from carddb.pipeline.releases import freeze_release, list_releases

    project = project_of(context)
    before = list_releases(project, ruleset)
    made = freeze_release(project, ruleset, name, note=note, author=author())
    out.print(f"{made.name}: {made.cards} cards of {ruleset} frozen, content {made.content_hash[:12]}.", markup=False)
    if before:
        with compared(project, ruleset, before[-1].name, made.name) as changes:
            out.print(f"Since {before[-1].name}: {_advice(changes.advice)}", markup=False)


@carddb.command()
@click.argument("ruleset", required=False)
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.pass_context
def releases(context: click.Context, ruleset: str | None, form: str) -> None:
    """List the frozen versions."""
    from carddb.pipeline.releases import list_releases

    project = project_of(context)
    found = [r for code in project.rulesets([ruleset] if ruleset else []) for r in list_releases(project, code)]
    if form == "json":
        print_json([r.as_json() for r in found])
    elif not found:
        out.print("No release yet: carddb release RULESET NAME freezes one.")
    else:
        rows = [
            (
                r.ruleset, r.name, f"{r.at:%Y-%m-%d %H:%M}", r.author, r.content_version, str(r.cards),
                r.content_hash[:12], r.note,
            )
            for r in found
        ]  # fmt: skip
        print_table(
            ("ruleset", "release", "when (UTC)", "who", "version", "cards", "content", "note"), rows, ("cards",)
        )


@carddb.command()
@click.argument("ruleset")
@click.argument("old", metavar="A")
@click.argument("new", metavar="[B]", required=False, default="")
@click.option("--format", "form", type=click.Choice(["text", "json", "pdf"]), default="text", show_default=True)
@click.option("-o", "--output", type=FILE, help="The PDF of the change list.")
@click.pass_context
def diff(context: click.Context, ruleset: str, old: str, new: str, form: str, output: Path | None) -> int:
    """List what changed from release A to release B, or to the working state."""
    from carddb.pipeline.changes import compared
    from carddb.pipeline.project import UsageError

    if (form == "pdf") != (output is not None):
        raise UsageError("A change list as PDF goes to a file: carddb diff RULESET A --format pdf -o changes.pdf")
    project = project_of(context)
    if output is not None:
        from carddb.pipeline.change_list import print_change_list

        with progress_on_terminal() as progress:
            return print_result(print_change_list(project, ruleset, output, old=old, new=new, progress=progress))
    with compared(project, ruleset, old, new) as changes:
        if form == "json":
            print_json(changes.as_json())
            return 0
        for difference in changes.differences:
            sign = {"added": "+", "removed": "-", "changed": "~"}[difference.action]
            face = ", printed face differs" if difference.uid in changes.faces else ""
            renamed = f", was {difference.old_name}" if difference.is_renamed else ""
            kind = difference.kind.replace("_", " ")
            out.print(f"{sign} {kind} {difference.name} ({difference.code or kind}{renamed}{face})", markup=False)
            for change in difference.changes:
                text = (
                    _marked(change.marks)
                    if change.marks
                    else escape(f"{change.before or '–'} → {change.after or '–'}")
                )
                out.print(f"    {escape(change.label)}: {text}")
        number = len(changes.differences)
        out.print(f"{number} difference{'' if number == 1 else 's'} from {changes.old.name} to {changes.new.name}; "
                  f"{len(changes.faces)} printed faces.", markup=False)  # fmt: skip
        out.print(_advice(changes.advice), markup=False)
    return 0


@carddb.command()
@click.argument("ruleset")
@click.argument("number", required=False, type=int)
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.pass_context
def prints(context: click.Context, ruleset: str, number: int | None, form: str) -> None:
    """List what was printed when; with a NUMBER, the cards of that print."""
    from carddb.pipeline.prints import list_prints
    from carddb.pipeline.project import UsageError

    found = list_prints(project_of(context), ruleset)
    if number is not None:
        found = [record for record in found if record.number == number]
        if not found:
            raise UsageError(f"Nothing was printed of {ruleset} under the number {number}.")
    if form == "json":
        print_json([record.as_json() for record in found])
    elif number is not None:
        rows = [(i["code"], i["name"], str(i["version"]), str(i["copies"]), i["face"][:12]) for i in found[0].items]
        print_table(("code", "name", "version", "copies", "face"), rows, ("version", "copies"))
    elif not found:
        out.print(f"Nothing was printed of {ruleset} yet.", markup=False)
    else:
        lines = [
            (
                str(p.number), f"{p.at:%Y-%m-%d %H:%M}", p.author, p.release or "working state", p.selection, p.sheet,
                str(p.cards), p.file,
            )
            for p in found
        ]  # fmt: skip
        print_table(
            ("no.", "when (UTC)", "who", "state", "cards of", "sheet", "cards", "file"), lines, ("no.", "cards")
        )


def _marked(marks: object) -> str:
    look = MARKED if out.is_terminal else TYPED
    return "".join(look[m.part].format(escape(m.text)) for m in marks).replace("\n", "\n    ")  # type: ignore[attr-defined]


def _advice(advice: object) -> str:
    level, version, reason = advice.level, advice.version, advice.reason  # type: ignore[attr-defined]
    return reason if level == "none" else f"{level.capitalize()} step, to version {version}. {reason}"
