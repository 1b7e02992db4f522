"""Simulated players: each group opens a table, plays it to the end at random and opens the next."""

from __future__ import annotations

import asyncio
import random
import re
import time
import zlib
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from tablero.cli.load.connections import MessageSocket, Requests, Site, Unreachable
from tablero.cli.load.scenario import Scenario
from tablero.cli.load.statistics import LoadStatistics

RETRY_SECONDS = 0.05  # until a refused move is tried again on what the page shows by then
RECONNECT_SECONDS = 0.25  # until a lost connection is opened again
LAST_ANSWER_TIMEOUT = 5.0  # seconds, for the answer to the move that ended a game
STUCK_SECONDS = 10.0  # seconds without a move, beside the time for thinking, at which a table counts as stuck
OPEN_ATTEMPTS = 20  # to open the first table
POLL_SECONDS = 1.0  # between two requests of a program that waits for the others

CHOICE = re.compile(r'data-move="(\d+)"')

Html = str | list[int | str]  # new, or a patch


class PageMessage(msgspec.Struct):
    """The part of a server message that a player needs: an acknowledgement, or changed parts of the page."""

    ack: int = -1
    ok: bool = True
    rule: str = ""
    version: int = -1
    over: bool = False
    panels: dict[str, Html] = {}
    prompt: Html | None = None


class Play(msgspec.Struct):
    """The message of a page that makes a move."""

    n: int
    move: int
    version: int
    action_id: str
    do: str = "play"


class SeatedAnswer(msgspec.Struct):
    """Answer of the API to opening or joining a table."""

    id: str
    token: str


class ViewAnswer(msgspec.Struct):
    """The part of a view that a program needs."""

    moves: list[int]


class TableAnswer(msgspec.Struct):
    """The part of a table's JSON that a program needs."""

    version: int
    over: bool
    view: ViewAnswer


class ProblemAnswer(msgspec.Struct):
    error: str = ""
    rule: str = ""


READ = msgspec.json.Decoder(PageMessage)
JSON_ENCODER = msgspec.json.Encoder()


def read(body: bytes) -> PageMessage:
    """Decode a message of the server; long ones are deflated."""
    return READ.decode(body if body[:1] == b"{" else zlib.decompress(body))


def patched(before: str, patch: Sequence[int | str]) -> str:
    """Return a text after a patch of `tablero.ui.frames`, which counts UTF-16 units."""
    wide = not before.isascii()
    old: Any = before.encode("utf-16-le") if wide else before
    size, at, out = 2 if wide else 1, 0, []
    for keep, leave_out, new in zip(patch[::3], patch[1::3], patch[2::3], strict=True):
        end = at + size * int(keep)
        out += [old[at:end], str(new).encode("utf-16-le") if wide else new]
        at = end + size * int(leave_out)
    out.append(old[at:])
    return b"".join(out).decode("utf-16-le") if wide else "".join(out)


async def ask(requests: Requests, path: str, body: object = None, token: str = "") -> bytes:
    """Return the API's answer. Raise Unreachable with its error if it refuses."""
    status, answer = await requests.ask(path, body, token)
    if status >= 300:
        raise Unreachable(f"it answers {status} to {path}: {problem_of(answer).error}")
    return answer


def problem_of(answer: bytes) -> ProblemAnswer:
    try:
        return msgspec.json.decode(answer, type=ProblemAnswer)
    except msgspec.DecodeError:
        return ProblemAnswer(answer[:80].decode("utf-8", "replace"))


async def open_table(requests: Requests, game: str, seats: int) -> list[SeatedAnswer]:
    """Open a table and fill its seats with guests without names, of which few may be tried; return their tokens."""
    wanted = {"game": game, "seats": seats, "holders": ["me"] + ["open"] * (seats - 1)}
    seated = [msgspec.json.decode(await ask(requests, "/api/tables", wanted), type=SeatedAnswer)]
    for _ in range(1, seats):
        answer = await ask(requests, f"/api/tables/{seated[0].id}/join", {})
        seated.append(msgspec.json.decode(answer, type=SeatedAnswer))
    return seated


class SimulatedPlayer:
    """A client with a table page: sends a move when one is due and the thinking time has passed."""

    def __init__(self, group: TableGroup, seated: SeatedAnswer) -> None:
        self._group = group
        self._seated = seated
        self._statistics = group.statistics
        self._socket: MessageSocket | None = None
        self._shown: dict[str, str] = {}  # the parts of the page
        self._offered: dict[str, list[str]] = {}  # the moves that each of them offers
        self._version = -1
        self._played = -1  # the version that the last move answered
        self._acknowledged = -1  # the version that the last acknowledged move answered
        self._returned = False  # after its connection was lost
        self._number = 0
        self._sent = 0.0  # when the move under way was sent; 0: there is none
        self._thinking: asyncio.TimerHandle | None = None
        self._first = True
        self._gone = False  # from this table

    async def arrive(self) -> None:
        path = f"/t/{self._seated.id}/live"
        self._shown, self._offered = {}, {}
        self._socket = MessageSocket(self._group.site, path, self._seated.token, self._on_message, self._on_lost)
        try:
            await self._socket.open()
        except Unreachable:
            self._socket = None
            raise

    def leave(self) -> None:
        self._gone = True
        if self._thinking:
            self._thinking.cancel()
        if self._socket:
            self._socket.close()
            self._socket = None

    @property
    def waiting(self) -> bool:
        """Whether a move is under way."""
        return self._sent > 0

    def _on_lost(self) -> None:
        self._socket = None
        self._statistics.fail("connection lost")
        self._sent, self._played = 0.0, -1
        self._group.spawn(self._return())

    async def _return(self) -> None:
        while self._socket is None and not self._gone and not self._statistics.over:
            await asyncio.sleep(RECONNECT_SECONDS)
            self._returned = True
            with suppress(Unreachable):  # it has been counted that the connection was lost
                await self.arrive()

    def _on_message(self, body: bytes) -> None:
        self._statistics.bytes_received += len(body)
        try:
            message = read(body)
        except (msgspec.MsgspecError, zlib.error):
            self._statistics.errors["a message that this version does not understand"] += 1
            return
        if message.ack >= 0:
            self._answered(message)
        else:
            for slot, html in message.panels.items():
                self._put(slot, html)
            if message.prompt is not None:
                self._put("prompt", message.prompt)
            if message.version >= 0:
                self._version = message.version
                if self._returned and self._version <= self._acknowledged:
                    self._statistics.fail("a page that came back shows less than was acknowledged")
                self._returned = False
            if message.over:
                self._group.finish()
                return
        self.consider()

    def _put(self, place: str, html: Html) -> None:
        """Store the HTML of a place on the page and the moves in it."""
        whole = html if isinstance(html, str) else patched(self._shown.get(place, ""), html)
        self._shown[place] = whole
        self._offered[place] = CHOICE.findall(whole)

    def _answered(self, message: PageMessage) -> None:
        if message.ack != self._number or not self._sent:
            return
        if message.ok:
            self._acknowledged = self._played
            self._group.acknowledged(self._sent)
        else:
            self._statistics.refuse(message.rule)
            self._think(RETRY_SECONDS)
        self._sent = 0.0

    def consider(self) -> None:
        """Begin to think if a move is due: the page offers one and is newer than the last one answered."""
        if (
            not self._statistics.begun
            or self._sent
            or self._thinking
            or self._version == self._played
            or not any(self._offered.values())
        ):
            return
        if self._group.think:
            # At the beginning some players are in the middle of thinking.
            low = 0.0 if self._first else 0.5
            self._think(self._group.think * random.uniform(low, 1.5))
        else:
            self._play()
        self._first = False

    def _think(self, seconds: float) -> None:
        self._thinking = asyncio.get_running_loop().call_later(seconds, self._play)

    def _play(self) -> None:
        self._thinking = None
        moves = [move for found in self._offered.values() for move in found]
        if not moves or self._socket is None or self._statistics.over:
            return
        self._number += 1
        self._played = self._version
        move = Play(self._number, int(random.choice(moves)), self._version, f"{self._number}-{random.getrandbits(64)}")
        self._sent = time.perf_counter()
        self._socket.send(JSON_ENCODER.encode(move))


class Program:
    """A client of the API: reads the table, moves, and reads again when a player of the table has moved."""

    def __init__(self, group: TableGroup, seated: SeatedAnswer) -> None:
        self._group = group
        self._seated = seated
        self._statistics = group.statistics
        self._requests = Requests(group.site)
        self._gone = False  # from this table
        self.waiting = False

    async def arrive(self) -> None:
        self.consider()

    def consider(self) -> None:
        """Begin to play if the measurement has begun."""
        if self._statistics.begun:
            self._group.spawn(self._run())

    def leave(self) -> None:
        self._gone = True
        self._group.spawn(self._requests.close())

    async def _run(self) -> None:
        group, token = self._group, self._seated.token
        path = f"/api/tables/{self._seated.id}"
        while not self._gone and not self._statistics.over:
            move_made = group.move_made
            try:
                answer = await ask(self._requests, path, token=token)
                self._statistics.bytes_received += len(answer)
                table = msgspec.json.decode(answer, type=TableAnswer)
                if table.over:
                    group.finish()
                elif not table.view.moves:
                    async with asyncio.timeout(POLL_SECONDS):
                        await move_made.wait()
                else:
                    await asyncio.sleep(group.think * random.uniform(0.5, 1.5))
                    await self._play(path, table)
            except TimeoutError:
                pass
            except Unreachable as error:
                if not self._gone:
                    self._statistics.fail(str(error))
                    await asyncio.sleep(RECONNECT_SECONDS)

    async def _play(self, path: str, table: TableAnswer) -> None:
        if self._statistics.over:
            return
        move = {
            "move": random.choice(table.view.moves),
            "version": table.version,
            "action_id": f"{random.getrandbits(64)}",
        }
        sent = time.perf_counter()
        self.waiting = True
        try:
            status, answer = await self._requests.ask(f"{path}/play", move, self._seated.token)
        finally:
            self.waiting = False
        if status == 200:
            self._group.acknowledged(sent)
            self._group.announce_move()
        elif status < 500:
            self._statistics.refuse(problem_of(answer).rule or str(status))
        else:
            self._statistics.fail(f"it answers {status}: {problem_of(answer).error}")


class Spectator:
    """A client without a seat that receives every update."""

    def __init__(self, site: Site, statistics: LoadStatistics) -> None:
        self._site = site
        self._statistics = statistics
        self._socket: MessageSocket | None = None
        self.messages = 0

    async def arrive(self, table: str) -> None:
        if self._socket:
            self._socket.close()
        self._socket = MessageSocket(self._site, f"/t/{table}/live", "", self._on_message, self._on_lost)
        await self._socket.open()

    def _on_message(self, body: bytes) -> None:
        self.messages += 1
        if self._statistics.running:
            self._statistics.watched += 1

    def _on_lost(self) -> None:
        self._socket = None
        self._statistics.fail("connection of a spectator lost")

    def leave(self) -> None:
        if self._socket:
            self._socket.close()


class TableGroup:
    """The players of one table, and of the next one when a game is over."""

    def __init__(
        self, site: Site, statistics: LoadStatistics, scenario: Scenario, watching: Sequence[Spectator] = ()
    ) -> None:
        self.site = site
        self.statistics = statistics
        self.think = scenario.think
        self.move_made = asyncio.Event()
        self._scenario = scenario
        self._kind = Program if scenario.api else SimulatedPlayer
        self._players: list[SimulatedPlayer | Program] = []
        self._watching = watching
        self._requests = Requests(site)
        self._over = asyncio.Event()
        self._moved = time.perf_counter()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open_first_table(self) -> None:
        """Open the first table; retry if the server is busy with so many connections."""
        for _ in range(OPEN_ATTEMPTS):
            try:
                return await self.open_next_table()
            except Unreachable:
                self.leave_table()
                await asyncio.sleep(RECONNECT_SECONDS)
        await self.open_next_table()

    async def open_next_table(self) -> None:
        """Open a table and begin to play."""
        seated = await open_table(self._requests, self._scenario.game, self._scenario.seats)
        self.statistics.games += 1
        self._over.clear()
        self._players = [self._kind(self, one) for one in seated]
        await asyncio.gather(*(spectator.arrive(seated[0].id) for spectator in self._watching))
        await asyncio.gather(*(player.arrive() for player in self._players))

    async def play_games(self) -> None:
        """Play game after game, until cancelled."""
        self._moved = time.perf_counter()
        for player in self._players:
            player.consider()
        while True:
            await self._over.wait()
            until = time.perf_counter() + LAST_ANSWER_TIMEOUT
            while self.waiting and time.perf_counter() < until:  # the end may be shown before the last move is answered
                await asyncio.sleep(RETRY_SECONDS)
            self.leave_table()
            try:
                await self.open_next_table()
            except Unreachable as error:
                self.statistics.fail(str(error))
                await asyncio.sleep(RECONNECT_SECONDS)
                self._over.set()

    def finish(self) -> None:
        """Note that a player saw the end of the game."""
        self._over.set()

    def leave_table(self) -> None:
        self.announce_move()
        for player in self._players:
            player.leave()
        self._players = []

    def acknowledged(self, sent: float) -> None:
        self.statistics.acknowledged(sent)
        self._moved = time.perf_counter()

    @property
    def stuck(self) -> bool:
        """Whether the last move is so long ago that something must be wrong."""
        return time.perf_counter() - self._moved > STUCK_SECONDS + 3 * self.think

    def announce_move(self) -> None:
        """Wake programs that wait for a move of others."""
        self.move_made.set()
        self.move_made = asyncio.Event()

    @property
    def waiting(self) -> bool:
        return any(player.waiting for player in self._players)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
