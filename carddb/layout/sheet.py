"""Cards onto sheets of paper: places from integers, quantities, cut marks, bleed and mirrored backs.

A page is made when it is asked for, so the memory does not grow with the number of cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from carddb.catalog import Card, Catalog, Deck, Printing
from carddb.layout.boxes import Box, Form, FormUse, Group, Measure, Path, PlacedCard, TextRun, make_form, rectangle
from carddb.layout.card import CardPlacer
from carddb.layout.sheet_file import Sheet
from carddb.layout.text import Face, Setter
from carddb.layout.units import millimetres, size_um
from carddb.rules.finding import Finding, Where
from carddb.wording.markup import Vocabulary

Backs = Literal["none", "long", "short"]
"""No backs, or backs for printing on both sides: the paper turned over its long or its short edge."""

MARK_GAP_UM = 1_000
"""Distance of a cut mark from the bleed. Source: house choice."""

MARK_WIDTH_UM = 90
"""Width of a cut mark: a quarter point. Source: usual at print shops."""

LABEL_UM = size_um(6)


class SheetItem(NamedTuple):
    """A printing of a card and how often it is printed."""

    card: Card
    printing: Printing | None = None
    quantity: int = 1


class SheetPage(NamedTuple):
    """One side of a sheet; cards: how many stand on it; findings: of cards that are placed here first."""

    boxes: tuple[Box, ...]
    width_um: int
    height_um: int
    cards: int
    findings: tuple[Finding, ...]


def items_of_deck(catalog: Catalog, deck: Deck) -> tuple[list[SheetItem], list[Finding]]:
    """Return the cards of a deck with their quantities; a finding for each card the catalog does not have."""
    items, findings = [], []
    for entry in deck.entries:
        card = catalog.card_by_code.get(entry.card)
        if card is None:
            where = Where("deck", code=deck.code, name=deck.name, field=entry.card)
            findings.append(Finding("deck.unknown_card", "error", f"There is no card {entry.card!r}.", where))
        else:
            items.append(SheetItem(card, None, entry.quantity))
    return items, findings


@dataclass(frozen=True)
class SheetPlan:
    """What will be printed: cards in order on sheets of one kind. Wrong quantities are refused by ``problems``."""

    sheet: Sheet
    placer: CardPlacer
    measure: Measure
    items: Sequence[SheetItem]
    backs: Backs = "none"
    title: str = ""

    @property
    def card_count(self) -> int:
        """Return how many cards are printed."""
        return sum(max(item.quantity, 0) for item in self.items)

    @property
    def sheet_count(self) -> int:
        """Return how many sheets of paper that takes."""
        return -(-self.card_count // self.sheet.slots)

    @property
    def page_count(self) -> int:
        """Return how many pages the file gets: with backs, two a sheet."""
        return self.sheet_count * (1 if self.backs == "none" else 2)

    def problems(self) -> list[Finding]:
        """Return why nothing can be printed, if so."""
        where = Where("sheet", code=self.sheet.name, name=self.title)
        out = [
            Finding("sheet.quantity", "error", f"{item.card.name} has the quantity {item.quantity}.", where)
            for item in self.items
            if item.quantity < 0
        ]
        if self.card_count == 0:
            out.append(Finding("sheet.empty", "error", "There are 0 cards to print, so no sheet was made.", where))
        if (self.placer.width_um, self.placer.height_um) != (self.sheet.card_width, self.sheet.card_height):
            raise ValueError("the placer was made for another card size than the sheet")
        return out

    def pages(self) -> Iterator[SheetPage]:
        """Yield the pages in print order; with backs, each sheet's back follows its front."""
        yield from _Press(self).pages()


class _Press:
    def __init__(self, plan: SheetPlan) -> None:
        self.plan = plan
        self.sheet = plan.sheet
        self.setter = Setter(plan.measure, Vocabulary((), ()))
        self.sheet_count = plan.sheet_count
        self.back_forms: dict[int, tuple[PlacedCard, Form]] = {}
        self.marks = {flip: self._marks(flip) for flip in ("none", plan.backs)} if self.sheet.marks else {}

    def pages(self) -> Iterator[SheetPage]:
        slots = self.sheet.slots
        row: list[tuple[Card, PlacedCard, Form | None]] = []
        findings: list[Finding] = []
        number = 0
        for place, item in enumerate(self.plan.items):
            if item.quantity <= 0:
                continue
            placed = self.plan.placer.place(item.card, item.printing)
            findings += placed.findings
            form = Form(f"card {place}", placed.boxes, self._reach(placed)) if item.quantity > 1 else None
            for _ in range(item.quantity):
                row.append((item.card, placed, form))
                if len(row) == slots:
                    number += 1
                    yield from self._sheet(row, number, findings)
                    row, findings = [], []
        if row:
            yield from self._sheet(row, number + 1, findings)

    def _sheet(
        self, row: list[tuple[Card, PlacedCard, Form | None]], number: int, findings: list[Finding]
    ) -> Iterator[SheetPage]:
        boxes: list[Box] = [self._card(slot, placed, form, "none") for slot, (_, placed, form) in enumerate(row)]
        yield self._page(boxes, number, "none", len(row), findings)
        if self.plan.backs == "none":
            return
        more: list[Finding] = []
        backs: list[Box] = []
        for slot, (card, _, _) in enumerate(row):
            placed = self.plan.placer.place_back(card)
            known = self.back_forms.get(id(placed))
            if known is None:
                more += placed.findings
                form = Form(f"back {len(self.back_forms)}", placed.boxes, self._reach(placed))
                known = self.back_forms[id(placed)] = (placed, form)
            backs.append(self._card(slot, placed, known[1], self.plan.backs))
        yield self._page(backs, number, self.plan.backs, len(row), more)

    def _page(self, boxes: list[Box], number: int, flip: Backs, cards: int, findings: list[Finding]) -> SheetPage:
        sheet = self.sheet
        below = [FormUse(self.marks[flip], 0, 0)] if flip in self.marks else []
        label = self._label(number, flip) if sheet.label else []
        return SheetPage((*below, *boxes, *label), sheet.width, sheet.height, cards, tuple(findings))

    def _reach(self, placed: PlacedCard) -> tuple[int, int, int, int]:
        b = placed.bleed_um
        return (-b, -b, placed.width_um + b, placed.height_um + b)

    def _card(self, slot: int, placed: PlacedCard, form: Form | None, flip: Backs) -> Group:
        """Return a card in its slot, cut off where the next card's half of the gutter begins."""
        row, column = divmod(slot, self.sheet.columns)
        x, y = place_slot(self.sheet, row, column, flip)
        left, right = self.sheet.bleeds(column, self.sheet.columns, self.sheet.gutter_x)
        top, bottom = self.sheet.bleeds(row, self.sheet.rows, self.sheet.gutter_y)
        if flip == "long":
            left, right = right, left
        width, height = placed.width_um, placed.height_um
        clip = rectangle(-left, -top, width + left + right, height + top + bottom)
        boxes: tuple[Box, ...] = placed.boxes if form is None else (FormUse(form, 0, 0),)
        if flip == "short":
            # Turned over the short edge the sheet stands upside down, and so must what is printed on it.
            return Group(boxes, (-1.0, 0.0, 0.0, -1.0, float(x + width), float(y + height)), clip=clip)
        return Group(boxes, (1.0, 0.0, 0.0, 1.0, float(x), float(y)), clip=clip)

    def _marks(self, flip: str) -> Form:
        sheet = self.sheet
        corners = [place_slot(sheet, r, c, flip) for r in range(sheet.rows) for c in range(sheet.columns)]
        xs = sorted({x + dx for x, _ in corners for dx in (0, sheet.card_width)})
        ys = sorted({y + dy for _, y in corners for dy in (0, sheet.card_height)})
        gap = sheet.bleed + MARK_GAP_UM
        lines = []
        for x in xs:
            lines += [(x, max(ys[0] - gap - sheet.mark_length, 0), x, ys[0] - gap)]
            lines += [(x, ys[-1] + gap, x, min(ys[-1] + gap + sheet.mark_length, sheet.height))]
        for y in ys:
            lines += [(max(xs[0] - gap - sheet.mark_length, 0), y, xs[0] - gap, y)]
            lines += [(xs[-1] + gap, y, min(xs[-1] + gap + sheet.mark_length, sheet.width), y)]
        d = " ".join(f"M{a} {b} L{c} {e}" for a, b, c, e in lines if (a, b) != (c, e) and a <= c and b <= e)
        return make_form((Path(d, None, "#000000", MARK_WIDTH_UM),), (0, 0, sheet.width, sheet.height))

    def _label(self, number: int, flip: Backs) -> list[Box]:
        """Return the page label: in the left margin beside the middle row, reading upwards, between the marks."""
        sheet, plan = self.sheet, self.plan
        side = {"none": "", "long": " · backs", "short": " · backs"}[flip]
        size = f"{millimetres(sheet.card_width)} × {millimetres(sheet.card_height)} mm"
        parts = [p for p in (plan.title, f"sheet {number} of {self.sheet_count}{side}", sheet.name, size) if p]
        font = plan.placer.template.fonts.get("text") or plan.measure.fallback("noto-sans")
        words = self.setter.paragraphs(" · ".join(parts), Face(font, font, font, 1), markup=False, reminders=False)
        room = (sheet.card_height - 2 * MARK_GAP_UM) * 1000 / LABEL_UM
        space = self.setter.space(font)
        width, runs = 0.0, []
        for word in words[0].words:
            if width + word.width > room:
                break
            runs.append(" ".join(p.text for p in word.pieces if p.kind == "text"))
            width += word.width + space
        left, middle = sheet.origin[0], sheet.rows // 2
        y = place_slot(sheet, middle, 0, "none")[1] + (sheet.card_height + round(width * LABEL_UM / 1000)) // 2
        x = max((left - sheet.bleed) // 2, LABEL_UM)
        run = TextRun(0, 0, font, LABEL_UM, "#555555", " ".join(runs))
        return [Group((run,), (0.0, -1.0, 1.0, 0.0, float(x), float(y)))]


def place_slot(sheet: Sheet, row: int, column: int, flip: str) -> tuple[int, int]:
    """Return the top left corner of a slot's card; for backs, where that card's back must stand.

    Turning the paper over its long edge mirrors the columns of an upright sheet, over its short edge the rows.
    """
    x = sheet.origin[0] + column * (sheet.card_width + sheet.gutter_x)
    y = sheet.origin[1] + row * (sheet.card_height + sheet.gutter_y)
    mirrors_columns = (flip == "long") == (sheet.height >= sheet.width)
    if flip != "none" and mirrors_columns:
        x = sheet.width - x - sheet.card_width
    elif flip != "none":
        y = sheet.height - y - sheet.card_height
    return x, y
