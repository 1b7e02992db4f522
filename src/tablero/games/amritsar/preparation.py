"""Preparing a game of Amritsar: the only place where luck is drawn."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.games.amritsar.layout import (
    ACT_COLOUR,
    ACT_DISTRICT,
    ACT_TILE,
    AT,
    BESIDE,
    BIT,
    BLANK,
    BOT_OBJECTIVE,
    BRIDGE,
    CELL,
    CELLS,
    COIN,
    COLOURS,
    COUNTERS,
    DECADES,
    DISTRICTS,
    FIRST,
    GROUND,
    HOUSE_SPACES,
    HOUSE_TILES,
    HOUSES,
    LOAD,
    MAHARAJA,
    MAHARAJA_SEAT,
    MAHOUTS,
    NONE,
    OBJECTIVES,
    OFFER,
    PLACED,
    QUARRY,
    RES,
    RESOURCES,
    ROOM,
    SCORE,
    SEAT,
    SECTION,
    SECTIONS,
    SLOTS_OF_A_DISTRICT,
    STALL,
    STALL_COUNTERS,
    START_SCORE,
    STOCK,
    STRIDE,
    TEMPLE,
    TILE,
    TURN,
)  # fmt: skip
from tablero.games.amritsar.solo import Solo


class Preparation(Solo):
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
        for decade in range(DECADES):
            v[TEMPLE + decade] = temples[decade]
            v[BRIDGE + decade] = bridges[decade]
        for i in range(DISTRICTS * CELLS):
            v[CELL + i] = NONE
        for r in range(RESOURCES):
            v[STOCK + r] = self.tables.rows
        self.lay_tiles()
        self.place_workers()
        houses = self.shuffled(HOUSE_TILES)
        for i in range(self.tables.on_offer[self.seats]):
            v[OFFER] |= BIT[houses[i]]
        v[MAHARAJA] = self.tables.start_space
        v[ACT_TILE] = v[ACT_COLOUR] = v[ACT_DISTRICT] = NONE
        v[FIRST] = self.luck.below(self.seats)
        v[TURN] = v[FIRST]
        for seat in range(self.players):
            self.prepare_seat(seat)
        self.deal_objectives()
        if self.seats == 1:
            self.prepare_maharaja()
        if self.journal is not None:
            self.tell({"kind": "start", "first": int(v[FIRST]), "seats": int(self.seats)})
            for seat in range(self.seats):
                b: i64 = SEAT + seat * STRIDE + OBJECTIVES
                dealt = [self.tables.names["objective"][int(v[b + k])] for k in range(4)]
                self.tell({"kind": "dealt", "seat": int(seat), "objectives": dealt, "to": int(seat)})

    def lay_tiles(self) -> None:
        """A random colour to each district, then a random one of the other three to miss (R90)."""
        v = self.v
        first = self.shuffled(COLOURS)
        missing = self.shuffled(COLOURS)
        while missing[0] == first[0] or missing[1] == first[1] or missing[2] == first[2] or missing[3] == first[3]:
            missing = self.shuffled(COLOURS)
        used = BLANK[0:COLOURS]
        piles = vec[i64]()
        for colour in range(COLOURS):
            pile = self.shuffled(3)
            for k in range(3):
                piles = append(piles, 3 * colour + pile[k])
        for district in range(DISTRICTS):
            at: i64 = TILE + district * SLOTS_OF_A_DISTRICT
            swap: i64 = self.luck.below(2)
            side: i64 = 0
            for colour in range(COLOURS):
                if colour == missing[district]:
                    continue
                tile: i64 = piles[3 * colour + used[colour]]
                used[colour] += 1
                if colour == first[district]:
                    v[at + 1] = tile
                else:
                    v[at + (2 if side == swap else 0)] = tile
                    side = 1

    def place_workers(self) -> None:
        """Three of each colour on the marked spaces; beside the maharaja's spaces one of each with two players."""
        v = self.v
        order = self.shuffled(12)
        k: i64 = 0
        for section in range(SECTIONS):
            for _ in range(self.tables.start_workers[section]):
                self.put_worker(section, order[k] % COLOURS)
                k += 1
        spare = self.shuffled(COLOURS)
        for space in range(4):
            v[BESIDE + space] = spare[space] if self.players == 2 else NONE

    def prepare_seat(self, seat: i64) -> None:
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        v[b + SCORE] = START_SCORE
        v[b + COIN] = self.tables.start_coins
        v[b + ROOM] = self.tables.start_room
        v[b + STALL] = STALL_COUNTERS
        v[b + AT] = NONE
        for space in range(4):
            v[b + MAHOUTS + space] = NONE
            v[b + PLACED + space] = NONE
            v[b + OBJECTIVES + space] = NONE
        for space in range(HOUSE_SPACES):
            v[b + HOUSES + space] = NONE

    def deal_objectives(self) -> None:
        """One of each type to every seat; types are dealt from piles of their own."""
        v = self.v
        pile_size: i64 = len(self.tables.starred) // 4
        for kind in range(4):
            pile = self.shuffled(pile_size)
            for seat in range(self.seats):
                v[SEAT + seat * STRIDE + OBJECTIVES + kind] = kind * pile_size + pile[seat]
            if kind == 2 and self.seats == 1:
                # S12: the maharaja's is drawn after yours; only tiles with the star will do.
                k: i64 = 1
                while self.tables.starred[2 * pile_size + pile[k]] == 0:
                    k += 1
                v[BOT_OBJECTIVE] = 2 * pile_size + pile[k]

    def prepare_maharaja(self) -> None:
        """A counter on his elephant, two in the hard game (S16), one marble in his store, no coins ever."""
        v = self.v
        b: i64 = SEAT + MAHARAJA_SEAT * STRIDE
        v[b + COIN] = 0
        v[b + LOAD] = 2 if self.hard else 1
        v[b + STALL] = COUNTERS - v[b + LOAD]
        v[b + RES] = 1
        for r in range(RESOURCES):
            v[QUARRY + r] = self.tables.quarry[r] - v[b + RES + r]
        for district in range(DISTRICTS):
            if self.temple_value(district) == 4:
                v[b + AT] = district

    def put_worker(self, section: i64, colour: i64) -> None:
        self.v[SECTION + section * GROUND + colour] += 1
        self.v[SECTION + section * GROUND + COLOURS] += 1
