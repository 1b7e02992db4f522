"""A review as a page: the result, the chances as a chart, the costliest decisions with their boards, points, luck and skill.

Everything is written by the server, so that the page can be read without a script and stands alone as a file.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from tablero.core.aspect import Reason
from tablero.core.game import Game
from tablero.core.look import Look
from tablero.core.speech import Speech
from tablero.core.state import State
from tablero.insight.looks import Course
from tablero.insight.reasons import told as told_reason
from tablero.insight.review import SHOWN, Costly, Moment, Review
from tablero.site.chart import Lines, chart
from tablero.site.ending import HATCHES, Ending, ending_of
from tablero.site.language import Tongue
from tablero.site.review_board import board_of, walked
from tablero.site.seats import seat_names
from tablero.site.telling import tell
from tablero.table import Table

SURE = 2.0  # standard errors that "give or take" means: nineteen times out of twenty


@dataclass(frozen=True)
class Line:
    """A line of moves in words, with what it promises."""

    steps: Sequence[str]
    points: str
    chance: str
    marks: str  # the move that begins it and the places it changes, for the page's script


@dataclass(frozen=True)
class Shown:
    """A costly decision as the page shows it."""

    number: int
    at: int
    moment: int  # the moment after it
    seat: int
    mine: bool
    title: str
    played: Line
    better: Line
    cost: str
    chance: str
    sure: str
    reasons: Sequence[str]
    board: Markup


def per_cent(share: float) -> str:
    """A share as people write it.

    >>> per_cent(0.374), per_cent(1.0)
    ('37', '100')
    """
    return str(round(100 * share))


def signed(value: float, digits: int = 0) -> str:
    """A change, with its sign.

    >>> signed(0.4, 1), signed(-12.2), signed(0)
    ('+0.4', '−12', '0')
    """
    rounded = round(value, digits) if digits else round(value)
    return "0" if not rounded else f"{rounded:+.{digits}f}".replace("-", "−")


class ReviewPage:
    """A review in one language, for one viewer (a seat, or None for everybody else)."""

    def __init__(self, table: Table, review: Review, tongue: Tongue, seat: int | None) -> None:
        self.table = table
        self.game: Game = table.game
        self.review = review
        self.tongue = tongue
        self.say: Speech = tongue.say
        self.seat = seat
        self.names = seat_names(table, tongue)
        self._course = Course(table.record())

    # ---------------------------------------------------------------- the result

    @cached_property
    def ending(self) -> Ending | None:
        view, result = self.table.view(self.seat), self.table.result()
        if self.table.resigned and result is not None:
            view = {**view, "result": result.as_json()}
        return ending_of(self.table, view, self.table.log(self.seat), self.tongue, self.seat)

    @property
    def headline(self) -> str:
        if self.ending is not None:
            return self.ending.headline()
        say = self.tongue.of(self.game)
        return str(tell(self.game.words.prompt(self.table.view(self.seat), say)[0], self.names, say, marks=False))

    @property
    def ranked(self) -> list[int]:
        """The seats, the first ones first."""
        result = self._course.states[-1].result()
        assert result is not None
        return sorted(range(self.review.seats), key=lambda seat: result.ranks[seat])

    def points(self, seat: int) -> str:
        return self.game.final(self.table.view(None)["result"], seat)

    @property
    def hatches(self) -> int:
        return HATCHES

    @property
    def main(self) -> int:
        """The seat that the page speaks of first: the viewer's, else the winner's."""
        return self.seat if self.seat is not None else self.ranked[0]

    @property
    def peak(self) -> str:
        """When the chance of somebody who lost was best."""
        if self.seat is None or self.seat in self.review.winners:
            return ""
        best = max(self.review.moments[1:-1] or self.review.moments, key=lambda moment: moment.chances[self.main])
        return self.say(
            "Your chance was best in round {round}: {n} %", round=best.round, n=per_cent(best.chances[self.main])
        )

    # ---------------------------------------------------------------- the chart

    def _lines(self, points: bool) -> Lines:
        moments = self.review.moments
        main = [self.main]
        diamonds = [(one.number, one.moment, one.seat) for one in self.decisions if one.number]
        rounds = [moment.round for moment in moments]
        if points:
            values = [moment.scores for moment in moments]
            errors = [[SURE * error for error in moment.score_errors] for moment in moments]
            highest = max(max(row) for row in values)
            lowest = min(0.0, *(min(row) for row in values))
            return Lines(values, errors, 20 * (lowest // 20), 20 * (highest // 20 + 1), "", main, rounds, diamonds)
        scaled = [[100 * chance for chance in moment.chances] for moment in moments]
        errors = [[100 * SURE * error for error in moment.errors] for moment in moments]
        return Lines(scaled, errors, 0.0, 100.0, " %", main, rounds, diamonds)

    @cached_property
    def charts(self) -> list[tuple[str, str, Markup]]:
        """What can be seen over the game: an id, its name and its pictures."""
        say = self.say
        out = []
        for id, name, points in (("chance", say("Win chance"), False), ("score", say("Expected score"), True)):
            lines = self._lines(points)
            heard = self._heard(name, points)
            out.append((id, name, Markup(chart(lines, heard) + chart(lines, heard, narrow=True))))
        return out

    def _heard(self, name: str, points: bool) -> str:
        """A chart in one sentence."""
        first, last = self.review.moments[0], self.review.moments[-1]
        unit = "" if points else " %"
        told = []
        for seat in range(self.review.seats):
            begin, end = (moment.scores[seat] if points else 100 * moment.chances[seat] for moment in (first, last))
            told.append(
                self.say(
                    "{name} from {start} to {end}",
                    name=self.names[seat],
                    start=f"{begin:.0f}{unit}",
                    end=f"{end:.0f}{unit}",
                )
            )
        return f"{name}: {self.say.every(told)}"

    def who(self, moment: Moment) -> str:
        return self.say.every([self.names[seat] for seat in moment.movers])

    def moment_title(self, moment: Moment) -> str:
        """Which moment that is."""
        if not moment.movers:
            return self.say("The start")
        return self.say("Round {round}, after {names}", round=moment.round, names=self.who(moment))

    @cached_property
    def data(self) -> Markup:
        """What the page's script needs to know of each moment, as JSON that is safe inside a script element."""
        turns = []
        for number, moment in enumerate(self.review.moments):
            before = self.review.moments[max(0, number - 1)]
            turns.append(
                {
                    "at": moment.at,
                    "title": self.moment_title(moment),
                    "chances": [per_cent(chance) for chance in moment.chances],
                    "before": [per_cent(chance) for chance in before.chances],
                    "changes": [
                        signed(100 * (new - old)) for old, new in zip(before.chances, moment.chances, strict=True)
                    ],
                    "decision": next((one.at for one in self.decisions if one.moment == number), None),
                }
            )
        return Markup(json.dumps(turns).replace("<", "\\u003c"))

    @property
    def marked(self) -> set[int]:
        """The moments that a diamond of the chart marks."""
        return {one.moment for one in self.decisions if one.number}

    # ---------------------------------------------------------------- decisions

    @cached_property
    def decisions(self) -> list[Shown]:
        """The costliest decisions of every seat, the costliest first; those of the viewer, or of all, carry the numbers of the
        diamonds."""
        chosen = [one for seat in range(self.review.seats) for one in self.review.of_seat(seat)]
        chosen.sort(key=lambda one: (-one.cost, one.at))
        numbered = [one for one in chosen if self.seat in (None, one.seat)][:SHOWN]
        return [self._shown(one, numbered.index(one) + 1 if one in numbered else 0) for one in chosen]

    def _shown(self, one: Costly, number: int) -> Shown:
        state, say = self._course.states[one.at], self.say
        moment = next(i for i, moment in enumerate(self.review.moments) if moment.at > one.at)
        drawn = self.game.drawing.panels(state.view(one.seat), Look(names=self.names, say=self.tongue.of(self.game)))
        played_line = self._rest_of_turn(one.at)
        who = say("you") if one.seat == self.seat else self.names[one.seat]
        return Shown(
            number, one.at, moment, one.seat, one.seat == self.seat,
            say("Round {round}, {name}", round=self.review.moments[moment - 1].round, name=who),
            self._line(state, one, played_line, 0), self._line(state, one, one.best_line, 1),
            signed(-one.cost, 1), f"{signed(-100 * one.chance_cost)} %",
            say.plural(
                "Judged by {n} game played out with each move, give or take {points} points and {chance} %.",
                "Judged by {n} games played out with each move, give or take {points} points and {chance} %.",
                one.games, n=one.games, points=f"{SURE * one.points_error:.1f}", chance=per_cent(SURE * one.chances_error),
            ),
            self._reasons(one), board_of(drawn, (one.move, one.best), f"rv{one.at}"),
        )  # fmt: skip

    def _rest_of_turn(self, at: int) -> list[int]:
        """What the seat did from a decision on, up to the end of its turn."""
        seat, settled = self._course.moves[at][0], int(self._course.states[at].settled)
        line = []
        for k in range(at, len(self._course.moves)):
            if int(self._course.states[k].settled) != settled:
                break
            if self._course.moves[k][0] == seat:
                line.append(self._course.moves[k][1])
        return line

    def _line(self, state: State, one: Costly, line: Sequence[int], which: int) -> Line:
        way = walked(self.game, state, one.seat, line)
        marks = json.dumps({"move": way.first, "places": way.places})
        return Line(
            self._steps(state, one.seat, line), f"{one.points[which]:.1f}", f"{per_cent(one.chances[which])} %", marks
        )

    def _steps(self, state: State, seat: int, line: Sequence[int]) -> list[str]:
        """A line of moves in words; what is forced, and ending the turn, needs none."""
        after, say = state.copy(), self.tongue.of(self.game)
        out: list[str] = []
        for move in line:
            moves = after.moves(seat) if after.owes(seat) else []
            if move not in moves:
                break
            if not out or (len(moves) > 1 and move != int(after.closing(seat))):
                words = self.game.words.move(move, after.view(seat), say)
                out.append(tell(words, self.names, say, marks=False).unescape())
            after.apply(seat, move)
        return out

    def _reasons(self, one: Costly) -> list[str]:
        say = self.tongue.of(self.game)
        told = [told_reason(self.game, Reason(**reason), say) for reason in one.reasons]
        return [tell(words[:1].upper() + words[1:], self.names, say, marks=False).unescape() for words in told if words]

    # ---------------------------------------------------------------- luck and skill

    @property
    def at_once(self) -> bool:
        """Whether something was decided by several at once."""
        return any(one.together for one in self.review.balance)

    def balance(self) -> list[tuple[int, list[str], str]]:
        """For each seat what moved its chance (own decisions, the others', those made at once, luck), and give or take of the first."""
        out = []
        for seat, one in enumerate(self.review.balance):
            parts = [one.own, one.others, *([one.together] if self.at_once else []), one.luck]
            out.append((seat, [signed(100 * part) for part in parts], per_cent(SURE * one.error)))
        return out
