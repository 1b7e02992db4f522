"""Where the points of a finished game came from: each crop, and the cities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tablero.core.i18n.translator import Translator
from tablero.core.score_breakdown import ScoreBreakdown, ScoreSource
from tablero.games.maya import names, words

CROPS = range(4)
COLOURS = ("#8a6508", "#7a5a36", "#4f6b1e", "#b3261e")  # maize, potatoes, squash, peppers: darker than their fields
STONE = "#4a4f5a"


def break_down_score(events: Sequence[Mapping[str, Any]], view: Mapping[str, Any], say: Translator) -> ScoreBreakdown:
    seats = range(view["seats"])
    harvests = [[0 for _ in seats] for _ in CROPS]
    cities = [0 for _ in seats]
    for event in events:
        if event["kind"] == "harvest":
            harvests[event["crop"]][event["seat"]] += event["points"]
        elif event["kind"] == "closed":
            cities = [had + got for had, got in zip(cities, event["points"], strict=True)]
    sources = [
        ScoreSource(names.crop(crop, say), f"my-fly-crop-{crop}", _exact(harvests[crop]), COLOURS[crop])
        for crop in CROPS
    ]
    sources.append(ScoreSource(say("closed cities"), "my-fly-temple", _exact(cities), STONE))
    return ScoreBreakdown(tuple(sources), words.ended(view, say), words.ties(view, say))


def _exact(points: Sequence[int]) -> tuple[Fraction, ...]:
    return tuple(Fraction(n) for n in points)
