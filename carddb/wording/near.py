"""Finds the spelling that comes nearest to what was typed, in a list that is asked again and again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator
from difflib import SequenceMatcher

_COMPARED = 4
_LONGEST = 120


class Near:
    """Spellings by their parts: pairs of letters, or whole words where ``by_words`` says so."""

    def __init__(self, spellings: Iterable[str], *, by_words: bool = False) -> None:
        self._by_words = by_words
        self._spellings = tuple(dict.fromkeys(spellings))
        self._sizes: list[int] = []
        self._having: dict[Hashable, list[int]] = defaultdict(list)
        for at, spelling in enumerate(self._spellings):
            parts = set(self._parts(spelling))
            self._sizes.append(len(parts))
            for part in parts:
                self._having[part].append(at)

    def find(self, typed: str, least: float) -> str:
        """Return the spelling that is most alike, from this share of equal letters on; "" if none is."""
        typed = typed[:_LONGEST]
        parts = set(self._parts(typed))
        shared = Counter(at for part in parts for at in self._having.get(part, ()))
        likely = sorted(shared, key=lambda at: (-shared[at] / (len(parts) + self._sizes[at]), at))
        best, most = "", least
        matcher = SequenceMatcher(None, "", typed, autojunk=False)
        for at in likely[:_COMPARED]:
            matcher.set_seq1(self._spellings[at][:_LONGEST])
            if matcher.real_quick_ratio() >= most and (ratio := matcher.ratio()) >= most:
                best, most = self._spellings[at], ratio + 1e-9
        return best

    def _parts(self, text: str) -> Iterator[Hashable]:
        if self._by_words:
            return iter(text.casefold().split())
        marked = f"^{text.casefold()}$"
        return (marked[at : at + 2] for at in range(len(marked) - 1))
