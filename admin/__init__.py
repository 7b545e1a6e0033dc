"""The web admin: where a team edits its catalog in the browser. ``create_app`` makes it, ``first_link`` opens it."""

from admin.app import create_app
from admin.signin import first_link

__all__ = ["create_app", "first_link"]
