"""Printing the rule booklet of a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from carddb.catalog import Catalog
from carddb.edit import EditError
from carddb.exchange.booklet_html import booklet_html
from carddb.exchange.files import write_bytes
from carddb.layout.booklet.lay import lay_booklet, read_booklet
from carddb.layout.booklet.template import BookletTemplate, load_booklet_template
from carddb.layout.template_file import list_templates
from carddb.pdf.booklets import Layout, write_booklet
from carddb.pdf.raster import thumbnail_png
from carddb.pipeline.files import parent_of
from carddb.pipeline.printing import Printed, Shop
from carddb.pipeline.project import Project
from carddb.rules import Finding

Progress = Callable[[str, int, int], None]

CARD_PX = 300
"""Width of a card's picture in the HTML booklet."""


def print_booklet(
    project: Project, ruleset: str, path: Path, *, layout: Layout = "pages", progress: Progress | None = None
) -> Printed:
    """Print the booklet of a ruleset; see print_booklet_of."""
    return print_booklet_of(project.catalog(ruleset), project.files, path, layout=layout, progress=progress)


def print_booklet_of(
    catalog: Catalog, files: Path, path: Path, *, layout: Layout = "pages", progress: Progress | None = None
) -> Printed:
    """Print the booklet of a catalog, with the booklet template of its code or else the base one.

    A path that ends in .html gets the booklet as a page for screens and screen readers.

    Args:
        catalog: the ruleset.
        files: the project's folder of files, for its own templates, fonts and art.
        path: the PDF or HTML page to write, whole or not at all.
        layout: reading pages, or imposed for folding.
        progress: told the steps done.

    Raises: EditError with the problems of a template.
    """
    shop = Shop(catalog, files)
    if path.suffix.lower() in (".html", ".htm"):
        return _write_page(catalog, shop, path)
    return print_layouts(shop, {path: layout}, progress=progress)[0]


def print_layouts(shop: Shop, wanted: Mapping[Path, Layout], *, progress: Progress | None = None) -> list[Printed]:
    """Lay a booklet out once and print it in several layouts, each to its PDF.

    Raises: EditError with the problems of a template.
    """
    catalog = shop.catalog
    template, findings = _template(shop)
    title = f"{catalog.ruleset.name}: booklet"
    step = None if progress is None else lambda done, total: progress(title, done, total)
    booklet = lay_booklet(catalog, template, shop.template, shop.fonts, art_folder=shop.files / "art", progress=step)
    found = [*shop.template_findings, *findings, *booklet.findings]
    printed = []
    for path, layout in wanted.items():
        with parent_of(path):
            pages = write_booklet(booklet, path, shop.fonts, layout=layout, progress=step)
        text = f"{pages} pages"
        if layout == "fold":
            sheets = -(-pages // 2)
            paper = f"sheet{'' if sheets == 1 else 's'} of paper"
            text = f"{len(booklet.pages)} pages on {sheets} {paper} to fold and staple"
        printed.append(Printed(path, text, found))
    return printed


def _template(shop: Shop) -> tuple[BookletTemplate, list[Finding]]:
    code = shop.catalog.ruleset.code
    name = code if code in list_templates("booklets", shop.folders) else "base"
    template, findings = load_booklet_template(name, folders=shop.folders, measure=shop.fonts)
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
