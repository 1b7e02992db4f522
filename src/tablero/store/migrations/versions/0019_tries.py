"""Attempts to sign in, counted for all processes together; and who has resigned, so that lists can tell a seat that
is kept for somebody from one that was given up."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_table(
        "tries",
        sa.Column("what", sa.String(64), primary_key=True),
        sa.Column("times", sa.Integer, nullable=False),
        sa.Column("last", sa.Float, nullable=False),
    )
    op.add_column("matches", sa.Column("resigned", sa.Text, nullable=False, server_default="[]"))
