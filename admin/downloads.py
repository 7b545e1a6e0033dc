"""Files to take away: the page of all of them, the booklet and the JSON export; sheets have a module of their own."""

from __future__ import annotations

import zipfile
from pathlib import Path

from flask import Blueprint
from werkzeug.wrappers import Response

from admin import desk, sheets
from admin.arguments import asked, choice, takes
from admin.jobs import PDF, ZIP, begin
from admin.sheets import LAYOUTS, release_names
from carddb.exchange.json import export_files
from carddb.pipeline.booklets import print_booklet_of
from carddb.pipeline.jobs import Made, Progress
from carddb.pipeline.releases import open_state

downloads = Blueprint("downloads", __name__)


@downloads.route("/r/<code>/print")
@sheets.takes_sheets
def index(code: str) -> str:
    """Show what can be printed and exported, and what was made lately."""
    return sheets.page(desk.find_ruleset(code))


@downloads.route("/r/<code>/booklet.pdf")
@takes(choice("layout", LAYOUTS), choice("release", release_names))
def booklet(code: str) -> Response:
    """Begin to make the rule booklet."""
    line = desk.find_ruleset(code)
    layout, release, project = asked("layout", "pages"), asked("release"), desk.project()

    def work(path: Path, progress: Progress) -> Made:
        with open_state(project, code, release) as state:
            printed = print_booklet_of(state.catalog, state.files, path, layout=layout, progress=progress)  # type: ignore[arg-type]
            return Made(printed.text, [*printed.findings, *state.findings])

    name = "-".join(filter(None, (code, release, "booklet", layout)))
    return begin(line, work, title="Rule booklet", name=f"{name}.pdf", mimetype=PDF, wanted=(layout, release))


@downloads.route("/r/<code>/export.zip")
@takes(choice("format", ("json",)), choice("release", release_names))
def export(code: str) -> Response:
    """Begin to make the JSON export of a ruleset as a zip file; same catalog, same bytes."""
    line = desk.find_ruleset(code)
    release, project = asked("release"), desk.project()

    def work(path: Path, progress: Progress) -> Made:
        with open_state(project, code, release) as state:
            catalog, findings = state.catalog, state.findings
        step = f"{catalog.ruleset.name}: JSON"
        made = export_files(catalog, progress=lambda done, total: progress(step, done, total))
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            for done, (name, data) in enumerate(made.items()):
                progress(f"{step}, packing", done, len(made))
                entry = zipfile.ZipInfo(f"{code}/{name}", date_time=(1980, 1, 1, 0, 0, 0))
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, data)
        return Made(f"{len(made)} files with {len(catalog.cards)} cards", findings)

    name = "-".join(filter(None, (code, release)))
    return begin(line, work, title="JSON", name=f"{name}.zip", mimetype=ZIP, wanted=release)
