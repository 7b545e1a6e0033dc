"""Reading rules text: cold, from memory, after a change, and after a keystroke, at 20,000 cards; all in CPU time.

    python tests/benchmarks/bench_wording.py [--cards 20000] [--quick]

The catalog repeats the shipped cards of a ruleset under made-up names, with other numbers in their texts; all names
are words of every text. The baseline is the same lines cut into tokens, which no reader can do without.
"""

from __future__ import annotations

import argparse
import itertools
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support import RULESETS, shipped

from carddb.catalog import Card, Catalog
from carddb.wording.complete import complete
from carddb.wording.lexer import tokenize
from carddb.wording.printer import print_ability
from carddb.wording.reader import read_text
from carddb.wording.words import Words

_FIRST = ("Amber", "Brass", "Cinder", "Dusk", "Elder", "Fen", "Grey", "Hollow", "Iron", "Jade", "Knot", "Low", "Moss")
_LAST = ("Adder", "Bear", "Crane", "Drake", "Eel", "Fox", "Goat", "Heron", "Ibis", "Jay", "Kite", "Lynx", "Mole")
_LONGEST_KEYSTROKE_MS = 30.0

T = TypeVar("T")


def main() -> int:
    """Print the figures; 1 when feedback after a keystroke takes longer than promised."""
    parser = argparse.ArgumentParser(description="Reading rules text, at many cards.")
    parser.add_argument("--cards", type=int, default=20_000)
    parser.add_argument("--quick", action="store_true", help="one ruleset, 2,000 cards")
    options = parser.parse_args()
    slowest = [
        bench(name, 2000 if options.quick else options.cards) for name in RULESETS[: 1 if options.quick else 3]
    ]
    return int(max(slowest) > _LONGEST_KEYSTROKE_MS)


def bench(ruleset: str, number: int) -> float:
    """Print the figures of one ruleset and return the slowest feedback, in milliseconds."""
    read_text("warm up", Words(shipped(ruleset)))
    catalog = grown(shipped(ruleset), number)
    texts = [(text, card.name) for card in catalog.cards for text in (card.rules, *card.texts.values()) if text]
    lines = {line for text, _ in texts for line in text.split("\n")}
    print(f"{ruleset}: {number:,} cards, {len(texts):,} texts, {len(lines):,} different lines")
    words = report("words and names", lambda: Words(catalog), 1, "")
    cold = report("read, cold", lambda: [read_text(text, words, name) for text, name in texts], len(texts), "texts")
    report("read, from memory", lambda: [read_text(text, words, name) for text, name in texts], len(texts), "texts")
    trees = [ability for reading in cold for ability in reading.abilities]
    report("print", lambda: [print_ability(ability, words) for ability in trees], len(trees), "abilities")
    report("baseline: only tokens", lambda: [tokenize(line) for line in lines], len(lines), "lines")
    apart = Words(catalog)
    report("the same lines as trees", lambda: [read_text(line, apart) for line in lines], len(lines), "lines")
    renamed = replace(catalog.cards[0], name="Quiet Newcomer")
    changed = replace(catalog, cards=(renamed, *catalog.cards[1:]))
    later = report("a name changes", lambda: words.for_catalog(changed), 1, "")
    report("  read all again", lambda: [read_text(text, later, name) for text, name in texts], len(texts), "texts")
    times = list(keystrokes(catalog, words))
    print(f"  after a keystroke      median {statistics.median(times):6.2f} ms   slowest {max(times):6.2f} ms\n")
    return max(times)


def report(label: str, work: Callable[[], T], number: int, unit: str) -> T:
    """Run something once and print its CPU time, with how many a second."""
    start = time.process_time()
    result = work()
    took = time.process_time() - start
    rate = f"{number / max(took, 1e-6):12,.0f} {unit}/s" if unit else ""
    print(f"  {label:24}{took * 1000:10.1f} ms {rate}")
    return result


def grown(catalog: Catalog, number: int) -> Catalog:
    """Return a catalog of so many cards: the shipped ones again and again, with other names and numbers."""
    cards = itertools.islice(_cards(catalog), number)
    return replace(catalog, cards=tuple(cards))


def _cards(catalog: Catalog) -> Iterator[Card]:
    yield from catalog.cards
    for turn in itertools.count(1):
        for at, card in enumerate(catalog.cards):
            name = f"{_FIRST[at % 13]} {_LAST[(at // 13 + turn) % 13]} {turn}-{at}"
            rules = re.sub(r"\d+", lambda m: str(int(m[0]) + turn), card.rules)  # noqa: B023
            yield replace(card, code=f"c{turn}_{at}", name=name, rules=rules)


def keystrokes(catalog: Catalog, words: Words) -> Iterator[float]:
    """Yield how long reading and completing take after each key of some texts, in milliseconds."""
    for card in catalog.cards[:200:20]:
        for end in range(1, len(card.rules) + 1, 3):
            typed = card.rules[:end]
            start = time.process_time()
            read_text(typed + "~", words, card.name)
            complete(typed, end, words, card.name)
            yield (time.process_time() - start) * 1000


if __name__ == "__main__":
    sys.exit(main())
