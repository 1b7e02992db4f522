"""Hints: who may ask, what the strongest level proposes and why, over the wire and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient, TestClient

from tablero.analysis.hints import MoveChance, MoveHint
from tablero.core.aspect import Reason
from tablero.site.bots.scheduler import BotScheduler
from tablero.site.server.app import create_app
from tablero.site.settings import Settings
from tablero.site.table.hints import AT_ONCE, USER_BURST, HintService
from tablero.store import Store
from tablero.table import HINT_CHOICES, Holder, Refusal
from tablero.ui.hint_text import hint_message, reasons_sentence
from tablero.ui.language import Language
from tablero.ui.table_page import Perspective, build_table_page
from tests.site.table.test_live import Seat
from tests.store.matches import BEN
from tests.ui.test_coach import EVERY, laid

BOT = Holder("bot", "Ixchel", level=1)


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BotScheduler, "wake", lambda *_: None)  # bots need not move here


# ---------------------------------------------------------------- who may ask


@pytest.mark.parametrize(
    ("hints", "other", "given"),
    [("against_bots", BOT, True), ("against_bots", BEN, False), ("everybody", BEN, True), ("nobody", BOT, False)],
)
def test_a_table_says_who_may_ask(hints: str, other: Holder, given: bool) -> None:
    table = laid("maya", other)
    table.hints = hints
    assert table.gives_hints(0) is given
    page = build_table_page(table, Perspective(seat=0, language=Language("fr")))
    assert ('data-do="advise"' in page.parts["hint"]) is given
    assert ("Indice" in page.parts["hint"]) is given
    assert (
        "disabled" in build_table_page(table, Perspective(seat=0, language=Language("fr"), at=0)).parts["hint"]
    ) is given
    assert build_table_page(table, Perspective(seat=None, language=Language("fr"))).parts["hint"] == ""


@pytest.mark.anyio
async def test_what_was_chosen_when_a_table_was_opened_stays(client: AsyncTestClient[Litestar], store: Store) -> None:
    form = {"game": "maya", "seats-maya": "2", "kind1": "friend"}
    for hints in ("", *HINT_CHOICES):
        answer = await client.post("/open", data={**form, **({"hints": hints} if hints else {})}, follow_redirects=True)
        id = answer.url.path.rpartition("/")[2]
        store._tables.clear()  # it is read from the database again
        assert (await store.table(id)).hints == (hints or HINT_CHOICES[0])
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
    advice = MoveHint((MoveChance(first, 0.714), MoveChance(second, 0.6)), second, reasons)
    told = hint_message(table, 0, advice, Language("fr"))["advice"]
    assert told["move"] == first
    assert "3 points de plus, mais" in told["why"]
    assert told["why"].endswith("4 points de plus.")
    assert told["other"].startswith("Moins bien")
    assert [(one["move"], one["chance"]) for one in told["best"]] == [(first, 71), (second, 60)]
    assert "&" not in json.dumps(told), "the page writes it as text"


def test_where_nothing_speaks_clearly_nothing_is_made_up() -> None:
    table, say = laid("maya"), Language("en")
    first, second = table.state.moves(0)[:2]
    level = hint_message(table, 0, MoveHint((MoveChance(first, 0.5), MoveChance(second, 0.49)), second), say)["advice"]
    assert level["why"] == ""
    assert level["other"].startswith("About as good: ")
    later = hint_message(table, 0, MoveHint((MoveChance(first, 0.6), MoveChance(second, 0.4)), second), say)["advice"]
    assert later["other"].startswith("It pays later.")
    alone = hint_message(table, 0, MoveHint((MoveChance(first, 1.0),)), say)["advice"]
    assert (alone["other"], alone["best"]) == ("Nothing else is sensible here.", [])
    assert reasons_sentence(table.game, [Reason("points", 1.0, 3.0)], say) == "", "a price alone is no reason"
    assert reasons_sentence(table.game, [Reason("forgotten", 3.0, 1.0)], say) == ""


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
    table = laid("maya")
    service = HintService()
    service._pool._executor = ThreadPoolExecutor(1)  # type: ignore[assignment]
    service._pool._compiled = True
    # In a thread instead of a process: what is counted is the same.
    monkeypatch.setattr(
        "tablero.site.table.hints.hint_for_imagined", lambda *given: (asked.append(given), given[1]["seats"])[1]
    )
    for _ in range(USER_BURST):
        await service.find_hint(table, 0, "anna")
    with pytest.raises(Refusal, match="too many questions"):
        await service.find_hint(table, 0, "anna")
    await service.find_hint(table, 0, "ben")
    service._pool.busy = AT_ONCE
    with pytest.raises(Refusal, match="too many questions"):
        await service.find_hint(table, 0, "cleo")
    with pytest.raises(Refusal, match="not your turn"):
        await service.find_hint(table, 1, "cleo")
    true = json.dumps(table.state.dump()["luck"])
    assert all(json.dumps(given[1]["luck"]) != true for given in asked), "the true position is thought about by nobody"
