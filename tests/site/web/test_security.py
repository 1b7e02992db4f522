"""Floods, foreign pages and odd names."""

import pytest
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import AsyncTestClient, TestClient

from tablero.people.names import tidy_name
from tablero.site.server.app import create_app
from tablero.site.settings import Limits, Settings
from tablero.site.web.identity import Signer
from tablero.site.web.rate_limit import RateLimit


@websocket("/echo")
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("hello")
    await socket.close()


def test_a_websocket_is_opened_from_our_own_page_or_by_a_program_only(tmp_path: pytest.TempPathFactory) -> None:
    app = create_app(
        Settings(database=f"{tmp_path}/games.db", public=("https://games.example",), hosts=("testserver.local",))
    )
    app.register(echo)
    with TestClient(app) as client:
        home = str(client.base_url).rstrip("/")
        for headers in ({}, {"origin": home}, {"origin": "https://games.example"}):
            with client.websocket_connect("/echo", headers=headers) as socket:
                assert socket.receive_text() == "hello"
        for origin in ("https://elsewhere.example", "null", f"{home}.elsewhere.example"):
            with (
                pytest.raises(WebSocketDisconnect),
                client.websocket_connect("/echo", headers={"origin": origin}) as socket,
            ):
                socket.receive_text()


def test_an_allowance_runs_out_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("tablero.site.web.rate_limit.time.monotonic", lambda: now[0])
    allowance = RateLimit(burst=3, per_second=0.5)
    assert [allowance.allows("a") for _ in range(4)] == [True, True, True, False]
    assert allowance.allows("b")
    now[0] += 2
    assert [allowance.allows("a") for _ in range(2)] == [True, False]


@pytest.mark.anyio
async def test_a_flood_is_answered_with_a_sentence(tmp_path: pytest.TempPathFactory) -> None:
    limits = Limits(requests_at_once=5, requests_per_second=0.001, tables_at_once=1, tables_per_minute=0.06)
    app = create_app(Settings(database=f"{tmp_path}/games.db", limits=limits))
    wanted = {"game": "yaxha", "seats": 2, "holders": ["me", "open"]}
    async with AsyncTestClient(app) as client:
        assert (await client.post("/api/tables", json=wanted)).status_code == 201
        answer = await client.post("/api/tables", json=wanted)
        assert answer.status_code == 429
        assert "many tables" in answer.json()["error"]
        assert answer.headers["retry-after"] == "60"
        answers = [await client.get("/api/games") for _ in range(6)]
        assert answers[-1].status_code == 429
        assert "wait a few seconds" in answers[-1].json()["error"]


def test_opening_websockets_is_counted_too(tmp_path: pytest.TempPathFactory) -> None:
    limits = Limits(requests_at_once=3, requests_per_second=0.001)
    with TestClient(create_app(Settings(database=f"{tmp_path}/games.db", limits=limits))) as client:
        for _ in range(3):
            with client.websocket_connect("/live"):
                pass
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/live"):
            pass
        assert client.get("/api/games").status_code == 429


@pytest.mark.anyio
async def test_a_household_counts_as_one_visitor(tmp_path: pytest.TempPathFactory) -> None:
    limits = Limits(requests_at_once=2, requests_per_second=0.001)
    app = create_app(Settings(database=f"{tmp_path}/games.db", proxies=("*",), limits=limits))
    async with AsyncTestClient(app) as client:

        async def ask(address: str) -> int:
            return (await client.get("/api/games", headers={"X-Forwarded-For": address})).status_code

        assert [await ask(f"2001:db8:0:1::{n}") for n in (1, 2, 3)] == [200, 200, 429]
        assert [await ask(f"2001:db8:0:2::{n}") for n in (1, 2, 3)] == [200, 200, 429]
        assert [await ask(f"192.0.2.{n}") for n in (1, 2, 3)] == [200, 200, 200]


def test_an_allowance_of_zero_has_no_end() -> None:
    assert all(RateLimit(0, 0).allows("a") for _ in range(1000))


def test_what_was_signed_for_one_purpose_is_not_good_for_another() -> None:
    signer = Signer("key")
    signed = signer.sign("guest", {"id": "x"})
    assert signer.read("guest", signed) == {"id": "x"}
    assert signer.read("seat", signed) is None
    assert Signer("other").read("guest", signed) is None


def test_names_are_shown_on_one_line() -> None:
    assert tidy_name("\u202eevil\x00 name\n\n<b>") == "evil name <b>"
    assert len(tidy_name("x" * 500)) == 40
    assert tidy_name(" \n ") == ""
