"""Every table in Flask-Admin: the words of rulesets, the rulesets, the people, and what is only to be read."""

from __future__ import annotations

from typing import Any, ClassVar

from flask import Flask, abort, request, url_for
from flask_admin import Admin, AdminIndexView, expose
from flask_admin.helpers import is_form_submitted
from flask_login import current_user
from sqlalchemy import select
from wtforms import BooleanField, PasswordField, StringField

from admin import desk, people, renaming
from admin.arguments import asked, number, takes
from admin.bridge import ModelForm
from admin.database import Database
from admin.listings import BY_KIND, LISTINGS, PARTS, Listing
from admin.safety import Sentence
from admin.tableviews import GuardedView, PartView, WritingView, answer, cell_text
from carddb import models
from carddb.catalog.read import read_catalog
from carddb.edit import EditError, Editor
from carddb.edit import documents as d
from carddb.edit.convert import catalog_document, stat_document, text_def_document
from carddb.edit.registry import NOUNS
from carddb.edit.renaming import TERM_OF
from carddb.pipeline import users
from carddb.pipeline.project import UsageError
from carddb.rules import Finding
from carddb.wording.registry import all_forms


def install(app: Flask, database: Database) -> Admin:
    """Add Flask-Admin with a view of every table."""
    index = _Index(name="Tables", url="/tables", template="tables/index.html")
    admin = Admin(app, name="carddb", index_view=index)
    admin.add_view(RulesetView(database))
    for listing in LISTINGS:
        admin.add_view(RowView(listing, database))
    for model in PARTS:
        admin.add_view(PartView(model, database))
    admin.add_view(UserView(database))
    app.jinja_env.globals.update(
        renamed_kinds=frozenset(TERM_OF),
        usual_pattern=_usual_pattern,
        table_listings=BY_KIND,
        cell_text=cell_text,
        part_names=_part_names(),
    )
    return admin


def _part_names() -> list[tuple[str, str]]:
    return [(model.__tablename__, str(model.__tablename__).replace("_", " ")) for model in PARTS]  # type: ignore[misc]


def _usual_pattern(code: str) -> str:
    """Return how carddb words a phrase when its row says nothing else, or ""."""
    form = all_forms().get(code)
    return form.pattern if form else ""


class _Index(AdminIndexView):
    def is_accessible(self) -> bool:
        """Return whether somebody is signed in."""
        return bool(current_user.is_authenticated)


class RowView(WritingView):
    """The rows of one kind of noun."""

    def __init__(self, listing: Listing, database: Database) -> None:
        noun = NOUNS[listing.kind]
        self.document = noun.document
        self.document_kind = listing.kind
        self.title, self.about, self.cells = listing.title, listing.about, listing.cells
        self.column_list = list(listing.columns)
        names = [column.name for column in noun.model.__table__.columns]  # type: ignore[attr-defined]
        self.column_details_list = names
        self.column_searchable_list = [
            n for n in ("code", "name", "title", "pattern", "text", "reminder") if n in names
        ]
        self.column_default_sort = [("ruleset_id", False), ("position", False), ("id", False)]
        self.column_sortable_list = [n for n in listing.columns if n not in ("value", "kinds", "types", "rules")]
        super().__init__(
            noun.model, database, name=listing.title, endpoint=listing.kind, url=f"/table/{listing.kind}"
        )

    def shown(self, row: Any, line: desk.RulesetLine) -> d.Document:
        """Return the document of a row to show."""
        words, kind = desk.words(line), self.document_kind
        if kind in ("stat", "text"):
            types = models.CardType.__table__  # type: ignore[attr-defined]
            of_type = select(types.c.code).where(types.c.id == row.card_type_id)
            card_type = desk.session().execute(of_type).scalar_one()
            if kind == "stat":
                return stat_document(words.stats_of_type[card_type][row.code])
            return next(text_def_document(text) for text in words.texts_of_type[card_type] if text.code == row.code)
        plural = NOUNS[kind].plural
        return next(found for found in getattr(catalog_document(words), plural) if found.code == row.code)

    def stored(self, editor: Editor, row_id: int) -> d.Document:
        """Return the document of a row that is about to be changed."""
        return editor.row_document(self.document_kind, row_id)  # type: ignore[no-any-return]

    def create(self, editor: Editor, document: d.Document) -> None:
        """Add a row to the ruleset that the form names."""
        line = self._chosen()
        if line is None:
            raise EditError([Finding("edit.invalid", "error", "Choose the ruleset that it belongs to.")])
        editor.create_rows(self.document_kind, line.code, [document])

    def update(self, editor: Editor, row_id: int, document: d.Document, version: int) -> int:
        """Change a row."""
        kind, stored = self.document_kind, editor.row_document(self.document_kind, row_id)
        if kind in TERM_OF and document.name != stored.name:  # type: ignore[attr-defined]
            found = renaming.with_texts(
                editor,
                kind,
                row_id,
                document.name,
                version,
                plural=getattr(document, "plural", ""),  # type: ignore[attr-defined]
            )
            version += found is not None
        return editor.update_row(kind, row_id, document, version)

    def delete(self, editor: Editor, row_id: int, version: int) -> None:
        """Delete a row that nothing uses."""
        editor.delete_row(self.document_kind, row_id, version)


class RulesetView(WritingView):
    """The rulesets themselves."""

    document = d.RulesetDocument
    document_kind = "ruleset"
    title = "Rulesets"
    about = "One ruleset is one game: its rules, its words, its cards."
    cells = ("tagline",)
    column_list = ("name", "prefix", "tagline", "content_version", "card_template", "code")
    column_searchable_list = ("code", "name")

    def __init__(self, database: Database) -> None:
        super().__init__(models.Ruleset, database, name="Rulesets", endpoint="ruleset", url="/table/ruleset")

    def shown(self, row: Any, line: desk.RulesetLine) -> d.Document:
        """Return the head of a ruleset to show."""
        return catalog_document(desk.words(line)).ruleset

    def stored(self, editor: Editor, row_id: int) -> d.Document:
        """Return the head of a ruleset."""
        row = editor.session.get(models.Ruleset, row_id)
        if row is None:
            raise LookupError("This ruleset does not exist any more.")
        return catalog_document(read_catalog(editor.session, row.code, cards=(), decks=False)).ruleset

    def ruleset_of(self, row: Any) -> desk.RulesetLine | None:
        """Return the ruleset itself."""
        return next((line for line in desk.list_rulesets() if line.id == getattr(row, "id", None)), None)

    def create(self, editor: Editor, document: d.Document) -> None:
        """Add an empty ruleset."""
        editor.create_ruleset(document)  # type: ignore[arg-type]

    def update(self, editor: Editor, row_id: int, document: d.Document, version: int) -> int:
        """Change the head of a ruleset."""
        return editor.update_ruleset(row_id, document, version)  # type: ignore[arg-type]

    def delete(self, editor: Editor, row_id: int, version: int) -> None:
        """Delete a ruleset with all its cards, when its code was typed."""
        row = editor.session.get(models.Ruleset, row_id)
        if row is not None and request.form.get("confirm", "").strip() != row.code:
            message = f"Type the code {row.code} into the box to delete {row.name} with all its cards and decks."
            raise EditError([Finding("edit.confirm", "error", message)])
        editor.delete_ruleset(row_id, version)

    def get_save_return_url(self, model: Any, is_created: bool = False) -> str:
        """Return to the list."""
        return url_for("ruleset.index_view")


class UserView(GuardedView):
    """The people who may sign in. Names stay as they are, for the history names them; doors are shut, not removed."""

    can_create = can_edit = True
    title = "People"
    about = "Everybody who can sign in may edit everything. A shut door keeps the name in the history."
    column_list = ("name", "is_active", "created_at")
    column_details_list = ("name", "is_active", "created_at", "version")
    column_labels: ClassVar[dict[str, str]] = {"is_active": "May sign in", "created_at": "Since"}
    column_searchable_list = ("name",)
    column_default_sort = "name"

    def __init__(self, database: Database) -> None:
        super().__init__(models.User, database, name="People", endpoint="user", url="/table/user")

    def scaffold_form(self) -> type[ModelForm]:
        """Return the form of a person."""
        return type(
            "PersonForm",
            (ModelForm,),
            {
                "name": StringField("Name", description="It stands beside every change in the history."),
                "password": PasswordField("Password", description="At least 8 characters; a short sentence is fine."),
                "is_active": BooleanField("May sign in", default=True),
            },
        )

    def validate_form(self, form: Any) -> bool:
        """Return whether something was sent."""
        if isinstance(form, self._create_form_class | self._edit_form_class):
            return bool(is_form_submitted())
        return bool(super().validate_form(form))

    @expose("/new/", methods=("GET", "POST"))
    def create_view(self) -> Any:
        """Show an empty form, and add the person."""
        return answer(super().create_view())

    @expose("/edit/", methods=("GET", "POST"))
    @takes(number("id"))
    def edit_view(self) -> Any:
        """Show a person, and save."""
        if self.get_one(asked("id")) is None:
            abort(404, Sentence("There is no such person."))
        return answer(super().edit_view())

    def create_model(self, form: Any) -> bool:
        """Add a person."""
        try:
            name, password = (form["name"].data or "").strip(), form["password"].data or ""
            users.add_user(desk.desk().engine, name, password, author=current_user.name)
        except UsageError as error:
            form.complaints = [people.complaint("", str(error))]
            return False
        return True

    def update_model(self, form: Any, model: Any) -> bool:
        """Open or shut a door, set a new password."""
        is_active = bool(form["is_active"].data)
        password = form["password"].data or ""
        wrong = users.password_problem(password) if password else ""
        if not is_active and people.is_last(desk.session(), model.id):
            wrong = "Somebody must be able to sign in; this is the last one."
        if wrong:
            form.complaints = [people.complaint("", wrong)]
            return False
        engine, author = desk.desk().engine, current_user.name
        users.change_user(engine, model.id, author=author, password=password, is_active=is_active)
        return True

    def get_save_return_url(self, model: Any, is_created: bool = False) -> str:
        """Return to the list."""
        return url_for("user.index_view")
