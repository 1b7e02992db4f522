"""Score breakdown: where the points of a finished game came from, for the sheet at its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tablero.core.i18n.translator import Translator


@dataclass(frozen=True)
class ScoreSource:
    """A source of points: its name, the id of its picture (or nothing), and the points of each seat, negative for
    losses. `colour` is its colour in the game, dark enough for white digits; without one the page chooses."""

    name: str
    symbol: str
    points: tuple[Fraction, ...]
    colour: str = ""


@dataclass(frozen=True)
class ScoreBreakdown:
    """All points by source; for every seat they add up to its final points. `rivals` are opponents played by the
    rules; each has a place in `points` after the seats."""

    sources: tuple[ScoreSource, ...]
    why: str  # one sentence: how the game came to its end
    ties: str  # one sentence: what would have broken a tie, or what did, with both numbers
    rivals: tuple[str, ...] = ()
    sharing: tuple[int, ...] = ()  # rivals level with the seats, by their number: a shared end, no win


# From the events and the last view.
ScoreBreakdowns = Callable[[Sequence[Mapping[str, Any]], Mapping[str, Any], Translator], ScoreBreakdown]
