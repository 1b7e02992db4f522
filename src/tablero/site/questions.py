"""Questions of people that processes of their own think about: so many at once, so many of one person, and no more."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from tablero.site.shield import Allowance
from tablero.site.thinkers import Pool
from tablero.table import Refusal

Thought = TypeVar("Thought")


class Questions:
    """Asks for somebody who waits; the processes are started when somebody asks first."""

    def __init__(self, processes: int, at_once: int, of_one: int, per_second: float) -> None:
        """`at_once` may wait for an answer; `of_one` person at once and then `per_second`."""
        self._pool = Pool(processes)
        self._at_once = at_once
        self._allowed = Allowance(of_one, per_second)
        self._waiting = 0

    async def ask(self, who: str, think: Callable[..., Thought], *given: Any) -> Thought:
        """The answer; a Refusal when there are too many questions, or when the process has died."""
        if self._waiting >= self._at_once or not self._allowed.allows(who):
            raise Refusal("too many questions at once: ask again in a moment")
        self._waiting += 1
        try:
            return await self._pool.ask(think, *given)
        except BrokenProcessPool:
            raise Refusal("the thought was lost: ask again") from None
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._pool.close()
