"""Deck rules as data, and decks."""

from sqlalchemy import Column, UniqueConstraint
from sqlmodel import Field

from carddb.models.base import (
    CODE,
    JSON_TYPE,
    LINE,
    NAME,
    TEXT,
    Row,
    RulesetRow,
    check,
    in_ruleset,
    one_of,
    same_ruleset,
)

DECK_RULE_KINDS = ("size", "count", "copies", "affinity")


class DeckRule(RulesetRow, table=True):
    """A demand on decks; bounds and severity are values or parameter codes."""

    __tablename__ = "deck_rule"
    __table_args__ = in_ruleset(one_of("kind", DECK_RULE_KINDS))

    rule: str = Field(default="", max_length=CODE)
    kind: str = Field(max_length=16)
    where: str = Field(default="", max_length=LINE)
    min: str = Field(default="", max_length=CODE)
    max: str = Field(default="", max_length=CODE)
    severity: str = Field(default="error", max_length=CODE)
    message: str = Field(default="", max_length=LINE)
    options: dict[str, str] = Field(default_factory=dict, sa_column=Column(JSON_TYPE, nullable=False))


class Deck(RulesetRow, table=True):
    """A deck list."""

    __tablename__ = "deck"
    __table_args__ = in_ruleset()

    uid: str = Field(max_length=32, unique=True)
    name: str = Field(max_length=NAME)
    style: str = Field(default="", max_length=NAME)
    text: str = Field(default="", max_length=TEXT)


class DeckEntry(Row, table=True):
    """A card of a deck, once per deck, with its quantity."""

    __tablename__ = "deck_entry"
    __table_args__ = (
        UniqueConstraint("deck_id", "card_id"),
        same_ruleset("deck_id", "deck", cascade=True),
        same_ruleset("card_id", "card"),
        check("quantity", "quantity BETWEEN 1 AND 500"),
    )

    ruleset_id: int
    deck_id: int
    card_id: int = Field(index=True)
    quantity: int
    position: int = 0
