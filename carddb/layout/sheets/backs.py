"""Which back a card gets: print_templates/backs/<ruleset>.toml, else default.toml; the first rule wins."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from carddb.catalog import Card, Catalog
from carddb.layout.reading import Table
from carddb.layout.template import TRAIT_KEYS, Condition, Traits
from carddb.layout.template_file import FORMAT, find_template, template_folders
from carddb.rules.finding import Finding, Where


@dataclass(frozen=True, slots=True)
class BackRule:
    """Cards with these codes, or for whom the condition holds, get the back of a card template."""

    back: str
    cards: frozenset[str]
    condition: Condition

    def takes(self, card: Card, traits: Traits) -> bool:
        """Return whether the rule is for a card."""
        return (not self.cards or card.code in self.cards) and self.condition.holds(traits)


@dataclass(frozen=True, slots=True)
class BackChoice:
    """The backs of a ruleset: rules in order, and the card template whose back all other cards get."""

    default: str
    rules: tuple[BackRule, ...] = ()

    @property
    def templates(self) -> tuple[str, ...]:
        """Return the card templates whose backs are used, each once."""
        return tuple(dict.fromkeys((self.default, *(rule.back for rule in self.rules))))

    def pick(self, card: Card, traits: Traits) -> str:
        """Return the card template whose back a card gets."""
        return next((rule.back for rule in self.rules if rule.takes(card, traits)), self.default)


def load_backs(
    catalog: Catalog, own: str, *, folders: Sequence[Path] | None = None
) -> tuple[BackChoice, list[Finding]]:
    """Read which backs the cards of a ruleset get; ``own`` is the card template of the ruleset."""
    findings: list[Finding] = []
    places = tuple(folders or template_folders())
    code = catalog.ruleset.code
    name = code if find_template("backs", code, places) else "default"
    path = find_template("backs", name, places)

    def report(entry: str, message: str) -> None:
        where = Where("template", code=name, file=f"backs/{name}.toml", entry=entry)
        findings.append(Finding("template.value", "error", message, where))

    if path is None:
        return BackChoice(own), findings
    try:
        raw = tomllib.loads(path.read_bytes().decode("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        report("", f"The file cannot be read: {error}.")
        return BackChoice(own), findings
    table = Table(raw, "backs", report)
    if table.raw("format") != FORMAT:
        report("format", f"The file does not say format = {FORMAT}.")
    default = table.text("back", own)
    rows = table.raw("rule", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        report("rule", "Rules must be written as [[rule]].")
        rows = []
    rules = tuple(_rule(Table(row, f"rule[{n}]", report)) for n, row in enumerate(rows, start=1))
    for rule in rules:
        for card in sorted(rule.cards - catalog.card_by_code.keys() if name == code else ()):
            report("rule", f"There is no card {card!r} in {code}.")
    table.done()
    for template in dict.fromkeys((default, *(rule.back for rule in rules))):
        if find_template("cards", template, places) is None:
            report("back", f"There is no card template {template!r}.")
    return BackChoice(default, rules), findings


def _rule(table: Table) -> BackRule:
    keys = [key for key in table if key in TRAIT_KEYS]
    condition = Condition(tuple((key, frozenset(table.words(key))) for key in keys))
    rule = BackRule(table.text("back", ""), frozenset(table.words("card")), condition)
    if not keys and not rule.cards:
        table.wrong("card", f"A rule says for whom it is: card, {', '.join(TRAIT_KEYS)}.")
    table.done()
    return rule
