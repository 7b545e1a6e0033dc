"""Cards: what the rules know of them, their printings, and the index of keywords derived from their texts."""

from sqlalchemy import Column, Index, UniqueConstraint
from sqlmodel import Field

from carddb.models.base import (
    CODE,
    JSON_TYPE,
    LONG,
    NAME,
    TEXT,
    Row,
    RulesetRow,
    check,
    in_ruleset,
    one_of,
    same_ruleset,
)

STATUSES = ("idea", "playtest", "final")
NAME_KEY = 240
"""Longest folded name; folding can make a name longer, and a longer one is cut."""
FOLDED = 8 * LONG
"""Longest folded text of a card: one character may fold to eighteen."""
LINK_KINDS = ("token", "face", "companion")
USE_KINDS = ("has", "grants", "removes", "refers", "effect", "trigger")
USE_CODE = 256
"""Longest code of a use: "card:" and a folded name; a longer one is cut."""


class Card(RulesetRow, table=True):
    """A card's rules identity. ``name_key`` and ``search_text`` are folded copies that edit.py keeps."""

    __tablename__ = "card"
    __table_args__ = in_ruleset(
        same_ruleset("card_type_id", "card_type"),
        same_ruleset("rarity_id", "rarity"),
        one_of("status", STATUSES),
        check("version", "version >= 1"),
        check("name", "length(name) > 0"),
        Index(None, "ruleset_id", "name_key"),
        Index(None, "ruleset_id", "card_type_id", "name_key"),
        Index(None, "ruleset_id", "rarity_id", "name_key"),
        Index(None, "ruleset_id", "position"),
    )

    uid: str = Field(max_length=32, unique=True)
    name: str = Field(max_length=NAME)
    name_key: str = Field(max_length=NAME_KEY)
    card_type_id: int
    rarity_id: int | None = None
    rules: str = Field(default="", max_length=TEXT)
    search_text: str = Field(default="", max_length=FOLDED)
    status: str = Field(default="playtest", max_length=16)


class CardStat(Row, table=True):
    """A number of a card as printed; ``number`` is NULL for X, which is not 0."""

    __tablename__ = "card_stat"
    __table_args__ = (
        UniqueConstraint("card_id", "stat_def_id"),
        same_ruleset("card_id", "card", cascade=True),
        same_ruleset("stat_def_id", "stat_def"),
        Index(None, "stat_def_id", "number"),
        check("printed", "length(printed) > 0"),
    )

    ruleset_id: int
    card_id: int
    stat_def_id: int
    printed: str = Field(max_length=16)
    number: int | None = None


class CardText(Row, table=True):
    """The text of a further box of a card; the word none is a value."""

    __tablename__ = "card_text"
    __table_args__ = (
        UniqueConstraint("card_id", "text_def_id"),
        same_ruleset("card_id", "card", cascade=True),
        same_ruleset("text_def_id", "text_def"),
    )

    ruleset_id: int
    card_id: int
    text_def_id: int
    text: str = Field(max_length=TEXT)


class CardRole(Row, table=True):
    """A role that a card has."""

    __tablename__ = "card_role"
    __table_args__ = (
        UniqueConstraint("card_id", "role_id"),
        same_ruleset("card_id", "card", cascade=True),
        same_ruleset("role_id", "role"),
    )

    ruleset_id: int
    card_id: int
    role_id: int = Field(index=True)


class CardAffinity(Row, table=True):
    """An affinity that a card has; a card without any is neutral."""

    __tablename__ = "card_affinity"
    __table_args__ = (
        UniqueConstraint("card_id", "affinity_id"),
        same_ruleset("card_id", "card", cascade=True),
        same_ruleset("affinity_id", "affinity"),
    )

    ruleset_id: int
    card_id: int
    affinity_id: int = Field(index=True)


class CardFlag(Row, table=True):
    """A marker that a card carries."""

    __tablename__ = "card_flag"
    __table_args__ = (
        UniqueConstraint("card_id", "flag_id"),
        same_ruleset("card_id", "card", cascade=True),
        same_ruleset("flag_id", "flag"),
    )

    ruleset_id: int
    card_id: int
    flag_id: int = Field(index=True)


class CardKeyword(Row, table=True):
    """A keyword found in a card's text when the card was saved; never typed."""

    __tablename__ = "card_keyword"
    __table_args__ = (
        UniqueConstraint("card_id", "position"),
        same_ruleset("card_id", "card", cascade=True),
        same_ruleset("keyword_id", "keyword"),
    )

    ruleset_id: int
    card_id: int
    keyword_id: int = Field(index=True)
    position: int
    arguments: list[int] = Field(default_factory=list, sa_column=Column(JSON_TYPE, nullable=False))
    is_own: bool = True


class CardUse(Row, table=True):
    """What a card's texts have, grant, remove or speak of, or an effect or trigger of theirs; never typed.

    ``target`` is a keyword for has, grants and removes, "keyword:poison", "card:stone golem" or "type:creature" for
    refers, and a phrase for effect and trigger; nothing hangs on it, so it is no foreign key.
    """

    __tablename__ = "card_use"
    __table_args__ = (
        UniqueConstraint("card_id", "position"),
        same_ruleset("card_id", "card", cascade=True),
        one_of("kind", USE_KINDS),
        Index(None, "ruleset_id", "kind", "target"),
    )

    ruleset_id: int
    card_id: int
    position: int
    kind: str = Field(max_length=16)
    target: str = Field(max_length=USE_CODE)
    arguments: list[int | str] = Field(default_factory=list, sa_column=Column(JSON_TYPE, nullable=False))


class CardLink(Row, table=True):
    """A tie from one card to another of the same ruleset."""

    __tablename__ = "card_link"
    __table_args__ = (
        UniqueConstraint("card_id", "kind", "target_id"),
        same_ruleset("card_id", "card", cascade=True),
        same_ruleset("target_id", "card"),
        one_of("kind", LINK_KINDS),
    )

    ruleset_id: int
    card_id: int
    target_id: int = Field(index=True)
    kind: str = Field(max_length=16)


class Printing(Row, table=True):
    """A card in a set. The collector number is text, ``number_order`` its first whole number.

    art_focus and art_crop: percentages, as the documents write them.
    """

    __tablename__ = "printing"
    __table_args__ = (
        UniqueConstraint("card_set_id", "number"),
        same_ruleset("card_id", "card", cascade=True),
        same_ruleset("card_set_id", "card_set"),
        check("number", "length(number) > 0"),
        Index(None, "ruleset_id", "number_order", "card_id"),
    )

    uid: str = Field(max_length=32, unique=True)
    ruleset_id: int
    card_id: int = Field(index=True)
    card_set_id: int
    position: int = 0
    number: str = Field(max_length=16)
    number_order: int | None = None
    flavor: str = Field(default="", max_length=TEXT)
    artist: str = Field(default="", max_length=NAME)
    art: str = Field(default="", max_length=CODE * 2)
    art_focus: str = Field(default="", max_length=32)
    art_crop: str = Field(default="", max_length=32)
