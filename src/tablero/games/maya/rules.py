"""Maya: the rules in the order of play. What lies where is in position.py, what is worth how much in scoring.py."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.games.maya import reasons
from tablero.games.maya.layout import (
    AT,
    BLIND,
    CHOOSE,
    CITY,
    CONFIRM,
    DRAW,
    EMPTY,
    END,
    EXPAND,
    FOUND,
    FRONT,
    GROW,
    HIDDEN,
    HIDE,
    KINDS,
    LATEST,
    NEAR,
    NEW,
    NONE,
    OLD,
    OVER,
    PASS,
    PLANT,
    RACK,
    RESERVE,
    SCORE,
    SEAT,
    SIZE,
    STRIDE,
    TAKE,
    TOWN,
    TOWNS,
    TURN,
    TURNS,
    UNSEEN,
    WORDS,
    append_spaces,
)
from tablero.games.maya.views import Seen


class Maya(Seen):
    """One position of Maya."""

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
            self.tell({"kind": "start", "areas": areas, "first": int(self.mover)})
        for seat in range(self.seats):
            self._draw(seat, t.starting_rack)
        self._tell_round()
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
            self.tell({"kind": "planted", "seat": int(seat), "space": self._place(space), "crop": int(kind >> 1),
                       "number": int(kind & 1) + 1})  # fmt: skip
        for i in range(3):
            temple = t.shrines[3 * space + i]
            if temple < 0:
                break
            if v[TOWNS + temple * TOWN + SIZE] == 0:
                self._found(temple)
        self._mark_nearby(space)
        self.phase = CHOOSE

    # ---------------------------------------------------------------- expanding a city

    def _grow(self, seat: i64) -> None:
        if self.rack_size(seat) > 0:
            self.phase = TURN
        else:
            # An empty rack: the top tile of the reserve will go face down, unseen.
            self.held = BLIND
            self.phase = EXPAND

    def _expand(self, seat: i64, space: i64) -> None:
        """Put the tile in hand face down; any tile will do and nobody sees its crops any more (R-05)."""
        v = self.v
        city = self.city_beside(space)
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
            self.tell({"kind": "expanded", "seat": int(seat), "space": self._place(space),
                       "city": self.tables.names[city], "blind": self.held == BLIND,
                       "size": int(v[TOWNS + city * TOWN + SIZE])})  # fmt: skip
            if self.held != BLIND:
                self.tell_owner(seat, {"kind": "turned", "seat": int(seat), "crop": int(self.held >> 1),
                                       "number": int(self.held & 1) + 1})  # fmt: skip

    def _draw(self, seat: i64, most: i64) -> None:
        """Draw from the reserve."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        count: i64 = self._drawn(seat, most, self.reserve_size(seat))
        drawn: list[int] = []
        for tile in range(count):
            kind = self._pull(b)
            v[b + RACK + kind] += 1
            if self.journal is not None:
                drawn.append(int(kind))
        if self.journal is not None and count > 0:
            self.tell({"kind": "drew", "seat": int(seat), "count": int(count)})
            tiles = [[kind >> 1, (kind & 1) + 1] for kind in drawn]
            self.tell_owner(seat, {"kind": "got", "seat": int(seat), "tiles": tiles})

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
                group = [self._place(space) for space in self.group(v[NEW])]
                self.tell({"kind": "harvest", "seat": int(seat), "crop": int(self.crop), "tiles": int(self.new),
                           "group": group, "points": int(points)})  # fmt: skip
        for temple in self.tables.usable:
            self._close_if_surrounded(temple)
        self.passes = 0
        self._pass_on(seat)

    def _draw_only(self, seat: i64) -> None:
        """R-13: an empty rack and no space for a blind tile; two tiles are drawn and none is placed."""
        if self.journal is not None:
            self.tell({"kind": "no_space", "seat": int(seat)})
        self._draw(seat, self.tables.draw_blind)
        self.passes = 0
        self._pass_on(seat)

    def _pass(self, seat: i64) -> None:
        """R-14: nothing can be done; when nobody can, the game is over."""
        self.passes += 1
        if self.journal is not None:
            self.tell({"kind": "passed", "seat": int(seat)})
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
        if self.rack_size(seat) + self.reserve_size(seat) == 0 or self.passes == self.seats:
            self.phase = OVER
            if self.journal is not None:
                self._tell_end()
            return
        self.turn += 1
        self.mover = seat + 1 if seat + 1 < self.seats else 0
        self.phase = CHOOSE
        self._tell_round()

    def _tell_round(self) -> None:
        """Everybody has had a turn: the log and the history begin a new round."""
        if self.journal is not None and (self.turn - 1) % self.seats == 0:
            self.tell({"kind": "round", "round": int((self.turn - 1) // self.seats) + 1})

    def _tell_end(self) -> None:
        result = self.result()
        assert result is not None
        self.tell({"kind": "end", "why": result.why, "scores": list(result.scores), "winners": list(result.winners),
                   "tie": self.tie_break(), "left": [claim[1] for claim in self._claims()],
                   "turns": [int(self.v[SEAT + seat * STRIDE + TURNS]) for seat in range(self.seats)]})  # fmt: skip

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
            empty_rack = self.rack_size(seat) == 0
            if not empty_rack and v[FRONT] | v[FRONT + 1] | v[FRONT + 2] | v[FRONT + 3] != 0:
                for kind in range(KINDS):
                    if v[b + RACK + kind] > 0:
                        out = append(out, TAKE + kind)
            if self._can_expand():
                out = append(out, GROW)
            if len(out) == 0:
                # under rules 1 only the Spanish edition let a seat draw without placing a tile.
                out = append(out, DRAW if empty_rack and not (self.first_rules and self.french) else PASS)
        elif phase == PLANT:
            here: i64 = NEAR if self.new > 0 else FRONT
            for w in range(WORDS):
                out = append_spaces(out, v[here + w], w)
        elif phase == EXPAND:
            for w in range(WORDS):
                out = append_spaces(out, self.city_spots(w), w)
        elif phase == TURN:
            for kind in range(KINDS):
                if v[b + RACK + kind] > 0:
                    out = append(out, HIDE + kind)
        elif phase == CONFIRM:
            out = append(out, END)
        else:
            return self._first_temples()
        return out

    def _first_temples(self) -> vec[i64]:
        out = vec[i64]()
        for temple in self._candidates():
            out = append(out, AT + self.tables.temple_at[temple])
        return out

    def reason(self, seat: i64, move: i64) -> str:
        return reasons.reason(self, seat, move)

    def nested(self, seat: i64) -> bool:
        """Expanding or planting has begun: which tile it is, and where it goes. The temples of the set-up are choices of
        their own, and so is ending a turn."""
        return self.phase == PLANT or self.phase == TURN or self.phase == EXPAND

    def closing(self, seat: i64) -> i64:
        """A turn is ended, unless nothing can be done in it: then drawing or passing is all of it."""
        if self.phase == FOUND or not self.owes(seat):
            return NONE
        if self.phase == CHOOSE:
            only: i64 = self.legal(seat)[0]
            if only == DRAW or only == PASS:
                return only
        return END

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

    def copy(self) -> Maya:
        other = Maya(self.game, self.seats, self.luck.copy(), self.tables, None, 0)
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
        other.first_rules = self.first_rules
        return other
