"""History: the moves of a match between its settled points, and what each viewer may see of them.

A stretch is what happens between two settled points. Inside a stretch moves may be secret, and then even their
number is: so every viewer has its own count of moves. It sees a stretch as the moves it could observe, in their order,
and then, when the stretch is settled, the point where everything in it has come out: with the move that settled it when
everybody saw that one, else as a reveal.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import Any

from tablero.core.game import Game
from tablero.core.state import State

Event = dict[str, Any]
SPECTATOR = -1


@dataclass
class Made:
    """A move that was made: by whom, what it told, and which viewers could observe it."""

    seat: int
    move: int
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


class History:
    """The stretches of a match; the last one is still open."""

    def __init__(self, game: Game, start: State, before: int = 0, opening: list[Event] | None = None) -> None:
        self.game = game
        self.stretches = [Stretch(before, start.copy(), opening or [])]
        self.state = start.copy()

    def fork(self) -> History:
        """The same history, to be continued apart from this one. Closed stretches never change: they are shared."""
        other = copy(self)
        live = self.live
        fresh = Stretch(live.before, live.start, live.opening, list(live.made), live.closed)
        other.stretches = [*self.stretches[:-1], fresh]
        other.state = self.state.copy()
        return other

    @property
    def live(self) -> Stretch:
        return self.stretches[-1]

    @property
    def count(self) -> int:
        """How many moves are in force."""
        return self.live.before + len(self.live.made)

    def take(self, seat: int, move: int) -> Made:
        """Make a legal move; when it settles something a new stretch begins."""
        state = self.state
        viewers = range(SPECTATOR, int(state.seats))
        seen_by = frozenset(v for v in viewers if v == seat or state.observed(v, seat, move) != -1)
        state.journal = []
        try:
            state.play(seat, move)
            made = Made(seat, move, state.journal, seen_by)
        finally:
            state.journal = None
        self.live.made.append(made)
        if state.settled > self.live.start.settled:
            self.live.closed = True
            self.stretches.append(Stretch(self.count, state.copy()))
        return made

    def retake(self, moves: list[tuple[int, int]]) -> None:
        """Play the open stretch again with these moves only."""
        self.live.made = []
        self.state = self.live.start.copy()
        for seat, move in moves:
            self.take(seat, move)

    # ---------------------------------------------------------------- what a viewer sees of it

    def log(self, viewer: int, upto: int | None = None) -> list[tuple[int, Event]]:
        """The events that a viewer may read, each with the viewer's count of moves when it happened."""
        out: list[tuple[int, Event]] = []
        for stretch in self.stretches:
            out += [(stretch.before, event) for event in stretch.opening if event.get("to", viewer) == viewer]
            seen = 0
            for i, made in enumerate(stretch.made, 1):
                seen += viewer in made.seen_by
                settles = stretch.closed and i == len(stretch.made)
                k = stretch.end if settles else stretch.before + seen
                out += [(k, event) for event in made.events if event.get("to", viewer) == viewer]
        return out if upto is None else [(k, event) for k, event in out if k <= upto]

    def stops(self, viewer: int) -> list[tuple[int, str]]:
        """Where a viewer's history may stop, with words for it: moves it could observe, and settled points."""
        out = [(0, "start")]
        for stretch in self.stretches:
            for k, i in enumerate(stretch.seen(viewer), stretch.before + 1):
                out.append((k, self._words(stretch, stretch.made[i])))
            if stretch.closed and out[-1][0] < stretch.end:
                last = stretch.made[-1]
                out.append((stretch.end, self._words(stretch, last) if SPECTATOR in last.seen_by else "reveal"))
        return out

    def _words(self, stretch: Stretch, made: Made) -> str:
        return f"@{made.seat} {self.game.write(stretch.start, made.seat, made.move)}"

    def view(self, k: int, viewer: int) -> dict[str, Any]:
        """What a viewer saw after its first k moves; of an open or secret stretch only what it could observe."""
        stretch = next((s for s in reversed(self.stretches) if s.before <= k), self.stretches[0])
        state = stretch.start.copy()
        for made in stretch.known(viewer, max(0, k - stretch.before)):
            state.play(made.seat, made.move)
        return state.view(None if viewer == SPECTATOR else viewer)


class Moment:
    """A table as it was after k moves: something to look at, not to play on."""

    def __init__(self, history: History, k: int) -> None:
        self._history = history
        self.k = max(0, k)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        return self._history.view(self.k, SPECTATOR if seat is None else seat)

    def log(self, seat: int | None = None) -> list[tuple[int, Event]]:
        return self._history.log(SPECTATOR if seat is None else seat, self.k)
