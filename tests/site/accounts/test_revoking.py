"""Whoever owns a seat sees which tokens open it, and can revoke each of them."""

from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import AsyncTestClient, TestClient

from tablero.site.server.app import create_app
from tablero.site.settings import Settings
from tablero.site.web.services import services_of
from tests.limits import LIMIT
from tests.site.accounts.test_seat_tokens import bearer, two_tables, wanted

pytestmark = pytest.mark.anyio

Client = AsyncTestClient[Litestar]


async def status(client: Client, seated: dict[str, Any], path: str = "") -> int:
    return int((await client.get(f"/api/tables/{seated['id']}{path}", headers=bearer(seated))).status_code)


async def test_an_owner_lists_and_revokes_tokens(client: Client) -> None:
    one = (await client.post("/api/tables", json=wanted("yaxha", 2))).json()
    other = (await client.post("/api/tables", json=wanted("maya", 2, "open"))).json()
    again = (await client.post(f"/api/tables/{one['id']}/join", json={})).json()
    assert again["token"] == one["token"], "one token for a seat"
    listed = {token["table"]: token for token in (await client.get("/api/tokens")).json()}
    assert listed.keys() == {one["id"], other["id"]}
    assert (listed[one["id"]]["seat"], listed[other["id"]]["seat"]) == (0, None)
    assert listed[one["id"]]["used"] is None
    assert await status(client, one) == await status(client, other) == 200
    assert (await client.get("/api/tokens")).json()[-1]["used"] > 0
    cookies = dict(client.cookies)
    client.cookies.clear()
    assert (await client.delete(f"/api/tokens/{listed[one['id']]['id']}")).status_code == 404, "it is not theirs"
    assert (await client.get("/api/tokens")).json() == []
    client.cookies.update(cookies)
    assert (await client.delete(f"/api/tokens/{listed[one['id']]['id']}")).status_code == 204
    assert (await client.delete(f"/api/tokens/{listed[one['id']]['id']}")).status_code == 404
    refused = await client.get(f"/api/tables/{one['id']}", headers=bearer(one))
    assert refused.status_code == 401
    assert "revoked" in refused.json()["error"]
    assert await status(client, other) == 200
    assert (await client.get(f"/t/{one['id']}")).status_code == 200, "the owner's cookie is as good as before"
    renewed = (await client.post(f"/api/tables/{one['id']}/join", json={})).json()
    assert await status(client, renewed, "/moves") == 200
    assert await status(client, one) == 401


async def test_a_token_lists_and_revokes_itself_and_no_other(client: Client) -> None:
    one, other = await two_tables(client, "yaxha", 2)
    [mine] = (await client.get("/api/tokens", headers=bearer(one))).json()
    [theirs] = (await client.get("/api/tokens", headers=bearer(other))).json()
    assert (mine["table"], theirs["table"]) == (one["id"], other["id"])
    assert (await client.delete(f"/api/tokens/{theirs['id']}", headers=bearer(one))).status_code == 403
    assert (await client.get("/tokens", headers=bearer(one))).status_code == 403
    kept = await client.post(f"/api/tables/{one['id']}/join", json={}, headers=bearer(one))
    assert kept.json()["token"] == one["token"], "a token makes no other token"
    assert (await client.delete(f"/api/tokens/{mine['id']}", headers=bearer(one))).status_code == 204
    assert await status(client, one) == 401
    assert await status(client, other) == 200


async def test_tokens_of_version_0_1_open_their_seats_until_they_are_all_revoked(client: Client) -> None:
    seated = (await client.post("/api/tables", json=wanted("yaxha", 2))).json()
    store, signer = services_of(client.app).store, services_of(client.app).signer
    me = (await store.table(seated["id"])).holders[0].person
    old = {**seated, "token": signer.sign("seat", {"id": me, "name": "Anna", "table": seated["id"], "seat": 0})}
    assert await status(client, old) == 401, "nobody who came later has such tokens"
    async with store._writer.transaction() as connection:  # as the upgrade writes it
        await connection.exec_driver_sql(
            "INSERT INTO tokens (id, person, match, seat, made) VALUES (?, ?, '', -1, 7.0)", (f"older:{me}", me)
        )
    assert await status(client, old) == 200
    page = await client.get("/tokens")
    assert "All tokens from before" in page.text
    assert (await client.get("/api/tokens", headers=bearer(old))).json()[0]["table"] is None
    assert (await client.post(f"/tokens/older:{me}/revoke", follow_redirects=True)).status_code == 200
    assert await status(client, old) == 401
    assert await status(client, seated) == 200


async def test_a_page_lists_tokens_and_revokes_them(client: Client) -> None:
    assert "No program holds a token of yours" in (await client.get("/tokens")).text
    assert 'href="/tokens"' in (await client.get("/")).text
    seated = (await client.post("/api/tables", json=wanted("tzolkin", 2))).json()
    [token] = (await client.get("/api/tokens")).json()
    for language, words in (("en", "Seat 1"), ("es", "nunca usada"), ("fr", "Révoquer")):
        page = await client.get("/tokens", headers={"Accept-Language": language})
        assert words in page.text
        assert f'href="/t/{seated["id"]}"' in page.text
    for _ in range(2):  # twice, as impatient people do
        gone = await client.post(f"/tokens/{token['id']}/revoke", follow_redirects=True)
        assert (gone.status_code, gone.url.path) == (200, "/tokens")
    assert seated["id"] not in gone.text
    assert await status(client, seated) == 401
    assert (await client.post("/tokens/%00/revoke", follow_redirects=True)).status_code == 200


def hear_on(socket: Any) -> None:
    """What was on its way arrives before the end."""
    for _ in range(9):
        socket.receive(timeout=LIMIT)


def test_a_websocket_ends_when_its_token_is_revoked(
    tmp_path: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablero.site.web.revocation.CHECK_INTERVAL", 0.01)
    with TestClient(create_app(Settings(database=f"{tmp_path}/games.db"))) as client:
        seated = client.post("/api/tables", json=wanted("maya", 2)).json()
        client.cookies.clear()
        path = f"/t/{seated['id']}/live"
        with client.websocket_connect(path, headers=bearer(seated)) as socket:
            socket.receive(timeout=LIMIT)
            [token] = client.get("/api/tokens", headers=bearer(seated)).json()
            assert client.delete(f"/api/tokens/{token['id']}", headers=bearer(seated)).status_code == 204
            with pytest.raises(WebSocketDisconnect) as closed:
                hear_on(socket)
            assert closed.value.code == 4401
        with (
            pytest.raises(WebSocketDisconnect) as refused,
            client.websocket_connect(path, headers=bearer(seated)) as socket,
        ):
            socket.receive(timeout=LIMIT)
        assert (refused.value.code, "revoked" in refused.value.detail) == (4401, True)
