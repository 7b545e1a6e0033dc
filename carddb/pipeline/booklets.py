"""Printing the rule booklet of a ruleset."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from carddb.catalog import Catalog
from carddb.edit import EditError
from carddb.layout.booklet.lay import lay_booklet
from carddb.layout.booklet.template import load_booklet_template
from carddb.layout.template_file import list_templates
from carddb.pdf.booklets import Layout, write_booklet
from carddb.pipeline.files import parent_of
from carddb.pipeline.printing import Printed, Shop
from carddb.pipeline.project import Project

Progress = Callable[[str, int, int], None]


def print_booklet(
    project: Project, ruleset: str, path: Path, *, layout: Layout = "pages", progress: Progress | None = None
) -> Printed:
    """Print the booklet of a ruleset; see print_booklet_of."""
    return print_booklet_of(project.catalog(ruleset), project.files, path, layout=layout, progress=progress)


def print_booklet_of(
    catalog: Catalog, files: Path, path: Path, *, layout: Layout = "pages", progress: Progress | None = None
) -> Printed:
    """Print the booklet of a catalog, with the booklet template of its code or else the base one.

    Args:
        catalog: the ruleset.
        files: the project's folder of files, for its own templates, fonts and art.
        path: the PDF to write, whole or not at all.
        layout: reading pages, or imposed for folding.
        progress: told the steps done.

    Raises: EditError with the problems of a template.
    """
    shop = Shop(catalog, files)
    code = catalog.ruleset.code
    name = code if code in list_templates("booklets", shop.folders) else "base"
    template, findings = load_booklet_template(name, folders=shop.folders, measure=shop.fonts)
    if template is None:
        raise EditError(findings)
    title = f"{catalog.ruleset.name}: booklet"
    step = None if progress is None else lambda done, total: progress(title, done, total)
    booklet = lay_booklet(catalog, template, shop.template, shop.fonts, art_folder=shop.files / "art", progress=step)
    with parent_of(path):
        pages = write_booklet(booklet, path, shop.fonts, layout=layout, progress=step)
    found = [*shop.template_findings, *findings, *booklet.findings]
    if layout == "fold":
        sheets = -(-pages // 2)
        text = f"{len(booklet.pages)} pages on {sheets} sheet{'' if sheets == 1 else 's'} of paper to fold and staple"
    else:
        text = f"{pages} pages"
    return Printed(path, text, found)
