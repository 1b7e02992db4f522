"""Playouts: games played to their end by greedy bots, to estimate wins and points of a position."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev

from tablero.bots import Glimpse, Greedy
from tablero.core import Luck, State, seeded
from tablero.core.i18n.translator import untranslated

PLAYOUT_BOT = Greedy(blur=0.5)  # sound play with slips
MIN_GAMES = 8  # however little time there is


def play_out(state: State, luck: Luck) -> int:
    """Play a position to its end; return the number of decisions with a choice."""
    choices = 0
    while (seat := int(state.actor())) >= 0:
        seen = Glimpse.of_imagined(state, seat)
        choices += len(seen.moves) > 1
        state.apply(seat, PLAYOUT_BOT.choose(seen, luck))
    return choices


def wins(state: State) -> list[float]:
    """Return each seat's share of the victory in a finished game."""
    result = state.result()
    assert result is not None, "this game is not over"
    return [1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(int(state.seats))]


@dataclass
class Games:
    """Finished playouts: every seat's share of the victory and points in each of them."""

    won: list[list[float]] = field(default_factory=list)
    points: list[list[int]] = field(default_factory=list)
    sources: dict[str, float] = field(default_factory=dict)  # of one seat: the sum of its points by source

    def add(self, state: State) -> None:
        """Add a finished game."""
        self.won.append(wins(state))
        self.points.append([int(points) for points in state.standing()])

    def add_sources(self, state: State, seat: int) -> None:
        """Add where a seat's points of a finished game came from, as far as the state's journal goes."""
        tally = state.game.tally
        if tally is None or state.journal is None:
            return
        for source in tally(state.journal, state.view(None), untranslated).sources:
            self.sources[source.name] = self.sources.get(source.name, 0.0) + float(source.points[seat])

    def chances(self) -> list[float]:
        return means(self.won)

    def scores(self) -> list[float]:
        return means(self.points)


def means(rows: Sequence[Sequence[float]]) -> list[float]:
    """Return the mean of each column."""
    return [fmean(column) for column in zip(*rows, strict=True)]


def error_of(values: Sequence[float]) -> float:
    """Return the standard error of the mean."""
    return stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0


def play_line(state: State, line: Sequence[int], seat: int) -> None:
    """Make these moves of a seat, as far as the position still allows them."""
    for move in line:
        if state.owes(seat) and move in state.moves(seat):
            state.apply(seat, move)


def from_knowledge(state: State, choices: int, max_games: int, seed: int, seconds: float = 0.0) -> Games:
    """Play games from positions that each seat in turn holds possible, until about `choices` choices were made."""
    games, made, begun = Games(), 0, time.perf_counter()
    seats = int(state.seats)
    for number in range(max_games):
        luck = seeded(seed + number)
        imagined = state.imagine(number % seats, luck)
        imagined.reopen(number % seats)
        made += play_out(imagined, luck)
        games.add(imagined)
        late = seconds and time.perf_counter() - begun > seconds
        if len(games.won) >= MIN_GAMES and (made >= choices or late):
            break
    return games


def side_by_side(
    glimpse: Glimpse, lines: Sequence[Sequence[int]], choices: int, max_games: int, seed: int, seconds: float = 0.0
) -> list[Games]:
    """Play the same games, with the same hidden things and the same luck, after each of several lines of moves."""
    out: list[Games] = [Games() for _ in lines]
    made, begun = 0, time.perf_counter()
    for number in range(max_games):
        luck = seeded(seed + number)
        first = glimpse.imagine(luck)
        first.reopen(glimpse.seat)
        for games, line in zip(out, lines, strict=True):
            state = first.copy()
            state.journal = []
            play_line(state, line, glimpse.seat)
            made += play_out(state, luck.copy())
            games.add(state)
            games.add_sources(state, glimpse.seat)
        late = seconds and time.perf_counter() - begun > seconds
        if number + 1 >= MIN_GAMES and (made >= choices * len(lines) or late):
            break
    return out
