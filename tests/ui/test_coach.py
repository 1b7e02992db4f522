"""The coach of the first games: who has one, and what it says."""

from __future__ import annotations

from typing import Any

import pytest

from tablero import seeded
from tablero.core.i18n.translator import Translator
from tablero.games import games
from tablero.site.bots.scheduler import BotScheduler
from tablero.table import Holder, Table
from tablero.ui.coach import coach_line
from tablero.ui.language import Language
from tablero.ui.table_page import Perspective, build_table_page
from tests.store.matches import ANNA, BEN

EVERY = [game.name for game in games()]
SAID = "Look at <corn> before @1 does."


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has one thing to say, so that it can be found again."""

    def purpose(view: Any, say: Translator) -> str:
        return SAID if view["moves"] else ""

    for game in games():
        monkeypatch.setattr(game.words, "rule", lambda view: "a-rule", raising=False)
        monkeypatch.setattr(game.words, "purpose", purpose, raising=False)
    monkeypatch.setattr(BotScheduler, "wake", lambda *_: None)  # bots need not move here


def laid(game: str, *others: Holder) -> Table:
    found = next(one for one in games() if one.name == game)
    holders = [ANNA, *(others or [Holder("bot", "Ixchel", level=1)])]
    seats = len(holders)
    table = Table("table-id", found, seats, found.settle_options(seats, None), holders, 7, "salt", ANNA.person)
    luck = seeded(7)
    while not table.state.owes(0) or len(table.state.moves(0)) < 2:
        seat = table.actors()[0]
        moves = table.state.moves(seat)
        table.apply(
            table.play(seat, moves[luck.below(len(moves))], table.version_for(seat), f"m{table.version}"), checked=True
        )
    return table


# ---------------------------------------------------------------- what is on the page


@pytest.mark.parametrize("game", EVERY)
def test_a_step_has_its_rule_and_its_purpose_for_whoever_is_asked(game: str) -> None:
    table = laid(game)
    mine = build_table_page(table, Perspective(seat=0, language=Language("en"), coached=True))
    assert f'href="/rules/{game}?table=table-id#a-rule"' in mine.parts["prompt"]
    assert "Look at &lt;corn&gt; before Ixchel does." in mine.parts["coach"]
    assert 'data-do="advise"' in mine.parts["coach"]
    for other in (
        Perspective(seat=None, language=Language("en"), coached=True),
        Perspective(seat=0, language=Language("en"), coached=True, at=0),
        Perspective(seat=0, language=Language("en")),
    ):
        assert build_table_page(table, other).parts["coach"] == ""


def test_between_people_nothing_is_proposed() -> None:
    table = laid("maya", BEN)
    line = coach_line(table, table.view(0), 0, Language("es"), ["Anna", "Ben"])
    assert "before Ben does" in line
    assert "advise" not in line
