"""Rule checks: findings about cards, decks and a whole catalog."""

from carddb.rules import (  # noqa: F401  # importing registers their checks
    book_checks,
    cards,
    catalog_checks,
    contradiction_checks,
    decks,
    meaning_checks,
    name_checks,
    wording_checks,
)
from carddb.rules.context import Context
from carddb.rules.decklist import DeckList, read_deck_list, write_deck_list
from carddb.rules.finding import SEVERITIES, Finding, Severity, Where, worst
from carddb.rules.registry import CHECKS, Check, check_card, check_catalog, check_deck
from carddb.rules.settings import SettingError, apply_settings, with_parameters, with_reading

__all__ = [
    "CHECKS",
    "SEVERITIES",
    "Check",
    "Context",
    "DeckList",
    "Finding",
    "SettingError",
    "Severity",
    "Where",
    "apply_settings",
    "check_card",
    "check_catalog",
    "check_deck",
    "read_deck_list",
    "with_parameters",
    "with_reading",
    "worst",
    "write_deck_list",
]
