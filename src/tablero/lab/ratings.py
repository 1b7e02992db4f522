"""Ratings of several bots from all their matches together: Elo, and openskill's."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from tablero.lab.arena import CONFIDENCE, RESAMPLES, Match, drawn_again, middle, share_of

FURTHEST = 800  # no match tells more Elo than this
SWEEPS = 1000
CLOSE = 0.01  # Elo

Matches = Mapping[tuple[int, int], Match]


@dataclass(frozen=True)
class Rating:
    """How strong a bot is, in Elo above the weakest of its tournament, and where the true figure lies."""

    elo: float
    low: float
    high: float


def ratings(matches: Matches, confidence: float = CONFIDENCE) -> list[Rating]:
    """The Elo of every bot that explains all matches best; the intervals by bootstrap over the seeds of each match."""
    found = fit({pair: match.share for pair, match in matches.items()}, matches)
    weakest = found.index(min(found))
    shares = {pair: [outcome.share for outcome in match.outcomes] for pair, match in matches.items()}
    draw = random.Random(min(len(row) for row in shares.values()))  # two bots are told the same here as in their match
    drawn: list[list[float]] = [[] for _ in found]
    for _ in range(RESAMPLES):
        again = fit({pair: drawn_again(row, matches[pair].games, draw) for pair, row in shares.items()}, matches, found)
        for bot, elo in enumerate(again):
            drawn[bot].append(elo - again[weakest])
    rated = []
    for bot, elo in enumerate(elo - found[weakest] for elo in found):
        low, high = middle(drawn[bot], confidence)
        rated.append(Rating(elo, min(low, elo), max(high, elo)))
    return rated


def fit(shares: Mapping[tuple[int, int], float], matches: Matches, start: list[float] | None = None) -> list[float]:
    """The Elo of each bot under which these shares are likeliest, each match counting as much as it has games.

    One bot after the other is moved to where it is likeliest given the others (Newton's step on one number), until none moves.
    Two bots come out exactly as `Match.elo` tells.
    """
    number = 1 + max(max(pair) for pair in matches)
    at = list(start) if start else [0.0] * number
    # What a bot has met: the rival, whether it was the hero, how often, its share and the seats.
    met: list[list[tuple[int, bool, int, float, int]]] = [[] for _ in range(number)]
    for (hero, rival), match in matches.items():
        low, high = share_of(-FURTHEST, match.seats), share_of(FURTHEST, match.seats)
        share = min(max(shares[hero, rival], low), high)
        met[hero].append((rival, True, match.games, share, match.seats))
        met[rival].append((hero, False, match.games, share, match.seats))
    unit = math.log(10) / 400
    for _ in range(SWEEPS):
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
        if moved < CLOSE:
            break
    return [elo - at[0] for elo in at]


def openskill_ratings(matches: Matches) -> list[dict[str, float]] | None:
    """openskill's rating of every bot (Plackett and Luce), game by game in the order of seeds; None where it is not installed.
    Copies of a bot at one table learn together: what they have learned is averaged."""
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
