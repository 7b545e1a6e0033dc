"""what the texts of each card have, grant, remove and speak of, and the effects and triggers they use

Rows of phrases may also give the small words between phrases, and words for things of the ruleset.

Revision ID: 0003_card_use
Revises: 0002_search_index
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003_card_use"
down_revision = "0002_search_index"
branch_labels = None
depends_on = None


BEFORE = ("trigger", "static", "cost", "effect", "condition", "duration")
MORE = (
    *("payment", "amount", "event", "limit", "mark", "may", "do", "reference", "state", "place"),
    *("type", "role", "zone", "stat", "resource", "row", "phase"),
)


def listed(kinds: tuple[str, ...]) -> str:
    return ", ".join(f"'{kind}'" for kind in kinds)


def allow_phrases(kinds: tuple[str, ...]) -> None:
    with op.batch_alter_table("phrase") as batch_op:
        batch_op.drop_constraint(op.f("ck_phrase_kind"), type_="check")
        batch_op.create_check_constraint(op.f("ck_phrase_kind"), f"kind IN ({listed(kinds)})")


def upgrade() -> None:
    allow_phrases((*BEFORE, *MORE))
    op.create_table(
        "card_use",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("ruleset_id", sa.Integer(), nullable=False),
        sa.Column("card_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("target", sa.String(length=256), nullable=False),
        sa.Column(
            "arguments",
            sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql"),
            nullable=False,
        ),
        sa.CheckConstraint(
            "kind IN ('has', 'grants', 'removes', 'refers', 'effect', 'trigger')", name=op.f("ck_card_use_kind")
        ),
        sa.ForeignKeyConstraint(
            ["ruleset_id", "card_id"],
            ["card.ruleset_id", "card.id"],
            name=op.f("fk_card_use_ruleset_id_card_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_card_use")),
        sa.UniqueConstraint("card_id", "position", name=op.f("uq_card_use_card_id_position")),
    )
    op.create_index(op.f("ix_card_use_ruleset_id_kind_target"), "card_use", ["ruleset_id", "kind", "target"])


def downgrade() -> None:
    op.drop_index(op.f("ix_card_use_ruleset_id_kind_target"), table_name="card_use")
    op.drop_table("card_use")
    op.get_bind().exec_driver_sql(f"DELETE FROM phrase WHERE kind NOT IN ({listed(BEFORE)})")
    allow_phrases(BEFORE)
