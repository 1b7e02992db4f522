"""Yaxha: the rules in the order of play. What a pyramid is worth is in scoring.py, who may see what in views.py."""

from __future__ import annotations

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.games.yaxha import layout as at
from tablero.games.yaxha import refusals
from tablero.games.yaxha.views import Seen


class Yaxha(Seen):
    """One position of Yaxha."""

    # ---------------------------------------------------------------- set-up

    def start(self) -> None:
        """Fill the bag, deal initiative and bonus cards, open the first market. A pool of three is dealt as it is."""
        pool = self.pool
        n = self.seats
        v = self.v
        for c in range(at.COLOURS):
            v[at.BAG + c] = at.CUBES_PER_COLOUR
        stones = vec[i64]([i + 1 for i in range(int(n))])
        i: i64 = n - 1
        while i > 0:
            j = self.luck.below(i + 1)
            stones[i], stones[j] = stones[j], stones[i]
            i -= 1
        for seat in range(n):
            v[at.SEAT + seat * at.STRIDE + at.INITIATIVE] = stones[seat]
        cards = vec[i64](pool)
        if len(pool) > at.CARDS:
            for k in range(at.CARDS):
                j = k + self.luck.below(len(cards) - k)
                cards[k], cards[j] = cards[j], cards[k]
        self.card_0, self.card_1, self.card_2 = cards[0], cards[1], cards[2]
        if self.journal is not None:
            self.tell({"kind": "start", "cards": self.card_ids(), "initiative": self.by_seat(at.INITIATIVE)})
        self._open_market()

    # ---------------------------------------------------------------- a round: getting cubes

    def _open_market(self) -> None:
        """Three random cubes onto every tile; no seat has chosen yet."""
        n = self.seats
        v = self.v
        self.round += 1
        self.phase = at.CHOOSE
        self.settled += 1
        left: i64 = v[at.BAG] + v[at.BAG + 1] + v[at.BAG + 2] + v[at.BAG + 3] + v[at.BAG + 4]
        for tile in range(n):
            start: i64 = at.MARKET + tile * at.COLOURS
            v[start] = v[start + 1] = v[start + 2] = v[start + 3] = v[start + 4] = 0
            v[at.OWNER + tile] = at.NONE
            for cube in range(at.CUBES_PER_TILE):
                k = self.luck.below(left)
                c: i64 = 0
                while k >= v[at.BAG + c]:
                    k -= v[at.BAG + c]
                    c += 1
                v[at.BAG + c] -= 1
                v[start + c] += 1
                left -= 1
        for seat in range(n):
            b: i64 = at.SEAT + seat * at.STRIDE
            v[b + at.CHOSEN] = at.NONE
            v[b + at.TAKEN] = at.NONE
            v[b + at.DONE] = 0
        if self.journal is not None:
            tiles = [self.cubes_on(tile) for tile in range(int(n))]
            self.tell({"kind": "market", "round": int(self.round), "tiles": tiles})

    def _choose(self, seat: i64, tile: i64) -> None:
        self.v[at.SEAT + seat * at.STRIDE + at.CHOSEN] = tile
        if self.journal is not None:
            self.tell_owner(seat, {"kind": "chose", "seat": int(seat), "tile": int(tile)})
        for other in range(self.seats):
            if self.v[at.SEAT + other * at.STRIDE + at.CHOSEN] == at.NONE:
                return
        self._reveal_choices()

    def _reveal_choices(self) -> None:
        """Every chosen tile goes to its chooser with the lowest initiative; the others wait for what is left."""
        n = self.seats
        v = self.v
        self.settled += 1
        if self.journal is not None:
            market = [self.cubes_on(tile) for tile in range(int(n))]
            stones = self.by_seat(at.INITIATIVE)
            self.tell({"kind": "reveal", "tiles": self.by_seat(at.CHOSEN), "market": market, "initiative": stones})
        for tile in range(n):
            winner: i64 = at.NONE
            for seat in range(n):
                b: i64 = at.SEAT + seat * at.STRIDE
                if v[b + at.CHOSEN] == tile and (
                    winner == at.NONE or v[b + at.INITIATIVE] < v[at.SEAT + winner * at.STRIDE + at.INITIATIVE]
                ):
                    winner = seat
            if winner != at.NONE:
                self._take(winner, tile)
                if self.journal is not None:
                    rivals = [
                        s for s in range(int(n)) if s != winner and v[at.SEAT + s * at.STRIDE + at.CHOSEN] == tile
                    ]
                    event = {"kind": "claim", "seat": int(winner), "tile": int(tile), "rivals": rivals}
                    event["initiative"] = self.by_seat(at.INITIATIVE)
                    self.tell(event)
        self.phase = at.LEFTOVER
        self._give_last_leftover()

    def _take(self, seat: i64, tile: i64) -> None:
        self.v[at.OWNER + tile] = seat
        self.v[at.SEAT + seat * at.STRIDE + at.TAKEN] = tile

    def _waiting(self) -> i64:
        """How many seats still have to take a tile."""
        waiting: i64 = 0
        for seat in range(self.seats):
            if self.v[at.SEAT + seat * at.STRIDE + at.TAKEN] == at.NONE:
                waiting += 1
        return waiting

    def _next_taker(self) -> i64:
        """The seat without a tile that has the lowest initiative, counted as before the swap."""
        v = self.v
        found: i64 = at.NONE
        for seat in range(self.seats):
            b: i64 = at.SEAT + seat * at.STRIDE
            if v[b + at.TAKEN] == at.NONE and (
                found == at.NONE or v[b + at.INITIATIVE] < v[at.SEAT + found * at.STRIDE + at.INITIATIVE]
            ):
                found = seat
        return found

    def _pick_leftover(self, seat: i64, tile: i64) -> None:
        self._take(seat, tile)
        self.settled += 1
        if self.journal is not None:
            self.tell({"kind": "leftover", "seat": int(seat), "tile": int(tile), "forced": False})
        self._give_last_leftover()

    def _give_last_leftover(self) -> None:
        """There are as many tiles as seats, so the last one waiting has no choice."""
        waiting = self._waiting()
        if waiting > 1:
            return
        if waiting == 1:
            seat = self._next_taker()
            for tile in range(self.seats):
                if self.v[at.OWNER + tile] == at.NONE:
                    self._take(seat, tile)
                    if self.journal is not None:
                        self.tell({"kind": "leftover", "seat": int(seat), "tile": int(tile), "forced": True})
                    break
        before = self.by_seat(at.INITIATIVE)
        self._swap_initiative()
        if self.journal is not None:
            market = [self.cubes_on(tile) for tile in range(int(self.seats))]
            event = {
                "kind": "shared",
                "market": market,
                "wanted": self.by_seat(at.CHOSEN),
                "taken": self.by_seat(at.TAKEN),
            }
            self.tell({**event, "before": before, "initiative": self.by_seat(at.INITIATIVE)})
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
                    b: i64 = at.SEAT + seat * at.STRIDE
                    if v[b + at.INITIATIVE] == stone and v[b + at.CHOSEN] == tile:
                        tied = append(tied, seat)
            k: i64 = len(tied)
            if k < 2:
                continue
            for i in range(k // 2):
                low: i64 = at.SEAT + tied[i] * at.STRIDE + at.INITIATIVE
                high: i64 = at.SEAT + tied[k - 1 - i] * at.STRIDE + at.INITIATIVE
                v[low], v[high] = v[high], v[low]
            if self.journal is not None:
                seats = [int(tied[i]) for i in range(int(k))]
                self.tell({"kind": "swap", "seats": seats, "initiative": self.by_seat(at.INITIATIVE)})

    # ---------------------------------------------------------------- a round: building

    def _begin_building(self) -> None:
        v = self.v
        self.phase = at.BUILD
        for seat in range(self.seats):
            b: i64 = at.SEAT + seat * at.STRIDE
            start: i64 = at.MARKET + v[b + at.TAKEN] * at.COLOURS
            # Until now the last round's cubes were remembered, so that all could see what was built.
            v[b + at.COUNT] = 0
            for c in range(at.COLOURS):
                v[b + at.HAND + c] = v[start + c]

    def spots(self, seat: i64, colour: i64, level: i64) -> i64:
        """The cells of a level where a cube of this colour may go, as bits."""
        v = self.v
        b: i64 = at.SEAT + seat * at.STRIDE
        filled: i64 = v[b + at.FILLED + level]
        if level == 0:
            if filled == 0:
                return at.FIXED_FRAME if self.fixed_frame else at.FIRST_CELL
            return at.base_spots(filled, self.frame(b))
        start: i64 = b + at.COLOUR + level * at.COLOURS + colour
        return at.upper_spots(filled, v[b + at.FILLED + level - 1], v[start - at.COLOURS], v[start])

    def _place(self, seat: i64, move: i64) -> None:
        v = self.v
        b: i64 = at.SEAT + seat * at.STRIDE
        colour: i64 = (move - at.PLACE) // at.CELLS
        cell: i64 = (move - at.PLACE) % at.CELLS
        self.put(seat, colour, cell)
        v[b + at.PLACED + v[b + at.COUNT]] = move
        v[b + at.COUNT] += 1
        if self.journal is not None:
            self.tell_owner(seat, {"kind": "placed", "seat": int(seat), "cube": at.cube_of(move)})

    def _most_placeable(self, seat: i64) -> i64:
        """How many of the cubes in hand can be placed at best."""
        b: i64 = at.SEAT + seat * at.STRIDE
        hand: i64 = 0
        for colour in range(at.COLOURS):
            hand += self.v[b + at.HAND + colour]
        best: i64 = 0
        for colour in range(at.COLOURS):
            if self.v[b + at.HAND + colour] == 0:
                continue
            for level in range(at.LEVELS):
                left = self.spots(seat, colour, level)
                while left != 0:
                    low: i64 = left & -left
                    left ^= low
                    cell: i64 = at.CELL_AT[64 * level + at.WHICH[low % 67]]
                    self.put(seat, colour, cell)
                    found: i64 = 1 + self._most_placeable(seat)
                    self.lift(seat, colour, cell)
                    if found == hand:
                        return found
                    best = max(best, found)
        return best

    def _blocks_itself(self, seat: i64, colour: i64, cell: i64) -> bool:
        """Whether placing this cube lowers the number of cubes that can be placed in all."""
        before = self._most_placeable(seat)
        self.put(seat, colour, cell)
        after = self._most_placeable(seat)
        self.lift(seat, colour, cell)
        return after + 1 < before

    def _finish(self, seat: i64) -> None:
        """What could not be placed goes to the box; when all have finished, all building is shown."""
        v = self.v
        self.put_aside(seat)
        if self.journal is not None:
            self.tell_owner(seat, {"kind": "finished", "seat": int(seat)})
        for other in range(self.seats):
            if v[at.SEAT + other * at.STRIDE + at.DONE] == 0:
                return
        if self.journal is not None:
            for other in range(self.seats):
                self.tell(self._built(other))
        for other in range(self.seats):
            for colour in range(at.COLOURS):
                v[at.SEAT + other * at.STRIDE + at.HAND + colour] = 0
        if self.round < at.ROUNDS:
            self._open_market()
        else:
            self._end()

    def _built(self, seat: i64) -> dict[str, Any]:
        lost, placed = self.cubes_in_hand(seat), self.placed(seat)
        bare = self.copy()
        for cube in placed:
            move: i64 = at.move_of(cube)
            bare.lift(seat, (move - at.PLACE) // at.CELLS, (move - at.PLACE) % at.CELLS)
        gain = int(self.survey(seat)[at.POINTS] - bare.survey(seat)[at.POINTS])
        return {"kind": "built", "seat": int(seat), "cubes": placed, "discarded": lost, "gain": gain}

    # ---------------------------------------------------------------- end and scoring

    def _end(self) -> None:
        self.phase = at.OVER
        self.settled += 1
        if self.journal is not None:
            surveys = self.survey_all()
            for k in range(at.CARDS):
                won = self.card_winners(self.card(k), surveys)
                seats = [s for s in range(int(self.seats)) if won[s]]
                card, points = self.tables.card_ids[self.card(k)], int(self.tables.card_points)
                self.tell({"kind": "bonus", "card": card, "seats": seats, "points": points})
            result = self.result()
            assert result is not None
            self.tell({"kind": "end", "scores": list(result.scores), "winners": list(result.winners)})

    # ---------------------------------------------------------------- the contract

    def owes(self, seat: i64) -> bool:
        b: i64 = at.SEAT + seat * at.STRIDE
        if self.phase == at.CHOOSE:
            return self.v[b + at.CHOSEN] == at.NONE
        if self.phase == at.BUILD:
            return self.v[b + at.DONE] == 0
        return self.phase == at.LEFTOVER and self._next_taker() == seat

    def actor(self) -> i64:
        phase = self.phase
        if phase == at.LEFTOVER:
            return self._next_taker()
        if phase == at.OVER:
            return at.NONE
        v = self.v
        start: i64 = at.SEAT + (at.CHOSEN if phase == at.CHOOSE else at.DONE)
        open_: i64 = at.NONE if phase == at.CHOOSE else 0
        for seat in range(self.seats):
            if v[start] == open_:
                return seat
            start += at.STRIDE
        return at.NONE

    def legal(self, seat: i64) -> vec[i64]:
        out = vec[i64](capacity=32)
        if not self.owes(seat):
            return out
        v = self.v
        if self.phase == at.CHOOSE:
            for tile in range(self.seats):
                out = append(out, tile)
            return out
        if self.phase == at.LEFTOVER:
            for tile in range(self.seats):
                if v[at.OWNER + tile] == at.NONE:
                    out = append(out, tile)
            return out
        b: i64 = at.SEAT + seat * at.STRIDE
        base = self.spots(seat, 0, 0)  # on level 1 the colour does not matter
        for colour in range(at.COLOURS):
            if v[b + at.HAND + colour] == 0:
                continue
            first: i64 = at.PLACE + colour * at.CELLS
            for level in range(at.LEVELS):
                if level > 0 and v[b + at.FILLED + level - 1] == 0:
                    break
                left = base if level == 0 else self.spots(seat, colour, level)
                while left != 0:
                    low: i64 = left & -left
                    left ^= low
                    cell: i64 = at.CELL_AT[64 * level + at.WHICH[low % 67]]
                    if not self.must_fit or not self._blocks_itself(seat, colour, cell):
                        out = append(out, first + cell)
        if len(out) == 0:
            out = append(out, at.FINISH)
        return out

    def reason(self, seat: i64, move: i64) -> str:
        return refusals.reason(self, seat, move)

    def apply(self, seat: i64, move: i64) -> None:
        if self.phase == at.BUILD:
            if move == at.FINISH:
                self._finish(seat)
            else:
                self._place(seat, move)
        elif self.phase == at.CHOOSE:
            self._choose(seat, move)
        else:
            self._pick_leftover(seat, move)

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
