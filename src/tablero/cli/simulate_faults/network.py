"""The network between people and processes: messages take their time, get lost, arrive twice or out of order."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Sequence
from contextvars import Context
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
from websockets.frames import Opcode

from tablero.cli.simulate_faults.event_loop import VirtualLoop
from tablero.cli.simulate_faults.process import Exchange, ServerProcess
from tablero.site.notifications.safe_http import Answer, CallFailed
from tablero.site.web.frames import WIRE_EXTENSION

HOST_HEADER = b"127.0.0.1:8520"
PATIENCE = 15.0  # seconds until a client gives a request up


class Lost(Exception):
    """A request whose answer did not come: whether it was done is not known."""


@dataclass
class NetworkFaults:
    """How often what fails, as shares of messages or connections."""

    lost_request: float = 0.0
    lost_answer: float = 0.0
    doubled: float = 0.0
    cut: float = 0.0  # of messages of a websocket: the connection breaks
    slow: float = 0.0  # of messages: seconds rather than milliseconds
    refuses_direct: float = 0.0  # of frames: the client does not keep up


@dataclass(frozen=True)
class Reply:
    """What a request was answered."""

    status: int
    cookie: str
    body: bytes

    def json(self) -> Any:
        return msgspec.json.decode(self.body)

    @property
    def fine(self) -> bool:
        return self.status < 400


class SimulatedNetwork:
    """All ways between people and processes."""

    def __init__(self, loop: VirtualLoop, luck: Random, faults: NetworkFaults, processes: Sequence[ServerProcess]):
        self.loop = loop
        self.luck = luck
        self.faults = faults
        self.processes = processes
        self.seen: Callable[[str, bytes], None] = lambda who, body: None  # every body that reaches a person
        self.sent: Callable[[str, bytes], None] = lambda path, body: None  # every message when a process sends it
        self.lost = 0
        self.messages: list[tuple[float, str]] = []  # webhooks that have arrived, and for whom

    def fails(self, share: float) -> bool:
        if share and self.luck.random() < share:
            self.lost += 1
            return True
        return False

    def delay(self) -> float:
        """Draw how long a message takes."""
        return self.luck.random() * (3.0 if self.fails(self.faults.slow) else 0.05)

    def later(self, delay: float, context: Context, callback: Callable[..., Any], *args: Any) -> None:
        self.loop.call_later(delay, callback, *args, context=context)

    def reachable(self, process: ServerProcess | None = None) -> ServerProcess | None:
        """Return a process that serves, `process` itself if one is named."""
        serving = [each for each in self.processes if each.serving and process in (None, each)]
        return self.luck.choice(serving) if serving else None

    async def ask(
        self, who: str, method: str, path: str, body: Any = None, cookie: str = "", token: str = "", form: bool = False
    ) -> Reply:
        """Send a request and return what is answered. Raise Lost."""
        answered: asyncio.Future[Reply | None] = self.loop.create_future()
        sent = 1 + self.fails(self.faults.doubled)
        for _ in range(sent):
            if not self.fails(self.faults.lost_request):
                self.later(
                    self.delay(), Context(), self._arrive, answered, who, method, path, body, cookie, token, form
                )
        try:
            async with asyncio.timeout(PATIENCE):
                found = await answered
        except TimeoutError:
            found = None
        if found is None:
            raise Lost
        self.seen(who, found.body)
        return found

    async def post(self, address: str, body: bytes) -> Answer:
        """Take a webhook. Raise CallFailed where the answer does not come."""
        await asyncio.sleep(self.delay())
        if self.fails(self.faults.lost_request):
            raise CallFailed("slow")
        who = address.rpartition("/")[2]
        self.seen(who, body)
        self.messages.append((self.loop.time(), who))
        await asyncio.sleep(self.delay())
        if self.fails(self.faults.lost_answer):
            raise CallFailed("slow")
        return Answer(200, "")

    def _arrive(
        self, answered: Any, who: str, method: str, path: str, body: Any, cookie: str, token: str, form: bool
    ) -> None:
        process = self.reachable()
        if process is None:
            self._answer(answered, None)
            return
        content = b"" if body is None else msgspec.json.encode(body)
        if form:
            content = b"" if body is None else body
        headers = [(b"host", HOST_HEADER), (b"content-length", b"%d" % len(content))]
        if cookie:
            headers.append((b"cookie", f"tablero={cookie}".encode()))
        if token:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        if content:
            headers.append((b"content-type", b"application/x-www-form-urlencoded" if form else b"application/json"))
        scope = request_scope("http", path, headers, who, process) | {"method": method, "http_version": "1.1"}
        answer: dict[str, Any] = {"body": b"", "status": 0, "headers": []}

        def hear(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                answer.update(status=message["status"], headers=message["headers"])
            elif message["type"] == "http.response.body":
                answer["body"] += message.get("body", b"")
                if not message.get("more_body"):
                    cookies = [value.decode() for name, value in answer["headers"] if name.lower() == b"set-cookie"]
                    found = next((each for each in cookies if each.startswith("tablero=")), "")
                    reply = Reply(answer["status"], found.partition(";")[0].partition("=")[2], answer["body"])
                    if not self.fails(self.faults.lost_answer):
                        self.later(self.delay(), Context(), self._answer, answered, reply)

        def ended(_: int) -> None:
            self.later(self.delay(), Context(), self._answer, answered, None)

        exchange = Exchange(process, scope, hear, lambda code: ended(code) if not answer["status"] else None)
        process.exchanges[exchange] = None
        exchange.put({"type": "http.request", "body": content, "more_body": False})

    @staticmethod
    def _answer(answered: asyncio.Future[Reply | None], reply: Reply | None) -> None:
        if not answered.done():
            answered.set_result(reply)


def request_scope(
    kind: str, path: str, headers: list[tuple[bytes, bytes]], who: str, process: ServerProcess
) -> dict[str, Any]:
    """Return what ASGI tells an application of a request or websocket."""
    plain, _, query = path.partition("?")
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "scheme": "http" if kind == "http" else "ws",
        "path": plain,
        "raw_path": plain.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": headers,
        # A process that died closed no connection: those of its next life come from elsewhere.
        "client": (f"{who}.{process.starts}", 1),
        "server": ("127.0.0.1", 8520),
        "extensions": {},
        "state": {},
    }


class SimulatedSocket:
    """A websocket as a page has it: messages arrive in order, or the connection breaks."""

    def __init__(
        self,
        network: SimulatedNetwork,
        process: ServerProcess,
        who: str,
        path: str,
        headers: list[tuple[bytes, bytes]],
        on_message: Callable[[bytes], None],
        on_close: Callable[[int], None],
    ) -> None:
        self._network = network
        self._process = process
        self._who = who
        self._path = path
        self._on_message = on_message
        self._on_close = on_close
        self._there = self._back = 0.0  # when the last message each way arrives
        self.open = True
        self._exchange: Exchange | None = None
        scope = request_scope("websocket", path, [(b"host", HOST_HEADER), *headers], who, process)
        scope |= {"subprotocols": [], "extensions": {WIRE_EXTENSION: self}}
        self._send(self._connect, scope)

    def _connect(self, scope: dict[str, Any]) -> None:
        if not self.open or not self._process.serving:
            self._closed(1006)
            return
        self._exchange = Exchange(self._process, scope, self._hear, self._closed)
        self._process.exchanges[self._exchange] = None
        self._exchange.put({"type": "websocket.connect"})

    # ---------------------------------------------------------------- to the server

    def send(self, text: str) -> None:
        """Send a message; where the connection breaks, it may have arrived or not."""
        if not self.open:
            return
        network = self._network
        if network.fails(network.faults.cut):
            if network.luck.random() < 0.5:
                self._send(self._put, {"type": "websocket.receive", "text": text})
            self.cut()
            return
        self._send(self._put, {"type": "websocket.receive", "text": text})

    def _send(self, callback: Callable[..., Any], *args: Any) -> None:
        self._there = max(self._there, self._network.loop.time() + self._network.delay())
        self._network.loop.call_at(self._there, callback, *args, context=Context())

    def _put(self, message: dict[str, Any]) -> None:
        exchange = self._exchange
        if exchange is not None and not exchange.closed:
            self._network.later(0, exchange.process.context, exchange.put, message)

    def close(self) -> None:
        """Close the connection in good order."""
        if self.open:
            self.open = False
            self._send(self._gone, 1000)

    def cut(self) -> None:
        """Break the connection: each side learns of it at a time of its own."""
        self._send(self._gone, 1006)
        self._network.later(self._network.delay(), Context(), self._closed, 1006)

    def _gone(self, code: int) -> None:
        exchange = self._exchange
        if exchange is not None and not exchange.closed:
            self._network.later(0, exchange.process.context, exchange.disconnect, code)

    # ---------------------------------------------------------------- from the server

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            text, data = message.get("text"), message.get("bytes")
            self._deliver(text.encode() if text is not None else bytes(data or b""))
        elif message["type"] == "websocket.close":
            self._closed(message.get("code", 1000))

    def deliver(self, packed: bytes) -> bool:
        """Take frames of the websocket protocol, as uvicorn's connection does."""
        exchange, network = self._exchange, self._network
        if exchange is None or exchange.closed or network.fails(network.faults.refuses_direct):
            return False
        for opcode, body in _frames(packed):
            assert opcode in (Opcode.TEXT, Opcode.BINARY)
            self._deliver(body)
        return True

    def _deliver(self, body: bytes) -> None:
        network = self._network
        text = body if body[:1] == b"{" else zlib.decompress(body)
        network.sent(self._path, text)
        if network.fails(network.faults.cut):
            self.cut()
            return
        self._back = max(self._back, network.loop.time() + network.delay())
        network.loop.call_at(self._back, self._arrive, text, context=Context())

    def _arrive(self, text: bytes) -> None:
        if not self.open:
            return
        self._network.seen(self._who, text)
        self._on_message(text)

    def _closed(self, code: int) -> None:
        """Have the page learn that the connection has ended, after all that has been sent."""
        self._back = max(self._back, self._network.loop.time() + self._network.delay())
        self._network.loop.call_at(self._back, self._told, code, context=Context())

    def _told(self, code: int) -> None:
        if self.open:
            self.open = False
            self._on_close(code)


def _frames(packed: bytes) -> list[tuple[int, bytes]]:
    """Return the frames in bytes of the websocket protocol, which servers do not mask."""
    found, at = [], 0
    while at < len(packed):
        opcode, length = packed[at] & 15, packed[at + 1] & 127
        at += 2
        if length > 125:
            wide = 2 if length == 126 else 8
            length = int.from_bytes(packed[at : at + wide], "big")
            at += wide
        found.append((opcode, packed[at : at + length]))
        at += length
    return found
