"""Advance tournaments when their tables end, and keep bot-only tournament tables running."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

from tablero.site.backoff import Backoff
from tablero.site.bots.audience import Audience
from tablero.site.tournaments.rounds import advance, bot_tables
from tablero.store import Store
from tablero.store.database.notify import EVERY_TABLE
from tablero.store.tournaments.tournaments import NoSuchTournament


class TournamentRunner:
    """Advances each tournament when one of its tables ends, when it changes, and when the server starts.

    Tables of bots alone are played while they are watched: the runner is the audience of those in tournaments.
    """

    def __init__(self, store: Store, audience: Audience) -> None:
        self._store = store
        self._audience = audience
        self._checking: dict[str, asyncio.Task[None]] = {}
        self._repeated: set[str] = set()
        self._watched: dict[str, dict[str, ExitStack]] = {}  # by tournament, then by table
        self._tasks: set[asyncio.Task[None]] = set()
        self._unsubscribe = [
            store.subscribe(self._on_row, own=True),
            store.subscribe(lambda id, _: self.start() if id == EVERY_TABLE else None),
            store.tournaments.subscribe(self.check),
        ]

    def start(self) -> None:
        """Check all running tournaments: something may have happened while no notifications arrived."""
        self._check_later()

    async def close(self) -> None:
        for stop in self._unsubscribe:
            stop()
        tasks = [*self._checking.values(), *self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for key in list(self._watched):
            self._watch(key, [])

    def check(self, key: str) -> None:
        """Advance a tournament in the background; a check that runs already is repeated afterwards."""
        if key in self._checking:
            self._repeated.add(key)
        else:
            self._checking[key] = asyncio.create_task(self._check(key))

    def _on_row(self, id: str, _version: int) -> None:
        table = self._store.cached(id)
        if table is not None and table.over:
            self._check_later(id)

    def _check_later(self, table: str = "") -> None:
        """Find the tournament of a table, or all that run, and check them in the background."""
        task = asyncio.create_task(self._check_found(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _check_found(self, table: str = "") -> None:
        backoff = Backoff(f"the tournament of table {table}" if table else "the tournaments")
        found = self._store.tournaments
        while True:
            try:
                keys = [await found.of_table(table)] if table else await found.running()
                for key in filter(None, keys):
                    self.check(key)
                return
            except Exception as error:
                await backoff.wait(error)

    async def _check(self, key: str) -> None:
        backoff = Backoff(f"tournament {key}")
        try:
            while True:
                self._repeated.discard(key)
                try:
                    tournament = await advance(self._store, key)
                    self._watch(key, bot_tables(tournament) if tournament.stage == "running" else [])
                    if key not in self._repeated:
                        return
                except NoSuchTournament:
                    return
                except Exception as error:  # of any kind: players wait for the next round
                    await backoff.wait(error)
        finally:
            del self._checking[key]

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
