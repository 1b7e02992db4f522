"""A seat's token plays that seat and opens nothing else of what belongs to its owner."""

from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import AsyncTestClient, TestClient

from tablero.site.server.app import create_app
from tablero.site.settings import Settings

pytestmark = pytest.mark.anyio

Client = AsyncTestClient[Litestar]


def wanted(game: str, seats: int, first: str = "me") -> dict[str, Any]:
    return {"game": game, "seats": seats, "holders": [first, *["open"] * (seats - 1)], "name": "Anna"}


def bearer(seated: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {seated['token']}"}


async def two_tables(client: Client, game: str, seats: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two tables of one person, who is not there any more: only the tokens are."""
    one = (await client.post("/api/tables", json=wanted(game, seats))).json()
    other = (await client.post("/api/tables", json=wanted(game, seats))).json()
    client.cookies.clear()
    return one, other


async def test_a_token_opens_no_other_table_of_its_owner(client: Client) -> None:
    game, seats = "maya", 2
    one, other = await two_tables(client, game, seats)
    away, move = f"/api/tables/{other['id']}", {"version": 0, "move": 0, "action_id": "a"}
    for method, path, body in (
        ("GET", away, None),
        ("GET", f"{away}/moves", None),
        ("GET", f"{away}/log", None),
        ("GET", f"{away}/record", None),
        ("POST", f"{away}/play", move),
        ("POST", f"{away}/undo", {"action_id": "b"}),
        ("POST", f"{away}/restart", {"action_id": "c"}),
        ("POST", f"{away}/join", {}),
        ("POST", f"/api/invitations/{other['invite']}/join", {}),
        ("POST", "/api/tables", wanted(game, seats)),
        ("GET", f"/t/{other['id']}", None),
        ("GET", f"/join/{other['invite']}", None),
        ("GET", "/", None),
    ):
        answer = await client.request(method, path, json=body, headers=bearer(one))
        assert answer.status_code == 403, (path, answer.text)
        assert "this token is for one seat" in answer.json()["error"]
    for path, form in (
        (f"/t/{other['id']}/sit", {}),
        (f"/t/{one['id']}/again", {}),
        (f"/join/{other['invite']}", {"name": "Eve"}),
        (f"/play/{game}", {}),
        ("/open", {"game": game, f"seats-{game}": str(seats)}),
        ("/name", {"name": "Eve"}),
    ):
        answer = await client.post(path, data=form, headers=bearer(one), follow_redirects=False)
        assert answer.status_code == 403, (path, answer.text)
    assert "set-cookie" not in answer.headers
    client.cookies.clear()
    assert {card["id"] for card in (await client.get("/api/tables")).json()} <= {one["id"], other["id"]}


async def test_a_token_opens_its_own_table_as_its_own_seat(client: Client) -> None:
    game, seats = "maya", 2
    one, _ = await two_tables(client, game, seats)
    home = f"/api/tables/{one['id']}"
    assert (await client.get(home, headers=bearer(one))).json()["seat"] == 0
    again = await client.post(f"{home}/join", json={}, headers=bearer(one))
    assert (again.status_code, again.json()["seat"]) == (201, 0)
    assert (await client.get(f"/t/{one['id']}", headers=bearer(one))).status_code == 200


async def test_a_hosts_token_looks_on_even_when_its_owner_sits_down(client: Client) -> None:
    host = (await client.post("/api/tables", json=wanted("yaxha", 2, "open"))).json()
    assert host["seat"] is None
    assert (await client.post(f"/api/tables/{host['id']}/join", json={})).json()["seat"] == 0
    client.cookies.clear()
    assert (await client.get(f"/api/tables/{host['id']}", headers=bearer(host))).json()["seat"] is None
    answer = await client.post(f"/api/tables/{host['id']}/join", json={}, headers=bearer(host))
    assert answer.status_code == 403
    assert "plays no seat" in answer.json()["error"]


def test_a_token_follows_its_own_table_only(tmp_path: pytest.TempPathFactory) -> None:
    with TestClient(create_app(Settings(database=f"{tmp_path}/games.db"))) as client:
        one, other = (client.post("/api/tables", json=wanted("maya", 2)).json() for _ in range(2))
        client.cookies.clear()
        with client.websocket_connect(f"/t/{one['id']}/live", headers=bearer(one)) as socket:
            socket.send_json({"n": 1, "do": "ping"})
        for path in (f"/t/{other['id']}/live", "/live"):
            with (
                pytest.raises(WebSocketDisconnect) as closed,
                client.websocket_connect(path, headers=bearer(one)) as socket,
            ):
                socket.receive()
            assert closed.value.code == 4403
            assert "this token is for one seat" in closed.value.detail
