"""Pictures decoded, turned, brought to sRGB and scaled to print size; kept beside the originals for the next time."""

from __future__ import annotations

import contextlib
import io
import math
import os
import tempfile
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from carddb.layout.pictures import FORMATS, Picture, PictureError, inspect_picture, is_srgb, profile_name
from carddb.pdf.bands import bands

if TYPE_CHECKING:
    from PIL.Image import Image

DERIVED = "derived"
"""Folder of the scaled pictures, beside the originals; it can be deleted at any time."""

MOST_PRINTED = 9_000_000
"""Pixels of the largest scaled picture. Source: house choice, a tarot card at 800 dpi."""

QUALITY = 92
"""Of JPEG. Source: house choice, no visible loss at 400 dpi."""


class Scaled(NamedTuple):
    """A picture as PNG or JPEG file content, opaque, and its transparency as a grey PNG, empty without any."""

    color: bytes
    mask: bytes


def scaled_picture(source: IO[bytes], file: Path, key: str, width: int, most: int) -> Scaled:
    """Return a picture in its print size, made once for a key and a width.

    key: hash of the content. width: in pixels, 0 for the picture's own. most: up to this wide it stays as it is.
    Raises: PictureError when it cannot be decoded.
    """
    stem = file.parent / DERIVED / f"{key}-{width}"
    kept = _kept(stem)
    if kept is None:
        kept = decode_picture(source, file.name, width=width, most=most)
        # A folder that cannot be written to costs time, not the picture.
        with contextlib.suppress(OSError):
            stem.parent.mkdir(exist_ok=True)
            if kept.mask:
                write_once(stem.with_name(f"{stem.name}.mask.png"), kept.mask)
            ending = "alpha" if kept.mask else "plain"
            write_once(stem.with_name(f"{stem.name}.{ending}"), kept.color)
    return kept


def _kept(stem: Path) -> Scaled | None:
    """Return what was made before; the colour is written last, so that it vouches for its mask."""
    with contextlib.suppress(OSError):
        return Scaled(stem.with_name(f"{stem.name}.plain").read_bytes(), b"")
    with contextlib.suppress(OSError):
        color = stem.with_name(f"{stem.name}.alpha").read_bytes()
        return Scaled(color, stem.with_name(f"{stem.name}.mask.png").read_bytes())
    return None


def write_once(file: Path, data: bytes) -> None:
    """Put a file in its place whole; many may do it at the same time. Raises: OSError."""
    write_pieces(file, (data,))


def write_pieces(file: Path, pieces: Iterable[bytes]) -> None:
    """Put a file in its place whole, piece by piece. Raises: OSError, and what ``pieces`` raises."""
    handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.writelines(pieces)
            out.flush()
            os.fsync(out.fileno())
        os.replace(name, file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def decode_picture(source: IO[bytes], name: str, *, width: int = 0, most: int = 0) -> Scaled:
    """Decode a picture; see scaled_picture. Raises: PictureError."""
    facts = inspect_picture(source, name)
    target, step = _plan(facts, width, most)
    source.seek(0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture = _small(_decoded(source, target, step), target)
            return _written(_turn(_srgb(picture), facts.orientation), facts.format)
    except PictureError as error:
        raise PictureError(f"the picture {name} is damaged ({error}); save it again") from error
    except Exception as error:  # Pillow's decoders of broken files raise almost anything
        raise PictureError(f"the picture {name} is damaged ({error}); save it again") from error


def _plan(facts: Picture, width: int, most: int) -> tuple[tuple[int, int], int]:
    """Return the size that a picture gets, before it is turned, and how many rows become one while it is read."""
    full = (facts.height, facts.width) if facts.orientation >= 5 else (facts.width, facts.height)
    step = math.ceil(math.sqrt(full[0] * full[1] / MOST_PRINTED))
    scale = min(1 / step, width / facts.width if width and facts.width > most else 1)
    size = max(round(full[0] * scale), 1), max(round(full[1] * scale), 1)
    return size, max(step, min(full[0] // size[0], full[1] // size[1]) * 2 // 3)


def _decoded(source: IO[bytes], target: tuple[int, int], step: int) -> Image:
    """Decode a picture and make it smaller in whole steps, band by band, which takes no copy in full size."""
    from PIL import Image as Pillow

    with Pillow.open(source, formats=FORMATS) as opened:
        before = opened.width
        opened.draft(None, target)
        step = max(step * opened.width // before, 1)
        alpha, profile = opened.has_transparency_data, opened.info.get("icc_profile")
        high = 0.0
        if opened.mode.startswith(("I", "F")):
            opened.load()
            found = (opened.convert("I") if opened.mode == "I;16B" else opened).getextrema()[1]
            assert isinstance(found, (int, float))
            high = found
        small: Image | None = None
        top = 0
        for band in bands(opened, source, step):
            band = _simple(band, alpha, high)
            if step > 1 and band.mode != "LAB":
                band = band.reduce(step)
            if small is None and band.height * step >= opened.height:
                small = band
                break
            if small is None:
                small = Pillow.new(band.mode, (band.width, -(-opened.height // step)))
            small.paste(band, (0, top))
            top += band.height
        assert small is not None
        small.info["icc_profile"] = profile
        return small


def _simple(band: Image, alpha: bool, high: float) -> Image:
    """Return a part of a picture in a mode that can be scaled. high: the highest value of the whole."""
    if band.mode == "P":
        return band.convert("RGBA" if alpha else "RGB")
    if band.mode in ("1", "RGBX"):
        return band.convert("L" if band.mode == "1" else "RGB")
    if band.mode.startswith(("I", "F")):
        return _eight_bits(band, high)
    return band.convert("RGBA") if alpha and band.mode in ("RGB", "L") else band


def _small(picture: Image, size: tuple[int, int]) -> Image:
    from PIL import Image as Pillow

    if picture.size == size:
        return picture
    made = picture.resize(size, Pillow.Resampling.LANCZOS)
    made.info["icc_profile"] = picture.info.get("icc_profile")
    return made


def _eight_bits(picture: Image, high: float) -> Image:
    """Return a picture of 16 bits or floating numbers as grey of 8 bits, its range kept where it is known."""
    if picture.mode.startswith("I"):
        if high > 255:
            return picture.convert("I").point(lambda v: v * (1 / 257) + 0.5).convert("L")
        return picture.convert("I").convert("L")
    return picture.point(lambda v: v * 255 + 0).convert("L") if high <= 1 else picture.convert("L")


def _srgb(picture: Image) -> Image:
    """Return a picture in sRGB or grey, with its transparency; a profile is followed where there is one."""
    from PIL import Image as Pillow
    from PIL import ImageCms

    data = picture.info.get("icc_profile") or b""
    alpha = picture.getchannel("A") if picture.mode in ("RGBA", "LA") else None
    if picture.mode == "LA":
        picture = picture.getchannel("L")
    if data and picture.mode in ("RGB", "RGBA", "CMYK", "L") and not is_srgb(profile_name(data)):
        flat = picture.convert("RGB") if picture.mode == "RGBA" else picture
        with contextlib.suppress(ImageCms.PyCMSError):  # a profile of another kind of picture says nothing about it
            target = ImageCms.createProfile("sRGB")
            made = ImageCms.profileToProfile(
                flat, ImageCms.ImageCmsProfile(io.BytesIO(data)), target, outputMode="RGB"
            )
            picture = made if made is not None else picture
    if picture.mode not in ("L", "RGB"):
        picture = picture.convert("RGB")
    if alpha is not None and alpha.getextrema() != (255, 255):
        picture = Pillow.merge("RGBA", (*picture.convert("RGB").split(), alpha))
    picture.info.clear()
    return picture


def _turn(picture: Image, orientation: int) -> Image:
    from PIL.Image import Transpose as T

    turns = {
        2: T.FLIP_LEFT_RIGHT, 3: T.ROTATE_180, 4: T.FLIP_TOP_BOTTOM, 5: T.TRANSPOSE, 6: T.ROTATE_270,
        7: T.TRANSVERSE, 8: T.ROTATE_90,
    }  # fmt: skip
    return picture.transpose(turns[orientation]) if orientation in turns else picture


def _written(picture: Image, kind: str) -> Scaled:
    mask = b""
    if picture.mode == "RGBA":
        mask = _file(picture.getchannel("A"), "PNG")
        picture = picture.convert("RGB")
    lossy = kind == "JPEG" and not mask
    return Scaled(_file(picture, "JPEG" if lossy else "PNG"), mask)


def _file(picture: Image, kind: str) -> bytes:
    out = io.BytesIO()
    if kind == "JPEG":
        picture.save(out, kind, quality=QUALITY, subsampling=0)
    else:
        picture.save(out, kind, compress_level=4)
    return out.getvalue()
