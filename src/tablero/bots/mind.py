"""Mind: a bot at one seat through a game, with a search tree that is reused and limits for a whole turn."""

from __future__ import annotations

import time

from tablero.bots.glimpse import Glimpse
from tablero.bots.levels import OfLevel
from tablero.bots.players import Bot, Searcher, Stop
from tablero.bots.search import Search
from tablero.core.luck import Luck

# Of what is left of a turn's limits, for its next decision: the tree below it serves the decisions after it
DECISION_SHARE = 0.6
SETTLED_DIVISOR = 4  # of the visits in the tree after something was settled


class Mind:
    """A bot at a seat. Call `saw` for every move of other seats, and `choose` when the seat owes a decision.

    >>> import tablero
    >>> from tablero.bots import bot, glimpse
    >>> state, luck = tablero.game("maya").start(seats=2, seed=1), tablero.seeded(5)
    >>> mind = Mind(bot("search:40"), 0)
    >>> mind.choose(glimpse(state, 0, luck), luck) in state.moves(0)
    True
    """

    def __init__(self, bot: Bot, seat: int) -> None:
        self.bot = bot
        self.seat = seat
        self._search: Search | None = None
        self._settled = 0
        self._begin_turn()

    def _begin_turn(self) -> None:
        self._iterations = 0
        self._seconds = 0.0

    def saw(self, mover: int, move: int, forced: bool = False) -> None:
        """Note a move as this seat saw it (-1: secret). A `forced` move has no node in the tree, but a move of another
        seat ends this seat's turn. The seat's own moves need not be noted."""
        if mover != self.seat:
            self._begin_turn()
        if self._search is not None and not forced:
            self._search.follow(mover, move)

    def choose(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> int:
        """Return the bot's move, within what is left of its turn's limits. The move counts as made."""
        return self.decide(glimpse, luck, stop)[0]

    def decide(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> tuple[int, list[int] | None]:
        """Return the bot's move and the visits of each legal move; None instead of visits if it does not search. A
        forced move has one visit."""
        bot = self._bot_for(glimpse)
        if len(glimpse.moves) == 1:
            return glimpse.moves[0], [1] if isinstance(bot, Searcher) else None
        if not isinstance(bot, Searcher):
            return bot.choose(glimpse, luck, stop), None
        search = self._searched(bot, glimpse, luck, stop)
        move = bot.pick(search, glimpse.moves, luck)
        visits = search.visits(glimpse.moves)
        search.follow(self.seat, move)
        return move, visits

    def turn(self, glimpse: Glimpse, luck: Luck, first: int | None = None) -> list[int]:
        """Return the bot's moves up to the point where something is settled. `first` is a move that has been chosen
        already."""
        state = glimpse.state
        settled, moves = int(state.settled), list[int]()
        while state.owes(self.seat) and int(state.settled) == settled:
            if first is not None:
                self.saw(self.seat, first)
                move, first = first, None
            else:
                move = self.choose(Glimpse.of_imagined(state, self.seat), luck)
            moves.append(move)
            state = state.copy()
            state.play(self.seat, move)
        return moves

    def explore(self, glimpse: Glimpse, luck: Luck) -> list[int]:
        """Search within the limits of the next decision and return the visits of each legal move, without choosing."""
        bot = self._bot_for(glimpse)
        assert isinstance(bot, Searcher)
        search = self._searched(bot, glimpse, luck, None)
        visits = search.visits(glimpse.moves)
        if bot.candidates_at(glimpse):
            # The last two candidates have the same number of visits; which of them is better must not be lost.
            visits[glimpse.moves.index(int(search.best(glimpse.moves)))] += max(visits)
        return visits

    def think_ahead(self, glimpse: Glimpse, luck: Luck, seconds: float, stop: Stop) -> None:
        """Search while other seats are to move, until `stop` returns True."""
        bot = self._bot_for(glimpse)
        assert isinstance(bot, Searcher)
        self._resumed(bot, glimpse, luck).run(bot.iterations, seconds, stop)

    def _bot_for(self, glimpse: Glimpse) -> Bot:
        return self.bot.at(glimpse.state.game) if isinstance(self.bot, OfLevel) else self.bot

    def _searched(self, bot: Searcher, glimpse: Glimpse, luck: Luck, stop: Stop | None) -> Search:
        search = self._resumed(bot, glimpse, luck)
        iterations = max(1, int(DECISION_SHARE * (bot.iterations - self._iterations)))
        # The clock is first read after some iterations: even a turn whose time is over gets those.
        seconds = max(1e-6, DECISION_SHARE * (bot.seconds - self._seconds)) if bot.seconds else 0.0
        begun = time.perf_counter()
        search.run(iterations, seconds, stop, sure=bot.softness <= 0.0, candidates=bot.candidates_at(glimpse))
        self._seconds += time.perf_counter() - begun
        self._iterations += int(search.iterations)
        return search

    def _resumed(self, bot: Searcher, glimpse: Glimpse, luck: Luck) -> Search:
        settled = int(glimpse.state.settled)
        if self._search is None:
            self._search = bot.begin(glimpse, luck)
        else:
            self._search.luck = luck
            self._search.resume(glimpse.state, 1 if settled == self._settled else SETTLED_DIVISOR)
        self._settled = settled
        return self._search
