"""Everybody wants the same at the same moment: the one open seat, or the rematch."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tablero.site.settings import Settings
from tests.faults.players import UNLIMITED, Party, expect_sound
from tests.faults.size import long
from tests.site.family import sites, wait_until
from tests.site.served import Served

CROWD = 20


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One process on SQLite, two on PostgreSQL."""
    if request.param == "sqlite":
        server = Served(tmp_path_factory.mktemp("races") / "games.db", Settings(bot_pause=0, limits=UNLIMITED))
    else:
        settings = Settings(processes=2, thinkers=1, bot_pause=0, limits=UNLIMITED)
        server = Served(request.getfixturevalue("postgresql"), settings)
        wait_until(lambda: len(sites(server.process.pid, server.port)) == 2)
    yield server
    assert server.stop() == 0
    expect_sound(server.settings.database)


def at_once(people: list[httpx.Client], place: str, **body: Any) -> list[httpx.Response]:
    """The same request of all of them, each on a connection of its own that is open already."""
    for person in people:
        person.get("/api/games").raise_for_status()
    together = threading.Barrier(len(people))

    def ask(person: httpx.Client) -> httpx.Response:
        together.wait(30)
        return person.post(place, **body)

    with ThreadPoolExecutor(len(people)) as threads:
        return list(threads.map(ask, people))


@pytest.fixture
def crowd(served: Served) -> Iterator[list[httpx.Client]]:
    people = [httpx.Client(base_url=served.address, timeout=60) for _ in range(CROWD)]
    yield people
    for person in people:
        person.close()


@pytest.mark.parametrize("times", [2, long(50)])
def test_of_all_who_want_one_seat_one_sits_there(served: Served, crowd: list[httpx.Client], times: int) -> None:
    for _ in range(times):
        wanted = {"game": "yaxha", "seats": 2, "holders": ["me", "open"]}
        table = httpx.post(f"{served.address}/api/tables", json=wanted, timeout=30).raise_for_status().json()
        for person in crowd:
            person.cookies.clear()
        answers = at_once(crowd, f"/api/tables/{table['id']}/join", json={})
        sat = [answer.json() for answer in answers if answer.is_success]
        assert [one["seat"] for one in sat] == [1], [answer.text for answer in answers]
        assert all(answer.status_code == 409 and answer.json()["error"] for answer in answers if not answer.is_success)
        place, headers = f"{served.address}/api/tables/{table['id']}", {"Authorization": f"Bearer {sat[0]['token']}"}
        seen = httpx.get(place, headers=headers, timeout=30).raise_for_status().json()
        assert (seen["started"], seen["seat"]) == (True, 1)


@pytest.mark.parametrize("times", [1, long(10)])
def test_all_who_want_a_rematch_meet_at_one_table(served: Served, crowd: list[httpx.Client], times: int) -> None:
    host, *friends = four = crowd[:4]
    holders = ["me", "open", "open", "open"]
    for number in range(times):
        wanted = {"game": "yaxha", "seats": 4, "holders": holders}
        seated = [host.post("/api/tables", json=wanted).raise_for_status().json()]
        place = f"/api/tables/{seated[0]['id']}/join"
        seated += [friend.post(place, json={}).raise_for_status().json() for friend in friends]
        party = Party(served.address, number, holders, False, 0)
        party.seated = {one["seat"]: one for one in seated}
        party.play_to_the_end()
        answers = at_once(four, f"/t/{seated[0]['id']}/again")
        [rematch] = {answer.headers.get("location", answer.text) for answer in answers}
        assert rematch.startswith("/t/")
        assert rematch != f"/t/{seated[0]['id']}"
        for person in four:
            assert 'data-move="' in person.get(rematch).raise_for_status().text, "everybody sits there, and may choose"
