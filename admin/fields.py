"""From a document's fields to the fields of a form and back: lines, texts, numbers, choices, lists, small tables."""

from __future__ import annotations

import tomllib
import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from wtforms import BooleanField, Field, SelectField, StringField, TextAreaField

from admin.book import typed_value, written_value
from carddb.edit import EditError
from carddb.edit.documents import Document
from carddb.edit.problems import problem
from carddb.exchange.descriptions import BY_NAME
from carddb.exchange.toml import write_toml
from carddb.models.base import LINE, NAME

HIDDEN = ("uid",)

HELP = {
    "lines": "One on each line.",
    "table": "As in the data files: key = value on each line.",
    "tables": "As in the data files: each entry under its [[heading]].",
    "value": "A number, true or false, a word, none, or one word on each line, as the type says.",
}


@dataclass(frozen=True, slots=True)
class Spec:
    """A field of a document as a form shows it.

    key: its name in files and forms. kind: line, text, number, switch, choice, lines, table, tables or value.
    """

    name: str
    key: str
    kind: str
    is_required: bool
    choices: tuple[str, ...] = ()

    @property
    def help(self) -> str:
        """Return a sentence for the form."""
        return " ".join(part for part in (BY_NAME.get(self.key, ""), HELP.get(self.kind, "")) if part)


def specs_of(document: type[Document]) -> list[Spec]:
    """Return the fields of a document that people type, in order."""
    return [_spec(name, info) for name, info in document.model_fields.items() if name not in HIDDEN]


def _spec(name: str, info: FieldInfo) -> Spec:
    kind, choices = _kind(info.annotation, info)
    if name == "value":
        kind = "value"
    return Spec(name, info.alias or name, kind, info.is_required(), choices)


def _kind(annotation: Any, info: FieldInfo) -> tuple[str, tuple[str, ...]]:
    origin = get_origin(annotation)
    if origin is Annotated:
        return _kind(get_args(annotation)[0], info)
    if origin in (Union, types.UnionType):
        inner = [arg for arg in get_args(annotation) if arg is not type(None)]
        return _kind(inner[0], info)
    if origin is Literal:
        return "choice", tuple(get_args(annotation))
    if origin is list:
        item = get_args(annotation)[0]
        is_table = isinstance(item, type) and issubclass(item, BaseModel)
        return ("tables" if is_table else "lines"), ()
    if origin is dict:
        return "table", ()
    if annotation is bool:
        return "switch", ()
    if annotation in (int, float):
        return "number", ()
    limit = next((m.max_length for m in info.metadata if getattr(m, "max_length", None)), NAME)
    return ("text" if limit >= LINE else "line"), ()


def form_fields(document: type[Document]) -> dict[str, Field]:
    """Return unbound WTForms fields for a document, by key."""
    return {spec.key: _form_field(spec) for spec in specs_of(document)}


def _form_field(spec: Spec) -> Any:
    label = spec.key.replace("_", " ").capitalize()
    options = {"description": spec.help, "render_kw": {"data-kind": spec.kind}}
    if spec.kind == "switch":
        return BooleanField(label, **options)
    if spec.kind == "choice":
        return SelectField(label, choices=[(c, c or "none") for c in spec.choices], validate_choice=False, **options)
    if spec.kind in ("text", "lines", "table", "tables", "value"):
        return TextAreaField(label, **options)
    return StringField(label, **options)


def written(document: Document) -> dict[str, Any]:
    """Return the values of a document as its form holds them, by key."""
    dump = document.model_dump(by_alias=True, mode="json")
    return {spec.key: _write(spec, dump[spec.key]) for spec in specs_of(type(document))}


def _write(spec: Spec, value: Any) -> Any:
    if spec.kind == "value":
        return written_value(value)
    if value is None:
        return ""
    if spec.kind == "lines":
        return "\n".join(value)
    if spec.kind == "table":
        return write_toml(value).strip()
    if spec.kind == "tables":
        return write_toml({spec.key: value}).strip() if value else ""
    if spec.kind == "number":
        return f"{value:g}" if isinstance(value, float) else str(value)
    return value


def read(document: type[Document], typed: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """Return typed values in the shape of a document. Raises: EditError naming fields whose tables cannot be read."""
    values: dict[str, Any] = {}
    bad = []
    for spec in specs_of(document):
        text = typed.get(spec.key)
        if spec.kind == "switch":
            values[spec.key] = bool(text)
            continue
        text = str(text if text is not None else "").replace("\r\n", "\n")
        if spec.kind in ("table", "tables"):
            try:
                values[spec.key] = _read_table(spec, text)
            except ValueError as error:
                bad.append(problem(spec.key, f"{spec.key}: this cannot be read. {error}", kind=kind))
        elif spec.kind == "lines":
            values[spec.key] = [line.strip() for line in text.split("\n") if line.strip()]
        elif spec.kind == "value":
            values[spec.key] = typed_value(text, str(typed.get("type", "")))
        elif spec.kind == "number":
            if text.strip() or spec.is_required:
                values[spec.key] = text.strip()
        else:
            values[spec.key] = text
    if bad:
        raise EditError(bad)
    return values


def _read_table(spec: Spec, text: str) -> Any:
    """Raises: ValueError with a sentence."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"{error}.") from None
    if spec.kind == "table":
        return data
    other = [key for key in data if key != spec.key]
    if other:
        raise ValueError(f"{other[0]!r} stands outside; begin each entry with [[{spec.key}]].")
    return data.get(spec.key, [])
