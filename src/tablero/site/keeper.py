"""The keeper: a parent process that starts others, starts dead ones again, replaces them one by one, and ends them all.

It holds the listening socket for as long as it lives: while a process is replaced (SIGHUP), nobody is refused. When the
keeper itself is killed, its processes notice and go.
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

from tablero import figures

LOOK = 0.2  # seconds between two looks at signals
SETTLED = 5.0  # seconds after which a process counts as well started
LONGEST_PAUSE = 10.0  # seconds between two attempts to start what dies again and again
UNTIL_READY = 60.0  # seconds for a process to get ready before the one that it replaces
FAREWELL = 8.0  # seconds for a process to end by itself

logger = logging.getLogger("tablero.site")


@dataclass(frozen=True)
class Work:
    """What a process does: `run(*given, ready)`, where `ready.send` says that it has begun."""

    name: str
    run: Callable[..., None]
    given: tuple[Any, ...]


@dataclass(eq=False)
class Child:
    """A process at its work."""

    work: Work
    process: Any
    pipe: Connection
    fails: int = 0  # how often in a row it has died soon after a start
    began: float = field(default_factory=time.monotonic)
    died: float | None = None
    ready: bool = False
    mute: bool = False

    def look(self) -> None:
        """Whether it has said that it is ready."""
        if not self.ready and not self.mute and self.pipe.poll():
            try:
                self.ready = bool(self.pipe.recv())
            except (EOFError, OSError):
                self.mute = True

    def note_death(self) -> float:
        """When it is to be started again: at once, or later and later when it dies soon after each start."""
        if self.died is None:
            self.died = time.monotonic()
            self.fails = 0 if self.died - self.began > SETTLED else self.fails + 1
            figures.forget(self.process.pid)
            logger.error("%s has ended (%s) and is started again", self.work.name, self.process.exitcode)
        return self.died + (0 if self.fails < 2 else min(2.0 ** (self.fails - 2), LONGEST_PAUSE))


class Keeper:
    """Keeps one process for each piece of work."""

    def __init__(self, works: Sequence[Work], welcome: Callable[[], None]) -> None:
        self._works = works
        self._welcome = welcome  # called once, when everything is ready
        self._children: list[Child] = []
        self._leaving: list[Child] = []
        self._to_replace: deque[Child] = deque()
        self._newcomer: Child | None = None
        self._stopping = False
        self._renewing = False

    def run(self) -> int:
        """Until somebody stops it; the exit status."""
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, self._stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._renew)
        self._children = [_start(work) for work in self._works]
        welcomed = False
        while not self._stopping:
            wait([*self._sentinels(), *(c.pipe for c in self._everybody() if not (c.ready or c.mute))], LOOK)
            for child in self._everybody():
                child.look()
            if not welcomed and all(child.ready for child in self._children):
                self._welcome()
                welcomed = True
            self._start_again()
            self._replace_next()
        self._end_all()
        return 0

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _renew(self, *_: object) -> None:
        self._renewing = True

    def _everybody(self) -> list[Child]:
        return [*self._children, *([self._newcomer] if self._newcomer else [])]

    def _sentinels(self) -> list[int]:
        return [c.process.sentinel for c in self._everybody() if c.process.is_alive()]

    def _start_again(self) -> None:
        for place, child in enumerate(self._children):
            if not child.process.is_alive() and time.monotonic() >= child.note_death():
                self._children[place] = _start(child.work, child.fails)

    def _replace_next(self) -> None:
        """One after the other: the old one goes when the new one is ready."""
        self._leaving = [child for child in self._leaving if not _has_gone(child)]
        if self._renewing:
            self._renewing = False
            self._to_replace = deque(self._children)
        if self._newcomer is None:
            while self._to_replace and self._to_replace[0] not in self._children:
                self._to_replace.popleft()  # it has died, and a new one is there
            if self._to_replace:
                self._newcomer = _start(self._to_replace[0].work)
        elif self._newcomer.ready:
            old = self._to_replace.popleft()
            if old in self._children:
                self._children[self._children.index(old)] = self._newcomer
                old.process.terminate()
                old.began = time.monotonic()
                self._leaving.append(old)
            else:
                self._newcomer.process.terminate()
                self._leaving.append(self._newcomer)
            self._newcomer = None
        elif not self._newcomer.process.is_alive() or time.monotonic() - self._newcomer.began > UNTIL_READY:
            logger.error("a new %s does not start: the old ones stay", self._newcomer.work.name)
            self._newcomer.process.kill()
            self._newcomer = None
            self._to_replace.clear()

    def _end_all(self) -> None:
        everybody = [*self._everybody(), *self._leaving]
        for child in everybody:
            child.process.terminate()
        until = time.monotonic() + FAREWELL
        for child in everybody:
            child.process.join(max(0.1, until - time.monotonic()))
            if child.process.is_alive():
                child.process.kill()


def _start(work: Work, fails: int = 0) -> Child:
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=work.run, args=(*work.given, theirs), name=work.name)
    process.start()
    theirs.close()
    return Child(work, process, ours, fails)


def _has_gone(child: Child) -> bool:
    """Whether an old process has ended; it is made to when it takes too long."""
    if time.monotonic() - child.began > FAREWELL:
        child.process.kill()
    return not child.process.is_alive()
