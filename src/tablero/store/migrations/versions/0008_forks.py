"""The what-if trees that people have grown."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "forks",
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("source", sa.String(160), nullable=False),
        sa.Column("tree", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_forks"),
    )
    op.create_index("ix_forks_owner_source", "forks", ["owner", "source"])
    op.create_index("ix_forks_match", "forks", ["match"])
