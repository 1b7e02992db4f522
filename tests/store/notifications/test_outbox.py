"""Outbox and channels: nothing is sent twice and nothing is lost, on either database and with several processes."""

import asyncio

import pytest

from tablero.people.notification_policy import Notification
from tablero.store import Store
from tablero.store.notifications.channels import MAX_DEVICE_FAILURES, MOST_DEVICES, device_id
from tablero.store.notifications.outbox import DueRecipient, QueuedNotification

pytestmark = pytest.mark.anyio

HOME = "https://games.example"


def queued(
    person: str, table: str, made: float = 100.0, kind: str = "turn", channel: str = "push"
) -> QueuedNotification:
    due = made + (300 if channel == "mail" else 30)
    return QueuedNotification(person, channel, Notification(kind, table, "yaxha", made), due)  # type: ignore[arg-type]


async def test_the_same_thing_is_noted_once_until_it_is_over(any_store: Store) -> None:
    notifications = any_store.outbox
    await asyncio.gather(
        *(notifications.add([queued("ana", "t1"), queued("ben", "t1", channel="mail")]) for _ in range(3))
    )
    await notifications.add([queued("ana", "t1", made=500.0)])
    assert await notifications.of_table("t1") == {("ana", "push", "turn"), ("ben", "mail", "turn")}
    assert await notifications.unsent_of("ana", "push") == [Notification("turn", "t1", "yaxha", 100.0)]
    assert await notifications.due_recipients(100.0) == []
    assert await notifications.due_recipients(130.0) == [DueRecipient("ana", "push", 130.0)]
    await notifications.mark_sent("ana", "push", [Notification("turn", "t1", "yaxha", 100.0)], 140.0)
    await notifications.add([queued("ana", "t1", made=500.0)])  # told already
    assert await notifications.unsent_of("ana", "push") == []
    await notifications.forget("ana", "t1", ["turn"])
    await notifications.add([queued("ana", "t1", made=500.0)])  # the next turn
    assert [one.made for one in await notifications.unsent_of("ana", "push")] == [500.0]


async def test_what_is_put_off_is_looked_at_later_and_what_was_told_is_forgotten_in_time(any_store: Store) -> None:
    notifications = any_store.outbox
    await notifications.add([queued("ana", "t1"), queued("ana", "t2")])
    await notifications.put_off("ana", "push", 1000.0)
    assert await notifications.due_recipients(999.0) == []
    assert await notifications.due_recipients(1000.0) == [DueRecipient("ana", "push", 1000.0)]
    [first, second] = sorted(await notifications.unsent_of("ana", "push"), key=lambda one: one.table)
    await notifications.drop("ana", "push", [first])
    await notifications.mark_sent("ana", "push", [second], 1001.0)
    await notifications.prune(1001.0)
    assert await notifications.of_table("t2")
    await notifications.prune(1002.0)
    assert await notifications.of_table("t1") | await notifications.of_table("t2") == set()


async def test_one_of_many_processes_looks_after_a_channel(any_store: Store) -> None:
    channels = any_store.channels
    await channels.save("ana", "webhook", "https://a.example/x", "es", HOME)
    found = await asyncio.gather(*(channels.claim("ana", "webhook", 10.0, 70.0) for _ in range(5)))
    assert [way.address for way in found if way] == ["https://a.example/x"]
    assert await channels.claim("ana", "webhook", 69.0, 200.0) is None
    assert await channels.claim("ana", "webhook", 70.0, 200.0) is not None  # the other has died
    await channels.release("ana", "webhook", used=80.0)
    claimed = await channels.claim("ana", "webhook", 81.0, 200.0)
    assert claimed is not None
    assert claimed.last == 80.0
    assert await channels.claim("ben", "webhook", 81.0, 200.0) is None


async def test_a_channel_counts_when_it_is_confirmed_and_not_broken(any_store: Store) -> None:
    channels = any_store.channels
    mail = await channels.save("ana", "mail", "ana@example.org", "fr", HOME, confirmed=False)
    await channels.save("ben", "webhook", "https://b.example/x", "en", HOME)
    assert await channels.working(["ana", "ben", "cem"]) == {"ben": {"webhook"}}
    await channels.confirm(mail.key)
    assert await channels.working(["ana", "ben"]) == {"ana": {"mail"}, "ben": {"webhook"}}
    assert [await channels.record_failure("ben", "webhook") for _ in range(3)] == [1, 2, 3]
    await channels.disable("ben", "webhook", "silent")
    assert await channels.working(["ana", "ben"]) == {"ana": {"mail"}}
    again = await channels.save("ben", "webhook", "https://c.example/x", "en", HOME)
    assert (again.works, again.failures) == (True, 0)
    found = await channels.by_key(mail.key)
    assert found is not None
    assert found.address == "ana@example.org"
    assert await channels.by_key("none") is None
    assert await channels.by_key("\0") is None
    await any_store.outbox.add([queued("ana", "t1", channel="mail")])
    await channels.remove("ana", "mail")
    assert await channels.of("ana") == {}
    assert await any_store.outbox.of_table("t1") == set()


async def test_a_browser_belongs_to_who_uses_it_now(any_store: Store) -> None:
    channels = any_store.channels

    async def add(person: str, endpoint: str) -> str:
        return await channels.add_device(person, endpoint, "p", "a", "Firefox", "es", HOME)

    id = await add("ana", "https://push.example/1")
    assert id == device_id("https://push.example/1")
    assert await channels.working(["ana"]) == {"ana": {"push"}}
    await add("ben", "https://push.example/1")
    assert await channels.devices("ana") == []
    assert [device.id for device in await channels.devices("ben")] == [id]
    assert not await channels.remove_device(id, "ana")
    assert await channels.remove_device(id, "ben")
    assert await channels.working(["ben"]) == {}
    for number in range(MOST_DEVICES + 3):
        await add("cem", f"https://push.example/{number}")
    assert len(await channels.devices("cem")) == MOST_DEVICES
    [first, *_] = await channels.devices("cem")
    for _ in range(MAX_DEVICE_FAILURES - 1):
        await channels.record_delivery(first.id, False)
    await channels.record_delivery(first.id, True)
    assert first.id in {device.id for device in await channels.devices("cem")}
    for _ in range(MAX_DEVICE_FAILURES):
        await channels.record_delivery(first.id, False)
    assert first.id not in {device.id for device in await channels.devices("cem")}
