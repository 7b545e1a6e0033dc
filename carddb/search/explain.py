"""A query in words, for people who wonder why it found what it found."""

from __future__ import annotations

from carddb.catalog import Catalog
from carddb.search.query import Among, Either, Every, Neutral, Node, Not, Number, Numbered, Query, Stat, Text

_PLACES = {"any": "name, type line or text", "name": "name", "text": "text", "code": "code"}
_FIELDS = {
    "type": "the type",
    "affinity": "the affinity",
    "rarity": "the rarity",
    "role": "the role",
    "keyword": "the keyword",
    "set": "a printing in",
    "deck": "a place in the deck",
    "flag": "the marker",
    "status": "the status",
}
_USES = {
    "has": "have the keyword",
    "grants": "grant the keyword",
    "removes": "remove the keyword",
    "refers": "speak of",
    "effect": "use the effect",
    "trigger": "use the trigger",
}
_COMPARED = {"=": "", "!=": "other than ", "<": "below ", "<=": "of at most ", ">": "above ", ">=": "of at least "}


def explain(query: Query, catalog: Catalog) -> str:
    """Return what a query asks for as one sentence."""
    if query.root is None:
        return "All cards."
    return f"Cards that {_say(query.root, catalog)}."


def _say(node: Node, catalog: Catalog) -> str:
    match node:
        case Every(parts):
            return " and ".join(_inner(part, catalog) for part in parts)
        case Either(parts):
            return " or ".join(_inner(part, catalog) for part in parts)
        case Not(Neutral()):
            return "have an affinity"
        case Not(Every() | Either() | Not() as part):
            return f"do not fit ({_say(part, catalog)})"
        case Not(part):
            return f"do not {_say(part, catalog)}"
        case Text(field, needle, is_whole):
            return f'have {"exactly " if is_whole else ""}"{needle}" in their {_PLACES[field]}'
        case Among(field, _, words) if field in _USES:
            return f"{_USES[field]} {words}"
        case Among(field, _, words):
            return f"have {_FIELDS[field]} {words}"
        case Numbered(field, _, words, comparison, number):
            verb = _USES.get(field, "have the keyword")
            return f"{verb} {words} with a number {_COMPARED[comparison]}{number}".replace("  ", " ")
        case Neutral():
            return "have no affinity"
        case Stat(stat, comparison, number):
            name = next((d.name for d in catalog.stats if d.code == stat), stat)
            return f"have {name} {_COMPARED[comparison]}{'X' if number is None else number}"
        case Number(comparison, value):
            return f"have a collector number {_COMPARED[comparison]}{value}".replace("  ", " ")


def _inner(node: Node, catalog: Catalog) -> str:
    said = _say(node, catalog)
    return f"({said})" if isinstance(node, Every | Either) else said
