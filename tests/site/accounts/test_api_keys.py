"""Keys for programs: what each scope opens, what no key opens, and the stream of events."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tablero.site.accounts.event_stream import Events
from tablero.site.server.app import create_app
from tablero.site.settings import Settings
from tablero.site.web.identity import Guest
from tablero.store import Store
from tablero.table import Holder
from tests.store.matches import ANNA, BEN

PASSWORD = "corn and cocoa"


@pytest.fixture(scope="module")
def visited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    app = create_app(Settings(database=str(tmp_path_factory.mktemp("keys") / "games.db"), bot_pause=0))
    with TestClient(app) as opened:
        yield opened


def register(visited: TestClient[Litestar], name: str) -> None:
    visited.cookies.clear()
    made = visited.post("/api/account", json={"name": name, "password": PASSWORD})
    assert made.status_code in (200, 201), made.text


def key(visited: TestClient[Litestar], *scopes: str) -> dict[str, str]:
    made = visited.post("/api/keys", json={"label": "bot", "password": PASSWORD, "scopes": list(scopes)})
    assert made.status_code == 201, made.text
    return {"Authorization": f"Bearer {made.json()['key']}"}


def test_a_key_opens_what_its_scopes_say(visited: TestClient[Litestar]) -> None:
    register(visited, "Keymaker")
    reads, plays = key(visited, "read"), key(visited, "play", "read")
    talks = key(visited, "talk")
    visited.cookies.clear()
    wanted = {"game": "yaxha", "seats": 2, "holders": ["me", "open"]}
    assert visited.post("/api/tables", json=wanted, headers=reads).status_code == 403
    opened = visited.post("/api/tables", json=wanted, headers=plays)
    assert opened.status_code == 201
    id = opened.json()["id"]
    assert visited.get(f"/api/tables/{id}", headers=reads).json()["seat"] == 0, "it is the account that sits there"
    assert visited.get(f"/api/tables/{id}", headers=reads).json()["holders"][0]["name"] == "Keymaker"
    assert visited.get(f"/api/tables/{id}", headers=talks).status_code == 403
    assert visited.post(f"/api/tables/{id}/talk", json={"text": "hi"}, headers=plays).status_code == 403
    assert visited.post(f"/api/tables/{id}/talk", json={"text": "hi"}, headers=talks).status_code == 200


def test_no_key_touches_the_account(visited: TestClient[Litestar]) -> None:
    register(visited, "Careful")
    everything = key(visited, "read", "play", "talk")
    visited.cookies.clear()
    for method, path, body in (
        ("POST", "/api/keys", {"label": "more", "password": PASSWORD}),
        ("DELETE", "/api/keys/x", None),
        ("DELETE", "/api/account", {"password": PASSWORD}),
        ("POST", "/keys", None),
        ("POST", "/account/password", None),
        ("POST", "/sign-out", None),
    ):
        answer = visited.request(method, path, json=body, headers=everything)
        assert answer.status_code in (403, 404, 405), (path, answer.status_code)
    assert visited.get("/api/keys", headers=everything).status_code == 403, "a program does not see the other keys"


def test_a_revoked_or_forged_key_opens_nothing(visited: TestClient[Litestar]) -> None:
    register(visited, "Revoker")
    shown = key(visited, "read")
    [card] = visited.get("/api/keys").json()
    assert card["scopes"] == ["read"]
    assert visited.delete(f"/api/keys/{card['id']}").status_code == 204
    assert visited.delete(f"/api/keys/{card['id']}").status_code == 404
    visited.cookies.clear()
    assert visited.get("/api/me/events", headers=shown).status_code == 401
    body, _, mark = shown["Authorization"].removeprefix("Bearer ").partition(".")
    forged = {"Authorization": f"Bearer {body}.{'0' * len(mark)}"}
    assert visited.get("/api/tokens", headers=forged).status_code == 401


def test_guests_have_no_keys_and_wrong_scopes_are_refused(visited: TestClient[Litestar]) -> None:
    visited.cookies.clear()
    assert visited.post("/api/keys", json={"label": "bot", "password": PASSWORD}).status_code == 403
    register(visited, "Scoped")
    assert (
        visited.post("/api/keys", json={"label": "bot", "password": PASSWORD, "scopes": ["everything"]}).status_code
        == 409
    )
    for _ in range(20):
        key(visited, "read")
    assert visited.post("/api/keys", json={"label": "one more", "password": PASSWORD}).status_code == 409


def test_a_key_is_made_with_the_password_only(visited: TestClient[Litestar]) -> None:
    register(visited, "Borrowed")
    refused = visited.post("/api/keys", json={"label": "bot", "password": "a guess of mine"})
    assert (refused.status_code, refused.json()["error"]) == (401, "this is not your password")
    form = {"label": "bot", "scope-read": "on", "password": "a guess of mine"}
    page = visited.post("/keys", data=form)
    assert page.status_code == 401
    assert "This is not your password" in page.text
    assert visited.get("/api/keys").json() == []
    for _ in range(6):
        page = visited.post("/keys", data=form)
    assert page.status_code == 429, "guesses are slowed as those to sign in are"


def test_the_page_shows_a_key_once(visited: TestClient[Litestar]) -> None:
    register(visited, "Reader")
    page = visited.post("/keys", data={"label": "My <b>bot</b>", "password": PASSWORD, "scope-read": "on"})
    assert page.status_code in (200, 201)
    assert "shown this once" in page.text
    again = visited.get("/tokens").text
    assert "shown this once" not in again
    assert "My &lt;b&gt;bot" in again
    assert visited.post("/keys", data={"label": "nothing", "password": PASSWORD}).status_code == 400


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
async def test_a_stream_tells_what_concerns_one_person(tmp_path: Path) -> None:
    store = await Store.open(str(tmp_path / "games.db"))
    told: list[dict[str, Any]] = []
    news = asyncio.Event()

    async def listen() -> None:
        async for line in Events(store, Guest(ANNA.person), beat=0.2).lines():
            if line.strip():
                told.append(json.loads(line))
            news.set()

    async def until(kind: str) -> dict[str, Any]:
        for _ in range(400):
            if found := [event for event in told if event["type"] == kind]:
                return found[-1]
            news.clear()
            await asyncio.wait_for(news.wait(), 20)
        raise AssertionError(f"no {kind} in {told}")

    before = await store.open_table("maya", 2, {}, [ANNA, BEN], ANNA.person)
    others = await store.open_table("maya", 2, {}, [BEN, Holder("bot", "Ixchel", level=1)], BEN.person)
    listening = asyncio.create_task(listen())
    try:
        assert (await until("start"))["table"] == before
        assert (await until("turn"))["seat"] == 0
        await store.chat.say(before, BEN.person, 1, "Ben", "table", "hello")
        assert (await until("talk"))["text"] == "hello"
        await store.chat.say(before, ANNA.person, 0, "Anna", "table", "my own")
        await store.append(before, 0, "a", lambda t: t.agree_to_end(0, True, "a"))
        await store.append(before, 1, "b", lambda t: t.agree_to_end(1, True, "b"))
        assert (await until("over"))["table"] == before
        assert others not in json.dumps(told)
        assert "my own" not in json.dumps(told)
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await store.close()
