"""Uvicorn's protocols with time limits: clients that send too slowly, do not read or flood a WebSocket are cut off."""

from __future__ import annotations

import struct
from asyncio import AbstractEventLoop, Transport
from asyncio.events import TimerHandle
from contextlib import suppress
from http import HTTPStatus
from socket import SO_LINGER, SOL_SOCKET
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from tablero.site.server.connection_limit import ConnectionLimit
from tablero.site.settings import Limits
from tablero.site.web.frames import WIRE_EXTENSION

LONG = 24 * 3600  # seconds, where a limit is lifted
LONGEST_HEAD = 32_768  # bytes; a browser's is below 2,000
LINGER = 2  # seconds for the last words to be read
FLOOD = "too many messages at once: load the page again"
TOO_LONG = "the head of this request is too long"


def answer(status: int, sentence: str) -> bytes:
    """Return a complete response that closes the connection."""
    head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: text/plain; charset=utf-8\r\n"
    return f"{head}content-length: {len(sentence) + 1}\r\nconnection: close\r\n\r\n{sentence}\n".encode()


class SlowReaderGuard:
    """Close connections whose client does not read what it is sent."""

    connection_limit: ClassVar[ConnectionLimit]
    limits: ClassVar[Limits]
    loop: AbstractEventLoop
    transport: Transport
    address: str
    _watch: TimerHandle | None = None
    _gone = False

    def cut_off(self) -> None:
        """Close at once, to make room for another connection."""
        self.transport.abort()

    def _watch_reading(self) -> None:
        if self._watch is None and self.limits.unread_seconds and not self._gone:
            unread = self.transport.get_write_buffer_size()
            self._watch = self.loop.call_later(self.limits.unread_seconds, self._look, unread)

    def _look(self, before: int) -> None:
        """Close the connection if nothing was read since `before` bytes were unread."""
        self._watch = None
        if self.transport.get_write_buffer_size() >= before:
            with suppress(
                OSError, ValueError
            ):  # reset it where that can be done, or the system keeps what was never read
                self.transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
            self.transport.abort()
        else:
            self._watch_reading()

    def _forget(self) -> None:
        """Release a closed connection; its response may still be running."""
        self._gone = True
        self._stop_watching()
        self.connection_limit.release(self)

    def _stop_watching(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None


class HttpProtocol(SlowReaderGuard, HttpToolsProtocol):
    """An HTTP connection."""

    transport: Transport
    _clock: TimerHandle | None = None  # runs while a request is owed to us
    _head = 0  # bytes that came while the head was not complete
    _in_head = True
    _complaint: tuple[int, str] | None = None
    _refused = False
    _lingers = False  # refused, and counted as such
    _asked = False
    _answering: RequestResponseCycle | None = None

    @property
    def is_new(self) -> bool:
        """Whether the first request of this connection has not come yet."""
        return not (self._asked or self._refused or self.transport.is_closing())

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.timeout_keep_alive = self.limits.idle_seconds or LONG  # type: ignore[assignment]
        refusal = self.connection_limit.admit(self, self.client[0] if self.client else "")
        if refusal and self.connection_limit.may_linger():
            self._lingers = True
            self.connection_limit.linger()
            self._refuse(503, refusal)
        elif refusal:
            self.transport.abort()
        else:
            self._start_clock(self.limits.head_seconds, "head")

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_clock()
        self._forget()
        if self._lingers:
            self.connection_limit.stop_lingering()
        if self._answering is not None:
            self._answering.disconnected = True  # uvicorn tells the newest of several requests only
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused or self.transport.is_closing():
            return
        if self._in_head:
            self._head += len(data)
            if self._clock is None:
                self._start_clock(self.limits.head_seconds, "head")
        super().data_received(data)
        if self._in_head and self._head > LONGEST_HEAD and not self._refused:
            self._refuse(431, TOO_LONG)

    def on_headers_complete(self) -> None:
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > LONGEST_HEAD:
            self._complaint = (431, TOO_LONG)
            raise ValueError(TOO_LONG)
        self._in_head, self._asked = False, True
        self._stop_clock()
        super().on_headers_complete()
        self._start_clock(self.limits.body_seconds, "body")

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def on_message_complete(self) -> None:
        self._stop_clock()
        self._in_head, self._head = True, 0
        if self.cycle is not None and self.cycle.response_complete:
            # It was answered before it was complete: nothing is owed to it, and uvicorn has stopped its own clock.
            self._start_clock(self.limits.head_seconds, "head")
        else:
            self.connection_limit.mark_busy(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._close()
        elif hasattr(self, "address") and (self._answering is None or self._answering.response_complete):
            self.connection_limit.mark_waiting(self)

    def handle_websocket_upgrade(self) -> None:
        self._stop_clock()
        super().handle_websocket_upgrade()
        live: Any = self.transport.get_protocol()
        self.connection_limit.upgrade(self, live)
        if not live.handshake_initiated:  # more headers, or longer ones, than its parser takes
            self.transport.write(answer(431, TOO_LONG))
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        self._refuse(*(self._complaint or (400, "this is not a request that can be understood")))

    def timeout_keep_alive_handler(self) -> None:
        self._close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.transport.is_closing():
            self._stop_watching()

    def _start_clock(self, seconds: float, part: str) -> None:
        if seconds:
            self._clock = self.loop.call_later(seconds, self._too_slow, part)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _too_slow(self, part: str) -> None:
        self._clock = None
        if part == "head" and self.cycle is not None and not self.cycle.response_complete:
            self._start_clock(self.limits.head_seconds, part)  # it is we who are slow, with the answer before
        elif part == "head" and not self._head:
            self._close()  # it never asked
        else:
            self._refuse(408, f"the {part} of this request came too slowly")

    def _refuse(self, status: int, sentence: str) -> None:
        """Send a refusal, unless a response is under way, and close a moment later, ignoring what still comes: closing
        upon unread bytes would reset the connection and lose the refusal."""
        if self._refused or self.transport.is_closing():
            return
        self._refused = True
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(answer(status, sentence))
        self._stop_clock()
        self.transport.write_eof()
        self._clock = self.loop.call_later(LINGER, self._close)

    def _close(self) -> None:
        """Close after the rest has been read, or after the limit for unread bytes."""
        self.transport.close()
        self._watch_reading()


class WebSocketProtocol(SlowReaderGuard, WebSocketsSansIOProtocol):
    """A WebSocket connection."""

    transport: Transport
    _left = 0.0  # messages that may still come at once
    _since = 0.0
    _flooded = False

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reading()
        if not self.transport.is_closing():
            # It does not read; then neither do we, or the answers to its pings would fill the memory.
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_watching()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is not None:
            super().handle_parser_exception()
        else:  # it spoke before it was let in, and nonsense
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # no client is left that could read the last words

    def handle_ping(self) -> None:
        if self._not_too_many():
            super().handle_ping()

    def handle_cont(self, event: Any) -> None:
        if self._not_too_many():
            super().handle_cont(event)

    def handle_text(self, event: Any) -> None:
        if self._not_too_many():
            super().handle_text(event)

    def handle_bytes(self, event: Any) -> None:
        if self._not_too_many():
            super().handle_bytes(event)

    async def run_asgi(self) -> None:
        extensions: Any = self.scope.setdefault("extensions", {})
        extensions[WIRE_EXTENSION] = self
        await super().run_asgi()

    def deliver(self, packed: bytes) -> bool:
        """Write a packed frame at once; return False if the client does not keep up or has gone. Hundreds of spectators
        get the same bytes: the way through the layers would cost each more than the writing."""
        fine = self.handshake_complete and not self.close_sent and not self._flooded and self.writable.is_set()
        if not fine or self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        self.transport.write(packed)
        return True

    def send_receive_event_to_app(self) -> None:
        data = b"".join(self.frames)
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_text(data):
            self.frames = []
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        self.frames = [data]
        super().send_receive_event_to_app()

    async def send(self, message: Any) -> None:
        if self._flooded:
            raise ClientDisconnected
        await super().send(message)

    def _not_too_many(self) -> bool:
        """Return whether one more message is allowed, and close the connection with a reason if not."""
        if not self.limits.messages_at_once:
            return True
        now = self.loop.time()
        earned = (now - self._since) * self.limits.messages_per_second
        self._left, self._since = min(self.limits.messages_at_once, self._left + earned), now
        if self._left >= 1:
            self._left -= 1
            return True
        if not self.close_sent:
            self._flooded = True
            self.conn.send_close(1008, FLOOD)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.queue.put_nowait({"type": "websocket.disconnect", "code": 1008, "reason": FLOOD})
            self.close_sent = True
            self.close_timer = self.loop.call_later(LINGER, self.transport.close)
            if self.read_paused:  # what still comes is let fall, until it has heard us
                self.read_paused = False
                self.transport.resume_reading()
        return False


def _is_text(data: bytes) -> bool:
    """Return whether the bytes are UTF-8; uvicorn would log a traceback."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def protocol_classes(
    connection_limit: ConnectionLimit, limits: Limits
) -> tuple[type[HttpProtocol], type[WebSocketProtocol]]:
    """Return the HTTP and WebSocket protocol classes of one process, bound to its limits."""
    shared = {"connection_limit": connection_limit, "limits": limits}
    return type("LimitedHttp", (HttpProtocol,), shared), type("LimitedWebSocket", (WebSocketProtocol,), shared)
