"""The registry of checks and the three ways to run them: on a card, on a deck, on a whole catalog."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from carddb.catalog import Card, Catalog, Deck
from carddb.memory import building
from carddb.rules.context import Context
from carddb.rules.finding import LONGEST_NAME, SEVERITIES, Finding, Severity, Where, shorten

Scope = Literal["card", "deck", "catalog"]


@dataclass(frozen=True, slots=True)
class Fault:
    """What a check found; the registry adds the check's code, the ruleset and, for a card or deck, the place.

    severity: where it differs from that of the check. where: needed by catalog checks only.
    """

    message: str
    field: str = ""
    rule: str = ""
    actual: Any = None
    allowed: Any = None
    hint: str = ""
    severity: Severity | None = None
    parameters: tuple[tuple[str, Any], ...] = ()
    span: tuple[int, int] | None = None
    where: Where | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """A registered check. ``text`` says what it demands, in one sentence."""

    code: str
    scope: Scope
    severity: Severity
    text: str
    run: Callable[..., Iterable[Fault]]


CHECKS: dict[str, Check] = {}
"""All checks by code; modules with checks register them when carddb.rules is imported."""

F = TypeVar("F", bound=Callable[..., Iterable[Fault]])


def check(code: str, *, scope: Scope, severity: Severity = "error") -> Callable[[F], F]:
    """Register a check: a function of (card or deck, context), or of the context alone, that yields faults."""

    def register(function: F) -> F:
        if code in CHECKS:
            raise ValueError(f"There are two checks {code!r}.")
        CHECKS[code] = Check(code, scope, severity, (function.__doc__ or "").strip().split("\n")[0], function)
        return function

    return register


def check_card(card: Card, catalog: Catalog, context: Context | None = None) -> list[Finding]:
    """Return all that is wrong with one card; pass the context when checking many."""
    return _sorted(_run_card(card, context or Context(catalog)))


def check_deck(deck: Deck, catalog: Catalog, context: Context | None = None) -> list[Finding]:
    """Return all that is wrong with one deck; pass the context when checking many."""
    return _sorted(_run_deck(deck, context or Context(catalog)))


@building()
def check_catalog(catalog: Catalog) -> list[Finding]:
    """Return all that is wrong with a ruleset, its cards and its decks: gravest first, then by kind and place."""
    context = Context(catalog)
    findings = list(_run_catalog(context))
    for card in catalog.cards:
        findings.extend(_run_card(card, context))
    for deck in catalog.decks.values():
        findings.extend(_run_deck(deck, context))
    return _sorted(findings)


def _of_scope(scope: Scope) -> Iterator[Check]:
    return (found for found in CHECKS.values() if found.scope == scope)


def _run_card(card: Card, context: Context) -> Iterator[Finding]:
    for found in _of_scope("card"):
        for fault in found.run(card, context):
            yield _finding(found, fault, context, Where("card", card.code, card.name, fault.field, span=fault.span))


def _run_deck(deck: Deck, context: Context) -> Iterator[Finding]:
    for found in _of_scope("deck"):
        for fault in found.run(deck, context):
            yield _finding(found, fault, context, Where("deck", deck.code, deck.name, fault.field, span=fault.span))


def _run_catalog(context: Context) -> Iterator[Finding]:
    ruleset = context.catalog.ruleset
    for found in _of_scope("catalog"):
        for fault in found.run(context):
            place = fault.where or Where("ruleset", ruleset.code, ruleset.name, fault.field, span=fault.span)
            yield _finding(found, fault, context, place)


def _finding(found: Check, fault: Fault, context: Context, where: Where) -> Finding:
    message = fault.message
    for name in (where.name, *context.long_names) if len(where.name) > LONGEST_NAME else context.long_names:
        message = message.replace(name, shorten(name))
    return Finding(
        code=found.code,
        severity=fault.severity or found.severity,
        message=message,
        where=where,
        rule=fault.rule,
        ruleset=context.catalog.ruleset.code,
        actual=fault.actual,
        allowed=fault.allowed,
        hint=fault.hint,
        parameters=fault.parameters,
    )


def _sorted(findings: Iterable[Finding]) -> list[Finding]:
    def key(finding: Finding) -> tuple[Any, ...]:
        where = finding.where
        return (
            SEVERITIES.index(finding.severity),
            where.kind,
            where.code,
            where.field,
            finding.code,
            where.span or (0, 0),
            finding.message,
        )

    return sorted(findings, key=key)
