"""Data folders: a ruleset as TOML and Markdown that people edit and keep in git; read with every problem named."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from dataclasses import replace as dataclass_replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from carddb.edit import documents as d
from carddb.edit.problems import nearest, validation_findings
from carddb.edit.references import document_problems
from carddb.edit.registry import NOUNS
from carddb.exchange.files import write_text
from carddb.exchange.rulebook import read_rulebook, write_rulebook
from carddb.exchange.toml import write_toml
from carddb.rules import Finding, Where

FORMAT = 1
MAX_BYTES = 64_000_000
"""Largest data file that is read, in bytes."""

HEAD_KEYS = tuple(
    field.alias or name for name, field in d.RulesetDocument.model_fields.items() if name != "introduction"
)
RULESET_KINDS = (
    "parameter",
    "ruling",
    "zone",
    "phase",
    "card_type",
    "stat",
    "text",
    "role",
    "affinity",
    "rarity",
    "flag",
    "symbol",
    "phrase",
    "card_set",
    "deck_rule",
)
"""The tables of ruleset.toml, each a list of entries."""


BOUNDS = ("min", "max", "rows", "columns", "affinities_min", "affinities_max")
"""Keys that hold a number or a parameter code; a number is written as one."""

COMMENTS = {
    "parameter": "Numbers and choices of the rules",
    "ruling": "Gaps in the original rules, and how we read them",
    "zone": "Where cards lie, with their place on the battlefield diagram",
    "phase": "A turn",
    "card_type": "What cards are made of",
    "stat": "The printed numbers",
    "text": "Text boxes, and demands on texts",
    "role": "Roles and subtypes",
    "affinity": "Affinities",
    "rarity": "Rarities, from the most common to the rarest",
    "flag": "Markers",
    "symbol": "Symbols, written {code} in texts",
    "phrase": "The house vocabulary of rules texts",
    "card_set": "Card sets",
    "deck_rule": "What a deck must be",
}
"""Headings that write_folder puts above the lists of ruleset.toml."""


@dataclass(slots=True)
class FolderReading:
    """What a data folder holds; ``document`` is complete only when there are no findings."""

    document: d.CatalogDocument | None
    findings: list[Finding] = field(default_factory=list)


@dataclass(slots=True)
class _Source:
    """Where entries came from, so that later problems can name file and entry."""

    places: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    declared: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    findings: list[Finding] = field(default_factory=list)

    def note(self, kind: str, code: Any, file: str, entry: str) -> None:
        if isinstance(code, str):
            self.places.setdefault((kind, code), (file, entry))
            self.declared[kind].add(code)


def read_folder(folder: Path) -> FolderReading:
    """Read a data folder.

    Returns: the document, or None when the head of the ruleset could not be read, with all problems found:
    unreadable files, syntax, unknown keys, wrong types, ranges, double codes, dangling references.
    """
    source = _Source()
    if not (folder / "ruleset.toml").is_file():
        message = f"{folder} is no data folder: it has no ruleset.toml"
        return FolderReading(None, [Finding("file.missing", "error", message, Where("file", file=str(folder)))])
    top = _toml(folder, "ruleset.toml", source)
    introduction, sections, rules = read_rulebook(*_text(folder, "rulebook.md", source), source.findings)
    head = _entry(
        d.RulesetDocument,
        {**{key: top[key] for key in top if key in HEAD_KEYS}, "introduction": introduction},
        source,
        kind="ruleset",
        file="ruleset.toml",
        entry="",
    )
    _unknown_keys(top, ("format", *HEAD_KEYS, *RULESET_KINDS), "ruleset.toml", source)
    lists: dict[str, list[Any]] = {
        NOUNS[kind].plural: _entries(NOUNS[kind].document, kind, top, "ruleset.toml", source)
        for kind in RULESET_KINDS
    }
    for kind, raw in (("section", sections), ("rule", rules)):
        lists[NOUNS[kind].plural] = _entries(NOUNS[kind].document, kind, {kind: raw}, "rulebook.md", source)
    for name, kind, document in (
        ("keywords.toml", "keyword", d.KeywordDocument),
        ("cards.toml", "card", d.CardDocument),
    ):
        data = _toml(folder, name, source)
        _unknown_keys(data, ("format", kind), name, source)
        lists[kind + "s"] = _entries(document, kind, data, name, source)
    lists["decks"] = _files(folder, "decks", "deck", d.DeckDocument, source)
    lists["scenarios"] = _files(folder, "tables", "scenario", d.ScenarioDocument, source)
    if head is None:
        return FolderReading(None, source.findings)
    whole = d.CatalogDocument.model_construct(None, ruleset=head, **lists)
    crossed = [_located(finding, source) for finding in document_problems(whole, source.declared)]
    return FolderReading(whole, source.findings + crossed)


def write_folder(document: d.CatalogDocument, folder: Path) -> list[Path]:
    """Write a ruleset as a data folder; read_folder gives the same document back.

    Files of decks and tables that the document does not name are removed. Each file is written whole or not at all.

    Returns: the files written, in order.
    """
    head = document.ruleset.model_dump(by_alias=True, exclude={"introduction"}, exclude_defaults=True)
    top: dict[str, Any] = {"format": FORMAT, **head}
    for kind in RULESET_KINDS:
        entries = getattr(document, NOUNS[kind].plural)
        if entries:
            top[kind] = [_raw(entry) for entry in entries]
    files: dict[str, str] = {
        "ruleset.toml": write_toml(
            top, COMMENTS | {"": f"{document.ruleset.name}: the ruleset. The format is described in data/README.md."}
        ),
        "rulebook.md": write_rulebook(document),
        "keywords.toml": write_toml({"format": FORMAT, "keyword": [_raw(k) for k in document.keywords]}),
        "cards.toml": write_toml({"format": FORMAT, "card": [_raw(card) for card in document.cards]}),
    }
    lists: dict[str, list[Any]] = {"decks": [*document.decks], "tables": [*document.scenarios]}
    for name, entries in lists.items():
        for index, entry in enumerate(entries):
            raw = {"format": FORMAT, "order": index + 1, **_raw(entry)}
            files[f"{name}/{entry.code}.toml"] = write_toml(raw)
    for name in ("decks", "tables"):
        (folder / name).mkdir(parents=True, exist_ok=True)
        for path in (folder / name).glob("*.toml"):
            if f"{name}/{path.name}" not in files:
                path.unlink()
    for name, text in files.items():
        write_text(folder / name, text)
    return [folder / name for name in files]


def _raw(entry: d.Document) -> dict[str, Any]:
    """Return an entry without what it would have anyway; codes and names always stand there."""
    raw = entry.model_dump(by_alias=True, exclude_defaults=True, mode="json")
    for part in (raw, *raw.get("argument", [])):
        part |= {key: int(part[key]) for key in BOUNDS if isinstance(part.get(key), str) and _is_whole(part[key])}
    if isinstance(entry, d.DeckRuleDocument):
        raw |= raw.pop("options", {})
    if isinstance(entry, d.CardDocument):
        raw["stats"] = {code: int(text) if _is_whole(text) else text for code, text in entry.stats.items()}
        if not entry.stats:
            del raw["stats"]
    return raw


def _is_whole(text: str) -> bool:
    """Return whether a whole number would be written as just this text."""
    return bool(re.fullmatch(r"0|-?[1-9]\d{0,8}", text))


def list_folders(root: Path) -> list[Path]:
    """Return the data folders inside a folder, or the folder itself when it is one."""
    if (root / "ruleset.toml").is_file():
        return [root]
    return sorted(path.parent for path in root.glob("*/ruleset.toml"))


def _text(folder: Path, name: str, source: _Source) -> tuple[str, str]:
    """Return a file's text ("" when it is not there or cannot be read) and its name."""
    path = folder / name
    if not path.is_file():
        return "", name

    def refuse(message: str, hint: str = "", **where: Any) -> tuple[str, str]:
        finding = Finding("file.unreadable", "error", message, Where("file", file=name, **where), hint=hint)
        source.findings.append(finding)
        return "", name

    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            return refuse(f"the file has {size:,} bytes; at most {MAX_BYTES:,} are read")
        raw = path.read_bytes()
    except OSError as error:
        return refuse(f"the file cannot be read: {error.strerror}")
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n"), name
    except UnicodeDecodeError as error:
        row = raw.count(b"\n", 0, error.start) + 1
        return refuse(f"line {row} is not UTF-8 text", "Save the file as UTF-8.", row=row)


def _toml(folder: Path, name: str, source: _Source) -> dict[str, Any]:
    text, _ = _text(folder, name, source)
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        place = re.search(r"line (\d+), column (\d+)", str(error))
        row, column = (int(place[1]), int(place[2])) if place else (None, None)
        where = Where("file", file=name, row=row, column=column)
        source.findings.append(Finding("file.syntax", "error", f"is not valid TOML: {error}", where))
        return {}
    if text and data.get("format", FORMAT) != FORMAT:
        message = f"format {data['format']!r} is not known; this carddb reads format {FORMAT}"
        source.findings.append(Finding("file.format", "error", message, Where("file", file=name)))
    return data


def _unknown_keys(data: Mapping[str, Any], known: Iterable[str], name: str, source: _Source) -> None:
    known = tuple(known)
    for key in data:
        if key not in known:
            where = Where("file", file=name, entry=key)
            message = f"{key!r} is not a known key"
            source.findings.append(Finding("edit.invalid", "error", message, where, hint=nearest(key, known)))


def _entry(
    document: type[d.Document], raw: Mapping[str, Any], source: _Source, *, kind: str, file: str, entry: str
) -> Any:
    try:
        return document.model_validate(raw)
    except ValidationError as error:
        code = raw.get("code", "")
        fields = [f.alias or name for name, f in document.model_fields.items()]
        source.findings += validation_findings(
            error, kind=kind, code=code if isinstance(code, str) else "", file=file, prefix=entry, fields=fields
        )
        return None


def _entries(document: type[d.Document], kind: str, data: Mapping[str, Any], file: str, source: _Source) -> list[Any]:
    raw = data.get(kind, [])
    if not isinstance(raw, list) or not all(isinstance(item, dict) for item in raw):
        message = f"{kind} must be a list of tables: write [[{kind}]] above each"
        source.findings.append(Finding("edit.invalid", "error", message, Where("file", file=file, entry=kind)))
        return []
    found = []
    for index, item in enumerate(raw):
        place = f"{kind}[{index + 1}]"
        source.note(kind, item.get("code"), file, place)
        entry = _entry(document, item, source, kind=kind, file=file, entry=place)
        if entry is not None:
            found.append(entry)
    return found


def _files(folder: Path, name: str, kind: str, document: type[d.Document], source: _Source) -> list[Any]:
    found = []
    for path in sorted((folder / name).glob("*.toml")):
        file = f"{name}/{path.name}"
        before = len(source.findings)
        data = _toml(folder, file, source)
        if len(source.findings) > before and not data:
            continue
        data.pop("format", None)
        order = data.pop("order", 0)
        source.note(kind, data.get("code"), file, "")
        entry = _entry(document, data, source, kind=kind, file=file, entry="")
        if entry is not None:
            found.append((order if isinstance(order, int) else 0, entry))
    return [entry for _, entry in sorted(found, key=lambda pair: pair[0])]


def _located(finding: Finding, source: _Source) -> Finding:
    file, entry = source.places.get((finding.where.kind, finding.where.code), ("", ""))
    if not file:
        return finding
    place = ".".join(part for part in (entry, finding.where.field) if part)
    where = dataclass_replace(finding.where, file=file, entry=place)
    return dataclass_replace(finding, where=where)
