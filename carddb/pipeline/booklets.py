"""Printing the rule booklet of a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from carddb.catalog import Catalog
from carddb.edit import EditError
from carddb.exchange.booklet_html import booklet_html
from carddb.exchange.files import write_bytes
from carddb.layout.booklet.lay import lay_booklet, read_booklet
from carddb.layout.booklet.template import PAPER, BookletTemplate, load_booklet_template, paper_names
from carddb.layout.template_file import list_templates
from carddb.pdf.booklets import Layout, write_booklet
from carddb.pdf.raster import thumbnail_png
from carddb.pipeline.files import parent_of
from carddb.pipeline.printing import Printed, Shop
from carddb.pipeline.project import Project, UsageError
from carddb.rules import Finding

Progress = Callable[[str, int, int], None]

CARD_PX = 300
"""Width of a card's picture in the HTML booklet."""


def print_booklet(
    project: Project, ruleset: str, path: Path, *, layout: Layout = "pages", paper: str = PAPER,
    progress: Progress | None = None,
) -> Printed:  # fmt: skip
    """Print the booklet of a ruleset; see print_booklet_of."""
    catalog = project.catalog(ruleset)
    return print_booklet_of(catalog, project.files, path, layout=layout, paper=paper, progress=progress)


def print_booklet_of(
    catalog: Catalog, files: Path, path: Path, *, layout: Layout = "pages", paper: str = PAPER,
    progress: Progress | None = None,
) -> Printed:  # fmt: skip
    """Print the booklet of a catalog, with the booklet template of its code or else the base one.

    A path that ends in .html gets the booklet as a page for screens and screen readers.

    Args:
        catalog: the ruleset.
        files: the project's folder of files, for its own templates, fonts and art.
        path: the PDF or HTML page to write, whole or not at all.
        layout: reading pages, or imposed for folding.
        paper: "a5", or another of the template's papers.
        progress: told the steps done.

    Raises: UsageError for an unknown paper, EditError with the problems of a template.
    """
    shop = Shop(catalog, files)
    if path.suffix.lower() in (".html", ".htm"):
        return _write_page(catalog, shop, path)
    return print_layouts(shop, {path: layout}, paper=paper, progress=progress)[0]


def print_layouts(
    shop: Shop, wanted: Mapping[Path, Layout], *, paper: str = PAPER, progress: Progress | None = None
) -> list[Printed]:
    """Lay a booklet out once and print it in several layouts, each to its PDF.

    Raises: EditError with the problems of a template.
    """
    catalog = shop.catalog
    template, findings = _template(shop, paper)
    title = f"{catalog.ruleset.name}: booklet"
    step = None if progress is None else lambda done, total: progress(title, done, total)
    booklet = lay_booklet(catalog, template, shop.template, shop.fonts, art_folder=shop.files / "art", progress=step)
    found = [*shop.template_findings, *findings, *booklet.findings]
    printed = []
    for path, layout in wanted.items():
        with parent_of(path):
            pages = write_booklet(booklet, path, shop.fonts, layout=layout, progress=step)
        text = f"{pages} pages"
        if layout == "fold" and booklet.is_mini:
            text = "one sheet, printed on one side: cut along the dashes in the middle, then fold it to 8 pages"
        elif layout == "fold" and booklet.sheet:
            text = f"{len(booklet.pages)} quick-reference cards, {booklet.copies} of each, on {pages} page(s) to cut"
        elif layout == "fold":
            sheets = -(-pages // 2)
            word = f"sheet{'' if sheets == 1 else 's'} of paper"
            cut = "cut apart, " if len(booklet.pages) > 4 * sheets else ""
            text = f"{len(booklet.pages)} pages on {sheets} {word} to {cut}fold and staple"
        printed.append(Printed(path, text, found))
    return printed


def _template(shop: Shop, paper: str = PAPER) -> tuple[BookletTemplate, list[Finding]]:
    code = shop.catalog.ruleset.code
    name = code if code in list_templates("booklets", shop.folders) else "base"
    papers = paper_names(shop.folders)
    if paper not in papers:
        raise UsageError(f"There is no paper {paper!r} for booklets; known: {', '.join(papers)}.")
    template, findings = load_booklet_template(name, folders=shop.folders, measure=shop.fonts, paper=paper)
    if template is None:
        raise EditError(findings)
    return template, findings


def _write_page(catalog: Catalog, shop: Shop, path: Path) -> Printed:
    """Write the booklet as an HTML page."""
    template, findings = _template(shop)
    reading = read_booklet(catalog, template, shop.template, shop.fonts, art_folder=shop.files / "art")
    placer = shop.placer()

    def picture(code: str) -> bytes:
        return thumbnail_png(placer.place(catalog.card_by_code[code]), shop.fonts, width_px=CARD_PX)

    page = booklet_html(reading, catalog, shop.fonts, picture)
    with parent_of(path):
        write_bytes(path, page.encode("utf-8"))
    found = [*shop.template_findings, *findings, *reading.findings]
    return Printed(path, f"a page of {len(page.encode()) // 1024} kB that needs nothing else", found)
