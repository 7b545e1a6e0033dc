"""The building blocks of a booklet: headings, paragraphs, tables, small cards, all as strips.

What is said is decided elsewhere; here it only gets its look.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from carddb.catalog import Card, Catalog
from carddb.layout.booklet.flow import Note, Outline, Panel, Strip, guarded, in_panel, moved
from carddb.layout.booklet.structure import Element, Kind, Picture
from carddb.layout.booklet.template import BookletTemplate
from carddb.layout.booklet.text import BASELINE, Link, Style, Word, Writer, text_run
from carddb.layout.boxes import Box, Form, FormUse, Group, Path, rectangle
from carddb.layout.card import CardPlacer
from carddb.layout.shapes import fitted_path, rounded
from carddb.rules.finding import Finding, Where
from carddb.wording.rulebook import Block, Run, fill, read_blocks

CORNERS = frozenset(("tl", "tr", "br", "bl"))

CARD_FORM = "booklet card "
"""What the name of a form begins with that shows a card; "ruleset/card" follows, as codes."""

PANEL_PAD_UM = 2_600
"""Space between a panel's edge and what stands in it. Source: house choice."""

BULLET_UM = 3_600
"""How far bullets stand in. Source: house choice."""

CELL_GAP_UM = 3_000


class Cell(NamedTuple):
    """A cell of a table: runs in a style."""

    runs: tuple[Run, ...]
    style: Style


@dataclass
class Bench:
    """What making a booklet takes: the catalog, its look, the writer of texts and the small cards."""

    catalog: Catalog
    template: BookletTemplate
    writer: Writer
    placer: CardPlacer
    rulings_shown: set[str] = field(default_factory=set)
    _forms: dict[str, Form] = field(default_factory=dict)
    _count: int = 0

    def color(self, name: str) -> str:
        """Return a colour of the template."""
        return self.template.colors[name]

    def size(self, name: str) -> int:
        """Return a type size or leading of the template."""
        return self.template.sizes[name]

    @property
    def line(self) -> int:
        """Return the leading of the running text."""
        return self.template.sizes["leading"]

    @property
    def column(self) -> int:
        """Return the width of the text."""
        return self.template.column

    @property
    def wide(self) -> int:
        """Return the width of what reaches over the outer margin."""
        return self.template.column + self.template.outer - self.template.note_edge

    def style(self, size: str = "text", *, color: str = "ink", face: str = "text", align: str = "left") -> Style:
        """Return a style; face: text, italic, label, heading or title."""
        fonts = self.template.fonts
        faces = {
            "text": (fonts["text"], fonts["bold"], fonts["italic"], fonts["bold_italic"]),
            "italic": (fonts["italic"], fonts["bold_italic"], fonts["text"], fonts["bold"]),
            "bold": (fonts["bold"], fonts["bold"], fonts["bold_italic"], fonts["bold_italic"]),
            "label": (fonts["label"], fonts["label_bold"], fonts["label"], fonts["label_bold"]),
            "label_bold": (fonts["label_bold"],) * 4,
            "heading": (fonts["heading"],) * 4,
            "title": (fonts["title"],) * 4,
        }
        points = self.size(size)
        leadings = {"text": "leading", "small": "small_leading"}
        leading = self.size(leadings[size]) if size in leadings else round(points * 1.22)
        return Style(*faces[face], points, leading, self.color(color), align)

    def new_panel(self, kind: str) -> Panel:
        """Return a ground of its own."""
        self._count += 1
        return Panel(f"panel {self._count}", kind)

    def framed(self, strips: Sequence[Strip], kind: str) -> list[Strip]:
        """Return strips on a ground of their own."""
        return in_panel(strips, self.new_panel(kind), PANEL_PAD_UM)

    # --- words ---

    def runs(self, text: str, kind: str = "", code: str = "", name: str = "") -> tuple[Run, ...]:
        """Return the runs of a text with its placeholders filled; kind, code, name: what it belongs to."""
        if kind:
            self.writer.where = Where(kind, code=code, name=name)
        runs = fill(text, self.catalog)
        self.runs_checked(runs)
        return runs

    def runs_checked(self, runs: Iterable[Run]) -> None:
        """Report the placeholders that name nothing."""
        for run in runs:
            if run.kind == "unknown":
                where = self.writer.where
                message = f"The text of {where.label()} names {run.text}, which this ruleset does not have."
                code = self.catalog.ruleset.code
                self.writer.findings.append(Finding("booklet.unknown", "error", message, where, ruleset=code))

    def paragraph(
        self, runs: Sequence[Run], style: Style | None = None, *, width: int = 0, indent: int = 0, gap: int = 0,
        keep: bool = False, snap: bool = True, lead: Sequence[Word] = (), kind: Kind = "p",
    ) -> list[Strip]:  # fmt: skip
        """Return the lines of a paragraph; width: with the indent, 0 for the column's; lead: words set before it."""
        style = style or self.style()
        element = Element(kind, (*_lead_runs(lead), *runs))
        room = (width or self.column) - indent
        lines = self.writer.lines([*lead, *self.writer.words(runs, style)], room)
        strips = []
        for line in lines:
            boxes, links = self.writer.place(
                line, indent, round(style.leading * BASELINE), limit=room, align=style.align
            )
            strips.append(Strip(style.leading, tuple(boxes), links=tuple(links), text=line.text, element=element))
        if strips:
            strips[0] = strips[0]._replace(gap=gap, snap=snap)
            strips[-1] = strips[-1]._replace(keep=keep)
        return guarded(strips)

    def lead(self, words: str, style: Style, *, color: str = "ink", font: str = "bold") -> list[Word]:
        """Return the words that a paragraph opens with, in a font of their own and with more space behind them."""
        own = style._replace(regular=self.template.fonts[font], color=self.color(color))
        out = self.writer.words([text_run(words)], own)
        if out:
            out[-1] = out[-1]._replace(space=style.size * 0.75)
        return out

    def hanging(
        self, runs: Sequence[Run], style: Style, *, indent: int = BULLET_UM, gap: int = 0, width: int = 0,
        lead: Sequence[Word] = (),
    ) -> list[Strip]:  # fmt: skip
        """Return a definition: all lines but the first stand in."""
        room = width or self.column
        words = [*lead, *self.writer.words(runs, style)]
        element = Element("p", (*_lead_runs(lead), *runs))
        lines = self.writer.lines(words, room - indent, first_limit=room)
        strips = []
        for number, line in enumerate(lines):
            boxes, links = self.writer.place(line, indent if number else 0, round(style.leading * BASELINE))
            strips.append(Strip(style.leading, tuple(boxes), links=tuple(links), text=line.text, element=element))
        if strips:
            strips[0] = strips[0]._replace(gap=gap)
        return guarded(strips)

    def prose(
        self, text: str, style: Style | None = None, *, width: int = 0, indent: int = 0, gap: int | None = None
    ) -> list[Strip]:
        """Return the paragraphs and bullets of a longer text in booklet markup."""
        blocks = read_blocks(text, self.catalog)
        for block in blocks:
            self.runs_checked(block.runs)
        return self.blocks(blocks, style, width=width, indent=indent, gap=gap)

    def blocks(
        self, blocks: Sequence[Block], style: Style | None = None, *, width: int = 0, indent: int = 0,
        gap: int | None = None,
    ) -> list[Strip]:  # fmt: skip
        """Return paragraphs and bullets."""
        style = style or self.style()
        between = style.leading // 2 if gap is None else gap
        out: list[Strip] = []
        for number, block in enumerate(blocks):
            if block.kind == "bullet":
                first = number == 0 or blocks[number - 1].kind != "bullet"
                space = between if first else style.leading // 6
                out += self.bullet(block.runs, style, width=width, indent=indent, gap=space)
            else:
                out += self.paragraph(block.runs, style, width=width, indent=indent, gap=between)
        return out

    def bullet(
        self, runs: Sequence[Run], style: Style, *, width: int = 0, indent: int = 0, gap: int = 0
    ) -> list[Strip]:
        """Return a bullet: its mark and the lines beside it."""
        strips = self.paragraph(runs, style, width=width, indent=indent + BULLET_UM, gap=gap, snap=False, kind="item")
        if not strips:
            return []
        middle = round(style.leading * BASELINE - style.size * 0.28)
        r = round(style.size * 0.16)
        x = indent + BULLET_UM // 2 - 300
        dot = Path(
            f"M{x - r} {middle} L{x} {middle - r} L{x + r} {middle} L{x} {middle + r} Z",
            self.color("accent") if style.color == self.color("ink") else style.color,
        )
        return [strips[0]._replace(boxes=(dot, *strips[0].boxes)), *strips[1:]]

    def words(
        self, text: str, style: Style, *, x: int = 0, y: int = 0, width: int = 0, most: int = 0
    ) -> tuple[list[Box], int]:
        """Return plain words set in a narrow place of a figure, and their height; most: lines, 0 for all."""
        return self.set_runs([text_run(text)], style, x=x, y=y, width=width, most=most)

    def set_runs(
        self, runs: Sequence[Run], style: Style, *, x: int = 0, y: int = 0, width: int = 0, most: int = 0,
        lead: Sequence[Word] = (),
    ) -> tuple[list[Box], int]:  # fmt: skip
        """Return runs set at a place of a figure, and their height."""
        room = width or 1_000_000
        lines = self.writer.lines([*lead, *self.writer.words(runs, style)], room)
        if most and len(lines) > most:
            lines = lines[:most]
        boxes: list[Box] = []
        for number, line in enumerate(lines):
            baseline = y + number * style.leading + round(style.leading * BASELINE)
            placed, _ = self.writer.place(line, x, baseline, limit=room if width else 0, align=style.align)
            boxes += placed
        return boxes, len(lines) * style.leading

    # --- headings ---

    def chapter(self, number: str, title: str, anchor: str, *, mark: str = "", new_page: bool = False) -> list[Strip]:
        """Return the heading of a section: a rule over column and margin, its number and title."""
        style = self.style("heading", face="heading", color="accent")
        left = 0
        boxes: list[Box] = []
        baseline = round(self.line * 2.35)
        if number:
            placed, _ = self.set_runs([text_run(number)], style._replace(color=self.color("grey")))
            left = round(self.writer.width(number, style.regular, style.size) + style.size * 0.55)
            boxes += [moved(b, 0, baseline - round(style.leading * BASELINE)) for b in placed]
        self.writer.where = Where("section", name=title)
        lines = self.writer.lines(self.writer.words([text_run(title)], style), self.column - left)
        height = 3 * self.line + (len(lines) - 1) * 2 * self.line
        for place, line in enumerate(lines):
            boxes += self.writer.place(line, left, baseline + place * 2 * self.line)[0]
        thick = round(self.line * 0.14)
        rule = Path(f"M0 0 L{self.wide} 0 L{self.wide} {thick} L0 {thick} Z", self.color("accent"))
        label = f"{number} {title}".strip()
        bar = Strip(thick, (rule,), keep=True, gap=2 * self.line, wide=True, snap=True, new_page=new_page, head=label)
        head = Strip(
            height - thick, tuple(moved(b, 0, -thick) for b in boxes), keep=True, anchors=(anchor,), text=title,
            outline=Outline(0, label), note=Note(mark, "mark") if mark else None,
            element=Element("h1", (text_run(label),)),
        )  # fmt: skip
        return [bar, head]

    def subheading(
        self, title: str, *, anchor: str = "", gap: int | None = None, outline: bool = False
    ) -> list[Strip]:
        """Return a small heading inside a section."""
        style = self.style("subheading", face="heading", color="accent")._replace(leading=self.line)
        strips = self.paragraph([text_run(title)], style, gap=self.line if gap is None else gap, kind="h2")
        last = Strip(self.line // 4, keep=True)
        strips = [s._replace(keep=True) for s in strips]
        if strips:
            strips[0] = strips[0]._replace(
                anchors=(anchor,) if anchor else (), outline=Outline(1, title) if outline else None
            )
        return [*strips, last]

    # --- tables ---

    def table(
        self, head: Sequence[str], rows: Sequence[Sequence[Cell]], widths: Sequence[int], *,
        notes: Sequence[Note | None] = (), anchors: Sequence[str] = (), gap: int = 0,
    ) -> list[Strip]:  # fmt: skip
        """Return a table; a row is cut between its lines, so no cell is too long for a page."""
        total = sum(widths) + CELL_GAP_UM * (len(widths) - 1)
        out: list[Strip] = []
        table = Element("table")
        if any(head):
            style = self.style("note", face="label_bold", color="grey")._replace(leading=self.size("small_leading"))
            cells = [Cell((text_run(word),), style) for word in head]
            strips = self._row(cells, widths, table, "th")
            out += [s._replace(keep=True) for s in strips]
            out.append(Strip(500, (self._hairline(total, "ink", 0),), keep=True))
        pad = self.size("small_leading") // 4
        for number, row in enumerate(rows):
            strips = self._row(row, widths, table)
            if not strips:
                continue
            note = notes[number] if number < len(notes) else None
            anchor = anchors[number] if number < len(anchors) else ""
            strips[0] = strips[0]._replace(note=note, anchors=(anchor,) if anchor else ())
            last = number + 1 == len(rows)
            foot = Strip(pad * 2 if not last else pad, (self._hairline(total, "line", pad),))
            out += [Strip(pad, keep=True), *strips[:-1], strips[-1]._replace(keep=True), foot]
        if out:
            out[0] = out[0]._replace(gap=gap, snap=True)
        return out

    def _hairline(self, width: int, color: str, y: int) -> Path:
        return Path(f"M0 {y} L{width} {y}", None, self.color(color), 120)

    def _row(self, cells: Sequence[Cell], widths: Sequence[int], table: Element, kind: Kind = "td") -> list[Strip]:
        columns = []
        whole = Element("row", parent=table)
        elements = [Element(kind, cell.runs, parent=whole) for cell in cells]
        leading = max(c.style.leading for c in cells)
        for cell, width in zip(cells, widths, strict=True):
            columns.append(self.writer.lines(self.writer.words(cell.runs, cell.style), width))
        strips = []
        for number in range(max(map(len, columns), default=0)):
            boxes: list[Box] = []
            links: list[Link] = []
            words = []
            parts: list[tuple[Element, int]] = []
            x = 0
            for cell, element, lines, width in zip(cells, elements, columns, widths, strict=True):
                parts.append((element, 0))
                if number < len(lines):
                    placed, found = self.writer.place(
                        lines[number], x, round(leading * BASELINE), limit=width, align=cell.style.align
                    )
                    boxes += placed
                    links += found
                    words.append(lines[number].text)
                    parts[-1] = (element, len(placed))
                x += width + CELL_GAP_UM
            held = tuple(parts)
            strips.append(Strip(leading, tuple(boxes), links=tuple(links), text=" ".join(words), parts=held))
        return guarded(strips)

    # --- pictures ---

    def bar(self, x: int, y: int, width: int, height: int, color: str) -> Path:
        """Return a filled rectangle."""
        return Path(rectangle(x, y, width, height), self.color(color))

    def glyph(self, d: str, x: int, y: int, size: int, color: str) -> Path:
        """Return a path of the catalog (100 x 100) in a square."""
        return Path(fitted_path(d, (100, 100), x, y, size, size, "contain"), color)

    def card(self, card: Card, x: int, y: int, width: int) -> list[Box]:
        """Return a real card drawn small, with its outline."""
        form = self._forms.get(card.code)
        if form is None:
            placed = self.placer.place(card)
            w, h = placed.width_um, placed.height_um
            clip = rounded(0, 0, w, h, 3_000, 3_000, "round", CORNERS)
            edge = Path(clip, None, "#00000055", 150)
            boxes: tuple[Box, ...] = (Group(placed.boxes, clip=clip), edge)
            form = self._forms[card.code] = Form(
                f"{CARD_FORM}{self.catalog.ruleset.code}/{card.code}", boxes, (-100, -100, w + 100, h + 100)
            )
        return [FormUse(form, x, y, width / self.placer.width_um)]

    def card_height(self, width: int) -> int:
        """Return the height of a card of this width."""
        return width * self.placer.height_um // self.placer.width_um

    def figure(
        self, height: int, boxes: Sequence[Box], *, text: str = "", alt: str = "", gap: int | None = None,
        wide: bool = False,
    ) -> Strip:  # fmt: skip
        """Return a picture as one strip; alt: what it shows, in a sentence, where its words do not say it."""
        space = self.line if gap is None else gap
        element = self.picture(boxes, self.wide if wide else self.column, height, alt or text)
        return Strip(height, tuple(boxes), gap=space, wide=wide, snap=True, text=text, element=element)

    def picture(self, boxes: Sequence[Box], width: int, height: int, alt: str) -> Element:
        """Return the element of a figure whose boxes are measured from its own top left corner."""
        return Element("figure", alt=" ".join(alt.split()), picture=Picture(tuple(boxes), width, height))


def _lead_runs(lead: Sequence[Word]) -> tuple[Run, ...]:
    """Return words that open a paragraph as a run, with a space behind them."""
    words = " ".join("".join(g.text for g in word.glyphs) for word in lead)
    return (text_run(words, bold=True), text_run(" ")) if words else ()
