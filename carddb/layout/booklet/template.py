"""Booklet templates: page, type sizes, fonts, colours and the drawn pages of ``print_templates/booklets/*.toml``.

Their language is described for designers at the top of ``print_templates/booklets/base.toml``; no content here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from carddb.layout.boxes import Measure
from carddb.layout.colors import ColorError, Palette
from carddb.layout.elements import ElementReader
from carddb.layout.reading import Table
from carddb.layout.template import Pattern, Template, Traits
from carddb.layout.template_file import FORMAT, find_template, list_templates, template_folders
from carddb.rules.finding import Finding, Where

NOBODY = Traits("", (), "", (), (), (), (), ())
"""Traits of no card: what the drawn pages of a booklet are resolved with."""

FONTS = ("text", "bold", "italic", "bold_italic", "title", "heading", "label", "label_bold")
"""Fonts that a booklet template names."""

COLORS = (
    "ink", "grey", "accent", "tint", "line", "paper", "legal", "illegal", "cover_title", "cover_text", "back_title",
    "back_text",
)  # fmt: skip
"""Colours that a booklet template names."""

SIZES = ("text", "leading", "small", "small_leading", "note", "heading", "subheading", "title", "tagline")
"""Type sizes and leadings that a booklet template states."""

PAGES = ("cover", "inside", "back")
"""Pages with drawn elements of their own: the cover, every inner page, the back page."""

_TABLES = ("page", "type", "fonts", "colors", "patterns", "cover", "papers")

PAPER = "a5"
"""The paper that [page] describes."""

MARGINS = ("inner", "outer", "top", "bottom", "note_gap", "note_edge")


@dataclass(frozen=True, slots=True)
class Cover:
    """Where things stand on the cover and the back page; lengths in micrometres from the top of the page.

    cards: codes of the cards in the fan; empty takes one of each affinity. align: of title and tagline.
    """

    title_top: int
    tagline_top: int
    fan_top: int
    fan_card: int
    back_top: int
    margin: int
    align: str
    cards: tuple[str, ...]
    uppercase: bool


@dataclass(frozen=True, slots=True)
class BookletTemplate:
    """A booklet's look, lengths in micrometres; inner is the margin at the spine, outer the one with the notes.

    A booklet on smaller paper is laid out with all lengths as they are on A5 and then drawn by ``scale``.
    art: size of the drawn pages, in parts of what the file says. has_notes: the outer margin carries rule ids.
    sheet: its pages are quick-reference cards that go on this sheet of cards.
    is_short: the turn, the table and the keywords on eight pages, to be folded from one sheet.
    """

    name: str
    width: int
    height: int
    inner: int
    outer: int
    top: int
    bottom: int
    note_gap: int
    note_edge: int
    sizes: Mapping[str, int]
    fonts: Mapping[str, str]
    colors: Mapping[str, str]
    drawn: Mapping[str, Template]
    cover: Cover
    paper: str = PAPER
    scale: float = 1.0
    art: float = 1.0
    has_notes: bool = True
    is_short: bool = False
    sheet: str = ""

    @property
    def column(self) -> int:
        """Return the width of the text."""
        return self.width - self.inner - self.outer

    @property
    def depth(self) -> int:
        """Return the height that text may fill: a whole number of lines."""
        leading = self.sizes["leading"]
        return (self.height - self.top - self.bottom) // leading * leading


def paper_names(folders: Sequence[Path] | None = None) -> tuple[str, ...]:
    """Return the papers that every booklet can be printed on, those of the base template."""
    merged = _merge("base", tuple(folders or template_folders()), lambda *_: None, ())
    return (PAPER, *(merged or {}).get("papers", {}))


def template_name(ruleset: str, folders: Sequence[Path] | None = None) -> str:
    """Return the name of the template for a ruleset's booklet: its own code when there is one, else "base"."""
    return ruleset if ruleset in list_templates("booklets", folders) else "base"


def load_booklet_template(
    name: str, *, folders: Sequence[Path] | None = None, measure: Measure | None = None, paper: str = PAPER
) -> tuple[BookletTemplate | None, list[Finding]]:
    """Read a booklet template.

    paper: "a5" for the page of the file, or one of its [papers]; an unknown one is a finding.
    measure: given, the fonts that the template names are checked too.
    Returns: the template, or None when a finding is an error; and all findings.
    """
    findings: list[Finding] = []

    def report(entry: str, message: str) -> None:
        where = Where("template", code=name, file=f"booklets/{name}.toml", entry=entry)
        findings.append(Finding("template.value", "error", message, where))

    merged = _merge(name, tuple(folders or template_folders()), report, ())
    if merged is None:
        return None, findings
    template = _read(name, merged, paper, report)
    if measure is not None:
        for alias, font in template.fonts.items():
            if problem := measure.problem(font):
                report(f"fonts.{alias}", f"The font cannot be used: {problem}.")
    return (None if findings else template), findings


def _merge(name: str, folders: tuple[Path, ...], report: Any, seen: tuple[str, ...]) -> dict[str, Any] | None:
    """Return the tables of a file over those of the file that it extends; a list of elements replaces the other."""
    path = find_template("booklets", name, folders)
    if name in seen:
        report("extends", f"The template {name!r} extends itself.")
        return None
    if path is None:
        known = ", ".join(list_templates("booklets", folders))
        report("", f"There is no booklet template {name!r}; known: {known}.")
        return None
    try:
        raw = tomllib.loads(path.read_bytes().decode("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        report("", f"The template cannot be read: {error}.")
        return None
    if raw.pop("format", None) != FORMAT:
        report("format", f"The template does not say format = {FORMAT}.")
    parent = raw.pop("extends", None)
    merged: dict[str, Any] | None = {}
    if parent is not None and not isinstance(parent, str):
        report("extends", f"{parent!r} is not the name of a template.")
        return None
    if parent is not None:
        merged = _merge(parent, folders, report, (*seen, name))
    if merged is None:
        return None
    for key, value in raw.items():
        if key not in (*_TABLES, *PAGES):
            report(key, f"{key!r} is no part of a booklet template.")
        elif key == "papers" and isinstance(value, dict) and all(isinstance(v, dict) for v in value.values()):
            known_papers = merged.setdefault("papers", {})
            for paper, own in value.items():
                known_papers[paper] = {**known_papers.get(paper, {}), **own}
        elif isinstance(value, dict):
            merged[key] = {**merged.get(key, {}), **value}
        else:
            report(key, f"{key!r} must be a table.")
    return merged


@dataclass(frozen=True, slots=True)
class _Page:
    """Page and margins, in the lengths of the layout; see BookletTemplate for the rest."""

    width: int
    height: int
    margins: Mapping[str, int]
    scale: float = 1.0
    art: float = 1.0
    has_notes: bool = True
    is_short: bool = False
    sheet: str = ""


def _page(merged: dict[str, Any], paper: str, report: Any) -> _Page:
    """Return the page of a paper; all papers are checked, whichever is asked for."""
    page = Table(merged.get("page", {}), "page", report)
    defaults = {
        "inner": 17_000, "outer": 31_000, "top": 20_000, "bottom": 18_000, "note_gap": 4_000, "note_edge": 6_000,
    }  # fmt: skip
    found = {
        PAPER: _Page(
            page.length("width", 148_000), page.length("height", 210_000),
            {key: page.length(key, defaults[key]) for key in MARGINS},
        )
    }  # fmt: skip
    page.done()
    own = found[PAPER]
    for name, values in merged.get("papers", {}).items():
        table = Table(values if isinstance(values, dict) else {}, f"papers.{name}", report)
        scale = table.number("scale", 1, low=0.3, high=2)
        art = table.number("art", 1, low=0.3, high=2)
        width, height = table.length("width", own.width), table.length("height", own.height)
        margins = {key: round(table.length(key, round(own.margins[key] * scale)) / scale) for key in MARGINS}
        found[name] = _Page(
            round(width / scale), round(height / scale), margins, scale, art / scale,
            table.flag("notes", True), table.flag("short", False), table.text("sheet", ""),
        )  # fmt: skip
        table.done()
    for name, tried in found.items():
        m = tried.margins
        if tried.width - m["inner"] - m["outer"] < 40_000 or tried.height - m["top"] - m["bottom"] < 60_000:
            entry = "page" if name == PAPER else f"papers.{name}"
            report(entry, f"The margins leave less than {40 * tried.scale:g} x {60 * tried.scale:g} mm for the text.")
    if paper not in found:
        report("papers", f"There is no paper {paper!r} for booklets; known: {', '.join(found)}.")
    return found.get(paper, own)


def _read(name: str, merged: dict[str, Any], paper: str, report: Any) -> BookletTemplate:
    fonts = {k: v for k, v in merged.get("fonts", {}).items() if isinstance(v, str)}
    for key in FONTS:
        if key not in fonts:
            report(f"fonts.{key}", 'This font is missing; it is a text such as "spectral bold".')
            fonts[key] = "noto-sans"
    named = {k: v for k, v in merged.get("colors", {}).items() if isinstance(v, str)}
    palette = Palette({"neutral": "#777777", **named}, {})
    colors = {}
    for key in COLORS:
        try:
            colors[key] = palette.resolve(named.get(key, ""), NOBODY)
        except ColorError as error:
            report(f"colors.{key}", f"This colour cannot be used: {error}.")
            colors[key] = "#000000"
    table = Table(merged.get("type", {}), "type", report)
    sizes = {key: table.length(key, 3_000) for key in SIZES}
    table.done()
    page = _page(merged, paper, report)
    patterns = {k: _pattern(v, k, report) for k, v in merged.get("patterns", {}).items()}
    reader = ElementReader(fonts, dict(named), {}, patterns, report)
    drawn = {}
    for kind in PAGES:
        rows = merged.get(kind, {}).get("element", [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            report(f"{kind}.element", f"Elements must be written as [[{kind}.element]].")
            rows = []
        elements = tuple(e for row in rows if (e := reader.read(dict(row), f"{kind}.element")))
        drawn[kind] = Template(
            name,
            round(page.width / page.art),
            round(page.height / page.art),
            0,
            fonts,
            dict(named),
            {},
            patterns,
            elements,
        )
    m = page.margins
    return BookletTemplate(
        name, page.width, page.height, m["inner"], m["outer"], m["top"], m["bottom"], m["note_gap"], m["note_edge"],
        sizes, fonts, colors, drawn, _cover(merged.get("cover", {}), page.art, report), paper, page.scale, page.art,
        page.has_notes, page.is_short, page.sheet,
    )  # fmt: skip


def _cover(values: dict[str, Any], art: float, report: Any) -> Cover:
    table = Table({k: v for k, v in values.items() if k != "element"}, "cover", report)

    def length(key: str, default: int) -> int:
        return round(table.length(key, default) * art)

    cover = Cover(
        length("title_top", 30_000), length("tagline_top", 60_000), length("fan_top", 90_000),
        length("fan_card", 50_000), length("back_top", 15_000), length("margin", 15_000),
        table.word("align", "center", ("left", "center")), table.words("cards"), table.flag("uppercase", False),
    )  # fmt: skip
    table.done()
    return cover


def _pattern(value: object, key: str, report: Any) -> Pattern:
    table = Table(value if isinstance(value, dict) else {}, f"patterns.{key}", report)
    pattern = Pattern(
        table.path("d"), table.pair("box", (10, 10)), table.length("size", 4_000), table.number("stroke_width", 0)
    )
    table.done()
    return pattern
