"""what a marker demands of texts, and the rule behind that

Revision ID: 0004_flag_demand
Revises: 0003_card_use
"""

import sqlalchemy as sa
from alembic import op

revision = "0004_flag_demand"
down_revision = "0003_card_use"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("flag", sa.Column("demand", sa.String(length=16), server_default="", nullable=False))
    op.add_column("flag", sa.Column("demand_rule", sa.String(length=64), server_default="", nullable=False))


def downgrade() -> None:
    op.drop_column("flag", "demand_rule")
    op.drop_column("flag", "demand")
