"""Scores of the moves of Amritsar: actions by what they bring, a group of workers by the best it can do where it may
land, the elephant by the best group it leaves."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.state import State
from tablero.games.amritsar import layout as at
from tablero.games.amritsar.evaluation import weights as learned
from tablero.games.amritsar.evaluation.features import Features
from tablero.games.amritsar.rules import Amritsar

# What is judged once for all moves: a turn for each district and colour, both sides of each tile, what each colour
# feeds.
TURN: Final[i64] = 0
MAIN: Final[i64] = 16
SECOND: Final[i64] = 28
FED: Final[i64] = 40
MAHOUT: Final[i64] = 44
UNKNOWN: Final[vec[float]] = vec[float]([-99.0] * 45)  # nothing has been judged yet


class Policy(Features):
    """Scores moves by the points that they promise."""

    # ---------------------------------------------------------------- a turn

    def at_district(
        self, state: Amritsar, seat: i64, district: i64, colour: i64, place: i64, turns: float, known: vec[float]
    ) -> float:
        """The best turn in a district with an active worker of this colour and the elephant at `place`."""
        v = state.v
        here: bool = place == district
        gives: bool = False
        rest: float = 0.0
        first: i64 = at.TILE + district * at.SLOTS_OF_A_DISTRICT
        for slot in range(at.SLOTS_OF_A_DISTRICT):
            if here:
                rest = max(rest, self.main_of(state, seat, v[first + slot], turns, known))
        if here:
            gives = self.can_give(state, seat)
            rest = max(rest, self.elephant_rides(state, seat, turns, known))
        best: float = rest
        for slot in range(at.SLOTS_OF_A_DISTRICT):
            tile: i64 = v[first + slot]
            worth: float = self.main_of(state, seat, tile, turns, known)
            second: float = 0.0
            fits: bool = self.fits(state, seat, state.tables.tile_colour[tile], colour)
            if fits:
                second = self.second_of(state, seat, tile, turns, known)
            elephant: float = rest
            if gives:
                elephant = max(elephant, self.give_after(state, seat, district, tile, fits, turns))
            best = max(best, worth + second + elephant)
        return best

    def main_of(self, state: Amritsar, seat: i64, tile: i64, turns: float, known: vec[float]) -> float:
        if known[MAIN + tile] < -50.0:
            known[MAIN + tile] = self.effect(state, seat, state.tables.tile_main[tile], turns)
        return known[MAIN + tile]

    def second_of(self, state: Amritsar, seat: i64, tile: i64, turns: float, known: vec[float]) -> float:
        if known[SECOND + tile] < -50.0:
            known[SECOND + tile] = self.effect(state, seat, state.tables.tile_second[tile], turns)
        return known[SECOND + tile]

    def can_give(self, state: Amritsar, seat: i64) -> bool:
        """Whether the elephant has the donating mahout and a counter."""
        b: i64 = at.SEAT + seat * at.STRIDE
        for colour in range(at.COLOURS):
            if state.v[b + at.MAHOUTS + colour] == at.DONATE_TILE:
                return state.v[b + at.LOAD] > 0
        return False

    def elephant_rides(self, state: Amritsar, seat: i64, turns: float, known: vec[float]) -> float:
        """The best of the mahouts that do not donate."""
        if known[MAHOUT] < -50.0:
            best: float = 0.0
            for colour in range(at.COLOURS):
                mahout: i64 = state.v[at.SEAT + seat * at.STRIDE + at.MAHOUTS + colour]
                if mahout != at.DONATE_TILE and mahout != at.NONE:
                    best = max(best, self.effect(state, seat, state.tables.mahout_effect[mahout], turns))
            known[MAHOUT] = best
        return known[MAHOUT]

    def fits(self, state: Amritsar, seat: i64, colour: i64, active: i64) -> bool:
        if colour == active:
            return True
        wild: i64 = state.v[at.SEAT + seat * at.STRIDE + at.LASTING]
        return (active == at.WHITE and wild & at.BIT[colour] != 0) or (
            colour == at.WHITE and wild & at.BIT[active] != 0
        )

    def give_after(self, state: Amritsar, seat: i64, district: i64, tile: i64, second: bool, turns: float) -> float:
        """A donation of the elephant after the gains of a tile."""
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE + at.RES
        rows = state.tables.effects
        m: i64 = v[b]
        c: i64 = v[b + 1]
        g: i64 = v[b + 2]
        wild: i64 = 0
        for side in range(2):
            if side == 1 and not second:
                break
            row: i64 = (state.tables.tile_main[tile] if side == 0 else state.tables.tile_second[tile]) * at.ROW
            if rows[row + at.OP] == at.GAIN:
                m += rows[row + at.E_MARBLE]
                c += rows[row + at.E_MARBLE + 1]
                g += rows[row + at.E_MARBLE + 2]
                wild += rows[row + at.E_ANY]
            elif rows[row + at.OP] == at.EITHER_OF:
                wild += 1
        best = self.donation(state, seat, district, m, c, g, turns)
        if wild > 0:
            best = max(best, self.donation(state, seat, district, m + 1, c, g, turns))
            best = max(best, self.donation(state, seat, district, m, c + 1, g, turns))
            best = max(best, self.donation(state, seat, district, m, c, g + 1, turns))
        return best

    def landing(self, state: Amritsar, seat: i64, hand: vec[i64], place: i64, turns: float, known: vec[float]) -> float:
        """The best colour of these to come last and the best place for it, sown from SOW_AT on; `known` keeps what was
        judged before."""
        moves = state.landings(seat)
        free: bool = state.v[at.SEAT + seat * at.STRIDE + at.LASTING] & at.FREE_JUMP != 0
        coin = self.coin(state, seat, turns)
        best: float = -99.0
        for i in range(len(moves)):
            section: i64 = moves[i] - at.LAND
            jumps: i64 = max(i - 1, 0) if free else i
            coins: float = float(state.v[at.LYING + section] - jumps) * coin
            for colour in range(at.COLOURS):
                if hand[colour] > 0:
                    best = max(best, self.turn_at(state, seat, section // 2, colour, place, turns, known) + coins)
        return best

    def turn_at(
        self, state: Amritsar, seat: i64, district: i64, colour: i64, place: i64, turns: float, known: vec[float]
    ) -> float:
        key: i64 = TURN + district * at.COLOURS + colour
        if known[key] < -50.0:
            worth = self.at_district(state, seat, district, colour, place, turns, known)
            known[key] = worth + self.fed(state, seat, colour, known)
        return known[key]

    def fed(self, state: Amritsar, seat: i64, colour: i64, known: vec[float]) -> float:
        """Each follower pays a point, and gains an action."""
        if known[FED + colour] < -50.0:
            worth: float = 0.0
            for other in range(state.seats):
                if other != seat and state.mahout_possible(other, colour):
                    worth += 1.0 - self.w[learned.N_FEED] / float(max(state.seats - 1, 1))
            known[FED + colour] = worth
        return known[FED + colour]

    def best_group(self, state: Amritsar, seat: i64, place: i64, turns: float) -> float:
        """The best turn that any group gives."""
        known = UNKNOWN[:]
        best: float = -99.0
        for section in range(at.SECTIONS):
            if state.v[at.SECTION + section * at.GROUND + at.COLOURS] > 0:
                best = max(best, self.group(state, seat, section, place, turns, known))
        return best

    def group(self, state: Amritsar, seat: i64, section: i64, place: i64, turns: float, known: vec[float]) -> float:
        """The best turn that a group gives: any of its colours may come last. It is sown in the state itself, which
        costs less than a copy, and put back."""
        v = state.v
        first: i64 = at.SECTION + section * at.GROUND
        hand = v[first : first + at.COLOURS]
        count: i64 = v[first + at.COLOURS]
        coins: i64 = v[at.LYING + section]
        sown: i64 = v[at.SOW_AT]
        purse: i64 = at.SEAT + seat * at.STRIDE + at.COIN
        worth: float = float(coins) * self.coin(state, seat, turns)
        v[at.LYING + section] = 0
        v[purse] += coins
        v[first + at.COLOURS] = 0
        v[at.SOW_AT] = section
        dropped: i64 = 0  # the sections, in the order of the workers, three bits each
        for k in range(count - 1):
            here = state.next_open(v[at.SOW_AT])
            v[at.SECTION + here * at.GROUND + at.COLOURS] += 1
            v[at.SOW_AT] = here
            dropped = 8 * dropped + here
        # Coins that are picked up change what a turn is worth: what was judged without them does not hold.
        worth += self.landing(state, seat, hand, place, turns, known if coins == 0 else UNKNOWN[:])
        for k in range(count - 1):
            v[at.SECTION + dropped % 8 * at.GROUND + at.COLOURS] -= 1
            dropped = dropped // 8
        v[at.SOW_AT] = sown
        v[first + at.COLOURS] = count
        v[purse] -= coins
        v[at.LYING + section] = coins
        if count == at.SECTION_ROOM and state.tables.bridge_trigger[v[at.BRIDGE + v[at.DECADE]]] == at.GROUP_OF_4:
            worth += 1.0
        return worth

    # ---------------------------------------------------------------- the contract

    def score_moves(self, state: State, seat: i64, moves: vec[i64]) -> vec[float]:
        assert isinstance(state, Amritsar)
        turns = self.left(state, seat)
        kind = state.asking()
        out = vec[float](capacity=len(moves))
        known = UNKNOWN[:]
        sharp: float = self.w[learned.N_SHARP]
        for i in range(len(moves)):
            out = append(out, sharp * self.score(state, seat, moves[i], kind, turns, known))
        return out

    def score(self, state: Amritsar, seat: i64, move: i64, kind: i64, turns: float, known: vec[float]) -> float:
        """What one move brings, in points."""
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        if kind == at.ELEPHANT:
            return self.elephant(state, seat, move, turns)
        if kind == at.SECOND_WALK:
            return self.second_walk(state, seat, move, turns)
        if kind == at.PICK_UP:
            return self.group(state, seat, move - at.PICK, v[b + at.AT], turns, known)
        if kind == at.SOW:
            return self.dropping(state, seat, move - at.DROP, turns, known)
        if kind == at.LANDING:
            return self.stopping(state, seat, move - at.LAND, turns, known)
        if kind == at.ACTIONS:
            return self.acting(state, seat, move, turns)
        if kind == at.FOLLOWING or kind == at.COMMAND:
            if move == at.PASS:
                return 0.0
            tile: i64 = v[b + at.MAHOUTS + state.followed_colour()]
            gift: float = 0.3 if kind == at.FOLLOWING else 0.0
            return self.effect(state, seat, state.tables.mahout_effect[tile], turns) - gift
        if kind == at.CHOOSE_OBJECTIVE:
            return self.aim(state, seat, move - at.AIM, turns)
        return self.choosing(state, seat, move, kind, turns)

    def choosing(self, state: Amritsar, seat: i64, move: i64, kind: i64, turns: float) -> float:
        """A choice inside an action."""
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        tables = state.tables
        if kind == at.DONATE:
            return self.giving(state, seat, move - at.DONATE_ON, turns)
        if kind == at.CHOICE or kind == at.EITHER:
            r: i64 = move - at.TAKE
            n: i64 = 1 if kind == at.CHOICE else tables.effects[v[state.top() + 2] * at.ROW + at.E_MARBLE + r]
            return self.taking(state, seat, r, n, turns)
        if kind == at.SURPLUS:
            item: i64 = move - at.DISCARD
            if item == 0:
                return -self.coin(state, seat, turns)
            return -self.resource(state, seat, item - 1, v[b + at.COIN + item] - 1, turns)
        if kind == at.MARKET:
            return self.dealing(state, seat, move, turns)
        if kind == at.CHOOSE_MAHOUT:
            return self.effect(state, seat, tables.mahout_effect[v[b + at.MAHOUTS + move - at.USE]], turns)
        if kind == at.UPGRADE:
            if move == at.SKIP or at.EXCHANGE <= move < at.BUY:
                return -0.2 if move != at.SKIP else 0.0
            return self.upgrade(state, seat, move, v[state.top() + 2], turns)
        if kind == at.STUDY:
            return self.step(state, seat, move - at.STEP, turns)
        if kind == at.PLACE_OBJECTIVE:
            return self.effect(state, seat, tables.space_effect[move - at.SPACE], turns)
        if kind == at.PAYING:
            return -self.resource(state, seat, move - at.PAY, v[b + at.RES + move - at.PAY] - 1, turns)
        if kind == at.PLACE_MAHOUT:
            return self.space(state, seat, move - at.SPACE)
        return 0.0

    def stopping(self, state: Amritsar, seat: i64, section: i64, turns: float, known: vec[float]) -> float:
        """The last worker stops on a section."""
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        colour: i64 = 0
        while v[at.HAND + colour] == 0:
            colour += 1
        worth = self.turn_at(state, seat, section // 2, colour, v[b + at.AT], turns, known)
        jumps: i64 = 0
        here = state.next_open(v[at.SOW_AT])
        while here != section:
            jumps += 1
            here = state.next_open(here)
        if v[b + at.LASTING] & at.FREE_JUMP != 0 and jumps > 0:
            jumps -= 1
        return worth + float(v[at.LYING + section] - jumps) * self.coin(state, seat, turns)

    def space(self, state: Amritsar, seat: i64, colour: i64) -> float:
        """A colour that others will use brings more chances to follow; beside the maharaja all come up alike."""
        worth: float = 0.0
        for district in range(at.DISTRICTS):
            for slot in range(at.SLOTS_OF_A_DISTRICT):
                if state.tables.tile_colour[state.v[at.TILE + district * at.SLOTS_OF_A_DISTRICT + slot]] == colour:
                    worth += 0.05
        return worth

    def elephant(self, state: Amritsar, seat: i64, move: i64, turns: float) -> float:
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        if move == at.STAY:
            return self.best_group(state, seat, v[b + at.AT], turns)
        district: i64 = (move - at.WALK) % at.DISTRICTS
        after = state.copy()
        after.v[b + at.AT] = district
        cost: float = 0.0
        if move >= at.SPEND_TOKEN:
            cost = 1.2 * self.use(turns - 1.0)
        elif v[b + at.AT] != at.NONE:
            coins: i64 = state.steps_to(seat, district) - 1
            after.v[b + at.COIN] -= coins
            cost = float(coins) * self.coin(state, seat, turns) + float(state.walk_penalty(seat, district))
        return self.best_group(after, seat, district, turns) - cost

    def second_walk(self, state: Amritsar, seat: i64, move: i64, turns: float) -> float:
        """Before the next turn the elephant may stand where a donation is worth most."""
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        if move == at.STAY or move == at.DONE:
            return self.waiting(state, seat, v[b + at.AT], turns)
        district: i64 = (move - at.WALK) % at.DISTRICTS
        if move >= at.SPEND_TOKEN:
            return self.waiting(state, seat, district, turns) - 1.5 * self.use(turns)
        cost: float = float(state.steps_to(seat, district) - 1) * self.coin(state, seat, turns)
        return self.waiting(state, seat, district, turns) - cost - float(state.walk_penalty(seat, district)) - 0.05

    def waiting(self, state: Amritsar, seat: i64, district: i64, turns: float) -> float:
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        return 0.4 * self.donation(state, seat, district, v[b + at.RES], v[b + at.RES + 1], v[b + at.RES + 2], turns)

    def dropping(self, state: Amritsar, seat: i64, colour: i64, turns: float, known: vec[float]) -> float:
        """Drop this colour now: the best of those that stay in hand comes last."""
        after = state.copy()
        v = after.v
        v[at.HAND + colour] -= 1
        v[at.HELD] -= 1
        while v[at.HELD] > 0:
            section = after.next_open(v[at.SOW_AT])
            v[at.SOW_AT] = section
            v[at.SECTION + section * at.GROUND + at.COLOURS] += 1
            v[at.HELD] -= 1
        hand = v[at.HAND : at.HAND + at.COLOURS]
        return self.landing(after, seat, hand, v[at.SEAT + seat * at.STRIDE + at.AT], turns, known)

    def acting(self, state: Amritsar, seat: i64, move: i64, turns: float) -> float:
        """An action, less what it closes; what is better done later waits."""
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        tables = state.tables
        if move == at.DONE:
            return 0.05
        if at.EXCHANGE <= move < at.BUY:
            return self.exchanging(state, seat, move - at.EXCHANGE, turns)
        district: i64 = v[at.ACT_DISTRICT]
        if move < at.ACTIVATE:
            slot: i64 = (move - at.MAIN) % at.SLOTS_OF_A_DISTRICT
            tile = state.tile_here(slot)
            own: i64 = tables.tile_main[tile] if move < at.SECOND else tables.tile_second[tile]
            worth = self.effect(state, seat, own, turns)
            # The other side of the same tile stays open.
            if v[at.ACT_TILE] == at.NONE:
                if move < at.SECOND:
                    if self.fits(state, seat, tables.tile_colour[tile], v[at.ACT_COLOUR]):
                        worth += self.effect(state, seat, tables.tile_second[tile], turns)
                else:
                    worth += self.effect(state, seat, tables.tile_main[tile], turns)
                if v[at.ACT_DONE] & at.ELEPHANT_DONE == 0 and v[b + at.AT] == district and v[b + at.LOAD] > 0:
                    worth += 0.5 * self.give_after(state, seat, district, tile, False, turns)
            return worth + 0.3
        effect: i64
        if move < at.USE:
            effect = tables.tile_main[state.tile_here(move - at.ACTIVATE)]
        else:
            effect = tables.mahout_effect[v[b + at.MAHOUTS + move - at.USE]]
        worth = self.effect(state, seat, effect, turns)
        if v[at.ACT_TILE] == at.NONE:
            # Gains first: the elephant usually acts after the tile.
            return worth * 0.6
        if v[at.ACT_DONE] & at.TILE_CLOSED == 0:
            tile = state.tile_here(v[at.ACT_TILE])
            if v[at.ACT_DONE] & at.MAIN_DONE == 0:
                worth -= self.effect(state, seat, tables.tile_main[tile], turns)
            elif v[at.ACT_DONE] & at.SECOND_DONE == 0 and self.fits(
                state, seat, tables.tile_colour[tile], v[at.ACT_COLOUR]
            ):
                worth -= self.effect(state, seat, tables.tile_second[tile], turns)
        return worth

    def exchanging(self, state: Amritsar, seat: i64, k: i64, turns: float) -> float:
        """An exchange for the sake of what it allows: judged by the best donation before and after."""
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        lost: i64 = at.EXCHANGE_FROM[k]
        won: i64 = at.EXCHANGE_TO[k]
        change: float = self.resource(state, seat, won, v[b + at.RES + won], turns)
        change -= self.resource(state, seat, lost, v[b + at.RES + lost] - 1, turns)
        after = state.copy()
        after.v[b + at.RES + lost] -= 1
        after.v[b + at.RES + won] += 1
        if v[b + at.AT] == at.NONE:
            return change
        return change + self.best_mahout(after, seat, turns) - self.best_mahout(state, seat, turns)

    def giving(self, state: Amritsar, seat: i64, cell: i64, turns: float) -> float:
        """A donation on one cell, objectives included."""
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        district: i64 = v[b + at.AT]
        level: i64 = cell // at.WIDEST
        worth: float = float(state.cell_value(district, cell)) + self.support(state, seat, district, cell)
        for r in range(at.RESOURCES):
            if state.tables.cost[level * at.RESOURCES + r] > 0:
                worth -= self.resource(state, seat, r, v[b + at.RES + r] - 1, turns)
        after = state.copy()
        before: float = self.aims(state, seat)
        after.v[b + at.IN_DISTRICT + district] += 1
        after.v[b + at.IN_LEVEL + level] += 1
        return worth + self.aims(after, seat) - before

    def aims(self, state: Amritsar, seat: i64) -> float:
        """What all objectives would bring: placed ones in full, those in hand by half."""
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        worth: float = 0.0
        for kind in range(4):
            objective: i64 = v[b + at.OBJECTIVES + kind]
            if objective != at.NONE:
                share: float = 1.0 if state.is_placed(b + at.PLACED, kind) else 0.4
                worth += share * float(state.objective_points(seat, objective))
        return worth

    def taking(self, state: Amritsar, seat: i64, r: i64, n: i64, turns: float) -> float:
        """A resource to choose: its worth, and the donation or upgrade that it completes."""
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        worth: float = 0.0
        for k in range(n):
            worth += self.resource(state, seat, r, v[b + at.RES + r] + k, turns)
        if v[b + at.AT] == at.NONE or v[b + at.LOAD] == 0:
            return worth
        m: i64 = v[b + at.RES] + (n if r == 0 else 0)
        c: i64 = v[b + at.RES + 1] + (n if r == 1 else 0)
        g: i64 = v[b + at.RES + 2] + (n if r == 2 else 0)
        return worth + 0.6 * self.donation(state, seat, v[b + at.AT], m, c, g, turns)

    def dealing(self, state: Amritsar, seat: i64, move: i64, turns: float) -> float:
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        top = state.top()
        purse = self.coin(state, seat, turns)
        first: float = 0.0
        if v[top + 2] == 0:
            first = self.recovery(state, seat, turns) + 0.3
        if move == at.DONE:
            return 0.0
        if move == at.COIN_FIRST:
            return 0.3 + first
        if at.EXCHANGE <= move < at.BUY:
            return -0.2
        if move < at.SELL:
            r: i64 = move - at.BUY
            worth = self.taking(state, seat, r, 1, turns)
            if v[b + at.AT] != at.NONE and v[b + at.LOAD] > 0:
                held: i64 = v[b + at.RES]
                now = self.donation(state, seat, v[b + at.AT], held, v[b + at.RES + 1], v[b + at.RES + 2], turns)
                worth -= 0.6 * now
            return worth + first - purse * float(state.price_now(seat, r, v[top + 2]))
        r = move - at.SELL
        loss = self.resource(state, seat, r, v[b + at.RES + r] - 1, turns)
        gain: float = purse * float(state.sell_price(r)) + float(state.sell_points(r))
        return gain + first - loss
