"""Review of a finished game: the chances of each seat over the game, the costliest decisions, luck and skill.

Plain values that are written as JSON and stored with the record. Moves are numbers of the game's fixed space; pages
put them into words, in the reader's language. The work is split into jobs (`review_jobs`), which may run in any order
and in any process.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any

from tablero.analysis.luck_and_skill import Balance, ChanceStep, balances, noise_of
from tablero.analysis.playouts import wins
from tablero.analysis.review_jobs import (
    PREPARE_JOB,
    DecisionComparison,
    DecisionEvaluation,
    JobResult,
    LuckEvaluation,
    MomentEvaluation,
    ReviewBudget,
    ReviewJob,
    load_played_game,
    run_job,
)
from tablero.analysis.win_curve import MomentSample, WinCurve, fit_curve
from tablero.core import BadRecord, Record

REVIEW_VERSION = 2  # a stored review of an older version is made anew
DECISIONS_SHOWN = 5  # costliest decisions of each seat
FIRST_PART = 0.55  # of the seconds, for all jobs but comparisons
# Of the seconds, after which no further job of the first part, or of the whole, is begun. Where jobs take longer than
# planned, in plain Python or on a busy machine, fewer moments and decisions are judged.
FIRST_END, LAST_END = 0.7, 1.1
MIN_STANDARD_ERRORS = 2.0  # by which a cost must exceed 0 to be shown
JOB_WORK = {"moment": 20, "luck": 3, "decision": 1, "comparison": 1}  # relative to the jobs that run together with it
COMPARISON_WORK = 24  # of a comparison in quick evaluations, for the progress

JobRunner = Callable[[str, ReviewBudget, Sequence[ReviewJob]], Iterable[tuple[ReviewJob, JobResult]]]
Progress = Callable[[int, int], None]  # moves reviewed, all moves


@dataclass(frozen=True)
class Moment:
    """Chances and expected points of all seats after `at` moves, between turns."""

    at: int
    round: int
    movers: list[int]  # seats that have moved since the moment before
    chances: list[float]
    errors: list[float]  # standard errors
    thought: list[float]  # the chances by searches alone: less exact, but steadier from one moment to the next
    luck: list[float]  # the part of the change of `thought` that was luck
    scores: list[float]  # expected final points
    score_errors: list[float]


@dataclass(frozen=True)
class ReviewedDecision:
    """A decision with a choice: the played and the best move, with the value of both to the seat."""

    at: int  # moves made before it
    seat: int
    move: int
    best: int
    played_worth: float
    best_worth: float

    @property
    def cost(self) -> float:
        return max(0.0, self.best_worth - self.played_worth)


@dataclass(frozen=True)
class Costly:
    """A costly decision, compared with the best one in depth. The numbers come from playouts side by side."""

    at: int
    seat: int
    move: int
    best: int
    played_line: list[int]
    best_line: list[int]
    points: list[float]  # expected final points of the seat after the played and after the best line
    points_error: float  # of their difference
    chances: list[float]
    chances_error: float
    games: int
    reasons: list[dict[str, Any]]
    sources: dict[str, float]  # own points that the best line brings more, by their source in English

    @property
    def cost(self) -> float:
        """Cost in points."""
        return self.points[1] - self.points[0]

    @property
    def chance_cost(self) -> float:
        return self.chances[1] - self.chances[0]


@dataclass(frozen=True)
class Review:
    """The whole review of a finished game."""

    version: int
    game: str
    seats: int
    moves: int
    winners: list[int]
    scores: list[int]
    moments: list[Moment]
    decisions: list[ReviewedDecision]
    costliest: list[Costly]  # of every seat, the costliest first
    balance: list[Balance]
    games: int  # number of playouts

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def to_text(self) -> str:
        return json.dumps(self.as_json(), separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> Review:
        """Read what `to_text` wrote. Raise BadRecord if it is no review, or of another version."""
        try:
            read = json.loads(text)
            if read["version"] != REVIEW_VERSION:
                version = f"this review is of version {read['version']}, not {REVIEW_VERSION}"
                raise BadRecord(f"{version}: review the game anew")
            parts = (("moments", Moment), ("decisions", ReviewedDecision), ("costliest", Costly), ("balance", Balance))
            for name, part in parts:
                read[name] = [part(**one) for one in read[name]]
            return cls(**read)
        except (ValueError, LookupError, TypeError) as error:
            raise BadRecord(f"this is no review: {error!r}") from None

    def of_seat(self, seat: int | None) -> list[Costly]:
        """Return the costliest decisions of a seat, or of all seats."""
        return [one for one in self.costliest if seat in (None, one.seat)][:DECISIONS_SHOWN]


def one_by_one(record: str, budget: ReviewBudget, jobs: Sequence[ReviewJob]) -> Iterable[tuple[ReviewJob, JobResult]]:
    """Run all jobs in this process."""
    for job in jobs:
        yield job, run_job(record, budget, job)


def side_by_side_in(executor: Executor) -> JobRunner:
    """Return a runner of jobs in the processes of an executor."""

    def run_jobs(record: str, budget: ReviewBudget, jobs: Sequence[ReviewJob]) -> Iterable[tuple[ReviewJob, JobResult]]:
        waiting = {executor.submit(run_job, record, budget, job): job for job in jobs}
        for done in as_completed(waiting):
            yield waiting[done], done.result()

    return run_jobs


def review(
    record: Record,
    budget: ReviewBudget | None = None,
    progress: Progress | None = None,
    run_jobs: JobRunner = one_by_one,
) -> Review:
    """Review a finished game. Raise BadRecord if it is not over."""
    return Reviewer(record, budget or ReviewBudget(), progress or (lambda done, all: None), run_jobs).review()


class Reviewer:
    """One review in the making."""

    def __init__(self, record: Record, budget: ReviewBudget, progress: Progress, run_jobs: JobRunner) -> None:
        self._text = record.to_text()
        self._budget = budget
        self._progress = progress
        self._run_jobs = run_jobs
        self._game = load_played_game(self._text)
        if self._game.states[-1].actor() >= 0:
            raise BadRecord("this game is still running: it can be reviewed when it is over")

    def review(self) -> Review:
        game = self._game
        moments, choices = game.moments(), game.choices()
        jobs = _spread(
            [ReviewJob("moment", at) for at in moments[:-1]],
            [ReviewJob("luck", at - 1) for at in moments[1:-1]],
            [ReviewJob("decision", at) for at in choices],
        )
        self._all = len(jobs) + COMPARISON_WORK * self._budget.candidates * int(game.states[0].seats)
        self._done = 0
        # A process that has just been started is loading for a second or two, which is not thinking.
        for _ in self._run_jobs(
            self._text, self._budget, [ReviewJob(PREPARE_JOB, k) for k in range(self._budget.processes)]
        ):
            pass
        self._begun = time.time()
        found = dict(sorted(self._run(jobs, FIRST_PART, FIRST_END, 1).items(), key=lambda pair: pair[0].at))
        positions = {job.at: one for job, one in found.items() if isinstance(one, MomentEvaluation)}
        evaluated = {job.at: one for job, one in found.items() if isinstance(one, DecisionEvaluation)}
        luck = {job.at: one for job, one in found.items() if isinstance(one, LuckEvaluation)}
        decisions = [
            ReviewedDecision(at, *game.moves[at], one.best, one.played_value, one.best_value)
            for at, one in evaluated.items()
        ]
        costliest, games = self._costliest(decisions)
        reviewed_moments = self._moments([*positions, moments[-1]], positions, luck)
        result = game.states[-1].result()
        assert result is not None
        state = game.states[0]
        self._progress(len(game.moves), len(game.moves))
        return Review(
            REVIEW_VERSION,
            state.game.name,
            int(state.seats),
            len(game.moves),
            list(result.winners),
            list(result.scores),
            reviewed_moments,
            decisions,
            costliest,
            self._balances(reviewed_moments),
            games + sum(one.games for one in positions.values()),
        )

    def _run(self, jobs: Sequence[ReviewJob], share: float, end: float, work: int) -> dict[ReviewJob, JobResult]:
        """Run these jobs in a share of the time, in their order; each adds `work` to the progress. After `end` of the
        time none is begun, but for the start of the game, without which there is no review."""
        budget, moves = self._budget, len(self._game.moves)
        unit = budget.seconds * share * budget.processes / max(1, sum(JOB_WORK[job.kind] for job in jobs))
        until = self._begun + end * budget.seconds if budget.seconds else 0.0
        timed = [
            replace(job, seconds=unit * JOB_WORK[job.kind], until=until if (job.kind, job.at) != ("moment", 0) else 0.0)
            for job in jobs
        ]
        found = {}
        for job, one in self._run_jobs(self._text, budget, timed):
            found[job] = one
            self._done += work
            self._progress(moves * self._done // max(self._all, self._done), moves)
        return {job: found[job] for job in timed}  # in their order, whichever was done first

    def _balances(self, moments: Sequence[Moment]) -> list[Balance]:
        steps = []
        for before, after in pairwise(moments):
            changes = [new - old for old, new in zip(before.thought, after.thought, strict=True)]
            steps.append(ChanceStep(after.movers, changes, after.luck))
        return balances(steps, self._noise)

    # ---------------------------------------------------------------- decisions

    def _costliest(self, decisions: Sequence[ReviewedDecision]) -> tuple[list[Costly], int]:
        """Compare the candidates, at most one decision of a turn; return the clear costs and the number of playouts."""
        chosen: list[ReviewedDecision] = []
        for seat in range(int(self._game.states[0].seats)):
            turns: dict[int, ReviewedDecision] = {}
            for one in decisions:
                turn = int(self._game.states[one.at].settled)
                if one.seat == seat and one.cost > 0 and (turn not in turns or one.cost > turns[turn].cost):
                    turns[turn] = one
            chosen += sorted(turns.values(), key=lambda one: -one.cost)[: self._budget.candidates]
        chosen.sort(key=lambda one: (-one.cost, one.at))
        jobs = [ReviewJob("comparison", one.at) for one in chosen]
        out, games = [], 0
        for one, found in zip(chosen, self._run(jobs, 1 - FIRST_PART, LAST_END, COMPARISON_WORK).values(), strict=True):
            if isinstance(found, DecisionComparison):
                games += 2 * found.games
                costly = _costly(one, found)
                if costly.cost > 0 and (
                    costly.cost > MIN_STANDARD_ERRORS * costly.points_error
                    or costly.chance_cost > MIN_STANDARD_ERRORS * costly.chances_error
                ):
                    out.append(costly)
        return sorted(out, key=lambda one: (-one.cost, one.at)), games

    # ---------------------------------------------------------------- moments

    def _moments(
        self, moments: Sequence[int], positions: dict[int, MomentEvaluation], luck: dict[int, LuckEvaluation]
    ) -> list[Moment]:
        game, last = self._game, self._game.states[-1]
        samples = {
            at: MomentSample(at / len(game.moves), one.values, one.won, one.games) for at, one in positions.items()
        }
        curve = fit_curve(list(samples.values()))
        self._noise = noise_of(curve, [(samples[at].progress, one.halves) for at, one in positions.items()])
        none = [0.0] * int(last.seats)
        out = []
        for before, at in pairwise((-1, *moments)):
            movers = sorted({seat for seat, _ in game.moves[max(0, before) : at]}) if at else []
            drawn = _luck(curve, luck.get(at - 1, LuckEvaluation()), at / len(game.moves)) or none
            number = int(game.states[at].view(None)["round"])
            if at in positions:
                one, chance = positions[at], curve.estimate(samples[at])
                by_search = curve.chances(samples[at].progress, one.values)
                chances, points = (chance.chances, chance.errors, by_search, drawn), (one.scores, one.score_errors)
            else:
                won = wins(last)
                chances, points = (won, none, won, drawn), ([float(score) for score in last.standing()], none)
            rounded = [*map(_rounded, chances), *(_rounded(each, 2) for each in points)]
            out.append(Moment(at, number, movers, *rounded))
        return out


def _spread(*kinds: Sequence[ReviewJob]) -> list[ReviewJob]:
    """Return all jobs in an order whose every beginning has jobs of each kind from all over the game."""
    ranked = []
    for number, jobs in enumerate(kinds):
        digits = max(1, (len(jobs) - 1).bit_length())
        order = sorted((f"{k:0{digits}b}"[::-1], k) for k in range(len(jobs)))  # halves, quarters, eighths ...
        ranked += [((rank + 0.5) / len(jobs), number, jobs[k]) for rank, (_, k) in enumerate(order)]
    return [job for _, _, job in sorted(ranked, key=lambda one: one[:2])]


def _costly(one: ReviewedDecision, found: DecisionComparison) -> Costly:
    values = asdict(found)
    values["points"], values["points_error"] = _rounded(found.points, 2), round(found.points_error, 2)
    values["chances"], values["chances_error"] = _rounded(found.chances), round(found.chances_error, 4)
    return Costly(one.at, one.seat, one.move, **values)


def _luck(curve: WinCurve, luck: LuckEvaluation, progress: float) -> list[float]:
    """Return the change of each seat's chance by luck; empty if none was drawn."""
    if not luck.after:
        return []
    before, after = (curve.chances(progress, values) for values in (luck.before, luck.after))
    return [new - old for old, new in zip(before, after, strict=True)]


def _rounded(values: Iterable[float], digits: int = 4) -> list[float]:
    return [round(value, digits) for value in values]
