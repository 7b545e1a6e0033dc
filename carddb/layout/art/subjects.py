"""Which drawing a card gets: words of a ruleset (roles, types) and words of names, each with its silhouette."""

from __future__ import annotations

from functools import partial
from random import Random

from carddb.layout.art import beasts, dragons, emblems, landmarks, people, spirits
from carddb.layout.art.treasures import TREASURES, Maker, charm, treasure
from carddb.layout.art.villagers import villager

SUBJECTS: dict[str, Maker] = {
    **dict.fromkeys(("beast", "animal", "creature"), beasts.beast),
    **{kind: partial(beasts.beast, kind=kind) for kind in beasts.BEASTS},
    "winged": beasts.winged,
    **{kind: partial(beasts.winged, kind=kind) for kind in ("bird", "moth")},
    "dragon": dragons.dragon,
    **dict.fromkeys(("mage", "wizard"), people.robed),
    **{kind: partial(people.robed, kind=kind) for kind in ("caster", "scribe", "summoner", "shade")},
    **dict.fromkeys(("stalker", "hunter"), people.stalker),
    **dict.fromkeys(("warrior", "soldier"), people.fighter),
    "knight": partial(people.fighter, kind="knight"),
    "villager": villager,
    **{kind: partial(villager, kind=kind) for kind in ("folk", "noble", "trickster")},
    **dict.fromkeys(("titan", "giant", "golem"), spirits.giant),
    **dict.fromkeys(("spirit", "ghost"), spirits.ghost),
    "elemental": spirits.elemental,
    **dict.fromkeys(("briar", "plant"), spirits.briar),
    **dict.fromkeys(("spell", "magic"), emblems.spell),
    "rune": emblems.rune,
    "trap": emblems.snare,
    **dict.fromkeys(("talisman", "charm"), charm),
    **dict.fromkeys(("relic", "artifact", "item"), treasure),
    **TREASURES,
    "altar": landmarks.altar,
    **dict.fromkeys(("place", "zone", "zone_card", "land"), landmarks.place),
}
"""Role, type or word of a name -> its drawing."""

_SAID = {
    "hound": "dog wolf fox whelp pup hounds",
    "cat": "ratter lynx lion kitten otter rat weasel",
    "ox": "bull cow bison",
    "goat": "ram",
    "stag": "deer hart elk",
    "boar": "pig hog sow piglet",
    "hare": "rabbit",
    "lizard": "newt toad salamander tortoise frog",
    "dragon": "drake wyrm serpent eel",
    "bird": "gull owl crow raven heron hawk goose hen cock rooster pigeon sparrow "
    "duck vulture albatross crane rook harrier swift wren magpie jackdaw owls gulls",
    "bear": "badger mole",
    "shield": "buckler ward gauntlet",
    "chest": "strongbox box coffer purse",
    "vessel": "keg bucket jug oil flask pot kettle jar cauldron",
    "hammer": "mallet",
    "mirror": "glass looking",
    "chalice": "cup goblet",
    "blade": "sword knife",
    "lantern": "lamp candle",
    "book": "tome ledger codex",
    "bell": "bells",
    "horn": "horns",
}

HINTS: dict[str, str] = {word: subject for subject, words in _SAID.items() for word in words.split()}
"""Words of names that say what is in the picture -> the subject drawn; only where type or role leave it open."""

LIVING = frozenset((*beasts.BEASTS, "bird", "moth", "dragon"))
"""Drawings of animals that a word of a name may call for."""

OPEN: dict[str, frozenset[str]] = {
    **dict.fromkeys(("beast", "winged", "creature", "animal"), LIVING),
    "spirit": frozenset(("moth", "bird")),
    **dict.fromkeys(("relic", "artifact", "talisman", "item"), frozenset(TREASURES)),
}
"""Subjects that a word of the name may make more exact, and to what."""


def subject_maker(role: str, kind: str, name: str) -> Maker:
    """Return the drawing of a card by its role, else its type; words of its name make it more exact.

    A word that nobody knows gets one of the emblems, always the same one.
    """
    word = role if role in SUBJECTS else kind
    if word in OPEN:
        for part in reversed(name.lower().replace("'", " ").replace("-", " ").split()):
            hint = HINTS.get(part, part)
            if hint in OPEN[word]:
                return SUBJECTS[hint]
    if word in SUBJECTS:
        return SUBJECTS[word]
    return Random(f"subject {role or kind}").choice((emblems.totem, charm, treasure, emblems.spell, emblems.rune))
