"""What all tables share: naming of constraints, id, version, and the tie to one ruleset. No table is defined here."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, DateTime, ForeignKeyConstraint, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

CODE = 64
"""Longest code, in characters."""
NAME = 120
"""Longest name, in characters."""
LINE = 400
"""Longest one-line text, in characters."""
TEXT = 4000
"""Longest rules text or paragraph, in characters."""
LONG = 40000
"""Longest chapter text or vector path, in characters."""

JSON_TYPE = JSON().with_variant(JSONB(), "postgresql")
UTC_TIME = DateTime(timezone=True)


def now() -> datetime:
    """Return the present moment, with its time zone."""
    return datetime.now(UTC)


class Row(SQLModel):
    """A row with a number of its own and a version that every change raises by one."""

    id: int | None = Field(default=None, primary_key=True)
    version: int = Field(default=1, sa_column_kwargs={"server_default": "1"})


class RulesetRow(Row):
    """A row that belongs to one ruleset, named by its code and shown at its position."""

    ruleset_id: int = Field(foreign_key="ruleset.id", ondelete="CASCADE", index=True)
    code: str = Field(max_length=CODE)
    position: int = Field(default=0, sa_column_kwargs={"server_default": "0"})


def in_ruleset(*more: Any) -> tuple[Any, ...]:
    """Return the constraints of a ruleset's own table: code unique in it, and the target of same_ruleset()."""
    return (UniqueConstraint("ruleset_id", "code"), UniqueConstraint("ruleset_id", "id"), *more)


def same_ruleset(column: str, table: str, *, cascade: bool = False) -> ForeignKeyConstraint:
    """Return a composite foreign key by which a row can only point inside its own ruleset."""
    return ForeignKeyConstraint(
        ["ruleset_id", column],
        [f"{table}.ruleset_id", f"{table}.id"],
        ondelete="CASCADE" if cascade else "RESTRICT",
    )


def check(name: str, sql: str) -> CheckConstraint:
    """Return a named CHECK."""
    return CheckConstraint(sql, name=name)


def one_of(column: str, values: tuple[str, ...]) -> CheckConstraint:
    """Return a CHECK that a column holds one of the words; the words are our own constants."""
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=column)
