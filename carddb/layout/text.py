"""Measured text: words from markup, lines from words, and the size at which a box of them fits.

Widths are thousandths of the type size, so that one measurement serves every size that is tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from carddb.layout.boxes import Measure
from carddb.layout.typography import clean, dashed, needs_shaping, quoted
from carddb.wording.markup import Line, Token, Vocabulary, reminder_text

SYMBOL_HEIGHT = 0.92
"""Height of an inline symbol in parts of the type size, before the template's own scale. Source: house choice."""

SYMBOL_BEARING = 40
"""Space left and right of an inline symbol, in thousandths of the size."""

PARAGRAPH_GAP = 0.30
"""Space between two lines as typed, in parts of the type size."""


class Piece(NamedTuple):
    """Part of a word: letters of one font, a symbol ("symbol"), or a visible box for what no font has ("box")."""

    kind: str
    font: str
    text: str
    width: float


class Word(NamedTuple):
    """What a line break never takes apart; ``letters`` counts the characters that letter spacing applies to."""

    width: float
    pieces: tuple[Piece, ...]
    letters: int


class Paragraph(NamedTuple):
    """The words of one typed line."""

    words: tuple[Word, ...]
    widest: float


class Face(NamedTuple):
    """The fonts and the symbol size of one flow."""

    regular: str
    bold: str
    italic: str
    symbol_scale: float


class SetLine(NamedTuple):
    """Words first (inclusive) to last (exclusive) of a paragraph; width in thousandths of the size."""

    paragraph: int
    first: int
    last: int
    width: float


class Setter:
    """Makes paragraphs out of texts; remembers characters that cannot be set until they are asked for."""

    def __init__(
        self, measure: Measure, vocabulary: Vocabulary, symbol_widths: Mapping[str, float] | None = None
    ) -> None:
        """Take symbol_widths: code -> width in parts of its height."""
        self._measure = measure
        self._vocabulary = vocabulary
        self.symbol_widths = symbol_widths or {}
        self._spaces: dict[str, float] = {}
        self.missing: list[str] = []

    def space(self, font: str) -> float:
        """Return the width of a space."""
        found = self._spaces.get(font)
        if found is None:
            found = self._spaces[font] = max(self._measure.widths(font)[" "], 0.0) or 250.0
        return found

    def paragraphs(self, text: str, face: Face, *, markup: bool, reminders: bool) -> list[Paragraph]:
        """Return the paragraphs of a text, one a typed line.

        markup: keywords and {symbols} mean something; otherwise every character is itself.
        reminders: keywords that stand as a line of their own are explained behind it, in italics.
        """
        lines = clean(text).split("\n")
        if not markup:
            return [self._plain(line, face) for line in lines]
        out = []
        for typed in lines:
            line = self._vocabulary.read(typed)[0]
            builder = _Builder(self, face)
            builder.add_line(line, typed)
            if reminders and line.is_keywords:
                words = self._reminder(line)
                if words:
                    builder.add_text(f" ({dashed(quoted(words))})", face.italic)
            out.append(builder.paragraph())
        return out

    def letters(self, text: str, font: str) -> list[Piece]:
        """Return a run of letters without spaces as pieces of fonts that have them."""
        width = self._measure.widths(font)[text]
        if width >= 0:
            if text.isascii() or not any(map(needs_shaping, text)):
                return [Piece("text", font, text, width)]
        return self._patched(text, font)

    def _patched(self, text: str, font: str) -> list[Piece]:
        spare = self._measure.fallback(font)
        out: list[Piece] = []
        for character in text:
            source = "" if needs_shaping(character) else next(
                (f for f in (font, spare) if self._measure.covers(f, character)), ""
            )
            if not source:
                self.missing.append(character)
                out.append(Piece("box", font, character, 620.0))
            elif out and out[-1].kind == "text" and out[-1].font == source:
                joined = out[-1].text + character
                out[-1] = Piece("text", source, joined, self._measure.widths(source)[joined])
            else:
                out.append(Piece("text", source, character, self._measure.widths(source)[character]))
        return out

    def _plain(self, line: str, face: Face) -> Paragraph:
        builder = _Builder(self, face)
        builder.add_text(dashed(quoted(line)), face.regular)
        return builder.paragraph()

    def _reminder(self, line: Line) -> str:
        keywords: Mapping[str, object] = self._vocabulary.keywords
        found = [
            (self._vocabulary.keywords[t.code].name, reminder_text(self._vocabulary.keywords[t.code], t.arguments))
            for t in line.tokens
            if t.kind == "keyword" and t.code in keywords
        ]
        found = [(name, words) for name, words in found if words]
        if len(found) == 1:
            return found[0][1]
        return " ".join(f"{name}: {words}" for name, words in found)


class _Builder:
    """Collects pieces into words; a space ends a word, except before a symbol."""

    def __init__(self, setter: Setter, face: Face) -> None:
        self._setter = setter
        self._face = face
        self._words: list[list[Piece]] = []
        self._current: list[Piece] = []

    def add_line(self, line: Line, typed: str) -> None:
        """Add the tokens of a line."""
        curly = quoted(typed)
        place = 0
        for token in line.tokens:
            shown = dashed(curly[place : place + len(token.text)])
            place += len(token.text)
            self._add(token, shown)

    def _add(self, token: Token, shown: str) -> None:
        if token.kind == "symbol":
            self._symbol(token)
        else:
            self.add_text(shown, self._face.bold if token.kind == "keyword" else self._face.regular)

    def add_text(self, text: str, font: str) -> None:
        """Add words and the spaces between them."""
        first, *rest = text.split(" ")
        letters = self._setter.letters
        if first:
            self._current += letters(first, font)
        for chunk in rest:
            self._words.append(self._current)
            self._current = letters(chunk, font) if chunk else []

    def _symbol(self, token: Token) -> None:
        own = self._setter.symbol_widths[token.code]
        width = SYMBOL_HEIGHT * 1000 * self._face.symbol_scale * own + 2 * SYMBOL_BEARING
        if not self._current and self._words:
            self._current = self._words.pop()
            self._current.append(Piece("text", self._face.regular, " ", self._setter.space(self._face.regular)))
        self._current.append(Piece("symbol", self._face.regular, token.code, width))

    def paragraph(self) -> Paragraph:
        """Return what was added."""
        rows = [*self._words, self._current]
        words = tuple(make_word(row) for row in rows)
        return Paragraph(words, max((w.width for w in words), default=0.0))


def make_word(pieces: Iterable[Piece]) -> Word:
    """Return a word of these pieces."""
    row = tuple(pieces)
    if len(row) == 1:
        return Word(row[0].width, row, len(row[0].text))
    return Word(sum(p.width for p in row), row, sum(len(p.text) for p in row if p.kind == "text"))


def wrap(words: Sequence[Word], limit: float, space: float, spacing: float, paragraph: int) -> list[SetLine]:
    """Break a paragraph into lines no wider than ``limit``; a word that is wider stands alone and sticks out.

    All widths are thousandths of the size; spacing: what letter spacing adds to each character.
    """
    lines: list[SetLine] = []
    first = 0
    width = -space
    for place, word in enumerate(words):
        own = word.width + word.letters * spacing if spacing else word.width
        wider = width + space + spacing + own
        if wider > limit and place > first:
            lines.append(SetLine(paragraph, first, place, width))
            first, width = place, own
        else:
            width = wider
    lines.append(SetLine(paragraph, first, len(words), max(width, 0.0)))
    return lines


def split_wide(setter: Setter, paragraph: Paragraph, limit: float) -> Paragraph:
    """Return a paragraph whose words are cut at letters until each is no wider than ``limit``."""
    out: list[Word] = []
    for word in paragraph.words:
        if word.width <= limit:
            out.append(word)
            continue
        row: list[Piece] = []
        used = 0.0
        for piece in _letters_of(setter, word):
            if row and used + piece.width > limit:
                out.append(make_word(_joined(setter, row)))
                row, used = [], 0.0
            row.append(piece)
            used += piece.width
        out.append(make_word(_joined(setter, row)))
    return Paragraph(tuple(out), max((w.width for w in out), default=0.0))


def _letters_of(setter: Setter, word: Word) -> Iterable[Piece]:
    for piece in word.pieces:
        if piece.kind != "text":
            yield piece
        else:
            for character in piece.text:
                if character == " ":
                    yield Piece("text", piece.font, " ", setter.space(piece.font))
                else:
                    yield from setter.letters(character, piece.font)


def _joined(setter: Setter, row: Sequence[Piece]) -> list[Piece]:
    out: list[Piece] = []
    for piece in row:
        last = out[-1] if out else None
        if last and last.kind == piece.kind == "text" and last.font == piece.font and " " not in last.text + piece.text:
            out[-1] = setter.letters(last.text + piece.text, piece.font)[0]
        else:
            out.append(piece)
    return out
