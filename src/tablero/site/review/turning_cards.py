"""Turning points of a review in words, each with its board, and the sum by which a win chance went."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from markupsafe import Markup

from tablero.analysis.move_reasons import reason_text
from tablero.analysis.review import Review
from tablero.analysis.review_jobs import PlayedGame
from tablero.analysis.turning_points import (
    PART_KINDS,
    TurningPoint,
    chance_parts,
    known_moments,
    turning_points,
    whole_parts,
)
from tablero.core.aspect import Reason
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.game import Game
from tablero.core.state import State
from tablero.site.review.board import board_of, line_marks
from tablero.ui.language import Language
from tablero.ui.log_text import LogText, fill_names
from tablero.ui.names import brief_pair

GIVE_OR_TAKE = 2.0  # standard errors: nineteen times out of twenty
CHIPS = 3  # changes of points that the list shows for a turning point
ROUNDS_NAMED = 3  # in a row of the sum
MIN_WHOLE = 2.0  # points, from which differences are told without decimals


@dataclass(frozen=True)
class ReviewLine:
    """A line of moves in words; with a comparison its expected points and win chance."""

    steps: Sequence[str]
    points: str
    chance: str
    marks: str  # JSON of its LineMarks, for the script of the page


@dataclass(frozen=True)
class PointCard:
    """A turning point in words. `colour` says whose it was and which way it went."""

    number: int
    at: int
    moment: int  # the moment after it
    seat: int
    mine: bool
    colour: str
    title: str
    who: str
    heading: str
    change: str
    sure: str
    chips: Sequence[tuple[str, str]]  # points that the played line cost or brought, and what for
    items: Sequence[tuple[str, str]]  # points that the better line brings more, and what for
    total: str
    reasons: Sequence[str]
    told: Sequence[str]  # where nothing was compared: what happened, in sentences of the log
    expected: Sequence[tuple[str, str]]  # and how it changed the final points expected for each player
    judged: str
    played: ReviewLine
    better: ReviewLine | None
    board: Markup


@dataclass(frozen=True)
class SumRow:
    """A row of the sum: its value in per cent, and where its bar begins and ends."""

    kind: str
    title: str
    parts: str
    value: str
    left: int
    width: int


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


class TurningCards:
    """The turning points of a review for one seat, in one language; `mine`: the viewer sat there."""

    def __init__(
        self, game: Game, review: Review, played: PlayedGame, seat: int, mine: bool, language: Language,
        names: tuple[str, ...],
    ) -> None:  # fmt: skip
        self._game = game
        self._review = review
        self._played = played
        self._seat = seat
        self._mine = mine
        self._language = language
        self._names = names
        self._moments = known_moments(review)

    def cards(self) -> list[PointCard]:
        """Return the turning points, the weightiest first."""
        points = turning_points(self._review, self._seat)
        return [self._card(number, point) for number, point in enumerate(points, 1)]

    def _card(self, number: int, point: TurningPoint) -> PointCard:
        state, say, one = self._played.states[point.at], self._language.say, point.compared
        before, after = self._moments[point.moment - 1], self._moments[point.moment]
        line = self._moves(point.seat, point.at, after.at)
        drawn = self._game.drawing.panels(
            state.view(point.seat), RenderOptions(names=self._names, say=self._language.of(self._game))
        )
        better: ReviewLine | None = None
        items: list[tuple[float, str]] = []
        digits, total, judged = 0, "", ""
        chance = say("{before} % before, {after} % after", **self._ends(point.moment))
        played = self._line(state, point.seat, line, "", chance)
        if one is not None:
            digits = 0 if abs(one.cost) >= MIN_WHOLE else 1
            low, high = (round(value, digits) for value in one.points)
            ends = [f"{value:.{digits}f}" for value in (low, high)]
            chances = [f"{per_cent(value)} %" for value in one.chances]
            played = self._line(state, one.seat, self._turn(one.at), ends[0], chances[0])
            better = self._line(state, one.seat, one.best_line, ends[1], chances[1])
            items, total = self._items(one.sources, high - low, digits), signed(high - low, digits)
            judged = say.plural(
                "Judged by {n} game played out with each move, give or take {points} points and {chance} %.",
                "Judged by {n} games played out with each move, give or take {points} points and {chance} %.",
                one.games,
                n=one.games,
                points=f"{GIVE_OR_TAKE * one.points_error:.1f}",
                chance=per_cent(GIVE_OR_TAKE * one.chances_error),
            )
        told = [] if one is not None else self._told(before.at, after.at, point.seat)
        expected = [] if one is not None else self._expected(point.moment)
        own, number_of_round = self._mine and point.kind == "own", before.round
        name = say("you") if self._mine and point.seat == self._seat else self._names[point.seat]
        moves = [one.move, one.best] if one is not None else line[:1]
        return PointCard(
            number,
            point.at,
            point.moment,
            point.seat,
            self._mine and point.seat == self._seat,
            {"own": "less" if point.change < 0 else "more"}.get(point.kind, point.kind),
            told[0] if told else self._title(point, played, better),
            {
                "own": say("your decision, round {round}") if own else say("{name}, round {round}"),
                "luck": say("luck, round {round}"),
                "together": say("all at the same time, round {round}"),
            }.get(point.kind, say("{name}, round {round}")).format(name=name, round=number_of_round),
            say("Round {round}, {name}", round=number_of_round, name=name),
            f"{signed(100 * point.change, 0 if abs(point.change) >= 0.01 else 1)} %",
            f"± {per_cent(GIVE_OR_TAKE * point.error)}",
            [(signed(-part, digits), name) for part, name in items[:CHIPS]] or expected[:CHIPS],
            [(signed(part, digits), name) for part, name in items],
            total,
            self._reasons(one.reasons if one is not None else ()),
            told,
            expected,
            judged,
            played,
            better,
            board_of(drawn, moves, f"rv{point.at}"),
        )

    def _told(self, at: int, end: int, first: int) -> list[str]:
        """Return what everybody saw happen between two moments, what a seat did before what the others did."""
        state, events, makers = self._played.states[at].copy(), [], []
        for number, (seat, move) in enumerate(self._played.moves[at:end]):
            state.journal = []
            state.apply(seat, move)
            public = [event for event in state.journal if "to" not in event]
            events += [(1, event) for event in public]
            makers += [(seat, number)] * len(public)
        turns = LogText(self._game, self._language.of(self._game)).turns(events, makers, self._names)
        turns.sort(key=lambda turn: turn.seat not in (None, first))
        return [text for turn in turns if (text := Markup(turn.words).striptags())]

    def _expected(self, moment: int) -> list[tuple[str, str]]:
        """Return how the final points that are expected for each seat changed in a moment, the seat's own first."""
        before, after = self._moments[moment - 1], self._moments[moment]
        seats = sorted(range(self._review.seats), key=lambda seat: seat != self._seat)
        changes = [(signed(after.scores[seat] - before.scores[seat]), self._names[seat]) for seat in seats]
        return [(change, name) for change, name in changes if change != "0"]

    def _title(self, point: TurningPoint, played: ReviewLine, better: ReviewLine | None) -> str:
        say, first = self._language.say, next(iter(played.steps), "")
        if better is not None:
            one, other = brief_pair(first, better.steps[0])
            return say("{played}. Better: {better}", played=one, better=other)
        if point.kind == "luck":
            return say("What was drawn")
        return brief_pair(first, "")[0] if first else say("What the others chose")

    def _ends(self, moment: int) -> dict[str, str]:
        """Return the chance before and after a moment."""
        before, after = self._moments[moment - 1], self._moments[moment]
        return {"before": per_cent(before.chances[self._seat]), "after": per_cent(after.chances[self._seat])}

    def _moves(self, seat: int, at: int, end: int) -> list[int]:
        """Return the moves of a seat between two moments."""
        return [move for mover, move in self._played.moves[at:end] if mover == seat]

    def _turn(self, at: int) -> list[int]:
        """Return the moves of the seat from a decision to the end of its turn."""
        states, settled = self._played.states, int(self._played.states[at].settled)
        end = next((k for k in range(at, len(self._played.moves)) if int(states[k].settled) != settled), None)
        return self._moves(self._played.moves[at][0], at, len(self._played.moves) if end is None else end)

    def _line(self, state: State, seat: int, line: Sequence[int], points: str, chance: str) -> ReviewLine:
        if not line:
            return ReviewLine([], points, chance, json.dumps({"move": -1, "places": []}))
        marks = line_marks(self._game, state, seat, line)
        return ReviewLine(
            self._steps(state, seat, line), points, chance, json.dumps({"move": marks.first, "places": marks.places})
        )

    def _steps(self, state: State, seat: int, line: Sequence[int]) -> list[str]:
        """Return a line of moves in words, without forced moves and the end of the turn."""
        after, say = state.copy(), self._language.of(self._game)
        out: list[str] = []
        for move in line:
            moves = after.moves(seat) if after.owes(seat) else []
            if move not in moves:
                break
            if not out or (len(moves) > 1 and move != int(after.closing(seat))):
                words = self._game.words.move(move, after.view(seat), say)
                out.append(fill_names(words, self._names, say, marks=False).unescape())
            after.apply(seat, move)
        return out

    def _items(self, sources: Mapping[str, float], total: float, digits: int) -> list[tuple[float, str]]:
        """Return what the better line brings by source, the most first. What rounding leaves is with the largest."""
        if not sources:
            return []
        say, unit = self._language.of(self._game), 10**digits
        _, parts, _ = whole_parts(0.0, [unit * part for part in sources.values()], unit * total)
        found = [(part / unit, say(name)) for name, part in zip(sources, parts, strict=True) if part]
        return sorted(((part, name[:1].upper() + name[1:]) for part, name in found), key=lambda one: -abs(one[0]))

    def _reasons(self, reasons: Sequence[Mapping[str, object]]) -> list[str]:
        say = self._language.of(self._game)
        texts = [reason_text(self._game, Reason(**reason), say) for reason in reasons]  # type: ignore[arg-type]
        return [
            fill_names(text[:1].upper() + text[1:], self._names, say, marks=False).unescape() for text in texts if text
        ]

    # ---------------------------------------------------------------- the sum

    def sums(self, seat: int) -> tuple[int, dict[str, int], int]:
        """Return a seat's chance at the start, what changed it by kind, and at the end, in whole per cent that add
        up. Kinds of which there is nothing are left out."""
        found: dict[str, float] = {}
        for part in chance_parts(self._review, seat):
            if round(100 * part.change):
                found.setdefault(part.kind, 0.0)
        for part in chance_parts(self._review, seat):
            kind = part.kind if part.kind in found else "together" if "together" in found else "others"
            found[kind] = found.get(kind, 0.0) + 100 * part.change
        kinds = [kind for kind in PART_KINDS if kind in found]
        start, end = (100 * self._moments[k].chances[seat] for k in (0, -1))
        first, parts, last = whole_parts(start, [found[kind] for kind in kinds], end)
        return first, dict(zip(kinds, parts, strict=True)), last

    def titles(self) -> dict[str, str]:
        """Return the titles of the kinds, for the seat."""
        say, seats = self._language.say, self._review.seats
        return {
            "own": say("Your decisions") if self._mine else say("Own decisions"),
            "others": say("The others") if seats != 2 else say("The opponent"),
            "together": say("Simultaneous choices"),
            "luck": say("Luck"),
        }

    def rows(self) -> list[SumRow]:
        """Return the rows of the sum for the seat, from the start to the end."""
        say, titles = self._language.say, self.titles()
        start, parts, end = self.sums(self._seat)
        levels = list(accumulate([start, *parts.values()]))
        low, high = min(0, *levels), max(100, *levels)
        scale = 100 / (high - low)

        def row(kind: str, title: str, named: str, value: str, begin: int, close: int) -> SumRow:
            left, right = sorted((begin, close))
            return SumRow(kind, title, named, value, round((left - low) * scale), max(1, round((right - left) * scale)))

        out = [row("start", say("At the start"), "", f"{start} %", 0, start)]
        for (kind, part), level in zip(parts.items(), levels, strict=False):
            out.append(row(kind, titles[kind], self._named(kind), signed(part), level, level + part))
        return [*out, row("end", say("At the end"), "", f"{end} %", 0, end)]

    def _named(self, kind: str) -> str:
        """Return the rounds that brought or cost most, in words."""
        found: dict[int, float] = {}
        for part in chance_parts(self._review, self._seat):
            if part.kind == kind:
                number = self._moments[part.moment - 1].round
                found[number] = found.get(number, 0.0) + 100 * part.change
        most = sorted(found, key=lambda number: -abs(found[number]))[:ROUNDS_NAMED]
        say = self._language.say
        named = [
            say("round {round} {change}", round=number, change=signed(found[number]))
            for number in sorted(most)
            if signed(found[number]) != "0"
        ]
        return ", ".join(named)

    def sentence(self) -> str:
        """Return how the chance went, as a sum in one line."""
        start, parts, end = self.sums(self._seat)
        changes = "".join(f" {'−' if part < 0 else '+'} {abs(part)}" for part in parts.values())
        return f"{start}{changes} = {end} %"
