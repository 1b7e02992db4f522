"""What is said at tables, who does not want to read whom, and private notes."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "talk",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", name="fk_talk_match"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("circle", sa.String(8), nullable=False),
        sa.Column("phrase", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("time", sa.Float, nullable=False),
    )
    op.create_index("ix_talk_person", "talk", ["person"])
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("muted", sa.String(64), primary_key=True),
    )
    op.create_table(
        "notes",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", name="fk_notes_match"), primary_key=True),
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("ix_notes_person", "notes", ["person"])
