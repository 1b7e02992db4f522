"""What is said at tables is kept in order, heard by whoever listens, and goes with its table."""

import asyncio

import pytest

from tablero.store import Store
from tablero.store.tables import chat as talk_file
from tablero.store.tables.chat import Circle, TooMuchChat
from tests.store.matches import ANNA, BEN

pytestmark = pytest.mark.anyio
BOTH: tuple[Circle, ...] = ("table", "watchers")


async def table_of_two(store: Store) -> str:
    return await store.open_table("maya", 2, {}, [ANNA, BEN], ANNA.person)


async def test_lines_are_numbered_and_read_by_circle_and_by_page(
    any_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, chat = await table_of_two(any_store), any_store.chat
    heard: list[int] = []
    stop = chat.subscribe(id, heard.append)
    spoken = await asyncio.gather(*(chat.say(id, ANNA.person, 0, "Anna", "table", f"line {n}") for n in range(5)))
    await chat.say(id, "watching", -1, "Cleo", "watchers", phrase="good_luck")
    stop()
    await chat.say(id, BEN.person, 1, "Ben", "table", "last")
    assert sorted(spoken) == [1, 2, 3, 4, 5]
    assert sorted(heard) == [1, 2, 3, 4, 5, 6]
    assert [line.number for line in await chat.lines(id, ("watchers",))] == [6]
    assert [line.text for line in await chat.lines(id, ("table",), after=5)] == ["last"]
    monkeypatch.setattr(talk_file, "PAGE_SIZE", 2)
    assert [line.number for line in await chat.lines(id, BOTH)] == [6, 7]
    assert [line.number for line in await chat.lines(id, BOTH, before=6)] == [4, 5]
    line = await chat.line(id, 6)
    assert line is not None
    assert (line.seat, line.phrase, line.name) == (-1, "good_luck", "Cleo")
    assert await chat.line(id, 99) is None


async def test_a_table_takes_so_many_lines_and_no_more(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk_file, "MAX_LINES", 2)
    id = await table_of_two(store)
    for text in ("one", "two"):
        await store.chat.say(id, ANNA.person, 0, "Anna", "table", text)
    with pytest.raises(TooMuchChat):
        await store.chat.say(id, ANNA.person, 0, "Anna", "table", "three")


async def test_spectators_cannot_silence_a_table(any_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store = any_store
    monkeypatch.setattr(talk_file, "MAX_LINES", 3)
    monkeypatch.setattr(talk_file, "MAX_SPECTATOR_LINES", 3)
    id = await table_of_two(store)
    await store.chat.say(id, ANNA.person, 0, "Anna", "table", "hello")
    for number in range(10):
        await store.chat.say(id, f"stranger-{number}", -1, "Stranger", "watchers", f"noise {number}")
    await store.chat.say(id, ANNA.person, 0, "Anna", "table", "still here")
    assert [line.text for line in await store.chat.lines(id, ("table",))] == ["hello", "still here"]
    assert [line.text for line in await store.chat.lines(id, ("watchers",))] == ["noise 7", "noise 8", "noise 9"]


async def test_somebody_is_muted_for_one_reader_alone(any_store: Store) -> None:
    await any_store.chat.mute("ana", "ben", True)
    await any_store.chat.mute("ana", "ben", True)
    assert await any_store.chat.muted("ana") == {"ben"}
    assert await any_store.chat.muted("ben") == frozenset()
    await any_store.chat.mute("ana", "ben", False)
    assert await any_store.chat.muted("ana") == frozenset()


async def test_notes_are_a_persons_own_and_go_with_the_table(any_store: Store) -> None:
    id, chat = await table_of_two(any_store), any_store.chat
    await chat.say(id, ANNA.person, 0, "Anna", "table", "hello")
    assert await chat.note(id, ANNA.person) == ""
    for text in ("corn first", "no, wood"):
        await chat.save_note(id, ANNA.person, text)
    assert (await chat.note(id, ANNA.person), await chat.note(id, BEN.person)) == ("no, wood", "")
    with pytest.raises(TooMuchChat):
        await chat.save_note(id, ANNA.person, "x" * 20_001)
    await any_store.remove([id])
    assert await chat.note(id, ANNA.person) == ""
    assert await chat.lines(id, BOTH) == []


async def test_another_process_hears_what_is_said(postgresql: str) -> None:
    here, there = await Store.open(postgresql), await Store.open(postgresql)
    try:
        id = await table_of_two(here)
        told: asyncio.Queue[int] = asyncio.Queue()
        boards: list[int] = []
        there.chat.subscribe(id, told.put_nowait)
        there.subscribe(lambda _, version: boards.append(version), id)
        number = await here.chat.say(id, ANNA.person, 0, "Anna", "table", "hello")
        assert await asyncio.wait_for(told.get(), 30) == number
        assert set(boards) <= {0}, "nobody looks at the board again for a line of chat: only the new table was news"
    finally:
        await here.close()
        await there.close()
