"""Clocks of the seats, computed from the rows and their times.

Live: the seconds of a turn (the bonus) run first and are not saved up, then the bank of the seat. By days: each turn
may take its span. Without a clock only the time used is counted. A clock runs while a person owes a decision and
decides without a bot: not in a pause, and by days not on vacation. A turn begins when a seat owes a decision again
after something was settled; undone moves give no time back.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any

from tablero.table.log_row import LogRow
from tablero.table.terms import HOUR_SECONDS, MINUTE_SECONDS, Terms

MAX_LAG = 1.0  # seconds by which a move may be dated back for the delay of the network
# Seconds that a player has at least who comes back after their time ran out.
ON_RETURN = {"live": MINUTE_SECONDS, "days": 12 * HOUR_SECONDS}
PREGAME_KINDS = frozenset({"sit", "rise", "set"})  # rows before the start; the game begins after the last of them


def steady_clock() -> Callable[[], float]:
    """Return a clock that starts at the time of day and never jumps, also when the machine's clock is set."""
    begun = time.time() - _passed()
    return lambda: begun + _passed()


def _passed() -> float:
    """Return seconds since some moment; on Linux including those in which the machine slept."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()


@dataclass(frozen=True)
class SeatClock:
    """Time of one seat, in seconds."""

    bank: float = 0.0  # live: what is left beside the bonus of each turn
    used: float = 0.0  # in the whole game
    turn: float = 0.0  # of that, in this turn
    owed: float = 0.0  # when its decision or its last move began to count
    vacation: float = 0.0  # until when its person is on vacation


@dataclass(frozen=True)
class Clocks:
    """Time of all seats at the newest row."""

    terms: Terms
    seat_clocks: tuple[SeatClock, ...]
    since: float  # the moment of the newest row; 0: before there was any
    running: frozenset[int] = frozenset()  # the seats whose clocks run since then

    @classmethod
    def begin(cls, terms: Terms, seats: int, since: float, running: Collection[int] = ()) -> Clocks:
        """Return the clocks of a game that begins at `since`."""
        return cls(
            terms,
            (SeatClock(terms.bank if terms.pace == "live" else 0.0, owed=since),) * seats,
            since,
            frozenset(running),
        )

    # ---------------------------------------------------------------- queries

    def used(self, seat: int, now: float) -> float:
        """Return the time that a seat has used."""
        return self.seat_clocks[seat].used + self._charged(seat, now)

    def turn(self, seat: int, now: float) -> float:
        """Return what is left of the bonus of this turn; by days, of its span."""
        terms = self.terms
        most = terms.bonus if terms.pace == "live" else terms.span
        return max(0.0, most - self.seat_clocks[seat].turn - self._charged(seat, now))

    def bank(self, seat: int, now: float) -> float:
        """Return what is left of the bank (live)."""
        seat_clock = self.seat_clocks[seat]
        beyond = max(0.0, seat_clock.turn + self._charged(seat, now) - max(self.terms.bonus, seat_clock.turn))
        return max(0.0, seat_clock.bank - beyond)

    def left(self, seat: int, now: float) -> float | None:
        """Return the seconds until a bot takes over; None without a clock."""
        if self.terms.pace == "none":
            return None
        return self.turn(seat, now) + (self.bank(seat, now) if self.terms.pace == "live" else 0.0)

    def ends(self, seat: int) -> float | None:
        """Return when the time of a seat runs out; None if its clock stands or there is none."""
        left = self.left(seat, self.since)
        return None if left is None or seat not in self.running or not self.since else self._from(seat) + left

    def deadline(self) -> float | None:
        """Return when the time of the next seat runs out."""
        return min((end for seat in self.running if (end := self.ends(seat)) is not None), default=None)

    def _from(self, seat: int) -> float:
        """Return when a running clock started, after a vacation."""
        return max(self.since, self.seat_clocks[seat].vacation) if self.terms.pace == "days" else self.since

    def _charged(self, seat: int, now: float) -> float:
        """Return the seconds that a seat has used since the newest row."""
        return max(0.0, now - self._from(seat)) if seat in self.running and self.since else 0.0

    # ---------------------------------------------------------------- following the rows

    def after(self, row: LogRow, owed: Collection[int], settled: bool, running: Collection[int]) -> Clocks:
        """Return the clocks after a row.

        owed: seats that owed a decision before it.
        settled: whether it has settled something, so that turns begin and end with it.
        running: seats whose clocks run from now on."""
        now = max(self.since, row.time)
        if row.kind in PREGAME_KINDS:
            return Clocks.begin(self.terms, len(self.seat_clocks), now, running)
        seat_clocks = []
        for seat, seat_clock in enumerate(self.seat_clocks):
            spent = self._charged(seat, now)
            bank = self.bank(seat, now) if self.terms.pace == "live" else 0.0
            seat_clock = replace(seat_clock, bank=bank, used=seat_clock.used + spent, turn=seat_clock.turn + spent)
            if settled and (seat == row.seat or seat not in owed):
                seat_clock = replace(seat_clock, turn=0.0)
            if (seat == row.seat and row.kind != "auto") or seat not in owed:
                seat_clock = replace(seat_clock, owed=now)
            seat_clocks.append(seat_clock)
        if row.kind == "vacation":
            seat_clocks[row.seat] = replace(seat_clocks[row.seat], vacation=row.move * MINUTE_SECONDS)
        after = Clocks(self.terms, tuple(seat_clocks), now, frozenset(running))
        return after._with_return_time(row.seat) if row.kind == "back" else after

    def _with_return_time(self, seat: int) -> Clocks:
        """Give ON_RETURN to a player who comes back without time left."""
        left = self.left(seat, self.since)
        if left is None or left > 0:
            return self
        seat_clock, most = self.seat_clocks[seat], ON_RETURN[self.terms.pace]
        if self.terms.pace == "live":
            seat_clock = replace(seat_clock, bank=most)
        else:
            seat_clock = replace(seat_clock, turn=max(0.0, self.terms.span - most))
        return replace(self, seat_clocks=(*self.seat_clocks[:seat], seat_clock, *self.seat_clocks[seat + 1 :]))

    # ---------------------------------------------------------------- stored form

    def as_json(self) -> dict[str, Any]:
        """Return the part of a snapshot."""
        return {"since": self.since, "watches": [list(asdict(seat_clock).values()) for seat_clock in self.seat_clocks]}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any], terms: Terms, running: Collection[int]) -> Clocks:
        return cls(
            terms, tuple(SeatClock(*seat_clock) for seat_clock in kept["watches"]), kept["since"], frozenset(running)
        )

    @classmethod
    def estimated(cls, rows: Sequence[LogRow], terms: Terms, seats: int, running: Collection[int]) -> Clocks:
        """Return the clocks of a table whose snapshot has none: each move counts from the row before it."""
        used = [0.0] * seats
        for before, row in pairwise(rows):
            if row.seat >= 0 and row.kind not in PREGAME_KINDS:
                used[row.seat] += max(0.0, row.time - before.time)
        last = rows[-1].time if rows else 0.0
        clocks = cls.begin(terms, seats, last, running)
        return replace(
            clocks, seat_clocks=tuple(replace(w, used=u) for w, u in zip(clocks.seat_clocks, used, strict=True))
        )
