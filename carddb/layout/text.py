"""Measured text: words from markup, lines from words, and the size at which a box of them fits.

Widths are thousandths of the type size, so that one measurement serves every size that is tried.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
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
    """What a line break never takes apart; ``letters`` counts the characters that letter spacing applies to.

    font: that of all its letters when the word holds nothing else, "" when it is made of unlike pieces.
    """

    width: float
    font: str
    text: str
    pieces: tuple[Piece, ...]
    letters: int


class Paragraph(NamedTuple):
    """The words of one typed line. font: that of every word, "" when they differ."""

    words: Sequence[Word]
    widest: float
    font: str
    texts: Sequence[str]


class Face(NamedTuple):
    """The fonts, the symbol size and the space between words (thousandths of the size) of one flow."""

    regular: str
    bold: str
    italic: str
    symbol_scale: float
    space: float = 250.0


class SetLine(NamedTuple):
    """Words first (inclusive) to last (exclusive) of a paragraph; width in thousandths of the size."""

    paragraph: int
    first: int
    last: int
    width: float


class _Words(dict[str, Word]):
    """Letters without spaces -> word, of one font; what holds a character that cannot be set is not kept."""

    def __init__(self, setter: Setter, font: str) -> None:
        super().__init__()
        self._setter = setter
        self._font = font

    def __missing__(self, text: str) -> Word:
        word = make_word(self._setter.letters(text, self._font))
        if all(piece.kind == "text" for piece in word.pieces):
            self[text] = word
        return word


class Setter:
    """Makes paragraphs out of texts; remembers characters that cannot be set until they are asked for."""

    def __init__(
        self,
        measure: Measure,
        vocabulary: Vocabulary,
        symbol_widths: Mapping[str, float] | None = None,
        language: str = "en",
    ) -> None:
        """Take symbol_widths: code -> width in parts of its height; language: whose quotes are set."""
        self._measure = measure
        self._language = language
        self._vocabulary = vocabulary
        self.symbol_widths = symbol_widths or {}
        self._spaces: dict[str, float] = {}
        self._words: dict[str, _Words] = {}
        self.missing: list[str] = []

    def space(self, font: str) -> float:
        """Return the width of a space."""
        found = self._spaces.get(font)
        if found is None:
            found = self._spaces[font] = max(self._measure.widths(font)[" "], 0.0) or 250.0
        return found

    def words(self, font: str) -> Mapping[str, Word]:
        """Return letters without spaces -> word."""
        found = self._words.get(font)
        if found is None:
            found = self._words[font] = _Words(self, font)
        return found

    def paragraphs(self, text: str, face: Face, *, markup: bool, reminders: bool) -> list[Paragraph]:
        """Return the paragraphs of a text, one a typed line.

        markup: keywords and {symbols} mean something; otherwise every character is itself.
        reminders: keywords that stand as a line of their own are explained behind it, in italics.
        """
        lines = clean(text).split("\n")
        if not markup:
            return [self.plain(self.curly(line), face.regular) for line in lines]
        out = []
        used: set[str] = set()
        for typed in lines:
            line = self._vocabulary.read(typed)[0]
            words = self._reminder(line) if reminders and line.is_keywords else ""
            if not words and all(token.kind == "text" for token in line.tokens):
                out.append(self.plain(self.curly(typed), face.regular))
                continue
            builder = _Builder(self, face)
            builder.add_line(line, quoted(typed, self._language), used)
            if words:
                builder.add_reminder(self._vocabulary.read(f" ({quoted(words, self._language)})")[0])
            out.append(builder.paragraph())
        return out

    def curly(self, text: str) -> str:
        """Return a text with the quotes of the language, dashes and minus signs."""
        return dashed(quoted(text, self._language))

    def explains(self, text: str) -> bool:
        """Return whether a text has a line of keywords with reminder text."""
        return any(line.is_keywords and self._reminder(line) for line in self._vocabulary.read(clean(text)))

    def plain(self, text: str, font: str) -> Paragraph:
        """Return a paragraph of one font."""
        texts = text.split(" ")
        known = self.words(font)
        words = [known[text] for text in texts]
        widest = max([word.width for word in words])
        for word in words:
            if word.font != font:
                return Paragraph(words, widest, "", ())
        return Paragraph(words, widest, font, texts)

    def letters(self, text: str, font: str) -> list[Piece]:
        """Return a run of letters without spaces as pieces of fonts that have them."""
        width = self._measure.widths(font)[text]
        if width >= 0 and (text.isascii() or not any(map(needs_shaping, text))):
            return [Piece("text", font, text, width)]
        return self._patched(text, font)

    def _patched(self, text: str, font: str) -> list[Piece]:
        spare = self._measure.fallback(font)
        width = self._measure.widths(spare)[text]
        if width >= 0 and not any(map(needs_shaping, text)):
            return [Piece("text", spare, text, width)]
        fonts = (font, spare)
        out: list[Piece] = []
        for character in text:
            source = ""
            if not needs_shaping(character):
                own = (*fonts, self._measure.fallback(font, character))
                source = next((f for f in own if self._measure.covers(f, character)), "")
            if not source:
                self.missing.append(character)
                out.append(Piece("box", font, character, 620.0))
            elif out and out[-1].kind == "text" and out[-1].font == source:
                joined = out[-1].text + character
                out[-1] = Piece("text", source, joined, self._measure.widths(source)[joined])
            else:
                out.append(Piece("text", source, character, self._measure.widths(source)[character]))
        return out

    def _reminder(self, line: Line) -> str:
        keywords = self._vocabulary.keywords
        found = [
            (keywords[t.code].name, reminder_text(keywords[t.code], t.arguments))
            for t in line.tokens
            if t.kind == "keyword"
        ]
        found = [(name, words) for name, words in found if words]
        if len(found) == 1:
            return found[0][1]
        return " ".join(f"{name}: {words}" for name, words in found)


class _Builder:
    """Collects words and, where unlike pieces touch, pieces; a space ends a word, except before a symbol."""

    def __init__(self, setter: Setter, face: Face) -> None:
        self._setter = setter
        self._face = face
        self._words: list[Word] = []
        self._current: list[Piece] = []

    def add_line(self, line: Line, curly: str, used: set[str]) -> None:
        """Add the tokens of a line; a keyword that is not yet in ``used`` is set in bold and added there.

        A keyword that stands as a line of its own is always bold, for that is what gives it to the card.
        """
        place = 0
        for token in line.tokens:
            shown = dashed(curly[place : place + len(token.text)])
            place += len(token.text)
            if token.kind == "symbol":
                self._symbol(token)
            elif token.kind == "keyword":
                is_bold = line.is_keywords or token.code not in used
                used.add(token.code)
                self._keyword(shown, self._face.bold if is_bold else self._face.regular)
            else:
                self.add_text(shown, self._face.regular)

    def add_reminder(self, line: Line) -> None:
        """Add reminder text: all in italics, with its symbols."""
        for token in line.tokens:
            if token.kind == "symbol":
                self._symbol(token)
            else:
                self.add_text(dashed(token.text), self._face.italic)

    def add_text(self, text: str, font: str) -> None:
        """Add words and the spaces between them."""
        first, *rest = text.split(" ")
        known = self._setter.words(font)
        if first:
            self._current += known[first].pieces
        if rest:
            self._words.append(make_word(self._current))
            last = rest.pop()
            self._words += [known[chunk] for chunk in rest]
            self._current = list(known[last].pieces) if last else []

    def _keyword(self, text: str, font: str) -> None:
        """Add a keyword; its numbers never leave its last word."""
        name = text.rstrip("0123456789 ")
        self.add_text(name, font)
        for number in text[len(name) :].split():
            self._current += [Piece("text", font, " ", self._face.space), *self._setter.words(font)[number].pieces]

    def _symbol(self, token: Token) -> None:
        own = self._setter.symbol_widths[token.code]
        width = SYMBOL_HEIGHT * 1000 * self._face.symbol_scale * own + 2 * SYMBOL_BEARING
        regular = self._face.regular
        if not self._current and self._words:
            space = Piece("text", regular, " ", self._face.space)
            self._current = [*self._words.pop().pieces, space]
        self._current.append(Piece("symbol", regular, token.code, width))

    def paragraph(self) -> Paragraph:
        """Return what was added."""
        words = [*self._words, make_word(self._current)]
        return Paragraph(words, max([w.width for w in words]), "", ())


def make_word(pieces: Sequence[Piece]) -> Word:
    """Return a word of these pieces."""
    if len(pieces) == 1:
        kind, font, text, width = pieces[0]
        is_text = kind == "text"
        return Word(width, font if is_text else "", text, tuple(pieces), len(text) if is_text else 0)
    letters = sum([len(p.text) for p in pieces if p.kind == "text"])
    return Word(sum([p.width for p in pieces]), "", "", tuple(pieces), letters)


def reach_of(words: Sequence[Word], space: float, spacing: float) -> list[float]:
    """Return for each word where it begins if all stood on one line, and last where one more would.

    All widths are thousandths of the size; spacing: what letter spacing adds to each character.
    """
    if spacing:
        steps = [word.width + word.letters * spacing + space + spacing for word in words]
    else:
        steps = [word.width + space for word in words]
    return list(accumulate(steps, initial=0.0))


def wrap(reach: Sequence[float], limit: float, space: float, paragraph: int, lines: list[SetLine]) -> None:
    """Break a paragraph into lines no wider than ``limit`` and add them; a wider word stands alone and sticks out.

    reach: from ``reach_of``; space: the gap between words, with its letter spacing.
    """
    first, count = 0, len(reach) - 1
    while True:
        start = reach[first]
        last = bisect_right(reach, start + limit + space, first + 1) - 1
        if last <= first:
            last = first + 1
        lines.append(SetLine(paragraph, first, last, reach[last] - start - space))
        if last >= count:
            return
        first = last


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
    return Paragraph(out, max([w.width for w in out]), "", ())


def _letters_of(setter: Setter, word: Word) -> Iterable[Piece]:
    for piece in word.pieces:
        if piece.kind != "text":
            yield piece
        else:
            for character in piece.text:
                if character == " ":
                    yield piece
                else:
                    yield from setter.letters(character, piece.font)


def _joined(setter: Setter, row: Sequence[Piece]) -> list[Piece]:
    out: list[Piece] = []
    for piece in row:
        last = out[-1] if out else None
        if (
            last
            and last.kind == piece.kind == "text"
            and last.font == piece.font
            and " " not in last.text + piece.text
        ):
            out[-1] = setter.letters(last.text + piece.text, piece.font)[0]
        else:
            out.append(piece)
    return out
