"""Sharing out work: here, over processes of this machine, or over the machines of a Ray cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from tablero.lab.errors import ArenaError

Item = TypeVar("Item")
Done = TypeVar("Done")
AHEAD = 2  # pieces of work given out for each process, so that none waits for the next


def share_out(
    work: Callable[[Item], Done], items: Iterator[Item], processes: int = 1, ray: str | None = None
) -> Iterator[Done]:
    """Do the work for every item; what is done comes as soon as it is, in no order. Items are asked for one at a time when
    somebody is free, so that an iterator may end early because of what has come back."""
    if ray is not None:
        yield from _on_ray(work, items, ray)
    elif processes > 1:
        yield from _in_processes(work, items, processes)
    else:
        yield from map(work, items)


def _in_processes(work: Callable[[Item], Done], items: Iterator[Item], processes: int) -> Iterator[Done]:
    strangers = set(multiprocessing.active_children())
    # Spawned: whatever threads and files this process has, the others begin afresh.
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _settle_in)
    under_way: set[Future[Done]] = set()
    try:
        while True:
            while len(under_way) < AHEAD * processes and (item := next(items, None)) is not None:
                under_way.add(pool.submit(work, item))
            if not under_way:
                break
            ready, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            for future in ready:
                yield future.result()
    except BrokenProcessPool:
        raise ArenaError(
            "a process that played has ended before its game, perhaps for want of memory; take fewer with --processes"
        ) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        if under_way:
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


def _on_ray(work: Callable[[Item], Done], items: Iterator[Item], address: str) -> Iterator[Done]:
    try:
        import ray
    except ImportError:
        raise ArenaError("Ray is not installed here: pip install 'tablero[ray]', or take --processes instead") from None
    try:
        ray.init(address=None if address == "local" else address, log_to_driver=False, logging_level="ERROR")
    except Exception as error:  # a cluster that does not start is no more than that to Ray
        reason = " ".join(str(error).split()).rstrip(".")
        raise ArenaError(f"Ray cannot be used at {address} ({reason}); 'local' starts a cluster here") from None
    try:
        remote: Any = ray.remote(work)
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        under_way: list[Any] = []
        while True:
            while len(under_way) < room and (item := next(items, None)) is not None:
                under_way.append(remote.remote(item))
            if not under_way:
                return
            ready, under_way = ray.wait(under_way)
            try:
                yield from ray.get(ready)
            except ray.exceptions.RayTaskError as error:
                raise error.cause if isinstance(error.cause, ArenaError) else error from None
    finally:
        ray.shutdown()
