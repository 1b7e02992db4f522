"""The tables of the database that are about puzzles."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text

from tablero.store.database.metadata import metadata

# What people made of puzzles at their first try. `day` is set where it was a puzzle of that day; `due` and `card` say
# when a puzzle that was not solved comes back.
puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("puzzle", String(32), primary_key=True),
    Column("share", Float, nullable=False),  # of the success: 1 at once, 0.5 after a hint, else 0
    Column("solved", Boolean, nullable=False),  # in the end
    Column("seconds", Float, nullable=False),
    Column("day", String(10), nullable=False),
    Column("change", Integer, nullable=False),  # of the rating, in points
    Column("tried", Float, nullable=False),
    Column("due", Float),
    Column("card", Text),
    Index("ix_puzzle_attempts_day", "person", "day"),
)

# Ratings of people as solvers.
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("tries", Integer, nullable=False),
)

# Puzzles that were tried: their ratings, by how many people, and how many solved them at once.
puzzle_figures = Table(
    "puzzle_figures",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("puzzle", String(32), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)

# Moments of users' own games, as puzzles for these users alone.
own_puzzles = Table(
    "own_puzzles",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("puzzle", String(32), primary_key=True),
    Column("match", ForeignKey("matches.id"), nullable=False),
    Column("at", Integer, nullable=False),  # moves made before it
    Column("cost", Float, nullable=False),  # chance that the turn that was played cost
    Column("body", Text, nullable=False),
    Column("made", Float, nullable=False),
    Column("solved", Boolean, nullable=False),
    Index("ix_own_puzzles_match", "match"),
)
