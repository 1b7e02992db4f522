"""The table of one learner, and the connection of its page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from tablero.table import Table
from tablero.table.example_session import ExampleSession
from tablero.table.lesson_session import LessonProgress, LessonSession
from tablero.table.log_row import AppendResult
from tablero.ui.client_view import ClientView
from tablero.ui.lesson_page import LessonPages
from tablero.ui.room_feed import ButtonConnection, RoomFeed
from tablero.ui.table_page import Perspective
from tablero.ui.updates import Socket

SaveProgress = Callable[[LessonProgress], Awaitable[None]]


@dataclass
class LessonRoom(RoomFeed):
    """Backend and feed of a lesson, or of an example that is tried. `save` stores the learner's progress."""

    course: LessonSession | ExampleSession
    save: SaveProgress | None = None
    id: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    # ---------------------------------------------------------------- backend

    async def table(self, id: str = "") -> Table:
        return self.course.table

    async def play(
        self, id: str, seat: int, move: int, version: int, action_id: str, *, lag: float = 0.0
    ) -> AppendResult:
        """Make a legal move, or let the coach answer it."""
        self.course.table.play(seat, move, version, action_id)
        return await self._changed(lambda: self.course.play(move))

    async def undo(self, id: str, seat: int, action_id: str) -> AppendResult:
        return await self._changed(self.course.back)

    async def restart(self, id: str, seat: int, action_id: str) -> AppendResult:
        course = self.course
        return await self._changed(course.again if isinstance(course, ExampleSession) else lambda: course.go(course.at))

    async def do(self, what: str) -> None:
        """Do what a button of the coach names: back, again, and in a lesson next."""
        actions = {"back": self.course.back, "again": self.course.again}
        if isinstance(self.course, LessonSession):
            actions["next"] = self.course.next
        if what in actions:
            await self._changed(actions[what])

    @property
    def at(self) -> int:
        return self.course.at if isinstance(self.course, LessonSession) else 0

    async def _changed(self, change: Callable[[], Any]) -> AppendResult:
        before = self.at
        change()
        self.refresh_viewers()
        if self.at != before and isinstance(self.course, LessonSession) and self.save is not None:
            version = self.course.lesson.version
            await self.save(LessonProgress(self.at, version, self.course.over, self.course.ways))
        return AppendResult(self.course.table.version, False)


class LessonPlayer(ButtonConnection):
    """The connection of a learner."""

    def __init__(self, socket: Socket, person: str, room: LessonRoom, perspective: Perspective) -> None:
        super().__init__(socket, room, ClientView(person, perspective, LessonPages(room.course)), "coach")
