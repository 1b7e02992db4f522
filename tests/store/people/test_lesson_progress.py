"""How far people are in lessons is kept, and what was finished once stays finished."""

import asyncio

import pytest

import tablero
from tablero.store import Store
from tablero.table import Holder
from tablero.table.lesson_session import LessonProgress

pytestmark = pytest.mark.anyio


async def test_progress_is_kept_for_each_person_and_lesson(store: Store) -> None:
    assert await store.lesson_progress.of("ana") == {}
    await store.lesson_progress.save("ana", "maya", "main", LessonProgress(3, 1))
    await store.lesson_progress.save("ana", "maya", "ties", LessonProgress(0, 2, ways={"m4": [7, 8]}))
    await store.lesson_progress.save("ben", "maya", "main", LessonProgress(9, 1))
    known = await store.lesson_progress.of("ana")
    assert known == {
        ("maya", "main"): LessonProgress(3, 1),
        ("maya", "ties"): LessonProgress(0, 2, ways={"m4": [7, 8]}),
    }


async def test_a_lesson_that_was_finished_may_be_begun_again(store: Store) -> None:
    await store.lesson_progress.save("ana", "maya", "main", LessonProgress(40, 1, finished=True))
    await store.lesson_progress.save("ana", "maya", "main", LessonProgress(2, 1))
    assert await store.lesson_progress.of("ana") == {("maya", "main"): LessonProgress(2, 1, finished=True)}


async def test_two_windows_of_one_person_do_not_hinder_each_other(store: Store) -> None:
    kept = [store.lesson_progress.save("ana", "maya", "main", LessonProgress(step, 1)) for step in range(8)]
    await asyncio.gather(*kept)
    assert len(await store.lesson_progress.of("ana")) == 1


async def test_a_table_that_began_with_a_position_is_read_again_as_it_was(store: Store) -> None:
    game = tablero.game("maya")
    state = game.start(2, 5)
    for _ in range(9):
        state.play(state.actor(), state.moves(state.actor())[0])
    holders = [Holder("person", "Ana", "ana"), Holder("bot", "Itzel", level=1)]
    id = await store.open_table(game, 2, {}, holders, "ana", state.dump())
    store._tables.clear()
    table = await store.table(id)
    assert table.state.dump() == state.dump()
    assert table.log(0) == [] or len(table.log(0)) == 0
