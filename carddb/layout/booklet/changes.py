"""The change list for players: new, changed and removed cards with small pictures, then rules and decks.

What is different is decided elsewhere; what was taken out is struck through, what is new is bold and underlined, so
that both can be told apart in black and white.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from carddb.catalog import Card, Catalog
from carddb.catalog.compare import Change, Difference, Mark, word_marks
from carddb.layout.booklet.blocks import CORNERS, Bench
from carddb.layout.booklet.flow import Strip, kept_at_start, pour, together
from carddb.layout.booklet.lay import Bookmark, PlacedBooklet
from carddb.layout.booklet.pages import Pager
from carddb.layout.booklet.template import BookletTemplate
from carddb.layout.booklet.text import BASELINE, Line, Style, Word, Writer, text_run
from carddb.layout.boxes import Box, Form, FormUse, Group, Measure, Path
from carddb.layout.card import CardPlacer
from carddb.layout.shapes import rounded
from carddb.wording.rulebook import Run, plain

CARD_UM = 22_000
"""Width of the small cards, old and new. Source: house choice."""

ARROW_UM = 6_000
TEXT_LEFT_UM = 2 * CARD_UM + ARROW_UM + 5_000
GALLERY = 4
"""New and removed cards in a row."""

PLACEHOLDERS = ("rule", "ruling", "section", "keyword", "ruleset", "zone", "phase", "card_type", "stat", "scenario")
"""Kinds whose texts are in the markup of the rulebook."""

_SYMBOL = re.compile(r"\{([a-z0-9_]+)\}")
_HIDDEN = ("code", "status", "sigil", "mark", "path", "x", "y", "w", "h", "card_template", "gaps", "origin", "sets")
_SECTIONS = (
    ("Rules", ("rule", "ruling", "parameter", "section", "zone", "phase", "deck_rule", "ruleset", "scenario")),
    ("Keywords", ("keyword",)),
    ("Words of the cards", ("card_type", "stat", "text", "role", "affinity", "rarity", "flag", "symbol", "card_set")),
    ("Decks", ("deck",)),
)  # fmt: skip


class Side(NamedTuple):
    """One of the two states: its catalog, what draws its cards, and its name for people."""

    catalog: Catalog
    placer: CardPlacer
    name: str


def lay_changes(
    old: Side, new: Side, differences: Sequence[Difference], faces: Collection[str], template: BookletTemplate,
    measure: Measure, *, note: str = "",
) -> PlacedBooklet:  # fmt: skip
    """Lay out a change list. faces: uids of the cards whose printed front differs; note: of the newer release."""
    return _ChangeList(old, new, differences, faces, template, measure).lay(note)


class _ChangeList:
    def __init__(
        self, old: Side, new: Side, differences: Sequence[Difference], faces: Collection[str],
        template: BookletTemplate, measure: Measure,
    ) -> None:  # fmt: skip
        self.old, self.new = old, new
        self.differences = [d for d in differences if d.action != "changed" or self._shown(d)]
        self.faces = faces
        writer = Writer(measure, new.catalog, template.fonts["label"], template.colors["accent"])
        self.bench = Bench(new.catalog, template, writer, new.placer)
        self.left = min(TEXT_LEFT_UM, self.bench.wide // 2)

    def _shown(self, difference: Difference) -> list[Change]:
        return [c for c in difference.changes if c.field.split(".")[-1] not in _HIDDEN]

    def lay(self, note: str) -> PlacedBooklet:
        bench, template = self.bench, self.bench.template
        strips = [*self._head(note), *self._cards()]
        for title, kinds in _SECTIONS:
            rows = [d for d in self.differences if d.kind in kinds]
            if rows:
                rows.sort(key=lambda d: kinds.index(d.kind))
                body = [strip for d in rows for strip in self._thing(d)]
                strips += self._section(f"{title} ({len(rows)})", body)
        pages = pour(strips, template.depth, bench.line // 2)
        pager = Pager(bench, {})
        head = f"Changes from {self.old.name} to {self.new.name}"
        placed = tuple(pager.page(rows, number, head) for number, rows in enumerate(pages, start=1))
        outline = tuple(
            Bookmark(row.strip.outline.level, row.strip.outline.title, number)
            for number, rows in enumerate(pages, start=1)
            for row in rows
            if row.strip.outline
        )
        ruleset = self.new.catalog.ruleset
        title = f"{ruleset.name} – changes from {self.old.name} to {self.new.name}"
        findings = tuple(dict.fromkeys(bench.writer.findings))
        return PlacedBooklet(title, ruleset.language, placed, outline, (), (), {}, findings)

    # --- parts ---

    def _head(self, note: str) -> list[Strip]:
        bench = self.bench
        out = bench.chapter("", f"{self.old.name} to {self.new.name}", "chapter:changes")
        cards = [d for d in self.differences if d.kind == "card"]
        counts = [
            (sum(d.action == "added" for d in cards), "new"),
            (sum(d.action == "changed" for d in cards), "changed"),
            (sum(d.action == "removed" for d in cards), "removed"),
        ]
        told = ", ".join(f"{number} {word}" for number, word in counts if number) or "none changed"
        others = len(self.differences) - len(cards)
        again = len(self.faces) + counts[0][0]
        text = f"Cards: {told}. "
        text += f"Changes in rules, words and decks: {others}. " if others else "The rules are the same. "
        text += (
            f"Print again: {again} card{'' if again == 1 else 's'}." if again else "Nothing has to be printed again."
        )
        for words in filter(None, (note, text)):
            out += bench.paragraph([text_run(words)], width=bench.wide, gap=bench.line // 2)
        if not self.differences:
            out += bench.paragraph([text_run("Nothing is different.")], gap=bench.line)
            return [s._replace(wide=True) for s in out]
        style = bench.style("small")
        marks = [Mark("out", "taken out"), Mark("same", " and "), Mark("in", "new")]
        out += self._lines([*self._words([Mark("same", "In texts: ")], style), *self._words(marks, style)], style, 0)
        return [s._replace(wide=True) for s in out]

    def _cards(self) -> list[Strip]:
        cards = [d for d in self.differences if d.kind == "card"]
        out: list[Strip] = []
        for title, action, side in (("New cards", "added", self.new), ("Changed cards", "changed", self.new),
                                    ("Removed cards", "removed", self.old)):  # fmt: skip
            groups: dict[str, list[Difference]] = {t.name: [] for t in side.catalog.card_types.values()}
            for difference in cards:
                if difference.action == action:
                    groups[difference.group].append(difference)
            rows = [sorted(group, key=lambda d: d.name.casefold()) for group in groups.values()]
            number = sum(map(len, rows))
            if not number:
                continue
            if action == "changed":
                body = [strip for group in rows for difference in group for strip in self._changed(difference)]
            else:
                body = self._gallery([difference for group in rows for difference in group], side)
            out += self._section(f"{title} ({number})", body)
        return out

    def _section(self, title: str, body: Sequence[Strip]) -> list[Strip]:
        bench = self.bench
        head = bench.subheading(title, gap=bench.line * 3 // 2, outline=True)
        head = [s._replace(outline=s.outline._replace(level=0)) if s.outline else s for s in head]
        thin = Path(f"M0 0 L{bench.wide} 0", None, bench.color("accent"), 300)
        rule = Strip(bench.line // 3, (thin,), keep=True)
        return [s._replace(wide=True) for s in kept_at_start([*head, rule, *body], 6 * bench.line)]

    def _gallery(self, rows: Sequence[Difference], side: Side) -> list[Strip]:
        bench = self.bench
        gap = 4_500
        cell = (bench.wide - (GALLERY - 1) * gap) // GALLERY
        known = {card.uid: card for card in side.catalog.cards}
        style = bench.style("small", face="label_bold")
        out = []
        for first in range(0, len(rows), GALLERY):
            boxes: list[Box] = []
            deepest = 0
            row = rows[first : first + GALLERY]
            for place, difference in enumerate(row):
                x = place * (cell + gap)
                high = self._height(side, cell)
                boxes += self._card(side, known[difference.uid], x, 0, cell, is_gone=difference.action == "removed")
                words, used = bench.words(difference.name, style, x=x, y=high + 800, width=cell)
                boxes += words
                deepest = max(deepest, high + 800 + used)
            text = " ".join(difference.name for difference in row)
            out.append(Strip(deepest + 1_500, tuple(boxes), wide=True, snap=True, text=text, gap=bench.line // 2))
        return out

    def _changed(self, difference: Difference) -> list[Strip]:
        """Return a card before and after beside what is different; a very long one goes on over the page."""
        bench = self.bench
        title = bench.style("subheading", face="heading", color="accent")._replace(leading=bench.line)
        small = bench.style("small")
        was = f"was {difference.old_name}, " if difference.is_renamed else ""
        words = [*bench.writer.words([text_run(difference.name)], title)]
        words += bench.writer.words([text_run(f"{was}{difference.group}")], bench.style("small", color="grey"))
        strips = self._lines(words, title, self.left)
        for change in self._shown(difference):
            strips += self._change(change, small, self.left, difference.kind)
        is_new_face = difference.uid in self.faces
        if not is_new_face:
            text = "The printed card stays as it is."
            strips += bench.paragraph(
                [text_run(text, italic=True)], bench.style("small", color="grey"), width=bench.wide, indent=self.left
            )
        olds, news = ({c.uid: c for c in side.catalog.cards} for side in (self.old, self.new))
        width = (self.left - ARROW_UM - 5_000) // 2
        boxes: list[Box] = []
        if is_new_face:
            boxes += self._card(self.old, olds[difference.uid], 0, 800, width)
            boxes.append(self._arrow(width, 800 + self._height(self.new, width) // 2))
        x = width + ARROW_UM if is_new_face else (width + ARROW_UM) // 2
        boxes += self._card(self.new, news[difference.uid], x, 800, width)
        strips[0] = strips[0]._replace(boxes=(*strips[0].boxes, *boxes), gap=bench.line // 2)
        missing = self._height(self.new, width) + 2_800 - sum(s.height + s.gap for s in strips[1:]) - strips[0].height
        strips += [Strip(max(missing, bench.line // 3))]
        if sum(s.height + s.gap for s in strips) <= bench.template.depth - 8 * bench.line:
            return together(strips)
        tall = 0
        for place, strip in enumerate(strips):
            if tall < self._height(self.new, width) + 800:
                strips[place] = strip._replace(keep=True)
            tall += strip.height + strip.gap
        return strips

    def _thing(self, difference: Difference) -> list[Strip]:
        """Return a rule, a word or a deck with what is different."""
        bench = self.bench
        style = bench.style("text")
        kind = difference.kind.replace("_", " ")
        verb = {"added": "new", "removed": "removed", "changed": ""}[difference.action]
        if difference.is_renamed:
            verb = f"was {difference.old_name}"
        grey = bench.style("small", color="grey")
        lead = bench.lead(self._title(difference), style)
        shown = difference.code if difference.kind in ("rule", "ruling") else ""
        tail = ", ".join(filter(None, (kind, shown, verb)))
        strips = self._lines([*lead, *bench.writer.words([text_run(tail)], grey)], style, 0)
        strips[0] = strips[0]._replace(gap=bench.line // 2)
        if difference.action == "added":
            text = self._text_of(difference, self.new)
            strips += (
                self._lines(self._words([Mark("in", text)], bench.style("small")), bench.style("small"), 0)
                if text
                else []
            )
        for change in self._shown(difference):
            strips += self._change(change, bench.style("small"), 0, difference.kind)
        return [strips[0]._replace(keep=len(strips) > 1), *strips[1:]]

    def _title(self, difference: Difference) -> str:
        """Return what people call a thing: a parameter by its description."""
        parameter = self.new.catalog.parameters.get(difference.code) if difference.kind == "parameter" else None
        return (parameter.description.rstrip(".") if parameter else "") or difference.name or "Order"

    def _text_of(self, difference: Difference, side: Side) -> str:
        kinds: Mapping[str, Mapping[str, object]] = {
            "rule": side.catalog.rules, "keyword": side.catalog.keywords, "section": side.catalog.sections,
        }  # fmt: skip
        thing = kinds.get(difference.kind, {}).get(difference.code)
        return plain(str(getattr(thing, "text", "")), side.catalog) if thing else ""

    # --- words ---

    def _change(self, change: Change, style: Style, left: int, kind: str) -> list[Strip]:
        bench = self.bench
        lead = bench.lead(f"{change.label}:", style, color="grey", font="label_bold")
        before, after, marks = change.before, change.after, change.marks
        if kind in PLACEHOLDERS:
            before, after = plain(before, self.old.catalog), plain(after, self.new.catalog)
            marks = word_marks(before, after) if marks else ()
            if before == after:
                return []
        if not marks:
            marks = (Mark("out", before or "none"), Mark("same", " → "), Mark("in", after or "none"))
        return self._lines([*lead, *self._words(marks, style)], style, left)

    def _words(self, marks: Sequence[Mark], style: Style) -> list[Word]:
        """Return marked stretches as words; a mark is known by its colour from here on."""
        bench = self.bench
        out: list[Word] = []
        before: Mark | None = None
        for mark in marks:
            looks = {
                "same": style,
                "out": style._replace(color=bench.color("illegal")),
                "in": style._replace(regular=style.bold, color=bench.color("legal")),
            }
            text = mark.text.replace("\n", " / ")
            words = bench.writer.words(self._runs(text), looks[mark.part])
            is_joined = before and not before.text[-1:].isspace() and not text[:1].isspace()
            if words and out and is_joined and before and (before.part, mark.part) != ("out", "in"):
                out[-1] = out[-1]._replace(space=0.0)
            out += words
            before = mark
        return out

    def _runs(self, text: str) -> list[Run]:
        runs: list[Run] = []
        for place, piece in enumerate(_SYMBOL.split(text)):
            if place % 2 == 0:
                runs += [text_run(piece)] if piece else []
            elif piece in self.bench.catalog.symbols:
                runs.append(Run("symbol", self.bench.catalog.symbols[piece].name, piece))
            else:
                runs.append(text_run(f"{{{piece}}}"))
        return runs

    def _lines(self, words: Sequence[Word], style: Style, left: int) -> list[Strip]:
        bench = self.bench
        strips = []
        room = bench.wide - left
        for line in bench.writer.lines(words, room):
            baseline = round(style.leading * BASELINE)
            boxes, links = bench.writer.place(line, left, baseline)
            strokes = self._strokes(line, left, baseline, style)
            strips.append(Strip(style.leading, (*boxes, *strokes), links=tuple(links), text=line.text, wide=True))
        return strips

    def _strokes(self, line: Line, left: int, baseline: int, style: Style) -> list[Box]:
        """Return the strokes through what was taken out and below what is new."""
        colors = {
            self.bench.color("illegal"): baseline - round(style.size * 0.24),
            self.bench.color("legal"): baseline + round(style.size * 0.16),
        }
        thick = round(style.size * 0.07)
        boxes: list[Box] = []
        x = float(left)
        for place, word in enumerate(line.words):
            color = word.glyphs[-1].color
            following = line.words[place + 1].glyphs[-1].color if place + 1 < len(line.words) else ""
            width = word.width + (word.space if following == color else 0.0)
            if color in colors:
                y = colors[color]
                boxes.append(Path(f"M{round(x)} {y} L{round(x + width)} {y}", None, color, thick))
            x += word.width + word.space
        return boxes

    # --- pictures ---

    def _height(self, side: Side, width: int) -> int:
        return width * side.placer.height_um // side.placer.width_um

    def _card(self, side: Side, card: Card, x: int, y: int, width: int, *, is_gone: bool = False) -> list[Box]:
        placed = side.placer.place(card)
        w, h = placed.width_um, placed.height_um
        clip = rounded(0, 0, w, h, 3_000, 3_000, "round", CORNERS)
        boxes: list[Box] = [Group(placed.boxes, clip=clip), Path(clip, None, "#00000055", 150)]
        if is_gone:
            inset = 4_000
            boxes.append(Path(f"M{inset} {inset} L{w - inset} {h - inset}", None, self.bench.color("illegal"), 1_200))
        which = "old" if side is self.old else "new"
        form = Form(f"{which} card {card.uid}", tuple(boxes), (-100, -100, w + 100, h + 100))
        return [FormUse(form, x, y, width / w)]

    def _arrow(self, x: int, y: int) -> Box:
        left, right = x + 1_400, x + ARROW_UM - 1_400
        d = f"M{left} {y} L{right} {y} M{right - 1_100} {y - 1_000} L{right} {y} L{right - 1_100} {y + 1_000}"
        return Path(d, None, self.bench.color("accent"), 350)
