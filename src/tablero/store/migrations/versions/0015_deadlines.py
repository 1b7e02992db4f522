"""When somebody's time may have run out at a table. Tables that are being played are looked at once."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("matches", sa.Column("deadline", sa.Float))
    op.add_column("matches", sa.Column("ends", sa.Text, nullable=False, server_default="{}"))
    op.create_index("ix_matches_deadline", "matches", ["deadline"])
    op.execute("UPDATE matches SET deadline = updated WHERE stage = 'running'")
