"""Alembic's entry: one transaction, on SQLite with foreign keys off and checked before the commit."""

from typing import Any

from alembic import context
from sqlalchemy import JSON, DateTime, String, create_engine, event
from sqlalchemy.types import TypeDecorator
from sqlmodel import SQLModel

import carddb.models  # noqa: F401


def render_item(kind: str, item: Any, ctx: Any) -> str | bool:
    """Write plain SQLAlchemy types, so that migrations depend on nothing else."""
    if kind != "type":
        return False
    plain = item.impl_instance if isinstance(item, TypeDecorator) else item
    if isinstance(plain, JSON):
        ctx.imports.add("from sqlalchemy.dialects import postgresql")
        return "sa.JSON().with_variant(postgresql.JSONB(), 'postgresql')"
    if isinstance(plain, DateTime):
        return f"sa.DateTime(timezone={plain.timezone})"
    if isinstance(plain, String):
        return f"sa.String(length={plain.length})"
    return False


def include_name(name: str | None, kind: str, _parents: Any) -> bool:
    """Leave the search index, which only one kind of database has, out of comparisons."""
    if kind == "table":
        return not (name or "").startswith("card_fts")
    if kind == "index":
        return name != "ix_card_search_trigram"
    return True


def run() -> None:
    url = context.config.attributes["url"]
    engine = create_engine(url)
    is_sqlite = engine.dialect.name == "sqlite"
    if is_sqlite:

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _record: Any) -> None:
            connection.isolation_level = None
            for pragma in ("busy_timeout=15000", "foreign_keys=OFF", "journal_mode=WAL", "synchronous=FULL"):
                connection.execute(f"PRAGMA {pragma}")

        @event.listens_for(engine, "begin")
        def begin(connection: Any) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    with engine.connect() as connection:
        context.configure(
            connection=connection,
            target_metadata=SQLModel.metadata,
            render_item=render_item,
            include_name=include_name,
            compare_type=True,
            compare_server_default=False,
            render_as_batch=is_sqlite,
            transactional_ddl=True,
        )
        with context.begin_transaction():
            context.run_migrations()
            if is_sqlite:
                broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
                if broken:
                    raise RuntimeError(f"the migration would leave {len(broken)} rows without what they point to")
    engine.dispose()


run()
