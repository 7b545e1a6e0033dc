"""What Flask-Admin needs to show SQLModel tables: its converters do not know SQLModel's own column types.

Source: contrib.sqla of Flask-Admin 2.2 looks converters up by the name of a column's class.
"""

from __future__ import annotations

from typing import Any

from flask_admin.contrib.sqla import ModelView
from flask_admin.contrib.sqla.filters import FilterConverter
from flask_admin.contrib.sqla.form import AdminModelConverter
from flask_admin.form import BaseForm
from sqlalchemy import and_, cast, or_
from sqlalchemy.types import String, TypeDecorator


class SafePopulate:
    """Only fields that the model has are written to it; pydantic refuses unknown attributes."""

    def populate_obj(self, obj: Any) -> None:
        """Copy the form's values to an object."""
        for name, field in self._fields.items():  # type: ignore[attr-defined]
            if hasattr(type(obj), name):
                field.populate_obj(obj, name)


class ModelForm(SafePopulate, BaseForm):
    """The base of forms; its CSRF token comes from CSRFProtect."""


def _plain(column: Any) -> Any:
    return column.type.impl_instance if isinstance(column.type, TypeDecorator) else column.type


class Converter(AdminModelConverter):
    """Finds the converter of the type that SQLModel's own types decorate."""

    def get_converter(self, column: Any) -> Any:
        """Return the converter of a column."""
        found = super().get_converter(column)
        if found is None and isinstance(column.type, TypeDecorator):
            for kind in type(_plain(column)).__mro__:
                found = self.converters.get(f"{kind.__module__}.{kind.__name__}") or self.converters.get(
                    kind.__name__
                )
                if found:
                    return found
        return found


class Filters(FilterConverter):
    """Finds the filters of the type that SQLModel's own types decorate."""

    def convert(self, type_name: str, column: Any, name: str, **options: Any) -> Any:
        """Return the filters of a column."""
        found = super().convert(type_name, column, name, **options)
        if found is None and isinstance(column.type, TypeDecorator):
            found = super().convert(type(_plain(column)).__name__, column, name, **options)
        return found


class SQLModelView(ModelView):
    """A table of SQLModel in Flask-Admin. Searching takes % and _ as the characters that they are."""

    form_base_class = ModelForm
    model_form_converter = Converter
    filter_converter = Filters()
    list_template = "tables/list.html"
    details_template = "tables/details.html"
    create_template = "tables/form.html"
    edit_template = "tables/form.html"
    column_display_pk = False
    can_view_details = True
    page_size = 50
    can_set_page_size = False
    column_display_actions = False

    def scaffold_auto_joins(self) -> list[Any]:
        """Return no joins: lists read their own table only."""
        return []

    def _apply_search(self, query: Any, count_query: Any, joins: Any, count_joins: Any, search: str) -> Any:
        columns = [getattr(self.model, name) for name in self.column_searchable_list or ()]
        words = search[:200].split()
        if columns and words:
            found = and_(
                *(
                    or_(*(cast(column, String).icontains(word, autoescape=True) for column in columns))
                    for word in words
                )
            )
            query = query.filter(found)
            count_query = count_query.filter(found) if count_query is not None else None
        return query, count_query, joins, count_joins

    def get_one(self, id: Any) -> Any:
        """Return a row by what stands in the address, None for anything that is no id."""
        text = str(id)
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            return None
        return super().get_one(text)

    def _get_list_extra_args(self) -> Any:
        arguments = super()._get_list_extra_args()
        arguments.page = min(max(arguments.page or 0, 0), 10_000_000)
        return arguments
