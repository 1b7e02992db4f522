"""A position of Amritsar: what lies where, and the small deeds of which everything else is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.core.state import State
from tablero.games.amritsar.layout import (
    AT,
    AT_LEAST,
    BIT,
    BLANK,
    BOT_OBJECTIVE,
    BOT_TRACK,
    BY_DONATING,
    BY_EFFECTS,
    BY_SUPPORT,
    CELL,
    CELLS,
    CELLS_OF_A_TRACK,
    COIN,
    COUNT_LEVEL,
    DECADE,
    DECADES,
    DEPTH,
    DISTRICTS,
    EACH_COUNTER,
    ELEPHANT_ROOM,
    FILLED,
    FRAME,
    FRAME_SIZE,
    GIVEN,
    IN_DISTRICT,
    IN_LEVEL,
    LASTING,
    LEDGER,
    LESS_TAX,
    LEVELS,
    LOAD,
    MAHARAJA_SEAT,
    MOST_COINS,
    MOST_COUNTERS,
    MOST_RESOURCES,
    NONE,
    O_A,
    O_KIND,
    O_PP,
    OBJECTIVES,
    OVER,
    PLACED,
    RES,
    RESOURCES,
    ROOM,
    ROW,
    SCORE,
    SEAT,
    SPREAD_DISTRICTS,
    STAGE,
    STALL,
    STOCK,
    STRIDE,
    SUPPORTS,
    SURPLUS,
    TAX,
    TEMPLE,
    TRACK,
    TRACK_END,
    TRACK_LEVELS,
    TRACKS,
    WIDEST,
    Tables,
)  # fmt: skip


class Position(State):
    """The board, the seats' boards and their arithmetic."""

    def __init__(self, game: Any, seats: i64, luck: Luck, tables: Tables, options: Mapping[str, str] | None) -> None:
        """A blank state; `start` deals. Without options the caller fills everything in (`copy` does)."""
        super().__init__(game, seats, luck)
        self.tables: Tables = tables
        # The solo game is prepared for two: the maharaja is the second.
        self.players: i64 = 2 if seats == 1 else seats
        if options is None:
            return
        self.options: Mapping[str, str] = options
        self.v: vec[i64] = BLANK[:]
        self.hard: bool = options["maharaja"] == "hard"
        self.token_keeps: bool = options["spent_token"] == "keeps"
        self.origin_pays: bool = options["origin_coins"] == "pay"
        self.bridge_follows: bool = options["bridge_follow"] == "yes"
        self.recover_pays: bool = options["no_counter"] == "always"
        self.lock_by_turn: bool = options["market_lock"] == "turn"
        self.dense_ranks: bool = options["majority_ranks"] == "dense"
        self.tie_wins: bool = options["solo_tie"] == "shared"

    def named(self, seat: i64) -> int:
        """The seat in events and views: the solo maharaja is -1."""
        return -1 if self.seats == 1 and seat == MAHARAJA_SEAT else int(seat)

    # ---------------------------------------------------------------- frames

    def push(self, kind: i64, seat: i64, a: i64, b: i64) -> None:
        """Put a frame on the stack: what it asks comes before everything below."""
        v = self.v
        at: i64 = FRAME + v[DEPTH] * FRAME_SIZE
        v[at] = kind
        v[at + 1] = seat
        v[at + 2] = a
        v[at + 3] = b
        v[DEPTH] += 1

    def pop(self) -> None:
        self.v[DEPTH] -= 1

    def top(self) -> i64:
        """Where the highest frame lies."""
        return FRAME + (self.v[DEPTH] - 1) * FRAME_SIZE

    # ---------------------------------------------------------------- points, coins, resources

    def score(self, seat: i64, points: i64, source: i64) -> None:
        """Points won or lost; nobody falls below zero (R04)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        before: i64 = v[b + SCORE]
        after: i64 = before + points
        if after < 0:
            after = 0
        v[b + SCORE] = after
        v[b + LEDGER + source] += after - before

    def stored(self, seat: i64) -> i64:
        """Coins and resources in all warehouses."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        return v[b + COIN] + v[b + RES] + v[b + RES + 1] + v[b + RES + 2]

    def receive(self, seat: i64, coins: i64, marble: i64, copper: i64, gold: i64) -> None:
        """Everything one effect brings arrives together; what has no slot is discarded by choice (R40)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        v[b + COIN] += coins
        v[b + RES] += marble
        v[b + RES + 1] += copper
        v[b + RES + 2] += gold
        if self.stored(seat) > v[b + ROOM]:
            self.push(SURPLUS, seat, 0, 0)

    def recover(self, seat: i64, at_market: bool) -> None:
        """A counter comes from the own market space; a full elephant leaves it there, an empty space pays (R36)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if v[b + STALL] == 0:
            if at_market or self.recover_pays:
                self.score(seat, 1, BY_EFFECTS)
                if self.journal is not None:
                    self.tell({"kind": "no_counter", "seat": int(seat), "points": 1})
        elif v[b + LOAD] < ELEPHANT_ROOM:
            v[b + STALL] -= 1
            v[b + LOAD] += 1
            if self.journal is not None:
                self.tell({"kind": "recovered", "seat": int(seat)})

    def uncover(self, seat: i64) -> None:
        """The counter of a covered space goes to the elephant, or to the market space when it carries six."""
        b: i64 = SEAT + seat * STRIDE
        if self.v[b + LOAD] < ELEPHANT_ROOM:
            self.v[b + LOAD] += 1
        else:
            self.v[b + STALL] += 1

    # ---------------------------------------------------------------- donations

    def affords(self, seat: i64, level: i64) -> bool:
        v = self.v
        b: i64 = SEAT + seat * STRIDE + RES
        cost = self.tables.cost
        at: i64 = level * RESOURCES
        return v[b] >= cost[at] and v[b + 1] >= cost[at + 1] and v[b + 2] >= cost[at + 2]

    def cells_open(self, seat: i64, district: i64) -> vec[i64]:
        """The cells of a district where this seat can pay and both supports lie."""
        out = vec[i64]()
        v = self.v
        filled: i64 = v[FILLED + district]
        for level in range(LEVELS):
            if not self.affords(seat, level):
                continue
            first: i64 = level * WIDEST
            for i in range(self.tables.width[(self.players - 2) * LEVELS + level]):
                cell: i64 = first + i
                if filled & BIT[cell] == 0 and filled & SUPPORTS[cell] == SUPPORTS[cell]:
                    out = append(out, cell)
        return out

    def can_donate(self, seat: i64) -> bool:
        """An elephant in a district, a counter on it and a cell that can be paid."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        district: i64 = v[b + AT]
        if v[b + LOAD] == 0 or district == NONE:
            return False
        filled: i64 = v[FILLED + district]
        for level in range(LEVELS):
            if self.affords(seat, level):
                first: i64 = level * WIDEST
                for i in range(self.tables.width[(self.players - 2) * LEVELS + level]):
                    cell: i64 = first + i
                    if filled & BIT[cell] == 0 and filled & SUPPORTS[cell] == SUPPORTS[cell]:
                        return True
        return False

    def cell_value(self, district: i64, cell: i64) -> i64:
        """The points printed on a donation cell."""
        return self.tables.cell_points[(self.players - 2) * DISTRICTS * CELLS + district * CELLS + cell]

    def place_donation(self, seat: i64, cell: i64) -> None:
        """Pay, place a counter, score the cell; each support pays its owner at once (R55)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        district: i64 = v[b + AT]
        level: i64 = cell // WIDEST
        for r in range(RESOURCES):
            v[b + RES + r] -= self.tables.cost[level * RESOURCES + r]
        v[b + LOAD] -= 1
        v[b + GIVEN] += 1
        v[b + IN_DISTRICT + district] += 1
        v[b + IN_LEVEL + level] += 1
        v[FILLED + district] |= BIT[cell]
        v[CELL + district * CELLS + cell] = seat
        value = self.cell_value(district, cell)
        self.score(seat, value, BY_DONATING)
        if self.journal is not None:
            event = {"kind": "donated", "seat": self.named(seat), "district": int(district), "level": int(level)}
            event["cell"] = int(cell)
            event["points"] = int(value)
            self.tell(event)
        if level > 0:
            for k in range(2):
                owner: i64 = v[CELL + district * CELLS + cell - WIDEST + k]
                self.score(owner, 1, BY_SUPPORT)
                if self.journal is not None:
                    self.tell({"kind": "supported", "seat": self.named(owner), "points": 1})

    def temple_value(self, district: i64) -> i64:
        """What the majority of a district is worth in this decade; the last tile stays after the end."""
        decade: i64 = min(self.v[DECADE], DECADES - 1)
        return self.tables.temple[self.v[TEMPLE + decade] * DISTRICTS + district]

    # ---------------------------------------------------------------- market

    def buy_price(self, resource: i64) -> i64:
        stock: i64 = self.v[STOCK + resource]
        return self.tables.price_empty if stock == 0 else self.tables.price[stock - 1]

    def sell_price(self, resource: i64) -> i64:
        stock: i64 = self.v[STOCK + resource]
        return self.tables.price_full if stock == self.tables.rows else self.tables.price[stock]

    def sell_points(self, resource: i64) -> i64:
        stock: i64 = self.v[STOCK + resource]
        return 0 if stock == self.tables.rows else self.tables.sale_points[stock * RESOURCES + resource]

    # ---------------------------------------------------------------- taxes

    def tax_due(self, seat: i64) -> i64:
        """The tax marker less the discounts of the tracks and of a warehouse."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        due: i64 = v[b + TAX]
        if v[b + LASTING] & LESS_TAX != 0:
            due -= 1
        for track in range(TRACKS):
            for n in range(1, v[b + TRACK + track] + 1):
                due -= self.tables.cell_tax[track * CELLS_OF_A_TRACK + n]
        return max(due, 0)

    # ---------------------------------------------------------------- objectives and the end of the game

    def objective_points(self, seat: i64, objective: i64) -> i64:
        """What an objective is worth to a seat now; an unknown one is worth nothing."""
        if objective == NONE:
            return 0
        v = self.v
        rows = self.tables.objectives
        at: i64 = objective * ROW
        kind: i64 = rows[at + O_KIND]
        a: i64 = rows[at + O_A]
        b: i64 = SEAT + seat * STRIDE
        if kind <= MOST_RESOURCES:
            place = self.place_among(seat, kind, a)
            if place == 1:
                return rows[at + O_PP]
            return rows[at + O_PP + 1] if place == 2 else 0
        if kind == TRACK_LEVELS:
            for track in range(TRACKS):
                if v[b + TRACK + track] < rows[at + O_A + track]:
                    return 0
            return rows[at + O_PP]
        if kind == TRACK_END:
            return rows[at + O_PP] if v[b + TRACK + a] == self.tables.track_end[a] else 0
        if kind == EACH_COUNTER:
            return v[b + IN_DISTRICT + a] * rows[at + O_PP]
        if kind == AT_LEAST:
            found: i64 = 0
            for level in range(LEVELS):
                if a & BIT[level] != 0:
                    found += v[b + IN_LEVEL + level]
            return rows[at + O_PP] if found >= rows[at + O_A + 1] else 0
        count: i64 = 0
        if kind == COUNT_LEVEL:
            count = v[b + IN_LEVEL + a]
        else:
            first: i64 = b + (IN_DISTRICT if kind == SPREAD_DISTRICTS else IN_LEVEL)
            for k in range(4):
                if v[first + k] > 0:
                    count += 1
        return 0 if count == 0 else rows[at + O_PP + min(count, 4) - 1]

    def holding(self, seat: i64, kind: i64, district: i64) -> i64:
        """What an objective of type A counts; the solo maharaja owns no coins (S11)."""
        b: i64 = SEAT + seat * STRIDE
        if kind == MOST_COUNTERS:
            return self.v[b + IN_DISTRICT + district]
        if kind == MOST_COINS:
            return self.v[b + COIN]
        return self.v[b + RES] + self.v[b + RES + 1] + self.v[b + RES + 2]

    def place_among(self, seat: i64, kind: i64, district: i64) -> i64:
        """The place of a seat: one more than the seats strictly ahead (R85); 0 for a seat that has nothing."""
        own = self.holding(seat, kind, district)
        if own == 0:
            return 0
        place: i64 = 1
        seen: i64 = 0
        for other in range(self.players):
            has = self.holding(other, kind, district)
            if has > own and not (self.dense_ranks and seen & BIT[has] != 0):
                place += 1
                seen |= BIT[has]
        return place

    def knowledge_points(self, seat: i64, track: i64) -> i64:
        """The last cell of a track pays for counters on the elephant, resources or coins."""
        b: i64 = SEAT + seat * STRIDE
        v = self.v
        if v[b + TRACK + track] < self.tables.track_end[track]:
            return 0
        what: i64 = self.tables.track_scores[track]
        if what == 0:
            return v[b + LOAD]
        return v[b + COIN] if what == 2 else v[b + RES] + v[b + RES + 1] + v[b + RES + 2]

    def ending_points(self, seat: i64) -> i64:
        """Knowledge and placed objectives, if the game ended now."""
        if self.seats == 1 and seat == MAHARAJA_SEAT:
            return self.maharaja_ending()
        b: i64 = SEAT + seat * STRIDE
        points: i64 = 0
        for track in range(TRACKS):
            points += self.knowledge_points(seat, track)
        for space in range(4):
            kind: i64 = self.v[b + PLACED + space]
            if kind != NONE:
                points += self.objective_points(seat, self.v[b + OBJECTIVES + kind])
        return points

    def maharaja_ending(self) -> i64:
        """The solo maharaja scores his objective, twice in the hard game, and where his white track stands."""
        v = self.v
        b: i64 = SEAT + MAHARAJA_SEAT * STRIDE
        points = self.objective_points(MAHARAJA_SEAT, v[BOT_OBJECTIVE]) * (2 if self.hard else 1)
        stock: i64 = v[b + RES] + v[b + RES + 1] + v[b + RES + 2]
        end: i64 = self.tables.bot_cells[v[BOT_TRACK] * 4 + 3]
        if end == 1:
            points += stock
        elif end == 2:
            points += self.tables.bot_slots - stock
        return points

    def total(self, seat: i64) -> i64:
        """The score of a player if the game ended now."""
        now: i64 = self.v[SEAT + seat * STRIDE + SCORE]
        return now if self.v[STAGE] == OVER else now + self.ending_points(seat)
