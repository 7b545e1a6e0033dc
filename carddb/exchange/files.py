"""Writing files, and folders of files, whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file under a temporary name, sync it to disk and put it in place in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException as error:
        Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is None:
            error.filename = str(path)
        raise


def write_files(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write files into a folder, by their paths inside it: all of them, or none and no folder either.

    They are written beside their places first, where a full disk or a folder that refuses them does no harm; then
    they are put in place, a new folder in one step. Other files of the folder stay as they are.

    Returns: the files, in order.
    Raises: OSError that names the folder, and what to do.
    """
    is_new = not folder.exists()
    made = [parent for parent in folder.parents if not parent.exists()]
    partial: Path | None = None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        partial = Path(tempfile.mkdtemp(dir=folder.parent if is_new else folder, prefix=f".{folder.name}."))
        for name, data in files.items():
            write_bytes(partial / name, data)
        if is_new:
            os.chmod(partial, 0o755)
            os.replace(partial, folder)
        else:
            for name in files:
                (folder / name).parent.mkdir(exist_ok=True)
                _must_be_free(folder / name)
            for name in files:
                os.replace(partial / name, folder / name)
            shutil.rmtree(partial)
    except BaseException as error:
        if partial is not None:
            shutil.rmtree(partial, ignore_errors=True)
        for parent in made:
            if parent.is_dir() and not any(parent.iterdir()):
                parent.rmdir()
        if isinstance(error, OSError):
            place = Path(error.filename or folder)
            if place.name.startswith(f".{folder.name}.") or (partial is not None and place.is_relative_to(partial)):
                place = folder
            reason = f"{error.strerror}; nothing was written, make room or name another folder"
            raise OSError(error.errno, reason, str(place)) from None
        raise
    return [folder / name for name in files]


def _must_be_free(path: Path) -> None:
    """Raise: OSError when a folder is in the place of a file."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "A folder is in the place of this file", str(path))
