"""Preparing a game of Amritsar: the only place where luck is drawn."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.games.amritsar import layout as at
from tablero.games.amritsar.layout import NONE, SEAT, STRIDE
from tablero.games.amritsar.solo import Solo


class Setup(Solo):
    """The board is laid out and the objectives are dealt."""

    def shuffled(self, n: i64) -> vec[i64]:
        """The numbers from 0 to n - 1 in random order."""
        out = vec[i64]()
        for k in range(n):
            out = append(out, k)
        i: i64 = n - 1
        while i > 0:
            j = self.luck.below(i + 1)
            out[i], out[j] = out[j], out[i]
            i -= 1
        return out

    def start(self) -> None:
        """Prepare the board, deal, and ask the start player for the first objective."""
        v = self.v
        temples = self.shuffled(4)
        bridges = self.shuffled(len(self.tables.bridge_effect))
        for decade in range(at.DECADES):
            v[at.TEMPLE + decade] = temples[decade]
            v[at.BRIDGE + decade] = bridges[decade]
        for i in range(at.DISTRICTS * at.CELLS):
            v[at.CELL + i] = NONE
        for r in range(at.RESOURCES):
            v[at.STOCK + r] = self.tables.rows
        self.lay_tiles()
        self.place_workers()
        houses = self.shuffled(at.HOUSE_TILES)
        for i in range(self.tables.on_offer[self.seats]):
            v[at.OFFER] |= at.BIT[houses[i]]
        v[at.MAHARAJA] = self.tables.start_space
        v[at.ACT_TILE] = v[at.ACT_COLOUR] = v[at.ACT_DISTRICT] = NONE
        v[at.FIRST] = self.luck.below(self.seats)
        v[at.TURN] = v[at.FIRST]
        for seat in range(self.players):
            self.prepare_seat(seat)
        self.deal_objectives()
        if self.seats == 1:
            self.prepare_maharaja()
        if self.journal is not None:
            self.tell({"kind": "start", "first": int(v[at.FIRST]), "seats": int(self.seats)})
            for seat in range(self.seats):
                b: i64 = SEAT + seat * STRIDE + at.OBJECTIVES
                dealt = [self.tables.names["objective"][int(v[b + k])] for k in range(4)]
                goals = [self.tables.shown["objectives"][name] for name in dealt]
                self.tell_owner(seat, {"kind": "dealt", "seat": int(seat), "objectives": dealt, "goals": goals})

    def lay_tiles(self) -> None:
        """A random colour to each district, then a random one of the other three to miss (R90)."""
        v = self.v
        first = self.shuffled(at.COLOURS)
        missing = self.shuffled(at.COLOURS)
        while missing[0] == first[0] or missing[1] == first[1] or missing[2] == first[2] or missing[3] == first[3]:
            missing = self.shuffled(at.COLOURS)
        used = at.BLANK[0 : at.COLOURS]
        piles = vec[i64]()
        for colour in range(at.COLOURS):
            pile = self.shuffled(3)
            for k in range(3):
                piles = append(piles, 3 * colour + pile[k])
        for district in range(at.DISTRICTS):
            spot: i64 = at.TILE + district * at.SLOTS_OF_A_DISTRICT
            swap: i64 = self.luck.below(2)
            side: i64 = 0
            for colour in range(at.COLOURS):
                if colour == missing[district]:
                    continue
                tile: i64 = piles[3 * colour + used[colour]]
                used[colour] += 1
                if colour == first[district]:
                    v[spot + 1] = tile
                else:
                    v[spot + (2 if side == swap else 0)] = tile
                    side = 1

    def place_workers(self) -> None:
        """Three of each colour on the marked spaces; beside the maharaja's spaces one of each with two players."""
        v = self.v
        order = self.shuffled(12)
        k: i64 = 0
        for section in range(at.SECTIONS):
            for _ in range(self.tables.start_workers[section]):
                self.put_worker(section, order[k] % at.COLOURS)
                k += 1
        spare = self.shuffled(at.COLOURS)
        for space in range(4):
            v[at.BESIDE + space] = spare[space] if self.players == 2 else NONE

    def prepare_seat(self, seat: i64) -> None:
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        v[b + at.SCORE] = self.tables.start_score
        v[b + at.COIN] = self.tables.start_coins
        v[b + at.ROOM] = self.tables.start_room
        v[b + at.STALL] = at.STALL_COUNTERS
        v[b + at.AT] = NONE
        for space in range(4):
            v[b + at.MAHOUTS + space] = NONE
            v[b + at.PLACED + space] = NONE
            v[b + at.OBJECTIVES + space] = NONE
        for space in range(at.HOUSE_SPACES):
            v[b + at.HOUSES + space] = NONE

    def deal_objectives(self) -> None:
        """One of each type to every seat; types are dealt from piles of their own."""
        v = self.v
        pile_size: i64 = len(self.tables.starred) // 4
        for kind in range(4):
            pile = self.shuffled(pile_size)
            for seat in range(self.seats):
                v[SEAT + seat * STRIDE + at.OBJECTIVES + kind] = kind * pile_size + pile[seat]
            if kind == 2 and self.seats == 1:
                # S12: the maharaja's is drawn after yours; only tiles with the star will do.
                k: i64 = 1
                while self.tables.starred[2 * pile_size + pile[k]] == 0:
                    k += 1
                v[at.BOT_OBJECTIVE] = 2 * pile_size + pile[k]

    def prepare_maharaja(self) -> None:
        """A counter on his elephant, two in the hard game (S16), one marble in his store, no coins ever."""
        v = self.v
        b: i64 = SEAT + at.MAHARAJA_SEAT * STRIDE
        v[b + at.COIN] = 0
        v[b + at.LOAD] = 2 if self.hard else 1
        v[b + at.STALL] = at.COUNTERS - v[b + at.LOAD]
        v[b + at.RES] = 1
        for r in range(at.RESOURCES):
            v[at.QUARRY + r] = self.tables.quarry[r] - v[b + at.RES + r]
        for district in range(at.DISTRICTS):
            if self.temple_value(district) == 4:
                v[b + at.AT] = district

    def put_worker(self, section: i64, colour: i64) -> None:
        self.v[at.SECTION + section * at.GROUND + colour] += 1
        self.v[at.SECTION + section * at.GROUND + at.COLOURS] += 1
