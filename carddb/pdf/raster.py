"""Pictures of pages and cards as PNG, drawn by PDFium from the very PDF that would be printed."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

from carddb.layout.boxes import Group, PlacedCard
from carddb.layout.shapes import rounded
from carddb.pdf.draw import Painter
from carddb.pdf.fonts import FontBook
from carddb.pdf.writer import Document

CORNER_UM = 3_000
"""Corner radius of a card in previews. Source: usual die cut of poker cards."""


def card_pdf(card: PlacedCard, fonts: FontBook, *, corner_um: int = 0, fleeting: bool = False) -> bytes:
    """Return a PDF of one page that holds a card at its trim size. fleeting: see ``writer.Document``."""
    out = io.BytesIO()
    document = Document(out, fonts, title=card.name, fleeting=fleeting)
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
    data = card_pdf(card, fonts, corner_um=CORNER_UM if rounded_corners else 0, fleeting=True)
    scale = (width_px - 0.001) * 25400 / (card.width_um * 72)  # PDFium rounds up.
    return render_page(data, 0, scale=scale, transparent=rounded_corners)


def thumbnail_png(card: PlacedCard, fonts: FontBook, *, width_px: int) -> bytes:
    """Return a picture of a card in few colours, for pages that carry many of them."""
    from PIL import Image

    png = card_png(card, fonts, width_px=width_px * 2)
    picture = Image.open(io.BytesIO(png)).convert("RGBA")
    picture = picture.resize((width_px, round(picture.height * width_px / picture.width)), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    picture.quantize(128, method=Image.Quantize.FASTOCTREE).save(out, "PNG", optimize=True)
    return out.getvalue()


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
        bitmap = document[page].render(scale=scale, rev_byteorder=True, prefer_bgrx=False, **with_alpha)
        return encode_png(bytes(bitmap.buffer), bitmap.width, bitmap.height, bitmap.stride, bitmap.n_channels)
    finally:
        document.close()


def face_png(pdf: bytes, page: int, pixels: tuple[int, int], *, dpi: int) -> bytes:
    """Return one page as PNG of exactly so many pixels, RGB without transparency, its resolution written into it.

    Raises: ValueError when the page is smaller than that.
    """
    import pypdfium2

    document: Any = pypdfium2.PdfDocument(pdf)
    try:
        bitmap = document[page].render(scale=dpi / 72, rev_byteorder=True, prefer_bgrx=False)
        width, height = pixels
        if bitmap.width < width or bitmap.height < height or bitmap.n_channels != 3:
            raise ValueError(
                f"the page is {bitmap.width} x {bitmap.height} pixels, and {width} x {height} are wanted"
            )
        return encode_png(bytes(bitmap.buffer), width, height, bitmap.stride, 3, dpi=dpi, level=6)
    finally:
        document.close()


def encode_png(
    pixels: bytes, width: int, height: int, stride: int, channels: int, *, dpi: int = 0, level: int = 1
) -> bytes:
    """Return rows of 8-bit grey, RGB or RGBA pixels as PNG, made for speed rather than for size.

    dpi: what the file says about its resolution, 0 for nothing.
    """
    kind = {1: 0, 3: 2, 4: 6}[channels]
    row = width * channels
    rows = b"".join([b"\0" + pixels[start : start + row] for start in range(0, stride * height, stride)])
    head = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    claim = [b"pHYs" + struct.pack(">IIB", *(round(dpi / 0.0254),) * 2, 1)] if dpi else []
    chunks = (b"IHDR" + head, *claim, b"IDAT" + zlib.compress(rows, level), b"IEND")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        [struct.pack(">I", len(c) - 4) + c + struct.pack(">I", zlib.crc32(c)) for c in chunks]
    )
