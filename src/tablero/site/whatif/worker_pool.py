"""Worker pool of what-if boards and puzzles: moves of bots, chances, hints, verdicts, with limits for each user."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from tablero.analysis import puzzle_jobs, whatif_jobs
from tablero.analysis.hints import MoveHint
from tablero.analysis.puzzle_jobs import Verdict
from tablero.analysis.puzzles import Puzzle
from tablero.analysis.turns import Turn
from tablero.analysis.win_chances import WinChances
from tablero.bots.levels import quick_level
from tablero.core.state import State
from tablero.site.bots.worker_pool import WorkerPool
from tablero.site.table.hints import hint_from_pool
from tablero.site.web.rate_limit import RateLimit
from tablero.table import Refusal, Table

MAX_WAITING = 8  # requests of all users
USER_BURST, PER_SECOND = 40, 1.0  # requests of a user at once, and per second after that


class EvaluationPool:
    """Evaluate positions of what-if boards; the processes are started at the first request."""

    def __init__(self) -> None:
        # Two processes, so that a bot's move does not wait for win chances.
        self._pool = WorkerPool(2, limit=MAX_WAITING, rate=RateLimit(USER_BURST, PER_SECOND))

    async def win_chances(self, state: State, who: str) -> WinChances:
        """Return the win chances of every seat."""
        seat = max(0, int(state.actor()))
        given = (state.game.name, state.dump(), seat, secrets.randbits(128))
        return await self._pool.run(whatif_jobs.win_chances, *given, user=who)

    async def answers(
        self, state: State, mine: Collection[int], level: int, who: str, quick: bool = False
    ) -> list[tuple[int, int]]:
        """Return the moves of bots until a seat in `mine` owes a decision; `quick` lowers their level."""
        level = quick_level(state.game, level) if quick else level
        given = (state.game.name, state.dump(), tuple(mine), level, secrets.randbits(128))
        return await self._pool.run(whatif_jobs.answers, *given, user=who)

    async def judge_turn(self, puzzle: Puzzle, turn: Turn, who: str) -> Verdict:
        """Judge a whole turn that was tried at a puzzle."""
        return await self._pool.run(puzzle_jobs.judge_turn, puzzle, turn, user=who)

    async def find_hint(self, table: Table, seat: int, who: str, deeper: bool = False) -> MoveHint:
        """What the strongest level would do at a seat that owes a decision, and why."""
        if not table.state.owes(seat):
            raise Refusal("it is not your turn: ask when something is asked of you")
        return await hint_from_pool(self._pool, table, seat, who, deeper)

    def close(self) -> None:
        self._pool.close()
