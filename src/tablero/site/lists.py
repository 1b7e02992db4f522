"""The lobby's lists: your games, open tables; and the finished games."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from babel.dates import format_timedelta

from tablero.games import NAMES
from tablero.games import game as find_game
from tablero.site.language import Tongue
from tablero.site.people import Guest
from tablero.site.presence import Presence
from tablero.site.render import render
from tablero.site.seats import seat_name, seat_note
from tablero.store import House, Summary
from tablero.table.terms import DAY, HOUR

LONGEST = 12
WATCHABLE = 50


@dataclass(frozen=True)
class Standing:
    """How somebody ended."""

    seat: int
    name: str
    note: str
    points: int
    won: bool


@dataclass(frozen=True)
class Line:
    """One table in a list."""

    summary: Summary
    title: str
    others: str
    turn: bool  # the visitor owes a decision
    waiting: str  # whom everybody waits for, in words
    ago: str
    left: str  # by days: how long the visitor still has
    rank: str
    standing: Sequence[Standing]  # when it is over, the best first
    invited_by: str = ""  # who has named the visitor
    kept: bool = False  # a bot keeps the visitor's seat


async def lists_for(house: House, guest: Guest, tongue: Tongue) -> dict[str, str]:
    """The two lists of the lobby, by the id of their place."""
    mine = [summary for summary in await house.tables_of(guest.id) if summary.game in NAMES]
    lines = sorted((line_of(summary, guest.id, tongue, house.now()) for summary in mine), key=_urgency)
    seated = {summary.id for summary in mine}
    free = [line_of(summary, guest.id, tongue) for summary in await house.open_tables() if summary.game in NAMES]
    named = [_invitation(one, guest.id, tongue) for one in await house.invitations_of(guest.id) if one.game in NAMES]
    known = seated | {line.summary.id for line in named}
    free = named + [line for line in free if line.summary.id not in known]
    waiting = sum(line.turn for line in lines)
    by_days = any(summary.terms.pace == "days" and summary.started and not summary.over for summary in mine)
    return {
        "mine": render("parts/mine.jinja", tongue, lines=lines[:LONGEST], waiting=waiting, by_days=by_days),
        "free": render("parts/free.jinja", tongue, lines=free[:LONGEST]),
        "greeting": render("parts/greeting.jinja", tongue, waiting=waiting, any=bool(lines)),
    }


async def running_list(house: House, presence: Presence, tongue: Tongue) -> str:
    """The tables that are played now and that everybody may watch: of people first, the latest moves first."""
    tables = [table for table in await house.watchable() if table.game in NAMES and table.terms.watched]
    tables.sort(key=lambda table: -sum(holder.kind == "person" for holder in table.holders))  # stable: the latest stay first
    lines = [line_of(table, "", tongue) for table in tables[:WATCHABLE]]
    watching = {table.id: presence.watching(table.id, [holder.person for holder in table.holders]) for table in tables}
    return render("parts/running.jinja", tongue, lines=lines, watching=watching)


def _urgency(line: Line) -> tuple[bool, bool, bool, float]:
    return (not line.turn, not line.kept, line.summary.over, -line.summary.updated)


def _invitation(summary: Summary, person: str, tongue: Tongue) -> Line:
    """A table that waits for somebody who was named."""
    host = next((seat_name(holder, tongue.say) for holder in summary.holders if holder.person and holder.person == summary.host), "")
    return replace(line_of(summary, person, tongue), invited_by=host or tongue.say("Somebody"))


def line_of(summary: Summary, person: str, tongue: Tongue, now: float | None = None) -> Line:
    now = time.time() if now is None else now
    say = tongue.say
    mine = [seat for seat, holder in enumerate(summary.holders) if person and holder.person == person]
    own = mine[0] if mine else None
    names = [seat_name(holder, say) for seat, holder in enumerate(summary.holders) if holder.name and seat != own]
    waiting = [seat_name(summary.holders[seat], say) for seat in summary.actors]
    over = summary.over and summary.scores is not None
    return Line(
        summary=summary,
        title=f"{find_game(summary.game).title} · {summary.terms.name}" if summary.terms.name else find_game(summary.game).title,
        others=say.every(names),
        turn=summary.started and any(seat in summary.actors and seat not in summary.represented for seat in mine),
        waiting=say.plural("{names} to move", "{names} to move", len(waiting), names=say.every(waiting)),
        ago=ago(now - summary.updated, tongue),
        left=left(summary, own, now, tongue),
        rank=_rank(summary, own, tongue) if over else "",
        standing=_standing(summary, own, tongue) if over else (),
        kept=summary.started and not summary.over and any(seat in summary.represented and seat not in summary.resigned for seat in mine),
    )


def _standing(summary: Summary, own: int | None, tongue: Tongue) -> list[Standing]:
    scores, winners = summary.scores or (), summary.winners or ()
    ended = [
        Standing(
            seat,
            seat_name(holder, tongue.say),
            seat_note(holder, seat == own, tongue.say),
            scores[seat],
            seat in winners,
        )
        for seat, holder in enumerate(summary.holders)
    ]
    return sorted(ended, key=lambda one: (not one.won, -one.points))


def _rank(summary: Summary, own: int | None, tongue: Tongue) -> str:
    scores, winners, say = summary.scores or (), summary.winners or (), tongue.say
    if summary.broken_off:
        return say("it ended early")
    if not winners:  # alone against the rules themselves
        return say("lost") if own is not None else say("{name} lost", name=seat_name(summary.holders[0], say))
    if own is None:
        names = say.every([seat_name(summary.holders[seat], say) for seat in winners])
        return say.plural("{names} won", "{names} won", len(winners), names=names)
    if own in winners:
        return say("you won") if len(winners) == 1 else say("you shared the victory")
    place = max(2, 1 + sum(score > scores[own] for score in scores))  # who lost a tie-break did not win
    return {2: say("you came second"), 3: say("you came third")}.get(place, say("you came fourth"))


def left(summary: Summary, own: int | None, now: float, tongue: Tongue) -> str:
    """By days: how long somebody still has for this turn; empty when nobody waits for them."""
    if summary.terms.pace != "days" or own is None or own not in summary.ends:
        return ""
    seconds, say = max(0.0, summary.ends[own] - now), tongue.say
    if seconds >= 2 * DAY:
        span = say("{n} days", n=int(seconds // DAY))
    else:
        span = say("{n} h", n=int(seconds // HOUR)) if seconds >= HOUR else say("{n} min", n=int(seconds // 60))
    return say("{time} left", time=span)


def ago(seconds: float, tongue: Tongue) -> str:
    """How long it is since something happened; clocks that disagree do not put it into the future."""
    return format_timedelta(-max(1, int(seconds)), locale=tongue.locale, add_direction=True)
