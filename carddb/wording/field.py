"""Words of other card games, and what the ruleset at hand says for the same thing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from carddb.wording.lexer import Token, fold_word
from carddb.wording.registry import Hole, Word
from carddb.wording.words import Words

SAME_THINGS: tuple[tuple[str, ...], ...] = (
    ("has", "have", "gets", "get", "gains", "gain"),
    ("this", "that creature", "it", "itself", "them", "him", "her"),
    ("graveyard", "discard pile", "trash", "cemetery", "used pile", "bin", "junkyard", "dump"),
    ("deck", "library", "draw pile", "stack of cards"),
    ("hand", "grip"),
    ("banish zone", "exile", "void"),
    ("battlefield", "board", "arena", "field", "grid", "creature zone"),
    ("life points", "life", "lp", "hp", "hit points", "health", "life total"),
    ("mana", "energy", "bond", "gold", "resource", "resources", "action points", "ap"),
    ("attack", "atk", "power", "strength", "might", "offense"),
    ("defense", "def", "toughness", "armor", "armour", "life", "health", "endurance", "hp"),
    ("cost", "bond cost", "binding cost", "mana cost", "price"),
    ("creature", "creatures", "creature glyph", "minion", "minions", "monster", "monsters", "unit", "units", "card"),
    ("spell", "spells", "magic glyph", "magic glyphs", "sorcery", "instant", "instants", "event", "events", "action"),
    ("trap glyph", "trap glyphs", "talisman", "trap", "traps", "secret", "secrets", "reaction"),
    ("rune", "runes", "relic", "relics", "artifact", "artifacts", "equipment", "aura", "item", "items", "gear"),
    ("zone card", "zone cards", "land", "terrain", "location", "enchantment", "altar", "field spell"),
    ("summoner", "hero", "commander", "leader", "avatar", "champion"),
    ("exhaust", "tap", "taps", "turn sideways", "rest", "rotate", "engage"),
    ("refresh", "untap", "untaps", "unexhaust", "readies", "straighten"),
    ("exhausted", "tapped", "rested"),
    ("banish", "exile", "exiles", "remove from the game", "eliminate"),
    ("destroy", "kill", "kills", "slay", "sacrifice", "obliterate"),
    ("return", "bounce", "recall", "unsummon", "retrieve", "regrow"),
    ("draw", "pick up"),
    ("discard", "throw away", "drop"),
    ("put", "mill", "place", "send", "shuffle", "discard"),
    ("search", "tutor", "fetch", "look", "scry"),
    ("negate", "stop", "counter", "cancel", "nullify", "block"),
    ("create", "summon", "conjure", "spawn", "make"),
    ("give", "gets", "gains", "gain", "get", "buff", "grant"),
    ("heal", "gain", "restore", "recover", "cure"),
    ("keep", "stun", "freeze", "paralyze", "detain"),
    ("deal", "loses", "inflict", "burn", "shoot", "hit", "takes"),
    ("summoned", "flipped", "enters", "arrives", "appears", "deployed", "played"),
    ("destroyed", "dies", "killed", "defeated", "slain", "perishes"),
    ("attacks", "strikes", "swings", "charges"),
    ("wins a clash", "beats", "defeats", "overcomes"),
    ("pierce", "piercing", "trample", "breakthrough"),
    ("swift", "haste", "ambush", "rush", "quick", "charge"),
    ("protector", "taunt", "guard", "defender", "provoke"),
    ("farshot", "reach", "ranged", "range", "archery", "sniper"),
    ("siphon", "lifelink", "drain", "lifesteal"),
    ("mend", "regenerate", "regeneration"),
    ("plated", "armor", "armour", "shield", "tough"),
    ("poison", "venom", "deathtouch", "toxic", "wither"),
)
"""Words for one thing; where a ruleset knows several of them, the first that it knows is its own."""

_LONGEST = 4


def own_word(tokens: Sequence[Token], at: int, words: Words, expected: Sequence[str]) -> tuple[str, str]:
    """Return the words at a token that other games have for something, and what this ruleset says; "" if none.

    What the ruleset says fits what is expected there: a word of its own, or the pattern of a phrase.
    """
    wanted = {kind for one in expected for kind in _KINDS.get(one, ())}
    literal = {one[1:-1] for one in expected if one.startswith("“")}
    for length in range(min(_LONGEST, len(tokens) - at), 0, -1):
        said = " ".join(token.folded for token in tokens[at : at + length])
        for own in (own for thing in _by_word.get(said, ()) for own in thing if own != said):
            spelled = own if own in literal else _fitting(_own(words).get(own, ()), wanted)
            if spelled:
                return " ".join(token.text for token in tokens[at : at + length]), spelled
    return "", ""


def _fitting(spellings: Sequence[tuple[str, str]], wanted: set[str]) -> str:
    """Return the spelling of a wanted kind, of an effect before a keyword that is called like it."""
    fitting = [(kind != "effect", at, spelled) for at, (kind, spelled) in enumerate(spellings) if kind in wanted]
    return min(fitting)[2] if fitting else ""


def _own(words: Words) -> Mapping[str, Sequence[tuple[str, str]]]:
    """Return the words of a ruleset by how they are folded, each with its kinds and how it is spelled."""
    found: Mapping[str, Sequence[tuple[str, str]]] = words.compared("own words", lambda: _collect(words))
    return found


def _collect(words: Words) -> Mapping[str, Sequence[tuple[str, str]]]:
    own: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for kind, said, spelled in _spelled(words):
        own[" ".join(fold_word(word) for word in said.split())].append((kind, spelled))
    return own


def _spelled(words: Words) -> Iterator[tuple[str, str, str]]:
    for (kind, code), pair in words.spelling.items():
        if kind != "symbol":
            yield from ((kind, one, one) for one in pair)
        elif code in words.resource_symbols:
            yield "resource", code, pair[0]
    for keyword in words.keywords.values():
        yield from (("keyword", name, name) for name in (keyword.name, *keyword.aliases))
    for known in words.forms.values():
        literal = [piece.singular for piece in known.patterns[0] if isinstance(piece, Word)]
        if known.form.kind == "trigger":
            yield "trigger", " ".join(literal[1:]), known.pattern
        elif known.form.kind in ("effect", "payment") and not isinstance(known.patterns[0][0], Hole):
            yield "effect", literal[0], known.pattern


_KINDS = {
    "an effect": ("effect",),
    "a trigger": ("trigger",),
    "a keyword": ("keyword",),
    "a resource": ("resource",),
    "a zone": ("zone",),
    "the name of a number": ("stat",),
    "a kind of card": ("type", "role", "reference"),
    "cards": ("type", "role"),
    "a card or player": ("type", "role", "reference"),
}
"""What is expected -> the kinds of words that are it."""

_by_word: dict[str, list[tuple[str, ...]]] = defaultdict(list)
for _thing in SAME_THINGS:
    for _word in _thing:
        _by_word[_word].append(_thing)
