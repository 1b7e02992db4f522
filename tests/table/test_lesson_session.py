"""Somebody is taught: what is asked for is made, everything else is answered, and nothing is ever lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tablero
from tablero.core.errors import BadRecord
from tablero.core.game import Game
from tablero.core.record import Record
from tablero.core.teaching.lesson import Course, Lesson, Step
from tablero.core.teaching.start_position import StartPosition
from tablero.table import Holder, Table
from tablero.table.example_session import ExampleSession
from tablero.table.lesson_session import LEARNER_SEAT, LessonSession

MAYA = tablero.game("maya")


def taught(*steps: Step, game: Game = MAYA) -> LessonSession:
    """A lesson of these steps, at the beginning of a game of two."""
    lesson = Lesson("small", "Small", 1, StartPosition(2, 7), steps, ("Itzel",))
    course = Course({"small": lesson}, (), {"*": "Not that one."})
    other = replace(game)
    other.__dict__["course"] = course
    return LessonSession(other, lesson)


def words(teaching: LessonSession) -> list[str]:
    state = teaching.table.state
    return [teaching.game.write(state, LEARNER_SEAT, move) for move in state.moves(LEARNER_SEAT)]


def legal(seed: int = 7) -> list[str]:
    """What seat 0 may do first."""
    state = MAYA.start(2, seed)
    while state.actor() != 0:
        state.play(state.actor(), state.moves(state.actor())[0])
    return [MAYA.write(state, 0, move) for move in state.moves(0)]


def test_another_legal_move_is_answered_and_not_made() -> None:
    right, wrong = legal()[:2]
    teaching = taught(Step("one", "Do it.", do=(right,)), Step("two", "Done."))
    before = teaching.table.state.dump()
    assert not teaching.play(MAYA.read(teaching.table.state, 0, wrong))
    assert teaching.answer == "Not that one."
    assert teaching.table.state.dump() == before
    assert teaching.play(MAYA.read(teaching.table.state, 0, right))
    assert teaching.answer == ""
    assert teaching.step.id == "two"


def test_where_there_is_something_to_read_a_move_waits() -> None:
    teaching = taught(Step("one", "Read."), Step("two", "Go on.", do=(legal()[0],)))
    move = teaching.table.state.moves(0)[0]
    assert not teaching.play(move)
    assert teaching.early
    teaching.next()
    assert teaching.step.id == "two"
    assert not teaching.early


def test_back_takes_a_move_back_and_then_the_step() -> None:
    first = legal()[0]
    teaching = taught(Step("one", "Read."), Step("two", "Twice.", do=(first, "placeholder")))
    teaching.next()
    before = teaching.table.state.dump()
    teaching.play(MAYA.read(teaching.table.state, 0, first))
    assert teaching.made
    teaching.back()
    assert teaching.table.state.dump() == before
    assert teaching.step.id == "two"
    teaching.back()
    assert teaching.step.id == "one"
    teaching.back()
    assert teaching.at == 0


@pytest.mark.parametrize("game", tablero.games(), ids=lambda game: game.name)
def test_every_step_can_be_opened_by_itself(game: Game) -> None:
    """Whoever comes back finds the position that those have who never left."""
    lesson = next(iter(game.course.lessons.values()))
    walking = LessonSession(game, lesson)
    for at, step in enumerate(lesson.steps):
        assert walking.step is step
        if at % 7 == 0:
            assert LessonSession(game, lesson, at=at).table.state.dump() == walking.table.state.dump(), step.id
        while walking.at == at:
            walking.next()
    assert walking.over
    walking.next()
    assert walking.over
    walking.again()
    assert walking.at == 0


def test_a_goal_may_be_reached_in_another_way_and_the_lesson_goes_on_from_there() -> None:
    found = [
        (lesson, step)
        for game in tablero.games()
        for lesson in game.course.lessons.values()
        for step in lesson.steps
        if step.goal is not None
    ]
    assert found, "no lesson has a goal"
    lesson, step = found[0]
    game = next(game for game in tablero.games() if lesson in game.course.lessons.values())
    at = lesson.steps.index(step)
    reached = missed = 0
    for choices in range(60):
        teaching = LessonSession(game, lesson, at=at)
        number = choices
        for _ in range(30):
            moves = teaching.table.state.moves(LEARNER_SEAT)
            teaching.play(moves[number % len(moves)])
            number //= len(moves)
            if teaching.at > at or teaching.failed:
                break
        missed += teaching.failed
        if teaching.at > at and teaching.ways:
            reached += 1
            again = LessonSession(game, lesson, at=teaching.at, ways=teaching.ways)
            assert again.table.state.dump() == teaching.table.state.dump()
            while not again.over:
                again.next()
        elif teaching.failed:
            assert teaching.at == at
            assert teaching.answer
    assert missed, "nobody ever missed the goal"


def test_an_example_is_tried_with_any_move_and_set_up_again() -> None:
    for game in tablero.games():
        for figure in list(game.figures.values())[:3]:
            trial = ExampleSession(game, figure, Holder("person", "Ana", "ana"))
            first = trial.table.state.dump()
            for _ in range(12):
                moves = trial.table.view(trial.seat)["moves"]
                if not moves:
                    break
                assert trial.play(moves[-1])
            trial.again()
            assert trial.table.state.dump() == first


# ---------------------------------------------------------------- tables and records that begin with a position


def begun() -> Table:
    state = MAYA.start(2, 5)
    for _ in range(9):
        state.play(state.actor(), state.moves(state.actor())[0])
    holders = [Holder("person", "Ana", "ana"), Holder("bot", "Itzel", level=1)]
    return Table("t", MAYA, 2, {}, holders, 99, "salt", start=state.dump())


def test_a_table_may_begin_with_a_position_and_its_record_replays_once_it_is_over() -> None:
    table = begun()
    assert table.record().start is None, "a position has secrets: they are told when it is over"
    while not table.over:
        seat = table.state.actor()
        table.apply(table.play(seat, table.state.moves(seat)[0], table.version_for(seat), f"{table.version}"))
    kept = Record.from_text(table.record().to_text())
    assert kept.start == table.start
    assert kept.verify(MAYA).dump() == table.state.dump()
    assert kept.scores is not None


def test_a_record_whose_position_is_another_one_is_refused() -> None:
    table = begun()
    record = replace(table.record(), seed=1, seats=3, start=table.start)
    with pytest.raises(BadRecord, match="position it begins with"):
        record.verify(MAYA)
