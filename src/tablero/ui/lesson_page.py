"""The page of a lesson, or of an example that is tried: a table page with a coach and without an end."""

from __future__ import annotations

from tablero.core.i18n.translator import translator_for
from tablero.table import Table
from tablero.table.example_session import ExampleSession
from tablero.table.lesson_session import LessonSession
from tablero.ui.language import Language
from tablero.ui.rendering import render
from tablero.ui.result_sheet import ResultSheet
from tablero.ui.table_page import Perspective, TablePage, TablePageBuilder


class LessonPageBuilder(TablePageBuilder):
    """Builds the page of one learner. `card` is the coach's HTML; `plays_back` whether the last move is played back."""

    def __init__(self, table: Table, perspective: Perspective, card: str, plays_back: bool) -> None:
        super().__init__(table, perspective)
        self._card = card
        self._plays_back = plays_back

    def plays_back(self) -> bool:
        return self._plays_back

    def ended(self) -> bool:
        return False

    def ending(self) -> ResultSheet | None:
        return None

    def gives_hints(self) -> bool:
        return False

    def forced(self) -> int | None:
        """None: a learner makes every move."""
        return None

    def made_alone(self) -> str:
        return ""

    def players(self) -> str:
        return ""

    def more_parts(self) -> dict[str, str]:
        return {"lesson": self._card}


class LessonPages:
    """The pages of a lesson, or of an example that is tried."""

    def __init__(self, course: LessonSession | ExampleSession) -> None:
        self._course = course

    def page(self, table: Table, perspective: Perspective, rematch: str | None = None) -> TablePage:
        lapse = isinstance(self._course, LessonSession) and self._course.lapse is not None
        return LessonPageBuilder(table, perspective, self._card(perspective.language), plays_back=not lapse).build()

    def _card(self, language: Language) -> str:
        """Return the coach's HTML."""
        course, game = self._course, self._course.game
        if isinstance(course, ExampleSession):
            said = translator_for(f"{game.package}.guide", language.code)
            return render("learn/parts/example.jinja", language, game=game, example=course.example, said=said)
        lessons = list(game.course.lessons)
        place = lessons.index(course.lesson.name) + 1
        return render(
            "learn/parts/lesson.jinja",
            language,
            game=game,
            lesson=course.lesson,
            course=course,
            said=translator_for(f"{game.package}.lessons", language.code),
            minute=game.course.minute if place == 1 else (),
            following=game.course.lessons[lessons[place]] if place < len(lessons) else None,
            more=course.over and not course.table.over,
        )
