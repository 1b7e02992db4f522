"""Look: how somebody looks at a view. The drawing of a game is a function of a view and a look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tablero.core.speech import Speech, plainly


@dataclass(frozen=True)
class Look:
    """Names by seat, the language, the side from which the board is seen, the move under the pointer, which seats are
    bots."""

    names: tuple[str, ...] = ()
    say: Speech = plainly
    turn: int = 0  # quarter turns, for games that can be looked at from four sides
    hot: int | None = None  # the legal move that is hovered, focused or tapped once
    bots: Mapping[int, int] = field(default_factory=dict)  # their levels by seat
