"""A commit that was reported as failed and had happened: all who follow the table learn of its row."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tablero.store import Store, StoreError
from tablero.store.database import writer
from tablero.store.tournaments.tournaments import TournamentStore
from tablero.tournaments.tournament import Rules
from tests.limits import LIMIT
from tests.store.matches import ANNA, BEN

pytestmark = pytest.mark.anyio


async def test_a_row_whose_commit_seemed_to_fail_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await Store.open(str(tmp_path / "games.db"), single_process=True)
    id = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    table = await store.table(id)
    seat = table.actors()[0]
    told: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    store.subscribe(lambda table, version: told.put_nowait((f"viewer of {table}", version)), id)
    store.subscribe(lambda table, version: told.put_nowait((f"bots of {table}", version)), own=True)
    commit = writer._commit

    def commit_and_fail(*what: Any) -> None:
        commit(*what)
        monkeypatch.undo()
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(writer, "_commit", commit_and_fail)
    with pytest.raises(StoreError):
        await store.play(id, seat, table.state.moves(seat)[0], table.version_for(seat), "once")
    async with asyncio.timeout(LIMIT):
        assert [await told.get(), await told.get()] == [(f"viewer of {id}", 1), (f"bots of {id}", 1)]
    assert (await store.table(id)).version == 1
    repeated = await store.play(id, seat, table.state.moves(seat)[0], table.version_for(seat), "once")
    assert repeated.repeated
    await store.close()


async def test_a_tournament_that_started_although_its_commit_seemed_to_fail_is_told(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = await store.tournaments.open("host", "Cup", Rules("yaxha", seats=2, rounds=1, kind="swiss"))
    for person in ("anna", "ben"):
        await store.tournaments.join(key, person, person)
    told: list[str] = []
    store.tournaments.subscribe(told.append)
    writing = store.tournaments._writing

    class CommitsAndFails:
        def __init__(self) -> None:
            self._real = writing()

        async def __aenter__(self) -> Any:
            return await self._real.__aenter__()

        async def __aexit__(self, *error: Any) -> None:
            await self._real.__aexit__(*error)
            monkeypatch.undo()
            raise StoreError("the database cannot be reached just now")

    monkeypatch.setattr(store.tournaments, "_writing", CommitsAndFails)
    assert isinstance(store.tournaments, TournamentStore)
    with pytest.raises(StoreError):
        await store.tournaments.start(key, "host")
    assert (await store.tournaments.find(key)).stage == "running"
    assert told == [key]
