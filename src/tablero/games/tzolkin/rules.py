"""Tzolk'in: the course of the game. Set-up, turns, the calendar, food days and the end; effects are in effects.py.

Sections follow the order of play. `# R-n` names the numbered reading of the rules that a line follows; the guide and
the tests use the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.core.result import Result
from tablero.games.tzolkin import reasons, shown
from tablero.games.tzolkin.effects import Effects
from tablero.games.tzolkin.layout import (
    ACTION, ACTIVE, AGE, BEG, BEST_TEMPLE, BIT, BLANK, BLOCK_VALUE, BUILT, BY_WORKERS, CHICHEN, CHOICE, CLAIMED,
    CORN, CORN_TILES, DAY, DAYS, DEALT, DECK, DEPTH, DISCOUNT, DRAWN, DUMMIES_BLOCK, DUMMY, END, FIRST, FIRST_PICK,
    FOOD, FREE, FULL_TRACKS, GEARS, GIVE, GROUPS, HAND, JUNGLE, KEEP, KEPT, LEVEL, LIGHT, MATERIALS, MERCY, MODE,
    MONUMENTS, MONUMENT_ROW, NEGATIVE, NONE, NO_LEAP_AT_END, NUMBERED, OFFERED, ON, ONE_DAY, OVER, PAIR_A, PAIR_B,
    PER_CATEGORY, PER_CONSTRUCTION, PER_CORN_TILE, PER_LEVEL, PER_MONUMENT, PER_WOOD_TILE, PHASE, PICK, PICKING,
    PILE, PLACE, PLACED, PLACING, PLAY, RESERVE, ROUND, ROW, RUN, SCORE, SEAT, SKULL, SLOTS, SPACE, STACK, STEP,
    STEPS_AGAIN, STRIDE, SURCHARGE, TAKEN, TURN, TURNS, TWO_DAYS, UNDECIDED, UNSEEN, WEALTH, WHICH, WHOLE,
    WHOLE_POINTS, WOOD, WOOD_TILES, WORKERS, Tables, count,
)  # fmt: skip


class Tzolkin(Effects):
    """One position of Tzolk'in."""

    # ---------------------------------------------------------------- set-up

    def start(self) -> None:
        """Buildings and monuments, wealth tiles, unassigned workers; then everybody chooses two tiles in secret."""
        n = self.seats
        v = self.v
        monuments, fields, dummies = self.tables.by_seats[int(n)]
        v[RESERVE] = self.tables.skulls
        v[DAY] = 1
        v[DECK] = self.tables.age_1
        v[DECK + 1] = self.tables.age_2
        v[CLAIMED] = NONE
        self._fill_row()
        left: i64 = BIT[len(self.tables.monument_ids)] - 1
        for slot in range(SLOTS):
            v[MONUMENT_ROW + slot] = NONE
            if slot < monuments:
                tile = self._draw(left)
                left ^= BIT[tile]
                v[MONUMENT_ROW + slot] = tile
        for group in range(GROUPS):
            # The first group has corn only; the others have wood on top of it.
            v[JUNGLE + 2 * group + (1 if group == 0 else 0)] = fields
        v[UNSEEN] = BIT[len(self.tables.wealth_ids)] - 1
        for seat in range(n):
            b: i64 = SEAT + seat * STRIDE
            v[b + HAND] = 3
            v[b + WORKERS] = 3
            v[b + LIGHT] = 1
            v[b + CHOICE] = NONE
            for temple in range(3):
                v[b + STEP + temple] = 1
            for k in range(4):
                tile = self._draw(v[UNSEEN])
                v[UNSEEN] ^= BIT[tile]
                v[b + DEALT + k] = tile
        self._place_dummies(dummies)
        v[FIRST] = self.luck.below(n)
        self.settled += 1
        if self.journal is not None:
            self.journal.append({"kind": "start", "first": int(v[FIRST])})
            for seat in range(n):
                tiles = [self.tables.wealth_ids[v[SEAT + seat * STRIDE + DEALT + k]] for k in range(4)]
                self.journal.append({"kind": "dealt", "seat": int(seat), "tiles": tiles, "to": int(seat)})

    def _draw(self, tiles: i64) -> i64:
        """One of these tiles, each equally likely."""
        k = self.luck.below(count(tiles))
        while k > 0:
            tiles &= tiles - 1
            k -= 1
        return WHICH[(tiles & -tiles) % 37]

    def _place_dummies(self, dummies: i64) -> None:
        """R-1 to R-4: undealt wealth tiles say where; a gear's first one has another on the opposite position."""
        v = self.v
        while dummies > 0:
            tile = self._draw(v[UNSEEN])
            v[UNSEEN] ^= BIT[tile]
            v[DRAWN] |= BIT[tile]
            gear: i64 = self.tables.wealth_gear[tile]
            position: i64 = self.tables.wealth_position[tile]
            first: bool = v[DUMMY + gear] == 0
            v[DUMMY + gear] |= BIT[position]
            dummies -= 1
            if first and gear != CHICHEN and dummies > 0:
                v[DUMMY + gear] |= BIT[(position + 5) % 10]
                dummies -= 1
        for gear in range(GEARS):
            v[TAKEN + gear] = v[DUMMY + gear]

    def _fill_row(self) -> None:
        """New buildings of the current age into the empty places, while there are any."""
        v = self.v
        if v[AGE] == 0:
            v[AGE] = 1
            for slot in range(SLOTS):
                v[ROW + slot] = NONE
        at: i64 = DECK + v[AGE] - 1
        for slot in range(SLOTS):
            if v[ROW + slot] == NONE and v[at] != 0:
                tile = self._draw(v[at])
                v[at] ^= BIT[tile]
                v[ROW + slot] = tile
                if self.journal is not None:
                    tile_id = self.tables.building_ids[tile]
                    self.journal.append({"kind": "drawn", "tile": tile_id, "slot": int(slot)})

    def _keep(self, seat: i64, pair: i64) -> None:
        v = self.v
        v[SEAT + seat * STRIDE + CHOICE] = pair
        if self.journal is not None:
            self.journal.append({"kind": "kept", "seat": int(seat), "to": int(seat), "tiles": self._kept_ids(seat)})
        for other in range(self.seats):
            if v[SEAT + other * STRIDE + CHOICE] == NONE:
                return
        self._reveal_wealth()

    def _kept_ids(self, seat: i64) -> list[str]:
        b: i64 = SEAT + seat * STRIDE
        pair: i64 = self.v[b + CHOICE]
        tiles = (self.v[b + DEALT + PAIR_A[pair]], self.v[b + DEALT + PAIR_B[pair]])
        return [self.tables.wealth_ids[tile] for tile in tiles]

    def _reveal_wealth(self) -> None:
        """Everybody shows the two tiles kept and has what they bring; the others go back unseen."""
        v = self.v
        self.settled += 1
        v[PHASE] = PLAY
        if self.journal is not None:
            for seat in range(self.seats):
                self.journal.append({"kind": "wealth", "seat": int(seat), "tiles": self._kept_ids(seat)})
        for seat in range(self.seats):
            b: i64 = SEAT + seat * STRIDE
            pair: i64 = v[b + CHOICE]
            v[b + KEPT] = BIT[v[b + DEALT + PAIR_A[pair]]] | BIT[v[b + DEALT + PAIR_B[pair]]]
            for k in range(4):
                v[b + DEALT + k] = NONE
        v[UNSEEN] = 0
        self.push(ROUND, 0, 0)
        for seat in range(self.seats - 1, -1, -1):
            self.push(GIVE, seat, 0)
        self.resolve()

    def proceed(self, kind: i64, a: i64) -> None:
        v = self.v
        if kind == GIVE:
            v[ACTIVE] = a
            tiles: i64 = v[SEAT + a * STRIDE + KEPT]
            while tiles != 0:
                low: i64 = tiles & -tiles
                tiles ^= low
                self.push(RUN, 0, self.tables.wealth[WHICH[low % 37]])
        else:
            self._begin_turn(v[FIRST])

    # ---------------------------------------------------------------- a turn

    def _begin_turn(self, seat: i64) -> None:
        v = self.v
        v[ACTIVE] = seat
        v[MODE] = UNDECIDED
        v[PLACED] = 0
        self.push(TURN, 0, 0)

    def price(self, gear: i64) -> i64:
        """The corn for a worker on the lowest empty position of a gear (5: the starting-player space), surcharge
        included; -1 when there is no room."""
        v = self.v
        extra: i64 = SURCHARGE[v[PLACED]] if v[PLACED] < 6 else 0
        if gear == GEARS:
            return extra if v[CLAIMED] == NONE else NONE
        empty: i64 = ~v[TAKEN + gear] & NUMBERED[gear]
        if empty == 0:
            return NONE
        return WHICH[(empty & -empty) % 37] + extra

    def _turn_choices(self) -> vec[i64]:
        v = self.v
        b = self.at()
        out = vec[i64](capacity=24)
        mode: i64 = v[MODE]
        corn: i64 = v[b + CORN]
        if mode == UNDECIDED and corn <= 2:
            for temple in range(3):
                if v[b + STEP + temple] > 0:
                    out = append(out, BEG + temple)
        if mode <= PLACING and v[b + HAND] > 0:
            for gear in range(GEARS + 1):
                price = self.price(gear)
                if 0 <= price <= corn:
                    out = append(out, PLACE + gear)
        if mode == UNDECIDED or mode == PICKING:
            for gear in range(GEARS):
                mine: i64 = v[b + ON + gear]
                while mine != 0:
                    low: i64 = mine & -mine
                    mine ^= low
                    out = append(out, FIRST_PICK[gear] + WHICH[low % 37])
        if mode != UNDECIDED:
            out = append(out, END)
        elif len(out) == 0:
            # R-15: the gods' mercy. Nothing can be paid, nothing picked up and no temple step given for corn.
            cheapest: i64 = 99
            for gear in range(GEARS + 1):
                price = self.price(gear)
                if 0 <= price < cheapest:
                    cheapest = price
            for gear in range(GEARS + 1):
                if self.price(gear) == cheapest:
                    out = append(out, PLACE + gear)
        return out

    def _beg(self, temple: i64) -> None:
        v = self.v
        b = self.at()
        if self.journal is not None:
            self.did("begged", n=int(3 - v[b + CORN]))
        v[b + CORN] = 3
        self.descend(temple)

    def _place(self, gear: i64) -> None:
        v = self.v
        b = self.at()
        price = self.price(gear)
        v[MODE] = PLACING
        if price > v[b + CORN]:
            v[MODE] = MERCY
            price = v[b + CORN]
        v[b + CORN] -= price
        v[b + HAND] -= 1
        v[PLACED] += 1
        if gear == GEARS:
            v[CLAIMED] = v[ACTIVE]
            if self.journal is not None:
                self.did("claimed", corn=int(price))
            return
        empty: i64 = ~v[TAKEN + gear] & NUMBERED[gear]
        low: i64 = empty & -empty
        v[TAKEN + gear] |= low
        v[b + ON + gear] |= low
        if self.journal is not None:
            mercy = v[MODE] == MERCY
            self.did("placed", gear=int(gear), position=int(WHICH[low % 37]), corn=int(price), mercy=mercy)

    def _pick(self, move: i64) -> None:
        v = self.v
        b = self.at()
        gear: i64 = min((move - PICK) // 8, CHICHEN)
        position: i64 = move - FIRST_PICK[gear]
        v[MODE] = PICKING
        v[TAKEN + gear] ^= BIT[position]
        v[b + ON + gear] ^= BIT[position]
        v[b + HAND] += 1
        if self.journal is not None:
            self.did("picked", gear=int(gear), position=int(position))
        self.push(ACTION, gear, position)

    def _end_turn(self) -> None:
        """The corn of the starting-player space, new buildings, then the next seat."""
        v = self.v
        self.settled += 1
        if self.journal is not None:
            self.did("turn-over")
        if v[CLAIMED] == v[ACTIVE] and v[PILE] > 0:
            # it arrives after the turn.
            self.gain(CORN, v[PILE])
            v[PILE] = 0
        self._fill_row()
        v[TURNS] += 1
        if v[TURNS] < self.seats:
            self._begin_turn((v[ACTIVE] + 1) % self.seats)
        else:
            self._end_round()

    # ---------------------------------------------------------------- the end of a round

    def _end_round(self) -> None:
        v = self.v
        v[TURNS] = 0
        if v[DAY] >= self.tables.food_days[v[FOOD]]:
            self._food_day()
        if v[CLAIMED] != NONE and self.may_leap(v[CLAIMED]):
            v[ACTIVE] = v[CLAIMED]
            self.push(DAYS, 0, 0)
        else:
            self._turn_calendar(1)

    def may_leap(self, seat: i64) -> bool:
        """Whether two days may pass: nobody's worker may fall off a gear because of the second one."""
        v = self.v
        if v[SEAT + seat * STRIDE + LIGHT] == 0 or v[FOOD] == 4:
            return False
        if self.flags & NO_LEAP_AT_END != 0 and v[DAY] + 1 >= self.tables.rounds:
            return False
        for gear in range(GEARS):
            # The last position but one; on the last one a worker leaves anyway.
            edge: i64 = BIT[9] if gear == CHICHEN else BIT[6]
            held: i64 = v[TAKEN + gear]
            if self.flags & DUMMIES_BLOCK == 0:
                held &= ~v[DUMMY + gear]
            if held & edge != 0:
                return False
        return True

    def _turn_calendar(self, days: i64) -> None:
        v = self.v
        claimant: i64 = v[CLAIMED]
        self.settled += 1
        if claimant == NONE:
            v[PILE] += 1
        else:
            v[SEAT + claimant * STRIDE + HAND] += 1
            v[CLAIMED] = NONE
            # the holder of the marker gives it to the left.
            v[FIRST] = claimant if v[FIRST] != claimant else (claimant + 1) % self.seats
            if days == 2:
                v[SEAT + claimant * STRIDE + LIGHT] = 0
        v[DAY] += days
        if self.journal is not None:
            event = {"kind": "calendar", "days": int(days), "round": int(min(v[DAY], self.tables.rounds))}
            event["first"] = int(v[FIRST])
            event["claimed"] = int(claimant)
            event["last"] = v[DAY] > self.tables.rounds
            self.journal.append(event)
        for _ in range(days):
            self._turn_gears()
        if v[FOOD] == 4:
            v[PHASE] = OVER
            self._tell_end()
        else:
            self._begin_turn(v[FIRST])

    def _turn_gears(self) -> None:
        """Every worker rides one position on; past the last number it comes home. Dummies go round (R-54)."""
        v = self.v
        for gear in range(GEARS):
            ring: i64 = v[DUMMY + gear]
            if ring != 0:
                ring = ring << 1
                if ring & ~WHOLE[gear] != 0:
                    ring = (ring & WHOLE[gear]) | 1
                v[DUMMY + gear] = ring
            taken: i64 = ring
            for seat in range(self.seats):
                at: i64 = SEAT + seat * STRIDE
                on: i64 = v[at + ON + gear]
                if on != 0:
                    on = on << 1
                    if on & ~NUMBERED[gear] != 0:
                        on &= NUMBERED[gear]
                        v[at + HAND] += 1
                        if self.journal is not None:
                            self.journal.append({"kind": "fell", "seat": int(seat), "gear": int(gear)})
                    v[at + ON + gear] = on
                    taken |= on
            v[TAKEN + gear] = taken

    # ---------------------------------------------------------------- food days

    def _food_day(self) -> None:
        v = self.v
        index: i64 = v[FOOD]
        v[FOOD] += 1
        if self.journal is not None:
            self.journal.append({"kind": "food-day", "index": int(index + 1)})
        for seat in range(self.seats):
            self._feed(seat)
        if index == 1:
            # after feeding and before the rewards.
            v[AGE] = 2
            for slot in range(SLOTS):
                v[ROW + slot] = NONE
            if self.journal is not None:
                self.journal.append({"kind": "age"})
            self._fill_row()
        if index % 2 == 0:
            self._temple_gifts()
        else:
            self._temple_points(index // 2)

    def due(self, seat: i64) -> i64:
        """The corn that a seat's workers need on a food day."""
        b: i64 = SEAT + seat * STRIDE
        v = self.v
        return max(0, v[b + WORKERS] - v[b + FREE]) * max(0, 2 - v[b + DISCOUNT])

    def _feed(self, seat: i64) -> None:
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        hungry: i64 = max(0, v[b + WORKERS] - v[b + FREE])
        each: i64 = max(0, 2 - v[b + DISCOUNT])
        fed: i64 = hungry if each == 0 else min(hungry, v[b + CORN] // each)
        v[b + CORN] -= fed * each
        score: i64 = v[b + SCORE]
        if fed < hungry:
            self.add_points(seat, -3 * (hungry - fed))
        if self.journal is not None:
            event = {"kind": "fed", "seat": int(seat), "corn": int(fed * each), "unfed": int(hungry - fed)}
            event["lost"] = int(score - v[b + SCORE])
            self.journal.append(event)

    def _temple_gifts(self) -> None:
        """Mid-age: what is shown on the own step and on all below it."""
        v = self.v
        skulls: i64 = 0
        for seat in range(self.seats):
            skulls += self._gifts(seat, SKULL)
        # if there are too few skulls, nobody has one.
        last: i64 = SKULL if skulls <= v[RESERVE] else SKULL - 1
        for seat in range(self.seats):
            b: i64 = SEAT + seat * STRIDE
            got = [0, 0, 0, 0, 0]
            for material in range(CORN, last + 1):
                n = self._gifts(seat, material)
                v[b + material] += n
                got[material] = int(n)
                if material == SKULL:
                    v[RESERVE] -= n
            if self.journal is not None:
                gifts = {MATERIALS[m]: got[m] for m in range(5) if got[m]}
                self.journal.append({"kind": "gifts", "seat": int(seat), "goods": gifts})

    def _gifts(self, seat: i64, material: i64) -> i64:
        found: i64 = 0
        for temple in range(3):
            for step in range(self.v[SEAT + seat * STRIDE + STEP + temple] + 1):
                if self.tables.step_material[16 * temple + step] == material + 1:
                    found += 1
        return found

    def step_points(self, seat: i64) -> i64:
        """The points of the steps on which a seat stands."""
        b: i64 = SEAT + seat * STRIDE
        found: i64 = 0
        for temple in range(3):
            found += self.tables.step_points[16 * temple + self.v[b + STEP + temple]]
        return found

    def highest_points(self, seat: i64, age: i64) -> i64:
        """What a seat has for standing highest at the end of an age (0 or 1); R-47: half of it when it shares that."""
        v = self.v
        found: i64 = 0
        for temple in range(3):
            own: i64 = v[SEAT + seat * STRIDE + STEP + temple]
            alone = True
            best = True
            for other in range(self.seats):
                if other != seat:
                    step: i64 = v[SEAT + other * STRIDE + STEP + temple]
                    if step > own:
                        best = False
                    elif step == own:
                        alone = False
            if best:
                bonus: i64 = self.tables.highest[2 * temple + age]
                found += bonus if alone else bonus // 2
        return found

    def _temple_points(self, age: i64) -> None:
        for seat in range(self.seats):
            steps = self.step_points(seat)
            highest = self.highest_points(seat, age)
            self.add_points(seat, steps + highest)
            if self.journal is not None:
                event = {"kind": "devotion", "seat": int(seat), "steps": int(steps), "highest": int(highest)}
                self.journal.append(event)

    # ---------------------------------------------------------------- the end

    def monument_points(self, seat: i64, tile: i64) -> i64:
        """What a monument is worth to a seat now."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        tables = self.tables
        way: i64 = tables.monument_way[tile]
        each: i64 = tables.monument_each[tile]
        if way == PER_CATEGORY:
            c: i64 = tables.monument_category[tile]
            built: i64 = count(v[b + BUILT] & tables.category_bits[c])
            return each * (built + count(v[b + MONUMENTS] & tables.monument_category_bits[c]))
        if way == PER_CONSTRUCTION:
            return each * (count(v[b + BUILT]) + count(v[b + MONUMENTS]))
        if way == PER_MONUMENT:
            standing: i64 = 0
            for other in range(self.seats):
                standing += count(v[SEAT + other * STRIDE + MONUMENTS])
            return tables.monument_scale[8 * tile + self.seats] * standing
        if way == PER_CORN_TILE:
            return each * v[b + CORN_TILES]
        if way == PER_WOOD_TILE:
            return each * v[b + WOOD_TILES]
        if way == FULL_TRACKS:
            full: i64 = 0
            for track in range(4):
                if v[b + LEVEL + track] == 3:
                    full += 1
            return tables.monument_scale[8 * tile + full]
        if way == PER_LEVEL:
            return each * (v[b + LEVEL] + v[b + LEVEL + 1] + v[b + LEVEL + 2] + v[b + LEVEL + 3])
        if way == BY_WORKERS:
            return tables.monument_scale[8 * tile + v[b + WORKERS]]
        if way == STEPS_AGAIN:
            return self.step_points(seat)
        if way == BEST_TEMPLE:
            return each * max(0, max(v[b + STEP], max(v[b + STEP + 1], v[b + STEP + 2])) - 1)
        return each * count(v[OFFERED])

    def tally(self, seat: i64) -> i64:
        """The score of a seat if the game ended now, in quarters of a point."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        corn: i64 = v[b + CORN]
        for r in range(3):
            corn += BLOCK_VALUE[r] * v[b + WOOD + r]
        if self.flags & WHOLE_POINTS != 0:
            corn -= corn % 4
        points: i64 = v[b + SCORE] + 3 * v[b + SKULL] + self._monuments(seat)
        total: i64 = 4 * points + corn
        return total if total >= 0 or self.flags & NEGATIVE != 0 else 0

    def _monuments(self, seat: i64) -> i64:
        """What the monuments of a seat are worth now."""
        points: i64 = 0
        tiles: i64 = self.v[SEAT + seat * STRIDE + MONUMENTS]
        while tiles != 0:
            low: i64 = tiles & -tiles
            tiles ^= low
            points += self.monument_points(seat, WHICH[low % 37])
        return points

    def on_gears(self, seat: i64) -> i64:
        b: i64 = SEAT + seat * STRIDE + ON
        v = self.v
        return count(v[b]) + count(v[b + 1]) + count(v[b + 2]) + count(v[b + 3]) + count(v[b + 4])

    def standing(self) -> vec[i64]:
        """The points scored and those of the monuments. Goods become points at the end, in quarters, which `tally`
        knows."""
        v = self.v
        out = vec[i64]()
        for seat in range(self.seats):
            if v[PHASE] == OVER:
                out = append(out, self.tally(seat) // 4)
            else:
                out = append(out, v[SEAT + seat * STRIDE + SCORE] + self._monuments(seat))
        return out

    def result(self) -> Result | None:
        """Quarters count; then workers left on the gears; then the win is shared (R-58)."""
        if self.v[PHASE] != OVER:
            return None
        exact = [(int(self.tally(seat)), int(self.on_gears(seat))) for seat in range(self.seats)]
        ranks = tuple([1 + sum([other > own for other in exact]) for own in exact])
        winners = tuple([seat for seat in range(len(ranks)) if ranks[seat] == 1])
        return Result(tuple([quarters // 4 for quarters, _ in exact]), ranks, winners, "the calendar has come round")

    def _tell_end(self) -> None:
        if self.journal is None:
            return
        v = self.v
        for seat in range(self.seats):
            b: i64 = SEAT + seat * STRIDE
            tiles: i64 = v[b + MONUMENTS]
            for tile in range(len(self.tables.monument_ids)):
                if tiles & BIT[tile] != 0:
                    event = {"kind": "counted", "seat": int(seat), "tile": self.tables.monument_ids[tile]}
                    event["n"] = int(self.monument_points(seat, tile))
                    event["seats"] = int(self.seats)
                    self.journal.append(event)
            left = {MATERIALS[m]: int(v[b + m]) for m in range(5) if v[b + m] > 0}
            worth: i64 = self.tally(seat) - 4 * (v[b + SCORE] + self._monuments(seat))
            if left:
                self.journal.append({"kind": "left", "seat": int(seat), "goods": left, "quarters": int(worth)})
            self.journal.append({"kind": "total", "seat": int(seat), "quarters": int(self.tally(seat))})
        result = self.result()
        assert result is not None
        self.journal.append({"kind": "end", "scores": list(result.scores), "winners": list(result.winners)})

    # ---------------------------------------------------------------- the contract

    def owes(self, seat: i64) -> bool:
        phase: i64 = self.v[PHASE]
        if phase == WEALTH:
            return self.v[SEAT + seat * STRIDE + CHOICE] == NONE
        return phase == PLAY and self.v[ACTIVE] == seat

    def actor(self) -> i64:
        v = self.v
        if v[PHASE] == PLAY:
            return v[ACTIVE]
        if v[PHASE] == WEALTH:
            for seat in range(self.seats):
                if v[SEAT + seat * STRIDE + CHOICE] == NONE:
                    return seat
        return NONE

    def legal(self, seat: i64) -> vec[i64]:
        v = self.v
        if not self.owes(seat):
            return vec[i64]()
        if v[PHASE] == WEALTH:
            out = vec[i64](capacity=6)
            for pair in range(6):
                out = append(out, KEEP + pair)
            return out
        frame: i64 = v[STACK + v[DEPTH] - 1]
        kind: i64 = frame & 31
        if kind == TURN:
            return self._turn_choices()
        if kind == DAYS:
            out = vec[i64](capacity=2)
            out = append(out, ONE_DAY)
            return append(out, TWO_DAYS)
        return self.choices(kind, (frame >> 5) & 63, frame >> 11)

    def apply(self, seat: i64, move: i64) -> None:
        v = self.v
        if v[PHASE] == WEALTH:
            self._keep(seat, move - KEEP)
            return
        frame: i64 = v[STACK + v[DEPTH] - 1]
        kind: i64 = frame & 31
        if kind == TURN:
            if move >= PICK and move < END:
                self._pick(move)
                self.resolve()
            elif move >= PLACE and move <= SPACE:
                self._place(move - PLACE)
            elif move == END:
                v[DEPTH] -= 1
                self._end_turn()
            else:
                self._beg(move - BEG)
            return
        v[DEPTH] -= 1
        if kind == DAYS:
            self._turn_calendar(move - ONE_DAY + 1)
            return
        self.choose(kind, (frame >> 5) & 63, frame >> 11, move)
        self.resolve()

    def why_not(self, seat: int, move: int) -> str | None:
        if 0 <= seat < self.seats:
            found = self.legal(seat)
            for i in range(len(found)):
                if found[i] == move:
                    return None
        return reasons.reason(self, seat, move)

    def observed(self, seat: i64, mover: i64, move: i64) -> i64:
        return NONE if self.v[PHASE] == WEALTH and seat != mover else move

    def copy(self) -> Tzolkin:
        other = Tzolkin(self.game, self.seats, self.luck.copy(), self.tables, self.options, self.flags, self.v[:])
        other.settled = self.settled
        return other

    def reopen(self, seat: i64) -> None:
        if self.v[PHASE] == WEALTH:
            for other in range(self.seats):
                if other != seat:
                    self.v[SEAT + other * STRIDE + CHOICE] = NONE

    def imagine(self, seat: i64, luck: Luck) -> Tzolkin:
        """The others' wealth tiles and choices and all luck to come are dealt anew."""
        other = self.copy()
        other.luck = Luck(luck.next() | 1, luck.next(), luck.next(), luck.next())
        v = other.v
        if v[PHASE] != WEALTH:
            return other
        left: i64 = v[UNSEEN]
        for rival in range(self.seats):
            if rival != seat:
                for k in range(4):
                    left |= BIT[v[SEAT + rival * STRIDE + DEALT + k]]
        for rival in range(self.seats):
            if rival != seat:
                b: i64 = SEAT + rival * STRIDE
                for k in range(4):
                    tile = other._draw(left)
                    left ^= BIT[tile]
                    v[b + DEALT + k] = tile
                if v[b + CHOICE] != NONE:
                    v[b + CHOICE] = other.luck.below(6)
        v[UNSEEN] = left
        return other

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Everything is read from a copy in which the others' secrets have been taken back: nothing can leak."""
        known = self.copy()
        if self.v[PHASE] == WEALTH:
            for other in range(self.seats):
                if seat is None or other != seat:
                    for k in range(4):
                        known.v[SEAT + other * STRIDE + DEALT + k] = NONE
            known.v[UNSEEN] = 0
        known.reopen(NONE if seat is None else seat)
        return shown.view(known, seat, [bool(not self.owes(s)) for s in range(self.seats)], self.actors())

    def dump(self) -> dict[str, Any]:
        return shown.dump(self)

    def restore(self, dump: Mapping[str, Any]) -> None:
        """Fill a blank state with a dumped position."""
        self.settled = dump["settled"]
        flat = shown.flat(dump)
        for i in range(len(flat)):
            self.v[i64(i)] = flat[i]


def blank(game: Any, seats: i64, luck: Luck, tables: Tables, options: Mapping[str, str], flags: i64) -> Tzolkin:
    """A state with nothing in it; `start` deals, `restore` fills it."""
    return Tzolkin(game, seats, luck, tables, options, flags, BLANK[:])
