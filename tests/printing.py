"""Builders for tests of layout and PDF: placers with the bundled templates, and what stands on a placed card."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image

from carddb.catalog import Card, Catalog
from carddb.layout.boxes import Box, FormUse, Group, Mark, PlacedCard, TextRun
from carddb.layout.card import CardPlacer
from carddb.layout.sheet import SheetItem, SheetPlan
from carddb.layout.sheet_file import Sheet, load_sheet
from carddb.layout.template import Template
from carddb.layout.template_file import load_template
from carddb.pdf.fonts import FontBook
from tests.support import make_card, make_catalog, make_printing


@cache
def fonts() -> FontBook:
    return FontBook()


@cache
def template(name: str = "base") -> Template:
    found, findings = load_template(name, measure=fonts())
    assert found is not None, findings
    return found


def write_template(folder: Path, text: str, name: str = "mine", kind: str = "cards") -> tuple[Path, ...]:
    """Write a template into a project folder and return the folders to look in."""
    from carddb.resources import resource

    (folder / kind).mkdir(parents=True, exist_ok=True)
    (folder / kind / f"{name}.toml").write_text(text, "utf-8")
    return (folder, resource("print_templates"))


def own_template(folder: Path, elements: str) -> Template:
    """Return a template with two fonts and these elements, on a card of 63 x 88 mm."""
    head = (
        'format = 1\n[fonts]\ntext = "alegreya-sans"\ntitle = "alegreya-sans bold"\n[colors]\nneutral = "#808080"\n'
    )
    found, findings = load_template("mine", folders=write_template(folder, head + elements), measure=fonts())
    assert found is not None, findings
    return found


def sheet(name: str = "a4-poker63") -> Sheet:
    found, findings = load_sheet(name)
    assert found is not None, findings
    return found


def placer(catalog: Catalog | None = None, chosen: Template | None = None, **fields: Any) -> CardPlacer:
    return CardPlacer(catalog or make_catalog(), chosen or template(), fonts(), **fields)


def place(card: Card, chosen: Template | None = None, catalog: Catalog | None = None) -> PlacedCard:
    return placer(catalog, chosen).place(card)


def plan_of(count: int, name: str = "a4-poker63", **fields: Any) -> SheetPlan:
    """Return a plan of ``count`` different cards."""
    cards = [make_card(f"Card {n}", printings=(make_printing(f"{n:03}"),)) for n in range(count)]
    return plan_for([SheetItem(card) for card in cards], name, **fields)


def plan_for(items: Sequence[SheetItem], name: str = "a4-poker63", **fields: Any) -> SheetPlan:
    chosen = sheet(name)
    own = fields.pop("placer", None) or placer(width_um=chosen.card_width, height_um=chosen.card_height)
    return SheetPlan(chosen, own, fonts(), items, **fields)


def all_boxes(boxes: Iterable[Box]) -> Iterator[Box]:
    """Yield boxes and those inside groups and forms, in drawing order."""
    for box in boxes:
        yield box
        if isinstance(box, Group):
            yield from all_boxes(box.boxes)
        elif isinstance(box, FormUse):
            yield from all_boxes(box.form.boxes)


def runs(card: PlacedCard) -> list[TextRun]:
    return [box for box in all_boxes(card.boxes) if isinstance(box, TextRun)]


def printed(card: PlacedCard) -> str:
    """Return all words of a card, marks as what they stand for, with single spaces."""
    words = [
        box.text if isinstance(box, TextRun) else box.actual
        for box in all_boxes(card.boxes)
        if isinstance(box, TextRun | Mark)
    ]
    return " ".join(" ".join(words).split())


def codes(card: PlacedCard) -> list[str]:
    return [finding.code for finding in card.findings]


def pdf_text(data: bytes, page: int = 0) -> str:
    """Return the text of a page with single spaces and straight quotes and dashes, as PDFium reads it."""
    document = pypdfium2.PdfDocument(data)
    text = document[page].get_textpage().get_text_range()
    document.close()
    return straight(text)


def pages_text(data: bytes) -> list[str]:
    """Return the text of all pages, each as ``pdf_text`` does."""
    document = pypdfium2.PdfDocument(data)
    texts = [straight(page.get_textpage().get_text_range()) for page in document]
    document.close()
    return texts


def straight(text: str) -> str:
    for curly, typed in (("“", '"'), ("”", '"'), ("‘", "'"), ("’", "'"), ("—", "--"), ("−", "-")):
        text = text.replace(curly, typed)
    return " ".join(text.split())


def picture(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGBA")


def pixels(data: bytes, page: int = 0, dpi: float = 254) -> Image.Image:
    """Return a page as a picture; at 254 dpi a pixel is a tenth of a millimetre."""
    from carddb.pdf.raster import page_png

    return picture(page_png(data, page, dpi=dpi)).convert("RGB")
