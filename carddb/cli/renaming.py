"""The command that renames a thing in every text that names it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.markup import escape

from carddb.cli.commands import author, carddb, project_of
from carddb.cli.show import out, print_json

if TYPE_CHECKING:
    from carddb.pipeline.renaming import Renaming

KINDS = ("card", "token", "keyword", "type", "role", "marker", "zone", "phase", "affinity")
MOST_MENTIONS = 40
"""Lines left as they are that the text form shows; --format json gives all."""


@carddb.command()
@click.argument("ruleset")
@click.argument("kind", type=click.Choice(KINDS), metavar="KIND")
@click.argument("code")
@click.argument("name", metavar="NEW_NAME")
@click.option(
    "--plural", default="", metavar="WORD", help="New plural of a card type; made like the old one if left out."
)
@click.option("--dry-run", is_flag=True, help="Only show what would change.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.pass_context
def rename(
    context: click.Context, ruleset: str, kind: str, code: str, name: str, plural: str, dry_run: bool, form: str
) -> None:
    """Give a thing another name, and say it in every text that names it.

    KIND is card, token, keyword, type, role, marker, zone, phase or affinity; CODE is its code, which stays. All
    texts change together, with a revision each. Lines that hold the old name and stay come with the reason.

    carddb rename soulhold card stone_golem "Clay Golem" --dry-run
    """
    from carddb.pipeline import renaming

    project = project_of(context)
    found = renaming.rename(project, ruleset, kind, code, name, author=author(), plural=plural, dry=dry_run)
    if form == "json":
        print_json(found.as_json())
    else:
        _print(found, is_done=not dry_run)


def _print(found: Renaming, *, is_done: bool) -> None:
    plan = found.plan
    for text in plan.texts:
        place = "" if text.field == "rules" else f", {text.field}"
        out.print(f"[bold]{escape(text.name)}[/] ({text.code}{place})")
        for before, after in zip(text.before.split("\n"), text.after.split("\n"), strict=False):
            if before != after:
                out.print(f"  - {before}", markup=False)
                out.print(f"  + {after}", markup=False)
    for mention in found.mentions[:MOST_MENTIONS]:
        place = f"{mention.kind.replace('_', ' ')} {mention.name}, {mention.field}"
        out.print(f"stays: {place}: {mention.text}", markup=False)
        out.print(f"  {mention.why}", markup=False)
    if len(found.mentions) > MOST_MENTIONS:
        out.print(f"stays: and {len(found.mentions) - MOST_MENTIONS} more")
    number = len(plan.texts)
    texts = f"{number} text{'' if number == 1 else 's'}"
    if plan.before == plan.after:
        out.print(f"It is called {plan.before} already; nothing to change.", markup=False)
    elif is_done:
        out.print(f"{plan.before} is now called {plan.after}, in {texts} too.", markup=False)
    else:
        out.print(f"{plan.before} would be called {plan.after}, in {texts} too. Nothing was changed.", markup=False)
