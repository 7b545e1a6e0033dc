"""The index: terms of the game and the pages that really hold them.

A term is looked for in the words that were printed, so an entry can never name a page without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from carddb.catalog import Catalog
from carddb.layout.booklet.blocks import Bench
from carddb.layout.booklet.flow import Strip
from carddb.layout.booklet.text import text_run
from carddb.layout.typography import dashed, quoted
from carddb.wording.folding import fold
from carddb.wording.rulebook import read_blocks

MOST_PAGES = 7
"""Most pages that an entry names; of a term on more, the pages with most of it. Source: house choice."""

LONGEST_TERM = 40


class Term(NamedTuple):
    """A word of the game. anchor: where it is explained. is_exact: capitals matter, for words like "Main"."""

    name: str
    anchor: str = ""
    is_exact: bool = False
    also: tuple[str, ...] = ()


WORDING_TERMS = (
    Term("Trigger", "wording:trigger"),
    Term("Effect", "wording:effect"),
)
"""Terms of the chapter about how cards are worded, where a booklet has it."""


class Entry(NamedTuple):
    """An index entry; ``main`` is the page that explains the term, or 0."""

    name: str
    pages: tuple[int, ...]
    main: int


def read_terms(catalog: Catalog) -> list[Term]:
    """Return the terms of a ruleset, the most telling kind first where two have one name."""
    terms: list[Term] = []
    for keyword in catalog.keywords.values():
        terms += [Term(name, f"keyword:{keyword.code}", True) for name in (keyword.name, *keyword.aliases)]
    terms += [Term(z.name, f"zone:{z.code}") for z in catalog.zones.values()]
    for phase in catalog.phases.values():
        terms.append(Term(f"{phase.name} Phase", f"phase:{phase.code}", True, (phase.name,)))
    terms += [Term(t.name, f"type:{t.code}", True) for t in catalog.card_types.values()]
    terms += [Term(s.name, f"stat:{s.code}") for s in catalog.stats]
    terms += [Term(t.name) for t in catalog.texts if t.box == "own"]
    terms += [Term(f.name, f"flag:{f.code}", True) for f in catalog.flags.values() if f.on_type_line]
    terms += [Term(r.name, f"rarity:{r.code}", True) for r in catalog.rarities.values()]
    terms += [Term(a.name, f"affinity:{a.code}", True) for a in catalog.affinities.values()]
    terms += [Term(name) for name in _defined(catalog)]
    known: dict[str, Term] = {}
    for term in terms:
        known.setdefault(fold(term.name), term)
        for name in term.also:
            known.setdefault(fold(name), term)
    return sorted(dict.fromkeys(known.values()), key=lambda t: (fold(t.name), t.name))


def _defined(catalog: Catalog) -> Iterable[str]:
    """Yield what the rulebook prints in bold: the words that it defines."""
    texts = [s.text for s in catalog.sections.values()] + [r.text for r in catalog.rules.values()]
    for text in texts:
        for block in read_blocks(text, catalog):
            for run in block.runs:
                words = run.text.strip(" .,:;")
                if run.bold and run.kind == "text" and len(words) <= LONGEST_TERM and words.count(" ") < 3 and words:
                    yield words[0].upper() + words[1:]


def find_entries(catalog: Catalog, pages: Mapping[int, str], anchors: Mapping[str, int]) -> list[Entry]:
    """Return the entries of all terms that some page holds. pages: number -> its words."""
    out = []
    terms = read_terms(catalog)
    known = {fold(name) for term in terms for name in (term.name, *term.also)}
    terms += [term for term in WORDING_TERMS if term.anchor in anchors and fold(term.name) not in known]
    for term in terms:
        for name in (term.name, *term.also):
            counts = {number: n for number, text in pages.items() if (n := len(_pattern(name, term).findall(text)))}
            if counts:
                main = anchors.get(term.anchor, 0)
                main = main if main in counts else 0
                best = sorted(counts, key=lambda p: (p != main, -counts[p], p))[:MOST_PAGES]
                out.append(Entry(name, tuple(sorted(best)), main))
                break
    unique = {entry.name: entry for entry in reversed(out)}
    return sorted(unique.values(), key=lambda e: (fold(e.name), e.name))


def _pattern(name: str, term: Term) -> re.Pattern[str]:
    body = r"\s+".join(re.escape(word) for word in dashed(quoted(name)).split())
    return re.compile(rf"(?<!\w){body}(?:s|es)?(?!\w)", 0 if term.is_exact else re.IGNORECASE)


def lay_index(bench: Bench, entries: Sequence[Entry], width: int) -> list[Strip]:
    """Return the entries as hanging lines of a narrow column, a letter over each group."""
    style = bench.style("small")
    out: list[Strip] = []
    letter = ""
    for entry in entries:
        first = fold(entry.name)[:1].upper()
        if first != letter:
            letter = first
            head = bench.style("small", face="heading", color="accent")._replace(size=bench.size("subheading"))
            out += bench.paragraph(
                [text_run(letter)], head, width=width, gap=bench.size("small_leading"), keep=True, snap=False
            )
        runs = [text_run(entry.name + "  ")]
        for place, page in enumerate(entry.pages):
            runs.append(text_run((", " if place else "") + str(page), bold=page == entry.main))
        out += bench.hanging(runs, style, width=width)
    return out
