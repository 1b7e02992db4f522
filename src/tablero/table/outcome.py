"""Outcome of a finished game for each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from tablero.bots import LEVELS
from tablero.core.i18n.translator import untranslated
from tablero.core.result import Result
from tablero.table.table import Table

PAUSE = 300.0  # seconds; a longer pause between two moves counts as this, so that a game over weeks has a length too


@dataclass(frozen=True)
class SeatOutcome:
    """One seat of a finished game. `won` is 1 divided by the number of winners, `sources` have English names, `feats`
    are achievements with the count of moves of this seat."""

    seat: int
    person: str  # empty for a bot
    level: int  # of a bot; 0 for a person
    score: float
    place: int
    won: float
    ended: float
    seconds: float
    moves: int
    opening: str
    sources: Mapping[str, float] = field(default_factory=dict)
    feats: Mapping[str, int] = field(default_factory=dict)
    rated: int = 0  # 1 if it is to be rated
    absent: str = ""  # whether a bot stood in: away (for a while), left (at the end), resigned


def outcomes(table: Table) -> list[SeatOutcome]:
    """Return the outcome of each seat; an empty list before the end and for a game that was ended early."""
    result = table.state.result()
    if result is None:
        return []
    public = [event for _, event in table.log(None)]
    game, view = table.game, table.view(None)
    tally = game.tally(public, view, untranslated).sources if game.tally is not None else ()
    scores = [float(sum((source.points[seat] for source in tally), Fraction(0))) for seat in range(table.seats)]
    if not tally:
        scores = [float(score) for score in result.scores]
    found = []
    for seat, holder in enumerate(table.holders):
        sources = {source.name: float(source.points[seat]) for source in tally if source.points[seat]}
        found.append(
            SeatOutcome(
                seat=seat,
                person=holder.person if holder.kind == "person" else "",
                level=holder.level if holder.kind == "bot" else 0,
                score=scores[seat],
                place=result.ranks[seat],
                won=1 / len(result.winners) if seat in result.winners else 0.0,
                ended=table.rows[-1].time,
                seconds=_length(table),
                moves=table.moves_made,
                opening=game.memory.opening(public, seat) if game.memory is not None else "",
                sources=sources,
                rated=int(table.terms.rated),
                absent=_absent(table, seat),
                feats=_feats(table, seat, scores) if holder.kind == "person" else {},
            )
        )
    return found


def ranks(table: Table, result: Result) -> list[int]:
    """Return the places of the seats; those who resigned come after all others."""
    merits = [(seat in table.resigned, rank) for seat, rank in enumerate(result.ranks)]
    return [1 + sum(other < own for other in merits) for own in merits]


def _absent(table: Table, seat: int) -> str:
    """Return the value of `SeatOutcome.absent`."""
    if seat in table.resigned:
        return "resigned"
    if seat in table.stood_in:
        return "left"
    return "away" if any(row.seat == seat and row.kind == "away" for row in table.rows) else ""


def _length(table: Table) -> float:
    """Return the seconds played, with long pauses shortened."""
    times = [row.time for row in table.rows if row.kind == "move"]
    return sum(min(max(0.0, after - before), PAUSE) for before, after in pairwise(times))


def _feats(table: Table, seat: int, scores: Sequence[float]) -> dict[str, int]:
    """Return the achievements of a seat, of all games and of this one, each with the count of moves."""
    found: dict[str, int] = {}
    entries = table.log(seat)
    result = table.state.result()
    assert result is not None
    if seat in result.winners and table.seats > 1:
        last = entries[-1][0]
        found["won"] = last
        if (
            len(result.winners) == 1
            and scores[seat] - max(score for other, score in enumerate(scores) if other != seat) <= 1
        ):
            found["close"] = last
        if any(holder.level == len(LEVELS) for holder in table.holders):
            found["strongest"] = last
        if table.seats == table.game.seats[-1] and table.seats > 2:
            found["full-table"] = last
    if table.game.memory is not None:
        for name, number in table.game.memory.find([event for _, event in entries], table.view(seat), seat):
            found.setdefault(name, entries[number][0])
    return found
