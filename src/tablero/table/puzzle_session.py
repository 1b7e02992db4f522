"""Session of one solver at one puzzle, on an ordinary table without other people."""

from __future__ import annotations

from typing import Literal

from tablero.analysis.puzzle_jobs import Verdict
from tablero.analysis.puzzles import Puzzle
from tablero.analysis.turns import Turn, is_turn_over
from tablero.core.teaching.lesson import COMPANION_NAMES
from tablero.games import game as find_game
from tablero.table.errors import Refusal
from tablero.table.holder import Holder
from tablero.table.table import Table

MAX_TRIES = 3  # after which the answer is shown
OTHERS_LEVEL = 6  # of the bots that played the game

Stage = Literal["asking", "judging", "right", "wrong", "shown"]


class PuzzleSession:
    """A puzzle in the hands of one solver: the turn that is being made, and what became of earlier ones."""

    def __init__(self, puzzle: Puzzle, solver: Holder) -> None:
        self.puzzle = puzzle
        self.game = find_game(puzzle.game)
        self.seat = puzzle.seat
        others = iter(COMPANION_NAMES)
        self.holders = [
            solver if seat == self.seat else Holder("bot", next(others), level=OTHERS_LEVEL)
            for seat in range(puzzle.seats)
        ]
        self.stage: Stage = "asking"
        self.tries = 0
        self.hinted = False
        self.given_up = False  # the answer was shown
        self.lit: int | None = None  # the move that a hint shows
        self.verdict: Verdict | None = None  # of the last try
        self.made: list[int] = []
        self._first = self.table_at_start()
        self.table = self._first.copy()

    def table_at_start(self) -> Table:
        """Return a new table at the position of the puzzle."""
        state = self.puzzle.state()
        return Table("", self.game, self.puzzle.seats, state.options, self.holders, 0, "", start=self.puzzle.position)

    @property
    def asking(self) -> bool:
        return self.stage == "asking"

    @property
    def done(self) -> bool:
        """Whether the puzzle is solved, or its answer was shown."""
        return self.stage in ("right", "shown")

    @property
    def left(self) -> int:
        """Number of tries before the answer is shown."""
        return MAX_TRIES - self.tries

    def play(self, move: int) -> bool:
        """Make a legal move; return whether the turn is over and has to be judged."""
        if not self.asking:
            raise Refusal("this turn is over: try again, or go on to the next puzzle")
        self._make(move)
        self.lit = None
        if is_turn_over(self.table.state, self.seat, int(self._first.state.settled)):
            self.stage = "judging"
        return self.stage == "judging"

    def take(self, verdict: Verdict) -> None:
        """Take the verdict on the turn that was made."""
        self.tries += 1
        self.verdict = verdict
        self.stage = "right" if verdict.right else "wrong"

    def back(self) -> None:
        """Take the last move back."""
        if self.asking and self.made:
            made = self.made[:-1]
            self.again()
            for move in made:
                self._make(move)

    def again(self) -> None:
        """Begin the turn again."""
        self.stage, self.made, self.lit = "asking", [], None
        self.table = self._first.copy()

    def hint(self) -> None:
        """Light the next move of the best turn; moves that do not belong to it are taken back."""
        if not self.asking:
            return
        self.hinted = True
        best = self.puzzle.moves(self.puzzle.best)
        if tuple(self.made) != best[: len(self.made)]:
            self.again()
        self.lit = best[len(self.made)]

    def show(self) -> Turn:
        """Play the best turn; return it."""
        self.again()
        best = self.puzzle.moves(self.puzzle.best)
        for move in best:
            self._make(move)
        self.stage, self.given_up = "shown", True
        return best

    def _make(self, move: int) -> None:
        self.table = self.table.copy()  # viewers of the earlier position keep it
        self.table.make(self.seat, move)
        self.made.append(move)
