"""The keys of the search language: what each means and which node it makes of a value."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from carddb.catalog import Catalog
from carddb.search.query import (
    Among,
    Comparison,
    Either,
    KeywordField,
    Neutral,
    Node,
    Not,
    Number,
    Numbered,
    QueryError,
    SetField,
    Stat,
    Text,
    TextField,
)
from carddb.search.words import WORD_KEYS, word_examples
from carddb.wording.folding import fold

STATUSES = ("idea", "playtest", "final")
NEUTRAL = "neutral"
_ORDERED = ("<", "<=", ">", ">=")
_LARGEST = 10**9
_BOUND = re.compile(r"(!=|<=|>=|=|<|>)(.*)")
_KEYWORD_FIELDS: dict[str, KeywordField] = {
    "keyword": "keyword",
    "kw": "has",
    "grants": "grants",
    "removes": "removes",
}
NUMBERED_KEYS = frozenset(_KEYWORD_FIELDS)
"""Keys whose keyword may be followed by what is asked of its number: kw:poison>2."""


@dataclass(frozen=True, slots=True)
class Term:
    """A key, an operator and a value as typed, with the place of the whole in the query.

    bound: what is asked of the number of a keyword, such as ">2".
    """

    key: str
    operator: str
    value: str
    span: tuple[int, int]
    bound: str = ""

    def error(self, message: str) -> QueryError:
        """Return an error about this term."""
        return QueryError(message, self.span)


@dataclass(frozen=True, slots=True)
class Key:
    """A key for help pages: its names, what it looks at, an example that works in the ruleset at hand."""

    name: str
    meaning: str
    example: str


Named = Iterable[tuple[str, tuple[str, ...]]]
"""Codes with all the names they are known by; the first name is the one shown."""


def list_keys(catalog: Catalog) -> tuple[Key, ...]:
    """Return all keys that a ruleset understands, its stats included, each with an example of its own."""
    card = catalog.cards[0] if catalog.cards else None
    digits = re.search(r"[0-9]+", card.printings[0].number) if card and card.printings else None
    word = fold(card.name).split()[0] if card else "golem"
    rarities = list(catalog.rarities)
    examples = {
        "name": f"name:{word}",
        "type": f"type:{next(iter(catalog.card_types), 'creature')}",
        "text": 'text:"draw"',
        "keyword": _keyword_example(catalog),
        **word_examples(catalog),
        "affinity": f"affinity:{next(iter(catalog.affinities), NEUTRAL)} or affinity:{NEUTRAL}",
        "rarity": f"rarity>={rarities[len(rarities) // 2] if rarities else 'rare'}",
        "set": f"set:{next(iter(catalog.card_sets), 'core')}",
        "number": f"number<={digits[0] if digits else 12}",
        "deck": f"deck:{next(iter(catalog.decks), 'starter')}",
        "role": f"role:{next(iter(catalog.roles), 'beast')}",
        "is": f"is:{next(iter(catalog.flags), STATUSES[-1])}",
        "status": f"status:{STATUSES[0]}",
        "code": f"code={card.code if card else 'stone_golem'}",
    }
    keys = [Key(name, meaning, examples[name]) for name, meaning in MEANINGS.items() if name in examples]
    for code, (name, short) in {stat.code: (stat.name, stat.short) for stat in catalog.stats}.items():
        keys.append(Key(f"{code}, {short.lower()}", f"the number {name}, or X", f"{short.lower()}>=2"))
    return tuple(keys)


def read_term(term: Term, catalog: Catalog) -> Node:
    """Return the node for ``key operator value``.

    Raises: QueryError when the key is unknown, the operator does not fit it, or the value names nothing.
    """
    key = term.key.lower()
    if not term.value and not (key in ("text", "name") and term.operator in ("=", "!=")):
        raise term.error(f'"{term.key}{term.operator}" has no value; write one right behind it.')
    if key in _READERS:
        return _READERS[key](term, catalog)
    if key in catalog.stat_names:
        return _read_stat(catalog.stat_names[key], term)
    known = [*MEANINGS, *catalog.stat_names]
    raise term.error(
        f'"{term.key}" is no search key{_suggest(key, known)}; keys are {", ".join(known)}{_say_numbers(catalog)}, '
        f'and "{term.key}{term.operator}{term.value}" in quotation marks finds these very characters.'
    )


def fold_needle(value: str, span: tuple[int, int]) -> str:
    """Return a value folded for comparing.

    Raises: QueryError when nothing of it is left to look for.
    """
    needle = fold(value)
    if not needle:
        raise QueryError(f'"{value}" holds nothing to look for; write at least one letter or digit.', span)
    return needle


def _read_text(field: TextField, term: Term) -> Node:
    if term.operator in _ORDERED:
        raise term.error(f'"{term.key}" cannot be ordered with {term.operator}; use : or = or !=.')
    if term.operator == ":":
        return Text(field, fold_needle(term.value, term.span))
    node = Text(field, fold(term.value), is_whole=True)
    return Not(node) if term.operator == "!=" else node


def _read_among(field: SetField, noun: str, term: Term, named: Named) -> Node:
    if term.operator in _ORDERED:
        raise term.error(f'"{term.key}" cannot be ordered with {term.operator}; use : or = or !=.')
    node = _among(field, noun, term, named)
    return Not(node) if term.operator == "!=" else node


def _among(field: SetField, noun: str, term: Term, named: Named) -> Among:
    """Find the codes that a value means: those named exactly so, else (with :) those that contain it."""
    wanted = fold_needle(term.value, term.span)
    names = [(code, [fold(name) for name in (*shown, code)], shown[0]) for code, shown in named]
    found = [(code, shown) for code, folded, shown in names if wanted in folded]
    if not found and term.operator == ":":
        found = [(code, shown) for code, folded, shown in names if any(wanted in name for name in folded)]
    if not found:
        known = [shown for _, _, shown in names]
        raise term.error(f'"{term.value}" is no {noun} of this ruleset{_suggest(term.value, known)}{_list(known)}.')
    return Among(field, frozenset(code for code, _ in found), " or ".join(shown for _, shown in found))


def _read_type(term: Term, catalog: Catalog) -> Node:
    named = ((t.code, (t.name, t.plural)) for t in catalog.card_types.values())
    return _read_among("type", "card type", term, named)


def _read_affinity(term: Term, catalog: Catalog) -> Node:
    if fold(term.value) == NEUTRAL and NEUTRAL not in catalog.affinities and term.operator in (":", "=", "!="):
        return Not(Neutral()) if term.operator == "!=" else Neutral()
    named = ((a.code, (a.name,)) for a in catalog.affinities.values())
    return _read_among("affinity", "affinity", term, named)


def _read_rarity(term: Term, catalog: Catalog) -> Node:
    order = list(catalog.rarities)
    node = _among("rarity", "rarity", term, ((r.code, (r.name,)) for r in catalog.rarities.values()))
    if term.operator in (":", "="):
        return node
    places = [order.index(code) for code in node.codes]
    if term.operator == "!=":
        codes = frozenset(order) - node.codes
    elif len(places) > 1:
        raise term.error(f'"{term.value}" could be {node.words}; write one rarity in full.')
    else:
        codes = frozenset(code for at, code in enumerate(order) if compare(at, term.operator, places[0]))
    names = " or ".join(catalog.rarities[code].name for code in order if code in codes)
    return Among("rarity", codes, names or "none")


def _read_keyword(term: Term, catalog: Catalog) -> Node:
    named = ((k.code, (k.name, *k.aliases)) for k in catalog.keywords.values())
    return _with_number(_read_among("keyword", "keyword", term, named), term, catalog)


def _read_use(term: Term, catalog: Catalog) -> Node:
    key = WORD_KEYS[term.key.lower()]
    return _with_number(
        _read_among(key.field, key.noun, term, key.named(catalog, term.operator, term.value)), term, catalog
    )


def _with_number(node: Node, term: Term, catalog: Catalog) -> Node:
    """Return the node of a keyword, with what is asked of its number."""
    if not term.bound:
        return node
    among = node.part if isinstance(node, Not) else node
    assert isinstance(among, Among)
    operator, number = _BOUND.fullmatch(term.bound).groups()  # type: ignore[union-attr]  # the parser read it so
    known = f"{term.key}{term.operator}{_quoted(term.value)}"
    if not any(catalog.keywords[code].arguments for code in among.codes):
        raise term.error(f"{among.words} has no number to compare; write {known} alone.")
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", number):
        raise term.error(f'"{number}" is no whole number below a billion; write {known}{operator}2.')
    numbered = Numbered(
        _KEYWORD_FIELDS[term.key.lower()], among.codes, among.words, _comparison(operator), int(number)
    )
    return Not(numbered) if isinstance(node, Not) else numbered


def _read_role(term: Term, catalog: Catalog) -> Node:
    return _read_among("role", "role", term, ((r.code, (r.name,)) for r in catalog.roles.values()))


def _read_set(term: Term, catalog: Catalog) -> Node:
    named = ((s.code, (s.name, s.abbreviation)) for s in catalog.card_sets.values())
    return _read_among("set", "card set", term, named)


def _read_deck(term: Term, catalog: Catalog) -> Node:
    if not catalog.decks:  # it may have been read without decks: then the value is taken for a deck's code
        return _read_among("deck", "deck", term, [(fold(term.value), (term.value,))])
    return _read_among("deck", "deck", term, ((d.code, (d.name,)) for d in catalog.decks.values()))


def _read_status(term: Term, catalog: Catalog) -> Node:
    return _read_among("status", "status", term, ((status, (status,)) for status in STATUSES))


def _read_is(term: Term, catalog: Catalog) -> Node:
    flags = {flag.code: (flag.name,) for flag in catalog.flags.values()}
    statuses = {status: (status,) for status in STATUSES if status not in flags}
    chosen = _read_among("flag", "marker or status", term, {**flags, **statuses}.items())
    among = chosen.part if isinstance(chosen, Not) else chosen
    assert isinstance(among, Among)
    parts: list[Node] = []
    for field, codes in (("flag", among.codes & flags.keys()), ("status", among.codes & statuses.keys())):
        if codes:
            words = " or ".join((flags.get(c) or statuses[c])[0] for c in sorted(codes))
            parts.append(Among("flag" if field == "flag" else "status", frozenset(codes), words))
    node = parts[0] if len(parts) == 1 else Either(tuple(parts))
    return Not(node) if isinstance(chosen, Not) else node


def _read_number(term: Term, catalog: Catalog) -> Node:
    value = term.value.strip()
    if term.operator in ("=", "!="):
        return Number("=", value) if term.operator == "=" else Not(Number("=", value))
    if term.operator == ":":
        return Number("=", int(value) if re.fullmatch(r"[0-9]{1,9}", value) else value)
    if not re.fullmatch(r"[0-9]{1,9}", value):
        raise term.error(
            f'"{value}" is no whole number; write number{term.operator}12, or number={value} for the text.'
        )
    return Number(_comparison(term.operator), int(value))


def _read_stat(code: str, term: Term) -> Node:
    comparison = _comparison(term.operator)
    value = term.value.strip()
    if value.lower() == "x":
        if comparison not in ("=", "!="):
            raise term.error(f"X has no order; write {term.key}=X, or {term.key}{term.operator} and a whole number.")
        return Stat(code, comparison, None)
    if not re.fullmatch(r"[+-]?[0-9]+", value) or abs(int(value[:12])) >= _LARGEST:
        raise term.error(
            f'"{term.value}" is no whole number below a billion; write {term.key}{term.operator}3, or X.'
        )
    return Stat(code, comparison, int(value))


def compare(left: int, comparison: str, right: int) -> bool:
    """Compare two numbers by an operator of the language."""
    match comparison:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
    return left >= right


def _comparison(operator: str) -> Comparison:
    return "=" if operator == ":" else operator  # type: ignore[return-value]  # the grammar knows no other


def _numbered(catalog: Catalog) -> str:
    """Return a keyword that has a number as a query writes it, or ""."""
    return next((_quoted(fold(k.name)) for k in catalog.keywords.values() if k.arguments), "")


def _keyword_example(catalog: Catalog) -> str:
    numbered = _numbered(catalog)
    any_one = next((f"keyword:{_quoted(code)}" for code in catalog.keywords), "keyword:swift")
    return f"{any_one} or keyword:{numbered}>2" if numbered else any_one


def _say_numbers(catalog: Catalog) -> str:
    numbered = _numbered(catalog)
    return f" (keyword:{numbered}>2 compares the keyword's number, kw, grants and removes too)" if numbered else ""


def _suggest(word: str, known: Iterable[str]) -> str:
    by_fold = {fold(name): name for name in known}
    close = difflib.get_close_matches(fold(word), list(by_fold), n=2, cutoff=0.6)
    return f" (did you mean {' or '.join(by_fold[name] for name in close)}?)" if close else ""


def _list(known: list[str]) -> str:
    if not known:
        return "; it has none"
    return f"; it has {', '.join(known[:12])}" + (f" and {len(known) - 12} more" if len(known) > 12 else "")


def _quoted(value: str) -> str:
    return f'"{value}"' if not re.fullmatch(r"[\w\-]+", value) else value


MEANINGS = {
    "name": "the name",
    "type": "the card type",
    "text": "the rules text and the further texts",
    "keyword": "a keyword that the text has or speaks of; its number compares, as in kw:poison>2",
    **{name: key.meaning for name, key in WORD_KEYS.items()},
    "affinity": "an affinity of the card; neutral means none",
    "rarity": "the rarity, ordered from common to rare",
    "set": "a card set that it is printed in",
    "number": "the collector number: = as printed, : without leading zeros, < and > by number",
    "deck": "a deck that holds the card",
    "role": "a role or subtype",
    "is": "a marker of the card, or its status",
    "status": "idea, playtest or final",
    "code": "the code of the card in files and addresses",
}
"""What each key that every ruleset has looks at; stats come on top (see list_keys)."""

_READERS: dict[str, Callable[[Term, Catalog], Node]] = {
    "name": lambda term, catalog: _read_text("name", term),
    "type": _read_type,
    "text": lambda term, catalog: _read_text("text", term),
    "keyword": _read_keyword,
    **dict.fromkeys(WORD_KEYS, _read_use),
    "affinity": _read_affinity,
    "rarity": _read_rarity,
    "set": _read_set,
    "number": _read_number,
    "deck": _read_deck,
    "role": _read_role,
    "is": _read_is,
    "status": _read_status,
    "code": lambda term, catalog: _read_text("code", term),
}
