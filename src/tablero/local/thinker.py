"""Turns of bots, hints, chances and verdicts, computed in this process from what a seat can know."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection
from typing import ParamSpec, TypeVar

from tablero.analysis import puzzle_jobs, whatif_jobs
from tablero.analysis.hints import DEEPER_SECONDS, HINT_SECONDS, MoveChance, MoveHint, hint_for_imagined
from tablero.analysis.puzzle_jobs import Verdict
from tablero.analysis.puzzles import Puzzle
from tablero.analysis.turns import Turn
from tablero.analysis.win_chances import WinChances
from tablero.bots.levels import LEVELS, Level, quick_level
from tablero.bots.players import Searcher
from tablero.bots.turn import Question, take_turn
from tablero.core.game import Game
from tablero.core.luck import seeded
from tablero.core.state import State
from tablero.plain import is_compiled
from tablero.table import Refusal, Table
from tablero.ui.hint_text import check_hint

Given = ParamSpec("Given")
Found = TypeVar("Found")

# Of a search for one turn. Plain Python in a browser makes some 60 a second on a slow machine; a turn may take two
# seconds.
MAX_PLAIN_ITERATIONS = 100


def offered_levels(game: Game) -> tuple[Level, ...]:
    """Return the levels whose turns stay below two seconds here."""
    return tuple(level for level in LEVELS if is_compiled() or _is_short(level, game))


def _is_short(level: Level, game: Game) -> bool:
    found = level.bot.at(game)
    return not isinstance(found, Searcher) or (not found.seconds and found.iterations <= MAX_PLAIN_ITERATIONS)


class LocalThinker:
    """Computes for all tables of a device, one thing after another."""

    def __init__(self) -> None:
        self._busy = asyncio.Lock()

    async def turn(self, table: Table, seat: int) -> list[int]:
        """Return a bot's moves up to the next settled point."""
        imagined = table.state.imagine(seat, seeded(secrets.randbits(128))).dump()
        key, level = f"{table.id} {seat}", table.bot_level(seat)
        question = Question(key, table.game.name, imagined, seat, level, secrets.randbits(128))
        return await self._run(take_turn, question)

    async def find_hint(self, table: Table, seat: int, who: str, deeper: bool = False) -> MoveHint:
        """Return what the strongest level would do at a seat. Raise Refusal where no hint may be asked for."""
        if table.id:
            check_hint(table, seat)
        elif not table.state.owes(seat):  # of a what-if board
            raise Refusal("it is not your turn: ask when something is asked of you")
        moves = table.state.moves(seat)
        if len(moves) == 1:
            return MoveHint((MoveChance(moves[0], 1.0),))
        imagined = table.state.imagine(seat, seeded(secrets.randbits(128))).dump()
        seconds = DEEPER_SECONDS if deeper else HINT_SECONDS
        return await self._run(hint_for_imagined, table.game.name, imagined, seat, secrets.randbits(128), seconds)

    async def win_chances(self, state: State, who: str) -> WinChances:
        seat = max(0, int(state.actor()))
        return await self._run(whatif_jobs.win_chances, state.game.name, state.dump(), seat, secrets.randbits(128))

    async def answers(
        self, state: State, mine: Collection[int], level: int, who: str, quick: bool = False
    ) -> list[tuple[int, int]]:
        level = min(level, offered_levels(state.game)[-1].number)
        level = quick_level(state.game, level) if quick else level
        given = (state.game.name, state.dump(), tuple(mine), level, secrets.randbits(128))
        return await self._run(whatif_jobs.answers, *given)

    async def judge_turn(self, puzzle: Puzzle, turn: Turn) -> Verdict:
        return await self._run(puzzle_jobs.judge_turn, puzzle, turn)

    async def _run(self, function: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
        async with self._busy:
            await asyncio.sleep(0)  # what is to be sent goes first
            return function(*given, **named)
