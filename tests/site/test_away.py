"""Who is away: people who have not had the table open for a while."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from tablero.games import game as find_game
from tablero.site import showing
from tablero.site.language import Tongue
from tablero.site.showing import Painter, Showing
from tablero.site.tableau import Sight
from tablero.table import Holder, Table

pytestmark = pytest.mark.anyio


class Onlooker:
    def __init__(self, person: str) -> None:
        self.person = person

    def show(self, table: Table, rematch: str | None) -> bool:
        return True

    def look(self) -> None:
        pass


class Asked(Painter):
    """Counts how often the others have to be shown something."""

    times = 0

    def ask(self, showing: Showing) -> None:
        self.times += 1


def table_of_three() -> Table:
    holders = [Holder("person", "Ana", "a"), Holder("person", "Bo", "b"), Holder("bot", "Ixchel", level=2)]
    return Table("id", find_game("yaxha"), 3, {}, holders, 7, "salt")


def room(alone: bool = True) -> tuple[Showing, Asked, Callable[[], frozenset[int]]]:
    painter = Asked()
    house: Any = SimpleNamespace(alone=alone, listen=lambda hear, id: lambda: None)
    shown, table = Showing(house, "id", painter), table_of_three()

    def away() -> frozenset[int]:
        stage = shown.tableau(table, Sight(0, Tongue("en")), "", None).stage
        assert stage is not None
        return stage.look.away

    return shown, painter, away


async def test_whoever_has_left_is_away_after_a_while_and_bots_never_are(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(showing, "time", SimpleNamespace(monotonic=lambda: now))
    shown, painter, away = room()
    with shown.to(Onlooker("a")):
        assert away() == {1}
        with shown.to(Onlooker("b")):
            assert painter.times == 1, "the first one sees that the second has come"
            assert away() == frozenset()
        assert away() == frozenset(), "a reload is not an absence"
        now += showing.AWAY
        assert away() == {1}
        with shown.to(Onlooker("somebody else")):
            assert painter.times == 1, "spectators come and go unseen"


async def test_where_others_serve_the_same_tables_nobody_is_told_to_be_away() -> None:
    shown, _, away = room(alone=False)
    with shown.to(Onlooker("a")):
        assert away() == frozenset()
