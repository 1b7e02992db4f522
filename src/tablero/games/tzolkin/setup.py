"""Tzolk'in: preparing the game: buildings, monuments, unassigned workers, and the wealth tiles with which all players
start."""

from __future__ import annotations

from mypy_extensions import i64

from tablero.games.tzolkin import layout as at
from tablero.games.tzolkin.views import Views


class Setup(Views):
    """A position before its first day."""

    # ---------------------------------------------------------------- the table is laid

    def start(self) -> None:
        """Buildings and monuments, wealth tiles, unassigned workers; then each player chooses two tiles in secret."""
        n = self.seats
        v = self.v
        monuments, fields, dummies = self.tables.by_seats[int(n)]
        v[at.RESERVE] = self.tables.skulls
        v[at.DAY] = 1
        v[at.DECK] = self.tables.age_1
        v[at.DECK + 1] = self.tables.age_2
        v[at.CLAIMED] = at.NONE
        self.fill_row()
        left: i64 = at.BIT[len(self.tables.monument_ids)] - 1
        for slot in range(at.SLOTS):
            v[at.MONUMENT_ROW + slot] = at.NONE
            if slot < monuments:
                tile = self.draw(left)
                left ^= at.BIT[tile]
                v[at.MONUMENT_ROW + slot] = tile
        for group in range(at.GROUPS):
            # The first group has corn only; the others have wood on top of it.
            v[at.JUNGLE + 2 * group + (1 if group == 0 else 0)] = fields
        v[at.UNSEEN] = at.BIT[len(self.tables.wealth_ids)] - 1
        for seat in range(n):
            self._seat_player(at.SEAT + seat * at.STRIDE)
        self._place_dummies(dummies)
        v[at.FIRST] = self.luck.below(n)
        self.settled += 1
        if self.journal is not None:
            self.tell({"kind": "start", "first": int(v[at.FIRST])})
            for seat in range(n):
                tiles = [self.tables.wealth_ids[v[at.SEAT + seat * at.STRIDE + at.DEALT + k]] for k in range(4)]
                self.tell_owner(seat, {"kind": "dealt", "seat": int(seat), "tiles": tiles})

    def _seat_player(self, b: i64) -> None:
        """Three workers, the second step of each temple, the light side of the board, and four wealth tiles."""
        v = self.v
        v[b + at.HAND] = 3
        v[b + at.WORKERS] = 3
        v[b + at.LIGHT] = 1
        v[b + at.CHOICE] = at.NONE
        for temple in range(3):
            v[b + at.STEP + temple] = 1
        for k in range(4):
            tile = self.draw(v[at.UNSEEN])
            v[at.UNSEEN] ^= at.BIT[tile]
            v[b + at.DEALT + k] = tile

    def _place_dummies(self, dummies: i64) -> None:
        """R-1 to R-4: undealt wealth tiles say where; a gear's first one has another on the opposite position."""
        v = self.v
        while dummies > 0:
            tile = self.draw(v[at.UNSEEN])
            v[at.UNSEEN] ^= at.BIT[tile]
            v[at.DRAWN] |= at.BIT[tile]
            gear: i64 = self.tables.wealth_gear[tile]
            position: i64 = self.tables.wealth_position[tile]
            first: bool = v[at.DUMMY + gear] == 0
            v[at.DUMMY + gear] |= at.BIT[position]
            dummies -= 1
            if first and gear != at.CHICHEN and dummies > 0:
                v[at.DUMMY + gear] |= at.BIT[(position + 5) % 10]
                dummies -= 1
        for gear in range(at.GEARS):
            v[at.TAKEN + gear] = v[at.DUMMY + gear]

    def fill_row(self) -> None:
        """New buildings of the current age into the empty places, while there are any."""
        v = self.v
        if v[at.AGE] == 0:
            v[at.AGE] = 1
            for slot in range(at.SLOTS):
                v[at.ROW + slot] = at.NONE
        deck: i64 = at.DECK + v[at.AGE] - 1
        for slot in range(at.SLOTS):
            if v[at.ROW + slot] == at.NONE and v[deck] != 0:
                tile = self.draw(v[deck])
                v[deck] ^= at.BIT[tile]
                v[at.ROW + slot] = tile
                if self.journal is not None:
                    tile_id = self.tables.building_ids[tile]
                    self.tell({"kind": "drawn", "tile": tile_id, "slot": int(slot)})

    # ---------------------------------------------------------------- wealth tiles

    def keep(self, seat: i64, pair: i64) -> None:
        """The choice of two tiles; when all have chosen, they show them."""
        v = self.v
        v[at.SEAT + seat * at.STRIDE + at.CHOICE] = pair
        if self.journal is not None:
            self.tell_owner(seat, {"kind": "kept", "seat": int(seat), "tiles": self._kept_ids(seat)})
        for other in range(self.seats):
            if v[at.SEAT + other * at.STRIDE + at.CHOICE] == at.NONE:
                return
        self._reveal_wealth()

    def _kept_ids(self, seat: i64) -> list[str]:
        b: i64 = at.SEAT + seat * at.STRIDE
        pair: i64 = self.v[b + at.CHOICE]
        tiles = (self.v[b + at.DEALT + at.PAIR_A[pair]], self.v[b + at.DEALT + at.PAIR_B[pair]])
        return [self.tables.wealth_ids[tile] for tile in tiles]

    def _reveal_wealth(self) -> None:
        """All players show the two tiles kept and get what they bring; the others go back unseen."""
        v = self.v
        self.settled += 1
        v[at.PHASE] = at.PLAY
        if self.journal is not None:
            self.tell({"kind": "revealed"})
            for seat in range(self.seats):
                self.tell({"kind": "wealth", "seat": int(seat), "tiles": self._kept_ids(seat)})
        for seat in range(self.seats):
            b: i64 = at.SEAT + seat * at.STRIDE
            pair: i64 = v[b + at.CHOICE]
            v[b + at.KEPT] = at.BIT[v[b + at.DEALT + at.PAIR_A[pair]]] | at.BIT[v[b + at.DEALT + at.PAIR_B[pair]]]
            for k in range(4):
                v[b + at.DEALT + k] = at.NONE
        v[at.UNSEEN] = 0
        self.push(at.ROUND, 0, 0)
        for seat in range(self.seats - 1, -1, -1):
            self.push(at.GIVE, seat, 0)
        self.resolve()
