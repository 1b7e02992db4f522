"""The value network says what its weights say, and the same of all positions of a search."""

from __future__ import annotations

import math
import random

import pytest

import tablero
from tablero.core import Game, State, seeded
from tablero.core.evaluation.value_network import NetworkInput, ValueNetwork
from tablero.core.playout import play_at_random

HIDDEN = 3
SEEING = [game for game in tablero.games() if game.sight is not None]


def made_up(game: Game, sight: NetworkInput) -> tuple[ValueNetwork, list[float]]:
    """A judge that has learned nothing, and its weights."""
    draw = random.Random(5)
    weights = [draw.gauss(0, 0.3) for _ in range(HIDDEN * (2 * int(sight.own) + int(sight.shared) + 2))]
    return ValueNetwork(sight, HIDDEN, weights, solo=game.sense), weights


def by_hand(state: State, sight: NetworkInput, weights: list[float]) -> list[float]:
    """What the network says, term by term."""
    own, shared, n = int(sight.own), int(sight.shared), int(state.seats)
    seen = sight.encoded(state)
    rows = [seen[seat * own : (seat + 1) * own] for seat in range(n)]
    common = seen[n * own :]
    ends = HIDDEN * (2 * own + shared)
    said = []
    for seat in range(n):
        total = 0.0
        for j in range(HIDDEN):
            value = weights[ends + j] + sum(x * weights[HIDDEN * (2 * own + i) + j] for i, x in enumerate(common))
            for other, row in enumerate(rows):
                part, share = (0, 1.0) if other == seat else (HIDDEN, 1.0 / (n - 1))
                value += share * sum(x * weights[2 * HIDDEN * i + part + j] for i, x in enumerate(row))
            total += max(value, 0.0) * weights[ends + HIDDEN + j]
        said.append(math.exp(total))
    return [one / sum(said) for one in said]


@pytest.mark.parametrize("game", SEEING, ids=lambda game: game.name)
def test_it_says_what_its_weights_say_alone_and_in_a_search(game: Game) -> None:
    assert game.sight is not None
    judge, weights = made_up(game, game.sight)
    for seats in (2, max(game.seats)):
        near = judge.nearby()
        state = game.start(seats, seats)
        for _ in range(6):
            expected = by_hand(state, game.sight, weights)
            for one in (judge, near, near.nearby()):
                found = one.win_chances(state)
                assert [found[i] for i in range(len(found))] == pytest.approx(expected, abs=1e-9)
            play_at_random(state, seeded(seats), 9)


def test_a_lone_seat_is_left_to_the_sense() -> None:
    game = tablero.game("amritsar")
    assert game.sight is not None
    judge, _ = made_up(game, game.sight)
    state = game.start(1, 1)
    for one in (judge, judge.nearby()):
        assert list(one.win_chances(state)) == list(game.sense.win_chances(state))
