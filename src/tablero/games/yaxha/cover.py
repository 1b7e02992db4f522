"""The picture of Yaxha in the lobby."""

from __future__ import annotations

from tablero.core.drawing.cover import Cover
from tablero.core.drawing.shapes import settle_colours
from tablero.games.yaxha.drawing.board import pyramid
from tablero.games.yaxha.drawing.pieces import definitions
from tablero.games.yaxha.drawing.standalone import daylight
from tablero.games.yaxha.names import LETTERS

_LEVELS = (("GGWW", "GBWB", "BBYY", "BYOO"), ("BWW", "BWW", "YYO"), ("YO", "YO"), ("Y",))


def cover() -> Cover:
    """What the lobby shows of Yaxha."""
    cubes = [
        (x, y, z, LETTERS.index(letter))
        for z, rows in enumerate(_LEVELS)
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
    ]
    scene = (
        '<circle cx="282" cy="38" r="17" fill="#f3cf60"/>'
        '<path d="M0 96C50 70 90 92 140 78S260 60 336 88V172H0Z" fill="#b9cfa4"/>'
        '<path d="M0 120C70 96 120 124 190 110S290 100 336 118V172H0Z" fill="#a3c08f"/>'
    )
    drawn = pyramid(cubes, (0, 3, 0, 3), 0, stepped=False)
    body = f'{scene}<g transform="translate(168 111) scale(.23)">{drawn}</g>'
    return Cover(settle_colours(f"<defs>{definitions(range(5))}</defs>{body}", daylight()), "#f3e6c6")
