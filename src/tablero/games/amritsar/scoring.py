"""What is worth how much in Amritsar: majorities, taxes, knowledge, objectives, and who wins.

Ruling ids (R01, S01 ...) are those of the tests.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.result import Result
from tablero.games.amritsar import layout as at
from tablero.games.amritsar.layout import NONE, SEAT, STAGE, STRIDE
from tablero.games.amritsar.position import Position


class Scoring(Position):
    """Points at the end of a decade and at the end of the game."""

    # ---------------------------------------------------------------- end of a decade

    def temple_value(self, district: i64) -> i64:
        """What the majority of a district is worth in this decade; the last tile stays after the end."""
        decade: i64 = min(self.v[at.DECADE], at.DECADES - 1)
        return self.tables.temple[self.v[at.TEMPLE + decade] * at.DISTRICTS + district]

    def score_majorities(self) -> None:
        """All who are tied for most score in full; a district without counters gives nothing (R75)."""
        v = self.v
        for district in range(at.DISTRICTS):
            best: i64 = 1
            for seat in range(self.players):
                best = max(best, v[SEAT + seat * STRIDE + at.IN_DISTRICT + district])
            points = self.temple_value(district)
            counts = [int(v[SEAT + seat * STRIDE + at.IN_DISTRICT + district]) for seat in range(self.players)]
            for seat in range(self.players):
                if v[SEAT + seat * STRIDE + at.IN_DISTRICT + district] == best:
                    self.score(seat, points, at.BY_MAJORITY)
                    if self.journal is not None:
                        event = {"kind": "majority", "seat": self.named(seat), "district": int(district)}
                        event["points"] = int(points)
                        self.tell({**event, "counts": counts})

    def tax_due(self, seat: i64) -> i64:
        """The tax marker less the discounts of the tracks and of a warehouse."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        due: i64 = v[b + at.TAX]
        if v[b + at.LASTING] & at.LESS_TAX != 0:
            due -= 1
        for track in range(at.TRACKS):
            for n in range(1, v[b + at.TRACK + track] + 1):
                due -= self.tables.cell_tax[track * at.CELLS_OF_A_TRACK + n]
        return max(due, 0)

    def pay_taxes(self, seat: i64) -> None:
        """As far as the coins go (R76); each missing coin costs points."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        due = self.tax_due(seat)
        paid: i64 = min(due, v[b + at.COIN])
        lost: i64 = (due - paid) * self.tables.tax_penalty[v[at.DECADE]]
        v[b + at.COIN] -= paid
        self.score(seat, -lost, at.BY_PENALTY)
        if self.journal is not None:
            event = {"kind": "taxed", "seat": int(seat), "paid": int(paid), "missing": int(due - paid)}
            event["points"] = -int(lost)
            self.tell(event)

    # ---------------------------------------------------------------- objectives

    def objective_points(self, seat: i64, objective: i64) -> i64:
        """What an objective is worth to a seat now; an unknown one is worth nothing."""
        if objective == NONE:
            return 0
        v = self.v
        rows = self.tables.objectives
        row: i64 = objective * at.ROW
        kind: i64 = rows[row + at.O_KIND]
        a: i64 = rows[row + at.O_A]
        b: i64 = SEAT + seat * STRIDE
        if kind <= at.MOST_RESOURCES:
            place = self.place_among(seat, kind, a)
            if place == 1:
                return rows[row + at.O_PP]
            return rows[row + at.O_PP + 1] if place == 2 else 0
        if kind == at.TRACK_LEVELS:
            for track in range(at.TRACKS):
                if v[b + at.TRACK + track] < rows[row + at.O_A + track]:
                    return 0
            return rows[row + at.O_PP]
        if kind == at.TRACK_END:
            return rows[row + at.O_PP] if v[b + at.TRACK + a] == self.tables.track_end[a] else 0
        if kind == at.EACH_COUNTER:
            return v[b + at.IN_DISTRICT + a] * rows[row + at.O_PP]
        if kind == at.AT_LEAST:
            found: i64 = 0
            for level in range(at.LEVELS):
                if a & at.BIT[level] != 0:
                    found += v[b + at.IN_LEVEL + level]
            return rows[row + at.O_PP] if found >= rows[row + at.O_A + 1] else 0
        count: i64 = 0
        if kind == at.COUNT_LEVEL:
            count = v[b + at.IN_LEVEL + a]
        else:
            first: i64 = b + (at.IN_DISTRICT if kind == at.SPREAD_DISTRICTS else at.IN_LEVEL)
            for k in range(4):
                if v[first + k] > 0:
                    count += 1
        return 0 if count == 0 else rows[row + at.O_PP + min(count, 4) - 1]

    def holding(self, seat: i64, kind: i64, district: i64) -> i64:
        """What an objective of type A counts; the solo maharaja owns no coins (S11)."""
        b: i64 = SEAT + seat * STRIDE
        if kind == at.MOST_COUNTERS:
            return self.v[b + at.IN_DISTRICT + district]
        if kind == at.MOST_COINS:
            return self.v[b + at.COIN]
        return self.v[b + at.RES] + self.v[b + at.RES + 1] + self.v[b + at.RES + 2]

    def place_among(self, seat: i64, kind: i64, district: i64) -> i64:
        """The place of a seat: one more than the seats strictly ahead (R85); 0 for a seat that has nothing."""
        own = self.holding(seat, kind, district)
        if own == 0:
            return 0
        place: i64 = 1
        seen: i64 = 0
        for other in range(self.players):
            has = self.holding(other, kind, district)
            if has > own and not (self.dense_ranks and seen & at.BIT[has] != 0):
                place += 1
                seen |= at.BIT[has]
        return place

    # ---------------------------------------------------------------- end of the game

    def knowledge_points(self, seat: i64, track: i64) -> i64:
        """The last cell of a track pays for counters on the elephant, resources or coins."""
        b: i64 = SEAT + seat * STRIDE
        v = self.v
        if v[b + at.TRACK + track] < self.tables.track_end[track]:
            return 0
        what: i64 = self.tables.track_scores[track]
        if what == 0:
            return v[b + at.LOAD]
        return v[b + at.COIN] if what == 2 else v[b + at.RES] + v[b + at.RES + 1] + v[b + at.RES + 2]

    def ending_points(self, seat: i64) -> i64:
        """Knowledge and placed objectives, if the game ended now."""
        if self.seats == 1 and seat == at.MAHARAJA_SEAT:
            return self.maharaja_ending()
        b: i64 = SEAT + seat * STRIDE
        points: i64 = 0
        for track in range(at.TRACKS):
            points += self.knowledge_points(seat, track)
        for space in range(4):
            kind: i64 = self.v[b + at.PLACED + space]
            if kind != NONE:
                points += self.objective_points(seat, self.v[b + at.OBJECTIVES + kind])
        return points

    def maharaja_ending(self) -> i64:
        """The solo maharaja scores his objective and where his white track stands."""
        return self.maharaja_aim() + self.maharaja_track()

    def maharaja_aim(self) -> i64:
        """His objective counts twice in the hard game."""
        return self.objective_points(at.MAHARAJA_SEAT, self.v[at.BOT_OBJECTIVE]) * (2 if self.hard else 1)

    def maharaja_track(self) -> i64:
        """The last two cells of his track pay for the resources in his store, or for its empty slots."""
        v = self.v
        b: i64 = SEAT + at.MAHARAJA_SEAT * STRIDE
        stock: i64 = v[b + at.RES] + v[b + at.RES + 1] + v[b + at.RES + 2]
        end: i64 = self.tables.bot_cells[v[at.BOT_TRACK] * 4 + 3]
        if end == 1:
            return stock
        return self.tables.bot_slots - stock if end == 2 else 0

    def total(self, seat: i64) -> i64:
        """The score of a player if the game ended now."""
        now: i64 = self.v[SEAT + seat * STRIDE + at.SCORE]
        return now if self.v[STAGE] == at.OVER else now + self.ending_points(seat)

    def finish(self) -> None:
        """Knowledge, then the objectives on the boards; those in hand score nothing (R87)."""
        v = self.v
        if self.journal is not None:
            self.tell_final_scoring()
        for seat in range(self.seats):
            known: i64 = 0
            for track in range(at.TRACKS):
                known += self.knowledge_points(seat, track)
            aims: i64 = self.ending_points(seat) - known
            self.score(seat, known, at.BY_KNOWLEDGE)
            self.score(seat, aims, at.BY_OBJECTIVES)
        if self.seats == 1:
            self.score(at.MAHARAJA_SEAT, self.maharaja_aim(), at.BY_OBJECTIVES)
            self.score(at.MAHARAJA_SEAT, self.maharaja_track(), at.BY_KNOWLEDGE)
        v[STAGE] = at.OVER
        if self.journal is not None:
            result = self.result()
            assert result is not None
            scores = [int(v[SEAT + seat * STRIDE + at.SCORE]) for seat in range(self.players)]
            self.tell({"kind": "end", "scores": scores, "winners": list(result.winners), "seats": int(self.seats)})

    def tell_final_scoring(self) -> None:
        self.tell({"kind": "final"})
        for seat in range(self.seats):
            b: i64 = SEAT + seat * STRIDE
            for track in range(at.TRACKS):
                points = self.knowledge_points(seat, track)
                if points > 0:
                    event: dict[str, Any] = {"kind": "knowledge", "seat": int(seat), "track": int(track)}
                    self.tell({**event, "points": int(points)})
            for space in range(4):
                kind: i64 = self.v[b + at.PLACED + space]
                if kind != NONE:
                    objective: i64 = self.v[b + at.OBJECTIVES + kind]
                    event = {"kind": "objective", "seat": int(seat)}
                    event["what"] = self.tables.names["objective"][int(objective)]
                    event["goal"] = self.tables.shown["objectives"][event["what"]]
                    event["points"] = int(self.objective_points(seat, objective))
                    self.tell(event)
        if self.seats == 1:
            event = {"kind": "maharaja_ending", "points": int(self.maharaja_ending())}
            event["aim"] = int(self.maharaja_aim())
            event["track"] = int(self.maharaja_track())
            self.tell(event)

    def standing(self) -> vec[i64]:
        out = vec[i64](capacity=4)
        for seat in range(self.seats):
            out = append(out, self.total(seat))
        return out

    def result(self) -> Result | None:
        """Most points, then most donations, then a shared victory. Alone, a shared tie has the first rank but is no
        win (S15)."""
        if self.v[STAGE] != at.OVER:
            return None
        scores = [int(self.v[SEAT + seat * STRIDE + at.SCORE]) for seat in range(self.seats)]
        if self.seats == 1:
            b: i64 = SEAT + at.MAHARAJA_SEAT * STRIDE
            his = int(self.v[b + at.SCORE])
            more: i64 = self.v[SEAT + at.GIVEN] - self.v[b + at.GIVEN]
            level: bool = scores[0] == his
            shared: bool = level and (self.tie_shares or (self.tie_counts and more == 0))
            won: bool = scores[0] > his or (level and self.tie_counts and more > 0) or (shared and self.rules < 4)
            rank = 1 if won or shared else 2
            return Result((scores[0],), (rank,), (0,) if won else (), f"three decades; maharaja {his}")
        given = [int(self.v[SEAT + seat * STRIDE + at.GIVEN]) for seat in range(self.seats)]
        order = [(scores[seat], given[seat]) for seat in range(int(self.seats))]
        ranks = tuple([1 + len([other for other in order if other > own]) for own in order])
        winners = tuple([seat for seat in range(int(self.seats)) if ranks[seat] == 1])
        return Result(tuple(scores), ranks, winners, "three decades")
