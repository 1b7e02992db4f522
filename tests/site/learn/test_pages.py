"""Learning over the wire: the coach answers, progress is kept, examples are tried, and the lobby knows who is new."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from tablero.games import game as find_game
from tablero.games import games
from tablero.site.server.app import create_app
from tablero.site.settings import Settings
from tests.limits import LIMIT
from tests.site.table.test_live import Seat

EVERY = [each.name for each in games()]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    app = create_app(Settings(database=str(tmp_path_factory.mktemp("learn") / "games.db"), bot_pause=0))
    with TestClient(app) as opened:
        yield opened


@pytest.fixture
def client(site: TestClient[Litestar]) -> TestClient[Litestar]:
    """A new visitor."""
    site.cookies.clear()
    assert site.get("/").status_code == 200
    return site


class Pupil(Seat):
    """Somebody in a lesson."""

    def __init__(self, client: TestClient[Litestar], path: str) -> None:
        super().__init__(client, {"id": path})
        self.path = path

    def __enter__(self) -> "Pupil":
        self.socket = self.client.websocket_connect(f"{self.path}/live").__enter__()
        self.until("lesson")
        return self

    @property
    def card(self) -> str:
        return unescape(self.places["lesson"])

    def of(self, name: str) -> str:
        found = re.search(f'data-{name}="([^"]*)"', self.places["lesson"])
        assert found is not None
        return unescape(found[1])

    def coach(self, what: Any) -> dict[str, Any]:
        return self.do("coach", button=what)

    def turned(self, doing: dict[str, Any]) -> None:
        """Wait for the next card: it may have come before the acknowledgement."""
        assert doing["ok"], doing
        while self.now == self.before:
            self.hear()

    @property
    def now(self) -> tuple[str, str]:
        return self.of("step"), self.of("asked")

    def on(self) -> None:
        """Do what the coach asks for."""
        asked = self.of("asked")
        self.turned(self.move(int(asked)) if asked else self.coach("next"))

    def do(self, what: str, **more: Any) -> dict[str, Any]:
        self.before = self.now
        return super().do(what, **more)

    def move(self, move: int) -> dict[str, Any]:
        version = next((news["version"] for news in reversed(self.news) if "version" in news), 0)
        return self.do("play", move=move, version=version, action_id=f"{self.number}")


@pytest.mark.parametrize("game", EVERY)
def test_a_lesson_is_played_by_doing_what_is_asked(client: TestClient[Litestar], game: str) -> None:
    name, lesson = next(iter(find_game(game).course.lessons.items()))
    with Pupil(client, f"/learn/{game}/{name}") as pupil:
        for _ in range(8):
            pupil.on()
        there = pupil.of("step")
    with Pupil(client, f"/learn/{game}/{name}") as again:
        assert again.of("step") == there, "who comes back goes on where they were"
    assert there != lesson.steps[0].id


def test_another_legal_move_is_answered_and_taken_back(client: TestClient[Litestar]) -> None:
    course = find_game("yaxha").course
    step = next(step for step in course.lessons["main"].steps if step.do and step.answers)
    assert client.get(f"/learn/yaxha/main?step={step.id}").status_code == 200
    with Pupil(client, "/learn/yaxha/main") as pupil:
        asked = int(pupil.of("asked"))
        board = "".join(pupil.places.values())
        wrong = next(move for move in map(int, re.findall(r'data-move="(\d+)"', board)) if move != asked)
        assert pupil.move(wrong)["ok"]
        while "answering" not in pupil.card:
            pupil.hear()
        assert any(said in pupil.card for said in step.answers.values())
        assert pupil.of("step") == step.id
        assert int(pupil.of("asked")) == asked
        refused = pupil.do("play", move=10**9, version=0, action_id="x")
        assert not refused["ok"]


def test_the_buttons_of_the_coach(client: TestClient[Litestar]) -> None:
    with Pupil(client, "/learn/maya/main") as pupil:
        first = pupil.of("step")
        pupil.turned(pupil.coach("next"))
        assert pupil.of("step") != first
        pupil.turned(pupil.coach("back"))
        assert pupil.of("step") == first
        assert pupil.coach("dance")["ok"], "what it does not know it leaves alone"
        assert not pupil.coach(7)["ok"]


def test_the_end_sends_people_into_a_real_game_against_beginners(client: TestClient[Litestar]) -> None:
    name = "yaxha"
    steps = find_game(name).course.lessons["main"].steps
    client.get(f"/learn/{name}/main?step={steps[-1].id}")
    with Pupil(client, f"/learn/{name}/main") as pupil:
        for _ in range(5):
            if pupil.of("step") == "end":
                break
            pupil.on()
        assert pupil.of("step") == "end"
        assert 'action="/play/yaxha?level=1"' in pupil.card
    page = client.get("/").text
    assert "level 1" in page
    opened = client.post("/play/yaxha?level=1", follow_redirects=True)
    assert "bot 1" in opened.text
    assert client.post("/play/yaxha?level=9").status_code == 404


def test_a_game_goes_on_from_where_a_lesson_ends(client: TestClient[Litestar]) -> None:
    answer = client.post("/learn/tzolkin/main/play", follow_redirects=True)
    assert answer.status_code == 200
    assert "/t/" in str(answer.url)
    assert "Tzolk" in answer.text
    over = client.post("/learn/yaxha/main/play")
    assert over.status_code == 404, "that lesson plays its game to the end"


def test_the_lobby_offers_learning_first_until_a_second_table(client: TestClient[Litestar]) -> None:
    page = client.get("/").text
    card = page[page.index('id="game-maya"') :]
    assert card.index("/learn/maya/main") < card.index("/play/maya")
    for learning_first in (True, False):
        client.post("/play/maya")
        page = client.get("/").text
        card = page[page.index('id="game-maya"') :]
        card = card[: card.index("</article>")]
        assert (card.index("/learn") < card.index("/play/maya")) == learning_first


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_the_lessons_are_listed_in_every_language(client: TestClient[Litestar], language: str) -> None:
    client.post("/language", data={"language": language, "back": "/learn"})
    page = client.get("/learn").text
    assert f'lang="{language}"' in page
    for game in games():
        for lesson in game.course.lessons.values():
            assert f"/learn/{game.name}/{lesson.name}" in page
    client.post("/language", data={"language": "en", "back": "/"})


def test_a_game_is_learned_from_its_first_lesson_on(client: TestClient[Litestar]) -> None:
    assert str(client.get("/learn/maya", follow_redirects=True).url).endswith("/learn/maya/main")


def test_what_is_not_there_is_not_found(client: TestClient[Litestar]) -> None:
    for path in (
        "/learn/chess",
        "/learn/chess/main",
        "/learn/maya/nothing",
        "/learn/maya/main?step=zz",
        "/learn/maya/try/nothing",
    ):
        assert client.get(path).status_code == 404, path
    for path in ("/learn/maya/nothing/live", "/learn/maya/try/nothing/live", "/learn/chess/main/live"):
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(path) as socket:
            socket.receive(timeout=LIMIT)


def test_an_example_is_tried_and_set_up_again(client: TestClient[Litestar]) -> None:
    for game in games():
        for figure in list(game.figures.values())[:2]:
            path = f"/learn/{game.name}/try/{figure.id}"
            assert client.get(path).status_code == 200
            with Pupil(client, path) as pupil:
                moves = re.findall(r'data-move="(\d+)"', "".join(pupil.places.values()))
                if moves:
                    assert pupil.move(int(moves[0]))["ok"]
                assert pupil.coach("again")["ok"]
