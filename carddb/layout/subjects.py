"""Which drawing a card gets: words of a ruleset (roles, types) and words of names, each with its silhouette."""

from __future__ import annotations

from functools import partial
from random import Random

from carddb.layout import beasts, emblems, people, spirits
from carddb.layout.treasures import TREASURES, Maker, charm, treasure
from carddb.layout.villagers import villager

SUBJECTS: dict[str, Maker] = {
    "beast": beasts.beast, "animal": beasts.beast, "creature": beasts.beast,
    **{kind: partial(beasts.beast, kind=kind) for kind in beasts.BEASTS},
    "winged": beasts.winged, "bird": partial(beasts.winged, kind="bird"), "moth": partial(beasts.winged, kind="moth"),
    "caster": partial(people.robed, kind="caster"), "mage": people.robed, "wizard": people.robed,
    "scribe": partial(people.robed, kind="scribe"), "summoner": partial(people.robed, kind="summoner"),
    "shade": partial(people.robed, kind="shade"), "stalker": people.stalker, "hunter": people.stalker,
    "titan": spirits.giant, "giant": spirits.giant, "golem": spirits.giant, "warrior": people.fighter,
    "soldier": people.fighter, "knight": partial(people.fighter, kind="knight"), "folk": villager,
    "villager": villager, "noble": partial(villager, kind="noble"),
    "trickster": partial(villager, kind="trickster"), "spirit": spirits.ghost, "ghost": spirits.ghost,
    "dragon": beasts.dragon, "elemental": spirits.elemental, "briar": spirits.briar, "plant": spirits.briar, "spell": emblems.spell,
    "magic": emblems.spell, "talisman": charm, "charm": charm, "relic": treasure, "artifact": treasure, "item": treasure,
    **TREASURES, "rune": emblems.rune, "trap": emblems.snare, "altar": emblems.altar, "place": emblems.place, "zone": emblems.place, "zone_card": emblems.place,
    "land": emblems.place,
}  # fmt: skip
"""Role, type or word of a name -> its drawing."""

HINTS: dict[str, str] = {
    "dog": "hound", "wolf": "hound", "fox": "hound", "whelp": "hound", "pup": "hound", "ratter": "cat",
    "lynx": "cat", "lion": "cat", "bull": "ox", "cow": "ox", "bison": "ox", "ram": "goat", "deer": "stag", "hart": "stag",
    "elk": "stag", "pig": "boar", "hog": "boar", "sow": "boar", "rabbit": "hare", "newt": "lizard", "toad": "lizard",
    "drake": "dragon", "wyrm": "dragon", "serpent": "dragon", "gull": "bird", "owl": "bird", "crow": "bird",
    "raven": "bird", "heron": "bird", "hawk": "bird", "goose": "bird", "hen": "bird", "cock": "bird", "rooster": "bird",
    "pigeon": "bird", "sparrow": "bird", "duck": "bird", "vulture": "bird", "albatross": "bird", "crane": "bird",
    "rook": "bird", "harrier": "bird", "kitten": "cat", "eel": "dragon", "salamander": "lizard", "tortoise": "lizard",
    "frog": "lizard", "otter": "cat", "rat": "cat", "weasel": "cat", "badger": "bear", "mole": "bear", "piglet": "boar",
    "swift": "bird", "wren": "bird", "magpie": "bird", "jackdaw": "bird", "cup": "chalice", "goblet": "chalice",
    "sword": "blade", "knife": "blade", "lamp": "lantern", "candle": "lantern", "pot": "vessel", "kettle": "vessel",
    "jar": "vessel", "cauldron": "vessel", "tome": "book", "ledger": "book", "codex": "book", "ghost": "ghost",
    "looking": "mirror", "bells": "bell", "horns": "horn", "hounds": "hound", "owls": "bird", "gulls": "bird",
}  # fmt: skip
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
