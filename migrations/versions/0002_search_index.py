"""an index that finds any three letters inside a card's folded texts

SQLite: an FTS5 table of trigrams, kept by triggers. PostgreSQL: a pg_trgm index where that extension can be had;
without it the same searches run as plain scans.

Revision ID: 0002_search_index
Revises: 0001_catalog
"""

import sqlalchemy as sa
from alembic import op

revision = "0002_search_index"
down_revision = "0001_catalog"
branch_labels = None
depends_on = None

SQLITE = (
    "CREATE VIRTUAL TABLE card_fts USING fts5(search_text, content='card', content_rowid='id', tokenize='trigram')",
    "INSERT INTO card_fts (rowid, search_text) SELECT id, search_text FROM card",
    """CREATE TRIGGER card_fts_insert AFTER INSERT ON card BEGIN
         INSERT INTO card_fts (rowid, search_text) VALUES (new.id, new.search_text);
       END""",
    """CREATE TRIGGER card_fts_delete AFTER DELETE ON card BEGIN
         INSERT INTO card_fts (card_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
       END""",
    """CREATE TRIGGER card_fts_update AFTER UPDATE OF id, search_text ON card BEGIN
         INSERT INTO card_fts (card_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
         INSERT INTO card_fts (rowid, search_text) VALUES (new.id, new.search_text);
       END""",
)


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        for statement in SQLITE:
            connection.exec_driver_sql(statement)
        return
    if not connection.scalar(sa.text("SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'")):
        return
    try:
        with connection.begin_nested():
            connection.execute(sa.text("CREATE EXTENSION IF NOT EXISTS pg_trgm"))
    except sa.exc.DBAPIError:
        return
    connection.execute(sa.text("CREATE INDEX ix_card_search_trigram ON card USING gin (search_text gin_trgm_ops)"))


def downgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        for name in ("card_fts_update", "card_fts_delete", "card_fts_insert"):
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
        connection.exec_driver_sql("DROP TABLE card_fts")
    else:
        connection.execute(sa.text("DROP INDEX IF EXISTS ix_card_search_trigram"))
