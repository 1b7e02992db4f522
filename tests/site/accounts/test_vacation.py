"""Vacations and pauses, on the page and for programs; and how long a page's messages take."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tablero.site.table import heartbeat as pulse_file
from tablero.site.table.heartbeat import Heartbeat
from tablero.site.table.presence import Presence
from tablero.site.web.services import services_of
from tests.site.table.test_away import alone
from tests.waiting import until_written

pytestmark = pytest.mark.anyio

OPEN = {"game": "maya", "seats": 2, "holders": ["me", "level1"], "name": "Ana", "terms": {"pace": "days"}}


async def test_a_vacation_is_taken_told_and_ended(client: AsyncTestClient[Litestar]) -> None:
    opened = (await client.post("/api/tables", json=OPEN)).json()
    assert (await client.get("/api/vacation")).json() == {"until": 0.0, "days_left": 20}
    gone = (await client.put("/api/vacation", json={"days": 7})).json()
    assert gone["days_left"] == 13
    assert gone["until"] > services_of(client.app).store.now() + 6 * 86400
    mine: dict[str, float] = {}

    async def told() -> bool:
        mine.update((await client.get(f"/api/tables/{opened['id']}")).json()["clocks"][opened["seat"]])
        return "vacation" in mine

    await until_written(services_of(client.app).store, told)  # the timekeeper writes it into the game's log
    assert mine["vacation"] == pytest.approx(gone["until"], abs=61)
    again = await client.put("/api/vacation", json={"days": 7})
    assert again.status_code == 400
    assert "on vacation already" in again.json()["error"]
    assert "You are on vacation until" in (await client.get("/vacation")).text
    assert (await client.delete("/api/vacation")).json() == {"until": 0.0, "days_left": 19}


async def test_the_page_says_how_many_days_there_are(client: AsyncTestClient[Litestar]) -> None:
    refused = await client.post("/vacation", data={"days": "21"})
    assert refused.status_code == 400
    assert "1 to 20 days" in refused.text
    assert (await client.post("/vacation", data={"days": "many"})).status_code == 400
    assert "You are on vacation until" in (await client.post("/vacation", data={"days": "20"})).text
    assert "You have taken all days" not in (await client.post("/vacation", data={"end": "yes"})).text


async def test_a_pause_against_bots_begins_and_ends_with_one_word(client: AsyncTestClient[Litestar]) -> None:
    opened = (await client.post("/api/tables", json=OPEN)).json()
    path = f"/api/tables/{opened['id']}"
    assert (await client.post(f"{path}/resume", json={"action_id": "r0"})).status_code == 409
    assert (await client.post(f"{path}/pause", json={"action_id": "p1"})).json() == {"paused": True, "asking": [0]}
    assert (await client.get(path)).json()["paused"] is True
    assert (await client.post(f"{path}/resume", json={"action_id": "r1"})).json() == {"paused": False, "asking": []}


def test_the_server_measures_how_long_the_way_is_and_the_shortest_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    presence: Presence
    presence, clock = alone()
    now = 50.0
    monkeypatch.setattr(pulse_file, "time", SimpleNamespace(monotonic=lambda: now))
    with presence.open_page("t", "ana") as page:
        pulse = Heartbeat(presence, "t", page, clock)
        assert pulse.lag == 0
        ping: dict[str, Any] = {"n": 1, "do": "ping"}
        for trip in (0.3, 0.2, 5.0):
            assert pulse.take(ping) == {"time": clock.time}
            now += trip
            pulse.take({"n": 2, "do": "echo"})
            pulse.take({"n": 3, "do": "echo"})  # said twice, it is measured once
        assert pulse.lag == pytest.approx(0.2)
