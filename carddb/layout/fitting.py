"""Put words into a box: the largest size that fits, what is left out first, and where each line stands."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from carddb.layout.boxes import Box, Form, Group, Mark, Measure, Path, TextRun, make_form
from carddb.layout.look import TextSlot
from carddb.layout.shapes import path_bounds
from carddb.layout.template import TextElement, TextPart
from carddb.layout.text import (
    PARAGRAPH_GAP,
    SYMBOL_BEARING,
    SYMBOL_HEIGHT,
    Face,
    Paragraph,
    Setter,
    SetLine,
    Word,
    make_word,
    split_wide,
    wrap,
)

NARROWEST = 0.15
"""No text is narrower on average than this part of its size a letter; bounds the work on endless texts."""


class Content(NamedTuple):
    """The words of one part of a box. cut: the text was longer than any box of this size could hold."""

    part: TextPart
    text: str
    markup: bool


class SetPart(NamedTuple):
    """A part with its lines at one size."""

    part: TextPart
    size: int
    face: Face
    paragraphs: Sequence[Paragraph]
    lines: list[SetLine]
    top: float
    space: float


class Outcome(NamedTuple):
    """Boxes of a text element, and what went wrong: cut and broken name fields, dropped names what was left out."""

    boxes: list[Box]
    size: int
    cut: str
    broken: str
    dropped: tuple[str, ...]


class Fitter:
    """Fits the words of one template's text boxes; symbols: code -> (form of 100 x 100 units by colour)."""

    def __init__(self, measure: Measure, setter: Setter, symbol_forms: SymbolForms) -> None:
        self._measure = measure
        self._setter = setter
        self._symbol_forms = symbol_forms

    def fit(self, slot: TextSlot, contents: Sequence[Content]) -> Outcome:
        """Lay words out in a slot, in the largest size that fits.

        At each stage something more is left out (flavor, reminders), in the order of the sizes that the template
        states for them; within a stage all sizes are tried from the largest down.
        """
        element = slot.element
        turned = element.rotate in (90, 270)
        width, height = (slot.height, slot.width) if turned else (slot.width, slot.height)
        shortened, is_short = self._bounded(contents, width, height)
        stages = _stages(element, shortened)
        for stage in stages:
            kept = [c for c in shortened if c.part not in stage.without]
            sources = [self._paragraphs(c, c.part not in stage.silent) for c in kept]
            for size in _sizes(kept[0].part, stage.floor, element.step) if kept else ():
                found = self._try(element, kept, sources, size, width, height, stage.lines)
                if found is not None and not is_short:
                    return Outcome(self._place(slot, found, width, height), size, "", "", stage.names)
        return self._forced(slot, shortened, width, height, stages[-1])

    def _bounded(self, contents: Sequence[Content], width: int, height: int) -> tuple[list[Content], bool]:
        out, is_short = [], False
        for content in contents:
            smallest = content.part.smallest
            lines = height / (smallest * content.part.leading) + 1
            most = int(lines * (width / (NARROWEST * smallest) + 1)) + 100
            is_short = is_short or len(content.text) > most
            out.append(content._replace(text=content.text[:most]))
        return out, is_short

    def _paragraphs(self, content: Content, reminders: bool) -> tuple[Face, list[Paragraph]]:
        part = content.part
        face = Face(part.font, part.bold, part.italic, part.symbol_scale)
        wanted = reminders and part.reminder
        return face, self._setter.paragraphs(content.text, face, markup=content.markup, reminders=wanted)

    def _try(
        self, element: TextElement, kept: Sequence[Content], sources: Sequence[tuple[Face, list[Paragraph]]],
        size: int, width: int, height: int, most_lines: int,
    ) -> list[SetPart] | None:  # fmt: skip
        lead = kept[0].part.size
        out: list[SetPart] = []
        top = 0.0
        for content, (face, paragraphs) in zip(kept, sources, strict=True):
            part = content.part
            own = max(part.smallest, min(part.size, part.size - (lead - size)))
            limit = width * 1000 / own
            spacing = part.spacing * 1000 / own
            if any(p.widest > limit for p in paragraphs):
                return None
            space = self._setter.space(face.regular)
            if out:
                top += part.gap
            lines: list[SetLine] = []
            for number, paragraph in enumerate(paragraphs):
                lines += wrap(paragraph.words, limit, space, spacing, number)
            if spacing and any(line.width > limit for line in lines):
                return None
            out.append(SetPart(part, own, face, paragraphs, lines, top, space))
            top += own * (part.leading * len(lines) + PARAGRAPH_GAP * (len(paragraphs) - 1))
            if top > height or (most_lines and len(lines) > most_lines):
                return None
        return out

    def _forced(
        self, slot: TextSlot, contents: Sequence[Content], width: int, height: int, stage: Stage
    ) -> Outcome:
        """Set what cannot fit at the smallest size: wide words are broken, lines that do not fit are cut."""
        element = slot.element
        kept = [c for c in contents if c.part not in stage.without]
        sources = []
        broken = cut = ""
        for content in kept:
            face, paragraphs = self._paragraphs(content, content.part not in stage.silent)
            limit = width * 1000 / content.part.smallest
            if any(p.widest > limit for p in paragraphs):
                broken = broken or content.part.field
                paragraphs = [split_wide(self._setter, p, limit) for p in paragraphs]
            sources.append((face, paragraphs))
        tried = self._try(element, kept, sources, kept[0].part.smallest, width, 1 << 40, 0) or []
        out: list[SetPart] = []
        for part in tried:
            room = height - part.top
            line_height = part.size * part.part.leading
            most = max(int(room / line_height), 1 if not out else 0)
            if stage.lines:
                most = min(most, stage.lines)
            while most > 1 and part.top + _height(part, part.lines[:most]) > height:
                most -= 1
            if most < len(part.lines):
                cut = cut or part.part.field
                if most:
                    out.append(self._with_ellipsis(part, most, width))
                break
            out.append(part)
        if not cut and any(len(c.text) != len(o.text) for c, o in zip(kept, contents, strict=False)):
            cut = kept[0].part.field
        return Outcome(self._place(slot, out, width, height), kept[0].part.smallest, cut, broken, stage.names)

    def _with_ellipsis(self, part: SetPart, most: int, width: int) -> SetPart:
        """Return the first lines of a part, the last one ending in an ellipsis."""
        lines = part.lines[:most]
        last = lines[-1]
        words = list(part.paragraphs[last.paragraph].words[last.first : last.last])
        dots = make_word(self._setter.letters("…", part.face.regular))
        limit = width * 1000 / part.size - dots.width - part.space
        while words and sum(w.width for w in words) + part.space * (len(words) - 1) > limit:
            words.pop()
        paragraphs = [*part.paragraphs[: last.paragraph], Paragraph((), 0)]
        before = part.paragraphs[last.paragraph].words[: last.first]
        row = (*before, *words, dots)
        paragraphs[last.paragraph] = Paragraph(tuple(row), max(w.width for w in row))
        total = sum(w.width for w in (*words, dots)) + part.space * len(words)
        lines[-1] = SetLine(last.paragraph, last.first, len(row), total)
        return part._replace(paragraphs=paragraphs, lines=lines)

    def _place(self, slot: TextSlot, parts: Sequence[SetPart], width: int, height: int) -> list[Box]:
        total = parts[-1].top + _height(parts[-1], parts[-1].lines) if parts else 0.0
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
            words = part.paragraphs[line.paragraph].words[line.first : line.last]
            self._line(boxes, part, words, left, round(baseline), cap)
            baseline += line_height

    def _line(
        self, boxes: list[Box], part: SetPart, words: Sequence[Word], left: float, baseline: int, cap: float
    ) -> None:
        size, style = part.size, part.part
        unit = size / 1000
        space = part.space * unit + style.spacing
        x = start = left
        font = text = ""
        last = len(words) - 1
        for place, (width, pieces, letters) in enumerate(words):
            if len(pieces) == 1 and pieces[0].kind == "text" and (pieces[0].font == font or not text):
                if text:
                    text += pieces[0].text
                else:
                    start, font, text = x, pieces[0].font, pieces[0].text
                x += width * unit + letters * style.spacing
            else:
                for piece in pieces:
                    if piece.kind == "text" and piece.font == font and text:
                        text += piece.text
                    else:
                        if text:
                            boxes.append(_run(part, start, baseline, font, text))
                            text = ""
                        if piece.kind == "text":
                            start, font, text = x, piece.font, piece.text
                        else:
                            boxes.append(self._mark(part, piece.kind, piece.text, x, baseline, piece.width * unit, cap))
                    x += piece.width * unit + (len(piece.text) * style.spacing if piece.kind == "text" else 0)
            if place < last:
                x += space
                if text:
                    text += " "
        if text:
            boxes.append(_run(part, start, baseline, font, text))

    def _mark(
        self, part: SetPart, kind: str, text: str, x: float, baseline: int, width: float, cap: float
    ) -> Mark:
        size, color = part.size, part.part.color
        font = part.face.regular
        if kind == "box":
            form = self._symbol_forms.missing(color)
            scale = cap / 100
            return Mark(round(x), baseline, round(width), font, size, text, form, round(x), round(baseline - cap), scale)
        form = self._symbol_forms.symbol(text, color)
        height = SYMBOL_HEIGHT * part.part.symbol_scale * size
        left = round(x + SYMBOL_BEARING * size / 1000 - form.bbox[0] * height / 100)
        top = round(baseline - cap / 2 - height / 2)
        return Mark(round(x), baseline, round(width), font, size, "{" + text + "}", form, left, top, height / 100)


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


class Stage(NamedTuple):
    """One attempt: what is left out, down to which size it is tried, and the most lines."""

    without: frozenset[TextPart]
    silent: frozenset[TextPart]
    floor: int
    lines: int
    names: tuple[str, ...]


def _stages(element: TextElement, contents: Sequence[Content]) -> list[Stage]:
    """Return the attempts in order; the lead part (the first) is never left out."""
    if element.wrap_below is not None:
        first = Stage(frozenset(), frozenset(), element.wrap_below, 1, ())
        return [first, Stage(frozenset(), frozenset(), contents[0].part.smallest, element.lines or 2, ())]
    drops: list[tuple[int, TextPart, bool]] = []
    for place, content in enumerate(contents):
        part = content.part
        if content.markup and part.reminder and part.reminder_below is not None:
            drops.append((part.reminder_below, part, True))
        if place and part.drop_below is not None:
            drops.append((part.drop_below, part, False))
    drops.sort(key=lambda drop: -drop[0])
    stages = []
    without: frozenset[TextPart] = frozenset()
    silent: frozenset[TextPart] = frozenset()
    names: tuple[str, ...] = ()
    for floor, part, is_reminder in drops:
        stages.append(Stage(without, silent, floor, element.lines, names))
        if is_reminder:
            silent, names = silent | {part}, (*names, "reminder text")
        else:
            without, names = without | {part}, (*names, part.field)
    return [*stages, Stage(without, silent, contents[0].part.smallest, element.lines, names)]


def _sizes(part: TextPart, floor: int, step: int) -> list[int]:
    bottom = max(part.smallest, min(floor, part.size))
    sizes = list(range(part.size, bottom, -step))
    return [*sizes, bottom]


def _height(part: SetPart, lines: Sequence[SetLine]) -> float:
    gaps = lines[-1].paragraph if lines else 0
    return part.size * (part.part.leading * len(lines) + PARAGRAPH_GAP * gaps)


def _run(part: SetPart, x: float, baseline: int, font: str, text: str) -> TextRun:
    style = part.part
    return TextRun(
        round(x), baseline, font, part.size, style.color, text, style.spacing, style.outline, style.outline_width
    )


def _turned(boxes: list[Box], slot: TextSlot, rotate: int) -> list[Box]:
    x, y, right, bottom = slot.x, slot.y, slot.x + slot.width, slot.y + slot.height
    matrix = {
        90: (0.0, 1.0, -1.0, 0.0, float(right), float(y)),
        180: (-1.0, 0.0, 0.0, -1.0, float(right), float(bottom)),
        270: (0.0, -1.0, 1.0, 0.0, float(x), float(bottom)),
    }[rotate]
    return [Group(tuple(boxes), matrix)]
