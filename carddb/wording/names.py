"""Card names in rules text: found longest first, and quoted where other words could be taken for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from carddb.wording.lexer import Token, fold_word, quote, tokenize


class Names:
    """The names of a catalog. known_words: the folded words that may stand in a text without being a name."""

    def __init__(self, names: Iterable[str], known_words: frozenset[str]) -> None:
        self._known_words = known_words
        self._names: set[str] = set()
        self._by_tokens: dict[tuple[str, ...], str] = {}
        self._alike: dict[tuple[str, ...], frozenset[str]] = {}
        self._lengths: dict[str, dict[int, int]] = {}
        self._prefixes: dict[tuple[str, ...], int] = {}
        self._plain: dict[tuple[str, ...], bool] = {}
        for name in names:
            self.add(name)

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def add(self, name: str) -> None:
        """Add a name; one that is there already, or has no visible character, changes nothing."""
        tokens = name_tokens(name)
        if not tokens or name in self._names or "\n" in name:
            return
        self._names.add(name)
        if tokens in self._by_tokens:
            self._alike[tokens] = self._alike.get(tokens, frozenset((self._by_tokens[tokens],))) | {name}
            self._by_tokens[tokens] = min(self._alike[tokens])
            return
        self._by_tokens[tokens] = name
        self._count(tokens, 1)

    def remove(self, name: str) -> None:
        """Take a name away."""
        tokens = name_tokens(name)
        if name not in self._names:
            return
        self._names.remove(name)
        if self._by_tokens.get(tokens) == name:
            alike = self._alike.get(tokens, frozenset()) - {name}
            if alike:
                self._by_tokens[tokens] = min(alike)
                self._alike[tokens] = alike
                return
            self._alike.pop(tokens, None)
            del self._by_tokens[tokens]
            self._count(tokens, -1)
        elif tokens in self._alike:
            self._alike[tokens] -= {name}

    def copy(self, known_words: frozenset[str] | None = None) -> Names:
        """Return the same names to be changed apart from these, between other known words if they are given."""
        copied = Names((), self._known_words if known_words is None else known_words)
        copied._names = set(self._names)
        copied._by_tokens = dict(self._by_tokens)
        copied._alike = dict(self._alike)
        copied._lengths = {word: dict(lengths) for word, lengths in self._lengths.items()}
        copied._prefixes = dict(self._prefixes)
        return copied

    def ending_in(self, name: str) -> list[str]:
        """Return the names that end with the beginning of this one, so that the two could be mixed up in a text."""
        start = name_tokens(name)
        words = set(start)
        return [
            other
            for tokens, other in self._by_tokens.items()
            if tokens[-1] in words and any(tokens[-n:] == start[:n] for n in range(1, min(len(tokens), len(start))))
        ]

    def difference(self, names: set[str]) -> set[str]:
        """Return the names that are in only one of both, as far as a text can speak of them."""
        return {name for name in self._names ^ names if name_tokens(name) and "\n" not in name}

    def changed(self, names: set[str]) -> Names:
        """Return a copy that holds exactly these names."""
        later = self.copy()
        for name in sorted(self._names - names):
            later.remove(name)
        for name in sorted(names - self._names):
            later.add(name)
        return later

    def find(self, tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
        """Return the longest name that begins at a token, and the token behind it."""
        token = tokens[at]
        if token.kind == "quoted":
            name = token.text[1:-1].replace('""', '"')
            if name in self._names:
                return name, at + 1
        lengths = self._lengths.get(token.text)
        if lengths is None:
            return None
        for length in sorted(lengths, reverse=True):
            words = tuple(t.text for t in tokens[at : at + length])
            if words in self._by_tokens and self._is_plain(words):
                return self._by_tokens[words], at + length
        return None

    def write(self, name: str) -> str:
        """Return a name as it stands in a text: bare, or quoted if it could be misread."""
        tokens = name_tokens(name)
        is_bare = self._by_tokens.get(tokens) == name and '"' not in name and self._is_plain(tokens)
        return name if is_bare else quote(name)

    def begins(self, text: str) -> bool:
        """Tell whether a text begins with a name as it is written there."""
        tokens = tokenize(text)
        return bool(tokens) and self.find(tokens, 0) is not None

    def starting_with(self, beginning: str, limit: int) -> list[str]:
        """Return at most so many names that begin with these letters, whatever their case."""
        folded = beginning.casefold()
        found = sorted(name for name in self._names if name.casefold().startswith(folded))
        return found[:limit]

    def _count(self, tokens: tuple[str, ...], by: int) -> None:
        self._plain.clear()
        lengths = self._lengths.setdefault(tokens[0], {})
        _add(lengths, len(tokens), by)
        if not lengths:
            del self._lengths[tokens[0]]
        for length in range(1, len(tokens)):
            _add(self._prefixes, tokens[:length], by)

    def _is_plain(self, tokens: tuple[str, ...]) -> bool:
        if tokens not in self._plain:
            self._plain[tokens] = not self._can_be_other_words(tokens)
        return self._plain[tokens]

    def _can_be_other_words(self, tokens: tuple[str, ...]) -> bool:
        """Tell whether known words and other names, the last perhaps cut off, could spell the same."""
        reached = [True] + [False] * len(tokens)
        for at in range(len(tokens)):
            if not reached[at]:
                continue
            if self._is_known(tokens[at]):
                reached[at + 1] = True
            for end in range(at + 1, len(tokens) + 1):
                part = tokens[at:end]
                if part in self._by_tokens and part != tokens:
                    reached[end] = True
                if end == len(tokens) and at > 0 and part in self._prefixes:
                    return True
        return reached[-1]

    def _is_known(self, word: str) -> bool:
        return fold_word(word) in self._known_words or not word[0].isalpha()


def name_tokens(name: str) -> tuple[str, ...]:
    """Return the words of a name as they are compared with a text."""
    return tuple(token.text for token in tokenize(name))


def _add(counts: dict[object, int] | dict[int, int] | dict[tuple[str, ...], int], key: object, by: int) -> None:
    total = counts.get(key, 0) + by  # type: ignore[call-overload]
    if total:
        counts[key] = total  # type: ignore[index]
    else:
        counts.pop(key, None)  # type: ignore[call-overload]
