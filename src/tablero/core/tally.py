"""Tally: where the points of a finished game came from, for the sheet at its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tablero.core.speech import Speech


@dataclass(frozen=True)
class Source:
    """One thing that brings points: its name, the id of a picture of it (or nothing), and how much it brought to each
    seat. What was lost stands below zero. `colour` is the one it has in the game, dark enough for white figures; without
    one it is given any."""

    name: str
    symbol: str
    points: tuple[Fraction, ...]
    colour: str = ""


@dataclass(frozen=True)
class Tally:
    """All points by source: for every seat they add up to its final points. `rivals` are opponents that the rules
    themselves play; each has a place in `points` after the seats."""

    sources: tuple[Source, ...]
    why: str  # one sentence: how the game came to its end
    ties: str  # one sentence: what would have broken a tie, or what did, with both figures
    rivals: tuple[str, ...] = ()
    sharing: tuple[int, ...] = ()  # rivals who share the victory, by their number: it is no win over them


Tallied = Callable[[Sequence[Mapping[str, Any]], Mapping[str, Any], Speech], Tally]  # the events, the last view
