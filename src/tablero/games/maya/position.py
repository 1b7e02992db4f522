"""A position of Maya: what lies where, the basic operations of which everything else is made, and a position written
down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.core.state import State
from tablero.games.maya import layout as at


class Position(State):
    """What the flat state holds, apart from the turn."""

    def __init__(
        self, game: Any, seats: i64, luck: Luck, tables: at.Tables, options: Mapping[str, str] | None, rules: i64
    ) -> None:
        """A blank state; `start` deals. Without options the caller fills everything in (`copy` does)."""
        super().__init__(game, seats, luck)
        self.tables: at.Tables = tables
        self.phase: i64 = at.CHOOSE
        self.mover: i64 = 0
        self.turn: i64 = 1
        self.crop: i64 = at.NONE  # what is planted this turn
        self.held: i64 = at.NONE  # the tile in hand, still counted in the rack
        self.new: i64 = 0  # how many spaces were filled this turn
        self.old: i64 = 0  # and in the turn before
        self.passes: i64 = 0  # in a row
        self.owed: i64 = 0  # temples still to be chosen in the set-up
        if options is None:
            return
        self.options: Mapping[str, str] = options
        self.v: vec[i64] = at.BLANK[:]
        self.french: bool = options["edition"] == "fr-2019"
        self.first_rules: bool = rules == 1
        # Rules 1 took the French text for another game: its caption decided how tiles are joined (D-04).
        joining = options["joining"]
        self.loose: bool = joining == "one_group" or (joining == "edition" and self.french and self.first_rules)

    def rules_number(self) -> int:
        return 1 if self.first_rules else int(self.game.rules)

    # ---------------------------------------------------------------- the land

    def _found(self, temple: i64) -> None:
        """A temple tile goes onto its space: a city of one."""
        space = self.tables.temple_at[temple]
        self._lay(space, at.CITY + temple)
        self._join(space, temple)
        self._guard_temple_spaces()
        if self.journal is not None:
            self.tell(
                {
                    "kind": "founded",
                    "temple": int(temple),
                    "name": self.tables.names[temple],
                    "space": self._place(space),
                }
            )

    def _guard_temple_spaces(self) -> None:
        """Note which spaces lie beside an empty temple space: no tile may go face down there."""
        v = self.v
        t = self.tables
        v[at.GUARD] = v[at.GUARD + 1] = v[at.GUARD + 2] = v[at.GUARD + 3] = 0
        for temple in t.usable:
            if v[at.TOWNS + temple * at.TOWN + at.SIZE] == 0:
                here: i64 = t.temple_at[temple] * at.WORDS
                for w in range(at.WORDS):
                    v[at.GUARD + w] |= t.nearby[here + w]

    def _lay(self, space: i64, what: i64) -> None:
        """Put something onto an empty space; from now on tiles may be planted beside it (R-03)."""
        v = self.v
        t = self.tables
        v[at.LIES + space] = what
        v[at.EMPTY + at.WORD_OF[space]] &= ~at.BIT_OF[space]
        here: i64 = space * at.WORDS
        for w in range(at.WORDS):
            v[at.FRONT + w] = (v[at.FRONT + w] | t.arable[here + w]) & v[at.EMPTY + w]

    def _join(self, space: i64, city: i64) -> None:
        """The tile on this space belongs to a city: its neighbours are the city's neighbours."""
        v = self.v
        t = self.tables
        b: i64 = at.TOWNS + city * at.TOWN
        here: i64 = space * at.WORDS
        v[b + at.SIZE] += 1
        for w in range(at.WORDS):
            fresh: i64 = t.nearby[here + w] & ~v[b + at.RING + w]
            v[b + at.RING + w] |= fresh
            v[at.TWICE + w] |= v[at.ONCE + w] & fresh
            v[at.ONCE + w] |= fresh

    def city_spots(self, w: i64) -> i64:
        """A word of the spaces where a tile may go face down (R-06): beside exactly one city, no empty temple space."""
        v = self.v
        return v[at.ONCE + w] & ~v[at.TWICE + w] & ~v[at.GUARD + w] & v[at.EMPTY + w] & self.tables.land[w]

    def _can_expand(self) -> bool:
        return self.city_spots(0) != 0 or self.city_spots(1) != 0 or self.city_spots(2) != 0 or self.city_spots(3) != 0

    def city_beside(self, space: i64) -> i64:
        """The first city that touches a space, or NONE."""
        here: i64 = space * 6
        for d in range(6):
            other = self.tables.around[here + d]
            if other >= 0 and self.v[at.LIES + other] >= at.CITY:
                return self.v[at.LIES + other] - at.CITY
        return at.NONE

    def spread(self, space: i64, seen: vec[i64], found: vec[i64]) -> i64:
        """List the connected plantations of one seat and crop that a planted tile belongs to, and note them as seen:
        how many they are."""
        v = self.v
        t = self.tables
        team: i64 = (v[at.LIES + space] - 1) >> 1
        seen[at.WORD_OF[space]] |= at.BIT_OF[space]
        found[0] = space
        count: i64 = 1
        done: i64 = 0
        while done < count:
            here: i64 = found[done] * 6
            done += 1
            for d in range(6):
                other = t.around[here + d]
                if other < 0:
                    break
                if (v[at.LIES + other] - 1) >> 1 == team and seen[at.WORD_OF[other]] & at.BIT_OF[other] == 0:
                    seen[at.WORD_OF[other]] |= at.BIT_OF[other]
                    found[count] = other
                    count += 1
        return count

    def group(self, space: i64) -> vec[i64]:
        """The group that a planted tile belongs to."""
        found = at.BLANK[0 : at.MOST_ALIKE]
        count = self.spread(space, at.BLANK[0 : at.WORDS], found)
        return found[0:count]

    def _mark_nearby(self, space: i64) -> None:
        """Where the next tile of this turn may go: beside the new tiles (R-01), or beside their group (option)."""
        v = self.v
        t = self.tables
        here: i64
        if self.loose:
            grown = self.group(space)
            for i in range(len(grown)):
                here = grown[i] * at.WORDS
                for w in range(at.WORDS):
                    v[at.NEAR + w] |= t.arable[here + w]
        else:
            here = space * at.WORDS
            for w in range(at.WORDS):
                v[at.NEAR + w] |= t.arable[here + w]
        for w in range(at.WORDS):
            v[at.NEAR + w] &= v[at.EMPTY + w]

    # ---------------------------------------------------------------- tiles

    def rack_size(self, seat: i64) -> i64:
        v = self.v
        here: i64 = at.SEAT + seat * at.STRIDE + at.RACK
        return v[here] + v[here + 1] + v[here + 2] + v[here + 3] + v[here + 4] + v[here + 5] + v[here + 6] + v[here + 7]

    def reserve_size(self, seat: i64) -> i64:
        v = self.v
        here: i64 = at.SEAT + seat * at.STRIDE + at.RESERVE
        return v[here] + v[here + 1] + v[here + 2] + v[here + 3] + v[here + 4] + v[here + 5] + v[here + 6] + v[here + 7]

    def _drawn(self, seat: i64, most: i64, reserve: i64) -> i64:
        """How many tiles a seat draws: never beyond the limit of the rack, and no more than its reserve has (R-16)."""
        return max(0, min(most, min(self.tables.rack_limit - self.rack_size(seat), reserve)))

    def _place(self, space: i64) -> list[int]:
        """A space as [q, r]."""
        return list(self.tables.spaces[space])

    def _counts(self, seat: i64, what: i64) -> list[int]:
        here: i64 = at.SEAT + seat * at.STRIDE + what
        return [int(self.v[here + kind]) for kind in range(at.KINDS)]

    # ---------------------------------------------------------------- written down and read back

    def _tiles(self) -> list[list[int]]:
        """Plantations as [space, seat, crop, number]."""
        out: list[list[int]] = []
        for space in range(self.tables.count):
            what: i64 = self.v[at.LIES + space] - 1
            if 0 <= what < at.CITY - 1:
                out.append([int(space), int(what >> 3), int((what & 7) >> 1), int(what & 1) + 1])
        return out

    def _city_spaces(self, temple: i64) -> list[int]:
        """The spaces of a city, the temple first."""
        shrine = int(self.tables.temple_at[temple])
        others = [int(s) for s in range(self.tables.count) if self.v[at.LIES + s] == at.CITY + temple and s != shrine]
        return [shrine, *others]

    def dump(self) -> dict[str, Any]:
        players: list[dict[str, Any]] = []
        for seat in range(self.seats):
            b: i64 = at.SEAT + seat * at.STRIDE
            players.append(
                {
                    "rack": self._counts(seat, at.RACK),
                    "reserve": self._counts(seat, at.RESERVE),
                    "hidden": self._counts(seat, at.HIDDEN),
                    "unseen": self._counts(seat, at.UNSEEN),
                    "score": int(self.v[b + at.SCORE]),
                    "turns": int(self.v[b + at.TURNS]),
                    "latest": int(self.v[b + at.LATEST]),
                }
            )
        built = [temple for temple in self.tables.usable if self.v[at.TOWNS + temple * at.TOWN + at.SIZE] > 0]
        return {
            "game": self.game.name,
            "rules": self.rules_number(),
            "seats": int(self.seats),
            "options": dict(self.options),
            "luck": self.luck.words(),
            "settled": int(self.settled),
            "phase": at.PHASES[self.phase],
            "mover": int(self.mover),
            "turn": int(self.turn),
            "crop": int(self.crop),
            "held": int(self.held),
            "passes": int(self.passes),
            "owed": int(self.owed),
            "new": [self._place(self.v[at.NEW + i]) for i in range(self.new)],
            "old": [self._place(self.v[at.OLD + i]) for i in range(self.old)],
            "tiles": [[self._place(tile[0]), tile[1], tile[2], tile[3]] for tile in self._tiles()],
            "cities": [[self._place(space) for space in self._city_spaces(temple)] for temple in built],
            "closed": [self.tables.names[t] for t in built if self.v[at.TOWNS + t * at.TOWN + at.CLOSED] == 1],
            "players": players,
        }

    def restore(self, dump: Mapping[str, Any]) -> None:
        """Fill a blank state with a dumped position. A city is written as its spaces, the temple first."""
        v = self.v
        t = self.tables
        self.settled = dump["settled"]
        self.phase = at.PHASES.index(dump["phase"])
        self.mover = dump["mover"]
        self.turn = dump["turn"]
        self.crop = dump["crop"]
        self.held = dump["held"]
        self.passes = dump["passes"]
        self.owed = dump["owed"]
        for w in range(at.WORDS):
            v[at.EMPTY + w] = t.inside[w]
        for spaces in dump["cities"]:
            temple: i64 = t.temples.index(t.spaces.index(list(spaces[0])))
            for place in spaces:
                space: i64 = t.spaces.index(list(place))
                self._lay(space, at.CITY + temple)
                self._join(space, temple)
            if t.names[temple] in dump["closed"]:
                v[at.TOWNS + temple * at.TOWN + at.CLOSED] = 1
        self._guard_temple_spaces()
        for place, seat, crop, number in dump["tiles"]:
            self._lay(t.spaces.index(list(place)), 8 * i64(seat) + 2 * i64(crop) + i64(number))
        for s, player in enumerate(dump["players"]):
            b: i64 = at.SEAT + i64(s) * at.STRIDE
            for k in range(at.KINDS):
                v[b + at.RACK + k] = player["rack"][k]
                v[b + at.RESERVE + k] = player["reserve"][k]
                v[b + at.HIDDEN + k] = player["hidden"][k]
                v[b + at.UNSEEN + k] = player["unseen"][k]
            v[b + at.SCORE] = player["score"]
            v[b + at.TURNS] = player["turns"]
            v[b + at.LATEST] = player["latest"]
        for place in dump["old"]:
            v[at.OLD + self.old] = t.spaces.index(list(place))
            self.old += 1
        for place in dump["new"]:
            v[at.NEW + self.new] = t.spaces.index(list(place))
            self.new += 1
            if self.crop != at.NONE:
                self._mark_nearby(v[at.NEW + self.new - 1])
