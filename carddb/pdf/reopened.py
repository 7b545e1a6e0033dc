"""What a PDF turns out to hold when it is opened again: page boxes, fonts, pictures of its pages."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from carddb.pdf.raster import encode_png

Rectangle = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """The boxes of a page in points: left, bottom, right, top."""

    media: Rectangle
    bleed: Rectangle
    trim: Rectangle


class Reopened:
    """A PDF file opened for reading; to be used in a ``with`` block."""

    def __init__(self, path: Path) -> None:
        import pypdfium2

        self._document: Any = pypdfium2.PdfDocument(path)

    def __enter__(self) -> Reopened:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._document.close()

    def __len__(self) -> int:
        return len(self._document)

    def boxes(self, page: int) -> PageBoxes:
        """Return the boxes of a page, counted from 0."""
        opened = self._document[page]
        return PageBoxes(opened.get_mediabox(), opened.get_bleedbox(), opened.get_trimbox())

    def fonts(self, page: int) -> dict[str, bool]:
        """Return the fonts that words of a page are set in, and whether each is embedded."""
        from pypdfium2 import raw

        found: dict[str, bool] = {}
        for thing in self._document[page].get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=8):
            font = raw.FPDFTextObj_GetFont(thing.raw)
            name = _font_name(font)
            found[name] = raw.FPDFFont_GetIsEmbedded(font) == 1 and found.get(name, True)
        return found

    def png(self, page: int, dpi: float) -> bytes:
        """Return a picture of a page."""
        bitmap = self._document[page].render(scale=dpi / 72, rev_byteorder=True, prefer_bgrx=False)
        return encode_png(bytes(bitmap.buffer), bitmap.width, bitmap.height, bitmap.stride, bitmap.n_channels)


def _font_name(font: Any) -> str:
    import ctypes

    from pypdfium2 import raw

    size = raw.FPDFFont_GetBaseFontName(font, None, 0)
    buffer = ctypes.create_string_buffer(size)
    raw.FPDFFont_GetBaseFontName(font, buffer, size)
    return buffer.value.decode("utf-8", "replace")
