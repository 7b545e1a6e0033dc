"""How editing says no: all problems at once as findings, or a conflict with what somebody else saved."""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Iterable, Sequence
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from carddb.edit.documents import FORMS
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
    near = difflib.get_close_matches(word[:LONGEST], words[:MOST], n=3, cutoff=0.6)
    if near:
        return f"Did you mean {' or '.join(near)}?"
    return f"Known: {', '.join(words[:12])}{' ...' if len(words) > 12 else ''}." if words else "None is defined yet."


def shown(value: Any) -> str:
    """Return a value for a message: as typed, and cut when it is long or deep."""
    return _SHORT.repr(value)


_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60
_SHORT.maxlevel = 2

LONGEST = 80
"""Longest word that is compared with the known ones, in characters."""
MOST = 2000
"""Most known words that a word is compared with."""


def enumerate_names(names: Sequence[str], most: int = 5) -> str:
    """Return names as words of a sentence: "a, b and 12 more"."""
    shown = list(names[:most]) if len(names) > most + 1 else list(names)
    if len(names) > len(shown):
        return f"{', '.join(shown)} and {len(names) - len(shown)} more"
    return " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))


def validation_findings(
    error: ValidationError,
    *,
    kind: str,
    code: str = "",
    file: str = "",
    prefix: str = "",
    model: type[BaseModel] | None = None,
) -> list[Finding]:
    """Return one finding per problem that Pydantic found, in plain words with its place.

    Args:
        error: what Pydantic found.
        kind: what was read, a word of ``Where.kind``.
        code: its code.
        file: the file it stands in.
        prefix: its place in that file.
        model: the document that was asked for; known keys are named from it.
    """
    found = []
    for item in error.errors(include_url=False, include_context=True):
        place = _place(item["loc"])
        entry = f"{prefix}.{place}" if prefix and place else prefix or place
        where = Where(kind, code=code, field=place, file=file, entry=entry if file else "")
        sentence = f"{place} {_sentence(item)}" if place else _sentence(item)
        found.append(Finding("edit.invalid", "error", f"{sentence}.", where, hint=_hint(item, model)))
    return found


def _place(loc: tuple[int | str, ...]) -> str:
    text = ""
    for part in loc:
        if isinstance(part, int):
            text += f"[{part + 1}]"
        elif part != "[key]":
            word = part if len(part) <= LONGEST else part[:LONGEST] + "..."
            text += f".{word}" if text else word
    return text


def _hint(item: Any, model: Any) -> str:
    """Return the keys that are known at the place of an unknown one."""
    if item["type"] != "extra_forbidden" or model is None:
        return ""
    for part in item["loc"][:-1]:
        model = _inside(model, part)
    fields = getattr(model, "model_fields", {})
    return nearest(str(item["loc"][-1]), [field.alias or name for name, field in fields.items()]) if fields else ""


def _inside(model: Any, part: int | str) -> Any:
    """Return the document that a field, or the items of a list, hold; None when they hold none."""
    if isinstance(part, int):
        return model
    for name, field in getattr(model, "model_fields", {}).items():
        if part in (name, field.alias):
            inner = [t for t in (field.annotation, *get_args(field.annotation)) if hasattr(t, "model_fields")]
            return inner[0] if inner else None
    return None


def _sentence(item: Any) -> str:
    kind, context, value = item["type"], item.get("ctx", {}), shown(item.get("input"))
    form = FORMS.get(context.get("pattern", ""), "written otherwise")
    number, table = f"must be a whole number, not {value}", f"must be a table of keys and values, not {value}"
    truth, text = f"must be true or false, not {value}", f"must be text in quotes, not {value}"
    simple = {
        "missing": "is missing",
        "extra_forbidden": "is not a known key",
        "string_type": text,
        "string_unicode": "holds half of a character (a lone surrogate); type it again",
        "int_type": number,
        "int_parsing": number,
        "int_from_float": number,
        "int_parsing_size": number,
        "float_type": f"must be a number, not {value}",
        "float_parsing": f"must be a number, not {value}",
        "finite_number": f"must be a number, not {value}",
        "bool_type": truth,
        "bool_parsing": truth,
        "list_type": f"must be a list in square brackets, not {value}",
        "dict_type": table,
        "model_type": table,
        "model_attributes_type": table,
        "string_pattern_mismatch": f"must be {form}, not {value}",
        "literal_error": f"must be {context.get('expected')}, not {value}",
    }
    if kind in simple:
        return simple[kind]
    if kind == "string_too_long":
        return f"is {len(str(item['input'])):,} characters long; at most {context['max_length']:,} fit"
    if kind in ("string_too_short", "too_short"):
        return "must not be empty"
    bounds = {
        "greater_than_equal": "at least {ge}",
        "less_than_equal": "at most {le}",
        "greater_than": "more than {gt}",
    }
    if kind in bounds:
        return f"must be {bounds[kind].format(**context)}, not {value}"
    return str(item["msg"]).removeprefix("Value error, ").rstrip(".")
