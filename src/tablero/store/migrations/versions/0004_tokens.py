"""Tokens of seats: kept, so that their owners can list and revoke them."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    tokens = op.create_table(
        "tokens",
        sa.Column("id", sa.String(80), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("person", "match", "seat", name="uq_tokens_person_match_seat"),
    )
    # Tokens from before this have no id of their own. Everybody who may hold some has one line for all of them.
    seats = sa.table("seats", sa.column("person"), sa.column("kind"))
    matches = sa.table("matches", sa.column("host"))
    people = sa.union(
        sa.select(seats.c.person.label("person")).where(seats.c.kind == "person", seats.c.person != ""),
        sa.select(matches.c.host).where(matches.c.host != ""),
    ).subquery()
    older = sa.select(
        sa.literal("older:") + people.c.person, people.c.person, sa.literal(""), sa.literal(-1), sa.literal(time.time())
    )
    op.execute(tokens.insert().from_select(["id", "person", "match", "seat", "made"], older))
