"""Supervisor: a parent process that starts, restarts, replaces (SIGHUP) and ends child processes.

It holds the listening socket, so that no connection is refused while a child is replaced. When the supervisor itself is
killed, its children notice and end.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any

from tablero import metrics

POLL_INTERVAL = 0.2  # seconds between two checks for signals
STABLE_AFTER = 5.0  # seconds after which a start counts as successful
LONGEST_PAUSE = 10.0  # seconds between two starts of a process that keeps dying
READY_TIMEOUT = 180.0  # seconds for a replacement to become ready; on a busy machine a start takes a minute
STOP_TIMEOUT = 8.0  # seconds for a process to end by itself when all end
LEAVE_TIMEOUT = 60.0  # seconds for one that has been replaced: its last requests are answered on a busy machine too

logger = logging.getLogger("tablero.site")


@dataclass(frozen=True)
class ChildSpec:
    """What a process runs: `run(*given, ready)`, which calls `ready.send(True)` when it has started."""

    name: str
    run: Callable[..., None]
    given: tuple[Any, ...]


@dataclass(eq=False)
class Child:
    """A running child process."""

    spec: ChildSpec
    process: Any
    pipe: Connection
    fails: int = 0  # deaths in a row soon after a start
    began: float = field(default_factory=time.monotonic)
    died: float | None = None
    ready: bool = False
    mute: bool = False

    def poll(self) -> None:
        """Read from the pipe whether the process is ready."""
        if not self.ready and not self.mute and self.pipe.poll():
            try:
                self.ready = bool(self.pipe.recv())
            except (EOFError, OSError):
                self.mute = True

    def restart_time(self) -> float:
        """Record the death once; return when to start the process again, later after each early death."""
        if self.died is None:
            self.died = time.monotonic()
            self.fails = 0 if self.died - self.began > STABLE_AFTER else self.fails + 1
            metrics.forget_process(self.process.pid)
            logger.error("%s has ended (%s) and is started again", self.spec.name, self.process.exitcode)
        return self.died + (0 if self.fails < 2 else min(2.0 ** (self.fails - 2), LONGEST_PAUSE))


class Supervisor:
    """Keep one process alive for each of `specs`; call `on_ready` once when all are ready."""

    def __init__(self, specs: Sequence[ChildSpec], on_ready: Callable[[], None]) -> None:
        self._specs = specs
        self._on_ready = on_ready
        self._children: list[Child] = []
        self._leaving: list[Child] = []
        self._to_replace: deque[Child] = deque()
        self._replacement: Child | None = None
        self._stopping = False
        self._renewing = False

    def run(self) -> int:
        """Run until SIGINT or SIGTERM; return the exit status."""
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, self._stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._renew)
        self._children = [_start(spec) for spec in self._specs]
        announced = False
        while not self._stopping:
            wait([*self._sentinels(), *(c.pipe for c in self._all() if not (c.ready or c.mute))], POLL_INTERVAL)
            for child in self._all():
                child.poll()
            if not announced and all(child.ready for child in self._children):
                self._on_ready()
                announced = True
            self._restart_dead()
            self._replace_next()
        self._end_all()
        return 0

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _renew(self, *_: object) -> None:
        self._renewing = True

    def _all(self) -> list[Child]:
        return [*self._children, *([self._replacement] if self._replacement else [])]

    def _sentinels(self) -> list[int]:
        return [c.process.sentinel for c in self._all() if c.process.is_alive()]

    def _restart_dead(self) -> None:
        for place, child in enumerate(self._children):
            if not child.process.is_alive() and time.monotonic() >= child.restart_time():
                self._children[place] = _start(child.spec, child.fails)

    def _replace_next(self) -> None:
        """Replace children one after the other: the old one is ended when the new one is ready."""
        self._leaving = [child for child in self._leaving if not _has_ended(child)]
        if self._renewing:
            self._renewing = False
            self._to_replace = deque(self._children)
        if self._replacement is None:
            while self._to_replace and self._to_replace[0] not in self._children:
                self._to_replace.popleft()  # it has died, and a new one is there
            if self._to_replace:
                self._replacement = _start(self._to_replace[0].spec)
        elif self._replacement.ready:
            old = self._to_replace.popleft()
            if old in self._children:
                self._children[self._children.index(old)] = self._replacement
                old.process.terminate()
                old.began = time.monotonic()
                self._leaving.append(old)
            else:
                self._replacement.process.terminate()
                self._leaving.append(self._replacement)
            self._replacement = None
        elif not self._replacement.process.is_alive() or time.monotonic() - self._replacement.began > READY_TIMEOUT:
            logger.error("a new %s does not start: the old ones stay", self._replacement.spec.name)
            self._replacement.process.kill()
            self._replacement = None
            self._to_replace.clear()

    def _end_all(self) -> None:
        children = [*self._all(), *self._leaving]
        for child in children:
            child.process.terminate()
        until = time.monotonic() + STOP_TIMEOUT
        for child in children:
            child.process.join(max(0.1, until - time.monotonic()))
            if child.process.is_alive():
                child.process.kill()


def _start(spec: ChildSpec, fails: int = 0) -> Child:
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=spec.run, args=(*spec.given, theirs), name=spec.name)
    before = signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # inherited: Ctrl-C is for the supervisor, from the first line
    try:
        process.start()
    finally:
        signal.signal(signal.SIGINT, before)
    theirs.close()
    return Child(spec, process, ours, fails)


def _has_ended(child: Child) -> bool:
    """Return whether a replaced process has ended, and kill it when it takes too long."""
    if time.monotonic() - child.began > LEAVE_TIMEOUT:
        child.process.kill()
    return not child.process.is_alive()
