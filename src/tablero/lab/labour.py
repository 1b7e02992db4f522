"""Sharing out work: here, over processes of this machine, or over the machines of a Ray cluster.

Whoever works may be lost: killed, out of memory, unplugged. What it was doing is done again by another; only work that has cost
several of them their lives is given up.
"""

from __future__ import annotations

import importlib.util
import logging
import multiprocessing
import os
import platform
import signal
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import tablero
from tablero.games import OWN_FACTS
from tablero.lab.errors import ArenaError

Item = TypeVar("Item")
Done = TypeVar("Done")
AHEAD = 2  # pieces of work given out for each process, so that none waits for the next
LIVES = 3  # processes that one piece of work may cost before it is given up
HERE = "local"  # instead of the address of a cluster: one is started on this machine
TRAVELS = (OWN_FACTS, "TABLERO_PLAIN")  # of the environment: what changes how games are played
# Who shares work out uses the cores already. A second thread of NumPy's algebra finds none free and waits for one: on a busy machine
# the small products of a learned bot cost fifty times as much so.
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
COUNTED = 5.0  # seconds for which the size of a cluster is believed
PATIENCE = 10.0  # seconds for a cluster to answer at its address
STARTS = 3  # attempts to start a cluster: on a busy machine it may not come up within the half minute that Ray gives it
STORE = 256 << 20  # bytes for results on their way, in a cluster that is started here


def share_out(
    work: Callable[[Item], Done],
    items: Iterator[Item],
    processes: int = 1,
    ray: str | None = None,
    modules: Sequence[str] = (),
) -> Iterator[Done]:
    """Do the work for every item; what is done comes as soon as it is, in no order. Items are asked for one at a time when
    somebody is free, so that an iterator may end early because of what has come back. With `ray` (an address; "auto"; "local" for a
    cluster of so many processes that is started here) others do it; `modules` of one's own that the work needs travel there."""
    if ray is not None:
        with cluster(ray, processes, modules):
            yield from _on_ray(work, items)
    elif processes > 1:
        yield from _in_processes(work, items, processes)
    else:
        yield from map(work, items)


def _given_up(who: str) -> ArenaError:
    return ArenaError(
        f"a piece of work has cost {LIVES} {who} their lives, perhaps for want of memory: take fewer at once with --processes; "
        "a bot of your own may be at fault too"
    )


# ---------------------------------------------------------------- processes


@dataclass
class Piece(Generic[Item]):
    """Something to do, and how many lives it has cost."""

    item: Item
    cost: int = 0


class Hand(Generic[Item, Done]):
    """A process, and what it was given to do, one after the other: when it is lost, it was at the first of that."""

    def __init__(self, work: Callable[[Item], Done]) -> None:
        self._work = work
        # Spawned: whatever threads and files this process has, the others begin afresh.
        self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _settle_in)
        self.given: deque[tuple[Piece[Item], Future[Done]]] = deque()

    def give(self, piece: Piece[Item]) -> None:
        try:
            self.given.append((piece, self._pool.submit(self._work, piece.item)))
        except BrokenProcessPool as lost:  # while it had nothing to do
            future: Future[Done] = Future()
            future.set_exception(lost)
            self.given.append((piece, future))

    def finished(self) -> Iterator[Done]:
        """What has been done; BrokenProcessPool when the process is lost, and what it has not done is still in `given`."""
        while self.given and self.given[0][1].done():
            yield self.given[0][1].result()
            self.given.popleft()

    def leave(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _in_processes(work: Callable[[Item], Done], items: Iterator[Item], processes: int) -> Iterator[Done]:
    strangers = set(multiprocessing.active_children())
    for name in ONE_THREAD:  # what is spawned inherits it; in this process NumPy has its threads already
        os.environ.setdefault(name, "1")
    hands: list[Hand[Item, Done]] = [Hand(work) for _ in range(processes)]
    again: deque[Piece[Item]] = deque()

    def following() -> Piece[Item] | None:
        if again:
            return again.popleft()
        item = next(items, None)
        return None if item is None else Piece(item)

    try:
        while True:
            for enough in range(1, AHEAD + 1):
                for hand in hands:
                    if len(hand.given) < enough and (piece := following()) is not None:
                        hand.give(piece)
            under_way = [future for hand in hands for _, future in hand.given]
            if not under_way:
                return
            wait(under_way, return_when=FIRST_COMPLETED)
            for place, hand in enumerate(hands):
                try:
                    yield from hand.finished()
                except BrokenProcessPool:
                    hand.leave()
                    hands[place] = Hand(work)
                    hand.given[0][0].cost += 1
                    if hand.given[0][0].cost >= LIVES:
                        raise _given_up("processes") from None
                    again.extend(piece for piece, _ in hand.given)
    finally:
        for hand in hands:
            hand.leave()
        if any(hand.given for hand in hands):
            # Whoever leaves early does not wait for games that nobody will hear of.
            for child in set(multiprocessing.active_children()) - strangers:
                child.terminate()


def _settle_in() -> None:
    """Ctrl-C reaches every process of a terminal: the first one ends the others. They go when it has gone, even by kill -9."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    first = multiprocessing.parent_process()
    assert first is not None

    def follow() -> None:
        first.join()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


# ---------------------------------------------------------------- Ray


@contextmanager
def cluster(address: str | None, processes: int = 1, modules: Sequence[str] = ()) -> Iterator[None]:
    """Be part of a Ray cluster for a while. Who is part of one already stays in it; without an address nothing happens."""
    if address is None:
        yield
        return
    try:
        import ray
    except ImportError:
        raise ArenaError("Ray is not installed here: pip install 'tablero[ray]', or take --processes instead") from None
    if ray.is_initialized():
        yield
        return
    where: dict[str, Any] = {"address": address}
    advice = "--ray without an address starts a cluster here"
    if address == HERE:
        # Said aloud: an address in the environment (RAY_ADDRESS) is for those who say auto.
        where = {"address": HERE, "num_cpus": processes, "include_dashboard": False, "object_store_memory": STORE}
        advice = "take --processes instead"
    for left in reversed(range(STARTS if address == HERE else 1)):
        try:
            _knock(address)
            ray.init(**where, runtime_env=_luggage(modules), log_to_driver=False, logging_level=logging.ERROR)
            break
        except Exception as error:  # a cluster that does not start is no more than that to Ray
            ray.shutdown()
            if not left:
                reason = " ".join(str(error).split()).rstrip(".")
                raise ArenaError(f"Ray cannot be used at {address} ({reason}); {advice}") from None
    try:
        yield
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Whether anybody is there: Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()


def _luggage(modules: Sequence[str]) -> dict[str, Any]:
    """What other machines need besides Tablero itself: how games are to be played, and somebody's own modules, if they lie where
    the command was called. What is installed here has to be installed there."""
    here = Path.cwd()
    paths = []
    for name in {module.partition(".")[0] for module in modules}:
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            continue
        file = Path(spec.origin)
        if file.is_relative_to(here) and "site-packages" not in file.parts and name != tablero.__name__:
            paths.append(str(file.parent if spec.submodule_search_locations else file))
    environment = {name: os.environ[name] for name in TRAVELS if name in os.environ}
    environment |= {name: os.environ.get(name, "1") for name in ONE_THREAD}
    packed: dict[str, Any] = {"py_modules": sorted(paths)} if paths else {}
    return {**packed, "env_vars": environment}


def _on_ray(work: Callable[[Item], Done], items: Iterator[Item]) -> Iterator[Done]:
    import ray

    # Ray itself gives the work of a lost machine to another.
    remote: Any = ray.remote(max_retries=LIVES - 1)(_do)
    resources: Any = ray.cluster_resources
    under_way: list[Any] = []
    room, counted = 0, -COUNTED
    while True:
        if time.monotonic() - counted >= COUNTED:  # clusters grow and shrink
            room, counted = AHEAD * max(1, int(resources().get("CPU", 1))), time.monotonic()
        while len(under_way) < room and (item := next(items, None)) is not None:
            under_way.append(remote.remote(work, tablero.__version__, item))
        if not under_way:
            return
        ready, under_way = ray.wait(under_way)
        try:
            found: Done = ray.get(ready[0])
        except ray.exceptions.RayTaskError as error:
            raise error.cause if isinstance(error.cause, ArenaError) else error from None
        except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError, ray.exceptions.NodeDiedError):
            raise _given_up("workers") from None
        except ray.exceptions.RayError as error:
            raise ArenaError(f"Ray cannot go on: {' '.join(str(error).split())}") from None
        yield found


def _do(work: Callable[[Item], Done], version: str, item: Item) -> Done:
    """What is done elsewhere must be done as it would be here."""
    if (there := tablero.__version__) != version:
        raise ArenaError(
            f"{platform.node()} of the Ray cluster has Tablero {there} and this machine {version}: install the same everywhere"
        )
    return work(item)
