"""Releases: freezing one, the list of them, what differs between two, and the change list for players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_login import current_user
from markupsafe import Markup, escape
from werkzeug.wrappers import Response

from admin import desk, pictures
from admin.arguments import asked, choice, takes
from admin.desk import RulesetLine
from admin.forms import note_of_form
from admin.jobs import PDF, begin
from admin.sheets import release_names, releases_of
from carddb.catalog.compare import Change, Difference
from carddb.edit import EditError, parse
from carddb.edit import documents as d
from carddb.edit.convert import catalog_document
from carddb.edit.releases import name_problem
from carddb.pipeline.change_list import print_change_list
from carddb.pipeline.changes import Advice, compared
from carddb.pipeline.jobs import Made, Progress
from carddb.pipeline.project import UsageError
from carddb.pipeline.releases import freeze_release
from carddb.rules import Finding

releases = Blueprint("releases", __name__)

SHOWN = 300
"""Differences that the page of a comparison shows; the change list has all of them."""

KINDS = {"card": "Cards", "deck": "Decks", "keyword": "Keywords", "rule": "Rules", "ruling": "Rulings",
         "parameter": "Parameters", "ruleset": "Ruleset"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Compared:
    """What a page shows of two states; the states themselves are closed by then."""

    old: str
    new: str
    differences: tuple[Difference, ...]
    faces: frozenset[str]
    advice: Advice

    @property
    def groups(self) -> Mapping[str, Sequence[Difference]]:
        """Return the first differences by their kind, in words; cards and decks first."""
        order = sorted(self.differences, key=lambda found: found.kind not in ("card", "deck"))
        found: dict[str, list[Difference]] = {}
        for difference in order[:SHOWN]:
            kind = difference.kind
            found.setdefault(KINDS.get(kind) or kind.replace("_", " ").capitalize(), []).append(difference)
        return found


def compare(line: RulesetLine, old: str, new: str = "") -> Compared:
    """Return what differs between a release and another one, or the working state; kept until something changes."""

    def make() -> Compared:
        with compared(desk.project(), line.code, old, new) as found:
            return Compared(found.old.name, found.new.name, found.differences, found.faces, found.advice)

    stamp = (line.id, line.stamp, pictures.template_stamp(), old, new)
    return desk.desk().keep(("compared", line.code, bool(new)), stamp, make)


def marked(change: Change) -> Markup:
    """Return a change as one text: what went and what came are marked, word by word in texts."""
    if not change.marks:
        parts = [
            Markup("<del>{}</del>").format(change.before) if change.before else "",
            Markup("<ins>{}</ins>").format(change.after) if change.after else "",
        ]
        return Markup(" ").join(part for part in parts if part)
    tags = {"same": "{}", "out": "<del>{}</del>", "in": "<ins>{}</ins>"}
    return Markup("").join(Markup(tags[mark.part]).format(escape(mark.text)) for mark in change.marks)


@releases.route("/r/<code>/releases", methods=["GET", "POST"])
@takes(choice("now", ("1",)))
def index(code: str) -> str | Response | tuple[str, int]:
    """Show the releases, and freeze one."""
    line = desk.find_ruleset(code)
    if request.method != "POST":
        return _page(line)
    name, version = request.form.get("name", "").strip(), request.form.get("version", "").strip()
    try:
        _raise_version(line, name, version)
        made = freeze_release(desk.project(), code, name, note=note_of_form(), author=current_user.name)
    except EditError as error:
        return _page(line, error.findings), 422
    except UsageError as error:
        return _page(line, [Finding("release.freeze", "error", str(error))]), 422
    flash(f"{made.name} is frozen: {made.cards} cards of {line.name}. It stays as it is for ever.", "good")
    return redirect(url_for(".index", code=code))


def _raise_version(line: RulesetLine, name: str, version: str) -> None:
    """Give the ruleset the version that was typed, when the release can be made. Raises: EditError."""
    head = catalog_document(desk.words(line)).ruleset
    if not version or version == head.content_version:
        return
    wrong = name_problem(name)
    if wrong or name in release_names(line.code):
        return  # freezing says so, and nothing was written
    document = parse(
        d.RulesetDocument, {**head.model_dump(by_alias=True, mode="json"), "version": version}, "ruleset"
    )
    with desk.edit() as editor:
        editor.update_ruleset(line.id, document, line.version, note=f"for the release {name}")
    desk.close_session()


def _page(line: RulesetLine, findings: Sequence[Finding] = ()) -> str:
    found = releases_of(line)
    is_large = desk.count_cards(line) > desk.KEPT_CARDS and not asked("now")
    since = compare(line, found[0].name) if found and not is_large else None
    version = desk.words(line).ruleset.content_version
    advised = since.advice.version if since else version
    taken = {release.name for release in found}
    suggested = f"v{advised}" if f"v{advised}" not in taken else ""
    return render_template(
        "releases.html",
        releases=found,
        since=since,
        is_large=is_large and bool(found),
        version=version,
        advised=request.form.get("version", advised),
        name=request.form.get("name", suggested),
        findings=findings,
    )


@releases.route("/r/<code>/diff")
@takes(choice("old", release_names), choice("new", release_names), choice("now", ("1",)))
def diff(code: str) -> str:
    """Show what changed from one release to another one, or to the working state."""
    line = desk.find_ruleset(code)
    found = releases_of(line)
    old, new = asked("old", found[0].name if found else ""), asked("new")
    is_large = desk.count_cards(line) > desk.KEPT_CARDS and not asked("now")
    problem, made = "", None
    try:
        made = compare(line, old, new) if old and not is_large else None
    except (UsageError, EditError) as error:
        problem = str(error)
    return render_template(
        "diff.html", releases=found, old=old, new=new, made=made, is_large=is_large, problem=problem, marked=marked,
        shown=SHOWN,
    )  # fmt: skip


@releases.route("/r/<code>/changes.pdf")
@takes(choice("old", release_names), choice("new", release_names))
def changes(code: str) -> Response:
    """Begin to make the change list for players."""
    line = desk.find_ruleset(code)
    old, new, project = asked("old"), asked("new"), desk.project()
    if not old:
        return redirect(url_for(".diff", code=code))

    def work(path: Path, progress: Progress) -> Made:
        printed = print_change_list(project, code, path, old=old, new=new, progress=progress)
        return Made(printed.text, printed.findings)

    name = "-".join(filter(None, (code, "changes", old, new)))
    return begin(line, work, title="Change list", name=f"{name}.pdf", mimetype=PDF, wanted=(old, new))
