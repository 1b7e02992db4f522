"""Content of a review page: result, chart of chances, costliest decisions with boards, points, luck and skill.

Everything is rendered by the server, so that the page can be read without a script and as a file.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from tablero.analysis.move_reasons import reason_text
from tablero.analysis.review import DECISIONS_SHOWN, Costly, Moment, Review
from tablero.analysis.review_jobs import PlayedGame
from tablero.core.aspect import Reason
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.game import Game
from tablero.core.i18n.translator import Translator
from tablero.core.state import State
from tablero.site.review.board import board_of, line_marks
from tablero.site.review.chart import Lines, chart
from tablero.table import Table
from tablero.ui.language import Language
from tablero.ui.log_text import fill_names
from tablero.ui.names import seat_names
from tablero.ui.result_sheet import HATCH_COUNT, ResultSheet, ending_of

GIVE_OR_TAKE = 2.0  # standard errors: nineteen times out of twenty


@dataclass(frozen=True)
class ReviewLine:
    """A line of moves in words, with its expected points and win chance."""

    steps: Sequence[str]
    points: str
    chance: str
    marks: str  # JSON of its LineMarks, for the script of the page


@dataclass(frozen=True)
class DecisionCard:
    """A costly decision in words."""

    number: int
    at: int
    moment: int  # the moment after it
    seat: int
    mine: bool
    title: str
    played: ReviewLine
    better: ReviewLine
    cost: str
    chance: str
    sure: str
    reasons: Sequence[str]
    board: Markup


def per_cent(share: float) -> str:
    """Return a share as a whole number of per cent.

    >>> per_cent(0.374), per_cent(1.0)
    ('37', '100')
    """
    return str(round(100 * share))


def signed(value: float, digits: int = 0) -> str:
    """Return a change with its sign.

    >>> signed(0.4, 1), signed(-12.2), signed(0)
    ('+0.4', '−12', '0')
    """
    rounded = round(value, digits) if digits else round(value)
    return "0" if not rounded else f"{rounded:+.{digits}f}".replace("-", "−")


class ReviewPage:
    """A review in one language, for one viewer: a seat, or None for spectators."""

    def __init__(self, table: Table, review: Review, language: Language, seat: int | None) -> None:
        self.table = table
        self.game: Game = table.game
        self.review = review
        self.language = language
        self.say: Translator = language.say
        self.seat = seat
        self.names = seat_names(table, language)
        self._played = PlayedGame(table.record())

    # ---------------------------------------------------------------- the result

    @cached_property
    def ending(self) -> ResultSheet | None:
        view, result = self.table.view(self.seat), self.table.result()
        if self.table.resigned and result is not None:
            view = {**view, "result": result.as_json()}
        return ending_of(self.table, view, self.table.log(self.seat), self.language, self.seat)

    @property
    def headline(self) -> str:
        if self.ending is not None:
            return self.ending.headline()
        say = self.language.of(self.game)
        prompt, _ = self.game.words.prompt(self.table.view(self.seat), say)
        return str(fill_names(prompt, self.names, say, marks=False))

    @property
    def ranked(self) -> list[int]:
        """The seats by rank."""
        result = self._played.states[-1].result()
        assert result is not None
        return sorted(range(self.review.seats), key=lambda seat: result.ranks[seat])

    def points(self, seat: int) -> str:
        return self.game.final(self.table.view(None)["result"], seat)

    @property
    def hatches(self) -> int:
        return HATCH_COUNT

    @property
    def main(self) -> int:
        """The seat whose error band the chart shows: the viewer's, else the winner's."""
        return self.seat if self.seat is not None else self.ranked[0]

    @property
    def peak(self) -> str:
        """Sentence about the best chance of a viewer who lost; else empty."""
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
            errors = [[GIVE_OR_TAKE * error for error in moment.score_errors] for moment in moments]
            highest = max(max(row) for row in values)
            lowest = min(0.0, *(min(row) for row in values))
            return Lines(values, errors, 20 * (lowest // 20), 20 * (highest // 20 + 1), "", main, rounds, diamonds)
        scaled = [[100 * chance for chance in moment.chances] for moment in moments]
        errors = [[100 * GIVE_OR_TAKE * error for error in moment.errors] for moment in moments]
        return Lines(scaled, errors, 0.0, 100.0, " %", main, rounds, diamonds)

    @cached_property
    def charts(self) -> list[tuple[str, str, Markup]]:
        """Id, name and pictures of each chart."""
        say = self.say
        out = []
        for id, name, points in (("chance", say("Win chance"), False), ("score", say("Expected score"), True)):
            lines = self._lines(points)
            label = self._chart_label(name, points)
            out.append((id, name, Markup(chart(lines, label) + chart(lines, label, narrow=True))))
        return out

    def _chart_label(self, name: str, points: bool) -> str:
        """Return a chart in one sentence, for screen readers."""
        first, last = self.review.moments[0], self.review.moments[-1]
        unit = "" if points else " %"
        parts = []
        for seat in range(self.review.seats):
            ends = (moment.scores[seat] if points else 100 * moment.chances[seat] for moment in (first, last))
            start, end = (f"{value:.0f}{unit}" for value in ends)
            parts.append(self.say("{name} from {start} to {end}", name=self.names[seat], start=start, end=end))
        return f"{name}: {self.say.every(parts)}"

    def moment_title(self, moment: Moment) -> str:
        if not moment.movers:
            return self.say("The start")
        names = self.say.every([self.names[seat] for seat in moment.movers])
        return self.say("Round {round}, after {names}", round=moment.round, names=names)

    @cached_property
    def data(self) -> Markup:
        """Data of each moment for the script of the page, as JSON that is safe inside a script element."""
        turns = []
        for number, moment in enumerate(self.review.moments):
            before = self.review.moments[max(0, number - 1)].chances
            turn = {
                "at": moment.at,
                "title": self.moment_title(moment),
                "chances": [per_cent(chance) for chance in moment.chances],
                "before": [per_cent(chance) for chance in before],
                "changes": [signed(100 * (new - old)) for old, new in zip(before, moment.chances, strict=True)],
                "decision": next((one.at for one in self.decisions if one.moment == number), None),
            }
            turns.append(turn)
        return Markup(json.dumps(turns).replace("<", "\\u003c"))

    @property
    def marked(self) -> set[int]:
        """The moments marked by a diamond in the chart."""
        return {one.moment for one in self.decisions if one.number}

    # ---------------------------------------------------------------- decisions

    @cached_property
    def decisions(self) -> list[DecisionCard]:
        """The costliest decisions of every seat, the costliest first; the viewer's, or a spectator's, are numbered."""
        chosen = [one for seat in range(self.review.seats) for one in self.review.of_seat(seat)]
        chosen.sort(key=lambda one: (-one.cost, one.at))
        numbered = [one for one in chosen if self.seat in (None, one.seat)][:DECISIONS_SHOWN]
        return [self._card(one, numbered.index(one) + 1 if one in numbered else 0) for one in chosen]

    def _card(self, one: Costly, number: int) -> DecisionCard:
        state, say = self._played.states[one.at], self.say
        moment = next(i for i, moment in enumerate(self.review.moments) if moment.at > one.at)
        drawn = self.game.drawing.panels(
            state.view(one.seat), RenderOptions(names=self.names, say=self.language.of(self.game))
        )
        played_line = self._rest_of_turn(one.at)
        who = say("you") if one.seat == self.seat else self.names[one.seat]
        return DecisionCard(
            number,
            one.at,
            moment,
            one.seat,
            one.seat == self.seat,
            say("Round {round}, {name}", round=self.review.moments[moment - 1].round, name=who),
            self._line(state, one, played_line, 0),
            self._line(state, one, one.best_line, 1),
            signed(-one.cost, 1),
            f"{signed(-100 * one.chance_cost)} %",
            say.plural(
                "Judged by {n} game played out with each move, give or take {points} points and {chance} %.",
                "Judged by {n} games played out with each move, give or take {points} points and {chance} %.",
                one.games,
                n=one.games,
                points=f"{GIVE_OR_TAKE * one.points_error:.1f}",
                chance=per_cent(GIVE_OR_TAKE * one.chances_error),
            ),
            self._reasons(one),
            board_of(drawn, (one.move, one.best), f"rv{one.at}"),
        )

    def _rest_of_turn(self, at: int) -> list[int]:
        """Return the moves of the seat from a decision to the end of its turn."""
        seat, settled = self._played.moves[at][0], int(self._played.states[at].settled)
        line = []
        for k in range(at, len(self._played.moves)):
            if int(self._played.states[k].settled) != settled:
                break
            if self._played.moves[k][0] == seat:
                line.append(self._played.moves[k][1])
        return line

    def _line(self, state: State, one: Costly, line: Sequence[int], which: int) -> ReviewLine:
        marks = line_marks(self.game, state, one.seat, line)
        script = json.dumps({"move": marks.first, "places": marks.places})
        points, chance = f"{one.points[which]:.1f}", f"{per_cent(one.chances[which])} %"
        return ReviewLine(self._steps(state, one.seat, line), points, chance, script)

    def _steps(self, state: State, seat: int, line: Sequence[int]) -> list[str]:
        """Return a line of moves in words, without forced moves and the end of the turn."""
        after, say = state.copy(), self.language.of(self.game)
        out: list[str] = []
        for move in line:
            moves = after.moves(seat) if after.owes(seat) else []
            if move not in moves:
                break
            if not out or (len(moves) > 1 and move != int(after.closing(seat))):
                words = self.game.words.move(move, after.view(seat), say)
                out.append(fill_names(words, self.names, say, marks=False).unescape())
            after.apply(seat, move)
        return out

    def _reasons(self, one: Costly) -> list[str]:
        say = self.language.of(self.game)
        texts = [reason_text(self.game, Reason(**reason), say) for reason in one.reasons]
        return [
            fill_names(text[:1].upper() + text[1:], self.names, say, marks=False).unescape() for text in texts if text
        ]

    # ---------------------------------------------------------------- luck and skill

    @property
    def at_once(self) -> bool:
        """Whether several seats decided at the same time."""
        return any(one.together for one in self.review.balance)

    def balance(self) -> list[tuple[int, list[str], str]]:
        """Return for each seat the parts of the change of its chance (own decisions, the others', those made at once,
        luck), and the error of the first."""
        out = []
        for seat, one in enumerate(self.review.balance):
            parts = [one.own, one.others, *([one.together] if self.at_once else []), one.luck]
            out.append((seat, [signed(100 * part) for part in parts], per_cent(GIVE_OR_TAKE * one.error)))
        return out
