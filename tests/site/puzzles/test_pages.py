"""Puzzles over the wire: a turn is played as at the table and judged, the first try counts, days and figures follow."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tablero.analysis.puzzle_set import games_with_puzzles, puzzle_set
from tablero.analysis.puzzles import JudgedTurn, Puzzle
from tablero.site.server.app import create_app
from tablero.site.settings import Settings
from tablero.site.web.services import services_of
from tests.site.table.test_live import Seat

EVERY = games_with_puzzles()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    app = create_app(Settings(database=str(tmp_path_factory.mktemp("puzzles") / "games.db"), bot_pause=0))
    with TestClient(app) as opened:
        yield opened


@pytest.fixture
def client(site: TestClient[Litestar]) -> TestClient[Litestar]:
    """A new visitor."""
    site.cookies.clear()
    assert site.get("/").status_code == 200
    return site


class Solver(Seat):
    """A visitor at a puzzle."""

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


def asked(client: TestClient[Litestar], question: Callable[..., Any], *words: Any) -> Any:
    """What the store of the site answers, in the site's own thread."""
    with client.portal() as portal:
        return portal.call(question, *words)


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


def test_days_ratings_and_figures_follow_from_the_first_try(client: TestClient[Litestar]) -> None:
    page = client.get("/puzzles")
    assert page.status_code == 200
    assert "0 days in a row" in page.text
    where = client.get("/puzzles/today", follow_redirects=False).headers["location"]
    _, _, game, id = where.split("/")
    puzzle = puzzle_set(game)[id]
    with Solver(client, puzzle) as solver:
        assert "Today's puzzle" in solver.card
        assert solver.turn(puzzle.best) == "right"
        assert "1 day in a row" in solver.card
        assert re.search(r"<b>\+\d+</b>", solver.card), "the rating has risen"
    page = client.get("/puzzles")
    assert "1 day in a row" in page.text
    assert "1 solved it today" in page.text
    assert f"1 of {len(puzzle_set(game))} solved" in page.text
    with Solver(client, puzzle) as solver:  # as it was left
        assert solver.stage == "right"
    client.cookies.clear()
    assert "1 person solved it today." in client.get("/").text
    with Solver(client, puzzle) as solver:
        assert "1 person has tried it, 1 found it at once" in solver.card


def test_an_answer_that_was_shown_is_not_solved_and_a_hint_lights_its_next_move(client: TestClient[Litestar]) -> None:
    puzzle = simple("tzolkin")
    with Solver(client, puzzle) as solver:
        assert solver.press("hint")["ok"]
        while 'data-lit=""' in solver.places["puzzle"]:
            solver.hear()
        assert f'data-lit="{puzzle.moves(puzzle.best)[0]}"' in solver.places["puzzle"]
        assert solver.press("show")["ok"]
        while solver.stage != "shown":
            solver.hear()
        assert "The best turn" in solver.card
        assert not solver.press("nonsense")["ok"]
        assert not solver.press(7)["ok"]
    assert "0 days in a row" in client.get("/puzzles").text
    again = client.get("/puzzles/tzolkin/next", follow_redirects=False)
    assert again.status_code == 303
    assert puzzle.id not in again.headers["location"], "it comes back when it is due, not at once"


def test_a_page_shows_what_the_seat_knows_and_no_answer(client: TestClient[Litestar]) -> None:
    puzzle = simple("yaxha")
    page = client.get(f"/puzzles/yaxha/{puzzle.id}").text
    assert f"{round(100 * puzzle.best.chance)} %" not in page
    assert str(puzzle.position["luck"][0]) not in page
    told = client.get(f"/api/puzzles/yaxha/{puzzle.id}").json()
    assert told["view"] == puzzle.state().view(puzzle.seat)
    assert "turns" not in told
    assert "luck" not in str(told["view"])


def test_programs_list_and_try_puzzles(client: TestClient[Litestar]) -> None:
    listed = client.get("/api/puzzles/maya").json()
    assert [one["rating"] for one in listed] == sorted(one["rating"] for one in listed)
    assert len(listed) == len(puzzle_set("maya"))
    puzzle = simple("maya")
    told = client.get(f"/api/puzzles/maya/{puzzle.id}").json()
    assert puzzle.best.moves[0] in told["moves"]
    address = f"/api/puzzles/maya/{puzzle.id}/try"
    best = client.post(address, json={"moves": puzzle.best.moves}).json()
    assert best == {"right": True, "chance": puzzle.best.chance, "lead": 0.0, "give": puzzle.best.give}
    assert not client.post(address, json={"moves": puzzle.rival.moves}).json()["right"]
    for moves, words in (
        (puzzle.best.moves[:1], "not over yet"),
        ([*puzzle.best.moves, "end"], "the turn is over"),
        (["sing"], "is no move"),
        ([], "moves"),
    ):
        answer = client.post(address, json={"moves": moves})
        assert answer.status_code == 400, answer.text
        assert words in answer.text
    assert client.get("/api/puzzles/chess").status_code == 404
    assert client.get("/api/puzzles/maya/none").status_code == 404


@pytest.mark.parametrize(
    "path", ["/puzzles/chess", "/puzzles/chess/next", "/puzzles/maya/none", "/puzzles/maya/none/whatif"]
)
def test_what_is_not_there_is_not_found(client: TestClient[Litestar], path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_archive_themes_pictures_and_what_if_open(client: TestClient[Litestar]) -> None:
    for game in EVERY:
        known = puzzle_set(game)
        assert client.get(f"/puzzles/{game}").text.count("<time") == 60
        theme, ids = next(iter(known.themes.items()))
        there = client.get(f"/puzzles/{game}/next?theme={theme}", follow_redirects=False).headers["location"]
        assert there.removeprefix(f"/puzzles/{game}/").removesuffix(f"?theme={theme}") in ids
        drawn = client.get(f"/puzzles/{game}/{ids[0]}/picture")
        assert drawn.content.startswith(b"\x89PNG")
        board = client.get(f"/puzzles/{game}/{ids[0]}/whatif", follow_redirects=False)
        assert board.headers["location"].startswith("/whatif/")


def test_a_moment_of_an_own_game_is_solved_by_its_owner_alone_and_changes_no_rating(
    client: TestClient[Litestar],
) -> None:
    store, puzzle = services_of(client.app).store, simple("maya")
    own = replace(puzzle, stage=2, position={**puzzle.position, "luck": [1, 2, 3, 4]})  # another one than in the set
    table = client.post("/api/tables", json={"game": "maya", "seats": 2, "holders": ["me", "level1"]}).json()["id"]
    person = asked(client, store.table, table).holders[0].person
    asked(client, store.own_puzzles.add, person, table, 5, 0.12, own)
    listed = client.get("/puzzles").text
    assert "From your own games" in listed
    assert "cost you 12 wins in 100" in listed
    assert client.get(f"/puzzles/maya/{own.id}/picture").content.startswith(b"\x89PNG")
    with Solver(client, own) as solver:
        assert "Only you see it" in solver.card
        assert solver.turn(own.best) == "right"
        assert f"/t/{table}/whatif?move=5" in solver.card
        assert "data-share" not in solver.card
    assert asked(client, store.puzzles.ratings, person) == {}
    assert [one.solved for one in asked(client, store.own_puzzles.of, person)] == [True]
    client.cookies.clear()
    assert client.get(f"/puzzles/maya/{own.id}").status_code == 404
