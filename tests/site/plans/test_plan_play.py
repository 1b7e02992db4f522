"""A plan is played by the server while its owner is away, stops where it must, and shows to nobody else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tablero.site.notifications.dispatcher import _kinds
from tablero.site.plans import automatic_play
from tablero.site.plans.automatic_play import AutomaticPlay
from tablero.site.plans.service import keep_plan, remove_plan, switch
from tablero.site.table.presence import Presence
from tablero.store import Store
from tablero.table import Refusal, Table, Terms
from tablero.table.automatic import PLAN_PREFIX, plays_plan
from tablero.table.plans import PlanLine
from tablero.ui.language import Language
from tablero.ui.table_page import Perspective, build_table_page
from tests.store.matches import ANNA, BEN
from tests.table.planned import lines_along
from tests.waiting import until_written

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(str(tmp_path / "games.db"))
    yield opened
    await opened.close()


@contextmanager
def played_by_server(store: Store, wait: float = 0.0) -> Iterator[AutomaticPlay]:
    automatic = AutomaticPlay(store, Presence(store), 0, wait)
    yield automatic
    automatic._unsubscribe()


async def opened(store: Store, game: str = "amritsar", **terms: Any) -> str:
    """Return a table of two people at which seat 1 has to move after seat 0 has planned."""
    id = await store.open_table(game, 2, {}, [ANNA, BEN], ANNA.person, terms=Terms(**terms))
    for _ in range(200):
        table = await store.table(id)
        if table.actors() == (1,) and table.view(None)["round"] > 1 and not table._history.live.made:
            return id
        seat = table.actors()[0]
        await play(store, id, seat, table.state.moves(seat)[0])
    raise AssertionError("it never was the turn of the other seat")


async def play(store: Store, id: str, seat: int, move: int) -> None:
    table = await store.table(id)
    await store.play(id, seat, move, table.version_for(seat), f"own-{table.version}")


def cached(store: Store, id: str) -> Table:
    found = store.cached(id)
    assert found is not None
    return found


async def test_a_plan_is_played_through_three_turns(store: Store) -> None:
    id = await opened(store)
    lines, moves = lines_along(await store.table(id), 0, 3)
    before = (await store.table(id)).moves_made
    await keep_plan(store, await store.table(id), 0, lines)
    await switch(store, id, 0, True)
    with played_by_server(store):
        for number, (seat, move) in enumerate(moves):
            if seat == 1:
                await until_written(store, lambda n=number: cached(store, id).moves_made == before + n)  # type: ignore[misc]
                await play(store, id, 1, move)
        await until_written(store, lambda: cached(store, id).moves_made == before + len(moves))
    rows = [row for row in (await store.table(id)).rows if row.kind == "move"][-len(moves) :]
    assert [(row.seat, row.move) for row in rows] == moves
    planned = [row for row in rows if row.action_id.startswith(PLAN_PREFIX)]
    assert {row.seat for row in planned} == {0}
    table = await store.table(id)
    own, other = ("".join(build_table_page(table, Perspective(seat, Language("en"))).log) for seat in (0, 1))
    assert own.count("by plan") >= 3  # a follower in another turn is told by itself
    assert "by plan" not in other


async def test_what_no_line_names_stops_the_plan_and_asks(store: Store) -> None:
    id = await opened(store)
    lines, _ = lines_along(await store.table(id), 0, 1)
    await keep_plan(store, await store.table(id), 0, lines)
    await switch(store, id, 0, True)
    with played_by_server(store):
        while cached(store, id).actors() == (1,):
            legal = cached(store, id).state.moves(1)
            await play(store, id, 1, legal[-1])
        await until_written(store, lambda: not plays_plan(cached(store, id), 0))
    stored = await store.plans.of(id, 0)
    assert stored is not None
    assert stored.stopped == "otherwise"
    table = await store.table(id)
    assert _kinds(table, ANNA.person, 0, [table.rows[-1]]) == ["plan"]


async def test_the_turn_of_a_seat_that_a_plan_plays_is_not_announced(store: Store) -> None:
    id = await opened(store)
    lines, moves = lines_along(await store.table(id), 0, 1)
    await keep_plan(store, await store.table(id), 0, lines)
    for on in (False, True):
        await switch(store, id, 0, on)
        if not on:
            for seat, move in moves:
                if seat == 1:
                    await play(store, id, 1, move)
            row = (await store.table(id)).rows[-1]
        table = await store.table(id)
        assert _kinds(table, ANNA.person, 0, [row]) == ([] if on else ["turn"])


async def test_a_plan_waits_while_its_owner_looks_at_the_table(store: Store) -> None:
    id = await opened(store)
    lines, moves = lines_along(await store.table(id), 0, 1)
    await keep_plan(store, await store.table(id), 0, lines)
    await switch(store, id, 0, True)
    with played_by_server(store) as automatic:
        with automatic._presence.open_page(id, ANNA.person):
            for seat, move in moves:
                if seat == 1:
                    await play(store, id, 1, move)
            while id in automatic._playing:
                await automatic._playing[id]
            before = cached(store, id).moves_made
        await until_written(store, lambda: cached(store, id).moves_made > before)


async def test_a_plan_waits_as_long_as_its_owner_usually_does(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automatic_play, "MIN_ANSWERS", 1)
    id = await opened(store)
    table = await store.table(id)
    with played_by_server(store, 500.0) as automatic:
        new = table.copy()
        new.rows = []
        assert 20 <= automatic._usual_wait(new, 0) <= 90, "nothing is known yet"
        slow = table.copy()
        slow.rows = [replace(row, time=100.0 * row.number) for row in table.rows]
        assert automatic._usual_wait(slow, 0) == 100.0
        automatic._longest = 30.0
        assert automatic._usual_wait(slow, 0) == 30.0


async def test_nobody_else_notices_that_there_is_a_plan(store: Store) -> None:
    id = await opened(store)
    before = {viewer: seen(await store.table(id), viewer) for viewer in (1, None)}
    lines, _ = lines_along(await store.table(id), 0, 1)
    await keep_plan(store, await store.table(id), 0, lines)
    await switch(store, id, 0, True)
    await remove_plan(store, await store.table(id), 0)
    await keep_plan(store, await store.table(id), 0, lines)
    await switch(store, id, 0, True)
    assert {viewer: seen(await store.table(id), viewer) for viewer in (1, None)} == before


def seen(table: Table, viewer: int | None) -> Any:
    page = build_table_page(table, Perspective(viewer, Language("en")))
    return page.version, dict(page.panels), list(page.log), dict(page.parts), table.version_for(viewer)


async def test_plans_are_not_for_rated_and_live_games(store: Store) -> None:
    live = await opened(store, pace="live")
    with pytest.raises(Refusal, match="over days"):
        await keep_plan(store, await store.table(live), 0, [PlanLine(then=("done",))])
    table = (await store.table(live)).rebuilt(terms=Terms(rated=True), holders=(ANNA, BEN))
    with pytest.raises(Refusal, match="rated"):
        await keep_plan(store, table, 0, [PlanLine(then=("done",))])


async def test_programs_read_keep_and_delete_their_plan(client: AsyncTestClient[Litestar]) -> None:
    game = {"game": "yaxha", "seats": 2, "holders": ["me", "open"]}
    table = (await client.post("/api/tables", json=game)).json()
    at, headers = f"/api/tables/{table['id']}/plan", {"Authorization": f"Bearer {table['token']}"}
    line = {"when": [{"seat": 1, "kind": "take tile", "but": ["take tile 2"]}], "then": ["take tile 1"]}
    answer = await client.put(at, headers=headers, json={"lines": [line]})
    assert answer.status_code == 409, "the game has not begun"
    client.cookies.clear()
    assert (await client.post(f"/api/tables/{table['id']}/join", json={"name": "Ben"})).status_code == 201
    assert (await client.get(at, headers=headers)).status_code == 404
    both = [{"then": ["take tile 2"], "after": [line]}]
    answer = await client.put(at, headers=headers, json={"lines": both, "play": False})
    assert answer.status_code == 200, answer.text
    assert answer.json()["now"] == "take tile 2"
    assert answer.json()["play"] is False
    assert answer.json()["lines"][0]["after"][0]["when"][0]["but"] == ["take tile 2"]
    wrong = await client.put(at, headers=headers, json={"lines": [{"then": ["dance"]}]})
    assert (wrong.status_code, "is no move of Yaxha" in wrong.json()["error"]) == (400, True)
    assert (await client.delete(at, headers=headers)).status_code == 204
    assert (await client.get(at, headers=headers)).status_code == 404
    on = {"action_id": "on", "choice": "plan", "on": True}
    assert (await client.post(at.replace("/plan", "/automatic"), headers=headers, json=on)).status_code == 409
