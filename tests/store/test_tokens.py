"""Which tokens count, known without a question to the database for each move."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from tablero.store import House, tokens
from tests.store.matches import ANNA, BEN

pytestmark = pytest.mark.anyio


def questions(house: House) -> list[str]:
    """What the database is asked from now on."""
    asked: list[str] = []

    def hear(*given: Any) -> None:
        asked.append(given[2])

    event.listen(house._engine.sync_engine, "before_cursor_execute", hear)
    return asked


async def test_a_token_in_use_is_looked_up_once_in_a_while(house: House) -> None:
    ids = [await house.tokens.give(ANNA.person, f"table-{n}", 0) for n in range(3)]
    assert len(set(ids)) == 3
    assert await house.tokens.give(ANNA.person, "table-0", 0) == ids[0]
    assert not await house.tokens.counts("made-up")
    for id in ids:
        assert await house.tokens.counts(id)
    asked = questions(house)
    for _ in range(50):
        for id in ids:
            assert await house.tokens.counts(id)
    assert asked == []
    house.tokens._looked -= tokens.LIFE + 1
    assert all([await house.tokens.counts(id) for id in ids])
    assert [each.split()[0] for each in asked if "tokens" in each] == ["UPDATE", "SELECT"], "all of them together"
    assert all(token.used for token in await house.tokens.of(ANNA.person))


async def test_a_revoked_token_counts_no_more_here_at_once_and_elsewhere_within_seconds(tmp_path: Path) -> None:
    path = str(tmp_path / "games.db")
    here, there = await House.open(path), await House.open(path)
    id, kept = await asyncio.gather(here.tokens.give(ANNA.person, "table", 0), there.tokens.give(BEN.person, "table", 1))
    for house in (here, there):
        assert await house.tokens.counts(id)
        assert await house.tokens.counts(kept)
    assert not await here.tokens.revoke(id, BEN.person), "not his"
    assert await here.tokens.revoke(id, ANNA.person)
    assert not await here.tokens.counts(id)
    there.tokens._looked -= tokens.LIFE + 1
    assert not await there.tokens.counts(id)
    assert await there.tokens.counts(kept)
    assert [token.id for token in await there.tokens.of(ANNA.person)] == []
    assert await here.tokens.give(ANNA.person, "table", 0) != id
    await here.close()
    await there.close()


async def test_a_pruned_table_leaves_no_tokens(house: House) -> None:
    ids = [await house.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person) for _ in range(2)]
    for id in ids:
        await house.tokens.give(ANNA.person, id, 0)
    await house.remove(ids[:1])
    assert [token.table for token in await house.tokens.of(ANNA.person)] == ids[1:]
