"""What changed between two states of a ruleset, what of it shows on paper, and what that means for the version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Literal

from carddb.catalog import Card, Catalog, Deck, DeckEntry, Printing
from carddb.catalog.compare import Difference, compare_catalogs
from carddb.layout.boxes import Box, FormUse, Group, Image
from carddb.layout.card import CardPlacer
from carddb.pipeline.find import choose_cards, find_deck
from carddb.pipeline.printing import Shop
from carddb.pipeline.project import Project, UsageError
from carddb.pipeline.releases import State, open_state

Level = Literal["none", "patch", "minor", "major"]

_RULES = frozenset(
    ("parameter", "ruling", "rule", "zone", "phase", "card_type", "stat", "text", "deck_rule", "keyword", "flag")
)
_FOR_READING = frozenset(
    ("description", "title", "issue", "why", "origin", "text_on_diagram", "x", "y", "w", "h", "order")
)
_CARD_ON_THE_SIDE = ("code", "status", "printings.")
_LEVELS: tuple[Level, ...] = ("none", "patch", "minor", "major")


@dataclass(frozen=True, slots=True)
class Advice:
    """Which version number a state should get: the kind of step, the number, and why."""

    level: Level
    version: str
    reason: str


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything between two states. faces: uids of the cards in both whose printed face differs.

    Both states stay usable only inside ``compared``.
    """

    old: State
    new: State
    differences: tuple[Difference, ...]
    faces: frozenset[str]
    advice: Advice

    def as_json(self) -> dict[str, Any]:
        """Return them ready for JSON."""
        cards = {card.uid: card.code for card in self.new.catalog.cards}
        return {
            "ruleset": self.new.catalog.ruleset.code,
            "from": self.old.name,
            "to": self.new.name,
            "differences": [difference.as_json() for difference in self.differences],
            "printed_faces": sorted(cards[uid] for uid in self.faces),
            "advice": {"level": self.advice.level, "version": self.advice.version, "reason": self.advice.reason},
        }


@contextmanager
def compared(project: Project, ruleset: str, old: str, new: str = "") -> Iterator[Changes]:
    """Compare a release with another one, or with the working state when ``new`` is empty."""
    with open_state(project, ruleset, old) as before, open_state(project, ruleset, new) as after:
        found = compare_catalogs(before.catalog, after.catalog)
        faces = changed_faces(before, after)
        yield Changes(before, after, found, faces, advise(before.catalog, after.catalog, found, faces))


def changed_faces(old: State, new: State) -> frozenset[str]:
    """Return the uids of the cards in both states whose drawn front differs in any printing.

    What is drawn decides, not what is stored; only the counter of the card's version in its last line does not count.
    """
    versions = {card.uid: card.version for card in old.catalog.cards}
    before, after = faces_of(old), faces_of(new, versions)
    return frozenset(uid for uid, face in after.items() if uid in before and before[uid] != face)


def faces_of(state: State, versions: Mapping[str, int] | None = None) -> dict[str, str]:
    """Return by uid the hash of what is drawn on the fronts of each card; versions: shown instead of the own ones."""
    placer = Shop(state.catalog, state.files).placer()
    return {
        card.uid: face_of(
            placer, replace(card, version=versions.get(card.uid, card.version)) if versions else card, state
        )
        for card in state.catalog.cards
    }


def face_of(placer: CardPlacer, card: Card, state: State) -> str:
    """Return the hash of what is drawn on a card's fronts."""
    digest = blake2b(digest_size=16)
    ordered: list[Printing] = sorted(card.printings, key=lambda p: p.uid)
    shown: Sequence[Printing | None] = ordered or (None,)
    for printing in shown:
        digest.update(repr(tuple(_drawn(placer.place(card, printing).boxes, state))).encode())
    return digest.hexdigest()


def _drawn(boxes: Sequence[Box], state: State) -> Iterator[object]:
    """Return boxes as they look: pictures by the hash of their file, forms by what is in them."""
    for box in boxes:
        if isinstance(box, Image):
            folder = state.files.resolve()
            name = box.file.removeprefix(f"{folder}/").removeprefix(f"{state.files}/").replace("\\", "/")
            yield ("image", *box[:4], state.file_hashes.get(name, name))
        elif isinstance(box, Group):
            yield ("group", tuple(_drawn(box.boxes, state)), *box[1:])
        elif isinstance(box, FormUse):
            yield ("form", tuple(_drawn(box.form.boxes, state)), *box[1:])
        else:
            yield box


def advise(old: Catalog, new: Catalog, found: Sequence[Difference], faces: frozenset[str]) -> Advice:
    """Return the step of the version: major when rules or what decks hold by change, minor for cards, patch else.

    While a game is before 1.0, a major step raises the middle number, and any other the last one.
    Source: https://semver.org, section 4, carried over to games; house choice.
    """
    ranked = [(level_of(difference), difference) for difference in found if not _is_version(difference)]
    level: Level = max((level for level, _ in ranked), key=_LEVELS.index, default="none")
    if level == "none" and faces:
        level = "patch"
    base = old.ruleset.content_version
    version = _raised(base, level)
    first = [difference for rank, difference in ranked if rank == level]
    named = ", ".join(_told(difference) for difference in first[:3])
    more = f" and {len(first) - 3} more" if len(first) > 3 else ""
    reason = {
        "none": "Nothing changed.",
        "patch": f"Only what no match depends on changed: {named or 'how cards are drawn'}{more}.",
        "minor": f"Cards or decks changed, the rules did not: {named}{more}.",
        "major": f"What players know of the rules, or their decks, may not hold any more: {named}{more}.",
    }[level]
    if level == "none":
        return Advice(level, base, reason)
    if new.ruleset.content_version == base:
        reason += f" The version still says {base}."
    elif new.ruleset.content_version != version:
        reason += f" The version says {new.ruleset.content_version}."
    return Advice(level, version, reason)


def level_of(difference: Difference) -> Level:
    """Return how much one difference weighs."""
    fields = [change.field for change in difference.changes]
    if difference.kind == "card":
        if difference.action == "removed":
            return "major"
        if difference.action == "added":
            return "minor"
        return "patch" if all(field.startswith(_CARD_ON_THE_SIDE) for field in fields) else "minor"
    if difference.kind == "deck":
        is_list = difference.action != "changed" or any(field.startswith("cards.") for field in fields)
        return "minor" if is_list else "patch"
    if difference.kind in _RULES:
        is_reading = difference.action == "changed" and all(field in _FOR_READING for field in fields)
        if difference.kind in ("card_type", "stat", "text", "zone", "flag") and fields == ["text"]:
            is_reading = True
        return "patch" if is_reading else "major"
    if difference.kind in ("affinity", "role", "rarity", "card_set") and difference.action != "changed":
        return "major" if difference.action == "removed" else "minor"
    return "patch"


def _is_version(difference: Difference) -> bool:
    return difference.kind == "ruleset" and [c.field for c in difference.changes] == ["content_version"]


def _told(difference: Difference) -> str:
    verb = "renamed" if difference.is_renamed else difference.action
    return f"{difference.kind.replace('_', ' ')} {difference.name} ({verb})".replace("  ", " ")


def _raised(version: str, level: Level) -> str:
    """Return the next version; what follows a - or + is dropped."""
    numbers = [int(part) for part in version.split("-")[0].split("+")[0].split(".")]
    major, minor, patch = (*numbers, 0, 0)[:3]
    place = {"none": 3, "patch": 2, "minor": 1, "major": 0}[level] + (
        1 if major == 0 and level in ("minor", "major") else 0
    )
    return [f"{major + 1}.0.0", f"{major}.{minor + 1}.0", f"{major}.{minor}.{patch + 1}", version][place]


@dataclass(frozen=True, slots=True)
class Reprint:
    """What has to be printed again, as a deck of the new catalog; removed: cards to take out, in words."""

    catalog: Catalog
    deck: str
    removed: tuple[str, ...]


REPRINT = "changed"


def reprint(changes: Changes, *, query: str = "", deck: str | None = None) -> Reprint:
    """Return what of a deck, or of all cards, has to be printed again after a release.

    Of a changed face all copies are printed, of an unchanged one only the copies that the deck has more than then.

    Raises: UsageError when a deck is named that the release does not have, or when nothing has to be printed.
    """
    old, new = changes.old.catalog, changes.new.catalog
    then = {card.uid: card for card in old.cards}
    wanted = choose_cards(new, query, deck)
    if deck is None:
        had = dict.fromkeys(then, 1)
        removed = tuple(card.name for card in old.cards if card.uid not in {c.uid for c in new.cards} and not query)
        name = f"changed since {changes.old.name}"
    else:
        had, removed = _deck_then(changes, find_deck(new, deck), deck)
        name = f"{find_deck(new, deck).name}, changed since {changes.old.name}"
    entries = []
    for card, quantity in wanted:
        is_new = card.uid in changes.faces or card.uid not in then
        number = quantity if is_new else quantity - had.get(card.uid, 0)
        if number > 0:
            entries.append(DeckEntry(card.code, number))
    if not entries:
        gone = f" Take out: {', '.join(removed)}." if removed else ""
        raise UsageError(f"No printed card changed since {changes.old.name}; nothing was printed.{gone}")
    code = f"{REPRINT}-since-{changes.old.name}"
    made = Deck("", code, name, "", "", tuple(entries))
    return Reprint(replace(new, decks={**new.decks, code: made}), code, removed)


def _deck_then(changes: Changes, deck: Deck, name: str) -> tuple[dict[str, int], tuple[str, ...]]:
    """Return by uid how many of each card a deck had, and what it has fewer of now, in words."""
    old, new = changes.old.catalog, changes.new.catalog
    before = next((d for d in old.decks.values() if d.uid and d.uid == deck.uid), old.decks.get(name))
    if before is None:
        raise UsageError(
            f"{changes.old.name} has no deck {name!r}, so how many copies are in print already is not known; "
            "leave --changed-since out to print the whole deck."
        )
    cards = old.card_by_code
    had = {cards[entry.card].uid: entry.quantity for entry in before.entries}
    names = {cards[entry.card].uid: cards[entry.card].name for entry in before.entries}
    now = {new.card_by_code[entry.card].uid: entry.quantity for entry in deck.entries}
    fewer = {uid: number - now.get(uid, 0) for uid, number in had.items() if number > now.get(uid, 0)}
    return had, tuple(f"{number} {names[uid]}" for uid, number in fewer.items())
