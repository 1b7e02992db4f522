"""News between processes on one PostgreSQL database: each row is announced in its own transaction."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from tablero.store.writer import Step

CHANNEL = "tablero"
SAID = "said"  # before the number of a line of talk
EVERY_TABLE = ""  # told instead of one table when news may have been missed: look at everything again
WHISPER = "@"  # in the place of a table: what follows is not about a row
RETRY = 0.1  # seconds until the first attempt to listen again, twice as long each time
LONGEST_RETRY = 2.0
CHECK = 10.0  # seconds between two looks whether the connection still lives
ANNOUNCE = text("SELECT pg_notify(:channel, :body)")

logger = logging.getLogger("tablero.store")


class News:
    """Hears of rows that other processes have written. With SQLite there is one process, and nothing to hear."""

    def __init__(
        self, engine: AsyncEngine, heard: Callable[[str, int], None], talked: Callable[[str, int], None]
    ) -> None:
        self._engine = engine
        self._heard = heard
        self._talked = talked
        self._me = secrets.token_hex(8)
        self._task: asyncio.Task[None] | None = None
        self._lost = asyncio.Event()
        self._hears = False
        self._overheard: Callable[[str, str], None] | None = None

    @property
    def shared(self) -> bool:
        """Whether there may be other processes to tell something to."""
        return self._task is not None

    async def start(self) -> None:
        if self._engine.dialect.name == "postgresql":
            ready = asyncio.Event()
            self._task = asyncio.create_task(self._keep_listening(ready))
            await ready.wait()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def announced(self, table: str, version: int) -> list[Step]:
        """What tells the other processes, when and only when the transaction is committed that it belongs to."""
        if self._task is None:
            return []
        return [(ANNOUNCE, {"channel": CHANNEL, "body": f"{self._me} {table} {version}"})]

    def overhear(self, callback: Callable[[str, str], None]) -> None:
        """Have a function called with what other processes whisper, and with a name for the one that does."""
        self._overheard = callback

    async def whisper(self, told: str) -> None:
        """Tell the other processes something that need not be kept: up to 7000 letters."""
        async with self._engine.begin() as connection:
            await connection.execute(ANNOUNCE, {"channel": CHANNEL, "body": f"{self._me} {WHISPER} {told}"})

    def told(self, table: str, number: int) -> list[Step]:
        """The same for a line that was said at a table: nobody has to look at the board again for it."""
        if self._task is None:
            return []
        return [(ANNOUNCE, {"channel": CHANNEL, "body": f"{self._me} {table} {SAID}{number}"})]

    async def _keep_listening(self, ready: asyncio.Event) -> None:
        pause = RETRY
        silent = False
        while True:
            self._hears = False
            try:
                await self._listen(ready)
            except Exception as error:  # whatever it was: people wait for news
                if self._hears or not silent:  # once, not at each of many attempts
                    logger.error("news from other processes are interrupted: %s", error or type(error).__name__)
                silent = True
            pause = RETRY if self._hears else min(2 * pause, LONGEST_RETRY)
            await asyncio.sleep(pause)

    async def _listen(self, ready: asyncio.Event) -> None:
        self._lost.clear()
        async with self._engine.connect() as connection:
            wire: Any = (await connection.get_raw_connection()).driver_connection
            wire.add_termination_listener(lambda _: self._lost.set())
            await wire.add_listener(CHANNEL, self._read)
            self._hears = True
            if ready.is_set():
                self._heard(EVERY_TABLE, 0)
            ready.set()
            try:
                while not self._lost.is_set():
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._lost.wait(), CHECK)
                    # A connection can be dead without a word.
                    await wire.execute("SELECT 1", timeout=CHECK)
            finally:
                with contextlib.suppress(Exception):
                    await wire.remove_listener(CHANNEL, self._read)
                await connection.invalidate()

    def _read(self, _wire: Any, _process: int, _channel: str, body: str) -> None:
        sender, table, version = body.split(" ", 2)
        if sender == self._me:
            return
        if table != WHISPER and version.startswith(SAID):
            self._talked(table, int(version.removeprefix(SAID)))
        elif table != WHISPER:
            self._heard(table, int(version))
        elif self._overheard is not None:
            self._overheard(sender, version)
