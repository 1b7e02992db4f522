"""Maya: all the rules and only rules.

The map is a list of spaces, numbered as in the facts file. Sets of spaces are four words of 48 bits each (space s is
bit s % 48 of word s // 48), because the map of another edition may have up to 192 spaces. What lies on a space is one
number: 0 nothing, 1 + 8 * seat + kind a plantation, CITY + c a tile of the city round temple c (the temple itself or a
tile turned face down). A kind is 2 * crop for one crop on the tile, 2 * crop + 1 for two.

The reserve is kept as counts, and luck chooses when a tile is drawn: nobody can tell that from a shuffled pile.
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

WORDS: Final[i64] = 4
MOST_SPACES: Final[i64] = 192
MOST_TEMPLES: Final[i64] = 16
DIRECTIONS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
CROPS: Final[i64] = 4
KINDS: Final[i64] = 8
NONE: Final[i64] = -1
BLIND: Final[i64] = 8  # the tile in hand is the top of the reserve, seen by nobody
CITY: Final[i64] = 64

FOUND: Final[i64] = 0  # choosing where the first temples stand (variants)
CHOOSE: Final[i64] = 1  # plant, expand, or end a turn in which something was planted
PLANT: Final[i64] = 2  # a tile is in hand, to be planted
TURN: Final[i64] = 3  # expanding: which tile goes face down
EXPAND: Final[i64] = 4  # expanding: the tile is in hand
CONFIRM: Final[i64] = 5  # the city has grown; the turn can be ended or taken back
OVER: Final[i64] = 6
PHASES: Final = ("found", "choose", "plant", "turn", "expand", "confirm", "over")

# The space of moves.
END: Final[i64] = 0
GROW: Final[i64] = 1  # begin to expand a city
DRAW: Final[i64] = 2
PASS: Final[i64] = 3
TAKE: Final[i64] = 4  # + kind: take this tile to plant it
HIDE: Final[i64] = 12  # + kind: take this tile to put it face down
AT: Final[i64] = 20  # + space
MOVES: Final[i64] = 212

# Where things are in the flat state.
LIES: Final[i64] = 0  # what lies on each space
EMPTY: Final[i64] = 192  # spaces in play with nothing on them, temple spaces included
FRONT: Final[i64] = 196  # where a tile may be planted first
NEAR: Final[i64] = 200  # where a further tile of this turn may be planted
ONCE: Final[i64] = 204  # spaces beside at least one city
TWICE: Final[i64] = 208  # spaces beside at least two cities
GUARD: Final[i64] = 212  # spaces beside an empty temple space
TOWNS: Final[i64] = 216  # the first city's block
TOWN: Final[i64] = 6  # the length of a city's block
NEW: Final[i64] = 312  # spaces filled this turn, 8 places
OLD: Final[i64] = 320  # spaces filled in the turn before
SEAT: Final[i64] = 328  # the first seat's block
STRIDE: Final[i64] = 35
# Inside a city's block.
SIZE: Final[i64] = 0
CLOSED: Final[i64] = 1
RING: Final[i64] = 2  # all spaces beside the city, a set
# Inside a seat's block.
RACK: Final[i64] = 0  # 8 counts, one for each kind
RESERVE: Final[i64] = 8
HIDDEN: Final[i64] = 16  # tiles that the seat itself put face down
UNSEEN: Final[i64] = 24  # tiles put face down from the reserve, unknown to everybody
SCORE: Final[i64] = 32
TURNS: Final[i64] = 33
LATEST: Final[i64] = 34  # the number of the latest turn taken

# ---------------------------------------------------------------- tables

# `1 << c` is compiled wrongly for native c above 30, hence tables.
WORD_OF: Final[vec[i64]] = vec[i64]([s // 48 for s in range(192)])
BIT_OF: Final[vec[i64]] = vec[i64]([1 << (s % 48) for s in range(192)])
# The index of a lone bit is WHICH[bit % 67]: 2 is a primitive root of 67.
WHICH: Final[vec[i64]] = vec[i64]([next((c for c in range(63) if (1 << c) % 67 == r), 0) for r in range(67)])
BLANK: Final[vec[i64]] = vec[i64]([0] * (328 + 4 * 35))


def _words(spaces: list[int]) -> list[int]:
    """A set of spaces as four words."""
    return [sum(1 << (s % 48) for s in set(spaces) if s // 48 == w) for w in range(4)]


class Tables:
    """What the facts file says and the rules count with, for one selection of areas."""

    def __init__(
        self,
        spaces: list[list[int]],
        area_of: list[int],
        areas: list[str],
        in_play: list[bool],
        beside: list[list[int]],
        temples: list[int],
        names: list[str],
        highlighted: list[bool],
        first: int,
        tiles: list[int],
        firsts: list[int],
        seconds: list[int],
        starting_rack: int,
        rack_limit: int,
        draw: int,
        draw_blind: int,
        limits: list[list[int]],
        reconstructed: bool,
    ) -> None:
        count = len(spaces)
        self.spaces = spaces
        self.area_of = area_of
        self.areas = areas
        self.in_play = in_play
        self.temples = temples
        self.names = names
        self.highlighted = highlighted
        self.first: i64 = first
        self.tiles: vec[i64] = vec[i64](tiles)
        self.firsts: vec[i64] = vec[i64](firsts)
        self.seconds: vec[i64] = vec[i64](seconds)
        self.starting_rack: i64 = starting_rack
        self.rack_limit: i64 = rack_limit
        self.draw: i64 = draw
        self.draw_blind: i64 = draw_blind
        self.limits = limits
        self.reconstructed = reconstructed
        self.count: i64 = count
        inside = [s for s in range(count) if in_play[area_of[s]]]
        self.inside: vec[i64] = vec[i64](_words(inside))
        self.land: vec[i64] = vec[i64](_words([s for s in inside if s not in temples]))
        # For each space its neighbours in play: as a list of six (-1 where there is none), as a set, and as a set
        # without temple spaces.
        around: list[int] = []
        nearby: list[int] = []
        arable: list[int] = []
        shrines: list[int] = []
        for s in range(count):
            around += beside[s] + [-1] * (6 - len(beside[s]))
            nearby += _words(beside[s])
            arable += _words([n for n in beside[s] if n not in temples])
            # Temples are at least two steps apart, so a space touches at most three.
            touched = [t for t, space in enumerate(temples) if space in beside[s]]
            shrines += touched + [-1] * (3 - len(touched))
        self.around: vec[i64] = vec[i64](around)
        self.nearby: vec[i64] = vec[i64](nearby)
        self.arable: vec[i64] = vec[i64](arable)
        self.shrines: vec[i64] = vec[i64](shrines)
        self.temple_at: vec[i64] = vec[i64](temples)
        # Temples of unused areas are never founded.
        self.usable: vec[i64] = vec[i64]([t for t, space in enumerate(temples) if in_play[area_of[space]]])


class Maya(State):
    """One position of Maya."""

    def __init__(self, game: Any, seats: i64, luck: Luck, tables: Tables, options: Mapping[str, str] | None) -> None:
        """A blank state; `start` deals. Without options the caller fills everything in (`copy` does)."""
        super().__init__(game, seats, luck)
        self.tables: Tables = tables
        self.phase: i64 = CHOOSE
        self.mover: i64 = 0
        self.turn: i64 = 1
        self.crop: i64 = NONE  # what is planted this turn
        self.held: i64 = NONE  # the tile in hand, still counted in the rack
        self.new: i64 = 0  # how many spaces were filled this turn
        self.old: i64 = 0  # and in the turn before
        self.passes: i64 = 0  # in a row
        self.owed: i64 = 0  # temples still to be chosen in the set-up
        if options is None:
            return
        self.options: Mapping[str, str] = options
        self.v: vec[i64] = BLANK[:]
        self.french: bool = options["edition"] == "fr-2019"
        # D-04: the French caption forbids only a second group; R-01 lets the table choose.
        joining = options["joining"]
        self.loose: bool = joining == "one_group" or (joining == "edition" and self.french)

    # ---------------------------------------------------------------- set-up

    def start(self) -> None:
        """Deal the racks and found the first temple, or let the start player choose where (variants)."""
        v = self.v
        t = self.tables
        if self.options["start"] == "random":
            self.mover = self.luck.below(self.seats)
        for w in range(WORDS):
            v[EMPTY + w] = t.inside[w]
        self._guard_temple_spaces()
        for seat in range(self.seats):
            b: i64 = SEAT + seat * STRIDE
            for kind in range(KINDS):
                v[b + RESERVE + kind] = t.tiles[kind]
        if self.journal is not None:
            areas = [name for name, used in zip(t.areas, t.in_play, strict=True) if used]
            self.journal.append({"kind": "start", "areas": areas, "first": int(self.mover)})
        for seat in range(self.seats):
            self._draw(seat, t.starting_rack)
        self.settled += 1
        variant = self.options["variant"]
        if variant == "none":
            self._found(t.first)
            return
        self.phase = FOUND
        self.owed = 1 if variant == "new_beginning" else 2
        if len(self._candidates()) == self.owed:
            # with two areas in play there is only one pair of highlighted temples.
            for temple in self._candidates():
                self._found(temple)
            self.owed = 0
            self.phase = CHOOSE

    def _candidates(self) -> vec[i64]:
        """The temples that may stand at the start."""
        out = vec[i64]()
        every = self.options["variant"] == "new_beginning"
        for temple in self.tables.usable:
            if (every or self.tables.highlighted[temple]) and self.v[TOWNS + temple * TOWN + SIZE] == 0:
                out = append(out, temple)
        return out

    def _choose_first(self, temple: i64) -> None:
        self._found(temple)
        self.owed -= 1
        if self.owed == 0:
            self.phase = CHOOSE
            self.settled += 1

    # ---------------------------------------------------------------- the board

    def _found(self, temple: i64) -> None:
        """A temple tile goes onto its space: a city of one."""
        space = self.tables.temple_at[temple]
        self._lay(space, CITY + temple)
        self._join(space, temple)
        self._guard_temple_spaces()
        if self.journal is not None:
            self.journal.append({"kind": "founded", "temple": int(temple), "name": self.tables.names[temple]})

    def _guard_temple_spaces(self) -> None:
        """Note which spaces lie beside an empty temple space: no tile may go face down there."""
        v = self.v
        t = self.tables
        v[GUARD] = v[GUARD + 1] = v[GUARD + 2] = v[GUARD + 3] = 0
        for temple in t.usable:
            if v[TOWNS + temple * TOWN + SIZE] == 0:
                at: i64 = t.temple_at[temple] * WORDS
                for w in range(WORDS):
                    v[GUARD + w] |= t.nearby[at + w]

    def _lay(self, space: i64, what: i64) -> None:
        """Put something onto an empty space; from now on tiles may be planted beside it (R-03)."""
        v = self.v
        t = self.tables
        v[LIES + space] = what
        v[EMPTY + WORD_OF[space]] &= ~BIT_OF[space]
        at: i64 = space * WORDS
        for w in range(WORDS):
            v[FRONT + w] = (v[FRONT + w] | t.arable[at + w]) & v[EMPTY + w]

    def _join(self, space: i64, city: i64) -> None:
        """The tile on this space belongs to a city: its neighbours are the city's neighbours."""
        v = self.v
        t = self.tables
        b: i64 = TOWNS + city * TOWN
        at: i64 = space * WORDS
        v[b + SIZE] += 1
        for w in range(WORDS):
            fresh: i64 = t.nearby[at + w] & ~v[b + RING + w]
            v[b + RING + w] |= fresh
            v[TWICE + w] |= v[ONCE + w] & fresh
            v[ONCE + w] |= fresh

    def city_spots(self, w: i64) -> i64:
        """A word of the spaces where a tile may go face down (R-06): beside exactly one city, no empty temple space."""
        v = self.v
        return v[ONCE + w] & ~v[TWICE + w] & ~v[GUARD + w] & v[EMPTY + w] & self.tables.land[w]

    def _can_expand(self) -> bool:
        for w in range(WORDS):
            if self.city_spots(w) != 0:
                return True
        return False

    def _city_beside(self, space: i64) -> i64:
        """The first city that touches a space, or NONE."""
        at: i64 = space * 6
        for d in range(6):
            other = self.tables.around[at + d]
            if other >= 0 and self.v[LIES + other] >= CITY:
                return self.v[LIES + other] - CITY
        return NONE

    def group(self, space: i64) -> vec[i64]:
        """The connected plantations of one seat and crop that a planted tile belongs to."""
        v = self.v
        t = self.tables
        team: i64 = (v[LIES + space] - 1) >> 1
        seen = BLANK[0:WORDS]
        seen[WORD_OF[space]] |= BIT_OF[space]
        out = vec[i64](capacity=8)
        out = append(out, space)
        done: i64 = 0
        while done < len(out):
            at: i64 = out[done] * 6
            done += 1
            for d in range(6):
                other = t.around[at + d]
                if other < 0:
                    break
                if (v[LIES + other] - 1) >> 1 == team and seen[WORD_OF[other]] & BIT_OF[other] == 0:
                    seen[WORD_OF[other]] |= BIT_OF[other]
                    out = append(out, other)
        return out

    def group_points(self, space: i64) -> i64:
        """One point for each crop of the group."""
        found = self.group(space)
        points: i64 = 0
        for i in range(len(found)):
            points += 1 + ((self.v[LIES + found[i]] - 1) & 1)
        return points

    # ---------------------------------------------------------------- planting

    def _take(self, kind: i64) -> None:
        self.held = kind
        self.crop = kind >> 1
        self.phase = PLANT

    def _plant(self, seat: i64, space: i64) -> None:
        """Plant the tile in hand; every empty temple space beside it gets its temple at once (R-04)."""
        v = self.v
        t = self.tables
        kind = self.held
        v[SEAT + seat * STRIDE + RACK + kind] -= 1
        self._lay(space, 1 + 8 * seat + kind)
        self.held = NONE
        v[NEW + self.new] = space
        self.new += 1
        if self.journal is not None:
            self.journal.append({"kind": "planted", "seat": int(seat), "space": self._place(space),
                                 "crop": int(kind >> 1), "number": int(kind & 1) + 1})  # fmt: skip
        for i in range(3):
            temple = t.shrines[3 * space + i]
            if temple < 0:
                break
            if v[TOWNS + temple * TOWN + SIZE] == 0:
                self._found(temple)
        self._mark_nearby(space)
        self.phase = CHOOSE

    def _mark_nearby(self, space: i64) -> None:
        """Where the next tile of this turn may go: beside the new tiles (R-01), or beside their group (option)."""
        v = self.v
        t = self.tables
        at: i64
        if self.loose:
            grown = self.group(space)
            for i in range(len(grown)):
                at = grown[i] * WORDS
                for w in range(WORDS):
                    v[NEAR + w] |= t.arable[at + w]
        else:
            at = space * WORDS
            for w in range(WORDS):
                v[NEAR + w] |= t.arable[at + w]
        for w in range(WORDS):
            v[NEAR + w] &= v[EMPTY + w]

    # ---------------------------------------------------------------- expanding a city

    def _grow(self, seat: i64) -> None:
        if self._rack_size(seat) > 0:
            self.phase = TURN
        else:
            # An empty rack: the top tile of the reserve will go face down, unseen.
            self.held = BLIND
            self.phase = EXPAND

    def _expand(self, seat: i64, space: i64) -> None:
        """Put the tile in hand face down; any tile will do and nobody sees its crops any more (R-05)."""
        v = self.v
        city = self._city_beside(space)
        if self.held != BLIND:
            b: i64 = SEAT + seat * STRIDE
            v[b + RACK + self.held] -= 1
            v[b + HIDDEN + self.held] += 1
        self._lay(space, CITY + city)
        self._join(space, city)
        v[NEW] = space
        self.new = 1
        self.phase = CONFIRM
        if self.journal is not None:
            self.journal.append({"kind": "expanded", "seat": int(seat), "space": self._place(space),
                                 "city": self.tables.names[city], "blind": self.held == BLIND,
                                 "size": int(v[TOWNS + city * TOWN + SIZE])})  # fmt: skip
            if self.held != BLIND:
                self.journal.append({"kind": "turned", "seat": int(seat), "crop": int(self.held >> 1),
                                     "number": int(self.held & 1) + 1, "to": int(seat)})  # fmt: skip

    def _draw(self, seat: i64, most: i64) -> None:
        """Draw from the reserve, never beyond the limit of the rack, and no more than is left (R-16)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        count: i64 = min(most, min(self.tables.rack_limit - self._rack_size(seat), self._reserve_size(seat)))
        drawn: list[int] = []
        for _ in range(count):
            kind = self._pull(b)
            v[b + RACK + kind] += 1
            if self.journal is not None:
                drawn.append(int(kind))
        if self.journal is not None and count > 0:
            self.journal.append({"kind": "drew", "seat": int(seat), "count": int(count)})
            tiles = [[kind >> 1, (kind & 1) + 1] for kind in drawn]
            self.journal.append({"kind": "got", "seat": int(seat), "tiles": tiles, "to": int(seat)})

    def _pull(self, b: i64) -> i64:
        """A random tile leaves the reserve of the seat whose block begins here."""
        v = self.v
        left: i64 = 0
        for k in range(KINDS):
            left += v[b + RESERVE + k]
        k = self.luck.below(left)
        kind: i64 = 0
        while k >= v[b + RESERVE + kind]:
            k -= v[b + RESERVE + kind]
            kind += 1
        v[b + RESERVE + kind] -= 1
        return kind

    def _rack_size(self, seat: i64) -> i64:
        v = self.v
        at: i64 = SEAT + seat * STRIDE + RACK
        return v[at] + v[at + 1] + v[at + 2] + v[at + 3] + v[at + 4] + v[at + 5] + v[at + 6] + v[at + 7]

    def _reserve_size(self, seat: i64) -> i64:
        v = self.v
        at: i64 = SEAT + seat * STRIDE + RESERVE
        return v[at] + v[at + 1] + v[at + 2] + v[at + 3] + v[at + 4] + v[at + 5] + v[at + 6] + v[at + 7]

    # ---------------------------------------------------------------- the end of a turn

    def _end_turn(self, seat: i64) -> None:
        """Crops score, tiles are drawn, surrounded cities score, the turn passes on."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if self.phase == CONFIRM:
            if self.held == BLIND:
                v[b + UNSEEN + self._pull(b)] += 1
                self._draw(seat, self.tables.draw_blind)
            else:
                self._draw(seat, self.tables.draw)
        else:
            points = self.group_points(v[NEW])
            v[b + SCORE] += points
            if self.journal is not None:
                self.journal.append({"kind": "harvest", "seat": int(seat), "crop": int(self.crop),
                                     "tiles": int(self.new), "points": int(points)})  # fmt: skip
        for temple in self.tables.usable:
            self._close_if_surrounded(temple)
        self.passes = 0
        self._pass_on(seat)

    def _draw_only(self, seat: i64) -> None:
        """R-13: an empty rack and no space for a blind tile; two tiles are drawn and none is placed."""
        if self.journal is not None:
            self.journal.append({"kind": "no_space", "seat": int(seat)})
        self._draw(seat, self.tables.draw_blind)
        self.passes = 0
        self._pass_on(seat)

    def _pass(self, seat: i64) -> None:
        """R-14: nothing can be done; when nobody can, the game is over."""
        self.passes += 1
        if self.journal is not None:
            self.journal.append({"kind": "passed", "seat": int(seat)})
        self._pass_on(seat)

    def _pass_on(self, seat: i64) -> None:
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        v[b + TURNS] += 1
        v[b + LATEST] = self.turn
        self.settled += 1
        for i in range(self.new):
            v[OLD + i] = v[NEW + i]
        self.old = self.new
        self.new = 0
        self.held = NONE
        self.crop = NONE
        v[NEAR] = v[NEAR + 1] = v[NEAR + 2] = v[NEAR + 3] = 0
        # whichever way the last tile was placed, the game stops after this turn.
        if self._rack_size(seat) + self._reserve_size(seat) == 0 or self.passes == self.seats:
            self.phase = OVER
            if self.journal is not None:
                self.journal.append(self._closing())
            return
        self.turn += 1
        self.mover = seat + 1 if seat + 1 < self.seats else 0
        self.phase = CHOOSE

    # ---------------------------------------------------------------- scoring a city

    def _close_if_surrounded(self, temple: i64) -> None:
        """A city without an empty neighbour scores (R-07 to R-10); an empty temple space would keep it open (R-11)."""
        v = self.v
        b: i64 = TOWNS + temple * TOWN
        if v[b + SIZE] == 0 or v[b + CLOSED] != 0:
            return
        for w in range(WORDS):
            if v[b + RING + w] & v[EMPTY + w] != 0:
                return
        v[b + CLOSED] = 1
        crops = self.crops_around(temple)
        points = self.shares(v[b + SIZE], crops)
        for seat in range(self.seats):
            v[SEAT + seat * STRIDE + SCORE] += points[seat]
        if self.journal is not None:
            self.journal.append({"kind": "closed", "city": self.tables.names[temple], "size": int(v[b + SIZE]),
                                 "crops": [int(c) for c in crops], "points": [int(p) for p in points]})  # fmt: skip

    def crops_around(self, temple: i64) -> vec[i64]:
        """The crops of each seat on plantations beside a city; a tile counts once for each city it touches (R-22)."""
        v = self.v
        b: i64 = TOWNS + temple * TOWN
        out = BLANK[0 : self.seats]
        for w in range(WORDS):
            left: i64 = v[b + RING + w] & ~v[EMPTY + w]
            while left != 0:
                low: i64 = left & -left
                left ^= low
                what: i64 = v[LIES + 48 * w + WHICH[low % 67]]
                if what < CITY:
                    out[(what - 1) >> 3] += 1 + ((what - 1) & 1)
        return out

    def shares(self, size: i64, crops: vec[i64]) -> vec[i64]:
        """The points of a city of this size; every share is rounded up by itself (R-21)."""
        t = self.tables
        row: i64 = min(size, len(t.firsts)) - 1
        out = BLANK[0 : self.seats]
        most: i64 = 0
        next_most: i64 = 0
        leaders: i64 = 0
        followers: i64 = 0
        for seat in range(self.seats):
            if crops[seat] > most:
                next_most = most
                followers = leaders
                most = crops[seat]
                leaders = 1
            elif crops[seat] == most:
                leaders += 1
            elif crops[seat] > next_most:
                next_most = crops[seat]
                followers = 1
            elif crops[seat] == next_most:
                followers += 1
        # no crops, no place.
        if most == 0:
            return out
        pool: i64 = t.firsts[row] if leaders == 1 else t.firsts[row] + t.seconds[row]
        for seat in range(self.seats):
            if crops[seat] == most:
                out[seat] = (pool + leaders - 1) // leaders
            elif crops[seat] == next_most and next_most > 0 and leaders == 1:
                # D-01, R-20: the French text is silent about a tie for second place, so both editions split it.
                out[seat] = (t.seconds[row] + followers - 1) // followers
        return out

    # ---------------------------------------------------------------- the end of the game

    def _closing(self) -> dict[str, Any]:
        result = self.result()
        assert result is not None
        return {"kind": "end", "why": result.why, "scores": list(result.scores), "winners": list(result.winners)}

    def standing(self) -> vec[i64]:
        out = vec[i64]()
        for seat in range(self.seats):
            out = append(out, self.v[SEAT + seat * STRIDE + SCORE])
        return out

    def result(self) -> Result | None:
        """Most points, then most tiles left, then the edition's last tie-break (D-02); else shared (R-27)."""
        if self.phase != OVER:
            return None
        scores: list[int] = []
        keys: list[tuple[int, int, int]] = []
        for seat in range(self.seats):
            b: i64 = SEAT + seat * STRIDE
            left = int(self._rack_size(seat) + self._reserve_size(seat))
            # "played last" is the seat whose latest turn is the most recent.
            last = int(self.v[b + LATEST]) if self.french else -int(self.v[b + TURNS])
            scores.append(int(self.v[b + SCORE]))
            keys.append((int(self.v[b + SCORE]), left, last))
        ranks: list[int] = []
        for own in keys:
            better = 0
            for other in keys:
                if other > own:
                    better += 1
            ranks.append(1 + better)
        winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        why = "all passed" if self.passes == self.seats else "last tile"
        return Result(tuple(scores), tuple(ranks), tuple(winners), why)

    # ---------------------------------------------------------------- the contract

    def owes(self, seat: i64) -> bool:
        return self.phase != OVER and seat == self.mover

    def actor(self) -> i64:
        return NONE if self.phase == OVER else self.mover

    def legal(self, seat: i64) -> vec[i64]:
        out = vec[i64](capacity=48)
        if not self.owes(seat):
            return out
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        phase = self.phase
        if phase == CHOOSE:
            if self.new > 0:
                out = append(out, END)
                if v[NEAR] | v[NEAR + 1] | v[NEAR + 2] | v[NEAR + 3] != 0:
                    for kind in range(2 * self.crop, 2 * self.crop + 2):
                        if v[b + RACK + kind] > 0:
                            out = append(out, TAKE + kind)
                return out
            empty_rack = self._rack_size(seat) == 0
            if not empty_rack and v[FRONT] | v[FRONT + 1] | v[FRONT + 2] | v[FRONT + 3] != 0:
                for kind in range(KINDS):
                    if v[b + RACK + kind] > 0:
                        out = append(out, TAKE + kind)
            if self._can_expand():
                out = append(out, GROW)
            if len(out) == 0:
                # D-03: only the Spanish text lets a seat draw without placing a tile.
                out = append(out, DRAW if empty_rack and not self.french else PASS)
            return out
        if phase == PLANT:
            at: i64 = NEAR if self.new > 0 else FRONT
            for w in range(WORDS):
                out = _append_spaces(out, v[at + w], w)
        elif phase == EXPAND:
            for w in range(WORDS):
                out = _append_spaces(out, self.city_spots(w), w)
        elif phase == TURN:
            for kind in range(KINDS):
                if v[b + RACK + kind] > 0:
                    out = append(out, HIDE + kind)
        elif phase == CONFIRM:
            out = append(out, END)
        else:
            for temple in self._candidates():
                out = append(out, AT + self.tables.temple_at[temple])
        return out

    def why_not(self, seat: int, move: int) -> str | None:
        if self.phase == OVER:
            return "over"
        if not 0 <= seat < self.seats or not self.owes(seat):
            return "turn"
        if not 0 <= move < MOVES or move >= AT + self.tables.count:
            return "notation"
        found = self.legal(seat)
        for i in range(len(found)):
            if found[i] == move:
                return None
        return self._reason(seat, move)

    def _reason(self, seat: i64, move: i64) -> str:
        """The rule that forbids a move which is not legal."""
        v = self.v
        phase = self.phase
        if phase == FOUND:
            return "first-temple"
        if phase == CONFIRM:
            return "one-action"
        if move == PASS or move == DRAW:
            return "must-act"
        if phase == PLANT or phase == EXPAND:
            if move < AT:
                return "in-hand"
            return self._why_not_space(move - AT)
        if phase == TURN:
            return "rack" if HIDE <= move < AT else "turn-over"
        if move == END:
            return "must-act"
        if move >= AT:
            return "tile-first"
        if move >= HIDE:
            return "turn-over"
        if move == GROW:
            return "one-action" if self.new > 0 else "city-space"
        kind: i64 = move - TAKE
        if self.new > 0 and kind >> 1 != self.crop:
            return "one-crop"
        if self._rack_size(seat) == 0:
            return "empty-rack"
        if v[SEAT + seat * STRIDE + RACK + kind] == 0:
            return "rack"
        return "together" if self.new > 0 else "beside"

    def _why_not_space(self, space: i64) -> str:
        v = self.v
        t = self.tables
        word = WORD_OF[space]
        bit = BIT_OF[space]
        if t.inside[word] & bit == 0:
            return "in-play"
        if t.land[word] & bit == 0:
            return "temple-space"
        if v[EMPTY + word] & bit == 0:
            return "occupied"
        if self.phase == PLANT:
            return "together" if self.new > 0 and v[FRONT + word] & bit != 0 else "beside"
        if v[ONCE + word] & bit == 0:
            return "city-beside"
        return "cities-apart" if v[TWICE + word] & bit != 0 else "empty-temple"

    def apply(self, seat: i64, move: i64) -> None:
        if move >= AT:
            if self.phase == PLANT:
                self._plant(seat, move - AT)
            elif self.phase == EXPAND:
                self._expand(seat, move - AT)
            else:
                for temple in self.tables.usable:
                    if self.tables.temple_at[temple] == move - AT:
                        self._choose_first(temple)
                        return
        elif move >= HIDE:
            self.held = move - HIDE
            self.phase = EXPAND
        elif move >= TAKE:
            self._take(move - TAKE)
        elif move == END:
            self._end_turn(seat)
        elif move == GROW:
            self._grow(seat)
        elif move == DRAW:
            self._draw_only(seat)
        else:
            self._pass(seat)

    def observed(self, seat: i64, mover: i64, move: i64) -> i64:
        """Which tile somebody takes from the rack shows when it is planted, and never when it goes face down."""
        return NONE if seat != mover and TAKE <= move < AT else move

    def copy(self) -> Maya:
        other = Maya(self.game, self.seats, self.luck.copy(), self.tables, None)
        other.options = self.options
        other.v = self.v[:]
        other.settled = self.settled
        other.phase = self.phase
        other.mover = self.mover
        other.turn = self.turn
        other.crop = self.crop
        other.held = self.held
        other.new = self.new
        other.old = self.old
        other.passes = self.passes
        other.owed = self.owed
        other.french = self.french
        other.loose = self.loose
        return other

    def reopen(self, seat: i64) -> None:
        """Put the tile that another seat has in hand back into its rack."""
        if seat == self.mover or self.held == NONE or self.held == BLIND:
            return
        if self.phase == PLANT:
            self.phase = CHOOSE
            if self.new == 0:
                self.crop = NONE
        elif self.phase == EXPAND:
            self.phase = TURN
        self.held = NONE

    def imagine(self, seat: i64, luck: Luck) -> Maya:
        """The others' tiles, the blind tiles of everybody and all luck to come are dealt anew (R-28)."""
        other = self.copy()
        other.luck = Luck(luck.next() | 1, luck.next(), luck.next(), luck.next())
        other.reopen(seat)
        for rival in range(self.seats):
            other._deal_anew(rival, rival == seat, luck)
        return other

    def _deal_anew(self, seat: i64, own: bool, luck: Luck) -> None:
        """Shuffle what nobody else can tell apart; a seat knows its own rack and what it put face down itself."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        pool = BLANK[0:KINDS]
        left: i64 = 0
        unseen: i64 = 0
        for kind in range(KINDS):
            pool[kind] = v[b + RESERVE + kind] + v[b + UNSEEN + kind]
            unseen += v[b + UNSEEN + kind]
            if not own:
                pool[kind] += v[b + RACK + kind] + v[b + HIDDEN + kind]
            left += pool[kind]
        if own and unseen == 0:
            return
        at: i64 = RACK if not own else UNSEEN
        while at <= UNSEEN:
            if at != RESERVE:
                size: i64 = 0
                for kind in range(KINDS):
                    size += v[b + at + kind]
                    v[b + at + kind] = 0
                for _ in range(size):
                    k = luck.below(left)
                    chosen: i64 = 0
                    while k >= pool[chosen]:
                        k -= pool[chosen]
                        chosen += 1
                    pool[chosen] -= 1
                    left -= 1
                    v[b + at + chosen] += 1
            at += KINDS
        for kind in range(KINDS):
            v[b + RESERVE + kind] = pool[kind]

    # ---------------------------------------------------------------- views and dumps

    def _place(self, space: i64) -> list[int]:
        """A space as [q, r]."""
        return list(self.tables.spaces[space])

    def _counts(self, seat: i64, what: i64) -> list[int]:
        at: i64 = SEAT + seat * STRIDE + what
        return [int(self.v[at + kind]) for kind in range(KINDS)]

    def _spaces(self, start: i64, count: i64) -> list[int]:
        return [int(self.v[start + i]) for i in range(count)]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Everything is read from a copy in which the others' secrets have been taken back: nothing can leak."""
        shown = self.copy()
        shown.reopen(NONE if seat is None else seat)
        t = self.tables
        result = shown.result()
        moves = [] if seat is None else shown.moves(seat)
        return {
            "game": "maya",
            "rules": int(self.game.rules),
            "seats": int(self.seats),
            "seat": seat,
            "options": dict(self.options),
            "phase": PHASES[shown.phase],
            "turn": int(shown.turn),
            "settled": int(shown.settled),
            "actors": list(shown.actors()),
            "map": {
                "spaces": [[space[0], space[1], area] for space, area in zip(t.spaces, t.area_of, strict=True)],
                "areas": list(t.areas),
                "temples": [[name, space] for name, space in zip(t.names, t.temples, strict=True)],
                "limits": [list(tile) for tile in t.limits],
                "reconstructed": t.reconstructed,
            },
            "in_play": [area for area, used in zip(t.areas, t.in_play, strict=True) if used],
            "tiles": shown._tiles(),
            "cities": [shown._city(temple) for temple in t.usable if shown.v[TOWNS + temple * TOWN + SIZE] > 0],
            "table": [[int(first), int(second)] for first, second in zip(t.firsts, t.seconds, strict=True)],
            "players": [shown._player(s) for s in range(shown.seats)],
            "standing": [int(points) for points in shown.standing()],
            "new": shown._spaces(NEW, shown.new),
            "old": shown._spaces(OLD, shown.old),
            "crop": None if shown.crop < 0 else int(shown.crop),
            "pending": shown._pending(),
            "rack_limit": int(t.rack_limit),
            "mine": None if seat is None else shown._mine(seat),
            "moves": moves,
            "offers": [] if seat is None else shown._offers(seat),
            "prompt": shown._prompt(seat),
            "result": None
            if result is None
            else {
                "scores": list(result.scores),
                "ranks": list(result.ranks),
                "winners": list(result.winners),
                "why": result.why,
            },
        }

    def _tiles(self) -> list[list[int]]:
        """Plantations as [space, seat, crop, number]."""
        out: list[list[int]] = []
        for space in range(self.tables.count):
            what: i64 = self.v[LIES + space] - 1
            if 0 <= what < CITY - 1:
                out.append([int(space), int(what >> 3), int((what & 7) >> 1), int(what & 1) + 1])
        return out

    def _city_spaces(self, temple: i64) -> list[int]:
        """The spaces of a city, the temple first."""
        shrine = int(self.tables.temple_at[temple])
        others = [int(s) for s in range(self.tables.count) if self.v[LIES + s] == CITY + temple and s != shrine]
        return [shrine, *others]

    def _city(self, temple: i64) -> dict[str, Any]:
        v = self.v
        b: i64 = TOWNS + temple * TOWN
        crops = self.crops_around(temple)
        points = self.shares(v[b + SIZE], crops)
        free: list[int] = []
        for w in range(WORDS):
            for move in _append_spaces(vec[i64](), v[b + RING + w] & v[EMPTY + w], w):
                free.append(int(move - AT))
        row: i64 = min(v[b + SIZE], len(self.tables.firsts)) - 1
        return {
            "temple": int(temple),
            "name": self.tables.names[temple],
            "spaces": self._city_spaces(temple),
            "size": int(v[b + SIZE]),
            "closed": v[b + CLOSED] == 1,
            "free": free,
            "crops": [int(count) for count in crops],
            "first": int(self.tables.firsts[row]),
            "second": int(self.tables.seconds[row]),
            "points": [int(share) for share in points],
        }

    def _player(self, seat: i64) -> dict[str, Any]:
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        blind: i64 = 1 if self.phase == CONFIRM and self.held == BLIND and seat == self.mover else 0
        return {
            "rack": int(self._rack_size(seat)),
            "reserve": int(self._reserve_size(seat) - blind),
            "score": int(v[b + SCORE]),
            "turns": int(v[b + TURNS]),
        }

    def _mine(self, seat: i64) -> dict[str, Any]:
        """A seat's own tiles. What it has never seen is what its set lacks: reserve and blind tiles together."""
        reserve = self._counts(seat, RESERVE)
        unseen = self._counts(seat, UNSEEN)
        own = seat == self.mover and self.held >= 0
        return {
            "rack": self._counts(seat, RACK),
            "held": int(self.held) if own else None,
            "unknown": [a + b for a, b in zip(reserve, unseen, strict=True)],
        }

    def _pending(self) -> int | None:
        """The points that the group planted this turn brings when the turn ends."""
        if self.new == 0 or self.crop == NONE:
            return None
        return int(self.group_points(self.v[NEW]))

    def _offers(self, seat: i64) -> list[dict[str, Any]]:
        """The legal moves with what they would bring."""
        out: list[dict[str, Any]] = []
        for move in self.legal(seat):
            if move < AT:
                out.append(self._offer(seat, move))
                continue
            space: i64 = move - AT
            offer: dict[str, Any] = {"move": int(move), "space": int(space)}
            if self.phase != FOUND:
                after = self.copy()
                after.journal = []
                after.apply(seat, move)
                founded = [str(event["name"]) for event in after.journal if event["kind"] == "founded"]
                offer["founds"] = founded
                offer["closes"] = after._would_close()
                if self.phase == PLANT:
                    offer["points"] = int(after.group_points(space))
                    offer["group"] = [int(s) for s in after.group(space)]
                    offer["beside"] = self._cities_beside(space)
                else:
                    city = self._city_beside(space)
                    offer["city"] = self.tables.names[city]
                    offer["size"] = int(self.v[TOWNS + city * TOWN + SIZE]) + 1
            out.append(offer)
        return out

    def _offer(self, seat: i64, move: i64) -> dict[str, Any]:
        offer: dict[str, Any] = {"move": int(move)}
        if TAKE <= move < AT:
            kind: i64 = (move - TAKE) & 7
            offer["crop"] = int(kind >> 1)
            offer["number"] = int(kind & 1) + 1
            offer["face_down"] = move >= HIDE
        elif move == END:
            offer["points"] = self._pending() or 0
            offer["closes"] = self._would_close()
        return offer

    def _cities_beside(self, space: i64) -> list[str]:
        found: list[str] = []
        for d in range(6):
            other = self.tables.around[space * 6 + d]
            if other >= 0 and self.v[LIES + other] >= CITY:
                name = self.tables.names[self.v[LIES + other] - CITY]
                if name not in found:
                    found.append(name)
        return found

    def _would_close(self) -> list[dict[str, Any]]:
        """The cities that score when the turn ends now."""
        after = self.copy()
        after.journal = []
        for temple in self.tables.usable:
            after._close_if_surrounded(temple)
        return [{"city": event["city"], "points": event["points"]} for event in after.journal]

    def _prompt(self, seat: int | None) -> dict[str, Any]:
        """What the game asks of this seat now."""
        if self.phase == OVER:
            return {"kind": "over"}
        if seat is None or not self.owes(seat):
            return {"kind": "wait", "for": list(self.actors())}
        found = self.legal(seat)
        if self.phase == CHOOSE:
            if self.new > 0:
                kind = "more" if len(found) > 1 else "end"
            elif found[0] == DRAW or found[0] == PASS:
                kind = "draw" if found[0] == DRAW else "pass"
            elif found[0] == GROW:
                kind = "must_expand"
            else:
                kind = "choose" if found[len(found) - 1] == GROW else "must_plant"
            return {"kind": kind}
        return {"kind": PHASES[self.phase]}

    def dump(self) -> dict[str, Any]:
        players: list[dict[str, Any]] = []
        for seat in range(self.seats):
            b: i64 = SEAT + seat * STRIDE
            players.append(
                {
                    "rack": self._counts(seat, RACK),
                    "reserve": self._counts(seat, RESERVE),
                    "hidden": self._counts(seat, HIDDEN),
                    "unseen": self._counts(seat, UNSEEN),
                    "score": int(self.v[b + SCORE]),
                    "turns": int(self.v[b + TURNS]),
                    "latest": int(self.v[b + LATEST]),
                }
            )
        built = [temple for temple in self.tables.usable if self.v[TOWNS + temple * TOWN + SIZE] > 0]
        return {
            "game": "maya",
            "rules": int(self.game.rules),
            "seats": int(self.seats),
            "options": dict(self.options),
            "luck": self.luck.words(),
            "settled": int(self.settled),
            "phase": PHASES[self.phase],
            "mover": int(self.mover),
            "turn": int(self.turn),
            "crop": int(self.crop),
            "held": int(self.held),
            "passes": int(self.passes),
            "owed": int(self.owed),
            "new": [self._place(self.v[NEW + i]) for i in range(self.new)],
            "old": [self._place(self.v[OLD + i]) for i in range(self.old)],
            "tiles": [[self._place(tile[0]), tile[1], tile[2], tile[3]] for tile in self._tiles()],
            "cities": [[self._place(space) for space in self._city_spaces(temple)] for temple in built],
            "closed": [self.tables.names[t] for t in built if self.v[TOWNS + t * TOWN + CLOSED] == 1],
            "players": players,
        }

    def restore(self, dump: Mapping[str, Any]) -> None:
        """Fill a blank state with a dumped position. A city is written as its spaces, the temple first."""
        v = self.v
        t = self.tables
        self.settled = dump["settled"]
        self.phase = PHASES.index(dump["phase"])
        self.mover = dump["mover"]
        self.turn = dump["turn"]
        self.crop = dump["crop"]
        self.held = dump["held"]
        self.passes = dump["passes"]
        self.owed = dump["owed"]
        for w in range(WORDS):
            v[EMPTY + w] = t.inside[w]
        for spaces in dump["cities"]:
            temple: i64 = t.temples.index(t.spaces.index(list(spaces[0])))
            for place in spaces:
                space: i64 = t.spaces.index(list(place))
                self._lay(space, CITY + temple)
                self._join(space, temple)
            if t.names[temple] in dump["closed"]:
                v[TOWNS + temple * TOWN + CLOSED] = 1
        self._guard_temple_spaces()
        for place, seat, crop, number in dump["tiles"]:
            self._lay(t.spaces.index(list(place)), 8 * i64(seat) + 2 * i64(crop) + i64(number))
        for s, player in enumerate(dump["players"]):
            b: i64 = SEAT + i64(s) * STRIDE
            for k in range(KINDS):
                v[b + RACK + k] = player["rack"][k]
                v[b + RESERVE + k] = player["reserve"][k]
                v[b + HIDDEN + k] = player["hidden"][k]
                v[b + UNSEEN + k] = player["unseen"][k]
            v[b + SCORE] = player["score"]
            v[b + TURNS] = player["turns"]
            v[b + LATEST] = player["latest"]
        for place in dump["old"]:
            v[OLD + self.old] = t.spaces.index(list(place))
            self.old += 1
        for place in dump["new"]:
            v[NEW + self.new] = t.spaces.index(list(place))
            self.new += 1
            if self.crop != NONE:
                self._mark_nearby(v[NEW + self.new - 1])


def _append_spaces(out: vec[i64], word: i64, w: i64) -> vec[i64]:
    """Append the moves to the spaces of one word of a set."""
    first: i64 = AT + 48 * w
    left: i64 = word
    while left != 0:
        low: i64 = left & -left
        left ^= low
        out = append(out, first + WHICH[low % 67])
    return out
