"""The wording of card texts: which are not canonical, which words are not understood; and putting it right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from carddb.catalog import Card, Catalog
from carddb.catalog.read import read_catalog
from carddb.edit import documents as d
from carddb.edit import editing
from carddb.edit.convert import card_document
from carddb.pipeline.project import Project
from carddb.rules import Finding, Where
from carddb.wording.reader import Problem, read_text
from carddb.wording.rewrite import canonical_text
from carddb.wording.words import Words

NOTE = "canonical wording"


@dataclass(frozen=True, slots=True)
class WordedText:
    """A text of a card that is not understood in whole, or has another canonical wording.

    place: "rules", or the code of a further text box; ``canonical`` equals ``typed`` when only words are unknown.
    """

    ruleset: str
    card: Card
    place: str
    typed: str
    canonical: str
    problems: tuple[Problem, ...]

    @property
    def is_other(self) -> bool:
        """Tell whether the canonical wording differs from what is typed."""
        return self.canonical != self.typed


@dataclass(frozen=True, slots=True)
class WordingReport:
    """The texts that were found; ``fixed``: cards that got canonical wording; ``read``: texts that were looked at."""

    texts: tuple[WordedText, ...]
    read: int
    fixed: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the report as one document."""
        return {
            "meta": {"texts": self.read},
            "fixed": list(self.fixed),
            "wording": [_as_json(text) for text in self.texts],
        }

    def findings(self) -> list[Finding]:
        """Return an error for each run of words that is not understood, a warning for each text worded otherwise."""
        return [finding for text in self.texts for finding in _findings(text)]


def look_at_wording(catalog: Catalog) -> WordingReport:
    """Return the texts of a ruleset that are not understood, or not in canonical wording, in the order of cards."""
    words = Words(catalog)
    code, found, number = catalog.ruleset.code, [], 0
    for card in catalog.cards:
        for place, text in _texts_of(card):
            number += 1
            canonical = canonical_text(text, words, card.name)
            problems = read_text(text, words, card.name).problems
            if problems or canonical != text:
                found.append(WordedText(code, card, place, text, canonical, problems))
    return WordingReport(tuple(found), number)


def report_wording(project: Project, ruleset: str | None) -> WordingReport:
    """Return the report of one ruleset, or of all. Raises: UsageError when there is no such ruleset."""
    reports = [look_at_wording(project.catalog(code)) for code in project.rulesets([ruleset] if ruleset else [])]
    return _joined(reports)


def fix_wording(project: Project, ruleset: str | None, author: str) -> WordingReport:
    """Give every text that is understood its canonical wording, a revision for each card, one transaction a ruleset.

    Returns: what is left, and the cards that changed as "ruleset: card".
    Raises: as report_wording; EditError when somebody else writes.
    """
    reports = []
    for code in project.rulesets([ruleset] if ruleset else []):
        with editing(project.engine, author) as editor:
            before = look_at_wording(read_catalog(editor.session, code, decks=False))
            changed = list(_changed(before.texts))
            editor.save_cards(code, changed=changed, note=NOTE)
            left = look_at_wording(read_catalog(editor.session, code, decks=False)) if changed else before
        reports.append(replace(left, fixed=tuple(f"{code}: {document.code}" for _, document, _ in changed)))
    return _joined(reports)


def _joined(reports: Sequence[WordingReport]) -> WordingReport:
    return WordingReport(
        tuple(text for report in reports for text in report.texts),
        sum(report.read for report in reports),
        tuple(card for report in reports for card in report.fixed),
    )


def _texts_of(card: Card) -> Iterator[tuple[str, str]]:
    yield from ((place, text) for place, text in {"rules": card.rules, **card.texts}.items() if text.strip())


def _changed(texts: Sequence[WordedText]) -> Iterator[tuple[int, d.CardDocument, int]]:
    """Yield each card that differs with all its canonical texts."""
    cards: dict[int, tuple[Card, dict[str, str]]] = {}
    for text in texts:
        if text.is_other:
            cards.setdefault(text.card.id, (text.card, {}))[1][text.place] = text.canonical
    for card, after in cards.values():
        rules = after.pop("rules", card.rules)
        document = card_document(card).model_copy(update={"rules": rules, "texts": {**card.texts, **after}})
        yield card.id, document, card.version


def _findings(text: WordedText) -> Iterator[Finding]:
    for problem in text.problems:
        where = Where("card", text.card.code, text.card.name, field=text.place, span=(problem.start, problem.end))
        hint = f"Did you mean: {problem.nearest}" if problem.nearest else ""
        yield Finding("wording.unknown", "error", problem.message, where, ruleset=text.ruleset, hint=hint)
    if text.is_other:
        where = Where("card", text.card.code, text.card.name, field=text.place)
        message = f"{text.typed!r} is worded {text.canonical!r}."
        hint = "Apply it with: carddb wording --fix"
        yield Finding("wording.canonical", "warning", message, where, ruleset=text.ruleset, hint=hint)


def _as_json(text: WordedText) -> dict[str, Any]:
    return {
        "ruleset": text.ruleset,
        "card": text.card.code,
        "name": text.card.name,
        "place": text.place,
        "typed": text.typed,
        "canonical": text.canonical,
        "problems": [
            {
                "start": problem.start,
                "end": problem.end,
                "words": problem.words,
                "expected": list(problem.expected),
                "nearest": problem.nearest,
                "message": problem.message,
            }
            for problem in text.problems
        ],
    }
