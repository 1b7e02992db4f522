"""State: one position of one game, the contract that every game fulfils.

The first group of methods is the public interface: it takes whole numbers of any kind (NumPy's too) and raises errors
that say what is right. The group for searches is the hot path: it takes native integers and checks nothing.

Positions are compared, copied and pickled by their `dump`. They are mutable, so they have no hash.
"""

from __future__ import annotations

import copy
import json
import struct
from collections.abc import Mapping
from typing import Any, Final, SupportsIndex

from librt.vecs import vec
from mypy_extensions import i64

from tablero.core.errors import IllegalMove
from tablero.core.integers import whole, within
from tablero.core.luck import Luck
from tablero.core.result import Result

# What `dir(state)` lists: the public interface.
PUBLIC: Final = (
    *("actors", "copy", "dump", "game", "history", "imagine", "information_set", "journal", "luck", "moves"),
    *("options", "play", "result", "seats", "settled", "to_line", "undo", "view", "why_not"),
)


class Past:
    """A move that has been played, those before it, and where the first of them was played."""

    def __init__(self, earlier: Past | None, origin: State | None, seat: i64, move: i64) -> None:
        self.earlier: Past | None = earlier
        self.origin: State | None = origin
        self.seat: i64 = seat
        self.move: i64 = move


class State:
    """A position. `view` returns everything that a seat may know of it."""

    options: Mapping[str, str]  # all of them, settled; given by the game
    v: vec[i64]  # the flat state: what lies where, by the game's layout

    def __init__(self, game: Any, seats: i64, luck: Luck) -> None:
        self.game: Any = game
        self.seats: i64 = seats
        self.luck: Luck = luck
        # Irreversible point: grows whenever luck is drawn, something is revealed or the turn passes on. Undo never
        # crosses it.
        self.settled: i64 = 0
        # Events as plain JSON values; None where no caller needs them, as in searches.
        self.journal: list[dict[str, Any]] | None = None
        self.past: Past | None = None

    # ---------------------------------------------------------------- public interface

    def actors(self) -> tuple[int, ...]:
        """Return the seats that owe a decision: several for simultaneous choices, none when the game is over."""
        return tuple([seat for seat in range(int(self.seats)) if self.owes(seat)])

    def moves(self, seat: SupportsIndex) -> list[int]:
        """Return the legal moves (legal actions) of a seat in the game's fixed move space; never empty for an actor."""
        found = self.legal(self._seat(seat))
        return [int(found[i]) for i in range(len(found))]

    def play(self, seat: SupportsIndex, move: SupportsIndex) -> None:
        """Make a move. Raise IllegalMove and change nothing when the rules forbid it."""
        number = whole(move, "a move")
        try:
            mover = self._seat(seat)
        except ValueError as error:
            raise IllegalMove("turn", str(error)) from None
        rule = self.why_not(mover, number)
        if rule is not None:
            size = int(self.game.moves.size)
            outside = not 0 <= number < size
            raise IllegalMove(rule, f"a move is a number from 0 to {size - 1}, not {number}" if outside else "")
        self.past = Past(self.past, self.copy() if self.past is None else None, mover, i64(number))
        self.apply(mover, i64(number))

    def why_not(self, seat: SupportsIndex, move: SupportsIndex) -> str | None:
        """Return the id of the rule that forbids this move, or None when it is legal."""
        mover = self._seat(seat)
        number = whole(move, "a move")
        if self.actor() < 0:
            return "over"
        if not self.owes(mover):
            return "turn"
        if not 0 <= number < int(self.game.moves.size):
            return "notation"
        found = self.legal(mover)
        for i in range(len(found)):
            if found[i] == number:
                return None
        return self.reason(mover, i64(number))

    def view(self, seat: SupportsIndex | None = None) -> dict[str, Any]:
        """Return what a seat (None: a spectator) may see, its observation, with its legal moves and prompt, as plain
        JSON values."""
        return self.shown_to(None if seat is None else int(self._seat(seat)))

    def imagine(self, seat: SupportsIndex, luck: Luck) -> State:
        """Return a copy in which everything unknown to the seat is dealt anew (determinization) by `luck`, a random
        number generator (rng) which must not be the game's own."""
        return self.imagined(self._seat(seat), luck)

    def information_set(self, seat: SupportsIndex) -> bytes:
        """Return a hashable key of what a seat may know now: the same for all positions that it cannot tell apart.

        It is the row of `lab.tensors`, so options are not in it, and neither is what a seat would have to remember.
        """
        row: list[int] = self.game.tensor.row(self, int(self._seat(seat)))
        return struct.pack(f"<{len(row)}h", *row)

    @property
    def history(self) -> tuple[tuple[int, int], ...]:
        """The moves that `play` has made here, as pairs of seat and move; secret ones too. `copy`, `imagine` and a
        pickle begin with an empty one, `copy.copy` keeps it."""
        found = []
        past = self.past
        while past is not None:
            found.append((int(past.seat), int(past.move)))
            past = past.earlier
        return tuple(reversed(found))

    def undo(self) -> State:
        """Return the position before the latest move that `play` has made here, with the moves before it as its
        history. Raise ValueError when there is none."""
        past = self.past
        if past is None:
            raise ValueError("there is no move to undo: none has been played here")
        while past.earlier is not None:
            past = past.earlier
        assert past.origin is not None
        state = past.origin.copy()
        for seat, move in self.history[:-1]:
            state.play(seat, move)
        return state

    def to_line(self) -> str:
        """Return the complete position as one line of text (JSON), which `game.from_line` reads back exactly."""
        return json.dumps(self.dump(), separators=(",", ":"))

    def dump(self) -> dict[str, Any]:
        """Return the complete position, secrets included, as plain JSON values; `game.load` reads it back."""
        raise NotImplementedError

    def result(self) -> Result | None:
        """Return how the game ended; None while it runs."""
        raise NotImplementedError

    def copy(self) -> State:
        """Return an independent copy without a journal."""
        raise NotImplementedError

    def _seat(self, seat: SupportsIndex) -> i64:
        if isinstance(seat, int) and 0 <= seat < int(self.seats):
            return i64(seat)  # the usual case, without leaving compiled code
        return i64(within(seat, int(self.seats), "a seat"))

    # ---------------------------------------------------------------- for games: set-up, refusals, journal, secrets

    def start(self) -> None:
        """Set the game up: deal, and go on to the first decision."""
        raise NotImplementedError

    def restore(self, dump: Mapping[str, Any]) -> None:
        """Fill a blank state with a dumped position."""
        raise NotImplementedError

    def reason(self, seat: i64, move: i64) -> str:
        """Return the id of the rule that forbids an illegal move of the move space to a seat that owes a move."""
        raise NotImplementedError

    def shown_to(self, seat: int | None) -> dict[str, Any]:
        """Return the view of a seat that exists, or of a spectator."""
        raise NotImplementedError

    def rules_number(self) -> int:
        """Return the number of the rules that this game is played under."""
        return int(self.game.rules)

    def hides(self, viewer: i64, owner: i64) -> bool:
        """Return whether what `owner` holds or chooses now is hidden from the viewer (-1: a spectator). Views, events,
        `imagine` and `reopen` all ask here."""
        return False

    def tell(self, event: dict[str, Any]) -> None:
        """Write a public event into the journal; callers check first that there is one."""
        assert self.journal is not None
        self.journal.append(event)

    def tell_owner(self, owner: i64, event: dict[str, Any]) -> None:
        """Write an event of a seat into the journal: to that seat alone while it is hidden from spectators."""
        if self.hides(-1, owner):
            event["to"] = int(owner)
        self.tell(event)

    def nested(self, seat: i64) -> bool:
        """Return whether the seat owes a choice inside a move already begun. The page makes such a choice by itself
        when there is only one; the choices of a turn itself, and ending it, never."""
        return False

    def closing(self, seat: i64) -> i64:
        """Return the move that ends the turn of this seat, legal already or not; -1 where there is none."""
        return -1

    def common_view(self, seat: int | None, phase: str, round: int) -> dict[str, Any]:
        """Return the part of a view that every game has (core/view.py), less offers and prompt. Call it on a state from
        which everything hidden from the viewer was removed."""
        mine = seat is not None and self.owes(seat)
        moves = self.moves(seat) if seat is not None and mine else []
        closing = int(self.closing(seat)) if seat is not None and mine else -1
        result = self.result()
        return {
            "game": self.game.name,
            "rules": self.rules_number(),
            "seats": int(self.seats),
            "seat": seat,
            "options": dict(self.options),
            "phase": phase,
            "round": round,
            "settled": int(self.settled),
            "actors": list(self.actors()),
            "standing": [int(points) for points in self.standing()],
            "moves": moves,
            "forced": moves[0] if seat is not None and len(moves) == 1 and self.nested(seat) else None,
            "closing": None if closing < 0 else closing,
            "result": None if result is None else result.as_json(),
        }

    # ---------------------------------------------------------------- for searches

    def imagined(self, seat: i64, luck: Luck) -> State:
        """Return a copy in which everything unknown to the seat is dealt anew."""
        raise NotImplementedError

    def reopen(self, seat: i64) -> None:
        """Take back every secret choice of the other seats that is not settled yet.

        A search calls it on an imagined state and then chooses for them by its own model.
        """

    def actor(self) -> i64:
        """Return the first seat that owes a decision, or -1 when the game is over."""
        raise NotImplementedError

    def owes(self, seat: i64) -> bool:
        """Return whether this seat owes a decision now."""
        raise NotImplementedError

    def legal(self, seat: i64) -> vec[i64]:
        """Return the legal moves of a seat as native integers."""
        raise NotImplementedError

    def apply(self, seat: i64, move: i64) -> None:
        """Make a move that is known to be legal: for searches, which check nothing and keep no history."""
        raise NotImplementedError

    def observed(self, seat: i64, mover: i64, move: i64) -> i64:
        """Return what a seat sees of a move about to be made: the move itself, or -1 when it is secret."""
        return move

    def standing(self) -> vec[i64]:
        """Return the points of each seat as the table counts them so far; at the end, the final scores."""
        raise NotImplementedError

    # ---------------------------------------------------------------- comparing, copying, pickling

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.game.name == other.game.name
            and self.game.own_facts == other.game.own_facts
            and self.dump() == other.dump()
        )

    def __copy__(self) -> State:
        """Return an independent copy with a copy of the journal and the history."""
        other = self.copy()
        other.journal = copy.deepcopy(self.journal)
        other.past = self.past
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the game's name and the dump, so that a pickle outlives changes of the code."""
        return self.game.load, (self.dump(),), self.journal

    def __setstate__(self, journal: list[dict[str, Any]]) -> None:
        self.journal = journal

    # ---------------------------------------------------------------- showing itself

    def __dir__(self) -> list[str]:
        """Return the names of the public interface, and those of every object."""
        return [*PUBLIC, *[name for name in object.__dir__(self) if name.startswith("__")]]

    def __repr__(self) -> str:
        return str(self.game.describe(self))

    def __str__(self) -> str:
        return str(self.game.text(self))

    def _repr_svg_(self) -> str:
        return str(self.game.draw(self.view(None)))
