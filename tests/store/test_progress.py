"""How far people are in lessons is kept, and what was finished once stays finished."""

import asyncio

import pytest

import tablero
from tablero.store import House
from tablero.store.progress import Learned
from tablero.table import Holder

pytestmark = pytest.mark.anyio


async def test_progress_is_kept_for_each_person_and_lesson(house: House) -> None:
    assert await house.progress.of("ana") == {}
    await house.progress.keep("ana", "maya", "main", Learned(3, 1))
    await house.progress.keep("ana", "maya", "ties", Learned(0, 2, ways={"m4": [7, 8]}))
    await house.progress.keep("ben", "maya", "main", Learned(9, 1))
    known = await house.progress.of("ana")
    assert known == {("maya", "main"): Learned(3, 1), ("maya", "ties"): Learned(0, 2, ways={"m4": [7, 8]})}


async def test_a_lesson_that_was_finished_may_be_begun_again(house: House) -> None:
    await house.progress.keep("ana", "maya", "main", Learned(40, 1, finished=True))
    await house.progress.keep("ana", "maya", "main", Learned(2, 1))
    assert await house.progress.of("ana") == {("maya", "main"): Learned(2, 1, finished=True)}


async def test_two_windows_of_one_person_do_not_hinder_each_other(house: House) -> None:
    kept = [house.progress.keep("ana", "maya", "main", Learned(step, 1)) for step in range(8)]
    await asyncio.gather(*kept)
    assert len(await house.progress.of("ana")) == 1


async def test_a_table_that_began_with_a_position_is_read_again_as_it_was(house: House) -> None:
    game = tablero.game("maya")
    state = game.start(2, 5)
    for _ in range(9):
        state.play(state.actor(), state.moves(state.actor())[0])
    holders = [Holder("person", "Ana", "ana"), Holder("bot", "Itzel", level=1)]
    id = await house.open_table(game, 2, {}, holders, "ana", state.dump())
    house._tables.clear()
    table = await house.table(id)
    assert table.state.dump() == state.dump()
    assert table.log(0) == [] or len(table.log(0)) == 0
