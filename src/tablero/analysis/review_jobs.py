"""Jobs of a review, each of which can run in a process of its own.

A decision is evaluated from a glimpse of the seat that made it, so that nothing depends on what that seat could not
know.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from statistics import fmean
from typing import Any

from tablero.analysis.move_reasons import reasons
from tablero.analysis.playouts import Games, error_of, from_knowledge, means, play_line, side_by_side
from tablero.bots import Glimpse, Searcher, glimpse
from tablero.core import Luck, Record, State, seeded
from tablero.games import game as find_game

JOB_KINDS = ("moment", "decision", "luck", "comparison")
PREPARE_JOB = "prepare"  # a job that only reads the record
SEED_DISTANCE = 1 << 20  # between the seeds of two jobs: the number of random streams that each may use
MAX_LINE_MOVES = 40  # no turn is longer
LUCK_SAMPLES = 3  # imagined positions or outcomes over which a value is averaged


@dataclass(frozen=True)
class ReviewBudget:
    """Search iterations and playout choices of a review. `seconds` limits the whole review; with 0 there is no limit,
    and the same seed gives the same review on every machine."""

    quick: int = 240  # iterations for every decision
    deep: int = 4000  # iterations for every candidate
    moment: int = 160  # iterations for every moment and seat
    choices: int = 12_000  # in the playouts from every moment
    compared: int = 20_000  # in the playouts of each of two compared lines
    max_games: int = 400  # played out from one moment
    candidates: int = 6  # decisions of each seat that are compared in depth
    seconds: float = 0.0
    processes: int = 1
    seed: int = 1


@dataclass(frozen=True)
class ReviewJob:
    """Kind of the job, number of moves made before, time limit in seconds (0: none), and the end of the time of all
    jobs that run with it, in seconds since 1970 (0: none): a job that would begin later gives None."""

    kind: str
    at: int
    seconds: float = 0.0
    until: float = 0.0


@dataclass(frozen=True)
class MomentEvaluation:
    """A moment: the value of a search for each seat, and the results of the playouts from it."""

    values: list[float]
    halves: tuple[list[float], list[float]]  # the values by each half of the searches: their difference is the error
    won: list[float]
    scores: list[float]
    score_errors: list[float]
    games: int


@dataclass(frozen=True)
class DecisionEvaluation:
    """A decision: the values of the played move and of the best one found, to the seat that made it."""

    best: int
    played_value: float
    best_value: float


@dataclass(frozen=True)
class LuckEvaluation:
    """The value of a move to each seat before luck was drawn, and after; empty if no luck was drawn."""

    before: list[float] = field(default_factory=list)
    after: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class DecisionComparison:
    """A decision in depth: the played and the best line of moves to the end of the turn, with the same playouts after
    both."""

    best: int
    played_line: list[int]
    best_line: list[int]
    points: tuple[float, float]  # expected: played, best
    points_error: float  # of their difference
    chances: tuple[float, float]
    chances_error: float
    games: int
    reasons: list[dict[str, Any]] = field(default_factory=list)
    sources: dict[str, float] = field(default_factory=dict)  # own points that the best line brings more, by source


JobResult = MomentEvaluation | DecisionEvaluation | LuckEvaluation | DecisionComparison | None


class PlayedGame:
    """All positions and moves of a record."""

    def __init__(self, record: Record) -> None:
        game = find_game(record.game)
        self.states: list[State] = [state.copy() for state in record.replay(game)]
        self.moves: list[tuple[int, int]] = [
            (seat, game.read(state, seat, words))
            for (seat, words), state in zip(record.moves, self.states, strict=False)
        ]

    def moments(self) -> list[int]:
        """Return after how many moves something was settled: a turn passed, luck was drawn, choices came out."""
        settled = [int(state.settled) for state in self.states]
        inner = [k for k in range(1, len(self.states) - 1) if settled[k] != settled[k - 1]]
        return [0, *inner, len(self.moves)]

    def choices(self) -> list[int]:
        """Return the numbers of moves made before each decision with a choice."""
        return [k for k, (seat, _) in enumerate(self.moves) if len(self.states[k].moves(seat)) > 1]


@lru_cache(2)
def load_played_game(record: str) -> PlayedGame:
    return PlayedGame(Record.from_text(record))


def run_job(record: str, budget: ReviewBudget, job: ReviewJob) -> JobResult:
    """Run one job of the review of a record, given as text; return None if its time is over."""
    if job.until and time.time() > job.until:
        return None
    game = load_played_game(record)
    if job.kind == PREPARE_JOB:
        return None
    luck = seeded((budget.seed * SEED_DISTANCE + job.at) * 8 + JOB_KINDS.index(job.kind))
    seed = (budget.seed * 8 + JOB_KINDS.index(job.kind)) * SEED_DISTANCE * SEED_DISTANCE + job.at * SEED_DISTANCE
    if job.kind == "moment":
        return evaluate_moment(game.states[job.at], budget, luck, seed, job.seconds)
    seat, move = game.moves[job.at]
    if job.kind == "luck":
        return evaluate_luck(game.states[job.at], game.states[job.at + 1], seat, move, budget, luck, job.seconds)
    seen = glimpse(game.states[job.at], seat, luck)
    if job.kind == "decision":
        return evaluate_decision(seen, move, budget, luck, seed, job.seconds)
    return compare_decision(seen, move, budget, luck, seed, job.seconds)


# ---------------------------------------------------------------- moments


def evaluate_moment(state: State, budget: ReviewBudget, luck: Luck, seed: int, seconds: float) -> MomentEvaluation:
    """Evaluate a position for all seats, by searches from each seat's glimpse and by playouts."""
    seats = range(int(state.seats))
    half, each = max(1, budget.moment // 2), seconds / (8 * len(seats))  # a quarter of the time for all of them
    first, second = (
        means([_values(state.imagine(seat, luck), seat, half, luck, each) for seat in seats]) for _ in range(2)
    )
    games = from_knowledge(state, budget.choices, budget.max_games, seed, seconds * 3 / 4)
    errors = [error_of(column) for column in zip(*games.points, strict=True)]
    return MomentEvaluation(
        means([first, second]), (first, second), games.chances(), games.scores(), errors, len(games.won)
    )


def _values(imagined: State, seat: int, iterations: int, luck: Luck, seconds: float = 0.0) -> list[float]:
    """Return the values of a search for every seat, from a position imagined for one of them."""
    searcher = Searcher(iterations, seconds)
    state = imagined.copy()
    state.reopen(seat)
    return searcher.think(Glimpse.of_imagined(state, seat), luck).chances()


def evaluate_luck(
    before: State, after: State, seat: int, move: int, budget: ReviewBudget, luck: Luck, seconds: float = 0.0
) -> LuckEvaluation:
    """Compare other outcomes of a move with the actual one, from the glimpse of the seat that made it."""
    others = []
    for _ in range(LUCK_SAMPLES):
        state = before.imagine(seat, luck)
        state.reopen(seat)
        state.apply(seat, move)
        others.append(state)
    seen = after.view(seat)
    if all(state.view(seat) == seen for state in others):
        return LuckEvaluation()
    each, time = max(1, budget.moment // LUCK_SAMPLES), seconds / (2 * LUCK_SAMPLES)
    expected = [_values(state.imagine(seat, luck), seat, each, luck, time) for state in others]
    actual = [_values(after.imagine(seat, luck), seat, each, luck, time) for _ in range(LUCK_SAMPLES)]
    return LuckEvaluation(means(expected), means(actual))


# ---------------------------------------------------------------- decisions


def evaluate_decision(
    seen: Glimpse, move: int, budget: ReviewBudget, luck: Luck, seed: int, seconds: float = 0.0
) -> DecisionEvaluation:
    """Evaluate a decision with a short search."""
    search = Searcher(budget.quick, seconds / 2).think(seen, luck)
    best = int(search.best(seen.moves))
    if best == move:
        [value] = search.values([move])
        return DecisionEvaluation(move, value, value)
    played, better = (value_after(seen, one, budget.quick // 2, seed, seconds / 4) for one in (move, best))
    return DecisionEvaluation(best if better > played else move, played, max(played, better))


def value_after(seen: Glimpse, move: int, iterations: int, seed: int, seconds: float) -> float:
    """Return the value of a move to its seat, averaged over a few imagined positions that are the same for all
    moves."""
    found = []
    for number in range(LUCK_SAMPLES):
        luck = seeded(seed + number)
        state = seen.imagine(luck)
        state.reopen(seen.seat)
        state.apply(seen.seat, move)
        found.append(
            _values(state, seen.seat, max(1, iterations // LUCK_SAMPLES), luck, seconds / LUCK_SAMPLES)[seen.seat]
        )
    return fmean(found)


def compare_decision(
    seen: Glimpse, move: int, budget: ReviewBudget, luck: Luck, seed: int, seconds: float
) -> DecisionComparison | None:
    """Compare a decision with the best one in depth; None if nothing was better or only the order of moves differs."""
    search = Searcher(budget.deep, seconds / 4).think(seen, luck)
    best = int(search.best(seen.moves))
    if best == move:
        return None
    lines = [_complete_turn(seen, first, budget, luck, seconds / 64) for first in (move, best)]
    if sorted(lines[0]) == sorted(lines[1]):
        return None
    played, better = side_by_side(seen, lines, budget.compared, budget.max_games, seed, seconds / 3)
    own = seen.seat
    gained = [two[own] - one[own] for one, two in zip(played.points, better.points, strict=True)]
    chances = [two[own] - one[own] for one, two in zip(played.won, better.won, strict=True)]
    return DecisionComparison(
        best,
        lines[0],
        lines[1],
        (played.scores()[own], better.scores()[own]),
        error_of(gained),
        (played.chances()[own], better.chances()[own]),
        error_of(chances),
        len(gained),
        [asdict(reason) for reason in reasons(seen, best, move, luck, seconds=seconds / 8)],
        _source_changes(played, better),
    )


def _source_changes(played: Games, better: Games) -> dict[str, float]:
    """Return the difference of the mean points by source, without sources that did not change."""
    names = dict.fromkeys([*better.sources, *played.sources])
    changes = {name: better.sources.get(name, 0.0) - played.sources.get(name, 0.0) for name in names}
    return {name: round(change / len(better.won), 2) for name, change in changes.items() if change}


def _complete_turn(seen: Glimpse, first: int, budget: ReviewBudget, luck: Luck, seconds: float) -> list[int]:
    """Return a move and what a search plays after it in the same turn."""
    state, line = seen.state.copy(), [first]
    state.reopen(seen.seat)
    settled = int(state.settled)
    play_line(state, line, seen.seat)
    while int(state.settled) == settled and state.owes(seen.seat) and len(line) < MAX_LINE_MOVES:
        move = Searcher(budget.quick, seconds).choose(Glimpse.of_imagined(state, seen.seat), luck)
        line.append(move)
        play_line(state, [move], seen.seat)
    return line
