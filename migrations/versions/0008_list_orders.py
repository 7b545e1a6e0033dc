"""indexes for the orders of the list of cards: by type, by rarity, by collector number

Revision ID: 0008_list_orders
Revises: 0007_design_notes
"""

from alembic import op

revision = "0008_list_orders"
down_revision = "0007_design_notes"
branch_labels = None
depends_on = None

INDEXES = {
    "ix_card_ruleset_id_card_type_id_name_key": ("card", ["ruleset_id", "card_type_id", "name_key"]),
    "ix_card_ruleset_id_rarity_id_name_key": ("card", ["ruleset_id", "rarity_id", "name_key"]),
    "ix_printing_ruleset_id_number_order_card_id": ("printing", ["ruleset_id", "number_order", "card_id"]),
}


def upgrade() -> None:
    for name, (table, columns) in INDEXES.items():
        op.create_index(name, table, columns)
    op.drop_index("ix_card_ruleset_id_card_type_id", table_name="card")


def downgrade() -> None:
    op.create_index("ix_card_ruleset_id_card_type_id", "card", ["ruleset_id", "card_type_id"])
    for name, (table, _) in INDEXES.items():
        op.drop_index(name, table_name=table)
