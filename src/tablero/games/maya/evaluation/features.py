"""What is read off a position of Maya once for one seat: groups of all seats, cities and what they promise."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.games.maya import layout as at
from tablero.games.maya.evaluation import weights as by
from tablero.games.maya.rules import Maya

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
        self.one: vec[float] = NOUGHT[0 : at.MOST_TEMPLES]  # what one crop more brings at a city
        self.two: vec[float] = NOUGHT[0 : at.MOST_TEMPLES]
        self.now: vec[float] = NOUGHT[0 : at.MOST_TEMPLES]  # what a city is worth as it is
        self.open: vec[i64] = MINUS[0 : at.MOST_TEMPLES]  # its empty neighbours
        self.crops: vec[i64] = MINUS[0 : 4 * at.MOST_TEMPLES]  # the crops of each seat beside it
        # The share of the game that is left, by the seat that has the fewest tiles.
        fewest: i64 = 1000
        for other in range(state.seats):
            fewest = min(fewest, state.rack_size(other) + state.reserve_size(other))
        self.left: float = min(1.0, float(fewest) / 24.0)

    def measure_groups(self) -> None:
        state = self.state
        v = state.v
        label = self.label
        seen = at.BLANK[0 : at.WORDS]
        found = at.BLANK[0 : at.MOST_ALIKE]
        for space in range(state.tables.count):
            what: i64 = v[at.LIES + space]
            if what == 0 or what >= at.CITY or label[space] >= 0:
                continue
            team: i64 = (what - 1) >> 1
            number: i64 = len(self.points)
            total: i64 = 0
            for i in range(state.spread(space, seen, found)):
                label[found[i]] = number
                total += 1 + ((v[at.LIES + found[i]] - 1) & 1)
            self.points = append(self.points, total)
            self.largest[team] = max(self.largest[team], total)

    def measure_cities(self) -> None:
        state = self.state
        for temple in state.tables.usable:
            b: i64 = at.TOWNS + temple * at.TOWN
            if state.v[b + at.SIZE] == 0 or state.v[b + at.CLOSED] != 0:
                continue
            crops = state.crops_around(temple)
            free = self.free(temple)
            size: i64 = state.v[b + at.SIZE]
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
        b: i64 = at.TOWNS + temple * at.TOWN + at.RING
        found: i64 = 0
        for w in range(at.WORDS):
            left: i64 = v[b + w] & v[at.EMPTY + w]
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
        return self.w[by.OWN] * own - self.w[by.RIVAL] * best

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
        first: float = float(t.firsts[row]) + w[by.GROWTH] * float(t.firsts[after] - t.firsts[row])
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
