"""How editing says no: all problems at once as findings, or a conflict with what somebody else saved."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import ValidationError

from carddb.rules import Finding, Where


class EditError(Exception):
    """Nothing was written; ``findings`` says why, field by field."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__("; ".join(finding.message for finding in findings))
        self.findings = list(findings)


class Conflict(EditError):
    """Somebody saved the same thing in between; ``current`` is what is stored now, ``version`` its version."""

    def __init__(self, kind: str, name: str, version: int, current: dict[str, Any]) -> None:
        message = (
            f"Somebody else changed {name!r} while you were editing it (it is at version {version} now). "
            "Your text is kept here: compare it with theirs and save again."
        )
        super().__init__([Finding("edit.conflict", "error", message, Where(kind, name=name))])
        self.version = version
        self.current = current


def problem(field: str, message: str, *, kind: str = "card", code: str = "", hint: str = "") -> Finding:
    """Return a finding about one field of the thing being saved."""
    return Finding("edit.invalid", "error", message, Where(kind, code=code, field=field), hint=hint)


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint that names the known words, the nearest first."""
    words = list(known)
    near = difflib.get_close_matches(word, words, n=3, cutoff=0.6)
    if near:
        return f"Did you mean {' or '.join(near)}?"
    return f"Known: {', '.join(words[:12])}{' ...' if len(words) > 12 else ''}." if words else "None is defined yet."


def validation_findings(
    error: ValidationError, *, kind: str, code: str = "", file: str = "", prefix: str = "", fields: Iterable[str] = ()
) -> list[Finding]:
    """Return one finding per problem that Pydantic found, in plain words with its place."""
    found = []
    for item in error.errors(include_url=False, include_context=True):
        place = _place(item["loc"])
        entry = ".".join(part for part in (prefix, place) if part)
        where = Where(kind, code=code, field=place, file=file, entry=entry if file else "")
        found.append(
            Finding(
                "edit.invalid", "error", f"{entry or 'entry'}: {_sentence(item)}", where, hint=_hint(item, fields)
            )
        )
    return found


def _place(loc: tuple[int | str, ...]) -> str:
    text = ""
    for part in loc:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def _hint(item: Any, fields: Iterable[str]) -> str:
    if item["type"] == "extra_forbidden" and fields:
        return nearest(str(item["loc"][-1]), fields)
    return ""


def _sentence(item: Any) -> str:
    kind, context, value = item["type"], item.get("ctx", {}), item.get("input")
    shown = repr(value) if len(repr(value)) <= 60 else repr(value)[:57] + "...'"
    simple = {
        "missing": "is missing",
        "extra_forbidden": "is not a known key",
        "string_type": f"must be text, not {shown}",
        "int_type": f"must be a whole number, not {shown}",
        "int_parsing": f"must be a whole number, not {shown}",
        "int_from_float": f"must be a whole number, not {shown}",
        "bool_type": f"must be true or false, not {shown}",
        "bool_parsing": f"must be true or false, not {shown}",
        "list_type": f"must be a list, not {shown}",
        "dict_type": f"must be a table of keys and values, not {shown}",
        "model_type": f"must be a table of keys and values, not {shown}",
        "model_attributes_type": f"must be a table of keys and values, not {shown}",
        "string_pattern_mismatch": f"{shown} does not have the form {context.get('pattern')}",
        "literal_error": f"must be {context.get('expected')}, not {shown}",
    }
    if kind in simple:
        return simple[kind]
    if kind == "string_too_long":
        return f"is {len(str(value)):,} characters long; at most {context['max_length']:,} fit"
    if kind in ("string_too_short", "too_short"):
        return "must not be empty"
    bounds = {
        "greater_than_equal": "at least {ge}",
        "less_than_equal": "at most {le}",
        "greater_than": "more than {gt}",
    }
    if kind in bounds:
        return f"must be {bounds[kind].format(**context)}, not {shown}"
    return str(item["msg"]).removeprefix("Value error, ")
