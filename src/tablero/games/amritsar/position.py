"""A position of Amritsar: what lies where, the basic operations of which everything else is made, and the whole of it
written down and read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.core.state import State
from tablero.games.amritsar import layout as at
from tablero.games.amritsar.layout import DEPTH, NONE, SEAT, STAGE, STRIDE

# The flat state by name: (name, where, how many).
BOARD_FIELDS: Final[tuple[tuple[str, int, int], ...]] = (
    ("stage", STAGE, 1),
    ("decade", at.DECADE, 1),
    ("round", at.ROUND, 1),
    ("turn", at.TURN, 1),
    ("order", at.ORDER, 1),
    ("first", at.FIRST, 1),
    ("maharaja", at.MAHARAJA, 1),
    ("depth", DEPTH, 1),
    ("act_tile", at.ACT_TILE, 1),
    ("act_done", at.ACT_DONE, 1),
    ("act_district", at.ACT_DISTRICT, 1),
    ("act_colour", at.ACT_COLOUR, 1),
    ("held", at.HELD, 1),
    ("sow_at", at.SOW_AT, 1),
    ("origin", at.ORIGIN, 1),
    ("exchanged", at.EXCHANGED, 1),
    ("walked", at.WALKED, 1),
    ("touched", at.TOUCHED, 1),
    ("offer", at.OFFER, 1),
    ("turns", at.TURNS, 1),
    ("bot_track", at.BOT_TRACK, 1),
    ("bot_objective", at.BOT_OBJECTIVE, 1),
    ("kept", at.KEPT, 1),
    ("hand", at.HAND, 4),
    ("beside", at.BESIDE, 4),
    ("stock", at.STOCK, 3),
    ("quarry", at.QUARRY, 3),
    ("temple", at.TEMPLE, 3),
    ("bridge", at.BRIDGE, 3),
    ("filled", at.FILLED, 4),
    ("lying", at.LYING, 8),
    ("tile", at.TILE, 12),
    ("section", at.SECTION, 40),
    ("cell", at.CELL, 96),
    ("frame", at.FRAME, 64),
)
SEAT_FIELDS: Final[tuple[tuple[str, int, int], ...]] = (
    ("score", at.SCORE, 1),
    ("coin", at.COIN, 1),
    ("resources", at.RES, 3),
    ("room", at.ROOM, 1),
    ("tax", at.TAX, 1),
    ("load", at.LOAD, 1),
    ("stall", at.STALL, 1),
    ("at", at.AT, 1),
    ("track", at.TRACK, 3),
    ("token", at.TOKEN, 1),
    ("mahouts", at.MAHOUTS, 4),
    ("objectives", at.OBJECTIVES, 4),
    ("placed", at.PLACED, 4),
    ("houses", at.HOUSES, 3),
    ("lasting", at.LASTING, 1),
    ("bought", at.BOUGHT, 1),
    ("sold", at.SOLD, 1),
    ("given", at.GIVEN, 1),
    ("in_district", at.IN_DISTRICT, 4),
    ("in_level", at.IN_LEVEL, 4),
    ("ledger", at.LEDGER, 10),
)


class Position(State):
    """The board, the seats' boards and their arithmetic."""

    def __init__(
        self, game: Any, seats: i64, luck: Luck, tables: at.Tables, options: Mapping[str, str] | None, rules: i64
    ) -> None:
        """A blank state; `start` deals. Without options the caller fills everything in (`copy` does)."""
        super().__init__(game, seats, luck)
        self.tables: at.Tables = tables
        # The solo game is prepared for two: the maharaja is the second.
        self.players: i64 = 2 if seats == 1 else seats
        if options is None:
            return
        self.options: Mapping[str, str] = options
        # Rules 1 made a choice inside an action that had one way to be made without an event; before rules 3
        # gains were offered that a full store turns into nothing; before rules 4 a shared tie with the maharaja was
        # a win.
        self.rules: i64 = rules
        self.v: vec[i64] = at.BLANK[:]
        self.hard: bool = options["maharaja"] == "hard"
        self.token_keeps: bool = options["spent_token"] == "keeps"
        self.origin_pays: bool = options["origin_coins"] == "pay"
        self.bridge_follows: bool = options["bridge_follow"] == "yes"
        self.recover_pays: bool = options["no_counter"] == "always"
        self.lock_by_turn: bool = options["market_lock"] == "turn"
        self.dense_ranks: bool = options["majority_ranks"] == "dense"
        self.own_district: bool = options["own_district"] == "yes"
        self.jump_choice: bool = options["free_jump"] == "choice"
        self.tie_shares: bool = options["solo_tie"] == "shared"
        self.tie_counts: bool = options["solo_tie"] == "donations"

    def rules_number(self) -> int:
        return int(self.rules)

    def named(self, seat: i64) -> int:
        """The seat in events and views: the solo maharaja is -1."""
        return -1 if self.seats == 1 and seat == at.MAHARAJA_SEAT else int(seat)

    # ---------------------------------------------------------------- frames

    def push(self, kind: i64, seat: i64, a: i64, b: i64) -> None:
        """Put a frame on the stack: what it asks comes before everything below."""
        v = self.v
        spot: i64 = at.FRAME + v[DEPTH] * at.FRAME_SIZE
        v[spot] = kind
        v[spot + 1] = seat
        v[spot + 2] = a
        v[spot + 3] = b
        v[DEPTH] += 1

    def pop(self) -> None:
        self.v[DEPTH] -= 1

    def top(self) -> i64:
        """Where the highest frame lies."""
        return at.FRAME + (self.v[DEPTH] - 1) * at.FRAME_SIZE

    # ---------------------------------------------------------------- points, coins, resources

    def score(self, seat: i64, points: i64, source: i64) -> None:
        """Points won or lost; no seat falls below zero (R04)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        before: i64 = v[b + at.SCORE]
        after: i64 = before + points
        if after < 0:
            after = 0
        v[b + at.SCORE] = after
        v[b + at.LEDGER + source] += after - before

    def stored(self, seat: i64) -> i64:
        """Coins and resources in all warehouses."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        return v[b + at.COIN] + v[b + at.RES] + v[b + at.RES + 1] + v[b + at.RES + 2]

    def receive(self, seat: i64, coins: i64, marble: i64, copper: i64, gold: i64) -> None:
        """Everything one effect brings arrives together; what has no slot is discarded by choice (R40)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        v[b + at.COIN] += coins
        v[b + at.RES] += marble
        v[b + at.RES + 1] += copper
        v[b + at.RES + 2] += gold
        if self.stored(seat) > v[b + at.ROOM]:
            self.push(at.SURPLUS, seat, 0, 0)

    def recover(self, seat: i64, at_market: bool) -> None:
        """A counter comes from the own market space; a full elephant leaves it there, an empty space pays (R36)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if v[b + at.STALL] == 0:
            if at_market or self.recover_pays:
                self.score(seat, 1, at.BY_EFFECTS)
                if self.journal is not None:
                    self.tell({"kind": "no_counter", "seat": int(seat), "points": 1})
        elif v[b + at.LOAD] < at.ELEPHANT_ROOM:
            v[b + at.STALL] -= 1
            v[b + at.LOAD] += 1
            if self.journal is not None:
                self.tell({"kind": "recovered", "seat": int(seat)})

    def uncover(self, seat: i64) -> None:
        """The counter of a covered space goes to the elephant, or to the market space when it carries six."""
        b: i64 = SEAT + seat * STRIDE
        if self.v[b + at.LOAD] < at.ELEPHANT_ROOM:
            self.v[b + at.LOAD] += 1
        else:
            self.v[b + at.STALL] += 1

    # ---------------------------------------------------------------- donations

    def affords(self, seat: i64, level: i64) -> bool:
        v = self.v
        b: i64 = SEAT + seat * STRIDE + at.RES
        cost = self.tables.cost
        spot: i64 = level * at.RESOURCES
        return v[b] >= cost[spot] and v[b + 1] >= cost[spot + 1] and v[b + 2] >= cost[spot + 2]

    def cells_open(self, seat: i64, district: i64) -> vec[i64]:
        """The cells of a district where this seat can pay and both supports lie."""
        out = vec[i64]()
        v = self.v
        filled: i64 = v[at.FILLED + district]
        for level in range(at.LEVELS):
            if not self.affords(seat, level):
                continue
            first: i64 = level * at.WIDEST
            for i in range(self.tables.width[(self.players - 2) * at.LEVELS + level]):
                cell: i64 = first + i
                if filled & at.BIT[cell] == 0 and filled & at.SUPPORTS[cell] == at.SUPPORTS[cell]:
                    out = append(out, cell)
        return out

    def can_donate(self, seat: i64) -> bool:
        """An elephant in a district, a counter on it and a cell that can be paid."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        district: i64 = v[b + at.AT]
        if v[b + at.LOAD] == 0 or district == NONE:
            return False
        filled: i64 = v[at.FILLED + district]
        for level in range(at.LEVELS):
            if self.affords(seat, level):
                first: i64 = level * at.WIDEST
                for i in range(self.tables.width[(self.players - 2) * at.LEVELS + level]):
                    cell: i64 = first + i
                    if filled & at.BIT[cell] == 0 and filled & at.SUPPORTS[cell] == at.SUPPORTS[cell]:
                        return True
        return False

    def cell_value(self, district: i64, cell: i64) -> i64:
        """The points printed on a donation cell."""
        return self.tables.cell_points[(self.players - 2) * at.DISTRICTS * at.CELLS + district * at.CELLS + cell]

    def place_donation(self, seat: i64, cell: i64) -> None:
        """Pay, place a counter, score the cell; each support pays its owner at once (R55)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        district: i64 = v[b + at.AT]
        level: i64 = cell // at.WIDEST
        for r in range(at.RESOURCES):
            v[b + at.RES + r] -= self.tables.cost[level * at.RESOURCES + r]
        v[b + at.LOAD] -= 1
        v[b + at.GIVEN] += 1
        v[b + at.IN_DISTRICT + district] += 1
        v[b + at.IN_LEVEL + level] += 1
        v[at.FILLED + district] |= at.BIT[cell]
        v[at.CELL + district * at.CELLS + cell] = seat
        value = self.cell_value(district, cell)
        self.score(seat, value, at.BY_DONATING)
        if self.journal is not None:
            event = {"kind": "donated", "seat": self.named(seat), "district": int(district), "level": int(level)}
            event["cell"] = int(cell)
            event["points"] = int(value)
            self.tell(event)
        if level > 0:
            for k in range(2):
                owner: i64 = v[at.CELL + district * at.CELLS + cell - at.WIDEST + k]
                self.score(owner, 1, at.BY_SUPPORT)
                if self.journal is not None:
                    self.tell({"kind": "supported", "seat": self.named(owner), "points": 1})

    # ---------------------------------------------------------------- market

    def buy_price(self, resource: i64) -> i64:
        stock: i64 = self.v[at.STOCK + resource]
        return self.tables.price_empty if stock == 0 else self.tables.price[stock - 1]

    def sell_price(self, resource: i64) -> i64:
        stock: i64 = self.v[at.STOCK + resource]
        return self.tables.price_full if stock == self.tables.rows else self.tables.price[stock]

    def sell_points(self, resource: i64) -> i64:
        stock: i64 = self.v[at.STOCK + resource]
        return 0 if stock == self.tables.rows else self.tables.sale_points[stock * at.RESOURCES + resource]

    # ---------------------------------------------------------------- the whole position written down

    def dump(self) -> dict[str, Any]:
        return {
            "game": "amritsar",
            "rules": self.rules_number(),
            "seats": int(self.seats),
            "options": dict(self.options),
            "luck": self.luck.words(),
            "settled": int(self.settled),
            "board": self.read_fields(0, BOARD_FIELDS),
            "players": [self.read_fields(int(SEAT + s * STRIDE), SEAT_FIELDS) for s in range(self.players)],
        }

    def read_fields(self, base: int, fields: tuple[tuple[str, int, int], ...]) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for name, first, count in fields:
            values = [int(self.v[base + first + i]) for i in range(count)]
            out[name] = values[0] if count == 1 else values
        return out

    def restore(self, dump: Mapping[str, Any]) -> None:
        self.settled = dump["settled"]
        self.write_fields(0, BOARD_FIELDS, dump["board"])
        for s, player in enumerate(dump["players"]):
            self.write_fields(int(SEAT + s * STRIDE), SEAT_FIELDS, player)

    def write_fields(self, base: int, fields: tuple[tuple[str, int, int], ...], values: Mapping[str, Any]) -> None:
        for name, first, count in fields:
            given = [values[name]] if count == 1 else values[name]
            for i in range(count):
                self.v[base + first + i] = given[i]
