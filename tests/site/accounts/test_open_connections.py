"""What let a connection in may end while it is open: it is cut within seconds, whatever its kind."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from tablero.site.accounts.event_stream import Events
from tablero.site.server.app import create_app
from tablero.site.settings import Limits, Settings
from tablero.site.web.identity import Guest
from tablero.store import Store
from tests.limits import LIMIT
from tests.site.accounts.test_api_keys import key, register
from tests.site.accounts.test_revoking import hear_on

WANTED = {"game": "maya", "seats": 2, "holders": ["me", "open"]}


@pytest.fixture
def visited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient[Litestar]]:
    monkeypatch.setattr("tablero.site.web.revocation.CHECK_INTERVAL", 0.01)
    with TestClient(create_app(Settings(database=str(tmp_path / "games.db"), bot_pause=0))) as opened:
        yield opened


def heard(socket: Any, ack: int) -> dict[str, Any]:
    """The answer to a message, after what else was on its way."""
    while True:
        message = socket.receive(timeout=LIMIT)
        answer: dict[str, Any] = json.loads(message.get("text") or zlib.decompress(message["bytes"]))
        if answer.get("ack") == ack:
            return answer


def test_a_websocket_ends_when_its_key_is_revoked(visited: TestClient[Litestar]) -> None:
    register(visited, "Anna")
    plays = key(visited, "read", "play")
    table = visited.post("/api/tables", json=WANTED).json()["id"]
    [card] = visited.get("/api/keys").json()
    cookies = dict(visited.cookies)
    visited.cookies.clear()
    with visited.websocket_connect(f"/t/{table}/live", headers=plays) as socket:
        socket.receive(timeout=LIMIT)
        visited.cookies.update(cookies)
        assert visited.delete(f"/api/keys/{card['id']}").status_code == 204
        with pytest.raises(WebSocketDisconnect) as closed:
            hear_on(socket)
    assert (closed.value.code, closed.value.detail) == (4401, "this key has been revoked")


def test_a_key_without_talk_is_silent_through_a_websocket_too(visited: TestClient[Litestar]) -> None:
    register(visited, "Anna")
    plays, talks = key(visited, "read", "play"), key(visited, "read", "play", "talk")
    table = visited.post("/api/tables", json=WANTED).json()["id"]
    visited.cookies.clear()
    for headers, allowed in ((plays, False), (talks, True)):
        with visited.websocket_connect(f"/t/{table}/live", headers=headers) as socket:
            socket.send_json({"n": 1, "do": "say", "text": "hello"})
            answer = heard(socket, 1)
        assert answer["ok"] is allowed, answer
    assert len(visited.get(f"/api/tables/{table}/talk", headers=talks).json()) == 1


def test_the_authorization_of_a_proxy_signs_nobody_out(visited: TestClient[Litestar]) -> None:
    register(visited, "Anna")
    for words in ("Basic YW5uYTpwYXNzd29yZA==", "Digest username=anna", "Negotiate x"):
        answer = visited.get("/api/account", headers={"Authorization": words})
        assert (answer.status_code, answer.json()["name"]) == (200, "Anna"), words
    assert visited.get("/api/account", headers={"Authorization": "Bearer x"}).status_code == 401


@pytest.mark.anyio
@pytest.mark.parametrize("way", ["device", "key"])
async def test_a_stream_ends_when_its_device_or_key_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr("tablero.site.web.revocation.CHECK_INTERVAL", 0.01)
    store = await Store.open(str(tmp_path / "games.db"))
    try:
        anna = await store.accounts.create("Anna", "hash")
        if way == "device":
            device = await store.devices.add(anna.person, "Firefox/Linux")
            guest = Guest(anna.person, "Anna", device=device, account=anna)
        else:
            made = await store.api_keys.make(anna.person, "bot", ["read"])
            guest = Guest(anna.person, "Anna", account=anna, key=made.id, scopes=frozenset(["read"]))
        began, lines = asyncio.Event(), []

        async def listen() -> None:
            async for line in Events(store, guest, beat=0.01).lines():
                lines.append(line)
                began.set()

        listening = asyncio.create_task(listen())
        async with asyncio.timeout(LIMIT):
            await began.wait()
            assert not listening.done()
            if way == "device":
                await store.devices.sign_out(anna.person, device)
            else:
                await store.api_keys.revoke(anna.person, made.id)
            await listening  # it ends by itself
    finally:
        await store.close()


def test_streams_are_counted_as_websockets_are(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "games.db"), bot_pause=0, limits=Limits(sockets_per_address=1))
    with TestClient(create_app(settings)) as client, client.websocket_connect("/live") as socket:
        socket.receive(timeout=LIMIT)
        refused = client.get("/api/me/events")
        assert (refused.status_code, "close some of them" in refused.text) == (429, True)
        for path in ("/api/me/events/", "//api/me/events", "/api//me/events//"):
            assert client.get(f"http://testserver.local{path}").status_code == 429, path


def test_whoever_may_see_a_table_no_longer_hears_nothing_more_of_it(visited: TestClient[Litestar]) -> None:
    wanted = {**WANTED, "name": "Ana", "terms": {"watched": False}}
    ana = visited.post("/api/tables", json=wanted).json()
    hers = {"Authorization": f"Bearer {ana['token']}"}
    visited.cookies.clear()
    with visited.websocket_connect(f"/t/{ana['id']}/live") as spectator:
        spectator.receive(timeout=LIMIT)
        spectator.send_json({"n": 1, "do": "say", "text": "hello"})
        assert heard(spectator, 1)["ok"]
        visited.cookies.clear()
        assert visited.post(f"/api/tables/{ana['id']}/join", json={"name": "Ben"}).status_code == 201  # it begins
        visited.post(f"/api/tables/{ana['id']}/talk", json={"text": "among ourselves"}, headers=hers)
        asked = ("say", "earlier", "since", "places", "look", "at", "live", "lift", "preview", "why", "play")
        for n, do in enumerate(asked, 2):
            more = {"text": "still here", "before": 99, "event": 0, "turn": 1, "k": 0, "seat": 0, "move": 0}
            spectator.send_json({"n": n, "do": do, "version": 0, "action_id": "x", **more})
            answer = heard(spectator, n)
            assert not answer["ok"], do
            assert "among ourselves" not in json.dumps(answer)
        spectator.send_json({"n": 99, "do": "ping"})
        while True:
            message = spectator.receive(timeout=LIMIT)
            text = message.get("text") or zlib.decompress(message["bytes"]).decode()
            assert "among ourselves" not in text
            if json.loads(text).get("ack") == 99:
                break
    lines = visited.get(f"/api/tables/{ana['id']}/talk", headers=hers).json()
    assert [line["text"] for line in lines] == ["among ourselves"]
