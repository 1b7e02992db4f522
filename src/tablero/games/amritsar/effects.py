"""What actions do: district tiles, mahouts, warehouses, objective spaces, track cells and bridge tiles are all rows of
the same table, and one function, `perform`, carries them out. A choice inside an effect is a frame on the stack."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.games.amritsar.layout import (
    AIM,
    ALL_BRIDGES,
    ANY_PAYMENT,
    AT_ONCE,
    BIT,
    BOUGHT,
    BRIDGE,
    BUILD,
    BY_EFFECTS,
    BY_MARKET,
    CELLS_OF_A_TRACK,
    CHOICE,
    CHOOSE_MAHOUT,
    COIN,
    COLOURS,
    CROSSING,
    DECADE,
    DECADES,
    DEFERRED,
    DISCOUNT,
    DONATE,
    DONATION,
    E_ANY,
    E_ARG,
    E_COIN,
    E_MARBLE,
    E_POINTS,
    EITHER,
    EITHER_OF,
    ELEPHANT,
    EXCHANGE,
    EXCHANGE_FROM,
    EXCHANGE_TO,
    EXCHANGED,
    EXCHANGER,
    FOLLOWING,
    FREE,
    GAIN,
    GIVE,
    HIRE,
    HOUSE_SPACES,
    HOUSE_TILES,
    HOUSES,
    IMPROVE,
    IMPROVEMENT,
    LASTING,
    LEARN,
    LOCKED,
    MAHOUT,
    MAHOUT_TILES,
    MAHOUTS,
    MARKET,
    NONE,
    NOTHING,
    OBJECTIVE,
    OFFER,
    OP,
    PAYING,
    PLACE_MAHOUT,
    PLACE_OBJECTIVE,
    PLACED,
    READY,
    RECOVER,
    RES,
    RESOURCES,
    ROOM,
    ROW,
    SEAT,
    SECOND_WALK,
    SOLD,
    SOURCES,
    STAGE,
    STOCK,
    STRIDE,
    STUDY,
    SWAP_TRACK,
    TAX,
    TOKEN,
    TOUCHED,
    TRACK,
    TRACKS,
    TRADE,
    TRADING,
    TURN,
    UNLOCK,
    UPGRADE,
    USE_MAHOUT,
    WAREHOUSE,
)  # fmt: skip
from tablero.games.amritsar.position import Position


class Effects(Position):
    """Effects and the frames they open."""

    # ---------------------------------------------------------------- the interpreter

    def possible(self, seat: i64, effect: i64) -> bool:
        """Whether an action would have an effect for this seat; one that would not is never offered."""
        at: i64 = effect * ROW
        rows = self.tables.effects
        op: i64 = rows[at + OP]
        if op == TRADING:
            return rows[at + E_COIN] > 0 or self.can_deal(seat)
        if op == USE_MAHOUT:
            for colour in range(COLOURS):
                if self.mahout_possible(seat, colour):
                    return True
            return False
        if op == IMPROVE:
            return self.can_upgrade(seat, rows[at + E_ARG])
        if op == GIVE:
            return self.can_donate(seat)
        return op != NOTHING

    def mahout_possible(self, seat: i64, colour: i64) -> bool:
        tile: i64 = self.v[SEAT + seat * STRIDE + MAHOUTS + colour]
        return tile != NONE and self.possible(seat, self.tables.mahout_effect[tile])

    def perform(self, seat: i64, effect: i64, source: i64) -> None:
        """Carry out an effect, or open the frame that asks how; its points are booked under `source`."""
        v = self.v
        rows = self.tables.effects
        at: i64 = effect * ROW
        op: i64 = rows[at + OP]
        arg: i64 = rows[at + E_ARG]
        if op == GAIN:
            v[TOUCHED] = 1
            if rows[at + E_POINTS] > 0:
                self.score(seat, rows[at + E_POINTS], source)
                if self.journal is not None:
                    event = {"kind": "points", "seat": int(seat), "points": int(rows[at + E_POINTS])}
                    event["source"] = SOURCES[source]
                    self.tell(event)
            if rows[at + E_ANY] > 0:
                known: i64 = rows[at + E_COIN] + 16 * rows[at + E_MARBLE]
                known += 256 * rows[at + E_MARBLE + 1] + 4096 * rows[at + E_MARBLE + 2]
                self.push(CHOICE, seat, rows[at + E_ANY], known)
            else:
                marble: i64 = rows[at + E_MARBLE]
                self.gain(seat, rows[at + E_COIN], marble, rows[at + E_MARBLE + 1], rows[at + E_MARBLE + 2])
        elif op == EITHER_OF:
            self.push(EITHER, seat, effect, 0)
        elif op == TRADING:
            if rows[at + E_COIN] > 0 and not self.can_deal_soon(seat, rows[at + E_COIN]):
                self.gain(seat, rows[at + E_COIN], 0, 0, 0)
            else:
                self.push(MARKET, seat, 0, rows[at + E_COIN])
        elif op == USE_MAHOUT:
            self.push(CHOOSE_MAHOUT, seat, 0, 0)
        elif op == IMPROVE:
            if self.can_upgrade(seat, arg) or self.can_exchange(seat):
                self.push(UPGRADE, seat, arg, 0)
        elif op == LEARN:
            for _ in range(rows[at + E_ANY]):
                if arg == TRACKS or v[SEAT + seat * STRIDE + LASTING] & SWAP_TRACK != 0:
                    self.push(STUDY, seat, 0, 0)
                else:
                    self.climb(seat, arg)
        elif op == GIVE:
            self.push(DONATE, seat, 0, 0)
        elif op == RECOVER:
            self.recover(seat, False)
        elif op == UNLOCK:
            if v[SEAT + seat * STRIDE + TOKEN] == LOCKED:
                v[SEAT + seat * STRIDE + TOKEN] = READY
                if self.journal is not None:
                    self.tell({"kind": "unlocked", "seat": int(seat)})

    def gain(self, seat: i64, coins: i64, marble: i64, copper: i64, gold: i64) -> None:
        """Take coins and resources from the supply."""
        self.v[TOUCHED] = 1
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
        v[TOUCHED] = 1
        at: i64 = SEAT + seat * STRIDE + TRACK + track
        overflow: bool = v[at] == self.tables.track_end[track]
        if not overflow:
            v[at] += 1
        if self.journal is not None:
            event = {"kind": "learned", "seat": int(seat), "track": int(track), "cell": int(v[at])}
            event["overflow"] = bool(overflow)
            self.tell(event)
        if overflow:
            self.perform(seat, self.tables.overflow[track], BY_EFFECTS)
            return
        cell: i64 = track * CELLS_OF_A_TRACK + v[at]
        if self.tables.cell_kind[cell] == AT_ONCE:
            self.perform(seat, self.tables.cell_effect[cell], BY_EFFECTS)

    # ---------------------------------------------------------------- market

    def can_buy(self, seat: i64, resource: i64, deals: i64, more: i64) -> bool:
        """Not a type sold this turn (R30), and payable with `more` coins on top of those at hand."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        return v[b + SOLD] & BIT[resource] == 0 and v[b + COIN] + more >= self.price_now(seat, resource, deals)

    def can_sell(self, seat: i64, resource: i64) -> bool:
        b: i64 = SEAT + seat * STRIDE
        return self.v[b + RES + resource] > 0 and self.v[b + BOUGHT] & BIT[resource] == 0

    def price_now(self, seat: i64, resource: i64, deals: i64) -> i64:
        """What a purchase costs; the discount warehouse takes 1 off the first purchase of a market action (R31)."""
        price = self.buy_price(resource)
        if self.v[SEAT + seat * STRIDE + LASTING] & DISCOUNT != 0 and deals % 16 == 0:
            price = max(price - 1, 0)
        return price

    def can_deal(self, seat: i64) -> bool:
        return self.can_deal_soon(seat, 0)

    def can_deal_soon(self, seat: i64, more: i64) -> bool:
        """Whether a deal is possible, with coins that come along."""
        for resource in range(RESOURCES):
            if self.can_buy(seat, resource, 0, more) or self.can_sell(seat, resource):
                return True
        return False

    def buy(self, seat: i64, resource: i64) -> None:
        """From the lowest space, or from the supply for the highest price when the column is empty (R34)."""
        v = self.v
        at = self.top()
        b: i64 = SEAT + seat * STRIDE
        price = self.price_now(seat, resource, v[at + 2])
        v[at + 2] += 1  # the low half counts purchases, the high half all deals
        v[at + 2] += 16
        v[b + COIN] -= price
        v[b + BOUGHT] |= BIT[resource]
        if v[STOCK + resource] > 0:
            v[STOCK + resource] -= 1
        if self.journal is not None:
            self.tell({"kind": "bought", "seat": int(seat), "resource": int(resource), "price": int(price)})
        self.receive_one(seat, resource)

    def receive_one(self, seat: i64, resource: i64) -> None:
        self.receive(seat, 0, 1 if resource == 0 else 0, 1 if resource == 1 else 0, 1 if resource == 2 else 0)

    def sell(self, seat: i64, resource: i64) -> None:
        """To the highest free space, or to the supply for the lowest price when the column is full (R34)."""
        v = self.v
        at = self.top()
        b: i64 = SEAT + seat * STRIDE
        price = self.sell_price(resource)
        points = self.sell_points(resource)
        v[at + 2] += 16
        v[b + RES + resource] -= 1
        v[b + SOLD] |= BIT[resource]
        if v[STOCK + resource] < self.tables.rows:
            v[STOCK + resource] += 1
        if self.journal is not None:
            event = {"kind": "sold", "seat": int(seat), "resource": int(resource), "price": int(price)}
            event["points"] = int(points)
            self.tell(event)
        if points > 0:
            self.score(seat, points, BY_MARKET)
        self.receive(seat, price, 0, 0, 0)

    def leave_market(self, seat: i64) -> None:
        """After a deal a counter is recovered (R33) and the bridge looked at; without one nothing counts (R35)."""
        v = self.v
        at = self.top()
        deals: i64 = v[at + 2] // 16
        coins: i64 = v[at + 3]
        self.pop()
        if not self.lock_by_turn:
            v[SEAT + seat * STRIDE + BOUGHT] = 0
            v[SEAT + seat * STRIDE + SOLD] = 0
        if deals > 0:
            v[TOUCHED] = 1
            self.push(CROSSING, seat, TRADE, 0)
            self.recover(seat, True)
        self.gain_later(seat, coins)

    def gain_later(self, seat: i64, coins: i64) -> None:
        """The coin of `coin and market` that was not taken first (R26)."""
        if coins > 0:
            self.gain(seat, coins, 0, 0, 0)

    # ---------------------------------------------------------------- upgrades

    def pays_upgrade(self, seat: i64, kind: i64, flags: i64) -> bool:
        """Whether the price of a kind of upgrade (0 warehouse, 1 objective, 2 mahout) is at hand or waived."""
        if flags & FREE != 0:
            return True
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if v[b + LASTING] & ANY_PAYMENT != 0:
            return v[b + RES] + v[b + RES + 1] + v[b + RES + 2] > 0
        return v[b + RES + self.tables.upgrade_cost[kind]] > 0

    def room_for(self, seat: i64, kind: i64) -> bool:
        """Whether the board has a free space of this kind and there is something to put there (R46)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if kind == 0:
            return v[OFFER] != 0 and v[b + HOUSES + HOUSE_SPACES - 1] == NONE
        first: i64 = b + (PLACED if kind == 1 else MAHOUTS)
        for space in range(4):
            if v[first + space] == NONE:
                return True
        return False

    def can_upgrade(self, seat: i64, arg: i64) -> bool:
        for kind in range(3):
            if arg & BIT[kind] != 0 and self.pays_upgrade(seat, kind, arg) and self.room_for(seat, kind):
                return True
        return False

    def upgrades(self, seat: i64, arg: i64) -> vec[i64]:
        """The moves that name an upgrade."""
        out = vec[i64]()
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if arg & WAREHOUSE != 0 and self.pays_upgrade(seat, 0, arg) and self.room_for(seat, 0):
            for house in range(HOUSE_TILES):
                if v[OFFER] & BIT[house] != 0:
                    out = append(out, BUILD + house)
        if arg & OBJECTIVE != 0 and self.pays_upgrade(seat, 1, arg) and self.room_for(seat, 1):
            for kind in range(4):
                if not self.is_placed(b + PLACED, kind):
                    out = append(out, AIM + kind)
        if arg & MAHOUT != 0 and self.pays_upgrade(seat, 2, arg) and self.room_for(seat, 2):
            for tile in range(MAHOUT_TILES):
                if not self.is_placed(b + MAHOUTS, tile):
                    out = append(out, HIRE + tile)
        return out

    def is_placed(self, first: i64, what: i64) -> bool:
        """Whether one of the four spaces from `first` on holds this."""
        v = self.v
        return v[first] == what or v[first + 1] == what or v[first + 2] == what or v[first + 3] == what

    def name_upgrade(self, seat: i64, move: i64) -> None:
        """A warehouse, objective or mahout tile has been named: ask for its space, then for its price."""
        flags: i64 = self.v[self.top() + 2]
        self.pop()
        if move < AIM:
            self.settle_price(seat, 0, move - BUILD, flags)
        elif move < HIRE:
            self.push(PLACE_OBJECTIVE, seat, move - AIM, flags)
        else:
            self.push(PLACE_MAHOUT, seat, move - HIRE, flags)

    def name_space(self, seat: i64, space: i64) -> None:
        """The space of an objective or mahout."""
        at = self.top()
        kind: i64 = 1 if self.v[at] == PLACE_OBJECTIVE else 2
        what: i64 = self.v[at + 2] * 4 + space
        flags: i64 = self.v[at + 3]
        self.pop()
        self.settle_price(seat, kind, what, flags)

    def settle_price(self, seat: i64, kind: i64, what: i64, flags: i64) -> None:
        """Pay the resource of this kind; with the right warehouse any resource will do (R48)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if flags & FREE != 0:
            self.complete_upgrade(seat, kind, what)
            return
        resource: i64 = self.tables.upgrade_cost[kind]
        if v[b + LASTING] & ANY_PAYMENT != 0:
            kinds: i64 = 0
            for r in range(RESOURCES):
                if v[b + RES + r] > 0:
                    kinds += 1
                    resource = r
            if kinds > 1:
                self.push(PAYING, seat, kind, what)
                return
        self.pay_upgrade(seat, kind, what, resource)

    def pay_upgrade(self, seat: i64, kind: i64, what: i64, resource: i64) -> None:
        self.v[SEAT + seat * STRIDE + RES + resource] -= 1
        if self.journal is not None:
            self.tell({"kind": "paid", "seat": int(seat), "resource": int(resource)})
        self.complete_upgrade(seat, kind, what)

    def complete_upgrade(self, seat: i64, kind: i64, what: i64) -> None:
        """Place, raise the tax, free the counter, take the benefit, look at the bridge: in this order (R45)."""
        v = self.v
        v[TOUCHED] = 1
        b: i64 = SEAT + seat * STRIDE
        effect: i64
        tax: i64
        if kind == 0:
            space: i64 = 0
            while v[b + HOUSES + space] != NONE:
                space += 1
            v[b + HOUSES + space] = what
            v[OFFER] &= ~BIT[what]
            v[b + ROOM] += self.tables.house_slots[what]
            v[b + LASTING] |= self.tables.house_lasting[what]
            tax = self.tables.house_tax[what]
            effect = self.tables.house_effect[what]
        elif kind == 1:
            v[b + PLACED + what % 4] = what // 4
            tax = self.tables.objective_tax
            effect = self.tables.space_effect[what % 4]
        else:
            v[b + MAHOUTS + what % 4] = what // 4
            tax = self.tables.mahout_tax[what // 4]
            effect = NONE
        v[b + TAX] += tax
        if self.journal is not None:
            event = {"kind": ("built", "aimed", "hired")[kind], "seat": int(seat), "tax": int(v[b + TAX])}
            event["what"] = int(what if kind == 0 else what // 4)
            event["space"] = int(0 if kind == 0 else what % 4)
            self.tell(event)
        self.uncover(seat)
        self.push(CROSSING, seat, IMPROVEMENT, 0)
        if effect != NONE:
            self.perform(seat, effect, BY_EFFECTS)

    # ---------------------------------------------------------------- exchange warehouse

    def can_exchange(self, seat: i64) -> bool:
        """Once in the own turn, never when following (R25)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if v[b + LASTING] & EXCHANGER == 0 or v[EXCHANGED] == 1:
            return False
        own_turn: bool = v[STAGE] >= ELEPHANT and v[STAGE] <= SECOND_WALK and v[TURN] == seat
        return own_turn and v[b + RES] + v[b + RES + 1] + v[b + RES + 2] > 0

    def exchanges(self, seat: i64, out: vec[i64]) -> vec[i64]:
        if self.can_exchange(seat):
            for k in range(4):
                if self.v[SEAT + seat * STRIDE + RES + EXCHANGE_FROM[k]] > 0:
                    out = append(out, EXCHANGE + k)
        return out

    def exchange(self, seat: i64, k: i64) -> None:
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        v[b + RES + EXCHANGE_FROM[k]] -= 1
        v[b + RES + EXCHANGE_TO[k]] += 1
        v[EXCHANGED] = 1
        if self.journal is not None:
            event = {"kind": "exchanged", "seat": int(seat), "from": int(EXCHANGE_FROM[k])}
            event["to_resource"] = int(EXCHANGE_TO[k])
            self.tell(event)

    # ---------------------------------------------------------------- bridge

    def cross(self, seat: i64, trigger: i64) -> None:
        """The bridge tile of the decade, or with the right warehouse every tile that is still face up (R61)."""
        v = self.v
        if v[DECADE] >= DECADES or (v[STAGE] >= FOLLOWING and not self.bridge_follows):
            return
        last: i64 = DECADES if v[SEAT + seat * STRIDE + LASTING] & ALL_BRIDGES != 0 else v[DECADE] + 1
        for decade in range(v[DECADE], last):
            tile: i64 = v[BRIDGE + decade]
            if self.tables.bridge_trigger[tile] == trigger:
                self.push(DEFERRED, seat, self.tables.bridge_effect[tile], 0)

    # ---------------------------------------------------------------- choices inside effects

    def choose_resource(self, seat: i64, resource: i64) -> None:
        """One of the resources of one's choice; they arrive with the rest once all are chosen."""
        v = self.v
        at = self.top()
        v[at + 2] -= 1
        v[at + 3] += (16, 256, 4096)[resource]
        if v[at + 2] > 0:
            return
        known: i64 = v[at + 3]
        self.pop()
        self.gain(seat, known % 16, known // 16 % 16, known // 256 % 16, known // 4096)

    def choose_either(self, seat: i64, resource: i64) -> None:
        amount: i64 = self.tables.effects[self.v[self.top() + 2] * ROW + E_MARBLE + resource]
        self.pop()
        marble: i64 = amount if resource == 0 else 0
        copper: i64 = amount if resource == 1 else 0
        self.gain(seat, 0, marble, copper, amount if resource == 2 else 0)

    def discard(self, seat: i64, item: i64) -> None:
        """One coin (0) or resource (1 to 3) too many goes back to the supply."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        v[b + COIN + item] -= 1
        if self.journal is not None:
            self.tell({"kind": "discarded", "seat": int(seat), "item": int(item)})
        if self.stored(seat) <= v[b + ROOM]:
            self.pop()

    def donate(self, seat: i64, cell: i64) -> None:
        self.pop()
        self.v[TOUCHED] = 1
        self.push(CROSSING, seat, DONATION, 0)
        self.place_donation(seat, cell)
