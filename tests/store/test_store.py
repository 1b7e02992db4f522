"""Tables in a real SQLite file."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import event, select

from tablero import BadOption, IllegalMove, seeded
from tablero.store import Store, StoreBusy, StoreFull
from tablero.store.database import engine as store_engine
from tablero.store.database import schema
from tablero.table import (
    CannotUndo,
    Holder,
    LogRow,
    NoSuchTable,
    NotStarted,
    OutOfTurn,
    Refusal,
    SeatTaken,
    StaleVersion,
    Table,
)
from tests.store.matches import ANNA, BEN, CLEO, DORA, EVERY, OPEN, engines, play_at_random, play_quickly

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("game", EVERY)
async def test_a_game_is_opened_joined_played_to_its_end_and_verified(store: Store, game: str) -> None:
    id = await store.open_table(game, 3, {}, [ANNA, OPEN, OPEN], ANNA.person)
    with pytest.raises(NotStarted):
        await store.play(id, 0, 0, 0, "early")
    assert await store.find_invite(await store.invite(id)) == id
    assert await store.sit(id, BEN.person, "Ben", 2) == 2
    assert await store.sit(id, BEN.person, "Ben") == 2
    assert [summary.id for summary in await store.open_tables()] == [id]
    assert await store.sit(id, CLEO.person, "Cleo") == 1
    with pytest.raises(SeatTaken):
        await store.sit(id, "late", "Late")
    assert await play_at_random(store, id, seeded(1), 20) == 20
    [running] = [summary async for summary in store.running()]
    assert (running.version, running.actors) == (22, (await store.table(id)).actors())
    await play_quickly(store, id, seeded(1))
    table = await store.table(id)
    assert table.over
    record = table.record()
    assert record.seed is not None
    record.verify(table.game)
    assert record.players == ("Anna", "Cleo", "Ben")
    [summary] = await store.finished()
    assert summary.scores == record.scores
    assert summary.winners == record.winners
    assert [s.id for s in await store.tables_of(CLEO.person)] == [id]
    assert [summary async for summary in store.running()] == await store.open_tables() == []


@pytest.mark.parametrize("game", EVERY)
async def test_a_table_is_the_same_after_the_house_was_closed_and_opened(tmp_path: Path, game: str) -> None:
    path = str(tmp_path / "games.db")
    store = await Store.open(path)
    id = await store.open_table(game, 2, {}, [ANNA, BEN], ANNA.person)
    await play_quickly(store, id, seeded(2), 50)
    await play_at_random(store, id, seeded(2), 7)
    before = await store.table(id)
    if any(before.can_undo(seat) for seat in range(2)):
        await store.undo(id, next(seat for seat in range(2) if before.can_undo(seat)), "undo")
        before = await store.table(id)
    await store.close()
    store = await Store.open(path)
    after = await store.table(id)
    assert before is not after
    assert same(before, after)
    await play_at_random(store, id, seeded(3), 3)
    await play_quickly(store, id, seeded(3))
    assert (await store.table(id)).over
    await store.close()


def same(one: Table, other: Table) -> bool:
    viewers = (None, *range(one.seats))
    return (
        one.rows == other.rows
        and one.state.dump() == other.state.dump()
        and all(one.view(v) == other.view(v) for v in viewers)
        and all(one.version_for(v) == other.version_for(v) for v in viewers)
        and all(one.log(v) == other.log(v) for v in viewers)
        and all(one.checkpoints(v) == other.checkpoints(v) for v in viewers)
        and one.record() == other.record()
    )


async def test_the_same_request_twice_is_answered_from_the_log_also_after_a_restart(tmp_path: Path) -> None:
    path = str(tmp_path / "games.db")
    store = await Store.open(path)
    id = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    first = await store.play(id, 0, 1, 0, "click")
    assert (first.number, first.repeated) == (1, False)
    again = await store.play(id, 0, 1, 0, "click")
    assert (again.number, again.repeated) == (1, True)
    await store.close()
    store = await Store.open(path)
    assert (await store.play(id, 0, 1, 0, "click")).repeated
    assert (await store.table(id)).version == 1
    await store.close()


async def test_a_seat_learns_nothing_of_what_others_call_their_requests(store: Store) -> None:
    id = await store.open_table("yaxha", 3, {}, [ANNA, BEN, CLEO], ANNA.person)
    played = [await store.play(id, seat, 1, 0, "click") for seat in range(3)]
    assert [(each.number, each.repeated) for each in played] == [(1, False), (2, False), (3, False)]
    assert (await store.play(id, 1, 1, 0, "click")).number == 2


async def test_nobody_is_kept_from_sitting_down_by_the_name_of_a_request(store: Store) -> None:
    id = await store.open_table("yaxha", 2, {}, [ANNA, OPEN], ANNA.person)
    table = (await store.table(id)).copy()
    row = LogRow(1, 0, "undo", 0, f"sit:{BEN.person}", 0.0)  # as if moves could be made before the start
    table.apply(row, checked=True)
    await store._writer.write(store._new_row(table, row, None), lambda: None)
    assert await store.sit(id, BEN.person, "Ben") == 1
    assert (await store.play(id, 0, 0, 2, f"sit:{CLEO.person}")).number == 3


async def test_only_the_newest_snapshot_of_a_table_is_kept(store: Store) -> None:
    ids = [await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person) for _ in range(2)]
    for id in ids:
        await play_at_random(store, id, seeded(3), 80)
    kept = schema.snapshots.c
    async with store._reading() as connection:
        found = (await connection.execute(select(kept.match, kept.number))).all()
    assert sorted(match for match, _ in found) == sorted(ids)
    store._tables.clear()
    await play_at_random(store, ids[0], seeded(4), 4)
    assert (await store.table(ids[0])).version == 84


async def test_in_a_simultaneous_phase_everybody_may_choose_on_the_version_they_saw(store: Store) -> None:
    id = await store.open_table("yaxha", 4, {}, [ANNA, BEN, CLEO, DORA], ANNA.person)
    played = await asyncio.gather(*(store.play(id, seat, seat, 0, f"choice-{seat}") for seat in range(4)))
    assert sorted(p.number for p in played) == [1, 2, 3, 4]


async def to_leftover(store: Store) -> tuple[str, Table]:
    """A table for four where two seats pick leftovers one after the other."""
    id = await store.open_table("yaxha", 4, {}, [ANNA, BEN, CLEO, DORA], ANNA.person)
    for seat in range(4):
        await store.play(id, seat, 0, 0, f"choice-{seat}")
    return id, await store.table(id)


async def test_of_two_clicks_at_once_one_wins_and_the_other_hears_that_the_game_moved_on(store: Store) -> None:
    id, table = await to_leftover(store)
    [seat] = table.actors()
    version = table.version_for(seat)
    results = await asyncio.gather(
        *(store.play(id, seat, move, version, f"click-{move}") for move in (1, 2)), return_exceptions=True
    )
    assert sum(isinstance(result, StaleVersion) for result in results) == 1
    assert (await store.table(id)).version == 5


async def test_two_houses_on_one_file_agree_about_who_was_first(tmp_path: Path) -> None:
    path = str(tmp_path / "games.db")
    one, two = await Store.open(path), await Store.open(path)
    id, table = await to_leftover(one)
    [seat] = table.actors()
    version = (await two.table(id)).version_for(seat)
    results = await asyncio.gather(
        one.play(id, seat, 1, version, "one"), two.play(id, seat, 2, version, "two"), return_exceptions=True
    )
    assert sum(isinstance(result, StaleVersion) for result in results) == 1
    assert same(await one.table(id), await two.table(id))
    luck = seeded(5)
    for turn in range(20):
        await play_at_random((one, two)[turn % 2], id, luck, 2)
    assert same(await one.table(id), await two.table(id))
    await one.close()
    await two.close()


async def test_what_cannot_be_is_refused_in_words_and_nothing_changes(store: Store) -> None:
    id, table = await to_leftover(store)
    [seat] = table.actors()
    version = table.version_for(seat)
    waiting = next(s for s in range(4) if s != seat)
    with pytest.raises(OutOfTurn, match="not your turn"):
        await store.play(id, waiting, 1, table.version_for(waiting), "a")
    with pytest.raises(IllegalMove) as caught:
        await store.play(id, seat, 0, version, "b")
    assert caught.value.rule
    with pytest.raises(IllegalMove):
        await store.play(id, seat, 10**9, version, "c")
    with pytest.raises(StaleVersion, match="moved on"):
        await store.play(id, seat, 1, version - 1, "d")
    with pytest.raises(CannotUndo):
        await store.undo(id, seat, "e")
    with pytest.raises(Refusal, match="action_id"):
        await store.play(id, seat, 1, version, "")
    with pytest.raises(NoSuchTable):
        await store.table("nowhere")
    with pytest.raises(NoSuchTable):
        await store.find_invite("nothing")
    with pytest.raises(BadOption):
        await store.open_table("yaxha", 2, {"sauce": "red"}, [ANNA, BEN], "")
    with pytest.raises(BadOption):
        await store.open_table("yaxha", 2, {}, [ANNA], "")
    with pytest.raises(BadOption):
        await store.open_table("yaxha", 2, {}, [ANNA, Holder("bot", "Bot", level=9)], "")
    assert same(table, await store.table(id))


async def test_a_locked_database_is_told_and_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_engine, "BUSY_SECONDS", 0.2)
    store = await Store.open(str(tmp_path / "games.db"))
    id = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy, match="busy"):
        await store.play(id, 0, 0, 0, "click")
    assert (await store.table(id)).version == 0
    other.execute("ROLLBACK")
    other.close()
    assert (await store.play(id, 0, 0, 0, "click")).repeated is False
    await store.close()


async def test_a_full_disk_is_told_and_the_game_goes_on_when_there_is_room(tmp_path: Path) -> None:
    store = await Store.open(str(tmp_path / "games.db"))
    id = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    async with store._writer.transaction() as connection:
        most = [(await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()]
    # The limit is a connection's own, and any of several may be the next to write.
    for engine in engines(store):
        event.listen(engine, "begin", lambda began: began.exec_driver_sql(f"PRAGMA max_page_count={most[0]}"))
    with pytest.raises(StoreFull, match="disk is full"):
        await play_at_random(store, id, seeded(6))
    before = await store.table(id)
    most[0] = 100_000
    store._tables.clear()
    assert same(before, await store.table(id))
    await play_at_random(store, id, seeded(7), 5)
    await play_quickly(store, id, seeded(7))
    assert (await store.table(id)).over
    await store.close()


async def test_listeners_hear_of_every_row_that_is_on_disk_and_a_broken_one_harms_nobody(store: Store) -> None:
    heard: list[int] = []

    def broken(_: str, version: int) -> None:
        raise RuntimeError

    def hear(_: str, version: int) -> None:
        heard.append(version)

    store.subscribe(broken)
    stop = store.subscribe(hear)
    id = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    await store.play(id, 0, 0, 0, "a")
    await store.undo(id, 0, "b")
    stop()
    await store.play(id, 0, 0, 0, "c")
    assert heard == [0, 1, 2]


async def test_secrets_of_the_house_are_made_once(tmp_path: Path) -> None:
    store = await Store.open(str(tmp_path / "games.db"))
    key = await store.secrets.of("cookies")
    assert len(key) == 64
    assert await store.secrets.of("cookies") == key
    await store.close()
    store = await Store.open(str(tmp_path / "games.db"))
    assert await store.secrets.of("cookies") == key
    await store.close()
