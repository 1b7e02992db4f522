"""Decisions that bots owe at a table."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.bots import LEVELS, Searcher
from tablero.core.game import Game
from tablero.store import Summary
from tablero.table import Table

QUICK_ITERATIONS = 500  # at most, of a level that answers in a few milliseconds


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


def thinks_quickly(game: Game, level: int) -> bool:
    """Return whether bots of a level answer in a few milliseconds in this game."""
    found = LEVELS[level - 1].bot.at(game)
    return not isinstance(found, Searcher) or (not found.seconds and found.iterations <= QUICK_ITERATIONS)


def quick_level(game: Game, level: int) -> int:
    """Return the highest quick level up to this one."""
    return max(number for number in range(1, level + 1) if thinks_quickly(game, number))


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
