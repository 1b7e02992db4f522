"""The board of one player who makes a plan, and the connection of its page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablero.table import Refusal, Table
from tablero.table.log_row import AppendResult
from tablero.table.plan_board import LINE_FORMS, PlanBoard, Trail, replaced, shifted
from tablero.table.plans import PlanLine, Reason
from tablero.ui.client_view import ClientView
from tablero.ui.connection import SoloConnection
from tablero.ui.messages import unknown_request, unreadable
from tablero.ui.plans.page import PlanPages
from tablero.ui.room_feed import RoomFeed
from tablero.ui.table_page import Perspective
from tablero.ui.updates import Socket

MAX_DEPTH = 8  # of a line in the tree


@dataclass(frozen=True)
class PlanState:
    """What is kept of a plan: its lines, whether it is played, why it has come to its end, and whether it says a move
    now."""

    lines: tuple[PlanLine, ...] = ()
    play: bool = False
    stopped: Reason | str = ""
    now: bool = False


class PlanRoom(RoomFeed):
    """Backend and feed of a board. `keep` keeps lines (none: the plan is deleted), `switch` has it played or not; both
    return what is kept then."""

    def __init__(
        self,
        match: str,
        board: PlanBoard,
        state: PlanState,
        keep: Callable[[Sequence[PlanLine]], Awaitable[PlanState]],
        switch: Callable[[bool], Awaitable[PlanState]],
    ) -> None:
        super().__init__()
        self.id = ""
        self.match = match
        self.board = board
        self.state = state
        self._keep = keep
        self._switch = switch
        self._shown: tuple[object, Table] | None = None

    # ---------------------------------------------------------------- backend

    async def table(self, id: str = "") -> Table:
        return self.now

    @property
    def now(self) -> Table:
        """The position on the board."""
        key = tuple(self.board.path)
        if self._shown is None or self._shown[0] != key:
            self._shown = key, self.board.table()
        return self._shown[1]

    async def play(
        self, id: str, seat: int, move: int, version: int, action_id: str, *, lag: float = 0.0
    ) -> AppendResult:
        self.now.play(seat, move, version, action_id)
        self.board.play(seat, move)
        return self._changed()

    async def undo(self, id: str, seat: int, action_id: str) -> AppendResult:
        self.board.back()
        return self._changed()

    async def restart(self, id: str, seat: int, action_id: str) -> AppendResult:
        self.board.path.clear()
        return self._changed()

    async def do(self, message: Mapping[str, Any]) -> None:
        """Do what a button of the page asks for. Raise BadMessage or Refusal."""
        what, lines = message.get("button"), self.state.lines
        if what == "step":
            self.board.back()
        elif what == "branch":
            self.board.path.clear()
        elif what == "open":
            self.board.path = self.board.path_to(lines, _trail(message))
        elif what == "keep":
            self.state = await self._keep(self.board.kept(lines))
            self.board.path.clear()
        elif what == "drop":
            self.state = await self._keep(replaced(lines, _trail(message)))
        elif what in ("up", "down"):
            self.state = await self._keep(shifted(lines, _trail(message), -1 if what == "up" else 1))
        elif what == "form":
            form = message.get("form")
            if form not in LINE_FORMS:
                raise unreadable()
            self.state = await self._keep(self.board.reshaped(lines, _trail(message), form))
        elif what == "play":
            self.state = await self._switch(not self.state.play)
        elif what == "delete":
            self.state = await self._keep(())
        elif what != "aside":
            raise unknown_request()
        self._changed()

    def _changed(self) -> AppendResult:
        self.refresh_viewers()
        return AppendResult(self.now.version, False)


class PlanConnection(SoloConnection):
    """The connection of one window of a player who makes a plan."""

    def __init__(self, socket: Socket, person: str, room: PlanRoom, perspective: Perspective) -> None:
        super().__init__(socket, room, room, ClientView(person, perspective, PlanPages(room)))
        self._room = room

    async def _do(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["do"] != "what-if":
            return await super()._do(message)
        await self._room.do(message)
        return {}


def _trail(message: Mapping[str, Any]) -> Trail:
    """Return the line that a message is about: numbers with points between."""
    words = message.get("line")
    places = words.split(".") if isinstance(words, str) else []
    if not 0 < len(places) <= MAX_DEPTH or not all(place.isdecimal() and len(place) < 4 for place in places):
        raise Refusal("this line has been taken away: choose another")
    return tuple(int(place) for place in places)
