"""Notices and ways: nothing is told twice, nothing is lost, whichever database keeps them and however many processes look."""

import asyncio

import pytest

from tablero.people.notices import Notice, due
from tablero.store import House
from tablero.store.notices import Noted, Untold
from tablero.store.ways import MOST_DEVICES, TIRELESS, device_id

pytestmark = pytest.mark.anyio

HOME = "https://games.example"


def noted(person: str, table: str, made: float = 100.0, kind: str = "turn", channel: str = "push") -> Noted:
    return Noted(person, channel, Notice(kind, table, "yaxha", made))  # type: ignore[arg-type]


async def test_the_same_thing_is_noted_once_until_it_is_over(any_house: House) -> None:
    notices = any_house.notices
    await asyncio.gather(*(notices.add([noted("ana", "t1"), noted("ben", "t1", channel="mail")]) for _ in range(3)))
    await notices.add([noted("ana", "t1", made=500.0)])
    assert await notices.of_table("t1") == {("ana", "push", "turn"), ("ben", "mail", "turn")}
    assert await notices.untold_of("ana", "push") == [Notice("turn", "t1", "yaxha", 100.0)]
    assert await notices.untold(100.0) == []
    assert await notices.untold(due("turn", "push", 100.0)) == [Untold("ana", "push", 130.0)]
    await notices.told("ana", "push", [Notice("turn", "t1", "yaxha", 100.0)], 140.0)
    await notices.add([noted("ana", "t1", made=500.0)])  # told already
    assert await notices.untold_of("ana", "push") == []
    await notices.forget("ana", "t1", ["turn"])
    await notices.add([noted("ana", "t1", made=500.0)])  # the next turn
    assert [one.made for one in await notices.untold_of("ana", "push")] == [500.0]


async def test_what_is_put_off_is_looked_at_later_and_what_was_told_is_forgotten_in_time(any_house: House) -> None:
    notices = any_house.notices
    await notices.add([noted("ana", "t1"), noted("ana", "t2")])
    await notices.put_off("ana", "push", 1000.0)
    assert await notices.untold(999.0) == []
    assert await notices.untold(1000.0) == [Untold("ana", "push", 1000.0)]
    [first, second] = sorted(await notices.untold_of("ana", "push"), key=lambda one: one.table)
    await notices.drop("ana", "push", [first])
    await notices.told("ana", "push", [second], 1001.0)
    await notices.prune(1001.0)
    assert await notices.of_table("t2")
    await notices.prune(1002.0)
    assert await notices.of_table("t1") | await notices.of_table("t2") == set()


async def test_one_of_many_processes_looks_after_a_channel(any_house: House) -> None:
    ways = any_house.ways
    await ways.keep("ana", "webhook", "https://a.example/x", "es", HOME)
    found = await asyncio.gather(*(ways.claim("ana", "webhook", 10.0, 70.0) for _ in range(5)))
    assert [way.address for way in found if way] == ["https://a.example/x"]
    assert await ways.claim("ana", "webhook", 69.0, 200.0) is None
    assert await ways.claim("ana", "webhook", 70.0, 200.0) is not None  # the other has died
    await ways.release("ana", "webhook", used=80.0)
    claimed = await ways.claim("ana", "webhook", 81.0, 200.0)
    assert claimed is not None
    assert claimed.last == 80.0
    assert await ways.claim("ben", "webhook", 81.0, 200.0) is None


async def test_a_channel_counts_when_it_is_confirmed_and_not_broken(any_house: House) -> None:
    ways = any_house.ways
    mail = await ways.keep("ana", "mail", "ana@example.org", "fr", HOME, confirmed=False)
    await ways.keep("ben", "webhook", "https://b.example/x", "en", HOME)
    assert await ways.open_to(["ana", "ben", "cem"]) == {"ben": {"webhook"}}
    await ways.confirm(mail.key)
    assert await ways.open_to(["ana", "ben"]) == {"ana": {"mail"}, "ben": {"webhook"}}
    assert [await ways.failed("ben", "webhook") for _ in range(3)] == [1, 2, 3]
    await ways.break_off("ben", "webhook", "silent")
    assert await ways.open_to(["ana", "ben"]) == {"ana": {"mail"}}
    again = await ways.keep("ben", "webhook", "https://c.example/x", "en", HOME)
    assert (again.works, again.failures) == (True, 0)
    found = await ways.by_key(mail.key)
    assert found is not None
    assert found.address == "ana@example.org"
    assert await ways.by_key("none") is None
    assert await ways.by_key("\0") is None
    await any_house.notices.add([noted("ana", "t1", channel="mail")])
    await ways.remove("ana", "mail")
    assert await ways.of("ana") == {}
    assert await any_house.notices.of_table("t1") == set()


async def test_a_browser_belongs_to_who_uses_it_now(any_house: House) -> None:
    ways = any_house.ways

    async def add(person: str, endpoint: str) -> str:
        return await ways.add_device(person, endpoint, "p", "a", "Firefox", "es", HOME)

    id = await add("ana", "https://push.example/1")
    assert id == device_id("https://push.example/1")
    assert await ways.open_to(["ana"]) == {"ana": {"push"}}
    await add("ben", "https://push.example/1")
    assert await ways.devices("ana") == []
    assert [device.id for device in await ways.devices("ben")] == [id]
    assert not await ways.remove_device(id, "ana")
    assert await ways.remove_device(id, "ben")
    assert await ways.open_to(["ben"]) == {}
    for number in range(MOST_DEVICES + 3):
        await add("cem", f"https://push.example/{number}")
    assert len(await ways.devices("cem")) == MOST_DEVICES
    [first, *_] = await ways.devices("cem")
    for _ in range(TIRELESS - 1):
        await ways.note_device(first.id, False)
    await ways.note_device(first.id, True)
    assert first.id in {device.id for device in await ways.devices("cem")}
    for _ in range(TIRELESS):
        await ways.note_device(first.id, False)
    assert first.id not in {device.id for device in await ways.devices("cem")}
