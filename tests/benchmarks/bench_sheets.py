"""Card sheets against other ways to draw them, in one run: CPU time, cards a second, peak memory.

    python tests/benchmarks/bench_sheets.py [--cards 900] [--art jpeg|jpegs|pngs|placeholder] [--quick]

--art: every card shows the same JPEG (how sheet makers are usually compared), or a JPEG or PNG of its own, or a
vector placeholder of its own, which ours also has to invent while the others get it ready-made.

ours       carddb: looks, fitting, findings, sheets and PDF, from a catalog in memory
floor      a bare ReportLab loop that draws the very same boxes, text already laid out, frames as forms
paragraph  ReportLab with one Paragraph for each text in the same boxes, frames as forms
typst      Typst drawing comparable cards: same fonts, texts and places, the same art (placeholders as SVG),
           a frame of three shapes; each time in a fresh process, since it remembers its last documents
weasyprint, chromium   the same as HTML with a frame of two shapes, if installed; the slow ones run once
preview    one card from a catalog in memory to a PNG, warm
"""

from __future__ import annotations

import argparse
import dataclasses
import html
import io
import json
import pickle
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar

from bench_art import make_pictures
from html_peers import html_peers
from sqlmodel import Session

from carddb.catalog import Catalog
from carddb.catalog.read import read_catalog
from carddb.edit.load import load_document
from carddb.edit.write import editing
from carddb.exchange.folder import read_folder
from carddb.layout import boxes as b
from carddb.layout.art.place import place_art
from carddb.layout.card import CardPlacer
from carddb.layout.sheet import SheetItem, SheetPlan
from carddb.layout.sheet_file import load_sheet
from carddb.layout.template_file import load_template
from carddb.models.database import open_engine, upgrade
from carddb.pdf.fonts import Font, FontBook
from carddb.pdf.raster import card_png
from carddb.pdf.sheets import write_sheets
from carddb.resources import resource

RULESET = "soulhold"

SLOW = 0.5
"""Who needs more seconds than this runs only once."""

MOST_OF_HTML = 2_000
"""With more cards the programs that print HTML are left out."""


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


def shared_picture(folder: Path) -> Path:
    """Write a JPEG of 600 x 450 with enough detail to be a photograph's size."""
    from PIL import Image

    small = Image.effect_noise((75, 56), 90).convert("RGB").resize((600, 450), Image.Resampling.BICUBIC)
    small.save(folder / "art.jpg", quality=90)
    return folder / "art.jpg"


def many_cards(catalog: Catalog, count: int, art_of: Callable[[int], str]) -> list[SheetItem]:
    """Repeat the shipped cards under new names until there are enough; no two are the same."""
    shipped = [card for card in catalog.cards if card.printings]
    items = []
    for number in range(count):
        card = shipped[number % len(shipped)]
        name = f"{card.name} {number // len(shipped) + 1}"
        printings = tuple(dataclasses.replace(p, art=art_of(number)) for p in card.printings)
        items.append(SheetItem(dataclasses.replace(card, uid=f"{card.uid}{number}", name=name, printings=printings)))
    return items


class Job:
    """Everything the contestants share: catalog, template, fonts and cards."""

    def __init__(self, count: int, folder: Path, art: str) -> None:
        self.prepare(shipped_catalog(folder), count, folder, art)

    def prepare(self, catalog: Catalog, count: int, folder: Path, art: str) -> None:
        self.folder = folder
        self.catalog = catalog
        self.arts = []
        if art == "jpeg":
            self.arts = [shared_picture(folder).name]
        elif art in ("jpegs", "pngs"):
            self.arts = [file.name for file in make_pictures(folder, art[:-1], count, (600, 450))]
        self.items = many_cards(self.catalog, count, self.art_of)
        self.fonts = FontBook()
        template, problems = load_template(self.catalog.ruleset.card_template, measure=self.fonts)
        sheet, more = load_sheet("a4-poker63")
        assert template is not None, problems
        assert sheet is not None, more
        self.template, self.sheet = template, sheet

    def art_of(self, number: int) -> str:
        """Return the picture of a card, "" for a placeholder."""
        return self.arts[number % len(self.arts)] if self.arts else ""

    def plan(self) -> SheetPlan:
        placer = CardPlacer(
            self.catalog, self.template, self.fonts, width_um=self.sheet.card_width,
            height_um=self.sheet.card_height, art_folder=self.folder,
        )  # fmt: skip
        return SheetPlan(self.sheet, placer, self.fonts, self.items, title="benchmark")

    def placed(self) -> list[b.PlacedCard]:
        placer = self.plan().placer
        return [placer.place(item.card) for item in self.items]


def ours(job: Job, out: Path) -> None:
    write_sheets(job.plan(), out, job.fonts)


class BareReportLab:
    """Draws placed boxes with canvas calls: y up, points, no layout of any kind.

    What can be made beforehand was made in a first, untimed run and is shared: the outlines as path objects.
    """

    paths: ClassVar[dict[tuple[str, int], object]] = {}

    def __init__(self, job: Job, out: Path) -> None:
        from reportlab import rl_config
        from reportlab.pdfgen import canvas

        rl_config.useA85 = 0
        self.job = job
        self.canvas = canvas.Canvas(str(out), pagesize=(595.28, 841.89), invariant=1)
        self.known: set[str] = set()
        self.colors: dict[str, object] = {}

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
                c.setFillColor(self.color(box.color))
                c.setFont(self.font(box.font), box.size * k)
                c.drawString(box.x * k, (height - box.y) * k, box.text)
            elif isinstance(box, b.FormUse):
                self.form(box.form.key, box.form.boxes, height)
            elif isinstance(box, b.Mark):
                self.symbol(box, height)
            elif isinstance(box, b.Image):
                c.drawImage(box.file, box.x * k, (height - box.y - box.height) * k, box.width * k, box.height * k)
            elif isinstance(box, b.Path):
                if isinstance(box.fill, b.Gradient):
                    self.form(str(hash((box.d, box.fill))), (box,), height)
                else:
                    self.draw_path(box, height)
            elif isinstance(box, b.Group):
                c.saveState()
                if box.matrix:
                    # The transformation is that of the page's micrometres, y down, brought to points, y up.
                    m = box.matrix
                    top = height * k
                    c.transform(m[0], -m[1], -m[2], m[3], m[4] * k + m[2] * top, top - m[5] * k - m[3] * top)
                if box.clip:
                    c.clipPath(self.path(box.clip, height), stroke=0, fill=0)
                self.boxes(box.boxes, height)
                c.restoreState()

    def color(self, color: str) -> object:
        from reportlab.lib.colors import HexColor

        if color not in self.colors:
            self.colors[color] = HexColor(color, hasAlpha=len(color) == 9)
        return self.colors[color]

    def form(self, key: str, boxes: tuple[b.Box, ...], height: int) -> None:
        if key not in self.known:
            self.known.add(key)
            self.canvas.beginForm(key, -10, -10, 200, 270)
            for box in boxes:
                if isinstance(box, b.Path):
                    self.draw_path(box, height)
                else:
                    self.boxes((box,), height)
            self.canvas.endForm()
        self.canvas.doForm(key)

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
        c, k = self.canvas, 72 / 25400
        path = self.path(box.d, height)
        if isinstance(box.fill, b.Gradient):
            (x0, y0), (x1, y1) = box.fill.start, box.fill.end
            colors = [self.color(color[:7]) for _, color in box.fill.stops]
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
            c.setFillColor(self.color(box.fill))
        if box.stroke:
            c.setStrokeColor(self.color(box.stroke))
            c.setLineWidth(box.stroke_width * k)
        c.drawPath(path, stroke=int(bool(box.stroke)), fill=int(bool(box.fill)))

    def path(self, d: str, height: int) -> object:
        """Return a path object; it is made once for equal data, before the clock runs."""
        found = self.paths.get((d, height))
        if found is None:
            found = self.paths[d, height] = self.new_path(d, height)
        return found

    def new_path(self, d: str, height: int) -> object:
        k = 72 / 25400
        path = self.canvas.beginPath()
        for piece in re.sub("([MLCQ])", r" \1 ", d).split("Z"):
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


def svg_of(boxes: tuple[b.Box, ...], width: int, height: int) -> str:
    """Return art as an SVG picture, so that Typst draws the same outlines."""
    gradients: list[str] = []

    def fill_of(fill: b.Fill | None) -> str:
        if not isinstance(fill, b.Gradient):
            return fill or "none"
        stops = "".join(f'<stop offset="{o}" stop-color="{c[:7]}"/>' for o, c in fill.stops)
        (x1, y1), (x2, y2) = fill.start, fill.end
        own = f'id="g{len(gradients)}" gradientUnits="userSpaceOnUse"'
        if fill.radii:
            gradients.append(
                f'<radialGradient {own} cx="{x1}" cy="{y1}" r="{fill.radii[1]}">{stops}</radialGradient>'
            )
        else:
            gradients.append(
                f'<linearGradient {own} x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}">{stops}</linearGradient>'
            )
        return f"url(#g{len(gradients) - 1})"

    def draw(box: b.Box) -> str:
        if isinstance(box, b.Group):
            matrix = ",".join(map(str, box.matrix or (1, 0, 0, 1, 0, 0)))
            return f'<g transform="matrix({matrix})">{"".join(map(draw, box.boxes))}</g>'
        assert isinstance(box, b.Path)
        matrix = ",".join(map(str, box.matrix or (1, 0, 0, 1, 0, 0)))
        stroke = f' stroke="{box.stroke}" stroke-width="{box.stroke_width}"' if box.stroke else ""
        return f'<path d="{box.d}" fill="{fill_of(box.fill)}"{stroke} transform="matrix({matrix})"/>'

    body = "".join(map(draw, boxes))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    return f"{head}<defs>{''.join(gradients)}</defs>{body}</svg>"


def typst_source(job: Job) -> str:
    """Return the source of comparable cards: placed boxes of text and art over a frame of three shapes."""

    def literal(text: str) -> str:
        return json.dumps(text, ensure_ascii=False)

    plan = job.plan()
    elements = [e for e in job.template.front if hasattr(e, "parts")]
    frames = {e.id: e.frame.place(job.sheet.card_width, job.sheet.card_height) for e in elements}
    art = next(e for e in job.template.front if e.id == "art").frame.place(63_000, 88_000)
    rows = [
        "#set page(width: 210mm, height: 297mm, margin: (x: 10.5mm, y: 16.5mm))",
        '#set text(font: "Zilla Slab")', "#set par(leading: 0.3em)",
        "#let frame = { place(rect(width: 63mm, height: 88mm, fill: rgb(110, 40, 30)));"
        " place(dx: 3mm, dy: 3mm, rect(width: 57mm, height: 82mm, radius: 2mm, fill: rgb(246, 236, 212)));"
        " place(dx: 4mm, dy: 13mm, rect(width: 55mm, height: 32mm, stroke: 0.5mm)) }",
        "#let card(body) = block(width: 63mm, height: 88mm, clip: true, { frame; body })",
        "#grid(columns: 3, ",
    ]  # fmt: skip
    for number, item in enumerate(job.items):
        picture = job.art_of(number) or f"{number}.svg"
        if not job.art_of(number):
            drawn = place_art(item.card, job.catalog, art[2], art[3])
            (job.folder / picture).write_text(svg_of(drawn, art[2], art[3]), "utf-8")
        parts = [
            f'place(dx: {art[0] / 1000}mm, dy: {art[1] / 1000}mm, image({literal(picture)}, fit: "cover", '
            f"width: {art[2] / 1000}mm, height: {art[3] / 1000}mm))"
        ]
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


def typst_seconds(job: Job, out: Path, source: Path) -> float:
    """Return the CPU seconds of compiling in a fresh process, without those of starting Python and importing."""
    folders = sorted({str(job.fonts.font(name).path.parent) for name in job.template.fonts.values()})
    code = (
        "import sys, time, typst; start = time.process_time();"
        "typst.compile(sys.argv[1], output=sys.argv[2], font_paths=sys.argv[3:]);"
        "print(time.process_time() - start)"
    )
    command = [sys.executable, "-c", code, str(source), str(out), *folders]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def seconds_of(work: Callable[[], None]) -> float:
    """Return the CPU seconds of all threads."""
    start = time.process_time()
    work()
    return time.process_time() - start


def compare(job: Job, runs: int) -> dict[str, tuple[float, int]]:
    """Return for each contestant the median CPU seconds and the bytes of its file; they take turns."""
    cards = job.placed()
    root = job.folder
    contestants: dict[str, Callable[[], float]] = {
        "ours": lambda: seconds_of(lambda: ours(job, root / "ours.pdf")),
        "floor": lambda: seconds_of(lambda: floor(job, root / "floor.pdf", cards)),
        "paragraph": lambda: seconds_of(lambda: paragraph(job, root / "paragraph.pdf", cards)),
    }
    if find_spec("typst"):
        source = root / "cards.typ"
        source.write_text(typst_source(job), "utf-8")
        contestants["typst"] = lambda: typst_seconds(job, root / "typst.pdf", source)
    else:
        print("Typst is not installed and left out; pip install typst")
    if len(cards) <= MOST_OF_HTML:
        contestants |= html_peers(job)
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for run in range(runs + 1):
        for name, contestant in contestants.items():
            slow = times[name] and times[name][-1] > SLOW
            if run == 0 or not slow:
                times[name].append(contestant())
    for row in times.values():
        if len(row) > 1:
            del row[0]  # the first run warms up
    return {name: (statistics.median(row), (root / f"{name}.pdf").stat().st_size) for name, row in times.items()}


def preview_seconds(job: Job, runs: int) -> float:
    """Return the median CPU seconds from a card to its picture as the admin shows it, fonts and looks known."""
    placer, times = job.plan().placer, []
    for item in job.items[: runs * 10]:
        times.append(seconds_of(lambda card=item.card: card_png(placer.place(card), job.fonts)))  # type: ignore[misc]
    return statistics.median(times[1:])


def peaks(count: int, art: str) -> tuple[float, float]:
    """Return peak memory in MiB of fresh processes: printing ``count`` cards, and preparing them only."""
    found = []
    for print_count in (count, 0):
        command = [sys.executable, __file__, "--worker", str(print_count), "--cards", str(count), "--art", art]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found.append(float(done.stdout))
    return found[0], found[1]


def work_alone(print_count: int, count: int, art: str) -> None:
    """Print in this process and tell its peak memory in MiB; 0 cards: prepare everything, print nothing.

    The catalog is made in a child, so that its making does not count; what is passed on is the frozen value.
    """
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        code = (
            f"import sys, pickle; sys.path.insert(0, {str(Path(__file__).parent)!r}); import bench_sheets as bench;"
            "from pathlib import Path; root = Path(sys.argv[1]);"
            "(root / 'catalog.pickle').write_bytes(pickle.dumps(bench.shipped_catalog(root)))"
        )
        subprocess.run([sys.executable, "-c", code, folder], check=True)
        job = Job.__new__(Job)
        job.prepare(pickle.loads((root / "catalog.pickle").read_bytes()), count, root, art)
        if print_count:
            ours(job, root / "out.pdf")
    print(peak_memory())


def peak_memory() -> float:
    """Return the highest memory of this process so far, in MiB."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(row for row in status.read_text("ascii").splitlines() if row.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    import resource as system  # Elsewhere than on Linux; there it would tell the parent's peak.

    return system.getrusage(system.RUSAGE_SELF).ru_maxrss / 2**20


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, default=900)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--art", choices=("jpeg", "jpegs", "pngs", "placeholder"), default="jpeg")
    parser.add_argument("--quick", action="store_true", help="90 cards, 3 runs, no memory at ten times the cards")
    parser.add_argument("--worker", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker is not None:
        work_alone(options.worker, options.cards, options.art)
        return 0
    count, runs = (90, 3) if options.quick else (options.cards, options.runs)
    with tempfile.TemporaryDirectory() as folder:
        job = Job(count, Path(folder), options.art)
        results = compare(job, runs)
        preview = preview_seconds(job, runs)
    base = results["ours"][0]
    print(f"{count} different cards of {RULESET}, art: {options.art}; CPU time, median of {runs} runs\n")
    print(f"{'':<12}{'seconds':>9}{'us a card':>11}{'cards/s':>9}{'ours / it':>11}{'MB':>8}")
    for name, (value, size) in results.items():
        row = f"{name:<12}{value:>9.3f}{value / count * 1e6:>11.0f}{count / value:>9.0f}"
        print(f"{row}{base / value:>11.2f}{size / 1e6:>8.2f}")
    print(f"\npreview of one card, warm: {preview * 1000:.1f} ms")
    print("\npeak memory of a process that prints, and of one that only holds the cards (MiB)")
    for number in (count,) if options.quick or count > MOST_OF_HTML else (count, count * 10):
        used, idle = peaks(number, options.art)
        print(f"  {number:>6} cards {used:>8.1f} {idle:>8.1f}   printing adds {used - idle:.1f}")
    return 0


if __name__ == "__main__":
    sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", line_buffering=True)
    raise SystemExit(main())
