"""Notifications between processes on one PostgreSQL database (LISTEN and NOTIFY)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from tablero.store.database.engine import is_shared
from tablero.store.database.writer import Step

CHANNEL = "tablero"
CHAT_PREFIX = "said"  # before the number of a chat line
EVERY_TABLE = ""  # in place of one table: notifications may have been missed, read everything again
MESSAGE_MARK = "@"  # in place of a table: a message that is not about a row
RETRY = 0.1  # seconds until the first attempt to reconnect; doubled each time
LONGEST_RETRY = 2.0
CHECK = 10.0  # seconds between two checks of the connection
NOTIFY_STATEMENT = text("SELECT pg_notify(:channel, :body)")

logger = logging.getLogger("tablero.store")


class ProcessNotifier:
    """Sends and receives notifications about rows. With SQLite there is one process, and it does nothing.

    `on_row(table, version)` and `on_chat(table, number)` are called for rows and chat lines of other processes."""

    def __init__(
        self, engine: AsyncEngine, on_row: Callable[[str, int], None], on_chat: Callable[[str, int], None]
    ) -> None:
        self._engine = engine
        self._on_row = on_row
        self._on_chat = on_chat
        self._id = secrets.token_hex(8)
        self._task: asyncio.Task[None] | None = None
        self._lost = asyncio.Event()
        self._connected = False
        self._on_message: Callable[[str, str], None] | None = None

    @property
    def shared(self) -> bool:
        """Whether there may be other processes."""
        return self._task is not None

    async def start(self) -> None:
        if is_shared(self._engine):
            ready = asyncio.Event()
            self._task = asyncio.create_task(self._keep_listening(ready))
            await ready.wait()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def row_steps(self, table: str, version: int) -> list[Step]:
        """Return the statement that notifies other processes of a row, for the transaction that writes it."""
        if self._task is None:
            return []
        return [(NOTIFY_STATEMENT, {"channel": CHANNEL, "body": f"{self._id} {table} {version}"})]

    def on_message(self, callback: Callable[[str, str], None]) -> None:
        """Call `callback(process, text)` for each message of another process."""
        self._on_message = callback

    async def send(self, text: str) -> None:
        """Send a text of up to 7,000 characters to the other processes; it is not stored."""
        async with self._engine.begin() as connection:
            await connection.execute(
                NOTIFY_STATEMENT, {"channel": CHANNEL, "body": f"{self._id} {MESSAGE_MARK} {text}"}
            )

    def chat_steps(self, table: str, number: int) -> list[Step]:
        """The same for a chat line, for which no board has to be rendered again."""
        if self._task is None:
            return []
        return [(NOTIFY_STATEMENT, {"channel": CHANNEL, "body": f"{self._id} {table} {CHAT_PREFIX}{number}"})]

    async def _keep_listening(self, ready: asyncio.Event) -> None:
        pause = RETRY
        silent = False
        while True:
            self._connected = False
            try:
                await self._listen(ready)
            except Exception as error:  # whatever happened: clients wait for notifications
                if self._connected or not silent:  # once, not at each attempt
                    logger.error("news from other processes are interrupted: %s", error or type(error).__name__)
                silent = True
            pause = RETRY if self._connected else min(2 * pause, LONGEST_RETRY)
            await asyncio.sleep(pause)

    async def _listen(self, ready: asyncio.Event) -> None:
        self._lost.clear()
        async with self._engine.connect() as connection:
            wire: Any = (await connection.get_raw_connection()).driver_connection
            wire.add_termination_listener(lambda _: self._lost.set())
            await wire.add_listener(CHANNEL, self._read)
            self._connected = True
            if ready.is_set():
                self._on_row(EVERY_TABLE, 0)
            ready.set()
            try:
                while not self._lost.is_set():
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(CHECK):
                            await self._lost.wait()
                    # A connection can be dead without an error.
                    await wire.execute("SELECT 1", timeout=CHECK)
            finally:
                with contextlib.suppress(Exception):
                    await wire.remove_listener(CHANNEL, self._read)
                await connection.invalidate()

    def _read(self, _wire: Any, _process: int, _channel: str, body: str) -> None:
        sender, table, version = body.split(" ", 2)
        if sender == self._id:
            return
        if table != MESSAGE_MARK and version.startswith(CHAT_PREFIX):
            self._on_chat(table, int(version.removeprefix(CHAT_PREFIX)))
        elif table != MESSAGE_MARK:
            self._on_row(table, int(version))
        elif self._on_message is not None:
            self._on_message(sender, version)
