"""The registry's conditions and what holds as long as a card is in play.

A new condition or static is one entry here; how it is worked out in play stands with the simulator.
"""

from __future__ import annotations

from carddb.wording.registry import entry, form, slot
from carddb.wording.tree import (
    Amount,
    Change,
    Condition,
    Filter,
    KeywordUse,
    Player,
    Resource,
    Selector,
    Static,
    ZoneRef,
)


@entry(
    form("you_control", "you control <what>", "You have such cards in play.", player="you"),
    form("opponent_controls", "your opponent controls <what>", "They have such cards.", player="opponent"),
)
class Controls(Condition):
    """A player has cards in play."""

    player: Player
    what: Selector = slot("things")


@entry(
    form("you_control_more", "you control more <what> than your opponent", "You have more.", player="you"),
    form("opponent_controls_more", "your opponent controls more <what> than you", "They do.", player="opponent"),
)
class ControlsMore(Condition):
    """One player has more such cards than the other."""

    player: Player
    what: Selector = slot("things")


@entry(form("have_at_most", "you have <amount> <resource> or less", "You have so much or less of it."))
class HaveAtMost(Condition):
    """A player has little of something."""

    amount: Amount = slot("number", 0)
    resource: Resource = slot("resource")


@entry(form("have_at_least", "you have <amount> <resource> or more", "You have so much or more of it."))
class HaveAtLeast(Condition):
    """A player has much of something."""

    amount: Amount = slot("number", 1)
    resource: Resource = slot("resource")


@entry(form("have_less", "you have less <resource> than your opponent", "They have more of it."))
class HaveLess(Condition):
    """A player has less than the other."""

    resource: Resource = slot("resource")


@entry(form("have_more", "you have more <resource> than your opponent", "They have less of it."))
class HaveMore(Condition):
    """A player has more than the other."""

    resource: Resource = slot("resource")


@entry(form("zone_holds", "<zone> holds <what>", "So many cards lie there."))
class ZoneHolds(Condition):
    """Cards lie in a zone."""

    zone: ZoneRef = slot("zone")
    what: Selector = slot("things")


@entry(form("zone_is_empty", "<zone> is empty", "No card lies there."))
class ZoneIsEmpty(Condition):
    """No card lies in a zone."""

    zone: ZoneRef = slot("zone")


@entry(form("costs_at_least", "<who> costs <amount> or more", "Its printed cost is so high."))
class CostsAtLeast(Condition):
    """A card is expensive."""

    who: Selector = slot("selector")
    amount: Amount = slot("number", 1)


@entry(form("costs_at_most", "<who> costs <amount> or less", "Its printed cost is so low."))
class CostsAtMost(Condition):
    """A card is cheap."""

    who: Selector = slot("selector")
    amount: Amount = slot("number", 0)


@entry(form("stat_at_least", "<who> has <amount> <stat> or more", "Its number is so high."))
class StatAtLeast(Condition):
    """A number of a card is high."""

    who: Selector = slot("selector")
    amount: Amount = slot("number", 1)
    stat: str = slot("stat")


@entry(form("stat_at_most", "<who> has <amount> <stat> or less", "Its number is so low."))
class StatAtMost(Condition):
    """A number of a card is low."""

    who: Selector = slot("selector")
    amount: Amount = slot("number", 0)
    stat: str = slot("stat")


@entry(form("is_active", "<who> is active", "It is in force."))
class IsActive(Condition):
    """A card is in force."""

    who: Selector = slot("selector")


@entry(form("is_attached", "<what> is attached to <to>", "The one is on the other."))
class IsAttached(Condition):
    """A card bears another."""

    what: Selector = slot("selector")
    to: Selector = slot("selector")


@entry(form("is_in_zone", "<who> is in <zone>", "It lies there."))
class IsInZone(Condition):
    """A card lies in a zone."""

    who: Selector = slot("selector")
    zone: ZoneRef = slot("zone")


@entry(form("is_in_row", "<who> is in the <row>", "It stands there."))
class IsInRow(Condition):
    """A card stands in a row."""

    who: Selector = slot("selector")
    row: str = slot("row")


@entry(form("this_lane_has", "this lane has <what>", "Such cards stand in the lane of this card."))
class ThisLaneHas(Condition):
    """Cards stand in the lane of this card."""

    what: Selector = slot("things")


@entry(form("against", "against <what>", "Holds while such a card stands against this one.", opens=True))
class Against(Condition):
    """The opposing card is of a kind."""

    what: Selector = slot("things")


@entry(form("have_stats", "<who> has|have <changes>[ for each <each>]", "A lasting change of numbers."))
class HaveStats(Static):
    """Numbers of cards are changed."""

    who: Selector = slot("selector")
    changes: tuple[Change, ...] = slot("changes")
    each: Filter | None = slot("cards", default=None)


@entry(form("have_keywords", "<who> has|have <keywords>", "A keyword, for as long as it holds."))
class HaveKeywords(Static):
    """Cards have keywords."""

    who: Selector = slot("selector")
    keywords: tuple[KeywordUse, ...] = slot("keywords")


@entry(form("cannot_attack", "<who> cannot attack", "It never attacks."))
class CannotAttack(Static):
    """Cards cannot attack."""

    who: Selector = slot("selector")


@entry(form("attach_to", "attach to <what>", "The card goes onto that creature when it is played."))
class AttachTo(Static):
    """The card is played onto another."""

    what: Selector = slot("selector")


@entry(form("any_row", "<who> may be summoned into any row", "The rules of rows do not bind it."))
class AnyRow(Static):
    """A creature may enter any row."""

    who: Selector = slot("selector")


@entry(
    form("may_attack_any", "<who> may attack any enemy creature in its lane", "Not only the nearest.", reach="lane"),
    form("may_attack_beside", "<who> may attack a lane next to its own", "Diagonally.", reach="adjacent"),
    form("may_attack_all", "<who> attacks each enemy creature in its lane", "All at once.", reach="area"),
)
class Reach(Static):
    """A creature attacks further, beside or around."""

    reach: str
    who: Selector = slot("selector")


@entry(
    form("cost_less", "<what> you play cost <amount> <resource> less", "Never below 0.", player="you"),
    form(
        "opponents_cost_less",
        "<what> your opponent plays cost <amount> <resource> less",
        "Never below 0.",
        player="opponent",
    ),
)
class CostLess(Static):
    """Cards of a player cost less."""

    player: Player
    what: Selector = slot("things")
    amount: Amount = slot("number", 1)
    resource: Resource = slot("resource")


@entry(
    form("cost_more", "<what> you play cost <amount> <resource> more", "They cost more.", player="you"),
    form(
        "opponents_cost_more",
        "<what> your opponent plays cost <amount> <resource> more",
        "They cost more.",
        player="opponent",
    ),
)
class CostMore(Static):
    """Cards of a player cost more."""

    player: Player
    what: Selector = slot("things")
    amount: Amount = slot("number", 1)
    resource: Resource = slot("resource")


@entry(form("reduce_damage", "reduce damage to <to> by <amount>", "Each damage is so much smaller."))
class ReduceDamage(Static):
    """Damage is reduced."""

    to: Selector = slot("selector")
    amount: Amount = slot("number", 1)
