"""Every lesson is played through: moves legal, other moves answered, claims true, under the rules of today."""

from __future__ import annotations

import pytest

import tablero
from tablero.core.game import Game
from tablero.core.lesson import Lesson
from tablero.table.teaching import Teaching
from tests.lessons import Replay, check_figure, is_drawn, page_of

LESSONS = [(game, lesson) for game in tablero.games() for lesson in game.course.lessons.values()]
FIGURES = [(game, figure) for game in tablero.games() for figure in game.figures.values()]


@pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=lambda part: part.name)
def test_a_lesson_teaches_what_is_true(game: Game, lesson: Lesson) -> None:
    counts = Replay(game, lesson).run()
    assert counts["claims"] >= counts["steps"]


@pytest.mark.parametrize(("game", "figure"), FIGURES, ids=lambda part: getattr(part, "id", "") or part.name)
def test_a_drawn_example_shows_what_it_says(game: Game, figure: object) -> None:
    assert check_figure(game, figure)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", tablero.games(), ids=lambda game: game.name)
def test_positions_are_of_todays_rules(game: Game) -> None:
    for lesson in game.course.lessons.values():
        for begins in (lesson.begins, *(step.begins for step in lesson.steps if step.begins)):
            assert begins.position is None or begins.position["rules"] == game.rules, lesson.name
    for figure in game.figures.values():
        assert figure.begins.position is None or figure.begins.position["rules"] == game.rules, figure.id


@pytest.mark.parametrize("game", tablero.games(), ids=lambda game: game.name)
def test_steps_have_names_of_their_own_and_the_minute_is_short(game: Game) -> None:
    ids = [step.id for lesson in game.course.lessons.values() for step in lesson.steps]
    assert len(ids) == len(set(ids))
    assert 4 <= len(game.course.minute) <= 7


@pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=lambda part: part.name)
def test_what_a_lesson_lights_is_drawn(game: Game, lesson: Lesson) -> None:
    teaching = Teaching(game, lesson)
    while not teaching.over:
        step, at = teaching.step, teaching.at
        parts = page_of(game, teaching) if step.lit else None
        for selector in step.lit:
            assert parts is not None
            assert is_drawn(parts, selector), f"{game.name}, lesson {lesson.name}, step {step.id}: there is no {selector}"
        while teaching.at == at:
            teaching.next()
