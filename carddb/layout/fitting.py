"""Put words into a box: the largest size that fits, what is left out first, and where each line stands."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import is_
from typing import NamedTuple

from carddb.layout.boxes import Box, Form, Group, Mark, Measure, Path, TextRun, make_form
from carddb.layout.lines import (
    REMINDER,
    Content,
    SetPart,
    Source,
    Stage,
    evened,
    height_of,
    stages_of,
    try_size,
)
from carddb.layout.look import TextSlot
from carddb.layout.shapes import path_bounds
from carddb.layout.template import TextPart
from carddb.layout.text import (
    PARAGRAPH_GAP,
    SYMBOL_BEARING,
    SYMBOL_HEIGHT,
    Face,
    Paragraph,
    Piece,
    SetLine,
    Setter,
    Word,
    make_word,
    reach_of,
    split_wide,
)

NARROWEST = 0.15
"""No text is narrower on average than this part of its size a letter; bounds the work on endless texts."""


SHORT = 60
"""Texts up to this length are laid out once for a slot: numbers, type lines, common bonuses."""

MOST_KEPT = 5_000
"""How many short texts are remembered before all are forgotten; keeps memory flat."""


class Outcome(NamedTuple):
    """Boxes of a text element, and what went wrong: cut and broken name fields, dropped names what was left out."""

    boxes: list[Box]
    size: int
    cut: str
    broken: str
    dropped: tuple[str, ...]


class Fitter:
    """Fits the words of one template's text boxes; keeps what it knows of each slot, so slots must live on."""

    def __init__(self, measure: Measure, setter: Setter, symbol_forms: SymbolForms) -> None:
        self._measure = measure
        self._setter = setter
        self._symbol_forms = symbol_forms
        self._stages: dict[tuple[int, ...], list[Stage]] = {}
        self._most: dict[int, int] = {}
        self._faces: dict[int, Face] = {}
        self._short: dict[tuple[int, str], Outcome] = {}

    def fit(self, slot: TextSlot, contents: Sequence[Content]) -> Outcome:
        """Lay words out in a slot, in the largest size that fits.

        At each stage something more is left out (flavor, reminders), in the order of the sizes that the template
        states for them; within a stage all sizes are tried from the largest down.
        """
        is_short = len(contents) == 1 and len(contents[0].text) <= SHORT
        if not is_short:
            return self._fit(slot, contents)
        key = (id(slot), contents[0].text)
        found = self._short.get(key)
        if found is None:
            found = self._fit(slot, contents)
            if not self._setter.missing:
                if len(self._short) > MOST_KEPT:
                    self._short.clear()
                self._short[key] = found
        return found

    def _fit(self, slot: TextSlot, contents: Sequence[Content]) -> Outcome:
        element = slot.element
        turned = element.rotate in (90, 270)
        width, height = (slot.height, slot.width) if turned else (slot.width, slot.height)
        shortened, is_short = self._bounded(contents, width, height)
        key = (id(slot), *[id(content.part) for content in contents])
        stages = self._stages.get(key)
        if stages is None:
            stages = self._stages[key] = stages_of(element, contents)
        if is_short:
            return self._forced(slot, shortened, width, height, stages[-1])
        sources: dict[tuple[int, bool], Source] = {}
        before: list[Source] = []
        lowest = 0
        for stage in stages:
            kept = []
            for content in shortened:
                if content.part in stage.without:
                    continue
                name = (id(content.part), content.part in stage.silent and self._explains(content))
                source = sources.get(name)
                if source is None:
                    source = sources[name] = self._source(content, not name[1])
                kept.append(source)
            is_repeated = stage.lines == stages[0].lines and len(kept) == len(before) and all(map(is_, kept, before))
            for size in stage.sizes:
                if is_repeated and size >= lowest:
                    continue
                found = try_size(kept, size, width, height, stage.lines)
                if found is not None:
                    found = [evened(part, width) for part in found]
                    names = self._left_out(stage, contents)
                    return Outcome(self._place(slot, found, width, height), size, "", "", names)
            before, lowest = kept, stage.sizes[-1]
        return self._forced(slot, shortened, width, height, stages[-1])

    def _explains(self, content: Content) -> bool:
        return content.markup and content.part.reminder and self._setter.explains(content.text)

    def _left_out(self, stage: Stage, contents: Sequence[Content]) -> tuple[str, ...]:
        if stage.silent and not any(map(self._explains, contents)):
            return tuple(name for name in stage.names if name != REMINDER)
        return stage.names

    def _bounded(self, contents: Sequence[Content], width: int, height: int) -> tuple[Sequence[Content], bool]:
        for content in contents:
            part = content.part
            most = self._most.get(id(part))
            if most is None:
                lines = height / (part.smallest * part.leading) + 1
                most = self._most[id(part)] = int(lines * (width / (NARROWEST * part.smallest) + 1)) + 100
            if len(content.text) > most:
                return [c._replace(text=c.text[: self._most.get(id(c.part), most)]) for c in contents], True
        return contents, False

    def _source(self, content: Content, reminders: bool) -> Source:
        part = content.part
        face = self._faces.get(id(part))
        if face is None:
            space = float(round(self._setter.space(part.font) * part.word_space))
            face = self._faces[id(part)] = Face(part.font, part.bold, part.italic, part.symbol_scale, space)
        wanted = reminders and part.reminder
        paragraphs = self._setter.paragraphs(content.text, face, markup=content.markup, reminders=wanted)
        return self._measured(part, face, paragraphs)

    def _measured(self, part: TextPart, face: Face, paragraphs: Sequence[Paragraph]) -> Source:
        space = face.space
        widest = max([p.widest for p in paragraphs])
        # With letter spacing the measure depends on the size, so it is taken when a size is tried.
        reaches = [] if part.spacing else [reach_of(p.words, space, 0) for p in paragraphs]
        return Source(part, face, paragraphs, widest, space, reaches)

    def _forced(self, slot: TextSlot, contents: Sequence[Content], width: int, height: int, stage: Stage) -> Outcome:
        """Set what cannot fit at the smallest size: wide words are broken, lines that do not fit are cut."""
        kept = [c for c in contents if c.part not in stage.without]
        sources = []
        broken = cut = ""
        for content in kept:
            source = self._source(content, content.part not in stage.silent)
            limit = width * 1000 / content.part.smallest
            if source.widest > limit:
                broken = broken or content.part.field
                paragraphs = [split_wide(self._setter, p, limit) for p in source.paragraphs]
                source = self._measured(source.part, source.face, paragraphs)
            sources.append(source)
        smallest = kept[0].part.smallest
        tried = try_size(sources, smallest, width, 1 << 40, 0, forced=True) or []
        out: list[SetPart] = []
        for part in tried:
            room = height - part.top
            line_height = part.size * part.part.leading
            most = max(int(room / line_height), 0 if out else 1)
            if stage.lines:
                most = min(most, stage.lines)
            most = min(most, len(part.lines))
            while most > 1 and part.top + height_of(part, part.lines[:most]) > height:
                most -= 1
            if most < len(part.lines):
                cut = cut or part.part.field
                if most:
                    out.append(self._with_ellipsis(part, most, width))
                break
            out.append(part)
        names = self._left_out(stage, contents)
        return Outcome(self._place(slot, out, width, height), smallest, cut, broken, names)

    def _with_ellipsis(self, part: SetPart, most: int, width: int) -> SetPart:
        """Return the first lines of a part, the last one ending in an ellipsis."""
        lines = part.lines[:most]
        last = lines[-1]
        words = list(part.paragraphs[last.paragraph].words[last.first : last.last])
        dots = make_word(self._setter.letters("…", part.face.regular))
        limit = width * 1000 / part.size - dots.width - part.space
        while words and sum(w.width for w in words) + part.space * (len(words) - 1) > limit:
            words.pop()
        before = part.paragraphs[last.paragraph].words[: last.first]
        row = (*before, *words, dots)
        cut = Paragraph(row, max(w.width for w in row), "", ())
        paragraphs = [*part.paragraphs[: last.paragraph], cut]
        total = sum(w.width for w in (*words, dots)) + part.space * len(words)
        lines[-1] = SetLine(last.paragraph, last.first, len(row), total)
        return part._replace(paragraphs=paragraphs, lines=lines)

    def _place(self, slot: TextSlot, parts: Sequence[SetPart], width: int, height: int) -> list[Box]:
        total = parts[-1].top + height_of(parts[-1], parts[-1].lines) if parts else 0.0
        free = height - total
        shift = {"top": 0.0, "middle": free / 2, "bottom": free}[slot.element.valign]
        rotate = slot.element.rotate
        x, y = (0, 0) if rotate else (slot.x, slot.y)
        boxes: list[Box] = []
        for number, part in enumerate(parts):
            self._place_part(boxes, part, x, y + shift + part.top, width)
            if number and part.part.separator:
                line_y = round(y + shift + part.top - part.part.gap / 2)
                inset = width // 4
                d = f"M{x + inset} {line_y} L{x + width - inset} {line_y}"
                boxes.append(Path(d, None, part.part.separator, 120))
        return _turned(boxes, slot, rotate) if rotate else boxes

    def _place_part(self, boxes: list[Box], part: SetPart, x: int, top: float, width: int) -> None:
        size = part.size
        line_height = size * part.part.leading
        cap = self._measure.metrics(part.face.regular).cap_height * size / 1000
        baseline = top + (line_height + cap) / 2
        previous = 0
        for line in part.lines:
            if line.paragraph != previous:
                baseline += PARAGRAPH_GAP * size
                previous = line.paragraph
            free = width - line.width * size / 1000
            left = x + {"left": 0.0, "center": free / 2, "right": free}[part.part.align]
            paragraph = part.paragraphs[line.paragraph]
            if paragraph.font:
                text = " ".join(paragraph.texts[line.first : line.last])
                boxes.append(self._run(part, left, round(baseline), paragraph.font, text))
            else:
                words = paragraph.words[line.first : line.last]
                self._line(boxes, part, words, left, round(baseline), cap)
            baseline += line_height

    def _line(
        self, boxes: list[Box], part: SetPart, words: Sequence[Word], left: float, baseline: int, cap: float
    ) -> None:
        """Add the runs and marks of a line whose words are of unlike fonts or hold symbols."""
        size, style = part.size, part.part
        unit, spacing = size / 1000, style.spacing
        space = part.space * unit + spacing
        x = start = left
        font = text = ""
        last = len(words) - 1
        for place, word in enumerate(words):
            if word.font and (word.font == font or not text):
                if not text:
                    start, font = x, word.font
                text += word.text
                x += word.width * unit + word.letters * spacing
            else:
                for piece in word.pieces:
                    if piece.kind == "text" and piece.font == font and text:
                        text += piece.text
                    else:
                        if text:
                            boxes.append(self._run(part, start, baseline, font, text))
                            text = ""
                        if piece.kind == "text":
                            start, font, text = x, piece.font, piece.text
                        else:
                            boxes.append(self._mark(part, piece, x, baseline, cap))
                    x += piece.width * unit + (len(piece.text) * spacing if piece.kind == "text" else 0)
            if place < last:
                x += space
                if text:
                    text += " "
        if text:
            boxes.append(self._run(part, start, baseline, font, text))

    def _run(self, part: SetPart, x: float, baseline: int, font: str, text: str) -> TextRun:
        style = part.part
        wider = round(part.space - self._setter.space(font))
        return TextRun(
            round(x), baseline, font, part.size, style.color, text, style.spacing, style.outline,
            style.outline_width, wider,
        )  # fmt: skip

    def _mark(self, part: SetPart, piece: Piece, x: float, baseline: int, cap: float) -> Mark:
        size, color, font, text = part.size, part.part.color, part.face.regular, piece.text
        width = round(piece.width * size / 1000)
        if piece.kind == "box":
            form = self._symbol_forms.missing(color)
            return Mark(round(x), baseline, width, font, size, text, form, round(x), round(baseline - cap), cap / 100)
        form = self._symbol_forms.symbol(text, color)
        height = SYMBOL_HEIGHT * part.part.symbol_scale * size
        left = round(x + SYMBOL_BEARING * size / 1000 - form.bbox[0] * height / 100)
        top = round(baseline - cap / 2 - height / 2)
        return Mark(round(x), baseline, width, font, size, "{" + text + "}", form, left, top, height / 100)


class SymbolForms:
    """The inline symbols of a ruleset as forms, one for each colour that they are drawn in."""

    def __init__(self, paths: Mapping[str, tuple[str, str]]) -> None:
        self._paths = paths
        self._forms: dict[tuple[str, str], Form] = {}

    def symbol(self, code: str, color: str) -> Form:
        """Return a symbol in its own colour, or in that of the text when it has none."""
        path, own = self._paths[code]
        return self._form(path, own or color, Path(path, own or color))

    def missing(self, color: str) -> Form:
        """Return the hollow box that stands for a character that no font has."""
        d = "M8 4 L60 4 L60 96 L8 96 Z"
        return self._form(d, color, Path(d, None, color, 8))

    def _form(self, path: str, color: str, box: Path) -> Form:
        found = self._forms.get((path, color))
        if found is None:
            left, _, right, _ = path_bounds(path)
            bbox = (math.floor(left) - 4 * bool(box.stroke), -5, math.ceil(right) + 4 * bool(box.stroke), 105)
            found = self._forms[path, color] = make_form((box,), bbox)
        return found


def _turned(boxes: list[Box], slot: TextSlot, rotate: int) -> list[Box]:
    x, y, right, bottom = slot.x, slot.y, slot.x + slot.width, slot.y + slot.height
    matrix = {
        90: (0.0, 1.0, -1.0, 0.0, float(right), float(y)),
        180: (-1.0, 0.0, 0.0, -1.0, float(right), float(bottom)),
        270: (0.0, -1.0, 1.0, 0.0, float(x), float(bottom)),
    }[rotate]
    return [Group(tuple(boxes), matrix)]
