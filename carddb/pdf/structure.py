"""The structure tree of a tagged PDF: what is a heading, a paragraph, a list, a table or a figure, in reading order.

Source: ISO 32000-1, 14.6 to 14.9. What means what was decided by layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from carddb.layout.booklet.structure import Element, Node, Span, grow_tree
from carddb.pdf.writer import Document, dictionary, text_string

TAGS = {
    "h1": "H1", "h2": "H2", "h3": "H3", "p": "P", "list": "L", "item": "LI", "table": "Table", "row": "TR",
    "th": "TH", "td": "TD", "figure": "Figure", "example": "Sect", "group": "Div", "toc": "TOC", "toci": "TOCI",
}  # fmt: skip
"""Kind of element -> standard structure type."""

BODY = "LBody"
"""What a list item's words stand in."""


class Tagged(NamedTuple):
    """A stretch of a page's boxes that is marked: ``boxes[first:last]`` as ``tag`` with this number on its page."""

    first: int
    last: int
    tag: str
    number: int


class Structure:
    """Collects what the pages show, and writes the tree when all of them are there."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._marks: list[list[Element]] = []

    def add_page(self, spans: Sequence[Span]) -> list[Tagged]:
        """Return how the boxes of the next page are marked."""
        self._marks.append([span.element for span in spans])
        return [
            Tagged(s.first, s.last, BODY if s.element.kind == "item" else TAGS[s.element.kind], number)
            for number, s in enumerate(spans)
        ]

    def write(self) -> None:
        """Write the tree and hand it to the document."""
        document = self._document
        roots, nodes = grow_tree(element for page in self._marks for element in page)
        root, book = document.reserve(), document.reserve()
        objects: dict[int, int] = {}
        shown: dict[int, list[str]] = {}
        for page, elements in enumerate(self._marks):
            for number, element in enumerate(elements):
                place = f"<</Type/MCR/Pg {document.page_object(page)} 0 R/MCID {number}>>"
                shown.setdefault(id(element), []).append(place)
        kids = [self._write(node, book, objects, shown) for node in roots]
        document.write(book, self._element("Document", root, kids))
        rows = []
        for page, elements in enumerate(self._marks):
            owners = " ".join(f"{objects[id(nodes[id(element)].element)]} 0 R" for element in elements)
            rows.append(f"{page} [{owners}]")
        parents = document.add(f"<</Nums[{' '.join(rows)}]>>")
        count = len(self._marks)
        document.write(
            root, f"<</Type/StructTreeRoot/K[{book} 0 R]/ParentTree {parents} 0 R/ParentTreeNextKey {count}>>"
        )
        document.describe({"StructTreeRoot": f"{root} 0 R", "MarkInfo": "<</Marked true>>"})

    def _write(self, node: Node, parent: int, objects: dict[int, int], shown: dict[int, list[str]]) -> str:
        """Write an element and what is in it. Returns: the reference to it."""
        element, number = node.element, self._document.reserve()
        own = shown.get(id(element), [])
        objects[id(element)] = number
        if element.kind == "item":
            body = self._document.reserve()
            objects[id(element)] = body
            inner = [self._write(child, body, objects, shown) for child in node.children]
            self._document.write(body, self._element(BODY, number, [*own, *inner]))
            kids = [f"{body} 0 R"]
        else:
            kids = [*own, *(self._write(child, number, objects, shown) for child in node.children)]
        self._document.write(number, self._element(TAGS[element.kind], parent, kids, element))
        return f"{number} 0 R"

    def _element(self, tag: str, parent: int, kids: Sequence[str], element: Element | None = None) -> str:
        entry = {"Type": "/StructElem", "S": f"/{tag}", "P": f"{parent} 0 R", "K": f"[{' '.join(kids)}]"}
        if tag == "Figure" and element is not None:
            entry["Alt"] = text_string(element.alt)
        if tag == "TH":
            entry["A"] = "<</O/Table/Scope/Column>>"
        return dictionary(entry)
