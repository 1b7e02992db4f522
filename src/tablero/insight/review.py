"""Review: a finished game judged afterwards: the chances of each seat over the game, the decisions that cost most, luck and skill.

Plain values that are written as JSON and kept with the record. Moves are numbers of the game's fixed space: whoever shows a
review puts them into words, in the reader's language. The work is split into looks (`insight/looks.py`), which may be done in any
order and in any process.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from tablero.core import BadRecord, Record
from tablero.insight.balance import Balance, Step, balances, noise_of
from tablero.insight.calibration import Curve, Seen, fitted
from tablero.insight.looks import Budget, Closer, Course, Drawn, Job, Judged, Look, Standing, course_of, look
from tablero.insight.playing_out import wins

VERSION = 1  # of the reviewer: an older review is made anew
SHOWN = 5  # costliest decisions of each seat
FIRST_PART = 0.55  # of the seconds; the rest is for close looks
SURE = 2.0  # standard errors: what is less than that away from nothing is not told
WORK = {"standing": 20, "drawn": 3, "judged": 1, "closer": 1}  # of one look, against the others that are done with it
CLOSER = 24  # a close look is about so many times the work of a quick one

Each = Callable[[str, Budget, Sequence[Job]], Iterable[tuple[Job, Look]]]
Progress = Callable[[int, int], None]  # so many of all moves are judged


@dataclass(frozen=True)
class Moment:
    """How everybody stands after so many moves, between turns."""

    at: int
    round: int
    movers: list[int]  # who has moved since the moment before
    chances: list[float]
    errors: list[float]  # give or take: standard errors
    thought: list[float]  # the chances by thought alone: less exact, but steadier from one moment to the next
    luck: list[float]  # the part of their change that was drawn, not decided
    scores: list[float]  # expected final points
    score_errors: list[float]


@dataclass(frozen=True)
class Decision:
    """A decision with a choice: what was played and the best that was found, with the worth of both to the seat."""

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
    """A decision that cost much, looked at closely. The numbers come from games played out side by side."""

    at: int
    seat: int
    move: int
    best: int
    played_line: list[int]
    best_line: list[int]
    points: list[float]  # expected final points of the seat: as played, with the better move
    points_error: float  # of their difference
    chances: list[float]
    chances_error: float
    games: int
    reasons: list[dict[str, Any]]

    @property
    def cost(self) -> float:
        """In points."""
        return self.points[1] - self.points[0]

    @property
    def chance_cost(self) -> float:
        return self.chances[1] - self.chances[0]


@dataclass(frozen=True)
class Review:
    """Everything that was found out about a finished game."""

    version: int
    game: str
    seats: int
    moves: int
    winners: list[int]
    scores: list[int]
    moments: list[Moment]
    decisions: list[Decision]
    costliest: list[Costly]  # of every seat, the costliest first
    balance: list[Balance]
    games: int  # played out in all

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def to_text(self) -> str:
        return json.dumps(self.as_json(), separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> Review:
        """What `to_text` wrote; BadRecord when it is none, or of another version."""
        try:
            told = json.loads(text)
            if told["version"] != VERSION:
                raise BadRecord(f"this review is of version {told['version']}, not {VERSION}: review the game anew")
            parts: dict[str, Any] = {"moments": Moment, "decisions": Decision, "costliest": Costly, "balance": Balance}
            for name, part in parts.items():
                told[name] = [part(**one) for one in told[name]]
            return cls(**told)
        except (ValueError, LookupError, TypeError) as error:
            raise BadRecord(f"this is no review: {error!r}") from None

    def of_seat(self, seat: int | None) -> list[Costly]:
        """The costliest decisions of a seat, or of all."""
        return [one for one in self.costliest if seat in (None, one.seat)][:SHOWN]


def one_by_one(record: str, budget: Budget, jobs: Sequence[Job]) -> Iterable[tuple[Job, Look]]:
    """All looks in this process."""
    for job in jobs:
        yield job, look(record, budget, job)


def side_by_side_in(executor: Executor) -> Each:
    """All looks in the processes of an executor."""

    def each(record: str, budget: Budget, jobs: Sequence[Job]) -> Iterable[tuple[Job, Look]]:
        waiting = {executor.submit(look, record, budget, job): job for job in jobs}
        for done in as_completed(waiting):
            yield waiting[done], done.result()

    return each


def review(
    record: Record, budget: Budget | None = None, progress: Progress | None = None, each: Each = one_by_one
) -> Review:
    """Judge a finished game; BadRecord when it is not over. `each` does the looks: here, or in several processes."""
    return Reviewer(record, budget or Budget(), progress or (lambda done, all: None), each).review()


class Reviewer:
    """The course of one review."""

    def __init__(self, record: Record, budget: Budget, progress: Progress, each: Each) -> None:
        self._text = record.to_text()
        self._budget = budget
        self._progress = progress
        self._each = each
        self._course: Course = course_of(self._text)
        if self._course.states[-1].actor() >= 0:
            raise BadRecord("this game is still running: it can be reviewed when it is over")

    def review(self) -> Review:
        course = self._course
        moments, choices = course.moments(), course.choices()
        jobs = [Job("standing", at) for at in moments[:-1]]
        jobs += [Job("drawn", at - 1) for at in moments[1:-1]]
        jobs += [Job("judged", at) for at in choices]
        closest = self._budget.candidates * int(course.states[0].seats)
        self._all = len(jobs) + CLOSER * closest
        self._done = 0
        found = self._look(jobs, FIRST_PART, 1)
        standings = {job.at: one for job, one in found.items() if isinstance(one, Standing)}
        judged = {job.at: one for job, one in found.items() if isinstance(one, Judged)}
        drawn = {job.at: one for job, one in found.items() if isinstance(one, Drawn)}
        decisions = [
            Decision(at, *course.moves[at], judged[at].best, judged[at].played_worth, judged[at].best_worth) for at in choices
        ]  # fmt: skip
        costliest, games = self._costliest(decisions)
        told = self._moments(moments, standings, drawn)
        result = course.states[-1].result()
        assert result is not None
        state = course.states[0]
        self._progress(len(course.moves), len(course.moves))
        return Review(
            VERSION, state.game.name, int(state.seats), len(course.moves), list(result.winners), list(result.scores),
            told, decisions, costliest, self._balances(told), games + sum(one.games for one in standings.values()),
        )  # fmt: skip

    def _look(self, jobs: Sequence[Job], share: float, weight: int) -> dict[Job, Look]:
        """Do these looks, in a share of the time."""
        budget = self._budget
        each = budget.seconds * share * budget.processes / max(1, sum(WORK[job.kind] for job in jobs))
        timed = [Job(job.kind, job.at, each * WORK[job.kind]) for job in jobs]
        found = {}
        for job, one in self._each(self._text, budget, timed):
            found[job] = one
            self._done += weight
            self._progress(len(self._course.moves) * self._done // max(self._all, self._done), len(self._course.moves))
        return {job: found[job] for job in timed}  # in their order, whichever was done first

    def _balances(self, moments: Sequence[Moment]) -> list[Balance]:
        steps = [
            Step(after.movers, [new - old for old, new in zip(before.thought, after.thought, strict=True)], after.luck)
            for before, after in pairwise(moments)
        ]  # fmt: skip
        return balances(steps, self._noise)

    # ---------------------------------------------------------------- decisions

    def _costliest(self, decisions: Sequence[Decision]) -> tuple[list[Costly], int]:
        """Close looks at what may have cost most, one decision of a turn; and how many games that took."""
        chosen: list[Decision] = []
        for seat in range(int(self._course.states[0].seats)):
            turns: dict[int, Decision] = {}
            for one in decisions:
                turn = int(self._course.states[one.at].settled)
                if one.seat == seat and one.cost > 0 and (turn not in turns or one.cost > turns[turn].cost):
                    turns[turn] = one
            chosen += sorted(turns.values(), key=lambda one: -one.cost)[: self._budget.candidates]
        found = {
            job.at: one
            for job, one in self._look([Job("closer", one.at) for one in chosen], 1 - FIRST_PART, CLOSER).items()
        }
        out = []
        games = 0
        for one in chosen:
            close = found[one.at]
            if isinstance(close, Closer):
                games += 2 * close.games
                costly = _costly(one, close)
                if (
                    costly.cost > 0
                    and max(costly.cost / SURE - costly.points_error, costly.chance_cost / SURE - costly.chances_error)
                    > 0
                ):
                    out.append(costly)
        return sorted(out, key=lambda one: (-one.cost, one.at)), games

    # ---------------------------------------------------------------- moments

    def _moments(self, moments: Sequence[int], standings: dict[int, Standing], drawn: dict[int, Drawn]) -> list[Moment]:
        course = self._course
        seats, last = int(course.states[0].seats), course.states[-1]
        seen = {at: Seen(at / len(course.moves), one.worths, one.won, one.games) for at, one in standings.items()}
        curve = fitted(list(seen.values()))
        self._noise = noise_of(curve, [(seen[at].progress, one.halves) for at, one in standings.items()])
        none = [0.0] * seats
        out = []
        for before, at in pairwise((-1, *moments)):
            movers = sorted({seat for seat, _ in course.moves[max(0, before) : at]}) if at else []
            luck = _luck(curve, drawn.get(at - 1, Drawn()), at / len(course.moves)) or none
            number = int(course.states[at].view(None)["round"])
            if at in standings:
                one, chance = standings[at], curve.judged(seen[at])
                thought = curve.chances(seen[at].progress, one.worths)
                told = (chance.chances, chance.errors, thought, luck), (one.scores, one.score_errors)
            else:
                won = wins(last)
                told = (won, none, won, luck), ([float(points) for points in last.standing()], none)
            out.append(
                Moment(at, number, movers, *(_short(each) for each in told[0]), *(_short(each, 2) for each in told[1]))
            )
        return out


def _costly(one: Decision, close: Closer) -> Costly:
    return Costly(
        one.at, one.seat, one.move, close.best, close.played_line, close.best_line, _short(close.points, 2), round(close.points_error, 2),
        _short(close.chances), round(close.chances_error, 4), close.games, close.reasons,
    )  # fmt: skip


def _luck(curve: Curve, drawn: Drawn, progress: float) -> list[float]:
    """How much luck changed each seat's chance; empty where it had no say."""
    if not drawn.after:
        return []
    before, after = (curve.chances(progress, worths) for worths in (drawn.before, drawn.after))
    return [new - old for old, new in zip(before, after, strict=True)]


def _short(values: Iterable[float], digits: int = 4) -> list[float]:
    return [round(value, digits) for value in values]
