"""Result sheet of a finished game: who won and by how much, where the points came from, what decided it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from tablero.core.i18n.translator import Translator
from tablero.core.score_breakdown import ScoreBreakdown, ScoreSource
from tablero.table import Table
from tablero.table.history import Entry
from tablero.ui.language import Language
from tablero.ui.log_text import fill_names
from tablero.ui.menu import early_end_reason, early_end_text, resigned_in
from tablero.ui.names import seat_names, seat_note
from tablero.ui.rendering import render

_FRACTIONS = {Fraction(0): "", Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
CLOSE_LEADS, CLOSE_POINTS = 3, 12  # a source with more than so many times the lead and so many points was not close
HATCH_COUNT = 12  # patterns to fill a bar that the style sheet has


def points_text(points: Fraction) -> str:
    """Return points as people write them.

    >>> points_text(Fraction(27, 4)), points_text(Fraction(-1, 2)), points_text(Fraction(7, 5))
    ('6¾', '−½', '7/5')
    """
    sign = "−" if points < 0 else ""
    whole, rest = divmod(abs(points), 1)
    if rest not in _FRACTIONS:
        return f"{sign}{abs(points)}"
    return sign + (f"{whole}{_FRACTIONS[rest]}" if whole or not rest else _FRACTIONS[rest])


def amount(points: Fraction, say: Translator) -> str:
    """Return a number of points in words."""
    few = {
        Fraction(1, 4): say("a quarter of a point"),
        Fraction(1, 2): say("half a point"),
        Fraction(3, 4): say("three quarters of a point"),
    }
    form = int(points) if points.denominator == 1 else int(points) + 1
    return few.get(points) or say.plural("{n} point", "{n} points", form, n=points_text(points))


@dataclass(frozen=True)
class BarPiece:
    """A part of a bar; start and width in percent of the longest bar."""

    source: ScoreSource
    hatch: int
    points: str
    start: float
    width: float


@dataclass(frozen=True)
class ResultSide:
    """One side of the result: a seat, or an opponent that the rules play."""

    number: int  # rivals come after the seats
    name: str  # as it stands inside a sentence
    note: str
    rank: int
    mine: bool
    rival: bool
    points: Fraction
    left: bool = False  # resigned

    @property
    def title(self) -> str:
        """The name where a sentence begins."""
        return self.name[:1].upper() + self.name[1:] if self.rival else self.name

    @property
    def whole(self) -> str:
        return points_text(Fraction(int(self.points)) if abs(self.points) >= 1 or not self.points else self.points)

    @property
    def part(self) -> str:
        """The fraction, written small behind the whole points."""
        rest = abs(self.points) % 1
        return _FRACTIONS.get(rest, f"+{rest}") if rest and abs(self.points) >= 1 else ""


@dataclass(frozen=True)
class Fact:
    """A notable fact: symbol, heading, a sentence in bold and another one."""

    symbol: str
    title: str
    bold: str
    rest: str = ""


@dataclass(frozen=True)
class ResultSheet:
    """How a game ended, for one viewer."""

    tally: ScoreBreakdown
    sides: Sequence[ResultSide]  # by rank
    winners: frozenset[int]
    seat: int | None
    say: Translator

    # ---------------------------------------------------------------- winners

    @cached_property
    def best(self) -> ResultSide:
        return self.sides[0]

    @cached_property
    def other(self) -> ResultSide:
        """The best side that did not win, before those that resigned; in a shared victory of all, the second."""
        lost = [side for side in self.sides if side.number not in self.winners]
        return next((side for side in lost if not side.left), lost[0] if lost else self.sides[1])

    @cached_property
    def lead(self) -> Fraction:
        return self.best.points - self.other.points

    @property
    def shared(self) -> bool:
        return len(self.winners) > 1

    @property
    def by_tie(self) -> bool:
        """Whether points alone did not decide it."""
        return self.shared or self.lead == 0

    @property
    def own(self) -> bool:
        return self.seat in self.winners

    def headline(self) -> str:
        say = self.say
        names = say.every([side.title for side in self.sides if side.number in self.winners])
        if self.other.left and not self.shared:
            return self._by_resignation(names)
        if self.own:
            return self._own_headline()
        points = amount(self.lead, say)
        place = next((n for n, side in enumerate(self.sides) if side.mine), 0)
        rank = self.sides[place].rank if place else 0
        if len(self.sides) == 2:
            rank = 0  # with two sides, second says nothing
        if self.shared:
            return {
                3: say("{names} share the victory, you are third", names=names),
                4: say("{names} share the victory, you are fourth", names=names),
            }.get(rank) or say("{names} share the victory", names=names)
        if self.lead == 0:
            return {
                2: say("{name} wins on the tie-break, you are second", name=names),
                3: say("{name} wins on the tie-break, you are third", name=names),
                4: say("{name} wins on the tie-break, you are fourth", name=names),
            }.get(rank) or say("{name} wins on the tie-break", name=names)
        return {
            2: say("{name} wins by {points}, you are second", name=names, points=points),
            3: say("{name} wins by {points}, you are third", name=names, points=points),
            4: say("{name} wins by {points}, you are fourth", name=names, points=points),
        }.get(rank) or say("{name} wins by {points}", name=names, points=points)

    def _by_resignation(self, winner: str) -> str:
        """Return the headline when all other players have resigned."""
        say, left = self.say, [side for side in self.sides if side.left]
        names = say.every([side.name for side in left])
        if self.own:
            return say.plural("You win: {names} resigned", "You win: {names} resigned", len(left), names=names)
        return say.plural(
            "{name} wins: {names} resigned", "{name} wins: {names} resigned", len(left), name=winner, names=names
        )

    def _own_headline(self) -> str:
        say = self.say
        if self.shared:
            others = [side.name for side in self.sides if side.number in self.winners and not side.mine]
            return say("You share the victory with {names}", names=say.every(others))
        if self.lead == 0:
            return say("You win on the tie-break")
        return say("You win by {points}", points=amount(self.lead, say))

    def score(self) -> str:
        say = self.say
        if self.by_tie:
            return say("{points} each.", points=amount(self.best.points, say))
        sides = [(say("You") if side.mine else side.title, side.points) for side in (self.best, self.other)]
        (name, points), (other, others) = sides
        texts = {"points": points_text(points), "others": points_text(others)}
        return say("{name} {points}, {other} {others}.", name=name, other=other, **texts)

    # ---------------------------------------------------------------- bars

    @cached_property
    def sources(self) -> Sequence[ScoreSource]:
        """The sources that brought or cost any side points."""
        return [source for source in self.tally.sources if any(source.points)]

    @cached_property
    def _scale(self) -> Fraction:
        """The points of the longest bar."""
        return max(
            [sum((max(p, Fraction(0)) for p in self._of(side)), Fraction(0)) for side in self.sides] + [Fraction(1)]
        )

    def _of(self, side: ResultSide) -> list[Fraction]:
        return [source.points[side.number] for source in self.sources]

    def gains(self, side: ResultSide) -> list[BarPiece]:
        """Return what a side got, one piece after the other."""
        out, at = [], Fraction(0)
        for number, (source, points) in enumerate(zip(self.sources, self._of(side), strict=True)):
            if points > 0:
                out.append(self._piece(number, source, points, at))
                at += points
        return out

    def losses(self, side: ResultSide) -> list[BarPiece]:
        """Return what a side lost, backwards from the end of its bar: where the last piece begins, its points end."""
        out, at = [], sum((max(p, Fraction(0)) for p in self._of(side)), Fraction(0))
        for number, (source, points) in enumerate(zip(self.sources, self._of(side), strict=True)):
            if points < 0:
                at += points
                out.append(self._piece(number, source, points, max(at, Fraction(0))))
        return out

    def _piece(self, number: int, source: ScoreSource, points: Fraction, start: Fraction) -> BarPiece:
        share = [float(round(100 * part / self._scale, 3)) for part in (start, abs(points))]
        return BarPiece(source, number % HATCH_COUNT, points_text(points), min(share[0], 100.0), min(share[1], 100.0))

    def bar_text(self, side: ResultSide) -> str:
        """Return a bar in words, for screen readers."""
        parts = zip(self.sources, self._of(side), strict=True)
        return self.say.every([f"{source.name} {points_text(points)}" for source, points in parts if points]) or "0"

    # ---------------------------------------------------------------- facts

    def facts(self) -> list[Fact]:
        if self.other.left:
            return []
        return [fact for fact in (self._where(), self._closest(), self._tie()) if fact]

    def _where(self) -> Fact | None:
        """Return the source in which the winner was farthest ahead, and the one in which the other side was."""
        say = self.say
        best, other = self.best.number, self.other.number
        ahead = sorted(self.sources, key=lambda source: source.points[best] - source.points[other])
        if not ahead:
            return None
        most, least = ahead[-1], ahead[0]
        if self.shared:
            title = say("Where they differed")
        elif self.best.mine:
            title = say("Where you won it")
        else:
            title = say("Where {name} won it", name=self.best.name)
        if most.points[best] == most.points[other]:
            return Fact(most.symbol, title, say("Level in everything."))
        rest = ""
        if least.points[other] > least.points[best]:
            rest = self._to(least, self.other, self.best)
        return Fact(most.symbol, title, self._to(most, self.best, self.other), rest)

    def _to(self, source: ScoreSource, first: ResultSide, second: ResultSide) -> str:
        say, own, others = self.say, points_text(source.points[first.number]), points_text(source.points[second.number])
        if first.mine:
            return say("{source}: {own} to {others} for you.", source=source.name, own=own, others=others)
        return say(
            "{source}: {own} to {others} for {name}.", source=source.name, own=own, others=others, name=first.name
        )

    def _closest(self) -> Fact | None:
        """Return the smallest gain of the winner, or loss of the other side, that would have changed the result."""
        if self.by_tie:
            return None
        say, best, other, lead = self.say, self.best, self.other, self.lead
        pairs = [(source, source.points[best.number], source.points[other.number]) for source in self.sources]
        got = [(own, source, best) for source, own, others in pairs if own >= lead and own > others]
        lost = [(-others, source, other) for source, own, others in pairs if -others >= lead and own > others]
        title = say("The closest thing")
        if not got and not lost:
            return Fact("", title, say("Nothing alone decided it."), say("No source brought as much as the lead."))
        points, source, whose = min(got + lost, key=lambda found: found[0])
        if points > CLOSE_LEADS * lead and points > CLOSE_POINTS:
            return None  # with so much less any winner would have lost
        name = say("You") if whose.mine else whose.title
        bold = say("{name}: {source}, {points}.", name=name, source=source.name, points=amount(points, say))
        return Fact(source.symbol, title, bold, self._without(points, whose))

    def _without(self, points: Fraction, whose: ResultSide) -> str:
        """Return what the result would have been without these points."""
        say, rest = self.say, points - self.lead
        if rest == 0:
            return say("Without that it would have been a tie.")
        margin = amount(rest, say)
        if whose is self.other:  # a loss that did not happen
            if whose.mine:
                return say("Without this loss you would have won by {points}.", points=margin)
            return say("Without this loss {name} would have won by {points}.", name=whose.name, points=margin)
        if whose.mine:
            return say("Without that you would have been {points} behind.", points=margin)
        return say("Without that {name} would have been {points} behind.", name=whose.name, points=margin)

    def _tie(self) -> Fact | None:
        say = self.say
        if not self.tally.ties:
            return None
        if self.by_tie:
            return Fact("swap", say("Tie-break"), self.tally.ties)
        return Fact("swap", say("Tie-break"), say("Not needed."), self.tally.ties)


def ending_of(
    table: Table, view: Mapping[str, Any], entries: Sequence[Entry], language: Language, seat: int | None
) -> ResultSheet | None:
    """Return how a finished game ended; None where the game has no score breakdown."""
    game, result = table.game, view["result"]
    if game.tally is None or result is None:
        return None
    say, names = language.of(game), seat_names(table, language)
    tally = game.tally([event for _, event in entries], view, say)
    why, ties = (fill_names(words, names, say, marks=False) for words in (tally.why, tally.ties))
    sources = tuple(replace(source, name=source.name[:1].upper() + source.name[1:]) for source in tally.sources)
    tally = replace(tally, sources=sources, why=why, ties=ties)
    seats = len(names)
    winners = frozenset(result["winners"]) or frozenset(range(seats, seats + len(tally.rivals)))
    if tally.sharing:
        first = [seat for seat, rank in enumerate(result["ranks"]) if rank == 1]
        winners = frozenset([*first, *(seats + rival for rival in tally.sharing)])
    sides = []
    for number, name in enumerate((*names, *tally.rivals)):
        rival = number >= seats
        if rival:  # "the maharaja", also where the game capitalizes it
            name = name[:1].lower() + name[1:]
        points = sum((source.points[number] for source in tally.sources), Fraction(0))
        rank = result["ranks"][number] if not rival else 1 if number in winners else 2
        note, left = (
            "" if rival else seat_note(table.holders[number], number == seat, language.say),
            number in table.resigned,
        )
        if left:
            note = resigned_in(table, number, language, entries, seat)
        sides.append(ResultSide(number, name, note, rank, number == seat, rival, points, left))
    sides.sort(key=lambda side: (side.number not in winners, side.rank, -side.points))
    return ResultSheet(tally, sides, winners, seat, language.say)


def end_sheet(
    table: Table, view: Mapping[str, Any], ending: ResultSheet | None, language: Language, context: Mapping[str, Any]
) -> str:
    """Return the sheet as HTML. Without `ending` it is a plain table; a game that was broken off has no winner."""
    if ending is not None:
        shown: dict[str, Any] = {"headline": ending.headline(), "hatches": HATCH_COUNT}
    else:
        names, say, result = seat_names(table, language), language.of(table.game), view["result"]
        if table.broken_off:
            final = table.result()
            assert final is not None
            result = final.as_json()
            worth = early_end_text(table, names, language.say, bool(context["tournament"]))
            shown = {"headline": early_end_reason(table, context["seat"], language.say), "worth": worth}
        else:
            shown = {"headline": fill_names(table.game.words.prompt(view, say)[0], names, say, marks=False)}
        shown["result"] = result
        shown["order"] = sorted(range(view["seats"]), key=lambda seat: result["ranks"][seat])
    return render("table/parts/result-sheet.jinja", language, **context, ending=ending, **shown)
