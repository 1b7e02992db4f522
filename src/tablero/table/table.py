"""One match: its log, and the position that follows from it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tablero.core.errors import IllegalMove
from tablero.core.game import Game
from tablero.core.luck import Luck, seeded
from tablero.core.record import Record, commitment
from tablero.core.result import Result
from tablero.core.state import State
from tablero.table.clock import MAX_LAG, Clocks
from tablero.table.errors import (
    CannotUndo,
    NoSuchSeat,
    NoSuchTable,
    NotStarted,
    OutOfTurn,
    Refusal,
    SeatTaken,
    StaleVersion,
    StoodIn,
)
from tablero.table.history import SPECTATOR_SEAT, Checkpoint, Entry, History, Maker, PastTable, PlayedMove
from tablero.table.holder import Holder
from tablero.table.invitations import Invitations
from tablero.table.log_row import SEATING_KINDS, LogRow, RowKind
from tablero.table.made_alone import made_alone
from tablero.table.participation import Participation, resigned_last
from tablero.table.terms import Terms
from tablero.table.undo import can_replay, in_force, without_last

PREVIEW_LUCK = 0
# Rows after which the table looks different to viewers.
CHANGES = SEATING_KINDS | {"set", "move", "undo", "restart"}
HINT_CHOICES = ("against_bots", "everybody", "nobody")  # who may ask for hints; the first is the default


class Table(Participation):
    """One match. `play`, `undo`, `sit` and the like check a request and return the row to append; `apply` applies a
    row. The store applies a row to a copy and writes it before the copy counts: what is seen is on disk."""

    def __init__(
        self,
        id: str,
        game: Game,
        seats: int,
        options: Mapping[str, str],
        holders: Sequence[Holder],
        seed: int,
        salt: str,
        host: str = "",
        rows: Iterable[LogRow] = (),
        snapshot: Mapping[str, Any] | None = None,
        rules: int | None = None,
        start: Mapping[str, Any] | None = None,
        hints: str = HINT_CHOICES[0],
        terms: Terms | None = None,
        clock: Callable[[], float] = time.time,
        created: float = 0.0,
        invitations: Invitations | None = None,
    ) -> None:
        self.id = id
        self.invitations = invitations or Invitations()
        self.terms = terms or Terms()
        self.clock = clock
        self.created = created
        self.hints = hints
        self.game = game
        self.start = start  # the position it began with, if not dealt
        self.rules = game.rules_known(rules)  # number of the rules under which it began
        self.seats = seats
        self.options = game.settle_options(seats, options)
        self.holders = tuple(holders)
        self.host = host
        self.commitment = commitment(seed, salt)
        self.rows: list[LogRow] = []
        self.seed = seed  # secret until the game is over
        self.salt = salt
        self._whole = snapshot is None  # whether the history begins at the first move
        self.snapshot_at = 0 if snapshot is None else int(snapshot["number"])  # the row of the last snapshot
        self._views: dict[int | None, dict[str, Any]] = {}  # of this version
        self._undoable: dict[int, bool] = {}
        self.computed: dict[str, Any] = {}  # by pages, of this version
        # Number of rows that each viewer could notice, the spectator last; and the same when the open segment began.
        self._noticed = [0] * (seats + 1)
        self._noticed_before = [0] * (seats + 1)
        rows = list(rows)
        if snapshot is None:
            self._history = self._begin()
            self.clocks = Clocks.begin(self.terms, seats, created, self.deciding())
        else:
            self.rows = [row for row in rows if row.number <= snapshot["number"]]
            for row in self.rows:
                self._apply_participation(row)
            self.for_end, self.declined = frozenset(), None  # a snapshot is made at a settled point
            self._history = History(game, game.load(snapshot["state"]), snapshot["moves"])
            self._noticed = list(snapshot["noticed"])
            self._noticed_before = list(snapshot["noticed"])
            self.clocks = (
                Clocks.from_json(snapshot["clocks"], self.terms, self.deciding())
                if "clocks" in snapshot
                else Clocks.estimated(self.rows, self.terms, seats, self.deciding())
            )
        for row in rows[len(self.rows) :]:
            self.apply(row)

    def _begin(self) -> History:
        if self.start is not None:
            return History(self.game, self.game.load(self.start))
        state = self.game.start(self.seats, self.seed, self.options, listen=True, rules=self.rules)
        opening = state.journal or []
        state.journal = None
        return History(self.game, state, opening=opening)

    # ---------------------------------------------------------------- state

    @property
    def version(self) -> int:
        """Number of rows in the log."""
        return len(self.rows)

    def version_for(self, seat: int | None) -> int:
        """Return the number of rows that a viewer could notice: the version that it is shown and sends back. The number
        of all rows would reveal how often others have undone secret moves."""
        return self._noticed[SPECTATOR_SEAT if seat is None else seat]

    @property
    def started(self) -> bool:
        for holder in self.holders:  # asked many times for each page: a loop takes half the time of a list
            if holder.kind == "open":
                return False
        return not self.terms.held

    @property
    def over(self) -> bool:
        return self.started and (self._history.state.actor() < 0 or self._ended_early())

    @property
    def given_up(self) -> bool:
        """Whether it was closed before the start."""
        return self.closed and not self.started

    @property
    def forgotten(self) -> bool:
        """Whether it was closed because it was not started in time."""
        return self.given_up and bool(self.rows[-1].move)

    @property
    def broken_off(self) -> bool:
        """Whether it was ended early: all people who still play agreed, all have resigned, or an administrator closed
        it."""
        return self.state.actor() >= 0 and self._ended_early()

    def _ended_early(self) -> bool:
        if self.closed or (self.for_end and self.playing() <= self.for_end):
            return True
        return bool(self.resigned) and all(
            seat in self.resigned for seat, holder in enumerate(self.holders) if holder.kind == "person"
        )

    def deciding(self) -> frozenset[int]:
        """Return the seats of people who owe a decision and for whom no bot plays: their clocks run."""
        return frozenset() if self.over or self.paused else self.playing().intersection(self.actors())

    def deadline(self) -> float | None:
        """Return when the time of a player, or the limit of an absence, may run out next; None if never."""
        ends = [self.clocks.deadline()]
        if len(self.playing()) > 1:
            ends += [self.clocks.seat_clocks[seat].owed + self.terms.absence_limit for seat in self.deciding()]
        return min((end for end in ends if end is not None), default=None)

    def bot_level(self, seat: int) -> int:
        """Return the level of the bot that plays a seat, its own or that of an absent player; 0 if a person decides."""
        if self.represented(seat):
            return self.terms.stand_in
        holder = self.holders[seat]
        return holder.level if holder.kind == "bot" else 0

    def result(self) -> Result | None:
        """Return the result; None before the end. A game that was ended early has the scores of that moment and no
        winners. Players who resigned come last, whatever the bot scored."""
        if not self.broken_off:
            result = self.state.result()
            return result if result is None or not self.resigned else resigned_last(result, self.resigned)
        early = Result.of_scores([int(points) for points in self.state.standing()], "broken_off")
        return replace(early, winners=())

    @property
    def state(self) -> State:
        """The true position, secrets included: never show it."""
        return self._history.state

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(holder.name for holder in self.holders)

    def actors(self) -> tuple[int, ...]:
        """Return the seats that owe a decision; none before the start and after the end."""
        return self.state.actors() if self.started and not self.broken_off else ()

    def seat_of(self, person: str) -> int | None:
        """Return the seat of a person; of several, one that owes a decision."""
        own = self.seats_of(person)
        return next((seat for seat in self.actors() if seat in own), own[0]) if own else None

    def seats_of(self, person: str) -> tuple[int, ...]:
        """Return all seats of a person: several people may share a device."""
        return tuple(s for s, holder in enumerate(self.holders) if holder.kind == "person" and holder.person == person)

    def settled_before(self, turns: int) -> int:
        """Return the number of moves at the settled point `turns` turns ago."""
        segments = self.whole_history().segments
        for later, earlier in zip(reversed(segments), reversed(segments[:-1]), strict=False):
            if turns <= 0:
                return later.before
            turns -= later.start.actors() != earlier.start.actors()
        return segments[0].before

    def gives_hints(self, seat: int) -> bool:
        """Whether the player at this seat may ask for hints."""
        return self.against_bots(seat) if self.hints == "against_bots" else self.hints == "everybody"

    def against_bots(self, seat: int) -> bool:
        """Whether all other seats are held by bots."""
        return all(holder.kind == "bot" for other, holder in enumerate(self.holders) if other != seat)

    # ---------------------------------------------------------------- views, computed once for each version

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Return what a seat (None: a spectator) may see now; do not change it."""
        if seat not in self._views:
            self._views[seat] = self.state.view(seat)
        return self._views[seat]

    @property
    def moves_made(self) -> int:
        """Number of moves in force, secret ones included: never show it."""
        return self._history.count

    def moves_since(self, count: int, seat: int) -> list[tuple[int, int]] | None:
        """Return the moves after the first `count` as a seat saw them: `History.since`."""
        return self._history.since(count, seat)

    def log(self, seat: int | None = None) -> Sequence[Entry]:
        """Return the events that a viewer may read, each with the viewer's count of moves."""
        return self.whole_history().log(SPECTATOR_SEAT if seat is None else seat)

    def makers(self, seat: int | None = None) -> Sequence[Maker]:
        """Return the maker of each event of `log`."""
        return self.whole_history().makers(SPECTATOR_SEAT if seat is None else seat)

    def checkpoints(self, seat: int | None = None) -> Sequence[Checkpoint]:
        """Return the checkpoints of a viewer: (k, words)."""
        return self.whole_history().checkpoints(SPECTATOR_SEAT if seat is None else seat)

    def at(self, k: int) -> PastTable:
        """Return the match after k moves, as each viewer counts them."""
        return PastTable(self.whole_history(), k)

    def made_before(self, k: int, seat: int | None) -> int:
        """Return how many of all moves had been made when a viewer had counted k."""
        return self.whole_history().made_before(k, SPECTATOR_SEAT if seat is None else seat)

    def imagined_at(self, k: int, seat: int, luck: Luck) -> State:
        """Return a position that a seat held possible after k moves, as it counts them."""
        state = self.whole_history().seen(k, seat).imagine(seat, luck)
        state.reopen(seat)
        return state

    def made_alone(self, seat: int) -> list[tuple[int, Mapping[str, Any]]]:
        """Return the last moves of a seat that could be made in one way only, each with its view before."""
        return made_alone(self._history, seat)

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        """Return the view after a move, and its points, without making it. What the seat cannot know is random;
        `settles` says that the view depends on it."""
        after = self.state.imagine(seat, seeded(PREVIEW_LUCK))
        after.reopen(seat)
        before = int(after.standing()[seat])
        settled = after.settled
        after.play(seat, move)
        gain = int(after.standing()[seat]) - before
        return {"move": move, "gain": gain, "settles": after.settled > settled, "view": after.view(seat)}

    def record(self) -> Record:
        """Return the record of the match, with seed and salt once it is over. Before that, only up to the last settled
        point and only what all seats saw: some games keep settled choices secret to the end."""
        result = self.result()
        seed = None if result is None else self.seed
        written = [
            (made.seat, made.words if result is not None or SPECTATOR_SEAT in made.seen_by else "in secret")
            for segment in self.whole_history().segments
            if segment.closed or result is not None
            for made in segment.made
        ]
        kept = Record(
            self.game.name,
            self.rules,
            self.seats,
            self.options,
            seed,
            tuple(written),
            self.names,
            facts=self.game.own_facts,
        )
        if result is None:
            return replace(kept, promise=self.commitment)
        kept = replace(kept, salt=self.salt, start=self.start)
        played = self.state.result()  # what the moves lead to, also if players have resigned
        return kept if played is None else replace(kept, scores=played.scores, winners=played.winners)

    def whole_history(self) -> History:
        if not self._whole:
            history = self._begin()
            for seat, move in in_force(self.rows):
                history.play(seat, move)
            self._history = history
            self._whole = True
        return self._history

    # ---------------------------------------------------------------- requests

    def play(self, seat: int, move: int, version: int, action_id: str, bot: bool = False, lag: float = 0.0) -> LogRow:
        """Return the row of a move. Raise OutOfTurn, StaleVersion, StoodIn or IllegalMove. A `bot` moves where bots
        play, a person where none stands in; `lag` is the delay of the network in seconds."""
        self._check_ready(seat)
        if bot and not self.bot_level(seat):
            raise OutOfTurn("whoever sits there is back")
        if not bot and self.represented(seat):
            raise StoodIn
        if not bot and self.paused:
            raise Refusal("the game is paused: go on first")
        if self._is_stale(seat, version):
            raise StaleVersion
        self.check(seat, move)
        return self.row(seat, "move", move, action_id, lag)

    def check(self, seat: int, move: int) -> None:
        """Raise OutOfTurn or IllegalMove if this seat cannot make the move now."""
        self._check_ready(seat)
        if self.over:
            raise OutOfTurn("the game is over: no more moves are made")
        if not self.state.owes(seat):
            raise OutOfTurn("it is not your turn: wait for the others")
        if not 0 <= move < self.game.moves.size:
            raise IllegalMove("notation", f"moves are numbered from 0 to {self.game.moves.size - 1}, not {move}")
        rule = self.state.why_not(seat, move)
        if rule is not None:
            raise IllegalMove(rule)

    def _is_stale(self, seat: int, version: int) -> bool:
        """Whether a version is outdated. If several seats choose at once, one since the last settled point is valid."""
        if version == self._noticed[seat]:
            return False
        recent = self._noticed_before[seat] <= version < self._noticed[seat]
        return not (recent and self._history.live.simultaneous)

    def can_undo(self, seat: int) -> bool:
        """Whether this seat has moves that it may undo."""
        if seat not in self._undoable:
            try:
                self._undoable[seat] = bool(self._check_undo(seat, 1))
            except CannotUndo:
                self._undoable[seat] = False
        return self._undoable[seat]

    def undo(self, seat: int, action_id: str) -> LogRow:
        """Return the row that undoes the last move of a seat."""
        return self.row(seat, "undo", self._check_undo(seat, 1), action_id)

    def restart(self, seat: int, action_id: str) -> LogRow:
        """Return the row that undoes all moves of a seat since the last settled point."""
        own = sum(made.seat == seat for made in self._history.live.made)
        return self.row(seat, "restart", self._check_undo(seat, own), action_id)

    def _check_undo(self, seat: int, count: int) -> int:
        """Return `count`. Raise CannotUndo if the seat has made fewer moves since the last settled point."""
        self._check_seat(seat)
        live = self._history.live
        own = sum(made.seat == seat for made in live.made)
        if count < 1 or own < count or not can_replay(live.start, live.moves(), seat, count):
            raise CannotUndo
        return count

    def sit(self, person: str, name: str, seat: int | None, action_id: str) -> tuple[LogRow, Holder]:
        """Return the row and the holder for a person who takes an open seat, the first one unless given."""
        if self.closed:
            raise NoSuchTable("this table has been given up: open another one")
        open_seats = [s for s, holder in enumerate(self.holders) if holder.kind == "open"]
        if seat is not None:
            self._check_seat(seat)
        if not open_seats:
            raise SeatTaken("every seat at this table is taken")
        if seat is not None and seat not in open_seats:
            raise SeatTaken("this seat is taken: choose an open one")
        chosen = open_seats[0] if seat is None else seat
        return self.row(chosen, "sit", 0, action_id), Holder("person", name, person)

    def set_holder(self, seat: int, holder: Holder) -> None:
        """Set the holder of a seat."""
        self.holders = (*self.holders[:seat], holder, *self.holders[seat + 1 :])
        self.computed = {}

    def _check_ready(self, seat: int) -> None:
        self._check_seat(seat)
        if not self.started:
            raise NotStarted

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise NoSuchSeat(f"this table has the seats 0 to {self.seats - 1}, not {seat}")

    def row(self, seat: int, kind: RowKind, move: int, action_id: str, lag: float = 0.0) -> LogRow:
        """Return the next row, never dated before the one that it follows."""
        moment = max(self.clock() - min(max(lag, 0.0), MAX_LAG), self.rows[-1].time if self.rows else self.created)
        return LogRow(self.version + 1, seat, kind, move, action_id, moment)

    # ---------------------------------------------------------------- the log

    def apply(self, row: LogRow, checked: bool = False) -> None:
        """Apply a row; `checked` if this position has just returned it."""
        if row.number != self.version + 1:
            raise ValueError(f"row {row.number} cannot follow row {self.version}")
        # Absences change nothing in the position: a click on its way stays valid.
        noticed: frozenset[int] = frozenset(range(SPECTATOR_SEAT, self.seats)) if row.kind in CHANGES else frozenset()
        owed = self.actors()
        if row.kind == "move":
            made = self._history.play(row.seat, row.move, checked)
            if self._history.live.made:
                noticed = made.seen_by
        elif row.kind in ("undo", "restart"):
            noticed = self._take_back(row.seat, row.move, checked)
        self._apply_participation(row)
        self.rows.append(row)
        self._views = {}
        self._undoable = {}
        for viewer in noticed:
            self._noticed[viewer] += 1
        if len(noticed) == len(self._noticed):
            self.declined = None  # all viewers have seen that the game goes on
        if row.kind == "move" and not self._history.live.made:
            self._noticed_before = list(self._noticed)
            self.for_end = frozenset()  # playing on withdraws the agreement; earlier it would reveal secret moves
        settled = row.kind == "move" and not self._history.live.made
        self.clocks = self.clocks.after(row, owed, settled, self.deciding())
        self.computed = {}

    def _take_back(self, seat: int, count: int, checked: bool) -> frozenset[int]:
        """Undo moves and return the viewers who had seen one of them."""
        made: list[PlayedMove] = [made for made in self._history.live.made if made.seat == seat][-count:]
        self._history.replay(without_last(self._history.live.moves(), seat, count), checked)
        return frozenset().union({seat}, *(each.seen_by for each in made))

    def make(self, seat: int, move: int) -> None:
        """Play a move at a table that is not stored: of a lesson, an example or a what-if tree."""
        self.apply(self.play(seat, move, self.version_for(seat), ""), checked=True)

    def rebuilt(self, **changes: Any) -> Table:
        """Return a table with the same id, game and luck and with other parameters, from its first row on."""
        same = ("seats", "options", "holders", "seed", "salt", "host", "rules", "start", "hints", "terms", "clock")
        return Table(self.id, self.game, **{name: getattr(self, name) for name in same} | changes)

    def copy(self) -> Table:
        """Return an independent copy: a row is applied to it first, and the copy counts once the row is on disk."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)  # a third of the time of copy.copy
        other.rows = list(self.rows)
        other._history = self._history.copy()
        other._views = {}
        other._undoable = {}
        other.computed = {}
        other._noticed = list(self._noticed)
        other._noticed_before = list(self._noticed_before)
        return other

    def row_of(self, seat: int | None, action_id: str) -> LogRow | None:
        """Return the row that a request of this seat, or of a person who sits down (None), has already led to. Ids of
        requests of other seats are not looked at."""
        for row in reversed(self.rows):
            if row.action_id == action_id and (row.kind in SEATING_KINDS if seat is None else row.seat == seat):
                return row
        return None

    def snapshot(self) -> dict[str, Any] | None:
        """Return a snapshot from which the table can be loaded; None unless a move has just settled something."""
        if self._history.live.made or not self.rows or self.rows[-1].kind != "move":
            return None
        return {
            "number": self.version,
            "moves": self._history.count,
            "noticed": list(self._noticed),
            "state": self.state.dump(),
            "clocks": self.clocks.as_json(),
        }
