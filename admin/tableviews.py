"""Tables in Flask-Admin that only show, and those whose rows are documents: all writing ends in carddb.edit."""

from __future__ import annotations

from typing import Any

from flask import abort, flash, g, jsonify, request, url_for
from flask_admin import expose
from flask_admin.actions import action
from flask_admin.helpers import get_form_data, is_form_submitted
from flask_login import current_user
from sqlalchemy import select
from sqlmodel import SQLModel

from admin import desk, differences, fields, renaming
from admin.arguments import Argument, asked, choice, number, takes, text
from admin.bridge import ModelForm, SQLModelView
from admin.database import Database
from admin.forms import version_of
from admin.safety import Sentence
from carddb import models
from carddb.edit import Conflict, EditError, Editor, parse
from carddb.edit import documents as d
from carddb.rules import Finding


def cell_text(value: Any, most: int = 140) -> str:
    """Return a stored value as one short line."""
    text = differences.show(value).replace("\n", " / ")
    return text if len(text) <= most else text[: most - 1] + "…"


def answer(page: Any) -> Any:
    """Return a page with the status of a refused form when it shows one again."""
    return (page, g.get("status", 422)) if isinstance(page, str) and request.method == "POST" else page


def _rulesets(view: Any) -> list[str]:
    return [line.code for line in desk.list_rulesets()] if hasattr(view.model, "ruleset_id") else []


def _columns(view: Any) -> list[str]:
    """Return the numbers of the columns by which a list can be ordered."""
    return [str(at) for at, name in enumerate(view.column_list) if name in view._sortable_columns]


LIST_ARGUMENTS: tuple[Argument, ...] = (
    text("search"),
    choice("ruleset", _rulesets),
    choice("sort", _columns),
    choice("desc", ("1",)),
    number("page", 0),
)


class GuardedView(SQLModelView):
    """A table for people who have signed in; nothing is written except where a subclass says how."""

    can_create = can_edit = can_delete = False
    title = ""
    about = ""
    cells: tuple[str, ...] = ()
    document_kind = ""

    def is_accessible(self) -> bool:
        """Return whether somebody is signed in."""
        return bool(current_user.is_authenticated)

    def create_model(self, form: Any) -> Any:
        """Refuse; subclasses write through carddb.edit."""
        abort(403)

    def update_model(self, form: Any, model: Any) -> bool:
        """Refuse; subclasses write through carddb.edit."""
        abort(403)

    def delete_model(self, model: Any) -> bool:
        """Refuse; subclasses write through carddb.edit."""
        abort(403)

    @action("delete", "Delete")
    def action_delete(self, ids: list[str]) -> None:
        """Refuse; subclasses write through carddb.edit."""
        abort(403)

    @expose("/ajax/update/", methods=("POST",))
    def ajax_update(self) -> Any:
        """Refuse; subclasses write through carddb.edit."""
        abort(403)

    @expose("/")
    @takes(*LIST_ARGUMENTS)
    def index_view(self) -> Any:
        """Show a page of the rows."""
        return super().index_view()

    def get_list(self, page: Any, *args: Any, **options: Any) -> Any:
        """Return a page of rows and how many there are in all."""
        count, rows = super().get_list(page, *args, **options)
        last = max(1, -(-count // self.page_size))
        if (page or 0) >= last:
            abort(404, Sentence(f"There is no page {page}; counted from 0, the last one is {last - 1}."))
        return count, rows

    @expose("/ajax/lookup/")
    def ajax_lookup(self) -> Any:
        """Refuse: no field looks rows up."""
        abort(404)

    @expose("/export/<export_type>/")
    def export(self, export_type: str) -> Any:
        """Refuse: exports are made from the catalog, see the print page."""
        abort(404)

    @expose("/details/")
    @takes(number("id"))
    def details_view(self) -> Any:
        """Show all columns of a row."""
        if self.get_one(asked("id")) is None:
            abort(404, Sentence("This row does not exist any more; somebody deleted it."))
        return super().details_view()

    def scaffold_form(self) -> type[ModelForm]:
        """Return a form without fields."""
        return ModelForm

    def get_query(self) -> Any:
        """Return the rows of the chosen ruleset, or of all."""
        query = super().get_query()
        chosen = self._chosen()
        return query.filter(self.model.ruleset_id == chosen.id) if chosen else query

    def get_count_query(self) -> Any:
        """Return the query that counts the same rows."""
        query = super().get_count_query()
        chosen = self._chosen()
        return query.filter(self.model.ruleset_id == chosen.id) if chosen else query

    def _chosen(self) -> desk.RulesetLine | None:
        code = request.form.get("ruleset", asked("ruleset"))
        found = next((line for line in desk.list_rulesets() if line.code == code), None)
        if found is None or not hasattr(self.model, "ruleset_id"):
            return None
        g.ruleset = found
        return found

    def render(self, template: str, **values: Any) -> str:
        """Render with the names of card types, which some tables point to."""
        if "card_type_id" in self.model.__table__.c:
            types = models.CardType.__table__  # type: ignore[attr-defined]
            rows = desk.session().execute(select(types.c.id, types.c.name))
            values["type_names"] = {row.id: row.name for row in rows}
        return str(super().render(template, **values))

    def ruleset_of(self, row: Any) -> desk.RulesetLine | None:
        """Return the ruleset of a row."""
        return next((line for line in desk.list_rulesets() if line.id == getattr(row, "ruleset_id", None)), None)


class PartView(GuardedView):
    """A table to read: a part of cards or decks, or the history."""

    def __init__(self, model: type[SQLModel], database: Database) -> None:
        name = str(model.__tablename__)
        self.title = name.replace("_", " ").capitalize()
        columns = [column.name for column in model.__table__.columns]  # type: ignore[attr-defined]
        hidden = ("search_text", "name_key", "before", "after", "rules", "text")
        self.column_list = [c for c in columns if c not in hidden]
        self.column_details_list = columns
        self.column_searchable_list = [
            c for c in ("name", "code", "number") if c in columns and model is not models.CardStat
        ]
        self.column_default_sort = ("id", model is models.Revision)
        super().__init__(model, database, name=self.title, endpoint=name, url=f"/table/{name}")


class WritingView(GuardedView):
    """A table whose rows are documents: forms, cells and bulk actions all end in carddb.edit."""

    can_create = can_edit = can_delete = True
    document: type[d.Document]

    def scaffold_form(self) -> type[ModelForm]:
        """Return a form of the document's fields."""
        return type("DocumentForm", (ModelForm,), fields.form_fields(self.document))

    def shown(self, row: Any, line: desk.RulesetLine) -> d.Document:
        """Return the document of a row to show; unlike ``stored`` it takes no lock."""
        raise NotImplementedError

    def stored(self, editor: Editor, row_id: int) -> d.Document:
        """Return the document of a row that is about to be changed."""
        raise NotImplementedError

    def create(self, editor: Editor, document: d.Document) -> None:
        """Add a row."""
        raise NotImplementedError

    def update(self, editor: Editor, row_id: int, document: d.Document, version: int) -> int:
        """Change a row. Returns: its new version."""
        raise NotImplementedError

    def delete(self, editor: Editor, row_id: int, version: int) -> None:
        """Delete a row."""
        raise NotImplementedError

    def edit_form(self, obj: Any = None) -> Any:
        """Return the form of a row: what is stored, or what was typed."""
        line = self.ruleset_of(obj)
        if line:
            g.ruleset = line
        stored = fields.written(self.shown(obj, line)) if obj and line and request.method != "POST" else {}
        return self._edit_form_class(get_form_data(), data=stored)

    def create_form(self, obj: Any = None) -> Any:
        """Return an empty form, filled with the defaults of the document."""
        self._chosen()
        defaults = {
            spec.key: fields._write(spec, info.get_default(call_default_factory=True))
            for spec in fields.specs_of(self.document)
            for info in [self.document.model_fields[spec.name]]
            if not info.is_required()
        }
        return self._create_form_class(get_form_data(), data=defaults)

    def validate_form(self, form: Any) -> bool:
        """Return whether something was sent; the document is validated where it is written."""
        if isinstance(form, self._create_form_class | self._edit_form_class):
            return bool(is_form_submitted())
        return bool(super().validate_form(form))

    @expose("/new/", methods=("GET", "POST"))
    @takes(choice("ruleset", _rulesets))
    def create_view(self) -> Any:
        """Show an empty form, and add the row."""
        return answer(super().create_view())

    @expose("/edit/", methods=("GET", "POST"))
    @takes(number("id"))
    def edit_view(self) -> Any:
        """Show a row, and save it."""
        if self.get_one(asked("id")) is None:
            abort(404, Sentence("This row does not exist any more; somebody deleted it."))
        return answer(super().edit_view())

    def _typed(self, form: Any) -> d.Document:
        kind = self.document_kind
        values = fields.read(self.document, form.data, kind)
        return parse(self.document, values, kind)  # type: ignore[no-any-return]

    def create_model(self, form: Any) -> bool:
        """Add the row that was typed."""
        try:
            document = self._typed(form)
            with desk.edit() as editor:
                self.create(editor, document)
        except EditError as error:
            self._complain(form, error.findings)
            return False
        return True

    def update_model(self, form: Any, model: Any) -> bool:
        """Save the row that was typed, unless somebody else saved it in between."""
        version = version_of(request.form, "over") or version_of(request.form)
        try:
            document = self._typed(form)
            with desk.edit() as editor:
                self.update(editor, model.id, document, version)
        except renaming.Unseen as unseen:
            g.status = 409
            form.offer = unseen.offer
            return False
        except Conflict as conflict:
            g.status = 409
            mine = document.model_dump(by_alias=True, mode="json")
            rows = differences.clashes(None, conflict.current, mine)
            form.conflict = {"rows": rows, "version": conflict.version, "has_base": False}
            self._complain(form, conflict.findings)
            return False
        except EditError as error:
            self._complain(form, error.findings)
            return False
        except LookupError:
            abort(404, Sentence("Somebody deleted this row while you were editing it."))
        return True

    def _complain(self, form: Any, findings: list[Finding]) -> None:
        form.complaints = []
        for finding in findings:
            name = finding.where.field.split(".")[0].split("[")[0]
            if name in form:
                form[name].errors = [*form[name].errors, finding]
            else:
                form.complaints.append(finding)

    def delete_model(self, model: Any) -> bool:
        """Delete a row that nothing uses."""
        try:
            with desk.edit() as editor:
                self.delete(editor, model.id, version_of(request.form))
        except EditError as error:
            for finding in error.findings:
                flash(finding.message, "bad")
            return False
        except LookupError:
            flash("It was deleted already.", "bad")
            return False
        return True

    @action("delete", "Delete")
    def action_delete(self, ids: list[str]) -> None:
        """Delete the chosen rows ("id:version"), all of them or none."""
        reasons: list[str] = []
        try:
            with desk.edit() as editor:
                for chosen in ids:
                    row_id, _, version = chosen.partition(":")
                    if not (row_id.isdigit() and version.isdigit() and len(chosen) < 20 and chosen.isascii()):
                        reasons.append("Load the list again; a row came without its version.")
                        continue
                    try:
                        self.delete(editor, int(row_id), int(version))
                    except EditError as error:
                        reasons += [finding.message for finding in error.findings]
                    except LookupError as error:
                        reasons.append(str(error))
                if reasons:
                    raise EditError([])
        except EditError as error:
            reasons += [finding.message for finding in error.findings]
            flash(f"Nothing was deleted. {' '.join(reasons)}", "bad")
        else:
            flash(f"{len(ids)} deleted. The history keeps them.", "good")

    @expose("/ajax/update/", methods=("POST",))
    def ajax_update(self) -> Any:
        """Save one cell; answers with the new version, or with what is wrong."""
        row = self.get_one(request.form.get("list_form_pk", ""))
        column = next((name for name in self.cells if name in request.form), None)
        if row is None:
            return jsonify({"problem": "Somebody deleted this row. Load the list again."}), 404
        if column is None:
            return jsonify({"problem": "This cell cannot be changed here."}), 400
        try:
            with desk.edit() as editor:
                stored = self.stored(editor, row.id)
                values = {**stored.model_dump(by_alias=True), column: request.form[column]}
                document = parse(self.document, values, self.document_kind)
                version = self.update(editor, row.id, document, version_of(request.form))
        except renaming.Unseen as unseen:
            texts = "1 text names" if unseen.offer.count == 1 else f"{unseen.offer.count:,} texts name"
            message = f"{texts} it; choose Edit at the end of the row, then Rename, so that they change too."
            return jsonify({"problem": message}), 409
        except Conflict as conflict:
            now = cell_text(conflict.current.get(column, ""))
            message = f"Somebody else changed this row; here it says now: {now}. Load the list again."
            return jsonify({"problem": message}), 409
        except EditError as error:
            return jsonify({"problem": " ".join(finding.message for finding in error.findings)}), 422
        text = cell_text(getattr(document, column))
        return jsonify({"version": version, "text": text, "value": getattr(document, column)})

    def get_save_return_url(self, model: Any, is_created: bool = False) -> str:
        """Return to the list of the same ruleset."""
        line = self._chosen() if is_created else self.ruleset_of(model)
        return url_for(f"{self.endpoint}.index_view", ruleset=line.code if line else None)
