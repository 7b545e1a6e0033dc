"""What stands in a booklet and in which order: rules with their figures, then everything to look things up in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from carddb.catalog import Catalog
from carddb.layout.booklet import cards as booklet_cards
from carddb.layout.booklet import figures as booklet_figures
from carddb.layout.booklet import reference as booklet_reference
from carddb.layout.booklet.blocks import Bench
from carddb.layout.booklet.flow import Strip, kept_at_start
from carddb.layout.booklet.lists import lay_checklist
from carddb.layout.booklet.rules import lay_design, lay_rulings, lay_section
from carddb.layout.booklet.wording import lay_wording


def lay_content(bench: Bench) -> list[Strip]:
    """Return everything between contents and index."""
    catalog = bench.catalog
    ruleset = catalog.ruleset
    out = bench.chapter("", ruleset.name, "chapter:introduction", new_page=True)
    out += bench.prose(ruleset.introduction or ruleset.description)
    out += booklet_reference.lay_needs(bench)
    plan = plan_figures(catalog)
    makers: dict[str, Callable[[], list[Strip]]] = {
        "cards": lambda: _card_figures(bench),
        "table": lambda: booklet_figures.lay_table(bench),
        "turn": lambda: booklet_figures.lay_turn(bench),
        "deck": lambda: booklet_reference.lay_deck_building(bench),
    }
    number = 0
    for number, code in enumerate(catalog.sections, start=1):
        before, after, end = [], {}, []
        for figure in ("cards", "table"):
            before += makers[figure]() if plan.get(figure) == code else []
        if plan.get("turn") == code:
            after[plan["turn rule"]] = makers["turn"]()
        end += makers["deck"]() if plan.get("deck") == code else []
        for scenario in catalog.scenarios.values():
            if plan.get(f"example {scenario.code}") == code:
                end += booklet_figures.lay_example(bench, scenario)
        out += lay_section(bench, number, code, before=before, after=after, end=end)
    titles = {"cards": "How to read a card", "table": "The table", "turn": "A turn", "deck": "Building a deck"}
    for figure, title in titles.items():
        if figure not in plan and (strips := makers[figure]()):
            number += 1
            out += [*bench.chapter(str(number), title, f"chapter:{figure}"), *strips]
    return out + _appendix(bench, number)


def lay_short(bench: Bench) -> list[Strip]:
    """Return what a mini booklet says: what is needed, the turn, the table, the deck, the keywords; a page each."""
    catalog = bench.catalog
    parts = (
        (
            catalog.ruleset.name,
            [
                *bench.prose(catalog.ruleset.introduction or catalog.ruleset.description),
                *booklet_reference.lay_needs(bench),
            ],
        ),
        ("A card", booklet_cards.lay_anatomy(bench)),
        ("The table", booklet_figures.lay_table(bench, spared=bench.template.depth * 9 // 20)),
        ("The turn", booklet_figures.lay_turn(bench)),
        ("A deck", booklet_reference.lay_deck_building(bench)),
        ("Keywords", booklet_reference.lay_reminders(bench)),
    )
    out: list[Strip] = []
    for title, strips in parts:
        if strips:
            head = bench.chapter("", title, f"chapter:{title.casefold().replace(' ', '-')}", new_page=True)
            out += kept_at_start([*head, *(s._replace(floats="") for s in strips)], 6 * bench.line)
    return out


def _appendix(bench: Bench, number: int) -> list[Strip]:
    catalog = bench.catalog
    out: list[Strip] = []
    loose = [s for s in catalog.scenarios.values() if s.in_booklet and not _home(catalog, s.rules)]
    if loose:
        number += 1
        out += bench.chapter(str(number), "Examples", "chapter:examples")
        for scenario in loose:
            out += booklet_figures.lay_example(bench, scenario)
    reference = booklet_reference
    for maker in (reference.lay_keywords, lay_wording, reference.lay_symbols, reference.lay_decks, lay_checklist):
        if strips := maker(bench, str(number + 1)):
            number += 1
            out += strips
    if catalog.rulings:
        number += 1
        out += lay_rulings(bench, str(number))
    if catalog.ruleset.design:
        out += lay_design(bench, str(number + 1))
    return out


def _card_figures(bench: Bench) -> list[Strip]:
    return [
        *booklet_cards.lay_anatomy(bench), *booklet_cards.lay_stats(bench), *booklet_cards.lay_types(bench),
    ]  # fmt: skip


def plan_figures(catalog: Catalog) -> dict[str, str]:
    """Return figure -> code of the section that it explains; what has no section is missing.

    Figures: cards, table, turn (with "turn rule": the rule it follows), deck, "example <code>".
    """
    plan: dict[str, str] = {}
    rules = catalog.rules.values()
    if found := _most(r.section for r in rules if "CARD" in r.kinds):
        plan["cards"] = found
    if found := _most(_zone_mentions(catalog)):
        plan["table"] = found
    phases = [p.name for p in catalog.phases.values()]
    counts = {r.code: sum(p in r.text for p in phases) for r in rules if "PHASE" in r.kinds}
    if phases and counts and max(counts.values()):
        best = max(counts, key=lambda code: counts[code])
        plan |= {"turn": catalog.rules[best].section, "turn rule": best}
    deck_rules = [d.rule for d in catalog.deck_rules]
    if found := _most(r.section for r in rules if r.code in deck_rules):
        plan["deck"] = found
    for scenario in catalog.scenarios.values():
        if scenario.in_booklet and (home := _home(catalog, scenario.rules)):
            plan[f"example {scenario.code}"] = home
    return plan


def _zone_mentions(catalog: Catalog) -> Iterable[str]:
    """Yield a section for each zone that it speaks of, twice more for one that a rule is named after."""
    for section in catalog.sections.values():
        rules = [r for r in catalog.rules.values() if r.section == section.code]
        words = " ".join([section.text, *(r.text for r in rules)]).casefold()
        titles = {r.title.casefold().removeprefix("the ") for r in rules}
        for zone in catalog.zones.values():
            name = zone.name.casefold()
            yield from [section.code] * ((name in words) + 2 * (name.removeprefix("the ") in titles))


def _home(catalog: Catalog, rules: Sequence[str]) -> str:
    return _most(catalog.rules[code].section for code in rules if code in catalog.rules)


def _most(sections: Iterable[str]) -> str:
    """Return what occurs most often, the first of equals; "" for nothing."""
    counted = Counter(sections).most_common(1)
    return counted[0][0] if counted else ""
