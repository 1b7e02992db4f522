"""The course of a game of Amritsar in the order of the rulebook: set-up, turns, following, rounds, decades, the end.

Ruling ids (R01, S01 ...) are those of the tests.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.result import Result
from tablero.games.amritsar.layout import (
    ACT_COLOUR,
    ACT_DISTRICT,
    ACT_DONE,
    ACT_TILE,
    ACTIONS,
    ACTIVATE,
    AT,
    BESIDE,
    BIT,
    BOUGHT,
    BY_EFFECTS,
    BY_FOLLOWERS,
    BY_KNOWLEDGE,
    BY_MAJORITY,
    BY_OBJECTIVES,
    BY_PENALTY,
    CELLS_OF_A_TRACK,
    CHOOSE_OBJECTIVE,
    CHOOSE_SPACE,
    COIN,
    COLOURS,
    COMMAND,
    CROSSING,
    DECADE,
    DECADES,
    DEFERRED,
    DEPTH,
    DISTRICTS,
    DONATE_TILE,
    DONE,
    EACH_DECADE,
    ELEPHANT,
    ELEPHANT_DONE,
    EXCHANGED,
    FIRST,
    FOLLOWING,
    FREE_JUMP,
    GIVEN,
    GROUND,
    GROUP_OF_4,
    HAND,
    HELD,
    HOUSE_SPACES,
    HOUSES,
    IN_DISTRICT,
    INCOME,
    KEPT,
    LAND,
    LANDING,
    LASTING,
    LEAP,
    LEAPER,
    LOAD,
    LYING,
    MAHARAJA,
    MAHARAJA_SEAT,
    MAHOUTS,
    MAIN,
    MAIN_DONE,
    NO_PENALTY,
    NONE,
    OBJECTIVES,
    ORDER,
    ORIGIN,
    OVER,
    PASS,
    PLACED,
    READY,
    REWARD,
    ROOM,
    ROUND,
    ROUNDS,
    SCORE,
    SEAT,
    SECOND,
    SECOND_DONE,
    SECOND_WALK,
    SECTION,
    SECTION_ROOM,
    SECTIONS,
    SLOTS_OF_A_DISTRICT,
    SOLD,
    SOW,
    SOW_AT,
    SPEND_TOKEN,
    SPENT,
    STAGE,
    STAY,
    STRIDE,
    TAX,
    TILE,
    TILE_CLOSED,
    TOKEN,
    TOUCHED,
    TRACK,
    TRACKS,
    TURN,
    TURNS,
    USE,
    WALK,
    WALKED,
    WHITE,
)
from tablero.games.amritsar.preparation import Preparation


class Course(Preparation):
    """Set-up, turns, rounds, decades and the end."""

    # ---------------------------------------------------------------- set-up: choices

    def seat_in_order(self, k: i64) -> i64:
        """The k-th seat clockwise from the start player."""
        return (self.v[FIRST] + k) % self.seats

    def aim_first(self, seat: i64, kind: i64) -> None:
        """The free first objective raises the tax and frees its counter."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        v[b + PLACED] = kind
        v[b + TAX] += self.tables.objective_tax
        v[b + LOAD] += 1
        v[STAGE] = CHOOSE_SPACE
        if self.journal is not None:
            self.tell({"kind": "aimed", "seat": int(seat), "what": int(kind), "space": 0, "tax": int(v[b + TAX])})

    def hire_first(self, seat: i64, space: i64) -> None:
        """The donating mahout goes to a colour that no other seat has taken."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        v[b + MAHOUTS + space] = DONATE_TILE
        v[b + TAX] += self.tables.mahout_tax[DONATE_TILE]
        v[b + LOAD] += 1
        self.settled += 1
        if self.journal is not None:
            event = {"kind": "hired", "seat": int(seat), "what": 0, "space": int(space), "tax": int(v[b + TAX])}
            self.tell(event)
        v[ORDER] += 1
        if v[ORDER] < self.seats:
            v[TURN] = self.seat_in_order(v[ORDER])
            v[STAGE] = CHOOSE_OBJECTIVE
        else:
            v[TURN] = v[FIRST]
            self.begin_turn()

    # ---------------------------------------------------------------- who is asked

    def asking(self) -> i64:
        """The kind of the frame or stage that asks now."""
        return self.v[self.top()] if self.v[DEPTH] > 0 else self.v[STAGE]

    # ---------------------------------------------------------------- a turn: the elephant

    def begin_turn(self) -> None:
        v = self.v
        v[STAGE] = ELEPHANT
        v[EXCHANGED] = 0
        v[WALKED] = 0
        v[ACT_DONE] = 0
        v[ACT_TILE] = NONE
        v[ACT_DISTRICT] = NONE
        self.unlock_market()
        if self.journal is not None:
            if v[TURN] == v[FIRST]:
                self.tell({"kind": "round", "decade": int(v[DECADE]), "round": int(v[DECADE] * ROUNDS + v[ROUND] + 1)})
            self.tell({"kind": "turn", "seat": int(v[TURN])})

    def unlock_market(self) -> None:
        """What was bought may be sold again, and the other way round, from the next turn on (R30)."""
        for seat in range(self.seats):
            self.v[SEAT + seat * STRIDE + BOUGHT] = 0
            self.v[SEAT + seat * STRIDE + SOLD] = 0

    def steps_to(self, seat: i64, district: i64) -> i64:
        return (district - self.v[SEAT + seat * STRIDE + AT] + DISTRICTS) % DISTRICTS

    def walks(self, seat: i64) -> vec[i64]:
        """Up to three steps, the first free (R02), or a free placement; the first placement is due (R01)."""
        out = vec[i64](capacity=16)
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if v[b + AT] == NONE:
            for district in range(DISTRICTS):
                out = append(out, WALK + district)
            return out
        out = append(out, STAY)
        for district in range(DISTRICTS):
            steps = self.steps_to(seat, district)
            if steps > 0 and steps - 1 <= v[b + COIN]:
                out = append(out, WALK + district)
        if v[b + TOKEN] == READY:
            for district in range(DISTRICTS):
                if district != v[b + AT]:
                    out = append(out, SPEND_TOKEN + district)
        if v[b + LASTING] & LEAPER != 0:
            for district in range(DISTRICTS):
                if district != v[b + AT]:
                    out = append(out, LEAP + district)
        return out

    def walk_penalty(self, seat: i64, district: i64) -> i64:
        """The points that walking there costs: the token stands on the border into one district (R03)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        if v[b + AT] == NONE or v[b + LASTING] & NO_PENALTY != 0:
            return 0
        border: i64 = self.tables.entered[v[MAHARAJA]]
        reached = self.steps_to(seat, border)
        return self.tables.pass_penalty[v[DECADE]] if 0 < reached <= self.steps_to(seat, district) else 0

    def move_elephant(self, seat: i64, move: i64) -> None:
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        how = "stay"
        penalty: i64 = 0
        coins: i64 = 0
        if move >= LEAP:
            v[b + AT] = move - LEAP
            self.flip_leaper(seat)
            how = "leap"
        elif move >= SPEND_TOKEN:
            v[b + AT] = move - SPEND_TOKEN
            v[b + TOKEN] = SPENT
            how = "token"
        elif move >= WALK:
            how = "walk" if v[b + AT] != NONE else "place"
            if how == "walk":
                penalty = self.walk_penalty(seat, move - WALK)
                coins = self.steps_to(seat, move - WALK) - 1
                v[b + COIN] -= coins
                self.score(seat, -penalty, BY_PENALTY)
            v[b + AT] = move - WALK
        if self.journal is not None:
            event: dict[str, Any] = {"kind": "elephant", "seat": int(seat), "how": how, "district": int(v[b + AT])}
            event["coins"] = int(coins)
            event["points"] = -int(penalty)
            self.tell(event)

    def flip_leaper(self, seat: i64) -> None:
        """The teleport warehouse becomes four plain slots; content and tax stay (R42)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        v[b + LASTING] &= ~LEAPER
        for space in range(HOUSE_SPACES):
            house: i64 = v[b + HOUSES + space]
            if house != NONE and self.tables.house_lasting[house] & LEAPER != 0:
                v[b + ROOM] += self.tables.house_flipped[house] - self.tables.house_slots[house]

    # ---------------------------------------------------------------- a turn: the workers

    def next_open(self, section: i64) -> i64:
        """The next section clockwise that is not full; full ones are passed at no cost (R11)."""
        found: i64 = (section + 1) % SECTIONS
        while self.v[SECTION + found * GROUND + COLOURS] == SECTION_ROOM:
            found = (found + 1) % SECTIONS
        return found

    def pick_up(self, seat: i64, section: i64) -> None:
        """Take a whole group; its coins come first (R10), a group of four may cross the bridge (R15)."""
        v = self.v
        at: i64 = SECTION + section * GROUND
        group: i64 = v[at + COLOURS]
        for colour in range(COLOURS):
            v[HAND + colour] = v[at + colour]
            v[at + colour] = 0
        v[at + COLOURS] = 0
        v[HELD] = group
        v[SOW_AT] = section
        v[ORIGIN] = section
        v[STAGE] = SOW
        coins: i64 = v[LYING + section]
        v[LYING + section] = 0
        if self.journal is not None:
            event = {"kind": "picked", "seat": int(seat), "section": int(section), "coins": int(coins)}
            self.tell({**event, "workers": [int(v[HAND + colour]) for colour in range(COLOURS)]})
        if group == SECTION_ROOM:
            self.push(CROSSING, seat, GROUP_OF_4, 0)
        if self.origin_pays:
            self.receive(seat, coins, 0, 0, 0)
        else:
            v[KEPT] = coins

    def drop(self, colour: i64) -> None:
        v = self.v
        section = self.next_open(v[SOW_AT])
        v[HAND + colour] -= 1
        v[HELD] -= 1
        v[SOW_AT] = section
        self.put_worker(section, colour)
        if self.journal is not None:
            event = {"kind": "dropped", "seat": int(v[TURN]), "section": int(section), "colour": int(colour)}
            self.tell(event)

    def sow_on(self) -> bool:
        """Drop what leaves no choice; whether the last worker is reached."""
        v = self.v
        while v[HELD] > 1:
            only: i64 = NONE
            for colour in range(COLOURS):
                if v[HAND + colour] > 0:
                    if only != NONE:
                        return False
                    only = colour
            self.drop(only)
        v[STAGE] = LANDING
        return True

    def landings(self, seat: i64) -> vec[i64]:
        """Where the last worker may stop: each jumped section takes a coin, one may be free (R14, R16)."""
        out = vec[i64](capacity=8)
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        first = self.next_open(v[SOW_AT])
        section = first
        purse: i64 = v[b + COIN]
        if v[b + LASTING] & FREE_JUMP != 0:
            purse += 1
        while True:
            out = append(out, LAND + section)
            section = self.next_open(section)
            purse -= 1
            if purse < 0 or section == first:
                return out

    def land(self, seat: i64, target: i64) -> None:
        """The active worker stops; jump coins stay behind before those of the destination are taken (R12, R13)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        free: bool = v[b + LASTING] & FREE_JUMP != 0
        section = self.next_open(v[SOW_AT])
        jumped: i64 = 0
        while section != target:
            if free:
                free = False
            else:
                v[b + COIN] -= 1
                v[LYING + section] += 1
            jumped += 1
            section = self.next_open(section)
        colour: i64 = 0
        while v[HAND + colour] == 0:
            colour += 1
        v[HAND + colour] = 0
        v[HELD] = 0
        self.put_worker(target, colour)
        coins: i64 = v[LYING + target]
        v[LYING + target] = 0
        v[ACT_COLOUR] = colour
        v[ACT_DISTRICT] = target // 2
        v[ACT_TILE] = NONE
        v[ACT_DONE] = 0
        v[STAGE] = ACTIONS
        if self.journal is not None:
            event = {"kind": "landed", "seat": int(seat), "section": int(target), "colour": int(colour)}
            event["jumped"] = int(jumped)
            event["coins"] = int(coins + v[KEPT])
            self.tell(event)
        self.receive(seat, coins + v[KEPT], 0, 0, 0)
        v[KEPT] = 0

    # ---------------------------------------------------------------- a turn: actions

    def colour_fits(self, seat: i64, colour: i64) -> bool:
        """The tile's colour is the worker's, or a warehouse makes white and it the same, either way (R23)."""
        active: i64 = self.v[ACT_COLOUR]
        if colour == active:
            return True
        wild: i64 = self.v[SEAT + seat * STRIDE + LASTING]
        return (active == WHITE and wild & BIT[colour] != 0) or (colour == WHITE and wild & BIT[active] != 0)

    def tile_here(self, slot: i64) -> i64:
        return self.v[TILE + self.v[ACT_DISTRICT] * SLOTS_OF_A_DISTRICT + slot]

    def actions(self, seat: i64) -> vec[i64]:
        """Main and secondary of one tile in either order; the elephant before or after both (R20, R27)."""
        out = vec[i64](capacity=24)
        v = self.v
        done: i64 = v[ACT_DONE]
        if done & TILE_CLOSED == 0:
            for slot in range(SLOTS_OF_A_DISTRICT):
                if v[ACT_TILE] != NONE and v[ACT_TILE] != slot:
                    continue
                tile = self.tile_here(slot)
                if done & MAIN_DONE == 0 and self.possible(seat, self.tables.tile_main[tile]):
                    out = append(out, MAIN + slot)
                if (
                    done & SECOND_DONE == 0
                    and self.colour_fits(seat, self.tables.tile_colour[tile])
                    and self.possible(seat, self.tables.tile_second[tile])
                ):
                    out = append(out, SECOND + slot)
        if done & ELEPHANT_DONE == 0 and v[SEAT + seat * STRIDE + AT] == v[ACT_DISTRICT]:
            for slot in range(SLOTS_OF_A_DISTRICT):
                if self.possible(seat, self.tables.tile_main[self.tile_here(slot)]):
                    out = append(out, ACTIVATE + slot)
            for colour in range(COLOURS):
                if self.mahout_possible(seat, colour):
                    out = append(out, USE + colour)
        out = self.exchanges(seat, out)
        return append(out, DONE)

    def act(self, seat: i64, move: i64) -> None:
        v = self.v
        effect: i64
        if move < SECOND:
            v[ACT_TILE] = move - MAIN
            v[ACT_DONE] |= MAIN_DONE
            effect = self.tables.tile_main[self.tile_here(move - MAIN)]
        elif move < ACTIVATE:
            v[ACT_TILE] = move - SECOND
            v[ACT_DONE] |= SECOND_DONE
            effect = self.tables.tile_second[self.tile_here(move - SECOND)]
        else:
            if v[ACT_TILE] != NONE:
                v[ACT_DONE] |= TILE_CLOSED
            v[ACT_DONE] |= ELEPHANT_DONE
            if move < USE:
                effect = self.tables.tile_main[self.tile_here(move - ACTIVATE)]
            else:
                effect = self.tables.mahout_effect[v[SEAT + seat * STRIDE + MAHOUTS + move - USE]]
        if self.journal is not None:
            self.tell(self.action_event(seat, move))
        self.perform(seat, effect, BY_EFFECTS)

    def action_event(self, seat: i64, move: i64) -> dict[str, Any]:
        event: dict[str, Any] = {"kind": "action", "seat": int(seat)}
        if move >= USE:
            event["by"] = "mahout"
            event["what"] = self.tables.names["mahout"][int(self.v[SEAT + seat * STRIDE + MAHOUTS + move - USE])]
            return event
        slot: i64 = (move - MAIN) % SLOTS_OF_A_DISTRICT
        event["by"] = ("main", "second", "elephant")[(move - MAIN) // SLOTS_OF_A_DISTRICT]
        event["what"] = self.tables.names["tile"][int(self.tile_here(slot))]
        return event

    def end_actions(self, seat: i64) -> None:
        """The second elephant move comes after the actions, already in the turn that unlocks it (R05)."""
        token: i64 = self.v[SEAT + seat * STRIDE + TOKEN]
        if token == READY or (token == SPENT and self.token_keeps):
            self.v[STAGE] = SECOND_WALK
        else:
            self.end_turn()

    def end_turn(self) -> None:
        v = self.v
        self.settled += 1
        v[TURNS] += 1
        v[STAGE] = FOLLOWING
        v[ORDER] = 1
        if self.journal is not None:
            self.tell({"kind": "ended", "seat": int(v[TURN]), "colour": int(v[ACT_COLOUR])})

    # ---------------------------------------------------------------- following

    def asked(self) -> i64:
        """The seat that is asked in a stage that goes round the table."""
        v = self.v
        if v[STAGE] == FOLLOWING:
            return (v[TURN] + v[ORDER]) % self.seats
        return self.seat_in_order(v[ORDER])

    def followed_colour(self) -> i64:
        """The real colour of the active worker (R24), or of the one beside the maharaja."""
        v = self.v
        return v[ACT_COLOUR] if v[STAGE] == FOLLOWING else v[BESIDE + v[MAHARAJA]]

    def ask_followers(self) -> bool:
        """Whether somebody may follow; only actions with an effect are offered (R65)."""
        v = self.v
        while v[ORDER] < self.seats:
            if self.mahout_possible(self.asked(), self.followed_colour()):
                return True
            v[ORDER] += 1
        return False

    def follow(self, seat: i64, move: i64) -> None:
        """One use of one mahout (R66); the seat that is followed gains a point, the maharaja none (R69)."""
        v = self.v
        followed: i64 = v[TURN] if v[STAGE] == FOLLOWING else NONE
        v[ORDER] += 1
        if move == PASS:
            self.settled += 1
            return
        tile: i64 = v[SEAT + seat * STRIDE + MAHOUTS + self.followed_colour()]
        if self.journal is not None:
            event: dict[str, Any] = {"kind": "followed", "seat": int(seat), "whom": int(followed)}
            event["what"] = self.tables.names["mahout"][int(tile)]
            self.tell(event)
        v[TOUCHED] = 0
        self.push(REWARD, seat, followed, 0)
        self.perform(seat, self.tables.mahout_effect[tile], BY_EFFECTS)

    def reward(self, followed: i64) -> None:
        if self.v[TOUCHED] == 1 and followed != NONE:
            self.score(followed, 1, BY_FOLLOWERS)
            if self.journal is not None:
                self.tell({"kind": "points", "seat": int(followed), "points": 1, "source": "followers"})

    # ---------------------------------------------------------------- end of a round

    def next_turn(self) -> None:
        v = self.v
        after: i64 = (v[TURN] + 1) % self.seats
        if after != v[FIRST]:
            v[TURN] = after
            self.begin_turn()
            return
        if self.seats == 1:
            self.maharaja_turn()
        v[MAHARAJA] = (v[MAHARAJA] + 1) % 4
        v[ROUND] += 1
        self.settled += 1
        if self.journal is not None:
            colour = int(v[BESIDE + v[MAHARAJA]])
            self.tell({"kind": "maharaja", "space": int(v[MAHARAJA]), "colour": colour})
        # With two players the token activates the worker beside it, before the decade ends (R68).
        if self.players == 2:
            self.unlock_market()
            v[STAGE] = COMMAND
            v[ORDER] = 0
        else:
            self.next_round()

    def next_round(self) -> None:
        v = self.v
        v[TURN] = v[FIRST]
        if v[MAHARAJA] == self.tables.start_space:
            self.end_decade()
        else:
            self.begin_turn()

    # ---------------------------------------------------------------- end of a decade

    def end_decade(self) -> None:
        """Majorities, then taxes, then income: each for everybody before the next (R74)."""
        v = self.v
        self.settled += 1
        self.score_majorities()
        for k in range(self.seats):
            self.pay_taxes(self.seat_in_order(k))
        v[STAGE] = INCOME
        v[ORDER] = 0

    def score_majorities(self) -> None:
        """All who are tied for most score in full; a district without counters gives nothing (R75)."""
        v = self.v
        for district in range(DISTRICTS):
            best: i64 = 1
            for seat in range(self.players):
                best = max(best, v[SEAT + seat * STRIDE + IN_DISTRICT + district])
            points = self.temple_value(district)
            for seat in range(self.players):
                if v[SEAT + seat * STRIDE + IN_DISTRICT + district] == best:
                    self.score(seat, points, BY_MAJORITY)
                    if self.journal is not None:
                        event = {"kind": "majority", "seat": self.named(seat), "district": int(district)}
                        event["points"] = int(points)
                        self.tell(event)

    def pay_taxes(self, seat: i64) -> None:
        """As far as the coins go (R76); each missing coin costs points."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        due = self.tax_due(seat)
        paid: i64 = min(due, v[b + COIN])
        lost: i64 = (due - paid) * self.tables.tax_penalty[v[DECADE]]
        v[b + COIN] -= paid
        self.score(seat, -lost, BY_PENALTY)
        if self.journal is not None:
            event = {"kind": "taxed", "seat": int(seat), "paid": int(paid), "missing": int(due - paid)}
            event["points"] = -int(lost)
            self.tell(event)

    def take_income(self, seat: i64) -> None:
        """Every income cell that was reached, after the taxes (R54, R77)."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        track: i64 = TRACKS - 1
        while track >= 0:
            n: i64 = v[b + TRACK + track]
            while n > 0:
                cell: i64 = track * CELLS_OF_A_TRACK + n
                if self.tables.cell_kind[cell] == EACH_DECADE and self.tables.cell_tax[cell] == 0:
                    self.push(DEFERRED, seat, self.tables.cell_effect[cell], BY_EFFECTS)
                n -= 1
            track -= 1

    def build_temple(self) -> None:
        """The bridge tile is turned over and the temple grows; after the third decade comes the final scoring (R79)."""
        v = self.v
        v[DECADE] += 1
        v[ROUND] = 0
        self.settled += 1
        if self.journal is not None:
            self.tell({"kind": "decade", "decade": int(v[DECADE])})
        if v[DECADE] < DECADES:
            self.begin_turn()
        else:
            self.finish()

    # ---------------------------------------------------------------- end of the game

    def finish(self) -> None:
        """Knowledge, then the objectives on the boards; those in hand score nothing (R87)."""
        v = self.v
        if self.journal is not None:
            self.tell_final_scoring()
        for seat in range(self.seats):
            known: i64 = 0
            for track in range(TRACKS):
                known += self.knowledge_points(seat, track)
            aims: i64 = self.ending_points(seat) - known
            self.score(seat, known, BY_KNOWLEDGE)
            self.score(seat, aims, BY_OBJECTIVES)
        if self.seats == 1:
            self.score(MAHARAJA_SEAT, self.maharaja_ending(), BY_OBJECTIVES)
        v[STAGE] = OVER
        if self.journal is not None:
            result = self.result()
            assert result is not None
            scores = [int(v[SEAT + seat * STRIDE + SCORE]) for seat in range(self.players)]
            self.tell({"kind": "end", "scores": scores, "winners": list(result.winners), "seats": int(self.seats)})

    def tell_final_scoring(self) -> None:
        for seat in range(self.seats):
            b: i64 = SEAT + seat * STRIDE
            for track in range(TRACKS):
                points = self.knowledge_points(seat, track)
                if points > 0:
                    event: dict[str, Any] = {"kind": "knowledge", "seat": int(seat), "track": int(track)}
                    self.tell({**event, "points": int(points)})
            for space in range(4):
                kind: i64 = self.v[b + PLACED + space]
                if kind != NONE:
                    objective: i64 = self.v[b + OBJECTIVES + kind]
                    event = {"kind": "objective", "seat": int(seat)}
                    event["what"] = self.tables.names["objective"][int(objective)]
                    event["points"] = int(self.objective_points(seat, objective))
                    self.tell(event)
        if self.seats == 1:
            self.tell({"kind": "maharaja_ending", "points": int(self.maharaja_ending())})

    def standing(self) -> vec[i64]:
        out = vec[i64](capacity=4)
        for seat in range(self.seats):
            out = append(out, self.total(seat))
        return out

    def result(self) -> Result | None:
        """Most points, then most donations, then a shared victory; the maharaja wins ties alone (S15)."""
        if self.v[STAGE] != OVER:
            return None
        scores = [int(self.v[SEAT + seat * STRIDE + SCORE]) for seat in range(self.seats)]
        if self.seats == 1:
            his = int(self.v[SEAT + MAHARAJA_SEAT * STRIDE + SCORE])
            won = scores[0] > his or (scores[0] == his and self.tie_wins)
            return Result((scores[0],), (1 if won else 2,), (0,) if won else (), f"three decades; maharaja {his}")
        given = [int(self.v[SEAT + seat * STRIDE + GIVEN]) for seat in range(self.seats)]
        order = [(scores[seat], given[seat]) for seat in range(int(self.seats))]
        ranks = tuple([1 + len([other for other in order if other > own]) for own in order])
        winners = tuple([seat for seat in range(int(self.seats)) if ranks[seat] == 1])
        return Result(tuple(scores), ranks, winners, "three decades")
