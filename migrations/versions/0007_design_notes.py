"""the design notes of a ruleset

Revision ID: 0007_design_notes
Revises: 0006_art_view
"""

import sqlalchemy as sa
from alembic import op

revision = "0007_design_notes"
down_revision = "0006_art_view"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("ruleset", sa.Column("design", sa.String(length=40000), server_default="", nullable=False))


def downgrade() -> None:
    op.drop_column("ruleset", "design")
