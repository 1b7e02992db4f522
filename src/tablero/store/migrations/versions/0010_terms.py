"""What a table agrees on besides the rules, and the seats where bots stand in."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("matches", sa.Column("terms", sa.Text, nullable=False, server_default="{}"))
    op.add_column("matches", sa.Column("visibility", sa.String(8), nullable=False, server_default="listed"))
    op.add_column("matches", sa.Column("represented", sa.Text, nullable=False, server_default="[]"))
