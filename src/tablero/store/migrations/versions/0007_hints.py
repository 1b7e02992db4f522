"""Who may ask for hints at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("matches", sa.Column("hints", sa.String(16), nullable=False, server_default="against_bots"))
