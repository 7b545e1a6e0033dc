"""The rulebook: rules to read, rulings to choose, parameters to set."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from sqlalchemy import select
from werkzeug.wrappers import Response

from admin import desk
from admin.desk import RulesetLine
from admin.forms import version_of
from admin.safety import Sentence
from carddb import models
from carddb.catalog import Parameter
from carddb.edit import Conflict, EditError, Editor, parse
from carddb.edit import documents as d
from carddb.models.base import TEXT
from carddb.rules import Finding
from carddb.rules.finding import SEVERITIES
from carddb.wording.rulebook import show_value

book = Blueprint("book", __name__)

_PARAMETERS = models.Parameter.__table__  # type: ignore[attr-defined]
_RULINGS = models.Ruling.__table__  # type: ignore[attr-defined]
_RULES = models.Rule.__table__  # type: ignore[attr-defined]


@book.route("/r/<code>/rules")
def rules(code: str) -> str:
    """Show the rulebook with the parameter values filled in."""
    line = desk.find_ruleset(code)
    catalog = desk.words(line)
    by_section: dict[str, list[Any]] = {section: [] for section in catalog.sections}
    for rule in catalog.rules.values():
        by_section.setdefault(rule.section, []).append(rule)
    return render_template("book/rules.html", catalog=catalog, by_section=by_section, ids=_ids(_RULES, line))


@book.route("/r/<code>/rulings")
def rulings(code: str) -> str:
    """Show the gaps of the rules with their readings."""
    return _rulings_page(desk.find_ruleset(code))


@book.route("/r/<code>/rulings/<id:ruling_id>", methods=["POST"])
def choose(code: str, ruling_id: int) -> Response | tuple[str, int]:
    """Choose a reading, and set the parameters that it sets, in one change."""
    line = desk.find_ruleset(code)
    row = _row(_RULINGS, line, ruling_id)
    reading, why = request.form.get("reading", "")[:100], request.form.get("why", "")
    try:
        with desk.edit() as editor:
            title = _choose(editor, line, ruling_id, reading, why, version_of(request.form))
    except EditError as error:
        typed = {"reading": reading, "why": why}
        return _rulings_page(line, {row.code: (typed, error.findings)}), _status(error)
    flash(f"{title}: the reading is chosen and its parameters are set.", "good")
    return redirect(url_for(".rulings", code=code) + f"#{row.code}")


def _choose(editor: Editor, line: RulesetLine, ruling_id: int, code: str, why: str, version: int) -> str:
    stored = editor.row_document("ruling", ruling_id)
    if len(why) > TEXT:
        message = f"The reason is {len(why):,} characters long; at most {TEXT:,} fit."
        raise EditError([Finding("edit.invalid", "error", message)])
    values = {**stored.model_dump(by_alias=True), "chosen": code, "why": why}
    document = parse(d.RulingDocument, values, "ruling")
    editor.update_row("ruling", ruling_id, document, version, note=f"reading {code}")
    chosen = next(reading for reading in document.readings if reading.code == code)
    for name, value in chosen.sets.items():
        row = editor.session.execute(
            select(_PARAMETERS.c.id, _PARAMETERS.c.version).where(
                _PARAMETERS.c.ruleset_id == line.id, _PARAMETERS.c.code == name
            )
        ).first()
        if row is None:
            message = f"The reading sets {name}, which is no parameter of this ruleset."
            raise EditError([Finding("edit.invalid", "error", message)])
        parameter = editor.row_document("parameter", row.id)
        changed = parse(d.ParameterDocument, {**parameter.model_dump(), "value": value}, "parameter")
        editor.update_row("parameter", row.id, changed, row.version, note=f"by ruling {document.code}")
    return str(document.title)


def _rulings_page(line: RulesetLine, typed: dict[str, Any] | None = None) -> str:
    return render_template(
        "book/rulings.html",
        catalog=desk.words(line),
        rows=_rows(_RULINGS, line),
        typed=typed or {},
        show_value=show_setting,
    )


@book.route("/r/<code>/parameters")
def parameters(code: str) -> str:
    """Show the numbers and choices of the rules, each in a small form."""
    return _parameters_page(desk.find_ruleset(code))


@book.route("/r/<code>/parameters/<id:parameter_id>", methods=["POST"])
def set_parameter(code: str, parameter_id: int) -> Response | tuple[str, int]:
    """Set a parameter."""
    line = desk.find_ruleset(code)
    row = _row(_PARAMETERS, line, parameter_id)
    typed = request.form.get("value", "")
    try:
        with desk.edit() as editor:
            stored = editor.row_document("parameter", parameter_id)
            values = {**stored.model_dump(), "value": typed_value(typed, stored.type)}
            document = parse(d.ParameterDocument, values, "parameter")
            editor.update_row("parameter", parameter_id, document, version_of(request.form))
    except EditError as error:
        return _parameters_page(line, {row.code: (typed, error.findings)}), _status(error)
    flash(f"{row.code} is set.", "good")
    return redirect(url_for(".parameters", code=code) + f"#{row.code}")


def typed_value(text: str, kind: str) -> Any:
    """Return what was typed for a parameter as its value; what does not fit stays text and is refused."""
    text = text.strip()
    if kind == "list":
        return [line.strip() for line in text.splitlines() if line.strip()]
    if kind == "bool":
        return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)
    is_number = text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() and len(text) < 12
    return int(text) if kind in ("int", "limit") and is_number else text


def written_value(value: Any) -> str:
    """Return a parameter's value as it is typed."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "\n".join(value) if isinstance(value, tuple | list) else str(value)


def show_setting(parameter: Parameter | None, value: Any) -> str:
    """Return a value as the rulebook prints it."""
    return show_value(parameter, value) if parameter else str(value)


def choices_of(parameter: Parameter) -> list[tuple[str, str]]:
    """Return the values of a parameter that is chosen from a list, each with its words."""
    if parameter.type == "bool":
        return [("true", "yes"), ("false", "no")]
    if parameter.type == "severity":
        return [(severity, severity) for severity in SEVERITIES]
    return [(choice.value, choice.text or choice.value) for choice in parameter.choices]


def _parameters_page(line: RulesetLine, typed: dict[str, Any] | None = None) -> str:
    return render_template(
        "book/parameters.html",
        catalog=desk.words(line),
        rows=_rows(_PARAMETERS, line),
        typed=typed or {},
        written=written_value,
        choices_of=choices_of,
        show_value=show_setting,
    )


def _status(error: EditError) -> int:
    return 409 if isinstance(error, Conflict) else 422


def _rows(table: Any, line: RulesetLine) -> dict[str, Any]:
    query = select(table.c.id, table.c.code, table.c.version).where(table.c.ruleset_id == line.id)
    return {row.code: row for row in desk.session().execute(query)}


def _ids(table: Any, line: RulesetLine) -> dict[str, int]:
    return {code: row.id for code, row in _rows(table, line).items()}


def _row(table: Any, line: RulesetLine, row_id: int) -> Any:
    query = select(table.c.id, table.c.code).where(table.c.ruleset_id == line.id, table.c.id == row_id)
    found = desk.session().execute(query).first()
    if found is None:
        abort(404, Sentence("This does not exist any more; somebody deleted it."))
    return found
