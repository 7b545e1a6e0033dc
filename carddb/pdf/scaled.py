"""Pictures decoded, turned, brought to sRGB and scaled to print size; kept beside the originals for the next time."""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
import warnings
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from carddb.layout.pictures import FORMATS, PictureError, inspect_picture, is_srgb, profile_name

if TYPE_CHECKING:
    from PIL.Image import Image

DERIVED = "derived"
"""Folder of the scaled pictures, beside the originals; it can be deleted at any time."""

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
    handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.replace(name, file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def decode_picture(source: IO[bytes], name: str, *, width: int = 0, most: int = 0) -> Scaled:
    """Decode a picture; see scaled_picture. Raises: PictureError."""
    from PIL import Image as Pillow

    facts = inspect_picture(source, name)
    source.seek(0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Pillow.open(source, formats=FORMATS) as opened:
                target = (facts.width, facts.height)
                if width and facts.width > most:
                    target = (width, max(round(facts.height * width / facts.width), 1))
                turned = target[::-1] if facts.orientation >= 5 else target
                opened.draft(None, turned)
                opened.load()
                picture = _small(opened, turned)
                return _written(_turn(_srgb(picture), facts.orientation), facts.format)
    except PictureError:
        raise
    except Exception as error:  # Pillow's decoders of broken files raise almost anything
        raise PictureError(f"the picture {name} is damaged ({error}); save it again") from error


def _small(opened: Image, size: tuple[int, int]) -> Image:
    """Return a picture in its size: whole steps first, which take no copy in full size."""
    from PIL import Image as Pillow

    picture = opened
    if picture.mode == "P":
        picture = picture.convert("RGBA" if opened.has_transparency_data else "RGB")
    elif picture.mode in ("1",):
        picture = picture.convert("L")
    elif picture.mode.startswith("I;16") or picture.mode in ("I", "F"):
        picture = _eight_bits(picture)
    elif opened.has_transparency_data and picture.mode in ("RGB", "L"):
        picture = picture.convert("RGBA")
    step = min(picture.width // size[0], picture.height // size[1])
    profile = opened.info.get("icc_profile")
    if step >= 4 and picture.mode != "LAB":
        picture = picture.reduce(step // 2)
    if picture.size != size:
        picture = picture.resize(size, Pillow.Resampling.LANCZOS)
    picture.info["icc_profile"] = profile
    return picture


def _eight_bits(picture: Image) -> Image:
    """Return a picture of 16 bits or floating numbers as grey of 8 bits, its range kept where it is known."""
    if picture.mode.startswith("I"):
        high = picture.getextrema()[1]
        assert isinstance(high, (int, float))
        if high > 255:
            return picture.convert("I").point(lambda v: v * (1 / 257) + 0.5).convert("L")
        return picture.convert("I").convert("L")
    high = picture.getextrema()[1]
    assert isinstance(high, (int, float))
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
