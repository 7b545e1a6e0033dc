"""The files of a data folder: read, taken apart, and remembered, so that every problem names file, entry and line."""

from __future__ import annotations

import re
import stat
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from carddb.edit import documents as d
from carddb.edit.partial import read_partly
from carddb.edit.problems import nearest, shown, validation_findings
from carddb.edit.references import ANYTHING
from carddb.exchange.places import row_of, rows_of_toml
from carddb.rules import Finding, Where

FORMAT = 1
MAX_BYTES = 64_000_000
"""Largest data file that is read, in bytes."""

_HINTS = (
    ("Illegal character '\\n'", "A text ends on its own line; one of several lines stands in three quotes."),
    ("Unescaped '\\\\'", "Write \\\\ for a backslash."),
    ("Invalid value", "A text stands in quotes, a list in [ ], a table of keys in { }."),
    ("Expected '='", 'A line is written key = value, such as name = "Stone Golem".'),
    ("Cannot overwrite", "This key stands there twice."),
    ("Cannot declare", "This table stands there twice."),
)


@dataclass(slots=True)
class Source:
    """One data folder, and all that was found out about it."""

    folder: Path
    findings: list[Finding] = field(default_factory=list)
    declared: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    places: dict[tuple[str, str], list[tuple[str, str]]] = field(default_factory=lambda: defaultdict(list))
    rows: dict[str, dict[str, int]] = field(default_factory=dict)
    homes: dict[str, str] = field(default_factory=dict)
    """The file that holds the entries of a kind."""
    partial: dict[str, list[Any]] = field(default_factory=lambda: defaultdict(list))
    """What could be read of entries with problems, by kind."""
    texts: dict[str, str] = field(default_factory=dict)

    def say(self, code: str, message: str, file: str, *, hint: str = "", **where: Any) -> None:
        """Add a finding about a file."""
        self.findings.append(Finding(code, "error", message, Where("file", file=file, **where), hint=hint))

    def text(self, name: str) -> str | None:
        """Return the text of a file with Unix line ends, or None after saying why there is none."""
        path = self.folder / name
        if path.is_dir():
            self.say("file.unreadable", "This is a folder; a file of this name belongs here.", name)
            return None
        try:
            status = path.stat()
            if not stat.S_ISREG(status.st_mode):
                self.say("file.unreadable", "This is a pipe or a device; a plain file belongs here.", name)
                return None
            if status.st_size > MAX_BYTES:
                message = f"The file has {status.st_size:,} bytes; at most {MAX_BYTES:,} are read."
                self.say("file.unreadable", message, name)
                return None
            raw = path.read_bytes()
        except FileNotFoundError:
            message = "The file is missing; a data folder has one even when nothing stands in it."
            self.say("file.missing", message, name, hint=_empty(name))
            return None
        except OSError as error:
            self.say("file.unreadable", f"The file cannot be read: {error.strerror}.", name)
            return None
        if _is_utf16(raw):
            message = "This is not UTF-8 text; it looks like UTF-16."
            self.say("file.unreadable", message, name, hint="Save the file as UTF-8.")
            return None
        try:
            self.texts[name] = raw.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            row = raw.count(b"\n", 0, error.start) + 1
            message = f"Line {row} is not UTF-8 text (byte {raw[error.start]:#04x})."
            self.say("file.unreadable", message, name, hint="Save the file as UTF-8.", row=row)
            return None
        return self.texts[name]

    def toml(self, name: str, known: Iterable[str] = ()) -> dict[str, Any] | None:
        """Return the keys of a TOML file, or None after saying why there are none; ``known`` keys may stand there."""
        text = self.text(name)
        if text is None:
            return None
        try:
            data = tomllib.loads(text)
        except RecursionError:
            self.say("file.syntax", "This is not valid TOML: lists or tables stand too deep inside each other.", name)
            return None
        except ValueError as error:
            self._syntax(name, str(error))
            return None
        if "format" not in data:
            self.say("file.format", "format is missing.", name, hint=f"Write format = {FORMAT} as the first line.")
        elif data["format"] is True or data["format"] != FORMAT:
            message = f"format {shown(data['format'])} is not known; this carddb reads format {FORMAT}."
            self.say("file.format", message, name, entry="format")
        known = ("format", *known)
        for key in data if len(known) > 1 else ():
            if key not in known:
                message = f"{shown(key)} is not a known key."
                self.say("edit.invalid", message, name, entry=key[:80], hint=nearest(key, known))
        return data

    def _syntax(self, name: str, message: str) -> None:
        found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)", message)
        row, column = (int(found[1]), int(found[2])) if found and found[1] else (None, None)
        hint = next((hint for start, hint in _HINTS if start in message), "")
        where = f", line {row}, column {column}" if row else " at its end" if found else ""
        reason = message.replace(found[0], "") if found else message
        if "integer string conversion" in reason:
            reason = "a number has too many digits"
        text = f"This is not valid TOML{where}: {reason}."
        self.say("file.syntax", text, name, hint=hint, row=row, column=column)

    def entry(self, document: type[d.Document], raw: Mapping[str, Any], kind: str, file: str, entry: str) -> Any:
        """Return the document of an entry, or None after saying what is wrong with it."""
        code = raw.get("code", "")
        try:
            return document.model_validate(dict(raw), strict=True)
        except ValidationError as error:
            self.findings += validation_findings(
                error,
                kind=kind,
                code=code if isinstance(code, str) and len(code) <= 80 else "",
                file=file,
                prefix=entry,
                model=document,
            )
            entry_read = read_partly(document, raw)
            if getattr(entry_read, "code", ""):
                self.partial[kind].append(entry_read)
            return None

    def entries(self, document: type[d.Document], kind: str, data: Mapping[str, Any] | None, file: str) -> list[Any]:
        """Return the documents of a list of entries; those with problems are left out and declared all the same."""
        self.homes[kind] = file
        if data is None:
            self.declared[kind].add(ANYTHING)
            return []
        raw = data.get(kind, [])
        if not isinstance(raw, list):
            message = f"{kind} must be a list of tables: write [[{kind}]] above each."
            self.say("edit.invalid", message, file, entry=kind)
            self.declared[kind].add(ANYTHING)
            return []
        found = []
        for index, item in enumerate(raw):
            place = f"{kind}[{index + 1}]"
            if not isinstance(item, dict):
                message = f"{place} must be a table of keys and values, not {shown(item)}."
                self.say("edit.invalid", message, file, entry=place)
                continue
            self.note(kind, item.get("code"), file, place)
            entry = self.entry(document, item, kind, file, place)
            if entry is not None:
                found.append(entry)
        return found

    def files(self, name: str, kind: str, document: type[d.Document]) -> list[Any]:
        """Return the documents of a folder of files, one each, in the order that they ask for, else by file name."""
        folder = self.folder / name
        if folder.exists() and not folder.is_dir():
            self.say("file.unreadable", "This is a file; a folder of this name belongs here.", name)
            return []
        found = []
        for path in sorted(folder.glob("*.toml")):
            file = f"{name}/{path.name}"
            data = self.toml(file)
            if data is None:
                continue
            data.pop("format", None)
            order = data.pop("order", 0)
            if not isinstance(order, int) or isinstance(order, bool):
                message = f"order must be a whole number, not {shown(order)}."
                self.say("edit.invalid", message, file, entry="order")
                order = 0
            self.note(kind, data.get("code"), file, "")
            entry = self.entry(document, data, kind, file, "")
            if entry is not None:
                found.append((order, entry))
        return [entry for _, entry in sorted(found, key=lambda pair: pair[0])]

    def note(self, kind: str, code: Any, file: str, entry: str) -> None:
        """Remember where an entry stands, even one that turns out to be wrong."""
        if isinstance(code, str):
            self.places[kind, code].append((file, entry))
            self.declared[kind].add(code)

    def located(self, findings: Iterable[Finding]) -> list[Finding]:
        """Return findings with file, entry and line, as far as they are known."""
        return [self._with_row(self._with_file(finding)) for finding in findings]

    def _with_file(self, finding: Finding) -> Finding:
        places = self.places.get((finding.where.kind, finding.where.code), [])
        if not finding.where.file and not finding.where.code and finding.where.kind in self.homes:
            return replace(finding, where=replace(finding.where, file=self.homes[finding.where.kind]))
        if finding.where.file or not places:
            return finding
        file, entry = places[-1]
        place = ".".join(part for part in (entry, finding.where.field) if part)
        where = replace(finding.where, file=file, entry=place)
        hint = finding.hint
        if finding.where.field == "code" and len(places) > 1:
            others = [
                self._with_row(replace(finding, where=Where("file", finding.where.code, file=f, entry=e)))
                for f, e in places[:-1]
            ]
            hint = f"The others: {', '.join(other.where.label() for other in others[:5])}."
        return replace(finding, where=where, hint=hint)

    def _with_row(self, finding: Finding) -> Finding:
        where = finding.where
        if where.row is not None or not where.entry or not (where.file in self.rows or where.file in self.texts):
            return finding
        if where.file not in self.rows:
            self.rows[where.file] = rows_of_toml(self.texts[where.file])
        return replace(finding, where=replace(where, row=row_of(self.rows[where.file], where.entry)))


def _is_utf16(raw: bytes) -> bool:
    """Return whether a file begins with the mark of UTF-16, or has a zero beside almost every letter."""
    start = raw[:200]
    return start.startswith((b"\xff\xfe", b"\xfe\xff")) or (len(start) > 3 and start.count(0) * 3 > len(start))


def _empty(name: str) -> str:
    return (
        f"Write format = {FORMAT} into it." if name.endswith(".toml") else "Write # and the name of the game into it."
    )
