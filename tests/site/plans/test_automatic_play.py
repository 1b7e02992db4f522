"""What people have arranged is done while their browsers are closed, once in several processes, and after restarts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tablero.games.yaxha.layout import FINISH
from tablero.site.plans.automatic_play import AutomaticPlay
from tablero.site.table.presence import Presence
from tablero.store import Store
from tablero.table import Table
from tablero.table.automatic import ITSELF_PREFIX, with_choice
from tablero.ui.language import Language
from tablero.ui.table_page import Perspective, build_table_page
from tests.store.matches import ANNA, BEN
from tests.waiting import until_written

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(str(tmp_path / "games.db"))
    yield opened
    await opened.close()


def arranged(store: Store) -> AutomaticPlay:
    return AutomaticPlay(store, Presence(store), 0, 0)


async def switch(store: Store, id: str, seat: int, name: str, on: bool = True) -> None:
    def make(table: Table) -> Any:
        return table.automate(seat, with_choice(table, seat, name, on), action)

    action = f"switch-{name}-{on}-{seat}"
    await store.append(id, seat, action, make)


async def play(store: Store, id: str, seat: int, move: int) -> None:
    table = await store.table(id)
    await store.play(id, seat, move, table.version_for(seat), f"own-{table.version}")


async def almost_built(store: Store) -> str:
    """Return a table of Yaxha where seat 0 has one cube left to place."""
    id = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    for seat, tile in ((0, 0), (1, 1)):
        await play(store, id, seat, tile)
    while True:
        table = await store.table(id)
        placing = [move for move in table.state.moves(0) if move != FINISH]
        after = table.copy()
        after.make(0, placing[0])
        if after.state.moves(0) == [FINISH]:
            return id
        await play(store, id, 0, placing[0])


async def place(store: Store, id: str) -> None:
    table = await store.table(id)
    await play(store, id, 0, next(move for move in table.state.moves(0) if move != FINISH))


def finished(table: Table) -> bool:
    return not table.state.owes(0)


async def test_a_turn_ends_by_itself_after_the_last_choice(store: Store) -> None:
    id = await almost_built(store)
    await switch(store, id, 0, "end_turn")
    automatic = arranged(store)
    await place(store, id)
    await until_written(store, lambda: finished(store.cached(id)))  # type: ignore[arg-type]
    assert (await store.table(id)).rows[-1].action_id.startswith(ITSELF_PREFIX)
    await automatic.close()


async def test_a_server_that_starts_goes_on_with_what_was_arranged(store: Store) -> None:
    id = await almost_built(store)
    await switch(store, id, 0, "end_turn")
    await place(store, id)
    assert not finished(await store.table(id))
    automatic = arranged(store)
    automatic.start()
    await until_written(store, lambda: finished(store.cached(id)))  # type: ignore[arg-type]
    await automatic.close()


async def test_two_processes_make_an_arranged_move_once(tmp_path: Path, store: Store) -> None:
    other = await Store.open(str(tmp_path / "games.db"))
    both = [arranged(store), arranged(other)]
    id = await almost_built(store)
    await switch(store, id, 0, "end_turn")
    await place(store, id)
    both[1].wake(id)
    await until_written(store, lambda: finished(store.cached(id)))  # type: ignore[arg-type]
    for one in both:
        while id in one._playing:
            await one._playing[id]
        await one.close()
    made = [row for row in (await store.table(id)).rows if row.action_id.startswith(ITSELF_PREFIX)]
    assert len(made) == 1
    await other.close()


async def test_what_is_taken_back_during_the_pause_is_not_made(store: Store) -> None:
    id = await almost_built(store)
    automatic = arranged(store)
    await place(store, id)
    await switch(store, id, 0, "end_turn")
    # Its task has not begun yet: it reads the table after this.
    await store.undo(id, 0, "back")
    while id in automatic._playing:
        await automatic._playing[id]
    assert not finished(await store.table(id))
    await automatic.close()


async def test_the_log_tells_the_player_what_was_done_by_itself(store: Store) -> None:
    id = await almost_built(store)
    automatic = arranged(store)
    await switch(store, id, 0, "end_turn")
    await place(store, id)
    await until_written(store, lambda: finished(store.cached(id)))  # type: ignore[arg-type]
    table = await store.table(id)
    own, other = ("".join(build_table_page(table, Perspective(seat, Language("en"))).log) for seat in (0, 1))
    assert "by itself" in own
    assert "by itself" not in other
    await automatic.close()


async def test_choices_are_switched_and_read_by_programs(client: AsyncTestClient[Litestar]) -> None:
    game = {"game": "amritsar", "seats": 2, "holders": ["me", "level1"]}
    table = (await client.post("/api/tables", json=game)).json()
    at, headers = f"/api/tables/{table['id']}", {"Authorization": f"Bearer {table['token']}"}

    async def ask(choice: str, on: bool) -> Any:
        body = {"action_id": f"{choice}-{on}", "choice": choice, "on": on}
        return await client.post(f"{at}/automatic", headers=headers, json=body)

    assert (await ask("follow", True)).status_code == 200
    assert (await ask("end_turn", True)).status_code == 200
    assert (await client.get(at, headers=headers)).json()["automatic"] == ["end_turn", "follow"]
    assert (await ask("follow", False)).status_code == 200
    assert (await client.get(at, headers=headers)).json()["automatic"] == ["end_turn"]
    assert (await ask("dance", True)).status_code == 409
    page = (await client.get(f"/t/{table['id']}", headers=headers)).text
    assert 'aria-checked="true" data-deed="auto" data-name="end_turn" data-on="0"' in page
