"""The outer pages of a booklet: a cover with real cards fanned, and the back with the turn and the symbols."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from carddb.catalog import Card, Catalog
from carddb.layout.booklet.blocks import Bench
from carddb.layout.booklet.flow import Strip, moved
from carddb.layout.booklet.structure import Element, Span, spans_of
from carddb.layout.booklet.text import Style, text_run
from carddb.layout.boxes import Box, Group, Path
from carddb.layout.shapes import fitted_path

FAN_TURN = 9.5
"""Degrees between two cards of the fan. Source: house choice."""

MOST_IN_FAN = 5

SHRINK_STEPS = (1.3, 1.22, 1.15, 1.07, 1.0, 0.94, 0.88, 0.82, 0.76, 0.7)


def fan_cards(catalog: Catalog, wanted: Sequence[str]) -> list[Card]:
    """Return the cards of the cover: the wanted ones, else the rarest of each affinity."""
    named = [card for code in wanted if (card := catalog.card_by_code.get(code))]
    if named:
        return named[:MOST_IN_FAN]
    rank = {code: place for place, code in enumerate(catalog.rarities)}
    out: list[Card] = []
    for affinity in catalog.affinities:
        own = [c for c in catalog.cards if c.affinities[:1] == (affinity,) and c.stats]
        best = max(own, key=lambda c: (len(c.stats), rank.get(c.rarity, 0), c.code), default=None)
        out += [best] if best else []
    return (out or list(catalog.cards[:3]))[:MOST_IN_FAN]


class Outside(NamedTuple):
    """The boxes of an outer page, its words, and what its boxes mean."""

    boxes: list[Box]
    words: str
    spans: list[Span]


def lay_cover(bench: Bench, drawn: Sequence[Box]) -> Outside:
    """Return the cover."""
    template, catalog = bench.template, bench.catalog
    cover = template.cover
    boxes = list(drawn)
    cards = fan_cards(catalog, cover.cards)
    if cards:
        boxes += _fan(bench, cards)
    else:
        boxes += _emblem(bench)
    width = template.width - 2 * cover.margin
    name = catalog.ruleset.name.upper() if cover.uppercase else catalog.ruleset.name
    bench.runs("", "ruleset", catalog.ruleset.code, catalog.ruleset.name)
    title = _by_art(bench, bench.style("title", face="title", color="cover_title", align=cover.align))
    title = fitted_style(bench, name, title, width, 2)
    starts = [len(boxes)]
    placed, used = bench.words(name, title, x=cover.margin, y=cover.title_top, width=width)
    boxes += placed
    tagline = _by_art(bench, bench.style("tagline", face="italic", color="cover_text", align=cover.align))
    starts.append(len(boxes))
    top = max(cover.tagline_top, cover.title_top + used + 1_500)
    placed, _ = bench.words(catalog.ruleset.tagline, tagline, x=cover.margin, y=top, width=width, most=3)
    boxes += placed
    starts.append(len(boxes))
    foot = bench.style("small", face="label", color="cover_text", align=cover.align)
    words = f"Rules of the game · version {catalog.ruleset.content_version}"
    placed, _ = bench.words(
        words, foot, x=cover.margin, y=template.height - round(15_000 * template.art), width=width
    )
    boxes += placed
    spans = [
        Span(first, last, Element("p", (text_run(text),)))
        for (first, last), text in zip(
            itertools.pairwise([*starts, len(boxes)]),
            (catalog.ruleset.name, catalog.ruleset.tagline, words),
            strict=True,
        )
        if last > first
    ]
    return Outside(boxes, f"{name} {catalog.ruleset.tagline} {words}", spans)


def _by_art(bench: Bench, style: Style) -> Style:
    art = bench.template.art
    return style._replace(size=round(style.size * art), leading=round(style.leading * art))


def fitted_style(bench: Bench, text: str, style: Style, width: int, most: int) -> Style:
    """Return a style as large as lets a text stand on so many lines without a broken word."""
    for size in range(style.size, style.size // 3, -400):
        smaller = style._replace(size=size, leading=round(size * 1.06))
        words = bench.writer.words([text_run(text)], smaller)
        if all(w.width <= width for w in words) and len(bench.writer.lines(words, width)) <= most:
            return smaller
    return style._replace(size=style.size // 3, leading=round(style.size / 3 * 1.06))


def _fan(bench: Bench, cards: Sequence[Card]) -> list[Box]:
    template = bench.template
    wide = template.cover.fan_card
    high = bench.card_height(wide)
    radius = high * 1.85
    centre_x, pivot_y = template.width / 2, template.cover.fan_top + high / 2 + radius
    boxes: list[Box] = []
    for place, card in enumerate(cards):
        turn = (place - (len(cards) - 1) / 2) * FAN_TURN
        angle = math.radians(turn)
        x, y = centre_x + radius * math.sin(angle), pivot_y - radius * math.cos(angle)
        cos, sin = math.cos(angle), math.sin(angle)
        own = [moved(b, -wide // 2, -high // 2) for b in bench.card(card, 0, 0, wide)]
        boxes.append(Group(tuple(own), (cos, sin, -sin, cos, x, y)))
    return boxes


def _emblem(bench: Bench) -> list[Box]:
    """Return the sigils in a ring, or the first symbol large, where there are no cards to show."""
    template, catalog = bench.template, bench.catalog
    paths = [a.sigil for a in catalog.affinities.values() if a.sigil] or [s.path for s in catalog.symbols.values()][
        :1
    ]
    cx, cy = template.width // 2, template.cover.fan_top + 38_000
    if not paths:
        return []
    size = 52_000 if len(paths) == 1 else 22_000
    boxes: list[Box] = []
    for place, d in enumerate(paths):
        angle = 2 * math.pi * place / len(paths)
        reach = 0 if len(paths) == 1 else 34_000
        x, y = cx + round(reach * math.sin(angle)), cy - round(reach * math.cos(angle))
        spot = fitted_path(d, (100, 100), x - size // 2, y - size // 2, size, size, "contain")
        boxes.append(Path(spot, bench.color("cover_title")))
    return boxes


def lay_back(bench: Bench, drawn: Sequence[Box]) -> Outside:
    """Return the back page: every phase with its steps, then the symbols."""
    template, catalog = bench.template, bench.catalog
    margin = template.cover.margin
    width = template.width - 2 * margin
    boxes = list(drawn)
    title = bench.style("heading", face="heading", color="back_title")
    heading = "A turn at a glance" if catalog.phases else catalog.ruleset.name
    placed, used = bench.words(heading, title, x=margin, y=template.cover.back_top, width=width)
    spans = [Span(len(boxes), len(boxes) + len(placed), Element("h1", (text_run(heading),)))]
    boxes += placed
    words = [heading]
    top = template.cover.back_top + used + bench.line // 2
    symbols, symbols_height = _symbols(bench, width)
    room = template.height - margin - symbols_height - (bench.line if symbols else 0) - top
    for share in SHRINK_STEPS:
        strips = turn_in_short(bench, width, share)
        if sum(s.height + s.gap for s in strips) <= room:
            break
    y = top
    for strip in strips:
        y += strip.gap
        if y + strip.height > top + room:
            break
        spans += spans_of(len(boxes), len(strip.boxes), strip.element, strip.parts)
        boxes += [moved(b, margin, y) for b in strip.boxes]
        words.append(strip.text)
        y += strip.height
    if symbols:
        names = ", ".join(symbol.name for symbol in catalog.symbols.values())
        spans.append(Span(len(boxes), len(boxes) + len(symbols), Element("figure", alt=f"The symbols: {names}.")))
    boxes += [moved(b, margin, template.height - margin - symbols_height) for b in symbols]
    return Outside(boxes, " ".join(words), spans)


def turn_in_short(bench: Bench, width: int, share: float = 1.0, *, ink: str = "back") -> list[Strip]:
    """Return the phases of a turn with their steps; ink: back for the colours of the back page, page for others."""
    colors = ("back_text", "back_title") if ink == "back" else ("ink", "accent")
    text = bench.style("text", color=colors[0])
    text = text._replace(size=round(text.size * share), leading=round(text.leading * share))
    name = bench.style("subheading", face="heading", color=colors[1])
    name = name._replace(size=round(name.size * share), leading=round(bench.line * 1.15 * share))
    out: list[Strip] = []
    for number, phase in enumerate(bench.catalog.phases.values(), start=1):
        bench.runs("", "phase", phase.code, phase.name)
        heading = bench.paragraph(
            [text_run(f"{number}  {phase.name}")], name, width=width, gap=text.leading // 2, kind="h2", keep=True
        )
        out += heading
        for step in phase.steps or (phase.text,):
            out += bench.bullet(bench.runs(step), text, width=width)
    return out


def _symbols(bench: Bench, width: int) -> tuple[list[Box], int]:
    symbols = list(bench.catalog.symbols.values())
    if not symbols:
        return [], 0
    columns = 4
    step = width // columns
    size = 5_200
    style = bench.style("small", face="label", color="back_text")
    boxes: list[Box] = [Path(f"M0 0 L{width} 0", None, bench.color("back_title"), 200)]
    y = 3_000
    for first in range(0, len(symbols), columns):
        for place, symbol in enumerate(symbols[first : first + columns]):
            x = place * step
            boxes.append(bench.glyph(symbol.path, x, y, size, bench.color("back_title")))
            placed, used = bench.words(symbol.name, style, x=x + size + 1_800, width=step - size - 2_400)
            boxes += [moved(b, 0, y + (size - used) // 2) for b in placed]
        y += size + 2_600
    return boxes, y
