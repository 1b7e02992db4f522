"""The people at a table: who is here, for whom a bot plays, how much time everybody has.

What is sent are moments, not seconds that are left: the page lets the clocks tick by itself, a row that changes nothing about them is
not noticed by anybody, and a table at which nobody moves costs nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tablero.bots import LEVELS
from tablero.core.icons import icon
from tablero.core.ink import escape, seat_mark
from tablero.core.speech import Speech
from tablero.site.presence import Here, Presence
from tablero.site.table_menu import stand_in
from tablero.site.telling import Told
from tablero.table import Cause, Row, Table
from tablero.table.takeback import comings_and_goings

MOST_WATCHING = 50  # whoever comes after that is not news
SPOKEN = (30, 10)  # seconds left that a screen reader is told of


@dataclass(frozen=True)
class There:
    """Who is at a table: by seat whether they are here and, of those who are away, since when (0: nobody knows); and
    how many look on."""

    states: tuple[Here | None, ...] = ()  # None: a bot
    since: tuple[float, ...] = ()
    watching: int = 0

    @classmethod
    def at(cls, table: Table, presence: Presence) -> There:
        people = [holder.person if holder.kind == "person" else "" for holder in table.holders]
        states = tuple(presence.state(table.id, person) if person else None for person in people)
        since = tuple(
            round(presence.seen(table.id, person)) if state == "away" else 0
            for person, state in zip(people, states, strict=True)
        )
        return cls(states, since, min(MOST_WATCHING, presence.watching(table.id, people)))


NOBODY = There()


def clock_of(table: Table, seat: int) -> dict[str, Any]:
    """What a page needs to let the clock of a seat tick. The same as long as nothing changes about how it runs."""
    clocks, runs = table.clocks, seat in table.clocks.running
    since = clocks.since
    told: dict[str, Any] = {"pace": table.terms.pace, "runs": runs}
    if table.terms.pace == "none" or not since:
        used = clocks.used(seat, since)
        return {**told, "begun": round(since - used, 1)} if runs and since else {**told, "used": round(used, 1)}
    if table.terms.pace == "live":
        turn, bank = clocks.turn(seat, since), clocks.bank(seat, since)
        told |= {"bonus": table.terms.bonus}
        return (
            {**told, "turn_ends": round(since + turn, 1), "ends": round(since + turn + bank, 1)}
            if runs
            else {**told, "bank": round(bank, 1)}
        )
    vacation = clocks.watches[seat].vacation
    if vacation > since:
        told["vacation"] = round(vacation)
    ends = clocks.ends(seat)
    return told if ends is None else {**told, "ends": round(ends, 1)}


def clocks_shown(table: Table) -> list[dict[str, Any]]:
    """The clocks of all seats, as pages and programs are told of them."""
    return [clock_of(table, seat) for seat in range(table.seats)]


def people(
    table: Table, view: Mapping[str, Any], there: There, seat: int | None, names: Sequence[str], say: Speech
) -> str:
    """The strip of the people; nothing where somebody plays without a clock and against bots alone."""
    persons = sum(holder.kind == "person" for holder in table.holders)
    if not table.started or (persons < 2 and table.terms.pace == "none"):
        return ""
    sitters = "".join(_sitter(table, view, there, number, number == seat, names, say) for number in range(table.seats))
    return f'<ol class="sitters" data-n="{table.seats}" data-words="{_words(say)}">{sitters}</ol>{_pause(table, seat, names, say)}'


def watchers(there: There, say: Speech) -> str:
    """How many look on, for the header; nothing where nobody does."""
    n = there.watching
    if not n:
        return ""
    number = f"{n}+" if n == MOST_WATCHING else str(n)
    told = say.plural("{n} watches", "{n} watch", n, n=number)
    return f'<span class="watchers">{icon("eye", 20)}<span class="words">{escape(told)}</span><b aria-hidden="true">{number}</b></span>'


def _sitter(
    table: Table, view: Mapping[str, Any], there: There, seat: int, mine: bool, names: Sequence[str], say: Speech
) -> str:
    on = seat in view["actors"] and not table.over
    kind = " ".join(filter(None, ("sitter", "me" if mine else "", "on" if on else "")))
    # Whoever watches some turns late would be told times that are not true any more.
    still = table.over or (table.terms.delay > 0 and view["seat"] is None)
    bot = table.holders[seat].kind == "bot"  # it plays at once: its time says nothing
    clock = "" if still or bot else f' data-clock="{escape(json.dumps(clock_of(table, seat), separators=(",", ":")))}"'
    state = there.states[seat] if there.states else None
    if bot or table.represented(seat):
        mark = f'<i class="robot" aria-hidden="true">{icon("bot", 17)}</i>'
    else:
        mark = f'<i class="dot is-{state}" aria-hidden="true"></i>' if state else ""
    ring = (
        f'<span class="ring" aria-hidden="true">{_RING}<b></b></span>'
        if clock and table.terms.pace == "live" and table.terms.bonus
        else ""
    )
    return (
        f'<li class="{kind}" data-seat="{seat}"{clock}><span class="shape">{seat_mark(seat, 26)}{mark}</span>'
        f'<span class="who"><b>{escape(names[seat])}</b><small>{_state(table, there, seat, mine, say)}</small></span>'
        f'{ring}<span class="time" role="timer"></span><b class="points">{view["standing"][seat]}</b>{_stood_in(table, seat, mine, names, say)}</li>'
    )


def _state(table: Table, there: There, seat: int, mine: bool, say: Speech) -> str:
    """In words what the dot shows."""
    if mine:
        return escape(say("you"))
    holder = table.holders[seat]
    if holder.kind == "bot":
        return escape(say(LEVELS[holder.level - 1].name))
    state = there.states[seat] if there.states else None
    if state == "away":
        since = f' data-gone="{there.since[seat]}"' if there.since[seat] else ""
        return f"<span{since}>{escape(say('away'))}</span>"
    if state == "idle":
        return escape(say("idle"))
    return f'<span class="sr">{escape(say("here"))}</span>' if state else ""


def with_comings(
    table: Table, turns: Sequence[Told], makers: Sequence[tuple[int, int]], names: Sequence[str], say: Speech
) -> list[str]:
    """The lines of the log, with who left and who came back between them."""
    notes = [(count, _noted(table, row, names, say)) for count, row in comings_and_goings(table.rows)[1]]
    lines = []
    for turn in turns:
        while notes and notes[0][0] < makers[turn.first][1]:
            lines.append(notes.pop(0)[1])
        if turn.line:
            lines.append(turn.line)
    return lines + [line for _, line in notes]


def _noted(table: Table, row: Row, names: Sequence[str], say: Speech) -> str:
    bot, name = stand_in(table, say), names[row.seat]
    if row.kind == "back":
        told = say("{name} is back", name=name)
    elif row.kind == "resign":
        told = say("{name} has resigned: {bot} plays on", name=name, bot=bot)
    elif row.move == Cause.TIME:
        told = say("{name} is out of time: {bot} plays", name=name, bot=bot)
    else:
        told = say("{name} left, {bot} plays", name=name, bot=bot)
    return f'<li class="turn came">{escape(told)}</li>'


def _stood_in(table: Table, seat: int, mine: bool, names: Sequence[str], say: Speech) -> str:
    """For whom a bot plays, and why."""
    if not table.represented(seat) or table.over:
        return ""
    bot, name = stand_in(table, say), names[seat]
    if seat in table.resigned:
        told = (
            say("You have resigned: {bot} plays on", bot=bot)
            if mine
            else say("{name} has resigned: {bot} plays on", name=name, bot=bot)
        )
    elif mine:
        told = say("{bot} plays for you until you are back", bot=bot)
    elif table.stood_in[seat] == Cause.TIME:
        told = say("{name} is out of time: {bot} plays", name=name, bot=bot)
    else:
        told = say("{bot} plays for {name} until they are back", bot=bot, name=name)
    return f'<span class="stand">{icon("bot", 18)}{escape(told)}</span>'


def _pause(table: Table, seat: int | None, names: Sequence[str], say: Speech) -> str:
    """Who asks for a pause, and what can be answered."""
    if not table.for_pause or table.over:
        return ""
    plays = seat is not None and seat in table.playing()
    if table.paused:
        words = say("The game is paused: clocks stand.")
        doing = [("resume", say("Go on"))] if plays else []
    else:
        asking = sorted(table.for_pause)
        words = say(
            "{names} would like a pause: clocks stop when all agree.", names=say.every([names[one] for one in asking])
        )
        doing = [("resume", say("No pause"))] if plays else []
        if plays and seat not in table.for_pause:
            doing.insert(0, ("pause", say("Agree")))
    buttons = "".join(
        f'<button class="btn sm" type="button" data-deed="{what}">{escape(name)}</button>' for what, name in doing
    )
    return f'<div class="pause" role="status">{icon("pause", 18)}<span>{escape(words)}</span>{buttons}</div>'


@lru_cache(16)
def _words(say: Speech) -> str:
    """What the page says about time, in the viewer's language."""
    words = {
        "left": say("{time} left"),
        "away": say("away {time}"),
        "days": say("{n} days"),
        "hours": say("{n} h"),
        "minutes": say("{n} min"),
        "vacation": say("on vacation"),
        "used": say("time used"),
        "move": say("{n} s for this move, then your bank of {time} runs"),
        "bank": say("your bank runs: {time}"),
        **{str(n): say("{n} seconds left", n=n) for n in SPOKEN},
    }
    return escape(json.dumps(words, ensure_ascii=False, separators=(",", ":")))


_RING = (
    '<svg viewBox="0 0 38 38" width="38" height="38"><circle cx="19" cy="19" r="16"/>'
    '<circle class="rest" cx="19" cy="19" r="16" pathLength="100" transform="rotate(-90 19 19)"/></svg>'
)
