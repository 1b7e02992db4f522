"""Accounts: not needed to play; a guest who registers keeps everything; neither guessing nor an old cookie gets in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import AsyncTestClient, TestClient

from tablero.site.server.app import create_app
from tablero.site.settings import Settings
from tablero.site.web.identity import IDENTITY_COOKIE, Signer, device_label
from tablero.site.web.services import services_of
from tablero.store import Store
from tablero.store.people import devices as devices_file
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

Client = AsyncTestClient[Litestar]
PASSWORD = "corn and cacao"
FIREFOX = {"user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"}


class Browser:
    """Somebody with cookies of their own before the same site."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.cookies: dict[str, str] = {}

    async def ask(self, method: str, path: str, **more: Any) -> Any:
        self.client.cookies.clear()
        carried = {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        more["headers"] = {**(carried if self.cookies else {}), **more.get("headers", {})}
        answer = await self.client.request(method, path, follow_redirects=False, **more)
        self.cookies.update(answer.cookies)
        return answer

    async def get(self, path: str, **more: Any) -> Any:
        return await self.ask("GET", path, **more)

    async def post(self, path: str, **more: Any) -> Any:
        return await self.ask("POST", path, **more)

    async def open_table(self, name: str = "Guest Anna", game: str = "yaxha") -> dict[str, Any]:
        wanted = {"game": game, "seats": 2, "holders": ["me", "open"], "name": name}
        return dict((await self.post("/api/tables", json=wanted)).json())

    async def seat(self, table: dict[str, Any]) -> int | None:
        found: int | None = (await self.get(f"/api/tables/{table['id']}")).json()["seat"]
        return found

    async def register(self, name: str = "Ana", password: str = PASSWORD) -> Any:
        return await self.post(
            "/register", data={"name": name, "password": password, "back": "/rules"}, headers=FIREFOX
        )

    async def sign_in(self, name: str = "Ana", password: str = PASSWORD) -> Any:
        return await self.post("/sign-in", data={"name": name, "password": password, "back": "/rules"})

    async def me(self) -> dict[str, Any]:
        return dict((await self.get("/api/account")).json())


@pytest.fixture
def anna(client: Client) -> Browser:
    return Browser(client)


@pytest.fixture
def ben(client: Client) -> Browser:
    return Browser(client)


# ---------------------------------------------------------------- registering and signing in


async def test_a_guest_who_registers_keeps_every_seat_under_the_new_name(anna: Browser) -> None:
    table = await anna.open_table()
    before = anna.cookies[IDENTITY_COOKIE]
    answer = await anna.register("Ana María")
    assert (answer.status_code, answer.headers["location"]) == (303, "/rules")
    assert anna.cookies[IDENTITY_COOKIE] != before
    assert await anna.seat(table) == 0
    assert (await anna.get(f"/api/tables/{table['id']}")).json()["holders"][0]["name"] == "Ana María"
    assert "Ana María" in (await anna.get("/")).text
    assert (await anna.me())["name"] == "Ana María"


async def test_an_old_copy_of_the_guests_cookie_opens_nothing_of_the_account(anna: Browser, ben: Browser) -> None:
    table = await anna.open_table()
    ben.cookies = dict(anna.cookies)
    assert await ben.seat(table) == 0
    await anna.register()
    assert await ben.seat(table) is None
    assert (await ben.me())["badge"] is None
    assert (await ben.get("/api/account/devices")).status_code == 403


async def test_a_token_of_the_guest_goes_on_after_registering(anna: Browser, ben: Browser) -> None:
    table = await anna.open_table()
    shown = {"Authorization": f"Bearer {table['token']}"}
    assert (await ben.get(f"/api/tables/{table['id']}", headers=shown)).json()["seat"] == 0
    await anna.register()
    assert (await ben.get(f"/api/tables/{table['id']}", headers=shown)).json()["seat"] == 0
    assert (await ben.get("/api/account", headers=shown)).status_code == 403, "it is for the seat, not for the account"


async def test_a_cookie_of_version_01_is_still_a_guest(client: Client, anna: Browser) -> None:
    await anna.get("/")
    signer = services_of(client.app).signer
    anna.cookies[IDENTITY_COOKIE] = signer.sign("guest", {"id": "somebody-of-old", "name": "Old friend"})
    table = await anna.open_table("")
    anna.cookies[IDENTITY_COOKIE] = signer.sign("guest", {"id": "somebody-of-old", "name": "Old friend"})
    assert await anna.seat(table) == 0
    assert (await anna.me()) == {"name": "Old friend", "badge": None, "administers": False, "mail": None}


async def test_signing_in_elsewhere_finds_the_games_and_brings_the_guests_along(anna: Browser, ben: Browser) -> None:
    first = await anna.open_table()
    await anna.register()
    second = await ben.open_table("Another")
    answer = await ben.sign_in("aNA")
    assert (answer.status_code, answer.headers["location"]) == (303, "/rules")
    for browser in (anna, ben):
        assert [await browser.seat(table) for table in (first, second)] == [0, 0]


async def test_where_guest_and_account_sit_at_one_table_the_accounts_seat_stays(anna: Browser, ben: Browser) -> None:
    await anna.register()
    table = await anna.open_table()
    assert (await ben.post(f"/api/tables/{table['id']}/join", json={"name": "Same person"})).json()["seat"] == 1
    await ben.sign_in()
    assert await ben.seat(table) == 0
    assert (await ben.get(f"/api/tables/{table['id']}")).json()["holders"][1]["name"] == "Same person"


async def test_signing_out_leaves_a_fresh_guest(anna: Browser) -> None:
    await anna.register()
    table = await anna.open_table()
    kept = dict(anna.cookies)
    await anna.post("/sign-out")
    assert (await anna.me())["badge"] is None
    assert await anna.seat(table) is None
    anna.cookies = kept
    assert await anna.seat(table) is None, "the cookie of before counts no more"


async def test_whoever_signs_in_twice_is_the_second_and_the_first_device_is_gone(client: Client, anna: Browser) -> None:
    await anna.register()
    first = dict(anna.cookies)
    await anna.sign_in()
    assert len((await anna.get("/api/account/devices")).json()) == 1
    anna.cookies = first
    assert (await anna.me())["badge"] is None


@pytest.mark.parametrize(
    ("name", "password", "status", "told"),
    [
        ("x", PASSWORD, 400, "2 to 24 letters"),
        ("Ixchel", PASSWORD, 400, "is reserved"),
        ("<b>", PASSWORD, 400, "made of letters"),
        ("Ana", "short", 400, "8 to 200"),
        ("Ana", "password", 400, "guessed at once"),
        ("Ana", "x\ud800yzabcdefg", 400, "cannot be"),
    ],
)
async def test_what_cannot_be_an_account_is_told_in_a_sentence(
    anna: Browser, name: str, password: str, status: int, told: str
) -> None:
    answer = (
        await anna.post("/api/account", json={"name": name, "password": password})
        if "\ud800" not in password
        else (
            await anna.post(
                "/api/account",
                content=json.dumps({"name": name, "password": password}),
                headers={"content-type": "application/json"},
            )
        )
    )
    assert answer.status_code == status
    if "\ud800" not in password:
        assert told in answer.json()["error"]
        page = await anna.register(name, password)
        assert page.status_code == status
        assert told in page.text
    assert (await anna.me())["badge"] is None


async def test_a_name_is_there_once(anna: Browser, ben: Browser) -> None:
    await anna.register("Ana")
    answer = await ben.register("ANA")
    assert answer.status_code == 409
    assert "already" in answer.text
    assert (await ben.post("/api/account", json={"name": "ana", "password": PASSWORD})).json()["rule"] == "name_taken"


async def test_a_guest_does_not_take_the_name_of_an_account(anna: Browser, ben: Browser) -> None:
    await anna.register("Ana")
    table = await anna.open_table()
    for path in ("/name", f"/join/{table['invite']}"):
        refused = await ben.post(path, data={"name": "aNA"})
        assert refused.status_code == 409, path
        assert "“aNA” is, or looks like, the name of an account" in refused.text
    assert (await ben.post(f"/api/tables/{table['id']}/join", json={"name": "ANA"})).json()["rule"] == "name_taken"
    assert (await ben.me())["name"] == ""
    assert (await ben.post(f"/join/{table['invite']}", data={"name": "Ben"})).status_code == 303


async def test_an_account_is_not_renamed_by_a_form_for_guests(anna: Browser) -> None:
    await anna.register("Ana")
    await anna.post("/name", data={"name": "Eve"})
    table = await anna.open_table("Eve")
    assert (await anna.get(f"/api/tables/{table['id']}")).json()["holders"][0]["name"] == "Ana"


# ---------------------------------------------------------------- attacks


async def test_a_wrong_password_and_an_unknown_name_are_answered_alike(anna: Browser, ben: Browser) -> None:
    await anna.register("Ana")
    wrong, unknown = await ben.sign_in("Ana", "not the one"), await ben.sign_in("Nobody here", "not the one")
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.text.replace("Ana", "") == unknown.text.replace("Nobody here", "")
    answers = [await ben.post("/api/session", json={"name": name, "password": "x"}) for name in ("Ana", "Nobody")]
    assert answers[0].json() == answers[1].json()
    codes = [
        await ben.post(
            "/api/session/recover", json={"name": name, "code": "AAAA-BBBB-CCCC", "password": PASSWORD + "!"}
        )
        for name in ("Ana", "Nobody")
    ]
    assert codes[0].json() == codes[1].json()
    assert codes[0].status_code == 401


async def test_for_an_unknown_name_a_password_is_hashed_too(
    client: Client, anna: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await anna.register("Ana")
    desk = services_of(client.app).accounts
    worked: list[str | None] = []
    work = desk.passwords._hash_or_verify

    def noted(plain: str, kept: str | None) -> str:
        worked.append(kept)
        return work(plain, kept)

    await anna.sign_in("Nobody", "x")  # the first time makes nobody's password
    monkeypatch.setattr(desk.passwords, "_hash_or_verify", noted)
    await anna.sign_in("Ana", "x")
    await anna.sign_in("Nobody", "x")
    assert [kept is not None for kept in worked] == [True, True]


async def test_whoever_guesses_a_password_waits_and_the_right_one_waits_too(
    client: Client, anna: Browser, ben: Browser
) -> None:
    now = [10_000.0]
    services_of(client.app).store.sign_in_attempts._clock = lambda: now[0]
    await anna.register("Ana")
    for _ in range(6):
        assert (await ben.sign_in("Ana", "guess")).status_code == 401
    waits = await ben.sign_in("Ana")
    assert waits.status_code == 429
    assert int(waits.headers["retry-after"]) == 1
    assert "try again in 1 seconds" in waits.text
    assert (await ben.sign_in("Nobody", "guess")).status_code == 401, "others are not kept waiting"
    now[0] += 2
    assert (await ben.sign_in("Ana")).status_code == 303
    for _ in range(6):
        await anna.post("/api/account/codes", json={"password": "guess"})
    assert (await anna.post("/api/account/codes", json={"password": PASSWORD})).status_code == 429, (
        "a stolen device guesses no better"
    )


async def test_many_names_from_one_address_wait_as_well(client: Client, anna: Browser) -> None:
    services_of(client.app).store.sign_in_attempts._clock = lambda: 10_000.0
    tries = [(await anna.sign_in(f"Name {number}", "guess")).status_code for number in range(31)]
    assert tries == [401] * 30 + [429]


async def test_accounts_are_not_made_by_the_hundred(client: Client, anna: Browser) -> None:
    services_of(client.app).accounts._new.burst = 2
    made = [(await Browser(client).register(f"Name {number}")).status_code for number in range(3)]
    assert made == [303, 303, 429]


async def test_a_form_of_another_site_signs_nobody_in_or_out(anna: Browser) -> None:
    await anna.register("Ana")
    for path in ("/sign-in", "/register", "/sign-out", "/account/name", "/account/delete", "/account/devices/sign-out"):
        answer = await anna.post(
            path, data={"name": "Eve", "password": PASSWORD}, headers={"Origin": "https://evil.example"}
        )
        assert answer.status_code == 403, path
    assert (await anna.me())["name"] == "Ana"


async def test_a_device_of_somebody_else_cannot_be_made_up_nor_signed_out(
    client: Client, anna: Browser, ben: Browser
) -> None:
    await anna.register("Ana")
    await ben.register("Ben")
    [device] = (await anna.get("/api/account/devices")).json()
    ben_was = dict(ben.cookies)
    ben.cookies[IDENTITY_COOKIE] = Signer("made up").sign("guest", {"device": device["id"]})
    assert (await ben.me())["badge"] is None
    ben.cookies = ben_was
    assert (await ben.ask("DELETE", f"/api/account/devices/{device['id']}")).status_code == 404
    await ben.post(f"/account/devices/{device['id']}/sign-out")
    assert (await anna.me())["name"] == "Ana"


async def test_no_page_and_no_answer_tells_the_id_of_an_account(anna: Browser, store: Store) -> None:
    await anna.register("Ana")
    table = await anna.open_table()
    account = await store.accounts.by_name("Ana")
    assert account is not None
    person, hashed = account.person, account.password
    for path in (
        "/",
        "/account",
        "/account/delete",
        "/admin",
        f"/t/{table['id']}",
        "/api/account",
        "/api/account/devices",
        "/account/export",
        "/tokens",
    ):
        text = (await anna.get(path)).text
        assert person not in text, path
        assert hashed not in text, path


async def test_an_accounts_cookie_is_for_this_site_alone_and_out_of_reach_for_scripts(anna: Browser) -> None:
    answer = await anna.register("Ana")
    cookie = answer.headers["set-cookie"]
    assert all(word in cookie for word in ("HttpOnly", "SameSite=Lax", "Path=/"))


@pytest.mark.parametrize("back", ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"])
async def test_after_signing_in_nobody_is_sent_to_another_site(anna: Browser, back: str) -> None:
    await anna.register("Ana")
    answer = await anna.post("/sign-in", data={"name": "Ana", "password": PASSWORD, "back": back})
    assert answer.headers["location"] == "/"


# ---------------------------------------------------------------- devices


async def test_devices_are_listed_and_signed_out_one_by_one_or_all_others(
    client: Client, anna: Browser, ben: Browser
) -> None:
    await anna.register("Ana")
    await ben.sign_in("Ana")
    listed = (await anna.get("/api/account/devices")).json()
    assert [device["here"] for device in listed].count(True) == 1
    assert {device["label"] for device in listed} >= {"Firefox on Linux"}
    page = (await anna.get("/account")).text
    assert "Firefox on Linux" in page
    assert "this device" in page
    [other] = [device["id"] for device in listed if not device["here"]]
    assert (await anna.post(f"/account/devices/{other}/sign-out")).status_code == 303
    assert (await ben.me())["badge"] is None
    told = "You were signed out on this device"
    assert told in (await ben.get("/")).text, "though a program of the page was the first to hear of it"
    assert told not in (await ben.get("/")).text, "it is said once"
    table = await anna.open_table()
    await ben.sign_in("Ana")
    await anna.post("/account/devices/sign-out")
    answer = await ben.get(f"/t/{table['id']}")
    assert told in answer.text
    assert f'href="/sign-in?back=/t/{table["id"]}"' in answer.text
    assert told not in (await ben.get(f"/t/{table['id']}")).text
    await ben.sign_in("Ana")
    assert told not in (await ben.get("/")).text
    assert await ben.seat(table) == 0


def test_a_signed_out_device_loses_its_connections_within_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablero.site.web.revocation.CHECK_INTERVAL", 0.05)
    monkeypatch.setattr(devices_file, "CACHE_SECONDS", 0.05)
    with TestClient(create_app(Settings(database=f"{tmp_path}/games.db"))) as client:
        client.post("/api/account", json={"name": "Ana", "password": PASSWORD})
        seated = client.post("/api/tables", json={"game": "maya", "seats": 2, "holders": ["me", "open"]}).json()
        tournament = client.post(
            "/api/cups/", json={"name": "Thursday", "game": "maya", "seats": 2, "rounds": 1}
        ).json()["key"]
        for path in (f"/t/{seated['id']}/live", "/live", f"/cups/{tournament}/live"):
            client.post("/api/session", json={"name": "Ana", "password": PASSWORD})
            with client.websocket_connect(path) as socket:
                client.request("DELETE", "/api/session")
                with pytest.raises(WebSocketDisconnect) as closed:
                    for _ in iter(socket.receive, None):
                        pass
            assert closed.value.code == 4401


def test_a_page_that_connects_after_its_device_was_signed_out_is_told_once(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(database=f"{tmp_path}/games.db"))) as client:
        client.post("/api/account", json={"name": "Ana", "password": PASSWORD})
        table = client.post("/api/tables", json={"game": "maya", "seats": 2, "holders": ["me", "open"]}).json()
        path = f"/t/{table['id']}"
        loaded = client.cookies[IDENTITY_COOKIE]
        client.request("DELETE", "/api/session")
        client.cookies.clear()
        client.cookies.set(IDENTITY_COOKIE, loaded)
        with pytest.raises(WebSocketDisconnect) as closed, client.websocket_connect(f"{path}/live") as socket:
            socket.receive()
        assert closed.value.code == 4401
        assert "You were signed out on this device" in client.get(path).text
        with client.websocket_connect(f"{path}/live") as socket:
            assert socket.receive()["type"] == "websocket.send"


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 "
            "Version/17.5 Mobile Safari/604.1",
            "Safari/iPhone",
        ),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36", "Chrome/Android"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0", "Edge/Windows"),
        ("python-httpx/0.28", "python-httpx"),
        ("<script>alert(1)</script>", "script"),
        ("", ""),
    ],
)
def test_a_device_is_called_by_its_browser_and_system(agent: str, label: str) -> None:
    assert device_label(agent).startswith(label)
    assert "<" not in device_label(agent)


# ---------------------------------------------------------------- changing and leaving


async def test_a_rename_is_seen_at_running_tables_and_on_other_devices(anna: Browser, ben: Browser) -> None:
    await anna.register("Ana")
    table = await anna.open_table()
    await ben.sign_in("Ana")
    assert (
        (await anna.post("/account/name", data={"name": "Anita"})).headers["location"].startswith("/account?done=name")
    )
    assert (await ben.get(f"/api/tables/{table['id']}")).json()["holders"][0]["name"] == "Anita"
    assert (await ben.me())["name"] == "Anita"
    refused = await anna.post("/account/name", data={"name": "Balam"})
    assert refused.status_code == 400
    assert "is reserved" in refused.text


async def test_a_changed_password_signs_the_others_out(anna: Browser, ben: Browser) -> None:
    await anna.register("Ana")
    await ben.sign_in("Ana")
    wrong = await anna.post("/account/password", data={"old": "wrong one", "password": "maize and beans"})
    assert wrong.status_code == 401
    assert "This is not your password" in wrong.text
    assert (
        await anna.post("/account/password", data={"old": PASSWORD, "password": "maize and beans"})
    ).status_code == 303
    assert (await anna.me())["name"] == "Ana"
    assert (await ben.me())["badge"] is None
    assert (await ben.sign_in("Ana")).status_code == 401
    assert (await ben.sign_in("Ana", "maize and beans")).status_code == 303


async def test_a_printed_code_gives_a_new_password_once(anna: Browser, ben: Browser) -> None:
    await anna.register("Ana")
    page = await anna.post("/account/codes", data={"password": PASSWORD})
    codes = (await anna.post("/api/account/codes", json={"password": PASSWORD})).json()["codes"]
    assert "Recovery codes" in page.text
    assert len(codes) == 8
    bad = await ben.post("/recover", data={"name": "Ana", "code": codes[0], "password": "short"})
    assert bad.status_code == 400, "the code is not lost by that"
    done = await ben.post("/recover", data={"name": "ana", "code": codes[0].lower(), "password": "maize and beans"})
    assert (done.status_code, (await ben.me())["name"]) == (303, "Ana")
    assert (await anna.me())["badge"] is None, "signed out everywhere else"
    again = await anna.post("/recover", data={"name": "Ana", "code": codes[0], "password": "maize and beans"})
    assert again.status_code == 401
    assert "7 of your printed codes are still good" in (await ben.get("/account")).text


async def test_everything_of_somebody_is_one_file(anna: Browser) -> None:
    table = await anna.open_table()
    await anna.register("Ana")
    answer = await anna.get("/account/export")
    assert "attachment" in answer.headers["content-disposition"]
    told = answer.json()
    assert told["account"]["name"] == "Ana"
    assert [game["table"] for game in told["games"]] == [table["id"]]
    assert told["games"][0]["record"]["seed"] is None, "a running game keeps its secrets"
    assert (await anna.get("/api/account/export")).json()["games"] == told["games"]


async def test_a_guest_can_take_everything_along_too(anna: Browser) -> None:
    table = await anna.open_table()
    told = (await anna.get("/account/export")).json()
    assert [game["table"] for game in told["games"]] == [table["id"]]
    assert "account" not in told


async def test_whoever_leaves_leaves_somebody_at_the_table_and_a_bot_plays_on(
    anna: Browser, ben: Browser, store: Store
) -> None:
    await anna.register("Ana")
    table = await anna.open_table()
    await ben.post(f"/api/tables/{table['id']}/join", json={"name": "Ben"})
    assert (await anna.post("/account/delete", data={"password": "wrong"})).status_code == 401
    assert (await anna.get("/account/delete")).status_code == 200
    assert (await anna.post("/account/delete", data={"password": PASSWORD})).status_code == 303
    assert (await anna.me())["badge"] is None
    assert (await anna.sign_in("Ana")).status_code == 401
    seen = (await ben.get(f"/api/tables/{table['id']}")).json()
    assert [holder["name"] for holder in seen["holders"]] == ["Somebody", "Ben"]
    assert "Alguien" in (await ben.get(f"/t/{table['id']}", headers={"accept-language": "es"})).text
    assert 0 in (await store.table(table["id"])).resigned
    assert (await anna.register("Ana")).status_code == 303, "the name is free again"


async def test_pages_of_an_account_lead_guests_to_the_door(anna: Browser) -> None:
    for path in ("/account", "/account/delete", "/admin"):
        answer = await anna.get(path)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/sign-in?back={path}")
    for path in (
        "/account/name",
        "/account/password",
        "/account/codes",
        "/account/mail",
        "/account/delete",
        "/account/devices/sign-out",
    ):
        assert (await anna.post(path, data={})).status_code == 303, path
    await anna.register("Ana")
    for path in ("/sign-in", "/register"):
        assert (await anna.get(path)).headers["location"] == "/account"


# ---------------------------------------------------------------- mail


class Letters:
    def __init__(self) -> None:
        self.sent: list[tuple[str, str, str]] = []

    async def send(self, settings: Settings, to: str, subject: str, text: str) -> None:
        self.sent.append((to, subject, text))

    @property
    def path(self) -> str:
        return self.sent[-1][2].split("http://testserver.local")[-1].split()[0]


@pytest.fixture
def letters(client: Client, monkeypatch: pytest.MonkeyPatch) -> Iterator[Letters]:
    letters = Letters()
    for module in ("pages", "mails"):
        monkeypatch.setattr(f"tablero.site.accounts.{module}.send_mail", letters.send)
        monkeypatch.setattr(f"tablero.site.accounts.{module}.mails_links", lambda settings: True)
    return letters  # type: ignore[return-value]


async def test_an_address_is_confirmed_by_the_link_sent_there_and_opens_an_account_once(
    client: Client, anna: Browser, ben: Browser, letters: Letters
) -> None:
    await anna.register("Ana")
    assert (await anna.post("/account/mail", data={"mail": "ana@example.org", "password": "wrong"})).status_code == 401
    assert (await anna.post("/account/mail", data={"mail": "no address", "password": PASSWORD})).status_code == 400
    assert (await anna.post("/account/mail", data={"mail": "ana@example.org", "password": PASSWORD})).status_code == 303
    assert letters.sent[-1][0] == "ana@example.org"
    assert (await anna.me())["mail"] is None
    assert (await anna.get(letters.path)).status_code == 200
    assert (await anna.me())["mail"] is None, "looking at the link confirms nothing"
    link = letters.path
    assert (await anna.post(link)).status_code == 303
    assert (await anna.me())["mail"] == "ana@example.org"
    assert (await anna.post(link)).status_code == 401
    known, unknown = [await ben.post("/recover/mail", data={"name": name}) for name in ("ana", "nobody")]
    assert known.text == unknown.text
    await eventually(lambda: len(letters.sent) == 2)
    link = letters.path
    assert (await ben.get(link)).status_code == 200
    assert (await ben.post(link, data={"password": "short"})).status_code == 400
    assert (await ben.post(link, data={"password": "maize and beans"})).status_code == 303
    assert (await ben.me())["name"] == "Ana"
    assert (await ben.post(link, data={"password": "beans and maize"})).status_code == 401
    assert (await ben.post("/account/mail", data={"mail": "", "password": "maize and beans"})).status_code == 303
    assert (await ben.me())["mail"] is None


async def test_whoever_owns_an_account_is_told_by_mail_of_what_changes_it(
    client: Client, anna: Browser, ben: Browser, letters: Letters
) -> None:
    await anna.register("Ana")
    await anna.post("/account/mail", data={"mail": "ana@example.org", "password": PASSWORD})
    await anna.post(letters.path)
    letters.sent.clear()
    new = "maize and beans"
    await anna.post("/account/password", data={"old": PASSWORD, "password": new})
    [code, *_] = (await anna.post("/api/account/codes", json={"password": new})).json()["codes"]
    await anna.post("/api/keys", json={"label": "bot", "password": new})
    for _ in range(7):
        await ben.post("/sign-in", data={"name": "Ana", "password": "a guess of mine"})
    await anna.post("/recover", data={"name": "Ana", "code": code, "password": "beans and maize"})
    await anna.post("/account/mail", data={"mail": "", "password": "beans and maize"})
    await eventually(lambda: len(letters.sent) == 6)
    assert {to for to, _, _ in letters.sent} == {"ana@example.org"}
    told = [text.split("\n\n")[1] for _, _, text in letters.sent]
    assert [words.split()[0:3] for words in told] == [
        ["Its", "password", "was"],
        ["New", "recovery", "codes"],
        ["A", "key", "was"],
        ["Several", "wrong", "passwords"],
        ["It", "has", "a"],
        ["It", "has", "another"],
    ]
    assert all("http://testserver.local/recover" in text for _, _, text in letters.sent)


async def test_a_link_is_good_for_ten_minutes(client: Client, anna: Browser, letters: Letters) -> None:
    await anna.register("Ana")
    now = [services_of(client.app).store.now()]
    services_of(client.app).accounts._clock = lambda: now[0]
    await anna.post("/account/mail", data={"mail": "ana@example.org", "password": PASSWORD})
    now[0] += 601
    answer = await anna.post(letters.path)
    assert answer.status_code == 401
    assert "older than ten minutes" in answer.text


async def test_a_house_without_mail_says_so(anna: Browser) -> None:
    await anna.register("Ana")
    assert (await anna.post("/recover/mail", data={"name": "Ana"})).status_code == 404
    answer = await anna.ask("PUT", "/api/account/mail", json={"mail": "ana@example.org", "password": PASSWORD})
    assert answer.status_code == 400
    assert "sends no mail" in answer.json()["error"]
    assert 'id="mail"' not in (await anna.get("/account")).text


async def test_a_link_never_leads_to_a_host_that_a_visitor_made_up() -> None:
    from tablero.site.accounts.pages import mails_links

    mailing = {"smtp_host": "mail.example", "smtp_from": "house@example.org"}
    assert not mails_links(Settings(**mailing))
    assert mails_links(Settings(**mailing, public=("https://games.example",)))
