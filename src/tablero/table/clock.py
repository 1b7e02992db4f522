"""Clocks: how long each seat has taken, and how long it may still take. All of it follows from the rows and their times.

Live: a turn has seconds of its own (the bonus), and they run first; what a turn does not need of them is not kept. Then the seat's bank
runs. By days: each turn may take its span. Without a clock only the time used is counted. A clock runs while the person at the seat
owes a decision and decides alone: not for bots, not while somebody is represented, not in a pause, and by days not on vacation.
A turn begins when a seat owes a decision again after something was settled; moves that are taken back give no time back.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any

from tablero.table.row import Row
from tablero.table.terms import HOUR, MINUTE, Terms

LAG = 1.0  # seconds by which a move may be dated back because its way here was long
ON_RETURN = {"live": MINUTE, "days": 12 * HOUR}  # what somebody has at least who comes back after their time ran out
LAID = frozenset({"sit", "rise", "set"})  # rows before the start; the game begins after the last of them


def steady() -> Callable[[], float]:
    """A clock that tells the time of day and never jumps: as it was when this was called, and what has passed since then. Somebody who
    sets the machine's clock gives and takes no time."""
    begun = time.time() - _passed()
    return lambda: begun + _passed()


def _passed() -> float:
    """Seconds since some moment; where the machine can tell, also those in which it slept."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()


@dataclass(frozen=True)
class Watch:
    """The time of one seat."""

    bank: float = 0.0  # live: what is left besides the seconds of each turn
    used: float = 0.0  # in the whole game
    turn: float = 0.0  # of that, in this turn
    owed: float = 0.0  # since when it owes a decision, or made its last move
    vacation: float = 0.0  # until when its person is on vacation


@dataclass(frozen=True)
class Clocks:
    """The time of all seats at the moment of the newest row."""

    terms: Terms
    watches: tuple[Watch, ...]
    since: float  # the moment of the newest row; 0: before there was any
    running: frozenset[int] = frozenset()  # the seats whose clocks run since then

    @classmethod
    def begin(cls, terms: Terms, seats: int, since: float, running: Collection[int] = ()) -> Clocks:
        """The clocks of a game that begins at a moment."""
        return cls(
            terms, (Watch(terms.bank if terms.pace == "live" else 0.0, owed=since),) * seats, since, frozenset(running)
        )

    # ---------------------------------------------------------------- looking

    def used(self, seat: int, now: float) -> float:
        """How long a seat has thought so far."""
        return self.watches[seat].used + self._charged(seat, now)

    def turn(self, seat: int, now: float) -> float:
        """What is left of the seconds of this turn, before the bank runs; by days, of its span."""
        terms = self.terms
        most = terms.bonus if terms.pace == "live" else terms.span
        return max(0.0, most - self.watches[seat].turn - self._charged(seat, now))

    def bank(self, seat: int, now: float) -> float:
        """Live: what is left besides the seconds of this turn."""
        watch = self.watches[seat]
        beyond = max(0.0, watch.turn + self._charged(seat, now) - max(self.terms.bonus, watch.turn))
        return max(0.0, watch.bank - beyond)

    def left(self, seat: int, now: float) -> float | None:
        """How long a seat may still think before a bot takes over; None where there is no clock."""
        if self.terms.pace == "none":
            return None
        return self.turn(seat, now) + (self.bank(seat, now) if self.terms.pace == "live" else 0.0)

    def ends(self, seat: int) -> float | None:
        """The moment at which the time of a seat runs out; None where its clock stands or there is none."""
        left = self.left(seat, self.since)
        return None if left is None or seat not in self.running or not self.since else self._from(seat) + left

    def deadline(self) -> float | None:
        """The moment at which the time of the next seat runs out."""
        return min((end for seat in self.running if (end := self.ends(seat)) is not None), default=None)

    def _from(self, seat: int) -> float:
        """The moment from which on a running clock runs."""
        return max(self.since, self.watches[seat].vacation) if self.terms.pace == "days" else self.since

    def _charged(self, seat: int, now: float) -> float:
        """What a seat has used since the newest row."""
        return max(0.0, now - self._from(seat)) if seat in self.running and self.since else 0.0

    # ---------------------------------------------------------------- following the rows

    def after(self, row: Row, owed: Collection[int], settled: bool, running: Collection[int]) -> Clocks:
        """The clocks after a row. `owed`: the seats that owed a decision before it; `settled`: it has settled something, so that turns
        begin and end with it; `running`: whose clocks run from now on."""
        now = max(self.since, row.time)
        if row.kind in LAID:
            return Clocks.begin(self.terms, len(self.watches), now, running)
        watches = []
        for seat, watch in enumerate(self.watches):
            spent = self._charged(seat, now)
            bank = self.bank(seat, now) if self.terms.pace == "live" else 0.0
            watch = replace(watch, bank=bank, used=watch.used + spent, turn=watch.turn + spent)
            if settled and (seat == row.seat or seat not in owed):
                watch = replace(watch, turn=0.0)
            if seat == row.seat or seat not in owed:
                watch = replace(watch, owed=now)
            watches.append(watch)
        if row.kind == "vacation":
            watches[row.seat] = replace(watches[row.seat], vacation=row.move * MINUTE)
        after = Clocks(self.terms, tuple(watches), now, frozenset(running))
        return after._welcomed(row.seat) if row.kind == "back" else after

    def _welcomed(self, seat: int) -> Clocks:
        """Whoever comes back after their time ran out gets a little: nobody is sent away again at once."""
        left = self.left(seat, self.since)
        if left is None or left > 0:
            return self
        watch, most = self.watches[seat], ON_RETURN[self.terms.pace]
        if self.terms.pace == "live":
            watch = replace(watch, bank=most)
        else:
            watch = replace(watch, turn=max(0.0, self.terms.span - most))
        return replace(self, watches=(*self.watches[:seat], watch, *self.watches[seat + 1 :]))

    # ---------------------------------------------------------------- written down

    def as_json(self) -> dict[str, Any]:
        """What a snapshot keeps."""
        return {"since": self.since, "watches": [list(asdict(watch).values()) for watch in self.watches]}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any], terms: Terms, running: Collection[int]) -> Clocks:
        return cls(terms, tuple(Watch(*watch) for watch in kept["watches"]), kept["since"], frozenset(running))

    @classmethod
    def guessed(cls, rows: Sequence[Row], terms: Terms, seats: int, running: Collection[int]) -> Clocks:
        """The clocks of a table whose snapshot was kept before clocks were: whoever moved had thought since the row before."""
        used = [0.0] * seats
        for before, row in pairwise(rows):
            if row.seat >= 0 and row.kind not in LAID:
                used[row.seat] += max(0.0, row.time - before.time)
        last = rows[-1].time if rows else 0.0
        clocks = cls.begin(terms, seats, last, running)
        return replace(clocks, watches=tuple(replace(w, used=u) for w, u in zip(clocks.watches, used, strict=True)))
