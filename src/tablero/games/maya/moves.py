"""The moves of Maya: their fixed space and their notation.

    0            end            end the turn
    1            expand         begin to expand a city
    2            draw           an empty rack and no space for a blind tile: draw two
    3            pass           nothing can be done
    4 to 11      plant maize2   take a tile to plant it: crop, and 2 when it shows two
    12 to 19     turn maize2    take a tile to put it face down
    20 to 211    at 3,-2        put the tile in hand there: a space of the map, counted from Tikal; in the set-up of a
                                variant: let a temple stand there

A map of more than 192 spaces does not fit; a smaller one leaves the last numbers without meaning.
"""

from __future__ import annotations

import re

from tablero.games.maya.components import CROPS, Board
from tablero.games.maya.layout import AT, DRAW, END, GROW, HIDE, MOVES, PASS, TAKE

_WORDS = {"end": int(END), "expand": int(GROW), "draw": int(DRAW), "pass": int(PASS)}
_TILE = re.compile(r"(plant|turn) ([a-z]+)(2?)")
_AT = re.compile(r"at (-?\d+),(-?\d+)")


class MayaMoves:
    """The 212 moves of Maya on one map."""

    size = int(MOVES)

    def __init__(self, board: Board) -> None:
        self.board = board

    def write(self, move: int) -> str:
        """
        >>> from tablero.games.maya import GAME
        >>> GAME.moves.write(1), GAME.moves.write(5), GAME.moves.write(36)
        ('expand', 'plant maize2', 'at 0,0')
        """
        if not 0 <= move < int(AT) + len(self.board.spaces):
            raise ValueError(f"moves are numbered from 0 to {int(AT) + len(self.board.spaces) - 1}, not {move}")
        if move < TAKE:
            return next(word for word, number in _WORDS.items() if number == move)
        if move < AT:
            crop, double = divmod((move - int(TAKE)) % 8, 2)
            return f"{'plant' if move < HIDE else 'turn'} {CROPS[crop]}{'2' if double else ''}"
        q, r = self.board.spaces[move - int(AT)]
        return f"at {q},{r}"

    def read(self, text: str) -> int:
        words = " ".join(text.split()).lower()
        if words in _WORDS:
            return _WORDS[words]
        if (found := _TILE.fullmatch(words)) and found[2] in CROPS:
            first = int(TAKE) if found[1] == "plant" else int(HIDE)
            return first + 2 * CROPS.index(found[2]) + (1 if found[3] else 0)
        if found := _AT.fullmatch(words):
            at = int(found[1]), int(found[2])
            if at in self.board.number:
                return int(AT) + self.board.number[at]
            raise ValueError(f"there is no space {at[0]},{at[1]} on this map")
        raise ValueError(f"{text!r} is no move of Maya: say 'plant maize2', 'expand', 'turn maize', 'at 3,-2' or 'end'")
