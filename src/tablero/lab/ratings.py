"""Ratings of several bots from all their matches together: Elo and openskill."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from tablero.lab.arena import CONFIDENCE_LEVEL, RESAMPLE_COUNT, Match, middle, resampled, share_of

MAX_DIFFERENCE = 800  # Elo that one match can show
MAX_SWEEPS = 1000
TOLERANCE = 0.01  # Elo

Matches = Mapping[tuple[int, int], Match]


@dataclass(frozen=True)
class EloRating:
    """Elo of a bot above the weakest of its tournament, with its confidence interval."""

    elo: float
    low: float
    high: float


def ratings(matches: Matches, confidence: float = CONFIDENCE_LEVEL) -> list[EloRating]:
    """Return the maximum-likelihood Elo of every bot; intervals by bootstrap over the seeds of each match."""
    found = fit({pair: match.share for pair, match in matches.items()}, matches)
    weakest = found.index(min(found))
    shares = {pair: [outcome.share for outcome in match.outcomes] for pair, match in matches.items()}
    draw = random.Random(min(len(row) for row in shares.values()))  # two bots get the same interval as in their match
    drawn: list[list[float]] = [[] for _ in found]
    for _ in range(RESAMPLE_COUNT):
        again = fit({pair: resampled(row, matches[pair].games, draw) for pair, row in shares.items()}, matches, found)
        for bot, elo in enumerate(again):
            drawn[bot].append(elo - again[weakest])
    rated = []
    for bot, elo in enumerate(elo - found[weakest] for elo in found):
        low, high = middle(drawn[bot], confidence)
        rated.append(EloRating(elo, min(low, elo), max(high, elo)))
    return rated


def fit(shares: Mapping[tuple[int, int], float], matches: Matches, start: list[float] | None = None) -> list[float]:
    """Return the Elo of each bot under which these shares are likeliest, matches weighted by their games.

    One bot after the other is moved to where it is likeliest given the others (Newton's step on one number), until none
    moves. For two bots the result equals `Match.elo`.
    """
    number = 1 + max(max(pair) for pair in matches)
    at = list(start) if start else [0.0] * number
    # The matches of each bot: rival, whether it was the hero, games, share of the hero, seats.
    met: list[list[tuple[int, bool, int, float, int]]] = [[] for _ in range(number)]
    for (hero, rival), match in matches.items():
        low, high = share_of(-MAX_DIFFERENCE, match.seats), share_of(MAX_DIFFERENCE, match.seats)
        share = min(max(shares[hero, rival], low), high)
        met[hero].append((rival, True, match.games, share, match.seats))
        met[rival].append((hero, False, match.games, share, match.seats))
    unit = math.log(10) / 400
    for _ in range(MAX_SWEEPS):
        moved = 0.0
        for bot in range(number):
            slope = bend = 0.0
            for other, is_hero, games, share, seats in met[bot]:
                ahead = at[bot] - at[other] if is_hero else at[other] - at[bot]
                expected = share_of(ahead, seats)
                slope += games * (share - expected) * (1 if is_hero else -1)
                bend += games * expected * (1 - expected) * unit
            step = max(-200.0, min(200.0, slope / bend)) if bend else 0.0
            at[bot] += step
            moved = max(moved, abs(step))
        if moved < TOLERANCE:
            break
    return [elo - at[0] for elo in at]


def openskill_ratings(matches: Matches) -> list[dict[str, float]] | None:
    """Return openskill's rating of every bot (Plackett-Luce), game by game in the order of seeds; None if it is not
    installed. The ratings of copies of a bot at one table are averaged after each game."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model: Any = PlackettLuce()
    number = 1 + max(max(pair) for pair in matches)
    rated: list[Any] = [model.rating() for _ in range(number)]
    rows = sorted(
        ((outcome.seed, pair, outcome) for pair, match in matches.items() for outcome in match.outcomes),
        key=lambda row: row[:2],
    )
    for _, (hero, rival), outcome in rows:
        for seat, ranks in enumerate(outcome.ranks):
            who = [hero if other == seat else rival for other in range(len(ranks))]
            after = model.rate([[rated[bot]] for bot in who], ranks=list(ranks))
            for bot in {hero, rival}:
                copies = [team[0] for team, sitting in zip(after, who, strict=True) if sitting == bot]
                mu, sigma = fmean(one.mu for one in copies), fmean(one.sigma for one in copies)
                rated[bot] = model.rating(mu=mu, sigma=sigma)
    return [{"mu": one.mu, "sigma": one.sigma, "ordinal": one.ordinal()} for one in rated]
