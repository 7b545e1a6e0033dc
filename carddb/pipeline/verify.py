"""Files of a print service, opened again: pages, order, sizes, boxes, fonts, and cards against their own previews."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from carddb.layout.boxes import PlacedCard
from carddb.layout.services import Service
from carddb.layout.sheet import SheetItem, SheetPlan
from carddb.layout.units import points
from carddb.pdf.fonts import FontBook
from carddb.pdf.proofs import compare
from carddb.pdf.raster import card_png
from carddb.pdf.reopened import Reopened

Files = tuple[SheetItem, tuple[str, ...], tuple[str, ...]]
"""A card with the files of its fronts and of its backs."""

DPI = 300

SAMPLES = 4
"""How many cards are compared with their previews: the first, the last and others between. Source: house choice."""

NEAR = 6.0
"""Mean difference, of 255, that resampling may cause; two different cards differ by more. Source: measured."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at, and what was seen."""

    title: str
    is_good: bool
    text: str


def verify(
    service: Service, plan: SheetPlan, fonts: FontBook, folder: Path, files: Sequence[Files],
    *, progress: Callable[[str, int, int], None] | None = None,
) -> list[Check]:  # fmt: skip
    """Return what is found when the files of an order are opened again."""
    if service.kind == "faces":
        return _faces(service, plan, fonts, folder, files, progress)
    return _pdf(service, plan, fonts, folder / "cards.pdf", [item for item, _, _ in files], progress)


def _chosen(count: int) -> list[int]:
    return sorted({round(n * (count - 1) / max(SAMPLES - 1, 1)) for n in range(SAMPLES)})


def _faces(
    service: Service, plan: SheetPlan, fonts: FontBook, folder: Path, files: Sequence[Files],
    progress: Callable[[str, int, int], None] | None,
) -> list[Check]:  # fmt: skip
    names = [name for _, fronts, backs in files for name in (*fronts, *backs)]
    wrong = []
    for done, name in enumerate(names, start=1):
        with Image.open(folder / name) as opened:
            opened.verify()
            dpi = round(opened.info.get("dpi", (0, 0))[0])
            if opened.size != service.pixels or opened.mode != "RGB" or dpi != service.dpi:
                wrong.append(f"{name} is {opened.size[0]} x {opened.size[1]} {opened.mode} at {dpi} dpi")
        if progress is not None:
            progress("Opening files again", done, len(names))
    there = sorted(str(p.relative_to(folder).as_posix()) for p in folder.rglob("*.png"))
    wide, high = service.pixels
    out = [
        Check("Files", there == sorted(names), f"{len(there)} pictures, {len(names)} expected"),
        Check("Pixels", not wrong, "; ".join(wrong[:3]) or f"all {wide} x {high}, RGB, opaque, {service.dpi} dpi"),
    ]
    if service.has_backs:
        paired = all(len(fronts) == len(backs) for _, fronts, backs in files)
        out.append(Check("Pairs", paired, "every front has its back"))
    edge = round(service.bleed * service.dpi / 25_400)
    gaps = []
    for place in _chosen(len(files)):
        item, fronts, backs = files[place]
        own = plan.placer.place(item.card, item.printing)
        gaps.append((compare(_cut((folder / fronts[0]).read_bytes(), edge), _preview(own, fonts)), item.card.name))
        if backs:
            back = plan.back_placer(item.card).place_back(item.card)
            gap = compare(_cut((folder / backs[0]).read_bytes(), edge), _preview(back, fonts))
            gaps.append((gap, f"the back of {item.card.name}"))
    return [*out, _previews(gaps)]


def _previews(gaps: Sequence[tuple[float, str]]) -> Check:
    far = [f"{name} differs by {gap:.1f} of 255" for gap, name in gaps if gap > NEAR]
    worst = max((gap for gap, _ in gaps), default=0.0)
    good = f"{len(gaps)} faces compared with their previews, largest mean difference {worst:.2f} of 255"
    return Check("Previews", not far and bool(gaps), "; ".join(far) or good)


def _preview(card: PlacedCard, fonts: FontBook) -> bytes:
    return card_png(card, fonts, width_px=round(card.width_um * DPI / 25_400), rounded_corners=False)


def _cut(png: bytes, edge: int) -> bytes:
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    return _png(picture.crop((edge, edge, picture.width - edge, picture.height - edge)))


def _png(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()


def _pdf(
    service: Service, plan: SheetPlan, fonts: FontBook, path: Path, items: Sequence[SheetItem],
    progress: Callable[[str, int, int], None] | None,
) -> list[Check]:  # fmt: skip
    width, height = (points(length) for length in service.page_um)
    inset = points(service.bleed) if service.kind == "pdf" else 0.0
    page = (0.0, 0.0, width, height)
    trim = (inset, inset, width - inset, height - inset)
    wrong: list[str] = []
    loose: set[str] = set()
    found: set[str] = set()
    with Reopened(path) as opened:
        count = len(opened)
        for number in range(count):
            boxes = opened.boxes(number)
            for word, box, wanted in (
                ("page", boxes.media, page), ("BleedBox", boxes.bleed, page), ("TrimBox", boxes.trim, trim),
            ):  # fmt: skip
                if any(abs(a - b) > 0.01 for a, b in zip(box, wanted, strict=True)):
                    wrong.append(f"the {word} of page {number + 1} is {box}")
            for name, is_embedded in opened.fonts(number).items():
                found.add(name)
                if not is_embedded:
                    loose.add(name)
            if progress is not None:
                progress("Opening the file again", number + 1, count)
        gaps = _compared(service, plan, fonts, opened, items)
    stated = f"TrimBox {trim[2] - trim[0]:.6g} x {trim[3] - trim[1]:.6g} pt"
    return [
        Check("Pages", count == plan.page_count, f"{count} pages, {plan.page_count} expected"),
        Check("Boxes", not wrong, "; ".join(wrong[:3]) or f"all pages {width:.6g} x {height:.6g} pt, {stated}"),
        Check("Fonts", not loose and bool(found), f"not embedded: {', '.join(sorted(loose))}" if loose else
              f"{len(found)} fonts, all embedded"),
        _previews(gaps),
    ]  # fmt: skip


def _compared(
    service: Service, plan: SheetPlan, fonts: FontBook, opened: Reopened, items: Sequence[SheetItem]
) -> list[tuple[float, str]]:
    """Compare cards with their previews in the places where they must stand, which proves the order too."""
    gaps: list[tuple[float, str]] = []
    copies = [item for item in items for _ in range(item.quantity)]
    slots = plan.sheet.slots
    pictures: dict[int, Image.Image] = {}
    for place in _chosen(len(copies)):
        item = copies[place]
        sheet_number, slot = divmod(place, slots)
        for flip, face in (("none", 0), ("long", 1)) if plan.sides == 2 else (("none", 0),):
            is_back = face == 1
            page = sheet_number * plan.sides + (1 - face if service.first == "back" else face)
            if page not in pictures:
                pictures[page] = _upright(service, opened.png(page, DPI))
            x, y = plan.sheet.corner(plan.sheet.cells[slot], flip)  # type: ignore[arg-type]
            left, top = round(x * DPI / 25_400), round(y * DPI / 25_400)
            own = plan.back_placer(item.card).place_back(item.card) if is_back else plan.placer.place(
                item.card, item.printing
            )  # fmt: skip
            wide, high = (round(v * DPI / 25_400) for v in (plan.sheet.card_width, plan.sheet.card_height))
            part = pictures[page].crop((left, top, left + wide, top + high))
            name = f"the back of {item.card.name}" if is_back else item.card.name
            gaps.append((compare(_png(part), _preview(own, fonts)), name))
    return gaps


def _upright(service: Service, png: bytes) -> Image.Image:
    """Return a page as it was laid out, before it was turned onto its paper."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    return picture.transpose(Image.Transpose.ROTATE_270) if service.turned else picture
