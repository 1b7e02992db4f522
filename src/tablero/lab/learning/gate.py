"""The gate: a candidate is kept when it wins matches at equal time, with fresh luck, at every table size together."""

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
from tablero.lab.arena import RESAMPLES, Match, Outcome, elo_of, play_seed
from tablero.lab.learning.judged import Judged, judge_of

SURE = 0.9  # the interval that has to lie above equal
TRIALS = 60  # decisions that the pace is measured with, for each number of seats


@dataclass(frozen=True)
class Duel:
    """Some games of a match, played in one go."""

    game: str
    weights: str
    rival: str
    seats: int
    seeds: range
    iterations: int
    rival_iterations: int


def fight(duel: Duel) -> list[Outcome]:
    """What happened under each seed."""
    hero = Judged(iterations=duel.iterations, judge=judge_of(duel.game, duel.weights))
    rival = Judged(iterations=duel.rival_iterations, judge=judge_of(duel.game, duel.rival))
    rules = tablero.game(duel.game)
    return [play_seed(rules, hero, [rival] * (duel.seats - 1), seed) for seed in duel.seeds]


def equal_time(game: str, weights: str, rival: str, iterations: int, seats: int, seed: int) -> int:
    """How many iterations the one judge gets for the time that the other takes for `iterations`: both think about the same
    decisions in turn. It is the processor's time, so that whatever else runs does not disturb it."""
    rules = tablero.game(game)
    pair = [Judged(iterations=iterations, judge=judge_of(game, each)) for each in (weights, rival)]
    spent = [0.0, 0.0]
    wander = Greedy(blur=0.5)
    draw = random.Random(seed)
    tried = 0
    while tried < TRIALS:
        seed += 1
        state = rules.start(seats, seed)
        luck = seeded(-1 - seed)
        while (seat := int(state.actor())) >= 0:
            seen = glimpse(state, seat, luck)
            if len(seen.moves) > 1 and draw.random() < 0.1:
                tried += 1
                for side in (0, 1):
                    begun = time.process_time()
                    pair[side].think(seen, luck)
                    spent[side] += time.process_time() - begun
            state.apply(seat, wander.choose(seen, luck))
    return max(1, round(iterations * spent[1] / spent[0]))


def surplus(matches: Sequence[Match]) -> tuple[float, float, float]:
    """How far the share of wins lies above equal, over matches with different numbers of seats (nought: equal, 1: twice the
    share of an equal), and the interval that it lies in: bootstrap over seeds."""
    gains = [[outcome.share * played.seats - 1 for outcome in played.outcomes] for played in matches]
    draw = random.Random(1)
    means = sorted(fmean(fmean(draw.choices(some, k=len(some))) for some in gains) for _ in range(RESAMPLES))
    tail = int(RESAMPLES * (1 - SURE) / 2)
    return fmean(map(fmean, gains)), means[tail], means[-1 - tail]


def won(matches: Sequence[Match]) -> bool:
    return surplus(matches)[1] > 0


def summary(played: Match, iterations: tuple[int, int]) -> dict[str, Any]:
    """A match in the numbers that are kept with the weights."""
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
