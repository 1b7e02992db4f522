"""Parts of a picture that are kept."""

import pytest

from tablero import seeded
from tablero.core.drawing import drawing
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.game import Game
from tablero.games import games


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_what_is_kept_of_a_picture_is_what_would_be_drawn(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    luck = seeded(11)
    render = RenderOptions(names=("Ana", "Balam"))
    state = game.start(2, 11)
    while state.actors():
        seat = state.actors()[luck.below(len(state.actors()))]
        moves = state.moves(seat)
        state.play(seat, moves[luck.below(len(moves))])
        for viewer in (None, 0, 1):
            view = state.view(viewer)
            kept = game.drawing.panels(view, render)
            with monkeypatch.context() as anew:
                anew.setattr(drawing, "_DRAWN", {})
                assert game.drawing.panels(view, render) == kept


def test_what_is_kept_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "MOST_DRAWN", 3)
    monkeypatch.setattr(drawing, "_DRAWN", {})
    view = {"seats": 2, "seat": None, "phase": "", "offers": []}
    scene = drawing.Scene(view, RenderOptions())
    drawn = [scene.once(lambda _, number=number: f"part {number}", number) for number in range(10)]
    assert drawn == [f"part {number}" for number in range(10)]
    assert len(drawing._DRAWN) <= 3
