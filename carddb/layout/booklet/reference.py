"""Pages to look things up in: what is needed, keywords, symbols and marks, building a deck, decks to start with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from carddb.catalog import Bound, Card, Deck, DeckRule, Keyword
from carddb.layout.booklet.blocks import BULLET_UM, Bench, Cell
from carddb.layout.booklet.flow import Note, Strip, floating, kept_at_start, moved, together
from carddb.layout.booklet.lists import lay_deck_list
from carddb.layout.booklet.structure import Element, Picture
from carddb.layout.booklet.text import text_run
from carddb.layout.boxes import Box, Path
from carddb.layout.shapes import fitted_path
from carddb.wording.rulebook import Run, fill

SYMBOL_INDENT_UM = 6_500

HEADED_LINES = 8
"""Lines that stay with a chapter's heading, its own three among them. Source: house choice."""

MOST_TOGETHER = 14
"""Lines of a glossary entry that still stay on one page. Source: house choice."""

CARD_BESIDE_UM = 17_500
"""Width of the card beside a deck. Source: house choice."""

MARK_UM = 7_000
"""Size of a symbol in a list. Source: house choice."""


def lay_needs(bench: Bench) -> list[Strip]:
    """Return what has to be on the table before the first game."""
    catalog = bench.catalog
    style = bench.style()
    players = catalog.ruleset.players
    rows = [
        f"{players} players" if players != 1 else "1 player",
        "a deck of cards for each player (this edition has some that are ready to play)"
        if catalog.decks
        else "a deck of cards for each player",
        "something to count with and to mark cards: beads, coins or dice, and a pencil",
        "a table with room for the figure of the battlefield" if catalog.zones else "a table",
        "this booklet",
    ]
    width = bench.column - 3_000
    kicker = bench.style("subheading", face="heading", color="accent")._replace(leading=bench.line)
    out = bench.paragraph(
        [text_run("What you need")], kicker, indent=3_000, width=width, keep=True, snap=False, kind="h2"
    )
    for row in rows:
        out += bench.bullet([text_run(row)], style, indent=3_000, width=width)
    out[0] = out[0]._replace(gap=bench.line)
    return bench.framed(together(out), "plain")


def lay_reminders(bench: Bench) -> list[Strip]:
    """Return the keywords in short: the name, and the reminder that cards print."""
    style = bench.style()
    out: list[Strip] = []
    for keyword in sorted(bench.catalog.keywords.values(), key=lambda k: k.name.casefold()):
        bench.runs("", "keyword", keyword.code, keyword.name)
        values = {a.code: a.code.upper() for a in keyword.arguments}
        name = " ".join([keyword.name, *values.values()])
        if keyword.aliases:
            name += f" / {', '.join(keyword.aliases)}"
        runs = fill(keyword.reminder or keyword.text, bench.catalog, values)
        lead = bench.lead(name, style, color="accent")
        strips = bench.hanging(runs, style, gap=style.leading // 3, lead=lead)
        if strips:
            strips[0] = strips[0]._replace(anchors=(f"keyword:{keyword.code}",))
        out += strips
    return out


def lay_keywords(bench: Bench, number: str) -> list[Strip]:
    """Return the keyword glossary, in the order of the alphabet."""
    keywords = sorted(bench.catalog.keywords.values(), key=lambda k: k.name.casefold())
    if not keywords:
        return []
    out = bench.chapter(number, "Keyword glossary", "chapter:keywords")
    out += bench.paragraph(
        [text_run("A keyword stands for a longer text. Where a card has room, that text follows it in brackets.")],
        gap=0,
    )
    has_symbols = any(keyword.code in bench.catalog.symbols for keyword in keywords)
    for keyword in keywords:
        out += _keyword(bench, keyword, SYMBOL_INDENT_UM if has_symbols else 0)
    return kept_at_start(out, HEADED_LINES * bench.line)


def _keyword(bench: Bench, keyword: Keyword, left: int) -> list[Strip]:
    """Return a keyword with its symbol, its other names, its number, its text and what cards print."""
    style = bench.style()
    indent = left + BULLET_UM
    bench.runs("", "keyword", keyword.code, keyword.name)
    name = style._replace(
        regular=bench.template.fonts["heading"], size=bench.size("subheading"), color=bench.color("accent")
    )
    numbers = [argument.code.upper() for argument in keyword.arguments]
    lead = bench.writer.words([text_run(" ".join([keyword.name, *numbers]))], name)
    runs: list[Run] = []
    if keyword.aliases:
        runs.append(text_run("also " + ", ".join(keyword.aliases), italic=True))
    if lead:
        lead[-1] = lead[-1]._replace(space=style.size * 0.75)
    out = bench.paragraph(runs, style, lead=lead, indent=left, gap=bench.line // 2, keep=True, kind="h2")
    out[0] = out[0]._replace(
        anchors=(f"keyword:{keyword.code}",), keep=True,
        note=Note(keyword.rule, "rule", f"rule:{keyword.rule}") if keyword.rule else None,
    )  # fmt: skip
    symbol = bench.catalog.symbols.get(keyword.code)
    if symbol:
        mark = bench.glyph(symbol.path, 0, 0, bench.line, symbol.color or bench.color("accent"))
        out[0] = out[0]._replace(boxes=(mark, *out[0].boxes))
    reminder = [
        replace(run, italic=True)
        for run in fill(keyword.reminder, bench.catalog, {a.code: a.code.upper() for a in keyword.arguments})
    ]
    body = bench.prose(keyword.text, width=bench.column, indent=indent, gap=0)
    small = bench.style("small", face="italic", color="grey")
    if keyword.reminder:
        body += bench.paragraph([text_run("On cards: "), *reminder], small, indent=indent, snap=False)
    limits = "; ".join(_limits(bench, keyword))
    if limits:
        body += bench.paragraph([text_run(limits)], small, indent=indent, snap=False)
    return together([*out, *body]) if len(body) <= MOST_TOGETHER else [*out, *body]


def _limits(bench: Bench, keyword: Keyword) -> list[str]:
    rows = []
    for argument in keyword.arguments:
        low, high = _number(bench, argument.min), _number(bench, argument.max)
        unit = f" {argument.unit}" if argument.unit else ""
        spread = (
            f"exactly {low}" if low and low == high
            else f"{low} to {high}" if low and high
            else f"at least {low}" if low
            else f"at most {high}" if high
            else ""
        )  # fmt: skip
        if spread:
            rows.append(f"{argument.code.upper()}: {spread}{unit}")
    return rows


def _number(bench: Bench, bound: Bound) -> str:
    if bound is None or (isinstance(bound, str) and bound not in bench.catalog.parameters):
        return ""
    value = bench.catalog.number(bound)
    return "" if value is None else str(value)


def lay_symbols(bench: Bench, number: str) -> list[Strip]:
    """Return symbols, affinities, rarities and markers, each with its picture."""
    catalog = bench.catalog
    out = bench.chapter(number, "Symbols and marks", "chapter:symbols")
    accent = bench.color("accent")
    symbols = [(s.path, s.color or accent, s.name, "", f"symbol:{s.code}") for s in catalog.symbols.values()]
    if symbols:
        out += _pictures(bench, symbols, columns=3)
    groups = (
        (
            "Affinities",
            [(a.sigil, a.color, a.name, a.text, f"affinity:{a.code}") for a in catalog.affinities.values()],
        ),
        (
            "Rarities",
            [(r.mark, bench.color("ink"), r.name, r.text, f"rarity:{r.code}") for r in catalog.rarities.values()],
        ),
        (
            "Markers on the type line",
            [("", "", f.name, f.text, f"flag:{f.code}") for f in catalog.flags.values() if f.on_type_line],
        ),
    )
    for title, rows in groups:
        if rows:
            group = [*bench.subheading(title), *_pictures(bench, rows, columns=1)]
            out += together(group) if len(group) <= MOST_TOGETHER else group
    return out if len(out) > 2 else []


def _pictures(bench: Bench, rows: Sequence[tuple[str, str, str, str, str]], *, columns: int) -> list[Strip]:
    style = bench.style("small")._replace(size=bench.size("small") + 250)
    width = bench.column // columns
    out: list[Strip] = []
    for first in range(0, len(rows), columns):
        boxes: list[Box] = []
        words, anchors = [], []
        parts: list[tuple[Element, int]] = []
        high = MARK_UM
        for place, (d, color, name, text, anchor) in enumerate(rows[first : first + columns]):
            x = place * width
            indent = MARK_UM + 2_500 if any(row[0] for row in rows) else 0
            kind, _, code = anchor.partition(":")
            runs = bench.runs(text, kind, code, name)
            lead = bench.lead(name, style)
            placed, used = bench.set_runs(runs, style, x=x + indent, width=width - indent - 1_000, lead=lead)
            high = max(high if indent else 0, used)
            held = len(boxes)
            shift = max((MARK_UM - used) // 2, 0) if indent else 0
            boxes += [moved(b, 0, shift) for b in placed]
            if d:
                boxes.append(Path(fitted_path(d, (100, 100), x, 0, MARK_UM, MARK_UM, "contain"), color))
            gap_run = (text_run(" "),) if runs else ()
            item = Element("item", (text_run(name, bold=True), *gap_run, *runs))
            if d:
                ornament = Path(fitted_path(d, (100, 100), 0, 0, MARK_UM, MARK_UM, "contain"), color)
                item.picture = Picture((ornament,), MARK_UM, MARK_UM)
            parts.append((item, len(boxes) - held))
            words.append(" ".join([name, *(run.text for run in runs)]))
            anchors.append(anchor)
        gap = bench.line // 3
        out.append(
            Strip(high, tuple(boxes), gap=gap, anchors=tuple(anchors), text=" ".join(words), parts=tuple(parts))
        )
    return out


def lay_deck_building(bench: Bench) -> list[Strip]:
    """Return the demands on a deck as a table."""
    rules = bench.catalog.deck_rules
    rows: list[list[Cell]] = []
    notes: list[Note | None] = []
    style = bench.style("small")
    right = style._replace(align="right")
    for deck_rule in rules:
        rule = bench.catalog.rules.get(deck_rule.rule)
        title = rule.title if rule else deck_rule.code.replace("_", " ")
        what = {
            "size": "cards in the deck", "count": "such cards in the deck", "copies": "cards of one name",
            "affinity": "have to share an affinity",
        }.get(deck_rule.kind, deck_rule.kind)  # fmt: skip
        low, high = _number(bench, deck_rule.min), _number(bench, deck_rule.max)
        if deck_rule.kind == "affinity":
            low = high = ""
        elif deck_rule.kind == "copies":
            low = ""
        grave = _severity(bench, deck_rule)
        named = _named(bench, deck_rule)
        rows.append(
            [
                Cell((text_run(title, bold=True), text_run(f": {named or what}")), style),
                Cell((text_run(low if low not in ("", "0") else "–"),), right),
                Cell((text_run(high or "–"),), right),
                Cell((text_run(grave),), style),
            ]
        )
        notes.append(Note(deck_rule.rule, "rule", f"rule:{deck_rule.rule}") if deck_rule.rule else None)
    if not rows:
        return []
    widths = [bench.column - 3 * 3_000 - 12_000 - 12_000 - 16_000, 12_000, 12_000, 16_000]
    head = ("A deck at a glance", "at least", "at most", "otherwise")
    out = bench.table(head, rows, widths, notes=notes, gap=bench.line)
    return [*floating(out, "deck", bench.template.depth), Strip(bench.line // 2)]


def _named(bench: Bench, rule: DeckRule) -> str:
    """Return which cards a demand concerns, when its query names one type, rarity or marker."""
    words = rule.where.split()
    kinds = {"type": bench.catalog.card_types, "rarity": bench.catalog.rarities, "is": bench.catalog.flags}
    if len(words) != 1:
        return ""
    key, _, code = words[0].removeprefix("-").partition(":")
    thing = kinds.get(key, {}).get(code)
    if thing is None:
        return ""
    name = getattr(thing, "plural", "") or f"{thing.name} cards"  # type: ignore[attr-defined]
    if rule.kind == "copies":
        return f"cards of one name, {'all but' if words[0].startswith('-') else 'among'} {name}"
    return str(name)


def _severity(bench: Bench, rule: DeckRule) -> str:
    parameter = bench.catalog.parameters.get(rule.severity)
    word = str(parameter.value) if parameter else rule.severity
    return {"error": "not legal", "warning": "a warning", "info": "a remark"}.get(word, word)


def lay_decks(bench: Bench, number: str) -> list[Strip]:
    """Return the decks of the catalog with how they want to win, a card of each beside it."""
    if not bench.catalog.decks:
        return []
    out = bench.chapter(number, "Decks to start with", "chapter:decks")
    for deck in bench.catalog.decks.values():
        out += together([*_deck(bench, deck), *lay_deck_list(bench, deck)])
    return kept_at_start(out, HEADED_LINES * bench.line)


def _deck(bench: Bench, deck: Deck) -> list[Strip]:
    bench.runs("", "deck", deck.code, deck.name)
    card = _face(bench, deck)
    width = bench.column - (CARD_BESIDE_UM + 5_000 if card else 0)
    title = bench.style("subheading", face="heading", color="accent")._replace(leading=bench.line)
    count = sum(entry.quantity for entry in deck.entries)
    kind = bench.style("small", face="italic", color="grey")
    cards = f"{count} card{'' if count == 1 else 's'}"
    strips = [
        *bench.paragraph([text_run(deck.name)], title, width=width, kind="h2"),
        *bench.paragraph([text_run(", ".join(filter(None, (deck.style, cards))))], kind, width=width, snap=False),
        *bench.paragraph(bench.runs(deck.text), width=width),
    ]  # fmt: skip
    if card:
        x = bench.column - CARD_BESIDE_UM
        small = bench.card(card, x, 600, CARD_BESIDE_UM)
        shown = bench.picture(
            bench.card(card, 0, 0, CARD_BESIDE_UM), CARD_BESIDE_UM, bench.card_height(CARD_BESIDE_UM), card.name
        )
        own = strips[0].element or Element("h2")
        strips[0] = strips[0]._replace(
            boxes=(*strips[0].boxes, *small), parts=((own, len(strips[0].boxes)), (shown, len(small)))
        )
        missing = bench.card_height(CARD_BESIDE_UM) + 1_500 - sum(s.height + s.gap for s in strips)
        strips += [Strip(missing)] if missing > 0 else []
    strips[0] = strips[0]._replace(gap=bench.line * 3 // 4, anchors=(f"deck:{deck.code}",))
    return together(strips)


def _face(bench: Bench, deck: Deck) -> Card | None:
    """Return the card that stands for a deck: its rarest, of those that it holds most often."""
    rank = {code: place for place, code in enumerate(bench.catalog.rarities)}
    held = [(e, card) for e in deck.entries if (card := bench.catalog.card_by_code.get(e.card)) and card.stats]
    best = max(held, key=lambda pair: (rank.get(pair[1].rarity, 0), pair[0].quantity, pair[1].code), default=None)
    return best[1] if best else None
