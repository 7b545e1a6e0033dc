"""The formats that a catalog can be written in: one line each, with what it cannot express."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from carddb.catalog import Card, Catalog
from carddb.exchange import json


@dataclass(frozen=True, slots=True)
class Format:
    """A way out: ``write(catalog, path, cards)`` returns the files it wrote."""

    name: str
    text: str
    cannot: str
    write: Callable[[Catalog, Path, Sequence[Card] | None], list[Path]]


FORMATS: Mapping[str, Format] = {
    f.name: f
    for f in (
        Format(
            "json",
            "a folder of JSON files with schemas and a manifest; carddb load reads it back",
            "history, users and art files",
            json.write_export,
        ),
    )
}
