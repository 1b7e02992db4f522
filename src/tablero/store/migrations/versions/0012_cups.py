"""Tournaments among friends."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "cups",
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("stage", sa.String(8), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_cups"),
    )
    op.create_index("ix_cups_stage_updated", "cups", ["stage", "updated"])
    op.create_index("ix_cups_host", "cups", ["host"])
    op.create_table(
        "cup_players",
        sa.Column("cup", sa.String(32), sa.ForeignKey("cups.key", name="fk_cup_players_cup"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("cup", "number", name="pk_cup_players"),
    )
    op.create_index("ix_cup_players_person", "cup_players", ["person"])
    op.create_table(
        "cup_tables",
        sa.Column("cup", sa.String(32), sa.ForeignKey("cups.key", name="fk_cup_tables_cup"), nullable=False),
        sa.Column("round", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("stage", sa.String(8), nullable=False),
        sa.Column("ranks", sa.Text),
        sa.Column("scores", sa.Text),
        sa.Column("drawn", sa.Float, nullable=False),
        sa.Column("ended", sa.Float),
        sa.PrimaryKeyConstraint("cup", "round", "number", name="pk_cup_tables"),
    )
    op.create_index("ix_cup_tables_match", "cup_tables", ["match"])
    op.create_index("ix_cup_tables_stage", "cup_tables", ["stage"])
