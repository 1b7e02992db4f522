"""Batches: the same games in NumPy arrays, on one core or several."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from multiprocessing.shared_memory import SharedMemory

import numpy as np
import pytest

import tablero
from tablero.core.playout import play_at_random
from tablero.games import GAME_NAMES as GAMES
from tablero.lab.batches import Batch, SharedBatch, Unfold
from tablero.lab.seeds import batch_seed
from tablero.lab.tensors import Tensors
from tests.limits import LIMIT

NAMES = ("observation", "mask", "reward", "done", "seat")


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_steps_the_games_of_its_seeds(name: str) -> None:
    """As many single games with the same seeds and moves see the same, are paid the same, and the next ones follow."""
    batch, single = Batch(name, games=3, seats=2, seed=9), Tensors(name, seats=2)
    states = [single.game.start(2, batch_seed(9, i)) for i in range(3)]
    seeds = [batch_seed(9, number) for number in (3, 4, 5)]
    for _ in range(300):
        moves = batch.random_moves()
        for state, seat, move in zip(states, batch.seat, moves, strict=True):
            state.play(seat, move)
        batch.step(moves)
        for i, state in enumerate(states):
            if over := not state.actors():
                winners = state.result().winners
                paid = [(2.0 if seat in winners else 0.0) / len(winners) - 1.0 for seat in range(2)]
                assert batch.reward[i].tolist() == paid
                state = states[i] = single.game.start(2, seeds[i])
                seeds[i] += 3
            assert batch.done[i] == over
            assert (batch.observation[i] == single.observation(state, batch.seat[i])).all()
            assert (batch.mask[i] == single.mask(state, batch.seat[i])).all()
    assert seeds[0] > batch_seed(9, 3)


@pytest.mark.parametrize("name", GAMES)
def test_processes_play_the_games_of_one(name: str) -> None:
    alone = Batch(name, games=5, seats=3, seed=2, reward="lead")
    with SharedBatch(name, games=5, seats=3, seed=2, reward="lead", processes=2) as shared:
        for step in range(60):
            moves = shared.random_moves()
            assert moves.tolist() == alone.random_moves().tolist()
            alone.step(moves)
            shared.step(moves)
            if step % 20 == 19:
                assert alone.play_at_random(50) == shared.play_at_random(50)
            for array in NAMES:
                assert (getattr(alone, array) == getattr(shared, array)).all(), array
        moves = shared.random_moves()
        moves[4] = -1
        with pytest.raises(tablero.IllegalMove, match="move -1 is not legal in game 4"):
            shared.step(moves)
        assert (alone.observation == shared.observation).all(), "no game has moved"
        with pytest.raises(ValueError, match="a move for each of 5 games is needed, not 2"):
            shared.step([0, 0])


def test_a_process_that_ends_is_named_at_once() -> None:
    with SharedBatch("maya", games=2, processes=2) as shared:
        shared._workers[1].kill()
        shared._workers[1].join(30)
        with pytest.raises(RuntimeError, match=r"a process of the batch has ended: .*; open a new batch"):
            shared.step(shared.random_moves())


def test_arrays_cannot_be_written_to() -> None:
    batch = Batch("tzolkin", games=2, seats=2)
    for name in NAMES:
        with pytest.raises(ValueError, match="read-only"):
            getattr(batch, name)[...] = 0


@pytest.mark.parametrize("how", ["float32", "uint8"])
@pytest.mark.parametrize("name", GAMES)
def test_inputs_of_networks_follow_every_step(name: str, how: Unfold) -> None:
    """They are what `unfold` makes of the rows; as bytes, amounts are whole and lie between 0 and 255."""
    batch = Batch(name, games=3, seats=3, seed=4, unfold=how)
    whole = np.concatenate([np.full(f.length, not f.names) for f in batch.layout.fields])
    named = [f.high - f.low + 1 if f.names else 1 for f in batch.layout.fields for _ in range(f.length)]
    amounts = np.repeat(whole, named)
    for step in range(240):
        batch.step(batch.random_moves())
        if step % 16 == 0:
            wanted = batch.unfold(batch.observation)
            if how == "uint8":
                wanted[:, amounts] = batch.observation[:, whole].clip(0, 255)
            assert batch.inputs.dtype == how
            assert (batch.inputs == wanted).all()


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_is_copied_written_down_and_dealt_anew(name: str) -> None:
    batch = Batch(name, games=3, seats=2, seed=5, reward="lead", unfold="uint8")
    first = batch.observation.copy()
    batch.play_at_random(150)
    others = [batch.copy(), Batch.load(json.loads(json.dumps(batch.dump())))]
    for other in others:
        for array in (*NAMES, "inputs"):
            assert (getattr(batch, array) == getattr(other, array)).all(), array
    batch.play_at_random(400)  # beyond the end of games
    for other in others:
        other.play_at_random(400)
        for array in (*NAMES, "inputs"):
            assert (getattr(batch, array) == getattr(other, array)).all(), array
    batch.reset()
    assert (batch.observation == first).all()
    batch.reset(seed=6)
    assert (batch.observation == Batch(name, games=3, seats=2, seed=6).observation).all()
    assert not batch.done.any()
    assert not batch.reward.any()


def test_a_row_takes_a_position_of_its_own_game_alone() -> None:
    batch, game = Batch("maya", games=2), tablero.game("maya")
    state = game.start(2, seed=77)
    batch.put(1, state)
    assert (batch.observation[1] == Tensors("maya", 2).observation(state, 0)).all()
    batch.step(batch.random_moves())
    assert state == game.start(2, seed=77), "the row has a copy"
    for other in (game.start(3), game.start(2, options={"edition": "fr-2019"}), tablero.game("yaxha").start(2)):
        with pytest.raises(ValueError, match="a row takes positions of Maya with the seats and options of its batch"):
            batch.put(0, other)
    while state.actors():
        state.play(state.actors()[0], state.moves(state.actors()[0])[0])
    with pytest.raises(ValueError, match="this game is over"):
        batch.put(0, state)
    with pytest.raises(tablero.BadRecord, match="this is no batch"):
        Batch.load({**batch.dump(), "luck": []})


def test_other_libraries_take_the_arrays_without_copying_them() -> None:
    """By DLPack, as torch and JAX do: what they hold shows the next step."""
    batch = Batch("tzolkin", games=4, seats=2, unfold="float32")
    for name in (*NAMES, "inputs"):
        theirs = np.from_dlpack(batch.exported(name))
        assert np.shares_memory(theirs, getattr(batch, name))
    before = theirs.copy()
    batch.play_at_random(3)
    assert (theirs == batch.inputs).all()
    assert (theirs != before).any()


def test_a_batch_says_what_it_cannot_be() -> None:
    with pytest.raises(ValueError, match='unfold is "float32", "uint8" or None, not'):
        Batch("maya", games=1, unfold="float64")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the seed of a batch is a number from 0 to 2147483647, not -1"):
        Batch("maya", games=1, seed=-1)
    with pytest.raises(ValueError, match="at least one game, not 0"):
        Batch("maya", games=0)
    with pytest.raises(ValueError, match='reward is "win" or "lead", not'):
        Batch("maya", games=1, reward="points")  # type: ignore[arg-type]
    with pytest.raises(tablero.BadOption, match="is played with 2, 3, 4 seats, not 7"):
        Batch("maya", games=1, seats=7)
    with pytest.raises(ValueError, match="divided among 1 to 2 processes, not 3"):
        SharedBatch("maya", games=2, processes=3)


@pytest.mark.parametrize("moves", [[0.7, 1.9], ["a", "b"], [True, False], [None, 1]])
def test_only_whole_numbers_are_moves(moves: object) -> None:
    batch = Batch("maya", games=2)
    before = batch.observation.copy()
    with pytest.raises(TypeError, match="moves are whole numbers, not"):
        batch.step(moves)
    assert (batch.observation == before).all()


def test_a_batch_that_nobody_closes_leaves_nothing_behind() -> None:
    script = """
from tablero.lab.batches import SharedBatch

if __name__ == "__main__":
    batch = SharedBatch("maya", games=2, processes=1)
    batch.step(batch.random_moves())
    print([one.name for one in batch._memory.values()])
"""
    left = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=LIMIT)
    assert (left.returncode, left.stderr) == (0, "")
    for name in ast.literal_eval(left.stdout):
        with pytest.raises(FileNotFoundError):
            SharedMemory(name)


def test_planes_and_inputs_are_made_of_many_rows_at_once() -> None:
    batch = Batch("yaxha", games=4, seats=3, seed=5)
    batch.play_at_random(90)
    planes, inputs = batch.planes(batch.observation), batch.unfold(batch.observation)
    assert planes["seat2.pyramid"].shape == (4, 20, 7, 7)
    assert inputs.shape == (4, batch.unfolded)
    for i in range(4):
        told = batch.read(batch.observation[i])["seats"]
        assert [planes[f"seat{k}.pyramid"][i].sum() for k in range(3)] == [
            sum(c > 0 for c in one["pyramid"]) for one in told
        ]
        assert (batch.planes(batch.observation[i])["seat1.pyramid"] == planes["seat1.pyramid"][i]).all()
        assert (batch.unfold(batch.observation[i]) == inputs[i]).all()
    assert np.isfinite(inputs).all()


@pytest.mark.parametrize(
    ("name", "board", "shape"),
    [
        ("maya", "map", (19, 12, 21)),
        ("tzolkin", "gears", (3, 5, 13)),
        ("amritsar", "lake", (5, 1, 8)),
        ("amritsar", "donations", (8, 4, 6)),
    ],
)
def test_what_has_a_shape_lies_in_planes(name: str, board: str, shape: tuple[int, ...]) -> None:
    tensors = Tensors(name, seats=2)
    state = tensors.game.start(2, 3)
    play_at_random(state, tablero.seeded(4), 60)
    row = tensors.observation(state, 1)
    plane = tensors.planes(row)[board]
    assert plane.shape == shape
    told = tensors.read(row)
    if board == "map":
        spaces = state.view(1)["map"]["spaces"]
        for (q, r, _), lies in zip(spaces, told["map"], strict=True):
            at = plane[:, r + 8, q + 9]
            assert at[17] == 1, "a space"
            assert at[:17].sum() == (lies > 0)
            assert lies == 0 or at[lies - 1 if lies <= 16 else 16] == 1
    elif board == "gears":
        assert plane.sum() == sum(one > 0 for one in told["gears"])
    elif board == "lake":
        assert plane[:4].sum() == plane[4].sum() == sum(told["sections"][4::5])
    else:
        assert plane.sum() == sum(one >= 0 for one in told["cells"])
