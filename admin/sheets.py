"""Sheets of cards: what is wanted of them, a picture of the first one, the print job, and the record of prints."""

from __future__ import annotations

import base64
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, abort, jsonify, render_template
from flask_login import current_user
from sqlalchemy import select
from werkzeug.wrappers import Response

from admin import desk, pictures
from admin.arguments import asked, choice, number, read_form, takes, text
from admin.decks import DECKS, read_decks
from admin.desk import RulesetLine
from admin.jobs import PDF, ZIP, begin, board
from admin.safety import Sentence
from carddb.edit import EditError
from carddb.layout.sheet_file import Sheet, load_sheet
from carddb.layout.template_file import list_templates, template_folders
from carddb.pipeline.jobs import Made, Progress
from carddb.pipeline.printers import PrinterFile, read_printers
from carddb.pipeline.printing import SHEET, Wish
from carddb.pipeline.prints import choosing, list_prints, print_and_record, proof_sheet
from carddb.pipeline.project import UsageError
from carddb.pipeline.releases import ReleaseInfo, list_releases

sheets = Blueprint("sheets", __name__)

BACKS = {"none": "no backs", "long": "backs, flipped on the long edge", "short": "backs, flipped on the short edge"}
LAYOUTS = {"pages": "pages to read", "fold": "imposed, to fold and staple"}
INKS = {"full": "full colour", "low": "low ink: pale line art", "grey": "black only"}
STICKERS = {"none": "cards", "rules": "stickers of the rules text", "face": "stickers of the whole face"}
QR = "{ruleset}/{code}@{version}"

RECORDED = 200
"""Prints that the page of prints shows, the newest."""


def list_sheets() -> list[Sheet]:
    """Return the sheet templates that can be read."""
    folders = template_folders(desk.desk().files.parent)
    found = [load_sheet(name, folders=folders)[0] for name in list_templates("sheets", folders)]
    return [sheet for sheet in found if sheet is not None]


def printers() -> list[PrinterFile]:
    """Return the printers of the project."""
    return read_printers(desk.desk().files.parent)


def releases_of(line: RulesetLine) -> list[ReleaseInfo]:
    """Return the releases of a ruleset, the newest first."""
    return list_releases(desk.project(), line.code)[::-1]


def release_names(code: str) -> list[str]:
    """Return the names of the releases of a ruleset, the newest first."""
    return [release.name for release in releases_of(desk.find_ruleset(code))]


def _sheet_names(code: str) -> list[str]:
    return [sheet.name for sheet in list_sheets()]


def _printer_names(code: str) -> list[str]:
    return [found.name for found in printers() if found.printer is not None]


def _deck_codes(code: str) -> list[str]:
    line = desk.find_ruleset(code)
    return list(desk.session().scalars(select(DECKS.c.code).where(DECKS.c.ruleset_id == line.id)))


ARGUMENTS = (
    text("q", 8000), choice("deck", _deck_codes), number("copies"), choice("release", release_names),
    choice("since", release_names), choice("sheet", _sheet_names), choice("backs", BACKS),
    choice("printer", _printer_names), choice("ink", INKS), choice("sticker", STICKERS), text("skip"),
    choice("stamp", ("1",)), text("qr"), number("pages"),
)  # fmt: skip
"""What the page, the picture and the job of sheets take."""

takes_sheets = takes(*ARGUMENTS)


@dataclass(frozen=True, slots=True)
class Order:
    """Sheets as somebody wants them: the values of the form, what they mean, and by field what is wrong."""

    values: Mapping[str, str]
    wish: Wish
    problems: Mapping[str, str]

    def of(self, name: str, default: str = "") -> str:
        """Return the value of a field."""
        return self.values.get(name, default)


def _order(values: Mapping[str, str], problems: Mapping[str, str]) -> Order:
    """Return an order of what stands in an address or a form."""
    wrong = dict(problems)
    cells, bad_cells = _cells(values.get("skip", ""))
    if bad_cells:
        wrong.setdefault("skip", bad_cells)
    plain = {name: "" if name in wrong else value for name, value in values.items()}
    wish = Wish(
        copies=int(plain.get("copies") or 1), skip=cells, ink=plain.get("ink") or "full",  # type: ignore[arg-type]
        printer=plain.get("printer", ""), sticker=plain.get("sticker") or "none",  # type: ignore[arg-type]
        stamp=bool(plain.get("stamp")), qr=plain.get("qr", ""), pages_per_file=int(plain.get("pages") or 0),
    )  # fmt: skip
    if not wrong:
        try:
            wish.check(plain.get("backs") or "none")  # type: ignore[arg-type]
        except UsageError as error:
            wrong[""] = str(error)
    return Order(values, wish, wrong)


def _cells(typed: str) -> tuple[tuple[int, ...], str]:
    parts = typed.replace(",", " ").split()
    if all(part.isascii() and part.isdigit() and len(part) < 5 for part in parts):
        return tuple(int(part) for part in parts), ""
    return (), "Cells are numbers in reading order, such as 1, 2, 9."


def _asked_order() -> Order:
    return _order({found.name: asked(found.name) for found in ARGUMENTS if asked(found.name)}, {})


def page(line: RulesetLine, order: Order | None = None) -> str:
    """Return the page of what can be printed and exported, as the address or an order that cannot be says."""
    return render_template(
        "print.html",
        order=order or _asked_order(),
        decks=desk.desk().keep(("decks", line.code), (line.id, line.stamp), lambda: read_decks(line)),
        sheets=list_sheets(),
        usual_sheet=SHEET,
        printers=printers(),
        releases=releases_of(line),
        backs=BACKS,
        inks=INKS,
        stickers=STICKERS,
        layouts=LAYOUTS,
        usual_qr=QR,
        jobs=[job for job in board().list() if job.ruleset == line.code],
        is_large=desk.count_cards(line) > desk.KEPT_CARDS,
    )


@sheets.route("/r/<code>/sheets", methods=["POST"])
def make(code: str) -> Response | tuple[str, int]:
    """Begin to make sheets; what is printed is written into the record of prints."""
    line = desk.find_ruleset(code)
    values, wrong = read_form("sheets.proof")
    order = _order(values, wrong)
    if order.problems:
        return page(line, order), 422
    project, author, wish = desk.project(), current_user.name, order.wish
    parts = (
        order.of("deck", "cards"),
        order.of("release"),
        f"since-{order.of('since')}" if order.of("since") else "",
    )
    name = "-".join(filter(None, (code, *parts, "sheets")))

    def work(path: Path, progress: Progress) -> Made:
        made = path.parent / "made" / f"{name}.pdf"
        printed = print_and_record(
            project,
            code,
            made,
            author=author,
            query=order.of("q"),
            deck=order.of("deck") or None,
            sheet=order.of("sheet", SHEET),
            backs=order.of("backs", "none"),  # type: ignore[arg-type]  # one of BACKS
            wish=wish,
            release=order.of("release"),
            changed_since=order.of("since"),
            called=f"{name}.pdf",
            progress=progress,
        )
        if wish.pages_per_file:
            _pack(sorted(made.parent.glob("*.pdf")), path)
        else:
            made.rename(path)
        return Made(printed.text, printed.findings)

    is_many = bool(wish.pages_per_file)
    return begin(
        line, work, title="Sheets", name=f"{name}.{'zip' if is_many else 'pdf'}", mimetype=ZIP if is_many else PDF,
        wanted=sorted(values.items()),
    )  # fmt: skip


def _pack(files: list[Path], path: Path) -> None:
    """Put files into one zip; PDF is packed already."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for file in files:
            archive.write(file, file.name)
            file.unlink()


@sheets.route("/r/<code>/sheets/first")
@takes_sheets
def proof(code: str) -> Response:
    """Draw the first sheet, and say what the whole job would be; nothing is written."""
    line = desk.find_ruleset(code)
    order = _asked_order()
    problems = list(order.problems.values())
    if desk.count_cards(line) > desk.KEPT_CARDS:
        problems = ["This ruleset is large; its sheets are drawn when they are printed."]
    if problems:
        return jsonify({"pictures": [], "text": "", "findings": "", "problem": " ".join(problems)})
    try:
        with choosing(
            desk.project(), code, order.of("q"), order.of("deck") or None, release=order.of("release"),
            changed_since=order.of("since"),
        ) as chosen, pictures.DRAWING:  # fmt: skip
            made = proof_sheet(
                chosen,
                query=order.of("q"),
                sheet=order.of("sheet", SHEET),
                backs=order.of("backs", "none"),  # type: ignore[arg-type]  # one of BACKS
                wish=order.wish,
            )
    except UsageError as error:
        return jsonify({"pictures": [], "text": "", "findings": "", "problem": str(error)})
    except EditError as error:
        said = " ".join(f"{finding.message} {finding.hint}".strip() for finding in error.findings)
        return jsonify({"pictures": [], "text": "", "findings": "", "problem": said})
    found = [finding for finding in made.findings if finding.severity != "info"]
    html = render_template("parts/findings.html", findings=found, here=True) if found else ""
    shown = [f"data:image/png;base64,{base64.b64encode(data).decode()}" for data in made.pictures]
    return jsonify({"pictures": shown, "text": f"{made.text}.", "findings": html, "problem": ""})


@sheets.route("/r/<code>/prints")
def prints(code: str) -> str:
    """Show what was printed when."""
    desk.find_ruleset(code)
    found = list_prints(desk.project(), code)
    return render_template("prints.html", prints=found[:RECORDED], more=max(0, len(found) - RECORDED))


@sheets.route("/r/<code>/prints/<id:number>")
def printed(code: str, number: int) -> str:
    """Show the cards of one print."""
    desk.find_ruleset(code)
    found = next((record for record in list_prints(desk.project(), code) if record.number == number), None)
    if found is None:
        abort(404, Sentence("Nothing was printed under this number."))
    return render_template("printed.html", record=found)
