"""What every game's tensor promises: rows say what views say and nothing else, however they are written."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from tablero.core import Game, seeded
from tablero.core.encoding.cells import fill, mark, narrow, point, spread, translate
from tablero.lab.vectorized import LEAD_REWARD, WIN_REWARD, VectorizedGames, rewards
from tablero.plain import is_compiled
from tests.test_every_game import GAMES, SEATED, legal_variants, random_game

STEP = 7 if is_compiled() else 41


def option_sets(game: Game, seats: int) -> list[dict[str, str]]:
    """Every variant; plain Python, which writes the same cells much more slowly, plays the usual one."""
    return legal_variants(game, seats) if is_compiled() else [{}]


def differences(expected: Any, found: Any, where: str = "") -> list[str]:
    """What is expected and not found; what is found besides does not matter."""
    if isinstance(expected, dict):
        return [one for key, value in expected.items() for one in differences(value, found[key], f"{where}.{key}")]
    if isinstance(expected, list) and isinstance(found, list) and any(isinstance(one, dict) for one in expected):
        pairs = zip(expected, found, strict=True)
        return [one for k, (a, b) in enumerate(pairs) for one in differences(a, b, f"{where}[{k}]")]
    return [] if expected == found else [f"{where}: {expected} is told as {found}"]


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_a_row_says_what_the_view_says(game: Game, seats: int) -> None:
    """Decoded by its layout; every number lies between the bounds of its field."""
    layout = game.layout(seats)
    assert layout.size == game.tensor.size(seats)
    told = importlib.import_module(f"tests.games.{game.name}.seen").expected
    for seed, options in enumerate(option_sets(game, seats)):
        for number, state in enumerate(random_game(game, seats, seed, options)):
            if number % (STEP if seed == 0 else 5 * STEP) and state.actors():
                continue
            for seat in range(seats):
                row = game.tensor.row(state, seat)
                assert differences(told(state.view(seat), state), layout.read(row)) == []
                for field in layout.fields:
                    numbers = row[field.start : field.start + field.length]
                    assert field.low <= min(numbers) <= max(numbers) <= field.high, field


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_what_a_seat_cannot_know_is_in_no_row_and_no_mask(game: Game, seats: int) -> None:
    """Two positions that differ only in what a seat cannot know give the same numbers, to the last one."""
    luck = seeded(98)
    for seed, options in enumerate(option_sets(game, seats)):
        for number, state in enumerate(random_game(game, seats, seed, options)):
            if (number + seed) % (STEP if seed == 0 else 5 * STEP):
                continue
            for seat in range(seats):
                other = state.imagine(seat, luck)
                assert game.tensor.row(other, seat) == game.tensor.row(state, seat)
                assert other.moves(seat) == state.moves(seat)


def rows_of(game: Game, seats: int, seeds: list[int], stride: int = 2, reward: int = WIN_REWARD) -> VectorizedGames:
    return VectorizedGames(game, game.tensor, seats, game.settle_options(seats), seeds, stride, reward)


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_games_side_by_side_are_the_games_one_by_one(game: Game, seats: int) -> None:
    """Seed for seed: positions, rows (written whole or in part), masks, rewards, and the next game when one is over."""
    rows = rows_of(game, seats, [4, 5])
    width, space = game.tensor.size(seats), game.moves.size
    single = [game.start(seats, seed) for seed in (4, 5)]
    next_seed, over = [6, 7], 0
    for _ in range(500 if is_compiled() else 120):
        moves = [int(move) for move in rows.chosen()]
        for i, state in enumerate(single):
            state.play(rows.seat[i], moves[i])
        rows.step(moves)
        for i, state in enumerate(single):
            done = not state.actors()
            assert bool(rows.done[i]) == done
            assert list(rows.reward[i * seats : (i + 1) * seats]) == (rewards(state, False) if done else [0.0] * seats)
            if done:
                over += 1
                state = single[i] = game.start(seats, next_seed[i])
                next_seed[i] += 2
            seat = int(rows.seat[i])
            assert seat == state.actor()
            assert list(rows.observation[i * width : (i + 1) * width]) == game.tensor.row(state, seat)
            mask = [move for move in range(space) if rows.mask[i * space + move]]
            assert mask == sorted(state.moves(seat))
    assert over or not is_compiled()


def test_a_move_that_is_not_legal_is_refused_and_no_game_has_moved() -> None:
    game = GAMES[0]
    rows = rows_of(game, 2, [1, 2])
    before = list(rows.observation), list(rows.mask), list(rows.seat)
    legal = int(rows.chosen()[0])
    with pytest.raises(ValueError, match="move -3 is not legal in game 1; its mask says which are"):
        rows.step([legal, -3])
    with pytest.raises(ValueError, match="a move for each of 2 games is needed, not 1"):
        rows.step([legal])
    assert (list(rows.observation), list(rows.mask), list(rows.seat)) == before


@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_a_win_is_shared_and_costs_the_others_what_it_brings(game: Game, seats: int) -> None:
    for _ in range(3):
        *_, state = random_game(game, seats, seed=3)
    result = state.result()
    assert result is not None
    paid, lead = rewards(state, False), rewards(state, True)
    if seats > 1:
        assert sum(paid) == pytest.approx(0)
        assert max(lead) >= 0 >= min(lead)
    for seat in range(seats):
        assert (paid[seat] > 0) == (seat in result.winners)
    assert LEAD_REWARD != WIN_REWARD


def test_cells_are_written_as_they_are_told() -> None:
    from librt.vecs import vec
    from mypy_extensions import i16, i64, u8

    out, v = vec[i16]([9] * 8), vec[i64]([1, -1, 5, 3])
    narrow(out, 1, v, 1, 2)
    assert list(out) == [9, -1, 5, 9, 9, 9, 9, 9]
    fill(out, 0, 3, 4)
    assert list(out) == [4, 4, 4, 9, 9, 9, 9, 9]
    spread(out, 2, 0b101, 3)
    assert list(out) == [4, 4, 1, 0, 1, 9, 9, 9]
    translate(out, 0, v, 0, 2, vec[i64]([70, 71, 72, 73, 74, 75, 76, -1]), 0, 7)
    assert list(out) == [71, -1, 1, 0, 1, 9, 9, 9]
    mark(out, 3, v, 2, 2, vec[i64]([2, 1, 0]), 0, 40)
    assert list(out) == [71, -1, 1, 40, 41, 41, 9, 9]
    mask = vec[u8]([0] * 4)
    point(mask, 1, vec[i64]([2, 0]), 1)
    assert list(mask) == [0, 1, 0, 1]
    with pytest.raises(IndexError):
        narrow(out, 7, v, 0, 2)
