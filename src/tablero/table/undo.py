"""Moves in force after undo rows, and which moves may be undone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tablero.core.errors import IllegalMove
from tablero.core.state import State
from tablero.table.log_row import LogRow


def in_force(rows: Iterable[LogRow]) -> list[tuple[int, int]]:
    """Return the (seat, move) pairs that remain after all undo and restart rows."""
    return [(row.seat, row.move) for row in in_force_rows(rows)]


def in_force_rows(rows: Iterable[LogRow]) -> list[LogRow]:
    """Return the rows of the moves that remain after all undo and restart rows."""
    made: list[LogRow] = []
    moves: list[tuple[int, int]] = []  # seat, and place in `made`
    for row in rows:
        if row.kind == "move":
            moves.append((row.seat, len(made)))
            made.append(row)
        elif row.kind in ("undo", "restart"):
            moves = without_last(moves, row.seat, row.move)
    return [made[place] for _, place in moves]


LEAVING_KINDS = frozenset({"away", "back", "resign"})


def absences(rows: Sequence[LogRow]) -> tuple[frozenset[int], list[tuple[int, LogRow]]]:
    """Return the numbers of the moves in force, from 1, that a bot made for an absent player; and the rows by which
    players left and came back, each with the number of moves before it."""
    if not any(row.kind in LEAVING_KINDS for row in rows):
        return frozenset(), []
    moves: list[tuple[int, int]] = []  # seat, and whether a bot made it
    left: set[int] = set()
    found: list[tuple[int, LogRow]] = []
    for row in rows:
        if row.kind == "move":
            moves.append((row.seat, int(row.seat in left)))
        elif row.kind in ("undo", "restart"):
            moves = without_last(moves, row.seat, row.move)
        elif row.kind in LEAVING_KINDS:
            found.append((len(moves), row))
            (left.discard if row.kind == "back" else left.add)(row.seat)
    return frozenset(number for number, (_, bot) in enumerate(moves, 1) if bot), found


def without_last(moves: Sequence[tuple[int, int]], seat: int, count: int) -> list[tuple[int, int]]:
    """Return the moves without the last `count` of a seat; those of others stay in their order."""
    kept: list[tuple[int, int]] = []
    for mover, move in reversed(moves):
        if mover == seat and count > 0:
            count -= 1
        else:
            kept.append((mover, move))
    return kept[::-1]


def can_replay(start: State, moves: Sequence[tuple[int, int]], seat: int, count: int) -> bool:
    """Whether the moves since a settled point can be made without the last `count` of a seat and settle nothing. Secret
    choices commute, so what other seats did after an undone move stays as it was."""
    kept = without_last(moves, seat, count)
    if kept == list(moves[: len(kept)]):
        return True  # a prefix of what was played
    state = start.copy()
    for mover, move in kept:
        try:
            state.play(mover, move)
        except IllegalMove:
            return False
    return state.settled == start.settled
