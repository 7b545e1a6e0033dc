"""Folders for files that are being made."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from carddb.pipeline.project import UsageError


@contextmanager
def parent_of(path: Path) -> Iterator[None]:
    """Make the folder of a file; when the block fails, folders that were made for it go again.

    Raises: UsageError when the file is a folder, or a folder on its way is a file.
    """
    if path.is_dir():
        raise UsageError(f"{path} is a folder; name a file.")
    missing = [folder for folder in (path.parent, *path.parent.parents) if not folder.exists()]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise UsageError(f"{path.parent} cannot be made a folder: a file is in its place.") from None
    try:
        yield
    except BaseException:
        for folder in missing:
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
        raise
