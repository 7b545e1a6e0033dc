"""PDF files written object by object: memory holds one page, never the file; equal input gives equal bytes.

No drawing here: pages come as finished content with the resources that they name.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import IO

from carddb.pdf.fonts import Font, FontBook

PRODUCER = "carddb"

LEVEL = 4
"""Effort of deflate: on pages of cards a third of the time of level 6 for 4 % more bytes (measured)."""


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that appears under its name only when it is complete; a reader never sees half of it.

    Raises: OSError as the file system does; whatever is raised inside removes the temporary file.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with temporary.open("wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        temporary.replace(path)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is None:
            error.filename = str(path)
        raise


def text_string(text: str) -> str:
    """Return a PDF text string (UTF-16 in hexadecimal digits), which any text fits into."""
    return "<FEFF" + text.encode("utf-16-be", "replace").hex().upper() + ">"


def dictionary(entries: Mapping[str, str]) -> str:
    """Return a PDF dictionary in the order given."""
    return "<<" + "".join(f"/{key} {value}" for key, value in entries.items()) + ">>"


class _Encoded(dict[str, str]):
    """Word -> shown string of one font in one document; remembers the characters that the subset needs."""

    def __init__(self, font: Font) -> None:
        super().__init__()
        self.font = font
        self.used: set[str] = set()

    def __missing__(self, word: str) -> str:
        self.used.update(word)
        shown = self[word] = self.font.word(word)[1]
        return shown


class Document:
    """A PDF being written to ``out``; call ``finish`` at the end.

    fleeting: it is read once at this machine and thrown away, so nothing is compressed and fonts are whole.
    """

    def __init__(
        self, out: IO[bytes], fonts: FontBook, *, title: str, language: str = "en", fleeting: bool = False
    ) -> None:
        self.fonts = fonts
        self._fleeting = fleeting
        self._out = out
        self._title = title
        self._language = language
        self._hash = blake2b(digest_size=16)
        self._position = 0
        self._offsets: list[int] = [0]
        self._pages: list[int] = []
        self._pages_to_come: list[int] = []
        self._encoded: dict[str, tuple[str, _Encoded]] = {}
        self._shadings: dict[str, str] = {}
        self._states: dict[str, str] = {}
        self._outline: list[tuple[int, str, int]] = []
        self._root: dict[str, str] = {}
        self._put(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        self._tree = self.reserve()
        self._font_list = self.reserve()
        self._shading_list = self.reserve()
        self._state_list = self.reserve()

    def reserve(self) -> int:
        """Return the number of an object that will be written later."""
        self._offsets.append(0)
        return len(self._offsets) - 1

    def write(self, number: int, body: str | bytes) -> None:
        """Write a reserved object."""
        self._offsets[number] = self._position
        data = body.encode("latin-1") if isinstance(body, str) else body
        self._put(b"%d 0 obj\n%b\nendobj\n" % (number, data))

    def add(self, body: str | bytes) -> int:
        """Write an object and return its number."""
        number = self.reserve()
        self.write(number, body)
        return number

    def add_pieces(self, entries: Mapping[str, str], length: int, pieces: Iterable[bytes]) -> int:
        """Write a stream object whose data comes in pieces of this many bytes in all; none is kept."""
        number = self.reserve()
        self._offsets[number] = self._position
        head = dictionary({**entries, "Length": str(length)}).encode("latin-1")
        self._put(b"%d 0 obj\n%bstream\n" % (number, head))
        for piece in pieces:
            self._put(piece)
        self._put(b"\nendstream\nendobj\n")
        return number

    def add_stream(self, entries: Mapping[str, str], data: bytes, *, compress: bool = True) -> int:
        """Write a stream object; ``compress`` is off for data that is already compressed."""
        head = dict(entries)
        if compress and not self._fleeting:
            data = zlib.compress(data, LEVEL)
            head["Filter"] = "/FlateDecode"
        head["Length"] = str(len(data))
        return self.add(dictionary(head).encode("latin-1") + b"stream\n" + data + b"\nendstream")

    def encoder(self, font: str) -> tuple[str, dict[str, str]]:
        """Return the resource name of a font and its word -> shown string table."""
        entry = self._encoded.get(font)
        if entry is None:
            entry = self._encoded[font] = (f"F{len(self._encoded) + 1}", _Encoded(self.fonts.font(font)))
        return entry

    def shading(self, definition: str) -> str:
        """Return the resource name of a shading, written once however often it is asked for."""
        if definition not in self._shadings:
            self._shadings[definition] = f"/S{len(self._shadings) + 1} {self.add(definition)} 0 R"
        return self._shadings[definition].split()[0][1:]

    def opacity(self, value: float) -> str:
        """Return the resource name of a graphics state with this opacity."""
        entry = f"<</ca {value:.3g}/CA {value:.3g}>>"
        return self._states.setdefault(entry, f"G{len(self._states) + 1}")

    def resources(self, objects: Mapping[str, int]) -> str:
        """Return the resource dictionary of a page or form that places these objects."""
        placed = "".join(f"/{name} {number} 0 R" for name, number in sorted(objects.items()))
        return (
            f"<</Font {self._font_list} 0 R/Shading {self._shading_list} 0 R/ExtGState {self._state_list} 0 R"
            f"/XObject<<{placed}>>>>"
        )

    def add_page(
        self,
        width_pt: float,
        height_pt: float,
        content: bytes,
        objects: Mapping[str, int],
        *,
        trim: tuple[float, float, float, float] | None = None,
        links: Sequence[tuple[tuple[float, float, float, float], int]] = (),
        is_tagged: bool = False,
    ) -> None:
        """Write one page. trim: left, bottom, right, top of the finished page, in points from the bottom left.

        links: rectangles of that kind and the page each leads to, counted from 0; that page must be added in the end.
        is_tagged: its content is marked for the structure tree, under the page's place in the file.
        """
        size = f"[0 0 {width_pt:.6g} {height_pt:.6g}]"
        box = f"[{' '.join(f'{v:.6g}' for v in trim)}]" if trim else size
        stream = self.add_stream({}, content)
        page = {
            "Type": "/Page", "Parent": f"{self._tree} 0 R", "MediaBox": size, "TrimBox": box,
            "Resources": self.resources(objects), "Contents": f"{stream} 0 R",
        }  # fmt: skip
        if trim:
            page["BleedBox"] = size
        if is_tagged:
            page |= {"StructParents": str(len(self._pages)), "Tabs": "/S"}
        if links:
            rows = [
                f"<</Type/Annot/Subtype/Link/Rect[{' '.join(f'{v:.6g}' for v in area)}]/Border[0 0 0]"
                f"/Dest[{self._page_to_come(target)} 0 R/Fit]>>"
                for area, target in links
            ]
            page["Annots"] = f"[{''.join(rows)}]"
        number = self._page_to_come(len(self._pages))
        self.write(number, dictionary(page))
        self._pages.append(number)

    def page_object(self, place: int) -> int:
        """Return the object of a page that was added, counted from 0."""
        return self._pages[place]

    def describe(self, entries: Mapping[str, str]) -> None:
        """Add entries to the document's catalog, such as its structure tree."""
        self._root |= entries

    def _page_to_come(self, place: int) -> int:
        """Return the object of a page that may not be there yet."""
        while len(self._pages_to_come) <= place:
            self._pages_to_come.append(self.reserve())
        return self._pages_to_come[place]

    def bookmark(self, title: str, *, page: int | None = None, level: int = 0) -> None:
        """Let an entry of the reader's outline lead to a page, by default the one that is added next.

        page: counted from 0. level: 0 for a chapter; an entry of level 1 hangs under the chapter before it.
        """
        self._outline.append((level, title, len(self._pages) if page is None else page))

    @property
    def page_count(self) -> int:
        """Return how many pages were added."""
        return len(self._pages)

    def finish(self) -> None:
        """Write fonts, page tree, catalog and cross references; nothing may be added afterwards."""
        names = [f"/{name} {self._write_font(table)} 0 R" for name, table in self._encoded.values()]
        self.write(self._font_list, "<<" + "".join(names) + ">>")
        self.write(self._shading_list, "<<" + "".join(self._shadings.values()) + ">>")
        states = "".join(f"/{name} {entry}" for entry, name in self._states.items())
        self.write(self._state_list, f"<<{states}>>")
        kids = " ".join(f"{number} 0 R" for number in self._pages)
        self.write(self._tree, f"<</Type/Pages/Count {len(self._pages)}/Kids[{kids}]>>")
        root = {
            "Type": "/Catalog", "Pages": f"{self._tree} 0 R", "Lang": text_string(self._language),
            "ViewerPreferences": "<</DisplayDocTitle true/PrintScaling/None>>",
        }  # fmt: skip
        root |= self._root
        if self._outline:
            root["Outlines"] = f"{self._write_outline()} 0 R"
        catalog = self.add(dictionary(root))
        info = self.add(f"<</Title {text_string(self._title)}/Producer({PRODUCER})>>")
        self._write_end(catalog, info)

    def _write_outline(self) -> int:
        root, numbers = self.reserve(), [self.reserve() for _ in self._outline]
        parents: list[int] = []
        open_entries: list[int] = []
        for place, (level, _, _) in enumerate(self._outline):
            while open_entries and self._outline[open_entries[-1]][0] >= level:
                open_entries.pop()
            parents.append(open_entries[-1] if open_entries else -1)
            open_entries.append(place)
        children: dict[int, list[int]] = {}
        for place, parent in enumerate(parents):
            children.setdefault(parent, []).append(place)
        for place, ((_, title, page), number) in enumerate(zip(self._outline, numbers, strict=True)):
            parent = parents[place]
            row = children[parent]
            index = row.index(place)
            entry = {
                "Title": text_string(title), "Parent": f"{root if parent < 0 else numbers[parent]} 0 R",
                "Dest": f"[{self._pages[page]} 0 R/Fit]",
            }  # fmt: skip
            if index:
                entry["Prev"] = f"{numbers[row[index - 1]]} 0 R"
            if index + 1 < len(row):
                entry["Next"] = f"{numbers[row[index + 1]]} 0 R"
            if own := children.get(place):
                entry |= {"First": f"{numbers[own[0]]} 0 R", "Last": f"{numbers[own[-1]]} 0 R"}
                entry["Count"] = f"-{len(own)}"
            self.write(number, dictionary(entry))
        top = children[-1]
        self.write(
            root,
            f"<</Type/Outlines/Count {len(top)}/First {numbers[top[0]]} 0 R/Last {numbers[top[-1]]} 0 R>>",
        )
        return root

    def _write_font(self, table: _Encoded) -> int:
        font, characters = table.font, sorted(table.used)
        data, numbers = font.whole(characters) if self._fleeting else font.subset(characters)
        tag = "".join(chr(65 + b % 26) for b in blake2b("".join(characters).encode(), digest_size=6).digest())
        name = f"/{tag}+{font.postscript_name}"
        file = self.add_stream({"Length1": str(len(data))}, data)
        descriptor = self.add(
            dictionary({"Type": "/FontDescriptor", "FontName": name, **font.descriptor, "FontFile2": f"{file} 0 R"})
        )
        top = ord(characters[-1]) + 1 if characters else 0
        glyphs = [0] * top
        for character, number in zip(characters, numbers, strict=True):
            glyphs[ord(character)] = number
        mapping = self.add_stream({}, struct.pack(f">{top}H", *glyphs))
        widths = " ".join(f"{ord(c)}[{font.advance(c):.6g}]" for c in characters)
        descendant = self.add(
            dictionary(
                {
                    "Type": "/Font", "Subtype": "/CIDFontType2", "BaseFont": name,
                    "CIDSystemInfo": "<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>",
                    "FontDescriptor": f"{descriptor} 0 R", "DW": "0", "W": f"[{widths}]",
                    "CIDToGIDMap": f"{mapping} 0 R",
                }
            )
        )  # fmt: skip
        unicode = self.add_stream({}, _to_unicode(characters))
        return self.add(
            dictionary(
                {
                    "Type": "/Font", "Subtype": "/Type0", "BaseFont": name, "Encoding": "/Identity-H",
                    "DescendantFonts": f"[{descendant} 0 R]", "ToUnicode": f"{unicode} 0 R",
                }
            )
        )  # fmt: skip

    def _write_end(self, catalog: int, info: int) -> None:
        start = self._position
        rows = [f"xref\n0 {len(self._offsets)}\n0000000000 65535 f \n"]
        rows += [f"{offset:010d} 00000 n \n" for offset in self._offsets[1:]]
        identity = self._hash.hexdigest().upper()
        rows.append(
            f"trailer\n<</Size {len(self._offsets)}/Root {catalog} 0 R/Info {info} 0 R"
            f"/ID[<{identity}><{identity}>]>>\nstartxref\n{start}\n%%EOF\n"
        )
        self._put("".join(rows).encode("ascii"))

    def _put(self, data: bytes) -> None:
        self._out.write(data)
        if not self._fleeting:
            self._hash.update(data)
        self._position += len(data)


def _to_unicode(characters: list[str]) -> bytes:
    rows = [f"<{ord(c):04X}> <{ord(c):04X}>" for c in characters]
    blocks = [rows[i : i + 100] for i in range(0, len(rows), 100)]
    body = "".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar\n" for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n"
        "/CMapName/Adobe-Identity-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
        f"{body}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    ).encode("ascii")
