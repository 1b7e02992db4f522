"""What characters of Yaxha may value."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.evaluation.leaning import Leaning
from tablero.core.state import State
from tablero.games.yaxha import layout as at
from tablero.games.yaxha.rules import Yaxha

NAMES: Final = (
    "height",  # levels on which its cubes lie, counted from the base
    "largest",  # its largest group of one colour
    "even",  # how many of five cubes the largest group of each colour has
    "cards",  # bonus cards that it would score now
    "initiative",
    "others",  # points that the best of the others lacks
)
EVEN_SIZE: Final[i64] = 5


class YaxhaLeaning(Leaning):
    """Measures of a pyramid."""

    def measures(self, state: State, seat: i64) -> vec[float]:
        assert isinstance(state, Yaxha)
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        own = state.survey(seat)
        points = state.standing()
        best: i64 = 0
        for other in range(state.seats):
            if other != seat:
                best = max(best, points[other])
        even: i64 = 0
        for colour in range(at.COLOURS):
            even += min(EVEN_SIZE, own[at.SIZES + colour])
        height: i64 = (
            at.count(v[b + at.FILLED + 1]) + 2 * at.count(v[b + at.FILLED + 2]) + 3 * at.count(v[b + at.FILLED + 3])
        )
        out = vec[float]()
        out = append(out, float(height) / 15.0)
        out = append(out, float(own[at.ANY]) / 8.0)
        out = append(out, float(even) / 20.0)
        out = append(out, float(points[seat] - own[at.POINTS]) / float(at.CARDS * state.tables.card_points))
        out = append(out, -float(v[b + at.INITIATIVE]) / 3.0)
        out = append(out, -float(best) / 50.0)
        return out
