"""The rulebook as strips: numbered sections, rules with their ids in the margin, rulings with their reasons.

Figures that belong to a section are handed in; nothing here knows how they are made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from carddb.catalog import ParameterValue, Rule, Ruling
from carddb.layout.booklet.blocks import Bench
from carddb.layout.booklet.flow import Note, Strip, kept_at_start, together
from carddb.layout.booklet.text import text_run
from carddb.wording.rulebook import Run, read_blocks, show_value

READING_UM = 14_000
"""How far the readings of a ruling stand in, beside "In force" and "Or". Source: house choice."""


def section_mark(bench: Bench, number: int, title: str) -> str:
    """Return the path data that stands beside a section's heading: a symbol it names, else a sigil in turn."""
    words = title.casefold().replace(",", " ").split()
    for symbol in bench.catalog.symbols.values():
        name = symbol.name.casefold()
        if any(word in (name, name + "s") or word.rstrip("s") == name.rstrip("s") for word in words):
            return symbol.path
    sigils = [a.sigil for a in bench.catalog.affinities.values() if a.sigil]
    return sigils[(number - 1) % len(sigils)] if sigils else ""


def lay_section(
    bench: Bench, number: int, code: str, *, before: Sequence[Strip], after: Mapping[str, Sequence[Strip]],
    end: Sequence[Strip],
) -> list[Strip]:  # fmt: skip
    """Return a section.

    before: figures between its introduction and its rules; after: figures behind a rule; end: behind the last one.
    """
    section = bench.catalog.sections[code]
    out = bench.chapter(str(number), section.name, f"section:{code}", mark=section_mark(bench, number, section.name))
    bench.runs("", "section", code, section.name)
    out += bench.prose(section.text)
    out = kept_at_start(out, 8 * bench.line)
    out += before
    bench.rulings_shown.clear()
    for rule in (r for r in bench.catalog.rules.values() if r.section == code):
        out += lay_rule(bench, rule)
        out += after.get(rule.code, ())
    return [*out, *end]


def lay_rule(bench: Bench, rule: Rule) -> list[Strip]:
    """Return a rule: its title runs in, its id stands in the margin, its rulings below it."""
    style = bench.style()
    bench.runs("", "rule", rule.code, rule.title)
    lead = bench.lead(rule.title, style, color="accent") if rule.title != rule.code else []
    blocks = read_blocks(rule.text, bench.catalog) or ()
    out: list[Strip] = []
    half = bench.line // 2
    if not blocks:
        out += bench.paragraph((), style, lead=lead, gap=half)
    for place, block in enumerate(blocks):
        bench.runs_checked(block.runs)
        if block.kind == "paragraph" or place == 0:
            out += bench.paragraph(block.runs, style, lead=lead if place == 0 else (), gap=half)
        else:
            out += bench.bullet(block.runs, style, gap=style.leading // 6)
    if not out:
        out = [Strip(bench.line, gap=half, snap=True)]
    out[0] = out[0]._replace(note=Note(rule.code), anchors=(f"rule:{rule.code}",))
    fresh = [g for g in rule.gaps if g in bench.catalog.rulings and g not in bench.rulings_shown]
    if fresh:
        out[-1] = out[-1]._replace(keep=True)
    for place, gap in enumerate(rule.gaps):
        ruling = bench.catalog.rulings.get(gap)
        if ruling is None:
            continue
        note = Note(gap, "ruling", f"ruling:{gap}")
        if gap in fresh:
            out += lay_reason(bench, ruling, note)
            bench.rulings_shown.add(gap)
        elif place + 1 < len(out) and out[place + 1].note is None:
            out[place + 1] = out[place + 1]._replace(note=note)
        else:
            out += [Strip(bench.size("small_leading"), note=note)]
    return out


def lay_reason(bench: Bench, ruling: Ruling, note: Note) -> list[Strip]:
    """Return the small line below a rule that rests on a ruling: why it was read this way."""
    style = bench.style("small", face="italic", color="grey")
    runs = bench.runs(ruling.why, "ruling", ruling.code, ruling.title)
    strips = bench.paragraph(runs, style, indent=3_000, snap=False, gap=bench.size("small_leading") // 6)
    if not strips:
        strips = [Strip(style.leading)]
    if strips[0].element is not None:
        strips[0].element.runs = tuple(replace(run, italic=True) for run in strips[0].element.runs)
    bar = bench.bar(0, 0, 500, style.leading, "accent")
    strips = [s._replace(boxes=(bar, *s.boxes)) for s in strips]
    return [strips[0]._replace(note=note), *strips[1:]]


def lay_rulings(bench: Bench, number: str) -> list[Strip]:
    """Return the appendix: each gap with its question, the chosen reading, why, and the other readings."""
    out = bench.chapter(number, "Rulings", "chapter:rulings")
    out += bench.prose(
        "Where the game leaves a question open, this edition has chosen one reading. Each such place is listed here: "
        "the question, the reading that is in force and why, and what else could have been meant. In the rules such "
        "a place has a mark in the margin. You may agree on another reading before you play."
    )
    for ruling in bench.catalog.rulings.values():
        out += lay_ruling(bench, ruling)
    return kept_at_start(out, 8 * bench.line)


def lay_design(bench: Bench, number: str) -> list[Strip]:
    """Return the design notes; a line that begins with ## is a heading."""
    ruleset = bench.catalog.ruleset
    out = bench.chapter(number, "Design notes", "chapter:design")
    bench.runs("", "ruleset", ruleset.code, ruleset.name)
    lines: list[str] = []
    for line in [*ruleset.design.splitlines(), "## "]:
        if not line.startswith("## "):
            lines.append(line)
            continue
        out += bench.prose("\n".join(lines))
        lines.clear()
        if line[3:].strip():
            out += bench.subheading(line[3:].strip())
    return kept_at_start(out, 8 * bench.line)


def lay_ruling(bench: Bench, ruling: Ruling) -> list[Strip]:
    """Return one entry of the appendix."""
    small = bench.style("small")._replace(size=bench.size("small") + 200)
    bench.runs("", "ruling", ruling.code, ruling.title)
    out = bench.subheading(ruling.title)
    if out:
        out[0] = out[0]._replace(note=Note(ruling.code, "ruling"), anchors=(f"ruling:{ruling.code}",))
    rules = [r.code for r in bench.catalog.rules.values() if ruling.code in r.gaps]
    cited: list[Run] = []
    for place, rule in enumerate(rules):
        cited += [text_run(", " if place else " "), Run("rule", rule, rule)]
    out += bench.paragraph([*bench.runs(ruling.issue), *cited], small, gap=0, keep=True)
    for reading in sorted(ruling.readings, key=lambda r: r.code != ruling.chosen):
        is_chosen = reading.code == ruling.chosen
        entry = hang(bench, "In force" if is_chosen else "Or", bench.runs(reading.text), is_chosen=is_chosen)
        shown = setting(bench, reading.sets)
        if is_chosen and ruling.why:
            why = small._replace(regular=small.italic, bold=small.bold_italic)
            entry += bench.paragraph(bench.runs(ruling.why), why, indent=READING_UM, snap=False)
        if shown and not is_chosen:
            tiny = bench.style("note", face="label", color="grey")
            entry += bench.paragraph([text_run(shown)], tiny, indent=READING_UM, snap=False)
        out += together(entry)
    return out


def hang(bench: Bench, label: str, runs: Sequence[Run], *, is_chosen: bool) -> list[Strip]:
    """Return a paragraph with its label hanging to the left of it."""
    small = bench.style("small")._replace(size=bench.size("small") + 200)
    strips = bench.paragraph(runs, small, indent=READING_UM, snap=False, gap=small.leading // 4)
    if not strips:
        return []
    style = bench.style("note", face="label_bold" if is_chosen else "label", color="accent" if is_chosen else "grey")
    style = style._replace(leading=small.leading)
    boxes, _ = bench.words(label, style)
    return [strips[0]._replace(boxes=(*boxes, *strips[0].boxes)), *strips[1:]]


def setting(bench: Bench, sets: Mapping[str, ParameterValue]) -> str:
    """Return the parameter values of a reading in the words of the settings: "deck_max = 60"."""
    rows = []
    for code, value in sets.items():
        parameter = bench.catalog.parameters.get(code)
        if parameter is None:
            continue
        shown = show_value(parameter, value) if isinstance(value, tuple) else value
        rows.append(f"{code} = {str(shown).lower() if isinstance(shown, bool) else shown}")
    return ", ".join(rows)
