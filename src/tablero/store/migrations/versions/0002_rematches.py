"""Rematches: which table follows a finished one."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "rematches",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", name="fk_rematches_match"), nullable=False),
        sa.Column("next", sa.String(32), sa.ForeignKey("matches.id", name="fk_rematches_next"), nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_rematches"),
    )
