"""The grammar of rules text, the same for every ruleset: how cards are described, and how a line is built.

Its terminals are made by our own lexer from the ruleset's words and phrases; nothing here names a card or a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from carddb.wording.build import Build

if TYPE_CHECKING:
    from lark import Lark

GRAMMAR = r"""
// Descriptions: which cards, which zone, which numbers
selector: things | reference | named | player | pile
reference: REFERENCE
named: NAME
player: OPPONENT -> opponent
      | EACH PLAYER -> each_player
pile: THE end CARD OF zone -> pile_one
    | THE end number CARD OF zone -> pile_many
!end: TOP | BOTTOM
number: NUMBER | X

things: A filter -> one
      | ANOTHER filter -> another
      | EACH filter -> each
      | NO filter -> no
      | ALL filter -> all
      | filter -> all
      | NUMBER filter -> exactly
      | UP_TO NUMBER filter -> up_to
      | NUMBER OR_MORE filter -> at_least
      | NUMBER OR_LESS filter -> at_most
      | A RANDOM filter -> one_random
      | NUMBER RANDOM filter -> random
      | YOUR filter -> yours
      | THE filter -> the
cards: filter
filter: before* nouns after*
!before: OTHER | ENEMY | STATE | FLAG
nouns: noun (OR noun)*
?noun: NOUN | NOUNS | EITHER | CARD
after: YOU_CONTROL -> own
     | THEY_CONTROL -> theirs
     | (FROM | IN) zone -> lying
     | PLACE -> standing
     | WITH number STAT OR_LESS -> with_at_most
     | WITH number STAT OR_MORE -> with_at_least
     | WITH KEYWORD -> with_keyword

zone: YOUR ZONE -> your_zone
    | YOUR_OPPONENTS ZONE -> opponents_zone
    | OWNERS ZONE -> owners_zone
    | THE ZONE -> the_zone
    | ZONE -> the_zone

changes: change (AND change)*
change: SIGNED STAT
keywords: KEYWORD (AND KEYWORD)*

// A line
line: keyword_line | triggered | activated | lasting | replaced | order
keyword_line: KEYWORD (COMMA KEYWORD)* STOP?
triggered: MARK? TRIGGER COMMA _clauses limit?
activated: actions COLON _clauses limit?
lasting: opening* statics STOP
       | opening+ actions STOP
opening: WHILE conditions COMMA
       | OPENER COMMA
statics: STATIC (AND STATIC)*
replaced: IF EVENT COMMA actions INSTEAD STOP
order: _clauses
_clauses: (brief* clause)+
clause: when? paid? actions DURATION? STOP
brief: when? paid? actions DURATION _joint -> clause
when: IF conditions COMMA
paid: MAY actions DO
conditions: CONDITION (AND CONDITION)*
actions: ACTION (_joint ACTION)*
_joint: AND | THEN | COMMA | COMMA AND | COMMA THEN
limit: LIMIT STOP

%declare REFERENCE NAME OPPONENT EACH PLAYER THE TOP BOTTOM CARD OF NUMBER X A ANOTHER NO ALL UP_TO OR_MORE OR_LESS
%declare RANDOM YOUR OTHER ENEMY STATE FLAG OR NOUN NOUNS EITHER YOU_CONTROL THEY_CONTROL FROM IN PLACE WITH STAT
%declare KEYWORD ZONE YOUR_OPPONENTS OWNERS AND SIGNED
%declare COMMA STOP COLON MARK TRIGGER WHILE OPENER STATIC IF EVENT INSTEAD DURATION MAY DO CONDITION ACTION THEN
%declare LIMIT
"""

STARTS = ("selector", "things", "cards", "zone", "changes", "keywords", "line")

WORDS = {
    "a": "A",
    "an": "A",
    "any": "A",
    "another": "ANOTHER",
    "each": "EACH",
    "every": "EACH",
    "no": "NO",
    "all": "ALL",
    "up to": "UP_TO",
    "or more": "OR_MORE",
    "or less": "OR_LESS",
    "or fewer": "OR_LESS",
    "random": "RANDOM",
    "other": "OTHER",
    "enemy": "ENEMY",
    "player": "PLAYER",
    "the": "THE",
    "top": "TOP",
    "bottom": "BOTTOM",
    "of": "OF",
    "or": "OR",
    "your": "YOUR",
    "your opponent": "OPPONENT",
    "your opponent's": "YOUR_OPPONENTS",
    "its owner's": "OWNERS",
    "you control": "YOU_CONTROL",
    "your opponent controls": "THEY_CONTROL",
    "from": "FROM",
    "in": "IN",
    "with": "WITH",
    "and": "AND",
    "card": "CARD",
    "cards": "CARD",
}
"""The small words of the language, each with its terminal."""

LOOSE_WORDS = {
    "target": "A",
    "a target": "A",
    "their": "OWNERS",
    "their owner's": "OWNERS",
    "the opponent": "OPPONENT",
    "an opponent": "OPPONENT",
    "or greater": "OR_MORE",
    "or higher": "OR_MORE",
    "or lower": "OR_LESS",
    "they control": "THEY_CONTROL",
    "the opponent controls": "THEY_CONTROL",
    "an opponent controls": "THEY_CONTROL",
}
"""Words that designers use for small words; they are read, never printed."""

SAME_WORDS = {"whenever": "when", "beginning": "start", "can't": "cannot"}
"""Words of patterns that are read for others."""

NUMBER_WORDS = {
    word: number
    for number, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1)
}
"""Numbers that may be typed as words; they are printed as digits."""

JOINTS = {
    ",": "COMMA",
    ".": "STOP",
    ":": "COLON",
    "if": "IF",
    "while": "WHILE",
    "and": "AND",
    "then": "THEN",
    "instead": "INSTEAD",
}
"""The words that hold a line together, each with its terminal."""


TERMINALS = {
    "trigger": "TRIGGER",
    "condition": "CONDITION",
    "effect": "ACTION",
    "payment": "ACTION",
    "static": "STATIC",
    "duration": "DURATION",
    "event": "EVENT",
    "limit": "LIMIT",
    "mark": "MARK",
    "may": "MAY",
    "do": "DO",
}
"""The terminal of the grammar that stands for each kind of phrase."""


_MOST_STATES = 10_000
_ACCEPTED: dict[tuple[Any, ...], frozenset[str]] = {}
"""What can come next in a state of the parser: it depends on nothing else."""


class Elsewhere(Exception):
    """A word that cannot stand here."""


class Fed:
    """What the grammar is fed with: a terminal and its value."""

    __slots__ = ("type", "value")

    def __init__(self, type: str, value: Any) -> None:
        self.type = type
        self.value = value


class Sentence:
    """A description or a line that is being read, token by token."""

    __slots__ = ("_parser",)

    def __init__(self, start: str) -> None:
        self._parser: Any = _grammar().parse_interactive(start=start)

    def choices(self) -> Mapping[str, Any]:
        """Return the terminals that may come next; "$END" if it may end here."""
        choices: Mapping[str, Any] = self._parser.choices()
        return choices

    def accepts(self) -> frozenset[str]:
        """Return the terminals that can really come next; slower than ``choices``, which may hold a few more."""
        state = tuple(self._parser.parser_state.state_stack)
        if state not in _ACCEPTED:
            if len(_ACCEPTED) >= _MOST_STATES:
                _ACCEPTED.clear()
            _ACCEPTED[state] = frozenset(self._parser.accepts())
        return _ACCEPTED[state]

    def feed(self, token: Fed) -> None:
        """Read a token.

        Raises: Elsewhere when it cannot stand here; Contradiction and Misplaced of what it completes.
        """
        from lark.exceptions import UnexpectedInput

        try:
            self._parser.feed_token(token)
        except UnexpectedInput as error:
            raise Elsewhere from error

    def finish(self) -> Any:
        """Return what was read.

        Raises: Elsewhere when it cannot end here; Contradiction and Misplaced of what it completes.
        """
        from lark.exceptions import UnexpectedInput

        try:
            return self._parser.feed_eof()
        except UnexpectedInput as error:
            raise Elsewhere from error


@cache
def first_terminals(start: str) -> frozenset[str]:
    """Return the terminals that a description may begin with."""
    return frozenset(Sentence(start).choices())


@cache
def _grammar() -> Lark:
    """Return the compiled grammar; it is built once, when the first text is read."""
    from lark import Lark
    from lark.lexer import Lexer

    class OurTokens(Lexer):
        """Stands where Lark wants a lexer; tokens are fed one by one."""

        def __init__(self, conf: object) -> None:
            pass

        def lex(self, lexer_state: object, parser_state: object) -> Iterator[Any]:
            return iter(())

    return Lark(
        GRAMMAR, parser="lalr", lexer=OurTokens, start=list(STARTS), transformer=Build(), maybe_placeholders=False
    )
