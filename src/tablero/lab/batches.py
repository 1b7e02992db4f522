"""Batches of games as NumPy arrays, on one core or on several.

>>> from tablero.lab.batches import Batch
>>> batch = Batch("yaxha", games=64, seats=2, seed=1)
>>> batch.observation.shape, batch.mask.shape, batch.reward.shape
((64, 318), (64, 635), (64, 2))
>>> for _ in range(100):
...     moves = batch.random_moves()  # here a learner chooses among those that batch.mask allows
...     batch.step(moves)
>>> bool(batch.mask[range(64), batch.random_moves()].all())
True

Row i of every array belongs to game i: the observation of the seat to move (`seat`), its legal moves, the rewards of
the latest step, and whether that ended the game (`done`): then the row shows a new game already. The k-th game of row i
is the one that `game.start(seats, batch_seed(seed, i + k * games))` deals (`lab/seeds.py`), whatever the number of
processes: batches of different seeds share no deal.

The arrays are read-only and overwritten by every step, so copy what you want to keep. `exported` gives one to other
libraries without copying it.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import pickle
import weakref
from collections.abc import Mapping
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from types import TracebackType
from typing import Any, Literal, Self, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from tablero.core import BadRecord, Game, Luck, State
from tablero.core.integers import whole, within
from tablero.lab.match import Reward
from tablero.lab.seeds import batch_seed
from tablero.lab.tensors import Numbers
from tablero.lab.vectorized import LEAD_REWARD, WIN_REWARD, VectorizedGames

PROCESS_TIMEOUT = 60.0  # seconds for a process to start or to end
Unfold = Literal["float32", "uint8"]
NO_RESULT = pickle.dumps(None)


class _Arrays(Numbers):
    """The arrays of a batch, and the settings of its games."""

    observation: NDArray[np.int16]
    mask: NDArray[np.bool_]
    reward: NDArray[np.float64]
    done: NDArray[np.bool_]
    seat: NDArray[np.int64]

    def __init__(
        self,
        game: Game | str,
        games: SupportsIndex,
        seats: SupportsIndex,
        seed: SupportsIndex,
        options: Mapping[str, str] | None,
        reward: Reward,
    ) -> None:
        super().__init__(game, seats)
        self.games = whole(games, "the number of games")
        if self.games < 1:
            raise ValueError(f"a batch has at least one game, not {self.games}")
        if reward not in ("win", "lead"):
            raise ValueError(f'reward is "win" or "lead", not {reward!r}')
        self.seed = whole(seed, "a seed")
        batch_seed(self.seed, 0)  # raises for a seed that no batch has
        self.options = self.game.settle_options(self.seats, options)
        self.paid = LEAD_REWARD if reward == "lead" else WIN_REWARD

    def shapes(self, games: int) -> dict[str, tuple[tuple[int, ...], Any]]:
        """Return the shape and the type of each array."""
        return {
            "observation": ((games, self.layout.size), np.int16),
            "mask": ((games, self.moves), np.bool_),
            "reward": ((games, self.seats), np.float64),
            "done": ((games,), np.bool_),
            "seat": ((games,), np.int64),
        }


def whole_moves(moves: Any) -> NDArray[np.int64]:
    """Return moves as 64-bit integers. Raise TypeError for other types than integers, even if they are whole."""
    given = np.asarray(moves)
    if given.dtype.kind not in "iu":
        raise TypeError(f"moves are whole numbers, not {given.dtype}: choose among those that the mask allows")
    return np.ascontiguousarray(given, np.int64)


class Batch(_Arrays):
    """Games on one core, all of them stepped by one call of compiled code.

    With `unfold` the array `inputs` holds each row as inputs of a network, too: names one of many, amounts divided to
    about 1 ("float32"), or as whole numbers from 0 to 255 ("uint8").
    """

    inputs: NDArray[Any]

    def __init__(
        self,
        game: Game | str,
        games: SupportsIndex,
        seats: SupportsIndex = 2,
        seed: SupportsIndex = 0,
        *,
        options: Mapping[str, str] | None = None,
        reward: Reward = "win",
        unfold: Unfold | None = None,
        first: int = 0,
        count: int | None = None,
    ) -> None:
        """`first` and `count` select the games of a larger batch that are played here."""
        super().__init__(game, games, seats, seed, options, reward)
        if unfold not in (None, "float32", "uint8"):
            raise ValueError(f'unfold is "float32", "uint8" or None, not {unfold!r}')
        self.how = unfold
        here = self.games if count is None else count
        seeds = [batch_seed(self.seed, first + i) for i in range(here)]
        wide = 0 if unfold is None else np.dtype(unfold).itemsize
        table = self.inputs_of_cells() if wide else None
        self.rows = VectorizedGames(
            self.game, self.game.tensor, self.seats, self.options, seeds, self.games, self.paid, table, wide
        )
        self.rows.first = first
        for name, (shape, kind) in self.shapes(here).items():
            setattr(self, name, np.frombuffer(getattr(self.rows, name), kind).reshape(shape))
        if unfold is not None:
            self.inputs = np.frombuffer(self.rows.inputs, unfold).reshape(here, self.unfolded)  # type: ignore[call-overload]

    def step(self, moves: Any) -> None:
        """Make a move in every game. Raise IllegalMove, which names the first game in which it is not legal, before any
        game has moved."""
        self.rows.step(whole_moves(moves))

    def random_moves(self) -> NDArray[np.int64]:
        """Return a random legal move for each game, from the luck of its row."""
        return np.frombuffer(self.rows.chosen(), np.int64)  # type: ignore[call-overload, no-any-return]

    def play_at_random(self, steps: SupportsIndex) -> int:
        """Make random moves for `steps` steps inside compiled code; return the number of moves."""
        return int(self.rows.play_at_random(whole(steps, "the number of steps")))

    def reset(self, seed: SupportsIndex | None = None) -> None:
        """Deal all games anew, by another seed or by the same one."""
        if seed is not None:
            batch_seed(seed, 0)
            self.seed = whole(seed, "a seed")
        for i in range(self.rows.count):
            self.rows.restart(i, batch_seed(self.seed, self.rows.first + i))

    def copy(self) -> Batch:
        """Return an independent batch that goes on from the same positions with the same luck."""
        return Batch.load(self.dump())

    def dump(self) -> dict[str, Any]:
        """Return the settings, all positions and their luck as plain JSON values; `Batch.load` reads them back."""
        rows = self.rows
        return {
            "settings": [self.game.name, self.games, self.seats, self.seed],
            "options": dict(self.options),
            "reward": "lead" if self.paid == LEAD_REWARD else "win",
            "unfold": self.how,
            "first": int(rows.first),
            "positions": [state.dump() for state in rows.states],
            "seeds": list(rows.seeds),
            "luck": [luck.words() for luck in rows.dice],
            "paid": self.reward.tolist(),
            "done": self.done.tolist(),
        }

    @classmethod
    def load(cls, kept: Mapping[str, Any]) -> Batch:
        """Return the batch of a `dump`. Raise BadRecord when it is none."""
        try:
            game, games, seats, seed = kept["settings"]
            many = len(kept["positions"])
            if not many == len(kept["seeds"]) == len(kept["luck"]) == len(kept["paid"]) == len(kept["done"]):
                raise ValueError("its lists differ in length")
            how = {name: kept[name] for name in ("options", "reward", "unfold", "first")}
            batch = cls(game, games, seats, seed, **how, count=many)
            for i in range(many):
                batch.put(i, batch.game.load(kept["positions"][i]))
                batch.rows.seeds[i] = whole(kept["seeds"][i], "a seed")
                batch.rows.dice[i] = Luck(*kept["luck"][i])
                batch.rows.pay(i, [float(paid) for paid in kept["paid"][i]], bool(kept["done"][i]))
        except (LookupError, TypeError, ValueError) as error:
            raise BadRecord(f"this is no batch: {error!r}") from None
        return batch

    def put(self, row: SupportsIndex, state: State) -> None:
        """Go on from a position in a row: one of the same game, seats and options that is not over."""
        if state.game is not self.game or state.seats != self.seats or dict(state.options) != self.options:
            raise ValueError(f"a row takes positions of {self.game.title} with the seats and options of its batch")
        if not state.actors():
            raise ValueError("this game is over: a row takes a position in which a seat has to decide")
        self.rows.put(within(row, int(self.rows.count), "a row"), state.copy())

    def exported(self, name: str) -> NDArray[Any]:
        """Return an array of the batch for `torch.from_dlpack` or `jax.dlpack.from_dlpack`: the same memory, which
        every step overwrites. It can be written to, because not every library takes one that cannot: do not.

        >>> from tablero.lab.batches import Batch
        >>> batch = Batch("maya", games=2, unfold="uint8")
        >>> bool(np.shares_memory(np.from_dlpack(batch.exported("inputs")), batch.inputs))
        True
        """
        array: NDArray[Any] = getattr(self, name)
        memory = (ctypes.c_char * array.nbytes).from_address(array.ctypes.data)
        memory.owner = self.rows  # type: ignore[attr-defined]  # lives as long as the export
        found: NDArray[Any] = np.frombuffer(memory, array.dtype).reshape(array.shape)  # type: ignore[call-overload]
        return found


class SharedBatch(_Arrays):
    """A batch divided among processes, with arrays in shared memory. Use it as a context manager, or close it."""

    def __init__(
        self,
        game: Game | str,
        games: SupportsIndex,
        seats: SupportsIndex = 2,
        seed: SupportsIndex = 0,
        *,
        processes: SupportsIndex = 2,
        options: Mapping[str, str] | None = None,
        reward: Reward = "win",
    ) -> None:
        super().__init__(game, games, seats, seed, options, reward)
        workers = whole(processes, "the number of processes")
        if not 1 <= workers <= self.games:
            raise ValueError(f"{self.games} games are divided among 1 to {self.games} processes, not {workers}")
        self._memory: dict[str, SharedMemory] = {}
        self._workers: list[Any] = []
        self._pipes: list[Connection] = []
        # Releases everything even if the batch is not closed, or an error occurs here.
        self._end = weakref.finalize(self, _release, os.getpid(), self._pipes, self._workers, self._memory)
        self._moves = self._share("moves", (self.games,), np.int64)
        for name, (shape, kind) in self.shapes(self.games).items():
            array = self._share(name, shape, kind)
            array.flags.writeable = False
            setattr(self, name, array)
        self._flat = self.mask.reshape(-1)
        self._starts = np.arange(self.games) * self.moves  # where the mask of each game begins
        start = multiprocessing.get_context("spawn")
        named = {name: memory.name for name, memory in self._memory.items()}
        settings = (self.game, self.games, self.seats, self.seed, self.options, reward)
        for k in range(workers):
            first, last = k * self.games // workers, (k + 1) * self.games // workers
            ours, theirs = start.Pipe()
            worker = start.Process(target=_work, args=(theirs, settings, first, last, named), daemon=True)
            worker.start()
            theirs.close()
            self._workers.append(worker)
            self._pipes.append(ours)
        for pipe in self._pipes:
            if not pipe.poll(PROCESS_TIMEOUT):
                raise TimeoutError(f"a process of the batch has not started for {PROCESS_TIMEOUT:g} seconds")
        self._wait()

    def _share(self, name: str, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        self._memory[name] = SharedMemory(create=True, size=size)
        return np.ndarray(shape, kind, self._memory[name].buf)

    def _ask(self, what: bytes) -> list[Any]:
        try:
            for pipe in self._pipes:
                pipe.send_bytes(what)
        except OSError as error:
            raise _ended(error) from None
        return self._wait()

    def _wait(self) -> list[Any]:
        """Return the answers of all processes, or raise the first error of one. The pipe of a process that has ended is
        closed, so this does not hang; calling `poll` first would cost twice the answer itself."""
        try:
            answers = [pickle.loads(pipe.recv_bytes()) for pipe in self._pipes]
        except (EOFError, OSError) as error:
            raise _ended(error) from None
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return answers

    def step(self, moves: Any) -> None:
        """Make a move in every game. Raise IllegalMove before any game has moved if one is not legal."""
        given = whole_moves(moves)
        if given.shape != (self.games,):
            raise ValueError(f"a move for each of {self.games} games is needed, not {given.size}")
        self._moves[:] = given
        inside = given.min() >= 0 and given.max() < self.moves
        if not inside or not self._flat.take(self._starts + given).all():
            self._ask(b"check")  # raises: a process knows why a move is not legal
        self._ask(b"step")

    def random_moves(self) -> NDArray[np.int64]:
        """Return a random legal move for each game, from the luck of its row."""
        self._ask(b"choose")
        return self._moves.copy()

    def play_at_random(self, steps: SupportsIndex) -> int:
        """Make random moves for `steps` steps; return the number of moves."""
        return sum(self._ask(b"play %d" % whole(steps, "the number of steps")))

    def close(self) -> None:
        """End the processes and release the memory, with the arrays."""
        for name in (*self.shapes(1), "_moves", "_flat"):
            self.__dict__.pop(name, None)
        self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _release(owner: int, pipes: list[Connection], workers: list[Any], memory: dict[str, SharedMemory]) -> None:
    """End the processes, then release the shared memory."""
    if os.getpid() != owner:  # a fork of the process that opened the batch and still uses it
        return
    for pipe in pipes:
        pipe.close()  # ends its process
    for worker in workers:
        worker.join(PROCESS_TIMEOUT)
        if worker.is_alive():
            worker.terminate()
    for one in memory.values():
        one.close()
        one.unlink()
    for kept in (pipes, workers, memory):
        kept.clear()


def _ended(error: Exception) -> RuntimeError:
    return RuntimeError(f"a process of the batch has ended: {error!r}; open a new batch")


def _work(pipe: Connection, settings: tuple[Any, ...], first: int, last: int, named: Mapping[str, str]) -> None:
    """Serve a SharedBatch until its pipe is closed."""
    game, games, seats, seed, options, reward = settings
    batch = Batch(game, games, seats, seed, options=options, reward=reward, first=first, count=last - first)
    memory = {name: SharedMemory(name) for name in named.values()}
    moves = np.ndarray((games,), np.int64, memory[named["moves"]].buf)[first:last]
    shared = {
        name: np.ndarray((games, *shape[1:]), kind, memory[named[name]].buf)[first:last]
        for name, (shape, kind) in batch.shapes(games).items()
    }

    def publish(answer: bytes = NO_RESULT) -> None:
        for name, array in shared.items():
            array[...] = getattr(batch, name)
        pipe.send_bytes(answer)

    publish()
    try:
        while True:
            what = pipe.recv_bytes()
            try:
                if what == b"step":
                    batch.rows.step(moves)
                    publish()
                elif what == b"choose":
                    moves[...] = batch.random_moves()
                    pipe.send_bytes(NO_RESULT)
                elif what == b"check":
                    batch.rows.check(moves)
                    pipe.send_bytes(NO_RESULT)
                else:
                    publish(pickle.dumps(batch.play_at_random(int(what.removeprefix(b"play ")))))
            except Exception as error:
                pipe.send_bytes(pickle.dumps(error))
    except (EOFError, OSError, KeyboardInterrupt):
        pass  # the batch is closed
    finally:
        shared.clear()
        del moves
        for one in memory.values():
            one.close()
