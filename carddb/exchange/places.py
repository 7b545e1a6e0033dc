"""On which line of a TOML file an entry stands, so that a problem can be found by whoever has to mend it."""

from __future__ import annotations

import re
from collections import Counter

_TOKEN = re.compile(r'"""|\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#.*')
_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*\Z")
_KEY = re.compile(r"\s*([A-Za-z0-9_-]+|\"[^\"]*\")\s*(?:\.[^=]*)?=")


def rows_of_toml(text: str) -> dict[str, int]:
    """Return the line of each place of a file, such as ``card[3]`` or ``card[3].stats``, as far as it can be told."""
    rows: dict[str, int] = {}
    counts: Counter[str] = Counter()
    table, quote, depth = "", "", 0
    for row, line in enumerate(text.split("\n"), start=1):
        started_inside = bool(quote) or depth > 0
        code, quote = _without_strings(line, quote)
        header = None if started_inside else _HEADER.match(code)
        if header:
            table = _table(header[1] == "[[", header[2], counts)
            rows.setdefault(table, row)
            continue
        key = None if started_inside else _KEY.match(line)
        if key:
            rows.setdefault(f"{table}.{key[1].strip(chr(34))}".lstrip("."), row)
        depth = max(0, depth + code.count("[") - code.count("]"))
    return rows


def row_of(rows: dict[str, int], place: str) -> int | None:
    """Return the line of a place, or of the nearest one around it."""
    while place and place not in rows:
        place = place[: place.rfind("[" if place.endswith("]") else ".")] if "." in place or "[" in place else ""
    return rows.get(place)


def _table(is_list: bool, path: str, counts: Counter[str]) -> str:
    """Return the place that a header opens: ``[[ruling.reading]]`` may be ``ruling[2].reading[1]``."""
    place = ""
    parts = path.split(".")
    for index, part in enumerate(parts):
        place = f"{place}.{part.strip()}".lstrip(".")
        if index == len(parts) - 1 and is_list:
            counts[place] += 1
        if counts[place]:
            place = f"{place}[{counts[place]}]"
    return place


def _without_strings(line: str, quote: str) -> tuple[str, str]:
    """Return a line without strings and comments, and the quotes of a text that goes on in the next line."""
    code: list[str] = []
    start = 0
    while start <= len(line):
        if quote:
            end = _closing(line, quote, start)
            if end < 0:
                return "".join(code), quote
            start, quote = end, ""
        found = _TOKEN.search(line, start)
        if not found:
            code.append(line[start:])
            break
        code.append(line[start : found.start()])
        start = found.end()
        if found[0] in ('"""', "'''"):
            quote = found[0]
    return "".join(code), quote


def _closing(line: str, quote: str, start: int) -> int:
    """Return the place after the quotes that close a text of several lines, or -1."""
    found = re.compile(r'(?:[^"\\]|\\.|"(?!""))*"""' if quote == '"""' else r"[^']*(?:'(?!'')[^']*)*'''").match(
        line, start
    )
    return found.end() if found else -1
