"""The tables. Everything that edits or reads them lives in later stages."""

from carddb.models.base import now
from carddb.models.card import (
    Card,
    CardAffinity,
    CardFlag,
    CardKeyword,
    CardLink,
    CardRole,
    CardStat,
    CardText,
    CardUse,
    Printing,
)
from carddb.models.deck import Deck, DeckEntry, DeckRule
from carddb.models.people import Revision, User
from carddb.models.release import PrintJob, Release
from carddb.models.ruleset import Parameter, Rule, Ruleset, Ruling, Section
from carddb.models.table import Phase, Scenario, Zone
from carddb.models.vocabulary import (
    Affinity,
    CardSet,
    CardType,
    Flag,
    Keyword,
    KeywordAlias,
    KeywordArgument,
    Phrase,
    Rarity,
    Role,
    StatDef,
    Symbol,
    TextDef,
)

__all__ = [
    "Affinity",
    "Card",
    "CardAffinity",
    "CardFlag",
    "CardKeyword",
    "CardLink",
    "CardRole",
    "CardSet",
    "CardStat",
    "CardText",
    "CardType",
    "CardUse",
    "Deck",
    "DeckEntry",
    "DeckRule",
    "Flag",
    "Keyword",
    "KeywordAlias",
    "KeywordArgument",
    "Parameter",
    "Phase",
    "Phrase",
    "PrintJob",
    "Printing",
    "Rarity",
    "Release",
    "Revision",
    "Role",
    "Rule",
    "Ruleset",
    "Ruling",
    "Scenario",
    "Section",
    "StatDef",
    "Symbol",
    "TextDef",
    "User",
    "Zone",
    "now",
]
