"""The moves of Yaxha: their fixed space and their notation.

0 to 3       take tile 1        choose a market tile, or pick one of those left over
4            finish             end building; what fits nowhere is discarded
5 to 634     grey 1,-2 level 3  place a cube: colour, column and row seen from the first cube, level
"""

from __future__ import annotations

import re

from tablero.games.yaxha.layout import FINISH, MOVES, cube_of, move_of
from tablero.games.yaxha.names import COLOURS

_PLACE = re.compile(r"(\w+) (-?\d+),(-?\d+) level (\d)")


class YaxhaMoves:
    """The 635 moves of Yaxha."""

    size = int(MOVES)

    def write(self, move: int) -> str:
        """
        >>> YaxhaMoves().write(2), YaxhaMoves().write(4), YaxhaMoves().write(29)
        ('take tile 3', 'finish', 'orange 0,0 level 1')
        """
        if not 0 <= move < self.size:
            raise ValueError(f"moves are numbered from 0 to {self.size - 1}, not {move}")
        if move < FINISH:
            return f"take tile {move + 1}"
        if move == FINISH:
            return "finish"
        x, y, z, colour = cube_of(move)
        return f"{COLOURS[colour]} {x},{y} level {z + 1}"

    def read(self, text: str) -> int:
        words = " ".join(text.split()).lower()
        if words == "finish":
            return int(FINISH)
        if words.startswith("take tile ") and words[10:] in ("1", "2", "3", "4"):
            return int(words[10:]) - 1
        if found := _PLACE.fullmatch(words):
            colour, x, y, level = found.groups()
            on_board = abs(int(x)) <= 3 and abs(int(y)) <= 3 and 1 <= int(level) <= 4
            if colour in COLOURS and on_board:
                return int(move_of([int(x), int(y), int(level) - 1, COLOURS.index(colour)]))
        raise ValueError(f"{text!r} is no move of Yaxha: say 'take tile 2', 'finish' or 'grey 1,-2 level 3'")
