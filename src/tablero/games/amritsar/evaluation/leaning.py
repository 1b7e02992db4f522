"""What characters of Amritsar may value."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.evaluation.leaning import Leaning
from tablero.core.state import State
from tablero.games.amritsar import layout as at
from tablero.games.amritsar.rules import Amritsar

NAMES: Final = (
    "donations",
    "districts",  # districts in which it has given more than each of the others
    "development",
    "resources",
    "money",  # steps on the tracks of knowledge
    "mahouts",
    "warehouses",
    "objectives",
    "coins",
    "goods",  # marble, copper and gold
    "counters",  # on its elephant
    "others",  # points that the best of the others lacks
)


class AmritsarLeaning(Leaning):
    """Measures of a player board, and of donations."""

    def measures(self, state: State, seat: i64) -> vec[float]:
        assert isinstance(state, Amritsar)
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        n: i64 = state.seats
        points = state.standing()
        best: i64 = 0
        for other in range(n):
            if other != seat:
                best = max(best, points[other])
        led: i64 = 0
        for district in range(at.DISTRICTS):
            most: i64 = 0
            for other in range(n):
                if other != seat:
                    most = max(most, v[at.SEAT + other * at.STRIDE + at.IN_DISTRICT + district])
            if v[b + at.IN_DISTRICT + district] > most:
                led += 1
        out = vec[float]()
        out = append(out, float(v[b + at.GIVEN]) / 8.0)
        out = append(out, float(led) / 3.0)
        for track in range(at.TRACKS):
            out = append(out, float(v[b + at.TRACK + track]) / 8.0)
        out = append(out, self._filled(state, b + at.MAHOUTS, 4))
        out = append(out, self._filled(state, b + at.HOUSES, 3))
        out = append(out, self._filled(state, b + at.PLACED, 4))
        out = append(out, float(v[b + at.COIN]) / 15.0)
        out = append(out, float(v[b + at.RES] + v[b + at.RES + 1] + v[b + at.RES + 2]) / 8.0)
        out = append(out, float(v[b + at.LOAD]) / 6.0)
        out = append(out, -float(best) / 60.0)
        return out

    def _filled(self, state: Amritsar, first: i64, places: i64) -> float:
        """Return the share of these places on which something lies."""
        found: i64 = 0
        for k in range(places):
            if state.v[first + k] != at.NONE:
                found += 1
        return float(found) / float(places)
