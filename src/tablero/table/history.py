"""Moves of a match between its settled points, and what each viewer may see of them.

A segment lies between two settled points. Inside a segment moves may be secret, and then even their number is: so every
viewer has its own count of moves. A viewer sees the moves of a segment that it could observe, in their order, and then,
when the segment is settled, the point where everything in it is revealed: with the move that settled it if all viewers
saw that one, else as a "reveal".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tablero.core.game import Game
from tablero.core.state import State

Event = dict[str, Any]
Entry = tuple[int, Event]  # count of moves of a viewer, and an event
Checkpoint = tuple[int, str]  # count of moves of a viewer, and words for it
Maker = tuple[int, int]  # seat whose move brought an event, and number of that move
SPECTATOR_SEAT = -1
Item = TypeVar("Item")


@dataclass
class PlayedMove:
    """A move with its words, its events, and the viewers who could observe it."""

    seat: int
    move: int
    words: str
    events: list[Event]
    seen_by: frozenset[int]


@dataclass(frozen=True)
class SeenMove:
    """What a viewer saw of one move: who made it and its words, both empty (-1, "") where it was secret, the kinds of
    the events that it brought, and the viewer's count of moves before it."""

    seat: int
    words: str
    kinds: frozenset[str]
    before: int


@dataclass
class TurnSegment:
    """Moves since a settled point. `before` counts the moves of the match up to there."""

    before: int
    start: State
    opening: list[Event] = field(default_factory=list)
    made: list[PlayedMove] = field(default_factory=list)
    closed: bool = False
    # What each viewer reads, computed once: a closed segment never changes.
    _logs: dict[int, list[Entry]] = field(default_factory=dict, repr=False, compare=False)
    _checkpoints: dict[int, list[Checkpoint]] = field(default_factory=dict, repr=False, compare=False)
    _makers: dict[int, list[Maker]] = field(default_factory=dict, repr=False, compare=False)

    def add(self, made: PlayedMove) -> None:
        """Append a move and clear what was computed."""
        self.made.append(made)
        self._logs.clear()
        self._checkpoints.clear()
        self._makers.clear()

    def moves(self) -> list[tuple[int, int]]:
        return [(made.seat, made.move) for made in self.made]

    @property
    def simultaneous(self) -> bool:
        """Whether several seats owed a decision when it began."""
        return len(self.start.actors()) > 1

    @property
    def end(self) -> int:
        """Count of moves at its settled point."""
        return self.before + len(self.made)

    def seen(self, viewer: int) -> list[int]:
        """Return the indices of the moves that a viewer saw before the segment was settled."""
        public = self.closed and SPECTATOR_SEAT in self.made[-1].seen_by
        inner = self.made[:-1] if public else self.made
        return [i for i, made in enumerate(inner) if viewer in made.seen_by]

    def known(self, viewer: int, count: int) -> list[PlayedMove]:
        """Return the moves behind the first `count` that a viewer saw. A move rests on what the same seat did before,
        in secret or not; secret moves of other seats are revealed later and left out."""
        seen = self.seen(viewer)[:count]
        last = {self.made[i].seat: i for i in seen}
        return [made for i, made in enumerate(self.made) if i <= last.get(made.seat, -1)]

    def log(self, viewer: int) -> list[Entry]:
        """Return the events that a viewer may read."""
        if viewer not in self._logs:
            self._logs[viewer] = self._events_for(viewer)
        return self._logs[viewer]

    def _events_for(self, viewer: int) -> list[Entry]:
        out = [(self.before, event) for event in self.opening if event.get("to", viewer) == viewer]
        seen = 0
        for i, made in enumerate(self.made, 1):
            seen += viewer in made.seen_by
            settles = self.closed and i == len(self.made)
            k = self.end if settles else self.before + seen
            out += [(k, event) for event in made.events if event.get("to", viewer) == viewer]
        return out

    def makers(self, viewer: int) -> list[Maker]:
        """Return the maker of each event of `log`."""
        if viewer not in self._makers:
            out = [(SPECTATOR_SEAT, self.before) for event in self.opening if event.get("to", viewer) == viewer]
            for number, made in enumerate(self.made, self.before + 1):
                out += [(made.seat, number) for event in made.events if event.get("to", viewer) == viewer]
            self._makers[viewer] = out
        return self._makers[viewer]

    def checkpoints(self, viewer: int) -> list[Checkpoint]:
        """Return the checkpoints of a viewer in this segment."""
        if viewer not in self._checkpoints:
            self._checkpoints[viewer] = self._find_checkpoints(viewer)
        return self._checkpoints[viewer]

    def _find_checkpoints(self, viewer: int) -> list[Checkpoint]:
        seen = [self.made[i] for i in self.seen(viewer)]
        out = [(k, f"@{made.seat} {made.words}") for k, made in enumerate(seen, self.before + 1)]
        if self.closed and self.before + len(seen) < self.end:
            last = self.made[-1]
            out.append((self.end, f"@{last.seat} {last.words}" if SPECTATOR_SEAT in last.seen_by else "reveal"))
        return out


class History:
    """Segments of a match; the last one is open."""

    def __init__(self, game: Game, start: State, before: int = 0, opening: list[Event] | None = None) -> None:
        self.game = game
        self.segments = [TurnSegment(before, start.copy(), opening or [])]
        self.state = start.copy()
        self._logs: dict[int, Sequence[Entry]] = {}
        self._checkpoints: dict[int, Sequence[Checkpoint]] = {}
        # The same for the closed segments, with their number.
        self._closed_logs: dict[int, tuple[int, list[Entry]]] = {}
        self._closed_checkpoints: dict[int, tuple[int, list[Checkpoint]]] = {}
        self._closed_makers: dict[int, tuple[int, list[Maker]]] = {}

    def copy(self) -> History:
        """Return an independent copy. Closed segments never change and are shared."""
        other = History.__new__(History)
        other.__dict__.update(self.__dict__)
        live = self.live
        fresh = TurnSegment(live.before, live.start, live.opening, list(live.made), live.closed)
        other.segments = [*self.segments[:-1], fresh]
        other.state = self.state.copy()
        other._closed_logs = dict(self._closed_logs)
        other._closed_checkpoints = dict(self._closed_checkpoints)
        other._closed_makers = dict(self._closed_makers)
        other._forget()
        return other

    def _forget(self) -> None:
        self._logs = {}
        self._checkpoints = {}

    @property
    def live(self) -> TurnSegment:
        return self.segments[-1]

    @property
    def count(self) -> int:
        """Number of moves in force."""
        return self.live.before + len(self.live.made)

    def play(self, seat: int, move: int, checked: bool = False) -> PlayedMove:
        """Make a move; `checked` if it is known to be legal. If it settles something, a new segment begins."""
        state = self.state
        viewers = range(SPECTATOR_SEAT, int(state.seats))
        seen_by = frozenset(v for v in viewers if v == seat or state.observed(v, seat, move) != -1)
        words = self.game.write(state, seat, move)
        state.journal = []
        try:
            (state.apply if checked else state.play)(seat, move)
            made = PlayedMove(seat, move, words, state.journal, seen_by)
        finally:
            state.journal = None
        self.live.add(made)
        self._forget()
        if state.settled > self.live.start.settled:
            self.live.closed = True
            self.segments.append(TurnSegment(self.count, state.copy()))
        return made

    def since(self, count: int, viewer: int) -> list[tuple[int, int]] | None:
        """Return the moves after the first `count` as a viewer saw them, -1 for secret ones; None if fewer were made,
        or if they lie before the snapshot."""
        if not self.segments[0].before <= count <= self.count:
            return None
        made = [(segment.before + i, each) for segment in self.segments for i, each in enumerate(segment.made)]
        return [(each.seat, each.move if viewer in each.seen_by else -1) for number, each in made if number >= count]

    def replay(self, moves: list[tuple[int, int]], checked: bool = False) -> None:
        """Play the open segment again with these moves only."""
        live = self.live
        self.segments[-1] = TurnSegment(live.before, live.start, live.opening)
        self.state = live.start.copy()
        self._forget()
        for seat, move in moves:
            self.play(seat, move, checked)

    # ---------------------------------------------------------------- what a viewer sees

    def happened(self, k: int, viewer: int) -> list[SeenMove]:
        """Return what has happened since a viewer had counted k moves, as that viewer saw it. Choices made in secret
        are told, seat by seat, once an event of the kinds in `Game.reveals` has shown them."""
        later = [segment for segment in self.segments if not segment.closed or segment.end > k]
        return [one for segment in later for one in self._happened_in(segment, k - segment.before, viewer)]

    def _happened_in(self, segment: TurnSegment, known: int, viewer: int) -> list[SeenMove]:
        out, seen, secret = [], 0, []
        shown = False
        for made in segment.made:
            kinds = frozenset(event["kind"] for event in made.events if event.get("to", viewer) == viewer)
            shown = shown or not kinds.isdisjoint(self.game.reveals)
            visible = viewer in made.seen_by
            if visible and seen >= known:
                out.append(SeenMove(made.seat, made.words, kinds, segment.before + seen))
            elif not visible and kinds:
                out.append(SeenMove(-1, "", kinds, segment.before + seen))
            seen += visible
            if not visible:
                secret.append(made)
        if shown:
            told = sorted(secret, key=lambda made: made.seat)
            out += [SeenMove(made.seat, made.words, frozenset(), segment.end) for made in told]
        return out

    def log(self, viewer: int) -> Sequence[Entry]:
        """Return the events that a viewer may read, each with the viewer's count of moves."""
        if viewer not in self._logs:
            closed = self._of_closed(self._closed_logs, viewer, TurnSegment.log, [])
            self._logs[viewer] = [*closed, *self.live.log(viewer)]
        return self._logs[viewer]

    def makers(self, viewer: int) -> Sequence[Maker]:
        """Return the maker of each event of `log`."""
        return [*self._of_closed(self._closed_makers, viewer, TurnSegment.makers, []), *self.live.makers(viewer)]

    def checkpoints(self, viewer: int) -> Sequence[Checkpoint]:
        """Return the checkpoints of a viewer: moves it could observe, and settled points."""
        if viewer not in self._checkpoints:
            closed = self._of_closed(self._closed_checkpoints, viewer, TurnSegment.checkpoints, [(0, "start")])
            self._checkpoints[viewer] = [*closed, *self.live.checkpoints(viewer)]
        return self._checkpoints[viewer]

    def _of_closed(
        self,
        known: dict[int, tuple[int, list[Item]]],
        viewer: int,
        read: Callable[[TurnSegment, int], list[Item]],
        first: list[Item],
    ) -> list[Item]:
        """Return what `read` gives for all closed segments; only those closed since the last call are read."""
        count, items = known.get(viewer, (0, first))
        closed = len(self.segments) - 1
        for segment in self.segments[count:closed]:
            items = items + read(segment, viewer)
        known[viewer] = closed, items
        return items

    def view(self, k: int, viewer: int) -> dict[str, Any]:
        """Return what a viewer saw after its first k moves; of an open segment only what it could observe."""
        return self.seen(k, viewer).view(None if viewer == SPECTATOR_SEAT else viewer)

    def seen(self, k: int, viewer: int) -> State:
        """Return the true position behind that view, secrets included: never show it."""
        segment = next((s for s in reversed(self.segments) if s.before <= k), self.segments[0])
        state = segment.start.copy()
        for made in segment.known(viewer, max(0, k - segment.before)):
            state.play(made.seat, made.move)
        return state

    def made_before(self, k: int, viewer: int) -> int:
        """Return how many moves of the match had been made when a viewer had counted k."""
        segment = next((s for s in reversed(self.segments) if s.before <= k), self.segments[0])
        if k <= segment.before:
            return segment.before
        seen = segment.seen(viewer)[: k - segment.before]
        return segment.end if k >= segment.end or not seen else segment.before + seen[-1] + 1


class PastTable:
    """Read-only table after k moves."""

    def __init__(self, history: History, k: int) -> None:
        self._history = history
        self.k = max(0, k)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        return self._history.view(self.k, SPECTATOR_SEAT if seat is None else seat)

    def log(self, seat: int | None = None) -> Sequence[Entry]:
        return [entry for entry in self._history.log(SPECTATOR_SEAT if seat is None else seat) if entry[0] <= self.k]
