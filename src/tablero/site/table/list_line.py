"""One table in a list."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from tablero.core.i18n.translator import Translator
from tablero.games import game as find_game
from tablero.site.web.dates import ago
from tablero.store import Summary
from tablero.table import Table
from tablero.table.terms import DAY_SECONDS, HOUR_SECONDS
from tablero.ui.language import Language
from tablero.ui.names import seat_name, seat_note


@dataclass(frozen=True)
class SeatResult:
    """The result of one seat."""

    seat: int
    name: str
    note: str
    points: int
    won: bool


@dataclass(frozen=True)
class TableLine:
    """One table in a list."""

    summary: Summary
    title: str
    others: str
    turn: bool  # the visitor owes a decision
    waiting: str  # the players to move, in words
    ago: str
    left: str  # by days: how long the visitor still has
    rank: str
    standing: Sequence[SeatResult]  # when it is over, the best first
    invited_by: str = ""  # the name of the player who invited the visitor
    kept: bool = False  # a bot keeps the visitor's seat


def table_line(summary: Summary, person: str, language: Language, now: float | None = None) -> TableLine:
    """Return the line of a table for the visitor with the id `person`, at the time `now` (None: of this machine)."""
    now = time.time() if now is None else now
    say = language.say
    mine = [seat for seat, holder in enumerate(summary.holders) if person and holder.person == person]
    own = mine[0] if mine else None
    names = [seat_name(holder, say) for seat, holder in enumerate(summary.holders) if holder.name and seat != own]
    waiting = [seat_name(summary.holders[seat], say) for seat in summary.actors]
    over, running = summary.over and summary.scores is not None, summary.started and not summary.over
    return TableLine(
        summary=summary,
        title=" · ".join(filter(None, (find_game(summary.game).title, summary.terms.name))),
        others=say.every(names),
        turn=summary.started and any(seat in summary.actors and seat not in summary.represented for seat in mine),
        waiting=say.plural("{names} to move", "{names} to move", len(waiting), names=say.every(waiting)),
        ago=ago(now - summary.updated, language),
        left=left(summary, own, now, language),
        rank=_rank(summary, own, language) if over else "",
        standing=_standing(summary, own, language) if over else (),
        kept=running and any(seat in summary.represented and seat not in summary.resigned for seat in mine),
    )


def _standing(summary: Summary, own: int | None, language: Language) -> list[SeatResult]:
    scores, winners = summary.scores or (), summary.winners or ()
    ended = [
        SeatResult(
            seat,
            seat_name(holder, language.say),
            seat_note(holder, seat == own, language.say),
            scores[seat],
            seat in winners,
        )
        for seat, holder in enumerate(summary.holders)
    ]
    return sorted(ended, key=lambda one: (not one.won, -one.points))


def _rank(summary: Summary, own: int | None, language: Language) -> str:
    scores, winners, say = summary.scores or (), summary.winners or (), language.say
    if summary.broken_off:
        return say("it ended early")
    if not winners:  # alone against the rules themselves
        return say("not won") if own is not None else say("{name} did not win", name=seat_name(summary.holders[0], say))
    if own is None:
        names = say.every([seat_name(summary.holders[seat], say) for seat in winners])
        return say.plural("{names} won", "{names} won", len(winners), names=names)
    if own in winners:
        return say("you won") if len(winners) == 1 else say("you shared the victory")
    place = max(2, 1 + sum(score > scores[own] for score in scores))  # a lost tie-break is no victory
    return {2: say("you came second"), 3: say("you came third")}.get(place, say("you came fourth"))


def left(summary: Summary, own: int | None, now: float, language: Language) -> str:
    """Return how long a player still has for this turn at a pace of days; empty if none waits for the player."""
    if summary.terms.pace != "days" or own is None or own not in summary.ends:
        return ""
    seconds, say = max(0.0, summary.ends[own] - now), language.say
    if seconds >= 2 * DAY_SECONDS:
        span = say("{n} days", n=int(seconds // DAY_SECONDS))
    elif seconds >= HOUR_SECONDS:
        span = say("{n} h", n=int(seconds // HOUR_SECONDS))
    else:
        span = say("{n} min", n=int(seconds // 60))
    return say("{time} left", time=span)


def host_name(table: Table | Summary, say: Translator) -> str:
    """Return the name of the user who opened a table; empty if that user does not sit there."""
    return next(
        (seat_name(holder, say) for holder in table.holders if holder.person and holder.person == table.host), ""
    )
