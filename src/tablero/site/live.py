"""Live updates: one websocket a page, every message numbered and acknowledged.

A move is acknowledged when it is on disk. A viewer is sent the difference between what it has and what it may see now,
and nothing at all when there is none: another seat's secret move leaves no trace, not even an empty message.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from litestar import WebSocket, websocket
from litestar.exceptions import HTTPException, WebSocketDisconnect, WebSocketException
from litestar.params import FromPath

from tablero import figures
from tablero.core.errors import IllegalMove
from tablero.insight.advice import Advice
from tablero.people.notices import LOBBY
from tablero.site.advice import told_advice
from tablero.site.audience import Audience
from tablero.site.cup_lists import cup_lists
from tablero.site.deed_messages import do_deed
from tablero.site.door import address_of
from tablero.site.entry import GivenUp, find_table
from tablero.site.frames import WIRE, Frame, Wire, framed, packed
from tablero.site.language import tongue_of
from tablero.site.lists import lists_for, running_list
from tablero.site.messages import BadMessage, action_of, count_of, number, read, sentence
from tablero.site.people import Guest, check_token, guest_of
from tablero.site.presence import Presence
from tablero.site.pulse import Pulse
from tablero.site.showing import Showings, Viewer
from tablero.site.table_deeds import Deeds
from tablero.site.tableau import Sight, Tableau, bubble
from tablero.site.talk import SAYS, Conversation
from tablero.site.tokens import cut_when_revoked
from tablero.site.watching import Eyes, Looking, Private, hand_key
from tablero.store import House, Played
from tablero.store.errors import StoreError
from tablero.table import NoSuchTable, OtherRules, Refusal, Table, may_come, may_look, was_sent_away

Socket = WebSocket[Any, Any, Any]

GONE = (WebSocketException, OSError, RuntimeError)  # what sending to a page that has gone ends in
HELD_UP = 20.0  # seconds after which people are told that a bot is late
LOBBY_PAUSE = 1.0  # seconds between two looks at the lists, however much happens
CUPS_ELSEWHERE = 5.0  # seconds between two looks at tournaments where other processes change them too
STORE_PAUSE = 1.0  # seconds until a page that the database could not serve is served again
TRY_AGAIN_LATER = 1013  # how a websocket is closed when it should be opened again in a while


class Keeper(Protocol):
    """Where tables are kept: a House, or a place for one learner."""

    async def table(self, id: str) -> Table:
        """The newest position."""

    async def play(self, id: str, seat: int, move: int, version: int, action_id: str) -> Played:
        """Make a move."""

    async def undo(self, id: str, seat: int, action_id: str) -> Played:
        """Take the last move back."""

    async def restart(self, id: str, seat: int, action_id: str) -> Played:
        """Take all moves of the turn back."""


class Shower(Protocol):
    """What shows a table to those who look at it."""

    id: str

    def to(self, viewer: Viewer) -> AbstractContextManager[None]:
        """Show it to somebody from now on."""

    async def table(self) -> Table:
        """The newest position that there is news of."""

    async def rematch(self, table: Table) -> str | None:
        """The table that follows a finished one."""

    def tableau(self, table: Table, sight: Sight, rematch: str | None) -> Tableau:
        """The page for a sight."""


class Advising(Protocol):
    """Who thinks for somebody that asks what to do."""

    async def advice(self, table: Table, seat: int, who: str) -> Advice:
        """The best moves of a seat that owes a decision, and why."""


class Watcher:
    """One viewer at one table."""

    def __init__(
        self, socket: Socket, guest: Guest, house: Keeper, showing: Shower, sight: Sight,
        adviser: Advising | None = None, pulse: Pulse | None = None, talk: Conversation | None = None, eyes: Eyes | None = None,
    ) -> None:  # fmt: skip
        self._socket = socket
        self._guest = guest
        self.person = guest.id
        self._house = house
        self._showing = showing
        self._id = showing.id
        self._sight = sight
        self._adviser = adviser
        self._pulse = pulse
        self._talk = talk
        self._eyes = eyes
        self._talking: asyncio.Task[None] | None = None
        self._advice: asyncio.Task[None] | None = None  # a thought under way
        self._sent: Tableau | None = None
        self._changed = False
        self._table: Table | None = None  # what is shown
        self._late: asyncio.TimerHandle | None = None  # goes off when bots keep everybody waiting
        self._follow: asyncio.Task[None] | None = None
        self._sending = asyncio.Lock()
        extensions: Any = socket.scope.get("extensions") or {}
        self._wire: Wire | None = extensions.get(WIRE)

    async def run(self) -> None:
        try:
            with self._showing.to(self):
                self.look()
                if self._talk is not None:
                    self._talking = asyncio.create_task(self._talk.follow())
                while True:
                    await self._answer(await self._socket.receive_text())
        except (WebSocketDisconnect, *GONE):
            pass
        finally:
            if self._late is not None:
                self._late.cancel()
            for task in filter(None, (self._follow, self._advice, self._talking)):
                task.cancel()
                with suppress(asyncio.CancelledError, *GONE):
                    await task

    def look(self) -> None:
        self._changed = True
        if self._follow is None or self._follow.done():
            self._follow = asyncio.create_task(self._follow_up())

    def show(self, table: Table, rematch: str | None) -> bool:
        """Show a position without waiting for anything, where the page keeps up."""
        if self._wire is None or self._sending.locked() or (self._follow is not None and not self._follow.done()):
            return False
        try:
            before = self._sent
            frame = self._next(table, rematch)
            if frame is not None and not self._wire.deliver(frame[1]):
                self._sent = before  # it has not been sent
                return False
        except Exception:
            logging.getLogger("tablero").exception("table %s could not be shown to a page", self._id)
        return True

    async def _follow_up(self) -> None:
        """Show what is new until there is nothing new; who sits still costs nothing."""
        while self._changed:
            self._changed = False
            try:
                await self._show()
            except StoreError as error:  # the page waits for this: look again until the database is back
                logging.getLogger("tablero").error("a page waits for table %s: %s", self._id, error)
                if self._sight.late and self._table is not None:
                    await self._draw(self._table, None)
                await asyncio.sleep(STORE_PAUSE)
                self._changed = True
            except GONE:
                return
            except Exception:
                # One position that cannot be shown must not cut this page off from all that follow.
                logging.getLogger("tablero").exception("table %s could not be shown to a page", self._id)

    async def _show(self) -> None:
        """Send what has changed for this viewer since the last time."""
        table = await self._showing.table()
        await self._draw(table, await self._showing.rematch(table))

    async def _draw(self, table: Table, rematch: str | None) -> None:
        async with self._sending:
            frame = self._next(table, rematch)
            if frame is not None:
                with figures.stage("send"):
                    await self._send(*frame)

    def _next(self, table: Table, rematch: str | None) -> tuple[Frame, bytes] | None:
        """What to send so that the page shows a position."""
        if self._table is not None and self._table.version > table.version:
            return None  # what came after is shown already
        self._note(table)
        self._table = table
        if not may_look(table, self.person) or table.given_up:
            return self._show_out()
        if self._talk is not None:
            self._talk.changed(table)
        looking = self._looking(table)
        self._sight = replace(
            self._sight, seat=looking.seat, over_shoulder=looking.over_shoulder, curtain=looking.curtain,
            welcome=may_come(table, self.person), sent_away=was_sent_away(table, self.person),
        )  # fmt: skip
        after = self._showing.tableau(table, self._sight, rematch)
        if after is self._sent:
            return None
        frame = after.frame(self._sent)
        self._sent = after
        return frame

    def _show_out(self) -> tuple[Frame, bytes]:
        """The page is loaded anew, and says what has become of the table."""
        frame = framed({"reload": True})
        return frame, packed(frame)

    async def _send(self, frame: Frame, ready: bytes) -> None:
        if self._wire is None or not self._wire.deliver(ready):
            await send(self._socket, frame)

    def _note(self, table: Table) -> None:
        """When bots alone keep everybody waiting, people are told after a while."""
        seat = self._sight.seat
        if self._table is not None and table.version_for(seat) == self._table.version_for(seat):
            return
        if self._sight.late:
            self._sight = replace(self._sight, late=False)
        if self._late is not None:
            self._late.cancel()
            self._late = None
        if table.actors() and all(map(table.bot_level, table.actors())):
            self._late = asyncio.get_running_loop().call_later(HELD_UP, self._tell_late)

    def _tell_late(self) -> None:
        self._sight = replace(self._sight, late=True)
        self.look()

    async def _answer(self, text: str) -> None:
        number: object = 0
        try:
            message = read(text)
            number = message["n"]
            if message["do"] == "advise" and self._adviser is not None and (self._advice is None or self._advice.done()):
                self._advice = asyncio.create_task(self._advise(message["n"], self._adviser))
                return  # whoever asks can go on meanwhile: the answer comes when it is thought out
            try:
                answer = {"ack": number, "ok": True, **await self._do(message)}
            except (IllegalMove, Refusal) as error:
                figures.refused(error.rule)
                answer = {"ack": number, "ok": False, **await self._refusal(error)}
        except BadMessage as error:
            answer = {"ack": number, "ok": False, **await self._refusal(error)}
        except StoreError as error:
            answer = {"ack": number, "ok": False, "rule": "store", "text": sentence(self._sight.tongue.say(str(error)))}
        frame = framed(answer)
        await self._send(frame, packed(frame))
        if number and answer["ok"] and message["do"] in ("look", "at", "live", "lift"):
            self.look()

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
        if what in ("ping", "echo"):
            return self._pulse.take(message) if self._pulse is not None else {}
        if what == "look":
            self._sight = replace(self._sight, turn=number(message, "turn") % 4)
        elif what == "at":
            self._sight = replace(self._sight, at=max(0, number(message, "k")))
        elif what == "live":
            self._sight = replace(self._sight, at=None)
        elif what in ("since", "places"):
            return await self._told(what, message)
        elif what == "why":
            table = await self._house.table(self._id)
            table.check(self._own_seat(table), number(message, "move"))
        elif what == "hand":
            return await self._show_hand(bool(message.get("on")), action_of(message))
        elif what == "lift" and self._eyes is not None:
            self._eyes.lift(await self._house.table(self._id), number(message, "seat"))
        elif what in SAYS and self._talk is not None:
            return await self._talk.do(message)
        elif what == "advise":
            raise Refusal("a thought is under way already: wait for it")
        elif what == "preview":
            return await self._preview(number(message, "move"))
        elif what == "play":
            return await self._play(number(message, "move"), number(message, "version"), action_of(message))
        elif what in ("undo", "restart"):
            seat = self._own_seat(await self._house.table(self._id))
            change = self._house.undo if what == "undo" else self._house.restart
            await change(self._id, seat, action_of(message))
        elif what == "table" and isinstance(self._house, House):
            own = self._guest.seat_at(await self._house.table(self._id))
            await do_deed(self._socket, Deeds(self._house, self._id, self.person, own), message, self._sight.tongue)
        else:
            raise BadMessage("this page asked for something unknown: load it again")
        return {}

    async def _play(self, move: int, version: int, action_id: str) -> dict[str, Any]:
        """Make a move, dated back by what its way here took."""
        self._sight = replace(self._sight, hot=None)
        seat = self._own_seat(await self._house.table(self._id))
        if self._pulse is not None and isinstance(self._house, House):
            played = await self._house.play(self._id, seat, move, version, action_id, lag=self._pulse.lag)
        else:
            played = await self._house.play(self._id, seat, move, version, action_id)
        return {"repeated": True} if played.repeated else {}  # not its number: rows of others are counted in it

    async def _advise(self, number: int, adviser: Advising) -> None:
        """Answer what the strongest bot would do here."""
        try:
            table = await self._house.table(self._id)
            seat = self._own_seat(table)
            advice = await adviser.advice(table, seat, self.person)
            now = await self._house.table(self._id)
            if now.version_for(seat) != table.version_for(seat):
                raise Refusal("the position has changed meanwhile: ask again")
            answer = {"ack": number, "ok": True, **told_advice(table, seat, advice, self._sight.tongue)}
        except Refusal as error:
            answer = {"ack": number, "ok": False, **await self._refusal(error)}
        except StoreError as error:
            answer = {"ack": number, "ok": False, "rule": "store", "text": sentence(self._sight.tongue.say(str(error)))}
        except Exception:
            logging.getLogger("tablero").exception("no advice could be given at table %s", self._id)
            answer = {"ack": number, "ok": False, **await self._refusal(Refusal("the thought was lost: ask again"))}
        frame = framed(answer)
        with suppress(*GONE):
            await self._send(frame, packed(frame))

    async def _told(self, what: str, message: dict[str, Any]) -> dict[str, Any]:
        """What has happened: the others' turns since one's own, or the places that one turn has changed."""
        table = await self._house.table(self._id)
        now = replace(self._sight, seat=self._looking(table).seat, at=None, hot=None)
        stage = self._showing.tableau(table, now, await self._showing.rematch(table)).stage
        if stage is None or not table.started:
            return {what: []}
        return {what: stage.since() if what == "since" else stage.places(number(message, "event"))}

    async def _preview(self, move: int) -> dict[str, Any]:
        """Show what a move would bring, in the picture and in a bubble. No move (-1) ends it."""
        self._sight = replace(self._sight, hot=move if move >= 0 else None)
        await self._show()
        if move < 0:
            return {}
        table = await self._house.table(self._id)
        return {"preview": bubble(table, self._own_seat(table), move, self._sight.tongue)}

    async def _show_hand(self, shown: bool, action_id: str) -> dict[str, Any]:
        """Let whoever has the link see the own hand, or no longer; the link."""
        house: House = self._socket.app.state.house
        seat = self._own_seat(await house.table(self._id))
        await house.show_hand(self._id, seat, shown, action_id)
        table = await house.table(self._id)
        key = hand_key(table, seat, self._socket.app.state.seal) if seat in table.shown else ""
        return {"hand": f"{self._sight.address}/t/{self._id}?hand={key}" if key else ""}

    def _looking(self, table: Table) -> Looking:
        return Looking(self._guest.seat_at(table)) if self._eyes is None else self._eyes.look(table)

    def _own_seat(self, table: Table) -> int:
        looking = self._looking(table)
        seat = None if looking.over_shoulder else looking.seat
        if looking.curtain is not None:
            raise Refusal("somebody else has the device: lift the curtain first")
        if seat is None:
            raise Refusal("you are watching this game: only those who sit at the table can move")
        return seat


class Alone(Watcher):
    """Somebody at a table that nobody else sits at: nothing is ever out of date, and going back is no mistake."""

    def _next(self, table: Table, rematch: str | None) -> tuple[Frame, bytes] | None:
        if self._table is not None and self._table.version > table.version:
            self._table = None
        return super()._next(table, rematch)

    def _note(self, table: Table) -> None:
        """Nobody is ever held up here."""


async def tell(socket: Socket, message: dict[str, Any]) -> None:
    """Send a message to a page that may have gone."""
    with suppress(*GONE):
        await send(socket, framed(message))


async def send(socket: Socket, frame: Frame) -> None:
    if isinstance(frame, str):
        await socket.send_text(frame)
    else:
        await socket.send_bytes(frame)


async def welcome(socket: Socket, table: str = "") -> Guest | None:
    """Open the connection; None when it was closed again, with the reason, because a token is of no use here."""
    await socket.accept()
    try:
        await check_token(socket)
        return guest_of(socket, table)
    except HTTPException as error:
        await socket.close(code=4000 + error.status_code, reason=error.detail)
    except StoreError as error:
        await socket.close(code=TRY_AGAIN_LATER, reason=str(error)[:120])
    return None


@websocket("/t/{id:str}/live", opt={"person": False, "scope": "play"})
async def table_live(socket: Socket, id: FromPath[str]) -> None:
    """The table page's connection."""
    guest = await welcome(socket, id)
    if guest is None:
        return
    house: House = socket.app.state.house
    try:
        table = await find_table(socket, id)
        eyes = Eyes(guest, socket.app.state.seal, socket.query_params.get("hand", ""))
        seat = eyes.look(table).seat
    except Private as error:
        await socket.close(code=4403, reason=error.detail)
        return
    except (NoSuchTable, GivenUp):
        await socket.close(code=4404, reason="no such table")
        return
    except OtherRules as error:
        await socket.close(code=4409, reason=str(error)[:120])
        return
    except StoreError as error:
        await socket.close(code=TRY_AGAIN_LATER, reason=str(error)[:120])
        return
    sight = Sight(
        seat=seat, tongue=tongue_of(socket),
        turn=(count_of(socket.query_params.get("turn", "")) or 0) % 4, at=count_of(socket.query_params.get("move", "")),
        coached=True, address=address_of(socket), welcome=may_come(table, guest.id),
        sent_away=was_sent_away(table, guest.id), guest=guest.account is None, cup=await house.cups.of_table(id) or "",
    )  # fmt: skip
    showings: Showings = socket.app.state.showings
    presence: Presence = socket.app.state.presence
    audience: Audience = socket.app.state.audience
    with figures.socket("table"), audience.watching(id), presence.at(id, guest.id) as page:
        async with cut_when_revoked(socket, guest):
            pulse = Pulse(presence, id, page, house.now)
            showing = showings.of(id)
            talk = Conversation(house, socket.app.state.sayings, showing.table, guest, sight.tongue, partial(tell, socket))
            await Watcher(socket, guest, house, showing, sight, socket.app.state.adviser, pulse, talk, eyes).run()


@websocket("/live")
async def lobby_live(socket: Socket) -> None:
    """The connection of a page of lists (the lobby, tables to look on, tournaments): its lists, whenever they change."""
    guest = await welcome(socket)
    if guest is None:
        return
    house: House = socket.app.state.house
    changed = asyncio.Event()
    stops = [house.listen(lambda id, version: changed.set())]
    tongue = tongue_of(socket)
    presence: Presence = socket.app.state.presence
    shown = socket.query_params.get("page")
    in_lobby = shown not in ("watch", "cups")  # those two show nobody which tables wait for them

    async def lists() -> dict[str, str]:
        if shown == "watch":
            return {"running": await running_list(house, presence, tongue)}
        if shown == "cups":
            return {"cups": await cup_lists(house, guest, tongue)}
        return await lists_for(house, guest, tongue)

    if shown == "cups":
        stops.append(house.cups.listen(lambda key: changed.set()))
    # Other processes tell of tables, not of tournaments.
    follow = asyncio.create_task(_follow_lists(socket, lists, changed, CUPS_ELSEWHERE if shown == "cups" and not house.alone else None))
    try:
        with figures.socket("lobby"), presence.at(LOBBY, guest.id) as page:
            page.visible = in_lobby
            async with cut_when_revoked(socket, guest):
                while True:
                    try:
                        message = read(await socket.receive_text())
                        idle = number(message, "idle") if "idle" in message else 0
                    except BadMessage:
                        continue
                    presence.alive(LOBBY, page, idle, in_lobby and message.get("visible") is not False)
                    await send(socket, framed({"ack": message["n"], "ok": message["do"] == "ping"}))
    except (WebSocketDisconnect, *GONE):
        pass
    finally:
        for stop in stops:
            stop()
        follow.cancel()
        with suppress(asyncio.CancelledError, WebSocketException, RuntimeError):
            await follow


async def _follow_lists(
    socket: Socket, read: Callable[[], Awaitable[dict[str, str]]], changed: asyncio.Event, longest: float | None
) -> None:
    sent: dict[str, str] = {}
    while True:
        changed.clear()
        try:
            lists = await read()
        except StoreError:
            changed.set()
        else:
            news = {name: html for name, html in lists.items() if sent.get(name) != html}
            sent = lists
            if news:
                await send(socket, framed(news))
        await asyncio.sleep(LOBBY_PAUSE)
        with suppress(TimeoutError):
            await asyncio.wait_for(changed.wait(), longest)


HANDLERS = (table_live, lobby_live)
