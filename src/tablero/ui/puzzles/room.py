"""The table of one solver at a puzzle, and the connection of its page."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from tablero.analysis.puzzle_jobs import Verdict
from tablero.analysis.puzzles import Puzzle
from tablero.analysis.turns import Turn
from tablero.people.streaks import Streak
from tablero.table import Refusal, Table
from tablero.table.log_row import AppendResult
from tablero.table.puzzle_session import PuzzleSession
from tablero.ui.client_view import ClientView
from tablero.ui.messages import unknown_request
from tablero.ui.puzzles.page import PuzzlePages
from tablero.ui.room_feed import ButtonConnection, RoomFeed
from tablero.ui.table_page import Perspective
from tablero.ui.updates import Socket

logger = logging.getLogger("tablero")


@dataclass(frozen=True)
class Attempt:
    """What a try came to, for the account of the solver: 1 for the best turn at once, 0.5 after a hint, 0 else."""

    share: float
    solved: bool
    seconds: float


@dataclass(frozen=True)
class PuzzleStanding:
    """What the page tells of a puzzle and its solver beside the board."""

    tried: int = 0  # people who have tried it
    solved: int = 0  # of them, who have found the best turn
    rating: int | None = None  # of the solver
    change: int | None = None  # of that rating, by this puzzle
    before: bool = False  # whether the solver has tried it before
    today: bool = False  # whether it is one of today's
    streak: Streak = field(default_factory=Streak)
    match: str = ""  # the solver's own game that it comes from
    at: int = 0  # moves made before it in that game
    shared: bool = True  # whether others can open its address


Judge = Callable[[Puzzle, Turn], Awaitable[Verdict]]
Keep = Callable[[Attempt], Awaitable[PuzzleStanding]]


@dataclass
class PuzzleRoom(RoomFeed):
    """Backend and feed of a puzzle. `judge` judges turns, `keep` keeps what the first try came to."""

    session: PuzzleSession
    standing: PuzzleStanding
    judge: Judge
    keep: Keep
    clock: Callable[[], float]
    id: str = ""
    trouble: str = ""  # why a turn could not be judged

    def __post_init__(self) -> None:
        super().__init__()
        self._judging: asyncio.Task[None] | None = None
        self._begun = self.clock()
        self.seconds = 0.0  # until it was solved

    # ---------------------------------------------------------------- backend

    async def table(self, id: str = "") -> Table:
        return self.session.table

    async def play(
        self, id: str, seat: int, move: int, version: int, action_id: str, *, lag: float = 0.0
    ) -> AppendResult:
        """Make a legal move; the one that ends the turn has it judged."""
        self.session.table.play(seat, move, version, action_id)
        if self.session.play(move):
            self._judging = asyncio.create_task(self._judge())
        return self._changed()

    async def undo(self, id: str, seat: int, action_id: str) -> AppendResult:
        self.session.back()
        return self._changed()

    async def restart(self, id: str, seat: int, action_id: str) -> AppendResult:
        if self.session.asking:
            self.session.again()
        return self._changed()

    async def do(self, what: str) -> None:
        """Do what a button of the page names: again, hint, show."""
        session = self.session
        if session.stage == "judging" and not self.trouble:
            return
        if what == "again" and session.stage in ("wrong", "judging", "right", "shown"):
            self.trouble = ""
            session.again()
        elif what == "hint":
            session.hint()
        elif what == "show" and not session.done:
            self.trouble = ""
            tried = session.tries > 0
            session.verdict = await self.judge(session.puzzle, session.show())
            if not tried:
                await self._keep(Attempt(0.0, False, self.clock() - self._begun))
        elif what not in ("again", "hint", "show"):
            raise unknown_request()
        self._changed()

    async def _judge(self) -> None:
        session = self.session
        try:
            verdict = await self.judge(session.puzzle, tuple(session.made))
            session.take(verdict)
            await self._rate(verdict)
        except Refusal as error:
            self.trouble = str(error)
        except Exception:
            logger.exception("a turn at puzzle %s could not be judged", session.puzzle.id)
            self.trouble = "the answer was lost: ask again"
        self._changed()

    async def _rate(self, verdict: Verdict) -> None:
        """Keep what the first try came to; later ones only say that it was solved in the end."""
        session = self.session
        if session.given_up:
            return
        if verdict.right and not self.seconds:
            self.seconds = self.clock() - self._begun
        if session.tries == 1 or verdict.right:
            clean = session.tries == 1 and not session.hinted
            share = (1.0 if clean else 0.5) if verdict.right and session.tries == 1 else 0.0
            await self._keep(Attempt(share, verdict.right, self.clock() - self._begun))
        if not verdict.right and session.left <= 0:
            session.verdict = await self.judge(session.puzzle, session.show())

    async def _keep(self, attempt: Attempt) -> None:
        self.standing = await self.keep(attempt)

    def _changed(self) -> AppendResult:
        self.refresh_viewers()
        return AppendResult(self.session.table.version, False)


class PuzzleConnection(ButtonConnection):
    """The connection of a solver."""

    def __init__(self, socket: Socket, person: str, room: PuzzleRoom, perspective: Perspective) -> None:
        super().__init__(socket, room, ClientView(person, perspective, PuzzlePages(room)), "puzzle")
