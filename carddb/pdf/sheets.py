"""Write planned sheets to one PDF file or several, page by page; and the calibration print."""

from __future__ import annotations

import gc
import io
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

from carddb.layout.sheet import SheetPlan
from carddb.layout.sheets.calibration import calibration_pages, paper_sheet
from carddb.layout.sheets.grid import Flip
from carddb.layout.sheets.printers import Printer
from carddb.pdf.draw import Painter
from carddb.pdf.fonts import FontBook
from carddb.pdf.tones import Toner
from carddb.pdf.writer import Document, whole_file
from carddb.rules.finding import Finding

Progress = Callable[[int, int], None]
"""Called with pages done and pages in all; whatever it raises cancels the job, and no file is left."""


class Cancelled(Exception):
    """To be raised by a progress callback that wants the job to stop."""


def file_names(path: Path, pages: int, pages_per_file: int) -> list[Path]:
    """Return the files that so many pages go to: the path itself, or numbered ones beside it."""
    count = -(-pages // pages_per_file) if pages_per_file else 1
    if count <= 1:
        return [path]
    digits = len(str(count))
    return [path.with_name(f"{path.stem}-{n:0{digits}}{path.suffix}") for n in range(1, count + 1)]


def write_sheets(
    plan: SheetPlan, path: Path, fonts: FontBook, *, pages_per_file: int = 0, progress: Progress | None = None
) -> list[Finding]:
    """Write the sheets of a plan: every file appears under its name only when all of them are complete.

    pages_per_file: begin a new file after so many pages, 0 for one file; see ``file_names``.
    Returns: all findings; when one of ``plan.problems()`` is among them, nothing was written.
    Raises: OSError as the file system does; Cancelled or whatever else ``progress`` raises.
    """
    findings = plan.problems()
    if findings:
        return findings
    findings = plan.notes()
    total, done = plan.page_count, 0
    files = iter(file_names(path, total, pages_per_file))
    collects = gc.isenabled()
    gc.disable()  # Pages make no cycles; looking for them costs a fifth of the time.
    try:
        with ExitStack() as stack:
            toner = Toner(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="carddb-"))))
            document: Document | None = None
            for page in plan.pages(toner.tone):
                if document is None or (pages_per_file and done % pages_per_file == 0):
                    if document is not None:
                        document.finish()
                    out = stack.enter_context(whole_file(next(files)))
                    language = plan.placer.catalog.ruleset.language
                    document = Document(out, fonts, title=plan.title, language=language)
                    painter = Painter(document)
                for picture in page.pictures:
                    painter.image(picture.file, picture.width)
                    if progress is not None:
                        progress(done, total)
                painter.page(page.boxes, page.width_um, page.height_um)
                findings += page.findings
                done += 1
                if progress is not None:
                    progress(done, total)
            assert document is not None
            document.finish()
    finally:
        if collects:
            gc.enable()
    return findings


def first_sheet_pdf(plan: SheetPlan, fonts: FontBook) -> bytes:
    """Return a PDF of the first sheet only, with its back if it has one. A plan with problems must not come here."""
    out = io.BytesIO()
    with tempfile.TemporaryDirectory(prefix="carddb-") as folder:
        document = Document(out, fonts, title=plan.title, fleeting=True)
        painter = Painter(document)
        for page in islice(plan.pages(Toner(Path(folder)).tone), plan.sides):
            painter.page(page.boxes, page.width_um, page.height_um)
        document.finish()
    return out.getvalue()


def write_calibration(path: Path, fonts: FontBook, paper: str, flip: Flip, printer: Printer | None = None) -> None:
    """Write the two pages of a calibration print. Raises: OSError as the file system does."""
    sheet = paper_sheet(paper)
    with whole_file(path) as out:
        document = Document(out, fonts, title=f"Printer calibration, {paper}, {flip} edge")
        painter = Painter(document)
        for boxes in calibration_pages(paper, flip, fonts, printer):
            painter.page(boxes, sheet.width, sheet.height)
        document.finish()
