"""The rule booklet as one HTML page for screens and screen readers, from the same strips as the printed one.

The page needs nothing else: no script, no other host. What it says was decided by layout.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from carddb.catalog import Catalog, Symbol
from carddb.exchange.svg import CardPicture, SvgWriter, svg_icon
from carddb.layout.booklet.flow import Strip
from carddb.layout.booklet.lay import Reading
from carddb.layout.booklet.structure import Element, Node, grow_tree
from carddb.layout.boxes import Measure
from carddb.layout.typography import clean, dashed, quoted
from carddb.wording.rulebook import Run

STYLE = """
:root { color-scheme: light dark; --accent: ACCENT; --link: ACCENT; --ink: #1d1d1b; --dim: #5c5a55; --line: #d9d5cc;
  --bg: #fdfcf9; --tint: #f3f0e8; --paper: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e7e2; --dim: #aca89f; --line: #3b3935; --bg: #181715;
  --tint: #24221f; --link: color-mix(in srgb, ACCENT 38%, white); } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; }
a { color: var(--link); text-underline-offset: 0.15em; }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -999rem; background: var(--bg); padding: 0.5rem 1rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 1; }
header { background: var(--accent); color: #fff; padding: 3.5rem 1.5rem 2.5rem; text-align: center; }
header h1 { font-size: clamp(2rem, 6vw, 3.4rem); line-height: 1.1; margin: 0 0 0.6rem; letter-spacing: 0.01em; }
header p { margin: 0.2rem auto; max-width: 40rem; }
.page { display: grid; grid-template-columns: minmax(13rem, 17rem) minmax(0, 44rem); gap: 3rem; max-width: 66rem;
  margin: 0 auto; padding: 2rem 1.5rem 5rem; }
nav { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow: auto; font-size: 0.92rem; }
nav h2 { font-size: 0.95rem; margin: 0 0 0.4rem; color: var(--dim); }
nav ol { list-style: none; margin: 0; padding: 0; } nav ol ol { padding-left: 1rem; font-size: 0.94em; }
nav a { display: block; padding: 0.22rem 0; text-decoration: none; color: inherit; } nav a:hover { text-decoration: underline; }
section { border-top: 3px solid var(--accent); margin: 0 0 3rem; padding-top: 0.4rem; }
section h2 { font-size: 1.7rem; line-height: 1.2; color: var(--link); margin: 0.6rem 0 0.8rem; }
h3 { font-size: 1.18rem; margin: 1.8rem 0 0.3rem; color: var(--link); } h4 { margin: 1rem 0 0; color: var(--link); }
p { margin: 0.65rem 0; } ul { padding-left: 1.3rem; margin: 0.5rem 0; } li { margin: 0.2rem 0; }
.note { font-size: 0.74rem; color: var(--dim); white-space: nowrap; margin-left: 0.5rem; }
.note a { color: inherit; }
.group, .example { background: var(--tint); border-radius: 8px; padding: 0.6rem 1.2rem; margin: 1.4rem 0; }
.example { border-left: 5px solid var(--accent); }
figure { margin: 1.2rem 0; overflow-x: auto; }
figure svg { display: block; max-width: 100%; height: auto; background: var(--paper); border-radius: 6px; padding: 6px; }
.wide svg { min-width: 30rem; }
svg text { white-space: pre; }
.mark { width: 1.5em; height: 1.5em; vertical-align: -0.45em; margin-right: 0.5em; background: #fff; border-radius: 3px; padding: 1px; }
.symbol { width: 0.95em; height: 0.95em; vertical-align: -0.1em; fill: currentColor; }
.marked { list-style: none; padding-left: 0; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: 0.94em; }
th { text-align: left; font-size: 0.85em; color: var(--dim); } th, td { padding: 0.4rem 0.8rem 0.4rem 0; vertical-align: top; }
td { border-top: 1px solid var(--line); }
@media (max-width: 52rem) { .page { grid-template-columns: minmax(0, 1fr); gap: 1.5rem; } nav { position: static; max-height: none; } }
@media print { nav, .skip { display: none; } .page { display: block; } section { break-before: page; } }
"""  # noqa: E501

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

HEADINGS = {"h1": "h2", "h2": "h3", "h3": "h4"}
"""The page's own title is its only h1."""


def booklet_html(reading: Reading, catalog: Catalog, measure: Measure, cards: CardPicture) -> str:
    """Return the booklet as an HTML page. cards: gives a picture of a card, as PNG."""
    return _Page(reading, catalog, measure, cards).html()


class _Page:
    def __init__(self, reading: Reading, catalog: Catalog, measure: Measure, cards: CardPicture) -> None:
        self.reading = reading
        self.catalog = catalog
        self.language = catalog.ruleset.language or "en"
        self.svg = SvgWriter(measure, cards)
        self.anchors: dict[int, list[str]] = {}
        self.notes: dict[int, str] = {}
        self.loose: list[str] = []
        self.targets: set[str] = set()

    def html(self) -> str:
        roots, _ = grow_tree(self._elements(self.reading.strips))
        ruleset = self.catalog.ruleset
        style = STYLE.replace("ACCENT", self.reading.accent)
        tagline = f"<p>{escape(ruleset.tagline)}</p>\n" if ruleset.tagline else ""
        return (
            f'<!doctype html>\n<html lang="{escape(self.language)}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
            f"<title>{escape(self.reading.title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
            '<a class="skip" href="#rules">Skip to the rules</a>\n'
            f"<header>\n<h1>{escape(ruleset.name)}</h1>\n{tagline}"
            f"<p>Rules of the game · version {escape(ruleset.content_version)}</p>\n</header>\n"
            f'<div class="page">\n{self._contents()}\n<main id="rules">\n{self._sections(roots)}</main>\n</div>\n'
            f"{self._footer()}</body>\n</html>\n"
        )

    def _footer(self) -> str:
        credits = self.catalog.ruleset.credits
        return f'<footer class="page"><p>{escape(credits)}</p></footer>\n' if credits else ""

    def _elements(self, strips: Iterable[Strip]) -> list[Element]:
        """Return what the strips show, and remember names and margin notes of it."""
        out: list[Element] = []
        waiting: list[str] = []
        for strip in strips:
            waiting += strip.anchors
            self.targets.update(strip.anchors)
            if not strip.elements:
                continue
            first = strip.elements[0]
            self.anchors.setdefault(id(first), []).extend(waiting)
            waiting = []
            if strip.note is not None and strip.note.kind != "mark":
                known = self.notes.get(id(first), "")
                self.notes[id(first)] = f"{known}\n{strip.note.text}".strip()
            out += strip.elements
        return out

    def _contents(self) -> str:
        rows: list[str] = []
        is_open = False
        for title, anchor, level in self.reading.outline:
            link = f'<a href="#{_id(anchor)}">{escape(title)}</a>'
            if level and rows:
                rows.append(("" if is_open else "<ol>") + f"<li>{link}</li>")
                is_open = True
                continue
            rows.append(("</ol>" if is_open else "") + ("</li>" if rows else "") + f"<li>{link}")
            is_open = False
        end = ("</ol>" if is_open else "") + ("</li>" if rows else "")
        return f'<nav aria-label="Contents">\n<h2>Contents</h2>\n<ol>{"".join(rows)}{end}</ol>\n</nav>'

    def _sections(self, roots: Sequence[Node]) -> str:
        out: list[str] = []
        for number, node in enumerate(roots):
            if node.element.kind == "h1":
                out.append(
                    ("</section>\n" if number else "") + f'<section aria-labelledby="{self._heading(node)}">\n'
                )
            elif not number:
                out.append("<section>\n")
            out.append(self._node(node) + "\n")
        return "".join(out) + ("</section>\n" if roots else "")

    def _heading(self, node: Node) -> str:
        names = self.anchors.get(id(node.element), [])
        return _id(names[0]) if names else ""

    def _node(self, node: Node) -> str:
        element = node.element
        inner = "".join(self._node(child) for child in node.children)
        if element.kind in HEADINGS:
            return self._tag(HEADINGS[element.kind], element, self._runs(element.runs))
        if element.kind == "list":
            has_marks = any(child.element.picture for child in node.children)
            return f'<ul class="marked">{inner}</ul>' if has_marks else f"<ul>{inner}</ul>"
        if element.kind == "item":
            mark = svg_icon(element.picture.boxes, element.picture.width) if element.picture else ""
            return self._tag("li", element, mark + self._runs(element.runs))
        if element.kind == "figure":
            return self._figure(element)
        if element.kind == "table":
            return self._table(node)
        if element.kind in ("example", "group"):
            name = "aside" if element.kind == "example" else "div"
            return f'<{name} class="{element.kind}">{inner}</{name}>'
        return self._tag("p", element, self._runs(element.runs))

    def _table(self, node: Node) -> str:
        rows = []
        for row in node.children:
            cells = []
            for child in row.children:
                kind = child.element.kind
                scope = ' scope="col"' if kind == "th" else ""
                cells.append(self._tag(kind, child.element, self._runs(child.element.runs), scope))
            rows.append(f"<tr>{''.join(cells)}</tr>")
        has_head = bool(node.children) and node.children[0].children[0].element.kind == "th"
        head = f"<thead>{rows.pop(0)}</thead>" if has_head else ""
        return f"<table>{head}<tbody>{''.join(rows)}</tbody></table>"

    def _figure(self, element: Element) -> str:
        assert element.picture is not None
        wide = ' class="wide"' if element.picture.width > 90_000 else ""
        names = "".join(f'<a id="{_id(a)}"></a>' for a in self.anchors.get(id(element), [])[1:])
        own = self.anchors.get(id(element), [])[:1]
        name = f' id="{_id(own[0])}"' if own else ""
        return f"<figure{wide}{name}>{names}{self.svg.figure(element.picture, self._typeset(element.alt))}</figure>"

    def _tag(self, tag: str, element: Element, inner: str, more: str = "") -> str:
        names = self.anchors.get(id(element), [])
        own = f' id="{_id(names[0])}"' if names else ""
        others = "".join(f'<a id="{_id(name)}"></a>' for name in names[1:])
        return f"<{tag}{own}{more}>{others}{inner}{self._note(element)}</{tag}>"

    def _note(self, element: Element) -> str:
        rows = self.notes.get(id(element), "").split("\n")
        links = []
        for row in filter(None, dict.fromkeys(rows)):
            target = next((t for t in (f"rule:{row}", f"ruling:{row}") if t in self.targets), "")
            links.append(f'<a href="#{_id(target)}">{escape(row)}</a>' if target else escape(row))
        return f' <span class="note">{", ".join(links)}</span>' if links else ""

    def _typeset(self, text: str) -> str:
        return dashed(quoted(clean(text), self.language))

    def _runs(self, runs: Sequence[Run]) -> str:
        rows = [run for run in runs if run.text or run.kind == "symbol"]
        curly = quoted(clean("".join(r.text for r in rows)).replace("\n", " "), self.language)
        place = 0
        out = []
        for run in rows:
            length = len(clean(run.text))
            out.append(self._run(run, dashed(curly[place : place + length])))
            place += length
        return "".join(out)

    def _run(self, run: Run, text: str) -> str:
        symbol = self.catalog.symbols.get(run.code) if run.kind == "symbol" else None
        if symbol is not None:
            return _symbol(symbol)
        shown = escape(text)
        if run.kind in ("keyword", "rule") and f"{run.kind}:{run.code}" in self.targets:
            shown = f'<a href="#{_id(f"{run.kind}:{run.code}")}">{shown}</a>'
        if run.bold or run.kind == "keyword":
            shown = f"<strong>{shown}</strong>"
        return f"<em>{shown}</em>" if run.italic or run.kind == "card" else shown


def _symbol(symbol: Symbol) -> str:
    return (
        f'<svg class="symbol" role="img" aria-label="{escape(symbol.name)}" viewBox="0 0 100 100">'
        f'<path d="{symbol.path}"/></svg>'
    )


def _id(anchor: str) -> str:
    """Return a name as an id: no spaces, nothing that an attribute would not take."""
    return re.sub(r"[^\w:.-]", "-", anchor, flags=re.ASCII)
