"""Plan of a seat: what it does in its next turns, by what the others do. Nothing here is stored or shown.

A plan is a tree of lines. A line says what the others must have done since the own turn before (`when`), the own moves
then (`then`), and the lines of the turn after (`after`). The first line that fits counts; where none fits, the plan
stops and its owner is asked. Everything compared is what the seat itself has seen.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Annotated, Literal

import msgspec

from tablero.core.errors import BadOption, IllegalMove
from tablero.core.game import Game
from tablero.table.history import SeenMove
from tablero.table.table import Table

MAX_LINES = 60
MAX_TURNS = 8  # own turns, one after the other
MAX_MOVES = 60  # in a turn
Words = Annotated[str, msgspec.Meta(max_length=80)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]
UNCOMPARED = ("settled", "offers", "prompt")  # keys of a view that say nothing about the position

Reason = Literal["done", "asked", "otherwise", "surprise", "moved", "illegal", "changed"]


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What another seat has done since the own turn before: the moves `did`, in this order, perhaps among others; a
    move of a kind (`kind`: the words with which it begins, such as "take tile") that is none of `but`. Without a kind
    the seat has made none of the moves in `but`."""

    seat: Seat
    did: Annotated[tuple[Words, ...], msgspec.Meta(max_length=MAX_MOVES)] = ()
    kind: Words = ""
    but: Annotated[tuple[Words, ...], msgspec.Meta(max_length=MAX_MOVES)] = ()


class PlanLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line: if all of `when` is so, make the moves `then` (none: ask), and go on with the first of `after` that fits.
    With `sees`, the seat must see what it saw on the board where the line was made (`fingerprint`); `example` is what
    the others did there, as pairs of seat and words."""

    when: Annotated[tuple[Condition, ...], msgspec.Meta(max_length=6)] = ()
    then: Annotated[tuple[Words, ...], msgspec.Meta(max_length=MAX_MOVES)] = ()
    after: tuple[PlanLine, ...] = ()
    sees: Annotated[str, msgspec.Meta(max_length=32)] = ""
    example: Annotated[tuple[tuple[Seat, Words], ...], msgspec.Meta(max_length=MAX_MOVES)] = ()


class TurnPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan made after `since` moves, as its seat counts; `facts` is the fingerprint of what the seat saw then."""

    since: Annotated[int, msgspec.Meta(ge=0)]
    facts: Annotated[str, msgspec.Meta(max_length=32)]
    lines: tuple[PlanLine, ...] = ()


@dataclass(frozen=True)
class PlannedMove:
    """The plan says this move now. `begins` if it is the first of its line."""

    move: int
    begins: bool


@dataclass(frozen=True)
class PlanStop:
    """The plan has come to an end: its owner is asked."""

    reason: Reason


Decision = PlannedMove | PlanStop | None  # None: the others are to move


def fingerprint(table: Table, seat: int, k: int | None = None) -> str:
    """Return what identifies a position as a seat sees it after k moves, by default now. Who else has chosen in secret
    already is not in it: that is no fact of the game."""
    view = table.at(table.checkpoints(seat)[-1][0] if k is None else k).view(seat)
    seen = {key: value for key, value in view.items() if key not in UNCOMPARED}
    text = json.dumps(seen, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def new_plan(table: Table, seat: int, lines: Sequence[PlanLine]) -> TurnPlan:
    """Return a plan for the present position. Raise BadOption where a line cannot be read."""
    check(table.game, table.seats, seat, lines)
    return TurnPlan(table.checkpoints(seat)[-1][0], fingerprint(table, seat), tuple(lines))


# ---------------------------------------------------------------- stored form


def write(plan: TurnPlan) -> str:
    """Return a plan as JSON."""
    return msgspec.json.encode(plan).decode()


def read(text: str) -> TurnPlan:
    """Read a plan. Raise BadOption where it is none."""
    try:
        return msgspec.json.decode(text, type=TurnPlan)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadOption("this is no plan: {why}", why=str(error)) from None


def every_line(lines: Sequence[PlanLine], depth: int = 1) -> Iterator[tuple[int, PlanLine]]:
    """Yield all lines of a tree, each with the number of its own turn."""
    for line in lines:
        yield depth, line
        yield from every_line(line.after, depth + 1)


def check(game: Game, seats: int, seat: int, lines: Sequence[PlanLine]) -> None:
    """Raise BadOption where lines are too many or too deep, or name what the game does not have."""
    found = list(every_line(lines))
    if len(found) > MAX_LINES or any(depth > MAX_TURNS for depth, _ in found):
        raise BadOption("a plan has up to {lines} lines and {turns} turns", lines=MAX_LINES, turns=MAX_TURNS)
    for _, line in found:
        if line.after and not line.then:
            raise BadOption("a line that asks you goes no further: what comes after it belongs to a line with moves")
        for condition in line.when:
            if condition.seat == seat or condition.seat >= seats:
                raise BadOption("a condition is about another seat at this table, not about seat {seat}", seat=seat)
            if condition.kind and condition.kind not in kinds_of(game):
                raise BadOption("no move of {game} begins with '{kind}'", game=game.title, kind=condition.kind)
        named = (words for each in line.when for words in (*each.did, *each.but))
        for words in (*line.then, *named, *(words for _, words in line.example)):
            try:
                game.moves.read(words)
            except ValueError as error:
                raise BadOption("this plan cannot be read: {why}", why=str(error)) from None


def kinds_of(game: Game) -> frozenset[str]:
    """Return the words with which moves of a game begin, up to all of them."""
    if game.name not in _KINDS:
        found = set()
        for move in range(game.moves.size):
            try:
                words = game.moves.write(move).split()
            except ValueError:  # a smaller map leaves numbers without meaning
                continue
            found |= {" ".join(words[:count]) for count in range(1, len(words) + 1)}
        _KINDS[game.name] = frozenset(found)
    return _KINDS[game.name]


_KINDS: dict[str, frozenset[str]] = {}


# ---------------------------------------------------------------- what it says


def decide(plan: TurnPlan, table: Table, seat: int) -> Decision:
    """Return what a plan says now; the same for all positions that the seat cannot tell apart."""
    if table.over or not _begins_as_made(plan, table, seat):
        return PlanStop("changed")
    return _Follower(table, seat).follow(plan.lines, table.whole_history().happened(plan.since, seat))


def _begins_as_made(plan: TurnPlan, table: Table, seat: int) -> bool:
    """Whether the game still comes from the position for which the plan was made."""
    if table.checkpoints(seat)[-1][0] < plan.since:
        return False
    return fingerprint(table, seat, plan.since) == plan.facts


@dataclass(frozen=True)
class _Follower:
    """Follows the lines of a plan along what has happened."""

    table: Table
    seat: int

    def follow(self, lines: Sequence[PlanLine], happened: Sequence[SeenMove]) -> Decision:
        """Return what follows from these lines, after what has happened since the own turn before."""
        game = self.table.game
        others = list(takewhile(lambda one: one.seat != self.seat, happened))
        now, rest = len(others) == len(happened), happened[len(others) :]
        if any(one.kinds & game.surprises for one in others):
            return PlanStop("surprise")
        if now and not self.table.state.owes(self.seat):
            return None if lines else PlanStop("done")
        if not lines:
            return PlanStop("done" if now else "moved")
        line = next((line for line in lines if all(_holds(each, others) for each in line.when)), None)
        if line is None or not line.then:
            return PlanStop("otherwise" if line is None else "asked") if now else PlanStop("moved")
        if line.sees and not self._sees(line.sees, rest):
            return PlanStop("changed")
        return self._along(line, rest)

    def _sees(self, sees: str, rest: Sequence[SeenMove]) -> bool:
        """Whether the seat saw this before its own moves began."""
        return fingerprint(self.table, self.seat, rest[0].before if rest else None) == sees

    def _along(self, line: PlanLine, rest: Sequence[SeenMove]) -> Decision:
        """Return what follows while the own moves of a line are made."""
        game = self.table.game
        for count, words in enumerate(line.then):
            if count == len(rest):
                return self._move(words, count == 0)
            if rest[count].seat != self.seat or rest[count].words != words:
                return PlanStop("moved" if rest[count].seat == self.seat else "surprise")
            if rest[count].kinds & game.surprises and (count + 1 < len(line.then) or line.after):
                return PlanStop("surprise")
        return self.follow(line.after, rest[len(line.then) :])

    def _move(self, words: str, begins: bool) -> Decision:
        table, seat = self.table, self.seat
        if not table.state.owes(seat):
            return None
        try:
            move = table.game.read(table.state, seat, words)
        except IllegalMove:
            return PlanStop("illegal")
        return PlannedMove(move, begins) if move in table.state.moves(seat) else PlanStop("illegal")


def _holds(condition: Condition, others: Sequence[SeenMove]) -> bool:
    made = [one.words for one in others if one.seat == condition.seat and one.words]
    remaining = iter(made)
    if not all(words in remaining for words in condition.did):  # in this order
        return False
    if not condition.kind:
        return not any(words in condition.but for words in made)
    return any(is_kind(words, condition.kind) and words not in condition.but for words in made)


def is_kind(words: str, kind: str) -> bool:
    """Whether a move begins with these words."""
    return words == kind or words.startswith(f"{kind} ")
