"""Animation of new events on the page. The picture already shows the position after them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Flight:
    """Pieces that fly between two places of the picture, which `data-spot` names there."""

    start: str
    end: str
    symbol: str  # the id of the piece's picture
    n: int = 1
    lands: bool = False  # the piece stays there: it is hidden until it arrives


@dataclass(frozen=True)
class Animation:
    """Flights, a class for the style sheet when something moves otherwise than usual, and the places that have changed,
    in order: they are outlined for users who want less motion."""

    flights: tuple[Flight, ...] = ()
    style: str = ""
    places: tuple[str, ...] = ()


Animate = Callable[[Sequence[Mapping[str, Any]], int], Animation]  # the events so far, the number of the first new one
