"""Who may look at a table, through whose eyes, and how late."""

import json
import zlib
from collections.abc import Iterator
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from tablero.games import games
from tablero.site.server.app import create_app
from tablero.site.settings import Settings
from tablero.site.web.services import services_of
from tablero.table import Holder, Table, Terms
from tests.limits import LIMIT
from tests.site.table.test_live import Seat
from tests.table.tables import new_table

EVERY = [each.name for each in games()]


@pytest.fixture(scope="module")
def visited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    app = create_app(Settings(database=str(tmp_path_factory.mktemp("watch") / "games.db"), bot_pause=0))
    with TestClient(app) as opened:
        yield opened


def lay(
    visited: TestClient[Litestar], game: str, terms: Terms, people: tuple[str, ...] = ("Anna", "Ben")
) -> dict[str, Seat]:
    """A table of people, each with a page of their own, and one who watches."""
    store = services_of(visited.app).store
    with visited.portal() as portal:
        id = portal.call(partial(store.open_table, game, 2, {}, [Holder("open")] * 2, "", terms=terms))
    seated = []
    for name in people:
        visited.cookies.clear()
        seated.append(visited.post(f"/api/tables/{id}/join", json={"name": name}).json())
    visited.cookies.clear()
    anna, ben = seated
    return {"anna": Seat(visited, anna), "ben": Seat(visited, ben), "cleo": Seat(visited, {"id": anna["id"]})}


def test_a_table_among_themselves_is_shown_to_nobody_else(visited: TestClient[Litestar]) -> None:
    people = lay(visited, "maya", Terms(watched=False))
    id, cleo = people["anna"].id, people["cleo"]
    for address in ("", "/record", "/review", "/whatif"):
        page = visited.get(f"/t/{id}{address}", follow_redirects=False)
        assert page.status_code == 403, address
        assert "among themselves" in page.text
        assert "data-slot" not in page.text
    for address in ("", "/log", "/record", "/talk", "/moves"):
        assert visited.get(f"/api/tables/{id}{address}").status_code == 403, address
    with pytest.raises(WebSocketDisconnect) as closed, cleo:
        cleo.hear()
    assert closed.value.code == 4403
    assert id not in visited.get("/replays").text
    assert visited.get(f"/t/{id}", headers=people["ben"].headers).status_code == 200


def test_running_tables_are_listed_for_those_who_want_to_watch(visited: TestClient[Litestar]) -> None:
    people = lay(visited, "yaxha", Terms())
    hidden = lay(visited, "yaxha", Terms(watched=False))
    page = visited.get("/replays").text
    assert people["anna"].id in page
    assert hidden["anna"].id not in page
    assert people["anna"].id in [table["id"] for table in visited.get("/api/running").json()]


@pytest.mark.parametrize("game", EVERY)
def test_with_a_delay_nothing_new_reaches_those_who_watch(visited: TestClient[Litestar], game: str) -> None:
    people = lay(visited, game, Terms(delay=3))
    anna, ben, cleo = people["anna"], people["ben"], people["cleo"]
    with cleo:
        first = cleo.until("panels")
        with anna, ben:
            for _ in range(2):
                mover = next(page for page in (anna, ben) if page.ask("/moves")["moves"])
                assert mover.play()["ok"]
            assert len(anna.ask("/log")) >= len(cleo.ask("/log"))
        late = cleo.ask()
        assert late["version"] == first["version"], "who watches has noticed nothing"
        assert cleo.ask("/log") == [e for e in cleo.ask("/log") if e["k"] == 0]
        assert cleo.do("ping")["ok"]
        assert not [news for news in cleo.news[1:] if "panels" in news or "log" in news or "version" in news]
    assert visited.get(f"/api/tables/{anna.id}/record").json()["moves"] == []


def test_a_link_shows_one_hand_and_no_other(visited: TestClient[Litestar]) -> None:
    people = lay(visited, "maya", Terms())
    anna, ben = people["anna"], people["ben"]
    racks = {name: json.dumps(page.ask()["view"]) for name, page in (("anna", anna), ("ben", ben))}
    wish = {"shown": True, "action_id": "s"}
    link = visited.post(f"/api/tables/{anna.id}/hand", headers=anna.headers, json=wish).json()["address"]
    address = urlsplit(link)
    query = address.query
    shown, hers = visited.get(f"{address.path}?{query}").text, visited.get(f"/t/{anna.id}", headers=anna.headers).text
    plain = visited.get(address.path).text
    assert "over Anna's shoulder" in shown.replace("&#39;", "'")
    assert 'data-move="' not in shown
    assert racks["anna"] != racks["ben"]
    assert ["only you see them" in page for page in (hers, shown, plain)] == [True, True, False]
    assert "data-lift" not in shown
    socket = visited.websocket_connect(f"/t/{anna.id}/live?{query}")
    with socket as wire:
        wire.send_json({"n": 1, "do": "play", "move": 0, "version": 0, "action_id": "x"})
        answer: dict[str, Any] = {}
        while answer.get("ack") != 1:
            message = wire.receive(timeout=LIMIT)
            answer = json.loads(message.get("text") or zlib.decompress(message["bytes"]))
            assert "data-move" not in json.dumps(answer)
        assert not answer["ok"], "whoever looks over a shoulder does nothing"
    visited.post(f"/api/tables/{anna.id}/hand", headers=anna.headers, json={"shown": False, "action_id": "h"})
    again = visited.get(f"{address.path}?{query}").text
    assert "shoulder" not in again, "the link is worth nothing any more"
    forged = visited.get(f"{address.path}?hand=eyJ0YWJsZSI6IngifQ.00")
    assert forged.status_code == 200
    assert "shoulder" not in forged.text


def test_two_at_one_device_see_their_own_hands_behind_a_curtain(visited: TestClient[Litestar]) -> None:
    visited.cookies.clear()
    wanted = {"game": "maya", "seats": 2, "holders": ["me", "here:Balam"], "name": "Ana"}
    both = Seat(visited, {"id": visited.post("/api/tables", json=wanted).json()["id"]})
    page = visited.get(f"/t/{both.id}").text
    assert "Give the device to" in page
    assert 'data-move="' not in page
    with both:
        whole = both.until("panels")
        assert "data-move" not in json.dumps(whole)
        assert not both.do("play", move=0, version=0, action_id="early")["ok"], "the curtain is down"
        holders = []
        for turn in range(3):
            table = now(visited, both.id)
            [seat] = table.actors()
            holders.append(seat)
            assert both.do("lift", seat=seat)["ok"]
            for step in range(40):
                table = now(visited, both.id)
                if seat not in table.actors():
                    break
                move = table.state.moves(seat)[-1]
                assert both.do("play", move=move, version=table.version_for(seat), action_id=f"{turn}-{step}")["ok"]
            other = "Balam" if seat == 0 else "Ana"
            while f"Give the device to {other}" not in both.places.get("curtain", ""):
                both.hear()
        assert holders == [holders[0], 1 - holders[0], holders[0]]


def now(visited: TestClient[Litestar], id: str) -> Table:
    with visited.portal() as portal:
        found: Table = portal.call(services_of(visited.app).store.table, id)
    return found


def test_nobody_lifts_a_curtain_that_is_not_theirs(visited: TestClient[Litestar]) -> None:
    people = lay(visited, "maya", Terms())
    with people["anna"] as anna:
        anna.until("panels")
        before = anna.ask()["seat"]
        anna.do("lift", seat=1 - before)
        assert "data-move" in json.dumps(anna.news) or anna.ask()["seat"] == before
        assert anna.ask()["seat"] == before


def test_holders_of_several_seats_are_one_person() -> None:
    table = new_table(3)
    table.set_holder(2, Holder("person", "Cleo", "person-0"))
    assert table.seats_of("person-0") == (0, 2)
    assert table.seat_of("person-0") in table.actors()
