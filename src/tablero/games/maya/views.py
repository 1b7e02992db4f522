"""Who may see what of a position of Maya, and the view of a seat.

Secret is what tiles show. The faces in a rack, the tile in hand and the tiles that a seat itself has put face down are
known to that seat alone, from the deal to beyond the end: nothing is ever turned up. The faces in a reserve, and of
blind tiles that came from it, are known to no seat; a seat knows what its whole set lacks. Everything else is public,
numbers of tiles included (R-28). `Seen.hides` says the first sentence, and everything below it asks there.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.games.maya import layout as at
from tablero.games.maya.scoring import Scored


class Seen(Scored):
    """A position that can be looked at."""

    def copy(self) -> Seen:
        raise NotImplementedError

    # ---------------------------------------------------------------- who may see what

    def hides(self, viewer: i64, owner: i64) -> bool:
        """A seat's rack, the tile in its hand and what it has put face down are its own."""
        return viewer != owner

    def observed(self, seat: i64, mover: i64, move: i64) -> i64:
        """Which tile is taken out of a rack is hidden with the rack; it shows when it is planted, and never when it
        goes face down. All other moves happen on the map."""
        return at.NONE if at.TAKE <= move < at.AT and self.hides(seat, mover) else move

    def reopen(self, seat: i64) -> None:
        """Put the tile that another seat has in hand back into its rack. That a blind tile is in hand is no secret."""
        if self.held == at.NONE or self.held == at.BLIND or not self.hides(seat, self.mover):
            return
        if self.phase == at.PLANT:
            self.phase = at.CHOOSE
            if self.new == 0:
                self.crop = at.NONE
        elif self.phase == at.EXPAND:
            self.phase = at.TURN
        self.held = at.NONE

    def imagined(self, seat: i64, luck: Luck) -> Seen:
        """The others' tiles, the blind tiles of all seats and all luck to come are dealt anew (R-28)."""
        other = self.copy()
        other.luck = Luck(luck.next() | 1, luck.next(), luck.next(), luck.next())
        other.reopen(seat)
        for rival in range(self.seats):
            other._deal_anew(rival, self.hides(seat, rival), luck)
        return other

    def _deal_anew(self, seat: i64, hidden: bool, luck: Luck) -> None:
        """Shuffle what cannot be told apart: reserve and blind tiles, and what is hidden besides."""
        v = self.v
        b: i64 = at.SEAT + seat * at.STRIDE
        pool = at.BLANK[0 : at.KINDS]
        left: i64 = 0
        unseen: i64 = 0
        for kind in range(at.KINDS):
            pool[kind] = v[b + at.RESERVE + kind] + v[b + at.UNSEEN + kind]
            unseen += v[b + at.UNSEEN + kind]
            if hidden:
                pool[kind] += v[b + at.RACK + kind] + v[b + at.HIDDEN + kind]
            left += pool[kind]
        if not hidden and unseen == 0:
            return
        here: i64 = at.RACK if hidden else at.UNSEEN
        while here <= at.UNSEEN:
            if here != at.RESERVE:
                size: i64 = 0
                for kind in range(at.KINDS):
                    size += v[b + here + kind]
                    v[b + here + kind] = 0
                for tile in range(size):
                    k = luck.below(left)
                    chosen: i64 = 0
                    while k >= pool[chosen]:
                        k -= pool[chosen]
                        chosen += 1
                    pool[chosen] -= 1
                    left -= 1
                    v[b + here + chosen] += 1
            here += at.KINDS
        for kind in range(at.KINDS):
            v[b + at.RESERVE + kind] = pool[kind]

    # ---------------------------------------------------------------- a view

    def _spaces(self, start: i64, count: i64) -> list[int]:
        return [int(self.v[start + i]) for i in range(count)]

    def shown_to(self, seat: int | None) -> dict[str, Any]:
        """Everything is read from a copy in which the others' secrets have been taken back: nothing can leak."""
        shown = self.copy()
        shown.reopen(at.NONE if seat is None else seat)
        t = self.tables
        view = shown.common_view(seat, at.PHASES[shown.phase], int((shown.turn - 1) // shown.seats) + 1)
        if shown.phase == at.OVER:
            view["result"]["tie"] = shown.tie_break()
        view |= {
            "turn": int(shown.turn),
            "map": t.map,
            "in_play": [area for area, used in zip(t.areas, t.in_play, strict=True) if used],
            "tiles": shown._tiles(),
            "cities": [
                shown._city(temple) for temple in t.usable if shown.v[at.TOWNS + temple * at.TOWN + at.SIZE] > 0
            ],
            "table": [[int(first), int(second)] for first, second in zip(t.firsts, t.seconds, strict=True)],
            "players": [shown._player(s) for s in range(shown.seats)],
            "new": shown._spaces(at.NEW, shown.new),
            "old": shown._spaces(at.OLD, shown.old),
            "crop": None if shown.crop < 0 else int(shown.crop),
            "pending": shown._pending(),
            "rack_limit": int(t.rack_limit),
            "mine": None if seat is None else shown._mine(seat),
            "offers": [] if seat is None else shown._offers(seat),
            "prompt": shown._prompt(seat),
        }
        return view

    def _city(self, temple: i64) -> dict[str, Any]:
        v = self.v
        b: i64 = at.TOWNS + temple * at.TOWN
        crops = self.crops_around(temple)
        points = self.shares(v[b + at.SIZE], crops)
        free: list[int] = []
        for w in range(at.WORDS):
            for move in at.append_spaces(vec[i64](), v[b + at.RING + w] & v[at.EMPTY + w], w):
                free.append(int(move - at.AT))
        row: i64 = min(v[b + at.SIZE], len(self.tables.firsts)) - 1
        return {
            "temple": int(temple),
            "name": self.tables.names[temple],
            "spaces": self._city_spaces(temple),
            "size": int(v[b + at.SIZE]),
            "closed": v[b + at.CLOSED] == 1,
            "free": free,
            "crops": [int(count) for count in crops],
            "first": int(self.tables.firsts[row]),
            "second": int(self.tables.seconds[row]),
            "points": [int(share) for share in points],
        }

    def _player(self, seat: i64) -> dict[str, Any]:
        v = self.v
        b: i64 = at.SEAT + seat * at.STRIDE
        blind: i64 = 1 if self.phase == at.CONFIRM and self.held == at.BLIND and seat == self.mover else 0
        return {
            "rack": int(self.rack_size(seat)),
            "reserve": int(self.reserve_size(seat) - blind),
            "score": int(v[b + at.SCORE]),
            "turns": int(v[b + at.TURNS]),
        }

    def _mine(self, seat: i64) -> dict[str, Any]:
        """A seat's own tiles. What it has never seen is what its set lacks: reserve and blind tiles together."""
        reserve = self._counts(seat, at.RESERVE)
        unseen = self._counts(seat, at.UNSEEN)
        own = self.held >= 0 and not self.hides(seat, self.mover)
        return {
            "rack": self._counts(seat, at.RACK),
            "held": int(self.held) if own else None,
            "unknown": [a + b for a, b in zip(reserve, unseen, strict=True)],
        }

    def _pending(self) -> int | None:
        """The points that the group planted this turn brings when the turn ends."""
        if self.new == 0 or self.crop == at.NONE:
            return None
        return int(self.group_points(self.v[at.NEW]))

    def _offers(self, seat: i64) -> list[dict[str, Any]]:
        """The legal moves with what they would bring."""
        out: list[dict[str, Any]] = []
        for move in self.legal(seat):
            if move < at.AT:
                out.append(self._offer(seat, move))
                continue
            space: i64 = move - at.AT
            offer: dict[str, Any] = {"move": int(move), "space": int(space)}
            if self.phase != at.FOUND:
                after = self.copy()
                after.journal = []
                after.apply(seat, move)
                founded = [str(event["name"]) for event in after.journal if event["kind"] == "founded"]
                offer["founds"] = founded
                offer["closes"] = after._would_close()
                if self.phase == at.PLANT:
                    offer["points"] = int(after.group_points(space))
                    offer["gain"] = int(after.standing()[seat] - self.standing()[seat])
                    offer["group"] = [int(s) for s in after.group(space)]
                    offer["beside"] = self._cities_beside(space)
                else:
                    city = self.city_beside(space)
                    offer["city"] = self.tables.names[city]
                    offer["size"] = int(self.v[at.TOWNS + city * at.TOWN + at.SIZE]) + 1
            out.append(offer)
        return out

    def _offer(self, seat: i64, move: i64) -> dict[str, Any]:
        offer: dict[str, Any] = {"move": int(move)}
        if at.TAKE <= move < at.AT:
            kind: i64 = (move - at.TAKE) & 7
            offer["crop"] = int(kind >> 1)
            offer["number"] = int(kind & 1) + 1
            offer["face_down"] = move >= at.HIDE
        elif move == at.END:
            offer["points"] = self._pending() or 0
            offer["closes"] = self._would_close()
        elif move == at.DRAW:
            offer["count"] = int(self._drawn(seat, self.tables.draw_blind, self.reserve_size(seat)))
        elif move == at.GROW:
            offer["blind"] = self.rack_size(seat) == 0
            offer["count"] = self._drawn_by_expanding(seat)
        return offer

    def _drawn_by_expanding(self, seat: i64) -> int:
        """How many tiles a seat draws that expands a city now."""
        t = self.tables
        rack, left = self.rack_size(seat), self.reserve_size(seat)
        if rack == 0:
            return int(self._drawn(seat, t.draw_blind, left - 1))
        return int(max(0, min(t.draw, min(t.rack_limit - rack + 1, left))))

    def _cities_beside(self, space: i64) -> list[str]:
        found: list[str] = []
        for d in range(6):
            other = self.tables.around[space * 6 + d]
            if other >= 0 and self.v[at.LIES + other] >= at.CITY:
                name = self.tables.names[self.v[at.LIES + other] - at.CITY]
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
        if self.phase == at.OVER:
            return {"kind": "over"}
        if seat is None or not self.owes(seat):
            return {"kind": "wait", "for": list(self.actors())}
        if self.phase == at.CHOOSE:
            return self._asked_to_choose(seat)
        prompt: dict[str, Any] = {"kind": at.PHASES[self.phase]}
        if self.phase == at.PLANT and self.new > 0:
            prompt["joining"] = "one_group" if self.loose else "connected"
        elif self.phase == at.CONFIRM:
            left = self.reserve_size(seat)
            if self.held == at.BLIND:
                prompt["count"] = int(self._drawn(seat, self.tables.draw_blind, left - 1))
            else:
                prompt["count"] = int(self._drawn(seat, self.tables.draw, left))
        return prompt

    def _asked_to_choose(self, seat: i64) -> dict[str, Any]:
        found = self.legal(seat)
        if self.new > 0:
            return {"kind": "more" if len(found) > 1 else "end"}
        if found[0] == at.DRAW:
            return {"kind": "draw", "count": self._offer(seat, at.DRAW)["count"]}
        if found[0] == at.PASS:
            return {"kind": "pass"}
        if found[0] == at.GROW:
            return {"kind": "must_expand", "count": self._drawn_by_expanding(seat)}
        if found[len(found) - 1] != at.GROW:
            return {"kind": "must_plant"}
        return {"kind": "choose", "count": self._drawn_by_expanding(seat)}
