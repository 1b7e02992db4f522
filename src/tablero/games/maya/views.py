"""What may be seen of a position of Maya, and positions written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tablero.games.maya.board import (
    AT,
    BLIND,
    CHOOSE,
    CITY,
    CLOSED,
    CONFIRM,
    DRAW,
    EMPTY,
    END,
    FOUND,
    GROW,
    HIDDEN,
    HIDE,
    KINDS,
    LATEST,
    LIES,
    NEW,
    NONE,
    OLD,
    OVER,
    PASS,
    PHASES,
    PLANT,
    RACK,
    RESERVE,
    RING,
    SCORE,
    SEAT,
    SIZE,
    STRIDE,
    TAKE,
    TOWN,
    TOWNS,
    TURNS,
    UNSEEN,
    WORDS,
    append_spaces,
)
from tablero.games.maya.scoring import Land


class Seen(Land):
    """A position that can be looked at."""

    def copy(self) -> Seen:
        raise NotImplementedError

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
            "round": int((shown.turn - 1) // shown.seats) + 1,
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
            for move in append_spaces(vec[i64](), v[b + RING + w] & v[EMPTY + w], w):
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
            "rack": int(self.rack_size(seat)),
            "reserve": int(self.reserve_size(seat) - blind),
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
