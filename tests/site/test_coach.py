"""The coach of the first games: who has one, and what it says."""

from __future__ import annotations

from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tablero import seeded
from tablero.core.speech import Speech
from tablero.games import games
from tablero.site.bot_seats import BotSeats
from tablero.site.coach import coach_line
from tablero.site.language import Tongue
from tablero.site.tableau import Sight, tableau
from tablero.store import House
from tablero.table import Holder, Table
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
