"""OpenSpiel plays our games."""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np
import pytest

import tablero
from tablero.core import Game
from tablero.games import GAME_NAMES

if sys.platform == "win32":
    pytest.skip("OpenSpiel is not made for Windows", allow_module_level=True)

import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from tablero.lab.spiel import options_in  # registers the games

SEATED = [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in tablero.games() for seats in game.seats]


def begun(name: str, players: int = 2, deal: int = 3) -> tuple[Any, Any]:
    game = pyspiel.load_game(f"tablero_{name}", {"players": players, "outcomes": 16, "draws": 1})
    state = game.new_initial_state()
    state.apply_action(deal)
    return game, state


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_openspiel_s_test_of_random_simulations_passes(game: Game, seats: int) -> None:
    made = pyspiel.load_game(f"tablero_{game.name}", {"players": seats, "outcomes": 4, "draws": 2})
    pyspiel.random_sim_test(made, num_sims=1, serialize=seats == game.seats[0], verbose=False)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", GAME_NAMES)
def test_openspiel_s_searches_play_against_each_other(name: str, players: int) -> None:
    """MCTS, which sees everything, and IS-MCTS, which does not, in turns through a game."""
    game, state = begun(name, players)
    chance = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, chance)
    seeing = mcts.MCTSBot(game, 1.4, 3, rollouts, random_state=chance)
    blind = ismcts.ISMCTSBot(game=game, uct_c=1.4, max_simulations=3, evaluator=rollouts, random_state=chance)
    for turn in range(8):
        while state.is_chance_node():
            state.apply_action(2)
        move = (seeing, blind)[turn % 2].step(state)
        assert move in state.legal_actions()
        state.apply_action(move)
        for _ in range(10):  # at random, so that the next position is quite another one
            outcomes = [one for one, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            state.apply_action(int(chance.choice(outcomes)))


def test_a_deal_is_one_of_millions() -> None:
    """A draw of luck is a number of several chance nodes; each number is another deal."""
    game = pyspiel.load_game("tablero_yaxha")
    deals = set()
    for first, last in ((0, 0), (0, 255), (255, 0), (3, 9)):
        state = game.new_initial_state()
        for outcome in (first, 7, last):
            assert state.is_chance_node()
            assert len(state.chance_outcomes()) == 256
            state.apply_action(outcome)
        assert not state.is_chance_node()
        deals.add(json.dumps(state.position.dump()))
    assert len(deals) == 4
    assert game.max_chance_nodes_in_history() >= 3


def test_options_of_the_game_are_parameters() -> None:
    game = pyspiel.load_game("tablero_maya", {"options": "edition:fr-2019"})
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(1)
    assert state.position.options["edition"] == "fr-2019"
    assert pyspiel.load_game(str(game)).get_parameters() == game.get_parameters()
    with pytest.raises(ValueError, match="options are written NAME:VALUE"):
        options_in("edition")


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_utilities_are_what_the_game_says(game: Game, seats: int) -> None:
    made = pyspiel.load_game(f"tablero_{game.name}", {"players": seats})
    assert (made.min_utility(), made.max_utility()) == (-1.0 / max(1, seats - 1), 1.0)
    zero_sum = made.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert zero_sum == (seats > 1)
    state, chance = made.new_initial_state(), np.random.RandomState(3)
    while not state.is_terminal():
        outcomes = [1] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(chance.choice(outcomes)))
    paid = state.returns()
    assert all(made.min_utility() <= one <= made.max_utility() for one in paid)
    assert not zero_sum or abs(sum(paid)) < 1e-9


def test_an_illegal_action_is_refused_with_a_sentence_and_leaves_no_trace() -> None:
    game, state = begun("maya")
    before = state.history(), str(state)
    for action in (211, 99999):
        with pytest.raises(
            ValueError, match=rf"action {action} is not legal for player 0 .* legal_actions\(\) says which are"
        ):
            state.apply_action(action)
    assert (state.history(), str(state)) == before
    deal = game.new_initial_state()
    with pytest.raises(ValueError, match="luck has the outcomes 0 to 15, not 99999"):
        deal.apply_action(99999)
    assert deal.history() == []


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


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_a_player_cannot_tell_a_resampled_state_from_the_true_one(game: Game, seats: int) -> None:
    """Strings and tensors of observation and information state, and legal moves: the same to the last number."""
    _, state = begun(game.name, seats)
    chance, differed = np.random.RandomState(2), 0
    for number in range(120):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(1)
            continue
        for player in range(seats) if number % 6 == 0 else ():
            other = state.resample_from_infostate(player, chance.rand)
            differed += other.position.dump() != state.position.dump()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.current_player() == state.current_player()
            assert other.legal_actions(player) == state.legal_actions(player)
        state.apply_action(int(chance.choice(state.legal_actions())))
    assert differed


def test_tensors_of_openspiel_are_our_rows_and_what_was_seen() -> None:
    _, state = begun("maya", 3)
    for _ in range(40):
        state.apply_action(1 if state.is_chance_node() else state.legal_actions()[0])
    row = state.position.game.tensor.row(state.position, 1)
    assert state.observation_tensor(1) == row
    recalled = state.information_state_tensor(1)
    assert recalled[: len(row)] == row
    assert sum(recalled[len(row) :: 2]) > 0
