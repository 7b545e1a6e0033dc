"""Art: many files at once with what matches shown before anything is stored, one picture for a card, and previews."""

from __future__ import annotations

import re
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, flash, jsonify, redirect, render_template, request, url_for
from flask_login import current_user
from sqlalchemy import func, select
from werkzeug.datastructures import FileStorage, MultiDict

from admin import desk
from admin.desk import CARDS, RulesetLine
from admin.safety import Sentence, takes_uploads
from carddb import models
from carddb.edit import EditError
from carddb.layout.pictures import PictureError, inspect_picture
from carddb.pdf.scaled import scaled_picture
from carddb.pipeline.art import Match, add_art, match_files
from carddb.pipeline.art_store import ART, STORED, Art, hash_of, store_art
from carddb.rules import Finding, Where

art = Blueprint("art", __name__)

STAGED = "staged"
STAGED_SECONDS = 24 * 3600
MOST_FILES = 500
"""Files that are looked at together. Source: house choice."""

SHOWN = 200
"""Pictures that the page shows."""

PRINTINGS = models.Printing.__table__  # type: ignore[attr-defined]

SHOWN_PX = 720
"""Width of the picture beside a card's form."""

ACCEPTED = "image/png,image/jpeg,image/webp,image/tiff"

_TOKEN = re.compile(r"[0-9a-f]{16}")
_ODD = re.compile(r"[\x00-\x1f\x7f/\\:]")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file that was sent: the card that it would go to, and why it cannot be used, "" when it can."""

    match: Match
    problem: str
    now: str
    size: str


@art.route("/r/<code>/art", methods=["GET", "POST"])
@takes_uploads
def index(code: str) -> str | Response | tuple[str, int]:
    """Show which cards have pictures, take many files, and show what each would become; nothing is stored yet."""
    line = desk.find_ruleset(code)
    if request.method != "POST":
        return _page(line)
    sent = [file for file in request.files.getlist("files") if file.filename]
    if not sent or len(sent) > MOST_FILES:
        said = f"Choose at most {MOST_FILES} files at once." if sent else "Choose some pictures first."
        return _page(line, problem=said), 422
    token = secrets.token_hex(8)
    try:
        _sweep()
        files = _stage(token, sent)
    except OSError as error:
        shutil.rmtree(_folder(token), ignore_errors=True)
        return _page(line, problem=f"The files could not be kept: {error.strerror}."), 507
    return _page(line, token=token, candidates=_judged(line, files))


def _page(line: RulesetLine, *, problem: str = "", token: str = "", candidates: Sequence[Candidate] = ()) -> str:
    of_line = PRINTINGS.c.ruleset_id == line.id
    total, with_art = (
        desk.session()
        .execute(select(func.count(), func.count(PRINTINGS.c.id).filter(PRINTINGS.c.art != "")).where(of_line))
        .one()
    )
    shown = (
        select(CARDS.c.id, CARDS.c.name, PRINTINGS.c.art)
        .join(CARDS, CARDS.c.id == PRINTINGS.c.card_id)
        .where(of_line, PRINTINGS.c.art != "")
        .order_by(CARDS.c.position, CARDS.c.id, PRINTINGS.c.position)
        .limit(SHOWN)
    )
    return render_template(
        "art.html",
        problem=problem,
        token=token,
        candidates=candidates,
        pictures=list(desk.session().execute(shown)),
        with_art=with_art,
        total=total,
        accepted=ACCEPTED,
        credit=request.form.get("credit", ""),
        licence=request.form.get("licence", ""),
    )


def _folder(token: str) -> Path:
    return desk.desk().files / STAGED / token


def _stage(token: str, sent: Sequence[FileStorage]) -> list[Path]:
    """Keep files that were sent under their own names, each in a folder of its own."""
    files = []
    for place, file in enumerate(sent):
        path = _folder(token) / str(place) / _name_of(file)
        path.parent.mkdir(parents=True)
        file.save(path)
        files.append(path)
    return files


def _name_of(file: FileStorage) -> str:
    name = _ODD.sub("", Path(str(file.filename).replace("\\", "/")).name).strip(". ")
    return name[-120:] or "picture"


def _sweep() -> None:
    folder = desk.desk().files / STAGED
    for place in folder.iterdir() if folder.is_dir() else ():
        if time.time() - place.stat().st_mtime > STAGED_SECONDS:
            shutil.rmtree(place, ignore_errors=True)


def _judged(line: RulesetLine, files: Sequence[Path]) -> list[Candidate]:
    """Return what would become of each file, in the order in which they were sent."""
    wrong: dict[str, str] = {}
    try:
        add_art(desk.project(), line.code, files, author=current_user.name, dry_run=True)
    except EditError as error:
        for finding in error.findings:
            wrong.setdefault(finding.where.file, finding.message)
    found = []
    for match in match_files(desk.catalog(line), files):
        now = match.card.printings[match.printing].art if match.card else ""
        try:
            picture = inspect_picture(match.file)
            size = f"{picture.width:,} x {picture.height:,}"
        except PictureError:
            size = ""
        found.append(Candidate(match, wrong.get(str(match.file), ""), now, size))
    return found


@art.route("/r/<code>/art/take", methods=["POST"])
def take(code: str) -> Response:
    """Store the files that were sent before and give them to the cards that were shown; all of them or none."""
    line = desk.find_ruleset(code)
    token = request.form.get("staged", "")
    folder = _folder(token)
    if not _TOKEN.fullmatch(token) or not folder.is_dir():
        flash("These files are not kept any more; send them again.", "bad")
        return redirect(url_for(".index", code=code), 303)  # type: ignore[return-value]
    files = sorted(folder.glob("*/*"), key=lambda path: int(path.parent.name))
    good = [candidate.match.file for candidate in _judged(line, files) if not candidate.problem]
    chosen = [file for file in good if file.parent.name in request.form.getlist("file")]
    if not chosen:
        flash("No file was chosen that fits a card.", "bad")
        return redirect(url_for(".index", code=code), 303)  # type: ignore[return-value]
    credit, licence = (request.form.get(name, "").strip()[:200] for name in ("credit", "licence"))
    try:
        made = add_art(desk.project(), code, chosen, author=current_user.name, credit=credit, licence=licence)
    except EditError as error:
        flash(f"Nothing was changed. {error}", "bad")
        return redirect(url_for(".index", code=code), 303)  # type: ignore[return-value]
    except OSError as error:
        flash(f"The pictures could not be stored: {error.strerror}. No card was changed.", "bad")
        return redirect(url_for(".index", code=code), 303)  # type: ignore[return-value]
    shutil.rmtree(folder, ignore_errors=True)
    flash(f"{len(made)} picture{'' if len(made) == 1 else 's'} given to their cards.", "good")
    return redirect(url_for(".index", code=code), 303)  # type: ignore[return-value]


@art.route("/r/<code>/art/upload", methods=["POST"])
@takes_uploads
def upload(code: str) -> Response:
    """Store one picture, for the script of the card form; the card names it only when it is saved."""
    desk.find_ruleset(code)
    file = request.files.get("file")
    if file is None or not file.filename:
        return jsonify({"problem": "Choose a picture first."})
    try:
        stored = _store(file)
    except PictureError as error:
        return jsonify({"problem": f"{error}."})
    except OSError as error:
        return jsonify({"problem": f"The picture could not be stored: {error.strerror}."})
    said = f"{stored.picture.width:,} x {stored.picture.height:,} pixels"
    return jsonify({"name": stored.name, "said": "; ".join((said, *stored.picture.notices)) + ".", "problem": ""})


def form_with_uploads() -> tuple[MultiDict[str, str], list[Finding]]:
    """Return a card's form with the stored names of the pictures sent with it, and why some could not be taken."""
    sent = request.files.getlist("printing_file")
    if not any(file.filename for file in sent):
        return request.form, []
    form = MultiDict(request.form)
    names, wrong = form.getlist("printing_art"), []
    for place, file in enumerate(sent[: len(names)]):
        if file.filename:
            try:
                names[place] = _store(file).name
            except (PictureError, OSError) as error:
                said = f"It could not be stored: {error.strerror}" if isinstance(error, OSError) else str(error)
                wrong.append(
                    Finding("art.file", "error", f"{said}.", Where("card", field=f"printings[{place + 1}].art"))
                )
    form.setlist("printing_art", names)
    return form, wrong


def _store(file: FileStorage) -> Art:
    with _saved(file) as path:
        return store_art(desk.desk().files / ART, path, author=current_user.name)


@contextmanager
def _saved(file: FileStorage) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="carddb-") as folder:
        path = Path(folder) / _name_of(file)
        file.save(path)
        yield path


@art.route("/r/<code>/art/<art>")
def picture(code: str, art: str) -> Any:
    """Send a picture of the art folder, scaled for a page."""
    desk.find_ruleset(code)
    folder = (desk.desk().files / ART).resolve()
    file = folder / art
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}", art) or not file.is_file():
        abort(404, Sentence("There is no such picture in the art folder."))
    is_stored = STORED.fullmatch(art) is not None
    key = art[:40] if is_stored else hash_of(file.read_bytes())
    answer = Response()
    answer.set_etag(key)
    answer.headers["Cache-Control"] = "private, max-age=31536000, immutable" if is_stored else "private, no-cache"
    if request.if_none_match.contains(key):
        answer.status_code = 304
        return answer
    try:
        with file.open("rb") as source:
            data = scaled_picture(source, file, key, SHOWN_PX, SHOWN_PX).color
    except PictureError as error:
        abort(404, Sentence(f"{error}."))
    answer.mimetype = "image/png" if data.startswith(b"\x89PNG") else "image/jpeg"
    answer.set_data(data)
    return answer
