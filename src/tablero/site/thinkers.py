"""Thinkers: the processes in which bots think about imagined positions."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from multiprocessing.synchronize import Event
from typing import Any, TypeVar

from tablero import figures
from tablero.bots import LEVELS, Searcher
from tablero.core.luck import seeded
from tablero.games import game as find_game
from tablero.plain import compiled_is_wanted
from tablero.site.bot_thought import Question, explore, settle_in, take_turn, think_ahead
from tablero.site.fair_turns import thinks_quickly
from tablero.table import Table

REMEMBERED = 1000  # seats of which it is known who was asked
AHEAD = 10.0  # seconds that a bot thinks ahead at most while others make up their minds
Answer = TypeVar("Answer")

logger = logging.getLogger("tablero.site")


def usual_number() -> int:
    """How many think at once unless somebody says otherwise: one core is for the site."""
    return max(1, (os.cpu_count() or 2) - 1)


@dataclass
class Plan:
    """The rest of a turn that was thought about as a whole."""

    version: int  # of the seat, at which its next move is made
    moves: list[int]


@dataclass
class Asked:
    """Whom a seat's question went to last, and how many moves had been made when it was answered."""

    pool: Pool
    count: int


class Thinkers:
    """Some processes for long thoughts, one for quick answers; each is started when it is needed first."""

    def __init__(self, deep: int) -> None:
        self._deep = [Pool(1) for _ in range(deep)]
        self._quick = Pool(1)
        self._plans: dict[str, Plan] = {}
        self._asked: dict[str, Asked] = {}

    def is_planned(self, table: Table, seat: int) -> bool:
        """Whether the next move of a seat is known already, as a part of its turn."""
        plan = self._plans.get(_key(table, seat))
        return plan is not None and plan.version == table.version_for(seat) and plan.moves[0] in table.state.moves(seat)

    async def choose(self, table: Table, seat: int) -> int:
        """The move of a bot. What only others know is dealt anew first: the true position never leaves this process."""
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
        try:
            with figures.thinking(level):
                planned = await self._turn(pool, question, moves)
        except BrokenProcessPool:
            self._asked.pop(key, None)
            raise
        except Exception:
            # A bot that fails must not hold up the people at its table.
            logger.exception("a bot of %s failed and moves at random", table.game.name)
            self._asked.pop(key, None)
            return secrets.choice(moves)
        self._asked.pop(key, None)
        self._asked[key] = Asked(pool, table.moves_made + len(planned))
        while len(self._asked) > REMEMBERED:
            del self._asked[next(iter(self._asked))]
        self._plans[key] = Plan(table.version_for(seat), planned)
        return self._next_of(key)

    def _next_of(self, key: str) -> int:
        plan = self._plans.pop(key)
        if plan.moves[1:]:
            self._plans[key] = Plan(plan.version + 1, plan.moves[1:])
        return plan.moves[0]

    async def _turn(self, pool: Pool, question: Question, moves: Sequence[int]) -> list[int]:
        """A whole turn. The first move, on which the others rest, is chosen together with everybody who has nothing to do."""
        idle = [other for other in self._deep if other is not pool and not other.busy] if pool is not self._quick else []
        if not idle or not _has_seconds(question):
            return await pool.ask(take_turn, question)
        alone = [replace(question, since=None, seed=secrets.randbits(128), key="") for _ in idle]
        found = await asyncio.gather(
            pool.ask(explore, question), *(other.ask(explore, each) for other, each in zip(idle, alone, strict=True))
        )
        tried = [sum(counts) for counts in zip(*found, strict=True)]
        return await pool.ask(take_turn, replace(question, since=()), moves[tried.index(max(tried))])

    def think_ahead(self, table: Table) -> None:
        """Have a bot think while people make up their minds, where nobody else wants to."""
        for seat in range(table.seats):
            asked = self._asked.get(_key(table, seat))
            if table.bot_level(seat) and asked is not None and not asked.pool.busy and not table.state.owes(seat):
                question = self._question(table, seat, asked.pool)
                if question.since is not None and _has_seconds(question):
                    asked.count = table.moves_made
                    asked.pool.busy_with(think_ahead, question, AHEAD)

    def _free(self, key: str) -> Pool:
        """Whoever was asked before, else somebody who has nothing to do, else whoever has least."""
        before = self._asked.get(key)
        if before is not None and before.pool in self._deep and not before.pool.busy:
            return before.pool
        return min(self._deep, key=lambda pool: pool.busy)

    def _question(self, table: Table, seat: int, pool: Pool) -> Question:
        key = _key(table, seat)
        before = self._asked.get(key)
        since = table.moves_since(before.count, seat) if before is not None and before.pool is pool else None
        imagined = table.state.imagine(seat, seeded(secrets.randbits(128))).dump()
        level = table.bot_level(seat)
        return Question(key, table.game.name, imagined, seat, level, secrets.randbits(128), since)

    async def warm_up(self) -> None:
        """Have the processes ready before somebody waits for an answer."""
        await asyncio.gather(*(pool.ask(os.getpid) for pool in (*self._deep, self._quick)))

    def close(self) -> None:
        for pool in (*self._deep, self._quick):
            pool.close()


def _key(table: Table, seat: int) -> str:
    return f"{table.id} {seat}"


def _has_seconds(question: Question) -> bool:
    """Whether more thought makes this bot stronger; what is weaker stays as weak as it is meant to be."""
    found = LEVELS[question.level - 1].bot.at(find_game(question.game))
    return isinstance(found, Searcher) and found.seconds > 0.0


class Pool:
    """Processes alike."""

    def __init__(self, size: int, settle: Callable[[Event], None] = settle_in) -> None:
        self._size = size
        self._settle = settle  # what each of them does first
        self._executor: ProcessPoolExecutor | None = None
        self._compiled = False
        self._spawn = multiprocessing.get_context("spawn")
        self._hush = self._spawn.Event()
        self.busy = 0  # questions that people wait for

    async def ask(self, think: Callable[..., Answer], *given: Any) -> Answer:
        """An answer, for somebody who waits; whoever thinks ahead there stops."""
        self._hush.set()
        executor = self.executor()
        self.busy += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(executor, think, *given)
        except BrokenProcessPool:
            self.drop(executor)
            raise
        finally:
            self.busy -= 1

    def busy_with(self, think: Callable[..., None], *given: Any) -> None:
        """Something to do as long as nobody asks."""
        self._hush.clear()
        try:
            ahead: Future[None] = self.executor().submit(think, *given)
        except BrokenProcessPool:
            return  # the next question has new processes
        ahead.add_done_callback(lambda done: done.cancelled() or done.exception())

    def executor(self) -> ProcessPoolExecutor:
        """When the rules have been compiled since the processes started, there are new ones; what is being thought in
        the old ones is still heard."""
        if self._executor is not None and not self._compiled and compiled_is_wanted():
            self._executor.shutdown(wait=False)
            self._executor = None
        if self._executor is None:
            self._executor = ProcessPoolExecutor(
                self._size, mp_context=self._spawn, initializer=self._settle, initargs=(self._hush,)
            )
            self._compiled = compiled_is_wanted()
        return self._executor

    def drop(self, broken: ProcessPoolExecutor) -> None:
        """A process has died; the next thought has new ones."""
        if self._executor is broken:
            self._executor = None

    def close(self) -> None:
        """Nobody waits for a thought that nobody will hear."""
        if self._executor is not None:
            for process in list(getattr(self._executor, "_processes", {}).values()):
                process.terminate()
            self._executor.shutdown(wait=False, cancel_futures=True)
