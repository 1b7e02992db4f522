"""Fair turns: which bot thinks next. Low levels first, fair between those who opened the tables, nobody last for ever.

Each decision is due at a moment, and the one that is due first is thought about first. Quick levels, which answer in a
few milliseconds, have places of their own: they never wait behind a long thought.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from tablero.bots import LEVELS, Searcher
from tablero.core.game import Game
from tablero.table import Table

QUICK = 500  # iterations that take no longer than a glance
PER_LEVEL = 2  # seconds by which each level is due later
PER_WAITING = 3  # seconds by which a decision is due later for each that its opener has asked for already
ALONE = 30  # seconds by which bots are due later where nobody sits


@dataclass(frozen=True)
class Decision:
    """What a bot owes: one move of a seat in one position."""

    table: str
    seat: int
    version: int  # as the seat counts
    level: int
    opener: str
    alone: bool  # nobody but bots sits there
    quick: bool  # answered in a few milliseconds


def thinks_quickly(game: Game, level: int) -> bool:
    """Whether bots of a level answer at once in this game."""
    found = LEVELS[level - 1].bot.at(game)
    return not isinstance(found, Searcher) or (not found.seconds and found.iterations <= QUICK)


def quick_level(game: Game, level: int) -> int:
    """The highest level up to this one that answers at once."""
    return max(number for number in range(1, level + 1) if thinks_quickly(game, number))


def decisions(table: Table) -> list[Decision]:
    """What the bots of a table owe now."""
    opener, alone = table.host or table.id, is_alone(table)
    owed = []
    for seat in table.actors():
        if level := table.bot_level(seat):
            forced = len(table.state.moves(seat)) == 1  # what needs no thought is quick at every level
            level = 1 if forced else level
            quick = forced or thinks_quickly(table.game, level)
            owed.append(Decision(table.id, seat, table.version_for(seat), level, opener, alone, quick))
    return owed


def is_alone(table: Table) -> bool:
    """Whether nobody but bots sits there."""
    return all(holder.kind == "bot" for holder in table.holders)


def due(decision: Decision, now: float, ahead: int) -> float:
    """When a decision that is asked for now is due; `ahead` is how many of the same opener are under way or wait."""
    return now + PER_LEVEL * (decision.level - 1) + PER_WAITING * ahead + ALONE * decision.alone


class Line:
    """Those who wait for one kind of place, and those who have one. An opener has at most half of the places."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._most = max(1, places // 2)
        self._waiting: list[tuple[float, int, Decision]] = []
        self._under_way: Counter[str] = Counter()
        self._asked = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def join(self, decision: Decision, now: float) -> None:
        ahead = self._under_way[decision.opener]
        ahead += sum(other.opener == decision.opener for _, _, other in self._waiting)
        self._asked += 1
        self._waiting.append((due(decision, now, ahead), self._asked, decision))

    def take(self) -> Decision | None:
        """The next one that thinks, when there is a place for it."""
        can = [entry for entry in self._waiting if self._under_way[entry[2].opener] < self._most]
        if not self._free or not can:
            return None
        entry = min(can, key=lambda entry: entry[:2])
        self._waiting.remove(entry)
        self._free -= 1
        self._under_way[entry[2].opener] += 1
        return entry[2]

    def leave(self, decision: Decision) -> None:
        """Somebody has thought, or waits no longer."""
        for entry in self._waiting:
            if entry[2] is decision:
                self._waiting.remove(entry)
                return
        self._free += 1
        self._under_way[decision.opener] -= 1
        if not self._under_way[decision.opener]:
            del self._under_way[decision.opener]


class FairTurns:
    """The places to think of one process, given out in turn."""

    def __init__(self, quick: int, deep: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._lines = {True: Line(quick), False: Line(deep)}
        self._clock = clock
        self._called: dict[int, asyncio.Event] = {}

    def waiting(self) -> int:
        """How many decisions wait for a place."""
        return sum(map(len, self._lines.values()))

    @asynccontextmanager
    async def turn(self, decision: Decision) -> AsyncIterator[None]:
        """A place to think, as soon as it is this one's turn."""
        line = self._lines[decision.quick]
        called = self._called[id(decision)] = asyncio.Event()
        line.join(decision, self._clock())
        try:
            self._call(line)
            await called.wait()
            yield
        finally:
            del self._called[id(decision)]
            line.leave(decision)
            self._call(line)

    def _call(self, line: Line) -> None:
        while (decision := line.take()) is not None:
            self._called[id(decision)].set()
