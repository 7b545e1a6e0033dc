"""What the parts of a booklet mean: headings, paragraphs, lists, tables, figures, for readers who hear or search it.

Strips name the element that they show; tagged PDF and the HTML booklet are both made from these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from carddb.layout.boxes import Box
from carddb.wording.rulebook import Run

Kind = Literal[
    "h1", "h2", "h3", "p", "item", "list", "table", "row", "th", "td", "figure", "example", "group", "toci", "toc"
]
"""list and toc are made around neighbouring items; example and group hold other elements."""

WRAPPERS: dict[Kind, Kind] = {"item": "list", "toci": "toc"}


class Picture(NamedTuple):
    """A figure's boxes on their own: what they are measured from is the top left corner."""

    boxes: tuple[Box, ...]
    width: int
    height: int


@dataclass(eq=False, slots=True)
class Element:
    """A part with a meaning; ``runs`` are its words, ``alt`` stands for a figure, ``note`` is what is beside it.

    anchors: names that links lead to.
    """

    kind: Kind
    runs: tuple[Run, ...] = ()
    alt: str = ""
    parent: Element | None = None
    picture: Picture | None = None
    note: str = ""
    anchors: tuple[str, ...] = ()

    @property
    def root(self) -> Element:
        """Return the outermost element around this one."""
        found = self
        while found.parent is not None:
            found = found.parent
        return found

    @property
    def text(self) -> str:
        """Return the words."""
        return "".join(run.text for run in self.runs)


@dataclass(eq=False, slots=True)
class Node:
    """An element in the tree of a whole booklet."""

    element: Element
    children: list[Node] = field(default_factory=list)


class Span(NamedTuple):
    """A stretch of a page's boxes, ``boxes[first:last]``, that shows an element."""

    first: int
    last: int
    element: Element


def grow_tree(elements: Iterable[Element]) -> tuple[list[Node], dict[int, Node]]:
    """Return the tree of elements in reading order, items gathered into lists, and id(element) -> its node."""
    roots: list[Node] = []
    known: dict[int, Node] = {}

    def place(element: Element) -> Node:
        node = known.get(id(element))
        if node is not None:
            return node
        siblings = roots if element.parent is None else place(element.parent).children
        wrapper = WRAPPERS.get(element.kind)
        if wrapper is not None:
            if not siblings or siblings[-1].element.kind != wrapper:
                siblings.append(Node(Element(wrapper)))
            siblings = siblings[-1].children
        node = known[id(element)] = Node(element)
        siblings.append(node)
        return node

    for element in elements:
        place(element)
    return roots, known


def spans_of(first: int, count: int, element: Element | None, parts: Sequence[tuple[Element, int]]) -> list[Span]:
    """Return the spans of a strip whose boxes begin at ``first``; what its parts leave over is the last one's."""
    if not count:
        return []
    if not parts:
        return [Span(first, first + count, element)] if element is not None else []
    spans: list[Span] = []
    end = first + count
    for number, (own, held) in enumerate(parts):
        last = end if number + 1 == len(parts) else min(first + held, end)
        if last > first:
            spans.append(Span(first, last, own))
        first = last
    return spans
