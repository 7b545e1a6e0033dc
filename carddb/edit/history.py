"""What a change leaves behind: one revision per thing, with what it was and what it became."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from carddb import models
from carddb.edit import documents as d

Change = dict[str, Any]
"""thing_id, code, action, from_version, to_version, before, after of one changed thing."""


def created(thing_id: int, document: d.Document, *, version: int = 1) -> Change:
    """Return the change that adds a thing."""
    return _change(thing_id, document, "create", None, version, None, document)


def updated(thing_id: int, before: d.Document, after: d.Document, version: int) -> Change:
    """Return the change of a thing that was at ``version``."""
    return _change(thing_id, after, "update", version, version + 1, before, after)


def deleted(thing_id: int, before: d.Document, version: int) -> Change:
    """Return the change that removes a thing."""
    return _change(thing_id, before, "delete", version, None, before, None)


def reordered(ruleset_id: int, code: str) -> Change:
    """Return the change of a ruleset of which only the order of rows differs."""
    return {
        "thing_id": ruleset_id,
        "code": code,
        "action": "update",
        "from_version": None,
        "to_version": None,
        "before": None,
        "after": None,
    }


def _change(
    thing_id: int,
    named: Any,
    action: str,
    from_version: int | None,
    to_version: int | None,
    before: d.Document | None,
    after: d.Document | None,
) -> Change:
    return {
        "thing_id": thing_id,
        "code": named.ruleset.code if isinstance(named, d.CatalogDocument) else named.code,
        "action": action,
        "from_version": from_version,
        "to_version": to_version,
        "before": before.model_dump(by_alias=True, mode="json") if before else None,
        "after": after.model_dump(by_alias=True, mode="json") if after else None,
    }


def revision_rows(
    author: str, ruleset_id: int, kind: str, changes: Iterable[Change], note: str
) -> list[dict[str, Any]]:
    """Return the rows of the revision table for changes of one kind of thing, all at the same moment."""
    at = models.now()
    base = {"at": at, "author": author, "ruleset_id": ruleset_id, "kind": kind, "note": note}
    return [{**base, **change} for change in changes]
