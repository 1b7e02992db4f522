"""WebSockets of all pages: opening, sending, and closing when a device or a token loses its access."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from litestar import WebSocket
from litestar.exceptions import HTTPException, WebSocketException

from tablero.site.backoff import Backoff
from tablero.site.web.frames import WIRE_EXTENSION, Wire, packed
from tablero.site.web.identity import SIGNED_OUT, Guest, check_token, guest_of
from tablero.site.web.revocation import can_be_revoked, wait_until_revoked
from tablero.site.web.services import services_of
from tablero.store import StoreError
from tablero.ui.frames import Frame, framed
from tablero.ui.table_page import EncodedMessage
from tablero.ui.updates import DirectWriter

Socket = WebSocket[Any, Any, Any]

SOCKET_ERRORS = (WebSocketException, OSError, RuntimeError)  # raised by sending to a client that has gone
LOBBY_PAUSE = 1.0  # seconds at least between two updates of lists
TRY_AGAIN_LATER = 1013  # close code


class PageSocket:
    """WebSocket for `tablero.ui.updates`; its methods raise ConnectionError if the client has gone."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket
        extensions: Any = socket.scope.get("extensions") or {}
        wire: Wire | None = extensions.get(WIRE_EXTENSION)
        self.direct: DirectWriter | None = None if wire is None else PackedWriter(wire)

    async def receive_text(self) -> str:
        try:
            return await self._socket.receive_text()
        except WebSocketException as error:
            raise ConnectionError from error

    async def send_text(self, text: str) -> None:
        try:
            await self._socket.send_text(text)
        except WebSocketException as error:
            raise ConnectionError from error

    async def send_bytes(self, data: bytes) -> None:
        try:
            await self._socket.send_bytes(data)
        except WebSocketException as error:
            raise ConnectionError from error


class PackedWriter:
    """Write messages as WebSocket frames without waiting; each is packed once for all its receivers."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def deliver(self, message: EncodedMessage) -> bool:
        if message.packed is None:
            message.packed = packed(message.frame)
        return self._wire.deliver(message.packed)


async def send_message(socket: Socket, message: dict[str, Any]) -> None:
    """Send a message, unless the client has gone."""
    with suppress(*SOCKET_ERRORS):
        await send(socket, framed(message))


@asynccontextmanager
async def sending_changes(
    socket: Socket, read: Callable[[], Awaitable[dict[str, str]]], changed: asyncio.Event, max_wait: float | None
) -> AsyncIterator[None]:
    """Send the changed parts of a page when `changed` is set, and after `max_wait` seconds without that."""
    task = asyncio.create_task(_send_changes(socket, read, changed, max_wait))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError, WebSocketException, RuntimeError):
            await task


async def _send_changes(
    socket: Socket, read: Callable[[], Awaitable[dict[str, str]]], changed: asyncio.Event, max_wait: float | None
) -> None:
    sent: dict[str, str] = {}
    backoff = Backoff("a page with lists")
    while True:
        changed.clear()
        try:
            parts = await read()
        except StoreError:
            changed.set()
        except Exception as error:  # of any kind: a page that silently stays as it was misleads its reader
            await backoff.wait(error)
            changed.set()
        else:
            backoff.reset()
            changes = {name: html for name, html in parts.items() if sent.get(name) != html}
            sent = parts
            if changes:
                await send(socket, framed(changes))
        await asyncio.sleep(LOBBY_PAUSE)
        with suppress(TimeoutError):
            async with asyncio.timeout(max_wait):
                await changed.wait()


async def send(socket: Socket, frame: Frame) -> None:
    if isinstance(frame, str):
        await socket.send_text(frame)
    else:
        await socket.send_bytes(frame)


async def accept_socket(socket: Socket, table: str = "") -> Guest | None:
    """Accept a WebSocket and return its visitor; None if it was closed: no valid token here, or a signed-out device."""
    await socket.accept()
    try:
        await check_token(socket)
        guest = guest_of(socket, table)
        if not (guest.fresh and guest.flash == SIGNED_OUT):
            return guest
        await socket.close(code=4401, reason="you have been signed out on this device")  # the page reloads and says so
    except HTTPException as error:
        await socket.close(code=4000 + error.status_code, reason=error.detail)
    except StoreError as error:
        await socket.close(code=TRY_AGAIN_LATER, reason=str(error)[:120])
    return None


@asynccontextmanager
async def cut_when_revoked(socket: Socket, guest: Guest) -> AsyncIterator[None]:
    """Close a WebSocket within seconds after its token or key is revoked or its device signed out."""
    store = services_of(socket).store

    async def watch() -> None:
        await socket.close(code=4401, reason=await wait_until_revoked(store, guest))

    watching = asyncio.create_task(watch()) if can_be_revoked(guest) else None
    try:
        yield
    finally:
        if watching is not None:
            watching.cancel()
