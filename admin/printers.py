"""Printers: the calibration print, and the page where its numbers are typed in; kept in the project's folder."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, send_file, url_for
from werkzeug.wrappers import Response

from admin import desk
from admin.arguments import asked, choice, takes
from admin.safety import Sentence
from carddb.edit import EditError
from carddb.layout.units import millimetres
from carddb.pipeline.printers import EDGES, SCALES, PrinterFile, read_printers, save_printer
from carddb.pipeline.printing import CALIBRATED, print_calibration
from carddb.pipeline.project import UsageError
from carddb.rules import Finding

printers = Blueprint("printers", __name__)

EDGE_WORDS = {"long": "Turned over the long edge", "short": "Turned over the short edge"}


def _found() -> list[PrinterFile]:
    return read_printers(desk.desk().files.parent)


def _names() -> list[str]:
    return [found.name for found in _found()]


@printers.route("/printers", methods=["GET", "POST"])
@takes(choice("printer", _names))
def index() -> str | Response | tuple[str, int]:
    """Show the printers and the form of one; save what its calibration print said."""
    if request.method != "POST":
        return _page(_values(asked("printer")))
    names = ("name", "title", "stamp", *(f"{edge}.{scale}" for edge in EDGES for scale in SCALES))
    values = {name: request.form.get(name, "").strip()[:200] for name in names}
    readings = {(edge, scale): values[f"{edge}.{scale}"] for edge in EDGES for scale in SCALES}
    try:
        save_printer(
            desk.desk().files.parent, values["name"], title=values["title"], readings=readings, stamp=values["stamp"]
        )
    except EditError as error:
        return _page(values, error.findings), 422
    except UsageError as error:
        return _page(values, [Finding("printer.stale", "error", str(error))]), 409
    except OSError as error:
        return _page(values, [Finding("printer.file", "error", f"It could not be written: {error.strerror}.")]), 500
    flash(
        f"{values['title'] or values['name']} is saved. Print the calibration again: all scales should read 0.",
        "good",
    )
    return redirect(url_for(".index", printer=values["name"]))


def _values(name: str) -> dict[str, str]:
    """Return what the form shows of a printer; of an empty one for ""."""
    found = next((found for found in _found() if found.name == name), None)
    if found is None:
        return {"name": "", "title": "", "stamp": ""}
    values = {"name": name, "title": found.printer.title if found.printer else "", "stamp": found.stamp}
    for edge in EDGES if found.printer else ():
        readings = getattr(found.printer, edge)
        values |= {f"{edge}.{scale}": millimetres(getattr(readings, scale)) for scale in SCALES}
    return values


def _page(values: dict[str, str], findings: list[Finding] | None = None) -> str:
    errors: dict[str, list[Finding]] = {}
    for finding in findings or ():
        errors.setdefault(finding.where.entry.removeprefix("printer."), []).append(finding)
    known = {"name", *(f"{edge}.{scale}" for edge in EDGES for scale in SCALES)}
    return render_template(
        "printers.html",
        printers=_found(),
        v=values,
        errors=errors,
        others=[finding for entry, found in errors.items() if entry not in known for finding in found],
        edges=EDGE_WORDS,
        papers=CALIBRATED,
        millimetres=millimetres,
    )


@printers.route("/printers/calibration.pdf")
@takes(choice("paper", CALIBRATED), choice("edge", EDGES), choice("printer", _names))
def calibration() -> Any:
    """Send the two pages that tell how far a printer's backs lie off."""
    paper, edge, printer = asked("paper", "A4"), asked("edge", "long"), asked("printer")
    with tempfile.TemporaryDirectory(prefix="carddb-") as folder:
        path = Path(folder) / "calibration.pdf"
        try:
            print_calibration(
                path,
                paper=paper,
                edge=edge,
                printer=printer,
                project=desk.desk().files.parent,  # type: ignore[arg-type]
            )
        except UsageError as error:
            abort(400, Sentence(str(error)))
        except EditError as error:
            abort(400, Sentence(" ".join(finding.message for finding in error.findings)))
        data = path.read_bytes()
    name = "-".join(filter(None, ("calibration", printer, paper, edge)))
    return send_file(
        io.BytesIO(data), mimetype="application/pdf", as_attachment=True, download_name=f"{name}.pdf", max_age=0
    )
