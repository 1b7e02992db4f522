"""Tzolk'in: what spaces and tiles do. One function reads their programs; what asks for a decision becomes a frame."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.games.tzolkin import layout as at
from tablero.games.tzolkin.scoring import Scoring


class Effects(Scoring):
    """A position's stack of choices within a turn, and everything that workers and tiles bring."""

    # ---------------------------------------------------------------- the stack of choices

    def resolve(self) -> None:
        """Go on until a seat has to decide. A choice with nothing to choose but to leave it is left."""
        v = self.v
        while v[at.DEPTH] > 0:
            frame: i64 = v[at.STACK + v[at.DEPTH] - 1]
            kind: i64 = frame & 31
            if kind == at.RUN:
                v[at.DEPTH] -= 1
                self.run(frame >> 11)
            elif kind == at.ADVANCE:
                v[at.DEPTH] -= 1
                self.advance((frame >> 5) & 63)
            elif kind > at.ADVANCE:
                v[at.DEPTH] -= 1
                self.proceed(kind, (frame >> 5) & 63)
            elif self._leaves_no_choice(kind, (frame >> 5) & 63, frame >> 11):
                v[at.DEPTH] -= 1
                if kind == at.ACTION and self.journal is not None:
                    self.did("no-action", gear=int((frame >> 5) & 63), position=int(frame >> 11))
            else:
                return

    def proceed(self, kind: i64, a: i64) -> None:
        """A frame of the round rather than of a turn."""
        raise NotImplementedError

    def _leaves_no_choice(self, kind: i64, a: i64, b: i64) -> bool:
        if kind == at.TRACK:
            return b & 2 != 0 and self.cheapest_advance() > self.blocks()
        if kind == at.BUILD:
            return a & at.OPTIONAL != 0 and not self.can_build(a, self.v[self.own() + at.CORN])
        if kind == at.ANY:
            return self.v[self.own() + at.CORN] < b
        if kind == at.OFFERING:
            return self.blocks() == 0
        if kind == at.ACTION:
            return not self._can_act(a, b)
        if kind == at.MARKET:
            return len(self._market_choices(a)) == 1
        return False

    # ---------------------------------------------------------------- programs

    def run(self, pc: i64) -> None:
        """One step of a program; the rest waits below whatever this step asks for."""
        code = self.tables.code
        op: i64 = code[pc]
        n: i64 = code[pc + 1]
        m: i64 = code[pc + 2]
        if op == at.STOP:
            return
        if code[pc + 3] != at.STOP:
            self.push(at.RUN, 0, pc + 3)
        if not self._brings(op, n, m):
            self._asks(op, n, m)

    def _brings(self, op: i64, n: i64, m: i64) -> bool:
        """What a step brings at once, if it is such a step."""
        v = self.v
        b = self.own()
        if op == at.GAIN:
            self.gain(m, n)
        elif op == at.MINE:
            self.gain(m, n + self.mining_bonus(b, m))
        elif op == at.FISH:
            self.gain(at.CORN, n + (1 if v[b + at.LEVEL + at.AGRICULTURE] >= 2 else 0))
        elif op == at.POINTS:
            self.score(n, m)
        elif op == at.RISE:
            for k in range(n):
                self.climb(m)
        elif op == at.LEARN:
            for k in range(n):
                self.push(at.ADVANCE, m, 0)
        elif op == at.RECRUIT:
            self.recruit(n)
        elif op == at.FEED:
            v[b + at.FREE] += n
        elif op == at.SPARE:
            v[b + at.DISCOUNT] += n
        else:
            return False
        return True

    def _asks(self, op: i64, n: i64, m: i64) -> None:
        """What a step takes or asks for."""
        v = self.v
        b = self.own()
        if op == at.RISE_ANY:
            self.push(at.TEMPLE, 0, n)
        elif op == at.LEARN_ANY:
            self.push(at.TRACK, n, 0)
        elif op == at.STUDY:
            self.push(at.TRACK, n, 1)
        elif op == at.REAP:
            self.push(at.HARVEST, n, 0)
        elif op == at.RAISING:
            if n & at.OPTIONAL != 0 and self.flags & at.PLAIN_TOMB != 0:
                n |= at.NO_ARCHITECTURE
            self.push(at.BUILD, n, 0)
        elif op == at.TRADE:
            self.push(at.MARKET, 0, 0)
        elif op == at.PAY_CORN:
            v[b + at.CORN] -= n
            if self.journal is not None:
                self.did("paid", n=int(n))
        elif op == at.PAY_BLOCKS:
            self.push(at.PAY, n, 0)
        elif op == at.CHOOSE_BLOCKS:
            self.push(at.TAKE, n, 0)
        elif op == at.OFFER_SKULL:
            v[b + at.SKULL] -= 1
            v[at.OFFERED] |= at.BIT[n]
            if self.journal is not None:
                self.did("skull", space=int(n))
        elif op == at.OFFER_MORE:
            if v[b + at.LEVEL + at.THEOLOGY] >= 2:
                self.push(at.OFFERING, 0, 0)
        elif op == at.COPYING:
            self.push(at.ANY, n, m)

    def mining_bonus(self, b: i64, material: i64) -> i64:
        """Extraction for wood, stone and gold, theology for skulls; corn gets nothing."""
        v = self.v
        if material == at.SKULL:
            return 1 if v[b + at.LEVEL + at.THEOLOGY] >= 3 else 0
        if material == at.CORN:
            return 0
        return 1 if v[b + at.LEVEL + at.EXTRACTION] >= material else 0

    # ---------------------------------------------------------------- technologies

    def advance(self, track: i64) -> None:
        """One level up, or the bonus at the end of the track."""
        v = self.v
        b = self.own()
        if v[b + at.LEVEL + track] < at.MAX_LEVEL:
            v[b + at.LEVEL + track] += 1
            if self.journal is not None:
                self.did("advanced", track=int(track), level=int(v[b + at.LEVEL + track]))
        else:
            if self.journal is not None:
                self.did("beyond", track=int(track), goods={})
            self.push(at.RUN, 0, self.tables.beyond[track])

    # ---------------------------------------------------------------- buildings and monuments

    def build(self, slot: i64, flags: i64) -> None:
        """Take a building from the row: what it brings waits below the choice of the block saved."""
        v = self.v
        tile: i64 = v[at.ROW + slot]
        if flags & at.WIDE != 0:
            # architecture serves one of the two buildings.
            later: i64 = at.OPTIONAL | at.SECOND
            if self.uses_architecture(flags):
                later |= at.NO_ARCHITECTURE
            self.push(at.BUILD, later, 0)
        self.push(at.RUN, 0, self.tables.building[tile])
        full: bool = flags & at.NO_ARCHITECTURE == 0 and v[self.own() + at.LEVEL + at.ARCHITECTURE] == at.MAX_LEVEL
        if full and flags & at.WITH_CORN == 0:
            found = self.savings(tile)
            if len(found) > 1:
                self.push(at.SAVE, slot, flags)
                return
            self.pay_for_building(slot, flags, found[0])
        else:
            self.pay_for_building(slot, flags, at.NONE)

    def pay_for_building(self, slot: i64, flags: i64, saved: i64) -> None:
        v = self.v
        b = self.own()
        tables = self.tables
        tile: i64 = v[at.ROW + slot]
        level: i64 = v[b + at.LEVEL + at.ARCHITECTURE] if flags & at.NO_ARCHITECTURE == 0 else 0
        before = [int(v[b + m]) for m in range(at.CORN, at.SKULL)] if self.journal is not None else []
        if flags & at.WITH_CORN != 0:
            v[b + at.CORN] -= 2 * (tables.building_sum[tile] - (1 if level == at.MAX_LEVEL else 0))
        else:
            for r in range(3):
                v[b + at.WOOD + r] -= tables.building_cost[3 * tile + r] - (1 if r == saved else 0)
        v[at.ROW + slot] = at.NONE
        v[b + at.BUILT] |= at.BIT[tile]
        if self.journal is not None:
            paid = {
                at.MATERIALS[m]: before[m] - int(v[b + m]) for m in range(at.CORN, at.SKULL) if before[m] != v[b + m]
            }
            self.did("built", tile=tables.building_ids[tile], slot=int(slot), paid=paid, goods={})
        if level >= 1:
            self.gain(at.CORN, 1)
        if level >= 2:
            self.score(2, at.FROM_TECHNOLOGY)

    def build_monument(self, slot: i64) -> None:
        v = self.v
        b = self.own()
        tile: i64 = v[at.MONUMENT_ROW + slot]
        cost = self.tables.monument_cost
        for r in range(4):
            v[b + at.WOOD + r] -= cost[4 * tile + r]
        v[at.BOX if self.flags & at.SKULL_LOST != 0 else at.RESERVE] += cost[4 * tile + 3]
        v[at.MONUMENT_ROW + slot] = at.NONE
        v[b + at.MONUMENTS] |= at.BIT[tile]
        if self.journal is not None:
            paid = {at.MATERIALS[at.WOOD + r]: int(cost[4 * tile + r]) for r in range(4) if cost[4 * tile + r] > 0}
            tile_id = self.tables.monument_ids[tile]
            self.did("monument", tile=tile_id, slot=int(slot), paid=paid, seats=int(self.seats))

    # ---------------------------------------------------------------- the jungle

    def can_harvest(self, group: i64) -> bool:
        v = self.v
        wood: i64 = v[at.JUNGLE + 2 * group]
        # Wood may be taken where it lies; corn where it is open, or anywhere with agriculture 2.
        return wood > 0 or v[at.JUNGLE + 2 * group + 1] > 0 or v[self.own() + at.LEVEL + at.AGRICULTURE] >= 2

    def harvest(self, group: i64, move: i64) -> None:
        v = self.v
        b = self.own()
        field: i64 = at.JUNGLE + 2 * group
        if self.journal is not None:
            self.did("harvested", space=int(group + 2), take=at.HARVESTS[move - at.CORN_TILE], goods={})
        if move == at.WOOD_TILE:
            v[field] -= 1
            v[field + 1] += 1
            v[b + at.WOOD_TILES] += 1
            self.gain(at.WOOD, self.tables.reaped_wood[group] + (1 if v[b + at.LEVEL + at.EXTRACTION] >= 1 else 0))
            return
        if move == at.CORN_TILE:
            v[field + 1] -= 1
            v[b + at.CORN_TILES] += 1
        elif move == at.BURN:
            v[field] -= 1
            v[b + at.CORN_TILES] += 1
            self.push(at.ANGER, 0, 0)
        level: i64 = v[b + at.LEVEL + at.AGRICULTURE]
        bonus: i64 = 3 if level == 3 else (1 if level >= 1 else 0)
        self.gain(at.CORN, self.tables.reaped_corn[group] + bonus)

    # ---------------------------------------------------------------- which spaces can be used

    def doable(self, gear: i64, action: i64, corn: i64) -> bool:
        """Whether the seat can meet what this space asks for, with so much corn left for it."""
        v = self.v
        if gear == at.PALENQUE:
            return action == 1 or self.can_harvest(action - 2)
        if gear == at.TIKAL:
            if action == 2:
                return self.can_build(0, corn)
            if action == 4:
                return self.can_build(at.WIDE, corn)
            if action == 5:
                return self.blocks() >= self.tables.space_asks[11 * at.TIKAL + 5]
            return self.cheapest_advance() <= self.blocks()
        if gear == at.UXMAL:
            if action == 4:
                return self.can_build(at.WITH_CORN, corn)
            if action == 1 or action == 5:
                return corn >= self.tables.space_asks[11 * at.UXMAL + action]
            return True
        if gear == at.CHICHEN:
            return v[self.own() + at.SKULL] >= 1 and v[at.OFFERED] & at.BIT[action] == 0
        return True

    def price(self, gear: i64) -> i64:
        """The corn for a worker on the lowest empty position of a gear (5: the starting-player space), surcharge
        included; -1 when there is no room."""
        v = self.v
        if gear == at.GEARS:
            return self.surcharge() if v[at.CLAIMED] == at.NONE else at.NONE
        empty: i64 = ~v[at.TAKEN + gear] & at.NUMBERED[gear]
        if empty == 0:
            return at.NONE
        return at.WHICH[(empty & -empty) % 37] + self.surcharge()

    def surcharge(self) -> i64:
        """The corn more for each worker of this turn after the first."""
        placed: i64 = self.v[at.PLACED]
        return at.SURCHARGE[placed] if placed < 6 else 0

    def fee(self, gear: i64, position: i64, action: i64) -> i64:
        """The corn for an action lower than the worker's own; -1 when it is out of reach."""
        return self.fee_of(self.own(), gear, position, action)

    def fee_of(self, b: i64, gear: i64, position: i64, action: i64) -> i64:
        """The same for the seat whose block begins at b."""
        if position >= at.FREE_CHOICE[gear]:
            return 0
        # theology reaches one space ahead for nothing; from 9 that is 10, where every action is free.
        ahead: bool = gear == at.CHICHEN and self.v[b + at.LEVEL + at.THEOLOGY] >= 1
        if ahead and (position == 9 or action == position + 1):
            return 0
        return position - action if action <= position else at.NONE

    def _can_act(self, gear: i64, position: i64) -> bool:
        """Whether a worker that is picked up there can do anything."""
        corn: i64 = self.v[self.own() + at.CORN]
        for action in range(1, at.ACTIONS[gear] + 1):
            fee = self.fee(gear, position, action)
            if 0 <= fee <= corn and self.doable(gear, action, corn - fee):
                return True
        return False

    # ---------------------------------------------------------------- what may be chosen

    def choices(self, kind: i64, a: i64, b: i64) -> vec[i64]:
        """The legal moves of a frame within a turn."""
        if kind == at.ACTION:
            return self._action_choices(a, b)
        if kind == at.HARVEST:
            return self._harvest_choices(a)
        if kind == at.TRACK:
            return self._track_choices(b)
        if kind == at.BUILD:
            return self._building_choices(a)
        if kind == at.SAVE:
            return self._saving_choices(a)
        if kind == at.TEMPLE:
            return self._temple_choices(a)
        if kind == at.ANGER:
            return self._anger_choices()
        if kind == at.MARKET:
            return self._market_choices(a)
        if kind == at.ANY:
            return self._copy_choices(a, b)
        return self._block_choices(kind, a)

    def _action_choices(self, gear: i64, position: i64) -> vec[i64]:
        """The own action, a lower one for corn, or none."""
        out = vec[i64](capacity=12)
        corn: i64 = self.v[self.own() + at.CORN]
        for action in range(1, at.ACTIONS[gear] + 1):
            fee = self.fee(gear, position, action)
            if 0 <= fee <= corn and self.doable(gear, action, corn - fee):
                out = append(out, at.ACT + action)
        return append(out, at.NOTHING)

    def _harvest_choices(self, group: i64) -> vec[i64]:
        v = self.v
        out = vec[i64](capacity=4)
        wood: i64 = v[at.JUNGLE + 2 * group]
        open_: i64 = v[at.JUNGLE + 2 * group + 1]
        if open_ > 0:
            out = append(out, at.CORN_TILE)
        elif v[self.own() + at.LEVEL + at.AGRICULTURE] >= 2:
            out = append(out, at.CORN_ONLY)
        if wood > 0:
            out = append(out, at.WOOD_TILE)
            if self.can_descend() and (open_ == 0 or self.flags & at.NO_NEEDLESS_BURN == 0):
                out = append(out, at.BURN)
        return out

    def _anger_choices(self) -> vec[i64]:
        b = self.own()
        out = vec[i64](capacity=3)
        for temple in range(3):
            if self.v[b + at.STEP + temple] > 0:
                out = append(out, at.DESCEND + temple)
        return out

    def _temple_choices(self, climbed: i64) -> vec[i64]:
        """Temples not climbed yet with this action; where all steps would be lost, all of them."""
        out = vec[i64](capacity=3)
        for temple in range(3):
            if climbed & at.BIT[temple] == 0 and (self.flags & at.NO_LOST_STEP == 0 or self.climbs(temple)):
                out = append(out, at.CLIMB + temple)
        if len(out) == 0:
            for temple in range(3):
                if climbed & at.BIT[temple] == 0:
                    out = append(out, at.CLIMB + temple)
        return out

    def _track_choices(self, flags: i64) -> vec[i64]:
        b = self.own()
        out = vec[i64](capacity=5)
        blocks: i64 = self.blocks() if flags & 1 != 0 else 3
        for track in range(4):
            if at.TRACK_COST[self.v[b + at.LEVEL + track]] <= blocks:
                out = append(out, at.ADVANCE_ON + track)
        if flags & 2 != 0:
            out = append(out, at.DONE)
        return out

    def _block_choices(self, kind: i64, n: i64) -> vec[i64]:
        """Blocks to pay or to take."""
        v = self.v
        b = self.own()
        out = vec[i64](capacity=12)
        k: i64 = 1 if kind == at.OFFERING else n
        for mix in range(at.MIX_FROM[k], at.MIX_FROM[k + 1]):
            if kind == at.TAKE or (
                at.MIX_WOOD[mix] <= v[b + at.WOOD]
                and at.MIX_STONE[mix] <= v[b + at.STONE]
                and at.MIX_GOLD[mix] <= v[b + at.GOLD]
            ):
                out = append(out, at.MIX + mix)
        if kind == at.OFFERING:
            out = append(out, at.DONE)
        return out

    def _building_choices(self, flags: i64) -> vec[i64]:
        v = self.v
        out = vec[i64](capacity=20)
        corn: i64 = v[self.own() + at.CORN]
        for slot in range(at.SLOTS):
            tile: i64 = v[at.ROW + slot]
            if tile != at.NONE and self.affords(tile, flags, corn):
                out = append(out, at.RAISE + slot)
        if flags & at.WIDE != 0:
            if self.uses_architecture(flags):
                for slot in range(at.SLOTS):
                    tile = v[at.ROW + slot]
                    if tile != at.NONE and self.affords(tile, flags | at.NO_ARCHITECTURE, corn):
                        out = append(out, at.RAISE_PLAIN + slot)
            for slot in range(at.SLOTS):
                tile = v[at.MONUMENT_ROW + slot]
                if tile != at.NONE and self.affords_monument(tile):
                    out = append(out, at.RAISE_MONUMENT + slot)
        if flags & at.OPTIONAL != 0:
            out = append(out, at.DONE)
        return out

    def _saving_choices(self, slot: i64) -> vec[i64]:
        out = vec[i64](capacity=3)
        found = self.savings(self.v[at.ROW + slot])
        for i in range(len(found)):
            out = append(out, at.SAVING + found[i])
        return out

    def _market_choices(self, traded: i64) -> vec[i64]:
        """O-11: sales and purchases in any order; what was bought is not sold again, nor the other way round: it would
        change nothing, and trade comes to an end."""
        v = self.v
        b = self.own()
        out = vec[i64](capacity=7)
        old: bool = self.flags & at.SELL_FIRST != 0
        for r in range(3):
            if v[b + at.WOOD + r] > 0 and (traded == 0 if old else traded & at.BIT[r] == 0):
                out = append(out, at.SELL + r)
        for r in range(3):
            if v[b + at.CORN] >= self.tables.block_value[r] and (old or traded & at.BIT[r + 3] == 0):
                out = append(out, at.BUY + r)
        return append(out, at.DONE)

    def _copy_choices(self, optional: i64, price: i64) -> vec[i64]:
        out = vec[i64](capacity=22)
        left: i64 = self.v[self.own() + at.CORN] - price
        for gear in range(at.CHICHEN):
            for action in range(1, 6):
                if self.doable(gear, action, left):
                    out = append(out, at.COPY + gear * 5 + action - 1)
        if optional == 1:
            out = append(out, at.DONE)
        return out

    # ---------------------------------------------------------------- what has been chosen

    def choose(self, kind: i64, a: i64, b: i64, move: i64) -> None:
        """Carry out a choice within a turn; its frame has been taken off the stack."""
        if move == at.DONE:
            return
        if kind == at.ACTION:
            self._act(a, b, move)
        elif kind == at.HARVEST:
            self.harvest(a, move)
        elif kind == at.ANGER:
            self.descend(move - at.DESCEND)
        elif kind == at.TEMPLE:
            if b > 1:
                self.push(at.TEMPLE, a | at.BIT[move - at.CLIMB], b - 1)
            self.climb(move - at.CLIMB)
        elif kind == at.TRACK:
            self._study(a, b, move - at.ADVANCE_ON)
        elif kind == at.PAY:
            self._mix(move - at.MIX, -1)
        elif kind == at.OFFERING:
            self._mix(move - at.MIX, -1)
            self.push(at.TEMPLE, 0, 1)
        elif kind == at.TAKE:
            self._mix(move - at.MIX, 1)
        elif kind == at.BUILD:
            self._raise(a, move)
        elif kind == at.SAVE:
            self.pay_for_building(a, b, move - at.SAVING)
        elif kind == at.MARKET:
            self._trade(a, move)
        elif kind == at.ANY:
            self._copy(b, move)

    def _act(self, gear: i64, position: i64, move: i64) -> None:
        if move == at.NOTHING:
            if self.journal is not None:
                self.did("no-action", gear=int(gear), position=int(position))
            return
        fee = self.fee(gear, position, move - at.ACT)
        self.v[self.own() + at.CORN] -= fee
        if self.journal is not None:
            place = {"gear": int(gear), "position": int(position), "action": int(move - at.ACT)}
            self.did("acted", **place, fee=int(fee), goods={})
        self.push(at.RUN, 0, self.tables.space[gear * 11 + move - at.ACT])

    def _copy(self, price: i64, move: i64) -> None:
        self.v[self.own() + at.CORN] -= price
        gear: i64 = (move - at.COPY) // 5
        action: i64 = (move - at.COPY) % 5 + 1
        if self.journal is not None:
            self.did("copied", gear=int(gear), action=int(action), fee=int(price), goods={})
        self.push(at.RUN, 0, self.tables.space[gear * 11 + action])

    def _study(self, left: i64, flags: i64, track: i64) -> None:
        if left > 1:
            # A second advance that costs blocks is a choice, a free one is not.
            self.push(at.TRACK, left - 1, 3 if flags & 1 != 0 else 0)
        self.push(at.ADVANCE, track, 0)
        if flags & 1 != 0:
            self.push(at.PAY, at.TRACK_COST[self.v[self.own() + at.LEVEL + track]], 0)

    def _raise(self, flags: i64, move: i64) -> None:
        if move >= at.RAISE_MONUMENT:
            self.build_monument(move - at.RAISE_MONUMENT)
        elif move >= at.RAISE_PLAIN:
            self.push(at.BUILD, at.OPTIONAL | at.SECOND, 0)
            self.build(move - at.RAISE_PLAIN, (flags | at.NO_ARCHITECTURE) & ~at.WIDE)
        else:
            self.build(move - at.RAISE, flags)

    def _mix(self, mix: i64, sign: i64) -> None:
        v = self.v
        b = self.own()
        v[b + at.WOOD] += sign * at.MIX_WOOD[mix]
        v[b + at.STONE] += sign * at.MIX_STONE[mix]
        v[b + at.GOLD] += sign * at.MIX_GOLD[mix]
        if self.journal is not None:
            blocks = [int(at.MIX_WOOD[mix]), int(at.MIX_STONE[mix]), int(at.MIX_GOLD[mix])]
            self.did("blocks-paid" if sign < 0 else "blocks-taken", blocks=blocks)

    def _trade(self, traded: i64, move: i64) -> None:
        v = self.v
        b = self.own()
        sells = move < at.BUY
        r: i64 = move - at.SELL if sells else move - at.BUY
        v[b + at.WOOD + r] += -1 if sells else 1
        value: i64 = self.tables.block_value[r]
        v[b + at.CORN] += value if sells else -value
        if self.journal is not None:
            self.did("sold" if sells else "bought", what=at.MATERIALS[r + 1], corn=int(value))
        if self.flags & at.SELL_FIRST != 0:
            self.push(at.MARKET, traded if sells else 1, 0)
        else:
            self.push(at.MARKET, traded | at.BIT[r + 3 if sells else r], 0)
