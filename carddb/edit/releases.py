"""Adding releases and print jobs. Both are only ever added to: there is no way here to change or delete one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlmodel import SQLModel

from carddb import models
from carddb.catalog import Catalog
from carddb.edit.problems import EditError, problem
from carddb.edit.store import table_of
from carddb.edit.write import Editor
from carddb.models.base import LINE, NAME, TEXT

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")


def name_problem(name: str) -> str:
    """Return why a release cannot have this name, or ""."""
    if len(name) > NAME or not _NAME.fullmatch(name):
        return f"{name[:NAME]!r} is no name of a release: letters, digits and . _ + - only, such as v0.3."
    return ""


def add_release(editor: Editor, catalog: Catalog, name: str, **columns: Any) -> None:
    """Freeze a ruleset under a name. columns: those of models.Release beside ruleset, name and author.

    Raises: EditError when the name is taken or cannot be, or the note is too long.
    """
    if wrong := name_problem(name):
        raise EditError([problem("name", wrong, kind="release", code=name[:NAME])])
    bad = []
    note = columns.get("note", "")
    if len(note) > TEXT:
        bad.append(f"The note is {len(note):,} characters long; at most {TEXT:,} fit.")
    if "\0" in note:
        bad.append("The note holds an invisible NUL character; delete it.")
    table = table_of(models.Release)
    uid = catalog.ruleset.uid
    taken = select(table.c.at).where(table.c.ruleset_uid == uid, table.c.name == name)
    if row := editor.execute(taken).first():
        bad.append(
            f"{catalog.ruleset.name} has a release {name!r} already, of {row.at:%Y-%m-%d}, and it cannot be changed; "
            "choose another name."
        )
    found = [problem("name", message, kind="release", code=name[:NAME]) for message in bad]
    if found:
        raise EditError(found)
    row_of = {"ruleset_uid": uid, "name": name, "at": models.now(), "author": editor.author[:NAME], **columns}
    _add(editor, models.Release, row_of)


def add_print_job(
    editor: Editor, catalog: Catalog, *, selection: str, file: str, items: Sequence[dict[str, Any]], **columns: Any
) -> None:
    """Remember a file that was printed; see models.PrintJob for the columns."""
    row = {"ruleset_uid": catalog.ruleset.uid, "at": models.now(), "author": editor.author[:NAME]}
    _add(
        editor,
        models.PrintJob,
        {**row, "selection": selection[:LINE], "file": file[-LINE:], "items": list(items), **columns},
    )


def _add(editor: Editor, model: type[SQLModel], row: dict[str, Any]) -> None:
    editor.session.connection().execute(table_of(model).insert(), [row])
