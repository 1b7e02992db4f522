"""OpenSpiel plays our games, where it is installed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tablero
from tablero.core import Game
from tablero.games import NAMES

pyspiel: Any = pytest.importorskip("pyspiel")

mcts: Any = pytest.importorskip("open_spiel.python.algorithms.mcts")
ismcts: Any = pytest.importorskip("open_spiel.python.algorithms.ismcts")
pytest.importorskip("tablero.lab.spiel")  # registers the games

SEATED = [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in tablero.games() for seats in game.seats]


def begun(name: str, players: int = 2, deal: int = 3) -> tuple[Any, Any]:
    game = pyspiel.load_game(f"tablero_{name}", {"players": players, "outcomes": 16})
    state = game.new_initial_state()
    state.apply_action(deal)
    return game, state


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_openspiel_s_test_of_random_simulations_passes(game: Game, seats: int) -> None:
    made = pyspiel.load_game(f"tablero_{game.name}", {"players": seats, "outcomes": 4})
    pyspiel.random_sim_test(made, num_sims=1, serialize=seats == game.seats[0], verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_openspiel_s_searches_play(name: str) -> None:
    game, state = begun(name)
    chance = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, chance)
    assert mcts.MCTSBot(game, 1.4, 5, rollouts, random_state=chance).step(state) in state.legal_actions()
    blind = ismcts.ISMCTSBot(game=game, uct_c=1.4, max_simulations=5, evaluator=rollouts, random_state=chance)
    assert blind.step(state) in state.legal_actions()


def test_luck_is_a_chance_node_and_nobody_foresees_it() -> None:
    """The same moves with another outcome lead elsewhere; with the same one to the same state."""
    ends = []
    for outcome in (0, 0, 1):
        _, state = begun("maya")
        while not state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        assert len(state.chance_outcomes()) == 16
        state.apply_action(outcome)
        ends.append(state.position.dump())
    assert ends[0] == ends[1] != ends[2]


def test_a_player_cannot_tell_a_resampled_state_from_the_true_one() -> None:
    _, state = begun("maya", 3)
    chance, differed = np.random.RandomState(2), 0
    for _ in range(40):
        if state.is_chance_node():
            state.apply_action(1)
            continue
        for player in range(3):
            other = state.resample_from_infostate(player, chance.rand)
            differed += other.position.dump() != state.position.dump()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
        state.apply_action(int(chance.choice(state.legal_actions())))
    assert differed
    row = state.position.game.tensor.row(state.position, 1)
    assert state.observation_tensor(1) == row
    recalled = state.information_state_tensor(1)
    assert recalled[: len(row)] == row
    assert sum(recalled[len(row) :: 2]) > 0
