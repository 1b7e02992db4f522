"""Every lesson is played through: moves legal, other moves answered, claims true, under the rules of today."""

from __future__ import annotations

import pytest

import tablero
from tablero.core.game import Game
from tablero.core.teaching.lesson import Lesson
from tablero.table.lesson_session import LessonSession
from tests.lessons import Replay, check_example, is_drawn, page_of

LESSONS = [(game, lesson) for game in tablero.games() for lesson in game.course.lessons.values()]
EXAMPLES = [(game, example) for game in tablero.games() for example in game.figures.values()]


@pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=lambda part: part.name)
def test_a_lesson_teaches_what_is_true(game: Game, lesson: Lesson) -> None:
    counts = Replay(game, lesson).run()
    assert counts["claims"] >= counts["steps"]


@pytest.mark.parametrize(("game", "example"), EXAMPLES, ids=lambda part: getattr(part, "id", "") or part.name)
def test_a_drawn_example_shows_what_it_says(game: Game, example: object) -> None:
    assert check_example(game, example)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", tablero.games(), ids=lambda game: game.name)
def test_positions_are_of_todays_rules(game: Game) -> None:
    for lesson in game.course.lessons.values():
        for begins in (lesson.begins, *(step.begins for step in lesson.steps if step.begins)):
            assert begins.position is None or begins.position["rules"] == game.rules, lesson.name
    for example in game.figures.values():
        assert example.begins.position is None or example.begins.position["rules"] == game.rules, example.id


@pytest.mark.parametrize("game", tablero.games(), ids=lambda game: game.name)
def test_steps_have_names_of_their_own_and_the_minute_is_short(game: Game) -> None:
    ids = [step.id for lesson in game.course.lessons.values() for step in lesson.steps]
    assert len(ids) == len(set(ids))
    assert 4 <= len(game.course.minute) <= 7


@pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=lambda part: part.name)
def test_what_a_lesson_lights_is_drawn(game: Game, lesson: Lesson) -> None:
    teaching = LessonSession(game, lesson)
    while not teaching.over:
        step, at = teaching.step, teaching.at
        parts = page_of(game, teaching) if step.lit else None
        for selector in step.lit:
            assert parts is not None
            assert is_drawn(parts, selector), (
                f"{game.name}, lesson {lesson.name}, step {step.id}: there is no {selector}"
            )
        while teaching.at == at:
            teaching.next()
