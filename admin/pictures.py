"""Rendered cards as pictures: drawn once per content by the layout that also prints, then kept on disk."""

from __future__ import annotations

import hashlib
import os
import tempfile
import threading
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from flask import g

from admin import desk
from admin.desk import RulesetLine
from carddb import __version__
from carddb.catalog import Card, Catalog
from carddb.layout.card import CardPlacer
from carddb.layout.template_file import load_template, template_folders
from carddb.pdf.fonts import FontBook
from carddb.pdf.raster import card_png
from carddb.rules import Finding

WIDTHS = {"small": 96, "medium": 230, "large": 620}
"""Pixels across: in a table, in a gallery or fan, beside a form."""

MOST_KEPT = 4000
"""Pictures kept on disk; when there are more, the oldest half goes."""

_END = b"IEND\xaeB`\x82"
"""The last bytes of every whole PNG."""

DRAWING = threading.Lock()
"""PDFium and the placer's scratch space serve one thread at a time."""


@cache
def _fonts(folder: Path | None) -> FontBook:
    return FontBook(folder)


class NoTemplate(Exception):
    """The card template of the ruleset cannot be used; ``findings`` says why."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__("; ".join(finding.message for finding in findings))
        self.findings = findings


def picture_key(card: Card, line: RulesetLine) -> str:
    """Return a key that changes whenever the picture of a card could."""
    text = f"{__version__} {card.uid} {card.version} {_words_stamp(line)}"
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def card_picture(card: Card, line: RulesetLine, size: str) -> bytes:
    """Return the picture of a stored card as PNG. Raises: NoTemplate."""
    path = desk.desk().files / "pictures" / f"{picture_key(card, line)}-{size}.png"
    try:
        data = path.read_bytes()
        if data.endswith(_END):
            return data
    except OSError:
        pass
    data, _ = draw(card, desk.words(line), line, size)
    _keep(path, data)
    return data


def draw(card: Card, catalog: Catalog, line: RulesetLine, size: str) -> tuple[bytes, list[Finding]]:
    """Draw a card as it would be printed. Returns: the PNG, and what the layout says. Raises: NoTemplate."""
    with DRAWING:
        placer, fonts = _placer(catalog, line)
        placed = placer.place(card)
        return card_png(placed, fonts, width_px=WIDTHS[size]), list(placed.findings)


def layout_findings(card: Card, line: RulesetLine) -> list[Finding]:
    """Return what the layout says about a card and its printings: text that does not fit, missing characters."""
    return layout_findings_of([card], line)


def layout_findings_of(cards: Iterable[Card], line: RulesetLine) -> list[Finding]:
    """Return what the layout says about cards; what is known of a card stays known until it changes."""
    kept: dict[str, list[Finding]] = desk.desk().keep(("laid", line.code), _words_stamp(line), dict)
    found: list[Finding] = []
    try:
        with DRAWING:
            placer, _ = _placer(desk.words(line), line)
            for card in cards:
                key = f"{card.uid} {card.version}"
                if key not in kept:
                    placed = [placer.place(card, printing) for printing in card.printings or (None,)]
                    kept[key] = [finding for each in placed for finding in each.findings]
                found += kept[key]
    except NoTemplate as error:
        return error.findings
    return found


def _words_stamp(line: RulesetLine) -> tuple[int, int, int]:
    return line.id, desk.vocabulary(line)[1], template_stamp()


def _placer(catalog: Catalog, line: RulesetLine) -> tuple[CardPlacer, FontBook]:
    at_desk = desk.desk()
    own = at_desk.files / "fonts"
    fonts = _fonts(own if own.is_dir() else None)

    def make() -> CardPlacer:
        folders = template_folders(at_desk.files.parent)
        template, findings = load_template(catalog.ruleset.card_template, folders=folders, measure=fonts)
        if template is None:
            raise NoTemplate(findings)
        return CardPlacer(catalog, template, fonts, art_folder=at_desk.files / "art")

    return at_desk.keep(("placer", line.code), _words_stamp(line), make), fonts


def template_stamp() -> int:
    """Return a number that changes when a card template is saved; looked up once in a request."""
    if "template_stamp" not in g:
        folders = template_folders(desk.desk().files.parent)
        stats = [file.stat() for folder in folders for file in sorted((folder / "cards").glob("*.toml"))]
        g.template_stamp = hash(tuple((found.st_mtime_ns, found.st_size) for found in stats))
    return int(g.template_stamp)


def _keep(path: Path, data: bytes) -> None:
    """Keep a picture; a full disk only costs drawing it again."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)
        if hash(path.name) % 100 == 0:
            _sweep(path.parent)
    except OSError:
        return


def _sweep(folder: Path) -> None:
    pictures = sorted(folder.glob("*.png"), key=lambda file: file.stat().st_mtime)
    for file in pictures[: max(0, len(pictures) - MOST_KEPT // 2)] if len(pictures) > MOST_KEPT else ():
        file.unlink(missing_ok=True)
