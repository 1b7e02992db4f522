"""The sheet of a city that closes: who has how many crops, what that is worth, how ties are settled."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree

import pytest

from tablero.core.drawing.render_options import RenderOptions
from tablero.core.i18n.translator import translator_for

from .position import GAME, do, position

AROUND = ["2,0", "2,-1", "1,-1", "0,-1", "-1,0", "-1,1", "0,1"]


def closing(tiles: list[str], rack: str = "potato", language: str = "en", seat: int | None = 0, seats: int = 3) -> str:
    """The sheet after a tile at 1,1 has closed Tikal, which has size 2."""
    state = position(tiles, cities={"Tikal": "1,0"}, racks=[rack, *["maize"] * (seats - 1)])
    state.journal = []
    do(state, f"plant {rack}", "at 1,1", "end")
    render = RenderOptions(
        names=("Inés", "Marco <i>", "Ixchel", "Yuki")[:seats], say=translator_for(GAME.package, language)
    )
    return GAME.drawing.sheet(state.view(seat), render, state.journal)


def said(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", " ", html)).split())


def test_a_city_that_closes_tells_its_majorities() -> None:
    html = closing([f"{seat} squash {at}" for seat, at in zip((0, 0, 0, 1, 1, 2, 2), AROUND, strict=True)])
    ElementTree.fromstring(html)
    words = said(html)
    assert words.startswith(
        "Tikal is closed: you get 6 points Size 2: 6 points for most crops beside it, 3 for second most."
    )
    assert re.findall(r"(\d+ crops?) ([a-z ]+?) \+?(\d+)", words) == [
        ("4 crops", "most crops", "6"),
        ("2 crops", "tied for second", "2"),
        ("2 crops", "tied for second", "2"),
    ]
    assert words.endswith("Second place, 3, is shared by 2, rounded up: 2 each.")
    assert "Marco <i>" in words


def test_a_tie_for_first_place_is_told_in_figures() -> None:
    html = closing([f"{seat} squash {at}" for seat, at in zip((0, 0, 0, 1, 1, 1, 1), AROUND, strict=True)])
    words = said(html)
    assert "First and second place together, 6 + 3, are shared by 2, rounded up: 5 each." in words
    assert "no crops, no place 0" in words


THREE = [
    "0 squash2 2,0",
    "1 squash 2,-1",
    "1 squash 1,-1",
    "1 squash 0,-1",
    "2 squash -1,0",
    "2 squash -1,1",
    "2 squash 0,1",
]
BEHIND = [
    "0 squash 2,0",
    "0 squash 2,-1",
    "0 squash 1,-1",
    "0 squash 0,-1",
    "1 squash -1,0",
    "2 squash -1,1",
    "3 squash 0,1",
]


@pytest.mark.parametrize(
    ("tiles", "language", "told"),
    [
        (THREE, "en", "First and second place together, 6 + 3, are shared by 3: 3 each."),
        (THREE, "es", "La primera y la segunda posición juntas, 6 + 3, se reparten entre 3: 3 para cada uno."),
        (THREE, "fr", "Les deux premières places, 6 + 3, sont partagées entre 3 : 3 chacun."),
        (BEHIND, "en", "Second place, 3, is shared by 3: 1 each."),
        (BEHIND, "es", "La segunda posición, 3, se reparte entre 3: 1 para cada uno."),
        (BEHIND, "fr", "La 2e place, 3, est partagée entre 3 : 1 chacun."),
    ],
)
def test_nothing_is_said_to_be_rounded_where_the_shares_are_even(tiles: list[str], language: str, told: str) -> None:
    assert said(closing(tiles, language=language, seats=4)).endswith(told)


@pytest.mark.parametrize("language", ["es", "fr"])
def test_a_sheet_speaks_the_language_of_its_reader(language: str) -> None:
    html = closing([f"{n % 2} squash {at}" for n, at in enumerate(AROUND)], language=language, seat=None)
    heading = re.search("<h2>(.*?)</h2>", html)
    assert heading is not None
    assert unescape(heading[1]) == {"es": "Tikal queda rodeada", "fr": "Tikal est entourée"}[language]


def test_what_brings_nobody_points_has_no_sheet() -> None:
    state = position(racks=["potato", "maize"])
    state.journal = []
    do(state, "plant potato", "at 1,0", "end")
    assert GAME.drawing.sheet(state.view(0), RenderOptions(), state.journal) == ""
    alone = {"kind": "closed", "space": [0, 0], "city": "Tikal", "size": 1, "crops": [3, 3], "points": [0, 0]}
    assert GAME.drawing.sheet(state.view(0), RenderOptions(), [alone]) == ""
