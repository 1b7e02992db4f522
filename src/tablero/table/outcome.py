"""Outcome: what is kept about each seat of a game that has come to its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from tablero.bots import LEVELS
from tablero.core.speech import plainly
from tablero.table.table import Table

PAUSE = 300.0  # seconds: a longer pause between two moves counts as much, so that a game over weeks has a length too


@dataclass(frozen=True)
class Outcome:
    """One seat of a finished game. `won` is shared among those who won, `sources` are named in English, `feats` tell after how
    many moves, as this seat counts them."""

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
    rated: int = 0  # 1 where ratings are to follow from it
    absent: str = ""  # a bot stood in: away, when it did for a while; left, when it did at the end; resigned


def outcomes(table: Table) -> list[Outcome]:
    """How a game ended for each of its seats; nothing before its end, and nothing where it was broken off."""
    result = table.state.result()
    if result is None:
        return []
    public = [event for _, event in table.log(None)]
    game, view = table.game, table.view(None)
    tally = game.tally(public, view, plainly).sources if game.tally is not None else ()
    scores = [float(sum((source.points[seat] for source in tally), Fraction(0))) for seat in range(table.seats)]
    if not tally:
        scores = [float(score) for score in result.scores]
    found = []
    for seat, holder in enumerate(table.holders):
        sources = {source.name: float(source.points[seat]) for source in tally if source.points[seat]}
        found.append(
            Outcome(
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


def _absent(table: Table, seat: int) -> str:
    """Whether a bot stood in for the person there: at the end, or for a while before."""
    if seat in table.resigned:
        return "resigned"
    if seat in table.stood_in:
        return "left"
    return "away" if any(row.seat == seat and row.kind == "away" for row in table.rows) else ""


def _length(table: Table) -> float:
    """How long it was played, with long pauses shortened."""
    times = [row.time for row in table.rows if row.kind == "move"]
    return sum(min(max(0.0, after - before), PAUSE) for before, after in pairwise(times))


def _feats(table: Table, seat: int, scores: Sequence[float]) -> dict[str, int]:
    """What somebody did in this game, each with the moves made until then: what every game knows, and what this one does."""
    found: dict[str, int] = {}
    entries = table.log(seat)
    result = table.state.result()
    assert result is not None
    if seat in result.winners and table.seats > 1:
        last = entries[-1][0]
        found["won"] = last
        if len(result.winners) == 1 and scores[seat] - max(score for other, score in enumerate(scores) if other != seat) <= 1:
            found["close"] = last
        if any(holder.level == len(LEVELS) for holder in table.holders):
            found["strongest"] = last
        if table.seats == table.game.seats[-1] and table.seats > 2:
            found["full-table"] = last
    if table.game.memory is not None:
        for name, number in table.game.memory.find([event for _, event in entries], table.view(seat), seat):
            found.setdefault(name, entries[number][0])
    return found
