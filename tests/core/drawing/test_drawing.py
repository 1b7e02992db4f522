"""Parts of a picture that are kept."""

import pytest

from tablero import seeded
from tablero.core.drawing.drawing import Scene
from tablero.core.drawing.kept_parts import KeptParts
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.game import Game
from tablero.games import games

NAMES = ("Ana", "Balam")


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_what_is_kept_of_a_picture_is_what_would_be_drawn(game: Game) -> None:
    luck = seeded(11)
    state = game.start(2, 11)
    pages = {viewer: KeptParts() for viewer in (None, 0, 1)}
    while state.actors():
        seat = state.actors()[luck.below(len(state.actors()))]
        moves = state.moves(seat)
        state.play(seat, moves[luck.below(len(moves))])
        for viewer, kept in pages.items():
            view = state.view(viewer)
            hot = view["moves"][0] if view["moves"] and luck.below(4) == 0 else None
            drawn = game.drawing.panels(view, RenderOptions(NAMES, hot=hot, kept=kept))
            assert drawn == game.drawing.panels(view, RenderOptions(NAMES, hot=hot))


def scene(points: int, kept: KeptParts, hot: int | None = None) -> Scene:
    view = {"seats": 2, "seat": None, "phase": "", "offers": [], "points": points}
    return Scene(view, RenderOptions(NAMES, hot=hot, kept=kept))


def test_a_part_is_drawn_again_when_a_value_has_changed_or_a_move_is_hovered() -> None:
    drawn = []

    def part(scene: Scene) -> str:
        drawn.append(scene.view["points"])
        return f"{len(drawn)}: {scene.view['points']} points"

    kept = KeptParts()
    assert [scene(points, kept).once(part, points) for points in (3, 3, 4, 3)] == [
        "1: 3 points",
        "1: 3 points",
        "2: 4 points",
        "3: 3 points",
    ]
    assert scene(3, kept, hot=5).once(part, 3) == "4: 3 points"
    assert scene(3, kept).once(part, 3) == "3: 3 points"


def test_a_part_that_is_kept_still_has_its_moves() -> None:
    kept = KeptParts()

    def part(scene: Scene) -> str:
        scene.placed.add(7)
        return "a button"

    for _ in range(2):
        shown = scene(1, kept)
        shown.placed.add(2)
        assert shown.once(part, 1) == "a button"
        assert shown.placed == {2, 7}
