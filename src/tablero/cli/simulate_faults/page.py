"""A table page as a person has it open: it shows what the server sends, and sends again what was not acknowledged.

It does what `web/src/socket.ts` does: messages are numbered, durable ones are kept until they are acknowledged and sent
again after a reconnect, and lost connections are opened again.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from tablero.cli.load.players import patched
from tablero.cli.simulate_faults.event_loop import START_TIME
from tablero.cli.simulate_faults.network import SimulatedSocket

if TYPE_CHECKING:
    from tablero.cli.simulate_faults.people import SimulatedUser

CHOICE = re.compile(r'data-move="(\d+)"')
PING_SECONDS = 15.0
REPLY_SECONDS = 10.0
PLAIN = ("version", "at", "over", "asked", "title")
GONE = (4401, 4403, 4404, 4409)  # close codes after which the page does not try again


@dataclass
class PendingRequest:
    """A message that waits for its acknowledgement."""

    message: dict[str, Any]
    sent: float
    durable: bool
    answered: asyncio.Future[dict[str, Any] | None]
    sent_last: float = 0.0  # after a reconnect


@dataclass
class Shown:
    """What a page shows."""

    plain: dict[str, Any] = field(default_factory=dict)
    panels: dict[str, str] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)

    def take(self, message: dict[str, Any]) -> None:
        """Apply what has changed."""
        for name, value in message.items():
            if name in PLAIN:
                self.plain[name] = value
            elif name == "panels":
                for place, html in value.items():
                    self.panels[place] = _whole(self.panels, place, html)
            elif isinstance(value, str) or (isinstance(value, list) and len(value) > 2 and isinstance(value[2], str)):
                self.parts[name] = _whole(self.parts, name, value)

    def choices(self) -> list[int]:
        """Return the moves that the page offers."""
        offered = [*self.panels.values(), self.parts.get("prompt", "")]
        return sorted({int(move) for html in offered for move in CHOICE.findall(html)})


def _whole(known: dict[str, str], place: str, html: Any) -> str:
    return html if isinstance(html, str) else patched(known.get(place, ""), html)


class SimulatedPage:
    """One open page of one person at one table."""

    def __init__(self, person: SimulatedUser, table: str, key: str = "") -> None:
        self.person = person
        self.world = person.world
        self.table = table
        self.shown = Shown()
        self.plays = True  # whether its person moves when it is asked
        self.closed = False
        self.refused = 0  # the close code with which the server has sent it away for good
        self.reconnects = 0
        self.key = key  # an API key, in place of the cookie
        self.credential = ""  # with which it was opened last
        self._number = 0
        self._pending: dict[int, PendingRequest] = {}
        self._socket: SimulatedSocket | None = None
        self._thinking: asyncio.TimerHandle | None = None
        self._moving = False
        self._moves: set[asyncio.Task[None]] = set()
        self._next_ping: asyncio.TimerHandle | None = None
        self._patience: asyncio.TimerHandle | None = None
        self.connect()

    @property
    def connected(self) -> bool:
        return self._socket is not None and self._socket.open

    # ---------------------------------------------------------------- the connection

    def connect(self) -> None:
        if self.closed or self.connected:
            return
        self.shown = Shown()
        process = self.world.network.reachable()
        if process is None:
            self.world.loop.call_later(0.5, self.connect)
            return
        self.credential = self.key or self.person.cookie
        self._socket = SimulatedSocket(
            self.world.network,
            process,
            self.person.name,
            f"/t/{self.table}/live",
            self.person.headers(self.key),
            self._on_message,
            self._on_close,
        )
        for request in self._pending.values():
            if request.durable:
                request.sent_last = self.world.loop.time()
                self._socket.send(msgspec.json.encode(request.message).decode())
        self._ping()

    def close(self) -> None:
        """Close the page; what was not acknowledged stays unknown."""
        self.closed = True
        for timer in (self._thinking, self._next_ping, self._patience):
            if timer is not None:
                timer.cancel()
        if self._socket is not None:
            self._socket.close()
        for request in self._pending.values():
            if not request.answered.done():
                request.answered.set_result(None)
        self._pending.clear()
        for task in self._moves:
            task.cancel()

    def break_off(self) -> None:
        """Lose the connection."""
        if self._socket is not None and self._socket.open:
            self._socket.cut()

    def _on_close(self, code: int) -> None:
        self._socket = None
        if self.closed:
            return
        for number, request in list(self._pending.items()):
            if not request.durable:
                self._resolve(number, None)
        if code in GONE:
            self.refused = code
            self.close()
            return
        self.reconnects += 1
        self.world.loop.call_later(0.25 + self.world.luck.random() * 2, self.connect)

    def _ping(self) -> None:
        if self.closed or not self.connected:
            return
        self._send({"do": "ping", "idle": 0, "visible": True}, durable=False)
        if self._next_ping is not None:
            self._next_ping.cancel()
        self._next_ping = self.world.loop.call_later(PING_SECONDS, self._ping)
        if self._patience is not None:
            self._patience.cancel()
        self._patience = self.world.loop.call_later(REPLY_SECONDS, self.break_off)

    # ---------------------------------------------------------------- messages

    def _send(self, message: dict[str, Any], durable: bool) -> PendingRequest:
        self._number += 1
        request = PendingRequest(
            {"n": self._number, **message}, self.world.loop.time(), durable, self.world.loop.create_future()
        )
        if self.connected:
            assert self._socket is not None
            self._socket.send(msgspec.json.encode(request.message).decode())
        elif not durable:
            request.answered.set_result(None)
            return request
        self._pending[self._number] = request
        return request

    async def ask(self, message: dict[str, Any], durable: bool = False) -> dict[str, Any] | None:
        """Send a message and return its acknowledgement; None if it cannot be known."""
        request = self._send(message, durable)
        answer = await request.answered
        action = message.get("action_id")
        if action and answer is not None and answer.get("ok"):
            self.world.acknowledge(self.table, action, request.sent, self.person.name)
        elif action and answer is not None and answer.get("rule") != "store" and request.sent_last:
            self.world.refused.append((self.table, action, START_TIME + request.sent_last))
        return answer

    def _on_message(self, body: bytes) -> None:
        if self._patience is not None:
            self._patience.cancel()
        message = msgspec.json.decode(body)
        if "ack" in message:
            self._resolve(message["ack"], message)
        elif message.get("reload"):
            self.break_off()
        else:
            self.shown.take(message)
            self.consider()

    def _resolve(self, number: int, answer: dict[str, Any] | None) -> None:
        request = self._pending.pop(number, None)
        if request is not None and not request.answered.done():
            request.answered.set_result(answer)

    # ---------------------------------------------------------------- playing

    def consider(self) -> None:
        """Begin to think if the page asks for a move."""
        if self.plays and not self.closed and self._thinking is None and not self._moving and self.shown.choices():
            think = self.person.think() if self.shown.plain.get("asked") else 5.0
            self._thinking = self.world.loop.call_later(think, self._move)

    def _move(self) -> None:
        self._thinking = None
        choices = self.shown.choices()
        if not choices or self.closed or not self.plays:
            return
        self._moving = True
        task = self.world.loop.create_task(self._play(self.person.luck.choice(choices)))
        self._moves.add(task)
        task.add_done_callback(self._moves.discard)

    async def _play(self, move: int) -> None:
        message = {
            "do": "play",
            "move": move,
            "version": self.shown.plain.get("version", 0),
            "action_id": self.world.action_id(self.person.name),
        }
        answer = await self.ask(message, durable=True)
        self._moving = False
        if answer is not None and not answer["ok"]:
            self.world.refusals[answer.get("rule", "")] += 1
            if not self.closed and self._thinking is None:
                self._thinking = self.world.loop.call_later(1.0, self._move)
        elif self.person.luck.random() < self.world.undoing:
            await self.ask({"do": "undo", "action_id": self.world.action_id(self.person.name)}, durable=True)
            self.consider()
