"""Our own steps, measured as those of peers: `python -m tablero.cli.bench.steps yaxha` answers as `peers` does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import tablero
from tablero.cli.bench.engine import MAX_DECISIONS, bench_seats
from tablero.cli.bench.peers import Report, Works, answer, chunked, replayed
from tablero.core import Game, seeded
from tablero.core.playout import play_at_random

BATCH_GAMES = 256
LARGE_BATCH_GAMES = 4096  # large enough for processes to pay
WORKER_PROCESSES = 2


def ours(game: Game) -> tuple[Report, Works]:
    """Return random play, single steps with observation and mask, and batches; leave out what is not installed."""
    seeds = iter(range(MAX_DECISIONS))
    seats = bench_seats(game)

    def play() -> int:
        seed = next(seeds)
        return int(play_at_random(game.start(seats, seed), seeded(-1 - seed), MAX_DECISIONS))

    works: Works = {("decisions_per_s", ""): play}
    report: Report = {"seats": seats}
    try:
        works |= arrays(game, seats)
    except ImportError as error:
        report["games_left_out"] = {"arrays and environments": f"{error}; pip install 'tablero[lab]'"}
    for work in works.values():
        work()
    return report, works


def arrays(game: Game, seats: int) -> Works:
    import numpy as np

    from tablero.lab.batches import Batch, SharedBatch
    from tablero.lab.gymnasium import SeatEnv
    from tablero.lab.pettingzoo import env
    from tablero.lab.tensors import Tensors

    tensors, aec, seat_env = Tensors(game, seats), env(game, seats), SeatEnv(game, 2, bots="random")

    def drawn(seen: Any, luck: tablero.Luck) -> int:
        legal = np.flatnonzero(seen["action_mask"])
        return int(legal[luck.below(len(legal))])

    def raw(seed: int, moves: list[int] | None) -> Iterator[int]:
        state, luck, k = game.start(seats, seed), seeded(-1 - seed), 0
        while (seat := int(state.actor())) >= 0:
            tensors.observation(state, seat)
            tensors.mask(state, seat)
            if moves is None:
                legal = state.moves(seat)
                move = legal[luck.below(len(legal))]
            else:
                move = moves[k]
            state.play(seat, move)
            k += 1
            yield move

    def turn_by_turn(seed: int, moves: list[int] | None) -> Iterator[int]:
        luck, k = seeded(-1 - seed), 0
        aec.reset(seed=seed)
        while aec.match.state.actor() >= 0:
            seen = aec.last()[0]
            move = drawn(seen, luck) if moves is None else moves[k]
            aec.step(move)
            k += 1
            yield move

    def one_seat(seed: int, moves: list[int] | None) -> Iterator[int]:
        luck, over, k = seeded(-1 - seed), False, 0
        seen, _ = seat_env.reset(seed=seed)
        while not over:
            move = drawn(seen, luck) if moves is None else moves[k]
            seen, _, over, _, _ = seat_env.step(move)
            k += 1
            yield move

    many, large = Batch(game, BATCH_GAMES, seats), Batch(game, LARGE_BATCH_GAMES, seats)
    shared = SharedBatch(game, LARGE_BATCH_GAMES, seats, processes=WORKER_PROCESSES)

    def together(batch: Batch | SharedBatch, steps: int) -> Callable[[], int]:
        def work() -> int:
            for _ in range(steps):
                batch.step(batch.random_moves())
            return steps * batch.games

        return work

    return {
        ("raw_steps_per_s", ""): chunked(replayed(raw)),
        ("env_steps_per_s", ""): chunked(replayed(turn_by_turn)),
        ("gym_steps_per_s", ""): chunked(replayed(one_seat)),
        ("batch_steps_per_s", ""): together(many, 10),
        ("large_steps_per_s", ""): together(large, 1),
        ("shared_steps_per_s", ""): together(shared, 1),
    }


if __name__ == "__main__":
    answer(lambda: ours(tablero.game(sys.argv[1])))
