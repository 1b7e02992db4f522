"""Websockets of the test client that wait. Litestar's own asks in a circle whether a message has come, as long as one
is open: that keeps a core busy and holds up the site in the same thread, everybody's events and timers too."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from unittest import mock

from litestar.testing import websocket_test_session as testing
from litestar.types import Message


async def serve(session: testing.WebSocketTestSession) -> None:
    """Let the application serve a websocket."""
    loop, came = asyncio.get_running_loop(), asyncio.Event()
    put = session.receive_queue.put

    def put_and_tell(message: Message) -> None:
        put(message)  # type: ignore[arg-type]
        with suppress(RuntimeError):  # the site has stopped
            loop.call_soon_threadsafe(came.set)

    async def receive() -> Message:
        while session.receive_queue.empty():
            came.clear()
            if session.receive_queue.empty():
                await came.wait()
        return session.receive_queue.get()

    async def send(message: Message) -> None:
        session.send_queue.put(message)  # type: ignore[arg-type]

    session.receive_queue.put = put_and_tell  # type: ignore[assignment]
    try:
        await session.client.app(session.scope, receive, send)  # type: ignore[arg-type]
    except BaseException as error:
        session.send_queue.put(error)
        raise


@contextmanager
def that_wait() -> Iterator[None]:
    with mock.patch.object(testing.WebSocketTestSession, "do_asgi_call", serve):
        yield
