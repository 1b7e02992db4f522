"""Choices that could be made in one way only, which the page makes for players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core import State
from tablero.table.history import History


def made_alone(history: History, seat: int) -> list[tuple[int, Mapping[str, Any]]]:
    """Return the moves that a seat has made last, each the only way, with its view before each; none while another seat
    has moved since."""
    segments = [segment for segment in history.segments[-2:] if segment.made]
    if not segments or segments[-1].made[-1].seat != seat:
        return []
    live = segments[-1]
    state = live.start.copy()
    alone: list[tuple[int, State]] = []
    for made in live.made:
        if made.seat == seat:
            if len(state.moves(seat)) == 1 and state.nested(seat):
                alone.append((made.move, state.copy()))
            else:
                alone = []
        state.apply(made.seat, made.move)
    return [(move, position.view(seat)) for move, position in alone]
