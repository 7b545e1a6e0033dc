"""Write planned sheets to a PDF file, page by page."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path

from carddb.layout.sheet import SheetPlan
from carddb.pdf.draw import Painter
from carddb.pdf.fonts import FontBook
from carddb.pdf.writer import Document, whole_file
from carddb.rules.finding import Finding

Progress = Callable[[int, int], None]
"""Called with pages done and pages in all; whatever it raises cancels the job, and no file is left."""


class Cancelled(Exception):
    """To be raised by a progress callback that wants the job to stop."""


def write_sheets(plan: SheetPlan, path: Path, fonts: FontBook, *, progress: Progress | None = None) -> list[Finding]:
    """Write the sheets of a plan.

    Returns: all findings; when one of ``plan.problems()`` is among them, nothing was written.
    Raises: OSError as the file system does; Cancelled or whatever else ``progress`` raises.
    """
    findings = plan.problems()
    if findings:
        return findings
    total, done = plan.page_count, 0
    collects = gc.isenabled()
    gc.disable()  # Pages make no cycles; looking for them costs a fifth of the time.
    try:
        with whole_file(path) as out:
            language = plan.placer.catalog.ruleset.language
            document = Document(out, fonts, title=plan.title, language=language)
            painter = Painter(document)
            for page in plan.pages():
                painter.page(page.boxes, page.width_um, page.height_um)
                findings += page.findings
                done += 1
                if progress is not None:
                    progress(done, total)
            document.finish()
    finally:
        if collects:
            gc.enable()
    return findings
