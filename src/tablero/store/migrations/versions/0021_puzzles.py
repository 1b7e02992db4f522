"""Puzzles: what people have tried, their ratings and those of the puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "puzzle_attempts",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("puzzle", sa.String(32), primary_key=True),
        sa.Column("share", sa.Float, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("change", sa.Integer, nullable=False),
        sa.Column("tried", sa.Float, nullable=False),
        sa.Column("due", sa.Float),
        sa.Column("card", sa.Text),
    )
    op.create_index("ix_puzzle_attempts_day", "puzzle_attempts", ["person", "day"])
    op.create_table(
        "puzzle_ratings",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_table(
        "own_puzzles",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("puzzle", sa.String(32), primary_key=True),
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("cost", sa.Float, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
    )
    op.create_index("ix_own_puzzles_match", "own_puzzles", ["match"])
    op.create_table(
        "puzzle_figures",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("puzzle", sa.String(32), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
    )
