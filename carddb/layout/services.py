"""Print services from TOML: sizes, bleed, order, file names and what else a house asks for; all problems at once.

Nothing is drawn or written here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from carddb.layout.boxes import Matrix
from carddb.layout.reading import Table
from carddb.layout.sheets.grid import Reach, Sheet
from carddb.layout.template_file import FORMAT, find_template, list_templates, template_folders
from carddb.layout.units import millimetres, points, size_um
from carddb.rules.finding import Finding, Where

KINDS = ("faces", "pdf", "sheets")

_NAME = re.compile(r"(?:[a-z0-9_-]+/)?[a-z0-9_-]*\{card\}[a-z0-9_-]*(?:\{copy\})?[a-z0-9_-]*\.png")


@dataclass(frozen=True, slots=True)
class Service:
    """What a print service wants; lengths in micrometres.

    kind: faces, pdf or sheets. safe: from the cut to the first thing that must be whole. pixels: of a picture, (0, 0)
    where there are none. backs: none or each. first: front or back. copies: files or listed.
    turned: the sheet is laid out across and then turned a quarter to the left.
    """

    name: str
    title: str
    kind: str
    trim_width: int
    trim_height: int
    bleed: int
    safe: int
    min_text: int
    backs: str
    first: str
    dpi: int
    pixels: tuple[int, int]
    front: str
    back: str
    copies: str
    paper: tuple[int, int]
    grid: tuple[int, int]
    gutters: tuple[int, int]
    margins: Reach
    turned: bool
    notes: tuple[str, ...]

    @property
    def has_backs(self) -> bool:
        """Return whether every front has a back."""
        return self.backs == "each"

    @property
    def page_um(self) -> tuple[int, int]:
        """Return width and height of a page as it is written."""
        if self.kind == "sheets":
            return self.paper[::-1] if self.turned else self.paper
        width, height = self.trim_width + 2 * self.bleed, self.trim_height + 2 * self.bleed
        # A picture may hold up to a pixel more or less than the lengths; what it holds less is cut off.
        wide, high = (round(pixel * 25_400 / self.dpi) for pixel in self.pixels)
        return max(width, wide), max(height, high)

    @property
    def turn(self) -> Matrix | None:
        """Return how a page that was laid out comes to lie on the paper."""
        return (0.0, -1.0, 1.0, 0.0, 0.0, float(self.paper[0])) if self.turned else None

    @property
    def sheet(self) -> Sheet:
        """Return the sheet that pages are laid out on: for single faces, one slot with its bleed around."""
        width, height = self.paper if self.kind == "sheets" else self.page_um
        columns, rows = self.grid
        return Sheet(
            name=self.name, title=self.title, width=width, height=height, card_width=self.trim_width,
            card_height=self.trim_height, gutter_x=self.gutters[0], gutter_y=self.gutters[1], margins=self.margins,
            bleed=self.bleed, marks="none", label=False, columns=columns, rows=rows,
        )  # fmt: skip

    def file(self, pattern: str, card: str, copy: int = 0) -> str:
        """Return the path of a face inside the folder; copies are counted from 1, 0 stands for a single file."""
        return pattern.replace("{card}", card).replace("{copy}", f"-{copy:02}" if copy else "")

    @property
    def size_text(self) -> str:
        """Return what is written, in words."""
        if self.kind == "faces":
            return f"PNG {self.pixels[0]} x {self.pixels[1]} px, {self.dpi} dpi"
        width, height = self.page_um
        size = f"{points(width):.6g} x {points(height):.6g} pt"
        return f"PDF {size}" + (f", {self.grid[0] * self.grid[1]} cards a page" if self.kind == "sheets" else "")


def load_service(name: str, *, folders: Sequence[Path] | None = None) -> tuple[Service | None, list[Finding]]:
    """Read a service.

    Returns: the service, or None when there is a problem; and all problems.
    """
    findings: list[Finding] = []

    def report(entry: str, message: str) -> None:
        where = Where("template", code=name, file=f"services/{name}.toml", entry=entry)
        findings.append(Finding("template.value", "error", message, where))

    places = tuple(folders or template_folders())
    path = find_template("services", name, places)
    if path is None:
        report("", f"There is no print service {name!r}; known: {', '.join(list_templates('services', places))}.")
        return None, findings
    try:
        raw = tomllib.loads(path.read_bytes().decode("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        report("", f"The service cannot be read: {error}.")
        return None, findings
    table = Table(raw, "service", report)
    if table.raw("format") != FORMAT:
        report("format", f"The service does not say format = {FORMAT}.")
    service = _read(name, table)
    table.done()
    if not findings:
        _check(service, report)
    return (None if findings else service), findings


def _read(name: str, table: Table) -> Service:
    for key in ("kind", "trim_width", "trim_height", "bleed"):
        if key not in table:
            table.wrong(key, f"A service states {key}.")
    kind = table.word("kind", "faces", KINDS)
    is_sheet = kind == "sheets"
    faces = kind == "faces"
    pixels = table.raw("pixels", [0, 0]) if faces else [0, 0]
    if (
        not isinstance(pixels, list)
        or len(pixels) != 2
        or not all(type(v) is int and 0 <= v < 20_000 for v in pixels)
    ):
        table.wrong("pixels", f"{pixels!r} must be width and height in pixels, such as [822, 1122].")
        pixels = [0, 0]
    edges = ("left", "top", "right", "bottom")
    return Service(
        name=name,
        title=table.text("title", name),
        kind=kind,
        trim_width=table.length("trim_width", 63_500),
        trim_height=table.length("trim_height", 88_900),
        bleed=table.length("bleed", 0, zero=True),
        safe=table.length("safe", 3_000, zero=True),
        min_text=table.length("min_text", size_um(4.5)),
        backs=table.word("backs", "each", ("none", "each")),
        first=table.word("first", "front", ("front", "back")),
        dpi=table.whole("dpi", 300, low=72, high=1_200) if faces else 300,
        pixels=(pixels[0], pixels[1]),
        front=table.text("front", "fronts/{card}{copy}.png") if faces else "",
        back=table.text("back", "backs/{card}{copy}.png") if faces else "",
        copies=table.word("copies", "files", ("files", "listed")) if faces else "files",
        paper=(table.length("paper_width", 0), table.length("paper_height", 0)) if is_sheet else (0, 0),
        grid=(table.whole("columns", 1, low=1, high=40), table.whole("rows", 1, low=1, high=40))
        if is_sheet
        else (1, 1),
        gutters=(table.length("gutter_x", 0, zero=True), table.length("gutter_y", 0, zero=True))
        if is_sheet
        else (0, 0),
        margins=Reach(*(table.length(f"margin_{edge}", 0, zero=True) if is_sheet else 0 for edge in edges)),
        turned=table.flag("turned", False) if is_sheet else False,
        notes=table.words("notes"),
    )


def _check(service: Service, report: Callable[[str, str], None]) -> None:
    if service.kind == "faces":
        for axis, pixel, trim in (
            ("width", service.pixels[0], service.trim_width),
            ("height", service.pixels[1], service.trim_height),
        ):
            exact = (trim + 2 * service.bleed) * service.dpi / 25_400
            if abs(pixel - exact) >= 1:
                size = f"{millimetres(trim)} mm and twice {millimetres(service.bleed)} mm of bleed"
                message = f"A {axis} of {size} is {exact:.1f} pixels at {service.dpi} dpi, and {pixel} are stated."
                report("service.pixels", message)
        wanted = [("front", service.front), *([("back", service.back)] if service.has_backs else [])]
        for key, pattern in wanted:
            if not _NAME.fullmatch(pattern):
                message = f'{pattern!r} is no name for a picture, such as "fronts/{{card}}.png".'
                report(f"service.{key}", message)
            elif service.copies == "files" and "{copy}" not in pattern:
                report(f"service.{key}", f"{pattern!r} has no {{copy}}, so copies would fall on one file.")
        if service.has_backs and service.front == service.back:
            report("service.back", "Fronts and backs would fall on the same files.")
    if service.kind == "sheets" and 0 in service.paper:
        report("service.paper_width", "Sheets need paper_width and paper_height.")
    else:
        service.sheet.check(lambda key, text: report(f"service.{key}", text))
