"""Pages and downloads of reviews."""

from __future__ import annotations

import asyncio
from functools import partial

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from markupsafe import Markup

from tablero.analysis.review import Review
from tablero.site.review.download import file_of
from tablero.site.review.report import ReviewPage
from tablero.site.review.service import ReviewTask
from tablero.site.table.access import find_table
from tablero.site.web.identity import guest_of
from tablero.site.web.language import language_of
from tablero.site.web.page import HtmlRequest, page, store_of
from tablero.site.web.rate_limit import visitor_key
from tablero.site.web.services import services_of
from tablero.table import NoSuchTable, Refusal, Table
from tablero.ui.language import Language
from tablero.ui.messages import sentence


async def _find_table(request: HtmlRequest, id: str) -> Table:
    try:
        return await find_table(request, id)
    except NoSuchTable:
        raise NotFoundException from None


def _progress_text(task: ReviewTask, language: Language) -> str:
    return language.say("Judging, {done} of {all} moves", done=task.done, all=task.all)


@get("/t/{id:str}/review")
async def review_page(request: HtmlRequest, id: FromPath[str]) -> Response[str]:
    """The review, or its progress while it is being made."""
    table, guest, language = await _find_table(request, id), guest_of(request, id), language_of(request)
    reviews = services_of(request).reviews
    try:
        found = await reviews.request(table, guest.id, visitor_key(request))
    except Refusal as refusal:
        headline = language.say("No review") if table.broken_off else language.say("Not yet")
        detail = sentence(language.say(str(refusal)))
        return page("web/error.jinja", request, 409, headline=headline, detail=detail, again=0)
    show = partial(page, request=request, table=table, game=table.game)
    if isinstance(found, ReviewTask):
        told = _progress_text(found, language)
        return show("review/review-pending.jinja", status=202, told=told, done=found.done, all=found.all)
    body = await reviews.page_body(table, found, language, guest.seat_at(table))
    return show(
        "review/review.jinja",
        body_of_review=Markup(body),
        moves=found.moves,
        alone=False,
        symbols=Markup(table.game.drawing.symbols()),
        puzzles=await store_of(request).own_puzzles.of(guest.id, table.id),
    )


@get("/t/{id:str}/review/progress")
async def progress(request: HtmlRequest, id: FromPath[str]) -> dict[str, object]:
    """Progress of a review as JSON, polled by the page that waits for it."""
    table = await _find_table(request, id)
    try:
        found = await services_of(request).reviews.request(table, guest_of(request, id).id, visitor_key(request))
    except Refusal as refusal:
        return {"ready": False, "done": 0, "all": 1, "words": sentence(language_of(request).say(str(refusal)))}
    if isinstance(found, ReviewTask):
        words = _progress_text(found, language_of(request))
        return {"ready": False, "done": found.done, "all": found.all, "words": words}
    return {"ready": True}


async def _stored_review(request: HtmlRequest, id: str) -> tuple[Table, Review]:
    """Return a table and its review; downloads start no review, so NotFoundException if there is none."""
    table = await _find_table(request, id)
    found = await services_of(request).reviews.stored(table)
    if found is None:
        raise NotFoundException
    return table, found


@get("/t/{id:str}/review/json")
async def as_figures(request: HtmlRequest, id: FromPath[str]) -> Response[str]:
    table, found = await _stored_review(request, id)
    return Response(found.to_text(), media_type="application/json", headers=_attachment(table, "json"))


@get("/t/{id:str}/review/file")
async def as_file(request: HtmlRequest, id: FromPath[str]) -> Response[str]:
    """The review as an HTML file that needs no server."""
    table, found = await _stored_review(request, id)
    language, seat = language_of(request), guest_of(request, id).seat_at(table)
    html = await asyncio.to_thread(lambda: file_of(ReviewPage(table, found, language, seat)))
    return Response(html, media_type="text/html", headers=_attachment(table, "html"))


def _attachment(table: Table, kind: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{table.game.name}-{table.id[:8]}-review.{kind}"'}


HANDLERS = (review_page, progress, as_figures, as_file)
