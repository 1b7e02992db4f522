"""Content of a review page: result, chart of chances, costliest decisions with boards, points, luck and skill.

Everything is rendered by the server, so that the page can be read without a script and as a file.
"""

from __future__ import annotations

import json
from functools import cached_property

from markupsafe import Markup

from tablero.analysis.review import Moment, Review
from tablero.analysis.review_jobs import PlayedGame
from tablero.analysis.turning_points import PART_KINDS, known_moments
from tablero.core.game import Game
from tablero.core.i18n.translator import Translator
from tablero.site.review.chart import Lines, chart
from tablero.site.review.turning_cards import GIVE_OR_TAKE, PointCard, TurningCards, per_cent, signed
from tablero.table import Table
from tablero.ui.language import Language
from tablero.ui.log_text import fill_names
from tablero.ui.names import seat_names
from tablero.ui.result_sheet import HATCH_COUNT, ResultSheet, ending_of


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
        self.moments = known_moments(review)
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
        best = max(self.moments[1:-1] or self.moments, key=lambda moment: moment.chances[self.main])
        return self.say(
            "Your chance was best in round {round}: {n} %", round=best.round, n=per_cent(best.chances[self.main])
        )

    # ---------------------------------------------------------------- the chart

    def _lines(self, points: bool) -> Lines:
        moments = self.moments
        main = [self.main]
        diamonds = [(one.number, one.moment, self.main, one.colour) for one in self.turning_points]
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
        first, last = self.moments[0], self.moments[-1]
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
        for number, moment in enumerate(self.moments):
            before = self.moments[max(0, number - 1)].chances
            turn = {
                "at": moment.at,
                "round": moment.round,
                "title": self.moment_title(moment),
                "chances": [per_cent(chance) for chance in moment.chances],
                "before": [per_cent(chance) for chance in before],
                "changes": [signed(100 * (new - old)) for old, new in zip(before, moment.chances, strict=True)],
                "decision": next((one.at for one in self.turning_points if one.moment == number), None),
            }
            turns.append(turn)
        return Markup(json.dumps(turns).replace("<", "\\u003c"))

    # ---------------------------------------------------------------- turning points

    @cached_property
    def turning(self) -> TurningCards:
        mine = self.seat is not None
        return TurningCards(self.game, self.review, self._played, self.main, mine, self.language, self.names)

    @cached_property
    def turning_points(self) -> list[PointCard]:
        return self.turning.cards()

    @property
    def choices(self) -> int:
        """The number of decisions of the seat that the page looks at."""
        return sum(one.seat == self.main for one in self.review.decisions)

    @property
    def at_once(self) -> bool:
        """Whether several seats decided at the same time."""
        return any(len(moment.movers) > 1 for moment in self.moments)

    def everyone(self) -> list[tuple[int, list[str]]]:
        """Return the sum of each seat as a row of a table; its columns are those of `kinds`."""
        out = []
        for seat in range(self.review.seats):
            start, parts, end = self.turning.sums(seat)
            changes = [signed(parts[kind]) if kind in parts else "–" for kind in self.kinds]
            out.append((seat, [f"{start} %", *changes, f"{end} %"]))
        return out

    @cached_property
    def kinds(self) -> list[str]:
        """What changed any seat's chance."""
        found = {kind for seat in range(self.review.seats) for kind in self.turning.sums(seat)[1]}
        return [kind for kind in PART_KINDS if kind in found]
