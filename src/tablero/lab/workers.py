"""Work shared out to this process, to processes of this machine, or to the machines of a Ray cluster.

Workers may be lost: killed, out of memory, unplugged. Their jobs are done again by others; only a job that has cost
several workers is given up.
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
QUEUE_LENGTH = 2  # jobs given out for each process, so that none waits for the next
MAX_LOST_PROCESSES = 3  # that one job may cost before it is given up
LOCAL_CLUSTER = "local"  # instead of the address of a cluster: one is started on this machine
FORWARDED_VARIABLES = (OWN_FACTS, "TABLERO_PLAIN")  # of the environment: they change how games are played
# The processes use all cores already. A second thread of NumPy's algebra waits for a free one: on a busy machine that
# makes the small products of a value network fifty times as slow.
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
CLUSTER_SIZE_SECONDS = 5.0  # between two queries of the size of a cluster
CLUSTER_TIMEOUT = 10.0  # seconds for a cluster to answer at its address
START_ATTEMPTS = 3  # of a local cluster: on a busy machine it may not come up within the half minute that Ray gives it
OBJECT_STORE_BYTES = 256 << 20  # of a local cluster


def share_out(
    work: Callable[[Item], Done],
    items: Iterator[Item],
    processes: int = 1,
    ray: str | None = None,
    modules: Sequence[str] = (),
) -> Iterator[Done]:
    """Yield `work(item)` for every item, in the order in which they finish.

    Items are taken one at a time when a worker is free, so that an iterator may end early because of earlier results.
    `ray` is the address of a cluster, "auto", or "local" for one of `processes` processes that is started here;
    `modules` are the user's own modules that the work needs there.
    """
    if ray is not None:
        with cluster(ray, processes, modules):
            yield from _on_ray(work, items)
    elif processes > 1:
        yield from _in_processes(work, items, processes)
    else:
        yield from map(work, items)


def _given_up(who: str) -> ArenaError:
    return ArenaError(
        f"a piece of work has cost {MAX_LOST_PROCESSES} {who} their lives, perhaps for want of memory: "
        "take fewer at once with --processes; a bot of your own may be at fault too"
    )


# ---------------------------------------------------------------- processes


@dataclass
class Job(Generic[Item]):
    """An item of work, and the number of processes that were lost while they worked on it."""

    item: Item
    lost: int = 0


class Worker(Generic[Item, Done]):
    """A process with its queue of jobs: if the process is lost, it was working on the first of them."""

    def __init__(self, work: Callable[[Item], Done]) -> None:
        self._work = work
        # Spawned: it inherits no threads and files of this process.
        self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _init_worker)
        self.given: deque[tuple[Job[Item], Future[Done]]] = deque()

    def give(self, job: Job[Item]) -> None:
        try:
            self.given.append((job, self._pool.submit(self._work, job.item)))
        except BrokenProcessPool as error:  # lost while it had nothing to do
            future: Future[Done] = Future()
            future.set_exception(error)
            self.given.append((job, future))

    def results(self) -> Iterator[Done]:
        """Yield what is finished. Raise BrokenProcessPool if the process is lost; `given` holds the unfinished jobs."""
        while self.given and self.given[0][1].done():
            yield self.given[0][1].result()
            self.given.popleft()

    def leave(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class WorkerGroup(Generic[Item, Done]):
    """Workers that share a list of items. A lost worker is replaced, and its jobs are given out again."""

    def __init__(self, work: Callable[[Item], Done], items: Iterator[Item], processes: int) -> None:
        self._others = set(multiprocessing.active_children())
        self._work = work
        self._items = items
        self._again: deque[Job[Item]] = deque()
        self._workers: list[Worker[Item, Done]] = [Worker(work) for _ in range(processes)]

    def give_out(self) -> list[Future[Done]]:
        """Fill the queues of all workers; return what is under way."""
        for length in range(1, QUEUE_LENGTH + 1):
            for worker in self._workers:
                if len(worker.given) < length and (job := self._next_job()) is not None:
                    worker.give(job)
        return [future for worker in self._workers for _, future in worker.given]

    def _next_job(self) -> Job[Item] | None:
        if self._again:
            return self._again.popleft()
        item = next(self._items, None)
        return None if item is None else Job(item)

    def results(self) -> Iterator[Done]:
        """Yield what is finished. Raise ArenaError if a job has cost too many processes."""
        for place, worker in enumerate(self._workers):
            try:
                yield from worker.results()
            except BrokenProcessPool:
                worker.leave()
                job = worker.given[0][0]
                job.lost += 1
                if job.lost >= MAX_LOST_PROCESSES:
                    raise _given_up("processes") from None
                self._again.extend(job for job, _ in worker.given)
                self._workers[place] = Worker(self._work)

    def leave(self) -> None:
        """End the workers, without waiting for jobs whose results are not wanted any more."""
        for worker in self._workers:
            worker.leave()
        if any(worker.given for worker in self._workers):
            for child in set(multiprocessing.active_children()) - self._others:
                child.terminate()


def _in_processes(work: Callable[[Item], Done], items: Iterator[Item], processes: int) -> Iterator[Done]:
    for name in ONE_THREAD:  # spawned processes inherit it; in this process NumPy has its threads already
        os.environ.setdefault(name, "1")
    group = WorkerGroup(work, items, processes)
    try:
        while under_way := group.give_out():
            wait(under_way, return_when=FIRST_COMPLETED)
            yield from group.results()
    finally:
        group.leave()


def _init_worker() -> None:
    """Ignore Ctrl-C, which the parent handles, and exit when the parent has exited, even by kill -9."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


# ---------------------------------------------------------------- Ray


@contextmanager
def cluster(address: str | None, processes: int = 1, modules: Sequence[str] = ()) -> Iterator[None]:
    """Connect to a Ray cluster, unless this process is connected already or `address` is None."""
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
    if address == LOCAL_CLUSTER:
        # Explicitly local: an address in the environment (RAY_ADDRESS) is meant for "auto".
        where |= {"num_cpus": processes, "include_dashboard": False, "object_store_memory": OBJECT_STORE_BYTES}
        advice = "take --processes instead"
    for left in reversed(range(START_ATTEMPTS if address == LOCAL_CLUSTER else 1)):
        try:
            _check_reachable(address)
            ray.init(**where, runtime_env=_runtime_env(modules), log_to_driver=False, logging_level=logging.ERROR)
            break
        except Exception as error:  # Ray has no class of its own for a cluster that does not start
            ray.shutdown()
            if not left:
                reason = " ".join(str(error).split()).rstrip(".")
                raise ArenaError(f"Ray cannot be used at {address} ({reason}); {advice}") from None
    try:
        yield
    finally:
        ray.shutdown()


def _check_reachable(address: str) -> None:
    """Raise OSError if nothing answers at an address: Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), CLUSTER_TIMEOUT).close()


def _runtime_env(modules: Sequence[str]) -> dict[str, Any]:
    """Return what other machines need besides Tablero: environment variables, and the user's own modules that lie in
    the current folder. Installed modules have to be installed there."""
    here = Path.cwd()
    paths = []
    for name in {module.partition(".")[0] for module in modules}:
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            continue
        file = Path(spec.origin)
        if file.is_relative_to(here) and "site-packages" not in file.parts and name != tablero.__name__:
            paths.append(str(file.parent if spec.submodule_search_locations else file))
    environment = {name: os.environ[name] for name in FORWARDED_VARIABLES if name in os.environ}
    environment |= {name: os.environ.get(name, "1") for name in ONE_THREAD}
    packed: dict[str, Any] = {"py_modules": sorted(paths)} if paths else {}
    return {**packed, "env_vars": environment}


def _on_ray(work: Callable[[Item], Done], items: Iterator[Item]) -> Iterator[Done]:
    import ray

    # Ray itself gives the jobs of a lost machine to another.
    remote: Any = ray.remote(max_retries=MAX_LOST_PROCESSES - 1)(_do)
    resources: Any = ray.cluster_resources
    under_way: list[Any] = []
    limit, counted = 0, -CLUSTER_SIZE_SECONDS
    while True:
        if time.monotonic() - counted >= CLUSTER_SIZE_SECONDS:  # clusters grow and shrink
            limit, counted = QUEUE_LENGTH * max(1, int(resources().get("CPU", 1))), time.monotonic()
        while len(under_way) < limit and (item := next(items, None)) is not None:
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
    """Run a job on another machine. Raise ArenaError if that has another version of Tablero."""
    if (there := tablero.__version__) != version:
        node = f"{platform.node()} of the Ray cluster has Tablero {there}"
        raise ArenaError(f"{node} and this machine {version}: install the same everywhere")
    return work(item)
