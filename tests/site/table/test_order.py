"""Order is kept by those who administer: reports, mutes, bans, names, tables, announcements. Nobody else gets in."""

from __future__ import annotations

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tablero.site.web.services import services_of
from tablero.store import Store
from tests.site.accounts.test_accounts import Browser, anna, ben  # noqa: F401

pytestmark = pytest.mark.anyio

Client = AsyncTestClient[Litestar]
DEEDS = (
    "/admin/people",
    "/admin/reports/x/settle",
    "/admin/bans/x/lift",
    "/admin/tables/close",
    "/admin/announcements",
    "/admin/announcements/x/down",
)


async def reported(anna: Browser, ben: Browser) -> tuple[str, str]:  # noqa: F811
    """Anna keeps order; the guest Ben has been reported at his table."""
    await anna.register("Ana")
    table = await ben.open_table("Rude Ben")
    answer = await anna.post(f"/t/{table['id']}/report", data={"seat": "0", "why": "the name"})
    assert "Your report has arrived" in answer.text
    [report] = (await anna.get("/api/admin/reports")).json()
    assert (report["name"], report["why"], report["table"]) == ("Rude Ben", "the name", table["id"])
    return table["id"], report["who"]


async def test_the_first_account_keeps_order_and_nobody_else_gets_in(anna: Browser, ben: Browser) -> None:  # noqa: F811
    await anna.register("Ana")
    assert (await anna.get("/admin")).status_code == 200
    assert 'href="/admin"' in (await anna.get("/account")).text
    assert (await ben.get("/admin")).status_code == 303
    await ben.register("Ben")
    assert 'href="/admin"' not in (await ben.get("/account")).text
    assert (await ben.get("/admin")).status_code == 404
    assert [(await ben.post(path, data={})).status_code for path in DEEDS] == [404] * len(DEEDS)
    for path in ("reports", "people?find=a", "bans", "announcements"):
        assert (await ben.get(f"/api/admin/{path}")).status_code == 403, path
    for method, path, body in (
        ("POST", "reports/x/settle", None),
        ("POST", "people", {"who": "badge:x", "what": "ban"}),
        ("DELETE", "bans/x", None),
        ("POST", "tables/x/close", None),
        ("POST", "announcements", {"words": {"en": "hello"}}),
        ("DELETE", "announcements/x", None),
    ):
        assert (await ben.ask(method, f"/api/admin/{path}", json=body)).status_code == 403, path


async def test_the_host_keeps_order_by_the_token(anna: Browser, store: Store) -> None:  # noqa: F811
    token = await store.secrets.of("host")
    assert (await anna.get("/api/admin/reports", headers={"Authorization": f"Bearer {token}"})).status_code == 200
    await anna.post("/host", data={"token": token})
    assert (await anna.get("/admin")).status_code == 200


async def test_a_muted_guest_plays_but_writes_nothing(client: Client, anna: Browser, ben: Browser) -> None:  # noqa: F811
    table, who = await reported(anna, ben)
    assert (await ben.post(f"/api/tables/{table}/talk", json={"text": "hello"})).status_code < 300
    done = await anna.post("/admin/people", data={"who": who, "what": "mute", "days": "1"})
    assert done.status_code == 303
    refused = await ben.post(f"/api/tables/{table}/talk", json={"text": "hello"})
    assert refused.status_code == 403
    assert "you may not write here" in refused.json()["error"]
    assert "id" in await ben.open_table("Rude Ben")
    page = (await anna.get("/admin")).text
    assert "1 more day" in page
    [ban] = (await anna.get("/api/admin/bans")).json()
    await anna.post(f"/admin/bans/{ban['id']}/lift")
    assert (await ben.post(f"/api/tables/{table}/talk", json={"text": "sorry"})).status_code < 300


async def test_a_banned_person_sits_nowhere_and_reads_why(anna: Browser, ben: Browser) -> None:  # noqa: F811
    _, who = await reported(anna, ben)
    other = await anna.open_table()
    await anna.post("/admin/people", data={"who": who, "what": "ban", "days": ""})
    for path, form in (
        ("/play/maya", {}),
        (f"/t/{other['id']}/sit", {}),
        (f"/join/{other['invite']}", {"name": "Ben"}),
    ):
        refused = await ben.post(path, data=form)
        assert refused.status_code == 403, path
        assert "You may not begin new games here" in refused.text
    answer = await ben.post("/api/tables", json={"game": "maya", "seats": 2, "holders": ["me", "open"]})
    assert (answer.status_code, answer.json()["rule"]) == (403, "banned")
    await ben.register("Good Ben")
    assert (await ben.post("/play/maya")).status_code == 403, "an account does not wash it off"
    assert "para siempre" in (await anna.get("/admin", headers={"accept-language": "es"})).text


async def test_those_who_keep_order_do_not_ban_each_other(anna: Browser, ben: Browser) -> None:  # noqa: F811
    await anna.register("Ana")
    [card] = (await anna.get("/api/admin/people?find=AN")).json()
    refused = await anna.post("/admin/people", data={"who": card["who"], "what": "ban", "days": "1"})
    assert refused.status_code == 400
    assert "this person is a moderator too" in refused.text.lower()
    for who, what in (
        ("badge:nobody", "ban"),
        ("report:nothing", "ban"),
        ("", "ban"),
        (card["who"], "dance"),
        ("report:\x00", "mute"),
    ):
        assert (await anna.post("/admin/people", data={"who": who, "what": what, "days": "1"})).status_code == 400


async def test_somebody_gets_another_name_with_or_without_an_account(anna: Browser, ben: Browser) -> None:  # noqa: F811
    table, who = await reported(anna, ben)
    await anna.post("/api/admin/people", json={"who": who, "what": "rename", "name": "Polite Ben"})
    assert (await ben.get(f"/api/tables/{table}")).json()["holders"][0]["name"] == "Polite Ben"
    await ben.register("Ben")
    assert (await anna.post("/api/admin/people", json={"who": who, "what": "rename", "name": "Ana"})).status_code == 409
    [card] = (await anna.get("/api/admin/people?find=be")).json()
    assert (
        await anna.post("/api/admin/people", json={"who": card["who"], "what": "rename", "name": "Benito"})
    ).status_code == 204
    assert (await ben.me())["name"] == "Benito"


async def test_a_table_is_closed_by_its_address(anna: Browser, ben: Browser, store: Store) -> None:  # noqa: F811
    await anna.register("Ana")
    waiting, running = await ben.open_table(), await ben.open_table()
    await anna.post(f"/api/tables/{running['id']}/join", json={})
    for table in (waiting, running):
        done = await anna.post("/admin/tables/close", data={"table": f"https://games.example/t/{table['id']}?move=3"})
        assert done.headers["location"] == "/admin?done=closed"
    assert (await ben.get(f"/api/tables/{waiting['id']}")).status_code == 404
    assert (await store.table(running["id"])).over
    for wrong in ("", "no such table", waiting["id"]):
        assert (await anna.post("/admin/tables/close", data={"table": wrong})).status_code == 400


async def test_what_is_announced_is_on_every_page_until_it_is_put_away(anna: Browser, ben: Browser) -> None:  # noqa: F811
    await anna.register("Ana")
    assert (await anna.post("/admin/announcements", data={"en": " "})).status_code == 400
    await anna.post("/admin/announcements", data={"en": "Back at <b>nine</b>", "es": "Volvemos a las nueve"})
    table = await ben.open_table()
    for path in ("/", "/rules", f"/t/{table['id']}", "/nothing-here"):
        assert "Back at &lt;b&gt;nine" in (await ben.get(path)).text, path
    assert "Volvemos a las nueve" in (await ben.get("/", headers={"accept-language": "es"})).text
    [told] = (await anna.get("/api/admin/announcements")).json()
    answer = await ben.post(f"/announcements/{told['id']}/heard", data={"back": "/rules"})
    assert answer.headers["location"] == "/rules"
    assert "Back at" not in (await ben.get("/")).text
    assert "Back at" in (await anna.get("/")).text
    assert (await anna.post(f"/admin/announcements/{told['id']}/down")).status_code == 303
    assert "Back at" not in (await anna.get("/")).text
    assert (await ben.post("/announcements/%00;x/heard", data={"back": "//evil.example"})).headers["location"] == "/"


async def test_a_line_of_talk_is_reported_with_a_reason_by_those_who_can_read_it(anna: Browser, ben: Browser) -> None:  # noqa: F811
    await anna.register("Ana")
    table = await ben.open_table("Rude Ben")
    await anna.post(f"/api/invitations/{table['invite']}/join", json={})
    line = (await ben.post(f"/api/tables/{table['id']}/talk", json={"text": "<i>rude</i> words"})).json()["number"]
    asked = await anna.get(f"/t/{table['id']}/report?line={line}")
    assert "&lt;i&gt;rude&lt;/i&gt; words" in asked.text
    assert "Your report has arrived" not in asked.text
    assert (await anna.get("/api/admin/reports")).json() == []
    done = await anna.post(f"/t/{table['id']}/report", data={"line": str(line), "why": "to a child"})
    assert "Your report has arrived" in done.text
    [report] = (await anna.get("/api/admin/reports")).json()
    assert (report["kind"], report["words"], report["why"]) == ("line", "<i>rude</i> words", "to a child")
    for asking in (ben.get(f"/t/{table['id']}/report?line={line}"), anna.get(f"/t/{table['id']}/report?line=77")):
        assert (await asking).status_code == 404, "one's own words, or none"
    assert (await ben.post(f"/t/{table['id']}/report", data={"line": str(line)})).status_code == 404
    again = await anna.post(f"/api/tables/{table['id']}/reports", json={"line": line})
    assert again.status_code == 202


async def test_reports_are_settled_and_not_made_by_the_hundred(client: Client, anna: Browser, ben: Browser) -> None:  # noqa: F811
    table, who = await reported(anna, ben)
    assert (await anna.post(f"/admin/reports/{who.removeprefix('report:')}/settle")).status_code == 303
    assert (await anna.get("/api/admin/reports")).json() == []
    for seat in ("", "1", "7", "x"):
        assert (await anna.post(f"/t/{table}/report", data={"seat": seat})).status_code == 400, seat
    assert (await ben.get("/t/nothing/report")).status_code == 404
    services_of(client.app).report_limit.burst = 1
    tries = [(await ben.post(f"/api/tables/{table}/reports", json={})).status_code for _ in range(3)]
    assert tries[-1] == 429
