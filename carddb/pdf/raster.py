"""Pictures of pages and cards as PNG, drawn by PDFium from the very PDF that would be printed."""

from __future__ import annotations

import io
from typing import Any

from carddb.layout.boxes import Group, PlacedCard
from carddb.layout.shapes import rounded
from carddb.pdf.draw import Painter
from carddb.pdf.fonts import FontBook
from carddb.pdf.writer import Document

CORNER_UM = 3_000
"""Corner radius of a card in previews. Source: usual die cut of poker cards."""


def card_pdf(card: PlacedCard, fonts: FontBook, *, corner_um: int = 0) -> bytes:
    """Return a PDF of one page that holds a card at its trim size."""
    out = io.BytesIO()
    document = Document(out, fonts, title=card.name)
    clip = ""
    if corner_um:
        all_corners = frozenset(("tl", "tr", "br", "bl"))
        clip = rounded(0, 0, card.width_um, card.height_um, corner_um, corner_um, "round", all_corners)
    Painter(document).page((Group(card.boxes, clip=clip),), card.width_um, card.height_um)
    document.finish()
    return out.getvalue()


def card_png(card: PlacedCard, fonts: FontBook, *, width_px: int = 372, rounded_corners: bool = True) -> bytes:
    """Return a picture of a card; outside its rounded corners it is transparent.

    width_px: width of the picture; its height follows from the card.
    """
    data = card_pdf(card, fonts, corner_um=CORNER_UM if rounded_corners else 0)
    scale = (width_px - 0.001) * 25400 / (card.width_um * 72)  # PDFium rounds up.
    return render_page(data, 0, scale=scale, transparent=rounded_corners)


def page_png(pdf: bytes, page: int = 0, *, dpi: float = 96) -> bytes:
    """Return a picture of one page of a PDF. Raises: IndexError when there is no such page."""
    return render_page(pdf, page, scale=dpi / 72)


def render_page(pdf: bytes, page: int, *, scale: float, transparent: bool = False) -> bytes:
    """Return one page as PNG."""
    import pypdfium2

    with_alpha = {"fill_color": (255, 255, 255, 0)} if transparent else {}
    document: Any = pypdfium2.PdfDocument(pdf)
    try:
        if not 0 <= page < len(document):
            raise IndexError(f"the document has {len(document)} pages, not a page {page + 1}")
        picture = document[page].render(scale=scale, rev_byteorder=True, **with_alpha).to_pil()
    finally:
        document.close()
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()
