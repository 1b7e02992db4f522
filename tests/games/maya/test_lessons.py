"""The lessons of Maya where the learner may choose: every way to a goal leads on, every other one back."""

from __future__ import annotations

import pytest

from tablero.core.state import State
from tablero.core.teaching.lesson import Lesson, Step
from tablero.table.lesson_session import LEARNER_SEAT, LessonSession
from tests.games.maya.claims import turns
from tests.games.maya.position import GAME

GOALS = [
    (lesson, number)
    for lesson in GAME.course.lessons.values()
    for number, step in enumerate(lesson.steps)
    if step.goal is not None
]


def reaches(start: State, way: tuple[str, ...], step: Step) -> bool:
    state = start.copy()
    state.journal = []
    for words in way:
        state.play(LEARNER_SEAT, GAME.read(state, LEARNER_SEAT, words))
    assert step.goal is not None
    return any(step.goal.items() <= event.items() for event in state.journal)


@pytest.mark.parametrize(("lesson", "number"), GOALS, ids=[lesson.steps[number].id for lesson, number in GOALS])
def test_every_way_to_a_goal_leads_on_and_every_other_one_back(lesson: Lesson, number: int) -> None:
    step = lesson.steps[number]
    start = LessonSession(GAME, lesson, at=number).table.state.copy()
    ways = {way: reaches(start, way, step) for way, _ in turns(start)}
    assert ways[step.do]
    missed = next((way for way, good in ways.items() if not good), None)
    for way in [way for way, good in ways.items() if good] + ([missed] if missed else []):
        teaching = LessonSession(GAME, lesson, at=number)
        for words in way:
            teaching.play(GAME.read(teaching.table.state, LEARNER_SEAT, words))
        if way == missed:
            assert (teaching.at, teaching.failed, teaching.made) == (number, 1, [])
            assert teaching.answer == step.answers["*"]
            continue
        assert teaching.at == number + 1
        while not teaching.over:
            if teaching.step.begins is not None:  # from here on it is the same for everybody
                break
            teaching.next()
