"""Groups of cubes, counted for the pictures: which cubes a move would join, and what every colour would be worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from tablero.core.facts import load_facts
from tablero.games.yaxha.isometric import Cell


@cache
def _points() -> tuple[int, ...]:
    return tuple(load_facts("tablero.games.yaxha")["scoring"]["points_by_group_size"])


def points_of(size: int) -> int:
    """What a group of this size is worth."""
    table = _points()
    return table[min(size, len(table) - 1)]


def _above(cell: Cell) -> list[Cell]:
    x, y, z = cell
    return [(x - i, y - j, z + 1) for i in (0, 1) for j in (0, 1)]


def _touching(cell: Cell) -> Iterable[Cell]:
    x, y, z = cell
    yield from ((x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z))
    yield from ((x + i, y + j, z - 1) for i in (0, 1) for j in (0, 1))
    yield from _above(cell)


class Pyramid:
    """The cubes of a seat, perhaps with one more, and their visible groups."""

    def __init__(self, view: Mapping[str, Any], seat: int, more: tuple[int, int, int, int] | None = None) -> None:
        self.colours: dict[Cell, int] = {(x, y, z): c for x, y, z, c in view["pyramids"][seat]["cubes"]}
        if more is not None:
            self.colours[more[:3]] = more[3]
        self.hidden = {cell for cell in self.colours if all(top in self.colours for top in _above(cell))}
        self.bridges = view["options"]["hidden_bridge"] == "connects"

    def group(self, cell: Cell) -> set[Cell]:
        """The visible cubes that hang together with this one in its colour."""
        colour = self.colours[cell]
        found = {cell}
        todo = [cell]
        while todo:
            for other in _touching(todo.pop()):
                joins = self.colours.get(other) == colour and (other not in self.hidden or self.bridges)
                if joins and other not in found:
                    found.add(other)
                    todo.append(other)
        return found - self.hidden

    def sizes(self) -> list[int]:
        """The largest visible group of each colour."""
        out = [0] * 5
        seen: set[Cell] = set()
        for cell, colour in self.colours.items():
            if cell not in seen and cell not in self.hidden:
                group = self.group(cell)
                seen |= group
                out[colour] = max(out[colour], len(group))
        return out
