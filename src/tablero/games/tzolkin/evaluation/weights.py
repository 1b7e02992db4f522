"""Weights of Tzolk'in's evaluator: their places, and their learned values."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# The weights, found by playing greedily against copies of what was known before: some a little different, the mean
# moved towards those that led by most. Scores were let fall below zero, so that hunger costs its points from the
# beginning.
CORN_W: Final[i64] = 0  # goods, on top of what they are worth at the end, while there is time to use them
WOOD_W: Final[i64] = 1
STONE_W: Final[i64] = 2
GOLD_W: Final[i64] = 3
SKULL_W: Final[i64] = 4
HUNGER_W: Final[i64] = 5  # corn for the next food day
SLOPE_W: Final[i64] = 6  # and how this falls with each day until then
LEAST_W: Final[i64] = 7
COMING_W: Final[i64] = 8  # how surely a riding worker brings its corn in time
STEP_W: Final[i64] = 9  # temple steps: their points, their gifts, standing highest or nearly so
GIFT_W: Final[i64] = 10
HIGHEST_W: Final[i64] = 11
NEARLY_W: Final[i64] = 12
WORKER_W: Final[i64] = 13  # a worker for a round
MEAL_W: Final[i64] = 14
WAIT_W: Final[i64] = 15  # a round of a worker's time
HAND_W: Final[i64] = 16
CLAIM_W: Final[i64] = 17  # the starting-player space
PLACE_W: Final[i64] = 18  # what further workers of the same turn may bring
PICK_W: Final[i64] = 19
BUILD_W: Final[i64] = 20  # buildings that are not revealed yet
WIDE_W: Final[i64] = 21
MISS_W: Final[i64] = 22  # a block that is still missing for a building or a monument
AIM_W: Final[i64] = 23  # blocks that the building or monument aimed at needs
PROMISE_W: Final[i64] = 24  # an offering for which the skull is still missing
LATER_W: Final[i64] = 25  # a worker that rides on
BACK_W: Final[i64] = 26  # a step back
TEMPER_W: Final[i64] = 27  # points that make a move clearly better than another
LEAP_W: Final[i64] = 28
COPY_W: Final[i64] = 29
TRADE_W: Final[i64] = 30
PURSE_W: Final[i64] = 31  # the first corn, with which workers are placed
AGAIN_W: Final[i64] = 32  # a second worker on the same gear in one turn
LIGHT_W: Final[i64] = 33  # two days, for each worker that would ride them
LEVEL_W: Final[i64] = 34  # each level with the whole game ahead, at track * 3 + level
SURPLUS_W: Final[i64] = 46  # how fast more corn than the next meal needs becomes worth less
HEAP_W: Final[i64] = 47  # and more than two blocks
ENOUGH_W: Final[i64] = 48  # the corn that is enough to place with
WEIGHTS: Final[vec[float]] = vec[float](
    [
        0.82, 0.36, 1.34, 2.38, 2.43, 1.5, 0.31, 0.27, 0.85, 0.8, 0.34, 0.45, 0.15, 0.11,
        0.82, 0.66, 0.84, 0.28, 1.06, 0.36, 3.14, 7.39, 1.41, 0.36, 0.16, 0.8, 0.49, 1.58,
        1.11, 0.57, 0.84, 0.48, 0.64, 0.33,
        2.01, 2.29, 3.03, 1.0, 3.15, 1.23, 1.08, 1.68, 2.29, 0.64, 1.49, 3.66,
        0.21, 0.2, 6.42,
    ]
)  # fmt: skip
