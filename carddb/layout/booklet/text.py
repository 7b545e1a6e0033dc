"""Running text of a booklet: runs become words, words become lines, lines become boxes and places to click.

Sizes and widths are micrometres; nothing is known of pages here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from carddb.catalog import Catalog
from carddb.layout.boxes import Box, Mark, Measure, TextRun
from carddb.layout.fitting import SymbolForms
from carddb.layout.shapes import path_bounds
from carddb.layout.text import SYMBOL_HEIGHT, Setter
from carddb.layout.typography import character_name, clean, dashed, quoted, reason_and_remedy
from carddb.rules.finding import Finding, Where
from carddb.wording.markup import Vocabulary
from carddb.wording.rulebook import Run

CITATION = 0.8
"""Size of a rule id inside the text, in parts of the text's. Source: house choice."""

BASELINE = 0.74
"""How far down its line the baseline of a text lies. Source: house choice."""

THIN_SPACE = 0.16
"""Space between a symbol and the word it belongs to, in parts of the size."""


WIDOW = 0.22
"""A last line of one word that is shorter than this part of the width gets company. Source: house choice."""


class Style(NamedTuple):
    """How a paragraph is set."""

    regular: str
    bold: str
    italic: str
    bold_italic: str
    size: int
    leading: int
    color: str
    align: str = "left"


class Glyphs(NamedTuple):
    """Letters of one font, a symbol ("symbol") or a hollow box ("box"); ``link`` is the anchor it leads to."""

    kind: str
    font: str
    text: str
    width: float
    size: int
    color: str
    link: str


class Word(NamedTuple):
    """What a line break leaves together; ``space`` is the width of the space behind it."""

    glyphs: tuple[Glyphs, ...]
    width: float
    space: float


class Line(NamedTuple):
    """The words of one line and their width with the spaces between them."""

    words: tuple[Word, ...]
    width: float

    @property
    def text(self) -> str:
        """Return the line as words; a symbol counts by its name."""
        return " ".join("".join(g.text for g in word.glyphs) for word in self.words)


class Link(NamedTuple):
    """A place to click and the anchor it leads to."""

    left: int
    top: int
    right: int
    bottom: int
    target: str


def text_run(text: str, *, bold: bool = False, italic: bool = False) -> Run:
    """Return a run of plain words."""
    return Run("text", text, bold=bold, italic=italic)


class Writer:
    """Sets the texts of one booklet and collects what no font can print.

    where: what the text that is being set belongs to; findings name it.
    """

    def __init__(self, measure: Measure, catalog: Catalog, label_font: str, accent: str) -> None:
        self.measure = measure
        self._catalog = catalog
        self._setter = Setter(measure, Vocabulary((), ()))
        self._language = catalog.ruleset.language
        self.symbols = SymbolForms({s.code: (s.path, s.color) for s in catalog.symbols.values()})
        self._aspects = {s.code: _aspect(s.path) for s in catalog.symbols.values()}
        self._label = label_font
        self._accent = accent
        self.where = Where("ruleset", code=catalog.ruleset.code, name=catalog.ruleset.name)
        self.findings: list[Finding] = []

    def width(self, text: str, font: str, size: int) -> float:
        """Return the width of plain words on one line."""
        style = Style(font, font, font, font, size, size, "#000000")
        return self._line(self.words([text_run(text)], style)).width

    def words(self, runs: Iterable[Run], style: Style) -> list[Word]:
        """Return the words of runs; a symbol stays with the word behind it."""
        rows = list(runs)
        curly = quoted(clean("".join(r.text for r in rows)).replace("\n", " "), self._language)
        place = 0
        words: list[list[Glyphs]] = []
        current: list[Glyphs] = []
        for run in rows:
            length = len(clean(run.text))
            text = dashed(curly[place : place + length])
            place += length
            if run.kind == "symbol" and run.code in self._catalog.symbols:
                current.append(self._symbol(run, style))
                continue
            font, size, color, link = self._look(run, style)
            for number, chunk in enumerate(text.split(" ")):
                if number and current and all(g.kind == "symbol" for g in current):
                    current.append(Glyphs("gap", font, " ", THIN_SPACE * size, size, color, ""))
                elif number:
                    words.append(current)
                    current = []
                if chunk:
                    current += self._letters(chunk, font, size, color, link)
        words.append(current)
        self._report()
        return [self._word(row, style) for row in words if row]

    def lines(self, words: Sequence[Word], limit: float, *, first_limit: float | None = None) -> list[Line]:
        """Break words into lines no wider than ``limit``; a word that is wider is broken at its letters."""
        room = limit if first_limit is None else first_limit
        out: list[Line] = []
        row: list[Word] = []
        width = 0.0
        for word in self._cut(words, limit):
            gap = row[-1].space if row else 0.0
            if row and width + gap + word.width > room:
                out.append(Line(tuple(row), width))
                row, width, gap, room = [], 0.0, 0.0, limit
            row.append(word)
            width += gap + word.width
        if row:
            out.append(Line(tuple(row), width))
        return self._without_widow(out, limit)

    def _without_widow(self, lines: list[Line], limit: float) -> list[Line]:
        """Return lines of which the last is no short word alone, where the line before it can spare one."""
        if len(lines) < 2 or len(lines[-1].words) > 1 or lines[-1].width > limit * WIDOW:
            return lines
        before = lines[-2].words
        last = (*before[-1:], *lines[-1].words)
        if len(before) < 4 or before[-1].space == 0 or self._line(last).width > limit * 0.5:
            return lines
        return [*lines[:-2], self._line(before[:-1]), self._line(last)]

    def place(
        self, line: Line, x: float, baseline: int, *, limit: float = 0, align: str = "left"
    ) -> tuple[list[Box], list[Link]]:
        """Return a line's boxes and links; align: left, center or right within ``limit``."""
        x += {"left": 0.0, "center": (limit - line.width) / 2, "right": limit - line.width}[align]
        boxes: list[Box] = []
        links: list[Link] = []
        pending: list[Glyphs] = []
        start = x
        text = ""

        def close() -> None:
            nonlocal text
            if text.strip():
                g = pending[0]
                boxes.append(TextRun(round(start), baseline, g.font, g.size, g.color, text))
            text = ""
            pending.clear()

        for number, word in enumerate(line.words):
            for glyphs in word.glyphs:
                if glyphs.kind == "text":
                    look = (glyphs.font, glyphs.size, glyphs.color)
                    if pending and look != (pending[0].font, pending[0].size, pending[0].color):
                        close()
                    if not pending:
                        start = x
                        pending.append(glyphs)
                    text += glyphs.text
                else:
                    close()
                    if glyphs.kind != "gap":
                        boxes.append(self._mark(glyphs, x, baseline))
                if glyphs.link:
                    links.append(
                        Link(round(x), baseline - glyphs.size, round(x + glyphs.width), baseline + 600, glyphs.link)
                    )
                x += glyphs.width
            if number + 1 < len(line.words):
                last = word.glyphs[-1]
                if last.kind == "text" and pending and word.space == self._space(pending[0].font, pending[0].size):
                    text += " "
                else:
                    close()
                x += word.space
        close()
        return boxes, links

    def _look(self, run: Run, style: Style) -> tuple[str, int, str, str]:
        if run.kind == "rule":
            return self._label, round(style.size * CITATION), self._accent, f"rule:{run.code}"
        bold = run.bold or run.kind == "keyword"
        italic = run.italic or run.kind == "card"
        font = {
            (False, False): style.regular, (True, False): style.bold, (False, True): style.italic,
            (True, True): style.bold_italic,
        }[bold, italic]  # fmt: skip
        link = f"keyword:{run.code}" if run.kind == "keyword" else ""
        return font, style.size, style.color, link

    def _letters(self, chunk: str, font: str, size: int, color: str, link: str) -> list[Glyphs]:
        return [
            Glyphs(p.kind, p.font, p.text, p.width * size / 1000, size, color, link)
            for p in self._setter.letters(chunk, font)
        ]

    def _symbol(self, run: Run, style: Style) -> Glyphs:
        width = (SYMBOL_HEIGHT * self._aspects[run.code] + 0.06) * style.size
        return Glyphs("symbol", style.regular, run.code, width, style.size, style.color, "")

    def _space(self, font: str, size: int) -> float:
        return self._setter.space(font) * size / 1000

    def _word(self, glyphs: Sequence[Glyphs], style: Style) -> Word:
        last = glyphs[-1]
        font, size = (last.font, last.size) if last.kind == "text" else (style.regular, style.size)
        return Word(tuple(glyphs), sum(g.width for g in glyphs), self._space(font, size))

    def _line(self, words: Sequence[Word]) -> Line:
        return Line(tuple(words), sum(w.width for w in words) + sum(w.space for w in words[:-1]))

    def _cut(self, words: Sequence[Word], limit: float) -> Iterable[Word]:
        for word in words:
            if word.width <= limit:
                yield word
                continue
            row: list[Glyphs] = []
            width = 0.0
            for glyphs in word.glyphs:
                for letter in self._apart(glyphs):
                    if row and width + letter.width > limit:
                        yield Word(tuple(_joined(row)), width, 0.0)
                        row, width = [], 0.0
                    row.append(letter)
                    width += letter.width
            yield Word(tuple(_joined(row)), width, word.space)
        self._setter.missing.clear()

    def _apart(self, glyphs: Glyphs) -> list[Glyphs]:
        if glyphs.kind != "text":
            return [glyphs]
        look = glyphs.font, glyphs.size, glyphs.color, glyphs.link
        return [part for character in glyphs.text for part in self._letters(character, *look)]

    def _mark(self, glyphs: Glyphs, x: float, baseline: int) -> Mark:
        cap = self.measure.metrics(glyphs.font).cap_height * glyphs.size / 1000
        left, width = round(x), max(round(glyphs.width), 1)
        if glyphs.kind == "box":
            form = self.symbols.missing(glyphs.color)
            return Mark(
                left,
                baseline,
                width,
                glyphs.font,
                glyphs.size,
                glyphs.text,
                form,
                left,
                round(baseline - cap),
                cap / 100,
            )
        form = self.symbols.symbol(glyphs.text, glyphs.color)
        height = SYMBOL_HEIGHT * glyphs.size
        return Mark(
            left, baseline, width, glyphs.font, glyphs.size, self._catalog.symbols[glyphs.text].name, form,
            round(x + 0.03 * glyphs.size - form.bbox[0] * height / 100), round(baseline - cap / 2 - height / 2),
            height / 100,
        )  # fmt: skip

    def _report(self) -> None:
        if not self._setter.missing:
            return
        missing = list(dict.fromkeys(self._setter.missing))
        self._setter.missing.clear()
        named = ", ".join(character_name(c) for c in missing[:5])
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        why, hint = reason_and_remedy(missing)
        message = f"The booklet's text on {self.where.label()} holds {named}{more}: {why}; boxes were printed."
        self.findings.append(
            Finding(
                "booklet.glyph", "error", message, self.where, ruleset=self._catalog.ruleset.code,
                actual="".join(missing), hint=hint,
            )
        )  # fmt: skip


def _aspect(path: str) -> float:
    left, _, right, _ = path_bounds(path)
    return (math.ceil(right) - math.floor(left)) / 100


def _joined(row: Sequence[Glyphs]) -> list[Glyphs]:
    out: list[Glyphs] = []
    for glyphs in row:
        last = out[-1] if out else None
        if last and last.kind == glyphs.kind == "text" and last[1:2] + last[4:] == glyphs[1:2] + glyphs[4:]:
            out[-1] = last._replace(text=last.text + glyphs.text, width=last.width + glyphs.width)
        else:
            out.append(glyphs)
    return out
