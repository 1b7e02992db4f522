"""Weights of Amritsar's evaluator: learned by play, in points unless the note says otherwise."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

LEARNED: Final[dict[str, float]] = {
    "coin": 0.721,  # a coin, in points
    "marble": 1.643,
    "copper": 1.476,
    "gold": 1.35,
    "second": 0.726,  # the part of its worth that a second resource of the same type keeps
    "counter": 1.246,  # a counter on the elephant that has few
    "full": 0.273,  # a counter on the elephant that has many
    "majority": 0.636,  # the part of a majority that is counted before the decade ends
    "lead": 0.255,  # each counter more in a district, by its value
    "step": 0.456,  # a step of knowledge beyond what its cell brings
    "house": 1.633,  # a warehouse, beyond its benefit, while turns are left
    "mahout": 0.059,  # a new mahout, while turns are left
    "aim": 0.021,  # an objective that is placed, of the points it may still bring
    "tax": 0.401,  # a step of the tax marker, for each decade left
    "market": 0.632,  # a market action
    "feed": 0.917,  # what others gain by following
    "sharp": 1.5,  # how much differences count
    "slope": 0.35,  # how sure a lead is
    "pace": 2.6,  # points of the human a turn in the solo game
    "bot_pace": 2.6,  # points of the maharaja a turn
}

# Where each of them lies in the list that an evaluator is made from.
N_COIN: Final[i64] = 0
N_MARBLE: Final[i64] = 1
N_SECOND: Final[i64] = 4
N_COUNTER: Final[i64] = 5
N_FULL: Final[i64] = 6
N_MAJORITY: Final[i64] = 7
N_LEAD: Final[i64] = 8
N_STEP: Final[i64] = 9
N_HOUSE: Final[i64] = 10
N_MAHOUT: Final[i64] = 11
N_AIM: Final[i64] = 12
N_TAX: Final[i64] = 13
N_MARKET: Final[i64] = 14
N_FEED: Final[i64] = 15
N_SHARP: Final[i64] = 16
N_SLOPE: Final[i64] = 17
N_PACE: Final[i64] = 18
N_BOT_PACE: Final[i64] = 19
