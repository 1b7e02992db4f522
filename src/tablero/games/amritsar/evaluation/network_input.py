"""Input of the value network of Amritsar: the same row of numbers for every seat, and a row that all share.

Public information only: of the objectives their types and how many lie on a board, never which they are. Districts are
ordered by what their majority is worth in this decade, for which of them is north means nothing.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tablero.core.evaluation.value_network import NetworkInput
from tablero.core.state import State
from tablero.games.amritsar import layout as at
from tablero.games.amritsar.rules import Amritsar

TURNS_OF_A_SEAT: Final[i64] = 12
COINS_TOLD: Final[i64] = 6
RESOURCES_TOLD: Final[i64] = 4
CELLS_TOLD: Final[i64] = 9  # of a track
TILES: Final[i64] = 12
STANDINGS: Final[i64] = 6  # numbers of a seat in a district

# ---------------------------------------------------------------- the row of a seat

MOVES: Final[i64] = 0
WAIT: Final[i64] = 1  # turns of others before its own
TURNS_LEFT: Final[i64] = 2
PLACE: Final[i64] = 3  # in the order of a round
LEAD: Final[i64] = 4
LATE_LEAD: Final[i64] = 5  # the same, growing as the end comes nearer
POINTS: Final[i64] = 6
MAJORITIES: Final[i64] = 7  # as if this decade, the next, the one after ended now
DUE: Final[i64] = 10
MISSING: Final[i64] = 11
MISSING_SOON: Final[i64] = 12
SPARE: Final[i64] = 13  # coins beyond the tax
COINS: Final[i64] = 14  # steps
GOODS: Final[i64] = 20  # steps of each resource
ROOM: Final[i64] = 32
FREE_ROOM: Final[i64] = 33
FULL: Final[i64] = 34
AFFORDS: Final[i64] = 35  # each level
LOAD: Final[i64] = 39  # steps
STALL: Final[i64] = 45
STALL_EMPTY: Final[i64] = 46
TOKEN: Final[i64] = 47  # ready, spent
TRACKS: Final[i64] = 49  # steps of each track
MAHOUTS: Final[i64] = 76  # tiles
COLOURS: Final[i64] = 83  # spaces with a mahout
PLACED: Final[i64] = 87  # types of objectives
HOUSES: Final[i64] = 91
LEAPER: Final[i64] = 106
GIVEN: Final[i64] = 107
LEVELS: Final[i64] = 108
STANDING: Final[i64] = 112  # by district: own counters, ahead, far ahead, level, behind, far behind
NOWHERE: Final[i64] = 136
HERE: Final[i64] = 137  # the elephant's district
PENALTY: Final[i64] = 141  # for its next step
GIFT_HERE: Final[i64] = 142  # the best donation that could be paid
GIFT_NEXT: Final[i64] = 143  # one step on
GIFT: Final[i64] = 144  # anywhere
SUPPORTS: Final[i64] = 145  # own counters that others may be put on
OPEN_HERE: Final[i64] = 146  # each level
REACH: Final[i64] = 150  # a group ends at the elephant's district; with coins; one step on
TILES_HERE: Final[i64] = 153
OWN: Final[i64] = 165

# ---------------------------------------------------------------- the shared row

DECADE: Final[i64] = 0
ROUND: Final[i64] = 3
SEATS: Final[i64] = 7  # two, three, four
NEXT_VALUES: Final[i64] = 10  # of the districts in the two decades to come
BRIDGES: Final[i64] = 18  # what sets off the one of this decade
FILLED: Final[i64] = 22  # by district
STOCK: Final[i64] = 26
OFFER: Final[i64] = 29
OPEN: Final[i64] = 44  # cells of each level
LYING: Final[i64] = 48
SHARED: Final[i64] = 49

NOTHING: Final[vec[i64]] = vec[i64]([0] * 16)


class Board:
    """What is worked out once for all seats."""

    def __init__(self, state: Amritsar) -> None:
        self.decade: i64 = min(state.v[at.DECADE], at.DECADES - 1)
        self.rank: vec[i64] = NOTHING[
            0 : at.DISTRICTS
        ]  # 0 for the district that is worth most in this decade, 3 for the least
        for district in range(at.DISTRICTS):
            self.rank[district] = at.DISTRICTS - state.temple_value(district)
        self.points: vec[i64] = NOTHING[0:4]
        for seat in range(state.players):
            self.points[seat] = self.sure(state, seat)
        self.best: vec[i64] = NOTHING[:]  # the most that an open cell of each level of each district brings
        self.open: vec[i64] = NOTHING[0 : at.LEVELS]  # open cells of each level
        self.supports: vec[i64] = NOTHING[0:4]  # of each seat, below open cells
        self.ends: vec[i64] = NOTHING[0 : at.DISTRICTS]  # groups whose last worker comes down there without a coin
        self.jumps: vec[i64] = NOTHING[0 : at.DISTRICTS]  # one more than the coins that it takes; nought for too many
        self.find_cells(state)
        self.find_groups(state)

    def sure(self, state: Amritsar, seat: i64) -> i64:
        """Points on the track and those of the last cells of knowledge, if the game ended now."""
        points: i64 = state.v[at.SEAT + seat * at.STRIDE + at.SCORE]
        if state.v[at.STAGE] != at.OVER:
            for track in range(at.TRACKS):
                points += state.knowledge_points(seat, track)
        return points

    def find_cells(self, state: Amritsar) -> None:
        v = state.v
        bits = at.BIT
        rests = at.SUPPORTS
        widths = state.tables.width
        for district in range(at.DISTRICTS):
            filled: i64 = v[at.FILLED + district]
            for level in range(at.LEVELS):
                first: i64 = level * at.WIDEST
                for i in range(widths[(state.players - 2) * at.LEVELS + level]):
                    cell: i64 = first + i
                    if filled & bits[cell] != 0 or filled & rests[cell] != rests[cell]:
                        continue
                    self.open[level] += 1
                    spot: i64 = district * at.LEVELS + level
                    self.best[spot] = max(self.best[spot], state.cell_value(district, cell))
                    if level > 0:
                        below: i64 = at.CELL + district * at.CELLS + cell - at.WIDEST
                        self.supports[v[below]] += 1
                        self.supports[v[below + 1]] += 1

    def find_groups(self, state: Amritsar) -> None:
        """Full sections are not skipped: where a group ends is an approximation."""
        v = state.v
        for section in range(at.SECTIONS):
            group: i64 = v[at.SECTION + section * at.GROUND + at.COLOURS]
            if group == 0:
                continue
            self.ends[(section + group) % at.SECTIONS // 2] += 1
            for coins in range(3):
                district: i64 = (section + group + coins) % at.SECTIONS // 2
                if self.jumps[district] == 0 or self.jumps[district] > coins + 1:
                    self.jumps[district] = coins + 1


class AmritsarNetworkInput(NetworkInput):
    """Encodes a position of Amritsar."""

    def __init__(self) -> None:
        super().__init__(OWN, SHARED)

    def encode(self, state: State, out: vec[float]) -> None:
        assert isinstance(state, Amritsar)
        board = Board(state)
        for seat in range(state.seats):
            to: i64 = seat * OWN
            self.look_at_time(state, seat, out, to)
            self.look_at_points(state, board, seat, out, to)
            self.look_at_store(state, board, seat, out, to)
            self.look_at_improvements(state, seat, out, to)
            self.look_at_districts(state, board, seat, out, to)
            self.look_at_elephant(state, board, seat, out, to)
        self.look_at_all(state, board, out, state.seats * OWN)

    # ---------------------------------------------------------------- a seat

    def turns_left(self, state: Amritsar, seat: i64) -> i64:
        """Turns that a seat still has, the one it is in included."""
        v = state.v
        done: i64 = v[at.TURNS] // state.seats
        if (seat - v[at.FIRST] + state.seats) % state.seats < v[at.TURNS] % state.seats:
            done += 1
        return max(TURNS_OF_A_SEAT - done, 0)

    def look_at_time(self, state: Amritsar, seat: i64, out: vec[float], to: i64) -> None:
        v = state.v
        n: i64 = state.seats
        wait: i64 = (seat - v[at.TURN] + n) % n
        if wait == 0:
            out[to + MOVES] = 1.0
        out[to + WAIT] = float(wait) / float(n)
        out[to + TURNS_LEFT] = float(self.turns_left(state, seat)) / float(TURNS_OF_A_SEAT)
        out[to + PLACE] = float((seat - v[at.FIRST] + n) % n) / float(n)

    def look_at_points(self, state: Amritsar, board: Board, seat: i64, out: vec[float], to: i64) -> None:
        own: i64 = board.points[seat]
        rival: i64 = 0
        for other in range(state.players):
            if other != seat:
                rival = max(rival, board.points[other])
        lead: float = max(-3.0, min(3.0, float(own - rival) / 10.0))
        out[to + LEAD] = lead
        out[to + LATE_LEAD] = lead / (1.0 + 0.25 * float(self.turns_left(state, seat)))
        out[to + POINTS] = float(min(own, 120)) / 40.0

    def most(self, state: Amritsar, seat: i64, district: i64) -> i64:
        """Counters of the best rival in a district."""
        found: i64 = 0
        for other in range(state.players):
            if other != seat:
                found = max(found, state.v[at.SEAT + other * at.STRIDE + at.IN_DISTRICT + district])
        return found

    def look_at_store(self, state: Amritsar, board: Board, seat: i64, out: vec[float], to: i64) -> None:
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        coins: i64 = v[b + at.COIN]
        due: i64 = state.tax_due(seat)
        out[to + DUE] = float(min(due, 16)) / 8.0
        if due > coins:
            missing: float = float(min((due - coins) * state.tables.tax_penalty[board.decade], 16)) / 8.0
            out[to + MISSING] = missing
            out[to + MISSING_SOON] = missing * float(min(v[at.ROUND], at.ROUNDS)) / float(at.ROUNDS)
        else:
            out[to + SPARE] = float(min(coins - due, 12)) / 6.0
        for k in range(min(coins, COINS_TOLD)):
            out[to + COINS + k] = 1.0
        for r in range(at.RESOURCES):
            for k in range(min(v[b + at.RES + r], RESOURCES_TOLD)):
                out[to + GOODS + r * RESOURCES_TOLD + k] = 1.0
        free: i64 = max(v[b + at.ROOM] - state.stored(seat), 0)
        out[to + ROOM] = float(min(v[b + at.ROOM], 24)) / 12.0
        out[to + FREE_ROOM] = float(min(free, 12)) / 6.0
        if free == 0:
            out[to + FULL] = 1.0
        for level in range(at.LEVELS):
            if state.affords(seat, level):
                out[to + AFFORDS + level] = 1.0
        for k in range(min(v[b + at.LOAD], at.ELEPHANT_ROOM)):
            out[to + LOAD + k] = 1.0
        stall: i64 = v[b + at.STALL]
        if stall == 0:
            out[to + STALL_EMPTY] = 1.0
        else:
            out[to + STALL] = float(min(stall, 10)) / 5.0

    def look_at_improvements(self, state: Amritsar, seat: i64, out: vec[float], to: i64) -> None:
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        if v[b + at.TOKEN] != at.LOCKED:
            out[to + TOKEN + (0 if v[b + at.TOKEN] == at.READY else 1)] = 1.0
        for track in range(at.TRACKS):
            for k in range(min(v[b + at.TRACK + track], CELLS_TOLD)):
                out[to + TRACKS + track * CELLS_TOLD + k] = 1.0
        for k in range(4):
            mahout: i64 = v[b + at.MAHOUTS + k]
            if mahout != at.NONE:
                out[to + MAHOUTS + mahout] = 1.0
                out[to + COLOURS + k] = 1.0
            kind: i64 = v[b + at.PLACED + k]
            if kind != at.NONE:
                out[to + PLACED + kind] = 1.0
        for space in range(at.HOUSE_SPACES):
            house: i64 = v[b + at.HOUSES + space]
            if house != at.NONE:
                out[to + HOUSES + house] = 1.0
        if v[b + at.LASTING] & at.LEAPER != 0:
            out[to + LEAPER] = 1.0
        out[to + GIVEN] = float(v[b + at.GIVEN]) / 10.0
        for level in range(at.LEVELS):
            out[to + LEVELS + level] = float(v[b + at.IN_LEVEL + level]) / 4.0

    def look_at_districts(self, state: Amritsar, board: Board, seat: i64, out: vec[float], to: i64) -> None:
        v = state.v
        for district in range(at.DISTRICTS):
            own: i64 = v[at.SEAT + seat * at.STRIDE + at.IN_DISTRICT + district]
            most: i64 = self.most(state, seat, district)
            if own > 0 and own >= most:
                for ahead in range(at.DECADES - board.decade):
                    tile: i64 = v[at.TEMPLE + board.decade + ahead]
                    out[to + MAJORITIES + ahead] += float(state.tables.temple[tile * at.DISTRICTS + district]) / 10.0
            spot: i64 = to + STANDING + board.rank[district] * STANDINGS
            out[spot] = float(own) / 4.0
            if own > most:
                out[spot + (1 if own == most + 1 else 2)] = 1.0
            elif own == most:
                if own > 0:
                    out[spot + 3] = 1.0
            else:
                out[spot + (4 if own == most - 1 else 5)] = 1.0

    def look_at_elephant(self, state: Amritsar, board: Board, seat: i64, out: vec[float], to: i64) -> None:
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        out[to + SUPPORTS] = float(min(board.supports[seat], 8)) / 4.0
        here: i64 = v[b + at.AT]
        beyond: i64 = (here + 1) % at.DISTRICTS
        if here == at.NONE:
            out[to + NOWHERE] = 1.0
        else:
            out[to + HERE + board.rank[here]] = 1.0
            if v[b + at.LASTING] & at.NO_PENALTY == 0 and state.tables.entered[v[at.MAHARAJA]] == beyond:
                out[to + PENALTY] = float(min(state.tables.pass_penalty[board.decade], 6)) / 3.0
            for slot in range(at.SLOTS_OF_A_DISTRICT):
                tile: i64 = v[at.TILE + here * at.SLOTS_OF_A_DISTRICT + slot]
                if tile < TILES:
                    out[to + TILES_HERE + tile] = 1.0
            if board.ends[here] > 0:
                out[to + REACH] = 1.0
            elif 0 < board.jumps[here] <= v[b + at.COIN] + 1:
                out[to + REACH + 1] = 1.0
            if board.ends[beyond] > 0:
                out[to + REACH + 2] = 1.0
        for district in range(at.DISTRICTS):
            gift: i64 = 0
            for level in range(at.LEVELS):
                brings: i64 = board.best[district * at.LEVELS + level]
                if brings > 0 and district == here:
                    out[to + OPEN_HERE + level] = 1.0
                if brings > gift and out[to + AFFORDS + level] > 0.0:
                    gift = brings
            if gift == 0 or v[b + at.LOAD] == 0:
                continue
            points: float = float(min(gift, 16)) / 8.0
            if district == here:
                out[to + GIFT_HERE] = points
            elif district == beyond:
                out[to + GIFT_NEXT] = points
            out[to + GIFT] = max(out[to + GIFT], points)

    # ---------------------------------------------------------------- what all share

    def look_at_all(self, state: Amritsar, board: Board, out: vec[float], to: i64) -> None:
        v = state.v
        out[to + DECADE + board.decade] = 1.0
        out[to + ROUND + min(v[at.ROUND], at.ROUNDS - 1)] = 1.0
        out[to + SEATS + max(state.seats - 2, 0)] = 1.0
        out[to + BRIDGES + state.tables.bridge_trigger[v[at.BRIDGE + board.decade]]] = 1.0
        for district in range(at.DISTRICTS):
            rank: i64 = board.rank[district]
            for ahead in range(1, at.DECADES - board.decade):
                tile: i64 = v[at.TEMPLE + board.decade + ahead]
                value: i64 = state.tables.temple[tile * at.DISTRICTS + district]
                out[to + NEXT_VALUES + (ahead - 1) * at.DISTRICTS + rank] = float(value) / 4.0
            counters: i64 = 0
            for seat in range(state.players):
                counters += v[at.SEAT + seat * at.STRIDE + at.IN_DISTRICT + district]
            out[to + FILLED + rank] = float(counters) / 10.0
        for r in range(at.RESOURCES):
            out[to + STOCK + r] = float(v[at.STOCK + r]) / float(state.tables.rows)
        for house in range(at.HOUSE_TILES):
            if v[at.OFFER] & at.BIT[house] != 0:
                out[to + OFFER + house] = 1.0
        for level in range(at.LEVELS):
            out[to + OPEN + level] = float(board.open[level]) / 16.0
        lying: i64 = 0
        for section in range(at.SECTIONS):
            lying += v[at.LYING + section]
        out[to + LYING] = float(min(lying, 12)) / 6.0
