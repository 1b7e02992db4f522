"""The players at a table: presence, stand-ins and clocks.

Clocks are sent as moments, not as seconds left: the page lets them tick by itself. A log row that changes nothing
about them changes nothing on the page, and a table at which nothing happens costs nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tablero.bots import LEVELS
from tablero.core.drawing.icons import icon
from tablero.core.drawing.kept_parts import KeptParts
from tablero.core.drawing.shapes import escape, seat_mark
from tablero.core.i18n.translator import Translator
from tablero.table import Cause, LogRow, Table
from tablero.ui.log_text import TurnText
from tablero.ui.menu import stand_in_name
from tablero.ui.presence import MOST_WATCHING, TablePresence

SPOKEN_SECONDS = (30, 10)  # seconds left that a screen reader announces


def clock_of(table: Table, seat: int) -> dict[str, Any]:
    """Return what a page needs to let a seat's clock tick; the same while the clock runs on."""
    clocks, runs = table.clocks, seat in table.clocks.running
    since = clocks.since
    clock: dict[str, Any] = {"pace": table.terms.pace, "runs": runs}
    if table.terms.pace == "none" or not since:
        used = clocks.used(seat, since)
        return {**clock, "begun": round(since - used, 1)} if runs and since else {**clock, "used": round(used, 1)}
    if table.terms.pace == "live":
        turn, bank = clocks.turn(seat, since), clocks.bank(seat, since)
        clock["bonus"] = table.terms.bonus
        if not runs:
            return {**clock, "bank": round(bank, 1)}
        return {**clock, "turn_ends": round(since + turn, 1), "ends": round(since + turn + bank, 1)}
    vacation = clocks.seat_clocks[seat].vacation
    if vacation > since:
        clock["vacation"] = round(vacation)
    ends = clocks.ends(seat)
    return clock if ends is None else {**clock, "ends": round(ends, 1)}


def clocks_shown(table: Table) -> list[dict[str, Any]]:
    """Return the clocks of all seats, for pages and programs."""
    if "clocks" not in table.computed:
        table.computed["clocks"] = [clock_of(table, seat) for seat in range(table.seats)]
    found: list[dict[str, Any]] = table.computed["clocks"]
    return found


def spectator_count(presence: TablePresence, say: Translator) -> str:
    """Return the number of spectators for the header; empty when there are none."""
    n = presence.watching
    if not n:
        return ""
    number = f"{n}+" if n == MOST_WATCHING else str(n)
    words = escape(say.plural("{n} watches", "{n} watch", n, n=number))
    return (
        f'<span class="watchers">{icon("eye", 20)}<span class="words">{words}</span>'
        f'<b aria-hidden="true">{number}</b></span>'
    )


@dataclass(slots=True)
class PlayersStrip:
    """The strip of the players, as the viewer in `seat` sees it."""

    table: Table
    view: Mapping[str, Any]
    presence: TablePresence
    seat: int | None
    names: Sequence[str]
    say: Translator
    kept: KeptParts  # of the same page

    def html(self) -> str:
        """Return the strip; empty where one person plays without a clock against bots."""
        table = self.table
        persons = sum(holder.kind == "person" for holder in table.holders)
        if not table.started or (persons < 2 and table.terms.pace == "none"):
            return ""
        players = "".join([self._kept_player(seat) for seat in range(table.seats)])
        data = f'data-n="{table.seats}" data-words="{_words(self.say)}"'
        return f'<ol class="sitters" {data}>{players}</ol>{self._awaited()}{self._pause()}'

    def _kept_player(self, seat: int) -> str:
        """Return a player as drawn last, where nothing has changed about them."""
        table, view = self.table, self.view
        seen = (
            clocks_shown(table)[seat],
            seat in view["actors"],
            view["standing"][seat],
            _scored(view, seat),
            view["seat"],
            table.over,
            table.holders[seat],
            table.terms,
            table.stood_in.get(seat),
            seat in table.resigned,
            self.presence,
            self.seat,
            self.names[seat],
            self.say,
        )
        return self.kept.part(("player", seat), seen, lambda: self._player(seat))

    def _player(self, seat: int) -> str:
        table, view = self.table, self.view
        on = seat in view["actors"] and not table.over
        kind = " ".join(filter(None, ("sitter", "me" if seat == self.seat else "", "on" if on else "")))
        # A delayed view would show times that are not true any more.
        still = table.over or (table.terms.delay > 0 and view["seat"] is None)
        bot = table.holders[seat].kind == "bot"  # it plays at once: its time says nothing
        times = "" if still or bot else escape(json.dumps(clocks_shown(table)[seat], separators=(",", ":")))
        clock = f' data-clock="{times}"' if times else ""
        state = self._presence(seat)
        if bot or table.represented(seat):
            mark = f'<i class="robot" aria-hidden="true">{icon("bot", 17)}</i>'
        else:
            mark = f'<i class="dot is-{state}" aria-hidden="true"></i>' if state else ""
        timed = clock and table.terms.pace == "live" and table.terms.bonus
        ring = f'<span class="ring" aria-hidden="true">{_RING}<b></b></span>' if timed else ""
        return (
            f'<li class="{kind}" data-seat="{seat}"{clock}><span class="shape">{seat_mark(seat, 26)}{mark}</span>'
            f'<span class="who"><b>{escape(self.names[seat])}</b><small>{self._state(seat)}</small></span>'
            f'{ring}<span class="time" role="timer"></span>{_points(view, seat, self.say)}'
            f"{self._stand_in(seat)}</li>"
        )

    def _presence(self, seat: int) -> str | None:
        return self.presence.states[seat] if self.presence.states else None

    def _state(self, seat: int) -> str:
        """Return in words what the dot shows."""
        say, holder, state = self.say, self.table.holders[seat], self._presence(seat)
        if seat == self.seat:
            return escape(say("you"))
        if holder.kind == "bot":
            return escape(say(LEVELS[holder.level - 1].name))
        if state == "away":
            since = self.presence.since[seat]
            data = f' data-gone="{since}"' if since else ""
            return f"<span{data}>{escape(say('away'))}</span>"
        if state == "idle":
            return escape(say("idle"))
        return f'<span class="sr">{escape(say("here"))}</span>' if state else ""

    def _stand_in(self, seat: int) -> str:
        """Return that a bot plays for a seat, and why."""
        table, say = self.table, self.say
        if not table.represented(seat) or table.over:
            return ""
        bot, name, mine = stand_in_name(table, say), self.names[seat], seat == self.seat
        if seat in table.resigned:
            others = say("{name} has resigned: {bot} plays on", name=name, bot=bot)
            words = say("You have resigned: {bot} plays on", bot=bot) if mine else others
        elif mine:
            words = say("{bot} plays for you until you are back", bot=bot)
        elif table.stood_in[seat] == Cause.TIME:
            words = say("{name} is out of time: {bot} plays", name=name, bot=bot)
        else:
            words = say("{bot} plays for {name} until they are back", bot=bot, name=name)
        return f'<span class="stand">{icon("bot", 18)}{escape(words)}</span>'

    def _awaited(self) -> str:
        """Return for whom the others wait although they are away, and when a bot takes over; the page lets it tick."""
        out, table = "", self.table
        if table.terms.delay and self.view["seat"] is None:
            return out
        if not any(self.presence.since):
            return out
        for seat in sorted(table.deciding() - {self.seat}):
            since = self.presence.since[seat]
            waiting = {table.holders[other].person for other in table.playing()} - {table.holders[seat].person}
            if not since or not waiting:
                continue
            known = {"name": self.names[seat], "bot": stand_in_name(table, self.say)}
            ticks = {"time": "{time}", "left": "{left}"}  # filled by the page
            told = escape(self.say("{name}: away {time}, {bot} takes over in {left}", **known, **ticks))
            data = f'data-away="{since}" data-takes="{self._takes_over(seat, since)}" data-told="{told}"'
            out += f'<p class="waited-for"><i aria-hidden="true"></i><span {data}></span></p>'
        return out

    def _takes_over(self, seat: int, since: float) -> int:
        """Return when a bot stands in for a player who has been away since then and owes a decision."""
        watch = self.table.clocks.seat_clocks[seat]
        return round(max(since, watch.owed, watch.vacation) + self.table.terms.absence_limit)

    def _pause(self) -> str:
        """Return who asks for a pause, with the possible answers."""
        table, say = self.table, self.say
        if not table.for_pause or table.over:
            return ""
        plays = self.seat is not None and self.seat in table.playing()
        if table.paused:
            words = say("The game is paused: the clocks are stopped.")
            actions = [("resume", say("Go on"))] if plays else []
        else:
            asking = say.every([self.names[one] for one in sorted(table.for_pause)])
            words = say("{names} would like a pause: clocks stop when all agree.", names=asking)
            actions = [("resume", say("No pause"))] if plays else []
            if plays and self.seat not in table.for_pause:
                actions.insert(0, ("pause", say("Agree")))
        buttons = "".join(
            f'<button class="btn sm" type="button" data-deed="{action}">{escape(name)}</button>'
            for action, name in actions
        )
        return f'<div class="pause" role="status">{icon("pause", 18)}<span>{escape(words)}</span>{buttons}</div>'


def _scored(view: Mapping[str, Any], seat: int) -> int:
    standing: int = view["standing"][seat]
    players: Sequence[Mapping[str, Any]] = view.get("players", ())
    scored: int = players[seat].get("score", standing) if players else standing
    return scored


def _points(view: Mapping[str, Any], seat: int, say: Translator) -> str:
    """Return the points that a seat has scored, and apart from them those that it would have besides at an end now."""
    standing: int = view["standing"][seat]
    scored = _scored(view, seat)
    if scored == standing:
        return f'<b class="points">{standing}</b>'
    more = f"{standing - scored:+d}".replace("-", "−")
    words = escape(say("{n} scored, {more} as things stand", n=scored, more=more))
    return f'<b class="points" role="img" aria-label="{words}" title="{words}">{scored} <small>({more})</small></b>'


def lines_with_absences(
    table: Table,
    turns: Sequence[TurnText],
    makers: Sequence[tuple[int, int]],
    rows: Sequence[tuple[int, LogRow]],
    names: Sequence[str],
    say: Translator,
) -> list[str]:
    """Return the lines of the log, with those about players who left or came back between them: `rows`, each with the
    number of moves before it."""
    notes = [(count, _absence_line(table, row, names, say)) for count, row in rows]
    lines = []
    for turn in turns:
        while notes and notes[0][0] < makers[turn.first][1]:
            lines.append(notes.pop(0)[1])
        if turn.line:
            lines.append(turn.line)
    return lines + [line for _, line in notes]


def _absence_line(table: Table, row: LogRow, names: Sequence[str], say: Translator) -> str:
    bot, name = stand_in_name(table, say), names[row.seat]
    if row.kind == "back":
        words = say("{name} is back", name=name)
    elif row.kind == "resign":
        words = say("{name} has resigned: {bot} plays on", name=name, bot=bot)
    elif row.move == Cause.TIME:
        words = say("{name} is out of time: {bot} plays", name=name, bot=bot)
    else:
        words = say("{name} left, {bot} plays", name=name, bot=bot)
    return f'<li class="turn came">{escape(words)}</li>'


@lru_cache(16)
def _words(say: Translator) -> str:
    """Return what the page says about time, in the viewer's language, as JSON."""
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
        **{str(n): say("{n} seconds left", n=n) for n in SPOKEN_SECONDS},
    }
    return escape(json.dumps(words, ensure_ascii=False, separators=(",", ":")))


_RING = (
    '<svg viewBox="0 0 38 38" width="38" height="38"><circle cx="19" cy="19" r="16"/>'
    '<circle class="rest" cx="19" cy="19" r="16" pathLength="100" transform="rotate(-90 19 19)"/></svg>'
)
