"""Tzolk'in: what spaces and tiles do. One function reads their programs; what asks for a decision becomes a frame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.core.state import State
from tablero.games.tzolkin.layout import (
    ACT, ACTION, ACTIONS, ACTIVE, ADVANCE, ADVANCE_ON, AGRICULTURE, ANGER, ANY, ARCHITECTURE, BIT, BLOCK_VALUE, BOX,
    BUILD, BUILT, BURN, BUY, CHICHEN, CHOOSE_BLOCKS, CLIMB, COPY, COPYING, CORN, CORN_ONLY, CORN_TILE, CORN_TILES,
    DEPTH, DESCEND, DISCOUNT, DONE, EXTRACTION, FEED, FISH, FREE, FREE_CHOICE, GAIN, GOLD, HAND, HARVEST, JUNGLE,
    LEARN, LEARN_ANY, LEVEL, LIGHT, MARKET, MATERIALS, MAX_LEVEL, MAX_WORKERS, MINE, MIX, MIX_FROM, MIX_GOLD,
    MIX_STONE, MIX_WOOD, MONUMENTS, MONUMENT_ROW, NEGATIVE, NONE, NOTHING, NO_ARCHITECTURE, NO_LOST_STEP,
    NO_NEEDLESS_BURN, OFFERED, OFFERING, OFFER_MORE, OFFER_SKULL, OPTIONAL, PALENQUE, PAY, PAY_BLOCKS, PAY_CORN,
    PLAIN_TOMB, POINTS, RAISE, RAISE_MONUMENT, RAISE_PLAIN, RAISING, REAP, RECRUIT, RESERVE, RISE, RISE_ANY, ROW,
    RUN, SAVE, SAVING, SCORE, SEAT, SECOND, SELL, SKULL, SKULL_LOST, SLOTS, SPARE, STACK, STEP, STONE, STOP, STRIDE,
    STUDY, TAKE, TEMPLE, THEOLOGY, TIKAL, TRACK, TRACK_COST, TRADE, UXMAL, WIDE, WITH_CORN, WOOD, WOOD_TILE,
    WOOD_TILES, WORKERS, Tables,
)  # fmt: skip


class Effects(State):
    """A position's goods, temples, technologies and constructions, and the stack of choices within a turn.

    All of it concerns the seat whose turn it is; `at()` is where its block begins.
    """

    def __init__(
        self, game: Any, seats: i64, luck: Luck, tables: Tables, options: Mapping[str, str], flags: i64, v: vec[i64]
    ) -> None:
        super().__init__(game, seats, luck)
        self.tables: Tables = tables
        self.options: Mapping[str, str] = options
        self.flags: i64 = flags
        self.v: vec[i64] = v

    def at(self) -> i64:
        """Where the block of the seat on the move begins."""
        return SEAT + self.v[ACTIVE] * STRIDE

    def did(self, kind: str, **facts: Any) -> None:
        """Write into the journal what the seat on the move has done."""
        if self.journal is not None:
            self.journal.append({"kind": kind, "seat": int(self.v[ACTIVE]), **facts})

    # ---------------------------------------------------------------- the stack of choices

    def push(self, kind: i64, a: i64, b: i64) -> None:
        v = self.v
        v[STACK + v[DEPTH]] = kind + 32 * a + 2048 * b
        v[DEPTH] += 1

    def resolve(self) -> None:
        """Go on until somebody has to decide. A choice with nothing to choose but to leave it is left."""
        v = self.v
        while v[DEPTH] > 0:
            frame: i64 = v[STACK + v[DEPTH] - 1]
            kind: i64 = frame & 31
            if kind == RUN:
                v[DEPTH] -= 1
                self.run(frame >> 11)
            elif kind == ADVANCE:
                v[DEPTH] -= 1
                self.advance((frame >> 5) & 63)
            elif kind > ADVANCE:
                v[DEPTH] -= 1
                self.proceed(kind, (frame >> 5) & 63)
            elif self._leaves_no_choice(kind, (frame >> 5) & 63, frame >> 11):
                v[DEPTH] -= 1
                if kind == ACTION and self.journal is not None:
                    self.did("no-action", gear=int((frame >> 5) & 63))
            else:
                return

    def proceed(self, kind: i64, a: i64) -> None:
        """A frame of the round rather than of a turn."""
        raise NotImplementedError

    def _leaves_no_choice(self, kind: i64, a: i64, b: i64) -> bool:
        if kind == TRACK:
            return b & 2 != 0 and self.cheapest_advance() > self.blocks()
        if kind == BUILD:
            return a & OPTIONAL != 0 and not self.can_build(a, self.v[self.at() + CORN])
        if kind == ANY:
            return self.v[self.at() + CORN] < b
        if kind == OFFERING:
            return self.blocks() == 0
        if kind == ACTION:
            return len(self.choices(kind, a, b)) == 1
        if kind == MARKET:
            return len(self.choices(kind, a, b)) == 1
        return False

    # ---------------------------------------------------------------- programs

    def run(self, pc: i64) -> None:
        """One step of a program; the rest waits below whatever this step asks for."""
        code = self.tables.code
        op: i64 = code[pc]
        n: i64 = code[pc + 1]
        m: i64 = code[pc + 2]
        if op == STOP:
            return
        if code[pc + 3] != STOP:
            self.push(RUN, 0, pc + 3)
        v = self.v
        b = self.at()
        if op == GAIN:
            self.gain(m, n)
        elif op == MINE:
            self.gain(m, n + self._mining_bonus(b, m))
        elif op == POINTS:
            self.score(n)
        elif op == RISE:
            for _ in range(n):
                self.climb(m)
        elif op == RISE_ANY:
            self.push(TEMPLE, 0, n)
        elif op == LEARN:
            for _ in range(n):
                self.push(ADVANCE, m, 0)
        elif op == LEARN_ANY:
            self.push(TRACK, n, 0)
        elif op == STUDY:
            self.push(TRACK, n, 1)
        elif op == FISH:
            self.gain(CORN, n + (1 if v[b + LEVEL + AGRICULTURE] >= 2 else 0))
        elif op == REAP:
            self.push(HARVEST, n, 0)
        elif op == RAISING:
            if n & OPTIONAL != 0 and self.flags & PLAIN_TOMB != 0:
                n |= NO_ARCHITECTURE
            self.push(BUILD, n, 0)
        elif op == TRADE:
            self.push(MARKET, 0, 0)
        elif op == RECRUIT:
            self.recruit(n)
        elif op == PAY_CORN:
            v[b + CORN] -= n
            if self.journal is not None:
                self.did("paid", n=int(n))
        elif op == PAY_BLOCKS:
            self.push(PAY, n, 0)
        elif op == CHOOSE_BLOCKS:
            self.push(TAKE, n, 0)
        elif op == OFFER_SKULL:
            v[b + SKULL] -= 1
            v[OFFERED] |= BIT[n]
            if self.journal is not None:
                self.did("skull", space=int(n))
        elif op == OFFER_MORE:
            if v[b + LEVEL + THEOLOGY] >= 2:
                self.push(OFFERING, 0, 0)
        elif op == COPYING:
            self.push(ANY, n, m)
        elif op == FEED:
            v[b + FREE] += n
        elif op == SPARE:
            v[b + DISCOUNT] += n

    def _mining_bonus(self, b: i64, material: i64) -> i64:
        """Extraction for wood, stone and gold, theology for skulls; corn gets nothing."""
        v = self.v
        if material == SKULL:
            return 1 if v[b + LEVEL + THEOLOGY] >= 3 else 0
        if material == CORN:
            return 0
        return 1 if v[b + LEVEL + EXTRACTION] >= material else 0

    # ---------------------------------------------------------------- goods and points

    def blocks(self) -> i64:
        b = self.at()
        return self.v[b + WOOD] + self.v[b + STONE] + self.v[b + GOLD]

    def gain(self, material: i64, n: i64) -> None:
        v = self.v
        if material == SKULL:
            n = min(n, v[RESERVE])  # 13 skulls and no more
            v[RESERVE] -= n
        v[self.at() + material] += n
        if self.journal is not None and n > 0:
            self.did("gained", what=MATERIALS[material], n=int(n))

    def score(self, n: i64) -> None:
        self.add_points(self.v[ACTIVE], n)
        if self.journal is not None:
            self.did("scored", n=int(n))

    def add_points(self, seat: i64, n: i64) -> None:
        at: i64 = SEAT + seat * STRIDE + SCORE
        points: i64 = self.v[at] + n
        if points < 0 and self.flags & NEGATIVE == 0:
            points = 0
        self.v[at] = points

    def recruit(self, n: i64) -> None:
        """Workers from the reserve; a seat never has more than six."""
        v = self.v
        b = self.at()
        n = min(n, MAX_WORKERS - v[b + WORKERS])
        v[b + WORKERS] += n
        v[b + HAND] += n
        if self.journal is not None and n > 0:
            self.did("recruited", n=int(n))

    # ---------------------------------------------------------------- temples

    def climbs(self, temple: i64) -> bool:
        """Whether a step up would not be lost: the top holds one seat only."""
        v = self.v
        step: i64 = v[self.at() + STEP + temple] + 1
        top: i64 = self.tables.top[temple]
        if step < top:
            return True
        if step > top:
            return False
        for seat in range(self.seats):
            if v[SEAT + seat * STRIDE + STEP + temple] == top:
                return False
        return True

    def climb(self, temple: i64) -> None:
        v = self.v
        b = self.at()
        if not self.climbs(temple):
            if self.journal is not None:
                self.did("step-lost", temple=int(temple))
            return
        v[b + STEP + temple] += 1
        if v[b + STEP + temple] == self.tables.top[temple]:
            v[b + LIGHT] = 1
        if self.journal is not None:
            self.did("climbed", temple=int(temple), step=int(v[b + STEP + temple]))

    def can_descend(self) -> bool:
        """Whether the gods have a step to take back."""
        b = self.at()
        return self.v[b + STEP] + self.v[b + STEP + 1] + self.v[b + STEP + 2] > 0

    def descend(self, temple: i64) -> None:
        b = self.at()
        self.v[b + STEP + temple] -= 1
        if self.journal is not None:
            self.did("descended", temple=int(temple), step=int(self.v[b + STEP + temple]))

    # ---------------------------------------------------------------- technologies

    def cheapest_advance(self) -> i64:
        b = self.at()
        best: i64 = 3
        for track in range(4):
            best = min(best, TRACK_COST[self.v[b + LEVEL + track]])
        return best

    def advance(self, track: i64) -> None:
        """One level up, or the bonus at the end of the track."""
        v = self.v
        b = self.at()
        if v[b + LEVEL + track] < MAX_LEVEL:
            v[b + LEVEL + track] += 1
            if self.journal is not None:
                self.did("advanced", track=int(track), level=int(v[b + LEVEL + track]))
        else:
            if self.journal is not None:
                self.did("beyond", track=int(track))
            self.push(RUN, 0, self.tables.beyond[track])

    # ---------------------------------------------------------------- buildings and monuments

    def uses_architecture(self, flags: i64) -> bool:
        return flags & NO_ARCHITECTURE == 0 and self.v[self.at() + LEVEL + ARCHITECTURE] >= 1

    def affords(self, tile: i64, flags: i64, corn: i64) -> bool:
        """Whether the seat can pay for this building; architecture 3 saves a block, or 2 corn."""
        v = self.v
        b = self.at()
        saves: bool = flags & NO_ARCHITECTURE == 0 and v[b + LEVEL + ARCHITECTURE] == MAX_LEVEL
        tables = self.tables
        if flags & WITH_CORN != 0:
            return 2 * (tables.building_sum[tile] - (1 if saves else 0)) <= corn
        cost = tables.building_cost
        missing: i64 = 0
        for r in range(3):
            lack: i64 = cost[3 * tile + r] - v[b + WOOD + r]
            if lack > 0:
                missing += lack
        return missing == 0 or (saves and missing == 1)

    def affords_monument(self, tile: i64) -> bool:
        v = self.v
        b = self.at()
        cost = self.tables.monument_cost
        for r in range(4):
            if v[b + WOOD + r] < cost[4 * tile + r]:
                return False
        return True

    def can_build(self, flags: i64, corn: i64) -> bool:
        v = self.v
        for slot in range(SLOTS):
            if v[ROW + slot] != NONE and self.affords(v[ROW + slot], flags, corn):
                return True
        if flags & WIDE != 0:
            for slot in range(SLOTS):
                if v[MONUMENT_ROW + slot] != NONE and self.affords_monument(v[MONUMENT_ROW + slot]):
                    return True
        return False

    def savings(self, tile: i64) -> vec[i64]:
        """The blocks of which architecture 3 may save one so that the rest can be paid."""
        v = self.v
        b = self.at()
        cost = self.tables.building_cost
        out = vec[i64](capacity=4)
        for r in range(3):
            if cost[3 * tile + r] == 0:
                continue
            payable = True
            for q in range(3):
                if v[b + WOOD + q] < cost[3 * tile + q] - (1 if q == r else 0):
                    payable = False
            if payable:
                out = append(out, r)
        return out

    def build(self, slot: i64, flags: i64) -> None:
        """Take a building from the row: what it brings waits below the choice of the block saved."""
        v = self.v
        tile: i64 = v[ROW + slot]
        if flags & WIDE != 0:
            # architecture serves one of the two buildings.
            later: i64 = OPTIONAL | SECOND
            if self.uses_architecture(flags):
                later |= NO_ARCHITECTURE
            self.push(BUILD, later, 0)
        self.push(RUN, 0, self.tables.building[tile])
        full: bool = flags & NO_ARCHITECTURE == 0 and v[self.at() + LEVEL + ARCHITECTURE] == MAX_LEVEL
        if full and flags & WITH_CORN == 0:
            found = self.savings(tile)
            if len(found) > 1:
                self.push(SAVE, slot, flags)
                return
            self.pay_for_building(slot, flags, found[0])
        else:
            self.pay_for_building(slot, flags, NONE)

    def pay_for_building(self, slot: i64, flags: i64, saved: i64) -> None:
        v = self.v
        b = self.at()
        tables = self.tables
        tile: i64 = v[ROW + slot]
        level: i64 = v[b + LEVEL + ARCHITECTURE] if flags & NO_ARCHITECTURE == 0 else 0
        before = [int(v[b + m]) for m in range(CORN, SKULL)] if self.journal is not None else []
        if flags & WITH_CORN != 0:
            v[b + CORN] -= 2 * (tables.building_sum[tile] - (1 if level == MAX_LEVEL else 0))
        else:
            for r in range(3):
                v[b + WOOD + r] -= tables.building_cost[3 * tile + r] - (1 if r == saved else 0)
        v[ROW + slot] = NONE
        v[b + BUILT] |= BIT[tile]
        if self.journal is not None:
            paid = {MATERIALS[m]: before[m] - int(v[b + m]) for m in range(CORN, SKULL) if before[m] != v[b + m]}
            self.did("built", tile=tables.building_ids[tile], paid=paid)
        if level >= 1:
            self.gain(CORN, 1)
        if level >= 2:
            self.score(2)

    def build_monument(self, slot: i64) -> None:
        v = self.v
        b = self.at()
        tile: i64 = v[MONUMENT_ROW + slot]
        cost = self.tables.monument_cost
        for r in range(4):
            v[b + WOOD + r] -= cost[4 * tile + r]
        v[BOX if self.flags & SKULL_LOST != 0 else RESERVE] += cost[4 * tile + 3]
        v[MONUMENT_ROW + slot] = NONE
        v[b + MONUMENTS] |= BIT[tile]
        if self.journal is not None:
            paid = {MATERIALS[WOOD + r]: int(cost[4 * tile + r]) for r in range(4) if cost[4 * tile + r] > 0}
            self.did("monument", tile=self.tables.monument_ids[tile], paid=paid, seats=int(self.seats))

    # ---------------------------------------------------------------- the jungle

    def can_harvest(self, group: i64) -> bool:
        v = self.v
        wood: i64 = v[JUNGLE + 2 * group]
        # Wood may be taken where it lies; corn where it is open, or anywhere with agriculture 2.
        return wood > 0 or v[JUNGLE + 2 * group + 1] > 0 or v[self.at() + LEVEL + AGRICULTURE] >= 2

    def harvest(self, group: i64, move: i64) -> None:
        v = self.v
        b = self.at()
        at: i64 = JUNGLE + 2 * group
        if move == WOOD_TILE:
            v[at] -= 1
            v[at + 1] += 1
            v[b + WOOD_TILES] += 1
            self.gain(WOOD, self.tables.reaped_wood[group] + (1 if v[b + LEVEL + EXTRACTION] >= 1 else 0))
            return
        if move == CORN_TILE:
            v[at + 1] -= 1
            v[b + CORN_TILES] += 1
        elif move == BURN:
            v[at] -= 1
            v[b + CORN_TILES] += 1
            if self.journal is not None:
                self.did("burned")
            self.push(ANGER, 0, 0)
        level: i64 = v[b + LEVEL + AGRICULTURE]
        bonus: i64 = 3 if level == 3 else (1 if level >= 1 else 0)
        self.gain(CORN, self.tables.reaped_corn[group] + bonus)

    # ---------------------------------------------------------------- which spaces can be used

    def doable(self, gear: i64, action: i64, corn: i64) -> bool:
        """Whether the seat can meet what this space asks for, with so much corn left for it."""
        v = self.v
        if gear == PALENQUE:
            return action == 1 or self.can_harvest(action - 2)
        if gear == TIKAL:
            if action == 2:
                return self.can_build(0, corn)
            if action == 4:
                return self.can_build(WIDE, corn)
            if action == 5:
                return self.blocks() >= 1
            return self.cheapest_advance() <= self.blocks()
        if gear == UXMAL:
            if action == 1:
                return corn >= 3
            if action == 4:
                return self.can_build(WITH_CORN, corn)
            return action != 5 or corn >= 1
        if gear == CHICHEN:
            return v[self.at() + SKULL] >= 1 and v[OFFERED] & BIT[action] == 0
        return True

    def fee(self, gear: i64, position: i64, action: i64) -> i64:
        """The corn for an action lower than the worker's own; -1 when it is out of reach."""
        return self.fee_of(self.at(), gear, position, action)

    def fee_of(self, b: i64, gear: i64, position: i64, action: i64) -> i64:
        """The same for the seat whose block begins at b."""
        if position >= FREE_CHOICE[gear]:
            return 0
        # theology reaches one space ahead for nothing; from 9 that is 10, where every action is free.
        ahead: bool = gear == CHICHEN and self.v[b + LEVEL + THEOLOGY] >= 1
        if ahead and (position == 9 or action == position + 1):
            return 0
        return position - action if action <= position else NONE

    # ---------------------------------------------------------------- choices

    def choices(self, kind: i64, a: i64, b: i64) -> vec[i64]:
        """The legal moves of a frame within a turn."""
        v = self.v
        at = self.at()
        out = vec[i64](capacity=24)
        if kind == ACTION:
            corn: i64 = v[at + CORN]
            for action in range(1, ACTIONS[a] + 1):
                fee = self.fee(a, b, action)
                if 0 <= fee <= corn and self.doable(a, action, corn - fee):
                    out = append(out, ACT + action)
            out = append(out, NOTHING)
        elif kind == HARVEST:
            wood: i64 = v[JUNGLE + 2 * a]
            open_: i64 = v[JUNGLE + 2 * a + 1]
            if open_ > 0:
                out = append(out, CORN_TILE)
            elif v[at + LEVEL + AGRICULTURE] >= 2:
                out = append(out, CORN_ONLY)
            if wood > 0:
                out = append(out, WOOD_TILE)
                if self.can_descend() and (open_ == 0 or self.flags & NO_NEEDLESS_BURN == 0):
                    out = append(out, BURN)
        elif kind == ANGER:
            for temple in range(3):
                if v[at + STEP + temple] > 0:
                    out = append(out, DESCEND + temple)
        elif kind == TEMPLE:
            for temple in range(3):
                if a & BIT[temple] == 0 and (self.flags & NO_LOST_STEP == 0 or self.climbs(temple)):
                    out = append(out, CLIMB + temple)
            if len(out) == 0:
                for temple in range(3):
                    if a & BIT[temple] == 0:
                        out = append(out, CLIMB + temple)
        elif kind == TRACK:
            blocks: i64 = self.blocks() if b & 1 != 0 else 3
            for track in range(4):
                if TRACK_COST[v[at + LEVEL + track]] <= blocks:
                    out = append(out, ADVANCE_ON + track)
            if b & 2 != 0:
                out = append(out, DONE)
        elif kind == PAY or kind == OFFERING:
            k: i64 = a if kind == PAY else 1
            for mix in range(MIX_FROM[k], MIX_FROM[k + 1]):
                if MIX_WOOD[mix] <= v[at + WOOD] and MIX_STONE[mix] <= v[at + STONE] and MIX_GOLD[mix] <= v[at + GOLD]:
                    out = append(out, MIX + mix)
            if kind == OFFERING:
                out = append(out, DONE)
        elif kind == TAKE:
            for mix in range(MIX_FROM[a], MIX_FROM[a + 1]):
                out = append(out, MIX + mix)
        elif kind == BUILD:
            return self._building_choices(a)
        elif kind == SAVE:
            found = self.savings(v[ROW + a])
            for i in range(len(found)):
                out = append(out, SAVING + found[i])
        elif kind == MARKET:
            if a == 0:
                # Selling comes before buying: every exchange can be made in that order, and trade comes to an end.
                for r in range(3):
                    if v[at + WOOD + r] > 0:
                        out = append(out, SELL + r)
            for r in range(3):
                if v[at + CORN] >= BLOCK_VALUE[r]:
                    out = append(out, BUY + r)
            out = append(out, DONE)
        elif kind == ANY:
            left: i64 = v[at + CORN] - b
            for gear in range(CHICHEN):
                for action in range(1, 6):
                    if self.doable(gear, action, left):
                        out = append(out, COPY + gear * 5 + action - 1)
            if a == 1:
                out = append(out, DONE)
        return out

    def _building_choices(self, flags: i64) -> vec[i64]:
        v = self.v
        out = vec[i64](capacity=24)
        corn: i64 = v[self.at() + CORN]
        for slot in range(SLOTS):
            tile: i64 = v[ROW + slot]
            if tile != NONE and self.affords(tile, flags, corn):
                out = append(out, RAISE + slot)
        if flags & WIDE != 0:
            if self.uses_architecture(flags):
                for slot in range(SLOTS):
                    if v[ROW + slot] != NONE and self.affords(v[ROW + slot], flags | NO_ARCHITECTURE, corn):
                        out = append(out, RAISE_PLAIN + slot)
            for slot in range(SLOTS):
                if v[MONUMENT_ROW + slot] != NONE and self.affords_monument(v[MONUMENT_ROW + slot]):
                    out = append(out, RAISE_MONUMENT + slot)
        if flags & OPTIONAL != 0:
            out = append(out, DONE)
        return out

    def choose(self, kind: i64, a: i64, b: i64, move: i64) -> None:
        """Carry out a choice within a turn; its frame has been taken off the stack."""
        v = self.v
        at = self.at()
        if move == DONE:
            return
        if kind == ACTION:
            if move == NOTHING:
                if self.journal is not None:
                    self.did("no-action", gear=int(a))
                return
            fee = self.fee(a, b, move - ACT)
            v[at + CORN] -= fee
            if self.journal is not None:
                self.did("acted", gear=int(a), action=int(move - ACT), fee=int(fee))
            self.push(RUN, 0, self.tables.space[a * 11 + move - ACT])
        elif kind == HARVEST:
            self.harvest(a, move)
        elif kind == ANGER:
            self.descend(move - DESCEND)
        elif kind == TEMPLE:
            if b > 1:
                self.push(TEMPLE, a | BIT[move - CLIMB], b - 1)
            self.climb(move - CLIMB)
        elif kind == TRACK:
            track: i64 = move - ADVANCE_ON
            if a > 1:
                # A second advance that costs blocks is a choice, a free one is not.
                self.push(TRACK, a - 1, 3 if b & 1 != 0 else 0)
            self.push(ADVANCE, track, 0)
            if b & 1 != 0:
                self.push(PAY, TRACK_COST[v[at + LEVEL + track]], 0)
        elif kind == PAY or kind == OFFERING:
            self._mix(move - MIX, -1)
            if kind == OFFERING:
                self.push(TEMPLE, 0, 1)
        elif kind == TAKE:
            self._mix(move - MIX, 1)
        elif kind == BUILD:
            if move >= RAISE_MONUMENT:
                self.build_monument(move - RAISE_MONUMENT)
            elif move >= RAISE_PLAIN:
                self.push(BUILD, OPTIONAL | SECOND, 0)
                self.build(move - RAISE_PLAIN, (a | NO_ARCHITECTURE) & ~WIDE)
            else:
                self.build(move - RAISE, a)
        elif kind == SAVE:
            self.pay_for_building(a, b, move - SAVING)
        elif kind == MARKET:
            self._trade(a, move)
        elif kind == ANY:
            v[at + CORN] -= b
            gear: i64 = (move - COPY) // 5
            action: i64 = (move - COPY) % 5 + 1
            if self.journal is not None:
                self.did("copied", gear=int(gear), action=int(action), fee=int(b))
            self.push(RUN, 0, self.tables.space[gear * 11 + action])

    def _mix(self, mix: i64, sign: i64) -> None:
        v = self.v
        b = self.at()
        v[b + WOOD] += sign * MIX_WOOD[mix]
        v[b + STONE] += sign * MIX_STONE[mix]
        v[b + GOLD] += sign * MIX_GOLD[mix]
        if self.journal is not None:
            blocks = [int(MIX_WOOD[mix]), int(MIX_STONE[mix]), int(MIX_GOLD[mix])]
            self.did("blocks-paid" if sign < 0 else "blocks-taken", blocks=blocks)

    def _trade(self, bought: i64, move: i64) -> None:
        v = self.v
        b = self.at()
        sells = move < BUY
        r: i64 = move - SELL if sells else move - BUY
        v[b + WOOD + r] += -1 if sells else 1
        v[b + CORN] += BLOCK_VALUE[r] if sells else -BLOCK_VALUE[r]
        if self.journal is not None:
            self.did("sold" if sells else "bought", what=MATERIALS[r + 1], corn=int(BLOCK_VALUE[r]))
        self.push(MARKET, bought if sells else 1, 0)
