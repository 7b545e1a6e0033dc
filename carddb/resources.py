"""Where the shipped migrations, print templates and data are, in a checkout and in an installed wheel alike."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def resource(name: str) -> Path:
    """Return the folder of a shipped resource: ``migrations``, ``print_templates`` or ``data``."""
    packed = Path(str(files("carddb").joinpath("_resources", name)))
    return packed if packed.is_dir() else Path(__file__).resolve().parent.parent / name
