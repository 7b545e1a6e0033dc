"""The ruleset and its book: parameters, sections, rules, rulings. No checks here."""

from typing import Any

from sqlalchemy import Column
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
)

PARAMETER_TYPES = ("int", "limit", "bool", "choice", "list", "severity")
ORIGINS = ("seed", "house ruling")
RULE_ORIGINS = ("S", "S*", "I")
SEVERITIES = ("error", "warning", "info")


class Ruleset(Row, table=True):
    """One game's rules, vocabulary and numbers."""

    __tablename__ = "ruleset"
    __table_args__ = (
        check("players", "players BETWEEN 1 AND 12"),
        check("code", "length(code) > 0"),
        check("version", "version >= 1"),
    )

    uid: str = Field(max_length=32, unique=True)
    code: str = Field(max_length=CODE, unique=True)
    name: str = Field(max_length=NAME)
    prefix: str = Field(max_length=8)
    tagline: str = Field(default="", max_length=LINE)
    description: str = Field(default="", max_length=TEXT)
    credits: str = Field(default="", max_length=TEXT)
    language: str = Field(default="en", max_length=16)
    content_version: str = Field(default="0.1.0", max_length=32)
    card_template: str = Field(default="base", max_length=CODE)
    players: int = Field(default=2)
    introduction: str = Field(default="", max_length=LONG)
    design: str = Field(default="", max_length=LONG)


class Parameter(RulesetRow, table=True):
    """A named number or choice of a ruleset; ``value`` is JSON, "no limit" is the word none."""

    __tablename__ = "parameter"
    __table_args__ = in_ruleset(
        one_of("type", PARAMETER_TYPES),
        one_of("origin", ORIGINS),
        check("range", "min IS NULL OR max IS NULL OR min <= max"),
    )

    type: str = Field(max_length=16)
    value: Any = Field(sa_column=Column(JSON_TYPE, nullable=False))
    min: int | None = None
    max: int | None = None
    unit: str = Field(default="", max_length=NAME)
    description: str = Field(default="", max_length=TEXT)
    origin: str = Field(default="house ruling", max_length=16)
    rule: str = Field(default="", max_length=CODE)
    choices: list[dict[str, str]] = Field(default_factory=list, sa_column=Column(JSON_TYPE, nullable=False))


class Section(RulesetRow, table=True):
    """A chapter of the rulebook."""

    __tablename__ = "section"
    __table_args__ = in_ruleset()

    name: str = Field(max_length=NAME)
    text: str = Field(default="", max_length=LONG)


class Rule(RulesetRow, table=True):
    """One numbered sentence of the rulebook, with {parameter} placeholders."""

    __tablename__ = "rule"
    __table_args__ = in_ruleset(one_of("severity", SEVERITIES), one_of("origin", RULE_ORIGINS))

    section: str = Field(max_length=CODE)
    title: str = Field(max_length=NAME)
    kinds: list[str] = Field(default_factory=list, sa_column=Column(JSON_TYPE, nullable=False))
    severity: str = Field(default="error", max_length=16)
    origin: str = Field(default="S", max_length=4)
    gaps: list[str] = Field(default_factory=list, sa_column=Column(JSON_TYPE, nullable=False))
    parameters: list[str] = Field(default_factory=list, sa_column=Column(JSON_TYPE, nullable=False))
    text: str = Field(max_length=TEXT)


class Ruling(RulesetRow, table=True):
    """The chosen reading of a gap; ``readings`` is a list of {code, text, sets}."""

    __tablename__ = "ruling"
    __table_args__ = in_ruleset()

    title: str = Field(max_length=NAME)
    issue: str = Field(max_length=TEXT)
    chosen: str = Field(max_length=CODE)
    why: str = Field(max_length=TEXT)
    parameters: list[str] = Field(default_factory=list, sa_column=Column(JSON_TYPE, nullable=False))
    readings: list[dict[str, Any]] = Field(default_factory=list, sa_column=Column(JSON_TYPE, nullable=False))
