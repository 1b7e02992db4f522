"""The connections of pages on this device: their transport, pings, and what the table's menu asks for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from tablero.local.match_room import MatchRoom
from tablero.table import Refusal
from tablero.ui.frames import Frame
from tablero.ui.language import Language
from tablero.ui.messages import action_of, unknown_request
from tablero.ui.updates import Answer, DirectWriter


class LocalSocket:
    """A transport within one program: `send` takes what the page is sent, `receive` and `close` are called for it."""

    def __init__(self, send: Callable[[Frame], None]) -> None:
        self.direct: DirectWriter | None = None
        self._send = send
        self._inbox: asyncio.Queue[str | None] = asyncio.Queue()
        self._closed = False

    def receive(self, text: str) -> None:
        """Take a message of the page."""
        self._inbox.put_nowait(text)

    def close(self) -> None:
        """Tell the connection that the page has gone."""
        self._closed = True
        self._inbox.put_nowait(None)

    async def receive_text(self) -> str:
        text = await self._inbox.get()
        if text is None:
            raise ConnectionError
        return text

    async def send_text(self, text: str) -> None:
        self._deliver(text)

    async def send_bytes(self, data: bytes) -> None:
        self._deliver(data)

    def _deliver(self, frame: Frame) -> None:
        if self._closed:
            raise ConnectionError
        self._send(frame)


class LocalMeter:
    """Answers pings: here the clock of the page is the same, and no message is on its way for long."""

    lag = 0.0

    def take(self, message: dict[str, Any]) -> Answer:
        return {"time": time.time()} if message["do"] == "ping" else {}


class LocalActions:
    """What the menu of a table without other people can do: resign."""

    def __init__(self, room: MatchRoom, seat: int) -> None:
        self._room = room
        self._seat = seat

    async def act(self, message: dict[str, Any], language: Language) -> None:
        if message.get("deed") != "resign":
            raise unknown_request()
        await self._room.resign(self._seat, action_of(message))

    async def show_hand(self, seat: int, shown: bool, action_id: str) -> str:
        raise Refusal("nobody else can see this table")
