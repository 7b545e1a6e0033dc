"""Who edits, and what they changed: users and the append-only history."""

from datetime import datetime
from typing import Any

from sqlalchemy import Column, Index
from sqlmodel import Field, SQLModel

from carddb.models.base import CODE, JSON_TYPE, LINE, NAME, UTC_TIME, Row, now, one_of

ACTIONS = ("create", "update", "delete")


class User(Row, table=True):
    """A person who signs in; the password is kept only as an argon2 hash."""

    __tablename__ = "user_account"

    name: str = Field(max_length=NAME, unique=True)
    password_hash: str = Field(default="", max_length=LINE)
    is_active: bool = True
    created_at: datetime = Field(default_factory=now, sa_type=UTC_TIME)


class Revision(SQLModel, table=True):
    """One change of one thing: what it was, what it became, by whom. Rows are only ever added."""

    __tablename__ = "revision"
    __table_args__ = (
        Index(None, "kind", "thing_id"),
        Index(None, "ruleset_id", "id"),
        one_of("action", ACTIONS),
    )

    id: int | None = Field(default=None, primary_key=True)
    at: datetime = Field(default_factory=now, sa_type=UTC_TIME)
    author: str = Field(default="", max_length=NAME)
    ruleset_id: int | None = Field(default=None)
    kind: str = Field(max_length=32)
    thing_id: int
    code: str = Field(default="", max_length=CODE)
    action: str = Field(max_length=8)
    from_version: int | None = None
    to_version: int | None = None
    note: str = Field(default="", max_length=LINE)
    before: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON_TYPE))
    after: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON_TYPE))
