"""The websocket of a page: moves, refusals, previews and looking back, over the wire, in all four games."""

import json
import zlib
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from tablero.games import games
from tablero.site.bots.scheduler import BotScheduler
from tablero.site.server.app import create_app
from tablero.site.settings import Settings
from tablero.site.web.services import services_of
from tablero.store import Store, StoreError
from tablero.ui import updates
from tablero.ui.rendering import asset
from tests.limits import LIMIT

EVERY = [each.name for each in games()]


@pytest.fixture(scope="module")
def visited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    """One site for all of these tests."""
    app = create_app(Settings(database=str(tmp_path_factory.mktemp("live") / "games.db"), bot_pause=0))
    with TestClient(app) as opened:
        yield opened


class Seat:
    """Somebody at a table, with a page of their own."""

    def __init__(self, client: TestClient[Litestar], seated: dict[str, Any]) -> None:
        self.client = client
        self.id = seated["id"]
        self.headers = {"Authorization": f"Bearer {seated['token']}"} if seated.get("token") else {}
        self.news: list[dict[str, Any]] = []
        self.places: dict[str, str] = {}
        self.number = 0

    def ask(self, what: str = "") -> Any:
        answer = self.client.get(f"/api/tables/{self.id}{what}", headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def __enter__(self) -> "Seat":
        self.socket = self.client.websocket_connect(f"/t/{self.id}/live", headers=self.headers).__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.__exit__(None, None, None)

    def hear(self) -> dict[str, Any]:
        """The next message."""
        message = self.socket.receive(timeout=LIMIT)
        body = message.get("text") or zlib.decompress(message["bytes"])
        heard: dict[str, Any] = json.loads(body)
        if "ack" not in heard:
            self.news.append(heard)
            self._put(heard)
        return heard

    def _put(self, heard: dict[str, Any]) -> None:
        """Make places whole of which only a part came, as the page does."""
        for places in (heard, heard.get("panels", {})):
            for place, html in places.items():
                if isinstance(html, list) and place != "steps":
                    after = before = self.places[place].encode("utf-16-le")
                    at = sum(html[0::3]) + sum(html[1::3])
                    for keep, leave_out, new in reversed([html[i : i + 3] for i in range(0, len(html), 3)]):
                        after = after[: 2 * (at - leave_out)] + new.encode("utf-16-le") + after[2 * at :]
                        at -= keep + leave_out
                    places[place] = after.decode("utf-16-le")
                    assert places[place] != before.decode("utf-16-le")
                if isinstance(places[place], str):
                    self.places[place] = places[place]

    def until(self, what: str) -> dict[str, Any]:
        """The next message that brings this."""
        while what not in (heard := self.hear()):
            pass
        return heard

    def do(self, what: str, **more: Any) -> dict[str, Any]:
        """Send a message and wait for its acknowledgement."""
        self.number += 1
        self.socket.send_json({"n": self.number, "do": what, **more})
        heard = self.until("ack")
        assert heard["ack"] == self.number
        return heard

    def play(self, choice: int = 0) -> dict[str, Any]:
        offers = self.ask("/moves")
        move = offers["moves"][choice % len(offers["moves"])]["move"]
        return self.do("play", move=move, version=offers["version"], action_id=f"{self.number}-{id(self)}")


def sit(client: TestClient[Litestar], game: str) -> tuple[Seat, Seat, Seat]:
    """Two who play and one who watches."""
    client.cookies.clear()
    wanted = {"game": game, "seats": 2, "holders": ["me", "open"], "name": "Anna"}
    anna = client.post("/api/tables", json=wanted).json()
    client.cookies.clear()
    ben = client.post(f"/api/tables/{anna['id']}/join", json={"name": "Ben"}).json()
    client.cookies.clear()
    return Seat(client, anna), Seat(client, ben), Seat(client, {"id": anna["id"]})


@pytest.mark.parametrize("game", EVERY)
def test_a_game_is_played_and_looked_back_at_over_the_wire(visited: TestClient[Litestar], game: str) -> None:
    anna, ben, cleo = sit(visited, game)
    with anna, ben, cleo:
        whole = [page.until("panels") for page in (anna, ben, cleo)]
        assert all(page["log"]["from"] == 0 and page["at"] is None for page in whole)
        assert 'data-move="' not in json.dumps(whole[2]), "who watches is offered nothing"
        for step in range(9):
            mover = anna if 0 in anna.ask()["actors"] else ben
            assert mover.play(step)["ok"]
        mover = next(page for page in (anna, ben) if page.ask("/moves")["moves"])
        offer = mover.ask("/moves")["moves"][0]
        assert mover.do("preview", move=offer["move"])["preview"]
        assert mover.do("preview", move=-1)["ok"]
        assert mover.do("look", turn=5)["ok"]
        assert mover.do("ping").keys() == {"ack", "ok", "time"}
        for page in (anna, ben, cleo):
            stops = json.loads(stops_of(visited, page))
            assert len(stops) > 1
            for k in dict.fromkeys((0, *stops[-3:], stops[-1] + 7)):
                assert page.do("at", k=k)["ok"]
                assert page.until("at")["at"] == k
            assert page.do("live")["ok"]
            assert page.until("at")["at"] is None
            assert page.ask("/log")


def stops_of(client: TestClient[Litestar], page: Seat) -> str:
    """Where the strip at the bottom of the page stops."""
    html = client.get(f"/t/{page.id}", headers=page.headers).text
    return html.partition('data-stops="')[2].partition('"')[0]


@pytest.mark.parametrize("game", EVERY)
def test_every_stop_has_an_address(visited: TestClient[Litestar], game: str) -> None:
    anna, ben, cleo = sit(visited, game)
    with anna, ben:
        for step in range(8):
            (anna if 0 in anna.ask()["actors"] else ben).play(step)
    for page in (anna, cleo):
        for k in json.loads(stops_of(visited, page)):
            answer = visited.get(f"/t/{page.id}?move={k}", headers=page.headers)
            assert answer.status_code == 200
            assert "data-move" not in answer.text, "nothing is chosen in the past"


def test_a_move_is_taken_back_and_a_turn_begun_again(visited: TestClient[Litestar]) -> None:
    anna, ben, _ = sit(visited, "yaxha")
    with anna, ben:
        assert anna.play(1)["ok"]
        assert anna.do("undo", action_id="u1")["ok"]
        assert anna.do("undo", action_id="u2") == {
            "ack": anna.number,
            "ok": False,
            "rule": "cannot_undo",
            "text": "There is nothing to take back: only your own moves since the last reveal can be taken back.",
        }
        assert anna.play(0)["ok"]
        assert anna.do("restart", action_id="r")["ok"]
        again = {"move": 1, "version": anna.ask()["version"], "action_id": "same"}
        assert anna.do("play", **again) == {"ack": anna.number, "ok": True}
        once = {"ack": anna.number + 1, "ok": True, "repeated": True}
        assert anna.do("play", **again) == once, "and nothing about what others did in secret"


def test_what_cannot_be_is_refused_in_words(visited: TestClient[Litestar]) -> None:
    anna, _, cleo = sit(visited, "yaxha")
    with anna, cleo:
        version = anna.ask()["version"]
        refused = anna.do("play", move=30, version=version, action_id="a")
        assert (refused["ok"], refused["guide"]) == (False, f"/rules/yaxha#{refused['rule']}")
        assert anna.do("play", move=0, version=version + 5, action_id="b")["rule"] == "stale_version"
        assert "watching" in cleo.do("play", move=0, version=0, action_id="c")["text"]
        for wrong in (
            {"what": "dance"},
            {"what": "play", "move": "x", "version": version, "action_id": "d"},
            {"what": "play", "move": 0, "version": version, "action_id": ""},
            {"what": "at", "k": 1 << 50},
        ):
            assert anna.do(**wrong)["rule"] == "bad_message"
        for text in ("{", "[]", '{"n": "x"}', json.dumps({"n": 1, "do": "x" * 5000})):
            anna.socket.send_text(text)
            heard = anna.until("ack")
            assert (heard["ack"], heard["rule"]) == (0, "bad_message")
        assert anna.do("ping")["ok"]


def test_a_position_that_cannot_be_shown_does_not_cut_the_page_off(
    visited: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben, _ = sit(visited, "yaxha")
    with anna, ben:
        anna.until("panels")
        ben.until("panels")
        with monkeypatch.context() as broken:
            broken.setattr("tablero.site.table.page_cache.build_table_page", lambda *_: 1 // 0)
            assert anna.play(1)["ok"]
            assert anna.do("ping")["ok"]
        assert anna.do("undo", action_id="u")["ok"]
        assert anna.play(0)["ok"]
        assert anna.do("look", turn=1)["ok"]
        assert anna.until("panels")


def test_there_is_nothing_to_follow_at_a_table_that_does_not_exist(visited: TestClient[Litestar]) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        visited.websocket_connect("/t/nowhere/live?move=3&turn=2") as socket,
    ):
        socket.receive(timeout=LIMIT)
    assert closed.value.code == 4404


def test_a_page_of_another_build_is_loaded_anew(visited: TestClient[Litestar]) -> None:
    anna, *_ = sit(visited, "maya")
    home = {"Origin": str(visited.base_url).rstrip("/"), **anna.headers}
    current = asset("table.js").rpartition("/")[2]
    for query, first in (("", "reload"), ("?build=table.0123456789.js", "reload"), (f"?build={current}", "panels")):
        with visited.websocket_connect(f"/t/{anna.id}/live{query}", headers=home) as socket:
            message = socket.receive(timeout=LIMIT)
            assert first in json.loads(message.get("text") or zlib.decompress(message["bytes"])), query


def test_the_lobby_hears_of_new_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablero.site.web.sockets.LOBBY_PAUSE", 0.01)
    with (
        TestClient(create_app(Settings(database=str(tmp_path / "games.db")))) as client,
        client.websocket_connect("/live") as socket,
    ):

        def hear() -> dict[str, Any]:
            message = socket.receive(timeout=LIMIT)
            heard: dict[str, Any] = json.loads(message.get("text") or zlib.decompress(message["bytes"]))
            return heard

        assert set(hear()) == {"mine", "free"}
        socket.send_text("nonsense")
        socket.send_json({"n": 1, "do": "ping"})
        assert hear() == {"ack": 1, "ok": True}
        client.cookies.clear()
        client.post("/api/tables", json={"game": "maya", "seats": 2, "holders": ["me", "open"], "name": "Inés"})
        assert "Inés" in hear()["free"]


def test_people_are_told_when_a_bot_is_held_up_even_without_a_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the page goes on by itself once the database is back."""
    game = "yaxha"
    monkeypatch.setattr(updates, "LATE_SECONDS", 0.5)
    monkeypatch.setattr(updates, "STORE_PAUSE", 0.05)
    monkeypatch.setattr(BotScheduler, "wake", lambda self, id: None)
    app = create_app(Settings(database=str(tmp_path / "games.db"), bot_pause=0))
    with TestClient(app) as client:
        wanted = {"game": game, "seats": 2, "holders": ["me", "level1"]}
        with Seat(client, client.post("/api/tables", json=wanted).json()) as anna:
            anna.until("panels")
            while 0 in anna.ask()["actors"]:
                assert anna.play()["ok"]
            newest = anna.ask()["version"]
            while newest not in [heard.get("version") for heard in anna.news]:
                anna.hear()  # that it is the bot's turn, or nobody knows who is late
            store, works = services_of(app).store, services_of(app).store.table
            away = True

            async def fail(id: str, heard: int | None = None) -> Any:
                if away:
                    raise StoreError("the database is away")
                return await works(id, heard)

            with client.portal() as portal:
                monkeypatch.setattr(store, "table", fail)
                portal.call(store._publish, anna.id, 0)
                while "held up" not in anna.until("prompt")["prompt"]:
                    pass
                away = False
                seat = next(seat for seat in anna.ask()["actors"] if seat != 0)
                portal.call(move_for, store, anna.id, seat)
                while "held up" in anna.until("prompt")["prompt"]:
                    pass


async def move_for(store: Store, id: str, seat: int) -> None:
    """All that a seat owes."""
    while seat in (table := await store.table(id)).actors():
        move = table.state.moves(seat)[0]
        await store.play(id, seat, move, table.version_for(seat), f"at last {table.version}")


@pytest.mark.parametrize("game", EVERY)
def test_the_first_message_says_what_the_page_shows_already(visited: TestClient[Litestar], game: str) -> None:
    anna, ben, _ = sit(visited, game)
    page = visited.get(f"/t/{anna.id}", headers=anna.headers).text
    served = json.loads(unescape(page.partition('data-served="')[2].partition('"')[0]))
    with anna, ben:
        digests = anna.until("panels")["digests"]
        assert {place for place in digests if served.get(place) != digests[place]} <= {"people"}  # both have come
        assert (anna if 0 in anna.ask()["actors"] else ben).play()["ok"]
        anna.do("show")
        assert "digests" not in anna.news[-1], "only a page that has just come shows what it was served with"
