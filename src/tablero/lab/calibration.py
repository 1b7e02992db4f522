"""Calibration: the strength at which a bot wins a given share against a rival.

A bisection that knows how unsure it is. Every match of a few seeds says only roughly on which side of the target it lies, so
no half is ever thrown away: what is kept is how likely each strength is to be the right one, together with how steeply the share
rises. The next match is played at the likeliest place.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tablero.bots import Bot
from tablero.core import Game
from tablero.lab.arena import Outcome, play_seed
from tablero.lab.errors import ArenaError
from tablero.lab.labour import share_out

CELLS = 80  # strengths that are told apart between the lowest and the highest
BEYOND = 0.25  # how far outside them the right one is looked for too, to say when it is not inside
RISES = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)  # how much the logit of the share may rise from the lowest to the highest
SEEDS = 10  # of one match


@dataclass(frozen=True)
class Try:
    """A seed of a match at one strength, as it is handed to whoever plays it."""

    game: Game
    hero: Bot
    rivals: tuple[Bot | str, ...]
    seed: int
    options: Mapping[str, str] | None


def play_try(one: Try) -> Outcome:
    return play_seed(one.game, one.hero, one.rivals, one.seed, one.options)


class Belief:
    """How likely each strength, from 0 to 1, is the one that wins the target."""

    def __init__(self, target: float) -> None:
        self._target = math.log(target / (1 - target))
        cells = range(-int(BEYOND * CELLS), CELLS + int(BEYOND * CELLS) + 1)
        self._logs = {(cell / CELLS, rise): 0.0 for cell in cells for rise in RISES}

    def hear(self, at: float, wins: float, games: int) -> None:
        """So many games were won by a bot of this strength."""
        for (right, rise), so_far in self._logs.items():
            logit = self._target + rise * (at - right)
            # log(p) and log(1 - p), which stay exact far out
            won, lost = -math.log1p(math.exp(-logit)), -math.log1p(math.exp(logit))
            self._logs[right, rise] = so_far + wins * won + (games - wins) * lost

    def guess(self) -> tuple[float, float]:
        """The mean of the strengths by how likely they are, and how far the truth usually is from it."""
        top = max(self._logs.values())
        weights = {place: math.exp(value - top) for place, value in self._logs.items()}
        total = sum(weights.values())
        mean = sum(right * weight for (right, _), weight in weights.items()) / total
        spread = sum((right - mean) ** 2 * weight for (right, _), weight in weights.items()) / total
        return mean, math.sqrt(spread)


def calibrate(
    game: Game,
    make_bot: Callable[[float], Bot],
    rival: Bot | str,
    target: float = 0.70,
    *,
    low: float,
    high: float,
    games: int,
    seats: int = 2,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    processes: int = 1,
    tell: Callable[[str], None] | None = None,
) -> float:
    """The number for which the bot that `make_bot` makes of it wins the target's share against copies of a rival.

    The share must rise from `low` to `high` (which may be the smaller number). So many games are played in all, every seat under
    every seed. ArenaError says so when the number lies outside. Numbers that work by their ratio, such as iterations, are best
    given as logarithms. `tell` hears of every match.
    """
    if not 0 < target < 1:
        raise ValueError(f"the target is a share between 0 and 1, not {target}")
    if low == high:
        raise ValueError(f"low and high are two numbers, not twice {low}")
    belief = Belief(target)
    at, unsure = 0.5, 1.0
    matches = max(1, games // (SEEDS * seats))
    for number in range(matches):
        value = low + min(1.0, max(0.0, at)) * (high - low)
        hero = make_bot(value)
        first = seed + number * SEEDS
        tries = (Try(game, hero, (rival,) * (seats - 1), one, options) for one in range(first, first + SEEDS))
        wins = sum(seats * outcome.share for outcome in share_out(play_try, tries, processes))
        belief.hear((value - low) / (high - low), wins, SEEDS * seats)
        at, unsure = belief.guess()
        if tell is not None:
            found = low + at * (high - low)
            tell(
                f"{value:.4g}: {wins:g} of {SEEDS * seats} games; now {found:.4g} ± {abs(unsure * (high - low)):.2g} "
                f"for {target:.0%}"
            )
    if not 0 <= at <= 1:
        end, side = (low, "above") if at < 0 else (high, "below")
        raise ArenaError(f"with {end:g} the bot's share is still {side} {target:.0%}: look further out")
    return low + at * (high - low)
