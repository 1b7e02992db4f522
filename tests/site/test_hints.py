"""Hints: who may ask, what the strongest level proposes and why, over the wire and for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient, TestClient

from tablero.core.aspect import Reason
from tablero.insight.advice import Advice, Choice
from tablero.site.advice import AT_ONCE, QUESTIONS, Adviser, told_advice, told_reasons
from tablero.site.app import create_app
from tablero.site.bot_seats import BotSeats
from tablero.site.language import Tongue
from tablero.site.settings import Settings
from tablero.site.tableau import Sight, tableau
from tablero.store import House
from tablero.table import HINTS, Holder, Refusal
from tests.site.test_coach import EVERY, laid
from tests.site.test_live import Seat
from tests.store.matches import BEN

BOT = Holder("bot", "Ixchel", level=1)


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BotSeats, "wake", lambda *_: None)  # bots need not move here


# ---------------------------------------------------------------- who may ask


@pytest.mark.parametrize(
    ("hints", "other", "given"),
    [
        ("against_bots", BOT, True),
        ("against_bots", BEN, False),
        ("everybody", BEN, True),
        ("nobody", BOT, False),
    ],
)
def test_a_table_says_who_may_ask(hints: str, other: Holder, given: bool) -> None:
    table = laid("maya", other)
    table.hints = hints
    assert table.gives_hints(0) is given
    page = tableau(table, Sight(seat=0, tongue=Tongue("fr")))
    assert ('data-do="advise"' in page.parts["hint"]) is given
    assert ("Indice" in page.parts["hint"]) is given
    assert ("disabled" in tableau(table, Sight(seat=0, tongue=Tongue("fr"), at=0)).parts["hint"]) is given
    assert tableau(table, Sight(seat=None, tongue=Tongue("fr"))).parts["hint"] == ""


@pytest.mark.anyio
async def test_what_was_chosen_when_a_table_was_opened_stays(client: AsyncTestClient[Litestar], house: House) -> None:
    form = {"game": "maya", "seats-maya": "2", "kind1": "friend"}
    for hints in ("", *HINTS):
        answer = await client.post("/open", data={**form, **({"hints": hints} if hints else {})}, follow_redirects=True)
        id = answer.url.path.rpartition("/")[2]
        house._tables.clear()  # it is read from the database again
        assert (await house.table(id)).hints == (hints or HINTS[0])
        assert ("hints for everybody</span>" in answer.text) == (hints == "everybody")
        assert ("hints for nobody</span>" in answer.text) == (hints == "nobody")
    wrong = await client.post("/open", data={**form, "hints": "friends"}, headers={"Accept-Language": "es"})
    assert wrong.status_code == 400
    assert "Las pistas se eligen entre against_bots, everybody, nobody, no «friends»." in wrong.text


# ---------------------------------------------------------------- what is proposed


@pytest.mark.parametrize("game", EVERY)
def test_a_proposal_names_the_move_its_reason_and_what_else_came_into_question(game: str) -> None:
    table = laid(game)
    first, second = table.state.moves(0)[:2]
    reasons = (Reason("points", 5.0, 2.0), Reason("others", -9.0, -5.0))
    advice = Advice((Choice(first, 0.714), Choice(second, 0.6)), second, reasons)
    told = told_advice(table, 0, advice, Tongue("fr"))["advice"]
    assert told["move"] == first
    assert "3 points de plus, mais" in told["why"]
    assert told["why"].endswith("4 points de plus.")
    assert told["other"].startswith("Comparé à")
    assert [(one["move"], one["chance"]) for one in told["best"]] == [(first, 71), (second, 60)]
    assert "&" not in json.dumps(told), "the page writes it as text"


def test_where_nothing_speaks_clearly_nothing_is_made_up() -> None:
    table, say = laid("maya"), Tongue("en")
    first, second = table.state.moves(0)[:2]
    level = told_advice(table, 0, Advice((Choice(first, 0.5), Choice(second, 0.49)), second), say)["advice"]
    assert level["why"] == ""
    assert level["other"].startswith("About as good: ")
    later = told_advice(table, 0, Advice((Choice(first, 0.6), Choice(second, 0.4)), second), say)["advice"]
    assert later["other"].startswith("It pays later.")
    alone = told_advice(table, 0, Advice((Choice(first, 1.0),)), say)["advice"]
    assert (alone["other"], alone["best"]) == ("Nothing else comes into question.", [])
    assert told_reasons(table.game, [Reason("points", 1.0, 3.0)], say) == "", "a price alone is no reason"
    assert told_reasons(table.game, [Reason("forgotten", 3.0, 1.0)], say) == ""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with TestClient(create_app(Settings(database=str(tmp_path / "games.db"), bot_pause=0))) as opened:
        yield opened


def seated(client: TestClient[Litestar], *holders: str, **more: Any) -> Seat:
    wanted = {"game": "yaxha", "seats": 2, "holders": ["me", *holders], "name": "Anna", **more}
    return Seat(client, client.post("/api/tables", json=wanted).json())


def test_the_strongest_bot_answers_over_the_wire_and_to_programs(site: TestClient[Litestar]) -> None:
    anna = seated(site, "level1")
    with anna:
        anna.until("panels")
        assert 0 in anna.ask()["actors"]
        answer = anna.do("advise")
        assert answer["ok"], answer
        moves = {offer["move"] for offer in anna.ask("/moves")["moves"]}
        advice = answer["advice"]
        assert {one["move"] for one in advice["best"]} <= moves
        assert advice["best"][0]["move"] == advice["move"]
        assert set(advice) == {"move", "words", "why", "other", "best"}
        hint = site.post(f"/api/tables/{anna.id}/hint", headers=anna.headers)
        assert hint.status_code == 200, hint.text
        best = hint.json()["best"]
        assert {one["move"] for one in best} <= moves
        assert all(0.0 <= one["chance"] <= 1.0 and one["words"] for one in best)


def test_advice_is_refused_where_it_would_not_be_fair(site: TestClient[Litestar]) -> None:
    anna = seated(site, "open")
    site.cookies.clear()
    site.post(f"/api/tables/{anna.id}/join", json={"name": "Ben"})
    site.cookies.clear()
    watcher = Seat(site, {"id": anna.id})
    with anna, watcher:
        assert "decides alone" in anna.do("advise")["text"]
        assert "watching" in watcher.do("advise")["text"]
    assert "decides alone" in site.post(f"/api/tables/{anna.id}/hint", headers=anna.headers).json()["error"]


@pytest.mark.anyio
async def test_questions_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, ...]] = []

    class Quick:
        async def ask(self, think: Callable[..., Any], *given: Any) -> Any:
            return think(*given)

        def close(self) -> None:
            pass

    table = laid("maya")
    adviser = Adviser()
    adviser._questions._pool = Quick()  # type: ignore[assignment]
    # In this thread instead of a process: what is counted is the same.
    monkeypatch.setattr("tablero.site.advice.advise", lambda *given: (asked.append(given), given[1]["seats"])[1])
    for _ in range(QUESTIONS):
        await adviser.advice(table, 0, "anna")
    with pytest.raises(Refusal, match="too many questions"):
        await adviser.advice(table, 0, "anna")
    await adviser.advice(table, 0, "ben")
    adviser._questions._waiting = AT_ONCE
    with pytest.raises(Refusal, match="too many questions"):
        await adviser.advice(table, 0, "cleo")
    with pytest.raises(Refusal, match="not your turn"):
        await adviser.advice(table, 1, "cleo")
    true = json.dumps(table.state.dump()["luck"])
    assert all(json.dumps(given[1]["luck"]) != true for given in asked), "the true position is thought about by nobody"
