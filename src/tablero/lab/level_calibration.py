"""Calibration: find the strength at which a bot wins a given share against a rival.

Bayesian bisection. A match of a few seeds only roughly shows on which side of the target it lies, so no half is thrown
away: the posterior over strengths and slopes of the share is kept, and the next match is played at its mean.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tablero.bots import Bot
from tablero.core import Game
from tablero.lab.arena import Outcome, play_seed
from tablero.lab.errors import ArenaError
from tablero.lab.seeds import refuse_reserved
from tablero.lab.workers import share_out

CELLS = 80  # strengths between the lowest and the highest
BEYOND = 0.25  # range outside them that is searched too, to detect a target that is not inside
RISES = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)  # of the logit of the share from the lowest to the highest strength
SEEDS_PER_MATCH = 10


@dataclass(frozen=True)
class SeedTask:
    """Job of one seed of a match at one strength."""

    game: Game
    hero: Bot
    rivals: tuple[Bot | str, ...]
    seed: int
    options: Mapping[str, str] | None


def play_seed_task(one: SeedTask) -> Outcome:
    return play_seed(one.game, one.hero, one.rivals, one.seed, one.options)


class Belief:
    """Posterior over the strength, from 0 to 1, that wins the target."""

    def __init__(self, target: float) -> None:
        self._target = math.log(target / (1 - target))
        cells = range(-int(BEYOND * CELLS), CELLS + int(BEYOND * CELLS) + 1)
        self._logs = {(cell / CELLS, rise): 0.0 for cell in cells for rise in RISES}

    def update(self, at: float, wins: float, games: int) -> None:
        """Add games at a strength."""
        for (right, rise), so_far in self._logs.items():
            logit = self._target + rise * (at - right)
            # log(p) and log(1 - p), which stay exact far out
            won, lost = -math.log1p(math.exp(-logit)), -math.log1p(math.exp(logit))
            self._logs[right, rise] = so_far + wins * won + (games - wins) * lost

    def estimate(self) -> tuple[float, float]:
        """Return the mean and the standard deviation."""
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
    """Return the number for which the bot `make_bot(number)` wins the share `target` against copies of a rival.

    The share must rise from `low` to `high` (which may be the smaller number); raise ArenaError if the target lies
    outside. `games` are played in all, every seat under every seed. Numbers that work by their ratio, such as
    iterations, are best given as logarithms. `tell` is called with a sentence about every match.
    """
    if not 0 < target < 1:
        raise ValueError(f"the target is a share between 0 and 1, not {target}")
    if low == high:
        raise ValueError(f"low and high are two numbers, not twice {low}")
    refuse_reserved(seed, max(SEEDS_PER_MATCH, games))
    belief = Belief(target)
    at, unsure = 0.5, 1.0
    matches = max(1, games // (SEEDS_PER_MATCH * seats))
    for number in range(matches):
        value = low + min(1.0, max(0.0, at)) * (high - low)
        hero = make_bot(value)
        first = seed + number * SEEDS_PER_MATCH
        tries = (
            SeedTask(game, hero, (rival,) * (seats - 1), one, options) for one in range(first, first + SEEDS_PER_MATCH)
        )
        wins = sum(seats * outcome.share for outcome in share_out(play_seed_task, tries, processes))
        belief.update((value - low) / (high - low), wins, SEEDS_PER_MATCH * seats)
        at, unsure = belief.estimate()
        if tell is not None:
            found = low + at * (high - low)
            tell(
                f"{value:.4g}: {wins:g} of {SEEDS_PER_MATCH * seats} games; "
                f"now {found:.4g} ± {abs(unsure * (high - low)):.2g} for {target:.0%}"
            )
    if not 0 <= at <= 1:
        end, side = (low, "above") if at < 0 else (high, "below")
        raise ArenaError(f"with {end:g} the bot's share is still {side} {target:.0%}: look further out")
    return low + at * (high - low)
