"""Jobs of the admin: work in the background, the page that shows how far it is, the file that it made."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable
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
from werkzeug.wrappers import Response

from admin import desk
from admin.arguments import asked, choice, takes
from admin.desk import RulesetLine
from admin.safety import Sentence
from carddb.pipeline.jobs import Job, JobBoard, Made, Progress

jobs = Blueprint("jobs", __name__)

PDF = "application/pdf"
ZIP = "application/zip"
_BOARD = "carddb.jobs"


def install(app: Flask) -> None:
    """Add the pages to an app, and the board of its jobs."""
    files = app.extensions["carddb"].files
    app.extensions[_BOARD] = JobBoard(files / "jobs", lambda error: app.logger.error("a job", exc_info=error))
    app.register_blueprint(jobs)


def board() -> JobBoard:
    """Return the jobs of the app that serves this request."""
    return current_app.extensions[_BOARD]  # type: ignore[no-any-return]


def begin(
    line: RulesetLine,
    work: Callable[[Path, Progress], Made],
    *,
    title: str,
    name: str,
    mimetype: str,
    wanted: Hashable,
) -> Response:
    """Start a job and go to its page; another site's link only shows what could be made.

    name: of the file. wanted: what is made; while an equal job goes on, that one is shown.
    """
    if request.method == "HEAD" or request.headers.get("Sec-Fetch-Site", "same-origin") == "cross-site":
        return redirect(url_for("downloads.index", code=line.code))
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]

    def run(path: Path, progress: Progress) -> Made:
        with app.app_context():
            return work(path, progress)

    key = hashlib.sha256(repr((request.path, wanted, line.id, line.stamp)).encode()).hexdigest()
    job = board().start(line.code, key, run, title=title, name=name, mimetype=mimetype)
    return redirect(url_for("jobs.show", code=line.code, job_id=job.id, fresh=1), 303)


def _job(code: str, job_id: str) -> Job:
    desk.find_ruleset(code)
    job = board().find(job_id)
    if job is None or job.ruleset != code:
        abort(404, Sentence("This file is not kept any more; make it again on the print page."))
    return job


@jobs.route("/r/<code>/jobs/<job_id>")
@takes(choice("fresh", ("1",)))
def show(code: str, job_id: str) -> str:
    """Show how far a job is, and its file when it is done; the download of a fresh one begins by itself."""
    job = _job(code, job_id)
    return render_template("job.html", job=job, is_watched=not job.is_over or asked("fresh"))


@jobs.route("/r/<code>/jobs/<job_id>/state")
def state(code: str, job_id: str) -> Response:
    """Say how far a job is, for the script of its page."""
    job = _job(code, job_id)
    html = render_template("parts/job.html", job=job)
    return jsonify({"html": html, "state": job.state, "is_over": job.is_over})


@jobs.route("/r/<code>/jobs/<job_id>/stop", methods=["POST"])
def stop(code: str, job_id: str) -> Response:
    """Stop a job."""
    board().cancel(_job(code, job_id))
    return redirect(url_for(".show", code=code, job_id=job_id), 303)


@jobs.route("/r/<code>/jobs/<job_id>/file")
def file(code: str, job_id: str) -> Any:
    """Send the file of a job that is done."""
    job = _job(code, job_id)
    if job.state != "done":
        abort(404, Sentence("This file is not there yet; its page shows how far it is."))
    path = board().file(job).resolve()
    answer = send_file(path, mimetype=job.mimetype, as_attachment=True, download_name=job.name, max_age=0)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
