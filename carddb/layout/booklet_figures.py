"""Figures of a booklet: the battlefield with its legend, the turn, worked examples with real cards.

Each becomes strips on a ground of their own, so that a long figure goes on over the page.
"""

from __future__ import annotations

from collections.abc import Sequence

from carddb.catalog import Phase, Scenario, ScenarioCard, ScenarioRow, ScenarioStep
from carddb.layout.booklet_blocks import CORNERS, PANEL_PAD_UM, Bench
from carddb.layout.booklet_flow import Note, Outline, Strip, moved, together
from carddb.layout.booklet_text import text_run
from carddb.layout.boxes import Box, Path
from carddb.layout.diagram import face_words, lay_battlefield
from carddb.layout.shapes import ellipse, rounded

GUTTER_UM = 8_500
"""Width of the verdicts' column in an example. Source: house choice."""

WIDEST_CARD_UM = 21_000
CARD_GAP_UM = 2_400
ATTACHED_UM = 4_200
"""How far an attached card looks out from under its creature. Source: house choice."""


def caption(bench: Bench, words: str) -> list[Strip]:
    """Return the line over a figure."""
    style = bench.style("small", face="label_bold", color="accent")
    return [s._replace(keep=True) for s in bench.paragraph([text_run(words)], style)]


def lay_table(bench: Bench) -> list[Strip]:
    """Return the battlefield and, below it, what each zone is for."""
    zones = bench.catalog.zones.values()
    if not zones:
        return []
    depth = bench.template.depth - 3 * bench.line
    height, boxes = lay_battlefield(bench, bench.column, min(depth, 150_000))
    style = bench.style("small", face="label", color="grey", align="center")
    far, _ = bench.words("The other player", style, width=bench.column)
    near, _ = bench.words("You", style, width=bench.column, y=height + style.leading)
    shifted = [moved(box, 0, style.leading) for box in boxes]
    words = " ".join(z.text_on_diagram or z.name for z in zones)
    total = height + 2 * style.leading
    picture = bench.figure(total, [*far, *shifted, *near], text=words)
    legend = []
    for zone in zones:
        bench.runs("", "zone", zone.code, zone.name)
        runs = [text_run(zone.name, bold=True), text_run("  "), *bench.runs(zone.text)]
        if words := face_words(zone):
            runs.append(text_run(f" ({words})", italic=True))
        strips = bench.hanging(runs, bench.style("small"), gap=bench.size("small_leading") // 3)
        if strips:
            strips[0] = strips[0]._replace(anchors=(f"zone:{zone.code}",))
        legend += strips
    return [picture, Strip(bench.line // 2), *legend, Strip(bench.line // 2)]


def lay_turn(bench: Bench) -> list[Strip]:
    """Return the turn as a chain of phases, each with its sentence and steps."""
    phases = list(bench.catalog.phases.values())
    if not phases:
        return []
    out = caption(bench, "A turn")
    for number, phase in enumerate(phases, start=1):
        out += _phase(bench, phase, number, is_last=number == len(phases))
    return bench.framed([s._replace(gap=bench.line if i == 0 else s.gap) for i, s in enumerate(out)], "figure")


def _phase(bench: Bench, phase: Phase, number: int, *, is_last: bool) -> list[Strip]:
    indent, badge = 11_000, 6_400
    x = 1_500
    small = bench.style("small")
    name = bench.style("subheading", face="heading", color="accent")._replace(leading=bench.line)
    bench.runs("", "phase", phase.code, phase.name)
    strips = bench.paragraph([text_run(phase.name)], name, indent=indent, keep=True, snap=False)
    strips += bench.paragraph(bench.runs(phase.text), small, indent=indent, snap=False)
    for step in phase.steps:
        strips += bench.bullet(bench.runs(step), small, indent=indent, gap=0)
    strips = together(strips)
    space = bench.line // 2
    label = bench.style("subheading", face="heading", color="paper", align="center")._replace(leading=badge)
    figure, _ = bench.words(str(number), label, x=x, y=round(badge * -0.03), width=badge)
    disc: list[Box] = [Path(ellipse(x, 0, badge, badge), bench.color("accent")), *figure]
    height = sum(s.height + (s.gap if i else 0) for i, s in enumerate(strips)) + space
    arrow: list[Box] = []
    middle = x + badge // 2
    if not is_last and height > badge:
        tip = height - 500
        arrow = [
            Path(f"M{middle} {badge + 300} L{middle} {tip - 900}", None, bench.color("accent"), 350),
            Path(f"M{middle - 1000} {tip - 1500} L{middle + 1000} {tip - 1500} L{middle} {tip} Z", bench.color("accent")),
        ]
    first = strips[0]._replace(boxes=(*arrow, *disc, *strips[0].boxes), anchors=(f"phase:{phase.code}",))
    foot = [] if is_last else [Strip(space)]
    body = [first, *strips[1:]]
    if foot:
        body[-1] = body[-1]._replace(keep=True)
    return [*body, *foot]


def lay_example(bench: Bench, scenario: Scenario) -> list[Strip]:
    """Return a worked example: its steps with their verdicts, the rules beside them, the cards drawn small."""
    inset = PANEL_PAD_UM
    width = bench.column - inset
    bench.runs("", "scenario", scenario.code, scenario.name)
    kicker = bench.style("note", face="label_bold", color="grey")
    out = bench.paragraph([text_run("Example")], kicker, indent=inset, width=width, keep=True, snap=False)
    title = bench.style("subheading", face="heading", color="accent")._replace(leading=bench.line)
    heading = bench.paragraph([text_run(scenario.name)], title, indent=inset, width=width, keep=True, snap=False)
    heading[0] = heading[0]._replace(
        anchors=(f"example:{scenario.code}",), outline=Outline(1, f"Example: {scenario.name}")
    )
    out += heading
    small = bench.style("small")._replace(size=bench.size("small") + 250)
    intro = bench.prose(scenario.text, small, width=width, indent=inset, gap=bench.line // 4)
    out += [s._replace(keep=True) for s in intro]
    for number, step in enumerate(scenario.steps, start=1):
        out += _step(bench, step, number, inset, width)
    out[0] = out[0]._replace(gap=bench.line)
    return bench.framed(out, "example")


def _step(bench: Bench, step: ScenarioStep, number: int, inset: int, width: int) -> list[Strip]:
    style = bench.style("small")._replace(size=bench.size("small") + 250)
    strips = bench.paragraph(
        bench.runs(step.text), style, indent=inset + GUTTER_UM, width=width, gap=bench.line // 2, snap=False
    )
    if not strips:
        strips = [Strip(style.leading, gap=bench.line // 2)]
    strips[0] = strips[0]._replace(boxes=(*_verdict(bench, step.verdict, number, inset, style.leading), *strips[0].boxes))
    if step.verdict and len(strips) == 1:
        strips.append(Strip(style.leading // 2))
        strips[0] = strips[0]._replace(keep=True)
    per_line = [step.rules[i : i + 1] for i in range(len(step.rules))]
    for place, rules in enumerate(per_line):
        if place >= len(strips):
            strips[-1] = strips[-1]._replace(keep=True)
            strips.append(Strip(style.leading))
        strips[place] = strips[place]._replace(note=Note(rules[0], "rule", f"rule:{rules[0]}"))
    strips = [s._replace(keep=True) if i < 2 else s for i, s in enumerate(strips)]
    if not step.rows:
        strips[-1] = strips[-1]._replace(keep=False)
    else:
        strips[-1] = strips[-1]._replace(keep=True)
    for place, row in enumerate(step.rows):
        strips += _row(bench, row, inset, width)
        if place + 1 < len(step.rows):
            strips[-1] = strips[-1]._replace(keep=False)
    return strips


def _verdict(bench: Bench, verdict: str, number: int, x: int, leading: int) -> list[Box]:
    """Return the mark of a step: a tick in a disc, a cross in a square, or the step's number."""
    size = round(leading * 1.05)
    top = round((leading - size) / 2)
    if verdict not in ("legal", "illegal"):
        style = bench.style("small", face="label_bold", color="grey", align="center")
        return bench.words(f"{number}", style, x=x, width=size)[0]
    word = bench.style("note", face="label_bold", color=verdict, align="center")._replace(leading=leading * 3 // 4)
    word = word._replace(size=round(word.size * 0.86))
    words, _ = bench.words(verdict, word, x=x - 1_400, y=leading, width=size + 2_800)
    s = size / 100
    white = bench.color("paper")
    if verdict == "legal":
        d = f"M{x + 27 * s:.0f} {top + 52 * s:.0f} L{x + 44 * s:.0f} {top + 69 * s:.0f} L{x + 74 * s:.0f} {top + 32 * s:.0f}"
        ground = Path(ellipse(x, top, size, size), bench.color("legal"))
    else:
        a, b, c, e = (round(v) for v in (x + 31 * s, x + 69 * s, top + 31 * s, top + 69 * s))
        d = f"M{a} {c} L{b} {e} M{b} {c} L{a} {e}"
        ground = Path(rounded(x, top, size, size, size // 8, size // 8, "round", CORNERS), bench.color("illegal"))
    return [ground, Path(d, None, white, round(13 * s)), *words]


def _row(bench: Bench, row: ScenarioRow, inset: int, width: int) -> list[Strip]:
    """Return a labelled row of cards; a row of many takes several lines."""
    cards = list(row.cards)
    if not cards:
        return []
    room = width - inset - GUTTER_UM
    per_line = min(len(cards), 6)
    wide = min(WIDEST_CARD_UM, (room - (per_line - 1) * CARD_GAP_UM) // per_line)
    label = bench.style("note", face="label_bold", color="grey")._replace(leading=bench.size("small_leading"))
    out = bench.paragraph(
        [text_run(row.label)], label, indent=inset + GUTTER_UM, width=width, gap=bench.line // 3, keep=True, snap=False
    )
    for first in range(0, len(cards), per_line):
        out.append(_cards(bench, cards[first : first + per_line], inset + GUTTER_UM, wide))
    return [s._replace(keep=True) for s in out[:-1]] + out[-1:]


def _cards(bench: Bench, cards: Sequence[ScenarioCard], x: int, wide: int) -> Strip:
    high = bench.card_height(wide)
    lift = max((len(c.attached) for c in cards), default=0) * ATTACHED_UM
    boxes: list[Box] = []
    words = []
    bottom = 0
    name_style = bench.style("note", face="label_bold", color="ink", align="center")
    note_style = bench.style("note", face="label", color="grey", align="center")
    for slot in cards:
        top = 800 + lift
        known = bench.catalog.card_by_code.get(slot.card)
        y = top + high + 500
        for place, code in reversed(list(enumerate(slot.attached, start=1))):
            attached = bench.catalog.card_by_code.get(code)
            if attached:
                boxes += bench.card(attached, x + place * 300, top - place * ATTACHED_UM, wide)
                words.append(attached.name)
        if known:
            boxes += bench.card(known, x, top, wide)
            names = " + ".join([known.name, *(c.name for a in slot.attached if (c := bench.catalog.card_by_code.get(a)))])
            placed, used = bench.words(names, name_style, x=x - 800, y=y, width=wide + 1_600)
            boxes += placed
            y += used
            words.append(known.name)
        else:
            d = rounded(x, top, wide, high, 1_000, 1_000, "round", CORNERS)
            boxes.append(Path(d, None, bench.color("line"), 250))
            empty, used = bench.words(slot.empty or slot.card, note_style, width=wide - 1_000)
            boxes += [moved(b, x + 500, top + (high - used) // 2) for b in empty]
            words.append(slot.empty or slot.card)
        if slot.note:
            placed, used = bench.words(slot.note, note_style, x=x - 800, y=y, width=wide + 1_600)
            boxes += placed
            y += used
            words.append(slot.note)
        bottom = max(bottom, y)
        x += wide + CARD_GAP_UM
    return Strip(bottom + 600, tuple(boxes), text=" ".join(words))
