"""Figures of a booklet: the battlefield with its legend, the turn, worked examples with real cards.

Each becomes strips on a ground of their own, so that a long figure goes on over the page.
"""

from __future__ import annotations

from collections.abc import Sequence

from carddb.catalog import Phase, Scenario, ScenarioCard, ScenarioRow, ScenarioStep, Zone
from carddb.layout.booklet.blocks import CORNERS, PANEL_PAD_UM, Bench
from carddb.layout.booklet.diagram import face_words, lay_battlefield
from carddb.layout.booklet.flow import Note, Outline, Strip, floating, moved, together
from carddb.layout.booklet.structure import Element
from carddb.layout.booklet.text import text_run
from carddb.layout.boxes import Box, Path
from carddb.layout.shapes import ellipse, rounded, scaled_path
from carddb.wording.rulebook import Run

GUTTER_UM = 8_500
"""Width of the verdicts' column in an example. Source: house choice."""

WIDEST_CARD_UM = 21_000
CARD_GAP_UM = 2_400
BESIDE_CARD_UM = 17_000
MOST_BESIDE = 2
"""Most cards that stand beside the text of a step."""

MOST_IN_ROW = 6
SIDE_BY_SIDE = 5
"""Most cards of two rows that stand side by side. Source: house choice."""

PICTURE_SHARE = 0.72
"""Width of the battlefield at most, in parts of text and margin together; the legend takes the rest."""

MOST_DEPTH_UM = 152_000

ATTACHED_UM = 4_200
"""How far an attached card looks out from under its creature. Source: house choice."""


def caption(bench: Bench, words: str) -> list[Strip]:
    """Return the line over a figure."""
    style = bench.style("small", face="label_bold", color="accent")
    strips = bench.paragraph([text_run(words)], style, indent=PANEL_PAD_UM, kind="h2")
    return [*[s._replace(keep=True) for s in strips], Strip(bench.line // 2, keep=True)]


def lay_table(bench: Bench, *, spared: int = 0) -> list[Strip]:
    """Return the battlefield with what each zone is for beside it, or below it when that is too long.

    spared: height of a page that is left for other things.
    """
    zones = list(bench.catalog.zones.values())
    if not zones:
        return []
    depth = bench.template.depth - spared
    label = bench.style("small", face="italic", color="grey", align="center")
    line = label.leading * 3 // 2
    most = min(round(bench.wide * PICTURE_SHARE), bench.column)
    width, height, boxes = lay_battlefield(bench, most, min(MOST_DEPTH_UM, depth) - 2 * line)
    far, _ = bench.words("The other player", label, width=width)
    near, _ = bench.words("You", label, y=height + line + line // 6, width=width)
    picture = [*far, *(moved(box, 0, line) for box in boxes), *near]
    names = " ".join(z.text_on_diagram or z.name for z in zones)
    spoken = ", ".join(z.name for z in zones)
    left = width + 7_000
    legend, words, deep = _legend(bench, zones, left, bench.wide - left)
    height += 2 * line
    if deep > depth:
        alone = bench.figure(height, picture, text=names, alt=f"The battlefield from above, with {spoken}.")
        return [
            *floating([alone], "battlefield", depth),
            *_legend_below(bench, zones),
            Strip(bench.line // 2),
        ]
    shift = max((height - deep) // 2, 0)
    legend = [moved(box, 0, shift) for box in legend]
    alt = f"The battlefield from above, the two players facing each other. {words}"
    figure = bench.figure(max(height, deep), [*picture, *legend], wide=True, text=f"{names} {words}", alt=alt)
    figure = figure._replace(anchors=tuple(f"zone:{zone.code}" for zone in zones))
    return floating([figure, Strip(bench.line // 2)], "battlefield", depth)


def _legend(bench: Bench, zones: Sequence[Zone], x: int, width: int) -> tuple[list[Box], str, int]:
    """Return the zones' names and sentences in a narrow column, their words, and the height of it."""
    style = bench.style("small")
    boxes: list[Box] = []
    words = []
    y = 0
    for zone in zones:
        runs = _zone_runs(bench, zone)
        heading = bench.style("small", face="bold", color="accent")
        placed, used = bench.words(zone.name, heading, x=x, y=y, width=width)
        more, below = bench.set_runs(runs, style, x=x, y=y + used, width=width)
        boxes += [*placed, *more]
        words.append(" ".join([zone.name, *(run.text for run in runs)]))
        y += used + below + style.leading // 2
    return boxes, " ".join(words), y


def _zone_runs(bench: Bench, zone: Zone) -> list[Run]:
    runs = list(bench.runs(zone.text, "zone", zone.code, zone.name))
    words = face_words(zone)
    return [*runs, text_run(f" ({words})", italic=True)] if words else runs


def _legend_below(bench: Bench, zones: Sequence[Zone]) -> list[Strip]:
    style = bench.style("small")
    out = []
    for zone in zones:
        lead = bench.lead(zone.name, style)
        strips = bench.hanging(_zone_runs(bench, zone), style, gap=style.leading // 3, lead=lead)
        if strips:
            strips[0] = strips[0]._replace(anchors=(f"zone:{zone.code}",))
        out += strips
    return out


def lay_turn(bench: Bench) -> list[Strip]:
    """Return the turn as a chain of phases, each with its sentence and steps."""
    phases = list(bench.catalog.phases.values())
    if not phases:
        return []
    out = caption(bench, "A turn, step by step")
    for number, phase in enumerate(phases, start=1):
        out += _phase(bench, phase, number, is_last=number == len(phases))
    out[0] = out[0]._replace(gap=bench.line)
    return floating(bench.framed(out, "figure"), "turn", bench.template.depth)


def _phase(bench: Bench, phase: Phase, number: int, *, is_last: bool) -> list[Strip]:
    indent, badge = 12_000, 6_400
    x = PANEL_PAD_UM
    small = bench.style("small")
    name = bench.style("subheading", face="heading", color="accent")._replace(leading=bench.line)
    bench.runs("", "phase", phase.code, phase.name)
    strips = bench.paragraph([text_run(phase.name)], name, indent=indent, keep=True, snap=False, kind="h3")
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
            Path(
                f"M{middle - 1000} {tip - 1500} L{middle + 1000} {tip - 1500} L{middle} {tip} Z",
                bench.color("accent"),
            ),
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
    heading = bench.paragraph(
        [text_run(scenario.name)], title, indent=inset, width=width, keep=True, snap=False, kind="h2"
    )
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
    """Return a step; one or two cards stand beside its text, more of them below it."""
    style = bench.style("small")._replace(size=bench.size("small") + 250)
    gap = bench.line // 2
    count = sum(len(row.cards) for row in step.rows)
    beside = len(step.rows) == 1 and count <= MOST_BESIDE
    room = width - count * (BESIDE_CARD_UM + CARD_GAP_UM) if beside else width
    strips = bench.paragraph(bench.runs(step.text), style, indent=inset + GUTTER_UM, width=room, gap=gap, snap=False)
    if not strips:
        strips = [Strip(style.leading, gap=gap)]
    if strips[0].element is not None:
        strips[0].element.runs = (text_run(_spoken(step.verdict, number), bold=True), *strips[0].element.runs)
    mark = _verdict(bench, step.verdict, number, inset, style.leading)
    strips[0] = strips[0]._replace(boxes=(*mark, *strips[0].boxes))
    notes = 0 if step.rows else -(-len(step.rules) * bench.style("note").leading // style.leading)
    wanted = max(notes, 2 if step.verdict else 1)
    strips += [Strip(style.leading) for _ in range(wanted - len(strips))]
    if step.rules:
        strips[0] = strips[0]._replace(note=Note("\n".join(step.rules), "rule", "rule:"))
    if beside:
        strips = _beside(bench, strips, step.rows[0], room + CARD_GAP_UM)
    if not beside and step.rows:
        strips = [*together(strips)[:-1], strips[-1]._replace(keep=True)]
        return [*strips, *_rows(bench, step.rows, inset + GUTTER_UM, width)]
    return together(strips)


def _beside(bench: Bench, strips: list[Strip], row: ScenarioRow, x: int) -> list[Strip]:
    """Return the lines of a step with its cards to the right of them."""
    figure = _cards(bench, row.cards, x, BESIDE_CARD_UM)
    height = sum(s.height for s in strips)
    text = strips[0].text
    label = bench.style("note", face="label_bold", color="grey", align="center")
    words, used = bench.words(row.label, label, x=x - 1_000, y=figure.height - 300, width=_row_width(row) + 2_000)
    picture = bench.picture(
        [moved(box, -x, 0) for box in (*figure.boxes, *words)], _row_width(row), figure.height + used,
        _row_words(row.label, figure.text),
    )  # fmt: skip
    own = strips[0].element or Element("p")
    strips[0] = strips[0]._replace(
        boxes=(*strips[0].boxes, *figure.boxes, *words), text=f"{text} {row.label} {figure.text}",
        parts=((own, len(strips[0].boxes)), (picture, len(figure.boxes) + len(words))),
    )  # fmt: skip
    rest = figure.height + used - height
    return [*strips, Strip(rest)] if rest > 0 else strips


def _spoken(verdict: str, number: int) -> str:
    return {"legal": "Legal: ", "illegal": "Illegal: "}.get(verdict, f"{number}. ")


def _row_words(label: str, cards: str) -> str:
    return f"{label}: {cards}." if label and cards else f"{label or cards}."


def _row_width(row: ScenarioRow) -> int:
    return len(row.cards) * (BESIDE_CARD_UM + CARD_GAP_UM) - CARD_GAP_UM


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
        d = scaled_path("M27 52 L44 69 L74 32", s, s, x, top)
        ground = Path(ellipse(x, top, size, size), bench.color("legal"))
    else:
        d = scaled_path("M31 31 L69 69 M69 31 L31 69", s, s, x, top)
        ground = Path(rounded(x, top, size, size, size // 8, size // 8, "round", CORNERS), bench.color("illegal"))
    return [ground, Path(d, None, white, round(13 * s)), *words]


def _rows(bench: Bench, rows: Sequence[ScenarioRow], x: int, right: int) -> list[Strip]:
    """Return labelled rows of cards; short ones stand side by side, long ones go on below."""
    groups: list[list[ScenarioRow]] = []
    for row in rows:
        for first in range(0, len(row.cards), MOST_IN_ROW):
            part = ScenarioRow(row.label if first == 0 else "", row.cards[first : first + MOST_IN_ROW])
            held = sum(len(r.cards) for r in groups[-1]) if groups else MOST_IN_ROW
            if held + len(part.cards) <= SIDE_BY_SIDE and len(rows) > 1:
                groups[-1].append(part)
            else:
                groups.append([part])
    wide = min((_card_width(group, right - x) for group in groups), default=WIDEST_CARD_UM)
    return [_group(bench, group, x, wide) for group in groups]


def _card_width(rows: Sequence[ScenarioRow], room: int) -> int:
    """Return the width of cards that lets these rows stand side by side."""
    count = max(sum(len(row.cards) for row in rows), 1)
    apart = (count - 1 + len(rows) - 1) * CARD_GAP_UM
    return min(WIDEST_CARD_UM, (room - apart) // count)


def _group(bench: Bench, rows: Sequence[ScenarioRow], x: int, wide: int) -> Strip:
    """Return rows of cards side by side, each under its label; wide: of one card."""
    label = bench.style("note", face="label_bold", color="grey")._replace(leading=bench.size("small_leading"))
    boxes: list[Box] = []
    words = []
    spoken = []
    height, left = 0, x
    for row in rows:
        room = len(row.cards) * (wide + CARD_GAP_UM) - CARD_GAP_UM
        placed, used = bench.words(row.label, label, x=x, width=max(room, 14_000))
        figure = _cards(bench, row.cards, x, wide)
        boxes += [*placed, *(moved(b, 0, used) for b in figure.boxes)]
        height = max(height, used + figure.height)
        words += [row.label, figure.text]
        spoken.append(_row_words(row.label, figure.text))
        x += room + 2 * CARD_GAP_UM
    own = [moved(box, -left, 0) for box in boxes]
    element = bench.picture(own, x - left, height, " ".join(spoken))
    return Strip(height, tuple(boxes), gap=bench.line // 3, text=" ".join(words), element=element)


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
            names = " + ".join(
                [known.name, *(c.name for a in slot.attached if (c := bench.catalog.card_by_code.get(a)))]
            )
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
    return Strip(bottom + 600, tuple(boxes), text=", ".join(words))
