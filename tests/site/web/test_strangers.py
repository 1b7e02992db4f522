"""What strangers try: each of these was once possible."""

from __future__ import annotations

import base64
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tablero import game
from tablero.core.errors import BadRecord
from tablero.core.record import Record
from tablero.site.server.app import create_app
from tablero.site.settings import Limits, Settings
from tablero.site.web.services import services_of
from tablero.table import Terms

pytestmark = pytest.mark.anyio

Client = AsyncTestClient[Litestar]
PASSWORD = "corn and cocoa"
WANTED = {"game": "yaxha", "seats": 2, "holders": ["me", "open"]}


async def register(client: Client, name: str) -> dict[str, str]:
    """Register a name; the cookies."""
    client.cookies.clear()
    made = await client.post("/api/account", json={"name": name, "password": PASSWORD})
    assert made.status_code == 201, made.text
    return dict(client.cookies)


async def opened(client: Client, **changes: Any) -> Any:
    return await client.post("/api/tables", json={**WANTED, **changes})


async def test_a_player_at_ones_device_does_not_bear_the_name_of_an_account(client: Client) -> None:
    await register(client, "Anna")
    client.cookies.clear()
    refused = await opened(client, holders=["me", "here:ANNA"])
    assert (refused.status_code, "Anna" in refused.json()["error"] or "ANNA" in refused.json()["error"]) == (409, True)
    form = {"game": "yaxha", "seats-yaxha": "2", "kind1": "here", "name1": "Anna"}
    assert (await client.post("/open", data=form)).status_code == 400
    assert (await opened(client, holders=["me", "here:Ada"])).status_code == 201


async def test_one_person_does_not_sit_twice_at_a_rated_table(client: Client) -> None:
    await register(client, "Anna")
    refused = await opened(client, holders=["me", "here:Ada"], terms={"rated": True})
    assert (refused.status_code, "one seat each" in refused.json()["error"]) == (400, True)
    form = {"game": "yaxha", "seats-yaxha": "2", "kind1": "here", "name1": "Ada", "rated": "yes"}
    assert (await client.post("/open", data=form)).status_code == 400


async def test_no_board_to_try_moves_on_where_hints_are_for_nobody(client: Client) -> None:
    for hints, status in (("nobody", 403), ("against_bots", 303)):
        table = (await opened(client, holders=["me", "level1"], hints=hints)).json()
        answer = await client.get(f"/t/{table['id']}/whatif", follow_redirects=False)
        assert answer.status_code == status, hints


async def test_names_of_accounts_cannot_be_listed(client: Client) -> None:
    await register(client, "Anna")
    cup = {"name": "Rainy season", "game": "yaxha", "seats": 2, "rounds": 2}
    key = (await client.post("/api/cups", json=cup)).json()["key"]
    answers = [await client.post(f"/api/cups/{key}/invite", json={"name": f"Name{n}"}) for n in range(60)]
    assert answers[-1].status_code == 429
    client.cookies.clear()
    assert (await client.post("/name", data={"name": "Anna"})).status_code == 429


async def test_strangers_report_no_private_table(client: Client) -> None:
    table = (await opened(client, terms={"visibility": "named"})).json()
    client.cookies.clear()
    refused = await client.post(f"/t/{table['id']}/report", data={"seat": "0", "why": "I am curious"})
    assert refused.status_code == 403
    assert await services_of(client.app).store.reports.waiting() == []


async def test_the_hosts_token_is_guessed_slowly(client: Client) -> None:
    answers = [await client.post("/host", data={"token": f"guess {n}"}) for n in range(12)]
    assert [answer.status_code for answer in answers] == [403] * 10 + [429] * 2
    assert answers[-1].headers["retry-after"] == "60"
    right = await services_of(client.app).host_token.current()
    slowed = await client.get("/metrics", headers={"Authorization": f"Bearer {right}", "X-Forwarded-For": "192.0.2.1"})
    assert slowed.status_code == 429, "else a guess would tell by its answer"


async def test_a_seat_token_names_no_person(client: Client) -> None:
    table = (await opened(client)).json()
    person = (await services_of(client.app).store.table(table["id"])).holders[0].person
    body = table["token"].partition(".")[0]
    content = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    assert person not in json.dumps(content)
    client.cookies.clear()
    seen = await client.get(f"/api/tables/{table['id']}", headers={"Authorization": f"Bearer {table['token']}"})
    assert seen.json()["seat"] == 0


async def test_whoever_registers_after_all_have_gone_administers_nothing(client: Client) -> None:
    store = services_of(client.app).store
    await register(client, "First")
    assert [account.name for account in await store.accounts.administrators()] == ["First"]
    gone = await client.post("/api/account/delete", json={"password": PASSWORD})
    assert gone.status_code == 204, gone.text
    await register(client, "Second")
    assert await store.accounts.administrators() == []


async def test_json_is_sent_as_json(client: Client) -> None:
    body = json.dumps(WANTED)
    refused = await client.post("/api/tables", content=body, headers={"Content-Type": "text/plain"})
    assert (refused.status_code, "application/json" in refused.json()["error"]) == (415, True)
    for kind in ("application/json", "application/json; charset=utf-8"):
        assert (await client.post("/api/tables", content=body, headers={"Content-Type": kind})).status_code == 201


async def test_private_answers_are_kept_by_no_cache(client: Client) -> None:
    table = (await opened(client, holders=["me", "level1"])).json()
    for path in (f"/api/tables/{table['id']}", "/api/tokens", f"/t/{table['id']}/record"):
        answer = await client.get(path)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store"), path
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "camera=()" in answer.headers["permissions-policy"]
        assert "strict-transport-security" not in answer.headers, "at home there is no certificate"


async def test_a_public_https_site_says_so_for_a_year(tmp_path: Path) -> None:
    app = create_app(Settings(database=str(tmp_path / "games.db"), public=("https://games.example",)))
    async with AsyncTestClient(app, base_url="https://games.example") as client:
        assert (await client.get("/")).headers["strict-transport-security"] == "max-age=31536000"


@pytest.mark.parametrize("name", ["Thursday\u202egnivil", "Thurs\x00day", "Thurs\u200bday"])
async def test_a_tables_name_can_be_seen(client: Client, name: str) -> None:
    assert (await opened(client, terms={"name": name})).status_code == 400
    with pytest.raises(ValueError, match="cannot be seen"):
        Terms.of({"name": name})


def test_a_record_with_unknown_options_is_a_bad_record() -> None:
    yaxha = game("yaxha")
    record = Record(yaxha.name, yaxha.rules, 2, {"cards": "none such"}, 1, ())
    with pytest.raises(BadRecord, match="does not fit"):
        record.verify(yaxha)
    with pytest.raises(BadRecord):
        Record(yaxha.name, yaxha.rules, 9, {}, 1, ()).verify(yaxha)


async def test_nobody_takes_a_name_that_looks_like_an_account_or_the_house(client: Client) -> None:
    await register(client, "Anna")
    client.cookies.clear()
    for name in ("Аnnа", "Anna\ufe0f", "Anna\u3164"):
        assert (await client.post("/name", data={"name": name})).status_code == 409
        assert (await opened(client, holders=["me", f"here:{name}"])).status_code == 409
    assert (await client.post("/api/account", json={"name": "ANNА", "password": PASSWORD})).status_code == 400
    assert (await client.post("/name", data={"name": "Adm1n"})).status_code == 400
    table = (await opened(client)).json()
    client.cookies.clear()
    assert (await client.post(f"/join/{table['invite']}", data={"name": "Аdmin"})).status_code == 400


async def test_no_answer_tells_without_limit_which_names_are_taken(client: Client) -> None:
    ways: list[Callable[[int], Awaitable[Any]]] = [
        lambda n: client.patch("/api/account", json={"name": f"Anna {n}"}),
        lambda n: client.post("/account/name", data={"name": f"Anna {n}"}),
        lambda n: opened(client, holders=["me", f"here:Ben {n}"]),
    ]
    for way in ways:
        services_of(client.app).invite_limit._left.clear()
        if way is ways[0]:
            await register(client, "Anna")
        answers = [(await way(n)).status_code for n in range(45)]
        assert answers[-1] == 429, answers


async def test_addresses_that_lead_nowhere_are_limited_too(tmp_path: Path) -> None:
    limits = Limits(requests_at_once=3, requests_per_second=0.001)
    async with AsyncTestClient(create_app(Settings(database=str(tmp_path / "games.db"), limits=limits))) as client:
        answers = [(await client.get(path)).status_code for path in ("/no", "/api/no", "//no//no", "/no")]
    assert answers == [404, 404, 404, 429]


async def test_strangers_who_guess_do_not_keep_a_user_out(client: Client) -> None:
    await register(client, "Anna")
    await client.delete("/api/session")
    known = dict(client.cookies)
    client.cookies.clear()
    wrong = {"name": "Anna", "password": "not this one"}
    answers = [(await client.post("/api/session", json=wrong)).status_code for _ in range(8)]
    assert answers[-1] == 429
    right = {"name": "Anna", "password": PASSWORD}
    assert (await client.post("/api/session", json=right)).status_code == 429, "from elsewhere one waits"
    client.cookies.clear()
    client.cookies.update(known)
    assert (await client.post("/api/session", json=right)).status_code == 201, "where one signed in before one does not"


async def test_a_recovered_account_has_no_keys_and_tokens_of_others(client: Client) -> None:
    await register(client, "Anna")
    token = (await opened(client)).json()["token"]
    key = (await client.post("/api/keys", json={"label": "bot", "password": PASSWORD})).json()["key"]
    codes = (await client.post("/api/account/codes", json={"password": PASSWORD})).json()["codes"]
    client.cookies.clear()
    fresh = {"name": "Anna", "code": codes[0], "password": "another long one"}
    assert (await client.post("/api/session/recover", json=fresh)).status_code == 201
    client.cookies.clear()
    for shown in (token, key):
        assert (await client.get("/api/games", headers={"Authorization": f"Bearer {shown}"})).status_code == 401


async def test_sign_ins_and_refusals_are_logged_without_what_was_typed(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "tablero.security")
    await register(client, "Anna")
    badge = (await client.get("/api/account")).json()["badge"]
    await client.delete("/api/session")
    for password in ("hunter22", PASSWORD):
        await client.post("/api/session", json={"name": "Anna", "password": password})
    await client.post("/api/session", json={"name": "no such user", "password": "hunter22"})
    await client.get("/api/admin/reports", headers={"Authorization": "Bearer guess"})
    ours = [record for record in caplog.records if record.name == "tablero.security"]
    said = [(record.getMessage(), vars(record)["fields"]) for record in ours]
    events = [(event, fields["account"]) for event, fields in said]
    assert ("registered", badge) in events
    assert ("signed out", badge) in events
    assert ("password wrong", badge) in events
    assert ("password right", badge) in events
    assert ("password wrong", "") in events
    assert ("refused", 403) in [(event, fields.get("status")) for event, fields in said]
    assert all("hunter22" not in str(one) and "no such user" not in str(one) for one in said)


async def test_a_moderator_signs_somebody_out_everywhere(client: Client) -> None:
    host = await register(client, "First")
    other = await register(client, "Second")
    client.cookies.clear()
    client.cookies.update(host)
    [found] = (await client.get("/api/admin/people", params={"find": "Second"})).json()
    done = await client.post("/api/admin/people", json={"who": found["who"], "what": "sign_out"})
    assert done.status_code == 204, done.text
    client.cookies.clear()
    client.cookies.update(other)
    assert (await client.get("/api/account")).json()["badge"] is None


async def test_no_page_of_another_site_begins_a_board(client: Client) -> None:
    table = (await opened(client, holders=["me", "level1"])).json()
    for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 303), ("none", 303)):
        headers = {"Sec-Fetch-Site": site}
        answer = await client.get(f"/t/{table['id']}/whatif", headers=headers, follow_redirects=False)
        assert answer.status_code == status, site


async def test_nobody_has_all_data_packed_again_and_again(client: Client) -> None:
    await register(client, "Anna")
    for path in ("/account/export", "/api/account/export"):
        answers = [(await client.get(path)).status_code for _ in range(3)]
        assert answers[-1] == 429, answers


async def test_by_https_cookies_have_a_name_that_no_other_host_can_set(tmp_path: Path) -> None:
    app = create_app(Settings(database=str(tmp_path / "games.db"), public=("https://games.example",)))
    async with AsyncTestClient(app, base_url="https://games.example") as client:
        made = await client.post("/api/tables", json={**WANTED, "name": "Ana"})
        cookie = made.headers["set-cookie"]
        assert cookie.startswith("__Host-tablero=")
        assert "; Secure" in cookie
        assert "; Path=/;" in cookie
        assert "domain" not in cookie.lower()
        value = client.cookies["__Host-tablero"]
        client.cookies.clear()
        # A cookie of an earlier version still opens the seat, and is sent anew; beside a new one it is not looked at.
        older = await client.get(f"/api/tables/{made.json()['id']}", headers={"Cookie": f"tablero={value}"})
        assert older.json()["seat"] == 0
        assert older.headers["set-cookie"].startswith("__Host-tablero=")
        client.cookies.clear()
        both = {"Cookie": f"tablero={value}; __Host-tablero=made.up"}
        assert (await client.get(f"/api/tables/{made.json()['id']}", headers=both)).json()["seat"] is None
        token = await services_of(app).host_token.current()
        host = await client.post("/host", data={"token": token}, follow_redirects=False)
        assert host.headers["set-cookie"].startswith("__Host-tablero-host=")
        assert 'name="token"' not in (await client.get("/host")).text
        await client.post("/host/leave")
        assert 'name="token"' in (await client.get("/host")).text
