"""Other words for phrases: designers use them, they are read, and printed in the words of the ruleset."""

from __future__ import annotations

from collections.abc import Mapping

LOOSELY: Mapping[str, tuple[str, ...]] = {
    "damage": (
        "this deals <amount> damage to <to>",
        "do <amount> damage to <to>",
    ),
    "gain": ("you gain <amount> <resource>",),
    "lose": ("you lose <amount> <resource>",),
    "draw": ("you draw <amount> card|cards",),
    "discard": ("you discard <amount> card|cards",),
    "opponent_discards": ("make your opponent discard <amount> card|cards",),
    "give_stats": (
        "<who> gets|get <changes>",
        "<who> gains|gain <changes>",
        "give <who> <changes>",
    ),
    "give_keywords": (
        "<who> gets|get <keywords>",
        "<who> gains|gain <keywords>",
        "give <who> <keywords>",
    ),
    "remove_keywords": (
        "<who> loses|lose <keywords>",
        "take <keywords> from <who>",
    ),
    "put_into": (
        "put <what> in <zone>",
        "place <what> in <zone>",
        "send <what> to <zone>",
        "move <what> to <zone>",
    ),
    "put_under": (
        "put <what> on the bottom of <zone>",
        "put <what> at the bottom of <zone>",
    ),
    "put_on_top": ("put <what> on the top of <zone>",),
    "negate_it": (
        "cancel it",
        "counter it",
        "negate that card",
    ),
    "negate_attack": (
        "cancel the attack",
        "stop the attack",
        "negate that attack",
    ),
    "create_token": (
        "summon <amount> <name> token|tokens",
        "put <amount> <name> token|tokens into play",
    ),
    "this_turn": (
        "until the end of the turn",
        "until the end of this turn",
        "until end of turn",
        "until end of this turn",
    ),
    "until_your_next_turn": ("until the start of your next turn",),
    "for_good": ("permanently",),
    "summoned": (
        "when <who> enters play",
        "when <who> comes into play",
        "when <who> enters the battlefield",
    ),
    "destroyed": (
        "when <who> dies",
        "when <who> is defeated",
    ),
    "damaged_now": (
        "when <who> is damaged",
        "when <who> is dealt damage",
    ),
    "once_per_turn": (
        "once each turn",
        "once a turn",
        "only once per turn",
    ),
    "twice_per_turn": (
        "twice each turn",
        "twice a turn",
    ),
    "may_to": (". if you do,",),
    "may_if_you_do": ("to",),
    "this": (
        "this card",
        "this creature",
    ),
    "that": ("it",),
    "attached": (
        "attached creature",
        "the equipped creature",
    ),
    "exhausted": ("tapped",),
    "have_stats": (
        "<who> gets|get <changes>",
        "<who> gains|gain <changes>",
    ),
    "have_keywords": (
        "<who> gets|get <keywords>",
        "<who> gains|gain <keywords>",
    ),
    "cannot_attack": (
        "<who> can't attack",
        "<who> may not attack",
    ),
}
"""Code of a phrase -> patterns with the same arguments."""
