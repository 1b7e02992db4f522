"""Reports, bans and announcements, on both databases."""

import pytest

from tablero.store import Store
from tablero.store.people.bans import Banned
from tests.store.matches import ANNA, BEN, OPEN

pytestmark = pytest.mark.anyio
DAY = 24 * 3600


async def test_whoever_is_banned_begins_no_game_but_ends_those_begun(any_store: Store) -> None:
    store = any_store
    running = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    waiting = await store.open_table("yaxha", 2, {}, [ANNA, OPEN], ANNA.person)
    await store.bans.add(BEN.person, "ban", "Ben", None)
    with pytest.raises(Banned):
        await store.open_table("yaxha", 2, {}, [BEN, OPEN], BEN.person)
    with pytest.raises(Banned):
        await store.sit(waiting, BEN.person, "Ben")
    assert await store.sit(running, BEN.person, "Ben") == 1
    await store.play(running, 1, 0, 0, "on")
    with pytest.raises(Banned):
        await store.bans.check_talking(BEN.person)
    await store.open_table("yaxha", 2, {}, [ANNA, OPEN], ANNA.person)
    [ban] = await store.bans.all()
    await store.bans.lift(ban.id)
    assert await store.sit(waiting, BEN.person, "Ben") == 1


async def test_whoever_is_muted_plays_but_does_not_talk_until_the_time_is_over(any_store: Store) -> None:
    now = [1000.0]
    any_store.bans._clock = lambda: now[0]
    await any_store.bans.add(BEN.person, "mute", "Ben", 1)
    assert await any_store.bans.is_muted(BEN.person)
    assert not await any_store.bans.is_banned(BEN.person)
    await any_store.bans.check_sitting(BEN.person)
    await any_store.bans.add(BEN.person, "mute", "Ben", 2)  # the later word counts
    now[0] += 1.5 * DAY
    assert [(ban.name, ban.until) for ban in await any_store.bans.all()] == [("Ben", 1000.0 + 2 * DAY)]
    now[0] += DAY
    await any_store.bans.check_talking(BEN.person)
    assert await any_store.bans.all() == []


async def test_a_report_waits_until_it_is_settled_and_is_kept_once(any_store: Store) -> None:
    reports = any_store.reports
    id = await reports.file("line", ANNA.person, BEN.person, "t1", "Ben", "rude words", "he said so")
    assert await reports.file("line", ANNA.person, BEN.person, "t1", "Ben", "rude words", "again") == id
    other = await reports.file("person", ANNA.person, BEN.person, why="x" * 5000)
    [first, second] = await reports.waiting()
    assert (first.id, first.words, first.why, first.table) == (id, "rude words", "he said so", "t1")
    assert (second.id, len(second.why)) == (other, 1000)
    await reports.settle(id)
    assert [report.id for report in await reports.waiting()] == [other]
    assert (await reports.find(id)).settled is not None  # type: ignore[union-attr]
    assert await reports.find("nothing") is None
    assert await reports.file("line", ANNA.person, BEN.person, "t1", "Ben", "rude words") != id


async def test_what_is_announced_is_told_in_each_language(any_store: Store) -> None:
    board = any_store.announcements
    assert await board.refresh() == ()
    id = await board.add({"en": "Back at nine", "es": "Volvemos a las nueve"})
    [told] = await board.refresh()
    assert [told.text(language) for language in ("en", "es", "fr")] == [
        "Back at nine",
        "Volvemos a las nueve",
        "Back at nine",
    ]
    await board.remove(id)
    assert await board.refresh() == ()
