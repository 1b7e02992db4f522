"""Tzolk'in: the course of the game. Turns, the calendar and food days; effects are in effects.py.

Sections follow the order of play. `# R-n` names the numbered reading of the rules that a line follows; the guide and
the tests use the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.games.tzolkin import layout as at
from tablero.games.tzolkin import refusals
from tablero.games.tzolkin.setup import Setup


class Tzolkin(Setup):
    """One position of Tzolk'in."""

    # ---------------------------------------------------------------- the first day

    def proceed(self, kind: i64, a: i64) -> None:
        """Wealth tiles take effect seat by seat; then the first turn begins."""
        v = self.v
        if kind == at.GIVE:
            v[at.ACTIVE] = a
            if self.journal is not None:
                self.did("given", goods={})
            tiles: i64 = v[at.SEAT + a * at.STRIDE + at.KEPT]
            while tiles != 0:
                low: i64 = tiles & -tiles
                tiles ^= low
                self.push(at.RUN, 0, self.tables.wealth[at.WHICH[low % 37]])
        else:
            self._begin_turn(v[at.FIRST])

    # ---------------------------------------------------------------- a turn

    def _begin_turn(self, seat: i64) -> None:
        v = self.v
        v[at.ACTIVE] = seat
        v[at.MODE] = at.UNDECIDED
        v[at.PLACED] = 0
        self.push(at.TURN, 0, 0)

    def _turn_choices(self) -> vec[i64]:
        v = self.v
        b = self.own()
        out = vec[i64](capacity=24)
        mode: i64 = v[at.MODE]
        corn: i64 = v[b + at.CORN]
        if mode == at.UNDECIDED and corn <= self.tables.beg_with:
            for temple in range(3):
                if v[b + at.STEP + temple] > 0:
                    out = append(out, at.BEG + temple)
        if mode <= at.PLACING and v[b + at.HAND] > 0:
            out = self._places(out, corn)
        if mode == at.UNDECIDED or mode == at.PICKING:
            for gear in range(at.GEARS):
                on: i64 = v[b + at.ON + gear]
                while on != 0:
                    low: i64 = on & -on
                    on ^= low
                    out = append(out, at.FIRST_PICK[gear] + at.WHICH[low % 37])
        if mode != at.UNDECIDED:
            return append(out, at.END)
        return out if len(out) > 0 else self._mercy()

    def _places(self, out: vec[i64], corn: i64) -> vec[i64]:
        """And the places that can be paid for with so much corn: `price`, for all gears in one go."""
        v = self.v
        left: i64 = corn - self.surcharge()
        for gear in range(at.GEARS):
            empty: i64 = ~v[at.TAKEN + gear] & at.NUMBERED[gear]
            if empty != 0 and at.WHICH[(empty & -empty) % 37] <= left:
                out = append(out, at.PLACE + gear)
        if left >= 0 and v[at.CLAIMED] == at.NONE:
            out = append(out, at.SPACE)
        return out

    def _mercy(self) -> vec[i64]:
        """R-15: the gods' mercy. Nothing can be paid, nothing picked up and no temple step given for corn."""
        out = vec[i64](capacity=6)
        cheapest: i64 = 99
        for gear in range(at.GEARS + 1):
            price = self.price(gear)
            if 0 <= price < cheapest:
                cheapest = price
        for gear in range(at.GEARS + 1):
            if self.price(gear) == cheapest:
                out = append(out, at.PLACE + gear)
        return out

    def _beg(self, temple: i64) -> None:
        v = self.v
        b = self.own()
        if self.journal is not None:
            self.did("begged", n=int(self.tables.beg_to - v[b + at.CORN]))
        v[b + at.CORN] = self.tables.beg_to
        self.descend(temple)

    def _place(self, gear: i64) -> None:
        v = self.v
        b = self.own()
        price = self.price(gear)
        v[at.MODE] = at.PLACING
        if price > v[b + at.CORN]:
            v[at.MODE] = at.MERCY
            price = v[b + at.CORN]
        v[b + at.CORN] -= price
        v[b + at.HAND] -= 1
        v[at.PLACED] += 1
        if gear == at.GEARS:
            v[at.CLAIMED] = v[at.ACTIVE]
            if self.journal is not None:
                self.did("claimed", corn=int(price))
            return
        empty: i64 = ~v[at.TAKEN + gear] & at.NUMBERED[gear]
        low: i64 = empty & -empty
        v[at.TAKEN + gear] |= low
        v[b + at.ON + gear] |= low
        if self.journal is not None:
            mercy = v[at.MODE] == at.MERCY
            self.did("placed", gear=int(gear), position=int(at.WHICH[low % 37]), corn=int(price), mercy=mercy)

    def _pick(self, move: i64) -> None:
        v = self.v
        b = self.own()
        gear: i64 = min((move - at.PICK) // 8, at.CHICHEN)
        position: i64 = move - at.FIRST_PICK[gear]
        v[at.MODE] = at.PICKING
        v[at.TAKEN + gear] ^= at.BIT[position]
        v[b + at.ON + gear] ^= at.BIT[position]
        v[b + at.HAND] += 1
        if self.journal is not None:
            self.did("picked", gear=int(gear), position=int(position))
        self.push(at.ACTION, gear, position)

    def _end_turn(self) -> None:
        """The corn of the starting-player space, new buildings, then the next seat."""
        v = self.v
        self.settled += 1
        if self.journal is not None:
            self.did("turn-over")
        if v[at.CLAIMED] == v[at.ACTIVE] and v[at.PILE] > 0:
            # it arrives after the turn.
            self.gain(at.CORN, v[at.PILE])
            v[at.PILE] = 0
        self.fill_row()
        v[at.TURNS] += 1
        if v[at.TURNS] < self.seats:
            self._begin_turn((v[at.ACTIVE] + 1) % self.seats)
        else:
            self._end_round()

    # ---------------------------------------------------------------- the end of a round

    def _end_round(self) -> None:
        v = self.v
        v[at.TURNS] = 0
        if v[at.DAY] >= self.tables.food_days[v[at.FOOD]]:
            self._food_day()
        if v[at.CLAIMED] != at.NONE and self.may_leap(v[at.CLAIMED]):
            v[at.ACTIVE] = v[at.CLAIMED]
            self.push(at.DAYS, 0, 0)
        else:
            self._turn_calendar(1)

    def may_leap(self, seat: i64) -> bool:
        """Whether two days may pass: no seat's worker may fall off a gear because of the second one."""
        v = self.v
        if v[at.SEAT + seat * at.STRIDE + at.LIGHT] == 0 or v[at.FOOD] == 4:
            return False
        if self.flags & at.NO_LEAP_AT_END != 0 and v[at.DAY] + 1 >= self.tables.rounds:
            return False
        for gear in range(at.GEARS):
            # The last position but one; on the last one a worker leaves anyway.
            edge: i64 = at.BIT[9] if gear == at.CHICHEN else at.BIT[6]
            held: i64 = v[at.TAKEN + gear]
            if self.flags & at.DUMMIES_BLOCK == 0:
                held &= ~v[at.DUMMY + gear]
            if held & edge != 0:
                return False
        return True

    def _turn_calendar(self, days: i64) -> None:
        v = self.v
        claimant: i64 = v[at.CLAIMED]
        self.settled += 1
        if claimant == at.NONE:
            v[at.PILE] += 1
        else:
            v[at.SEAT + claimant * at.STRIDE + at.HAND] += 1
            v[at.CLAIMED] = at.NONE
            # the holder of the marker gives it to the left.
            v[at.FIRST] = claimant if v[at.FIRST] != claimant else (claimant + 1) % self.seats
            if days == 2:
                v[at.SEAT + claimant * at.STRIDE + at.LIGHT] = 0
        v[at.DAY] += days
        if self.journal is not None:
            event = {"kind": "calendar", "days": int(days), "round": int(min(v[at.DAY], self.tables.rounds))}
            event["first"] = int(v[at.FIRST])
            event["claimed"] = int(claimant)
            event["last"] = v[at.DAY] > self.tables.rounds
            self.tell(event)
        for day in range(days):
            self._turn_gears()
        if v[at.FOOD] == 4:
            v[at.PHASE] = at.OVER
            self.tell_end()
        else:
            self._begin_turn(v[at.FIRST])

    def _turn_gears(self) -> None:
        """Every worker rides one position on; past the last number it comes home. Dummies go round (R-54)."""
        v = self.v
        for gear in range(at.GEARS):
            ring: i64 = v[at.DUMMY + gear]
            if ring != 0:
                ring = ring << 1
                if ring & ~at.WHOLE[gear] != 0:
                    ring = (ring & at.WHOLE[gear]) | 1
                v[at.DUMMY + gear] = ring
            taken: i64 = ring
            for seat in range(self.seats):
                b: i64 = at.SEAT + seat * at.STRIDE
                on: i64 = v[b + at.ON + gear]
                if on != 0:
                    on = on << 1
                    if on & ~at.NUMBERED[gear] != 0:
                        on &= at.NUMBERED[gear]
                        v[b + at.HAND] += 1
                        if self.journal is not None:
                            self.tell({"kind": "fell", "seat": int(seat), "gear": int(gear)})
                    v[b + at.ON + gear] = on
                    taken |= on
            v[at.TAKEN + gear] = taken

    # ---------------------------------------------------------------- food days

    def _food_day(self) -> None:
        v = self.v
        index: i64 = v[at.FOOD]
        v[at.FOOD] += 1
        if self.journal is not None:
            self.tell({"kind": "food-day", "index": int(index + 1)})
        for seat in range(self.seats):
            self._feed(seat)
        if index == 1:
            # after feeding and before the rewards.
            v[at.AGE] = 2
            for slot in range(at.SLOTS):
                v[at.ROW + slot] = at.NONE
            if self.journal is not None:
                self.tell({"kind": "age"})
            self.fill_row()
        if index % 2 == 0:
            self._temple_gifts()
        else:
            self._temple_points(index // 2)

    def _feed(self, seat: i64) -> None:
        v = self.v
        b: i64 = at.SEAT + seat * at.STRIDE
        hungry: i64 = max(0, v[b + at.WORKERS] - v[b + at.FREE])
        each: i64 = max(0, self.tables.meal - v[b + at.DISCOUNT])
        fed: i64 = hungry if each == 0 else min(hungry, v[b + at.CORN] // each)
        v[b + at.CORN] -= fed * each
        score: i64 = v[b + at.SCORE]
        if fed < hungry:
            self.add_points(seat, -self.tables.hunger * (hungry - fed))
        if self.journal is not None:
            event = {"kind": "fed", "seat": int(seat), "corn": int(fed * each), "workers": int(v[b + at.WORKERS])}
            event["unfed"] = int(hungry - fed)
            event["lost"] = int(score - v[b + at.SCORE])
            self.tell(event)

    def _temple_gifts(self) -> None:
        """Mid-age: what is shown on the own step and on all below it."""
        v = self.v
        skulls: i64 = 0
        for seat in range(self.seats):
            skulls += self._gifts(seat, at.SKULL)
        # if there are too few skulls, no seat has one.
        last: i64 = at.SKULL if skulls <= v[at.RESERVE] else at.SKULL - 1
        for seat in range(self.seats):
            b: i64 = at.SEAT + seat * at.STRIDE
            got = [0, 0, 0, 0, 0]
            for material in range(at.CORN, last + 1):
                n = self._gifts(seat, material)
                v[b + material] += n
                got[material] = int(n)
                if material == at.SKULL:
                    v[at.RESERVE] -= n
            if self.journal is not None:
                gifts = {at.MATERIALS[m]: got[m] for m in range(5) if got[m]}
                each = [self._gifts_of(seat, temple, last) for temple in range(3)]
                self.tell({"kind": "gifts", "seat": int(seat), "goods": gifts, "temples": each})

    def _gifts(self, seat: i64, material: i64) -> i64:
        found: i64 = 0
        for temple in range(3):
            for step in range(self.v[at.SEAT + seat * at.STRIDE + at.STEP + temple] + 1):
                if self.tables.step_material[16 * temple + step] == material + 1:
                    found += 1
        return found

    def _gifts_of(self, seat: i64, temple: i64, last: i64) -> dict[str, int]:
        """What one temple gives to a seat, for the journal."""
        found: dict[str, int] = {}
        for step in range(self.v[at.SEAT + seat * at.STRIDE + at.STEP + temple] + 1):
            material: i64 = self.tables.step_material[16 * temple + step] - 1
            if 0 <= material <= last:
                name = at.MATERIALS[material]
                found[name] = found.get(name, 0) + 1
        return found

    def _temple_points(self, age: i64) -> None:
        """O-13: added up before a score stops at zero, or one temple after the other."""
        v = self.v
        for seat in range(self.seats):
            score: i64 = v[at.SEAT + seat * at.STRIDE + at.SCORE]
            if self.flags & at.TEMPLES_APART != 0:
                for temple in range(3):
                    self.add_points(seat, self.step_points_in(seat, temple) + self.highest_points_in(seat, temple, age))
            else:
                self.add_points(seat, self.step_points(seat) + self.highest_points(seat, age))
            if self.journal is not None:
                each = [
                    [int(self.step_points_in(seat, temple)), int(self.highest_points_in(seat, temple, age))]
                    for temple in range(3)
                ]
                event: dict[str, Any] = {"kind": "devotion", "seat": int(seat), "temples": each}
                event["steps"] = int(self.step_points(seat))
                event["highest"] = int(self.highest_points(seat, age))
                event["n"] = int(v[at.SEAT + seat * at.STRIDE + at.SCORE] - score)
                self.tell(event)

    # ---------------------------------------------------------------- the contract

    def owes(self, seat: i64) -> bool:
        phase: i64 = self.v[at.PHASE]
        if phase == at.WEALTH:
            return self.v[at.SEAT + seat * at.STRIDE + at.CHOICE] == at.NONE
        return phase == at.PLAY and self.v[at.ACTIVE] == seat

    def actor(self) -> i64:
        v = self.v
        if v[at.PHASE] == at.PLAY:
            return v[at.ACTIVE]
        if v[at.PHASE] == at.WEALTH:
            for seat in range(self.seats):
                if v[at.SEAT + seat * at.STRIDE + at.CHOICE] == at.NONE:
                    return seat
        return at.NONE

    def legal(self, seat: i64) -> vec[i64]:
        v = self.v
        if not self.owes(seat):
            return vec[i64]()
        if v[at.PHASE] == at.WEALTH:
            out = vec[i64](capacity=6)
            for pair in range(6):
                out = append(out, at.KEEP + pair)
            return out
        frame: i64 = v[at.STACK + v[at.DEPTH] - 1]
        kind: i64 = frame & 31
        if kind == at.TURN:
            return self._turn_choices()
        if kind == at.DAYS:
            out = vec[i64](capacity=2)
            out = append(out, at.ONE_DAY)
            return append(out, at.TWO_DAYS)
        return self.choices(kind, (frame >> 5) & 63, frame >> 11)

    def apply(self, seat: i64, move: i64) -> None:
        v = self.v
        if self.journal is not None:
            self.journal_start = len(self.journal)
        if v[at.PHASE] == at.WEALTH:
            self.keep(seat, move - at.KEEP)
            return
        frame: i64 = v[at.STACK + v[at.DEPTH] - 1]
        kind: i64 = frame & 31
        if kind == at.TURN:
            if move >= at.PICK and move < at.END:
                self._pick(move)
                self.resolve()
            elif move >= at.PLACE and move <= at.SPACE:
                self._place(move - at.PLACE)
            elif move == at.END:
                v[at.DEPTH] -= 1
                self._end_turn()
            else:
                self._beg(move - at.BEG)
            return
        v[at.DEPTH] -= 1
        if kind == at.DAYS:
            self._turn_calendar(move - at.ONE_DAY + 1)
            return
        self.choose(kind, (frame >> 5) & 63, frame >> 11, move)
        self.resolve()

    def reason(self, seat: i64, move: i64) -> str:
        return refusals.reason(self, seat, move)

    def nested(self, seat: i64) -> bool:
        kind: i64 = self.v[at.STACK + self.v[at.DEPTH] - 1] & 31
        return self.v[at.PHASE] == at.PLAY and kind != at.TURN and kind != at.DAYS

    def closing(self, seat: i64) -> i64:
        if self.v[at.PHASE] != at.PLAY or self.v[at.STACK + self.v[at.DEPTH] - 1] & 31 == at.DAYS:
            return at.NONE
        return at.END

    def copy(self) -> Tzolkin:
        other = Tzolkin(self.game, self.seats, self.luck.copy(), self.tables, self.options, self.flags, self.v[:])
        other.settled = self.settled
        return other


def blank(game: Any, seats: i64, luck: Luck, tables: at.Tables, options: Mapping[str, str], rules: int) -> Tzolkin:
    """A state with nothing in it; `start` deals, `restore` fills it."""
    flags: i64 = at.SELL_FIRST if rules == 1 else 0
    for name, flag in at.FLAGS.items():
        # A position from before an option was there has been played as its default.
        default = game.options[name].default
        if options.get(name, default) != default:
            flags |= flag
    return Tzolkin(game, seats, luck, tables, options, flags, at.BLANK[:])
