"""Motion: what the page lets travel when something has happened. The picture already shows how it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Flight:
    """Pieces on their way between two places of the picture, named as there (`data-spot`)."""

    start: str
    end: str
    symbol: str  # the id of the piece's picture
    n: int = 1
    lands: bool = False  # the piece stays where it arrives: until then it must not be seen there


@dataclass(frozen=True)
class Motion:
    """All that travels, a word for the style sheet when something moves otherwise than usual, and the places that have
    changed, in the order in which that happened: whoever wants less motion sees those outlined."""

    flights: tuple[Flight, ...] = ()
    style: str = ""
    places: tuple[str, ...] = ()


Travel = Callable[[Sequence[Mapping[str, Any]], int], Motion]  # the events so far, the number of the first new one
