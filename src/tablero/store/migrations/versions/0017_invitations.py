"""Who is invited to a table by name, and who was sent away."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", name="fk_invitations_match"), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("sent_away", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("match", "person", name="pk_invitations"),
    )
    op.create_index("ix_invitations_person", "invitations", ["person"])
