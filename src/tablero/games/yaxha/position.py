"""Yaxha's state as flat integers: its fields, basic operations, and the whole position written down and read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.core.state import State
from tablero.games.yaxha import layout as at


class Position(State):
    """The pyramids and everything else on the table."""

    def __init__(self, game: Any, seats: i64, luck: Luck, tables: at.Tables, options: Mapping[str, str] | None) -> None:
        """A blank state; `start` deals. Without options the caller fills everything in (`copy` does)."""
        super().__init__(game, seats, luck)
        self.tables: at.Tables = tables
        self.phase: i64 = at.CHOOSE
        self.round: i64 = 0
        self.card_0: i64 = 0
        self.card_1: i64 = 0
        self.card_2: i64 = 0
        if options is None:
            return
        self.pool: list[int] = []  # the numbers of the cards that may be dealt
        self.options: Mapping[str, str] = options
        self.v: vec[i64] = at.EMPTY[:]
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
            return at.FIXED_FRAME
        return at.COLUMN_FRAME[self.v[b + at.COLUMNS]] & at.ROW_FRAME[self.v[b + at.ROWS]]

    def put(self, seat: i64, colour: i64, cell: i64) -> None:
        """Place a cube of the hand."""
        v = self.v
        b: i64 = at.SEAT + seat * at.STRIDE
        z: i64 = at.CELL_Z[cell]
        bit: i64 = at.CELL_BIT[cell]
        v[b + at.COLOUR + z * at.COLOURS + colour] |= bit
        v[b + at.FILLED + z] |= bit
        v[b + at.HAND + colour] -= 1
        if z == 0:
            v[b + at.COLUMNS] |= at.BIT[at.CELL_X[cell]]
            v[b + at.ROWS] |= at.BIT[at.CELL_Y[cell]]

    def lift(self, seat: i64, colour: i64, cell: i64) -> None:
        """Put a cube back into the hand."""
        v = self.v
        b: i64 = at.SEAT + seat * at.STRIDE
        z: i64 = at.CELL_Z[cell]
        bit: i64 = at.CELL_BIT[cell]
        v[b + at.COLOUR + z * at.COLOURS + colour] &= ~bit
        v[b + at.FILLED + z] &= ~bit
        v[b + at.HAND + colour] += 1
        if z == 0:
            self._measure_base(b)

    def _measure_base(self, b: i64) -> None:
        v = self.v
        columns: i64 = 0
        rows: i64 = 0
        filled: i64 = v[b + at.FILLED]
        for y in range(7):
            line: i64 = (filled >> (8 * y)) & 127
            columns |= line
            if line != 0:
                rows |= at.BIT[y]
        v[b + at.COLUMNS] = columns
        v[b + at.ROWS] = rows

    def put_aside(self, seat: i64) -> None:
        """What could not be placed goes to the box; this seat has finished building."""
        v = self.v
        b: i64 = at.SEAT + seat * at.STRIDE
        for colour in range(at.COLOURS):
            v[b + at.DISCARDED + colour] += v[b + at.HAND + colour]
        v[b + at.DONE] = 1

    # ---------------------------------------------------------------- as lists

    def card(self, k: i64) -> i64:
        """The number of one of the three bonus cards."""
        if k == 0:
            return self.card_0
        return self.card_1 if k == 1 else self.card_2

    def card_ids(self) -> list[str]:
        return [self.tables.card_ids[self.card(k)] for k in range(at.CARDS)]

    def by_seat(self, what: i64) -> list[int]:
        return [int(self.v[at.SEAT + seat * at.STRIDE + what]) for seat in range(self.seats)]

    def five(self, start: i64) -> list[int]:
        """Five counts, by colour."""
        return [int(self.v[start + c]) for c in range(at.COLOURS)]

    def cubes_on(self, tile: i64) -> list[int]:
        """The colours of the cubes on a tile."""
        return [int(c) for c in range(at.COLOURS) for _ in range(self.v[at.MARKET + tile * at.COLOURS + c])]

    def cubes_in_hand(self, seat: i64) -> list[int]:
        """The colours of the cubes that a seat has not placed yet."""
        b: i64 = at.SEAT + seat * at.STRIDE
        return [int(c) for c in range(at.COLOURS) for _ in range(self.v[b + at.HAND + c])]

    def cubes(self, seat: i64) -> list[list[int]]:
        """All cubes of a pyramid as [x, y, z, colour], levels first."""
        b: i64 = at.SEAT + seat * at.STRIDE
        out: list[list[int]] = []
        for cell in range(at.CELLS):
            z: i64 = at.CELL_Z[cell]
            for colour in range(at.COLOURS):
                if self.v[b + at.COLOUR + z * at.COLOURS + colour] & at.CELL_BIT[cell] != 0:
                    out.append(at.cube_of(at.PLACE + colour * at.CELLS + cell))
        return out

    def placed(self, seat: i64) -> list[list[int]]:
        """The cubes that a seat has placed in the latest round of building, in their order."""
        b: i64 = at.SEAT + seat * at.STRIDE
        return [at.cube_of(self.v[b + at.PLACED + i]) for i in range(self.v[b + at.COUNT])]

    # ---------------------------------------------------------------- written down and read back

    def dump(self) -> dict[str, Any]:
        players: list[dict[str, Any]] = []
        for seat in range(self.seats):
            b: i64 = at.SEAT + seat * at.STRIDE
            players.append(
                {
                    "cubes": self.cubes(seat),
                    "hand": self.five(b + at.HAND),
                    "discarded": self.five(b + at.DISCARDED),
                    "placed": self.placed(seat),
                    "done": self.v[b + at.DONE] == 1,
                }
            )
        return {
            "game": self.game.name,
            "rules": self.rules_number(),
            "seats": int(self.seats),
            "options": dict(self.options),
            "luck": self.luck.words(),
            "settled": int(self.settled),
            "phase": at.PHASES[self.phase],
            "round": int(self.round),
            "cards": self.card_ids(),
            "bag": self.five(at.BAG),
            "market": [self.cubes_on(tile) for tile in range(self.seats)],
            "owners": [int(self.v[at.OWNER + tile]) for tile in range(self.seats)],
            "initiative": self.by_seat(at.INITIATIVE),
            "chosen": self.by_seat(at.CHOSEN),
            "taken": self.by_seat(at.TAKEN),
            "players": players,
        }

    def restore(self, dump: Mapping[str, Any]) -> None:
        """Fill a blank state with a dumped position."""
        v = self.v
        self.settled = dump["settled"]
        self.phase = at.PHASES.index(dump["phase"])
        self.round = dump["round"]
        self.card_0, self.card_1, self.card_2 = [self.tables.card_ids.index(card) for card in dump["cards"]]
        for c, count in enumerate(dump["bag"]):
            v[at.BAG + i64(c)] = count
        for t, cubes in enumerate(dump["market"]):
            v[at.OWNER + i64(t)] = dump["owners"][t]
            for colour in cubes:
                v[at.MARKET + i64(t) * at.COLOURS + i64(colour)] += 1
        for s, player in enumerate(dump["players"]):
            seat: i64 = s
            b: i64 = at.SEAT + seat * at.STRIDE
            v[b + at.INITIATIVE] = dump["initiative"][s]
            v[b + at.CHOSEN] = dump["chosen"][s]
            v[b + at.TAKEN] = dump["taken"][s]
            v[b + at.DONE] = 1 if player["done"] else 0
            for cube in player["cubes"]:
                move = at.move_of(cube)
                self.put(seat, (move - at.PLACE) // at.CELLS, (move - at.PLACE) % at.CELLS)
            for c, count in enumerate(player["hand"]):
                v[b + at.HAND + i64(c)] = count
                v[b + at.DISCARDED + i64(c)] = player["discarded"][c]
            v[b + at.COUNT] = len(player["placed"])
            for i, cube in enumerate(player["placed"]):
                v[b + at.PLACED + i64(i)] = at.move_of(cube)
