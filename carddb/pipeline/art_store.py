"""The art store itself: originals under the hash of their content, never overwritten, facts beside each.

Nothing is deleted here.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path

from carddb.catalog import Catalog
from carddb.edit import documents as d
from carddb.layout.pictures import ENDINGS, Picture, PictureError, inspect_picture
from carddb.pdf.images import PIECE
from carddb.pdf.scaled import decode_picture, write_once, write_pieces
from carddb.rules import Finding, Where

ART = "art"
"""Folder of the store in a project's files, and of the pictures in a data folder."""

MOST_BYTES = 200_000_000
"""Largest file that is taken. Source: house choice, 40 megapixels of RGB uncompressed and some room."""

STORED = re.compile(r"[0-9a-f]{40}\.[a-z]{3,4}")
"""A name in the store."""


@dataclass(frozen=True, slots=True)
class Art:
    """A stored picture: its name in the store, what its header says, and where it came from."""

    name: str
    size: int
    picture: Picture
    original: str
    author: str
    at: str
    credit: str = ""
    licence: str = ""


def store_art(folder: Path, file: Path, *, author: str, credit: str = "", licence: str = "") -> Art:
    """Put a picture into a store, after every pixel was decoded once; an equal one is there only once.

    folder: the store, made when missing.
    Raises: PictureError when it is no picture that can be printed; OSError.
    """
    size = file.stat().st_size
    if size > MOST_BYTES:
        most = MOST_BYTES // 1_000_000
        raise PictureError(f"{file.name} has {size // 1_000_000} MB, and {most} is the most; make it smaller")
    picture, name = inspect_picture(file), art_name(file)
    target = folder / name
    known = read_art(target)
    if known is not None:
        os.utime(target)  # wanted again: its age counts from now
        return known
    folder.mkdir(parents=True, exist_ok=True)
    write_pieces(target, pieces_of(file))
    now = datetime.now(UTC).isoformat(timespec="seconds")
    art = Art(name, size, picture, file.name, author, now, credit, licence)
    write_once(target.with_suffix(".json"), _as_json(art))
    return art


def art_name(file: Path) -> str:
    """Return the name of a picture in the store, after every pixel was decoded once. Raises: PictureError."""
    picture = inspect_picture(file)
    with file.open("rb") as source:
        decode_picture(source, file.name, width=64, most=0)
    return f"{hash_of(file)}.{ENDINGS[picture.format]}"


def pieces_of(file: Path) -> Iterator[bytes]:
    """Return the content of a file, no more than a piece of it in memory."""
    with file.open("rb") as source:
        while piece := source.read(PIECE):
            yield piece


def hash_of(file: Path) -> str:
    """Return the hash that a file's content is stored under."""
    whole = blake2b(digest_size=20)
    for piece in pieces_of(file):
        whole.update(piece)
    return whole.hexdigest()


def _as_json(art: Art) -> bytes:
    return (json.dumps(asdict(art), ensure_ascii=False, indent=2, sort_keys=True) + "\n").encode()


def read_art(file: Path) -> Art | None:
    """Return what is known of a stored picture, None when it is not in the store."""
    try:
        values = json.loads(file.with_suffix(".json").read_bytes())
        picture = Picture(**{**values.pop("picture"), "notices": ()})
        return Art(picture=picture, **values) if file.is_file() else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def take_folder_art(store: Path | None, folder: Path, document: d.CatalogDocument, *, author: str) -> list[Finding]:
    """Store the pictures of a data folder's ``art`` and let its document name them as stored. Returns: problems.

    store: None only to see what would be. A picture that is not in the folder may be in the store already.
    """
    bad: list[Finding] = []
    for index, card in enumerate(document.cards):
        printings = []
        for printing in card.printings:
            file = folder / ART / printing.art
            if printing.art and file.is_file():
                try:
                    name = art_name(file) if store is None else store_art(store, file, author=author).name
                    printing = printing.model_copy(update={"art": name})
                except PictureError as error:
                    where = Where("card", code=card.code, name=card.name, field="art", file=f"{ART}/{file.name}")
                    bad.append(Finding("art.file", "error", f"{error}.", where))
            printings.append(printing)
        document.cards[index] = card.model_copy(update={"printings": printings})
    return bad


def give_folder_art(store: Path, folder: Path, catalog: Catalog) -> list[Path]:
    """Put the originals that a catalog names into a data folder's ``art``, byte for byte. Returns: the files."""
    written = []
    for name in sorted({p.art for card in catalog.cards for p in card.printings if p.art}):
        if (store / name).is_file():
            target = folder / ART / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.is_file():
                write_pieces(target, pieces_of(store / name))
            written.append(target)
    return written
