"""Playing out: games played to their end from what a seat knows, to see what a position is worth in wins and points."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev

from tablero.bots import Glimpse
from tablero.core import Luck, State, seeded

BLUR = 0.5  # how those play who play it out: soundly, with slips
FEWEST = 8  # games, however little time there is


def play_out(state: State, luck: Luck) -> int:
    """Play a position to its end by the game's sense; how many choices were made."""
    sense, made = state.game.sense, 0
    while (seat := int(state.actor())) >= 0:
        moves = state.moves(seat)
        if len(moves) == 1:
            state.apply(seat, moves[0])
            continue
        appeal = sense.feel(state, seat)
        top = max(appeal)
        shares = [math.exp((each - top) / BLUR) for each in appeal]
        left, chosen = sum(shares) * float(luck.next()) / 4294967296.0, 0
        while chosen < len(moves) - 1 and left >= shares[chosen]:
            left -= shares[chosen]
            chosen += 1
        state.apply(seat, moves[chosen])
        made += 1
    return made


def wins(state: State) -> list[float]:
    """Each seat's share of the victory in a finished game."""
    result = state.result()
    assert result is not None, "this game is not over"
    return [1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(int(state.seats))]


@dataclass
class Games:
    """Games that were played out: for each of them every seat's share of the victory and its points."""

    won: list[list[float]] = field(default_factory=list)
    points: list[list[int]] = field(default_factory=list)

    def add(self, state: State) -> None:
        """One more that has come to its end."""
        self.won.append(wins(state))
        self.points.append([int(points) for points in state.standing()])

    def chances(self) -> list[float]:
        return [fmean(column) for column in zip(*self.won, strict=True)]

    def scores(self) -> list[float]:
        return [fmean(column) for column in zip(*self.points, strict=True)]


def error_of(values: Sequence[float]) -> float:
    """The standard error of a mean."""
    return stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0


def played_on(state: State, line: Sequence[int], seat: int) -> None:
    """Let a seat make these moves, as far as the position still allows them."""
    for move in line:
        if state.owes(seat) and move in state.moves(seat):
            state.apply(seat, move)


def from_knowledge(state: State, choices: int, most: int, seed: int, seconds: float = 0.0) -> Games:
    """Games from what the seats know, each of them in turn, until about so many choices have been made in them."""
    games, made, begun = Games(), 0, time.perf_counter()
    seats = int(state.seats)
    for number in range(most):
        luck = seeded(seed + number)
        imagined = state.imagine(number % seats, luck)
        imagined.reopen(number % seats)
        made += play_out(imagined, luck)
        games.add(imagined)
        late = seconds and time.perf_counter() - begun > seconds
        if len(games.won) >= FEWEST and (made >= choices or late):
            break
    return games


def side_by_side(
    glimpse: Glimpse, lines: Sequence[Sequence[int]], choices: int, most: int, seed: int, seconds: float = 0.0
) -> list[Games]:  # fmt: skip
    """The same games for each of several lines of moves: the same unknown things, the same luck."""
    out: list[Games] = [Games() for _ in lines]
    made, begun = 0, time.perf_counter()
    for number in range(most):
        luck = seeded(seed + number)
        first = glimpse.imagine(luck)
        first.reopen(glimpse.seat)
        for games, line in zip(out, lines, strict=True):
            state = first.copy()
            played_on(state, line, glimpse.seat)
            made += play_out(state, luck.copy())
            games.add(state)
        late = seconds and time.perf_counter() - begun > seconds
        if number + 1 >= FEWEST and (made >= choices * len(lines) or late):
            break
    return out
