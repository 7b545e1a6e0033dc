"""Printing the change list for players."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from carddb.edit import EditError
from carddb.layout.booklet.changes import Side, lay_changes
from carddb.layout.booklet.template import load_booklet_template, template_name
from carddb.pdf.booklets import write_booklet
from carddb.pipeline.changes import compared
from carddb.pipeline.files import parent_of
from carddb.pipeline.printing import Printed, Shop
from carddb.pipeline.project import Project
from carddb.pipeline.releases import State

Progress = Callable[[str, int, int], None]


def print_change_list(
    project: Project, ruleset: str, path: Path, *, old: str, new: str = "", progress: Progress | None = None
) -> Printed:
    """Print what changed from one release to another one, or to the working state, for players.

    Raises: UsageError when there is no such release; EditError with the problems of a template.
    """
    with compared(project, ruleset, old, new) as changes:
        shop = Shop(changes.new.catalog, changes.new.files)
        name = template_name(changes.new.catalog.ruleset.code, shop.folders)
        template, findings = load_booklet_template(name, folders=shop.folders, measure=shop.fonts)
        if template is None:
            raise EditError(findings)
        placed = lay_changes(
            _side(changes.old, Shop(changes.old.catalog, changes.old.files)), _side(changes.new, shop),
            changes.differences, changes.faces, template, shop.fonts,
            note=changes.new.release.note if changes.new.release else "",
        )  # fmt: skip
        title = f"{changes.new.catalog.ruleset.name}: changes"
        step = None if progress is None else lambda done, total: progress(title, done, total)
        with parent_of(path):
            pages = write_booklet(placed, path, shop.fonts, progress=step)
        notes = [*changes.old.findings, *changes.new.findings, *findings, *placed.findings]
        text = (
            f"{pages} page{'' if pages == 1 else 's'}, {len(changes.differences)} differences from {changes.old.name}"
        )
        return Printed(path, f"{text} to {changes.new.name}", notes)


def _side(state: State, shop: Shop) -> Side:
    return Side(state.catalog, shop.placer(), state.name)
