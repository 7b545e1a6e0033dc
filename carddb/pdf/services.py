"""Files of print services: single faces as PDF to be turned into pictures, and PDFs with their page boxes."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from carddb.layout.boxes import Box
from carddb.layout.sheet import SheetPage
from carddb.pdf.draw import Painter
from carddb.pdf.fonts import FontBook
from carddb.pdf.writer import Document, whole_file


def face_pdf(boxes: Sequence[Box], size: tuple[int, int], fonts: FontBook) -> bytes:
    """Return a PDF of one page for this machine only, to be drawn as a picture. size: in micrometres."""
    out = io.BytesIO()
    document = Document(out, fonts, title="face", fleeting=True)
    Painter(document).page(boxes, *size)
    document.finish()
    return out.getvalue()


def write_pages(
    pages: Iterable[SheetPage], total: int, path: Path, fonts: FontBook, *, title: str, trim_um: int, language: str,
    progress: Callable[[int, int], None] | None = None,
) -> None:  # fmt: skip
    """Write pages to a PDF. trim_um: how far inside each page the cut lies, stated as its TrimBox."""
    with whole_file(path) as out:
        document = Document(out, fonts, title=title, language=language)
        painter = Painter(document)
        for done, page in enumerate(pages, start=1):
            painter.page(page.boxes, page.width_um, page.height_um, trim_um=trim_um)
            if progress is not None:
                progress(done, total)
        document.finish()
