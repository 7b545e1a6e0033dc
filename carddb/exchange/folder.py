"""Data folders: a ruleset as TOML and Markdown that people edit and keep in git; read with every problem named."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from carddb.edit import documents as d
from carddb.edit.references import document_problems
from carddb.edit.registry import NOUNS
from carddb.exchange.files import write_files
from carddb.exchange.rulebook import read_rulebook, write_rulebook
from carddb.exchange.source import FORMAT, Source
from carddb.exchange.toml import write_toml
from carddb.memory import building
from carddb.rules import Finding, Where

HEAD_KEYS = tuple(
    field.alias or name
    for name, field in d.RulesetDocument.model_fields.items()
    if name not in ("introduction", "design")
)
DESIGN = "design.md"
"""The design notes, a file that a data folder may have."""
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


@building()
def read_folder(folder: Path) -> FolderReading:
    """Read a data folder.

    Returns: the document, or None when the head of the ruleset could not be read, with all problems found:
    unreadable files, syntax, unknown keys, wrong types, ranges, double codes, dangling references.
    """
    source = Source(folder)
    if not (folder / "ruleset.toml").exists():
        message = f"{folder} is no data folder: it has no ruleset.toml."
        return FolderReading(None, [Finding("file.missing", "error", message, Where("file", file=str(folder)))])
    top = source.toml("ruleset.toml", (*HEAD_KEYS, *RULESET_KINDS))
    book = source.text("rulebook.md")
    introduction, raw_book = "", None
    if book is not None:
        introduction, sections, rules, rows = read_rulebook(book, "rulebook.md", source.findings)
        source.rows["rulebook.md"] = rows
        raw_book = {"section": sections, "rule": rules}
    notes = source.text(DESIGN) if (folder / DESIGN).exists() else None
    if notes is not None and not notes.strip():
        source.say("file.unreadable", "The file is empty; write the design notes, or delete it.", DESIGN)
    head = None
    if top is not None:
        own = {key: top[key] for key in top if key in HEAD_KEYS}
        raw_head = {**own, "introduction": introduction, "design": (notes or "").strip()}
        head = source.entry(d.RulesetDocument, raw_head, "ruleset", "ruleset.toml", "")
        source.findings = [_of_the_book(finding) for finding in source.findings]
    lists: dict[str, list[Any]] = {}
    for kind in RULESET_KINDS:
        lists[NOUNS[kind].plural] = source.entries(NOUNS[kind].document, kind, top, "ruleset.toml")
    for kind in ("section", "rule"):
        lists[NOUNS[kind].plural] = source.entries(NOUNS[kind].document, kind, raw_book, "rulebook.md")
    keywords = source.toml("keywords.toml", ("keyword",))
    lists["keywords"] = source.entries(d.KeywordDocument, "keyword", keywords, "keywords.toml")
    cards = source.toml("cards.toml", ("card",))
    lists["cards"] = source.entries(d.CardDocument, "card", cards, "cards.toml")
    lists["decks"] = source.files("decks", "deck", d.DeckDocument)
    lists["scenarios"] = source.files("tables", "scenario", d.ScenarioDocument)
    everything: dict[str, Any] = {"ruleset": head, **lists}
    whole = d.CatalogDocument.model_construct(None, **everything)
    plurals = {"card": "cards", "deck": "decks"} | {kind: noun.plural for kind, noun in NOUNS.items()}
    partial: dict[str, Any] = {plurals[kind]: found for kind, found in source.partial.items() if kind in plurals}
    broken = d.CatalogDocument.model_construct(None, **partial)
    found = [*source.findings, *document_problems(whole, source.declared, broken=broken)]
    return FolderReading(whole if head is not None else None, source.located(found))


def _of_the_book(finding: Finding) -> Finding:
    """Return a finding about a long text of the ruleset with the file that it stands in."""
    file = {"introduction": "rulebook.md", "design": DESIGN}.get(finding.where.field or "")
    if finding.where.kind != "ruleset" or file is None:
        return finding
    return replace(finding, where=replace(finding.where, file=file, row=1))


@building()
def write_folder(document: d.CatalogDocument, folder: Path) -> list[Path]:
    """Write a ruleset as a data folder; read_folder gives the same document back.

    All files are written or none; then files of decks and tables that the document does not name are removed.

    Returns: the files written, in order.
    """
    head = document.ruleset.model_dump(by_alias=True, exclude={"introduction", "design"}, exclude_defaults=True)
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
    if document.ruleset.design:
        files[DESIGN] = document.ruleset.design + "\n"
    lists: dict[str, list[Any]] = {"decks": [*document.decks], "tables": [*document.scenarios]}
    for name, entries in lists.items():
        for index, entry in enumerate(entries):
            raw = {"format": FORMAT, "order": index + 1, **_raw(entry)}
            files[f"{name}/{entry.code}.toml"] = write_toml(raw)
    written = write_files(folder, {name: text.encode("utf-8") for name, text in files.items()})
    if DESIGN not in files:
        (folder / DESIGN).unlink(missing_ok=True)
    for name in lists:
        (folder / name).mkdir(exist_ok=True)
        for path in (folder / name).glob("*.toml"):
            if f"{name}/{path.name}" not in files:
                path.unlink()
    return written


def _raw(entry: d.Document) -> dict[str, Any]:
    """Return an entry without what it would have anyway; codes and names always stand there."""
    raw = entry.model_dump(by_alias=True, exclude_defaults=True, mode="json")
    if isinstance(entry, d.DeckRuleDocument):
        raw |= raw.pop("options", {})
    for part in (raw, *raw.get("argument", [])):
        part |= {key: int(part[key]) for key in BOUNDS if isinstance(part.get(key), str) and _is_whole(part[key])}
    if isinstance(entry, d.CardDocument):
        raw["stats"] = {code: int(text) if _is_whole(text) else text for code, text in entry.stats.items()}
        if not entry.stats:
            del raw["stats"]
    return raw


def _is_whole(text: str) -> bool:
    """Return whether a whole number would be written as just this text."""
    return bool(re.fullmatch(r"0|-?[1-9][0-9]{0,8}", text))


def list_folders(root: Path) -> list[Path]:
    """Return the data folders inside a folder, or the folder itself when it is one."""
    if (root / "ruleset.toml").exists():
        return [root]
    return sorted(path.parent for path in root.glob("*/ruleset.toml"))
