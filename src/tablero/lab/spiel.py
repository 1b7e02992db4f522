"""The games as games of OpenSpiel, with chance nodes, observation and information-state tensors.

    import pyspiel
    import tablero.lab.spiel  # registers tablero_yaxha, tablero_maya, tablero_tzolkin, tablero_amritsar

    game = pyspiel.load_game("tablero_maya", {"players": 2})
    state = game.new_initial_state()

Luck is drawn inside our moves; OpenSpiel wants it in nodes of its own. So the deal, and each move that draws luck, is
followed by a chance node with `outcomes` equally likely outcomes: each is a sample of what luck can bring there.
`resample_from_infostate` deals anew what a player cannot know, as `State.imagine` does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pyspiel

import tablero
from tablero.core import Game, Luck, State, seeded
from tablero.lab.tensors import Tensors
from tablero.lab.vectorized import rewards

MAX_GAME_LENGTH = 2_000  # decisions and chance nodes; no game has come near
OUTCOMES = 64
PARAMETERS = {"players": 2, "outcomes": OUTCOMES}


def kind(game: Game) -> Any:
    """Return the OpenSpiel type of a game."""
    alone = game.seats[0] == 1
    return pyspiel.GameType(
        short_name=f"tablero_{game.name}",
        long_name=f"{game.title} (Tablero)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if alone else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class TableroGame(pyspiel.Game):  # type: ignore[misc]
    """One of the games, for a number of players."""

    of: ClassVar[Game]
    type: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = PARAMETERS | (params or {})
        self.seats, self.outcomes = int(chosen["players"]), int(chosen["outcomes"])
        self.of.settle_options(self.seats)  # raises for a wrong number of players
        about = pyspiel.GameInfo(
            num_distinct_actions=int(self.of.moves.size),
            max_chance_outcomes=self.outcomes,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if self.of.seats[0] == 1 else 0.0,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(self.type, about, params or {})

    def new_initial_state(self, state: object = None) -> TableroState:
        return TableroState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"an observation takes no parameters, not {params}")
        return Observer(self.of, self.seats, iig_obs_type is not None and iig_obs_type.perfect_recall)


class TableroState(pyspiel.State):  # type: ignore[misc]
    """A position, None before the deal. While `pending` is a move, its luck has not been drawn."""

    def __init__(self, game: TableroGame) -> None:
        super().__init__(game)
        self.of, self.seats, self.outcomes = game.of, game.seats, game.outcomes
        self.position: State | None = None
        self.pending = -1
        self.strokes = 0  # chance nodes so far
        # What each player has seen of all moves, as text: OpenSpiel deep-copies it with every state, and strings are
        # not copied.
        self.seen = ("",) * self.seats

    def current_player(self) -> int:
        if self.position is None or self.pending >= 0:
            return int(pyspiel.PlayerId.CHANCE)
        seat = int(self.position.actor())
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.position is not None and self.pending < 0 and self.position.actor() < 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1.0 / self.outcomes) for outcome in range(self.outcomes)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return sorted(self.position.moves(player))

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            if not 0 <= action < self.outcomes:
                raise ValueError(f"luck has the outcomes 0 to {self.outcomes - 1}, not {action}")
            self._draw(seeded(self.strokes * self.outcomes + action))
            return
        position = self.position
        assert position is not None
        seat = int(position.actor())
        if (rule := position.why_not(max(seat, 0), action)) is not None:
            if seat < 0:
                raise ValueError("the game is over: no action is legal any more")
            why = f"action {action} is not legal for player {seat} (rule {rule!r} of the guide)"
            raise ValueError(f"{why}; legal_actions() says which are")
        self.seen = tuple(
            f"{self.seen[player]}{seat}:{int(position.observed(player, seat, action))} " for player in range(self.seats)
        )
        after = position.copy()
        before = after.luck.words()
        after.apply(seat, action)
        if after.luck.words() == before:
            self.position = after
        else:
            self.pending = action

    def _draw(self, luck: Luck) -> None:
        """Apply an outcome of a chance node: the deal, or the pending move."""
        self.strokes += 1
        if self.position is None:
            position = self.of.blank(self.of, self.seats, luck, self.of.settle_options(self.seats), self.of.rules)
            position.start()
        else:
            position = self.position.copy()
            position.luck = luck
            position.apply(position.actor(), self.pending)
        self.position, self.pending = position, -1

    def _action_to_string(self, player: int, action: int) -> str:
        return f"luck {action}" if player == int(pyspiel.PlayerId.CHANCE) else str(self.of.moves.write(action))

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.seats
        assert self.position is not None
        return rewards(self.position, False)

    def resample_from_infostate(self, player: int, probability: Callable[[], float]) -> TableroState:
        """Return a state that this player cannot distinguish from the true one."""
        found: TableroState = self.clone()
        if self.position is not None:
            found.position = self.position.imagine(player, seeded(int(probability() * (1 << 48))))
        return found

    def __str__(self) -> str:
        if self.position is None:
            return f"{self.of.title}: the deal"
        return f"{self.position!r} {self.seen}{f' draws for {self.pending}' if self.pending >= 0 else ''}"


class Observer:
    """Observation of a player: the row of numbers, a piece for each field; with perfect recall also all moves as the
    player saw them, as pairs of (player + 1, move + 2), where a secret move counts as -1 and zeros mean no move."""

    def __init__(self, game: Game, seats: int, recalls: bool) -> None:
        self._tensors = Tensors(game, seats)
        self._size = self._tensors.layout.size
        self.tensor = np.zeros(self._size + (2 * MAX_GAME_LENGTH if recalls else 0), np.float32)
        self.dict = {
            field.name: self.tensor[field.start : field.start + field.length] for field in self._tensors.layout.fields
        }
        self._recalls = recalls
        if recalls:
            self.dict["moves"] = self.tensor[self._size :].reshape(MAX_GAME_LENGTH, 2)

    def set_from(self, state: TableroState, player: int) -> None:
        self.tensor.fill(0)
        if state.position is None:
            return
        self.tensor[: self._size] = self._tensors.observation(state.position, player)
        if self._recalls:
            for k, one in enumerate(state.seen[player].split()):
                seat, move = one.split(":")
                self.dict["moves"][k] = int(seat) + 1, int(move) + 2

    def string_from(self, state: TableroState, player: int) -> str:
        if state.position is None:
            return "nothing is dealt"
        row = " ".join(map(str, self._tensors.observation(state.position, player).tolist()))
        return f"{player} | {row} | {state.seen[player]}" if self._recalls else f"{player} | {row}"


def register(game: Game) -> None:
    """Register a game with OpenSpiel."""
    about = kind(game)
    pyspiel.register_game(about, type(f"Tablero{game.name.title()}", (TableroGame,), {"of": game, "type": about}))


for _game in tablero.games():
    register(_game)
