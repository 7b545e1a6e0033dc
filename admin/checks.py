"""What the checks say about what a page shows; kept until the ruleset changes."""

from __future__ import annotations

from collections.abc import Iterable

from admin import desk, pictures
from admin.desk import RulesetLine
from carddb.catalog import Card
from carddb.pipeline.findings import sort_findings
from carddb.rules import Context, Finding, check_card, check_catalog

AT_ONCE = 2000
"""A ruleset with more cards than this is checked as a whole only when somebody asks for it."""

MOST_KEPT = 20_000
"""Cards of a ruleset whose findings are kept."""


def of_ruleset(line: RulesetLine) -> list[Finding]:
    """Return all findings of a ruleset, those of the layout included, the gravest first."""
    stamp = (line.id, line.stamp)
    return desk.desk().keep(("findings", line.code), stamp, lambda: _find_all(line))


def _find_all(line: RulesetLine) -> list[Finding]:
    catalog = desk.catalog(line)
    return sort_findings([*check_catalog(catalog), *pictures.layout_findings_of(catalog.cards, line)])


def of_ruleset_if_quick(line: RulesetLine) -> list[Finding] | None:
    """Return all findings when they are known or soon found, else None."""
    kept: list[Finding] | None = desk.desk().peek(("findings", line.code), (line.id, line.stamp))
    if kept is None and desk.count_cards(line) <= AT_ONCE:
        return of_ruleset(line)
    return kept


def of_cards(cards: Iterable[Card], line: RulesetLine) -> dict[str, list[Finding]]:
    """Return the findings of some stored cards by code; what is known of a card stays known until it changes."""
    words, stamp = desk.vocabulary(line)
    context, kept = desk.desk().keep(("context", line.code), (line.id, stamp), lambda: (Context(words), {}))
    if len(kept) > MOST_KEPT:
        kept.clear()
    found = {}
    for card in cards:
        key = (card.uid, card.version)
        if key not in kept:
            kept[key] = check_card(card, words, context)
        found[card.code] = kept[key]
    return found


def of_draft(card: Card, line: RulesetLine) -> list[Finding]:
    """Return the findings of a card that is being typed."""
    return check_card(card, desk.words(line))
