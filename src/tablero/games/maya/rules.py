"""Maya: the rules in the order of play. What lies where is in position.py, what is worth how much in scoring.py."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.games.maya import layout as at
from tablero.games.maya import refusals
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
        for w in range(at.WORDS):
            v[at.EMPTY + w] = t.inside[w]
        self._guard_temple_spaces()
        for seat in range(self.seats):
            b: i64 = at.SEAT + seat * at.STRIDE
            for kind in range(at.KINDS):
                v[b + at.RESERVE + kind] = t.tiles[kind]
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
        self.phase = at.FOUND
        self.owed = 1 if variant == "new_beginning" else 2
        if len(self._candidates()) == self.owed:
            # with two areas in play there is only one pair of highlighted temples.
            for temple in self._candidates():
                self._found(temple)
            self.owed = 0
            self.phase = at.CHOOSE

    def _candidates(self) -> vec[i64]:
        """The temples that may stand at the start."""
        out = vec[i64]()
        every = self.options["variant"] == "new_beginning"
        for temple in self.tables.usable:
            if (every or self.tables.highlighted[temple]) and self.v[at.TOWNS + temple * at.TOWN + at.SIZE] == 0:
                out = append(out, temple)
        return out

    def _choose_first(self, temple: i64) -> None:
        self._found(temple)
        self.owed -= 1
        if self.owed == 0:
            self.phase = at.CHOOSE
            self.settled += 1

    # ---------------------------------------------------------------- planting

    def _take(self, kind: i64) -> None:
        self.held = kind
        self.crop = kind >> 1
        self.phase = at.PLANT

    def _plant(self, seat: i64, space: i64) -> None:
        """Plant the tile in hand; every empty temple space beside it gets its temple at once (R-04)."""
        v = self.v
        t = self.tables
        kind = self.held
        v[at.SEAT + seat * at.STRIDE + at.RACK + kind] -= 1
        self._lay(space, 1 + 8 * seat + kind)
        self.held = at.NONE
        v[at.NEW + self.new] = space
        self.new += 1
        if self.journal is not None:
            self.tell(
                {
                    "kind": "planted",
                    "seat": int(seat),
                    "space": self._place(space),
                    "crop": int(kind >> 1),
                    "number": int(kind & 1) + 1,
                }
            )
        for i in range(3):
            temple = t.shrines[3 * space + i]
            if temple < 0:
                break
            if v[at.TOWNS + temple * at.TOWN + at.SIZE] == 0:
                self._found(temple)
        self._mark_nearby(space)
        self.phase = at.CHOOSE

    # ---------------------------------------------------------------- expanding a city

    def _grow(self, seat: i64) -> None:
        if self.rack_size(seat) > 0:
            self.phase = at.TURN
        else:
            # An empty rack: the top tile of the reserve will go face down, unseen.
            self.held = at.BLIND
            self.phase = at.EXPAND

    def _expand(self, seat: i64, space: i64) -> None:
        """Put the tile in hand face down; any tile will do and no seat sees its crops any more (R-05)."""
        v = self.v
        city = self.city_beside(space)
        if self.held != at.BLIND:
            b: i64 = at.SEAT + seat * at.STRIDE
            v[b + at.RACK + self.held] -= 1
            v[b + at.HIDDEN + self.held] += 1
        self._lay(space, at.CITY + city)
        self._join(space, city)
        v[at.NEW] = space
        self.new = 1
        self.phase = at.CONFIRM
        if self.journal is not None:
            self.tell(
                {
                    "kind": "expanded",
                    "seat": int(seat),
                    "space": self._place(space),
                    "city": self.tables.names[city],
                    "blind": self.held == at.BLIND,
                    "size": int(v[at.TOWNS + city * at.TOWN + at.SIZE]),
                }
            )
            if self.held != at.BLIND:
                self.tell_owner(
                    seat,
                    {
                        "kind": "turned",
                        "seat": int(seat),
                        "crop": int(self.held >> 1),
                        "number": int(self.held & 1) + 1,
                    },
                )

    def _draw(self, seat: i64, most: i64) -> None:
        """Draw from the reserve."""
        v = self.v
        b: i64 = at.SEAT + seat * at.STRIDE
        count: i64 = self._drawn(seat, most, self.reserve_size(seat))
        drawn: list[int] = []
        for tile in range(count):
            kind = self._pull(b)
            v[b + at.RACK + kind] += 1
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
        for k in range(at.KINDS):
            left += v[b + at.RESERVE + k]
        k = self.luck.below(left)
        kind: i64 = 0
        while k >= v[b + at.RESERVE + kind]:
            k -= v[b + at.RESERVE + kind]
            kind += 1
        v[b + at.RESERVE + kind] -= 1
        return kind

    # ---------------------------------------------------------------- the end of a turn

    def _end_turn(self, seat: i64) -> None:
        """Crops score, tiles are drawn, surrounded cities score, the turn passes on."""
        v = self.v
        b: i64 = at.SEAT + seat * at.STRIDE
        if self.phase == at.CONFIRM:
            if self.held == at.BLIND:
                v[b + at.UNSEEN + self._pull(b)] += 1
                self._draw(seat, self.tables.draw_blind)
            else:
                self._draw(seat, self.tables.draw)
        else:
            points = self.group_points(v[at.NEW])
            v[b + at.SCORE] += points
            if self.journal is not None:
                group = [self._place(space) for space in self.group(v[at.NEW])]
                self.tell(
                    {
                        "kind": "harvest",
                        "seat": int(seat),
                        "crop": int(self.crop),
                        "tiles": int(self.new),
                        "group": group,
                        "points": int(points),
                    }
                )
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
        """R-14: nothing can be done; when no seat can, the game is over."""
        self.passes += 1
        if self.journal is not None:
            self.tell({"kind": "passed", "seat": int(seat)})
        self._pass_on(seat)

    def _pass_on(self, seat: i64) -> None:
        v = self.v
        b: i64 = at.SEAT + seat * at.STRIDE
        v[b + at.TURNS] += 1
        v[b + at.LATEST] = self.turn
        self.settled += 1
        for i in range(self.new):
            v[at.OLD + i] = v[at.NEW + i]
        self.old = self.new
        self.new = 0
        self.held = at.NONE
        self.crop = at.NONE
        v[at.NEAR] = v[at.NEAR + 1] = v[at.NEAR + 2] = v[at.NEAR + 3] = 0
        # whichever way the last tile was placed, the game stops after this turn.
        if self.rack_size(seat) + self.reserve_size(seat) == 0 or self.passes == self.seats:
            self.phase = at.OVER
            if self.journal is not None:
                self._tell_end()
            return
        self.turn += 1
        self.mover = seat + 1 if seat + 1 < self.seats else 0
        self.phase = at.CHOOSE
        self._tell_round()

    def _tell_round(self) -> None:
        """Every seat has had a turn: the log and the history begin a new round."""
        if self.journal is not None and (self.turn - 1) % self.seats == 0:
            self.tell({"kind": "round", "round": int((self.turn - 1) // self.seats) + 1})

    def _tell_end(self) -> None:
        result = self.result()
        assert result is not None
        self.tell(
            {
                "kind": "end",
                "why": result.why,
                "scores": list(result.scores),
                "winners": list(result.winners),
                "tie": self.tie_break(),
                "left": [claim[1] for claim in self._claims()],
                "turns": [int(self.v[at.SEAT + seat * at.STRIDE + at.TURNS]) for seat in range(self.seats)],
            }
        )

    # ---------------------------------------------------------------- the contract

    def owes(self, seat: i64) -> bool:
        return self.phase != at.OVER and seat == self.mover

    def actor(self) -> i64:
        return at.NONE if self.phase == at.OVER else self.mover

    def legal(self, seat: i64) -> vec[i64]:
        out = vec[i64](capacity=48)
        if not self.owes(seat):
            return out
        v = self.v
        b: i64 = at.SEAT + seat * at.STRIDE
        phase = self.phase
        if phase == at.CHOOSE:
            if self.new > 0:
                out = append(out, at.END)
                if v[at.NEAR] | v[at.NEAR + 1] | v[at.NEAR + 2] | v[at.NEAR + 3] != 0:
                    for kind in range(2 * self.crop, 2 * self.crop + 2):
                        if v[b + at.RACK + kind] > 0:
                            out = append(out, at.TAKE + kind)
                return out
            empty_rack = self.rack_size(seat) == 0
            if not empty_rack and v[at.FRONT] | v[at.FRONT + 1] | v[at.FRONT + 2] | v[at.FRONT + 3] != 0:
                for kind in range(at.KINDS):
                    if v[b + at.RACK + kind] > 0:
                        out = append(out, at.TAKE + kind)
            if self._can_expand():
                out = append(out, at.GROW)
            if len(out) == 0:
                # under rules 1 only the Spanish edition let a seat draw without placing a tile.
                out = append(out, at.DRAW if empty_rack and not (self.first_rules and self.french) else at.PASS)
        elif phase == at.PLANT:
            here: i64 = at.NEAR if self.new > 0 else at.FRONT
            for w in range(at.WORDS):
                out = at.append_spaces(out, v[here + w], w)
        elif phase == at.EXPAND:
            for w in range(at.WORDS):
                out = at.append_spaces(out, self.city_spots(w), w)
        elif phase == at.TURN:
            for kind in range(at.KINDS):
                if v[b + at.RACK + kind] > 0:
                    out = append(out, at.HIDE + kind)
        elif phase == at.CONFIRM:
            out = append(out, at.END)
        else:
            return self._first_temples()
        return out

    def _first_temples(self) -> vec[i64]:
        out = vec[i64]()
        for temple in self._candidates():
            out = append(out, at.AT + self.tables.temple_at[temple])
        return out

    def reason(self, seat: i64, move: i64) -> str:
        return refusals.reason(self, seat, move)

    def nested(self, seat: i64) -> bool:
        """Expanding or planting has begun: which tile it is, and where it goes. The temples of the set-up are choices
        of their own, and so is ending a turn."""
        return self.phase == at.PLANT or self.phase == at.TURN or self.phase == at.EXPAND

    def closing(self, seat: i64) -> i64:
        """A turn is ended, unless nothing can be done in it: then drawing or passing is all of it."""
        if self.phase == at.FOUND or not self.owes(seat):
            return at.NONE
        if self.phase == at.CHOOSE:
            only: i64 = self.legal(seat)[0]
            if only == at.DRAW or only == at.PASS:
                return only
        return at.END

    def apply(self, seat: i64, move: i64) -> None:
        if move >= at.AT:
            if self.phase == at.PLANT:
                self._plant(seat, move - at.AT)
            elif self.phase == at.EXPAND:
                self._expand(seat, move - at.AT)
            else:
                for temple in self.tables.usable:
                    if self.tables.temple_at[temple] == move - at.AT:
                        self._choose_first(temple)
                        return
        elif move >= at.HIDE:
            self.held = move - at.HIDE
            self.phase = at.EXPAND
        elif move >= at.TAKE:
            self._take(move - at.TAKE)
        elif move == at.END:
            self._end_turn(seat)
        elif move == at.GROW:
            self._grow(seat)
        elif move == at.DRAW:
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
