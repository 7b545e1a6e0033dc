"""Where and when play happens: zones, phases, and scenarios (positions and worked examples)."""

from typing import Any

from sqlalchemy import Column
from sqlmodel import Field

from carddb.models.base import CODE, JSON_TYPE, NAME, TEXT, RulesetRow, check, in_ruleset, one_of

OWNERS = ("player", "shared")
ZONE_KINDS = ("pile", "hand", "slots", "grid", "single")
FACES = ("up", "down", "hidden", "mixed")


class Zone(RulesetRow, table=True):
    """A place where cards lie, with its place on the battlefield diagram in card slots."""

    __tablename__ = "zone"
    __table_args__ = in_ruleset(
        one_of("owner", OWNERS),
        one_of("kind", ZONE_KINDS),
        one_of("face", FACES),
        check("size", "w > 0 AND h > 0"),
    )

    name: str = Field(max_length=NAME)
    text: str = Field(default="", max_length=TEXT)
    owner: str = Field(default="player", max_length=8)
    kind: str = Field(default="pile", max_length=8)
    face: str = Field(default="up", max_length=8)
    rows: str = Field(default="1", max_length=CODE)
    columns: str = Field(default="1", max_length=CODE)
    x: float = 0.0
    y: float = 0.0
    w: float = 1.0
    h: float = 1.0
    text_on_diagram: str = Field(default="", max_length=NAME)


class Phase(RulesetRow, table=True):
    """A phase of a turn."""

    __tablename__ = "phase"
    __table_args__ = in_ruleset()

    name: str = Field(max_length=NAME)
    text: str = Field(default="", max_length=TEXT)
    steps: list[str] = Field(default_factory=list, sa_column=Column(JSON_TYPE, nullable=False))


class Scenario(RulesetRow, table=True):
    """A position or a worked example; ``steps`` is a list of {text, verdict, rules, rows}."""

    __tablename__ = "scenario"
    __table_args__ = in_ruleset()

    name: str = Field(max_length=NAME)
    text: str = Field(default="", max_length=TEXT)
    rules: list[str] = Field(default_factory=list, sa_column=Column(JSON_TYPE, nullable=False))
    in_booklet: bool = False
    steps: list[dict[str, Any]] = Field(default_factory=list, sa_column=Column(JSON_TYPE, nullable=False))
