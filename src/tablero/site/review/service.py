"""Queue of reviews: evaluate finished games in background processes, store the results, cache rendered pages."""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tablero.analysis.puzzle_jobs import puzzle_of_moment
from tablero.analysis.review import REVIEW_VERSION, Review, review, side_by_side_in
from tablero.analysis.review_jobs import ReviewBudget
from tablero.analysis.turning_points import turning_points
from tablero.site.bots.worker_pool import WorkerPool
from tablero.site.review.report import ReviewPage
from tablero.site.web.rate_limit import RateLimit
from tablero.store import Store
from tablero.table import Refusal, Table
from tablero.ui.language import Language
from tablero.ui.rendering import render

logger = logging.getLogger("tablero.site")

REVIEW_SECONDS = 50.0  # for the longest game
MAX_WAITING = 8  # reviews under way or waiting
MAX_OF_ONE_ADDRESS = 3  # of these
USER_BURST, PER_SECOND = 4, 0.05  # reviews that a user may request at once, and per second after that
MAX_PUZZLES = 3  # of a person, from one game
CACHED_PAGES = 8  # a review never changes


@dataclass
class ReviewTask:
    """Progress of a review, in moves, and the address that asked for it."""

    done: int
    all: int
    address: str = ""


class ReviewQueue:
    """Review finished games one after the other, in low-priority processes started at the first request."""

    def __init__(self, store: Store, budget: ReviewBudget | None = None) -> None:
        cores = os.cpu_count() or 1
        self._store = store
        self._budget = budget or ReviewBudget(seconds=REVIEW_SECONDS, processes=cores)
        self._pool = WorkerPool(cores, nice=True)
        self._rate = RateLimit(USER_BURST, PER_SECOND)
        self._pending: dict[str, ReviewTask] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._one_at_a_time = asyncio.Lock()
        self._pages: OrderedDict[tuple[str, str, int | None], str] = OrderedDict()

    async def stored(self, table: Table) -> Review | None:
        """Return the review of a finished game if it exists already."""
        text = await self._store.reviews.of(table.id, REVIEW_VERSION) if table.over else None
        return None if text is None else Review.from_text(text)

    async def request(self, table: Table, user: str, address: str) -> Review | ReviewTask:
        """Return the review of a finished game, or its progress; the first request starts it.

        Raise Refusal if the game has no end to review, or if too many reviews are waiting.
        """
        if not table.over:
            raise Refusal("this game is still running: it can be reviewed when it is over")
        if table.broken_off:
            raise Refusal("this game was not played to its end: there is nothing to review")
        if table.id not in self._pending and (found := await self.stored(table)) is not None:
            return found
        if table.id not in self._pending:  # unless another request came meanwhile
            of_one = sum(task.address == address for task in self._pending.values())
            full = len(self._pending) >= MAX_WAITING or of_one >= MAX_OF_ONE_ADDRESS
            if full or not self._rate.allows(user):
                raise Refusal("too many games wait to be reviewed: ask again in a minute")
            self._pending[table.id] = ReviewTask(0, len(table.record().moves), address)
            self._start(self._run(table))
        return self._pending[table.id]

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, table: Table) -> None:
        pending = self._pending[table.id]

        def progress(done: int, all: int) -> None:
            pending.done, pending.all = done, all

        try:
            async with self._one_at_a_time:
                run_jobs = side_by_side_in(self._pool.executor())
                found = await asyncio.to_thread(review, table.record(), self._budget, progress, run_jobs)
                await self._store.reviews.save(table.id, REVIEW_VERSION, found.to_text())
            self._start(self._make_puzzles(table, found))
        except Exception:  # the next request starts it again
            logger.exception("a review of %s was lost", table.game.name)
            self._pool.restart()
        finally:
            del self._pending[table.id]

    async def _make_puzzles(self, table: Table, found: Review) -> None:
        """Make puzzles of the moments that cost the people at the table most."""
        record = table.record().to_text()
        try:
            for seat, holder in enumerate(table.holders):
                points = turning_points(found, seat) if holder.kind == "person" else []
                costly = [(point.compared, point.change) for point in points if point.compared is not None]
                for compared, change in costly[:MAX_PUZZLES]:
                    puzzle = await self._pool.run(puzzle_of_moment, record, compared.at, seat)
                    if puzzle is not None:
                        await self._store.own_puzzles.add(holder.person, table.id, compared.at, -change, puzzle)
        except Exception:  # the review itself is not lost
            logger.exception("no puzzles could be made of a game of %s", table.game.name)

    async def page_body(self, table: Table, found: Review, language: Language, seat: int | None) -> str:
        """Return the body of the page as HTML, rendered once for each language and seat."""
        key = (table.id, language.code, seat)
        if key not in self._pages:
            self._pages[key] = await asyncio.to_thread(_render, table, found, language, seat)
            while len(self._pages) > CACHED_PAGES:
                self._pages.popitem(last=False)
        self._pages.move_to_end(key)
        return self._pages[key]

    async def close(self) -> None:
        self._pool.close()
        for task in self._tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks, return_exceptions=True)


def _render(table: Table, found: Review, language: Language, seat: int | None) -> str:
    page = ReviewPage(table, found, language, seat)
    return render("review/parts/report.jinja", language, page=page, game=table.game, alone=False)
