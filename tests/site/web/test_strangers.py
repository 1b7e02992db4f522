"""What strangers try: each of these was once possible."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tablero import game
from tablero.core.errors import BadRecord
from tablero.core.record import Record
from tablero.site.server.app import create_app
from tablero.site.settings import Settings
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
    assert (refused.status_code, "Anna" in refused.json()["error"] or "ANNA" in refused.json()["error"]) == (400, True)
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
