"""Pages of the rulebooks under /rules, their search, and single rules for the table page."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from tablero.games import GAME_NAMES, games
from tablero.games import game as find_game
from tablero.site.rules.search import MAX_QUERY_LENGTH, search
from tablero.site.web.language import language_of
from tablero.site.web.page import HtmlRequest, page
from tablero.ui.language import Language
from tablero.ui.rendering import render
from tablero.ui.rules.examples import DrawnExample, example_of
from tablero.ui.rules.rulebook import Rulebook, book_of, minute_of

_TABLE_ID = re.compile(r"[\w-]{1,64}", re.ASCII)


# ---------------------------------------------------------------- pages


@get("/rules")
async def rulebooks(request: HtmlRequest) -> Response[str]:
    language = language_of(request)
    cards = [(game, *minute_of(game, language)) for game in games()]
    return page("rules/rulebooks.jinja", request, here="rules", cards=cards, longest=MAX_QUERY_LENGTH)


@get("/rules/search")
async def find(
    request: HtmlRequest, q: FromQuery[str] = "", game: FromQuery[str] = "", fragment: FromQuery[str] = ""
) -> Response[str]:
    """Search the rules; return a page, or only the list for a page that shows it under its field."""
    language = language_of(request)
    found = await asyncio.to_thread(search, q, language, game)
    if fragment:
        return _fragment("rules/parts/search-results.jinja", language, found=found)
    first = find_game(game) if game in GAME_NAMES else None
    return page(
        "rules/search.jinja",
        request,
        here="rules",
        found=found,
        game=first,
        query=found.query,
        longest=MAX_QUERY_LENGTH,
    )


@get("/rules/{name:str}")
async def rules(
    request: HtmlRequest, name: FromPath[str], table: FromQuery[str] = "", pictures: FromQuery[str] = ""
) -> Response[str]:
    """Show a rulebook; its examples are drawn when they come into sight, or at once with `pictures=all`."""
    context = await _book_context(request, name, table)
    drawn = await _draw(request, context["book"], context["book"].examples) if pictures == "all" else {}
    context |= {"games": games(), "query": "", "longest": MAX_QUERY_LENGTH, "drawn": drawn}
    return page("rules/rulebook.jinja", request, here="rules", **context)


@get("/rules/{name:str}/example/{id:str}")
async def one_example(request: HtmlRequest, name: FromPath[str], id: FromPath[str]) -> Response[str]:
    """Return the pictures of one example, for a rulebook in which it comes into sight."""
    book = (await _book_context(request, name, ""))["book"]
    if id not in book.examples:
        raise NotFoundException
    drawn = await _draw(request, book, (id,))
    return _fragment("rules/parts/pictures.jinja", language_of(request), pictures=drawn[id])


@get("/rules/{name:str}/rule/{id:str}")
async def one_rule(
    request: HtmlRequest, name: FromPath[str], id: FromPath[str], table: FromQuery[str] = ""
) -> Response[str]:
    """Return one rule for the page of a table."""
    context = await _book_context(request, name, table)
    rule = context["book"].rule(id)
    if rule is None:
        raise NotFoundException
    drawn = await _draw(request, context["book"], [piece.example.id for piece in rule.pieces if piece.example])
    return _fragment("rules/parts/rule-sheet.jinja", language_of(request), **context, rule=rule, drawn=drawn)


async def _book_context(request: HtmlRequest, name: str, table: str) -> dict[str, Any]:
    """Return a rulebook and the id of the table to go back to, for a template. Raise NotFoundException."""
    if name not in GAME_NAMES:
        raise NotFoundException
    book = await asyncio.to_thread(book_of, name, language_of(request))
    return {"book": book, "game": book.game, "back": table if _TABLE_ID.fullmatch(table) else ""}


async def _draw(request: HtmlRequest, book: Rulebook, examples: Iterable[str]) -> dict[str, DrawnExample]:
    """Return the pictures of examples by their id."""
    name, language = book.game.name, language_of(request)
    return await asyncio.to_thread(lambda: {id: example_of(name, id, language) for id in examples})


def _fragment(template: str, language: Language, **context: Any) -> Response[str]:
    headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}
    return Response(render(template, language, **context), media_type="text/html", headers=headers)


HANDLERS = (rulebooks, find, rules, one_rule, one_example)
