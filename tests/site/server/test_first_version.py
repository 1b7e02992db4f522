"""A database of version 0.1, made by that version (`first/`): its tables, seats, cookies and tokens still work."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tablero.core.record import Record
from tablero.games import game as find_game
from tablero.site.lobby.lists import MAX_OWN_SHOWN
from tablero.site.server.app import create_app
from tablero.site.settings import Settings
from tests.site.family import wait_until

FIRST = Path(__file__).with_name("first")
KNOWN: dict[str, Any] = json.loads((FIRST / "known.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def visited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    """The site of today on the database of then."""
    database = tmp_path_factory.mktemp("first") / "games.db"
    with sqlite3.connect(database) as connection:
        connection.executescript((FIRST / "games.sql").read_text("utf-8"))
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    connection.close()
    with TestClient(create_app(Settings(database=str(database), bot_pause=0))) as opened:
        yield opened


def ask(visited: TestClient[Litestar], method: str, path: str, who: str = "", token: str = "", **body: Any) -> Any:
    visited.cookies.clear()
    headers = {"Authorization": f"Bearer {token}"} if token else {"cookie": f"tablero={KNOWN['cookies'][who]}"}
    return visited.request(method, path, headers=headers, json=body or None)


@pytest.mark.parametrize("number", range(len(KNOWN["tables"])))
def test_a_table_of_then_is_there_with_its_seats_and_goes_on(visited: TestClient[Litestar], number: int) -> None:
    then = KNOWN["tables"][number]
    at = f"/api/tables/{then['id']}"
    for seat, who in enumerate(("Ana", "Ben")):
        by_cookie, by_token = (
            ask(visited, "GET", at, who).json(),
            ask(visited, "GET", at, token=then["tokens"][seat]).json(),
        )
        for shown in (by_cookie, by_token):
            assert (shown["seat"], shown["game"], shown["over"]) == (seat, then["game"], then["over"])
            assert [holder["name"] for holder in shown["holders"]] == ["Ana", "Ben"]
            assert (shown["actors"], shown["view"]["moves"]) == (then["actors"], then["moves"][seat])
            assert shown["version"] == then["versions"][seat]
        assert ask(visited, "GET", f"/t/{then['id']}", who).status_code == 200
    if then["over"]:
        record = Record.from_text(ask(visited, "GET", f"/t/{then['id']}/record", "Ana").text)
        record.verify(find_game(then["game"]))
        assert record.scores == (21, 38)
        return
    for seat, token in enumerate(then["tokens"]):
        shown = ask(visited, "GET", at, token=token).json()
        if seat in shown["actors"]:
            move = {"move": shown["view"]["moves"][0], "version": shown["version"], "action_id": f"today-{seat}"}
            assert ask(visited, "POST", f"{at}/play", token=token, **move).status_code == 200
            return
    pytest.fail("nobody can go on")


def test_lists_show_all_of_them_and_the_open_table_is_filled(visited: TestClient[Litestar]) -> None:
    every = [table["id"] for table in KNOWN["tables"]] + [KNOWN["open"]]

    def shown_among_my_games() -> bool:  # results of finished games are added while the site runs
        games = ask(visited, "GET", "/me/games", "Ana").text
        return all(f"/t/{id}" in games for id in every)

    wait_until(shown_among_my_games)
    lobby = ask(visited, "GET", "/", "Ana").text
    own = set(re.findall(r'<li id="mine-([\w-]+)"', lobby))
    assert len(own) == MAX_OWN_SHOWN, "the lobby shows the most urgent ones and leads to the others"
    unfinished = [table for table in KNOWN["tables"] if not table["over"]]
    assert {table["id"] for table in unfinished if 0 in table["actors"]} <= own
    assert own <= {table["id"] for table in unfinished} | {KNOWN["open"]}
    assert 'href="/me/games">All 5<' in lobby
    at = f"/api/tables/{KNOWN['open']}"
    assert not ask(visited, "GET", at, "Ana").json()["started"]
    assert ask(visited, "POST", f"{at}/join", "Ben", name="Ben").status_code == 201
    shown = ask(visited, "GET", at, "Ben").json()
    assert (shown["started"], shown["seat"]) == (True, 2)
