"""Files to take away: sheets, booklet, JSON. They are made in the background by the command line's own pipeline."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import (
    Blueprint,
    Flask,
    abort,
    current_app,
    jsonify,
    redirect,
    render_template,
    request,
    send_file,
    url_for,
)
from sqlalchemy import select
from werkzeug.wrappers import Response

from admin import desk
from admin.arguments import asked, choice, takes, text
from admin.decks import DECKS, read_decks
from admin.desk import RulesetLine
from admin.safety import Sentence
from carddb.exchange.json import export_files
from carddb.layout.sheet_file import Sheet, load_sheet
from carddb.layout.template_file import list_templates, template_folders
from carddb.pipeline.booklets import print_booklet_of
from carddb.pipeline.jobs import Job, JobBoard, Made, Progress
from carddb.pipeline.printing import SHEET, Printed, print_catalog

downloads = Blueprint("downloads", __name__)

BACKS = {"none": "no backs", "long": "backs, flipped on the long edge", "short": "backs, flipped on the short edge"}
LAYOUTS = {"pages": "pages to read", "fold": "imposed, to fold and staple"}
JSON = "application/zip"
PDF = "application/pdf"

_BOARD = "carddb.jobs"


def install(app: Flask) -> None:
    """Add the pages to an app, and the board of its jobs."""
    files = app.extensions["carddb"].files
    app.extensions[_BOARD] = JobBoard(files / "jobs", lambda error: app.logger.error("a job", exc_info=error))
    app.register_blueprint(downloads)


def board() -> JobBoard:
    """Return the jobs of the app that serves this request."""
    return current_app.extensions[_BOARD]  # type: ignore[no-any-return]


def list_sheets() -> list[Sheet]:
    """Return the sheet templates that can be read."""
    folders = template_folders(desk.desk().files.parent)
    found = [load_sheet(name, folders=folders)[0] for name in list_templates("sheets", folders)]
    return [sheet for sheet in found if sheet is not None]


def _sheet_names(code: str) -> list[str]:
    return [sheet.name for sheet in list_sheets()]


def _deck_codes(code: str) -> list[str]:
    line = desk.find_ruleset(code)
    return list(desk.session().scalars(select(DECKS.c.code).where(DECKS.c.ruleset_id == line.id)))


takes_sheets = takes(
    text("q", 8000), choice("deck", _deck_codes), choice("sheet", _sheet_names), choice("backs", BACKS)
)


@downloads.route("/r/<code>/print")
@takes_sheets
def index(code: str) -> str:
    """Show what can be printed and exported, and what was made lately."""
    line = desk.find_ruleset(code)
    return render_template(
        "print.html",
        decks=desk.desk().keep(("decks", line.code), (line.id, line.stamp), lambda: read_decks(line)),
        sheets=list_sheets(),
        backs=BACKS,
        layouts=LAYOUTS,
        chosen={
            "q": asked("q"),
            "deck": asked("deck"),
            "sheet": asked("sheet", SHEET),
            "backs": asked("backs", "none"),
        },
        jobs=[job for job in board().list() if job.ruleset == code],
    )


@downloads.route("/r/<code>/sheets.pdf")
@takes_sheets
def sheets(code: str) -> Response:
    """Begin to make the sheets of a search or of a deck."""
    line = desk.find_ruleset(code)
    query, deck, backs, sheet = asked("q"), asked("deck"), asked("backs", "none"), asked("sheet", SHEET)
    files = desk.desk().files

    def work(path: Path, progress: Progress) -> Made:
        printed = print_catalog(
            desk.catalog(line),
            files,
            path,
            query=query,
            deck=deck or None,
            sheet=sheet,
            backs=backs,  # type: ignore[arg-type]  # one of BACKS
            progress=progress,
        )
        return _made(printed)

    return _begin(line, work, "Sheets", f"{code}-{deck or 'cards'}-sheets.pdf", PDF)


@downloads.route("/r/<code>/booklet.pdf")
@takes(choice("layout", LAYOUTS))
def booklet(code: str) -> Response:
    """Begin to make the rule booklet."""
    line = desk.find_ruleset(code)
    layout, files = asked("layout", "pages"), desk.desk().files

    def work(path: Path, progress: Progress) -> Made:
        return _made(print_booklet_of(desk.catalog(line), files, path, layout=layout, progress=progress))  # type: ignore[arg-type]

    return _begin(line, work, "Rule booklet", f"{code}-booklet-{layout}.pdf", PDF)


@downloads.route("/r/<code>/export.zip")
@takes(choice("format", ("json",)))
def export(code: str) -> Response:
    """Begin to make the JSON export of a ruleset as a zip file; same catalog, same bytes."""
    line = desk.find_ruleset(code)

    def work(path: Path, progress: Progress) -> Made:
        catalog = desk.catalog(line)
        step = f"{catalog.ruleset.name}: JSON"
        made = export_files(catalog, progress=lambda done, total: progress(step, done, total))
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            for done, (name, data) in enumerate(made.items()):
                progress(f"{step}, packing", done, len(made))
                entry = zipfile.ZipInfo(f"{code}/{name}", date_time=(1980, 1, 1, 0, 0, 0))
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, data)
        return Made(f"{len(made)} files with {len(catalog.cards)} cards")

    return _begin(line, work, "JSON", f"{code}.zip", JSON)


def _made(printed: Printed) -> Made:
    return Made(printed.text, printed.findings)


def _begin(
    line: RulesetLine, work: Callable[[Path, Progress], Made], title: str, name: str, mimetype: str
) -> Response:
    """Start a job and go to its page; another site's link only shows what could be made."""
    if request.method == "HEAD" or request.headers.get("Sec-Fetch-Site", "same-origin") == "cross-site":
        return redirect(url_for(".index", code=line.code))
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]

    def run(path: Path, progress: Progress) -> Made:
        with app.app_context():
            return work(path, progress)

    told = repr((request.path, sorted(request.args.items()), line.id, line.stamp))
    key = hashlib.sha256(told.encode()).hexdigest()
    job = board().start(line.code, key, run, title=title, name=name, mimetype=mimetype)
    return redirect(url_for(".show", code=line.code, job_id=job.id, fresh=1), 303)


def _job(code: str, job_id: str) -> Job:
    desk.find_ruleset(code)
    job = board().find(job_id)
    if job is None or job.ruleset != code:
        abort(404, Sentence("This file is not kept any more; make it again on the print page."))
    return job


@downloads.route("/r/<code>/jobs/<job_id>")
@takes(choice("fresh", ("1",)))
def show(code: str, job_id: str) -> str:
    """Show how far a job is, and its file when it is done; the download of a fresh one begins by itself."""
    job = _job(code, job_id)
    return render_template("job.html", job=job, is_watched=not job.is_over or asked("fresh"))


@downloads.route("/r/<code>/jobs/<job_id>/state")
def state(code: str, job_id: str) -> Response:
    """Say how far a job is, for the script of its page."""
    job = _job(code, job_id)
    html = render_template("parts/job.html", job=job)
    return jsonify({"html": html, "state": job.state, "is_over": job.is_over})


@downloads.route("/r/<code>/jobs/<job_id>/stop", methods=["POST"])
def stop(code: str, job_id: str) -> Response:
    """Stop a job."""
    board().cancel(_job(code, job_id))
    return redirect(url_for(".show", code=code, job_id=job_id), 303)


@downloads.route("/r/<code>/jobs/<job_id>/file")
def file(code: str, job_id: str) -> Any:
    """Send the file of a job that is done."""
    job = _job(code, job_id)
    if job.state != "done":
        abort(404, Sentence("This file is not there yet; its page shows how far it is."))
    path = board().file(job).resolve()
    answer = send_file(path, mimetype=job.mimetype, as_attachment=True, download_name=job.name, max_age=0)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
