"""Amritsar: who is asked what, which moves are legal and what they set going.

The flat state and the basic operations are in `position.py`, points in `scoring.py`, effects and their frames in
`effects.py`, the maharaja of the solo game in `solo.py`, the set-up in `setup.py`, turns, rounds and decades in
`turns.py`, secrets in `views.py`; `layout.py` says where everything lies. Frames lie above the stage of the game: the
top one asks first.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.games.amritsar import layout as at
from tablero.games.amritsar import refusals
from tablero.games.amritsar.layout import DEPTH, NONE, SEAT, STAGE, STRIDE
from tablero.games.amritsar.views import Views


class Amritsar(Views):
    """One position of Amritsar."""

    # ---------------------------------------------------------------- what goes on without a choice

    def run(self) -> None:
        """Go on until a seat has something to decide or the game is over."""
        v = self.v
        while True:
            if v[DEPTH] > 0:
                if not self.run_frame():
                    return
                continue
            stage: i64 = v[STAGE]
            if stage == at.SOW:
                if not self.sow_on():
                    return
            elif stage == at.FOLLOWING:
                if self.ask_followers():
                    return
                self.next_turn()
            elif stage == at.COMMAND:
                if self.ask_followers():
                    return
                self.next_round()
            elif stage == at.INCOME:
                if v[at.ORDER] == self.seats:
                    self.build_temple()
                else:
                    v[at.ORDER] += 1
                    self.take_income(self.seat_in_order(v[at.ORDER] - 1))
            else:
                return

    def run_frame(self) -> bool:
        """Carry out the top frame when it asks for no choice; rules 1 also made choices that leave no choice."""
        v = self.v
        top = self.top()
        kind: i64 = v[top]
        seat: i64 = v[top + 1]
        a: i64 = v[top + 2]
        if kind == at.DEFERRED:
            source: i64 = at.BY_BRIDGE if v[top + 3] == 0 else v[top + 3]
            self.pop()
            self.perform(seat, a, source)
            return True
        if kind == at.CROSSING:
            self.pop()
            self.cross(seat, a)
            return True
        if kind == at.REWARD:
            self.pop()
            self.reward(a)
            self.settled += 1
            return True
        if self.rules > 1:
            return False
        if kind == at.SURPLUS:
            return self.discard_alike(seat)
        if kind == at.PLACE_OBJECTIVE or kind == at.PLACE_MAHOUT or kind == at.CHOOSE_MAHOUT:
            found = self.legal(seat)
            if len(found) == 1:
                self.play_frame(kind, seat, found[0])
                return True
        return False

    def discard_alike(self, seat: i64) -> bool:
        """A surplus of one kind only goes without asking."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE + at.COIN
        only: i64 = NONE
        for item in range(4):
            if v[b + item] > 0:
                if only != NONE:
                    return False
                only = item
        while v[DEPTH] > 0 and v[self.top()] == at.SURPLUS and v[self.top() + 1] == seat:
            self.discard(seat, only)
            if self.stored(seat) <= v[SEAT + seat * STRIDE + at.ROOM]:
                break
        return True

    # ---------------------------------------------------------------- the contract

    def actor(self) -> i64:
        v = self.v
        if v[DEPTH] > 0:
            return v[self.top() + 1]
        stage: i64 = v[STAGE]
        if stage == at.OVER:
            return NONE
        return v[at.TURN] if stage < at.FOLLOWING else self.asked()

    def owes(self, seat: i64) -> bool:
        return self.actor() == seat

    def nested(self, seat: i64) -> bool:
        """Choices of an action and of a sowing that has begun; to leave the market is to end something, like a turn."""
        if self.v[DEPTH] > 0:
            return self.v[self.top()] != at.MARKET
        return self.v[STAGE] == at.SOW or self.v[STAGE] == at.LANDING

    def closing(self, seat: i64) -> i64:
        """The own turn ends when its actions do, or with the second move of the elephant, staying included."""
        v = self.v
        if v[at.TURN] != seat or not at.ELEPHANT <= v[STAGE] <= at.SECOND_WALK or self.asking() == at.MARKET:
            return NONE
        return at.STAY if v[STAGE] == at.SECOND_WALK and v[at.WALKED] == 0 else at.DONE

    def legal(self, seat: i64) -> vec[i64]:
        out = vec[i64](capacity=16)
        v = self.v
        if v[DEPTH] > 0:
            top = self.top()
            return self.legal_in_frame(v[top], seat, v[top + 2], out) if v[top + 1] == seat else out
        if self.actor() != seat:
            return out
        kind: i64 = v[STAGE]
        if kind == at.ACTIONS:
            return self.actions(seat)
        if kind == at.ELEPHANT:
            return self.walks(seat)
        if kind == at.LANDING:
            return self.landings(seat)
        if kind == at.PICK_UP:
            for section in range(at.SECTIONS):
                if v[at.SECTION + section * at.GROUND + at.COLOURS] > 0:
                    out = append(out, at.PICK + section)
        elif kind == at.SOW:
            for colour in range(at.COLOURS):
                if v[at.HAND + colour] > 0:
                    out = append(out, at.DROP + colour)
        elif kind == at.SECOND_WALK:
            return append(out, at.DONE) if v[at.WALKED] == 1 else self.walks(seat)
        elif kind == at.FOLLOWING or kind == at.COMMAND:
            out = append(out, at.FOLLOW)
            out = append(out, at.PASS)
        elif kind == at.CHOOSE_OBJECTIVE:
            for k in range(4):
                out = append(out, at.AIM + k)
        else:
            for colour in range(at.COLOURS):
                if self.colour_free(colour):
                    out = append(out, at.SPACE + colour)
        return out

    def colour_free(self, colour: i64) -> bool:
        """In the set-up no two seats put their first mahout on the same colour (R47)."""
        for seat in range(self.seats):
            if self.v[SEAT + seat * STRIDE + at.MAHOUTS + colour] != NONE:
                return False
        return True

    def legal_in_frame(self, kind: i64, seat: i64, a: i64, out: vec[i64]) -> vec[i64]:
        """What the top frame, with its argument `a`, leaves to choose."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if kind == at.CHOICE or kind == at.EITHER:
            for r in range(at.RESOURCES):
                if kind == at.CHOICE or self.tables.effects[a * at.ROW + at.E_MARBLE + r] > 0:
                    out = append(out, at.TAKE + r)
        elif kind == at.SURPLUS:
            for item in range(4):
                if v[b + at.COIN + item] > 0:
                    out = append(out, at.DISCARD + item)
        elif kind == at.MARKET:
            return self.deals(seat, out)
        elif kind == at.CHOOSE_MAHOUT:
            for colour in range(at.COLOURS):
                if self.mahout_possible(seat, colour):
                    out = append(out, at.USE + colour)
        elif kind == at.UPGRADE:
            out = self.exchanges(seat, self.upgrades(seat, a))
            if a & at.OPTIONAL != 0 or len(out) == 0:
                out = append(out, at.SKIP)
        elif kind == at.PLACE_OBJECTIVE or kind == at.PLACE_MAHOUT:
            return self.free_spaces(b + (at.PLACED if kind == at.PLACE_OBJECTIVE else at.MAHOUTS), out)
        elif kind == at.PAYING:
            for r in range(at.RESOURCES):
                if v[b + at.RES + r] > 0:
                    out = append(out, at.PAY + r)
        elif kind == at.STUDY:
            for track in range(at.TRACKS):
                out = append(out, at.STEP + track)
        elif kind == at.SPARED:
            return self.sparable(a, out)
        else:
            return self.cells_to_donate_on(seat, out)
        return out

    def sparable(self, landed: i64, out: vec[i64]) -> vec[i64]:
        """The sections on the way to the one landed on, of which the free jump spares one."""
        section = self.next_open(self.v[at.SOW_AT])
        while section != landed:
            out = append(out, at.PICK + section)
            section = self.next_open(section)
        return out

    def cells_to_donate_on(self, seat: i64, out: vec[i64]) -> vec[i64]:
        cells = self.cells_open(seat, self.v[SEAT + seat * STRIDE + at.AT])
        for i in range(len(cells)):
            out = append(out, at.DONATE_ON + cells[i])
        return out

    def reason(self, seat: i64, move: i64) -> str:
        return refusals.reason(self, seat, move)

    def apply(self, seat: i64, move: i64) -> None:
        v = self.v
        kind: i64 = v[STAGE]
        if v[DEPTH] > 0:
            self.play_frame(v[self.top()], seat, move)
        elif kind == at.ACTIONS:
            if move == at.DONE:
                self.end_actions(seat)
            elif at.EXCHANGE <= move < at.BUY:
                self.exchange(seat, move - at.EXCHANGE)
            else:
                self.act(seat, move)
        elif kind == at.ELEPHANT:
            self.move_elephant(seat, move)
            v[STAGE] = at.PICK_UP
        elif kind == at.PICK_UP:
            self.pick_up(seat, move - at.PICK)
        elif kind == at.SOW:
            self.drop(move - at.DROP)
        elif kind == at.LANDING:
            self.land(seat, move - at.LAND)
        elif kind == at.SECOND_WALK:
            if move != at.DONE:
                self.move_elephant(seat, move)
                v[at.WALKED] = 1
            if move == at.DONE or move == at.STAY:
                self.end_turn()
        elif kind == at.FOLLOWING or kind == at.COMMAND:
            self.follow(seat, move)
        elif kind == at.CHOOSE_OBJECTIVE:
            self.aim_first(seat, move - at.AIM)
        else:
            self.hire_first(seat, move - at.SPACE)
        self.run()
        # What another seat has built on cannot be taken back.
        if self.actor() != seat:
            self.settled += 1

    def play_frame(self, kind: i64, seat: i64, move: i64) -> None:
        """A choice in the top frame."""
        if at.EXCHANGE <= move < at.BUY:
            self.exchange(seat, move - at.EXCHANGE)
        elif kind == at.CHOICE:
            self.choose_resource(seat, move - at.TAKE)
        elif kind == at.EITHER:
            self.choose_either(seat, move - at.TAKE)
        elif kind == at.SURPLUS:
            self.discard(seat, move - at.DISCARD)
        elif kind == at.MARKET:
            self.deal(seat, move)
        elif kind == at.CHOOSE_MAHOUT:
            self.pop()
            tile: i64 = self.v[SEAT + seat * STRIDE + at.MAHOUTS + move - at.USE]
            if self.journal is not None:
                self.tell(self.action_event(seat, move))
            self.perform(seat, self.tables.mahout_effect[tile], at.BY_EFFECTS)
        elif kind == at.UPGRADE:
            if move == at.SKIP:
                self.pop()
            else:
                self.name_upgrade(seat, move)
        elif kind == at.PLACE_OBJECTIVE or kind == at.PLACE_MAHOUT:
            self.name_space(seat, move - at.SPACE)
        elif kind == at.PAYING:
            self.choose_payment(seat, move - at.PAY)
        elif kind == at.STUDY:
            self.pop()
            self.climb(seat, move - at.STEP)
        elif kind == at.SPARED:
            target: i64 = self.v[self.top() + 2]
            self.pop()
            self.stop(seat, target, move - at.PICK)
        else:
            self.donate(seat, move - at.DONATE_ON)

    # ---------------------------------------------------------------- copies

    def copy(self) -> Amritsar:
        other = Amritsar(self.game, self.seats, self.luck, self.tables, None, 0)
        # All luck falls in the set-up, so that copies may share the generator.
        other.v = self.v[:]
        other.options = self.options
        other.settled = self.settled
        other.rules = self.rules
        other.hard = self.hard
        other.token_keeps = self.token_keeps
        other.origin_pays = self.origin_pays
        other.bridge_follows = self.bridge_follows
        other.recover_pays = self.recover_pays
        other.lock_by_turn = self.lock_by_turn
        other.dense_ranks = self.dense_ranks
        other.own_district = self.own_district
        other.jump_choice = self.jump_choice
        other.tie_shares = self.tie_shares
        other.tie_counts = self.tie_counts
        return other
