"""Pace: how fast things went lately, from the figures noted every few seconds."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterator
from itertools import pairwise

from tablero import figures

EVERY = 10.0  # seconds
KEPT = 90  # notes: a quarter of an hour


class Pace:
    """The figures of the last quarter of an hour."""

    def __init__(self) -> None:
        self._notes: deque[tuple[float, dict[tuple[str, ...], float]]] = deque(maxlen=KEPT)
        self.note()

    def note(self) -> None:
        self._notes.append((time.monotonic(), figures.sums()))

    async def go_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            self.note()

    @property
    def seconds(self) -> float:
        """How long ago the oldest note was taken."""
        return time.monotonic() - self._notes[0][0]

    def now(self) -> dict[tuple[str, ...], float]:
        return figures.sums()

    def lately(self) -> dict[tuple[str, ...], float]:
        """By how much each figure has grown since the oldest note."""
        before = self._notes[0][1]
        return {name: value - before.get(name, 0.0) for name, value in figures.sums().items()}

    def moves_a_second(self) -> list[float]:
        """From note to note, the oldest first."""
        return list(self._rates("tablero_moves_total"))

    def _rates(self, name: str) -> Iterator[float]:
        notes = [(when, sum(value for key, value in seen.items() if key[0] == name)) for when, seen in self._notes]
        for (before, had), (after, has) in pairwise(notes):
            yield max(0.0, has - had) / (after - before)
