"""The commands of the art store: art add, list, check and sweep."""

from __future__ import annotations

from pathlib import Path

import click

from carddb.cli.commands import author, carddb, project_of
from carddb.cli.show import out, print_findings, print_table


@carddb.group()
def art() -> None:
    """Add pictures to cards, list and check them, sweep unused ones."""


@art.command()
@click.argument("ruleset")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FOLDER-or-FILE...")
@click.option("--credit", default="", help="Who made them; kept beside each picture.")
@click.option("--licence", default="", help="Under which licence; kept beside each picture.")
@click.option("--dry-run", is_flag=True, help="Only tell what would belong to what.")
@click.pass_context
def add(
    context: click.Context, ruleset: str, paths: tuple[Path, ...], credit: str, licence: str, dry_run: bool
) -> None:
    """Give pictures to the cards that their file names say: code, name or collector number."""
    from carddb.pipeline.art import add_art

    project = project_of(context)
    found = add_art(project, ruleset, paths, author=author(), credit=credit, licence=licence, dry_run=dry_run)
    print_table(("file", "card", "by"), [(m.file.name, m.card.name if m.card else "", m.how) for m in found])
    verb = "would be" if dry_run else "were"
    out.print(f"{len(found)} picture{'' if len(found) == 1 else 's'} {verb} added.")


@art.command("list")
@click.argument("ruleset")
@click.pass_context
def list_pictures(context: click.Context, ruleset: str) -> None:
    """List the pictures of a ruleset's cards."""
    from carddb.pipeline.art import list_art

    rows = [
        (r.name, r.art, f"{r.picture.width} x {r.picture.height}" if r.picture else "", r.problem
         or "; ".join(r.picture.notices if r.picture else ()))
        for r in list_art(project_of(context), ruleset)
    ]  # fmt: skip
    if rows:
        print_table(("card", "picture", "pixels", "note"), rows)
    else:
        out.print("No card has a picture yet; 'carddb art add' gives them some.")


@art.command()
@click.argument("ruleset")
@click.pass_context
def check(context: click.Context, ruleset: str) -> int:
    """Check that every picture is there and is what was stored."""
    from carddb.pipeline.art import check_art

    found = check_art(project_of(context), ruleset)
    print_findings(found, "text", {})
    return int(bool(found))


@art.command()
@click.option("--days", default=30, show_default=True, type=click.IntRange(0, 36_500), help="Only older ones.")
@click.option("--dry-run", is_flag=True, help="Only tell what would go.")
@click.pass_context
def sweep(context: click.Context, days: int, dry_run: bool) -> None:
    """Delete stored pictures that no card and no release names."""
    from carddb.pipeline.art import sweep_art

    gone = sweep_art(project_of(context), days=days, dry_run=dry_run)
    for file in gone:
        out.print(f"  {file.name}", markup=False)
    verb = "would be" if dry_run else "were"
    out.print(f"{len(gone)} unused picture{'' if len(gone) == 1 else 's'} {verb} deleted.")
