"""Seats: who sits where, in a few words."""

from __future__ import annotations

from tablero.bots import LEVELS
from tablero.core.speech import Speech
from tablero.site.language import Tongue
from tablero.table import Holder, Table


def seat_names(table: Table, tongue: Tongue) -> tuple[str, ...]:
    return tuple(holder.name or tongue.say("nobody yet") for holder in table.holders)


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
