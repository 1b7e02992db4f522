"""The tables of the database. The log is the game; everything else can be worked out from it or belongs to people."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("facts", String(16), nullable=False),  # the fingerprint of a host's own component data
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("salt", Text, nullable=False),
    Column("host", String(64), nullable=False),
    Column("invite", String(64), nullable=False, unique=True),
    Column("created", Float, nullable=False),
    # Kept for lists, so that a lobby needs no rules: worked out anew with every row.
    Column("updated", Float, nullable=False),
    Column("version", Integer, nullable=False),
    Column("stage", String(8), nullable=False),  # open, running, over
    Column("actors", Text, nullable=False),
    Column("scores", Text),
    Column("winners", Text),
    Column("start", Text),  # the position it began with, when that was not the first deal
    Column("hints", String(16), nullable=False, server_default="against_bots"),  # who may ask what to do
    Index("ix_matches_stage_updated", "stage", "updated"),
)

seats = Table(
    "seats",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", Text, nullable=False),
    Column("person", String(64), nullable=False),
    Column("level", Integer, nullable=False),
    Index("ix_seats_person", "person"),
)

log = Table(
    "log",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("move", Integer, nullable=False),
    Column("action_id", String(128), nullable=False),
    Column("time", Float, nullable=False),
    UniqueConstraint("match", "seat", "action_id"),  # a seat learns nothing of what others call their requests
)

# Where loading a table starts: the newest one of each.
snapshots = Table(
    "snapshots",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)

# The table at which those of a finished one play again: the primary key decides between two who ask at once.
rematches = Table(
    "rematches",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("next", ForeignKey("matches.id"), nullable=False),
)

# What was found out about finished games. `version` is the reviewer's: an older review is made anew.
reviews = Table(
    "reviews",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("body", Text, nullable=False),
)

# The seats' tokens that count. Not bound to matches: a token outlives its table without harm.
tokens = Table(
    "tokens",
    metadata,
    Column("id", String(80), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("match", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("made", Float, nullable=False),
    Column("used", Float),
    UniqueConstraint("person", "match", "seat"),
)

# How far people are in lessons. `version` is the lesson's when this was written; `ways` how they reached its goals.
progress = Table(
    "progress",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("lesson", String(32), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("ways", Text, nullable=False),
    Column("finished", Boolean, nullable=False),  # once, even if it was begun again since
    Column("updated", Float, nullable=False),
)

# What-if trees. Not bound to matches: one grown from a lesson has none; what grew from a table goes with it.
forks = Table(
    "forks",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("game", String(32), nullable=False),
    Column("match", String(32), nullable=False),
    Column("source", String(160), nullable=False),
    Column("tree", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Index("ix_forks_owner_source", "owner", "source"),
    Index("ix_forks_match", "match"),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
