"""Render each table once per distinct perspective and share the result among its viewers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary

from tablero.site.table.access import DelayedTables
from tablero.site.table.page_cache import PageCache
from tablero.site.table.presence import Presence
from tablero.store import Store
from tablero.store.database.notify import EVERY_TABLE
from tablero.table import Table
from tablero.ui.updates import Viewer

DRAWING_SECONDS = 0.001  # at a stretch; a page that takes longer is not interrupted
LOOP_TURNS = 4  # of the event loop: from a message to the writer, and from the disk to the acknowledgement
STATEMENT_SECONDS = 0.05  # that drawing waits at most for rows on their way to the disk


class TableBroadcast:
    """One table with its viewers: subscribes to its rows and has its pages rendered."""

    def __init__(
        self, store: Store, id: str, render_queue: RenderQueue, presence: Presence, delayed_tables: DelayedTables
    ) -> None:
        self._store = store
        self.id = id
        self.pages = PageCache(presence, delayed_tables)
        self._render_queue = render_queue
        self._viewers: dict[Viewer, None] = {}  # in the order in which they came
        self._unsubscribe: Callable[[], None] | None = None
        self._version = 0  # the newest that was announced
        self._uncertain = False  # announcements may have been missed
        self._changes = 0  # announcements so far
        self._rematch: str | None = None
        self._rematch_lock = asyncio.Lock()
        self._rematch_read = -1  # `_changes` when the rematch was read

    @contextmanager
    def subscribed(self, viewer: Viewer) -> Iterator[None]:
        """Show the table to a viewer inside this context."""
        self._viewers[viewer] = None
        if self._unsubscribe is None:
            self._unsubscribe = self._store.subscribe(self._on_row, self.id)
        try:
            yield
        finally:
            del self._viewers[viewer]
            if not self._viewers:
                self._unsubscribe()
                self._unsubscribe = None

    def schedule(self) -> None:
        """Have the table shown again, if it has viewers."""
        if self._viewers:
            self._render_queue.add(self)

    def _on_row(self, id: str, version: int) -> None:
        self._version = max(self._version, version)
        self._uncertain = self._uncertain or id == EVERY_TABLE
        self._changes += 1
        self._render_queue.add(self)

    async def show(self) -> None:
        """Show the newest position to all viewers. Between two of them messages are taken, and whoever comes after that
        is shown what is newest by then."""
        table, rematch, changes = None, None, -1
        viewers = list(self._viewers)
        for number, viewer in enumerate(viewers):
            if table is None or changes != self._changes:
                changes = self._changes
                try:
                    table = await self.table()
                    rematch = await self.rematch(table)
                except Exception:  # each viewer handles the error itself, and reads again
                    for waiting in viewers[number:]:
                        waiting.refresh()
                    return
            if viewer in self._viewers and not viewer.show(table, rematch):
                viewer.refresh()
            await self._render_queue.give_way()

    @property
    def in_memory(self) -> bool:
        """Whether the newest position is known without reading the database."""
        return not self._uncertain and self._store.has(self.id, self._version)

    async def table(self) -> Table:
        """Return the newest position that was announced; where announcements may have been missed, the stored one."""
        changes, uncertain = self._changes, self._uncertain
        table = await self._store.table(self.id, None if uncertain else self._version)
        if changes == self._changes:
            self._uncertain = False
        return table

    async def rematch(self, table: Table) -> str | None:
        """Return the id of the table that follows a finished one; it is read once for each change."""
        if not table.over or self._rematch is not None or self._rematch_read == self._changes:
            return self._rematch
        async with self._rematch_lock:
            if self._rematch_read != self._changes:
                now = self._changes
                self._rematch = await self._store.rematch_of(self.id)
                self._rematch_read = now
        return self._rematch


class RenderQueue:
    """Shows one table after the other. Between two pages the event loop takes incoming messages, so that moves are
    acknowledged while pictures wait; a table that changes again meanwhile is rendered once."""

    def __init__(self, store: Store | None = None) -> None:
        self._store = store
        self._queued: dict[TableBroadcast, None] = {}  # in the order in which they were added
        self._task: asyncio.Task[None] | None = None
        self._reading: set[asyncio.Task[None]] = set()
        self._since = 0.0  # when drawing went on

    async def give_way(self) -> None:
        """Let acknowledgements go first, once pages have been drawn for DRAWING_SECONDS."""
        if time.perf_counter() - self._since > DRAWING_SECONDS:
            for _ in range(LOOP_TURNS):
                await asyncio.sleep(0)
            if self._store is not None:
                await self._store.executed(STATEMENT_SECONDS)
            self._since = time.perf_counter()

    def add(self, broadcast: TableBroadcast) -> None:
        self._queued[broadcast] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        await asyncio.sleep(0)
        while self._queued:
            await self.give_way()
            broadcast = next(iter(self._queued))
            del self._queued[broadcast]
            if broadcast.in_memory:
                await broadcast.show()
            else:  # the others need not wait for the database
                task = asyncio.create_task(broadcast.show())
                self._reading.add(task)
                task.add_done_callback(self._reading.discard)


class Broadcasts:
    """The broadcasts of all tables that have viewers."""

    def __init__(self, store: Store, presence: Presence) -> None:
        self._store = store
        self._presence = presence
        self._render_queue = RenderQueue(store)
        self.delayed_tables = DelayedTables()
        self._open: WeakValueDictionary[str, TableBroadcast] = WeakValueDictionary()
        presence.subscribe(self._on_presence)

    def _on_presence(self, id: str) -> None:
        broadcast = self._open.get(id)
        if broadcast is not None:
            broadcast.schedule()

    def of(self, id: str) -> TableBroadcast:
        """Return the broadcast of a table, the same one for all its viewers."""
        broadcast = self._open.get(id)
        if broadcast is None:
            broadcast = TableBroadcast(self._store, id, self._render_queue, self._presence, self.delayed_tables)
            self._open[id] = broadcast
        return broadcast
