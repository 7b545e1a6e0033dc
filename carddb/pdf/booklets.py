"""Write a laid-out booklet to a PDF file: reading pages, or sheets to fold and staple."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from carddb.layout.booklet.aids import sheets_of_aids
from carddb.layout.booklet.imposition import FoldSheet, Page, impose, impose_mini, two_up
from carddb.layout.booklet.lay import PlacedBooklet
from carddb.layout.booklet.pages import BookletPage
from carddb.layout.boxes import Box, Group
from carddb.layout.sheet_file import load_sheet
from carddb.pdf.draw import Painter
from carddb.pdf.fonts import FontBook
from carddb.pdf.structure import Structure
from carddb.pdf.writer import Document, whole_file

Layout = Literal["pages", "fold"]
"""One page after the other for the screen, or two to a side in the order of a folded booklet."""

Progress = Callable[[int, int], None]
"""Called with pages done and pages in all; whatever it raises cancels the job, and no file is left."""


def fold_sheets(booklet: PlacedBooklet) -> list[FoldSheet]:
    """Return the sides of paper that a booklet is folded from, in print order."""
    pages = [Page(_scaled(page), *page.size_um) for page in booklet.pages]
    if booklet.sheet:
        sheet, findings = load_sheet(booklet.sheet)
        if sheet is None:
            raise ValueError(findings[0].message)
        return sheets_of_aids(pages, sheet, booklet.copies)
    return [impose_mini(pages)] if booklet.is_mini else two_up(impose(pages))


def _scaled(page: BookletPage) -> tuple[Box, ...]:
    s = page.scale
    return page.boxes if s == 1 else (Group(page.boxes, (s, 0.0, 0.0, s, 0.0, 0.0)),)


def write_booklet(
    booklet: PlacedBooklet, path: Path, fonts: FontBook, *, layout: Layout = "pages", progress: Progress | None = None
) -> int:
    """Write a booklet.

    Returns: how many pages the file has.
    Raises: OSError as the file system does, and whatever ``progress`` raises.
    """
    with whole_file(path) as out:
        document = Document(out, fonts, title=booklet.title, language=booklet.language)
        painter = Painter(document)
        if layout == "fold":
            sheets = fold_sheets(booklet)
            for done, sheet in enumerate(sheets, start=1):
                painter.page(sheet.boxes, sheet.width, sheet.height)
                if progress is not None:
                    progress(done, len(sheets))
        else:
            for entry in booklet.outline:
                document.bookmark(entry.title, page=entry.page - 1, level=entry.level)
            structure = Structure(document)
            for page in booklet.pages:
                tagged = structure.add_page(page.spans)
                painter.page(page.boxes, page.width, page.height, links=page.links, tagged=tagged, scale=page.scale)
                if progress is not None:
                    progress(page.number, len(booklet.pages))
            structure.write()
        document.finish()
        return document.page_count
