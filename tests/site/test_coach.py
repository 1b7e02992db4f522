"""The coach of the first games: who has one, what it says, and what it proposes when somebody asks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient, TestClient

from tablero import seeded
from tablero.core.speech import Speech
from tablero.games import games
from tablero.site.app import create_app
from tablero.site.bot_seats import BotSeats
from tablero.site.coach import AT_ONCE, QUESTIONS, Adviser, coach_line, told_advice
from tablero.site.language import Tongue
from tablero.site.settings import Settings
from tablero.site.tableau import Sight, tableau
from tablero.store import House
from tablero.table import Holder, Refusal, Table
from tests.site.test_live import Seat
from tests.store.matches import ANNA, BEN, play_quickly

EVERY = [game.name for game in games()]
SAID = "Look at <corn> before @1 does."


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has one thing to say, so that it can be found again."""

    def purpose(view: Any, say: Speech) -> str:
        return SAID if view["moves"] else ""

    for game in games():
        monkeypatch.setattr(game.words, "rule", lambda view: "a-rule", raising=False)
        monkeypatch.setattr(game.words, "purpose", purpose, raising=False)
    monkeypatch.setattr(BotSeats, "wake", lambda *_: None)  # bots need not move here


def laid(game: str, *others: Holder) -> Table:
    found = next(one for one in games() if one.name == game)
    holders = [ANNA, *(others or [Holder("bot", "Ixchel", level=1)])]
    seats = len(holders)
    table = Table("table-id", found, seats, found.settle_options(seats, None), holders, 7, "salt", ANNA.person)
    luck = seeded(7)
    while not table.state.owes(0) or len(table.state.moves(0)) < 2:
        seat = table.actors()[0]
        moves = table.state.moves(seat)
        table.take(table.play(seat, moves[luck.below(len(moves))], table.version_for(seat), f"m{table.version}"), checked=True)
    return table


# ---------------------------------------------------------------- what is on the page


@pytest.mark.parametrize("game", EVERY)
def test_a_step_has_its_rule_and_its_purpose_for_whoever_is_asked(game: str) -> None:
    table = laid(game)
    mine = tableau(table, Sight(seat=0, tongue=Tongue("en"), coached=True))
    assert f'href="/rules/{game}?table=table-id#a-rule"' in mine.parts["prompt"]
    assert "Look at &lt;corn&gt; before Ixchel does." in mine.parts["coach"]
    assert 'data-do="advise"' in mine.parts["coach"]
    for other in (
        Sight(seat=None, tongue=Tongue("en"), coached=True),
        Sight(seat=0, tongue=Tongue("en"), coached=True, at=0),
        Sight(seat=0, tongue=Tongue("en")),
    ):
        assert tableau(table, other).parts["coach"] == ""


def test_between_people_nothing_is_proposed() -> None:
    table = laid("maya", BEN)
    line = coach_line(table, table.view(0), 0, Tongue("es"), ["Anna", "Ben"])
    assert "before Ben does" in line
    assert "advise" not in line


@pytest.mark.anyio
async def test_a_person_has_a_coach_until_two_games_are_finished(client: AsyncTestClient[Litestar], house: House) -> None:
    await client.post("/name", data={"name": "Anna"})
    opened = await client.post("/play/yaxha", follow_redirects=True)
    assert 'data-coach="on"' in opened.text
    table = opened.url.path.rpartition("/")[2]
    person = (await house.table(table)).host
    me, bot = Holder("person", "Anna", person), Holder("bot", "Ixchel", level=1)
    for number, (game, left) in enumerate((("maya", "on"), ("yaxha", "on"), ("yaxha", "off"))):
        id = await house.open_table(game, 2, {}, [me, bot], person)
        await play_quickly(house, id, seeded(number))
        page = await client.get(f"/t/{table}")
        assert f'data-seat="0" data-coach="{left}"' in page.text, "games of another kind do not count"
    assert await house.finished_by(person, "yaxha") == 2
    client.cookies.clear()
    assert 'data-coach="o' not in (await client.get(f"/t/{table}")).text, "who watches has none"


# ---------------------------------------------------------------- what is proposed


@pytest.mark.parametrize("game", EVERY)
def test_a_proposal_names_the_move_and_what_it_brings(game: str) -> None:
    table = laid(game)
    moves = table.state.moves(0)[:5]
    for move in moves:
        told = told_advice(table, 0, [(move, 0.71), (moves[-1], 0.2)], Tongue("fr"))["advice"]
        assert "71" in told["reason"]
        assert told["move"] == move
        assert told["words"]
        assert "&" not in told["words"] + told["reason"], "the page writes it as text"
        alone = told_advice(table, 0, [(move, 1.0)], Tongue("fr"))["advice"]
        assert told["words"] not in alone["reason"]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with TestClient(create_app(Settings(database=str(tmp_path / "games.db"), bot_pause=0))) as opened:
        yield opened


def seated(client: TestClient[Litestar], *holders: str) -> Seat:
    wanted = {"game": "yaxha", "seats": 2, "holders": ["me", *holders], "name": "Anna"}
    return Seat(client, client.post("/api/tables", json=wanted).json())


def test_the_strongest_bot_answers_over_the_wire(site: TestClient[Litestar]) -> None:
    anna = seated(site, "level1")
    with anna:
        anna.until("panels")
        assert 0 in anna.ask()["actors"]
        answer = anna.do("advise")
        assert answer["ok"], answer
        moves = {offer["move"] for offer in anna.ask("/moves")["moves"]}
        assert answer["advice"]["move"] in moves
        assert set(answer["advice"]) == {"move", "words", "reason"}


def test_advice_is_refused_where_it_would_not_be_fair(site: TestClient[Litestar]) -> None:
    anna = seated(site, "open")
    site.cookies.clear()
    site.post(f"/api/tables/{anna.id}/join", json={"name": "Ben"})
    site.cookies.clear()
    watcher = Seat(site, {"id": anna.id})
    with anna, watcher:
        assert "decides alone" in anna.do("advise")["text"]
        assert "watching" in watcher.do("advise")["text"]


@pytest.mark.anyio
async def test_questions_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, ...]] = []

    class Quick:
        def executor(self) -> None:
            return None

        def close(self) -> None:
            pass

    table = laid("maya")
    adviser = Adviser()
    adviser._pool = Quick()  # type: ignore[assignment]
    # In this thread instead of a process: what is counted is the same.
    monkeypatch.setattr("tablero.site.coach.advise", lambda *given: (asked.append(given), given[1]["seats"])[1])
    for _ in range(QUESTIONS):
        await adviser.advice(table, 0, "anna")
    with pytest.raises(Refusal, match="too many questions"):
        await adviser.advice(table, 0, "anna")
    await adviser.advice(table, 0, "ben")
    adviser._waiting = AT_ONCE
    with pytest.raises(Refusal, match="too many questions"):
        await adviser.advice(table, 0, "cleo")
    with pytest.raises(Refusal, match="not your turn"):
        await adviser.advice(table, 1, "cleo")
    true = json.dumps(table.state.dump()["luck"])
    assert all(json.dumps(given[1]["luck"]) != true for given in asked), "the true position is thought about by nobody"
