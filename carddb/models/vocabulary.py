"""The words of a ruleset that its cards are made of: types, stats, texts, roles, affinities, keywords and so on."""

from sqlalchemy import Column, Index, UniqueConstraint
from sqlmodel import Field

from carddb.models.base import (
    CODE,
    JSON_TYPE,
    LINE,
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
from carddb.models.ruleset import SEVERITIES

TEXT_BOXES = ("own", "rules")
PHRASE_KINDS = (
    *("trigger", "static", "cost", "effect", "condition", "duration"),
    *("payment", "amount", "event", "limit", "mark", "may", "do", "reference", "state", "place"),
    *("type", "role", "zone", "stat", "resource", "row", "phase"),
)
"""Phrases, the small words between them, and words for things of the ruleset."""


class CardType(RulesetRow, table=True):
    """A card type and what the rules demand of its cards."""

    __tablename__ = "card_type"
    __table_args__ = in_ruleset()

    name: str = Field(max_length=NAME)
    plural: str = Field(default="", max_length=NAME)
    text: str = Field(default="", max_length=TEXT)
    in_deck: bool = True
    rule: str = Field(default="", max_length=CODE)
    affinities_min: str = Field(default="", max_length=CODE)
    affinities_max: str = Field(default="", max_length=CODE)
    affinities_rule: str = Field(default="", max_length=CODE)
    roles_min: int | None = None
    roles_rule: str = Field(default="", max_length=CODE)


class StatDef(Row, table=True):
    """One printed number of one card type."""

    __tablename__ = "stat_def"
    __table_args__ = (
        UniqueConstraint("ruleset_id", "card_type_id", "code"),
        UniqueConstraint("ruleset_id", "id"),
        same_ruleset("card_type_id", "card_type", cascade=True),
        Index(None, "ruleset_id", "code"),
    )

    ruleset_id: int = Field(foreign_key="ruleset.id", ondelete="CASCADE")
    card_type_id: int
    code: str = Field(max_length=CODE)
    position: int = 0
    name: str = Field(max_length=NAME)
    short: str = Field(max_length=16)
    text: str = Field(default="", max_length=TEXT)
    required: bool = True
    min: str = Field(default="", max_length=CODE)
    max: str = Field(default="", max_length=CODE)
    variable: bool = False
    warn_below: int | None = None
    unless: str = Field(default="", max_length=CODE)
    rule: str = Field(default="", max_length=CODE)


class TextDef(Row, table=True):
    """A further text box of one card type, or a demand on its rules text."""

    __tablename__ = "text_def"
    __table_args__ = (
        UniqueConstraint("ruleset_id", "card_type_id", "code"),
        UniqueConstraint("ruleset_id", "id"),
        same_ruleset("card_type_id", "card_type", cascade=True),
        one_of("box", TEXT_BOXES),
    )

    ruleset_id: int = Field(foreign_key="ruleset.id", ondelete="CASCADE")
    card_type_id: int
    code: str = Field(max_length=CODE)
    position: int = 0
    name: str = Field(max_length=NAME)
    box: str = Field(default="own", max_length=8)
    required: bool = False
    opens_with_phrase: bool = False
    rule: str = Field(default="", max_length=CODE)


class Role(RulesetRow, table=True):
    """A role or subtype; ``types`` lists the codes of the card types that may carry it."""

    __tablename__ = "role"
    __table_args__ = in_ruleset()

    name: str = Field(max_length=NAME)
    text: str = Field(default="", max_length=TEXT)
    types: list[str] = Field(default_factory=list, sa_column=Column(JSON_TYPE, nullable=False))


class Affinity(RulesetRow, table=True):
    """A colour or faction with its hue and sigil."""

    __tablename__ = "affinity"
    __table_args__ = in_ruleset(check("color", "length(color) = 7"))

    name: str = Field(max_length=NAME)
    text: str = Field(default="", max_length=TEXT)
    color: str = Field(max_length=7)
    sigil: str = Field(default="", max_length=LONG)


class Rarity(RulesetRow, table=True):
    """A rarity; position orders them from the most common to the rarest."""

    __tablename__ = "rarity"
    __table_args__ = in_ruleset()

    name: str = Field(max_length=NAME)
    text: str = Field(default="", max_length=TEXT)
    mark: str = Field(default="", max_length=LONG)


class Flag(RulesetRow, table=True):
    """A marker that a ruleset declares: legendary, permanent, token."""

    __tablename__ = "flag"
    __table_args__ = in_ruleset(one_of("severity_elsewhere", SEVERITIES))

    name: str = Field(max_length=NAME)
    text: str = Field(default="", max_length=TEXT)
    types: list[str] = Field(default_factory=list, sa_column=Column(JSON_TYPE, nullable=False))
    severity_elsewhere: str = Field(default="error", max_length=16)
    rule: str = Field(default="", max_length=CODE)
    on_type_line: bool = True
    demand: str = Field(default="", max_length=16, sa_column_kwargs={"server_default": ""})
    demand_rule: str = Field(default="", max_length=CODE, sa_column_kwargs={"server_default": ""})


class Symbol(RulesetRow, table=True):
    """A picture in the running text, as our own vector path in a box of 100 x 100."""

    __tablename__ = "symbol"
    __table_args__ = in_ruleset()

    name: str = Field(max_length=NAME)
    path: str = Field(max_length=LONG)
    color: str = Field(default="", max_length=7)


class Phrase(RulesetRow, table=True):
    """A pattern of the house vocabulary of rules texts."""

    __tablename__ = "phrase"
    __table_args__ = in_ruleset(one_of("kind", PHRASE_KINDS))

    kind: str = Field(max_length=16)
    pattern: str = Field(max_length=LINE)
    text: str = Field(default="", max_length=TEXT)


class Keyword(RulesetRow, table=True):
    """A keyword; its reminder text is printed, never typed."""

    __tablename__ = "keyword"
    __table_args__ = in_ruleset(UniqueConstraint("ruleset_id", "name"))

    name: str = Field(max_length=NAME)
    reminder: str = Field(default="", max_length=LINE)
    text: str = Field(default="", max_length=TEXT)
    rule: str = Field(default="", max_length=CODE)


class KeywordAlias(Row, table=True):
    """A further printed name of a keyword, unique in its ruleset."""

    __tablename__ = "keyword_alias"
    __table_args__ = (
        UniqueConstraint("ruleset_id", "name"),
        same_ruleset("keyword_id", "keyword", cascade=True),
    )

    ruleset_id: int
    keyword_id: int = Field(index=True)
    name: str = Field(max_length=NAME)
    position: int = 0


class KeywordArgument(Row, table=True):
    """A number that a keyword is printed with; bounds are numbers or parameter codes."""

    __tablename__ = "keyword_argument"
    __table_args__ = (
        UniqueConstraint("keyword_id", "code"),
        same_ruleset("keyword_id", "keyword", cascade=True),
    )

    ruleset_id: int
    keyword_id: int
    code: str = Field(max_length=CODE)
    position: int = 0
    min: str = Field(default="", max_length=CODE)
    max: str = Field(default="", max_length=CODE)
    unit: str = Field(default="", max_length=NAME)


class CardSet(RulesetRow, table=True):
    """A card set; ``size`` is the stated number of collector numbers."""

    __tablename__ = "card_set"
    __table_args__ = in_ruleset(check("size", "size IS NULL OR size >= 0"))

    uid: str = Field(max_length=32, unique=True)
    name: str = Field(max_length=NAME)
    abbreviation: str = Field(default="", max_length=16)
    text: str = Field(default="", max_length=TEXT)
    size: int | None = None
