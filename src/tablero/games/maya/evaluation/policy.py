"""Scores of the moves of Maya for a seat, in points.

A tile is worth what its group scores now, what it changes at the cities beside it, the room it leaves to grow and what
it takes from the others, less what it could bring later. A face-down tile is worth what its city gains for those who
lead there, and the tiles that are drawn for it.
"""

from __future__ import annotations

import math

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.evaluation.evaluator import Evaluator
from tablero.core.state import State
from tablero.games.maya import layout as at
from tablero.games.maya.evaluation import weights as by
from tablero.games.maya.evaluation.features import REACH, Survey
from tablero.games.maya.rules import Maya


class Plans(Survey):
    """What each deed is worth in a surveyed position."""

    def planting(self, kind: i64, space: i64) -> float:
        """What it is worth to plant a tile here."""
        state = self.state
        v = state.v
        t = state.tables
        w = self.w
        number: i64 = (kind & 1) + 1
        crop: i64 = kind >> 1
        team: i64 = self.seat * at.CROPS + crop
        gain: i64 = number
        met_a: i64 = at.NONE
        met_b: i64 = at.NONE
        if state.new > 0:
            # The group of this turn scores anyway.
            met_a = self.label[v[at.NEW]]
        city_a: i64 = at.NONE
        city_b: i64 = at.NONE
        deny: i64 = 0
        open_: i64 = 0
        cities: float = 0.0
        for d in range(6):
            other = t.around[space * 6 + d]
            if other < 0:
                break
            what: i64 = v[at.LIES + other]
            if what == 0:
                open_ += 1
            elif what >= at.CITY:
                city: i64 = what - at.CITY
                if city != city_a and city != city_b:
                    cities += self.one[city] if number == 1 else self.two[city]
                    city_b = city_a
                    city_a = city
            else:
                group = self.label[other]
                if (what - 1) >> 1 == team:
                    if group != met_a and group != met_b:
                        gain += self.points[group]
                        met_b = met_a
                        met_a = group
                elif (what - 1) >> 3 != self.seat:
                    deny = max(deny, self.points[group])
        founded: i64 = 0
        for i in range(3):
            temple = t.shrines[3 * space + i]
            if temple >= 0 and v[at.TOWNS + temple * at.TOWN + at.SIZE] == 0:
                founded += 1
        cost: float = w[by.TILE] * float(number) + w[by.SAVE] * float(self.largest[team] + number)
        if state.new > 0:
            cost += w[by.MORE]
        return (
            float(gain)
            + cities
            + w[by.DENY] * float(deny)
            + w[by.LIBERTY] * float(open_)
            + w[by.FOUND] * float(founded)
            - cost * self.left
        )

    def best_planting(self, kind: i64) -> float:
        v = self.state.v
        here: i64 = at.NEAR if self.state.new > 0 else at.FRONT
        best: float = -1000.0
        for word in range(at.WORDS):
            left: i64 = v[here + word]
            while left != 0:
                low: i64 = left & -left
                left ^= low
                best = max(best, self.planting(kind, 48 * word + at.WHICH[low % 67]))
        return best

    def expanding(self, space: i64) -> float:
        """What it is worth that a city grows onto this space."""
        state = self.state
        v = state.v
        t = state.tables
        city: i64 = state.city_beside(space)
        b: i64 = at.TOWNS + city * at.TOWN
        crops = self.crops[4 * city : 4 * city + state.seats]
        free: i64 = self.open[city] - 1
        deny: i64 = 0
        own: i64 = 0
        for d in range(6):
            other = t.around[space * 6 + d]
            if other < 0:
                break
            what: i64 = v[at.LIES + other]
            if what > 0 and what < at.CITY:
                group = self.label[other]
                if (what - 1) >> 3 == self.seat:
                    own = max(own, self.points[group])
                else:
                    deny = max(deny, self.points[group])
            if v[b + at.RING + at.WORD_OF[other]] & at.BIT_OF[other] == 0:
                if what == 0:
                    free += 1
                elif what < at.CITY:
                    crops[(what - 1) >> 3] += 1 + ((what - 1) & 1)
        after = self.city_worth(v[b + at.SIZE] + 1, crops, free)
        # It takes a space from own groups as well as from others'.
        return after - self.now[city] + self.w[by.DENY] * float(deny - own)

    def best_expanding(self) -> float:
        best: float = -1000.0
        for word in range(at.WORDS):
            left: i64 = self.state.city_spots(word)
            while left != 0:
                low: i64 = left & -left
                left ^= low
                best = max(best, self.expanding(48 * word + at.WHICH[low % 67]))
        return best

    def keeping(self, kind: i64) -> float:
        """What a tile is worth in the rack."""
        v = self.state.v
        here: i64 = at.SEAT + self.seat * at.STRIDE + at.RACK
        crop: i64 = kind >> 1
        pair: i64 = v[here + 2 * crop] + v[here + 2 * crop + 1] - 1
        w = self.w
        return (
            w[by.KEEP_NUMBER] * float(kind & 1)
            + w[by.KEEP_GROUP] * float(self.largest[self.seat * at.CROPS + crop])
            + w[by.KEEP_PAIR] * float(pair)
        )


class Policy(Evaluator):
    """Scores moves by the survey of one seat."""

    def __init__(self, weights: list[float]) -> None:
        self.w: vec[float] = vec[float](weights)
        slope, decay = weights[int(by.SLOPE)], weights[int(by.DECAY)]
        reach = int(REACH)
        self.ahead: vec[float] = vec[float]([1 / (1 + math.exp(-slope * lead)) for lead in range(-reach, reach + 1)])
        self.fade: vec[float] = vec[float]([math.exp(-decay * free) for free in range(reach + 1)])

    def score_moves(self, state: State, seat: i64, moves: vec[i64]) -> vec[float]:
        assert isinstance(state, Maya)
        out = vec[float]()
        survey = Plans(state, seat, self.w, self.ahead, self.fade)
        phase = state.phase
        n: i64 = len(moves)
        if moves[0] >= at.HIDE and moves[0] < at.AT:
            survey.measure_groups()
            for i in range(n):
                out = append(out, -self.w[by.HEAT] * survey.keeping(moves[i] - at.HIDE))
            return out
        survey.measure_groups()
        survey.measure_cities()
        for i in range(n):
            move = moves[i]
            value: float = 0.0
            if phase == at.CHOOSE:
                if move == at.GROW:
                    drawn: i64 = min(state.rack_size(seat), 7)
                    value = survey.best_expanding() + self.w[by.DRAW + drawn] * survey.left
                elif move >= at.TAKE:
                    value = survey.best_planting(move - at.TAKE)
                # END and what is forced are worth nothing more and nothing less.
            elif phase == at.PLANT:
                value = survey.planting(state.held, move - at.AT)
            elif phase == at.EXPAND:
                value = survey.expanding(move - at.AT)
            out = append(out, self.w[by.HEAT] * value)
        return out
