"""Preflight: the chosen cards as a print shop would look at them, and the verdict on a job."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from carddb.catalog import Catalog
from carddb.edit import EditError
from carddb.layout.boxes import PlacedCard
from carddb.layout.pictures import PictureError, inspect_picture
from carddb.layout.preflight import Inspector, Limits, colour_alone
from carddb.layout.preflight_pages import HEIGHT, PROOFS, WIDTH, Report, Row, report_pages
from carddb.layout.services import Service, load_service
from carddb.layout.sheet import SheetItem, SheetPlan
from carddb.layout.template_file import list_templates as template_names
from carddb.pdf.draw import Painter
from carddb.pdf.fonts import FontBook
from carddb.pdf.proofs import VISIONS, alike, seen, sketch
from carddb.pdf.raster import card_png
from carddb.pdf.writer import Document, whole_file
from carddb.pipeline.files import parent_of
from carddb.pipeline.findings import as_json, sort_findings
from carddb.pipeline.printing import SHEET, Printed, Shop, Wish, choose_items
from carddb.pipeline.project import UsageError
from carddb.rules import Finding, Where

Progress = Callable[[str, int, int], None]

CHECKS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("Characters", "every character has a letter form", ("layout.glyph",)),
    ("Type size", "nothing below the smallest legible size", ("print.text_small",)),
    ("Fit", "texts fit their boxes, no word is broken", ("layout.overflow", "layout.broken_word")),
    ("Names", "no name is shortened", ("print.name_shortened",)),
    ("Safe zone", "words and badges keep away from the cut", ("print.unsafe_text", "print.unsafe_badge")),
    ("Art", "every picture is there", ("print.art_missing",)),
    ("Resolution", "art has 300 dpi as printed", ("print.art_coarse",)),
    ("Colour space", "pictures are sRGB and opaque", ("print.art_colour",)),
    ("Colour alone", "no meaning is carried by colour alone", ("print.colour_alone",)),
    ("Backs", "every card has its back", ("print.no_back",)),
    ("Likeness", "no two cards look alike", ("print.alike",)),
)
"""What is looked at: title, what holds when it is good, and the codes that tell that it is not."""


@dataclass(frozen=True, slots=True)
class Preflight:
    """What was found on a job. cards: those looked at; target: what it was measured against, in words."""

    ruleset: str
    title: str
    target: str
    plan: SheetPlan
    items: tuple[SheetItem, ...]
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        """Return the findings that stop a print service's files."""
        return tuple(f for f in self.findings if f.severity == "error")

    @property
    def verdict(self) -> str:
        """Return what follows from the findings, in one sentence."""
        warnings = sum(f.severity == "warning" for f in self.findings)
        if number := len(self.errors):
            return f"Not ready to print: {number} error{'' if number == 1 else 's'}."
        if warnings:
            return f"Ready to print, with {warnings} warning{'' if warnings == 1 else 's'} to weigh."
        return "Ready to print."

    def of_card(self, code: str) -> list[Finding]:
        """Return the findings on one card."""
        return [f for f in self.findings if f.where.kind == "card" and f.where.code == code]

    def as_json(self) -> dict[str, Any]:
        """Return the report ready for JSON."""
        cards = {item.card.code: item.card for item in self.items}
        noted = {f.where.code for f in self.findings if f.where.kind == "card" and f.severity != "info"}
        meta = {
            "ruleset": self.ruleset, "target": self.target, "cards": len(cards),
            "without_remarks": sorted(cards.keys() - noted),
        }  # fmt: skip
        return as_json(self.findings, meta)


def find_service(name: str, folders: Sequence[Path]) -> Service:
    """Return a print service. Raises: UsageError for an unknown one, EditError for a broken one."""
    names = template_names("services", folders)
    if name not in names:
        raise UsageError(f"There is no print service {name!r}; known: {', '.join(names)}.")
    service, findings = load_service(name, folders=folders)
    if service is None:
        raise EditError(findings)
    return service


def run_preflight(
    catalog: Catalog,
    files: Path,
    *,
    query: str = "",
    deck: str | None = None,
    service: str = "",
    copies: int = 1,
    shop: Shop | None = None,
    progress: Progress | None = None,
) -> Preflight:
    """Look at the chosen cards as a service prints them; without a service, as they come onto playtest sheets.

    Raises: UsageError when no card is chosen or there is no such service; EditError when nothing could be printed.
    """
    shop = shop or Shop(catalog, files)
    wish = Wish(copies=copies)
    wish.check("none")
    items = choose_items(catalog, query, deck, copies)
    wanted = find_service(service, shop.folders) if service else None
    sheet = wanted.sheet if wanted else shop.sheet(SHEET)
    has_backs = wanted.has_backs if wanted else True
    plan, notes = shop.plan(sheet, items, "long" if has_backs else "none", catalog.ruleset.name, wish)
    window = plan.window
    scale = window.scale if window else 1.0
    limits = Limits(scale=scale, needs_backs=has_backs)
    if wanted:
        limits = replace(limits, safe=wanted.safe, min_text=wanted.min_text, name=wanted.title)
    found = [*shop.template_findings, *notes, *_of_cards(plan, shop.fonts, limits, files, progress)]
    found += colour_alone(plan.placer, [item.card for item in items])
    code = catalog.ruleset.code
    named = [f if f.ruleset else replace(f, ruleset=code) for f in dict.fromkeys(found)]
    target = wanted.title if wanted else "playtest sheets"
    return Preflight(code, catalog.ruleset.name, target, plan, tuple(items), tuple(sort_findings(named)))


def _of_cards(
    plan: SheetPlan, fonts: FontBook, limits: Limits, files: Path, progress: Progress | None
) -> list[Finding]:
    inspector = Inspector(plan.placer, plan.measure, limits, _notices(files / "art"))
    found: list[Finding] = []
    sketches: list[bytes] = []
    for done, item in enumerate(plan.items):
        placed = plan.placer.place(item.card, item.printing)
        found += inspector.card(item.card, item.printing, placed)
        if limits.needs_backs:
            found += inspector.back(item.card, plan.back_placer(item.card).place_back(item.card))
        png = card_png(placed, fonts, width_px=96, rounded_corners=False)
        sketches.append(sketch(png))
        if progress is not None:
            progress("Looking at cards", done + 1, len(plan.items))
    for first, second, gap in alike(sketches):
        one, other = plan.items[first].card, plan.items[second].card
        where = Where("card", code=one.code, name=one.name)
        message = f"{one.name} and {other.name} look alike: they differ by {gap / 2.55:.1f} %."
        found.append(
            Finding("print.alike", "warning", message, where, hint="Give one of them other art or another colour.")
        )
    return found


def _notices(folder: Path) -> Callable[[str], Sequence[str]]:
    """Return what is said about the colours of a picture in the art store."""

    @cache
    def of(name: str) -> Sequence[str]:
        try:
            picture = inspect_picture(folder / name)
        except PictureError:
            return ()  # the placer has reported it
        told = ["parts of it are transparent, and the frame shows through"] if picture.has_alpha else []
        return (*picture.notices, *told)

    return of


def print_preflight(looked: Preflight, path: Path, fonts: FontBook | None = None) -> Printed:
    """Print the report: the job on one page, the cards with remarks, and proofs for colour-blind eyes and greys."""
    book = fonts or FontBook()
    found = looked.findings
    rows = []
    for title, good, codes in CHECKS:
        own = [f for f in found if f.code in codes and f.severity != "info"]
        notes = sum(f.code in codes and f.severity == "info" for f in found)
        if notes and "print.art_missing" in codes:
            good = f"{notes} card{'' if notes == 1 else 's'} without art; placeholders are printed"
        rows.append(Row(title, good, own[0].severity if own else "", len(own), own[0].message if own else ""))
    cards = [
        (
            looked.plan.placer.place(item.card, item.printing),
            [f for f in looked.of_card(item.card.code) if f.severity != "info"],
        )
        for item in looked.items
    ]
    gravest = next((f.severity for f in found if f.severity != "info"), "")
    noted = sum(bool(own) for _, own in cards)
    summary = f"{len(cards)} cards looked at, {noted} with remarks, {len(looked.errors)} errors."
    first = looked.plan.placer
    with tempfile.TemporaryDirectory(prefix="carddb-proof-") as made, parent_of(path):
        proofs = []
        for number, (placed, _) in enumerate(_varied(looked, cards)):
            png = card_png(placed, book, width_px=360, rounded_corners=False)
            files = []
            for vision in VISIONS:
                file = Path(made) / f"{number}-{vision}.png"
                file.write_bytes(seen(png, vision))
                files.append(str(file))
            proofs.append((placed.name, files))
        report = Report(
            looked.title, looked.target, looked.verdict, gravest, summary, rows, cards, proofs,
            ("As printed", "Deuteranopia", "Protanopia", "Grey"), first.height_um / first.width_um,
        )  # fmt: skip
        pages = report_pages(report, book)
        with whole_file(path) as out:
            document = Document(out, book, title=f"Preflight: {looked.title}")
            painter = Painter(document)
            for boxes in pages:
                painter.page(boxes, WIDTH, HEIGHT)
            document.finish()
    return Printed(path, f"{len(pages)} pages; {looked.verdict}", list(found))


def _varied(looked: Preflight, cards: Sequence[tuple[PlacedCard, Any]]) -> list[tuple[PlacedCard, Any]]:
    """Return cards for the proofs: of as many affinities as there is room for."""
    met: dict[tuple[str, ...], int] = {}
    for place, item in enumerate(looked.items):
        met.setdefault(item.card.affinities, place)
    return [cards[place] for place in list(met.values())[:PROOFS]]
