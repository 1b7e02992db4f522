"""Summary: a table as lists show it."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.table import Holder


@dataclass(frozen=True)
class Summary:
    """What a lobby says about a table without loading it."""

    id: str
    game: str
    seats: int
    holders: tuple[Holder, ...]
    host: str
    started: bool
    over: bool
    version: int
    actors: tuple[int, ...]
    scores: tuple[int, ...] | None
    winners: tuple[int, ...] | None
    created: float
    updated: float
