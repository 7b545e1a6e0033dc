"""Texts in other words: in their canonical wording, or with the new name of a thing wherever they name it.

In lines that are not understood only names, keywords and terms in the very letters of the ruleset change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from carddb.wording.lexer import Token, tokenize
from carddb.wording.names import name_tokens
from carddb.wording.printer import Unwritable, article, print_ability
from carddb.wording.reader import LONGEST_TEXT, NOTHING, read_text
from carddb.wording.registry import slots_of
from carddb.wording.tree import Ability, KeywordUse, Named, Node, Noun
from carddb.wording.words import Words

TERMINALS = {
    "card": ("NAME",),
    "keyword": ("KEYWORD",),
    "type": ("NOUN", "NOUNS", "EITHER"),
    "role": ("NOUN", "NOUNS", "EITHER"),
    "flag": ("FLAG",),
    "zone": ("ZONE",),
    "phase": ("PHASE",),
}
"""The kinds of things that texts name, with the terminals of the grammar that stand for them."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """A thing that gets another name. kind: see TERMINALS; code: of anything but a card; before, after: names."""

    kind: str
    code: str
    before: str
    after: str


def canonical_text(text: str, words: Words, own_name: str = "") -> str:
    """Return a text with every line that is understood in its canonical wording, without empty lines.

    A text that is too long to be read stays as it is.
    """
    if text.strip() == NOTHING:
        return NOTHING
    if len(text) > LONGEST_TEXT:
        return text
    return "\n".join(_canonical_line(line, words, own_name) for line in text.split("\n") if line.strip())


def renamed_text(
    text: str, renaming: Renaming, old: Words, new: Words, *, own_name: str = "", new_own_name: str = ""
) -> str:
    """Return a text as it says the same after a renaming, changed as little as possible.

    Args:
        text: the text.
        renaming: what is called otherwise.
        old: the words before the renaming.
        new: the words after it.
        own_name: the name of the text's card before.
        new_own_name: its name after; the same if it is left out.
    """
    own = (own_name, new_own_name or own_name)
    return "\n".join(_renamed_line(line, renaming, old, new, own) for line in text.split("\n"))


def _canonical_line(line: str, words: Words, own_name: str) -> str:
    ability = _ability(line, words, own_name)
    printed = _printed(ability, words) if ability is not None else None
    return printed if printed is not None else line.rstrip()


def _renamed_line(line: str, renaming: Renaming, old: Words, new: Words, own: tuple[str, str]) -> str:
    if not line.strip() or line.strip() == NOTHING:
        return line
    ability = _ability(line, old, own[0])
    if ability is None:
        return _replaced(line, renaming, old, new, own, is_exact=True)
    wanted = _renamed(ability, renaming)
    printed = _printed(wanted, new)
    if printed is not None and _printed(ability, old) == line:
        return printed
    replaced = _replaced(line, renaming, old, new, own)
    if printed is None or _ability(replaced, new, own[1]) == wanted:
        return replaced
    return printed


def _ability(line: str, words: Words, own_name: str) -> Ability | None:
    reading = read_text(line, words, own_name)
    return reading.abilities[0] if len(reading.abilities) == 1 and reading.is_understood else None


def _printed(ability: Ability, words: Words) -> str | None:
    try:
        return print_ability(ability, words)
    except Unwritable:
        return None


def _renamed(node: Any, renaming: Renaming) -> Any:
    """Return a tree with the new name wherever it holds the old one."""
    if renaming.kind == "card" and isinstance(node, Named):
        return Named(renaming.after) if node.name == renaming.before else node
    if renaming.kind == "keyword" and isinstance(node, KeywordUse):
        return replace(node, name=renaming.after) if _is_keyword(node, renaming) else node
    if isinstance(node, tuple):
        return tuple(_renamed(part, renaming) for part in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    slots = slots_of(type(node)) if isinstance(node, Node) else {}
    changed: dict[str, Any] = {}
    for one in fields(node):
        value = getattr(node, one.name)
        is_name = renaming.kind == "card" and one.name in slots and slots[one.name].kind == "name"
        after = renaming.after if is_name and value == renaming.before else _renamed(value, renaming)
        if after != value:
            changed[one.name] = after
    return replace(node, **changed) if changed else node


def _is_keyword(use: KeywordUse, renaming: Renaming) -> bool:
    return use.keyword == renaming.code and use.name == renaming.before


def _replaced(
    line: str, renaming: Renaming, old: Words, new: Words, own: tuple[str, str], *, is_exact: bool = False
) -> str:
    """Return a line with each word for the thing replaced where it stands."""
    tokens = tokenize(line)
    own_tokens = name_tokens(own[0])
    parts: list[str] = []
    done = at = 0
    while at < len(tokens):
        end, text = _at(tokens, at, renaming, old, new)
        own_end = at + len(own_tokens)
        if own_tokens and own_end >= end and tuple(t.text for t in tokens[at:own_end]) == own_tokens:
            end, text = own_end, own[1] if own[0] != own[1] else None
        if text is not None:
            start = tokens[at].start
            if is_exact and not _is_exact(line[start : tokens[end - 1].end], renaming, old):
                at = end
                continue
            before = line[done:start]
            parts += [_with_article(before, text) if renaming.kind in ("type", "role") else before, text]
            done = tokens[end - 1].end
        at = end
    return "".join([*parts, line[done:]])


def _is_exact(typed: str, renaming: Renaming, old: Words) -> bool:
    """Tell whether words are a thing of the ruleset in its letters; names and keywords always are."""
    return renaming.kind in ("card", "keyword") or typed in old.spelling[renaming.kind, renaming.code]


def _at(tokens: tuple[Token, ...], at: int, renaming: Renaming, old: Words, new: Words) -> tuple[int, str | None]:
    """Return the token behind what stands at a token, and the words to put in its place, if any."""
    for terminal, value, end in old.terms_at(tokens, at):
        if terminal in TERMINALS[renaming.kind]:
            found = _WRITE[renaming.kind](tokens, at, (terminal, value, end), renaming, old, new)
            if found is not None:
                return found
        if terminal == "NAME":
            return end, None
    return at + 1, None


_Term = tuple[str, Any, int]
_Found = tuple[int, str] | None


def _write_card(
    tokens: tuple[Token, ...], at: int, term: _Term, renaming: Renaming, old: Words, new: Words
) -> _Found:
    return (term[2], new.names.write(renaming.after)) if term[1] == renaming.before else None


def _write_keyword(
    tokens: tuple[Token, ...], at: int, term: _Term, renaming: Renaming, old: Words, new: Words
) -> _Found:
    if not _is_keyword(term[1], renaming):
        return None
    return at + len(name_tokens(renaming.before)), renaming.after


def _write_term(
    tokens: tuple[Token, ...], at: int, term: _Term, renaming: Renaming, old: Words, new: Words
) -> _Found:
    terminal, value, end = term
    code = value.code if isinstance(value, Noun) and value.kind == renaming.kind else value
    if code != renaming.code:
        return None
    is_plural = terminal == "NOUNS"
    was = old.spell(renaming.kind, renaming.code, plural=is_plural)
    text = new.spell(renaming.kind, renaming.code, plural=is_plural)
    if tokens[at].text[:1].isupper() and was[:1].islower():
        text = text[:1].upper() + text[1:]
    return end, text


_WRITE: dict[str, Callable[[tuple[Token, ...], int, _Term, Renaming, Words, Words], _Found]] = {
    "card": _write_card,
    "keyword": _write_keyword,
    **dict.fromkeys(("type", "role", "flag", "zone", "phase"), _write_term),
}


def _with_article(before: str, text: str) -> str:
    """Return the words before a noun with the article that the noun wants, if one stands right there."""
    words = before.split(" ")
    if len(words) > 1 and words[-1] == "" and words[-2].lower() in ("a", "an"):
        wanted = article(text)
        words[-2] = wanted.capitalize() if words[-2][0].isupper() else wanted
    return " ".join(words)
