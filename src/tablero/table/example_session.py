"""Session of one learner on the position of a drawn example of the guide."""

from __future__ import annotations

from tablero.bots import bot, glimpse
from tablero.core.game import Game
from tablero.core.luck import seeded
from tablero.core.teaching.example import Example
from tablero.core.teaching.lesson import COMPANION_NAMES
from tablero.table.errors import CannotUndo
from tablero.table.holder import Holder
from tablero.table.table import Table

MAX_MOVES = 400  # of the bots in a row; no game has so many
OTHERS = "level1"


class ExampleSession:
    """A table that begins with the position of an example. All legal moves are allowed; weak bots answer."""

    def __init__(self, game: Game, example: Example, learner: Holder) -> None:
        self.game = game
        self.example = example
        self.seat = example.seat
        self._learner = learner
        self._luck = seeded(0)
        self._first = self._new_table()
        self.table = self._first.copy()

    def _new_table(self) -> Table:
        begins, others = self.example.begins, iter(COMPANION_NAMES)
        holders = [
            self._learner if seat == self.seat else Holder("bot", next(others), level=1) for seat in range(begins.seats)
        ]
        table = Table("", self.game, begins.seats, begins.options, holders, begins.seed, "", start=begins.position)
        for seat, words in self.example.moves:
            table.make(seat, self.game.read(table.state, seat, words))
        return table

    def play(self, move: int) -> bool:
        """Make a legal move, then those of the bots until the learner has to decide again."""
        self.table = self.table.copy()
        self.table.make(self.seat, move)
        for _ in range(MAX_MOVES):
            state = self.table.state
            owing = [seat for seat in state.actors() if seat != self.seat]
            if not owing or (state.owes(self.seat) and state.actor() == self.seat):
                break
            chosen = bot(OTHERS).choose(glimpse(state, owing[0], self._luck), self._luck)
            self.table.make(owing[0], chosen)
        return True

    def back(self) -> None:
        """Undo the last move if the rules allow it, else restart."""
        table = self.table.copy()
        try:
            table.apply(table.undo(self.seat, ""), checked=True)
        except CannotUndo:
            self.again()
        else:
            self.table = table

    def again(self) -> None:
        """Return to the position of the example."""
        self.table = self._first.copy()
