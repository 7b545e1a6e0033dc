"""frozen releases and the record of what was printed; the database refuses to change or delete either

Revision ID: 0005_releases
Revises: 0004_flag_demand
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0005_releases"
down_revision = "0004_flag_demand"
branch_labels = None
depends_on = None

TABLES = ("frozen_release", "print_job")
REASON = "is only ever added to"


def upgrade() -> None:
    op.create_table(
        "frozen_release",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ruleset_uid", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("note", sa.String(length=4000), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("author", sa.String(length=120), nullable=False),
        sa.Column("program", sa.String(length=120), nullable=False),
        sa.Column("content_version", sa.String(length=32), nullable=False),
        sa.Column("content_hash", sa.String(length=64), nullable=False),
        sa.Column("cards", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_frozen_release")),
        sa.UniqueConstraint("ruleset_uid", "name", name=op.f("uq_frozen_release_ruleset_uid_name")),
    )
    op.create_table(
        "print_job",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("author", sa.String(length=120), nullable=False),
        sa.Column("ruleset_uid", sa.String(length=32), nullable=False),
        sa.Column("release", sa.String(length=120), nullable=False),
        sa.Column("selection", sa.String(length=400), nullable=False),
        sa.Column("sheet", sa.String(length=120), nullable=False),
        sa.Column("file", sa.String(length=400), nullable=False),
        sa.Column("cards", sa.Integer(), nullable=False),
        sa.Column("content_hash", sa.String(length=64), nullable=False),
        sa.Column(
            "items",
            sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_print_job")),
    )
    op.create_index(op.f("ix_print_job_ruleset_uid_id"), "print_job", ["ruleset_uid", "id"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION carddb_only_added() RETURNS trigger LANGUAGE plpgsql AS $$"
            f" BEGIN RAISE EXCEPTION '% {REASON}', TG_TABLE_NAME; END $$"
        )
    for table in TABLES:
        for verb in ("UPDATE", "DELETE"):
            name = f"{table}_no_{verb.lower()}"
            if op.get_bind().dialect.name == "postgresql":
                op.execute(
                    f"CREATE TRIGGER {name} BEFORE {verb} ON {table}"
                    " FOR EACH ROW EXECUTE FUNCTION carddb_only_added()"
                )
            else:
                op.execute(
                    f"CREATE TRIGGER {name} BEFORE {verb} ON {table}"
                    f" BEGIN SELECT RAISE(ABORT, '{table} {REASON}'); END"
                )


def downgrade() -> None:
    op.drop_index(op.f("ix_print_job_ruleset_uid_id"), table_name="print_job")
    for table in TABLES:
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION carddb_only_added()")
