"""Yaxha's state as flat integers: its fields, small deeds, and the whole position written down and read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.core.state import State
from tablero.games.yaxha.layout import (
    BAG,
    BIT,
    CARDS,
    CELL_BIT,
    CELL_X,
    CELL_Y,
    CELL_Z,
    CELLS,
    CHOOSE,
    CHOSEN,
    COLOUR,
    COLOURS,
    COLUMN_FRAME,
    COLUMNS,
    COUNT,
    DISCARDED,
    DONE,
    EMPTY,
    FILLED,
    FIXED_FRAME,
    HAND,
    INITIATIVE,
    MARKET,
    OWNER,
    PHASES,
    PLACE,
    PLACED,
    ROW_FRAME,
    ROWS,
    SEAT,
    STRIDE,
    TAKEN,
    Tables,
    cube_of,
    move_of,
)


class Position(State):
    """The pyramids and everything else on the table."""

    def __init__(self, game: Any, seats: i64, luck: Luck, tables: Tables, options: Mapping[str, str] | None) -> None:
        """A blank state; `start` deals. Without options the caller fills everything in (`copy` does)."""
        super().__init__(game, seats, luck)
        self.tables: Tables = tables
        self.phase: i64 = CHOOSE
        self.round: i64 = 0
        self.card_0: i64 = 0
        self.card_1: i64 = 0
        self.card_2: i64 = 0
        if options is None:
            return
        self.pool: list[int] = []  # the numbers of the cards that may be dealt
        self.options: Mapping[str, str] = options
        self.v: vec[i64] = EMPTY[:]
        self.fixed_frame: bool = options["floating_frame"] == "fixed"
        self.open_building: bool = options["build_visibility"] == "open"
        self.must_fit: bool = options["self_blocking"] == "forbidden"
        self.bridges: bool = options["hidden_bridge"] == "connects"
        self.apex: bool = options["side_apex"] == "included"
        self.whole_side: bool = options["side_incomplete"] == "complete"
        self.own_second: bool = options["second_largest_method"] == "own"
        self.needs_cube: bool = options["zero_size_bonus"] == "needs_cube"

    def frame(self, b: i64) -> i64:
        """The base cells that fit into one square of four with the base as it is."""
        if self.fixed_frame:
            return FIXED_FRAME
        return COLUMN_FRAME[self.v[b + COLUMNS]] & ROW_FRAME[self.v[b + ROWS]]

    def put(self, seat: i64, colour: i64, cell: i64) -> None:
        """Place a cube of the hand."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        z: i64 = CELL_Z[cell]
        bit: i64 = CELL_BIT[cell]
        v[b + COLOUR + z * COLOURS + colour] |= bit
        v[b + FILLED + z] |= bit
        v[b + HAND + colour] -= 1
        if z == 0:
            v[b + COLUMNS] |= BIT[CELL_X[cell]]
            v[b + ROWS] |= BIT[CELL_Y[cell]]

    def lift(self, seat: i64, colour: i64, cell: i64) -> None:
        """Put a cube back into the hand."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        z: i64 = CELL_Z[cell]
        bit: i64 = CELL_BIT[cell]
        v[b + COLOUR + z * COLOURS + colour] &= ~bit
        v[b + FILLED + z] &= ~bit
        v[b + HAND + colour] += 1
        if z == 0:
            self._measure_base(b)

    def _measure_base(self, b: i64) -> None:
        v = self.v
        columns: i64 = 0
        rows: i64 = 0
        filled: i64 = v[b + FILLED]
        for y in range(7):
            line: i64 = (filled >> (8 * y)) & 127
            columns |= line
            if line != 0:
                rows |= BIT[y]
        v[b + COLUMNS] = columns
        v[b + ROWS] = rows

    def put_aside(self, seat: i64) -> None:
        """What could not be placed goes to the box; this seat has finished building."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        for colour in range(COLOURS):
            v[b + DISCARDED + colour] += v[b + HAND + colour]
        v[b + DONE] = 1

    # ---------------------------------------------------------------- as lists

    def card(self, k: i64) -> i64:
        """The number of one of the three bonus cards."""
        if k == 0:
            return self.card_0
        return self.card_1 if k == 1 else self.card_2

    def card_ids(self) -> list[str]:
        return [self.tables.card_ids[self.card(k)] for k in range(CARDS)]

    def by_seat(self, what: i64) -> list[int]:
        return [int(self.v[SEAT + seat * STRIDE + what]) for seat in range(self.seats)]

    def five(self, at: i64) -> list[int]:
        """Five counts, by colour."""
        return [int(self.v[at + c]) for c in range(COLOURS)]

    def cubes_on(self, tile: i64) -> list[int]:
        """The colours of the cubes on a tile."""
        return [int(c) for c in range(COLOURS) for _ in range(self.v[MARKET + tile * COLOURS + c])]

    def cubes_in_hand(self, seat: i64) -> list[int]:
        """The colours of the cubes that a seat has not placed yet."""
        b: i64 = SEAT + seat * STRIDE
        return [int(c) for c in range(COLOURS) for _ in range(self.v[b + HAND + c])]

    def cubes(self, seat: i64) -> list[list[int]]:
        """All cubes of a pyramid as [x, y, z, colour], levels first."""
        b: i64 = SEAT + seat * STRIDE
        out: list[list[int]] = []
        for cell in range(CELLS):
            z: i64 = CELL_Z[cell]
            for colour in range(COLOURS):
                if self.v[b + COLOUR + z * COLOURS + colour] & CELL_BIT[cell] != 0:
                    out.append(cube_of(PLACE + colour * CELLS + cell))
        return out

    def placed(self, seat: i64) -> list[list[int]]:
        """The cubes that a seat has placed in the latest round of building, in their order."""
        b: i64 = SEAT + seat * STRIDE
        return [cube_of(self.v[b + PLACED + i]) for i in range(self.v[b + COUNT])]

    # ---------------------------------------------------------------- written down and read back

    def dump(self) -> dict[str, Any]:
        players: list[dict[str, Any]] = []
        for seat in range(self.seats):
            b: i64 = SEAT + seat * STRIDE
            players.append(
                {
                    "cubes": self.cubes(seat),
                    "hand": self.five(b + HAND),
                    "discarded": self.five(b + DISCARDED),
                    "placed": self.placed(seat),
                    "done": self.v[b + DONE] == 1,
                }
            )
        return {
            "game": self.game.name,
            "rules": self.rules_number(),
            "seats": int(self.seats),
            "options": dict(self.options),
            "luck": self.luck.words(),
            "settled": int(self.settled),
            "phase": PHASES[self.phase],
            "round": int(self.round),
            "cards": self.card_ids(),
            "bag": self.five(BAG),
            "market": [self.cubes_on(tile) for tile in range(self.seats)],
            "owners": [int(self.v[OWNER + tile]) for tile in range(self.seats)],
            "initiative": self.by_seat(INITIATIVE),
            "chosen": self.by_seat(CHOSEN),
            "taken": self.by_seat(TAKEN),
            "players": players,
        }

    def restore(self, dump: Mapping[str, Any]) -> None:
        """Fill a blank state with a dumped position."""
        v = self.v
        self.settled = dump["settled"]
        self.phase = PHASES.index(dump["phase"])
        self.round = dump["round"]
        self.card_0, self.card_1, self.card_2 = [self.tables.card_ids.index(card) for card in dump["cards"]]
        for c, count in enumerate(dump["bag"]):
            v[BAG + i64(c)] = count
        for t, cubes in enumerate(dump["market"]):
            v[OWNER + i64(t)] = dump["owners"][t]
            for colour in cubes:
                v[MARKET + i64(t) * COLOURS + i64(colour)] += 1
        for s, player in enumerate(dump["players"]):
            seat: i64 = s
            b: i64 = SEAT + seat * STRIDE
            v[b + INITIATIVE] = dump["initiative"][s]
            v[b + CHOSEN] = dump["chosen"][s]
            v[b + TAKEN] = dump["taken"][s]
            v[b + DONE] = 1 if player["done"] else 0
            for cube in player["cubes"]:
                move = move_of(cube)
                self.put(seat, (move - PLACE) // CELLS, (move - PLACE) % CELLS)
            for c, count in enumerate(player["hand"]):
                v[b + HAND + i64(c)] = count
                v[b + DISCARDED + i64(c)] = player["discarded"][c]
            v[b + COUNT] = len(player["placed"])
            for i, cube in enumerate(player["placed"]):
                v[b + PLACED + i64(i)] = move_of(cube)
