"""Cards onto sheets of paper: quantities, fronts and the backs behind them, marks, stamps and inks.

A page is made when it is asked for, so the memory does not grow with the number of cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from carddb.catalog import Card, Catalog, Deck, Printing
from carddb.layout.boxes import Box, Form, FormUse, Group, Image, Measure, PlacedCard
from carddb.layout.card import CardPlacer, traits_of
from carddb.layout.sheets.backs import BackChoice
from carddb.layout.sheets.grid import Cell, Flip, Reach, Sheet
from carddb.layout.sheets.inks import Ink, Inker, Tone
from carddb.layout.sheets.labels import Letterer, has_room_for_label, page_label
from carddb.layout.sheets.marks import cut_marks
from carddb.layout.sheets.printers import Printer
from carddb.layout.sheets.stamps import MOST_CHARACTERS, Stamper, stamp_text
from carddb.layout.sheets.windows import Window, extended
from carddb.layout.units import millimetres, size_um
from carddb.rules.finding import Finding, Where

Backs = Flip
"""No backs, or backs for printing on both sides: the paper turned over its long or its short edge."""

STICKER_NAME = (size_um(6), size_um(5.5), size_um(5))
"""Sizes of the name below a rules sticker."""


class SheetItem(NamedTuple):
    """A printing of a card and how often it is printed."""

    card: Card
    printing: Printing | None = None
    quantity: int = 1


class SheetPage(NamedTuple):
    """One side of a sheet; cards: how many stand on it; findings: of cards that are placed here first.

    pictures: the pictures that stand directly on it.
    """

    boxes: tuple[Box, ...]
    width_um: int
    height_um: int
    cards: int
    findings: tuple[Finding, ...]
    pictures: tuple[Image, ...] = ()


@dataclass(frozen=True, slots=True)
class Finish:
    """What is done to the cards beside printing them.

    release: named in the page label and on stamps. qr: pattern of the code on each card, "" for none.
    names: each card's name stands below its slot (stickers).
    """

    ink: Ink = "full"
    printer: Printer | None = None
    stamp: bool = False
    qr: str = ""
    release: str = ""
    names: bool = False


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
    """What will be printed: cards in order on sheets of one kind. Wrong quantities are refused by ``problems``.

    window: what of a card stands in a slot; the card at the slot's size when it is not stated.
    back_placers: card template -> placer, for backs that are not those of ``placer``; chosen by ``back_choice``.
    """

    sheet: Sheet
    placer: CardPlacer
    measure: Measure
    items: Sequence[SheetItem]
    backs: Backs = "none"
    title: str = ""
    window: Window | None = None
    finish: Finish = Finish()
    back_choice: BackChoice | None = None
    back_placers: Mapping[str, CardPlacer] = field(default_factory=dict)

    @property
    def card_count(self) -> int:
        """Return how many cards are printed."""
        return sum(max(item.quantity, 0) for item in self.items)

    @property
    def sheet_count(self) -> int:
        """Return how many sheets of paper that takes."""
        return -(-self.card_count // self.sheet.slots)

    @property
    def sides(self) -> int:
        """Return how many pages a sheet of paper takes."""
        return 1 if self.backs == "none" else 2

    @property
    def page_count(self) -> int:
        """Return how many pages the file gets: with backs, two a sheet."""
        return self.sheet_count * self.sides

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
        if self.sheet.fold and self.backs != "none":
            message = f"The sheet {self.sheet.name!r} has the backs beside the fronts, to be folded behind them."
            hint = "Leave the backs out (--backs none), or choose a sheet without a fold."
            out.append(Finding("sheet.fold", "error", message, where, hint=hint))
        stamper = _stamper(self)
        for item in self.items if self.finish.qr else ():
            text = stamper.too_long(item.card, item.printing)
            if text:
                message = (
                    f"The code of {item.card.name} would hold {len(text)} characters, and {MOST_CHARACTERS} fit."
                )
                out.append(Finding("sheet.qr", "error", message, where, hint="Shorten the pattern."))
        own = self._window
        if (self.placer.width_um, self.placer.height_um) != (own.card_width, own.card_height):
            raise ValueError("the placer was made for another card size than the sheet")
        return out

    def notes(self) -> list[Finding]:
        """Return what is not as it was asked for, though everything is printed."""
        where = Where("sheet", code=self.sheet.name, name=self.title)
        if self.sheet.label and not has_room_for_label(self.sheet):
            message = "No margin has room for the page label, so it was left out."
            return [Finding("sheet.label", "info", message, where, hint="State label = false, or widen a margin.")]
        return []

    @property
    def _window(self) -> Window:
        return self.window or Window(self.sheet.card_width, self.sheet.card_height)

    def back_placer(self, card: Card) -> CardPlacer:
        """Return what places the back that a card gets."""
        if self.back_choice is None:
            return self.placer
        traits = traits_of(card, card.printings[0] if card.printings else Printing("", "", "", "", "", ""))
        return self.back_placers.get(self.back_choice.pick(card, traits), self.placer)

    def pages(self, tone: Tone | None = None) -> Iterator[SheetPage]:
        """Yield the pages in print order; with backs, each sheet's back follows its front.

        tone: gives pictures in another ink; needed for any ink but "full".
        """
        yield from _Press(self, tone).pages()


def _letterer(plan: SheetPlan) -> Letterer:
    return Letterer(plan.measure, plan.placer.template.fonts.get("text") or plan.measure.fallback("noto-sans"))


def _stamper(plan: SheetPlan) -> Stamper:
    finish = plan.finish
    return Stamper(
        plan.placer, _letterer(plan), scale=plan._window.scale, stamp=finish.stamp, qr=finish.qr,
        release=finish.release,
    )  # fmt: skip


class _Made(NamedTuple):
    """A card ready to be placed often: its boxes, or the form that holds them."""

    card: Card
    printing: Printing | None
    boxes: tuple[Box, ...]
    pictures: tuple[Image, ...]


class _Press:
    def __init__(self, plan: SheetPlan, tone: Tone | None) -> None:
        self.plan = plan
        self.sheet = plan.sheet
        self.window = plan._window
        self.letterer = _letterer(plan)
        self.stamper = _stamper(plan)
        ink = plan.finish.ink
        if ink != "full" and tone is None:
            raise ValueError("another ink needs somebody who turns pictures into it")
        self.inker = None if ink == "full" or tone is None else Inker(ink, tone)
        self.back_forms: dict[int, tuple[PlacedCard, _Made]] = {}
        self.marks = {flip: cut_marks(self.sheet, flip) for flip in ("none", plan.backs)}
        self.without_back: set[str] = set()
        self.most = max(max(self.sheet.reach(cell)) for cell in self.sheet.printed) if self.sheet.printed else 0

    def pages(self) -> Iterator[SheetPage]:
        slots = self.sheet.slots
        row: list[_Made] = []
        findings: list[Finding] = []
        number = 0
        for place, item in enumerate(self.plan.items):
            if item.quantity <= 0:
                continue
            made = self._front(item, f"card {place}", findings)
            for _ in range(item.quantity):
                row.append(made)
                if len(row) == slots:
                    number += 1
                    yield from self._sheet(row, number, findings)
                    row, findings = [], []
        if row:
            yield from self._sheet(row, number + 1, findings)

    def _front(self, item: SheetItem, key: str, findings: list[Finding]) -> _Made:
        placed = self.plan.placer.place(item.card, item.printing)
        findings += placed.findings
        boxes = placed.boxes
        if self.inker is not None:
            boxes = self.inker.boxes(boxes)
        boxes = (*boxes, *self.stamper.boxes(item.card, item.printing))
        return self._ready(placed._replace(boxes=boxes), item.card, item.printing, key, is_form=item.quantity > 1)

    def _ready(self, placed: PlacedCard, card: Card, printing: Printing | None, key: str, *, is_form: bool) -> _Made:
        """Return a card that reaches as far as its slot needs; a form when it is placed more than once."""
        pictures = tuple(
            inner for box in placed.boxes if isinstance(box, Group) for inner in box.boxes
            if isinstance(inner, Image)
        )  # fmt: skip
        wanted = -int(-self.most // self.window.scale)
        if not is_form and wanted <= placed.bleed_um:
            return _Made(card, printing, placed.boxes, pictures)
        b = placed.bleed_um
        form = Form(key, placed.boxes, (-b, -b, placed.width_um + b, placed.height_um + b))
        boxes = extended(placed, form, wanted)
        if len(boxes) > 1:
            bbox = (-wanted, -wanted, placed.width_um + wanted, placed.height_um + wanted)
            boxes = (FormUse(Form(f"{key} extended", boxes, bbox), 0, 0),)
        return _Made(card, printing, boxes, pictures)

    def _sheet(self, row: list[_Made], number: int, findings: list[Finding]) -> Iterator[SheetPage]:
        cells = self.sheet.cells
        boxes: list[Box] = [self._card(cell, made, "none") for cell, made in zip(cells, row, strict=False)]
        if self.plan.finish.names:
            for cell, made in zip(cells, row, strict=False):
                boxes += self._name(cell, made)
        backs: list[Box] = []
        if self.sheet.fold or self.plan.backs != "none":
            flip = self.plan.backs
            for cell, made in zip(cells, row, strict=False):
                back = self._back(made.card, findings)
                place = self.sheet.partner(cell) if self.sheet.fold else cell
                backs.append(self._card(place, back, flip))
        pictures = tuple(picture for made in row for picture in made.pictures)
        if self.sheet.fold:
            yield self._page([*boxes, *backs], number, "none", len(row), findings, pictures)
            return
        yield self._page(boxes, number, "none", len(row), findings, pictures)
        if backs:
            yield self._page(backs, number, self.plan.backs, len(row), [], ())

    def _back(self, card: Card, findings: list[Finding]) -> _Made:
        placer = self.plan.back_placer(card)
        placed = placer.place_back(card)
        known = self.back_forms.get(id(placed))
        if known is None:
            findings += placed.findings
            shown = placed if self.inker is None else placed._replace(boxes=self.inker.boxes(placed.boxes))
            made = self._ready(shown, card, None, f"back {len(self.back_forms)}", is_form=True)
            known = self.back_forms[id(placed)] = (placed, made)
        if not placed.boxes and card.code not in self.without_back:
            self.without_back.add(card.code)
            where = Where("card", code=card.code, name=card.name)
            message = f"{card.name} has no back: its template {placer.template.name!r} draws none."
            findings.append(Finding("sheet.no_back", "warning", message, where, ruleset=placer.catalog.ruleset.code))
        return known[1]

    def _page(
        self,
        boxes: list[Box],
        number: int,
        flip: Backs,
        cards: int,
        findings: list[Finding],
        pictures: tuple[Image, ...],
    ) -> SheetPage:
        sheet = self.sheet
        marks = self.marks[flip]
        below: list[Box] = [FormUse(marks, 0, 0)] if marks.boxes else []
        label = self._label(number, flip) if sheet.label else ()
        page: tuple[Box, ...] = (*below, *boxes, *label)
        printer = self.plan.finish.printer
        move = printer.correction(sheet, flip) if printer else None
        if move is not None:
            page = (Group(page, move),)
        return SheetPage(page, sheet.width, sheet.height, cards, tuple(findings), pictures)

    def _card(self, cell: Cell, made: _Made, flip: Backs) -> Group:
        """Return a card in its slot, cut off where the next card's half of the gutter begins."""
        sheet, window = self.sheet, self.window
        x, y = sheet.corner(cell, flip)
        reach = sheet.reach(cell)
        if flip != "none":
            # Behind a card's left edge lies its back's right one, whichever way the paper was turned.
            reach = Reach(reach.right, reach.top, reach.left, reach.bottom)
        # Where turning the paper swaps the rows, the sheet stands upside down, and so must what is printed on it.
        turned = flip != "none" and not sheet.mirrors_columns(flip)
        matrix = window.matrix(x, y, sheet.card_width, sheet.card_height, turned=turned)
        return Group(made.boxes, matrix, clip=window.clip(sheet.card_width, sheet.card_height, reach))

    def _name(self, cell: Cell, made: _Made) -> Sequence[Box]:
        """Return the name of a sticker, below it."""
        x, y = self.sheet.corner(cell)
        parts = (made.card.name, stamp_text(made.card, self.plan.placer, made.printing, self.plan.finish.release))
        text, size = self.letterer.fitted(parts, self.sheet.card_width, STICKER_NAME)
        return self.letterer.line(text, x, y + self.sheet.card_height + round(size * 1.3), size, "#333333")

    def _label(self, number: int, flip: Backs) -> tuple[Group, ...]:
        sheet, plan = self.sheet, self.plan
        side = "" if flip == "none" else " · backs"
        size = f"{millimetres(sheet.card_width)} × {millimetres(sheet.card_height)} mm"
        page = f"sheet {number} of {plan.sheet_count}{side}"
        return page_label(sheet, flip, (plan.title, plan.finish.release, page, sheet.name, size), self.letterer)
