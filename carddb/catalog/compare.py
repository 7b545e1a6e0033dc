"""What differs between two states of a ruleset, field by field: a pure function of two catalogs.

Cards and decks are known by their uid, so that a new name or code is a change and no loss; all else by its code.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from carddb.catalog.nouns import Card, Catalog, Deck, Parameter, Printing

Action = Literal["added", "removed", "changed"]
Part = Literal["same", "out", "in"]

KINDS = (
    *("ruleset", "parameters", "rulings", "sections", "rules", "zones", "phases", "card_types", "stats", "texts"),
    *("roles", "affinities", "rarities", "flags", "symbols", "keywords", "phrases", "card_sets", "deck_rules"),
    *("cards", "decks", "scenarios"),
)
"""The parts of a catalog, in the order in which differences are listed; sorted for players: ``in_order``."""

_HIDDEN = frozenset(("id", "uid", "version"))


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of a text: in both, only in the old one (out), or only in the new one (in)."""

    part: Part
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """A field before and after, as words; ``marks`` for texts word by word, empty for values.

    field: as in data files ("rules", "stats.cost"); label: in words ("Cost").
    """

    field: str
    label: str
    before: str
    after: str
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """A thing that was added, removed or changed; ``old_name`` differs from ``name`` when it was renamed.

    kind: a part of the catalog, in the singular ("card"); uid: of cards and decks, else "".
    """

    kind: str
    action: Action
    code: str
    name: str
    old_code: str = ""
    old_name: str = ""
    uid: str = ""
    group: str = ""
    changes: tuple[Change, ...] = ()

    @property
    def is_renamed(self) -> bool:
        """Return whether the thing has another name than before."""
        return self.action == "changed" and self.name != self.old_name

    def as_json(self) -> dict[str, Any]:
        """Return the difference ready for JSON; of its fields, what applies."""
        whole = dataclasses.asdict(self)
        return {key: value for key, value in whole.items() if value not in ("", ())} | {"is_renamed": self.is_renamed}


SINGULAR = {"deck_rules": "deck_rule", "phases": "phase", "affinities": "affinity", "rarities": "rarity"}

_WORDS = re.compile(r"\s+|[^\W_]+(?:['’][^\W_]+)*|\{[^{}]*\}|.", re.DOTALL)

LONGEST = 6000
"""Texts of more pieces than this are marked whole; comparing them word by word would take too long."""


def word_marks(before: str, after: str) -> tuple[Mark, ...]:
    """Return two texts as one, word by word: what stays, what goes, what comes."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    if len(old) + len(new) > LONGEST:
        return (Mark("out", before), Mark("in", after))
    marks: list[Mark] = []

    def add(part: Part, pieces: Sequence[str]) -> None:
        text = "".join(pieces)
        if text:
            marks.append(Mark(part, text))

    for tag, a, b, c, d in _merged(old, difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()):
        if tag == "equal":
            add("same", old[a:b])
        else:
            add("out", old[a:b])
            add("in", new[c:d])
    return tuple(marks)


def _merged(
    old: Sequence[str], codes: Sequence[tuple[str, int, int, int, int]]
) -> Iterator[tuple[str, int, int, int, int]]:
    """Return the opcodes with a lone space between two changes taken into the change: whole phrases read better."""
    rows: list[tuple[str, int, int, int, int]] = []
    for place, (tag, a, b, c, d) in enumerate(codes):
        is_gap = tag == "equal" and 0 < place < len(codes) - 1 and not "".join(old[a:b]).strip()
        now = "replace" if is_gap else tag
        if rows and rows[-1][0] != "equal" and now != "equal":
            _, first, _, other, _ = rows.pop()
            rows.append(("replace", first, b, other, d))
        else:
            rows.append((now, a, b, c, d))
    return iter(rows)


def compare_catalogs(old: Catalog, new: Catalog) -> tuple[Difference, ...]:
    """Return every difference between two states of a ruleset, in the order of ``KINDS``."""
    found: list[Difference] = []
    for kind in KINDS:
        if kind == "ruleset":
            found += _things(kind, {"": old.ruleset}, {"": new.ruleset}, old, new)
        else:
            found += _things(kind, _keyed(old, kind), _keyed(new, kind), old, new)
    return tuple(found)


def _keyed(catalog: Catalog, kind: str) -> Mapping[str, Any]:
    things = getattr(catalog, kind)
    listed = list(things.values() if isinstance(things, Mapping) else things)
    if kind in ("cards", "decks"):
        return {thing.uid: thing for thing in listed}
    if kind in ("stats", "texts"):
        return {f"{thing.card_type}.{thing.code}": thing for thing in listed}
    return {thing.code: thing for thing in listed}


def _things(
    kind: str, old: Mapping[str, Any], new: Mapping[str, Any], before: Catalog, after: Catalog
) -> Iterator[Difference]:
    for key, thing in new.items():
        if key not in old:
            yield _difference(kind, "added", thing, None, after, ())
        elif old[key] != thing and (changes := tuple(_changes(old[key], thing, before, after))):
            yield _difference(kind, "changed", thing, old[key], after, changes)
    for key, thing in old.items():
        if key not in new:
            yield _difference(kind, "removed", thing, thing, before, ())
    if kind not in ("cards", "decks", "ruleset"):
        orders = [[key for key in some if key in old and key in new] for some in (old, new)]
        if orders[0] != orders[1]:
            words = [
                ", ".join(_name(side[key]) for key in order) for side, order in zip((old, new), orders, strict=True)
            ]
            change = Change("order", "Order", words[0], words[1], word_marks(words[0], words[1]))
            yield Difference(_singular(kind), "changed", "", "", changes=(change,))


def _singular(kind: str) -> str:
    return SINGULAR.get(kind, kind.removesuffix("s") if kind != "ruleset" else kind)


def _name(thing: Any) -> str:
    return str(getattr(thing, "name", "") or getattr(thing, "title", "") or thing.code)


def _difference(
    kind: str, action: Action, thing: Any, old: Any, catalog: Catalog, changes: tuple[Change, ...]
) -> Difference:
    group = ""
    if isinstance(thing, Card):
        group = catalog.card_types[thing.type].name
    elif kind in ("stats", "texts"):
        group = catalog.card_types[thing.card_type].name
    return Difference(
        _singular(kind), action, thing.code, _name(thing), old.code if old else "", _name(old) if old else "",
        thing.uid if isinstance(thing, Card | Deck) else "", group, changes,
    )  # fmt: skip


def _changes(old: Any, new: Any, before: Catalog, after: Catalog) -> Iterator[Change]:
    rows = [dict(_fields(thing, catalog)) for thing, catalog in ((old, before), (new, after))]
    labels = {key: label for row in rows for key, (label, _, _) in row.items()}
    for key, label in labels.items():
        values = [row.get(key, ("", "", False)) for row in rows]
        texts = [value[1] for value in values]
        if texts[0] != texts[1]:
            is_text = any(value[2] for value in values)
            yield Change(key, label, texts[0], texts[1], word_marks(texts[0], texts[1]) if is_text else ())


def _fields(thing: Any, catalog: Catalog) -> Iterator[tuple[str, tuple[str, str, bool]]]:
    """Return field -> label, value in words, whether it is a text, of everything that people write."""
    if isinstance(thing, Card):
        yield from _card_fields(thing, catalog)
    elif isinstance(thing, Deck):
        yield "code", ("Code", thing.code, False)
        yield "name", ("Name", thing.name, False)
        yield "style", ("Style", thing.style, True)
        yield "text", ("Text", thing.text, True)
        cards = catalog.card_by_code
        for entry in thing.entries:
            card = cards[entry.card]
            yield f"cards.{card.uid}", (card.name, f"{entry.quantity} x", False)
    else:
        for field in dataclasses.fields(thing):
            if field.name not in _HIDDEN:
                value = getattr(thing, field.name)
                is_text = isinstance(value, str) and (" " in value or field.name == "text")
                yield field.name, (_label(field.name), _words(value, thing), is_text)


def _card_fields(card: Card, catalog: Catalog) -> Iterator[tuple[str, tuple[str, str, bool]]]:
    def names(kind: str, codes: Sequence[str]) -> str:
        known: Mapping[str, Any] = getattr(catalog, kind)
        return ", ".join(known[code].name for code in codes)

    yield "name", ("Name", card.name, True)
    yield "code", ("Code", card.code, False)
    yield "type", ("Type line", catalog.type_line(card), True)
    yield "flags", ("Markers", names("flags", card.flags), False)
    yield "affinities", ("Affinity", names("affinities", card.affinities), False)
    yield "rarity", ("Rarity", catalog.rarities[card.rarity].name if card.rarity else "", False)
    for code, stat in catalog.stats_of_type[card.type].items():
        if code in card.stats:
            yield f"stats.{code}", (stat.name, card.stats[code].printed, False)
    yield "rules", ("Rules text", card.rules, True)
    for box in catalog.texts_of_type[card.type]:
        if box.code in card.texts:
            yield f"texts.{box.code}", (box.name, card.texts[box.code], True)
    own = [" ".join((catalog.keywords[k.keyword].name, *map(str, k.arguments))) for k in card.keywords if k.is_own]
    yield "keywords", ("Keywords", ", ".join(own), False)
    yield "status", ("Status", card.status, False)
    cards = catalog.card_by_code
    links = ", ".join(f"{link.kind}: {cards[link.to].name}" for link in card.links)
    yield "links", ("Linked cards", links, False)
    for printing in card.printings:
        yield from _printing_fields(printing, catalog, is_only=len(card.printings) == 1)


def _printing_fields(
    printing: Printing, catalog: Catalog, *, is_only: bool
) -> Iterator[tuple[str, tuple[str, str, bool]]]:
    place = "" if is_only else f" ({catalog.card_sets[printing.card_set].name} {printing.number})"
    where = f"{catalog.card_sets[printing.card_set].name} {printing.number}".strip()
    key = f"printings.{printing.uid}"
    yield f"{key}.number", ("Set and number", where, False)
    for name, label in (
        ("flavor", "Flavor text"), ("artist", "Artist"), ("art", "Picture"), ("art_focus", "Focus of the picture"),
        ("art_crop", "Crop of the picture"),
    ):  # fmt: skip
        yield f"{key}.{name}", (label + place, getattr(printing, name), name == "flavor")


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _words(value: Any, owner: Any = None) -> str:
    """Return a value in words."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(owner, Parameter) and isinstance(value, str):
        return next((c.text for c in owner.choices if c.value == value), value)
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {_words(part)}" for key, part in value.items())
    if isinstance(value, tuple):
        return ("; " if any(map(dataclasses.is_dataclass, value)) else ", ").join(_words(part) for part in value)
    if dataclasses.is_dataclass(value):
        parts = (_words(getattr(value, f.name)) for f in dataclasses.fields(value))
        return " · ".join(part for part in parts if part)
    return str(value)
