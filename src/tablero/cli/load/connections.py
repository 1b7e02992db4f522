"""Cheap connections: a websocket without tasks and queues, and requests over a persistent connection.

A client that measures a server on the same machine must not take its processor time.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from contextlib import suppress
from typing import cast
from urllib.parse import urlsplit

import msgspec
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.uri import parse_uri

MAX_MESSAGE_BYTES = 1 << 24  # bytes; no message of a server is longer
ANSWER_TIMEOUT = 30.0  # seconds for a connection or an answer

OnMessage = Callable[[bytes], None]
OnLost = Callable[[], None]


class Unreachable(Exception):
    """The server did not answer as expected; the text says how it answered."""


class Site:
    """The address of a server."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.url = url.rstrip("/")
        self.host = parts.hostname or ""
        self.secure = parts.scheme == "https"
        self.port = parts.port or (443 if self.secure else 80)
        self.name = parts.netloc  # for the Host header
        self.path = parts.path.rstrip("/")
        self.ssl = ssl.create_default_context() if self.secure else None

    def socket(self, path: str) -> str:
        """Return the URL of a websocket."""
        return f"{'wss' if self.secure else 'ws'}://{self.name}{self.path}{path}"


class MessageSocket(asyncio.Protocol):
    """A websocket that calls `on_message` for each message."""

    def __init__(self, site: Site, path: str, token: str, on_message: OnMessage, on_lost: OnLost) -> None:
        self._site = site
        self._protocol = ClientProtocol(parse_uri(site.socket(path)), max_size=MAX_MESSAGE_BYTES)
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._on_message = on_message
        self._on_lost = on_lost
        self._pieces: list[bytes] = []
        self._transport: asyncio.Transport | None = None
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._leaving = False

    async def open(self) -> None:
        """Connect; raise Unreachable if that fails. The first message may arrive before this returns."""
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                await asyncio.get_running_loop().create_connection(
                    lambda: self, self._site.host, self._site.port, ssl=self._site.ssl
                )
                await self._opened
        except TimeoutError:
            self.close()
            raise Unreachable("it leaves a websocket without an answer") from None
        except OSError as error:
            raise Unreachable(f"it lets nobody in ({error.strerror or error})") from None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        request = self._protocol.connect()
        request.headers.update(self._headers)
        self._protocol.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Response):
                self._answered(event)
            elif isinstance(event, Frame):
                self._framed(event)
        self._flush()

    def _answered(self, answer: Response) -> None:
        if self._opened.done():
            return
        if self._protocol.state is State.OPEN:
            self._opened.set_result(None)
        else:
            self._opened.set_exception(
                Unreachable(f"it answers {answer.status_code} {answer.reason_phrase} to a websocket")
            )

    def _framed(self, frame: Frame) -> None:
        if frame.opcode is Opcode.CLOSE or frame.opcode is Opcode.PING or frame.opcode is Opcode.PONG:
            return
        if frame.fin and not self._pieces:
            self._on_message(frame.data)  # type: ignore[arg-type]
            return
        self._pieces.append(bytes(frame.data))
        if frame.fin:
            whole, self._pieces = b"".join(self._pieces), []
            self._on_message(whole)

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data and self._transport:
                self._transport.write(data)

    def connection_lost(self, _: Exception | None) -> None:
        if not self._opened.done():
            self._opened.set_exception(Unreachable("it closes the connection"))
        elif not self._leaving:
            self._on_lost()

    def send(self, text: bytes) -> None:
        if self._protocol.state is State.OPEN and self._transport and not self._transport.is_closing():
            self._protocol.send_text(text)
            self._flush()

    def close(self) -> None:
        self._leaving = True
        if self._protocol.state is State.OPEN:
            self._protocol.send_close(1000)
            self._flush()
        if self._transport:
            self._transport.close()


class Requests:
    """Sequential requests for JSON over a persistent connection."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, path: str, body: object = None, token: str = "") -> tuple[int, bytes]:
        """Return status and body of the answer to a POST if `body` is given, else to a GET."""
        content = b"" if body is None else msgspec.json.encode(body)
        head = f"{'GET' if body is None else 'POST'} {self._site.path}{path} HTTP/1.1\r\nHost: {self._site.name}\r\n"
        if token:
            head += f"Authorization: Bearer {token}\r\n"
        if body is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                return await self._exchange(f"{head}\r\n".encode() + content)
        except TimeoutError:
            raise Unreachable("it leaves a request without an answer") from None
        except EOFError:
            await self.close()
            raise Unreachable("it closes the connection instead of answering a request") from None
        except (OSError, ValueError) as error:
            await self.close()
            raise Unreachable(f"it does not answer a request ({error})") from None

    async def _exchange(self, request: bytes) -> tuple[int, bytes]:
        if self._reader is None or self._reader.at_eof():  # a server closes what has been silent for a while
            await self.close()
            self._reader, self._writer = await asyncio.open_connection(
                self._site.host, self._site.port, ssl=self._site.ssl, limit=MAX_MESSAGE_BYTES
            )
        assert self._writer is not None
        self._writer.write(request)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        status = int(head.split(" ", 2)[1])
        if "\r\ntransfer-encoding: chunked" in head:
            body = await self._chunks(self._reader)
        else:
            body = await self._reader.readexactly(int(head.partition("\r\ncontent-length:")[2].partition("\r\n")[0]))
        if "\r\nconnection: close" in head:
            await self.close()
        return status, body

    async def _chunks(self, reader: asyncio.StreamReader) -> bytes:
        pieces = []
        while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
            pieces.append(await reader.readexactly(size))
            await reader.readexactly(2)
        await reader.readuntil(b"\r\n")
        return b"".join(pieces)

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            with suppress(OSError):
                await self._writer.wait_closed()
        self._reader = self._writer = None
