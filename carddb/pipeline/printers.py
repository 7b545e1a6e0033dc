"""Printers as project data: reading all of them, and writing down what a calibration print said."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from carddb.edit import EditError
from carddb.exchange.files import write_bytes
from carddb.exchange.toml import write_toml
from carddb.layout.sheets.printers import Printer, load_printer
from carddb.layout.template_file import FORMAT, find_template, list_templates, template_folders
from carddb.pipeline.project import UsageError
from carddb.rules import Finding, Where

EDGES = ("long", "short")
SCALES = ("x", "left", "right")
NAME_LENGTH = 60


@dataclass(frozen=True, slots=True)
class PrinterFile:
    """A printer as its file says it. printer: None when the file cannot be used, then ``findings`` say why.

    stamp: changes with the file; "" for a printer that has none yet.
    """

    name: str
    printer: Printer | None
    findings: tuple[Finding, ...]
    stamp: str


def read_printers(project: Path) -> list[PrinterFile]:
    """Return the printers of a project and the bundled ones, by name."""
    return [_read(name, project) for name in list_templates("printers", template_folders(project))]


def _read(name: str, project: Path) -> PrinterFile:
    folders = template_folders(project)
    file = find_template("printers", name, folders)
    printer, findings = load_printer(name, folders=folders)
    return PrinterFile(name, printer, tuple(findings), _stamp(file))


def _stamp(file: Path | None) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16] if file is not None and file.is_file() else ""


def save_printer(
    project: Path, name: str, *, title: str, readings: Mapping[tuple[str, str], str], stamp: str
) -> Path:
    """Write what the scales of a calibration print read into the project's file of a printer.

    readings: by edge and scale (``EDGES``, ``SCALES``) the length as typed, in millimetres when it has no unit.
    stamp: that of the printer when it was read, "" for a new one.

    Raises: EditError with all problems, the scale as the entry; UsageError when the file changed meanwhile.
    """
    bad: list[Finding] = []
    if not name or len(name) > NAME_LENGTH or not all(c.isascii() and (c.isalnum() or c in "-_") for c in name):
        bad.append(_wrong(name, "name", "The name takes letters, digits, - and _, such as office-laser."))
    values: dict[str, object] = {"format": FORMAT, "title": title.strip() or name}
    for edge in EDGES:
        values[edge] = {scale: _length(readings.get((edge, scale), "")) for scale in SCALES}
    with tempfile.TemporaryDirectory(prefix="carddb-") as folder:
        trial = Path(folder) / "printers" / "trial.toml"
        data = write_toml(values).encode("utf-8")
        write_bytes(trial, data)
        _, findings = load_printer("trial", folders=(Path(folder),))
        bad += [_wrong(name, finding.where.entry, finding.message) for finding in findings]
    if bad:
        raise EditError(bad)
    if stamp != _stamp(find_template("printers", name, template_folders(project))):
        what = "was changed by somebody else meanwhile" if stamp else "is there already"
        raise UsageError(f"The printer {name!r} {what}; nothing was written. Look at it as it is now, then repeat.")
    target = project / "print_templates" / "printers" / f"{name}.toml"
    write_bytes(target, data)
    return target


def _length(typed: str) -> str:
    text = typed.strip().replace("−", "-").replace(",", ".")
    return "0mm" if not text else text if text[-1:].isalpha() else f"{text}mm"


def _wrong(name: str, entry: str, message: str) -> Finding:
    return Finding("printer.value", "error", message, Where("template", code=name[:NAME_LENGTH], entry=entry))
