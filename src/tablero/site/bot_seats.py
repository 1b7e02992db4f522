"""Bot seats: bots play where they sit, each thought in a process of its own, each move through the front door."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import random
import secrets
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from tablero.core.errors import IllegalMove
from tablero.core.luck import seeded
from tablero.plain import compiled_is_wanted
from tablero.site.bot_thought import choose, settle_in
from tablero.store import House
from tablero.table import NoSuchTable, OtherRules, Refusal, Table

# Seconds to wait when something fails, twice as long each time: a bot never gives up while its table is there.
RETRY = 1.0
LONGEST_RETRY = 60.0
LOOKING = 8  # tables that are read at the same time: those of the people need the database too

logger = logging.getLogger("tablero.site")


class Patience:
    """Waits after a failure, longer after each further one, never for ever."""

    def __init__(self, who: str) -> None:
        self._who = who
        self._next = RETRY

    def renew(self) -> None:
        """All went well."""
        self._next = RETRY

    async def wait(self, error: Exception) -> None:
        """Say what failed, and wait. Not all at the same moment: the database has to come to its feet."""
        pause = self._next * random.uniform(0.8, 1.2)
        logger.error("%s waits %.1f seconds: %s", self._who, pause, error or type(error).__name__)
        self._next = min(2 * self._next, LONGEST_RETRY)
        await asyncio.sleep(pause)


class BotSeats:
    """Wakes whenever a table has news, and plays every bot that owes a decision there."""

    def __init__(self, house: House, pause: float, processes: int = 0) -> None:
        self._house = house
        self._pause = pause
        self._processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None
        self._compiled = False
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._looking = asyncio.Semaphore(LOOKING)
        self._waking: asyncio.Task[None] | None = None
        self._stop_listening = house.listen(lambda id, _: self.wake(id))

    async def start(self) -> None:
        """Go on at every table where a bot was about to move when the server stopped."""
        self._waking = asyncio.create_task(self._wake_all())

    async def _wake_all(self) -> None:
        patience = Patience("the bots' tables")
        while True:
            try:
                async for summary in self._house.running():
                    if any(summary.holders[seat].kind == "bot" for seat in summary.actors):
                        self.wake(summary.id)
                return
            except Exception as error:
                await patience.wait(error)

    async def close(self) -> None:
        self._stop_listening()
        tasks = [*self._playing.values(), *filter(None, [self._waking])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._pool is not None:
            # Nobody waits for a thought that nobody will hear.
            for process in list(getattr(self._pool, "_processes", {}).values()):
                process.terminate()
            self._pool.shutdown(wait=False, cancel_futures=True)

    def wake(self, id: str) -> None:
        """Look at a table; whoever is there already looks again before leaving."""
        if id in self._playing:
            self._again.add(id)
        else:
            self._playing[id] = asyncio.create_task(self._play_table(id))

    async def _play_table(self, id: str) -> None:
        patience = Patience(f"a bot at table {id}")
        try:
            while True:
                self._again.discard(id)
                try:
                    if not await self._play_bots(id) and id not in self._again:
                        return
                    patience.renew()
                except NoSuchTable:
                    return
                except OtherRules as error:  # nobody can play there before another Tablero is started
                    logger.error("the bots leave table %s alone: %s", id, error)
                    return
                except Exception as error:  # whatever it was: people wait for this bot
                    await patience.wait(error)
        finally:
            del self._playing[id]

    async def _play_bots(self, id: str) -> bool:
        """A move for every bot that owes one; whether there was any."""
        async with self._looking:
            table = await self._house.table(id)
        waiting = [seat for seat in table.actors() if table.holders[seat].kind == "bot"]
        done = await asyncio.gather(*(self._play_seat(table, seat) for seat in waiting), return_exceptions=True)
        for error in filter(None, done):
            raise error
        return bool(waiting)

    async def _play_seat(self, table: Table, seat: int) -> None:
        moves = table.state.moves(seat)
        thinking = asyncio.sleep(self._pause)
        if len(moves) == 1:
            move = moves[0]
            await thinking
        else:
            _, move = await asyncio.gather(thinking, self._think(table, seat))
        # Somebody may have been faster, or the position may have changed: then look again.
        with contextlib.suppress(Refusal, IllegalMove):
            await self._house.play(table.id, seat, move, table.version_for(seat), f"bot-{secrets.token_hex(8)}")

    async def _think(self, table: Table, seat: int) -> int:
        imagined = table.state.imagine(seat, seeded(secrets.randbits(128))).dump()
        given = (table.game.name, imagined, seat, table.holders[seat].level, secrets.randbits(128))
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thinkers(), choose, *given)
        except BrokenProcessPool:
            self._pool = None
            raise
        except Exception:
            # A bot that fails must not hold up the people at its table.
            logger.exception("a bot of %s failed and moves at random", table.game.name)
            return secrets.choice(table.state.moves(seat))

    def _thinkers(self) -> ProcessPoolExecutor:
        """Where bots think. When the rules have been compiled since those processes started, there are new ones; what
        is being thought in the old ones is still heard."""
        if self._pool is not None and not self._compiled and compiled_is_wanted():
            self._pool.shutdown(wait=False)
            self._pool = None
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, mp_context=spawn, initializer=settle_in)
            self._compiled = compiled_is_wanted()
        return self._pool
