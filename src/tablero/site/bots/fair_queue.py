"""Which bot searches next: low levels first, fair between the users who opened the tables, without starvation.

Each decision is due at a moment, and the one that is due first comes first. Quick levels, which answer in a few
milliseconds, have slots of their own: they never wait behind a long search.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from tablero.site.bots.decisions import BotDecision

LEVEL_DELAY = 2  # seconds by which each level is due later
OPENER_DELAY = 3  # seconds by which a decision is due later for each pending one of the same opener
ONLY_BOTS_DELAY = 30  # seconds by which bots are due later at tables without players


def due(decision: BotDecision, now: float, ahead: int) -> float:
    """Return when a decision is due that is queued `now`, after `ahead` pending decisions of the same opener."""
    return now + LEVEL_DELAY * (decision.level - 1) + OPENER_DELAY * ahead + ONLY_BOTS_DELAY * decision.only_bots


class Lane:
    """Slots of one kind, and the decisions that wait for them. An opener has at most half of the slots."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._most = max(1, slots // 2)
        self._waiting: list[tuple[float, int, BotDecision]] = []
        self._running: Counter[str] = Counter()
        self._joined = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def join(self, decision: BotDecision, now: float) -> None:
        ahead = self._running[decision.opener]
        ahead += sum(other.opener == decision.opener for _, _, other in self._waiting)
        self._joined += 1
        self._waiting.append((due(decision, now, ahead), self._joined, decision))

    def take(self) -> BotDecision | None:
        """Return the next decision if there is a slot for it."""
        can = [entry for entry in self._waiting if self._running[entry[2].opener] < self._most]
        if not self._free or not can:
            return None
        entry = min(can, key=lambda entry: entry[:2])
        self._waiting.remove(entry)
        self._free -= 1
        self._running[entry[2].opener] += 1
        return entry[2]

    def leave(self, decision: BotDecision) -> None:
        """Free the slot of a decision, or end its waiting."""
        for entry in self._waiting:
            if entry[2] is decision:
                self._waiting.remove(entry)
                return
        self._free += 1
        self._running[decision.opener] -= 1
        if not self._running[decision.opener]:
            del self._running[decision.opener]


class FairQueue:
    """The search slots of one process."""

    def __init__(self, quick: int, deep: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._lanes = {True: Lane(quick), False: Lane(deep)}
        self._clock = clock
        self._granted: dict[int, asyncio.Event] = {}

    def waiting(self) -> int:
        """Return how many decisions wait for a slot."""
        return sum(map(len, self._lanes.values()))

    @asynccontextmanager
    async def slot(self, decision: BotDecision) -> AsyncIterator[None]:
        """Wait for a slot, and hold it inside this context."""
        lane = self._lanes[decision.quick]
        granted = self._granted[id(decision)] = asyncio.Event()
        lane.join(decision, self._clock())
        try:
            self._grant(lane)
            await granted.wait()
            yield
        finally:
            del self._granted[id(decision)]
            lane.leave(decision)
            self._grant(lane)

    def _grant(self, lane: Lane) -> None:
        while (decision := lane.take()) is not None:
            self._granted[id(decision)].set()
