"""The guide to a ruleset's wording as one page: how a line is built, what fills its gaps, every phrase on a card.

Generated from the registry and the catalog; the page needs nothing but itself, and the admin shows the same text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from carddb.catalog import Card, Catalog
from carddb.exchange.files import write_bytes
from carddb.pipeline.files import parent_of
from carddb.wording.phrasebook import Entry, Example, Group, Piece, read_phrasebook
from carddb.wording.reader import NOTHING, read_text
from carddb.wording.tree import (
    Ability,
    Activated,
    KeywordLine,
    Lasting,
    OneShot,
    Replacement,
    Triggered,
)
from carddb.wording.words import Words

STYLE = """
:root { color-scheme: light dark; --ink: #1d1f22; --dim: #5d6269; --line: #dcdcd7; --bg: #fbfbf9; --soft: #e4edf5; --gap: #2b5c8a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e7e8; --dim: #a0a6ae; --line: #33383e; --bg: #16181b; --soft: #223448; --gap: #8fbce6; }
}
body { margin: 0; background: var(--bg); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 0.5rem; }
a { color: var(--gap); }
code { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 0.9em; }
.guide h2 { font-size: 1.25rem; margin: 2.2rem 0 0.3rem; scroll-margin-top: 1rem; }
.guide .dim { color: var(--dim); }
.guide nav ul { columns: 3 11rem; padding-left: 1.1rem; }
.guide table { border-collapse: collapse; width: 100%; margin: 0.6rem 0; }
.guide th { text-align: left; font-size: 0.82rem; color: var(--dim); padding: 0.2rem 0.8rem 0.2rem 0; }
.guide td { border-top: 1px solid var(--line); padding: 0.4rem 0.8rem 0.4rem 0; vertical-align: top; overflow-wrap: anywhere; }
.guide td:first-child { width: 34%; font-weight: 600; }
.guide td ul { margin: 0; padding-left: 1.1rem; }
.guide .num { text-align: right; width: 3.5rem; font-variant-numeric: tabular-nums; font-weight: 400; }
.guide .gap { font-weight: 400; font-style: italic; color: var(--gap); text-decoration: none; white-space: nowrap; }
.guide mark { background: var(--soft); color: inherit; border-radius: 3px; padding: 0 2px; }
.guide svg.symbol { width: 1em; height: 1em; vertical-align: -0.12em; fill: currentColor; }
.guide .who { color: var(--dim); white-space: nowrap; }
@media (max-width: 40rem) { .guide td, .guide th { display: block; width: auto !important; border-top: 0; padding: 0.1rem 0; } .guide thead { display: none; } .guide tr { display: block; border-top: 1px solid var(--line); padding: 0.5rem 0; } .guide td ul { margin: 0; padding-left: 1.1rem; }
.guide .num { text-align: left; } }
@media print { body { font-size: 9.5pt; } tr { break-inside: avoid; } h2 { break-after: avoid; } }
"""  # noqa: E501

Shape = tuple[str, str, Callable[[Ability], bool]]

SHAPES: tuple[Shape, ...] = (
    ("Keywords", "<keyword>, <keyword>", lambda a: isinstance(a, KeywordLine)),
    ("An order", "<effect>.", lambda a: isinstance(a, OneShot) and _is_plain(a.clauses)),
    ("Several effects", "<effect> and <effect>.", lambda a: isinstance(a, OneShot) and len(a.clauses[0].effects) > 1),
    ("With a condition", "if <condition>, <effect>.", lambda a: isinstance(a, OneShot) and _has(a, "conditions")),
    ("For some time", "<effect> <duration>.", lambda a: bool(getattr(a, "clauses", ())) and _has(a, "duration")),
    (
        "After an event",
        "<trigger>, <effect>.",
        lambda a: isinstance(a, Triggered) and _is_plain(a.clauses) and not a.mark,
    ),
    (
        "After an event, if",
        "<trigger>, if <condition>, <effect>.",
        lambda a: isinstance(a, Triggered) and _has(a, "conditions"),
    ),
    (
        "For a price",
        "<trigger>, you may <cost> to <effect>.",
        lambda a: isinstance(a, Triggered) and _has(a, "costs"),
    ),
    ("In wait", "<mark> <trigger>, <effect>.", lambda a: isinstance(a, Triggered) and bool(a.mark)),
    ("By paying", "<cost>: <effect>.", lambda a: isinstance(a, Activated)),
    (
        "So often",
        "<cost>: <effect>. <limit>.",
        lambda a: isinstance(a, Triggered | Activated) and a.limit is not None,
    ),
    ("As long as it is in play", "<what lasts>.", lambda a: isinstance(a, Lasting) and not a.conditions),
    (
        "While something holds",
        "while <condition>, <what lasts>.",
        lambda a: isinstance(a, Lasting) and bool(a.conditions),
    ),
    ("Instead of an event", "if <event>, <effect> instead.", lambda a: isinstance(a, Replacement)),
)
"""The lines that there are: name, form, and how one is told."""  # fmt: skip


def write_guide(catalog: Catalog, path: Path) -> None:
    """Write the guide to a ruleset's wording as an HTML page that needs nothing else."""
    title = f"How cards are worded: {catalog.ruleset.name}"
    page = (
        f'<!doctype html>\n<html lang="{escape(catalog.ruleset.language or "en")}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{escape(title)}</h1>\n"
        f"{guide_body(catalog)}\n</main>\n</body>\n</html>\n"
    )
    with parent_of(path):
        write_bytes(path, page.encode("utf-8"))


def guide_body(catalog: Catalog, words: Words | None = None) -> str:
    """Return the guide as HTML without its frame; ``words`` if they are there already."""
    guide = _Guide(catalog, words or Words(catalog))
    return "\n".join(guide.parts())


class _Guide:
    def __init__(self, catalog: Catalog, words: Words) -> None:
        self.catalog = catalog
        self.words = words
        self.groups = read_phrasebook(catalog, words)

    def parts(self) -> Iterator[str]:
        yield '<div class="guide">'
        if not self.groups:
            yield (
                "<p>This ruleset has no phrases yet, so no text on its cards is understood. They are rows of its "
                "vocabulary: the code of a phrase that carddb knows, and your own words for it if you like.</p></div>"
            )
            return
        yield (
            "<p>A card says one thing a line. What is written in these words is understood: it is checked, indexed "
            "and played as it stands. Anything else is saved and printed too, but the card is marked “not played”, "
            "and a finding names the words. Capitals matter in names and keywords, nowhere else.</p>"
        )
        yield self.contents()
        yield self.lines()
        yield self.gaps()
        for group in self.groups:
            yield self.group(group)
        yield self.details()
        yield "</div>"

    def contents(self) -> str:
        rows = [("lines", "How a line is built"), ("gaps", "What fills the gaps")]
        rows += [(group.kind, group.title) for group in self.groups]
        rows.append(("details", "Names, symbols, reminders"))
        links = "".join(f'<li><a href="#guide-{code}">{escape(title)}</a></li>' for code, title in rows)
        return f'<nav aria-label="On this page"><ul>{links}</ul></nav>'

    def lines(self) -> str:
        found = dict(self._shape_examples())
        rows = [
            f"<tr><td>{escape(name)}</td><td>{_form(form)}</td><td>{self.example(found[name])}</td></tr>"
            for name, form, _ in SHAPES
            if name in found
        ]
        return (
            '<h2 id="guide-lines">How a line is built</h2>'
            '<p class="dim">Effects are joined by “and”, “then” or a comma. A line ends with a full stop; one of '
            "keywords does not.</p>"
            f"<table><thead><tr><th>A line</th><th>Its form</th><th>On a card</th></tr></thead>"
            f"<tbody>{''.join(rows)}</tbody></table>"
        )

    def _shape_examples(self) -> Iterator[tuple[str, Example]]:
        best: dict[str, Example] = {}
        for card in self.catalog.cards:
            for line, ability in _abilities(card, self.words):
                for name, _, fits in SHAPES:
                    if fits(ability) and (name not in best or len(line) < len(best[name].line)):
                        best[name] = Example(card.name, card.code, line, 0, 0)
        yield from best.items()

    def gaps(self) -> str:
        used = {p.text for g in self.groups for e in g.entries for p in e.pieces if p.kind == "gap"}
        if used & {"card", "cards"}:
            used |= {"kind of card", "zone"}
        rows = "".join(
            f'<tr id="gap-{_id(gap)}"><td><span class="gap">‹{gap}›</span></td><td>{text}</td></tr>'
            for gap, text in self._gap_texts().items()
            if gap in used
        )
        return (
            '<h2 id="guide-gaps">What fills the gaps</h2>'
            f"<table><thead><tr><th>Gap</th><th>What may stand there</th></tr></thead><tbody>{rows}</tbody></table>"
        )

    def _gap_texts(self) -> Mapping[str, str]:
        c = self.catalog
        stats = _list(self._all("stat"))
        kinds = [self._spelled("type", code) for code in c.card_types]
        roles = [self._spelled("role", code) for code in c.roles]
        narrowing = [
            "before it: " + _list(["other", "enemy", *self._all("state"), *self._all("flag")]),
            f"the words for types: {_list(kinds)}" + (f"; for roles: {_list(roles)}" if roles else "")
            + "; or just “card”; several joined by “or”",
            "behind it: " + _list(["you control", *(f"in or from {z}" for z in ("‹zone›",)), *self._all("place"),
                                   "with ‹number› ‹stat› or more", "with ‹number› ‹stat› or less", "with ‹keyword›"]),
        ]  # fmt: skip
        how_many = ["a", "another", "each", "no", "all", "up to 2", "2", "2 or more", "a random", "the", "your"]
        card = [
            *(f"<b>{escape(word)}</b>" for word in self._all("reference")),
            f"how many and which: {_list(how_many)} and a ‹kind of card›; a bare plural means all",
            "the name of a card",
            "“your opponent” or “each player”, where an effect ends in ‹card›",
            "“the top card of ‹zone›”, “the bottom 2 cards of ‹zone›”",
        ]
        keywords = [" ".join([k.name, *("N" for _ in k.arguments)]) for k in c.keywords.values()]
        resources = [
            f"<code>{word}</code> {self._symbols(word)}" if word.startswith("{") else escape(word)
            for word in self.words.resources
        ]
        return {
            "card": _bullets(card),
            "cards": "As ‹card›, but counted: “3 or more Beasts”, “another Rune”, “no enemy creature”.",
            "kind of card": _bullets(narrowing),
            "number": "A number in digits, or X.",
            "amount": "A number, X, or a phrase of the group “Amounts”.",
            "change": f"“+2” or “-2” and one of {stats}; several joined by “and”.",
            "keyword": _list(keywords) + "; several joined by “and”",
            "zone": f"your, your opponent's, its owner's or the: {_list(self._all('zone'))}",
            "resource": ", ".join(resources),
            "stat": stats,
            "row": _list(self._all("row")),
            "phase": _list(self._all("phase")),
            "name": "The name of a card or token, as it is printed.",
        }

    def _all(self, kind: str) -> list[str]:
        return list(dict.fromkeys(words[0] for (k, _), words in self.words.spelling.items() if k == kind))

    def _spelled(self, kind: str, code: str) -> str:
        one, many = self.words.spelling[kind, code]
        return one if one == many else f"{one}/{many}"

    def group(self, group: Group) -> str:
        rows = "".join(self.entry(group, entry) for entry in group.entries)
        return (
            f'<h2 id="guide-{group.kind}">{escape(group.title)}</h2><p class="dim">{escape(group.text)}</p>'
            "<table><thead><tr><th>Phrase</th><th>Meaning</th><th>On a card</th>"
            '<th class="num">Cards</th></tr></thead>'
            f"<tbody>{rows}</tbody></table>"
        )

    def entry(self, group: Group, entry: Entry) -> str:
        also = " It may be a cost, too." if entry.may_pay and group.kind == "effect" else ""
        example = self.example(entry.example) if entry.example else '<span class="dim">no card yet</span>'
        return (
            f'<tr id="phrase-{group.kind}-{entry.code}"><td>{"".join(map(_piece, entry.pieces))}</td>'
            f'<td>{escape(entry.text)}{also}</td><td>{example}</td><td class="num">{entry.cards}</td></tr>'
        )

    def example(self, example: Example) -> str:
        line, start, end = example.line, example.start, example.end
        text = self._symbols(escape(line[:start]))
        if end > start:
            text += f"<mark>{self._symbols(escape(line[start:end]))}</mark>"
        text += self._symbols(escape(line[end:]))
        return f'{text} <span class="who">({escape(example.card)})</span>'

    def _symbols(self, text: str) -> str:
        """Draw the symbols of a text that is HTML already."""
        return re.sub(r"(?<!<code>)\{([a-z0-9_]+)\}", self._symbol, text)

    def _symbol(self, match: re.Match[str]) -> str:
        symbol = self.catalog.symbols.get(match[1])
        if symbol is None:
            return match[0]
        name = escape(symbol.name)
        return (
            f'<svg class="symbol" viewBox="0 0 100 100" role="img" aria-label="{name}"><title>{name}</title>'
            f'<path d="{escape(symbol.path)}"/></svg>'
        )

    def details(self) -> str:
        symbols = ", ".join(
            f"<code>{{{code}}}</code> {self._symbols(f'{{{code}}}')}" for code in self.catalog.symbols
        )
        rows = [
            "A card's own name in its text means <b>this</b>." if "this" in self.words.forms else "",
            "The name of another card stands as it is printed. A name that could be read as other words stands in "
            'quotes: <code>"Draw a Card"</code>.',
            f"Symbols are written with their code: {symbols}." if symbols else "",
            "Keywords stand on a line of their own, parted by commas, or inside a phrase. Their reminder text prints "
            "itself where a card has room; it is never typed.",
            "Numbers are digits. Many other words are understood, too, and printed in the canonical ones: “every” "
            "for “each”, “whenever” for “when”, “you draw” for “draw”, “gets” or “gains” for a change of numbers.",
            "A keyword and a change of numbers are two phrases, each of which says for whom.",
            "A duration belongs to all effects before it, back to the last full stop.",
            "The word <code>none</code> alone says that a text box is empty on purpose.",
        ]
        items = "".join(f"<li>{row}</li>" for row in rows if row)
        return f'<h2 id="guide-details">Names, symbols, reminders</h2><ul>{items}</ul>'


def _abilities(card: Card, words: Words) -> Iterator[tuple[str, Ability]]:
    for text in (card.rules, *card.texts.values()):
        if text.strip() != NOTHING:
            for line in text.split("\n"):
                for ability in read_text(line, words, card.name).abilities:
                    yield line, ability


def _is_plain(clauses: tuple[Any, ...]) -> bool:
    first = clauses[0]
    return len(clauses) == 1 and len(first.effects) == 1 and not (first.conditions or first.costs or first.duration)


def _has(ability: Any, name: str) -> bool:
    return any(getattr(clause, name) for clause in ability.clauses)


def _form(form: str) -> str:
    return re.sub(r"&lt;(.+?)&gt;", r'<span class="gap">‹\1›</span>', escape(form))


def _piece(piece: Piece) -> str:
    if piece.kind == "gap":
        return f'<a class="gap" href="#gap-{_id(piece.text)}">‹{escape(piece.text)}›</a>'
    return escape(piece.text)


def _id(gap: str) -> str:
    return gap.replace(" ", "-")


def _list(words: Iterable[str]) -> str:
    return ", ".join(escape(word) for word in words)


def _bullets(rows: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{row}</li>' for row in rows)}</ul>"
