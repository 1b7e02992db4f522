"""Tzolk'in: a position as flat integers, the basic operations on it, and the whole of it written down and read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.core.state import State
from tablero.games.tzolkin import layout as at

# Names of the flat state: name, where, how many; the rest of the state is written out by hand.
TABLE: Final[tuple[tuple[str, int, int], ...]] = (
    ("jungle", int(at.JUNGLE), 8),
    ("dummies", int(at.DUMMY), 5),
    ("taken", int(at.TAKEN), 5),
    ("day", int(at.DAY), 1),
    ("food_days", int(at.FOOD), 1),
    ("age", int(at.AGE), 1),
    ("first", int(at.FIRST), 1),
    ("active", int(at.ACTIVE), 1),
    ("mode", int(at.MODE), 1),
    ("placed", int(at.PLACED), 1),
    ("claimed", int(at.CLAIMED), 1),
    ("pile", int(at.PILE), 1),
    ("skulls", int(at.RESERVE), 1),
    ("offered", int(at.OFFERED), 1),
    ("decks", int(at.DECK), 2),
    ("unseen", int(at.UNSEEN), 1),
    ("box", int(at.BOX), 1),
    ("turns", int(at.TURNS), 1),
    ("drawn", int(at.DRAWN), 1),
    ("row", int(at.ROW), 6),
    ("monuments", int(at.MONUMENT_ROW), 6),
)
BLOCK: Final[tuple[tuple[str, int, int], ...]] = (
    ("goods", int(at.CORN), 5),
    ("score", int(at.SCORE), 1),
    ("hand", int(at.HAND), 1),
    ("workers", int(at.WORKERS), 1),
    ("temples", int(at.STEP), 3),
    ("levels", int(at.LEVEL), 4),
    ("on", int(at.ON), 5),
    ("corn_tiles", int(at.CORN_TILES), 1),
    ("wood_tiles", int(at.WOOD_TILES), 1),
    ("built", int(at.BUILT), 1),
    ("monuments", int(at.MONUMENTS), 1),
    ("free", int(at.FREE), 1),
    ("discount", int(at.DISCOUNT), 1),
    ("light", int(at.LIGHT), 1),
    ("kept", int(at.KEPT), 1),
    ("dealt", int(at.DEALT), 4),
    ("choice", int(at.CHOICE), 1),
)


class Position(State):
    """What lies where. Most operations concern the seat whose turn it is; `own()` is where its block begins."""

    def __init__(
        self, game: Any, seats: i64, luck: Luck, tables: at.Tables, options: Mapping[str, str], flags: i64, v: vec[i64]
    ) -> None:
        super().__init__(game, seats, luck)
        self.tables: at.Tables = tables
        self.options: Mapping[str, str] = options
        self.flags: i64 = flags
        self.v: vec[i64] = v
        self.journal_start: i64 = 0  # how long the journal was before this move

    def rules_number(self) -> int:
        return 1 if self.flags & at.SELL_FIRST != 0 else int(self.game.rules)

    def own(self) -> i64:
        """Where the block of the seat on the move begins."""
        return at.SEAT + self.v[at.ACTIVE] * at.STRIDE

    # ---------------------------------------------------------------- telling

    def tell(self, event: dict[str, Any]) -> None:
        """Numbers that an option has changed are told with the option, so that words can follow."""
        if self.tables.choices:
            event["options"] = self.tables.choices
        super().tell(event)

    def did(self, kind: str, **facts: Any) -> None:
        """Write into the journal what the seat on the move has done."""
        if self.journal is not None:
            self.tell({"kind": kind, "seat": int(self.v[at.ACTIVE]), **facts})

    # ---------------------------------------------------------------- luck and the stack of choices

    def draw(self, tiles: i64) -> i64:
        """One of these tiles, each equally likely."""
        k = self.luck.below(at.count(tiles))
        while k > 0:
            tiles &= tiles - 1
            k -= 1
        return at.WHICH[(tiles & -tiles) % 37]

    def push(self, kind: i64, a: i64, b: i64) -> None:
        v = self.v
        v[at.STACK + v[at.DEPTH]] = kind + 32 * a + 2048 * b
        v[at.DEPTH] += 1

    # ---------------------------------------------------------------- goods, points, workers

    def blocks(self) -> i64:
        b = self.own()
        return self.v[b + at.WOOD] + self.v[b + at.STONE] + self.v[b + at.GOLD]

    def gain(self, material: i64, n: i64) -> None:
        v = self.v
        if material == at.SKULL:
            n = min(n, v[at.RESERVE])  # 13 skulls and no more
            v[at.RESERVE] -= n
        v[self.own() + material] += n
        if self.journal is not None and n > 0:
            self._tell_gain(at.MATERIALS[material], int(n))

    def _tell_gain(self, what: str, n: int) -> None:
        """Goods are added to the event of the action or tile that brought them in the same move, else get their own."""
        assert self.journal is not None
        for k in range(len(self.journal) - 1, int(self.journal_start) - 1, -1):
            event = self.journal[k]
            if "goods" in event and event["seat"] == int(self.v[at.ACTIVE]):
                event["goods"][what] = event["goods"].get(what, 0) + n
                return
        if what == "worker":
            self.did("recruited", n=n)
        else:
            self.did("gained", what=what, n=n)

    def score(self, n: i64, source: i64) -> None:
        seat: i64 = self.v[at.ACTIVE]
        self.add_points(seat, n)
        if self.journal is not None:
            self.did("scored", n=int(n), source=at.SOURCES[source])

    def add_points(self, seat: i64, n: i64) -> None:
        where: i64 = at.SEAT + seat * at.STRIDE + at.SCORE
        points: i64 = self.v[where] + n
        if points < 0 and self.flags & at.NEGATIVE == 0:
            points = 0
        self.v[where] = points

    def recruit(self, n: i64) -> None:
        """Workers from the reserve; a seat never has more than six."""
        v = self.v
        b = self.own()
        n = min(n, at.MAX_WORKERS - v[b + at.WORKERS])
        v[b + at.WORKERS] += n
        v[b + at.HAND] += n
        if self.journal is not None and n > 0:
            self._tell_gain("worker", int(n))

    def due(self, seat: i64) -> i64:
        """The corn that a seat's workers need on a food day."""
        b: i64 = at.SEAT + seat * at.STRIDE
        v = self.v
        return max(0, v[b + at.WORKERS] - v[b + at.FREE]) * max(0, self.tables.meal - v[b + at.DISCOUNT])

    def on_gears(self, seat: i64) -> i64:
        """How many workers of a seat ride on the gears."""
        b: i64 = at.SEAT + seat * at.STRIDE + at.ON
        v = self.v
        return at.count(v[b]) + at.count(v[b + 1]) + at.count(v[b + 2]) + at.count(v[b + 3]) + at.count(v[b + 4])

    # ---------------------------------------------------------------- temples

    def climbs(self, temple: i64) -> bool:
        """Whether a step up would not be lost: the top holds one seat only."""
        v = self.v
        step: i64 = v[self.own() + at.STEP + temple] + 1
        top: i64 = self.tables.top[temple]
        if step < top:
            return True
        if step > top:
            return False
        there: i64 = 0
        for seat in range(self.seats):
            if v[at.SEAT + seat * at.STRIDE + at.STEP + temple] == top:
                there += 1
        return there == 0

    def climb(self, temple: i64) -> None:
        v = self.v
        b = self.own()
        if not self.climbs(temple):
            if self.journal is not None:
                self.did("step-lost", temple=int(temple))
            return
        v[b + at.STEP + temple] += 1
        if v[b + at.STEP + temple] == self.tables.top[temple]:
            v[b + at.LIGHT] = 1
        if self.journal is not None:
            self.did("climbed", temple=int(temple), step=int(v[b + at.STEP + temple]))

    def can_descend(self) -> bool:
        """Whether the gods have a step to take back."""
        b = self.own()
        return self.v[b + at.STEP] + self.v[b + at.STEP + 1] + self.v[b + at.STEP + 2] > 0

    def descend(self, temple: i64) -> None:
        b = self.own()
        self.v[b + at.STEP + temple] -= 1
        if self.journal is not None:
            self.did("descended", temple=int(temple), step=int(self.v[b + at.STEP + temple]))

    # ---------------------------------------------------------------- what the seat can pay

    def cheapest_advance(self) -> i64:
        b = self.own()
        best: i64 = 3
        for track in range(4):
            best = min(best, at.TRACK_COST[self.v[b + at.LEVEL + track]])
        return best

    def uses_architecture(self, flags: i64) -> bool:
        return flags & at.NO_ARCHITECTURE == 0 and self.v[self.own() + at.LEVEL + at.ARCHITECTURE] >= 1

    def affords(self, tile: i64, flags: i64, corn: i64) -> bool:
        """Whether the seat can pay for this building; architecture 3 saves a block, or 2 corn."""
        v = self.v
        b = self.own()
        saves: bool = flags & at.NO_ARCHITECTURE == 0 and v[b + at.LEVEL + at.ARCHITECTURE] == at.MAX_LEVEL
        tables = self.tables
        if flags & at.WITH_CORN != 0:
            return 2 * (tables.building_sum[tile] - (1 if saves else 0)) <= corn
        cost = tables.building_cost
        missing: i64 = 0
        for r in range(3):
            lack: i64 = cost[3 * tile + r] - v[b + at.WOOD + r]
            if lack > 0:
                missing += lack
        return missing == 0 or (saves and missing == 1)

    def affords_monument(self, tile: i64) -> bool:
        v = self.v
        b = self.own()
        cost = self.tables.monument_cost
        missing: i64 = 0
        for r in range(4):
            if v[b + at.WOOD + r] < cost[4 * tile + r]:
                missing += 1
        return missing == 0

    def can_build(self, flags: i64, corn: i64) -> bool:
        v = self.v
        for slot in range(at.SLOTS):
            if v[at.ROW + slot] != at.NONE and self.affords(v[at.ROW + slot], flags, corn):
                return True
        if flags & at.WIDE != 0:
            for slot in range(at.SLOTS):
                if v[at.MONUMENT_ROW + slot] != at.NONE and self.affords_monument(v[at.MONUMENT_ROW + slot]):
                    return True
        return False

    def savings(self, tile: i64) -> vec[i64]:
        """The blocks of which architecture 3 may save one so that the rest can be paid."""
        v = self.v
        b = self.own()
        cost = self.tables.building_cost
        out = vec[i64](capacity=4)
        for r in range(3):
            if cost[3 * tile + r] == 0:
                continue
            payable = True
            for q in range(3):
                if v[b + at.WOOD + q] < cost[3 * tile + q] - (1 if q == r else 0):
                    payable = False
            if payable:
                out = append(out, r)
        return out

    # ---------------------------------------------------------------- written down and read back

    def dump(self) -> dict[str, Any]:
        """Sets are written as bits: a tile is its number in the facts file, a position its number on the gear."""
        v = self.v
        frames = [int(v[at.STACK + i]) for i in range(v[at.DEPTH])]
        return {
            "game": self.game.name,
            "rules": self.rules_number(),
            "seats": int(self.seats),
            "options": dict(self.options),
            "luck": self.luck.words(),
            "settled": int(self.settled),
            "phase": at.PHASES[v[at.PHASE]],
            "frames": [[at.FRAMES[frame & 31], frame >> 5 & 63, frame >> 11] for frame in frames],
            **self._named(0, TABLE),
            "players": [self._named(int(at.SEAT + seat * at.STRIDE), BLOCK) for seat in range(self.seats)],
        }

    def _named(self, begin: int, names: tuple[tuple[str, int, int], ...]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, where, size in names:
            values = [int(self.v[i64(begin + where + i)]) for i in range(size)]
            found[name] = values[0] if size == 1 else values
        return found

    def restore(self, dump: Mapping[str, Any]) -> None:
        """Fill a blank state with a dumped position."""
        self.settled = dump["settled"]
        self._fill(0, TABLE, dump)
        for seat, player in enumerate(dump["players"]):
            self._fill(int(at.SEAT + seat * at.STRIDE), BLOCK, player)
        v = self.v
        v[at.PHASE] = at.PHASES.index(dump["phase"])
        v[at.DEPTH] = len(dump["frames"])
        for i, (kind, a, b) in enumerate(dump["frames"]):
            v[at.STACK + i] = at.FRAMES.index(kind) + 32 * a + 2048 * b

    def _fill(self, begin: int, names: tuple[tuple[str, int, int], ...], source: Mapping[str, Any]) -> None:
        for name, where, size in names:
            values: list[int] = [source[name]] if size == 1 else source[name]
            for i in range(size):
                self.v[i64(begin + where + i)] = values[i]
