"""Break the parts of a text box into lines: what is tried in which order, and whether a size fits.

Widths are thousandths of the type size; nothing is placed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from carddb.layout.template import TextElement, TextPart
from carddb.layout.text import PARAGRAPH_GAP, Face, Paragraph, SetLine, Word, reach_of, wrap

SHORT_LAST = 0.22
"""A last line shorter than this part of the box looks like an accident. Source: house choice."""

EVEN_LAST = 0.45
"""The same for short paragraphs, whose lines are to be of like length. Source: house choice."""

BALANCED = 3
"""Most lines of a short paragraph. Source: house choice."""

EVENING = (95, 90, 85, 80, 75, 70, 65, 60)
"""Widths, in percent of the box, that are tried to even the lines of a paragraph."""

REMINDER = "reminder text"
"""What findings call the generated explanations of keywords."""


class Content(NamedTuple):
    """The words of one part of a box."""

    part: TextPart
    text: str
    markup: bool


class Source(NamedTuple):
    """The paragraphs of one part, measured but not yet broken into lines."""

    part: TextPart
    face: Face
    paragraphs: Sequence[Paragraph]
    widest: float
    space: float
    reaches: Sequence[Sequence[float]]


class SetPart(NamedTuple):
    """A part with its lines at one size."""

    part: TextPart
    size: int
    face: Face
    paragraphs: Sequence[Paragraph]
    lines: list[SetLine]
    top: float
    space: float


class Stage(NamedTuple):
    """One attempt: what is left out, the sizes to try from the largest down, and the most lines."""

    without: frozenset[TextPart]
    silent: frozenset[TextPart]
    sizes: tuple[int, ...]
    lines: int
    names: tuple[str, ...]


def stages_of(element: TextElement, contents: Sequence[Content]) -> list[Stage]:
    """Return the attempts in order; the lead part (the first) is never left out."""
    nothing: frozenset[TextPart] = frozenset()
    lead = contents[0].part
    if element.wrap_below is not None:
        first = Stage(nothing, nothing, _sizes(lead, element.wrap_below, element.step), 1, ())
        sizes = _sizes(lead, lead.smallest, element.step)
        return [first, Stage(nothing, nothing, sizes, element.lines or 2, ())]
    drops: list[tuple[int, TextPart, bool]] = []
    for place, content in enumerate(contents):
        part = content.part
        if content.markup and part.reminder and part.reminder_below is not None:
            drops.append((part.reminder_below, part, True))
        if place and part.drop_below is not None:
            drops.append((part.drop_below, part, False))
    drops.sort(key=lambda drop: -drop[0])
    stages = []
    without = silent = nothing
    names: tuple[str, ...] = ()
    for floor, part, is_reminder in drops:
        stages.append(Stage(without, silent, _sizes(lead, floor, element.step), element.lines, names))
        if is_reminder:
            silent, names = silent | {part}, (*names, REMINDER)
        else:
            without, names = without | {part}, (*names, part.field)
    sizes = _sizes(lead, lead.smallest, element.step)
    return [*stages, Stage(without, silent, sizes, element.lines, names)]


def _sizes(part: TextPart, floor: int, step: int) -> tuple[int, ...]:
    bottom = max(part.smallest, min(floor, part.size))
    return (*range(part.size, bottom, -step), bottom)


def try_size(
    sources: Sequence[Source], size: int, width: int, height: int, most_lines: int, *, forced: bool = False
) -> list[SetPart] | None:
    """Break all parts at a size of the lead part; None when that is too wide, too high or too many lines.

    forced: words may be wider than the box by what letter spacing adds.
    """
    lead = sources[0].part.size
    if not forced:
        # If the words laid end to end already need too much room, no way of breaking them helps.
        least = 0.0
        for part, _, _, _, space, reaches in sources:
            own = max(part.smallest, part.size - (lead - size))
            room = width * 1000 / own + space + 0.01
            needed = sum([int(reach[-1] / room) + 1 for reach in reaches])
            least += needed * own * part.leading
            if most_lines and needed > most_lines:
                return None
        if least > height:
            return None
    out: list[SetPart] = []
    top = 0.0
    for part, face, paragraphs, widest, space, reaches in sources:
        own = max(part.smallest, part.size - (lead - size))
        limit = width * 1000 / own
        if widest > limit:
            return None
        spacing = part.spacing * 1000 / own
        if spacing:
            reaches = [reach_of(p.words, space, spacing) for p in paragraphs]
        if out:
            top += part.gap
        lines: list[SetLine] = []
        for number, reach in enumerate(reaches):
            wrap(reach, limit, space + spacing, number, lines)
        if spacing and not forced and any(line.width > limit for line in lines):
            return None
        out.append(SetPart(part, own, face, paragraphs, lines, top, space))
        top += own * (part.leading * len(lines) + PARAGRAPH_GAP * (len(paragraphs) - 1))
        if top > height or (most_lines and len(lines) > most_lines):
            return None
    return out


def evened(part: SetPart, width: int) -> SetPart:
    """Return a part with its lines rebroken, no more of them, where they look better so.

    No word is left alone on a last line, short paragraphs have lines of like length, no line ends in a number whose
    unit begins the next; centred paragraphs are balanced whatever their length.
    """
    if part.part.spacing or len(part.lines) < 2:
        return part
    limit = width * 1000 / part.size
    out: list[SetLine] = []
    first = 0
    while first < len(part.lines):
        number = part.lines[first].paragraph
        last = first
        while last < len(part.lines) and part.lines[last].paragraph == number:
            last += 1
        out += _evened_lines(part, part.lines[first:last], limit)
        first = last
    return part._replace(lines=out)


def _evened_lines(part: SetPart, lines: list[SetLine], limit: float) -> list[SetLine]:
    count = len(lines)
    if count < 2:
        return lines
    is_centred = part.part.align == "center"
    paragraph = part.paragraphs[lines[0].paragraph]
    words = paragraph.words
    if not is_centred and not _is_ugly(lines, words, limit):
        return lines
    reach = reach_of(words, part.space, 0)
    best, least = lines, _cost(lines, words, limit, is_centred)
    for percent in EVENING:
        narrower = limit * percent / 100
        if narrower < paragraph.widest:
            break
        tried: list[SetLine] = []
        wrap(reach, narrower, part.space, lines[0].paragraph, tried)
        if len(tried) > count:
            break
        cost = _cost(tried, words, limit, is_centred)
        if cost < least:
            best, least = tried, cost
    return best


def _is_ugly(lines: Sequence[SetLine], words: Sequence[Word], limit: float) -> bool:
    last = lines[-1]
    if last.last - last.first == 1 or last.width < (SHORT_LAST if len(lines) > BALANCED else EVEN_LAST) * limit:
        return True
    return any(words[line.last - 1].text.strip("+−").isdigit() for line in lines[:-1])


def _cost(lines: Sequence[SetLine], words: Sequence[Word], limit: float, is_centred: bool) -> float:
    """Return how bad lines look: 0 is perfect, 1 is one fault."""
    last = lines[-1]
    widest = max([line.width for line in lines])
    cost = sum([((widest - line.width) / limit) ** 2 for line in lines[:-1]])
    cost += sum([0.25 for line in lines[:-1] if words[line.last - 1].text.strip("+−").isdigit()])
    if last.last - last.first == 1:
        cost += 1
    if is_centred or len(lines) <= BALANCED:
        wanted = widest if is_centred else 0.6 * widest
        cost += max(0.0, (wanted - last.width) / limit)
    elif last.width < SHORT_LAST * limit:
        cost += 0.5
    return cost


def height_of(part: SetPart, lines: Sequence[SetLine]) -> float:
    """Return the height of the first lines of a part, in micrometres."""
    gaps = lines[-1].paragraph if lines else 0
    return part.size * (part.part.leading * len(lines) + PARAGRAPH_GAP * gaps)
