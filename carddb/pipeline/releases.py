"""Releases: freezing a ruleset with its templates, listing releases, and opening one as if it were the project.

Frozen are the whole catalog and the text of every card, back, booklet and sheet template, own and bundled. Of art and
fonts in the project's folder only the hash is kept: who changes such a file is told when the release is printed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlmodel import Session

from carddb import __version__, models
from carddb.catalog import Catalog
from carddb.catalog.frozen import FrozenError, freeze_catalog, thaw_catalog
from carddb.catalog.read import read_catalog
from carddb.edit import editing
from carddb.edit.problems import nearest
from carddb.edit.releases import add_release
from carddb.layout.template_file import template_folders
from carddb.pipeline.project import Project, UsageError
from carddb.rules import Finding, Where

FROZEN_TEMPLATES = ("cards", "backs", "booklets", "sheets")
FROZEN_FILES = ("art", "fonts")
PROGRAM = f"carddb {__version__}"


@dataclass(frozen=True, slots=True)
class ReleaseInfo:
    """What a list of releases says of one."""

    ruleset: str
    name: str
    note: str
    at: datetime
    author: str
    program: str
    content_version: str
    content_hash: str
    cards: int

    def as_json(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {name: str(getattr(self, name)) for name in self.__slots__} | {"cards": self.cards}


@dataclass(frozen=True, slots=True)
class State:
    """A ruleset at one moment, ready to print and export: frozen, or as it is now (``release`` is None).

    files: the folder of files, beside which the templates of that moment lie. file_hashes: of art and fonts then.
    findings: what is not as it was.
    """

    catalog: Catalog
    files: Path
    release: ReleaseInfo | None = None
    file_hashes: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()

    @property
    def name(self) -> str:
        """Return the name for people."""
        return self.release.name if self.release else "the working state"


def freeze_release(project: Project, ruleset: str, name: str, *, note: str = "", author: str) -> ReleaseInfo:
    """Freeze the working state of a ruleset under a name, for ever.

    Raises: UsageError for an unknown ruleset; EditError when the name is taken or is none.
    """
    with editing(project.engine, author) as editor:
        catalog = _catalog(editor.session, ruleset)
        whole = {
            "catalog": json.loads(freeze_catalog(catalog)),
            "files": hash_files(project.files),
            "templates": _templates(template_folders(project.files.parent)),
        }
        content = json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
        add_release(
            editor, catalog, name, note=note.strip(), program=PROGRAM, cards=len(catalog.cards),
            content_version=catalog.ruleset.content_version, content_hash=hashlib.sha256(content).hexdigest(),
            content=zlib.compress(content, 9),
        )  # fmt: skip
    return find_release(project, ruleset, name)


def list_releases(project: Project, ruleset: str) -> list[ReleaseInfo]:
    """Return the releases of a ruleset, oldest first. Raises: UsageError for an unknown ruleset."""
    with project.reading() as session:
        table = models.Release.__table__  # type: ignore[attr-defined]
        columns = [column for column in table.columns if column.name != "content"]
        query = select(*columns).where(table.c.ruleset_uid == ruleset_uid(session, ruleset)).order_by(table.c.id)
        return [_info(ruleset, row) for row in session.execute(query)]


def find_release(project: Project, ruleset: str, name: str) -> ReleaseInfo:
    """Return one release. Raises: UsageError that names those that exist."""
    known = {release.name: release for release in list_releases(project, ruleset)}
    if name not in known:
        raise UsageError(
            f"{ruleset} has no release {name!r}. "
            + (nearest(name, known) if known else "None was made yet: carddb release freezes one.")
        )
    return known[name]


@contextmanager
def open_state(project: Project, ruleset: str, release: str = "") -> Iterator[State]:
    """Open a release, or the working state when none is named; its folder of templates is gone afterwards.

    Raises: UsageError when there is no such release, or it cannot be read.
    """
    if not release:
        yield State(project.catalog(ruleset), project.files, None, hash_files(project.files))
        return
    info = find_release(project, ruleset, release)
    whole = _content(project, ruleset, info)
    try:
        catalog = thaw_catalog(json.dumps(whole["catalog"]).encode("utf-8"))
    except FrozenError as error:
        raise UsageError(
            f"The release {release!r} cannot be read: {error}. It was frozen by {info.program}."
        ) from None
    with tempfile.TemporaryDirectory(prefix="carddb-release-") as made:
        root = Path(made)
        _lay_out(root, whole["templates"], catalog.ruleset.code)
        files = root / "files"
        project.files.mkdir(parents=True, exist_ok=True)
        try:
            os.symlink(project.files.resolve(), files, target_is_directory=True)
        except (OSError, NotImplementedError):  # Windows lets only some people make links
            for kind in FROZEN_FILES:
                if (project.files / kind).is_dir():
                    shutil.copytree(project.files / kind, files / kind)
        yield State(catalog, files, info, whole["files"], tuple(_otherwise(project, info, catalog, whole["files"])))


def _content(project: Project, ruleset: str, info: ReleaseInfo) -> Any:
    table = models.Release.__table__  # type: ignore[attr-defined]
    with project.reading() as session:
        query = select(table.c.content).where(
            table.c.ruleset_uid == ruleset_uid(session, ruleset), table.c.name == info.name
        )
        packed: bytes = session.execute(query).scalar_one()
    try:
        content = zlib.decompress(packed)
    except zlib.error:
        content = b""
    if hashlib.sha256(content).hexdigest() != info.content_hash:
        raise UsageError(
            f"The release {info.name!r} is damaged: its content has another hash than when it was frozen. "
            "Bring the database back from a backup."
        )
    return json.loads(content)


def _otherwise(project: Project, info: ReleaseInfo, catalog: Catalog, then: Mapping[str, str]) -> Iterator[Finding]:
    """Find what is not frozen and is not as it was: the program, art that the cards show, fonts."""
    where = Where("release", code=info.name, name=info.name)

    def finding(code: str, severity: Any, message: str, hint: str) -> Finding:
        return Finding(code, severity, message, where, ruleset=catalog.ruleset.code, hint=hint)

    if info.program != PROGRAM:
        message = (
            f"{info.name} was frozen by {info.program}; this is {PROGRAM}, which may draw it a little otherwise."
        )
        yield finding("release.program", "info", message, "For the very same bytes install that version.")
    now = hash_files(project.files)
    used = {f"art/{printing.art}" for card in catalog.cards for printing in card.printings if printing.art}
    names = sorted(n for n in then.keys() | now.keys() if n in used or n.startswith("fonts/"))
    for name in names:
        if then.get(name) != now.get(name):
            what = "is gone" if name not in now else "is new" if name not in then else "was changed"
            message = f"The file {name} {what} since {info.name} was frozen."
            yield finding("release.file", "warning", message, "Bring it back, or print it as it is now.")


def _lay_out(root: Path, templates: Mapping[str, str], code: str) -> None:
    """Write frozen templates into a folder; what was not there then is made so that nothing newer steps in."""
    own = dict(templates)
    if "backs/default.toml" in own:
        own.setdefault(f"backs/{code}.toml", own["backs/default.toml"])
    own.setdefault(f"booklets/{code}.toml", 'format = 1\nextends = "base"\n')
    for name, text in own.items():
        path = root / "print_templates" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")


def _templates(folders: tuple[Path, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for folder in reversed(folders):
        for kind in FROZEN_TEMPLATES:
            for path in sorted((folder / kind).glob("*.toml")):
                try:
                    found[f"{kind}/{path.name}"] = path.read_bytes().decode("utf-8")
                except UnicodeDecodeError as error:
                    message = f"{path}: byte {error.start + 1} is not UTF-8 text; nothing was frozen."
                    raise UsageError(message) from None
    return dict(sorted(found.items()))


def hash_files(files: Path) -> dict[str, str]:
    """Return the sha256 of each art and font file of a project, by its path in the folder of files."""
    found = {}
    for kind in FROZEN_FILES:
        for path in sorted((files / kind).rglob("*")):
            if path.is_file():
                with path.open("rb") as file:
                    found[path.relative_to(files).as_posix()] = hashlib.file_digest(file, "sha256").hexdigest()
    return found


def ruleset_uid(session: Session, ruleset: str) -> str:
    """Return the uid of a ruleset. Raises: UsageError for an unknown one."""
    return _catalog(session, ruleset, only_head=True).ruleset.uid


def _catalog(session: Session, ruleset: str, *, only_head: bool = False) -> Catalog:
    try:
        return read_catalog(session, ruleset, cards=() if only_head else None, decks=not only_head)
    except LookupError as error:
        raise UsageError(str(error)) from None


def _info(ruleset: str, row: Any) -> ReleaseInfo:
    names = [name for name in ReleaseInfo.__slots__ if name not in ("ruleset", "at")]
    at = row.at if row.at.tzinfo else row.at.replace(tzinfo=UTC)
    return ReleaseInfo(ruleset=ruleset, at=at, **{name: getattr(row, name) for name in names})
