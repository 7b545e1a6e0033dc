"""What can be read of an entry that has something wrong with it, so that the rest of it is looked at all the same."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, get_args, get_origin

from pydantic import TypeAdapter, ValidationError

from carddb.edit.documents import Document


def read_partly(document: type[Document], raw: Mapping[str, Any]) -> Any:
    """Return an entry with every field that can be read; the others are empty. No check between fields is made.

    Lists of entries keep all their entries, each read partly; other lists and tables keep the items that can be read.
    """
    values: dict[str, Any] = {}
    for name, field in document.model_fields.items():
        key = field.alias or name
        if key in raw:
            values[name] = _read(document, name, raw[key])
        elif field.is_required():
            values[name] = _empty(field.annotation)
    return document.model_construct(None, **values)


def _read(document: type[Document], name: str, value: Any) -> Any:
    annotation = document.model_fields[name].annotation
    inner = next((t for t in get_args(annotation) if isinstance(t, type) and issubclass(t, Document)), None)
    if inner is not None:
        items = value if isinstance(value, list) else []
        return [read_partly(inner, item if isinstance(item, dict) else {}) for item in items]
    adapter = _adapter(document, name)
    try:
        return adapter.validate_python(value, strict=True)
    except ValidationError as error:
        wrong = {item["loc"][0] for item in error.errors(include_url=False) if item["loc"]}
    kept: Any = None
    if isinstance(value, dict):
        kept = {key: item for key, item in value.items() if key not in wrong}
    elif isinstance(value, list):
        kept = [item for index, item in enumerate(value) if index not in wrong]
    if wrong and kept:
        try:
            return adapter.validate_python(kept, strict=True)
        except ValidationError:
            pass
    return _empty(annotation)


@cache
def _adapter(document: type[Document], name: str) -> TypeAdapter[Any]:
    field = document.model_fields[name]
    annotated: Any = Annotated[(field.annotation, name, *field.metadata)]  # the name: there must be something
    return TypeAdapter(annotated)


def _empty(annotation: Any) -> Any:
    kind = get_origin(annotation) or annotation
    return kind() if kind in (list, dict) else ""
