"""The course of a game of Amritsar in the order of the rulebook: set-up, turns, following, rounds, decades, the end.

Ruling ids (R01, S01 ...) are those of the tests.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.games.amritsar import layout as at
from tablero.games.amritsar.layout import DEPTH, NONE, SEAT, STAGE, STRIDE
from tablero.games.amritsar.setup import Setup


class Turns(Setup):
    """Set-up, turns, rounds, decades and the end."""

    # ---------------------------------------------------------------- set-up: choices

    def seat_in_order(self, k: i64) -> i64:
        """The k-th seat clockwise from the start player."""
        return (self.v[at.FIRST] + k) % self.seats

    def aim_first(self, seat: i64, kind: i64) -> None:
        """The free first objective raises the tax and frees its counter."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        v[b + at.PLACED] = kind
        v[b + at.TAX] += self.tables.objective_tax
        v[b + at.LOAD] += 1
        v[STAGE] = at.CHOOSE_SPACE
        if self.journal is not None:
            self.tell(self.upgrade_event(seat, 1, kind * 4))

    def hire_first(self, seat: i64, space: i64) -> None:
        """The donating mahout goes to a colour that no other seat has taken."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        v[b + at.MAHOUTS + space] = at.DONATE_TILE
        v[b + at.TAX] += self.tables.mahout_tax[at.DONATE_TILE]
        v[b + at.LOAD] += 1
        self.settled += 1
        if self.journal is not None:
            event = self.upgrade_event(seat, 2, at.DONATE_TILE * 4 + space)
            self.tell(event)
        v[at.ORDER] += 1
        if v[at.ORDER] < self.seats:
            v[at.TURN] = self.seat_in_order(v[at.ORDER])
            v[STAGE] = at.CHOOSE_OBJECTIVE
        else:
            v[at.TURN] = v[at.FIRST]
            self.begin_turn()

    # ---------------------------------------------------------------- who is asked

    def asking(self) -> i64:
        """The kind of the frame or stage that asks now."""
        return self.v[self.top()] if self.v[DEPTH] > 0 else self.v[STAGE]

    # ---------------------------------------------------------------- a turn: the elephant

    def begin_turn(self) -> None:
        v = self.v
        v[STAGE] = at.ELEPHANT
        v[at.EXCHANGED] = 0
        v[at.WALKED] = 0
        v[at.ACT_DONE] = 0
        v[at.ACT_TILE] = NONE
        v[at.ACT_DISTRICT] = NONE
        self.unlock_market()
        if self.journal is not None:
            if v[at.TURN] == v[at.FIRST]:
                self.tell(
                    {
                        "kind": "round",
                        "decade": int(v[at.DECADE]),
                        "round": int(v[at.DECADE] * at.ROUNDS + v[at.ROUND] + 1),
                    }
                )
            self.tell({"kind": "turn", "seat": int(v[at.TURN])})

    def unlock_market(self) -> None:
        """What was bought may be sold again, and the other way round, from the next turn on (R30)."""
        for seat in range(self.seats):
            self.v[SEAT + seat * STRIDE + at.BOUGHT] = 0
            self.v[SEAT + seat * STRIDE + at.SOLD] = 0

    def steps_to(self, seat: i64, district: i64) -> i64:
        return (district - self.v[SEAT + seat * STRIDE + at.AT] + at.DISTRICTS) % at.DISTRICTS

    def walks(self, seat: i64) -> vec[i64]:
        """Up to three steps, the first free (R02), or a free placement; the first placement is due (R01)."""
        out = vec[i64](capacity=16)
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if v[b + at.AT] == NONE:
            for district in range(at.DISTRICTS):
                out = append(out, at.WALK + district)
            return out
        out = append(out, at.STAY)
        for district in range(at.DISTRICTS):
            steps = self.steps_to(seat, district)
            if steps > 0 and steps - 1 <= v[b + at.COIN]:
                out = append(out, at.WALK + district)
        if v[b + at.TOKEN] == at.READY:
            for district in range(at.DISTRICTS):
                if self.own_district or district != v[b + at.AT]:
                    out = append(out, at.SPEND_TOKEN + district)
        if v[b + at.LASTING] & at.LEAPER != 0:
            for district in range(at.DISTRICTS):
                if self.own_district or district != v[b + at.AT]:
                    out = append(out, at.LEAP + district)
        return out

    def walk_penalty(self, seat: i64, district: i64) -> i64:
        """The points that walking there costs: the token stands on the border into one district (R03)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if v[b + at.AT] == NONE or v[b + at.LASTING] & at.NO_PENALTY != 0:
            return 0
        border: i64 = self.tables.entered[v[at.MAHARAJA]]
        reached = self.steps_to(seat, border)
        return self.tables.pass_penalty[v[at.DECADE]] if 0 < reached <= self.steps_to(seat, district) else 0

    def move_elephant(self, seat: i64, move: i64) -> None:
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        how = "stay"
        before: i64 = v[b + at.AT]
        penalty: i64 = 0
        coins: i64 = 0
        if move >= at.LEAP:
            v[b + at.AT] = move - at.LEAP
            self.flip_leaper(seat)
            how = "leap"
        elif move >= at.SPEND_TOKEN:
            v[b + at.AT] = move - at.SPEND_TOKEN
            v[b + at.TOKEN] = at.SPENT
            how = "token"
        elif move >= at.WALK:
            how = "walk" if v[b + at.AT] != NONE else "place"
            if how == "walk":
                penalty = self.walk_penalty(seat, move - at.WALK)
                coins = self.steps_to(seat, move - at.WALK) - 1
                v[b + at.COIN] -= coins
                self.score(seat, -penalty, at.BY_PENALTY)
            v[b + at.AT] = move - at.WALK
        if self.journal is not None:
            event: dict[str, Any] = {"kind": "elephant", "seat": int(seat), "how": how, "district": int(v[b + at.AT])}
            event["before"] = int(before)
            event["coins"] = int(coins)
            event["points"] = -int(penalty)
            self.tell(event)

    def flip_leaper(self, seat: i64) -> None:
        """The teleport warehouse becomes four plain slots; content and tax stay (R42)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        v[b + at.LASTING] &= ~at.LEAPER
        for space in range(at.HOUSE_SPACES):
            house: i64 = v[b + at.HOUSES + space]
            if house != NONE and self.tables.house_lasting[house] & at.LEAPER != 0:
                v[b + at.ROOM] += self.tables.house_flipped[house] - self.tables.house_slots[house]

    # ---------------------------------------------------------------- a turn: the workers

    def next_open(self, section: i64) -> i64:
        """The next section clockwise that is not full; full ones are passed at no cost (R11)."""
        found: i64 = (section + 1) % at.SECTIONS
        while self.v[at.SECTION + found * at.GROUND + at.COLOURS] == at.SECTION_ROOM:
            found = (found + 1) % at.SECTIONS
        return found

    def pick_up(self, seat: i64, section: i64) -> None:
        """Take a whole group; its coins come first (R10), a group of four may cross the bridge (R15)."""
        v = self.v
        spot: i64 = at.SECTION + section * at.GROUND
        group: i64 = v[spot + at.COLOURS]
        for colour in range(at.COLOURS):
            v[at.HAND + colour] = v[spot + colour]
            v[spot + colour] = 0
        v[spot + at.COLOURS] = 0
        v[at.HELD] = group
        v[at.SOW_AT] = section
        v[at.ORIGIN] = section
        v[STAGE] = at.SOW
        coins: i64 = v[at.LYING + section]
        v[at.LYING + section] = 0
        if self.journal is not None:
            event = {"kind": "picked", "seat": int(seat), "section": int(section), "coins": int(coins)}
            self.tell({**event, "workers": [int(v[at.HAND + colour]) for colour in range(at.COLOURS)]})
        if group == at.SECTION_ROOM:
            self.push(at.CROSSING, seat, at.GROUP_OF_4, 0)
        if self.origin_pays:
            self.receive(seat, coins, 0, 0, 0)
        else:
            v[at.KEPT] = coins

    def drop(self, colour: i64) -> None:
        v = self.v
        section = self.next_open(v[at.SOW_AT])
        v[at.HAND + colour] -= 1
        v[at.HELD] -= 1
        v[at.SOW_AT] = section
        self.put_worker(section, colour)
        if self.journal is not None:
            event = {"kind": "dropped", "seat": int(v[at.TURN]), "section": int(section), "colour": int(colour)}
            self.tell(event)

    def sow_on(self) -> bool:
        """Whether the last worker is reached; rules 1 dropped what left no choice."""
        v = self.v
        while v[at.HELD] > 1:
            if self.rules > 1:
                return False
            only: i64 = NONE
            for colour in range(at.COLOURS):
                if v[at.HAND + colour] > 0:
                    if only != NONE:
                        return False
                    only = colour
            self.drop(only)
        v[STAGE] = at.LANDING
        return True

    def landings(self, seat: i64) -> vec[i64]:
        """Where the last worker may stop: each jumped section takes a coin, one may be free (R14, R16)."""
        out = vec[i64](capacity=8)
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        first = self.next_open(v[at.SOW_AT])
        section = first
        purse: i64 = v[b + at.COIN]
        if v[b + at.LASTING] & at.FREE_JUMP != 0:
            purse += 1
        while True:
            out = append(out, at.LAND + section)
            section = self.next_open(section)
            purse -= 1
            if purse < 0 or section == first:
                return out

    def land(self, seat: i64, target: i64) -> None:
        """The active worker stops; of several sections jumped the warehouse spares one of its owner's choice (R17)."""
        first = self.next_open(self.v[at.SOW_AT])
        free: bool = self.v[SEAT + seat * STRIDE + at.LASTING] & at.FREE_JUMP != 0
        if self.jump_choice and free and first != target and self.next_open(first) != target:
            self.push(at.SPARED, seat, target, 0)
        else:
            self.stop(seat, target, first if free else NONE)

    def stop(self, seat: i64, target: i64, spared: i64) -> None:
        """Jump coins stay behind, but on the spared section, before those of the destination are taken (R12, R13)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        section = self.next_open(v[at.SOW_AT])
        jumped: i64 = 0
        left: list[int] = []
        while section != target:
            if section != spared:
                v[b + at.COIN] -= 1
                v[at.LYING + section] += 1
                if self.journal is not None:
                    left.append(int(section))
            jumped += 1
            section = self.next_open(section)
        colour: i64 = 0
        while v[at.HAND + colour] == 0:
            colour += 1
        v[at.HAND + colour] = 0
        v[at.HELD] = 0
        self.put_worker(target, colour)
        coins: i64 = v[at.LYING + target]
        v[at.LYING + target] = 0
        v[at.ACT_COLOUR] = colour
        v[at.ACT_DISTRICT] = target // 2
        v[at.ACT_TILE] = NONE
        v[at.ACT_DONE] = 0
        v[STAGE] = at.ACTIONS
        if self.journal is not None:
            event = {"kind": "landed", "seat": int(seat), "section": int(target), "colour": int(colour)}
            event["jumped"] = int(jumped)
            event["coins"] = int(coins + v[at.KEPT])
            self.tell({**event, "left": left})
        self.receive(seat, coins + v[at.KEPT], 0, 0, 0)
        v[at.KEPT] = 0

    # ---------------------------------------------------------------- a turn: actions

    def colour_fits(self, seat: i64, colour: i64) -> bool:
        """The tile's colour is the worker's, or a warehouse makes white and it the same, either way (R23)."""
        active: i64 = self.v[at.ACT_COLOUR]
        if colour == active:
            return True
        wild: i64 = self.v[SEAT + seat * STRIDE + at.LASTING]
        return (active == at.WHITE and wild & at.BIT[colour] != 0) or (
            colour == at.WHITE and wild & at.BIT[active] != 0
        )

    def tile_here(self, slot: i64) -> i64:
        return self.v[at.TILE + self.v[at.ACT_DISTRICT] * at.SLOTS_OF_A_DISTRICT + slot]

    def actions(self, seat: i64) -> vec[i64]:
        """Main and secondary of one tile in either order; the elephant before or after both (R20, R27)."""
        out = vec[i64](capacity=24)
        v = self.v
        done: i64 = v[at.ACT_DONE]
        if done & at.TILE_CLOSED == 0:
            for slot in range(at.SLOTS_OF_A_DISTRICT):
                if v[at.ACT_TILE] != NONE and v[at.ACT_TILE] != slot:
                    continue
                tile = self.tile_here(slot)
                if done & at.MAIN_DONE == 0 and self.possible(seat, self.tables.tile_main[tile]):
                    out = append(out, at.MAIN + slot)
                if (
                    done & at.SECOND_DONE == 0
                    and self.colour_fits(seat, self.tables.tile_colour[tile])
                    and self.possible(seat, self.tables.tile_second[tile])
                ):
                    out = append(out, at.SECOND + slot)
        if done & at.ELEPHANT_DONE == 0 and v[SEAT + seat * STRIDE + at.AT] == v[at.ACT_DISTRICT]:
            for slot in range(at.SLOTS_OF_A_DISTRICT):
                if self.possible(seat, self.tables.tile_main[self.tile_here(slot)]):
                    out = append(out, at.ACTIVATE + slot)
            for colour in range(at.COLOURS):
                if self.mahout_possible(seat, colour):
                    out = append(out, at.USE + colour)
        out = self.exchanges(seat, out)
        return append(out, at.DONE)

    def act(self, seat: i64, move: i64) -> None:
        v = self.v
        effect: i64
        if move < at.SECOND:
            v[at.ACT_TILE] = move - at.MAIN
            v[at.ACT_DONE] |= at.MAIN_DONE
            effect = self.tables.tile_main[self.tile_here(move - at.MAIN)]
        elif move < at.ACTIVATE:
            v[at.ACT_TILE] = move - at.SECOND
            v[at.ACT_DONE] |= at.SECOND_DONE
            effect = self.tables.tile_second[self.tile_here(move - at.SECOND)]
        else:
            if v[at.ACT_TILE] != NONE:
                v[at.ACT_DONE] |= at.TILE_CLOSED
            v[at.ACT_DONE] |= at.ELEPHANT_DONE
            if move < at.USE:
                effect = self.tables.tile_main[self.tile_here(move - at.ACTIVATE)]
            else:
                effect = self.tables.mahout_effect[v[SEAT + seat * STRIDE + at.MAHOUTS + move - at.USE]]
        if self.journal is not None:
            self.tell(self.action_event(seat, move))
        self.perform(seat, effect, at.BY_EFFECTS)

    def action_event(self, seat: i64, move: i64) -> dict[str, Any]:
        event: dict[str, Any] = {"kind": "action", "seat": int(seat)}
        if move >= at.USE:
            event["by"] = "mahout"
            used: i64 = self.v[SEAT + seat * STRIDE + at.MAHOUTS + move - at.USE]
            event["what"] = self.tables.names["mahout"][int(used)]
            event["deed"] = self.mahout_deed(used)
            return event
        slot: i64 = (move - at.MAIN) % at.SLOTS_OF_A_DISTRICT
        event["by"] = ("main", "second", "elephant")[(move - at.MAIN) // at.SLOTS_OF_A_DISTRICT]
        tile = self.tile_here(slot)
        event["what"] = self.tables.names["tile"][int(tile)]
        used_side = self.tables.names["second" if event["by"] == "second" else "main"][int(tile)]
        event["deed"] = self.tables.shown["actions"][used_side]
        event["colour"] = int(self.tables.tile_colour[tile])
        event["number"] = int(tile % 3) + 1  # among the tiles of its colour
        event["district"] = int(self.v[at.ACT_DISTRICT])
        event["slot"] = int(slot)
        return event

    def end_actions(self, seat: i64) -> None:
        if self.walks_twice(seat):
            self.v[STAGE] = at.SECOND_WALK
        else:
            self.end_turn()

    def walks_twice(self, seat: i64) -> bool:
        """The second elephant move comes after the actions, already in the turn that unlocks it (R05)."""
        token: i64 = self.v[SEAT + seat * STRIDE + at.TOKEN]
        return token == at.READY or (token == at.SPENT and self.token_keeps)

    def end_turn(self) -> None:
        v = self.v
        self.settled += 1
        v[at.TURNS] += 1
        v[STAGE] = at.FOLLOWING
        v[at.ORDER] = 1
        if self.journal is not None:
            self.tell({"kind": "ended", "seat": int(v[at.TURN]), "colour": int(v[at.ACT_COLOUR])})

    # ---------------------------------------------------------------- following

    def asked(self) -> i64:
        """The seat that is asked in a stage that goes round the table."""
        v = self.v
        if v[STAGE] == at.FOLLOWING:
            return (v[at.TURN] + v[at.ORDER]) % self.seats
        return self.seat_in_order(v[at.ORDER])

    def followed_colour(self) -> i64:
        """The real colour of the active worker (R24), or of the one beside the maharaja."""
        v = self.v
        return v[at.ACT_COLOUR] if v[STAGE] == at.FOLLOWING else v[at.BESIDE + v[at.MAHARAJA]]

    def ask_followers(self) -> bool:
        """Whether a seat may follow; only actions with an effect are offered (R65)."""
        v = self.v
        while v[at.ORDER] < self.seats:
            if self.mahout_possible(self.asked(), self.followed_colour()):
                return True
            v[at.ORDER] += 1
        return False

    def follow(self, seat: i64, move: i64) -> None:
        """One use of one mahout (R66); the seat that is followed gains a point, the maharaja none (R69)."""
        v = self.v
        followed: i64 = v[at.TURN] if v[STAGE] == at.FOLLOWING else NONE
        v[at.ORDER] += 1
        if move == at.PASS:
            self.settled += 1
            return
        tile: i64 = v[SEAT + seat * STRIDE + at.MAHOUTS + self.followed_colour()]
        if self.journal is not None:
            event: dict[str, Any] = {"kind": "followed", "seat": int(seat), "whom": int(followed)}
            event["what"] = self.tables.names["mahout"][int(tile)]
            event["deed"] = self.mahout_deed(tile)
            self.tell(event)
        v[at.TOUCHED] = 0
        self.push(at.REWARD, seat, followed, 0)
        self.perform(seat, self.tables.mahout_effect[tile], at.BY_EFFECTS)

    def reward(self, followed: i64) -> None:
        if self.v[at.TOUCHED] == 1 and followed != NONE:
            self.score(followed, 1, at.BY_FOLLOWERS)
            if self.journal is not None:
                self.tell({"kind": "points", "seat": int(followed), "points": 1, "source": "followers"})

    # ---------------------------------------------------------------- end of a round

    def next_turn(self) -> None:
        v = self.v
        after: i64 = (v[at.TURN] + 1) % self.seats
        if after != v[at.FIRST]:
            v[at.TURN] = after
            self.begin_turn()
            return
        if self.seats == 1:
            self.maharaja_turn()
        v[at.MAHARAJA] = (v[at.MAHARAJA] + 1) % 4
        v[at.ROUND] += 1
        self.settled += 1
        if self.journal is not None:
            colour = int(v[at.BESIDE + v[at.MAHARAJA]])
            self.tell({"kind": "maharaja", "space": int(v[at.MAHARAJA]), "colour": colour})
        # With two players the token activates the worker beside it, before the decade ends (R68).
        if self.players == 2:
            self.unlock_market()
            v[STAGE] = at.COMMAND
            v[at.ORDER] = 0
        else:
            self.next_round()

    def next_round(self) -> None:
        v = self.v
        v[at.TURN] = v[at.FIRST]
        if v[at.MAHARAJA] == self.tables.start_space:
            self.end_decade()
        else:
            self.begin_turn()

    # ---------------------------------------------------------------- end of a decade

    def end_decade(self) -> None:
        """Majorities, then taxes, then income: each for all seats before the next (R74)."""
        v = self.v
        self.settled += 1
        if self.journal is not None:
            self.tell({"kind": "decade_end", "decade": int(v[at.DECADE])})
        self.score_majorities()
        for k in range(self.seats):
            self.pay_taxes(self.seat_in_order(k))
        v[STAGE] = at.INCOME
        v[at.ORDER] = 0

    def take_income(self, seat: i64) -> None:
        """Every income cell that was reached, after the taxes (R54, R77)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        track: i64 = at.TRACKS - 1
        while track >= 0:
            n: i64 = v[b + at.TRACK + track]
            while n > 0:
                cell: i64 = track * at.CELLS_OF_A_TRACK + n
                if self.tables.cell_kind[cell] == at.EACH_DECADE and self.tables.cell_tax[cell] == 0:
                    self.push(at.DEFERRED, seat, self.tables.cell_effect[cell], at.BY_EFFECTS)
                n -= 1
            track -= 1

    def build_temple(self) -> None:
        """The bridge tile is turned over and the temple grows; after the third decade comes the final scoring (R79)."""
        v = self.v
        v[at.DECADE] += 1
        v[at.ROUND] = 0
        self.settled += 1
        if self.journal is not None:
            self.tell({"kind": "decade", "decade": int(v[at.DECADE])})
        if v[at.DECADE] < at.DECADES:
            self.begin_turn()
        else:
            self.finish()
