"""The pages about cards: list, form, preview, picture, deletion. The work is done in the modules beside."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, flash, jsonify, redirect, render_template, request, url_for
from sqlalchemy import select
from werkzeug.wrappers import Response

from admin import art, cardform, checks, desk, differences, pictures, renaming, wording
from admin.arguments import asked, asked_number, choice, number, takes, text
from admin.cardlist import CardPage, find_page, query_catalog, sort_keys, stat_columns
from admin.desk import CARDS, REVISIONS, RulesetLine
from admin.draft import draft_card
from admin.forms import note_of_form, version_of
from admin.safety import Sentence, takes_uploads
from carddb.catalog import Card
from carddb.catalog.read import read_cards
from carddb.edit import Conflict, EditError, Editor, parse
from carddb.edit import documents as d
from carddb.edit.convert import card_document
from carddb.models.card import LINK_KINDS, STATUSES
from carddb.rules import Finding
from carddb.search import explain, list_keys
from carddb.search import parse as parse_query

cards = Blueprint("cards", __name__)

VIEWS = ("table", "gallery")
HISTORY = 12
"""Revisions shown beside the form; all of them stand on the card's history page."""


def find_card(line: RulesetLine, card_id: int) -> Card:
    """Return a card of a ruleset; one that is not there ends the request with 404."""
    found = read_cards(desk.session(), line.id, [card_id])
    if not found:
        abort(404, Sentence("This card does not exist any more; somebody deleted it. Its history still has it."))
    return found[0]


def _sorts(code: str) -> list[str]:
    return list(sort_keys(desk.words(desk.find_ruleset(code))))


def _types(code: str) -> list[str]:
    return list(desk.words(desk.find_ruleset(code)).card_types)


@cards.route("/r/<code>/cards/")
@takes(text("q", 8000), choice("sort", _sorts), choice("down", ("1",)), choice("view", VIEWS), number("page"))
def index(code: str) -> str:
    """Show the cards that a search finds, as a table or as pictures."""
    line = desk.find_ruleset(code)
    catalog = desk.words(line)
    query, sort, is_down = asked("q"), asked("sort", "order"), bool(asked("down"))
    page = find_page(line, query, sort=sort, is_down=is_down, page=asked_number("page", 1))
    return render_template(
        "cards/list.html",
        page=page,
        catalog=catalog,
        text=query,
        sort=sort,
        is_down=is_down,
        is_gallery=asked("view") == "gallery",
        sorts=sort_keys(catalog),
        stats=stat_columns(catalog),
        findings=checks.of_cards(page.cards, line),
        unplayed=wording.unplayed(page.cards, line),
        keys={card.id: pictures.picture_key(card, line) for card in page.cards},
        total=desk.count_cards(line),
        explained=_explain(query, page, line),
        list_url=lambda **more: url_for(".index", code=code, **{**_kept_args(), **more}),
    )


def _kept_args() -> dict[str, str]:
    return {name: asked(name) for name in ("q", "sort", "down", "view") if asked(name)}


def _explain(query: str, page: CardPage, line: RulesetLine) -> str:
    if page.error or not query.strip():
        return ""
    catalog = query_catalog(line, query)
    return explain(parse_query(query, catalog), catalog)


@cards.route("/r/<code>/search-help")
def help_page(code: str) -> str:
    """Show the keys of the search language with examples of this ruleset."""
    line = desk.find_ruleset(code)
    first = select(CARDS.c.id).where(CARDS.c.ruleset_id == line.id).order_by(CARDS.c.id).limit(1)
    some = read_cards(desk.session(), line.id, list(desk.session().scalars(first)))
    catalog = replace(desk.words(line), cards=some)
    return render_template("cards/help.html", keys=list_keys(catalog))


@cards.route("/r/<code>/card/<card>")
def by_code(code: str, card: str) -> Response:
    """Go to a card by its code."""
    line = desk.find_ruleset(code)
    query = select(CARDS.c.id).where(CARDS.c.ruleset_id == line.id, CARDS.c.code == card[:200])
    card_id = desk.session().scalars(query).first()
    if card_id is None:
        abort(404, Sentence("There is no card with this code any more."))
    return redirect(url_for(".edit", code=code, card_id=card_id))


@cards.route("/r/<code>/cards/new", methods=["GET", "POST"])
@takes_uploads
@takes(number("from"), choice("type", _types))
def new(code: str) -> str | Response | tuple[str, int]:
    """Show an empty form, or one filled from another card, and add the card."""
    line = desk.find_ruleset(code)
    catalog = desk.words(line)
    if request.method != "POST":
        return _form(line, _blank(line), None)
    sent, refused = art.form_with_uploads()
    values = cardform.typed_values(sent, catalog)
    if request.form.get("do") == "retype" or refused:
        return _form(line, values, None, refused), 422 if refused else 200
    if not values["code"].strip():
        values["code"] = cardform.free_code(
            values["name"], cardform.codes_like(values["name"], desk.session(), line.id)
        )
    cardform.resolve_links(values, desk.session(), line.id)
    try:
        with desk.edit() as editor:
            document = cardform.read_document(values, editor, line.code)
            card_id = editor.create_cards(line.code, [document], note=note_of_form())[0]
    except EditError as error:
        return _form(line, values, None, error.findings), 422
    flash(f"{document.name} is saved.", "good")
    return redirect(url_for(".edit", code=code, card_id=card_id))


def _blank(line: RulesetLine) -> dict[str, Any]:
    """Return the values of a new card: of the card named by ``from``, else of an empty one of the wished type."""
    catalog = desk.words(line)
    source = asked_number("from", 0)
    if source:
        values = card_document(find_card(line, source)).model_dump(by_alias=True, mode="json")
        values |= {"uid": "", "code": "", "name": f"{values['name']} (copy)", "version": 1}
        values["printings"] = [{**p, "uid": "", "number": ""} for p in values["printings"][:1]]
        return values
    card_type = asked("type", next(iter(catalog.card_types), ""))
    rarity = next(iter(catalog.rarities), "")
    return {
        "code": "", "name": "", "type": card_type, "rarity": rarity, "status": "idea", "rules": "",
        "affinities": [], "roles": [], "flags": [], "stats": {}, "texts": {}, "links": [], "printings": [],
    }  # fmt: skip


@cards.route("/r/<code>/cards/<id:card_id>", methods=["GET", "POST"])
@takes_uploads
def edit(code: str, card_id: int) -> str | Response | tuple[str, int]:
    """Show a card's form and save it; with a stale version, show what both sides changed."""
    line = desk.find_ruleset(code)
    card = find_card_or_typed(line, card_id)
    if isinstance(card, tuple):
        return card
    stored = card_document(card).model_dump(by_alias=True, mode="json")
    if request.method != "POST":
        return _form(line, stored, card)
    sent, refused = art.form_with_uploads()
    values = cardform.typed_values(sent, desk.words(line))
    version = version_of(request.form)
    if request.form.get("do") == "retype" or refused:
        return _form(line, values, card, refused, version=version), 422 if refused else 200
    if request.form.get("do") == "merge":
        return _merge(line, card, stored, values, version)
    cardform.resolve_links(values, desk.session(), line.id)
    try:
        with desk.edit() as editor:
            document = cardform.read_document(values, editor, line.code)
            after = _save(editor, card, document, version_of(request.form, "over") or version)
    except renaming.Unseen as unseen:
        return _form(line, values, card, version=version, offer=unseen.offer), 409
    except Conflict as conflict:
        return _conflict(line, card, conflict, values, version), 409
    except EditError as error:
        return _form(line, values, card, error.findings, version=version), 422
    except LookupError:
        abort(404, Sentence("Somebody deleted this card while you were editing it."))
    flash(f"{document.name} is saved." if after != version else "Nothing was changed.", "good")
    return redirect(url_for(".edit", code=code, card_id=card_id))


def _save(editor: Editor, card: Card, document: d.CardDocument, version: int) -> int:
    """Save a card; with another name, also in the texts that name it, as the form says. Returns: its version."""
    if document.name != card.name and version == card.version:
        found = renaming.with_texts(editor, "card", card.id, document.name, version)
        if found is not None:
            document, version = cardform.with_own_texts(document, found.plan), version + 1
    return editor.update_card(card.id, document, version, note=note_of_form())


def find_card_or_typed(line: RulesetLine, card_id: int) -> Card | tuple[str, int]:
    """Return a card; if it was deleted while somebody typed, a form for a new card with the typed text."""
    found = read_cards(desk.session(), line.id, [card_id])
    if found:
        return found[0]
    if request.method == "POST":
        values = cardform.typed_values(request.form, desk.words(line))
        message = "Somebody deleted this card while you were editing it. Save to make a new card of your text."
        finding = Finding("edit.deleted", "error", message)
        return _form(line, values, None, [finding]), 409
    abort(404, Sentence("This card does not exist any more; somebody deleted it. The history still has it."))


def _conflict(line: RulesetLine, card: Card, conflict: Conflict, values: dict[str, Any], version: int) -> str:
    mine = parse(d.CardDocument, values, "card").model_dump(by_alias=True, mode="json")
    base = _version_text(card.id, version)
    rows = differences.clashes(base, conflict.current, mine)
    box = {"rows": rows, "version": conflict.version, "has_base": base is not None}
    return _form(line, values, card, conflict.findings, version=version, conflict=box)


def _merge(
    line: RulesetLine, card: Card, theirs: dict[str, Any], mine: dict[str, Any], version: int
) -> str | tuple[str, int]:
    base = _version_text(card.id, version)
    joined = differences.merged(base, theirs, mine) if base else mine
    message = "Yours and theirs are merged below. Read it, then save."
    return _form(line, joined, card, [Finding("edit.merged", "info", message)], version=card.version)


def _version_text(card_id: int, version: int) -> dict[str, Any] | None:
    """Return a card as it was at a version, from its history."""
    query = (
        select(REVISIONS.c.after)
        .where(REVISIONS.c.kind == "card", REVISIONS.c.thing_id == card_id, REVISIONS.c.to_version == version)
        .order_by(REVISIONS.c.id.desc())
        .limit(1)
    )
    return desk.session().scalars(query).first()


def _form(
    line: RulesetLine,
    values: dict[str, Any],
    card: Card | None,
    findings: list[Finding] | None = None,
    *,
    version: int | None = None,
    conflict: dict[str, Any] | None = None,
    offer: renaming.Offer | None = None,
) -> str:
    catalog = desk.words(line)
    typed = cardform.by_field(findings or [])
    return render_template(
        "cards/form.html",
        v=values,
        card=card,
        catalog=catalog,
        version=version if version is not None else card.version if card else 0,
        errors=typed,
        said=wording.understand_all(values, line),
        has_errors=any(finding.severity == "error" for finding in findings or ()),
        conflict=conflict,
        offer=offer,
        leftovers=cardform.leftovers(request.form, catalog),
        stats=catalog.stats_of_type.get(values["type"], {}).values(),
        boxes=[text for text in catalog.texts_of_type.get(values["type"], ()) if text.box == "own"],
        statuses=STATUSES,
        link_kinds=LINK_KINDS,
        findings=_findings_of(card, line) if card else [],
        picture=pictures.picture_key(card, line) if card else "",
        revisions=_revisions(card.id) if card else [],
        describe=differences.changes,
        link_names=_link_names(line, values),
    )


def _findings_of(card: Card, line: RulesetLine) -> list[Finding]:
    return [*checks.of_cards([card], line)[card.code], *pictures.layout_findings(card, line)]


def _link_names(line: RulesetLine, values: dict[str, Any]) -> dict[str, str]:
    codes = [link["to"] for link in values["links"]]
    if not codes:
        return {}
    query = select(CARDS.c.code, CARDS.c.name).where(CARDS.c.ruleset_id == line.id, CARDS.c.code.in_(codes))
    return {row[0]: row[1] for row in desk.session().execute(query)}


def _revisions(card_id: int, limit: int = HISTORY) -> list[Any]:
    query = (
        select(REVISIONS)
        .where(REVISIONS.c.kind == "card", REVISIONS.c.thing_id == card_id)
        .order_by(REVISIONS.c.id.desc())
        .limit(limit)
    )
    return list(desk.session().execute(query))


@cards.route("/r/<code>/cards/preview", methods=["POST"])
def preview(code: str) -> Response | tuple[Response, int]:
    """Draw and check what is being typed, without saving it."""
    line = desk.find_ruleset(code)
    catalog = desk.words(line)
    values = cardform.typed_values(request.form, catalog)
    values["code"] = values["code"].strip() or "draft"
    values["uid"] = request.form.get("card_uid", "")
    try:
        document = parse(d.CardDocument, values, "card")
    except EditError as error:
        lines = [finding.message for finding in error.findings]
        return jsonify({"picture": "", "findings": "", "problem": " ".join(lines)})
    card = draft_card(document, catalog, wording.words_of(line))
    if card.type not in catalog.card_types:
        return jsonify({"picture": "", "findings": "", "problem": "Choose a card type."})
    try:
        data, laid = pictures.draw(card, catalog, line, "large")
    except pictures.NoTemplate as error:
        return jsonify({"picture": "", "findings": "", "problem": str(error)})
    found = [*checks.of_draft(card, line), *laid]
    html = render_template("parts/findings.html", findings=found, here=True)
    picture = f"data:image/png;base64,{base64.b64encode(data).decode()}"
    return jsonify({"picture": picture, "findings": html, "problem": ""})


@cards.route("/r/<code>/cards/<id:card_id>/picture-<size>.png")
@takes(text("k", 40))
def picture(code: str, card_id: int, size: str) -> Response:
    """Return the rendered card; with the right key in its address it may be kept for ever."""
    line = desk.find_ruleset(code)
    if size not in pictures.WIDTHS:
        abort(404)
    card = find_card(line, card_id)
    key = pictures.picture_key(card, line)
    answer = Response(mimetype="image/png")
    answer.set_etag(f"{key}-{size}")
    is_exact = asked("k") == key
    answer.headers["Cache-Control"] = "private, max-age=31536000, immutable" if is_exact else "private, no-cache"
    if request.if_none_match.contains(f"{key}-{size}"):
        answer.status_code = 304
        return answer
    try:
        answer.set_data(pictures.card_picture(card, line, size))
    except pictures.NoTemplate as error:
        abort(404, Sentence(str(error)))
    return answer


@cards.route("/r/<code>/cards/<id:card_id>/delete", methods=["POST"])
def delete(code: str, card_id: int) -> Response:
    """Delete a card, unless a deck or another card uses it."""
    line = desk.find_ruleset(code)
    card = find_card(line, card_id)
    try:
        with desk.edit() as editor:
            editor.delete_card(card_id, version_of(request.form), note=note_of_form())
    except EditError as error:
        for finding in error.findings:
            flash(finding.message, "bad")
        return redirect(url_for(".edit", code=code, card_id=card_id))
    flash(f"{card.name} is deleted. Its history keeps it; restore it from there.", "good")
    return redirect(url_for(".index", code=code))


@cards.route("/r/<code>/cards/delete", methods=["POST"])
def delete_many(code: str) -> Response:
    """Delete the chosen cards, all of them or none."""
    line = desk.find_ruleset(code)
    chosen = [row.partition(":") for row in request.form.getlist("row")]
    pairs = [
        (int(i), int(v))
        for i, _, v in chosen
        if (i + v).isascii() and i.isdigit() and v.isdigit() and len(i) < 10 and len(v) < 10
    ]
    target = url_for(".index", code=code, q=request.form.get("q") or None)
    if not pairs:
        flash("Choose cards first: tick them at the left.", "bad")
        return redirect(target)
    reasons: list[str] = []
    known = {card.id for card in read_cards(desk.session(), line.id, [i for i, _ in pairs])}
    try:
        with desk.edit() as editor:
            for card_id, version in pairs:
                if card_id not in known:
                    continue
                try:
                    editor.delete_card(card_id, version, note="deleted with others")
                except LookupError:
                    continue
                except EditError as error:
                    reasons += [finding.message for finding in error.findings]
            if reasons:
                raise EditError([])
    except EditError:
        flash(f"Nothing was deleted. {' '.join(reasons)}", "bad")
    else:
        flash("Deleted. The history keeps them.", "good")
    return redirect(target)
