"""Live updates: one websocket a page, every message numbered and acknowledged.

A move is acknowledged when it is on disk. A viewer is sent the difference between what it has and what it may see now,
and nothing at all when there is none: another seat's secret move leaves no trace, not even an empty message.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
import zlib
from contextlib import suppress
from dataclasses import replace
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import HTTPException, WebSocketDisconnect, WebSocketException
from litestar.params import FromPath

from tablero.core.errors import IllegalMove
from tablero.site.language import Tongue, tongue_of
from tablero.site.lists import lists_for
from tablero.site.messages import BadMessage, action_of, count_of, number, read, sentence
from tablero.site.people import Guest, guest_of
from tablero.site.tableau import Sight, Tableau, address_of, bubble, tableau
from tablero.site.telling import Chronicle
from tablero.store import House
from tablero.store.errors import StoreError
from tablero.store.news import EVERY_TABLE
from tablero.table import NoSuchTable, Refusal, Table

Socket = WebSocket[Any, Any, Any]

DEFLATE_FROM = 1000  # bytes; shorter messages gain nothing
HELD_UP = 20.0  # seconds after which people are told that a bot is late
LOOK_AGAIN = 1.0  # seconds until a table is read again that could not be read
LOBBY_PAUSE = 1.0  # seconds between two looks at the lists, however much happens


class Watcher:
    """One viewer at one table."""

    def __init__(self, socket: Socket, guest: Guest, house: House, id: str, sight: Sight, invite: str) -> None:
        self._socket = socket
        self._guest = guest
        self._house = house
        self._id = id
        self._sight = sight
        self._invite = invite
        self._sent: Tableau | None = None
        self._seen: object = None
        self._table: Table | None = None
        self._waits_since: float | None = None  # for bots and nobody else
        self._chronicle: Chronicle | None = None
        self._changed = asyncio.Event()
        self._sending = asyncio.Lock()

    async def run(self) -> None:
        stop = self._house.listen(self._hear)
        follow = asyncio.create_task(self._follow())
        try:
            self._changed.set()
            while True:
                await self._answer(await self._socket.receive_text())
        except WebSocketDisconnect:
            pass
        finally:
            stop()
            follow.cancel()
            with suppress(asyncio.CancelledError, WebSocketException, RuntimeError):
                await follow

    def _hear(self, id: str, version: int) -> None:
        if id in (self._id, EVERY_TABLE):
            self._changed.set()

    async def _follow(self) -> None:
        while True:
            try:
                try:
                    await asyncio.wait_for(self._changed.wait(), self._until_late())
                except TimeoutError:
                    await self._tell_late()
                    continue
                self._changed.clear()
                await self._show()
            except StoreError as error:
                logging.getLogger("tablero").error("a page waits for table %s: %s", self._id, error)
                await asyncio.sleep(LOOK_AGAIN)
                self._changed.set()
            except (WebSocketException, RuntimeError):
                raise  # the page has gone
            except Exception:
                # One position that cannot be shown must not cut this page off from all that follow.
                logging.getLogger("tablero").exception("table %s could not be shown to a page", self._id)

    async def _show(self) -> None:
        """Send what has changed for this viewer since the last time."""
        async with self._sending:
            table = await self._house.table(self._id)
            self._note(table)
            rematch = await self._house.rematch_of(self._id) if table.over else None
            await self._draw(table, rematch)

    def _note(self, table: Table) -> None:
        """Remember since when bots alone keep everybody waiting."""
        seat = self._sight.seat
        if self._table is None or table.version_for(seat) != self._table.version_for(seat):
            kinds = {table.holders[seat].kind for seat in table.actors()}
            self._waits_since = time.monotonic() if kinds == {"bot"} else None
            self._sight = replace(self._sight, late=False)
        self._table = table

    def _until_late(self) -> float | None:
        """Seconds until people have to be told that a bot is late; None when nobody waits for one."""
        if self._waits_since is None or self._sight.late:
            return None
        return max(0.0, self._waits_since + HELD_UP - time.monotonic())

    async def _tell_late(self) -> None:
        """From what is known: perhaps it is the database that is away."""
        async with self._sending:
            if self._table is not None:
                self._sight = replace(self._sight, late=True)
                await self._draw(self._table, None)

    async def _draw(self, table: Table, rematch: str | None) -> None:
        seat = self._guest.seat_at(table)
        if seat != self._sight.seat:
            self._sight = replace(self._sight, seat=seat)
        # Drawing is the costly part: a view that is the same needs none.
        seen = (self._sight, table.holders, table.view(seat), table.log(seat), table.stops(seat), rematch)
        if seen == self._seen:
            return
        self._seen = seen
        if self._chronicle is None:
            self._chronicle = Chronicle(table.game.words, self._sight.tongue.of(table.game))
        after = tableau(table, self._sight, self._invite, rematch, self._chronicle)
        news = after.since(self._sent)
        self._sent = after
        if news:
            await send(self._socket, news)

    async def _answer(self, text: str) -> None:
        number: object = 0
        try:
            message = read(text)
            number = message["n"]
            more = await self._do(message)
            answer = {"ack": number, "ok": True, **more}
        except (IllegalMove, Refusal) as error:
            answer = {"ack": number, "ok": False, **await self._refusal(error)}
        except StoreError as error:
            answer = {"ack": number, "ok": False, "rule": "store", "text": sentence(self._sight.tongue.say(str(error)))}
        await send(self._socket, answer)
        if number and answer["ok"] and message["do"] in ("look", "at", "live"):
            await self._show()

    async def _refusal(self, error: IllegalMove | Refusal) -> dict[str, str]:
        """Why not, in the viewer's language, with the rule's place in the guide."""
        tongue = self._sight.tongue
        if isinstance(error, Refusal):
            return {"rule": error.rule, "text": sentence(tongue.say(str(error)))}
        game = (await self._house.table(self._id)).game
        words = game.words.refusal(error.rule, tongue.of(game))
        return {"rule": error.rule, "text": words, "guide": f"/rules/{game.name}#{error.rule}"}

    async def _do(self, message: dict[str, Any]) -> dict[str, Any]:
        what = message["do"]
        if what == "ping":
            return {}
        if what == "look":
            self._sight = replace(self._sight, turn=number(message, "turn") % 4)
        elif what == "at":
            self._sight = replace(self._sight, at=max(0, number(message, "k")))
        elif what == "live":
            self._sight = replace(self._sight, at=None)
        elif what == "preview":
            return await self._preview(number(message, "move"))
        elif what == "play":
            self._sight = replace(self._sight, hot=None)
            seat = self._own_seat(await self._house.table(self._id))
            move, version = number(message, "move"), number(message, "version")
            played = await self._house.play(self._id, seat, move, version, action_of(message))
            return {"number": played.number} if played.repeated else {}
        elif what in ("undo", "restart"):
            seat = self._own_seat(await self._house.table(self._id))
            change = self._house.undo if what == "undo" else self._house.restart
            await change(self._id, seat, action_of(message))
        else:
            raise BadMessage("this page asked for something unknown: load it again")
        return {}

    async def _preview(self, move: int) -> dict[str, Any]:
        """Show what a move would bring, in the picture and in a bubble. No move (-1) ends it."""
        self._sight = replace(self._sight, hot=move if move >= 0 else None)
        await self._show()
        if move < 0:
            return {}
        table = await self._house.table(self._id)
        return {"preview": bubble(table, self._own_seat(table), move, self._sight.tongue)}

    def _own_seat(self, table: Table) -> int:
        seat = self._guest.seat_at(table)
        if seat is None:
            raise Refusal("you are watching this game: only those who sit at the table can move")
        return seat


async def send(socket: Socket, message: dict[str, Any]) -> None:
    """A message as JSON, deflated when it is long."""
    body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    if len(body) < DEFLATE_FROM:
        await socket.send_text(body.decode())
    else:
        await socket.send_bytes(zlib.compress(body, 6))


async def welcome(socket: Socket, table: str = "") -> Guest | None:
    """Open the connection; None when it was closed again, with the reason, because a token is of no use here."""
    await socket.accept()
    try:
        return guest_of(socket, table)
    except HTTPException as error:
        await socket.close(code=4000 + error.status_code, reason=error.detail)
        return None


@websocket("/t/{id:str}/live")
async def table_live(socket: Socket, id: FromPath[str]) -> None:
    """The table page's connection."""
    guest = await welcome(socket, id)
    if guest is None:
        return
    house: House = socket.app.state.house
    try:
        table = await house.table(id)
    except NoSuchTable:
        await socket.close(code=4404, reason="no such table")
        return
    sight = Sight(
        seat=guest.seat_at(table), tongue=tongue_of(socket),
        turn=(count_of(socket.query_params.get("turn", "")) or 0) % 4, at=count_of(socket.query_params.get("move", "")),
        address=address_of(socket),
    )  # fmt: skip
    invite = f"/join/{await house.invite(id)}" if sight.seat is not None else ""
    with socket.app.state.audience.watching(id):
        await Watcher(socket, guest, house, id, sight, invite).run()


@websocket("/live")
async def lobby_live(socket: Socket) -> None:
    """The lobby's connection: its lists, whenever they change."""
    guest = await welcome(socket)
    if guest is None:
        return
    house: House = socket.app.state.house
    changed = asyncio.Event()
    stop = house.listen(lambda id, version: changed.set())
    follow = asyncio.create_task(_follow_lists(socket, house, guest, tongue_of(socket), changed))
    try:
        while True:
            try:
                message = read(await socket.receive_text())
            except BadMessage:
                continue
            await send(socket, {"ack": message["n"], "ok": message["do"] == "ping"})
    except WebSocketDisconnect:
        pass
    finally:
        stop()
        follow.cancel()
        with suppress(asyncio.CancelledError, WebSocketException, RuntimeError):
            await follow


async def _follow_lists(socket: Socket, house: House, guest: Guest, tongue: Tongue, changed: asyncio.Event) -> None:
    sent: dict[str, str] = {}
    while True:
        changed.clear()
        try:
            lists = await lists_for(house, guest, tongue)
        except StoreError as error:
            logging.getLogger("tablero").error("the lists of a lobby wait: %s", error)
            changed.set()
        else:
            news = {name: html for name, html in lists.items() if sent.get(name) != html}
            sent = lists
            if news:
                await send(socket, news)
        await asyncio.sleep(LOBBY_PAUSE)
        await changed.wait()


HANDLERS = (table_live, lobby_live)
