"""Which tables there are and how each is listed; a further column or title is a word here."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import SQLModel

from carddb import models


@dataclass(frozen=True, slots=True)
class Listing:
    """How a kind of row is listed: its title, its columns, and the columns whose cells can be edited in place."""

    kind: str
    title: str
    columns: tuple[str, ...]
    cells: tuple[str, ...] = ()
    about: str = ""


# fmt: off
LISTINGS = (
    Listing("keyword", "Keywords", ("name", "reminder", "rule", "code"), ("name", "reminder"),
            "Reminder text is printed on every card that has the keyword; nobody types it twice."),
    Listing("section", "Sections", ("name", "text", "code"), ("name",), "The chapters of the rulebook."),
    Listing("rule", "Rules", ("code", "title", "section", "kinds", "severity", "text"), ("title",),
            "The numbered sentences of the rulebook. Numbers stand in {parameters}, never as digits."),
    Listing("ruling", "Rulings", ("code", "title", "chosen", "why"), ("title",),
            "How the gaps of the rules are read."),
    Listing("parameter", "Parameters", ("code", "type", "value", "unit", "origin", "rule"), ("unit",),
            "The numbers and choices of the rules."),
    Listing("deck_rule", "Deck rules", ("code", "kind", "where", "min", "max", "severity", "rule"), ("where",),
            "What a legal deck must fulfil; checked on every deck page."),
    Listing("zone", "Zones", ("name", "owner", "kind", "face", "text", "code"), ("name",), "Places where cards lie."),
    Listing("phase", "Phases", ("name", "text", "code"), ("name",), "The phases of a turn, in order."),
    Listing("scenario", "Worked examples", ("name", "text", "rules", "in_booklet", "code"), ("name",),
            "Examples that the booklet draws with real cards."),
    Listing("card_type", "Card types", ("name", "plural", "in_deck", "text", "code"), ("name", "plural")),
    Listing("stat", "Stats", ("name", "short", "card_type_id", "min", "max", "required", "variable", "code"),
            ("name",), "The printed numbers of each card type."),
    Listing("text", "Text boxes", ("name", "card_type_id", "box", "required", "code"), ("name",),
            "Further text boxes, and demands on the rules text."),
    Listing("role", "Roles", ("name", "types", "text", "code"), ("name",)),
    Listing("affinity", "Affinities", ("name", "color", "sigil", "text", "code"), ("name", "text")),
    Listing("rarity", "Rarities", ("name", "mark", "text", "code"), ("name", "text"),
            "From the most common to the rarest."),
    Listing("flag", "Markers", ("name", "types", "severity_elsewhere", "demand", "text", "code"), ("name",)),
    Listing("symbol", "Symbols", ("name", "path", "color", "code"), ("name",), "Written {code} in a card's text."),
    Listing("phrase", "Phrases", ("pattern", "kind", "text", "code"), ("pattern", "text"),
            "The house vocabulary of rules texts: one wording for one meaning."),
    Listing("card_set", "Card sets", ("name", "abbreviation", "size", "text", "code"), ("name",)),
)
# fmt: on

BY_KIND = {listing.kind: listing for listing in LISTINGS}

PARTS: tuple[type[SQLModel], ...] = (
    models.Card,
    models.CardStat,
    models.CardText,
    models.CardRole,
    models.CardAffinity,
    models.CardFlag,
    models.CardKeyword,
    models.CardUse,
    models.CardLink,
    models.Printing,
    models.Deck,
    models.DeckEntry,
    models.KeywordAlias,
    models.KeywordArgument,
    models.Revision,
)
"""Tables that are only shown here: cards and decks have pages of their own, the others are parts of them."""
