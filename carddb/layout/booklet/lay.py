"""The rule booklet of a ruleset: everything from the catalog, laid out on pages, with contents, index and bookmarks.

Pages come in reading order, a multiple of four: the sheets of a folded booklet then close around its back page.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path as FilePath
from typing import NamedTuple

from carddb.catalog import Catalog
from carddb.layout.booklet.aids import lay_aids
from carddb.layout.booklet.blocks import Bench
from carddb.layout.booklet.content import lay_content, lay_short
from carddb.layout.booklet.cover import lay_back, lay_cover
from carddb.layout.booklet.flow import Outline, PageRef, Placed, Strip, pour, pour_chapters, together
from carddb.layout.booklet.index import Entry, find_entries, lay_index
from carddb.layout.booklet.pages import BookletPage, Pager
from carddb.layout.booklet.structure import Element
from carddb.layout.booklet.template import BookletTemplate
from carddb.layout.booklet.text import BASELINE, Writer, text_run
from carddb.layout.boxes import Box, Measure, Path
from carddb.layout.card import CardPlacer
from carddb.layout.template import Template
from carddb.rules.finding import Finding, Where

Progress = Callable[[int, int], None]
"""Called with steps done and steps in all."""

STEPS = 5

SHEET_PAGES = 4
"""Pages of one folded sheet."""

INDEX_COLUMNS = 2

MINI_INSIDE = 6
"""Pages of a mini booklet between its cover and its back."""

MINI_SHARES = (1.0, 0.96, 0.92, 0.88, 0.84, 0.8, 0.77)
"""Sizes of the text that are tried; the last prints at 5 pt or a little less. Source: house choice."""

CLOSER = ((0.5, 1.0), (0.0, 1.0), (0.0, 0.95), (0.0, 0.9))
"""Gaps and leading of contents that would begin another page, as parts of the usual ones. Source: house choice."""


class Bookmark(NamedTuple):
    """An entry of the reader's outline; ``page`` counts from 1, level 0 is a chapter."""

    level: int
    title: str
    page: int


class PlacedBooklet(NamedTuple):
    """A booklet with everything in its place.

    contents: title -> page as printed; entries: those of the index.
    anchors: name of a thing -> page, such as "rule:SH-RES-1".
    """

    title: str
    language: str
    pages: tuple[BookletPage, ...]
    outline: tuple[Bookmark, ...]
    contents: tuple[tuple[str, int], ...]
    entries: tuple[Entry, ...]
    anchors: Mapping[str, int]
    findings: tuple[Finding, ...]
    is_mini: bool = False
    sheet: str = ""
    copies: int = 1


def lay_booklet(
    catalog: Catalog, template: BookletTemplate, card_template: Template, measure: Measure, *,
    art_folder: FilePath | None = None, progress: Progress | None = None,
) -> PlacedBooklet:  # fmt: skip
    """Lay out the booklet of a ruleset.

    card_template: what the real cards in it are drawn with. progress: may raise to cancel.
    """
    collects = gc.isenabled()
    gc.disable()  # Boxes make no cycles; looking for them costs a fifth of the time.
    try:
        if template.sheet:
            return _lay_aids(make_bench(catalog, template, card_template, measure, art_folder))
        if template.is_short:
            return lay_mini(make_bench(catalog, template, card_template, measure, art_folder))
        return _Booklet(catalog, template, card_template, measure, art_folder, progress).lay()
    finally:
        if collects:
            gc.enable()


def _lay_aids(bench: Bench) -> PlacedBooklet:
    pages, ruleset = tuple(lay_aids(bench)), bench.catalog.ruleset
    findings = tuple(dict.fromkeys(bench.writer.findings))
    title = f"{ruleset.name} – quick reference"
    sheet, copies = bench.template.sheet, ruleset.players
    return PlacedBooklet(title, ruleset.language, pages, (), (), (), {}, findings, sheet=sheet, copies=copies)


def lay_mini(bench: Bench) -> PlacedBooklet:
    """Return the eight pages of a mini booklet, its text as large as lets everything stand on six of them.

    What does not fit at the smallest size is left out and named in a finding.
    """
    own, ruleset = bench.template, bench.catalog.ruleset
    pages: list[list[Placed]] = []
    for share in MINI_SHARES:
        sizes = {key: round(size * share) for key, size in own.sizes.items()}
        bench.template = replace(own, sizes={**sizes, "title": own.sizes["title"], "tagline": own.sizes["tagline"]})
        bench.writer.findings.clear()
        pages = pour(lay_short(bench), bench.template.depth, bench.line // 2)
        if len(pages) <= MINI_INSIDE:
            break
    findings = list(bench.writer.findings)
    if lost := pages[MINI_INSIDE:]:
        titles = [p.strip.outline.title for page in lost for p in page if p.strip.outline]
        named = f": {', '.join(titles)}" if titles else ""
        message = f"{len(lost)} pages of the mini booklet find no room and were left out{named}."
        hint = "Print the booklet on other paper, or shorten the texts of phases and keywords."
        where = Where("ruleset", code=ruleset.code, name=ruleset.name)
        findings.append(Finding("booklet.mini", "warning", message, where, ruleset=ruleset.code, hint=hint))
    inside = [*pages[:MINI_INSIDE], *([[]] * (MINI_INSIDE - len(pages)))]
    anchors = dict(_anchors(inside, 2))
    pager = Pager(bench, anchors)
    cover, back = lay_cover(bench, pager.drawn("cover")), lay_back(bench, pager.drawn("back"))
    placed = [pager.blank(cover.boxes, 1, "cover", cover.words, cover.spans)]
    head = ""
    for number, rows in enumerate(inside, start=2):
        head = next((p.strip.head for p in reversed(rows) if p.strip.head), head)
        placed.append(pager.page(rows, number, head) if rows else pager.notes_page(number, "Notes"))
    placed.append(pager.blank(back.boxes, MINI_INSIDE + 2, "back", back.words, back.spans))
    strips = [p.strip for rows in inside for p in rows]
    outline = tuple(Bookmark(o.level, o.title, anchors[a]) for o, a in _outlines(strips))
    title = f"{ruleset.name} – rules in short"
    found = tuple(dict.fromkeys(findings))
    return PlacedBooklet(title, ruleset.language, tuple(placed), outline, (), (), anchors, found, is_mini=True)


class Reading(NamedTuple):
    """What a booklet says, without pages: for media that have none.

    strips: in reading order. outline: title, anchor and level of each entry. accent: the booklet's colour.
    """

    title: str
    strips: tuple[Strip, ...]
    outline: tuple[tuple[str, str, int], ...]
    accent: str
    findings: tuple[Finding, ...]


def read_booklet(
    catalog: Catalog, template: BookletTemplate, card_template: Template, measure: Measure, *,
    art_folder: FilePath | None = None,
) -> Reading:  # fmt: skip
    """Return what the booklet of a ruleset says."""
    bench = make_bench(catalog, template, card_template, measure, art_folder)
    strips = lay_content(bench)
    outline = tuple((o.title, anchor, o.level) for o, anchor in _outlines(strips))
    findings = tuple(dict.fromkeys(bench.writer.findings))
    return Reading(f"{catalog.ruleset.name} – rules", tuple(strips), outline, template.colors["accent"], findings)


def make_bench(
    catalog: Catalog, template: BookletTemplate, card_template: Template, measure: Measure,
    art_folder: FilePath | None = None,
) -> Bench:  # fmt: skip
    """Return what making a booklet takes."""
    writer = Writer(measure, catalog, template.fonts["label"], template.colors["accent"])
    placer = CardPlacer(catalog, card_template, measure, art_folder=art_folder)
    return Bench(catalog, template, writer, placer)


class _Booklet:
    def __init__(
        self, catalog: Catalog, template: BookletTemplate, card_template: Template, measure: Measure,
        art_folder: FilePath | None, progress: Progress | None,
    ) -> None:  # fmt: skip
        self.bench = make_bench(catalog, template, card_template, measure, art_folder)
        self.catalog = catalog
        self.template = template
        self._progress = progress
        self._done = 0

    def lay(self) -> PlacedBooklet:
        grid = self.bench.line // 2
        depth = self.template.depth
        main = lay_content(self.bench)
        self._step()
        heading = self.bench.chapter("", "Index", "chapter:index", new_page=True)
        contents = self._contents_pages([*main, *heading])
        body = pour_chapters(main, depth, grid)
        self._step()
        first = 2 + len(contents)
        anchors = dict(_anchors(body, first))
        texts = {first + n: " ".join(p.strip.text for p in page) for n, page in enumerate(body)}
        entries = find_entries(self.catalog, texts, anchors)
        self._step()
        column = (self.bench.wide - 5_000) // INDEX_COLUMNS
        index = self._index_pages(heading, lay_index(self.bench, entries, column), depth, grid)
        anchors |= dict(_anchors(index, first + len(body)))
        for n, page in enumerate(contents):
            anchors |= dict(_anchors([page], 2 + n))
        pages = self._pages(anchors, contents, body, index)
        self._step()
        outline = [Bookmark(o.level, o.title, anchors[a]) for o, a in _outlines([*main, *heading])]
        listed = tuple((title, anchors[anchor]) for title, anchor, _ in self._listed([*main, *heading]))
        self._step()
        ruleset = self.catalog.ruleset
        return PlacedBooklet(
            f"{ruleset.name} – rules",
            ruleset.language,
            tuple(pages),
            tuple(outline),
            listed,
            tuple(entries),
            anchors,
            tuple(dict.fromkeys(self.bench.writer.findings)),
        )

    def _step(self) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, STEPS)

    # --- contents ---

    def _listed(self, strips: Sequence[Strip]) -> list[tuple[str, str, int]]:
        """Return what the contents list: title, anchor, level."""
        return [(o.title, anchor, o.level) for o, anchor in _outlines(strips)]

    def _contents(self, strips: Sequence[Strip], *, air: float = 1, leading: float = 1) -> list[Strip]:
        """Return the lines of the contents; air and leading: parts of the usual gaps and distance of lines."""
        bench = self.bench
        out = bench.chapter("", "Contents", "chapter:contents", new_page=True)
        out = [s._replace(outline=None) for s in out]
        style = bench.style()
        style = style._replace(leading=round(style.leading * leading))
        for title, anchor, level in self._listed(strips):
            face = bench.style(face="italic", color="grey") if level else style._replace(regular=style.bold)
            indent = 6_500 if level else 0
            number, _, rest = title.partition(" ")
            has_number = not level and number.isdigit()
            words = bench.writer.words([text_run(rest if has_number else title)], face)
            lines = bench.writer.lines(words, bench.column - 6_500 - 12_000)
            line = lines[0]
            baseline = round(style.leading * BASELINE)
            left = indent if level else 6_500
            boxes: list[Box] = list(bench.writer.place(line, left, baseline)[0])
            if has_number:
                boxes += bench.set_runs([text_run(number)], style._replace(color=bench.color("accent")))[0]
            boxes.append(_leader(bench, round(left + line.width), baseline))
            font = bench.template.fonts["label"]
            ref = PageRef(bench.column, baseline, anchor, font, style.size, bench.color("ink"))
            gap = 0 if level else round(bench.line / 4 * air)
            out.append(
                Strip(
                    style.leading,
                    tuple(boxes),
                    refs=(ref,),
                    text=title,
                    gap=gap,
                    element=Element("toci", (text_run(title),)),
                )
            )
        if self.catalog.ruleset.credits:
            bench.runs("", "ruleset", self.catalog.ruleset.code, self.catalog.ruleset.name)
            credits = bench.prose(self.catalog.ruleset.credits, bench.style("small", face="italic", color="grey"))
            out += together(
                [s._replace(gap=s.gap + round(2 * bench.line * air * (not n))) for n, s in enumerate(credits)]
            )
        return out

    def _contents_pages(self, strips: Sequence[Strip]) -> list[list[Placed]]:
        """Return the contents on as few pages as closer lines can bring them to."""
        depth, grid = self.template.depth, self.bench.line // 2
        pages = pour(self._contents(strips), depth, grid)
        for air, leading in CLOSER if len(pages) > 1 else ():
            tried = pour(self._contents(strips, air=air, leading=leading), depth, grid)
            if len(tried) < len(pages):
                return tried
        return pages

    def _index_pages(
        self, heading: Sequence[Strip], entries: Sequence[Strip], depth: int, grid: int
    ) -> list[list[Placed]]:
        """Return the index in two columns, its heading over both on the first page."""
        if not entries:
            return [[Placed(strip, sum(s.height for s in heading[:n])) for n, strip in enumerate(heading)]]
        high = sum(strip.height for strip in heading)
        columns = INDEX_COLUMNS
        first = pour(entries, depth - high, grid, columns=columns)[0]
        used = len(first)
        rest = pour(entries[used:], depth, grid, columns=columns) if used < len(entries) else []
        balanced = self._balanced(entries, first, depth - high, grid) if not rest else first
        if rest:
            rest[-1] = self._balanced([p.strip for p in rest[-1]], rest[-1], depth, grid)
        top = [Placed(strip, sum(s.height for s in heading[:n])) for n, strip in enumerate(heading)]
        return [[*top, *(p._replace(y=p.y + high) for p in balanced)], *rest]

    def _balanced(self, entries: Sequence[Strip], page: list[Placed], depth: int, grid: int) -> list[Placed]:
        """Return a page whose columns are as short as possible."""
        total = sum(s.height + s.gap for s in entries)
        for height in range(total // INDEX_COLUMNS, depth, grid):
            tried = pour(entries, height, grid, columns=INDEX_COLUMNS)
            if len(tried) == 1:
                return tried[0]
        return page

    # --- pages ---

    def _pages(
        self, anchors: Mapping[str, int], contents: Sequence[list[Placed]], body: Sequence[list[Placed]],
        index: Sequence[list[Placed]],
    ) -> list[BookletPage]:  # fmt: skip
        pager = Pager(self.bench, anchors)
        cover = lay_cover(self.bench, pager.drawn("cover"))
        pages = [pager.blank(cover.boxes, 1, "cover", cover.words, cover.spans)]
        head = ""
        for kind, rows in (("contents", contents), ("text", body), ("index", index)):
            for placed in rows:
                head = next((p.strip.head for p in reversed(placed) if p.strip.head), head)
                columns = INDEX_COLUMNS if kind == "index" else 1
                pages.append(pager.page(placed, len(pages) + 1, head, kind=kind, columns=columns))
        while (len(pages) + 1) % SHEET_PAGES:
            pages.append(pager.notes_page(len(pages) + 1, "Notes"))
        back = lay_back(self.bench, pager.drawn("back"))
        return [*pages, pager.blank(back.boxes, len(pages) + 1, "back", back.words, back.spans)]


def _leader(bench: Bench, left: int, baseline: int) -> Path:
    step = 1_500
    start = -(-(left + 1_500) // step) * step
    d = " ".join(
        f"M{x} {baseline - 150} L{x + 250} {baseline - 150}" for x in range(start, bench.column - 7_000, step)
    )
    return Path(d or f"M{left} {baseline} L{left} {baseline}", None, bench.color("grey"), 220)


def _anchors(pages: Iterable[Sequence[Placed]], first: int) -> Iterable[tuple[str, int]]:
    for number, page in enumerate(pages, start=first):
        for placed in page:
            for anchor in placed.strip.anchors:
                yield anchor, number


def _outlines(strips: Iterable[Strip]) -> Iterable[tuple[Outline, str]]:
    for strip in strips:
        if strip.outline is not None and strip.anchors:
            yield strip.outline, strip.anchors[0]
