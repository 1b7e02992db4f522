"""What rooms share whose table lives in them alone: lessons, puzzles, what-if boards, plans, matches on a device."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from tablero.table import Table
from tablero.ui.client_view import ClientView
from tablero.ui.connection import SoloConnection, TableBackend
from tablero.ui.messages import unknown_request
from tablero.ui.updates import Socket, TableFeed, Viewer


class RoomFeed:
    """The feed of a room: who looks at it, in how many windows."""

    def __init__(self) -> None:
        self._viewers: dict[Viewer, None] = {}  # in the order in which they came

    @contextmanager
    def subscribed(self, viewer: Viewer) -> Iterator[None]:
        self._viewers[viewer] = None
        try:
            yield
        finally:
            self._viewers.pop(viewer, None)

    async def rematch(self, table: Table) -> str | None:
        return None

    def refresh_viewers(self) -> None:
        for viewer in list(self._viewers):
            viewer.refresh()


class ButtonRoom(TableBackend, TableFeed, Protocol):
    """A room with buttons of its own."""

    async def table(self, id: str = "") -> Table:
        """Return the newest position."""

    async def do(self, what: str) -> None:
        """Do what a button names."""


class ButtonConnection(SoloConnection):
    """The connection of a user in a room with buttons: `kind` is what their messages do."""

    def __init__(self, socket: Socket, room: ButtonRoom, view: ClientView, kind: str) -> None:
        super().__init__(socket, room, room, view)
        self._room = room
        self._kind = kind

    async def _do(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["do"] != self._kind:
            return await super()._do(message)
        button = message.get("button")
        if not isinstance(button, str):
            raise unknown_request()
        await self._room.do(button)
        return {}
