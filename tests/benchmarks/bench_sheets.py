"""Card sheets against three other ways to draw them, in one run: CPU time, cards a second, peak memory.

    python tests/benchmarks/bench_sheets.py [--cards 900] [--quick]

ours       carddb: looks, fitting, findings, sheets and PDF, from a catalog in memory
floor      a bare ReportLab loop that draws the very same boxes, text already laid out, frames as forms
paragraph  ReportLab with one Paragraph for each text in the same boxes, frames as forms
typst      Typst drawing comparable cards: same fonts, texts and places, a frame of three shapes
"""

from __future__ import annotations

import argparse
import dataclasses
import html
import io
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from sqlmodel import Session

from carddb.catalog import Catalog
from carddb.catalog.read import read_catalog
from carddb.edit.load import load_document
from carddb.edit.write import editing
from carddb.exchange.folder import read_folder
from carddb.layout import boxes as b
from carddb.layout.card import CardPlacer
from carddb.layout.sheet import SheetItem, SheetPlan
from carddb.layout.sheet_file import load_sheet
from carddb.layout.template_file import load_template
from carddb.models.database import open_engine, upgrade
from carddb.pdf.fonts import Font, FontBook
from carddb.pdf.sheets import write_sheets
from carddb.resources import resource

RULESET = "soulhold"


def shipped_catalog(folder: Path) -> Catalog:
    """Load the shipped ruleset into a fresh database and read it back."""
    url = f"sqlite:///{folder / 'bench.db'}"
    upgrade(url)
    engine = open_engine(url)
    document = read_folder(resource("data") / RULESET).document
    assert document is not None
    with editing(engine, "bench") as editor:
        load_document(editor, document)
    with Session(engine) as session:
        catalog = read_catalog(session, RULESET)
    engine.dispose()
    return catalog


def many_cards(catalog: Catalog, count: int) -> list[SheetItem]:
    """Repeat the shipped cards under new names until there are enough; no two are the same."""
    shipped = [card for card in catalog.cards if card.printings]
    items = []
    for number in range(count):
        card = shipped[number % len(shipped)]
        name = f"{card.name} {number // len(shipped) + 1}"
        items.append(SheetItem(dataclasses.replace(card, uid=f"{card.uid}{number}", name=name)))
    return items


class Job:
    """Everything the contestants share: catalog, template, fonts and cards."""

    def __init__(self, count: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.catalog = shipped_catalog(Path(folder))
        self.items = many_cards(self.catalog, count)
        self.fonts = FontBook()
        template, problems = load_template(self.catalog.ruleset.card_template, measure=self.fonts)
        sheet, more = load_sheet("a4-poker63")
        assert template is not None, problems
        assert sheet is not None, more
        self.template, self.sheet = template, sheet

    def plan(self) -> SheetPlan:
        placer = CardPlacer(
            self.catalog, self.template, self.fonts, width_um=self.sheet.card_width, height_um=self.sheet.card_height
        )
        return SheetPlan(self.sheet, placer, self.fonts, self.items, title="benchmark")

    def placed(self) -> list[b.PlacedCard]:
        placer = self.plan().placer
        return [placer.place(item.card) for item in self.items]


def ours(job: Job, out: Path) -> None:
    write_sheets(job.plan(), out, job.fonts)


class BareReportLab:
    """Draws placed boxes with canvas calls: y up, points, no layout of any kind."""

    def __init__(self, job: Job, out: Path) -> None:
        from reportlab import rl_config
        from reportlab.pdfgen import canvas

        rl_config.useA85 = 0
        self.job = job
        self.canvas = canvas.Canvas(str(out), pagesize=(595.28, 841.89), invariant=1)
        self.known: set[str] = set()

    def cards(self, cards: list[b.PlacedCard], draw: Callable[[b.PlacedCard], None]) -> None:
        c, sheet = self.canvas, self.job.sheet
        k = 72 / 25400
        for number, card in enumerate(cards):
            slot = number % sheet.slots
            if slot == 0 and number:
                c.showPage()
            row, column = divmod(slot, sheet.columns)
            x, y = sheet.origin[0] + column * sheet.card_width, sheet.origin[1] + row * sheet.card_height
            c.saveState()
            c.translate(x * k, (sheet.height - y - sheet.card_height) * k)
            c.clipPath(self.path(b.rectangle(0, 0, card.width_um, card.height_um), card.height_um), stroke=0, fill=0)
            draw(card)
            c.restoreState()
        c.showPage()
        c.save()

    def boxes(self, boxes: tuple[b.Box, ...], height: int) -> None:
        c, k = self.canvas, 72 / 25400
        for box in boxes:
            if isinstance(box, b.TextRun):
                c.setFillColor(box.color[:7])
                c.setFont(self.font(box.font), box.size * k)
                c.drawString(box.x * k, (height - box.y) * k, box.text)
            elif isinstance(box, b.FormUse):
                self.form(box.form, height)
            elif isinstance(box, b.Mark):
                self.symbol(box, height)
            elif isinstance(box, b.Path):
                self.draw_path(box, height)
            elif isinstance(box, b.Group):
                c.saveState()
                if box.matrix:
                    c.translate(box.matrix[4] * k, -box.matrix[5] * k)
                if box.clip:
                    c.clipPath(self.path(box.clip, height), stroke=0, fill=0)
                self.boxes(box.boxes, height)
                c.restoreState()

    def form(self, form: b.Form, height: int) -> None:
        if form.key not in self.known:
            self.known.add(form.key)
            self.canvas.beginForm(form.key, -10, -10, 200, 270)
            self.boxes(form.boxes, height)
            self.canvas.endForm()
        self.canvas.doForm(form.key)

    def symbol(self, mark: b.Mark, height: int) -> None:
        c, k = self.canvas, 72 / 25400
        if mark.form.key not in self.known:
            self.known.add(mark.form.key)
            c.beginForm(mark.form.key, -10, -10, 200, 270)
            self.boxes(mark.form.boxes, 0)
            c.endForm()
        c.saveState()
        c.translate(mark.form_x * k, (height - mark.form_y) * k)
        c.scale(mark.scale, mark.scale)
        c.doForm(mark.form.key)
        c.restoreState()

    def draw_path(self, box: b.Path, height: int) -> None:
        from reportlab.lib.colors import HexColor

        c, k = self.canvas, 72 / 25400
        path = self.path(box.d, height)
        if isinstance(box.fill, b.Gradient):
            (x0, y0), (x1, y1) = box.fill.start, box.fill.end
            colors = [HexColor(color[:7]) for _, color in box.fill.stops]
            stops = [offset for offset, _ in box.fill.stops]
            c.saveState()
            c.clipPath(path, stroke=0, fill=0)
            if box.fill.radii:
                c.radialGradient(x0 * k, (height - y0) * k, box.fill.radii[1] * k, colors, stops)
            else:
                c.linearGradient(x0 * k, (height - y0) * k, x1 * k, (height - y1) * k, colors, stops)
            c.restoreState()
            return
        if box.fill:
            c.setFillColor(HexColor(box.fill, hasAlpha=len(box.fill) == 9))
        if box.stroke:
            c.setStrokeColor(box.stroke[:7])
            c.setLineWidth(box.stroke_width * k)
        c.drawPath(path, stroke=int(bool(box.stroke)), fill=int(bool(box.fill)))

    def path(self, d: str, height: int) -> object:
        k = 72 / 25400
        path = self.canvas.beginPath()
        for piece in d.replace("Z", " Z ").replace("M", " M ").replace("L", " L ").replace("C", " C ").split(" Z"):
            words = piece.replace(",", " ").split()
            place, letter = 0, "M"
            while place < len(words):
                if words[place] in "MLCQ":
                    letter, place = words[place], place + 1
                step = {"M": 2, "L": 2, "C": 6, "Q": 4}[letter]
                numbers = [float(w) * k for w in words[place : place + step]]
                points = [height * k - n if i % 2 else n for i, n in enumerate(numbers)]
                if letter == "M":
                    path.moveTo(*points)
                    letter = "L"
                elif letter == "L":
                    path.lineTo(*points)
                elif letter == "Q":
                    path.curveTo(*points[:2], *points)
                else:
                    path.curveTo(*points)
                place += step
            if words:
                path.close()
        return path

    def font(self, name: str) -> str:
        from reportlab.pdfbase import pdfmetrics, ttfonts

        if name not in self.known:
            self.known.add(name)
            if name not in pdfmetrics.getRegisteredFontNames():
                font: Font = self.job.fonts.font(name)
                pdfmetrics.registerFont(ttfonts.TTFont(name, str(font.path), shapable=False))
        return name


def floor(job: Job, out: Path, cards: list[b.PlacedCard]) -> None:
    bare = BareReportLab(job, out)
    bare.cards(cards, lambda card: bare.boxes(card.boxes, card.height_um))


def paragraph(job: Job, out: Path, cards: list[b.PlacedCard]) -> None:
    """Draw frames and art as the floor does, and one Paragraph for each text of a card."""
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph

    bare = BareReportLab(job, out)
    k = 72 / 25400
    plan = job.plan()
    elements = [e for e in job.template.front if hasattr(e, "parts")]
    frames = {e.id: e.frame.place(job.sheet.card_width, job.sheet.card_height) for e in elements}
    styles: dict[tuple[str, str], ParagraphStyle] = {}
    numbers = iter(range(len(cards)))

    def draw(card: b.PlacedCard) -> None:
        source = job.items[next(numbers)].card
        bare.boxes(tuple(box for box in card.boxes if not isinstance(box, b.TextRun | b.Mark)), card.height_um)
        for element in elements:
            x, y, width, height = frames[element.id]
            top = y
            for part in element.parts:
                text = plan.placer.field(part.field, source, source.printings[0])
                if not text:
                    continue
                style = styles.get((element.id, part.field))
                if style is None:
                    size = (part.smallest + part.size) / 2 * k
                    style = styles[element.id, part.field] = ParagraphStyle(
                        part.field, fontName=bare.font(part.font), fontSize=size, leading=size * part.leading
                    )
                block = Paragraph(html.escape(text).replace("\n", "<br/>"), style)
                _, used = block.wrapOn(bare.canvas, width * k, height * k)
                block.drawOn(bare.canvas, x * k, (card.height_um - top) * k - used)
                top += round(used / k)

    bare.cards(cards, draw)


def typst_source(job: Job) -> str:
    """Return the source of comparable cards: placed boxes of text over a frame of three shapes."""
    def literal(text: str) -> str:
        return json.dumps(text, ensure_ascii=False)

    plan = job.plan()
    elements = [e for e in job.template.front if hasattr(e, "parts")]
    frames = {e.id: e.frame.place(job.sheet.card_width, job.sheet.card_height) for e in elements}
    rows = [
        '#set page(width: 210mm, height: 297mm, margin: (x: 10.5mm, y: 16.5mm))',
        '#set text(font: "Zilla Slab")', "#set par(leading: 0.3em)",
        "#let frame = { place(rect(width: 63mm, height: 88mm, fill: rgb(110, 40, 30)));"
        " place(dx: 3mm, dy: 3mm, rect(width: 57mm, height: 82mm, radius: 2mm, fill: rgb(246, 236, 212)));"
        " place(dx: 4mm, dy: 13mm, rect(width: 55mm, height: 32mm, stroke: 0.5mm,"
        " fill: gradient.linear(white, red))) }",
        "#let card(body) = block(width: 63mm, height: 88mm, clip: true, { frame; body })",
        "#grid(columns: 3, ",
    ]  # fmt: skip
    for item in job.items:
        parts = []
        for element in elements:
            x, y, width, height = frames[element.id]
            inner = ""
            for part in element.parts:
                text = plan.placer.field(part.field, item.card, item.card.printings[0])
                size = (part.smallest + part.size) / 2 * 72 / 25400
                inner += "".join(
                    f"par(text(size: {size:.1f}pt, {literal(line)}));" for line in text.split("\n") if line
                )
            where = f"dx: {x / 1000}mm, dy: {y / 1000}mm"
            parts.append(f"place({where}, block(width: {width / 1000}mm, height: {height / 1000}mm, {{ {inner} }}))")
        rows.append("card({" + "; ".join(parts) + "}),")
    return "\n".join([*rows, ")"])


def typst(job: Job, out: Path, source: Path) -> None:
    import typst as engine

    folders = sorted({str(job.fonts.font(name).path.parent) for name in job.template.fonts.values()})
    engine.compile(str(source), output=str(out), font_paths=folders)


def measured(work: Callable[[], None], runs: int) -> float:
    """Return the median CPU seconds of all threads."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def peak_of(count: int) -> tuple[float, float]:
    """Return peak memory in MiB of a fresh process, with ``count`` cards printed and with none."""
    found = []
    for number in (count, 0):
        command = [sys.executable, __file__, "--worker", str(number), "--cards", str(count)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found.append(float(done.stdout.strip()))
    return found[0], found[1]


def worker(print_count: int, count: int) -> None:
    """Print in this process and tell its peak memory in MiB; 0 cards: prepare everything, print nothing."""
    import resource as system

    job = Job(count)
    if print_count:
        ours(job, Path(os.devnull).parent / "null" if False else Path(tempfile.mkdtemp()) / "out.pdf")
    print(system.getrusage(system.RUSAGE_SELF).ru_maxrss / 1024)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, default=900)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="90 cards, 3 runs, no memory at 9000 cards")
    parser.add_argument("--worker", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker is not None:
        worker(options.worker, options.cards)
        return 0
    count, runs = (90, 3) if options.quick else (options.cards, options.runs)
    job = Job(count)
    cards = job.placed()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        source = root / "cards.typ"
        source.write_text(typst_source(job), "utf-8")
        contestants: dict[str, Callable[[], None]] = {
            "ours": lambda: ours(job, root / "ours.pdf"),
            "floor": lambda: floor(job, root / "floor.pdf", cards),
            "paragraph": lambda: paragraph(job, root / "paragraph.pdf", cards),
            "typst": lambda: typst(job, root / "typst.pdf", source),
        }
        for work in contestants.values():
            work()
        seconds = {name: measured(work, runs) for name, work in contestants.items()}
        sizes = {name: (root / f"{name}.pdf").stat().st_size for name in contestants}
    base = seconds["ours"]
    print(f"{count} different cards of {RULESET}, A4, 9 a sheet; CPU time, median of {runs} runs\n")
    print(f"{'':<11}{'seconds':>9}{'us a card':>11}{'cards/s':>9}{'ours / it':>11}{'MB':>8}")
    for name, value in seconds.items():
        row = f"{name:<11}{value:>9.3f}{value / count * 1e6:>11.0f}{count / value:>9.0f}"
        print(f"{row}{base / value:>11.2f}{sizes[name] / 1e6:>8.2f}")
    print("\npeak memory of a whole process (MiB): printing, the same without printing")
    for number in (count,) if options.quick else (count, count * 10):
        used, idle = peak_of(number)
        print(f"  {number:>6} cards {used:>8.1f} {idle:>8.1f}   printing adds {used - idle:.1f}")
    return 0


if __name__ == "__main__":
    sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", line_buffering=True)
    raise SystemExit(main())
