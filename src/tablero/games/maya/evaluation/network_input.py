"""Input of the value network of Maya.

Public information only: points, numbers of tiles, groups and where they can grow, cities and who leads beside them. The
tiles of a rack are secret and left out, so that every seat sees the same.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.evaluation.value_network import NetworkInput
from tablero.core.state import State
from tablero.games.maya import layout as at
from tablero.games.maya.evaluation.features import NOUGHT, TEAMS, Survey
from tablero.games.maya.evaluation.value import MayaEvaluator
from tablero.games.maya.rules import Maya

# The row of a seat.
POINTS: Final = 0
LEAD: Final = 1  # over the best of the others
LATE_LEAD: Final = 2  # the same, the more the nearer the end is
NEXT: Final = 3  # + how many others move before it, 4 places
HAND: Final = 7  # + the size of its rack, 8 places
LEFT: Final = 15  # all tiles that it has left
SPARE: Final = 16  # how many more than the seat that has the fewest
LARGEST: Final = 17  # + crop: the largest group
GAIN: Final = 21  # + crop: the most that a tile laid now would join
ROOMS: Final = 25  # + crop: spaces where the largest group can grow
BEST: Final = 29  # the best of those gains,
SECOND: Final = 30  # the best of another crop,
LASTING: Final = 31  # and both while there is time to repeat them
COMING: Final = 32  # tiles not planted yet by the groups that they could enlarge
PLANTED: Final = 33  # crops on the map
CITIES: Final = 34  # open cities by empty neighbours (3 kinds) and by the seat's place beside them (6 kinds)
SHARE: Final = 52  # what they would pay now,
SOON: Final = 53  # those that close soon above all,
PROMISE: Final = 54  # and what may be hoped for
LEADS: Final = 55  # + size less one, 4 places: cities where it leads
OWN: Final = 59

# What all have in common.
TIME: Final = 0
TIME_SQUARED: Final = 1
CLOSE: Final = 2  # + fewest tiles of a seat, 8 places: the end can come at any moment
TABLE: Final = 10  # + seats less two, 3 places
OPEN: Final = 13
SHUT: Final = 14
UNFOUNDED: Final = 15
SPACES: Final = 16
FIELDS: Final = 17  # where a tile may be planted
SITES: Final = 18  # where a city may grow
SHARED: Final = 19

MOST: Final = 3.0  # a host's own map or prizes must not drown everything else


def bits_of(word: i64) -> i64:
    found: i64 = 0
    left: i64 = word
    while left != 0:
        left &= left - 1
        found += 1
    return found


class MayaNetworkInput(NetworkInput):
    """Encodes a position by the measures of the heuristic evaluator."""

    def __init__(self, evaluator: MayaEvaluator) -> None:
        super().__init__(OWN, SHARED)
        self.evaluator: MayaEvaluator = evaluator

    def encode(self, state: State, out: vec[float]) -> None:
        assert isinstance(state, Maya)
        evaluator = self.evaluator
        survey = Survey(state, 0, evaluator.w, evaluator.ahead, evaluator.fade)
        survey.measure_groups()
        self._write_land(survey, out)
        self._write_cities(survey, out)
        self._write_seats(survey, out)
        for i in range(len(out)):
            if out[i] > MOST:
                out[i] = MOST

    def _write_land(self, survey: Survey, out: vec[float]) -> None:
        """What one tile more would join, for every seat and crop, and how many spaces the largest groups can grow
        to."""
        state = survey.state
        v = state.v
        gains = NOUGHT[0:TEAMS]
        rooms = NOUGHT[0:TEAMS]
        joined = NOUGHT[0:TEAMS]
        fields: i64 = 0
        for word in range(at.WORDS):
            left: i64 = v[at.FRONT + word]
            while left != 0:
                low: i64 = left & -left
                left ^= low
                fields += 1
                self._write_field(survey, 48 * word + at.WHICH[low % 67], gains, rooms, joined)
        for seat in range(state.seats):
            o: i64 = seat * OWN
            best: float = 0.0
            second: float = 0.0
            for crop in range(at.CROPS):
                team: i64 = seat * at.CROPS + crop
                gain: float = gains[team]
                out[o + LARGEST + crop] = float(survey.largest[team]) / 10.0
                out[o + GAIN + crop] = gain / 10.0
                out[o + ROOMS + crop] = min(rooms[team], 10.0) / 8.0
                if gain > best:
                    second = best
                    best = gain
                elif gain > second:
                    second = gain
            out[o + BEST] = best / 12.0
            out[o + SECOND] = second / 12.0
            out[o + LASTING] = (best + 0.5 * second) * survey.left / 15.0
        start: i64 = state.seats * OWN
        out[start + FIELDS] = float(fields) / 30.0

    def _write_field(
        self, survey: Survey, space: i64, gains: vec[float], rooms: vec[float], joined: vec[float]
    ) -> None:
        """The groups around a space where a tile may be planted. `joined` is all nought, before and after."""
        v = survey.state.v
        around = survey.state.tables.around
        met = vec[i64](capacity=6)
        for d in range(6):
            other: i64 = around[6 * space + d]
            if other < 0:
                break
            what: i64 = v[at.LIES + other]
            if what == 0 or what >= at.CITY:
                continue
            group: i64 = survey.label[other]
            known = False
            for k in range(len(met)):
                if met[k] == group:
                    known = True
            if known:
                continue
            met = append(met, group)
            team: i64 = (what - 1) >> 1
            joined[team] += float(survey.points[group])
            gains[team] = max(gains[team], joined[team])
            if survey.points[group] == survey.largest[team]:
                rooms[team] += 1.0
        for d in range(6):
            other = around[6 * space + d]
            if other < 0:
                break
            what = v[at.LIES + other]
            if what > 0 and what < at.CITY:
                joined[(what - 1) >> 1] = 0.0

    def _write_cities(self, survey: Survey, out: vec[float]) -> None:
        state = survey.state
        v = state.v
        t = state.tables
        n: i64 = state.seats
        rows: i64 = len(t.firsts)
        start: i64 = n * OWN
        for temple in t.usable:
            b: i64 = at.TOWNS + temple * at.TOWN
            size: i64 = v[b + at.SIZE]
            if size == 0:
                out[start + UNFOUNDED] += 0.125
                continue
            if v[b + at.CLOSED] != 0:
                out[start + SHUT] += 0.125
                continue
            out[start + OPEN] += 0.125
            crops = state.crops_around(temple)
            free: i64 = survey.free(temple)
            now = state.shares(size, crops)
            worth: float = float(t.firsts[min(size, rows - 1)]) / 30.0
            fade: float = 1.0 if free <= 2 else (0.6 if free <= 5 else 0.3)
            kind: i64 = 0 if free <= 1 else (1 if free <= 3 else 2)
            for seat in range(n):
                o: i64 = seat * OWN
                best: i64 = 0
                for other in range(n):
                    if other != seat:
                        best = max(best, crops[other])
                lead: i64 = crops[seat] - best
                place: i64 = 0
                if crops[seat] > 0:
                    place = 1 if lead < -2 else (2 if lead < 0 else (3 if lead == 0 else (4 if lead < 3 else 5)))
                    out[o + LEADS + min(size, 4) - 1] += 0.5 if lead > 0 else (0.25 if lead == 0 else 0.0)
                out[o + CITIES + 6 * kind + place] += worth
                out[o + SHARE] += float(now[seat]) / 20.0
                out[o + SOON] += fade * float(now[seat]) / 20.0
                out[o + PROMISE] += survey.promise(size, crops, free, seat) / 20.0

    def _write_seats(self, survey: Survey, out: vec[float]) -> None:
        state = survey.state
        v = state.v
        n: i64 = state.seats
        fewest: i64 = 1000
        for seat in range(n):
            fewest = min(fewest, state.rack_size(seat) + state.reserve_size(seat))
        for seat in range(n):
            o: i64 = seat * OWN
            score: i64 = v[at.SEAT + seat * at.STRIDE + at.SCORE]
            best: i64 = -1000
            for other in range(n):
                if other != seat:
                    best = max(best, v[at.SEAT + other * at.STRIDE + at.SCORE])
            lead: float = max(-1.5, min(1.5, float(score - best) / 25.0))
            out[o + POINTS] = float(score) / 100.0
            out[o + LEAD] = lead
            out[o + LATE_LEAD] = lead * (1.0 - survey.left)
            out[o + NEXT + (seat - state.mover + n) % n] = 1.0
            rack: i64 = state.rack_size(seat)
            tiles: i64 = rack + state.reserve_size(seat)
            out[o + HAND + min(rack, 7)] = 1.0
            out[o + LEFT] = float(tiles) / 24.0
            out[o + SPARE] = float(tiles - fewest) / 8.0
        self._write_crops(survey, out)
        start: i64 = n * OWN
        out[start + TIME] = survey.left
        out[start + TIME_SQUARED] = survey.left * survey.left
        if fewest < 8:
            out[start + CLOSE + fewest] = 1.0
        out[start + TABLE + n - 2] = 1.0
        empty: i64 = 0
        sites: i64 = 0
        for word in range(at.WORDS):
            empty += bits_of(v[at.EMPTY + word])
            sites += bits_of(state.city_spots(word))
        out[start + SPACES] = float(empty) / 100.0
        out[start + SITES] = float(sites) / 30.0

    def _write_crops(self, survey: Survey, out: vec[float]) -> None:
        """All seats have the same set: what is not on the map is still to come, or lies face down."""
        state = survey.state
        v = state.v
        planted = NOUGHT[0:TEAMS]
        for space in range(state.tables.count):
            what: i64 = v[at.LIES + space]
            if 0 < what < at.CITY:
                planted[(what - 1) >> 1] += 1.0 + float((what - 1) & 1)
        for seat in range(state.seats):
            o: i64 = seat * OWN
            for crop in range(at.CROPS):
                team: i64 = seat * at.CROPS + crop
                have: float = float(state.tables.tiles[2 * crop] + 2 * state.tables.tiles[2 * crop + 1])
                out[o + PLANTED] += planted[team] / 40.0
                out[o + COMING] += (have - planted[team]) * float(survey.largest[team]) / 200.0
