"""Table: one match. Its log is the truth; the position is worked out from it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from tablero.core.errors import IllegalMove
from tablero.core.game import Game
from tablero.core.luck import Luck, seeded
from tablero.core.record import Record, commitment
from tablero.core.result import Result
from tablero.core.state import State
from tablero.table.agreeing import Agreeing
from tablero.table.clock import LAG, Clocks
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
from tablero.table.history import SPECTATOR, Entry, History, Made, Maker, Moment, Stop
from tablero.table.holder import Holder
from tablero.table.invitations import Invitations
from tablero.table.row import SEATING, Row, RowKind
from tablero.table.takeback import can_replay, in_force, without_last
from tablero.table.terms import Terms

PREVIEW_LUCK = 0
CHANGES = SEATING | {"set", "move", "undo", "restart"}  # rows after which the table looks different to all who may see it
HINTS = ("against_bots", "everybody", "nobody")  # who may ask what to do; the first where nothing was chosen


class Table(Agreeing):
    """One match. `play`, `undo`, `sit` and their like check and give the row to append; `take` does what a row says.
    The store takes a row on a fork and writes it down before the fork counts: what is seen is on disk."""

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
        rows: Iterable[Row] = (),
        snapshot: Mapping[str, Any] | None = None,
        rules: int | None = None,
        start: Mapping[str, Any] | None = None,
        hints: str = HINTS[0],
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
        self.start = start  # the position it began with, when that was not the first deal
        self.rules = game.rules_known(rules)  # of a match that began under older ones, that number
        self.seats = seats
        self.options = game.settle_options(seats, options)
        self.holders = tuple(holders)
        self.host = host
        self.commitment = commitment(seed, salt)
        self.rows: list[Row] = []
        self.seed = seed  # told to nobody before the game is over
        self.salt = salt
        self._whole = snapshot is None  # whether the history goes back to the first move
        self.snapshot_at = 0 if snapshot is None else int(snapshot["number"])  # the row after which one was kept last
        self._views: dict[int | None, dict[str, Any]] = {}  # of this version
        self._undoable: dict[int, bool] = {}
        # How many rows each viewer could notice, the spectator last, and the same when the open stretch began.
        self._noticed = [0] * (seats + 1)
        self._noticed_before = [0] * (seats + 1)
        rows = list(rows)
        if snapshot is None:
            self._history = self._begin()
            self.clocks = Clocks.begin(self.terms, seats, created, self.deciding())
        else:
            self.rows = [row for row in rows if row.number <= snapshot["number"]]
            for row in self.rows:
                self._agree(row)
            self.for_end, self.declined = frozenset(), None  # a snapshot is made where something was settled
            self._history = History(game, game.load(snapshot["state"]), snapshot["moves"])
            self._noticed = list(snapshot["noticed"])
            self._noticed_before = list(snapshot["noticed"])
            self.clocks = (
                Clocks.from_json(snapshot["clocks"], self.terms, self.deciding())
                if "clocks" in snapshot
                else Clocks.guessed(self.rows, self.terms, seats, self.deciding())
            )
        for row in rows[len(self.rows) :]:
            self.take(row)

    def _begin(self) -> History:
        if self.start is not None:
            return History(self.game, self.game.load(self.start))
        state = self.game.start(self.seats, self.seed, self.options, listen=True, rules=self.rules)
        opening = state.journal or []
        state.journal = None
        return History(self.game, state, opening=opening)

    # ---------------------------------------------------------------- what it is

    @property
    def version(self) -> int:
        """How many rows the log has."""
        return len(self.rows)

    def version_for(self, seat: int | None) -> int:
        """How many rows this viewer could notice: the version to show it and to expect back from it. The number of
        all rows would tell how often others have changed their minds in secret."""
        return self._noticed[SPECTATOR if seat is None else seat]

    @property
    def started(self) -> bool:
        return not self.terms.held and all(holder.kind != "open" for holder in self.holders)

    @property
    def over(self) -> bool:
        return self.started and (self.state.actor() < 0 or self.broken_off)

    @property
    def given_up(self) -> bool:
        """Whether it was cancelled, or forgotten, before it began."""
        return self.closed and not self.started

    @property
    def forgotten(self) -> bool:
        """Whether it was given up because nobody began it."""
        return self.given_up and bool(self.rows[-1].move)

    @property
    def broken_off(self) -> bool:
        """Whether it was ended before its end: all people who still play agreed, all have resigned, or whoever administers the
        house closed it."""
        if self.state.actor() < 0:
            return False
        if self.closed or (self.for_end and self.playing() <= self.for_end):
            return True
        return bool(self.resigned) and all(
            seat in self.resigned for seat, holder in enumerate(self.holders) if holder.kind == "person"
        )

    def deciding(self) -> frozenset[int]:
        """The seats of people who owe a decision and decide for themselves: their clocks run."""
        return frozenset() if self.over or self.paused else self.playing().intersection(self.actors())

    def deadline(self) -> float | None:
        """The next moment at which somebody's time may have run out, or somebody may have been away for too long."""
        ends = [self.clocks.deadline()]
        if len(self.playing()) > 1:
            ends += [self.clocks.watches[seat].owed + self.terms.patience for seat in self.deciding()]
        return min((end for end in ends if end is not None), default=None)

    def bot_level(self, seat: int) -> int:
        """The level of the bot that plays a seat, its own or somebody's whom it stands in for; 0 where a person decides."""
        if self.represented(seat):
            return self.terms.stand_in
        holder = self.holders[seat]
        return holder.level if holder.kind == "bot" else 0

    def result(self) -> Result | None:
        """How it ended; of a game that was broken off, the points at that moment, and nobody has won. Whoever has resigned
        comes last, whatever the bot made of the seat."""
        if not self.broken_off:
            result = self.state.result()
            return result if result is None or not self.resigned else _resigned_last(result, self.resigned)
        told = Result.of_scores([int(points) for points in self.state.standing()], "broken_off")
        return replace(told, winners=())

    @property
    def state(self) -> State:
        """The true position, secrets included: never for a viewer."""
        return self._history.state

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(holder.name for holder in self.holders)

    def actors(self) -> tuple[int, ...]:
        """The seats that owe a decision; none before the start and after the end."""
        return self.state.actors() if self.started and not self.broken_off else ()

    def seat_of(self, person: str) -> int | None:
        """The seat that a person holds; of several, one that owes a decision."""
        own = self.seats_of(person)
        return next((seat for seat in self.actors() if seat in own), own[0]) if own else None

    def seats_of(self, person: str) -> tuple[int, ...]:
        """All seats of a person: several people may sit at one device."""
        return tuple(s for s, holder in enumerate(self.holders) if holder.kind == "person" and holder.person == person)

    def settled_before(self, turns: int) -> int:
        """How many moves had been made so many turns ago, at a point where everything had come out."""
        stretches = self._whole_history().stretches
        for later, earlier in zip(reversed(stretches), reversed(stretches[:-1]), strict=False):
            if turns <= 0:
                return later.before
            turns -= later.start.actors() != earlier.start.actors()
        return stretches[0].before

    def gives_hints(self, seat: int) -> bool:
        """Whether somebody at this seat may ask what to do. Between people everybody decides alone, unless it was allowed when
        the table was opened."""
        return self.against_bots(seat) if self.hints == "against_bots" else self.hints == "everybody"

    def against_bots(self, seat: int) -> bool:
        """Whether nobody but bots sits with this seat."""
        return all(holder.kind == "bot" for other, holder in enumerate(self.holders) if other != seat)

    # ---------------------------------------------------------------- looking: each thing is worked out once a version

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat (None: a spectator) may see now: to be read, not to be changed."""
        if seat not in self._views:
            self._views[seat] = self.state.view(seat)
        return self._views[seat]

    @property
    def moves_made(self) -> int:
        """How many moves are in force: the server's own count, which tells of secret ones."""
        return self._history.count

    def moves_since(self, count: int, seat: int) -> list[tuple[int, int]] | None:
        """Who made which move after the first `count`, as a seat saw them: `History.since`."""
        return self._history.since(count, seat)

    def log(self, seat: int | None = None) -> Sequence[Entry]:
        """What happened, as far as this viewer may know, each event with the viewer's count of moves."""
        return self._whole_history().log(SPECTATOR if seat is None else seat)

    def makers(self, seat: int | None = None) -> Sequence[Maker]:
        """Whose moves brought what the log tells this viewer, event by event."""
        return self._whole_history().makers(SPECTATOR if seat is None else seat)

    def stops(self, seat: int | None = None) -> Sequence[Stop]:
        """Where this viewer's history may stop: (k, words)."""
        return self._whole_history().stops(SPECTATOR if seat is None else seat)

    def at(self, k: int) -> Moment:
        """The match after k moves, as each viewer counts them."""
        return Moment(self._whole_history(), k)

    def made_before(self, k: int, seat: int | None) -> int:
        """How many of all moves had been made when a viewer had counted k of them."""
        return self._whole_history().made_before(k, SPECTATOR if seat is None else seat)

    def imagined_at(self, k: int, seat: int, luck: Luck) -> State:
        """The position that a seat saw after k moves, as it counts them, with everything it could not know dealt anew."""
        state = self._whole_history().seen(k, seat).imagine(seat, luck)
        state.reopen(seat)
        return state

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        """The view after a move, and the points it brings, without making it. Everything that the seat cannot know is
        dealt anew first; `settles` says that what follows is made up, because luck or others come into it."""
        after = self.state.imagine(seat, seeded(PREVIEW_LUCK))
        after.reopen(seat)
        before = int(after.standing()[seat])
        settled = after.settled
        after.play(seat, move)
        gain = int(after.standing()[seat]) - before
        return {"move": move, "gain": gain, "settles": after.settled > settled, "view": after.view(seat)}

    def record(self) -> Record:
        """The match written down: with seed and salt once it is over. Before that only up to the settled point and only
        what everybody saw: some games keep settled choices secret to the end, and a position it began with has secrets."""
        result = self.result()
        told = None if result is None else self.seed
        written = [
            (made.seat, made.words if result is not None or SPECTATOR in made.seen_by else "in secret")
            for stretch in self._whole_history().stretches
            if stretch.closed or result is not None
            for made in stretch.made
        ]
        kept = Record(
            self.game.name, self.rules, self.seats, self.options, told, tuple(written), self.names,
            facts=self.game.own_facts,
        )  # fmt: skip
        if result is None:
            return replace(kept, promise=self.commitment)
        kept = replace(kept, salt=self.salt, start=self.start)
        played = self.state.result()  # what the moves lead to, also where somebody has resigned
        return kept if played is None else replace(kept, scores=played.scores, winners=played.winners)

    def _whole_history(self) -> History:
        if not self._whole:
            history = self._begin()
            for seat, move in in_force(self.rows):
                history.take(seat, move)
            self._history = history
            self._whole = True
        return self._history

    # ---------------------------------------------------------------- doing

    def play(self, seat: int, move: int, version: int, action_id: str, bot: bool = False, lag: float = 0.0) -> Row:
        """The row of a move; raises OutOfTurn, StaleVersion or IllegalMove and changes nothing when it cannot be. A `bot`
        moves where bots play, a person where nobody stands in; `lag` is how long the move was on its way."""
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
        """Raise OutOfTurn or IllegalMove, which say why, when this seat cannot make the move now."""
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
        """Whether the mover looked at an older position. Where several seats choose at once, what happened since the
        last settled point does no harm: the move is taken if it is still legal."""
        if version == self._noticed[seat]:
            return False
        recent = self._noticed_before[seat] <= version < self._noticed[seat]
        return not (recent and self._history.live.simultaneous)

    def can_undo(self, seat: int) -> bool:
        """Whether this seat has moves that it may take back."""
        if seat not in self._undoable:
            try:
                self._undoable[seat] = bool(self._takeback(seat, 1))
            except CannotUndo:
                self._undoable[seat] = False
        return self._undoable[seat]

    def undo(self, seat: int, action_id: str) -> Row:
        """The row that takes back the last move of a seat."""
        return self.row(seat, "undo", self._takeback(seat, 1), action_id)

    def restart(self, seat: int, action_id: str) -> Row:
        """The row that takes back all moves of a seat since the last settled point."""
        own = sum(made.seat == seat for made in self._history.live.made)
        return self.row(seat, "restart", self._takeback(seat, own), action_id)

    def _takeback(self, seat: int, count: int) -> int:
        """How many moves to take back: never another seat's, never across a settled point."""
        self._check_seat(seat)
        live = self._history.live
        own = sum(made.seat == seat for made in live.made)
        if count < 1 or own < count or not can_replay(live.start, live.moves(), seat, count):
            raise CannotUndo
        return count

    def sit(self, person: str, name: str, seat: int | None, action_id: str) -> tuple[Row, Holder]:
        """The row and the holder for a person who takes an open seat, the first one unless a seat is named."""
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

    def seat_down(self, seat: int, holder: Holder) -> None:
        """Let somebody have a seat."""
        self.holders = (*self.holders[:seat], holder, *self.holders[seat + 1 :])

    def _check_ready(self, seat: int) -> None:
        self._check_seat(seat)
        if not self.started:
            raise NotStarted

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise NoSuchSeat(f"this table has the seats 0 to {self.seats - 1}, not {seat}")

    def row(self, seat: int, kind: RowKind, move: int, action_id: str, lag: float = 0.0) -> Row:
        """The next row; never dated before the one that it follows."""
        moment = max(self.clock() - min(max(lag, 0.0), LAG), self.rows[-1].time if self.rows else self.created)
        return Row(self.version + 1, seat, kind, move, action_id, moment)

    # ---------------------------------------------------------------- following the log

    def take(self, row: Row, checked: bool = False) -> None:
        """Do what a row of the log says; `checked` when this very position has just given the row."""
        if row.number != self.version + 1:
            raise ValueError(f"row {row.number} cannot follow row {self.version}")
        # Who leaves or comes back changes nothing in the position: a click that is under way stays good.
        noticed: frozenset[int] = frozenset(range(SPECTATOR, self.seats)) if row.kind in CHANGES else frozenset()
        owed = self.actors()
        if row.kind == "move":
            made = self._history.take(row.seat, row.move, checked)
            if self._history.live.made:
                noticed = made.seen_by
        elif row.kind in ("undo", "restart"):
            noticed = self._take_back(row.seat, row.move, checked)
        self._agree(row)
        self.rows.append(row)
        self._views = {}
        self._undoable = {}
        for viewer in noticed:
            self._noticed[viewer] += 1
        if len(noticed) == len(self._noticed):
            self.declined = None  # everybody has seen that the game goes on
        if row.kind == "move" and not self._history.live.made:
            self._noticed_before = list(self._noticed)
            self.for_end = frozenset()  # whoever plays on wants to play on; before that, secret moves must not show
        settled = row.kind == "move" and not self._history.live.made
        self.clocks = self.clocks.after(row, owed, settled, self.deciding())

    def _take_back(self, seat: int, count: int, checked: bool) -> frozenset[int]:
        """Take back moves; the viewers who notice are those who had seen one of them."""
        made: list[Made] = [made for made in self._history.live.made if made.seat == seat][-count:]
        self._history.retake(without_last(self._history.live.moves(), seat, count), checked)
        return frozenset().union({seat}, *(each.seen_by for each in made))

    def fork(self) -> Table:
        """The same match, independent of this one: a row is taken there first, and counts once it is on disk."""
        other = copy(self)
        other.rows = list(self.rows)
        other._history = self._history.fork()
        other._views = {}
        other._undoable = {}
        other._noticed = list(self._noticed)
        other._noticed_before = list(self._noticed_before)
        return other

    def row_of(self, seat: int | None, action_id: str) -> Row | None:
        """The row that a request of this seat, or of somebody who sits down (None), has already led to. What other
        seats call their requests is not looked at: it is theirs."""
        for row in reversed(self.rows):
            if row.action_id == action_id and (row.kind in SEATING if seat is None else row.seat == seat):
                return row
        return None

    def snapshot(self) -> dict[str, Any] | None:
        """What to keep so that loading starts from here; only at a settled point that a move has led to."""
        if self._history.live.made or not self.rows or self.rows[-1].kind != "move":
            return None
        return {
            "number": self.version,
            "moves": self._history.count,
            "noticed": list(self._noticed),
            "state": self.state.dump(),
            "clocks": self.clocks.as_json(),
        }


def _resigned_last(result: Result, resigned: frozenset[int]) -> Result:
    """The others in their order, then those who have resigned in theirs."""
    keys = [(seat in resigned, rank) for seat, rank in enumerate(result.ranks)]
    ranks = tuple(1 + sum(other < own for other in keys) for own in keys)
    return replace(result, ranks=ranks, winners=tuple(seat for seat, rank in enumerate(ranks) if rank == 1))
