"""History: the moves of a match between its settled points, and what each viewer may see of them.

A stretch is what happens between two settled points. Inside a stretch moves may be secret, and then even their
number is: so every viewer has its own count of moves. It sees a stretch as the moves it could observe, in their order,
and then, when the stretch is settled, the point where everything in it has come out: with the move that settled it when
everybody saw that one, else as a reveal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tablero.core.game import Game
from tablero.core.state import State

Event = dict[str, Any]
Entry = tuple[int, Event]  # a viewer's count of moves, and what happened then
Stop = tuple[int, str]  # a viewer's count of moves, and words for it
Maker = tuple[int, int]  # whose move an event came with, and which of all moves it was
SPECTATOR = -1
Told = TypeVar("Told")


@dataclass
class Made:
    """A move that was made: by whom, in words too, what it told, and which viewers could observe it."""

    seat: int
    move: int
    words: str
    events: list[Event]
    seen_by: frozenset[int]


@dataclass
class Stretch:
    """The moves since a settled point. `before` counts the moves of the match up to there."""

    before: int
    start: State
    opening: list[Event] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)
    closed: bool = False
    # What each viewer reads of it: worked out once, because a stretch that is closed never changes.
    _logs: dict[int, list[Entry]] = field(default_factory=dict, repr=False, compare=False)
    _stops: dict[int, list[Stop]] = field(default_factory=dict, repr=False, compare=False)
    _makers: dict[int, list[Maker]] = field(default_factory=dict, repr=False, compare=False)

    def add(self, made: Made) -> None:
        """One more move: what was told of this stretch has to be told anew."""
        self.made.append(made)
        self._logs.clear()
        self._stops.clear()
        self._makers.clear()

    def moves(self) -> list[tuple[int, int]]:
        return [(made.seat, made.move) for made in self.made]

    @property
    def simultaneous(self) -> bool:
        """Whether several seats owed a decision when it began."""
        return len(self.start.actors()) > 1

    @property
    def end(self) -> int:
        """The count of moves at its settled point."""
        return self.before + len(self.made)

    def seen(self, viewer: int) -> list[int]:
        """Where among its moves are those that a viewer saw before it was settled."""
        public = self.closed and SPECTATOR in self.made[-1].seen_by
        inner = self.made[:-1] if public else self.made
        return [i for i, made in enumerate(inner) if viewer in made.seen_by]

    def known(self, viewer: int, count: int) -> list[Made]:
        """The moves behind what a viewer saw after so many of them. A move that it saw rests on what the same seat did
        before, in secret or not; the secret moves of other seats come out later and are left out."""
        seen = self.seen(viewer)[:count]
        last = {self.made[i].seat: i for i in seen}
        return [made for i, made in enumerate(self.made) if i <= last.get(made.seat, -1)]

    def log(self, viewer: int) -> list[Entry]:
        """What happened in it, as far as a viewer may read it."""
        if viewer not in self._logs:
            self._logs[viewer] = self._tell(viewer)
        return self._logs[viewer]

    def _tell(self, viewer: int) -> list[Entry]:
        out = [(self.before, event) for event in self.opening if event.get("to", viewer) == viewer]
        seen = 0
        for i, made in enumerate(self.made, 1):
            seen += viewer in made.seen_by
            settles = self.closed and i == len(self.made)
            k = self.end if settles else self.before + seen
            out += [(k, event) for event in made.events if event.get("to", viewer) == viewer]
        return out

    def makers(self, viewer: int) -> list[Maker]:
        """Whose moves brought the events that a viewer reads of it, event by event."""
        if viewer not in self._makers:
            out = [(SPECTATOR, self.before) for event in self.opening if event.get("to", viewer) == viewer]
            for number, made in enumerate(self.made, self.before + 1):
                out += [(made.seat, number) for event in made.events if event.get("to", viewer) == viewer]
            self._makers[viewer] = out
        return self._makers[viewer]

    def stops(self, viewer: int) -> list[Stop]:
        """Where a viewer may stop in it."""
        if viewer not in self._stops:
            self._stops[viewer] = self._mark(viewer)
        return self._stops[viewer]

    def _mark(self, viewer: int) -> list[Stop]:
        seen = [self.made[i] for i in self.seen(viewer)]
        out = [(k, f"@{made.seat} {made.words}") for k, made in enumerate(seen, self.before + 1)]
        if self.closed and self.before + len(seen) < self.end:
            last = self.made[-1]
            out.append((self.end, f"@{last.seat} {last.words}" if SPECTATOR in last.seen_by else "reveal"))
        return out


class History:
    """The stretches of a match; the last one is still open."""

    def __init__(self, game: Game, start: State, before: int = 0, opening: list[Event] | None = None) -> None:
        self.game = game
        self.stretches = [Stretch(before, start.copy(), opening or [])]
        self.state = start.copy()
        self._logs: dict[int, Sequence[Entry]] = {}
        self._stops: dict[int, Sequence[Stop]] = {}
        # The same for the closed stretches, with how many they are: they never change.
        self._closed_logs: dict[int, tuple[int, list[Entry]]] = {}
        self._closed_stops: dict[int, tuple[int, list[Stop]]] = {}
        self._closed_makers: dict[int, tuple[int, list[Maker]]] = {}

    def fork(self) -> History:
        """The same history, to be continued apart from this one. Closed stretches never change: they are shared."""
        other = copy(self)
        live = self.live
        fresh = Stretch(live.before, live.start, live.opening, list(live.made), live.closed)
        other.stretches = [*self.stretches[:-1], fresh]
        other.state = self.state.copy()
        other._closed_logs = dict(self._closed_logs)
        other._closed_stops = dict(self._closed_stops)
        other._closed_makers = dict(self._closed_makers)
        other._forget()
        return other

    def _forget(self) -> None:
        self._logs = {}
        self._stops = {}

    @property
    def live(self) -> Stretch:
        return self.stretches[-1]

    @property
    def count(self) -> int:
        """How many moves are in force."""
        return self.live.before + len(self.live.made)

    def take(self, seat: int, move: int, checked: bool = False) -> Made:
        """Make a move, which may have been found legal already; when it settles something a new stretch begins."""
        state = self.state
        viewers = range(SPECTATOR, int(state.seats))
        seen_by = frozenset(v for v in viewers if v == seat or state.observed(v, seat, move) != -1)
        words = self.game.write(state, seat, move)
        state.journal = []
        try:
            (state.apply if checked else state.play)(seat, move)
            made = Made(seat, move, words, state.journal, seen_by)
        finally:
            state.journal = None
        self.live.add(made)
        self._forget()
        if state.settled > self.live.start.settled:
            self.live.closed = True
            self.stretches.append(Stretch(self.count, state.copy()))
        return made

    def since(self, count: int, viewer: int) -> list[tuple[int, int]] | None:
        """The moves after the first `count` as a viewer saw them, -1 for what was done in secret; None when that many were never
        made or lie before what is remembered."""
        if not self.stretches[0].before <= count <= self.count:
            return None
        made = [(stretch.before + i, each) for stretch in self.stretches for i, each in enumerate(stretch.made)]
        return [(each.seat, each.move if viewer in each.seen_by else -1) for number, each in made if number >= count]

    def retake(self, moves: list[tuple[int, int]], checked: bool = False) -> None:
        """Play the open stretch again with these moves only."""
        live = self.live
        self.stretches[-1] = Stretch(live.before, live.start, live.opening)
        self.state = live.start.copy()
        self._forget()
        for seat, move in moves:
            self.take(seat, move, checked)

    # ---------------------------------------------------------------- what a viewer sees of it

    def log(self, viewer: int) -> Sequence[Entry]:
        """The events that a viewer may read, each with the viewer's count of moves when it happened."""
        if viewer not in self._logs:
            closed = self._gathered(self._closed_logs, viewer, Stretch.log, [])
            self._logs[viewer] = [*closed, *self.live.log(viewer)]
        return self._logs[viewer]

    def makers(self, viewer: int) -> Sequence[Maker]:
        """Whose moves brought what `log` tells, event by event."""
        return [*self._gathered(self._closed_makers, viewer, Stretch.makers, []), *self.live.makers(viewer)]

    def stops(self, viewer: int) -> Sequence[Stop]:
        """Where a viewer's history may stop, with words for it: moves it could observe, and settled points."""
        if viewer not in self._stops:
            closed = self._gathered(self._closed_stops, viewer, Stretch.stops, [(0, "start")])
            self._stops[viewer] = [*closed, *self.live.stops(viewer)]
        return self._stops[viewer]

    def _gathered(
        self, known: dict[int, tuple[int, list[Told]]], viewer: int, tell: Callable[[Stretch, int], list[Told]],
        first: list[Told],
    ) -> list[Told]:  # fmt: skip
        """What the closed stretches tell a viewer; only those that have been closed since the last time are asked."""
        count, told = known.get(viewer, (0, first))
        closed = len(self.stretches) - 1
        for stretch in self.stretches[count:closed]:
            told = told + tell(stretch, viewer)
        known[viewer] = closed, told
        return told

    def view(self, k: int, viewer: int) -> dict[str, Any]:
        """What a viewer saw after its first k moves; of an open or secret stretch only what it could observe."""
        return self.seen(k, viewer).view(None if viewer == SPECTATOR else viewer)

    def seen(self, k: int, viewer: int) -> State:
        """The true position behind that, secrets included: never for a viewer."""
        stretch = next((s for s in reversed(self.stretches) if s.before <= k), self.stretches[0])
        state = stretch.start.copy()
        for made in stretch.known(viewer, max(0, k - stretch.before)):
            state.play(made.seat, made.move)
        return state

    def made_before(self, k: int, viewer: int) -> int:
        """How many moves of the match had been made when a viewer had counted k."""
        stretch = next((s for s in reversed(self.stretches) if s.before <= k), self.stretches[0])
        if k <= stretch.before:
            return stretch.before
        seen = stretch.seen(viewer)[: k - stretch.before]
        return stretch.end if k >= stretch.end or not seen else stretch.before + seen[-1] + 1


class Moment:
    """A table as it was after k moves: something to look at, not to play on."""

    def __init__(self, history: History, k: int) -> None:
        self._history = history
        self.k = max(0, k)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        return self._history.view(self.k, SPECTATOR if seat is None else seat)

    def log(self, seat: int | None = None) -> Sequence[Entry]:
        return [entry for entry in self._history.log(SPECTATOR if seat is None else seat) if entry[0] <= self.k]
