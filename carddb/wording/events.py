"""The registry's triggers, events that can be replaced, markers and limits.

A new trigger is one entry here; what fires it in play stands with the simulator.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from carddb.wording.registry import add_form, entry, form, slot
from carddb.wording.tree import Amount, Event, Limit, Node, Player, Selector, Trigger, ZoneRef


@entry(form("summoned", "when <who> is summoned", "Fires when such a creature enters play from a hand."))
class Summoned(Trigger):
    """A creature is summoned."""

    who: Selector = slot("selector")


@entry(
    form("you_summon", "when you summon <what>", "Fires when you summon such a creature.", player="you"),
    form(
        "opponent_summons",
        "when your opponent summons <what>",
        "Fires when the opponent summons such a creature.",
        player="opponent",
    ),
)
class Summons(Trigger):
    """A player summons."""

    player: Player
    what: Selector = slot("selector")


@entry(form("played", "when <who> is played", "Fires when such a card enters play."))
class Played(Trigger):
    """A card is played."""

    who: Selector = slot("selector")


@entry(
    form("you_play", "when you play <what>", "Fires when you play such a card.", player="you"),
    form("opponent_plays", "when your opponent plays <what>", "Fires when the opponent does.", player="opponent"),
)
class Plays(Trigger):
    """A player plays a card."""

    player: Player
    what: Selector = slot("selector")


@entry(
    form("you_cast", "when you cast <what>", "Fires when you cast such a card.", player="you"),
    form("opponent_casts", "when your opponent casts <what>", "Fires when the opponent does.", player="opponent"),
)
class Casts(Trigger):
    """A player casts a card."""

    player: Player
    what: Selector = slot("selector")


@entry(
    form("you_activate", "when you activate <what>", "Fires when you activate such a card.", player="you"),
    form(
        "opponent_activates",
        "when your opponent activates <what>",
        "Fires when the opponent does.",
        player="opponent",
    ),
)
class Activates(Trigger):
    """A player activates a card that lay in wait."""

    player: Player
    what: Selector = slot("selector")


@entry(
    form("you_attach", "when you attach <what>", "Fires when you attach such a card.", player="you"),
    form("opponent_attaches", "when your opponent attaches <what>", "Fires when they do.", player="opponent"),
)
class Attaches(Trigger):
    """A player attaches a card."""

    player: Player
    what: Selector = slot("selector")


@entry(
    form("you_sacrifice", "when you sacrifice <what>", "Fires when you give up such a card.", player="you"),
    form("opponent_sacrifices", "when your opponent sacrifices <what>", "Fires when they do.", player="opponent"),
)
class Sacrifices(Trigger):
    """A player gives up a card."""

    player: Player
    what: Selector = slot("selector")


@entry(form("you_draw", "when you draw a card", "Fires each time you draw.", player="you"))
class Draws(Trigger):
    """A player draws a card."""

    player: Player


@entry(form("attacks", "when <who> attacks", "Fires when such a card attacks, before the outcome."))
class Attacks(Trigger):
    """A card attacks."""

    who: Selector = slot("selector")


@entry(form("attacked", "when <who> is attacked", "Fires when an attack chooses such a card."))
class Attacked(Trigger):
    """A card is attacked."""

    who: Selector = slot("selector")


@entry(form("destroyed", "when <who> is destroyed", "Fires when such a card is destroyed."))
class Destroyed(Trigger):
    """A card is destroyed."""

    who: Selector = slot("selector")


@entry(form("destroys", "when <who> destroys <what>", "Fires when the one destroys the other."))
class Destroys(Trigger):
    """A card destroys another."""

    who: Selector = slot("selector")
    what: Selector = slot("selector")


@entry(form("damages", "when <who> damages <what>", "Fires when the one damages the other."))
class Damages(Trigger):
    """A card damages something."""

    who: Selector = slot("selector")
    what: Selector = slot("selector")


@entry(form("damaged_now", "when <who> takes damage", "Fires after damage to it."))
class TakesDamage(Trigger):
    """Something takes damage."""

    who: Selector = slot("selector")


@entry(form("comes_onto", "when <what> is attached to <to>", "Fires when the one comes onto the other."))
class ComesOnto(Trigger):
    """A card comes onto another."""

    what: Selector = slot("selector")
    to: Selector = slot("selector")


@entry(form("attached_now", "when <who> is attached", "Fires when the card comes onto a creature."))
class GetsAttached(Trigger):
    """A card is attached to a creature."""

    who: Selector = slot("selector")


@entry(
    form("start_of_your_turn", "at the start of your turn", "Fires in your first phase.", whose="you"),
    form("start_of_opponents_turn", "at the start of your opponent's turn", "Fires in theirs.", whose="opponent"),
    form("start_of_each_turn", "at the start of each turn", "Fires in the first phase of both.", whose="each"),
)
class StartOfTurn(Trigger):
    """A turn starts."""

    whose: Player


@entry(
    form("end_of_your_turn", "at the end of your turn", "Fires in your last phase.", whose="you"),
    form("end_of_each_turn", "at the end of each turn", "Fires in the last phase of both.", whose="each"),
)
class EndOfTurn(Trigger):
    """A turn ends."""

    whose: Player


@entry(form("flipped", "when <who> is flipped", "Fires when the card is turned over."))
class Flipped(Trigger):
    """A card is turned over."""

    who: Selector = slot("selector")


@entry(
    form("wins_clash", "when <who> wins a clash", "Fires when it was the stronger one.", outcome="win"),
    form("loses_clash", "when <who> loses a clash", "Fires when it was the weaker one.", outcome="loss"),
    form("ties_clash", "when <who> ties a clash", "Fires when both were equal.", outcome="tie"),
)
class ClashEnds(Trigger):
    """Two cards have been compared."""

    outcome: Literal["win", "loss", "tie"]
    who: Selector = slot("selector")


@entry(form("breaks_through", "when <who> breaks through", "Fires when nothing stands against it."))
class BreaksThrough(Trigger):
    """A card meets no resistance."""

    who: Selector = slot("selector")


@entry(form("placed", "when <who> is placed in <zone>", "Fires when it is moved there from a hand."))
class Placed(Trigger):
    """A card is placed in a zone."""

    who: Selector = slot("selector")
    zone: ZoneRef = slot("zone")


@entry(form("phase_starts", "when <phase> starts with <who> in <zone>", "Fires if it lies there then."))
class PhaseStarts(Trigger):
    """A phase starts while a card lies somewhere."""

    phase: str = slot("phase")
    who: Selector = slot("selector")
    zone: ZoneRef = slot("zone")


@entry(form("would_be_destroyed", "<who> would be destroyed", "It is not destroyed; the other thing happens."))
class WouldBeDestroyed(Event):
    """A card is about to be destroyed."""

    who: Selector = slot("selector")


@entry(form("would_take_damage", "<who> would take damage", "No damage is dealt; the other thing happens."))
class WouldTakeDamage(Event):
    """Something is about to take damage."""

    who: Selector = slot("selector")


@entry(
    form("would_draw", "you would draw a card", "You do not draw; the other thing happens.", player="you"),
    form("opponent_would_draw", "your opponent would draw a card", "They do not draw.", player="opponent"),
)
class WouldDraw(Event):
    """A player is about to draw."""

    player: Player


@entry(
    form("once_per_turn", "once per turn", "At most once in a turn.", times=1),
    form("twice_per_turn", "twice per turn", "At most twice in a turn.", times=2),
)
class PerTurn(Limit):
    """How often in one turn."""

    times: int


@entry(form("times_per_turn", "<times> times per turn", "At most so often in a turn."))
class TimesPerTurn(Limit):
    """How often in one turn, as a number."""

    times: Amount = slot("number", 3)


@dataclass(frozen=True, slots=True)
class Marker(Node):
    """A word before an ability, or between its parts, that stands for no node of its own."""


@entry(form("trap", "trap:", "What follows lies in wait until the event happens.", kind="mark"))
class TrapMark(Marker):
    """An ability that lies in wait."""


@entry(form("may", "you may", "The player chooses; only who pays gets the rest.", kind="may"))
class May(Marker):
    """What follows is a cost that need not be paid."""


@entry(
    form("may_to", "to", "Ends a cost that need not be paid.", kind="do"),
    form("may_if_you_do", ". If you do,", "Ends a cost that need not be paid.", kind="do"),
)
class Do(Marker):
    """Ends a cost that need not be paid."""


def _word(kind: str, code: str, pattern: str, text: str) -> None:
    add_form(Marker, form(code, pattern, text, kind=kind))


_word("reference", "this", "this", "The card itself.")
_word("reference", "that", "that creature", "The one that the trigger, or the effect before, speaks of.")
_word("reference", "that_card", "that card", "The one that the trigger, or the effect before, speaks of.")
_word("reference", "attached", "the attached creature", "The creature that bears this card.")
_word("reference", "opposing", "the opposing card", "The card that this one clashes with.")
_word("state", "damaged", "damaged", "With damage on it.")
_word("state", "frozen", "frozen", "Kept from attacking for a number of turns.")
_word("state", "face_down", "face-down", "Lying with its back up.")
_word("state", "exhausted", "exhausted", "Turned sideways.")
_word("state", "ready", "ready", "Upright.")
_word("state", "active", "active", "In force.")
_word("state", "nearest", "nearest", "The first one in its line.")
_word("place", "in_a_lane", "in a lane", "In one lane; the player chooses it.")
_word("place", "in_this_lane", "in this lane", "In the lane of this card.")
_word("place", "in_an_adjacent_lane", "in an adjacent lane", "In a lane beside that of this card.")
_word("place", "in_this_row", "in this row", "In the row of this card.")
