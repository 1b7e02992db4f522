"""Updates of a table page: send each client what has changed for it.

A client is sent the difference between the page that it has and the page that it may see now, and nothing at all when
there is none: another seat's secret move leaves no trace, not even an empty message.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import AbstractContextManager
from typing import Any, Protocol

from tablero.table import Table
from tablero.table.errors import StorageError
from tablero.ui.client_view import RELOAD_MESSAGE, ClientView
from tablero.ui.table_page import EncodedMessage
from tablero.ui.timing import timed

DISCONNECT_ERRORS = (OSError, RuntimeError)  # raised when sending to a client that has gone
LATE_SECONDS = 20.0  # after which the page says that a bot is late
STORE_PAUSE = 1.0  # seconds until a page that the database could not serve is served again

Answer = dict[str, Any]


class DirectWriter(Protocol):
    """A transport that can write a message without waiting."""

    def deliver(self, message: EncodedMessage) -> bool:
        """Write a message at once; return False when that cannot be done now."""


class Socket(Protocol):
    """Transport of a connection. Raises OSError or RuntimeError when the client has gone."""

    direct: DirectWriter | None

    async def receive_text(self) -> str:
        """Wait for the next message."""

    async def send_text(self, text: str) -> None:
        """Send a message."""

    async def send_bytes(self, data: bytes) -> None:
        """Send a deflated message."""


class Viewer(Protocol):
    """Receives the changes of a table."""

    def show(self, table: Table, rematch: str | None) -> bool:
        """Show a position at once; return False when `refresh` has to do it."""

    def refresh(self) -> None:
        """Schedule a refresh; return immediately."""


class TableFeed(Protocol):
    """Notifies viewers of the changes of one table."""

    id: str

    def subscribed(self, viewer: Viewer) -> AbstractContextManager[None]:
        """Return a context in which a viewer is notified of changes."""

    async def table(self) -> Table:
        """Return the newest position of which there was a notification."""

    async def rematch(self, table: Table) -> str | None:
        """Return the id of the table that follows a finished one."""


class Chat(Protocol):
    """The chat of a table on one page."""

    async def follow(self) -> None:
        """Send lines as they come, until cancelled."""

    def changed(self, table: Table) -> None:
        """Send the lines that the change of a table makes readable."""

    async def do(self, message: dict[str, Any]) -> Answer:
        """Answer a message of the chat."""


class UpdateSender:
    """Sends the updates of one table to one client."""

    def __init__(self, socket: Socket, feed: TableFeed, view: ClientView, chat: Chat | None) -> None:
        self._socket = socket
        self._feed = feed
        self._id = feed.id
        self._view = view
        self._chat = chat
        self._changed = False
        self._late: asyncio.TimerHandle | None = None  # fires when bots keep all players waiting
        self._follow: asyncio.Task[None] | None = None
        self._sending = asyncio.Lock()

    def refresh(self) -> None:
        self._changed = True
        if self._follow is None or self._follow.done():
            self._follow = asyncio.create_task(self._follow_up())

    def show(self, table: Table, rematch: str | None) -> bool:
        """Show a position without waiting, where the client keeps up."""
        direct, following = self._socket.direct, self._follow is not None and not self._follow.done()
        if direct is None or self._sending.locked() or following:
            return False
        try:
            before = self._view.shown
            message = self._next(table, rematch)
            if message is not None and not direct.deliver(message):
                self._view.shown = before  # it has not been sent
                return False
        except Exception:
            logging.getLogger("tablero").exception("table %s could not be shown to a page", self._id)
        return True

    async def _follow_up(self) -> None:
        """Send changes until there are none; a table without changes costs nothing."""
        while self._changed:
            self._changed = False
            try:
                await self._show()
            except StorageError as error:  # retry until the database is back
                logging.getLogger("tablero").error("a page waits for table %s: %s", self._id, error)
                if self._view.perspective.late and self._view.table is not None:
                    await self._draw(self._view.table, None)
                await asyncio.sleep(STORE_PAUSE)
                self._changed = True
            except DISCONNECT_ERRORS:
                return
            except Exception:
                # A position that cannot be shown must not keep the later ones from this page.
                logging.getLogger("tablero").exception("table %s could not be shown to a page", self._id)

    async def _show(self) -> None:
        """Send what has changed for this client since the last time."""
        table = await self._feed.table()
        await self._draw(table, await self._feed.rematch(table))

    async def _draw(self, table: Table, rematch: str | None) -> None:
        async with self._sending:
            message = self._next(table, rematch)
            if message is not None:
                with timed("send"):
                    await self._send(message)

    def _next(self, table: Table, rematch: str | None) -> EncodedMessage | None:
        """Return what to send so that the client shows a position."""
        known = self._view.table
        if known is not None and known.version > table.version:
            return None  # a newer position is shown already
        self._watch_bots(table)
        self._view.table = table
        if not self._view.may_see(table):
            return RELOAD_MESSAGE
        if self._chat is not None:
            self._chat.changed(table)
        return self._view.next_message(table, rematch)

    async def _send(self, message: EncodedMessage) -> None:
        if self._socket.direct is not None and self._socket.direct.deliver(message):
            return
        if isinstance(message.frame, str):
            await self._socket.send_text(message.frame)
        else:
            await self._socket.send_bytes(message.frame)

    def _watch_bots(self, table: Table) -> None:
        """When bots alone keep all players waiting, say so on the page after LATE_SECONDS."""
        seat, known = self._view.perspective.seat, self._view.table
        if known is not None and table.version_for(seat) == known.version_for(seat):
            return
        if self._view.perspective.late:
            self._view.change(late=False)
        self._cancel_late()
        if table.actors() and all(map(table.bot_level, table.actors())):
            self._late = asyncio.get_running_loop().call_later(LATE_SECONDS, self._show_late)

    def _cancel_late(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _show_late(self) -> None:
        self._view.change(late=True)
        self.refresh()
