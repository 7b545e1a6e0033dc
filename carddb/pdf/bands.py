"""Large pictures in horizontal bands, so that none is in memory whole: PNG by its rows, TIFF by its strips."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from itertools import accumulate
from typing import IO, TYPE_CHECKING

from carddb.layout.pictures import PictureError, is_read_in_bands

if TYPE_CHECKING:
    from PIL.Image import Image

BAND = 1_000_000
"""About so many pixels are in a band."""

_PIECE = 1 << 16
_KEPT_TAGS = (256, 258, 259, 262, 266, 277, 284, 317, 320, 338, 339, 347, 529, 530, 531, 532)
"""What of a TIFF says how its strips are read; its size and places are those of a band."""


def bands(opened: Image, source: IO[bytes], multiple: int) -> Iterator[Image]:
    """Return a picture from top to bottom in bands, each but the last so many rows high or a multiple of it.

    opened: the picture, not decoded; source: its file.
    Raises: PictureError when the file ends early, and what Pillow's decoders raise.
    """
    width, height = opened.size
    rows = max(BAND // width // multiple, 1) * multiple
    if width * height > BAND and is_read_in_bands(opened):
        if opened.format == "PNG":
            yield from _png_bands(opened, source, rows)
        else:
            yield from _recut(_tiff_bands(opened, source, rows), multiple)
    elif rows >= height:
        opened.load()
        yield opened
    else:
        opened.load()
        for top in range(0, height, rows):
            yield opened.crop((0, top, width, min(top + rows, height)))


def _recut(parts: Iterator[Image], multiple: int) -> Iterator[Image]:
    """Return bands whose height is such a multiple, from some of any height."""
    left: Image | None = None
    for part in parts:
        if left is not None:
            joined = left.crop((0, 0, part.width, left.height + part.height))
            joined.paste(part, (0, left.height))
            part = joined
        cut = part.height // multiple * multiple
        if cut:
            yield part.crop((0, 0, part.width, cut))
        left = part.crop((0, cut, part.width, part.height)) if cut < part.height else None
    if left is not None:
        yield left


def _open(data: bytes, kind: str) -> Image:
    from PIL import Image as Pillow

    picture = Pillow.open(io.BytesIO(data), formats=(kind,))
    picture.load()
    return picture


def _png_bands(opened: Image, source: IO[bytes], rows: int) -> Iterator[Image]:
    """Make a small PNG of each band; it begins with the row above it, which its first row may refer to."""
    width, height = opened.size
    needed = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4}[opened.mode] * width + 1
    chunks = _png_chunks(source)
    header, further, above = b"", b"", b""
    unpack, waiting = zlib.decompressobj(), b""
    done, data = 0, bytearray()
    while done < height:
        count = min(rows, height - done)
        while len(data) < count * needed:
            if not waiting:
                name, waiting = next(chunks, (b"", b""))
                if not name:
                    raise PictureError("the picture ends before its last row")
                if name != b"IDAT":
                    header, further = (
                        (waiting, further) if name == b"IHDR" else (header, further + _chunk(name, waiting))
                    )
                    waiting = b""
                    continue
            more = unpack.decompress(waiting, count * needed - len(data))
            if not more and unpack.eof:
                raise PictureError("the picture ends before its last row")
            waiting = unpack.unconsumed_tail
            data += more
        body = zlib.compress(above + data[: count * needed], 0)
        del data[: count * needed]
        high = count + bool(above)
        head = struct.pack(">II", width, high) + header[8:]
        band = _open(
            b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + further + _chunk(b"IDAT", body) + _chunk(b"IEND", b""),
            "PNG",
        )
        above = b"\0" + band.crop((0, high - 1, width, high)).tobytes()
        yield band.crop((0, high - count, width, high)) if high != count else band
        done += count


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def _png_chunks(source: IO[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Return the chunks that say how rows are read, and the rows in small pieces, all checksums proved."""
    position = 8
    while True:
        source.seek(position)
        head = source.read(8)
        if len(head) < 8 or head[4:] == b"IEND":
            return
        length, name = int.from_bytes(head[:4], "big"), head[4:]
        position += 12 + length
        if name in (b"IHDR", b"tRNS"):
            yield name, source.read(length)
        elif name == b"IDAT":
            found = zlib.crc32(name)
            while length:
                piece = source.read(min(length, _PIECE))
                if not piece:
                    return
                length -= len(piece)
                found = zlib.crc32(piece, found)
                yield name, piece
            if source.read(4) != found.to_bytes(4, "big"):
                raise PictureError("a part of the picture has another checksum than it states")


def _tiff_bands(opened: Image, source: IO[bytes], rows: int) -> Iterator[Image]:
    """Make a small TIFF of each band, of as many whole strips as it needs."""
    from PIL.TiffImagePlugin import ImageFileDirectory_v2, TiffImageFile

    assert isinstance(opened, TiffImageFile)
    tags = opened.tag_v2
    height = tags[257]
    each, offsets, counts = tags.get(278, height), tags[273], tags[279]
    if tags.get(259, 1) == 1:  # rows without compression can be cut anywhere
        line = counts[0] // min(each, height)
        starts = [
            offset + row * line for i, offset in enumerate(offsets) for row in range(min(each, height - i * each))
        ]
        each, offsets, counts = 1, starts, [line] * height
    count = max(rows // each, 1)
    for first in range(0, len(offsets), count):
        strips = range(first, min(first + count, len(offsets)))
        data = []
        for strip in strips:
            source.seek(offsets[strip])
            data.append(source.read(counts[strip]))
            if len(data[-1]) != counts[strip]:
                raise PictureError("the picture ends before its last row")
        band = ImageFileDirectory_v2(prefix=tags.prefix)
        for tag in _KEPT_TAGS:
            if tag in tags:
                band.tagtype[tag] = tags.tagtype[tag]
                band[tag] = tags[tag]
        band[257], band[278] = min(len(strips) * each, height - first * each), each
        band.tagtype[273] = band.tagtype[279] = 4
        band[279] = tuple(map(len, data))
        band[273] = tuple(accumulate(band[279][:-1], initial=0))  # Pillow counts them from the end of the tags
        version = b"*\0" if tags.prefix == b"II" else b"\0*"
        head = tags.prefix + version + struct.pack("<I" if tags.prefix == b"II" else ">I", 8)
        yield _open(head + band.tobytes(8) + b"".join(data), "TIFF")
