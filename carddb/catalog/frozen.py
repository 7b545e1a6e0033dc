"""A catalog as canonical JSON and back, exactly: what a release keeps. No table is read and nothing derived again."""

from __future__ import annotations

import dataclasses
import json
import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from carddb.catalog import nouns
from carddb.memory import building

FORMAT = 1
"""Of frozen catalogs. A noun that later gets a field with a default is still read from what was frozen before."""


class FrozenError(Exception):
    """What was frozen cannot be read; the message says why."""


@building()
def freeze_catalog(catalog: nouns.Catalog) -> bytes:
    """Return a catalog as UTF-8 JSON on one line; its mappings keep their order, which is that of the ruleset."""
    whole = {"format": FORMAT, "catalog": _plain(catalog)}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


@building()
def thaw_catalog(content: bytes) -> nouns.Catalog:
    """Return the catalog that was frozen. Raises: FrozenError when this carddb cannot read it."""
    try:
        whole = json.loads(content)
        if whole["format"] != FORMAT:
            raise FrozenError(f"it was frozen in format {whole['format']}, and this carddb reads format {FORMAT}")
        thawed: nouns.Catalog = _reader(nouns.Catalog)(whole["catalog"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FrozenError(f"its content is not what was frozen ({type(error).__name__}: {error})") from None
    return thawed


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value):
        noun: Any = type(value)
        return {name: _plain(getattr(value, name)) for name in _fields(noun)}
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value


@cache
def _fields(noun: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(noun))


@cache
def _reader(hint: Any) -> Callable[[Any], Any]:
    """Return what reads a value of a type from JSON."""
    if dataclasses.is_dataclass(hint):
        return _noun_reader(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        inner = _reader(arguments[0])
        return lambda value: tuple(inner(part) for part in value)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        inner = _reader(arguments[1])
        return lambda value: {key: inner(part) for key, part in value.items()}
    if origin in (Union, types.UnionType):
        return lambda value: tuple(value) if isinstance(value, list) else value
    if origin is Literal or hint in (str, int, float, bool):
        return lambda value: value
    raise TypeError(f"nothing reads {hint} from a frozen catalog")


def _noun_reader(noun: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(noun)
    readers = {name: _reader(hints[name]) for name in _fields(noun)}

    def read(value: Any) -> Any:
        return noun(**{name: readers[name](part) for name, part in value.items()})

    return read
