"""Picture files before they are decoded: what their header says, which are refused and why, what of them is seen.

No drawing and no storing here.
"""

from __future__ import annotations

import io
import re
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("PNG", "JPEG", "WEBP", "TIFF")
"""What is accepted, in Pillow's names."""

ENDINGS = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp", "TIFF": "tif"}

MOST_PIXELS = 40_000_000
"""Largest picture that is decoded. Source: house choice, 120 MB of memory in RGB."""

MOST_WHOLE = 80_000_000
"""Memory that a picture may take which can only be decoded whole. Source: house choice."""

MOST_WEBP = 6_500_000
"""Pixels of the largest WebP; its decoder takes 16 bytes for each. Source: measured."""

LONGEST_SIDE = 30_000
"""Longest side of a picture in pixels. Source: house choice."""

MOST_BAND = 4_000_000
"""Pixels of the largest strip of a TIFF that is read strip by strip. Source: house choice."""

_SMALLER = "make it smaller, or save it as a PNG or JPEG"
_REMEDY = "save it as PNG, JPEG, WebP or TIFF"

_REFUSED = (
    (re.compile(rb"GIF8[79]a"), f"is a GIF, which has 256 colours at most; {_REMEDY}"),
    (re.compile(rb"....ftyp(heic|heix|hevc|heim|heis|mif1|msf1)", re.DOTALL), f"is a HEIC photo; {_REMEDY}"),
    (re.compile(rb"....ftypavi[fs]", re.DOTALL), f"is an AVIF; {_REMEDY}"),
    (re.compile(rb"8BPS"), f"is a Photoshop document; {_REMEDY}"),
    (re.compile(rb"%PDF"), f"is a PDF; {_REMEDY}"),
    (re.compile(rb"BM....\0\0\0\0", re.DOTALL), f"is a BMP; {_REMEDY}"),
    (
        re.compile(rb"\xef?\xbb?\xbf?\s*(<\?xml[^>]*>|<!--.*?-->|<!DOCTYPE[^>]*>|\s)*<svg", re.DOTALL),
        "is an SVG drawing; export it as PNG at 300 dpi or more",
    ),
)
"""First bytes of files that are refused, and what is said of them."""


class PictureError(ValueError):
    """A picture that cannot be used; the message is one sentence without its full stop."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What a file's header says.

    width, height: in pixels, as it is looked at, turned by the camera's flag. orientation: that flag, 1 to 8.
    profile: the colour profile's name, "" without one. dpi: as the file claims, 0 when it does not.
    notices: what a designer should know: further frames left out, a colour space that is converted.
    """

    format: str
    width: int
    height: int
    mode: str
    orientation: int
    profile: str
    dpi: int
    has_alpha: bool
    notices: tuple[str, ...]


def inspect_picture(file: Path | IO[bytes], name: str = "") -> Picture:
    """Read the header of a picture, no pixel of it.

    Raises: PictureError for a file that is missing, no picture, of another format or too large.
    """
    from PIL import Image as Pillow

    name = name or (file.name if isinstance(file, Path) else "picture")
    try:
        if isinstance(file, Path):
            with file.open("rb") as handle:
                return inspect_picture(handle, name)
        file.seek(0)
        head = file.read(4096)
        for pattern, why in _REFUSED:
            if pattern.match(head):
                raise PictureError(f"{name} {why}")
        if not head:
            raise PictureError(f"{name} is an empty file")
        _check_size(name, *_size_of(head))
        file.seek(0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Pillow.open(file, formats=FORMATS) as opened:
                return _described(opened, name)
    except Pillow.DecompressionBombError:
        raise PictureError(_too_large(name)) from None
    except PictureError:
        raise
    except OSError as error:
        if error.strerror:
            raise PictureError(f"{name} cannot be read: {error.strerror}") from error
        raise PictureError(f"{name} is no picture that can be read; {_REMEDY} again") from error
    except Exception as error:  # Pillow's readers of broken files raise almost anything
        raise PictureError(f"{name} is no picture that can be read; {_REMEDY} again") from error


def _size_of(head: bytes) -> tuple[int, int]:
    """Return the size that a PNG's first chunk states, (1, 1) for other files."""
    if head.startswith(b"\x89PNG\r\n\x1a\n") and len(head) >= 24:
        return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    return 1, 1


def _too_large(name: str, size: str = "far more pixels") -> str:
    most = f"{MOST_PIXELS // 1_000_000} megapixels, {LONGEST_SIDE:,} pixels a side"
    return f"{name} has {size}, and {most} is the most; make it smaller"


def _check_size(name: str, width: int, height: int) -> None:
    if width < 1 or height < 1:
        raise PictureError(f"{name} has no pixels: it is {width} x {height}")
    if width * height > MOST_PIXELS or max(width, height) > LONGEST_SIDE:
        raise PictureError(_too_large(name, f"{width:,} x {height:,} pixels"))


def is_read_in_bands(opened: Image) -> bool:
    """Return whether a picture can be decoded a few rows at a time; it is open and nothing of it is decoded."""
    from PIL.PngImagePlugin import PngImageFile
    from PIL.TiffImagePlugin import TiffImageFile

    if isinstance(opened, PngImageFile):
        kinds = ("L", "LA", "RGB", "RGBA")
        whole_bytes = opened.mode in kinds and bool(opened.tile) and opened.tile[0][3] in kinds
        return whole_bytes and not opened.info.get("interlace")
    if isinstance(opened, TiffImageFile):
        tags = opened.tag_v2
        rows, height = tags.get(278, opened.height), max(tags.get(257, 0), 1)
        raw = tags.get(259, 1) == 1
        strips = 273 in tags and 279 in tags and 322 not in tags and len(tags[273]) == len(tags[279])
        whole = strips and tags.get(284, 1) == 1 and len(tags[273]) == -(-height // max(rows, 1))
        sample = max(tags.get(258, (1,))) == 8 and opened.mode in ("L", "LA", "RGB", "RGBA", "RGBX", "CMYK")
        upright = tags.get(274, 1) == 1
        return whole and sample and upright and rows > 0 and (raw or rows * opened.width <= MOST_BAND)
    return False


def _check_memory(opened: Image, name: str) -> None:
    """Refuse a picture that its way of storing makes too costly. Raises: PictureError."""
    pixels = opened.width * opened.height
    megapixels = f"{pixels / 1_000_000:.1f} megapixels"
    if opened.format == "WEBP" and pixels > MOST_WEBP:
        most = f"{MOST_WEBP / 1_000_000:.1f} megapixels"
        raise PictureError(f"{name} is a WebP of {megapixels}, and {most} is the most; {_SMALLER}")
    if opened.format in ("JPEG", "MPO"):
        # A progressive one is collected whole, two bytes for every coefficient, before its first row comes out.
        layers = [(h, v) for _, h, v, _ in getattr(opened, "layer", ())]
        widest, highest = max((h for h, _ in layers), default=1), max((v for _, v in layers), default=1)
        coefficients = sum(pixels * h * v / widest / highest for h, v in layers)
        if opened.info.get("progressive") and coefficients * 2 > MOST_WHOLE:
            raise PictureError(f"{name} is a progressive JPEG of {megapixels}; save it as a baseline one, or smaller")
    elif opened.format != "WEBP" and not is_read_in_bands(opened):
        each = {"1": 1, "L": 1, "P": 1}.get(opened.mode, 2 if opened.mode.startswith("I;16") else 4)
        if pixels * each > MOST_WHOLE:
            way = "interlaced or has 16 bits a colour" if opened.format == "PNG" else "not stored in strips of 8 bits"
            raise PictureError(f"{name} has {megapixels} and is {way}; save it without that, or {_SMALLER}")


def _described(opened: Image, name: str) -> Picture:
    from PIL import Image as Pillow

    width, height = opened.size
    _check_size(name, width, height)
    _check_memory(opened, name)
    exif = Pillow.Image.getexif(opened)  # a PNG's own way of reading it decodes the picture
    orientation = exif.get(0x0112, 1)
    orientation = orientation if orientation in range(1, 9) else 1
    if opened.format == "TIFF":
        orientation = 1  # Pillow turns this one itself
    if orientation >= 5:
        width, height = height, width
    profile, notices = profile_name(opened.info.get("icc_profile") or b""), []
    if getattr(opened, "n_frames", 1) > 1:
        notices.append(f"only the first of its {getattr(opened, 'n_frames', 1)} pictures is used")
    if opened.mode == "CMYK":
        way = f"with its profile {profile}" if profile else "by formula, for it names no profile; colours may differ"
        notices.append(f"its CMYK colours become sRGB {way}")
    elif profile and not is_srgb(profile):
        notices.append(f"its colours are converted from {profile} to sRGB")
    if opened.mode.startswith(("I", "F")):
        notices.append("its 16 bits a colour become 8")
    claimed = opened.info.get("dpi") or (0, 0)
    dpi = round(float(claimed[0])) if isinstance(claimed, tuple) and 0 < float(claimed[0]) < 100_000 else 0
    kind = "JPEG" if opened.format == "MPO" else str(opened.format)
    return Picture(
        kind, width, height, opened.mode, orientation, profile, dpi, opened.has_transparency_data, tuple(notices)
    )


def profile_name(data: bytes) -> str:
    """Return the name in a colour profile, "" without one; "damaged profile" when it cannot be read."""
    if not data:
        return ""
    from PIL import ImageCms

    try:
        return ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(io.BytesIO(data))).strip() or "unnamed profile"
    except (OSError, ImageCms.PyCMSError, ValueError, TypeError):
        return DAMAGED


DAMAGED = "damaged profile"


def is_srgb(profile: str) -> bool:
    """Return whether a profile of this name is the one that files without a profile have."""
    return "srgb" in profile.lower() or profile == DAMAGED


Part = tuple[int, int, int, int]


def visible_part(width: int, height: int, slot: tuple[int, int], focus: str = "", crop: str = "") -> Part:
    """Return what of a picture is seen in a slot: left, top, right and bottom, in pixels.

    The part has the slot's shape and lies in the crop, as large as it can be, the focus as near its middle as it can.
    slot: width and height in any unit. focus, crop: percentages as in a printing's document.
    """
    left, top, right, bottom = (float(v) / 100 for v in (crop or "0 0 100 100").split())
    left, right, top, bottom = left * width, right * width, top * height, bottom * height
    inner_width, inner_height = right - left, bottom - top
    if inner_width * slot[1] > inner_height * slot[0]:
        wide, high = inner_height * slot[0] / slot[1], inner_height
    else:
        wide, high = inner_width, inner_width * slot[1] / slot[0]
    if focus:
        x, y = (float(v) / 100 for v in focus.split())
        middle = (x * width, y * height)
    else:
        middle = ((left + right) / 2, (top + bottom) / 2)
    x0 = min(max(middle[0] - wide / 2, left), right - wide)
    y0 = min(max(middle[1] - high / 2, top), bottom - high)
    x1, y1 = max(round(x0 + wide), round(x0) + 1), max(round(y0 + high), round(y0) + 1)
    return round(x0), round(y0), x1, y1


def effective_dpi(width: int, height: int, slot: tuple[int, int], focus: str = "", crop: str = "") -> int:
    """Return the pixels an inch of what is seen of a picture. slot: width and height in micrometres."""
    left, _, right, _ = visible_part(width, height, slot, focus, crop)
    return round((right - left) * 25_400 / slot[0])
