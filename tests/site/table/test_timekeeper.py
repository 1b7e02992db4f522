"""Absence and time that has run out: a bot stands in, by a clock that the test moves; nobody waits for anything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from tablero.people import Preferences
from tablero.people.vacation import begin, end
from tablero.site.bots.backend import LocalBots
from tablero.site.bots.scheduler import BotScheduler
from tablero.site.table.presence import AWAY_SECONDS, Presence
from tablero.site.table.timekeeper import Timekeeper
from tablero.store import Store, StoreBusy
from tablero.table import MAX_LAG, Cause, Holder, Table, Terms
from tablero.table.terms import DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS
from tests.limits import LIMIT
from tests.waiting import until_written

pytestmark = pytest.mark.anyio

ANA, BO, CY = (Holder("person", name, name.lower()) for name in ("Ana", "Bo", "Cy"))
BOT = Holder("bot", "Ixchel", level=1)
LIVE = Terms(pace="live", bank=10 * MINUTE_SECONDS, bonus=30)


class Evening:
    """A house with a timekeeper, and a clock that is moved by hand."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.presence = Presence(store)
        self.keeper = Timekeeper(store, self.presence)

    @classmethod
    async def begin(cls, database: str) -> Evening:
        opened = await Store.open(database, single_process=database.endswith(".db"), clock=lambda: cls.now)
        return cls(opened)

    now = 1_700_000_000.0

    async def later(self, seconds: float) -> None:
        """Time passes, and the timekeeper does what was due on the way."""
        end = Evening.now + seconds
        for _ in range(50):
            due = await self.keeper.check_due()
            if due > end:
                break
            Evening.now = max(Evening.now, due)
        Evening.now = end
        await self.keeper.check_due()

    async def table(self, id: str) -> Table:
        return await self.store.table(id)

    async def move(self, id: str, seat: int) -> None:
        table = await self.table(id)
        move = table.state.moves(seat)[0]
        await self.store.play(
            id, seat, move, table.version_for(seat), f"m{table.version}", bot=table.bot_level(seat) > 0
        )

    async def turn(self, id: str) -> None:
        """Whoever owes a decision plays until it is somebody else's."""
        seat = (await self.table(id)).actors()[0]
        while (await self.table(id)).actors() == (seat,):
            await self.move(id, seat)

    async def close(self) -> None:
        await self.keeper.close()
        await self.presence.close()
        await self.store.close()


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    begun = await Evening.begin(str(tmp_path / "games.db"))
    Evening.now += 10 * DAY_SECONDS  # the server has run for a while
    yield begun
    await begun.close()


async def lay(evening: Evening, terms: Terms | None, *holders: Holder, game: str = "maya") -> tuple[str, int, int]:
    """A table, the seat that owes a decision, and one that does not."""
    id = await evening.store.open_table(game, len(holders), None, list(holders), "host", terms=terms)
    seat = (await evening.table(id)).actors()[0]
    return id, seat, (seat + 1) % len(holders)


def person(table: Table, seat: int) -> str:
    return table.holders[seat].person


async def test_whoever_is_away_while_others_wait_is_represented_and_comes_back(evening: Evening) -> None:
    id, seat, other = await lay(evening, LIVE, ANA, BO)
    with evening.presence.open_page(id, person(await evening.table(id), other)):
        await evening.later(LIVE.absence_limit - 1)
        assert not (await evening.table(id)).stood_in
        await evening.later(1 + MAX_LAG)
        table = await evening.table(id)
        assert table.stood_in == {seat: Cause.ABSENCE}
        await evening.move(id, seat)
        await evening.store.append(id, seat, "back", lambda t: t.come_back(seat, "back"))
        table = await evening.table(id)
        assert not table.stood_in
        await evening.later(LIVE.absence_limit - 1)
        assert not (await evening.table(id)).stood_in


async def test_patience_begins_when_somebody_leaves_or_comes_to_owe_a_decision(evening: Evening) -> None:
    patient = replace(LIVE, bank=HOUR_SECONDS)
    id, seat, other = await lay(evening, patient, ANA, BO)
    table = await evening.table(id)
    with evening.presence.open_page(id, person(table, other)):
        with evening.presence.open_page(id, person(table, seat)):
            await evening.later(4 * MINUTE_SECONDS)
        await evening.later(LIVE.absence_limit - 1)
        assert not (await evening.table(id)).stood_in, "whoever was here a moment ago has left a moment ago"
        await evening.turn(id)  # somebody else owes a decision now
        await evening.turn(id)
        await evening.later(LIVE.absence_limit - 1)
        assert not (await evening.table(id)).stood_in, "nobody waited for them before"
        await evening.later(1 + MAX_LAG)
        assert (await evening.table(id)).stood_in == {seat: Cause.ABSENCE}


async def test_whoever_is_here_is_never_absent_however_long_they_think(evening: Evening) -> None:
    id, seat, other = await lay(evening, Terms(), ANA, BO)
    table = await evening.table(id)
    with ExitStack() as pages:
        for each in (seat, other):
            pages.enter_context(evening.presence.open_page(id, person(table, each)))
        await evening.later(20 * DAY_SECONDS)
        assert not (await evening.table(id)).stood_in


async def test_against_bots_alone_nobody_is_replaced(evening: Evening) -> None:
    id, _, _ = await lay(evening, Terms(absence=MINUTE_SECONDS), ANA, BOT, BOT)
    await evening.later(20 * DAY_SECONDS)
    assert not (await evening.table(id)).stood_in


async def test_without_a_clock_a_table_rests_while_all_are_away_and_goes_on_when_one_comes(evening: Evening) -> None:
    id, seat, other = await lay(evening, None, ANA, BO)
    await evening.later(30 * DAY_SECONDS)
    table = await evening.table(id)
    assert not table.stood_in
    assert await evening.store.deadlines.next() is None
    with evening.presence.open_page(id, person(table, other)):
        await evening.keeper.check_due()
        assert (await evening.table(id)).stood_in == {seat: Cause.ABSENCE}


async def test_friends_who_come_by_now_and_then_do_not_wait_for_one_who_does_not(evening: Evening) -> None:
    id, seat, other = await lay(evening, None, ANA, BO)
    await evening.later(2 * DAY_SECONDS)
    with evening.presence.open_page(id, person(await evening.table(id), other)):
        await evening.later(5 * MINUTE_SECONDS)
    await evening.later(DAY_SECONDS)
    assert (await evening.table(id)).stood_in == {seat: Cause.ABSENCE}


async def test_time_that_has_run_out_brings_a_bot_whoever_is_here(evening: Evening) -> None:
    id, seat, other = await lay(evening, LIVE, ANA, BO)
    table = await evening.table(id)
    with evening.presence.open_page(id, person(table, seat)), evening.presence.open_page(id, person(table, other)):
        await evening.later(10 * MINUTE_SECONDS + 29)
        assert not (await evening.table(id)).stood_in
        await evening.later(1 + MAX_LAG)
        assert (await evening.table(id)).stood_in == {seat: Cause.TIME}
        await evening.store.append(id, seat, "back", lambda t: t.come_back(seat, "back"))
        await evening.move(id, seat)


async def test_a_move_at_the_last_moment_counts(evening: Evening) -> None:
    id, seat, _ = await lay(evening, LIVE, ANA, BO)
    Evening.now += 10 * MINUTE_SECONDS + 30 + MAX_LAG / 2
    await evening.turn(id)
    await evening.keeper.check_due()
    assert seat not in (await evening.table(id)).stood_in


async def test_with_a_clock_bots_play_the_game_to_its_end_when_everybody_has_gone(evening: Evening) -> None:
    terms = Terms(pace="live", bank=MINUTE_SECONDS, bonus=0, stand_in=1)
    id, _, _ = await lay(evening, terms, ANA, BO, game="yaxha")
    bots = BotScheduler(evening.store, LocalBots(evening.store, 0, 1))
    try:
        await evening.later(2 * MINUTE_SECONDS)
        assert set((await evening.table(id)).stood_in) == {0, 1}

        async def over() -> bool:
            return (await evening.table(id)).over

        await until_written(evening.store, over)
    finally:
        await bots.close()


async def test_somebody_comes_back_in_the_middle_of_a_bot_s_turn(evening: Evening) -> None:
    id, seat, _ = await lay(evening, Terms(stand_in=1), ANA, BO, game="tzolkin")
    bots = BotScheduler(evening.store, LocalBots(evening.store, 0, 1))
    try:
        await evening.store.append(id, seat, "leave", lambda t: t.leave(seat, Cause.WISH, "leave"))

        async def moved() -> int:
            return (await evening.table(id)).moves_made

        await until_written(evening.store, moved)
        await evening.store.append(id, seat, "back", lambda t: t.come_back(seat, "back"))
        table = await evening.table(id)
        await asyncio.gather(*bots._playing.values())  # whatever the bot was about to do is not done any more
        assert (await evening.table(id)).version == table.version
        if seat in table.actors():
            await evening.move(id, seat)
    finally:
        await bots.close()


async def test_after_a_restart_what_was_due_meanwhile_is_done_and_nobody_counts_as_away_for_longer(
    tmp_path: Path,
) -> None:
    database = str(tmp_path / "games.db")
    before = await Evening.begin(database)
    timed, first, _ = await lay(before, Terms(pace="days", span=DAY_SECONDS), ANA, BO)
    waiting, second, other = await lay(before, None, ANA, BO)
    Evening.now += 4 * DAY_SECONDS
    await before.close()
    after = await Evening.begin(database)
    await after.keeper.check_due()
    assert (await after.table(timed)).stood_in == {first: Cause.TIME}
    with after.presence.open_page(waiting, person(await after.table(waiting), other)):
        await after.later(AWAY_SECONDS)
        assert not (await after.table(waiting)).stood_in
        await after.later(3 * DAY_SECONDS + MAX_LAG)
        assert (await after.table(waiting)).stood_in == {second: Cause.ABSENCE}
    await after.close()


async def test_whoever_is_on_vacation_has_time_when_they_are_back(evening: Evening) -> None:
    id, seat, _ = await lay(evening, Terms(pace="days", span=DAY_SECONDS), ANA, BO)
    name = person(await evening.table(id), seat)
    gone = begin(Preferences(), 10, Evening.now)
    await evening.store.preferences.change(
        name, vacation_until=gone.vacation_until, vacation_days=gone.vacation_days, vacation_year=gone.vacation_year
    )
    evening.keeper.check_soon(id)
    await evening.later(5 * DAY_SECONDS)
    table = await evening.table(id)
    assert not table.stood_in
    assert table.clocks.left(seat, Evening.now) == DAY_SECONDS
    await evening.store.preferences.change(name, vacation_until=end(gone, Evening.now).vacation_until)
    evening.keeper.check_soon(id)
    await evening.later(DAY_SECONDS - HOUR_SECONDS)
    assert not (await evening.table(id)).stood_in
    await evening.later(HOUR_SECONDS + MAX_LAG)
    assert (await evening.table(id)).stood_in == {seat: Cause.TIME}


async def test_a_table_that_begins_during_a_vacation_knows_of_it(evening: Evening) -> None:
    gone = begin(Preferences(), 5, Evening.now)
    for name in ("ana", "bo"):
        await evening.store.preferences.change(name, vacation_until=gone.vacation_until)
    id, _, _ = await lay(evening, Terms(pace="days", span=DAY_SECONDS), ANA, BO)
    await evening.keeper.check_due()
    table = await evening.table(id)
    assert [row.kind for row in table.rows] == ["vacation", "vacation"]
    await evening.later(4 * DAY_SECONDS)
    assert not (await evening.table(id)).stood_in


async def test_a_pause_holds_patience_and_clocks(evening: Evening) -> None:
    id, seat, other = await lay(evening, LIVE, ANA, BO)
    for each in (seat, other):
        await evening.store.append(id, each, "pause", partial(Table.pause, seat=each, asks=True, action_id="pause"))
    await evening.later(DAY_SECONDS)
    assert not (await evening.table(id)).stood_in
    await evening.store.append(id, other, "on", lambda t: t.pause(other, False, "on"))
    with evening.presence.open_page(id, person(await evening.table(id), seat)):
        await evening.later(LIVE.bank + LIVE.bonus + MAX_LAG)
    assert (await evening.table(id)).stood_in == {seat: Cause.TIME}


async def test_a_table_that_cannot_be_read_does_not_keep_the_others_waiting(evening: Evening) -> None:
    broken, _, _ = await lay(evening, LIVE, ANA, BO)
    id, seat, _ = await lay(evening, LIVE, ANA, BO)
    evening.store._tables.clear()
    async with evening.store._writer.transaction() as connection:
        await connection.exec_driver_sql("UPDATE matches SET rules = 999 WHERE id = ?", (broken,))
    await evening.later(11 * MINUTE_SECONDS)
    assert seat in (await evening.table(id)).stood_in


async def test_what_the_database_refuses_once_is_done_a_moment_later(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, seat, _ = await lay(evening, LIVE, ANA, BO)
    await evening.keeper.check_due()
    Evening.now += 11 * MINUTE_SECONDS
    for place, name in ((evening.store.deadlines, "due"), (evening.store, "append")):
        with monkeypatch.context() as patched:
            patched.setattr(place, name, AsyncMock(side_effect=StoreBusy("the database is busy")))
            with pytest.raises(StoreBusy):
                await evening.keeper.check_due()
        Evening.now += 1.0
    await evening.keeper.check_due()
    assert (await evening.table(id)).stood_in == {seat: Cause.TIME}


async def test_closing_ends_a_timekeeper_that_is_woken_at_the_same_moment(evening: Evening) -> None:
    for ticks in range(4):
        keeper = Timekeeper(evening.store, evening.presence)
        keeper.start()
        await asyncio.sleep(0.2)  # it waits
        keeper.check_soon("none")
        for _ in range(ticks):
            await asyncio.sleep(0)
        async with asyncio.timeout(LIMIT):
            await keeper.close()


async def test_two_processes_that_both_find_it_due_write_one_row(postgresql: str) -> None:
    one, two = await Evening.begin(postgresql), await Evening.begin(postgresql)
    try:
        id, seat, _ = await lay(one, LIVE, ANA, BO)
        await two.table(id)
        Evening.now += 11 * MINUTE_SECONDS
        await asyncio.gather(one.keeper.check_due(), two.keeper.check_due())
        rows = (await two.store.table(id)).rows
        assert [(row.kind, row.seat) for row in rows] == [("away", seat)]
    finally:
        await one.close()
        await two.close()
