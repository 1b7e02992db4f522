"""The players of a load: each table has a company that opens it, plays it to the end at random and opens the next."""

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

from tablero.cli.load.plan import Plan
from tablero.cli.load.tally import Tally
from tablero.cli.load.wire import Line, Requests, Site, Unreachable

AGAIN = 0.05  # seconds until a refused move is tried again on what the page shows by then
RETURN = 0.25  # seconds until a lost connection is opened again
LAST_ANSWER = 5.0  # seconds for the answer to the move that ended a game
STILL = 10.0  # seconds without a move, beside the time for thinking, at which a table counts as stuck
TRIES = 20  # to open the first table
BREATH = 1.0  # seconds between two looks of a program that waits for the others

CHOICE = re.compile(r'data-move="(\d+)"')

Html = str | tuple[int, int, str]  # anew, or what to put between the beginning and the end of what was there


class Message(msgspec.Struct):
    """What a page receives, as far as a player needs it: an acknowledgement, or the parts that have changed."""

    ack: int = -1
    ok: bool = True
    rule: str = ""
    version: int = -1
    over: bool = False
    panels: dict[str, Html] = {}
    prompt: Html | None = None


class Play(msgspec.Struct):
    """What a page sends."""

    n: int
    move: int
    version: int
    action_id: str
    do: str = "play"


class Seated(msgspec.Struct):
    """What the API answers to whoever opens or joins a table."""

    id: str
    token: str


class Offered(msgspec.Struct):
    """The part of a view that a program chooses from."""

    moves: list[int]


class Looked(msgspec.Struct):
    """What the API shows of a table, as far as a program needs it."""

    version: int
    over: bool
    view: Offered


class Problem(msgspec.Struct):
    error: str = ""
    rule: str = ""


READ = msgspec.json.Decoder(Message)
WRITE = msgspec.json.Encoder()


def read(body: bytes) -> Message:
    """A message of the server; it deflates the long ones."""
    return READ.decode(body if body[:1] == b"{" else zlib.decompress(body))


def joined(before: str, head: int, tail: int, between: str) -> str:
    """The text that keeps a beginning and an end of another one; they are counted as browsers count characters."""
    if before.isascii():
        return before[:head] + between + before[len(before) - tail :]
    units = before.encode("utf-16-le")
    return units[: 2 * head].decode("utf-16-le") + between + units[len(units) - 2 * tail :].decode("utf-16-le")


async def ask(requests: Requests, path: str, body: object = None, token: str = "") -> bytes:
    """What the API answers; Unreachable with its own words when it refuses."""
    status, answer = await requests.ask(path, body, token)
    if status >= 300:
        raise Unreachable(f"it answers {status} to {path}: {said(answer).error}")
    return answer


def said(answer: bytes) -> Problem:
    try:
        return msgspec.json.decode(answer, type=Problem)
    except msgspec.DecodeError:
        return Problem(answer[:80].decode("utf-8", "replace"))


async def open_table(requests: Requests, game: str, seats: int) -> list[Seated]:
    """A table that has begun, with a seat for each guest."""
    wanted = {"game": game, "seats": seats, "holders": ["me"] + ["open"] * (seats - 1), "name": "Guest 1"}
    seated = [msgspec.json.decode(await ask(requests, "/api/tables", wanted), type=Seated)]
    for number in range(2, seats + 1):
        answer = await ask(requests, f"/api/tables/{seated[0].id}/join", {"name": f"Guest {number}"})
        seated.append(msgspec.json.decode(answer, type=Seated))
    return seated


class Player:
    """Somebody with a table page: sends a move as soon as one is owed and the thinking time has passed."""

    def __init__(self, company: Company, seated: Seated) -> None:
        self._company = company
        self._seated = seated
        self._tally = company.tally
        self._line: Line | None = None
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
        self._line = Line(self._company.site, path, self._seated.token, self._hear, self._lost)
        try:
            await self._line.open()
        except Unreachable:
            self._line = None
            raise

    def leave(self) -> None:
        self._gone = True
        if self._thinking:
            self._thinking.cancel()
        if self._line:
            self._line.close()
            self._line = None

    @property
    def waiting(self) -> bool:
        """Whether a move is under way."""
        return self._sent > 0

    def _lost(self) -> None:
        self._line = None
        self._tally.fail("connection lost")
        self._sent, self._played = 0.0, -1
        self._company.spawn(self._return())

    async def _return(self) -> None:
        while self._line is None and not self._gone and not self._tally.over:
            await asyncio.sleep(RETURN)
            self._returned = True
            with suppress(Unreachable):  # it has been counted that the connection was lost
                await self.arrive()

    def _hear(self, body: bytes) -> None:
        self._tally.heard += len(body)
        try:
            message = read(body)
        except (msgspec.MsgspecError, zlib.error):
            self._tally.errors["a message that this version does not understand"] += 1
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
                    self._tally.fail("a page that came back shows less than was acknowledged")
                self._returned = False
            if message.over:
                self._company.finish()
                return
        self.consider()

    def _put(self, place: str, html: Html) -> None:
        """Keep what a place of the page shows and offers."""
        whole = html if isinstance(html, str) else joined(self._shown.get(place, ""), *html)
        self._shown[place] = whole
        self._offered[place] = CHOICE.findall(whole)

    def _answered(self, message: Message) -> None:
        if message.ack != self._number or not self._sent:
            return
        if message.ok:
            self._acknowledged = self._played
            self._company.acknowledged(self._sent)
        else:
            self._tally.refuse(message.rule)
            self._think(AGAIN)
        self._sent = 0.0

    def consider(self) -> None:
        """Begin to think when a move is owed: the page offers one, and it is newer than the last one answered."""
        if (
            not self._tally.begun
            or self._sent
            or self._thinking
            or self._version == self._played
            or not any(self._offered.values())
        ):
            return
        if self._company.think:
            # At the beginning not everybody has just moved.
            low = 0.0 if self._first else 0.5
            self._think(self._company.think * random.uniform(low, 1.5))
        else:
            self._play()
        self._first = False

    def _think(self, seconds: float) -> None:
        self._thinking = asyncio.get_running_loop().call_later(seconds, self._play)

    def _play(self) -> None:
        self._thinking = None
        moves = [move for found in self._offered.values() for move in found]
        if not moves or self._line is None or self._tally.over:
            return
        self._number += 1
        self._played = self._version
        move = Play(self._number, int(random.choice(moves)), self._version, f"{self._number}-{random.getrandbits(64)}")
        self._sent = time.perf_counter()
        self._line.send(WRITE.encode(move))


class Program:
    """Somebody who plays through the API: looks, moves, and looks again when somebody at the table has moved."""

    def __init__(self, company: Company, seated: Seated) -> None:
        self._company = company
        self._seated = seated
        self._tally = company.tally
        self._requests = Requests(company.site)
        self._gone = False  # from this table
        self.waiting = False

    async def arrive(self) -> None:
        self.consider()

    def consider(self) -> None:
        """Begin to play, when it is time."""
        if self._tally.begun:
            self._company.spawn(self._run())

    def leave(self) -> None:
        self._gone = True
        self._company.spawn(self._requests.close())

    async def _run(self) -> None:
        company, token = self._company, self._seated.token
        path = f"/api/tables/{self._seated.id}"
        while not self._gone and not self._tally.over:
            stirred = company.stirred
            try:
                answer = await ask(self._requests, path, token=token)
                self._tally.heard += len(answer)
                table = msgspec.json.decode(answer, type=Looked)
                if table.over:
                    company.finish()
                elif not table.view.moves:
                    async with asyncio.timeout(BREATH):
                        await stirred.wait()
                else:
                    await asyncio.sleep(company.think * random.uniform(0.5, 1.5))
                    await self._play(path, table)
            except TimeoutError:
                pass
            except Unreachable as error:
                if not self._gone:
                    self._tally.fail(str(error))
                    await asyncio.sleep(RETURN)

    async def _play(self, path: str, table: Looked) -> None:
        if self._tally.over:
            return
        move = {
            "move": random.choice(table.view.moves), "version": table.version,
            "action_id": f"{random.getrandbits(64)}",
        }  # fmt: skip
        sent = time.perf_counter()
        self.waiting = True
        try:
            status, answer = await self._requests.ask(f"{path}/play", move, self._seated.token)
        finally:
            self.waiting = False
        if status == 200:
            self._company.acknowledged(sent)
            self._company.stir()
        elif status < 500:
            self._tally.refuse(said(answer).rule or str(status))
        else:
            self._tally.fail(f"it answers {status}: {said(answer).error}")


class Spectator:
    """Somebody without a seat who receives every update."""

    def __init__(self, site: Site, tally: Tally) -> None:
        self._site = site
        self._tally = tally
        self._line: Line | None = None
        self.messages = 0

    async def arrive(self, table: str) -> None:
        if self._line:
            self._line.close()
        self._line = Line(self._site, f"/t/{table}/live", "", self._hear, self._lost)
        await self._line.open()

    def _hear(self, body: bytes) -> None:
        self.messages += 1
        if self._tally.running:
            self._tally.watched += 1

    def _lost(self) -> None:
        self._line = None
        self._tally.fail("connection of a spectator lost")

    def leave(self) -> None:
        if self._line:
            self._line.close()


class Company:
    """Those who sit at one table, and at the next one when a game is over."""

    def __init__(self, site: Site, tally: Tally, plan: Plan, watching: Sequence[Spectator] = ()) -> None:
        self.site = site
        self.tally = tally
        self.think = plan.think
        self.stirred = asyncio.Event()
        self._plan = plan
        self._kind = Program if plan.api else Player
        self._players: list[Player | Program] = []
        self._watching = watching
        self._requests = Requests(site)
        self._over = asyncio.Event()
        self._moved = time.perf_counter()
        self._tasks: set[asyncio.Task[None]] = set()

    async def come_in(self) -> None:
        """Sit down for the first time; a server that is busy with so many newcomers is asked again."""
        for _ in range(TRIES):
            try:
                return await self.sit_down()
            except Unreachable:
                self.get_up()
                await asyncio.sleep(RETURN)
        await self.sit_down()

    async def sit_down(self) -> None:
        """Open a table and begin to play."""
        seated = await open_table(self._requests, self._plan.game, self._plan.seats)
        self.tally.games += 1
        self._over.clear()
        self._players = [self._kind(self, one) for one in seated]
        await asyncio.gather(*(spectator.arrive(seated[0].id) for spectator in self._watching))
        await asyncio.gather(*(player.arrive() for player in self._players))

    async def go_on(self) -> None:
        """Game after game, until somebody cancels it."""
        self._moved = time.perf_counter()
        for player in self._players:
            player.consider()
        while True:
            await self._over.wait()
            until = time.perf_counter() + LAST_ANSWER
            while self.waiting and time.perf_counter() < until:  # the end may be shown before the last move is answered
                await asyncio.sleep(AGAIN)
            self.get_up()
            try:
                await self.sit_down()
            except Unreachable as error:
                self.tally.fail(str(error))
                await asyncio.sleep(RETURN)
                self._over.set()

    def finish(self) -> None:
        """A player saw the end of the game."""
        self._over.set()

    def get_up(self) -> None:
        self.stir()
        for player in self._players:
            player.leave()
        self._players = []

    def acknowledged(self, sent: float) -> None:
        self.tally.acknowledged(sent)
        self._moved = time.perf_counter()

    @property
    def still(self) -> bool:
        """Whether nobody has moved for so long that something must be wrong."""
        return time.perf_counter() - self._moved > STILL + 3 * self.think

    def stir(self) -> None:
        """Tell programs that somebody has moved."""
        self.stirred.set()
        self.stirred = asyncio.Event()

    @property
    def waiting(self) -> bool:
        return any(player.waiting for player in self._players)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
