"""Looks: the small jobs of a review, each of which can be done in a process of its own.

A decision is looked at through the eyes of the seat that had to make it: everything starts from a glimpse, so that nothing
depends on what that seat could not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from statistics import fmean
from typing import Any

from tablero.bots import Glimpse, Searcher, glimpse
from tablero.core import Luck, Record, State, seeded
from tablero.games import game as find_game
from tablero.insight.playing_out import error_of, from_knowledge, played_on, side_by_side
from tablero.insight.reasons import reasons

APART = 1 << 20  # between the seeds of two looks: each has so many streams of luck
LONGEST = 40  # moves of one line: no turn is longer
LUCKS = 3  # other ways in which a move could have come out, to see whether luck had a say in it


@dataclass(frozen=True)
class Budget:
    """How much is thought about: iterations of a search, choices in games that are played out. `seconds` is a limit for the
    whole review; 0 means none, and then the same seed gives the same review on every machine."""

    quick: int = 240  # iterations for every decision
    deep: int = 4000  # for those that may have cost most
    standing: int = 160  # for every moment and seat
    choices: int = 12_000  # in the games played out from every moment
    compared: int = 20_000  # in those that compare two lines, for each line
    most: int = 400  # games from one moment
    candidates: int = 6  # decisions of each seat that are looked at closely
    seconds: float = 0.0
    processes: int = 1
    seed: int = 1


@dataclass(frozen=True)
class Job:
    """One look: what kind, after how many moves, and how many seconds it may take (0: no limit)."""

    kind: str
    at: int
    seconds: float = 0.0


@dataclass(frozen=True)
class Standing:
    """A moment: the worth of a search for each seat, and how the games went that were played out from it."""

    worths: list[float]
    halves: tuple[
        list[float], list[float]
    ]  # the same by each half of the thoughts: how far they differ is how sure they are
    won: list[float]
    scores: list[float]
    score_errors: list[float]
    games: int


@dataclass(frozen=True)
class Judged:
    """A decision: the worth of what was played and of the best that was found, to the seat that made it."""

    best: int
    played_worth: float
    best_worth: float

    @property
    def cost(self) -> float:
        return max(0.0, self.best_worth - self.played_worth)


@dataclass(frozen=True)
class Drawn:
    """What a move was worth to each seat before luck had come out, and after; empty where luck had no say."""

    before: list[float] = field(default_factory=list)
    after: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Closer:
    """A close look at a decision: two lines of moves to the end of the turn, and the same games played out from both."""

    best: int
    played_line: list[int]
    best_line: list[int]
    points: tuple[float, float]  # expected: played, best
    points_error: float  # of their difference
    chances: tuple[float, float]
    chances_error: float
    games: int
    reasons: list[dict[str, Any]] = field(default_factory=list)


Look = Standing | Judged | Drawn | Closer | None


class Course:
    """A game that was played, position by position."""

    def __init__(self, record: Record) -> None:
        game = find_game(record.game)
        self.states: list[State] = [state.copy() for state in record.replay(game)]
        self.moves: list[tuple[int, int]] = [
            (seat, game.read(state, seat, words))
            for (seat, words), state in zip(record.moves, self.states, strict=False)
        ]

    def moments(self) -> list[int]:
        """After how many moves something was settled: a turn had passed, luck was drawn, choices came out."""
        settled = [int(state.settled) for state in self.states]
        inner = [k for k in range(1, len(self.states) - 1) if settled[k] != settled[k - 1]]
        return [0, *inner, len(self.moves)]

    def choices(self) -> list[int]:
        """Before which moves there was a choice."""
        return [k for k, (seat, _) in enumerate(self.moves) if len(self.states[k].moves(seat)) > 1]


@lru_cache(2)
def course_of(record: str) -> Course:
    """The game that a record tells."""
    return Course(Record.from_text(record))


def look(record: str, budget: Budget, job: Job) -> Look:
    """Do one job of a review."""
    course = course_of(record)
    luck = seeded((budget.seed * APART + job.at) * 8 + KINDS.index(job.kind))
    seed = (budget.seed * 8 + KINDS.index(job.kind)) * APART * APART + job.at * APART
    if job.kind == "standing":
        return standing(course.states[job.at], budget, luck, seed, job.seconds)
    seat, move = course.moves[job.at]
    if job.kind == "drawn":
        return drawn(course.states[job.at], course.states[job.at + 1], seat, move, budget, luck, job.seconds)
    seen = glimpse(course.states[job.at], seat, luck)
    if job.kind == "judged":
        return judged(seen, move, budget, luck, seed, job.seconds)
    return closer(seen, move, budget, luck, seed, job.seconds)


KINDS = ("standing", "judged", "drawn", "closer")


# ---------------------------------------------------------------- moments


def standing(state: State, budget: Budget, luck: Luck, seed: int, seconds: float) -> Standing:
    """How everybody stands, by a search through each seat's eyes and by games played out."""
    seats = range(int(state.seats))
    half, each = max(1, budget.standing // 2), seconds / (8 * len(seats))  # a quarter of the time for all of them
    first, second = (
        _mean([_worths(state.imagine(seat, luck), seat, half, luck, each) for seat in seats]) for _ in range(2)
    )
    games = from_knowledge(state, budget.choices, budget.most, seed, seconds * 3 / 4)
    errors = [error_of(column) for column in zip(*games.points, strict=True)]
    return Standing(_mean([first, second]), (first, second), games.chances(), games.scores(), errors, len(games.won))


def _worths(imagined: State, seat: int, iterations: int, luck: Luck, seconds: float = 0.0) -> list[float]:
    """How every seat stands, through the eyes of one of them, for which this position was imagined."""
    searcher = Searcher(iterations, seconds)
    state = imagined.copy()
    state.reopen(seat)
    return searcher.think(Glimpse.of_imagined(state, seat), luck).chances()


def _mean(rows: Sequence[Sequence[float]]) -> list[float]:
    return [fmean(column) for column in zip(*rows, strict=True)]


def drawn(before: State, after: State, seat: int, move: int, budget: Budget, luck: Luck, seconds: float = 0.0) -> Drawn:
    """What luck did when a move was made, through the eyes of the seat that made it: what else could have come out against what did."""
    others = []
    for _ in range(LUCKS):
        state = before.imagine(seat, luck)
        state.reopen(seat)
        state.apply(seat, move)
        others.append(state)
    seen = after.view(seat)
    if all(state.view(seat) == seen for state in others):
        return Drawn()
    each, time = max(1, budget.standing // LUCKS), seconds / (2 * LUCKS)
    expected = [_worths(state.imagine(seat, luck), seat, each, luck, time) for state in others]
    came = [_worths(after.imagine(seat, luck), seat, each, luck, time) for _ in range(LUCKS)]
    return Drawn(_mean(expected), _mean(came))


# ---------------------------------------------------------------- decisions


def judged(seen: Glimpse, move: int, budget: Budget, luck: Luck, seed: int, seconds: float = 0.0) -> Judged:
    """A quick look at a decision."""
    search = Searcher(budget.quick, seconds / 2).think(seen, luck)
    best = int(search.best(seen.moves))
    if best == move:
        [worth] = search.values([move])
        return Judged(move, worth, worth)
    played_worth, best_worth = (worth_after(seen, one, budget.quick // 2, seed, seconds / 4) for one in (move, best))
    return Judged(best if best_worth > played_worth else move, played_worth, max(played_worth, best_worth))


def worth_after(seen: Glimpse, move: int, iterations: int, seed: int, seconds: float) -> float:
    """What a move is worth to the seat that makes it, over a few ways in which the unknown may lie: the same for every move."""
    found = []
    for number in range(LUCKS):
        luck = seeded(seed + number)
        state = seen.imagine(luck)
        state.reopen(seen.seat)
        state.apply(seen.seat, move)
        found.append(_worths(state, seen.seat, max(1, iterations // LUCKS), luck, seconds / LUCKS)[seen.seat])
    return fmean(found)


def closer(seen: Glimpse, move: int, budget: Budget, luck: Luck, seed: int, seconds: float) -> Closer | None:
    """A close look at a decision; None when there was nothing better, or what was better comes to the same."""
    search = Searcher(budget.deep, seconds / 4).think(seen, luck)
    best = int(search.best(seen.moves))
    if best == move:
        return None
    lines = [_completed(seen, first, budget, luck, seconds / 64) for first in (move, best)]
    if sorted(lines[0]) == sorted(lines[1]):
        return None  # only the order differs
    played, better = side_by_side(seen, lines, budget.compared, budget.most, seed, seconds / 3)
    own = seen.seat
    gained = [two[own] - one[own] for one, two in zip(played.points, better.points, strict=True)]
    likelier = [two[own] - one[own] for one, two in zip(played.won, better.won, strict=True)]
    return Closer(
        best, lines[0], lines[1], (played.scores()[own], better.scores()[own]), error_of(gained),
        (played.chances()[own], better.chances()[own]), error_of(likelier), len(gained),
        [asdict(reason) for reason in reasons(seen, best, move, luck, seconds=seconds / 8)],
    )  # fmt: skip


def _completed(seen: Glimpse, first: int, budget: Budget, luck: Luck, seconds: float) -> list[int]:
    """A move, and how the search would go on in the same turn."""
    state, line = seen.state.copy(), [first]
    state.reopen(seen.seat)
    settled = int(state.settled)
    played_on(state, line, seen.seat)
    while int(state.settled) == settled and state.owes(seen.seat) and len(line) < LONGEST:
        move = Searcher(budget.quick, seconds).choose(Glimpse.of_imagined(state, seen.seat), luck)
        line.append(move)
        played_on(state, [move], seen.seat)
    return line
