"""The one write path: an Editor validates, compares versions, writes a change and its revision in one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError, OperationalError

from carddb.edit import documents as d
from carddb.edit.card_writer import CHILDREN
from carddb.edit.deck_writer import DeckWriter
from carddb.edit.guard import write_session
from carddb.edit.problems import EditError, validation_findings
from carddb.edit.renaming import RenameWriter
from carddb.edit.ruleset_writer import RulesetWriter
from carddb.rules import Finding, Where


class Editor(RenameWriter, DeckWriter, RulesetWriter):
    """All ways to change the catalog. Every method checks first and writes only when nothing is wrong."""


@contextmanager
def editing(engine: Engine, author: str) -> Iterator[Editor]:
    """Open an editor; everything done with it is written together at the end, or not at all.

    Raises: EditError with all problems; Conflict when somebody else saved in between.
    """
    try:
        with write_session(engine) as session:
            yield Editor(session, author)
    except IntegrityError as error:
        raise EditError([_integrity_finding(error)]) from error
    except OperationalError as error:
        if not _is_busy(error):
            raise
        message = "The database is busy with somebody else's changes; nothing was written."
        raise EditError([Finding("edit.busy", "error", message, Where("database"), hint="Try again.")]) from error


def parse(document: type[d.Document], values: Mapping[str, Any], kind: str) -> Any:
    """Return the document of what a form or a client sent. Raises: EditError with all problems."""
    try:
        return document.model_validate(dict(values))
    except ValidationError as error:
        code = str(values.get("code", ""))
        raise EditError(validation_findings(error, kind=kind, code=code, model=document)) from None


def _is_busy(error: OperationalError) -> bool:
    """Return whether a writer waited too long (SQLite), or two waited for each other (PostgreSQL)."""
    return "locked" in str(error.orig) or getattr(error.orig, "sqlstate", "") in ("40P01", "55P03")


def _integrity_finding(error: IntegrityError) -> Finding:
    text = str(error.orig).upper()
    if "UNIQUE" in text:
        message = "Another entry already has this code, number or identity; nothing was written."
    elif "FOREIGN KEY" in text:
        message = "Something else still refers to this, or it refers to something that is gone; nothing was written."
    else:
        message = "The database refused this because a value is outside what it allows; nothing was written."
    return Finding(
        "edit.refused", "error", message, Where("database"), hint="Load the page again and repeat the change."
    )


__all__ = ["CHILDREN", "Editor", "editing", "parse"]
