"""Lists of cards: a deck with its cards and pictures of them, and the checklist of a set."""

from __future__ import annotations

from collections.abc import Sequence

from carddb.catalog import Card, CardSet, Deck
from carddb.layout.booklet.blocks import Bench
from carddb.layout.booklet.flow import Strip, kept_at_start, together
from carddb.layout.booklet.structure import Element
from carddb.layout.booklet.text import BASELINE, Style, Word, text_run
from carddb.layout.boxes import Box, Path, rectangle

COLUMNS = 3
GAP_UM = 4_000
BLOCK_LINES = 16
"""Lines of columns that stay on one page. Source: house choice."""

SMALL_CARDS = 6
"""Pictures in the row below a deck. Source: house choice."""


def lay_deck_list(bench: Bench, deck: Deck) -> list[Strip]:
    """Return a deck's cards by type with their quantities, and small pictures of those that it holds most often."""
    catalog = bench.catalog
    held = [(entry.quantity, card) for entry in deck.entries if (card := catalog.card_by_code.get(entry.card))]
    rows: list[tuple[str, str]] = []
    for card_type in catalog.card_types.values():
        own = [(quantity, card) for quantity, card in held if card.type == card_type.code]
        if own:
            rows.append(("", f"{card_type.plural or card_type.name} ({sum(quantity for quantity, _ in own)})"))
            rows += [(f"{quantity}", card.name) for quantity, card in own]
    shown = sorted(held, key=lambda pair: (-pair[0], pair[1].code))[:SMALL_CARDS]
    return together([*_columns(bench, rows), *_pictures(bench, [card for _, card in shown])])


def _pictures(bench: Bench, cards: Sequence[Card]) -> list[Strip]:
    if not cards:
        return []
    gap = 2_400
    wide = (bench.column - (SMALL_CARDS - 1) * gap) // SMALL_CARDS
    boxes: list[Box] = []
    for place, card in enumerate(cards):
        boxes += bench.card(card, place * (wide + gap), 0, wide)
    names = ", ".join(card.name for card in cards)
    element = bench.picture(boxes, bench.column, bench.card_height(wide), f"Cards of the deck: {names}.")
    return [Strip(bench.card_height(wide), tuple(boxes), gap=bench.line // 2, element=element)]


def lay_checklist(bench: Bench, number: str) -> list[Strip]:
    """Return every printing of every set in the order of its number, with a box to tick."""
    sets = [s for s in bench.catalog.card_sets.values() if _printed(bench, s)]
    if not sets:
        return []
    out = bench.chapter(number, "Checklist", "chapter:checklist")
    for card_set in sets:
        cards = _printed(bench, card_set)
        count = f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
        out += bench.subheading(f"{card_set.name}, {count}")
        out += _columns(bench, [(place, card.name) for place, card in cards], has_boxes=True)
    return kept_at_start(out, 8 * bench.line)


def _printed(bench: Bench, card_set: CardSet) -> list[tuple[str, Card]]:
    found = [
        (printing.number, card)
        for card in bench.catalog.cards
        for printing in card.printings
        if printing.card_set == card_set.code
    ]
    return sorted(found, key=lambda pair: (len(pair[0]), pair[0], pair[1].code))


def _columns(bench: Bench, rows: Sequence[tuple[str, str]], *, has_boxes: bool = False) -> list[Strip]:
    """Return rows in columns that are read downwards, a block at a time; a row without a number is a head."""
    style = bench.style("small")
    room = bench.wide if has_boxes else bench.column
    width = (room - (COLUMNS - 1) * GAP_UM) // COLUMNS
    most = BLOCK_LINES * COLUMNS
    out: list[Strip] = []
    for first in range(0, len(rows), most):
        part = rows[first : first + most]
        high = -(-len(part) // COLUMNS)
        block: list[Strip] = []
        for line in range(high):
            boxes: list[Box] = []
            parts: list[tuple[Element, int]] = []
            words = []
            for column in range(COLUMNS):
                place = column * high + line
                if place < len(part):
                    own, text = _entry(bench, part[place], column * (width + GAP_UM), width, style, has_boxes)
                    boxes += own
                    words.append(text)
                    parts.append((Element("item", (text_run(text),)), len(own)))
            gap = style.leading // 3 if line == 0 else 0
            held = tuple(parts)
            block.append(
                Strip(style.leading, tuple(boxes), gap=gap, wide=has_boxes, text=" ".join(words), parts=held)
            )
        out += together(block)
    return out


def _entry(
    bench: Bench, row: tuple[str, str], x: int, width: int, style: Style, has_boxes: bool
) -> tuple[list[Box], str]:
    number, name = row
    bench.runs("", "card", "", name)
    boxes: list[Box] = []
    baseline = round(style.leading * BASELINE)
    left = x
    if has_boxes:
        side = round(style.size * 0.7)
        boxes.append(Path(rectangle(x, baseline - side, side, side), None, bench.color("grey"), 180))
        left += side + 1_200
    face = bench.style("small", face="bold", color="accent") if not number else style
    lead: list[Word] = []
    if number:
        grey = style._replace(color=bench.color("grey"))
        lead = bench.writer.words([text_run(number)], grey)
    words = [*lead, *bench.writer.words([text_run(name)], face)]
    room = x + width - left
    for share in (1.0, 0.94, 0.88, 0.82, 0.76):
        if len(bench.writer.lines(words, room)) < 2:
            break
        smaller = face._replace(size=round(face.size * share))
        grey = smaller._replace(color=bench.color("grey"))
        words = [
            *(bench.writer.words([text_run(number)], grey) if number else []),
            *bench.writer.words([text_run(name)], smaller),
        ]
    lines = bench.writer.lines(words, room)
    if lines:
        boxes += bench.writer.place(lines[0], left, baseline)[0]
    return boxes, f"{number} {name}".strip()
