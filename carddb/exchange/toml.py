"""TOML as people like to read it: short things on one line, texts as blocks, lists of small tables inline."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
WIDTH = 110
"""A list longer than this, in characters, is broken into one item a line."""

BLOCKS = ("reading", "step", "row", "argument")
"""Keys inside an entry that are written as tables of their own."""


def write_toml(data: Mapping[str, Any], comments: Mapping[str, str] | None = None) -> str:
    """Return the TOML of a file: plain keys first, then tables, then each list of tables as [[blocks]].

    comments: by key of a list of tables, one line that stands above its first block; "" stands at the top.
    """
    comments = comments or {}
    tables = {key: value for key, value in data.items() if isinstance(value, Mapping) and value}
    plain = {key: value for key, value in data.items() if not _is_tables(value) and key not in tables}
    parts = [f"# {comments['']}" if "" in comments else "", _lines(plain)]
    parts += [f"[{_key(key)}]\n{_lines(table)}" for key, table in tables.items()]
    for key, value in data.items():
        if _is_tables(value):
            parts.append(f"# ---- {comments[key]}" if key in comments else "")
            parts += [_block(_key(key), item) for item in value]
    return "\n\n".join(part for part in parts if part) + "\n"


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _block(name: str, item: Mapping[str, Any]) -> str:
    inner = {key: value for key, value in item.items() if key in BLOCKS and _is_tables(value)}
    plain = {key: value for key, value in item.items() if key not in inner}
    text = f"[[{name}]]\n{_lines(plain)}".rstrip("\n")
    for key, tables in inner.items():
        text += "".join(f"\n{_block(f'{name}.{key}', table)}" for table in tables)
    return text


def _lines(table: Mapping[str, Any]) -> str:
    return "\n".join(f"{_key(key)} = {_value(value)}" for key, value in table.items())


def _key(key: str) -> str:
    return key if _BARE.match(key) else _string(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _text(value) if "\n" in value else _string(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_inline(v)}" for k, v in value.items()) + " }" if value else "{}"
    items = [_inline(item) for item in value]
    line = "[" + ", ".join(items) + "]"
    if len(line) <= WIDTH:
        return line
    return "[\n" + "".join(f"  {item},\n" for item in items) + "]"


def _inline(value: Any) -> str:
    """Return a value on one line: inside an inline table TOML allows no line breaks outside strings."""
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, list):
        return "[" + ", ".join(_inline(item) for item in value) + "]"
    return _value(value)


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}


def _string(text: str) -> str:
    if text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return '"' + "".join(c if c.isprintable() and c not in '\\"' else _escape(c) for c in text) + '"'


def _escape(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    number = ord(character)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _text(text: str) -> str:
    lines = (_string(line)[1:-1] for line in text.split("\n"))
    body = "\n".join(lines).replace('\\"', '"').replace('"""', '""\\"')
    if body.endswith('"'):
        body = body[:-1] + '\\"'
    return f'"""\n{body}"""'
