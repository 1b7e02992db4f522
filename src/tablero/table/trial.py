"""Trial: a drawn example of the guide to play on with, on a table that nobody else sits at."""

from __future__ import annotations

from tablero.bots import bot, glimpse
from tablero.core.figure import Figure
from tablero.core.game import Game
from tablero.core.lesson import COMPANY
from tablero.core.luck import seeded
from tablero.table.errors import CannotUndo
from tablero.table.holder import Holder
from tablero.table.table import Table

LONGEST = 400  # moves of others in a row: no game has so many
OTHERS = "level1"


class Trial:
    """The position of a figure. Every legal move may be made; the others are beginners."""

    def __init__(self, game: Game, figure: Figure, learner: Holder) -> None:
        self.game = game
        self.figure = figure
        self.seat = figure.seat
        self._learner = learner
        self._luck = seeded(0)
        self._first = self._laid()
        self.table = self._first.fork()

    def _laid(self) -> Table:
        begins, others = self.figure.begins, iter(COMPANY)
        holders = [
            self._learner if seat == self.seat else Holder("bot", next(others), level=1)
            for seat in range(begins.seats)
        ]
        table = Table(
            "", self.game, begins.seats, begins.options, holders, begins.seed, "", start=begins.position,
        )  # fmt: skip
        for seat, words in self.figure.moves:
            _make(table, seat, self.game.read(table.state, seat, words))
        return table

    def play(self, move: int) -> bool:
        """Make a legal move, and then those of the others until it is the person's turn again."""
        self.table = self.table.fork()
        _make(self.table, self.seat, move)
        for _ in range(LONGEST):
            state = self.table.state
            owing = [seat for seat in state.actors() if seat != self.seat]
            if not owing or (state.owes(self.seat) and state.actor() == self.seat):
                break
            chosen = bot(OTHERS).choose(glimpse(state, owing[0], self._luck), self._luck)
            _make(self.table, owing[0], chosen)
        return True

    def back(self) -> None:
        """Take the last move back where the rules allow it, else begin again."""
        table = self.table.fork()
        try:
            table.take(table.undo(self.seat, ""), checked=True)
        except CannotUndo:
            self.again()
        else:
            self.table = table

    def again(self) -> None:
        """The position of the figure once more."""
        self.table = self._first.fork()


def _make(table: Table, seat: int, move: int) -> None:
    table.take(table.play(seat, move, table.version_for(seat), ""), checked=True)
