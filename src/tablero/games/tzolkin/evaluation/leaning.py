"""What characters of Tzolk'in may value."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.evaluation.leaning import Leaning
from tablero.core.state import State
from tablero.games.tzolkin import layout as at
from tablero.games.tzolkin.rules import Tzolkin

NAMES: Final = (
    "corn",
    "blocks",
    "skulls",
    "workers",
    "temples",
    "agriculture",
    "extraction",
    "architecture",
    "theology",
    "buildings",
    "monuments",
    "palenque",
    "yaxchilan",
    "tikal",
    "uxmal",
    "chichen",  # how far its workers on each gear have come
    "placed",  # workers on gears
    "others",  # points that the best of the others lacks
)


class TzolkinLeaning(Leaning):
    """Measures of a player board, and of workers on the gears."""

    def measures(self, state: State, seat: i64) -> vec[float]:
        assert isinstance(state, Tzolkin)
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        best: i64 = 0
        points = state.standing()
        for other in range(state.seats):
            if other != seat:
                best = max(best, points[other])
        out = vec[float]()
        out = append(out, float(min(v[b + at.CORN], 20)) / 20.0)
        out = append(out, float(v[b + at.WOOD] + v[b + at.STONE] + v[b + at.GOLD]) / 8.0)
        out = append(out, float(v[b + at.SKULL]) / 2.0)
        out = append(out, float(v[b + at.WORKERS]) / 3.0)
        out = append(out, float(v[b + at.STEP] + v[b + at.STEP + 1] + v[b + at.STEP + 2]) / 8.0)
        for track in range(4):
            out = append(out, float(v[b + at.LEVEL + track]) / 3.0)
        out = append(out, float(self._bits(v[b + at.BUILT])) / 3.0)
        out = append(out, float(self._bits(v[b + at.MONUMENTS])) / 1.0)
        placed: i64 = 0
        for gear in range(at.GEARS):
            on: i64 = v[b + at.ON + gear]
            placed += self._bits(on)
            out = append(out, float(2 * self._bits(on) + self._ridden(on)) / 8.0)
        out = append(out, float(placed) / 5.0)
        out = append(out, -float(best) / 50.0)
        return out

    def _bits(self, left: i64) -> i64:
        found: i64 = 0
        while left != 0:
            left &= left - 1
            found += 1
        return found

    def _ridden(self, on: i64) -> i64:
        """Return the positions on a gear, added up."""
        found: i64 = 0
        position: i64 = 0
        while on != 0:
            if on & 1 != 0:
                found += position
            on >>= 1
            position += 1
        return found
