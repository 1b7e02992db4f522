"""The games as games of OpenSpiel, with chance nodes, observation and information-state tensors.

    import pyspiel
    import tablero.lab.spiel  # registers tablero_yaxha, tablero_maya, tablero_tzolkin, tablero_amritsar

    game = pyspiel.load_game("tablero_maya", {"players": 2, "options": "edition:fr-2019"})
    state = game.new_initial_state()

Luck is drawn inside our moves; OpenSpiel wants it in nodes of its own. So the deal, and each move that draws luck, is
followed by `draws` chance nodes with `outcomes` equally likely outcomes each, which together are the number of a sample
of what luck can bring there: by default one of 256 * 256 * 256. Options of the game are written NAME:VALUE, with
semicolons between them. `resample_from_infostate` deals anew what a player cannot know, as `State.imagine` does.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

import numpy as np
import pyspiel

import tablero
from tablero.core import Game, Luck, State, seeded
from tablero.lab.tensors import Tensors
from tablero.lab.vectorized import rewards

MAX_DECISIONS = 2_000  # no game has come near
OUTCOMES = 256
DRAWS = 3
PARAMETERS: dict[str, Any] = {"players": 2, "outcomes": OUTCOMES, "draws": DRAWS, "options": ""}


def kind(game: Game, players: int = 2) -> Any:
    """Return the OpenSpiel type of a game for a number of players."""
    return pyspiel.GameType(
        short_name=f"tablero_{game.name}",
        long_name=f"{game.title} (Tablero)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if players == 1 else pyspiel.GameType.Utility.ZERO_SUM,
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
        draws = int(chosen["draws"])
        if self.outcomes < 1 or draws < 1:
            raise ValueError("outcomes and draws are 1 or more")
        self.options = self.of.settle_options(self.seats, options_in(str(chosen["options"])))
        about = pyspiel.GameInfo(
            num_distinct_actions=int(self.of.moves.size),
            max_chance_outcomes=self.outcomes,
            num_players=self.seats,
            min_utility=-1.0 / max(1, self.seats - 1),  # the others pay for a win in equal parts
            max_utility=1.0,
            utility_sum=None if self.seats == 1 else 0.0,
            max_game_length=MAX_DECISIONS,
        )
        self.draws = draws
        super().__init__(kind(self.of, self.seats), about, params or {})

    def max_chance_nodes_in_history(self) -> int:
        return MAX_DECISIONS * int(self.draws)

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
        self.draws = game.draws
        self.options = tuple(game.options.items())  # OpenSpiel copies a state deeply: this is not copied
        self.position: State | None = None
        self.pending = -1
        self.strokes = 0  # how often luck has been drawn so far
        self.drawn: tuple[int, ...] = ()  # the outcomes of the chance nodes that belong to one draw
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
        return equally_likely(self.outcomes)

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return sorted(self.position.moves(player))

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            if not 0 <= action < self.outcomes:
                raise ValueError(f"luck has the outcomes 0 to {self.outcomes - 1}, not {action}")
            self.drawn = (*self.drawn, action)
            if len(self.drawn) == self.draws:
                self._draw(seeded(self._number()))
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

    def _number(self) -> int:
        """Return the number of what has been drawn: another one for each draw and its outcomes."""
        number = self.strokes
        for outcome in self.drawn:
            number = number * self.outcomes + outcome
        return number

    def _draw(self, luck: Luck) -> None:
        """Apply an outcome of a chance node: the deal, or the pending move."""
        self.strokes, self.drawn = self.strokes + 1, ()
        if self.position is None:
            position = self.of.blank(self.of, self.seats, luck, dict(self.options), self.of.rules)
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
            return f"{self.of.title}: the deal {self.drawn}"
        return f"{self.position!r} {self.seen}{f' draws {self.drawn} for {self.pending}' if self.pending >= 0 else ''}"


class Observer:
    """Observation of a player: the row of numbers, a piece for each field; with perfect recall also all moves as the
    player saw them, as pairs of (player + 1, move + 2), where a secret move counts as -1 and zeros mean no move."""

    def __init__(self, game: Game, seats: int, recalls: bool) -> None:
        self._tensors = Tensors(game, seats)
        self._size = self._tensors.layout.size
        self.tensor = np.zeros(self._size + (2 * MAX_DECISIONS if recalls else 0), np.float32)
        self.dict = {
            field.name: self.tensor[field.start : field.start + field.length] for field in self._tensors.layout.fields
        }
        self._recalls = recalls
        if recalls:
            self.dict["moves"] = self.tensor[self._size :].reshape(MAX_DECISIONS, 2)

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


@cache
def equally_likely(outcomes: int) -> list[tuple[int, float]]:
    """Return so many outcomes and their probabilities."""
    return [(outcome, 1.0 / outcomes) for outcome in range(outcomes)]


def options_in(text: str) -> dict[str, str]:
    """Return the options that a parameter names: `edition:fr-2019;map:small`."""
    found = {}
    for part in filter(None, text.split(";")):
        name, colon, value = part.partition(":")
        if not colon:
            raise ValueError(f"options are written NAME:VALUE;NAME:VALUE, not {text!r}")
        found[name.strip()] = value.strip()
    return found


def register(game: Game) -> None:
    """Register a game with OpenSpiel."""
    about = kind(game)
    pyspiel.register_game(about, type(f"Tablero{game.name.title()}", (TableroGame,), {"of": game, "type": about}))


for _game in tablero.games():
    register(_game)
