"""The umpire: whenever a table of a tournament ends, the tournament goes on, and its bots play though nobody watches."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import ExitStack
from typing import Any

from tablero.site.audience import Audience
from tablero.site.bot_seats import Patience
from tablero.store import House
from tablero.store.cup_rounds import carry_on, lone_tables
from tablero.store.cups import NoSuchCup
from tablero.store.news import EVERY_TABLE


class Umpire:
    """Looks at a tournament when one of its tables has ended, when it has changed, and once when the server starts. It is the
    audience of tables at which bots are among themselves: those play while somebody watches."""

    def __init__(self, house: House, audience: Audience) -> None:
        self._house = house
        self._audience = audience
        self._looking: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._watched: dict[str, dict[str, ExitStack]] = {}  # by tournament, then by table
        self._others: set[asyncio.Task[None]] = set()
        self._deaf = [
            house.listen(self._hear, own=True),
            house.listen(lambda id, _: self.start() if id == EVERY_TABLE else None),
            house.cups.listen(self.look),
        ]

    def start(self) -> None:
        """Go on with every tournament that was under way when the server stopped, or while others were not heard."""
        self._beside(self._look_at_all())

    async def close(self) -> None:
        for stop in self._deaf:
            stop()
        tasks = [*self._looking.values(), *self._others]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for key in list(self._watched):
            self._watch(key, [])

    def look(self, key: str) -> None:
        """See what a tournament waits for; whoever looks already looks again before leaving."""
        if key in self._looking:
            self._again.add(key)
        else:
            self._looking[key] = asyncio.create_task(self._look(key))

    def _hear(self, id: str, _version: int) -> None:
        table = self._house.in_memory(id)
        if table is not None and table.over:
            self._beside(self._look_at_table(id))

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._others.add(task)
        task.add_done_callback(self._others.discard)

    async def _look_at_all(self) -> None:
        patience = Patience("the tournaments")
        while True:
            try:
                for key in await self._house.cups.running():
                    self.look(key)
                return
            except Exception as error:
                await patience.wait(error)

    async def _look_at_table(self, id: str) -> None:
        patience = Patience(f"the tournament of table {id}")
        while True:
            try:
                key = await self._house.cups.of_table(id)
                if key is not None:
                    self.look(key)
                return
            except Exception as error:
                await patience.wait(error)

    async def _look(self, key: str) -> None:
        patience = Patience(f"tournament {key}")
        try:
            while True:
                self._again.discard(key)
                try:
                    cup = await carry_on(self._house, key)
                    self._watch(key, lone_tables(cup) if cup.stage == "running" else [])
                    if key not in self._again:
                        return
                except NoSuchCup:
                    return
                except Exception as error:  # whatever it was: people wait for the next round
                    await patience.wait(error)
        finally:
            del self._looking[key]

    def _watch(self, key: str, tables: list[str]) -> None:
        watched = self._watched.setdefault(key, {})
        for id in [id for id in watched if id not in tables]:
            watched.pop(id).close()
        for id in tables:
            if id not in watched:
                watched[id] = ExitStack()
                watched[id].enter_context(self._audience.watching(id))
        if not watched:
            del self._watched[key]
