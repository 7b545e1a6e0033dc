"""Comparable cards as HTML, and the programs that print HTML; each runs in a process of its own, if it is there."""

from __future__ import annotations

import html
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench_sheets import Job

STYLE = """@page { size: 210mm 297mm; margin: 0 } body { margin: 0 }
section { position: relative; width: 210mm; height: 296.9mm; break-after: page; overflow: hidden }
section > div { position: absolute; width: 63mm; height: 88mm; overflow: hidden; background: #6e281e }
i, p, img { position: absolute; margin: 0; overflow: hidden; font-style: normal; line-height: 1.2 }
i { left: 3mm; top: 3mm; width: 57mm; height: 82mm; border-radius: 2mm; background: #f6ecd4 }
"""


def html_source(job: Job) -> str:
    """Return the page: the texts and places of the cards, a frame of two shapes, the art or a plain box."""
    plan, sheet = job.plan(), job.sheet
    elements = [e for e in job.template.front if hasattr(e, "parts")]
    frames = {e.id: e.frame.place(sheet.card_width, sheet.card_height) for e in elements}
    x, y, width, height = next(e for e in job.template.front if e.id == "art").frame.place(63_000, 88_000)
    box = f"left:{x / 1000}mm;top:{y / 1000}mm;width:{width / 1000}mm;height:{height / 1000}mm"
    faces = "".join(
        f'@font-face {{ font-family: "{name}"; src: url("{job.fonts.font(name).path.as_uri()}") }}\n'
        for name in sorted({part.font for element in elements for part in element.parts})
    )
    rows = [f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>cards</title><style>{faces}{STYLE}</style>']
    for number, item in enumerate(job.items):
        slot = number % sheet.slots
        if slot == 0:
            rows.append(("</section>" if number else "") + "<section>")
        row, column = divmod(slot, sheet.columns)
        left, top = sheet.origin[0] + column * sheet.card_width, sheet.origin[1] + row * sheet.card_height
        art = f'<img style="object-fit:cover;{box}" src="{job.art_of(number)}">' if job.art_of(number) else ""
        card = [f'<div style="left:{left / 1000}mm;top:{top / 1000}mm"><i></i>{art}']
        for element in elements:
            x0, y0, wide, high = (v / 1000 for v in frames[element.id])
            lines = ""
            for part in element.parts:
                text = plan.placer.field(part.field, item.card, item.card.printings[0])
                size = (part.smallest + part.size) / 2000
                if text:
                    inner = html.escape(text).replace("\n", "<br>")
                    lines += f"<span style=\"display:block;font:{size:.2f}mm '{part.font}'\">{inner}</span>"
            card.append(f'<p style="left:{x0}mm;top:{y0}mm;width:{wide}mm;height:{high}mm">{lines}</p>')
        rows.append("".join(card) + "</div>")
    return "\n".join([*rows, "</section></html>"])


def weasyprint_seconds(source: Path, out: Path) -> float:
    """Return the CPU seconds of WeasyPrint without those of starting Python and importing it."""
    code = (
        "import sys, time; from weasyprint import HTML; start = time.process_time();"
        "HTML(sys.argv[1]).write_pdf(sys.argv[2]); print(time.process_time() - start)"
    )
    command = [sys.executable, "-c", code, str(source), str(out)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def chromium_seconds(program: str, source: Path, out: Path) -> float:
    """Return the CPU seconds of all processes of a headless Chromium, with its start."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [
        program, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
        f"--user-data-dir={out.with_suffix('.profile')}", f"--print-to-pdf={out}", source.as_uri(),
    ]  # fmt: skip
    subprocess.run(command, capture_output=True, check=True, timeout=900)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def html_peers(job: Job) -> dict[str, Callable[[], float]]:
    """Return the programs that are installed; each writes its PDF beside the source, tells its seconds."""
    source = job.folder / "cards.html"
    found: dict[str, Callable[[], float]] = {}
    if find_spec("weasyprint"):
        found["weasyprint"] = lambda: weasyprint_seconds(source, job.folder / "weasyprint.pdf")
    else:
        print("WeasyPrint is not installed and left out; pip install weasyprint")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program:
        found["chromium"] = lambda: chromium_seconds(program, source, job.folder / "chromium.pdf")
    else:
        print("Chromium is not installed and left out")
    if found:
        source.write_text(html_source(job), "utf-8")
    return found
