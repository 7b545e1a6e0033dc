"""Card names in rules text: found longest first, and quoted where other words could be taken for them."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from carddb.wording.layers import Layered
from carddb.wording.lexer import Token, fold_word, quote, tokenize, unquote


class Names:
    """The names of a catalog. known_words: the folded words that may stand in a text without being a name."""

    def __init__(self, names: Iterable[str], known_words: frozenset[str]) -> None:
        self._known_words = known_words
        self._names: Layered[str, str] = Layered()
        self._by_tokens: Layered[tuple[str, ...], str] = Layered()
        self._alike: Layered[tuple[str, ...], frozenset[str]] = Layered()
        self._lengths: Layered[str, Mapping[int, int]] = Layered()
        self._prefixes: Layered[tuple[str, ...], int] = Layered()
        self._plain: dict[tuple[str, ...], bool] = {}
        for name in names:
            self.add(name)
        self._share()

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def add(self, name: str) -> None:
        """Add a name; one that is there already, or has no visible character, changes nothing."""
        tokens = name_tokens(name)
        if not tokens or name in self._names or "\n" in name:
            return
        self._names.put(name, name)
        other = self._by_tokens.get(tokens)
        if other is not None:
            alike = (self._alike.get(tokens) or frozenset((other,))) | {name}
            self._alike.put(tokens, alike)
            self._by_tokens.put(tokens, min(alike))
            return
        self._by_tokens.put(tokens, name)
        self._count(tokens, 1)

    def remove(self, name: str) -> None:
        """Take a name away."""
        if name not in self._names:
            return
        tokens = name_tokens(name)
        self._names.drop(name)
        alike = (self._alike.get(tokens) or frozenset()) - {name}
        if alike:
            self._by_tokens.put(tokens, min(alike))
            self._alike.put(tokens, alike)
            return
        self._alike.drop(tokens)
        self._by_tokens.drop(tokens)
        self._count(tokens, -1)

    def copy(self, known_words: frozenset[str] | None = None) -> Names:
        """Return the same names to be changed apart from these, between other known words if they are given."""
        copied = Names((), self._known_words if known_words is None else known_words)
        copied._names, copied._by_tokens, copied._alike = self._names, self._by_tokens, self._alike
        copied._lengths, copied._prefixes = self._lengths, self._prefixes
        copied._share()
        return copied

    def ending_in(self, names: Iterable[str]) -> set[str]:
        """Return the names that end with the beginning of one of these: the two could be mixed up in a text."""
        starts = [name_tokens(name) for name in names]
        beginnings = {start[:n] for start in starts for n in range(1, len(start))}
        ends = self._by_tokens.index(_by_last_token)
        others = {tokens for word in {b[-1] for b in beginnings} for tokens in ends.get(word, ())}
        others.update(tokens for tokens, _ in self._by_tokens.changes())
        mixed = (t for t in others if any(t[-n:] in beginnings for n in range(1, len(t))))
        return {name for tokens in mixed if (name := self._by_tokens.get(tokens)) is not None}

    def difference(self, names: set[str]) -> set[str]:
        """Return the names that are in only one of both, as far as a text can speak of them."""
        changed = {name for name, _ in self._names.items()} ^ names
        return {name for name in changed if name_tokens(name) and "\n" not in name}

    def changed(self, names: set[str]) -> Names:
        """Return a copy that holds exactly these names."""
        later = self.copy()
        own = {name for name, _ in self._names.items()}
        for name in sorted(own - names):
            later.remove(name)
        for name in sorted(names - own):
            later.add(name)
        return later

    def find(self, tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
        """Return the longest name that begins at a token, and the token behind it."""
        token = tokens[at]
        if token.kind == "quoted":
            name = unquote(token.text)
            if name in self._names:
                return name, at + 1
        lengths = self._lengths.get(token.text)
        if lengths is None:
            return None
        for length in sorted(lengths, reverse=True):
            words = tuple(t.text for t in tokens[at : at + length])
            found = self._by_tokens.get(words)
            if found is not None and self._is_plain(words):
                return found, at + length
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
        names: list[tuple[str, str]] = self._names.index(_in_order)
        found = {name for name, _ in self._names.changes() if name.casefold().startswith(folded)}
        for at in range(bisect_left(names, (folded, "")), len(names)):
            if not names[at][0].startswith(folded):
                break
            if names[at][1] in self._names:
                found.add(names[at][1])
        return sorted(found)[:limit]

    def _share(self) -> None:
        """Keep what there is as the common ground of all copies that are made from here on."""
        self._names, self._by_tokens, self._alike = self._names.copy(), self._by_tokens.copy(), self._alike.copy()
        self._lengths, self._prefixes = self._lengths.copy(), self._prefixes.copy()

    def _count(self, tokens: tuple[str, ...], by: int) -> None:
        self._plain.clear()
        lengths = dict(self._lengths.get(tokens[0]) or {})
        lengths[len(tokens)] = lengths.get(len(tokens), 0) + by
        lengths = {length: number for length, number in lengths.items() if number}
        if lengths:
            self._lengths.put(tokens[0], lengths)
        else:
            self._lengths.drop(tokens[0])
        for length in range(1, len(tokens)):
            number = (self._prefixes.get(tokens[:length]) or 0) + by
            if number:
                self._prefixes.put(tokens[:length], number)
            else:
                self._prefixes.drop(tokens[:length])

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


class NamesToFind:
    """Names that are looked for in many texts, of which a good part may be the same."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(names)
        self._by_first: dict[str, set[tuple[str, ...]]] = defaultdict(set)
        self._known: dict[str, bool] = {}
        for name in self._names:
            if tokens := name_tokens(name):
                self._by_first[tokens[0]].add(tokens)

    def stand_in(self, text: str) -> bool:
        """Tell whether the words of one of the names stand in a text, bare or quoted."""
        if text not in self._known:
            self._known[text] = self._stand_in(tokenize(text))
        return self._known[text]

    def _stand_in(self, tokens: Sequence[Token]) -> bool:
        words = tuple(token.text for token in tokens)
        return any(
            (token.kind == "quoted" and unquote(token.text) in self._names)
            or any(words[at : at + len(name)] == name for name in self._by_first.get(token.text, ()))
            for at, token in enumerate(tokens)
        )


def name_tokens(name: str) -> tuple[str, ...]:
    """Return the words of a name as they are compared with a text."""
    return tuple(token.text for token in tokenize(name))


def _by_last_token(names: Mapping[tuple[str, ...], Any]) -> dict[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for tokens in names:
        found[tokens[-1]].append(tokens)
    return found


def _in_order(names: Mapping[str, Any]) -> list[tuple[str, str]]:
    return sorted((name.casefold(), name) for name in names)
