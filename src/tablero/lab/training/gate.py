"""Gate: a candidate network is kept if it wins matches at equal time, with new seeds, over all numbers of seats."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import tablero
from tablero.bots import Greedy, glimpse
from tablero.core import seeded
from tablero.lab.arena import RESAMPLE_COUNT, Match, Outcome, elo_of, play_seed
from tablero.lab.training.network_bot import NetworkBot, value_function_of

GATE_CONFIDENCE = 0.9  # of the interval that has to lie above equal
PACE_DECISIONS = 60  # timed decisions for each number of seats


@dataclass(frozen=True)
class MatchJob:
    """Job: some seeds of a match between two networks, given as text."""

    game: str
    weights: str
    rival: str
    seats: int
    seeds: range
    iterations: int
    rival_iterations: int


def play_match(job: MatchJob) -> list[Outcome]:
    """Return the outcome of each seed."""
    hero = NetworkBot(iterations=job.iterations, value_function=value_function_of(job.game, job.weights))
    rival = NetworkBot(iterations=job.rival_iterations, value_function=value_function_of(job.game, job.rival))
    rules = tablero.game(job.game)
    return [play_seed(rules, hero, [rival] * (job.seats - 1), seed) for seed in job.seeds]


def equal_time(game: str, weights: str, rival: str, iterations: int, seats: int, seed: int) -> int:
    """Return the iterations of one network that take as long as `iterations` of the other, timed on the same decisions.
    Processor time is measured, so that other processes do not disturb it."""
    rules = tablero.game(game)
    pair = [
        NetworkBot(iterations=iterations, value_function=value_function_of(game, each)) for each in (weights, rival)
    ]
    spent = [0.0, 0.0]
    player = Greedy(blur=0.5)
    draw = random.Random(seed)
    timed = 0
    while timed < PACE_DECISIONS:
        seed += 1
        state = rules.start(seats, seed)
        luck = seeded(-1 - seed)
        while (seat := int(state.actor())) >= 0:
            seen = glimpse(state, seat, luck)
            if len(seen.moves) > 1 and draw.random() < 0.1:
                timed += 1
                for side in (0, 1):
                    begun = time.process_time()
                    pair[side].think(seen, luck)
                    spent[side] += time.process_time() - begun
            state.apply(seat, player.choose(seen, luck))
    return max(1, round(iterations * spent[1] / spent[0]))


def surplus(matches: Sequence[Match]) -> tuple[float, float, float]:
    """Return how far the share of wins lies above equal, over matches with different numbers of seats (0: equal, 1:
    twice the equal share), and its confidence interval: bootstrap over seeds."""
    gains = [[outcome.share * played.seats - 1 for outcome in played.outcomes] for played in matches]
    draw = random.Random(1)
    means = sorted(fmean(fmean(draw.choices(some, k=len(some))) for some in gains) for _ in range(RESAMPLE_COUNT))
    tail = int(RESAMPLE_COUNT * (1 - GATE_CONFIDENCE) / 2)
    return fmean(map(fmean, gains)), means[tail], means[-1 - tail]


def won(matches: Sequence[Match]) -> bool:
    return surplus(matches)[1] > 0


def summary(played: Match, iterations: tuple[int, int]) -> dict[str, Any]:
    """Return the numbers of a match that are stored with the weights."""
    low, high = played.interval()
    return {
        "seats": played.seats,
        "games": played.games,
        "share": round(played.share, 4),
        "elo": round(played.elo),
        "elo_between": [round(elo_of(low, played.seats)), round(elo_of(high, played.seats))],
        "iterations": list(iterations),
        "ms": [round(played.hero_ms, 2), round(played.rival_ms, 2)],
        "seeds": [played.outcomes[0].seed, played.outcomes[-1].seed],
    }
