"""A stream of events as a program follows it: it notes what it is told, and connects again when the stream breaks."""

from __future__ import annotations

from contextvars import Context
from typing import TYPE_CHECKING, Any

import msgspec

from tablero.cli.simulate_faults.network import HOST_HEADER, request_scope
from tablero.cli.simulate_faults.process import Exchange

if TYPE_CHECKING:
    from tablero.cli.simulate_faults.people import SimulatedUser

PATH = "/api/me/events/"


class SimulatedStream:
    """One program that follows the events of its person, with their cookie or an API key."""

    def __init__(self, person: SimulatedUser, key: str = "") -> None:
        self.person = person
        self.world = person.world
        self.key = key
        self.credential = ""  # with which it was opened last
        self.plays = True  # whether it connects again
        self.connected = False
        self.since = 0.0  # when the connection was opened
        self.events: list[dict[str, Any]] = []  # of this connection
        self._exchange: Exchange | None = None
        self._arrives = 0.0  # when the last line arrives
        self._rest = b""
        self.connect()

    def connect(self) -> None:
        if self.connected or not self.plays:
            return
        network = self.world.network
        process = network.reachable()
        if process is None:
            self.world.loop.call_later(0.5, self.connect)
            return
        self.credential = self.key or self.person.cookie
        self.events, self._rest = [], b""
        self.connected, self.since = True, self.world.loop.time()
        headers = [(b"host", HOST_HEADER), *self.person.headers(self.key)]
        scope = request_scope("http", PATH, headers, self.person.name, process) | {
            "method": "GET",
            "http_version": "1.1",
        }
        exchange: Exchange = Exchange(process, scope, self._hear, lambda _: self._told(exchange, b""))
        self._exchange = exchange
        process.exchanges[exchange] = None
        exchange.put({"type": "http.request", "body": b"", "more_body": False})

    def close(self) -> None:
        """Leave for good."""
        self.plays = False
        self.break_off()

    def break_off(self) -> None:
        """Break the connection: each side learns of it at a time of its own."""
        exchange = self._exchange
        if exchange is None or exchange.closed:
            return
        network = self.world.network
        network.later(network.delay(), exchange.process.context, exchange.disconnect, 0)
        self._told(exchange, b"")

    def _hear(self, message: dict[str, Any]) -> None:
        """Take what the process sends."""
        exchange, network = self._exchange, self.world.network
        if exchange is None:
            return
        if message["type"] == "http.response.start":
            if message["status"] == 500:
                self.world.wrong(f"the events of {self.person.name} were answered 500")
            self.plays = self.plays and message["status"] in (200, 503)  # 503: the database is away
            return
        body = message.get("body", b"")
        for line in body.split(b"\n"):  # a process sends whole lines
            if line:
                network.sent(f"/t/{msgspec.json.decode(line)['table']}", line)
        if network.fails(network.faults.cut):
            self.break_off()
        elif body:
            self._told(exchange, body)
        if not message.get("more_body"):
            self._told(exchange, b"")

    def _told(self, exchange: Exchange, body: bytes) -> None:
        """Have the program hear a part of the stream after all that was sent before; nothing is its end."""
        self._arrives = max(self._arrives, self.world.loop.time() + self.world.network.delay())
        self.world.loop.call_at(self._arrives, self._arrive, exchange, body, context=Context())

    def _arrive(self, exchange: Exchange, body: bytes) -> None:
        if exchange is not self._exchange:
            return
        if not body:
            self.connected, self._exchange = False, None
            if self.plays:
                self.world.loop.call_later(0.25 + self.world.luck.random() * 2, self.connect)
            return
        self.world.network.seen(self.person.name, body)
        *lines, self._rest = (self._rest + body).split(b"\n")
        self.events += [msgspec.json.decode(line) for line in lines if line]
