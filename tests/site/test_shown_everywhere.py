"""In every phase of every game the page can be shown: to whoever plays, is represented, looks on, or looks over a shoulder."""

from __future__ import annotations

import pytest

from tablero import seeded
from tablero.games import NAMES
from tablero.site.language import Tongue
from tablero.site.tableau import Sight, tableau
from tablero.table import Cause
from tests.table.test_absence_everywhere import any_move, new_table, play


@pytest.mark.parametrize("name", NAMES)
def test_in_every_phase_everybody_is_shown_the_table(name: str) -> None:
    table, luck, tongue = new_table(name, 2), seeded(4), Tongue("es")
    met: set[tuple[str, str]] = set()
    for number in range(160):
        if not table.actors():
            break
        seat = table.actors()[0]
        view = table.view(seat)
        if (kind := (view["phase"], view["prompt"]["kind"])) not in met:
            met.add(kind)
            own = tableau(table, Sight(seat, tongue)).parts["prompt"]
            over_shoulder = tableau(table, Sight(seat, tongue, over_shoulder=True))
            assert "data-move" not in over_shoulder.parts["prompt"]
            assert tableau(table, Sight(None, tongue)).parts["prompt"] != own
            table.take(table.leave(seat, Cause.TIME, f"away-{number}"))
            left = tableau(table, Sight(seat, tongue))
            assert 'data-deed="back"' in left.parts["prompt"]
            assert not left.asked
            table.take(table.come_back(seat, f"back-{number}"))
        play(table, seat, any_move(table, seat, luck))
    assert len(met) > 2
