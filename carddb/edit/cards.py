"""From a card's document to its rows: every field resolved, every problem named, indexes derived from its texts."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlmodel import SQLModel

from carddb import models
from carddb.catalog import Bound, StatDef, type_line
from carddb.catalog.read import bound
from carddb.edit.documents import CardDocument, StatDocument
from carddb.edit.lexicon import Lexicon
from carddb.edit.problems import nearest, problem
from carddb.edit.words import Words
from carddb.models.card import NAME_KEY
from carddb.rules import Finding
from carddb.wording import words as wording
from carddb.wording.folding import fold, search_text
from carddb.wording.index import uses_of


def new_uid() -> str:
    """Return a random identity, which no edit ever changes: 16 hexadecimal digits."""
    return secrets.token_hex(8)


@dataclass(slots=True)
class CardRows:
    """The rows of one card: columns of the card, and child rows per table (card_id still missing)."""

    columns: dict[str, Any]
    children: dict[type[SQLModel], list[dict[str, Any]]] = field(default_factory=dict)


def card_rows(document: CardDocument, words: Words, lexicon: Lexicon) -> tuple[CardRows, list[Finding]]:
    """Return the rows of a card and all that is wrong with it; with problems the rows must not be written."""
    bad: list[Finding] = []

    def ids(field_name: str, kind: str, codes: Iterable[str], known: Mapping[str, int]) -> list[int]:
        for code in codes:
            if code not in known:
                message = f"There is no {kind} {code!r}."
                bad.append(problem(field_name, message, code=document.code, hint=nearest(code, known)))
        return [known[code] for code in codes if code in known]

    type_ids = ids("type", "card type", [document.type], words.card_type)
    rarity_ids = ids("rarity", "rarity", [document.rarity], words.rarity) if document.rarity else []
    rows = CardRows({})
    rows.children = {
        models.CardAffinity: [
            {"affinity_id": i} for i in ids("affinities", "affinity", document.affinities, words.affinity)
        ],
        models.CardRole: [{"role_id": i} for i in ids("roles", "role", document.roles, words.role)],
        models.CardFlag: [{"flag_id": i} for i in ids("flags", "flag", document.flags, words.flag)],
        models.CardStat: _stats(document, words, bad) if type_ids else [],
        models.CardText: _texts(document, words, bad) if type_ids else [],
        models.CardKeyword: keyword_rows(document.rules, document.texts.values(), words),
        models.CardUse: use_rows(document.name, (document.rules, *document.texts.values()), lexicon.words),
        models.Printing: _printings(document, words, bad),
    }
    if not bad:
        rows.columns = {
            "code": document.code,
            "name": document.name,
            "name_key": fold(document.name)[:NAME_KEY],
            "card_type_id": type_ids[0],
            "rarity_id": rarity_ids[0] if rarity_ids else None,
            "rules": document.rules,
            "search_text": _search_text(document, words),
            "status": document.status,
        }
    return rows, bad


def stat_problem(stat: StatDef | StatDocument, printed: str, number: Callable[[Bound], int | None]) -> str:
    """Return why a printed number does not fit its definition, or ""."""
    if printed.upper() == "X":
        return "" if stat.variable else f"{stat.name} must be a number; X is not allowed here."
    if not re.fullmatch(r"-?[0-9]{1,16}", printed):
        return f"{stat.name} must be a whole number{' or X' if stat.variable else ''}, not {printed!r}."
    low, high = number(bound(stat.min)), number(bound(stat.max))
    if (low is not None and int(printed) < low) or (high is not None and int(printed) > high):
        allowed = f"{low} or more" if high is None else f"{high} or less" if low is None else f"{low} to {high}"
        return f"{stat.name} is {printed}; allowed is {allowed}."
    if not re.fullmatch(r"-?[0-9]{1,9}", printed):
        return f"{stat.name} is {printed}, outside the allowed range; a printed number has at most 9 digits."
    return ""


def _stats(document: CardDocument, words: Words, bad: list[Finding]) -> list[dict[str, Any]]:
    known = words.stats_of(document.type)
    rows = []
    for code, printed in document.stats.items():
        place = f"stats.{code}"
        if code not in known:
            type_name = words.catalog.card_types[document.type].name
            message = f"A {type_name} has no {code!r}."
            bad.append(problem(place, message, code=document.code, hint=nearest(code, known)))
            continue
        wrong = stat_problem(known[code], printed, words.catalog.number)
        if wrong:
            bad.append(problem(place, wrong, code=document.code))
            continue
        number = None if printed.upper() == "X" else int(printed)
        stat_id = words.stat_ids[words.card_type[document.type], code]
        rows.append({"stat_def_id": stat_id, "printed": printed, "number": number})
    return rows


def _texts(document: CardDocument, words: Words, bad: list[Finding]) -> list[dict[str, Any]]:
    known = words.own_texts_of(document.type)
    rows = []
    for code, text in document.texts.items():
        if code not in known:
            message = f"A {words.catalog.card_types[document.type].name} has no text box {code!r}."
            bad.append(problem(f"texts.{code}", message, code=document.code, hint=nearest(code, known)))
            continue
        rows.append({"text_def_id": words.text_ids[words.card_type[document.type], code], "text": text})
    return rows


def _printings(document: CardDocument, words: Words, bad: list[Finding]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    seen: set[tuple[str, str]] = set()
    for index, printing in enumerate(document.printings):
        place = f"printings[{index + 1}]"
        if printing.card_set not in words.card_set:
            message = f"There is no card set {printing.card_set!r}."
            hint = nearest(printing.card_set, words.card_set)
            bad.append(problem(f"{place}.set", message, code=document.code, hint=hint))
            continue
        if (printing.card_set, printing.number) in seen:
            message = f"Number {printing.number} of set {printing.card_set!r} stands there twice."
            bad.append(problem(f"{place}.number", message, code=document.code))
            continue
        seen.add((printing.card_set, printing.number))
        digits = re.search(r"[0-9]{1,9}", printing.number)
        rows.append(
            {
                "uid": printing.uid,
                "card_set_id": words.card_set[printing.card_set],
                "position": index,
                "number": printing.number,
                "number_order": int(digits[0]) if digits else None,
                "flavor": printing.flavor,
                "artist": printing.artist,
                "art": printing.art,
                "art_focus": printing.art_focus,
                "art_crop": printing.art_crop,
            }
        )
    return rows


def keyword_rows(rules: str, texts: Iterable[str], words: Words) -> list[dict[str, Any]]:
    """Return the keywords found in a card's texts, once each with the same numbers, in order of appearance."""
    found: dict[tuple[int, tuple[int, ...]], bool] = {}
    for text in (rules, *texts):
        for line in words.vocabulary.read(text):
            for token in line.tokens:
                if token.kind == "keyword":
                    key = (words.keyword[token.code], token.arguments)
                    found[key] = found.get(key, False) or line.is_keywords
    return [
        {"keyword_id": keyword, "arguments": list(arguments), "is_own": own, "position": position}
        for position, ((keyword, arguments), own) in enumerate(found.items())
    ]


def use_rows(name: str, texts: Iterable[str], words: wording.Words) -> list[dict[str, Any]]:
    """Return what a card's texts use (see CardUse), in order of appearance."""
    return [
        {"kind": use.kind, "target": use.code, "arguments": list(use.arguments), "position": position}
        for position, use in enumerate(uses_of(texts, words, name))
    ]


def _search_text(document: CardDocument, words: Words) -> str:
    catalog = words.catalog
    line = type_line(
        [
            catalog.flags[code].name
            for code in catalog.flags
            if code in document.flags and catalog.flags[code].on_type_line
        ],
        catalog.card_types[document.type].name,
        [catalog.roles[code].name for code in catalog.roles if code in document.roles],
    )
    return search_text(document.name, line, document.rules, document.texts.values())
