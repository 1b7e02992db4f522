"""Mind: a bot at one seat through a game. It remembers what it has thought, and its limits are those of a whole turn."""

from __future__ import annotations

import time

from tablero.bots.knowledge import Glimpse
from tablero.bots.levels import OfLevel
from tablero.bots.players import Bot, Searcher, Stop
from tablero.bots.search import Search
from tablero.core.luck import Luck

OF_WHAT_IS_LEFT = 0.6  # the part of a turn's limits that its next decision may take: the tree below serves those after it
FADE = 4  # how many times less a thought counts after something has come out


class Mind:
    """A bot that has sat down. Tell it every move that is made (`saw`), and ask it when it owes one (`choose`).

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
        """A move was made, as this seat saw it (-1: in secret). One that was the only one there was (`forced`) leads to no other
        thoughts, but another seat's ends this one's turn; its own need not be told."""
        if mover != self.seat:
            self._begin_turn()
        if self._search is not None and not forced:
            self._search.follow(mover, move)

    def choose(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> int:
        """The bot's move, with what is left of its turn's limits. The move counts as made."""
        return self.decide(glimpse, luck, stop)[0]

    def decide(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> tuple[int, list[int] | None]:
        """The bot's move, and how often its search tried each legal move; None where it does not search. A forced move has been
        tried once."""
        bot = self._bot_for(glimpse)
        if len(glimpse.moves) == 1:
            return glimpse.moves[0], [1] if isinstance(bot, Searcher) else None
        if not isinstance(bot, Searcher):
            return bot.choose(glimpse, luck, stop), None
        search = self._thought(bot, glimpse, luck, stop)
        move = bot.pick(search, glimpse.moves, luck)
        tried = search.visits(glimpse.moves)
        search.follow(self.seat, move)
        return move, tried

    def turn(self, glimpse: Glimpse, luck: Luck, first: int | None = None) -> list[int]:
        """The bot's moves, one after the other, up to the point where something is settled: what follows from that nobody knows
        yet. `first` is a move that has been chosen already."""
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
        """How often a search tries each legal move, with what its next decision may take; nothing is chosen yet."""
        bot = self._bot_for(glimpse)
        assert isinstance(bot, Searcher)
        return self._thought(bot, glimpse, luck, None).visits(glimpse.moves)

    def think_ahead(self, glimpse: Glimpse, luck: Luck, seconds: float, stop: Stop) -> None:
        """Think in others' time, from a position in which they are to move."""
        bot = self._bot_for(glimpse)
        assert isinstance(bot, Searcher)
        self._resumed(bot, glimpse, luck).run(bot.iterations, seconds, stop)

    def _bot_for(self, glimpse: Glimpse) -> Bot:
        return self.bot.at(glimpse.state.game) if isinstance(self.bot, OfLevel) else self.bot

    def _thought(self, bot: Searcher, glimpse: Glimpse, luck: Luck, stop: Stop | None) -> Search:
        search = self._resumed(bot, glimpse, luck)
        iterations = max(1, int(OF_WHAT_IS_LEFT * (bot.iterations - self._iterations)))
        # A turn's first look at the clock comes late: even a turn whose time is over gets one.
        seconds = max(1e-6, OF_WHAT_IS_LEFT * (bot.seconds - self._seconds)) if bot.seconds else 0.0
        begun = time.perf_counter()
        search.run(iterations, seconds, stop, sure=bot.softness <= 0.0)
        self._seconds += time.perf_counter() - begun
        self._iterations += int(search.iterations)
        return search

    def _resumed(self, bot: Searcher, glimpse: Glimpse, luck: Luck) -> Search:
        settled = int(glimpse.state.settled)
        if self._search is None:
            self._search = bot.begin(glimpse, luck)
        else:
            self._search.luck = luck
            self._search.resume(glimpse.state, 1 if settled == self._settled else FADE)
        self._settled = settled
        return self._search
