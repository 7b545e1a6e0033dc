"""A case for every check of rules text: in which it fires, and one, hardly different, in which it does not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from support import by_code, make_card, make_catalog, make_text_def, make_type

from carddb.catalog import Card, Catalog, DeckRule, Flag, Phrase, Role, Zone
from carddb.wording.registry import all_forms

KNOWN = (
    *("this", "that", "attached", "damaged", "trap", "may", "may_to"),
    *("attacks", "summoned", "you_draw", "opponent_casts", "start_of_your_turn"),
    *("have_stats", "have_keywords", "cannot_attack", "attach_to"),
    *("damage", "draw", "discard", "gain", "give_stats", "give_keywords", "remove_keywords", "destroy"),
    *("attach_free", "pay", "create_token", "this_turn", "once_per_turn", "times_per_turn", "you_control"),
)
PHRASES = {
    **{code: Phrase(code, all_forms()[code].kind, "", "") for code in KNOWN},
    "life_points": Phrase("life_points", "resource", "Life Points", ""),
}
FLAGS = by_code(
    [
        Flag(
            "legendary",
            "Legendary",
            "One only.",
            ("creature", "rune"),
            "warning",
            "T-CARD-1",
            True,
            "bearer",
            "T-KW-1",
        ),
        Flag("permanent", "Permanent", "Stays.", ("spell",), "warning", "T-CARD-1", True, "lasting", "T-CARD-2"),
    ]
)
TYPES = by_code(
    [
        make_type("creature"),
        make_type("spell"),
        make_type("rune"),
        make_type("hero"),
        make_type("token", in_deck=False),
    ]
)
GRAVE = Zone("graveyard", "Graveyard", "", "player", "pile", "up", 1, 1, 0, 0, 1, 1, "")
LED = DeckRule("led", "T-DECK-1", "affinity", "", None, None, "error", "", {"leader": "type:hero"})
GOLEM = make_card(cost=3, attack=2, life=4)
WOLF = make_card("Wolf", type="token", attack=1, life=1)


def worded(*cards: Card, phrases: dict[str, Phrase] | None = None, **fields: Any) -> Catalog:
    """Return the small catalog with a vocabulary for its texts."""
    rows = {**PHRASES, **(phrases or {})}
    roles = by_code([Role("beast", "Beast", "Runs.", ("creature",)), Role("relic", "Relic", "Old.", ("rune",))])
    base: dict[str, Any] = {"phrases": rows, "flags": FLAGS, "card_types": TYPES, "roles": roles}
    return make_catalog([GOLEM, WOLF, *cards], **{**base, "zones": by_code([GRAVE]), "deck_rules": (LED,), **fields})


CATALOG = worded()


def says(rules: str, **changes: Any) -> Card:
    return replace(GOLEM, rules=rules, **changes)


def spell(rules: str, **changes: Any) -> Card:
    return make_card("Bolt", type="spell", cost=1, rules=rules, **changes)


def case(fires: str, quiet: str) -> dict[str, Any]:
    return {"fires": says(fires), "quiet": says(quiet), "fires_in": CATALOG}


def cards(fires: Card, quiet: Card) -> dict[str, Any]:
    return {"fires": fires, "quiet": quiet, "fires_in": CATALOG}


def trap(name: str, rules: str) -> Card:
    return make_card(name, type="spell", cost=1, rules=rules)


SNARES = (
    trap("Pit", "Trap: When your opponent casts a Spell, draw 1 card."),
    trap("Net", "Trap: When you draw a card, draw 1 card."),
)
OPENING = (make_text_def("rules", box="rules", required=False, opens_with_phrase=True),)

CASES: dict[str, dict[str, Any]] = {
    "card.not_understood": case("Draw 1 card and sing.", "Draw 1 card."),
    "card.stats_again": case("Attack 2, Life 4.", "Attack 3, Life 5."),
    "card.stats_differ": case("This has 3 Attack.", "This has 2 Attack."),
    "card.limit_without_turn": case("Pay 1 {mana}: Draw 1 card. Once.", "Pay 1 {mana}: Draw 1 card. Once per turn."),
    "card.trigger_missing": case("When, draw 1 card.", "When this attacks, draw 1 card."),
    "card.trap_without_condition": case("Trap: Draw 1 card.", "Trap: When your opponent casts a Spell, draw 1 card."),
    "card.phrase_foreign": case("Heal 2 damage from a Creature.", "Deal 2 damage to a Creature."),
    "card.name_unknown": case("Create 1 Wlof token.", "Create 1 Wolf token."),
    "card.resource_unknown": case("Gain 2 gold.", "Gain 2 Life Points."),
    "card.amount_missing": case("Draw cards.", "Draw 2 cards."),
    "card.trigger_unknown": case("When this is flipped, draw 1 card.", "When this attacks, draw 1 card."),
    "card.trigger_never": cards(spell("When this attacks, draw 1 card."), says("When this attacks, draw 1 card.")),
    "card.opening": {
        "fires": says("Draw 1 card."),
        "quiet": says("Swift\nWhen this attacks, draw 1 card.\nThis has Swift."),
        "fires_in": worded(texts=OPENING),
    },
    "card.amount_zero": case("Discard 0 cards.", "Discard 1 card."),
    "card.damage_self": case("Deal 2 damage to this.", "Deal 2 damage to a Creature."),
    "card.target_impossible": case("Deal 2 damage to a Spell.", "Deal 2 damage to a Hero."),
    "card.target_stat": case("Each Spell has +1 Attack.", "Each Creature has +1 Attack."),
    "card.permanent_missing": cards(
        spell("Each Creature has +1 Attack."), spell("Each Creature has +1 Attack.", flags=("permanent",))
    ),
    "card.legendary_bearer": case(
        "Attach a Legendary Rune from your graveyard to a Creature for free.",
        "Attach a Legendary Rune from your graveyard to a Legendary Creature for free.",
    ),
    "card.contradiction": case(
        "This cannot attack.\nWhen this attacks, draw 1 card.",
        "This cannot attack.\nWhen a Creature attacks, draw 1 card.",
    ),
    "phrase.unusable": {
        "fires_in": worded(phrases={"dance": Phrase("dance", "effect", "dance", "")}),
        "quiet_in": CATALOG,
    },
    "catalog.trap_condition": {
        "fires_in": worded(*SNARES, trap("Bolt", "Draw 1 card.")),
        "quiet_in": worded(SNARES[0], trap("Bolt", "Draw 1 card.")),
    },
    "catalog.phrase_unused": {
        "fires_in": CATALOG,
        "quiet_in": replace(
            worded(trap("All", "Draw 1 card.")), phrases={code: PHRASES[code] for code in ("this", "draw")}
        ),
    },
    "catalog.name_near": {
        "fires_in": worded(make_card("Stone Golam")),
        "quiet_in": worded(make_card("Stone Giant"), make_card("Guard 1"), make_card("Guard 2")),
    },
    "catalog.name_is_wording": {
        "fires_in": worded(make_card("Draw a Card")),
        "quiet_in": worded(make_card("Draw a Bow")),
    },
    "catalog.worded_twice": {
        "fires_in": worded(trap("One", "Draw 1 card."), trap("Two", "Draw one card.")),
        "quiet_in": worded(trap("One", "Draw 1 card."), trap("Two", "Draw 2 cards.")),
    },
    "catalog.token_plays": {
        "fires_in": worded(says("Create 1 Ox token.", code="maker"), make_card("Ox")),
        "quiet_in": worded(says("Create 1 Wolf token.", code="maker")),
    },
}
