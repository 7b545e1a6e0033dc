"""The print templates: their sizes, what is wrong with them, a copy to edit, and a gallery that shows them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from carddb.catalog import Card, Catalog
from carddb.edit.problems import nearest
from carddb.exchange.files import write_bytes
from carddb.layout.booklet.lay import lay_booklet
from carddb.layout.booklet.template import load_booklet_template, paper_names, template_name
from carddb.layout.card import CardPlacer
from carddb.layout.gallery import Gallery, Row, Shown
from carddb.layout.sheet_file import load_sheet
from carddb.layout.template import Template
from carddb.layout.template_file import list_templates, load_template, template_folders
from carddb.layout.units import millimetres
from carddb.pdf.draw import Painter
from carddb.pdf.fonts import FontBook
from carddb.pdf.writer import Document, whole_file
from carddb.pipeline.files import parent_of
from carddb.pipeline.printing import Printed
from carddb.pipeline.project import UsageError
from carddb.resources import resource
from carddb.rules import Finding

Progress = Callable[[str, int, int], None]

DPI = 300

FIRST_PAGES = 5
"""Pages of a booklet in the gallery: its cover and two spreads."""


@dataclass(frozen=True, slots=True)
class TemplateRow:
    """A template in a list; sizes in micrometres. text: what it is, in a few words."""

    name: str
    kind: str
    width: int
    height: int
    text: str

    @property
    def mm(self) -> str:
        """Return the size in millimetres."""
        return f"{millimetres(self.width)} x {millimetres(self.height)}"

    @property
    def inch(self) -> str:
        """Return the size in inches."""
        return f"{self.width / 25400:.3g} x {self.height / 25400:.3g}"

    @property
    def pixels(self) -> str:
        """Return the size in pixels at 300 dpi, rounded half up."""
        return f"{_pixels(self.width)} x {_pixels(self.height)}"

    @property
    def sizes(self) -> str:
        """Return all three in words."""
        return f"{self.mm} mm · {self.inch} in · {self.pixels} px at {DPI} dpi"


def _pixels(length: int) -> int:
    return (length * DPI * 2 + 25400) // (2 * 25400)


def read_templates(project: Path | None = None) -> tuple[list[TemplateRow], list[Finding]]:
    """Return every template that can be used, and everything that is wrong with the others."""
    folders = template_folders(project)
    fonts = FontBook()
    rows: list[TemplateRow] = []
    findings: list[Finding] = []
    for name in list_templates("cards", folders):
        template, found = load_template(name, folders=folders, measure=fonts)
        findings += found
        if template is not None:
            text = f"bleed {millimetres(template.bleed_um)} mm"
            rows.append(TemplateRow(name, "card", template.width_um, template.height_um, text))
    for name in list_templates("sheets", folders):
        sheet, found = load_sheet(name, folders=folders)
        findings += found
        if sheet is not None:
            rows.append(TemplateRow(name, "sheet", sheet.width, sheet.height, sheet.title))
    for name in list_templates("booklets", folders):
        booklet, found = load_booklet_template(name, folders=folders, measure=fonts)
        findings += found
        if booklet is not None:
            rows.append(TemplateRow(name, "booklet", booklet.width, booklet.height, "rule booklet"))
    for paper in paper_names(folders)[1:]:
        booklet, found = load_booklet_template("base", folders=folders, paper=paper)
        if booklet is not None:
            size = (round(booklet.width * booklet.scale), round(booklet.height * booklet.scale))
            rows.append(TemplateRow(f"--paper {paper}", "booklet", *size, "rule booklet on other paper"))
    return rows, findings


def copy_template(name: str, project: Path) -> Path:
    """Copy a bundled template into a project's ``print_templates``. Returns: the copy.

    name: a template's name, with its folder ("cards/soulhold") where two kinds share it.
    Raises: UsageError for an unknown or ambiguous name, or when the project has that template already.
    """
    bundled = resource("print_templates")
    known = {str(path.relative_to(bundled).with_suffix("")): path for path in sorted(bundled.glob("*/*.toml"))}
    found = [place for place in known if name in (place, place.split("/")[1])]
    if not found:
        raise UsageError(f"There is no template {name!r}. {nearest(name, known)}")
    if len(found) > 1:
        raise UsageError(f"{name!r} is the name of {' and '.join(found)}; write one of them.")
    target = project / "print_templates" / f"{found[0]}.toml"
    if target.exists():
        raise UsageError(f"{target} is already there; edit it, or move it away first.")
    target.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(target, known[found[0]].read_bytes())
    return target


def print_gallery(
    catalogs: Sequence[Catalog], files: Path, path: Path, *, progress: Progress | None = None
) -> Printed:
    """Print every template: cards with a short, a typical and the longest text, sheets, first spreads of booklets.

    catalogs: the rulesets whose cards are shown; files: the
    project's folder of files. Templates that cannot be used are findings; the others are printed.
    Raises: UsageError when there is no card to show.
    """
    if not any(catalog.cards for catalog in catalogs):
        raise UsageError("The gallery shows templates with cards, and there are none; load a ruleset first.")
    rows, findings = read_templates(files.parent)
    maker = _Maker(catalogs, files, progress or (lambda *_: None))
    chapters = [
        ("Card templates", [maker.card_row(row) for row in rows if row.kind == "card"]),
        ("Sheet templates", [maker.sheet_row(row) for row in rows if row.kind == "sheet"]),
        ("Booklet templates", list(maker.booklet_rows(rows))),
    ]
    pages = Gallery(maker.fonts).pages(chapters)
    with parent_of(path), whole_file(path) as out:
        document = Document(out, maker.fonts, title="Print templates")
        painter = Painter(document)
        for page in pages:
            if page.title:
                document.bookmark(page.title)
            painter.page(page.boxes, 210_000, 297_000)
        document.finish()
    text = f"{sum(len(rows) for _, rows in chapters)} templates on {len(pages)} pages"
    return Printed(path, text, findings)


class _Maker:
    def __init__(self, catalogs: Sequence[Catalog], files: Path, progress: Progress) -> None:
        self.catalogs = [catalog for catalog in catalogs if catalog.cards]
        self.files = files
        self.fonts = FontBook(files / "fonts")
        self.folders = template_folders(files.parent)
        self.progress = progress

    def card_row(self, row: TemplateRow) -> Row:
        self.progress(f"template {row.name}", 0, 1)
        template, _ = load_template(row.name, folders=self.folders, measure=self.fonts)
        assert template is not None
        catalog = self._catalog_of(row.name)
        placer = CardPlacer(catalog, template, self.fonts, art_folder=self.files / "art")
        shown = [self._shown(placer, card, label) for label, card in sample_cards(catalog)]
        back = placer.place_back(shown_card(catalog))
        if back.boxes:
            shown.append(Shown(back, "The back"))
        return Row(row.name, f"{row.sizes} · {row.text} · cards of {catalog.ruleset.name}", cards=tuple(shown))

    def _catalog_of(self, template: str) -> Catalog:
        own = [c for c in self.catalogs if c.ruleset.card_template == template]
        return (own or self.catalogs)[0]

    def _shown(self, placer: CardPlacer, card: Card, label: str) -> Shown:
        placed = placer.place(card, card.printings[0] if card.printings else None)
        count = len(_words(card))
        said = [finding.message for finding in placed.findings if finding.severity != "info"]
        note = said[0] if said else f"{count} characters, everything fits"
        return Shown(placed, f"{label}: {card.name}", (note,))

    def sheet_row(self, row: TemplateRow) -> Row:
        sheet, _ = load_sheet(row.name, folders=self.folders)
        assert sheet is not None
        cards = f"{sheet.slots} cards of {millimetres(sheet.card_width)} x {millimetres(sheet.card_height)} mm"
        return Row(row.name, f"{row.mm} mm · {cards}", sheet=sheet)

    def booklet_rows(self, rows: Iterable[TemplateRow]) -> Iterable[Row]:
        for row in rows:
            if row.kind != "booklet" or row.name.startswith("--"):
                continue
            self.progress(f"booklet {row.name}", 0, 1)
            own = [c for c in self.catalogs if template_name(c.ruleset.code, self.folders) == row.name]
            catalog = (own or self.catalogs)[0]
            booklet, _ = load_booklet_template(row.name, folders=self.folders, measure=self.fonts)
            card_template = self._card_template(catalog)
            if booklet is None or card_template is None:
                continue
            laid = lay_booklet(catalog, booklet, card_template, self.fonts, art_folder=self.files / "art")
            yield Row(row.name, f"{row.sizes} · {catalog.ruleset.name}", pages=laid.pages[:FIRST_PAGES])

    def _card_template(self, catalog: Catalog) -> Template | None:
        return load_template(catalog.ruleset.card_template, folders=self.folders, measure=self.fonts)[0]


def _words(card: Card) -> str:
    printing = card.printings[0] if card.printings else None
    texts = (card.name, card.rules, *card.texts.values(), printing.flavor if printing else "")
    return "".join(texts)


def shown_card(catalog: Catalog) -> Card:
    """Return the card whose length of text is in the middle."""
    ranked = sorted(catalog.cards, key=lambda card: (len(_words(card)), card.code))
    return ranked[len(ranked) // 2]


def sample_cards(catalog: Catalog) -> list[tuple[str, Card]]:
    """Return a card with little text, a typical one, and one that has the longest name, rules and flavor of all."""
    ranked = sorted(catalog.cards, key=lambda card: (len(_words(card)), card.code))
    longest = ranked[-1]
    name = max((card.name for card in catalog.cards), key=lambda text: (len(text), text))
    rules = max((card.rules for card in catalog.cards), key=lambda text: (len(text), text))
    flavors = [printing.flavor for card in catalog.cards for printing in card.printings[:1]]
    flavor = max(flavors, key=lambda text: (len(text), text), default="")
    printings = tuple(replace(printing, flavor=flavor) for printing in longest.printings[:1])
    worst = replace(longest, name=name, rules=rules, printings=printings)
    return [("Short", ranked[0]), ("Typical", shown_card(catalog)), ("Worst case", worst)]
