"""Seats: who sits where, in a few words."""

from __future__ import annotations

from tablero.bots import LEVELS
from tablero.core.speech import Speech
from tablero.people.names import GONE, GUESTS, SOMEBODY
from tablero.site.language import Tongue
from tablero.table import Holder, Table


def seat_names(table: Table, tongue: Tongue) -> tuple[str, ...]:
    return tuple(seat_name(holder, tongue.say) or tongue.say("nobody yet") for holder in table.holders)


def seat_name(holder: Holder, say: Speech) -> str:
    """A holder's name as a reader sees it."""
    return called(SOMEBODY if holder.person.startswith(GONE) else holder.name, say)


def called(name: str, say: Speech) -> str:
    """A name as a reader sees it: of a guest without one, and of somebody who has left the house for good, a word of the
    reader's language."""
    if name in GUESTS:
        return say("Guest")
    return say("Somebody") if name == SOMEBODY else name


def seat_note(holder: Holder, mine: bool, say: Speech) -> str:
    """Who that is: the viewer, a bot of some level; nothing about other people."""
    if mine:
        return say("you")
    if holder.kind != "bot":
        return ""
    level = next((level for level in LEVELS if level.number == holder.level), None)
    if level is None:
        return say("bot")
    return say("bot, level {level} ({name})", level=level.number, name=say(level.name))
