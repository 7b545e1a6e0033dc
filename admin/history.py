"""The history: who changed what, field by field; and bringing old versions back, by an edit like any other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from sqlalchemy import func, select
from werkzeug.wrappers import Response

from admin import desk, differences
from admin.arguments import asked, asked_number, choice, number, takes, text
from admin.desk import REVISIONS, RulesetLine
from admin.forms import version_of
from admin.safety import Sentence
from carddb import models
from carddb.edit import Conflict, EditError, Editor, parse
from carddb.edit import documents as d
from carddb.edit.registry import NOUNS

history = Blueprint("history", __name__)

PAGE = 50
KINDS = ("card", "deck", "ruleset", *NOUNS)


@history.route("/r/<code>/history/")
@takes(choice("kind", KINDS), text("thing", 100), number("page"))
def index(code: str) -> str:
    """Show the changes of a ruleset, the newest first."""
    line = desk.find_ruleset(code)
    where = REVISIONS.c.ruleset_id == line.id
    if asked("kind"):
        where &= REVISIONS.c.kind == asked("kind")
    return _page(where, lambda **more: url_for(".index", code=code, **more))


@history.route("/people/history")
@takes(text("thing", 100), number("page"))
def people() -> str:
    """Show who was let in, who was shut out and whose password was set, and by whom."""
    return _page(REVISIONS.c.kind == "user", lambda **more: url_for(".people", **more))


def _page(where: Any, address: Callable[..., str]) -> str:
    kind, thing = asked("kind"), asked("thing")
    if thing:
        where &= REVISIONS.c.code == thing
    total = int(desk.session().execute(select(func.count()).select_from(REVISIONS).where(where)).scalar_one())
    page, pages = asked_number("page", 1), max(1, -(-total // PAGE))
    if page > pages:
        abort(404, Sentence(f"There is no page {page}; the last one is {pages}."))
    query = select(REVISIONS).where(where).order_by(REVISIONS.c.id.desc()).limit(PAGE).offset((page - 1) * PAGE)
    return render_template(
        "history.html",
        revisions=list(desk.session().execute(query)),
        describe=differences.changes,
        address=address,
        kind=kind,
        thing=thing,
        kinds=KINDS,
        total=total,
        page=page,
        pages=pages,
        page_url=lambda n: address(kind=kind or None, thing=thing or None, page=n),
    )


@history.route("/r/<code>/history/<id:revision_id>")
def show(code: str, revision_id: int) -> str:
    """Show one change, and what restoring it would do to what is stored now."""
    line = desk.find_ruleset(code)
    revision = _revision(line, revision_id)
    version = _stored_version(revision)
    return render_template(
        "revision.html",
        revision=revision,
        changes=differences.changes(revision.before, revision.after),
        version=version,
        can_restore=revision.kind in ("card", "deck", *NOUNS),
        link=thing_link(line, revision) if version is not None else "",
    )


@history.route("/r/<code>/history/<id:revision_id>/restore", methods=["POST"])
def restore(code: str, revision_id: int) -> Response:
    """Bring back what a change led to; for a deletion, what it deleted."""
    line = desk.find_ruleset(code)
    revision = _revision(line, revision_id)
    values = revision.before if revision.action == "delete" else revision.after
    if revision.kind not in ("card", "deck", *NOUNS) or values is None:
        abort(404)
    back = url_for(".show", code=code, revision_id=revision_id)
    note = f"restored from change {revision_id}"
    try:
        with desk.edit() as editor:
            if _stored_version(revision) is None:
                _create(editor, line, revision.kind, values, note)
            else:
                _update(editor, revision, values, version_of(request.form), note)
    except Conflict:
        flash("Somebody else changed it in between. Look at the newest version, then restore again.", "bad")
        return redirect(back)
    except EditError as error:
        for finding in error.findings:
            flash(finding.message, "bad")
        return redirect(back)
    flash("Restored. This is a new version; nothing of the history is lost.", "good")
    newest = select(func.max(REVISIONS.c.id)).where(REVISIONS.c.ruleset_id == line.id)
    desk.close_session()
    latest = desk.session().execute(select(REVISIONS).where(REVISIONS.c.id == newest.scalar_subquery())).first()
    return redirect(thing_link(line, latest) if latest and latest.kind == revision.kind else back)


def thing_link(line: RulesetLine, revision: Any) -> str:
    """Return the address of what a revision is about."""
    if revision.kind == "card":
        return url_for("cards.edit", code=line.code, card_id=revision.thing_id)
    if revision.kind == "deck":
        return url_for("decks.edit", code=line.code, deck_id=revision.thing_id)
    if revision.kind in NOUNS:
        return url_for(f"{revision.kind}.edit_view", id=revision.thing_id)
    return url_for("home.ruleset_page", code=line.code)


def _revision(line: RulesetLine, revision_id: int) -> Any:
    query = select(REVISIONS).where(REVISIONS.c.id == revision_id, REVISIONS.c.ruleset_id == line.id)
    found = desk.session().execute(query).first()
    if found is None:
        abort(404, Sentence("There is no such change in this ruleset."))
    return found


def _model(kind: str) -> Any:
    return {"card": models.Card, "deck": models.Deck, "ruleset": models.Ruleset}.get(kind) or NOUNS[kind].model


def _stored_version(revision: Any) -> int | None:
    """Return the version of the thing that is stored now, None when it is gone."""
    if revision.kind not in KINDS:
        return None
    table = _model(revision.kind).__table__
    query = select(table.c.version).where(table.c.id == revision.thing_id)
    found: int | None = desk.session().scalars(query).first()
    return found


def _create(editor: Editor, line: RulesetLine, kind: str, values: dict[str, Any], note: str) -> None:
    if kind == "card":
        editor.create_cards(line.code, [parse(d.CardDocument, values, kind)], note)
    elif kind == "deck":
        editor.create_deck(line.code, parse(d.DeckDocument, values, kind), note)
    else:
        editor.create_rows(kind, line.code, [parse(NOUNS[kind].document, values, kind)], note)


def _update(editor: Editor, revision: Any, values: dict[str, Any], version: int, note: str) -> None:
    if revision.kind == "card":
        editor.update_card(revision.thing_id, parse(d.CardDocument, values, "card"), version, note)
    elif revision.kind == "deck":
        editor.update_deck(revision.thing_id, parse(d.DeckDocument, values, "deck"), version, note)
    else:
        document = parse(NOUNS[revision.kind].document, values, revision.kind)
        editor.update_row(revision.kind, revision.thing_id, document, version, note)
