"""Frozen playtest versions, and what was printed when. The database itself refuses to change either."""

from datetime import datetime
from typing import Any

from sqlalchemy import Column, Index, LargeBinary, UniqueConstraint
from sqlmodel import Field, SQLModel

from carddb.models.base import JSON_TYPE, LINE, NAME, TEXT, UTC_TIME, now


class Release(SQLModel, table=True):
    """A ruleset as it was at one moment; ``content`` is what carddb.catalog.frozen wrote.

    The ruleset is named by its uid, which no editing changes. Rows are only ever added.
    content_hash: sha256 of the content before it was compressed, in hexadecimal digits.
    """

    __tablename__ = "frozen_release"
    __table_args__ = (UniqueConstraint("ruleset_uid", "name"),)

    id: int | None = Field(default=None, primary_key=True)
    ruleset_uid: str = Field(max_length=32)
    name: str = Field(max_length=NAME)
    note: str = Field(default="", max_length=TEXT)
    at: datetime = Field(default_factory=now, sa_type=UTC_TIME)
    author: str = Field(default="", max_length=NAME)
    program: str = Field(max_length=NAME)
    content_version: str = Field(max_length=32)
    content_hash: str = Field(max_length=64)
    cards: int
    content: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class PrintJob(SQLModel, table=True):
    """A sheet file that was written: when, by whom, what was chosen, and each card with the face it had.

    selection: the choice in words; release: the frozen one that was printed, "" for the working state.
    items: for each card uid, code, name, version, copies and the hash of its drawn face. Rows are only ever added.
    """

    __tablename__ = "print_job"
    __table_args__ = (Index(None, "ruleset_uid", "id"),)

    id: int | None = Field(default=None, primary_key=True)
    at: datetime = Field(default_factory=now, sa_type=UTC_TIME)
    author: str = Field(default="", max_length=NAME)
    ruleset_uid: str = Field(max_length=32)
    release: str = Field(default="", max_length=NAME)
    selection: str = Field(default="", max_length=LINE)
    sheet: str = Field(max_length=NAME)
    file: str = Field(max_length=LINE)
    cards: int
    content_hash: str = Field(max_length=64)
    items: list[dict[str, Any]] = Field(sa_column=Column(JSON_TYPE, nullable=False))
