"""Pictures for printers that save ink or have only black: grey copies at print size, in a folder that goes again."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from carddb.layout.boxes import Image
from carddb.layout.sheets.inks import Ink
from carddb.pdf.images import PictureError

DPI = 300
"""Copies hold no more dots than a print shows. Source: house choice."""

KEPT = 0.4
"""How much of its darkness a picture keeps when ink is saved. Source: house choice."""


class Toner:
    """Makes the copies, each once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[tuple[str, int, int, Ink], str] = {}

    def tone(self, image: Image, ink: Ink) -> str:
        """Return the file of a picture in an ink. Raises: PictureError when it cannot be read."""
        key = (image.file, image.width, image.height, ink)
        if key not in self._made:
            self._made[key] = self._copy(image, ink)
        return self._made[key]

    def _copy(self, image: Image, ink: Ink) -> str:
        from PIL import Image as Pillow
        from PIL import ImageOps, UnidentifiedImageError

        source = Path(image.file)
        try:
            with Pillow.open(source) as opened:
                opened.draft("RGB", (image.width * DPI // 25_400, image.height * DPI // 25_400))
                picture = ImageOps.exif_transpose(opened).convert("RGBA")
        except (OSError, ValueError, SyntaxError, UnidentifiedImageError, Pillow.DecompressionBombError) as error:
            raise PictureError(f"the picture {source.name} cannot be read: {error}") from error
        size = (max(image.width * DPI // 25_400, 1), max(image.height * DPI // 25_400, 1))
        if picture.width > size[0]:
            picture = picture.resize(size, Pillow.Resampling.LANCZOS)
        ground = Pillow.new("RGBA", picture.size, "white")
        grey = Pillow.alpha_composite(ground, picture).convert("L")
        if ink == "low":
            grey = grey.point([round(255 - (255 - v) * KEPT) for v in range(256)])
        name = blake2b(repr((image.file, image.width, image.height, ink)).encode(), digest_size=12).hexdigest()
        target = self._folder / f"{name}.png"
        grey.save(target)
        return str(target)
