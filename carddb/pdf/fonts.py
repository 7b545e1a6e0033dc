"""Open TrueType fonts from installed ``fontpkg-*`` packages (or a folder of one's own), measured and cut to subsets.

A font is named "family [weight] [italic] [+feature ...]": "alegreya-sans bold", "zilla-slab +lnum +tnum".
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from carddb.layout.boxes import FontMetrics
from carddb.layout.typography import script_family

WEIGHTS = {
    "thin": 100, "extralight": 200, "light": 300, "regular": 400, "medium": 500,
    "semibold": 600, "bold": 700, "extrabold": 800, "black": 900,
}  # fmt: skip
"""Weight words of font names and their numbers. Source: OpenType, usWeightClass."""

FALLBACK = "noto-sans"
"""Family that steps in for characters that a font lacks (Latin, Greek, Cyrillic). Source: house choice."""

MOST_FONTS = 100
"""Fonts that stay open between runs; each takes about 1 MB. Source: three games use 40."""

MOST_WORDS = 100_000
"""Words that a font remembers the width of. Source: some 30 MB, and no catalog holds as many different ones."""

_UNWANTED = ("liga", "clig", "calt", "rlig", "ccmp", "locl", "mark", "mkmk")


class FontError(ValueError):
    """A font that is not there or cannot be used; the message is one sentence."""


def font_file(family: str, weight: int, italic: bool, folder: Path | None) -> Path:
    """Return the TrueType file of a style.

    folder: looked into first, for ``<family>-<weight><italic>.ttf`` such as ``mine-400.ttf`` or ``mine-700i.ttf``.
    Raises: FontError when the family is not installed or lacks the style.
    """
    if folder is not None:
        own = folder / f"{family}-{weight}{'i' if italic else ''}.ttf"
        if own.is_file():
            return own
    spec = find_spec("fontpkg_" + family.replace("-", "_")) if family.replace("-", "").isalnum() else None
    if spec is None or not spec.submodule_search_locations:
        raise FontError(f"the font family {family!r} is not installed; install the package fontpkg-{family}")
    root = Path(spec.submodule_search_locations[0])
    style = "italic" if italic else "normal"
    for entry in json.loads((root / "metadata.json").read_text("utf-8"))["files"]:
        if (
            entry["style"] == style
            and entry["path"].endswith(".ttf")
            and (entry["weight"] == weight or (entry["variable"] and weight == 400))
        ):
            return root / str(entry["path"])
    raise FontError(f"the font family {family!r} has no {style} style of weight {weight}")


def split_name(name: str) -> tuple[str, int, bool, tuple[str, ...]]:
    """Return family, weight, italic and features of a font name.

    Raises: FontError for a word that is no weight, style or feature.
    """
    family, *words = name.split() or [""]
    weight, italic, features = 400, False, []
    for word in words:
        if word == "italic":
            italic = True
        elif word in WEIGHTS:
            weight = WEIGHTS[word]
        elif len(word) == 5 and word.startswith("+"):
            features.append(word[1:])
        else:
            raise FontError(f"the font name {name!r} has the unknown word {word!r}")
    return family, weight, italic, tuple(features)


class Font:
    """One style of a family: widths with kerning, and the bytes that a PDF shows a word with."""

    def __init__(self, name: str, path: Path, features: tuple[str, ...] = ()) -> None:
        from reportlab.pdfbase.ttfonts import TTFontFile

        self.name = name
        self.path = path
        self._face: Any = TTFontFile(str(path))
        self._shaper: Any = None
        self._features: dict[str, bool] = dict.fromkeys(features, True)
        self.metrics = FontMetrics(self._face.ascent, self._face.descent, self._face.capHeight)
        self.has: dict[int, int] = {c: g for c, g in self._face.charToGlyph.items() if g and c < 0x10000}
        if features:
            self._replace_glyphs()
        self._advances = self._face.hmetrics
        self._per_unit = 1000 / self._face.unitsPerEm
        self.words: dict[str, tuple[float, str]] = {}
        self._widths = _Widths(self)

    @property
    def widths(self) -> Mapping[str, float]:
        """Return word -> width in thousandths of the size; negative when a character is missing."""
        return self._widths

    def word(self, word: str) -> tuple[float, str]:
        """Return width (thousandths of the size, negative if a character is missing) and shown string of a word.

        The string goes between ``[(`` and ``)]TJ``; character codes are UTF-16, kerns stand between.
        """
        found = self.words.get(word)
        if found is None:
            if len(self.words) >= MOST_WORDS:
                self.words.clear()
                self._widths.clear()
            found = self.words[word] = self._shape(word)
        return found

    def advance(self, character: str) -> float:
        """Return the width of one character in thousandths of the size."""
        return float(self._advances[self.has.get(ord(character), 0)][0] * self._per_unit)

    def subset(self, characters: list[str]) -> tuple[bytes, list[int]]:
        """Return a font file with the glyphs of these characters, and each one's number in it."""
        codes = [ord(c) for c in characters]
        numbers: dict[int, int] = {0: 0}
        for code in codes:
            numbers.setdefault(self.has.get(code, 0), len(numbers))
        reader = copy.copy(self._face)  # it holds the place that it reads at, and threads share the font
        return reader.makeSubset(codes), [numbers[self.has.get(code, 0)] for code in codes]

    def whole(self, characters: list[str]) -> tuple[bytes, list[int]]:
        """Return the font file as it is, and each character's glyph number in it."""
        return self.path.read_bytes(), [self.has.get(ord(c), 0) for c in characters]

    @property
    def descriptor(self) -> dict[str, str]:
        """Return the entries of the PDF font descriptor that do not depend on the subset."""
        face = self._face
        return {
            "Ascent": f"{face.ascent:.0f}",
            "Descent": f"{face.descent:.0f}",
            "CapHeight": f"{face.capHeight:.0f}",
            "Flags": "4",
            "FontBBox": "[" + " ".join(f"{v:.0f}" for v in face.bbox) + "]",
            "ItalicAngle": f"{face.italicAngle:.0f}",
            "StemV": str(face.stemV),
        }

    @property
    def postscript_name(self) -> str:
        """Return the name that the font file gives itself, with the features, fit for a PDF name."""
        name = bytes(self._face.name).decode("latin-1")
        return "-".join([name, *self._features])

    def _shape(self, word: str) -> tuple[float, str]:
        if any(ord(c) not in self.has for c in word):
            return -1.0, ""
        glyphs = [self.has[ord(c)] for c in word]
        advances = [self._advances[g][0] for g in glyphs]
        kerned = self._kerned(word, glyphs) if len(word) > 1 else advances
        parts = []
        for character, plain, wanted in zip(word, advances, kerned, strict=True):
            parts.append(escape(character))
            if plain != wanted:
                parts.append(f"){round((plain - wanted) * self._per_unit)}(")
        # The shown kerns are rounded, so the width is made of the same rounded numbers.
        total = sum(
            a * self._per_unit - round((a - k) * self._per_unit) for a, k in zip(advances, kerned, strict=True)
        )
        return total, "".join(parts)

    def _kerned(self, word: str, glyphs: list[int]) -> list[int]:
        import uharfbuzz as hb

        if self._shaper is None:
            self._shaper = hb.Font(hb.Face(hb.Blob.from_file_path(str(self.path))))
        buffer = hb.Buffer()
        buffer.add_str(word)
        buffer.guess_segment_properties()
        hb.shape(self._shaper, buffer, {**dict.fromkeys(_UNWANTED, False), "kern": True, **self._features})
        if [info.codepoint for info in buffer.glyph_infos] != glyphs:
            return [self._advances[g][0] for g in glyphs]
        return [position.x_advance for position in buffer.glyph_positions]

    def _replace_glyphs(self) -> None:
        import uharfbuzz as hb

        self._shaper = hb.Font(hb.Face(hb.Blob.from_file_path(str(self.path))))
        self._face = copy.copy(self._face)
        self._face.charToGlyph = self.has
        for code in range(32, 127):
            buffer = hb.Buffer()
            buffer.add_str(chr(code))
            buffer.guess_segment_properties()
            hb.shape(self._shaper, buffer, self._features)
            if len(buffer.glyph_infos) == 1 and code in self.has:
                self.has[code] = buffer.glyph_infos[0].codepoint


class _Widths(dict[str, float]):
    """Word -> width, filled as words are asked for."""

    def __init__(self, font: Font) -> None:
        super().__init__()
        self._font = font

    def __missing__(self, word: str) -> float:
        width = self[word] = self._font.word(word)[0]
        return width


@lru_cache(maxsize=MOST_FONTS)
def _opened(name: str, path: Path, features: tuple[str, ...], stamp: tuple[int, int]) -> Font:
    """Return the font of a file as it was at a time; one for the whole process, threads share it."""
    return Font(name, path, features)


class FontBook:
    """The fonts that one run uses, opened when first asked for; may serve any number of documents.

    A file that did not change since another run opened it is not read again.

    folder: further fonts of the project (see ``font_file``).
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._fonts: dict[str, Font] = {}
        self._scripts: dict[str, bool] = {}

    def font(self, name: str) -> Font:
        """Return a font by its name.

        Raises: FontError when there is none.
        """
        font = self._fonts.get(name)
        if font is None:
            family, weight, italic, features = split_name(name)
            path = font_file(family, weight, italic, self._folder)
            try:
                status = path.stat()
                stamp = (status.st_mtime_ns, status.st_size)
                font = self._fonts[name] = _opened(name, path, features, stamp)
            except Exception as error:  # ReportLab has no common error for broken files
                if isinstance(error, MemoryError):
                    raise
                raise FontError(f"the font file {path.name} cannot be read: {error}") from error
        return font

    def problem(self, font: str) -> str:
        """Return why a font cannot be used, or ""."""
        try:
            self.font(font)
        except FontError as error:
            return str(error)
        return ""

    def widths(self, font: str) -> Mapping[str, float]:
        """Return word -> width in thousandths of the size; negative when a character is missing."""
        return self.font(font).widths

    def covers(self, font: str, character: str) -> bool:
        """Return whether the font can draw a character by itself."""
        return ord(character) in self.font(font).has

    def metrics(self, font: str) -> FontMetrics:
        """Return the heights of a font."""
        return self.font(font).metrics

    def fallback(self, font: str, character: str = "") -> str:
        """Return the font that steps in for characters that ``font`` lacks; for one of them, that of its script."""
        family = script_family(character) if character else ""
        if family:
            if family not in self._scripts:
                self._scripts[family] = not self.problem(family)
            if self._scripts[family]:
                return family
        return FALLBACK + " italic" if split_name(font)[2] else FALLBACK


_ESCAPES = {"\\": "\\\\", "(": "\\(", ")": "\\)", "\r": "\\r"}


def escape(text: str) -> str:
    """Return a string for a PDF literal in two-byte codes, one byte a character."""
    codes = text.encode("utf-16-be").decode("latin-1")
    if any(c in codes for c in _ESCAPES):
        return "".join(_ESCAPES.get(c, c) for c in codes)
    return codes
