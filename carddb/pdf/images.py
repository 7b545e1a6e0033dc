"""Pictures into the file: JPEG and plain PNG data as they are, everything else decoded once.

Equal content is written once, under whatever names it comes.
"""

from __future__ import annotations

import struct
import zlib
from hashlib import blake2b
from pathlib import Path

from carddb.pdf.writer import Document

MOST_PIXELS = 60_000_000
"""Largest picture that is decoded. Source: house choice, about 180 MB of memory."""


class PictureError(ValueError):
    """A picture that cannot be used; the message is one sentence."""


def add_image(document: Document, file: Path, known: dict[bytes, int]) -> int:
    """Write a picture and return its object.

    known: content hash -> object of the pictures already in the document, extended here.
    Raises: PictureError when the file cannot be read or holds no picture.
    """
    try:
        data = file.read_bytes()
    except OSError as error:
        raise PictureError(f"the picture {file.name} cannot be read: {error.strerror}") from error
    key = blake2b(data, digest_size=16).digest()
    if key not in known:
        number = _jpeg(document, data) or _png(document, data) or _decoded(document, data, file.name)
        known[key] = number
    return known[key]


def _image(width: int, height: int, space: str, **further: str) -> dict[str, str]:
    return {
        "Type": "/XObject", "Subtype": "/Image", "Width": str(width), "Height": str(height),
        "ColorSpace": space, "BitsPerComponent": "8", **further,
    }  # fmt: skip


def _jpeg(document: Document, data: bytes) -> int | None:
    """Pass a JPEG of grey or RGB through; a turned one (EXIF) or CMYK needs decoding."""
    if not data.startswith(b"\xff\xd8"):
        return None
    position = 2
    while position + 9 < len(data) and data[position] == 0xFF:
        marker, length = data[position + 1], int.from_bytes(data[position + 2 : position + 4], "big")
        if marker == 0xE1 and data[position + 4 : position + 8] == b"Exif":
            return None
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            bits, height, width, parts = struct.unpack(">BHHB", data[position + 4 : position + 10])
            if bits != 8 or parts not in (1, 3):
                return None
            space = "/DeviceRGB" if parts == 3 else "/DeviceGray"
            entries = _image(width, height, space, Filter="/DCTDecode")
            return document.add_stream(entries, data, compress=False)
        position += 2 + length
    return None


def _png(document: Document, data: bytes) -> int | None:
    """Pass the deflated rows of an 8-bit PNG without transparency through; PDF knows its predictors."""
    if not data.startswith(b"\x89PNG\r\n\x1a\n") or len(data) < 33:
        return None
    width, height, bits, kind, _, _, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    if bits != 8 or kind not in (0, 2, 3) or interlaced:
        return None
    rows: list[bytes] = []
    palette = b""
    position = 8
    while position + 12 <= len(data):
        length, name = int.from_bytes(data[position : position + 4], "big"), data[position + 4 : position + 8]
        body = data[position + 8 : position + 8 + length]
        if name == b"tRNS":
            return None
        if name == b"PLTE":
            palette = body
        elif name == b"IDAT":
            rows.append(body)
        position += 12 + length
    space = {0: "/DeviceGray", 2: "/DeviceRGB"}.get(kind)
    if space is None:
        space = f"[/Indexed/DeviceRGB {len(palette) // 3 - 1}<{palette.hex()}>]"
    colors = 3 if kind == 2 else 1
    parameters = f"<</Predictor 15/Colors {colors}/BitsPerComponent 8/Columns {width}>>"
    entries = _image(width, height, space, Filter="/FlateDecode", DecodeParms=parameters)
    return document.add_stream(entries, b"".join(rows), compress=False)


def _decoded(document: Document, data: bytes, name: str) -> int:
    """Decode with Pillow: turn as the camera says, split transparency off as a soft mask."""
    import io

    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(data)) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise PictureError(f"the picture {name} has more than {MOST_PIXELS:,} pixels")
            picture = ImageOps.exif_transpose(opened)
            picture = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        if isinstance(error, PictureError):
            raise
        raise PictureError(f"the picture {name} is no picture that can be read") from error
    entries = _image(picture.width, picture.height, "/DeviceRGB", Filter="/FlateDecode")
    if picture.mode == "RGBA":
        mask = _image(picture.width, picture.height, "/DeviceGray", Filter="/FlateDecode")
        alpha = zlib.compress(picture.getchannel("A").tobytes(), 6)
        entries["SMask"] = f"{document.add_stream(mask, alpha, compress=False)} 0 R"
        picture = picture.convert("RGB")
    return document.add_stream(entries, zlib.compress(picture.tobytes(), 6), compress=False)
