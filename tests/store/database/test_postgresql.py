"""The same house on PostgreSQL, with several processes at one table."""

import asyncio

import pytest
from sqlalchemy import select, text

from tablero import seeded
from tablero.people import TooManyAttempts
from tablero.people.sign_in_backoff import FORGET_SECONDS, SignInBackoff
from tablero.store import Store
from tablero.store.database import schema
from tablero.store.database.notify import EVERY_TABLE
from tablero.table import NoSuchTable, Refusal, StaleVersion
from tests.store.matches import ANNA, BEN, OPEN, play_at_random
from tests.store.test_store import same, to_leftover
from tests.waiting import until_written

pytestmark = pytest.mark.anyio


async def test_a_game_is_played_by_two_houses_and_both_hear_of_every_row(postgresql: str) -> None:
    one, two = await asyncio.gather(Store.open(postgresql), Store.open(postgresql))
    heard: list[tuple[str, int]] = []
    two.subscribe(lambda id, version: heard.append((id, version)))
    id = await one.open_table("yaxha", 2, {}, [ANNA, OPEN], ANNA.person)
    assert await two.sit(id, BEN.person, "Ben") == 1
    luck = seeded(9)
    while not (await one.table(id)).over:
        await play_at_random(one, id, luck, 3)
        await play_at_random(two, id, luck, 3)
    assert same(await one.table(id), await two.table(id))
    (await two.table(id)).record().verify((await two.table(id)).game)
    last = (await one.table(id)).version
    await until_written(two, lambda: len(heard) > last)
    # Rows of one's own are heard at once, those of the other house over the network: each comes once, not always in
    # turn.
    assert sorted(version for _, version in heard) == list(range((await one.table(id)).version + 1))
    [summary] = [s for s in await two.finished() if s.id == id]
    assert summary.scores == (await one.table(id)).record().scores
    await asyncio.gather(one.close(), two.close())


async def test_attempts_to_guess_are_counted_by_two_houses_together(postgresql: str) -> None:
    now, patience = 1000.0, SignInBackoff(free=6, longest=60)
    stores = await asyncio.gather(*(Store.open(postgresql, clock=lambda: now) for _ in range(2)))
    tries = [store.sign_in_attempts.attempt("ana", patience) for _ in range(10) for store in stores]
    tried = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(one for one in tried if isinstance(one, int)) == [1, 2, 3, 4, 5, 6], "each counts once"
    refused = [one for one in tried if not isinstance(one, int)]
    assert [type(one) for one in refused] == [TooManyAttempts] * 14, (
        "twenty at once in two stores: six of them are free"
    )
    now += 1.1
    await stores[0].sign_in_attempts.attempt("ana", patience)
    with pytest.raises(TooManyAttempts) as told:
        await stores[1].sign_in_attempts.attempt("ana", patience)
    assert told.value.seconds == 2
    await stores[1].sign_in_attempts.attempt("ben", patience)
    now += 2.1
    await stores[1].sign_in_attempts.attempt("ana", patience)
    await stores[1].sign_in_attempts.succeeded("ana", patience, forget=True)
    for _ in range(6):
        await stores[0].sign_in_attempts.attempt("ana", patience)
    now += 2 * FORGET_SECONDS
    await stores[0].sign_in_attempts.attempt("cleo", patience)
    async with stores[0]._reading() as connection:
        kept = (await connection.execute(select(schema.tries.c.what))).scalars().all()
    assert kept == ["cleo"], "what is long ago is forgotten"
    await asyncio.gather(*(store.close() for store in stores))


async def test_the_primary_key_decides_between_two_clicks_in_two_houses(postgresql: str) -> None:
    stores = await asyncio.gather(*(Store.open(postgresql) for _ in range(3)))
    for attempt in range(5):
        id, table = await to_leftover(stores[0])
        [seat] = table.actors()
        version = (await stores[1].table(id)).version_for(seat)
        results = await asyncio.gather(
            *(store.play(id, seat, 1 + i, version, f"click-{attempt}-{i}") for i, store in enumerate(stores)),
            return_exceptions=True,
        )
        assert sum(isinstance(result, StaleVersion) for result in results) == 2, results
        assert (await stores[2].table(id)).version == 5
    await asyncio.gather(*(store.close() for store in stores))


async def test_simultaneous_choices_in_different_houses_all_count(postgresql: str) -> None:
    stores = await asyncio.gather(*(Store.open(postgresql) for _ in range(4)))
    for _ in range(5):
        people = [ANNA, BEN, *(type(ANNA)("person", name, name) for name in ("Cleo", "Dora"))]
        id = await stores[0].open_table("yaxha", 4, {}, people, "")
        played = await asyncio.gather(*(h.play(id, seat, seat, 0, f"c{seat}") for seat, h in enumerate(stores)))
        assert sorted(p.number for p in played) == [1, 2, 3, 4]
    assert len({await store.secrets.of("cookies") for store in stores}) == 1
    await asyncio.gather(*(store.close() for store in stores))


async def test_the_same_request_to_two_houses_counts_once(postgresql: str) -> None:
    one, two = await asyncio.gather(Store.open(postgresql), Store.open(postgresql))
    id = await one.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    results = await asyncio.gather(*(store.play(id, 0, 1, 0, "same") for store in (one, two)))
    assert sorted(result.repeated for result in results) == [False, True]
    assert (await two.table(id)).version == 1
    await asyncio.gather(one.close(), two.close())


async def test_what_postgresql_cannot_write_down_never_reaches_it(postgresql: str) -> None:
    store = await Store.open(postgresql)
    id = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    for odd in ("\0", f"{id}\0", "\ud800"):
        with pytest.raises(NoSuchTable):
            await store.table(odd)
        with pytest.raises(NoSuchTable):
            await store.invite(odd)
        with pytest.raises(NoSuchTable):
            await store.find_invite(odd)
        with pytest.raises(Refusal, match="printable"):
            await store.play(id, 0, 0, 0, odd)
    assert (await store.play(id, 0, 0, 0, "x")).number == 1
    await store.close()


async def test_after_an_interruption_everything_is_looked_at_again(postgresql: str) -> None:
    one, two = await asyncio.gather(Store.open(postgresql), Store.open(postgresql))
    id = await one.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    again = asyncio.Event()
    two.subscribe(lambda table, _: again.set() if table == EVERY_TABLE else None)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query = 'SELECT 1'"
    async with one._engine.connect() as connection:
        await connection.execute(text(cut))
    await one.play(id, 0, 1, 0, "while nobody hears")
    await asyncio.wait_for(again.wait(), 30)
    assert (await two.table(id)).version == 1
    heard = asyncio.Event()
    two.subscribe(lambda table, version: heard.set() if (table, version) == (id, 2) else None)
    await one.play(id, 1, 1, 0, "and then")
    await asyncio.wait_for(heard.wait(), 30)
    await asyncio.gather(one.close(), two.close())


async def test_rows_written_here_can_be_told_from_rows_written_elsewhere(postgresql: str) -> None:
    one, two = await asyncio.gather(Store.open(postgresql), Store.open(postgresql))
    own: list[int] = []
    every: asyncio.Queue[int] = asyncio.Queue()
    stop = one.subscribe(lambda _, version: own.append(version), own=True)
    one.subscribe(lambda _, version: every.put_nowait(version))
    id = await two.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    await one.play(id, 0, 1, 0, "here")
    await two.play(id, 1, 1, 0, "there")
    assert {await asyncio.wait_for(every.get(), 30) for _ in range(3)} == {0, 1, 2}
    assert own == [1]
    stop()
    await asyncio.gather(one.close(), two.close())
