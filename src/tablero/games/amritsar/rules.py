"""Amritsar: who is asked what, which moves are legal and what they set going.

The flat state and the small deeds are in `position.py`, effects and the frames they open in `effects.py`, the maharaja
of the solo game in `solo.py`, the course of the game in `course.py`; `layout.py` says where everything lies. Frames lie
above the stage of the game: the top one asks first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.games.amritsar.course import Course
from tablero.games.amritsar.layout import (
    ACTIONS,
    AIM,
    AT,
    BIT,
    BUY,
    BY_BRIDGE,
    BY_EFFECTS,
    CHOICE,
    CHOOSE_MAHOUT,
    CHOOSE_OBJECTIVE,
    CHOOSE_SPACE,
    COIN,
    COIN_FIRST,
    COLOURS,
    COMMAND,
    CROSSING,
    DEFERRED,
    DEPTH,
    DISCARD,
    DONATE,
    DONATE_ON,
    DONE,
    DROP,
    E_MARBLE,
    EITHER,
    ELEPHANT,
    EXCHANGE,
    FOLLOW,
    FOLLOWING,
    GROUND,
    HAND,
    INCOME,
    LAND,
    LANDING,
    MAHOUTS,
    MARKET,
    MOVES,
    NONE,
    OBJECTIVES,
    OPTIONAL,
    ORDER,
    OVER,
    PASS,
    PAY,
    PAYING,
    PICK,
    PICK_UP,
    PLACE_MAHOUT,
    PLACE_OBJECTIVE,
    PLACED,
    RES,
    RESOURCES,
    REWARD,
    ROOM,
    ROW,
    SEAT,
    SECOND_WALK,
    SECTION,
    SECTIONS,
    SELL,
    SKIP,
    SOW,
    SPACE,
    STAGE,
    STAY,
    STEP,
    STRIDE,
    STUDY,
    SURPLUS,
    TAKE,
    TRACKS,
    TURN,
    UPGRADE,
    USE,
    WALKED,
)  # fmt: skip
from tablero.games.amritsar.reasons import reason
from tablero.games.amritsar.showing import dump_of, restore_from, view_of


class Amritsar(Course):
    """One position of Amritsar."""

    # ---------------------------------------------------------------- what goes on without a choice

    def run(self) -> None:
        """Go on until somebody has something to decide or the game is over."""
        v = self.v
        while True:
            if v[DEPTH] > 0:
                if not self.run_frame():
                    return
                continue
            stage: i64 = v[STAGE]
            if stage == SOW:
                if not self.sow_on():
                    return
            elif stage == FOLLOWING:
                if self.ask_followers():
                    return
                self.next_turn()
            elif stage == COMMAND:
                if self.ask_followers():
                    return
                self.next_round()
            elif stage == INCOME:
                if v[ORDER] == self.seats:
                    self.build_temple()
                else:
                    v[ORDER] += 1
                    self.take_income(self.seat_in_order(v[ORDER] - 1))
            else:
                return

    def run_frame(self) -> bool:
        """Carry out the top frame when it leaves no choice; False when it asks somebody."""
        v = self.v
        at = self.top()
        kind: i64 = v[at]
        seat: i64 = v[at + 1]
        a: i64 = v[at + 2]
        if kind == DEFERRED:
            source: i64 = BY_BRIDGE if v[at + 3] == 0 else v[at + 3]
            self.pop()
            self.perform(seat, a, source)
            return True
        if kind == CROSSING:
            self.pop()
            self.cross(seat, a)
            return True
        if kind == REWARD:
            self.pop()
            self.reward(a)
            self.settled += 1
            return True
        if kind == SURPLUS:
            return self.discard_alike(seat)
        if kind == PLACE_OBJECTIVE or kind == PLACE_MAHOUT or kind == CHOOSE_MAHOUT:
            found = self.legal(seat)
            if len(found) == 1:
                self.play_frame(kind, seat, found[0])
                return True
        return False

    def discard_alike(self, seat: i64) -> bool:
        """A surplus of one kind only goes without asking."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE + COIN
        only: i64 = NONE
        for item in range(4):
            if v[b + item] > 0:
                if only != NONE:
                    return False
                only = item
        while v[DEPTH] > 0 and v[self.top()] == SURPLUS and v[self.top() + 1] == seat:
            self.discard(seat, only)
            if self.stored(seat) <= v[SEAT + seat * STRIDE + ROOM]:
                break
        return True

    # ---------------------------------------------------------------- the contract

    def actor(self) -> i64:
        v = self.v
        if v[DEPTH] > 0:
            return v[self.top() + 1]
        stage: i64 = v[STAGE]
        if stage == OVER:
            return NONE
        return v[TURN] if stage < FOLLOWING else self.asked()

    def owes(self, seat: i64) -> bool:
        return self.actor() == seat

    def legal(self, seat: i64) -> vec[i64]:
        out = vec[i64](capacity=16)
        if self.actor() != seat:
            return out
        v = self.v
        kind = self.asking()
        b: i64 = SEAT + seat * STRIDE
        if kind == ACTIONS:
            return self.actions(seat)
        if kind == ELEPHANT:
            return self.walks(seat)
        if kind == LANDING:
            return self.landings(seat)
        if kind == PICK_UP:
            for section in range(SECTIONS):
                if v[SECTION + section * GROUND + COLOURS] > 0:
                    out = append(out, PICK + section)
        elif kind == SOW:
            for colour in range(COLOURS):
                if v[HAND + colour] > 0:
                    out = append(out, DROP + colour)
        elif kind == SECOND_WALK:
            return append(out, DONE) if v[WALKED] == 1 else self.walks(seat)
        elif kind == FOLLOWING or kind == COMMAND:
            out = append(out, FOLLOW)
            out = append(out, PASS)
        elif kind == CHOOSE_OBJECTIVE:
            for k in range(4):
                out = append(out, AIM + k)
        elif kind == CHOOSE_SPACE:
            for colour in range(COLOURS):
                if self.colour_free(colour):
                    out = append(out, SPACE + colour)
        else:
            return self.legal_in_frame(kind, seat, b, out)
        return out

    def colour_free(self, colour: i64) -> bool:
        """In the set-up no two seats put their first mahout on the same colour (R47)."""
        for seat in range(self.seats):
            if self.v[SEAT + seat * STRIDE + MAHOUTS + colour] != NONE:
                return False
        return True

    def legal_in_frame(self, kind: i64, seat: i64, b: i64, out: vec[i64]) -> vec[i64]:
        v = self.v
        at = self.top()
        a: i64 = v[at + 2]
        if kind == CHOICE:
            for r in range(RESOURCES):
                out = append(out, TAKE + r)
        elif kind == EITHER:
            for r in range(RESOURCES):
                if self.tables.effects[a * ROW + E_MARBLE + r] > 0:
                    out = append(out, TAKE + r)
        elif kind == SURPLUS:
            for item in range(4):
                if v[b + COIN + item] > 0:
                    out = append(out, DISCARD + item)
        elif kind == MARKET:
            for r in range(RESOURCES):
                if self.can_buy(seat, r, a, 0):
                    out = append(out, BUY + r)
                if self.can_sell(seat, r):
                    out = append(out, SELL + r)
            if a == 0 and v[at + 3] > 0:
                out = append(out, COIN_FIRST)
            out = self.exchanges(seat, out)
            out = append(out, DONE)
        elif kind == CHOOSE_MAHOUT:
            for colour in range(COLOURS):
                if self.mahout_possible(seat, colour):
                    out = append(out, USE + colour)
        elif kind == UPGRADE:
            out = self.exchanges(seat, self.upgrades(seat, a))
            if a & OPTIONAL != 0 or len(out) == 0:
                out = append(out, SKIP)
        elif kind == PLACE_OBJECTIVE or kind == PLACE_MAHOUT:
            first: i64 = b + (PLACED if kind == PLACE_OBJECTIVE else MAHOUTS)
            for space in range(4):
                if v[first + space] == NONE:
                    out = append(out, SPACE + space)
        elif kind == PAYING:
            for r in range(RESOURCES):
                if v[b + RES + r] > 0:
                    out = append(out, PAY + r)
        elif kind == STUDY:
            for track in range(TRACKS):
                out = append(out, STEP + track)
        elif kind == DONATE:
            cells = self.cells_open(seat, v[b + AT])
            for i in range(len(cells)):
                out = append(out, DONATE_ON + cells[i])
        return out

    def why_not(self, seat: int, move: int) -> str | None:
        if self.v[STAGE] == OVER:
            return "over"
        if not 0 <= seat < self.seats or not self.owes(seat):
            return "turn"
        if not 0 <= move < MOVES:
            return "notation"
        found = self.legal(seat)
        for i in range(len(found)):
            if found[i] == move:
                return None
        return reason(self, seat, move)

    def apply(self, seat: i64, move: i64) -> None:
        v = self.v
        kind = self.asking()
        if v[DEPTH] > 0:
            self.play_frame(kind, seat, move)
        elif kind == ACTIONS:
            if move == DONE:
                self.end_actions(seat)
            elif EXCHANGE <= move < BUY:
                self.exchange(seat, move - EXCHANGE)
            else:
                self.act(seat, move)
        elif kind == ELEPHANT:
            self.move_elephant(seat, move)
            v[STAGE] = PICK_UP
        elif kind == PICK_UP:
            self.pick_up(seat, move - PICK)
        elif kind == SOW:
            self.drop(move - DROP)
        elif kind == LANDING:
            self.land(seat, move - LAND)
        elif kind == SECOND_WALK:
            if move != DONE:
                self.move_elephant(seat, move)
                v[WALKED] = 1
            if move == DONE or move == STAY:
                self.end_turn()
        elif kind == FOLLOWING or kind == COMMAND:
            self.follow(seat, move)
        elif kind == CHOOSE_OBJECTIVE:
            self.aim_first(seat, move - AIM)
        else:
            self.hire_first(seat, move - SPACE)
        self.run()
        # Nobody takes back what somebody else has built on.
        if self.actor() != seat:
            self.settled += 1

    def play_frame(self, kind: i64, seat: i64, move: i64) -> None:
        """A choice in the top frame."""
        v = self.v
        at = self.top()
        if EXCHANGE <= move < BUY:
            self.exchange(seat, move - EXCHANGE)
        elif kind == CHOICE:
            self.choose_resource(seat, move - TAKE)
        elif kind == EITHER:
            self.choose_either(seat, move - TAKE)
        elif kind == SURPLUS:
            self.discard(seat, move - DISCARD)
        elif kind == MARKET:
            if move == DONE:
                self.leave_market(seat)
            elif move == COIN_FIRST:
                coins: i64 = v[at + 3]
                v[at + 3] = 0
                self.gain(seat, coins, 0, 0, 0)
            elif move < SELL:
                self.buy(seat, move - BUY)
            else:
                self.sell(seat, move - SELL)
        elif kind == CHOOSE_MAHOUT:
            self.pop()
            tile: i64 = v[SEAT + seat * STRIDE + MAHOUTS + move - USE]
            if self.journal is not None:
                self.tell(self.action_event(seat, move))
            self.perform(seat, self.tables.mahout_effect[tile], BY_EFFECTS)
        elif kind == UPGRADE:
            if move == SKIP:
                self.pop()
            else:
                self.name_upgrade(seat, move)
        elif kind == PLACE_OBJECTIVE or kind == PLACE_MAHOUT:
            self.name_space(seat, move - SPACE)
        elif kind == PAYING:
            upgrade: i64 = v[at + 2]
            what: i64 = v[at + 3]
            self.pop()
            self.pay_upgrade(seat, upgrade, what, move - PAY)
        elif kind == STUDY:
            self.pop()
            self.climb(seat, move - STEP)
        else:
            self.donate(seat, move - DONATE_ON)

    # ---------------------------------------------------------------- copies and imagination

    def copy(self) -> Amritsar:
        other = Amritsar(self.game, self.seats, self.luck, self.tables, None)
        # All luck falls in the set-up, so that copies may share the generator.
        other.v = self.v[:]
        other.options = self.options
        other.settled = self.settled
        other.hard = self.hard
        other.token_keeps = self.token_keeps
        other.origin_pays = self.origin_pays
        other.bridge_follows = self.bridge_follows
        other.recover_pays = self.recover_pays
        other.lock_by_turn = self.lock_by_turn
        other.dense_ranks = self.dense_ranks
        other.tie_wins = self.tie_wins
        return other

    def imagine(self, seat: i64, luck: Luck) -> Amritsar:
        """The objectives of the others are dealt anew from those this seat does not hold; nothing else is secret."""
        other = self.copy()
        other.luck = Luck(luck.next() | 1, luck.next(), luck.next(), luck.next())
        pile_size: i64 = len(self.tables.starred) // 4
        for kind in range(4):
            taken: i64 = 0
            for s in range(self.seats):
                if s == seat or self.is_shown(s, kind):
                    taken |= BIT[self.v[SEAT + s * STRIDE + OBJECTIVES + kind] - kind * pile_size]
            for s in range(self.seats):
                if s == seat or self.is_shown(s, kind):
                    continue
                k = luck.below(pile_size)
                while taken & BIT[k] != 0:
                    k = luck.below(pile_size)
                taken |= BIT[k]
                other.v[SEAT + s * STRIDE + OBJECTIVES + kind] = kind * pile_size + k
        return other

    def is_shown(self, seat: i64, kind: i64) -> bool:
        """Whether everybody has seen this objective: only placed ones, at the end."""
        return self.v[STAGE] == OVER and self.is_placed(SEAT + seat * STRIDE + PLACED, kind)

    def conceal(self, seat: i64) -> None:
        """Forget every objective that this seat (NONE: a spectator) may not see."""
        for s in range(self.seats):
            if s == seat:
                continue
            for kind in range(4):
                if not self.is_shown(s, kind):
                    self.v[SEAT + s * STRIDE + OBJECTIVES + kind] = NONE

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Everything is read from a copy in which the others' objectives are forgotten: nothing can leak."""
        shown = self.copy()
        shown.conceal(NONE if seat is None else seat)
        return view_of(shown, seat)

    def dump(self) -> dict[str, Any]:
        return dump_of(self)

    def restore(self, dump: Mapping[str, Any]) -> None:
        """Fill a blank state with a dumped position."""
        restore_from(self, dump)
