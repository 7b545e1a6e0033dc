"""Files for print services: drawn, opened again, checked, and put in place only when everything is as it must be."""

from __future__ import annotations

import csv
import io
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from carddb.catalog import Catalog
from carddb.edit import EditError
from carddb.exchange.files import write_bytes
from carddb.layout.boxes import Box, Group
from carddb.layout.services import Service
from carddb.layout.sheet import SheetItem, SheetPage, SheetPlan
from carddb.layout.template_file import list_templates as template_names
from carddb.layout.template_file import template_folders
from carddb.pdf.fonts import FontBook
from carddb.pdf.images import PictureError
from carddb.pdf.raster import face_png
from carddb.pdf.services import face_pdf, write_pages
from carddb.pipeline.files import parent_of
from carddb.pipeline.find import FORMULA
from carddb.pipeline.preflight import find_service, run_preflight
from carddb.pipeline.printing import Printed, Shop
from carddb.pipeline.project import UsageError
from carddb.pipeline.verify import verify

Progress = Callable[[str, int, int], None]

REPORT = "report.txt"
ORDER = "order.csv"
CARDS_PDF = "cards.pdf"

UID_LETTERS = 8
"""Letters of the uid in a file's name; with the code, which is unique, they only tell renamed cards apart."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card of the order with its files, one for each copy, or one for all; back files stand beside them."""

    item: SheetItem
    fronts: tuple[str, ...]
    backs: tuple[str, ...]


def list_services(project: Path | None = None) -> list[tuple[str, str, str, str]]:
    """Return name, title, what is written and what it cannot express of each service."""
    folders = template_folders(project)
    found = [find_service(name, folders) for name in template_names("services", folders)]
    return [(s.name, s.title, s.size_text, " ".join(s.notes)) for s in found]


def order_service(
    catalog: Catalog,
    files: Path,
    service: str,
    path: Path,
    *,
    query: str = "",
    deck: str | None = None,
    copies: int = 1,
    shop: Shop | None = None,
    progress: Progress | None = None,
) -> Printed:
    """Write the files of an order into a folder: the faces, order.csv and a report of what was verified.

    The folder appears whole, after its files were opened again and found right, or not at all; a folder of an earlier
    order is replaced.

    Raises: UsageError when nothing is chosen or the folder holds other files; EditError with the errors of the
        preflight, which stop an order; whatever ``progress`` raises.
    """
    shop = shop or Shop(catalog, files)
    wanted = find_service(service, shop.folders)
    _must_be_free(path)
    looked = run_preflight(
        catalog, files, query=query, deck=deck, service=service, copies=copies, shop=shop, progress=progress
    )
    if looked.errors:
        raise EditError(list(looked.errors))
    plan = looked.plan
    faces = [_face(wanted, item) for item in looked.items]
    with _whole_folder(path) as folder:
        try:
            if wanted.kind == "faces":
                _write_faces(wanted, plan, shop.fonts, faces, folder, progress)
            else:
                pages = _turned(wanted, plan, plan.pages())
                step = None if progress is None else lambda done, total: progress("Writing pages", done, total)
                write_pages(
                    pages, plan.page_count, folder / CARDS_PDF, shop.fonts, title=f"{plan.title}, {wanted.title}",
                    trim_um=wanted.bleed if wanted.kind == "pdf" else 0, language=catalog.ruleset.language,
                    progress=step,
                )  # fmt: skip
        except PictureError as error:
            raise UsageError(f"Nothing was written: {error}. Put another file in its place.") from None
        write_bytes(folder / ORDER, _order(wanted, faces).encode("utf-8"))
        told = verify(
            wanted, plan, shop.fonts, folder, [(f.item, f.fronts, f.backs) for f in faces], progress=progress
        )
        if not all(check.is_good for check in told):
            bad = "; ".join(f"{check.title}: {check.text}" for check in told if not check.is_good)
            raise UsageError(f"The files were not right when they were opened again, so none was kept: {bad}.")
        lines = [f"{'ok' if check.is_good else 'WRONG':5} {check.title}: {check.text}" for check in told]
        head = [plan.title, wanted.title, wanted.size_text, _amount(plan, faces)]
        warned = [f"warning: {f.message}" for f in looked.findings if f.severity == "warning"]
        body = [*head, "", "Opened again and checked:", *lines, "", "To know:", *wanted.notes]
        if warned:
            body += ["", "Preflight:", *warned]
        write_bytes(folder / REPORT, ("\n".join(body) + "\n").encode("utf-8"))
    checks = f"{len(told)} checks of the written files passed"
    return Printed(path, f"{_amount(plan, faces)} for {wanted.title}; {checks}, see {REPORT}", [*looked.findings])


def _amount(plan: SheetPlan, faces: Sequence[Face]) -> str:
    return f"{len(faces)} different cards, {plan.card_count} in all"


def _face(service: Service, item: SheetItem) -> Face:
    if service.kind != "faces":
        return Face(item, (CARDS_PDF,), (CARDS_PDF,) if service.has_backs else ())
    printing = item.printing
    card = f"{item.card.code[:60]}-{(printing.uid if printing else item.card.uid)[:UID_LETTERS]}".lower()
    numbers = range(1, item.quantity + 1) if service.copies == "files" else (0,)
    fronts = tuple(service.file(service.front, card, n) for n in numbers)
    return Face(
        item, fronts, tuple(service.file(service.back, card, n) for n in numbers) if service.has_backs else ()
    )


def _write_faces(
    service: Service, plan: SheetPlan, fonts: FontBook, faces: Sequence[Face], folder: Path, progress: Progress | None
) -> None:
    backs: dict[str, bytes] = {}
    single = [face.item._replace(quantity=1) for face in faces]
    pages = SheetPlan(
        plan.sheet, plan.placer, plan.measure, single, plan.backs, plan.title, plan.window, plan.finish,
        plan.back_choice, plan.back_placers,
    ).pages()  # fmt: skip

    def draw(boxes: Sequence[Box]) -> bytes:
        return face_png(face_pdf(boxes, service.page_um, fonts), 0, service.pixels, dpi=service.dpi)

    for done, face in enumerate(faces):
        _write_copies(folder, face.fronts, draw(next(pages).boxes))
        if service.has_backs:
            boxes = next(pages).boxes
            key = repr(boxes)
            if key not in backs:
                backs[key] = draw(boxes)
            _write_copies(folder, face.backs, backs[key])
        if progress is not None:
            progress("Drawing cards", done + 1, len(faces))


def _write_copies(folder: Path, names: Sequence[str], data: bytes) -> None:
    for name in names:
        target = folder / name
        target.parent.mkdir(exist_ok=True)
        if target.exists():
            raise UsageError(f"Two cards would be written to {name}; give one of them another code.")
        target.write_bytes(data)


def _turned(service: Service, plan: SheetPlan, pages: Iterator[SheetPage]) -> Iterator[SheetPage]:
    """Yield pages in the order that the house wants them, turned as they lie on its paper."""
    width, height = service.page_um

    def turned(page: SheetPage) -> SheetPage:
        boxes: tuple[Box, ...] = page.boxes
        if service.turn is not None:
            boxes = (Group(boxes, service.turn),)
        return page._replace(boxes=boxes, width_um=width, height_um=height)

    for page in pages:
        if plan.sides == 2 and service.first == "back":
            yield turned(next(pages))
        yield turned(page)


def _order(service: Service, faces: Sequence[Face]) -> str:
    """Return the order as CSV, a card a line in the order of printing; a spreadsheet must not run a name."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["number", "code", "name", "quantity", "front", "back"])
    for number, face in enumerate(faces, start=1):
        card = face.item.card
        name = f"'{card.name}" if card.name.startswith(FORMULA) else card.name
        fronts, backs = (" ".join(files) for files in (face.fronts, face.backs))
        writer.writerow([number, card.code, name, face.item.quantity, fronts, backs])
    return out.getvalue()


def _must_be_free(path: Path) -> None:
    """Raise: UsageError when the folder holds anything but an earlier order."""
    if path.exists() and not path.is_dir():
        raise UsageError(f"{path} is a file; name a folder.")
    if path.is_dir() and any(path.iterdir()) and not (path / REPORT).is_file():
        raise UsageError(f"{path} holds other files, which could end up in the order; name a new folder.")


@contextmanager
def _whole_folder(path: Path) -> Iterator[Path]:
    """Give a folder to write into, which takes the name ``path`` in one step when the block is through."""
    with parent_of(path.parent / REPORT):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()
        made = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
        try:
            os.chmod(made, 0o755)
            yield made
            for file in made.rglob("*"):
                if file.is_file():
                    with file.open("rb") as opened:
                        os.fsync(opened.fileno())
            if path.exists():
                old = made.with_name(f"{made.name}.old")
                os.replace(path, old)
                os.replace(made, path)
                shutil.rmtree(old)
            else:
                os.replace(made, path)
        except BaseException:
            shutil.rmtree(made, ignore_errors=True)
            raise
