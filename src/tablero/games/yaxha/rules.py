"""Yaxha: all the rules and only rules.

Each level of a pyramid is a set of cells kept as bits: cell (x, y) is bit 8 * y + x. The base frame floats, so a base
cell lies anywhere in a 7 x 7 square around the first cube (x and y from 0 to 6 here, -3 to 3 outside this file); a
cube of level z + 1 at (x, y) rests on the four cubes (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1) of level z.
Column 7 is always empty, so that shifting by one never runs into the next row.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.core.result import Result
from tablero.core.state import State

# ---------------------------------------------------------------- constants

COLOURS: Final[i64] = 5
LEVELS: Final[i64] = 4
ROUNDS: Final[i64] = 10
CUBES_PER_COLOUR: Final[i64] = 24
CUBES_PER_TILE: Final[i64] = 3
CARDS: Final[i64] = 3
BONUS: Final[i64] = 5
CENTRE: Final[i64] = 3  # the first cube of a floating base lies at (3, 3)
NONE: Final[i64] = -1

CHOOSE: Final[i64] = 0
LEFTOVER: Final[i64] = 1
BUILD: Final[i64] = 2
OVER: Final[i64] = 3
PHASES: Final = ("choose", "leftover", "build", "over")

# The space of moves: take tile 0 to 3, finish building, place one of five colours on one of 126 cells.
FINISH: Final[i64] = 4
PLACE: Final[i64] = 5
CELLS: Final[i64] = 126  # 49 + 36 + 25 + 16
MOVES: Final[i64] = 635

# Bonus cards by number; the numbers are those of `bga_id` in facts.toml.
LARGEST: Final[i64] = 0  # 0 to 4: the five colours
NEIGHBOUR: Final[i64] = 5  # 5 to 9: the five colours
LARGEST_ANY: Final[i64] = 10
LARGEST_LEVEL_1: Final[i64] = 11
MOST_LEVELS: Final[i64] = 12
SECOND_LARGEST: Final[i64] = 13
FIVE_COLOURS_LEVEL_1: Final[i64] = 14
ONE_COLOUR_SIDE: Final[i64] = 15
THREE_COLOURS: Final[i64] = 16
FIVE_COLOURS_LEVEL_2: Final[i64] = 17

# Where things are in the flat state.
BAG: Final[i64] = 0  # 5 counts
MARKET: Final[i64] = 5  # 5 counts for each of 4 tiles
OWNER: Final[i64] = 25  # the seat that took each tile
SEAT: Final[i64] = 29  # the first seat's block
STRIDE: Final[i64] = 44
# Inside a seat's block.
COLOUR: Final[i64] = 0  # 5 sets of cells for each of 4 levels
FILLED: Final[i64] = 20  # all cells of each level
HAND: Final[i64] = 24  # 5 counts
COLUMNS: Final[i64] = 29  # base columns in use, one bit each
ROWS: Final[i64] = 30
CHOSEN: Final[i64] = 31
TAKEN: Final[i64] = 32
INITIATIVE: Final[i64] = 33
DONE: Final[i64] = 34
PLACED: Final[i64] = 35  # the moves that placed this round's cubes, 3 places
COUNT: Final[i64] = 38  # how many of them are in use
DISCARDED: Final[i64] = 39  # 5 counts

# Inside a survey of a pyramid.
SIZES: Final[i64] = 0  # the largest visible group of each colour
ANY: Final[i64] = 5
LEVEL_1: Final[i64] = 6
SPAN: Final[i64] = 7
SIZE_SET: Final[i64] = 8  # one bit for each size that some group has
SECOND: Final[i64] = 9  # the second-largest group
SEEN: Final[i64] = 10  # visible colours, one bit each
SEEN_1: Final[i64] = 11
SEEN_2: Final[i64] = 12
SIDE: Final[i64] = 13
HIDDEN: Final[i64] = 14
POINTS: Final[i64] = 15
SURVEY: Final[i64] = 16

# ---------------------------------------------------------------- tables

# `1 << c` is compiled wrongly for native c above 30, hence a table.
BIT: Final[vec[i64]] = vec[i64]([1 << c for c in range(63)])
# The index of a lone bit is WHICH[bit % 67]: 2 is a primitive root of 67.
WHICH: Final[vec[i64]] = vec[i64]([next((c for c in range(63) if (1 << c) % 67 == r), 0) for r in range(67)])
EMPTY: Final[vec[i64]] = vec[i64]([0] * (29 + 4 * 44))


def _cells() -> list[tuple[int, int, int]]:
    return [(x, y, z) for z in range(4) for y in range(7 - z) for x in range(7 - z)]


CELL_X: Final[vec[i64]] = vec[i64]([x for x, _, _ in _cells()])
CELL_Y: Final[vec[i64]] = vec[i64]([y for _, y, _ in _cells()])
CELL_Z: Final[vec[i64]] = vec[i64]([z for _, _, z in _cells()])
CELL_BIT: Final[vec[i64]] = vec[i64]([1 << (8 * y + x) for x, y, _ in _cells()])
# The number of the cell of bit c on level z is CELL_AT[64 * z + c].
CELL_AT: Final[vec[i64]] = vec[i64](
    [
        _cells().index((c % 8, c // 8, z)) if c % 8 < 7 - z and c // 8 < 7 - z else -1
        for z in range(4)
        for c in range(64)
    ]
)


def _frame(used: int) -> range:
    """The lines of the base that fit into one square of four together with the lines in use."""
    lines = [line for line in range(7) if used >> line & 1]
    return range(max(0, lines[-1] - 3), min(6, lines[0] + 3) + 1) if lines else range(7)


COLUMN_FRAME: Final[vec[i64]] = vec[i64](
    [sum(1 << (8 * y + x) for y in range(7) for x in _frame(used)) for used in range(128)]
)
ROW_FRAME: Final[vec[i64]] = vec[i64](
    [sum(1 << (8 * y + x) for x in range(7) for y in _frame(used)) for used in range(128)]
)
FIXED_FRAME: Final[i64] = sum(1 << (8 * y + x) for x in range(3, 7) for y in range(3, 7))
FIRST_CELL: Final[i64] = 1 << (8 * 3 + 3)


class Tables:
    """What the facts file says and the rules count with."""

    def __init__(self, points: list[int], card_ids: list[str]) -> None:
        self.points: vec[i64] = vec[i64](points)  # by group size
        self.card_ids = card_ids  # by card number
        self.largest: i64 = len(points) - 1


class Yaxha(State):
    """One position of Yaxha."""

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

    # ---------------------------------------------------------------- set-up

    def start(self, pool: list[int]) -> None:
        """Fill the bag, deal initiative and bonus cards, open the first market. A pool of three is dealt as it is."""
        n = self.seats
        v = self.v
        for c in range(COLOURS):
            v[BAG + c] = CUBES_PER_COLOUR
        stones = vec[i64]([i + 1 for i in range(int(n))])
        i: i64 = n - 1
        while i > 0:
            j = self.luck.below(i + 1)
            stones[i], stones[j] = stones[j], stones[i]
            i -= 1
        for seat in range(n):
            v[SEAT + seat * STRIDE + INITIATIVE] = stones[seat]
        cards = vec[i64](pool)
        if len(pool) > CARDS:
            for k in range(CARDS):
                j = k + self.luck.below(len(cards) - k)
                cards[k], cards[j] = cards[j], cards[k]
        self.card_0, self.card_1, self.card_2 = cards[0], cards[1], cards[2]
        if self.journal is not None:
            self.journal.append(self._opening())
        self._open_market()

    def _opening(self) -> dict[str, Any]:
        return {"kind": "start", "cards": self._card_ids(), "initiative": self._by_seat(INITIATIVE)}

    # ---------------------------------------------------------------- a round: getting cubes

    def _open_market(self) -> None:
        """Three random cubes onto every tile; nobody has chosen yet."""
        n = self.seats
        v = self.v
        self.round += 1
        self.phase = CHOOSE
        self.settled += 1
        left: i64 = v[BAG] + v[BAG + 1] + v[BAG + 2] + v[BAG + 3] + v[BAG + 4]
        for tile in range(n):
            at: i64 = MARKET + tile * COLOURS
            v[at] = v[at + 1] = v[at + 2] = v[at + 3] = v[at + 4] = 0
            v[OWNER + tile] = NONE
            for _ in range(CUBES_PER_TILE):
                k = self.luck.below(left)
                c: i64 = 0
                while k >= v[BAG + c]:
                    k -= v[BAG + c]
                    c += 1
                v[BAG + c] -= 1
                v[at + c] += 1
                left -= 1
        for seat in range(n):
            b: i64 = SEAT + seat * STRIDE
            v[b + CHOSEN] = NONE
            v[b + TAKEN] = NONE
            v[b + DONE] = 0
            v[b + COUNT] = 0
        if self.journal is not None:
            tiles = [self._cubes_on(tile) for tile in range(int(n))]
            self.journal.append({"kind": "market", "round": int(self.round), "tiles": tiles})

    def _choose(self, seat: i64, tile: i64) -> None:
        self.v[SEAT + seat * STRIDE + CHOSEN] = tile
        if self.journal is not None:
            self.journal.append({"kind": "chose", "seat": int(seat), "tile": int(tile), "to": int(seat)})
        for other in range(self.seats):
            if self.v[SEAT + other * STRIDE + CHOSEN] == NONE:
                return
        self._reveal_choices()

    def _reveal_choices(self) -> None:
        """Every chosen tile goes to its chooser with the lowest initiative; the others wait for what is left."""
        n = self.seats
        v = self.v
        self.settled += 1
        if self.journal is not None:
            self.journal.append({"kind": "reveal", "tiles": self._by_seat(CHOSEN)})
        for tile in range(n):
            winner: i64 = NONE
            for seat in range(n):
                b: i64 = SEAT + seat * STRIDE
                if v[b + CHOSEN] == tile and (
                    winner == NONE or v[b + INITIATIVE] < v[SEAT + winner * STRIDE + INITIATIVE]
                ):
                    winner = seat
            if winner != NONE:
                self._take(winner, tile)
                if self.journal is not None:
                    rivals = [s for s in range(int(n)) if s != winner and v[SEAT + s * STRIDE + CHOSEN] == tile]
                    event = {"kind": "claim", "seat": int(winner), "tile": int(tile), "rivals": rivals}
                    event["initiative"] = self._by_seat(INITIATIVE)
                    self.journal.append(event)
        self.phase = LEFTOVER
        self._give_last_leftover()

    def _take(self, seat: i64, tile: i64) -> None:
        self.v[OWNER + tile] = seat
        self.v[SEAT + seat * STRIDE + TAKEN] = tile

    def _waiting(self) -> i64:
        """How many seats still have to take a tile."""
        waiting: i64 = 0
        for seat in range(self.seats):
            if self.v[SEAT + seat * STRIDE + TAKEN] == NONE:
                waiting += 1
        return waiting

    def _next_taker(self) -> i64:
        """The seat without a tile that has the lowest initiative, counted as before the swap."""
        v = self.v
        found: i64 = NONE
        for seat in range(self.seats):
            b: i64 = SEAT + seat * STRIDE
            if v[b + TAKEN] == NONE and (found == NONE or v[b + INITIATIVE] < v[SEAT + found * STRIDE + INITIATIVE]):
                found = seat
        return found

    def _pick_leftover(self, seat: i64, tile: i64) -> None:
        self._take(seat, tile)
        self.settled += 1
        if self.journal is not None:
            self.journal.append({"kind": "leftover", "seat": int(seat), "tile": int(tile), "forced": False})
        self._give_last_leftover()

    def _give_last_leftover(self) -> None:
        """There are as many tiles as seats, so the last one waiting has no choice."""
        waiting = self._waiting()
        if waiting > 1:
            return
        if waiting == 1:
            seat = self._next_taker()
            for tile in range(self.seats):
                if self.v[OWNER + tile] == NONE:
                    self._take(seat, tile)
                    if self.journal is not None:
                        self.journal.append({"kind": "leftover", "seat": int(seat), "tile": int(tile), "forced": True})
                    break
        self._swap_initiative()
        self._begin_building()

    def _swap_initiative(self) -> None:
        """Inside every group that chose the same tile the initiative stones are reversed."""
        n = self.seats
        v = self.v
        for tile in range(n):
            tied = vec[i64]()
            # Seats in ascending initiative.
            for stone in range(1, n + 1):
                for seat in range(n):
                    b: i64 = SEAT + seat * STRIDE
                    if v[b + INITIATIVE] == stone and v[b + CHOSEN] == tile:
                        tied = append(tied, seat)
            k: i64 = len(tied)
            if k < 2:
                continue
            for i in range(k // 2):
                low: i64 = SEAT + tied[i] * STRIDE + INITIATIVE
                high: i64 = SEAT + tied[k - 1 - i] * STRIDE + INITIATIVE
                v[low], v[high] = v[high], v[low]
            if self.journal is not None:
                seats = [int(tied[i]) for i in range(int(k))]
                self.journal.append({"kind": "swap", "seats": seats, "initiative": self._by_seat(INITIATIVE)})

    # ---------------------------------------------------------------- a round: building

    def _begin_building(self) -> None:
        v = self.v
        self.phase = BUILD
        for seat in range(self.seats):
            b: i64 = SEAT + seat * STRIDE
            at: i64 = MARKET + v[b + TAKEN] * COLOURS
            for c in range(COLOURS):
                v[b + HAND + c] = v[at + c]

    def spots(self, seat: i64, colour: i64, level: i64) -> i64:
        """The cells of a level where a cube of this colour may go, as bits."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        filled: i64 = v[b + FILLED + level]
        if level == 0:
            if filled == 0:
                return FIXED_FRAME if self.fixed_frame else FIRST_CELL
            return (filled << 1 | filled >> 1 | filled << 8 | filled >> 8) & ~filled & self._frame(b)
        below: i64 = v[b + FILLED + level - 1]
        firm: i64 = below & (below >> 1) & (below >> 8) & (below >> 9) & ~filled
        if firm == 0:
            return 0
        under: i64 = v[b + COLOUR + (level - 1) * COLOURS + colour]
        beside: i64 = v[b + COLOUR + level * COLOURS + colour]
        return firm & (
            under | under >> 1 | under >> 8 | under >> 9 | beside << 1 | beside >> 1 | beside << 8 | beside >> 8
        )

    def _frame(self, b: i64) -> i64:
        """The base cells that fit into one square of four with the base as it is."""
        if self.fixed_frame:
            return FIXED_FRAME
        return COLUMN_FRAME[self.v[b + COLUMNS]] & ROW_FRAME[self.v[b + ROWS]]

    def _put(self, seat: i64, colour: i64, cell: i64) -> None:
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

    def _lift(self, seat: i64, colour: i64, cell: i64) -> None:
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

    def _place(self, seat: i64, move: i64) -> None:
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        colour: i64 = (move - PLACE) // CELLS
        cell: i64 = (move - PLACE) % CELLS
        self._put(seat, colour, cell)
        v[b + PLACED + v[b + COUNT]] = move
        v[b + COUNT] += 1
        if self.journal is not None:
            event = {"kind": "placed", "seat": int(seat), "cube": self._cube(move)}
            if not self.open_building:
                event["to"] = int(seat)
            self.journal.append(event)

    def _fits_nowhere(self, seat: i64) -> bool:
        """Whether no cube in hand has a legal cell; an empty hand has none either."""
        b: i64 = SEAT + seat * STRIDE
        for colour in range(COLOURS):
            if self.v[b + HAND + colour] > 0:
                for level in range(LEVELS):
                    if self.spots(seat, colour, level) != 0:
                        return False
        return True

    def _most_placeable(self, seat: i64) -> i64:
        """How many of the cubes in hand can be placed at best."""
        b: i64 = SEAT + seat * STRIDE
        hand: i64 = 0
        for colour in range(COLOURS):
            hand += self.v[b + HAND + colour]
        best: i64 = 0
        for colour in range(COLOURS):
            if self.v[b + HAND + colour] == 0:
                continue
            for level in range(LEVELS):
                left = self.spots(seat, colour, level)
                while left != 0:
                    low: i64 = left & -left
                    left ^= low
                    cell: i64 = CELL_AT[64 * level + WHICH[low % 67]]
                    self._put(seat, colour, cell)
                    found: i64 = 1 + self._most_placeable(seat)
                    self._lift(seat, colour, cell)
                    if found == hand:
                        return found
                    best = max(best, found)
        return best

    def _blocks_itself(self, seat: i64, colour: i64, cell: i64) -> bool:
        """Whether placing this cube lowers the number of cubes that can be placed in all."""
        before = self._most_placeable(seat)
        self._put(seat, colour, cell)
        after = self._most_placeable(seat)
        self._lift(seat, colour, cell)
        return after + 1 < before

    def _finish(self, seat: i64) -> None:
        """What could not be placed goes to the box; when everybody has finished, all building is shown."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        for colour in range(COLOURS):
            v[b + DISCARDED + colour] += v[b + HAND + colour]
        v[b + DONE] = 1
        if self.journal is not None:
            self.journal.append({"kind": "finished", "seat": int(seat), "to": int(seat)})
        for other in range(self.seats):
            if v[SEAT + other * STRIDE + DONE] == 0:
                return
        if self.journal is not None:
            for other in range(self.seats):
                self.journal.append(self._built(other))
        for other in range(self.seats):
            for colour in range(COLOURS):
                v[SEAT + other * STRIDE + HAND + colour] = 0
        if self.round < ROUNDS:
            self._open_market()
        else:
            self._end()

    def _built(self, seat: i64) -> dict[str, Any]:
        b: i64 = SEAT + seat * STRIDE
        cubes = [self._cube(self.v[b + PLACED + i]) for i in range(self.v[b + COUNT])]
        lost = [int(c) for c in range(COLOURS) for _ in range(self.v[b + HAND + c])]
        return {"kind": "built", "seat": int(seat), "cubes": cubes, "discarded": lost}

    # ---------------------------------------------------------------- end and scoring

    def _end(self) -> None:
        self.phase = OVER
        self.settled += 1
        if self.journal is not None:
            surveys = self.survey_all()
            for k in range(CARDS):
                won = self.card_winners(self.card(k), surveys)
                seats = [s for s in range(int(self.seats)) if won[s]]
                self.journal.append({"kind": "bonus", "card": self.tables.card_ids[self.card(k)], "seats": seats})
            result = self.result()
            assert result is not None
            self.journal.append({"kind": "end", "scores": list(result.scores), "winners": list(result.winners)})

    def survey(self, seat: i64) -> vec[i64]:
        """Everything that scoring asks of one pyramid; the constants SIZES to POINTS say where it is."""
        out = EMPTY[0:SURVEY]
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        f1: i64 = v[b + FILLED + 1]
        f2: i64 = v[b + FILLED + 2]
        f3: i64 = v[b + FILLED + 3]
        # A cube is hidden exactly when all four cubes that lie on it are there.
        h0: i64 = f1 & (f1 << 1) & (f1 << 8) & (f1 << 9)
        h1: i64 = f2 & (f2 << 1) & (f2 << 8) & (f2 << 9)
        h2: i64 = f3 & (f3 << 1) & (f3 << 8) & (f3 << 9)
        out[HIDDEN] = _count(h0) + _count(h1) + _count(h2)
        points: i64 = 0
        for colour in range(COLOURS):
            c0: i64 = v[b + colour]
            c1: i64 = v[b + 5 + colour]
            c2: i64 = v[b + 10 + colour]
            c3: i64 = v[b + 15 + colour]
            s0: i64 = c0 & ~h0
            s1: i64 = c1 & ~h1
            s2: i64 = c2 & ~h2
            if s0 | s1 | s2 | c3 == 0:
                continue
            out[SEEN] |= BIT[colour]
            if s0 != 0:
                out[SEEN_1] |= BIT[colour]
            if s1 != 0:
                out[SEEN_2] |= BIT[colour]
            if not self.bridges:
                c0 = s0
                c1 = s1
                c2 = s2
            largest: i64 = 0
            while c0 | c1 | c2 | c3 != 0:
                g0: i64 = c0 & -c0
                g1: i64 = 0
                g2: i64 = 0
                g3: i64 = 0
                if g0 == 0:
                    g1 = c1 & -c1
                    if g1 == 0:
                        g2 = c2 & -c2
                        if g2 == 0:
                            g3 = c3 & -c3
                while True:
                    n0: i64 = c0 & (g0 | g0 << 1 | g0 >> 1 | g0 << 8 | g0 >> 8 | g1 | g1 << 1 | g1 << 8 | g1 << 9)
                    n1: i64 = c1 & (
                        g1 | g1 << 1 | g1 >> 1 | g1 << 8 | g1 >> 8
                        | n0 | n0 >> 1 | n0 >> 8 | n0 >> 9
                        | g2 | g2 << 1 | g2 << 8 | g2 << 9
                    )  # fmt: skip
                    n2: i64 = c2 & (
                        g2 | g2 << 1 | g2 >> 1 | g2 << 8 | g2 >> 8
                        | n1 | n1 >> 1 | n1 >> 8 | n1 >> 9
                        | g3 | g3 << 1 | g3 << 8 | g3 << 9
                    )  # fmt: skip
                    n3: i64 = c3 & (g3 | n2 | n2 >> 1 | n2 >> 8 | n2 >> 9)
                    if n0 == g0 and n1 == g1 and n2 == g2 and n3 == g3:
                        break
                    g0 = n0
                    g1 = n1
                    g2 = n2
                    g3 = n3
                c0 ^= g0
                c1 ^= g1
                c2 ^= g2
                c3 ^= g3
                # Hidden cubes may connect (an option) but never count.
                g0 &= ~h0
                g1 &= ~h1
                g2 &= ~h2
                k0: i64 = _count(g0)
                size: i64 = k0 + _count(g1) + _count(g2) + _count(g3)
                if size == 0:
                    continue
                span: i64 = 0
                if g0 != 0:
                    span += 1
                if g1 != 0:
                    span += 1
                if g2 != 0:
                    span += 1
                if g3 != 0:
                    span += 1
                largest = max(largest, size)
                out[LEVEL_1] = max(out[LEVEL_1], k0)
                out[SPAN] = max(out[SPAN], span)
                out[SIZE_SET] |= BIT[size]
                if size > out[ANY]:
                    out[SECOND] = out[ANY]
                    out[ANY] = size
                else:
                    out[SECOND] = max(out[SECOND], size)
            out[SIZES + colour] = largest
            points += self.tables.points[min(largest, self.tables.largest)]
        out[POINTS] = points
        return out

    def survey_all(self) -> vec[i64]:
        """The surveys of all seats one after another, with the side card looked at only where it is in play."""
        out = vec[i64]()
        sides = ONE_COLOUR_SIDE in (self.card_0, self.card_1, self.card_2)
        for seat in range(self.seats):
            one = self.survey(seat)
            if sides:
                one[SIDE] = 1 if self._has_plain_side(seat) else 0
            for i in range(SURVEY):
                out = append(out, one[i])
        return out

    def _has_plain_side(self, seat: i64) -> bool:
        """Whether one of the four sides shows a single colour."""
        for side in range(4):
            if self._is_plain_side(seat, side):
                return True
        return False

    def _is_plain_side(self, seat: i64, side: i64) -> bool:
        """Sides 0 and 1 look along the rows from low and high x, 2 and 3 along the columns from low and high y.

        In each line of each level the outermost cube is the one that shows.
        """
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        levels: i64 = LEVELS if self.apex else LEVELS - 1
        first: i64 = NONE
        for z in range(levels):
            lines: i64 = 0
            for line in range(7):
                outer: i64 = NONE
                at: i64 = NONE
                for step in range(7):
                    along: i64 = step if side % 2 == 0 else 6 - step
                    bit: i64 = 8 * line + along if side < 2 else 8 * along + line
                    if v[b + FILLED + z] & BIT[bit] != 0:
                        outer = bit
                        at = along
                        break
                if outer == NONE:
                    continue
                if self.whole_side and at != self._edge(b, z, side):
                    return False
                lines += 1
                for colour in range(COLOURS):
                    if v[b + COLOUR + z * COLOURS + colour] & BIT[outer] != 0:
                        if first == NONE:
                            first = colour
                        elif first != colour:
                            return False
            if self.whole_side and lines != 4 - z:
                return False
        return first != NONE

    def _edge(self, b: i64, z: i64, side: i64) -> i64:
        """Where the outermost line of a level of a complete pyramid lies on a side."""
        used: i64 = self.v[b + COLUMNS] if side < 2 else self.v[b + ROWS]
        low: i64 = WHICH[(used & -used) % 67]
        return low if side % 2 == 0 else low + 3 - z

    def card(self, k: i64) -> i64:
        if k == 0:
            return self.card_0
        return self.card_1 if k == 1 else self.card_2

    def card_values(self, card: i64, surveys: vec[i64]) -> vec[i64]:
        """What each seat has of the thing a card asks for."""
        out = vec[i64]()
        for seat in range(self.seats):
            at: i64 = seat * SURVEY
            value: i64
            if card < LARGEST_ANY:
                value = surveys[at + SIZES + card % COLOURS]
            elif card == LARGEST_ANY:
                value = surveys[at + ANY]
            elif card == LARGEST_LEVEL_1:
                value = surveys[at + LEVEL_1]
            elif card == MOST_LEVELS:
                value = surveys[at + SPAN]
            elif card == SECOND_LARGEST:
                value = surveys[at + SECOND] if self.own_second else self._best_second(surveys, seat)
            elif card == FIVE_COLOURS_LEVEL_1:
                value = _count(surveys[at + SEEN_1])
            elif card == FIVE_COLOURS_LEVEL_2:
                value = _count(surveys[at + SEEN_2])
            elif card == THREE_COLOURS:
                value = _count(surveys[at + SEEN])
            else:
                value = surveys[at + SIDE]
            out = append(out, value)
        return out

    def _best_second(self, surveys: vec[i64], seat: i64) -> i64:
        """The second distinct size on the table if this seat has a group of that size, else its largest smaller one."""
        second = self._second_size(surveys)
        sizes: i64 = surveys[seat * SURVEY + SIZE_SET]
        size: i64 = second if second > 0 else CUBES_PER_COLOUR
        while size > 0:
            if sizes & BIT[size] != 0:
                return size
            size -= 1
        return 0

    def _second_size(self, surveys: vec[i64]) -> i64:
        """The second of the distinct sizes of all groups of all seats; 0 when there is only one."""
        sizes: i64 = 0
        for seat in range(self.seats):
            sizes |= surveys[seat * SURVEY + SIZE_SET]
        found: i64 = 0
        size: i64 = CUBES_PER_COLOUR
        while size > 0:
            if sizes & BIT[size] != 0:
                found += 1
                if found == 2:
                    return size
            size -= 1
        return 0

    def card_winners(self, card: i64, surveys: vec[i64]) -> vec[i64]:
        """1 for each seat that scores the card, else 0; ties all score."""
        n = self.seats
        values = self.card_values(card, surveys)
        out = EMPTY[0:n]
        if card == FIVE_COLOURS_LEVEL_1 or card == FIVE_COLOURS_LEVEL_2:
            for seat in range(n):
                out[seat] = 1 if values[seat] == COLOURS else 0
        elif card == THREE_COLOURS:
            for seat in range(n):
                out[seat] = 1 if values[seat] == 3 else 0
        elif card == ONE_COLOUR_SIDE:
            return values
        elif NEIGHBOUR <= card < LARGEST_ANY:
            # The left neighbour is the next seat clockwise.
            for seat in range(n):
                other: i64 = seat + 1 if seat + 1 < n else 0
                if values[seat] >= values[other] and (values[seat] > 0 or not self.needs_cube):
                    out[seat] = 1
        elif card == SECOND_LARGEST and not self.own_second:
            second = self._second_size(surveys)
            for seat in range(n):
                if second > 0 and surveys[seat * SURVEY + SIZE_SET] & BIT[second] != 0:
                    out[seat] = 1
        else:
            best: i64 = 0
            for seat in range(n):
                best = max(best, values[seat])
            asks_cube: bool = self.needs_cube or card == SECOND_LARGEST
            for seat in range(n):
                if values[seat] == best and (best > 0 or not asks_cube):
                    out[seat] = 1
        return out

    def standing(self) -> vec[i64]:
        surveys = self.survey_all()
        out = vec[i64]()
        for seat in range(self.seats):
            out = append(out, surveys[seat * SURVEY + POINTS])
        for k in range(CARDS):
            won = self.card_winners(self.card(k), surveys)
            for seat in range(self.seats):
                out[seat] += BONUS * won[seat]
        return out

    def result(self) -> Result | None:
        if self.phase != OVER:
            return None
        scores = self.standing()
        return Result.of_scores([int(scores[i]) for i in range(int(self.seats))], "ten rounds")

    # ---------------------------------------------------------------- the contract

    def owes(self, seat: i64) -> bool:
        b: i64 = SEAT + seat * STRIDE
        if self.phase == CHOOSE:
            return self.v[b + CHOSEN] == NONE
        if self.phase == BUILD:
            return self.v[b + DONE] == 0
        return self.phase == LEFTOVER and self._next_taker() == seat

    def actor(self) -> i64:
        phase = self.phase
        if phase == LEFTOVER:
            return self._next_taker()
        if phase == OVER:
            return NONE
        v = self.v
        at: i64 = SEAT + (CHOSEN if phase == CHOOSE else DONE)
        open_: i64 = NONE if phase == CHOOSE else 0
        for seat in range(self.seats):
            if v[at] == open_:
                return seat
            at += STRIDE
        return NONE

    def legal(self, seat: i64) -> vec[i64]:
        out = vec[i64](capacity=32)
        if not self.owes(seat):
            return out
        v = self.v
        if self.phase == CHOOSE:
            for tile in range(self.seats):
                out = append(out, tile)
            return out
        if self.phase == LEFTOVER:
            for tile in range(self.seats):
                if v[OWNER + tile] == NONE:
                    out = append(out, tile)
            return out
        b: i64 = SEAT + seat * STRIDE
        for colour in range(COLOURS):
            if v[b + HAND + colour] == 0:
                continue
            first: i64 = PLACE + colour * CELLS
            for level in range(LEVELS):
                if level > 0 and v[b + FILLED + level - 1] == 0:
                    break
                left = self.spots(seat, colour, level)
                while left != 0:
                    low: i64 = left & -left
                    left ^= low
                    cell: i64 = CELL_AT[64 * level + WHICH[low % 67]]
                    if not self.must_fit or not self._blocks_itself(seat, colour, cell):
                        out = append(out, first + cell)
        if len(out) == 0:
            out = append(out, FINISH)
        return out

    def why_not(self, seat: int, move: int) -> str | None:
        if self.phase == OVER:
            return "over"
        if not 0 <= seat < self.seats or not self.owes(seat):
            return "turn"
        if not 0 <= move < MOVES:
            return "notation"
        if self.phase == CHOOSE:
            return None if move < self.seats else "choose"
        if self.phase == LEFTOVER:
            return None if move < self.seats and self.v[OWNER + move] == NONE else "leftover"
        if move < FINISH:
            return "build"
        if move == FINISH:
            return None if self._fits_nowhere(seat) else "must-place"
        return self._why_not_place(seat, (move - PLACE) // CELLS, (move - PLACE) % CELLS)

    def _why_not_place(self, seat: i64, colour: i64, cell: i64) -> str | None:
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        z: i64 = CELL_Z[cell]
        bit: i64 = CELL_BIT[cell]
        if v[b + HAND + colour] == 0:
            return "hand"
        if self.spots(seat, colour, z) & bit != 0:
            return "self-blocking" if self.must_fit and self._blocks_itself(seat, colour, cell) else None
        if v[b + FILLED + z] & bit != 0:
            return "occupied"
        if v[b + FILLED] == 0:
            return "first-cube"
        if z == 0:
            return "base-frame" if self._frame(b) & bit == 0 else "base-contact"
        below: i64 = v[b + FILLED + z - 1]
        firm: i64 = below & (below >> 1) & (below >> 8) & (below >> 9)
        return "colour" if firm & bit != 0 else "support"

    def apply(self, seat: i64, move: i64) -> None:
        if self.phase == BUILD:
            if move == FINISH:
                self._finish(seat)
            else:
                self._place(seat, move)
        elif self.phase == CHOOSE:
            self._choose(seat, move)
        else:
            self._pick_leftover(seat, move)

    def observed(self, seat: i64, mover: i64, move: i64) -> i64:
        if seat == mover or self.phase == LEFTOVER or (self.phase == BUILD and self.open_building):
            return move
        return NONE

    def copy(self) -> Yaxha:
        other = Yaxha(self.game, self.seats, self.luck.copy(), self.tables, None)
        other.options = self.options
        other.v = self.v[:]
        other.settled = self.settled
        other.phase = self.phase
        other.round = self.round
        other.card_0 = self.card_0
        other.card_1 = self.card_1
        other.card_2 = self.card_2
        other.fixed_frame = self.fixed_frame
        other.open_building = self.open_building
        other.must_fit = self.must_fit
        other.bridges = self.bridges
        other.apex = self.apex
        other.whole_side = self.whole_side
        other.own_second = self.own_second
        other.needs_cube = self.needs_cube
        return other

    def reopen(self, seat: i64) -> None:
        v = self.v
        for other in range(self.seats):
            if other == seat:
                continue
            b: i64 = SEAT + other * STRIDE
            if self.phase == CHOOSE:
                v[b + CHOSEN] = NONE
            elif self.phase == BUILD and not self.open_building:
                self._take_back_building(other)

    def _take_back_building(self, seat: i64) -> None:
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if v[b + DONE] == 1:
            for colour in range(COLOURS):
                v[b + DISCARDED + colour] -= v[b + HAND + colour]
            v[b + DONE] = 0
        while v[b + COUNT] > 0:
            v[b + COUNT] -= 1
            move: i64 = v[b + PLACED + v[b + COUNT]]
            self._lift(seat, (move - PLACE) // CELLS, (move - PLACE) % CELLS)

    def imagine(self, seat: i64, luck: Luck) -> Yaxha:
        """The others' secret choices, their hidden building and all luck to come are dealt anew."""
        other = self.copy()
        other.luck = Luck(luck.next() | 1, luck.next(), luck.next(), luck.next())
        other.reopen(seat)
        for rival in range(self.seats):
            if rival == seat:
                continue
            b: i64 = SEAT + rival * STRIDE
            if self.phase == CHOOSE and self.v[b + CHOSEN] != NONE:
                other.v[b + CHOSEN] = luck.below(self.seats)
            elif self.phase == BUILD and self.v[b + DONE] == 1 and not self.open_building:
                other._build_somehow(rival, luck)
        return other

    def _build_somehow(self, seat: i64, luck: Luck) -> None:
        """Random legal building to the end, without showing it."""
        found = self.legal(seat)
        while found[0] != FINISH:
            self._place(seat, found[luck.below(len(found))])
            found = self.legal(seat)
        b: i64 = SEAT + seat * STRIDE
        for colour in range(COLOURS):
            self.v[b + DISCARDED + colour] += self.v[b + HAND + colour]
        self.v[b + DONE] = 1

    # ---------------------------------------------------------------- views and dumps

    def _by_seat(self, what: i64) -> list[int]:
        return [int(self.v[SEAT + seat * STRIDE + what]) for seat in range(self.seats)]

    def _card_ids(self) -> list[str]:
        return [self.tables.card_ids[self.card(k)] for k in range(CARDS)]

    def _cubes_on(self, tile: i64) -> list[int]:
        """The colours of the cubes on a tile."""
        return [int(c) for c in range(COLOURS) for _ in range(self.v[MARKET + tile * COLOURS + c])]

    def _cube(self, move: i64) -> list[int]:
        """A placed cube as [x, y, z, colour] in outside coordinates."""
        cell: i64 = (move - PLACE) % CELLS
        colour: i64 = (move - PLACE) // CELLS
        return [int(CELL_X[cell] - CENTRE), int(CELL_Y[cell] - CENTRE), int(CELL_Z[cell]), int(colour)]

    def cubes(self, seat: i64) -> list[list[int]]:
        """All cubes of a pyramid as [x, y, z, colour], levels first."""
        b: i64 = SEAT + seat * STRIDE
        out: list[list[int]] = []
        for cell in range(CELLS):
            z: i64 = CELL_Z[cell]
            for colour in range(COLOURS):
                if self.v[b + COLOUR + z * COLOURS + colour] & CELL_BIT[cell] != 0:
                    out.append(self._cube(PLACE + colour * CELLS + cell))
        return out

    def _hidden(self, seat: i64) -> list[list[int]]:
        """The cells of hidden cubes as [x, y, z]."""
        b: i64 = SEAT + seat * STRIDE
        out: list[list[int]] = []
        for cell in range(CELLS):
            z: i64 = CELL_Z[cell]
            if z < LEVELS - 1:
                above: i64 = self.v[b + FILLED + z + 1]
                if above & (above << 1) & (above << 8) & (above << 9) & CELL_BIT[cell] != 0:
                    out.append(self._cube(PLACE + cell)[:3])
        return out

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Everything is read from a copy in which the others' secrets have been taken back: nothing can leak."""
        shown = self.copy()
        shown.reopen(NONE if seat is None else seat)
        surveys = shown.survey_all()
        ready: list[bool] = []
        for s in range(self.seats):
            b: i64 = SEAT + s * STRIDE
            chosen = self.phase == CHOOSE and self.v[b + CHOSEN] != NONE
            ready.append(chosen or (self.phase == BUILD and self.v[b + DONE] == 1))
        result = self.result()
        mine = shown._mine(seat) if seat is not None else None
        return {
            "game": "yaxha",
            "rules": int(self.game.rules),
            "seats": int(self.seats),
            "seat": seat,
            "options": dict(self.options),
            "phase": PHASES[self.phase],
            "round": int(self.round),
            "rounds": int(ROUNDS),
            "settled": int(self.settled),
            "actors": list(self.actors()),
            "ready": ready,
            "bag": [int(self.v[BAG + c]) for c in range(COLOURS)],
            "initiative": self._by_seat(INITIATIVE),
            "market": [shown._tile(tile) for tile in range(self.seats)],
            "pyramids": [shown._pyramid(s, surveys) for s in range(self.seats)],
            "cards": [shown._card(k, surveys) for k in range(CARDS)],
            "standing": [int(points) for points in shown.standing()],
            "mine": mine,
            "moves": self.moves(seat) if seat is not None else [],
            "offers": shown._offers(seat) if seat is not None else [],
            "prompt": self._prompt(seat),
            "result": None
            if result is None
            else {
                "scores": list(result.scores),
                "ranks": list(result.ranks),
                "winners": list(result.winners),
                "why": result.why,
            },
        }

    def _mine(self, seat: i64) -> dict[str, Any]:
        b: i64 = SEAT + seat * STRIDE
        placed = [self._cube(self.v[b + PLACED + i]) for i in range(self.v[b + COUNT])]
        hand = [int(self.v[b + HAND + c]) for c in range(COLOURS)] if self.phase == BUILD else [0] * 5
        chosen = int(self.v[b + CHOSEN])
        return {"chosen": None if chosen < 0 else chosen, "hand": hand, "placed": placed}

    def _tile(self, tile: i64) -> dict[str, Any]:
        owner = int(self.v[OWNER + tile])
        wanted: list[int] = []
        if self.phase == LEFTOVER or self.phase == BUILD:
            wanted = [int(s) for s in range(self.seats) if self.v[SEAT + s * STRIDE + CHOSEN] == tile]
        return {"cubes": self._cubes_on(tile), "owner": None if owner < 0 else owner, "wanted": wanted}

    def _pyramid(self, seat: i64, surveys: vec[i64]) -> dict[str, Any]:
        at: i64 = seat * SURVEY
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        sizes = [int(surveys[at + SIZES + c]) for c in range(COLOURS)]
        last = [self._cube(v[b + PLACED + i]) for i in range(v[b + COUNT])]
        return {
            "cubes": self.cubes(seat),
            "hidden": self._hidden(seat),
            "last": last,
            "sizes": sizes,
            "points": [int(self.tables.points[min(size, int(self.tables.largest))]) for size in sizes],
            "discarded": [int(v[b + DISCARDED + c]) for c in range(COLOURS)],
            "frame": self._frame_of(seat),
        }

    def _frame_of(self, seat: i64) -> list[int]:
        """The lowest and highest column and row that the base may still use, outside coordinates."""
        cells: i64 = self._frame(SEAT + seat * STRIDE)
        xs = [x for x in range(7) for y in range(7) if cells & BIT[8 * y + x] != 0]
        ys = [y for x in range(7) for y in range(7) if cells & BIT[8 * y + x] != 0]
        centre = int(CENTRE)
        return [min(xs) - centre, max(xs) - centre, min(ys) - centre, max(ys) - centre]

    def _card(self, k: i64, surveys: vec[i64]) -> dict[str, Any]:
        card = self.card(k)
        values = self.card_values(card, surveys)
        won = self.card_winners(card, surveys)
        return {
            "id": self.tables.card_ids[card],
            "values": [int(value) for value in values],
            "won": [value == 1 for value in won],
        }

    def _offers(self, seat: i64) -> list[dict[str, Any]]:
        """The legal moves with what they would bring."""
        out: list[dict[str, Any]] = []
        before = self.survey(seat)
        standing = self.standing()
        for move in self.legal(seat):
            if self.phase != BUILD:
                out.append({"move": int(move), "tile": int(move)})
                continue
            if move == FINISH:
                out.append({"move": int(move), "finish": True})
                continue
            after = self.copy()
            after._place(seat, move)
            survey = after.survey(seat)
            colour: i64 = (move - PLACE) // CELLS
            out.append(
                {
                    "move": int(move),
                    "cube": self._cube(move),
                    "gain": int(survey[POINTS] - before[POINTS]),
                    "total": int(after.standing()[seat] - standing[seat]),
                    "from": int(before[SIZES + colour]),
                    "to": int(survey[SIZES + colour]),
                    "hides": int(survey[HIDDEN] - before[HIDDEN]),
                }
            )
        return out

    def _prompt(self, seat: int | None) -> dict[str, Any]:
        """What the game asks of this seat now."""
        if self.phase == OVER:
            return {"kind": "over"}
        if seat is None or not self.owes(seat):
            return {"kind": "wait", "for": list(self.actors())}
        if self.phase == CHOOSE:
            return {"kind": "choose"}
        if self.phase == LEFTOVER:
            return {"kind": "leftover"}
        b: i64 = SEAT + i64(seat) * STRIDE
        left = [int(c) for c in range(COLOURS) for _ in range(self.v[b + HAND + c])]
        kind = "finish" if self._fits_nowhere(seat) else "build"
        return {"kind": kind, "placed": int(self.v[b + COUNT]), "left": left}

    def dump(self) -> dict[str, Any]:
        players: list[dict[str, Any]] = []
        for seat in range(self.seats):
            b: i64 = SEAT + seat * STRIDE
            players.append(
                {
                    "cubes": self.cubes(seat),
                    "hand": [int(self.v[b + HAND + c]) for c in range(COLOURS)],
                    "discarded": [int(self.v[b + DISCARDED + c]) for c in range(COLOURS)],
                    "placed": [self._cube(self.v[b + PLACED + i]) for i in range(self.v[b + COUNT])],
                    "done": self.v[b + DONE] == 1,
                }
            )
        return {
            "game": "yaxha",
            "rules": int(self.game.rules),
            "seats": int(self.seats),
            "options": dict(self.options),
            "luck": self.luck.words(),
            "settled": int(self.settled),
            "phase": PHASES[self.phase],
            "round": int(self.round),
            "cards": self._card_ids(),
            "bag": [int(self.v[BAG + c]) for c in range(COLOURS)],
            "market": [self._cubes_on(tile) for tile in range(self.seats)],
            "owners": [int(self.v[OWNER + tile]) for tile in range(self.seats)],
            "initiative": self._by_seat(INITIATIVE),
            "chosen": self._by_seat(CHOSEN),
            "taken": self._by_seat(TAKEN),
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
                self._put(seat, (move - PLACE) // CELLS, (move - PLACE) % CELLS)
            for c, count in enumerate(player["hand"]):
                v[b + HAND + i64(c)] = count
                v[b + DISCARDED + i64(c)] = player["discarded"][c]
            v[b + COUNT] = len(player["placed"])
            for i, cube in enumerate(player["placed"]):
                v[b + PLACED + i64(i)] = move_of(cube)


def _count(cells: i64) -> i64:
    """How many bits are set."""
    found: i64 = 0
    while cells != 0:
        cells &= cells - 1
        found += 1
    return found


def move_of(cube: list[int]) -> i64:
    """The move that places a cube given as [x, y, z, colour] in outside coordinates."""
    x: i64 = cube[0]
    y: i64 = cube[1]
    z: i64 = cube[2]
    colour: i64 = cube[3]
    cell: i64 = CELL_AT[64 * z + 8 * (y + CENTRE) + x + CENTRE]
    if cell == NONE:
        raise ValueError(f"there is no cell {cube[:3]}")
    return PLACE + colour * CELLS + cell
