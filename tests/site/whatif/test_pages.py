"""What-if over a connection: a tree begins at a moment, grows, is evaluated, kept, shared and copied."""

import asyncio
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from tablero import seeded
from tablero.games import games
from tablero.site.server.app import create_app
from tablero.site.settings import Settings
from tablero.store import Store
from tablero.table import Holder
from tests.limits import LIMIT
from tests.site.table.test_live import Seat
from tests.store.matches import play_quickly

EVERY = [each.name for each in games()]


async def lay(database: Path) -> dict[str, str]:
    """A finished table of every game, of two people who are not here."""
    store = await Store.open(str(database))
    tables = {}
    for name in EVERY:
        holders = [Holder("person", "Inés", "ines"), Holder("person", "Marco", "marco")]
        tables[name] = await store.open_table(name, 2, {}, holders, "ines")
        await play_quickly(store, tables[name], seeded(1))
    await store.close()
    return tables


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient[Litestar], dict[str, str]]]:
    database = tmp_path_factory.mktemp("whatif") / "games.db"
    tables = asyncio.run(lay(database))
    app = create_app(Settings(database=str(database), bot_pause=0))
    with TestClient(app) as opened:
        yield opened, tables


@pytest.fixture
def client(laid: tuple[TestClient[Litestar], dict[str, str]]) -> TestClient[Litestar]:
    """A new visitor."""
    laid[0].cookies.clear()
    assert laid[0].get("/").status_code == 200
    return laid[0]


@pytest.fixture
def tables(laid: tuple[TestClient[Litestar], dict[str, str]]) -> dict[str, str]:
    return laid[1]


class Board(Seat):
    """Somebody at a what-if board."""

    def __init__(self, client: TestClient[Litestar], path: str) -> None:
        super().__init__(client, {"id": path})
        self.path = path

    def __enter__(self) -> "Board":
        self.socket = self.client.websocket_connect(f"{self.path}/live").__enter__()
        self.until("branches")
        return self

    @property
    def branches(self) -> str:
        return unescape(self.places["branches"])

    def what(self, what: str, **more: Any) -> dict[str, Any]:
        return self.do("what-if", button=what, **more)

    def choices(self) -> list[int]:
        page = "".join(html for place, html in self.places.items() if place not in ("branches", "history", "log"))
        return sorted(set(map(int, re.findall(r'data-move="(\d+)"', page))))

    def move(self, choice: int = 0) -> dict[str, Any]:
        version = next((news["version"] for news in reversed(self.news) if "version" in news), 0)
        moves = self.choices()
        return self.do("play", move=moves[choice % len(moves)], version=version, action_id=f"{self.number}")

    def move_all_seats(self) -> None:
        """No bot answers: of two seats the one that is not mine becomes mine. The last one of mine cannot be given."""
        assert self.what("seat", seat=0)["ok"] or self.what("seat", seat=1)["ok"]

    def wait(self, words: str, place: str = "branches") -> None:
        """Until a part of the page says something."""
        for _ in range(200):
            if words in unescape(self.places.get(place, "")):
                return
            self.hear()
        raise AssertionError(f"it never says {words!r}")


def begin(client: TestClient[Litestar], address: str) -> str:
    """Where a way onto a board leads."""
    answer = client.get(address, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    assert answer.url.path.startswith("/whatif/")
    return str(answer.url.path)


@pytest.mark.parametrize("game", EVERY)
def test_a_branch_of_a_finished_game_is_played_and_found_again(
    client: TestClient[Litestar], tables: dict[str, str], game: str
) -> None:
    address = f"/t/{tables[game]}/whatif?move=20"
    path = begin(client, address)
    with Board(client, path) as board:
        assert "Branches from move 20" in board.branches
        board.move_all_seats()
        assert board.move()["ok"]
        board.wait("<i>A</i>")
    assert begin(client, address) == path, "one tree for each person and game"
    with Board(client, path) as again:
        again.wait("<i>A</i>")
        again.move_all_seats()  # whoever comes back moves the seat of that moment
        assert again.what("go", branch="A", count=1)["ok"]
        again.wait("branch A, 1 move after move 20", "what-note")
        assert again.what("step", by=-1)["ok"]
        assert again.what("remove", branch="A")["ok"]
        assert again.what("restore")["ok"]
        again.wait("<i>A</i>")
    real = client.get(f"/t/{tables[game]}").text
    assert 'data-over="yes"' in real


def test_bots_answer_and_go_on_to_the_end_and_chances_are_told(
    client: TestClient[Litestar], tables: dict[str, str]
) -> None:
    path = begin(client, f"/t/{tables['yaxha']}/whatif?move=70&on=1")
    with Board(client, path) as board:
        assert board.what("level", level=1)["ok"]
        assert board.what("weigh")["ok"]
        board.wait("give or take", "worth")
        shares = [int(share) for share in re.findall(r"<b>(\d+)<span", board.places["worth"])]
        assert len(shares) == 2
        assert 99 <= sum(shares) <= 101
        advice = board.do("advise")
        assert advice["ok"], advice
        assert advice["advice"]["move"] in board.choices()
        assert board.what("end")["ok"]
        board.wait("This branch has come to its end")
        board.wait("the game is over", "worth")
        assert board.do("undo", action_id="u")["ok"]


def test_bad_messages_are_answered(client: TestClient[Litestar], tables: dict[str, str]) -> None:
    with Board(client, begin(client, f"/t/{tables['maya']}/whatif?move=4")) as board:
        for wrong in (
            {"button": "dance"},
            {"button": "go", "branch": "AB", "count": 1},
            {"button": "go", "branch": 7, "count": 1},
            {"button": "level", "level": 99},
            {"button": "seat", "seat": 9},
            {"button": "go", "branch": "H", "count": 1},
            {"button": ["go"]},
            {"button": "remove", "branch": "C"},
            {"button": "restore"},
        ):
            assert not board.do("what-if", **wrong)["ok"], wrong
        # Whose move it was there is chance, and that seat alone cannot be given away.
        given = [board.what("seat", seat=seat) for seat in (0, 1)]
        assert any(answer["ok"] for answer in given), given
    for address in ("?move=9999", "?move=-1", "?move=x"):
        assert client.get(f"/t/{tables['maya']}/whatif{address}").status_code in (400, 404)
    assert client.get("/t/nowhere/whatif").status_code == 404
    assert client.get("/whatif/nowhere").status_code == 404
    assert client.get("/learn/maya/main/whatif?step=nowhere").status_code == 404
    assert client.get("/learn/maya/try/nowhere/whatif").status_code == 404
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/whatif/nowhere/live") as socket:
        socket.receive_text(timeout=LIMIT)


def test_who_is_sent_a_link_looks_round_and_goes_on_in_a_copy(
    client: TestClient[Litestar], tables: dict[str, str]
) -> None:
    path = begin(client, f"/t/{tables['maya']}/whatif?move=9")
    with Board(client, path) as board:
        assert board.move()["ok"]
        board.wait("<i>A</i>")
    client.cookies.clear()
    with Board(client, path) as friend:
        friend.wait("Somebody shared this with you")
        assert friend.what("go", branch="A", count=1)["ok"]
        assert friend.what("go", branch="", count=9)["ok"]
        friend.wait("the real game after move 9", "what-note")
        refused = friend.move(1)
        assert not refused["ok"]
        assert "copy" in refused["text"]
        assert not friend.what("weigh")["ok"]
    copied = client.post(f"{path}/copy", follow_redirects=True)
    assert copied.status_code == 200
    assert copied.url.path != path
    with Board(client, copied.url.path) as own:
        own.wait("<i>A</i>")
        assert own.what("go", branch="", count=9)["ok"]
        own.wait("the real game after move 9", "what-note")
        assert own.move(1)["ok"]


def test_never_in_a_running_game_of_others_but_in_ones_own_against_bots(client: TestClient[Litestar]) -> None:
    opened = client.post("/open", data={"game": "maya", "seats-maya": "2", "kind1": "friend"}, follow_redirects=True)
    assert client.get(f"{opened.url.path}/whatif").status_code == 403
    alone = client.post("/play/maya?level=1", follow_redirects=True).url.path
    path = begin(client, f"{alone}/whatif")
    with Board(client, path) as board:
        assert board.choices()
        assert f'href="{alone}"' in board.places["prompt"]
    client.cookies.clear()
    assert client.get(f"{alone}/whatif").status_code == 403


@pytest.mark.parametrize("address", ["/learn/maya/main/whatif", "/learn/yaxha/try/{figure}/whatif"])
def test_lessons_and_examples_lead_onto_a_board(client: TestClient[Litestar], address: str) -> None:
    figure = next(iter(next(game for game in games() if game.name == "yaxha").figures))
    with Board(client, begin(client, address.format(figure=figure))) as board:
        assert "Branches from move 0" in board.branches
