"""Printing: the template, fonts and placers of a ruleset, and from them sheets, calibration prints and findings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from carddb.catalog import Catalog
from carddb.edit import EditError
from carddb.layout.card import CardPlacer
from carddb.layout.sheet import Backs, Finish, SheetItem, SheetPlan
from carddb.layout.sheet_file import load_sheet
from carddb.layout.sheets.backs import load_backs
from carddb.layout.sheets.grid import Sheet
from carddb.layout.sheets.inks import Ink
from carddb.layout.sheets.printers import Printer, load_printer
from carddb.layout.sheets.stamps import pattern_problem
from carddb.layout.sheets.windows import Sticker, Window, sticker_for, window_for
from carddb.layout.template import Template
from carddb.layout.template_file import list_templates as template_names
from carddb.layout.template_file import load_template, template_folders
from carddb.layout.units import millimetres
from carddb.pdf.fonts import FontBook
from carddb.pdf.images import PictureError
from carddb.pdf.sheets import file_names, write_calibration, write_sheets
from carddb.pipeline.files import parent_of
from carddb.pipeline.find import choose_cards, find_deck
from carddb.pipeline.project import Project, UsageError
from carddb.rules import Finding, Where

Progress = Callable[[str, int, int], None]

SHEET = "a4-poker63"
"""The sheet that is printed on when none is named."""


MOST_COPIES = 999

MOST_FILES = 500
"""Most files that one job writes; they are open at the same time. Source: half of what systems usually allow."""

CALIBRATED = ("A4", "A3", "letter", "legal", "tabloid")
"""Papers that the calibration print has room on."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How sheets are wanted beside paper, cards and backs.

    copies: how often everything is printed. skip: cells that stay empty, beside those that the sheet skips.
    printer: name of the printer whose backs are moved into place. sticker: what is printed to cover old cards.
    qr: pattern of a code on every card, "" for none. stamp: version and slot on every card.
    release: named in the page label. pages_per_file: 0 for one file.
    """

    copies: int = 1
    skip: tuple[int, ...] = ()
    ink: Ink = "full"
    printer: str = ""
    sticker: Sticker = "none"
    stamp: bool = False
    qr: str = ""
    release: str = ""
    pages_per_file: int = 0

    def check(self, backs: Backs) -> None:
        """Raise UsageError for the first wish that cannot be."""
        if not 1 <= self.copies <= MOST_COPIES:
            raise UsageError(f"{self.copies} copies cannot be printed; ask for 1 to {MOST_COPIES}.")
        if self.pages_per_file < 0:
            raise UsageError(f"A file cannot have {self.pages_per_file} pages.")
        if backs != "none" and self.pages_per_file % 2:
            raise UsageError(
                f"{self.pages_per_file} pages a file would part a front from its back; choose an even number."
            )
        if self.qr and (problem := pattern_problem(self.qr)):
            raise UsageError(problem)
        if self.sticker != "none" and backs != "none":
            raise UsageError("Stickers have no backs; leave out either.")
        if self.sticker == "rules" and (self.qr or self.stamp):
            raise UsageError(
                "A sticker of the rules has no picture to put a code or stamp on; name and version stand below."
            )
        if self.printer and backs == "none":
            raise UsageError("A printer is named for the sake of the backs; choose --backs long or short.")


@dataclass(frozen=True, slots=True)
class Printed:
    """A file that was printed: what is in it, in words, and what was found on the way."""

    path: Path
    text: str
    findings: list[Finding]


class Shop:
    """What printing one catalog takes; templates come from the project's folder first, then from the bundled ones.

    Whoever prints the same cards more than once opens one shop for all, and lets it remember placed cards.

    Raises: EditError with all problems of the card template.
    """

    def __init__(self, catalog: Catalog, files: Path, *, remembered: int = 0) -> None:
        self._remembered = remembered
        self._placers: dict[tuple[str, int, int], CardPlacer] = {}
        self.catalog = catalog
        self.files = files
        self.folders = template_folders(files.parent)
        self.fonts = FontBook(files / "fonts")
        template, findings = load_template(catalog.ruleset.card_template, folders=self.folders, measure=self.fonts)
        if template is None:
            raise EditError(findings)
        self.template = template
        self.template_findings = findings

    def placer(self, window: Window | None = None, template: Template | None = None) -> CardPlacer:
        """Return a placer for the cards that a window shows, or for cards in the template's own size."""
        template = template or self.template
        width, height = template.width_um, template.height_um
        if window is not None:
            width, height = window.card_width, window.card_height
        placer = self._placers.get((template.name, width, height))
        if placer is None:
            placer = self._placers[template.name, width, height] = CardPlacer(
                self.catalog,
                template,
                self.fonts,
                width_um=width,
                height_um=height,
                art_folder=self.files / "art",
                remembered=self._remembered,
            )
        return placer

    def plan(
        self, sheet: Sheet, items: Sequence[SheetItem], backs: Backs, title: str, wish: Wish
    ) -> tuple[SheetPlan, list[Finding]]:
        """Return what will be printed, and what there is to say about sizes. Raises: EditError if it cannot be."""
        if wish.skip:
            sheet = replace(sheet, skip=sheet.skip | set(wish.skip))
            problems: list[Finding] = []
            where = Where("sheet", code=sheet.name)
            sheet.check(lambda key, text: problems.append(Finding(f"sheet.{key}", "error", text, where)))
            if problems:
                raise EditError(problems)
        if wish.sticker == "none":
            window, findings = window_for(self.template, sheet)
        else:
            sheet, window, findings = sticker_for(wish.sticker, self.template, sheet)
        if any(finding.severity == "error" for finding in findings):
            raise EditError(findings)
        finish = Finish(
            wish.ink, self.printer(wish.printer) if wish.printer else None, wish.stamp, wish.qr, wish.release,
            names=wish.sticker == "rules",
        )  # fmt: skip
        plan = SheetPlan(sheet, self.placer(window), self.fonts, items, backs, title, window, finish)
        if backs == "none" and not sheet.fold:
            return plan, findings
        choice, problems = load_backs(self.catalog, self.template.name, folders=self.folders)
        placers: dict[str, CardPlacer] = {}
        for name in () if problems else choice.templates:
            template, found = (self.template, []) if name == self.template.name else self._card_template(name)
            problems += found
            if template is not None:
                placers[name] = self.placer(window, template)
        if problems:
            raise EditError(problems)
        return replace(plan, back_choice=choice, back_placers=placers), findings

    def plan_cards(
        self, query: str, deck: str | None, sheet: str, backs: Backs, wish: Wish
    ) -> tuple[SheetPlan, list[Finding]]:
        """Return what will be printed of the chosen cards; see ``plan``. Raises: UsageError, EditError."""
        wish.check(backs)
        chosen = self.sheet(sheet)
        items = choose_items(self.catalog, query, deck, wish.copies)
        title = self.catalog.ruleset.name + (f" · {find_deck(self.catalog, deck).name}" if deck else "")
        return self.plan(chosen, items, backs, title, wish)

    def _card_template(self, name: str) -> tuple[Template | None, list[Finding]]:
        return load_template(name, folders=self.folders, measure=self.fonts)

    def printer(self, name: str) -> Printer:
        """Return a printer. Raises: UsageError for an unknown one, EditError for a broken one."""
        return find_printer(name, self.folders)

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
    wish: Wish | None = None,
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
        wish: copies, inks, stickers and the like.
        progress: told the pages done.

    Raises: UsageError when there is nothing to print or a name is not known.
    """
    catalog = project.catalog(ruleset)
    return print_catalog(
        catalog, project.files, path, query=query, deck=deck, sheet=sheet, backs=backs, wish=wish, progress=progress
    )


def choose_items(catalog: Catalog, query: str, deck: str | None, copies: int = 1) -> list[SheetItem]:
    """Return what is printed: each chosen card with its first printing and how often. Further choices belong here.

    Raises: UsageError when nothing is chosen.
    """
    chosen = choose_cards(catalog, query, deck)
    if not chosen:
        raise UsageError("No card matches, so there is nothing to print.")
    return [
        SheetItem(card, printing, quantity * copies)
        for card, quantity in chosen
        for printing in card.printings[:1] or (None,)
    ]


def print_catalog(
    catalog: Catalog,
    files: Path,
    path: Path,
    *,
    query: str = "",
    deck: str | None = None,
    sheet: str = SHEET,
    backs: Backs = "none",
    wish: Wish | None = None,
    shop: Shop | None = None,
    progress: Progress | None = None,
) -> Printed:
    """Print cards of a catalog that was read already; see print_sheets. ``shop``: the catalog's, if it is open."""
    wish = wish or Wish()
    shop = shop or Shop(catalog, files)
    plan, notes = shop.plan_cards(query, deck, sheet, backs, wish)
    title = plan.title
    names = file_names(path, plan.page_count, wish.pages_per_file)
    if len(names) > MOST_FILES:
        raise UsageError(f"That would be {len(names)} files, and {MOST_FILES} is the most; put more pages into each.")
    step = None if progress is None else lambda done, total: progress(f"{title}: pages", done, total)
    with parent_of(path):
        try:
            written = write_sheets(plan, path, shop.fonts, pages_per_file=wish.pages_per_file, progress=step)
        except PictureError as error:
            raise UsageError(f"Nothing was printed: {error}. Put another file in its place.") from None
    if any(finding.code.startswith("sheet.") and finding.severity == "error" for finding in written):
        raise EditError(written)
    return Printed(path, told(plan, names), [*shop.template_findings, *notes, *written])


def told(plan: SheetPlan, names: Sequence[Path] = ()) -> str:
    """Return in words what a plan prints, and to which files when they are several."""
    pages, cards = plan.sheet_count, plan.card_count
    text = f"{cards} card{'' if cards == 1 else 's'} on {pages} sheet{'' if pages == 1 else 's'}"
    if plan.sheet.fold:
        text += ", backs beside the fronts: fold, glue, cut"
    if plan.backs != "none":
        text += f", fronts and backs: print on both sides, turned over the {plan.backs} edge"
    if plan.backs != "none" and plan.finish.printer:
        text += f", backs made up for {plan.finish.printer.name}"
    if len(names) > 1:
        text += f"; {len(names)} files, {names[0].name} to {names[-1].name}"
    return text


def find_printer(name: str, folders: Sequence[Path]) -> Printer:
    """Return a printer. Raises: UsageError for an unknown one, EditError for a broken one."""
    names = template_names("printers", folders)
    if name not in names:
        raise UsageError(
            f"There is no printer {name!r}; known: {', '.join(names)} (files in print_templates/printers/)."
        )
    printer, findings = load_printer(name, folders=folders)
    if printer is None:
        raise EditError(findings)
    return printer


def list_printers(project: Path | None = None) -> list[tuple[str, str, str, str]]:
    """Return name, what is made up for on the long and on the short edge, and title of each printer."""
    folders = template_folders(project)
    rows = []
    for name in template_names("printers", folders):
        printer, _ = load_printer(name, folders=folders)
        if printer is not None:
            told = [
                f"x {millimetres(r.x)}, y {millimetres(r.y)} mm, {r.degrees:.2f}°"
                for r in (printer.long, printer.short)
            ]
            rows.append((name, told[0], told[1], printer.title))
    return rows


def print_calibration(
    path: Path, *, paper: str, edge: Backs, printer: str = "", project: Path | None = None
) -> Printed:
    """Print the two pages that tell how far a printer's backs lie off.

    printer: whose readings are already made up for, so that all scales must read 0.
    Raises: UsageError for an unknown printer or a paper that has no room.
    """
    if paper not in CALIBRATED:
        raise UsageError(f"The calibration print has no room on {paper!r}; papers: {', '.join(CALIBRATED)}.")
    known = find_printer(printer, template_folders(project)) if printer else None
    with parent_of(path):
        write_calibration(path, FontBook(), paper, edge, known)
    text = f"two pages for {paper}: print them on both sides of one sheet, turned over the {edge} edge"
    return Printed(path, text, [])
