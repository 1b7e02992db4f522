"""The lobby's lists: your games, open tables; and the finished games."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from babel.dates import format_timedelta

from tablero.games import NAMES
from tablero.games import game as find_game
from tablero.site.language import Tongue
from tablero.site.people import Guest
from tablero.site.render import render
from tablero.site.seats import seat_note
from tablero.store import House, Summary

LONGEST = 12


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
    waiting: str  # whom everybody waits for
    ago: str
    rank: str
    standing: Sequence[Standing]  # when it is over, the best first


async def lists_for(house: House, guest: Guest, tongue: Tongue) -> dict[str, str]:
    """The two lists of the lobby, by the id of their place."""
    mine = [summary for summary in await house.tables_of(guest.id) if summary.game in NAMES]
    lines = sorted((line_of(summary, guest.id, tongue) for summary in mine), key=_urgency)
    seated = {summary.id for summary in mine}
    free = [line_of(summary, guest.id, tongue) for summary in await house.open_tables() if summary.game in NAMES]
    free = [line for line in free if line.summary.id not in seated]
    waiting = sum(line.turn for line in lines)
    return {
        "mine": render("parts/mine.jinja", tongue, lines=lines[:LONGEST], waiting=waiting),
        "free": render("parts/free.jinja", tongue, lines=free[:LONGEST]),
        "greeting": render("parts/greeting.jinja", tongue, waiting=waiting, any=bool(lines)),
    }


def _urgency(line: Line) -> tuple[bool, bool, float]:
    return (not line.turn, line.summary.over, -line.summary.updated)


def line_of(summary: Summary, person: str, tongue: Tongue) -> Line:
    own = next((seat for seat, holder in enumerate(summary.holders) if person and holder.person == person), None)
    names = [holder.name for seat, holder in enumerate(summary.holders) if holder.name and seat != own]
    waiting = [summary.holders[seat].name for seat in summary.actors]
    over = summary.over and summary.scores is not None
    return Line(
        summary=summary,
        title=find_game(summary.game).title,
        others=tongue.say.every(names),
        turn=own is not None and summary.started and own in summary.actors,
        waiting=tongue.say.every(waiting),
        ago=ago(time.time() - summary.updated, tongue),
        rank=_rank(summary, own, tongue) if over else "",
        standing=_standing(summary, own, tongue) if over else (),
    )


def _standing(summary: Summary, own: int | None, tongue: Tongue) -> list[Standing]:
    scores, winners = summary.scores or (), summary.winners or ()
    ended = [
        Standing(seat, holder.name, seat_note(holder, seat == own, tongue.say), scores[seat], seat in winners)
        for seat, holder in enumerate(summary.holders)
    ]
    return sorted(ended, key=lambda one: (not one.won, -one.points))


def _rank(summary: Summary, own: int | None, tongue: Tongue) -> str:
    scores, winners, say = summary.scores or (), summary.winners or (), tongue.say
    if not winners:  # alone against the rules themselves
        return say("lost") if own is not None else say("{name} lost", name=summary.holders[0].name)
    if own is None:
        names = say.every([summary.holders[seat].name for seat in winners])
        return say.plural("{names} won", "{names} won", len(winners), names=names)
    if own in winners:
        return say("you won") if len(winners) == 1 else say("you shared the victory")
    place = max(2, 1 + sum(score > scores[own] for score in scores))  # who lost a tie-break did not win
    return {2: say("you came second"), 3: say("you came third")}.get(place, say("you came fourth"))


def ago(seconds: float, tongue: Tongue) -> str:
    """How long it is since something happened; clocks that disagree do not put it into the future."""
    return format_timedelta(-max(1, int(seconds)), locale=tongue.locale, add_direction=True)
