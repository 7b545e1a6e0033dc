"""How cards are worded: the phrases that the ruleset knows, each with its meaning and a line of a real card."""

from __future__ import annotations

from dataclasses import replace

from carddb.layout.booklet.blocks import BULLET_UM, Bench
from carddb.layout.booklet.flow import Strip, kept_at_start, together
from carddb.layout.booklet.text import text_run
from carddb.wording.markup import Vocabulary
from carddb.wording.phrasebook import Entry, Example, read_phrasebook
from carddb.wording.rulebook import Run
from carddb.wording.words import Words

SHOWN = ("trigger", "condition", "cost", "effect", "duration", "static", "event", "limit", "amount")
"""The groups of phrases that a reader of cards needs, in order; words inside of phrases speak for themselves."""

HEADED_LINES = 9
"""Lines that stay with the chapter's heading, its own three among them. Source: house choice."""


def lay_wording(bench: Bench, number: str) -> list[Strip]:
    """Return the phrases of the ruleset by group; nothing when it knows none or no card uses them."""
    words = Words(bench.catalog)
    groups = [g for g in read_phrasebook(bench.catalog, words) if g.kind in SHOWN]
    groups = [replace(g, entries=tuple(e for e in g.entries if e.example)) for g in groups]
    groups = [g for g in groups if g.entries]
    if not groups:
        return []
    out = bench.chapter(number, "How cards are worded", "chapter:wording")
    out += bench.paragraph(
        [
            text_run(
                "Cards are made of these phrases and of no others: the same words always mean the same. Marked "
            ),
            text_run("‹so›", italic=True),
            text_run(" is what changes from card to card: "),
            text_run("‹card›", italic=True),
            text_run(" for one or several cards or a player, "),
            text_run("‹number›", italic=True),
            text_run(" for a number or X. What stands in [square brackets] may be missing."),
        ]
    )
    vocabulary = Vocabulary.of(bench.catalog)
    for group in groups:
        heading = bench.subheading(group.title, anchor=f"wording:{group.kind}", outline=True)
        note = bench.style("small", face="italic", color="grey")
        heading += [s._replace(keep=True) for s in bench.paragraph([text_run(group.text)], note, snap=False)]
        rows = [_entry(bench, entry, vocabulary) for entry in group.entries]
        out += together([*heading, *rows[0]])
        for row in rows[1:]:
            out += row
    return kept_at_start(out, HEADED_LINES * bench.line)


def _entry(bench: Bench, entry: Entry, vocabulary: Vocabulary) -> list[Strip]:
    """Return a phrase with its meaning on one line where they fit, and its example below."""
    style = bench.style("small")
    bench.runs("", "phrase", entry.code, entry.pattern)
    runs = [
        text_run(f"‹{p.text}›", italic=True) if p.kind == "gap" else text_run(p.text, bold=p.kind == "words")
        for p in entry.pieces
    ]
    if entry.text:
        runs.append(text_run(f" – {entry.text}"))
    strips = bench.hanging(runs, style, gap=bench.size("small_leading") // 3)
    if entry.example is not None:
        grey = bench.style("small", face="italic", color="grey")
        lines = bench.paragraph(_example(entry.example, vocabulary), grey, indent=BULLET_UM, snap=False)
        strips += [line._replace(text="") for line in lines]
    return together(strips)


def _example(example: Example, vocabulary: Vocabulary) -> list[Run]:
    """Return a card's line with its symbols drawn, and the card's name."""
    runs: list[Run] = []
    for line in vocabulary.read(example.line):
        for token in line.tokens:
            runs.append(Run("symbol", token.text, token.code) if token.kind == "symbol" else text_run(token.text))
    return [*runs, text_run("  "), text_run(example.card, bold=True)]
