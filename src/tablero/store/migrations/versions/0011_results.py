"""How games ended, seat by seat, and the ratings that follow from it.

Games that are over already are added by and by.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", name="fk_results_match"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("won", sa.Float, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("opening", sa.String(32), nullable=False),
        sa.Column("absent", sa.String(8), nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("sources", sa.Text, nullable=False),
        sa.Column("feats", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_results"),
    )
    op.create_index("ix_results_person_ended", "results", ["person", "ended"])
    op.create_index(
        "ix_results_game", "results", ["game", "seats", "seat", "level", "opening", "score", "won", "moves", "seconds"]
    )
    waiting = sa.text("rated = 1")
    op.create_index("ix_results_rated", "results", ["ended"], sqlite_where=waiting, postgresql_where=waiting)
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("person", "game", "match", name="pk_ratings"),
    )
    op.create_index("ix_ratings_person_game_ended", "ratings", ["person", "game", "ended"])
    op.create_index("ix_ratings_match", "ratings", ["match"])
