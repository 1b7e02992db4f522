"""The lobby's pictures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import tablero
from tablero.core import Game


@pytest.mark.parametrize("game", tablero.games(), ids=lambda game: game.name)
def test_every_game_has_a_picture_that_stands_alone(game: Game) -> None:
    svg = game.card.cover().picture()
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "var(" not in svg
