"""Pictures into the file: JPEG and plain PNG data as they are, everything else decoded and scaled once, then kept.

Equal content is written once, under whatever names it comes. Everything ends in sRGB or grey.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import IO, NamedTuple

from carddb.layout.pictures import PictureError as PictureError
from carddb.layout.pictures import is_srgb, profile_name
from carddb.pdf.scaled import Scaled, scaled_picture
from carddb.pdf.writer import Document

FINEST_DPI = 600
"""A picture with more pixels an inch is scaled down. Source: house choice, twice what print services ask for."""

SMALL = 1_000
"""A picture up to this wide goes as it is, however small it is printed. Source: house choice."""

SCALED_DPI = 400
"""What it is scaled to. Source: house choice."""

PIECE = 1 << 20
"""Bytes of a picture that are in memory at once."""

_TAIL = 1 << 16
"""A JPEG's end is looked for in so many last bytes."""

Known = dict[tuple[bytes, int], int]
"""Content and width of the pictures in a document -> their object; a width of 0 stands for the file as it is."""


class Plain(NamedTuple):
    """A file that a PDF can hold without decoding: the entries of its object, and where its data lies."""

    entries: dict[str, str]
    width: int
    spans: tuple[tuple[int, int], ...]


def add_image(document: Document, file: Path, known: Known, width_um: int = 0) -> int:
    """Write a picture and return its object.

    known: the pictures already in the document, extended here.
    width_um: how wide it is printed; with 0 it is never scaled.
    Raises: PictureError when the file cannot be read or holds no picture.
    """
    try:
        with file.open("rb") as handle:
            source: IO[bytes] = handle
            size = handle.seek(0, io.SEEK_END)
            handle.seek(0)
            if size <= 4 * PIECE:
                source = io.BytesIO(handle.read())
            key = _hash(source)
            plain = plain_picture(source)
            if plain and _is_fine_enough(plain.width, width_um):
                if (key, 0) not in known:
                    known[key, 0] = _add_plain(document, source, plain)
                return known[key, 0]
            width = width_um * SCALED_DPI // 25_400
            if (key, width) not in known:
                scaled = scaled_picture(source, file, key.hex(), width, width_um * FINEST_DPI // 25_400)
                known[key, width] = add_scaled(document, scaled, file.name)
            return known[key, width]
    except OSError as error:
        raise PictureError(f"the picture {file.name} cannot be read: {error.strerror or error}") from error


def add_scaled(document: Document, scaled: Scaled, name: str) -> int:
    """Write a decoded picture, its transparency as a soft mask."""
    numbers: list[int] = []
    for data in (scaled.mask, scaled.color):
        if data:
            source = io.BytesIO(data)
            plain = plain_picture(source)
            if plain is None:
                raise PictureError(f"the picture {name} became no plain picture")
            if numbers:
                plain.entries["SMask"] = f"{numbers[0]} 0 R"
            numbers.append(_add_plain(document, source, plain))
    return numbers[-1]


def _is_fine_enough(width: int, width_um: int) -> bool:
    return not width_um or width <= SMALL or width * 25_400 <= FINEST_DPI * width_um


def _hash(source: IO[bytes]) -> bytes:
    whole = blake2b(digest_size=16)
    source.seek(0)
    while piece := source.read(PIECE):
        whole.update(piece)
    return whole.digest()


def _pieces(source: IO[bytes], spans: tuple[tuple[int, int], ...]) -> Iterator[bytes]:
    for start, length in spans:
        source.seek(start)
        while length:
            piece = source.read(min(length, PIECE))
            if not piece:
                raise PictureError("a picture became shorter while it was read")
            length -= len(piece)
            yield piece


def _add_plain(document: Document, source: IO[bytes], plain: Plain) -> int:
    return document.add_pieces(plain.entries, sum(n for _, n in plain.spans), _pieces(source, plain.spans))


def plain_picture(source: IO[bytes]) -> Plain | None:
    """Return how a file goes into a PDF as it is, or None when it must be decoded."""
    source.seek(0)
    head = source.read(8)
    if head.startswith(b"\xff\xd8"):
        return _jpeg(source)
    return _png(source) if head == b"\x89PNG\r\n\x1a\n" else None


def _image(width: int, height: int, space: str, bits: int = 8, **further: str) -> dict[str, str]:
    return {
        "Type": "/XObject", "Subtype": "/Image", "Width": str(width), "Height": str(height),
        "ColorSpace": space, "BitsPerComponent": str(bits), **further,
    }  # fmt: skip


def _jpeg(source: IO[bytes]) -> Plain | None:
    """Pass a JPEG of grey or RGB through; a turned one, CMYK and other profiles need decoding."""
    position, profile = 2, b""
    while True:
        source.seek(position)
        head = source.read(4)
        if len(head) < 4 or head[0] != 0xFF:
            return None
        marker, length = head[1], int.from_bytes(head[2:], "big")
        if marker == 0xFF:
            position += 1
            continue
        if marker == 0xE1 and _turned(source.read(length - 2)):
            return None
        if marker == 0xE2 and (body := source.read(length - 2)).startswith(b"ICC_PROFILE\0"):
            profile += body[14:]
        if marker == 0xEE and source.read(length - 2).startswith(b"Adobe") and _adobe(source, position) == 0:
            return None
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            bits, height, width, parts = struct.unpack(">BHHB", source.read(6))
            if bits != 8 or parts not in (1, 3) or not width or not height or marker not in (0xC0, 0xC1, 0xC2):
                return None
            if profile and not is_srgb(profile_name(profile)):
                return None
            space = "/DeviceRGB" if parts == 3 else "/DeviceGray"
            size = source.seek(0, io.SEEK_END)
            source.seek(-min(size, _TAIL), io.SEEK_END)
            if b"\xff\xd9" not in source.read():  # cut short; decoding it tells
                return None
            return Plain(_image(width, height, space, Filter="/DCTDecode"), width, ((0, size),))
        if marker in (0xD9, 0xDA) or length < 2:
            return None
        position += 2 + length


def _adobe(source: IO[bytes], position: int) -> int:
    """Return the colour transform that an Adobe segment states; 0 means that the parts are RGB as they are."""
    source.seek(position + 15)
    return (source.read(1) or b"\1")[0]


def _turned(body: bytes) -> bool:
    """Return whether a camera's segment says that the picture is to be turned."""
    if not body.startswith(b"Exif\0\0"):
        return False
    from PIL import Image as Pillow

    exif = Pillow.Exif()
    try:
        exif.load(body)
        return exif.get(0x0112, 1) not in (0, 1)
    except (OSError, ValueError, SyntaxError, struct.error, KeyError, TypeError):
        return True


def _png(source: IO[bytes]) -> Plain | None:
    """Pass the deflated rows of a PNG without transparency through, its checksums proved."""
    position, palette = 8, b""
    rows: list[tuple[int, int]] = []
    width = height = bits = kind = 0
    while True:
        source.seek(position)
        head = source.read(8)
        if len(head) < 8:
            return None
        length, name = int.from_bytes(head[:4], "big"), head[4:]
        if name == b"IEND":
            break
        if position == 8:
            if name != b"IHDR" or length != 13:
                return None
            width, height, bits, kind, _, _, interlaced = struct.unpack(">IIBBBBB", source.read(13))
            if bits == 16 or kind not in (0, 2, 3) or interlaced or not width or not height:
                return None
        elif name == b"tRNS" or (name == b"eXIf" and not rows and _turned(b"Exif\0\0" + source.read(length))):
            return None
        elif name == b"PLTE":
            palette = source.read(length) if length <= 768 else b""
        elif name == b"iCCP":
            body = source.read(length).partition(b"\0")[2][1:]
            if not is_srgb(profile_name(zlib.decompressobj().decompress(body, 1 << 22)) or "srgb"):
                return None
        elif name == b"IDAT":
            if not _is_whole(source, position, length):
                return None
            rows.append((position + 8, length))
        position += 12 + length
    if not rows or (kind == 3 and not palette):
        return None
    space = {0: "/DeviceGray", 2: "/DeviceRGB"}.get(kind)
    if space is None:
        space = f"[/Indexed/DeviceRGB {len(palette) // 3 - 1}<{palette.hex()}>]"
    colors = 3 if kind == 2 else 1
    parameters = f"<</Predictor 15/Colors {colors}/BitsPerComponent {bits}/Columns {width}>>"
    entries = _image(width, height, space, bits, Filter="/FlateDecode", DecodeParms=parameters)
    return Plain(entries, width, tuple(rows))


def _is_whole(source: IO[bytes], position: int, length: int) -> bool:
    """Return whether a chunk has the checksum that it states."""
    found, left = zlib.crc32(b"IDAT"), length
    source.seek(position + 8)
    while left:
        piece = source.read(min(left, PIECE))
        if not piece:
            return False
        left -= len(piece)
        found = zlib.crc32(piece, found)
    return source.read(4) == found.to_bytes(4, "big")
