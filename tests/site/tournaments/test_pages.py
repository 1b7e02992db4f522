"""Tournaments over the web: pages, programs, what strangers try, and rounds that go on by themselves."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient, TestClient

from tablero import seeded
from tablero.site.bots.audience import Audience
from tablero.site.server.app import create_app
from tablero.site.settings import Settings
from tablero.site.tournaments.parts import ForecastCache, load_page
from tablero.site.tournaments.rounds import advance
from tablero.site.tournaments.runner import TournamentRunner
from tablero.site.web import sockets
from tablero.site.web.identity import Guest
from tablero.store import Store
from tablero.tournaments.tournament import Rules, Tournament
from tablero.ui.language import Language
from tests.limits import LIMIT
from tests.store.matches import play_quickly
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

Client = AsyncTestClient[Litestar]
SWISS = {"name": "Rainy season", "game": "yaxha", "seats": 2, "rounds": 2}
FORM = {
    "name": "Rainy season",
    "game": "yaxha",
    "seats-yaxha": "2",
    "kind": "swiss",
    "rounds": "2",
    "pace": "none",
    "fill": "0",
}


class Person:
    """Somebody with cookies of their own at the one client that the application has."""

    def __init__(self, client: Client, name: str) -> None:
        self.client = client
        self.name = name
        self.cookies: dict[str, str] = {}

    async def ask(self, method: str, path: str, form: Any = None, body: Any = None) -> httpx.Response:
        self.client.cookies.clear()
        self.client.cookies.update(self.cookies)
        answer = await self.client.request(method, path, data=form, json=body, follow_redirects=True)
        given = sorted(
            self.client.cookies.jar, key=lambda cookie: bool(cookie.domain)
        )  # what the site has set comes last
        self.cookies = {cookie.name: str(cookie.value) for cookie in given}
        return answer

    async def page(self, path: str) -> str:
        answer = await self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.text

    async def post(self, path: str, **form: str) -> httpx.Response:
        return await self.ask("POST", path, form or {"": ""})

    async def api(self, method: str, path: str, body: Any = None) -> Any:
        answer = await self.ask(method, f"/api/cups{path}", body=body)
        assert answer.status_code < 300, answer.text
        return answer.json()

    @property
    def id(self) -> str:
        """The secret that must never be seen."""
        body = self.cookies["tablero"].partition(".")[0]
        return str(json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))["id"])


async def opened(client: Client, *names: str, **more: str) -> tuple[str, list[Person]]:
    """A tournament opened by its first player on the page, and joined by the others by its link."""
    people = [Person(client, name) for name in names]
    await people[0].post("/name", name=names[0])
    answer = await people[0].post("/cups", **FORM, join="yes", **more)
    assert answer.status_code == 200, answer.text
    for person in people[1:]:
        await person.page(answer.url.path)
        assert (await person.post(f"{answer.url.path}/join", name=person.name)).status_code == 200
    return answer.url.path, people


async def test_friends_play_a_tournament_from_the_form_to_the_last_table(client: Client, store: Store) -> None:
    path, [ana, ben] = await opened(client, "Ana", "Ben")
    key = path.removeprefix("/cups/")
    page = await ana.page(path)
    assert "Start the tournament" in page
    assert "Ben" in page
    assert "Start the tournament" not in await ben.page(path)
    await ana.post(f"{path}/start")
    for number in (1, 2):

        async def shown(number: int = number) -> bool:
            return (
                f"Round {number} is on" in await ben.page(path)
                and (await store.tournaments.find(key)).tables[-1].stage == "running"
            )

        await eventually(shown)
        table = (await store.tournaments.find(key)).tables[-1]
        assert f"/t/{table.match}" in await ben.page(path)
        assert (await ben.ask("GET", f"/t/{table.match}")).status_code == 200
        await play_quickly(store, table.match, seeded(number))

    async def over() -> bool:
        return "The tournament is over" in await ben.page(path)

    await eventually(over)
    ended = await ben.page(path)
    tables = ended[ended.index('<ol class="tbs">') :]
    assert (ended.count("Replay"), tables.count("Replay")) == (1, 1), "it is offered at the table alone"
    assert f'href="/t/{table.match}?move=0"' in tables
    assert "Round 1" in await ben.page(f"{path}?round=1")
    listed = await Person(client, "Eva").page("/cups")
    assert "Rainy season" in listed
    assert " won" in listed


async def test_the_end_of_a_table_leads_back_to_its_tournament(client: Client, store: Store) -> None:
    path, [ana] = await opened(client, "Ana")
    key = path.removeprefix("/cups/")
    assert (await ana.post(f"{path}/bot", level="1")).status_code == 200
    await ana.post(f"{path}/start")

    async def running() -> bool:
        tournament = await store.tournaments.find(key)
        return bool(tournament.tables) and tournament.tables[-1].stage == "running"

    await eventually(running)
    id = (await store.tournaments.find(key)).tables[-1].match
    page = await ana.page(f"/t/{id}")
    assert "in the tournament you come last at this table" in page
    assert f'href="/register?back=/t/{id}"' in page, "a guest finds the way to an account"
    seat = (await store.table(id)).seat_of(ana.id)
    assert seat is not None
    await store.append(id, seat, "enough", lambda t: t.resign(seat, "enough"))
    page = await ana.page(f"/t/{id}")
    assert f'href="{path}">' in page
    assert "To the tournament" in page
    assert f'action="/t/{id}/again"' not in page
    assert "nobody has won" not in page
    bot = (await store.table(id)).holders[1 - seat].name
    assert re.search(rf"In the tournament .*{bot}.* wins this table", page)


async def test_what_strangers_try_is_refused_in_words_and_changes_nothing(client: Client, store: Store) -> None:
    path, [ana, ben] = await opened(client, "Ana", "Ben")
    eva = Person(client, "Eva")
    await eva.page(path)
    before = (await store.tournaments.find(path.removeprefix("/cups/"))).version
    for what, form in (
        ("start", {}),
        ("close", {}),
        ("bot", {"level": "3"}),
        ("invite", {"name": "Ana"}),
        ("withdraw", {"number": "1"}),
        ("withdraw", {"number": "2"}),
        ("replace", {"number": "1", "level": "1"}),
    ):
        answer = await eva.post(f"{path}/{what}", **form)
        assert answer.status_code == 409, what
        assert 'role="alert"' in answer.text
    for what, form in (("withdraw", {"number": "x"}), ("withdraw", {"number": "99"}), ("bot", {"level": "99"})):
        assert (await ana.post(f"{path}/{what}", **form)).status_code in (400, 409)
    assert (await ana.post("/cups/no-such-key/start")).status_code == 404
    assert (await ana.ask("GET", "/cups/no-such-key")).status_code == 404
    assert (await ana.ask("GET", "/cups/%00")).status_code == 404
    assert (await store.tournaments.find(path.removeprefix("/cups/"))).version == before
    await ben.post(f"{path}/join", name="Ben again")  # who is there is there
    await ana.post(f"{path}/start")
    late = await eva.post(f"{path}/join", name="Eva")
    assert late.status_code == 409
    assert "started already" in late.text
    assert len((await store.tournaments.find(path.removeprefix("/cups/"))).players) == 2


async def test_names_are_shown_as_they_are_and_ids_never(client: Client, store: Store) -> None:
    path, people = await opened(client, "Ana", "<script>alert(1)</script>", "<b>Ben")
    await people[0].post(f"{path}/start")
    key = path.removeprefix("/cups/")

    async def drawn() -> bool:
        return bool((await store.tournaments.find(key)).tables)

    await eventually(drawn)
    seen = [await people[1].page(path), await people[1].page("/cups")]
    for what in ("", "/standings", "/pairings"):
        seen.append(json.dumps(await people[1].api("GET", f"/{key}{what}")))
    for text in seen[:2]:
        assert "<script>alert" not in text
        assert "<b>Ben" not in text
    for text in seen:
        assert not any(person.id in text for person in people)


async def test_a_wrong_form_is_said_over_itself_and_keeps_what_was_chosen(client: Client) -> None:
    ana = Person(client, "Ana")
    for wrong in (
        {"rounds": "99"},
        {"rounds": "x"},
        {"fill": "77"},
        {"name": "  "},
        {"pace": "live", "minutes": "0", "seconds": "1"},
    ):
        answer = await ana.post("/cups", **{**FORM, "name": "Kept <i>", "kind": "robin", **wrong})
        assert answer.status_code == 400, wrong
        assert 'role="alert"' in answer.text
        assert 'value="robin" checked' in answer.text
    assert "Kept &lt;i&gt;" in answer.text
    assert (await ana.post("/cups", **{**FORM, "game": "chess"})).status_code == 404


async def test_a_program_runs_a_tournament(client: Client) -> None:
    ana, ben = Person(client, "Ana"), Person(client, "Ben")
    card = await ana.api("POST", "/", {**SWISS, "terms": {"pace": "days", "span": 86400}, "listed": False})
    key = card["key"]
    assert (card["stage"], card["opener"]) == ("open", True)
    await ana.api("POST", f"/{key}/join", {"name": "Ana"})
    card = await ben.api("POST", f"/{key}/join", {"name": "Ben"})
    assert [player["me"] for player in card["players"]] == [False, True]
    assert not card["opener"]
    assert key not in [tournament["key"] for tournament in await Person(client, "Eva").api("GET", "/")]
    assert key in [tournament["key"] for tournament in await ben.api("GET", "/")]
    for what, body in (("start", None), ("bots", {"level": 1}), ("close", None), ("withdraw", {"number": 1})):
        refused = await ben.ask("POST", f"/api/cups/{key}/{what}", body=body)
        assert (refused.status_code, refused.json()["rule"]) == (403, "not_the_opener"), what
    unknown = await ana.ask("POST", f"/api/cups/{key}/invite", body={"name": "Nobody"})
    assert (unknown.status_code, unknown.json()["rule"]) == (409, "cup")
    card = await ana.api("POST", f"/{key}/bots", {"level": 1})
    assert card["players"][2]["level"] == 1
    card = await ana.api("POST", f"/{key}/withdraw", {"number": 3})
    assert len(card["players"]) == 2
    await ana.api("POST", f"/{key}/start")

    async def drawn() -> bool:
        return bool((await ana.api("GET", f"/{key}/pairings"))["drawn"])

    await eventually(drawn)
    pairings = await ana.api("GET", f"/{key}/pairings")
    assert sorted(seat["name"] for seat in pairings["drawn"][0]["seats"]) == ["Ana", "Ben"]
    assert len(pairings["next"]) == 1
    lines = await ana.api("GET", f"/{key}/standings")
    assert [line["points"] for line in lines] == [0.0, 0.0]
    card = await ana.api("POST", f"/{key}/withdraw", {"number": 2, "level": 2})
    assert [player["level"] for player in card["players"]] == [0, 2]
    assert (await ana.api("POST", f"/{key}/close"))["stage"] == "closed"
    for wrong in ({**SWISS, "terms": {"bank": "long"}}, {**SWISS, "seats": 9}, {**SWISS, "terms": {"hat": 1}}):
        assert (await ana.ask("POST", "/api/cups/", body=wrong)).status_code == 400, wrong
    assert (await ana.ask("GET", "/api/cups/none/standings")).status_code == 404


async def test_an_account_is_invited_by_name_and_finds_the_invitation(client: Client, store: Store) -> None:
    path, [ana] = await opened(client, "Ana", listed="no")
    account = await store.accounts.create("Itzel", "not-a-real-hash")
    answer = await ana.post(f"{path}/invite", name="itzel")
    assert answer.status_code == 200
    assert "Itzel" in answer.text
    [tournament] = await store.tournaments.of(account.person)
    assert tournament.player_of(account.person) is not None
    for guest, told in ((Guest("somebody"), True), (Guest(account.person, "Itzel", account=account), False)):
        shown = await load_page(store, ForecastCache(), tournament, guest, Language("en"), None, "")
        assert ("No account needed." in shown.parts()["cup-middle"]) is told
    wrong = await ana.post(f"{path}/invite", name="Nobody")
    assert "nobody here has an account" in wrong.text.lower()


async def test_bots_among_themselves_play_a_whole_tournament_though_nobody_watches(client: Client) -> None:
    ana = Person(client, "Ana")
    key = (await ana.api("POST", "/", {**SWISS, "rounds": 1}))["key"]
    for _ in range(2):
        await ana.api("POST", f"/{key}/bots", {"level": 1})
    await ana.api("POST", f"/{key}/start")

    async def over() -> bool:
        return bool((await ana.api("GET", f"/{key}"))["stage"] == "over")

    await eventually(over)
    lines = await ana.api("GET", f"/{key}/standings")
    assert sum(line["points"] for line in lines) == 3.0


async def test_what_ended_while_nobody_looked_is_found_when_the_server_starts(store: Store) -> None:
    key = await store.tournaments.open("ana", "Sleep", Rules("yaxha", seats=2, rounds=2))
    for name in ("ana", "ben"):
        await store.tournaments.join(key, name, name)
    await store.tournaments.start(key, "ana")
    tournament: Tournament = await advance(store, key)
    await play_quickly(store, tournament.tables[0].match, seeded(1))
    umpire = TournamentRunner(store, Audience())
    umpire.start()

    async def second() -> bool:
        return (await store.tournaments.find(key)).round == 2

    await eventually(second)
    await umpire.close()


async def test_the_page_of_a_player_tells_the_chances_after_the_first_table(store: Store) -> None:
    key = await store.tournaments.open("ana", "Chances", Rules("yaxha", seats=2, rounds=2))
    for name in ("ana", "ben"):
        await store.tournaments.join(key, name, name)
    await store.tournaments.start(key, "ana")
    tournament = await advance(store, key)
    await play_quickly(store, tournament.tables[0].match, seeded(1))
    tournament = await advance(store, key)
    forecasts = ForecastCache()
    pages = [
        (await load_page(store, forecasts, tournament, Guest(name, name), Language("en"), None, "", odds=True)).parts()
        for name in ("ana", "dora")
    ]
    assert re.search(r"<b>\d+ %</b> you win the tournament.*give or take \d+", pages[0]["cup-next"], re.DOTALL)
    assert "you win the tournament" not in pages[1]["cup-next"]  # a spectator


async def test_a_page_with_lists_goes_on_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablero.site.backoff.FIRST_PAUSE", 0.0)
    monkeypatch.setattr(sockets, "LOBBY_PAUSE", 0.0)
    sent: asyncio.Queue[str] = asyncio.Queue()
    tries = 0

    class Wire:
        async def send_text(self, text: str) -> None:
            sent.put_nowait(text)

    async def read() -> dict[str, str]:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise LookupError("a part that cannot be drawn")
        return {"lists": "drawn"}

    async with sockets.sending_changes(cast("Any", Wire()), read, asyncio.Event(), None), asyncio.timeout(LIMIT):
        assert json.loads(await sent.get()) == {"lists": "drawn"}


def test_the_page_of_a_tournament_changes_by_itself(tmp_path: Path) -> None:
    app = create_app(Settings(database=str(tmp_path / "games.db"), bot_pause=0))
    with TestClient(app) as client:
        key = client.post("/api/cups/", json=SWISS).json()["key"]

        def hear(socket: Any) -> dict[str, str]:
            message = socket.receive(timeout=LIMIT)
            body = message.get("text") or zlib.decompress(message["bytes"]).decode()
            found: dict[str, str] = json.loads(body)
            return found

        with client.websocket_connect(f"/cups/{key}/live") as socket:
            assert "Start the tournament" in hear(socket)["cup-middle"]
            client.post(f"/api/cups/{key}/join", json={"name": "Ana"})
            news = hear(socket)
            assert "Ana" in news["cup-left"]
            assert "cup-rounds" not in news  # what has not changed is not sent
        with client.websocket_connect("/live?page=cups") as socket:
            before = hear(socket)
            assert list(before) == ["cups"]
            client.post("/api/cups/", json={**SWISS, "name": "Sunday circle"})
            assert "Sunday circle" in hear(socket)["cups"]
            assert "Sunday circle" not in before["cups"]
        with (
            pytest.raises(Exception, match="no such tournament"),
            client.websocket_connect("/cups/none/live") as socket,
        ):
            socket.receive(timeout=LIMIT)
