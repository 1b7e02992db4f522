"""Have every bot that owes a decision move, whatever fails on the way."""

from __future__ import annotations

import asyncio
import logging

from tablero.site.backoff import Backoff
from tablero.site.bots.audience import Audience
from tablero.site.bots.backend import BotBackend
from tablero.site.bots.decisions import only_bots, owed_decisions
from tablero.store import Store
from tablero.store.database.notify import EVERY_TABLE
from tablero.table import NoSuchTable, OtherRules

MAX_READS = 8  # tables read at the same time: the pages of players need the database too

logger = logging.getLogger("tablero.site")


class BotScheduler:
    """Checks a table whenever it changes, and has the backend make the decisions that bots owe there. Tables at which
    only bots sit go on while they are watched."""

    def __init__(self, store: Store, backend: BotBackend, audience: Audience | None = None) -> None:
        self._store = store
        self._backend = backend
        self._audience = audience or Audience()
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._watched: set[str] = set()  # tables of bots alone that are watched here
        self._reading = asyncio.Semaphore(MAX_READS)
        self._waking: asyncio.Task[None] | None = None
        self._unsubscribe = [store.subscribe(lambda id, _: self.wake(id), own=True)]
        if backend.shared:
            self._unsubscribe.append(store.subscribe(lambda id, _: self._on_row(id)))
        self._audience.on_arrival = self.wake

    async def start(self) -> None:
        """Wake every table where a bot was about to move when the server stopped."""
        if not self._backend.shared:
            self._waking = asyncio.create_task(self._wake_all())

    async def _wake_all(self) -> None:
        backoff = Backoff("the bots' tables")
        while True:
            try:
                async for summary in self._store.running():
                    if only_bots(summary) and not self._audience.is_watched(summary.id):
                        continue
                    if any(summary.bot_plays(seat) for seat in summary.actors):
                        self.wake(summary.id)
                return
            except Exception as error:
                await backoff.wait(error)

    async def close(self) -> None:
        for stop in self._unsubscribe:
            stop()
        tasks = [*self._playing.values(), *filter(None, [self._waking])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._backend.close()

    async def waiting(self) -> int:
        """Return how many decisions wait for a worker."""
        return await self._backend.waiting()

    def _on_row(self, id: str) -> None:
        """Wake a watched table of bots alone: the process that wrote the row wakes all others."""
        if id == EVERY_TABLE:
            for watched in self._audience.tables():
                self.wake(watched)
        elif id in self._watched:
            self.wake(id)

    def wake(self, id: str) -> None:
        """Check a table; a check under way is repeated before it ends."""
        if id in self._playing:
            self._again.add(id)
        else:
            self._playing[id] = asyncio.create_task(self._play_table(id))

    async def _play_table(self, id: str) -> None:
        backoff = Backoff(f"a bot at table {id}")
        try:
            while True:
                self._again.discard(id)
                try:
                    if not await self._play_bots(id) and id not in self._again:
                        return
                    backoff.reset()
                except NoSuchTable:
                    return
                except OtherRules as error:  # it rests until another version of Tablero is started
                    logger.error("the bots leave table %s alone: %s", id, error)
                    return
                except Exception as error:  # whatever it was: players wait for this bot
                    await backoff.wait(error)
        finally:
            del self._playing[id]

    async def _play_bots(self, id: str) -> bool:
        """Have the owed decisions made; return whether the table has to be checked again."""
        async with self._reading:
            table = await self._store.table(id)
        self._watched.discard(id)
        if only_bots(table):
            if not self._audience.is_watched(id):
                return False
            self._watched.add(id)
        owed = owed_decisions(table)
        if not owed and table.actors():
            self._backend.think_ahead(table)
        return bool(owed) and await self._backend.decide(table, owed)
