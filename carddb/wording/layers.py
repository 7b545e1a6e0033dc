"""A dictionary of which copies share all but their last changes, so that a change of a large one is cheap to copy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

MOST_CHANGES = 1000
"""With more changes than this a copy gets a ground of its own."""


class Layered(Generic[K, V]):
    """Values by key. A copy is changed apart from its original; no value is None."""

    __slots__ = ("_changes", "_ground", "_index")

    def __init__(self, items: Mapping[K, V] | None = None) -> None:
        self._ground: Mapping[K, V] = dict(items or {})
        self._changes: dict[K, V | None] = {}
        self._index: list[Any] = []

    def get(self, key: K) -> V | None:
        """Return the value of a key, or None."""
        return self._changes[key] if key in self._changes else self._ground.get(key)

    def put(self, key: K, value: V) -> None:
        """Give a key a value."""
        self._changes[key] = value

    def drop(self, key: K) -> None:
        """Take a key away."""
        if key in self._ground:
            self._changes[key] = None
        else:
            self._changes.pop(key, None)

    def __contains__(self, key: object) -> bool:
        return self.get(key) is not None  # type: ignore[arg-type]

    def items(self) -> Iterator[tuple[K, V]]:
        """Yield all keys with their values."""
        yield from ((key, value) for key, value in self._ground.items() if key not in self._changes)
        yield from self.changes()

    def changes(self) -> Iterator[tuple[K, V]]:
        """Yield the keys that got a value after the ground was laid."""
        yield from ((key, value) for key, value in self._changes.items() if value is not None)

    def copy(self) -> Layered[K, V]:
        """Return the same values, to be changed apart from these."""
        if len(self._changes) > MOST_CHANGES:
            return Layered(dict(self.items()))
        copied: Layered[K, V] = Layered.__new__(Layered)
        copied._ground, copied._changes, copied._index = self._ground, dict(self._changes), self._index
        return copied

    def index(self, make: Callable[[Mapping[K, V]], Any]) -> Any:
        """Return what ``make``, always the same, makes of the ground; all copies that share it share this too."""
        if not self._index:
            self._index.append(make(self._ground))
        return self._index[0]
