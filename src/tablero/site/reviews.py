"""Reviews of finished games: judged in the background when somebody asks first, kept with the table, shown as a page."""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from litestar import Litestar, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from markupsafe import Markup

from tablero.insight.looks import Budget
from tablero.insight.review import VERSION, Review, review, side_by_side_in
from tablero.site.bot_thought import settle_in_behind
from tablero.site.entry import find_table
from tablero.site.language import Tongue, tongue_of
from tablero.site.messages import sentence
from tablero.site.pages import Visit, house_of, page
from tablero.site.people import guest_of
from tablero.site.render import render
from tablero.site.review_file import file_of
from tablero.site.review_page import ReviewPage
from tablero.site.shield import Allowance
from tablero.site.thinkers import Pool
from tablero.store import House
from tablero.table import NoSuchTable, Refusal, Table

logger = logging.getLogger("tablero.site")

SECONDS = 50.0  # of judging, for the longest game
WAITING = 8  # games that may wait to be judged
QUESTIONS, PER_SECOND = 4, 0.05  # reviews that somebody may ask for at once, and after that
DRAWN = 8  # finished pages that are kept: a review never changes


@dataclass
class Judging:
    """How far the judge of a game is."""

    done: int
    all: int


class Reviewers:
    """Judges finished games, one after the other, in processes of their own that are started when somebody asks first."""

    def __init__(self, house: House, budget: Budget | None = None) -> None:
        cores = os.cpu_count() or 1
        self._house = house
        self._budget = budget or Budget(seconds=SECONDS, processes=cores)
        self._pool = Pool(cores, settle_in_behind)
        self._allowed = Allowance(QUESTIONS, PER_SECOND)
        self._judging: dict[str, Judging] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()
        self._drawn: OrderedDict[tuple[str, str, int | None], str] = OrderedDict()

    async def ask(self, table: Table, who: str) -> Review | Judging:
        """The review of a finished game, or how far its judge is: asking begins it."""
        if not table.over:
            raise Refusal("this game is still running: it can be reviewed when it is over")
        if table.broken_off:
            raise Refusal("this game was not played to its end: there is nothing to review")
        if table.id not in self._judging:
            kept = await self._house.reviews.of(table.id, VERSION)
            if kept is not None:
                return Review.from_text(kept)
        if table.id not in self._judging:  # nobody else has asked meanwhile
            if len(self._judging) >= WAITING or not self._allowed.allows(who):
                raise Refusal("too many games wait to be reviewed: ask again in a minute")
            self._judging[table.id] = Judging(0, len(table.record().moves))
            task = asyncio.create_task(self._judge(table))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return self._judging[table.id]

    async def _judge(self, table: Table) -> None:
        judging = self._judging[table.id]

        def tell(done: int, all: int) -> None:
            judging.done, judging.all = done, all

        try:
            async with self._turn:
                each = side_by_side_in(self._pool.executor())
                found = await asyncio.to_thread(review, table.record(), self._budget, tell, each)
                await self._house.reviews.keep(table.id, VERSION, found.to_text())
        except Exception:  # whoever looks again asks again
            logger.exception("a review of %s was lost", table.game.name)
            self._pool.close()
            self._pool = Pool(os.cpu_count() or 1, settle_in_behind)
        finally:
            del self._judging[table.id]

    async def drawn(self, table: Table, found: Review, tongue: Tongue, seat: int | None) -> str:
        """The body of the page, drawn once for each language and seat."""
        key = (table.id, tongue.language, seat)
        if key not in self._drawn:
            self._drawn[key] = await asyncio.to_thread(self._draw, table, found, tongue, seat)
            while len(self._drawn) > DRAWN:
                self._drawn.popitem(last=False)
        self._drawn.move_to_end(key)
        return self._drawn[key]

    def _draw(self, table: Table, found: Review, tongue: Tongue, seat: int | None) -> str:
        shown = ReviewPage(table, found, tongue, seat)
        return render("parts/review.jinja", tongue, page=shown, game=table.game, alone=False)

    async def close(self) -> None:
        self._pool.close()
        for task in self._tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks, return_exceptions=True)


async def _finished(request: Visit, id: str) -> Table:
    try:
        return await find_table(request, id)
    except NoSuchTable:
        raise NotFoundException from None


def _reviewers(request: Visit) -> Reviewers:
    found: Reviewers = request.app.state.reviewers
    return found


def told(judging: Judging, tongue: Tongue) -> str:
    return tongue.say("Judging, {done} of {all} moves", done=judging.done, all=judging.all)


@get("/t/{id:str}/review")
async def review_page(request: Visit, id: FromPath[str]) -> Response[str]:
    """The review, or how far its judge is."""
    table, guest, tongue = await _finished(request, id), guest_of(request, id), tongue_of(request)
    try:
        found = await _reviewers(request).ask(table, guest.id)
    except Refusal as refusal:
        headline = tongue.say("No review") if table.broken_off else tongue.say("Not yet")
        return page("error.jinja", request, 409, headline=headline, detail=sentence(tongue.say(str(refusal))), again=0)
    if isinstance(found, Judging):
        words = told(found, tongue)
        return page(
            "judging.jinja", request, 202, table=table, game=table.game, told=words, done=found.done, all=found.all
        )
    body = await _reviewers(request).drawn(table, found, tongue, guest.seat_at(table))
    return page(
        "review.jinja", request, table=table, game=table.game, body_of_review=Markup(body), moves=found.moves, alone=False,
        symbols=Markup(table.game.drawing.symbols()),
    )  # fmt: skip


@get("/t/{id:str}/review/progress")
async def progress(request: Visit, id: FromPath[str]) -> dict[str, object]:
    """How far the judge is, for the page that waits."""
    table = await _finished(request, id)
    try:
        found = await _reviewers(request).ask(table, guest_of(request, id).id)
    except Refusal as refusal:
        return {"ready": False, "done": 0, "all": 1, "words": sentence(tongue_of(request).say(str(refusal)))}
    if isinstance(found, Judging):
        return {"ready": False, "done": found.done, "all": found.all, "words": told(found, tongue_of(request))}
    return {"ready": True}


async def _kept(request: Visit, table: Table) -> Review:
    """A review that is there already; asking for a file begins none."""
    kept = await house_of(request).reviews.of(table.id, VERSION) if table.over else None
    if kept is None:
        raise NotFoundException
    return Review.from_text(kept)


@get("/t/{id:str}/review/json")
async def as_figures(request: Visit, id: FromPath[str]) -> Response[str]:
    table = await _finished(request, id)
    found = await _kept(request, table)
    return Response(found.to_text(), media_type="application/json", headers=_named(table, "json"))


@get("/t/{id:str}/review/file")
async def as_file(request: Visit, id: FromPath[str]) -> Response[str]:
    """The page as a file that stands alone."""
    table = await _finished(request, id)
    found, seat = await _kept(request, table), guest_of(request, id).seat_at(table)
    tongue = tongue_of(request)
    html = await asyncio.to_thread(lambda: file_of(ReviewPage(table, found, tongue, seat)))
    return Response(html, media_type="text/html", headers=_named(table, "html"))


def _named(table: Table, kind: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{table.game.name}-{table.id[:8]}-review.{kind}"'}


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    app.state.reviewers = Reviewers(app.state.house)
    try:
        yield
    finally:
        await app.state.reviewers.close()


HANDLERS = (review_page, progress, as_figures, as_file)
