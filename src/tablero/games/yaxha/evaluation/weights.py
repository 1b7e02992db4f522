"""Learned numbers of Yaxha's evaluator."""

from typing import Any, Final

LEARNED: Final[dict[str, Any]] = {
    "made": "begun by hand; moved by three rounds of cross-entropy search on the results of greedy games: 35.2 % (32.1 "
    "to 38.4) of 450 games against the first weights, 33.3 % is equal, so the gain is not proven; played before the "
    "features counted the cubes to come. Not kept: copying a searcher (1089 decisions), 29.7 % (25.6 to 33.3) of 450 "
    "games; a fitted scale, 45.0 % (35.8 to 54.2) of 60 games with two seats; nine more rounds of search under "
    "today's features, 34.7 % (30.7 to 38.6) of 450. The scale is set by hand.",
    "pyramid": {
        "points": 1.0366,
        "growth_now": 0.9673,
        "growth_later": 0.4295,
        "stuck": -0.4967,
        "doomed": -0.4595,
        "cubes": 0.2743,
        "weight": 0.1845,
        "height": 0.1114,
        "height_early": -0.3124,
        "firm": 0.063,
        "closed": -1.0387,
        "hidden": -0.0352,
        "cards": 4.2689,
        "freedom": 0.238,
        "hand": 0.4225,
        "lost": -2.8997,
        "buried": 0.3398,
    },
    "tile": {"worth": 0.8958, "beaten": -0.0416, "outranked": 0.5335, "robbed": -0.3547},
    "scale": [0.16, 0.15, 0.14, 0.13, 0.12, 0.11, 0.1, 0.09, 0.08, 0.07],
}
