"""The board on which a plan is made, over the wire: for those who sit at the table, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from tablero.site.server.app import create_app
from tablero.site.settings import Settings
from tests.site.table.test_live import Seat


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    app = create_app(Settings(database=str(tmp_path_factory.mktemp("plans") / "games.db"), bot_pause=0))
    with TestClient(app) as opened:
        yield opened


def seated(client: TestClient[Litestar], **terms: Any) -> list[dict[str, Any]]:
    """A table of Yaxha with two people: what each was told when they sat down."""
    client.cookies.clear()
    content = {"game": "yaxha", "seats": 2, "holders": ["me", "open"], "name": "Ana", "terms": terms}
    ana = client.post("/api/tables", json=content).json()
    client.cookies.clear()
    marco = client.post(f"/api/tables/{ana['id']}/join", json={"name": "Marco"}).json()
    client.cookies.clear()
    return [ana, marco]


class Planner(Seat):
    """A player who makes a plan."""

    def __enter__(self) -> Planner:
        self.socket = self.client.websocket_connect(f"/t/{self.id}/plan/live", headers=self.headers).__enter__()
        self.until("branches")
        return self

    @property
    def lines(self) -> int:
        return unescape(self.places["branches"]).count('data-what="drop"')

    def what(self, button: str, **more: Any) -> dict[str, Any]:
        return self.do("what-if", button=button, **more)

    def try_move(self, move: int) -> None:
        before, version = (
            self.places["prompt"],
            next(news["version"] for news in reversed(self.news) if "version" in news),
        )
        answer = self.do("play", move=move, version=version, action_id=f"m{self.number}")
        assert answer["ok"], answer
        while self.places["prompt"] == before:
            self.hear()

    def changed(self, button: str, **more: Any) -> None:
        assert self.what(button, **more)["ok"]
        self.hear()


def test_a_plan_is_made_line_by_line_and_taken_away(client: TestClient[Litestar]) -> None:
    ana, marco = seated(client)
    headers = {"Authorization": f"Bearer {ana['token']}"}
    page = client.get(f"/t/{ana['id']}/plan", headers=headers)
    assert page.status_code == 200
    assert "What cancels it" in page.text
    assert f'href="/t/{ana["id"]}/plan"' in client.get(f"/t/{ana['id']}", headers=headers).text
    with Planner(client, ana) as planner:
        assert planner.what("keep")["text"].startswith("Try first")
        planner.try_move(0)
        planner.try_move(1)
        planner.changed("keep")
        assert planner.lines == 2, "what Ana takes now, and that she is asked after what Marco takes"
        planner.changed("form", line="0.0", form="any")
        assert "Whatever happens" in planner.places["branches"]
        planner.changed("play")
        assert client.get(f"/api/tables/{ana['id']}", headers=headers).json()["automatic"] == ["plan"]
        assert not planner.what("open", line="7")["ok"]
        assert not planner.what("drop", line="x")["ok"]
        planner.changed("drop", line="0.0")
        assert planner.lines == 1
        planner.changed("delete")
        assert planner.lines == 0
        assert client.get(f"/api/tables/{ana['id']}", headers=headers).json()["automatic"] == []
    assert client.get(f"/api/tables/{ana['id']}", headers=headers).json()["version"] == 1, (
        "nobody has done more than sit down"
    )
    assert marco["id"] == ana["id"]


def test_spectators_and_players_of_live_games_make_no_plans(client: TestClient[Litestar]) -> None:
    ana, _ = seated(client)
    stranger = client.get(f"/t/{ana['id']}/plan")
    assert (stranger.status_code, "No plan here" in stranger.text) == (403, True)
    client.cookies.clear()
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/t/{ana['id']}/plan/live") as socket:
        socket.receive()
    live, _ = seated(client, pace="live")
    headers = {"Authorization": f"Bearer {live['token']}"}
    assert "over days" in client.get(f"/t/{live['id']}/plan", headers=headers).text
    assert f"/t/{live['id']}/plan" not in client.get(f"/t/{live['id']}", headers=headers).text
