"""Puzzles over the wire: a turn is played as at the table and judged, the first try counts, days and figures follow."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tablero.analysis.puzzle_set import games_with_puzzles, puzzle_set
from tablero.analysis.puzzles import JudgedTurn, Puzzle
from tablero.site.server.app import create_app
from tablero.site.settings import Settings
from tests.site.table.test_live import Seat

EVERY = games_with_puzzles()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    app = create_app(Settings(database=str(tmp_path_factory.mktemp("puzzles") / "games.db"), bot_pause=0))
    with TestClient(app) as opened:
        yield opened


@pytest.fixture
def client(site: TestClient[Litestar]) -> TestClient[Litestar]:
    """Somebody new."""
    site.cookies.clear()
    assert site.get("/").status_code == 200
    return site


class Solver(Seat):
    """Somebody at a puzzle."""

    def __init__(self, client: TestClient[Litestar], puzzle: Puzzle) -> None:
        super().__init__(client, {"id": f"/puzzles/{puzzle.game}/{puzzle.id}"})
        self.puzzle = puzzle
        self.path = f"/puzzles/{puzzle.game}/{puzzle.id}"

    def __enter__(self) -> "Solver":
        self.socket = self.client.websocket_connect(f"{self.path}/live").__enter__()
        self.until("puzzle")
        return self

    @property
    def card(self) -> str:
        return unescape(self.places["puzzle"])

    @property
    def stage(self) -> str:
        found = re.search(r'data-stage="(\w+)"', self.places["puzzle"])
        assert found is not None
        return found[1]

    def press(self, button: Any) -> dict[str, Any]:
        return self.do("puzzle", button=button)

    def turn(self, turn: JudgedTurn) -> str:
        """Play a whole turn; return what became of it."""
        for number, move in enumerate(self.puzzle.moves(turn)):
            version = next((news["version"] for news in reversed(self.news) if "version" in news), 0)
            answer = self.do("play", move=move, version=version, action_id=f"{self.number}-{number}")
            assert answer["ok"], answer
            while next((news["version"] for news in reversed(self.news) if "version" in news), 0) == version:
                self.hear()
        while self.stage in ("asking", "judging"):
            self.hear()
        return self.stage


def simple(game: str) -> Puzzle:
    """Return a puzzle whose answer takes few moves."""
    return min(puzzle_set(game), key=lambda one: (len(one.best.moves), one.id))


@pytest.mark.parametrize("game", EVERY)
def test_the_best_turn_solves_a_puzzle_and_another_one_says_what_it_overlooks(
    client: TestClient[Litestar], game: str
) -> None:
    puzzle = simple(game)
    page = client.get(f"/puzzles/{game}/{puzzle.id}")
    assert page.status_code == 200
    assert str(puzzle.rating) in page.text
    with Solver(client, puzzle) as solver:
        assert solver.stage == "asking"
        assert solver.turn(puzzle.rival) == "wrong"
        assert "Not the best turn" in solver.card
        assert "2 tries left" in solver.card
        assert solver.press("again")["ok"]
        while solver.stage != "asking":
            solver.hear()
        assert solver.turn(puzzle.best) == "right"
        assert f"{round(100 * puzzle.best.chance)} %" in solver.card
        assert 'href="/puzzles/' + game + '/next"' in solver.card
