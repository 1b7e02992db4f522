"""A database that fails on purpose: SQLite behind a simulated wire, for one process or for several.

The store's own code runs on it unchanged. SQLite keeps the rows; this driver adds time, errors, and, where several
processes share it, what PostgreSQL adds: NOTIFY with a commit, and a state of its own for each statement that is read.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable
from contextlib import closing
from contextvars import Context, copy_context
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import QueuePool
from sqlalchemy.util import LRUCache

from tablero.cli.simulate_faults.event_loop import TASK_OWNER, Owner, VirtualLoop
from tablero.store.database.engine import BUSY_SECONDS, prepare_sqlite

Heard = Callable[[Any, int, str, str], None]
_COMPILED: dict[str, Any] = {}  # the dialect that all engines share, and the statements that it has compiled


@dataclass
class DatabaseFaults:
    """How often what fails, as shares of commits, statements and notifications."""

    before_commit: float = 0.0
    after_commit: float = 0.0
    statement: float = 0.0
    lost_listener: float = 0.0  # of commits: one process loses its LISTEN
    silent_listener: float = 0.0  # the same, and it is not told
    slow: float = 0.0  # of commits: the disk takes up to five seconds
    slow_statement: float = 0.0  # of statements: they take up to a second


class SimulatedDatabase:
    """One database and everybody's connections to it."""

    def __init__(self, file: Path, shared: bool, loop: VirtualLoop, luck: Random, faults: DatabaseFaults) -> None:
        self.file = file
        self.shared = shared
        self.loop = loop
        self.luck = luck
        self.faults = faults
        self.connections: list[SimulatedConnection] = []
        self.writers: list[FaultySqlite] = []
        self.failed = 0
        self._holder: SimulatedConnection | None = None  # of the lock of those who write
        self._held_back: list[tuple[str, dict[str, Any]]] = []  # rows to write when nobody else does
        self._waiting: deque[tuple[asyncio.Future[None], SimulatedConnection]] = deque()

    # ---------------------------------------------------------------- engines

    async def open_engine(self, _: str = "") -> AsyncEngine:
        """Return an engine of the process that asks, in place of `engine.open_engine`."""
        owner = TASK_OWNER.get()

        async def connect() -> SimulatedConnection:
            return SimulatedConnection(self, owner)

        engine = create_async_engine(
            f"sqlite+aiosqlite:///{self.file}",
            async_creator=connect,
            execution_options={"shared": self.shared},
            hide_parameters=True,
        )
        prepare_sqlite(engine.sync_engine)
        event.listen(engine.sync_engine, "connect", _never_wait_for_the_disk)
        return _compile_once(engine)

    def writing_engine(self, _: AsyncEngine) -> Engine | None:
        """Return the writer's engine, in place of `engine.writing_engine`: none where processes share the database."""
        if self.shared:
            return None

        def connect() -> FaultySqlite:
            made = sqlite3.connect(self.file, factory=FaultySqlite, timeout=0, check_same_thread=False)
            made.database = self
            self.writers.append(made)
            return made

        engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool, hide_parameters=True)
        prepare_sqlite(engine)
        event.listen(engine, "connect", _never_wait_for_the_disk)
        return engine

    def disconnect(self, owner: Owner) -> None:
        """Close the connections of a process that has died: what it had not committed is gone."""
        for connection in [each for each in self.connections if each.owner is owner]:
            connection.stop()
        if not self.shared:
            for writer in self.writers:
                writer.give_up()
            self.writers.clear()

    def insert(self, table: str, row: dict[str, Any]) -> None:
        """Write a row beside the site, while no process writes."""
        with closing(sqlite3.connect(self.file, isolation_level=None, timeout=0)) as connection:
            held = self._holder
            if held is not None and held.raw is not None and held.raw.in_transaction:
                self._held_back.append((table, row))
                return
            connection.execute("PRAGMA synchronous=OFF")
            names = ", ".join(row)
            connection.execute(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(row))})", [*row.values()])

    def repair(self) -> None:
        """Let nothing fail from now on; who has lost a connection without knowing is told."""
        self.faults = DatabaseFaults()
        for connection in [each for each in self.connections if each.deaf and not each.lost]:
            connection.lose()

    def close(self) -> None:
        for connection in list(self.connections):
            connection.stop()
        for writer in self.writers:
            writer.give_up()

    # ---------------------------------------------------------------- faults

    def fails(self, share: float) -> bool:
        """Draw whether something fails."""
        if share and self.luck.random() < share:
            self.failed += 1
            return True
        return False

    async def pause(self, most: float) -> None:
        await asyncio.sleep(self.luck.random() * most)

    # ---------------------------------------------------------------- the lock of those who write

    async def lock(self, connection: SimulatedConnection) -> None:
        """Wait until no other transaction writes. Raise sqlite3.OperationalError after BUSY_SECONDS."""
        if self._holder is None:
            self._holder = connection
            return
        turn = self.loop.create_future()
        self._waiting.append((turn, connection))
        try:
            async with asyncio.timeout(BUSY_SECONDS):
                await turn
        except BaseException as error:
            if self._holder is connection:
                self.unlock(connection)
            if isinstance(error, TimeoutError):
                raise sqlite3.OperationalError("database is locked") from None
            raise

    def unlock(self, connection: SimulatedConnection) -> None:
        """Give the lock to the next transaction that waits, if this one has it."""
        if self._holder is not connection:
            return
        self._holder = None
        held_back, self._held_back = self._held_back, []
        for table, row in held_back:
            self.insert(table, row)
        while self._waiting:
            turn, following = self._waiting.popleft()
            if not turn.done() and following.owner.alive:
                self._holder = following
                turn.set_result(None)
                return

    # ---------------------------------------------------------------- NOTIFY

    def announce(self, bodies: list[tuple[str, str]]) -> None:
        """Tell everybody who listens what a commit has announced, in its order; some lose their connection instead."""
        for connection in list(self.connections):
            if connection.heard is None:
                continue
            if self.fails(self.faults.silent_listener):
                connection.deaf = True
            elif self.fails(self.faults.lost_listener):
                connection.lose()
            for channel, body in bodies:
                connection.hear(channel, body)


def _compile_once(engine: AsyncEngine) -> AsyncEngine:
    """Let an engine use what others of this run have compiled."""
    sync_engine = engine.sync_engine
    sync_engine.dialect, sync_engine._compiled_cache = _COMPILED.setdefault(
        "sqlite", (sync_engine.dialect, LRUCache(2000))
    )
    return engine


def _never_wait_for_the_disk(connection: Any, _: Any) -> None:
    """Nothing here outlives the schedule: the disk need not be waited for."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=OFF")
    cursor.close()


class FaultySqlite(sqlite3.Connection):
    """The connection of the writer's thread: a commit may fail before or after it has happened."""

    database: SimulatedDatabase

    def commit(self) -> None:
        database = self.database
        if not self.in_transaction:
            return
        if database.fails(database.faults.before_commit):
            raise sqlite3.OperationalError("disk I/O error")
        super().commit()
        if database.fails(database.faults.after_commit):
            raise sqlite3.OperationalError("disk I/O error")

    def give_up(self) -> None:
        self.close()


class SimulatedConnection:
    """What the asynchronous driver of SQLite offers SQLAlchemy, and what that of PostgreSQL offers for LISTEN."""

    def __init__(self, database: SimulatedDatabase, owner: Owner) -> None:
        self.database = database
        self.owner = owner
        self.raw: sqlite3.Connection | None = sqlite3.connect(
            database.file, timeout=0, isolation_level=None, check_same_thread=False, cached_statements=200
        )
        self.raw.create_function("pg_notify", 2, self._notify)
        self.heard: Heard | None = None
        self.deaf = False  # notifications do not arrive any more
        self.lost = False  # and the process has been told
        self._context: Context | None = None
        self._on_loss: list[Callable[[Any], None]] = []
        self._announced: list[tuple[str, str]] = []
        self._last_heard = 0.0
        self._tx = self  # of aiosqlite: where functions are queued for its thread
        database.connections.append(self)

    # ---------------------------------------------------------------- as aiosqlite

    def __await__(self) -> Any:
        yield from ()
        return self

    @property
    def _connection(self) -> sqlite3.Connection | None:
        return self.raw

    @property
    def _conn(self) -> SimulatedConnection:
        return self

    isolation_level: str | None = None

    def put_nowait(self, queued: tuple[asyncio.Future[None], Callable[[], None]]) -> None:
        queued[0].set_result(queued[1]())

    def cursor(self) -> SimulatedCursor:
        return SimulatedCursor(self)

    async def create_function(self, *made: Any, **options: Any) -> None:
        self.alive().create_function(*made, **options)

    async def commit(self) -> None:
        database, faults = self.database, self.database.faults
        if not self.alive().in_transaction:
            return
        await database.pause(5.0 if database.fails(faults.slow) else 0.004)
        if database.fails(faults.before_commit):
            self._end()
            self.stop()
            raise sqlite3.OperationalError("connection closed")
        self.alive().commit()
        announced, self._announced = self._announced, []
        database.unlock(self)
        if announced:
            database.announce(announced)
        if database.fails(faults.after_commit):
            self.stop()
            raise sqlite3.OperationalError("connection closed")
        await database.pause(0.001)

    async def rollback(self) -> None:
        if self.raw is not None:
            self._end()

    def _end(self) -> None:
        """Undo what is not committed."""
        self._announced = []
        if self.raw is not None and self.raw.in_transaction:
            self.raw.rollback()
        self.database.unlock(self)

    async def close(self) -> None:
        self.stop()

    def stop(self) -> None:
        """Close the connection at once."""
        if self.raw is None:
            return
        self._end()
        self.raw.close()
        self.raw = None
        self.heard = None
        self.database.connections.remove(self)

    def alive(self) -> sqlite3.Connection:
        """Return SQLite's connection. Raise sqlite3.OperationalError once it is closed."""
        if self.raw is None:
            raise sqlite3.OperationalError("connection closed")
        return self.raw

    # ---------------------------------------------------------------- as asyncpg

    def _notify(self, channel: str, body: str) -> str:
        self._announced.append((channel, body))
        return ""

    def add_termination_listener(self, callback: Callable[[Any], None]) -> None:
        self._on_loss.append(callback)

    async def add_listener(self, channel: str, callback: Heard) -> None:
        await self.database.pause(0.01)
        self.alive()
        self._context = copy_context()
        self.heard = callback

    async def remove_listener(self, channel: str, callback: Heard) -> None:
        self.heard = None

    async def execute(self, statement: str, timeout: float) -> None:
        await self.database.pause(0.01)
        if self.lost:
            raise ConnectionResetError("connection is closed")
        if self.deaf:
            await asyncio.sleep(timeout)
            raise TimeoutError("no answer")
        self.alive().execute(statement)

    def hear(self, channel: str, body: str) -> None:
        """Have a notification arrive after a while, after those before it."""
        if self.deaf or self.heard is None:
            return
        loop = self.database.loop
        when = max(self._last_heard, loop.time() + self.database.luck.random() * 0.05)
        self._last_heard = when
        loop.call_at(when, self._arrive, channel, body, context=self._context)

    def _arrive(self, channel: str, body: str) -> None:
        if self.heard is not None and not self.deaf:
            self.heard(self, 0, channel, body)

    def lose(self) -> None:
        """Cut the connection of a process that listens; it is told."""
        self.deaf = self.lost = True
        for callback in self._on_loss:
            self.database.loop.call_soon(callback, self, context=self._context)


class SimulatedCursor:
    """A cursor of such a connection."""

    arraysize = 1

    def __init__(self, connection: SimulatedConnection) -> None:
        self._connection = connection
        self._found: sqlite3.Cursor | None = None
        self._rows: list[Any] = []

    async def __aenter__(self) -> SimulatedCursor:
        return self

    @property
    def description(self) -> Any:
        return None if self._found is None else self._found.description

    @property
    def rowcount(self) -> int:
        return -1 if self._found is None else self._found.rowcount

    @property
    def lastrowid(self) -> int | None:
        return None if self._found is None else self._found.lastrowid

    async def execute(self, statement: str, values: Any = ()) -> SimulatedCursor:
        connection, database = self._connection, self._connection.database
        if statement == "BEGIN" and database.shared:
            return self  # PostgreSQL reads what is committed when a statement begins, not when the transaction does
        if statement == "BEGIN IMMEDIATE":
            connection.alive()
            await database.lock(connection)
        elif not statement.startswith("PRAGMA"):
            await self._reach()
        try:
            self._found = connection.alive().execute(statement, values)
        except BaseException:
            if statement == "BEGIN IMMEDIATE":
                database.unlock(connection)
            raise
        return self

    async def executemany(self, statement: str, values: Any) -> SimulatedCursor:
        await self._reach()
        raw = self._connection.alive()
        if statement.lstrip()[:6].upper() == "SELECT":  # pg_notify: SQLite has executemany for changes alone
            for each in values:
                self._found = raw.execute(statement, each)
        else:
            self._found = raw.executemany(statement, values)
        return self

    async def _reach(self) -> None:
        """Let the statement travel to the database; the connection may break on the way."""
        database = self._connection.database
        if database.fails(database.faults.slow_statement):
            await database.pause(1.0)
        elif database.luck.random() < 0.5:
            await database.pause(0.003)
        if database.fails(database.faults.statement):
            self._connection.stop()
            raise sqlite3.OperationalError("connection closed")

    async def fetchall(self) -> list[Any]:
        return [] if self._found is None else self._found.fetchall()

    async def close(self) -> None:
        pass
