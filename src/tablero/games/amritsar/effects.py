"""What actions do: district tiles, mahouts, warehouses, objective spaces, track cells and bridge tiles are all rows of
the same table, and one function, `perform`, carries them out. A choice inside an effect is a frame on the stack."""

from __future__ import annotations

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.games.amritsar import layout as at
from tablero.games.amritsar.layout import NONE, SEAT, STAGE, STRIDE
from tablero.games.amritsar.scoring import Scoring


class Effects(Scoring):
    """Effects and the frames they open."""

    # ---------------------------------------------------------------- the interpreter

    def possible(self, seat: i64, effect: i64) -> bool:
        """Whether an action would have an effect for this seat; one that would not is never offered."""
        row: i64 = effect * at.ROW
        rows = self.tables.effects
        op: i64 = rows[row + at.OP]
        if op == at.TRADING:
            coins: i64 = rows[row + at.E_COIN]
            return self.can_deal_soon(seat, coins) or (coins > 0 and self.brings(seat, row))
        if op == at.USE_MAHOUT:
            for colour in range(at.COLOURS):
                if self.mahout_possible(seat, colour):
                    return True
            return False
        if op == at.IMPROVE:
            return self.can_upgrade(seat, rows[row + at.E_ARG])
        if op == at.GIVE:
            return self.can_donate(seat)
        if op == at.GAIN:
            return self.brings(seat, row)
        if op == at.LEARN:
            return self.can_learn(seat, rows[row + at.E_ARG])
        if op == at.RECOVER:
            return self.can_recover(seat)
        return op != at.NOTHING

    def brings(self, seat: i64, row: i64) -> bool:
        """Whether a gain changes anything: a full store of coins stays as it is when more coins come (R43)."""
        rows = self.tables.effects
        b: i64 = SEAT + seat * STRIDE
        held = self.stored(seat)
        if self.rules < 3 or rows[row + at.E_ANY] + rows[row + at.E_POINTS] > 0 or held < self.v[b + at.ROOM]:
            return True
        for item in range(4):
            if rows[row + at.E_COIN + item] > 0 and self.v[b + at.COIN + item] < held:
                return True
        return False

    def can_learn(self, seat: i64, track: i64) -> bool:
        """Whether a step on a track (TRACKS for any) brings something: from a last cell only the arrow's gain does."""
        b: i64 = SEAT + seat * STRIDE
        any_track: bool = track == at.TRACKS or self.v[b + at.LASTING] & at.SWAP_TRACK != 0
        for t in range(at.TRACKS):
            if t == track or any_track:
                on: bool = self.v[b + at.TRACK + t] < self.tables.track_end[t]
                if self.rules < 3 or on or self.possible(seat, self.tables.overflow[t]):
                    return True
        return False

    def can_recover(self, seat: i64) -> bool:
        """Whether a counter can come from the market space, or a point for its emptiness (R36)."""
        b: i64 = SEAT + seat * STRIDE
        return self.recover_pays if self.v[b + at.STALL] == 0 else self.v[b + at.LOAD] < at.ELEPHANT_ROOM

    def mahout_possible(self, seat: i64, colour: i64) -> bool:
        tile: i64 = self.v[SEAT + seat * STRIDE + at.MAHOUTS + colour]
        return tile != NONE and self.possible(seat, self.tables.mahout_effect[tile])

    def perform(self, seat: i64, effect: i64, source: i64) -> None:
        """Carry out an effect, or open the frame that asks how; its points are booked under `source`."""
        v = self.v
        rows = self.tables.effects
        row: i64 = effect * at.ROW
        op: i64 = rows[row + at.OP]
        arg: i64 = rows[row + at.E_ARG]
        if op == at.GAIN:
            v[at.TOUCHED] = 1
            if rows[row + at.E_POINTS] > 0:
                self.score(seat, rows[row + at.E_POINTS], source)
                if self.journal is not None:
                    event = {"kind": "points", "seat": int(seat), "points": int(rows[row + at.E_POINTS])}
                    event["source"] = at.SOURCES[source]
                    self.tell(event)
            if rows[row + at.E_ANY] > 0:
                known: i64 = rows[row + at.E_COIN] + 16 * rows[row + at.E_MARBLE]
                known += 256 * rows[row + at.E_MARBLE + 1] + 4096 * rows[row + at.E_MARBLE + 2]
                self.push(at.CHOICE, seat, rows[row + at.E_ANY], known)
            else:
                marble: i64 = rows[row + at.E_MARBLE]
                self.gain(seat, rows[row + at.E_COIN], marble, rows[row + at.E_MARBLE + 1], rows[row + at.E_MARBLE + 2])
        elif op == at.EITHER_OF:
            self.push(at.EITHER, seat, effect, 0)
        elif op == at.TRADING:
            if rows[row + at.E_COIN] > 0 and not self.can_deal_soon(seat, rows[row + at.E_COIN]):
                self.gain(seat, rows[row + at.E_COIN], 0, 0, 0)
            else:
                self.push(at.MARKET, seat, 0, rows[row + at.E_COIN])
        elif op == at.USE_MAHOUT:
            self.push(at.CHOOSE_MAHOUT, seat, 0, 0)
        elif op == at.IMPROVE:
            if self.can_upgrade(seat, arg) or self.can_exchange(seat):
                self.push(at.UPGRADE, seat, arg, 0)
        elif op == at.LEARN:
            for _ in range(rows[row + at.E_ANY]):
                if arg == at.TRACKS or v[SEAT + seat * STRIDE + at.LASTING] & at.SWAP_TRACK != 0:
                    self.push(at.STUDY, seat, 0, 0)
                else:
                    self.climb(seat, arg)
        elif op == at.GIVE:
            self.push(at.DONATE, seat, 0, 0)
        elif op == at.RECOVER:
            self.recover(seat, False)
        elif op == at.UNLOCK:
            if v[SEAT + seat * STRIDE + at.TOKEN] == at.LOCKED:
                v[SEAT + seat * STRIDE + at.TOKEN] = at.READY
                if self.journal is not None:
                    self.tell({"kind": "unlocked", "seat": int(seat)})

    def gain(self, seat: i64, coins: i64, marble: i64, copper: i64, gold: i64) -> None:
        """Take coins and resources from the supply."""
        self.v[at.TOUCHED] = 1
        if coins + marble + copper + gold == 0:
            return
        if self.journal is not None:
            items = [int(coins), int(marble), int(copper), int(gold)]
            self.tell({"kind": "gained", "seat": int(seat), "items": items})
        self.receive(seat, coins, marble, copper, gold)

    # ---------------------------------------------------------------- knowledge

    def climb(self, seat: i64, track: i64) -> None:
        """One step up a track, with what the cell brings; on the last cell the arrow's gain instead."""
        v = self.v
        v[at.TOUCHED] = 1
        spot: i64 = SEAT + seat * STRIDE + at.TRACK + track
        overflow: bool = v[spot] == self.tables.track_end[track]
        if not overflow:
            v[spot] += 1
        if self.journal is not None:
            event = {"kind": "learned", "seat": int(seat), "track": int(track), "cell": int(v[spot])}
            event["overflow"] = bool(overflow)
            self.tell(event)
        if overflow:
            self.perform(seat, self.tables.overflow[track], at.BY_EFFECTS)
            return
        cell: i64 = track * at.CELLS_OF_A_TRACK + v[spot]
        if self.tables.cell_kind[cell] == at.AT_ONCE:
            self.perform(seat, self.tables.cell_effect[cell], at.BY_EFFECTS)

    # ---------------------------------------------------------------- market

    def can_buy(self, seat: i64, resource: i64, deals: i64, more: i64) -> bool:
        """Not a type sold this turn (R30), and payable with `more` coins on top of those at hand."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        return v[b + at.SOLD] & at.BIT[resource] == 0 and v[b + at.COIN] + more >= self.price_now(seat, resource, deals)

    def can_sell(self, seat: i64, resource: i64) -> bool:
        b: i64 = SEAT + seat * STRIDE
        return self.v[b + at.RES + resource] > 0 and self.v[b + at.BOUGHT] & at.BIT[resource] == 0

    def price_now(self, seat: i64, resource: i64, deals: i64) -> i64:
        """What a purchase costs; the discount warehouse takes 1 off the first purchase of a market action (R31)."""
        price = self.buy_price(resource)
        if self.v[SEAT + seat * STRIDE + at.LASTING] & at.DISCOUNT != 0 and deals % 16 == 0:
            price = max(price - 1, 0)
        return price

    def can_deal_soon(self, seat: i64, more: i64) -> bool:
        """Whether a deal is possible, with coins that come along."""
        for resource in range(at.RESOURCES):
            if self.can_buy(seat, resource, 0, more) or self.can_sell(seat, resource):
                return True
        return False

    def deals(self, seat: i64, out: vec[i64]) -> vec[i64]:
        """What can be done in the market now, leaving it included."""
        top = self.top()
        made: i64 = self.v[top + 2]
        for r in range(at.RESOURCES):
            if self.can_buy(seat, r, made, 0):
                out = append(out, at.BUY + r)
            if self.can_sell(seat, r):
                out = append(out, at.SELL + r)
        if made == 0 and self.v[top + 3] > 0:
            out = append(out, at.COIN_FIRST)
        return append(self.exchanges(seat, out), at.DONE)

    def deal(self, seat: i64, move: i64) -> None:
        if move == at.DONE:
            self.leave_market(seat)
        elif move == at.COIN_FIRST:
            top = self.top()
            coins: i64 = self.v[top + 3]
            self.v[top + 3] = -coins  # taken
            self.gain(seat, coins, 0, 0, 0)
        elif move < at.SELL:
            self.buy(seat, move - at.BUY)
        else:
            self.sell(seat, move - at.SELL)

    def buy(self, seat: i64, resource: i64) -> None:
        """From the lowest space, or from the supply for the highest price when the column is empty (R34)."""
        v = self.v
        top = self.top()
        b: i64 = SEAT + seat * STRIDE
        price = self.price_now(seat, resource, v[top + 2])
        v[top + 2] += 1  # the low half counts purchases, the high half all deals
        v[top + 2] += 16
        v[b + at.COIN] -= price
        v[b + at.BOUGHT] |= at.BIT[resource]
        if v[at.STOCK + resource] > 0:
            v[at.STOCK + resource] -= 1
        if self.journal is not None:
            self.tell({"kind": "bought", "seat": int(seat), "resource": int(resource), "price": int(price)})
        self.receive_one(seat, resource)

    def receive_one(self, seat: i64, resource: i64) -> None:
        self.receive(seat, 0, 1 if resource == 0 else 0, 1 if resource == 1 else 0, 1 if resource == 2 else 0)

    def sell(self, seat: i64, resource: i64) -> None:
        """To the highest free space, or to the supply for the lowest price when the column is full (R34)."""
        v = self.v
        top = self.top()
        b: i64 = SEAT + seat * STRIDE
        price = self.sell_price(resource)
        points = self.sell_points(resource)
        v[top + 2] += 16
        v[b + at.RES + resource] -= 1
        v[b + at.SOLD] |= at.BIT[resource]
        if v[at.STOCK + resource] < self.tables.rows:
            v[at.STOCK + resource] += 1
        if self.journal is not None:
            event = {"kind": "sold", "seat": int(seat), "resource": int(resource), "price": int(price)}
            event["points"] = int(points)
            self.tell(event)
        if points > 0:
            self.score(seat, points, at.BY_MARKET)
        self.receive(seat, price, 0, 0, 0)

    def leave_market(self, seat: i64) -> None:
        """After a deal a counter is recovered (R33) and the bridge looked at; without one nothing counts (R35)."""
        v = self.v
        top = self.top()
        deals: i64 = v[top + 2] // 16
        coins: i64 = v[top + 3]
        self.pop()
        if not self.lock_by_turn:
            v[SEAT + seat * STRIDE + at.BOUGHT] = 0
            v[SEAT + seat * STRIDE + at.SOLD] = 0
        if deals > 0:
            v[at.TOUCHED] = 1
            self.push(at.CROSSING, seat, at.TRADE, 0)
            self.recover(seat, True)
        # The coin of `coin and market` that was not taken first (R26).
        if coins > 0:
            self.gain(seat, coins, 0, 0, 0)

    # ---------------------------------------------------------------- upgrades

    def pays_upgrade(self, seat: i64, kind: i64, flags: i64) -> bool:
        """Whether the price of a kind of upgrade (0 warehouse, 1 objective, 2 mahout) is at hand or waived."""
        if flags & at.FREE != 0:
            return True
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if v[b + at.LASTING] & at.ANY_PAYMENT != 0:
            return v[b + at.RES] + v[b + at.RES + 1] + v[b + at.RES + 2] > 0
        return v[b + at.RES + self.tables.upgrade_cost[kind]] > 0

    def room_for(self, seat: i64, kind: i64) -> bool:
        """Whether the board has a free space of this kind and there is something to put there (R46)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if kind == 0:
            return v[at.OFFER] != 0 and v[b + at.HOUSES + at.HOUSE_SPACES - 1] == NONE
        return self.is_placed(b + (at.PLACED if kind == 1 else at.MAHOUTS), NONE)

    def can_upgrade(self, seat: i64, arg: i64) -> bool:
        for kind in range(3):
            if arg & at.BIT[kind] != 0 and self.pays_upgrade(seat, kind, arg) and self.room_for(seat, kind):
                return True
        return False

    def upgrades(self, seat: i64, arg: i64) -> vec[i64]:
        """The moves that name an upgrade."""
        out = vec[i64]()
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if arg & at.WAREHOUSE != 0 and self.pays_upgrade(seat, 0, arg) and self.room_for(seat, 0):
            for house in range(at.HOUSE_TILES):
                if v[at.OFFER] & at.BIT[house] != 0:
                    out = append(out, at.BUILD + house)
        if arg & at.OBJECTIVE != 0 and self.pays_upgrade(seat, 1, arg) and self.room_for(seat, 1):
            for kind in range(4):
                if not self.is_placed(b + at.PLACED, kind):
                    out = append(out, at.AIM + kind)
        if arg & at.MAHOUT != 0 and self.pays_upgrade(seat, 2, arg) and self.room_for(seat, 2):
            for tile in range(at.MAHOUT_TILES):
                if not self.is_placed(b + at.MAHOUTS, tile):
                    out = append(out, at.HIRE + tile)
        return out

    def is_placed(self, first: i64, what: i64) -> bool:
        """Whether one of the four spaces from `first` on holds this."""
        v = self.v
        return v[first] == what or v[first + 1] == what or v[first + 2] == what or v[first + 3] == what

    def free_spaces(self, first: i64, out: vec[i64]) -> vec[i64]:
        """Where an objective or a mahout may go: four spaces from `first` on."""
        for space in range(4):
            if self.v[first + space] == NONE:
                out = append(out, at.SPACE + space)
        return out

    def name_upgrade(self, seat: i64, move: i64) -> None:
        """A warehouse, objective or mahout tile has been named: ask for its space, then for its price."""
        flags: i64 = self.v[self.top() + 2]
        self.pop()
        if move < at.AIM:
            self.settle_price(seat, 0, move - at.BUILD, flags)
        elif move < at.HIRE:
            self.push(at.PLACE_OBJECTIVE, seat, move - at.AIM, flags)
        else:
            self.push(at.PLACE_MAHOUT, seat, move - at.HIRE, flags)

    def name_space(self, seat: i64, space: i64) -> None:
        """The space of an objective or mahout."""
        top = self.top()
        kind: i64 = 1 if self.v[top] == at.PLACE_OBJECTIVE else 2
        what: i64 = self.v[top + 2] * 4 + space
        flags: i64 = self.v[top + 3]
        self.pop()
        self.settle_price(seat, kind, what, flags)

    def settle_price(self, seat: i64, kind: i64, what: i64, flags: i64) -> None:
        """Pay the resource of this kind; with the right warehouse any resource will do (R48)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if flags & at.FREE != 0:
            self.complete_upgrade(seat, kind, what)
            return
        resource: i64 = self.tables.upgrade_cost[kind]
        if v[b + at.LASTING] & at.ANY_PAYMENT != 0:
            kinds: i64 = 0
            for r in range(at.RESOURCES):
                if v[b + at.RES + r] > 0:
                    kinds += 1
                    resource = r
            if kinds > 1 or self.rules > 1:
                self.push(at.PAYING, seat, kind, what)
                return
        self.pay_upgrade(seat, kind, what, resource)

    def choose_payment(self, seat: i64, resource: i64) -> None:
        top = self.top()
        kind: i64 = self.v[top + 2]
        what: i64 = self.v[top + 3]
        self.pop()
        self.pay_upgrade(seat, kind, what, resource)

    def pay_upgrade(self, seat: i64, kind: i64, what: i64, resource: i64) -> None:
        self.v[SEAT + seat * STRIDE + at.RES + resource] -= 1
        if self.journal is not None:
            self.tell({"kind": "paid", "seat": int(seat), "resource": int(resource)})
        self.complete_upgrade(seat, kind, what)

    def complete_upgrade(self, seat: i64, kind: i64, what: i64) -> None:
        """Place, raise the tax, free the counter, take the benefit, look at the bridge: in this order (R45)."""
        v = self.v
        v[at.TOUCHED] = 1
        b: i64 = SEAT + seat * STRIDE
        effect: i64
        tax: i64
        if kind == 0:
            space: i64 = 0
            while v[b + at.HOUSES + space] != NONE:
                space += 1
            v[b + at.HOUSES + space] = what
            v[at.OFFER] &= ~at.BIT[what]
            v[b + at.ROOM] += self.tables.house_slots[what]
            v[b + at.LASTING] |= self.tables.house_lasting[what]
            tax = self.tables.house_tax[what]
            effect = self.tables.house_effect[what]
        elif kind == 1:
            v[b + at.PLACED + what % 4] = what // 4
            tax = self.tables.objective_tax
            effect = self.tables.space_effect[what % 4]
        else:
            v[b + at.MAHOUTS + what % 4] = what // 4
            tax = self.tables.mahout_tax[what // 4]
            effect = NONE
        v[b + at.TAX] += tax
        if self.journal is not None:
            self.tell(self.upgrade_event(seat, kind, what))
        self.uncover(seat)
        self.push(at.CROSSING, seat, at.IMPROVEMENT, 0)
        if effect != NONE:
            self.perform(seat, effect, at.BY_EFFECTS)

    def upgrade_event(self, seat: i64, kind: i64, what: i64) -> dict[str, Any]:
        """A warehouse, an objective or a mahout has come to a board."""
        b: i64 = SEAT + seat * STRIDE
        event: dict[str, Any] = {"seat": int(seat), "tax": int(self.v[b + at.TAX])}
        if kind == 0:
            warehouse = self.tables.shown["warehouses"][self.tables.names["house"][int(what)]]
            return {
                **event,
                "kind": "built",
                "what": int(what),
                "benefit": warehouse["benefit"],
                "deed": warehouse["deed"],
            }
        event["what"] = int(what // 4)
        event["space"] = int(what % 4)
        if kind == 1:
            return {**event, "kind": "aimed"}
        return {**event, "kind": "hired", "deed": self.mahout_deed(what // 4)}

    def mahout_deed(self, tile: i64) -> dict[str, Any]:
        """What a mahout does, as events tell it."""
        deed: dict[str, Any] = self.tables.shown["mahouts"][self.tables.names["mahout"][int(tile)]]
        return deed

    # ---------------------------------------------------------------- exchange warehouse

    def can_exchange(self, seat: i64) -> bool:
        """Once in the own turn, never when following (R25)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if v[b + at.LASTING] & at.EXCHANGER == 0 or v[at.EXCHANGED] == 1:
            return False
        own_turn: bool = v[STAGE] >= at.ELEPHANT and v[STAGE] <= at.SECOND_WALK and v[at.TURN] == seat
        return own_turn and v[b + at.RES] + v[b + at.RES + 1] + v[b + at.RES + 2] > 0

    def exchanges(self, seat: i64, out: vec[i64]) -> vec[i64]:
        if self.can_exchange(seat):
            for k in range(4):
                if self.v[SEAT + seat * STRIDE + at.RES + at.EXCHANGE_FROM[k]] > 0:
                    out = append(out, at.EXCHANGE + k)
        return out

    def exchange(self, seat: i64, k: i64) -> None:
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        v[b + at.RES + at.EXCHANGE_FROM[k]] -= 1
        v[b + at.RES + at.EXCHANGE_TO[k]] += 1
        v[at.EXCHANGED] = 1
        if self.journal is not None:
            event = {"kind": "exchanged", "seat": int(seat), "lost": int(at.EXCHANGE_FROM[k])}
            event["won"] = int(at.EXCHANGE_TO[k])
            self.tell(event)

    # ---------------------------------------------------------------- bridge

    def cross(self, seat: i64, trigger: i64) -> None:
        """The bridge tile of the decade, or with the right warehouse every tile that is still face up (R61)."""
        v = self.v
        if v[at.DECADE] >= at.DECADES or (v[STAGE] >= at.FOLLOWING and not self.bridge_follows):
            return
        last: i64 = at.DECADES if v[SEAT + seat * STRIDE + at.LASTING] & at.ALL_BRIDGES != 0 else v[at.DECADE] + 1
        for decade in range(v[at.DECADE], last):
            tile: i64 = v[at.BRIDGE + decade]
            if self.tables.bridge_trigger[tile] == trigger:
                self.push(at.DEFERRED, seat, self.tables.bridge_effect[tile], 0)

    # ---------------------------------------------------------------- choices inside effects

    def choose_resource(self, seat: i64, resource: i64) -> None:
        """One of the resources of one's choice; they arrive with the rest once all are chosen."""
        v = self.v
        top = self.top()
        v[top + 2] -= 1
        v[top + 3] += (16, 256, 4096)[resource]
        if v[top + 2] > 0:
            return
        known: i64 = v[top + 3]
        self.pop()
        self.gain(seat, known % 16, known // 16 % 16, known // 256 % 16, known // 4096)

    def choose_either(self, seat: i64, resource: i64) -> None:
        amount: i64 = self.tables.effects[self.v[self.top() + 2] * at.ROW + at.E_MARBLE + resource]
        self.pop()
        marble: i64 = amount if resource == 0 else 0
        copper: i64 = amount if resource == 1 else 0
        self.gain(seat, 0, marble, copper, amount if resource == 2 else 0)

    def discard(self, seat: i64, item: i64) -> None:
        """One coin (0) or resource (1 to 3) too many goes back to the supply."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        v[b + at.COIN + item] -= 1
        if self.journal is not None:
            self.tell({"kind": "discarded", "seat": int(seat), "item": int(item)})
        if self.stored(seat) <= v[b + at.ROOM]:
            self.pop()

    def donate(self, seat: i64, cell: i64) -> None:
        self.pop()
        self.v[at.TOUCHED] = 1
        self.push(at.CROSSING, seat, at.DONATION, 0)
        self.place_donation(seat, cell)
