"""What every form sends beside its fields: the version that it was opened at, and a note for the history."""

from __future__ import annotations

from flask import request
from werkzeug.datastructures import MultiDict


def version_of(form: MultiDict[str, str], name: str = "row_version") -> int:
    """Return the version that a form was opened at; 0, which never fits, when it says none."""
    typed = form.get(name, "")
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else 0


def note_of_form() -> str:
    """Return the note that was typed for the history."""
    return request.form.get("note", "").strip()[:400]
