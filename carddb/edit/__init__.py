"""The one write path to the catalog; see carddb.edit.write."""

from carddb.edit.guard import UnguardedWrite, write_session
from carddb.edit.problems import Conflict, EditError
from carddb.edit.write import Editor, editing, parse

__all__ = ["Conflict", "EditError", "Editor", "UnguardedWrite", "editing", "parse", "write_session"]
