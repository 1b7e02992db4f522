"""Decisions that bots owe at a table."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.bots.levels import thinks_quickly
from tablero.store import Summary
from tablero.table import Table


@dataclass(frozen=True)
class BotDecision:
    """One move that a bot owes at a seat in one position."""

    table: str
    seat: int
    version: int  # as the seat counts
    level: int
    opener: str
    only_bots: bool  # only bots sit there
    quick: bool  # answered in a few milliseconds


def owed_decisions(table: Table) -> list[BotDecision]:
    """Return what the bots of a table owe now."""
    opener, bots = table.host or table.id, only_bots(table)
    owed = []
    for seat in table.actors():
        if level := table.bot_level(seat):
            forced = len(table.state.moves(seat)) == 1  # no search: quick at every level
            level = 1 if forced else level
            quick = forced or thinks_quickly(table.game, level)
            owed.append(BotDecision(table.id, seat, table.version_for(seat), level, opener, bots, quick))
    return owed


def only_bots(table: Table | Summary) -> bool:
    """Return whether no player sits at the table."""
    return all(holder.kind == "bot" for holder in table.holders)
