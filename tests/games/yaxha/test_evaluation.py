"""What bots feel about Yaxha agrees with the rules."""

from __future__ import annotations

import math

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import tablero
from tablero.core import State, seeded
from tablero.core.playout import play_at_random
from tablero.games.yaxha.evaluation import NAMES, TILE_NAMES, learned
from tablero.games.yaxha.evaluation.features import Pyramid
from tablero.games.yaxha.layout import POINTS
from tablero.games.yaxha.rules import Yaxha

GAME = tablero.game("yaxha")
WIDTH = len(NAMES)


def features(state: State, seat: int) -> dict[str, float]:
    assert isinstance(state, Yaxha)
    row = vec[float]([0.0] * WIDTH)
    Pyramid(state, seat, state.survey_all()).measure(row, 0)
    return dict(zip(NAMES, row, strict=True))


def positions(seats: int, options: dict[str, str] | None = None) -> list[State]:
    """Positions of random games in which somebody is building."""
    found = []
    for seed in range(3):
        state = GAME.start(seats, seed, options)
        luck = seeded(seed)
        while state.actors():
            if state.view()["phase"] == "build" and len(state.moves(state.actors()[0])) > 1:
                found.append(state.copy())
            play_at_random(state, luck, 1)
    return found


@pytest.mark.parametrize("options", [{}, {"floating_frame": "fixed"}])
def test_a_placement_is_judged_as_the_pyramid_that_it_leaves(options: dict[str, str]) -> None:
    for state in positions(3, options)[::7]:
        seat = state.actors()[0]
        moves = state.moves(seat)
        rows = list(GAME.sense.features(state, seat, vec[i64](moves)))  # type: ignore[attr-defined]
        for k, move in enumerate(moves):
            after = state.copy()
            after.play(seat, move)
            assert features(after, seat) == pytest.approx(dict(zip(NAMES, rows[k * WIDTH :], strict=False)))


def test_points_are_those_of_the_scoring() -> None:
    for state in positions(4)[::5]:
        assert isinstance(state, Yaxha)
        for seat in range(4):
            assert features(state, seat)["points"] == state.survey(seat)[POINTS]


def test_weighing_leaves_the_position_alone() -> None:
    for state in positions(2)[::9]:
        seat = state.actors()[0]
        before = state.dump()
        GAME.sense.score_moves(state, seat, state.legal(seat))
        assert state.dump() == before


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_tile_has_a_finite_appeal(seats: int) -> None:
    state = GAME.start(seats, 5)
    luck = seeded(5)
    while state.actors():
        seat = state.actors()[0]
        weights = list(GAME.sense.score_moves(state, seat, state.legal(seat)))
        assert len(weights) == len(state.moves(seat))
        assert all(math.isfinite(weight) for weight in weights)
        play_at_random(state, luck, 1)


def test_a_tile_that_completes_a_group_appeals_more() -> None:
    """Seat 0 has two grey cubes; of two tiles one brings three more."""
    state = GAME.start(2, 1)
    dump = state.dump()
    dump["round"] = 10
    dump["initiative"] = [1, 2]
    dump["players"][0]["cubes"] = [[0, 0, 0, 4], [1, 0, 0, 4]]
    dump["market"] = [[0, 1, 2], [4, 4, 4]]
    state = GAME.load(dump)
    weights = list(GAME.sense.score_moves(state, 0, state.legal(0)))
    assert weights[1] > weights[0]


def test_the_outlook_favours_who_leads_and_grows_sure() -> None:
    state = GAME.start(2, 1)
    chances = []
    for turn in (2, 10):
        dump = state.dump()
        dump["round"] = turn
        dump["players"][0]["cubes"] = [[x, y, 0, 4] for x in range(3) for y in range(2)]
        dump["players"][1]["cubes"] = [[x, y, 0, (x + 2 * y) % 5] for x in range(3) for y in range(2)]
        ahead, behind = GAME.sense.win_chances(GAME.load(dump))
        assert ahead > 0.5 > behind
        chances.append(ahead)
    assert chances[1] > chances[0]


def test_a_market_just_opened_is_a_calm_moment() -> None:
    state = GAME.start(2, 1)
    assert GAME.sense.is_quiet(state)
    state.play(1, 0)
    assert not GAME.sense.is_quiet(state)
    play_at_random(state, seeded(1), 10_000)
    assert GAME.sense.is_quiet(state)


def test_every_weight_has_a_name() -> None:
    sense = learned()
    assert len(sense.weights) == WIDTH
    assert len(sense.tile_weights) == len(TILE_NAMES)
    assert len(sense.scale) == 10
