"""Different pictures into one PDF, ours against plain ReportLab in the same run: seconds and peak memory.

    python tests/benchmarks/bench_art.py [--pictures 900] [--size 600x450] [--kinds jpg,png] [--quick]

Each contestant runs in a process of its own, places every picture once, nine on a page, and writes the file.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from multiprocessing import get_context
from pathlib import Path


def make_pictures(folder: Path, kind: str, count: int, size: tuple[int, int]) -> list[Path]:
    """Write pictures of gradients and grain, no two the same."""
    from PIL import Image

    grain = Image.effect_noise(size, 24).convert("RGB")
    sky = Image.linear_gradient("L").resize(size).convert("RGB")
    base, files = Image.blend(grain, sky, 0.7), []
    for number in range(count):
        tint = Image.new("RGB", size, (number % 256, number * 7 % 256, number * 13 % 256))
        files.append(folder / f"{number:04}.{kind}")
        Image.blend(base, tint, 0.3).save(files[-1], quality=90)
    return files


def ours(files: list[Path], out: Path) -> None:
    """Draw with carddb's own writer."""
    from carddb.layout.boxes import Image
    from carddb.pdf.draw import Painter
    from carddb.pdf.fonts import FontBook
    from carddb.pdf.writer import Document, whole_file

    with whole_file(out) as stream:
        document = Document(stream, FontBook(), title="bench")
        painter = Painter(document)
        for start in range(0, len(files), 9):
            boxes = [
                Image(i % 3 * 63_000, i // 3 * 88_000, 55_000, 41_250, str(file))
                for i, file in enumerate(files[start : start + 9])
            ]
            painter.page(boxes, 210_000, 297_000)
        document.finish()


def reportlab(files: list[Path], out: Path) -> None:
    """Draw with a plain loop of drawImage."""
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(out))
    for start in range(0, len(files), 9):
        for i, file in enumerate(files[start : start + 9]):
            canvas.drawImage(str(file), i % 3 * 178.6, 500 - i // 3 * 249.4, 155.9, 116.9)
        canvas.showPage()
    canvas.save()


def measured(draw: object, files: list[Path], out: Path, answer: object) -> None:
    """Run one contestant and send back its seconds of CPU and of the clock, and its peak in MiB."""
    wall, cpu = time.perf_counter(), time.process_time()
    draw(files, out)  # type: ignore[operator]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    answer.send((time.process_time() - cpu, time.perf_counter() - wall, peak))  # type: ignore[attr-defined]


def main() -> None:
    """Run all contestants over all kinds of pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=900)
    parser.add_argument("--size", default="600x450")
    parser.add_argument("--kinds", default="jpg,png")
    parser.add_argument("--only-ours", action="store_true", help="without ReportLab, which may not bear it")
    parser.add_argument("--quick", action="store_true", help="18 pictures")
    options = parser.parse_args()
    count = 18 if options.quick else options.pictures
    contestants = (ours,) if options.only_ours else (ours, reportlab)
    width, height = map(int, options.size.split("x"))
    context = get_context("spawn")
    for kind in options.kinds.split(","):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            files = make_pictures(folder, kind, count, (width, height))
            weight = sum(file.stat().st_size for file in files) / 1e6
            print(f"{len(files)} different {kind}, {options.size}, {weight:.0f} MB")
            seconds = {}
            for draw in contestants:
                out = folder / f"{draw.__name__}.pdf"
                here, there = context.Pipe()
                child = context.Process(target=measured, args=(draw, files, out, there))
                child.start()
                there.close()
                seconds[draw] = cpu, wall, peak = here.recv()
                child.join()
                size = os.path.getsize(out) / 1e6
                print(f"  {draw.__name__:10} {cpu:7.2f} s CPU {wall:7.2f} s {peak:6.0f} MiB peak {size:6.0f} MB PDF")
            if not options.only_ours:
                print(f"  ratio      {seconds[reportlab][0] / seconds[ours][0]:7.1f} (CPU)")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
