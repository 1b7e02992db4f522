"""Recent rates, from samples of the metrics taken every few seconds."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from tablero import metrics

SAMPLE_INTERVAL = 10.0  # seconds
MAX_SAMPLES = 90  # a quarter of an hour

Figures = Mapping[tuple[str, ...], float]


def total(seen: Figures, name: str, *labels: str) -> float:
    """Return the sum of all samples of a name whose labels begin like this."""
    wanted = (name, *labels)
    return sum(value for key, value in seen.items() if key[: len(wanted)] == wanted)


@dataclass(frozen=True)
class MetricsWindow:
    """The samples since the start, and their growth in the last `seconds`."""

    now: Figures
    growth: Figures
    seconds: float
    moves_a_second: list[float]  # from note to note, the oldest first

    def mean(self, name: str, label: str) -> float:
        """Return the mean of a histogram lately, 0 where nothing was counted."""
        count = self.growth.get((f"{name}_count", label), 0)
        return self.growth.get((f"{name}_sum", label), 0) / count if count else 0.0

    def within(self, name: str, label: str, part: float) -> float:
        """Return the lowest bound of a histogram that this part of all stayed within lately."""
        count = self.growth.get((f"{name}_count", label), 0)
        buckets = sorted(
            (float(key[1]), value)
            for key, value in self.growth.items()
            if key[0] == f"{name}_bucket" and key[2] == label
        )
        return next((bound for bound, value in buckets if count and value >= part * count), 0.0)


class Throughput:
    """Samples of the last quarter of an hour."""

    def __init__(self) -> None:
        self._notes: deque[tuple[float, Figures]] = deque(maxlen=MAX_SAMPLES)
        self.note()

    def note(self) -> None:
        self._notes.append((time.monotonic(), metrics.samples()))

    async def run(self) -> None:
        while True:
            await asyncio.sleep(SAMPLE_INTERVAL)
            self.note()

    def reading(self) -> MetricsWindow:
        """Return the metrics of this moment."""
        now, (began, before) = metrics.samples(), self._notes[0]
        growth = {name: value - before.get(name, 0.0) for name, value in now.items()}
        return MetricsWindow(now, growth, max(time.monotonic() - began, 1e-9), self._rates())

    def _rates(self) -> list[float]:
        """Return moves per second from note to note, the oldest first."""
        notes = [(when, total(seen, "tablero_moves_total")) for when, seen in self._notes]
        return [max(0.0, has - had) / (after - before) for (before, had), (after, has) in pairwise(notes)]
