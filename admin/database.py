"""The session that Flask-Admin reads with. It cannot write: the guard of carddb.edit refuses its flushes."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Engine
from sqlmodel import SQLModel


class Database(SQLAlchemy):
    """Flask-SQLAlchemy over an engine that is already open (Flask-Admin wants its session from there)."""

    def __init__(self, engine: Engine) -> None:
        self._opened = engine
        super().__init__(metadata=SQLModel.metadata)

    def _make_engine(self, bind_key: str | None, options: dict[str, Any], app: Flask) -> Engine:
        return self._opened

    def _apply_driver_defaults(self, options: dict[str, Any], app: Flask) -> None:
        """Leave the engine as carddb opened it."""
