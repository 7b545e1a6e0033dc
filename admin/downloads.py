"""Files to take away: sheets, booklet, JSON. They are made by the same pipeline as the command line's."""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from flask import Blueprint, abort, render_template, request, send_file
from werkzeug.wrappers import Response

from admin import desk
from admin.decks import read_decks
from admin.desk import RulesetLine
from carddb.edit import EditError
from carddb.exchange.json import export_files
from carddb.layout.sheet_file import Sheet, load_sheet
from carddb.layout.template_file import list_templates, template_folders
from carddb.pipeline.booklets import print_booklet_of
from carddb.pipeline.printing import SHEET, print_catalog
from carddb.pipeline.project import UsageError
from carddb.rules import Finding

downloads = Blueprint("downloads", __name__)

BACKS = {"none": "no backs", "long": "backs, flipped on the long edge", "short": "backs, flipped on the short edge"}
LAYOUTS = {"pages": "pages to read", "fold": "imposed, to fold and staple"}


@downloads.route("/r/<code>/print")
def index(code: str) -> str:
    """Show what can be printed and exported."""
    return _page(desk.find_ruleset(code))


def _page(line: RulesetLine, problem: str = "", findings: Sequence[Finding] = ()) -> str:
    return render_template(
        "print.html",
        decks=desk.desk().keep(("decks", line.code), (line.id, line.stamp), lambda: read_decks(line)),
        sheets=list_sheets(),
        backs=BACKS,
        layouts=LAYOUTS,
        chosen={
            "q": request.args.get("q", ""),
            "deck": request.args.get("deck", ""),
            "sheet": request.args.get("sheet", SHEET),
            "backs": request.args.get("backs", "none"),
        },
        problem=problem,
        findings=findings,
    )


def list_sheets() -> list[Sheet]:
    """Return the sheet templates that can be read."""
    folders = template_folders(desk.desk().files.parent)
    found = [load_sheet(name, folders=folders)[0] for name in list_templates("sheets", folders)]
    return [sheet for sheet in found if sheet is not None]


@downloads.route("/r/<code>/sheets.pdf")
def sheets(code: str) -> Response | tuple[str, int]:
    """Return the sheets of a search or of a deck."""
    line = desk.find_ruleset(code)
    catalog = desk.catalog(line)
    deck = request.args.get("deck", "")
    backs = request.args.get("backs", "none")
    sheet = request.args.get("sheet", SHEET)
    if deck and deck not in catalog.decks:
        return _page(line, "There is no such deck any more."), 404
    if backs not in BACKS:
        abort(400)

    def write(path: Path) -> Any:
        return print_catalog(
            catalog,
            desk.desk().files,
            path,
            query=request.args.get("q", ""),
            deck=deck or None,
            sheet=sheet,
            backs=backs,  # type: ignore[arg-type]  # one of BACKS
        )

    return _pdf(line, write, f"{code}-{deck or 'cards'}-sheets.pdf")


@downloads.route("/r/<code>/booklet.pdf")
def booklet(code: str) -> Response | tuple[str, int]:
    """Return the rule booklet."""
    line = desk.find_ruleset(code)
    layout = request.args.get("layout", "pages")
    if layout not in LAYOUTS:
        abort(400)

    def write(path: Path) -> Any:
        return print_booklet_of(desk.catalog(line), desk.desk().files, path, layout=layout)  # type: ignore[arg-type]

    return _pdf(line, write, f"{code}-booklet-{layout}.pdf")


def _pdf(line: RulesetLine, write: Callable[[Path], Any], name: str) -> Response | tuple[str, int]:
    """Make a PDF in a folder of its own and send it; what cannot be made is told on the print page."""
    try:
        with tempfile.TemporaryDirectory(prefix="carddb-") as folder:
            path = Path(folder) / name
            printed = write(path)
            if not path.is_file():
                return _page(line, "Nothing could be printed.", printed.findings), 422
            data = path.read_bytes()
    except UsageError as error:
        return _page(line, str(error)), 422
    except EditError as error:
        return _page(line, "The print template cannot be used.", error.findings), 422
    return _send(data, "application/pdf", name)


@downloads.route("/r/<code>/export.zip")
def export(code: str) -> Response:
    """Return the JSON export of a ruleset as a zip file; same catalog, same bytes."""
    line = desk.find_ruleset(code)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, data in export_files(desk.catalog(line)).items():
            entry = zipfile.ZipInfo(f"{code}/{name}", date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return _send(packed.getvalue(), "application/zip", f"{code}.zip")


def _send(data: bytes, kind: str, name: str) -> Response:
    answer = send_file(io.BytesIO(data), mimetype=kind, as_attachment=True, download_name=name)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
