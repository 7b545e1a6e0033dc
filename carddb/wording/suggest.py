"""What could stand at a place of a text: for problems, and for completing what is being typed."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from carddb.wording.reader import LineReader, Problem

_ENDS = frozenset((",", ".", ":", "and", "then"))


def explain(reader: LineReader) -> Problem:
    """Return the problem at the place where a line could not be read on."""
    from carddb.wording.reader import Problem

    tokens = reader.tokens
    at = min(max([reader.at, *(p for p in reader.matcher.furthest if p >= reader.at)]), len(tokens))
    end = at
    while end < len(tokens) and (end == at or tokens[end].folded not in _ENDS):
        end += 1
    start_char = tokens[at].start if at < len(tokens) else len(reader.line.rstrip())
    end_char = tokens[end - 1].end if end > at else start_char
    said = reader.line[tokens[reader.at].start : end_char] if reader.at < len(tokens) else ""
    patterns = [known.pattern for known in reader.words.forms.values()]
    near = difflib.get_close_matches(said, patterns, 1, 0.3)
    return Problem(start_char, end_char, reader.line[start_char:end_char], (), near[0] if near else "")
