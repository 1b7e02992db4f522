"""What is said at tables is kept in order, heard by whoever listens, and goes with its table."""

import asyncio

import pytest

from tablero.store import House
from tablero.store import talk as talk_file
from tablero.store.talk import Circle, TooMuchTalk
from tests.store.matches import ANNA, BEN

pytestmark = pytest.mark.anyio
BOTH: tuple[Circle, ...] = ("table", "watchers")


async def table_of_two(house: House) -> str:
    return await house.open_table("maya", 2, {}, [ANNA, BEN], ANNA.person)


async def test_lines_are_numbered_and_read_by_circle_and_by_page(any_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    id, talk = await table_of_two(any_house), any_house.talk
    heard: list[int] = []
    stop = talk.listen(id, heard.append)
    spoken = await asyncio.gather(*(talk.say(id, ANNA.person, 0, "Anna", "table", f"line {n}") for n in range(5)))
    await talk.say(id, "watching", -1, "Cleo", "watchers", phrase="good_luck")
    stop()
    await talk.say(id, BEN.person, 1, "Ben", "table", "last")
    assert sorted(spoken) == [1, 2, 3, 4, 5]
    assert sorted(heard) == [1, 2, 3, 4, 5, 6]
    assert [line.number for line in await talk.lines(id, ("watchers",))] == [6]
    assert [line.text for line in await talk.lines(id, ("table",), after=5)] == ["last"]
    monkeypatch.setattr(talk_file, "PAGE", 2)
    assert [line.number for line in await talk.lines(id, BOTH)] == [6, 7]
    assert [line.number for line in await talk.lines(id, BOTH, before=6)] == [4, 5]
    line = await talk.line(id, 6)
    assert line is not None
    assert (line.seat, line.phrase, line.name) == (-1, "good_luck", "Cleo")
    assert await talk.line(id, 99) is None


async def test_a_table_takes_so_many_lines_and_no_more(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk_file, "MOST", 2)
    id = await table_of_two(house)
    for text in ("one", "two"):
        await house.talk.say(id, ANNA.person, 0, "Anna", "table", text)
    with pytest.raises(TooMuchTalk):
        await house.talk.say(id, ANNA.person, 0, "Anna", "table", "three")


async def test_somebody_is_muted_for_one_reader_alone(any_house: House) -> None:
    await any_house.talk.mute("ana", "ben", True)
    await any_house.talk.mute("ana", "ben", True)
    assert await any_house.talk.muted("ana") == {"ben"}
    assert await any_house.talk.muted("ben") == frozenset()
    await any_house.talk.mute("ana", "ben", False)
    assert await any_house.talk.muted("ana") == frozenset()


async def test_notes_are_a_persons_own_and_go_with_the_table(any_house: House) -> None:
    id, talk = await table_of_two(any_house), any_house.talk
    await talk.say(id, ANNA.person, 0, "Anna", "table", "hello")
    assert await talk.note(id, ANNA.person) == ""
    for text in ("corn first", "no, wood"):
        await talk.keep_note(id, ANNA.person, text)
    assert (await talk.note(id, ANNA.person), await talk.note(id, BEN.person)) == ("no, wood", "")
    with pytest.raises(TooMuchTalk):
        await talk.keep_note(id, ANNA.person, "x" * 20_001)
    await any_house.remove([id])
    assert await talk.note(id, ANNA.person) == ""
    assert await talk.lines(id, BOTH) == []


async def test_another_process_hears_what_is_said(postgresql: str) -> None:
    here, there = await House.open(postgresql), await House.open(postgresql)
    try:
        id = await table_of_two(here)
        told: asyncio.Queue[int] = asyncio.Queue()
        boards: list[int] = []
        there.talk.listen(id, told.put_nowait)
        there.listen(lambda _, version: boards.append(version), id)
        number = await here.talk.say(id, ANNA.person, 0, "Anna", "table", "hello")
        assert await asyncio.wait_for(told.get(), 30) == number
        assert set(boards) <= {0}, "nobody looks at the board again for a line of talk: only the new table was news"
    finally:
        await here.close()
        await there.close()
