"""Puzzles of a day, and which puzzle suits next."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from tablero.people import Rating

NEAR_COUNT = 8  # puzzles whose difficulty suits, one of which comes next


@dataclass(frozen=True)
class DayPuzzle:
    """A puzzle of a day."""

    day: date
    game: str
    id: str
    points: int
    for_all: bool  # whether it is the one of its day for all games
    solved: bool = False  # by the visitor
    solvers: int = 0  # people who solved it on its day


class EarlierTry(Protocol):
    """What is kept of a puzzle that was tried."""

    @property
    def due(self) -> float | None:
        """When it comes back."""

    @property
    def tried(self) -> float:
        """When it was tried last."""


def choose_next(
    ids: Sequence[str],
    points: Mapping[str, int],
    attempts: Mapping[str, EarlierTry],
    rating: Rating | None,
    now: float,
    person: str,
) -> str | None:
    """Choose among puzzles: the one that is due longest, else a new one near the person's rating, else the one that was
    tried longest ago."""
    due = {id: attempts[id].due for id in ids if id in attempts}
    waiting = [(at, id) for id, at in due.items() if at is not None and at <= now]
    if waiting:
        return min(waiting)[1]
    new = [id for id in ids if id not in attempts]
    if new:
        wanted = min(points.values()) if rating is None else rating.points
        near = sorted(new, key=lambda id: (abs(points[id] - wanted), id))[:NEAR_COUNT]
        return min(near, key=lambda id: hashlib.sha256(f"{person} {id}".encode()).hexdigest())
    return min(ids, key=lambda id: attempts[id].tried, default=None)
