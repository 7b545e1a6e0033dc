"""How to read a card: one card enlarged with its parts named, and one card of each type.

The places of the parts come from the card template itself, so a changed card keeps its explanation.
"""

from __future__ import annotations

from typing import NamedTuple

from carddb.catalog import Card, CardType, Printing
from carddb.layout.booklet.blocks import CELL_GAP_UM, Bench, Cell
from carddb.layout.booklet.flow import Note, Strip, floating
from carddb.layout.booklet.text import Style, Word, text_run
from carddb.layout.boxes import Box, Path
from carddb.layout.card import traits_of
from carddb.layout.shapes import ellipse
from carddb.layout.template import ArtElement, GridElement, SymbolElement, TextElement
from carddb.wording.rulebook import plain

ENLARGED_UM = 58_000
"""Width of the card whose parts are named. Source: house choice."""


MOST_ENLARGED = 0.5
"""Width of that card at most, in parts of text and margin together."""


class Part(NamedTuple):
    """A part of a card: its name, what it means, and where it is, in micrometres of the card."""

    name: str
    text: str
    x: float
    y: float


def choose_card(bench: Bench, card_type: str = "") -> Card | None:
    """Return the card that shows the most parts; a middling length of text is best to look at."""
    cards = [c for c in bench.catalog.cards if not card_type or c.type == card_type]

    def score(card: Card) -> tuple[float, str]:
        printing = card.printings[0] if card.printings else None
        parts = (
            3 * len(card.stats), 3 * bool(card.affinities), 2 * bool(card.roles), 2 * bool(card.rules),
            2 * bool(printing and printing.flavor), 2 * any(t != "none" for t in card.texts.values()),
            1 * any(k.is_own for k in card.keywords), -3 * any(v.number is None for v in card.stats.values()),
            -abs(len(card.rules) - 70) / 60, -len(card.name) / 20, -4 * ("token" in card.flags),
        )  # fmt: skip
        return (-sum(parts), card.code)

    return min(cards, key=score, default=None)


def lay_anatomy(bench: Bench) -> list[Strip]:
    """Return the card with its call-outs, reaching over the outer margin."""
    card = choose_card(bench)
    if card is None:
        return []
    width = min(ENLARGED_UM, round(bench.wide * MOST_ENLARGED))
    height = bench.card_height(width)
    left = (bench.wide - width) // 2
    parts = card_parts(bench, card)
    scale = width / bench.placer.width_um
    sides: dict[bool, list[Part]] = {True: [], False: []}
    for part in sorted(parts, key=lambda p: abs(p.x - bench.placer.width_um / 2), reverse=True):
        is_left = part.x < bench.placer.width_um / 2
        if abs(part.x - bench.placer.width_um / 2) < bench.placer.width_um * 0.12:
            is_left = len(sides[True]) <= len(sides[False])
        sides[is_left].append(part)
    boxes = [*bench.card(card, left, 0, width)]
    lines: list[Box] = []
    dots: list[Box] = []
    words = []
    room = left - 5_000
    tallest = height
    for is_left, rows in sides.items():
        rows.sort(key=lambda p: p.y)
        y = 0.0
        heights = []
        for part in rows:
            _, used = bench.set_runs(
                bench.runs(part.text), _style(bench, is_left), width=room, lead=_lead(bench, part)
            )
            heights.append(used)
        free = max(height - sum(heights), 0)
        gap = free / max(len(rows) - 1, 1)
        for part, used in zip(rows, heights, strict=True):
            wanted = part.y * scale - used / 2
            y = max(
                y, min(wanted, height - sum(heights[rows.index(part) :]) - 600 * (len(rows) - rows.index(part) - 1))
            )
            x = 0 if is_left else left + width + 5_000
            placed, _ = bench.set_runs(
                bench.runs(part.text), _style(bench, is_left), x=x, y=round(y), width=room, lead=_lead(bench, part)
            )
            boxes += placed
            words.append(part.name)
            edge = left - 4_300 if is_left else left + width + 4_300
            anchor_y = round(y + bench.size("small_leading") / 2)
            px, py = round(left + part.x * scale), round(part.y * scale)
            mid = left - 1_600 if is_left else left + width + 1_600
            lines.append(Path(f"M{edge} {anchor_y} L{mid} {py} L{px} {py}", None, bench.color("accent"), 280))
            dots.append(
                Path(ellipse(px - 750, py - 750, 1_500, 1_500), bench.color("paper"), bench.color("accent"), 300)
            )
            y += used + min(gap, 1_600)
        tallest = max(tallest, round(y))
    said = "; ".join(f"{part.name}: {plain(part.text, bench.catalog)}" if part.text else part.name for part in parts)
    alt = f"The card {card.name}, enlarged, with its parts named. {said}."
    strips = [bench.figure(tallest + 1_000, [*boxes, *lines, *dots], wide=True, text=" ".join(words), alt=alt)]
    return [*floating(strips, "anatomy", bench.template.depth), Strip(bench.line // 2)]


def _style(bench: Bench, is_left: bool) -> Style:
    style = bench.style("small", face="label", align="right" if is_left else "left")
    return style._replace(size=round(style.size * 0.94), leading=round(style.leading * 0.92))


def _lead(bench: Bench, part: Part) -> list[Word]:
    style = _style(bench, False)
    words = bench.lead(part.name, style, color="accent", font="label_bold")
    return [*words[:-1], words[-1]._replace(space=style.size * 0.4)] if words else words


def card_parts(bench: Bench, card: Card) -> list[Part]:
    """Return the parts that the card template draws for a card, each once."""
    placer = bench.placer
    printing = card.printings[0] if card.printings else None
    traits = traits_of(card, printing or Printing("", "", "", "", "", ""))
    found: dict[str, Part] = {}
    for element in placer.template.front:
        if not element.condition.holds(traits):
            continue
        x, y, width, height = element.frame.place(placer.width_um, placer.height_um)
        middle = (x + width / 2, y + height / 2)
        if isinstance(element, TextElement):
            for place, part in enumerate(element.parts):
                if not printing or not placer.field(part.field, card, printing):
                    continue
                name, text = _said(bench, card, part.field)
                share = (place + 0.5) / len(element.parts)
                at = middle if len(element.parts) == 1 else (x + width + 300, y + height * share)
                if part.field in ("name", "rules", "texts"):
                    at = (x + width + 300, y + height * share)
                elif part.field.startswith("stat:"):
                    at = (x + width * (0.06 if middle[0] < placer.width_um / 2 else 0.94), middle[1])
                elif part.field == "type_line":
                    at = (x - 300, middle[1])
                if name and name not in found:
                    found[name] = Part(name, text, *at)
        elif isinstance(element, SymbolElement):
            kind = element.source.partition(":")[0]
            name, text = {
                "affinity": ("Affinity", _names(bench, card)), "rarity": ("Rarity", _rarity(bench, card)),
            }.get(kind, ("", ""))  # fmt: skip
            if name and text and name not in found:
                found[name] = Part(name, text, *middle)
        elif isinstance(element, GridElement):
            found.setdefault("Rows", Part("Rows", "where its roles may stand", *middle))
        elif isinstance(element, ArtElement):
            found.setdefault("Picture", Part("Picture", "", x + width * 0.86, y + height * 0.3))
    return [part for part in found.values() if part.name != "Picture"]


def _said(bench: Bench, card: Card, field: str) -> tuple[str, str]:
    kind, _, code = field.partition(":")
    if kind == "stat":
        stat = bench.catalog.stats_of_type.get(card.type, {}).get(code)
        return (stat.name, stat.text) if stat else ("", "")
    if kind == "text":
        own = next((t for t in bench.catalog.texts_of_type.get(card.type, ()) if t.code == code), None)
        return (own.name, "") if own else ("", "")
    if field == "stats":
        stats = bench.catalog.stats_of_type.get(card.type, {}).values()
        return "Numbers", ", ".join(f"{s.short}: {s.name}" for s in stats if s.code in card.stats)
    if "{" in field:
        return ("Collector line", "set, number and version") if "{number}" in field or "{set" in field else ("", "")
    return {
        "name": ("Name", ""),
        "type_line": ("Type line", "type" + (" and roles" if card.roles else "")),
        "rules": ("Rules text", "what the card does"),
        "texts": ("Further texts", ""),
        "flavor": ("Flavor text", "a word from the world, no rule"),
    }.get(field, ("", ""))


def _names(bench: Bench, card: Card) -> str:
    known = bench.catalog.affinities
    return " and ".join(known[a].name for a in card.affinities if a in known)


def _rarity(bench: Bench, card: Card) -> str:
    rarity = bench.catalog.rarities.get(card.rarity)
    return rarity.name if rarity else ""


def lay_types(bench: Bench) -> list[Strip]:
    """Return one card of each type with its name and what it is."""
    types = [(t, card) for t in bench.catalog.card_types.values() if (card := choose_card(bench, t.code))]
    if not types:
        return []
    columns = 4 if len(types) > 6 or len(types) == 4 else 3
    gap = 4_500
    cell = (bench.wide - (columns - 1) * gap) // columns
    wide = min(cell, 30_000)
    out = []
    for first in range(0, len(types), columns):
        out.append(_gallery(bench, types[first : first + columns], cell, wide, gap))
    return [*floating(out, "types", bench.template.depth), Strip(bench.line // 2)]


def _gallery(bench: Bench, row: list[tuple[CardType, Card]], cell: int, wide: int, gap: int) -> Strip:
    high = bench.card_height(wide)
    boxes: list[Box] = []
    words, anchors = [], []
    deepest = 0
    for place, (card_type, card) in enumerate(row):
        x = place * (cell + gap)
        boxes += bench.card(card, x, 0, wide)
        bench.runs("", "card_type", card_type.code, card_type.name)
        name = bench.style("small", face="label_bold", color="accent")
        placed, used = bench.words(card_type.name, name, x=x, y=high + 800, width=cell)
        boxes += placed
        small = bench.style("note", face="label", color="ink")._replace(leading=bench.size("small_leading") * 9 // 10)
        placed, more = bench.set_runs(bench.runs(card_type.text), small, x=x, y=high + 800 + used, width=cell)
        boxes += placed
        deepest = max(deepest, high + 800 + used + more)
        words += [card_type.name, plain(card_type.text, bench.catalog)]
        anchors.append(f"type:{card_type.code}")
    alt = "; ".join(f"{t.name}, shown by {card.name}: {plain(t.text, bench.catalog)}" for t, card in row)
    return Strip(
        deepest + 500,
        tuple(boxes),
        gap=bench.line,
        wide=True,
        snap=True,
        text=" ".join(words),
        anchors=tuple(anchors),
        element=bench.picture(boxes, bench.wide, deepest + 500, f"Types of cards. {alt}"),
    )


def lay_stats(bench: Bench) -> list[Strip]:
    """Return the numbers of the cards as a table: short name, name, meaning, and the types that carry them."""
    style = bench.style("small")
    rows, anchors, notes = [], [], []
    for code in dict.fromkeys(stat.code for stat in bench.catalog.stats):
        stats = [s for s in bench.catalog.stats if s.code == code]
        types = [bench.catalog.card_types[s.card_type].name for s in stats if s.card_type in bench.catalog.card_types]
        carried = "all cards" if len(types) == len(bench.catalog.card_types) else ", ".join(types)
        first = stats[0]
        bench.runs("", "stat", code, first.name)
        rows.append(
            [
                Cell((text_run(first.name, bold=True),), style),
                Cell((text_run(first.short),), bench.style("note", face="label_bold", color="grey")),
                Cell((*bench.runs(first.text), text_run(f" ({carried})", italic=True)), style),
            ]
        )
        anchors.append(f"stat:{code}")
        notes.append(Note(first.rule, "rule", f"rule:{first.rule}") if first.rule else None)
    if not rows:
        return []
    widths = [24_000, 14_000, bench.column - 38_000 - 2 * CELL_GAP_UM]
    head = ("Number", "short", "meaning")
    table = bench.table(head, rows, widths, anchors=anchors, notes=notes, gap=bench.line)
    return [*floating(table, "stats", bench.template.depth), Strip(bench.line // 2)]
