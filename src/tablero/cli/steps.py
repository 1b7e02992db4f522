"""Our own steps, measured beside those of peers: `python -m tablero.cli.steps yaxha` answers as `tablero.cli.peers` does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import tablero
from tablero.cli.measure import LONG, bench_seats
from tablero.cli.peers import Report, Works, again, answer, in_pieces
from tablero.core import Game, seeded
from tablero.core.playout import play_at_random

BATCH = 256
LARGE = 4096  # large enough for processes to be worth asking
PROCESSES = 2


def ours(game: Game) -> tuple[Report, Works]:
    """Random play; single steps with observation and mask, by our own library and by environments; batches. Those that are not installed are
    left out."""
    seeds = iter(range(LONG))
    seats = bench_seats(game)

    def play() -> int:
        seed = next(seeds)
        return int(play_at_random(game.start(seats, seed), seeded(-1 - seed), LONG))

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
            move = _drawn(np.flatnonzero(seen["action_mask"]), luck) if moves is None else moves[k]  # type: ignore[index, call-overload]
            aec.step(move)
            k += 1
            yield move

    def one_seat(seed: int, moves: list[int] | None) -> Iterator[int]:
        luck, over, k = seeded(-1 - seed), False, 0
        seen, _ = seat_env.reset(seed=seed)
        while not over:
            move = _drawn(np.flatnonzero(seen["action_mask"]), luck) if moves is None else moves[k]  # type: ignore[call-overload]
            seen, _, over, _, _ = seat_env.step(move)
            k += 1
            yield move

    many, large = Batch(game, BATCH, seats), Batch(game, LARGE, seats)
    shared = SharedBatch(game, LARGE, seats, processes=PROCESSES)

    def together(batch: Batch | SharedBatch, steps: int) -> Callable[[], int]:
        def work() -> int:
            for _ in range(steps):
                batch.step(batch.random_moves())
            return steps * batch.games

        return work

    return {
        ("raw_steps_per_s", ""): in_pieces(again(raw)),
        ("env_steps_per_s", ""): in_pieces(again(turn_by_turn)),
        ("gym_steps_per_s", ""): in_pieces(again(one_seat)),
        ("batch_steps_per_s", ""): together(many, 10),
        ("large_steps_per_s", ""): together(large, 1),
        ("shared_steps_per_s", ""): together(shared, 1),
    }


def _drawn(legal: object, luck: tablero.Luck) -> int:
    return int(legal[luck.below(len(legal))])  # type: ignore[index, arg-type]


if __name__ == "__main__":
    answer(lambda: ours(tablero.game(sys.argv[1])))
