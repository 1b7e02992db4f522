"""Bot seats: which bots have to move, and that they do, whatever fails on the way."""

from __future__ import annotations

import asyncio
import logging
import random

from tablero.site.audience import Audience
from tablero.site.fair_turns import decisions, is_alone
from tablero.site.thinking import Thinking
from tablero.store import House
from tablero.store.news import EVERY_TABLE
from tablero.table import NoSuchTable, OtherRules

# Seconds to wait when something fails, twice as long each time: a bot never gives up while its table is there.
RETRY = 1.0
LONGEST_RETRY = 60.0
LOOKING = 8  # tables that are read at the same time: those of the people need the database too

logger = logging.getLogger("tablero.site")


class Patience:
    """Waits after a failure, longer after each further one, never for ever."""

    def __init__(self, who: str, longest: float | None = None) -> None:
        self._who = who
        self._longest = longest or LONGEST_RETRY
        self._next = RETRY

    def renew(self) -> None:
        """All went well."""
        self._next = RETRY

    async def wait(self, error: Exception) -> None:
        """Say what failed, and wait. Not all at the same moment: the database has to come to its feet."""
        pause = self._next * random.uniform(0.8, 1.2)
        logger.error("%s waits %.1f seconds: %s", self._who, pause, error or type(error).__name__)
        self._next = min(2 * self._next, self._longest)
        await asyncio.sleep(pause)


class BotSeats:
    """Wakes whenever a table has news, and has every bot that owes a decision there think and move. Bots among
    themselves go on while somebody watches."""

    def __init__(self, house: House, thinking: Thinking, audience: Audience | None = None) -> None:
        self._house = house
        self._thinking = thinking
        self._audience = audience or Audience()
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._shows: set[str] = set()  # tables of bots among themselves that are watched here
        self._looking = asyncio.Semaphore(LOOKING)
        self._waking: asyncio.Task[None] | None = None
        self._deaf = [house.listen(lambda id, _: self.wake(id), own=True)]
        if thinking.shared:
            self._deaf.append(house.listen(lambda id, _: self._hear(id)))
        self._audience.came = self.wake

    async def start(self) -> None:
        """Go on at every table where a bot was about to move when the server stopped."""
        if not self._thinking.shared:
            self._waking = asyncio.create_task(self._wake_all())

    async def _wake_all(self) -> None:
        patience = Patience("the bots' tables")
        while True:
            try:
                async for summary in self._house.running():
                    alone = all(holder.kind == "bot" for holder in summary.holders)
                    if alone and not self._audience.watches(summary.id):
                        continue
                    if any(summary.bot_plays(seat) for seat in summary.actors):
                        self.wake(summary.id)
                return
            except Exception as error:
                await patience.wait(error)

    async def close(self) -> None:
        for stop in self._deaf:
            stop()
        tasks = [*self._playing.values(), *filter(None, [self._waking])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._thinking.close()

    async def waiting(self) -> int:
        """How many decisions wait for a place to think."""
        return await self._thinking.waiting()

    def _hear(self, id: str) -> None:
        """Whoever writes a row looks after the bots that follow; those who watch look after bots among themselves."""
        if id == EVERY_TABLE:
            for watched in self._audience.tables():
                self.wake(watched)
        elif id in self._shows:
            self.wake(id)

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
        """Have the bots move that owe something; whether there may be more to do by now."""
        async with self._looking:
            table = await self._house.table(id)
        self._shows.discard(id)
        if is_alone(table):
            if not self._audience.watches(id):
                return False
            self._shows.add(id)
        owed = decisions(table)
        if not owed and table.actors():
            self._thinking.ahead(table)
        return bool(owed) and await self._thinking.attend(table, owed)
