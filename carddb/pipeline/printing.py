"""Printing: the template, fonts and placer of a ruleset, and from them sheets, pictures and findings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from carddb.catalog import Catalog
from carddb.edit import EditError
from carddb.edit.problems import nearest
from carddb.exchange.files import write_bytes
from carddb.layout.booklet.template import load_booklet_template
from carddb.layout.card import CardPlacer
from carddb.layout.sheet import Backs, SheetItem, SheetPlan
from carddb.layout.sheet_file import Sheet, load_sheet
from carddb.layout.template_file import list_templates as template_names
from carddb.layout.template_file import load_template, template_folders
from carddb.layout.units import millimetres
from carddb.pdf.fonts import FontBook
from carddb.pdf.images import PictureError
from carddb.pdf.sheets import write_sheets
from carddb.pipeline.files import parent_of
from carddb.pipeline.find import choose_cards, find_deck
from carddb.pipeline.project import Project, UsageError
from carddb.resources import resource
from carddb.rules import Finding

Progress = Callable[[str, int, int], None]

SHEET = "a4-poker63"
"""The sheet that is printed on when none is named."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A file that was printed: what is in it, in words, and what was found on the way."""

    path: Path
    text: str
    findings: list[Finding]


class Shop:
    """What printing one catalog takes; templates come from the project's folder first, then from the bundled ones.

    Raises: EditError with all problems of the card template.
    """

    def __init__(self, catalog: Catalog, files: Path) -> None:
        self.catalog = catalog
        self.files = files
        self.folders = template_folders(files.parent)
        self.fonts = FontBook(files / "fonts")
        template, findings = load_template(catalog.ruleset.card_template, folders=self.folders, measure=self.fonts)
        if template is None:
            raise EditError(findings)
        self.template = template
        self.template_findings = findings

    def placer(self, sheet: Sheet | None = None) -> CardPlacer:
        """Return a placer for the cards of a sheet, or for cards in the template's own size."""
        width, height = (sheet.card_width, sheet.card_height) if sheet else (None, None)
        return CardPlacer(
            self.catalog,
            self.template,
            self.fonts,
            width_um=width,
            height_um=height,
            art_folder=self.files / "art",
        )

    def sheet(self, name: str) -> Sheet:
        """Return a sheet template. Raises: UsageError for an unknown one, EditError for a broken one."""
        names = template_names("sheets", self.folders)
        if name not in names:
            raise UsageError(f"There is no sheet {name!r}; known: {', '.join(names)}.")
        sheet, findings = load_sheet(name, folders=self.folders)
        if sheet is None:
            raise EditError(findings)
        return sheet

    def findings(self, progress: Callable[[int, int], None] | None = None) -> list[Finding]:
        """Return what the layout says about every card: text that does not fit, characters that no font has."""
        placer = self.placer()
        found = list(self.template_findings)
        for done, card in enumerate(self.catalog.cards):
            for printing in card.printings or (None,):
                found += placer.place(card, printing).findings
            if progress is not None and done % 100 == 0:
                progress(done, len(self.catalog.cards))
        return found


def print_sheets(
    project: Project,
    ruleset: str,
    path: Path,
    *,
    query: str = "",
    deck: str | None = None,
    sheet: str = SHEET,
    backs: Backs = "none",
    progress: Progress | None = None,
) -> Printed:
    """Print the chosen cards of a ruleset on sheets.

    Args:
        project: the project.
        ruleset: its code.
        path: the PDF to write, whole or not at all.
        query: only these cards; empty for all.
        deck: a deck's code or a plain list in a file, printed with its quantities.
        sheet: name of the sheet template.
        backs: none, or for the edge that the printer flips on.
        progress: told the pages done.

    Raises: UsageError when there is nothing to print or a name is not known.
    """
    catalog = project.catalog(ruleset)
    return print_catalog(
        catalog, project.files, path, query=query, deck=deck, sheet=sheet, backs=backs, progress=progress
    )


def print_catalog(
    catalog: Catalog,
    files: Path,
    path: Path,
    *,
    query: str = "",
    deck: str | None = None,
    sheet: str = SHEET,
    backs: Backs = "none",
    progress: Progress | None = None,
) -> Printed:
    """Print cards of a catalog that was read already; see print_sheets."""
    shop = Shop(catalog, files)
    chosen_sheet = shop.sheet(sheet)
    chosen = choose_cards(catalog, query, deck)
    if not chosen:
        raise UsageError("No card matches, so there is nothing to print.")
    title = catalog.ruleset.name + (f" · {find_deck(catalog, deck).name}" if deck else "")
    items = [
        SheetItem(card, printing, quantity) for card, quantity in chosen for printing in card.printings[:1] or (None,)
    ]
    plan = SheetPlan(chosen_sheet, shop.placer(chosen_sheet), shop.fonts, items, backs, title)
    with parent_of(path):
        step = None if progress is None else lambda done, total: progress(f"{title}: pages", done, total)
        try:
            found = [*shop.template_findings, *write_sheets(plan, path, shop.fonts, progress=step)]
        except PictureError as error:
            raise UsageError(f"Nothing was printed: {error}. Put another file in its place.") from None
    pages, cards = plan.sheet_count, plan.card_count
    text = f"{cards} card{'' if cards == 1 else 's'} on {pages} sheet{'' if pages == 1 else 's'}"
    if backs != "none":
        text += f", fronts and backs: print on both sides, turned over the {backs} edge"
    return Printed(path, text, found)


def list_templates(project: Path | None = None) -> list[tuple[str, str, str, str, str]]:
    """Return name, kind, size in mm, size in inch and description of every template."""
    folders = template_folders(project)
    fonts = FontBook()
    rows: list[tuple[str, str, str, str, str]] = []
    for name in template_names("cards", folders):
        template, _ = load_template(name, folders=folders, measure=fonts)
        if template is not None:
            size = (template.width_um, template.height_um)
            rows.append((name, "card", *_sizes(*size), f"bleed {millimetres(template.bleed_um)} mm"))
    for name in template_names("sheets", folders):
        sheet, _ = load_sheet(name, folders=folders)
        if sheet is not None:
            rows.append((name, "sheet", *_sizes(sheet.width, sheet.height), sheet.title))
    for name in template_names("booklets", folders):
        booklet, _ = load_booklet_template(name, folders=folders, measure=fonts)
        if booklet is not None:
            rows.append((name, "booklet", *_sizes(booklet.width, booklet.height), "rule booklet"))
    return rows


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


def _sizes(width: int, height: int) -> tuple[str, str]:
    return f"{millimetres(width)} x {millimetres(height)}", f"{width / 25400:.3g} x {height / 25400:.3g}"
