"""The lessons of a game with a learner's progress, for lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core.game import Game
from tablero.core.i18n.translator import translator_for
from tablero.table.lesson_session import LessonProgress
from tablero.ui.language import Language


def lessons_of(game: Game, known: Mapping[tuple[str, str], LessonProgress], language: Language) -> list[dict[str, Any]]:
    """Return the lessons of a game with a visitor's progress, for a list."""
    said = translator_for(f"{game.package}.lessons", language.code)
    lines = []
    for lesson in game.course.lessons.values():
        learned = known.get((game.name, lesson.name))
        begun = learned is not None and learned.version == lesson.version and 0 < learned.step < len(lesson.steps)
        lines.append(
            {
                "name": lesson.name,
                "title": said(lesson.title),
                "minutes": lesson.minutes,
                "steps": len(lesson.steps),
                "finished": learned is not None and learned.finished,
                "step": learned.step + 1 if learned and begun else 0,
            }
        )
    return lines
