"""Classroom: a table of one learner's own, shown on the ordinary page with a coach beside it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tablero.core.speech import speaker
from tablero.site.language import Tongue
from tablero.site.render import render
from tablero.site.showing import Viewer
from tablero.site.tableau import Sight, Tableau, tableau
from tablero.store import Played
from tablero.store.progress import Learned
from tablero.table import Table
from tablero.table.teaching import Teaching
from tablero.table.trial import Trial

Keep = Callable[[Learned], Awaitable[None]]


@dataclass
class Classroom:
    """Keeps the table of a lesson, or of an example that is tried, and shows it. `keep` writes down how far the learner is."""

    course: Teaching | Trial
    keep: Keep | None = None
    id: str = ""
    _viewer: Viewer | None = None

    # ---------------------------------------------------------------- kept

    async def table(self, id: str = "") -> Table:
        return self.course.table

    async def play(self, id: str, seat: int, move: int, version: int, action_id: str) -> Played:
        """A legal move: made, or answered by the coach."""
        self.course.table.play(seat, move, version, action_id)
        return await self._changed(lambda: self.course.play(move))

    async def undo(self, id: str, seat: int, action_id: str) -> Played:
        return await self._changed(self.course.back)

    async def restart(self, id: str, seat: int, action_id: str) -> Played:
        if isinstance(self.course, Trial):
            return await self._changed(self.course.again)
        return await self._changed(lambda: self.go(self.at))

    async def do(self, what: str) -> None:
        """What the buttons of the coach say: back, again, and in a lesson next."""
        doing = {"back": self.course.back, "again": self.course.again}
        if isinstance(self.course, Teaching):
            doing["next"] = self.course.next
        if what in doing:
            await self._changed(doing[what])

    @property
    def at(self) -> int:
        return self.course.at if isinstance(self.course, Teaching) else 0

    def go(self, at: int) -> None:
        if isinstance(self.course, Teaching):
            self.course.go(at)

    async def _changed(self, change: Callable[[], Any]) -> Played:
        before = self.at
        change()
        if self._viewer is not None:
            self._viewer.look()
        if self.at != before and isinstance(self.course, Teaching) and self.keep is not None:
            lesson = self.course.lesson
            await self.keep(Learned(self.at, lesson.version, self.course.over, self.course.ways))
        return Played(self.course.table.version, False)

    # ---------------------------------------------------------------- shown

    @contextmanager
    def to(self, viewer: Viewer) -> Iterator[None]:
        self._viewer = viewer
        try:
            yield
        finally:
            self._viewer = None

    async def rematch(self, table: Table) -> str | None:
        return None

    def tableau(self, table: Table, sight: Sight, rematch: str | None = None) -> Tableau:
        lapse = isinstance(self.course, Teaching) and self.course.lapse is not None
        return tableau(table, sight, lesson=self.card(sight.tongue), told=not lapse)

    def card(self, tongue: Tongue) -> str:
        """What the coach says now."""
        course, language = self.course, tongue.language
        if isinstance(course, Trial):
            said = speaker(f"{course.game.package}.guide", language)
            return render("parts/trial.jinja", tongue, game=course.game, figure=course.figure, said=said)
        said = speaker(f"{course.game.package}.lessons", language)
        lessons = list(course.game.course.lessons)
        place = lessons.index(course.lesson.name) + 1
        following = course.game.course.lessons[lessons[place]] if place < len(lessons) else None
        return render(
            "parts/lesson.jinja", tongue, game=course.game, lesson=course.lesson, course=course, said=said,
            minute=course.game.course.minute if place == 1 else (), following=following,
            more=course.over and not course.table.over,
        )  # fmt: skip
