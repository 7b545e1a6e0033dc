"""What every drawing of placeholder art is: a silhouette in a field of 1000 x 1000, standing on y = 1000."""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """A silhouette: ``body`` is filled dark, ``light`` (eyes, flames, seams) bright, ``lines`` are cuts in it.

    width, height: what it really takes of its field, centred on x = 500 and standing on y = 1000.
    """

    body: str
    light: str = ""
    lines: str = ""
    width: int = 800
    height: int = 900
