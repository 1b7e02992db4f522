"""Talk over a table's own connection: who reads what, in which language, and what a stranger can do with it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tablero.site.server.app import create_app
from tablero.site.settings import Limits, Settings
from tablero.site.web.services import services_of
from tablero.table import Cause
from tests.site.table.test_live import Seat, sit


@pytest.fixture(scope="module")
def visited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    limits = Limits(lines_at_once=6, lines_per_minute=1)
    app = create_app(Settings(database=str(tmp_path_factory.mktemp("talk") / "games.db"), bot_pause=0, limits=limits))
    with TestClient(app) as opened:
        yield opened


def talk(page: Seat, words: str) -> dict[str, Any]:
    """The newest talk that brings these words."""
    while True:
        for heard in reversed(page.news):
            if words in heard.get("talk", {}).get("html", ""):
                told: dict[str, Any] = heard["talk"]
                return told
        page.until("talk")


def test_players_and_those_who_watch_speak_apart(visited: TestClient[Litestar]) -> None:
    anna, ben, cleo = sit(visited, "maya")
    with anna, ben, cleo:
        assert anna.do("say", text="  Hello\tBen ")["ok"]
        assert "Hello Ben" in talk(ben, "Hello Ben")["html"]
        assert "Hello Ben" in talk(cleo, "Hello Ben")["html"]
        assert cleo.do("say", text="Take the left one")["ok"]
        assert "Take the left one" in talk(cleo, "Take the left one")["html"]
        assert ben.do("say", phrase="thanks")["ok"]
        talk(anna, "Thank you")
        assert "left one" not in str(anna.news)
    read = visited.get(f"/api/tables/{anna.id}/talk", headers=anna.headers).json()
    assert [(line["seat"], line["text"]) for line in read] == [(0, "Hello Ben"), (1, "Thank you")]
    watched = visited.get(f"/api/tables/{anna.id}/talk").json()
    assert [line["seat"] for line in watched] == [0, None, 1]


def test_a_phrase_is_read_in_each_readers_language(visited: TestClient[Litestar]) -> None:
    anna, ben, _ = sit(visited, "yaxha")
    ben.headers["Accept-Language"] = "fr"
    with anna, ben:
        anna.do("say", phrase="well_played")
        assert "Well played" in talk(anna, "Well played")["html"]
        assert "Bien joué" in talk(ben, "Bien joué")["html"]


def test_words_are_words_and_nothing_else(visited: TestClient[Litestar]) -> None:
    anna, ben, _ = sit(visited, "yaxha")
    with anna, ben:
        assert anna.do("say", text="<img src=x onerror=alert(1)> /kick ben")["ok"]
        assert "&lt;img src=x" in talk(ben, "/kick ben")["html"]
        for refused in ({"text": " \n "}, {"text": "x" * 501}, {"phrase": "curse"}, {"text": 7}, {"text": None}):
            answer = anna.do("say", **refused)
            assert not answer["ok"]
            assert answer["text"]


def test_a_flood_is_stopped_for_the_flooder_alone(visited: TestClient[Litestar]) -> None:
    anna, ben, _ = sit(visited, "yaxha")
    with anna, ben:
        said = [anna.do("say", text=f"line {n}")["ok"] for n in range(10)]
        assert said[:5] == [True] * 5
        assert not all(said)
        assert ben.do("say", text="Calm down")["ok"]


def test_whoever_is_muted_is_hidden_from_one_reader(visited: TestClient[Litestar]) -> None:
    anna, ben, cleo = sit(visited, "yaxha")
    with anna, ben, cleo:
        anna.do("say", text="Bad words")
        talk(ben, "Bad words")
        assert ben.do("mute", line=1, on=True)["ok"]
        assert "hidden, show" in talk(ben, "hidden, show")["html"]
        assert "hidden, show" not in talk(cleo, "Bad words")["html"]
        assert not anna.do("mute", line=1, on=True)["ok"], "nobody mutes themselves"
        assert not anna.do("mute", line=77, on=True)["ok"]
        assert ben.do("mute", line=1, on=False)["ok"]
        ben.news.clear()
        assert talk(ben, "Bad words")["whole"]


def test_earlier_lines_are_read_by_the_page(visited: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablero.store.tables.chat.PAGE_SIZE", 2)
    anna, ben, _ = sit(visited, "yaxha")
    with anna:
        for n in range(5):
            anna.do("say", text=f"line {n}")
    with ben:
        shown = talk(ben, "line 4")
        assert shown["more"] == 4
        earlier = ben.do("earlier", before=4)
        assert "line 2" in earlier["earlier"]
        assert "line 0" not in earlier["earlier"]


def test_who_leaves_and_comes_back_is_told_between_the_lines(visited: TestClient[Litestar]) -> None:
    anna, ben, _ = sit(visited, "maya")
    store = services_of(visited.app).store
    with ben:
        ben.until("talk")
        with visited.portal() as gate:
            gate.call(store.append, anna.id, 0, "away", lambda t: t.leave(0, Cause.ABSENCE, "away"))
            assert "Anna is away" in talk(ben, "Anna is away")["html"]
            gate.call(store.append, anna.id, 0, "back", lambda t: t.come_back(0, "back"))
            assert "Anna is back" in talk(ben, "Anna is back")["html"]


def test_notes_are_ones_own(visited: TestClient[Litestar]) -> None:
    anna, ben, _ = sit(visited, "yaxha")
    where = f"/api/tables/{anna.id}/note"
    assert visited.put(where, headers=anna.headers, json={"text": "corn & <wood>"}).status_code == 200
    assert visited.put(where, headers=anna.headers, json={"text": "x" * 20_001}).status_code == 400
    assert visited.get(where, headers=anna.headers).json() == {"text": "corn & <wood>"}
    assert visited.get(where, headers=ben.headers).json() == {"text": ""}
    assert visited.get(where).status_code == 403
    assert visited.put(where, headers=ben.headers, json={"text": "mine"}).json() == {"text": "mine"}
    page = visited.get(f"/t/{anna.id}", headers=anna.headers).text
    assert "corn &amp; &lt;wood&gt;" in page


def test_what_is_said_is_no_part_of_the_record(visited: TestClient[Litestar]) -> None:
    anna, _, _ = sit(visited, "yaxha")
    said = visited.post(f"/api/tables/{anna.id}/talk", headers=anna.headers, json={"text": "A secret between us"})
    assert said.json() == {"number": 1}
    assert "secret between" not in visited.get(f"/api/tables/{anna.id}/record", headers=anna.headers).text


def test_against_bots_alone_there_is_nobody_to_talk_to(visited: TestClient[Litestar], tmp_path: Path) -> None:
    wanted = {"game": "yaxha", "seats": 2, "holders": ["me", "level1"]}
    visited.cookies.clear()
    seated = visited.post("/api/tables", json=wanted).json()
    page = visited.get(f"/t/{seated['id']}").text
    assert 'id="aside-talk"' not in page
    assert 'id="aside-note"' in page
