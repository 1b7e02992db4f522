"""Taking back: which moves are in force once undo rows are counted, and which may still be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tablero.core.errors import IllegalMove
from tablero.core.state import State
from tablero.table.row import Row


def in_force(rows: Iterable[Row]) -> list[tuple[int, int]]:
    """The (seat, move) pairs that remain when every undo and restart row has done its work."""
    moves: list[tuple[int, int]] = []
    for row in rows:
        if row.kind == "move":
            moves.append((row.seat, row.move))
        elif row.kind in ("undo", "restart"):
            moves = without_last(moves, row.seat, row.move)
    return moves


LEAVING = frozenset({"away", "back", "resign"})


def comings_and_goings(rows: Sequence[Row]) -> tuple[frozenset[int], list[tuple[int, Row]]]:
    """Which of the moves in force, counted from 1, a bot made for somebody; and the rows with which people left and came back, each with
    the number of moves that had been made then."""
    if not any(row.kind in LEAVING for row in rows):
        return frozenset(), []
    moves: list[tuple[int, int]] = []  # whose, and whether a bot made it
    left: set[int] = set()
    found: list[tuple[int, Row]] = []
    for row in rows:
        if row.kind == "move":
            moves.append((row.seat, int(row.seat in left)))
        elif row.kind in ("undo", "restart"):
            moves = without_last(moves, row.seat, row.move)
        elif row.kind in LEAVING:
            found.append((len(moves), row))
            (left.discard if row.kind == "back" else left.add)(row.seat)
    return frozenset(number for number, (_, bot) in enumerate(moves, 1) if bot), found


def without_last(moves: Sequence[tuple[int, int]], seat: int, count: int) -> list[tuple[int, int]]:
    """The moves without the last `count` ones of a seat; the others' moves stay in their order."""
    kept: list[tuple[int, int]] = []
    for mover, move in reversed(moves):
        if mover == seat and count > 0:
            count -= 1
        else:
            kept.append((mover, move))
    return kept[::-1]


def can_replay(start: State, moves: Sequence[tuple[int, int]], seat: int, count: int) -> bool:
    """Whether the moves since a settled point can be made without the last `count` ones of a seat, and settle nothing:
    secret choices commute, so what other seats did after a move that is taken back stays as it was."""
    kept = without_last(moves, seat, count)
    if kept == list(moves[: len(kept)]):
        return True  # the way that was gone already, only shorter
    state = start.copy()
    for mover, move in kept:
        try:
            state.play(mover, move)
        except IllegalMove:
            return False
    return state.settled == start.settled
