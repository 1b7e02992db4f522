"""Thinkers: the processes in which bots think about imagined positions."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from tablero import figures
from tablero.core.luck import seeded
from tablero.plain import compiled_is_wanted
from tablero.site.bot_thought import choose, settle_in
from tablero.site.fair_turns import QUICK
from tablero.table import Table

logger = logging.getLogger("tablero.site")


def usual_number() -> int:
    """How many think at once unless somebody says otherwise: one core is for the site."""
    return max(1, (os.cpu_count() or 2) - 1)


class Thinkers:
    """Some processes for long thoughts, one for quick answers; each is started when it is needed first."""

    def __init__(self, deep: int) -> None:
        self._deep = Pool(deep)
        self._quick = Pool(1)

    async def choose(self, table: Table, seat: int) -> int:
        """The move of a bot. What only others know is dealt anew first: the true position never leaves this process."""
        moves = table.state.moves(seat)
        if len(moves) == 1:
            return moves[0]
        level = table.holders[seat].level
        pool = self._quick if level <= QUICK else self._deep
        imagined = table.state.imagine(seat, seeded(secrets.randbits(128))).dump()
        given = (table.game.name, imagined, seat, level, secrets.randbits(128))
        executor = pool.executor()
        try:
            with figures.thinking(level):
                return await asyncio.get_running_loop().run_in_executor(executor, choose, *given)
        except BrokenProcessPool:
            pool.drop(executor)
            raise
        except Exception:
            # A bot that fails must not hold up the people at its table.
            logger.exception("a bot of %s failed and moves at random", table.game.name)
            return secrets.choice(moves)

    async def warm_up(self) -> None:
        """Have the processes ready before somebody waits for an answer."""
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(pool.executor(), os.getpid) for pool in (self._deep, self._quick)))

    def close(self) -> None:
        self._deep.close()
        self._quick.close()


class Pool:
    """Processes alike."""

    def __init__(self, size: int, settle: Callable[[], None] = settle_in) -> None:
        self._size = size
        self._settle = settle  # what each of them does first
        self._executor: ProcessPoolExecutor | None = None
        self._compiled = False

    def executor(self) -> ProcessPoolExecutor:
        """When the rules have been compiled since the processes started, there are new ones; what is being thought in
        the old ones is still heard."""
        if self._executor is not None and not self._compiled and compiled_is_wanted():
            self._executor.shutdown(wait=False)
            self._executor = None
        if self._executor is None:
            spawn = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(self._size, mp_context=spawn, initializer=self._settle)
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
