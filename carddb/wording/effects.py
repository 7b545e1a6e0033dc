"""The registry's effects and costs, durations and amounts that are worked out in play.

A new effect is one entry here; what it does in play stands with the simulator.
"""

from __future__ import annotations

from carddb.wording.registry import entry, form, slot
from carddb.wording.tree import (
    Amount,
    Change,
    Computed,
    Duration,
    Effect,
    Filter,
    KeywordUse,
    Player,
    Resource,
    Selector,
    ZoneRef,
)


@entry(
    form("damage", "deal <amount> damage to <to>[ for each <each>]", "Damages creatures or a player."),
    form("damage_equal", "deal damage to <to> equal to <amount:amount>", "Damage worked out in play."),
)
class Damage(Effect):
    """Deal damage."""

    amount: Amount = slot("number", 1)
    to: Selector = slot("selector")
    each: Filter | None = slot("cards", default=None)


@entry(form("heal", "heal <amount> damage from <who>", "Takes that much damage off."))
class Heal(Effect):
    """Heal damage."""

    amount: Amount = slot("number", 1)
    who: Selector = slot("selector")


@entry(form("prevent", "prevent the next <amount> damage to <to>", "The next damage is smaller by that much."))
class Prevent(Effect):
    """Prevent damage."""

    amount: Amount = slot("number", 1)
    to: Selector = slot("selector")


@entry(
    form("gain", "gain <amount> <resource>[ for each <each>]", "The player has more of it.", player="you"),
    form("opponent_gains", "your opponent gains <amount> <resource>", "They have more of it.", player="opponent"),
)
class Gain(Effect):
    """A player gains something."""

    player: Player
    amount: Amount = slot("number", 1)
    resource: Resource = slot("resource")
    each: Filter | None = slot("cards", default=None)


@entry(
    form("lose", "lose <amount> <resource>", "The player has less of it.", pays=True, player="you"),
    form("you_lose", "you lose <amount> <resource>", "The player has less of it.", player="you"),
    form("opponent_loses", "your opponent loses <amount> <resource>", "They have less of it.", player="opponent"),
)
class Lose(Effect):
    """A player loses something."""

    player: Player
    amount: Amount = slot("number", 1)
    resource: Resource = slot("resource")


@entry(form("pay", "pay <amount> <resource>", "A cost.", kind="payment", pays=True))
class Pay(Effect):
    """Pay a resource."""

    amount: Amount = slot("number", 1)
    resource: Resource = slot("resource")


@entry(
    form("draw", "draw <amount> card|cards[ for each <each>]", "Draws from the own deck.", player="you"),
    form("opponent_draws", "your opponent draws <amount> card|cards", "They draw.", player="opponent"),
)
class Draw(Effect):
    """A player draws cards."""

    player: Player
    amount: Amount = slot("number", 1)
    each: Filter | None = slot("cards", default=None)


@entry(
    form("discard", "discard <amount> card|cards", "Puts cards from hand away.", pays=True, player="you"),
    form("opponent_discards", "your opponent discards <amount> card|cards", "They choose.", player="opponent"),
)
class Discard(Effect):
    """A player discards cards of their own choice."""

    player: Player
    amount: Amount = slot("number", 1)


@entry(form("give_stats", "give <changes> to <who>[ for each <each>]", "Changes numbers of creatures."))
class GiveStats(Effect):
    """Change numbers of cards."""

    who: Selector = slot("selector")
    changes: tuple[Change, ...] = slot("changes")
    each: Filter | None = slot("cards", default=None)


@entry(form("give_keywords", "give <keywords> to <who>", "The creature has the keyword from then on."))
class GiveKeywords(Effect):
    """Give keywords."""

    who: Selector = slot("selector")
    keywords: tuple[KeywordUse, ...] = slot("keywords")


@entry(form("remove_keywords", "remove <keywords> from <who>", "The creature no longer has the keyword."))
class RemoveKeywords(Effect):
    """Take keywords away."""

    who: Selector = slot("selector")
    keywords: tuple[KeywordUse, ...] = slot("keywords")


@entry(form("destroy", "destroy <what>", "It goes to its owner's pile of used cards.", pays=True))
class Destroy(Effect):
    """Destroy cards."""

    what: Selector = slot("selector")


@entry(form("banish", "banish <what>", "It leaves the game, or nearly so.", pays=True))
class Banish(Effect):
    """Banish cards."""

    what: Selector = slot("selector")


@entry(form("return_to", "return <what> to <zone>", "It goes back there."))
class Return(Effect):
    """Return cards to a zone."""

    what: Selector = slot("selector")
    zone: ZoneRef = slot("zone")


@entry(form("put_into", "put <what> into <zone>", "It goes there."))
class PutInto(Effect):
    """Put cards into a zone."""

    what: Selector = slot("selector")
    zone: ZoneRef = slot("zone")


@entry(form("put_face_down", "put <what> face-down into <zone>", "It goes there, back up."))
class PutFaceDown(Effect):
    """Put cards face-down into a zone."""

    what: Selector = slot("selector")
    zone: ZoneRef = slot("zone")


@entry(form("put_under", "put <what> under <zone>", "It becomes the last card there."))
class PutUnder(Effect):
    """Put cards at the bottom of a pile."""

    what: Selector = slot("selector")
    zone: ZoneRef = slot("zone")


@entry(form("put_on_top", "put <what> on top of <zone>", "It becomes the first card there."))
class PutOnTop(Effect):
    """Put cards on top of a pile."""

    what: Selector = slot("selector")
    zone: ZoneRef = slot("zone")


@entry(form("shuffle_into", "shuffle <what> into <zone>", "It goes there, and the pile is shuffled."))
class ShuffleInto(Effect):
    """Shuffle cards into a pile."""

    what: Selector = slot("selector")
    zone: ZoneRef = slot("zone")


@entry(form("search", "search <zone> for <what> and put it into <to>", "Look through the pile, then shuffle it."))
class Search(Effect):
    """Search a pile for a card."""

    zone: ZoneRef = slot("zone")
    what: Selector = slot("things")
    to: ZoneRef = slot("zone")


@entry(
    form(
        "dig",
        "look at <what>, put <amount> in <to> and the rest under <rest>",
        "See the cards, keep some, put the rest at the bottom.",
    )
)
class Dig(Effect):
    """Look at cards and keep some."""

    what: Selector = slot("selector")
    amount: Amount = slot("number", 1)
    to: ZoneRef = slot("zone")
    rest: ZoneRef = slot("zone")


@entry(form("look", "look at <what>", "See the cards; they go back as they were."))
class Look(Effect):
    """Look at cards."""

    what: Selector = slot("selector")


@entry(form("rearrange", "rearrange <what>", "Look at them and put them back in any order."))
class Rearrange(Effect):
    """Reorder cards of a pile."""

    what: Selector = slot("selector")


@entry(form("lift", "move <what> to the top", "It becomes the first card of its pile."))
class Lift(Effect):
    """Move a card to the top of its pile."""

    what: Selector = slot("selector")


@entry(form("move", "move <what> to an empty cell", "To any empty cell that its rules allow."))
class Move(Effect):
    """Move a creature."""

    what: Selector = slot("selector")


@entry(
    form("attach", "attach <what> to <to>", "The one comes onto the other, and is paid for.", free=False),
    form("attach_free", "attach <what> to <to> for free", "The one comes onto the other.", free=True),
)
class Attach(Effect):
    """Attach a card to another."""

    free: bool
    what: Selector = slot("selector")
    to: Selector = slot("selector")


@entry(form("detach", "detach <what>", "It leaves the creature that bears it."))
class Detach(Effect):
    """Detach a card."""

    what: Selector = slot("selector")


@entry(form("refresh", "refresh <what>", "Turns it upright."))
class Refresh(Effect):
    """Refresh cards."""

    what: Selector = slot("selector")


@entry(form("exhaust", "exhaust <what>", "Turns it sideways.", pays=True))
class Exhaust(Effect):
    """Exhaust cards."""

    what: Selector = slot("selector")


@entry(form("freeze", "freeze <what> for <turns> turn|turns", "It cannot attack for so many turns."))
class Freeze(Effect):
    """Freeze creatures."""

    what: Selector = slot("selector")
    turns: Amount = slot("number", 1)


@entry(form("negate_it", "negate it", "Cancels the card that this one answers."))
class NegateCard(Effect):
    """Negate the card that is answered."""


@entry(form("negate_attack", "negate the attack", "Cancels the attack."))
class NegateAttack(Effect):
    """Negate the attack."""


@entry(form("create_token", "create <amount> <name> token|tokens", "Puts tokens of that name into play."))
class CreateToken(Effect):
    """Create tokens."""

    amount: Amount = slot("number", 1)
    name: str = slot("name")


@entry(form("attack_again", "let <who> attack again", "It may attack once more this turn."))
class AttackAgain(Effect):
    """Allow one more attack."""

    who: Selector = slot("selector")


@entry(form("keep_from_attacking", "keep <who> from attacking", "It cannot attack for the stated time."))
class KeepFromAttacking(Effect):
    """Forbid attacks."""

    who: Selector = slot("selector")


@entry(form("swap_stat", "<one> and <other> swap <stat>", "Exchanges the numbers that both have now."))
class SwapStat(Effect):
    """Swap a number between two cards."""

    one: Selector = slot("selector")
    other: Selector = slot("selector")
    stat: str = slot("stat")


@entry(
    form("next_card_gets", "the next card you flip this battle gets <changes>", "Waits for it.", player="you"),
    form(
        "next_opposing_gets",
        "the next card your opponent flips this battle gets <changes>",
        "Waits for it.",
        player="opponent",
    ),
)
class NextCardGets(Effect):
    """Change the numbers of the next card that a player flips."""

    player: Player
    changes: tuple[Change, ...] = slot("changes")


@entry(form("next_costs_less", "the next card you place this turn costs <amount> <resource> less", "Once."))
class NextCostsLess(Effect):
    """Make the next card cheaper."""

    amount: Amount = slot("number", 1)
    resource: Resource = slot("resource")


@entry(form("this_turn", "this turn", "Until this turn is over."))
class ThisTurn(Duration):
    """Until the turn is over."""


@entry(form("until_your_next_turn", "until your next turn", "Until your next turn starts."))
class UntilYourNextTurn(Duration):
    """Until the next own turn."""


@entry(form("for_good", "for good", "For the rest of the game."))
class ForGood(Duration):
    """For the rest of the game."""


@entry(form("rest_of_battle", "for the rest of the battle", "Until the battle ends."))
class RestOfBattle(Duration):
    """Until the battle ends."""


@entry(form("number_of", "the number of <what>", "Counted when it happens."))
class Counted(Computed):
    """A count of cards."""

    what: Selector = slot("things")


@entry(form("stat_of", "the <stat> of <who>", "The number that it has when it happens."))
class StatOf(Computed):
    """A number of a card."""

    stat: str = slot("stat")
    who: Selector = slot("selector")


@entry(
    form("half_up", "half <of>, rounded up", "Half of it.", up=True),
    form("half_down", "half <of>, rounded down", "Half of it.", up=False),
)
class Half(Computed):
    """Half of an amount."""

    up: bool
    of: Amount = slot("amount")
