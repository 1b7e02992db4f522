"""Connection of a table page: every message is numbered and acknowledged, a move when it is on disk."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from tablero.analysis.hints import MoveHint
from tablero.core.errors import IllegalMove
from tablero.table import Refusal, Table
from tablero.table.errors import StorageError
from tablero.table.log_row import AppendResult
from tablero.ui.client_view import ClientView
from tablero.ui.frames import framed
from tablero.ui.hint_text import hint_message
from tablero.ui.language import Language
from tablero.ui.messages import BadMessage, action_of, number, read, sentence, unknown_request
from tablero.ui.playback import Playback
from tablero.ui.table_page import EncodedMessage, move_preview
from tablero.ui.timing import refused
from tablero.ui.updates import DISCONNECT_ERRORS, Answer, Chat, Socket, TableFeed, UpdateSender


class TableBackend(Protocol):
    """Where a table is kept: the store, or the room of one user. Raises StorageError when it cannot be reached."""

    async def table(self, id: str) -> Table:
        """Return the newest position."""

    async def play(
        self, id: str, seat: int, move: int, version: int, action_id: str, *, lag: float = 0.0
    ) -> AppendResult:
        """Make a move, which took `lag` seconds to arrive."""

    async def undo(self, id: str, seat: int, action_id: str) -> AppendResult:
        """Take the last move back."""

    async def restart(self, id: str, seat: int, action_id: str) -> AppendResult:
        """Take all moves of the turn back."""


class HintSource(Protocol):
    """Computes hints for players."""

    async def find_hint(self, table: Table, seat: int, who: str, deeper: bool = False) -> MoveHint:
        """Return the best moves of a seat that owes a decision, and why."""


class LagMeter(Protocol):
    """Answers the pings of a client."""

    @property
    def lag(self) -> float:
        """Round-trip time of a message, in seconds."""

    def take(self, message: dict[str, Any]) -> Answer:
        """Answer a ping or an echo."""


class SharedTableActions(Protocol):
    """Requests of a page besides moves, where several players share a table."""

    async def act(self, message: dict[str, Any], language: Language) -> None:
        """Do what `message["deed"]` names: leave, invite, begin ... Raise Refusal."""

    async def show_hand(self, seat: int, shown: bool, action_id: str) -> str:
        """Open a hand to holders of a link, or close it; return the key of the link, empty when it is closed."""


class TableConnection(UpdateSender):
    """The connection of one client at one table.

    `hints`, `meter`, `chat` and `actions` are given where the page has hints, pings, a chat and other players.
    """

    def __init__(
        self,
        socket: Socket,
        backend: TableBackend,
        feed: TableFeed,
        view: ClientView,
        *,
        hints: HintSource | None = None,
        meter: LagMeter | None = None,
        chat: Chat | None = None,
        actions: SharedTableActions | None = None,
    ) -> None:
        super().__init__(socket, feed, view, chat)
        self._backend = backend
        self._hints = hints
        self._meter = meter
        self._actions = actions
        self._chat_task: asyncio.Task[None] | None = None
        self._hint_task: asyncio.Task[None] | None = None  # a hint that is being computed

    async def run(self) -> None:
        """Answer messages and send changes until the client goes."""
        try:
            with self._feed.subscribed(self):
                self.refresh()
                if self._chat is not None:
                    self._chat_task = asyncio.create_task(self._chat.follow())
                while True:
                    await self._answer(await self._socket.receive_text())
        except DISCONNECT_ERRORS:
            pass
        finally:
            self._cancel_late()
            for task in filter(None, (self._follow, self._hint_task, self._chat_task)):
                task.cancel()
                with suppress(asyncio.CancelledError, *DISCONNECT_ERRORS):
                    await task

    async def _answer(self, text: str) -> None:
        asked: object = 0
        try:
            message = read(text)
            asked = message["n"]
            idle = self._hint_task is None or self._hint_task.done()
            if message["do"] == "advise" and self._hints is not None and idle:
                self._hint_task = asyncio.create_task(self._answer_hint(message, self._hints))
                return  # the client can go on meanwhile: the answer comes when the hint is computed
            try:
                answer = {"ack": asked, "ok": True, **await self._do(message)}
            except (IllegalMove, Refusal) as error:
                refused(error.rule)
                answer = {"ack": asked, "ok": False, **await self._refusal(error)}
        except BadMessage as error:
            answer = {"ack": asked, "ok": False, **await self._refusal(error)}
        except StorageError as error:
            answer = {"ack": asked, "ok": False, **self._trouble(error)}
        await self._send(EncodedMessage(framed(answer)))
        if asked and answer["ok"] and message["do"] in ("look", "at", "live", "lift"):
            self.refresh()

    async def _refusal(self, error: IllegalMove | Refusal) -> dict[str, str]:
        """Return the reason in the viewer's language, with the address of the rule."""
        language = self._view.perspective.language
        if isinstance(error, Refusal):
            return {"rule": error.rule, "text": sentence(language.say(str(error)))}
        game = (await self._table()).game
        words = game.words.refusal(error.rule, language.of(game))
        return {"rule": error.rule, "text": words, "guide": f"/rules/{game.name}#{error.rule}"}

    def _trouble(self, error: StorageError) -> dict[str, str]:
        return {"rule": "store", "text": sentence(self._view.perspective.language.say(str(error)))}

    async def _do(self, message: dict[str, Any]) -> Answer:
        """Do what a message asks for; return further fields of its acknowledgement."""
        do = _HANDLERS.get(message["do"])
        if do is None:
            raise unknown_request()
        if message["do"] not in ("ping", "echo"):
            self._view.check_sight()
        return await do(self, message)

    async def _table(self) -> Table:
        return await self._backend.table(self._id)

    async def _own_seat(self) -> int:
        return self._view.own_seat(await self._table())

    async def _take_ping(self, message: dict[str, Any]) -> Answer:
        return self._meter.take(message) if self._meter is not None else {}

    async def _show_newest(self, message: dict[str, Any]) -> Answer:
        """Send what has not been shown yet: with the acknowledgement the page knows that nothing is on its way."""
        await self._show()
        return {}

    async def _turn_board(self, message: dict[str, Any]) -> Answer:
        self._view.change(turn=number(message, "turn") % 4)
        return {}

    async def _look_back(self, message: dict[str, Any]) -> Answer:
        self._view.change(at=max(0, number(message, "k")))
        return {}

    async def _go_live(self, message: dict[str, Any]) -> Answer:
        self._view.change(at=None)
        return {}

    async def _lift(self, message: dict[str, Any]) -> Answer:
        if self._view.seats is None:
            raise unknown_request()
        self._view.seats.hand_over(await self._table(), number(message, "seat"))
        return {}

    async def _since(self, message: dict[str, Any]) -> Answer:
        """Answer the other players' turns since the viewer's own."""
        playback = await self._playback()
        return {"since": [] if playback is None else playback.since()}

    async def _places(self, message: dict[str, Any]) -> Answer:
        """Answer the places that one turn has changed."""
        playback = await self._playback()
        return {"places": [] if playback is None else playback.places(number(message, "event"))}

    async def _playback(self) -> Playback | None:
        table = await self._table()
        playback = self._view.playback(table, await self._feed.rematch(table))
        return playback if table.started else None

    async def _why(self, message: dict[str, Any]) -> Answer:
        table = await self._table()
        table.check(self._view.own_seat(table), number(message, "move"))
        return {}

    async def _preview(self, message: dict[str, Any]) -> Answer:
        """Show what a move would bring, in the picture and in a preview. No move (-1) ends it."""
        move = number(message, "move")
        self._view.change(hot=move if move >= 0 else None)
        await self._show()
        if move < 0:
            return {}
        table = await self._table()
        return {"preview": move_preview(table, self._view.own_seat(table), move, self._view.perspective.language)}

    async def _play(self, message: dict[str, Any]) -> Answer:
        """Make a move, dated back by its round-trip time."""
        move, version, action_id = number(message, "move"), number(message, "version"), action_of(message)
        self._view.change(hot=None)
        seat = await self._own_seat()
        lag = self._meter.lag if self._meter is not None else 0.0
        played = await self._backend.play(self._id, seat, move, version, action_id, lag=lag)
        return {"repeated": True} if played.repeated else {}  # not its number: rows of others are counted in it

    async def _undo(self, message: dict[str, Any]) -> Answer:
        await self._backend.undo(self._id, await self._own_seat(), action_of(message))
        return {}

    async def _restart(self, message: dict[str, Any]) -> Answer:
        await self._backend.restart(self._id, await self._own_seat(), action_of(message))
        return {}

    async def _show_hand(self, message: dict[str, Any]) -> Answer:
        """Open the own hand to holders of a link, or close it; answer the link."""
        if self._actions is None:
            raise unknown_request()
        shown, action_id = bool(message.get("on")), action_of(message)
        key = await self._actions.show_hand(await self._own_seat(), shown, action_id)
        return {"hand": f"{self._view.perspective.address}/t/{self._id}?hand={key}" if key else ""}

    async def _act(self, message: dict[str, Any]) -> Answer:
        if self._actions is None:
            raise unknown_request()
        await self._actions.act(message, self._view.perspective.language)
        return {}

    async def _chats(self, message: dict[str, Any]) -> Answer:
        if self._chat is None:
            raise unknown_request()
        return await self._chat.do(message)

    async def _refuse_hint(self, message: dict[str, Any]) -> Answer:
        raise Refusal("an answer is being worked out already: wait for it")

    async def _answer_hint(self, message: Mapping[str, Any], hints: HintSource) -> None:
        """Answer with a hint: what the strongest bot would do here, after a deeper search if the page asks again."""
        asked = message["n"]
        try:
            table = await self._table()
            seat = self._view.own_seat(table)
            hint = await hints.find_hint(table, seat, self._view.person, message.get("deeper") is True)
            now = await self._table()
            if now.version_for(seat) != table.version_for(seat):
                raise Refusal("the position has changed meanwhile: ask again")
            answer = {"ack": asked, "ok": True, **hint_message(table, seat, hint, self._view.perspective.language)}
        except Refusal as error:
            answer = {"ack": asked, "ok": False, **await self._refusal(error)}
        except StorageError as error:
            answer = {"ack": asked, "ok": False, **self._trouble(error)}
        except Exception:
            logging.getLogger("tablero").exception("no hint could be given at table %s", self._id)
            answer = {"ack": asked, "ok": False, **await self._refusal(Refusal("the answer was lost: ask again"))}
        with suppress(*DISCONNECT_ERRORS):
            await self._send(EncodedMessage(framed(answer)))


_HANDLERS: dict[str, Callable[[TableConnection, dict[str, Any]], Awaitable[Answer]]] = {
    "ping": TableConnection._take_ping,
    "echo": TableConnection._take_ping,
    "show": TableConnection._show_newest,
    "look": TableConnection._turn_board,
    "at": TableConnection._look_back,
    "live": TableConnection._go_live,
    "lift": TableConnection._lift,
    "since": TableConnection._since,
    "places": TableConnection._places,
    "why": TableConnection._why,
    "preview": TableConnection._preview,
    "play": TableConnection._play,
    "undo": TableConnection._undo,
    "restart": TableConnection._restart,
    "hand": TableConnection._show_hand,
    "table": TableConnection._act,
    "say": TableConnection._chats,
    "earlier": TableConnection._chats,
    "mute": TableConnection._chats,
    "advise": TableConnection._refuse_hint,
}


class SoloConnection(TableConnection):
    """The connection of a user alone at a table, where a lower version means that the user went back."""

    def _next(self, table: Table, rematch: str | None) -> EncodedMessage | None:
        if self._view.table is not None and self._view.table.version > table.version:
            self._view.table = None
        return super()._next(table, rematch)

    def _watch_bots(self, table: Table) -> None:
        """Do nothing: here bots never keep other players waiting."""
