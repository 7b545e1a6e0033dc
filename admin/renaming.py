"""Another name for a thing: the page that shows every text it would change; the offer in forms that change a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from markupsafe import Markup
from sqlalchemy import select
from werkzeug.wrappers import Response

from admin import desk, differences
from admin.arguments import asked, takes, text
from admin.desk import RulesetLine
from admin.forms import note_of_form, version_of
from admin.safety import Sentence
from carddb import models
from carddb.edit import Conflict, EditError, Editor
from carddb.edit.registry import NOUNS
from carddb.edit.renaming import TERM_OF
from carddb.pipeline.renaming import Renaming, plan_renaming
from carddb.rules import Finding

renaming = Blueprint("renaming", __name__)

MOST_SHOWN = 300
"""Texts that a page shows; the others change too, and are counted."""


@dataclass(frozen=True, slots=True)
class ShownText:
    """A text that would change, with both versions marked word by word."""

    code: str
    name: str
    field: str
    before: Markup
    after: Markup


@dataclass(frozen=True, slots=True)
class Offer:
    """What a page shows of a renaming."""

    before: str
    after: str
    keeps: bool
    digest: str
    texts: Sequence[ShownText]
    count: int
    mentions: Sequence[Any]


class Unseen(Exception):
    """A renaming would change texts that were not shown yet; ``offer`` shows them."""

    def __init__(self, offer: Offer) -> None:
        super().__init__("texts name this")
        self.offer = offer


def show(found: Renaming) -> Offer:
    """Return a renaming as pages show it."""
    plan = found.plan
    texts = [
        ShownText(t.code, t.name, t.field, *differences.sides(t.before, t.after)) for t in plan.texts[:MOST_SHOWN]
    ]
    return Offer(plan.before, plan.after, plan.keeps, found.digest, texts, len(plan.texts), found.mentions)


def with_texts(
    editor: Editor, kind: str, thing_id: int, name: str, version: int, *, plural: str = ""
) -> Renaming | None:
    """Rename a thing in the texts that name it, as the form says that was sent.

    Returns: what was done; None when no text names it or the form leaves the texts.
    Raises: Unseen when texts would change that the form has not shown; Conflict, EditError and LookupError of edit.
    """
    wish = request.form.get("texts", "")
    if wish == "leave" or kind not in TERM_OF:
        return None
    found = plan_renaming(editor, kind, thing_id, name, plural=plural)
    if not found.plan.texts or found.plan.before == found.plan.after:
        return None
    if wish != found.digest:
        raise Unseen(show(found))
    editor.rename(kind, thing_id, name, version, plural=plural)
    return found


@renaming.route("/r/<code>/rename/<kind>/<id:thing_id>", methods=["GET", "POST"])
@takes(text("name", 200))
def rename(code: str, kind: str, thing_id: int) -> str | Response | tuple[str, int]:
    """Ask for the new name, show what it would change, and change it."""
    line = desk.find_ruleset(code)
    row = _row(line, kind, thing_id)
    values = {name: request.form.get(name, "") for name in ("name", "plural")}
    if request.method != "POST":
        return _page(line, kind, row, {"name": asked("name", row.name), "plural": getattr(row, "plural", "")})
    version = version_of(request.form)
    is_final = request.form.get("do") == "rename"
    try:
        with desk.edit() as editor:
            found = plan_renaming(editor, kind, thing_id, values["name"], plural=values["plural"])
            if not is_final or request.form.get("digest") != found.digest:
                return _shown(line, kind, row, values, found, is_final=is_final)
            editor.rename(kind, thing_id, values["name"], version, plural=values["plural"], note=note_of_form())
    except Conflict:
        message = "Somebody else changed it while you looked; nothing was renamed. Look at it as it is now."
        return _page(line, kind, row, values, [Finding("edit.conflict", "error", message)]), 409
    except EditError as error:
        return _page(line, kind, row, values, error.findings), 422
    except LookupError:
        abort(404, Sentence("Somebody deleted it while you looked."))
    number = len(found.plan.texts)
    flash(
        f"{found.plan.before} is now called {found.plan.after}, in {number} text{'' if number == 1 else 's'} too.",
        "good",
    )
    return redirect(thing_address(line, kind, thing_id))


def thing_address(line: RulesetLine, kind: str, thing_id: int) -> str:
    """Return the address of a thing's form."""
    if kind == "card":
        return url_for("cards.edit", code=line.code, card_id=thing_id)
    return url_for(f"{kind}.edit_view", id=thing_id)


def _shown(
    line: RulesetLine, kind: str, row: Any, values: dict[str, str], found: Renaming, *, is_final: bool
) -> str | tuple[str, int]:
    """Return the page with the plan; 409 when it is another plan than the one that was agreed to."""
    if found.plan.before == found.plan.after:
        finding = Finding("edit.same", "info", f"It is called {found.plan.before} already; type another name.")
        return _page(line, kind, row, values, [finding])
    if not is_final:
        return _page(line, kind, row, values, offer=show(found))
    message = "This is another list than the one you saw; nothing was renamed. Look at it, then rename."
    return _page(line, kind, row, values, [Finding("edit.conflict", "error", message)], offer=show(found)), 409


def _page(
    line: RulesetLine,
    kind: str,
    row: Any,
    values: dict[str, str],
    findings: Sequence[Finding] = (),
    offer: Offer | None = None,
) -> str:
    return render_template(
        "rename.html",
        kind=kind,
        noun={"flag": "marker", "card_type": "card type"}.get(kind, kind),
        row=row,
        v=values,
        findings=findings,
        offer=offer,
        back=thing_address(line, kind, row.id),
    )


def _row(line: RulesetLine, kind: str, thing_id: int) -> Any:
    if kind not in TERM_OF:
        abort(404, Sentence(f"{kind} cannot be renamed through texts; {', '.join(TERM_OF)} can."))
    table: Any = (models.Card if kind == "card" else NOUNS[kind].model).__table__  # type: ignore[attr-defined]
    query = select(table).where(table.c.ruleset_id == line.id, table.c.id == thing_id)
    found = desk.session().execute(query).first()
    if found is None:
        abort(404, Sentence("This does not exist any more; somebody deleted it."))
    return found
