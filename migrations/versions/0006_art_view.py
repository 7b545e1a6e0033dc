"""the point of a picture that stays in view, and the part of it that may be seen

Revision ID: 0006_art_view
Revises: 0005_releases
"""

import sqlalchemy as sa
from alembic import op

revision = "0006_art_view"
down_revision = "0005_releases"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("printing", sa.Column("art_focus", sa.String(length=32), server_default="", nullable=False))
    op.add_column("printing", sa.Column("art_crop", sa.String(length=32), server_default="", nullable=False))


def downgrade() -> None:
    op.drop_column("printing", "art_crop")
    op.drop_column("printing", "art_focus")
