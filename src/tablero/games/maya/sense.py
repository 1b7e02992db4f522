"""What a bot feels about a position of Maya, in points.

A tile is worth what its group scores now, what it changes at the cities beside it, the room it leaves to grow and what
it takes from the others, less what it could bring later. A face-down tile is worth what its city gains for those who
lead there, and the tiles that are drawn for it. `NAMES` and `weights.json` belong together.
"""

from __future__ import annotations

import json
import math
from importlib.resources import files
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.sense import Sense
from tablero.core.state import State
from tablero.games.maya.board import (
    AT,
    BIT_OF,
    CHOOSE,
    CITY,
    CLOSED,
    CROPS,
    EMPTY,
    EXPAND,
    FRONT,
    GROW,
    HIDE,
    LIES,
    MOST_TEMPLES,
    NEAR,
    NEW,
    NONE,
    PLANT,
    RACK,
    RING,
    SCORE,
    SEAT,
    SIZE,
    STRIDE,
    TAKE,
    TOWN,
    TOWNS,
    WHICH,
    WORD_OF,
    WORDS,
)
from tablero.games.maya.rules import Maya

NAMES: Final = (
    "heat",  # from points to appeal
    "city",  # own share of a city
    "rival",  # the best rival's share of a city
    "slope",  # how much one crop more or less decides about a majority
    "decay",  # how much each empty neighbour lowers the chance that a city closes
    "growth",  # how much of the next size a city is worth already
    "deny",  # points that the best rival would get on the same space
    "liberty",  # empty spaces beside a planted tile
    "found",  # a new temple
    "tile",  # what a planted tile costs
    "save",  # the same for each crop of the largest group that the tile could enlarge later
    "more",  # what each further tile of a turn costs besides
    "draw_0", "draw_1", "draw_2", "draw_3", "draw_4", "draw_5", "draw_6", "draw_7",  # tiles drawn, by rack size
    "keep_number",  # not turning over a tile: its crops,
    "keep_group",  # the largest group that it could enlarge,
    "keep_pair",  # and the other tiles of its crop in the rack
    "hope_city",  # an unfinished city in the outlook
    "hope_tile",  # a tile in the rack
    "hope_group",  # a point of the largest group of each crop, while tiles are left
    "scale",  # points that make a clear lead
)  # fmt: skip
KEEP_NUMBER: Final[i64] = 20
KEEP_GROUP: Final[i64] = 21
KEEP_PAIR: Final[i64] = 22
HOPE_CITY: Final[i64] = 23
HOPE_TILE: Final[i64] = 24
HOPE_GROUP: Final[i64] = 25
SCALE: Final[i64] = 26
W_HEAT: Final[i64] = 0
W_OWN: Final[i64] = 1
W_RIVAL: Final[i64] = 2
W_SLOPE: Final[i64] = 3
W_DECAY: Final[i64] = 4
W_GROWTH: Final[i64] = 5
W_DENY: Final[i64] = 6
W_LIBERTY: Final[i64] = 7
W_FOUND: Final[i64] = 8
W_TILE: Final[i64] = 9
W_SAVE: Final[i64] = 10
W_MORE: Final[i64] = 11
W_DRAW: Final[i64] = 12

MINUS: Final[vec[i64]] = vec[i64]([-1] * 192)
NOUGHT: Final[vec[float]] = vec[float]([0.0] * 192)
REACH: Final[i64] = 40  # crops and empty neighbours beyond this count like this
TEAMS: Final[i64] = 16


class Survey:
    """A position measured once for one seat: groups of all seats, and what one or two crops more bring at each city."""

    def __init__(self, state: Maya, seat: i64, w: vec[float], ahead: vec[float], fade: vec[float]) -> None:
        self.state: Maya = state
        self.seat: i64 = seat
        self.w: vec[float] = w
        self.ahead: vec[float] = ahead  # the chance to stay ahead by a lead of -40 to 40 crops
        self.fade: vec[float] = fade  # the chance that a city closes by its empty neighbours
        self.label: vec[i64] = MINUS[:]  # the group of a plantation
        self.points: vec[i64] = vec[i64]()  # by group
        self.largest: vec[i64] = MINUS[0:TEAMS]  # by team: seat and crop
        for team in range(TEAMS):
            self.largest[team] = 0
        self.one: vec[float] = NOUGHT[0:MOST_TEMPLES]  # what one crop more brings at a city
        self.two: vec[float] = NOUGHT[0:MOST_TEMPLES]
        self.now: vec[float] = NOUGHT[0:MOST_TEMPLES]  # what a city is worth as it is
        self.open: vec[i64] = MINUS[0:MOST_TEMPLES]  # its empty neighbours
        self.crops: vec[i64] = MINUS[0 : 4 * MOST_TEMPLES]  # the crops of each seat beside it
        # The share of the game that is left, by the seat that has the fewest tiles.
        fewest: i64 = 1000
        for other in range(state.seats):
            fewest = min(fewest, state.rack_size(other) + state.reserve_size(other))
        self.left: float = min(1.0, float(fewest) / 24.0)

    def measure_groups(self) -> None:
        state = self.state
        v = state.v
        t = state.tables
        label = self.label
        stack = MINUS[:]
        for space in range(t.count):
            what: i64 = v[LIES + space]
            if what == 0 or what >= CITY or label[space] >= 0:
                continue
            team: i64 = (what - 1) >> 1
            number: i64 = len(self.points)
            total: i64 = 0
            label[space] = number
            stack[0] = space
            depth: i64 = 1
            while depth > 0:
                depth -= 1
                at: i64 = stack[depth]
                total += 1 + ((v[LIES + at] - 1) & 1)
                for d in range(6):
                    other = t.around[at * 6 + d]
                    if other < 0:
                        break
                    if label[other] < 0 and (v[LIES + other] - 1) >> 1 == team:
                        label[other] = number
                        stack[depth] = other
                        depth += 1
            self.points = append(self.points, total)
            self.largest[team] = max(self.largest[team], total)

    def measure_cities(self) -> None:
        state = self.state
        for temple in state.tables.usable:
            b: i64 = TOWNS + temple * TOWN
            if state.v[b + SIZE] == 0 or state.v[b + CLOSED] != 0:
                continue
            crops = state.crops_around(temple)
            free = self.free(temple)
            size: i64 = state.v[b + SIZE]
            now = self.city_worth(size, crops, free)
            self.now[temple] = now
            self.open[temple] = free
            for other in range(state.seats):
                self.crops[4 * temple + other] = crops[other]
            crops[self.seat] += 1
            self.one[temple] = self.city_worth(size, crops, free - 1) - now
            crops[self.seat] += 1
            self.two[temple] = self.city_worth(size, crops, free - 1) - now

    def free(self, temple: i64) -> i64:
        """How many empty spaces touch a city."""
        v = self.state.v
        b: i64 = TOWNS + temple * TOWN + RING
        found: i64 = 0
        for w in range(WORDS):
            left: i64 = v[b + w] & v[EMPTY + w]
            while left != 0:
                left &= left - 1
                found += 1
        return found

    def city_worth(self, size: i64, crops: vec[i64], free: i64) -> float:
        """What a city promises to the seat, less what it promises to the best of the others."""
        state = self.state
        own: float = self.promise(size, crops, free, self.seat)
        best: float = 0.0
        for other in range(state.seats):
            if other != self.seat:
                best = max(best, self.promise(size, crops, free, other))
        return self.w[W_OWN] * own - self.w[W_RIVAL] * best

    def promise(self, size: i64, crops: vec[i64], free: i64, seat: i64) -> float:
        """The points of a city that a seat may hope for."""
        t = self.state.tables
        if free <= 0:
            return float(self.state.shares(size, crops)[seat])
        if crops[seat] == 0:
            return 0.0
        rows: i64 = len(t.firsts)
        row: i64 = min(size, rows) - 1
        after: i64 = min(row + 1, rows - 1)
        w = self.w
        first: float = float(t.firsts[row]) + w[W_GROWTH] * float(t.firsts[after] - t.firsts[row])
        ahead: float = 1.0
        behind: float = 1.0
        for other in range(self.state.seats):
            if other != seat:
                lead: i64 = max(-REACH, min(REACH, crops[seat] - crops[other]))
                chance: float = self.ahead[lead + REACH]
                if chance < ahead:
                    behind = ahead
                    ahead = chance
                elif chance < behind:
                    behind = chance
        share: float = ahead + 0.5 * (1.0 - ahead) * behind
        return first * share * self.fade[min(free, REACH)] * (0.35 + 0.65 * self.left)

    def planting(self, kind: i64, space: i64) -> float:
        """What it is worth to plant a tile here."""
        state = self.state
        v = state.v
        t = state.tables
        w = self.w
        number: i64 = (kind & 1) + 1
        crop: i64 = kind >> 1
        team: i64 = self.seat * CROPS + crop
        gain: i64 = number
        met_a: i64 = NONE
        met_b: i64 = NONE
        if state.new > 0:
            # The group of this turn scores anyway.
            met_a = self.label[v[NEW]]
        city_a: i64 = NONE
        city_b: i64 = NONE
        deny: i64 = 0
        open_: i64 = 0
        cities: float = 0.0
        for d in range(6):
            other = t.around[space * 6 + d]
            if other < 0:
                break
            what: i64 = v[LIES + other]
            if what == 0:
                open_ += 1
            elif what >= CITY:
                city: i64 = what - CITY
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
            if temple >= 0 and v[TOWNS + temple * TOWN + SIZE] == 0:
                founded += 1
        cost: float = w[W_TILE] * float(number) + w[W_SAVE] * float(self.largest[team] + number)
        if state.new > 0:
            cost += w[W_MORE]
        return (
            float(gain)
            + cities
            + w[W_DENY] * float(deny)
            + w[W_LIBERTY] * float(open_)
            + w[W_FOUND] * float(founded)
            - cost * self.left
        )

    def best_planting(self, kind: i64) -> float:
        v = self.state.v
        at: i64 = NEAR if self.state.new > 0 else FRONT
        best: float = -1000.0
        for word in range(WORDS):
            left: i64 = v[at + word]
            while left != 0:
                low: i64 = left & -left
                left ^= low
                best = max(best, self.planting(kind, 48 * word + WHICH[low % 67]))
        return best

    def expanding(self, space: i64) -> float:
        """What it is worth that a city grows onto this space."""
        state = self.state
        v = state.v
        t = state.tables
        city: i64 = NONE
        for d in range(6):
            other = t.around[space * 6 + d]
            if other >= 0 and v[LIES + other] >= CITY:
                city = v[LIES + other] - CITY
                break
        b: i64 = TOWNS + city * TOWN
        crops = self.crops[4 * city : 4 * city + state.seats]
        free: i64 = self.open[city] - 1
        deny: i64 = 0
        own: i64 = 0
        for d in range(6):
            other = t.around[space * 6 + d]
            if other < 0:
                break
            what: i64 = v[LIES + other]
            if what > 0 and what < CITY:
                group = self.label[other]
                if (what - 1) >> 3 == self.seat:
                    own = max(own, self.points[group])
                else:
                    deny = max(deny, self.points[group])
            if v[b + RING + WORD_OF[other]] & BIT_OF[other] == 0:
                if what == 0:
                    free += 1
                elif what < CITY:
                    crops[(what - 1) >> 3] += 1 + ((what - 1) & 1)
        after = self.city_worth(v[b + SIZE] + 1, crops, free)
        # It takes a space from own groups as well as from others'.
        return after - self.now[city] + self.w[W_DENY] * float(deny - own)

    def best_expanding(self) -> float:
        best: float = -1000.0
        for word in range(WORDS):
            left: i64 = self.state.city_spots(word)
            while left != 0:
                low: i64 = left & -left
                left ^= low
                best = max(best, self.expanding(48 * word + WHICH[low % 67]))
        return best

    def keeping(self, kind: i64) -> float:
        """What a tile is worth in the rack."""
        v = self.state.v
        at: i64 = SEAT + self.seat * STRIDE + RACK
        crop: i64 = kind >> 1
        pair: i64 = v[at + 2 * crop] + v[at + 2 * crop + 1] - 1
        w = self.w
        return (
            w[KEEP_NUMBER] * float(kind & 1)
            + w[KEEP_GROUP] * float(self.largest[self.seat * CROPS + crop])
            + w[KEEP_PAIR] * float(pair)
        )


class MayaSense(Sense):
    """Judges by the survey of one seat."""

    def __init__(self, weights: list[float]) -> None:
        self.w: vec[float] = vec[float](weights)
        slope, decay = weights[int(W_SLOPE)], weights[int(W_DECAY)]
        reach = int(REACH)
        self.ahead: vec[float] = vec[float]([1 / (1 + math.exp(-slope * lead)) for lead in range(-reach, reach + 1)])
        self.fade: vec[float] = vec[float]([math.exp(-decay * free) for free in range(reach + 1)])

    def weigh(self, state: State, seat: i64, moves: vec[i64]) -> vec[float]:
        assert isinstance(state, Maya)
        out = vec[float]()
        survey = Survey(state, seat, self.w, self.ahead, self.fade)
        phase = state.phase
        n: i64 = len(moves)
        if moves[0] >= HIDE and moves[0] < AT:
            survey.measure_groups()
            for i in range(n):
                out = append(out, -self.w[W_HEAT] * survey.keeping(moves[i] - HIDE))
            return out
        survey.measure_groups()
        survey.measure_cities()
        for i in range(n):
            move = moves[i]
            value: float = 0.0
            if phase == CHOOSE:
                if move == GROW:
                    drawn: i64 = min(state.rack_size(seat), 7)
                    value = survey.best_expanding() + self.w[W_DRAW + drawn] * survey.left
                elif move >= TAKE:
                    value = survey.best_planting(move - TAKE)
                # END and what is forced are worth nothing more and nothing less.
            elif phase == PLANT:
                value = survey.planting(state.held, move - AT)
            elif phase == EXPAND:
                value = survey.expanding(move - AT)
            out = append(out, self.w[W_HEAT] * value)
        return out

    def outlook(self, state: State) -> vec[float]:
        assert isinstance(state, Maya)
        w = self.w
        v = state.v
        n: i64 = state.seats
        survey = Survey(state, 0, w, self.ahead, self.fade)
        survey.measure_groups()
        hopes = vec[float]()
        for seat in range(n):
            hope: float = float(v[SEAT + seat * STRIDE + SCORE])
            hope += w[HOPE_TILE] * survey.left * float(state.rack_size(seat))
            for crop in range(CROPS):
                hope += w[HOPE_GROUP] * survey.left * float(survey.largest[seat * CROPS + crop])
            hopes = append(hopes, hope)
        for temple in state.tables.usable:
            b: i64 = TOWNS + temple * TOWN
            if v[b + SIZE] == 0 or v[b + CLOSED] != 0:
                continue
            crops = state.crops_around(temple)
            free = survey.free(temple)
            for seat in range(n):
                hopes[seat] += w[HOPE_CITY] * survey.promise(v[b + SIZE], crops, free, seat)
        # The lead counts for more the nearer the end is.
        scale: float = w[SCALE] * (0.3 + survey.left)
        top: float = hopes[0]
        for seat in range(n):
            top = max(top, hopes[seat])
        total: float = 0.0
        for seat in range(n):
            hopes[seat] = math.exp((hopes[seat] - top) / scale)
            total += hopes[seat]
        for seat in range(n):
            hopes[seat] /= total
        return hopes

    def calm(self, state: State) -> bool:
        """Between two turns."""
        assert isinstance(state, Maya)
        return state.phase == CHOOSE and state.new == 0


def learned() -> MayaSense:
    """The sense with the weights of weights.json."""
    found = json.loads(files("tablero.games.maya").joinpath("weights.json").read_text("utf-8"))["weights"]
    return MayaSense([float(found[name]) for name in NAMES])
