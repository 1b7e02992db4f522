"""Which tokens count, known without a question to the database for each move."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from tablero.store import Store
from tablero.store.people import seat_tokens
from tests.store.matches import ANNA, BEN

pytestmark = pytest.mark.anyio


def questions(store: Store) -> list[str]:
    """What the database is asked from now on."""
    asked: list[str] = []

    def hear(*given: Any) -> None:
        asked.append(given[2])

    event.listen(store._engine.sync_engine, "before_cursor_execute", hear)
    return asked


async def test_a_token_in_use_is_looked_up_once_in_a_while(store: Store) -> None:
    ids = [await store.seat_tokens.issue(ANNA.person, f"table-{n}", 0) for n in range(3)]
    assert len(set(ids)) == 3
    assert await store.seat_tokens.issue(ANNA.person, "table-0", 0) == ids[0]
    assert not await store.seat_tokens.is_valid("made-up")
    for id in ids:
        assert await store.seat_tokens.is_valid(id)
    asked = questions(store)
    for _ in range(50):
        for id in ids:
            assert await store.seat_tokens.is_valid(id)
    assert asked == []
    store.seat_tokens._refreshed -= seat_tokens.CACHE_SECONDS + 1
    assert all([await store.seat_tokens.is_valid(id) for id in ids])
    assert [each.split()[0] for each in asked if "tokens" in each] == ["UPDATE", "SELECT"], "all of them together"
    assert all(token.used for token in await store.seat_tokens.of(ANNA.person))


async def test_a_revoked_token_counts_no_more_here_at_once_and_elsewhere_within_seconds(tmp_path: Path) -> None:
    path = str(tmp_path / "games.db")
    here, there = await Store.open(path), await Store.open(path)
    id, kept = await asyncio.gather(
        here.seat_tokens.issue(ANNA.person, "table", 0), there.seat_tokens.issue(BEN.person, "table", 1)
    )
    for store in (here, there):
        assert await store.seat_tokens.is_valid(id)
        assert await store.seat_tokens.is_valid(kept)
    assert not await here.seat_tokens.revoke(id, BEN.person), "not his"
    assert await here.seat_tokens.revoke(id, ANNA.person)
    assert not await here.seat_tokens.is_valid(id)
    there.seat_tokens._refreshed -= seat_tokens.CACHE_SECONDS + 1
    assert not await there.seat_tokens.is_valid(id)
    assert await there.seat_tokens.is_valid(kept)
    assert [token.id for token in await there.seat_tokens.of(ANNA.person)] == []
    assert await here.seat_tokens.issue(ANNA.person, "table", 0) != id
    await here.close()
    await there.close()


async def test_a_pruned_table_leaves_no_tokens(store: Store) -> None:
    ids = [await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person) for _ in range(2)]
    for id in ids:
        await store.seat_tokens.issue(ANNA.person, id, 0)
    await store.remove(ids[:1])
    assert [token.table for token in await store.seat_tokens.of(ANNA.person)] == ids[1:]
