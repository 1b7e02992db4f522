"""Scores of the moves of Tzolk'in for a seat: what each gains, read from the seat's ledger."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.evaluation.evaluator import Evaluator
from tablero.core.state import State
from tablero.games.tzolkin import layout as at
from tablero.games.tzolkin.evaluation import weights as by
from tablero.games.tzolkin.evaluation.value import Ledger, win_chances
from tablero.games.tzolkin.rules import Tzolkin


class TzolkinEvaluator(Evaluator):
    """Climbs temples, keeps corn for its workers, gathers blocks for what it wants to build, and picks workers up when
    waiting no longer pays."""

    def __init__(self, weights: vec[float] = by.WEIGHTS) -> None:
        self.w: vec[float] = weights

    def score_moves(self, state: State, seat: i64, moves: vec[i64]) -> vec[float]:
        assert isinstance(state, Tzolkin)
        ledger = Ledger(state, seat, self.w)
        ledger.take_aim()
        v = state.v
        out: vec[float]
        if v[at.PHASE] == at.WEALTH:
            out = self._weigh_wealth(ledger, moves)
        elif v[at.STACK + v[at.DEPTH] - 1] & 31 == at.TURN:
            out = self._weigh_turn(ledger, moves)
        else:
            out = vec[float](capacity=24)
            frame: i64 = v[at.STACK + v[at.DEPTH] - 1]
            for i in range(len(moves)):
                out = append(out, self._choice(ledger, frame & 31, (frame >> 5) & 63, frame >> 11, moves[i]))
        for i in range(len(out)):
            out[i] = out[i] / self.w[by.TEMPER_W]
        return out

    def _weigh_wealth(self, ledger: Ledger, moves: vec[i64]) -> vec[float]:
        v = ledger.state.v
        tables = ledger.state.tables
        out = vec[float](capacity=8)
        for i in range(len(moves)):
            pair: i64 = moves[i] - at.KEEP
            a: i64 = v[ledger.b + at.DEALT + at.PAIR_A[pair]]
            c: i64 = v[ledger.b + at.DEALT + at.PAIR_B[pair]]
            out = append(out, ledger.program(tables.wealth[a]) + ledger.program(tables.wealth[c]))
        return out

    def _weigh_turn(self, ledger: Ledger, moves: vec[i64]) -> vec[float]:
        """Placing against picking up: what the whole turn may bring decides between them."""
        state = ledger.state
        v = state.v
        b: i64 = ledger.b
        hand: float = ledger.hand()
        out = vec[float](capacity=24)
        picks: float = 0.0
        lost: float = 0.0  # what workers that fall off today could have done
        places = vec[float]([-99.0, -99.0, -99.0, -99.0, -99.0, -99.0])
        for i in range(len(moves)):
            move: i64 = moves[i]
            found: float = 0.0
            if move == at.END:
                found = 0.0
            elif move >= at.PICK:
                gear: i64 = min((move - at.PICK) // 8, at.CHICHEN)
                position: i64 = move - at.FIRST_PICK[gear]
                found = ledger.reach(gear, position)
                if at.BIT[position + 1] & at.NUMBERED[gear] == 0:
                    lost += found
                found += hand - ledger.stay(gear, position, True)
                if found > 0.0:
                    picks += found
            elif move >= at.PLACE:
                found = self._placing(ledger, move - at.PLACE)
                places[move - at.PLACE] = found
            else:
                found = self._begging(ledger, move - at.BEG)
            out = append(out, found)
        if v[at.MODE] == at.UNDECIDED:
            placings: float = self._placings(ledger, places, v[b + at.HAND])
            for i in range(len(moves)):
                if moves[i] >= at.PICK:
                    out[i] += max(0.0, picks - max(0.0, out[i])) * self.w[by.PICK_W]
                elif moves[i] >= at.PLACE:
                    out[i] += placings * self.w[by.PLACE_W] - lost
        return out

    def _placings(self, ledger: Ledger, places: vec[float], hand: i64) -> float:
        """What the workers after the first one bring, each a corn dearer than the one before."""
        total: float = 0.0
        for k in range(hand):
            best: i64 = 0
            for gear in range(1, at.GEARS + 1):
                if places[gear] > places[best]:
                    best = gear
            found: float = places[best] - ledger.corn * float(k)
            if found <= 0.0:
                break
            if k > 0:
                total += found
            places[best] = -99.0 if best == at.GEARS else places[best] - self.w[by.AGAIN_W]
        return total

    def _placing(self, ledger: Ledger, gear: i64) -> float:
        state = ledger.state
        v = state.v
        b: i64 = ledger.b
        price: i64 = min(state.price(gear), v[b + at.CORN])
        found: float = ledger.corn_gain(-price) - ledger.hand()
        if gear == at.GEARS:
            # The pile, the first turn, and the worker back at once.
            found += ledger.corn_gain(v[at.PILE]) + ledger.hand()
            found += self.w[by.CLAIM_W] * min(1.0, 0.3 * float(ledger.turns)) - 0.3
            if state.may_leap(ledger.seat):
                found += self.w[by.LIGHT_W] * float(state.on_gears(ledger.seat))
            return found
        empty: i64 = ~v[at.TAKEN + gear] & at.NUMBERED[gear]
        return found + ledger.stay(gear, at.WHICH[(empty & -empty) % 37], False)

    def _begging(self, ledger: Ledger, temple: i64) -> float:
        corn: i64 = ledger.state.v[ledger.b + at.CORN]
        return ledger.corn_gain(ledger.state.tables.beg_to - corn) + ledger.down(temple) - 0.6

    def _choice(self, ledger: Ledger, kind: i64, a: i64, b: i64, move: i64) -> float:
        state = ledger.state
        v = state.v
        corn: i64 = v[ledger.b + at.CORN]
        if move == at.DONE or move == at.NOTHING:
            return 0.0
        if kind == at.ACTION:
            fee = state.fee(a, b, move - at.ACT)
            return ledger.space(a, move - at.ACT, corn - fee, True) + ledger.corn_gain(-fee)
        if kind == at.HARVEST:
            return ledger.harvest(a, move)
        if kind == at.ANGER:
            return ledger.down(move - at.DESCEND)
        if kind == at.TEMPLE:
            return ledger.up(move - at.CLIMB)
        if kind == at.TRACK:
            track: i64 = move - at.ADVANCE_ON
            cost: float = 0.0
            if b & 1 != 0:
                cost = ledger.cheapest_blocks(at.TRACK_COST[v[ledger.b + at.LEVEL + track]])
            return ledger.level(track) - cost
        if kind == at.BUILD:
            return self._raising(ledger, a, corn, move)
        if kind == at.ANY:
            gear: i64 = (move - at.COPY) // 5
            return ledger.space(gear, (move - at.COPY) % 5 + 1, corn - b, True) + ledger.corn_gain(-b)
        if kind == at.DAYS:
            return self._leap(ledger) if move == at.TWO_DAYS else 0.0
        return self._exchange(ledger, kind, move)

    def _raising(self, ledger: Ledger, flags: i64, corn: i64, move: i64) -> float:
        if move >= at.RAISE_MONUMENT:
            return ledger.monument(move - at.RAISE_MONUMENT, True)
        if move >= at.RAISE_PLAIN:
            return ledger.building(move - at.RAISE_PLAIN, flags | at.NO_ARCHITECTURE, corn, True) + 0.3
        return ledger.building(move - at.RAISE, flags, corn, True)

    def _exchange(self, ledger: Ledger, kind: i64, move: i64) -> float:
        """Blocks paid, taken, saved, sold and bought."""
        if kind == at.SAVE:
            return ledger.blocks[move - at.SAVING]
        if kind == at.MARKET:
            value = ledger.state.tables.block_value
            if move >= at.BUY:
                return ledger.block_gain(move - at.BUY, 1) + ledger.corn_gain(-value[move - at.BUY]) - 0.05
            return ledger.corn_gain(value[move - at.SELL]) + ledger.block_gain(move - at.SELL, -1) - 0.05
        mix: i64 = move - at.MIX
        sign: i64 = 1 if kind == at.TAKE else -1
        worth: float = (
            ledger.block_gain(0, sign * at.MIX_WOOD[mix])
            + ledger.block_gain(1, sign * at.MIX_STONE[mix])
            + ledger.block_gain(2, sign * at.MIX_GOLD[mix])
        )
        return ledger.best_up(1) + worth if kind == at.OFFERING else worth

    def _leap(self, ledger: Ledger) -> float:
        """Two days help whose workers gain most by a day more, and whose corn suffices."""
        state = ledger.state
        active: i64 = state.v[at.ACTIVE]
        found: float = self._day(ledger)
        for seat in range(state.seats):
            if seat != ledger.seat:
                state.v[at.ACTIVE] = seat
                found -= self._day(Ledger(state, seat, self.w)) / float(state.seats - 1)
        state.v[at.ACTIVE] = active
        if ledger.due > state.v[ledger.b + at.CORN]:
            found -= 1.0
        return found * self.w[by.LEAP_W] - 0.6

    def _day(self, ledger: Ledger) -> float:
        """What a day more brings to the workers of a seat."""
        v = ledger.state.v
        found: float = 0.0
        for gear in range(at.GEARS):
            on: i64 = v[ledger.b + at.ON + gear]
            while on != 0:
                low: i64 = on & -on
                on ^= low
                place: i64 = at.WHICH[low % 37]
                found += max(ledger.stay(gear, place + 1, True), ledger.reach(gear, place + 1))
                found -= max(ledger.stay(gear, place, True), ledger.reach(gear, place))
        return found

    def win_chances(self, state: State) -> vec[float]:
        assert isinstance(state, Tzolkin)
        return win_chances(state, self.w)

    def is_quiet(self, state: State) -> bool:
        """The start of a round: all seats have had as many turns."""
        assert isinstance(state, Tzolkin)
        v = state.v
        frame: i64 = v[at.STACK + v[at.DEPTH] - 1] if v[at.DEPTH] > 0 else at.NONE
        return frame & 31 == at.TURN and v[at.TURNS] == 0 and v[at.MODE] == at.UNDECIDED
