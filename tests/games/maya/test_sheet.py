"""The sheet of a city that closes: who has how many crops, what that is worth, how ties are settled."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree

import pytest

from tablero.core.look import Look
from tablero.core.speech import speaker

from .position import GAME, do, position

AROUND = ["2,0", "2,-1", "1,-1", "0,-1", "-1,0", "-1,1", "0,1"]


def closing(tiles: list[str], rack: str = "potato", language: str = "en", seat: int | None = 0) -> str:
    """The sheet after a tile at 1,1 has closed Tikal, which has size 2."""
    state = position(tiles, cities={"Tikal": "1,0"}, racks=[rack, "maize", "maize"])
    state.journal = []
    do(state, f"plant {rack}", "at 1,1", "end")
    look = Look(names=("Inés", "Marco <i>", "Ixchel"), say=speaker(GAME.package, language))
    return GAME.drawing.sheet(state.view(seat), look, state.journal)


def said(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", " ", html)).split())


def test_a_city_that_closes_tells_its_majorities() -> None:
    html = closing([f"{seat} squash {at}" for seat, at in zip((0, 0, 0, 1, 1, 2, 2), AROUND, strict=True)])
    ElementTree.fromstring(html)
    words = said(html)
    assert words.startswith("Tikal is closed: you get 6 points Size 2: 6 points for most crops beside it, 3 for second most.")
    assert re.findall(r"(\d+ crops?) ([a-z ]+?) \+?(\d+)", words) == [
        ("4 crops", "most crops", "6"), ("2 crops", "tied for second", "2"), ("2 crops", "tied for second", "2"),
    ]  # fmt: skip
    assert words.endswith("Second place, 3, is shared by 2, rounded up: 2 each.")
    assert "Marco <i>" in words


def test_a_tie_for_first_place_is_told_in_figures() -> None:
    html = closing([f"{seat} squash {at}" for seat, at in zip((0, 0, 0, 1, 1, 1, 1), AROUND, strict=True)])
    words = said(html)
    assert "First and second place together, 6 + 3, are shared by 2, rounded up: 5 each." in words
    assert "no crops, no place 0" in words


@pytest.mark.parametrize("language", ["es", "fr"])
def test_a_sheet_speaks_the_language_of_its_reader(language: str) -> None:
    html = closing([f"{n % 2} squash {at}" for n, at in enumerate(AROUND)], language=language, seat=None)
    heading = re.search("<h2>(.*?)</h2>", html)
    assert heading is not None
    assert heading[1] == {"es": "Tikal queda rodeada", "fr": "Tikal est entourée"}[language]


def test_what_brings_nobody_points_has_no_sheet() -> None:
    state = position(racks=["potato", "maize"])
    state.journal = []
    do(state, "plant potato", "at 1,0", "end")
    assert GAME.drawing.sheet(state.view(0), Look(), state.journal) == ""
    alone = {"kind": "closed", "space": [0, 0], "city": "Tikal", "size": 1, "crops": [3, 3], "points": [0, 0]}
    assert GAME.drawing.sheet(state.view(0), Look(), [alone]) == ""
