"""Turns of bots, hints, chances and verdicts, computed in this process from what a seat can know."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Collection
from functools import cache
from typing import ParamSpec, TypeVar

from tablero.analysis import puzzle_jobs, whatif_jobs
from tablero.analysis.hints import DEEPER_SECONDS, HINT_SECONDS, MoveChance, MoveHint, hint_for_imagined
from tablero.analysis.puzzle_jobs import Verdict
from tablero.analysis.puzzles import Puzzle
from tablero.analysis.turns import Turn
from tablero.analysis.win_chances import WinChances
from tablero.bots.glimpse import glimpse
from tablero.bots.levels import LEVELS, Level, quick_level
from tablero.bots.players import Searcher
from tablero.bots.turn import Question, take_turn
from tablero.core.game import Game
from tablero.core.luck import seeded
from tablero.core.state import State
from tablero.games import game as find_game
from tablero.table import Refusal, Table
from tablero.ui.hint_text import check_hint

Given = ParamSpec("Given")
Found = TypeVar("Found")

MAX_TURN_SECONDS = 2.0  # of a bot at a level that is offered
PROBE_ITERATIONS = 4  # of the searches by which the speed of this device is measured
LATER_FACTOR = 2.0  # by which positions in the middle of a game cost more than the first decision


@cache
def iteration_seconds(name: str) -> float:
    """Return how long an iteration of a search takes on this device, measured at the first decision of a game."""
    game, luck = find_game(name), seeded(0)
    state = game.start(seats=game.seats[-1], seed=0)
    while len(state.moves(seat := state.actors()[0])) == 1:
        state.play(seat, state.moves(seat)[0])
    seen, probe = glimpse(state, seat, luck), Searcher(PROBE_ITERATIONS)
    probe.think(seen, luck)  # what is computed once for all searches is not measured
    began = time.perf_counter()
    probe.think(seen, luck)
    return (time.perf_counter() - began) / PROBE_ITERATIONS


def offered_levels(game: Game) -> tuple[Level, ...]:
    """Return the levels up to the last one that is itself here: its turns stay below MAX_TURN_SECONDS, and one that
    searches for a time searches no less than the level before."""
    offered, fewest = list[Level](), 0
    for level in LEVELS:
        found = level.bot.at(game)
        if isinstance(found, Searcher):
            each = iteration_seconds(game.name)
            fewest = fewest if found.seconds else found.iterations
            if max(found.seconds, fewest * each * LATER_FACTOR) > MAX_TURN_SECONDS:
                break
            if found.seconds and found.seconds < fewest * each:
                break
        offered.append(level)
    return tuple(offered)


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
