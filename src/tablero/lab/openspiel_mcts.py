"""OpenSpiel's MCTS as an external yardstick: a position as a game of OpenSpiel, and the search as a bot.

OpenSpiel's MCTS handles neither hidden information nor luck that a game draws by itself. It gets one imagined position,
as every bot does, and searches it as if it were true. Its random rollouts are played by our compiled rules, so that it
does not lose because a game written in Python is slow. (Its search in C++ crashes on games that are written in Python.)
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from tablero.bots import Glimpse
from tablero.bots.mind import DECISION_SHARE
from tablero.bots.players import Stop
from tablero.core import Luck, State
from tablero.core.playout import play_at_random

EXPLORATION = 2.0  # as in OpenSpiel's own examples
SIMULATIONS = 1_000_000_000  # time ends a search
MAX_DECISIONS = 100_000  # no game takes so many


def _kind(seats: int) -> Any:
    return pyspiel.GameType(
        short_name="tablero",
        long_name="A position of Tablero",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """An OpenSpiel game that begins with a position. Seats that choose at the same time choose one after the other."""

    def __init__(self, position: State) -> None:
        seats = int(position.seats)
        about = pyspiel.GameInfo(
            num_distinct_actions=int(position.game.moves.size),
            max_chance_outcomes=0,
            num_players=seats,
            min_utility=-1.0 / (seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_DECISIONS,
        )
        super().__init__(_kind(seats), about, {})
        self.position = position

    def new_initial_state(self, state: object = None) -> SpielState:
        return SpielState(self, self.position.copy())


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position with the interface of OpenSpiel."""

    def __init__(self, game: SpielGame, position: State) -> None:
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        seat = int(self.position.actor())
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.moves(player))

    def _apply_action(self, action: int) -> None:
        self.position.apply(int(self.position.actor()), action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.position.game.moves.write(action))

    def is_terminal(self) -> bool:
        return bool(self.position.actor() < 0)

    def returns(self) -> list[float]:
        """Return 1 for a win and equal losses for the others, so that the sum is 0."""
        seats = int(self.position.seats)
        result = self.position.result()
        if result is None:
            return [0.0] * seats
        shares = [1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(seats)]
        return [(seats * share - 1) / (seats - 1) for share in shares]

    def __str__(self) -> str:
        return repr(self.position)


class Rollouts(mcts.Evaluator):  # type: ignore[misc]
    """Evaluate a position by the end of one random game."""

    def __init__(self, luck: Luck) -> None:
        self._luck = luck

    def evaluate(self, state: SpielState) -> list[float]:
        end = SpielState(state.get_game(), state.position.copy())
        play_at_random(end.position, self._luck, MAX_DECISIONS)
        return end.returns()

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        moves = state.legal_actions()
        return [(move, 1 / len(moves)) for move in moves]


class TimeIsUp(Exception):
    """The time of the search is over."""


class TimedSearch(mcts.MCTSBot):  # type: ignore[misc]
    """OpenSpiel's MCTS, which counts simulations, with a time limit."""

    def best_until(self, state: SpielState, until: float) -> int:
        """Return the most visited move at the time `until` of `time.perf_counter`."""
        self._until = until
        with suppress(TimeIsUp):
            self.mcts_search(state)
        return int(self._root.best_child().action)

    def _apply_tree_policy(self, root: Any, state: SpielState) -> Any:
        self._root = root
        # The first simulation evaluates the root, the second expands it.
        if root.explore_count >= 2 and time.perf_counter() >= self._until:
            raise TimeIsUp
        return super()._apply_tree_policy(root, state)


class SpielMcts:
    """OpenSpiel's MCTS with random rollouts at one seat. The seconds of a turn are divided as by `bots.Mind`."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._used = 0.0

    def __repr__(self) -> str:
        return f"SpielMcts(seconds={self.seconds})"

    def saw(self, mover: int, move: int) -> None:
        """Note a move of another seat: the next turn begins."""
        self._used = 0.0

    def choose(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> int:
        """Return the most visited move."""
        if len(glimpse.moves) == 1:
            return glimpse.moves[0]
        begun = time.perf_counter()
        game = SpielGame(glimpse.state)
        chance = np.random.RandomState(int(luck.next()))
        search = TimedSearch(game, EXPLORATION, SIMULATIONS, Rollouts(luck), random_state=chance)
        move = search.best_until(game.new_initial_state(), begun + DECISION_SHARE * (self.seconds - self._used))
        self._used += time.perf_counter() - begun
        return move
