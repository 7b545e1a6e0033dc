"""Pictures for printers that save ink or have only black: grey copies at print size, in a folder that goes again."""

from __future__ import annotations

import io
from hashlib import blake2b
from pathlib import Path

from carddb.layout.boxes import Image
from carddb.layout.pictures import PictureError
from carddb.layout.sheets.inks import Ink
from carddb.pdf.scaled import decode_picture

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

        source = Path(image.file)
        wide = max(image.width * DPI // 25_400, 1)
        try:
            with source.open("rb") as opened:
                scaled = decode_picture(opened, source.name, width=wide, most=wide)
        except OSError as error:
            raise PictureError(f"the picture {source.name} cannot be read: {error.strerror}") from error
        grey = Pillow.open(io.BytesIO(scaled.color)).convert("L")
        if scaled.mask:
            ground = Pillow.new("L", grey.size, 255)
            ground.paste(grey, mask=Pillow.open(io.BytesIO(scaled.mask)).convert("L"))
            grey = ground
        if ink == "low":
            grey = grey.point([round(255 - (255 - v) * KEPT) for v in range(256)])
        name = blake2b(repr((image.file, image.width, image.height, ink)).encode(), digest_size=12).hexdigest()
        target = self._folder / f"{name}.png"
        grey.save(target)
        return str(target)
