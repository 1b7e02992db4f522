"""The worker processes in which bots search imagined positions."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tablero import metrics
from tablero.bots import LEVELS, Searcher
from tablero.bots.levels import thinks_quickly
from tablero.bots.turn import Question, explore, take_turn, think_ahead
from tablero.core.luck import seeded
from tablero.games import game as find_game
from tablero.site.bots.worker_pool import WorkerDied, WorkerPool
from tablero.table import Table

MAX_REMEMBERED = 1000  # seats of which it is known which worker searched last
AHEAD_SECONDS = 10.0  # for which a bot searches at most while people decide

logger = logging.getLogger("tablero.site")


def default_worker_count() -> int:
    """Return the number of searches at once unless the host sets it: one core is left for the site."""
    return max(1, (os.cpu_count() or 2) - 1)


@dataclass
class PlannedTurn:
    """The rest of a turn that was searched as a whole."""

    version: int  # of the seat, at which its next move is made
    moves: list[int]


@dataclass
class LastSearch:
    """Which worker searched for a seat last, and how many moves had been made after its turn."""

    pool: WorkerPool
    count: int


class BotWorkers:
    """Processes for long searches, one for quick levels; each starts when it is needed first."""

    def __init__(self, deep: int) -> None:
        self._deep = [WorkerPool(1) for _ in range(deep)]
        self._quick = WorkerPool(1)
        self._plans: dict[str, PlannedTurn] = {}
        self._last: dict[str, LastSearch] = {}

    def is_planned(self, table: Table, seat: int) -> bool:
        """Return whether the next move of a seat is known already, as a part of its turn."""
        plan = self._plans.get(_key(table, seat))
        return plan is not None and plan.version == table.version_for(seat) and plan.moves[0] in table.state.moves(seat)

    async def choose(self, table: Table, seat: int) -> int:
        """Return the move of a bot. The worker gets an imagined position: the true one never leaves this process."""
        key = _key(table, seat)
        if self.is_planned(table, seat):
            return self._next_of(key)
        self._plans.pop(key, None)
        moves = table.state.moves(seat)
        if len(moves) == 1:
            return moves[0]
        level = table.bot_level(seat)
        pool = self._quick if thinks_quickly(table.game, level) else self._free(key)
        question = self._question(table, seat, pool)
        self._last.pop(key, None)
        try:
            with metrics.bot_thinking(level):
                planned = await self._turn(pool, question, moves)
        except WorkerDied:
            raise
        except Exception:
            # A bot that fails must not hold up the players at its table.
            logger.exception("a bot of %s failed and moves at random", table.game.name)
            return secrets.choice(moves)
        self._last[key] = LastSearch(pool, table.moves_made + len(planned))
        while len(self._last) > MAX_REMEMBERED:
            del self._last[next(iter(self._last))]
        self._plans[key] = PlannedTurn(table.version_for(seat), planned)
        return self._next_of(key)

    def _next_of(self, key: str) -> int:
        plan = self._plans.pop(key)
        if plan.moves[1:]:
            self._plans[key] = PlannedTurn(plan.version + 1, plan.moves[1:])
        return plan.moves[0]

    async def _turn(self, pool: WorkerPool, question: Question, moves: Sequence[int]) -> list[int]:
        """Return a whole turn. For its first move, on which the others depend, idle workers search too."""
        others = self._deep if pool is not self._quick else ()
        idle = [other for other in others if other is not pool and not other.busy]
        if not idle or not _has_seconds(question):
            return await pool.run(take_turn, question)
        copies = [replace(question, since=None, seed=secrets.randbits(128), key="") for _ in idle]
        counts = await asyncio.gather(
            pool.run(explore, question), *(other.run(explore, copy) for other, copy in zip(idle, copies, strict=True))
        )
        visits = [sum(each) for each in zip(*counts, strict=True)]
        return await pool.run(take_turn, replace(question, since=()), moves[visits.index(max(visits))])

    def think_ahead(self, table: Table) -> None:
        """Let the bots of a table search in idle workers while people decide."""
        for seat in range(table.seats):
            last = self._last.get(_key(table, seat))
            if table.bot_level(seat) and last is not None and not last.pool.busy and not table.state.owes(seat):
                question = self._question(table, seat, last.pool)
                if question.since is not None and _has_seconds(question):
                    last.count = table.moves_made
                    last.pool.run_in_background(think_ahead, question, AHEAD_SECONDS)

    def _free(self, key: str) -> WorkerPool:
        """Return the worker that searched for this seat before if it is idle, else the least busy one."""
        before = self._last.get(key)
        if before is not None and before.pool in self._deep and not before.pool.busy:
            return before.pool
        return min(self._deep, key=lambda pool: pool.busy)

    def _question(self, table: Table, seat: int, pool: WorkerPool) -> Question:
        key = _key(table, seat)
        before = self._last.get(key)
        since = table.moves_since(before.count, seat) if before is not None and before.pool is pool else None
        imagined = table.state.imagine(seat, seeded(secrets.randbits(128))).dump()
        level = table.bot_level(seat)
        character = None if table.represented(seat) else table.holders[seat].character(table.game)
        key_of = "" if character is None else character.key
        return Question(key, table.game.name, imagined, seat, level, secrets.randbits(128), key_of, since)

    async def warm_up(self) -> None:
        """Start the processes before the first decision needs them."""
        await asyncio.gather(*(pool.run(os.getpid) for pool in (*self._deep, self._quick)))

    def close(self) -> None:
        for pool in (*self._deep, self._quick):
            pool.close()


def _key(table: Table, seat: int) -> str:
    return f"{table.id} {seat}"


def _has_seconds(question: Question) -> bool:
    """Return whether the level is limited by time, so that more search makes it stronger; weaker levels stay weak."""
    found = LEVELS[question.level - 1].bot.at(find_game(question.game))
    return isinstance(found, Searcher) and found.seconds > 0.0
