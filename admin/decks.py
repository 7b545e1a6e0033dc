"""The pages about decks: a plain list goes in, legality, curve and pictures come out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from sqlalchemy import select
from werkzeug.wrappers import Response

from admin import cardform, desk, differences, pictures
from admin.desk import CARDS, RulesetLine
from admin.forms import version_of
from admin.safety import Sentence
from carddb import models
from carddb.catalog import Card, Catalog, Deck, DeckEntry
from carddb.catalog.read import read_cards
from carddb.edit import Conflict, EditError, parse
from carddb.edit import documents as d
from carddb.rules import Finding, check_deck, read_deck_list, write_deck_list

decks = Blueprint("decks", __name__)

HIGHEST = 8
"""From this cost on, cards share one bar."""

DECKS = models.Deck.__table__  # type: ignore[attr-defined]
_ENTRIES = models.DeckEntry.__table__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class ShownDeck:
    """A deck with its cards and what the checks say."""

    id: int
    version: int
    deck: Deck
    cards: dict[str, Card]
    findings: list[Finding]

    @property
    def size(self) -> int:
        """Return how many cards it holds."""
        return sum(entry.quantity for entry in self.deck.entries)


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of the curve."""

    label: str
    count: int
    height: float


def read_decks(line: RulesetLine, deck_id: int | None = None) -> list[ShownDeck]:
    """Return the decks of a ruleset, or one of them, checked; only their own cards are read."""
    session = desk.session()
    wanted = DECKS.c.ruleset_id == line.id
    if deck_id is not None:
        wanted &= DECKS.c.id == deck_id
    rows = session.execute(select(DECKS).where(wanted).order_by(DECKS.c.position, DECKS.c.id)).all()
    entries = session.execute(
        select(_ENTRIES.c.deck_id, _ENTRIES.c.card_id, _ENTRIES.c.quantity)
        .join(DECKS, DECKS.c.id == _ENTRIES.c.deck_id)
        .where(wanted)
        .order_by(_ENTRIES.c.deck_id, _ENTRIES.c.position, _ENTRIES.c.id)
    ).all()
    cards = {card.id: card for card in read_cards(session, line.id, {e.card_id for e in entries})} if entries else {}
    catalog = replace(desk.words(line), cards=tuple(cards.values()))
    shown = []
    for row in rows:
        own = [e for e in entries if e.deck_id == row.id]
        held = tuple(DeckEntry(cards[e.card_id].code, e.quantity) for e in own)
        deck = Deck(row.uid, row.code, row.name, row.style, row.text, held)
        by_code = {cards[e.card_id].code: cards[e.card_id] for e in own}
        shown.append(ShownDeck(row.id, row.version, deck, by_code, check_deck(deck, catalog)))
    return shown


@decks.route("/r/<code>/decks/")
def index(code: str) -> str:
    """Show all decks with their sizes and their legality."""
    line = desk.find_ruleset(code)
    catalog = desk.words(line)
    found = desk.desk().keep(("decks", line.code), (line.id, line.stamp), lambda: read_decks(line))
    return render_template("decks/list.html", decks=found, catalog=catalog, affinities_of=_affinities)


def _affinities(shown: ShownDeck) -> list[str]:
    """Return the affinities of a deck, the most frequent first."""
    counted: Counter[str] = Counter()
    for entry in shown.deck.entries:
        for code in shown.cards[entry.card].affinities:
            counted[code] += entry.quantity
    return [code for code, _ in counted.most_common()]


@decks.route("/r/<code>/deck/<deck>")
def by_code(code: str, deck: str) -> Response:
    """Go to a deck by its code."""
    line = desk.find_ruleset(code)
    query = select(DECKS.c.id).where(DECKS.c.ruleset_id == line.id, DECKS.c.code == deck[:200])
    deck_id = desk.session().scalars(query).first()
    if deck_id is None:
        abort(404, Sentence("There is no deck with this code any more."))
    return redirect(url_for(".edit", code=code, deck_id=deck_id))


@decks.route("/r/<code>/decks/new", methods=["GET", "POST"])
def new(code: str) -> str | Response | tuple[str, int]:
    """Show an empty deck form, and add the deck."""
    line = desk.find_ruleset(code)
    if request.method != "POST":
        return _form(line, {"name": "", "code": "", "style": "", "text": "", "list": ""}, None)
    values = _typed()
    values["code"] = values["code"].strip() or cardform.free_code(values["name"], _codes(line))
    try:
        document = _document(line, values)
        with desk.edit() as editor:
            deck_id = editor.create_deck(line.code, document)
    except EditError as error:
        return _form(line, values, None, error.findings), 422
    flash(f"{document.name} is saved.", "good")
    return redirect(url_for(".edit", code=code, deck_id=deck_id))


@decks.route("/r/<code>/decks/<id:deck_id>", methods=["GET", "POST"])
def edit(code: str, deck_id: int) -> str | Response | tuple[str, int]:
    """Show a deck with its legality and its curve, and save it."""
    line = desk.find_ruleset(code)
    found = read_decks(line, deck_id)
    if not found:
        if request.method == "POST":
            message = "Somebody deleted this deck while you were editing it. Save to make a new deck of your list."
            return _form(line, _typed(), None, [Finding("edit.deleted", "error", message)]), 409
        abort(404, Sentence("This deck does not exist any more; somebody deleted it."))
    shown = found[0]
    if request.method != "POST":
        return _form(line, _stored(line, shown), shown)
    values, version = _typed(), version_of(request.form)
    try:
        document = _document(line, values)
        with desk.edit() as editor:
            after = editor.update_deck(deck_id, document, version_of(request.form, "over") or version)
    except Conflict as conflict:
        return _conflict(line, shown, conflict, values, version), 409
    except EditError as error:
        return _form(line, values, shown, error.findings, version=version), 422
    except LookupError:
        abort(404, Sentence("Somebody deleted this deck while you were editing it."))
    flash(f"{document.name} is saved." if after != version else "Nothing was changed.", "good")
    return redirect(url_for(".edit", code=code, deck_id=deck_id))


@decks.route("/r/<code>/decks/<id:deck_id>/delete", methods=["POST"])
def delete(code: str, deck_id: int) -> Response:
    """Delete a deck."""
    line = desk.find_ruleset(code)
    try:
        with desk.edit() as editor:
            if not read_decks(line, deck_id):
                abort(404, Sentence("This deck was deleted already."))
            editor.delete_deck(deck_id, version_of(request.form))
    except EditError as error:
        flash(" ".join(finding.message for finding in error.findings), "bad")
        return redirect(url_for(".edit", code=code, deck_id=deck_id))
    flash("The deck is deleted. Its history keeps it.", "good")
    return redirect(url_for(".index", code=code))


def _typed() -> dict[str, str]:
    return {name: request.form.get(name, "") for name in ("name", "code", "style", "text", "list")}


def _codes(line: RulesetLine) -> list[str]:
    return list(desk.session().scalars(select(DECKS.c.code).where(DECKS.c.ruleset_id == line.id)))


def _stored(line: RulesetLine, shown: ShownDeck) -> dict[str, str]:
    catalog = replace(desk.words(line), cards=_with_twins(line, shown))
    deck = shown.deck
    listed = write_deck_list(deck, catalog)
    return {"name": deck.name, "code": deck.code, "style": deck.style, "text": deck.text, "list": listed}


def _with_twins(line: RulesetLine, shown: ShownDeck) -> tuple[Card, ...]:
    """Return the deck's cards and all that share a name with one of them, so that the list stays clear."""
    keys = select(CARDS.c.name_key).where(CARDS.c.id.in_([card.id for card in shown.cards.values()]))
    query = select(CARDS.c.id).where(CARDS.c.ruleset_id == line.id, CARDS.c.name_key.in_(keys))
    ids = list(desk.session().scalars(query))
    return read_cards(desk.session(), line.id, ids) if len(ids) > len(shown.cards) else tuple(shown.cards.values())


def _document(line: RulesetLine, values: dict[str, str]) -> d.DeckDocument:
    """Return the typed deck. Raises: EditError with the problems of the fields and of all lines of the list."""
    listed = read_deck_list(values["list"], desk.catalog(line))
    cards = {entry.card: entry.quantity for entry in listed.deck.entries}
    head = {name: values[name] for name in ("name", "code", "style", "text")}
    try:
        document: d.DeckDocument = parse(d.DeckDocument, {**head, "cards": cards}, "deck")
    except EditError as error:
        raise EditError([*error.findings, *listed.findings]) from None
    if listed.findings:
        raise EditError(list(listed.findings))
    return document


def _conflict(line: RulesetLine, shown: ShownDeck, conflict: Conflict, values: dict[str, str], version: int) -> str:
    mine = _document(line, values).model_dump(by_alias=True, mode="json")
    rows = differences.clashes(None, conflict.current, mine)
    box = {"rows": rows, "version": conflict.version, "has_base": False}
    return _form(line, values, shown, conflict.findings, version=version, conflict=box)


def _form(
    line: RulesetLine,
    values: dict[str, str],
    shown: ShownDeck | None,
    findings: list[Finding] | None = None,
    *,
    version: int | None = None,
    conflict: dict[str, Any] | None = None,
) -> str:
    catalog = desk.words(line)
    errors: dict[str, list[Finding]] = {}
    for finding in findings or ():
        field = finding.where.field.split(".")[0]
        in_list = finding.where.kind == "file" or field == "cards"
        errors.setdefault("list" if in_list else field if field in values else "", []).append(finding)
    return render_template(
        "decks/form.html",
        v=values,
        shown=shown,
        version=version if version is not None else shown.version if shown else 0,
        errors=errors,
        conflict=conflict,
        catalog=catalog,
        groups=_groups(shown, catalog) if shown else [],
        curve=_curve(shown, catalog) if shown else [],
        curve_name=_cost_name(catalog),
        keys={card.code: pictures.picture_key(card, line) for card in shown.cards.values()} if shown else {},
    )


def _groups(shown: ShownDeck, catalog: Catalog) -> list[tuple[str, int, list[tuple[Card, int]]]]:
    """Return the cards of a deck by type: the type's name, how many, the cards with their quantities."""
    groups = []
    for card_type in catalog.card_types.values():
        rows = [
            (shown.cards[e.card], e.quantity)
            for e in shown.deck.entries
            if shown.cards[e.card].type == card_type.code
        ]
        if rows:
            rows.sort(key=lambda row: (_cost(row[0], catalog) or 0, row[0].name))
            groups.append((card_type.plural or card_type.name, sum(n for _, n in rows), rows))
    return groups


def _cost_codes(catalog: Catalog) -> list[str]:
    return [stat.code for stat in catalog.stats if "cost" in stat.code or "cost" in stat.name.lower()]


def _cost_name(catalog: Catalog) -> str:
    codes = _cost_codes(catalog)
    return next((stat.name for stat in catalog.stats if stat.code in codes), "")


def _cost(card: Card, catalog: Catalog) -> int | None:
    return next((card.stats[code].number for code in _cost_codes(catalog) if code in card.stats), None)


def _curve(shown: ShownDeck, catalog: Catalog) -> list[Bar]:
    """Return how many cards there are of each cost; cards without one are not in it."""
    counted: Counter[int] = Counter()
    variable = 0
    codes = _cost_codes(catalog)
    for entry in shown.deck.entries:
        card = shown.cards[entry.card]
        value = next((card.stats[code] for code in codes if code in card.stats), None)
        if value is None:
            continue
        if value.number is None:
            variable += entry.quantity
        else:
            counted[min(max(value.number, 0), HIGHEST)] += entry.quantity
    if not counted and not variable:
        return []
    most = max([*counted.values(), variable])
    bars = [
        Bar(f"{n}+" if n == HIGHEST else str(n), counted[n], counted[n] / most) for n in range(max([*counted, 1]) + 1)
    ]
    return [*bars, Bar("X", variable, variable / most)] if variable else bars
